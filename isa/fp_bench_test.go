package isa

import "testing"

// The benchmarks run one operation on 64 lanes of ordinary numbers, as a kernel does.

var fpSink Row

func fpRow(k uint32) (r Row) {
	for i := range r {
		r[i] = 0x3f800000 + uint32(i)*12345*k
	}
	return r
}

func benchLanes(b *testing.B, f func(d, x, y, z *Row)) {
	x, y, z := fpRow(1), fpRow(3), fpRow(7)
	for b.Loop() {
		f(&fpSink, &x, &y, &z)
	}
}

func BenchmarkFP(b *testing.B) {
	mode := KeepAll // a variable, as in a kernel
	up := KeepAll | RoundUp
	b.Run("add32N", func(b *testing.B) {
		benchLanes(b, func(d, x, y, z *Row) {
			for i := range d {
				d[i] = add32N(x[i], y[i])
			}
		})
	})
	b.Run("add32", func(b *testing.B) {
		benchLanes(b, func(d, x, y, z *Row) {
			for i := range d {
				d[i] = add32(x[i], y[i], mode)
			}
		})
	})
	b.Run("add32 up", func(b *testing.B) {
		benchLanes(b, func(d, x, y, z *Row) {
			for i := range d {
				d[i] = add32(x[i], y[i], up)
			}
		})
	})
	b.Run("mad32", func(b *testing.B) {
		benchLanes(b, func(d, x, y, z *Row) {
			for i := range d {
				d[i] = mad32(x[i], y[i], z[i], mode)
			}
		})
	})
	b.Run("fma32N", func(b *testing.B) {
		benchLanes(b, func(d, x, y, z *Row) {
			for i := range d {
				d[i] = fma32N(x[i], y[i], z[i])
			}
		})
	})
	b.Run("fma32", func(b *testing.B) {
		benchLanes(b, func(d, x, y, z *Row) {
			for i := range d {
				d[i] = fma32(x[i], y[i], z[i], mode)
			}
		})
	})
	b.Run("min32", func(b *testing.B) {
		benchLanes(b, func(d, x, y, z *Row) {
			for i := range d {
				d[i] = min32(x[i], y[i], mode, true)
			}
		})
	})
	b.Run("fma64", func(b *testing.B) {
		benchLanes(b, func(d, x, y, z *Row) {
			for i := range d {
				d[i] = uint32(fma64(uint64(x[i])<<32, uint64(y[i])<<32, uint64(z[i])<<32, mode))
			}
		})
	})
	b.Run("add16", func(b *testing.B) {
		benchLanes(b, func(d, x, y, z *Row) {
			for i := range d {
				d[i] = add16(x[i]>>16, y[i]>>16, mode)
			}
		})
	})
	b.Run("fma16", func(b *testing.B) {
		benchLanes(b, func(d, x, y, z *Row) {
			for i := range d {
				d[i] = fma16(x[i]>>16, y[i]>>16, z[i]>>16, mode)
			}
		})
	})
	for _, op := range []struct {
		name string
		f    func(uint32) uint32
	}{{"rcp32", rcp32}, {"rsq32", rsq32}, {"exp32", exp32}, {"log32", log32}, {"cvtI32from32", cvtI32from32}} {
		b.Run(op.name, func(b *testing.B) {
			benchLanes(b, func(d, x, _, _ *Row) {
				for i := range d {
					d[i] = op.f(x[i])
				}
			})
		})
	}
	b.Run("sin32", func(b *testing.B) {
		benchLanes(b, func(d, x, _, _ *Row) {
			for i := range d {
				d[i] = sin32(x[i], mode)
			}
		})
	})
	b.Run("divide32", func(b *testing.B) {
		benchLanes(b, func(d, x, y, _ *Row) {
			for i := range d {
				d[i] = divide32(x[i], y[i], mode)
			}
		})
	})
}
