package testcase

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
)

// Programs makes whole random programs: nested loops, loops with two ways back, lanes that leave loops one
// after the other, branches on each condition, all kinds of memory in them, calls, changes of MODE, M0 and
// EXEC, and things that end them in the middle.
//
//	v0-v11, s0-s15   data                           v12, v[16:17]  bytes of the wave's own, as offset and address
//	s40-s55          descriptors, bases, offsets    v13, v[18:19]  bytes that waves share
//	s60-s67          more descriptors               v14, v15       LDS: the wave's own bytes, shared ones
//	s70-s85          saved EXEC                     v20, v21       indexes of records; v22-v24: rounds of lanes
//	s86-s88          wave, group, wave of all       v25            own bytes, 16 of a lane
//	s90-s95, s[96:97] rounds, a place in the program
type Programs struct {
	*rand.Rand
	Gen    isa.Gen
	Inst   func() string // a random instruction of data, VCC, M0 and EXEC; nil: some that do not write EXEC
	Tidy   bool          // what is loaded is waited for, and nothing depends on the order of waves
	Faults bool          // some programs end in the middle

	strings.Builder
	labels int
	rounds int  // that the loops around are executed in all
	plain  bool // within a loop that does nothing but compute and access memory
	parted int  // how many branches around only some waves take
}

// Buffer is the memory that programs use.
const (
	ProgramBuffer = 0x200000000
	ProgramBytes  = 64 << 10

	programLDS    = 4096
	sharedAt      = 32 << 10 // of the buffer, what waves share
	constantAt    = 48 << 10 // what nobody stores to
	programRounds = 1500
)

// line adds a line, or some. It reports false where they do not assemble in the generation.
func (x *Programs) line(format string, args ...any) bool {
	text := format
	if len(args) > 0 {
		text = fmt.Sprintf(format, args...)
	}
	if _, err := asm.Code(x.Gen, text); err != nil {
		return false
	}
	fmt.Fprintln(x, text)
	return true
}

// raw adds a line that refers to labels.
func (x *Programs) raw(format string, args ...any) { fmt.Fprintf(x, format+"\n", args...) }

func (x *Programs) one(list ...string) string { return list[x.IntN(len(list))] }

// some adds one of some lines that assembles.
func (x *Programs) some(list ...string) {
	for range 20 {
		if x.line("%s", x.one(list...)) {
			return
		}
	}
}

func (x *Programs) label() string {
	x.labels++
	return fmt.Sprintf("l%d", x.labels)
}

// add is an addition of vector registers without a carry that matters.
func (x *Programs) add(d, a, b string) string {
	switch x.Gen {
	case isa.GCN14:
		return fmt.Sprintf("v_add_u32 %s, %s, %s", d, a, b)
	case isa.GCN12:
		return fmt.Sprintf("v_add_u32 %s, vcc, %s, %s", d, a, b)
	}
	return fmt.Sprintf("v_add_i32 %s, vcc, %s, %s", d, a, b)
}

// Next makes a program and its launch, without a Prog.
func (x *Programs) Next() (text string, l sim.Launch) {
	x.Reset()
	x.labels, x.rounds, x.parted = 0, 1, 0
	groups, waves := uint32(1+x.IntN(3)), uint32(1+x.IntN(4))
	x.begin()
	for range 1 + x.IntN(3) {
		if x.IntN(4) == 0 {
			x.steps(2, 0)
		}
		x.loop(0)
	}
	x.raw("s_waitcnt 0\ns_endpgm")
	return x.String(), x.launch(groups, waves)
}

// begin sets what addresses memory.
func (x *Programs) begin() {
	x.raw("s_mul_i32 s88, s87, s88\ns_add_u32 s88, s88, s86")
	x.raw("s_lshl_b32 s2, s88, 10\nv_lshlrev_b32 v12, 2, v12\nv_lshlrev_b32 v25, 2, v12\n%s\n%s",
		x.add("v25", "s2", "v25"), x.add("v12", "s2", "v12"))
	x.raw("%s\nv_mov_b32 v17, s49\n%s\nv_mov_b32 v19, s49", x.add("v16", "s48", "v12"), x.add("v18", "s48", "v13"))
	x.raw("s_lshl_b32 s2, s86, 8\n%s", x.add("v14", "s2", "v14"))
	if x.IntN(3) == 0 {
		x.raw("s_mov_b64 exec, s[42:43]")
	}
}

