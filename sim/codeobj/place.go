package codeobj

import (
	"debug/elf"
	"fmt"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa/asm"
)

// pageSize is how far segments of different access are apart, in bytes (lld's max-page-size for
// amdgcn).
const pageSize = 0x1000

// maxAlign is the largest alignment of a section.
const maxAlign = 1 << 16

// notLoaded is the address of a section that takes no memory.
const notLoaded = ^uint64(0)

// nop is s_nop 0 in all generations: what is between sections of code, as LLVM's assembler pads.
const nop = 0xbf800000

// placed is a relocatable unit with addresses: what a linker makes of it, without a file format.
type placed struct {
	unit     *asm.Unit
	order    []int // of sections
	nops     bool  // s_nop between sections of code; lld has zeros there
	segments []Segment
	addr     []uint64     // by section: its address, or notLoaded
	relocs   []Relocation // what still depends on the base address or on other objects
	got      map[int]uint64
	relro    [2]uint64 // first address and end of what is read-only after relocation; empty where equal
}

// part is a segment as lld makes them, in this order.
type part struct {
	flags elf.ProgFlag
	relro bool // what is written by relocation only
}

var parts = [...]part{{elf.PF_R, false}, {elf.PF_R | elf.PF_X, false}, {elf.PF_R | elf.PF_W, true},
	{elf.PF_R | elf.PF_W, false}}

// partOf is the segment of a section. Code is not writable, whatever its flags say.
func partOf(s *asm.Section) part {
	switch flags := elf.SectionFlag(s.Flags); {
	case flags&elf.SHF_EXECINSTR != 0:
		return parts[1]
	case flags&elf.SHF_WRITE == 0:
		return parts[0]
	case elf.SectionType(s.Type) == elf.SHT_NOBITS:
	case s.Name == ".dynamic", s.Name == ".data.rel.ro", strings.HasPrefix(s.Name, ".data.rel.ro."):
		return parts[2]
	}
	return parts[3]
}

// loaded reports whether a section takes memory.
func loaded(s *asm.Section) bool { return elf.SectionFlag(s.Flags)&elf.SHF_ALLOC != 0 }

// place gives every section an address and applies the relocations that this decides. Segments
// follow in the order of lld: read-only data behind head bytes for the file's own structures, code,
// what is read-only after relocation with the global offset table, data. With head, a segment
// begins in the page behind the one before it and at the same place of it, so that the file needs
// no padding. The limit is on the bytes of all segments together.
func place(u *asm.Unit, head, limit uint64) (*placed, error) {
	order := make([]int, len(u.Sections))
	for i := range order {
		order[i] = i
	}
	return placeIn(order, u, head, limit)
}

// placeIn is place with the sections of a segment in another order than the unit's.
func placeIn(order []int, u *asm.Unit, head, limit uint64) (*placed, error) {
	p := &placed{unit: u, order: order, nops: head == 0, addr: make([]uint64, len(u.Sections)), got: map[int]uint64{}}
	for i := range p.addr {
		p.addr[i] = notLoaded
	}
	slots := p.gotSlots()
	if i := slices.IndexFunc(slots, func(y int) bool { return y < 0 || y >= len(u.Symbols) }); i >= 0 {
		return nil, errIn("relocation", "it is for symbol %d of %d", slots[i], len(u.Symbols))
	}
	end, off := head, head // of the segments until now: address, place in the file
	for _, part := range parts {
		first := (end + pageSize - 1) &^ (pageSize - 1)
		if head > 0 {
			first += off % pageSize
		}
		seg := Segment{Addr: first, Align: pageSize, Flags: part.flags}
		if part.flags == elf.PF_R {
			seg.Addr, seg.Data = 0, make([]byte, head)
		} else if head > 0 {
			align := p.firstAlign(part)
			seg.Addr = (seg.Addr + align - 1) &^ (align - 1)
		}
		if err := p.fill(&seg, part, limit); err != nil {
			return nil, err
		}
		if part.relro {
			p.addGOT(&seg, slots)
		}
		if seg.MemSize = max(seg.MemSize, uint64(len(seg.Data))); seg.MemSize == 0 {
			continue
		}
		if part.relro {
			seg.MemSize = (seg.End()+pageSize-1)&^(pageSize-1) - seg.Addr
			p.relro = [2]uint64{seg.Addr, seg.End()}
		}
		p.segments = append(p.segments, seg)
		end = seg.End()
		if part.flags == elf.PF_R {
			off = 0
		}
		off += (seg.Addr-off)%pageSize + uint64(len(seg.Data))
	}
	if len(p.segments) == 0 {
		return nil, errIn("sections", "none of them is loaded into memory")
	}
	if end > MaxSpan {
		return nil, errIn("sections", "they take %#x bytes of memory; at most %#x are supported", end, uint64(MaxSpan))
	}
	return p, p.relocate(slots)
}

// firstAlign is the alignment of a segment's first section.
func (p *placed) firstAlign(part part) uint64 {
	for _, i := range p.order {
		if s := &p.unit.Sections[i]; loaded(s) && s.Size > 0 && partOf(s) == part && s.Align <= maxAlign &&
			s.Align&(s.Align-1) == 0 {
			return max(s.Align, 1)
		}
	}
	return 1
}

