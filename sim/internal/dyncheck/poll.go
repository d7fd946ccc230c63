package dyncheck

import (
	"math/bits"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
)

// polling is what a read of LDS is for, as far as the code behind it says.
type polling uint8

const (
	pollUnknown polling = iota
	pollNone            // no branch depends on what it reads: data
	pollBranch          // a branch does: a flag, or data that is decided by
	pollLoop            // a branch does that leads back to the read of the same address: a flag that is waited for
)

// Limits of what is looked at behind a read: instructions on one path, and on all. Flags are tested
// where they are read.
const (
	pollPath = 128
	pollAll  = 2048
)

// pollingOf is what the read of LDS at a record is for.
func (p *program) pollingOf(slot uint32) polling {
	if k := polling(p.polls[slot].Load()); k != pollUnknown {
		return k
	}
	f := pollSearch{p: p, left: pollAll}
	k := f.search(slot)
	p.polls[slot].Store(uint32(k))
	return k
}

// search finds out what a read is for.
func (f *pollSearch) search(slot uint32) polling {
	in := f.inst(slot)
	f.read, f.in = slot, in
	f.address(in)
	var t carried
	for _, u := range in.Uses(f.uses[:0]) {
		if u.Write {
			setUse(&t.RegSet, &u, true)
			if dependsOn(&f.addr, &u) {
				setUse(&f.moved, &u, true)
			}
		}
	}
	f.follow(slot+uint32(in.Len)/4, t, pollPath)
	return max(f.found, pollNone)
}

// waits reports whether another instruction is a read of the same address, in registers, that is a
// flag which is waited for: compilers take the first read out of the loop.
func (f *pollSearch) waits(slot uint32, in *isa.Inst) bool {
	a, _ := f.in.Operand('v')
	b, _ := in.Operand('v')
	if f.other || in.Form != f.in.Form || in.Form.Fmt != isa.DS || a.Code != b.Code || in.Mod.Offset != f.in.Mod.Offset ||
		in.Mod.GDS != f.in.Mod.GDS {
		return false
	}
	g := pollSearch{p: f.p, left: f.left, other: true}
	return g.search(slot) == pollLoop
}

// of is what a read is for, given the access to the flag, by its reader or its writer: a value that
// decides a branch is data where the lanes access different dwords, as they do to sort.
func (k polling) of(p *ldsPart) polling {
	if k != pollBranch {
		return k
	}
	first := p.pos[bits.TrailingZeros64(p.exec)&63]
	for m := p.exec; m != 0; m &= m - 1 {
		if p.pos[bits.TrailingZeros64(m)&63] != first {
			return pollNone
		}
	}
	return k
}

// pollSearch follows a value from a read to branches.
type pollSearch struct {
	p     *program
	read  uint32 // the read's record
	in    *isa.Inst
	other bool // this is asked because of another read
	addr  isa.RegSet
	moved isa.RegSet // what the read changes of that
	found polling
	left  int
	uses  [isa.MaxUses]isa.Use
}

// carried are the registers that depend on the value, and the places of memory where code without
// optimisation keeps it.
type carried struct {
	isa.RegSet
	places [4]place
}

// place is where an operation without addresses in vector registers accesses memory.
type place struct {
	base, offset uint16 // registers of the resource and of the scalar offset, which may be a constant
	value, inst  int32  // that constant, and the instruction's own
	is           bool   // there is one
}

// placeOf is the place that an instruction loads from or stores to.
func placeOf(in *isa.Inst) (at place, store, ok bool) {
	m, isMem := in.Form.Desc.Do.(isa.Memory)
	if !isMem || in.Form.Fmt != isa.MUBUF || in.Mod.OffEn || in.Mod.IdxEn || in.Mod.Addr64 ||
		m.Kind != isa.MemLoad && m.Kind != isa.MemStore {
		return place{}, false, false
	}
	r, _ := in.Operand('r')
	t, _ := in.Operand('t')
	return place{r.Code, t.Code, int32(t.Val), in.Mod.Offset, true}, m.Kind == isa.MemStore, true
}

// keep notes whether what a place holds depends on the value.
func (c *carried) keep(at place, on bool) {
	i := slices.Index(c.places[:], at)
	switch {
	case !on && i >= 0:
		c.places[i] = place{}
	case on && i < 0:
		copy(c.places[1:], c.places[:])
		c.places[0] = at
	}
}

func (c *carried) any() bool {
	return c.Any() || slices.ContainsFunc(c.places[:], func(p place) bool { return p.is })
}

// dependsOn reports whether a register of a use is in the set of those that depend on the value.
func dependsOn(t *isa.RegSet, u *isa.Use) bool {
	switch u.Code {
	case isa.CodeVCCZ:
		return t.S[isa.CodeVCCLo>>6]>>(isa.CodeVCCLo&63)&3 != 0
	case isa.CodeExecZ:
		return t.S[isa.CodeExecLo>>6]>>(isa.CodeExecLo&63)&3 != 0
	}
	var m isa.RegSet
	m.AddUse(u)
	return t.Meets(&m) || t.SCC && m.SCC
}

