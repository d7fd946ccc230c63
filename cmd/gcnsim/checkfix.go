package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/pmezard/go-difflib/difflib"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/disasm"
	"github.com/gcnsim/gcnsim/sim/launch/files"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/report"
)

// maxMends bounds how often a text is mended and checked again: what is inserted may move a defect,
// or bring another one to light.
const maxMends = 64

// fix writes the text of a file with what mends its findings, or a patch, and checks it again.
func (c *checkCmd) fix(s streams, jobs []job) error {
	if len(jobs) != 1 || c.Launch != "" || c.Bundle == "all" {
		return usage("--fix: name one file")
	}
	j := jobs[0]
	text, target, err := c.textOf(j)
	if err != nil {
		return err
	}
	opts, err := c.options()
	if err != nil {
		return err
	}
	mended, inserted, strengthened := text, 0, 0
	var last *checkedFile
	for range maxMends {
		again := j
		again.read = func() (*codeobj.Object, bool, error) {
			o, raw, _, err := run.TextObject(j.path, []byte(mended), target, opts)
			return o, raw, err
		}
		if last, err = c.check(again); err != nil {
			return err
		}
		last.texts = map[string]string{"": mended}
		if err := last.ignore(); err != nil {
			return err
		}
		list, err := c.filter(last.findings, false)
		if err != nil {
			return err
		}
		next, more, stronger := report.Mend(mended, waitcnt.Merge(list))
		if more+stronger == 0 {
			break
		}
		mended, inserted, strengthened = next, inserted+more, strengthened+stronger
	}
	f, err := c.file(last, nil)
	if err != nil {
		return err
	}
	if err := c.writeFix(s, j.path, text, mended); err != nil {
		return err
	}
	also := ""
	if strengthened > 0 {
		also = fmt.Sprintf(", strengthened %d", strengthened)
	}
	fmt.Fprintf(s.err, "gcnsim: %s: inserted %d%s; checked again: %s\n", j.path, inserted, also,
		report.Summarize(f.Findings, f.Hidden).Fields())
	if len(f.Findings) > 0 {
		if err := report.WriteFindings(s.err, f); err != nil {
			return err
		}
	}
	if f.Worst >= c.failOn {
		return &exit{status: exitFindings}
	}
	return nil
}

// textOf is the assembly text of a file: its own, or what disasm makes of a code object.
func (c *checkCmd) textOf(j job) (text string, t isa.Target, err error) {
	o, raw, err := j.read()
	if err != nil {
		return "", t, err
	}
	if run.IsText(j.path) {
		r, err := files.Open(j.path)
		if err != nil {
			return "", t, err
		}
		data, err := files.ReadAll(r, j.path, run.MaxText)
		return string(data), o.ISA(), errors.Join(err, r.Close())
	}
	if raw {
		return "", t, usage("--fix: %s is a raw binary; gcnsim disasm makes a text of it, which may be edited", j.path)
	}
	whole, err := o.Linked()
	if err == nil {
		err = disasm.Whole(whole)
	}
	if err != nil {
		return "", t, usage("--fix: %s: its text does not give the file back: %w", j.path, err)
	}
	var b bytes.Buffer
	if err := disasm.Write(&b, whole); err != nil {
		return "", t, err
	}
	t, ok := asm.TargetOf(b.String())
	if !ok {
		t = o.ISA()
	}
	return b.String(), t, nil
}

// writeFix writes the mended text, or where the name says so a patch.
func (c *checkCmd) writeFix(s streams, path, text, mended string) error {
	if ext := strings.ToLower(filepath.Ext(c.Fix)); ext == ".patch" || ext == ".diff" || c.Fix == "-" {
		name := filepath.ToSlash(path)
		patch, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{A: difflib.SplitLines(text),
			B: difflib.SplitLines(mended), FromFile: "a/" + name, ToFile: "b/" + name, Context: 3})
		if err != nil {
			return err
		}
		mended = patch
	}
	if c.Fix == "-" {
		_, err := s.out.Write([]byte(mended))
		return err
	}
	inputs := c.inputs
	if filepath.Clean(c.Fix) == filepath.Clean(path) && run.IsText(path) {
		inputs = nil // in place
	}
	w, err := create("--fix", c.Fix, inputs...)
	if err != nil {
		return err
	}
	_, err = w.Write([]byte(mended))
	return finish("--fix", w, err)
}
