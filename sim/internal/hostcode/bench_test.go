package hostcode_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
)

// BenchmarkLoop runs the loops of testdata/kernels alu (vector and scalar) and mix (memory, LDS
// too) in one wave, with and without checks, in each tier. An op is an instruction of a wave.
func BenchmarkLoop(b *testing.B) {
	for _, kernel := range []struct {
		name string
		loop int // instructions
	}{{"alu", 19}, {"mix", 21}} {
		for _, check := range []string{"checked", "unchecked"} {
			for _, tier := range append([]string{"go"}, tiers(b)...) {
				b.Run(kernel.name+"/"+check+"/"+tier, func(b *testing.B) {
					code, err := os.ReadFile("../../../testdata/kernels/" + kernel.name + "/" + kernel.name + ".bin")
					require.NoError(b, err)
					d := sim.NewDevice(isa.GCN14)
					p, err := d.Load(code)
					require.NoError(b, err)
					in, err := d.Mem.MapAnywhere("in", 256, 256)
					require.NoError(b, err)
					out, err := d.Mem.MapAnywhere("out", 768, 256)
					require.NoError(b, err)
					data, res := mem.RawBuffer(in.Base, in.Size()), mem.RawBuffer(out.Base, out.Size())
					var lanes [isa.Lanes]uint32
					for l := range lanes {
						lanes[l] = uint32(l)
					}
					l := &sim.Launch{Prog: p, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: 4096,
						Registers: []sim.RegInit{{Code: isa.CodeVGPR, Vector: [][isa.Lanes]uint32{lanes}}, {Code: 4, Scalar: data[:]},
							{Code: 16, Scalar: res[:]}, {Code: 13, Scalar: []uint32{uint32(max(1, b.N/kernel.loop))}},
							{Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}}},
						Options: sim.Options{Workers: 1, MaxInsts: 1 << 62, Check: check == "checked", Host: tier}}
					b.ResetTimer()
					r, err := d.Run(l)
					require.NoError(b, err)
					require.Nil(b, r.Fault)
					b.ReportMetric(float64(r.Insts)/b.Elapsed().Seconds(), "wave-insts/s")
				})
			}
		}
	}
}
