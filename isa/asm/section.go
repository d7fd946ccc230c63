package asm

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// Section types and flags of ELF.
const (
	progbits = 1
	noteType = 7
	nobits   = 8

	shfWrite   = 1
	shfAlloc   = 2
	shfExec    = 4
	shfMerge   = 0x10
	shfStrings = 0x20
	shfInfo    = 0x40
	shfOrder   = 0x80
	shfGroup   = 0x200
	shfTLS     = 0x400
	shfRetain  = 0x200000
	shfExclude = 0x80000000
)

// section is a section that is being made: a list of fragments.
type section struct {
	name    string
	typ     uint32
	flags   uint64
	entSize uint64
	align   int64
	nobits  bool
	index   int
	sub     int64 // the subsection that frags are of; after the text frags are of all
	frags   []*fragment
	others  map[int64][]*fragment // of the other subsections
	size    int64
	lines   []lineAt
	locs    []locAt
	relocs  []givenReloc
}

// text reports whether the section holds code.
func (s *section) text() bool { return s.flags&shfExec != 0 }

type fragKind uint8

const (
	fragData  fragKind = iota
	fragFixed          // a number of bytes that is known: .zero in a section without bytes
	fragAlign
	fragFill // a number of bytes that depends on an expression
	fragOrg
	fragLEB
)

// fragment is a piece of a section: data, or room whose size the layout finds.
type fragment struct {
	kind   fragKind
	index  int // in the subsection
	sub    int64
	data   []byte
	fixups []fixup
	off    int64 // found by the layout
	n      int64 // size but of fragData
	place  place

	align   int64
	limit   int64 // most bytes of padding; 0: no limit
	code    bool  // padding is s_nop
	fill    uint64
	fillLen int
	expr    *isa.Expr
	signed  bool // of fragLEB
}

func (f *fragment) size() int64 {
	if f.kind == fragData {
		return int64(len(f.data))
	}
	return f.n
}

type fixKind uint8

const (
	fixData fixKind = iota
	fixBranch
)

// fixup is a value in a fragment that is known after the layout.
type fixup struct {
	at, size int
	kind     fixKind
	pcrel    bool
	expr     *isa.Expr
	place    place
}

type lineAt struct {
	f     *fragment
	at, n int
	pos   Pos
	data  bool
}

type locAt struct {
	f   *fragment
	at  int
	loc DebugLine
}

// section finds or makes a section.
func (a *assembler) section(name string, typ uint32, flags uint64, entSize uint64) *section {
	if s := a.secByID[name]; s != nil {
		return s
	}
	s := &section{name: name, typ: typ, flags: flags, entSize: entSize, align: 1, nobits: typ == nobits,
		index: len(a.secs)}
	if s.text() {
		s.align = 4
	}
	a.secByID[name] = s
	a.secs = append(a.secs, s)
	return s
}

// spot is a section with the subsection of it that a text is in.
type spot struct {
	sec *section
	sub int64
}

// spot is where the text is.
func (a *assembler) spot() spot {
	if a.sec == nil {
		return spot{}
	}
	return spot{a.sec, a.sec.sub}
}

// enter makes a section the current one, with its subsection 0.
func (a *assembler) enter(s *section) { a.enterSub(s, 0) }

// maxSub is the highest number of a subsection, as GNU as has it.
const maxSub = 8192

// enterSub makes a subsection the current one: the section consists of its subsections in the order
// of their numbers.
func (a *assembler) enterSub(s *section, sub int64) {
	a.prev = a.spot()
	a.goTo(spot{s, sub})
}

// goTo makes a place the current one.
func (a *assembler) goTo(to spot) {
	a.sec = to.sec
	if s := to.sec; s != nil && s.sub != to.sub {
		if s.others == nil {
			s.others = map[int64][]*fragment{}
		}
		s.others[s.sub] = s.frags
		s.frags, s.sub = s.others[to.sub], to.sub
		delete(s.others, to.sub)
	}
}

