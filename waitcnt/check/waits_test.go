package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/simtest"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

const waits = "../../testdata/waits/"

// threads are the public threads of real wait and hazard bugs, or the other sources of cases, and
// the cases made of them. A bug that GCN cannot have says why.
var threads = []struct {
	thread, cases, skip string
}{
	{thread: "ROCm/legacy-rocm-build#1288", cases: "W01 W01_ok"},
	{thread: "ROCm/legacy-rocm-build#1298", cases: "W01_pair"},
	{thread: "ROCm/rocm-libraries#10929", cases: "W02 W02_ok"},
	{thread: "ROCm/rocm-systems#9470", cases: "W03 W03_ok W04 W04_ok"},
	{thread: "llvm/llvm-project#203610", cases: "W05 W05_flat W05_global W05_ok W05_flat_ok W05_global_ok"},
	{thread: "ROCm/hipCUB#183", cases: "W06 W06_flat W06_ok"},
	{thread: "ROCm/rocm-systems#8721", cases: "W07 W07_lds W07_ok W07_nolds_ok"},
	{thread: "ROCm/rocm-systems#9735", cases: "W08 W08_ok"},
	{thread: "llvm/llvm-project#75245", cases: "W09 W09_ok"},
	{thread: "llvm/llvm-project#179305", cases: "W10 W10_ok"},
	{thread: "ROCm/rocm-libraries#10932", cases: "W11 W11_ok"},
	{thread: "ROCm/rocm-systems race-detector.md", cases: "W12 W12_scalar W12_ok W12_own W12_own_ok"},
	{thread: "ROCm/rocm-libraries#3287", cases: "W13 W13_ok"},
	{thread: "ROCm/rocm-libraries#10893", cases: "W14 W14_read W14_ok"},
	{thread: "HazyResearch/HipKittens#40", cases: "W09_moved"},
	{thread: "ROCm/Tensile#969", cases: "W13_two"},
	{thread: "llvm/llvm-project#182619", cases: "W16 W16_waited W16_ok W16_fix_ok"},
	{thread: "LLVM 22 SIInsertWaitcnts", cases: "W15 W15_ok W15_exp_ok W15_vm_ok W15_count W15_atomic W15_order_ok W15_load"},
	{thread: "ROCm/rocm-systems#11202", cases: "W18_ok W18_wait_ok W18_vm_ok W18_war_ok W19 W19_vm"},
	{thread: "llvm/llvm-project#221212", cases: "W20 W20_ok W20_gfx9_ok W21 W21_unset W21_gfx9_ok"},
	{thread: "mattias800/prosper#1742", cases: "W22 W22_ok"},
	{thread: "ROCm/legacy-rocm-build#1487", cases: "H01 H01_four H01_nop_ok"},
	{thread: "ROCm/hcc#715", cases: "H02 H02_nop_ok"},
	{thread: "ROCm/hcc#1235", cases: "H02_ok"},
	{thread: "llvm/llvm-project#202333", cases: "H08 H08_nop H08_loop H08_join_ok H08_ok"},
	{thread: "iree-org/wave#1112", skip: "wait states behind transcendental instructions are of gfx940; the range of buffer resources is tested in package mem"},
	{thread: "ROCm/llvm-project#1793", skip: "gfx12: VALU sources and SALU results need no wait on GCN"},
	{thread: "llvm/llvm-project#52716", cases: "W17 W17_gfx9 W17_split W17_ok"},
	{thread: "Booth#139", cases: "E01_ok"},
	{thread: "AMD ISA manuals", cases: "H03 H03_ok H04 H04_ok H07 H07_ok"},
	{thread: "AMD GCN3 and Vega ISA manuals", cases: "H05 H06 H06_ok H06_gds H07_setreg"},
	{thread: "LLVM", cases: "H08_gfx6_ok H05_ok H06_movrel H06_movrel_ok H09 H09_ok H09_buffer"},
	{thread: "Mesa aco", cases: "H10 H11 H11_ok H01_early H06_early H07_setreg_early"},
}

// waitCase is a file of testdata/waits; see its README.
type waitCase struct {
	name, title, source, text string
	gpus                      []string
	static, run               expectation
	lds, noRun                bool
	waves                     int
	unset                     []string
}

