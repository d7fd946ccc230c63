package engine

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"
	"sync"

	"github.com/gcnsim/gcnsim/isa"
)

// DryAccess is an access of LDS in a work-group that has none: the first one of an instruction, by the
// order of work-groups and waves.
type DryAccess struct {
	Rec         Rec
	Group       [3]uint32
	Wave        int
	Insts       uint64 // that the wave had executed
	Lane        int
	Addr, Bytes uint32
	Lanes       uint64
	Write       bool
	Count       uint64 // accesses of the instruction by waves

	order uint64
}

// maxDry bounds the instructions that are kept.
const maxDry = 256

// dryLog collects them.
type dryLog struct {
	mu   sync.Mutex
	seen map[uint32]*DryAccess // by place of the instruction
}

// Dry lists them, by place of the instruction.
func (r *Dispatch) Dry() (list []DryAccess) {
	r.dry.mu.Lock()
	defer r.dry.mu.Unlock()
	for _, at := range slices.SortedFunc(maps.Keys(r.dry.seen), func(a, b uint32) int { return cmp.Compare(a, b) }) {
		list = append(list, *r.dry.seen[at])
	}
	return list
}

// noLDS notes an access of lanes; addr is that of the first.
func (w *Wave) noLDS(rec Rec, insts, lanes uint64, addr, bytes uint32, write bool) {
	g := w.group
	l := &g.disp.dry
	order := g.Index<<8 | uint64(w.Num)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seen == nil {
		l.seen = map[uint32]*DryAccess{}
	}
	old := l.seen[rec.Slot]
	switch {
	case old == nil && len(l.seen) == maxDry:
		return
	case old != nil && old.order <= order:
		old.Count++
		return
	}
	n := uint64(1)
	if old != nil {
		n += old.Count
	}
	l.seen[rec.Slot] = &DryAccess{Rec: rec, Group: g.ID, Wave: w.Num, Insts: insts, Lane: bits.TrailingZeros64(lanes) & 63,
		Addr: addr, Bytes: bytes, Lanes: lanes, Write: write, Count: n, order: order}
}

// noLDSNow is noLDS of an instruction that reads LDS while it is executed, for all lanes.
func (w *Wave) noLDSNow(x *Bound, addr, bytes uint32) {
	n := x.Inst.Len / 4
	w.noLDS(Rec{X: x, Slot: w.ip - uint32(n), Len: n}, w.Insts, 1, addr, bytes, false)
}

// noLDSFor is noLDS of an operation whose lanes have addresses.
func (w *Wave) noLDSFor(t *Token, lanes uint64, off uint32, bytes int) {
	if lanes == 0 {
		return
	}
	m := &t.Rec.X.Mem
	write := m.Kind != isa.MemLoad && m.Kind != isa.MemLoadFormat
	if t.Rec.X.Inst.Mod.LDS && t.Rec.X.Inst.Form.Fmt != isa.DS { // between memory and LDS
		write = !write
	}
	w.noLDS(*t.Rec, t.issued, lanes, t.LDSAddr[bits.TrailingZeros64(lanes)&63]+off, uint32(bytes), write)
}