// launch is what a program begins with.
func (x *Programs) launch(groups, waves uint32) (l sim.Launch) {
	var rows [26]isa.Row
	float := x.IntN(2) == 0
	for i := range isa.Lanes {
		for r := range 12 {
			if rows[r][i] = x.Uint32(); float || x.IntN(3) == 0 {
				rows[r][i] = 0x3f000000 + rows[r][i]&0x80ffffff
			}
		}
		rows[12][i] = uint32(i)
		rows[13][i] = sharedAt + x.Uint32N(1024)*4
		if x.IntN(8) == 0 {
			rows[13][i]++
		}
		if x.Tidy {
			rows[13][i] += constantAt - sharedAt
		}
		rows[14][i], rows[15][i] = uint32(4*i), x.Uint32N(programLDS/4-4)*4
		rows[20][i], rows[21][i] = uint32(i), x.Uint32N(70)
	}
	mask := []uint64{^uint64(0), ^uint64(0), ^uint64(0), x.Uint64(), 1 << x.IntN(64), 1<<32 - 1}[x.IntN(6)]
	scalars := make([]uint32, 16)
	for i := range scalars {
		scalars[i] = x.Uint32()
	}
	const base = ProgramBuffer
	raw, short := mem.RawBuffer(base, ProgramBytes), mem.RawBuffer(base+sharedAt, x.Uint64N(600))
	records := mem.RawBuffer(base+constantAt, 64)
	records[1] |= 16 << 16 // stride
	if x.IntN(2) == 0 {
		records[1] |= 1 << 31 // swizzle
		records[3] |= 1<<19 | 3<<21
	}
	mode := []uint32{0, 0xf0, 0x2c0, 0x3f0, x.Uint32() & 0x3ff}[x.IntN(5)]
	wave, group := abi.WaveInGroup, abi.WorkGroupIDX
	return sim.Launch{Grid: [3]uint32{64 * waves * groups, 1, 1}, Group: [3]uint32{64 * waves, 1, 1}, LDS: programLDS,
		InitLDS: make([]byte, programLDS),
		Registers: []sim.RegInit{{Code: isa.CodeVGPR, Vector: rows[:]}, {Code: 0, Scalar: scalars},
			{Code: 42, Scalar: []uint32{uint32(mask), uint32(mask >> 32)}}, {Code: 44, Scalar: raw[:]},
			{Code: 48, Scalar: []uint32{base & 0xffffffff, base >> 32}},
			{Code: 50, Scalar: []uint32{(base + constantAt) & 0xffffffff, base >> 32}},
			{Code: 54, Scalar: []uint32{4 * x.Uint32N(32), 4 * x.Uint32N(8)}},
			{Code: 60, Scalar: short[:]}, {Code: 64, Scalar: records[:]}, {Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}},
			{Mode: &mode},
			{Code: 86, Role: &wave}, {Code: 87, Role: &group}, {Code: 88, Scalar: []uint32{waves}}}}
}

