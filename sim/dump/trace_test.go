package dump

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// The trace shows a load's result at the instruction that made it return.
func TestTrace(t *testing.T) {
	var b strings.Builder
	tr := NewTracer(&b)
	h := new(sim.Hooks)
	tr.Hook(h)
	p, err := asm.Code(isa.GCN12, `
		s_mov_b32 s0, 0x1004
		s_mov_b32 s1, 0
		s_load_dword s4, s[0:1], 0x0
		s_cmp_eq_u32 s1, 0
		s_waitcnt lgkmcnt(0)
		v_lshlrev_b32 v1, 1, 3
		s_branch 1
		v_mov_b32 v1, 0x7e020281 ; its literal is v_mov_b32 v1, 1, the target of the branch
		s_endpgm`)
	require.NoError(t, err)
	d := sim.NewDevice(isa.GCN12)
	_, err = d.Mem.Map("out", 0x1001, 64)
	require.NoError(t, err)
	prog, err := sim.NewProgram(isa.GCN12, 0x8000, p.Code)
	require.NoError(t, err)
	prog.Bias = 0x8000
	r, err := d.Run(&sim.Launch{Prog: prog, Entry: 0x8000, Grid: [3]uint32{40, 1, 1}, Group: [3]uint32{64, 1, 1},
		Options: sim.Options{Hooks: h, Policy: waitcnt.Late{}}})
	require.NoError(t, err)
	require.Nil(t, r.Fault)
	require.NoError(t, tr.Flush())
	require.Equal(t, []string{
		"0,0,0/0\t00000000\tstart\texec_lo=ffffffff exec_hi=000000ff",
		"0,0,0/0\t00000000\ts_mov_b32 s0, 0x1004\ts0=00001004",
		"0,0,0/0\t00000008\ts_mov_b32 s1, 0\ts1=00000000",
		"0,0,0/0\t0000000c\ts_load_dword s4, s[0:1], 0x0\t",
		"0,0,0/0\t00000014\ts_cmp_eq_u32 s1, 0\tscc=1",
		"0,0,0/0\t00000018\ts_waitcnt lgkmcnt(0)\ts4=00000000",
		"0,0,0/0\t0000001c\tv_lshlrev_b32_e64 v1, 1, 3\tv1[0-39]=00000006",
		"0,0,0/0\t00000024\ts_branch 1\t",
		"0,0,0/0\t0000002c\tv_mov_b32_e32 v1, 1\tv1[0-39]=00000001",
		"0,0,0/0\t00000030\ts_endpgm\t",
	}, strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n"))
}

// With lanes asked for, a line has what the instruction reads before it and what it writes after it
// there, in the notation of changed registers.
func TestTraceOfLanes(t *testing.T) {
	var b strings.Builder
	tr := NewTracer(&b)
	tr.Lanes = 0b1000011
	h := new(sim.Hooks)
	tr.Hook(h)
	p, err := asm.Code(isa.GCN14, `
		v_mbcnt_lo_u32_b32 v0, -1, 0
		v_mbcnt_hi_u32_b32 v0, -1, v0
		v_lshlrev_b32 v0, 1, v0
		v_cmp_eq_u32 vcc, 0, v0
		v_mul_f64 v[4:5], v[2:3], 1.0
		s_nop 0
		s_endpgm`)
	require.NoError(t, err)
	prog, err := sim.NewProgram(isa.GCN14, 0, p.Code)
	require.NoError(t, err)
	_, err = sim.NewDevice(isa.GCN14).Run(&sim.Launch{Prog: prog, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1},
		Options: sim.Options{Hooks: h, Policy: waitcnt.Late{}}})
	require.NoError(t, err)
	require.NoError(t, tr.Flush())
	var fields []string
	for line := range strings.Lines(b.String()) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if f[2] == "start" {
			require.Len(t, f, 4)
			continue
		}
		require.Len(t, f, 5, line)
		fields = append(fields, f[4])
	}
	require.Equal(t, []string{
		"-> v0[0-1]=00000000,00000001 v0[6]=00000006",
		"v0[0-1]=00000000,00000001 v0[6]=00000006 -> v0[0-1]=00000000,00000001 v0[6]=00000006",
		"v0[0-1]=00000000,00000001 v0[6]=00000006 -> v0[0-1]=00000000,00000002 v0[6]=0000000c",
		"v0[0-1]=00000000,00000002 v0[6]=0000000c",
		"v2[0-1]=00000000 v2[6]=00000000 v3[0-1]=00000000 v3[6]=00000000 -> " +
			"v4[0-1]=00000000 v4[6]=00000000 v5[0-1]=00000000 v5[6]=00000000",
		"", "",
	}, fields)
}
