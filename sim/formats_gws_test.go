package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/simtest"
)

// gwsProtocol is a program of several waves around one global wave sync instruction (D-25). Waves
// take turns in their order; each leaves marks in memory, so that the order in which they got
// through shows.
type gwsProtocol struct {
	what  string
	waves int
	text  string   // "MARK" is replaced
	marks []uint32 // wave numbers from 1 on
	err   error
}

// gwsMark appends v0 to the list in memory: word 0 is its length in bytes.
const gwsMark = `
	v_mov_b32 v3, 4
	buffer_atomic_add v3, off, s[4:7], 0 glc
	s_waitcnt vmcnt(0)
	buffer_store_dword v0, v3, s[4:7], 0 offen offset:4
	s_waitcnt vmcnt(0)
`

const gwsWaitThenMark = "ds_gws_sema_p gds\n" + gwsMark + "s_endpgm\n"

// first sends the last wave to the label.
const gwsLast = "s_cbranch_scc1 last\n"

var (
	semaV = gwsProtocol{"P waits for V", 2, gwsLast + gwsWaitThenMark + "last:" + gwsMark + "ds_gws_sema_v gds", []uint32{2, 1}, nil}
	none  = gwsProtocol{"P without V", 1, gwsWaitThenMark, nil, sim.ErrDeadlock}
	other = gwsProtocol{"another resource", 2, gwsLast + "ds_gws_sema_p offset:1 gds\n" + gwsMark + "s_endpgm\nlast:" + gwsMark + "ds_gws_sema_v offset:2 gds", []uint32{2}, sim.ErrDeadlock}
	based = gwsProtocol{"resource = M0 base + offset", 2, gwsLast + "ds_gws_sema_p offset:3 gds\n" + gwsMark +
		"s_endpgm\nlast:" + gwsMark + "s_mov_b32 m0, 0x20000\ns_nop 0\nds_gws_sema_v offset:1 gds", []uint32{2, 1}, nil}
	semaBR  = gwsProtocol{"BR adds the first active lane's value", 3, gwsLast + gwsWaitThenMark + "last:" + gwsMark + "ds_gws_sema_br v2 gds", []uint32{3, 1, 2}, nil}
	release = gwsProtocol{"RELEASE_ALL frees who waits", 3, gwsLast + gwsWaitThenMark + "last:" + gwsMark + "ds_gws_sema_release_all gds", []uint32{3, 1, 2}, nil}
	barrier = gwsProtocol{"BARRIER opens for the third wave", 3, "s_cbranch_scc1 last\ns_cmp_eq_u32 s0, 0\ns_cbranch_scc0 wait\nds_gws_init v2 gds\nwait:\nds_gws_barrier v2 gds\n" + gwsMark +
		"s_endpgm\nlast:" + gwsMark + "ds_gws_barrier v2 gds\n" + gwsMark, []uint32{3, 3, 1, 2}, nil}
	initSema = gwsProtocol{"INIT gives the semaphore its value", 1, "ds_gws_init v2 gds\nds_gws_sema_p gds\nds_gws_sema_p gds\n" + gwsMark + gwsWaitThenMark, []uint32{1}, sim.ErrDeadlock}
)

var gwsProtocols = map[string][]gwsProtocol{
	"ds_gws_init":             {initSema, barrier},
	"ds_gws_sema_v":           {semaV, other, based},
	"ds_gws_sema_br":          {semaBR},
	"ds_gws_sema_p":           {semaV, none, other},
	"ds_gws_sema_release_all": {release},
	"ds_gws_barrier":          {barrier},
}

func (p *gwsProtocol) run(t *testing.T, g isa.Gen) {
	m := simtest.New(t, g, simtest.Waves(p.waves))
	m.Asm(p.text)
	b := m.Buffer(64)
	m.Set("s[4:7]", b).Set("m0", 0).Set("exec", 4).Set("v2", func(lane int) int { return lane })
	for i := range p.waves {
		m.Wave(i).Set("s0", i).Set("v0", i+1)
	}
	if p.waves > 1 {
		m.Wave(p.waves-1).Set("scc", true)
	}
	err := m.Run()
	require.ErrorIs(t, err, p.err)
	w := b.U32s()
	require.Equal(t, p.marks, append([]uint32(nil), w[1:1+w[0]/4]...))
}
