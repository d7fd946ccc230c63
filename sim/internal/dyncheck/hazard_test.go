package dyncheck_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/internal/dyncheck"
	"github.com/gcnsim/gcnsim/waitcnt"
	prove "github.com/gcnsim/gcnsim/waitcnt/check"
)

// hazardFinding is what two findings of one hazard in different places have in common.
type hazardFinding struct {
	rule, inst, producer, reg, have, need string
	severity                              waitcnt.Severity
	pc, producerPC                        waitcnt.Addr // from the beginning of the code
}

// hazardFindings are the manual wait states and VCCZ among findings, in code that begins at base.
func hazardFindings(list []waitcnt.Finding, base uint64) (out []hazardFinding) {
	for _, f := range list {
		if f.Kind == waitcnt.Hazard || f.Rule == waitcnt.RuleVCCZ || f.Rule == waitcnt.RuleVCCZPartial {
			out = append(out, hazardFinding{f.Rule, f.Instruction, f.Producer, f.Register, f.Have, f.Need, f.Severity,
				f.PC - waitcnt.Addr(base), *f.ProducerPC - waitcnt.Addr(base)})
		}
	}
	return out
}

const hazardBase = 0x1000

// runHazards runs a program with the checker and returns what it finds from label code on. At the
// start
//
//	s[4:5], s[8:9], v0   address of 4 KiB: all of it, and its lower half
//	s[2:3], s[40:41]     addresses of the labels done and code
//	s[44:45]             EXEC: all lanes
//	s[48:51]             s[0:3], which is the stack of forks
//
// Everything else is 0, and the wave may fault when it has come that far.
func runHazards(t *testing.T, g isa.Gen, text string, own bool) []hazardFinding {
	t.Helper()
	p, err := asm.Code(g, text)
	require.NoError(t, err, "%v\n%s", g, text)
	d := sim.NewDevice(g)
	prog, err := sim.NewProgram(g, hazardBase, p.Code)
	require.NoError(t, err)
	prog.XNACK = waitcnt.XNACKOn
	if own {
		dyncheck.NumberNoHazards(prog)
	}
	data, err := d.Mem.MapAnywhere("data", 4096, 256)
	require.NoError(t, err)
	s := make([]uint32, isa.MaxSGPR(g))
	s[4], s[5] = uint32(data.Base), uint32(data.Base>>32)
	s[8], s[9] = s[4], s[5]
	s[2], s[40] = hazardBase+uint32(p.Labels["done"]), hazardBase+uint32(p.Labels["code"])
	s[44], s[45] = ^uint32(0), ^uint32(0)
	if strings.Contains(text, "image_") { // a row of one texel of four dwords
		copy(s, []uint32{uint32(data.Base >> 8), uint32(data.Base>>40) | 14<<20 | 4<<26, 0, 0xfac | 8<<20 | 8<<28})
	}
	copy(s[48:52], s[:4])
	rows := make([][isa.Lanes]uint32, 16)
	for l := range isa.Lanes {
		rows[0][l] = s[4]
	}
	l := &sim.Launch{Prog: prog, Entry: hazardBase, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: 4096,
		Registers: []sim.RegInit{{Code: 0, Scalar: s}, {Code: isa.CodeM0, Scalar: []uint32{0}}, {Code: isa.CodeVGPR, Vector: rows}},
		Options:   sim.Options{Check: true, MaxInsts: 1000}}
	if h, ok := p.Labels["handler"]; ok {
		l.TrapHandler = hazardBase + uint64(h)
	}
	r, err := d.Run(l)
	require.NoError(t, err)
	return hazardFindings(r.Findings, hazardBase+uint64(p.Labels["code"]))
}

