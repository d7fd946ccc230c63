package asm

import (
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// namedSections are sections whose name says their type and flags, also of names that begin with it
// and a dot.
var namedSections = []struct {
	name  string
	typ   uint32
	flags uint64
}{
	{".text", progbits, shfAlloc | shfExec}, {".init", progbits, shfAlloc | shfExec}, {".fini", progbits, shfAlloc | shfExec},
	{".data", progbits, shfAlloc | shfWrite}, {".data1", progbits, shfAlloc | shfWrite}, {".rodata", progbits, shfAlloc}, {".rodata1", progbits, shfAlloc},
	{".bss", nobits, shfAlloc | shfWrite}, {".tdata", progbits, shfAlloc | shfWrite | shfTLS}, {".tbss", nobits, shfAlloc | shfWrite | shfTLS},
	{".init_array", 14, shfAlloc | shfWrite}, {".fini_array", 15, shfAlloc | shfWrite}, {".preinit_array", 16, shfAlloc | shfWrite},
	{".note", noteType, 0}, {".eh_frame", progbits, shfAlloc},
}

// standard is a section's type and flags by its name.
func standard(name string) (typ uint32, flags uint64) {
	for _, n := range namedSections {
		if name == n.name || strings.HasPrefix(name, n.name+".") {
			return n.typ, n.flags
		}
	}
	return progbits, 0
}

// sectionNamed is .text and its like.
func (a *assembler) sectionNamed(word string, _ *statement, _ int) error {
	sub := int64(0)
	if a.scan.Peek().Kind != isa.TokEnd {
		var err error
		if sub, err = a.subsectionNumber(); err != nil {
			return err
		}
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	typ, flags := standard(word)
	a.enterSub(a.section(word, typ, flags, 0), sub)
	return nil
}

// subsectionNumber reads the number of a subsection.
func (a *assembler) subsectionNumber() (int64, error) {
	col := a.scan.Peek().Col
	n, err := a.scan.Known()
	if err == nil && (n < 0 || n > maxSub) {
		err = errAt(col, "the number of a subsection is 0 to %d, not %d", maxSub, n)
	}
	return n, err
}

// sectionTypes are the types after "@".
var sectionTypes = map[string]uint32{"progbits": progbits, "nobits": nobits, "note": noteType, "init_array": 14, "fini_array": 15,
	"preinit_array": 16, "unwind": 0x70000001, "llvm_odrtab": 0x6fff4c00, "llvm_linker_options": 0x6fff4c01}

// sunFlags are the flags of sections as words.
var sunFlags = map[string]uint64{"alloc": shfAlloc, "write": shfWrite, "execinstr": shfExec, "tls": shfTLS}

// sectionDirective is .section and .pushsection: name[, "flags"[, @type[, entry size]]], or
// name[, #flag]...
func (a *assembler) sectionDirective(word string, s *statement, at int) error {
	for at < len(s.text) && (s.text[at] == ' ' || s.text[at] == '\t') {
		at++
	}
	end := at
	name := ""
	if end < len(s.text) && s.text[end] == '"' {
		if err := a.operands(s, at); err != nil {
			return err
		}
		t := a.scan.Peek()
		name, end = t.Text, t.Col+t.Len
	} else {
		for end < len(s.text) && !strings.ContainsRune(" \t\r,", rune(s.text[end])) {
			end++
		}
		name = s.text[at:end]
	}
	if name == "" {
		return errAt(at, "%s takes a section's name", word)
	}
	if err := a.operands(s, end); err != nil {
		return err
	}
	sub := int64(0)
	typ, flags := standard(name)
	entSize, stated := uint64(0), false
	if comma := a.scan.Accept(","); comma && (a.scan.Peek().Kind == isa.TokString || a.scan.Peek().Text == "#") {
		stated = true
		if !strings.HasPrefix(name, ".text") {
			typ = progbits
			if ty, _ := standard(name); ty == nobits || ty == noteType || ty >= 14 {
				typ = ty
			}
		}
		flags = 0
	}
	if stated && a.scan.Peek().Kind != isa.TokString { // as Solaris' assembler has them, and AMD's Tensile
		for more := true; more; more = a.scan.Accept(",") {
			hash, t := a.scan.Accept("#"), a.scan.Next()
			f, ok := sunFlags[t.Text]
			if !hash || !ok {
				return errAt(t.Col, "expected #alloc, #write, #execinstr or #tls, found %s", t)
			}
			flags |= f
		}
		if err := a.scan.End(); err != nil {
			return err
		}
	} else if stated {
		t := a.scan.Next()
		for i, c := range t.Text {
			f, ok := map[rune]uint64{'a': shfAlloc, 'w': shfWrite, 'x': shfExec, 'M': shfMerge, 'S': shfStrings, 'T': shfTLS,
				'G': shfGroup,
				'o': shfOrder, 'e': shfExclude, 'R': shfRetain, '?': 0, 'y': 0x20000000, 'l': 0x10000000}[c]
			if !ok {
				return errAt(t.Col+1+i, "a section has no flag %q: a, w, x, M, S, T, G, e, o, R", c)
			}
			flags |= f
		}
		if a.scan.Accept(",") {
			a.scan.Accept("%")
			t := a.scan.Next()
			ok := false
			if typ, ok = sectionTypes[strings.TrimPrefix(strings.ToLower(t.Text), "@")]; t.Kind == isa.TokInt {
				typ, ok = uint32(t.Int), true
			}
			if !ok {
				return errAt(t.Col, "a section's type is @progbits, @nobits or @note, not %s", t)
			}
			if flags&shfMerge != 0 {
				if !a.scan.Accept(",") {
					return errAt(a.scan.Peek().Col, "a section with the flag M needs the size of its entries")
				}
				n, err := a.scan.Known()
				if err != nil {
					return err
				}
				entSize = uint64(n)
			}
			for a.scan.Peek().Kind != isa.TokEnd { // group, linked-to section, unique: not kept
				a.scan.Next()
			}
		}
	} else if t := a.scan.Peek(); t.Kind != isa.TokEnd {
		if t.Kind == isa.TokString || word == ".section" && t.Kind != isa.TokInt {
			return errAt(t.Col, "expected the section's flags in quotes, found %s", t)
		}
		var err error
		if sub, err = a.subsectionNumber(); err == nil {
			err = a.scan.End()
		}
		if err != nil {
			return err
		}
	}
	sec := a.secByID[name]
	if sec == nil {
		sec = a.section(name, typ, flags, entSize)
	} else if stated && (sec.flags != flags || sec.typ != typ) {
		return errAt(at, "the section %s has other flags or another type than before", name)
	}
	if word == ".pushsection" {
		if len(a.stack) >= maxNesting {
			return errAt(at, ".pushsection nests too deeply")
		}
		a.stack = append(a.stack, [2]spot{a.spot(), a.prev})
	}
	a.enterSub(sec, sub)
	return nil
}

func (a *assembler) popSection(string, *statement, int) error {
	n := len(a.stack)
	if n == 0 {
		return errAt(0, ".popsection without .pushsection")
	}
	a.prev = a.stack[n-1][1]
	a.goTo(a.stack[n-1][0])
	a.stack = a.stack[:n-1]
	return a.scan.End()
}

func (a *assembler) previous(_ string, _ *statement, from int) error {
	if a.prev.sec == nil {
		return errAt(from, ".previous without a section before")
	}
	back := a.prev
	a.prev = a.spot()
	a.goTo(back)
	return a.scan.End()
}

// subsection is .subsection NUMBER.
func (a *assembler) subsection(string, *statement, int) error {
	n, err := a.subsectionNumber()
	if err != nil {
		return err
	}
	a.enterSub(a.sec, n)
	return a.scan.End()
}
