package dyncheck_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/internal/dyncheck"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// ldsProgram is a random loop of waves that load, store and change LDS, in memory of their own or of
// others, and meet at barriers or not.
type ldsProgram struct {
	*rand.Rand
	strings.Builder
	gen    isa.Gen
	size   int // bytes of LDS
	labels int
	groups int
	differ bool // work-groups do different things
	wild   int  // one of so many steps is what a careful program does not do; 0: none
}

func (x *ldsProgram) line(format string, args ...any) { fmt.Fprintf(x, format+"\n", args...) }

func (x *ldsProgram) one(list ...string) string { return list[x.IntN(len(list))] }

func (x *ldsProgram) wildly() bool { return x.wild > 0 && x.IntN(x.wild) == 0 }

// address puts addresses into a register: v1 is the lane, v5 where the bytes of the wave begin, v16 and
// v17 are random dwords, v18 is where the bytes of the next wave begin, v29 is another place in each work-group.
func (x *ldsProgram) address(v int) {
	base := x.one("v5", "v5", "v5", "v5", "0", "v18", "v6")
	if x.differ && x.IntN(6) == 0 {
		base = "v29"
	}
	if x.wildly() {
		base = x.one("v19", "v18", "v16", "-4", "0x3fe")
		if base == "0x3fe" {
			x.line("v_mov_b32 v30, 0x3fe")
			base = "v30"
		}
	}
	stride := []int{0, 4, 4, 4, 8, 8, 16}[x.IntN(7)]
	if x.wildly() {
		stride = []int{1, 2, 6, 12, 64}[x.IntN(5)]
	}
	switch x.IntN(6) {
	case 0:
		x.line("v_and_b32 v%d, 0xfc, v16\nv_mad_u32_u24 v%[1]d, 1, v%[1]d, %s", v, base)
	case 1:
		x.line("v_mad_u32_u24 v%d, %d, v1, %s\nv_xor_b32 v%[1]d, %[4]d, v%[1]d", v, stride, base, 4<<x.IntN(4))
	default:
		x.line("v_mad_u32_u24 v%d, %d, v1, %s", v, stride, base)
	}
}

// access is a DS instruction with the addresses in a register.
func (x *ldsProgram) access(v int, writes bool) {
	off := []int{0, 0, 4, 8, 16, 64}[x.IntN(6)]
	if x.wildly() {
		off = []int{1, 2, 3, 6, 252, x.size, 65532}[x.IntN(7)]
	}
	if x.wildly() {
		x.line(x.one("ds_add_u32 v%d, v21", "ds_add_rtn_u32 v20, v%d, v21", "ds_max_u32 v%d, v21", "ds_write_b8 v%d, v21",
			"ds_write_b16 v%d, v21", "ds_cmpst_rtn_b32 v20, v%d, v21, v22", "ds_add_u64 v%d, v[20:21]")+" offset:%d", v, off)
		return
	}
	pair := [2]int{off / 4 & 15, x.IntN(20)}
	if writes {
		switch x.IntN(8) {
		case 0:
			x.line("ds_write_b64 v%d, v[20:21] offset:%d", v, off&^7)
		case 1:
			x.line("ds_write2_b32 v%d, v20, v21 offset0:%d offset1:%d", v, pair[0], pair[1])
		case 2:
			x.line("ds_write2_b64 v%d, v[20:21], v[22:23] offset0:%d offset1:%d", v, pair[0]/2, pair[1]/2)
		case 3:
			x.line(x.one("ds_write_b96 v%d, v[20:22]", "ds_write_b128 v%d, v[20:23]")+" offset:%d", v, off&^15)
		default:
			x.line("ds_write_b32 v%d, v%d offset:%d", v, 20+x.IntN(6), off)
		}
		return
	}
	switch x.IntN(12) {
	case 0, 1:
		x.line("ds_read_b64 v[%d:%d], v%d offset:%d", 22, 23, v, off&^7)
	case 2:
		x.line("ds_read2_b32 v[20:21], v%d offset0:%d offset1:%d", v, pair[0], pair[1])
	case 3:
		x.line("ds_read2st64_b32 v[22:23], v%d offset0:%d offset1:%d", v, pair[0]&1, pair[1]&3)
	case 4:
		x.line("ds_read_b128 v[20:23], v%d offset:%d", v, off&^15)
	case 5:
		x.line("ds_read_%s v%d, v%d offset:%d", x.one("u8", "i8", "u16", "i16"), 20+x.IntN(6), v, off&^1)
	case 6:
		x.line("ds_swizzle_b32 v20, v21 offset:0x80b1")
	case 7:
		if x.gen != isa.GCN11 {
			x.line("ds_bpermute_b32 v20, v%d, v21", v)
		}
	case 8: // the address is overwritten
		x.line("ds_read_b32 v%d, v%[1]d offset:%d\ns_waitcnt lgkmcnt(0)", v, off)
		x.address(v)
	default:
		x.line("ds_read_b32 v%d, v%d offset:%d", 20+x.IntN(6), v, off)
	}
}

