package sim_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/simtest"
)

// smemInst is one SMRD or SMEM instruction as the test chose it. Registers: base s[2:3] or the
// resource s[8:11], data from s32 on.
type smemInst struct {
	offset  int64 // the immediate or literal, in bytes (SMRD: dwords)
	hasReg  bool  // a register is added
	reg     int
	literal bool // SMRD on GCN 1.1: the immediate is in the next dword
	soe     bool // GCN 1.4: the register is in SOFFSET
	imm     bool
	glc     bool
}

const smemData = 32

// build makes the instruction.
func (x *smemInst) build(f *isa.Form) isa.Inst {
	in := isa.Inst{Form: f, Mod: isa.Mods{GLC: x.glc, Imm: x.imm, SOE: x.soe}}
	for _, a := range f.Args {
		o := isa.Operand{Kind: isa.KindReg, Role: a.Role, Type: a.Type, Dwords: uint8(a.Type.Dwords())}
		switch {
		case a.Role == 'd' && a.Type == isa.ProbeT:
			o.Kind, o.Val = isa.KindImm, 5
		case a.Role == 'd':
			o.Code = smemData
		case a.Role == 's' && a.Type == isa.B128:
			o.Code = 8
		case a.Role == 's':
			o.Code = 2
		case x.literal:
			o.Code, o.Val = isa.CodeLiteral, uint32(x.offset)
		case x.hasReg:
			o.Code = uint16(x.reg)
			in.Mod.Offset = int32(x.offset)
		default:
			o.Kind, o.Val = isa.KindImm, uint32(x.offset)
		}
		in.Ops[in.NOps] = o
		in.NOps++
	}
	return in
}

var smemName = regexp.MustCompile(`^s_(buffer_|scratch_)?(load|store)_dword(x\d+)?$`)

// scalarMemoryCase finds the test of an SMRD or SMEM form.
func scalarMemoryCase(f *isa.Form) func(t *testing.T, f *isa.Form) {
	switch {
	case smemName.MatchString(f.Name):
		p := smemName.FindStringSubmatch(f.Name)
		n := map[string]int{"": 1, "x2": 2, "x4": 4, "x8": 8, "x16": 16}[p[3]]
		return smemCases(p[1], func(m *machine, at func(k int) (int, bool)) {
			for k := range n {
				p2, ok := at(k)
				switch {
				case p[2] == "load" && ok:
					m.s[smemData+k] = uint32(load(m.mem, p2, 4))
				case p[2] == "load":
					m.s[smemData+k] = 0
				case ok:
					store(m.mem, p2, 4, uint64(m.s[smemData+k]))
				}
			}
		}, n, false)
	case strings.HasPrefix(f.Name, "s_atomic_"), strings.HasPrefix(f.Name, "s_buffer_atomic_"):
		buffer := ""
		if strings.HasPrefix(f.Name, "s_buffer") {
			buffer = "buffer_"
		}
		op, wide := strings.CutSuffix(f.Name[strings.Index(f.Name, "atomic_")+7:], "_x2")
		size := 4
		if wide {
			size = 8
		}
		return func(t *testing.T, f *isa.Form) {
			for _, glc := range []bool{false, true} {
				smemCases(buffer, func(m *machine, at func(k int) (int, bool)) {
					word := func(k int) uint64 {
						if size == 8 {
							return uint64(m.s[smemData+2*k]) | uint64(m.s[smemData+2*k+1])<<32
						}
						return uint64(m.s[smemData+k])
					}
					old := uint64(0)
					if p, ok := at(0); ok {
						old = load(m.mem, p, size)
						store(m.mem, p, size, refAtomic(op, 8*size, old, word(0), word(1), false))
					}
					if glc { // only the first data word is returned (M-15)
						m.s[smemData] = uint32(old)
						if size == 8 {
							m.s[smemData+1] = uint32(old >> 32)
						}
					}
				}, size/4, glc)(t, f)
			}
		}
	}
	return smemSpecial[f.Name]
}