// part is the fragments of a subsection.
func (s *section) part(sub int64) []*fragment {
	if sub == s.sub {
		return s.frags
	}
	return s.others[sub]
}

// join puts the subsections behind one another.
func (s *section) join() {
	if len(s.others) == 0 {
		return
	}
	s.others[s.sub] = s.frags
	s.frags, s.sub = nil, 0
	for _, n := range slices.Sorted(maps.Keys(s.others)) {
		for _, f := range s.others[n] {
			f.sub = 0
			s.add(f)
		}
	}
	s.others = nil
}

// add appends a fragment.
func (s *section) add(f *fragment) *fragment {
	f.index, f.sub = len(s.frags), s.sub
	s.frags = append(s.frags, f)
	return f
}

// data is the fragment to append bytes to.
func (s *section) data() *fragment {
	if n := len(s.frags); n > 0 && s.frags[n-1].kind == fragData {
		return s.frags[n-1]
	}
	return s.add(&fragment{kind: fragData})
}

// codePadding is s_nop 0, with which code is padded.
const codePadding = 0xbf800000

// layout finds the offsets of all fragments.
func (a *assembler) layout() bool {
	const rounds = 32
	for range rounds {
		again := false
		for _, s := range a.secs {
			off := int64(0)
			for _, f := range s.frags {
				if f.off != off {
					f.off, again = off, true
				}
				n, err := a.measure(s, f, off)
				if err != nil {
					a.errorAt(f.place, err.Error())
					return false
				}
				if n != f.size() {
					f.n, again = n, true
				}
				if off += n; off > a.most.size && !s.nobits || off > math.MaxInt64/4 {
					a.errorAt(f.place, fmt.Sprintf("the section %s has more than %d MiB", s.name, a.most.size>>20))
					return false
				}
			}
			s.size = off
		}
		if !again {
			return true
		}
	}
	a.errorAt(a.current.place, "the sizes of sections depend on one another: no layout fits")
	return false
}

// measure is the size of a fragment at an offset.
func (a *assembler) measure(s *section, f *fragment, off int64) (int64, error) {
	switch f.kind {
	case fragData, fragFixed:
		return f.size(), nil
	case fragAlign:
		n := -off & (f.align - 1)
		if f.limit > 0 && n > f.limit {
			n = 0
		}
		return n, nil
	}
	v, err := a.eval(f.expr, true)
	if err == nil {
		a.cancel(&v, true)
	}
	switch {
	case err != nil:
		return 0, err
	case f.kind == fragOrg && v.add != nil && v.sub == nil && v.add.kind == label && v.add.sec == s:
		v.c += v.add.offset()
	case v.add != nil || v.sub != nil:
		return 0, a.unknown([]reloc{v})
	}
	switch f.kind {
	case fragOrg:
		if v.c < off {
			return 0, fmt.Errorf(".org to %#x, which lies behind: this is %#x", v.c, off)
		}
		return v.c - off, nil
	case fragLEB:
		// It never shrinks, so that the layout ends.
		f.data = leb(f.data[:0], v.c, f.signed, int(f.n))
		return int64(len(f.data)), nil
	}
	if v.c < 0 || v.c*int64(f.fillLen) > a.most.size {
		return 0, fmt.Errorf("the count is %d", v.c)
	}
	return v.c * int64(f.fillLen), nil
}

