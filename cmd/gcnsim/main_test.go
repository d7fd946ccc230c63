package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/codeobj"
)

// root is the top directory of the project.
const root = "../.."

var update = flag.Bool("update", false, "rewrite the outputs that the scripts expect")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gcnsim": main, "resident": resident})
}

// The scripts run the command as users do. $ROOT is the top directory.
func TestScripts(t *testing.T) {
	top, err := filepath.Abs(root)
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		Setup:         func(e *testscript.Env) error { e.Setenv("ROOT", top); return nil },
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"status": status, "sparse": sparse},
		UpdateScripts: *update,
	})
}

// status runs "status N gcnsim ARGS..." and checks the exit status.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	if e, ok := err.(*exec.ExitError); ok {
		got = e.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if fmt.Sprint(got) != args[0] {
		ts.Fatalf("exit status %d, want %s", got, args[0])
	}
}

// sparse runs "sparse FILE SIZE [OFFSET BYTE]": a file of zeros but for one byte, which takes no
// room.
func sparse(ts *testscript.TestScript, neg bool, args []string) {
	num := func(s string) int64 {
		n, err := strconv.ParseInt(s, 10, 64)
		ts.Check(err)
		return n
	}
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(f.Truncate(num(args[1])))
	if len(args) > 2 {
		_, err = f.WriteAt([]byte{byte(num(args[3]))}, num(args[2]))
		ts.Check(err)
	}
	ts.Check(f.Close())
}

// shell finds the commands of a page: lines that begin with "$ " in its indented blocks.
var shell = regexp.MustCompile(`(?m)^    \$ (.*)$`)

// Every command of README.md and of the pages in docs runs, and gives the lines that the page
// shows; "..." stands for lines left out.
func TestCommandsOfTheDocs(t *testing.T) {
	if testing.Short() {
		t.Skip("millions of simulated instructions: too slow under the race detector")
	}
	top, err := filepath.Abs(root)
	require.NoError(t, err)
	bin := t.TempDir()
	exe, err := os.Executable()
	require.NoError(t, err)
	// The test binary is gcnsim when it is called so: see testscript.Main.
	require.NoError(t, os.Symlink(exe, filepath.Join(bin, "gcnsim")))
	pages, err := filepath.Glob(filepath.Join(top, "docs", "*.md"))
	require.NoError(t, err)
	require.NotEmpty(t, pages)
	for _, page := range append(pages, filepath.Join(top, "README.md"), filepath.Join(top, "CONTRIBUTING.md")) {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		t.Run(filepath.Base(page), func(t *testing.T) { pageRuns(t, string(text), top, bin) })
	}
}

// pageRuns runs the commands of a page, one after the other: later ones use what earlier ones have
// written.
func pageRuns(t *testing.T, text, top, bin string) {
	// Pages write files, so they run in a directory that has the project's test data but is not the
	// project.
	dir := t.TempDir()
	require.NoError(t, os.Symlink(filepath.Join(top, "testdata"), filepath.Join(dir, "testdata")))
	blocks := shell.FindAllStringSubmatchIndex(text, -1)
	for i, b := range blocks {
		command := strings.Replace(text[b[2]:b[3]], "go run ./cmd/gcnsim", "gcnsim", 1)
		if command == "go test ./..." {
			continue // this
		}
		end := len(text)
		if i+1 < len(blocks) {
			end = blocks[i+1][0]
		}
		var want []string
		for _, l := range strings.Split(text[b[1]:end], "\n")[1:] {
			line, ok := strings.CutPrefix(l, "    ")
			if !ok {
				break
			}
			want = append(want, line)
		}
		t.Run(command, func(t *testing.T) {
			c := exec.Command("bash", "-c", command)
			c.Dir = dir
			c.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
			out, err := c.CombinedOutput()
			if _, failed := err.(*exec.ExitError); err != nil && !failed {
				require.NoError(t, err)
			}
			got := strings.Split(string(out), "\n")
			for _, w := range want {
				if w == "..." {
					continue
				}
				at := -1
				for j, g := range got {
					if strings.TrimRight(g, " \t") == w {
						at = j
						break
					}
				}
				require.GreaterOrEqual(t, at, 0, "the output has no line %q where the page has it:\n%s", w, out)
				got = got[at+1:]
			}
		})
	}
}

func command(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var o, e bytes.Buffer
	code = runCommand(args, streams{strings.NewReader(stdin), &o, &e})
	return code, o.String(), e.String()
}

