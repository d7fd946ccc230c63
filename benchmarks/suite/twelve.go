package suite

import (
	"crypto/aes"
	"embed"
	"encoding/binary"
	"math"
	"math/bits"
	"math/cmplx"
	"math/rand/v2"
	"slices"

	"github.com/gcnsim/gcnsim/sim/codeobj"
)

// The kernels with their code objects, and the header that they share. cl/make.sh makes the objects.
//
//go:embed cl
var clFiles embed.FS

// twelve are ordinary kernels, compiled by clang. Each makes its inputs and computes its results in
// plain Go, in another way than the kernel where there is one.
var twelve = []Case{
	{Name: "fir", About: "finite impulse response of 64 taps", make: fir},
	{Name: "aes", About: "AES-128, a block in each work-item, table in LDS", make: aes128},
	{Name: "matmul", About: "product of matrices of 480 x 480, tiles in LDS", make: matmul},
	{Name: "bitonic", About: "sort of 32768 keys in 120 launches", make: bitonic},
	{Name: "kmeans", About: "nearest of 8 centres of 32 features", make: kmeans},
	{Name: "transpose", About: "transpose of 4096 x 4096, tiles in LDS", make: transpose},
	{Name: "nbody", About: "gravity of 4096 bodies, tiles in LDS", make: nbody},
	{Name: "convolution", About: "3 x 3 mask, result of 1022 x 1022", make: convolution},
	{Name: "floyd", About: "shortest paths of 160 nodes in 160 launches", make: floyd},
	{Name: "walsh", About: "Walsh transform of 2^18 elements in 18 launches", make: walsh},
	{Name: "fft", About: "transforms of 512 points, radix 8 in registers", make: fft},
	{Name: "stencil", About: "nine-point stencil of 2048 x 2048, tile in LDS", make: stencil},
}

// compiled begins the work of a kernel of cl.
func compiled(name string) (*Work, error) {
	data, err := clFiles.ReadFile("cl/" + name + ".hsaco")
	if err != nil {
		return nil, err
	}
	w := newWork(name)
	w.source = name + ".cl"
	w.Object, err = codeobj.Load(data)
	return w, err
}

// pick is a size: the full one, or the one for tests.
func pick(small bool, full, little int) int {
	if small {
		return little
	}
	return full
}

// source is where inputs come from: the same numbers every time.
func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

// whole are n whole numbers from -8 to 7: sums of products of them are exact in f32.
func whole(r *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(r.IntN(16) - 8)
	}
	return v
}

// fractions are n numbers from 0 to 1.
func fractions(r *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = r.Float32()
	}
	return v
}

func fir(small bool) (*Work, error) {
	w, err := compiled("fir")
	if err != nil {
		return nil, err
	}
	const taps = 64
	n := pick(small, 384<<10, 1<<10)
	r := source(1)
	in, tap, out := fractions(r, n+taps-1), fractions(r, taps), make([]float32, n)
	for i := range out {
		for k, t := range tap {
			out[i] += float32(t * in[i+k])
		}
	}
	w.input("in", f32s(in))
	w.input("tap", f32s(tap))
	w.output("out", f32s(out), exactF32)
	w.launch("fir", [2]int{n, 1}, [2]int{256, 1}, "in", "tap", "out", uint32(taps))
	return w, nil
}

func aes128(small bool) (*Work, error) {
	w, err := compiled("aes")
	if err != nil {
		return nil, err
	}
	n := pick(small, 192<<10, 512)
	r := source(2)
	key, in := make([]byte, 16), make([]byte, 16*n)
	for i := range key {
		key[i] = byte(r.Uint32())
	}
	for i := range in {
		in[i] = byte(r.Uint32())
	}
	c, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	out := make([]byte, len(in))
	for i := 0; i < len(in); i += 16 {
		c.Encrypt(out[i:], in[i:])
	}
	box := substitution()
	table := make([]uint32, 256)
	for i, s := range box {
		s := uint32(s)
		two := uint32(twice(byte(s)))
		table[i] = two | s<<8 | s<<16 | (two^s)<<24
	}
	w.input("in", in)
	w.input("keys", u32s(schedule(key, &box)))
	w.input("tables", u32s(table))
	w.output("out", out, exactU32)
	w.launch("aes", [2]int{n, 1}, [2]int{256, 1}, "in", "keys", "tables", "out")
	return w, nil
}

