package mem

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

func mustMap(t testing.TB, g *Global, name string, base, size uint64) *Range {
	r, err := g.Map(name, base, size)
	require.NoError(t, err)
	return r
}

func TestMapErrors(t *testing.T) {
	g := NewGlobal()
	g.Upper = true
	mustMap(t, g, "a", 0x1000, 0x1000)
	for _, c := range []struct {
		base, size uint64
		want       error
	}{
		{0x1fff, 1, ErrOverlap}, {0xfff, 2, ErrOverlap}, {0x800, 0x2000, ErrOverlap}, {0x1800, 0x10, ErrOverlap},
		{0x5000, 0, ErrBadRange}, {MaxAddress, 1, ErrBadRange}, {MaxAddress - 1, 2, ErrBadRange}, {^uint64(0), 2, ErrBadRange},
		{UpperHalf - 1, 1, ErrBadRange}, {UpperHalf - 1, 2, ErrBadRange}, {UpperHalf, DefaultLimit, ErrLimit},
		{^uint64(0) - 0xffff, 1, ErrBadRange}, {^uint64(0) - 0x10000, 2, ErrBadRange},
		{UpperHalf, 1, nil}, {^uint64(0) - 0x10000, 1, nil}, {MaxAddress - 1, 1, nil},
		{0x5000, DefaultLimit, ErrLimit},
		{0xfff, 1, nil}, {0x2000, 1, nil},
	} {
		_, err := g.Map("b", c.base, c.size)
		require.ErrorIs(t, err, c.want, "0x%x", c.base)
		if c.want != nil {
			var me *MapError
			require.ErrorAs(t, err, &me)
		}
	}
	_, err := g.Map("b", 0x1800, 0x10)
	require.EqualError(t, err, `mem: map "b", 0x10 bytes at 0x1800: overlaps another range: "a" 0x1000-0x1fff`)
	_, err = g.MapAnywhere("c", 1, 3)
	require.ErrorIs(t, err, ErrBadRange)
	_, err = g.MapAnywhere("c", ^uint64(0), 0)
	require.ErrorIs(t, err, ErrLimit)
	_, err = g.MapAnywhere("c", 16, 1<<41)
	require.ErrorIs(t, err, ErrNoSpace)
	_, err = NewGlobal().Map("b", UpperHalf, 1)
	require.ErrorIs(t, err, ErrBadRange, "only GCN 1.4 has an upper half")
}

func TestMapAnywhereLeavesGuards(t *testing.T) {
	g := NewGlobal()
	mustMap(t, g, "in the way", anywhereStart+guardBytes+0x5000, 0x100)
	for i := range 200 {
		r, err := g.MapAnywhere(fmt.Sprint(i), uint64(i)*100+1, 1<<(i%20))
		require.NoError(t, err)
		require.Zero(t, r.Base&(1<<(i%20)-1))
	}
	rs := g.Ranges()
	for i, r := range rs {
		require.Less(t, r.End(), uint64(1)<<40)
		require.Zero(t, uintptr(r.at(r.Base))&7)
		if i > 0 {
			require.GreaterOrEqual(t, r.Base-rs[i-1].End(), guardBytes)
		}
		require.Same(t, r, g.Find(r.Base))
		require.Same(t, r, g.Find(r.End()-1))
		require.Nil(t, g.Find(r.End()))
	}
}

func TestAccessErrorNamesAddressAndNeighbours(t *testing.T) {
	g := NewGlobal()
	require.EqualError(t, g.Read(0x10, make([]byte, 4)), "mem: read of 4 bytes at 0x10: address not mapped; nothing is mapped")
	mustMap(t, g, "a", 0x1000, 0x100)
	mustMap(t, g, "b", 0x2000, 0x100)
	b4 := make([]byte, 4)
	require.EqualError(t, g.Write(0x1110, b4),
		`mem: write of 4 bytes at 0x1110: address not mapped; nearest: "a" 0x1000-0x10ff, 0x10 bytes past its end; "b" 0x2000-0x20ff, 0xef0 bytes before its start`)
	require.EqualError(t, g.Read(0x20fe, b4), `mem: read of 4 bytes at 0x20fe: address not mapped; nearest: "b" 0x2000-0x20ff, which it leaves by 0x2 bytes`)
	err := g.Read(0x20fe, b4)
	require.ErrorIs(t, err, ErrUnmapped)
	g.Find(0x1000).SetReadOnly(true)
	require.EqualError(t, g.Write(0x1000, b4), `mem: write of 4 bytes at 0x1000: range is read-only ("a" 0x1000-0x10ff read-only)`)
	require.NoError(t, g.Read(0x1000, b4))
	require.Nil(t, g.Slice(0x10ff, 2))
	require.Len(t, g.Slice(0x10fe, 2), 2)
}

