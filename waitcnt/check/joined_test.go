package check_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

func found(t *testing.T, g isa.Gen, src string) []waitcnt.Finding {
	t.Helper()
	code, err := asm.Code(g, src)
	require.NoError(t, err)
	r, err := check.Run(&check.Input{Gen: g, Code: code.Code}, check.Options{})
	require.NoError(t, err)
	return waitcnt.Merge(r.Findings)
}

// All that one instruction comes too early for is one finding, mended by one s_waitcnt: with it the
// program is clean.
func TestOnePlaceIsOneWait(t *testing.T) {
	for _, c := range []struct {
		name, before, use string
		gens              isa.Gen
		need              string
		also              []string // registers
	}{
		{"two loads", "buffer_load_dword v1, off, s[0:3], 0\nbuffer_load_dword v2, off, s[0:3], 0\nbuffer_load_dword v3, off, s[0:3], 0\n", "v_max_f32 v4, v1, v2\n",
			isa.AllGens, "vmcnt(1)", []string{"v2"}},
		{"two counters", "buffer_load_dword v1, off, s[4:7], 0\nds_read_b32 v2, v5\n", "v_max_f32 v4, v1, v2\n", isa.GCN14, "vmcnt(0) lgkmcnt(0)", []string{"v2"}},
		{"three", "exp mrt0 v4, v4, v4, v4 done vm\nbuffer_load_dword v1, off, s[4:7], 0\ns_load_dword s8, s[0:1], 0x0\n", "v_mad_f32 v4, v1, v1, s8\n", isa.AllGens,
			"vmcnt(0) expcnt(0) lgkmcnt(0)", []string{"s8", "v4"}},
		{"reads and writes", "s_load_dwordx2 s[8:9], s[0:1], 0x0\ns_load_dword s4, s[2:3], 0x0\n", "s_add_u32 s4, s8, s9\n", isa.AllGens, "lgkmcnt(0)", []string{"s4"}},
	} {
		for _, g := range isa.Gens() {
			if !c.gens.Has(g) {
				continue
			}
			t.Run(c.name+"/"+g.String(), func(t *testing.T) {
				list := found(t, g, c.before+c.use+"s_endpgm")
				require.Len(t, list, 1)
				f := list[0]
				require.Equal(t, c.need, f.Need)
				require.Equal(t, "insert s_waitcnt "+c.need+" before "+f.PC.String(), f.Fix)
				var also []string
				for _, a := range f.Also {
					also = append(also, a.Register)
					require.NotNil(t, a.ProducerPC)
					require.NotEmpty(t, a.Need)
				}
				require.Equal(t, c.also, also)
				require.Contains(t, f.Message, "s_waitcnt "+c.need+" is for all")
				require.Empty(t, found(t, g, c.before+"s_waitcnt "+c.need+"\n"+c.use+"s_endpgm"), "the fix mends all of it")
			})
		}
	}
}

