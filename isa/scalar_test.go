package isa

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa/internal/exact"
)

// The reference for scalar kernels works on single bits and on integers of unlimited size. It
// shares no code with the kernels.

// scaRef holds the inputs of one evaluation as a reference sees them.
type scaRef struct {
	in      Sca
	n       int      // bits of the result (of the sources where there is no result)
	a, b, d *big.Int // unsigned values
	imm     *big.Int // signed
	out     Sca
}

func (r *scaRef) signed(v *big.Int, n int) *big.Int {
	if v.Bit(n-1) == 1 {
		return new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(n)))
	}
	return new(big.Int).Set(v)
}

// wrap is v modulo 2^n as the unsigned number that a register holds.
func wrap(v *big.Int, n int) uint64 {
	return new(big.Int).Mod(v, new(big.Int).Lsh(big.NewInt(1), uint(n))).Uint64()
}

// fits reports whether v is a signed number of n bits.
func fits(v *big.Int, n int) bool {
	limit := new(big.Int).Lsh(big.NewInt(1), uint(n-1))
	return v.Cmp(limit) < 0 && v.Cmp(new(big.Int).Neg(limit)) >= 0
}

func (r *scaRef) set(v *big.Int)     { r.out.D = wrap(v, r.n) }
func (r *scaRef) setTest(v *big.Int) { r.set(v); r.out.SCC = r.out.D != 0 }
func (r *scaRef) setInt(v int)       { r.set(big.NewInt(int64(v))) }
func (r *scaRef) carry() *big.Int {
	if r.in.SCC {
		return big.NewInt(1)
	}
	return new(big.Int)
}
func (r *scaRef) branch(taken bool) {
	if taken {
		r.out.PC = wrap(new(big.Int).Add(new(big.Int).SetUint64(r.in.PC), new(big.Int).Mul(r.imm, big.NewInt(4))), 64)
	}
}

// Short names of the integers of unlimited size.
var (
	add, sub, mul = exact.Add, exact.Sub, exact.Mul

	bitwise, amount, firstBit = exact.Bitwise, exact.Amount, exact.FirstBit
)

var bitOps = map[string]func(a, b uint) bool{
	"and":   func(a, b uint) bool { return a == 1 && b == 1 },
	"or":    func(a, b uint) bool { return a == 1 || b == 1 },
	"xor":   func(a, b uint) bool { return a != b },
	"andn1": func(a, b uint) bool { return a == 0 && b == 1 },
	"andn2": func(a, b uint) bool { return a == 1 && b == 0 },
	"orn1":  func(a, b uint) bool { return a == 0 || b == 1 },
	"orn2":  func(a, b uint) bool { return a == 1 || b == 0 },
	"nand":  func(a, b uint) bool { return a == 0 || b == 0 },
	"nor":   func(a, b uint) bool { return a == 0 && b == 0 },
	"xnor":  func(a, b uint) bool { return a == b },
}

var orders = map[string]func(cmp int) bool{
	"eq": func(c int) bool { return c == 0 }, "lg": func(c int) bool { return c != 0 },
	"gt": func(c int) bool { return c > 0 }, "ge": func(c int) bool { return c >= 0 },
	"lt": func(c int) bool { return c < 0 }, "le": func(c int) bool { return c <= 0 },
}

