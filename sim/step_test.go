package sim_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math/bits"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/vecref"
	"github.com/gcnsim/gcnsim/sim"
)

// Step vectors: one instruction, the whole state before and after. Every vector ALU form of every
// generation runs in every encoding that it has (32 and 64 bits, SDWA, DPP), with operands of every
// kind, modifiers, EXEC and MODE values drawn from a seed that its name gives, and with edge values
// crossed over its operands. The expected state is from step_ref_test.go.

var long = flag.Bool("long", false, "cross all edge values in all encodings, draw many more step vectors and random programs")

// TestMain lets the collector run less often: the tests make tens of thousands of small machines,
// and half of their time was its work.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// stepUnit is a form in one of its encodings.
type stepUnit struct {
	form *isa.Form
	sub  isa.Format // NoFormat, SDWA, SDWAB, DPP
}

func (u stepUnit) String() string {
	s := u.form.Gen.String() + " " + u.form.Name
	if u.sub != isa.NoFormat {
		s += " " + u.sub.String()
	}
	return s
}

// seed is the same in every run.
func (u stepUnit) seed() uint64 {
	h := fnv.New64a()
	h.Write([]byte(u.String()))
	return h.Sum64()
}

// targetOf is a target that has a form.
func targetOf(f *isa.Form) isa.Target { return isa.Target{Gen: f.Gen, Features: f.Features()} }

// formsOf are the forms of a generation: those of the target that stands for it, and of the others
// what it has not.
func formsOf(g isa.Gen) []*isa.Form {
	list := isa.Forms(g)
	type key struct {
		d *isa.Desc
		f isa.Format
	}
	have := map[key]bool{}
	for _, f := range list {
		have[key{f.Desc, f.Fmt}] = true
	}
	for _, x := range isa.Targets() {
		if x.Gen != g {
			continue
		}
		for _, f := range x.Forms() {
			if k := (key{f.Desc, f.Fmt}); !have[k] {
				have[k] = true
				list = append(list, f)
			}
		}
	}
	return list
}

// vectorForms are the forms of the vector ALU in a generation, without interpolation, which reads
// LDS.
func vectorForms(g isa.Gen) (list []*isa.Form) {
	for _, f := range formsOf(g) {
		switch f.Fmt {
		case isa.VOP1, isa.VOP2, isa.VOPC, isa.VOP3, isa.VOP3B, isa.VOP3P:
			if _, ok := f.Desc.Do.(isa.Interp); !ok {
				list = append(list, f)
			}
		}
	}
	return list
}

// units are the encodings of a form.
func units(f *isa.Form) []stepUnit {
	list := []stepUnit{{f, isa.NoFormat}}
	if f.Fmt != isa.VOP1 && f.Fmt != isa.VOP2 && f.Fmt != isa.VOPC {
		return list
	}
	if f.HasSDWA() {
		sub := isa.SDWA
		if f.Fmt == isa.VOPC && f.Gen == isa.GCN14 {
			sub = isa.SDWAB
		}
		list = append(list, stepUnit{f, sub})
	}
	// 64-bit sources have no DPP form although they can be written down (isa.Inst.Reserved).
	if f.HasDPP() && !slices.ContainsFunc(f.Args, func(a isa.Arg) bool { return a.Role == 'a' && a.Type.Dwords() == 2 }) {
		list = append(list, stepUnit{f, isa.DPP})
	}
	return list
}

// stepVector is one instruction and what the state before it is made from.
type stepVector struct {
	unit  stepUnit
	in    isa.Inst
	code  []byte
	seed  uint64
	cross int  // number of the first element of the cross product, -1 for random values
	full  bool // EXEC is full, MODE has neither indexing nor skipping
	index bool // GPR indexing is on
}

// tally counts what the vectors contain, so that a kind that is never drawn is seen.
type tally struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *tally) add(other map[string]int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == nil {
		c.n = map[string]int{}
	}
	for k, v := range other {
		c.n[k] += v
	}
}

