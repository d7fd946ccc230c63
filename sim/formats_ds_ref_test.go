package sim_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// dsOps maps the DS mnemonic's operation and type letter to refAtomic's names.
var dsOps = map[string]string{
	"add_u": "add", "sub_u": "sub", "rsub_u": "rsub", "inc_u": "inc", "dec_u": "dec", "min_i": "smin", "max_i": "smax", "min_u": "umin", "max_u": "umax",
	"and_b": "and", "or_b": "or", "xor_b": "xor", "mskor_b": "mskor", "cmpst_b": "cmpswap", "cmpst_f": "fcmpswap", "min_f": "fmin", "max_f": "fmax",
	"wrxchg_b": "swap", "add_f": "fadd", "wrap_b": "wrap",
}

// share is LDS or GDS as one instruction sees it.
type share struct {
	b           []byte
	base, limit uint64
	g           isa.Gen
}

// share returns the memory that a DS instruction accesses: LDS up to MIN(M0, size), on GCN 1.4 size
// (D-22); GDS from M0[31:16], M0[15:0] bytes.
func (m *machine) share(gds bool) share {
	switch {
	case gds:
		return share{m.gds, uint64(m.m0() >> 16), uint64(m.m0() & 0xffff), m.g}
	case m.g == isa.GCN14:
		return share{m.lds, 0, uint64(len(m.lds)), m.g}
	}
	return share{m.lds, 0, min(uint64(m.m0()), uint64(len(m.lds))), m.g}
}

// at is the position of n bytes: low address bits are ignored before GCN 1.4 (D-23).
func (s share) at(addr uint32, n int) (int, bool) {
	if s.g != isa.GCN14 {
		switch {
		case n > 8:
			addr &^= 15
		default:
			addr &^= uint32(n - 1)
		}
	}
	a := uint64(addr)
	if a+uint64(n) > s.limit || s.base+a+uint64(n) > uint64(len(s.b)) {
		return 0, false
	}
	return int(s.base + a), true
}

// dsInst is one DS instruction as the test chose it.
type dsInst struct {
	addr, d0, d1, dst int // first VGPRs
	offset            uint16
	gds               bool
}

var (
	dsAtomicName = regexp.MustCompile(`^ds_([a-z]+?)(_rtn|_src2)?_([uibf])(32|64)$`)
	dsPlainName  = regexp.MustCompile(`^ds_(read|write)(2|2st64)?(_src2)?_(b|u|i)(8|16|32|64|96|128)(_d16)?(_hi)?$`)
	dsXchg2Name  = regexp.MustCompile(`^ds_wrxchg2(st64)?_rtn_b(32|64)$`)
)

// dsCase finds the reference of a DS form.
func dsCase(f *isa.Form) func(t *testing.T, f *isa.Form) {
	if c, ok := dsSpecial[f.Name]; ok {
		return c
	}
	ref := dsReference(f.Name)
	if ref == nil {
		return nil
	}
	return func(t *testing.T, f *isa.Form) {
		r := newRand(f)
		for i := range rounds() {
			m, d := dsState(f, r, i)
			code := map[byte]int{'v': 256 + d.addr, 'a': 256 + d.d0, 'b': 256 + d.d1, 'd': 256 + d.dst}
			in := inst(f, code, isa.Mods{Offset: int32(d.offset), GDS: d.gds})
			check(t, m, in, fmt.Sprintf("round %d exec %#x m0 %#x", i, m.exec(), m.m0()), func(m *machine) { ref(m, d) })
		}
	}
}

