package mem

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

func TestErrataD22LimitAndD23Alignment(t *testing.T) {
	for _, c := range []struct {
		g     isa.Gen
		limit uint32
		masks [6]uint32 // 1, 2, 4, 8, 12, 16 bytes
	}{
		{isa.GCN10, 64, [6]uint32{0, 1, 3, 7, 15, 15}},
		{isa.GCN11, 64, [6]uint32{0, 1, 3, 7, 15, 15}},
		{isa.GCN12, 64, [6]uint32{0, 1, 3, 7, 15, 15}},
		{isa.GCN14, 4096, [6]uint32{}},
	} {
		require.Equal(t, c.limit, LDSLimit(c.g.Features(), 64, 4096))
		require.Equal(t, uint32(4096), LDSLimit(c.g.Features(), 0xffffffff, 4096))
		for i, n := range []int{1, 2, 4, 8, 12, 16} {
			require.Equal(t, c.masks[i], DSAlignMask(c.g.Features(), n), "%s %d", c.g, n)
		}
	}
}

// All widths, masks, limits and offsets against a byte loop.
func TestLDSReadWriteAgainstBytes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(15, 16))
	l := NewLDS(1024)
	ref := make([]byte, 1024)
	for range 4000 {
		n := []int{1, 2, 4, 8, 12, 16}[rnd.IntN(6)]
		g := isa.Gens()[rnd.IntN(4)]
		var addr Row
		for i := range addr {
			addr[i] = rnd.Uint32N(1000)
			if rnd.IntN(50) == 0 {
				addr[i] = rnd.Uint32()
			}
		}
		if rnd.IntN(4) == 0 {
			for i := range addr {
				addr[i] = uint32(i * n)
			}
		}
		q := &DSAccess{Exec: rnd.Uint64() | rnd.Uint64(), Addr: &addr, Offset: rnd.Uint32N(32), Base: rnd.Uint32N(3) * 64,
			Limit: rnd.Uint32N(1500), Bytes: n, Mask: DSAlignMask(g.Features(), n), Rows: rowsOf((n + 3) / 4)}
		if rnd.IntN(3) == 0 {
			q.Exec = AllLanes
		}
		for _, r := range q.Rows {
			for i := range r {
				r[i] = rnd.Uint32()
			}
		}
		write := rnd.IntN(2) == 0
		want := rowsOf(len(q.Rows))
		for i := range 64 {
			b := elementBytes(q.Rows, i)
			if q.Exec>>i&1 != 0 {
				at := uint64((addr[i] + q.Offset) &^ q.Mask)
				in := at+uint64(n) <= uint64(q.Limit) && at+uint64(q.Base)+uint64(n) <= 1024
				if write && in {
					copy(ref[at+uint64(q.Base):], b[:n])
				}
				if !write {
					clear(b)
					if in {
						copy(b, ref[at+uint64(q.Base):][:n])
					}
				}
			}
			for k := range want {
				want[k][i] = uint32(b[4*k]) | uint32(b[4*k+1])<<8 | uint32(b[4*k+2])<<16 | uint32(b[4*k+3])<<24
			}
		}
		if write {
			l.Write(q)
			require.Equal(t, ref, l.Bytes())
		} else {
			l.Read(q)
			require.Equal(t, want, q.Rows)
		}
	}
}

