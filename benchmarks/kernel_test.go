package benchmarks

import (
	"testing"
)

// kernels are launch files: two hot loops, and compiled kernels whose run includes work-groups,
// barriers and kernel arguments.
var kernels = []string{"mix/mix", "alu/alu", "vecadd/gfx900-O2", "sha256/gfx900-O2", "matmul/gfx900-O2", "bitonic/gfx900-O2", "mandel/gfx900-O2"}

// BenchmarkKernel measures whole kernels; an op is a run of the launch file, "wave-insts/s" leaves
// its preparation out.
func BenchmarkKernel(b *testing.B) {
	for _, name := range kernels {
		b.Run(name, func(b *testing.B) { bench(b, fileWork{File: load(b, name+".json")}) })
	}
}