// The table has every instruction of the list of opcodes, in each generation, with its opcode.
func TestIsaHasTheDocumentedInstructions(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "testdata/isa/opcodes.tsv"))
	require.NoError(t, err)
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	require.Greater(t, len(rows), 1500)
	for i, gpu := range []string{"gcn1.0", "gcn1.1", "gcn1.2", "gcn1.4"} {
		code, out, _ := command(t, "", "isa", "--gpu", gpu, "--format", "json")
		require.Zero(t, code)
		var doc struct {
			GPU          string
			Instructions []instruction
		}
		require.NoError(t, json.Unmarshal([]byte(out), &doc))
		opcodes := map[string]bool{}
		for _, x := range doc.Instructions {
			require.Contains(t, []string{"exact", "approximate", "missing"}, x.Status)
			opcodes[fmt.Sprintf("%s %d", x.Name, x.Opcode)] = true
		}
		for _, r := range rows {
			f := strings.Split(r, "\t")
			if op := f[3+i]; op != "" && op != "-" {
				require.True(t, opcodes[f[1]+" "+op], "%s %s opcode %s", gpu, f[1], op)
			}
		}
	}
}

// Disassembling and assembling again gives the same code at the same place, for every compiled
// kernel of the test data.
func TestDisasmAssemblesToTheSameBytes(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "testdata/kernels/*/gfx*-O2.hsaco"))
	require.NoError(t, err)
	require.Greater(t, len(files), 50)
	for i, f := range files {
		if i/4%4 != i%4 {
			continue // every kernel for one generation, and every generation, is enough
		}
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		o, err := codeobj.Load(data)
		require.NoError(t, err)
		code, out, stderr := command(t, "", "disasm", f)
		require.Zero(t, code, stderr)
		require.NotContains(t, out, ".long", f)
		again := filepath.Join(t.TempDir(), "again.co")
		code, _, stderr = command(t, out, "asm", "-", "-o", again)
		require.Zero(t, code, "%s: %s", f, stderr)
		data, err = os.ReadFile(again)
		require.NoError(t, err)
		o2, err := codeobj.Load(data)
		require.NoError(t, err)
		require.Equal(t, o.Kernels, o2.Kernels, f)
		require.Equal(t, executable(o), executable(o2), f)
	}
}

func executable(o *codeobj.Object) []byte {
	for _, s := range o.Segments {
		if s.Flags&1 != 0 {
			return s.Data
		}
	}
	return nil
}

func TestDecodeReadsBytesInAnySpelling(t *testing.T) {
	for _, line := range []string{"81020a02", "81 02 0a 02", "0x81,0x02,0x0a,0x02", "[0x81, 0x02, 0x0A, 0x02]", "0x81020a02", "  81020A02\r", "81020a02 # 1", "81020a02;x",
		"81020a02 // x", "81020a02ffff"} {
		code, out, stderr := command(t, line, "decode", "--gpu", "gfx900")
		require.Zero(t, code, "%s: %s", line, stderr)
		require.Equal(t, "4\tv_add_f32_e32 v5, 1, v1\n", out, line)
	}
}

func TestDecodeKeepsLines(t *testing.T) {
	code, out, _ := command(t, "\n# nothing\nffffffff\n81\n00000000\n", "decode", "--gpu", "fiji")
	require.Zero(t, code)
	require.Equal(t, "\n\n0\tno instruction format has this prefix\n0\tthe code ends inside the instruction: 1 bytes left\n4\tv_cndmask_b32_e32 v0, s0, v0, vcc\n", out)
}

func TestDecodeRefusesWhatIsNotHexadecimal(t *testing.T) {
	for line, where := range map[string]string{"81020a0": "column 7", "8 1": "column 1", "81 0g": "column 4", "0x": "column 3", "0x8102 x0": "column 8", "81/02": "column 3"} {
		code, out, stderr := command(t, "81020a02\n"+line+"\n", "decode", "--gpu", "gfx900")
		require.Equal(t, exitUsage, code, line)
		require.Equal(t, "4\tv_add_f32_e32 v5, 1, v1\n", out, "what came before is not lost")
		require.Contains(t, stderr, "line 2, "+where, line)
	}
}

// FuzzDecodeLine: no line makes the reader crash, and hexBytes agrees with what it read.
func FuzzDecodeLine(f *testing.F) {
	f.Add("0x81, 0x02 0a[02] # x")
	f.Fuzz(func(t *testing.T, line string) {
		b, col := hexBytes(nil, []byte(line))
		require.LessOrEqual(t, col, len(line)+1)
		if col != 0 {
			return
		}
		again, col := hexBytes(nil, fmt.Appendf(nil, "%x", b))
		require.Zero(t, col)
		require.Equal(t, b, again)
		for _, x := range isa.Targets() {
			decodeLine(nil, &x, b)
		}
	})
}

