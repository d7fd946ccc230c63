package sim_test

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// MTBUF, FLAT, exports and interpolation, tested like the other formats of memory: an encoding runs
// through the whole machine, and everything that a program can see is compared with a reference in
// plain arithmetic on bytes (AMD Vega ISA chapters 8 to 11, CLRX GcnInstrsFlat, GcnInstrsVintrp).
// Image instructions have tests of their own.

// outsideForms are the forms that this file tests.
func outsideForms(g isa.Gen) (list []*isa.Form) {
	for _, f := range isa.Forms(g) {
		_, interpolation := f.Desc.Do.(isa.Interp)
		switch f.Fmt {
		case isa.MTBUF, isa.FLAT, isa.GLOBAL, isa.SCRATCH, isa.EXP, isa.VINTRP:
			list = append(list, f)
		default:
			if interpolation {
				list = append(list, f)
			}
		}
	}
	return list
}

// outsideCase returns the test of one form, nil where there is none.
func outsideCase(f *isa.Form) func(t *testing.T, f *isa.Form) {
	switch f.Fmt {
	case isa.MTBUF:
		return mubufFormatCase
	case isa.FLAT, isa.GLOBAL, isa.SCRATCH:
		return flatCase(f)
	case isa.EXP:
		return exportCase
	case isa.VINTRP, isa.VOP3:
		if _, ok := interpolations[interpName(f)]; ok {
			return interpCase
		}
	}
	return nil
}

// TestEveryMemoryExportAndInterpolationRowHasACase lists what is not tested: nothing.
func TestEveryMemoryExportAndInterpolationRowHasACase(t *testing.T) {
	requireCases(t, outsideForms, outsideCase)
}

// TestTypedFlatExportAndInterpolationInstructions executes every one of them in every generation
// that has it.
func TestTypedFlatExportAndInterpolationInstructions(t *testing.T) {
	runCases(t, outsideForms, outsideCase)
}

// FLAT, GLOBAL, SCRATCH.

// What the lanes of a FLAT case access: the first half of memory directly, the second half as
// private memory.
const (
	flatBytes   = memSize / 2
	privateAt   = memSize / 2
	privateSize = memSize / 2 / isa.Lanes // bytes of a lane
)

// flatInst is one FLAT, GLOBAL or SCRATCH instruction as the test chose it. Registers: VADDR v1 v2.
type flatInst struct {
	f             *isa.Form
	size          int
	data, dst     int
	offset        int32
	saddr         int // scalar register, -1 for none
	glc, lds, tfe bool
}

// space is the memory that a lane accesses.
type space uint8

const (
	spaceGlobal space = iota
	spaceLDS
	spacePrivate
)

// lane is where a lane's access begins, by the registers as they are: an address of global memory,
// or an offset in LDS or in private memory.
func (b *flatInst) lane(m *machine, l int) (space, uint64) {
	v32, v64 := uint64(m.v[1][l]), uint64(m.v[1][l])|uint64(m.v[2][l])<<32
	off := uint64(int64(b.offset))
	switch {
	case b.f.Fmt == isa.SCRATCH && b.saddr >= 0:
		return spacePrivate, uint64(m.s[b.saddr] + uint32(off))
	case b.f.Fmt == isa.SCRATCH:
		return spacePrivate, uint64(uint32(v32 + off))
	case b.saddr >= 0: // the vector offset is unsigned
		return spaceGlobal, m.s64(b.saddr) + v32 + off
	}
	a := v64 + off
	if b.f.Fmt == isa.FLAT {
		switch a >> 32 {
		case sim.SharedBase >> 32:
			return spaceLDS, a & 0xffffffff
		case sim.PrivateBase >> 32:
			return spacePrivate, a & 0xffffffff
		}
	}
	return spaceGlobal, a
}

