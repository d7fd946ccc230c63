package clock

import (
	"cmp"
	"runtime"
	"slices"

	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// groupStart is a work-group that a compute unit has been chosen for.
type groupStart struct {
	cg    *clockGroup
	index uint64
	waves uint64
	at    uint64 // clock at which its first wave starts; the others follow one after the other
}

// followUp starts the next of the work-groups that the compute unit has in reserve where others have
// ended.
func (u *clockCU) followUp() {
	for ; u.freed > 0; u.freed-- {
		if u.came == len(u.reserve) {
			continue
		}
		cl, x := u.cl, u.reserve[u.came]
		u.came++
		x.cg.came = true
		x.at = max(u.freedAt, cl.engineAt)
		cl.engineAt = x.at + x.waves*u.k.p.launch
		u.groups++
		cl.starts, cl.followed = append(cl.starts, x), append(cl.followed, x)
	}
	if len(u.cl.starts) > 0 {
		u.cl.begin()
	}
}

// startable reports whether there is a next work-group and it can start.
func (k *Clock) startable() bool { return len(k.returned) > 0 || k.r.Startable() }

// take takes the next work-group for a compute unit. It is recorded here, where only one goroutine is at work:
// what work-groups that race leave does not depend on how many there are.
func (k *Clock) take(u *clockCU) groupStart {
	x := groupStart{}
	if n := len(k.returned); n > 0 {
		x, k.returned = k.returned[n-1], k.returned[:n-1]
		x.cg.move(u)
	} else {
		x.index = k.r.Start()
		x.waves, x.cg = uint64(k.r.GroupWaves(x.index)), k.newGroup(u)
	}
	if x.cg.recorded {
		return x
	}
	if canRecord && k.records && !u.cl.broken {
		u.cl.guarded(func() { u.cl.record(x) })
	}
	return x
}

// record executes a work-group ahead of the clock, if that can be.
func (cl *cluster) record(x groupStart) {
	k, cg := cl.k, x.cg
	if x.index%collectorsTurn == 0 {
		runtime.Gosched()
	}
	worker := k.recorder.worker
	if !cl.make(x, worker, true) {
		return
	}
	if !k.record(cg) { // it is as if it had not been
		k.records = false
		worker.Discard(cg.g)
		cl.spare, cg.waves = append(cl.spare, cg.waves...), cg.waves[:0]
		return
	}
	cg.recorded = true
	if !k.r.Opts.Keep {
		cg.parted = true
		worker.Part(cg.g)
	}
}

// move gives a work-group to a compute unit that no other one has come to.
func (cg *clockGroup) move(u *clockCU) {
	cg.cu = u
	for _, w := range cg.waves {
		w.cl = u.cl
	}
}

// start hands out work-groups, in order, to the compute units that have room at the clock now, and
// reserves others for those that will have.
func (k *Clock) start(now uint64) {
	if k.reserved {
		return // all are full
	}
	full := 0
	for full < len(k.cus) && k.startable() {
		u := k.cus[k.next]
		k.next = (k.next + 1) % len(k.cus)
		if u.groups >= k.occ.Groups {
			full++
			continue
		}
		full = 0
		x := k.take(u)
		engine := &k.engines[u.cl.engine]
		x.at = max(now, u.freedAt, *engine)
		*engine = x.at + x.waves*k.p.launch
		k.resident = append(k.resident, x.cg)
		u.groups++
		u.cl.next = min(u.cl.next, x.at)
		u.cl.starts = append(u.cl.starts, x)
	}
	if k.reserved = k.startable(); !k.reserved {
		return
	}
	for _, cl := range k.clusters {
		cl.engineAt = k.engines[cl.engine]
	}
	// A compute unit has as many in reserve as it is likely to come to in a window: when one of its
	// work-groups ends, the next one follows at once. Those that it does not come to are the first ones
	// of the next window. At first, they end as they were launched.
	share := uint64(len(k.cus)/len(k.engines)) * uint64(k.occ.GroupWaves) * k.p.launch
	launched := int(min(k.window/max(share, 1), uint64(k.occ.Groups)))
	for round := 0; k.startable(); round++ {
		some := false
		for i := range k.cus {
			u := k.cus[(k.next+i)%len(k.cus)]
			if round <= max(2*u.turnover, launched) && k.startable() {
				x := k.take(u)
				if u.cl.broken { // its wave has the fault
					k.resident = append(k.resident, x.cg)
					return
				}
				u.reserve, k.inOrder = append(u.reserve, x), append(k.inOrder, x)
				some = true
			}
		}
		if !some {
			break
		}
	}
}

// finish accounts for the work-groups that began and ended in the window.
func (k *Clock) finish() {
	done := k.done[:0]
	for _, cl := range k.clusters {
		done = append(done, cl.done...)
		cl.done = cl.done[:0]
	}
	if k.done = done; len(done) == 0 {
		return
	}
	k.followed = k.followed[:0]
	for _, cl := range k.clusters {
		k.followed = append(k.followed, cl.followed...)
		cl.followed = cl.followed[:0]
	}
	for i := range k.followed {
		k.resident = append(k.resident, k.followed[i].cg)
	}
	slices.SortStableFunc(k.followed, func(a, b groupStart) int { return cmp.Compare(a.at, b.at) })
	for i := range k.followed {
		x := &k.followed[i]
		engine := &k.engines[x.cg.cu.cl.engine]
		*engine = max(*engine, x.at) + x.waves*k.p.launch
	}
	for _, u := range k.cus {
		u.reserve, u.came, u.turnover = u.reserve[:0], 0, 0
	}
	for _, x := range slices.Backward(k.inOrder) { // all others that are returned come behind them
		if !x.cg.came {
			k.returned = append(k.returned, x)
		}
	}
	k.reserved, k.inOrder = false, k.inOrder[:0]
	slices.SortFunc(done, func(a, b *clockGroup) int { return cmp.Compare(a.g.Index, b.g.Index) })
	k.resident = slices.DeleteFunc(k.resident, func(x *clockGroup) bool { return x.ended })
	for _, cg := range done {
		cg.cu.turnover++
		k.leave(cg)
	}
}

// leave accounts for a work-group that executes nothing more.
func (k *Clock) leave(cg *clockGroup) {
	cl := cg.cu.cl
	if !cl.broken {
		cl.guarded(cg.execute)
	}
	cl.blame()
	if cl.broken {
		cg.g.SetBroken()
	}
	for i, w := range cg.waves {
		if w.simd == nil {
			continue // the simulator failed when it was recorded
		}
		k.clocks += w.cur - w.start
		if s := k.l2.series; s != nil {
			s.wave(w.start, w.cur)
		}
		k.end = max(k.end, w.cur)
		if cl := w.cl; cl.lanes != nil {
			cl.lanes.end(w)
		}
		k.ended(w, WaveTiming{Group: cg.g.ID, Wave: i, CU: cg.cu.id, SIMD: int(w.simd.id), Start: w.start, End: w.cur})
	}
	cg.worker().Finish(cg.g)
	k.recycle(cg)
}

// abandon accounts for the work-groups that have not ended.
func (k *Clock) abandon() {
	// Where the simulator failed there may be some that were not made.
	k.resident = slices.DeleteFunc(k.resident, func(cg *clockGroup) bool { return cg.g == nil })
	for _, cl := range k.clusters {
		cl.blame()
	}
	slices.SortFunc(k.resident, func(a, b *clockGroup) int { return int(int64(a.g.Index) - int64(b.g.Index)) })
	for _, cg := range k.resident {
		k.leave(cg)
	}
	k.resident = k.resident[:0]
}

// clockGroup is a work-group on its compute unit.
type clockGroup struct {
	taped    int  // words of the tapes of its waves
	recorded bool // its waves have tapes
	parted   bool // other work-groups have the waves of the engine
	came     bool // the compute unit that had it in reserve has come to it
	g        *engine.GroupCore
	cu       *clockCU
	waves    []*clockWave
	live     int // waves that have not ended
	ended    bool
	waiting  int // of these, waves at the barrier
}

// execute executes the instructions that have issued. Waves that are recorded are put to where they are.
func (cg *clockGroup) execute() {
	if !cg.ended {
		cg.attach()
	}
	for _, w := range cg.waves {
		if canRecord && w.tape != nil {
			w.place()
		} else {
			w.execute()
		}
	}
}

// worker is the one that has made the work-group.
func (cg *clockGroup) worker() *engine.Worker {
	if cg.recorded {
		return cg.cu.k.recorder.worker
	}
	return cg.cu.cl.worker
}

// attach gives a work-group waves again that others have got.
func (cg *clockGroup) attach() {
	if !cg.parted {
		return
	}
	cg.parted = false
	worker, i := cg.worker(), cg.g.Index
	worker.Discard(cg.g)
	cg.g = worker.NewGroup(i, cg.cu.kcache.data)
	for i, w := range cg.waves {
		w.w = (*engine.WaveCore)(cg.g.Waves[i])
		w.place()
	}
}

// deadlock faults the first wave that cannot go on.
func (cg *clockGroup) deadlock() {
	cg.execute()
	cg.g.Deadlock()
}

// end faults the first wave that lives.
func (cg *clockGroup) end(err error) {
	cg.execute()
	for _, w := range cg.g.Waves {
		if w.State != engine.Ended && w.State != engine.Faulted {
			(*engine.WaveCore)(w).End(err)
			return
		}
	}
}
