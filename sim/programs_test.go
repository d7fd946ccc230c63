package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
)

// Runs of the same code at the same address share a program, so that what is made of it is made once.
// Other code, another target and another address have one of their own, and large ones are not kept.
func TestRunsOfTheSameCodeShareAProgram(t *testing.T) {
	var known sim.Programs
	load := func(text, target string, n int, base uint64) *sim.Program {
		o, err := codeobj.Raw([]byte{0, 0, 0, 0}, target)
		require.NoError(t, err)
		code, err := asm.Code(o.Gen, text+"\ns_endpgm")
		require.NoError(t, err)
		for len(code.Code) < n {
			code.Code = append(code.Code, code.Code...)
		}
		p, err := known.Load(sim.Image{Target: o.ISA(), Base: base, Bias: base, XNACK: o.XNACK(), Code: code.Code})
		require.NoError(t, err)
		require.Equal(t, base, p.Bias)
		require.Equal(t, o.XNACK(), p.XNACK)
		return p
	}
	first := load("v_mov_b32 v1, v2", "gfx803", 0, 0)
	require.Same(t, first, load("v_mov_b32 v1, v2", "gfx803", 0, 0))
	for name, other := range map[string]*sim.Program{
		"code":    load("v_mov_b32 v1, v3", "gfx803", 0, 0),
		"target":  load("v_mov_b32 v1, v2", "gfx802", 0, 0),
		"feature": load("v_mov_b32 v1, v2", "gfx906:sramecc+", 0, 0),
		"address": load("v_mov_b32 v1, v2", "gfx803", 0, 1<<20),
	} {
		require.NotSame(t, first, other, name)
	}
	require.NotSame(t, load("v_mov_b32 v1, v2", "gfx906:sramecc+", 0, 0), load("v_mov_b32 v1, v2", "gfx906:sramecc-", 0, 0))
	require.NotSame(t, load("s_nop 1", "gfx803", 1<<17, 0), load("s_nop 1", "gfx803", 1<<17, 0))
	require.Same(t, first, load("v_mov_b32 v1, v2", "gfx803", 0, 0))
	for i := range 9 { // of 8 KiB each
		load("v_mov_b32 v1, v"+string(rune('0'+i)), "gfx803", 8<<10, 0)
	}
	require.NotSame(t, first, load("v_mov_b32 v1, v2", "gfx803", 0, 0), "it has not been used for a long time")
}
