package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// What no path reaches is counted and told; padding and data are not meant.
func TestWhatIsNotExaminedIsTold(t *testing.T) {
	const body = "v_mov_b32 v0, v1\nv_mov_b32 v2, v3\ns_endpgm\n"
	for _, c := range []struct {
		name, src         string
		insts, unexamined int
		want              []string
	}{
		{"all is", body, 3, 0, nil},
		{"a second program", body + body, 3, 2, []string{"partial note-unexamined 0xc"}},
		{"two more, with padding between", body + repeat("s_nop 0\n", 20) + body + repeat("s_nop 0\n", 20) + body, 3, 4,
			[]string{"partial note-unexamined 0x5c", "partial note-unexamined 0xb8"}},
		{"s_nop, zeros and traps are padding", body + "s_nop 0\n.long 0, 0, 0xbf9f0000\ns_trap 2\ns_endpgm\nl:\ns_branch l\n", 3, 0, nil},
		{"a jump that is not known", "s_setpc_b64 s[4:5]\n" + body, 1, 2, []string{"partial note-computed 0x0", "partial note-unexamined 0x4"}},
		{"one that is", "s_getpc_b64 s[4:5]\ns_add_u32 s4, s4, 12\ns_addc_u32 s5, s5, 0\ns_setpc_b64 s[4:5]\n" + body, 7, 0, nil},
		{"a call that is not known", "s_swappc_b64 s[30:31], s[4:5]\n" + body, 4, 0, []string{"partial note-computed 0x0"}},
		{"code behind a call that does not return", "s_getpc_b64 s[4:5]\ns_add_u32 s4, s4, 20\ns_addc_u32 s5, s5, 0\ns_swappc_b64 s[30:31], s[4:5]\n" +
			"v_mov_b32 v0, v1\ns_endpgm\ns_endpgm\n", 5, 1, []string{"partial note-unexamined 0x10"}},
		{"a fork whose other side is not known", "s_cbranch_g_fork s[6:7], s[4:5]\n" + body, 4, 0, []string{"partial note-computed 0x0"}},
		{"a fork whose other side is", "s_getpc_b64 s[4:5]\ns_add_u32 s4, s4, 24\ns_addc_u32 s5, s5, 0\ns_cbranch_g_fork s[6:7], s[4:5]\n" + body + body, 10, 0, nil},
		{"words that are no instruction", "s_branch l\nl:\n.long 0xffffffff\n", 1, 1, []string{"partial note-unexamined 0x4", "warning note-undecoded 0x4"}},
		{"a path past the end", "s_cbranch_scc0 l\ns_endpgm\nl:\ns_nop 0\n", 3, 0, []string{"warning note-undecoded 0x8"}},
		{"a fragment", "s_nop 0\n", 1, 0, []string{"info note-undecoded 0x0"}},
		{"a byte behind the last word", body + ".byte 1\n", 3, 0, []string{"info note-unexamined 0xc"}},
		{"three of which one is not zero", body + ".byte 0, 0, 1\n", 3, 0, []string{"info note-unexamined 0xc"}},
		{"zeros behind the last word", body + ".byte 0, 0, 0\n", 3, 0, nil},
		{"a path that runs into half an instruction", "s_cbranch_scc0 l\ns_endpgm\nl:\ns_nop 0\n.byte 2, 3, 4\n", 3, 0,
			[]string{"info note-unexamined 0xc", "warning note-undecoded 0x8"}},
	} {
		for _, g := range isa.Gens() {
			t.Run(c.name+"/"+g.String(), func(t *testing.T) {
				code, err := asm.Code(g, c.src)
				require.NoError(t, err)
				r, err := check.Run(&check.Input{Gen: g, Code: code.Code}, check.Options{})
				require.NoError(t, err)
				require.Equal(t, c.insts, r.Insts)
				require.Equal(t, c.unexamined, r.Unexamined)
				require.Equal(t, slices.ContainsFunc(c.want, func(f string) bool { return !strings.HasPrefix(f, "info") }), r.Partial)
				require.ElementsMatch(t, c.want, findings(t, g, c.src, check.Options{}))
			})
		}
	}
}

// The other side of a fork through registers is checked as the next instructions are, also where a
// join led there first.
func TestForksThroughRegistersAreFollowed(t *testing.T) {
	const src = `
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, 32
	s_addc_u32 s5, s5, 0
	buffer_load_dword v2, off, s[8:11], 0
	s_cbranch_g_fork s[6:7], s[4:5]
	s_waitcnt vmcnt(0)
	s_branch join
	s_nop 0
other:
	v_mov_b32 v3, v2
join:
	s_cbranch_join s12
	s_endpgm`
	for _, g := range isa.Gens() {
		code, err := asm.Code(g, src)
		require.NoError(t, err)
		require.Equal(t, 4+32, code.Labels["other"])
		require.Equal(t, []string{"error race-raw 0x24<-0xc v2 none -> vmcnt(0)"}, findings(t, g, src, check.Options{}))
	}
}

// Where a call is not resolved, all functions are checked by themselves: it may reach any.
func TestFunctionsBehindUnknownCallsAreExamined(t *testing.T) {
	const f = "s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)\nv_mov_b32 v0, v1\ns_setpc_b64 s[30:31]\n"
	const bad = "v_mov_b32 v0, v1\nbuffer_load_dword v2, off, s[0:3], 0\ns_setpc_b64 s[30:31]\n"
	const direct = "s_getpc_b64 s[4:5]\ns_add_u32 s4, s4, 20\ns_addc_u32 s5, s5, 0\ns_swappc_b64 s[30:31], s[4:5]\n"
	const open = "s_swappc_b64 s[30:31], s[6:7]\ns_endpgm\n"
	entries := []check.Entry{{Name: "k", Kernel: true}, {Name: "f", Addr: 24}}
	require.Equal(t, []string{"info note-computed 0x10"}, findings(t, isa.GCN14, direct+open+f, check.Options{}, entries...))
	require.Equal(t, []string{"disputed race-entry 0x18 v0 none -> vmcnt(0) lgkmcnt(0)", "disputed race-return 0x24<-0x1c none -> vmcnt(0)", "info note-computed 0x10"},
		findings(t, isa.GCN14, direct+open+bad, check.Options{}, entries...))
}

// Code that chosen entries do not reach is counted only; there is a bound for findings about what
// nothing leads to.
func TestUnexaminedCodeIsBounded(t *testing.T) {
	code, err := asm.Code(isa.GCN14, "s_endpgm\n"+repeat("v_mov_b32 v0, v1\n"+repeat("s_nop 0\n", 8), 500))
	require.NoError(t, err)
	in := &check.Input{Gen: isa.GCN14, Code: code.Code}
	r, err := check.Run(in, check.Options{})
	require.NoError(t, err)
	require.Equal(t, 500, r.Unexamined)
	require.Len(t, r.Findings, 64)
	require.Contains(t, r.Findings[63].Message, "436 more pieces")
	in.Chosen = true
	r, err = check.Run(in, check.Options{})
	require.NoError(t, err)
	require.Equal(t, 500, r.Unexamined)
	require.False(t, r.Partial)
	require.Empty(t, r.Findings)
}
