package dyncheck

import (
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// What host code has noted of a path's accesses of memory ([engine.Notes]) is entered in the track in the order of
// the program.

func (w *wave) ReachedNoted(list []engine.NotedOp) (done int) {
	g := w.group.global
	if g == nil || g.full || g.track == nil {
		return 0
	}
	t, flags := g.track, g.flagsNow(w)
	if len(list) > 1 || list[0].Store {
		done = w.batched(t, list, flags)
	}
	if done > 0 {
		if t.full && g.track != nil {
			w.group.kept()
		}
		if done == len(list) || g.track == nil {
			return done
		}
	}
	who := keyOf(0, 0, flags, uint8(w.Num), plainRead)
	disp, notes := w.group.disp, w.Noted()
	var a noted // its fields are set one by one: hosts wait for what is written in parts and copied as a whole
	for i := done; i < len(list); i++ {
		o := &list[i]
		if o.Coherent {
			return i
		}
		w.Returns(o)
		k := who | keyOf(o.Slot, o.Bytes, 0, 0, plainRead)
		if o.Scalar {
			addr := notes.Scalar(o)
			if w.memc.mixed {
				w.memc.mixScalar(o.D.Rec, addr, uint64(o.Bytes))
			}
			if !g.unwritten(addr, uint64(o.Bytes)) {
				w.checkScalarRead(o.D.Rec, addr, int(o.Bytes))
			}
			t.readSpan(g, k, addr)
			if t.full {
				w.group.kept()
			}
			if g.track == nil {
				return i + 1
			}
			continue
		}
		exec, low, off, dense := notes.Global(o)
		switch {
		case exec == 0:
			continue
		case dense && !o.Store:
			if low-disp.ScratchBase >= disp.ScratchBytes {
				t.folded(g, k, low, exec, ofDense, isa.Lanes*o.Bytes, nil)
			}
		default:
			if o.Store {
				k |= accessKey(plainWrite)
			}
			a.k, a.low, a.off, a.exec, a.dense, a.part, a.h = k, low, off, exec, dense, false, nil
			if !dense && !t.like(&a) {
				q := w.NotedAccess(o, exec)
				q.WasAt(low, off)
				a.low, a.off, a.dense = q.Found()
			}
			if o.Store {
				w.storeNoted(o, t, &a)
			} else if a.low-disp.ScratchBase >= disp.ScratchBytes {
				t.reads(g, &a)
			}
		}
		if t.full {
			w.group.kept()
		}
		if g.track == nil {
			return i + 1
		}
	}
	return len(list)
}

// storeNoted enters a store that has been noted, and makes it.
func (w *wave) storeNoted(o *engine.NotedOp, t *track, a *noted) {
	g, disp := w.group.global, w.group.disp
	if w.memc.mixed {
		w.memc.mixStore(o.D.Rec, a)
	}
	low, off := a.low, a.off // changed may let a count from elsewhere
	switch {
	case a.dense:
		off = mem.LaneSteps(int(o.Bytes))
	case a.h != nil:
		off = &a.h.off
	}
	stays := false
	if low-disp.ScratchBase >= disp.ScratchBytes { // else it is private memory
		g.writes++
		g.wrote[w.Num]++
		stays = t.changed(g, a, w.NotedData(o), o.Ext(), true)
	}
	if !stays && disp.written.on.Load() {
		g.overwritesLanes(low, off, a.exec, o.Bytes)
	}
	if t.full { // what was in memory is wanted
		w.group.kept()
	}
	if a.dense && o.Bytes == 4 {
		w.StoreNotedDwords(o, low, a.exec, nil)
	} else {
		q := w.NotedAccess(o, a.exec)
		if a.h != nil {
			q.WasLike(low, off)
		}
		w.StoreNoted(q, w.NotedData(o))
	}
	if stays {
		t.made()
	}
}

func (w *wave) ReachedRuns(list []engine.Run) bool {
	g, disp := w.group.global, w.group.disp
	switch {
	case w.memc.mixed:
		return false
	case g == nil: // there is no other wave: only the scalar cache may be wrong
		return !slices.ContainsFunc(list, func(r engine.Run) bool { return r.D.Scalar() })
	case g.track == nil || g.track.full:
		return false
	}
	for i := range list {
		r := &list[i]
		size, scalar := runSize(r)
		low, high := r.Low, r.Low+r.Step*uint64(r.Times-1)
		if int64(r.Step) < 0 {
			low, high = high, low
		}
		n := high - low + uint64(size)
		if n > manyPages || scalar && !g.unwritten(low, n) ||
			disp.ScratchBytes > 0 && low < disp.ScratchBase+disp.ScratchBytes && disp.ScratchBase < low+n {
			return false
		}
	}
	flags := g.flagsNow(w)
	for i := range list {
		r := &list[i]
		size, scalar := runSize(r)
		k, exec, of := keyOf(r.D.Rec.Slot, uint32(r.D.Bytes()), flags, uint8(w.Num), plainRead), uint64(0), uint32(0)
		if !scalar {
			exec, of = engine.AllLanes, ofDense
		}
		g.track.foldedRun(g, k, r, exec, of, size)
	}
	if g.track.full {
		w.group.kept()
	}
	return true
}

// runSize is how many bytes each round of a run accesses, and whether it is a run of scalars.
func runSize(r *engine.Run) (n uint32, scalar bool) {
	if n = uint32(r.D.Bytes()); r.D.Scalar() {
		return n, true
	}
	return isa.Lanes * n, false
}