func TestErrataD13TwoAddressForms(t *testing.T) {
	for _, c := range []struct {
		bytes      int
		st64       bool
		wantUnit   uint32
		off0, off1 uint8
	}{{4, false, 4, 1, 2}, {8, false, 8, 1, 2}, {4, true, 256, 0, 1}, {8, true, 512, 1, 0}} {
		o0, o1 := PairOffsets(c.off0, c.off1, c.bytes, c.st64)
		require.Equal(t, uint32(c.off0)*c.wantUnit, o0)
		require.Equal(t, uint32(c.off1)*c.wantUnit, o1)
		l := NewLDS(4096)
		w := c.bytes / 4
		data := rowsOf(2 * w)
		for k, r := range data {
			r[0], r[1] = uint32(10+k), uint32(20+k)
		}
		addr := Row{0, 1024}
		q := &DSAccess{Exec: 3, Addr: &addr, Limit: 4096, Bytes: c.bytes, Mask: uint32(c.bytes - 1), Rows: data}
		l.Write2(q, o0, o1)
		require.Equal(t, uint64(20), l.word(1024+o0, c.bytes)&0xffffffff)
		require.Equal(t, uint64(20+w), l.word(1024+o1, c.bytes)&0xffffffff)
		got := rowsOf(2 * w)
		got[0] = &addr // the destination may be the address register
		q.Rows = got
		l.Read2(q, o0, o1)
		for k := range got {
			require.Equal(t, data[k][:2], got[k][:2])
		}
		addr = Row{0, 1024}
		q.Rows, q.Addr = data, &addr
		data[w][0] = 99
		l.Write2(q, o0, o0)
		require.Equal(t, uint64(10), l.word(o0, c.bytes)&0xffffffff, "equal offsets: the first data only")
		ret := rowsOf(2 * w)
		q.Rows = ret
		l.Exchange2(q, o0, o1, data)
		require.Equal(t, uint32(10), ret[0][0])
		require.Equal(t, uint32(10+w), ret[w][0])
		require.Equal(t, uint64(99), l.word(o1, c.bytes)&0xffffffff)
	}
}

func TestErrataD16CondExchange(t *testing.T) {
	l := NewLDS(64)
	l.setWord(8, 4, 0x11)
	l.setWord(12, 4, 0x22)
	addr := Row{3, 1000}
	q := &DSAccess{Exec: 3, Addr: &addr, Offset: 10, Limit: 64, Rows: rowsOf(2)}
	l.CondExchange(q, []*Row{{0x80000005}, {0x00000007}})
	require.Equal(t, uint32(0x11), q.Rows[0][0])
	require.Equal(t, uint32(0x22), q.Rows[1][0])
	require.Equal(t, uint64(5), l.word(8, 4), "bit 31 set: the other bits replace")
	require.Equal(t, uint64(0x22), l.word(12, 4))
	require.Equal(t, uint32(0), q.Rows[0][1], "out of range")
}

func TestErrataD17Src2(t *testing.T) {
	l := NewLDS(256)
	for i := range uint32(64) {
		l.setWord(4*i, 4, uint64(i))
	}
	addr := Row{40}
	q := &DSAccess{Exec: 1, Addr: &addr, Limit: 256, Bytes: 4, Mask: 3}
	l.Src2(q, isa.AtomAdd, 3, 0, false)
	require.Equal(t, uint64(10+13), l.word(40, 4), "B = A + 12")
	l.Src2(q, isa.AtomSwap, 0xfe, 0x7f, false)
	require.Equal(t, uint64(8), l.word(40, 4), "offset -2 dwords: bit 6 of offset1 is the sign")
	addr[0] = 40 | 5<<17
	l.Src2(q, isa.AtomAdd, 99, 0x80, false)
	require.Equal(t, uint64(8+15), l.word(40, 4), "offset from ADDR[31:17]")
	addr[0] = 40 | 0x7fff<<17
	l.Src2(q, isa.AtomSwap, 0, 0x80, false)
	require.Equal(t, uint64(9), l.word(40, 4), "negative offset from ADDR")
	addr[0] = 40
	l.Src2(q, isa.AtomSwap, 0xff, 0x3f, false)
	require.Equal(t, uint64(0), l.word(40, 4), "B out of range reads 0")
	q.Bytes, q.Mask = 8, 7
	l.Src2(q, isa.AtomAdd, 2, 0, false)
	require.Equal(t, uint64(12)|uint64(11+13)<<32, l.word(40, 8), "64 bits: B = A + 8")
}

