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

// edited is the object of a disassembly with an s_nop at a third of all places.
func edited(t *testing.T, o *codeobj.Object, rng *rand.Rand, path string) *codeobj.Object {
	var b bytes.Buffer
	require.NoError(t, disasm.Write(&b, o))
	var text strings.Builder
	added := 0
	for line := range strings.Lines(b.String()) {
		if strings.HasPrefix(line, "\t") && !strings.HasPrefix(line, "\t.") && !strings.HasPrefix(line, "\t\t") &&
			strings.Contains(line, " ; ") && rng.IntN(3) == 0 {
			text.WriteString("\ts_nop 0\n")
			added++
		}
		text.WriteString(line)
	}
	require.NotZero(t, added, path)
	return assembledObject(t, o, text.String())
}

// The same of relocatable objects, which are linked first, and of bundled ones.
func TestDisassemblyOfRelocatableObjectsSurvivesEditing(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	abn := []map[string]any{buf("a"), buf("b"), u32(100)}
	for _, name := range []string{"HSA-gfx600-v6.o", "HSA-gfx700-v6.o", "HSA-gfx803-v4.o", "HSA-gfx803-v5.o", "HSA-gfx803-v6.o",
		"HSA-gfx900-v6.o", "got.o", "fat.o"} {
		c := containerLaunch{name: name, kernel: "add", data: object(t, name), args: abn, grid: 128, want: kernCL}
		switch name {
		case "got.o":
			c.kernel, c.args, c.grid = "", abn[:1], 64
			c.want = func(i int) uint32 { return map[bool]uint32{true: 1230, false: uint32(i)}[i == 0] }
		case "fat.o":
			c.gpu, c.args, c.want = "gfx803", []map[string]any{buf("a"), u32(100)}, func(i int) uint32 { return uint32(i) + 100 }
		}
		f, err := c.run(t)
		require.NoError(t, err)
		o, _, err := run.Code(f)
		require.NoError(t, err)
		for range 8 {
			linked, err := o.Linked()
			require.NoError(t, err)
			out, err := run.Object(f, edited(t, linked, rng, name), false, sim.Options{})
			require.NoError(t, err, name)
			require.Nil(t, out.Fault, name)
			require.Empty(t, out.Unmet, name)
		}
	}
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
		if raw || disasm.Whole(o) != nil {
			continue
		}
		out, err := run.Object(f, edited(t, o, rng, path), false, sim.Options{})
		require.NoError(t, err, path)
		require.Nil(t, out.Fault, path)
		require.Empty(t, out.Unmet, path)
	}
}