// scalarRefs: the meaning of each scalar instruction after AMD's manuals (Vega ISA 12.1-12.5) and
// docs/semantics.md.
var scalarRefs = func() map[string]func(r *scaRef) {
	m := map[string]func(r *scaRef){
		"s_add_u32":  func(r *scaRef) { s := add(r.a, r.b); r.set(s); r.out.SCC = s.BitLen() > 32 },
		"s_addc_u32": func(r *scaRef) { s := add(add(r.a, r.b), r.carry()); r.set(s); r.out.SCC = s.BitLen() > 32 },
		"s_sub_u32":  func(r *scaRef) { s := sub(r.a, r.b); r.set(s); r.out.SCC = s.Sign() < 0 },
		"s_subb_u32": func(r *scaRef) { s := sub(sub(r.a, r.b), r.carry()); r.set(s); r.out.SCC = s.Sign() < 0 },
		"s_add_i32":  func(r *scaRef) { s := add(r.signed(r.a, 32), r.signed(r.b, 32)); r.set(s); r.out.SCC = !fits(s, 32) },
		"s_sub_i32":  func(r *scaRef) { s := sub(r.signed(r.a, 32), r.signed(r.b, 32)); r.set(s); r.out.SCC = !fits(s, 32) },
		"s_addk_i32": func(r *scaRef) { s := add(r.signed(r.d, 32), r.imm); r.set(s); r.out.SCC = !fits(s, 32) },
		"s_mul_i32":  func(r *scaRef) { r.set(mul(r.a, r.b)) },
		"s_mulk_i32": func(r *scaRef) { r.set(mul(r.d, r.imm)) },
		"s_mul_hi_u32": func(r *scaRef) {
			r.set(new(big.Int).Rsh(mul(r.a, r.b), 32))
		},
		"s_mul_hi_i32": func(r *scaRef) {
			r.set(new(big.Int).Rsh(mul(r.signed(r.a, 32), r.signed(r.b, 32)), 32))
		},
		"s_absdiff_i32": func(r *scaRef) {
			d := r.signed(new(big.Int).SetUint64(wrap(sub(r.a, r.b), 32)), 32)
			r.setTest(d.Abs(d))
		},
		"s_abs_i32":         func(r *scaRef) { d := r.signed(r.a, 32); r.setTest(d.Abs(d)) },
		"s_pack_ll_b32_b16": func(r *scaRef) { r.out.D = r.in.B%65536*65536 + r.in.A%65536 },
		"s_pack_lh_b32_b16": func(r *scaRef) { r.out.D = r.in.B/65536*65536 + r.in.A%65536 },
		"s_pack_hh_b32_b16": func(r *scaRef) { r.out.D = r.in.B/65536*65536 + r.in.A/65536 },
		"s_sext_i32_i8":     func(r *scaRef) { r.set(r.signed(new(big.Int).Mod(r.a, big.NewInt(256)), 8)) },
		"s_sext_i32_i16":    func(r *scaRef) { r.set(r.signed(new(big.Int).Mod(r.a, big.NewInt(65536)), 16)) },
		"s_bitreplicate_b64_b32": func(r *scaRef) {
			r.set(bitwise(64, func(i int) bool { return r.a.Bit(i/2) == 1 }))
		},
		"s_flbit_i32": func(r *scaRef) {
			r.setInt(firstBit(32, func(i int) bool { return r.a.Bit(31-i) != r.a.Bit(31) }))
		},
		"s_flbit_i32_i64": func(r *scaRef) {
			r.setInt(firstBit(64, func(i int) bool { return r.a.Bit(63-i) != r.a.Bit(63) }))
		},
		"s_movk_i32":       func(r *scaRef) { r.set(r.imm) },
		"s_cmovk_i32":      func(r *scaRef) { r.set(r.imm); r.out.Keep = !r.in.SCC },
		"s_getpc_b64":      func(r *scaRef) { r.out.D = r.in.PC },
		"s_setpc_b64":      func(r *scaRef) { r.out.PC = r.in.A },
		"s_swappc_b64":     func(r *scaRef) { r.out.D, r.out.PC = r.in.PC, r.in.A },
		"s_call_b64":       func(r *scaRef) { r.out.D = r.in.PC; r.branch(true) },
		"s_branch":         func(r *scaRef) { r.branch(true) },
		"s_cbranch_scc0":   func(r *scaRef) { r.branch(!r.in.SCC) },
		"s_cbranch_scc1":   func(r *scaRef) { r.branch(r.in.SCC) },
		"s_cbranch_vccz":   func(r *scaRef) { r.branch(r.in.VCC == 0) },
		"s_cbranch_vccnz":  func(r *scaRef) { r.branch(r.in.VCC != 0) },
		"s_cbranch_execz":  func(r *scaRef) { r.branch(r.in.Exec == 0) },
		"s_cbranch_execnz": func(r *scaRef) { r.branch(r.in.Exec != 0) },
	}
	for i := 1; i <= 4; i++ {
		m[fmt.Sprintf("s_lshl%d_add_u32", i)] = func(r *scaRef) {
			s := add(mul(r.a, big.NewInt(1<<i)), r.b)
			r.set(s)
			r.out.SCC = s.BitLen() > 32
		}
	}
	for _, t := range [...]string{"i32", "u32"} {
		value := func(r *scaRef, v *big.Int) *big.Int {
			if t == "i32" {
				return r.signed(v, 32)
			}
			return v
		}
		choose := func(sign int) func(r *scaRef) {
			return func(r *scaRef) {
				r.out.SCC = value(r, r.a).Cmp(value(r, r.b)) == sign
				if r.out.D = r.in.B; r.out.SCC {
					r.out.D = r.in.A
				}
			}
		}
		m["s_min_"+t], m["s_max_"+t] = choose(-1), choose(1)
		for name, holds := range orders {
			m["s_cmp_"+name+"_"+t] = func(r *scaRef) { r.out.SCC = holds(value(r, r.a).Cmp(value(r, r.b))) }
			m["s_cmpk_"+name+"_"+t] = func(r *scaRef) {
				imm := r.imm
				if t == "u32" {
					imm = new(big.Int).SetUint64(wrap(imm, 16))
				}
				r.out.SCC = holds(value(r, r.d).Cmp(imm))
			}
		}
	}
	m["s_cmp_eq_u64"] = func(r *scaRef) { r.out.SCC = r.a.Cmp(r.b) == 0 }
	m["s_cmp_lg_u64"] = func(r *scaRef) { r.out.SCC = r.a.Cmp(r.b) != 0 }
	for name, op := range bitOps {
		for _, n := range [...]int{32, 64} {
			m[fmt.Sprintf("s_%s_b%d", name, n)] = func(r *scaRef) {
				r.setTest(bitwise(n, func(i int) bool { return op(r.a.Bit(i), r.b.Bit(i)) }))
			}
		}
		masked := func(r *scaRef) {
			exec := new(big.Int).SetUint64(r.in.Exec)
			r.setTest(bitwise(64, func(i int) bool { return op(r.a.Bit(i), exec.Bit(i)) }))
			r.out.Exec = r.out.D
		}
		m["s_"+name+"_saveexec_b64"] = func(r *scaRef) { masked(r); r.out.D = r.in.Exec }
		m["s_"+name+"_wrexec_b64"] = masked
	}
	for _, n := range [...]int{32, 64} {
		name := func(format string) string { return fmt.Sprintf(format, n) }
		m[name("s_mov_b%d")] = func(r *scaRef) { r.out.D = r.in.A }
		m[name("s_cmov_b%d")] = func(r *scaRef) { r.out.D, r.out.Keep = r.in.A, !r.in.SCC }
		m[name("s_cselect_b%d")] = func(r *scaRef) {
			if r.out.D = r.in.B; r.in.SCC {
				r.out.D = r.in.A
			}
		}
		m[name("s_not_b%d")] = func(r *scaRef) { r.setTest(bitwise(n, func(i int) bool { return r.a.Bit(i) == 0 })) }
		m[name("s_wqm_b%d")] = func(r *scaRef) {
			r.setTest(bitwise(n, func(i int) bool { q := i / 4 * 4; return r.a.Bit(q)+r.a.Bit(q+1)+r.a.Bit(q+2)+r.a.Bit(q+3) > 0 }))
		}
		m[name("s_quadmask_b%d")] = func(r *scaRef) {
			r.setTest(bitwise(n/4, func(i int) bool { q := i * 4; return r.a.Bit(q)+r.a.Bit(q+1)+r.a.Bit(q+2)+r.a.Bit(q+3) > 0 }))
		}
		m[name("s_brev_b%d")] = func(r *scaRef) { r.set(bitwise(n, func(i int) bool { return r.a.Bit(n-1-i) == 1 })) }
		for v := uint(0); v <= 1; v++ {
			m[fmt.Sprintf("s_bcnt%d_i32_b%d", v, n)] = func(r *scaRef) {
				count := int64(0)
				for i := 0; i < n; i++ {
					if r.a.Bit(i) == v {
						count++
					}
				}
				r.setTest(big.NewInt(count))
			}
			m[fmt.Sprintf("s_ff%d_i32_b%d", v, n)] = func(r *scaRef) {
				r.setInt(firstBit(n, func(i int) bool { return r.a.Bit(i) == v }))
			}
			m[fmt.Sprintf("s_bitset%d_b%d", v, n)] = func(r *scaRef) {
				at := amount(r.a, n)
				r.set(bitwise(n, func(i int) bool { return i == at && v == 1 || i != at && r.d.Bit(i) == 1 }))
			}
			m[fmt.Sprintf("s_bitcmp%d_b%d", v, n)] = func(r *scaRef) { r.out.SCC = r.a.Bit(amount(r.b, n)) == v }
		}
		m[name("s_flbit_i32_b%d")] = func(r *scaRef) { r.setInt(firstBit(n, func(i int) bool { return r.a.Bit(n-1-i) == 1 })) }
		m[name("s_lshl_b%d")] = func(r *scaRef) { r.setTest(new(big.Int).Lsh(r.a, uint(amount(r.b, n)))) }
		m[name("s_lshr_b%d")] = func(r *scaRef) { r.setTest(new(big.Int).Rsh(r.a, uint(amount(r.b, n)))) }
		m[name("s_ashr_i%d")] = func(r *scaRef) { r.setTest(new(big.Int).Rsh(r.signed(r.a, n), uint(amount(r.b, n)))) }
		m[name("s_bfm_b%d")] = func(r *scaRef) {
			width, at := amount(r.a, n), amount(r.b, n)
			r.set(bitwise(n, func(i int) bool { return i >= at && i < at+width }))
		}
		extract := func(signed bool) func(r *scaRef) {
			return func(r *scaRef) {
				at := amount(r.b, n)
				width := int(new(big.Int).Mod(new(big.Int).Rsh(r.b, 16), big.NewInt(128)).Int64())
				bit := func(i int) bool { // bit at+i of the source, extended upwards
					if at+i >= n {
						return signed && r.a.Bit(n-1) == 1
					}
					return r.a.Bit(at+i) == 1
				}
				r.setTest(bitwise(n, func(i int) bool {
					if i < width {
						return bit(i)
					}
					return signed && width > 0 && bit(width-1)
				}))
			}
		}
		m[name("s_bfe_u%d")], m[name("s_bfe_i%d")] = extract(false), extract(true)
	}
	return m
}()