func TestReadAndWriteCrossTouchingRanges(t *testing.T) {
	g := NewGlobal()
	mustMap(t, g, "a", 0x1000, 3)
	mustMap(t, g, "b", 0x1003, 5)
	require.NoError(t, g.Write(0x1001, []byte{1, 2, 3, 4}))
	b := make([]byte, 8)
	require.NoError(t, g.Read(0x1000, b))
	require.Equal(t, []byte{0, 1, 2, 3, 4, 0, 0, 0}, b)
	require.Error(t, g.Write(0x1006, []byte{9, 9, 9}), "all or none")
	require.Equal(t, byte(0), g.Slice(0x1006, 1)[0])
	// A vector access may do so too.
	q := &Access{Exec: 1, Bytes: 4, Rows: rowsOf(1)}
	q.Addr[0] = 0x1001
	require.NoError(t, g.Gather(q))
	require.Equal(t, uint32(0x04030201), q.Rows[0][0])
	q.Rows[0][0] = 0xa0b0c0d0
	require.NoError(t, g.Scatter(q))
	require.Equal(t, []byte{0xd0, 0xc0}, g.Slice(0x1001, 2))
	require.Equal(t, []byte{0xb0, 0xa0}, g.Slice(0x1003, 2))
}

func TestChangedShowsDwordsBeforeAndAfter(t *testing.T) {
	g := NewGlobal()
	r := mustMap(t, g, "a", 0x1002, 3*PageBytes)
	mustMap(t, g, "b", 0x8000, 16)
	require.Empty(t, g.Changed())
	require.NoError(t, g.Write(0x1002, []byte{1, 2, 0, 7}))
	require.NoError(t, g.Write(0x8000, make([]byte, 16)))
	got := g.Changed()
	require.Equal(t, []Span{{0x1002, r, []byte{0, 0, 0, 0, 0, 0}, []byte{1, 2, 0, 7, 0, 0}}}, got, "the same zeros in b are no change")
	g.ResetChanges()
	require.Empty(t, g.Changed())
	// Across a page border, one span.
	edge := r.Base + PageBytes
	require.NoError(t, g.Write(edge-8, bytes.Repeat([]byte{5}, 16)))
	got = g.Changed()
	require.Len(t, got, 1)
	require.Equal(t, (edge-8)&^3, got[0].Addr)
	require.Equal(t, 20, len(got[0].After))
	copy(g.Writable(r.End()-2, 2), []byte{8, 9})
	got = g.Changed()
	require.Len(t, got, 2)
	require.Equal(t, []byte{8, 9}, got[1].After[len(got[1].After)-2:])
}

// Lanes far apart mark their own pages only, lanes near each other those between them too; neither
// shows in what is reported.
func TestChangedAfterScatter(t *testing.T) {
	for _, step := range []uint64{8, 3 * PageBytes} {
		g := NewGlobal()
		r := mustMap(t, g, "r", 0x10000, 200*PageBytes)
		q := &Access{Exec: 0x8000000000000005, Bytes: 8, Rows: rowsOf(2)}
		a := &Atomic{Access: Access{Exec: 2, Bytes: 4}, Op: isa.AtomOr, Src: rowsOf(1)}
		for i := range q.Addr {
			q.Addr[i] = r.Base + uint64(i)*step
			a.Addr[i] = q.Addr[i]
			q.Rows[0][i], q.Rows[1][i], a.Src[0][i] = 1, uint32(i), 0x80
		}
		require.NoError(t, g.Scatter(q))
		require.NoError(t, g.AtomicLanes(a))
		got := map[uint64][]byte{}
		for _, s := range g.Changed() {
			require.Equal(t, make([]byte, len(s.After)), s.Before)
			for i, b := range s.After {
				if b != 0 {
					got[s.Addr+uint64(i)] = []byte{b}
				}
			}
		}
		b := r.Base
		require.Equal(t, map[uint64][]byte{b: {1}, b + step: {0x80}, b + 2*step: {1}, b + 2*step + 4: {2}, b + 63*step: {1}, b + 63*step + 4: {63}}, got)
	}
}

