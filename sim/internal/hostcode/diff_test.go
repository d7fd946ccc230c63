package hostcode_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/internal/collector"
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/internal/hostcode"
)

var long = flag.Bool("long", false, "compare ten times as many random programs")

// TestMain: see [collector.Rarely].
func TestMain(m *testing.M) { collector.Rarely(m) }

// tiers are those of this host that make host code.
func tiers(t testing.TB) (list []string) {
	for _, tier := range []hostcode.Tier{hostcode.AVX2, hostcode.AVX512} {
		if _, err := tier.Choose(); err == nil {
			list = append(list, tier.String())
		}
	}
	if list == nil {
		t.Skip("this host has no tier but Go")
	}
	return list
}

// special are values at which arithmetic does something else.
var special = []uint32{0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000, 0x00800001,
	0x3f800000, 0xbf800000, 0x3f7fffff, 0x3f800001, 0x40490fdb, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
	0x7fc00000, 0xffc00000,
	0x7f800001, 0xff800001, 0x7fc12345, 0x7fa12345, 0xffffffff, 0xfffffffe, 0x7fffffff, 0x4f000000, 0x4effffff,
	0xcf000000, 0x4f800000,
	0x33800000, 0x00400000, 0x1f800000, 0x20000000, 0x9f800000, 31, 32, 33, 24, 8, 16, 0xffff, 0x10000, 0xffffff,
	0x1000000, 2, 3}

// special16 are such values of halves.
var special16 = []uint32{0, 0x8000, 1, 0x8001, 0x3ff, 0x83ff, 0x400, 0x8400, 0x401, 0x3c00, 0xbc00, 0x3bff,
	0x3c01, 0x7bff, 0xfbff,
	0x7c00, 0xfc00, 0x7e00, 0xfe00, 0x7c01, 0xfc01, 0x7dff, 0x7e55, 0xffff, 0x4248, 0x3555}

// special64 are high dwords of such doubles.
var special64 = []uint32{0, 0x80000000, 1, 0x800fffff, 0x00100000, 0x3ff00000, 0xbff00000, 0x3fefffff,
	0x400921fb, 0x7fefffff, 0xffefffff,
	0x7ff00000, 0xfff00000, 0x7ff80000, 0x7ff00001, 0xfff7ffff, 0x41e00000, 0xc1e00000, 0x41dfffff, 0x41f00000,
	0x43300000, 0x47efffff,
	0x36a00000, 0x380fffff, 0x20000000, 0x5fe00000}

// generator makes random instructions that have recipes, as assembly.
type generator struct {
	*rand.Rand
	forms []*isa.Form
	none  []*isa.Form // without recipes
}

func newGenerator(seed uint64, g isa.Gen) *generator {
	x := &generator{Rand: rand.New(rand.NewPCG(seed, 7))}
	for _, f := range isa.Forms(g) {
		d := f.Desc
		_, vector := d.Do.(isa.Vector)
		_, scalar := d.Do.(isa.Scalar)
		switch {
		case d.Host != nil && d.Host.Jump == nil:
			x.forms = append(x.forms, f)
		case d.Host == nil && (vector || scalar) && !d.Writes("pc") && !d.Reads("pc"):
			x.none = append(x.none, f)
		}
	}
	return x
}

func (x *generator) one(list ...string) string { return list[x.IntN(len(list))] }

func pair(n int) string { return fmt.Sprintf("s[%d:%d]", 2*n, 2*n+1) }

// vgpr is a vector register of an operand.
func (x *generator) vgpr(a isa.Arg) string {
	n := x.IntN(11)
	if a.Type.Dwords() == 2 {
		return fmt.Sprintf("v[%d:%d]", n, n+1)
	}
	return fmt.Sprintf("v%d", n)
}

