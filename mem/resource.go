package mem

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// ErrNotBuffer is the error of [Resource.Valid] for a descriptor whose TYPE is not 0.
var ErrNotBuffer = errors.New("resource is not a buffer")

// Resource is a decoded 128-bit buffer resource (V#). Field meanings: CLRX GcnMemHandling "Buffer
// resource format", AMD ISA manuals ch. 8; differences by generation: errata B-17, B-18.
type Resource struct {
	Gen          isa.Gen    // the generation that decoded it
	Words        [4]uint32  // as it stood in the SGPRs
	Base         uint64     // byte address: of 48 bits, see [Canonical]
	Stride       uint32     // bits 48-61: bytes per record, 0 to 16383; with ADD_TID_ENABLE see strideFor
	Swizzle      bool       // swizzled addressing
	CacheSwizzle bool       // bank hint; no effect on results
	NumRecords   uint32     // bytes or records, by generation and kind of access
	DstSel       [4]DstSel  // which component goes to X, Y, Z, W
	Num          NumFormat  // number format
	Data         DataFormat // layout of an element, for accesses with conversion
	// bytes, swizzle only: 2, 4, 8, 16; always 4 on GCN 1.4, whose V# has no such field (errata
	// B-17)
	ElementSize uint32
	IndexStride uint32 // records, swizzle only: 8, 16, 32, 64
	AddTID      bool   // the lane number is added to the index
	NV          bool   // GCN 1.4: non-volatile (bit 123)
	Type        uint8  // 0: buffer
}

// DecodeResource takes a V# apart as the generation g does. Every bit pattern decodes; see
// [Resource.Valid].
func DecodeResource(g isa.Gen, w [4]uint32) Resource {
	r := Resource{
		Gen: g, Words: w,
		Base:         Canonical(uint64(w[0]) | uint64(w[1])<<32),
		Stride:       w[1] >> 16 & 0x3fff,
		CacheSwizzle: w[1]>>30&1 != 0,
		Swizzle:      w[1]>>31 != 0,
		NumRecords:   w[2],
		Num:          NumFormat(w[3] >> 12 & 7),
		Data:         DataFormat(w[3] >> 15 & 15),
		ElementSize:  2 << (w[3] >> 19 & 3),
		IndexStride:  8 << (w[3] >> 21 & 3),
		AddTID:       w[3]>>23&1 != 0,
		Type:         uint8(w[3] >> 30),
	}
	for i := range r.DstSel {
		r.DstSel[i] = DstSel(w[3] >> (3 * i) & 7)
	}
	if g == isa.GCN14 {
		r.ElementSize = 4
		r.NV = w[3]>>27&1 != 0
	}
	return r
}

// Valid reports, as an error that wraps [ErrNotBuffer], a descriptor that is no buffer's.
func (r *Resource) Valid() error {
	if r.Type != 0 {
		return fmt.Errorf("mem: %s: TYPE is %d: %w", r, r.Type, ErrNotBuffer)
	}
	return nil
}

// strideFor is the stride that an instruction uses: 14 bits; on GCN 1.2 and 1.4 with ADD_TID_ENABLE
// 18 bits, of which DATA_FORMAT holds the upper four, unless the instruction takes its format from
// the resource or itself (errata B-18; Vega ISA ch. 8, LLVM getScratchRsrcWords23).
func (r *Resource) strideFor(format bool) uint32 {
	if r.wideStride(format) {
		return r.Stride | uint32(r.Data)<<14
	}
	return r.Stride
}

// Disabled reports whether the resource disables the access: its DATA_FORMAT is 0, wherever the
// access takes its own format from. Loads give 0, stores and atomics do nothing (errata B-35;
// MIOpen's kernels switch buffers off so). It never does where DATA_FORMAT is a part of the stride:
// on GCN 1.2 and 1.4 with ADD_TID_ENABLE.
func (r *Resource) Disabled(format bool) bool {
	return r.Data == 0 && !r.wideStride(format)
}

// wideStride reports whether DATA_FORMAT is STRIDE[17:14].
func (r *Resource) wideStride(format bool) bool {
	return r.AddTID && !format && (isa.GCN12 | isa.GCN14).Has(r.Gen)
}

