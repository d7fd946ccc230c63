package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch/files"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// Limits of what names of files stand for.
const (
	maxList  = 16 << 20 // bytes of an @list
	maxFiles = 1 << 20
)

// expand turns what was named into files: a folder into the code below it, a pattern into what it
// matches, @FILE into the names in a file.
func (c *checkCmd) expand(names []string) (list []string, err error) {
	for _, name := range names {
		switch st, statErr := os.Stat(name); {
		case statErr == nil && st.IsDir():
			found, err := c.walk(name)
			if err != nil {
				return nil, err
			}
			if len(found) == 0 {
				return nil, usage("%s: there are no code objects in it, and no assembly text%s", name,
					map[bool]string{true: " that names its target; --gpu names one for all"}[c.GPU == ""])
			}
			list = append(list, found...)
		case statErr == nil:
			list = append(list, name)
		case strings.HasPrefix(name, "@"):
			more, err := readList(name[1:])
			if err != nil {
				return nil, err
			}
			if more, err = c.expand(more); err != nil {
				return nil, err
			}
			list = append(list, more...)
		default:
			// Shells leave a quoted pattern alone, and some have none.
			found, err := filepath.Glob(name)
			if err != nil || len(found) == 0 {
				list = append(list, name) // the error is that of reading it
				continue
			}
			list = append(list, found...)
		}
		if len(list) > maxFiles {
			return nil, usage("%s: that is more than %d files", name, maxFiles)
		}
	}
	return list, nil
}

// readList reads the names of files in a file, one a line; empty lines and those with # in front are
// none.
func readList(name string) (list []string, err error) {
	r, err := files.Open(name)
	if err != nil {
		return nil, usage("@%s: %w", name, err)
	}
	data, err := files.ReadAll(r, name, maxList)
	if err := errors.Join(err, r.Close()); err != nil {
		return nil, usage("@%s: %w", name, err)
	}
	return parseList(name, string(data))
}

// parseList is readList behind reading.
func parseList(name, text string) (list []string, err error) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '@' {
			return nil, usage("@%s: %s: lists do not name lists", name, line)
		}
		list = append(list, line)
	}
	return list, nil
}

// walk finds the code below a folder: code objects and bundles by what is in them, assembly text by
// its name, where --gpu or the text says what it is for. Links are not followed.
func (c *checkCmd) walk(dir string) (list []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return usage("%w", err)
		case d.IsDir() && path != dir && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case !d.Type().IsRegular() || len(list) > maxFiles:
			return nil
		}
		if code, err := c.isCode(path); err != nil {
			return usage("%w", err)
		} else if code {
			list = append(list, path)
		}
		return nil
	})
	return list, err
}

// isCode reports whether a file is code that can be checked. A file that is too large is none.
func (c *checkCmd) isCode(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	text, most := run.IsText(path), int64(run.MaxCode)
	if text {
		most = run.MaxText
	}
	var data []byte
	if st, err := f.Stat(); err == nil && st.Size() <= most {
		if data, err = io.ReadAll(io.LimitReader(f, most)); err != nil {
			return false, fmt.Errorf("%s: %w", path, err)
		}
	}
	if text {
		_, named := asm.TargetOf(string(data))
		return named || c.GPU != "", nil
	}
	return codeobj.IsCode(data), nil
}

// sources are the texts that comments "gcnsim:ignore" are looked for in: by name as findings have
// it.
func (c *checkCmd) sources(path string, named []string) (texts map[string]string) {
	texts = map[string]string{}
	if run.IsText(path) {
		named = append(slices.Clone(named), "")
	}
	for _, name := range named {
		at := name
		if at == "" {
			at = path
		}
		r, err := files.Open(at)
		if err != nil {
			continue // sources need not be there
		}
		data, err := files.ReadAll(r, at, maxSource)
		if errors.Join(err, r.Close()) == nil {
			texts[name] = string(data)
		}
	}
	return texts
}
