package dyncheck

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// The notes of a work-group end at a limit, and a finding says so; the next one begins anew.
func TestNotesOfAWorkGroupAreBounded(t *testing.T) {
	code, err := asm.Code(isa.GCN14, "s_nop 0\ns_endpgm")
	require.NoError(t, err)
	p, err := engine.NewProgram(isa.GCN14, 0x1000, code.Code)
	require.NoError(t, err)
	r, err := engine.NewDispatch(isa.GCN14, mem.NewGlobal(), mem.NewGDS(64<<10), new(engine.Pool), &engine.Launch{Prog: p,
		Grid: [3]uint32{256, 1, 1}, Group: [3]uint32{128, 1, 1}})
	require.NoError(t, err)
	c := New(r, new(Pool))
	c.exact.Store(true)
	first := true
	r.Tenant = limited{c, func(g *group) {
		require.False(t, g.global.full)
		require.Zero(t, g.global.used)
		if !first {
			return
		}
		first = false
		g.global.used = maxNotes
		g.global.span(0, 0, plainRead, 0, 4096, 4)
		require.True(t, g.global.full)
		_, wanted := g.global.flags(g.waves[0], &engine.Token{})
		require.False(t, wanted)
	}}
	_, err = r.Run(1, nil)
	require.NoError(t, err)
	require.Nil(t, r.Result.Fault)
	require.False(t, first)
	var limits []waitcnt.Finding
	for _, f := range c.Findings() {
		if f.Rule == waitcnt.RuleGlobalRace && f.Severity == waitcnt.Info {
			limits = append(limits, f)
		}
	}
	require.Len(t, limits, 1)
	require.Contains(t, limits[0].Message, "256 MiB")
}

// limited is a checker of which each work-group is looked at when it has begun.
type limited struct {
	*Checker
	look func(g *group)
}

func (l limited) Begin(g *engine.GroupCore) {
	l.Checker.Begin(g)
	l.look(g.Notes().(*group))
}

// Where a work-group's notes have reached their limit, private memory is still looked at: the second wave accesses the
// first one's.
func TestPrivateMemoryNeedsNoNotes(t *testing.T) {
	code, err := asm.Code(isa.GCN14, "buffer_store_dword v0, off, s[0:3], 0\ns_waitcnt vmcnt(0)\ns_endpgm")
	require.NoError(t, err)
	p, err := engine.NewProgram(isa.GCN14, 0x1000, code.Code)
	require.NoError(t, err)
	resource := abi.PrivateSegmentBuffer
	r, err := engine.NewDispatch(isa.GCN14, mem.NewGlobal(), mem.NewGDS(64<<10), new(engine.Pool), &engine.Launch{Prog: p,
		Grid: [3]uint32{128, 1, 1}, Group: [3]uint32{128, 1, 1}, Scratch: 64, Registers: []engine.RegInit{
			{Code: 0, Role: &resource}, {Code: isa.CodeVGPR, Vector: make([][isa.Lanes]uint32, 1)}}})
	require.NoError(t, err)
	c := New(r, new(Pool))
	c.exact.Store(true)
	r.Tenant = limited{c, func(g *group) { g.global.full = true }}
	_, err = r.Run(1, nil)
	require.NoError(t, err)
	require.Nil(t, r.Result.Fault)
	var rules []string
	for _, f := range c.Findings() {
		rules = append(rules, f.Rule)
	}
	require.Contains(t, rules, waitcnt.RulePrivate)
}
