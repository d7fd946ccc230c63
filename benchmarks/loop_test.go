package benchmarks

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// loops each stress one part of the machine. What is ready: v0 lane, v1 lane*4, v2 a scattered
// multiple of 4 below 64 KiB in each lane, v[4:5] the address of the lane's 8 bytes in a buffer of
// 64 KiB, s[2:3] the buffer's address, s[4:7] its resource, 64 KiB of LDS. s0 counts iterations.
var loops = []struct{ name, body string }{
	{"salu", "s_add_u32 s8, s8, 3\ns_lshl_b32 s9, s8, 2\ns_and_b32 s10, s9, 0xff00\ns_bfe_u32 s11, s9, 0x40003"},
	{"branch", "s_branch 0\ns_cbranch_execz 1\ns_cbranch_vccnz 0\ns_cbranch_scc0 0"},
	{"valu-int", "v_add_u32 v8, v8, v1\nv_lshlrev_b32 v9, 3, v8\nv_mul_lo_u32 v10, v9, v1\nv_xor_b32 v8, v10, v8"},
	{"valu-sgpr", "v_add_u32 v8, s0, v8\nv_and_b32 v9, s4, v8\nv_xor_b32 v8, s5, v9\nv_max_u32 v8, s6, v8"},
	{"valu-f32", "v_mul_f32 v9, 0.5, v8\nv_add_f32 v8, 1.0, v9\nv_fma_f32 v10, v9, v9, v8\nv_max_f32 v11, v10, v8"},
	{"valu-cmp", "v_cmp_lt_u32 vcc, v2, v1\nv_cndmask_b32 v8, v1, v2, vcc\nv_cmp_lt_f32 s[8:9], v1, v8\nv_cndmask_b32 v9, v1, v8, s[8:9]"},
	{"valu-mods", "v_add_f32 v8, -v8, |v1|\nv_mul_f32 v9, v8, v1 mul:2\nv_add_f32_sdwa v10, v1, v9 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 src1_sel:DWORD\n" +
		"v_mov_b32_dpp v8, v1 row_shr:1 row_mask:0xf bank_mask:0xf"},
	{"valu-f64", "v_add_f64 v[8:9], v[8:9], v[0:1]\nv_mul_f64 v[10:11], v[8:9], v[0:1]\nv_fma_f64 v[8:9], v[10:11], v[0:1], v[8:9]"},
	{"valu-half-exec", "s_mov_b32 exec_lo, 0x5a5a5a5a\nv_add_u32 v8, v8, v1\nv_xor_b32 v9, v8, v2\nv_lshlrev_b32 v10, 3, v9\ns_mov_b64 exec, -1"},
	{"vmem-load", "buffer_load_dword v8, v1, s[4:7], 0 offen\ns_waitcnt vmcnt(0)"},
	{"vmem-store", "buffer_store_dword v8, v1, s[4:7], 0 offen\ns_waitcnt vmcnt(0)"},
	{"vmem-gather", "buffer_load_dword v8, v2, s[4:7], 0 offen\ns_waitcnt vmcnt(0)"},
	{"vmem-scatter", "buffer_store_dword v8, v2, s[4:7], 0 offen\ns_waitcnt vmcnt(0)"},
	{"vmem-global", "global_load_dwordx2 v[8:9], v[4:5], off\ns_waitcnt vmcnt(0)"},
	{"vmem-atomic", "buffer_atomic_add v8, v2, s[4:7], 0 offen\ns_waitcnt vmcnt(0)"},
	{"vmem-pipelined", strings.Repeat("buffer_load_dword v8, v1, s[4:7], 0 offen\n", 8) + "s_waitcnt vmcnt(4)"},
	{"lds-read", "ds_read_b32 v8, v1\ns_waitcnt lgkmcnt(0)"},
	{"lds-write", "ds_write_b32 v1, v8\ns_waitcnt lgkmcnt(0)"},
	{"lds-random", "ds_read_b32 v8, v2\nds_write_b32 v2, v8\ns_waitcnt lgkmcnt(0)"},
	{"lds-atomic", "ds_add_u32 v2, v8\ns_waitcnt lgkmcnt(0)"},
	{"smem", "s_load_dwordx4 s[8:11], s[2:3], 0x40\ns_waitcnt lgkmcnt(0)"},
	{"barrier", "s_barrier"},
}

const loopMemory = 64 << 10

// assemble assembles for gfx900.
func assemble(t testing.TB, src string) []byte {
	p, err := asm.Code(isa.GCN14, src)
	require.NoError(t, err, src)
	return p.Code
}

