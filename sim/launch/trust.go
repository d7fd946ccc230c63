package launch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gcnsim/gcnsim/sim/launch/files"
)

// Trust says which files a launch file may name. The zero value lets it read what its user can read,
// and write in its own folder only.
type Trust struct {
	Confine   bool     // it reads in its own folder and in AllowDirs only
	AllowDirs []string // further folders
}

func (f *File) fence() *files.Fence {
	return &files.Fence{Folder: filepath.Dir(f.Path), More: f.Trust.AllowDirs}
}

// open opens a file that the launch file reads.
func (f *File) open(path string) (*os.File, error) {
	if f.Trust.Confine {
		r, err := f.fence().Open(f.Resolve(path))
		return r, advise(err, "--confine keeps reads inside, --allow-dir DIR allows another folder")
	}
	return files.Open(f.Resolve(path))
}

// advise adds what to do about a path outside of the fence.
func advise(err error, what string) error {
	if errors.Is(err, files.ErrOutside) {
		return fmt.Errorf("%w; %s", err, what)
	}
	return err
}

// Inputs are the files that the launch file reads, itself included, and what each is.
func (f *File) Inputs() []files.Taken {
	var list []files.Taken
	add := func(path, as string) {
		if path != "" {
			list = append(list, files.Taken{Path: f.Resolve(path), As: as})
		}
	}
	if f.Path != "" {
		list = append(list, files.Taken{Path: f.Path, As: "the launch file"})
	}
	add(f.Code, "the code")
	for i := range f.Buffers {
		b := &f.Buffers[i]
		add(b.Init, fmt.Sprintf("what buffer %q begins with", b.Name))
		if b.Expect != nil {
			add(b.Expect.File, fmt.Sprintf("what buffer %q must hold", b.Name))
		}
	}
	return list
}

// Outputs are the files that buffers are saved to.
func (f *File) Outputs() []files.Taken {
	var list []files.Taken
	for i := range f.Buffers {
		if b := &f.Buffers[i]; b.Save != "" {
			list = append(list, files.Taken{Path: f.Resolve(b.Save), As: fmt.Sprintf("what buffer %q is saved to", b.Name)})
		}
	}
	return list
}

// bufferError is about a file of a buffer.
func (f *File) bufferError(b *Buffer, field, msg string, err error) error {
	return &Error{File: f.Path, Field: fmt.Sprintf("buffer %q: %s", b.Name, field), Msg: msg, Err: err}
}

// openBuffer opens a file of a buffer, of at most as many bytes as the buffer has, and returns its size.
func (f *File) openBuffer(b *Buffer, field, path string) (*os.File, uint64, error) {
	r, err := f.open(path)
	if err != nil {
		return nil, 0, f.bufferError(b, field, "cannot be opened", err)
	}
	info, err := r.Stat()
	switch {
	case err != nil:
		err = f.bufferError(b, field, "cannot be read", err)
	case uint64(info.Size()) > b.Size:
		err = f.bufferError(b, field, fmt.Sprintf("%s has more than the buffer's %d bytes", path, b.Size), nil)
	default:
		return r, uint64(info.Size()), nil
	}
	return nil, 0, errors.Join(err, r.Close())
}

// checkFiles finds what is wrong with expected contents and outputs before anything is run.
func (f *File) checkFiles() error {
	seen := map[string]string{}
	taken := f.Inputs()
	for i := range f.Buffers {
		b := &f.Buffers[i]
		if b.Expect != nil {
			r, _, err := f.openBuffer(b, "expect.file", b.Expect.File)
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
			return f.bufferError(b, "save", fmt.Sprintf("buffer %q is saved to %s too", other, b.Save), nil)
		}
		seen[path] = b.Name
		if err := f.fence().Check(path, taken...); err != nil {
			return f.saveError(b, err)
		}
	}
	return nil
}

func (f *File) saveError(b *Buffer, err error) error {
	return f.bufferError(b, "save", "cannot be written", advise(err, "--allow-dir DIR allows another folder"))
}

// chunk is how much of a buffer is looked at at a time: a multiple of all element sizes.
const chunk = 1 << 20