// dsState makes the i-th state: addresses dense, equal, random, out of range, misaligned, wrapping;
// M0 unlimited and limited; LDS and GDS.
func dsState(f *isa.Form, r *rand.Rand, i int) (*machine, dsInst) {
	m := newMachine(f.Gen, r, i)
	d := dsInst{addr: 1, d0: 4, d1: 8, dst: 12}
	switch i % 6 {
	case 4:
		d.dst = d.d0 // results over data
	case 5:
		d.dst = d.addr // and over the address
	}
	for _, v := range []int{d.d0, d.d0 + 2, d.d1, d.d1 + 2} {
		if r.IntN(2) == 0 {
			m.edgePair(r, v)
		} else {
			m.edgeRow(r, v)
			m.edgeRow(r, v+1)
		}
	}
	pattern := i % 7
	for l := range m.v[d.addr] {
		a := uint32(0)
		switch pattern {
		case 0:
			a = uint32(l * 16)
		case 1:
			a = 64
		case 2:
			a = uint32(r.IntN(ldsSize/16)) * 16
		case 3: // around the limits
			a = []uint32{0, ldsSize - 4, ldsSize - 8, ldsSize - 16, ldsSize, ldsSize + 4, 0xffffffff, 0xfffffff0, 0x10000, 0x80000000, 0x1fffc, 508, 512}[r.IntN(13)]
		case 4: // misaligned, and not overlapping: order between lanes does not matter
			a = uint32(l*32 + r.IntN(16))
		case 5: // negative, brought back by the offset
			a = uint32(l*16) - 256
		default:
			a = uint32(r.IntN(ldsSize))
		}
		m.v[d.addr][l] = a
	}
	switch pattern {
	case 5:
		d.offset = 256
	case 3:
		d.offset = []uint16{0, 4, 0xffff, 0xfff0}[r.IntN(4)]
	default:
		d.offset = []uint16{0, 8, 16, 0x102, 0x304, 7}[r.IntN(6)]
	}
	if strings.Contains(f.Name, "_src2_") && i%2 == 1 { // the displacement comes from ADDR[31:17]
		d.offset = 0x8000
		for l := range m.v[d.addr] {
			m.v[d.addr][l] = uint32(1024+16*l) | uint32(r.IntN(512)-256)<<17
		}
	}
	if i%5 == 2 {
		d.gds = true
		m.withGDS(r)
		m.s[124] = []uint32{0x0000ffff, 0x01000800, 0xff000100, 0x00400200}[i/5%4]
	} else if i%5 == 4 {
		m.s[124] = []uint32{512, 1000, 0, 64}[i/5%4]
	}
	if i%4 == 3 {
		m.mode = 0x2c0 // f32 denormals are flushed
	}
	return m, d
}

// data reads a value of 4 or 8 bytes of a lane.
func (m *machine) data(v, n, lane int) uint64 {
	x := uint64(m.v[v][lane])
	if n == 8 {
		x |= uint64(m.v[v+1][lane]) << 32
	}
	return x
}

func (m *machine) setData(v, n, lane int, x uint64) {
	m.v[v][lane] = uint32(x)
	if n == 8 {
		m.v[v+1][lane] = uint32(x >> 32)
	}
}

// dsReference makes the reference of a mnemonic from its parts, nil where it has none.
func dsReference(name string) func(m *machine, d dsInst) {
	if p := dsXchg2Name.FindStringSubmatch(name); p != nil {
		return dsExchange2(p)
	}
	if p := dsPlainName.FindStringSubmatch(name); p != nil {
		return dsPlain(p)
	}
	p := dsAtomicName.FindStringSubmatch(name)
	if p == nil {
		return nil
	}
	op, ok := dsOps[p[1]+"_"+p[3]]
	if !ok {
		return nil
	}
	width, _ := strconv.Atoi(p[4])
	n := width / 8
	if p[2] == "_src2" {
		return dsSrc2(op, width)
	}
	return func(m *machine, d dsInst) {
		s := m.share(d.gds)
		in := *m
		for l := range 64 {
			if !m.active(l) {
				continue
			}
			a, b := in.data(d.d0, n, l), in.data(d.d1, n, l)
			if op == "cmpswap" || op == "fcmpswap" {
				a, b = b, a // DS compares with the first operand and stores the second (D-14)
			}
			old := uint64(0)
			if at, ok := s.at(in.v[d.addr][l]+uint32(d.offset), n); ok {
				old = load(s.b, at, n)
				store(s.b, at, n, refAtomic(op, width, old, a, b, m.mode&0x20 == 0))
			}
			if p[2] == "_rtn" {
				m.setData(d.dst, n, l, old)
			}
		}
	}
}

