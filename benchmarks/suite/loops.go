package suite

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// loopTarget is what the loops are for.
const loopTarget = "gfx900"

// rows are 64 lanes each.
type row = [isa.Lanes]uint32

// loop is a hot loop in assembly. What is ready: v0 the number of the work-item, v1 4 times it, s[2:3] the address of 64 KiB
// of data and s[4:7] their resource, s[16:19] the resource of the results, s13 iterations, 64 KiB
// of LDS, m0 -1. s12 counts iterations.
type loop struct {
	name, about string
	setup, body string
	copies      int  // of the body in an iteration; 0 is 1
	counts      bool // the body counts and compares itself
	iterations  int  // 0: as many as make a million instructions
	waves       int  // of the work-group; 0 is 1
	results     []int
	as          launch.Type // of results; u32 if it has no name
	// model is what the registers of results hold after so many executions of the body, and behind
	// these the row of results that atomics change, if there is one. data are those of memory.
	model func(n int, data []uint32) []row
	c     bool // c/loops.c has a function of this name, with _ for -
	simd  bool // c/NAME.c has it, with intrinsics too
}

const loopData = 64 << 10

// loopCases are the loops as cases.
func loopCases() (list []Case) {
	for i := range loops {
		l := &loops[i]
		list = append(list, Case{Name: l.name, About: l.about, make: l.work})
	}
	return list
}

// source is the whole text.
func (l *loop) source() string {
	var b strings.Builder
	fmt.Fprintf(&b, "v_lshlrev_b32 v1, 2, v0\n%s\ns_mov_b32 s12, 0\nloop:\n", l.setup)
	b.WriteString(strings.Repeat(l.body+"\n", max(l.copies, 1)))
	if !l.counts {
		b.WriteString("s_add_u32 s12, s12, 1\ns_cmp_lt_u32 s12, s13\n")
	}
	b.WriteString("s_cbranch_scc1 loop\ns_waitcnt vmcnt(0) lgkmcnt(0)\n")
	for i, r := range l.results {
		fmt.Fprintf(&b, "buffer_store_dword v%d, v1, s[16:19], 0 offen offset:%d\n", r, 4*isa.Lanes*i)
	}
	b.WriteString("s_endpgm\n")
	return b.String()
}

// loopFile is the launch file of all loops, but what differs.
const loopFile = `{"gpu": "` + loopTarget + `", "buffers": [{"name": "data", "size": 65536}],
 "launches": [{"entry": 0, "grid": [64], "group": [64], "dynamic_lds": 65536,
  "registers": {"v0": "local_id", "s[2:3]": "buffer:data", "s[4:7]": "buffer:data", "s[16:19]": "buffer:data", "s13": 0, "m0": -1}}]}`

func (l *loop) work(small bool) (*Work, error) {
	p, err := asm.Code(isa.GCN14, l.source())
	if err != nil {
		return nil, err
	}
	f, err := launch.Parse(strings.NewReader(loopFile))
	if err != nil {
		return nil, err
	}
	f.Path = l.name
	w := &Work{File: f, Raw: true}
	if w.Object, err = codeobj.Raw(p.Code, loopTarget); err != nil {
		return nil, err
	}
	each := strings.Count(strings.TrimSpace(l.body), "\n") + 1
	n := l.iterations
	if n == 0 {
		n = 1_000_000 / (each*max(l.copies, 1) + 3)
	}
	if small {
		n = 20
	}
	data := make([]uint32, loopData/4)
	r := source(12)
	for i := range data {
		data[i] = r.Uint32()
	}
	if l.name == "mix" { // floats that its sums stay finite with
		for i := range isa.Lanes {
			data[i] = word(0.5 + 1.5*float32(i)/isa.Lanes)
		}
	}
	f.Buffer("data").Init.Data = u32s(data)
	model := l.model(n*max(l.copies, 1), data)
	var want []uint32
	for i := range model {
		want = append(want, model[i][:]...)
	}
	as := l.as
	if as.Name == "" {
		as = exactU32
	}
	w.output("results", u32s(want), as)
	one := &f.Launches[0]
	one.Grid[0] = uint32(max(l.waves, 1) * isa.Lanes)
	one.Group[0] = one.Grid[0]
	for i := range one.Registers {
		switch g := &one.Registers[i]; g.Name {
		case "s13":
			g.Words = []uint32{uint32(n)}
		case "s[16:19]":
			g.Buffer = "results"
		}
	}
	if l.c || l.simd {
		w.source, w.simd = "loops.c", l.simd
		if l.simd {
			w.source = l.name + ".c"
		}
		w.calls = []call{{strings.ReplaceAll(l.name, "-", "_"), [2]int{1, 1}, []any{"data", "results", uint32(n * max(l.copies, 1))}}}
	}
	return w, nil
}