// place is where byte i of a lane's access lies, nil where it is out of range of LDS. In private
// memory the dwords of the 64 lanes are interleaved.
func (b *flatInst) place(m *machine, l, i int) *byte {
	sp, a := b.lane(m, l)
	switch sp {
	case spaceLDS:
		at, ok := m.share(false).at(uint32(a), b.size)
		if !ok {
			return nil
		}
		return &m.lds[at+i]
	case spacePrivate:
		o := a + uint64(i)
		a = memBase + privateAt + o/4*256 + uint64(l)*4 + o%4
	default:
		a += uint64(i)
	}
	at, ok := m.global(a, 1)
	if !ok {
		return nil
	}
	return &m.mem[at]
}

// read and write access the bytes of a lane; out of range they give 0 and do nothing.
func (b *flatInst) read(m *machine, l int) (x [16]byte) {
	for i := range b.size {
		if p := b.place(m, l, i); p != nil {
			x[i] = *p
		}
	}
	return x
}

func (b *flatInst) write(m *machine, l int, x [16]byte) {
	for i := range b.size {
		if p := b.place(m, l, i); p != nil {
			*p = x[i]
		}
	}
}

// setFlatScratch makes the second half of memory the wave's private memory: FLAT_SCRATCH is {size,
// offset in units of 256} in s[104:105] on GCN 1.1 and in s[102:103] on GCN 1.2, and a 64-bit
// address in s[102:103] on GCN 1.4.
func (m *machine) setFlatScratch() {
	const base = uint64(memBase + privateAt)
	switch m.g {
	case isa.GCN11:
		m.s[104], m.s[105] = 0x1234, uint32(base>>8)
	case isa.GCN12:
		m.s[102], m.s[103] = 0x1234, uint32(base>>8)
	case isa.GCN14:
		m.s[102], m.s[103] = uint32(base&0xffffffff), uint32(base>>32)
	}
}

// flatState makes the i-th state: dense, equal, random, misaligned addresses; all apertures; every
// kind of base and offset. Inactive lanes have addresses that are not mapped. Addresses of atomics
// are multiples of their size.
func flatState(f *isa.Form, r *rand.Rand, i, size int, atomic bool) (*machine, flatInst) {
	m := newMachine(f.Gen, r, i)
	m.setFlatScratch()
	b := flatInst{f: f, size: size, data: 8, dst: 12, saddr: -1}
	for v := 8; v < 12; v += 2 {
		if r.IntN(2) == 0 {
			m.edgePair(r, v)
		} else {
			m.edgeRow(r, v)
			m.edgeRow(r, v+1)
		}
	}
	for v := 12; v < 16; v++ { // D16 keeps halves
		m.edgeRow(r, v)
	}
	switch i % 4 {
	case 2:
		b.dst = b.data
	case 3:
		b.dst = 1
	}
	// The offset of a lane within its memory.
	limit := map[isa.Format]int{isa.FLAT: 1024, isa.GLOBAL: flatBytes - 64, isa.SCRATCH: privateSize - 32}[f.Fmt]
	at := func(l int) int { return r.IntN(limit/16) * 16 }
	switch i % 5 {
	case 0: // dense
		at = func(l int) int { return l * 16 % (limit &^ 15) }
	case 1: // one address for all
		at = func(int) int { return 32 }
	case 4: // misaligned, lanes apart where they share memory
		if !atomic && f.Fmt != isa.SCRATCH {
			at = func(l int) int { return (l*32 + r.IntN(16)) % limit }
		} else if !atomic {
			at = func(l int) int { return r.IntN(limit) }
		}
	}
	switch f.Fmt {
	case isa.FLAT:
		flatAddresses(m, &b, r, i, at, atomic)
	case isa.GLOBAL:
		b.offset = []int32{0, 16, 4080, -4096, -16, 0, 4095 &^ 15}[i%7]
		if i%3 != 0 { // with a scalar base; the offset register covers 32 bits
			b.saddr = []int{20, 106}[i%2]
			start := uint64(memBase) - uint64(int64(b.offset))
			if i%6 == 1 {
				start -= 0xf0000000
			}
			m.s[b.saddr], m.s[b.saddr+1] = uint32(start), uint32(start>>32)
			for l := range 64 {
				m.v[1][l] = uint32(at(l))
				if i%6 == 1 {
					m.v[1][l] += 0xf0000000
				}
				if !m.active(l) {
					m.v[1][l] = 0x00800000
				}
			}
			break
		}
		for l := range 64 {
			a := memBase + uint64(at(l)) - uint64(int64(b.offset))
			if !m.active(l) {
				a = 0xdead_0000_0000
			}
			m.v[1][l], m.v[2][l] = uint32(a), uint32(a>>32)
		}
	case isa.SCRATCH:
		b.offset = []int32{0, 16, 4080, -4096, -16, 0, 32}[i%7]
		if i%3 == 1 {
			b.saddr = []int{20, 107}[i%2]
			m.s[b.saddr] = uint32(at(int(r.Uint32()%64)) - int(b.offset))
			break
		}
		for l := range 64 {
			m.v[1][l] = uint32(at(l) - int(b.offset))
			if !m.active(l) {
				m.v[1][l] = 0x7f000000
			}
		}
	}
	return m, b
}

