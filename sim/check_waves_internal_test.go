package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// The notes of a work-group end at a limit, and a finding says so; the next one begins anew.
func TestNotesOfAWorkGroupAreBounded(t *testing.T) {
	p := defective(t, "v_add_u32", 1<<40)
	d := NewDevice(isa.GCN14)
	_, err := d.Mem.Map("heap", 0, 4096)
	require.NoError(t, err)
	l := &Launch{Prog: p, Entry: p.Base, Grid: [3]uint32{256, 1, 1}, Group: [3]uint32{128, 1, 1}, Options: Options{Check: true, Workers: 1}}
	r, err := d.newDispatch(l)
	require.NoError(t, err)
	c := NewChecker(r)
	_, err = r.mapScratch()
	require.NoError(t, err)
	k := &worker{r: r}
	g := k.take(nil)
	own := g.notes.(*group)
	own.global.used = maxNotes
	own.global.span(0, 0, plainRead, 0, 4096, 4)
	require.True(t, own.global.full)
	_, wanted := own.global.flags(own.waves[0], &token{})
	require.False(t, wanted)
	k.runGroup(g)
	require.Nil(t, r.result.Fault)
	next := k.take(g)
	own = next.notes.(*group)
	require.False(t, own.global.full)
	require.Zero(t, own.global.used)
	k.runGroup(next)
	var limits []waitcnt.Finding
	for _, f := range c.Findings() {
		if f.Rule == waitcnt.RuleGlobalRace && f.Severity == waitcnt.Info {
			limits = append(limits, f)
		}
	}
	require.Len(t, limits, 1)
	require.Contains(t, limits[0].Message, "256 MiB")
}
