package sim_test

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/simtest"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// opcodes requires that a mnemonic has the opcode in each generation, -1 where the generation lacks
// it.
func opcodes(name string, f isa.Format, g10, g11, g12, g14 int) func(t *testing.T) {
	return func(t *testing.T) {
		for i, want := range []int{g10, g11, g12, g14} {
			g := isa.Gens()[i]
			got := -1
			for _, x := range isa.Lookup(g, name) {
				if x.Fmt == f {
					got = int(x.Op)
				}
			}
			require.Equal(t, want, got, "%s on %v", name, g)
		}
	}
}

// golden requires that bytes, as an outside assembler made them (testdata/isa/errata.txt), mean the
// text and that the text makes the bytes.
func golden(g isa.Gen, text, code string) func(t *testing.T) {
	return func(t *testing.T) {
		b, err := hex.DecodeString(strings.ReplaceAll(code, " ", ""))
		require.NoError(t, err)
		in, err := isa.Decode(g, b)
		require.NoError(t, err, text)
		require.Equal(t, text, in.String())
		require.EqualValues(t, len(b), in.Len)
		p, err := asm.Code(g, text)
		require.NoError(t, err)
		require.Equal(t, b, p.Code, text)
	}
}

// refused requires that bytes are no instruction.
func refused(g isa.Gen, code string) func(t *testing.T) {
	return func(t *testing.T) {
		b, err := hex.DecodeString(strings.ReplaceAll(code, " ", ""))
		require.NoError(t, err)
		_, err = isa.Decode(g, b)
		require.Error(t, err)
	}
}

// cases runs the cases of mnemonics in every generation that has them.
func cases(names ...string) func(t *testing.T) {
	return func(t *testing.T) {
		for _, name := range names {
			n := 0
			for _, g := range isa.Gens() {
				for _, f := range isa.Lookup(g, name) {
					if run := formatCase(f); run != nil {
						n++
						t.Run(fmt.Sprintf("%s %v", name, g), func(t *testing.T) { run(t, f) })
					}
				}
			}
			require.NotZero(t, n, name)
		}
	}
}

// all joins tests.
func all(list ...func(t *testing.T)) func(t *testing.T) {
	return func(t *testing.T) {
		for _, f := range list {
			f(t)
		}
	}
}

// counts requires the counters after one instruction: VM, LGKM, EXP.
func counts(g isa.Gen, text string, vm, lgkm, exp uint8) func(t *testing.T) {
	return func(t *testing.T) {
		m := simtest.New(t, g)
		m.Asm(text)
		b := m.Buffer(256)
		m.Set("s[4:7]", b).Set("v[4:5]", b.Addr())
		require.NoError(t, m.Step())
		require.Equal(t, [waitcnt.NumCounters]uint8{vm, lgkm, exp}, m.State().Counters.Count, "%v %s", g, text)
		require.NoError(t, m.Run())
	}
}

const (
	g10, g11, g12, g14 = isa.GCN10, isa.GCN11, isa.GCN12, isa.GCN14
)