// flatAddresses gives the lanes of a FLAT instruction addresses in all three apertures, or in one.
func flatAddresses(m *machine, b *flatInst, r *rand.Rand, i int, at func(l int) int, atomic bool) {
	if m.g == isa.GCN14 {
		b.offset = []int32{4080, 16, 2048, 0, 16}[i%5]
	}
	if m.g != isa.GCN14 && i%4 == 3 {
		m.s[124] = 512 // M0 bounds LDS
	}
	one := i % 7
	for l := range 64 {
		sp := space(r.IntN(3))
		if one < 3 {
			sp = space(one)
		}
		if sp == spacePrivate && atomic && b.size == 8 {
			sp = spaceGlobal // what a 64-bit atomic does to two dwords that lie apart is not documented
		}
		if sp == spacePrivate && b.offset > 16 {
			sp = spaceLDS
		}
		// The register alone is in the aperture already: whether the offset may lead into it is not
		// documented.
		o := at(l)
		var a uint64
		switch sp {
		case spaceLDS:
			o = int(b.offset) + o%(ldsSize-int(b.offset))
			if i%6 == 5 && l%3 == 0 {
				o = []int{ldsSize - 4, ldsSize + 16, ldsSize + 4096, 0x100000}[r.IntN(4)]
			}
			a = sim.SharedBase + uint64(o)
		case spacePrivate:
			a = sim.PrivateBase + uint64(b.offset) + uint64(o%(privateSize-64))&^3
			if !atomic && i%5 == 4 {
				a += uint64(r.IntN(4))
			}
		default:
			a = memBase + uint64(o)
		}
		a -= uint64(b.offset)
		if !m.active(l) {
			a = 0xdead_0000_0000
		}
		m.v[1][l], m.v[2][l] = uint32(a), uint32(a>>32)
	}
}

// inst encodes the choice.
func (b *flatInst) inst() isa.Inst {
	code := map[byte]int{'v': 257, 'a': 256 + b.data, 'd': 256 + b.dst}
	mod := isa.Mods{Offset: b.offset, GLC: b.glc, LDS: b.lds, TFE: b.tfe}
	if b.saddr >= 0 {
		code['t'] = b.saddr
		if b.f.Fmt == isa.SCRATCH {
			delete(code, 'v')
		}
	}
	if b.lds || strings.Contains(b.f.Name, "_atomic_") && !b.glc {
		delete(code, 'd')
	}
	in := inst(b.f, code, mod)
	if b.saddr < 0 && b.f.Fmt != isa.FLAT {
		in.Ops[in.NOps] = isa.Operand{Kind: isa.KindOff, Role: 't'}
		in.NOps++
	}
	return in
}

var (
	flatPlainName  = regexp.MustCompile(`^(?:flat|global|scratch)_(load|store)_(ubyte|sbyte|byte|ushort|sshort|short|dwordx[234]|dword)(_d16)?(_hi)?$`)
	flatAtomicName = regexp.MustCompile(`^(?:flat|global)_atomic_([a-z]+)(_x2)?$`)
)

