package dyncheck

import (
	"maps"
	"runtime"
	"sync"
)

// Tracks rely on memory for what stores have stored (before.go, written.go). Other launches on the device know
// nothing of that. So a launch owns memory only where it begins alone, and no longer than that:
//
//	another one begins ──► Checker.disown ──► one worker: it is asked to make notes of its track, at its next turn
//	                                          several: what all of them have stored is saved
//	                          └─► when that is done the other launch goes on

// launches are those that run on a device.
type launches struct {
	mu    sync.Mutex
	n     int
	owner *Checker // of the only one, where it owns memory
}

// LaunchBegins is called before a launch executes something, or goes on. c is the checker of one that may own memory
// ([Checker.OwnMemory]), which it does where no other launch runs; nil: it may not, or nothing is checked.
func (p *Pool) LaunchBegins(c *Checker) {
	l := &p.launches
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
	switch {
	case l.n == 1 && c != nil:
		c.OwnMemory()
		l.owner = c
	case l.owner != nil:
		l.owner.disown()
		l.owner = nil
	}
}

// LaunchEnds is called when it executes nothing more, with what it began with.
func (p *Pool) LaunchEnds(c *Checker) {
	if c != nil {
		c.over.Store(true) // first: who begins may wait for it
	}
	l := &p.launches
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.n--; l.owner == c {
		l.owner = nil
	}
}

// disown makes the launch rely on memory no longer, as others are about to change it. It may not be called by the
// launch's own workers.
func (c *Checker) disown() {
	if c.inOrder {
		for c.asked.Store(true); c.asked.Load() && !c.over.Load(); {
			runtime.Gosched()
		}
		return
	}
	c.ending.Lock()
	defer c.ending.Unlock()
	if c.over.Load() {
		return
	}
	c.suspect()
	c.quiet()
	w := &c.written
	w.mu.Lock()
	list := maps.Clone(w.list)
	w.mu.Unlock()
	for key, l := range list {
		for i := range l.plain {
			for m, line := l.plain[i].Load(), key<<lineLeafBits+uint64(i)*wordLines; m != 0; m, line = m>>16, line+1 {
				c.save(l, line, uint16(m))
			}
		}
	}
}

// part makes notes of what is in the track of a launch whose work-groups run one after the other: disown has asked
// for it.
func (c *Checker) part() {
	c.suspect()
	if c.keepAll() {
		c.asked.Store(false)
	}
}
