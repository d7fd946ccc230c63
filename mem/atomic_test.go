package mem

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// bigAtomic is the integer operations' meaning in unbounded arithmetic.
func bigAtomic(op isa.AtomicOp, old, src, cmp uint64, bits uint) uint64 {
	mod := new(big.Int).Lsh(big.NewInt(1), bits)
	u := func(x uint64) *big.Int { return new(big.Int).SetUint64(x) }
	s := func(x uint64) *big.Int {
		v := u(x)
		if v.Bit(int(bits)-1) != 0 {
			v.Sub(v, mod)
		}
		return v
	}
	o, d, c := u(old), u(src), u(cmp)
	res := new(big.Int)
	switch op {
	case isa.AtomNone:
		res = o
	case isa.AtomSwap:
		res = d
	case isa.AtomCmpSwap:
		if res = o; o.Cmp(c) == 0 {
			res = d
		}
	case isa.AtomAdd:
		res.Add(o, d)
	case isa.AtomSub:
		res.Sub(o, d)
	case isa.AtomRSub:
		res.Sub(d, o)
	case isa.AtomSMin, isa.AtomSMax:
		if res = s(old); s(src).Cmp(res) < 0 == (op == isa.AtomSMin) {
			res = s(src)
		}
	case isa.AtomUMin, isa.AtomUMax:
		if res = o; d.Cmp(o) < 0 == (op == isa.AtomUMin) {
			res = d
		}
	case isa.AtomAnd:
		res.And(o, d)
	case isa.AtomOr:
		res.Or(o, d)
	case isa.AtomXor:
		res.Xor(o, d)
	case isa.AtomInc:
		if o.Cmp(d) < 0 {
			res.Add(o, big.NewInt(1))
		}
	case isa.AtomDec:
		if res.Sub(o, big.NewInt(1)); o.Sign() == 0 || o.Cmp(d) > 0 {
			res = d
		}
	case isa.AtomMskOr:
		res.AndNot(o, d)
		res.Or(res, c)
	case isa.AtomWrap:
		if res.Sub(o, d); res.Sign() < 0 {
			res.Add(o, c)
		}
	default:
		return math.MaxUint64
	}
	return new(big.Int).Mod(res, mod).Uint64()
}

func TestAtomicIntegersAgainstBig(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	edge := []uint64{0, 1, 2, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0x7fffffffffffffff, 0x8000000000000000, math.MaxUint64, 5, 6}
	for op := isa.AtomNone; op < isa.NumAtomicOps; op++ {
		switch op {
		case isa.AtomFAdd, isa.AtomFMin, isa.AtomFMax, isa.AtomFCmpSwap:
			continue
		}
		check := func(a, b, c uint64) {
			require.Equal(t, bigAtomic(op, a, b, c, 64), apply64(op, a, b, c, false), "op %d %x %x %x", op, a, b, c)
			a, b, c = a&0xffffffff, b&0xffffffff, c&0xffffffff
			require.Equal(t, uint32(bigAtomic(op, a, b, c, 32)), apply32(op, uint32(a), uint32(b), uint32(c), false), "op %d %x %x %x", op, a, b, c)
		}
		for _, a := range edge {
			for _, b := range edge {
				check(a, b, a)
				check(a, b, 3)
			}
		}
		for range 2000 {
			check(rnd.Uint64(), rnd.Uint64(), rnd.Uint64())
		}
	}
}