// operand is an operand of a form.
func (x *generator) operand(f *isa.Form, a isa.Arg) string {
	vector := f.Fmt == isa.VOP3P || f.Fmt == isa.VOP1 || f.Fmt == isa.VOP2 || f.Fmt == isa.VOPC || f.Fmt == isa.VOP3 || f.Fmt == isa.VOP3B
	switch {
	case a.Type == isa.Mask && a.Implicit:
		return "vcc"
	case a.Type == isa.Mask:
		return x.one("vcc", pair(x.IntN(8)), pair(x.IntN(8)), "exec")
	case a.Role == 'K':
		k := special[x.IntN(len(special))]
		if f.Args[0].Type.Is16() {
			k = special16[x.IntN(len(special16))]
		}
		return fmt.Sprintf("%#x", k)
	case a.Type.Dwords() == 0:
		return fmt.Sprint(x.IntN(1 << 15))
	case vector && a.Write && a.File != 's':
		return x.vgpr(a)
	case a.Write || a.Role == 'd':
		if a.Type.Dwords() == 2 {
			return x.one("vcc", pair(x.IntN(8)), pair(x.IntN(8)), "exec")
		}
		return x.one("vcc_lo", "vcc_hi", "m0", fmt.Sprintf("s%d", x.IntN(16)), fmt.Sprintf("s%d", x.IntN(16)))
	}
	text := ""
	n := x.IntN(10)
	switch {
	case vector && n < 6 && a.File != 's' && a.File != 'l' || a.File == 'v':
		text = x.vgpr(a)
	case n < 8 && a.Type.Dwords() == 2:
		text = x.one("vcc", "exec", pair(x.IntN(8)), pair(x.IntN(8)))
	case n < 8:
		text = x.one("vcc_lo", "exec_hi", "m0", fmt.Sprintf("s%d", x.IntN(16)), fmt.Sprintf("s%d", x.IntN(16)))
	case n == 8:
		text = x.one("0", "1", "-1", "31", "64", "-16", "0.5", "1.0", "-4.0")
	default:
		text = fmt.Sprintf("%#x", special[x.IntN(len(special))])
	}
	sdwa := vector && f.Fmt != isa.VOP3 && f.Fmt != isa.VOP3P
	if sdwa && !a.Type.IsFloat() && x.IntN(4) == 0 {
		return "sext(" + text + ")"
	}
	if (f.Fmt == isa.VOP3 || sdwa) && a.Type.IsFloat() && n < 8 && x.IntN(3) == 0 {
		text = x.one("-"+text, "|"+text+"|", "-|"+text+"|")
	}
	return text
}

// inst is a random instruction.
func (x *generator) inst(t testing.TB, g isa.Gen) string {
	for range 100 {
		list := x.forms
		if x.IntN(25) == 0 {
			list = x.none
		}
		if text, ok := x.form(g, list[x.IntN(len(list))]); ok {
			return text
		}
	}
	t.Fatal("nothing assembles")
	return ""
}

// form is a random instruction of a form, and whether it assembles.
func (x *generator) form(g isa.Gen, f *isa.Form) (string, bool) {
	for i := range 60 {
		var args []string
		for _, a := range f.Args {
			args = append(args, x.operand(f, a))
		}
		text := f.Name + " " + strings.Join(args, ", ")
		if i%2 == 0 {
			text = x.decorated(f, strings.Join(args, ", "))
		}
		if _, err := asm.Code(g, text); err == nil {
			return text, true
		}
	}
	return "", false
}