// lanes makes rows of what a function computes for each lane.
func lanes(results int, f func(lane int, out []*uint32)) []row {
	rows := make([]row, results)
	out := make([]*uint32, results)
	for l := range isa.Lanes {
		for i := range rows {
			out[i] = &rows[i][l]
		}
		f(l, out)
	}
	return rows
}

// The numbers of the generator of Numerical Recipes, x * lcgBy + lcgPlus.
const (
	lcgBy   = 1664525
	lcgPlus = 1013904223
)

func number(u uint32) float32 { return math.Float32frombits(u) }

// fma32 is a*b + c rounded once. The product is exact in f64, the sum is rounded to odd there, which
// keeps what decides the second rounding.
func fma32(a, b, c float32) float32 {
	x, y := float64(a)*float64(b), float64(c)
	s := x + y
	part := s - x
	if lost := (x - (s - part)) + (y - part); lost != 0 && math.Float64bits(s)&1 == 0 {
		s = math.Nextafter(s, math.Copysign(math.Inf(1), lost))
	}
	return float32(s)
}

// half rounds to f16, of normal numbers.
func half(v float64) float64 {
	_, e := math.Frexp(v)
	unit := math.Ldexp(1, e-11)
	return math.RoundToEven(v/unit) * unit
}

// halfBits are those of a normal f16.
func halfBits(v float64) uint32 {
	if v == 0 {
		return 0
	}
	m, e := math.Frexp(math.Abs(v))
	b := uint32(e+14)<<10 + uint32(m*2048) - 1024
	if v < 0 {
		b |= 0x8000
	}
	return b
}

// mixSetup and what follows are the loops that performance is spoken of: testdata/kernels has the
// same with another prologue.
const mixSetup = `v_mov_b32 v16, 1.0
s_mov_b32 s12, 0
s_movk_i32 s8, 0xffc
s_mov_b32 s9, 0x3c6ef35f
s_mov_b32 s14, 0x19660d
s_mov_b32 s15, 0x7fffffff
buffer_load_dword v6, v1, s[4:7], 0 offen
v_mov_b32 v3, v0
v_mov_b32 v8, 0
v_mov_b32 v13, 1.0
v_mov_b32 v14, 0
v_mov_b32 v15, 0
v_mov_b32 v4, v1
clear:
ds_write_b32 v4, v16
v_add_u32 v4, 0x100, v4
s_add_u32 s12, s12, 1
s_cmp_lt_u32 s12, 16
s_cbranch_scc1 clear
s_waitcnt vmcnt(0) lgkmcnt(0)
v_mul_f32 v6, 0.5, v6`

const mixBody = `buffer_load_dword v2, v1, s[4:7], 0 offen
v_mul_lo_u32 v3, v3, s14
v_add_u32 v3, s9, v3
v_lshlrev_b32 v4, 2, v3
v_and_b32 v4, s8, v4
v_mul_f32 v5, v13, v6
v_mad_f32 v7, v5, v6, v16
v_fma_f32 v8, v7, v6, v8
v_cmp_lt_u32 vcc, s15, v3
v_cndmask_b32 v11, v5, v7, vcc
s_and_saveexec_b64 s[10:11], vcc
ds_write_b32 v4, v11
s_mov_b64 exec, s[10:11]
ds_read_b32 v13, v4
s_waitcnt vmcnt(0)
s_waitcnt lgkmcnt(0)
v_add_f32 v14, v14, v13
s_add_u32 s12, s12, 1
v_xor_b32 v15, v15, v2
s_cmp_lt_u32 s12, s13`

