package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/simtest"
)

func target(t *testing.T, id string) isa.Target {
	x, err := isa.FindTarget(id)
	require.NoError(t, err)
	return x
}

// A 16-bit load writes one half of its register and keeps the other one. Where registers have ECC
// they are written whole: LLVM's d16PreservesUnusedBits is false, ACO counts four bytes. Of several
// packed components the last one of an odd number is such a half.
func TestHalvesThatLoadsKeepAreLostWithECC(t *testing.T) {
	const old = 0xdead_beef
	for _, c := range []struct {
		load string
		last string // the last register of the result
		kept uint32 // its part that the load does not write
	}{
		{"buffer_load_short_d16 v2, off, s[4:7], 0", "v2", 0xffff0000},
		{"buffer_load_short_d16_hi v2, off, s[4:7], 0", "v2", 0xffff},
		{"buffer_load_ubyte_d16 v2, off, s[4:7], 0", "v2", 0xffff0000},
		{"buffer_load_sbyte_d16_hi v2, off, s[4:7], 0", "v2", 0xffff},
		{"buffer_load_format_d16_x v2, off, s[4:7], 0", "v2", 0xffff0000},
		{"buffer_load_format_d16_hi_x v2, off, s[4:7], 0", "v2", 0xffff},
		{"buffer_load_format_d16_xyz v[2:3], off, s[4:7], 0", "v3", 0xffff0000},
		{"tbuffer_load_format_d16_xyz v[2:3], off, s[4:7], 0 format:[BUF_DATA_FORMAT_16_16_16_16,BUF_NUM_FORMAT_UINT]", "v3", 0xffff0000},
		{"tbuffer_load_format_d16_xy v2, off, s[4:7], 0 format:[BUF_DATA_FORMAT_16_16,BUF_NUM_FORMAT_UINT]", "v2", 0},
		{"global_load_short_d16 v2, v[0:1], off", "v2", 0xffff0000},
		{"global_load_ubyte_d16_hi v2, v[0:1], off", "v2", 0xffff},
		{"flat_load_short_d16_hi v2, v[0:1]", "v2", 0xffff},
		{"ds_read_u16_d16 v2, v4", "v2", 0xffff0000},
		{"ds_read_i8_d16_hi v2, v4", "v2", 0xffff},
		{"buffer_load_ushort v2, off, s[4:7], 0", "v2", 0},
		{"ds_read_b32 v2, v4", "v2", 0},
	} {
		for _, policy := range []string{"asap", "late"} {
			run := func(id string) *simtest.Machine {
				m := simtest.NewFor(t, target(t, id), simtest.Policy(policy))
				m.Asm(c.load + "\ns_waitcnt vmcnt(0) lgkmcnt(0)")
				b := m.Buffer([]uint32{0x22221111, 0x44443333, 0x66665555})
				m.Set("s[4:7]", b)
				m.Set("v0", uint32(b.Addr())).Set("v1", uint32(b.Addr()>>32))
				m.SetLDS(0, []uint32{0x22221111})
				m.Set(c.last, uint32(old))
				m.Set("exec", 0xf)
				require.NoError(t, m.Run(), "%s on %s", c.load, id)
				return m
			}
			keeps, loses := run("gfx900"), run("gfx906")
			require.Equal(t, old&c.kept, keeps.U32(c.last, 1)&c.kept, "%s %s", c.load, policy)
			require.Equal(t, keeps.U32(c.last, 1)&^c.kept, loses.U32(c.last, 1), "%s %s", c.load, policy)
			for _, m := range []*simtest.Machine{keeps, loses} {
				require.Equal(t, uint32(old), m.U32(c.last, 5), "%s: an inactive lane", c.load)
			}
			for id, same := range map[string]*simtest.Machine{"gfx906:sramecc-": keeps, "gfx906:sramecc+": loses} {
				require.Equal(t, same.U32(c.last, 1), run(id).U32(c.last, 1), "%s %s on %s", c.load, policy, id)
			}
		}
	}
}

// Components of 16 bits: one in each register where LLVM has FeatureUnpackedD16VMem, else two share
// one.
func TestComponentsOf16BitsArePackedOrNot(t *testing.T) {
	packed := map[string]bool{"gfx801": false, "gfx802": false, "gfx803": false, "gfx805": false, "gfx810": true,
		"gfx900": true, "gfx902": true, "gfx904": true, "gfx906": true, "gfx909": true, "gfx90c": true}
	for id, packed := range packed {
		regs, want := "v[2:5]", []uint32{0x1111, 0x2222, 0x3333, 0x4444}
		if packed {
			regs, want = "v[2:3]", []uint32{0x22221111, 0x44443333}
		}
		const format = ", off, s[4:7], 0 format:[BUF_DATA_FORMAT_16_16_16_16,BUF_NUM_FORMAT_UINT]"
		m := simtest.NewFor(t, target(t, id))
		m.Asm("tbuffer_load_format_d16_xyzw " + regs + format + "\ns_waitcnt vmcnt(0)\n" +
			"tbuffer_store_format_d16_xyzw " + regs + format + " offset:8\n" +
			"tbuffer_load_format_d16_xyzw " + regs + format + " offset:8\ns_waitcnt vmcnt(0)")
		b := m.Buffer([]uint32{0x22221111, 0x44443333, 0, 0})
		m.Set("s[4:7]", b)
		m.Set("exec", 1)
		require.NoError(t, m.Run(), id)
		require.Equal(t, want, m.Dwords(regs, 0), id)
		require.Equal(t, []uint32{0x22221111, 0x44443333, 0x22221111, 0x44443333}, b.U32s(), id)
	}
}

// Target IDs are names with settings; a setting that the target does not have is an error.
func TestTargetIDs(t *testing.T) {
	for id, ecc := range map[string]bool{"gfx906": true, "vega20:sramecc+": true, "gfx906:sramecc-": false, "gfx906:sramecc-:xnack+": false, "gfx900:xnack-": false} {
		x := target(t, id)
		require.Equal(t, ecc, x.Has().Has(isa.FeatureSRAMECC), id)
		again := target(t, x.ID())
		require.Equal(t, x, again)
	}
	for id, want := range map[string]string{
		"gfx900:sramecc+": "gfx900 has no sramecc", "gfx803:xnack+": "gfx803 has no xnack", "gfx906:sramecc": "want xnack+",
		"gfx1030": "it is RDNA 2; want", "gfx90a:xnack+": "it is CDNA 2", "gfx9-generic:fast+": `setting "fast+"`,
		"gfx906:fast+": `setting "fast+"`, "gfx907:xnack+": `unknown GPU "gfx907:xnack+"`,
	} {
		_, err := isa.FindTarget(id)
		require.ErrorContains(t, err, want, id)
	}
}
