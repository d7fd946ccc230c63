package mem

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// vsharp builds descriptor words by bit position, from the table in chapter 8 of AMD's manuals: an
// encoder written apart from the decoder.
type vsharp struct {
	base            uint64
	stride, records uint32
	swizzle, tid    bool
	elem, istride   uint32 // encoded
	dfmt, nfmt      uint32
	sel             [4]uint32
}

func (v vsharp) words() (w [4]uint32) {
	put := func(bit, n int, x uint32) {
		for i := range n {
			w[(bit+i)/32] |= x >> i & 1 << ((bit + i) % 32)
		}
	}
	flag := func(bit int, on bool) {
		if on {
			put(bit, 1, 1)
		}
	}
	put(0, 32, uint32(v.base))
	put(32, 16, uint32(v.base>>32))
	put(48, 14, v.stride)
	flag(63, v.swizzle)
	put(64, 32, v.records)
	for i, s := range v.sel {
		put(96+3*i, 3, s)
	}
	put(108, 3, v.nfmt)
	put(111, 4, v.dfmt)
	put(115, 2, v.elem)
	put(117, 2, v.istride)
	flag(119, v.tid)
	return w
}

// on has DATA_FORMAT 32 where none is said and the field is not a part of the stride; noFormat
// disables.
func (v vsharp) on(g isa.Gen) *Resource {
	switch {
	case v.dfmt == noFormat:
		v.dfmt = 0
	case v.dfmt == 0 && (!v.tid || g == isa.GCN10 || g == isa.GCN11):
		v.dfmt = 4
	}
	r := DecodeResource(g, v.words())
	return &r
}

const noFormat = 99

func TestDecodeResource(t *testing.T) {
	v := vsharp{base: 0xfedcba987654, stride: 0x3a5c, records: 0x1234, swizzle: true, tid: true, elem: 3, istride: 2, dfmt: 14, nfmt: 7, sel: [4]uint32{4, 5, 6, 1}}
	for _, g := range isa.Gens() {
		r := v.on(g)
		require.Equal(t, uint64(0xfffffedcba987654), r.Base, "bit 47 is extended")
		require.Equal(t, uint32(0x3a5c), r.Stride)
		require.Equal(t, uint32(0x1234), r.NumRecords)
		require.True(t, r.Swizzle && r.AddTID)
		require.Equal(t, Fmt32x4, r.Data)
		require.Equal(t, Float, r.Num)
		require.Equal(t, [4]DstSel{SelR, SelG, SelB, Sel1}, r.DstSel)
		require.Equal(t, uint32(32), r.IndexStride)
		require.NoError(t, r.Valid())
	}
	require.Equal(t, uint32(16), v.on(isa.GCN12).ElementSize)
	bad := DecodeResource(isa.GCN10, [4]uint32{0, 0, 0, 1 << 30})
	require.ErrorIs(t, bad.Valid(), ErrNotBuffer)
}

func TestErrataB17ElementSizeIs4OnGCN14(t *testing.T) {
	for enc := range uint32(4) {
		require.Equal(t, uint32(4), vsharp{elem: enc}.on(isa.GCN14).ElementSize)
		require.Equal(t, uint32(2)<<enc, vsharp{elem: enc}.on(isa.GCN11).ElementSize)
	}
}

func TestErrataB18StrideOf18BitsWithAddTID(t *testing.T) {
	v := vsharp{stride: 0x123, dfmt: 5, tid: true}
	for _, c := range []struct {
		g      isa.Gen
		tid    bool
		format bool
		want   uint32
	}{
		{isa.GCN10, true, false, 0x123}, {isa.GCN11, true, false, 0x123},
		{isa.GCN12, true, false, 5<<14 | 0x123}, {isa.GCN14, true, false, 5<<14 | 0x123},
		{isa.GCN12, true, true, 0x123}, {isa.GCN14, true, true, 0x123},
		{isa.GCN12, false, false, 0x123}, {isa.GCN14, false, false, 0x123},
	} {
		v.tid = c.tid
		require.Equal(t, c.want, v.on(c.g).strideFor(c.format), "%s tid %v format %v", c.g, c.tid, c.format)
	}
}