func mixModel(n int, data []uint32) []row {
	rows := make([]row, 3)
	var memory [1024]float32
	for i := range memory {
		memory[i] = 1
	}
	var last, fused, sum [isa.Lanes]float32
	for l := range last {
		last[l] = 1
	}
	var seed [isa.Lanes]uint32
	for l := range seed {
		seed[l] = uint32(l)
	}
	for range n {
		for l := range seed { // the addresses of an iteration differ, so that lanes may take turns
			scale := 0.5 * number(data[l])
			seed[l] = seed[l]*lcgBy + lcgPlus
			product := float32(last[l] * scale)
			mad := float32(product*scale) + 1
			fused[l] = fma32(mad, scale, fused[l])
			if seed[l] > math.MaxInt32 {
				memory[seed[l]%1024] = mad
			}
			last[l] = memory[seed[l]%1024]
			sum[l] += last[l]
			rows[2][l] ^= data[l]
		}
	}
	for l := range seed {
		rows[0][l], rows[1][l] = word(fused[l]), word(sum[l])
	}
	return rows
}

const aluSetup = `s_mov_b32 s9, 0x3c6ef35f
s_mov_b32 s14, 0x19660d
v_mov_b32 v2, 0.5
v_mov_b32 v3, v0
v_mov_b32 v4, 1
v_mov_b32 v5, 0x3f7ff000
v_mov_b32 v6, 1.0
v_mov_b32 v7, 0
v_mov_b32 v8, 0
v_mov_b32 v9, 0
v_mov_b32 v13, 0`

const aluBody = `v_mul_lo_u32 v3, v3, s14
v_add_u32 v3, s9, v3
v_lshrrev_b32 v4, 9, v3
v_or_b32 v4, 1.0, v4
v_sub_f32 v10, v4, v6
v_mul_f32 v11, v10, v5
v_mad_f32 v7, v7, v2, v11
v_fma_f32 v8, v8, v2, v10
v_max_f32 v9, v9, v7
v_min_f32 v9, v9, v8
v_cmp_lt_f32 vcc, v7, v8
v_cndmask_b32 v12, v7, v8, vcc
v_add_f32 v9, v9, v12
v_xor_b32 v13, v13, v3
v_alignbit_b32 v13, v13, v13, 7
v_add_u32 v13, v13, v4
s_add_u32 s12, s12, 1
s_cmp_lt_u32 s12, s13`

func aluModel(n int, _ []uint32) []row {
	return lanes(2, func(lane int, out []*uint32) {
		seed, hash := uint32(lane), uint32(0)
		var mad, fused, top float32
		for range n {
			seed = seed*lcgBy + lcgPlus
			unit := seed>>9 | 0x3f800000
			x := number(unit) - 1
			mad = float32(mad*0.5) + float32(x*number(0x3f7ff000))
			fused = fma32(fused, 0.5, x)
			top = min(max(top, mad), fused) + max(mad, fused)
			hash ^= seed
			hash = (hash>>7 | hash<<25) + unit
		}
		*out[0], *out[1] = word(top), hash
	})
}

// through repeats a text for registers: $ is the number.
func through(text string, registers ...int) string {
	var lines []string
	for _, r := range registers {
		line := strings.ReplaceAll(text, "$+1", fmt.Sprint(r+1))
		lines = append(lines, strings.ReplaceAll(line, "$", fmt.Sprint(r)))
	}
	return strings.Join(lines, "\n")
}

// eight registers that do not depend on each other.
var eight = []int{8, 9, 10, 11, 12, 13, 14, 15}

// each is a model in which every register of every lane goes its own way.
func each[T any](registers int, first func(lane, register int) T, step func(v T) T, bits func(v T) []uint32) func(int, []uint32) []row {
	return func(n int, _ []uint32) []row {
		words := len(bits(first(0, 0)))
		return lanes(registers*words, func(lane int, out []*uint32) {
			for i := range registers {
				v := first(lane, i)
				for range n {
					v = step(v)
				}
				for j, b := range bits(v) {
					*out[i*words+j] = b
				}
			}
		})
	}
}

func bits32(v uint32) []uint32  { return []uint32{v} }
func bitsF(v float32) []uint32  { return []uint32{word(v)} }
func bitsD(v float64) []uint32  { b := math.Float64bits(v); return []uint32{uint32(b), uint32(b >> 32)} }
func bitsH(v float64) []uint32  { return []uint32{halfBits(v)} }
func bitsHH(v float64) []uint32 { return []uint32{halfBits(v) * 0x10001} }

