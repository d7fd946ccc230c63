package clock

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTagsReplaceTheLineNotUsedForLongest compares tags, of both kinds, with a list for each set.
func TestTagsReplaceTheLineNotUsedForLongest(t *testing.T) {
	for _, geometry := range [][2]int{{4, 64}, {64, 4}, {1, 1}, {3, 5}, {1, 256}, {3, 17}, {8, 16}, {7, 9}, {2, 8}} {
		replacesTheOldest(t, makeTags(64, geometry[0], geometry[1]), geometry[0])
		replacesTheOldest(t, makeMany(64, geometry[0], geometry[1]), geometry[0])
	}
}

func replacesTheOldest(t *testing.T, c tags, sets int) {
	want := make([][]uint64, sets) // newest first
	r := rand.New(rand.NewSource(1))
	for step := range 20000 {
		if step%7000 == 6999 {
			c.clear()
			clear(want)
		}
		line := uint64(r.Intn(3 * sets * c.ways))
		set := &want[line%uint64(sets)]
		i := slices.Index(*set, line)
		_, hit, gone := c.claim(line*64, line, 0)
		require.Equal(t, i >= 0, hit, "%d sets of %d ways, step %d", sets, c.ways, step)
		if hit {
			*set = slices.Delete(*set, i, i+1)
		} else {
			if len(*set) == c.ways {
				require.Equal(t, (*set)[c.ways-1]*64|tagThere, gone)
				*set = (*set)[:c.ways-1]
			}
		}
		*set = slices.Insert(*set, 0, line)
	}
}
