package check_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/simtest"
)

// hotLoops are what a loop does before the text of a case, which is executed in round 260 at the latest.
var hotLoops = []struct{ name, before string }{
	{"in each round", ""},
	{"in a late round", "s_cmp_eq_u32 s84, 40\ns_cbranch_scc0 end_of_case"},
	{"in a late round, behind memory", `
	buffer_load_dword v106, v100, s[88:91], 0 offen
	ds_read_b32 v108, v109
	v_add_f32 v107, v107, v107
	s_waitcnt vmcnt(0) & lgkmcnt(0)
	v_add_f32 v106, v106, v108
	buffer_store_dword v106, v100, s[88:91], 0 offen
	ds_write_b32 v109, v106
	s_waitcnt vmcnt(0) & lgkmcnt(0) & expcnt(0)
	s_cmp_eq_u32 s84, 40
	s_cbranch_scc0 end_of_case`},
}

// hotNever are cases whose findings depend on what has been executed before or comes behind.
var hotNever = map[string]string{
	"X12_kcache": "its first load is at fault, too, once another round has stored",
	"X13_dirty":  "it is about s_endpgm",
}

var endpgm = regexp.MustCompile(`(?m)^([^;\n]*)\bs_endpgm\b`)

// What is found in a loop that is hot is what is found once, each time at one place. A round begins
// with the registers of a case and with nothing outstanding.
func TestWaitCasesInHotLoops(t *testing.T) {
	eachGPU(t, func(t *testing.T, c *waitCase, g isa.Gen) {
		if c.noRun || len(c.unset) > 0 || hotNever[c.name] != "" {
			t.Skip("not to be run, or not again")
		}
		for _, loop := range hotLoops {
			text := "s_movk_i32 s84, 300\n"
			restore := ""
			for i := range 6 {
				text += fmt.Sprintf("s_mov_b64 s[%d:%d], s[%d:%d]\nv_mov_b32 v%d, v%d\n", 72+2*i, 73+2*i, 2*i, 2*i+1, 100+i, i)
				restore += fmt.Sprintf("s_mov_b64 s[%d:%d], s[%d:%d]\nv_mov_b32 v%d, v%d\n", 2*i, 2*i+1, 72+2*i, 73+2*i, i, 100+i)
			}
			text += "hot_loop:\n" + loop.before + "\n" + restore + "s_mov_b64 vcc, 0\ns_nop 15\ns_nop 15\n" +
				endpgm.ReplaceAllString(c.text, "${1}s_branch end_of_case") + `
end_of_case:
	s_waitcnt 0
	s_mov_b64 exec, -1
	s_mov_b32 m0, -1
	s_nop 15
	s_nop 15
	s_barrier
	s_sub_u32 s84, s84, 1
	s_cmp_lg_u32 s84, 0
	s_cbranch_scc1 hot_loop
	s_endpgm`
			p, err := asm.Code(g, text)
			require.NoError(t, err, text)
			for _, host := range []string{"go", "auto"} {
				if host == "go" && loop.before == "" {
					continue // the loops behind it do all that it does, too
				}
				m := waitMachine(t, c, g, p.Code, sim.Options{Check: true, MaxInsts: 1_000_000, Host: host})
				m.Set("s[88:91]", m.Buffer(8<<10))
				for w := range c.waves {
					m.Wave(w).Set("v109", lanes(w, func(i uint64) uint64 { return 2048 + 4*i }))
				}
				found := m.Findings()
				require.NoError(t, m.Run(), "%s, %s\n%s", loop.name, host, text)
				c.run.compare(t, c, p.Labels, found)
			}
		}
	})
}

// waitMachine is a machine with what the README of the cases says.
func waitMachine(t *testing.T, c *waitCase, g isa.Gen, code []byte, o sim.Options) *simtest.Machine {
	m := simtest.New(t, g, simtest.Waves(c.waves), simtest.Options(o))
	m.Code(code).SetLDS(0, 4<<10)
	a, b := m.Buffer(8<<10), m.Buffer(8<<10)
	m.Set("s[0:1]", a).Set("s[4:7]", a).Set("s[2:3]", b).Set("s[8:11]", b)
	for _, r := range []string{"s[12:31]", "vcc"} {
		m.Set(r, 0)
	}
	for v := 6; v < 128; v++ {
		m.Set(fmt.Sprintf("v%d", v), 0)
	}
	for w := range c.waves {
		x := m.Wave(w)
		x.Set("v0", lanes(w, func(i uint64) uint64 { return 4 * i })).Set("v1", lanes(w, func(i uint64) uint64 { return i }))
		for n, base := range []uint64{a.Addr(), b.Addr()} {
			x.Set(fmt.Sprintf("v[%d:%d]", 2+2*n, 3+2*n), lanes(w, func(i uint64) uint64 { return base + 4*i }))
		}
	}
	return m
}