// dsSrc2: A = ADDR, B = A + 4*displacement (D-17).
func dsSrc2(op string, width int) func(m *machine, d dsInst) {
	n := width / 8
	return func(m *machine, d dsInst) {
		s := m.share(d.gds)
		for l := range 64 {
			if !m.active(l) {
				continue
			}
			a := m.v[d.addr][l]
			o0, o1 := uint32(d.offset&0xff), uint32(d.offset>>8)
			var words int32
			if o1&0x80 != 0 { // {A[31], A[31:17]}
				words = int32(a) >> 17
				a &= 0x1ffff
			} else { // {offset1[6], offset1[6:0], offset0}: 15 bits, signed
				words = int32(o1<<8|o0) << 17 >> 17
			}
			pa, ok := s.at(a, n)
			if !ok {
				continue
			}
			second := uint64(0)
			if pb, ok := s.at(a+uint32(words)*4, n); ok {
				second = load(s.b, pb, n)
			}
			old := load(s.b, pa, n)
			store(s.b, pa, n, refAtomic(op, width, old, second, 0, m.mode&0x20 == 0))
		}
	}
}

// dsPairOffsets are OFFSET0 and OFFSET1 in bytes: units of the element, ST64 times 64 (D-13).
func dsPairOffsets(offset uint16, n int, st64 bool) (a, b uint32) {
	unit := uint32(n)
	if st64 {
		unit *= 64
	}
	return uint32(offset&0xff) * unit, uint32(offset>>8) * unit
}

// dsExchange2 exchanges at both addresses: all lanes at the first, then all at the second.
func dsExchange2(p []string) func(m *machine, d dsInst) {
	width, _ := strconv.Atoi(p[2])
	n := width / 8
	return func(m *machine, d dsInst) {
		s, in := m.share(d.gds), *m
		o0, o1 := dsPairOffsets(d.offset, n, p[1] != "")
		for k, o := range []uint32{o0, o1} {
			for l := range 64 {
				if !m.active(l) {
					continue
				}
				old := uint64(0)
				if at, ok := s.at(in.v[d.addr][l]+o, n); ok {
					old = load(s.b, at, n)
					store(s.b, at, n, in.data([]int{d.d0, d.d1}[k], n, l))
				}
				m.setData(d.dst+k*n/4, n, l, old)
			}
		}
	}
}

// dsPlain is DS_READ* and DS_WRITE* of every width.
func dsPlain(p []string) func(m *machine, d dsInst) {
	write, two, src2, signed, d16, hi := p[1] == "write", p[2] != "", p[3] != "", p[4] == "i", p[6] != "", p[7] != ""
	width, _ := strconv.Atoi(p[5])
	n := width / 8
	if src2 {
		return dsSrc2("swap", width)
	}
	return func(m *machine, d dsInst) {
		s, in := m.share(d.gds), *m
		offsets := []uint32{uint32(d.offset)}
		if two {
			o0, o1 := dsPairOffsets(d.offset, n, p[2] == "2st64")
			offsets = []uint32{o0, o1}
			if write && o0 == o1 {
				offsets = offsets[:1] // equal offsets: one write, of the first data (D-13)
			}
		}
		for k, o := range offsets {
			for l := range 64 {
				if !m.active(l) {
					continue
				}
				at, ok := s.at(in.v[d.addr][l]+o, n)
				if write {
					v := []int{d.d0, d.d1}[k]
					for j := 0; ok && j < n; j += 4 {
						x := in.v[v+j/4][l]
						if hi {
							x >>= 16
						}
						store(s.b, at+j, min(n-j, 4), uint64(x))
					}
					continue
				}
				if n < 4 {
					x := uint64(0)
					if ok {
						x = load(s.b, at, n)
					}
					m.v[d.dst][l] = narrow(x, n, signed, d16, hi, in.v[d.dst][l])
					continue
				}
				for j := 0; j < n; j += 4 {
					x := uint32(0)
					if ok {
						x = uint32(load(s.b, at+j, 4))
					}
					m.v[d.dst+k*n/4+j/4][l] = x
				}
			}
		}
	}
}

