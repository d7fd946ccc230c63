package asm

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// open reads a file for .include and .incbin.
func (a *assembler) open(word string, most int64) (string, []byte, error) {
	t := a.scan.Peek()
	name, err := a.text()
	if err != nil {
		return "", nil, err
	}
	if a.o.Open == nil {
		return "", nil, errAt(t.Col, "%s cannot read %q: only a text from a file can name others", word, name)
	}
	data, path, err := a.o.Open(name, most)
	if err != nil {
		return "", nil, errAt(t.Col, "%s: %v", word, err)
	}
	return path, data, nil
}

// include is .include "file".
func (a *assembler) include(word string, s *statement, from int) error {
	name, data, err := a.open(word, int64(a.most.expanded/4))
	if err != nil {
		return err
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	a.push(frame{text: string(data), line: 1, file: a.file(name), raw: true, name: name},
		&expansion{"included here", a.column(from)})
	return nil
}

// incbin is .incbin "file"[, skip[, count]].
func (a *assembler) incbin(word string, _ *statement, _ int) error {
	_, data, err := a.open(word, a.most.size)
	if err != nil {
		return err
	}
	skip, count := int64(0), int64(len(data))
	if a.scan.Accept(",") {
		col := a.scan.Peek().Col
		if a.scan.Peek().Text != "," {
			if skip, err = a.scan.Known(); err != nil {
				return err
			}
			if skip < 0 {
				return errAt(col, "the offset is negative: %d", skip)
			}
		}
		if a.scan.Accept(",") {
			if count, err = a.scan.Known(); err != nil {
				return err
			}
			if count < 0 {
				a.warn(a.column(col), "the count is negative: nothing is read")
				return nil
			}
		}
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	data = data[min(skip, int64(len(data))):]
	return a.emit(data[:min(count, int64(len(data)))])
}

// fileDirective is .file "name", or .file number ["directory"] "name" [md5 digest] [source "text"].
func (a *assembler) fileDirective(string, *statement, int) error {
	t := a.scan.Next()
	if t.Kind != isa.TokInt {
		return nil
	}
	f := DebugFile{Number: int(t.Int)}
	if f.Name = a.scan.Next().Text; a.scan.Peek().Kind == isa.TokString {
		f.Dir, f.Name = f.Name, a.scan.Next().Text
	}
	if strings.EqualFold(a.scan.Peek().Text, "md5") {
		a.scan.Next()
		d := a.scan.Next()
		if d.Kind == isa.TokInt || d.Kind == isa.TokBig {
			n, _ := new(big.Int).SetString(d.Text, 0)
			if n != nil {
				f.MD5 = fmt.Sprintf("%032x", n)
			}
		}
	}
	a.u.DebugFiles = append(a.u.DebugFiles, f)
	return nil
}

// locDirective is .loc file line [column] [options].
func (a *assembler) locDirective(string, *statement, int) error {
	l := DebugLine{IsStmt: true}
	if n := len(a.sec.locs); n > 0 {
		l.IsStmt = a.sec.locs[n-1].loc.IsStmt
	}
	for _, p := range [...]*int{&l.File, &l.Line, &l.Col} {
		t := a.scan.Peek()
		if t.Kind != isa.TokInt {
			if p == &l.Col {
				break
			}
			return errAt(t.Col, ".loc takes the number of a file and a line, found %s", t)
		}
		*p = int(a.scan.Next().Int)
	}
	for {
		t := a.scan.Next()
		switch t.Text {
		case "basic_block":
			l.BasicBlock = true
		case "prologue_end":
			l.PrologueEnd = true
		case "epilogue_begin":
			l.EpilogueBegin = true
		case "is_stmt":
			l.IsStmt = a.scan.Next().Int != 0
		case "discriminator":
			l.Discriminator = int(a.scan.Next().Int)
		case "isa", "view":
			a.scan.Next()
		default:
			if t.Kind != isa.TokEnd {
				return errAt(t.Col, ".loc has no option %s", t)
			}
			a.loc = &l
			return nil
		}
	}
}