// flatCase finds the test of a form.
func flatCase(f *isa.Form) func(t *testing.T, f *isa.Form) {
	switch {
	case flatPlainName.MatchString(f.Name):
		return flatPlainCase
	case flatAtomicName.MatchString(f.Name):
		return flatAtomicCase
	}
	return nil
}

// flatPlainCase: loads and stores of bytes, shorts and dwords.
func flatPlainCase(t *testing.T, f *isa.Form) {
	p := flatPlainName.FindStringSubmatch(f.Name)
	isStore, d16, hi := p[1] == "store", p[3] != "", p[4] != ""
	size := map[byte]int{'b': 1, 's': 2, 'd': 4}[strings.TrimLeft(p[2], "us")[0]]
	if n, ok := strings.CutPrefix(p[2], "dwordx"); ok {
		k, _ := strconv.Atoi(n)
		size = 4 * k
	}
	if strings.Contains(p[2], "short") {
		size = 2
	}
	signed := strings.HasPrefix(p[2], "sb") || strings.HasPrefix(p[2], "ss")
	r := newRand(f)
	for i := range rounds() * 2 / 3 {
		m, b := flatState(f, r, i, size, false)
		switch {
		case !isStore && !d16 && size <= 4 && f.Fmt != isa.FLAT && b.offset >= 0 && i%2 == 1:
			b.lds = true
			m.s[124] = []uint32{0, 256, 0xffff0400, ldsSize - 100}[i/2%4]
		case !isStore && f.Fmt == isa.FLAT && f.Gen != isa.GCN14 && i%4 == 1:
			b.tfe = true
		}
		check(t, m, b.inst(), fmt.Sprintf("round %d exec %#x %+v", i, m.exec(), b), func(m *machine) {
			in := *m
			for l := range 64 {
				if !m.active(l) {
					continue
				}
				if isStore {
					var x [16]byte
					for j := 0; j < size; j += 4 {
						v := in.v[b.data+j/4][l]
						if hi {
							v >>= 16
						}
						store(x[:], j, 4, uint64(v))
					}
					b.write(m, l, x)
					continue
				}
				x := b.read(&in, l)
				if b.lds {
					m.dma(f.Gen, uint32(b.offset), l, narrow(load(x[:], 0, size), size, signed, false, false, 0))
					continue
				}
				if size < 4 {
					m.v[b.dst][l] = narrow(load(x[:], 0, size), size, signed, d16, hi, in.v[b.dst][l])
				} else {
					for j := 0; j < size; j += 4 {
						m.v[b.dst+j/4][l] = uint32(load(x[:], j, 4))
					}
				}
				if b.tfe {
					m.v[b.dst+(size+3)/4][l] = 0 // nothing failed
				}
			}
			require.False(t, m.fault || in.fault, "round %d: the case is wrong", i)
		})
	}
	flatFault(t, f, r, size)
}

// flatAtomicCase: lanes in ascending order, the data operand holds the new value and behind it the
// comparand; the old value with GLC only.
func flatAtomicCase(t *testing.T, f *isa.Form) {
	p := flatAtomicName.FindStringSubmatch(f.Name)
	size := 4 + len(p[2])/3*4
	r := newRand(f)
	for i := range rounds() * 2 / 3 {
		m, b := flatState(f, r, i, size, true)
		b.glc = i%2 == 0
		if f.Fmt == isa.FLAT && f.Gen != isa.GCN14 && b.glc && i%8 == 4 {
			b.tfe = true
		}
		if i%3 == 1 { // comparands that are equal
			for l := range 64 {
				if m.active(l) && l%2 == 0 {
					x := b.read(m, l)
					m.setData(b.data+size/4, size, l, load(x[:], 0, size))
				}
			}
		}
		check(t, m, b.inst(), fmt.Sprintf("round %d exec %#x %+v", i, m.exec(), b), func(m *machine) {
			in := m.clone()
			in.mem, in.lds = m.mem, m.lds // registers as they were, memory as it becomes
			for l := range 64 {
				if !m.active(l) {
					continue
				}
				x := b.read(in, l)
				old := load(x[:], 0, size)
				a, cmp := in.data(b.data, size, l), in.data(b.data+size/4, size, l)
				store(x[:], 0, size, refAtomic(p[1], 8*size, old, a, cmp, false))
				b.write(in, l, x)
				if b.glc {
					m.setData(b.dst, size, l, old)
				}
				if b.tfe {
					m.v[b.dst+size/4][l] = 0
				}
			}
			require.False(t, in.fault, "round %d: the case is wrong", i)
		})
	}
	flatFault(t, f, r, size)
}

