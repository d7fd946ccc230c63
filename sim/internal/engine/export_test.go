package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
)

// Defective is a program that adds up and stores; the executor of its first instruction with one of
// the names panics from the count-th execution on.
func Defective(t *testing.T, name string, count int64) *Program {
	t.Helper()
	p, err := asm.Code(isa.GCN14, `
	s_mov_b32 s4, 0
loop:
	v_add_u32 v1, v1, v0
	v_xor_b32 v2, v1, v0
	global_load_dword v3, v[8:9], off
	s_waitcnt vmcnt(0)
	s_barrier
	s_add_u32 s4, s4, 1
	s_cmp_lt_u32 s4, 8
	s_cbranch_scc1 loop
	global_store_dword v[8:9], v0, off
	s_endpgm
`)
	require.NoError(t, err)
	prog, err := NewProgram(isa.GCN14, 0x1000, p.Code)
	require.NoError(t, err)
	for i := range prog.recs {
		r := &prog.recs[i]
		if r.X == nil || r.X.Inst.Form == nil || r.X.Inst.Form.Desc.Name != name {
			continue
		}
		run := r.run
		r.run = func(w *Wave, r *Rec) {
			if int64(w.Insts) >= count && w.Num == 1 && w.group.Index >= 5 {
				var none []int
				_ = none[len(w.S)] // a real one, so that the value is an error of the runtime
			}
			run(w, r)
		}
		return prog
	}
	require.Failf(t, "not in the program", name)
	return nil
}

// Panicking makes the executors of a program's instructions of one name panic at once.
func Panicking(p *Program, name string) {
	for i := range p.recs {
		if r := &p.recs[i]; r.X != nil && r.X.Inst.Form.Desc.Name == name {
			r.run = func(*Wave, *Rec) { panic("injected") }
		}
	}
}