// decorated is an instruction with modifiers that it may have. Not all of what it makes assembles.
func (x *generator) decorated(f *isa.Form, args string) string {
	some := func(list ...string) string {
		if x.IntN(2) == 0 {
			return ""
		}
		return " " + x.one(list...)
	}
	base := f.Base() + "_sdwa " + args
	bits := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = x.one("0", "1")
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	switch n := x.IntN(4); {
	case f.Fmt == isa.VOP3P && n > 0:
		n := len(f.Args) - 1
		return f.Name + " " + args + some("op_sel:"+bits(n)) + some("op_sel_hi:"+bits(n)) + some("neg_lo:"+bits(n)) +
			some("neg_hi:"+bits(n)) + some("clamp")
	case f.Fmt == isa.VOP3 && f.Desc.Flag&isa.OpSel != 0 && n > 0:
		return f.Name + " " + args + " op_sel:" + bits(len(f.Args))
	case (f.Fmt == isa.VOP3 || f.Fmt == isa.VOP3B) && n == 0:
		return f.Name + " " + args + some("clamp") + some("mul:2", "mul:4", "div:2")
	case (f.Fmt == isa.VOP1 || f.Fmt == isa.VOP2) && n == 1:
		return f.Base() + "_dpp " + args + x.dpp()
	case (f.Fmt == isa.VOP1 || f.Fmt == isa.VOP2) && n > 1:
		sels := []string{"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD"}
		text := base + " dst_sel:" + x.one(sels...) + " dst_unused:" + x.one("UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE") +
			" src0_sel:" + x.one(sels...)
		if f.Fmt == isa.VOP2 {
			text += " src1_sel:" + x.one(sels...)
		}
		return text
	case f.Fmt == isa.VOPC && n > 1:
		return base + " src0_sel:" + x.one("BYTE_1", "WORD_1", "DWORD") + " src1_sel:" + x.one("BYTE_0", "WORD_0", "BYTE_3")
	}
	return f.Name + " " + args
}

// dpp are the modifiers of DPP.
func (x *generator) dpp() string {
	text := " " + x.one(fmt.Sprintf("quad_perm:[%d,%d,%d,%d]", x.IntN(4), x.IntN(4), x.IntN(4), x.IntN(4)),
		fmt.Sprintf("row_shl:%d", 1+x.IntN(15)), fmt.Sprintf("row_shr:%d", 1+x.IntN(15)), fmt.Sprintf("row_ror:%d", 1+x.IntN(15)),
		"wave_shl:1", "wave_rol:1", "wave_shr:1", "wave_ror:1", "row_mirror", "row_half_mirror", "row_bcast:15", "row_bcast:31")
	masks := [2]int{15, 15}
	if x.IntN(2) == 0 {
		masks = [2]int{x.IntN(16), x.IntN(16)}
	}
	return fmt.Sprintf("%s row_mask:%#x bank_mask:%#x", text, masks[0], masks[1]) + x.one("", " bound_ctrl:1")
}

// launch is a random loop.
func (x *generator) launch(t testing.TB, g isa.Gen) (src string, l sim.Launch) {
	var body []string
	for range 1 + x.IntN(24) {
		body = append(body, x.inst(t, g))
		if x.IntN(12) == 0 {
			body = append(body, "s_cbranch_vccz 0")
		}
	}
	return x.loop(body)
}

