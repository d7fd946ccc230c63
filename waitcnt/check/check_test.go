package check_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// findings checks assembly text and returns what is found as "severity rule pc<-producer register
// have -> need".
func findings(t *testing.T, g isa.Gen, src string, opt check.Options, entries ...check.Entry) (list []string) {
	t.Helper()
	code, err := asm.Code(g, src)
	require.NoError(t, err)
	r, err := check.Run(&check.Input{Gen: g, Code: code.Code, Entries: entries}, opt)
	require.NoError(t, err)
	for _, f := range waitcnt.Merge(r.Findings) {
		s := fmt.Sprintf("%v %s %v", f.Severity, f.Rule, f.PC)
		if f.ProducerPC != nil {
			s += "<-" + f.ProducerPC.String()
		}
		if f.Register != "" {
			s += " " + f.Register
		}
		if f.Need != "" {
			s += " " + f.Have + " -> " + f.Need
		}
		list = append(list, s)
		require.NotEmpty(t, f.Message)
		require.NotEmpty(t, f.Source)
	}
	return list
}

func TestRules(t *testing.T) {
	for _, c := range []struct {
		name string
		gens isa.Gen
		src  string
		want []string
	}{
		{"scalar load read too early", isa.GCN10 | isa.GCN11, "s_load_dword s4, s[0:1], 0x0\ns_add_u32 s5, s4, s4\ns_endpgm",
			[]string{"error race-raw 0x4<-0x0 s4 none -> lgkmcnt(0)"}},
		{"scalar load read too early", isa.GCN12 | isa.GCN14, "s_load_dword s4, s[0:1], 0x0\ns_add_u32 s5, s4, s4\ns_endpgm",
			[]string{"error race-raw 0x8<-0x0 s4 none -> lgkmcnt(0)"}},
		{"scalar loads return in any order", isa.GCN10 | isa.GCN11,
			"s_load_dword s4, s[0:1], 0x0\ns_load_dword s6, s[0:1], 0x1\ns_waitcnt lgkmcnt(1)\ns_mov_b32 s5, s4\ns_endpgm",
			[]string{"error race-raw 0xc<-0x0 s4 lgkmcnt(1) -> lgkmcnt(0)"}},
		{"a write is no read", isa.GCN10 | isa.GCN11, "s_load_dword s4, s[0:1], 0x0\ns_mov_b32 s4, 7\ns_endpgm", []string{"error race-waw 0x4<-0x0 s4 none -> lgkmcnt(0)"}},
		{"a write is no read", isa.GCN12 | isa.GCN14, "s_load_dword s4, s[0:1], 0x0\ns_mov_b32 s4, 7\ns_endpgm", []string{"error race-waw 0x8<-0x0 s4 none -> lgkmcnt(0)"}},
		{"vector memory returns in order", isa.GCN14,
			"global_load_dword v2, v[0:1], off\nglobal_load_dword v3, v[0:1], off\ns_waitcnt vmcnt(1)\nv_mov_b32 v4, v2\nv_mov_b32 v5, v3\ns_endpgm",
			[]string{"error race-raw 0x18<-0x8 v3 vmcnt(1) -> vmcnt(0)"}},
		{"LDS behind a scalar load: a count below the sum proves nothing", isa.GCN14,
			"ds_read_b32 v1, v0\ns_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(1)\nv_mov_b32 v2, v1\ns_endpgm",
			[]string{"error race-raw 0x14<-0x0 v1 lgkmcnt(1) -> lgkmcnt(0)"}},
		{"two LDS reads behind each other: one outstanding is the younger", isa.GCN14,
			"ds_read_b32 v1, v0\nds_read_b32 v3, v0\ns_load_dword s4, s[0:1], 0x0\ns_waitcnt lgkmcnt(1)\nv_mov_b32 v2, v1\ns_endpgm", nil},
		{"stores of GCN 1.0 read their data late", isa.GCN10, "buffer_store_dword v0, off, s[0:3], 0\nv_mov_b32 v0, 0\ns_endpgm",
			[]string{"error race-war 0x8<-0x0 v0 none -> expcnt(0)"}},
		{"stores of later generations do not", isa.GCN11 | isa.GCN12 | isa.GCN14, "buffer_store_dword v0, off, s[0:3], 0\nv_mov_b32 v0, 0\ns_endpgm", nil},
		{"a load behind a store of the same register is ordered", isa.GCN10, "buffer_store_dword v0, off, s[0:3], 0\nbuffer_load_dword v0, off, s[0:3], 0\ns_endpgm", nil},
		{"halves of a register are apart", isa.GCN14,
			"global_load_short_d16 v2, v[0:1], off\nds_read_u16_d16_hi v2, v5\ns_waitcnt vmcnt(0)\nv_add_f16 v3, v2, v2\ns_waitcnt lgkmcnt(0)\ns_endpgm", nil},
		{"a loop reads what its last turn loads", isa.GCN14,
			"l:\nv_add_u32 v3, v3, v2\nglobal_load_dword v2, v[0:1], off\ns_cbranch_scc1 l\ns_endpgm", []string{"error race-raw 0x0<-0x4 v2 none -> vmcnt(0)"}},
		{"one arm of a branch waits", isa.GCN14,
			"global_load_dword v2, v[0:1], off\ns_cbranch_scc1 l\ns_waitcnt vmcnt(0)\nl:\nv_mov_b32 v3, v2\ns_endpgm", []string{"error race-raw 0x10<-0x0 v2 none -> vmcnt(0)"}},
		{"a barrier waits for nothing", isa.GCN14, "ds_write_b32 v0, v1\nds_read_b32 v2, v3\ns_barrier\ns_endpgm",
			[]string{"warning race-barrier-lds 0x10<-0x0 none -> lgkmcnt(0)"}},
		{"a buffer load into LDS is counted by VM", isa.GCN14, "s_mov_b32 m0, 0\ns_nop 0\nbuffer_load_dword off, s[0:3], 0 lds\ns_waitcnt lgkmcnt(0)\nds_read_b32 v0, v1\ns_endpgm",
			[]string{"error race-lds-dma 0x14<-0x8 none -> vmcnt(0)"}},
		{"FLAT may be LDS", isa.GCN11 | isa.GCN12 | isa.GCN14, "flat_load_dword v0, v[2:3]\ns_waitcnt vmcnt(0)\nv_mov_b32 v1, v0\ns_endpgm",
			[]string{"info race-flat-lds 0xc<-0x0 v0 none -> lgkmcnt(0)"}},
		{"the counter is full", isa.GCN14, "ds_read_b32 v51, v0\n" + repeat("ds_read_b32 v1, v0\n", 16) + "v_mov_b32 v2, v51\ns_endpgm",
			[]string{"info race-pressure 0x88<-0x0 v51 none -> lgkmcnt(14)"}},
		{"of a register that is read and written the read is reported", isa.GCN14, "global_load_dword v2, v[0:1], off\nv_add_u32 v2, v2, v5\ns_endpgm",
			[]string{"error race-raw 0x8<-0x0 v2 none -> vmcnt(0)"}},
		{"a warning about EXEC hides no error", isa.AllGens, "exp mrt0 v0, v1, v2, v3 done vm\ns_mov_b64 exec, 1\nv_mov_b32 v0, 0\ns_endpgm",
			[]string{"error race-war 0xc<-0x0 v0 none -> expcnt(0)", "warning race-exec-war 0x8<-0x0 exec none -> expcnt(0)"}},
		{"scalar stores with GLC write through", isa.GCN12 | isa.GCN14, "s_store_dword s4, s[0:1], 0x0 glc\ns_endpgm", nil},
		{"scalar atomics act on memory", isa.GCN14, "s_atomic_add s4, s[0:1], 0x0\ns_endpgm", nil},
		{"scalar stores are written back", isa.GCN12 | isa.GCN14, "s_store_dword s4, s[0:1], 0x0\ns_endpgm", []string{"warning race-end-dirty 0x8"}},
		{"or not needed", isa.GCN12 | isa.GCN14, "s_store_dword s4, s[0:1], 0x0\ns_dcache_wb\ns_endpgm", nil},
	} {
		for _, g := range isa.Gens() {
			if c.gens&g != 0 {
				t.Run(c.name+"/"+g.String(), func(t *testing.T) {
					require.Equal(t, c.want, findings(t, g, c.src, check.Options{}))
				})
			}
		}
	}
}

