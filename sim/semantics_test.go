package sim_test

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/simtest"
)

// One test for each point of docs/semantics.md, through encoded instructions. Expected values are
// written from that list; the kernels' own vectors are in package isa.

// set is registers and their values.
type set map[string]any

// MODE values: all denormals flushed, all kept, with DX10_CLAMP and IEEE.
const (
	modeFlush = 0x000
	modeKeep  = 0x0f0
	modeDX10  = 1 << 8
	modeIEEE  = 1 << 9
)

const (
	older = isa.GCN10 | isa.GCN11
	newer = isa.GCN12 | isa.GCN14
	inf   = 0x7f800000
	nan   = 0x7fc00000
	snan  = 0x7f800001
	neg   = 0x80000000
)

func fb(x float64) uint32 { return math.Float32bits(float32(x)) }
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

// TestDivScaleKeepsQuotientsInRange: semantics.md 1.
func TestDivScaleKeepsQuotientsInRange(t *testing.T) {
	for _, c := range []struct{ s0, s1, s2, d, flag uint32 }{
		{fb(3), 0, fb(3), nan, 1},                                                            // zero denominator
		{fb(1), fb(1), fb(3), fb(1), 0},                                                      // nothing to do
		{fb(1), fb(1), fb(math.Ldexp(1, 100)), fb(math.Ldexp(1, 64)), 1},                     // quotient near overflow: scale the denominator
		{fb(math.Ldexp(1, 100)), fb(1), fb(math.Ldexp(1, 100)), fb(math.Ldexp(1, 100)), 1},   // not the numerator
		{1, 1, fb(math.Ldexp(1, -100)), fb(math.Ldexp(1, 64-149)), 0},                        // denormal denominator
		{fb(math.Ldexp(1, -120)), fb(1), fb(math.Ldexp(1, -120)), fb(math.Ldexp(1, -56)), 0}, // exp(S2) <= 23
	} {
		on(t, isa.AllGens, "v_div_scale_f32 v3, vcc, v0, v1, v2", set{"v0": c.s0, "v1": c.s1, "v2": c.s2}, func(t *testing.T, m *simtest.Machine) {
			require.Equal(t, c.flag, uint32(m.U64("vcc")&1), "%+v", c)
			if c.d == nan {
				require.True(t, m.F32("v3") != m.F32("v3"), "%+v", c)
				return
			}
			require.Equal(t, c.d, m.U32("v3"), "%+v", c)
		})
	}
}

// TestDivFmasScalesByTheMagnitudeOfS2: semantics.md 2.
func TestDivFmasScalesByTheMagnitudeOfS2(t *testing.T) {
	text := "s_nop 4\nv_div_fmas_f32 v3, v0, v1, v2"
	gives(t, isa.AllGens, text, set{"v0": fb(3), "v1": fb(5), "v2": fb(1), "vcc": 0}, "v3", fb(16))
	gives(t, isa.AllGens, text, set{"v0": fb(3), "v1": fb(5), "v2": fb(1), "vcc": 1}, "v3", fb(math.Ldexp(16, -64)))
	gives(t, isa.AllGens, text, set{"v0": fb(3), "v1": fb(5), "v2": fb(2), "vcc": 1}, "v3", fb(math.Ldexp(17, 64)))
}

// TestDivFixupGivesTheSpecialQuotients: semantics.md 3.
func TestDivFixupGivesTheSpecialQuotients(t *testing.T) {
	for _, c := range []struct{ q, d, n, want uint32 }{
		{fb(7), fb(2), nan, nan},
		{fb(7), snan, fb(1), snan | 0x400000},
		{fb(7), 0, 0, 0xffc00000},
		{fb(7), inf, inf, 0xffc00000},
		{fb(7), 0, fb(-3), inf | neg},
		{fb(7), fb(-2), inf, inf | neg},
		{fb(7), inf, fb(-3), neg},
		{fb(7), fb(-3), 0, neg},
		{fb(7), fb(-2), fb(6), fb(-7)},
		{nan, fb(2), fb(6), inf},
	} {
		gives(t, isa.AllGens, "v_div_fixup_f32 v3, v0, v1, v2", set{"v0": c.q, "v1": c.d, "v2": c.n}, "v3", c.want)
	}
}

// TestConversionsSaturate: semantics.md 4.
func TestConversionsSaturate(t *testing.T) {
	for in, want := range map[uint32]uint32{fb(-1.9): 0xffffffff, fb(1.9): 1, fb(3e9): 0x7fffffff, fb(-3e9): neg, nan: 0, inf: 0x7fffffff, inf | neg: neg} {
		gives(t, isa.AllGens, "v_cvt_i32_f32 v1, v0", set{"v0": in}, "v1", want)
	}
	for in, want := range map[uint32]uint32{fb(-1.9): 0, fb(5e9): 0xffffffff, nan: 0, inf: 0xffffffff, inf | neg: 0, fb(3e9): 3000000000} {
		gives(t, isa.AllGens, "v_cvt_u32_f32 v1, v0", set{"v0": in}, "v1", want)
	}
	gives(t, isa.AllGens, "v_cvt_i32_f64 v2, v[0:1]", set{"v[0:1]": db(-1e300)}, "v2", neg)
	gives(t, isa.AllGens, "v_cvt_u32_f64 v2, v[0:1]", set{"v[0:1]": db(4294967294.9)}, "v2", 0xfffffffe)
}

// TestRpiAndFlrIgnoreTheRoundingMode: semantics.md 5.
func TestRpiAndFlrIgnoreTheRoundingMode(t *testing.T) {
	for mode := uint32(0); mode < 4; mode++ {
		gives(t, isa.AllGens, "v_cvt_rpi_i32_f32 v1, v0", set{"v0": fb(2.5), "mode": modeKeep | mode}, "v1", 3)
		gives(t, isa.AllGens, "v_cvt_rpi_i32_f32 v1, v0", set{"v0": fb(-2.5), "mode": modeKeep | mode}, "v1", 0xfffffffe)
		gives(t, isa.AllGens, "v_cvt_flr_i32_f32 v1, v0", set{"v0": fb(-2.5), "mode": modeKeep | mode}, "v1", 0xfffffffd)
	}
}

// TestHalfConversionRoundsByTheHalfField: semantics.md 6.
func TestHalfConversionRoundsByTheHalfField(t *testing.T) {
	// 1 + 2^-11 + 2^-20 lies between two halves, above the middle.
	x := fb(1 + math.Ldexp(1, -11) + math.Ldexp(1, -20))
	gives(t, newer, "v_cvt_f16_f32 v1, v0", set{"v0": x, "mode": modeKeep}, "v1", 0x3c01)
	gives(t, newer, "v_cvt_f16_f32 v1, v0", set{"v0": x, "mode": modeKeep | 3<<2}, "v1", 0x3c00)
	gives(t, newer, "v_cvt_f16_f32 v1, v0", set{"v0": x, "mode": modeKeep | 3}, "v1", 0x3c01)
	gives(t, isa.AllGens, "v_cvt_pkrtz_f16_f32 v1, v0, v0", set{"v0": x, "mode": modeKeep | 1 | 1<<2}, "v1", 0x3c003c00)
}

