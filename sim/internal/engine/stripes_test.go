package engine

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each work-group below the limit is handed out once, whoever asks how often; few of a lower number have not been
// handed out when one is.
func TestStripesHandOutEachWorkGroupOnce(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		workers, total := 1+r.IntN(5), 1+r.Uint64N(700)
		limit := total
		if r.IntN(3) == 0 {
			limit = r.Uint64N(total + 1)
		}
		s := new(stripes)
		s.begin(total, workers)
		seen, lowest := map[uint64]bool{}, uint64(0)
		for {
			w := 0
			if r.IntN(3) == 0 { // most of it is done by one worker
				w = r.IntN(workers)
			}
			inOrder := r.IntN(4) == 0
			from, to := s.take(w, 1+r.Uint64N(20), limit, inOrder)
			if from == to {
				break
			}
			if inOrder || workers == 1 {
				require.Equal(t, lowest, from)
			}
			for i := from; i < to; i++ {
				require.False(t, seen[i])
				seen[i] = true
				require.Less(t, i, lowest+uint64((farAhead+2)*workers*maxStripe))
			}
			for seen[lowest] {
				lowest++
			}
		}
		require.Equal(t, limit, lowest)
		require.Len(t, seen, int(limit))
		require.Equal(t, total-limit, s.left)
	}
}

// Workers that are about as fast have the same work-groups in each launch.
func TestStripesAreThoseOfWorkers(t *testing.T) {
	s := new(stripes)
	s.begin(1000, 3)
	for i := uint64(0); s.left > 3*maxStripe; i++ { // the last ones go to whoever has time
		w := i % 3
		from, to := s.take(int(w), 5, 1000, false)
		require.Less(t, from, to)
		for ; from < to; from++ {
			require.Equal(t, w, from/maxStripe%3)
		}
	}
}
