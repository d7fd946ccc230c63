package run_test

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/disasm"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// sampleKernels are launch files of test kernels: some of each, all with -long.
func sampleKernels(t *testing.T, step int) (list []string) {
	files, err := filepath.Glob("../../../testdata/kernels/*/*.json")
	require.NoError(t, err)
	for i, f := range files {
		if i%step == 0 {
			list = append(list, f)
		}
	}
	require.NotEmpty(t, list)
	return list
}

// assembledObject makes an object of a text.
func assembledObject(t *testing.T, o *codeobj.Object, src string) *codeobj.Object {
	u, _, err := asm.Assemble(src, asm.Options{Target: o.ISA()})
	require.NoError(t, err)
	data, err := codeobj.Write(u)
	require.NoError(t, err)
	out, err := codeobj.Load(data)
	require.NoError(t, err)
	return out
}

// An instruction may be added to a disassembly anywhere: here an s_nop at a third of all places,
// another third in each kernel, and the kernels do what their sources say.
func TestDisassemblySurvivesEditing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	step := 60
	if *long {
		step = 1
	}
	for _, path := range sampleKernels(t, step) {
		f, err := launch.Load(path)
		require.NoError(t, err, path)
		o, raw, err := run.Code(f)
		require.NoError(t, err, path)
		if raw || !disasm.Whole(o) {
			continue
		}
		var b bytes.Buffer
		require.NoError(t, disasm.Write(&b, o))
		var edited strings.Builder
		added := 0
		for line := range strings.Lines(b.String()) {
			if strings.HasPrefix(line, "\t") && !strings.HasPrefix(line, "\t.") && !strings.HasPrefix(line, "\t\t") &&
				strings.Contains(line, " ; ") && rng.IntN(3) == 0 {
				edited.WriteString("\ts_nop 0\n")
				added++
			}
			edited.WriteString(line)
		}
		require.NotZero(t, added, path)
		out, err := run.Object(f, assembledObject(t, o, edited.String()), false, sim.Options{})
		require.NoError(t, err, path)
		require.Nil(t, out.Fault, path)
		require.Empty(t, out.Unmet, path)
	}
}
