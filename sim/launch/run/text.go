package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/files"
)

// Text assembles a text from a file for the target. What .include and .incbin name is looked for in the
// text's folder, then in those of opts; open opens a file.
func Text(path string, src []byte, t isa.Target, opts launch.Text, open func(path string) (*os.File, error)) (*asm.Unit,
	[]asm.Message, error) {
	o := asm.Options{Target: t, File: path, Defines: slices.Clone(opts.Define), Syntax: opts.Syntax}
	folders := append([]string{filepath.Dir(path)}, opts.Include...)
	o.Open = func(name string, most int64) ([]byte, string, error) {
		for _, dir := range folders {
			at := name
			if !filepath.IsAbs(name) {
				at = filepath.Join(dir, name)
			}
			f, err := open(at)
			if errors.Is(err, fs.ErrNotExist) && !filepath.IsAbs(name) {
				continue
			}
			if err != nil {
				return nil, "", err
			}
			defer f.Close()
			data, err := files.ReadAll(f, at, most)
			return data, at, err
		}
		return nil, "", fmt.Errorf("there is no %s in %s; -I DIR names another folder", name, strings.Join(folders, ", "))
	}
	return asm.Assemble(string(src), o)
}

// TextObject assembles a text that lies at path, in an editor or in another file, and loads it: as a code
// object where it declares kernels, else as raw code. Messages are those of the assembler, with and without
// an error.
func TextObject(path string, src []byte, t isa.Target, opts launch.Text) (o *codeobj.Object, raw bool,
	msgs []asm.Message, err error) {
	u, msgs, err := Text(path, src, t, opts, files.Open)
	if err != nil {
		return nil, false, msgs, err
	}
	o, raw, err = textObject(u)
	return o, raw, msgs, err
}

// textObject loads an assembly: as a code object where the text describes one, else as raw code. Lines
// are those of the text.
func textObject(u *asm.Unit) (o *codeobj.Object, raw bool, err error) {
	if !u.IsObject() {
		p := u.Program()
		o, err = codeobj.Assembled(&p, u.Target.ID())
		return o, true, err
	}
	o, err = codeobj.LoadUnit(u)
	return o, false, err
}
