package run_test

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// clangTexts are what clang -S wrote, by "kernel-target-level": the sample of testdata/asm, or the folder
// that GCNSIM_CLANG_TEXTS names.
func clangTexts(t *testing.T) map[string]string {
	texts := map[string]string{}
	if dir := os.Getenv("GCNSIM_CLANG_TEXTS"); dir != "" {
		files, err := filepath.Glob(dir + "/*.s")
		require.NoError(t, err)
		for _, path := range files {
			b, err := os.ReadFile(path)
			require.NoError(t, err)
			texts[strings.TrimSuffix(filepath.Base(path), ".s")] = string(b)
		}
		return texts
	}
	z, err := zip.OpenReader("../../../testdata/asm/clang.zip")
	require.NoError(t, err)
	defer z.Close()
	for _, f := range z.File {
		r, err := f.Open()
		require.NoError(t, err)
		b, err := io.ReadAll(r)
		require.NoError(t, err)
		texts[strings.TrimSuffix(f.Name, ".s")] = string(b)
	}
	return texts
}

// What clang writes as text is assembled to an object that does what clang's own object does, and that the
// checker finds clean; each instruction knows its line of the text.
func TestCompiledTextsRunAsTheirObjects(t *testing.T) {
	texts := clangTexts(t)
	require.NotEmpty(t, texts)
	n := 0
	for name, text := range texts {
		part := strings.Split(name, "-") // kernel, target, level
		require.Len(t, part, 3, name)
		level := strings.TrimSuffix(part[2], "g")
		base := kernels + part[0] + "/" + part[1] + "-" + level
		if _, err := os.Stat(base + ".json"); err != nil {
			continue // clang made no object of this level
		}
		n++
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.CopyFS(dir, os.DirFS(kernels+part[0])))
			code := filepath.Join(dir, "k.s")
			require.NoError(t, os.WriteFile(code, []byte(text), 0o644))
			f, err := launch.Load(filepath.Join(dir, filepath.Base(base)+".json"))
			require.NoError(t, err)
			own, err := run.Run(f, sim.Options{Check: true, Deterministic: true})
			require.NoError(t, err)
			f.Code, f.GPU = "k.s", "" // the text names its target
			o, raw, err := run.Code(f)
			require.NoError(t, err)
			require.False(t, raw)
			for i := range o.Kernels {
				line := o.Line(o.Kernels[i].Entry)
				require.NotZero(t, line, "the line of the first instruction")
				require.Regexp(t, `^\t[sv]_`, strings.Split(text, "\n")[line-1])
			}
			got, err := run.Object(f, o, raw, sim.Options{Check: true, Deterministic: true})
			require.NoError(t, err)
			require.Nil(t, got.Fault)
			require.Empty(t, got.Unmet)
			require.Len(t, got.Launches, len(own.Launches))
			for i := range got.Launches {
				if level == part[2] { // -g changes code a little
					require.Equal(t, own.Launches[i].Result.Insts, got.Launches[i].Result.Insts)
					require.Len(t, got.Launches[i].Result.Findings, len(own.Launches[i].Result.Findings))
				}
				for _, x := range got.Launches[i].Result.Findings {
					require.Equal(t, waitcnt.Info, x.Severity, x)
				}
			}
		})
	}
	require.NotZero(t, n)
}