// steps are some instructions. even says that all waves execute them.
func (x *ldsProgram) steps(n, depth int, even bool) {
	for range n {
		switch x.IntN(12) {
		case 0, 1:
			x.address(7 + x.IntN(3))
		case 2:
			if even {
				if !x.wildly() {
					x.line("s_waitcnt lgkmcnt(0)")
				}
				x.line("s_barrier")
			}
		case 3:
			if depth > 1 {
				continue
			}
			save := fmt.Sprintf("s[%d:%d]", 40+2*depth, 41+2*depth)
			x.line("v_cmp_%s_u32 vcc, %d, v1\ns_and_saveexec_b64 %s, vcc", x.one("gt", "lt", "ne"), x.IntN(64), save)
			x.steps(1+x.IntN(3), depth+1, false)
			x.line("s_or_b64 exec, exec, %s", save)
		case 4: // some of the rounds, of the waves, or of the work-groups
			x.labels++
			label := x.labels
			a := x.one("s50", "s50", "s8")
			if x.differ && x.IntN(2) == 0 {
				a = "s9"
			}
			x.line("s_cmp_%s_u32 %s, %d\ns_cbranch_scc%d skip%d", x.one("eq", "lt", "gt"), a, x.IntN(4), x.IntN(2), label)
			x.steps(1+x.IntN(3), depth, even && a != "s8")
			x.line("skip%d:", label)
		case 5:
			x.line("%s", x.one("v_add_f32 v20, v21, v22", "v_mov_b32 v21, v20", "s_mov_b64 exec, -1", "s_nop 0"))
			if x.wildly() && x.gen != isa.GCN14 {
				x.line("s_movk_i32 m0, %d", []int{-1, x.size, x.size / 2, 300, 0}[x.IntN(5)])
			}
		default:
			v := 7 + x.IntN(3)
			if x.IntN(3) == 0 {
				x.address(v)
			}
			writes := x.IntN(3) == 0
			for range 1 + x.IntN(5) {
				x.access(v, writes)
				if x.IntN(6) == 0 {
					writes = !writes
				}
				if x.IntN(4) == 0 {
					v = 7 + x.IntN(3)
				}
			}
			if !x.wildly() || x.IntN(2) == 0 {
				x.line("s_waitcnt lgkmcnt(%d)", []int{0, 0, 0, 1, 2}[x.IntN(5)])
			}
		}
	}
}

