//go:build amd64

package mem

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/cpu"
	"golang.org/x/sys/unix"
)

// guarded returns n bytes between pages that nobody may touch, which lie at the end of theirs where
// atEnd is set, else at the beginning.
func guarded(t *testing.T, n int, atEnd bool) []byte {
	page := unix.Getpagesize()
	size := (n + page - 1) &^ (page - 1)
	m, err := unix.Mmap(-1, 0, size+2*page, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
	require.NoError(t, err)
	t.Cleanup(func() { _ = unix.Munmap(m) })
	require.NoError(t, unix.Mprotect(m[page:page+size], unix.PROT_READ|unix.PROT_WRITE))
	if atEnd {
		return m[page+size-n : page+size]
	}
	return m[page : page+n]
}

// guardedRow is a row with nothing around it that may be touched.
func guardedRow[T any](t *testing.T, atEnd bool) *T {
	var x T
	return (*T)(unsafe.Pointer(&guarded(t, int(unsafe.Sizeof(x)), atEnd)[0]))
}

// masks are lanes that take part: all, none, one, halves, and random ones.
func masks(r *rand.Rand) []uint64 {
	return []uint64{AllLanes, 0, 1, 1 << 63, 0xffffffff, 0xaaaaaaaaaaaaaaaa, r.Uint64(), r.Uint64() & r.Uint64() & r.Uint64(),
		r.Uint64() | r.Uint64()}
}

// The vector functions do what loops over the lanes do, and touch nothing but their rows and the
// elements of lanes that take part.
func TestVectorsAreLoops(t *testing.T) {
	if !vector {
		t.Skip("the host has no AVX-512")
	}
	r := rand.New(rand.NewPCG(1, 2))
	const room = 4096
	for _, atEnd := range []bool{false, true} {
		a, d, s := guardedRow[Row](t, atEnd), guardedRow[Row](t, atEnd), guardedRow[Row](t, atEnd)
		q := guardedRow[[64]uint64](t, atEnd)
		tmp := guardedRow[Row](t, atEnd)
		b := guarded(t, room, atEnd)
		p := unsafe.Pointer(&b[0])
		for round := range 50 {
			for _, m := range masks(r) {
				for i := range a {
					a[i], s[i], d[i] = r.Uint32(), r.Uint32(), r.Uint32()
					switch round % 3 {
					case 1:
						a[i] = uint32(4*i) + 64
					case 2:
						a[i] = r.Uint32N(8) * 4
					}
				}
				offset, clear := r.Uint32N(1<<16), uint32(1)<<r.UintN(5)-1
				want, wantTop, wantLow := *d, uint32(0), uint32(0)
				for i, v := range a {
					want[i] = (v + offset) &^ clear
					if m>>i&1 != 0 {
						wantTop, wantLow = max(wantTop, want[i]), wantLow|want[i]
					}
				}
				top, low, dense := resolveVec(d, a, offset, clear, m)
				require.Equal(t, want, *d)
				require.Equal(t, []uint32{wantTop, wantLow}, []uint32{top, low})
				require.Equal(t, Contiguous(want[:], 4), dense)
				*tmp = *a
				resolveVec(tmp, tmp, offset, clear, m)
				require.Equal(t, want, *tmp, "in place")

				base := r.Uint64() >> 16
				wantTop = 0
				var addr [64]uint64
				for i, v := range a {
					addr[i] = (base + uint64(v+offset)) &^ uint64(clear)
					if m>>i&1 != 0 {
						wantTop = max(wantTop, v+offset)
					}
				}
				top = bufferVec(q, a, offset, base, uint64(clear), m)
				require.Equal(t, addr, *q)
				require.Equal(t, wantTop, top)

				requireReached(t, a, d, s, m, base, round)
				_, most := span(a, m)
				limit := most + uint32(round&1)
				require.Equal(t, m == 0 || most < limit, belowVec(a, m, limit))
				for i := range addr {
					addr[i] = uint64(a[i]) + base
				}
				pairVec(q, a, nil, base)
				require.Equal(t, addr, *q)
				for i := range addr {
					addr[i] = uint64(a[i]) | uint64(s[i])<<32
					addr[i] += base
				}
				pairVec(q, a, s, base)
				require.Equal(t, addr, *q)

				if round%2 == 0 {
					for i := range q {
						q[i] = base + uint64(i)*12
					}
				}
				lo, hi, dense := spanVec(q, m, 12)
				wantLo, wantHi := span(q, m)
				require.Equal(t, []uint64{wantLo, wantHi}, []uint64{lo, hi})
				require.Equal(t, Contiguous(q[:], 12), dense)

				// Elements up to the last byte of the memory; lanes that take no part are anywhere.
				for i := range b {
					b[i] = byte(r.Uint32())
				}
				lo = r.Uint64() >> 20
				for i := range a {
					a[i] = r.Uint32N(room - 3)
					if i%16 == 3 {
						a[i] = uint32(i) / 16 % 2 * (room - 4)
					}
					switch first := min(a[i&^15], room-64); (round + i/16) % 5 {
					case 0: // one behind the other, up to the last byte
						a[i] = first + uint32(4*(i&15))
					case 1:
						a[i] = first
					case 2: // almost
						a[i] = first + uint32(4*(i&15))
						if i&15 == round&15 {
							a[i] = first
						}
					}
					if m>>i&1 == 0 && round%2 == 0 {
						a[i] = r.Uint32()
					}
					q[i] = lo + uint64(a[i])
				}
				narrowVec(tmp, q, lo)
				require.Equal(t, *a, *tmp)
				for i := range d {
					want[i] = d[i]
					if m>>i&1 != 0 {
						want[i] = ld32(unsafe.Add(p, a[i]))
					}
				}
				load32(p, a, m, []*Row{d})
				require.Equal(t, want, *d)
				for i := range want {
					d[i] = ^want[i]
					if m>>i&1 == 0 {
						d[i] = want[i]
					}
				}
				load64(p, q, lo, m, []*Row{d}, tmp)
				require.Equal(t, want, *d)
				mem := make([]byte, room)
				copy(mem, b)
				for i := range s {
					if m>>i&1 != 0 {
						st32(unsafe.Pointer(&mem[a[i]]), s[i])
					}
				}
				store32(p, a, m, s)
				require.Equal(t, mem, b)
				for i := range a {
					if m>>i&1 != 0 {
						a[i] &^= 3
						st32(unsafe.Pointer(&mem[a[i]]), 77)
					}
				}
				markVec(p, a, m, 77)
				require.Equal(t, mem, b)
				for i := range a {
					q[i] = lo + uint64(a[i])
				}
				if m == AllLanes {
					clear := make([]byte, room)
					copy(b, clear)
					scatterAll64(p, q, lo, s)
					copy(mem, clear)
					for i := range s {
						st32(unsafe.Pointer(&mem[a[i]]), s[i])
					}
					require.Equal(t, mem, b)
				}
				step := []uint64{1, 4, 8}[round%3]
				for i := range q {
					if i > 0 && i%5 != round%5 {
						q[i] = q[i-1] + step*uint64(r.IntN(2))
					}
				}
				ahead, alike := uint64(0), uint64(0)
				for i, v := range a[1:] {
					if a[i] == v {
						alike |= 1 << i
					} else if a[i]+4 == v {
						ahead |= 1 << i
					}
				}
				wantChange, wantOdd := uint64(0), uint32(0)
				for i, v := range a {
					v += 20
					if want[i] = 0; m>>i&1 != 0 {
						want[i], wantOdd = 3<<(v>>2&15), wantOdd|v
					}
					if i > 0 && v>>6 != (a[i-1]+20)>>6 {
						wantChange |= 1 << i
					}
				}
				change, odd := lineBitsVec(d, a, 20, 3, m)
				require.Equal(t, [2]uint64{wantChange, uint64(wantOdd)}, [2]uint64{change, uint64(odd)})
				require.Equal(t, want, *d)
				x, y := stepsVec(a, 4)
				require.Equal(t, [2]uint64{ahead, alike}, [2]uint64{x, y})
				next, same := neighboursVec(q, step)
				for i := range 63 {
					require.Equal(t, q[i+1] == q[i]+step, next>>i&1 != 0)
					require.Equal(t, q[i+1] == q[i], same>>i&1 != 0)
				}
				require.Zero(t, (next|same)>>63)
				least, tag := r.Uint32(), r.Uint32()&15
				below, other := stampsVec(a, least, tag)
				for i, v := range a {
					require.Equal(t, v < least, below>>i&1 != 0)
					require.Equal(t, v&15 != tag, other>>i&1 != 0)
					tmp[i] = least
				}
				fillVec(d, least)
				require.Equal(t, *tmp, *d)
			}
		}
	}
}

// The functions of AVX2 do what loops over the lanes do, and touch nothing but their rows and the
// elements of lanes that take part.
func TestEightLanesAtATimeAreLoops(t *testing.T) {
	if !cpu.X86.HasAVX2 {
		t.Skip("the host has no AVX2")
	}
	r := rand.New(rand.NewPCG(7, 8))
	const room = 4096
	for _, atEnd := range []bool{false, true} {
		a, d, s := guardedRow[Row](t, atEnd), guardedRow[Row](t, atEnd), guardedRow[Row](t, atEnd)
		b := guarded(t, room, atEnd)
		p := unsafe.Pointer(&b[0])
		for round := range 60 {
			for _, m := range masks(r) {
				step := uint32([]int{1, 4, 16}[r.IntN(3)])
				for i := range a {
					switch a[i], d[i], s[i] = r.Uint32(), r.Uint32(), r.Uint32(); round % 3 {
					case 1:
						a[i] = step * uint32(i)
					case 2:
						a[i] = r.Uint32N(1 << 20)
					}
				}
				offset, clear := r.Uint32N(1<<16), uint32(1)<<r.UintN(5)-1
				var want Row
				low, high, bits := ^uint32(0), uint32(0), uint32(0)
				for i, v := range a {
					want[i] = (v + offset) &^ clear
					if m>>i&1 != 0 {
						low, high, bits = min(low, want[i]), max(high, want[i]), bits|want[i]
					}
				}
				top, all, dense := resolve8(d, a, offset, clear, m)
				require.Equal(t, []uint32{high, bits}, []uint32{top, all})
				require.Equal(t, Contiguous(want[:], 4), dense)
				require.Equal(t, want, *d)
				bottom, top, dense := reach8(d, a, offset, clear, m, step)
				require.Equal(t, []uint32{low, high}, []uint32{bottom, top})
				require.Equal(t, Contiguous(want[:], step), dense)
				for i := range want {
					want[i] -= low
				}
				require.Equal(t, want, *d)

				alike := true
				for i := range s {
					if s[i] = 7; r.IntN(100) == 0 {
						s[i] = 8
						alike = alike && m>>i&1 == 0
					}
				}
				require.Equal(t, alike, alike8(s, m, 7))

				for i := range a {
					if a[i] = r.Uint32N(room - 3); i%16 == 3 {
						a[i] = uint32(i) / 16 % 2 * (room - 4)
					}
					s[i], want[i] = r.Uint32(), d[i]
					if m>>i&1 != 0 {
						want[i] = ld32(unsafe.Add(p, a[i]))
					} else if round%2 == 0 {
						a[i] = r.Uint32()
					}
				}
				gather8(d, p, a, m)
				require.Equal(t, want, *d)
				mem := bytes.Clone(b)
				for i := range s {
					if m>>i&1 != 0 {
						st32(unsafe.Pointer(&mem[a[i]]), s[i])
					}
				}
				scatter8(p, a, s, m)
				require.Equal(t, mem, b)
			}
		}
	}
}

// Lanes that follow one another are found as the loop over them finds them.
func TestRowsThatFollow(t *testing.T) {
	was, was8 := vector, vector8
	defer func() { vector, vector8 = was, was8 }()
	r := rand.New(rand.NewPCG(9, 10))
	for _, atEnd := range []bool{false, true} {
		row := guardedRow[Row](t, atEnd)
		for _, n := range []int{0, 1, 2, 4, 8, 12, 16} {
			for _, first := range []uint32{0, 4, ^uint32(0), -uint32(n), r.Uint32()} {
				for wrong := range 65 {
					for i := range row {
						row[i] = first + uint32(i*n)
					}
					if wrong < 64 {
						row[wrong] ^= 1 << r.IntN(32)
					}
					for _, v := range [][2]bool{{was, was8}, {false, cpu.X86.HasAVX2}, {false, false}} {
						vector, vector8 = v[0], v[1]
						require.Equal(t, wrong == 64, follows(row, n), "%d bytes from %#x, lane %d, %v", n, first, wrong, v)
					}
				}
			}
		}
	}
}

// Rows that differ by the same in all lanes that count are told from those of which a lane does not.
func TestRowsAreShiftedWhereAllLanesAre(t *testing.T) {
	was, was8 := vector, vector8
	defer func() { vector, vector8 = was, was8 }()
	r := rand.New(rand.NewPCG(11, 12))
	for _, atEnd := range []bool{false, true} {
		a, b := guardedRow[Row](t, atEnd), guardedRow[Row](t, atEnd)
		for _, m := range []uint64{AllLanes, 0, 1, 1 << 63, 0xffff0000ff00f0ca, r.Uint64()} {
			for _, by := range []uint32{0, 4, ^uint32(3), r.Uint32()} {
				for wrong := range 65 {
					for i := range b {
						b[i] = r.Uint32()
						a[i] = b[i] + by
					}
					want := true
					if wrong < 64 {
						a[wrong] ^= 1 << r.IntN(32)
						want = m>>wrong&1 == 0
					}
					for _, v := range [][2]bool{{was, was8}, {false, cpu.X86.HasAVX2}, {false, false}} {
						vector, vector8 = v[0], v[1]
						require.Equal(t, want, Shifted(a, b, m, by), "lanes %#x, by %#x, lane %d, %v", m, by, wrong, v)
					}
				}
			}
		}
	}
}

// Accesses in two steps are the same on a host with AVX2, and on one with no vectors.
func TestReachedAccessesAreTheSameOnOtherHosts(t *testing.T) {
	was, was8 := vector, vector8
	defer func() { vector, vector8 = was, was8 }()
	for _, vector8 = range []bool{cpu.X86.HasAVX2, false} {
		vector = false
		TestReachedAccessesMoveWhatOthersMove(t)
		TestLanesInARowStayInTheirBlock(t)
	}
}

// Elements of several dwords move as loops over the lanes move them, up to the last byte of the memory.
func TestElementsOfSeveralDwordsMoveAsLoopsDo(t *testing.T) {
	if !several {
		t.Skip("the host has no AVX")
	}
	r := rand.New(rand.NewPCG(5, 6))
	const room = 4096
	for _, atEnd := range []bool{false, true} {
		b, off := guarded(t, room, atEnd), guardedRow[Row](t, atEnd)
		p := unsafe.Pointer(&b[0])
		rows := make([]*Row, 4)
		for k := range rows {
			rows[k] = guardedRow[Row](t, atEnd)
		}
		for round := range 100 {
			n := 8 << (round & 1)
			for i := range off {
				if off[i] = r.Uint32N(uint32(room - n + 1)); i%16 == 3 {
					off[i] = uint32(i / 16 % 2 * (room - n))
				}
				for _, x := range rows {
					x[i] = r.Uint32()
				}
			}
			for i := range b {
				b[i] = byte(r.Uint32())
			}
			var have, want [4]Row
			into := func(list *[4]Row) []*Row { return []*Row{&list[0], &list[1], &list[2], &list[3]}[:n/4] }
			require.True(t, moved(p, off, n, into(&have), false))
			loadRows(p, off, 0, AllLanes, n, into(&want), false)
			require.Equal(t, want, have)
			mem := bytes.Clone(b)
			require.True(t, moved(p, off, n, rows[:n/4], true))
			storeRows(unsafe.Pointer(&mem[0]), off, 0, AllLanes, n, rows[:n/4], false)
			require.Equal(t, mem, b)
		}
		require.False(t, moved(p, off, 12, rows, false))
	}
}

// requireReached compares reachVec with loops: lo has any values, or 4 bytes one behind the other.
func requireReached(t *testing.T, lo, off, any *Row, m, base uint64, round int) {
	if m == 0 {
		return
	}
	same := Row{}
	for i := range same {
		if same[i] = any[5]; m>>i&1 == 0 && round&8 != 0 {
			same[i]++
		}
	}
	add := base << 20
	for _, hi := range []*Row{nil, any, &same} {
		first := lo[0]
		if round&16 != 0 {
			lo[0]++
		}
		if round&32 != 0 && round%3 == 1 { // one behind the other, across 4 GiB
			for i := range lo {
				lo[i] += 1<<32 - 100
			}
		}
		var addr [64]uint64
		for i := range addr {
			if addr[i] = uint64(lo[i]); hi != nil {
				addr[i] |= uint64(hi[i]) << 32
			}
		}
		wantLow, wantHigh := span(&addr, m)
		if wantLow+add > wantHigh+add {
			continue // nothing can be there
		}
		var want Row
		for i, a := range addr {
			want[i] = uint32(a - wantLow)
		}
		low, high, dense := reachVec(off, lo, hi, add, m, 4)
		require.Equal(t, []uint64{wantLow + add, wantHigh + add}, []uint64{low, high})
		require.Equal(t, m == AllLanes && Contiguous(addr[:], 4), dense)
		require.Equal(t, want, *off)
		lo[0] = first
	}
}

// What stamps of LDS and neighbours are is the same with vectors and without, for lanes that lie
// one behind the other and for others.
func TestVectorsOfShadowsChangeNothing(t *testing.T) {
	if !vector {
		t.Skip("the host has no AVX-512")
	}
	defer func() { vector = true }()
	seed := uint64(0)
	run := func() (out []any) {
		r := rand.New(rand.NewPCG(seed, 5))
		for _, m := range masks(r) {
			dst, src := make([]uint32, 200), make([]uint32, 200)
			var at, row, tmp Row
			var addr [64]uint64
			dense, top, first := r.IntN(2) == 0, uint32(0), r.Uint32N(100)
			for i := range at {
				if at[i] = 4 * r.Uint32N(200); dense {
					at[i] = 4 * (first + uint32(i))
				}
				if m>>i&1 != 0 {
					top = max(top, at[i])
				}
				row[i], addr[i] = r.Uint32(), uint64(at[i])
			}
			for i := range src {
				src[i] = r.Uint32N(64)
			}
			Mark(dst, &at, m, top, r.Uint32(), dense)
			below, other := Stamps(src, &at, m, top, 30, r.Uint32N(16), dense, &tmp)
			next, same := Neighbours(&addr, 4)
			for i := range tmp {
				tmp[i] = 8 * r.Uint32N(2)
			}
			ahead, alike := Steps(&tmp, 8)
			change, aligned := LineBits(&row, &at, 4, []uint32{1, 2, 4, 8, 16}[r.IntN(5)], m)
			require.Zero(t, ahead&alike|(ahead|alike)>>63)
			b := make([]byte, 256)
			Pack(b, &row, 3, 60)
			for i := 3; i < 60; i++ {
				require.Equal(t, row[i], binary.LittleEndian.Uint32(b[4*(i-3):]))
			}
			out = append(out, dst, below, other, next, same, ahead, alike, row, change, aligned)
		}
		return out
	}
	for seed = range 200 {
		vector = true
		want := run()
		vector = false
		require.Equal(t, run(), want)
	}
}

// Accesses are the same with vectors and without: in global memory, in LDS and through a buffer's
// resource.
func TestVectorsChangeNothing(t *testing.T) {
	if !vector {
		t.Skip("the host has no AVX-512")
	}
	defer func() { vector = true }()
	seed := uint64(0)
	run := func() []any {
		r := rand.New(rand.NewPCG(seed, 3))
		g := NewGlobal()
		rg := mustMap(t, g, "a", 0x10003, 0x3000)
		mustMap(t, g, "b", 0x20000, 0x1000)
		l := NewLDS(1000)
		var out []any
		for i := range l.Bytes() {
			l.Bytes()[i] = byte(r.Uint32())
		}
		for range 30 {
			for _, m := range masks(r) {
				n := []int{1, 2, 4, 8, 12, 16}[r.IntN(6)]
				var rows, local []*Row
				for range 8 {
					row, own := new(Row), new(Row)
					for i := range row {
						row[i], own[i] = r.Uint32(), r.Uint32()
					}
					rows, local = append(rows, row), append(local, own)
				}
				q := Access{Exec: m, Bytes: n, Rows: rows[:(n+3)/4], Ext: Ext(r.IntN(6))}
				d := DSAccess{Exec: m, Addr: new(Row), Offset: r.Uint32N(64), Limit: 1000 - 300*r.Uint32N(2),
					Bytes: n, Mask: DSAlignMask(0, n), Ext: q.Ext, Rows: local[:(n+3)/4]}
				style, at := r.IntN(5), r.Uint32N(0x2800)
				var voff Row
				for i := range q.Addr {
					switch style {
					case 0:
						voff[i] = at + uint32(n*i)
					case 1:
						voff[i] = at
					case 2:
						voff[i] = r.Uint32N(0x3000 - 16)
					case 3:
						voff[i] = r.Uint32N(0x3000 + 8)
					default:
						voff[i] = at&^3 + 4*uint32(i^1)
					}
					q.Addr[i] = rg.Base + uint64(voff[i])
					if m>>i&1 == 0 {
						q.Addr[i], voff[i] = r.Uint64(), r.Uint32()
					}
					d.Addr[i] = voff[i] % 1100
				}
				res := DecodeResource(3, RawBuffer(rg.Base, uint64(r.Uint32N(0x3000))))
				bq := BufferQuery{Exec: m, Offen: true, VOffset: &voff, InstOffset: r.Uint32N(4096), Bytes: n}
				var addr [64]uint64
				ok := res.Lanes(&bq, &addr)
				for i := range addr {
					if m>>i&1 == 0 {
						addr[i] = 0
					}
				}
				out = append(out, ok, bq.Part, addr, g.Gather(&q), g.Scatter(&q))
				l.Read(&d)
				l.Write(&d)
				if n == 4 || n == 8 {
					d.Rows = local
					l.Read2(&d, 8, uint32(8*r.IntN(9)))
					l.Write2(&d, 8, uint32(8*r.IntN(9)))
				}
				for i := range rows {
					out = append(out, *rows[i], *local[i])
				}
			}
		}
		return append(out, string(l.Bytes()), g.Changed())
	}
	for ; seed < 20; seed++ {
		vector, vector8 = true, false
		have := run()
		if vector = false; seed%2 == 0 && cpu.X86.HasAVX2 {
			vector8 = true
			have = run()
		}
		vector8 = false
		want := run()
		require.Equal(t, len(want), len(have))
		for i := range want {
			if err, ok := want[i].(error); ok {
				require.EqualError(t, have[i].(error), err.Error())
				continue
			}
			if _, ok := want[i].([]Span); ok {
				require.Equal(t, len(want[i].([]Span)), len(have[i].([]Span)))
				continue
			}
			require.Equal(t, want[i], have[i], "%d of seed %d", i, seed)
		}
	}
}
