package engine

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Each number works once in each launch, wherever several launches have the same crew, and who waits sees all that
// has been done. Who has nothing to do any more ends.
func TestHandsWork(t *testing.T) {
	var c crew
	var launches sync.WaitGroup
	for l := range 3 {
		launches.Go(func() {
			for i := range 300 {
				n := 1 + (i+l)%5
				done := make([]int, n+1) // of goroutines without a lock: the crew orders them
				j := c.start(n, func(at int) { done[at]++ })
				if j.wait(); i%50 == 0 {
					time.Sleep(2 * awake)
				}
				require.Zero(t, done[0])
				for _, k := range done[1:] {
					require.Equal(t, 1, k)
				}
			}
		})
	}
	launches.Wait()
	require.Eventually(t, func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return len(c.idle) == 0
	}, 10*time.Second, time.Millisecond)
}

// A launch that follows at once has the hands of the one before, each with its number; one of another number of
// workers too.
func TestHandsKeepTheirNumbers(t *testing.T) {
	var c crew
	a, b, d := &hand{at: 1}, &hand{at: 2}, &hand{at: 3}
	c.idle = []*hand{b, d, a}
	c.start(2, func(int) {})
	require.NotNil(t, a.job.Load())
	require.NotNil(t, b.job.Load())
	require.Equal(t, []*hand{d}, c.idle)
	require.Equal(t, [3]int{1, 2, 3}, [3]int{a.at, b.at, d.at})
	c.start(1, func(int) {})
	require.Equal(t, 1, d.at)
	require.Empty(t, c.idle)
	require.True(t, !c.leave(d))
}

// What a worker has left the next one of its number gets; others get it where they find nothing of their own.
func TestShelvesAreThoseOfWorkers(t *testing.T) {
	var p Pool
	one, two := newAligned(), newAligned()
	p.put(1, []*Wave{one}, nil)
	p.put(2, []*Wave{two}, nil)
	waves, _ := p.take(2, nil, nil, 5)
	require.Equal(t, []*Wave{two}, waves)
	p.put(2, waves, nil)
	waves, _ = p.take(3, nil, nil, 1)
	require.Len(t, waves, 1)
	waves, _ = p.take(3, waves, nil, 1)
	require.ElementsMatch(t, []*Wave{one, two}, waves)
	require.Zero(t, p.bytes)

	r := &Dispatch{Pool: &p}
	var ks []*Worker
	for at := range 3 {
		ks = append(ks, r.worker(at))
	}
	for _, k := range ks {
		k.Release()
	}
	for _, at := range []int{1, 0, 2} {
		require.Same(t, ks[at], r.worker(at))
	}
}

// A hand that is given something just when it stops waiting does it.
func TestHandsThatAreAboutToEnd(t *testing.T) {
	var c crew
	var n atomic.Int32
	for i := range 400 {
		c.start(1, func(int) { n.Add(1) }).wait()
		time.Sleep(awake - 10*time.Microsecond + time.Duration(i%40)*time.Microsecond/2)
	}
	require.EqualValues(t, 400, n.Load())
}