// expectation is what one checker must find.
type expectation struct {
	given bool // the head has a line for this checker
	want  []wantFinding
}

type wantFinding struct {
	rule, at, producer, have, need string
	severity                       waitcnt.Severity
}

var (
	headLine = regexp.MustCompile(`^; (source|gpu|expect|expect static|expect run|lds|waves|unset|only): (.*)$|^; (quiet|quiet static|quiet run)$`)
	wantLine = regexp.MustCompile(`^([a-z0-9-]+) (info|disputed|warning|error) at (\w+)(?: producer (\w+))?(?: have (none|[a-z]+cnt\(\d+\)))?(?: need (\S.*))?$`)
)

func readWait(t *testing.T, path string) *waitCase {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	c := &waitCase{name: strings.TrimSuffix(filepath.Base(path), ".s"), text: string(data), waves: 1}
	for i, line := range strings.Split(c.text, "\n") {
		if i == 0 {
			c.title = strings.TrimPrefix(line, "; ")
			continue
		}
		if line == "" {
			break
		}
		m := headLine.FindStringSubmatch(line)
		require.NotNil(t, m, "%s:%d: %q", path, i+1, line)
		key, value := m[1]+m[3], m[2]
		kind, which, _ := strings.Cut(key, " ")
		both := []*expectation{&c.static, &c.run}
		switch which {
		case "static":
			both = both[:1]
		case "run":
			both = both[1:]
		}
		switch kind {
		case "source":
			c.source = value
		case "gpu":
			c.gpus = strings.Fields(value)
		case "lds":
			c.lds = value == "yes"
		case "waves":
			c.waves, err = strconv.Atoi(value)
			require.NoError(t, err, path)
		case "unset":
			c.unset = strings.Fields(value)
		case "only":
			require.Equal(t, "static", value, path)
			c.noRun = true
		case "quiet":
			for _, e := range both {
				require.False(t, e.given, "%s:%d: quiet, and something is expected", path, i+1)
				e.given = true
			}
		case "expect":
			w := wantLine.FindStringSubmatch(value)
			require.NotNil(t, w, "%s:%d: %q", path, i+1, value)
			f := wantFinding{rule: w[1], at: w[3], producer: w[4], have: w[5], need: w[6]}
			require.NoError(t, f.severity.UnmarshalText([]byte(w[2])))
			for _, e := range both {
				e.given = true
				e.want = append(e.want, f)
			}
		}
	}
	require.NotEmpty(t, c.source, path)
	require.NotEmpty(t, c.gpus, path)
	require.True(t, c.static.given, "%s: nothing is said about the static checker", path)
	require.True(t, c.run.given, "%s: nothing is said about the run", path)
	return c
}

func readWaits(t *testing.T) (list []*waitCase) {
	files, err := filepath.Glob(waits + "*.s")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, path := range files {
		list = append(list, readWait(t, path))
	}
	return list
}

func TestEveryKnownBugHasItsCases(t *testing.T) {
	byName := map[string]*waitCase{}
	for _, c := range readWaits(t) {
		byName[c.name] = c
	}
	claimed := map[string]bool{}
	for _, b := range threads {
		require.Equal(t, b.skip == "", b.cases != "", "%s: cases, or a reason why there are none", b.thread)
		for _, name := range strings.Fields(b.cases) {
			c := byName[name]
			require.NotNil(t, c, "%s: there is no case %s", b.thread, name)
			require.Contains(t, c.source, b.thread, name)
			claimed[name] = true
		}
	}
	// What must be found and what must not: no file says both.
	for name, c := range byName {
		if !strings.HasSuffix(name, "_ok") || c.lds {
			continue
		}
		for _, e := range []expectation{c.static, c.run} {
			for _, w := range e.want {
				require.True(t, w.severity == waitcnt.Info, "%s must stay quiet", name)
			}
		}
	}
	for name := range byName {
		require.True(t, claimed[name] || name[0] == 'X' || name[0] == 'H', "%s is no case of a known bug", name)
	}
}

// eachGPU runs f for every generation of every case.
func eachGPU(t *testing.T, f func(t *testing.T, c *waitCase, g isa.Gen)) {
	for _, c := range readWaits(t) {
		t.Run(c.name, func(t *testing.T) {
			for _, gpu := range c.gpus {
				t.Run(gpu, func(t *testing.T) {
					target, err := isa.FindTarget(gpu)
					require.NoError(t, err)
					f(t, c, target.Gen)
				})
			}
		})
	}
}