// errata has a test for each correction that shows in the results of programs (docs/errata.md),
// where no other package has it.
var errata = map[string]func(t *testing.T){
	"M-1": all(opcodes("s_buffer_store_dword", isa.SMEM, -1, -1, 24, 24), opcodes("s_buffer_store_dwordx2", isa.SMEM, -1, -1, 25, 25),
		golden(g12, "s_buffer_store_dwordx4 s[8:11], s[4:7], 0x10", "02 02 6a c0 10 00 00 00"), cases("s_buffer_store_dwordx4")),
	"M-2": all(opcodes("s_buffer_atomic_smax", isa.SMEM, -1, -1, -1, 70), opcodes("s_buffer_atomic_smin", isa.SMEM, -1, -1, -1, 68),
		opcodes("s_buffer_atomic_sub", isa.SMEM, -1, -1, -1, 67), opcodes("s_buffer_atomic_umin", isa.SMEM, -1, -1, -1, 69),
		golden(g14, "s_buffer_atomic_smax s5, s[4:7], s7", "42 01 18 c1 07 00 00 00"), golden(g14, "s_buffer_atomic_sub s5, s[4:7], s7", "42 01 0c c1 07 00 00 00")),
	"M-3": all(golden(g14, "s_atomic_dec_x2 s[6:7], s[2:3], 0x10", "81 01 b2 c2 10 00 00 00"), cases("s_scratch_load_dwordx4", "s_buffer_atomic_dec_x2")),
	"M-5": all(golden(g12, "s_load_dword s5, s[2:3], s7", "41 01 00 c0 07 00 00 00"), golden(g14, "s_load_dword s5, s[2:3], s7", "41 01 00 c0 07 00 00 00"),
		golden(g14, "s_load_dword s5, s[2:3], m0", "41 01 00 c0 7c 00 00 00")),
	"M-6": all(golden(g14, "s_load_dword s5, s[2:3], -0x4", "41 01 02 c0 fc ff 1f 00"), golden(g14, "s_load_dword s5, s[2:3], -0x100000", "41 01 02 c0 00 00 10 00"),
		golden(g14, "s_load_dword s5, s[2:3], 0xfffff", "41 01 02 c0 ff ff 0f 00"), negativeBufferOffset),
	"M-7": all(golden(g14, "s_load_dword s5, s[2:3], s7 offset:0x10", "41 41 02 c0 10 00 00 0e"), golden(g14, "s_load_dword s5, s[2:3], s7 offset:-0x4", "41 41 02 c0 fc ff 1f 0e"),
		soffsetWithoutImmediate),
	"M-8":  all(golden(g12, "s_store_dword s5, s[2:3], m0", "41 01 40 c0 7c 00 00 00"), golden(g12, "s_store_dword s5, s[2:3], s7", "41 01 40 c0 07 00 00 00"), storeOffsetRegister),
	"M-9":  all(golden(g14, "s_memtime s[6:7]", "80 01 90 c0 00 00 00 00"), refused(g12, "01 1f 00 c0 00 00 00 00"), refused(g14, "81 1f 00 c0 00 00 00 00")),
	"M-15": cases("s_atomic_cmpswap", "s_atomic_cmpswap_x2", "s_buffer_atomic_cmpswap", "s_buffer_atomic_cmpswap_x2"),
	"M-16": cases("s_atomic_dec", "s_atomic_dec_x2", "s_buffer_atomic_dec"),
	"M-17": cases("s_atomic_inc", "s_atomic_inc_x2", "s_atomic_sub", "s_atomic_smin", "s_atomic_umax_x2"),
	"M-19": cases("s_memtime", "s_memrealtime"),
	"M-20": TestScalarCacheIsStaleUntilInvalidated,
	"M-21": func(t *testing.T) {
		for _, g := range isa.Gens() {
			counts(g, "s_load_dword s8, s[4:5], 0x0", 0, 1, 0)(t)
			for _, n := range []string{"x2", "x4", "x8", "x16"} {
				counts(g, "s_load_dword"+n+" s[16:"+map[string]string{"x2": "17", "x4": "19", "x8": "23", "x16": "31"}[n]+"], s[4:5], 0x0", 0, 2, 0)(t)
			}
			counts(g, "s_memtime s[8:9]", 0, 2, 0)(t)
			counts(g, "s_dcache_inv", 0, 1, 0)(t)
		}
	},
	"M-22": descriptorWrittenJustBefore,
	"M-24": all(opcodes("s_buffer_atomic_add", isa.SMEM, -1, -1, -1, 66), opcodes("s_atomic_add_x2", isa.SMEM, -1, -1, -1, 162)),

	"P-1":  all(golden(g10, "s_branch 4", "04 00 82 bf"), cases("s_branch")),
	"P-3":  cases("s_sleep"),
	"P-4":  all(cases("s_waitcnt"), golden(g10, "s_waitcnt vmcnt(0)", "70 0f 8c bf"), golden(g14, "s_waitcnt vmcnt(63) expcnt(7) lgkmcnt(15)", "7f cf 8c bf"), golden(g14, "s_waitcnt lgkmcnt(0)", "7f c0 8c bf")),
	"P-5":  cases("s_cbranch_scc0", "s_cbranch_scc1"),
	"P-6":  all(opcodes("s_wakeup", isa.SOPP, -1, -1, 3, 3), cases("s_wakeup")),
	"P-7":  all(opcodes("s_setkill", isa.SOPP, -1, 11, 11, 11), opcodes("s_cbranch_cdbgsys", isa.SOPP, -1, 23, 23, 23), opcodes("s_cbranch_cdbgsys_and_user", isa.SOPP, -1, 26, 26, 26)),
	"P-8":  cases("s_barrier"),
	"P-9":  all(cases("s_endpgm", "s_endpgm_saved", "s_endpgm_ordered_ps_done"), golden(g14, "s_endpgm_ordered_ps_done", "00 00 9e bf")),
	"P-10": all(cases("s_trap"), trapsAreOn),
	"P-11": cases("s_sendmsg"),
	"P-12": cases("s_sendmsghalt"),
	"P-13": cases("s_icache_inv"),
	"P-14": all(golden(g12, "s_set_gpr_idx_mode gpr_idx(SRC0,DST)", "09 00 9d bf"), cases("s_set_gpr_idx_mode", "s_set_gpr_idx_off"), TestGprIndexing),
	"P-15": cases("s_sethalt", "s_setprio", "s_setkill", "s_incperflevel", "s_decperflevel", "s_ttracedata"),
	"P-16": vcczFollowsVCC,

	"D-1": func(t *testing.T) {
		for name, op := range map[string]int{"ds_write_addtid_b32": 29, "ds_write_b8_d16_hi": 84, "ds_write_b16_d16_hi": 85, "ds_read_u8_d16": 86, "ds_read_u8_d16_hi": 87,
			"ds_read_i8_d16": 88, "ds_read_i8_d16_hi": 89, "ds_read_u16_d16": 90, "ds_read_u16_d16_hi": 91, "ds_read_addtid_b32": 182} {
			opcodes(name, isa.DS, -1, -1, -1, op)(t)
		}
	},
	"D-2": all(golden(g10, "ds_add_u32 v1, v2 gds", "00 00 02 d8 01 02 00 00"), golden(g12, "ds_add_u32 v1, v2 gds", "00 00 01 d8 01 02 00 00"),
		golden(g12, "ds_add_u32 v1, v2 offset:4", "04 00 00 d8 01 02 00 00")),
	"D-3":  opcodes("ds_wrxchg_rtn_b64", isa.DS, 109, 109, 109, 109),
	"D-4":  all(opcodes("ds_write_src2_b64", isa.DS, 205, 205, 205, 205), opcodes("ds_write_src2_b32", isa.DS, 141, 141, 141, 141), cases("ds_write_src2_b64")),
	"D-5":  all(opcodes("ds_mskor_b32", isa.DS, 12, 12, 12, 12), opcodes("ds_xor_b32", isa.DS, 11, 11, 11, 11), golden(g10, "ds_mskor_b32 v1, v2, v3", "00 00 30 d8 01 02 03 00")),
	"D-6":  all(opcodes("ds_condxchg32_rtn_b128", isa.DS, -1, 253, 253, -1), cases("ds_condxchg32_rtn_b128")),
	"D-9":  all(opcodes("ds_max_src2_i64", isa.DS, 198, 198, 198, 198), cases("ds_cmpst_rtn_b32", "ds_cmpst_rtn_b64", "ds_consume", "ds_append")),
	"D-10": alignedSum,
	"D-11": cases("ds_dec_u32", "ds_dec_rtn_u64", "ds_inc_u32"),
	"D-12": cases("ds_mskor_b32", "ds_mskor_rtn_b64"),
	"D-20": all(cases("ds_append", "ds_consume"), appendAsAMDsKernels),
	"D-21": cases("ds_write_addtid_b32", "ds_read_addtid_b32"),
	"D-24": negativeAddressWithOffset,
	"D-26": func(t *testing.T) {
		for _, g := range isa.Gens() {
			counts(g, "ds_read_b32 v1, v0", 0, 1, 0)(t)
			counts(g, "ds_add_u32 v0, v1", 0, 1, 0)(t)
			counts(g, "ds_read_b32 v1, v0 gds", 0, 1, 1)(t)
		}
		opcodes("ds_gws_sema_release_all", isa.DS, -1, 24, 152, 152)(t)
	},
	"D-27": func(t *testing.T) {
		opcodes("ds_nop", isa.DS, -1, 20, 20, 20)(t)
		for name, op := range map[string]int{"ds_write_b96": 222, "ds_write_b128": 223, "ds_read_b96": 254, "ds_read_b128": 255} {
			opcodes(name, isa.DS, -1, op, op, op)(t)
		}
		golden(g11, "ds_write_b128 v1, v[4:7]", "00 00 7c db 01 04 00 00")(t)
	},

	"R-1": func(t *testing.T) {
		for name, op := range map[string]int{"s_load_dword": 0, "s_load_dwordx2": 1, "s_load_dwordx4": 2, "s_load_dwordx8": 3, "s_load_dwordx16": 4, "s_buffer_load_dword": 8,
			"s_buffer_load_dwordx2": 9, "s_buffer_load_dwordx4": 10, "s_buffer_load_dwordx8": 11, "s_buffer_load_dwordx16": 12, "s_memtime": 30, "s_dcache_inv": 31} {
			opcodes(name, isa.SMRD, op, op, -1, -1)(t)
		}
		opcodes("s_dcache_inv_vol", isa.SMRD, -1, 29, -1, -1)(t)
	},
	"R-2": all(golden(g11, "s_load_dword s5, s[2:3], 0x100", "ff 82 02 c0 00 01 00 00"), refused(g10, "ff 82 02 c0 00 01 00 00"), cases("s_load_dword")),
	"R-3": all(golden(g10, "s_load_dword s5, s[2:3], 0x1", "01 83 02 c0"), golden(g10, "s_load_dword s5, s[2:3], s7", "07 82 02 c0"), refused(g10, "80 82 02 c0"), cases("s_load_dwordx2")),
	"R-4": smrdOffsetCountsDwords,
	"R-5": all(golden(g10, "s_buffer_load_dwordx2 s[6:7], s[8:11], 0xff", "ff 09 43 c2"), cases("s_buffer_load_dword", "s_buffer_load_dwordx16")),
	"R-6": descriptorWrittenJustBefore,
	"R-7": all(counts(g10, "s_memtime s[8:9]", 0, 2, 0), counts(g11, "s_memtime s[8:9]", 0, 2, 0), golden(g10, "s_memtime s[6:7]", "00 00 83 c7"), golden(g10, "s_dcache_inv", "00 00 c0 c7")),
	"R-8": vcczFollowsVCC,

	"B-1": all(opcodes("buffer_wbinvl1_sc", isa.MUBUF, 112, -1, -1, -1), opcodes("buffer_wbinvl1_vol", isa.MUBUF, -1, 112, 63, 63), opcodes("buffer_wbinvl1", isa.MUBUF, 113, 113, 62, 62),
		golden(g11, "buffer_wbinvl1_vol", "00 00 c0 e1 00 00 00 00")),
	"B-2": all(opcodes("buffer_store_byte_d16_hi", isa.MUBUF, -1, -1, -1, 25), opcodes("buffer_store_short_d16_hi", isa.MUBUF, -1, -1, -1, 27),
		golden(g14, "buffer_store_byte_d16_hi v1, v4, s[4:7], s8 offen", "00 10 64 e0 04 01 01 08"), cases("buffer_store_byte_d16_hi", "buffer_store_short_d16_hi")),
	"B-3":  all(opcodes("buffer_atomic_inc_x2", isa.MUBUF, 92, 92, 107, 107), golden(g12, "buffer_atomic_inc_x2 v[1:2], v4, s[4:7], s8 offen glc", "00 50 ac e1 04 01 01 08")),
	"B-4":  all(opcodes("buffer_load_short_d16_hi", isa.MUBUF, -1, -1, -1, 37), cases("buffer_load_short_d16_hi")),
	"B-5":  all(cases("buffer_store_dwordx3", "buffer_store_dwordx4")),
	"B-6":  all(opcodes("buffer_store_dwordx4", isa.MUBUF, 30, 30, 31, 31), opcodes("buffer_store_dwordx3", isa.MUBUF, -1, 31, 30, 30)),
	"B-7":  all(opcodes("buffer_load_ubyte", isa.MUBUF, 8, 8, 16, 16), opcodes("buffer_load_format_d16_x", isa.MUBUF, -1, -1, 8, 8), opcodes("buffer_store_format_d16_xyzw", isa.MUBUF, -1, -1, 15, 15)),
	"B-8":  opcodes("buffer_load_dwordx3", isa.MUBUF, -1, 15, 22, 22),
	"B-9":  all(opcodes("buffer_atomic_rsub", isa.MUBUF, 52, -1, -1, -1), opcodes("buffer_atomic_rsub_x2", isa.MUBUF, 84, -1, -1, -1), cases("buffer_atomic_rsub", "buffer_atomic_rsub_x2")),
	"B-10": all(opcodes("buffer_atomic_fcmpswap", isa.MUBUF, 62, 62, -1, -1), opcodes("buffer_atomic_fmin_x2", isa.MUBUF, 95, 95, -1, -1), opcodes("buffer_atomic_fmax", isa.MUBUF, 64, 64, -1, -1)),
	"B-11": func(t *testing.T) {
		for _, g := range isa.Gens() {
			counts(g, "buffer_wbinvl1", 0, 0, 0)(t)
		}
	},
	"B-12": all(tfeWritesOneMoreRegister, golden(g12, "buffer_load_dword v[4:5], v[2:3], s[4:7], s8 idxen offen offset:4095 glc slc tfe", "ff 7f 52 e0 02 04 81 08")),
	"B-13": all(golden(g10, "buffer_load_dword v[4:5], v[2:3], s[4:7], s8 addr64 offset:4095 glc slc tfe", "ff cf 30 e0 02 04 c1 08"),
		golden(g12, "buffer_load_dword off, s[4:7], s8 offset:16 lds", "10 00 51 e0 00 00 01 08")),
	"B-14": scalarOffsetOperands,
	"B-15": cases("buffer_load_dword"),
	"B-16": cases("buffer_atomic_add", "buffer_atomic_swap_x2"),
	"B-23": all(golden(g12, "buffer_store_lds_dword s[4:7], s8 offset:4 lds", "04 00 f5 e0 00 00 01 08"), cases("buffer_store_lds_dword")),
	"B-24": cases("buffer_load_dwordx2", "buffer_load_dwordx3", "buffer_load_dwordx4"),
	"B-25": cases("buffer_atomic_umax_x2"),
	"B-28": cases("buffer_atomic_inc", "buffer_atomic_dec_x2", "buffer_atomic_sub", "buffer_atomic_cmpswap", "buffer_atomic_cmpswap_x2"),
	"B-29": cases("buffer_load_format_d16_hi_x", "buffer_load_format_d16_x", "buffer_load_format_d16_xyz"),
	"B-30": cases("buffer_load_sbyte_d16", "buffer_load_sbyte_d16_hi"),
	"B-31": all(golden(g12, "buffer_load_format_d16_xyz v[1:3], v4, s[4:7], s8 offen", "00 10 28 e0 04 01 01 08"), golden(g14, "buffer_load_format_d16_xyz v[1:2], v4, s[4:7], s8 offen", "00 10 28 e0 04 01 01 08"),
		cases("buffer_load_format_d16_xy", "buffer_store_format_d16_xyzw")),
	"B-33": TestExpcntOfStoresAndAtomics,
	"B-34": execZeroStillCounts,
	"B-35": disabledBuffers,
}