// twice is the product by x in AES's field (FIPS 197, 4.2.1).
func twice(a byte) byte { return a<<1 ^ a>>7*0x1b }

// substitution is the S-box: the inverse by powers of the generator 3, and the affine transform
// (FIPS 197, 5.1.1).
func substitution() (box [256]byte) {
	p, q := byte(1), byte(1)
	for {
		p ^= twice(p) // times 3
		q ^= q << 1   // divided by 3
		q ^= q << 2
		q ^= q << 4
		q ^= q >> 7 * 0x09
		box[p] = q ^ bits.RotateLeft8(q, 1) ^ bits.RotateLeft8(q, 2) ^ bits.RotateLeft8(q, 3) ^ bits.RotateLeft8(q, 4) ^ 0x63
		if p == 1 {
			box[0] = 0x63
			return box
		}
	}
}

// schedule expands a key (FIPS 197, 5.2), in little-endian words.
func schedule(key []byte, box *[256]byte) []uint32 {
	k := make([]uint32, 44)
	round := byte(1)
	for i := range k {
		if i < 4 {
			k[i] = binary.LittleEndian.Uint32(key[4*i:])
			continue
		}
		t := k[i-1]
		if i%4 == 0 {
			t = bits.RotateLeft32(t, -8)
			t = uint32(box[t&255]) | uint32(box[t>>8&255])<<8 | uint32(box[t>>16&255])<<16 | uint32(box[t>>24])<<24
			t ^= uint32(round)
			round = twice(round)
		}
		k[i] = k[i-4] ^ t
	}
	return k
}

func matmul(small bool) (*Work, error) {
	w, err := compiled("matmul")
	if err != nil {
		return nil, err
	}
	n := pick(small, 480, 32)
	r := source(3)
	a, b, c := whole(r, n*n), whole(r, n*n), make([]float32, n*n)
	for y := range n {
		row := c[y*n:][:n]
		for k, v := range a[y*n:][:n] {
			for x, u := range b[k*n:][:n] {
				row[x] += v * u // exact
			}
		}
	}
	w.input("a", f32s(a))
	w.input("b", f32s(b))
	w.output("c", f32s(c), exactF32)
	w.launch("matmul", [2]int{n, n / 2}, [2]int{16, 16}, "a", "b", "c", uint32(n))
	return w, nil
}

func bitonic(small bool) (*Work, error) {
	w, err := compiled("bitonic")
	if err != nil {
		return nil, err
	}
	logN := pick(small, 15, 9)
	r := source(4)
	keys := make([]uint32, 1<<logN)
	for i := range keys {
		keys[i] = r.Uint32()
	}
	w.inout("keys", u32s(keys), u32s(slices.Sorted(slices.Values(keys))), exactU32)
	for stage := range logN {
		for pass := stage; pass >= 0; pass-- {
			w.launch("bitonic", [2]int{len(keys) / 2, 1}, [2]int{256, 1}, "keys", uint32(stage), uint32(pass))
		}
	}
	return w, nil
}

func kmeans(small bool) (*Work, error) {
	w, err := compiled("kmeans")
	if err != nil {
		return nil, err
	}
	const features, clusters = 32, 8
	n := pick(small, 64<<10, 256)
	r := source(5)
	points, centres, nearest := fractions(r, n*features), fractions(r, clusters*features), make([]uint32, n)
	for i := range nearest {
		least := float32(3e38)
		for c := range clusters {
			sum := float32(0)
			for f := range features {
				d := points[f*n+i] - centres[c*features+f]
				sum += float32(d * d)
			}
			if sum < least {
				least, nearest[i] = sum, uint32(c)
			}
		}
	}
	w.input("points", f32s(points))
	w.input("centres", f32s(centres))
	w.output("nearest", u32s(nearest), exactU32)
	w.launch("kmeans", [2]int{n, 1}, [2]int{64, 1}, "points", "centres", "nearest", uint32(n), uint32(features),
		uint32(clusters))
	return w, nil
}

