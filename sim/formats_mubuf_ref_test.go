package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/simtest"
)

// vsharp is a buffer resource as the test chose it.
type vsharp struct {
	base        uint64
	stride      uint32 // 14 bits
	records     uint32
	swizzle     bool
	elem        uint32 // 0-3: 2, 4, 8, 16 bytes
	indexStride uint32 // 0-3: 8, 16, 32, 64 records
	addTID      bool
	dfmt, nfmt  uint32
	sel         [4]uint32
}

// words puts the fields where the resource has them (AMD ISA manuals, chapter 8).
func (v *vsharp) words() [4]uint32 {
	bit := func(b bool, n int) uint32 {
		if b {
			return 1 << n
		}
		return 0
	}
	return [4]uint32{uint32(v.base), uint32(v.base>>32)&0xffff | v.stride<<16 | bit(v.swizzle, 31), v.records,
		v.sel[0] | v.sel[1]<<3 | v.sel[2]<<6 | v.sel[3]<<9 | v.nfmt<<12 | v.dfmt<<15 | v.elem<<19 | v.indexStride<<21 | bit(v.addTID, 23)}
}

// mubufInst is one MUBUF instruction as the test chose it. Registers: VADDR v1 v2, SRSRC s8, VDATA
// v[data..].
type mubufInst struct {
	v                    vsharp
	data                 int
	inst, soffset        uint32
	offen, idxen, addr64 bool
	glc, lds, tfe        bool
	soffsetReg           int
	bytes                int // memory bytes of a lane
	format, atomic       bool
	dfmt, nfmt           uint32 // MTBUF: the format
}

// lane computes the address of a lane's data and which of its dwords are in range (B-17 to B-21).
func (b *mubufInst) lane(g isa.Gen, m *machine, l int) (addr uint64, in [4]bool) {
	wrap := func(a uint64) uint64 { return uint64(int64(a<<16) >> 16) } // 48 bits, the highest extended
	dwords := (b.bytes + 3) / 4
	wide := b.v.addTID && !b.format && (g == isa.GCN12 || g == isa.GCN14)
	off := b.v.dfmt == 0 && !wide // B-35
	align := uint64(0)
	switch {
	case b.atomic && b.bytes == 8:
		align = 7
	case b.bytes >= 4:
		align = 3
	}
	if b.addr64 {
		a := b.v.base + uint64(b.soffset) + uint64(b.inst) + uint64(m.v[1][l]) + uint64(m.v[2][l])<<32
		return wrap(a &^ align), [4]bool{!off, !off, !off, !off}
	}
	offset, index := b.inst, uint32(0)
	va := 1
	if b.idxen {
		index += m.v[va][l]
		va++
	}
	if b.offen {
		offset += m.v[va][l]
	}
	if b.v.addTID {
		index += uint32(l)
	}
	stride := uint64(b.v.stride)
	if wide {
		stride |= uint64(b.v.dfmt) << 14 // 18 bits (B-18)
	}
	addr = b.v.base + uint64(b.soffset)
	if b.v.swizzle {
		elem, is := uint64(2)<<b.v.elem, uint64(8)<<b.v.indexStride
		if g == isa.GCN14 {
			elem = 4
		}
		ix, off := uint64(index), uint64(offset)
		addr += (ix/is*stride+off/elem*elem)*is + ix%is*elem + off%elem
	} else {
		addr += stride*uint64(index) + uint64(offset)
	}
	addr = wrap(addr &^ align)
	all := true
	for k := range dwords {
		in[k] = !off && b.inRange(g, stride, uint64(index), uint64(offset)+4*uint64(k))
		all = all && in[k]
	}
	if b.format || b.atomic {
		in = [4]bool{all, all, all, all}
	}
	return addr, in
}

