package suite

import (
	"cmp"
	"fmt"
	"math"
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

// loop is a hot loop in assembly. When its setup begins,
//
//	v0        is the number of the work-item, v1 4 times it
//	s[2:3]    is the address of 64 KiB of data, s[4:7] their resource
//	s[16:19]  is the resource of the results
//	s13       is the number of iterations; s12 counts them
//	s24       is the number of the work-group
//	m0        is -1, and LDS has 64 KiB unless lds says otherwise
type loop struct {
	name, about string
	setup, body string
	finish      string // behind the loop
	copies      int    // of the body in an iteration; 0 is 1
	counts      bool   // the body counts and compares itself
	iterations  int    // 0: as many as make a million instructions
	waves       int    // of a work-group; 0 is 1
	groups      int    // 0 is 1; with more, all are on one compute unit where there is a clock
	lds         uint32 // bytes; 0 is 64 KiB
	launches    int    // of the same; 0 is 1
	results     []int
	as          launch.Type // of results; u32 if it has no name
	// model is what the registers of results hold after n executions of the body. Behind them it
	// has the row of results that atomics change, if there is one. data are those of memory.
	model  func(n int, data []uint32) []row
	floats int  // of memory, the first so many; all else are random words
	c      bool // c/loops.c has a function of this name, with _ for -
	simd   bool // c/NAME.c has it, NAME up to the first -, with intrinsics too
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
	b.WriteString("s_cbranch_scc1 loop\ns_waitcnt vmcnt(0) lgkmcnt(0)\n" + l.finish + "\n")
	fmt.Fprintf(&b, "s_mul_i32 s24, s24, %d\n", 4*isa.Lanes*len(l.results))
	for i, r := range l.results {
		fmt.Fprintf(&b, "buffer_store_dword v%d, v1, s[16:19], s24 offen offset:%d\n", r, 4*isa.Lanes*i)
	}
	b.WriteString("s_endpgm\n")
	return b.String()
}

// loopFile is the launch file of all loops, but what differs.
const loopFile = `{"gpu": "` + loopTarget + `", "buffers": [{"name": "data", "size": 65536}],
 "launches": [{"entry": 0, "grid": [64], "group": [64], "dynamic_lds": 65536,
  "registers": {"v0": "local_id", "s[2:3]": "buffer:data", "s[4:7]": "buffer:data", "s[16:19]": "buffer:data", "s13": 0,
   "s24": "group_x", "m0": -1}}]}`

func (l *loop) work(small bool) (*Work, error) {
	each := (strings.Count(strings.TrimSpace(l.body), "\n") + 1) * max(l.copies, 1)
	n := cmp.Or(l.iterations, 1_000_000/(each+3))
	if small {
		n = min(n, 20)
	}
	return l.times(n)
}

// times is the work of n iterations.
func (l *loop) times(n int) (*Work, error) {
	p, err := asm.Code(isa.GCN14, l.source())
	if err != nil {
		return nil, err
	}
	f, err := launch.Parse(strings.NewReader(loopFile))
	if err != nil {
		return nil, err
	}
	f.Path = l.name
	w := &Work{File: f, Raw: true, Waves: l.groups}
	if w.Object, err = codeobj.Raw(p.Code, loopTarget); err != nil {
		return nil, err
	}
	data := make([]uint32, loopData/4)
	r := source(12)
	for i := range data {
		data[i] = r.Uint32()
	}
	for i := range l.floats {
		data[i] = word(0.5 + 1.5*float32(i)/isa.Lanes)
	}
	f.Buffer("data").Init.Data = u32s(data)
	n *= max(l.copies, 1)
	model := l.model(n, data)
	var want []uint32
	for range max(l.groups, 1) {
		for i := range model {
			want = append(want, model[i][:]...)
		}
	}
	as := l.as
	if as.Name == "" {
		as = exactU32
	}
	w.output("results", u32s(want), as)
	one := &f.Launches[0]
	one.Group[0] = uint32(max(l.waves, 1) * isa.Lanes)
	one.Grid[0] = one.Group[0] * uint32(max(l.groups, 1))
	one.DynamicLDS = cmp.Or(l.lds, one.DynamicLDS)
	for i := range one.Registers {
		switch g := &one.Registers[i]; g.Name {
		case "s13":
			g.Words = []uint32{uint32(n / max(l.copies, 1))}
		case "s[16:19]":
			g.Buffer = "results"
		}
	}
	for range l.launches - 1 {
		f.Launches = append(f.Launches, *one)
	}
	name := strings.ReplaceAll(l.name, "-", "_")
	switch {
	case l.simd:
		name, _, _ = strings.Cut(name, "_")
		w.source, w.simd = name+".c", true
	case l.c:
		w.source = "loops.c"
	default:
		return w, nil
	}
	if name == "select" { // C's library has that
		name += "_"
	}
	w.calls = []call{{name, [2]int{max(l.groups, 1), 1}, []any{"data", "results", uint32(n)}}}
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
func each[T any](registers int, first func(lane, register int) T, step func(v T) T,
	bits func(v T) []uint32) func(int, []uint32) []row {
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

// belowD is a little less than 1, as the f32 0x3f7ff000 is.
const belowD = 0x1.ffep-1

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
		fmt.Fprintf(&b, "v_add_u32 v2, %#x, v0\n%s\n", 1+64*i, through(convert, r))
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
		setup: "s_mov_b32 s9, 0x3c6ef35f\ns_mov_b32 s8, 0xfffc\ns_mov_b32 s14, 0x19660d\n" +
			"v_mov_b32 v9, 0\nv_mov_b32 v3, v0\n" + first,
		body: "buffer_load_dword v8, v2, s[4:7], 0 offen\n" + next + "\nv_and_b32 v2, s8, v2\ns_waitcnt vmcnt(0)\n" +
			mixedText,
		model: func(n int, data []uint32) []row {
			return lanes(1, func(lane int, out []*uint32) {
				for i := range n {
					*out[0] = mixed(*out[0], data[at(lane, i)])
				}
			})
		}}
}