// narrow places a byte or a short in a register: extended to 32 bits, or (D16) to 16 bits in one
// half while the other half is kept.
func narrow(x uint64, n int, signed, d16, hi bool, old uint32) uint32 {
	v := uint32(x)
	if signed {
		v = uint32(int32(v<<(32-8*n)) >> (32 - 8*n))
	}
	switch {
	case hi:
		return old&0xffff | v<<16
	case d16:
		return old&0xffff0000 | v&0xffff
	}
	return v
}

// dsSpecial are the instructions that are no plain access.
var dsSpecial = map[string]func(t *testing.T, f *isa.Form){
	"ds_nop":                  dsNopCase,
	"ds_swizzle_b32":          dsSwizzleCase,
	"ds_permute_b32":          dsPermuteCase(false),
	"ds_bpermute_b32":         dsPermuteCase(true),
	"ds_append":               dsAppendCase(1),
	"ds_consume":              dsAppendCase(-1),
	"ds_condxchg32_rtn_b64":   dsCases(dsCondExchange(2)),
	"ds_condxchg32_rtn_b128":  dsCases(dsCondExchange(4)),
	"ds_write_addtid_b32":     dsAddTIDCase(true),
	"ds_read_addtid_b32":      dsAddTIDCase(false),
	"ds_ordered_count":        dsOrderedCase,
	"ds_gws_init":             dsGWSCase,
	"ds_gws_sema_v":           dsGWSCase,
	"ds_gws_sema_br":          dsGWSCase,
	"ds_gws_sema_p":           dsGWSCase,
	"ds_gws_sema_release_all": dsGWSCase,
	"ds_gws_barrier":          dsGWSCase,
}

// dsNopCase: nothing happens, nothing is counted.
func dsNopCase(t *testing.T, f *isa.Form) {
	check(t, newMachine(f.Gen, newRand(f), 0), inst(f, nil, isa.Mods{}), "", func(*machine) {})
}

// dsCases runs a reference over the usual states.
func dsCases(ref func(m *machine, d dsInst)) func(t *testing.T, f *isa.Form) {
	return func(t *testing.T, f *isa.Form) {
		r := newRand(f)
		for i := range rounds() {
			m, d := dsState(f, r, i)
			in := inst(f, map[byte]int{'v': 256 + d.addr, 'a': 256 + d.d0, 'd': 256 + d.dst}, isa.Mods{Offset: int32(d.offset), GDS: d.gds})
			check(t, m, in, fmt.Sprintf("round %d exec %#x m0 %#x", i, m.exec(), m.m0()), func(m *machine) { ref(m, d) })
		}
	}
}

// dsCondExchange: each dword is returned, and replaced where bit 31 of the data is set (D-16).
func dsCondExchange(dwords int) func(m *machine, d dsInst) {
	return func(m *machine, d dsInst) {
		s, in := m.share(d.gds), *m
		s.g = isa.GCN14 // the alignment is in the mask
		for l := range 64 {
			if !m.active(l) {
				continue
			}
			a := (in.v[d.addr][l] + uint32(d.offset)) & 0xffff &^ uint32(4*dwords-1)
			at, ok := s.at(a, 4*dwords)
			for k := range dwords {
				x := in.v[d.d0+k][l]
				m.v[d.dst+k][l] = 0
				if !ok {
					continue
				}
				m.v[d.dst+k][l] = uint32(load(s.b, at+4*k, 4))
				if x>>31 != 0 {
					store(s.b, at+4*k, 4, uint64(x&0x7fffffff))
				}
			}
		}
	}
}