// setUse adds the registers of a use to a set, or takes them out.
func setUse(t *isa.RegSet, u *isa.Use, on bool) {
	if on {
		t.AddUse(u)
		return
	}
	var m isa.RegSet
	m.AddUse(u)
	t.Subtract(&m)
}

// address notes the registers that the read's address is in.
func (f *pollSearch) address(in *isa.Inst) {
	_, isMem := in.Form.Desc.Do.(isa.Memory)
	for _, u := range in.Uses(f.uses[:0]) {
		if u.Read && u.Part == isa.PartAddress || u.Code == isa.CodeM0 {
			setUse(&f.addr, &u, true)
		}
	}
	if !isMem { // LDS_DIRECT
		setUse(&f.addr, &isa.Use{Code: isa.CodeM0, Dwords: 1}, true)
	}
}

// inst is the instruction at a dword, nil where the words are none.
func (f *pollSearch) inst(slot uint32) *isa.Inst {
	if int(slot) >= len(f.p.Recs())-1 {
		return nil
	}
	if x := f.p.Recs()[slot].X; x != nil {
		if x.Err != nil || x.Inst.Form == nil {
			return nil
		}
		return &x.Inst
	}
	in, err := f.p.Target().Decode(f.p.Code()[slot*4:])
	if err != nil {
		return nil
	}
	return &in
}

// next are the records at which execution can go on behind an instruction, as far as the code says;
// a call is taken to return.
func (f *pollSearch) next(slot uint32, in *isa.Inst) (list [2]uint32, n int) {
	d := in.Form.Desc
	behind := slot + uint32(in.Len)/4
	to, label := labelOf(in)
	target := int64(behind) + int64(int32(to.Val))
	_, link := in.Operand('d')
	_, control := d.Do.(isa.Control)
	add := func(slot uint32) { list[n], n = slot, n+1 }
	switch {
	case in.Ends():
		return
	case !d.Writes("pc") || link || control || d.Reads("scc") || d.Reads("vcc") || d.Reads("exec"):
		add(behind)
	}
	if label && target >= 0 && target < int64(len(f.p.Recs())) {
		add(uint32(target))
	}
	return list, n
}

// follow goes on at a record with some registers that depend on the value, for at most n
// instructions.
func (f *pollSearch) follow(slot uint32, t carried, n int) {
	for ; n > 0 && f.left > 0 && f.found != pollLoop && t.any(); n-- {
		f.left--
		in := f.inst(slot)
		if in == nil || slot == f.read || in.Form.Desc.Do == isa.CtlBarrier {
			return
		}
		next, branches := f.next(slot, in)
		if f.step(in, &t) {
			f.found = max(f.found, pollBranch)
			for _, to := range next[:branches] {
				if in.Form.Desc.Writes("pc") && f.leads(to, f.moved, map[uint32]bool{}) {
					f.found = pollLoop
					return
				}
			}
		}
		switch branches {
		case 0:
			return
		case 2:
			f.follow(next[1], t, n-1)
		}
		slot = next[0]
	}
}

// step executes an instruction on the registers that depend on the value, and reports whether the
// value decides where it leads: by a branch, or by EXEC, as lanes that branch are those that go on.
func (f *pollSearch) step(in *isa.Inst, t *carried) (decides bool) {
	uses := in.Uses(f.uses[:0])
	at, store, isPlace := placeOf(in)
	depends := isPlace && !store && slices.Contains(t.places[:], at)
	for i := range uses {
		u := &uses[i]
		if u.Read && u.Part != isa.PartExec && dependsOn(&t.RegSet, u) {
			depends = true
			decides = decides || in.Form.Desc.Writes("pc")
		}
	}
	for i := range uses {
		u := &uses[i]
		if !u.Write {
			continue
		}
		decides = decides || depends && (u.Code == isa.CodeExecLo || u.Code == isa.CodeExecHi)
		setUse(&t.RegSet, u, depends)
	}
	if isPlace && store {
		t.keep(at, depends)
	}
	return decides
}

// leads reports whether a path from a record comes to the read with the same address. changed are
// the registers of the address that are not as they were; one that is made a constant is.
func (f *pollSearch) leads(slot uint32, changed isa.RegSet, seen map[uint32]bool) bool {
	for f.left > 0 && !seen[slot] {
		if slot == f.read {
			return !changed.Any()
		}
		seen[slot] = true
		f.left--
		in := f.inst(slot)
		if in == nil {
			return false
		}
		if !changed.Any() && f.waits(slot, in) {
			return true
		}
		uses := in.Uses(f.uses[:0])
		constant := !slices.ContainsFunc(uses, func(u isa.Use) bool { return u.Read && u.Part != isa.PartExec })
		for i := range uses {
			if u := &uses[i]; u.Write && dependsOn(&f.addr, u) {
				setUse(&changed, u, !constant)
			}
		}
		next, branches := f.next(slot, in)
		switch branches {
		case 0:
			return false
		case 2:
			if f.leads(next[1], changed, seen) {
				return true
			}
		}
		slot = next[0]
	}
	return false
}
