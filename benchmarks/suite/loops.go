package suite

import (
	"math"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/launch"
)

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

// loops are the hot loops by name.
var loops = []loop{
	{name: "mix", about: "21 instructions: memory, LDS at random, scalar and vector arithmetic",
		setup: mixSetup, body: mixBody, counts: true, iterations: 50000, results: []int{8, 14, 15},
		model: mixModel, floats: isa.Lanes, c: true, simd: true},
	{name: "alu", about: "16 vector and 3 scalar instructions without memory", setup: aluSetup, body: aluBody,
		counts: true, iterations: 50000, results: []int{9, 13}, model: aluModel, c: true, simd: true},
	{name: "mix-40-waves", about: "mix in 40 waves, with a clock on one compute unit", setup: mixSetup, body: mixBody,
		counts: true, iterations: 1250, groups: 40, lds: 4 << 10, results: []int{8, 14, 15},
		model: mixModel, floats: isa.Lanes, c: true, simd: true},
	{name: "alu-40-waves", about: "alu in 40 waves, with a clock on one compute unit", setup: aluSetup, body: aluBody,
		counts: true, iterations: 1250, groups: 40, lds: 1 << 10, results: []int{9, 13}, model: aluModel, c: true, simd: true},
	{name: "launches", about: "1000 launches of one wave that does next to nothing", body: "v_mov_b32 v8, v0",
		iterations: 1, launches: 1000, lds: 1 << 10, results: []int{8},
		model: func(int, []uint32) []row {
			return lanes(1, func(lane int, out []*uint32) { *out[0] = uint32(lane) })
		}},

	{name: "i32-dependent", about: "a chain of 32-bit products, sums and differences", c: true, copies: 8,
		results: []int{8},
		setup:   "s_mov_b32 s9, 0x3c6ef35f\ns_mov_b32 s14, 0x19660d\n" + begin("v_mov_b32 v$, v2", 8),
		body:    "v_mul_lo_u32 v8, v8, s14\nv_add_u32 v8, s9, v8\nv_xor_b32 v8, s14, v8",
		model:   each(1, firstU, func(v uint32) uint32 { return (v*lcgBy + lcgPlus) ^ lcgBy }, bits32)},
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
		model: each(1, firstD, func(v float64) float64 { return float64(v*belowD) + 0.5 }, bitsD)},
	{name: "f64-independent", about: "four chains of f64 fma", c: true, copies: 8, results: eight,
		setup: "s_mov_b32 s8, 0\ns_mov_b32 s9, 0x3feffe00\n" + begin("v_cvt_f64_u32 v[$:$+1], v2", 8, 10, 12, 14),
		body:  through("v_fma_f64 v[$:$+1], v[$:$+1], s[8:9], 0.5", 8, 10, 12, 14),
		model: each(4, firstD, func(v float64) float64 { return math.FMA(v, belowD, 0.5) }, bitsD)},
	{name: "f16-dependent", about: "a chain of f16 products and sums", copies: 8, results: []int{8},
		setup: begin("v_cvt_f16_u16 v$, v2", 8), body: "v_mul_f16 v8, 0.5, v8\nv_add_f16 v8, 1.0, v8",
		model: each(1, firstD, func(v float64) float64 { return half(half(v*0.5) + 1) }, bitsH)},
	{name: "f16-independent", about: "eight chains of f16 fma", copies: 4, results: eight,
		setup: begin("v_cvt_f16_u16 v$, v2", eight...), body: through("v_fma_f16 v$, v$, 0.5, 1.0", eight...),
		model: each(8, firstD, func(v float64) float64 { return half(v*0.5 + 1) }, bitsH)},
	{name: "packed-dependent", about: "a chain of packed f16 products and sums", copies: 8, results: []int{8},
		setup: "v_mov_b32 v6, 0x38003800\nv_mov_b32 v7, 0x3c003c00\n" +
			begin("v_cvt_f16_u16 v3, v2\nv_pack_b32_f16 v$, v3, v3", 8),
		body:  "v_pk_mul_f16 v8, v8, v6\nv_pk_add_f16 v8, v8, v7",
		model: each(1, firstD, func(v float64) float64 { return half(half(v*0.5) + 1) }, bitsHH)},
	{name: "packed-independent", about: "eight chains of packed 16-bit products and sums", c: true, copies: 4,
		results: eight,
		setup:   "v_mov_b32 v6, 0x660d660d\nv_mov_b32 v7, 0xf35ff35f\n" + begin("v_mov_b32 v$, v2", eight...),
		body:    through("v_pk_mad_u16 v$, v$, v6, v7", eight...),
		model: each(8, firstU, func(v uint32) uint32 {
			return uint32(uint16(v)*0x660d+0xf35f) | uint32(uint16(v>>16)*0x660d+0xf35f)<<16
		}, bits32)},
	{name: "transcendental", about: "exp, log, reciprocal, square root, sine", c: true, copies: 4, results: []int{8, 9, 10, 11, 12},
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
	{name: "load-64-bit", about: "loads of two dwords by 64-bit addresses", c: true, copies: 8, results: []int{9},
		setup: "s_mov_b32 s9, 0x3c6ef35f\nv_mov_b32 v9, 0\nv_mov_b32 v5, s3\nv_lshlrev_b32 v3, 3, v0\n" +
			"v_add_co_u32 v4, vcc, s2, v3\nv_addc_co_u32 v5, vcc, 0, v5, vcc",
		body:  "global_load_dwordx2 v[6:7], v[4:5], off\ns_waitcnt vmcnt(0)\nv_xor_b32 v8, v6, v7\n" + mixedText,
		model: eachLane(func(lane int, sum uint32, data []uint32) uint32 { return mixed(sum, data[2*lane]^data[2*lane+1]) })},
	{name: "load-pipelined", about: "four loads at a time", c: true, copies: 4, results: []int{9},
		setup: "v_mov_b32 v9, 0",
		body: "buffer_load_dword v20, v1, s[4:7], 0 offen\nbuffer_load_dword v21, v1, s[4:7], 0 offen offset:256\n" +
			"buffer_load_dword v22, v1, s[4:7], 0 offen offset:512\nbuffer_load_dword v23, v1, s[4:7], 0 offen offset:768\n" +
			"s_waitcnt vmcnt(3)\nv_add_u32 v9, v9, v20\ns_waitcnt vmcnt(2)\nv_xor_b32 v9, v9, v21\n" +
			"s_waitcnt vmcnt(1)\nv_add_u32 v9, v9, v22\ns_waitcnt vmcnt(0)\nv_xor_b32 v9, v9, v23",
		model: eachLane(func(lane int, sum uint32, data []uint32) uint32 {
			return ((sum + data[lane]) ^ data[64+lane] + data[128+lane]) ^ data[192+lane]
		})},
	storeLoop("store-coalesced", "stores of dwords that follow each other", "v_add_u32 v2, 0x100, v1",
		func(lane int) int { return lane }),
	storeLoop("store-scattered", "stores of dwords in another order than the lanes'",
		"v_mul_u32_u24 v2, 29, v0\nv_and_b32 v2, 63, v2\nv_lshlrev_b32 v2, 2, v2\nv_add_u32 v2, 0x100, v2",
		func(lane int) int { return 29 * lane % isa.Lanes }),
	{name: "scalar-load", about: "scalar loads of four dwords", c: true, copies: 8, results: []int{9},
		setup: "s_mov_b32 s9, 0x3c6ef35f\ns_mov_b32 s14, 0\ns_mov_b32 s15, 0",
		body: "s_load_dwordx4 s[20:23], s[2:3], s14\ns_add_u32 s14, s14, 16\ns_and_b32 s14, s14, 0xfff0\n" +
			"s_waitcnt lgkmcnt(0)\ns_add_u32 s15, s15, s20\ns_xor_b32 s15, s15, s23\nv_mov_b32 v9, s15",
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
	globalAtomics("global-atomic-different", "atomics of memory on an address for each lane",
		"v_add_u32 v2, 0x100, v1", false),

	{name: "scalar", about: "a chain of scalar instructions", copies: 8, results: []int{9}, finish: "v_mov_b32 v9, s8",
		setup: "s_mov_b32 s8, 0",
		body: "s_add_u32 s8, s8, 3\ns_lshl_b32 s9, s8, 2\ns_and_b32 s10, s9, 0xff00\ns_bfe_u32 s11, s9, 0x40003\n" +
			"s_xor_b32 s8, s8, s10\ns_add_u32 s8, s8, s11",
		model: eachLane(func(_ int, v uint32, _ []uint32) uint32 {
			v += 3
			return v ^ v<<2&0xff00 + v<<2>>3&0xf
		})},
	{name: "branch", about: "branches that are taken and not", copies: 8, results: []int{9}, finish: "v_mov_b32 v9, s8",
		setup: "s_mov_b32 s8, 0\ns_mov_b64 vcc, 0\ns_cmp_lg_u32 s8, 0",
		body:  "s_branch 0\ns_cbranch_execz 1\ns_cbranch_vccnz 0\ns_cbranch_scc0 0\ns_add_u32 s8, s8, 1",
		model: eachLane(func(_ int, v uint32, _ []uint32) uint32 { return v + 1 })},
	{name: "select", about: "compares and selects, with VCC and with a pair of registers", c: true, copies: 8, results: []int{9},
		setup: "s_mov_b32 s9, 0x3c6ef35f\nv_mul_u32_u24 v3, 0x10003, v0\nv_mov_b32 v9, 0",
		body: "v_cmp_lt_u32 vcc, v9, v3\nv_cndmask_b32 v8, v3, v9, vcc\nv_cmp_gt_i32 s[10:11], v8, v0\n" +
			"v_cndmask_b32 v8, v8, v0, s[10:11]\n" + mixedText,
		model: eachLane(func(lane int, v uint32, _ []uint32) uint32 {
			least := min(v, uint32(lane)*0x10003)
			if int32(least) > int32(lane) {
				least = uint32(lane)
			}
			return mixed(v, least)
		})},
	{name: "modifiers", about: "neg, abs and clamp, SDWA, DPP", copies: 8, results: []int{8, 10},
		setup: "s_mov_b32 s9, 0x3c6ef35f\nv_cvt_f32_u32 v3, v0\nv_mul_f32 v3, 0xbc800000, v3\n" +
			"v_mov_b32 v8, 0\nv_mov_b32 v10, 0\nv_mul_u32_u24 v2, 0x50007, v0", // v3 is -lane / 64
		body: "v_add_u32_sdwa v12, v10, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_1\n" +
			"v_add_f32 v9, -v8, |v3|\nv_mul_f32 v8, 0.5, v9 clamp\n" +
			"v_mov_b32_dpp v11, v12 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf\n" +
			"v_add_u32 v10, v11, v12\nv_xor_b32 v10, s9, v10",
		model: func(n int, _ []uint32) []row {
			rows := make([]row, 2)
			var f [isa.Lanes]float32
			for range n {
				var sum row
				for l := range sum {
					f[l] = max(0, 0.5*(float32(l)/isa.Lanes-f[l]))
					sum[l] = rows[1][l] + uint32(l)*0x50007>>16
				}
				for l := range sum {
					rows[0][l], rows[1][l] = word(f[l]), mixed(sum[l], sum[l^1])
				}
			}
			return rows
		}},
	{name: "partial-exec", about: "arithmetic of some lanes", c: true, copies: 8, results: []int{8},
		setup: "s_mov_b32 s9, 0x3c6ef35f\ns_mov_b32 s14, 0x19660d\nv_mov_b32 v8, 0",
		body:  "s_mov_b32 exec_lo, 0x5a5a5a5a\nv_add_u32 v8, s9, v8\nv_xor_b32 v8, s14, v8\ns_mov_b64 exec, -1",
		model: eachLane(func(lane int, v uint32, _ []uint32) uint32 {
			if lane < 32 && 0x5a5a5a5a>>lane&1 == 0 {
				return v
			}
			return (v + lcgPlus) ^ lcgBy
		})},
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
		body: "ds_write_b32 v1, v9\ns_waitcnt lgkmcnt(0)\ns_barrier\n" +
			"ds_read_b32 v8, v3\ns_waitcnt lgkmcnt(0)\ns_barrier\n" + mixedText,
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

// eachLane is a model of one register, which begins as 0.
func eachLane(step func(lane int, v uint32, data []uint32) uint32) func(int, []uint32) []row {
	return func(n int, data []uint32) []row {
		return lanes(1, func(lane int, out []*uint32) {
			for range n {
				*out[0] = step(lane, *out[0], data)
			}
		})
	}
}

// storeLoop stores a chain's values into the row behind the results, at the address that address
// computes into v2.
func storeLoop(name, about, address string, at func(lane int) int) loop {
	return loop{name: name, about: about, c: true, copies: 8, results: []int{8},
		setup: "s_mov_b32 s9, 0x3c6ef35f\ns_mov_b32 s14, 0x19660d\nv_mov_b32 v8, v0\n" + address,
		body: "v_add_u32 v8, s9, v8\nv_xor_b32 v8, s14, v8\n" +
			"buffer_store_dword v8, v2, s[16:19], 0 offen\ns_waitcnt vmcnt(0)",
		model: func(n int, _ []uint32) []row {
			rows := make([]row, 2)
			for l := range isa.Lanes {
				v := uint32(l)
				for range n {
					v = (v + lcgPlus) ^ lcgBy
				}
				rows[0][l], rows[1][at(l)] = v, v
			}
			return rows
		}}
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
	return loop{name: name, about: about, c: !same, copies: 8, results: []int{9},
		setup: address + "\nv_add_u32 v3, 1, v0\nv_mov_b32 v8, 0\nds_write_b32 v2, v8\ns_waitcnt lgkmcnt(0)",
		// The sum is read each time, so that the row of results needs nothing behind the loop.
		body: "ds_add_u32 v2, v3\nds_read_b32 v9, v2\ns_waitcnt lgkmcnt(0)",
		model: func(n int, _ []uint32) []row {
			return lanes(1, func(lane int, out []*uint32) { *out[0] = summed(n, lane, same) })
		}}
}

// globalAtomics adds to the row behind the results.
func globalAtomics(name, about, address string, same bool) loop {
	return loop{name: name, about: about, c: !same, copies: 8, results: []int{3},
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