func TestErrataD18Swizzle(t *testing.T) {
	var src Row
	for i := range src {
		src[i] = uint32(100 + i)
	}
	lane := func(g isa.Gen, off uint16, i int) uint32 {
		dst := src
		Swizzle(g.Features(), off, AllLanes, &src, &dst)
		return dst[i] - 100
	}
	for _, c := range []struct {
		g       isa.Gen
		off     uint16
		i, want uint32
	}{
		{isa.GCN10, 0x041f, 6, 7}, {isa.GCN10, 0x041f, 39, 38}, // and 31, xor 1: swap neighbours
		{isa.GCN12, 0x0000, 45, 32}, {isa.GCN12, 0x03e0, 45, 63}, // or 31
		{isa.GCN11, 0x7c1f, 3, 28},                             // xor 31: reverse
		{isa.GCN12, 0x801b, 0, 3}, {isa.GCN12, 0x801b, 61, 62}, // quad permute 3 2 1 0
		{isa.GCN12, 0xc01b, 0, 3}, {isa.GCN12, 0xe01b, 5, 6}, // before GCN 1.4 the same
		{isa.GCN14, 0xc020, 0, 1}, {isa.GCN14, 0xc020, 31, 0}, {isa.GCN14, 0xc020, 63, 32}, // rotate by 1
		{isa.GCN14, 0xc420, 0, 31}, {isa.GCN14, 0xc420, 32, 63}, // rotate by -1
		{isa.GCN14, 0xc05c, 3, 1}, {isa.GCN14, 0xc05c, 4, 6}, // within fours (mask 28)
		{isa.GCN14, 0xe000, 1, 16}, {isa.GCN14, 0xe000, 35, 56}, // bit reverse
		{isa.GCN14, 0xe01f, 9, 9}, // all bits kept
		{isa.GCN14, 0xe010, 1, 8}, // reversed 16, shifted by one bit, upper bit of the lane kept
		{isa.GCN14, 0xe010, 17, 24},
	} {
		require.Equal(t, c.want, lane(c.g, c.off, int(c.i)), "%s 0x%x lane %d", c.g, c.off, c.i)
	}
	dst := Row{7, 7}
	Swizzle(isa.GCN12.Features(), 0x041f, 1, &src, &dst)
	require.Equal(t, Row{0, 7}, dst, "inactive source gives 0, inactive lane keeps")
}

func TestErrataD19Permutes(t *testing.T) {
	var data, addr Row
	for i := range data {
		data[i] = uint32(100 + i)
		addr[i] = uint32(4 * (63 - i))
	}
	dst := Row{}
	Permute(AllLanes, &addr, &data, 0, &dst)
	require.Equal(t, uint32(163), dst[0])
	BPermute(AllLanes, &addr, &data, 4, &dst)
	require.Equal(t, uint32(100), dst[0], "(252+4)/4 mod 64")
	require.Equal(t, uint32(163), dst[1])
	addr = Row{}
	dst = Row{5: 9}
	Permute(0b1111, &addr, &data, 0, &dst)
	require.Equal(t, Row{103, 0, 0, 0, 0, 9}, dst, "the highest sender wins")
	addr = Row{16, 0xffffffff}
	BPermute(0b11, &addr, &data, 0, &dst)
	require.Equal(t, uint32(0), dst[0], "inactive source")
	require.Equal(t, uint32(0), dst[1], "address wraps to lane 63, inactive")
}

func TestErrataD20AppendConsume(t *testing.T) {
	l := NewLDS(64)
	var dst Row
	l.AppendConsume(0xf0, 16, 4, 64, false, &dst)
	require.Equal(t, uint64(4), l.word(20, 4))
	l.AppendConsume(AllLanes, 16, 4, 64, false, &dst)
	require.Equal(t, uint32(4), dst[63])
	l.AppendConsume(7, 16, 4, 64, true, &dst)
	require.Equal(t, uint32(68), dst[0])
	require.Equal(t, uint32(4), dst[3], "inactive lanes keep")
	require.Equal(t, uint64(65), l.word(20, 4))
	l.AppendConsume(1, 16, 64, 64, false, &dst)
	require.Zero(t, dst[0], "out of range")
}

func TestGDSWindowIsRelativeToM0(t *testing.T) {
	g := NewGDS(64 << 10)
	base, size := GDSWindow(0x01000008)
	addr := Row{0, 4, 8}
	g.Write(&DSAccess{Exec: 7, Addr: &addr, Base: base, Limit: size, Bytes: 4, Rows: []*Row{{1, 2, 3}}})
	require.Equal(t, uint64(1|2<<32), g.word(0x100, 8))
	require.Zero(t, g.word(0x108, 4), "past the size in M0")
}