// noResult are items of which no program can see anything, and why.
var noResult = map[string]string{
	"M-18": "an unbalanced parenthesis in the text",
	"P-2":  "s_nop has no result; its length matters to timing and to hazards",
	"D-7":  "a syntax line; assembly text is tested in package isa",
	"D-8":  "a syntax line; assembly text is tested in package isa",
}

func TestErrata(t *testing.T) {
	var items []string
	for item := range errata {
		items = append(items, item)
	}
	slices.Sort(items)
	for _, item := range items {
		t.Run(item, errata[item])
	}
}

// TestEveryErrataItemHasATest finds the items in the names of test functions (TestErrataB26B27,
// TestErrataM10ToM12) and in the table above.
func TestEveryErrataItemHasATest(t *testing.T) {
	have := map[string]bool{}
	for item := range errata {
		have[item] = true
	}
	for item := range noResult {
		require.NotContains(t, errata, item)
		have[item] = true
	}
	name := regexp.MustCompile(`(?m)^func TestErrata(\w+)\(`)
	part := regexp.MustCompile(`([MPDRB])(\d+)(?:To[MPDRB](\d+))?`)
	for _, pattern := range []string{"*_test.go", "../mem/*_test.go", "../waitcnt/*_test.go", "../isa/*_test.go"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			src, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, f := range name.FindAllSubmatch(src, -1) {
				for _, p := range part.FindAllSubmatch(f[1], -1) {
					first, _ := strconv.Atoi(string(p[2]))
					last := first
					if len(p[3]) > 0 {
						last, _ = strconv.Atoi(string(p[3]))
					}
					for n := first; n <= last; n++ {
						have[fmt.Sprintf("%s-%d", p[1], n)] = true
					}
				}
			}
		}
	}
	var missing []string
	doc, err := os.ReadFile("../docs/errata.md")
	require.NoError(t, err)
	items := regexp.MustCompile(`(?m)^### ([MPDRB]-\d+) `).FindAllSubmatch(doc, -1)
	require.Greater(t, len(items), 100)
	for _, m := range items {
		if item := string(m[1]); !have[item] {
			missing = append(missing, item)
		}
	}
	slices.Sort(missing)
	require.Empty(t, missing)
}

