package hostcode_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/internal/hostcode"
)

// privateBytes is the private memory of a work-item in loops of privateLoop.
const privateBytes = 96

// privateLoop is a loop of accesses to private memory and others: with and without offsets in registers, at the frame
// pointer s8 or s10, of some lanes and of all, aligned or not, some of them past the wave's part. s[0:3] is its
// resource, s[44:47] another buffer.
func privateLoop(r *rand.Rand, g isa.Gen) (string, sim.Launch) {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	strange := r.IntN(3) == 0 // some accesses are not as usual
	var b strings.Builder
	b.WriteString("s_movk_i32 s40, 220\nagain:\n")
	line := func(format string, list ...any) { fmt.Fprintf(&b, format+"\n", list...) }
	for range 2 + r.IntN(6) {
		size := one("dword", "dword", "dword", "byte", "short")
		verb, data := "store", fmt.Sprintf("v%d", 1+r.IntN(6))
		if r.IntN(2) == 0 {
			if verb = "load"; size != "dword" {
				size = one("u", "s") + size
			}
		}
		if strange && r.IntN(8) == 0 && size == "dword" {
			size, data = "dwordx2", fmt.Sprintf("v[%d:%d]", 1, 2)
		}
		offset := r.IntN(privateBytes/8) * 4
		switch {
		case size[len(size)-1] == 'e':
			offset += r.IntN(4)
		case size[len(size)-1] == 't':
			offset += 2 * r.IntN(2)
		}
		if strange && r.IntN(6) == 0 {
			offset += r.IntN(4)
		}
		if strange && r.IntN(12) == 0 {
			offset += privateBytes
		}
		addr, offen := "off", ""
		if r.IntN(2) == 0 {
			addr, offen = one("v12", "v13", "v13"), " offen"
			if strings.HasSuffix(size, "byte") {
				addr = one("v12", "v13", "v14")
			}
			if strange && r.IntN(4) == 0 {
				addr = one("v14", "v14", "v15")
			}
		}
		line("buffer_%s_%s %s, %s, s[0:3], %s%s offset:%d", verb, size, data, addr, one("s8", "s10"), offen, offset)
		switch r.IntN(5) {
		case 0:
			line("buffer_store_dword v5, v16, s[44:47], 0 offen")
		case 1:
			line("buffer_load_dword v6, v16, s[44:47], 0 offen")
		case 2:
			line("v_xor_b32 v%d, s40, v%d", 1+r.IntN(6), 1+r.IntN(6))
		}
		if r.IntN(3) > 0 {
			line("s_waitcnt vmcnt(%d)", r.IntN(3)/2)
		}
		switch r.IntN(12) {
		case 0:
			line("s_mov_b64 exec, s[42:43]")
		case 1, 2:
			line("s_mov_b64 exec, -1")
		case 3:
			line("v_xor_b32 v13, 4, v13")
		case 4:
			line("s_xor_b32 s10, 0x100, s10")
		}
	}
	if strange { // an offset far out, in the end
		line("s_cmp_eq_u32 s40, 3\ns_cselect_b32 s11, %#x, 8\nv_mov_b32 v15, s11", []uint32{1 << 16, 1 << 26, 1<<32 - 64}[r.IntN(3)])
	}
	line("s_waitcnt vmcnt(0)\ns_sub_u32 s40, s40, 1\ns_cmp_lg_u32 s40, 0\ns_cbranch_scc1 again\ns_endpgm")
	var rows [20]isa.Row
	for l := range isa.Lanes {
		for i := range 12 {
			rows[i][l] = r.Uint32()
		}
		rows[12][l] = 8
		rows[13][l] = uint32(4 * r.IntN(privateBytes/8))
		rows[14][l] = uint32(r.IntN(privateBytes / 2))
		rows[15][l] = 8
		rows[16][l] = uint32(4 * l)
	}
	offset := abi.ScratchWaveOffset
	return b.String(), privateLaunch(r, rows[:], sim.RegInit{Code: 10, Role: &offset})
}