// One lane, one row: the condition of errata B-19 worked out by hand for offsets and indices at the
// edge.
func TestErrataB19RangeRules(t *testing.T) {
	const (
		off = 1 << iota
		idx
		fmtd
		atom
		bug
	)
	raw := vsharp{records: 64}
	str := vsharp{records: 4, stride: 16}
	swz := vsharp{records: 4, stride: 16, swizzle: true, elem: 1}
	scr := vsharp{records: 4, stride: 16, swizzle: true, tid: true, elem: 1}
	for i, c := range []struct {
		g           isa.Gen
		v           vsharp
		flags       int
		voff, vidx  uint32
		inst, soff  uint32
		bytes       int
		want        uint8 // dwords in range
		explanation string
	}{
		// Raw, bytes; SOFFSET counts before GCN 1.4.
		{isa.GCN10, raw, off, 60, 0, 0, 0, 4, 1, "last dword"},
		{isa.GCN10, raw, off, 63, 0, 0, 0, 4, 1, "first byte counts"},
		{isa.GCN10, raw, off, 64, 0, 0, 0, 4, 0, "one past"},
		{isa.GCN10, raw, off, 60, 0, 4, 0, 4, 0, "inst_offset counts"},
		{isa.GCN10, raw, off, 56, 0, 0, 8, 4, 0, "soffset counts"},
		{isa.GCN11, raw, off, 52, 0, 0, 8, 4, 1, "soffset counts"},
		{isa.GCN11, raw, off, 0, 0, 0, 65, 4, 0, "soffset above num_records is no wrap"},
		{isa.GCN10, raw, off | bug, 56, 0, 0, 8, 4, 1, "soffset defect"},
		{isa.GCN10, raw, off | bug, 64, 0, 0, 0, 4, 0, "no defect without soffset"},
		{isa.GCN12, raw, off, 56, 0, 0, 8, 4, 0, "soffset counts"},
		{isa.GCN14, raw, off, 60, 0, 0, 8, 4, 1, "soffset does not count"},
		{isa.GCN14, raw, off, 64, 0, 0, 0, 4, 0, "one past"},
		{isa.GCN14, raw, off, 0xfffffffc, 0, 8, 0, 4, 1, "32-bit sum wraps"},
		// Dword by dword.
		{isa.GCN10, raw, off, 56, 0, 0, 0, 16, 3, "two of four"},
		{isa.GCN12, raw, off, 56, 0, 0, 0, 12, 3, "two of three"},
		{isa.GCN14, raw, off, 60, 0, 0, 0, 8, 1, "one of two"},
		{isa.GCN14, raw, off | fmtd, 60, 0, 0, 0, 8, 0, "format: all or nothing"},
		{isa.GCN14, raw, off | atom, 60, 0, 0, 0, 8, 0, "atomic: all or nothing"},
		{isa.GCN12, raw, off | fmtd, 56, 0, 0, 0, 8, 3, "format: all"},
		// Structured, no swizzle: records on 1.0, 1.1 and (with IDXEN) 1.4; bytes on 1.2.
		{isa.GCN10, str, idx, 0, 3, 12, 0, 4, 1, "last record"},
		{isa.GCN10, str, idx, 0, 4, 0, 0, 4, 0, "past the last record"},
		{isa.GCN10, str, idx, 0, 0, 16, 0, 4, 0, "offset reaches stride"},
		{isa.GCN11, str, idx, 0, 0, 12, 0, 8, 1, "second dword reaches stride"},
		{isa.GCN11, str, off, 100, 0, 0, 0, 4, 1, "no stride check without IDXEN"},
		{isa.GCN12, str, idx, 0, 0, 0, 0, 4, 1, "bytes: 0 < 4"},
		{isa.GCN12, str, idx, 0, 1, 0, 0, 4, 0, "bytes: 16 >= 4"},
		{isa.GCN14, str, idx, 0, 3, 20, 0, 4, 1, "no stride check"},
		{isa.GCN14, str, idx, 0, 4, 0, 0, 4, 0, "past the last record"},
		{isa.GCN14, str, off, 4, 0, 0, 0, 4, 0, "without IDXEN: bytes"},
		{isa.GCN14, str, idx, 0, 3, 0, 4096, 4, 1, "soffset does not count"},
		{isa.GCN14, vsharp{records: 8}, idx, 0, 1000, 4, 0, 4, 1, "IDXEN with stride 0: bytes"},
		{isa.GCN14, vsharp{records: 8}, idx, 0, 0, 8, 0, 4, 0, "IDXEN with stride 0: bytes"},
		// Swizzled.
		{isa.GCN12, swz, idx, 0, 3, 12, 0, 4, 1, "records"},
		{isa.GCN12, swz, idx, 0, 4, 0, 0, 4, 0, "records"},
		{isa.GCN12, swz, off, 16, 0, 0, 0, 4, 0, "stride check always"},
		{isa.GCN14, swz, idx, 0, 4, 0, 0, 4, 0, "records"},
		{isa.GCN14, swz, off, 4, 0, 0, 0, 4, 0, "without IDXEN: bytes"},
		// Scratch.
		{isa.GCN10, scr, off, 16, 0, 0, 0, 4, 0, "ADD_TID: stride check"},
		{isa.GCN12, scr, off, 12, 0, 0, 0, 4, 1, "in the record"},
		{isa.GCN14, scr, off, 0x7000, 0, 0, 0, 4, 1, "no check"},
		{isa.GCN14, scr, idx, 0, 4, 0, 0, 4, 0, "ADD_TID with IDXEN is checked"},
	} {
		t.Run(fmt.Sprintf("%d/%s", i, c.explanation), func(t *testing.T) {
			voff, vidx := Row{c.voff}, Row{c.vidx}
			q := BufferQuery{Exec: 1, InstOffset: c.inst, SOffset: c.soff, Offen: c.flags&off != 0, Idxen: c.flags&idx != 0,
				VOffset: &voff, VIndex: &vidx, Bytes: c.bytes, Format: c.flags&fmtd != 0, Atomic: c.flags&atom != 0, NoClampBug: c.flags&bug != 0}
			var addr [64]uint64
			r := c.v.on(c.g)
			ok := r.Lanes(&q, &addr)
			got := uint8(0)
			dwords := (c.bytes + 3) / 4
			for k := range dwords {
				got |= uint8(q.Part[k]&1) << k
			}
			require.Equal(t, c.want, got)
			require.Equal(t, c.want == 1<<dwords-1, ok == 1)
			text := r.Explain(&q, 0)
			require.Contains(t, text, "V# base")
			if c.want == 0 {
				require.Contains(t, text, "out of range")
			}
			// The same in all lanes at once takes other paths.
			for i := range voff {
				voff[i], vidx[i] = c.voff, c.vidx
			}
			if !c.v.tid {
				q.Exec = AllLanes
				r.Lanes(&q, &addr)
				for k := range dwords {
					require.Equal(t, -(uint64(c.want) >> k & 1), q.Part[k])
				}
			}
		})
	}
}

