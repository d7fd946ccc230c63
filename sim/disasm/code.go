package disasm

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/codeobj"
)

// item is one line of code: an instruction, or bytes that are none.
type item struct {
	addr uint64
	n    int
	in   isa.Inst // Form is nil where it is none
	why  string
	text string // where it is not what the instruction says: with symbols
}

// sweep divides code into instructions, from each symbol on. Data in it is what symbols call
// objects, and version 2's descriptors.
func (t *text) sweep(s *section) {
	data := map[uint64]uint64{} // where it begins: where it ends
	for i := range t.symbols {
		if y := &t.symbols[i]; y.Type == elf.STT_OBJECT && y.Size > 0 {
			data[y.Addr] = max(data[y.Addr], y.Addr+y.Size)
		}
	}
	if t.o.Version == 2 {
		for a := range t.kernels {
			data[a] = a + abi.SizeV2
		}
	}
	end := uint64(0)
	for off := 0; off < len(s.data); {
		it := item{addr: s.Addr + uint64(off), n: min(4, len(s.data)-off)}
		end = max(end, data[it.addr])
		in, err := t.isa.Decode(s.data[off:])
		switch {
		case it.addr < end:
			it.n, it.why = min(it.n, int(end-it.addr)), "data"
		case err == nil:
			it.in, it.n = in, int(in.Len)
			if it.n > 4 && len(t.labels[it.addr+4]) > 0 {
				it.in, it.n, it.why = isa.Inst{}, 4, "ends behind a symbol"
			}
		default:
			it.why = err.Error()
			var e *isa.DecodeError
			if errors.As(err, &e) {
				it.why = strings.TrimSuffix(fmt.Sprintf("%v: %s", e.Err, e.Detail), ": ")
			}
		}
		s.items = append(s.items, it)
		off += it.n
	}
}

// starts reports whether an item begins at an address, or the section ends there.
func (s *section) starts(addr uint64) bool {
	_, ok := slices.BinarySearchFunc(s.items, addr, func(it item, a uint64) int {
		switch {
		case it.addr < a:
			return -1
		case it.addr > a:
			return 1
		}
		return 0
	})
	return ok || addr == s.Addr+s.Size
}

// branches gives labels to the targets of branches.
func (t *text) branches(s *section) {
	for i := range s.items {
		it := &s.items[i]
		if it.in.Form == nil {
			continue
		}
		for _, o := range it.in.Operands() {
			if o.Kind != isa.KindLabel {
				continue
			}
			to := it.addr + 4 + uint64(int64(int32(o.Val)))*4
			if to < s.Addr || to > s.Addr+s.Size || !s.starts(to) {
				continue
			}
			name := t.name(to)
			text := it.in.String()
			if name != "" && t.same(it, s) {
				it.text = text[:strings.LastIndexByte(text, ' ')+1] + name
			}
		}
	}
}

// reach is how many instructions may be between s_getpc_b64 and what adds to it.
const reach = 32

// addresses finds the symbols whose addresses code computes.
func (t *text) addresses(s *section) {
	for i := range s.items {
		it := &s.items[i]
		if it.in.Form == nil || it.in.Form.Base() != "s_getpc_b64" {
			continue
		}
		pc := it.in.Operands()[0].Code
		lo, hi := -1, -1
		for j := i + 1; j < len(s.items) && j <= i+reach && (lo < 0 || hi < 0); j++ {
			next := &s.items[j]
			if next.in.Form == nil || len(t.labels[next.addr]) > 0 {
				break
			}
			if lo < 0 && adds(&next.in, "s_add_u32", pc) {
				lo = j
				continue
			}
			if lo >= 0 && adds(&next.in, "s_addc_u32", pc+1) {
				hi = j
				continue
			}
			if writes(&next.in, pc+1) || lo < 0 && writes(&next.in, pc) || isBranch(&next.in) {
				break
			}
		}
		if lo >= 0 && hi >= 0 {
			t.address(s, it.addr+4, &s.items[lo], &s.items[hi])
		}
	}
}