func transpose(small bool) (*Work, error) {
	w, err := compiled("transpose")
	if err != nil {
		return nil, err
	}
	n := pick(small, 4096, 128)
	in, out := make([]uint32, n*n), make([]uint32, n*n)
	for y := range n {
		for x := range n {
			v := uint32(y*n+x) * 2654435761
			in[y*n+x], out[x*n+y] = v, v
		}
	}
	w.input("in", u32s(in))
	w.output("out", u32s(out), exactU32)
	w.launch("transpose", [2]int{n / 4, n / 4}, [2]int{16, 16}, "in", "out", uint32(n))
	return w, nil
}

// The kernel's reciprocal square root and its sums are in f32, the results here in f64: they are
// alike to some 1e-5.
func nbody(small bool) (*Work, error) {
	w, err := compiled("nbody")
	if err != nil {
		return nil, err
	}
	const step, soft = float32(1) / 64, float32(1) / 64
	n := pick(small, 4096, 256)
	r := source(6)
	from, speeds := fractions(r, 4*n), fractions(r, 4*n)
	to, after := slices.Clone(from), slices.Clone(speeds)
	for i := range n {
		var a [3]float64
		for k := range n {
			var d [3]float64
			square := float64(soft)
			for j := range d {
				d[j] = float64(from[4*k+j]) - float64(from[4*i+j])
				square += d[j] * d[j]
			}
			pull := float64(from[4*k+3]) / (square * math.Sqrt(square))
			for j := range a {
				a[j] += d[j] * pull
			}
		}
		for j := range a {
			v := float64(speeds[4*i+j]) + a[j]*float64(step)
			after[4*i+j], to[4*i+j] = float32(v), float32(float64(from[4*i+j])+v*float64(step))
		}
	}
	near := exactF32
	near.Abs, near.Rel = 1e-4, 1e-4
	w.input("from", f32s(from))
	w.output("to", f32s(to), near)
	w.inout("speeds", f32s(speeds), f32s(after), near)
	w.launch("nbody", [2]int{n, 1}, [2]int{256, 1}, "from", "to", "speeds", uint32(n), step, soft)
	return w, nil
}

func convolution(small bool) (*Work, error) {
	w, err := compiled("convolution")
	if err != nil {
		return nil, err
	}
	const side = 3
	n := pick(small, 1022, 62)
	pitch := n + side - 1
	r := source(7)
	in, mask, out := whole(r, pitch*pitch), whole(r, side*side), make([]float32, n*n)
	for y := range n {
		for j := range side {
			for i := range side {
				m := mask[j*side+i]
				row := in[(y+j)*pitch+i:]
				for x := range n {
					out[y*n+x] += m * row[x] // exact
				}
			}
		}
	}
	w.input("in", f32s(in))
	w.input("mask", f32s(mask))
	w.output("out", f32s(out), exactF32)
	up := func(n, group int) int { return (n + group - 1) / group * group }
	w.launch("convolution", [2]int{up(n, 64), up(n, 4)}, [2]int{64, 4}, "in", "mask", "out", uint32(n), uint32(n),
		uint32(side))
	return w, nil
}

func floyd(small bool) (*Work, error) {
	w, err := compiled("floyd")
	if err != nil {
		return nil, err
	}
	n := pick(small, 160, 32)
	r := source(8)
	way, over := make([]uint32, n*n), make([]uint32, n*n)
	for i := range way {
		way[i], over[i] = 1+r.Uint32N(1<<20), math.MaxUint32
		if i%(n+1) == 0 {
			way[i] = 0
		}
	}
	w.inout("way", u32s(way), nil, exactU32)
	w.inout("over", u32s(over), nil, exactU32)
	for k := range n {
		for y := range n {
			for x := range n {
				if d := way[y*n+k] + way[k*n+x]; d < way[y*n+x] {
					way[y*n+x], over[y*n+x] = d, uint32(k)
				}
			}
		}
		w.launch("floyd", [2]int{n, n}, [2]int{16, 16}, "way", "over", uint32(n), uint32(k))
	}
	w.expect("way", u32s(way), exactU32)
	w.expect("over", u32s(over), exactU32)
	return w, nil
}

