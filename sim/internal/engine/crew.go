package engine

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// crew are goroutines that run work-groups of launches on a device beside the caller's. After a launch they
// stay awake for a moment: the next one of a program follows in some microseconds, where to wake a goroutine
// takes as long as a tenth of a short launch. Then they end, so that a device needs no end.
type crew struct {
	mu   sync.Mutex
	idle []*hand // awake, with nothing to do
}

// hand is one of them.
type hand struct {
	job atomic.Pointer[job]
	at  int // its number in the job
}

// job is a launch that several run.
type job struct {
	work func(at int)
	left atomic.Int32 // of the hands
	wg   sync.WaitGroup
}

// awake is how long hands wait for the next launch, and a launch for its hands, before they sleep.
const awake = 30 * time.Microsecond

// start lets n goroutines call work, with numbers from 1 on: the same ones as before, where they are awake.
func (c *crew) start(n int, work func(at int)) *job {
	j := &job{work: work}
	j.left.Store(int32(n))
	j.wg.Add(n)
	c.mu.Lock()
	defer c.mu.Unlock()
	for at := 1; at <= n; at++ {
		k := len(c.idle) - 1
		if k < 0 {
			h := &hand{at: at}
			h.job.Store(j)
			go c.run(h)
			continue
		}
		for i, h := range c.idle {
			if h.at == at {
				c.idle[i], c.idle[k] = c.idle[k], h
			}
		}
		h := c.idle[k]
		c.idle[k], c.idle = nil, c.idle[:k]
		h.at = at
		h.job.Store(j)
	}
	return j
}

// wait waits for them.
func (j *job) wait() {
	if !within(awake, func() bool { return j.left.Load() == 0 }) {
		j.wg.Wait()
	}
}

// run executes what h is given, until nothing comes any more.
func (c *crew) run(h *hand) {
	for {
		j := h.job.Load()
		j.work(h.at)
		h.job.Store(nil)
		c.mu.Lock()
		stay := len(c.idle) < runtime.GOMAXPROCS(0)-1
		if stay {
			c.idle = append(c.idle, h)
		}
		c.mu.Unlock()
		j.left.Add(-1)
		j.wg.Done()
		if !stay {
			return
		}
		given := func() bool { return h.job.Load() != nil }
		if !within(awake, given) && c.leave(h) {
			return
		}
		for !given() { // it is no longer idle
			runtime.Gosched()
		}
	}
}

// leave takes a hand out of the idle ones. It reports false where it is not there: it is about to be given
// something.
func (c *crew) leave(h *hand) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, o := range c.idle {
		if o == h {
			n := len(c.idle) - 1
			c.idle[i], c.idle[n] = c.idle[n], nil
			c.idle = c.idle[:n]
			return true
		}
	}
	return false
}

// within waits for something awake, if it comes within a time. Other goroutines get on.
func within(d time.Duration, come func() bool) bool {
	for i, begin := 0, time.Now(); ; i++ {
		if come() {
			return true
		}
		if i%64 == 63 {
			if time.Since(begin) > d {
				return false
			}
			runtime.Gosched()
		}
	}
}
