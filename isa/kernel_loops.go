package isa

// More lane loops, for rows whose operands are not one dword each. The names say what f takes and
// gives: a 64-bit operand is 64, a dword 32. As in kernel.go each loop has one call of f, so that
// the row's literal is inlined where the loop is small enough.

// wide is lane i of a 64-bit operand.
func wide(r *[4]*Row, i int) uint64 { return uint64(r[0][i]) | uint64(r[1][i])<<32 }

// sat reports whether an integer kernel saturates: from GCN 1.2 on, with the CLAMP bit set (LLVM
// FeatureIntClamp).
func (k *Vec) sat() bool { return k.Clamp && k.Features.Has(FeatureIntClamp) }

// rows3 is map3 on explicit rows.
func rows3(rd, ra, rb, rc *Row, f func(a, b, c uint32) uint32) {
	d, a, b, c := rd[:], ra[:], rb[:], rc[:]
	for i := range d {
		d[i] = f(a[i], b[i], c[i])
	}
}

// mapLane gives f the lane number too.
func mapLane(k *Vec, f func(a, b uint32, lane int) uint32) {
	d, a, b := k.D[0][:], k.A[0][:], k.B[0][:]
	for i := range d {
		d[i] = f(a[i], b[i], i)
	}
}

// mapIn gives f the lane's bit of k.In, 0 or 1.
func mapIn(k *Vec, f func(a, b, in uint32) uint32) {
	d, a, b, in := k.D[0][:], k.A[0][:], k.B[0][:], k.In
	for i := range d {
		d[i] = f(a[i], b[i], uint32(in&1))
		in >>= 1
	}
}

// rowsCarry is for additions and subtractions with carry: f gets the lane's bit of in and gives the
// result and the bit of the carry out.
func rowsCarry(rd, ra, rb *Row, in uint64, f func(a, b, in uint32) (d, out uint32)) (m uint64) {
	d, a, b := rd[:], ra[:], rb[:]
	for i := range d {
		r, out := f(a[i], b[i], uint32(in&1))
		d[i] = r
		in >>= 1
		m = m>>1 | uint64(out)<<63
	}
	return m
}

// rowsCmp64 collects one bit per lane.
func rowsCmp64(a0, a1, b0, b1 *Row, f func(a, b uint64) bool) (m uint64) {
	for i := range a0 {
		m = m>>1 | uint64(b2u(f(uint64(a0[i])|uint64(a1[i])<<32, uint64(b0[i])|uint64(b1[i])<<32)))<<63
	}
	return m
}

// map64 is 64 <- 64.
func map64(k *Vec, f func(a uint64) uint64) {
	for i := range k.D[0] {
		r := f(wide(&k.A, i))
		k.D[0][i], k.D[1][i] = uint32(r), uint32(r>>32)
	}
}

// map64x2 is 64 <- 64, 64.
func map64x2(k *Vec, f func(a, b uint64) uint64) {
	for i := range k.D[0] {
		r := f(wide(&k.A, i), wide(&k.B, i))
		k.D[0][i], k.D[1][i] = uint32(r), uint32(r>>32)
	}
}

// map64x3 is 64 <- 64, 64, 64.
func map64x3(k *Vec, f func(a, b, c uint64) uint64) {
	for i := range k.D[0] {
		r := f(wide(&k.A, i), wide(&k.B, i), wide(&k.C, i))
		k.D[0][i], k.D[1][i] = uint32(r), uint32(r>>32)
	}
}

// mapTo64 is 64 <- 32.
func mapTo64(k *Vec, f func(a uint32) uint64) {
	d0, d1, a := k.D[0][:], k.D[1][:], k.A[0][:]
	for i := range d0 {
		r := f(a[i])
		d0[i], d1[i] = uint32(r), uint32(r>>32)
	}
}

// mapFrom64 is 32 <- 64.
func mapFrom64(k *Vec, f func(a uint64) uint32) {
	d, a0, a1 := k.D[0][:], k.A[0][:], k.A[1][:]
	for i := range d {
		d[i] = f(uint64(a0[i]) | uint64(a1[i])<<32)
	}
}

// rows64x32 is 64 <- 64, 32 on explicit rows.
func rows64x32(d0, d1, a0, a1, b *Row, f func(a uint64, b uint32) uint64) {
	for i := range d0 {
		r := f(uint64(a0[i])|uint64(a1[i])<<32, b[i])
		d0[i], d1[i] = uint32(r), uint32(r>>32)
	}
}
