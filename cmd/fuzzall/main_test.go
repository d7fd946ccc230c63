package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tree makes a module with a fuzz target for each body, which is given an input b.
func tree(t *testing.T, dir string, bodies map[string]string) {
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	}
	write("go.mod", "module example.org/tree\n\ngo 1.26\n")
	write("none/none_test.go", "package none\n\nfunc FuzzNothing() {}\n") // has a name like a target's, and is none
	// More than a first slice executes.
	seeds := map[string]string{"FuzzSeeds": "\tfor i := range 4000 {\n\t\tf.Add([]byte{byte(i), byte(i >> 8), 1})\n\t}\n"}
	text := "package part\n\nimport \"testing\"\n\nvar kept []byte\n"
	for name, body := range bodies {
		text += "\nfunc " + name + "(f *testing.F) {\n\tf.Add([]byte{0, 0})\n" + seeds[name] +
			"\tf.Fuzz(func(t *testing.T, b []byte) {\n\t\t" + body + "\n\t})\n}\n"
	}
	write("part/part_test.go", text)
}

func fuzz(t *testing.T, dir string, args ...string) (status int, out string) {
	var b, log bytes.Buffer
	status = run(context.Background(), dir, args, &b, &log)
	require.NotEqual(t, exitUsage, status, "%s", &log)
	return status, b.String()
}

// TestABlindSampleFindsFailures needs no instrumented binary.
func TestABlindSampleFindsFailures(t *testing.T) {
	dir, folder := t.TempDir(), t.TempDir()
	tree(t, dir, map[string]string{"FuzzGood": "_ = b", "FuzzCrash": "if len(b) > 2 { panic(\"too long\") }"})
	status, out := fuzz(t, dir, "--executions", "0", "--each", "500", "--blind", "--state", folder)
	require.Equal(t, exitFailure, status, out)
	require.Contains(t, out, "too long")
	binaries, err := os.ReadDir(filepath.Join(folder, "bin"))
	require.NoError(t, err)
	require.Len(t, binaries, 1, "the plain one")
}

// Each kind of failure is found, told apart, kept with its input, and closed when the tree is
// mended; executions add up over starts.
func TestCampaign(t *testing.T) {
	if testing.Short() {
		t.Skip("builds test binaries and lets them hang")
	}
	dir, folder := t.TempDir(), t.TempDir()
	tree(t, dir, map[string]string{
		"FuzzGood":   "_ = b",
		"FuzzSeeds":  "_ = b",
		"FuzzCrash":  "if len(b) > 2 { panic(\"too long\") }",
		"FuzzFail":   "if len(b) > 2 { t.Fatal(\"wrong\") }",
		"FuzzHang":   "for len(b) > 2 { kept = b }",
		"FuzzMemory": "if len(b) > 2 { kept = make([]byte, 1 << 30); for i := range kept { kept[i] = 1 } }",
		"FuzzSeed":   "if len(b) == 2 { t.Fatal(\"the seed is bad\") }",
	})
	args := []string{"--executions", "12000", "--each", "1000", "--hang", "300ms", "--memory", "512", "--jobs", "2",
		"--state", folder}
	status, out := fuzz(t, dir, args...)
	require.Equal(t, exitFailure, status, out)
	s, err := readState(folder)
	require.NoError(t, err)
	kinds := map[string]string{}
	for _, f := range s.Failures {
		kinds[f.Target] = f.Kind
		require.Contains(t, out, f.reproduce())
		if f.Kind == "seed" {
			require.Contains(t, f.Message, "the seed is bad")
			continue
		}
		input, err := os.ReadFile(f.Input)
		require.NoError(t, err)
		require.Contains(t, string(input), "go test fuzz v1")
	}
	require.Equal(t, map[string]string{"part.FuzzCrash": "crash", "part.FuzzFail": "crash", "part.FuzzHang": "hang",
		"part.FuzzMemory": "memory", "part.FuzzSeed": "seed"}, kinds, out)
	require.NoDirExists(t, filepath.Join(dir, "part", "testdata"), "the tree is as it was")
	require.GreaterOrEqual(t, s.history("part.FuzzGood").execs, int64(1000))
	require.GreaterOrEqual(t, s.history("part.FuzzSeeds").execs, int64(4500), "seeds, and inputs of the fuzzer's own")

	// The command that the table gives shows the failure again.
	for _, f := range s.Failures {
		if f.Target == "part.FuzzFail" || f.Kind == "seed" {
			cmd := exec.Command("sh", "-c", f.reproduce())
			cmd.Dir = dir
			said, err := cmd.CombinedOutput()
			require.Error(t, err)
			require.Regexp(t, "wrong|the seed is bad", string(said))
		}
	}

	bodies := map[string]string{}
	for target := range kinds {
		bodies[strings.TrimPrefix(target, "part.")] = "_ = b"
	}
	tree(t, dir, bodies)
	before, _ := s.total()
	status, out = fuzz(t, dir, append(args, "--executions", "100000")...)
	require.Equal(t, exitDone, status, out)
	s, err = readState(folder)
	require.NoError(t, err)
	after, failures := s.total()
	require.Zero(t, failures)
	require.GreaterOrEqual(t, after, max(100000, before))
	require.NotZero(t, s.history("part.FuzzGood").execs, "a target that is gone keeps what it had")
	for target := range kinds {
		require.GreaterOrEqual(t, s.history(target).execs, int64(1000), target)
	}
}

func TestBadInput(t *testing.T) {
	broken := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(broken, "state.json"), []byte("{"), 0o666))
	empty := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(empty, "go.mod"), []byte("module example.org/empty\n"), 0o666))
	for want, args := range map[string][]string{
		"unexpected argument":      {"--state", empty, "more"},
		"begin anew":               {"--state", broken},
		"missing closing ]":        {"--state", empty, "--targets", "["},
		"no fuzz targets that":     {"--state", empty},
		"expected a valid 64 bit ": {"--executions", "many"},
	} {
		var out, log bytes.Buffer
		require.Equal(t, exitUsage, run(context.Background(), empty, args, &out, &log), want)
		require.Contains(t, log.String(), want)
		require.Empty(t, out.String())
	}
}

// An input that the fuzzer has kept, and that fails when it is tried again, is one that was found.
func TestInputsThatTheFuzzerKeptAreNoSeeds(t *testing.T) {
	s, x := &state{dir: t.TempDir()}, &target{Package: "part", Name: "FuzzFail"}
	x.dir = t.TempDir()
	const out = "failure while testing seed corpus entry: FuzzFail/39babd995a042f98\n"
	require.Empty(t, found(s, x, out), "a seed of the package")
	kept := filepath.Join(s.corpus(x), "FuzzFail", "39babd995a042f98")
	require.NoError(t, os.MkdirAll(filepath.Dir(kept), 0o777))
	require.NoError(t, os.WriteFile(kept, nil, 0o666))
	require.Equal(t, kept, found(s, x, out))
	require.Equal(t, filepath.Join(x.dir, "testdata/fuzz/FuzzFail/1"), found(s, x, "Failing input written to testdata/fuzz/FuzzFail/1\n"))
	require.Empty(t, found(s, x, "ok"))
}
