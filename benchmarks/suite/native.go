package suite

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sys/cpu"

	"github.com/gcnsim/gcnsim/benchmarks"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// The C programs that do the work of loops, and what starts them.
//
//go:embed c
var cFiles embed.FS

// ErrNative is what is wrong with a native way: its dialect or compiler is not to be had.
var ErrNative = errors.New("suite: native")

// dialect is how the C of a case is built for the host.
type dialect struct {
	name  string
	about string
	flags []string
	here  bool // the host can run it
}

// everyFlags are those of all dialects. Like the kernels, C does no contraction, so that results are
// the same to the bit.
var everyFlags = []string{"-O3", "-std=gnu11", "-ffp-contract=off", "-fno-math-errno", "-w"}

// dialects are the rows of what can be built.
var dialects = []dialect{
	{"c", "plain C, -march=native", []string{"-march=native"}, true},
	{"avx2", "AVX2 intrinsics", []string{"-DSIMD=8", "-mavx2", "-mfma"}, cpu.X86.HasAVX2 && cpu.X86.HasFMA},
	{"avx512", "AVX-512 intrinsics",
		[]string{"-DSIMD=16", "-mavx512f", "-mavx512dq", "-mavx512bw", "-mavx512vl", "-mfma", "-mprefer-vector-width=512"},
		cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL},
}

// Native is a way that is not the simulator's: the C of a case, built for this host.
type Native struct {
	Compiler string // the program
	dialect  *dialect
}

// Way is its name in reports: "c/clang", "avx2/gcc".
func (n *Native) Way() string { return n.dialect.name + "/" + filepath.Base(n.Compiler) }

// Natives are the ways of compilers that this host can run: of each dialect one. Errors wrap
// ErrNative.
func Natives(compilers []string) (list []Native, err error) {
	if runtime.GOOS != "linux" {
		return nil, fmt.Errorf("%w: the driver of the C programs is for Linux", ErrNative)
	}
	for i := range dialects {
		if !dialects[i].here {
			continue
		}
		for _, c := range compilers {
			if _, err := exec.LookPath(c); err != nil {
				return nil, fmt.Errorf("%w: compiler: %w", ErrNative, err)
			}
			list = append(list, Native{c, &dialects[i]})
		}
	}
	return list, nil
}

// has reports whether a case has C of the way's dialect, for its compiler.
func (w *Work) has(n *Native) bool {
	switch {
	case w.source == "":
		return false
	case n.dialect.name != "c":
		return w.simd
	}
	// The kernels' vectors are an extension of clang's.
	return !strings.HasSuffix(w.source, ".cl") || strings.Contains(filepath.Base(n.Compiler), "clang")
}

// program is the C around the kernels of w: buffers, and a function that does all launches.
func (w *Work) program() string {
	var b strings.Builder
	fmt.Fprintf(&b, "#include \"%s\"\n#include <stddef.h>\n", w.source)
	b.WriteString("static const size_t size[] = {")
	for i := range w.File.Buffers {
		fmt.Fprintf(&b, "%d, ", w.File.Buffers[i].Size)
	}
	b.WriteString("};\nstatic const char changed[] = {")
	index := map[string]int{}
	for i := range w.File.Buffers {
		x := &w.File.Buffers[i]
		index[x.Name] = i
		fmt.Fprintf(&b, "%d, ", min(len(x.Expect), 1))
	}
	fmt.Fprintf(&b, "};\nstatic void *buffers[%d];\n", len(index))
	made := map[string]bool{}
	for _, c := range w.calls {
		if made[c.function] {
			continue
		}
		made[c.function] = true
		fmt.Fprintf(&b, "static void call_%s(uint nx, uint ny, const uint *a)\n{\n\tfor (uint y = 0; y < ny; y++)\n"+
			"\t\tfor (uint x = 0; x < nx; x++)\n\t\t\t%s(x, y", c.function, c.function)
		for i, a := range c.args {
			switch a.(type) {
			case string:
				fmt.Fprintf(&b, ", buffers[a[%d]]", i)
			case float32:
				fmt.Fprintf(&b, ", *(const float *)(a + %d)", i)
			default:
				fmt.Fprintf(&b, ", a[%d]", i)
			}
		}
		b.WriteString(");\n}\n")
	}
	b.WriteString("static void work(void)\n{\n")
	for _, c := range w.calls {
		fmt.Fprintf(&b, "\tcall_%s(%d, %d, (const uint[]){", c.function, c.groups[0], c.groups[1])
		for _, a := range c.args {
			switch a := a.(type) {
			case string:
				fmt.Fprintf(&b, "%d, ", index[a])
			case float32:
				fmt.Fprintf(&b, "%#x, ", word(a))
			case uint32:
				fmt.Fprintf(&b, "%d, ", a)
			}
		}
		b.WriteString("});\n")
	}
	b.WriteString("}\n#include \"driver.h\"\n")
	return b.String()
}