func TestErrataB26B27D14D15FloatAtomics(t *testing.T) {
	const (
		one, two, neg0, inf = 0x3f800000, 0x40000000, 0x80000000, 0x7f800000
		qnan, snan, den     = 0x7fc00001, 0x7f800001, 0x00000001
	)
	for i, c := range []struct {
		op            isa.AtomicOp
		old, src, cmp uint32
		flush         bool
		want          uint32
		name          string
	}{
		{isa.AtomFCmpSwap, neg0, 7, 0, false, 7, "-0 equals +0; the bits of src are stored"},
		{isa.AtomFCmpSwap, qnan, 7, qnan, false, qnan, "NaN equals nothing"},
		{isa.AtomFCmpSwap, den, 7, den, false, 7, "denormals compare"},
		{isa.AtomFCmpSwap, den, 7, 0, false, den, "denormals are not zero"},
		{isa.AtomFMin, one, two, 0, false, one, ""},
		{isa.AtomFMin, two, one, 0, false, one, ""},
		{isa.AtomFMin, one, qnan, 0, false, one, "NaN never replaces"},
		{isa.AtomFMin, snan, one, 0, false, snan, "NaN in memory stays, unchanged"},
		{isa.AtomFMin, 0, neg0, 0, false, 0, "-0 is not below +0"},
		{isa.AtomFMin, one, den, 0, false, den, "denormals are kept"},
		{isa.AtomFMax, 0, den, 0, false, den, "denormals are kept"},
		{isa.AtomFMax, one, inf, 0, false, inf, ""},
		{isa.AtomFMax, one, qnan, 0, false, one, ""},
		{isa.AtomFMax, snan, inf, 0, false, snan, ""},
		{isa.AtomFAdd, one, one, 0, false, two, ""},
		{isa.AtomFAdd, den, den, 0, false, 2, "denormals kept"},
		{isa.AtomFAdd, den, den, 0, true, 0, "denormals flushed"},
		{isa.AtomFAdd, 0x80000001, neg0, 0, true, neg0, "sign kept"},
		{isa.AtomFAdd, 0x00800001, 0x80800000, 0, true, 0, "denormal result flushed"},
		{isa.AtomFAdd, 0x00800001, 0x80800000, 0, false, 1, "denormal result kept"},
		{isa.AtomFAdd, inf, inf | neg0, 0, false, 0x7fc00000, "default NaN is positive"},
		{isa.AtomFAdd, snan, qnan, 0, false, snan | 0x400000, "memory's NaN first, quiet"},
		{isa.AtomFAdd, one, snan, 0, false, snan | 0x400000, "operand's NaN, quiet"},
		{isa.AtomFAdd, 0x7f7fffff, 0x7f7fffff, 0, false, inf, "overflow"},
		{isa.AtomFAdd, 0x3f800000, 0x33800000, 0, false, 0x3f800000, "tie to even"},
	} {
		require.Equal(t, c.want, apply32(c.op, c.old, c.src, c.cmp, c.flush), "%d %s", i, c.name)
	}
	f := math.Float64bits
	for i, c := range []struct {
		op                  isa.AtomicOp
		old, src, cmp, want uint64
		flush               bool
	}{
		{isa.AtomFCmpSwap, 1 << 63, 7, 0, 7, false},
		{isa.AtomFMin, f(1), f(0.5), 0, f(0.5), false},
		{isa.AtomFMax, f(1), f(math.NaN()), 0, f(1), false},
		{isa.AtomFMax, f(math.MaxFloat64), f(math.Inf(1)), 0, f(math.Inf(1)), false},
		{isa.AtomFAdd, f(0.1), f(0.2), 0, 0x3fd3333333333334, false},
		{isa.AtomFAdd, 1, 1, 0, 2, false},
		{isa.AtomFAdd, 1, 1, 0, 0, true},
		{isa.AtomFAdd, f(math.Inf(1)), f(math.Inf(-1)), 0, 0x7ff8000000000000, false},
		{isa.AtomFAdd, 0x7ff0000000000001, f(1), 0, 0x7ff8000000000001, false},
	} {
		require.Equal(t, c.want, apply64(c.op, c.old, c.src, c.cmp, c.flush), "%d", i)
	}
}