// stepKinds is what must occur among the vectors of a normal run.
var stepKinds = []string{
	"vgpr", "sgpr", "vcc", "exec", "m0", "integer", "float", "literal", "scc", "vccz", "execz", "same register", "destination is a source",
	"high register", "abs", "neg", "neg_hi", "omod", "clamp", "op_sel", "op_sel high result", "op_sel_hi", "sdwa", "sext", "dst_unused", "dpp",
	"bound_ctrl", "row_mask", "bank_mask",
	"EXEC full", "EXEC part", "EXEC one", "EXEC zero", "MODE vskip", "MODE gpr_idx", "MODE ieee", "MODE dx10_clamp", "MODE fp16_ovfl",
	"cross 1", "cross 2", "cross 3",
}

// drawInst draws an instruction of the unit. It is one that decodes: modifiers that the form does
// not take are left out.
func drawInst(t *testing.T, u stepUnit, g *rand.Rand, plain bool, seen map[string]int) (isa.Inst, []byte) {
	t.Helper()
	f := u.form
	in := isa.Inst{Form: f, Sub: u.sub}
	vop3 := f.Fmt == isa.VOP3 || f.Fmt == isa.VOP3B || f.Fmt == isa.VOP3P
	// One scalar value for an instruction: a register, or the literal (AMD manuals, "VALU
	// operands").
	scalar := -1
	for _, a := range f.Args {
		if a.Type == isa.Mask && a.Read && a.Implicit || strings.HasPrefix(f.Desc.Name, "v_div_fmas") {
			scalar = 106
		}
		if a.Role == 'K' {
			scalar = isa.CodeLiteral
		}
	}
	var srcs []int // operands that are sources
	for i, a := range f.Args {
		o := isa.Operand{Kind: isa.KindReg, Role: a.Role, Type: a.Type, Dwords: uint8(a.Type.Dwords())}
		pair := []uint16{10, 30, 106, 98}[g.IntN(4)]
		switch {
		case a.Type == isa.Mask && a.Implicit && (u.sub != isa.SDWAB || !a.Write):
			o.Code = 106
		case a.Type == isa.Mask && a.Write:
			o.Code = pair
		case a.Type == isa.Mask:
			if o.Code = pair; scalar >= 0 {
				o.Code = uint16(scalar)
			}
			scalar = int(o.Code)
		case a.Role == 'K':
			o.Code = isa.CodeLiteral
			o.Val = vecref.Draw(g, f.Args[0].Type, [4]uint32{})[0]
		case a.Write:
			o.Code = 256 + 20
		default:
			srcs = append(srcs, i)
		}
		in.Ops[i] = o
		in.NOps++
	}
	for n, i := range srcs {
		a, o := &f.Args[i], &in.Ops[i]
		field9 := a.File != 'v' && (vop3 || a.Role == 'a' && u.sub == isa.NoFormat)
		sdwaS := f.Gen == isa.GCN14 && (u.sub == isa.SDWA || u.sub == isa.SDWAB)
		o.Code = 256 + uint16(2+4*n)
		kind := "vgpr"
		if !plain && (field9 || sdwaS) && g.IntN(2) == 0 {
			kinds := []string{"sgpr", "sgpr", "vcc", "exec"}
			if o.Dwords == 1 {
				kinds = append(kinds, "m0")
			}
			if field9 {
				kinds = append(kinds, "integer", "float", "integer", "float")
				if o.Dwords == 1 {
					kinds = append(kinds, "scc", "vccz", "execz")
				}
				if !vop3 {
					kinds = append(kinds, "literal", "literal")
				}
			}
			kind = kinds[g.IntN(len(kinds))]
			code := operandCode(g, f.Gen, kind)
			if isScalar := kind != "integer" && kind != "float"; isScalar && scalar >= 0 && scalar != int(code) || isScalar && scalar == isa.CodeLiteral {
				code, kind = o.Code, "vgpr"
			} else if isScalar {
				scalar = int(code)
			}
			o.Code = code
			if kind == "literal" {
				o.Val = vecref.Draw(g, a.Type, [4]uint32{})[0]
			}
		}
		if kind == "vgpr" && !plain {
			switch g.IntN(8) {
			case 0:
				if p := in.Ops[srcs[0]]; n > 0 && p.Code >= 256 && p.Dwords == o.Dwords {
					o.Code, kind = p.Code, "same register"
				}
			case 1:
				o.Code, kind = 512-uint16(o.Dwords), "high register"
			}
		}
		seen[kind]++
	}
	for i, a := range f.Args {
		if !a.Write || a.Type == isa.Mask || plain {
			continue
		}
		p := in.Ops[srcs[g.IntN(len(srcs))]]
		switch g.IntN(6) {
		case 0:
			if p.Code >= 256 && p.Dwords == in.Ops[i].Dwords {
				in.Ops[i].Code = p.Code
				seen["destination is a source"]++
			}
		case 1:
			in.Ops[i].Code = 512 - uint16(in.Ops[i].Dwords)
		}
	}
	if !plain {
		drawMods(u, g, &in.Mod, vop3)
	} else if f.Fmt == isa.VOP3P {
		in.Mod.OpSelHi = 7
	}
	switch {
	case u.sub == isa.DPP && plain:
		in.Mod.DPP = isa.DPPMods{Ctrl: 0xe4, RowMask: 15, BankMask: 15}
	case u.sub != isa.NoFormat && plain:
		in.Mod.SDWA = isa.SDWAMods{DstSel: 6, Sel: [2]uint8{6, 6}}
	}
	if f.Fmt == isa.VOP1 {
		in.Mod.SDWA.Sel[1], in.Mod.SDWA.Sext[1] = 0, false
	}
	if strings.HasPrefix(f.Desc.Name, "v_div_scale_") { // the first source is one of the others
		k := 1 + g.IntN(2)
		in.Ops[srcs[0]].Code = in.Ops[srcs[k]].Code
		in.Mod.Neg = in.Mod.Neg&^1 | in.Mod.Neg>>k&1
	}
	return fitting(t, u, in, seen)
}

