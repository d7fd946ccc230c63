package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/files"
)

func fence(f *launch.File) *files.Fence {
	return &files.Fence{Folder: filepath.Dir(f.Path), More: f.Trust.AllowDirs}
}

// open opens a file that the launch file reads.
func open(f *launch.File, path string) (*os.File, error) { return openResolved(f, f.Resolve(path)) }

// openResolved opens a file that is named as from the current folder.
func openResolved(f *launch.File, path string) (*os.File, error) {
	if f.Trust.Confine {
		r, err := fence(f).Open(path)
		return r, advise(err, "--confine keeps reads inside, --allow-dir DIR allows another folder")
	}
	return files.Open(path)
}

// advise adds what to do about a path outside of the fence.
func advise(err error, what string) error {
	if errors.Is(err, files.ErrOutside) {
		return fmt.Errorf("%w; %s", err, what)
	}
	return err
}

// bufferError is about a file of a buffer.
func bufferError(f *launch.File, b *launch.Buffer, field, msg string, err error) error {
	return &launch.Error{File: f.Path, Field: fmt.Sprintf("buffer %q: %s", b.Name, field), Msg: msg, Err: err}
}

// openBuffer opens a file of a buffer, of at most as many bytes as the buffer has, and returns its
// size.
func openBuffer(f *launch.File, b *launch.Buffer, field, path string) (*os.File, uint64, error) {
	r, err := open(f, path)
	if err != nil {
		return nil, 0, bufferError(f, b, field, "cannot be opened", err)
	}
	info, err := r.Stat()
	switch {
	case err != nil:
		err = bufferError(f, b, field, "cannot be read", err)
	case uint64(info.Size()) > b.Size:
		err = bufferError(f, b, field, fmt.Sprintf("%s has more than the buffer's %d bytes", path, b.Size), nil)
	default:
		return r, uint64(info.Size()), nil
	}
	return nil, 0, errors.Join(err, r.Close())
}

// checkFiles finds what is wrong with expected contents and outputs before anything is run.
func checkFiles(f *launch.File) error {
	seen := map[string]string{}
	taken := f.Inputs()
	for i := range f.Buffers {
		b := &f.Buffers[i]
		for j := range b.Expect {
			if b.Expect[j].File == "" {
				continue
			}
			r, _, err := openBuffer(f, b, "expect.file", b.Expect[j].File)
			if err != nil {
				return err
			}
			if err := r.Close(); err != nil {
				return err
			}
		}
		if b.Save == "" {
			continue
		}
		path := filepath.Clean(f.Resolve(b.Save))
		if other, ok := seen[path]; ok {
			return bufferError(f, b, "save", fmt.Sprintf("buffer %q is saved to %s too", other, b.Save), nil)
		}
		seen[path] = b.Name
		if err := fence(f).Check(path, taken...); err != nil {
			return saveError(f, b, err)
		}
	}
	return nil
}

func saveError(f *launch.File, b *launch.Buffer, err error) error {
	return bufferError(f, b, "save", "cannot be written", advise(err, "--allow-dir DIR allows another folder"))
}

// chunk is how much of a buffer is looked at at a time: a multiple of all element sizes.
const chunk = 128 << 10
