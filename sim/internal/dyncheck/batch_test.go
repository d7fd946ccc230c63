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
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/internal/dyncheck"
	"github.com/gcnsim/gcnsim/sim/internal/hostcode"
)

// Of many work-groups that do the same at other addresses the findings are those of Go, to the letter, and so is what
// memory holds: also where one of them does something else, in some lanes, or at the address of another one.
func TestWorkGroupsThatDoTheSameAreChecked(t *testing.T) {
	n := 60
	switch {
	case *long:
		n = 4000
	case testing.Short():
		n = 30
	}
	old := dyncheck.LimitTracks(-1)
	defer dyncheck.LimitTracks(old)
	for _, tier := range []hostcode.Tier{hostcode.AVX2, hostcode.AVX512} {
		if _, err := tier.Choose(); err != nil {
			continue
		}
		r := rand.New(rand.NewPCG(31, uint64(tier)))
		found, clean := 0, 0
		for range n {
			waves, groups := 1+r.IntN(4), 30+r.IntN(60)
			src := alikeProgram(r, waves, groups)
			dyncheck.LimitTracks(-1)
			want, wantMem := runAlike(t, src, waves, groups, 1, "go")
			for i, limit := range []int{old, 2000 + r.IntN(60000), old} {
				workers := 1 + i/2*2
				dyncheck.LimitTracks(limit)
				got, gotMem := runAlike(t, src, waves, groups, workers, tier.String())
				at := fmt.Sprintf("%s, %d workers, %d waves, %d work-groups, %d\n%s", tier, workers, waves, groups, limit, src)
				if workers == 1 {
					require.Equal(t, want, got, at)
				} else { // where there are races, what is stored may be something else each time
					require.Equal(t, len(want) > 0, len(got) > 0, at)
				}
				if workers == 1 || len(want) == 0 {
					require.Equal(t, wantMem, gotMem, at)
				}
			}
			if found += len(want); len(want) == 0 {
				clean++
			}
		}
		t.Log(tier, found, "findings", clean, "programs without")
		require.Greater(t, found, n/4, tier)
		require.Greater(t, clean, n/4, tier)
	}
}

// A scalar load that all waves make is asked for again where one of them has stored in its page.
func TestScalarsOfWavesThatDoTheSameAreStale(t *testing.T) {
	const src = `
		s_or_b32 s14, s9, s2
		v_and_b32 v1, 63, v0
		s_lshl_b32 s10, s9, 2
		s_add_u32 s10, s10, s8
		s_lshl_b32 s12, s10, 8
		s_add_u32 s12, s12, 0x2000
		s_cmp_eq_u32 s14, 60
		s_cselect_b32 s12, 0, s12
		s_movk_i32 s15, 0x1040
		s_cmp_eq_u32 s14, 50
		s_cselect_b32 s15, 0x40, s15
		s_add_u32 s16, s0, s15
		s_addc_u32 s17, s1, 0
		v_lshlrev_b32 v10, 2, v1
		v_add_u32 v10, vcc, s12, v10
		s_load_dword s30, s[0:1], 0x40
		s_load_dword s31, s[16:17], 0x0
		s_waitcnt lgkmcnt(0)
		buffer_store_dword v1, v10, s[4:7], 0 offen
		s_waitcnt vmcnt(0)
		s_endpgm`
	want, _ := runAlike(t, src, 4, 80, 1, "go")
	require.NotEmpty(t, want)
	require.Contains(t, strings.Join(want, ""), "kcache")
	for _, tier := range []hostcode.Tier{hostcode.AVX2, hostcode.AVX512} {
		if _, err := tier.Choose(); err == nil {
			got, _ := runAlike(t, src, 4, 80, 1, tier.String())
			require.Equal(t, want, got, tier)
		}
	}
}

// runAlike makes two launches of such a program: what reads in pages that are written is known in the second one.
// It returns what was found, and what memory holds.
func runAlike(t *testing.T, src string, waves, groups, workers int, tier string) (found []string, memory []byte) {
	const base, size = 0x200000000, 256 << 10
	p, err := asm.Code(isa.GCN12, src)
	require.NoError(t, err, src)
	prog, err := sim.NewProgram(isa.GCN12, 0x1000, p.Code)
	require.NoError(t, err)
	d := sim.NewDevice(isa.GCN12)
	_, err = d.Mem.Map("buffer", base, size)
	require.NoError(t, err)
	for i, w := 0, d.Mem.Writable(base, size); i < len(w); i++ {
		w[i] = byte(i*7 + i>>8*13)
	}
	data := mem.RawBuffer(base, size)
	lanes, wave, group := abi.LocalIDX, abi.WaveInGroup, abi.WorkGroupIDX
	n := uint32(waves * isa.Lanes)
	l := sim.Launch{Prog: prog, Entry: 0x1000, Grid: [3]uint32{n * uint32(groups), 1, 1}, Group: [3]uint32{n, 1, 1}}
	l.Registers = []sim.RegInit{{Code: isa.CodeVGPR, Lanes: &lanes},
		{Code: 0, Scalar: []uint32{base & 0xffffffff, base >> 32, 0}}, {Code: 4, Scalar: data[:]},
		{Code: 8, Role: &wave}, {Code: 9, Role: &group}}
	l.Options = sim.Options{Check: true, Workers: workers, Host: tier}
	for i := range 2 {
		l.Registers[1].Scalar[2] = uint32(1-i) << 16
		r, err := d.Run(&l)
		require.NoError(t, err)
		require.Nil(t, r.Fault, "%v\n%s", r.Fault, src)
		for _, f := range r.Findings {
			text, err := json.Marshal(f)
			require.NoError(t, err)
			found = append(found, string(text))
		}
	}
	return found, append([]byte(nil), d.Mem.Slice(base, size)...)
}

