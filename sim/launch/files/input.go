package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// What can be wrong with a file, apart from what the operating system says.
var (
	ErrSpecial = errors.New("only regular files are read")
	ErrLong    = errors.New("the file is too long")
	ErrTaken   = errors.New("an output may not replace it")
	ErrOutside = errors.New("outside of the folders that may be used")
)

// kinds names what is no regular file.
var kinds = []struct {
	mode fs.FileMode
	name string
}{
	{fs.ModeDir, "a directory"}, {fs.ModeNamedPipe, "a pipe"}, {fs.ModeSocket, "a socket"},
	{fs.ModeDevice, "a device"}, {fs.ModeIrregular, "no regular file"},
}

// special is the error for a path that is no regular file, nil where it is one.
func special(path string, info fs.FileInfo) error {
	for _, k := range kinds {
		if info.Mode()&k.mode != 0 {
			return fmt.Errorf("%s is %s: %w", path, k.name, ErrSpecial)
		}
	}
	return nil
}

// Open opens a regular file for reading. For anything else the error unwraps to [ErrSpecial] and
// names the path; nothing blocks.
func Open(path string) (*os.File, error) {
	// Opening a FIFO blocks and opening a device may do something, so this looks before it opens.
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := special(path, info); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return regular(path, f)
}

// regular closes f again unless it is a regular file.
func regular(path string, f *os.File) (*os.File, error) {
	info, err := f.Stat()
	if err == nil {
		err = special(path, info)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Read reads a regular file of at most most bytes. The error for a longer one unwraps to [ErrLong].
func Read(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(f, path, most)
}

// ReadAll reads all of r, at most most bytes; name is for the error, which unwraps to [ErrLong]
// where there are more. A regular file that is too long is not read at all.
func ReadAll(r io.Reader, name string, most int64) ([]byte, error) {
	tooLong := fmt.Errorf("%s has more than %d bytes: %w", name, most, ErrLong)
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() > most {
			return nil, tooLong
		}
	}
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(data)) > most:
		return nil, tooLong
	}
	return data, nil
}
