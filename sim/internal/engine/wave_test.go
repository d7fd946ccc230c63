package engine

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// The rows of a wave that are written and read for each access begin where lines of the host's caches
// do: a load of one that was just stored does not wait for the cache.
func TestRowsOfWavesAreAligned(t *testing.T) {
	for range 3 {
		k := &Worker{r: &Dispatch{Pool: new(Pool)}}
		k.waves = append(k.waves, newAligned())
		w := k.spareWave()
		for name, p := range map[string]unsafe.Pointer{"VWritten": unsafe.Pointer(&w.VWritten), "dst": unsafe.Pointer(&w.dst),
			"held": unsafe.Pointer(&w.held.V), "reach": unsafe.Pointer(&w.reach.Addr), "V": unsafe.Pointer(newRows())} {
			require.Zero(t, uintptr(p)%64, name)
		}
	}
}
