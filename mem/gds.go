package mem

import (
	"math/bits"
	"sync"
)

// GDS is the global data share with its ordered counters and the global wave sync resources. Hold
// the lock around every use when work-groups run in parallel.
type GDS struct {
	sync.Mutex
	LDS
	GWS GWS

	turn uint32 // order number of the wave whose DS_ORDERED_COUNT may be done
}

// NewGDS returns size zero bytes; chips have isa.Limits.GDS.
func NewGDS(size int) *GDS { return &GDS{LDS: *NewLDS(size)} }

// GDSWindow is what M0 grants a wave: base in bits 31-16 and size in bits 15-0, bytes (errata
// D-22). Give them to [DSAccess] as Base and Limit.
func GDSWindow(m0 uint32) (base, size uint32) { return m0 >> 16, m0 & 0xffff }

// Ordered is the offset field of DS_ORDERED_COUNT taken apart, as AMD's manual of RDNA 3 has it and
// LLVM puts it together (SITargetLowering, amdgcn_ds_ordered_add and _swap).
type Ordered struct {
	Index   uint8 // dword behind the base in M0 that is the counter
	Release bool  // the next wave in order may go on
	Done    bool  // the wave's last ordered count
	Op      uint8 // OrderedAdd, OrderedSwap, or an operation that GCN is not known to have
}

// The operations of [Ordered].
const (
	OrderedAdd  = 0
	OrderedSwap = 1
)

// DecodeOrdered takes the 16-bit offset field apart.
func DecodeOrdered(offset uint16) Ordered {
	return Ordered{Index: uint8(offset>>2) & 63, Release: offset>>8&1 != 0, Done: offset>>9&1 != 0,
		Op: uint8(offset>>12) & 3}
}

// ResetOrder makes the wave with order number 0 the next. Call it when a dispatch begins.
func (g *GDS) ResetOrder() { g.turn = 0 }

// TryOrdered does a DS_ORDERED_COUNT if it is the turn of the wave with this order number (0 for
// the first wave launched, and so on). Otherwise it reports false, and the caller tries again
// later. The counter is dword Index behind M0[31:16]. M0[15:0], which other GDS instructions have a
// size in, is the wave's number in the order, so it limits nothing (errata D-20). The first lane of
// exec gives the operand and each lane receives the value before; without lanes the wave only takes
// its turn.
func (g *GDS) TryOrdered(order uint32, o Ordered, exec uint64, m0 uint32, src, dst *Row) bool {
	if order != g.turn {
		return false
	}
	at, old := m0>>16&^3+4*uint32(o.Index), uint32(0)
	if exec != 0 && int(at)+4 <= len(g.b) {
		old = uint32(g.word(at, 4))
		v := src[bits.TrailingZeros64(exec)&63]
		if o.Op == OrderedAdd {
			v += old
		}
		g.setWord(at, 4, uint64(v))
	}
	for m := exec; m != 0; m &= m - 1 {
		dst[bits.TrailingZeros64(m)&63] = old
	}
	if o.Release {
		g.turn++
	}
	return true
}

// GWS is the 64 global wave sync resources: semaphores and barriers (errata D-25; Vega ISA 12.13,
// "GWS only" operations). No method blocks. Those that may have to wait take a ticket and report
// false; the scheduler calls them again with the same ticket, whose wave keeps its place in the
// queue.
type GWS struct {
	res [64]struct {
		counter    uint32
		flag       bool   // changes each time a barrier opens
		head, tail uint32 // queue of waiting waves, as ticket numbers: head is the next to go
	}
}

// GWSTicket is one wave's place at one resource. The zero value is a wave that has just arrived; it
// is zero again once the wave may go on.
type GWSTicket struct {
	queued bool
	number uint32
	flag   bool
}

// GWSResource is the number of the resource that an instruction means: (gds_base[5:0] +
// offset0[5:0]) mod 64.
func GWSResource(gdsBase uint32, offset0 uint8) int { return int(gdsBase+uint32(offset0)) & 63 }

// Init is DS_GWS_INIT: it sets the counter. For a barrier of n waves value is n-1.
func (g *GWS) Init(id int, value uint32) {
	r := &g.res[id&63]
	r.counter, r.flag = value, false
}

// SemaV is DS_GWS_SEMA_V: one wave may go.
func (g *GWS) SemaV(id int) { g.SemaBR(id, 1) }

// SemaBR is DS_GWS_SEMA_BR: count waves may go, now or as they come.
func (g *GWS) SemaBR(id int, count uint32) { g.res[id&63].counter += count }

// SemaReleaseAll is DS_GWS_SEMA_RELEASE_ALL: all waves that wait now may go.
func (g *GWS) SemaReleaseAll(id int) {
	r := &g.res[id&63]
	r.counter = r.tail - r.head
}

// TryP is DS_GWS_SEMA_P: it takes one from the counter, in order of arrival, and reports whether it
// could.
func (g *GWS) TryP(id int, t *GWSTicket) bool {
	r := &g.res[id&63]
	if !t.queued {
		*t = GWSTicket{queued: true, number: r.tail}
		r.tail++
	}
	if t.number != r.head || r.counter == 0 {
		return false
	}
	r.head++
	r.counter--
	*t = GWSTicket{}
	return true
}

// TryBarrier is DS_GWS_BARRIER: it reports whether the barrier has opened for this wave. The wave
// that finds the counter at 0 opens it and sets the counter to its value, for the next time; each
// other wave takes one off and waits.
func (g *GWS) TryBarrier(id int, value uint32, t *GWSTicket) bool {
	r := &g.res[id&63]
	switch {
	case t.queued && r.flag == t.flag:
		return false
	case t.queued: // opened since
	case r.counter == 0:
		r.flag = !r.flag
		r.counter = value
	default:
		r.counter--
		*t = GWSTicket{queued: true, flag: r.flag}
		return false
	}
	*t = GWSTicket{}
	return true
}