// An Access remembers the range it found last; it must not find it in another memory, or after it
// is gone.
func TestAccessForgetsRangesThatAreGone(t *testing.T) {
	g, other := NewGlobal(), NewGlobal()
	r := mustMap(t, g, "old", 0x1000, 64)
	mustMap(t, other, "other", 0x1000, 64)
	q := &Access{Exec: 1, Bytes: 4, Rows: []*Row{{7}}}
	q.Addr[0] = 0x1000
	require.NoError(t, g.Scatter(q))
	require.NoError(t, other.Gather(q))
	require.Zero(t, q.Rows[0][0], "the other memory holds 0")
	require.NoError(t, g.Gather(q))
	require.Equal(t, uint32(7), q.Rows[0][0])
	require.NoError(t, g.Unmap(r))
	require.ErrorIs(t, g.Gather(q), ErrUnmapped)
	mustMap(t, g, "new", 0x1000, 64)
	require.NoError(t, g.Gather(q))
	require.Zero(t, q.Rows[0][0], "the new range holds 0")
	require.ErrorIs(t, g.Unmap(r), ErrUnmapped)
}

// model is the byte-by-byte reference of vector accesses.
type model map[uint64]byte

// Random accesses of all widths and masks in one and in several ranges, with faults, against the
// model.
func TestGatherScatterAgainstBytes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	g := NewGlobal()
	m := model{}
	bases := []uint64{0x10000, 0x40003, 0x90000}
	for _, b := range bases {
		r := mustMap(t, g, "r", b, 3*PageBytes/2)
		for i := range r.data {
			r.data[i] = byte(rnd.Uint32())
			m[b+uint64(i)] = r.data[i]
		}
	}
	exts := []Ext{ExtZero, ExtSign, ExtLoZero, ExtLoSign, ExtHiZero, ExtHiSign}
	q := &Access{}
	for round := range 6000 {
		n := []int{1, 2, 4, 8, 12, 16}[rnd.IntN(6)]
		q.Bytes, q.Ext, q.Exec, q.Part = n, exts[rnd.IntN(6)], rnd.Uint64(), nil
		if rnd.IntN(3) == 0 {
			q.Exec = AllLanes
		}
		one := bases[rnd.IntN(3)]
		kind := rnd.IntN(4)
		for i := range q.Addr {
			switch kind {
			case 0: // contiguous
				q.Addr[i] = one + 64 + uint64(i*n)
			case 1: // one range
				q.Addr[i] = one + rnd.Uint64N(6000)
			case 2: // close together, so that lanes overlap
				q.Addr[i] = one + rnd.Uint64N(40)
			default: // several ranges, sometimes past the end
				q.Addr[i] = bases[rnd.IntN(3)] + rnd.Uint64N(6135)
			}
		}
		words := (n + 3) / 4
		q.Rows = rowsOf(words)
		for _, r := range q.Rows {
			for i := range r {
				r[i] = rnd.Uint32()
			}
		}
		var part [4]uint64
		if rnd.IntN(3) == 0 {
			q.Part = &part
			all := rnd.Uint64()
			for k := range part {
				part[k] = all
				if rnd.IntN(2) == 0 {
					part[k] &= rnd.Uint64()
				}
			}
		}
		want := rowsOf(words)
		for k := range want {
			*want[k] = *q.Rows[k]
		}
		store := round%2 == 0
		fault := -1
	lanes:
		for i := range 64 {
			if q.Exec>>i&1 == 0 {
				continue
			}
			for k := range words {
				in := q.Part == nil || part[k]>>i&1 != 0
				w := min(n, 4)
				at := q.Addr[i] + uint64(4*k)
				if in {
					// A lane with all its dwords in range is one access; otherwise each dword is.
					lo, hi := at, at+uint64(w)
					if q.Part == nil || allParts(&part, i, words) {
						lo, hi = q.Addr[i], q.Addr[i]+uint64(n)
					}
					for a := lo; a < hi; a++ {
						if _, ok := m[a]; !ok {
							fault = i
							break lanes
						}
					}
				}
				if store {
					v := q.Rows[k][i]
					if n < 4 && q.Ext >= ExtHiZero {
						v >>= 16
					}
					for j := range w {
						if in {
							m[at+uint64(j)] = byte(v >> (8 * j))
						}
					}
					continue
				}
				v := uint32(0)
				for j := range w {
					if in {
						v |= uint32(m[at+uint64(j)]) << (8 * j)
					}
				}
				if n < 4 {
					sign := n == 1 && v >= 0x80 || n == 2 && v >= 0x8000
					s := v
					if sign {
						s = v - 1<<(8*n)
					}
					old := want[0][i]
					v = [...]uint32{v, s, old&0xffff0000 | v, old&0xffff0000 | s&0xffff, old&0xffff | v<<16, old&0xffff | s<<16}[q.Ext]
				}
				want[k][i] = v
			}
		}
		var err error
		if store {
			err = g.Scatter(q)
		} else {
			err = g.Gather(q)
		}
		if fault < 0 {
			require.NoError(t, err)
		} else {
			var ae *AccessError
			require.ErrorAs(t, err, &ae)
			require.Equal(t, fault, ae.Lane)
			require.Equal(t, store, ae.Write)
		}
		if !store && (fault < 0 || q.Part == nil) {
			require.Equal(t, want, q.Rows, "round %d", round)
		}
		if fault >= 0 && store && q.Part != nil {
			resync(g, m) // a faulting lane's own dwords may or may not be done
		}
	}
	for a, b := range m {
		require.Equal(t, b, g.Slice(a, 1)[0], "0x%x", a)
	}
}