// scalarRows are the rows with a scalar kernel.
func scalarRows() []*Desc {
	var rows []*Desc
	for _, d := range Rows() {
		if _, ok := d.Do.(Scalar); ok {
			rows = append(rows, d)
		}
	}
	return rows
}

// isScalarFormat reports whether the row is in one of the scalar ALU and program control formats.
func isScalarFormat(d *Desc) bool {
	switch d.Enc[0].Fmt {
	case SOP1, SOP2, SOPC, SOPK, SOPP:
		return true
	}
	return false
}

func TestEveryScalarRowHasMeaningFormulaAndReference(t *testing.T) {
	for _, d := range Rows() {
		if !isScalarFormat(d) {
			continue
		}
		require.NotEmpty(t, d.Doc, d.Name)
		switch d.Do.(type) {
		case Scalar:
			require.Contains(t, scalarRefs, d.Name, "a scalar kernel without a reference")
		case Control:
		default:
			require.Fail(t, "no meaning", d.Name)
		}
	}
}

// scalarEdges are 32-bit values: limits, single bits, patterns, shift amounts, and bit-field
// descriptors {width, offset} of s_bfe.
var scalarEdges = []uint32{0, 1, 2, 15, 16, 31, 32, 33, 63, 64, 127, 128, 255, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0x80000001,
	0xfffffffe, 0xffffffff, 0x55555555, 0xaaaaaaaa, 0x0f0f0f0f, 0x12345678, 0x00080010, 0x0010001f, 0x00200000, 0x00200004, 0x003f0001, 0x00400020,
	0x007f003f, 0x00410000, 0xff88ffff}