// adds reports whether the instruction adds a literal to a register.
func adds(in *isa.Inst, name string, reg uint16) bool {
	o := in.Operands()
	return in.Form.Base() == name && in.Len == 8 && len(o) == 3 && o[1].Code == reg && o[2].Code == isa.CodeLiteral
}

// writes reports whether the instruction changes a scalar register.
func writes(in *isa.Inst, reg uint16) bool {
	for _, u := range in.Uses(nil) {
		if u.Write && reg >= u.Code && reg < u.Code+uint16(u.Dwords) {
			return true
		}
	}
	return false
}

// isBranch reports whether the instruction may go elsewhere.
func isBranch(in *isa.Inst) bool {
	for _, o := range in.Operands() {
		if o.Kind == isa.KindLabel {
			return true
		}
	}
	return strings.HasPrefix(in.Form.Base(), "s_setpc") || strings.HasPrefix(in.Form.Base(), "s_swappc") ||
		strings.HasPrefix(in.Form.Base(), "s_endpgm")
}

// address writes a pair of additions with the symbol that it leads to. Both count from a label
// after s_getpc_b64, and their words are 4 bytes before the instruction ends.
func (t *text) address(s *section, pc uint64, lo, hi *item) {
	word := func(it *item) uint64 { return uint64(le.Uint32(s.data[it.addr-s.Addr+4:])) }
	target := pc + (word(lo) | word(hi)<<32)
	name, kind := "", "rel32"
	if r := t.words[target]; r != nil && t.inGOT(target) {
		name, kind = t.word(r), "gotpcrel32"
		if !labelName.MatchString(name) {
			return
		}
	} else if name = t.name(target); name == "" {
		return
	}
	from := t.label(pc, "Lpc_")
	symbol, plus, _ := strings.Cut(name, "+")
	if plus != "" {
		plus = "+" + plus
	}
	for _, x := range [...]struct {
		it   *item
		half string
	}{{lo, "lo"}, {hi, "hi"}} {
		text := x.it.in.String()
		end := t.label(x.it.addr+8, "Lend_")
		x.it.text = fmt.Sprintf("%s %s@%s@%s%s+(%s-4-%s)", text[:strings.LastIndexByte(text, ' ')], symbol, kind,
			x.half, plus, end, from)
	}
}

// inGOT reports whether an address is in the global offset table.
func (t *text) inGOT(addr uint64) bool {
	return slices.ContainsFunc(t.o.Sections, func(s codeobj.Section) bool {
		return s.Name == ".got" &&
			addr >= s.Addr && addr-s.Addr < s.Size
	})
}

// same reports whether the instruction's own text assembles to the same bytes.
func (t *text) same(it *item, s *section) bool {
	in, err := t.isa.ParseInst(it.in.String())
	if err != nil || isa.Executable(&in) != nil {
		return false
	}
	b, err := isa.Encode(&in)
	return err == nil && bytes.Equal(b, s.data[it.addr-s.Addr:][:it.n])
}

