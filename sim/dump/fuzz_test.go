package dump

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
)

// FuzzDump: whatever a program did, the trace of it and its dump can be written, and JSON is JSON.
func FuzzDump(f *testing.F) {
	for i, g := range isa.Gens() {
		p, err := asm.Code(g, everything)
		if err == nil { // GCN 1.0 has no FLAT
			f.Add(uint8(i), uint16(All&^VGPR), p.Code)
		}
		p, err = asm.Code(g, "s_load_dword s4, s[0:1], 0x0\nbuffer_load_dword v4, v0, s[0:3], 0 offen\nds_write_b32 v0, v1\n"+
			"exp mrt0 v0, v1, v2, v3 done vm\ns_sendmsg sendmsg(1)\ns_barrier\ns_branch 100")
		require.NoError(f, err)
		f.Add(uint8(i), uint16(Wave|VGPR|1<<13), p.Code)
	}
	f.Fuzz(func(t *testing.T, gen uint8, flags uint16, code []byte) {
		if len(code) > 256 {
			return
		}
		g := isa.Gens()[gen&3]
		const at = 0x1001
		d := sim.NewDevice(g)
		_, err := d.Mem.Map("out", at, 4096)
		require.NoError(t, err)
		prog, err := sim.NewProgram(g, 0x8000, code)
		if err != nil {
			return
		}
		prog.Bias = 0x8000
		res := mem.RawBuffer(at, 4096)
		l := &sim.Launch{Prog: prog, Entry: 0x8000, Grid: [3]uint32{40, 1, 1}, Group: [3]uint32{40, 1, 1}, LDS: 512,
			Registers: []sim.RegInit{{Code: 0, Scalar: res[:]}},
			Options:   sim.Options{Keep: true, MaxInsts: 80, Deterministic: true}}
		if flags&1<<14 != 0 {
			l.Registers = append(l.Registers, sim.RegInit{Code: isa.CodeVGPR, Vector: []isa.Row{{5: 64, 6: 7}, {}}})
		}
		tracer := NewTracer(io.Discard)
		if flags&1<<13 != 0 {
			l.Options.Hooks = &sim.Hooks{}
			tracer.Hook(l.Options.Hooks)
		}
		r, err := d.Run(l)
		require.NoError(t, err)
		var defect *sim.DefectError
		if r.Fault != nil && errors.As(r.Fault, &defect) {
			require.Failf(t, "defect", "%v\n%s", r.Fault, defect.Stack)
		}
		require.NoError(t, tracer.Flush())
		sections := Section(flags) & All
		dump := New(sections, flags&1<<15 != 0 && sections&VGPR == 0) // 256 registers of 64 lanes take long to write
		dump.AddLaunch("k", l, r, d)
		dump.AddDevice(d)
		require.NoError(t, dump.WriteText(io.Discard))
		var b bytes.Buffer
		require.NoError(t, dump.WriteJSON(&b))
		require.True(t, json.Valid(b.Bytes()))
	})
}