// negativeBufferOffset: a negative immediate on S_BUFFER_* is out of range.
func negativeBufferOffset(t *testing.T) {
	m := simtest.New(t, isa.GCN14)
	m.Words(0xc0220142, 0x001ffffc) // s_buffer_load_dword s5, s[4:7], -4
	b := m.Buffer([]uint32{1, 2, 3, 4})
	r := b.Resource()
	r[0] += 8
	m.Set("s[4:7]", r).Set("s5", 77)
	require.NoError(t, m.Run())
	require.Zero(t, m.U32("s5"))
}

// soffsetWithoutImmediate: IMM = 0, SOE = 1 takes the register from SOFFSET.
func soffsetWithoutImmediate(t *testing.T) {
	m := simtest.New(t, isa.GCN14)
	m.Words(0xc0004141, 0x0e000000)
	m.Set("s[2:3]", m.Buffer([]uint32{1, 2, 3})).Set("s7", 8)
	require.NoError(t, m.Run())
	require.EqualValues(t, 3, m.U32("s5"))
}

// storeOffsetRegister: the SGPR that is encoded is used.
func storeOffsetRegister(t *testing.T) {
	for _, g := range []isa.Gen{isa.GCN12, isa.GCN14} {
		for _, reg := range []string{"m0", "s7"} {
			m := simtest.New(t, g)
			m.Asm("s_store_dword s5, s[2:3], " + reg)
			b := m.Buffer(16)
			m.Set("m0", 4).Set("s7", 12).Set("s5", 9).Set("s[2:3]", b)
			require.NoError(t, m.Run())
			require.EqualValues(t, 9, b.U32s()[map[string]int{"m0": 1, "s7": 3}[reg]])
		}
	}
}