// compare holds findings against what is expected: all that are not mere information, and
// information that is expected.
func (e *expectation) compare(t *testing.T, c *waitCase, labels map[string]int, found []waitcnt.Finding) {
	t.Helper()
	at := func(label string) waitcnt.Addr {
		if label == "" {
			return 0
		}
		pc, ok := labels[label]
		require.True(t, ok, "label %s", label)
		return waitcnt.Addr(pc)
	}
	left := slices.Clone(found)
	for _, w := range e.want {
		i := slices.IndexFunc(left, func(f waitcnt.Finding) bool {
			return f.Rule == w.rule && f.Severity == w.severity && f.PC == at(w.at) &&
				(w.producer == "" || f.ProducerPC != nil && *f.ProducerPC == at(w.producer)) && (w.have == "" || f.Have == w.have) && (w.need == "" || f.Need == w.need)
		})
		require.NotEqual(t, -1, i, "%s: %s\nnot found: %+v\nfound:\n%s", c.name, c.title, w, texts(found))
		left = slices.Delete(left, i, i+1)
	}
	left = slices.DeleteFunc(left, func(f waitcnt.Finding) bool { return f.Severity == waitcnt.Info })
	require.Empty(t, texts(left), "%s: %s\nnot expected", c.name, c.title)
}

func texts(list []waitcnt.Finding) string {
	var b strings.Builder
	for _, f := range list {
		fmt.Fprintf(&b, "%v %s at %v", f.Severity, f.Rule, f.PC)
		if f.ProducerPC != nil {
			fmt.Fprintf(&b, " producer %v", *f.ProducerPC)
		}
		fmt.Fprintf(&b, " have %q need %q: %s\n", f.Have, f.Need, f.Message)
	}
	return b.String()
}

func TestWaitCasesStatic(t *testing.T) {
	eachGPU(t, func(t *testing.T, c *waitCase, g isa.Gen) {
		p, err := asm.Code(g, c.text)
		require.NoError(t, err)
		entry := check.Entry{Name: "case", Kernel: true, LDS: c.lds}
		if len(c.unset) > 0 {
			entry.Written = []isa.Use{{Code: 0, Dwords: isa.CodeM0, Bytes: 15}, {Code: isa.CodeExecLo, Dwords: 2, Bytes: 15}, {Code: isa.CodeVGPR, Dwords: 255, Bytes: 15}}
			require.Equal(t, []string{"m0"}, c.unset)
		}
		r, err := check.Run(&check.Input{Gen: g, Code: p.Code, Entries: []check.Entry{entry}}, check.Options{})
		require.NoError(t, err)
		c.static.compare(t, c, p.Labels, r.Findings)
	})
}

// lanes is a vector register's value: f of the work-item.
func lanes(wave int, f func(item uint64) uint64) (v []uint64) {
	for l := range isa.Lanes {
		v = append(v, f(uint64(wave*isa.Lanes+l)))
	}
	return v
}

func TestWaitCasesRun(t *testing.T) {
	eachGPU(t, func(t *testing.T, c *waitCase, g isa.Gen) {
		if c.noRun {
			t.Skip("the case says: only static")
		}
		p, err := asm.Code(g, c.text)
		require.NoError(t, err)
		m := waitMachine(t, c, g, p.Code, sim.Options{Check: true, MaxInsts: 100_000})
		found := m.Findings()
		require.NoError(t, m.Run())
		c.run.compare(t, c, p.Labels, found)
	})
}

// TestGdsAppendCountsAtTheBaseInM0: the base is M0[31:16], not the size in M0[15:0].
func TestGdsAppendCountsAtTheBaseInM0(t *testing.T) {
	c := readWait(t, waits+"W22_ok.s")
	for _, g := range isa.Gens() {
		m := simtest.New(t, g)
		m.Asm(c.text)
		require.NoError(t, m.Run())
		require.Equal(t, uint32(isa.Lanes), m.GDSU32(0xc60, 1)[0], "%v", g)
		require.Equal(t, uint32(0), m.GDSU32(0x20, 1)[0], "%v", g)
	}
}
