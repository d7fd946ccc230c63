package dyncheck_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/internal/dyncheck"
)

var long = flag.Bool("long", false, "compare races of 4,000 random launches instead of 16, and more random programs")

// trackProgram is a random program of several waves and work-groups that access memory in a loop. Each
// wave has bytes of its own; some programs access others too.
func trackProgram(r *rand.Rand) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	racy := r.IntN(3) // 0: hardly ever
	size := []int{1, 2, 4, 4, 8, 16}[r.IntN(6)]
	line("s_mul_i32 s10, s8, %d\ns_mul_i32 s11, s9, %d\ns_add_u32 s10, s10, s11\ns_add_u32 s10, s10, 0x8000", 64*size, 256*size) // s8: wave, s9: group
	line("v_mul_u32_u24 v10, %d, v1\nv_add_u32 v10, vcc, s10, v10", size)
	line("s_and_b32 s12, s8, 1\ns_lshl_b32 s12, s12, 6\nv_add_u32 v11, vcc, s12, v0") // v11: of two waves, of all groups
	line("v_mov_b32 v13, 0\nv_add_u32 v12, vcc, s0, v10\nv_mov_b32 v20, 1\nv_mov_b32 v21, s9\nv_mov_b32 v22, s8\nv_mov_b32 v23, v1")
	line("s_movk_i32 s50, %d\nloop:", 1+r.IntN(24))
	for range 2 + r.IntN(6) {
		if r.IntN(8) == 0 {
			line("s_mov_b32 exec_lo, 0x%x", r.Uint32()|1)
		}
		width := map[int]string{1: "ubyte", 2: "ushort", 4: "dword", 8: "dwordx2", 16: "dwordx4"}[size]
		data := map[int]string{1: "v20", 2: "v20", 4: "v2%d", 8: "v[20:21]", 16: "v[20:23]"}[size]
		if size == 4 {
			data = fmt.Sprintf(data, r.IntN(4))
		}
		into := strings.NewReplacer("v2", "v3", "[2", "[3", ":2", ":3").Replace(data)
		store := strings.TrimPrefix(width, "u")
		other := r.IntN(12) < racy
		switch k := r.IntN(12); {
		case k < 3:
			line("buffer_load_%s %s, v10, s[4:7], 0 offen%s", width, into, one("", "", " offset:4080", " glc"))
		case k < 5:
			line("buffer_store_%s %s, v10, s[4:7], 0 offen", store, data)
		case k == 5:
			line("%s", one("flat_load_dword v31, v[12:13]", "flat_store_dword v[12:13], v21", "flat_load_ubyte v31, v[12:13]",
				"flat_store_byte v[12:13], v21"))
		case k == 6:
			line("s_load_dwordx2 s[30:31], s[0:1], 0x%x", 8192+r.IntN(4)*64)
		case k == 7 && other:
			line("buffer_store_%s v2%d, v11, s[4:7], 0 offen offset:%d", one("dword", "byte"), r.IntN(4), r.IntN(8)*64)
		case k == 8 && other:
			line("buffer_atomic_add v20, v11, s[4:7], 0 offen offset:%d%s", 2048+r.IntN(2)*64, one("", " glc"))
		case k == 9 && other:
			line("%s", one("s_store_dword s9, s[0:1], 0x40", "s_store_dword s50, s[0:1], 0x2040", "buffer_wbinvl1",
				"s_load_dwordx4 s[32:35], s[0:1], 0x80"))
		case k == 10 && other:
			line("buffer_load_dword v31, v11, s[4:7], 0 offen offset:%d", r.IntN(8)*64)
		default:
			line("buffer_load_dword v31, v11, s[4:7], 0 offen offset:%d", 2048+1024*r.IntN(2))
		}
		line("s_mov_b64 exec, -1")
		if r.IntN(9) > 0 {
			line("s_waitcnt vmcnt(0) lgkmcnt(0)")
		}
		if r.IntN(5) == 0 {
			line("s_barrier")
		}
	}
	line("s_waitcnt vmcnt(0) lgkmcnt(0)\n%s", one("", "v_add_u32 v10, vcc, 16, v10", "s_barrier"))
	line("s_sub_u32 s50, s50, 1\ns_cmp_lg_u32 s50, 0\ns_cbranch_scc1 loop\ns_endpgm")
	return b.String()
}

// trackFindings are the findings of a run.
func trackFindings(t *testing.T, text string, waves, groups, workers int) (list []string) {
	p, err := asm.Code(isa.GCN12, text)
	require.NoError(t, err, text)
	prog, err := sim.NewProgram(isa.GCN12, 0x1000, p.Code)
	require.NoError(t, err)
	d := sim.NewDevice(isa.GCN12)
	_, err = d.Mem.Map("buffer", checkedBuffer, 64<<10)
	require.NoError(t, err)
	res := mem.RawBuffer(checkedBuffer, 64<<10)
	rows := make([][isa.Lanes]uint32, 32)
	for l := range uint32(isa.Lanes) {
		rows[0][l], rows[1][l] = 4*l, l
	}
	wave, group := abi.WaveInGroup, abi.WorkGroupIDX
	regs := []sim.RegInit{
		{Code: 0, Scalar: []uint32{checkedBuffer, 0}}, {Code: 4, Scalar: res[:]}, {Code: isa.CodeVGPR, Vector: rows},
		{Code: isa.CodeM0, Scalar: []uint32{^uint32(0)}}, {Code: 30, Scalar: make([]uint32, 10)},
		{Code: 8, Role: &wave}, {Code: 9, Role: &group},
	}
	o := sim.Options{Check: true, Workers: workers}
	r, err := d.Run(&sim.Launch{Prog: prog, Entry: 0x1000, Grid: [3]uint32{uint32(waves * groups * isa.Lanes), 1, 1},
		Group: [3]uint32{uint32(waves * isa.Lanes), 1, 1}, Registers: regs, Options: o})
	require.NoError(t, err)
	require.Nil(t, r.Fault, text)
	for _, f := range r.Findings {
		text, err := json.Marshal(f)
		require.NoError(t, err)
		list = append(list, string(text))
	}
	return list
}

// What is found in memory is the same to the byte whether notes are made of each access at once, of
// tracks, or from some access on.
func TestTracksChangeNoFinding(t *testing.T) {
	n := 120
	if testing.Short() {
		n = 40
	}
	old := dyncheck.LimitTracks(-1)
	defer dyncheck.LimitTracks(old)
	found, clean := 0, 0
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 8))
		text, waves, groups := trackProgram(r), []int{1, 2, 4}[r.IntN(3)], []int{1, 2, 3, 5}[r.IntN(4)]
		dyncheck.LimitTracks(-1)
		want := trackFindings(t, text, waves, groups, 1)
		for _, limit := range []int{old, 1000 + 500*r.IntN(20)} {
			dyncheck.LimitTracks(limit)
			require.Equal(t, want, trackFindings(t, text, waves, groups, 1), "%s\n%d waves, %d groups, %d", text, waves, groups, limit)
		}
		races := 0
		for _, f := range want {
			if strings.Contains(f, `"global-race"`) || strings.Contains(f, `"wave-race"`) {
				races++
			}
		}
		if found += races; races == 0 {
			clean++
		}
	}
	t.Log(found, clean)
	require.Greater(t, found, n/4)
	require.Greater(t, clean, n/5)
}
