package debug

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/codeobj"
)

// Source is where the instructions of a program come from: lines of assembly text, or those that
// the debug information of a code object names, and labels. Addresses are those that disassemblers
// print.
type Source struct {
	object *codeobj.Object
	target isa.Target
	code   []byte
	base   uint64 // of code
	lines  []codeobj.SourceLine
	labels []codeobj.Label
}

func newSource(cfg *Config) *Source {
	o := cfg.Object
	s := &Source{object: o, target: o.ISA()}
	if i, err := o.Code(); err == nil {
		s.code, s.base = o.Segments[i].Data, o.Segments[i].Addr
	}
	s.lines = o.SourceLines()
	if len(s.lines) == 0 {
		path := cmp.Or(cfg.Text, cfg.File.Resolve(cfg.File.Code))
		for _, l := range o.Lines {
			if !l.Data {
				s.lines = append(s.lines, codeobj.SourceLine{Addr: uint64(l.Offset), File: path, Line: l.Line})
			}
		}
	}
	s.labels = slices.Clone(o.Labels)
	for i := range o.Symbols {
		if y := &o.Symbols[i]; y.Defined && y.Name != "" && !y.Abs {
			s.labels = append(s.labels, codeobj.Label{Name: y.Name, Addr: y.Addr})
		}
	}
	for i := range o.Kernels {
		s.labels = append(s.labels, codeobj.Label{Name: o.Kernels[i].Name, Addr: o.Kernels[i].Entry})
	}
	s.labels = slices.DeleteFunc(s.labels, func(l codeobj.Label) bool {
		return l.Addr < s.base || l.Addr-s.base >= uint64(len(s.code))
	})
	slices.SortStableFunc(s.labels, func(a, b codeobj.Label) int { return cmp.Compare(a.Addr, b.Addr) })
	return s
}

// Line is the line of an instruction; ok is false where it is not known.
func (s *Source) Line(pc uint64) (l codeobj.SourceLine, ok bool) {
	i, found := slices.BinarySearchFunc(s.lines, pc,
		func(l codeobj.SourceLine, a uint64) int { return cmp.Compare(l.Addr, a) })
	if !found {
		i--
	}
	if i < 0 || s.lines[i].File == "" || s.lines[i].Line == 0 {
		return l, false
	}
	for found && i+1 < len(s.lines) && s.lines[i+1].Addr == pc { // the last row of an address counts
		i++
	}
	return s.lines[i], true
}

// Base is the address of the first instruction.
func (s *Source) Base() uint64 { return s.base }

// Files are the source files.
func (s *Source) Files() (list []string) {
	for _, l := range s.lines {
		if l.File != "" && !slices.Contains(list, l.File) {
			list = append(list, l.File)
		}
	}
	return list
}

