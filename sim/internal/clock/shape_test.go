package clock_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWhatIsAskedForAgainSomeLinesFurtherOn: where an instruction comes back to addresses that lie alike, a
// recorded work-group is to the clock as one that works out what each access asks for.
func TestWhatIsAskedForAgainSomeLinesFurtherOn(t *testing.T) {
	c := oneCU(t, "fiji")
	for name, pattern := range map[string]string{
		"in a row":  "v_mov_b32 v24, v0",
		"apart":     "v_lshlrev_b32 v24, 1, v0",
		"far apart": "v_lshlrev_b32 v24, 4, v0",
		"backwards": "v_sub_u32 v24, vcc, 0x100, v0",
		"mixed":     "v_xor_b32 v24, 0x3c, v0\nv_mul_u32_u24 v24, 7, v24\nv_and_b32 v24, 0x7fc, v24",
		"one place": "v_mov_b32 v24, 64",
	} {
		for _, exec := range []string{"-1", "0x50ff00", "1", "0"} {
			for _, step := range []int{4, 20, 64, 192} {
				text := pattern + fmt.Sprintf("\ns_mov_b32 s11, 0\ns_mov_b32 s10, 9\ns_mov_b64 exec, %s\nloop:\n"+
					"v_add_u32 v20, vcc, s11, v24\nbuffer_load_dword v1, v20, s[4:7], 0 offen\n"+
					"buffer_load_dwordx2 v[2:3], v20, s[4:7], 0 offen offset:4\nbuffer_load_dwordx4 v[4:7], v20, s[4:7], 0 offen\n"+
					"buffer_load_ubyte v8, v20, s[4:7], 0 offen offset:3\nbuffer_store_dword v0, v20, s[4:7], 0 offen offset:2048\n"+
					"s_waitcnt vmcnt(0)\ns_add_u32 s11, s11, %d\n"+
					// Lanes come and go.
					"s_bitcmp1_b32 s10, 1\ns_cbranch_scc1 on\ns_not_b64 exec, exec\non:\n"+
					"s_sub_u32 s10, s10, 1\ns_cmp_lg_u32 s10, 0\ns_cbranch_scc1 loop", exec, step)
				a, b := runBoth(t, c, text, 2, 2, nil)
				require.Nil(t, a.result.Fault, text)
				require.Equal(t, b.memory, a.memory, text)
				a.same(t, &b, name+"\n"+text)
			}
		}
	}
}