// String prints the descriptor with what matters to addressing.
func (r Resource) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "V# base 0x%x stride %d num_records 0x%x", r.Base, r.strideFor(false), r.NumRecords)
	if r.Swizzle {
		fmt.Fprintf(&b, " swizzle(element %d, index_stride %d)", r.ElementSize, r.IndexStride)
	}
	if r.AddTID {
		b.WriteString(" add_tid")
	}
	fmt.Fprintf(&b, " %s %s dst_sel ", r.Data, r.Num)
	for _, s := range r.DstSel {
		b.WriteString(s.String())
	}
	if r.NV {
		b.WriteString(" nv")
	}
	if r.Type != 0 {
		fmt.Fprintf(&b, " type %d (not a buffer)", r.Type)
	}
	fmt.Fprintf(&b, " [%08x %08x %08x %08x]", r.Words[0], r.Words[1], r.Words[2], r.Words[3])
	return b.String()
}

// BufferQuery is what a MUBUF or MTBUF instruction brings to the address computation. Keep one per
// wave and use it again.
type BufferQuery struct {
	Exec       uint64 // lanes wanted
	InstOffset uint32 // the instruction's offset field, 0 to 4095
	SOffset    uint32 // value of the scalar offset operand
	Offen      bool   // VOffset is used
	Idxen      bool   // VIndex is used
	Addr64     bool   // GCN 1.0 and 1.1: VOffset and VOffsetHi are a 64-bit address
	VOffset    *Row   // byte offsets, or the low address words
	VOffsetHi  *Row   // the high address words
	VIndex     *Row   // record numbers
	Bytes      int    // per lane in memory: 1, 2, 4, 8, 12, 16
	Format     bool   // *_FORMAT_*: 14-bit stride, range check all or nothing
	Unaligned  bool   // SH_MEM_CONFIG.ALIGNMENT_MODE is unaligned: loads and stores without swizzling take any address
	Atomic     bool   // range check all or nothing; 8-byte words are aligned

	// NoClampBug reproduces a defect of GCN 1.0 and 1.1: a non-zero SOffset switches the range
	// check off (errata B-19: ACO README-ISA, LLVM AMDGPUBaseInfo).
	NoClampBug bool

	// Part is a result: the lanes of Exec whose dword k (k*4 bytes from the lane's address) is in
	// range; all equal where the check is all or nothing. Give its address to [Access.Part].
	Part [4]uint64

	index, offset Row
}

type rangeRule uint8

const (
	ruleNone     rangeRule = iota // no check
	ruleBytes                     // byte offset (+ SOffset before GCN 1.4) against NUM_RECORDS bytes
	ruleRecords                   // index against NUM_RECORDS
	ruleRecords2                  // and offset against stride
)

// rule is errata B-19, one generation per case. Where B-19's text for GCN 1.4 leaves a gap (IDXEN
// with stride 0, swizzle without IDXEN) the unit is bytes, as Mesa's si_make_buffer_descriptor
// notes.
func (r *Resource) rule(q *BufferQuery, stride uint32) (rule rangeRule, limit uint64) {
	nr := uint64(r.NumRecords)
	switch r.Gen {
	case isa.GCN10, isa.GCN11:
		switch {
		case q.Addr64, q.NoClampBug && q.SOffset != 0: // no check with ADDR64: errata B-20
			return ruleNone, 0
		case stride == 0:
			return ruleBytes, nr - min(nr, uint64(q.SOffset))
		case q.Idxen || r.AddTID:
			return ruleRecords2, nr
		}
		return ruleRecords, nr
	case isa.GCN12:
		if stride == 0 || !r.Swizzle {
			return ruleBytes, nr - min(nr, uint64(q.SOffset))
		}
		return ruleRecords2, nr
	default:
		switch {
		case r.AddTID && !q.Idxen:
			return ruleNone, 0
		case q.Idxen && stride != 0:
			return ruleRecords, nr
		}
		return ruleBytes, nr
	}
}

// alignMask has the low address bits that are ignored: two for a dword and more, and for a 64-bit
// atomic three ("atomics are always naturally aligned", Vega ISA on scalar atomics, errata M-11;
// HW-unverified for buffers). Shorts may be unaligned (errata B-21, HW-unverified). In unaligned
// mode loads and stores ignore none.
func (q *BufferQuery) alignMask(swizzle bool) uint64 {
	switch {
	case q.Unaligned && !q.Atomic && !swizzle:
		return 0
	case q.Atomic && q.Bytes == 8:
		return 7
	case q.Bytes >= 4:
		return 3
	}
	return 0
}

