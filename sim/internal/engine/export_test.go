package engine

import (
	"reflect"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/waitcnt"
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

// Poison fills what a pool keeps with junk, as a launch that has done everything leaves it: registers
// all written, operations outstanding, LDS full, scalar caches full of dirty lines of the memory from
// addr on. It returns the number of waves and of work-groups.
func Poison(p *Pool, addr uint64) (waves, groups int) {
	for i := range p.shelves {
		s := &p.shelves[i]
		s.poison(addr)
		waves, groups = waves+len(s.waves), groups+len(s.groups)
	}
	return waves, groups
}

func (p *shelf) poison(addr uint64) {
	for _, w := range p.waves {
		notes, v, tokens, free := w.notes, w.V, w.tokens, w.free
		spreads := w.spreads // rows that hold what they say
		junk(reflect.ValueOf(&w.waveState).Elem())
		junk(reflect.ValueOf(&w.waveRoom).Elem())
		w.notes, w.V, w.tokens, w.free, w.spreads = notes, v, tokens, free[:0], spreads
		junk(reflect.ValueOf(w.V).Elem())
		w.Counters = waitcnt.File{}
		for s := range 3 {
			w.Counters.Issue(waitcnt.Event{Class: waitcnt.VMem, Add: [waitcnt.NumCounters]uint8{1}}, uint8(s))
		}
		for slot, t := range w.tokens {
			if t != nil {
				junk(reflect.ValueOf(t).Elem())
				t.Slot = uint8(slot) // which token it is
			}
		}
	}
	for _, g := range p.groups {
		if g.LDS != nil { // else others have got it
			b := g.LDS.Bytes()[:g.LDS.Cap()]
			for i := range b {
				b[i] = 0xa5
			}
		}
		if g.own != nil {
			for i := range 64 {
				_ = g.own.Write(addr+uint64(i*4), []byte{0xde, 0xad, 0xbe, 0xef}, 0)
			}
		}
	}
}

// junk sets all bits of what is a number in v; what points somewhere stays.
func junk(v reflect.Value) {
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(-1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(^uint64(0))
	case reflect.Array:
		if k := v.Type().Elem().Kind(); k >= reflect.Int && k <= reflect.Uint64 {
			for i, b := 0, unsafe.Slice((*byte)(unsafe.Pointer(v.UnsafeAddr())), v.Type().Size()); i < len(b); i++ {
				b[i] = 0xff
			}
			return
		}
		for i := range v.Len() {
			junk(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			junk(v.Field(i))
		}
	}
}

// PoolBytes is how much memory a pool says that it keeps.
func PoolBytes(p *Pool) int { return p.bytes }

// MaxIdle is the most that it may.
const MaxIdle = maxIdle