// smemCases runs states; act does the operation, with at the position of dword k in memory.
func smemCases(kind string, act func(m *machine, at func(k int) (int, bool)), dwords int, glc bool) func(t *testing.T, f *isa.Form) {
	return func(t *testing.T, f *isa.Form) {
		r := newRand(f)
		isStore, isAtomic := strings.Contains(f.Name, "store"), strings.Contains(f.Name, "atomic")
		for i := range rounds() {
			m := newMachine(f.Gen, r, i)
			for k := range 16 {
				m.s[smemData+k] = edge32[r.IntN(len(edge32))]
			}
			base := uint64(memBase + 8192)
			if i%5 == 3 {
				base += uint64(r.IntN(4)) // misaligned
			}
			m.s[2], m.s[3] = uint32(base), uint32(base>>32)
			stride, records := uint32(0), uint32(1024)
			if i%3 == 1 {
				stride, records = 16, 40
			}
			m.s[8], m.s[9], m.s[10], m.s[11] = uint32(base), uint32(base>>32)|stride<<16, records, 0
			x := smemOffset(f.Gen, r, i, kind, isStore)
			x.glc = glc
			if x.hasReg {
				v := uint32(r.IntN(256))
				switch {
				case kind == "buffer_" && i%4 == 2: // around the limit
					v = []uint32{1020, 1024, 636, 640, 1016, 0xfffffffc}[r.IntN(6)]
				case kind == "scratch_":
					v = uint32(r.IntN(64)) // units of 64 bytes
				}
				m.s[x.reg] = v
			}
			align := uint64(3)
			if isAtomic && dwords == 2 {
				align = 7
			}
			note := fmt.Sprintf("round %d base %#x stride %d records %d %+v s%d=%#x", i, base, stride, records, x, x.reg, m.s[x.reg])
			check(t, m, x.build(f), note, func(m *machine) {
				off := x.offset
				if f.Fmt == isa.SMRD && (x.literal || !x.hasReg) {
					off *= 4 // dwords
				}
				reg := int64(0)
				if x.hasReg {
					reg = int64(m.s[x.reg])
				}
				var addr uint64
				switch {
				case kind == "scratch_":
					addr = base&^3 + uint64(off&^3) + uint64(reg)*64
				case kind == "buffer_":
					addr = base&^3 + uint64(off+reg)
				case f.Gen == isa.GCN14:
					addr = base&^3 + uint64(off&^3) + uint64(reg&^3)
				default:
					addr = base + uint64(off) + uint64(reg)
				}
				addr &^= align
				limit := int64(records)
				if stride != 0 {
					limit *= int64(stride)
				}
				inRange := func(k int) bool {
					o := (off+reg)&^3 + 4*int64(k)
					return kind != "buffer_" || o >= 0 && o < limit
				}
				act(m, func(k int) (int, bool) {
					n := 4
					if isAtomic { // all or nothing
						n = 4 * dwords
						for j := range dwords {
							if !inRange(j) {
								return 0, false
							}
						}
					}
					if !inRange(k) {
						return 0, false
					}
					return m.global(addr+4*uint64(k), n)
				})
			})
		}
	}
}

// smemOffset chooses the form of the offset.
func smemOffset(g isa.Gen, r *rand.Rand, i int, kind string, isStore bool) smemInst {
	regs := []int{20, 124, 106}
	x := smemInst{reg: regs[i%3]}
	switch g {
	case isa.GCN10, isa.GCN11:
		switch {
		case i%2 == 0:
			x.imm, x.offset = true, int64(r.IntN(256))
		case g == isa.GCN11 && i%4 == 1:
			x.literal, x.offset = true, int64(r.IntN(400))
		default:
			x.hasReg = true
		}
	case isa.GCN12:
		if i%2 == 0 {
			x.imm, x.offset = true, int64(r.IntN(1100))
		} else {
			x.hasReg = true
			if isStore {
				x.reg = 124 // stores take M0 only (M-8)
			}
		}
	default:
		switch i % 4 {
		case 0:
			x.imm, x.offset = true, int64(r.IntN(1100))
			if i%8 == 0 {
				x.offset = -int64(r.IntN(300))
			}
		case 1:
			x.hasReg = true
		case 2:
			x.hasReg, x.soe = true, true
		default:
			x.hasReg, x.soe, x.imm, x.offset = true, true, true, int64(r.IntN(300))
			if kind != "buffer_" && i%8 == 3 {
				x.offset = -x.offset
			}
		}
	}
	return x
}

// smemSpecial are cache control, time and probes.
var smemSpecial = map[string]func(t *testing.T, f *isa.Form){
	"s_dcache_inv":        dcacheInvCase,
	"s_dcache_inv_vol":    dcacheInvCase,
	"s_dcache_wb":         dcacheWBCase,
	"s_dcache_wb_vol":     dcacheWBCase,
	"s_dcache_discard":    discardCase(64),
	"s_dcache_discard_x2": discardCase(128),
	"s_memtime":           memtimeCase(1),
	"s_memrealtime":       memtimeCase(10),
	"s_atc_probe":         probeCase,
	"s_atc_probe_buffer":  probeCase,
}

// nvFlags are the NV modifiers that a generation's scalar loads and stores take.
func nvFlags(g isa.Gen) []string {
	if g == isa.GCN14 {
		return []string{"", " nv"}
	}
	return []string{""}
}