// inRange is the check of one dword (B-19).
func (b *mubufInst) inRange(g isa.Gen, stride, index, offset uint64) bool {
	records := uint64(b.v.records)
	less := func(at uint64) bool { // bytes, with the scalar offset taken off the size
		return uint64(b.soffset) < records && at < records-uint64(b.soffset)
	}
	switch g {
	case isa.GCN10, isa.GCN11:
		switch {
		case stride == 0:
			return less(offset)
		case b.idxen || b.v.addTID:
			return index < records && offset < stride
		}
		return index < records
	case isa.GCN12:
		if stride == 0 || !b.v.swizzle {
			return less(index*stride + offset)
		}
		return index < records && offset < stride
	}
	switch {
	case b.v.addTID && !b.idxen: // scratch
		return true
	case b.idxen && stride != 0: // structured
		return index < records
	}
	return index*stride+offset < records
}

// mubufState makes the i-th state and instruction.
func mubufState(f *isa.Form, r *rand.Rand, i, size int, kind string) (*machine, mubufInst) {
	g := f.Gen
	m := newMachine(g, r, i)
	b := mubufInst{data: 8, bytes: size, format: kind == "format", atomic: kind == "atomic"}
	b.v = vsharp{base: memBase + 8192, records: 2048, sel: [4]uint32{4, 5, 6, 7}, dfmt: 4, nfmt: 4, indexStride: uint32(r.IntN(4)), elem: uint32(r.IntN(4))}
	old := g == isa.GCN10 || g == isa.GCN11
	offset := func(l int) uint32 { return uint32(l * 16) }
	index := func(l int) uint32 { return uint32(l) }
	switch i % 10 {
	case 0: // raw, dense
		b.offen = true
	case 1: // one address for all
		b.inst = 64
	case 2: // structured
		b.idxen, b.v.stride, b.v.records = true, 32, 48
		if g == isa.GCN12 {
			b.v.records = 48*32 + 8
		}
	case 3: // index and offset, scalar offset
		b.idxen, b.offen, b.v.stride, b.v.records = true, true, 64, 60
		if g == isa.GCN12 {
			b.v.records = 2000
		}
		offset = func(l int) uint32 { return uint32(r.IntN(80)) }
		b.soffset = 128
	case 4: // out of range, wrapping
		b.offen = true
		offset = func(l int) uint32 {
			return []uint32{0, 2044, 2040, 2036, 2048, 0xfffffffc, 0xfffffff0, 0x80000000, 4096, 2047, 2041}[r.IntN(11)]
		}
		b.inst = []uint32{0, 16, 4}[r.IntN(3)]
	case 5: // misaligned; lanes apart
		b.offen = true
		offset = func(l int) uint32 { return uint32(l*32 + r.IntN(16)) }
	case 6: // swizzled; the data of a lane within one element
		b.idxen, b.offen, b.v.swizzle, b.v.stride, b.v.records = true, true, true, 32, 50
		b.v.elem = 3
		unit := uint32(16)
		if g == isa.GCN14 {
			unit = 4
		}
		if uint32(size) > unit {
			b.v.swizzle, b.v.records = false, 1500
		}
		offset = func(l int) uint32 { return uint32(r.IntN(3)) * unit }
	case 7: // ADD_TID
		b.v.addTID, b.v.stride, b.v.records = true, 16, 60
		b.offen = i%20 == 7
		if g == isa.GCN12 {
			b.v.records = 1000
		}
		b.v.dfmt = 0
		if kind == "format" {
			b.v.dfmt = 4
		}
		offset = func(l int) uint32 { return uint32(r.IntN(4) * 4) }
		if kind != "format" && r.IntN(3) == 0 { // DATA_FORMAT is part of the stride on GCN 1.2 and 1.4 (B-18)
			b.v.dfmt = 1
			m.setExec(3)
			if g == isa.GCN12 {
				b.v.records = 20000
			}
		}
		if i%20 == 17 { // scratch: swizzled by lanes
			b.v.swizzle = uint32(size) <= 4
			b.v.elem, b.v.indexStride = 1, 3
		}
	case 8: // 64-bit address before GCN 1.2; else a scalar offset near the end
		b.addr64 = old
		b.offen = !old
		b.soffset = 1024
		b.inst = 8
	case 9: // same words from many lanes and words near the end, an inline constant as scalar offset
		b.offen = true
		offset = func(l int) uint32 { return []uint32{0, 16, 32, 2016, 2024, 2028, 2032, 2036, 2040, 2048}[l%10] }
		b.soffset = 16
	}
	if b.soffset == 16 {
		b.soffsetReg = 128 + 16
	} else {
		b.soffsetReg = []int{20, 124, 106}[r.IntN(3)]
		m.s[b.soffsetReg] = b.soffset
	}
	for l := range 64 {
		switch {
		case b.addr64:
			a := uint64(l * 16)
			m.v[1][l], m.v[2][l] = uint32(a), uint32(a>>32)
		case b.idxen && b.offen:
			m.v[1][l], m.v[2][l] = index(l), offset(l)
		case b.idxen:
			m.v[1][l] = index(l)
		default:
			m.v[1][l] = offset(l)
		}
	}
	switch {
	case b.addr64 && i%20 == 8: // clang's p[i-1]: a base of -1 and a pointer
		for l := range 64 {
			a := b.v.base + uint64(l*16+1)
			m.v[1][l], m.v[2][l] = uint32(a), uint32(a>>32)
		}
		b.v.base = 1<<48 - 1
	case i%30 == 11: // disabled
		b.v.dfmt = 0
	}
	for v := b.data; v < b.data+4; v += 2 {
		if r.IntN(2) == 0 {
			m.edgePair(r, v)
		} else {
			m.edgeRow(r, v)
			m.edgeRow(r, v+1)
		}
	}
	b.glc = r.IntN(2) == 0
	return m, b
}

