package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An LDS access where the work-group has none is an error whichever way the code runs, and none where
// it has some.
func TestLDSAccessWithoutLDSIsAnError(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	code := write("lds.s", "v_mov_b32 v0, 0\nds_write_b32 v0, v0\ns_endpgm\n")
	file := func(name, more string) string {
		return write(name, `{"code": "lds.s", "gpu": "gfx900", "launches": [{"grid": [64], "group": [64]`+more+`}]}`)
	}
	none, some := file("none.json", ""), file("some.json", `, "dynamic_lds": "4K"`)
	for _, how := range []string{"run", "run --no-check", "run --mode timing", "run --order asap", "run --order random:3", "run --order all",
		"bench --count 2 --min-time 1ms", "bench --mode timing"} {
		words := strings.Fields(how)
		wrong := exitFindings
		if words[0] == "bench" {
			wrong = exitUsage
		}
		for _, c := range []struct {
			args []string
			want int
		}{{[]string{code, "--gpu", "gfx900"}, wrong}, {[]string{code, "--gpu", "gfx900", "--lds", "4K"}, 0},
			{[]string{"--launch", none}, wrong}, {[]string{"--launch", some}, 0}} {
			status, stdout, stderr := command(t, "", append(append(words[:1:1], c.args...), words[1:]...)...)
			require.Equal(t, c.want, status, "%s %v: %s%s", how, c.args, stdout, stderr)
			const says = "the launch has given the work-group no LDS (0 bytes)"
			require.Equal(t, c.want != 0, strings.Contains(stdout+stderr, says), "%s %v: %s%s", how, c.args, stdout, stderr)
		}
	}
}

// Arguments of code that has no kernel are an error that says what to do, from flags and launch files.
func TestArgumentsWithoutKernelAreAnError(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "k.s"), []byte("s_endpgm\n"), 0o600))
	launch := filepath.Join(dir, "k.json")
	require.NoError(t, os.WriteFile(launch, []byte(`{"code": "k.s", "gpu": "gfx900", "launches": [{"grid": [64], "group": [64],
		"args": [{"i32": 5}]}]}`), 0o600))
	flags := []string{filepath.Join(dir, "k.s"), "--gpu", "gfx900", "--arg", "i32:5"}
	for _, verb := range []string{"run", "bench"} {
		for _, args := range [][]string{flags, {"--launch", launch}} {
			status, _, stderr := command(t, "", append([]string{verb}, args...)...)
			require.Equal(t, exitUsage, status, "%s %v", verb, args)
			require.Contains(t, stderr, "the code has no kernel that says where it finds its arguments", "%s %v", verb, args)
			require.Contains(t, stderr, "--abi hsa")
		}
		for _, abi := range []string{"hsa", "hsa-args", "hsa-all", "mesa", "gallium", "opencl2"} {
			status, _, stderr := command(t, "", append(append([]string{verb, "--mode", "timing"}, flags...), "--abi", abi)...)
			require.Zero(t, status, "%s %s: %s", verb, abi, stderr)
		}
	}
}
