package clock_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// TestRunsAreTheTurnsThatTheyStandFor: where somebody wants to know what waves do clock by clock, each
// turn is simulated. The clocks are the same as where turns that are known beforehand are not:
// while waves of other SIMDs reach barriers, are woken, end and make room for others, and while the vector
// ALU is busy with what another wave has issued.
func TestRunsAreTheTurnsThatTheyStandFor(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 2))
		c := oneCU(t, []string{"vega10", "fiji", "hawaii"}[seed%3])
		var b strings.Builder
		b.WriteString("s_movk_i32 s10, 6\nloop:\n")
		for range 12 {
			switch r.IntN(9) {
			case 0:
				b.WriteString("s_barrier\n")
			case 1:
				fmt.Fprintf(&b, "s_sleep %d\n", r.IntN(2))
			case 2:
				fmt.Fprintf(&b, "v_rcp_f32 v3, v1\nv_mul_lo_u32 v%d, v1, v2\n", 3+r.IntN(2))
			case 3:
				b.WriteString("s_add_u32 s3, s3, 1\ns_lshl_b32 s3, s3, 1\n")
			case 4:
				b.WriteString("ds_write_b32 v1, v2\n")
			case 5:
				b.WriteString("buffer_load_dword v4, v1, s[4:7], 0 offen\ns_waitcnt vmcnt(0)\n")
			case 6:
				fmt.Fprintf(&b, "s_setprio %d\n", r.IntN(4))
			}
			for i := range r.IntN(24) {
				op := []string{"v_add_f32 v%d, v1, v2\n", "v_add_f32 v%d, v1, v2\n", "v_mad_f32 v%d, v1, v2, v1\n",
					"v_rcp_f32 v%d, v2\n"}[r.IntN(4)]
				fmt.Fprintf(&b, op, 3+i)
			}
		}
		b.WriteString("s_sub_u32 s10, s10, 1\ns_cmp_lg_u32 s10, 0\ns_cbranch_scc1 loop\n")
		if c.Target.Gen == isa.GCN14 {
			b.WriteString("s_wakeup\n")
		}
		code, err := asm.Code(c.Target.Gen, b.String()+"s_endpgm\n")
		require.NoError(t, err, b.String())
		run := func(trace *sim.TraceOptions) *sim.Timing {
			p, err := sim.NewProgram(c.Target.Gen, 0x1000, code.Code)
			require.NoError(t, err)
			d := sim.NewDevice(c.Target.Gen)
			res, err := d.Run(&sim.Launch{Prog: p, Entry: 0x1000, Grid: [3]uint32{30 * isa.Lanes, 1, 1},
				Group: [3]uint32{uint32(1+seed%4) * isa.Lanes, 1, 1}, LDS: 1024,
				Registers: []sim.RegInit{{Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}}},
				Options: sim.Options{Timing: &sim.TimingOptions{Chip: c, Waves: trace != nil, Trace: trace,
					Need: &chip.Need{VGPRs: 64, SGPRs: 32, LDS: 1024, Group: int(1+seed%4) * isa.Lanes}}}})
			require.NoError(t, err)
			require.Nil(t, res.Fault, b.String())
			return res.Timing
		}
		want := run(&sim.TraceOptions{Wave: func(*sim.WaveTrace) {}})
		require.NotEmpty(t, want.Waves)
		want.Waves = nil // who asks for waves gets each turn simulated, too
		require.Equal(t, want, run(nil), b.String())
	}
}