// loop is a loop of a body, and what registers hold before it.
func (x *generator) loop(body []string) (src string, l sim.Launch) {
	var b strings.Builder
	times := 150 // until it is hot, and then as often again
	if slices.Contains(body, leftOut) {
		times = 400 // until the other way past it is hot, too
	}
	fmt.Fprintf(&b, "s_movk_i32 s40, %d\nagain:\n", times)
	fresh := x.IntN(2) == 0
	if fresh {
		for i := range 12 {
			fmt.Fprintf(&b, "v_mov_b32 v%d, v%d\n", i, 20+i)
		}
	}
	b.WriteString(strings.Join(body, "\n") + "\n")
	if x.IntN(2) == 0 {
		fmt.Fprintf(&b, "s_mov_b64 exec, s[42:43]\n")
	}
	b.WriteString("s_sub_u32 s40, s40, 1\ns_cmp_lg_u32 s40, 0\ns_cbranch_scc1 again\ns_endpgm\n")

	value := func() uint32 {
		if x.IntN(3) == 0 {
			return x.Uint32()
		}
		return special[x.IntN(len(special))]
	}
	var rows [32][isa.Lanes]uint32
	for i := range rows {
		kind := x.IntN(6)
		for j := range rows[i] {
			switch kind {
			case 0, 1: // numbers only
				rows[i][j] = 0x3f000000 + x.Uint32()&0x80ffffff
			case 2: // halves
				rows[i][j] = special16[x.IntN(len(special16))] | x.Uint32()<<16
			case 3: // high dwords of doubles
				rows[i][j] = special64[x.IntN(len(special64))]
			default:
				rows[i][j] = value()
			}
		}
	}
	scalars := make([]uint32, 16)
	for i := range scalars {
		scalars[i] = value()
	}
	mode := x.Uint32() & 0x3ff
	if x.IntN(2) == 0 {
		mode = []uint32{0, 0xf0, 0x2c0, 0x3f0}[x.IntN(4)]
	}
	mask := x.Uint64()
	switch x.IntN(4) {
	case 0, 1:
		mask = ^uint64(0)
	case 2:
		mask &= x.Uint64() & x.Uint64() & x.Uint64()
	}
	scc := x.IntN(2) == 0
	exec := []uint32{uint32(mask), uint32(mask >> 32)}
	l = sim.Launch{Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, Registers: []sim.RegInit{
		{Code: isa.CodeVGPR, Vector: rows[:]}, {Code: 0, Scalar: scalars}, {Code: 42, Scalar: exec},
		{Code: isa.CodeVCCLo, Scalar: []uint32{value(), value()}}, {Code: isa.CodeM0, Scalar: []uint32{value()}},
		{Code: isa.CodeExecLo, Scalar: exec}, {SCC: &scc}, {Mode: &mode}},
		Options: sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true}}
	return b.String(), l
}

// run executes a launch on a tier.
func run(t testing.TB, g isa.Gen, code []byte, l sim.Launch, tier string) (*sim.Wave, *sim.Result) {
	d := sim.NewDevice(g)
	p, err := d.Load(code)
	require.NoError(t, err)
	l.Prog, l.Options.Host = p, tier
	r, err := d.Run(&l)
	require.NoError(t, err)
	require.Nil(t, r.Fault)
	return r.State[0].Waves[0], r
}

// same compares what two tiers have left.
func same(t testing.TB, want, got *sim.Wave, src string, mode uint32) {
	for i := range want.V {
		if want.V[i] == got.V[i] {
			continue
		}
		for l := range want.V[i] {
			require.Equal(t, fmt.Sprintf("%#x", want.V[i][l]), fmt.Sprintf("%#x", got.V[i][l]), "v%d lane %d, MODE %#x, of\n%s", i, l, mode, src)
		}
	}
	require.Equal(t, want.S, got.S, "MODE %#x, of\n%s", mode, src)
	require.Equal(t, want.SCC, got.SCC, src)
	require.Equal(t, want.Insts, got.Insts, src)
	require.Equal(t, want.VWritten, got.VWritten, src)
	require.Equal(t, want.SWritten, got.SWritten, src)
}

// compare runs a launch in Go and in a tier, and returns the tier's result.
func compare(t testing.TB, g isa.Gen, src string, l sim.Launch, tier string) *sim.Result {
	p, err := asm.Code(g, src)
	require.NoError(t, err, src)
	want, ref := run(t, g, p.Code, l, "go")
	got, res := run(t, g, p.Code, l, tier)
	same(t, want, got, src, *l.Registers[7].Mode)
	require.Equal(t, ref.Counts, res.Counts, src)
	return res
}

