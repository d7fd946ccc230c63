package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Taken is a file that an output may not replace.
type Taken struct {
	Path string // as it was named
	As   string // what it is, for the error: "the code", "the launch file"
}

// Output is a file that is being written. Exactly one of Commit and Abort ends it.
type Output struct {
	f      *os.File
	path   string // as the user calls it
	dir    folder
	name   string // in dir
	temp   string // in dir, or the path of a spool file; empty where f is the place itself
	spool  bool   // temp is elsewhere, and copied at the end
	shared bool   // f is a standard stream, which stays open
	taken  []Taken
	err    error // the first of Write
}

// folder is where an output is made: a place in the file system, or one that cannot be left.
type folder interface {
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
	Stat(name string) (fs.FileInfo, error)
	Rename(from, to string) error
	Remove(name string) error
}

// anywhere is a folder that names are relative to.
type anywhere string

func (d anywhere) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(filepath.Join(string(d), name), flag, perm)
}
func (d anywhere) Stat(name string) (fs.FileInfo, error) {
	return os.Stat(filepath.Join(string(d), name))
}
func (d anywhere) Rename(from, to string) error {
	return os.Rename(filepath.Join(string(d), from), filepath.Join(string(d), to))
}
func (d anywhere) Remove(name string) error { return os.Remove(filepath.Join(string(d), name)) }

// Create begins an output at path, which may be a symbolic link: what it names is replaced. taken
// are the files that it must not be, by whatever name or link; the error then unwraps to
// [ErrTaken]. Nothing that was there changes before [Output.Commit], unless it is no regular file:
// that is written directly.
func Create(path string, taken ...Taken) (*Output, error) {
	if path == "" {
		return nil, errors.New("an output needs a name")
	}
	if info, err := os.Stat(path); err == nil {
		for _, s := range []*os.File{os.Stdout, os.Stderr} {
			// A second description of the file would write over what the stream writes.
			if at, err := s.Stat(); err == nil && os.SameFile(at, info) {
				o := &Output{f: s, path: path, shared: true, taken: taken}
				return o, o.free(info)
			}
		}
		if !info.Mode().IsRegular() {
			if info.IsDir() {
				return nil, fmt.Errorf("%s is a directory", path)
			}
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			return &Output{f: f, path: path}, err
		}
	}
	real, err := target(path)
	if err != nil {
		return nil, err
	}
	return create(anywhere(filepath.Dir(real)), filepath.Base(real), path, taken)
}

// target is the path that a path stands for when all links are followed; its last part need not
// exist.
func target(path string) (string, error) {
	for range 40 {
		real, err := filepath.EvalSymlinks(path)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return real, err
		}
		link, err := os.Readlink(path)
		if err != nil { // no link: it does not exist, or its folder does not
			dir, err := filepath.EvalSymlinks(filepath.Dir(path))
			return filepath.Join(dir, filepath.Base(path)), err
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(path), link)
		}
		path = link
	}
	return "", fmt.Errorf("%s: too many links", path)
}

// create begins an output that is, or will be, a regular file.
func create(dir folder, name, path string, taken []Taken) (*Output, error) {
	o := &Output{path: path, dir: dir, name: name, taken: taken}
	perm := fs.FileMode(0o666)
	info, err := dir.Stat(name)
	switch {
	case err == nil:
		if err := o.free(info); err != nil {
			return nil, err
		}
		// A rename would replace a file that may not be written.
		f, err := dir.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
		perm = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	for range 100 {
		o.temp = fmt.Sprintf(".gcnsim-%016x.tmp", rand.Uint64())
		if o.f, err = dir.OpenFile(o.temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil && info != nil && errors.Is(err, fs.ErrPermission) {
		// The file may be written, but nothing can be made beside it.
		if o.f, err = os.CreateTemp("", "gcnsim-*.tmp"); err == nil {
			o.temp, o.spool = o.f.Name(), true
		}
	}
	if err != nil {
		var e *fs.PathError // of the temporary file, which nobody knows
		if errors.As(err, &e) {
			err = e.Err
		}
		return nil, fmt.Errorf("%s cannot be made: %w", path, err)
	}
	return o, nil
}

// free reports, as an error, that the output is a file that it must not be.
func (o *Output) free(info fs.FileInfo) error {
	for _, t := range o.taken {
		if other, err := os.Stat(t.Path); err == nil && os.SameFile(info, other) {
			return fmt.Errorf("%s is %s (%s): %w", o.path, t.As, t.Path, ErrTaken)
		}
	}
	return nil
}

// Write adds bytes. Its first error is also that of [Output.Commit].
func (o *Output) Write(b []byte) (int, error) {
	n, err := o.f.Write(b)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// Skip leaves n bytes out, which read as 0. They take no room on the disk where they need not.
func (o *Output) Skip(n int64) error {
	if o.temp != "" && !o.spool {
		_, err := o.f.Seek(n, io.SeekCurrent)
		if o.err == nil {
			o.err = err
		}
		return err
	}
	zeros := make([]byte, min(n, 1<<16))
	for ; n > 0; n -= int64(len(zeros)) {
		if _, err := o.Write(zeros[:min(n, int64(len(zeros)))]); err != nil {
			return err
		}
	}
	return nil
}

// Commit ends the output and puts it in its place. Its error is the first that anything had; then
// what was there before is unchanged.
func (o *Output) Commit() error {
	if o.shared {
		return o.err
	}
	if o.err != nil {
		return errors.Join(o.err, o.Abort())
	}
	if o.temp == "" {
		return o.f.Close()
	}
	if !o.spool { // what Skip left out at the end
		at, err := o.f.Seek(0, io.SeekCurrent)
		if err == nil {
			err = o.f.Truncate(at)
		}
		if err != nil {
			return errors.Join(err, o.Abort())
		}
	}
	if err := o.f.Close(); err != nil {
		return errors.Join(err, o.remove())
	}
	info, err := o.dir.Stat(o.name)
	if err == nil {
		if err := o.free(info); err != nil {
			return errors.Join(err, o.remove())
		}
	}
	if !o.spool {
		e := o.dir.Rename(o.temp, o.name)
		if e == nil {
			return nil
		}
		if err != nil { // a file that something is mounted on cannot be replaced, only written
			return errors.Join(e, o.remove())
		}
	}
	return errors.Join(o.copy(), o.remove())
}

// copy writes the temporary file over the file that is there.
func (o *Output) copy() error {
	open := o.dir.OpenFile
	if o.spool {
		open = os.OpenFile
	}
	r, err := open(o.temp, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := o.dir.OpenFile(o.name, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	return errors.Join(err, w.Close())
}

// remove removes the temporary file.
func (o *Output) remove() error {
	if o.spool {
		return os.Remove(o.temp)
	}
	return o.dir.Remove(o.temp)
}

// Abort ends the output and leaves what was there before. It does nothing for a nil Output.
func (o *Output) Abort() error {
	switch {
	case o == nil || o.shared:
		return nil
	case o.temp == "":
		return o.f.Close()
	}
	return errors.Join(o.f.Close(), o.remove())
}

// write writes data to path as an output: see [Create].
func write(path string, data []byte, taken ...Taken) error {
	o, err := Create(path, taken...)
	if err != nil {
		return err
	}
	if _, err := o.Write(data); err != nil {
		return errors.Join(err, o.Abort())
	}
	return o.Commit()
}

// Protect adds files that the output may not replace.
func (o *Output) Protect(taken ...Taken) { o.taken = append(o.taken, taken...) }