func TestScalarKernelsAgreeWithExactArithmetic(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	word := func() uint32 {
		if rng.IntN(4) == 0 {
			return rng.Uint32()
		}
		return scalarEdges[rng.IntN(len(scalarEdges))]
	}
	wide := func() uint64 { return uint64(word())<<32 | uint64(word()) }
	random := 3000
	if testing.Short() {
		random = 500
	}
	for _, d := range scalarRows() {
		t.Run(d.Name, func(t *testing.T) {
			args, err := parseArgs(d.Args)
			require.NoError(t, err)
			bits := map[byte]int{}
			n := 0
			for _, a := range args {
				if w := 32 * a.Type.Dwords(); w > 0 {
					bits[a.Role] = w
					if n == 0 || a.Role == 'd' {
						n = w
					}
				}
			}
			try := func(in Sca) {
				for _, v := range [...]struct {
					role byte
					p    *uint64
				}{{'a', &in.A}, {'b', &in.B}, {'d', &in.D}} {
					if bits[v.role] != 64 {
						*v.p &= 0xffffffff
					}
				}
				got := in
				d.Do.(Scalar)(&got)
				r := scaRef{in: in, n: n, out: in, a: new(big.Int).SetUint64(in.A), b: new(big.Int).SetUint64(in.B),
					d: new(big.Int).SetUint64(in.D), imm: big.NewInt(int64(in.Imm))}
				scalarRefs[d.Name](&r)
				if r.out.Keep {
					r.out.D = got.D // not written
				}
				if r.out != got { // asking testify each time takes longer than all else
					require.Equal(t, r.out, got, "from %+v", in)
				}
			}
			pc := uint64(0x100004)
			for i, a := range scalarEdges {
				for j, b := range scalarEdges {
					in := Sca{A: uint64(a), B: uint64(b), D: uint64(a ^ b), Imm: int32(int16(b)), SCC: (i+j)&1 != 0, PC: pc}
					in.D = uint64(a)
					in.Exec, in.VCC = uint64(b), uint64(a)<<32
					try(in)
					in.SCC = !in.SCC
					in.A |= in.A << 32
					in.D = in.A
					try(in)
				}
			}
			for i := 0; i < random; i++ {
				in := Sca{A: wide(), B: wide(), D: wide(), Imm: int32(int16(word())), SCC: rng.IntN(2) == 0, PC: uint64(word()) &^ 3, Exec: wide(), VCC: wide()}
				try(in)
			}
		})
	}
}