// newLDSProgram is one with some seed.
func newLDSProgram(seed uint64) (x *ldsProgram, waves int, inits []byte) {
	x = &ldsProgram{Rand: rand.New(rand.NewPCG(seed, 31))}
	x.gen = []isa.Gen{isa.GCN12, isa.GCN12, isa.GCN14, isa.GCN11}[x.IntN(4)]
	x.wild = []int{0, 0, 60, 12}[x.IntN(4)]
	x.groups, x.differ = 2, x.IntN(3) == 0
	rounds := []int{90, 70, 40}[x.IntN(3)]
	if x.IntN(2) == 0 { // the later work-groups may do what those before have done
		x.groups, rounds = 120, 1+x.IntN(3)
	}
	waves = []int{1, 2, 3, 4, 4}[x.IntN(5)]
	bytes := []int{256, 512, 1024}[x.IntN(3)]
	x.size = bytes * waves
	x.line("v_readfirstlane_b32 s10, v2\ns_lshr_b32 s8, s10, 6\ns_mul_i32 s10, s8, %d", bytes)
	x.line("v_mov_b32 v5, s10\ns_add_u32 s11, s10, %d\ns_cmp_eq_u32 s11, %d\ns_cselect_b32 s11, 0, s11\nv_mov_b32 v18, s11", bytes, x.size)
	x.line("v_mov_b32 v6, %d\ns_mul_i32 s12, s9, %d\nv_mad_u32_u24 v29, 1, s12, v5", 64*x.IntN(4), []int{0, 0, 4, 16}[x.IntN(4)])
	for v := range 3 {
		x.line("v_mad_u32_u24 v%d, 4, v1, v5", 7+v)
	}
	if x.IntN(8) == 0 {
		inits = make([]byte, x.IntN(x.size))
	}
	if x.IntN(6) > 0 { // all is written
		for at := 0; at < bytes; at += 256 {
			if x.IntN(12) > 0 {
				x.line("ds_write_b32 v7, v1 offset:%d", at)
			}
		}
	}
	if x.IntN(10) > 0 {
		x.line("s_waitcnt lgkmcnt(0)\ns_barrier")
	}
	// After these rounds host code is made.
	x.line("s_movk_i32 s50, %d\nloop:", rounds)
	for range 1 + x.IntN(3) {
		x.address(7 + x.IntN(3))
		x.steps(1+x.IntN(4), 0, true)
		if x.IntN(4) > 0 {
			x.line("s_waitcnt lgkmcnt(0)\ns_barrier")
		}
	}
	x.line("s_sub_u32 s50, s50, 1\ns_cmp_lg_u32 s50, 0\ns_cbranch_scc1 loop\ns_endpgm")
	return x, waves, inits
}

// ldsFindings are the findings of a run, how it ended, and how many DS instructions host code has
// executed.
func ldsFindings(t *testing.T, x *ldsProgram, waves int, inits []byte, tier string, limit int64) (list []string, hosted uint64) {
	text := x.String()
	p, err := asm.Code(x.gen, text)
	require.NoError(t, err, text)
	prog, err := sim.NewProgram(x.gen, 0x1000, p.Code)
	require.NoError(t, err)
	rows := make([][isa.Lanes]uint32, 30)
	r := rand.New(rand.NewPCG(uint64(len(text)), 3))
	for l := range uint32(isa.Lanes) {
		rows[1][l], rows[16][l], rows[17][l] = l, 4*r.Uint32N(uint32(x.size/4)), 4*r.Uint32N(uint32(x.size/4))
		rows[19][l] = []uint32{4, 4, 4, 4, 4, 4, 7, 1 << 20, 1<<32 - 4}[r.IntN(9)]
	}
	id, group := abi.LocalLinearID, abi.WorkGroupIDX
	regs := []sim.RegInit{{Code: isa.CodeVGPR, Vector: rows}, {Code: isa.CodeVGPR + 2, Lanes: &id},
		{Code: 9, Role: &group}, {Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}}}
	o := sim.Options{Check: true, Host: tier, Workers: 1, CountHost: true, MaxInsts: limit}
	d := sim.NewDevice(x.gen)
	_, err = d.Mem.Map("buffer", checkedBuffer, 64<<10)
	require.NoError(t, err)
	res, err := d.Run(&sim.Launch{Prog: prog, Entry: 0x1000, Grid: [3]uint32{uint32(waves * x.groups * isa.Lanes), 1, 1},
		Group: [3]uint32{uint32(waves * isa.Lanes), 1, 1}, LDS: uint32(x.size), InitLDS: inits, Registers: regs, Options: o})
	require.NoError(t, err)
	if res.Fault != nil {
		require.Positive(t, limit, "%v\n%s", res.Fault, text)
		list = append(list, res.Fault.Error())
	}
	for _, f := range res.Findings {
		text, err := json.Marshal(f)
		require.NoError(t, err)
		list = append(list, string(text))
	}
	core := (*engine.ProgramCore)(prog)
	for i, n := range res.HostCounts {
		if x := core.Recs()[i].X; n > 0 && x != nil && x.Inst.Form != nil && x.Inst.Form.Fmt == isa.DS {
			hosted += n
		}
	}
	return list, hosted
}

