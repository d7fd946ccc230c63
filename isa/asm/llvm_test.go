package asm

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// Lines that llvm-mc refuses are refused, those that it takes give its bytes. The bytes and the refusals are llvm-mc's of LLVM 22.
func TestOperandsAreCheckedAsLLVMDoes(t *testing.T) {
	old, all := isa.GCN10|isa.GCN11, isa.AllGens
	for _, c := range []struct {
		gens isa.Gen
		line string
		want string // empty: an error
	}{
		{old, "v_writelane_b32 v255, 0xaf123456, 2", "ff04ff05563412af"},
		{all, "v_add_f32 v0, abs(0xabcd), v1", "ff0200xxcdab0000"},
		{all, "v_add_f32 v0, abs(-1), v1", "ff0200xxffffff7f"},
		{all, "v_add_f32 v0, neg(0xabcd), v1", "ff0200xxcdab0080"},
		{all, "v_add_f32 v0, --1, v1", ""},
		{all, "v_add_f32_e64 v0, --1, v1", ""},
		{all, "s_mov_b32 s0, --1", "81xx80be"},
		{all, "s_cmpk_le_u32 s2, -1", ""},
		{isa.GCN12 | isa.GCN14, "s_cmpk_le_u32 s2, 0xffff", "ffff82b6"},
		{isa.GCN12 | isa.GCN14, "s_cmpk_le_i32 s2, -1", "ffff82b3"},
		{isa.GCN12 | isa.GCN14, "s_set_gpr_idx_on s0, 16", ""},
		{isa.GCN12 | isa.GCN14, "s_set_gpr_idx_on s0, 15", "000f11bf"},
		{old | isa.GCN12, "v_movreld_b32 v0, s1", ""},
		{old | isa.GCN12, "v_movreld_b32 v0, v1", "01xx007e"},
		{all, "image_load v[0:3], v[4:7], s[0:7] dmask:0x3", ""},
		{all, "image_load v[0:1], v[4:7], s[0:7] dmask:0x3", "000300f004000000"},
		{all, "image_load v[0:2], v[4:7], s[0:7] dmask:0x3 tfe", "000301f004000000"},
		{all, "image_gather4 v0, v[4:7], s[0:7], s[0:3] dmask:0x1", ""},
		{all, "image_store v[0:3], v[4:7], s[0:7] dmask:0x7", ""},
		{all, "s_sendmsg sendmsg(MSG_GS, 4)", ""},
		{all, "s_sendmsg sendmsg(MSG_GS)", ""},
		{all, "s_sendmsg sendmsg(MSG_INTERRUPT, 1)", ""},
		{all, "s_sendmsg sendmsg(MSG_SYSMSG, 9)", ""},
		{all, "s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_NOP, 1)", ""},
		{all, "s_sendmsg sendmsg(2, 2, 1)", "220190bf"},
		{all, "v_interp_p1_f32 v0, v1, attr63.x", ""},
		{all, "v_interp_p1_f32 v0, v1, attr33.x", ""},
		{isa.GCN12 | isa.GCN14, "v_madmk_f16 v0, v1, 0x12345, v2", ""},
		{isa.GCN12 | isa.GCN14, "v_madmk_f16 v0, v1, 0x1234, v2", "0105004834120000"},
		{all, "s_mov_b32 s0, lit(0x123456789)", ""},
		{all, "v_rcp_f64 v[0:1], 0.1", "ffxx007e9999b93f"},
		{all, "s_mov_b32 s0, (1==1)&3", "83xx80be"},
		{all, "s_mov_b32 s0, 3&1", "81xx80be"},
		{all, "s_mov_b32 s0, max(3, 4)", "84xx80be"},
		{old, "s_load_dword s0, s[2:3]", "000300c0"},
		{isa.GCN12 | isa.GCN14, "s_load_dword s0, s[2:3]", "010002c000000000"},
		{isa.GCN12 | isa.GCN14, "s_store_dwordx2 s[0:1], s[2:3] glc", "010047c000000000"},
		{isa.GCN14, "s_atomic_add_x2 s[4:5], s[2:3], glc", "01018bc200000000"},
		{isa.GCN14, "s_load_dword s0, s[2:3] offset:16", ""},
		{all, "s_mov_b32 s0, 'a'", "ffxx80be61000000"},
	} {
		for _, g := range isa.Gens() {
			if c.gens&g == 0 {
				continue
			}
			p, err := Code(g, c.line)
			if c.want == "" {
				require.Error(t, err, "%v: %s", g, c.line)
				continue
			}
			require.NoError(t, err, "%v: %s", g, c.line)
			got := hex.EncodeToString(p.Code)
			require.Len(t, got, len(c.want), "%v: %s", g, c.line)
			for i := range c.want {
				if c.want[i] != 'x' { // the opcode of another generation
					require.Equal(t, c.want[i], got[i], "%v: %s: %s", g, c.line, got)
				}
			}
		}
	}
}

// An addition that names a register for the carry is the one that has it, under whatever name of any generation.
func TestAdditionsWithCarryUnderAllNames(t *testing.T) {
	for name, want := range map[string]string{"v_add_i32": "v_add_co_u32", "v_add_u32": "v_add_co_u32", "v_sub_i32": "v_sub_co_u32",
		"v_sub_u32": "v_sub_co_u32", "v_subrev_i32": "v_subrev_co_u32", "v_subrev_u32": "v_subrev_co_u32"} {
		for _, operands := range []string{" v0, vcc, v1, v2", "_e64 v0, s[4:5], v1, v2", "_e32 v0, vcc, s1, v2"} {
			for _, g := range isa.Gens() {
				got, err := Code(g, name+operands)
				require.NoError(t, err, "%v: %s%s", g, name, operands)
				same, err := Code(g, want+operands)
				require.NoError(t, err)
				require.Equal(t, same.Code, got.Code, "%v: %s%s", g, name, operands)
			}
		}
	}
	one, err := Code(isa.GCN14, "v_add_u32 v0, v1, v2")
	require.NoError(t, err)
	require.Equal(t, "01050068", hex.EncodeToString(one.Code), "llvm-mc: without a carry")
}