// What the loops of plain arithmetic begin with: lane + 1 + 64 * register, as a number of the type.
func firstU(lane, register int) uint32  { return uint32(lane + 1 + 64*register) }
func firstF(lane, register int) float32 { return float32(firstU(lane, register)) }
func firstD(lane, register int) float64 { return float64(firstU(lane, register)) }

// begin sets registers to what first has, converted.
func begin(convert string, registers ...int) string {
	var b strings.Builder
	for i, r := range registers {
		fmt.Fprintf(&b, "v_add_u32 v2, %#x, v0\n%s\n", 1+64*i, strings.ReplaceAll(strings.ReplaceAll(convert, "$+1", fmt.Sprint(r+1)), "$", fmt.Sprint(r)))
	}
	return b.String()
}

// mixed is what a sum becomes with a value: nothing that a compiler could shorten for many steps.
func mixed(sum, v uint32) uint32 { return (sum + v) ^ lcgPlus }

const mixedText = "v_add_u32 v9, v9, v8\nv_xor_b32 v9, s9, v9"

// ldsLoop reads LDS at an address that address computes into v2; v3 is the value there.
func ldsLoop(name, about, address string, value func(lane int) uint32) loop {
	return loop{name: name, about: about, c: true, copies: 8, results: []int{9},
		setup: "s_mov_b32 s9, 0x3c6ef35f\n" + address + "\nds_write_b32 v2, v3\nv_mov_b32 v9, 0\ns_waitcnt lgkmcnt(0)",
		body:  "ds_read_b32 v8, v2\ns_waitcnt lgkmcnt(0)\n" + mixedText,
		model: func(n int, _ []uint32) []row {
			return lanes(1, func(lane int, out []*uint32) {
				for range n {
					*out[0] = mixed(*out[0], value(lane))
				}
			})
		}}
}

func laneValue(lane int) uint32 { return uint32(5*lane + 7) }

const laneValueText = "v_mul_u32_u24 v3, 5, v0\nv_add_u32 v3, 7, v3"

// loadLoop reads memory; next computes the next address into v2.
func loadLoop(name, about, first, next string, at func(lane, n int) int) loop {
	return loop{name: name, about: about, c: true, copies: 8, results: []int{9},
		setup: "s_mov_b32 s9, 0x3c6ef35f\ns_mov_b32 s8, 0xfffc\ns_mov_b32 s14, 0x19660d\nv_mov_b32 v9, 0\nv_mov_b32 v3, v0\n" + first,
		body:  "buffer_load_dword v8, v2, s[4:7], 0 offen\n" + next + "\nv_and_b32 v2, s8, v2\ns_waitcnt vmcnt(0)\n" + mixedText,
		model: func(n int, data []uint32) []row {
			return lanes(1, func(lane int, out []*uint32) {
				for i := range n {
					*out[0] = mixed(*out[0], data[at(lane, i)])
				}
			})
		}}
}