// sums sets each lane's index and offset, and returns the highest offset. They are 32-bit sums that
// wrap (CLRX: UINT32).
func (r *Resource) sums(q *BufferQuery) (top uint32) {
	inst := q.InstOffset
	offset := q.offset[:]
	if q.Offen {
		for i, v := range q.VOffset[:] {
			offset[i] = inst + v
			top = max(top, inst+v)
		}
	} else {
		top = inst
		for i := range offset {
			offset[i] = inst
		}
	}
	switch {
	case q.Idxen && r.AddTID:
		for i, v := range q.VIndex {
			q.index[i] = v + uint32(i)
		}
	case q.Idxen:
		q.index = *q.VIndex
	case r.AddTID:
		for i := range q.index {
			q.index[i] = uint32(i)
		}
	default:
		q.index = Row{}
	}
	return top
}

// Lanes computes the address of each lane (of inactive lanes, an unspecified value) and the range
// check. It returns the lanes of Exec of which every dword is in range, and sets q.Part. The check
// looks at the first byte of each dword, as the manuals' formulas do, before the address is
// aligned; a disabled buffer has none in range; *_FORMAT_* and atomics pass with all their dwords or
// with none (errata B-19). Data of several dwords lies at consecutive addresses, also where an
// element of a swizzled buffer is narrower.
//
// The base has 48 bits, and so has the sum, which wraps: clang folds p[i-1] into a base of -1 and a
// 64-bit address (gfx6 ADDR64). Addresses made of 64-bit pointers (S_LOAD, FLAT, GLOBAL) have all
// their bits, so that their sums wrap by themselves.
func (r *Resource) Lanes(q *BufferQuery, addr *[64]uint64) (ok uint64) {
	stride := r.strideFor(q.Format)
	rule, limit := r.rule(q, stride)
	off := uint64(0) // lanes that a disabled buffer drops
	if r.Disabled(q.Format) {
		rule, off = ruleNone, q.Exec
	}
	base, mask := Canonical(r.Base+uint64(q.SOffset)), q.alignMask(r.Swizzle && !q.Addr64)
	if q.Addr64 { // GCN 1.0 and 1.1 (errata B-20)
		base += uint64(q.InstOffset)
		for i, lo := range q.VOffset {
			addr[i] = Canonical(base+uint64(lo)+uint64(q.VOffsetHi[i])<<32) &^ mask
		}
		return q.all(q.Exec &^ off)
	}
	if limit, ok := r.Private(q); ok && r.privateLanes(q, base, mask, limit, addr) {
		return q.all(q.Exec)
	}
	dwords := (q.Bytes + 3) / 4
	last := uint64(4 * (dwords - 1))
	indexed := q.Idxen || r.AddTID
	if vector && q.Offen && !indexed && !r.Swizzle {
		top := bufferVec(addr, q.VOffset, q.InstOffset, base, mask, q.Exec)
		if end := base + uint64(top); Canonical(end) != end {
			for i, a := range addr {
				addr[i] = Canonical(a)
			}
		}
		if rule == ruleNone || rule == ruleBytes && uint64(top)+last < limit {
			return q.all(q.Exec &^ off)
		}
	}
	top := r.sums(q)
	switch {
	case r.Swizzle:
		// Errata B-17 (all manuals): ((index_msb*stride + offset_msb*elem)*index_stride +
		// index_lsb*elem + offset_lsb). Both sizes are powers of two.
		is, es := uint(bits.TrailingZeros32(r.IndexStride)), uint(bits.TrailingZeros32(r.ElementSize))
		im, em := uint64(r.IndexStride)-1, uint64(r.ElementSize)-1
		for i, o := range q.offset {
			ix, off := uint64(q.index[i]), uint64(o)
			addr[i] = Canonical(base+((ix>>is*uint64(stride)+off&^em)<<is+(ix&im)<<es+off&em)) &^ mask
		}
	case indexed:
		to := addr[:]
		for i, o := range q.offset[:] {
			to[i] = Canonical(base+uint64(q.index[i])*uint64(stride)+uint64(o)) &^ mask
		}
	default:
		to := addr[:]
		for i, o := range q.offset[:] { // the slice: ranging over the array would copy it
			to[i] = Canonical(base+uint64(o)) &^ mask
		}
	}
	if rule == ruleNone || rule == ruleBytes && !indexed && uint64(top)+last < limit {
		return q.all(q.Exec &^ off) // the frequent case: if the highest offset passes, all do
	}
	ok = q.Exec
	for k := range dwords {
		m := uint64(0)
		switch rule {
		case ruleBytes:
			for i, o := range q.offset {
				_, in := bits.Sub64(uint64(q.index[i])*uint64(stride)+uint64(o)+uint64(4*k), limit, 0) // borrow: below
				m |= in << i
			}
		default:
			for i, ix := range q.index {
				_, in := bits.Sub64(uint64(ix), limit, 0)
				m |= in << i
			}
			if rule == ruleRecords2 {
				t := uint64(0)
				for i, o := range q.offset {
					_, in := bits.Sub64(uint64(o)+uint64(4*k), uint64(stride), 0)
					t |= in << i
				}
				m &= t
			}
		}
		q.Part[k] = m & q.Exec
		ok &= m
	}
	if q.Format || q.Atomic {
		return q.all(ok)
	}
	for k := dwords; k < len(q.Part); k++ {
		q.Part[k] = ok
	}
	return ok
}