// loop is a loop, at a depth.
func (x *Programs) loop(depth int) {
	n := 3 + x.IntN(12)
	if depth == 0 {
		n = 40 + x.IntN(160)
	}
	if n = min(n, programRounds/x.rounds); n < 2 || depth > 2 {
		return
	}
	x.rounds *= n
	outer := x.plain
	x.plain = x.IntN(3) == 0
	defer func() { x.rounds, x.plain = x.rounds/n, outer }()
	count, again, end := 90+depth, x.label(), x.label()
	switch x.IntN(5) {
	case 0: // lanes leave it one after the other
		save, lane := 70+2*depth, 22+depth
		x.raw("s_mov_b64 s[%d:%d], exec\nv_and_b32 v%d, 15, v20", save, save+1, lane)
		x.raw("%s:", again)
		x.steps(1+x.IntN(4), depth+1)
		if x.IntN(2) == 0 {
			x.raw("s_and_b64 exec, s[%d:%d], exec", save, save+1)
		}
		x.raw("%s\nv_cmp_gt_u32 vcc, %d, v%d", x.add(fmt.Sprintf("v%d", lane), "1", fmt.Sprintf("v%d", lane)),
			min(n, 40), lane)
		x.raw("%s", x.one("s_and_b64 exec, exec, vcc\ns_cbranch_execnz "+again,
			"s_and_b64 exec, exec, vcc\ns_cbranch_scc1 "+again,
			"s_and_b64 vcc, exec, vcc\ns_mov_b64 exec, vcc\ns_cbranch_vccnz "+again,
			"v_cmpx_gt_u32 vcc, 15, v"+fmt.Sprint(lane)+"\ns_cbranch_execnz "+again))
		x.raw("s_mov_b64 exec, s[%d:%d]", save, save+1)
	case 1: // two ways back
		x.raw("s_movk_i32 s%d, %d\n%s:", count, n, again)
		x.steps(1+x.IntN(3), depth+1)
		x.raw("s_sub_u32 s%d, s%[1]d, 1\ns_cmp_lg_u32 s%[1]d, 0\ns_cbranch_scc0 %s", count, end)
		x.raw("s_bitcmp%d_b32 s%d, %d\ns_cbranch_scc%d %s", x.IntN(2), count, x.IntN(3), x.IntN(2), again)
		x.steps(1+x.IntN(3), depth+1)
		x.raw("s_branch %s\n%s:", again, end)
	case 2: // left in the middle
		x.raw("s_movk_i32 s%d, %d\n%s:", count, n, again)
		x.steps(1+x.IntN(3), depth+1)
		x.raw("s_cmp_eq_u32 s%d, %d\ns_cbranch_scc1 %s", count, x.IntN(n), end)
		x.steps(1+x.IntN(3), depth+1)
		x.raw("s_sub_u32 s%d, s%[1]d, 1\ns_cmp_lg_u32 s%[1]d, 0\ns_cbranch_scc1 %s\n%s:", count, again, end)
	default:
		x.raw("s_movk_i32 s%d, %d\n%s:", count, n, again)
		x.steps(2+x.IntN(5), depth+1)
		x.raw("s_sub_u32 s%d, s%[1]d, 1\ns_cmp_lg_u32 s%[1]d, 0\ns_cbranch_scc1 %s", count, again)
	}
}

// steps are some steps within depth loops.
func (x *Programs) steps(n, depth int) {
	for range n {
		k := x.IntN(20)
		if x.plain {
			k = x.IntN(11)
		}
		switch {
		case k < 6:
			x.memory()
		case k < 11:
			x.compute()
		case k == 11:
			x.diverge(depth)
		case k == 12, k == 13:
			x.skip(depth)
		case k == 14:
			x.loop(depth)
		case k == 15:
			x.state()
		case k == 16:
			x.call()
		case k == 17:
			x.exchange()
		case k == 18 && x.Faults && x.IntN(3) == 0 && depth > 0:
			x.fault(depth)
		case k == 18 && x.parted == 0:
			x.raw("s_barrier")
		default:
			x.some("s_nop 2", "s_sleep 1", "s_setprio 2", "s_setprio 0", "s_waitcnt 0", "v_nop",
				"s_sendmsg sendmsg(MSG_INTERRUPT)",
				"s_waitcnt vmcnt(2)", "s_waitcnt lgkmcnt(2)")
		}
	}
}