// run checks one state.
func (b *mubufInst) run(t *testing.T, f *isa.Form, m *machine, note string, ref func(*machine)) {
	t.Helper()
	w := b.v.words()
	copy(m.s[8:], w[:])
	code := map[byte]int{'r': 8, 't': b.soffsetReg}
	if b.offen || b.idxen || b.addr64 {
		code['v'] = 257
	}
	if !b.lds {
		code['d'] = 256 + b.data
	}
	in := inst(f, code, isa.Mods{Offset: int32(b.inst), OffEn: b.offen, IdxEn: b.idxen, Addr64: b.addr64, GLC: b.glc, LDS: b.lds, TFE: b.tfe,
		DFmt: uint8(b.dfmt), NFmt: uint8(b.nfmt)})
	check(t, m, in, fmt.Sprintf("%s exec %#x m0 %#x soffset %#x %+v", note, m.exec(), m.m0(), b.soffset, b.v), ref)
}

var mubufName = regexp.MustCompile(`^buffer_(load|store)_(ubyte|sbyte|byte|ushort|sshort|short|dwordx[234]|dword)(_d16)?(_hi)?$`)

// mubufCase finds the test of a form.
func mubufCase(f *isa.Form) func(t *testing.T, f *isa.Form) {
	switch {
	case strings.HasPrefix(f.Name, "buffer_wbinvl1"):
		return mubufInvalidateCase
	case f.Name == "buffer_store_lds_dword":
		return mubufStoreLDSCase
	case strings.HasPrefix(f.Name, "buffer_atomic_"):
		return mubufAtomicCase
	case strings.Contains(f.Name, "_format_"):
		return mubufFormatCase
	case mubufName.MatchString(f.Name):
		return mubufPlainCase
	}
	return nil
}