// hotLoop makes a loop of n iterations of 16 copies of a body.
func hotLoop(t testing.TB, body string, n uint32) *loopWork {
	src := `
	v_lshlrev_b32 v1, 2, v0
	s_mov_b32 s8, 0x9e3779b1
	s_mov_b32 s9, 0xfffc
	v_mul_lo_u32 v2, v0, s8
	v_lshrrev_b32 v2, 7, v2
	v_and_b32 v2, s9, v2
	v_mov_b32 v4, s2
	v_mov_b32 v5, s3
	v_lshlrev_b32 v3, 3, v0
	v_add_co_u32 v4, vcc, v4, v3
	v_addc_co_u32 v5, vcc, 0, v5, vcc
	s_mov_b32 m0, -1
again:
` + strings.Repeat(body+"\n", 16) + `
	s_sub_u32 s0, s0, 1
	s_cmp_lg_u32 s0, 0
	s_cbranch_scc1 again
	s_endpgm`
	var lane [isa.Lanes]uint32
	for i := range lane {
		lane[i] = uint32(i)
	}
	w, err := newLoopWork(&Loop{GPU: "gfx900", Code: assemble(t, src), LDS: loopMemory,
		Registers: []sim.RegInit{{Code: 0, Scalar: []uint32{n}}, {Code: isa.CodeVGPR, Vector: [][isa.Lanes]uint32{lane}}},
		Setup: func(d *sim.Device) ([]sim.RegInit, error) {
			rg, err := d.Mem.MapAnywhere("buffer", loopMemory, 256)
			if err != nil {
				return nil, err
			}
			res := mem.RawBuffer(rg.Base, loopMemory)
			return []sim.RegInit{{Code: 2, Scalar: []uint32{uint32(rg.Base), uint32(rg.Base >> 32)}}, {Code: 4, Scalar: res[:]}}, nil
		}})
	require.NoError(t, err)
	return w
}

// one worker, in order: what the harness does by default.
var single = sim.Options{Workers: 1, Deterministic: true}

// BenchmarkLoop measures hot loops of few kinds of instructions; an op is a run of 200 iterations.
func BenchmarkLoop(b *testing.B) {
	for _, l := range loops {
		b.Run(l.name, func(b *testing.B) { bench(b, hotLoop(b, l.body, 200)) })
	}
}

// bench runs a workload and reports its speed.
func bench(b *testing.B, w workload) {
	var insts uint64
	var seconds float64
	for b.Loop() {
		out, err := w.run(single)
		if err != nil {
			b.Fatal(err)
		}
		insts += out.insts()
		seconds += out.time.Seconds()
	}
	b.ReportMetric(float64(insts)/seconds, "wave-insts/s")
	b.ReportMetric(seconds*1e9/float64(insts), "ns/wave-inst")
}

// The hot loop allocates nothing: two hundred times the instructions need no more memory.
func TestExecutionDoesNotAllocate(t *testing.T) {
	for _, l := range loops {
		t.Run(l.name, func(t *testing.T) {
			allocs := func(n uint32) float64 {
				w := hotLoop(t, l.body, n)
				return testing.AllocsPerRun(2, func() {
					_, err := w.run(single)
					require.NoError(t, err)
				})
			}
			short, long := allocs(1), allocs(200)
			require.LessOrEqual(t, long, short+1, "objects of a run of 1 and of 200 iterations")
		})
	}
}

// corpus is the code of compiled kernels, one piece for each generation.
func corpus(t testing.TB, g string) (isa.Gen, []byte) {
	f := load(t, "sha256/"+g+"-O2.json")
	out, err := run.Run(f, single)
	require.NoError(t, err)
	code := make([]byte, out.Module.Prog.Len())
	require.NoError(t, out.Device.Mem.Read(out.Module.Prog.Base, code))
	return out.Gen, code
}

var corpora = []string{"gfx600", "gfx700", "gfx803", "gfx900"}

// BenchmarkDecode, BenchmarkDisassemble and BenchmarkNewProgram work on a whole compiled kernel;
// "ns/inst" is for one instruction.
func BenchmarkDecode(b *testing.B) {
	for _, name := range corpora {
		b.Run(name, func(b *testing.B) {
			g, code := corpus(b, name)
			b.SetBytes(int64(len(code)))
			perInst(b, len(instructions(g, code)), func() {
				for at := 0; at < len(code); {
					in, err := isa.Decode(g, code[at:])
					if err != nil {
						at += 4
						continue
					}
					at += int(in.Len)
				}
			})
		})
	}
}

func BenchmarkDisassemble(b *testing.B) {
	for _, name := range corpora {
		b.Run(name, func(b *testing.B) {
			list := instructions(corpus(b, name))
			var text []byte
			perInst(b, len(list), func() {
				for i := range list {
					text = list[i].AppendText(text[:0])
				}
			})
		})
	}
}

func BenchmarkNewProgram(b *testing.B) {
	for _, name := range corpora {
		b.Run(name, func(b *testing.B) {
			g, code := corpus(b, name)
			b.ReportAllocs()
			perInst(b, len(instructions(g, code)), func() {
				if _, err := sim.NewProgram(g, 0, code); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

// instructions decodes code from its start; words that are no instruction are left out.
func instructions(g isa.Gen, code []byte) (list []isa.Inst) {
	for at := 0; at < len(code); {
		in, err := isa.Decode(g, code[at:])
		if err != nil {
			at += 4
			continue
		}
		list = append(list, in)
		at += int(in.Len)
	}
	return list
}

func perInst(b *testing.B, n int, f func()) {
	for b.Loop() {
		f()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/inst")
}

// BenchmarkAssemble assembles the text of the loops.
func BenchmarkAssemble(b *testing.B) {
	var src strings.Builder
	for i, l := range loops {
		fmt.Fprintf(&src, "l%d:\n%s\n", i, l.body)
	}
	text := src.String()
	p := assemble(b, text)
	n := len(instructions(isa.GCN14, p))
	require.NotZero(b, binary.LittleEndian.Uint32(p))
	perInst(b, n, func() {
		if _, err := asm.Code(isa.GCN14, text); err != nil {
			b.Fatal(err)
		}
	})
}