// compute is some instructions that compute.
func (x *Programs) compute() {
	for range 1 + x.IntN(5) {
		if x.Inst != nil {
			x.raw("%s", x.Inst())
			continue
		}
		d, a, b := fmt.Sprintf("v%d", x.IntN(12)), fmt.Sprintf("v%d", x.IntN(12)), fmt.Sprintf("v%d", x.IntN(12))
		s, r := x.IntN(8), x.IntN(14)
		x.some(x.add(d, a, b), fmt.Sprintf("v_mul_f32 %s, %s, %s", d, a, b), fmt.Sprintf("v_mac_f32 %s, %s, %s", d, a, b),
			fmt.Sprintf("v_xor_b32 %s, s%d, %s", d, r, b), fmt.Sprintf("v_cmp_gt_f32 vcc, %s, %s", a, b),
			fmt.Sprintf("v_cndmask_b32 %s, %s, %s, vcc", d, a, b),
			fmt.Sprintf("s_add_u32 s%d, s%d, s%d\ns_addc_u32 s1, s2, s3", s, r, s),
			fmt.Sprintf("s_lshl_b64 s[2:3], s[4:5], s%d", r),
			fmt.Sprintf("v_mul_lo_u32 %s, %s, %s", d, a, b), fmt.Sprintf("v_readlane_b32 s%d, %s, %d", s, a, x.IntN(64)),
			fmt.Sprintf("v_readfirstlane_b32 s%d, %s", s, a), fmt.Sprintf("v_rcp_f32 %s, %s", d, a),
			"v_add_f64 v[2:3], v[4:5], v[6:7]",
			fmt.Sprintf("v_mov_b32_dpp %s, %s row_shr:1 row_mask:0xf bank_mask:0xf", d, a),
			fmt.Sprintf("v_alignbit_b32 %s, %s, %s, 7", d, a, b),
			fmt.Sprintf("v_writelane_b32 %s, s%d, %d", d, r, x.IntN(64)), "s_and_b64 vcc, vcc, s[4:5]")
	}
}

// memory is some memory operations, and mostly a wait.
func (x *Programs) memory() {
	several := x.Tidy && x.IntN(2) == 0
	for i := range 1 + x.IntN(4) {
		text := x.access(x.IntN(8))
		if several { // into registers of their own, from what no other one changes
			text = x.access(4 * (i % 3))
			if i > 2 || strings.HasPrefix(text, "s_") || !strings.Contains(text, "load") && !strings.Contains(text, "read") {
				continue
			}
		}
		if x.line("%s", text) && x.Tidy && !several {
			break
		}
	}
	if x.Tidy || x.IntN(4) > 0 {
		x.some("s_waitcnt vmcnt(0) & lgkmcnt(0) & expcnt(0)", "s_waitcnt 0",
			"s_waitcnt vmcnt(0) & lgkmcnt(0) & expcnt(0)\ns_nop 1")
		return
	}
	x.some("s_waitcnt vmcnt(0)", "s_waitcnt lgkmcnt(0)", "s_waitcnt vmcnt(1)", "s_nop 0")
}