// TestOrderedCountWaitsForItsTurn: M0 is {address, number of the wave} (LLVM, IntrinsicsAMDGPU.td).
// 0x0304 is the offset that LLVM gives to ds_ordered_add of counter 1 with release and done, and
// 0x1208 to an exchange of counter 2 that does not release.
func TestOrderedCountWaitsForItsTurn(t *testing.T) {
	g := NewGDS(64 << 10)
	o := DecodeOrdered(0x0304)
	require.Equal(t, Ordered{Index: 1, Release: true, Done: true, Op: OrderedAdd}, o)
	swap := DecodeOrdered(0x1208)
	require.Equal(t, Ordered{Index: 2, Done: true, Op: OrderedSwap}, swap)
	m0 := func(wave uint32) uint32 { return 16<<16 | wave }
	src, dst := Row{3: 5}, Row{}
	require.False(t, g.TryOrdered(1, o, 8, m0(1), &src, &dst))
	require.True(t, g.TryOrdered(0, o, 8, m0(0), &src, &dst))
	require.True(t, g.TryOrdered(1, o, 8, m0(1), &src, &dst))
	require.Equal(t, uint32(5), dst[3])
	require.Equal(t, uint64(10), g.word(20, 4))
	require.True(t, g.TryOrdered(2, o, 0, m0(2), &src, &dst), "a wave without lanes has its turn too")
	require.Equal(t, uint64(10), g.word(20, 4))
	require.True(t, g.TryOrdered(3, swap, 8, m0(3), &src, &dst))
	require.Equal(t, uint64(5), g.word(24, 4))
	require.False(t, g.TryOrdered(4, o, 8, m0(4), &src, &dst), "wave 3 did not release")
}

func TestErrataD25GlobalWaveSync(t *testing.T) {
	require.Equal(t, 1, GWSResource(62, 3))
	var g GWS
	var a, b, c GWSTicket
	g.Init(3, 1)
	require.True(t, g.TryP(3, &a))
	require.False(t, g.TryP(3, &a))
	require.False(t, g.TryP(3, &b))
	g.SemaV(3)
	require.False(t, g.TryP(3, &b), "a came first")
	require.True(t, g.TryP(3, &a))
	require.False(t, g.TryP(3, &c))
	g.SemaBR(3, 2)
	require.True(t, g.TryP(3, &b))
	require.True(t, g.TryP(3, &c))
	require.False(t, g.TryP(3, &a))
	require.False(t, g.TryP(3, &b))
	g.SemaReleaseAll(3)
	require.True(t, g.TryP(3, &a))
	require.True(t, g.TryP(3, &b))
	require.False(t, g.TryP(3, &c), "came after the release")

	// Barriers of three waves, twice.
	g.Init(5, 2)
	a, b, c = GWSTicket{}, GWSTicket{}, GWSTicket{}
	for range 2 {
		require.False(t, g.TryBarrier(5, 2, &a))
		require.False(t, g.TryBarrier(5, 2, &b))
		require.False(t, g.TryBarrier(5, 2, &a))
		require.True(t, g.TryBarrier(5, 2, &c))
		require.True(t, g.TryBarrier(5, 2, &b))
		require.True(t, g.TryBarrier(5, 2, &a))
	}
}

func BenchmarkLDS(b *testing.B) {
	l := NewLDS(32 << 10)
	var addr Row
	rnd := rand.New(rand.NewPCG(1, 1))
	for i := range addr {
		addr[i] = rnd.Uint32N(8000) * 4
	}
	for _, c := range []struct {
		name string
		a    *Row
	}{{"contiguous", &Lane4}, {"random", &addr}} {
		q := &DSAccess{Exec: AllLanes, Addr: c.a, Limit: 32 << 10, Bytes: 4, Mask: 3, Rows: rowsOf(1)}
		b.Run("read/"+c.name, func(b *testing.B) {
			for b.Loop() {
				l.Read(q)
			}
		})
		b.Run("write/"+c.name, func(b *testing.B) {
			for b.Loop() {
				l.Write(q)
			}
		})
		src := rowsOf(1)
		b.Run("add/"+c.name, func(b *testing.B) {
			q := *q
			q.Rows = nil
			for b.Loop() {
				l.Atomic(&q, isa.AtomAdd, src, nil, false)
			}
		})
		b.Run("umax-rtn/"+c.name, func(b *testing.B) {
			for b.Loop() {
				l.Atomic(q, isa.AtomUMax, src, nil, false)
			}
		})
	}
}