func repeat(s string, n int) (out string) {
	for range n {
		out += s
	}
	return out
}

// A caller loads, the called function reads: through s_getpc and s_swappc as compilers write them,
// and through an address in constant memory.
func TestCallsAreFollowed(t *testing.T) {
	const body = "global_load_dword v2, v[0:1], off\ns_swappc_b64 s[30:31], s[4:5]\nv_mov_b32 v5, v4\ns_endpgm\n"
	direct := "s_getpc_b64 s[4:5]\ns_add_u32 s4, s4, 36\ns_addc_u32 s5, s5, 0\n" + body
	const f = "v_mov_b32 v3, v2\nglobal_load_dword v4, v[0:1], off\ns_setpc_b64 s[30:31]\n"
	want := []string{"error race-raw 0x18<-0x2c v4 none -> vmcnt(0)", "error race-raw 0x28<-0xc v2 none -> vmcnt(0)"}
	got := findings(t, isa.GCN14, direct+"s_nop 0\ns_nop 0\n"+f, check.Options{})
	require.Equal(t, want, got)

	table := make([]byte, 8)
	binary.LittleEndian.PutUint64(table, 0x2c)
	code, err := asm.Code(isa.GCN14, "s_getpc_b64 s[4:5]\ns_load_dwordx2 s[4:5], s[4:5], 0x7c\ns_waitcnt lgkmcnt(0)\n"+body+"s_nop 0\ns_nop 0\n"+f)
	require.NoError(t, err)
	r, err := check.Run(&check.Input{Gen: isa.GCN14, Code: code.Code, Read: func(addr uint64, n int) ([]byte, bool) {
		return table, addr == 0x80 && n == 8
	}}, check.Options{})
	require.NoError(t, err)
	require.NotEmpty(t, r.Findings)
	require.Equal(t, waitcnt.RuleRAW, r.Findings[0].Rule)
}