// TestPackedNormalisedConversionsClampAndScale: semantics.md 7.
func TestPackedNormalisedConversionsClampAndScale(t *testing.T) {
	gives(t, isa.AllGens, "v_cvt_pknorm_i16_f32 v2, v0, v1", set{"v0": fb(-2), "v1": fb(0.5)}, "v2", 0x4000<<16|0x8001)
	gives(t, isa.AllGens, "v_cvt_pknorm_u16_f32 v2, v0, v1", set{"v0": fb(-1), "v1": fb(7)}, "v2", 0xffff0000)
	gives(t, isa.AllGens, "v_cvt_pk_u8_f32 v3, v0, v1, v2", set{"v0": fb(300), "v1": 2, "v2": 0x11223344}, "v3", 0x11ff3344)
	gives(t, isa.AllGens, "v_cvt_pk_u8_f32 v3, v0, v1, v2", set{"v0": fb(2.5), "v1": 0, "v2": 0x11223344}, "v3", 0x11223302)
}

// TestCvtOffDividesBy16: semantics.md 8.
func TestCvtOffDividesBy16(t *testing.T) {
	for i := uint32(0); i < 16; i++ {
		want := float64(int32(i<<28)>>28) / 16
		gives(t, isa.AllGens, "v_cvt_off_f32_i4 v1, v0", set{"v0": i | 0xabcdef00}, "v1", fb(want))
	}
}

// TestSineAndCosineTakeRevolutions: semantics.md 9.
func TestSineAndCosineTakeRevolutions(t *testing.T) {
	gives(t, isa.AllGens, "v_sin_f32 v1, v0", set{"v0": fb(0.25)}, "v1", fb(1))
	gives(t, isa.AllGens, "v_cos_f32 v1, v0", set{"v0": fb(0.5)}, "v1", fb(-1))
	gives(t, isa.AllGens, "v_sin_f32 v1, v0", set{"v0": uint32(neg)}, "v1", neg)
	gives(t, older, "v_sin_f32 v1, v0", set{"v0": fb(300.25)}, "v1", 0)
	gives(t, older, "v_cos_f32 v1, v0", set{"v0": fb(300.5)}, "v1", fb(1))
	on(t, isa.AllGens, "v_sin_f32 v1, v0", set{"v0": uint32(inf)}, func(t *testing.T, m *simtest.Machine) {
		require.True(t, math.IsNaN(float64(m.F32("v1"))))
	})
}

// TestTranscendentalsFlushAndTheirSpecialCases: semantics.md 10.
func TestTranscendentalsFlushAndTheirSpecialCases(t *testing.T) {
	for _, c := range []struct {
		op       string
		in, want uint32
	}{
		{"rcp", neg, inf | neg}, {"rsq", neg, inf | neg}, {"log", neg, inf | neg}, {"log", 0, inf | neg}, {"log", fb(-1), 0xffc00000},
		{"sqrt", neg, neg}, {"rcp", fb(4), fb(0.25)}, {"sqrt", fb(9), fb(3)}, {"exp", fb(3), fb(8)}, {"rsq", fb(0.25), fb(2)},
		{"rcp", 1, inf},                    // a denormal source counts as zero although MODE keeps denormals
		{"rcp", fb(math.Ldexp(1, 127)), 0}, // and a denormal result is flushed
	} {
		gives(t, isa.AllGens, "v_"+c.op+"_f32 v1, v0", set{"v0": c.in}, "v1", c.want)
	}
	gives(t, older, "v_rcp_clamp_f32 v1, v0", set{"v0": 0}, "v1", 0x7f7fffff)
	gives(t, older, "v_log_clamp_f32 v1, v0", set{"v0": 0}, "v1", 0xff7fffff)
}

// TestFrexpAndLdexpOfSpecialNumbers: semantics.md 11.
func TestFrexpAndLdexpOfSpecialNumbers(t *testing.T) {
	gives(t, isa.AllGens, "v_frexp_exp_i32_f32 v1, v0", set{"v0": fb(8)}, "v1", 4)
	gives(t, isa.AllGens, "v_frexp_mant_f32 v1, v0", set{"v0": fb(-8)}, "v1", fb(-0.5))
	gives(t, isa.AllGens, "v_frexp_exp_i32_f32 v1, v0", set{"v0": 0}, "v1", 0)
	gives(t, isa.GCN11|newer, "v_frexp_exp_i32_f32 v1, v0", set{"v0": uint32(inf)}, "v1", 0)
	gives(t, isa.AllGens, "v_ldexp_f32 v2, v0, v1", set{"v0": fb(1), "v1": 100000}, "v2", inf)
	gives(t, isa.AllGens, "v_ldexp_f32 v2, v0, v1", set{"v0": fb(-1), "v1": -100000}, "v2", neg)
	gives(t, isa.AllGens, "v_ldexp_f32 v2, v0, v1", set{"v0": fb(1), "v1": -149}, "v2", 1)
}