// flatFault: an address that is not mapped is a fault that names the lane, in global memory and in
// private memory, aligned or not.
func flatFault(t *testing.T, f *isa.Form, r *rand.Rand, size int) {
	const lane = 37
	for _, where := range []uint64{0x7_0000_0000, sim.PrivateBase + 0x40000000, sim.PrivateBase + 0x40000003} {
		if where != 0x7_0000_0000 && (f.Fmt == isa.GLOBAL || strings.Contains(f.Name, "_atomic_") && where&3 != 0) {
			continue
		}
		m, b := flatState(f, r, 0, size, true)
		m.setExec(0xa0_0000_0420 | 1<<lane)
		for l := range 64 {
			a := uint64(memBase + 64*l)
			if l == lane || !m.active(l) {
				a = where
			}
			if f.Fmt == isa.SCRATCH && l != lane && m.active(l) {
				a = 0
			}
			m.v[1][l], m.v[2][l] = uint32(a), uint32(a>>32)
		}
		if f.Fmt == isa.SCRATCH && uint32(where) == 0 {
			m.v[1][lane] = 0x10000000
		}
		b.offset, b.saddr, b.glc, b.lds = 0, -1, false, false
		in := b.inst()
		code, err := isa.Encode(&in)
		require.NoError(t, err)
		_, fault := m.run(t, code, nil)
		require.NotNil(t, fault, "%s at %#x", f.Name, where)
		if size == 8 && strings.Contains(f.Name, "_atomic_") && where>>32 == sim.PrivateBase>>32 {
			require.ErrorIs(t, fault, sim.ErrOperand) // a lane's dwords are not adjacent
		} else {
			require.ErrorIs(t, fault, mem.ErrUnmapped)
		}
		require.Equal(t, lane, fault.Lane, "%s at %#x: %v", f.Name, where, fault)
	}
}

// EXP.

// exportTargets are colour, depth and null, position, and parameter targets.
var exportTargets = func() (list []uint8) {
	for t := uint8(0); t < 64; t++ {
		if t < 10 || t >= 12 && t < 16 || t >= 32 {
			list = append(list, t)
		}
	}
	return list
}()