// mubufPlainCase: loads and stores of bytes, shorts and dwords.
func mubufPlainCase(t *testing.T, f *isa.Form) {
	p := mubufName.FindStringSubmatch(f.Name)
	isStore, d16, hi := p[1] == "store", p[3] != "", p[4] != ""
	size := map[string]int{"ubyte": 1, "sbyte": 1, "byte": 1, "ushort": 2, "sshort": 2, "short": 2, "dword": 4, "dwordx2": 8, "dwordx3": 12, "dwordx4": 16}[p[2]]
	signed := p[2][0] == 's' && p[2] != "short"
	// LDS = 1 exists for the loads of at most a dword (B-22).
	toLDS := !isStore && size <= 4 && !d16
	r := newRand(f)
	for i := range rounds() {
		m, b := mubufState(f, r, i, size, p[1])
		switch {
		case toLDS && i%3 == 1:
			b.lds = true
			m.s[124] = []uint32{0, 256, 0xffff0400, ldsSize - 100}[i/3%4]
			if b.soffsetReg == 124 {
				b.soffsetReg = 20
				m.s[20] = b.soffset
			}
		case !isStore && i%4 == 3:
			b.tfe = true
		}
		b.run(t, f, m, fmt.Sprint("round ", i), func(m *machine) {
			in := *m
			for l := range 64 {
				if !m.active(l) {
					continue
				}
				addr, ok := b.lane(f.Gen, &in, l)
				for j := 0; j < size; j += 4 {
					n := min(size-j, 4)
					at := 0
					if ok[j/4] {
						var mapped bool
						if at, mapped = m.global(addr+uint64(j), n); !mapped {
							return
						}
					}
					if isStore {
						x := in.v[b.data+j/4][l]
						if hi {
							x >>= 16
						}
						if ok[j/4] {
							store(m.mem, at, n, uint64(x))
						}
						continue
					}
					x := uint64(0)
					if ok[j/4] {
						x = load(m.mem, at, n)
					}
					v := uint32(x)
					if n < 4 {
						v = narrow(x, n, signed, d16, hi, in.v[b.data][l])
					}
					if b.lds {
						m.dma(f.Gen, b.inst, l, v)
						continue
					}
					m.v[b.data+j/4][l] = v
				}
				if b.tfe && !b.lds {
					m.v[b.data+(size+3)/4][l] = 0 // nothing failed (B-12)
				}
			}
		})
	}
}

// dma writes a lane's dword to LDS for LDS = 1: M0[15:0] + lane*4, on GCN 1.2 and 1.4 also the
// instruction's offset (B-22).
func (m *machine) dma(g isa.Gen, inst uint32, l int, v uint32) {
	if at, ok := m.dmaAt(g, inst, l); ok {
		store(m.lds, at, 4, uint64(v))
	}
}

func (m *machine) dmaAt(g isa.Gen, inst uint32, l int) (int, bool) {
	at := int(m.m0()&0xffff) &^ 3
	if g == isa.GCN12 || g == isa.GCN14 {
		at = int(m.m0()&0xffff+inst) &^ 3
	}
	at += 4 * l
	return at, at+4 <= len(m.lds)
}

// mubufStoreLDSCase: BUFFER_STORE_LDS_DWORD (B-23).
func mubufStoreLDSCase(t *testing.T, f *isa.Form) {
	r := newRand(f)
	for i := range rounds() {
		m, b := mubufState(f, r, i-i%10+7, 4, "store") // ADD_TID makes the lanes' addresses; VADDR is not used
		m.setExec(execs[i%len(execs)])
		b.offen, b.idxen = false, false
		b.inst = []uint32{0, 4, 256}[i%3]
		b.v.addTID, b.v.stride, b.v.records, b.v.swizzle = true, 4, 1024, false
		b.soffsetReg = 20
		m.s[20] = b.soffset
		m.s[124] = []uint32{0, 512, 0xffff0400, ldsSize - 100}[i%4]
		b.lds, b.glc = true, false
		b.run(t, f, m, fmt.Sprint("round ", i), func(m *machine) {
			for l := range 64 {
				if !m.active(l) {
					continue
				}
				addr, ok := b.lane(f.Gen, m, l)
				if !ok[0] {
					continue
				}
				at, mapped := m.global(addr, 4)
				if !mapped {
					return
				}
				x := uint64(0)
				if from, in := m.dmaAt(f.Gen, b.inst, l); in {
					x = load(m.lds, from, 4)
				}
				store(m.mem, at, 4, x)
			}
		})
	}
}

