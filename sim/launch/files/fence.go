package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Fence is the folders that files may be in. A path is in a folder when it is after all links are
// followed: no link leads out, and none is followed that appears in between.
type Fence struct {
	Folder string   // the first: files in it are regular ones
	More   []string // others that the user has allowed: devices and pipes in them may be written
}

// find opens the folder that a path is in. The name is the path in it, without links.
func (f *Fence) find(path string) (root *os.Root, name, folder string, err error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, "", "", err
	}
	real, err := target(abs)
	if err != nil {
		return nil, "", "", err
	}
	for _, dir := range append([]string{f.Folder}, f.More...) {
		top, err := filepath.Abs(dir)
		if err == nil {
			top, err = filepath.EvalSymlinks(top)
		}
		if err != nil {
			return nil, "", "", err
		}
		rel, err := filepath.Rel(top, real)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		root, err := os.OpenRoot(top)
		return root, rel, dir, err
	}
	where := path
	if real != abs {
		where += " (which is " + real + ")"
	}
	return nil, "", "", fmt.Errorf("%s: %w: %s", where, ErrOutside,
		strings.Join(append([]string{show(f.Folder)}, f.More...), ", "))
}

// show names a folder for people.
func show(dir string) string {
	if dir == "." || dir == "" {
		return "the current folder"
	}
	return dir
}

// Open is [Open] inside the fence.
func (f *Fence) Open(path string) (*os.File, error) {
	root, name, _, err := f.find(path)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Stat(name)
	if err != nil {
		return nil, err
	}
	if err := special(path, info); err != nil {
		return nil, err
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	return regular(path, file)
}

// Create is [Create] inside the fence. The caller calls done when the output has ended.
func (f *Fence) Create(path string, taken ...Taken) (o *Output, done func() error, err error) {
	root, name, folder, err := f.find(path)
	if err != nil {
		return nil, nil, err
	}
	fail := func(err error) (*Output, func() error, error) {
		return nil, nil, errors.Join(err, root.Close())
	}
	info, err := root.Stat(name)
	switch {
	case err == nil && !info.Mode().IsRegular():
		if info.IsDir() || folder == f.Folder {
			return fail(fmt.Errorf("%w, and written", special(path, info)))
		}
		file, err := root.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return fail(err)
		}
		return &Output{f: file, path: path}, root.Close, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fail(err)
	}
	if o, err = create(root, name, path, taken); err != nil {
		return fail(err)
	}
	return o, root.Close, nil
}

// Check reports, as an error, what would keep [Fence.Create] from making the output, and leaves
// nothing behind.
func (f *Fence) Check(path string, taken ...Taken) error {
	root, name, folder, err := f.find(path)
	if err != nil {
		return err
	}
	defer root.Close()
	info, err := root.Stat(name)
	switch {
	case err == nil && !info.Mode().IsRegular():
		if info.IsDir() || folder == f.Folder {
			return fmt.Errorf("%w, and written", special(path, info))
		}
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	o, err := create(root, name, path, taken)
	if err != nil {
		return err
	}
	return o.Abort()
}
