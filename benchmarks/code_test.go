package benchmarks

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// assemble assembles for gfx900.
func assemble(t testing.TB, src string) []byte {
	p, err := asm.Code(isa.GCN14, src)
	require.NoError(t, err, src)
	return p.Code
}

// one worker, in order: what the harness does by default.
var single = sim.Options{Workers: 1, Deterministic: true}

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
