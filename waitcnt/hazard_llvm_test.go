package waitcnt

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

const hazardDir = "../testdata/hazards"

// hazardTargets are the processors that stand for the generations.
var hazardTargets = [...]string{"gfx600", "gfx700", "gfx803", "gfx900"}

// llvmMore are the cases in which LLVM 22 inserts more than anything else asks for, so that less is
// no error here.
var llvmMore = [...]struct{ name, gpus, reason string }{
	{"vmem_exec", "gfx803 gfx900", "LLVM counts EXEC among the scalar registers that vector memory reads; the manuals and ACO speak of SGPRs"},
	{"dpp_other_operand", "gfx803 gfx900", "LLVM counts every vector register that DPP reads; only the permuted one matters (ROCm/hcc#1235)"},
	{"dpp_ds_read", "gfx803 gfx900", "LLVM counts every writer of DPP's source, a load that was waited for too; the manuals and ACO speak of the VALU"},
	{"smrd_salu_offset", "gfx600", "LLVM counts the offset register as it does the resource; ACO does not: disputed"},
	{"xnack_smem", "gfx900", "LLVM takes XNACK to be on where nothing says that it is off: disputed"},
	{"xnack_smem_own", "gfx900", "the same, and the overlap is within one instruction, which is no reason to break a clause"},
	{"xnack_vmem", "gfx900", "LLVM takes XNACK to be on where nothing says that it is off: disputed"},
	{"xnack_vmem_store_load", "gfx900", "the same"},
}

// llvmCase is a function of testdata/hazards as LLVM prints it.
type llvmCase struct {
	name  string
	lines []string
}

func readHazards(t *testing.T, gpu string) (list []llvmCase) {
	data, err := os.ReadFile(filepath.Join(hazardDir, gpu+".s"))
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if name, isLabel := strings.CutSuffix(line, ":"); isLabel && !strings.HasPrefix(name, ".") {
			list = append(list, llvmCase{name: name})
			continue
		}
		require.NotEmpty(t, list)
		c := &list[len(list)-1]
		c.lines = append(c.lines, line)
	}
	return list
}

var nopLine = regexp.MustCompile(`^\s*s_nop (\d+)$`)

// less is the program with one wait state less in its last s_nop; ok is false where there is none.
func (c *llvmCase) less() (src string, ok bool) {
	for i, line := range slices.Backward(c.lines) {
		if m := nopLine.FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[1])
			fewer := append([]string(nil), c.lines...)
			fewer[i] = ""
			if n > 0 {
				fewer[i] = "s_nop " + strconv.Itoa(n-1)
			}
			return strings.Join(fewer, "\n"), true
		}
	}
	return "", false
}

func hazardErrors(t *testing.T, g isa.Gen, src string) (list []Finding) {
	for _, f := range hazards(t, g, src) {
		if f.Severity == Error {
			list = append(list, f)
		}
	}
	return list
}

// TestHazardsAgreeWithLLVM compares the distances that are errors with what LLVM's hazard
// recognizer inserts: its output has no error, and one wait state less is one.
func TestHazardsAgreeWithLLVM(t *testing.T) {
	used := map[string]bool{}
	covered := map[string]isa.Gen{}
	for gi, gpu := range hazardTargets {
		g := isa.Gens()[gi]
		cases := readHazards(t, gpu)
		require.Greater(t, len(cases), 60)
		for _, c := range cases {
			require.Empty(t, hazardErrors(t, g, strings.Join(c.lines, "\n")), "%s %s", gpu, c.name)
			src, inserted := c.less()
			if !inserted {
				continue
			}
			found := hazardErrors(t, g, src)
			if more := slices.IndexFunc(llvmMore[:], func(m struct{ name, gpus, reason string }) bool {
				return m.name == c.name && strings.Contains(m.gpus, gpu)
			}); more >= 0 {
				require.Empty(t, found, "%s %s: LLVM and the row agree, the exception is needless", gpu, c.name)
				used[c.name+gpu] = true
				continue
			}
			require.Len(t, found, 1, "%s %s: LLVM inserts more", gpu, c.name)
			covered[found[0].Rule] |= g
		}
	}
	for _, m := range llvmMore {
		for _, gpu := range strings.Fields(m.gpus) {
			require.True(t, used[m.name+gpu], "%s %s: no such difference", m.name, gpu)
		}
	}
	for _, h := range isa.Hazards() {
		for _, g := range isa.Gens() {
			require.Equal(t, h.States.Of(g.Features()) > 0, covered[h.ID].Has(g), "%s %v: cases that LLVM knows", h.ID, g)
		}
	}
}

// TestHazardExpectationsAreLLVMs asks LLVM again where it is installed.
func TestHazardExpectationsAreLLVMs(t *testing.T) {
	llc := ""
	for _, name := range [...]string{"llc-22", "/usr/lib/llvm-22/bin/llc"} {
		if path, err := exec.LookPath(name); err == nil {
			llc = path
			break
		}
	}
	if llc == "" {
		t.Skip("no llc of LLVM 22")
	}
	dir := t.TempDir()
	out, err := exec.Command("sh", filepath.Join(hazardDir, "expect.sh"), llc, dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, gpu := range hazardTargets {
		want, err := os.ReadFile(filepath.Join(hazardDir, gpu+".s"))
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(dir, gpu+".s"))
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), gpu)
	}
}