// loops are the hot loops by name.
var loops = []loop{
	{name: "mix", about: "21 instructions: memory, LDS at random, scalar and vector arithmetic", setup: mixSetup, body: mixBody,
		counts: true, iterations: 50000, results: []int{8, 14, 15}, model: mixModel, c: true, simd: true},
	{name: "alu", about: "16 vector and 3 scalar instructions without memory", setup: aluSetup, body: aluBody,
		counts: true, iterations: 50000, results: []int{9, 13}, model: aluModel, c: true, simd: true},

	{name: "i32-dependent", about: "a chain of 32-bit products, sums and differences", c: true, copies: 8, results: []int{8},
		setup: "s_mov_b32 s9, 0x3c6ef35f\ns_mov_b32 s14, 0x19660d\n" + begin("v_mov_b32 v$, v2", 8),
		body:  "v_mul_lo_u32 v8, v8, s14\nv_add_u32 v8, s9, v8\nv_xor_b32 v8, s14, v8",
		model: each(1, firstU, func(v uint32) uint32 { return (v*lcgBy + lcgPlus) ^ lcgBy }, bits32)},
	{name: "i32-independent", about: "eight chains of 32-bit sums and differences", c: true, copies: 2, results: eight,
		setup: "s_mov_b32 s9, 0x3c6ef35f\ns_mov_b32 s14, 0x19660d\n" + begin("v_mov_b32 v$, v2", eight...),
		body:  through("v_add_u32 v$, s9, v$", eight...) + "\n" + through("v_xor_b32 v$, s14, v$", eight...),
		model: each(8, firstU, func(v uint32) uint32 { return (v + lcgPlus) ^ lcgBy }, bits32)},
	{name: "f32-dependent", about: "a chain of f32 products and sums", c: true, copies: 8, results: []int{8},
		setup: "s_mov_b32 s8, 0x3f7ff000\n" + begin("v_cvt_f32_u32 v$, v2", 8),
		body:  "v_mul_f32 v8, s8, v8\nv_add_f32 v8, 0.5, v8",
		model: each(1, firstF, func(v float32) float32 { return float32(v*number(0x3f7ff000)) + 0.5 }, bitsF)},
	{name: "f32-independent", about: "eight chains of f32 fma", c: true, copies: 4, results: eight,
		setup: "s_mov_b32 s8, 0x3f7ff000\n" + begin("v_cvt_f32_u32 v$, v2", eight...),
		body:  through("v_fma_f32 v$, v$, s8, 0.5", eight...),
		model: each(8, firstF, func(v float32) float32 { return fma32(v, number(0x3f7ff000), 0.5) }, bitsF)},
	{name: "f64-dependent", about: "a chain of f64 products and sums", c: true, copies: 8, results: []int{8, 9},
		setup: "s_mov_b32 s8, 0\ns_mov_b32 s9, 0x3feffe00\n" + begin("v_cvt_f64_u32 v[$:$+1], v2", 8),
		body:  "v_mul_f64 v[8:9], v[8:9], s[8:9]\nv_add_f64 v[8:9], v[8:9], 0.5",
		model: each(1, firstD, func(v float64) float64 { return float64(v*math.Float64frombits(0x3feffe0000000000)) + 0.5 }, bitsD)},
	{name: "f64-independent", about: "four chains of f64 fma", c: true, copies: 8, results: eight,
		setup: "s_mov_b32 s8, 0\ns_mov_b32 s9, 0x3feffe00\n" + begin("v_cvt_f64_u32 v[$:$+1], v2", 8, 10, 12, 14),
		body:  through("v_fma_f64 v[$:$+1], v[$:$+1], s[8:9], 0.5", 8, 10, 12, 14),
		model: each(4, firstD, func(v float64) float64 { return math.FMA(v, math.Float64frombits(0x3feffe0000000000), 0.5) }, bitsD)},
	{name: "f16-dependent", about: "a chain of f16 products and sums", copies: 8, results: []int{8},
		setup: begin("v_cvt_f16_u16 v$, v2", 8), body: "v_mul_f16 v8, 0.5, v8\nv_add_f16 v8, 1.0, v8",
		model: each(1, firstD, func(v float64) float64 { return half(half(v*0.5) + 1) }, bitsH)},
	{name: "f16-independent", about: "eight chains of f16 fma", copies: 4, results: eight,
		setup: begin("v_cvt_f16_u16 v$, v2", eight...), body: through("v_fma_f16 v$, v$, 0.5, 1.0", eight...),
		model: each(8, firstD, func(v float64) float64 { return half(v*0.5 + 1) }, bitsH)},
	{name: "packed-dependent", about: "a chain of packed f16 products and sums", copies: 8, results: []int{8},
		setup: "v_mov_b32 v6, 0x38003800\nv_mov_b32 v7, 0x3c003c00\n" + begin("v_cvt_f16_u16 v3, v2\nv_pack_b32_f16 v$, v3, v3", 8),
		body:  "v_pk_mul_f16 v8, v8, v6\nv_pk_add_f16 v8, v8, v7",
		model: each(1, firstD, func(v float64) float64 { return half(half(v*0.5) + 1) }, bitsHH)},
	{name: "packed-independent", about: "eight chains of packed 16-bit products and sums", c: true, copies: 4, results: eight,
		setup: "v_mov_b32 v6, 0x660d660d\nv_mov_b32 v7, 0xf35ff35f\n" + begin("v_mov_b32 v$, v2", eight...),
		body:  through("v_pk_mad_u16 v$, v$, v6, v7", eight...),
		model: each(8, firstU, func(v uint32) uint32 {
			return uint32(uint16(v)*0x660d+0xf35f) | uint32(uint16(v>>16)*0x660d+0xf35f)<<16
		}, bits32)},
	{name: "transcendental", about: "exp, log, reciprocal, square root, sine", copies: 4, results: []int{8, 9, 10, 11, 12},
		setup: "v_cvt_f32_u32 v3, v0\nv_mul_f32 v3, 0x3c800000, v3", // lane / 64
		body:  "v_exp_f32 v8, v3\nv_log_f32 v9, v8\nv_rcp_f32 v10, v8\nv_sqrt_f32 v11, v8\nv_sin_f32 v12, v3",
		as:    launch.Type{Name: "f32", Abs: 1e-6, Rel: 1e-6},
		model: func(int, []uint32) []row {
			return lanes(5, func(lane int, out []*uint32) {
				x := float64(lane) / isa.Lanes
				for i, v := range []float64{math.Exp2(x), x, 1 / math.Exp2(x), math.Exp2(x / 2), math.Sin(2 * math.Pi * x)} {
					*out[i] = word(float32(v))
				}
			})
		}},

	ldsLoop("lds-conflict-free", "LDS, a bank for each lane", laneValueText+"\nv_mov_b32 v2, v1", laneValue),
	ldsLoop("lds-2-way", "LDS, two lanes of a half on each bank", laneValueText+"\nv_lshlrev_b32 v2, 3, v0", laneValue),
	ldsLoop("lds-32-way", "LDS, all lanes on one bank", laneValueText+"\nv_lshlrev_b32 v2, 7, v0", laneValue),
	ldsLoop("lds-broadcast", "LDS, one address", "v_mov_b32 v3, 7\nv_mov_b32 v2, 0", func(int) uint32 { return 7 }),

	loadLoop("load-coalesced", "loads of dwords that follow each other", "v_mov_b32 v2, v1", "v_add_u32 v2, 0x100, v2",
		func(lane, n int) int { return (lane + 64*n) % (loopData / 4) }),
	loadLoop("load-strided", "loads of dwords 64 bytes apart", "v_lshlrev_b32 v2, 6, v0", "v_add_u32 v2, 4, v2",
		func(lane, n int) int { return (16*lane + n) % (loopData / 4) }),
	randomLoads(),
	{name: "scalar-load", about: "scalar loads of four dwords", copies: 8, results: []int{9},
		setup: "s_mov_b32 s9, 0x3c6ef35f\ns_mov_b32 s14, 0\ns_mov_b32 s15, 0",
		body: "s_load_dwordx4 s[20:23], s[2:3], s14\ns_add_u32 s14, s14, 16\ns_and_b32 s14, s14, 0xfff0\ns_waitcnt lgkmcnt(0)\n" +
			"s_add_u32 s15, s15, s20\ns_xor_b32 s15, s15, s23\nv_mov_b32 v9, s15",
		model: func(n int, data []uint32) []row {
			sum := uint32(0)
			for i := range n {
				at := 4 * i % len(data)
				sum = (sum + data[at]) ^ data[at+3]
			}
			return lanes(1, func(_ int, out []*uint32) { *out[0] = sum })
		}},

	ldsAtomics("lds-atomic-same", "LDS atomics on one address", "v_mov_b32 v2, 0", true),
	ldsAtomics("lds-atomic-different", "LDS atomics on an address for each lane", "v_mov_b32 v2, v1", false),
	globalAtomics("global-atomic-same", "atomics of memory on one address", "v_mov_b32 v2, 0x100", true),
	globalAtomics("global-atomic-different", "atomics of memory on an address for each lane", "v_add_u32 v2, 0x100, v1", false),

	{name: "divergence", about: "two ways that random lanes go", c: true, copies: 1, results: []int{8},
		setup: "s_mov_b32 s9, 0x3c6ef35f\ns_mov_b32 s14, 0x19660d\nv_mov_b32 v3, v0\nv_mov_b32 v8, 0",
		body: "v_mul_lo_u32 v3, v3, s14\nv_add_u32 v3, s9, v3\nv_cmp_gt_i32 vcc, 0, v3\ns_and_saveexec_b64 s[10:11], vcc\n" +
			"s_cbranch_execz other\nv_add_u32 v8, v8, v3\nv_xor_b32 v8, s9, v8\nother:\ns_xor_b64 exec, exec, s[10:11]\n" +
			"s_cbranch_execz both\nv_lshlrev_b32 v8, 1, v8\nv_xor_b32 v8, v8, v3\nboth:\ns_mov_b64 exec, s[10:11]",
		model: func(n int, _ []uint32) []row {
			return lanes(1, func(lane int, out []*uint32) {
				seed, v := uint32(lane), uint32(0)
				for range n {
					if seed = seed*lcgBy + lcgPlus; int32(seed) < 0 {
						v = mixed(v, seed)
					} else {
						v = v<<1 ^ seed
					}
				}
				*out[0] = v
			})
		}},
	// Each wave reads what the next one has written, so that barriers matter.
	{name: "barrier", about: "four waves that exchange a row between barriers", copies: 4, waves: 4, results: []int{9},
		setup: "s_mov_b32 s9, 0x3c6ef35f\nv_mov_b32 v9, v0\nv_add_u32 v3, 0x100, v1\nv_and_b32 v3, 0x3ff, v3",
		body:  "ds_write_b32 v1, v9\ns_waitcnt lgkmcnt(0)\ns_barrier\nds_read_b32 v8, v3\ns_waitcnt lgkmcnt(0)\ns_barrier\n" + mixedText,
		model: func(n int, _ []uint32) []row {
			rows := make([]row, 4)
			for i := range 4 * isa.Lanes {
				rows[i/isa.Lanes][i%isa.Lanes] = uint32(i)
			}
			for range n {
				before := slices.Clone(rows)
				for w := range rows {
					for l := range isa.Lanes {
						rows[w][l] = mixed(before[w][l], before[(w+1)%4][l])
					}
				}
			}
			return rows
		}},
}