// alikeProgram is a program whose waves load and store in bytes of their own, each once or twice.
func alikeProgram(r *rand.Rand, waves, groups int) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	some := func(of int) bool { return r.IntN(of) == 0 }
	const wait = "s_waitcnt vmcnt(0) lgkmcnt(0)"
	// v10: where a lane's bytes begin, in 512 bytes of the wave. s12 is that of the wave.
	line("s_%s_b32 s14, s9, s2", one("or", "or", "andn2")) // the work-group, or in the first launch perhaps none
	line("v_and_b32 v1, 63, v0\ns_mul_i32 s10, s9, %d\ns_add_u32 s10, s10, s8", waves)
	line("s_lshl_b32 s12, s10, 9\ns_add_u32 s12, s12, %d", 4096+4*r.IntN(2)*r.IntN(16))
	switch r.IntN(6) {
	case 0:
		line("v_lshlrev_b32 v10, 3, v1")
	case 1, 2: // four rows
		line("v_and_b32 v10, 15, v1\nv_lshlrev_b32 v10, 2, v10\nv_lshrrev_b32 v11, 4, v1")
		line("v_lshlrev_b32 v11, 7, v11\nv_add_u32 v10, vcc, v10, v11")
	case 3:
		line("v_xor_b32 v10, %d, v1\nv_lshlrev_b32 v10, 2, v10", r.IntN(64))
	default:
		line("v_lshlrev_b32 v10, 2, v1")
	}
	if some(3) { // one work-group accesses what another does
		line("s_cmp_eq_u32 s14, %d\ns_cselect_b32 s13, %d, 0\ns_add_u32 s12, s12, s13", r.IntN(groups),
			[]int{512 * waves, -512 * waves, 512, 4, 64, 256}[r.IntN(6)])
	}
	if some(4) { // one stores where others read, or in the same page
		line("s_cmp_eq_u32 s14, %d\ns_cselect_b32 s12, %d, s12", r.IntN(groups), []int{64, 1024, 2048, 3072}[r.IntN(4)])
	}
	line("v_add_u32 v10, vcc, s12, v10\nv_add_u32 v12, vcc, s0, v10\nv_mov_b32 v13, s1\nv_mov_b32 v14, 0")
	line("v_mov_b32 v16, %d", []int{512, 4, 0, 1024}[r.IntN(4)])
	if some(4) { // some lanes of some waves take part
		line("v_mov_b32 v15, s10\nv_and_b32 v15, %d, v15\nv_cmp_%s_u32 vcc, v15, v1\ns_mov_b64 s[20:21], vcc",
			[]int{3, 7, 63}[r.IntN(3)], one("lt", "eq", "ne"))
	} else {
		line("s_mov_b64 s[20:21], 0x%x", r.Uint32())
	}
	for i := range 10 {
		line("v_mov_b32 v%d, %s", 20+i, one("v1", "s10", "s9", "7"))
	}
	offset := func() string { return one("", "", "", " offset:256", " offset:4") }
	for range 1 + r.IntN(2) {
		for range r.IntN(4) {
			switch r.IntN(7) {
			case 0:
				line("s_load_dword s30, s[0:1], 0x%x", []int{0, 64, 4096, 8192}[r.IntN(4)])
			case 1:
				line("buffer_load_dword v29, v14, s[4:7], 0 offen offset:%d", 4*r.IntN(400))
			case 2:
				line("flat_load_dword v28, v[12:13]")
			case 3:
				line("buffer_load_%s v27, v10, s[4:7], 0 offen", one("ubyte", "sshort"))
			default:
				line("buffer_load_dword v%d, v10, s[4:7], 0 offen%s", 20+r.IntN(6), offset())
			}
		}
		line(wait)
		if some(2) {
			line("s_mov_b64 exec, %s", one("s[20:21]", "s[20:21]", "0x7fff", "0"))
		}
		for range 1 + r.IntN(3) {
			switch r.IntN(8) {
			case 0:
				line("flat_store_dword v[12:13], v%d", 20+r.IntN(6))
			case 1:
				line("buffer_store_%s v%d, v10, s[4:7], 0 offen", one("byte", "short"), 20+r.IntN(6))
			case 2:
				line("buffer_store_dword v20, v10, s[4:7], 0 offen%s\n%s", offset(), one(wait, "s_mov_b64 exec, -1"))
			default:
				line("buffer_store_dword v%d, v10, s[4:7], 0 offen%s", 20+r.IntN(6), offset())
			}
		}
		line("%s\ns_mov_b64 exec, -1", wait)
		if some(3) {
			line("s_barrier")
		}
		if some(4) { // then of the wave before, or behind
			line("v_%s_u32 v10, vcc, v10, v16", one("add", "sub"))
		}
	}
	line("s_endpgm")
	return b.String()
}