// mubufAtomicCase: lanes in ascending order; the old value with GLC only, in the first data
// register (pair).
func mubufAtomicCase(t *testing.T, f *isa.Form) {
	op, wide := strings.CutSuffix(strings.TrimPrefix(f.Name, "buffer_atomic_"), "_x2")
	size := 4
	if wide {
		size = 8
	}
	r := newRand(f)
	for i := range rounds() {
		m, b := mubufState(f, r, i, size, "atomic")
		b.run(t, f, m, fmt.Sprint("round ", i), func(m *machine) {
			in := *m
			for l := range 64 {
				if !m.active(l) {
					continue
				}
				addr, ok := b.lane(f.Gen, &in, l)
				old := uint64(0)
				if ok[0] {
					at, mapped := m.global(addr, size)
					if !mapped {
						return
					}
					old = load(m.mem, at, size)
					store(m.mem, at, size, refAtomic(op, 8*size, old, in.data(b.data, size, l), in.data(b.data+size/4, size, l), false))
				}
				if b.glc {
					m.setData(b.data, size, l, old)
				}
			}
		})
	}
}

// mubufInvalidateCase: the vector L1 holds nothing that memory does not.
func mubufInvalidateCase(t *testing.T, f *isa.Form) {
	m := newMachine(f.Gen, newRand(f), 0)
	check(t, m, inst(f, nil, isa.Mods{}), "", func(*machine) {})
}

// fmtBits are the widths of X, Y, Z, W by data format, from the lowest bit up.
var fmtBits = map[uint32][]int{1: {8}, 2: {16}, 3: {8, 8}, 4: {32}, 5: {16, 16}, 9: {10, 10, 10, 2}, 10: {8, 8, 8, 8}, 11: {32, 32},
	12: {16, 16, 16, 16}, 13: {32, 32, 32}, 14: {32, 32, 32, 32}}

// fmtPairs are data and number formats that load and store: unorm 0, snorm 1, uscaled 2, sscaled 3,
// uint 4, sint 5, float 7.
var fmtPairs = [][2]uint32{{4, 4}, {4, 7}, {10, 0}, {10, 1}, {14, 7}, {12, 7}, {5, 1}, {9, 0}, {1, 5}, {3, 4}, {12, 5}, {11, 4}, {13, 5}, {2, 7}, {9, 4}, {5, 7}, {10, 4}}

// fmtLoads are formats that only load.
var fmtLoads = [][2]uint32{{10, 2}, {10, 3}, {5, 2}, {5, 3}}

