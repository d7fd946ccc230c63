package clock_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// BenchmarkClock runs the loops of testdata/kernels mix (memory, LDS, scalar and vector) and alu
// (vector and scalar) in 40 waves on one compute unit, with the clock and without. An op is an
// instruction of a wave.
func BenchmarkClock(b *testing.B) {
	c := oneCU(b, "vega10")
	for _, run := range []struct {
		kernel, mode string
		loop         int // instructions
	}{{"mix", "timing", 21}, {"mix", "functional", 21}, {"alu", "timing", 19}, {"alu", "functional", 19}} {
		b.Run(run.kernel+"/"+run.mode, func(b *testing.B) {
			code, err := os.ReadFile("../../../testdata/kernels/" + run.kernel + "/" + run.kernel + ".bin")
			require.NoError(b, err)
			p, err := sim.NewProgram(isa.GCN14, 0x1000, code)
			require.NoError(b, err)
			d := sim.NewDevice(isa.GCN14)
			in, err := d.Mem.MapAnywhere("in", 256, 256)
			require.NoError(b, err)
			out, err := d.Mem.MapAnywhere("out", 768, 256)
			require.NoError(b, err)
			data, res := mem.RawBuffer(in.Base, in.Size()), mem.RawBuffer(out.Base, out.Size())
			var lanes [isa.Lanes]uint32
			for l := range lanes {
				lanes[l] = uint32(l)
			}
			l := &sim.Launch{Prog: p, Entry: 0x1000, Grid: [3]uint32{40 * 64, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: 4096,
				Registers: []sim.RegInit{{Code: isa.CodeVGPR, Vector: [][isa.Lanes]uint32{lanes}}, {Code: 4, Scalar: data[:]}, {Code: 16, Scalar: res[:]},
					{Code: 13, Scalar: []uint32{uint32(max(1, b.N/40/run.loop))}}, {Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}}},
				Options: sim.Options{Workers: 1, MaxInsts: 1 << 62}}
			if run.mode == "timing" {
				l.Options.Timing = &sim.TimingOptions{Chip: c, Need: &chip.Need{VGPRs: 24, SGPRs: 48, LDS: 1024, Group: 64}}
			}
			b.ResetTimer()
			r, err := d.Run(l)
			require.NoError(b, err)
			require.Nil(b, r.Fault)
			b.ReportMetric(float64(r.Insts)/b.Elapsed().Seconds(), "wave-insts/s")
			if t := r.Timing; t != nil {
				b.ReportMetric(float64(t.Cycles)/float64(r.Insts), "cycles/inst")
			}
		})
	}
}