// Labels are the names of places in the code.
func (s *Source) Labels() (names []string) {
	for _, l := range s.labels {
		names = append(names, l.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Label is the label at or before an address, and how far the address is behind it.
func (s *Source) Label(pc uint64) (name string, off uint64) {
	for _, l := range s.labels {
		if l.Addr > pc {
			break
		}
		name, off = l.Name, pc-l.Addr
	}
	return name, off
}

// Target is where a branch goes to: a label and what is to be added; ok is false for other
// instructions.
func (s *Source) Target(pc uint64) (where string, ok bool) {
	if s.isCode(pc) != nil {
		return "", false
	}
	in, err := s.target.Decode(s.code[pc-s.base:])
	if err != nil {
		return "", false
	}
	for _, o := range in.Operands() {
		if o.Kind != isa.KindLabel {
			continue
		}
		to := pc + uint64(in.Len) + uint64(int64(int32(o.Val)))*4
		if name, off := s.Label(to); name != "" && off == 0 {
			return name, true
		}
		return fmt.Sprintf("%#x", to), true
	}
	return "", false
}

// Function is the kernel or function that an instruction is in; empty where none is known to have it.
func (s *Source) Function(pc uint64) string { return s.object.Function(pc) }

// Find finds a place in the code: an address (0x14), a label (loop, loop+8), a line of the source
// (:12, file.s:12). A line may have several instructions: their first addresses are given, one for
// each run of instructions.
func (s *Source) Find(where string) ([]uint64, error) {
	where = strings.TrimSpace(where)
	if where == "" {
		return nil, fmt.Errorf("want an address (0x14), a label, or a line (:12, file.s:12)")
	}
	if file, n, ok := cutLast(where, ':'); ok {
		if line, err := strconv.Atoi(n); err == nil {
			return s.atLine(file, line)
		}
	}
	if pc, err := strconv.ParseUint(where, 0, 64); err == nil {
		err := s.isCode(pc)
		if n, no := strconv.Atoi(where); err != nil && no == nil {
			if _, no := s.atLine("", n); no == nil {
				err = fmt.Errorf("%w; line %d is :%d", err, n, n)
			}
		}
		return []uint64{pc}, err
	}
	name, offset, plus := strings.Cut(where, "+")
	off := uint64(0)
	if plus {
		var err error
		if off, err = strconv.ParseUint(strings.TrimSpace(offset), 0, 32); err != nil {
			return nil, fmt.Errorf("%s: %q is no number", where, offset)
		}
	}
	for _, l := range s.labels {
		if l.Name == strings.TrimSpace(name) {
			return []uint64{l.Addr + off}, s.isCode(l.Addr + off)
		}
	}
	names := s.Labels()
	return nil, fmt.Errorf("there is no label %q; there are: %s", name, strings.Join(names[:min(len(names), 20)], " "))
}

func cutLast(text string, c byte) (a, b string, ok bool) {
	if i := strings.LastIndexByte(text, c); i >= 0 {
		return text[:i], text[i+1:], true
	}
	return text, "", false
}

// isCode reports what is wrong with an address of an instruction.
func (s *Source) isCode(pc uint64) error {
	if pc < s.base || pc-s.base >= uint64(len(s.code)) || pc%4 != 0 {
		return fmt.Errorf("%#x is not the address of an instruction: the code is at %#x to %#x, in steps of 4", pc, s.base,
			s.base+uint64(len(s.code))-1)
	}
	return nil
}

// atLine finds the instructions of a line of a file; the file may be given by the end of its path,
// and not at all.
func (s *Source) atLine(file string, line int) (pcs []uint64, err error) {
	if len(s.lines) == 0 {
		return nil, fmt.Errorf("nothing is known of the code's source: name an address or a label")
	}
	before := 0
	for i, l := range s.lines {
		if l.File == "" || !sameFile(l.File, file) {
			continue
		}
		if l.Line < line {
			before = max(before, l.Line)
		}
		if l.Line != line || i > 0 && s.lines[i-1].Line == line && s.lines[i-1].File == l.File {
			continue
		}
		pcs = append(pcs, l.Addr)
	}
	if len(pcs) == 0 {
		return nil, fmt.Errorf("line %d of %s has no instruction; the last one before it that has is %d", line,
			cmp.Or(file, strings.Join(s.Files(), ", ")), before)
	}
	slices.Sort(pcs)
	return slices.Compact(pcs), nil
}

// sameFile reports whether a path, or the end of one, names a file; the empty one names every file.
func sameFile(file, name string) bool {
	if name == "" || file == name {
		return true
	}
	file, name = filepath.ToSlash(file), filepath.ToSlash(name)
	return strings.HasSuffix(file, "/"+name) || strings.HasSuffix(name, "/"+file) ||
		filepath.Base(file) == filepath.Base(name)
}

// Instruction is a line of a disassembly.
type Instruction struct {
	PC    uint64 // as disassemblers print it
	Bytes []byte // its encoding
	Text  string
	Label string // that begins here
	File  string // of its source, where known
	Line  int    // in File, from 1; 0: not known
}

// Disassemble decodes n instructions from an address on, fewer at the end of the code. A negative
// before asks for so many in front of it too, as far as the code there can be told.
func (s *Source) Disassemble(pc uint64, before, n int) (list []Instruction) {
	at := s.back(pc, before)
	for n += before; len(list) < n && at >= s.base && at-s.base < uint64(len(s.code)); {
		rest := s.code[at-s.base:]
		x := Instruction{PC: at}
		size := 4
		in, err := s.target.Decode(rest)
		if err == nil {
			x.Text, size = in.String(), int(in.Len)
		} else if len(rest) >= 4 {
			x.Text = fmt.Sprintf(".long 0x%02x%02x%02x%02x", rest[3], rest[2], rest[1], rest[0])
		}
		x.Bytes = rest[:min(size, len(rest))]
		if name, off := s.Label(at); off == 0 {
			x.Label = name
		}
		if l, ok := s.Line(at); ok {
			x.File, x.Line = l.File, l.Line
		}
		list = append(list, x)
		at += uint64(size)
	}
	return list
}

// back is the address n instructions before pc: decoded from a label or the beginning of the code
// on, so that it meets pc.
func (s *Source) back(pc uint64, n int) uint64 {
	if n <= 0 || pc < s.base {
		return pc
	}
	starts := []uint64{}
	from := s.base
	if pc-s.base > uint64(n)*8+4096 {
		from = pc - uint64(n)*8 - 4096
	}
	for _, l := range s.labels {
		if l.Addr <= pc && l.Addr+uint64(n)*8 <= pc {
			from = max(from, l.Addr)
		}
	}
	for at := from; at < pc && at-s.base < uint64(len(s.code)); {
		starts = append(starts, at)
		in, err := s.target.Decode(s.code[at-s.base:])
		if err != nil {
			at += 4
			continue
		}
		at += uint64(in.Len)
	}
	if len(starts) == 0 {
		return pc
	}
	return starts[max(0, len(starts)-n)]
}