// Global (locked, alone, one address) and LDS lanes against a sequential model built on Apply.
func TestAtomicLanesAreSequential(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 14))
	for op := isa.AtomSwap; op < isa.NumAtomicOps; op++ {
		for _, n := range []int{4, 8} {
			for kind := range 6 {
				t.Run(fmt.Sprintf("%d/%d/%d", op, n, kind), func(t *testing.T) {
					g := NewGlobal()
					r := mustMap(t, g, "r", 0x1000, 512)
					l := NewLDS(512)
					src, cmp, ret := rowsOf(2), rowsOf(2), rowsOf(2)
					exec := rnd.Uint64()
					var addr Row
					mem := make([]uint64, 512/n)
					for i := range mem {
						mem[i] = uint64(rnd.Uint32N(8))
						b := append(elementBytes([]*Row{{uint32(mem[i])}}, 0), 0, 0, 0, 0)[:n]
						require.NoError(t, g.Write(r.Base+uint64(i*n), b))
						copy(l.b[i*n:], b)
					}
					for i := range 64 {
						src[0][i], cmp[0][i] = rnd.Uint32N(8), rnd.Uint32N(8)
						switch kind % 3 {
						case 0:
							addr[i] = 16
						case 1:
							addr[i] = uint32(n * i)
						default:
							addr[i] = uint32(n * rnd.IntN(4))
						}
					}
					want := rowsOf(2)
					for i := range 64 {
						if exec>>i&1 == 0 {
							continue
						}
						w := &mem[int(addr[i])/n]
						want[0][i], want[1][i] = uint32(*w), uint32(*w>>32)
						if n == 8 {
							*w = apply64(op, *w, uint64(src[0][i]), uint64(cmp[0][i]), false)
						} else {
							*w = uint64(apply32(op, uint32(*w), src[0][i], cmp[0][i], false))
							want[1][i] = 0
						}
					}
					a := &Atomic{Access: Access{Exec: exec, Bytes: n, Rows: ret[:n/4]}, Op: op, Src: src[:n/4], Cmp: cmp[:n/4], Alone: kind >= 3}
					for i := range addr {
						a.Addr[i] = r.Base + uint64(addr[i])
					}
					require.NoError(t, g.AtomicLanes(a))
					require.Equal(t, want, ret)
					ret = rowsOf(2)
					l.Atomic(&DSAccess{Exec: exec, Addr: &addr, Limit: 512, Bytes: n, Rows: ret[:n/4]}, op, src[:n/4], cmp[:n/4], false)
					require.Equal(t, want, ret)
					require.Equal(t, g.Slice(r.Base, 512), l.Bytes())
					for i, w := range mem {
						require.Equal(t, w, l.word(uint32(i*n), n))
					}
				})
			}
		}
	}
}

// The returned words may go to the registers of the operand, as BUFFER_ATOMIC_* with GLC does.
func TestAtomicReturnIntoOperand(t *testing.T) {
	g := NewGlobal()
	mustMap(t, g, "r", 0x1000, 64)
	data := rowsOf(1)
	a := &Atomic{Access: Access{Exec: AllLanes, Bytes: 4, Rows: data}, Op: isa.AtomAdd, Src: data}
	for i := range 64 {
		a.Addr[i], data[0][i] = 0x1000, 2
	}
	require.NoError(t, g.AtomicLanes(a))
	for i, v := range data[0] {
		require.Equal(t, uint32(2*i), v)
	}
	old, err := g.RMW(0x1000, 4, isa.AtomSub, 28, 0, false)
	require.NoError(t, err)
	require.Equal(t, uint64(128), old)
	old, err = g.RMW(0x1000, 8, isa.AtomCmpSwap, 5<<32, 100, false)
	require.NoError(t, err)
	require.Equal(t, uint64(100), old)
	require.Equal(t, byte(5), g.Slice(0x1004, 1)[0])
}

// Lanes in two ranges, one of which is read-only or ends early.
func TestAtomicLanesInSeveralRanges(t *testing.T) {
	for _, n := range []int{4, 8} {
		g := NewGlobal()
		mustMap(t, g, "a", 0x1000, 16)
		b := mustMap(t, g, "b", 0x2000, 16)
		a := &Atomic{Access: Access{Exec: 0b1011, Bytes: n, Rows: rowsOf(n / 4)}, Op: isa.AtomMskOr, Src: rowsOf(n / 4), Cmp: rowsOf(n / 4)}
		for i, at := range []uint64{0x1000, 0x2008, 0, 0x1000} {
			a.Addr[i] = at
			a.Cmp[n/4-1][i] = 1 << i
		}
		require.NoError(t, g.AtomicLanes(a))
		require.Equal(t, uint32(1), a.Rows[n/4-1][3])
		require.Equal(t, byte(0b1001), g.Slice(0x1000+uint64(n-4), 1)[0])
		require.Equal(t, byte(0b0010), g.Slice(0x2008+uint64(n-4), 1)[0])
		b.SetReadOnly(true)
		require.True(t, b.ReadOnly())
		err := g.AtomicLanes(a)
		require.ErrorIs(t, err, ErrReadOnly)
		require.ErrorContains(t, err, "lane 1")
		_, err = g.RMW(0x2000, n, isa.AtomAdd, 1, 0, false)
		require.ErrorIs(t, err, ErrReadOnly)
		require.Equal(t, uint64(32), g.Mapped())
	}
}