// A finding names the wait that it means, and what was issued behind it.
func TestHaveNamesTheWait(t *testing.T) {
	for _, c := range []struct{ name, src, have, need string }{
		{"no wait", "LLU", "none", "vmcnt(1)"},
		{"a wait behind both", "LLwU", "vmcnt(2) at 0x10", "vmcnt(1)"},
		{"one more since", "LLwLU", "vmcnt(2) at 0x10, before 1 more operation was issued at 0x14", "vmcnt(2)"},
		{"two more since", "LLwLLU", "vmcnt(2) at 0x10, before 2 more operations were issued at 0x14, 0x1c", "vmcnt(3)"},
		{"a later wait comes nearer", "LLwLLvU", "vmcnt(4) at 0x24", "vmcnt(3)"},
		{"an earlier one", "LLwLvU", "vmcnt(2) at 0x10, before 1 more operation was issued at 0x14", "vmcnt(2)"},
		{"of equals the later", "LLwwU", "vmcnt(2) at 0x14", "vmcnt(1)"},
		{"in a loop", "LLwl", "vmcnt(2) at 0x10, before 1 more operation was issued at 0x14", "vmcnt(2)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src, reg := "", 1
			for _, x := range c.src {
				switch x {
				case 'L':
					src += "buffer_load_dword v" + string(rune('0'+reg)) + ", off, s[0:3], 0\n"
					reg++
				case 'w':
					src += "s_waitcnt vmcnt(2)\n"
				case 'v':
					src += "s_waitcnt vmcnt(4)\n"
				case 'U':
					src += "v_mov_b32 v20, v1\n"
				case 'l':
					src += "l:\nbuffer_load_dword v9, off, s[0:3], 0\nv_mov_b32 v20, v1\ns_cbranch_scc1 l\n"
				}
			}
			list := found(t, isa.GCN14, src+"s_endpgm")
			require.NotEmpty(t, list)
			f := list[0]
			require.Equal(t, c.have, f.HaveText())
			require.Equal(t, c.need, f.Need)
			require.Contains(t, f.Message, "have "+c.have+", need "+c.need)
			have, ok := waitcnt.ParseWait(f.Have)
			if need, _ := waitcnt.ParseWait(f.Need); ok && have[waitcnt.VM] <= need[waitcnt.VM] {
				require.NotZero(t, f.Issued, "what is had would do")
			}
		})
	}
}

// AMD's older compilers counted on FLAT to keep the order of return: one s_waitcnt for both
// counters that would do then.
func TestWaitsThatRelyOnTheOrderOfFLAT(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"two loads", "flat_load_dword v0, v[2:3]\nflat_load_dword v1, v[4:5]\ns_waitcnt vmcnt(1) lgkmcnt(1)\nv_mov_b32 v6, v0\ns_endpgm",
			[]string{"disputed race-flat-order 0x14<-0x0 v0 vmcnt(1) lgkmcnt(1) -> vmcnt(0) lgkmcnt(0)"}},
		{"too weak even then", "flat_load_dword v0, v[2:3]\nflat_load_dword v1, v[4:5]\ns_waitcnt vmcnt(2) lgkmcnt(2)\nv_mov_b32 v6, v0\ns_endpgm",
			[]string{"error race-raw 0x14<-0x0 v0 vmcnt(2) -> vmcnt(1)"}},
		{"for memory alone", "flat_load_dword v0, v[2:3]\nflat_load_dword v1, v[4:5]\ns_waitcnt vmcnt(1)\nv_mov_b32 v6, v0\ns_endpgm",
			[]string{"info race-flat-lds 0x14<-0x0 v0 vmcnt(1) -> vmcnt(0) lgkmcnt(0)"}},
		{"zero is what LLVM writes", "flat_load_dword v0, v[2:3]\nflat_load_dword v1, v[4:5]\ns_waitcnt vmcnt(0) lgkmcnt(0)\nv_mov_b32 v6, v0\ns_endpgm", nil},
		{"LDS before FLAT", "s_mov_b32 m0, -1\nds_read_b32 v7, v8\nflat_load_dword v0, v[2:3]\ns_waitcnt lgkmcnt(1)\nv_mov_b32 v6, v7\ns_endpgm",
			[]string{"disputed race-flat-order 0x18<-0x4 v7 lgkmcnt(1) -> lgkmcnt(0)"}},
		{"LDS before a message is no such thing", "s_mov_b32 m0, -1\nds_read_b32 v7, v8\ns_nop 0\ns_sendmsg sendmsg(MSG_INTERRUPT)\ns_waitcnt lgkmcnt(1)\nv_mov_b32 v6, v7\ns_endpgm",
			[]string{"error race-raw 0x18<-0x4 v7 lgkmcnt(1) -> lgkmcnt(0)"}},
	} {
		for _, g := range []isa.Gen{isa.GCN11, isa.GCN12, isa.GCN14} {
			t.Run(c.name+"/"+g.String(), func(t *testing.T) {
				require.Equal(t, c.want, findings(t, g, c.src, check.Options{}))
			})
		}
	}
}