// descriptorWrittenJustBefore: the simulator has no such hazard; the checker reports it.
func descriptorWrittenJustBefore(t *testing.T) {
	for _, g := range isa.Gens() {
		m := simtest.New(t, g)
		m.Asm("s_mov_b32 s6, 4\ns_buffer_load_dwordx2 s[8:9], s[4:7], 0x0")
		m.Set("s[4:7]", m.Buffer([]uint32{5, 6})).Set("s[8:9]", []int{7, 7})
		require.NoError(t, m.Run())
		require.Equal(t, []uint32{5, 0}, m.Dwords("s[8:9]"))
	}
}

// vcczFollowsVCC: the branch sees VCC == 0 also after a write of one half, and with a scalar load
// outstanding.
func vcczFollowsVCC(t *testing.T) {
	for _, g := range isa.Gens() {
		for _, v := range []int{0, 4} {
			m := simtest.New(t, g)
			m.Asm(fmt.Sprintf("s_load_dword s8, s[4:5], 0x0\ns_mov_b32 vcc_lo, %d\ns_cbranch_vccz z\ns_mov_b32 s9, 1\nz: s_nop 0", v))
			m.Set("s[4:5]", m.Buffer(4)).Set("vcc", 2)
			require.NoError(t, m.Run())
			require.Equal(t, v != 0, m.U32("s9") == 1, "%v", g)
		}
	}
}

