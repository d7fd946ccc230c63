package clock

import (
	"runtime"
	"unsafe"

	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// cluster is what one goroutine simulates at a time: neighbouring compute units and the caches that
// they share.
type cluster struct {
	k        *Clock
	cus      []*clockCU
	icaches  []*icache
	kcaches  []*kcache
	next     uint64     // clock of the next event
	turns    []uint64   // when each SIMD has its next turn
	wheel    wheel      // the same for the clocks that are simulated
	end      uint64     // of the window
	ahead    bool       // turns may be entered before they come
	alone    bool       // it had the window before, too, and no other cluster has
	code     []cost     // by dword of the program
	stats    []instStat // the same
	requests []request
	access   access        // of the operation that issues
	lines    []lineRequest // of requests of this window
	served   []lineRequest // of those of the window before
	starts   []groupStart  // work-groups that begin
	done     []*clockGroup // ended in this window
	followed []groupStart  // began in this window, where others had ended
	engine   int           // shader engine, which starts waves
	engineAt uint64        // when it can start the next one, as far as this cluster knows
	worker   *engine.Worker
	spare    []*clockWave
	fresh    []clockWave // memory for more
	tapes    [][]uint64  // memory of those that no wave has
	issued   uint64      // instructions
	skipped  uint64      // clocks that MODE.VSKIP has saved the vector ALU
	most     uint64      // that may issue
	faulted  bool
	now      *clockWave // the wave that executes, or did last
	broken   bool       // the simulator has failed in it: its work-groups execute nothing more
	defect   error      // how, until a wave has been blamed
	series   *series    // what its lanes have moved; nil: nobody asks
	lanes    stretches  // nil: nobody asks
	room     int        // for segments and operations of traces
}

// begin makes the work-groups that start, so that many short ones are made on all cores of the
// host, but for those that are recorded.
func (cl *cluster) begin() {
	k, starts := cl.k, cl.starts
	cl.starts = starts[:0] // where the simulator fails in one of them, it is not made again
	for i, x := range starts {
		if i%collectorsTurn == collectorsTurn-1 {
			runtime.Gosched()
		}
		cg := x.cg
		if cl.broken {
			break
		}
		if !cg.recorded && !cl.make(x, cl.worker, false) {
			cl.faulted, cl.broken = true, true
			continue
		}
		for i, w := range cg.waves {
			w.log = k.newLog(cg.g.ID, i)
			cg.cu.add(w, x.at+uint64(i)*k.p.launch)
		}
	}
}

// make makes a work-group, which is about to be recorded, or executes as it issues, by a worker. It reports
// whether that went well.
func (cl *cluster) make(x groupStart, by *engine.Worker, records bool) bool {
	cg := x.cg
	cg.g = by.NewGroup(x.index, cg.cu.kcache.data)
	if cg.g.Broken() {
		return false
	}
	cg.live = len(cg.g.Waves)
	for _, v := range cg.g.Waves {
		v, w := (*engine.WaveCore)(v), cl.newWave()
		w.w, w.group, w.cl = v, cg, cl
		w.at, w.state, w.prio = v.IP(), v.State, v.Prio
		if cl.lanes != nil {
			w.active, w.activeFrom = activeOf(v), w.at
		}
		if records {
			w.rec.words, w.tape = cl.newTape(), &w.rec
		} else {
			if v.Clocked(); cl.k.crowded {
				v.Share(cl.worker)
			}
		}
		cg.waves = append(cg.waves, w)
	}
	return true
}

// freshWaves is how many waves get memory together: so much begins with a line of the host's caches.
const freshWaves = 64

func (cl *cluster) newWave() *clockWave {
	var w *clockWave
	if n := len(cl.spare); n > 0 {
		w = cl.spare[n-1]
		cl.spare = cl.spare[:n-1]
		cl.freeTape(w)
	} else {
		if len(cl.fresh) == 0 {
			cl.fresh = make([]clockWave, freshWaves)
		}
		w = &cl.fresh[0]
		cl.fresh = cl.fresh[1:]
	}
	w.renew()
	return w
}

// newTape is memory for a tape.
func (cl *cluster) newTape() []uint64 {
	n := len(cl.tapes)
	if n == 0 {
		return make([]uint64, 0, cl.k.tapeLen)
	}
	words := cl.tapes[n-1]
	cl.tapes = cl.tapes[:n-1]
	return words
}

// freeTape takes the memory of the tape of a wave that does not need it any more.
func (cl *cluster) freeTape(w *clockWave) {
	if w.tape != nil {
		cl.tapes = append(cl.tapes, w.rec.words[:0])
		w.rec, w.tape = tape{}, nil
	}
}

// run simulates up to a clock.
func (cl *cluster) run(end uint64) {
	defer cl.fail()
	cl.end = end
	cl.begin()
	if !cl.alone {
		cl.foresee()
	}
	cl.endRuns(cl.turn(cl.soonest(), end))
	cl.next = cl.soonest()
}

// soonest is when the next turn of one of the SIMDs is.
func (cl *cluster) soonest() uint64 {
	next := never
	for _, t := range cl.turns {
		next = min(next, t)
	}
	return next
}

// foresee asks the host's caches for the waves that are likely to issue in the window: since the one before,
// all other clusters have had theirs.
func (cl *cluster) foresee() {
	const line = 64
	for _, u := range cl.cus {
		for i := range u.simds {
			s := &u.simds[i]
			if *s.next >= cl.end {
				continue
			}
			for j, w := range s.waves[:s.n] {
				if s.ready[j] < cl.end {
					prefetch(unsafe.Pointer(w), unsafe.Offsetof(w.few)+2*line)
				}
			}
		}
	}
}

// fail is deferred where waves of the cluster execute: a panic ends all that it does.
func (cl *cluster) fail() {
	v := recover()
	if v == nil {
		return
	}
	if cl.worker.InHook {
		panic(v)
	}
	cl.faulted, cl.broken, cl.defect = true, true, engine.Caught(v)
}

// guarded calls what waves of the cluster may execute in.
func (cl *cluster) guarded(f func()) {
	defer cl.fail()
	f()
}

// blame makes the defect of a broken cluster the fault of the wave that executed.
func (cl *cluster) blame() {
	if cl.defect == nil {
		return
	}
	if w := cl.now; w != nil && w.group != nil && !w.group.g.Ended() {
		w.group.attach()
		if w.lazy != 0 {
			w.w.SetIP(w.lazyFrom)
		}
		w.group.g.Defect(w.w, cl.defect)
	} else if r := cl.k.r; r.Result.Fault == nil {
		r.Result.Fault = r.FaultOf(cl.defect)
	}
	cl.defect = nil
}

// kcache is a scalar data cache: its contents are real, and apart from them it has tags that know
// when a line arrives. Its banks look up a line a clock each; neighbouring lines are in different ones.
type kcache struct {
	tags  tags
	data  *mem.Cache
	banks []calendar // clocks in which each looks up a line

	lines, spread power // bytes of a line, banks
}

func newKCache(k *Clock) *kcache {
	c := &k.chip
	x := &kcache{tags: newTags(c, chip.KCacheBytes, chip.KCacheLine, chip.KCacheWays, 1, makeTags),
		data: engine.NewKCache(nil), banks: make([]calendar, c.Int(chip.KCacheBanks))}
	x.lines, x.spread = newPower(x.tags.line), newPower(uint64(len(x.banks)))
	return x
}

// lookUp makes the banks look up the lines of n bytes, which a compute unit gets at so many bytes a clock:
// the first one at t, if its bank can. It returns how much later the compute unit has them because banks were
// asked by others.
func (c *kcache) lookUp(addr, n, rate, t uint64) (late uint64) {
	first := c.lines.over(addr)
	for line := first; line <= c.lines.over(addr+n-1); line++ {
		_, of := c.spread.split(line)
		at := t + late
		if line > first {
			at += (line*c.tags.line - addr) / rate
		}
		late += c.banks[of].take(at) - at
	}
	return late
}
