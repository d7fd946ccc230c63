package engine

// ran is how often the waves of a worker have executed the first so many of the instructions of a run that host code
// executes as one. It takes one addition each time, and not one for each instruction.
type ran struct {
	recs  []*Rec
	times []uint64 // by how many of them
}

// Ran counts executions of the first n instructions of a run by host code. The run, whose instructions are recs, has
// the number in its program.
func (w *WaveCore) Ran(number int, recs []*Rec, n int, times uint64) {
	switch k := w.ran; {
	case k == nil:
		for _, c := range [...][]uint64{w.counts, w.hosted} {
			if c != nil {
				for _, r := range recs[:n] {
					c[r.Slot] += times
				}
			}
		}
	case number < len(*k) && (*k)[number].recs != nil:
		(*k)[number].times[n] += times
	default:
		for len(*k) <= number {
			*k = append(*k, ran{})
		}
		x := &(*k)[number]
		x.recs, x.times = recs, make([]uint64, len(recs)+1)
		x.times[n] = times
	}
}

// HostCounts are the executions of each record, by its slot, that host code has counted one by one; nil where they are
// not counted.
func (w *WaveCore) HostCounts() []uint64 { return w.hosted }

// Count counts an execution of a record that a loop of its own executes.
func (w *WaveCore) Count(r *Rec) {
	if w.counts != nil {
		w.counts[r.Slot]++
	}
}

// count makes the worker's waves count what they execute, and what of it host code does, as far as is asked for.
func (k *Worker) count(all bool) {
	if all {
		k.counts = make([]uint64, len(k.r.Prog.recs))
	}
	if k.r.Opts.CountHost {
		k.hosted = make([]uint64, len(k.r.Prog.recs))
	}
	k.ran = nil
}

// CountHost makes the worker's waves count what host code executes, as far as is asked for.
func (k *Worker) CountHost() { k.count(false) }

// countsFor makes a wave count for the worker.
func (k *Worker) countsFor(w *Wave) {
	w.counts, w.hosted, w.ran = k.counts, k.hosted, nil
	if !k.live && (k.counts != nil || k.hosted != nil) {
		w.ran = &k.ran
	}
}

// Account adds what the worker has counted to the launch's result. It must be called once, when the
// worker runs nothing more.
func (k *Worker) Account() {
	if k.counts == nil && k.hosted == nil {
		return
	}
	r := k.r
	r.mu.Lock()
	defer r.mu.Unlock()
	add := func(to, n []uint64) {
		if n == nil {
			return
		}
		for i, n := range n {
			to[i] += n
		}
		for i := range k.ran {
			x, times := &k.ran[i], uint64(0)
			for n := len(x.recs); n > 0; n-- {
				times += x.times[n]
				to[x.recs[n-1].Slot] += times
			}
		}
	}
	add(r.Result.Counts, k.counts)
	add(r.Result.HostCounts, k.hosted)
}