func allParts(p *[4]uint64, i, words int) bool {
	for k := range words {
		if p[k]>>i&1 == 0 {
			return false
		}
	}
	return true
}

func resync(g *Global, m model) {
	for a := range m {
		m[a] = g.Slice(a, 1)[0]
	}
}

func TestReadOnlyScatterFaultsAtTheLane(t *testing.T) {
	g := NewGlobal()
	mustMap(t, g, "rw", 0x1000, 64)
	mustMap(t, g, "ro", 0x2000, 64).SetReadOnly(true)
	q := &Access{Exec: 0b111, Bytes: 4, Rows: []*Row{{1, 2, 3}}}
	q.Addr[0], q.Addr[1], q.Addr[2] = 0x1000, 0x2000, 0x1004
	err := g.Scatter(q)
	require.ErrorIs(t, err, ErrReadOnly)
	require.ErrorContains(t, err, "lane 1")
	require.Equal(t, []byte{1, 0, 0, 0, 0, 0, 0, 0}, g.Slice(0x1000, 8))
	require.Empty(t, g.Slice(0x2000, 0))
	q.Exec = 2
	require.ErrorIs(t, g.Scatter(q), ErrReadOnly)
	require.NoError(t, g.Gather(q))
	require.Zero(t, q.Rows[0][1])
}