// FuzzRunFlags: no flag value makes the translation into a launch file crash, and what it accepts
// is one launch.
func FuzzRunFlags(f *testing.F) {
	f.Add("a:4096", "buffer:a+16", "s[0:1]=buffer:a", "64,1,1", "16x4", "0x10")
	f.Add("a", "i32:5", "v0=[1,2]", "64", "", "")
	f.Fuzz(func(t *testing.T, buffer, arg, reg, grid, group, entry string) {
		c := program{File: "k.bin", GPU: "gfx900", Buffer: []string{buffer}, Arg: []string{arg}, Reg: []string{reg}, Grid: grid, Group: group, Entry: entry}
		l, err := c.file()
		if err == nil {
			require.Len(t, l.Launches, 1)
		}
	})
}

// The verdict and the dump are the same every time, whatever the number of workers.
func TestRunIsDeterministic(t *testing.T) {
	for _, k := range []string{"vecadd", "reduce", "matmul"} {
		file := filepath.Join(root, "testdata/kernels", k, "gfx803-O2.json")
		_, want, stderr := command(t, "", "run", "--launch", file, "--dump", "--workers", "1")
		require.Empty(t, stderr)
		for _, workers := range []string{"2", "7"} {
			_, got, _ := command(t, "", "run", "--launch", file, "--dump", "--workers", workers)
			require.True(t, want == got, "%s with %s workers", k, workers)
		}
	}
}

// JSON output is one document that has the verdict of the text output.
func TestRunAsJSON(t *testing.T) {
	file := filepath.Join(root, "testdata/kernels/vecadd/gfx900.json")
	_, text, _ := command(t, "", "run", "--launch", file)
	code, out, _ := command(t, "", "run", "--launch", file, "--dump", "--dump-format", "json")
	require.Zero(t, code)
	var r runReport
	require.NoError(t, json.Unmarshal([]byte(out), &map[string]any{}))
	d := json.NewDecoder(strings.NewReader(out))
	require.NoError(t, d.Decode(&struct {
		*runReport
		Dump map[string]any `json:"dump"`
	}{runReport: &r}))
	require.Equal(t, strings.TrimSpace(text), r.Verdict)
	require.Equal(t, &expectation{1, 1, true}, r.Expect)
	require.EqualValues(t, 16, r.Waves)
	require.Equal(t, []string{"vecadd"}, r.Kernels)
}

// Findings in JSON have the shape that docs/dump.md describes, from run and from check.
func TestFindingsAsJSON(t *testing.T) {
	file := filepath.Join(root, "testdata/kernels/asm/smem_order.s")
	code, out, stderr := command(t, "", "check", file, "--gpu", "gfx803", "--format", "json")
	require.Equal(t, exitFindings, code, stderr)
	var doc map[string]any
	require.NoError(t, json.Unmarshal([]byte(out), &doc))
	require.Equal(t, file, doc["file"])
	require.Equal(t, "gfx803", doc["gpu"])
	summary := doc["summary"].(map[string]any)
	require.EqualValues(t, 1, summary["races"])
	require.EqualValues(t, 1, summary["errors"])
	list := doc["findings"].([]any)
	require.Len(t, list, 1)
	f := list[0].(map[string]any)
	// The program's text says what is wrong: the load into s[8:9] on line 8 is read on line 11
	// behind lgkmcnt(1), and needs lgkmcnt(0).
	for key, want := range map[string]any{"kind": "race", "rule": "race-raw", "severity": "error", "pc": "0x1c", "register": "s8", "access": "read",
		"producer_pc": "0x8", "have": "lgkmcnt(1)", "need": "lgkmcnt(0)", "line": 11.0, "producer_line": 8.0} {
		require.Equal(t, want, f[key], key)
	}
	for _, key := range []string{"instruction", "producer", "message", "source"} {
		require.NotEmpty(t, f[key], key)
	}
}

// One file that cannot be read does not keep the others from being checked.
func TestCheckGoesOnBehindAFileItCannotRead(t *testing.T) {
	good := filepath.Join(root, "testdata/kernels/asm/smem_order.s")
	code, out, stderr := command(t, "", "check", "none.s", good, filepath.Join(root, "testdata/asm"), "--gpu", "gfx803")
	require.Equal(t, exitUsage, code)
	require.Contains(t, out, "SUMMARY: gcnsim: 1 race, 0 hazards in "+good)
	require.Contains(t, stderr, "none.s")
	require.Contains(t, stderr, "testdata/asm")
	code, out, _ = command(t, "", "check", "none.s", "--gpu", "gfx803", "--format", "json")
	require.Equal(t, exitUsage, code)
	require.Empty(t, out)
}