// Private reports whether the buffer is laid out as private memory is: the byte at offset o of lane i lies
// 64*(o &^ 3) + 4*i + o&3 behind the base and the scalar offset. An element of up to a dword is in range where o is
// below limit.
func (r *Resource) Private(q *BufferQuery) (limit uint64, ok bool) {
	if !r.Swizzle || !r.AddTID || r.IndexStride != 64 || r.ElementSize != 4 || q.Idxen || q.Addr64 || q.Bytes > 4 ||
		r.Disabled(q.Format) {
		return 0, false
	}
	stride := r.strideFor(q.Format)
	switch rule, limit := r.rule(q, stride); rule {
	case ruleNone:
		return 1 << 32, true
	case ruleBytes:
		return limit, stride == 0
	case ruleRecords:
		return 1 << 32, limit >= 64
	default:
		return uint64(stride), limit >= 64
	}
}

// privateLanes is Lanes for a buffer that is [Resource.Private], where all offsets are below limit.
func (r *Resource) privateLanes(q *BufferQuery, base, mask, limit uint64, addr *[64]uint64) bool {
	if !q.Offen {
		o := uint64(q.InstOffset)
		for i := range addr {
			addr[i] = Canonical(base+o&^3<<6+uint64(4*i)+o&3) &^ mask
		}
		return o < limit
	}
	top := uint32(0)
	for i, v := range q.VOffset {
		v += q.InstOffset
		top = max(top, v)
		o := uint64(v)
		addr[i] = Canonical(base+o&^3<<6+uint64(4*i)+o&3) &^ mask
	}
	return uint64(top) < limit
}

// all sets the same lanes for every dword.
func (q *BufferQuery) all(m uint64) uint64 {
	q.Part = [4]uint64{m, m, m, m}
	return m
}

// Explain says in words how the lane's address comes about and why it is, or is not, in range, with
// the descriptor. Other lanes' and Exec's values do not matter, and q is not changed.
func (r *Resource) Explain(q *BufferQuery, lane int) string {
	lane &= 63
	var addr [64]uint64
	c := *q
	c.Exec = 1 << lane
	r.Lanes(&c, &addr)
	r.sums(&c)
	if r.Disabled(q.Format) {
		return fmt.Sprintf("lane %d: the buffer is disabled (DATA_FORMAT is 0); %s", lane, r)
	}
	if q.Addr64 {
		return fmt.Sprintf("lane %d: address 0x%x, soffset 0x%x and inst_offset 0x%x included, is not range-checked "+
			"(addr64); %s",
			lane, addr[lane], q.SOffset, q.InstOffset, r)
	}
	stride := r.strideFor(q.Format)
	rule, limit := r.rule(q, stride)
	index, offset := uint64(c.index[lane]), uint64(c.offset[lane])
	var b strings.Builder
	fmt.Fprintf(&b, "lane %d: index %d offset 0x%x soffset 0x%x, address 0x%x: ", lane, index, offset, q.SOffset,
		addr[lane])
	dwords, in := (q.Bytes+3)/4, 0
	for _, m := range c.Part[:dwords] {
		in += bits.OnesCount64(m)
	}
	switch {
	case rule == ruleNone:
		b.WriteString("not range-checked")
	case in == dwords:
		b.WriteString("in range")
	case in > 0:
		fmt.Fprintf(&b, "%d of %d dwords in range", in, dwords)
	default:
		b.WriteString("out of range")
	}
	if dwords > 1 && (q.Format || q.Atomic) {
		b.WriteString(" (all dwords or none)")
	}
	last := uint64(4 * (dwords - 1))
	switch rule {
	case ruleBytes:
		at := index*uint64(stride) + offset
		fmt.Fprintf(&b, "; %s requires byte offset 0x%x", r.Gen, at)
		if last != 0 {
			fmt.Fprintf(&b, " (last dword 0x%x)", at+last)
		}
		fmt.Fprintf(&b, " < 0x%x", limit)
		if limit != uint64(r.NumRecords) {
			b.WriteString(" (num_records - soffset)")
		}
	case ruleRecords, ruleRecords2:
		fmt.Fprintf(&b, "; %s requires index %d < %d records", r.Gen, index, limit)
		if rule == ruleRecords2 {
			fmt.Fprintf(&b, " and offset 0x%x < stride 0x%x", offset+last, stride)
		}
	}
	fmt.Fprintf(&b, "; %s", r)
	return b.String()
}

