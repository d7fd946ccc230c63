package dyncheck

import (
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/gcnsim/gcnsim/isa"
)

// claims say for which lines memory holds what a track has not kept of its stores, where work-groups run
// at the same time. A line goes through these states, and never back:
//
//	free ──► a track's: only that one has stored there ──► busy ──► shared: all that is stored is kept
//
// Whoever is about to make a line shared saves what it holds first: that is what the track has stored
// there, but perhaps for its last store, which may be on its way to memory. So a track has its last store in
// rows, and looks before the next one whether lines have become shared meanwhile (track.finish).
type claims struct {
	contests atomic.Uint64 // how many lines have become shared that were a track's
	mu       sync.Mutex
	leaves   map[uint64]*claimLeaf
}

// claimLeaf are the lines of 256 KiB.
type claimLeaf struct {
	lines [lineLeafSize]atomic.Uint32 // number of a track, or a state
	saved atomic.Pointer[savedLines]
}

type savedLines [lineLeafSize]savedLine

type savedLine [1 << lineShift]byte

const (
	claimFree   = 0
	claimShared = ^uint32(0)
	claimBusy   = claimShared - 1
)

// claimed is a leaf that a track has found.
type claimed struct {
	key  uint64
	leaf *claimLeaf
}

// leaf is the leaf with a number.
func (c *claims) leaf(key uint64) *claimLeaf {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.leaves[key]
	if l == nil {
		if c.leaves == nil {
			c.leaves = map[uint64]*claimLeaf{}
		}
		l = new(claimLeaf)
		c.leaves[key] = l
	}
	return l
}

// claimLeaf is the leaf of a line.
func (t *track) claimLeaf(line uint64) *claimLeaf {
	key := line >> lineLeafBits
	f := &t.claimed[key%uint64(len(t.claimed))]
	if f.leaf == nil || f.key != key {
		*f = claimed{key, t.check.claims.leaf(key)}
	}
	return f.leaf
}

// lineSet are the lines of an access: n from first on, or those of runs behind it.
type lineSet struct {
	first uint64
	n     int
	runs  []lineRun
}

func linesOf(addr, n uint64) lineSet {
	first := addr >> lineShift
	return lineSet{first: first, n: int((addr+n-1)>>lineShift-first) + 1}
}

func (s *lineSet) at(i int) uint64 {
	if s.runs != nil {
		return s.first + uint64(s.runs[i].line)
	}
	return s.first + uint64(i)
}

// owns claims lines. It reports whether all of them are the track's.
func (t *track) owns(s *lineSet) bool {
	mine := true
	for i := range s.n {
		line := s.at(i)
		c := &t.claimLeaf(line).lines[line%lineLeafSize]
		if v := c.Load(); v != t.number && (v != claimFree || !c.CompareAndSwap(claimFree, t.number)) {
			mine = false
		}
	}
	return mine
}

// contest makes a line shared.
func (c *Checker) contest(l *claimLeaf, line uint64) {
	for at := &l.lines[line%lineLeafSize]; ; {
		switch v := at.Load(); v {
		case claimShared:
			return
		case claimBusy:
			runtime.Gosched() // as long as it takes to copy a line
		case claimFree:
			at.CompareAndSwap(claimFree, claimShared)
		default:
			if !at.CompareAndSwap(v, claimBusy) {
				continue
			}
			c.claims.contests.Add(1)
			saved := l.saved.Load()
			if saved == nil {
				l.saved.CompareAndSwap(nil, new(savedLines))
				saved = l.saved.Load()
			}
			c.peek(saved[line%lineLeafSize][:], line<<lineShift)
			at.Store(claimShared)
		}
	}
}

// peek copies memory, which other work-groups may be changing. What is not mapped is left out. It does not
// tell the race detector: the bytes that change meanwhile are not used.
//
//go:norace
func (c *Checker) peek(dst []byte, addr uint64) {
	if src := c.Mem.Slice(addr, len(dst)); src != nil {
		for i, v := range src {
			dst[i] = v
		}
		return
	}
	for i := range dst {
		if src := c.Mem.Slice(addr+uint64(i), 1); src != nil {
			dst[i] = src[0]
		}
	}
}

// contest makes lines shared that something is about to be stored to which the track keeps, or which is no
// plain store.
func (t *track) contest(s *lineSet) {
	for i := range s.n {
		line := s.at(i)
		t.check.contest(t.claimLeaf(line), line)
	}
}

// contestLanes is contest for a store, or an atomic, of a work-group without a track.
func (c *Checker) contestLanes(at *[isa.Lanes]uint64, exec, n uint64) {
	if c.claims == nil {
		return
	}
	for last := ^uint64(0); exec != 0; exec &= exec - 1 {
		a := at[bits.TrailingZeros64(exec)&63]
		for line := a >> lineShift; line <= (a+n-1)>>lineShift; line++ {
			if line != last {
				c.contest(c.claims.leaf(line>>lineLeafBits), line)
				last = line
			}
		}
	}
}

// finish makes the track keep its last store, if lines have become shared since it was entered.
func (t *track) finish() {
	e := t.last
	if e == nil {
		return
	}
	t.last = nil
	t.fence.Store(1) // what was stored is seen by those whose contests are not seen here
	if t.check.claims.contests.Load() == t.contests {
		return
	}
	e.has, e.data = dataInRows, uint32(t.used)
	for k := range (e.bytes() + 3) / 4 {
		_, row := t.row()
		*row = t.lastRows[k]
	}
}

// element gets what the track's stores that are not kept have left of n bytes at addr.
func (t *track) element(dst []byte, addr uint64) {
	for len(dst) > 0 {
		line := addr >> lineShift
		n := min(len(dst), int((line+1)<<lineShift-addr))
		l := t.claimLeaf(line)
		at := &l.lines[line%lineLeafSize]
		for v := at.Load(); v != claimShared; v = at.Load() {
			if v == claimBusy {
				runtime.Gosched()
				continue
			}
			t.check.peek(dst[:n], addr)
			if t.fence.Store(1); at.Load() == v {
				break // nobody else has stored there until here
			}
		}
		if at.Load() == claimShared {
			if saved := l.saved.Load(); saved != nil {
				copy(dst[:n], saved[line%lineLeafSize][addr&(1<<lineShift-1):])
			}
		}
		dst, addr = dst[n:], addr+uint64(n)
	}
}

// storedShared is stored where work-groups run at the same time.
func (t *track) storedShared(e *tracked) {
	var room [16]byte
	b := room[:e.bytes()]
	for m := e.exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		t.element(b, t.addressOf(e, l))
		t.load(b, l)
	}
}

// keepLast has the rows of a store that stays in memory.
func (t *track) keepLast(e *tracked, data []*isa.Row, contests uint64) {
	t.last, t.contests = e, contests
	for k, r := range data[:(e.bytes()+3)/4] {
		t.lastRows[k] = *r
	}
}