func TestErrataB20Addr64HasNoRangeCheck(t *testing.T) {
	lo, hi := Row{0xfffffff0, 8}, Row{1, 0x7f}
	q := BufferQuery{Exec: 3, Addr64: true, VOffset: &lo, VOffsetHi: &hi, InstOffset: 0x20, SOffset: 0x100, Bytes: 16}
	var addr [64]uint64
	r := vsharp{base: 0x1000, records: 0}.on(isa.GCN11)
	require.Equal(t, uint64(3), r.Lanes(&q, &addr))
	require.Equal(t, uint64(0x1000+0x1fffffff0+0x20+0x100), addr[0])
	require.Equal(t, uint64(0x1000+0x7f00000008+0x120), addr[1])
	require.Contains(t, r.Explain(&q, 0), "not range-checked (addr64)")
}

// A base of -1, or -4, and a 64-bit address: what clang makes of p[i-1].
func TestAddressesWrapAt48Bits(t *testing.T) {
	var addr [64]uint64
	for _, g := range []isa.Gen{isa.GCN10, isa.GCN11} {
		for _, bytes := range []int{1, 2, 4, 8, 16} {
			for _, mode := range []bool{false, true} {
				lo, hi := Row{0x22001, 0}, Row{0x10002, 1}
				q := BufferQuery{Exec: 3, Addr64: true, VOffset: &lo, VOffsetHi: &hi, Bytes: bytes, Unaligned: mode, InstOffset: 4}
				// The words of the constant: stride, swizzling and all.
				r := DecodeResource(g, [4]uint32{0xffffffff, 0xffffffff, 0, 0xf000})
				require.Equal(t, uint64(3), r.Lanes(&q, &addr))
				want := []uint64{0x000200022004, 0x000100000003}
				if bytes >= 4 && !mode {
					want[1] &^= 3
				}
				require.Equal(t, want, addr[:2], "%v, %d bytes, unaligned mode %v", g, bytes, mode)
			}
		}
	}
	for _, g := range isa.Gens() {
		off := Row{0x2000}
		r := vsharp{base: 1<<48 - 0x1000, records: 1 << 20}.on(g)
		q := BufferQuery{Exec: 1, Offen: true, VOffset: &off, SOffset: 8, Bytes: 4}
		require.Equal(t, uint64(1), r.Lanes(&q, &addr))
		require.Equal(t, uint64(0x1008), addr[0], g)
		require.Equal(t, uint64(0x1008), r.ScalarBufferAddr(0x2008, 4), g)
		require.Equal(t, uint64(0xffc), ScalarAddr(g.Features(), ^uint64(3), 0x1000, 0, 4), "64-bit pointers wrap by themselves")
	}
}