// code writes a section of code.
func (t *text) code(s *section) {
	line := codeobj.SourceLine{}
	entries, ends := map[uint64]bool{}, uint64(0)
	for i := range t.o.Kernels {
		k := &t.o.Kernels[i]
		if entries[k.Entry] = true; t.o.Version == 2 {
			entries[k.Entry], entries[k.DescAddr] = false, true
		}
	}
	for i := 0; i < len(s.items); i++ {
		it := &s.items[i]
		if entries[it.addr] { // the hardware needs it, also where something was added before
			fmt.Fprint(t.out, "\t.p2align 8\n")
		}
		for _, name := range t.labels[it.addr] {
			j := slices.IndexFunc(t.symbols, func(y codeobj.Symbol) bool { return y.Name == name })
			if j >= 0 {
				ends = max(ends, it.addr+max(t.symbols[j].Size, 1))
			}
		}
		t.here(it.addr, false)
		if n := s.padding(i); n > 1 && it.addr >= ends && !t.labelled(it.addr+4, s.items[i+n-1].addr+4) {
			fmt.Fprintf(t.out, "\t%-58s ; %08x\n", fmt.Sprintf(".zero %d", 4*n), it.addr)
			i += n - 1
			continue
		}
		if k := t.kernels[it.addr]; k != nil && t.o.Version == 2 && t.codeT(k, s.data[it.addr-s.Addr:]) {
			for i+1 < len(s.items) && s.items[i+1].addr < it.addr+abi.SizeV2 {
				i++
			}
			continue
		}
		if l := t.line(it.addr); l != line {
			if line = l; l.File != "" {
				fmt.Fprintf(t.out, "; %s:%d\n", l.File, l.Line)
			}
		}
		data := s.data[it.addr-s.Addr:][:it.n]
		text, why := it.text, it.why
		if r := t.words[it.addr+uint64(it.n)-4]; r != nil && it.in.Form != nil && it.n == 8 {
			text = withLiteral(t.isa, isa.SyntaxLLVM, data, t.half(r))
		}
		if text == "" && it.in.Form != nil {
			if text = it.in.String(); !t.same(it, s) {
				text, why = "", text+": the assembler encodes this in another way"
			}
		}
		if text == "" {
			text = raw(data)
		} else {
			why = dwords(data)
		}
		fmt.Fprintf(t.out, "\t%-58s ; %08x: %s\n", text, it.addr, strings.ReplaceAll(why, "\n", " "))
	}
}

// half is the expression of a relocated word of code, empty where there is none.
func (t *text) half(r *codeobj.Relocation) string {
	kind := map[codeobj.RelocType]string{codeobj.RelocAbs32Lo: "abs32@lo", codeobj.RelocAbs32Hi: "abs32@hi"}[r.Type]
	if kind == "" || !labelName.MatchString(r.Symbol.Name) {
		return ""
	}
	s := r.Symbol.Name + "@" + kind
	if r.Addend != 0 {
		s += fmt.Sprintf("%+d", r.Addend)
	}
	return s
}

// padding is how many dwords of zero there are from an item on.
func (s *section) padding(i int) (n int) {
	for ; i+n < len(s.items) && s.items[i+n].n == 4 && le.Uint32(s.data[s.items[i+n].addr-s.Addr:]) == 0; n++ {
	}
	return n
}

// labelled reports whether an address from one to another, exclusive, has a label.
func (t *text) labelled(from, to uint64) bool {
	for a := from; a < to; a += 4 {
		if len(t.labels[a]) > 0 {
			return true
		}
	}
	return false
}

// line is the source line of an address.
func (t *text) line(addr uint64) codeobj.SourceLine {
	i := sort.Search(len(t.source), func(i int) bool { return t.source[i].Addr > addr })
	if i == 0 {
		return codeobj.SourceLine{}
	}
	l := t.source[i-1]
	l.Addr = 0 // so that lines can be compared
	return l
}

// raw writes bytes that are no instruction.
func raw(b []byte) string {
	if len(b)%4 == 0 {
		var s []string
		for ; len(b) > 0; b = b[4:] {
			s = append(s, fmt.Sprintf("%#x", le.Uint32(b)))
		}
		return ".long " + strings.Join(s, ", ")
	}
	var s []string
	for _, x := range b {
		s = append(s, fmt.Sprintf("%#x", x))
	}
	return ".byte " + strings.Join(s, ", ")
}

// dwords writes bytes as dwords.
func dwords(b []byte) string {
	var s []string
	for ; len(b) >= 4; b = b[4:] {
		s = append(s, fmt.Sprintf("%08x", le.Uint32(b)))
	}
	return strings.Join(s, " ")
}
