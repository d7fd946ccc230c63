package dump_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/dump"
)

// stalls runs text on 2 waves of Fiji and dumps what they waited for.
func stalls(t *testing.T, text string, set ...func(*dump.Dump)) (*dump.Dump, *sim.Timing) {
	t.Helper()
	p, err := asm.Code(isa.GCN12, text)
	require.NoError(t, err)
	prog, err := sim.NewProgram(isa.GCN12, 0x8000, p.Code)
	require.NoError(t, err)
	prog.Bias = 0x8000
	fiji, err := chip.Lookup("fiji")
	require.NoError(t, err)
	fiji, err = fiji.Override(strings.NewReader(`{"ses": 1, "arrays": 1, "cus": 1}`), "test")
	require.NoError(t, err)
	d := sim.NewDevice(isa.GCN12)
	l := &sim.Launch{Prog: prog, Entry: 0x8000, Grid: [3]uint32{128, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: 1 << 14,
		Options: sim.Options{Timing: &sim.TimingOptions{Chip: fiji, Waves: true}}}
	r, err := d.Run(l)
	require.NoError(t, err)
	st := dump.New(dump.Stalls, false)
	for _, f := range set {
		f(st)
	}
	st.AddLaunch("k", l, r, d)
	st.AddDevice(d)
	return st, r.Timing
}

// v1 = 128 * lane are 64 different dwords of one of the 32 banks; v3 = 4 * lane are one dword of
// each bank in each half of the wave.
const conflicts = "v_mbcnt_lo_u32_b32 v0, -1, 0\nv_mbcnt_hi_u32_b32 v0, -1, v0\ns_mov_b32 m0, -1\nv_lshlrev_b32 v1, 7, v0\n" +
	"ds_read_b32 v2, v1\nv_lshlrev_b32 v3, 2, v0\ns_waitcnt lgkmcnt(0)\nds_read_b32 v2, v3\ns_waitcnt lgkmcnt(0)\ns_endpgm"

func TestDumpOfStallsAddsUp(t *testing.T) {
	d, tm := stalls(t, conflicts)
	require.Len(t, d.Launches, 1)
	s := d.Launches[0].Stalls
	require.Empty(t, d.Launches[0].Groups)
	require.Equal(t, tm.WaveCycles, s.Stalls.Total())
	sum, exposed, waves := uint64(0), uint64(0), uint64(0)
	at := map[string]*dump.InstStalls{}
	for i := range s.Insts {
		x := &s.Insts[i]
		sum += x.Stalls.Total()
		exposed += x.Exposed
		require.Equal(t, x.Latency, x.Exposed+x.Hidden, x.Inst)
		require.EqualValues(t, 2, x.Issues, x.Inst)
		at[x.Inst] = x
	}
	for i := range s.Waves {
		waves += s.Waves[i].Stalls.Total()
	}
	require.Equal(t, s.WaveCycles, sum)
	require.Equal(t, s.WaveCycles, waves)
	require.Equal(t, s.Stalls[sim.StallCounter], exposed, "what waves wait for counters is charged to the operations")
	require.Positive(t, at["ds_read_b32 v2, v1"].Conflicts)
	require.Zero(t, at["ds_read_b32 v2, v3"].Conflicts)
	require.Positive(t, at["ds_read_b32 v2, v1"].Exposed)
	// Fiji's clock is 1050 MHz.
	require.InDelta(t, float64(s.Cycles)/1050, s.Microseconds, 1e-9)
	require.InDelta(t, s.L2.PerCycle*1.05, s.L2.GBs, 1e-9)
}

func TestDumpOfStallsAsTextAndJSON(t *testing.T) {
	d, tm := stalls(t, conflicts)
	var text, doc strings.Builder
	require.NoError(t, d.WriteText(&text))
	for _, want := range []string{`(?m)^launch 0 k\nstalls of fiji$`, `(?m)^  stall total +\d+  100\.0 %  of \d+ wave cycles$`, `(?m)^  cache l2 +hits \d+ misses \d+ rate `,
		`(?m)^  wave 0 of group 1,0,0  cu 0 simd \d from \d+ to \d+ issue \d+ `, `(?m)^  00000008 .* v_mbcnt_hi_u32_b32 v0, -1, v0`} {
		require.Regexp(t, want, text.String())
	}
	require.NotRegexp(t, `(?m) $`, text.String(), "no blanks at the ends of lines")
	require.NoError(t, d.WriteJSON(&doc))
	var got struct {
		Launches []struct {
			Stalls struct {
				Cycles uint64
				Stalls map[string]uint64
				Insts  []struct {
					PC, Inst string
					Issues   uint64
				}
				DRAM map[string]float64
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(doc.String()), &got))
	s := got.Launches[0].Stalls
	require.Equal(t, tm.Cycles, s.Cycles)
	total := uint64(0)
	for _, n := range s.Stalls {
		total += n
	}
	require.Equal(t, tm.WaveCycles, total)
	require.Equal(t, "0x00000000", s.Insts[0].PC)
	require.Contains(t, s.DRAM, "gbs")
}

// Without a clock there is nothing to show, whatever was asked for.
func TestNoStallsWithoutAClock(t *testing.T) {
	p, err := asm.Code(isa.GCN12, "s_endpgm")
	require.NoError(t, err)
	prog, err := sim.NewProgram(isa.GCN12, 0x8000, p.Code)
	require.NoError(t, err)
	d := sim.NewDevice(isa.GCN12)
	l := &sim.Launch{Prog: prog, Entry: 0x8000, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}}
	r, err := d.Run(l)
	require.NoError(t, err)
	st := dump.New(dump.Stalls, false)
	st.AddLaunch("k", l, r, d)
	require.Empty(t, st.Launches)
}

// By cost the instructions that took most clocks come first, equal ones by address; the shares sum
// up to the whole.
func TestStallsByCost(t *testing.T) {
	plain, _ := stalls(t, conflicts)
	d, _ := stalls(t, conflicts, func(d *dump.Dump) { d.ByCost = true })
	list := d.Launches[0].Stalls.Insts
	require.ElementsMatch(t, plain.Launches[0].Stalls.Insts, list)
	for i := 1; i < len(list); i++ {
		a, b := &list[i-1], &list[i]
		require.True(t, a.Stalls.Total() > b.Stalls.Total() ||
			a.Stalls.Total() == b.Stalls.Total() && a.PC.Val < b.PC.Val, "%s, %s", a.Inst, b.Inst)
	}
	var text strings.Builder
	require.NoError(t, d.WriteText(&text))
	rows := regexp.MustCompile(`(?m)^  [0-9a-f]{8} +\d+ +(\d+) +([0-9.]+) % +([0-9.]+) % `).FindAllStringSubmatch(text.String(), -1)
	require.Len(t, rows, len(list))
	soFar := 0.0
	for _, row := range rows {
		clocks, err := strconv.Atoi(row[1])
		require.NoError(t, err)
		share := 100 * float64(clocks) / float64(d.Launches[0].Stalls.WaveCycles)
		soFar += share
		require.Equal(t, fmt.Sprintf("%.1f", share), row[2])
		require.Equal(t, fmt.Sprintf("%.1f", soFar), row[3])
	}
	require.InDelta(t, 100, soFar, 1e-9)
}
