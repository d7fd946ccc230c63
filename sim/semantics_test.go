package sim_test

import (
	"fmt"
	"math"
	"math/big"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/simtest"
)

// One test for each point of docs/semantics.md, through encoded instructions: here, and where it reads
// better as a table or a formula in testdata/gcn/semantics.gcn. Expected values are written from that
// list; the kernels' own vectors are in package isa.

// set is registers and their values.
type set map[string]any

const modeKeep = 0x0f0 // MODE with all denormals kept

const newer = isa.GCN12 | isa.GCN14

func db(x float64) uint64 { return math.Float64bits(x) }

// on runs text on each generation of gens with denormals kept unless the registers say otherwise.
func on(t *testing.T, gens isa.Gen, text string, regs set, check func(t *testing.T, m *simtest.Machine)) {
	t.Helper()
	for _, g := range isa.Gens() {
		if gens&g == 0 {
			continue
		}
		m := simtest.New(t, g, simtest.LDS(1024))
		m.Asm(text)
		m.Set("mode", modeKeep)
		for r, v := range regs {
			m.Set(r, v)
		}
		require.NoError(t, m.Run(), "%v %s", g, text)
		check(t, m)
	}
}

// gives is on with one expected vector register, lane 0.
func gives(t *testing.T, gens isa.Gen, text string, regs set, reg string, want uint32) {
	t.Helper()
	on(t, gens, text, regs, func(t *testing.T, m *simtest.Machine) {
		t.Helper()
		require.Equalf(t, want, m.U32(reg), "%s = %#x, want %#x: %s with %v", reg, m.U32(reg), want, text, regs)
	})
}

// gives64 is gives for a register pair.
func gives64(t *testing.T, gens isa.Gen, text string, regs set, reg string, want uint64) {
	t.Helper()
	on(t, gens, text, regs, func(t *testing.T, m *simtest.Machine) {
		t.Helper()
		require.Equalf(t, want, m.U64(reg), "%s = %#x, want %#x: %s with %v", reg, m.U64(reg), want, text, regs)
	})
}

// TestTrigPreopTakesBitsOfTwoOverPi: semantics.md 13.
func TestTrigPreopTakesBitsOfTwoOverPi(t *testing.T) {
	// 2/pi to 1300 bits, from the series of Machin's formula with integers.
	const prec = 1300
	one := new(big.Int).Lsh(big.NewInt(1), prec+64)
	atan := func(inv int64) *big.Int {
		sum, x := new(big.Int), new(big.Int).Div(one, big.NewInt(inv))
		for n := int64(0); x.Sign() != 0; n++ {
			term := new(big.Int).Div(x, big.NewInt(2*n+1))
			if n&1 == 1 {
				term.Neg(term)
			}
			sum.Add(sum, term)
			x.Div(x, big.NewInt(inv*inv))
		}
		return sum
	}
	pi := new(big.Int).Sub(new(big.Int).Lsh(atan(5), 4), new(big.Int).Lsh(atan(239), 2))
	frac := new(big.Int).Div(new(big.Int).Lsh(one, prec+1), pi) // 2/pi as a fraction of prec bits
	for seg := 0; seg < 4; seg++ {
		bitsAt := new(big.Int).Rsh(frac, uint(prec-53-53*seg))
		bitsAt.And(bitsAt, big.NewInt(1<<53-1))
		want := math.Ldexp(float64(bitsAt.Int64()), -53-53*seg)
		gives64(t, isa.AllGens, "v_trig_preop_f64 v[4:5], v[0:1], v2", set{"v[0:1]": db(1), "v2": seg}, "v[4:5]", db(want))
	}
}

// TestQuadSadSlidesOverBytes: semantics.md 46.
func TestQuadSadSlidesOverBytes(t *testing.T) {
	src, ref := uint64(0x0807060504030201), uint32(0x00020000)
	sum := func(i int, skip bool) (s uint64) {
		for b := 0; b < 4; b++ {
			r := int(ref >> (8 * b) & 0xff)
			if skip && r == 0 {
				continue
			}
			d := int(src>>(8*(i+b))&0xff) - r
			if d < 0 {
				d = -d
			}
			s += uint64(d)
		}
		return s
	}
	var qsad, mqsad uint64
	acc := uint64(0xfff8000300020001)
	for i := 0; i < 4; i++ {
		a := acc >> (16 * i) & 0xffff
		qsad |= (a + sum(i, false)) & 0xffff << (16 * i)
		mqsad |= (a + sum(i, true)) & 0xffff << (16 * i)
	}
	regs := set{"v[0:1]": src, "v2": ref, "v[4:5]": acc}
	gives64(t, isa.GCN11|newer, "v_qsad_pk_u16_u8 v[6:7], v[0:1], v2, v[4:5]", regs, "v[6:7]", qsad)
	gives64(t, isa.GCN11|newer, "v_mqsad_pk_u16_u8 v[6:7], v[0:1], v2, v[4:5]", regs, "v[6:7]", mqsad)
	on(t, isa.GCN11|newer, "v_mqsad_u32_u8 v[8:11], v[0:1], v2, v[4:7]", set{"v[0:1]": src, "v2": ref, "v4": 1, "v5": 2, "v6": 3, "v7": 4},
		func(t *testing.T, m *simtest.Machine) {
			for i, r := range []string{"v8", "v9", "v10", "v11"} {
				require.Equal(t, uint32(i+1)+uint32(sum(i, true)), m.U32(r))
			}
		})
}