// privateLaunch is a launch of two waves with private memory, with a resource of other memory in s[44:47] and any
// scalars in s[42:43].
func privateLaunch(r *rand.Rand, rows []isa.Row, more ...sim.RegInit) sim.Launch {
	words, offset := abi.PrivateSegmentBuffer, abi.ScratchWaveOffset
	return sim.Launch{Grid: [3]uint32{128, 1, 1}, Group: [3]uint32{128, 1, 1}, Scratch: privateBytes, Registers: append([]sim.RegInit{
		{Code: isa.CodeVGPR, Vector: rows}, {Code: 0, Role: &words}, {Code: 8, Role: &offset},
		{Code: 42, Scalar: []uint32{r.Uint32(), r.Uint32()}}, {Code: 44, Scalar: []uint32{0, 2, 4096, 0x24fac}}}, more...),
		Options: sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true, MaxInsts: 200000}}
}

// Loops with private memory leave the same in each tier, with and without checks: registers, findings and faults.
func TestPrivateMemoryAgrees(t *testing.T) {
	n := 120
	if *long {
		n = 3000
	}
	for _, tier := range tiers(t) {
		r := rand.New(rand.NewPCG(11, uint64(len(tier))))
		direct, rounds, check := uint64(0), map[bool]int{}, false
		stop := hostcode.OnWhole(func(times int, _ bool) { rounds[check] += times })
		for range n {
			g := []isa.Gen{isa.GCN10, isa.GCN11, isa.GCN12, isa.GCN14}[r.IntN(4)]
			src, l := privateLoop(r, g)
			p, err := asm.Code(g, src)
			require.NoError(t, err, src)
			check = r.IntN(2) == 0
			l.Options.Check = check
			want, got := remember(t, g, p.Code, l, "go"), remember(t, g, p.Code, l, tier)
			direct += got.direct
			want.direct, got.direct = 0, 0
			require.True(t, want.equal(&got), "%s, %v, check %v: %s\n%s", tier, g, check, want.differs(&got), src)
		}
		stop()
		t.Log(tier, direct, rounds)
		require.Greater(t, direct, uint64(100*n), tier)
	}
}

// GCN 1.0 reads what a store stores when EXP falls: what a register is given before that is stored, what it is given
// behind that is not, wherever a wave leaves the path.
func TestDataThatStoresReadLateAgree(t *testing.T) {
	const src = `
		s_movk_i32 s40, 600
	again:
		v_add_i32 v1, vcc, s40, v1
		v_mov_b32 v2, v1
		v_mov_b32 v3, v1
		buffer_load_dword v4, off, s[44:47], 0 offset:512
		s_waitcnt vmcnt(0)
		buffer_store_dword v1, v12, s[44:47], 0 offen
		buffer_store_dword v2, v12, s[44:47], 0 offen offset:1024
		WAIT
		v_xor_b32 v1, 5, v1
		s_bitcmp1_b32 s40, 2
		s_cbranch_scc1 other
		buffer_store_dword v3, v12, s[44:47], 0 offen offset:2048
		s_waitcnt vmcnt(1)
		v_not_b32 v2, v2
		s_waitcnt vmcnt(0)
	next:
		s_sub_u32 s40, s40, 1
		s_cmp_lg_u32 s40, 0
		s_cbranch_scc1 again
		s_endpgm
	other:
		v_add_i32 v2, vcc, 3, v2
		s_waitcnt vmcnt(0)
		v_add_i32 v12, vcc, 4, v12
		v_and_b32 v12, 0x3ff, v12
		s_branch next`
	var rows [13]isa.Row
	for l := range isa.Lanes {
		rows[1][l], rows[12][l] = uint32(l*l), uint32(4*l)
	}
	l := sim.Launch{Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1},
		Registers: []sim.RegInit{{Code: isa.CodeVGPR, Vector: rows[:]}, {Code: 44, Scalar: []uint32{0, 2, room, 0x24fac}}},
		Options:   sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true}}
	for wait, least := range map[string]uint64{"s_waitcnt expcnt(0)": 1200, "s_waitcnt expcnt(1)": 1200, "s_nop 0": 400} {
		p, err := asm.Code(isa.GCN10, strings.Replace(src, "WAIT", wait, 1))
		require.NoError(t, err)
		for _, l.Options.Check = range []bool{false, true} {
			want := remember(t, isa.GCN10, p.Code, l, "go")
			for _, tier := range tiers(t) {
				got := remember(t, isa.GCN10, p.Code, l, tier)
				if !l.Options.Check {
					require.Greater(t, got.direct, least, "%s: accesses in host code of 2100, %s", tier, wait)
				}
				got.direct = 0
				require.True(t, want.equal(&got), "%s, check %v, %s: %s", tier, l.Options.Check, wait, want.differs(&got))
			}
		}
	}
}