// mubufFormatCase: *_FORMAT_* with conversion (B-29, B-31, B-32). MTBUF has the format in the
// instruction, and the resource's selects do nothing.
func mubufFormatCase(t *testing.T, f *isa.Form) {
	typed := f.Fmt == isa.MTBUF
	p := regexp.MustCompile(`^t?buffer_(load|store)_format_(d16_)?(hi_)?([xyzw]+)$`).FindStringSubmatch(f.Name)
	isStore, d16, hi, comps := p[1] == "store", p[2] != "", p[3] != "", len(p[4])
	packed := d16 && f.Gen == isa.GCN14 // two components share a register
	r := newRand(f)
	for i := range rounds() {
		pair := fmtPairs[i%len(fmtPairs)]
		if !isStore && i%5 == 4 {
			pair = fmtLoads[i%len(fmtLoads)]
		}
		widths := fmtBits[pair[0]]
		size := 0
		for _, w := range widths {
			size += w / 2
		}
		size /= 4
		m, b := mubufState(f, r, i, size, "format")
		if b.v.addTID && i%20 == 17 {
			b.v.swizzle = false
		}
		b.v.dfmt, b.v.nfmt = pair[0], pair[1]
		sel := b.v.sel
		if typed {
			b.dfmt, b.nfmt = pair[0], pair[1]
			b.v.dfmt, b.v.nfmt, b.v.sel = 2, 3, [4]uint32{1, 0, 7, 4}
		}
		if !isStore {
			if !typed {
				sel = [][4]uint32{{4, 5, 6, 7}, {7, 6, 5, 4}, {4, 0, 1, 5}, {1, 1, 4, 0}}[i%4]
				b.v.sel = sel
			}
			b.tfe = i%6 == 5 && !typed // assemblers know no MTBUF with TFE, nor does the decoder
			if comps == 1 && !d16 && i%3 == 1 && !typed {
				b.lds, b.tfe = true, false
				m.s[124] = 0x100
				if b.soffsetReg == 124 {
					b.soffsetReg = 20
					m.s[20] = b.soffset
				}
			}
		}
		b.glc = false
		b.run(t, f, m, fmt.Sprintf("round %d format %v", i, pair), func(m *machine) {
			in := *m
			for l := range 64 {
				if !m.active(l) {
					continue
				}
				addr, ok := b.lane(f.Gen, &in, l)
				at := 0
				if ok[0] {
					var mapped bool
					if at, mapped = m.global(addr, size); !mapped {
						return
					}
				}
				if isStore {
					if ok[0] {
						store16(m.mem, at, widths, pair[1], in.components(b.data, l, comps, d16, hi, packed), d16)
					}
					continue
				}
				var raw [4]uint32
				if ok[0] {
					raw = loadComponents(m.mem, at, widths, pair[1])
				}
				for c := range comps {
					x := uint32(0)
					switch sel := sel[c]; {
					case sel == 1:
						x = 0x3f800000
						if pair[1] == 4 || pair[1] == 5 {
							x = 1
						}
					case sel >= 4:
						x = raw[sel-4]
					}
					switch {
					case b.lds:
						m.dma(f.Gen, b.inst, l, x)
					case !d16:
						m.v[b.data+c][l] = x
					case hi:
						m.v[b.data][l] = in.v[b.data][l]&0xffff | half(x, pair[1])<<16
					case packed && c&1 != 0:
						m.v[b.data+c/2][l] = m.v[b.data+c/2][l]&0xffff | half(x, pair[1])<<16
					case packed: // an odd last component keeps the other half
						m.v[b.data+c/2][l] = m.v[b.data+c/2][l]&0xffff0000 | half(x, pair[1])
					default:
						m.v[b.data+c][l] = half(x, pair[1])
					}
				}
				if b.tfe {
					n := comps
					if packed {
						n = (comps + 1) / 2
					}
					m.v[b.data+n][l] = 0
				}
			}
		})
	}
}

// components are the register values of a store: 32 bits each, or 16.
func (m *machine) components(v, l, n int, d16, hi, packed bool) (c [4]uint32) {
	for k := range n {
		switch {
		case hi:
			c[k] = m.v[v][l] >> 16
		case packed:
			c[k] = m.v[v+k/2][l] >> (16 * (k & 1)) & 0xffff
		case d16:
			c[k] = m.v[v+k][l] & 0xffff
		default:
			c[k] = m.v[v+k][l]
		}
	}
	return c
}

// loadComponents converts an element to register values.
func loadComponents(b []byte, at int, widths []int, num uint32) (c [4]uint32) {
	bit := 0
	for k, w := range widths {
		word := load(b, at+bit/32*4, min(4, len(b)-at-bit/32*4))
		x := uint32(word>>(bit%32)) & uint32(uint64(1)<<w-1)
		bit += w
		s := int32(x<<(32-w)) >> (32 - w)
		switch num {
		case 0:
			c[k] = math.Float32bits(float32(float64(x) / float64(uint64(1)<<w-1)))
		case 1:
			c[k] = math.Float32bits(float32(max(-1, float64(s)/float64(int64(1)<<(w-1)-1))))
		case 2:
			c[k] = math.Float32bits(float32(x))
		case 3:
			c[k] = math.Float32bits(float32(s))
		case 5:
			c[k] = uint32(s)
		case 7:
			if c[k] = x; w == 16 {
				c[k] = widen(x)
			}
		default:
			c[k] = x
		}
	}
	return c
}

