package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
)

func TestCoverageCountsExecutions(t *testing.T) {
	g := isa.GCN12
	require.Equal(t, isa.Approximate, isa.Lookup(g, "v_rcp_f32_e32")[0].Desc.Status())
	p, err := asm.Code(g, "s_mov_b32 s0, 3\nv_mov_b32 v0, 2.0\nloop: v_rcp_f32 v0, v0\ns_sub_u32 s0, s0, 1\ns_cbranch_scc0 loop\ns_endpgm")
	require.NoError(t, err)
	prog, err := NewProgram(g, 0, p.Code)
	require.NoError(t, err)
	r, err := NewDevice(g).Run(&Launch{Prog: prog, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, Options: Options{Count: true}})
	require.NoError(t, err)
	require.Nil(t, r.Fault)
	// The borrow of 0-1 ends the loop after four turns.
	var c Coverage
	c.Add(prog, r.Counts)
	require.EqualValues(t, 2+4*3+1, c.Insts)
	require.EqualValues(t, 2+4*2+1, c.Exact)
	require.Len(t, c.Forms, 6)
	require.Equal(t, 5, c.ExactForms())
	c.Add(prog, r.Counts)
	require.EqualValues(t, 30, c.Insts)
	require.Len(t, c.Forms, 6, "a second launch adds no new instructions")
}