// alignedSum: the sum of ADDR and OFFSET is aligned, not the offset alone.
func alignedSum(t *testing.T) {
	for _, g := range isa.Gens() {
		m := simtest.New(t, g)
		m.Asm("ds_read_b32 v1, v0 offset:6")
		m.SetLDS(0, []uint32{0, 0x11, 0x2222, 0x33})
		m.Set("v0", 2)
		require.NoError(t, m.Run())
		require.EqualValues(t, 0x2222, m.U32("v1"))
		m = simtest.New(t, g)
		m.Asm("ds_read_b32 v1, v0 offset:5")
		m.SetLDS(0, []uint32{0, 0x11, 0x2222, 0x33})
		m.Set("v0", 2) // 7: 4 before GCN 1.4, unaligned there
		require.NoError(t, m.Run())
		want := uint32(0x11)
		if g == isa.GCN14 {
			want = 0x222200
		}
		require.Equal(t, want, m.U32("v1"))
	}
}

// negativeAddressWithOffset: the sum has 32 bits.
func negativeAddressWithOffset(t *testing.T) {
	for _, g := range isa.Gens() {
		m := simtest.New(t, g)
		m.Asm("ds_read_b32 v1, v0 offset:20")
		m.SetLDS(4, []uint32{42})
		m.Set("v0", -16)
		require.NoError(t, m.Run())
		require.EqualValues(t, 42, m.U32("v1"))
	}
}

// smrdOffsetCountsDwords: an immediate 3 is byte 12; a register counts bytes and its low bits do
// not matter.
func smrdOffsetCountsDwords(t *testing.T) {
	for _, g := range []isa.Gen{isa.GCN10, isa.GCN11} {
		m := simtest.New(t, g)
		m.Asm("s_load_dword s4, s[2:3], 0x3\ns_load_dword s5, s[2:3], s7")
		m.Set("s[2:3]", m.Buffer([]uint32{1, 2, 3, 4})).Set("s7", 11)
		require.NoError(t, m.Run())
		require.Equal(t, []uint32{4, 3}, m.Dwords("s[4:5]"))
	}
}

// tfeWritesOneMoreRegister: the register behind the data gets 0 in the active lanes.
func tfeWritesOneMoreRegister(t *testing.T) {
	for _, g := range isa.Gens() {
		m := simtest.New(t, g)
		m.Asm("buffer_load_dwordx2 v[1:3], off, s[4:7], 0 tfe")
		m.Set("s[4:7]", m.Buffer([]uint32{5, 6})).Set("v3", 99).Set("exec", 2)
		require.NoError(t, m.Run())
		require.Equal(t, []uint32{5, 6, 0}, m.Dwords("v[1:3]", 1))
		require.Equal(t, []uint32{0, 0, 99}, m.Dwords("v[1:3]", 0))
	}
}

// scalarOffsetOperands: SGPR, M0 or an inline constant.
func scalarOffsetOperands(t *testing.T) {
	for _, g := range isa.Gens() {
		for i, op := range []string{"s9", "m0", "12", "vcc_lo", "64"} {
			m := simtest.New(t, g)
			m.Asm("buffer_load_dword v1, off, s[4:7], " + op)
			data := make([]uint32, 20)
			for j := range data {
				data[j] = uint32(100 + j)
			}
			m.Set("s[4:7]", m.Buffer(data)).Set("s9", 4).Set("m0", 8).Set("vcc", 16)
			require.NoError(t, m.Run())
			require.EqualValues(t, []int{101, 102, 103, 104, 116}[i], m.U32("v1"), "%v %s", g, op)
		}
	}
}