// hazardPlaces are programs around some code, which is labelled. What the static check does not
// follow is said in registers, and a word before the code makes a decoder that goes straight on
// take its first word for the end of another instruction.
var hazardPlaces = []struct{ name, text string }{
	{"straight", "code:\n%s\ndone: s_endpgm"},
	{"s_setpc_b64", "s_setpc_b64 s[40:41]\n.long 0xe0000000\ncode:\n%s\ndone: s_endpgm"},
	{"s_swappc_b64", "s_swappc_b64 s[42:43], s[40:41]\ndone: s_endpgm\n.long 0xe0000000\ncode:\n%s\ns_setpc_b64 s[42:43]"},
	{"s_cbranch_g_fork", "s_cbranch_g_fork s[44:45], s[40:41]\ndone: s_endpgm\n.long 0xe0000000\ncode:\n%s\ns_endpgm"},
	{"the side of a fork that s_cbranch_join takes up", "s_mov_b32 s46, 0\ns_mov_b64 s[44:45], 1\ns_nop 7\ns_cbranch_i_fork s[44:45], 1f\n" +
		"s_mov_b64 s[0:1], s[48:49]\ns_mov_b64 s[2:3], s[50:51]\ns_nop 7\ncode:\n%s\ndone: s_endpgm\n1: s_cbranch_join s46"},
	{"s_cbranch_i_fork", "s_cbranch_i_fork s[44:45], code\ndone: s_endpgm\ncode:\n%s\ns_endpgm"},
	{"a trap handler", "s_trap 1\ndone: s_endpgm\nhandler:\ncode:\n%s\ns_add_u32 ttmp0, ttmp0, 4\ns_addc_u32 ttmp1, ttmp1, 0\ns_rfe_b64 ttmp[0:1]"},
	{"behind a trap handler", "s_trap 1\ncode:\n%s\ndone: s_endpgm\nhandler:\ns_add_u32 ttmp0, ttmp0, 4\ns_addc_u32 ttmp1, ttmp1, 0\ns_rfe_b64 ttmp[0:1]"},
}

// straightHazards are those that the static check finds in code.
func straightHazards(t *testing.T, g isa.Gen, code string) []hazardFinding {
	t.Helper()
	p, err := asm.Code(g, code+"\ns_endpgm")
	require.NoError(t, err, code)
	r, err := prove.Run(&prove.Input{Gen: g, Code: p.Code, XNACK: waitcnt.XNACKOn}, prove.Options{})
	require.NoError(t, err)
	return hazardFindings(r.Findings, 0)
}

// hazardGens are the generations that a hazard holds for on the target that stands for each.
func hazardGens(h *isa.Hazard) (set isa.Gen) {
	for _, g := range isa.Gens() {
		if h.Limit(g.Features()) > 0 {
			set |= g
		}
	}
	return set
}

func TestRunFindsEachHazardWhereverTheCodeLies(t *testing.T) {
	for _, h := range isa.Hazards() {
		t.Run(h.ID, func(t *testing.T) {
			testcase.EachGen(t, hazardGens(&h), func(t *testing.T, g isa.Gen) {
				want := straightHazards(t, g, h.Bad)
				require.NotEmpty(t, want)
				good := straightHazards(t, g, h.Good)
				for _, place := range hazardPlaces {
					for _, own := range []bool{false, true} {
						require.ElementsMatch(t, want, runHazards(t, g, fmt.Sprintf(place.text, h.Bad), own), "%s\n%s", place.name, h.Bad)
						require.ElementsMatch(t, good, runHazards(t, g, fmt.Sprintf(place.text, h.Good), own), "%s\n%s", place.name, h.Good)
					}
				}
			})
		})
	}
}

// TestRunAgreesWithTheStaticCheckOnStraightCode has the cases of testdata/hazards, as LLVM prints
// them and with one wait state less.
func TestRunAgreesWithTheStaticCheckOnStraightCode(t *testing.T) {
	nop := regexp.MustCompile(`(?m)^\ts_nop (\d+)$`)
	jumps := regexp.MustCompile(`s_c?branch|s_setpc|s_rfe|s_trap`)
	compared := 0
	for gi, gpu := range []string{"gfx600", "gfx700", "gfx803", "gfx900"} {
		g := isa.Gens()[gi]
		text, err := os.ReadFile("../../../testdata/hazards/" + gpu + ".s")
		require.NoError(t, err)
		for _, c := range strings.SplitAfter(string(text), "s_endpgm\n") {
			_, code, _ := strings.Cut(strings.TrimSuffix(c, "\ts_endpgm\n"), ":\n")
			if jumps.MatchString(code) || code == "" {
				continue
			}
			for _, src := range []string{code, nop.ReplaceAllString(code, ""), nop.ReplaceAllString(code, "\ts_nop 0")} {
				want, got := straightHazards(t, g, src), runHazards(t, g, "code:\n"+src+"\ndone: s_endpgm", false)
				// What the run executes before a fault.
				require.Subset(t, append(want, hazardFinding{}), append(got, hazardFinding{}), "%s\n%s", gpu, src)
				if len(got) == len(want) {
					compared++
				}
			}
		}
	}
	require.Greater(t, compared, 600)
}

