package codeobj

import (
	"bytes"
	"cmp"
	"debug/dwarf"
	"debug/elf"
	"path"
	"slices"
	"sort"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// SourceLine says which line of a source file an instruction comes from.
type SourceLine struct {
	Addr uint64 // link-time address from which on it is so
	File string // empty: from here on nothing is known
	Line int    // counted from 1; 0 where File is empty
	Col  int    // counted from 1; 0: the line as a whole
}

// Limits of what is read of debug information.
const (
	maxSourceLines = 1 << 22
	maxScopes      = 1 << 20
	maxInlined     = 64 // functions that were inlined into each other at one place
)

// SourceLines reads the lines of a linked object's debug information (DWARF), by address. There are
// none where the object has no such information, or none that can be read: it changes nothing that
// is run.
func (o *Object) SourceLines() []SourceLine { return o.debugInfo().lines }

// Frame is a place in a source file. A function that was inlined has the frame of its caller behind
// it.
type Frame struct {
	Func string // its name; of code without debug information the symbol or label; "" where there is none
	File string // as the debug information has it, often absolute; "" where it is not known
	Line int    // counted from 1; 0 where it is not known
	Col  int    // counted from 1; 0: the line as a whole
}

// Twin reports whether a frame is the body of a kernel that clang has wrapped in a function of the
// same name, and caller is that function.
func (f Frame) Twin(caller Frame) bool { return f.Func == caller.Func && f.File == caller.File }

// Source says where instructions come from: by debug information, else by the lines of assembly text
// and by symbols.
type Source struct {
	o      *Object
	text   string
	lines  []SourceLine
	scopes []scope
	ranges int // read
	funcs  []symbolAt
}

// scope is where a function is, or was inlined: of those that contain an address the innermost one.
type scope struct {
	lo, hi   uint64
	depth    int
	name     string
	callFile string // of an inlined function: where it was called
	callLine int
	callCol  int
	inlined  bool
	caller   int // index of the scope around it, -1: none
}

// symbolAt is a name from an address on.
type symbolAt struct {
	addr, end uint64
	name      string
}

// Source reads where the object's instructions come from. text is the name of its assembly text, ""
// where it is a binary. It is never nil: what is not known is empty in frames.
func (o *Object) Source(text string) *Source {
	s := o.debugInfo()
	s.text = text
	for i := range o.Symbols {
		if y := &o.Symbols[i]; y.Defined && !y.Abs && (y.Type == elf.STT_FUNC || y.Type == SymKernel) {
			s.funcs = append(s.funcs, symbolAt{y.Addr, y.Addr + y.Size, y.Name})
		}
	}
	for _, l := range o.Labels {
		s.funcs = append(s.funcs, symbolAt{l.Addr, 0, l.Name})
	}
	slices.SortStableFunc(s.funcs, func(a, b symbolAt) int { return cmp.Compare(a.addr, b.addr) })
	return s
}

// Frames are the places of the instruction at a link-time address: the innermost function first,
// then those that it was inlined into. There is at least one; it is empty where nothing is known.
func (s *Source) Frames(addr uint64) []Frame {
	f := Frame{}
	if i := sort.Search(len(s.lines), func(i int) bool { return s.lines[i].Addr > addr }) - 1; i >= 0 {
		f.File, f.Line, f.Col = s.lines[i].File, s.lines[i].Line, s.lines[i].Col
	}
	if f.File == "" {
		if line := s.o.Line(addr); line != 0 {
			f.File, f.Line = s.text, line
		}
	}
	var list []Frame
	for at := s.scope(addr); at >= 0 && len(list) < maxInlined; at = s.scopes[at].caller {
		c := &s.scopes[at]
		f.Func = c.name
		list = append(list, f)
		if !c.inlined {
			return list
		}
		f = Frame{File: c.callFile, Line: c.callLine, Col: c.callCol}
	}
	f.Func = s.symbol(addr)
	return append(list, f)
}

// Known reports whether lines are known of any instruction.
func (s *Source) Known() bool { return len(s.lines) > 0 || len(s.o.Lines) > 0 }

// Place is where the instruction at a link-time address comes from, as findings say it: the line of
// the innermost function.
func (s *Source) Place(addr uint64) waitcnt.Place {
	frames := s.Frames(addr)
	p := waitcnt.Place{Line: frames[0].Line, File: frames[0].File}
	for i, f := range frames[:len(frames)-1] {
		if !f.Twin(frames[i+1]) {
			p.Inlined = append(p.Inlined, f.Func)
		}
	}
	return p
}

// symbol is the name of the function or label that the address is behind.
func (s *Source) symbol(addr uint64) string {
	i := sort.Search(len(s.funcs), func(i int) bool { return s.funcs[i].addr > addr }) - 1
	if i < 0 || s.funcs[i].end > s.funcs[i].addr && addr >= s.funcs[i].end {
		return ""
	}
	return s.funcs[i].name
}

// scope is the index of the innermost scope around an address, -1 where there is none. Scopes stand
// by their beginning, the outer one first.
func (s *Source) scope(addr uint64) int {
	at := sort.Search(len(s.scopes), func(i int) bool { return s.scopes[i].lo > addr }) - 1
	for at >= 0 && addr >= s.scopes[at].hi {
		at = s.scopes[at].caller
	}
	return at
}

// debugInfo reads lines and functions of DWARF; both are empty where there is none that can be read.
func (o *Object) debugInfo() *Source {
	s := &Source{o: o}
	if o.file == nil {
		return s
	}
	f, err := elf.NewFile(bytes.NewReader(o.file))
	if err != nil || f.Section(".debug_line") == nil || f.Section(".debug_info") == nil {
		return s
	}
	d, err := f.DWARF()
	if err != nil {
		return s
	}
	units := d.Reader()
	// An entry has a byte at least: a reader that is still not at the end goes round in broken units.
	for left := len(o.file); left > 0; left-- {
		unit, err := units.Next()
		if err != nil || unit == nil {
			break
		}
		// Not by SkipChildren, which follows references of entries: they may lead back.
		if unit.Tag != dwarf.TagCompileUnit {
			continue
		}
		lines, err := d.LineReader(unit)
		if err != nil || lines == nil {
			continue
		}
		dir, _ := unit.Val(dwarf.AttrCompDir).(string)
		var e dwarf.LineEntry
		for lines.Next(&e) == nil && len(s.lines) < maxSourceLines {
			l := SourceLine{Addr: e.Address}
			if !e.EndSequence && e.File != nil {
				l.File, l.Line, l.Col = inDir(dir, e.File.Name), e.Line, e.Column
			}
			s.lines = append(s.lines, l)
		}
		if unit.Children {
			s.readScopes(d, units, dir, lines.Files())
		}
	}
	slices.SortStableFunc(s.lines, func(a, b SourceLine) int { return cmp.Compare(a.Addr, b.Addr) })
	s.nest()
	return s
}

// inDir is a file of a unit that was compiled in a directory.
func inDir(dir, file string) string {
	if path.IsAbs(file) || file == "" {
		return file
	}
	return path.Join(dir, file)
}

// readScopes reads the functions of a unit, behind whose entry the reader is, up to its end.
func (s *Source) readScopes(d *dwarf.Data, r *dwarf.Reader, dir string, files []*dwarf.LineFile) {
	left := len(s.o.file)
	for depth := 1; depth > 0 && s.ranges < maxScopes && left > 0; left-- {
		e, err := r.Next()
		if err != nil || e == nil {
			return
		}
		if e.Tag == 0 {
			depth--
			continue
		}
		inlined := e.Tag == dwarf.TagInlinedSubroutine
		if inlined || e.Tag == dwarf.TagSubprogram {
			ranges, err := d.Ranges(e)
			s.ranges += len(ranges)
			c := scope{depth: depth, inlined: inlined}
			if err == nil && len(ranges) > 0 {
				c.name = functionName(d, e)
			}
			if at, ok := e.Val(dwarf.AttrCallFile).(int64); ok && at >= 0 && at < int64(len(files)) && files[at] != nil {
				c.callFile = inDir(dir, files[at].Name)
			}
			c.callLine, c.callCol = number(e, dwarf.AttrCallLine), number(e, dwarf.AttrCallColumn)
			for _, x := range ranges {
				if c.lo, c.hi = x[0], x[1]; err == nil && c.lo < c.hi {
					s.scopes = append(s.scopes, c)
				}
			}
		}
		if e.Children {
			depth++
		}
	}
}

func number(e *dwarf.Entry, a dwarf.Attr) int {
	n, _ := e.Val(a).(int64)
	return int(n)
}

// functionName is the name of a function, which may stand at the entry that it refers to.
func functionName(d *dwarf.Data, e *dwarf.Entry) string {
	for range 8 { // an instance, its abstract origin, its declaration
		if name, ok := e.Val(dwarf.AttrName).(string); ok {
			return name
		}
		at, ok := e.Val(dwarf.AttrAbstractOrigin).(dwarf.Offset)
		if !ok {
			if at, ok = e.Val(dwarf.AttrSpecification).(dwarf.Offset); !ok {
				return ""
			}
		}
		r := d.Reader()
		r.Seek(at)
		next, err := r.Next()
		if err != nil || next == nil {
			return ""
		}
		e = next
	}
	return ""
}

// nest puts scopes into the order of their beginnings, outer ones first: the innermost scope of an
// address is the last one that begins before it, or one around that.
func (s *Source) nest() {
	slices.SortStableFunc(s.scopes, func(a, b scope) int {
		return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(b.hi, a.hi), cmp.Compare(a.depth, b.depth))
	})
	var around []int
	for i := range s.scopes {
		c := &s.scopes[i]
		for len(around) > 0 && s.scopes[around[len(around)-1]].hi <= c.lo {
			around = around[:len(around)-1]
		}
		if c.caller = -1; len(around) > 0 {
			c.caller = around[len(around)-1]
			c.hi = min(c.hi, s.scopes[c.caller].hi) // debug information that overlaps is cut
		}
		around = append(around, i)
	}
}