// fill adds the sections of a segment: those with contents, then those that are zero.
func (p *placed) fill(seg *Segment, part part, limit uint64) error {
	for _, zero := range []bool{false, true} {
		for _, i := range p.order {
			s := &p.unit.Sections[i]
			if !loaded(s) || partOf(s) != part || (elf.SectionType(s.Type) == elf.SHT_NOBITS) != zero {
				continue
			}
			align := max(s.Align, 1)
			if align&(align-1) != 0 || align > maxAlign {
				return errIn("section "+s.Name, "its alignment %#x is not a power of two up to %#x", align, maxAlign)
			}
			size := max(seg.MemSize, uint64(len(seg.Data)))
			if s.Size == 0 { // nothing to align
				p.addr[i] = seg.Addr + size
				continue
			}
			seg.Align = max(seg.Align, align)
			off := (seg.Addr+size+align-1)&^(align-1) - seg.Addr
			if s.Size > MaxSpan || off+s.Size > MaxSpan || !zero && off+s.Size > limit {
				return errIn("section "+s.Name,
					"the %d bytes of it and of those before it, with their alignment, are too many", s.Size)
			}
			p.addr[i] = seg.Addr + off
			if zero {
				seg.MemSize = off + s.Size
				continue
			}
			for uint64(len(seg.Data)) < off {
				if pad := off - uint64(len(seg.Data)); p.nops && seg.Flags&elf.PF_X != 0 && pad&3 == 0 {
					seg.Data = le.AppendUint32(seg.Data, nop)
				} else {
					seg.Data = append(seg.Data, 0)
				}
			}
			seg.Data = append(seg.Data, s.Data...)
		}
	}
	return nil
}

// gotSlots are the symbols that need an entry of the global offset table, in order.
func (p *placed) gotSlots() (slots []int) {
	have := map[int]bool{}
	for i := range p.unit.Sections {
		if !loaded(&p.unit.Sections[i]) {
			continue
		}
		for _, r := range p.unit.Sections[i].Relocs {
			if t := RelocType(r.Type); t.known() && relocs[t].got && !have[r.Symbol] {
				have[r.Symbol] = true
				slots = append(slots, r.Symbol)
			}
		}
	}
	return slots
}

// addGOT ends a segment with the global offset table.
func (p *placed) addGOT(seg *Segment, slots []int) {
	for (seg.Addr+uint64(len(seg.Data)))%8 != 0 && len(slots) > 0 {
		seg.Data = append(seg.Data, 0)
	}
	for _, y := range slots {
		p.got[y] = seg.Addr + uint64(len(seg.Data))
		p.relocs = append(p.relocs, Relocation{Offset: p.got[y], Type: RelocAbs64})
		seg.Data = append(seg.Data, make([]byte, 8)...)
	}
}

// symbol is a symbol with its address.
func (p *placed) symbol(i int) (Symbol, error) {
	y := &p.unit.Symbols[i]
	s := Symbol{Name: y.Name, Size: y.Size, Type: elf.SymType(y.Type), Bind: elf.SymBind(y.Bind),
		Visibility: elf.SymVis(y.Visibility), Defined: true}
	switch {
	case y.LDS:
		return s, fmt.Errorf("symbol %q is a block of LDS, whose place another tool decides", y.Name)
	case y.Section == asm.Undefined:
		s.Defined = false
	case y.Section == asm.Absolute:
		s.Abs, s.Addr = true, y.Value
	case y.Section == asm.Common:
		return s, fmt.Errorf("symbol %q has no section (.comm); give it a place in .bss", y.Name)
	case p.addr[y.Section] == notLoaded:
		return s, fmt.Errorf("symbol %q is in section %s, which is not loaded", y.Name, p.unit.Sections[y.Section].Name)
	default:
		s.Addr = p.addr[y.Section] + y.Value
	}
	return s, nil
}

// relocate applies what the addresses decide, and keeps the rest.
func (p *placed) relocate(slots []int) error {
	for i, y := range slots {
		s, err := p.symbol(y)
		if err != nil {
			return errIn("relocation", "%v", err)
		}
		p.relocs[i].Symbol = s // addGOT made one for each
	}
	for i := range p.unit.Sections {
		if p.addr[i] == notLoaded {
			continue
		}
		s := &p.unit.Sections[i]
		for _, r := range s.Relocs {
			if err := p.relocateOne(s, p.addr[i], &r); err != nil {
				return &Error{Section: "section " + s.Name, Offset: int64(r.Offset), Msg: err.Error()}
			}
		}
	}
	return nil
}

func (p *placed) relocateOne(s *asm.Section, base uint64, r *asm.Reloc) error {
	t := RelocType(r.Type)
	switch {
	case t == relocNone:
		return nil
	case !t.known():
		return fmt.Errorf("the relocation %v is not known", t)
	case r.Symbol < 0 || r.Symbol >= len(p.unit.Symbols):
		return fmt.Errorf("%v: symbol %d of %d", t, r.Symbol, len(p.unit.Symbols))
	}
	at := base + r.Offset
	word, ok := segmentBytes(p.segments, at, uint64(relocs[t].size))
	if !ok || r.Offset+uint64(relocs[t].size) > s.Size {
		return fmt.Errorf("%v: not inside the section's contents", t)
	}
	y, err := p.symbol(r.Symbol)
	if err != nil {
		return fmt.Errorf("%v: %w", t, err)
	}
	if relocs[t].got {
		y = Symbol{Addr: p.got[r.Symbol], Defined: true}
	}
	if !y.Defined || y.Abs == relocs[t].place || t == RelocRelative64 {
		p.relocs = append(p.relocs, Relocation{Offset: at, Type: t, Symbol: y, Addend: r.Addend})
		return nil
	}
	return t.apply(word, y.Addr, uint64(r.Addend), at)
}