// dcacheInvCase: a scalar load sees a vector store to a line it has only after the invalidation. NV
// lines survive the _vol form on GCN 1.4.
func dcacheInvCase(t *testing.T, f *isa.Form) {
	for _, flag := range nvFlags(f.Gen) {
		nv := flag != ""
		m := simtest.New(t, f.Gen)
		m.Asm(fmt.Sprintf(`
			s_load_dword s4, s[2:3], 0x0%s
			s_waitcnt lgkmcnt(0)
			buffer_store_dword v0, off, s[8:11], 0
			s_waitcnt vmcnt(0)
			s_load_dword s5, s[2:3], 0x0%[1]s
			s_waitcnt lgkmcnt(0)
			%s
			s_waitcnt lgkmcnt(0)
			s_load_dword s6, s[2:3], 0x0%[1]s
			s_waitcnt lgkmcnt(0)`, flag, f.Name))
		b := m.Buffer([]uint32{11, 12})
		m.Set("s[2:3]", b).Set("s[8:11]", b).Set("v0", 77).Set("exec", 1)
		require.NoError(t, m.Run())
		want := []uint32{11, 11, 77}
		if nv && strings.HasSuffix(f.Name, "_vol") {
			want[2] = 11
		}
		require.Equal(t, want, m.Dwords("s[4:6]"), "nv %v", nv)
	}
}

// dcacheWBCase: a scalar store reaches memory with the write-back, and the line stays.
func dcacheWBCase(t *testing.T, f *isa.Form) {
	for _, flag := range nvFlags(f.Gen) {
		nv := flag != ""
		m := simtest.New(t, f.Gen)
		m.Asm(fmt.Sprintf(`
			s_store_dword s4, s[2:3], 0x4%s
			s_waitcnt lgkmcnt(0)
			buffer_load_dword v1, off, s[8:11], 0 offset:4
			s_waitcnt vmcnt(0)
			%s
			s_waitcnt lgkmcnt(0)
			buffer_load_dword v2, off, s[8:11], 0 offset:4
			s_load_dword s5, s[2:3], 0x4%[1]s
			s_waitcnt vmcnt(0) lgkmcnt(0)`, flag, f.Name))
		b := m.Buffer([]uint32{1, 2})
		m.Set("s[2:3]", b).Set("s[8:11]", b).Set("s4", 99)
		require.NoError(t, m.Run())
		after := uint32(99)
		if nv && strings.HasSuffix(f.Name, "_vol") {
			after = 2
		}
		require.Equal(t, []uint32{2, after, 99}, []uint32{m.U32("v1"), m.U32("v2"), m.U32("s5")}, "nv %v", nv)
		require.Equal(t, []uint32{1, 99}, b.U32s(), "the end of the program writes back")
	}
}

// discardCase: the dirty line is dropped, and with _x2 the one behind it (M-13). Address bits below
// the line do not matter.
func discardCase(bytes int) func(t *testing.T, f *isa.Form) {
	return func(t *testing.T, f *isa.Form) {
		m := simtest.New(t, f.Gen)
		m.Asm(fmt.Sprintf(`
			s_store_dword s4, s[2:3], 0x0
			s_store_dword s4, s[2:3], 0x40
			s_store_dword s4, s[2:3], 0x80
			s_store_dword s4, s[2:3], 0xc0
			s_waitcnt lgkmcnt(0)
			%s s[2:3], 0x54
			s_waitcnt lgkmcnt(0)`, f.Name))
		b := m.Buffer(256)
		m.Set("s[2:3]", b).Set("s4", 5)
		require.NoError(t, m.Run())
		got, want := b.U32s(), make([]uint32, 64)
		want[0], want[16], want[32], want[48] = 5, 0, 5, 5
		if bytes == 128 {
			want[32] = 0
		}
		require.Equal(t, want, got)

		m = simtest.New(t, f.Gen)
		m.Asm(f.Name+" s[2:3], s6\n").Set("s[2:3]", m.Buffer(64))
		m.Set("s6", 32)
		require.NoError(t, m.Step())
		require.Equal(t, uint8(bytes/64), m.State().Counters.Count[1], "LGKM +1, +2 (M-13)")
		require.NoError(t, m.Run())
	}
}

// memtimeCase: the counters rise with the instructions; a sleep of 64*n clocks shows (M-19). div is
// the clocks of one tick.
func memtimeCase(div uint64) func(t *testing.T, f *isa.Form) {
	return func(t *testing.T, f *isa.Form) {
		m := simtest.New(t, f.Gen, simtest.Policy("asap"))
		m.Asm(fmt.Sprintf("%s s[4:5]\ns_sleep 5\n%[1]s s[6:7]\n", f.Name))
		m.Set("s[4:7]", []uint32{9, 9, 9, 9})
		require.NoError(t, m.Run())
		a, b := m.U64("s[4:5]"), m.U64("s[6:7]")
		require.GreaterOrEqual(t, b-a, 320/div)
		require.Less(t, b-a, 340/div+1)
	}
}

// probeCase: no result, no counter (M-4).
func probeCase(t *testing.T, f *isa.Form) {
	m := newMachine(f.Gen, newRand(f), 0)
	x := smemInst{imm: true, offset: 16}
	check(t, m, x.build(f), "", func(*machine) {})
}
