package run

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim/launch"
)

func TestCompare(t *testing.T) {
	f32 := func(v ...float64) (b []byte) {
		for _, x := range v {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(x)))
		}
		return b
	}
	f64 := func(v ...float64) (b []byte) {
		for _, x := range v {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
		return b
	}
	f16 := func(v ...uint16) (b []byte) {
		for _, x := range v {
			b = binary.LittleEndian.AppendUint16(b, x)
		}
		return b
	}
	next := func(x float64) float64 { return float64(math.Nextafter32(float32(x), 100)) }
	inf, nan, negZero := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	size := func(as string) int { t := launch.Type{Name: as}; return t.Size() }
	for _, c := range []struct {
		as        string
		got, want []byte
		ulp       uint64
		abs, rel  float64
		bad       []int // elements that differ
	}{
		{"bytes", []byte{1, 2, 3}, []byte{1, 2, 3}, 0, 0, 0, nil},
		{"bytes", []byte{1, 9, 8}, []byte{1, 2, 3}, 5, 100, 1, []int{1, 2}},
		{"f32", f32(1, next(1), next(next(1))), f32(1, 1, 1), 1, 0, 0, []int{2}},
		{"f32", f32(nan, 1, nan), f32(nan, nan, 1), 9, inf, 9, []int{1, 2}},
		{"f32", f32(negZero, 0), f32(0, negZero), 0, 0, 0, []int{0, 1}},
		{"f32", f32(negZero, 0), f32(0, negZero), 1, 0, 0, nil},
		{"f32", f32(negZero), f32(0), 0, 1e-30, 0, nil},
		{"f32", f32(inf, math.MaxFloat32), f32(math.MaxFloat32, inf), 0, 1e300, 1e300, []int{0, 1}},
		{"f32", f32(inf), f32(math.MaxFloat32), 1, 0, 0, nil},
		{"f32", f32(-1.25, 5), f32(-1, 4), 0, 0.25, 0, []int{1}},
		{"f32", f32(99, 111), f32(100, 100), 0, 0, 0.1, []int{1}},
		{"f32", f32(1, 2, nan, -4, 9, 6), f32(1.01, 2.01, nan, -4.01, 5, 6.01), 0, 0, 0.01, []int{4}},
		{"f32", f32(1, inf, 3, nan, 5), f32(1.01, inf, -3, 4, 5.01), 0, 0.02, 0, []int{2, 3}},
		{"f32", f32(-1e-45), f32(1e-45), 2, 0, 0, []int{0}}, // -min -0 +0 +min: three steps
		{"f32", f32(-1e-45), f32(1e-45), 3, 0, 0, nil},
		{"f64", f64(math.MaxFloat64), f64(-math.MaxFloat64), 0, 1e308, 1, []int{0}},
		{"f64", f64(math.Nextafter(1, 2)), f64(1), 1, 0, 0, nil},
		{"f16", f16(0x3c00, 0x3c01, 0x3c02), f16(0x3c00, 0x3c00, 0x3c00), 1, 0, 0, []int{2}},
		{"f16", f16(0x7e00, 0x7c00), f16(0xfe01, 0xfc00), 0, 0, 0, []int{1}},
		{"f16", f16(0x4000), f16(0x3c00), 0, 1, 0, nil},
	} {
		m := Compare(&launch.Type{Name: c.as, ULP: c.ulp, Abs: c.abs, Rel: c.rel}, c.got, c.want)
		if c.bad == nil {
			require.Nil(t, m, "%+v", c)
			continue
		}
		require.NotNil(t, m, "%+v", c)
		require.Equal(t, c.bad[0], m.Index, "%+v", c)
		require.Equal(t, len(c.bad), m.Count, "%+v", c)
		require.Equal(t, m.Index*size(c.as), m.Offset)
		require.Equal(t, len(c.got)/size(c.as), m.Total)
	}
	require.Equal(t, "element 1 (byte offset 0x4) is 2.5 (0x40200000), should be -0.1 (0xbdcccccd); 1 of 2 differ",
		Compare(&launch.Type{Name: "f32"}, f32(1, 2.5), f32(1, -0.1)).String())
	require.Equal(t, "element 0 (byte offset 0x0) is 1 (0x3c00), should be NaN (0x7e00); 1 of 1 differ",
		Compare(&launch.Type{Name: "f16"}, f16(0x3c00), f16(0x7e00)).String())
	require.Equal(t, "element 0 (byte offset 0x0) is 0x01, should be 0x10; 1 of 1 differ", Compare(&launch.Type{Name: "bytes"}, []byte{1}, []byte{16}).String())
	require.Contains(t, Compare(&launch.Type{Name: "f32"}, f32(1), nil).String(), "it has 4 bytes, should have 0")
	require.Contains(t, Compare(&launch.Type{Name: "f64"}, f32(1), f32(1)).String(), "not a whole number of f64")
	require.Contains(t, Compare(&launch.Type{Name: "f8"}, nil, nil).String(), "unknown element type")
}