// Element k of the transform is the sum of all elements, those whose number has an odd number of
// bits in common with k taken away.
func walsh(small bool) (*Work, error) {
	w, err := compiled("walsh")
	if err != nil {
		return nil, err
	}
	logN := pick(small, 18, 9)
	n := 1 << logN
	in := whole(source(9), n)
	// Half of the bits in each of two steps: 2^9 sums for each element instead of 2^18.
	low := 1 << (logN / 2)
	part, out := make([]float32, n), make([]float32, n)
	signed := func(a, b int, v float32) float32 {
		if bits.OnesCount(uint(a&b))&1 != 0 {
			return -v
		}
		return v
	}
	for i := range n {
		row := in[i&^(low-1):][:low]
		for j, v := range row {
			part[i] += signed(i, j, v) // exact, as are all sums here
		}
	}
	for i := range n {
		for j := 0; j < n/low; j++ {
			out[i] += signed(i/low, j, part[j*low+i%low])
		}
	}
	w.inout("v", f32s(in), f32s(out), exactF32)
	for apart := 1; apart < n; apart *= 2 {
		w.launch("walsh", [2]int{n / 2, 1}, [2]int{256, 1}, "v", uint32(apart))
	}
	return w, nil
}

// The kernel computes in f32, in another order than the sums here, which are in f64.
func fft(small bool) (*Work, error) {
	w, err := compiled("fft")
	if err != nil {
		return nil, err
	}
	const points = 512
	groups := pick(small, 4096, 4)
	r := source(10)
	in, out := fractions(r, 2*points*groups), make([]float32, 2*points*groups)
	var turns [points]complex128
	roots := make([]float32, 0, 2*points)
	for k := range turns {
		turns[k] = cmplx.Rect(1, -2*math.Pi*float64(k)/points)
		roots = append(roots, float32(real(turns[k])), float32(imag(turns[k])))
	}
	var v, even [points]complex128
	for g := range groups {
		at := 2 * points * g
		for i := range v {
			k := bits.Reverse16(uint16(i)) >> 7
			v[i] = complex(float64(in[at+2*int(k)]), float64(in[at+2*int(k)+1]))
		}
		for half := 1; half < points; half *= 2 { // Cooley and Tukey
			even = v
			for i := range v {
				k := i &^ half
				v[i] = even[k] + turns[i%(2*half)*(points/2/half)]*even[k|half]
			}
		}
		for i, x := range v {
			out[at+2*i], out[at+2*i+1] = float32(real(x)), float32(imag(x))
		}
	}
	near := exactF32
	near.Abs = 1e-3 // of sums of 512 numbers below 1
	w.input("in", f32s(in))
	w.input("roots", f32s(roots))
	w.output("out", f32s(out), near)
	w.launch("fft", [2]int{64 * groups, 1}, [2]int{64, 1}, "in", "roots", "out")
	return w, nil
}

func stencil(small bool) (*Work, error) {
	w, err := compiled("stencil")
	if err != nil {
		return nil, err
	}
	const centre, side, corner = float32(0.5), float32(0.0625), float32(0.03125)
	n := pick(small, 2048, 64)
	pitch := n + 2
	in := fractions(source(11), pitch*pitch)
	out := make([]float32, pitch*pitch)
	for y := 1; y <= n; y++ {
		above, row, below := in[(y-1)*pitch:], in[y*pitch:], in[(y+1)*pitch:]
		for x := 1; x <= n; x++ {
			s := above[x] + below[x] + row[x-1] + row[x+1]
			c := above[x-1] + above[x+1] + below[x-1] + below[x+1]
			out[y*pitch+x] = float32(float32(centre*row[x])+float32(side*s)) + float32(corner*c)
		}
	}
	w.input("in", f32s(in))
	w.output("out", f32s(out), exactF32)
	w.launch("stencil", [2]int{n, n}, [2]int{64, 4}, "in", "out", uint32(pitch), centre, side, corner)
	return w, nil
}