// access is a memory operation with data from register n on; it need not be one of the generation.
func (x *Programs) access(n int) string {
	store := x.IntN(3) == 0
	size := x.one("dword", "dword", "dword", "dwordx2", "dwordx3", "dwordx4", "ubyte", "sbyte", "ushort", "sshort",
		"ubyte_d16", "short_d16_hi")
	if store {
		size = x.one("dword", "dword", "dword", "dwordx2", "dwordx3", "dwordx4", "byte", "short", "byte_d16_hi")
	}
	reg := func(dwords int) string {
		if dwords < 2 {
			return fmt.Sprintf("v%d", n)
		}
		return fmt.Sprintf("v[%d:%d]", n, n+dwords-1)
	}
	data := reg(map[string]int{"dwordx2": 2, "dwordx3": 3, "dwordx4": 4}[size])
	verb := map[bool]string{true: "store", false: "load"}[store]
	wide := strings.Contains(size, "x")
	at := fmt.Sprintf(" offset:%d", []int{0, 256, 512, 4 * x.IntN(64), x.IntN(64)}[x.IntN(5)])
	shared := x.IntN(3) == 0
	own, uniform := "v12", "s[44:47]"
	if x.Tidy { // a wave stores to its own bytes only
		at, uniform = fmt.Sprintf(" offset:%d", 256*x.IntN(2)), "s[60:63]"
		if shared = shared && !store; wide {
			own, at = "v25", ""
		}
		if store && !wide {
			at = " offset:0"
		}
	}
	off, flat := own, "v[16:17]"
	if x.Tidy && wide {
		flat = "v[18:19]"
	}
	if shared {
		off, flat = "v13", "v[18:19]"
		if x.Tidy {
			at = ""
		}
	}
	bits := x.one("", "", "", "", " glc", " slc")
	if x.Tidy && bits == " glc" {
		bits = ""
	}
	move := func(kind, addr, tail string) string {
		if store {
			return fmt.Sprintf("%s_store_%s %s, %s%s", kind, size, addr, data, tail)
		}
		return fmt.Sprintf("%s_load_%s %s, %s%s", kind, size, data, addr, tail)
	}
	switch k := x.IntN(15); {
	case k < 3:
		soff := x.one("0", "0", "s54", "16")
		if x.Tidy {
			soff = "0"
		}
		return fmt.Sprintf("buffer_%s_%s %s, %s, s[44:47], %s offen%s%s", verb, size, data, off, soff, at, bits)
	case k == 3 && (!store || !x.Tidy):
		return fmt.Sprintf("buffer_%s_%s %s, %s, %s, %s%s%s", verb, size, data, x.one("v20 ", "v21 ", "v[20:21] "),
			x.one("s[64:67]", "s[64:67]", "s[60:63]"),
			x.one("0 idxen", "s54 idxen", "0 idxen offen", "0 offen"), at, bits)
	case k == 4:
		if x.Tidy && store {
			return "s_nop 0"
		}
		return fmt.Sprintf("buffer_%s_%s %s, off, %s, %s%s", verb, size, data, uniform, x.one("0", "s54"), at)
	case k == 5 && !x.Tidy:
		return "buffer_load_dword " + own + ", s[44:47], 0 offen" + at + " lds"
	case k < 8:
		if store && x.Tidy && wide {
			return "s_nop 0"
		}
		kind := x.one("flat", "global")
		if x.Gen != isa.GCN14 || x.Tidy && kind == "flat" {
			kind, at = "flat", ""
		}
		if kind == "global" {
			return move(kind, flat, ", off"+at)
		}
		return move(kind, flat, at+bits)
	case k == 8:
		to := x.one(" s0", "x2 s[2:3]", "x4 s[4:7]", "x8 s[8:15]")
		from := "s[50:51]"
		if !x.Tidy && x.IntN(2) == 0 {
			from = "s[48:49]" // what is stored
		}
		if x.IntN(3) == 0 {
			return "s_buffer_load_dword" + to + ", " + uniform + ", " + x.one("0x0", "0x40", "s55")
		}
		return "s_load_dword" + to + ", " + from + ", " + x.one("0x0", "0x10", "0x44", "s54", "s55")
	case k == 9:
		if x.Tidy {
			return "s_nop 0"
		}
		return x.one("s_dcache_inv", "buffer_wbinvl1", "s_store_dword s0, s[48:49], 0x40\ns_dcache_wb",
			"s_memtime s[2:3]", "s_dcache_inv_vol",
			"s_atc_probe 0, s[48:49], 0x0", "buffer_atomic_add "+reg(1)+", v13, s[44:47], 0 offen glc",
			"buffer_atomic_umax v3, v13, s[44:47], 0 offen",
			"flat_atomic_add v3, v[18:19], "+reg(1)+" glc", "flat_atomic_swap v[18:19], "+reg(1), "s_memrealtime s[4:5]")
	case k == 10 && x.Tidy:
		return x.one("buffer_atomic_add "+reg(1)+", v12, s[44:47], 0 offen", "ds_add_u32 v14, "+reg(1),
			"ds_swizzle_b32 v3, "+reg(1)+" offset:0x80b1")
	}
	addr, tail := "v14", fmt.Sprintf(" offset:%d", []int{0, 0, 4 * x.IntN(64), 1024, x.IntN(64)}[x.IntN(5)])
	if x.IntN(3) == 0 {
		addr = "v15"
	}
	if x.Tidy {
		return x.one("ds_read_b32 "+reg(1)+", v14", "ds_read_u8 "+reg(1)+", v14", "ds_read_i16 "+reg(1)+", v14",
			"ds_write_b32 v14, "+reg(1),
			"ds_write_b16 v14, "+reg(1), "ds_read2_b32 "+reg(2)+", v14 offset1:0", "ds_write_b8 v14, "+reg(1)+" offset:1")
	}
	pair := fmt.Sprintf(" offset0:%d offset1:%d", x.IntN(16), x.IntN(256))
	return x.one("ds_read_b32 "+reg(1)+", "+addr+tail, "ds_read_b64 "+reg(2)+", "+addr+tail,
		"ds_read_b96 "+reg(3)+", "+addr+tail,
		"ds_read_b128 "+reg(4)+", "+addr+tail, "ds_read_u8 "+reg(1)+", "+addr+tail, "ds_read_i16 "+reg(1)+", "+addr+tail,
		"ds_read2_b32 "+reg(2)+", "+addr+pair, "ds_read2st64_b64 "+reg(4)+", "+addr+pair,
		"ds_read_u16_d16_hi "+reg(1)+", "+addr+tail,
		"ds_write_b32 "+addr+", "+reg(1)+tail, "ds_write_b64 "+addr+", "+reg(2)+tail, "ds_write_b96 "+addr+", "+reg(3)+tail,
		"ds_write_b128 "+addr+", "+reg(4)+tail, "ds_write_b8 "+addr+", "+reg(1)+tail,
		"ds_write2_b32 "+addr+", "+reg(1)+", v3"+pair,
		"ds_add_u32 "+addr+", "+reg(1)+tail, "ds_add_rtn_u32 v2, "+addr+", "+reg(1)+tail,
		"ds_wrxchg_rtn_b32 v2, "+addr+", "+reg(1)+tail,
		"ds_bpermute_b32 v2, "+addr+", "+reg(1), "ds_permute_b32 v2, "+addr+", "+reg(1),
		"ds_swizzle_b32 v2, "+reg(1)+" offset:0x80b1",
		"ds_append v2", "ds_consume v2 offset:16")
}