func TestComputedTargetsAreReported(t *testing.T) {
	require.Equal(t, []string{"partial note-computed 0x0"}, findings(t, isa.GCN14, "s_swappc_b64 s[30:31], s[4:5]\ns_endpgm", check.Options{}))
}

// What a function needs of a caller that is not known, and leaves to it.
func TestFunctionsWithoutKnownCallers(t *testing.T) {
	f := check.Entry{Name: "f"}
	require.Equal(t, []string{"disputed race-entry 0x0 v3 none -> vmcnt(0) lgkmcnt(0)", "disputed race-return 0xc<-0x4 none -> vmcnt(0)"},
		findings(t, isa.GCN14, "v_mov_b32 v3, v2\nglobal_load_dword v4, v[0:1], off\ns_setpc_b64 s[30:31]", check.Options{}, f))
	require.Empty(t, findings(t, isa.GCN14, "s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)\nglobal_load_dword v4, v[0:1], off\ns_waitcnt vmcnt(0)\ns_setpc_b64 s[30:31]", check.Options{}, f))
}

func TestUnwrittenRegisters(t *testing.T) {
	k := check.Entry{Name: "k", Kernel: true, Written: []isa.Use{{Code: 0, Dwords: 2}, {Code: isa.CodeVGPR, Dwords: 1}, {Code: isa.CodeExecLo, Dwords: 2}}}
	require.Equal(t, []string{"warning uninit-address 0x0 s2"}, findings(t, isa.GCN14, "s_load_dword s4, s[2:3], 0x0\ns_endpgm", check.Options{}, k)[:1])
	require.Equal(t, []string{"error uninit-m0 0x0 m0"}, findings(t, isa.GCN12, "ds_read_b32 v1, v0\ns_endpgm", check.Options{}, k))
	require.Empty(t, findings(t, isa.GCN14, "ds_read_b32 v1, v0\ns_endpgm", check.Options{}, k))
}

