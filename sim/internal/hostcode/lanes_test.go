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
)

// laneLoop is a loop as compilers write it that do not optimize: scalars are kept in lanes of v20 to v22, and these and
// v1 to v3 in private memory at s8. Most lanes have never been written. Now and then something undefined is used.
func laneLoop(r *rand.Rand, g isa.Gen) (string, sim.Launch) {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	var b strings.Builder
	line := func(format string, list ...any) { fmt.Fprintf(&b, format+"\n", list...) }
	odd := []int{0, 8, 40}[r.IntN(3)] // one of so many instructions may use what is undefined, 0: none
	oddly := func() bool { return odd > 0 && r.IntN(odd) == 0 }
	spill := func() string { return one("v20", "v21", "v22") }
	scalar := func() string { return fmt.Sprintf("s%d", 50+r.IntN(6)) }
	lane := func() int {
		if oddly() {
			return 32 + r.IntN(32)
		}
		return r.IntN(6)
	}
	whole := func(text string) {
		line("s_or_saveexec_b64 s[24:25], -1\n%s", text)
		if r.IntN(8) > 0 {
			line("s_mov_b64 exec, s[24:25]")
		}
	}
	slot := map[string]int{"v20": 0, "v21": 4, "v22": 8, "v1": 12, "v2": 16, "v3": 20}
	at := func(v string) int {
		if oddly() {
			return 4 * r.IntN(6)
		}
		return slot[v]
	}
	wait := func(often int) {
		if r.IntN(often) > 0 {
			line("%s", one("s_waitcnt vmcnt(0)", "s_waitcnt vmcnt(0)", "s_waitcnt vmcnt(0) & expcnt(0)", "s_waitcnt vmcnt(1)"))
		}
	}
	line("s_movk_i32 s40, 180")
	for v := range 3 {
		for l := range 6 {
			line("v_writelane_b32 v%d, s%d, %d", 20+v, 50+l, l)
		}
	}
	for _, v := range []string{"v20", "v21", "v22", "v1", "v2", "v3"} {
		line("buffer_store_dword %s, off, s[0:3], s8 offset:%d", v, slot[v])
	}
	if r.IntN(3) == 0 {
		line("s_and_b64 exec, exec, s[42:43]")
	}
	line("s_waitcnt 0\nagain:")
	skip := 0
	for range 4 + r.IntN(14) {
		data := fmt.Sprintf("v%d", 1+r.IntN(3))
		switch r.IntN(15) {
		case 0, 1:
			line("v_readlane_b32 %s, %s, %d", scalar(), spill(), lane())
		case 2, 3:
			line("v_writelane_b32 %s, %s, %d", spill(), scalar(), lane())
			if oddly() {
				line("v_writelane_b32 %s, s30, %d", spill(), lane())
			}
		case 4:
			v := spill()
			whole(fmt.Sprintf("buffer_store_dword %s, off, s[0:3], s8 offset:%d", v, at(v)))
			wait(2)
		case 5:
			v := spill()
			if r.IntN(3) > 0 {
				whole(fmt.Sprintf("buffer_load_dword %s, off, s[0:3], s8 offset:%d", v, at(v)))
			} else {
				line("buffer_load_dword %s, off, s[0:3], s8 offset:%d", v, at(v))
			}
			wait(8)
		case 6:
			line("buffer_store_dword %s, off, s[0:3], s8 offset:%d", data, at(data))
			wait(2)
		case 7:
			line("buffer_load_dword %s, off, s[0:3], s8 offset:%d", data, at(data))
			wait(8)
		case 8:
			line("v_xor_b32 %s, %s, v%d", data, scalar(), 1+r.IntN(3))
		case 9:
			line("buffer_store_dword %s, v16, s[44:47], 0 offen", data)
			if oddly() {
				line("buffer_store_dword %s, v16, s[44:47], 0 offen", spill())
			}
		case 10:
			line("buffer_%s_%s %s, %s, s[0:3], s8 offen offset:%d", one("store", "store", "load"), "dword", data, one("v12", "v13"), 12)
			wait(2)
			if oddly() {
				line("buffer_store_%s %s, off, s[0:3], s8 offset:%d", one("byte", "short"), data, 4*r.IntN(6))
			}
		case 11:
			line("%s", one("s_and_b64 exec, exec, s[42:43]", "s_mov_b64 exec, -1", "s_mov_b64 s[26:27], exec", "s_mov_b64 exec, s[26:27]",
				"s_and_saveexec_b64 s[26:27], s[42:43]", "s_or_b64 s[28:29], s[42:43], exec"))
			if oddly() {
				line("s_or_b64 s[30:31], s[30:31], exec")
			}
		case 12:
			skip++
			line("s_bitcmp1_b32 s40, %d\ns_cbranch_scc1 skip%d\nv_add_%s32 %s, vcc, 3, %s", r.IntN(4), skip,
				map[bool]string{true: "i", false: "u"}[g < isa.GCN12], data, data)
			v := spill()
			whole(fmt.Sprintf("buffer_%s_dword %s, off, s[0:3], s8 offset:%d", one("store", "load"), v, at(v)))
			wait(3)
			line("skip%d:", skip)
		case 13, 14:
			if odd == 0 {
				continue
			}
			skip++ // once, when the rest is host code
			line("s_cmp_eq_u32 s40, %d\ns_cbranch_scc0 skip%d", 5+r.IntN(90), skip)
			v := spill()
			switch r.IntN(5) {
			case 0, 1:
				whole(fmt.Sprintf("buffer_store_dword v23, off, s[0:3], s8 offset:%d", slot[v]))
			case 2:
				whole(fmt.Sprintf("buffer_store_dword v6, off, s[0:3], s8 offset:%d", slot[v]))
			case 3:
				line("v_readlane_b32 %s, v23, 5", scalar())
			case 4:
				line("v_writelane_b32 %s, s32, %d", v, r.IntN(6))
			}
			line("s_waitcnt 0\nskip%d:", skip)
		}
	}
	if g == isa.GCN14 {
		b2 := strings.ReplaceAll(b.String(), "v_add_u32 v1, vcc,", "v_add_u32 v1,")
		b2 = strings.ReplaceAll(b2, "v_add_u32 v2, vcc,", "v_add_u32 v2,")
		b.Reset()
		b.WriteString(strings.ReplaceAll(b2, "v_add_u32 v3, vcc,", "v_add_u32 v3,"))
	}
	line("s_waitcnt 0\ns_sub_u32 s40, s40, 1\ns_cmp_lg_u32 s40, 0\ns_cbranch_scc1 again\ns_endpgm")
	var rows [17]isa.Row
	for l := range isa.Lanes {
		for i := range 12 {
			rows[i][l] = r.Uint32()
		}
		rows[12][l], rows[13][l], rows[16][l] = 0, uint32(4*r.IntN(3)), uint32(4*l)
	}
	l := privateLaunch(r, rows[:], sim.RegInit{Code: 26, Scalar: []uint32{^uint32(0), 7}},
		sim.RegInit{Code: 50, Scalar: []uint32{1, 2, 3, 4, 5, 6}})
	if r.IntN(4) == 0 { // a wave has lanes that never begin
		l.Grid[0], l.Group[0] = 100, 100
	}
	return b.String(), l
}