// operandCode draws the code of a source of a kind.
func operandCode(g *rand.Rand, gen isa.Gen, kind string) uint16 {
	switch kind {
	case "sgpr":
		return []uint16{4, 34, 90}[g.IntN(3)]
	case "integer":
		return uint16(128 + g.IntN(81))
	case "float":
		code := uint16(240 + g.IntN(9))
		if gen&(isa.GCN10|isa.GCN11) != 0 {
			code = min(code, 247) // 1/(2*pi) is newer
		}
		return code
	}
	return map[string]uint16{"vcc": 106, "exec": 126, "m0": 124, "scc": 253, "vccz": 251, "execz": 252, "literal": isa.CodeLiteral}[kind]
}

// fitting encodes an instruction with as many of its modifiers as the form takes and returns it
// decoded.
func fitting(t *testing.T, u stepUnit, in isa.Inst, seen map[string]int) (isa.Inst, []byte) {
	t.Helper()
	f := u.form
	without := []func(m *isa.Mods){
		func(m *isa.Mods) { m.Omod = 0 }, func(m *isa.Mods) { m.Clamp = false }, func(m *isa.Mods) { m.OpSel = 0 },
		func(m *isa.Mods) { m.SDWA.Sext = [2]bool{} }, func(m *isa.Mods) { m.Abs = 0 }, func(m *isa.Mods) { m.Neg, m.NegHi = 0, 0 },
		func(m *isa.Mods) { // of sources that are no numbers
			numbers := uint8(0)
			for _, a := range f.Args {
				if a.Role >= 'a' && a.Role <= 'c' && a.Type != isa.Mask && negates(f, a.Type) {
					numbers |= 1 << (a.Role - 'a')
				}
			}
			m.Abs, m.Neg = m.Abs&numbers, m.Neg&numbers
			m.SDWA.Sext[0], m.SDWA.Sext[1] = m.SDWA.Sext[0] && numbers&1 == 0, m.SDWA.Sext[1] && numbers&2 == 0
		},
	}
	var last error
	order := make([]int, 1<<len(without))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return bits.OnesCount(uint(a)) - bits.OnesCount(uint(b)) })
	for _, drop := range order {
		try := in
		for i, drops := range without {
			if drop>>i&1 != 0 {
				drops(&try.Mod)
			}
		}
		code, err := isa.Encode(&try)
		if last = err; err != nil {
			continue
		}
		dec, err := targetOf(f).Decode(code)
		if last = err; err != nil {
			continue
		}
		require.Same(t, f, dec.Form, "%v", u)
		require.Equal(t, try.Ops, dec.Ops, "%v: the operands that were encoded", u)
		require.Equal(t, [3]any{try.Mod.Omod, try.Mod.Clamp, try.Mod.DPP}, [3]any{dec.Mod.Omod, dec.Mod.Clamp, dec.Mod.DPP}, "%v", u)
		if f.Fmt != isa.VOPC {
			require.Equal(t, try.Mod.SDWA, dec.Mod.SDWA, "%v", u)
		}
		countMods(&dec, seen)
		return dec, code
	}
	require.NoError(t, last, "%v", u)
	return in, nil
}

