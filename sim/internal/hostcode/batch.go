package hostcode

import (
	"runtime"
	"sync/atomic"
	"unsafe"

	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// batch is a number of instructions in a row from a dword on, without jumps, that have been executed
// at once. A clock issues them one by one and lets them be executed where their results are needed:
// mostly at the same places.
type batch struct {
	n    int
	heat atomic.Uint32
	unit atomic.Pointer[unit] // of these, or of as many of them as there can be; nil: not hot yet
	next *batch
}

// maxBatches is how many lengths are told apart that begin at the same dword.
const maxBatches = 32

// Batch executes up to n instructions from a dword on, none of which jumps, and returns how many:
// 0 where there is no host code for the first. Waits among them wait for nothing. It leaves the
// program counter and the number of instructions to the caller.
func (x *Runs) Batch(w *engine.WaveCore, ip uint32, n int) (done int, next uint32) {
	depth := 0
	b := x.batches[ip].Load()
	for ; b != nil && b.n != n; b = b.next {
		depth++
	}
	if b == nil {
		if depth < maxBatches {
			old := x.batches[ip].Load()
			x.batches[ip].CompareAndSwap(old, &batch{n: n, next: old}) // or somebody else has added one
		}
		return 0, ip
	}
	u := b.unit.Load()
	switch {
	case u == nil:
		if b.heat.Add(1) != hot {
			return 0, ip
		}
		u = x.newBatch(ip, w.Mode, n)
		b.unit.Store(u)
	case u == none:
		return 0, ip
	}
	if w.Mode&(engine.ModeGPRIdx|engine.ModeVSkip) != 0 {
		return 0, ip
	}
	for u.fp && u.mode != w.Mode&modeFP {
		o := u.other.Load()
		if o == nil {
			if u.missed.Add(1) != manyMissed {
				return 0, ip
			}
			o = x.newBatch(ip, w.Mode, n)
			u.other.Store(o)
		}
		u = o
	}
	if u == none {
		return 0, ip
	}
	enter(u.code, unsafe.Pointer(w), unsafe.Pointer(w.V), 1)
	runtime.KeepAlive(x)
	if c := w.HostCounts(); c != nil {
		for i := range u.list {
			c[u.list[i].r.Slot]++
		}
	}
	return u.n, u.ends[0]
}

// newBatch makes the unit of n instructions from a dword on, or of as many of them as there can be.
func (x *Runs) newBatch(ip, mode uint32, n int) *unit {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.make(ip, mode, min(n, maxInsts), true)
}