// execZeroStillCounts: without active lanes an instruction issues, counts and returns; nothing is
// read or written.
func execZeroStillCounts(t *testing.T) {
	for _, g := range isa.Gens() {
		for _, text := range []string{"buffer_load_dword v1, off, s[4:7], 0", "buffer_store_dword v1, off, s[4:7], 0", "buffer_atomic_add v1, off, s[4:7], 0 glc"} {
			m := simtest.New(t, g)
			m.Asm(text + "\ns_waitcnt vmcnt(0)")
			b := m.Buffer([]uint32{5})
			r := b.Resource()
			r[0] = 64 // not mapped
			m.Set("s[4:7]", r).Set("exec", 0).Set("v1", 3)
			require.NoError(t, m.Step())
			require.EqualValues(t, 1, m.State().Counters.Count[waitcnt.VM])
			require.NoError(t, m.Run())
			require.Zero(t, m.State().Counters.Count)
			require.EqualValues(t, 3, m.U32("v1"))
			require.Equal(t, []uint32{5}, b.U32s())
			require.Equal(t, sim.Ended, m.State().State)
		}
	}
}

// appendAsAMDsKernels is what MIOpen's Winograd kernels do on GCN 1.4: M0 is set for LDS_DIRECT,
// and the sum is at 0xffc0.
func appendAsAMDsKernels(t *testing.T) {
	for _, m0 := range []uint32{0x1ffff, 0x2ffc8} {
		m := simtest.New(t, isa.GCN14)
		m.Asm("ds_append v8 offset:0xffc0\nds_append v9 offset:0xffc0\ns_waitcnt lgkmcnt(0)\nds_read_b32 v10, v1\ns_waitcnt lgkmcnt(0)\nds_consume v11 offset:0xffc0\ns_waitcnt lgkmcnt(0)")
		m.SetLDS(0xfffc, []uint32{0})
		m.Set("m0", m0).Set("v1", 0xffc0).Set("exec", 0x7f)
		require.NoError(t, m.Run())
		require.Equal(t, []uint32{0, 7, 14, 14}, []uint32{m.U32("v8"), m.U32("v9"), m.U32("v10"), m.U32("v11")}, "M0 %#x", m0)
	}
}

// disabledBuffers: with word 3 of the resource 0, as MIOpen's kernels switch a buffer off, loads
// give 0 and stores and atomics do nothing, typed or not; scalar loads read as before, and nothing
// is reported.
func disabledBuffers(t *testing.T) {
	const text = `
		buffer_load_dword v1, v0, s[4:7], 0 offen
		buffer_load_sbyte v2, v0, s[4:7], 0 idxen
		buffer_load_dwordx4 v[4:7], off, s[4:7], 0
		buffer_load_format_x v8, off, s[4:7], 0
		buffer_load_format_xyzw v[12:15], v0, s[4:7], 0 offen
		tbuffer_load_format_xy v[16:17], off, s[4:7], 0 format:[BUF_DATA_FORMAT_32_32,BUF_NUM_FORMAT_UINT]
		buffer_load_dword off, s[4:7], 0 lds
		s_buffer_load_dword s8, s[4:7], 0x0
		s_waitcnt vmcnt(0) lgkmcnt(0)
		buffer_store_dword v30, off, s[4:7], 0
		buffer_store_byte v30, v0, s[4:7], 0 offen
		buffer_store_format_x v30, off, s[4:7], 0
		tbuffer_store_format_x v30, off, s[4:7], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_UINT]
		buffer_atomic_add v30, off, s[4:7], 0
		buffer_atomic_swap v18, off, s[4:7], 0 glc
		buffer_atomic_cmpswap_x2 v[20:23], off, s[4:7], 0 glc
		s_waitcnt vmcnt(0)
		ds_read_b32 v3, v0
		s_waitcnt lgkmcnt(0)`
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		for _, word3 := range []uint32{0, 0x00f00fac &^ (1 << 23)} { // of a resource without format nothing else matters
			m := simtest.New(t, g, simtest.Options(sim.Options{Check: true}))
			m.Asm(text)
			words := []uint32{7, 7, 7, 7, 7, 7, 7, 7}
			b := m.Buffer(words)
			res := b.Resource()
			res[3] = word3
			m.Set("s[4:7]", res[:]).Set("m0", 0x10000).Set("v0", func(l int) int { return 4 * l })
			for v := range 30 {
				if v > 0 {
					m.Set(fmt.Sprintf("v%d", v), 5)
				}
			}
			m.Set("v30", 66)
			lds := make([]uint32, 64)
			for i := range lds {
				lds[i] = 9
			}
			m.SetLDS(0, lds)
			require.NoError(t, m.Run())
			require.Equal(t, words, b.U32s(), "nothing is stored")
			require.EqualValues(t, 7, m.U32("s8"), "scalar loads do not read the format (M-14)")
			for _, v := range []int{1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 15, 16, 17, 18, 20, 21} {
				for _, lane := range []int{0, 1, 63} {
					require.Zero(t, m.U32(fmt.Sprintf("v%d", v), lane), "v%d lane %d", v, lane)
				}
			}
			require.Empty(t, m.Findings())
		}
	})
}