// dsSwizzleCase goes through patterns of all modes (D-18).
func dsSwizzleCase(t *testing.T, f *isa.Form) {
	r := newRand(f)
	offsets := []uint16{0, 0x1f, 0x041f, 0x7c00, 0x03e0, 0x8000, 0x80e4, 0x801b, 0xc01f, 0xc03f, 0xc4ff, 0xe000, 0xe01f, 0xe007, 0xffff, 0x7fff, 0x0be5,
		0xc0e0, 0xc4e0, 0xc5e3, 0xe003}
	for i := range max(rounds(), 2*len(offsets)) {
		m := newMachine(f.Gen, r, i)
		offset := offsets[i%len(offsets)]
		if i >= len(offsets) {
			offset = uint16(r.Uint32())
		}
		dst := 12
		if i%3 == 2 {
			dst = 1
		}
		in := inst(f, map[byte]int{'v': 257, 'd': 256 + dst}, isa.Mods{Offset: int32(offset)})
		check(t, m, in, fmt.Sprintf("offset %#x exec %#x", offset, m.exec()), func(m *machine) {
			src := m.v[1]
			for l := range 64 {
				if !m.active(l) {
					continue
				}
				j := refSwizzle(f.Gen, int(offset), l)
				m.v[dst][l] = 0
				if m.active(j) {
					m.v[dst][l] = src[j]
				}
			}
		})
	}
}

// refSwizzle is the lane that lane i reads.
func refSwizzle(g isa.Gen, offset, i int) int {
	switch {
	case offset < 0x8000:
		and, or, xor := offset&31, offset>>5&31, offset>>10&31
		return (i&31&and | or) ^ xor | i&32
	case g == isa.GCN14 && offset >= 0xe000:
		m, rev := offset&31, 0
		for b := range 5 {
			rev |= i >> b & 1 << (4 - b)
		}
		for b := range 5 {
			if m>>b&1 != 0 {
				rev >>= 1
			}
		}
		return rev | i&31&m | i&32
	case g == isa.GCN14 && offset >= 0xc000:
		m, by := offset&31, offset>>5&31
		if offset>>10&1 != 0 {
			by = 32 - by
		}
		return i&31&m | (i&31+by)%32&^m | i&32
	}
	return i&^3 | offset>>(2*(i&3))&3
}

// dsPermuteCase: forward (PERMUTE) and backward (BPERMUTE), D-19.
func dsPermuteCase(backward bool) func(t *testing.T, f *isa.Form) {
	return func(t *testing.T, f *isa.Form) {
		r := newRand(f)
		for i := range rounds() {
			m := newMachine(f.Gen, r, i)
			for l := range m.v[1] {
				m.v[1][l] = uint32(r.IntN(1024))
				if i%3 == 1 {
					m.v[1][l] = uint32(4 * (63 - l))
				}
			}
			offset := []int32{0, 4, 252, 0xfffc}[i%4]
			dst := []int{12, 1, 4}[i%3]
			in := inst(f, map[byte]int{'v': 257, 'a': 260, 'd': 256 + dst}, isa.Mods{Offset: offset})
			check(t, m, in, fmt.Sprintf("offset %#x exec %#x", offset, m.exec()), func(m *machine) {
				addr, data := m.v[1], m.v[4]
				var tmp [64]uint32
				for l := range 64 {
					to := (addr[l] + uint32(offset)) / 4 % 64
					switch {
					case backward && m.active(int(to)):
						tmp[l] = data[to]
					case !backward && m.active(l):
						tmp[to] = data[l]
					}
				}
				for l := range 64 {
					if m.active(l) {
						m.v[dst][l] = tmp[l]
					}
				}
			})
		}
	}
}