// diverge takes lanes out of EXEC for some steps.
func (x *Programs) diverge(depth int) {
	if depth > 3 {
		return
	}
	save, skip := 76+2*depth, x.label()
	x.raw("v_cmp_%s_u32 vcc, %d, v20", x.one("gt", "lt", "eq"), x.IntN(64))
	x.raw(x.one("s_and_saveexec_b64 s[%d:%d], vcc", "s_mov_b64 s[%d:%d], exec\ns_andn2_b64 exec, exec, vcc"),
		save, save+1)
	if x.IntN(2) == 0 {
		x.raw("s_cbranch_execz %s", skip)
	}
	x.steps(1+x.IntN(3), depth+1)
	x.raw("%s:", skip)
	if x.IntN(2) == 0 {
		x.raw("s_xor_b64 exec, exec, s[%d:%d]", save, save+1)
		x.steps(1, depth+1)
	}
	x.raw("s_mov_b64 exec, s[%d:%d]", save, save+1)
}

// skip is a branch past some steps.
func (x *Programs) skip(depth int) {
	behind, count := x.label(), 90+max(0, depth-1)
	k := x.IntN(7)
	switch k {
	case 0, 1:
		x.raw("s_cmp_%s_u32 s%d, %d\ns_cbranch_scc%d %s", x.one("eq", "lt", "gt"), count, x.IntN(60), x.IntN(2), behind)
	case 2:
		x.raw("s_bitcmp1_b32 s%d, %d\ns_cbranch_scc%d %s", count, x.IntN(4), x.IntN(2), behind)
	case 3:
		x.raw("v_cmp_gt_u32 vcc, %d, v%d\ns_cbranch_vcc%s %s", x.Uint32(), x.IntN(12), x.one("z", "nz"), behind)
	case 4:
		x.raw("s_cbranch_exec%s %s", x.one("z", "nz"), behind)
	case 5:
		x.raw("s_cmp_eq_u32 s86, %d\ns_cbranch_scc%d %s", x.IntN(3), x.IntN(2), behind) // some waves
	default:
		debug := "s_branch"
		if x.Gen != isa.GCN10 {
			debug = x.one("s_cbranch_cdbgsys", "s_cbranch_cdbguser", "s_branch")
		}
		x.raw("%s %s", debug, behind)
	}
	some := k == 3 || k == 5
	if some {
		x.parted++
	}
	if x.steps(1+x.IntN(2), depth); some {
		x.parted--
	}
	x.raw("%s:", behind)
}

