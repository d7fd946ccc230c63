package clock

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// gang simulates the clusters of a window on several goroutines. A window takes some ten
// microseconds, less than it takes to wake a thread of the host. So its helpers stay awake for a
// while and wait for the next window. Nobody waits for a helper that comes too late.
type gang struct {
	clusters []*cluster
	end      uint64 // of the window
	most     int    // helpers
	started  bool
	windows  int64

	open   atomic.Int64   // number of the window that helpers may enter; 0: none; -1: there will be no more
	inside atomic.Int64   // helpers that have entered, or are about to leave again
	taken  []atomic.Int64 // the window for which somebody has last taken each cluster
	asleep atomic.Int64   // helpers
	wake   chan struct{}
	all    sync.WaitGroup
}

const gangClosed = -1

// gangPatience is how long a helper waits awake.
const gangPatience = 200 * time.Microsecond

func newGang(clusters []*cluster, helpers int) *gang {
	n := max(0, min(helpers, len(clusters)-1))
	return &gang{clusters: clusters, most: n, taken: make([]atomic.Int64, len(clusters)), wake: make(chan struct{}, n)}
}

// run simulates all clusters up to a clock.
func (g *gang) run(end uint64) {
	active := 0
	for _, cl := range g.clusters {
		if cl.next < end {
			active++
		}
	}
	g.end = end
	g.windows++
	if active < 2 || g.most == 0 {
		g.work(0)
		return
	}
	if !g.started {
		g.started = true
		for i := range g.most {
			g.all.Add(1)
			go g.help((i + 1) * len(g.clusters) / (g.most + 1))
		}
	}
	g.open.Store(g.windows)
	for n := g.asleep.Load(); n > 0; n-- {
		select {
		case g.wake <- struct{}{}:
		default:
		}
	}
	g.work(0)
	g.open.Store(0)
	for g.inside.Load() > 0 {
		runtime.Gosched()
	}
}

// work simulates clusters that nobody else does, from one on: the same ones in each window, if it
// can, as the host's caches have them.
func (g *gang) work(first int) {
	for i := range g.clusters {
		i = (first + i) % len(g.clusters)
		if g.taken[i].Swap(g.windows) == g.windows {
			continue
		}
		if cl := g.clusters[i]; cl.next < g.end {
			cl.run(g.end)
		}
	}
}

// help works in one window after the other.
func (g *gang) help(first int) {
	defer g.all.Done()
	last, since := int64(0), time.Now()
	for turns := 1; ; turns++ {
		switch w := g.open.Load(); {
		case w == gangClosed:
			return
		case w != 0 && w != last:
			g.inside.Add(1)
			if g.open.Load() == w { // else it has been closed, and perhaps another one prepared
				g.work(first)
			}
			g.inside.Add(-1)
			last, since = w, time.Now()
		case turns%64 == 0 && time.Since(since) > gangPatience:
			g.asleep.Add(1)
			<-g.wake
			g.asleep.Add(-1)
			since = time.Now()
		default:
			runtime.Gosched()
		}
	}
}

// stop ends the helpers.
func (g *gang) stop() {
	g.open.Store(gangClosed)
	close(g.wake)
	g.all.Wait()
}