// exportCase: every target, every set of channels with and without COMPR, DONE and VM is recorded
// with EXEC and the data registers; registers that change before EXP falls show where returns are
// late.
func exportCase(t *testing.T, f *isa.Form) {
	r := newRand(f)
	mods := make([]isa.Mods, 0, 256)
	for _, target := range exportTargets {
		mods = append(mods, isa.Mods{Target: target, DMask: uint8(r.IntN(16)), Done: r.IntN(2) == 0, VM: r.IntN(2) == 0})
	}
	for n := range 128 {
		mods = append(mods, isa.Mods{Target: exportTargets[r.IntN(len(exportTargets))], DMask: uint8(n & 15), Compr: n&16 != 0, Done: n&32 != 0, VM: n&64 != 0})
	}
	move := isa.Lookup(f.Gen, "v_mov_b32")[0]
	wait := one(t, f.Gen, "s_waitcnt", 0)
	// An export of all channels comes first: nothing of it may show in the next one.
	all := inst(f, map[byte]int{'a': 257, 'b': 258, 'c': 257, 'd': 258}, isa.Mods{Target: 9, DMask: 15})
	for i, mod := range mods {
		m := newMachine(f.Gen, r, i)
		regs := [4]int{3 + r.IntN(4), 9 + r.IntN(4), 15 + r.IntN(4), 20 + r.IntN(4)}
		in := inst(f, nil, mod)
		var want sim.Export
		want.Target, want.Enabled, want.Compr, want.Done, want.VM, want.Exec = mod.Target, mod.DMask, mod.Compr, mod.Done, mod.VM, m.exec()
		for k, role := range []byte("abcd") {
			if mod.DMask>>k&1 == 0 {
				continue
			}
			v := regs[k]
			if mod.Compr {
				v = regs[k/2]
			}
			in.Ops[in.NOps] = isa.Operand{Kind: isa.KindReg, Role: role, Type: isa.ExpT, Dwords: 1, Code: uint16(256 + v)}
			in.NOps++
			want.Data[k] = m.v[v]
		}
		// The registers are overwritten behind it, after s_waitcnt or before.
		for _, waits := range []bool{true, false} {
			list := []isa.Inst{all, wait, in}
			if waits {
				list = append(list, wait)
			}
			for _, v := range regs {
				mov := inst(move, map[byte]int{'d': 256 + v, 'a': 256}, isa.Mods{})
				list = append(list, mov)
			}
			var code []byte
			for k := range list {
				b, err := isa.Encode(&list[k])
				require.NoError(t, err)
				code = append(code, b...)
			}
			for _, p := range []waitcnt.Policy{waitcnt.Asap{}, waitcnt.Late{}} {
				want := want
				if _, late := p.(waitcnt.Late); late && !waits {
					for k := range want.Data {
						for l := range 64 {
							if mod.DMask>>k&1 != 0 && m.active(l) {
								want.Data[k][l] = m.v[0][l]
							}
						}
					}
				}
				got, fault := m.run(t, code, p)
				require.Nil(t, fault)
				require.Len(t, got.exports, 2)
				require.True(t, want == got.exports[1], "%v %v: want %v, got %v", p, waits, want, got.exports[1])
			}
		}
	}
}

// Interpolation.

// interpName is the name of what an interpolation computes, whatever its encoding.
func interpName(f *isa.Form) string {
	return strings.TrimSuffix(strings.TrimSuffix(f.Name, "_e64"), "_e32")
}

// interpArgs are the values of a lane, exact; result is what the old destination becomes.
type interpArgs struct {
	p0, p10, p20, s, c float64
	words              [3]uint32 // the parameters P10, P20, P0 as they lie in LDS
	sel                uint32
	old                uint32
	g                  isa.Gen
}

// interpolations are the references. All values are so small that sums and products are exact.
var interpolations = map[string]func(a interpArgs) float64{
	"v_interp_p1_f32":        func(a interpArgs) float64 { return a.p10*a.s + a.p0 },
	"v_interp_p2_f32":        func(a interpArgs) float64 { return a.p20*a.s + float64(math.Float32frombits(a.old)) },
	"v_interp_mov_f32":       func(a interpArgs) float64 { return float64(math.Float32frombits(a.words[a.sel])) },
	"v_interp_p1ll_f16":      func(a interpArgs) float64 { return a.p10*a.s + a.p0 },
	"v_interp_p1lv_f16":      func(a interpArgs) float64 { return a.p10*a.s + a.c },
	"v_interp_p2_f16":        func(a interpArgs) float64 { return a.p20*a.s + a.c },
	"v_interp_p2_legacy_f16": func(a interpArgs) float64 { return a.p20*a.s + a.c },
}

// small is a random multiple of 1/4 that f16 holds with room for products.
func small(r *rand.Rand) float64 { return float64(r.IntN(33)-16) / 4 }