func TestDistanceOfAHazardIsThatOfThePath(t *testing.T) {
	const produce, consume = "v_readfirstlane_b32 s4, v0\n", "v_readlane_b32 s5, v1, s4"
	for _, c := range []struct{ name, text, have string }{
		{"a jump is one state", produce + "s_setpc_b64 s[40:41]\ncode:\n" + consume, "1 wait state"},
		{"a call and its return are two", produce + "s_swappc_b64 s[42:43], s[40:41]\n" + consume + "\ns_endpgm\ncode: s_setpc_b64 s[42:43]", "2 wait states"},
		{"the long way round is long enough", produce + "s_setpc_b64 s[40:41]\nnext:\n" + consume + "\ns_endpgm\ncode: s_nop 1\ns_branch next", ""},
		{"the arm that is not taken does not count", "code: s_cmp_eq_u32 s0, 0\n" + produce + "s_cbranch_scc0 next\ns_nop 3\nnext:\n" + consume, ""},
		{"the arm that is taken does", "code: s_cmp_eq_u32 s0, 1\n" + produce + "s_cbranch_scc0 next\ns_nop 3\nnext:\n" + consume, "1 wait state"},
		{"the second time round a loop", "s_mov_b32 s10, 0\nv_readfirstlane_b32 s4, v0\ns_nop 7\nagain:\n" + consume + "\n" + produce +
			"s_add_u32 s10, s10, 1\ns_cmp_lt_u32 s10, 2\ns_cbranch_scc1 again\ncode:", "3 wait states"},
		{"what VSKIP skips takes no time", produce + "s_setvskip -1, 0\nv_mov_b32 v3, 0\nv_mov_b32 v3, 0\nv_mov_b32 v3, 0\ns_setvskip 0, 0\n" +
			"code:" + consume, "2 wait states"},
		{"what VSKIP skips makes nothing", "s_setvskip -1, 0\n" + produce + "s_setvskip 0, 0\ncode:" + consume, ""},
		{"what VSKIP skips takes nothing", produce + "s_setvskip -1, 0\ncode:" + consume + "\ns_setvskip 0, 0", ""},
		{"past a loop of nothing", produce + "s_mov_b32 s10, 0\nagain: s_add_u32 s10, s10, 1\ns_cmp_lt_u32 s10, 9\ns_cbranch_scc1 again\ncode:" + consume, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
				var have []string
				for _, f := range runHazards(t, g, c.text+"\ndone: s_endpgm", false) {
					require.Equal(t, "hazard-valu-lane", f.rule)
					have = append(have, f.have)
				}
				var want []string
				if c.have != "" {
					want = []string{c.have}
				}
				require.Equal(t, want, have)
			})
		})
	}
}

// TestVSkipThatComesTooLate: the skipped instruction may still be executed.
func TestVSkipThatComesTooLate(t *testing.T) {
	testcase.EachGen(t, isa.AllGens, func(t *testing.T, g isa.Gen) {
		got := runHazards(t, g, "s_mov_b32 s10, 1\ncode: s_setreg_b32 hwreg(HW_REG_MODE, 28, 1), s10\nv_mov_b32 v0, v1\ndone: s_endpgm", false)
		require.Len(t, got, 1)
		require.Equal(t, "hazard-vskip-vector", got[0].rule)
	})
}