// Wave accesses of several goroutines that touch the same pages, but no byte twice, are clean for
// the race detector and lose nothing.
func TestParallelWritersAndChangeTracking(t *testing.T) {
	g := NewGlobal()
	r := mustMap(t, g, "r", 0x1000, 8*64*4*16)
	counter := mustMap(t, g, "counter", 0x100000, 16)
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			q := &Access{Exec: AllLanes, Bytes: 4, Rows: rowsOf(1)}
			a := &Atomic{Access: Access{Exec: AllLanes, Bytes: 4}, Op: isa.AtomAdd, Src: rowsOf(1)}
			c, _ := NewCache(g, KCacheBytes, KCacheWays)
			for i := range 64 {
				q.Rows[0][i] = 7
				a.Src[0][i] = 1
				a.Addr[i] = counter.Base + uint64(i&w&1)*4
			}
			for step := range 16 {
				for i := range q.Addr {
					q.Addr[i] = r.Base + uint64(((step*64+i)*8+w)*4)
				}
				if g.Scatter(q) != nil || g.Gather(q) != nil || g.AtomicLanes(a) != nil || c.Read(q.Addr[w], make([]byte, 4), 0) != nil {
					panic("fault")
				}
			}
		}()
	}
	wg.Wait()
	require.Equal(t, bytes.Repeat([]byte{7, 0, 0, 0}, 8*64*16), g.Slice(r.Base, int(r.Size())))
	ch := g.Changed()
	require.Len(t, ch, 2)
	require.Equal(t, make([]byte, r.Size()), ch[0].Before)
	sum := uint32(0)
	for _, w := range []uint64{0, 4} {
		sum += ld32(counter.at(counter.Base + w))
	}
	require.Equal(t, uint32(8*16*64), sum)
}

func TestVectorAccessAllocatesNothing(t *testing.T) {
	g := NewGlobal()
	mustMap(t, g, "r", 0x1000, 1<<16)
	q := &Access{Exec: AllLanes, Rows: rowsOf(4)}
	a := &Atomic{Access: Access{Exec: AllLanes, Bytes: 4, Rows: rowsOf(1)}, Op: isa.AtomUMax, Src: rowsOf(1)}
	l := NewLDS(4096)
	d := &DSAccess{Exec: AllLanes, Addr: &Lane4, Limit: 4096, Rows: rowsOf(4)}
	res := vsharp{base: 0x1000, stride: 4, records: 100}.on(isa.GCN10)
	b := &BufferQuery{Exec: AllLanes, Idxen: true, VIndex: new(Row), Bytes: 4}
	var addr [64]uint64
	for i := range q.Addr {
		q.Addr[i] = 0x1000 + uint64(i*i*16)
		a.Addr[i] = q.Addr[i]
	}
	require.Zero(t, testing.AllocsPerRun(50, func() {
		for _, n := range []int{1, 2, 4, 8, 12, 16} {
			q.Bytes, d.Bytes = n, n
			if g.Gather(q) != nil || g.Scatter(q) != nil || g.AtomicLanes(a) != nil {
				panic("fault")
			}
			l.Read(d)
			l.Write(d)
			res.Lanes(b, &addr)
		}
		d.Bytes = 8
		l.Atomic(d, isa.AtomWrap, q.Rows[:2], q.Rows[2:], false)
	}))
}

func TestAtomicLanesFaults(t *testing.T) {
	g := NewGlobal()
	mustMap(t, g, "r", 0x1000, 64)
	a := &Atomic{Access: Access{Exec: 7, Bytes: 8, Rows: rowsOf(2)}, Op: isa.AtomAdd, Src: []*Row{{1, 1, 1}, {}}}
	a.Addr[0], a.Addr[1], a.Addr[2] = 0x1000, 0x1004, 0x1008
	err := g.AtomicLanes(a)
	require.ErrorIs(t, err, ErrMisaligned)
	require.ErrorContains(t, err, "lane 1")
	require.Equal(t, byte(1), g.Slice(0x1000, 1)[0])
	require.Equal(t, byte(0), g.Slice(0x1008, 1)[0])
	a.Addr[1] = 0x9000
	require.ErrorIs(t, g.AtomicLanes(a), ErrUnmapped)
	part := [4]uint64{5, 5}
	a.Part = &part
	a.Rows[0][1], a.Rows[1][1] = 9, 9
	require.NoError(t, g.AtomicLanes(a), "lane 1 is out of range")
	require.Equal(t, uint32(0), a.Rows[0][1])
	require.Equal(t, uint32(2), a.Rows[0][0], "added to by the two calls before")
	_, err = g.RMW(0x1002, 4, isa.AtomAdd, 1, 0, false)
	require.ErrorIs(t, err, ErrMisaligned)
	_, err = rmw(make([]byte, 4), 8, isa.AtomAdd, 1, 0, false)
	require.Error(t, err)
	require.True(t, errors.Is(func() error { _, err := g.RMW(0x9000, 4, isa.AtomAdd, 1, 0, false); return err }(), ErrUnmapped))
}

