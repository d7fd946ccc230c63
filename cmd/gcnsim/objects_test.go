package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

var long = flag.Bool("long", false, "check 1,000 objects instead of 50")

// Many objects in folders are checked in one call. With the baseline of the first call the
// second one is silent, though the folders have another place then; a finding that is new is told.
func TestManyObjectsAreSilentBehindTheirBaseline(t *testing.T) {
	t.Chdir(t.TempDir())
	const kinds = 10
	copies := 5
	if *long {
		copies = 100
	}
	object := func(name string, findings int) []byte {
		text := ".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n.p2align 8\n" + name + ":\n" + strings.Repeat("s_nop 1\n", findings)
		for i := range findings {
			text += fmt.Sprintf("s_load_dword s%d, s[0:1], 0x0\ns_add_u32 s20, s%d, s%d\n", 8+i, 8+i, 8+i)
		}
		require.NoError(t, os.WriteFile(name+".s", []byte(text+"s_endpgm\n.section .rodata,\"a\"\n.amdhsa_kernel "+name+
			"\n.amdhsa_next_free_vgpr 8\n.amdhsa_next_free_sgpr 32\n.end_amdhsa_kernel\n"), 0o600))
		code, _, stderr := command(t, "", "asm", name+".s", "-o", name+".co")
		require.Zero(t, code, stderr)
		data, err := os.ReadFile(name + ".co")
		require.NoError(t, err)
		return data
	}
	all := 0
	for k := range kinds {
		data := object(fmt.Sprintf("kernel%d", k), k)
		all += k * copies
		for i := range copies {
			dir := filepath.Join("build", fmt.Sprint(i%7), fmt.Sprint(k))
			require.NoError(t, os.MkdirAll(dir, 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(i)+".co"), data, 0o600))
		}
	}
	code, out, stderr := command(t, "", "check", "build", "--write-baseline", "known.json")
	require.Zero(t, code, stderr)
	require.Contains(t, out, fmt.Sprintf("\ntotal files=%d clean=%d findings=%d partial=0 races=%d ", kinds*copies, copies,
		(kinds-1)*copies, all))
	require.NoError(t, os.Rename("build", "moved"))
	code, out, stderr = command(t, "", "check", "moved", "--baseline", "known.json", "-q")
	require.Zero(t, code)
	require.Empty(t, out)
	require.Empty(t, stderr)
	require.NoError(t, os.WriteFile("moved/new.co", object("kernel1", 2), 0o600))
	code, out, _ = command(t, "", "check", "moved", "--baseline", "known.json", "-q")
	require.Equal(t, exitFindings, code)
	require.Contains(t, out, fmt.Sprintf("\ntotal files=%d ", kinds*copies+1))
	require.Equal(t, 1, strings.Count(out, "file="))
}

// The workflow that the page of the checker publishes is one, and its command annotates what is new.
func TestThePublishedWorkflowAnnotatesWhatIsNew(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs/checker.md"))
	require.NoError(t, err)
	_, text, found := strings.Cut(string(page), "```yaml\n# .github/workflows/gcn.yml\n")
	require.True(t, found)
	text, _, _ = strings.Cut(text, "```")
	var doc struct {
		On   []string
		Jobs map[string]struct {
			RunsOn string `yaml:"runs-on"`
			Steps  []struct {
				Uses, Run string
				With      map[string]string
			}
		}
	}
	d := yaml.NewDecoder(strings.NewReader(text))
	d.KnownFields(true)
	require.NoError(t, d.Decode(&doc))
	require.NotEmpty(t, doc.On)
	var commands [][]string
	for _, j := range doc.Jobs {
		require.NotEmpty(t, j.RunsOn)
		for _, s := range j.Steps {
			require.NotEqual(t, s.Uses == "", s.Run == "")
			if rest, ok := strings.CutPrefix(s.Run, "go install github.com/gcnsim/gcnsim/"); ok {
				require.DirExists(t, filepath.Join(root, strings.TrimSuffix(rest, "@latest")))
			} else if s.Run != "" {
				commands = append(commands, strings.Fields(s.Run))
			}
		}
	}
	require.Len(t, commands, 1)
	require.Equal(t, "gcnsim", commands[0][0])
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("build", 0o700))
	write := func(name string) {
		require.NoError(t, os.WriteFile("build/"+name, []byte(".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n"+
			"s_load_dword s8, s[0:1], 0x0\ns_add_u32 s20, s8, s8\ns_endpgm\n"), 0o600))
	}
	write("old.s")
	code, _, stderr := command(t, "", "check", "build", "--write-baseline", "known.json")
	require.Zero(t, code, stderr)
	code, out, stderr := command(t, "", commands[0][1:]...)
	require.Zero(t, code, stderr)
	require.Empty(t, out)
	write("new.s")
	code, out, stderr = command(t, "", commands[0][1:]...)
	require.Equal(t, exitFindings, code, stderr)
	require.Regexp(t, `^::error file=build/(new|old)\.s,line=3,title=race-raw[^:]*::[^\n]*\n$`, out)
}