// Loops with scalars in lanes of registers, of which most have never been written, and with such registers in private
// memory leave the same in each tier with checks: registers, what counts as written, and findings.
func TestLanesThatAreUndefinedAgree(t *testing.T) {
	n := 150
	if *long {
		n = 6000
	}
	for _, tier := range tiers(t) {
		r := rand.New(rand.NewPCG(17, uint64(len(tier))))
		hosted, all, found := uint64(0), uint64(0), 0
		for range n {
			g := []isa.Gen{isa.GCN10, isa.GCN11, isa.GCN12, isa.GCN14}[r.IntN(4)]
			src, l := laneLoop(r, g)
			p, err := asm.Code(g, src)
			require.NoError(t, err, src)
			l.Options.Check = true
			want, got := remember(t, g, p.Code, l, "go"), remember(t, g, p.Code, l, tier)
			hosted, all = hosted+got.hosted, all+got.Total
			found += min(len(want.Findings), 1)
			want.direct, got.direct, want.hosted, got.hosted = 0, 0, 0, 0
			require.True(t, want.equal(&got), "%s, %v: %s\n%s", tier, g, want.differs(&got), src)
		}
		t.Log(tier, hosted, "of", all, "in host code; programs with findings:", found)
		require.Greater(t, hosted, all/3, tier)
	}
}