// randomLoads reads where a generator says.
func randomLoads() loop {
	l := loadLoop("load-random", "loads of dwords at random", "v_mov_b32 v2, v1",
		"v_mul_lo_u32 v3, v3, s14\nv_add_u32 v3, s9, v3\nv_lshrrev_b32 v2, 8, v3", nil)
	l.model = func(n int, data []uint32) []row {
		return lanes(1, func(lane int, out []*uint32) {
			seed, at := uint32(lane), lane
			for range n {
				*out[0] = mixed(*out[0], data[at])
				seed = seed*lcgBy + lcgPlus
				at = int(seed >> 8 & (loopData - 4) / 4)
			}
		})
	}
	return l
}

// summed is what an address holds after n additions of each lane's number plus 1: of all lanes, or
// of one.
func summed(n, lane int, same bool) uint32 {
	if same {
		return uint32(n * isa.Lanes * (isa.Lanes + 1) / 2)
	}
	return uint32(n * (lane + 1))
}

func ldsAtomics(name, about, address string, same bool) loop {
	return loop{name: name, about: about, copies: 8, results: []int{9},
		setup: address + "\nv_add_u32 v3, 1, v0\nv_mov_b32 v8, 0\nds_write_b32 v2, v8\ns_waitcnt lgkmcnt(0)",
		// The sum is read each time, so that the row of results needs nothing behind the loop.
		body: "ds_add_u32 v2, v3\nds_read_b32 v9, v2\ns_waitcnt lgkmcnt(0)",
		model: func(n int, _ []uint32) []row {
			return lanes(1, func(lane int, out []*uint32) { *out[0] = summed(n, lane, same) })
		}}
}

// globalAtomics adds to the row behind the results.
func globalAtomics(name, about, address string, same bool) loop {
	return loop{name: name, about: about, copies: 8, results: []int{3},
		setup: address + "\nv_add_u32 v3, 1, v0",
		body:  "buffer_atomic_add v3, v2, s[16:19], 0 offen\ns_waitcnt vmcnt(0)",
		model: func(n int, _ []uint32) []row {
			return lanes(2, func(lane int, out []*uint32) {
				if *out[0] = uint32(lane + 1); !same || lane == 0 {
					*out[1] = summed(n, lane, same)
				}
			})
		}}
}