// What is found in LDS is the same to the byte whether accesses are looked at lane by lane when they
// are issued, in Go, or together on paths of host code, and whatever waits: some programs race, some
// read what nobody has written, or beyond the end, some are stopped.
func TestPathsFindInLDSWhatLanesFind(t *testing.T) {
	old := dyncheck.PostponeReads(-1)
	defer dyncheck.PostponeReads(old)
	n := uint64(60)
	switch {
	case *long:
		n = 6000
	case testing.Short():
		n = 20
	}
	hosted, clean, found := uint64(0), 0, 0
	for seed := range n {
		x, waves, inits := newLDSProgram(seed)
		limit := int64(0)
		if x.IntN(8) == 0 {
			limit = 200 + x.Int64N(20000)
		}
		dyncheck.PostponeReads(-1)
		want, none := ldsFindings(t, x, waves, inits, "go", limit)
		require.Zero(t, none)
		for _, later := range []int{old, []int{0, 3, 40, 300}[x.IntN(4)]} {
			dyncheck.PostponeReads(later)
			tier := x.one("auto", "auto", "go")
			got, k := ldsFindings(t, x, waves, inits, tier, limit)
			require.Equal(t, want, got, "seed %d, %d waves, %s, %d wait, limit %d\n%s", seed, waves, tier, later, limit, x.String())
			hosted += k
		}
		found += len(want)
		if len(want) == 0 {
			clean++
		}
	}
	t.Log(hosted, clean, found)
	require.Greater(t, found, int(n)/2)
	require.Greater(t, clean, int(n)/40)
	if hosted == 0 {
		t.Skip("this host has no host code")
	}
	require.Greater(t, hosted, 500*n)
}

