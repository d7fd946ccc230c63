package suite

import (
	"crypto/sha256"
	"encoding/binary"
	"math/big"
)

// loopKernels are hot loops that are compiled kernels.
var loopKernels = []Case{
	{Name: "gemm", About: "product of matrices, blocks of 4 x 4 in registers", make: gemm},
	{Name: "reduction", About: "sums in a tree in LDS", make: reduction},
	{Name: "sha256", About: "SHA-256 of 64 bytes in each work-item", make: sha},
}

func gemm(small bool) (*Work, error) {
	w, err := compiled("gemm")
	if err != nil {
		return nil, err
	}
	n := pick(small, 256, 64)
	r := source(13)
	a, b, c := whole(r, n*n), whole(r, n*n), make([]float32, n*n)
	for k := range n {
		for y, v := range a[k*n:][:n] {
			for x, u := range b[k*n:][:n] {
				c[y*n+x] += v * u // exact
			}
		}
	}
	w.input("a", f32s(a))
	w.input("b", f32s(b))
	w.output("c", f32s(c), exactF32)
	w.launch("gemm", [2]int{n / 4, n / 4}, [2]int{16, 4}, "a", "b", "c", uint32(n))
	return w, nil
}

func reduction(small bool) (*Work, error) {
	w, err := compiled("reduction")
	if err != nil {
		return nil, err
	}
	const each = 16 * 256
	groups := pick(small, 1024, 4)
	r := source(14)
	in, out := make([]uint32, groups*each), make([]uint32, groups)
	for i := range in {
		in[i] = r.Uint32()
		out[i/each] += in[i]
	}
	w.input("in", u32s(in))
	w.output("out", u32s(out), exactU32)
	w.launch("reduction", [2]int{groups * 256, 1}, [2]int{256, 1}, "in", "out")
	return w, nil
}

func sha(small bool) (*Work, error) {
	w, err := compiled("sha256")
	if err != nil {
		return nil, err
	}
	n := pick(small, 16<<10, 64)
	r := source(15)
	in, out := make([]uint32, 16*n), make([]byte, 0, 32*n)
	for i := range in {
		in[i] = r.Uint32()
	}
	for i := range n {
		var message []byte
		for k := range 16 {
			message = binary.LittleEndian.AppendUint32(message, in[k*n+i])
		}
		digest := sha256.Sum256(message)
		out = append(out, digest[:]...)
	}
	w.input("in", u32s(in))
	w.input("keys", u32s(roots(64)))
	w.output("out", out, exactU32)
	w.launch("sha256", [2]int{n, 1}, [2]int{64, 1}, "in", "keys", "out", uint32(n))
	return w, nil
}

// roots are the first 32 bits behind the point of the cube roots of the first n primes (FIPS 180-4,
// 4.2.2).
func roots(n int) (list []uint32) {
	for p := int64(2); len(list) < n; p++ {
		if !big.NewInt(p).ProbablyPrime(0) { // exact below 2^64
			continue
		}
		// The root of p * 2^96 has 32 bits behind the point.
		want := new(big.Int).Lsh(big.NewInt(p), 96)
		low, high := uint64(0), uint64(1)<<40
		for high-low > 1 {
			mid := (low + high) / 2
			if m := new(big.Int).SetUint64(mid); new(big.Int).Exp(m, big.NewInt(3), nil).Cmp(want) <= 0 {
				low = mid
			} else {
				high = mid
			}
		}
		list = append(list, uint32(low))
	}
	return list
}