// dsAppendCase: the counter at M0's base + OFFSET moves by the number of active lanes (D-20). The
// base is M0[31:16], for LDS too, whatever M0[15:0] holds.
func dsAppendCase(sign int64) func(t *testing.T, f *isa.Form) {
	return func(t *testing.T, f *isa.Form) {
		r := newRand(f)
		for i := range rounds() {
			m := newMachine(f.Gen, r, i)
			gds := i%2 == 1
			base := uint32(r.IntN(64))*4 + []uint32{0, 1, 2}[i%3]
			m.s[124] = base<<16 | []uint32{0xffff, 0xffc8, 0, 64}[i%4]
			if gds {
				m.withGDS(r)
				base &^= 3
				m.s[124] = base<<16 | 512
			}
			offset := []int32{0, 4, 60, 500, 512, 0xfffc}[i%6]
			in := inst(f, map[byte]int{'d': 268}, isa.Mods{Offset: offset, GDS: gds})
			check(t, m, in, fmt.Sprintf("m0 %#x exec %#x", m.m0(), m.exec()), func(m *machine) {
				b, limit := m.lds, int32(len(m.lds))
				if gds {
					b, limit = m.gds, 512
				}
				at, old := (int(base)+int(offset))&^3, uint64(0)
				if m.exec() != 0 && offset+4 <= limit && at+4 <= len(b) {
					old = load(b, at, 4)
					store(b, at, 4, old+uint64(sign*int64(bits.OnesCount64(m.exec()))))
				}
				for l := range 64 {
					if m.active(l) {
						m.v[12][l] = uint32(old)
					}
				}
			})
		}
	}
}

// dsAddTIDCase: the address is OFFSET + M0[15:0] + lane*4 (D-21).
func dsAddTIDCase(write bool) func(t *testing.T, f *isa.Form) {
	return func(t *testing.T, f *isa.Form) {
		r := newRand(f)
		for i := range rounds() {
			m := newMachine(f.Gen, r, i)
			m.s[124] = []uint32{0, 256, 0xabcd0100, ldsSize - 128, 0xfff0}[i%5]
			offset := []int32{0, 4, 1024}[i%3]
			in := inst(f, map[byte]int{'a': 260, 'd': 268}, isa.Mods{Offset: offset})
			check(t, m, in, fmt.Sprintf("m0 %#x exec %#x", m.m0(), m.exec()), func(m *machine) {
				for l := range 64 {
					at := int(m.m0()&0xffff) + int(offset) + 4*l
					ok := at+4 <= len(m.lds)
					switch {
					case !m.active(l):
					case write && ok:
						store(m.lds, at, 4, uint64(m.v[4][l]))
					case !write && ok:
						m.v[12][l] = uint32(load(m.lds, at, 4))
					case !write:
						m.v[12][l] = 0
					}
				}
			})
		}
	}
}

// dsOrderedCase: the first wave's turn comes at once. OFFSET as LLVM makes it: bits 7:2 the dword
// behind the address in M0[31:16], 8 release, 9 done, 12 swap. M0[15:0] is the wave's number.
func dsOrderedCase(t *testing.T, f *isa.Form) {
	r := newRand(f)
	for i := range rounds() {
		m := newMachine(f.Gen, r, i)
		m.withGDS(r)
		m.s[124] = 0x00400000
		index, swap := i%16, i%2 == 1
		offset := int32(index<<2 | 1<<8 | 1<<9)
		if swap {
			offset |= 1 << 12
		}
		in := inst(f, map[byte]int{'v': 257, 'd': 268}, isa.Mods{Offset: offset, GDS: true})
		check(t, m, in, fmt.Sprintf("offset %#x exec %#x", offset, m.exec()), func(m *machine) {
			if m.exec() == 0 {
				return
			}
			at := 0x40 + 4*index
			old, v := load(m.gds, at, 4), uint64(m.v[1][m.firstActive()])
			if !swap {
				v += old
			}
			store(m.gds, at, 4, v)
			for l := range 64 {
				if m.active(l) {
					m.v[12][l] = uint32(old)
				}
			}
		})
	}
}

// dsGWSCase runs a protocol of two waves in which the instruction decides who goes on; every wave
// writes when it got through.
func dsGWSCase(t *testing.T, f *isa.Form) {
	require.NotEmpty(t, gwsProtocols[f.Name])
	for _, p := range gwsProtocols[f.Name] {
		t.Run(p.what, func(t *testing.T) { p.run(t, f.Gen) })
	}
}