// newSparseProgram is a program whose waves write some dwords of LDS, and read these in a loop behind a barrier, in
// other orders. Some rounds read others, which nobody has written or which do not begin where dwords do, or beyond
// the end.
func newSparseProgram(seed uint64) (x *ldsProgram, waves int) {
	x = &ldsProgram{Rand: rand.New(rand.NewPCG(seed, 59)), gen: isa.GCN12}
	x.groups, waves = []int{1, 1, 3, 40}[x.IntN(4)], []int{1, 1, 2, 4}[x.IntN(4)]
	stride := []int{8, 12, 16, 20, 68}[x.IntN(5)]
	bytes := (64*stride + 255) &^ 255 // of a wave
	x.size = bytes * waves
	x.line("v_readfirstlane_b32 s10, v2\ns_lshr_b32 s8, s10, 6\ns_mul_i32 s10, s8, %d\nv_mov_b32 v5, s10", bytes)
	first := x.IntN(2) * 4
	x.line("v_mul_u32_u24 v6, %d, v1\nv_add_u32 v6, vcc, %d, v6\nv_add_u32 v7, vcc, v5, v6", stride, first)
	pair := stride >= 12 && x.IntN(2) == 0
	if x.IntN(4) == 0 {
		x.line("s_mov_b32 exec_hi, 0x%x", []int{0, 0x7fffffff, 0x10000}[x.IntN(3)])
	}
	if x.line("ds_write_b32 v7, v1"); pair {
		x.line("ds_write_b32 v7, v2 offset:4")
	}
	x.line("s_mov_b64 exec, -1\ns_waitcnt lgkmcnt(0)\ns_barrier\ns_mov_b32 s50, 0\nback:")
	odd := 60 + x.IntN(80)
	other := 0
	if x.IntN(3) > 0 {
		other = []int{1, 2, stride - 4, 4, 8, -4, 64 * stride, x.size - 8, 1 << 16}[x.IntN(9)]
	}
	x.line("s_cmp_eq_u32 s50, %d\ns_cselect_b32 s20, %d, 0\nv_mov_b32 v10, s20", odd, other)
	for i := range 1 + x.IntN(3) {
		at := 11 + i
		x.line("v_xor_b32 v%d, s50, v1\nv_and_b32 v%[1]d, 63, v%[1]d\nv_mul_u32_u24 v%[1]d, %d, v%[1]d", at, stride)
		base := "v5"
		if waves > 1 && x.IntN(2) == 0 {
			base = "v10" // the first wave's
		}
		x.line("v_add_u32 v%d, vcc, %d, v%[1]d\nv_add_u32 v%[1]d, vcc, %[3]s, v%[1]d", at, first, base)
		if x.IntN(2) == 0 {
			x.line("v_cmp_eq_u32 vcc, %d, v1\nv_cndmask_b32 v9, 0, v10, vcc\nv_add_u32 v%d, vcc, v9, v%[2]d", x.IntN(64), at)
		}
		if x.IntN(4) == 0 {
			x.line("s_mov_b32 exec_lo, 0x%x", []int{0xff00ff, 0, 0xfffffffe}[x.IntN(3)])
		}
		switch {
		case waves == 1 && x.IntN(4) == 0:
			x.line(x.one("ds_add_u32 v%d, v1", "ds_add_rtn_u32 v20, v%d, v1", "ds_max_i32 v%d, v1 offset:4", "ds_xor_b32 v%d, v1"), at)
		case pair:
			x.line(x.one("ds_read_b32 v20, v%d", "ds_read2_b32 v[20:21], v%d offset0:0 offset1:1", "ds_read_b32 v20, v%d offset:4",
				"ds_read_b64 v[20:21], v%d", "ds_read_u16 v20, v%d offset:4"), at)
		default:
			x.line(x.one("ds_read_b32 v20, v%d", "ds_read_b32 v20, v%d", "ds_read_u8 v20, v%d", "ds_read_u16 v20, v%d offset:2"), at)
		}
		if x.IntN(2) == 0 {
			x.line("s_waitcnt lgkmcnt(0)")
		}
		if x.IntN(3) == 0 {
			x.line("ds_read_b32 v22, v%d\ns_waitcnt lgkmcnt(0)", at)
		}
		x.line("s_mov_b64 exec, -1")
	}
	x.line("s_waitcnt lgkmcnt(0)\ns_add_u32 s50, s50, 1\ns_cmp_lt_u32 s50, 150\ns_cbranch_scc1 back\ns_endpgm")
	return x, waves
}

// Dwords that have been written, with others between them, are known as such, and no others are.
func TestSparseReadsOfLDSAreKnown(t *testing.T) {
	old := dyncheck.PostponeReads(-1)
	defer dyncheck.PostponeReads(old)
	n := uint64(120)
	switch {
	case *long:
		n = 4000
	case testing.Short():
		n = 40
	}
	tiers := hostTiers()
	clean, found := 0, 0
	for seed := range n {
		x, waves := newSparseProgram(seed)
		dyncheck.PostponeReads(-1)
		want, _ := ldsFindings(t, x, waves, nil, "go", 0)
		dyncheck.PostponeReads(old)
		for _, tier := range tiers {
			got, _ := ldsFindings(t, x, waves, nil, tier, 0)
			require.Equal(t, want, got, "seed %d, %d waves, %s\n%s", seed, waves, tier, x.String())
		}
		if found += len(want); len(want) == 0 {
			clean++
		}
	}
	t.Log(clean, found)
	require.Greater(t, found, int(n)/4)
	require.Greater(t, clean, int(n)/4)
}