// TestFractSubtractsTheFloor: semantics.md 12.
func TestFractSubtractsTheFloor(t *testing.T) {
	gives(t, isa.AllGens, "v_fract_f32 v1, v0", set{"v0": fb(-0.25)}, "v1", fb(0.75))
	gives(t, isa.AllGens, "v_fract_f32 v1, v0", set{"v0": fb(3.5)}, "v1", fb(0.5))
	gives64(t, isa.GCN10, "v_fract_f64 v[2:3], v[0:1]", set{"v[0:1]": db(-1e-300)}, "v[2:3]", db(1)) // LLVM hasFractBug
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

// TestRndneTiesToEvenWhateverTheMode: semantics.md 14.
func TestRndneTiesToEvenWhateverTheMode(t *testing.T) {
	for mode := uint32(0); mode < 4; mode++ {
		gives(t, isa.AllGens, "v_rndne_f32 v1, v0", set{"v0": fb(2.5), "mode": modeKeep | mode}, "v1", fb(2))
		gives(t, isa.AllGens, "v_rndne_f32 v1, v0", set{"v0": fb(3.5), "mode": modeKeep | mode}, "v1", fb(4))
	}
	for _, op := range []string{"trunc", "ceil", "floor"} {
		gives(t, isa.AllGens, "v_"+op+"_f32 v1, v0", set{"v0": uint32(neg)}, "v1", neg)
	}
	gives(t, isa.AllGens, "v_ceil_f32 v1, v0", set{"v0": fb(-0.5)}, "v1", neg)
}

// TestMinAndMaxOfNaNsAndZeros: semantics.md 15.
func TestMinAndMaxOfNaNsAndZeros(t *testing.T) {
	gives(t, isa.AllGens, "v_min_f32 v2, v0, v1", set{"v0": uint32(nan), "v1": fb(2)}, "v2", fb(2))
	gives(t, isa.AllGens, "v_max_f32 v2, v0, v1", set{"v0": fb(2), "v1": uint32(nan)}, "v2", fb(2))
	gives(t, isa.AllGens, "v_min_f32 v2, v0, v1", set{"v0": 0, "v1": uint32(neg)}, "v2", neg)
	gives(t, isa.AllGens, "v_max_f32 v2, v0, v1", set{"v0": uint32(neg), "v1": 0}, "v2", 0)
	gives(t, isa.AllGens, "v_min_f32 v2, v0, v1", set{"v0": uint32(snan), "v1": fb(2), "mode": modeKeep | modeIEEE}, "v2", snan|0x400000)
	gives(t, isa.AllGens, "v_max_f32 v2, v0, v1", set{"v0": fb(2), "v1": uint32(snan), "mode": modeKeep | modeIEEE}, "v2", snan|0x400000)
}

// TestMed3WithANaNIsMin3: semantics.md 16.
func TestMed3WithANaNIsMin3(t *testing.T) {
	gives(t, isa.AllGens, "v_med3_f32 v3, v0, v1, v2", set{"v0": fb(3), "v1": fb(1), "v2": fb(2)}, "v3", fb(2))
	gives(t, isa.AllGens, "v_med3_f32 v3, v0, v1, v2", set{"v0": fb(3), "v1": uint32(nan), "v2": fb(2)}, "v3", fb(2))
	gives(t, isa.AllGens, "v_min3_f32 v3, v0, v1, v2", set{"v0": fb(3), "v1": fb(1), "v2": fb(2)}, "v3", fb(1))
	gives(t, isa.AllGens, "v_med3_i32 v3, v0, v1, v2", set{"v0": -1, "v1": 5, "v2": 2}, "v3", 2)
}

// TestMadRoundsTwiceAndFlushes: semantics.md 17.
func TestMadRoundsTwiceAndFlushes(t *testing.T) {
	a := fb(1 + math.Ldexp(1, -23))
	c := fb(-(1 + math.Ldexp(1, -22)))
	regs := set{"v0": a, "v1": a, "v2": c}
	gives(t, isa.AllGens, "v_mad_f32 v3, v0, v1, v2", regs, "v3", 0)
	gives(t, isa.AllGens, "v_fma_f32 v3, v0, v1, v2", regs, "v3", fb(math.Ldexp(1, -46)))
	den := set{"v0": 5, "v1": fb(1), "v2": 0}
	gives(t, isa.AllGens, "v_mad_f32 v3, v0, v1, v2", den, "v3", 0)
	gives(t, isa.AllGens, "v_fma_f32 v3, v0, v1, v2", den, "v3", 5)
	gives(t, isa.AllGens, "v_mac_f32 v2, v0, v1", den, "v2", 0)
}

// TestLegacyMultiplicationByZero: semantics.md 18.
func TestLegacyMultiplicationByZero(t *testing.T) {
	gives(t, isa.AllGens, "v_mul_legacy_f32 v2, v0, v1", set{"v0": 0, "v1": uint32(inf)}, "v2", 0)
	gives(t, isa.AllGens, "v_mul_legacy_f32 v2, v0, v1", set{"v0": uint32(nan), "v1": 0}, "v2", 0)
	gives(t, isa.AllGens, "v_mad_legacy_f32 v3, v0, v1, v2", set{"v0": uint32(inf), "v1": 0, "v2": fb(3)}, "v3", fb(3))
	gives(t, isa.AllGens, "v_mul_legacy_f32 v2, v0, v1", set{"v0": fb(3), "v1": fb(5)}, "v2", fb(15))
}

// TestModeRoundsAndFlushesByPrecision: semantics.md 19.
func TestModeRoundsAndFlushesByPrecision(t *testing.T) {
	third := set{"v0": fb(1), "v1": fb(math.Ldexp(1, -30))}
	for mode, want := range map[uint32]uint32{0: fb(1), 1: fb(1) + 1, 2: fb(1), 3: fb(1)} {
		third["mode"] = modeKeep | mode
		gives(t, isa.AllGens, "v_add_f32 v2, v0, v1", third, "v2", want)
	}
	half := math.Ldexp(1, -127)
	for _, c := range []struct{ mode, want uint32 }{
		{0x00, 0}, {0x10, 0}, {0x20, 0}, {0x30, fb(half)}, // single: bit 0 keeps denormal sources, bit 1 denormal results
	} {
		gives(t, isa.AllGens, "v_add_f32 v1, 0, v0", set{"v0": fb(half), "mode": c.mode}, "v1", c.want)
	}
	gives(t, isa.AllGens, "v_mul_f32 v1, 0.5, v0", set{"v0": fb(math.Ldexp(1, -126)), "mode": 0x20}, "v1", fb(half))
	gives64(t, isa.AllGens, "v_add_f64 v[2:3], v[0:1], 0", set{"v[0:1]": uint64(1), "mode": 0x30}, "v[2:3]", 0)
	gives64(t, isa.AllGens, "v_add_f64 v[2:3], v[0:1], 0", set{"v[0:1]": uint64(1), "mode": 0xc0}, "v[2:3]", 1)
}

// TestAbsComesBeforeNegAndOmodBeforeClamp: semantics.md 20.
func TestAbsComesBeforeNegAndOmodBeforeClamp(t *testing.T) {
	gives(t, isa.AllGens, "v_add_f32 v1, -|v0|, 0", set{"v0": fb(3)}, "v1", fb(-3))
	gives(t, isa.AllGens, "v_add_f32 v1, -|v0|, 0", set{"v0": fb(-3)}, "v1", fb(-3))
	gives(t, isa.AllGens, "v_add_f32 v1, v0, 0 mul:2 clamp", set{"v0": fb(0.75), "mode": modeFlush}, "v1", fb(1))
	gives(t, isa.AllGens, "v_add_f32 v1, v0, 0 div:2 clamp", set{"v0": fb(1.5), "mode": modeFlush}, "v1", fb(0.75))
}

// TestOmodNeedsFlushedDenormalsAndNoIEEE: semantics.md 21.
func TestOmodNeedsFlushedDenormalsAndNoIEEE(t *testing.T) {
	text := "v_add_f32 v1, v0, 0 mul:4"
	gives(t, isa.AllGens, text, set{"v0": fb(3), "mode": modeFlush}, "v1", fb(12))
	gives(t, isa.AllGens, text, set{"v0": fb(3), "mode": modeKeep}, "v1", fb(3))
	gives(t, isa.AllGens, text, set{"v0": fb(3), "mode": modeFlush | modeIEEE}, "v1", fb(3))
}

// TestClampOfFloatsAndIntegers: semantics.md 22.
func TestClampOfFloatsAndIntegers(t *testing.T) {
	gives(t, isa.AllGens, "v_add_f32 v1, v0, 0 clamp", set{"v0": fb(-3)}, "v1", 0)
	gives(t, isa.AllGens, "v_add_f32 v1, v0, 0 clamp", set{"v0": uint32(nan), "mode": modeKeep | modeDX10}, "v1", 0)
	gives(t, isa.AllGens, "v_add_f32 v1, v0, 0 clamp", set{"v0": uint32(nan), "mode": modeKeep}, "v1", nan)
	gives(t, isa.GCN12, "v_add_u32_e64 v2, vcc, v0, v1 clamp", set{"v0": 0xffffffff, "v1": 2}, "v2", 0xffffffff)
	gives(t, isa.GCN14, "v_sub_u32_e64 v2, v0, v1 clamp", set{"v0": 1, "v1": 2}, "v2", 0)
	gives(t, isa.GCN14, "v_add_i32 v2, v0, v1 clamp", set{"v0": 0x7fffffff, "v1": 1}, "v2", 0x7fffffff)
}

// TestUpperHalfOf16BitResults: semantics.md 23.
func TestUpperHalfOf16BitResults(t *testing.T) {
	regs := func() set { return set{"v0": 0x00003c00, "v1": 0x00003c00, "v2": 0xaaaabbbb} }
	gives(t, newer, "v_add_f16 v2, v0, v1", regs(), "v2", 0x4000)
	gives(t, newer, "v_add_u16 v2, v0, v1", regs(), "v2", 0x7800)
	r := regs()
	r["v2"] = 0xaaaa0000
	gives(t, isa.GCN12, "v_mac_f16 v2, v0, v1", r, "v2", 0x3c00)
	gives(t, isa.GCN14, "v_mac_f16 v2, v0, v1", r, "v2", 0xaaaa3c00)
	gives(t, isa.GCN12, "v_mad_f16 v2, v0, v1, v0", regs(), "v2", 0x4000)
	gives(t, isa.GCN14, "v_mad_f16 v2, v0, v1, v0", regs(), "v2", 0xaaaa4000)
	gives(t, isa.GCN14, "v_mad_legacy_f16 v2, v0, v1, v0", regs(), "v2", 0x4000)
}

// TestHalfOverflowMode: semantics.md 24.
func TestHalfOverflowMode(t *testing.T) {
	regs := set{"v0": 0x7bff, "v1": 0x7bff, "mode": uint32(modeKeep | 1<<23)}
	gives(t, isa.GCN14, "v_add_f16 v2, v0, v1", regs, "v2", 0x7bff)
	gives(t, isa.GCN12, "v_add_f16 v2, v0, v1", regs, "v2", 0x7c00)
	regs["v0"] = 0x7c00
	gives(t, isa.GCN14, "v_add_f16 v2, v0, v1", regs, "v2", 0x7c00)
}

// TestClassesOfNumbers: semantics.md 25.
func TestClassesOfNumbers(t *testing.T) {
	for bit, x := range []uint32{snan, nan, inf | neg, fb(-1), neg | 1, neg, 0, 1, fb(1), inf} {
		for mask := uint32(1); mask < 1<<10; mask <<= 1 {
			gives64(t, isa.AllGens, "v_cmp_class_f32 vcc, v0, v1", set{"v0": x, "v1": mask, "exec": 1, "mode": modeFlush}, "vcc", uint64(mask>>bit&1))
		}
	}
	gives64(t, isa.AllGens, "v_cmp_class_f32 s[0:1], -v0, v1", set{"v0": fb(1), "v1": 1 << 3, "exec": 1}, "s[0:1]", 1)
}

// TestUnorderedPredicatesAndCmpx: semantics.md 26.
func TestUnorderedPredicatesAndCmpx(t *testing.T) {
	regs := set{"v0": uint32(nan), "v1": fb(1), "exec": 5}
	for _, p := range []string{"nlt", "nge", "neq", "nle", "ngt", "nlg", "u", "tru"} {
		gives64(t, isa.AllGens, "v_cmp_"+p+"_f32 vcc, v0, v1", regs, "vcc", 5)
	}
	for _, p := range []string{"lt", "ge", "eq", "le", "gt", "lg", "o", "f"} {
		gives64(t, isa.AllGens, "v_cmp_"+p+"_f32 vcc, v0, v1", regs, "vcc", 0)
	}
	on(t, isa.AllGens, "v_cmpx_lt_u32 s[2:3], v0, v1", set{"v0": []int{1, 9, 1}, "v1": 5, "exec": 7}, func(t *testing.T, m *simtest.Machine) {
		require.Equal(t, []uint64{5, 5}, []uint64{m.U64("s[2:3]"), m.U64("exec")})
	})
}

// TestMasksOfInactiveLanesAreZero: semantics.md 27.
func TestMasksOfInactiveLanesAreZero(t *testing.T) {
	gives64(t, isa.AllGens, "v_cmp_eq_u32 vcc, v0, v0", set{"v0": 1, "vcc": ^uint64(0), "exec": 0xf0}, "vcc", 0xf0)
}

// TestCndmaskTakesSource1WhereTheMaskIsSet: semantics.md 28.
func TestCndmaskTakesSource1WhereTheMaskIsSet(t *testing.T) {
	gives(t, isa.AllGens, "v_cndmask_b32 v2, v0, v1, vcc", set{"v0": 10, "v1": 20, "vcc": 1}, "v2", 20)
	gives(t, isa.AllGens, "v_cndmask_b32 v2, v0, v1, s[4:5]", set{"v0": 10, "v1": 20, "s[4:5]": 2}, "v2", 10)
	gives(t, isa.AllGens, "v_cndmask_b32_e64 v2, -v0, |v1|, s[4:5]", set{"v0": fb(1), "v1": fb(-2), "s[4:5]": 1}, "v2", fb(2))
}

// TestBorrowsOfSubtractions: semantics.md 29.
func TestBorrowsOfSubtractions(t *testing.T) {
	subbrev := map[isa.Gen]string{older | isa.GCN12: "v_subbrev_u32 v2, vcc, v0, v1, vcc", isa.GCN14: "v_subbrev_co_u32 v2, vcc, v0, v1, vcc"}
	for g, text := range subbrev {
		on(t, g, text, set{"v0": 5, "v1": 5, "vcc": 1, "exec": 1}, func(t *testing.T, m *simtest.Machine) {
			require.Equal(t, []uint64{0xffffffff, 1}, []uint64{uint64(m.U32("v2")), m.U64("vcc")}, "S1 - S0 - 1 borrows")
		})
		on(t, g, text, set{"v0": 4, "v1": 5, "vcc": 1, "exec": 1}, func(t *testing.T, m *simtest.Machine) {
			require.Equal(t, []uint64{0, 0}, []uint64{uint64(m.U32("v2")), m.U64("vcc")})
		})
	}
}

// TestCarryNamesByGeneration: semantics.md 30.
func TestCarryNamesByGeneration(t *testing.T) {
	for g, text := range map[isa.Gen]string{older: "v_add_i32 v2, vcc, v0, v1", isa.GCN12: "v_add_u32 v2, vcc, v0, v1", isa.GCN14: "v_add_co_u32 v2, vcc, v0, v1"} {
		gives64(t, g, text, set{"v0": 0xffffffff, "v1": 1, "exec": 1}, "vcc", 1)
	}
	gives64(t, isa.GCN14, "v_add_u32 v2, v0, v1", set{"v0": 0xffffffff, "v1": 1, "vcc": 7, "exec": 1}, "vcc", 7)
}

// TestLaneAccessIgnoresExec: semantics.md 31.
func TestLaneAccessIgnoresExec(t *testing.T) {
	lanes := func(l int) uint32 { return uint32(100 + l) }
	gives(t, isa.AllGens, "v_readfirstlane_b32 s2, v0", set{"v0": lanes, "exec": 0x100}, "s2", 108)
	gives(t, isa.AllGens, "v_readfirstlane_b32 s2, v0", set{"v0": lanes, "exec": 0}, "s2", 100)
	gives(t, isa.AllGens, "v_readlane_b32 s2, v0, s3", set{"v0": lanes, "exec": 1, "s3": 64 + 7}, "s2", 107)
	on(t, isa.AllGens, "v_writelane_b32 v0, s2, 5", set{"v0": 9, "s2": 77, "exec": 0}, func(t *testing.T, m *simtest.Machine) {
		require.Equal(t, []uint32{9, 77, 9}, []uint32{m.U32("v0", 4), m.U32("v0", 5), m.U32("v0", 6)})
	})
}

// TestMbcntCountsLanesBelow: semantics.md 32.
func TestMbcntCountsLanesBelow(t *testing.T) {
	text := "v_mbcnt_lo_u32_b32 v1, s0, v0\nv_mbcnt_hi_u32_b32 v2, s1, v1"
	mask := uint64(0xf0f0f0f012345678)
	on(t, isa.AllGens, text, set{"s[0:1]": mask, "v0": 1000, "exec": ^uint64(0)}, func(t *testing.T, m *simtest.Machine) {
		for l := 0; l < 64; l++ {
			require.Equal(t, uint32(1000+bits.OnesCount64(mask&(1<<l-1))), m.U32("v2", l))
		}
	})
}

// TestBcntAdds: semantics.md 33.
func TestBcntAdds(t *testing.T) {
	gives(t, isa.AllGens, "v_bcnt_u32_b32 v2, v0, v1", set{"v0": 0xff00ff, "v1": 100}, "v2", 116)
}

// TestNoLaneIsActive: semantics.md 34.
func TestNoLaneIsActive(t *testing.T) {
	on(t, isa.AllGens, "v_mov_b32 v0, 1\nbuffer_load_dword v1, off, s[4:7], 0\ns_mov_b32 s0, 3", set{"exec": 0, "v0": 7, "v1": 8},
		func(t *testing.T, m *simtest.Machine) {
			require.Equal(t, []uint32{7, 8, 3}, []uint32{m.U32("v0"), m.U32("v1"), m.U32("s0")})
		})
}

// TestSaveexecKeepsTheOldExec: semantics.md 35.
func TestSaveexecKeepsTheOldExec(t *testing.T) {
	for _, c := range []struct {
		gens isa.Gen
		op   string
		want uint64
	}{
		{isa.AllGens, "and", 0b1000}, {isa.AllGens, "or", 0b1110}, {isa.AllGens, "xor", 0b0110}, {isa.AllGens, "andn2", 0b0100},
		{isa.AllGens, "orn2", ^uint64(0b0010)}, {isa.AllGens, "nand", ^uint64(0b1000)}, {isa.AllGens, "nor", ^uint64(0b1110)},
		{isa.AllGens, "xnor", ^uint64(0b0110)}, {isa.GCN14, "andn1", 0b0010}, {isa.GCN14, "orn1", ^uint64(0b0100)},
	} {
		on(t, c.gens, "s_"+c.op+"_saveexec_b64 s[0:1], s[2:3]", set{"s[2:3]": 0b1100, "exec": 0b1010}, func(t *testing.T, m *simtest.Machine) {
			require.Equal(t, []uint64{0b1010, c.want, 1}, []uint64{m.U64("s[0:1]"), m.U64("exec"), uint64(m.U32("scc"))}, c.op)
		})
	}
	on(t, isa.AllGens, "s_and_saveexec_b64 s[2:3], s[2:3]", set{"s[2:3]": 0b0100, "exec": 0b1010}, func(t *testing.T, m *simtest.Machine) {
		require.Equal(t, []uint64{0b1010, 0, 0}, []uint64{m.U64("s[2:3]"), m.U64("exec"), uint64(m.U32("scc"))}, "the source is read first")
	})
	on(t, isa.GCN14, "s_andn2_wrexec_b64 s[0:1], s[2:3]", set{"s[2:3]": 0b1100, "exec": 0b1010}, func(t *testing.T, m *simtest.Machine) {
		require.Equal(t, []uint64{0b0100, 0b0100}, []uint64{m.U64("s[0:1]"), m.U64("exec")})
	})
}

// TestStatusBitsAsOperands: semantics.md 36.
func TestStatusBitsAsOperands(t *testing.T) {
	text := "s_mov_b32 s0, src_vccz\ns_mov_b32 s1, src_execz\ns_mov_b32 s2, src_scc"
	on(t, isa.AllGens, text, set{"vcc": 0, "exec": 1, "scc": 1}, func(t *testing.T, m *simtest.Machine) {
		require.Equal(t, []uint32{1, 0, 1}, []uint32{m.U32("s0"), m.U32("s1"), m.U32("s2")})
	})
}

// TestMul24ExtendsTheSignOf24Bits: semantics.md 37.
func TestMul24ExtendsTheSignOf24Bits(t *testing.T) {
	regs := set{"v0": 0x01fffffd, "v1": 0x00800000} // -3 and -2^23 in 24 bits
	p := int64(-3) * -(1 << 23)
	gives(t, isa.AllGens, "v_mul_i32_i24 v2, v0, v1", regs, "v2", uint32(p))
	gives(t, isa.AllGens, "v_mul_hi_i32_i24 v2, v0, v1", regs, "v2", uint32(p>>32))
	u := uint64(0xfffffd) * 0x800000
	gives(t, isa.AllGens, "v_mul_u32_u24 v2, v0, v1", regs, "v2", uint32(u))
	gives(t, isa.AllGens, "v_mul_hi_u32_u24 v2, v0, v1", regs, "v2", uint32(u>>32))
}

// TestMad64CarriesOut: semantics.md 38.
func TestMad64CarriesOut(t *testing.T) {
	on(t, isa.GCN11|newer, "v_mad_u64_u32 v[4:5], vcc, v0, v1, v[2:3]", set{"v0": 0xffffffff, "v1": 0xffffffff, "v[2:3]": ^uint64(0), "exec": 1},
		func(t *testing.T, m *simtest.Machine) {
			require.Equal(t, []uint64{0xffffffff*0xffffffff&(1<<64-1) - 1, 1}, []uint64{m.U64("v[4:5]"), m.U64("vcc")})
		})
	gives64(t, isa.GCN11|newer, "v_mad_i64_i32 v[4:5], vcc, v0, v1, v[2:3]", set{"v0": -3, "v1": 5, "v[2:3]": 10}, "v[4:5]", ^uint64(0)-4)
}

// TestBitFieldExtractExtendsTheSign: semantics.md 39.
func TestBitFieldExtractExtendsTheSign(t *testing.T) {
	gives(t, isa.AllGens, "v_bfe_i32 v3, v0, v1, v2", set{"v0": 0x00000f00, "v1": 8, "v2": 4}, "v3", 0xffffffff)
	gives(t, isa.AllGens, "v_bfe_u32 v3, v0, v1, v2", set{"v0": 0x12345678, "v1": 32 + 8, "v2": 8}, "v3", 0x56)
	gives(t, isa.AllGens, "v_bfe_u32 v3, v0, v1, v2", set{"v0": 0x12345678, "v1": 8, "v2": 0}, "v3", 0)
	gives(t, isa.AllGens, "v_bfe_u32 v3, v0, v1, v2", set{"v0": 0x82345678, "v1": 24, "v2": 31}, "v3", 0x82)
	on(t, isa.AllGens, "s_bfe_i32 s2, s0, s1", set{"s0": 0x0f00, "s1": 4<<16 | 8}, func(t *testing.T, m *simtest.Machine) {
		require.Equal(t, []uint32{0xffffffff, 1}, []uint32{m.U32("s2"), m.U32("scc")})
	})
	gives64(t, isa.AllGens, "s_bfe_u64 s[4:5], s[0:1], s2", set{"s[0:1]": uint64(0x123456789abcdef0), "s2": 16<<16 | 40}, "s[4:5]", 0x3456)
}

// TestBfmAndBfiMasks: semantics.md 40.
func TestBfmAndBfiMasks(t *testing.T) {
	gives(t, isa.AllGens, "v_bfm_b32 v2, v0, v1", set{"v0": 5, "v1": 32 + 3}, "v2", 31<<3)
	gives(t, isa.AllGens, "v_bfi_b32 v3, v0, v1, v2", set{"v0": 0xff00ff00, "v1": 0x12345678, "v2": 0xabcdef01}, "v3", 0x12cd5601)
}

// TestAlignShiftsByBitsAndBytes: semantics.md 41.
func TestAlignShiftsByBitsAndBytes(t *testing.T) {
	regs := set{"v0": 0x01234567, "v1": 0x89abcdef, "v2": 36}
	gives(t, isa.AllGens, "v_alignbit_b32 v3, v0, v1, v2", regs, "v3", 0x789abcde)
	regs["v2"] = 5 // only two bits count
	gives(t, isa.AllGens, "v_alignbyte_b32 v3, v0, v1, v2", regs, "v3", 0x6789abcd)
}

// TestPermSelectsBytesAndSigns: semantics.md 42.
func TestPermSelectsBytesAndSigns(t *testing.T) {
	regs := set{"v0": 0x8706f504, "v1": 0x03820180}
	// Selectors 8-11 are the signs of bytes 1, 3, 5, 7 of {S0, S1}: 0x01, 0x03, 0xf5, 0x87.
	for sel, want := range map[uint32]uint32{0x03020100: 0x03820180, 0x07060504: 0x8706f504, 0x0b0a0908: 0xffff0000, 0x0d0c0d0c: 0xff00ff00} {
		regs["v2"] = sel
		gives(t, newer, "v_perm_b32 v3, v0, v1, v2", regs, "v3", want)
	}
}

// TestFindingNoBitGivesMinusOne: semantics.md 43.
func TestFindingNoBitGivesMinusOne(t *testing.T) {
	for in, want := range map[uint32][3]uint32{0: {0xffffffff, 0xffffffff, 0xffffffff}, 1: {31, 0, 31}, 0xffffffff: {0, 0, 0xffffffff}, 0xff000000: {0, 24, 8}} {
		gives(t, isa.AllGens, "v_ffbh_u32 v1, v0", set{"v0": in}, "v1", want[0])
		gives(t, isa.AllGens, "v_ffbl_b32 v1, v0", set{"v0": in}, "v1", want[1])
		gives(t, isa.AllGens, "v_ffbh_i32 v1, v0", set{"v0": in}, "v1", want[2])
	}
	on(t, isa.AllGens, "s_ff1_i32_b32 s1, s0", set{"s0": 0, "scc": 1}, func(t *testing.T, m *simtest.Machine) {
		require.Equal(t, []uint32{0xffffffff, 1}, []uint32{m.U32("s1"), m.U32("scc")}, "SCC stays")
	})
	on(t, isa.AllGens, "s_bcnt1_i32_b32 s1, s0", set{"s0": 0, "scc": 1}, func(t *testing.T, m *simtest.Machine) {
		require.Equal(t, []uint32{0, 0}, []uint32{m.U32("s1"), m.U32("scc")})
	})
}

// TestShiftsTakeTheLowBitsOfTheAmount: semantics.md 44.
func TestShiftsTakeTheLowBitsOfTheAmount(t *testing.T) {
	gives(t, isa.AllGens, "v_lshlrev_b32 v2, v0, v1", set{"v0": 33, "v1": 3}, "v2", 6)
	gives(t, isa.AllGens, "s_lshl_b32 s2, s0, s1", set{"s0": 3, "s1": 33}, "s2", 6)
	gives64(t, isa.AllGens, "s_lshl_b64 s[4:5], s[0:1], s2", set{"s[0:1]": 3, "s2": 65}, "s[4:5]", 6)
	gives(t, newer, "v_lshlrev_b16 v2, v0, v1", set{"v0": 17, "v1": 3}, "v2", 6)
	gives64(t, newer, "v_lshlrev_b64 v[4:5], v0, v[2:3]", set{"v0": 65, "v[2:3]": 3}, "v[4:5]", 6)
}

// TestSadAddsAbsoluteDifferences: semantics.md 45.
func TestSadAddsAbsoluteDifferences(t *testing.T) {
	gives(t, isa.AllGens, "v_sad_u32 v3, v0, v1, v2", set{"v0": 1, "v1": 0xffffffff, "v2": 5}, "v3", 3)
	gives(t, isa.AllGens, "v_sad_u8 v3, v0, v1, v2", set{"v0": 0x01020304, "v1": 0x04030201, "v2": 100}, "v3", 108)
	gives(t, isa.AllGens, "v_sad_hi_u8 v3, v0, v1, v2", set{"v0": 0x01020304, "v1": 0x04030201, "v2": 100}, "v3", 8<<16+100)
	gives(t, isa.AllGens, "v_msad_u8 v3, v0, v1, v2", set{"v0": 0x01020304, "v1": 0x00030001, "v2": 0}, "v3", 1+3)
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

// TestLerpRoundsByTheThirdSource: semantics.md 47.
func TestLerpRoundsByTheThirdSource(t *testing.T) {
	// Bytes: (1+2+0)/2, (3+4+1)/2, (255+254+0)/2, (0+1+1)/2.
	gives(t, isa.AllGens, "v_lerp_u8 v3, v0, v1, v2", set{"v0": 0x00ff0301, "v1": 0x01fe0402, "v2": 0x01000100}, "v3", 1<<24|254<<16|4<<8|1)
}

// TestScalarConditionCode: semantics.md 48.
func TestScalarConditionCode(t *testing.T) {
	for _, c := range []struct {
		text   string
		s0, s1 uint32
		scc    uint32
	}{
		{"s_add_u32 s2, s0, s1", 0xffffffff, 1, 1}, {"s_add_i32 s2, s0, s1", 0x7fffffff, 1, 1}, {"s_add_i32 s2, s0, s1", 0xffffffff, 1, 0},
		{"s_sub_u32 s2, s0, s1", 1, 2, 1}, {"s_sub_i32 s2, s0, s1", 0x80000000, 1, 1}, {"s_min_u32 s2, s0, s1", 1, 2, 1},
		{"s_min_u32 s2, s0, s1", 2, 2, 0}, {"s_max_i32 s2, s0, s1", 0xffffffff, 0, 0}, {"s_and_b32 s2, s0, s1", 1, 2, 0},
		{"s_absdiff_i32 s2, s0, s1", 5, 5, 0}, {"s_mul_i32 s2, s0, s1", 0, 0, 1}, {"s_bfm_b32 s2, s0, s1", 0, 0, 1}, {"s_brev_b32 s2, s0", 0, 0, 1},
	} {
		gives(t, isa.AllGens, c.text, set{"s0": c.s0, "s1": c.s1, "scc": 1}, "scc", c.scc)
	}
	gives(t, isa.GCN14, "s_lshl2_add_u32 s2, s0, s1", set{"s0": 0x40000000, "s1": 0}, "scc", 1)
}

// TestScalarExtremes: semantics.md 49.
func TestScalarExtremes(t *testing.T) {
	gives(t, isa.AllGens, "s_absdiff_i32 s2, s0, s1", set{"s0": uint32(neg), "s1": 0}, "s2", neg)
	gives(t, isa.AllGens, "s_abs_i32 s2, s0", set{"s0": uint32(neg)}, "s2", neg)
	gives(t, isa.AllGens, "s_cmpk_eq_u32 s0, 0xffff", set{"s0": 0xffff}, "scc", 1)
	gives(t, isa.AllGens, "s_cmpk_eq_i32 s0, 0xffff", set{"s0": 0xffffffff}, "scc", 1)
	gives(t, isa.AllGens, "s_movk_i32 s0, 0x8000", nil, "s0", 0xffff8000)
	gives(t, isa.AllGens, "s_mulk_i32 s0, 0xffff", set{"s0": 7}, "s0", 0xfffffff9)
}

// TestHardwareRegistersHaveFields: semantics.md 50.
func TestHardwareRegistersHaveFields(t *testing.T) {
	gives(t, isa.AllGens, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3\ns_getreg_b32 s0, hwreg(HW_REG_MODE, 0, 8)", set{"mode": 0xc5}, "s0", 0xf5)
	gives(t, isa.AllGens, "s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s1\ns_getreg_b32 s0, hwreg(HW_REG_MODE, 0, 4)", set{"mode": 0xff, "s1": 0x2a}, "s0", 0xa)
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

// TestRelativeMovesAndGprIndexing: semantics.md 53.
func TestRelativeMovesAndGprIndexing(t *testing.T) {
	gives(t, isa.AllGens, "s_movrels_b32 s0, s4", set{"m0": 3, "s7": 42}, "s0", 42)
	gives64(t, isa.AllGens, "s_movreld_b64 s[4:5], s[0:1]", set{"m0": 4, "s[0:1]": uint64(7<<32 | 5)}, "s[8:9]", 7<<32|5)
	gives(t, older|isa.GCN12, "v_movrels_b32 v0, v4", set{"m0": 3, "v7": 42}, "v0", 42)
	gives(t, older|isa.GCN12, "v_movreld_b32 v4, v0", set{"m0": 3, "v0": 42}, "v7", 42)
	gives(t, newer, "s_set_gpr_idx_on s0, gpr_idx(SRC0)\nv_mov_b32 v1, v4\ns_set_gpr_idx_off\nv_mov_b32 v2, v4", set{"s0": 3, "v4": 1, "v7": 42}, "v1", 42)
	gives(t, newer, "s_set_gpr_idx_on s0, gpr_idx(DST)\nv_mov_b32 v1, v4\ns_set_gpr_idx_off", set{"s0": 3, "v4": 5}, "v4", 5)
	gives(t, newer, "s_set_gpr_idx_on s0, 1\ns_set_gpr_idx_idx s1\nv_add_f32 v1, v4, v5\ns_set_gpr_idx_off", set{"s0": 3, "s1": 2, "v6": fb(1), "v5": fb(2)}, "v1", fb(3))
}

// TestSkippedInstructionsDoNotCount: semantics.md 54.
func TestSkippedInstructionsDoNotCount(t *testing.T) {
	on(t, isa.AllGens, "s_setvskip s0, 0\nv_mov_b32 v0, 1\nds_write_b32 v1, v2\ns_mov_b32 s1, 5\ns_setvskip s0, 1\nv_mov_b32 v3, 1", set{"s0": 1, "v0": 7},
		func(t *testing.T, m *simtest.Machine) {
			require.Equal(t, []uint32{7, 5, 1}, []uint32{m.U32("v0"), m.U32("s1"), m.U32("v3")})
			require.Equal(t, uint32(0), m.Wave(0).State().Counters.Seq())
		})
}

// TestOutOfRangeRegisters: semantics.md 55.
func TestOutOfRangeRegisters(t *testing.T) {
	gives(t, older|isa.GCN12, "v_movrels_b32 v1, v4", set{"m0": 255, "v0": 42}, "v1", 42)
	on(t, older|isa.GCN12, "v_movreld_b32 v4, v0", set{"m0": 255, "v0": 42, "v3": 9, "v4": 8}, func(t *testing.T, m *simtest.Machine) {
		require.Equal(t, []uint32{9, 8}, []uint32{m.U32("v3"), m.U32("v4")}, "nothing is written")
	})
}

// TestLiteralsAndInlineConstants: semantics.md 56.
func TestLiteralsAndInlineConstants(t *testing.T) {
	gives64(t, isa.AllGens, "s_mov_b64 s[0:1], 0x80000000", nil, "s[0:1]", 0x80000000)
	gives64(t, isa.AllGens, "s_mov_b64 s[0:1], -3", nil, "s[0:1]", ^uint64(2))
	gives64(t, isa.AllGens, "s_mov_b64 s[0:1], 0.5", nil, "s[0:1]", db(0.5))
	gives64(t, isa.AllGens, "v_cvt_f64_f32 v[0:1], 0.5", nil, "v[0:1]", db(0.5))
	gives64(t, isa.AllGens, "v_add_f64 v[0:1], 2.0, 0.5", nil, "v[0:1]", db(2.5))
	gives(t, newer, "v_mul_f32 v0, 0.15915494, 1.0", nil, "v0", 0x3e22f983)
	gives(t, newer, "v_add_f16 v0, 1.0, v1", set{"v1": 0x3c00}, "v0", 0x4000)
	gives(t, newer, "v_add_u16 v0, -1, v1", set{"v1": 3}, "v0", 2)
}

// TestPackedMathSelectsHalves: semantics.md 57.
func TestPackedMathSelectsHalves(t *testing.T) {
	regs := set{"v0": 0x40003c00, "v1": 0x44004200} // {2, 1} and {4, 3}
	gives(t, isa.GCN14, "v_pk_add_f16 v2, v0, v1", regs, "v2", 0x46004400)
	gives(t, isa.GCN14, "v_pk_add_f16 v2, v0, v1 op_sel:[1,0] op_sel_hi:[0,1]", regs, "v2", 0x45004500) // {1+4, 2+3}
	gives(t, isa.GCN14, "v_pk_add_f16 v2, v0, v1 neg_lo:[1,0] neg_hi:[0,1]", regs, "v2", 0xc0004000)    // {2-4, -1+3}
	gives(t, isa.GCN14, "v_pk_sub_i16 v2, v0, v1 clamp", set{"v0": 0x80000001, "v1": 0x00010002}, "v2", 0x8000ffff)
	mix := set{"v0": 0x40003c00, "v1": fb(3), "v2": fb(-8)}
	gives(t, isa.GCN14, "v_mad_mix_f32 v3, v0, v1, v2 op_sel:[1,0,0] op_sel_hi:[1,0,0]", mix, "v3", fb(-2))
	gives(t, isa.GCN14, "v_mad_mix_f32 v3, v0, v1, |v2| op_sel_hi:[1,0,0]", mix, "v3", fb(11))
	mix["v3"] = 0xaaaabbbb
	gives(t, isa.GCN14, "v_mad_mixlo_f16 v3, v0, v1, v2 op_sel_hi:[1,0,0]", mix, "v3", 0xaaaac500)
	gives(t, isa.GCN14, "v_mad_mixhi_f16 v3, v0, v1, v2 op_sel_hi:[1,0,0]", mix, "v3", 0xc500bbbb)
}

// TestSubDwordAddressing: semantics.md 58.
func TestSubDwordAddressing(t *testing.T) {
	regs := set{"v0": 0x80017f02, "v1": 0x11112222, "v2": 0xaaaaaaaa}
	for mods, want := range map[string]uint32{
		"dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:WORD_0":       0x80 | 0x2222,
		"dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:BYTE_0":      (0x7f | 0x22) << 8,
		"dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1 src1_sel:BYTE_0": 0xaaaa00aa | (0x7f|0x22)<<8,
		"dst_sel:BYTE_2 dst_unused:UNUSED_SEXT src0_sel:BYTE_3 src1_sel:BYTE_0":     0xff000000 | (0x80|0x22)<<16,
		"dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:WORD_1":      (0x8001 | 0x1111) << 16,
	} {
		gives(t, newer, "v_or_b32_sdwa v2, v0, v1 "+mods, regs, "v2", want)
	}
	gives(t, newer, "v_add_f32_sdwa v2, -v0, |v1| dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD", set{"v0": fb(1), "v1": fb(-3)}, "v2", fb(2))
	gives(t, newer, "v_or_b32_sdwa v2, sext(v0), v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:BYTE_0", regs, "v2", 0xffffff80|0x22)
	gives(t, isa.GCN14, "v_or_b32_sdwa v2, s0, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:BYTE_0", set{"s0": 0x50000, "v1": 2}, "v2", 7)
	gives64(t, isa.GCN14, "v_cmp_eq_u32_sdwa s[2:3], v0, v1 src0_sel:BYTE_0 src1_sel:BYTE_1", set{"v0": 0x99, "v1": 0x9900, "exec": 6}, "s[2:3]", 6)
}

// TestDataParallelPrimitives: semantics.md 59.
func TestDataParallelPrimitives(t *testing.T) {
	source := func(mods string, l int) (from int, ok bool) {
		row, p := l&^15, l&15
		switch mods {
		case "quad_perm:[3,2,1,0]":
			return l&^3 | 3 - l&3, true
		case "row_shl:5":
			return l + 5, p+5 < 16
		case "row_shr:3":
			return l - 3, p >= 3
		case "row_ror:2":
			return row | (p+14)&15, true
		case "wave_shl:1":
			return l + 1, l < 63
		case "wave_rol:1":
			return (l + 1) & 63, true
		case "wave_shr:1":
			return l - 1, l > 0
		case "wave_ror:1":
			return (l + 63) & 63, true
		case "row_mirror":
			return row | 15 - p, true
		case "row_half_mirror":
			return l&^7 | 7 - l&7, true
		case "row_bcast:15":
			return row - 1, row > 0
		}
		return 31, l >= 32 // row_bcast:31
	}
	const exec = 0xfff7ffffffffefff
	for _, mods := range []string{"quad_perm:[3,2,1,0]", "row_shl:5", "row_shr:3", "row_ror:2", "wave_shl:1", "wave_rol:1", "wave_shr:1", "wave_ror:1",
		"row_mirror", "row_half_mirror", "row_bcast:15", "row_bcast:31"} {
		for _, bound := range []string{"", " bound_ctrl:0"} {
			text := "v_mov_b32_dpp v1, v0 " + mods + " row_mask:0xb bank_mask:0xd" + bound
			on(t, newer, text, set{"v0": func(l int) int { return 100 + l }, "v1": 7, "exec": uint64(exec)}, func(t *testing.T, m *simtest.Machine) {
				for l := 0; l < 64; l++ {
					want := uint32(7)
					from, ok := source(mods, l)
					ok = ok && uint64(exec)>>from&1 != 0
					if uint64(exec)>>l&1 != 0 && 0xb>>(l/16)&1 != 0 && 0xd>>(l%16/4)&1 != 0 {
						switch {
						case ok:
							want = uint32(100 + from)
						case bound != "":
							want = 0
						}
					}
					require.Equal(t, want, m.U32("v1", l), "%s lane %d", text, l)
				}
			})
		}
	}
	gives(t, newer, "v_add_f32_dpp v2, -v0, v1 quad_perm:[1,1,1,1] row_mask:0xf bank_mask:0xf", set{"v0": []float32{0, 3}, "v1": fb(10)}, "v2", fb(7))
}

// TestLdsDirectBroadcasts: semantics.md 60.
func TestLdsDirectBroadcasts(t *testing.T) {
	for _, g := range isa.Gens() {
		for kind, want := range map[uint32]uint32{0: 0xf4, 1: 0xf3f4, 2: 0xf1f2f3f4, 4: 0xfffffff4, 5: 0xfffff3f4} {
			m := simtest.New(t, g, simtest.LDS(256))
			m.Asm("v_mov_b32 v0, src_lds_direct")
			m.SetLDS(8, []uint32{0xf1f2f3f4})
			m.Set("m0", kind<<16|8)
			require.NoError(t, m.Run())
			require.Equal(t, want, m.U32("v0", 17), "%v type %d", g, kind)
		}
	}
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

// TestEveryPointOfTheSemanticsHasATest: the points are those of docs/semantics.md, and the tests of
// this file name theirs.
func TestEveryPointOfTheSemanticsHasATest(t *testing.T) {
	page, err := os.ReadFile("../docs/semantics.md")
	require.NoError(t, err)
	tests, err := os.ReadFile("semantics_test.go")
	require.NoError(t, err)
	points := regexp.MustCompile(`(?m)^### (\d+) `).FindAllSubmatch(page, -1)
	require.Greater(t, len(points), 50)
	for _, m := range points {
		require.Regexp(t, fmt.Sprintf(`(?m)^// Test.*semantics\.md %s\b`, m[1]), string(tests))
	}
}