// Of the last two waits one is needed once the first is weaker.
func TestAdvice(t *testing.T) {
	require.Equal(t, []string{"info advice-strong 0x10 vmcnt(0) -> vmcnt(1)", "info advice-redundant 0x18 vmcnt(0) -> no wait"},
		findings(t, isa.GCN14, `global_load_dword v2, v[0:1], off
global_load_dword v3, v[0:1], off
s_waitcnt vmcnt(0)
v_mov_b32 v4, v2
s_waitcnt vmcnt(0)
s_waitcnt vmcnt(0)
v_mov_b32 v4, v3
s_endpgm`, check.Options{Advice: true}))
}

func TestBadInput(t *testing.T) {
	for _, in := range []check.Input{{}, {Gen: isa.GCN14, Code: []byte{1}}, {Gen: isa.GCN14, Base: 2, Code: make([]byte, 8)},
		{Gen: isa.GCN14, Code: make([]byte, 8), Entries: []check.Entry{{Addr: 8}}}} {
		_, err := check.Run(&in, check.Options{})
		require.Error(t, err)
	}
}

// A function whose address goes into a vector register is checked by itself: a call that is not
// resolved may reach it.
func TestFunctionsWhoseAddressIsKeptAreChecked(t *testing.T) {
	const src = `s_getpc_b64 s[4:5]
base:
	s_add_u32 s4, s4, f-base
	s_addc_u32 s5, s5, 0
	v_writelane_b32 v9, s4, 0
	v_writelane_b32 v9, s5, 1
	v_readlane_b32 s6, v9, 0
	v_readlane_b32 s7, v9, 1
	s_swappc_b64 s[8:9], s[6:7]
	s_endpgm
f:
	s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)
	%s
	buffer_load_dword v2, off, s[0:3], 0
	v_mov_b32 v3, v2
	s_waitcnt vmcnt(0)
	s_setpc_b64 s[8:9]`
	for _, g := range isa.Gens() {
		for text, want := range map[string]int{"": 1, "s_endpgm": 0} {
			n := 0
			for _, f := range findings(t, g, fmt.Sprintf(src, text), check.Options{}) {
				if strings.HasPrefix(f, "error race-raw") {
					n++
				}
			}
			require.Equal(t, want, n, "%v %q", g, text)
		}
	}
	// The same number from nowhere is not an address.
	require.Empty(t, slices.DeleteFunc(findings(t, isa.GCN14, "s_mov_b32 s4, 12\ns_mov_b32 s5, 0\nv_writelane_b32 v9, s4, 0\n"+
		"s_endpgm\nbuffer_load_dword v2, off, s[0:3], 0\nv_mov_b32 v3, v2\ns_endpgm", check.Options{}), func(f string) bool { return strings.HasPrefix(f, "partial note-unexamined") }))
}

