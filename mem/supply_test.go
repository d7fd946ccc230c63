package mem

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// Each kind of access finds what is supplied, of which nothing is asked for that nobody touches; and
// what cannot be supplied fails each kind with the supplier's error, and may be asked for again.
func TestMemoryIsSuppliedWhenItIsTouched(t *testing.T) {
	const base, size = 1<<20 + 4096 + 4, 300_000
	broken := errors.New("no disk")
	row := new(Row)
	access := func(at uint64, n int) *Access {
		q := &Access{Exec: 1 << 5, Bytes: n, Rows: []*Row{row, new(Row)}}
		q.Addr[5] = at
		return q
	}
	for name, touch := range map[string]func(g *Global, at uint64) error{
		"read":   func(g *Global, at uint64) error { return g.Read(at, make([]byte, 4)) },
		"write":  func(g *Global, at uint64) error { return g.Write(at, []byte{1}) },
		"gather": func(g *Global, at uint64) error { return g.Gather(access(at, 4)) },
		"wide":   func(g *Global, at uint64) error { return g.Gather(access(at, 8)) },
		"store":  func(g *Global, at uint64) error { return g.Scatter(access(at, 4)) },
		"rmw": func(g *Global, at uint64) error {
			_, err := g.RMW(at, 4, isa.AtomAdd, 0, 0, false)
			return err
		},
		"scalar": func(g *Global, at uint64) error {
			c, err := NewCache(g, KCacheBytes, KCacheWays)
			require.NoError(t, err)
			return c.Read(at, make([]byte, 4), 0)
		},
	} {
		t.Run(name, func(t *testing.T) {
			g := NewGlobal()
			rg, err := g.Map("a", base, size)
			require.NoError(t, err)
			var asked []uint64
			fail := true
			rg.Supply(func(addr uint64, piece []byte) error {
				asked = append(asked, addr)
				if fail {
					return broken
				}
				for i := range piece {
					piece[i] = byte((addr + uint64(i)) >> 2)
				}
				return nil
			})
			at := uint64(base + 100_000&^7 + 4)
			for range 2 {
				err = touch(g, at)
				require.ErrorIs(t, err, broken)
				require.ErrorIs(t, err, ErrSupply)
				var e *AccessError
				require.ErrorAs(t, err, &e)
			}
			require.Zero(t, g.inUse())
			fail, asked = false, nil
			for range 2 {
				require.NoError(t, touch(g, at))
			}
			require.Equal(t, []uint64{at &^ (blockBytes - 1)}, asked)
			require.EqualValues(t, blockBytes, g.inUse())
			// The rest is as it is supplied, and only what was stored has changed.
			b := make([]byte, size)
			require.NoError(t, g.Read(base, b))
			for i, v := range b {
				if a := uint64(base + i); a < at || a >= at+8 {
					require.Equal(t, byte(a>>2), v)
				}
			}
			require.True(t, slices.IsSorted(asked[1:]))
			for _, s := range g.Changed() {
				require.Equal(t, at, s.Addr)
				require.Equal(t, bytes.Repeat([]byte{byte(at >> 2)}, len(s.Before)), s.Before)
			}
		})
	}
}

// What is supplied goes back with a snapshot, and is asked for again.
func TestSuppliedMemoryGoesBack(t *testing.T) {
	g := NewGlobal()
	rg, err := g.Map("a", 1<<20, 200_000)
	require.NoError(t, err)
	calls := 0
	rg.Supply(func(_ uint64, piece []byte) error { calls++; piece[0] = byte(calls); return nil })
	empty := g.Snapshot()
	require.Equal(t, byte(1), g.Slice(1<<20, 1)[0])
	one := g.Snapshot()
	require.NoError(t, g.Write(1<<20, []byte{9}))
	require.NoError(t, g.Restore(one))
	require.Equal(t, byte(1), g.Slice(1<<20, 1)[0])
	require.NoError(t, g.Restore(empty))
	require.Equal(t, byte(2), g.Slice(1<<20, 1)[0])
}

// A file of any size may stand behind memory: what the program does not touch is not read.
func ExampleRange_Supply() {
	g := NewGlobal()
	g.Limit = 1 << 40
	weights, err := g.MapAnywhere("weights", 1<<36, 0)
	if err != nil {
		panic(err)
	}
	weights.Supply(func(addr uint64, piece []byte) error {
		fmt.Printf("%d bytes from %#x on\n", len(piece), addr-weights.Base)
		copy(piece, "contents")
		return nil
	})
	b := make([]byte, 4)
	fmt.Println(g.Read(weights.Base+1<<35+3, b), string(b))
	// Output:
	// 65536 bytes from 0x800000000 on
	// <nil> tent
}