// leb appends a number in LEB128, padded to a least size.
func leb(b []byte, v int64, signed bool, least int) []byte {
	for {
		c := byte(v & 0x7f)
		if signed {
			v >>= 7
		} else {
			v = int64(uint64(v) >> 7)
		}
		more := v != 0
		if signed {
			more = v != 0 && v != -1 || (v == 0) != (c&0x40 == 0)
		}
		if !more && len(b)+1 >= least {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

// contents is the bytes of a section, and its relocations.
func (a *assembler) contents(s *section) (data []byte, relocs []Reloc) {
	if s.nobits {
		return nil, nil
	}
	data = make([]byte, 0, s.size)
	for _, f := range s.frags {
		start := len(data)
		switch f.kind {
		case fragData, fragLEB:
			data = append(data, f.data...)
			for i := range f.fixups {
				x := &f.fixups[i]
				r, ok, err := a.fix(s, f, x, data[start+x.at:])
				if err != nil {
					a.errorAt(x.place, err.Error())
				} else if ok && s.index == 0 && (a.raw() || a.u.Symbols[r.Symbol].Section == Undefined &&
					a.u.Symbols[r.Symbol].Bind != stbWeak) {
					a.errorAt(x.place, a.noLoader(x))
				} else if ok {
					relocs = append(relocs, r)
				}
			}
		case fragAlign:
			data = pad(data, int(f.n), f)
		default:
			var w [8]byte
			binary.LittleEndian.PutUint64(w[:], f.fill)
			for n := f.n; n > 0; n -= int64(f.fillLen) {
				data = append(data, w[:min(int64(f.fillLen), n)]...)
			}
		}
	}
	return data, relocs
}

// pad appends the padding of an alignment: code with s_nop, after zeros up to a whole dword.
func pad(data []byte, n int, f *fragment) []byte {
	if f.code {
		for ; n%4 != 0; n-- {
			data = append(data, 0)
		}
		for ; n > 0; n -= 4 {
			data = binary.LittleEndian.AppendUint32(data, codePadding)
		}
		return data
	}
	var w [8]byte
	binary.LittleEndian.PutUint64(w[:], f.fill)
	for ; n%f.fillLen != 0; n-- {
		data = append(data, 0)
	}
	for ; n > 0; n -= f.fillLen {
		data = append(data, w[:f.fillLen]...)
	}
	return data
}

// fix fills a value in, or makes a relocation of it.
func (a *assembler) fix(s *section, f *fragment, x *fixup, b []byte) (Reloc, bool, error) {
	v, err := a.eval(x.expr, true)
	if err != nil {
		return Reloc{}, false, err
	}
	a.cancel(&v, true)
	at := f.off + int64(x.at)
	if x.kind == fixBranch {
		return Reloc{}, false, a.branch(s, x, v, at, b)
	}
	put := func(n int64) (Reloc, bool, error) {
		if x.size < 4 && (n < -1<<(8*x.size-1) || n >= 1<<(8*x.size)) {
			return Reloc{}, false, fmt.Errorf("%d does not fit %d bits", n, 8*x.size)
		}
		for i := range min(x.size, 8) {
			b[i] = byte(n >> (8 * i))
		}
		return Reloc{}, false, nil
	}
	if v.add == nil && v.sub == nil {
		return put(v.c)
	}
	if v.add == nil {
		return Reloc{}, false, errRelocatable
	}
	c, pcrel := v.c, x.pcrel
	if v.sub != nil {
		if v.sub.kind == undefined {
			return Reloc{}, false, fmt.Errorf("the symbol %s is not defined", v.sub.name)
		}
		if v.sub.kind != label || v.sub.sec != s || pcrel {
			return Reloc{}, false, fmt.Errorf("the difference of %s and %s is not known: they are in different sections",
				v.add.name, v.sub.name)
		}
		c += at - v.sub.offset()
		pcrel = true
	}
	sym := v.add
	if pcrel && v.modifier == "" && sym.kind == label && sym.sec == s && !a.preemptible(sym) {
		return put(c + sym.offset() - at)
	}
	if n := c + sym.offsetIn(s) - at; a.raw() && sym.kind == label && sym.sec == s {
		switch v.modifier {
		case "rel32@lo":
			return put(int64(uint32(n)))
		case "rel32@hi":
			return put(n >> 32)
		case "rel64":
			return put(n)
		}
	}
	r := Reloc{Offset: uint64(at), Addend: c, Pos: x.place.pos}
	switch {
	case v.modifier != "":
		r.Type = modifiers[v.modifier]
	case x.size == 4 && pcrel:
		r.Type = RelocRel32
	case x.size == 4:
		r.Type = RelocAbs32
	case x.size == 8 && pcrel:
		r.Type = RelocRel64
	case x.size == 8:
		r.Type = RelocAbs64
	default:
		if sym.kind == undefined {
			return r, false, fmt.Errorf("the symbol %s is not defined", sym.name)
		}
		return r, false, fmt.Errorf("an address does not fit %d bytes", x.size)
	}
	if strings.HasPrefix(sym.name, "SCRATCH_RSRC_DWORD") && v.modifier == "" {
		r.Type = RelocAbs32Lo
	}
	if sym.kind == undefined && sym.name != "" && sym.name[0] >= '0' && sym.name[0] <= '9' {
		return r, false, fmt.Errorf("there is no label %s: behind this line", strings.TrimRight(sym.name, "f"))
	}
	r.Symbol = a.export(sym)
	return r, true, nil
}

// raw reports whether the result is code without a file format, which nobody relocates.
func (a *assembler) raw() bool { return a.o.Raw || len(a.kernels) == 0 && !a.u.IsObject() }

// noLoader says why raw code cannot have a value.
func (a *assembler) noLoader(x *fixup) string {
	v, _ := a.eval(x.expr, true)
	if v.add.kind == undefined {
		return fmt.Sprintf("the symbol %s is not defined%s", v.add.name, a.nearest(v.add.name))
	}
	return fmt.Sprintf("the address of %s is known only in a code object, and this is raw code", v.add.name)
}

// preemptible reports whether another object may define the symbol instead, so that its place is
// not known.
func (a *assembler) preemptible(s *symbol) bool { return s.bind == stbWeak }

// branch fills in the distance of a branch.
func (a *assembler) branch(s *section, x *fixup, v reloc, at int64, b []byte) error {
	switch {
	case v.add == nil && v.sub == nil && a.clrx != nil: // an address in the section
	case v.add == nil && v.sub == nil:
		if v.c < math.MinInt16 || v.c > math.MaxUint16 {
			return fmt.Errorf("a branch by %d dwords: it reaches 32768", v.c)
		}
		binary.LittleEndian.PutUint16(b, uint16(v.c))
		return nil
	case v.add == nil || v.sub != nil:
		return fmt.Errorf("a branch goes to a label")
	case v.add.kind != label && v.add.name != "" && v.add.name[0] >= '0' && v.add.name[0] <= '9':
		return fmt.Errorf("there is no label %s: behind this line", strings.TrimRight(v.add.name, "f"))
	case v.add.kind != label:
		return fmt.Errorf("the label %s is not defined%s", v.add.name, a.nearest(v.add.name))
	case v.add.sec != s:
		return fmt.Errorf("the label %s is in another section, %s", v.add.name, v.add.sec.name)
	}
	d := v.c - at - 4
	if v.add != nil {
		d += v.add.offset()
	}
	if d%4 != 0 {
		return fmt.Errorf("the target is no multiple of 4 bytes away")
	}
	if d/4 < math.MinInt16 || d/4 > math.MaxInt16 {
		return fmt.Errorf("the target is %d bytes away: a branch reaches 32768 dwords", d)
	}
	binary.LittleEndian.PutUint16(b, uint16(d/4))
	return nil
}

// nearest is ": did you mean NAME?" with the symbol whose name is nearest, or empty.
func (a *assembler) nearest(name string) string {
	var names []string
	for _, s := range a.list {
		if s.kind != undefined && len(names) < 10000 {
			names = append(names, s.name)
		}
	}
	if n := isa.Nearest(name, names); n != "" {
		return ": did you mean " + n + "?"
	}
	return ""
}
