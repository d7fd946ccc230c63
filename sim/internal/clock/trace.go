package clock

import (
	"unsafe"

	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// TraceOptions ask for what waves did clock by clock.
type TraceOptions struct {
	From, To uint64 // clocks of the launch that are wanted; To 0: to its end
	// Max is how many segments, and how many operations, are kept of a wave: the first ones.
	// 0 is [DefaultTraceMax].
	Max int
	// Total is how many segments and operations are kept of all waves of a launch; 0: no bound but
	// Max. Each part of the chip keeps those that come first, and at least one. The number of workers
	// does not matter.
	Total int
	// Want says whose traces are wanted; nil: of all waves. It is called on several goroutines.
	Want func(group [3]uint32, wave int) bool
	// Wave is called for each of these when its work-group has ended, one at a time. The trace is
	// valid during the call.
	Wave func(w *WaveTrace)
}

// DefaultTraceMax is how many segments of a wave are kept where nobody says how many: some 32 MB.
const DefaultTraceMax = 1 << 20

// WaveTrace is what one wave did in the window that was asked for.
type WaveTrace struct {
	WaveTiming
	Launch   uint64    // DispatchID of the launch
	Segments []Segment // without gaps, apart from those that are cut off
	Ops      []TraceOp // in the order of their returns
	Cut      uint64    // clocks of the window behind the last segment that was kept
	Lost     uint64    // operations that were not kept
}

// Segment is a time that a wave spends on one thing.
type Segment struct {
	From, To uint64 // clocks
	PC       uint64 // of the instruction, as disassemblers print it
	Reason   Stall
}

// TraceOp is an operation of memory.
type TraceOp struct {
	PC            uint64 // of its instruction
	Issue, Return uint64 // clocks
}

// waveLog is what is kept of a wave where somebody asks.
type waveLog struct {
	Stalls
	trace *WaveTrace // nil: only these
	opts  *TraceOptions
	spent *spent // nil: nobody asks

	level  Level                 // what has answered the operation that is waited for
	levels [waitcnt.MaxOps]Level // of operations by token: the furthest that has answered so far
}

// newLog is nil where nobody asks for what the wave does.
func (k *Clock) newLog(group [3]uint32, wave int) *waveLog {
	t := k.opts.Trace
	traced := t != nil && (t.Want == nil || t.Want(group, wave))
	if !traced && !k.opts.Waves && k.opts.Spent == nil {
		return nil
	}
	l := &waveLog{opts: t}
	if k.opts.Spent != nil {
		l.spent = &spent{at: map[*instStat]int{}}
	}
	if traced {
		l.trace = new(WaveTrace)
	}
	return l
}

// window cuts a time to what is wanted.
func (o *TraceOptions) window(from, to uint64) (a, b uint64) {
	if o.To != 0 {
		to = min(to, o.To)
	}
	return max(from, o.From), to
}

func (o *TraceOptions) max() int {
	if o.Max > 0 {
		return o.Max
	}
	return DefaultTraceMax
}

// add notes clocks of a wave.
func (l *waveLog) add(w *clockWave, s Stall, t uint64) {
	l.Stalls[s] += t - w.cur
	if l.spent != nil {
		i := l.spent.inst(w, w.k.stat)
		i.Stalls[s] += t - w.cur
		switch s {
		case StallIssue:
			i.Issues++
		case StallCounter:
			i.Levels[l.level] += t - w.cur
		}
	}
	x := l.trace
	if x == nil {
		return
	}
	from, to := l.opts.window(w.cur, t)
	if from >= to {
		return
	}
	pc := w.cl.pc(w.k.stat)
	if n := len(x.Segments); n > 0 && s != StallIssue {
		if last := &x.Segments[n-1]; last.Reason == s && last.PC == pc && last.To == from {
			last.To = to
			return
		}
	}
	if len(x.Segments) >= l.opts.max() || !w.cl.takeRoom() {
		x.Cut += to - from
		return
	}
	x.Segments = append(x.Segments, Segment{from, to, pc, s})
}

// returned notes that an operation has returned, which an instruction had issued at a clock.
func (l *waveLog) returned(w *clockWave, stat *instStat, issue, at uint64) {
	x := l.trace
	if x == nil {
		return
	}
	if from, to := l.opts.window(issue, at); from > to {
		return
	}
	if len(x.Ops) >= l.opts.max() || !w.cl.takeRoom() {
		x.Lost++
		return
	}
	x.Ops = append(x.Ops, TraceOp{w.cl.pc(stat), issue, at})
}

// again notes that the instruction that has issued is executed again: that was no execution.
func (l *waveLog) again(w *clockWave) {
	if l != nil && l.spent != nil {
		l.spent.inst(w, w.k.stat).Issues--
	}
}

// shareRoom shares what may be kept of traces among the clusters that get work-groups.
func (k *Clock) shareRoom() {
	t := k.opts.Trace
	if t == nil || t.Total <= 0 {
		for _, cl := range k.clusters {
			cl.room = -1
		}
		return
	}
	used := map[*cluster]bool{}
	for i := range min(uint64(len(k.cus)), max(k.r.Total, 1)) {
		used[k.cus[i].cl] = true
	}
	for cl := range used {
		cl.room = max(1, t.Total/len(used))
	}
}

// takeRoom reports whether there is room for another segment or operation, and takes it.
func (cl *cluster) takeRoom() bool {
	if cl.room > 0 {
		cl.room--
		return true
	}
	return cl.room < 0
}

// pc is the address of the instruction whose statistics s are.
func (cl *cluster) pc(s *instStat) uint64 {
	slot := (uintptr(unsafe.Pointer(s)) - uintptr(unsafe.Pointer(&cl.stats[0]))) / unsafe.Sizeof(*s)
	k := cl.k
	return k.prog.Addr(uint32(slot)) - (*engine.Program)(k.prog).Bias
}

// ended tells of a wave that has ended.
func (k *Clock) ended(w *clockWave, t WaveTiming) {
	l := w.log
	if l == nil {
		return
	}
	t.Stalls = l.Stalls
	if k.opts.Waves {
		k.waves = append(k.waves, t)
	}
	if l.spent != nil {
		l.spent.WaveTiming, l.spent.Launch = t, k.r.DispatchID
		k.opts.Spent(&l.spent.WaveSpent)
	}
	if l.trace != nil && l.opts.Wave != nil {
		l.trace.WaveTiming, l.trace.Launch = t, k.r.DispatchID
		l.opts.Wave(l.trace)
	}
}