// Functions of one number agree on each significand, in a range with all signs that a result's
// exponent depends on.
func TestApproximationsAgreeOnEachSignificand(t *testing.T) {
	const first, all = 0x3f800000, 1 << 24 // 1 to 4
	step := 1
	if !*long {
		step = 37
	}
	for _, name := range []string{"v_rcp_f32", "v_rsq_f32", "v_sqrt_f32", "v_exp_f32", "v_log_f32", "v_sin_f32", "v_cos_f32"} {
		t.Run(name, func(t *testing.T) {
			src := fmt.Sprintf(`
				s_mov_b32 s40, %d
				v_mul_u32_u24 v1, %d, v0
				v_add_u32 v1, %#x, v1
				v_mov_b32 v2, 0
			again:
				%s v3, v1
				v_mul_lo_u32 v2, v2, 31
				v_xor_b32 v2, v2, v3
				v_add_u32 v1, %d, v1
				s_sub_u32 s40, s40, 1
				s_cmp_lg_u32 s40, 0
				s_cbranch_scc1 again
				s_endpgm`, all/step/isa.Lanes, step, first, name, step*isa.Lanes)
			mode := uint32(0xf0)
			var lanes isa.Row
			for i := range lanes {
				lanes[i] = uint32(i)
			}
			l := sim.Launch{Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, Registers: []sim.RegInit{
				{Code: isa.CodeVGPR, Vector: []isa.Row{lanes}}, {Mode: &mode}}, Options: sim.Options{Workers: 1, Keep: true}}
			p, err := asm.Code(isa.GCN14, src)
			require.NoError(t, err)
			want, _ := run(t, isa.GCN14, p.Code, l, "go")
			for _, tier := range tiers(t) {
				got, _ := run(t, isa.GCN14, p.Code, l, tier)
				same(t, want, got, src, mode)
			}
		})
	}
}

// executed is how many of the counted executions are of some instructions.
func executed(t testing.TB, g isa.Gen, src string, counts []uint64, is func(in *isa.Inst) bool) (n uint64) {
	p, err := asm.Code(g, src)
	require.NoError(t, err)
	prog, err := sim.NewDevice(g).Load(p.Code)
	require.NoError(t, err)
	for slot, c := range counts {
		if c == 0 {
			continue
		}
		in, err := prog.Inst(prog.Base + uint64(slot)*4)
		require.NoError(t, err)
		if is(&in) {
			n += c
		}
	}
	return n
}

var generations = []isa.Gen{isa.GCN10, isa.GCN12, isa.GCN14}

// Random loops leave the same in each tier: operand kinds, aliases, modifiers, EXEC, special values,
// each MODE.
func TestTiersAgree(t *testing.T) {
	n := 120
	switch {
	case *long:
		n = 2000
	case testing.Short():
		n = 30
	}
	for _, g := range generations {
		t.Run(g.String(), func(t *testing.T) {
			for _, tier := range tiers(t) {
				x := newGenerator(uint64(g), g)
				for range n {
					src, l := x.launch(t, g)
					compare(t, g, src, l, tier)
				}
			}
		})
	}
}

// Arithmetic in which few lanes have a NaN, somewhere on the way, leaves the same in each tier, whatever reads
// it: other arithmetic, comparisons, the end of the loop or nothing. The slices behind go on as before.
func TestNaNsOnTheWayAgree(t *testing.T) {
	n := 40
	if *long {
		n = 4000
	}
	for _, g := range generations {
		for _, tier := range tiers(t) {
			x := newGenerator(uint64(g)+2, g)
			byVerb := map[string][]*isa.Form{}
			for _, f := range x.forms {
				verb, kind, _ := strings.Cut(strings.TrimPrefix(f.Name, "v_"), "_")
				kind, _, _ = strings.Cut(kind, "_e")
				if strings.HasSuffix(kind, "f32") || strings.HasSuffix(kind, "f64") || kind == "b32" {
					byVerb[verb] = append(byVerb[verb], f)
				}
			}
			verbs := []string{"add", "sub", "mul", "mac", "mad", "fma", "min", "cmp", "cndmask", "or"}
			for range n {
				var body []string
				for i := range 12 {
					body = append(body, fmt.Sprintf("v_mov_b32 v%d, v%d", i, 20+i))
				}
				for range 1 + x.IntN(10) {
					forms := byVerb[x.one(verbs...)]
					if len(forms) == 0 {
						continue
					}
					text, ok := x.form(g, forms[x.IntN(len(forms))])
					require.True(t, ok)
					body = append(body, text)
				}
				src, l := x.loop(body)
				rows, scalars := l.Registers[0].Vector, l.Registers[1].Scalar
				for i := range rows {
					for j := range rows[i] {
						rows[i][j] = 0x3f000000 + x.Uint32()&0x80ffffff
					}
				}
				for i := range scalars {
					scalars[i] = 0x3f000000 + x.Uint32()&0x80ffffff
				}
				// What is invalid with another one gives a NaN of which the host's sign is another.
				for range x.IntN(80) {
					v := []uint32{0, 0x80000000, 0x7f800000, 0xff800000, 0x7f800000, 0xff800000, 0x7f800001}[x.IntN(7)]
					rows[20+x.IntN(12)][x.IntN(isa.Lanes)] = v
				}
				compare(t, g, src, l, tier)
			}
		}
	}
}