// TestScalarKernelsOfTheManuals holds the examples that AMD's manuals spell out.
func TestScalarKernelsOfTheManuals(t *testing.T) {
	run := func(name string, k Sca) Sca {
		for _, d := range Rows() {
			if d.Name == name {
				d.Do.(Scalar)(&k)
				return k
			}
		}
		t.Fatal("no row " + name)
		return k
	}
	for _, c := range []struct {
		name string
		a, b uint64
		want uint64
		scc  bool
	}{
		{"s_absdiff_i32", 2, 5, 3, true},
		{"s_absdiff_i32", 0xffffffff, 0, 1, true},
		{"s_absdiff_i32", 0x80000000, 0, 0x80000000, true},
		{"s_absdiff_i32", 0x80000000, 1, 0x7fffffff, true},
		{"s_absdiff_i32", 0x80000000, 0xffffffff, 0x7fffffff, true},
		{"s_abs_i32", 0x80000000, 0, 0x80000000, true},
		{"s_abs_i32", 0x80000001, 0, 0x7fffffff, true},
		{"s_ff0_i32_b32", 0xffffffff, 0, 0xffffffff, false},
		{"s_ff0_i32_b32", 0xffffaaaa, 0, 0, false},
		{"s_ff1_i32_b32", 0x0000cccc, 0, 2, false},
		{"s_flbit_i32_b32", 0x0000cccc, 0, 16, false},
		{"s_flbit_i32", 0xffff3333, 0, 16, false},
		{"s_flbit_i32", 0xffffffff, 0, 0xffffffff, false},
		{"s_wqm_b64", 0x0000000000000100, 0, 0xf00, true},
		{"s_quadmask_b32", 0x00800012, 0, 0x23, true},
	} {
		got := run(c.name, Sca{A: c.a, B: c.b})
		require.Equal(t, c.want, got.D, "%s %#x %#x", c.name, c.a, c.b)
		require.Equal(t, c.scc, got.SCC, "%s %#x %#x", c.name, c.a, c.b)
	}
}

// TestScalarReferencesAreUsed finds references of names that no row has, bit operations aside,
// whose families are made in full.
func TestScalarReferencesAreUsed(t *testing.T) {
	have := map[string]bool{}
	for _, d := range scalarRows() {
		have[d.Name] = true
	}
	for name := range scalarRefs {
		if strings.HasSuffix(name, "exec_b64") || strings.Contains(name, "n1_b") {
			continue
		}
		require.True(t, have[name], name)
	}
}