// state changes what instructions depend on.
func (x *Programs) state() {
	switch x.IntN(7) {
	case 0:
		x.some("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), "+fmt.Sprint(x.IntN(256)),
			"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), "+fmt.Sprint(x.IntN(16)),
			"s_setreg_b32 hwreg(HW_REG_MODE, 4, 4), s2", "s_getreg_b32 s3, hwreg(HW_REG_MODE)",
			"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 8, 2), 2")
	case 1:
		m0 := x.IntN(8)
		if x.Faults && x.IntN(6) == 0 { // past the last register
			m0 = []int{246, 250, 252, 253, 98, 120}[x.IntN(6)]
		}
		x.raw("s_mov_b32 m0, %d", m0)
		x.some("v_movrels_b32 v2, v3", "v_movreld_b32 v3, v4", "v_movrelsd_b32 v1, v2", "s_movrels_b32 s2, s3",
			"s_movreld_b32 s4, s5", "s_movrels_b64 s[2:3], s[4:5]")
		x.raw("s_mov_b32 m0, -1")
	case 2:
		if x.Gen&(isa.GCN12|isa.GCN14) != 0 {
			x.raw("s_mov_b32 s0, %d\ns_set_gpr_idx_on s0, %d\nv_mov_b32 v2, v3\nv_add_f32 v1, v2, v3\ns_set_gpr_idx_off\n"+
				"s_mov_b32 m0, -1", x.IntN(8), 1+x.IntN(15))
		}
	case 3:
		if x.Tidy {
			return
		}
		x.raw("s_mov_b32 m0, %d", []int{0, 100, 4096, 1024, 4095}[x.IntN(5)])
	case 4:
		x.some("s_mov_b32 m0, -1", "s_mov_b32 m0, 0x10000")
	case 5:
		x.some("v_xor_b32 v12, 0x100, v12", "v_xor_b32 v14, 4, v14", "v_xor_b32 v21, 1, v21", "s_xor_b32 s55, s55, 16",
			"s_mov_b32 s54, 8")
	default:
		x.some("s_not_b64 exec, exec", "s_mov_b64 exec, s[42:43]", "s_mov_b64 exec, -1",
			"s_mov_b64 exec, 0\nv_mov_b32 v1, v2\ns_mov_b64 exec, -1")
	}
}

// call goes where a register says.
func (x *Programs) call() {
	switch x.IntN(3) {
	case 0: // past an instruction
		x.raw("s_getpc_b64 s[96:97]\ns_add_u32 s96, s96, 16\ns_addc_u32 s97, s97, 0\ns_setpc_b64 s[96:97]\ns_nop 0")
	case 1:
		x.raw("s_getpc_b64 s[98:99]\ns_add_u32 s98, s98, 12\ns_addc_u32 s99, s99, 0\ns_swappc_b64 s[96:97], s[98:99]")
	default:
		x.raw("s_getpc_b64 s[96:97]\nv_mov_b32 v3, s96")
	}
}

// exchange gives what waves have in LDS to each other.
func (x *Programs) exchange() {
	if x.Tidy && x.parted > 0 {
		return
	}
	x.raw("s_barrier\nds_write_b32 v14, v%d\ns_waitcnt lgkmcnt(0)\ns_barrier\nv_xor_b32 v11, 0x%x, v14\n"+
		"ds_read_b32 v%d, v11\ns_waitcnt lgkmcnt(0)\ns_barrier",
		x.IntN(10), []int{4, 256, 512, 252}[x.IntN(4)], x.IntN(10))
}

// fault ends the program in a late round.
func (x *Programs) fault(depth int) {
	skip := x.label()
	x.raw("s_cmp_eq_u32 s90, %d\ns_cbranch_scc0 %s", 1+x.IntN(20), skip)
	x.some("s_trap 2", "s_sethalt 1", "v_mov_b32 v19, 0x7fff\nflat_load_dword v1, v[18:19]",
		"s_mov_b64 s[96:97], 0\ns_setpc_b64 s[96:97]", "s_endpgm",
		"s_mov_b32 s51, 0x7fff\ns_load_dword s0, s[50:51], 0x0", "v_mov_b32 v19, 0x7fff\nflat_store_dword v[18:19], v1",
		"v_add_f32 v19, v1, v2\nflat_load_dwordx2 v[2:3], v[18:19]")
	x.raw("%s:", skip)
}