// store16 converts register values to an element; components that the instruction lacks are 0.
func store16(b []byte, at int, widths []int, num uint32, c [4]uint32, d16 bool) {
	bit := 0
	for k, w := range widths {
		x := c[k]
		if d16 {
			switch num {
			case 4:
				x &= 0xffff
			case 5:
				x = uint32(int32(int16(x)))
			default:
				x = widen(x)
			}
		}
		top := float64(uint64(1)<<w - 1)
		switch num {
		case 0, 1:
			lo := 0.0
			if num == 1 {
				lo, top = -1, float64(int64(1)<<(w-1)-1)
			}
			f := float64(math.Float32frombits(x))
			if math.IsNaN(f) {
				f = 0
			}
			x = uint32(int64(math.RoundToEven(max(lo, min(1, f)) * top)))
		case 4:
			x = uint32(min(uint64(x), uint64(1)<<w-1))
		case 5:
			lim := int64(1) << (w - 1)
			x = uint32(max(-lim, min(lim-1, int64(int32(x)))))
		case 7:
			if w == 16 {
				x = half(x, 7)
			}
		}
		for i := range w { // bit by bit: fields cross bytes
			p := bit + i
			b[at+p/8] = b[at+p/8]&^(1<<(p%8)) | byte(x>>i&1)<<(p%8)
		}
		bit += w
	}
}

// widen converts f16 to f32 exactly.
func widen(h uint32) uint32 {
	sign, e, m := h>>15&1<<31, h>>10&31, h&0x3ff
	switch {
	case e == 31:
		return sign | 0x7f800000 | m<<13
	case e == 0:
		return sign | math.Float32bits(float32(math.Ldexp(float64(m), -24)))
	}
	return sign | math.Float32bits(float32(math.Ldexp(float64(m|0x400), int(e)-25)))
}

// half converts a register value to 16 bits: integers (uint 4, sint 5) are clamped, floats rounded
// to nearest even.
func half(x, num uint32) uint32 {
	switch num {
	case 4:
		return min(x, 0xffff)
	case 5:
		return uint32(max(-0x8000, min(0x7fff, int32(x)))) & 0xffff
	}
	sign, f := x>>31<<15, math.Abs(float64(math.Float32frombits(x)))
	switch {
	case math.IsNaN(f):
		return sign | 0x7e00 | x>>13&0x3ff
	case f >= 65520: // half way to the next one, which is even: infinity
		return sign | 0x7c00
	case f < math.Ldexp(1, -14): // denormals: multiples of 2^-24
		return sign | uint32(math.RoundToEven(math.Ldexp(f, 24)))
	}
	_, e := math.Frexp(f) // f = fraction * 2^e, fraction in [0.5, 1)
	n := uint32(math.RoundToEven(math.Ldexp(f, 11-e)))
	return sign | uint32(e+13)<<10 + n
}

// TestUnalignedDwordsInSwizzledMemory: on GCN 1.4 each byte of a dword that leaves its element has
// the address that the swizzle gives it, as compilers for gfx900 address private memory; before,
// the two low address bits are ignored (B-21).
func TestUnalignedDwordsInSwizzledMemory(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		m := simtest.New(t, g)
		m.Asm("buffer_store_dword v1, v0, s[4:7], 0 offen offset:5\ns_waitcnt vmcnt(0)\nbuffer_load_dword v2, v0, s[4:7], 0 offen offset:5\nbuffer_load_ushort v3, v0, s[4:7], 0 offen offset:7")
		b := m.Buffer(4096)
		v := vsharp{base: b.Addr(), records: 0xffffffff, swizzle: true, elem: 1, indexStride: 3, addTID: true, dfmt: 4}
		m.Set("s[4:7]", v.words()).Set("v1", func(l int) uint32 { return 0x44332211 + uint32(l)<<24 }).Set("v0", func(l int) int { return l % 4 })
		require.NoError(t, m.Run())
		want := make([]byte, 4096)
		at := func(l, o int) int { return o/4*256 + 4*l + o%4 }
		for l := range 64 {
			o := 5 + l%4
			if g != isa.GCN14 {
				o &^= 3
			}
			x := uint64(0x44332211 + uint32(l)<<24)
			for i := range 4 {
				want[at(l, o+i)] = byte(x >> (8 * i))
			}
			require.EqualValues(t, x, m.U32("v2", l), "lane %d", l)
		}
		require.Equal(t, want, b.Bytes())
		if g == isa.GCN14 {
			for l := range 64 {
				require.EqualValues(t, uint32(0x4433+l<<8)&0xffff, m.U32("v3", l))
			}
		}
	})
}