// drawMods draws modifiers; not all forms take all of them.
func drawMods(u stepUnit, g *rand.Rand, m *isa.Mods, vop3 bool) {
	some := func(n int) uint8 {
		if g.IntN(2) == 0 {
			return 0
		}
		return uint8(g.IntN(n))
	}
	f := u.form
	sources := uint8(0)
	for _, a := range f.Args {
		if a.Role >= 'a' && a.Role <= 'c' && a.Type != isa.Mask {
			sources |= 1 << (a.Role - 'a')
		}
	}
	if f.Fmt == isa.VOP3P {
		m.OpSel, m.OpSelHi, m.Neg, m.NegHi = some(8)&sources, uint8(g.IntN(8))&sources, some(8)&sources, some(8)&sources
		m.Clamp = g.IntN(3) == 0
		return
	}
	if vop3 || u.sub != isa.NoFormat {
		m.Abs, m.Neg = some(8)&sources, some(8)&sources
		m.Clamp = g.IntN(3) == 0 && u.sub != isa.DPP && u.sub != isa.SDWAB
	}
	if f.Fmt == isa.VOP3B {
		m.Abs = 0
	}
	if f.Fmt == isa.VOP3B && f.Gen&(isa.GCN10|isa.GCN11) != 0 {
		m.Clamp = false
	}
	if vop3 || u.sub == isa.SDWA && f.Gen == isa.GCN14 {
		m.Omod = some(4)
	}
	if f.Fmt == isa.VOP3 && f.Gen == isa.GCN14 {
		m.OpSel = some(16) & (sources | 8)
	}
	switch u.sub {
	case isa.SDWA, isa.SDWAB:
		m.SDWA.Sel = [2]uint8{uint8(g.IntN(7)), uint8(g.IntN(7))}
		m.SDWA.Sext = [2]bool{g.IntN(2) == 0, g.IntN(2) == 0 && sources&2 != 0}
		if u.sub == isa.SDWA && f.Fmt != isa.VOPC {
			m.SDWA.DstSel, m.SDWA.DstUnused = uint8(g.IntN(7)), uint8(g.IntN(3))
		}
	case isa.DPP:
		k, quad := uint16(g.IntN(15)), uint16(g.IntN(256))
		ctrls := []uint16{quad, quad, quad, 0x101 + k, 0x111 + k, 0x121 + k, 0x130, 0x134, 0x138, 0x13c, 0x140, 0x141, 0x142, 0x143}
		m.DPP = isa.DPPMods{Ctrl: ctrls[g.IntN(len(ctrls))], RowMask: 15, BankMask: 15, BoundCtrl: g.IntN(2) == 0}
		if g.IntN(2) == 0 {
			m.DPP.RowMask, m.DPP.BankMask = uint8(g.IntN(16)), uint8(g.IntN(16))
		}
	}
}

// countMods counts the modifiers that an instruction has.
func countMods(in *isa.Inst, seen map[string]int) {
	m := &in.Mod
	for name, has := range map[string]bool{
		"abs": m.Abs != 0, "neg": m.Neg != 0, "neg_hi": m.NegHi != 0, "omod": m.Omod != 0, "clamp": m.Clamp, "op_sel": m.OpSel&7 != 0,
		"op_sel high result": m.OpSel&8 != 0, "op_sel_hi": in.Form.Fmt == isa.VOP3P && m.OpSelHi != 7, "sext": m.SDWA.Sext[0] || m.SDWA.Sext[1],
		"sdwa": in.Sub == isa.SDWA || in.Sub == isa.SDWAB, "dst_unused": m.SDWA.DstUnused != 0, "dpp": in.Sub == isa.DPP, "bound_ctrl": m.DPP.BoundCtrl,
		"row_mask": in.Sub == isa.DPP && m.DPP.RowMask != 15, "bank_mask": in.Sub == isa.DPP && m.DPP.BankMask != 15,
	} {
		if has {
			seen[name]++
		}
	}
}