// How many address registers an image instruction reads, its resource says, which code does not
// have. Those that an image of one dimension has are checked.
func TestAddressesThatEveryImageHasAreChecked(t *testing.T) {
	for _, c := range []struct {
		code  string
		count int
		gens  isa.Gen
	}{
		{"image_load v30, v0, s[0:7] dmask:0x1 unorm", 1, isa.AllGens},
		{"image_load v30, v0, s[0:7] dmask:0x1 unorm da", 2, isa.AllGens},
		{"image_load_mip v30, v0, s[0:7] dmask:0x1 unorm", 2, isa.AllGens},
		{"image_atomic_add v30, v0, s[0:7] dmask:0x1 unorm", 1, isa.AllGens},
		{"image_sample_l v30, v0, s[0:7], s[8:11] dmask:0x1", 2, isa.AllGens},
		{"image_sample_c_d_cl_o v30, v0, s[0:7], s[8:11] dmask:0x1", 6, isa.AllGens},
		{"image_sample_l v30, v0, s[0:7], s[8:11] dmask:0x1 a16", 1, isa.GCN14},
	} {
		for _, g := range isa.Gens() {
			if !c.gens.Has(g) {
				continue
			}
			for reg := range c.count + 1 {
				list := findings(t, g, fmt.Sprintf("buffer_load_dword v%d, off, s[12:15], 0\n%s\ns_endpgm", reg, c.code), check.Options{})
				require.Len(t, list, min(1, c.count-reg), "%s with v%d: %v", c.code, reg, list)
			}
		}
	}
}

// An image's resource has eight registers, with r128 four.
func TestTheResourceOfAnImageIsChecked(t *testing.T) {
	for _, g := range isa.Gens() {
		for _, c := range []struct {
			reg, mods string
			found     int
		}{{"s7", "", 1}, {"s4", "", 1}, {"s3", " r128", 1}, {"s4", " r128", 0}, {"s7", " r128", 0}} {
			if c.mods != "" && !g.Features().Has(isa.FeatureR128) {
				continue
			}
			list := findings(t, g, fmt.Sprintf("s_load_dword %s, s[20:21], 0x0\nimage_load v30, v0, s[0:7] dmask:0x1 unorm%s\ns_endpgm",
				c.reg, c.mods), check.Options{})
			require.Len(t, list, c.found, "%v: %v: %v", g, c, list)
		}
	}
}

// Loads of halves are outstanding for their half only: packed operations and those of mixed
// precision access the halves that op_sel and op_sel_hi choose (semantics.md 57).
func TestHalvesThatPackedOperationsAccess(t *testing.T) {
	for _, c := range []struct {
		code   string
		lo, hi int // findings where this half of v4 is being loaded
	}{
		{"v_pk_add_f16 v5, v4, v6", 1, 1},
		{"v_pk_add_f16 v5, v4, v6 op_sel_hi:[0,0]", 1, 0},
		{"v_pk_add_f16 v5, v4, v6 op_sel:[1,0]", 0, 1},
		{"v_pk_add_f16 v5, v6, v4 op_sel:[1,0]", 1, 1},
		{"v_pk_add_f16 v5, v6, v4 op_sel:[0,1] op_sel_hi:[1,0]", 1, 1},
		{"v_pk_add_f16 v4, v6, v6", 1, 1},
		{"v_pk_fma_f16 v5, v6, v6, v4 op_sel_hi:[1,1,0]", 1, 0},
		{"v_mad_mix_f32 v5, v4, v6, v7", 1, 1},
		{"v_mad_mix_f32 v5, v4, v6, v7 op_sel_hi:[1,0,0]", 1, 0},
		{"v_mad_mix_f32 v5, v6, v4, v7 op_sel:[0,1,0] op_sel_hi:[0,1,0]", 0, 1},
		{"v_mad_mixlo_f16 v4, v5, v6, v7", 1, 0},
		{"v_mad_mixhi_f16 v4, v5, v6, v7", 0, 1},
	} {
		for half, want := range map[string]int{"": c.lo, "_hi": c.hi} {
			list := findings(t, isa.GCN14, "buffer_load_short_d16"+half+" v4, off, s[0:3], 0\n"+c.code+"\ns_endpgm", check.Options{})
			require.Len(t, list, want, "%s%s: %v", c.code, half, list)
		}
	}
}