// process is a native program that waits for what to do.
type process struct {
	report benchmarks.Report
	output string
	cmd    *exec.Cmd
	in     *bufio.Writer
	stop   func() error
	out    *bufio.Scanner
	stderr bytes.Buffer
	times  int // runs of a sample
}

// nativeSample is the least time of a sample of a native program.
const nativeSample = 50 * time.Millisecond

// build compiles w in dir, starts it, and compares its results.
func (n *Native) build(ctx context.Context, w *Work, insts uint64, dir string) (p *process, err error) {
	name := strings.ReplaceAll(n.Way(), "/", "-") + "-" + w.File.Path
	file := func(ext string) string { return filepath.Join(dir, name+ext) }
	for _, tree := range []embed.FS{clFiles, cFiles} {
		err := fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
			if ext := filepath.Ext(path); err != nil || ext != ".h" && ext != ".c" && ext != ".cl" {
				return err
			}
			data, err := tree.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, d.Name()), data, 0o600)
		})
		if err != nil {
			return nil, err
		}
	}
	var contents []byte
	for i := range w.File.Buffers {
		b := &w.File.Buffers[i]
		contents = append(contents, b.Init.Data...)
		contents = append(contents, make([]byte, b.Size-uint64(len(b.Init.Data)))...)
	}
	err = errors.Join(os.WriteFile(file(".c"), []byte(w.program()), 0o600), os.WriteFile(file(".in"), contents, 0o600))
	if err != nil {
		return nil, err
	}
	args := append(append([]string{}, everyFlags...), n.dialect.flags...)
	args = append(args, "-I"+dir, file(".c"), "-o", file(""), "-lm")
	if out, err := exec.CommandContext(ctx, n.Compiler, args...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s %s: %w\n%s", ErrNative, n.Compiler, strings.Join(args, " "), err, out)
	}
	p = &process{output: file(".out"), times: 1, report: benchmarks.Report{Name: w.File.Path, GPU: "native",
		Policy: "native", Way: n.Way(), Workers: 1, GOOS: runtime.GOOS, GOARCH: runtime.GOARCH, Procs: 1, Insts: insts}}
	p.cmd = exec.CommandContext(ctx, file(""), file(".in"), p.output)
	p.cmd.Stderr = &p.stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in, p.stop, p.out = bufio.NewWriter(in), in.Close, bufio.NewScanner(out)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = p.close() // the error is what matters
		}
	}()
	first, err := p.run(1)
	if err != nil {
		return nil, err
	}
	if first.Time < nativeSample {
		p.times = int(min(nativeSample/max(first.Time, 1)+1, 1000))
	}
	if _, err := p.ask("write"); err != nil {
		return nil, err
	}
	results, err := os.ReadFile(p.output)
	if err != nil {
		return nil, err
	}
	for i := range w.File.Buffers {
		b := &w.File.Buffers[i]
		for _, e := range b.Expect {
			if m := run.Compare(&e.Type, results[:b.Size], e.Data); m != nil {
				return nil, fmt.Errorf("%w: buffer %q: %s", benchmarks.ErrResult, b.Name, m)
			}
		}
		results = results[b.Size:]
	}
	return p, nil
}

// ask sends a line and reads the two numbers of the answer.
func (p *process) ask(what string) (v [2]int64, err error) {
	fmt.Fprintln(p.in, what)
	if err := p.in.Flush(); err != nil {
		return v, fmt.Errorf("%w: %s: %w %s", ErrNative, p.report.Way, err, p.stderr.Bytes())
	}
	if !p.out.Scan() {
		return v, fmt.Errorf("%w: %s ended %w %s", ErrNative, p.report.Way, p.out.Err(), p.stderr.Bytes())
	}
	_, err = fmt.Sscan(p.out.Text(), &v[0], &v[1])
	return v, err
}

func (p *process) run(times int) (s benchmarks.Sample, err error) {
	v, err := p.ask(fmt.Sprintf("run %d", times))
	return benchmarks.Sample{Runs: times, Time: time.Duration(v[0]), CPU: time.Duration(v[1]),
		Insts: p.report.Insts * uint64(times)}, err
}

// Sample takes a sample.
func (p *process) Sample(context.Context) error {
	s, err := p.run(p.times)
	if err == nil {
		p.report.Samples = append(p.report.Samples, s)
	}
	return err
}

// Report is what is known by now.
func (p *process) Report() *benchmarks.Report {
	r := p.report
	r.Summarize()
	return &r
}

// close ends the program.
func (p *process) close() error { return errors.Join(p.stop(), p.cmd.Wait()) }