// crossed are the operands of an instruction over which edge values are crossed: vector registers
// with their types.
func crossed(in *isa.Inst) (list []isa.Operand) {
	for i, a := range in.Form.Args {
		if o := in.Ops[i]; o.Code >= 256 && a.Type != isa.Mask && a.Read {
			list = append(list, o)
		}
	}
	return list
}

// edgeValues are the values of a type for a cross of n operands.
func edgeValues(t isa.Type, n int) []uint64 {
	if *long && n < 3 {
		return vecref.Edges(t)
	}
	return vecref.Core(t)
}

// isFloat reports whether MODE matters to a form.
func isFloat(f *isa.Form) bool {
	return slices.ContainsFunc(f.Args, func(a isa.Arg) bool { return a.Type.IsFloat() })
}

// vectors makes the vectors of a unit.
func vectors(t *testing.T, u stepUnit, seen map[string]int) (list []stepVector) {
	g := rand.New(rand.NewPCG(u.seed(), 1))
	count := 4
	if *long {
		count = 40
	}
	for i := range count {
		v := stepVector{unit: u, seed: g.Uint64(), cross: -1, index: i%4 == 3 && u.form.Gen&(isa.GCN12|isa.GCN14) != 0}
		v.in, v.code = drawInst(t, u, g, false, seen)
		list = append(list, v)
	}
	// Crosses. In a normal run three operands are crossed on one generation for each row, and
	// encodings other than the first are left to the random ones.
	v := stepVector{unit: u, full: true}
	v.in, v.code = drawInst(t, u, g, true, map[string]int{})
	ops := crossed(&v.in)
	size := 1
	for _, o := range ops {
		size *= len(edgeValues(o.Type, len(ops)))
	}
	if !*long {
		gens := []isa.Gen{}
		for _, e := range u.form.Desc.Enc {
			for _, x := range isa.Gens() {
				if e.Gens.Has(x) {
					gens = append(gens, x)
				}
			}
		}
		turn := gens[stepUnit{form: &isa.Form{Name: u.form.Desc.Name}}.seed()%uint64(len(gens))]
		if u.form.Derived() || u.sub != isa.NoFormat || len(ops) > 2 && turn != u.form.Gen {
			return list
		}
	}
	modes := 1
	if isFloat(u.form) && *long {
		modes = 3
	}
	for range modes {
		v.seed = g.Uint64()
		for v.cross = 0; v.cross < size; v.cross += isa.Lanes {
			list = append(list, v)
		}
	}
	seen[fmt.Sprintf("cross %d", len(ops))]++
	return list
}