// BufferLDSBase is the byte in the work-group's LDS where lane 0's dword of a buffer load with
// LDS=1 goes; lane i's lies 4*i further. GCN 1.2 and 1.4 add the instruction's offset, which also
// remains part of the memory address (errata B-22: CI fig. 8.2 against GCN3 fig. 8.4).
// BUFFER_STORE_LDS_DWORD uses the same (errata B-23).
func BufferLDSBase(has isa.Features, m0, instOffset uint32) uint32 {
	if has.Has(isa.FeatureLDSOffset) {
		return m0&0xffff + instOffset
	}
	return m0 & 0xffff
}

// ScalarLimit is the number of bytes that S_BUFFER_* may access from the base on (errata M-14). It
// is the same on all generations.
func (r *Resource) ScalarLimit() uint64 {
	if r.Stride == 0 {
		return uint64(r.NumRecords)
	}
	return uint64(r.Stride) * uint64(r.NumRecords)
}

// Scalar accesses read base, stride and NUM_RECORDS of a V# only (errata M-14). So a buffer that
// DATA_FORMAT disables for vector memory (errata B-35) is not disabled for them.

// ScalarDwords says which of n dwords (1 to 16) at byte offset off an S_BUFFER_* may access, as
// bits from 0 up: those whose offset is below [Resource.ScalarLimit], each dword by itself (errata
// M-14). A negative offset is out of range (errata M-6). Dwords out of range read 0 and are not
// stored; the manuals say only "not performed".
func (r *Resource) ScalarDwords(off int64, n int) (ok uint32) {
	limit := r.ScalarLimit()
	for k := range n {
		if o := off + int64(4*k); o >= 0 && uint64(o) < limit {
			ok |= 1 << k
		}
	}
	return ok
}

// ScalarBufferAddr is the address of an S_BUFFER_*: the two low bits of the base and of the sum are
// ignored (errata M-10). size is 8 for an X2 atomic, which is aligned to 8 (M-11), else 4.
func (r *Resource) ScalarBufferAddr(off int64, size int) uint64 {
	return Canonical(r.Base&^3+uint64(off)) &^ uint64(size-1)
}

// ScalarAddr is the address of S_LOAD_*, S_STORE_*, S_ATOMIC_*. inst is the instruction's byte
// offset, soff the scalar register's. The sum is aligned to size: 4, or 8 for an X2 atomic (errata
// M-11); on GCN 1.4 the two low bits of each part are ignored first (M-10).
func ScalarAddr(has isa.Features, base uint64, inst int64, soff uint32, size int) uint64 {
	if has.Has(isa.FeatureSMEMOffsets) {
		base, inst, soff = base&^3, inst&^3, soff&^3
	}
	return (base + uint64(inst) + uint64(soff)) &^ uint64(size-1)
}

// ScratchAddr is the address of S_SCRATCH_* (GCN 1.4): units is the scalar register, an unsigned
// count of 64 bytes that is not masked; inst is in bytes (errata M-12).
func ScratchAddr(base uint64, inst int64, units uint32) uint64 {
	return base&^3 + uint64(inst&^3) + uint64(units)*64
}

// RawBuffer is the descriptor of a plain buffer of size bytes at addr: stride 0, range in bytes,
// dwords with identity selection as compilers and drivers make it (format 32, unsigned integers).
// Sizes above 4 GiB-1 are cut to that.
func RawBuffer(addr, size uint64) [4]uint32 {
	const (
		selXYZW = 4 | 5<<3 | 6<<6 | 7<<9
		numUint = 4 << 12
		fmt32   = 4 << 15
	)
	return [4]uint32{uint32(addr), uint32(addr>>32) & 0xffff, uint32(min(size, 0xffffffff)), selXYZW | numUint | fmt32}
}