// Errata B-35: DATA_FORMAT = 0 disables every kind of vector access, except where the field is a
// part of the stride. Scalar accesses do not read it (M-14).
func TestErrataB35NoFormatDisables(t *testing.T) {
	var addr [64]uint64
	zero := Row{}
	for _, g := range isa.Gens() {
		for flags := range 64 {
			bit := func(i int) bool { return flags>>i&1 != 0 }
			q := BufferQuery{Exec: 1, Bytes: 4, VOffset: &zero, VOffsetHi: &zero, VIndex: &zero, Format: bit(0), Offen: bit(1), Idxen: bit(2),
				Atomic: bit(3)}
			q.Addr64 = g&(isa.GCN10|isa.GCN11) != 0 && flags>>1&3 == 0 && bit(4)
			for _, v := range []vsharp{{dfmt: noFormat}, {dfmt: 4}} {
				v.base, v.records, v.tid = 0x1000, 0x1000, bit(5)
				r := v.on(g)
				on := v.dfmt == 4 || bit(5) && !bit(0) && g&(isa.GCN12|isa.GCN14) != 0
				want := uint64(0)
				if on {
					want = 1
				}
				require.Equal(t, want, r.Lanes(&q, &addr), "%v %+v %s", g, v, r)
				require.Equal(t, [4]uint64{want, want, want, want}, q.Part)
				require.Equal(t, !on, r.Disabled(q.Format))
				require.Equal(t, uint32(1), r.ScalarDwords(0, 1))
				if !on {
					require.Contains(t, r.Explain(&q, 0), "disabled")
				}
			}
		}
	}
}

func TestErrataB21Alignment(t *testing.T) {
	voff := Row{7}
	r := vsharp{base: 0x1000, records: 64}.on(isa.GCN12)
	for _, c := range []struct {
		bytes  int
		atomic bool
		want   uint64
	}{{1, false, 0x1007}, {2, false, 0x1007}, {4, false, 0x1004}, {8, false, 0x1004}, {16, false, 0x1004}, {4, true, 0x1004}, {8, true, 0x1000}} {
		q := BufferQuery{Exec: 1, Offen: true, VOffset: &voff, Bytes: c.bytes, Atomic: c.atomic}
		var addr [64]uint64
		r.Lanes(&q, &addr)
		require.Equal(t, c.want, addr[0], "%d bytes", c.bytes)
	}
}

// Addresses of all lanes against the formula as CLRX GcnMemHandling prints it (errata B-17 is
// another arrangement of it).
func TestErrataB17SwizzledAndLinearAddresses(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for range 3000 {
		g := isa.Gens()[rnd.IntN(4)]
		v := vsharp{base: rnd.Uint64N(1 << 48), stride: rnd.Uint32N(256) * 4, records: rnd.Uint32N(1 << 12), swizzle: rnd.IntN(2) == 0,
			tid: rnd.IntN(2) == 0, elem: rnd.Uint32N(4), istride: rnd.Uint32N(4)}
		var voff, vidx Row
		for i := range voff {
			voff[i], vidx[i] = rnd.Uint32N(4096), rnd.Uint32N(2000)
		}
		q := BufferQuery{Exec: AllLanes, InstOffset: rnd.Uint32N(4096), SOffset: rnd.Uint32N(1 << 16), Offen: rnd.IntN(2) == 0,
			Idxen: rnd.IntN(2) == 0, VOffset: &voff, VIndex: &vidx, Bytes: 1}
		var addr [64]uint64
		v.on(g).Lanes(&q, &addr)
		elem, istride := uint64(2)<<v.elem, uint64(8)<<v.istride
		if g == isa.GCN14 {
			elem = 4
		}
		for i := range 64 {
			aoff, aidx := uint64(q.InstOffset), uint64(0)
			if q.Offen {
				aoff += uint64(voff[i])
			}
			if q.Idxen {
				aidx += uint64(vidx[i])
			}
			if v.tid {
				aidx += uint64(i)
			}
			want := aidx*uint64(v.stride) + aoff
			if v.swizzle {
				want = aoff%elem + elem*(aidx%istride) + istride*(aidx/istride*uint64(v.stride)+aoff/elem*elem)
			}
			require.Equal(t, uint64(int64((v.base+uint64(q.SOffset)+want)<<16)>>16), addr[i])
		}
	}
}