// prepare makes the state before a vector.
func (v *stepVector) prepare(st *stepState, seen map[string]int) {
	g := rand.New(rand.NewPCG(v.seed, uint64(v.cross+1)))
	if v.cross >= 0 {
		g = rand.New(rand.NewPCG(v.seed, 0)) // the same mode for a whole cross
	}
	f := v.unit.form
	// MODE: rounding, denormals, the rest.
	mode := uint32(0)
	switch g.IntN(4) {
	case 0:
	case 1:
		mode = 0xf0
	case 2:
		mode = 0xc0
	default:
		mode = g.Uint32() & 0xff
	}
	mode |= g.Uint32() & (3<<8 | 1<<23)
	exec := []uint64{^uint64(0), g.Uint64(), 1 << g.IntN(64), 0, g.Uint64() & g.Uint64(), ^uint64(0) << g.IntN(64), ^uint64(0), ^uint64(0)}[g.IntN(8)]
	if v.full {
		exec = ^uint64(0)
	}
	for code := range 126 {
		st.s[code] = g.Uint32()
	}
	st.scc = g.IntN(2) == 0
	st.setS64(106, g.Uint64()&-uint64(g.IntN(4))) // VCCZ, at times
	if !v.full {
		switch {
		case g.IntN(24) == 0:
			mode |= 1 << 28
			seen["MODE vskip"]++
		case v.index:
			mode |= 1 << 27
			st.s[124] = []uint32{1, 3, uint32(g.IntN(40))}[g.IntN(3)] | uint32(g.IntN(16))<<12 // 1: half of a pair can be past the last register
			seen["MODE gpr_idx"]++
		}
	}
	st.mode = mode
	st.setS64(126, exec)
	for i, a := range f.Args {
		o := v.in.Ops[i]
		if a.Type == isa.Mask || o.Code < 256 && o.Code >= 124 {
			continue
		}
		near := [4]uint32{g.Uint32(), g.Uint32()}
		if o.Code < 256 {
			x := vecref.Draw(g, a.Type, near)
			copy(st.s[o.Code:][:o.Dwords], x[:])
			continue
		}
		n := st.register(o, indexBit(f, a.Role))
		first := v.in.Ops[0]
		for l := range isa.Lanes {
			if first.Code >= 256 && first.Type == a.Type && i > 1 {
				near = [4]uint32{st.v[first.Code-256][l]}
			}
			x := vecref.Draw(g, a.Type, near)
			if a.Type == isa.F16 || a.Type == isa.V2F16 { // both halves are values
				x[0] = x[0]&0xffff | vecref.Draw(g, a.Type, near)[0]<<16
			}
			for j := range int(o.Dwords) {
				if n+j < 256 {
					st.v[n+j][l] = x[j]
				}
			}
		}
	}
	if v.cross >= 0 {
		ops := crossed(&v.in)
		for l := range isa.Lanes {
			at := v.cross + l
			for _, o := range ops {
				list := edgeValues(o.Type, len(ops))
				x := list[at%len(list)]
				at /= len(list)
				if o.Type.IsPacked() || o.Type == isa.F16 {
					x = x&0xffff | list[(l*5+at)%len(list)]<<16
				}
				n := int(o.Code) - 256
				st.v[n][l] = uint32(x)
				if o.Dwords > 1 {
					st.v[n+1][l] = uint32(x >> 32)
				}
			}
		}
	}
	switch ones := bits.OnesCount64(exec); {
	case ones == 64:
		seen["EXEC full"]++
	case ones == 0:
		seen["EXEC zero"]++
	case ones == 1:
		seen["EXEC one"]++
	default:
		seen["EXEC part"]++
	}
	for name, b := range map[string]uint32{"MODE dx10_clamp": 8, "MODE ieee": 9, "MODE fp16_ovfl": 23} {
		if mode>>b&1 != 0 {
			seen[name]++
		}
	}
}

// runVectors runs vectors one after the other on one wave.
func runVectors(t *testing.T, u stepUnit, list []stepVector, seen map[string]int) {
	t.Helper()
	g, target := u.form.Gen, targetOf(u.form)
	var code []byte
	for i := range list {
		code = append(code, list[i].code...)
	}
	end, err := isa.Encode(&isa.Inst{Form: isa.Lookup(g, "s_endpgm")[0]})
	require.NoError(t, err)
	prog, err := sim.NewProgramFor(target, 0x1000, append(code, end...))
	require.NoError(t, err)
	s, err := sim.NewDevice(g).Begin(&sim.Launch{Prog: prog, Entry: 0x1000, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}})
	require.NoError(t, err)
	w := s.Group.Waves[0]
	st := new(stepState)
	r := rand.New(rand.NewPCG(1, uint64(g)))
	for i := range st.v {
		for l := range st.v[i] {
			st.v[i][l] = r.Uint32()
		}
	}
	*w.V = st.v
	failed := 0
	for i := range list {
		v := &list[i]
		v.prepare(st, seen)
		*w.V = st.v
		w.S, w.SCC, w.Mode = st.s, st.scc, st.mode
		clear(w.VWritten[:])
		clear(w.SWritten[:])
		st.vWritten, st.sWritten = [256]uint64{}, [4]uint64{}
		before := *st
		if !s.Step(0) || w.Fault != nil {
			t.Fatalf("%v: %v: %v", v.unit, v.in, w.Fault)
		}
		st.step(&v.in, w)
		if *w.V == st.v && w.S == st.s && w.SCC == st.scc && w.Mode == st.mode && w.VWritten == st.vWritten && w.SWritten == st.sWritten {
			continue
		}
		t.Errorf("%v: %s, MODE %#x, EXEC %#x, M0 %#x\n%s", v.unit, v.in.String(), before.mode, before.s64(126), before.s[124], difference(&v.in, &before, st, w))
		if failed++; failed >= 10 {
			t.FailNow()
		}
		st.s = w.S
		st.v = *w.V
	}
}