// TestProgramCounterIsOfTheNextInstruction: semantics.md 51.
func TestProgramCounterIsOfTheNextInstruction(t *testing.T) {
	on(t, isa.AllGens, "s_getpc_b64 s[0:1]\ns_add_u32 s2, s0, 16\ns_addc_u32 s3, s1, 0\ns_swappc_b64 s[4:5], s[2:3]\ns_mov_b32 s6, 1\ns_mov_b32 s7, 2", set{"s6": 0, "s7": 0},
		func(t *testing.T, m *simtest.Machine) {
			require.Equal(t, []uint32{0, 2}, []uint32{m.U32("s6"), m.U32("s7")}, "the call skips one instruction")
			require.Equal(t, m.U64("s[0:1]")+12, m.U64("s[4:5]"), "the return address is that of the next instruction")
		})
	gives(t, isa.GCN14, "s_call_b64 s[4:5], 1\ns_mov_b32 s6, 1\ns_mov_b32 s7, 2", set{"s6": 9}, "s6", 9)
}

// TestForkRunsTheSmallerSideFirst: semantics.md 52.
func TestForkRunsTheSmallerSideFirst(t *testing.T) {
	// Lanes of s[10:11] jump to the second half; both halves write their order; the join lets the
	// other side run.
	text := `
		s_getpc_b64 s[12:13]
	here:
		s_add_u32 s12, s12, pass-here
		s_addc_u32 s13, s13, 0
		s_cbranch_g_fork s[10:11], s[12:13]
		v_mov_b32 v0, s9
		s_add_u32 s9, s9, 1
		s_branch join
	pass:
		v_mov_b32 v1, s9
		s_add_u32 s9, s9, 1
	join:
		s_cbranch_join s8
		s_endpgm`
	on(t, isa.AllGens, text, set{"s[10:11]": 0b0001, "exec": 0b1111, "s9": 1, "s8": 0, "v0": 0, "v1": 0, "mode": 0}, func(t *testing.T, m *simtest.Machine) {
		require.Equal(t, []uint32{0, 2, 2, 2}, []uint32{m.U32("v0", 0), m.U32("v0", 1), m.U32("v0", 2), m.U32("v0", 3)}, "three lanes fall through, second")
		require.Equal(t, []uint32{1, 0, 0, 0}, []uint32{m.U32("v1", 0), m.U32("v1", 1), m.U32("v1", 2), m.U32("v1", 3)}, "one lane jumps, first")
		require.Equal(t, uint32(3), m.U32("s9"))
	})
}

// TestSkippedInstructionsDoNotCount: semantics.md 54.
func TestSkippedInstructionsDoNotCount(t *testing.T) {
	on(t, isa.AllGens, "s_setvskip s0, 0\nv_mov_b32 v0, 1\nds_write_b32 v1, v2\ns_mov_b32 s1, 5\ns_setvskip s0, 1\nv_mov_b32 v3, 1", set{"s0": 1, "v0": 7},
		func(t *testing.T, m *simtest.Machine) {
			require.Equal(t, []uint32{7, 5, 1}, []uint32{m.U32("v0"), m.U32("s1"), m.U32("v3")})
			require.Equal(t, uint32(0), m.Wave(0).State().Counters.Seq())
		})
}

// TestErrataP10TrapHandler runs a handler that counts, steps over the s_trap and returns.
func TestErrataP10TrapHandler(t *testing.T) {
	for _, g := range isa.Gens() {
		p, err := asm.Code(g, `
			s_trap 0x42
			s_mov_b32 s5, 7
			s_endpgm
		handler:
			s_mov_b64 s[2:3], ttmp[0:1]
			s_add_u32 s4, s4, 1
			s_add_u32 ttmp0, ttmp0, 4
			s_addc_u32 ttmp1, ttmp1, 0
			s_rfe_b64 ttmp[0:1]`)
		require.NoError(t, err)
		prog, err := sim.NewProgram(g, 0x1000, p.Code)
		require.NoError(t, err)
		launch := &sim.Launch{Prog: prog, Entry: 0x1000, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, Options: sim.Options{Keep: true},
			TrapHandler: 0x1000 + uint64(p.Labels["handler"])}
		res, err := sim.NewDevice(g).Run(launch)
		require.NoError(t, err)
		require.Nil(t, res.Fault)
		w := res.State[0].Waves[0]
		require.Equal(t, []uint32{0x1000, 0x42 << 16, 1, 7}, []uint32{w.S[2], w.S[3], w.S[4], w.S[5]}, g)
		require.False(t, w.Priv)
		launch.TrapHandler = 0
		res, err = sim.NewDevice(g).Run(launch)
		require.NoError(t, err)
		require.ErrorIs(t, res.Fault, sim.ErrTrap)
	}
}

// TestGCNFiles runs the project's tests that are .gcn files.
func TestGCNFiles(t *testing.T) { simtest.Files(t, "../testdata/gcn/*.gcn") }

// TestEveryPointOfTheSemanticsHasATest: the points are those of docs/semantics.md, and the tests of
// this file and of semantics.gcn name theirs.
func TestEveryPointOfTheSemanticsHasATest(t *testing.T) {
	page, err := os.ReadFile("../docs/semantics.md")
	require.NoError(t, err)
	tests, err := os.ReadFile("semantics_test.go")
	require.NoError(t, err)
	files, err := os.ReadFile("../testdata/gcn/semantics.gcn")
	require.NoError(t, err)
	points := regexp.MustCompile(`(?m)^### (\d+) `).FindAllSubmatch(page, -1)
	require.Greater(t, len(points), 50)
	for _, m := range points {
		require.Regexp(t, fmt.Sprintf(`(?m)^(?:// Test.*|# )semantics\.md %s\b`, m[1]), string(tests)+string(files))
	}
}
