package clock

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// What a turn reads of a wave and of a SIMD is in a few lines of the host's caches only if these begin with one.
func TestWavesAndSIMDsBeginWithALine(t *testing.T) {
	const line = 64
	begins := func(p unsafe.Pointer) { require.Zero(t, uintptr(p)%line) }
	c, err := chip.Lookup("fiji")
	require.NoError(t, err)
	k := &Clock{machine: machine{chip: c, p: newParams(&c)}}
	k.build()
	for _, u := range k.cus {
		for i := range u.simds {
			begins(unsafe.Pointer(&u.simds[i]))
		}
	}
	for range freshWaves + 1 {
		begins(unsafe.Pointer(k.clusters[0].newWave()))
	}
	var w clockWave
	for name, at := range map[string]uintptr{"nextAt": unsafe.Offsetof(w.nextAt), "out": unsafe.Offsetof(w.out),
		"ahead": unsafe.Offsetof(w.ahead)} {
		require.Zero(t, at%line, name)
	}
	var s clockSIMD
	for name, at := range map[string]uintptr{"cat": unsafe.Offsetof(s.cat), "unit": unsafe.Offsetof(s.unit),
		"busy": unsafe.Offsetof(s.busy), "ready": unsafe.Offsetof(s.ready), "waves": unsafe.Offsetof(s.waves)} {
		require.Zero(t, at%line, name)
	}
}
