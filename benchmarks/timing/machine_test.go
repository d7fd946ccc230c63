package timing

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// What a simulator knows of launches changes no outcome.
func TestASimulatorMeasuresAsOneAlone(t *testing.T) {
	again := NewSimulator()
	count := func(n uint32) *Kernel {
		return &Kernel{Source: looped("v_mov_b32 v1, 0\n", "buffer_load_dword v4, v1, s[4:7], 0 offen\ns_waitcnt vmcnt(0)\n"+
			"buffer_store_dword v4, v1, s[4:7], 0 offen offset:8"), Count: n, Waves: 2, Groups: 3}
	}
	filled := func(v byte) *Kernel {
		k := count(1)
		k.Source = "buffer_load_dword v4, off, s[4:7], 0 offset:4092\nbuffer_load_dword v5, off, s[4:7], s1 offset:4095\n" +
			"s_waitcnt 0\nbuffer_store_dword v5, off, s[4:7], 0\ns_endpgm"
		k.Fill = func(uint64) []byte { return []byte{v, 0, 0, 0} }
		return k
	}
	for _, name := range []string{"fiji", "polaris10", "fiji", "tahiti"} {
		c, err := chip.Lookup(name)
		require.NoError(t, err)
		slower := c
		slower.Figures[chip.L1Latency].Value *= 2
		clocks := map[uint64]bool{}
		for _, x := range []struct {
			c *chip.Chip
			k *Kernel
		}{{&c, count(3)}, {&slower, count(3)}, {&c, count(4)}, {&c, filled(7)}, {&c, filled(9)}} {
			want, err := Simulate(x.c, x.k)
			require.NoError(t, err)
			for range 2 {
				got, err := again(x.c, x.k)
				require.NoError(t, err)
				require.Equal(t, want, got)
			}
			if x.k.Fill == nil {
				require.False(t, clocks[want.Clocks], "launches that differ take as long: nothing shows which was run")
				clocks[want.Clocks] = true
			} else {
				require.Equal(t, uint32(x.k.Fill(0)[0]), want.Times[0])
			}
		}
	}
}