// trapsAreOn: STATUS.TRAP_EN (bit 6) says that traps are taken, and one that nobody handles is a
// fault; the row says the same and that the rest is exact.
func trapsAreOn(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		m := simtest.New(t, g)
		m.Asm("s_getreg_b32 s0, hwreg(HW_REG_STATUS, 6, 1)\ns_trap 2")
		require.ErrorIs(t, m.Run(), sim.ErrTrap)
		require.EqualValues(t, 1, m.U32("s0"))
		row := isa.Lookup(g, "s_trap")[0].Desc
		require.Equal(t, isa.Exact, row.Status())
		require.Contains(t, row.Doc, "TRAP_EN is 1")
	})
}

// Where lanes meet at one address, the first access of all lanes comes before the second of any.
func TestPairsOfLDSAccessesAreDoneOneAfterTheOther(t *testing.T) {
	for _, bits := range []int{32, 64} {
		regs := bits / 32
		reg := func(first, n int) string {
			if n == 1 {
				return fmt.Sprintf("v%d", first)
			}
			return fmt.Sprintf("v[%d:%d]", first, first+n-1)
		}
		testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
			for _, exchange := range []bool{false, true} {
				text := fmt.Sprintf("ds_write2_b%d v0, %s, %s offset0:0 offset1:1", bits, reg(2, regs), reg(4, regs))
				if exchange {
					text = fmt.Sprintf("ds_wrxchg2_rtn_b%d %s, v0, %s, %s offset0:0 offset1:1", bits, reg(8, 2*regs), reg(2, regs), reg(4, regs))
				}
				m := simtest.New(t, g)
				m.Asm(text + fmt.Sprintf("\ns_waitcnt lgkmcnt(0)\nds_read2_b%d %s, v0 offset0:0 offset1:1\ns_waitcnt lgkmcnt(0)", bits, reg(12, 2*regs)))
				m.SetLDS(0, make([]uint32, 65*regs))
				m.Set("m0", -1).Set("v0", func(l int) int { return l * bits / 8 })
				m.Set("v2", func(l int) int { return 100 + l }).Set("v4", func(l int) int { return 200 + l })
				require.NoError(t, m.Run())
				first, second := fmt.Sprintf("v%d", 12), fmt.Sprintf("v%d", 12+regs)
				require.EqualValues(t, 100, m.U32(first, 0))
				for l := range 64 {
					if l > 0 {
						require.EqualValues(t, 200+l-1, m.U32(first, l), "%s: lane %d", text, l)
					}
					require.EqualValues(t, 200+l, m.U32(second, l))
					if exchange {
						require.Zero(t, m.U32("v8", l))
						if l < 63 {
							require.EqualValues(t, 100+l+1, m.U32(fmt.Sprintf("v%d", 8+regs), l), "the first of all lanes is done")
						}
					}
				}
			}
		})
	}
}

// Rows say what is done where the documents are silent.
func TestRowsTellWhatNoDocumentSays(t *testing.T) {
	for _, g := range isa.Gens() {
		seen := map[string]int{}
		for _, f := range isa.Forms(g) {
			m, ok := f.Desc.Do.(isa.Memory)
			if !ok {
				continue
			}
			want := ""
			switch {
			case m.Two:
				want = "the first access of all lanes comes before the second of any"
			case m.Kind == isa.MemAtomic && (f.Fmt == isa.FLAT || f.Fmt == isa.GLOBAL):
				want = "not naturally aligned is a fault"
			case m.Kind == isa.MemAtomic && m.Size == 8:
				want = "three low bits"
			case m.Kind == isa.MemStoreFormat:
				want = "clamped"
			case m.Kind == isa.MemLoadFormat && m.D16 != isa.D16None:
				want = "clamped"
			case f.Fmt == isa.MUBUF && (m.Kind == isa.MemLoad || m.Kind == isa.MemLoadFormat) && m.Size <= 4 && m.D16 == isa.D16None:
				want = "with lds"
			case m.Kind == isa.MemAppend || m.Kind == isa.MemConsume:
				want = "Disputed"
			}
			require.Contains(t, f.Desc.Note, want, f.Name)
			if want != "" {
				require.Equal(t, isa.Exact, f.Desc.Status(), "%s: a note is no approximation", f.Name)
			}
			seen[want]++
		}
		require.GreaterOrEqual(t, len(seen), 6, "%v: %v", g, seen)
	}
}