// interpCase runs an interpolation over parameters that lie in LDS: twelve dwords for each
// attribute and primitive, P0 and P10 of X, Y, Z, W in turn, then P20 of the four; bit k of
// M0[30:16] starts a new primitive with lane 4(k+1).
func interpCase(t *testing.T, f *isa.Form) {
	name := interpName(f)
	ref, halves := interpolations[name], strings.HasSuffix(name, "_f16")
	r := newRand(f)
	for i := range rounds() {
		m := newMachine(f.Gen, r, i)
		for at := 0; at < ldsSize; at += 4 {
			w := math.Float32bits(float32(small(r)))
			if halves {
				w = f16(small(r)) | f16(small(r))<<16
			}
			store(m.lds, at, 4, uint64(w))
		}
		base, starts := uint32(r.IntN(16)*16), []uint32{0, 1, 0x7fff, 0x53, r.Uint32() & 0x7fff}[i%5]
		m.s[124] = base | starts<<16
		prims := 1 + bits.OnesCount32(starts)
		attr, channel, high, sel := r.IntN(4), r.IntN(4), halves && i%2 == 1, uint32(i%3)
		const coord, third, dst = 4, 6, 9
		for l := range 64 {
			m.v[coord][l] = math.Float32bits(float32(small(r)))
			m.v[third][l] = math.Float32bits(float32(small(r)))
			if name == "v_interp_p1lv_f16" {
				m.v[third][l] = f16(small(r)) | f16(small(r))<<16
			}
			m.v[dst][l] = math.Float32bits(float32(small(r)))
		}
		mod := isa.Mods{High: high}
		if f.Fmt == isa.VOP3 && name != "v_interp_mov_f32" {
			mod.Neg, mod.Abs, mod.Clamp = []uint8{0, 2, 0, 2}[i%4], []uint8{0, 0, 2, 2}[i%4], i%6 == 5
		}
		in := inst(f, map[byte]int{'d': 256 + dst, 'c': 256 + third}, mod)
		for _, a := range f.Args {
			o := isa.Operand{Kind: isa.KindImm, Role: a.Role, Type: a.Type}
			switch a.Type {
			case isa.AttrT, isa.AttrHT:
				o.Val = uint32(attr<<2 | channel)
			case isa.ParamT:
				o.Val = sel
			default:
				if a.Write || a.Role == 'c' {
					continue
				}
				o.Kind, o.Dwords, o.Code = isa.KindReg, 1, 256+coord
			}
			in.Ops[in.NOps] = o
			in.NOps++
		}
		check(t, m, in, fmt.Sprintf("round %d exec %#x m0 %#x", i, m.exec(), m.m0()), func(m *machine) {
			for l := range 64 {
				if !m.active(l) {
					continue
				}
				prim := bits.OnesCount32(starts & (1<<(l/4) - 1))
				word := func(k int) uint32 { return uint32(load(m.lds, int(base)+4*(12*(attr*prims+prim)+k), 4)) }
				value := func(w uint32) float64 {
					if !halves {
						return float64(math.Float32frombits(w))
					}
					if high {
						w >>= 16
					}
					return float64(math.Float32frombits(widen(w & 0xffff)))
				}
				a := interpArgs{words: [3]uint32{word(2*channel + 1), word(8 + channel), word(2 * channel)}, sel: sel, old: m.v[dst][l], g: f.Gen,
					s: float64(math.Float32frombits(m.v[coord][l])), c: float64(math.Float32frombits(m.v[third][l]))}
				a.p10, a.p20, a.p0 = value(a.words[0]), value(a.words[1]), value(a.words[2])
				if name == "v_interp_p1lv_f16" { // the attribute's half is that of the register, too
					a.c = value(m.v[third][l])
				}
				if mod.Abs != 0 {
					a.s = math.Abs(a.s)
				}
				if mod.Neg != 0 {
					a.s = -a.s
				}
				x := ref(a)
				if mod.Clamp {
					x = max(0, min(1, x))
				}
				switch {
				case strings.HasPrefix(name, "v_interp_p2") && halves && name == "v_interp_p2_f16" && f.Gen == isa.GCN14:
					m.v[dst][l] = m.v[dst][l]&0xffff0000 | f16(x)
				case strings.HasPrefix(name, "v_interp_p2") && halves:
					m.v[dst][l] = f16(x)
				default:
					m.v[dst][l] = math.Float32bits(float32(x))
				}
			}
		})
	}
}

// f16 is the half that a value is, which must be one.
func f16(x float64) uint32 { return half(math.Float32bits(float32(x)), 7) }