// difference says where the machine and the reference differ.
func difference(in *isa.Inst, before, want *stepState, got *sim.Wave) string {
	var b strings.Builder
	for i := range want.s {
		if want.s[i] != got.S[i] {
			fmt.Fprintf(&b, "  scalar %d: want %#x, got %#x\n", i, want.s[i], got.S[i])
		}
	}
	n := 0
	for i := range want.v {
		for l := range want.v[i] {
			if want.v[i][l] == got.V[i][l] {
				continue
			}
			if n++; n > 4 {
				continue
			}
			fmt.Fprintf(&b, "  v%d lane %d: want %#x, got %#x, before %#x; sources", i, l, want.v[i][l], got.V[i][l], before.v[i][l])
			for _, o := range newStepInst(in).src {
				if o != nil {
					fmt.Fprintf(&b, " %#x", before.source(*o, indexBit(in.Form, o.Role), l))
				}
			}
			b.WriteString("\n")
		}
	}
	if n > 4 {
		fmt.Fprintf(&b, "  %d lanes in all\n", n)
	}
	for i := range want.vWritten {
		if want.vWritten[i] != got.VWritten[i] {
			fmt.Fprintf(&b, "  v%d: lanes marked as written: want %#x, got %#x\n", i, want.vWritten[i], got.VWritten[i])
		}
	}
	if want.sWritten != got.SWritten {
		fmt.Fprintf(&b, "  scalar registers marked as written: want %#x, got %#x\n", want.sWritten, got.SWritten)
	}
	if want.scc != got.SCC || want.mode != got.Mode {
		fmt.Fprintf(&b, "  SCC or MODE is changed\n")
	}
	return b.String()
}

// TestStepVectors runs the vectors of every vector form, and the named cases of those that act on
// the wave.
func TestStepVectors(t *testing.T) {
	var all tally
	var mu sync.Mutex
	done := map[string]int{}
	t.Run("forms", func(t *testing.T) {
		for _, g := range isa.Gens() {
			parts := map[string][]stepUnit{}
			for _, f := range vectorForms(g) {
				if _, ok := f.Desc.Do.(isa.Vector); !ok {
					continue
				}
				for _, u := range units(f) {
					name := f.Fmt.String()
					if u.sub != isa.NoFormat {
						name += "_" + u.sub.String()
					}
					parts[name] = append(parts[name], u)
				}
			}
			for _, name := range slices.Sorted(maps.Keys(parts)) {
				t.Run(g.String()+"/"+name, func(t *testing.T) {
					t.Parallel()
					seen := map[string]int{}
					n := map[string]int{}
					for _, u := range parts[name] {
						list := vectors(t, u, seen)
						runVectors(t, u, list, seen)
						n[u.String()] += len(list)
					}
					all.add(seen)
					mu.Lock()
					maps.Copy(done, n)
					mu.Unlock()
				})
			}
		}
	})
	t.Run("controls", func(t *testing.T) {
		for _, g := range isa.Gens() {
			for _, f := range vectorForms(g) {
				run := controlSteps[f.Desc.Name]
				if _, ok := f.Desc.Do.(isa.Control); !ok || run == nil {
					continue
				}
				t.Run(g.String()+"/"+f.Name, func(t *testing.T) { run(t, f) })
				done[stepUnit{f, isa.NoFormat}.String()]++
			}
		}
	})
	if t.Failed() {
		return
	}
	var without []string
	total := 0
	for _, g := range isa.Gens() {
		for _, f := range vectorForms(g) {
			for _, u := range units(f) {
				if total += done[u.String()]; done[u.String()] == 0 {
					without = append(without, u.String())
				}
			}
		}
	}
	t.Logf("%d encodings of vector forms, %d vectors of 64 lanes", len(done), total)
	t.Logf("%v", all.n)
	require.Empty(t, without, "forms without a step vector")
	for _, k := range stepKinds {
		require.NotZero(t, all.n[k], "no vector with %s", k)
	}
}