// A replay line gives a shell the words of the command again, whatever is in them.
func TestReplayIsWhatTheUserTyped(t *testing.T) {
	c := &runCmd{program: program{File: "a b.s", GPU: "fiji", Reg: []string{"s[0:1]=buffer:p", "v0=lane"}, Buffer: []string{"p:16:it's"}}, machine: machine{Order: "random:7"}}
	require.Equal(t, `gcnsim run 'a b.s' --gpu fiji --buffer 'p:16:it'\''s' --reg 's[0:1]=buffer:p' --reg v0=lane --order random:7`, c.replay())
	words, err := exec.Command("bash", "-c", "printf '%s\n' "+c.replay()).Output()
	require.NoError(t, err)
	require.Equal(t, "gcnsim\nrun\na b.s\n--gpu\nfiji\n--buffer\np:16:it's\n--reg\ns[0:1]=buffer:p\n--reg\nv0=lane\n--order\nrandom:7\n", string(words))
	require.Equal(t, "gcnsim run --launch k.json --order late", (&runCmd{program: program{Launch: "k.json"}, machine: machine{Order: "late"}}).replay())
}

// Each shell accepts the script, where it is installed.
func TestCompletionScripts(t *testing.T) {
	for shell, check := range map[string][]string{"bash": {"bash", "-n"}, "zsh": {"zsh", "-n"}, "fish": {"fish", "-n"}} {
		t.Run(shell, func(t *testing.T) {
			code, out, _ := command(t, "", "completion", shell)
			require.Zero(t, code)
			for _, word := range []string{"disasm", "max-insts", "dump-format", "check", "min-severity", "race-raw", "sarif", "figures", "functional timing", "compare"} {
				require.Contains(t, out, word)
			}
			if _, err := exec.LookPath(check[0]); err != nil {
				t.Skip(check[0] + " is not installed")
			}
			c := exec.Command(check[0], check[1:]...)
			c.Stdin = strings.NewReader(out)
			msg, err := c.CombinedOutput()
			require.NoError(t, err, "%s", msg)
		})
	}
}

// A command line is read without the flags of other verbs, and says the same as with them.
func TestHelpAndMistakesAreThoseOfTheWholeCommandLine(t *testing.T) {
	var out strings.Builder
	newParser := func(options []kong.Option) *kong.Kong {
		parser, err := newParser(&cli{}, streams{out: &out, err: &out}, options...)
		require.NoError(t, err)
		return parser
	}
	said := func(parser *kong.Kong, args []string) (text string) {
		out.Reset()
		defer func() {
			_, help := recover().(helped)
			require.Equal(t, args[1] == "--help", help, args)
			text = out.String()
		}()
		_, err := parser.Parse(args)
		fmt.Fprint(&out, err)
		return ""
	}
	whole := newParser(nil)
	for _, verb := range whole.Model.Children {
		only := newParser(onlyVerb([]string{verb.Name}))
		require.Equal(t, verb.Name == "completion", len(only.Model.Children) > 1, verb.Name)
		for _, rest := range [][]string{{"--help"}, {"--nosuch"}, {"--profil"}, {"a", "b", "c"}} {
			args := append([]string{verb.Name}, rest...)
			require.Equal(t, said(whole, args), said(only, args), args)
		}
	}
	require.Nil(t, onlyVerb([]string{"nosuch"}))
}

// The program and each verb have a man page with all their flags, which groff reads without a
// warning where it is installed.
func TestManPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man1")
	code, out, stderr := command(t, "", "completion", "man", dir)
	require.Zero(t, code, stderr)
	require.Empty(t, out)
	parser, err := newParser(&cli{}, streams{strings.NewReader(""), io.Discard, io.Discard})
	require.NoError(t, err)
	groff, _ := exec.LookPath("groff")
	pages := map[string]*kong.Node{"gcnsim": parser.Model.Node}
	for _, v := range parser.Model.Children {
		pages["gcnsim-"+v.Name] = v
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, len(pages))
	var all []string
	for name, n := range pages {
		path := filepath.Join(dir, name+".1")
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		all = append(all, path)
		plain := strings.NewReplacer(`\-`, "-", `\fB`, "", `\fR`, "", `\fI`, "").Replace(string(text))
		require.Contains(t, plain, "\n.SH NAME\n"+name+" - ")
		for _, f := range n.Flags {
			require.Regexp(t, `(?m)^(-., )?--(\[no-\])?`+regexp.QuoteMeta(f.Name)+`(=|$)`, plain, name)
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, ".") {
				require.Regexp(t, `^\.(TH|SH|SS|TP|B|BR|br|PP|nf|fi)\b`, line, "%s: no text is a request", name)
			}
			require.NotRegexp(t, "^'", line, name)
		}
	}
	if groff == "" {
		t.Skip("groff is not installed")
	}
	msg, err := exec.Command(groff, append([]string{"-man", "-Tutf8", "-ww", "-z"}, all...)...).CombinedOutput()
	require.NoError(t, err, "%s", msg)
	require.Empty(t, string(msg))
}