// A NaN of which the host's sign is another is found whatever reads it, before or behind what needs its bits.
func TestNaNsAreFoundWhateverReadsThem(t *testing.T) {
	const needed = "v_or_b32 v3, v1, v5"
	for _, readers := range [][]string{
		{}, {"v_cmp_lt_f32 vcc, v1, v0"}, {"v_min_f32 v4, v1, v0"}, {"v_max_f32 v4, v0, v1"}, {"v_add_f32 v4, v1, v1"},
		{"v_add_f32 v4, v1, v0", "v_cmp_lt_f32 vcc, v4, v0"}, {"v_mul_f32 v4, v1, v0", "v_mov_b32 v4, 0"},
		{"v_fma_f32 v4, v0, v2, v1", "v_min_f32 v4, v4, v0"}, {"v_mad_f32 v4, v1, v0, v2", "v_max_f32 v4, v4, v0"},
		{"v_add_f32 v4, v1, v0", "v_add_f32 v4, v4, v0", "v_add_f32 v4, v4, v0", "v_mov_b32 v4, 0"},
		{"v_cndmask_b32 v4, v1, v0, vcc"}, {"v_mov_b32 v1, 0"}, {"v_mov_b32 v6, v1", "v_mov_b32 v1, 0"},
		{"v_cvt_i32_f32 v1, v1"}, {"v_sub_f32 v1, v1, v0"}, {"v_mul_legacy_f32 v1, v1, v2"},
	} {
		for _, behind := range []bool{false, true} {
			body := []string{"v_mov_b32 v0, v20", "v_mov_b32 v2, v21", "v_mul_f32 v1, v0, v2"}
			if behind {
				body = append(append(body, readers...), needed)
			} else {
				body = append(append(body, needed), readers...)
			}
			for _, tier := range tiers(t) {
				for seed := range uint64(4) { // EXEC, MODE
					src, l := newGenerator(seed, isa.GCN12).loop(body)
					rows := l.Registers[0].Vector
					for i := range rows {
						for j := range rows[i] {
							rows[i][j] = 0x3f800000
						}
					}
					rows[20][5], rows[21][5], rows[5][5] = 0x7f800000, 0, 0 // infinity times zero
					compare(t, isa.GCN12, src, l, tier)
				}
			}
		}
	}
}

// What rounds to integral numbers has denormals as MODE keeps them, beside arithmetic that flushes them always.
func TestRoundingHasDenormalsBesideArithmeticThatFlushes(t *testing.T) {
	for _, op := range []string{"v_ceil_f32", "v_floor_f32", "v_trunc_f32", "v_rndne_f32", "v_fract_f32"} {
		body := []string{"v_mov_b32 v0, v20", "v_mad_f32 v1, v0, v0, 1.0", op + " v2, v0", "v_mad_f32 v3, v2, v0, 2.0"}
		for _, tier := range tiers(t) {
			for _, mode := range []uint32{0, 0x10, 0x20, 0x30, 0xf0} {
				src, l := newGenerator(1, isa.GCN12).loop(body)
				for j := range l.Registers[0].Vector[20] {
					l.Registers[0].Vector[20][j] = []uint32{1, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0}[j%6]
				}
				*l.Registers[7].Mode = mode
				compare(t, isa.GCN12, src, l, tier)
			}
		}
	}
}