func TestErrataB22LDSBaseOfBufferLoads(t *testing.T) {
	for g, want := range map[isa.Gen]uint32{isa.GCN10: 0x40, isa.GCN11: 0x40, isa.GCN12: 0x4c, isa.GCN14: 0x4c} {
		require.Equal(t, want, BufferLDSBase(g.Features(), 0xabcd0040, 12), g)
	}
}

func TestErrataM14ScalarBounds(t *testing.T) {
	raw, str := vsharp{records: 10}.on(isa.GCN12), vsharp{records: 3, stride: 8}.on(isa.GCN14)
	require.Equal(t, uint32(0b0111), raw.ScalarDwords(0, 4), "dwords at 0, 4, 8 begin below 10")
	require.Equal(t, uint32(0), raw.ScalarDwords(12, 4))
	require.Equal(t, uint32(0b111111), str.ScalarDwords(0, 8))
	require.Equal(t, uint32(0b11), str.ScalarDwords(16, 16))
	require.Equal(t, uint32(0), str.ScalarDwords(24, 1), ">= and not >")
	require.Equal(t, uint32(0b10), raw.ScalarDwords(-4, 2), "errata M-6: negative is out of range")
}

func TestErrataM10ToM12ScalarAddresses(t *testing.T) {
	require.Equal(t, uint64(0x1004), ScalarAddr(isa.GCN12.Features(), 0x1002, 3, 0, 4), "the sum is cut")
	require.Equal(t, uint64(0x1000), ScalarAddr(isa.GCN14.Features(), 0x1002, 3, 3, 4), "each part is cut")
	require.Equal(t, uint64(0xffc), ScalarAddr(isa.GCN14.Features(), 0x1000, -4, 0, 4))
	require.Equal(t, uint64(0x1008), ScalarAddr(isa.GCN14.Features(), 0x1000, 12, 0, 8), "M-11: X2 atomics")
	require.Equal(t, uint64(0x1000+5*64-4), ScratchAddr(0x1000, -4, 5), "M-12: the register is not masked")
	r := vsharp{base: 0x1003}.on(isa.GCN12)
	require.Equal(t, uint64(0x1004), r.ScalarBufferAddr(7, 4))
}

func FuzzResource(f *testing.F) {
	f.Add(uint32(0), uint32(0), uint32(0), uint32(0), uint8(0), uint32(0), uint32(0))
	f.Fuzz(func(t *testing.T, a, b, c, d uint32, flags uint8, x, y uint32) {
		for _, g := range isa.Gens() {
			r := DecodeResource(g, [4]uint32{a, b, c, d})
			voff, vidx := Row{x, y, 5: x}, Row{y, x, 63: y}
			q := BufferQuery{Exec: uint64(x)<<32 | uint64(y), Offen: flags&1 != 0, Idxen: flags&2 != 0, Format: flags&4 != 0, Atomic: flags&8 != 0,
				VOffset: &voff, VIndex: &vidx, Bytes: []int{1, 2, 4, 8, 12, 16}[flags>>4%6], InstOffset: y & 4095, SOffset: x}
			var addr [64]uint64
			ok := r.Lanes(&q, &addr)
			require.Zero(t, ok&^q.Exec)
			require.Zero(t, ok&^q.Part[0])
			require.NotEmpty(t, r.Explain(&q, int(x)))
		}
	})
}

// In the unaligned mode loads and stores take the address as it is; atomics and swizzled buffers do
// not.
func TestUnalignedMode(t *testing.T) {
	for _, c := range []struct {
		name      string
		unaligned bool
		atomic    bool
		swizzle   bool
		want      uint64
	}{
		{"aligned mode", false, false, false, 0x1004},
		{"unaligned mode", true, false, false, 0x1007},
		{"atomic", true, true, false, 0x1004},
		{"swizzled: element 1 is 8 indexes of 4 bytes away", true, false, true, 0x1020},
	} {
		r := vsharp{base: 0x1000, records: 0x100, swizzle: c.swizzle, elem: 1}.on(isa.GCN11)
		q := BufferQuery{Exec: 1, InstOffset: 7, Bytes: 4, Unaligned: c.unaligned, Atomic: c.atomic}
		var addr [64]uint64
		require.Equal(t, uint64(1), r.Lanes(&q, &addr), c.name)
		require.Equal(t, c.want, addr[0], c.name)
	}
}