func benchAccess(b *testing.B, f func(g *Global, q *Access) error) {
	g := NewGlobal()
	mustMap(b, g, "r", 0x10000, 1<<20)
	rnd := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{1, 4, 8, 16} {
		for _, kind := range []string{"contiguous", "random", "random-half", "page"} {
			b.Run(fmt.Sprintf("%s/%d", kind, n), func(b *testing.B) {
				q := &Access{Exec: AllLanes, Bytes: n, Rows: rowsOf(4)}
				if kind == "random-half" {
					q.Exec = 0x5555555555555555
				}
				for i := range q.Addr {
					switch kind {
					case "contiguous":
						q.Addr[i] = 0x10000 + uint64(i*n)
					case "page":
						q.Addr[i] = 0x10000 + rnd.Uint64N(200)*16
					default:
						q.Addr[i] = 0x10000 + rnd.Uint64N(60000)*16
					}
				}
				for b.Loop() {
					if f(g, q) != nil {
						b.Fatal()
					}
				}
			})
		}
	}
}

func BenchmarkGather(b *testing.B)  { benchAccess(b, (*Global).Gather) }
func BenchmarkScatter(b *testing.B) { benchAccess(b, (*Global).Scatter) }

func BenchmarkAtomicAdd(b *testing.B) {
	for _, kind := range []string{"distinct", "same", "alone"} {
		b.Run(kind, func(b *testing.B) {
			g := NewGlobal()
			mustMap(b, g, "r", 0x10000, 1<<20)
			a := &Atomic{Access: Access{Exec: AllLanes, Bytes: 4}, Op: isa.AtomAdd, Src: rowsOf(1), Alone: kind == "alone"}
			for i := range a.Addr {
				a.Addr[i] = 0x10000
				if kind != "same" {
					a.Addr[i] += uint64(4 * i)
				}
			}
			for b.Loop() {
				if g.AtomicLanes(a) != nil {
					b.Fatal()
				}
			}
		})
	}
}

func BenchmarkResourceLanes(b *testing.B) {
	voff := Lane4
	for _, c := range []struct {
		name string
		v    vsharp
		q    BufferQuery
	}{
		{"raw", vsharp{base: 0x1000, records: 4096}, BufferQuery{Offen: true}},
		{"raw-out", vsharp{base: 0x1000, records: 16}, BufferQuery{Offen: true}},
		{"struct", vsharp{base: 0x1000, records: 4096, stride: 16}, BufferQuery{Idxen: true}},
		{"scratch", vsharp{base: 0x1000, records: 4096, stride: 16, swizzle: true, tid: true, elem: 1, istride: 3}, BufferQuery{Offen: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := c.v.on(isa.GCN14)
			c.q.Exec, c.q.Bytes, c.q.VOffset, c.q.VIndex = AllLanes, 4, &voff, &voff
			var addr [64]uint64
			for b.Loop() {
				r.Lanes(&c.q, &addr)
			}
		})
	}
}

// A memory without history keeps nothing of what it held, says that nothing has changed, and holds
// the same.
func TestMemoryWithoutHistory(t *testing.T) {
	const size = 8 << 20
	for _, without := range []bool{false, true} {
		g := NewGlobal()
		g.NoHistory = without
		r, err := g.Map("b", 1<<20, size)
		require.NoError(t, err)
		require.NoError(t, g.Write(r.Base, bytes.Repeat([]byte{1}, size)))
		g.ResetChanges()
		var before, after runtime.MemStats
		two := bytes.Repeat([]byte{2}, size)
		runtime.ReadMemStats(&before)
		require.NoError(t, g.Write(r.Base, two))
		runtime.ReadMemStats(&after)
		require.Equal(t, two, g.Slice(r.Base, size))
		if took := after.TotalAlloc - before.TotalAlloc; without {
			require.Less(t, took, uint64(size/64))
			require.Empty(t, g.Changed())
		} else {
			require.Greater(t, took, uint64(size))
			require.Len(t, g.Changed(), 1)
		}
	}
}