// What an output modifier makes denormal, or nearly so, is rounded and flushed as MODE says, whatever rules the
// instruction has.
func TestOutputModifiersAtTheEdgeOfDenormals(t *testing.T) {
	edges := []uint32{0x00800000, 0x00ffffff, 0x00800001, 0x00400001, 0x80ffffff, 0x80800000, 0x7e800001, 0x7f7fffff, 0, 1}
	for omod, modifier := range []string{"mul:2", "mul:4", "div:2"} {
		body := []string{"v_mov_b32 v0, v20", "v_mov_b32 v1, 0"}
		for i, op := range []string{"v_ldexp_f32_e64 %s, v0, v1", "v_mul_f32_e64 %s, v0, 1.0", "v_mad_f32 %s, v0, 1.0, v1",
			"v_fma_f32 %s, v0, 1.0, v1", "v_max_f32_e64 %s, v0, v0", "v_med3_f32 %s, v0, v0, v0", "v_rcp_f32_e64 %s, v0",
			"v_sqrt_f32_e64 %s, v0", "v_trunc_f32_e64 %s, v0", "v_cvt_f32_f64_e64 %s, v[0:1]"} {
			body = append(body, fmt.Sprintf(op, fmt.Sprintf("v%d", 2+i))+" "+modifier)
		}
		for mode := range uint32(64) { // rounding and denormals of single precision, DX10_CLAMP
			mode = mode&3 | mode>>2&3<<4 | mode>>4<<8
			if mode>>9 != 0 { // MODE.IEEE: there are no modifiers
				continue
			}
			for k, tier := range tiers(t) {
				if !*long && (int(mode)+omod+k)%3 != 0 {
					continue
				}
				src, l := newGenerator(1, isa.GCN11).loop(body)
				for j := range l.Registers[0].Vector[20] {
					l.Registers[0].Vector[20][j] = edges[j%len(edges)]
				}
				*l.Registers[7].Mode = mode
				compare(t, isa.GCN11, src, l, tier)
			}
		}
	}
}

// Each recipe gives what the row's function gives, in each encoding.
func TestRecipesAgreeWithTheirRows(t *testing.T) {
	n := 2
	if *long {
		n = 20
	}
	for _, g := range generations {
		t.Run(g.String(), func(t *testing.T) {
			for k, tier := range tiers(t) {
				x := newGenerator(uint64(g)+1, g)
				for i, f := range x.forms {
					// Each form is compared in some generations and tiers; -long: in all.
					if !*long && (i+k+int(g))%4 != 0 || testing.Short() && i%6 != 0 {
						continue
					}
					t.Run(tier+" "+f.Name, func(t *testing.T) { x.agree(t, g, f, tier, n) })
				}
			}
		})
	}
}

// agree compares a form in n loops and more, until host code has executed it: not each MODE allows
// that.
func (x *generator) agree(t *testing.T, g isa.Gen, f *isa.Form, tier string, n int) {
	for i, hosted := 0, uint64(0); i < n || hosted == 0; i++ {
		require.Less(t, i, 40, "it is never in host code")
		var body []string
		for range 12 {
			text, ok := x.form(g, f)
			require.True(t, ok)
			body = append(body, text)
		}
		src, l := x.loop(body)
		of := func(in *isa.Inst) bool { return in.Form.Desc == f.Desc }
		hosted += executed(t, g, src, compare(t, g, src, l, tier).HostCounts, of)
	}
}
