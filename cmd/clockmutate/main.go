package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gcnsim/gcnsim/benchmarks/timing"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	missed, err := run(ctx, os.Args[1:], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "clockmutate:", err)
		os.Exit(2)
	}
	if missed > 0 {
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	only    string
	all     bool
	long    bool
	quick   bool
	workers int
	timeout time.Duration
	against string
}

// run executes the command and returns how many mutants are missed without a reason.
func run(ctx context.Context, args []string, w io.Writer) (missed int, err error) {
	var o options
	f := flag.NewFlagSet("clockmutate", flag.ContinueOnError)
	f.StringVar(&o.only, "only", "", "only mutants whose names contain one of these, with commas between them")
	f.BoolVar(&o.all, "all", false, "run all rows, also behind the first that notices")
	f.BoolVar(&o.long, "long", false, "also the rows that take a second and more")
	f.BoolVar(&o.quick, "quick", false, "emergent rows alone: much sooner done, but others notice more")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "mutants at a time")
	f.DurationVar(&o.timeout, "timeout", 10*time.Minute, "how long the rows of a mutant may take: longer is noticed, too")
	f.StringVar(&o.against, "against", "",
		"used by the command itself: judge the rows here, and say which differ from this file's")
	if err := f.Parse(args); err != nil {
		return 0, err
	}
	if f.NArg() > 0 {
		return 0, fmt.Errorf("%s: no arguments are known but flags", f.Arg(0))
	}
	if o.against != "" {
		return 0, o.judge(ctx, w)
	}
	return o.campaign(ctx, w)
}

// rows are those of the suite in the order in which they are likely to notice something.
func (o *options) rows() ([]timing.Row, error) {
	all, err := timing.Rows()
	if err != nil {
		return nil, err
	}
	var rows []timing.Row
	for _, r := range all {
		if r.Measure != nil && (o.long || !r.Slow) && (!o.quick || r.Kind == timing.Emergent) {
			rows = append(rows, r)
		}
	}
	// One of each group comes before the second of any: most breaks are noticed by some row of a group.
	nth, seen := map[string]int{}, map[string]int{}
	for i := range rows {
		g := rows[i].Group()
		nth[rows[i].ID] = seen[g]
		seen[g]++
	}
	slices.SortStableFunc(rows, func(a, b timing.Row) int {
		return cmp.Or(int(b.Kind)-int(a.Kind), cmp.Compare(nth[a.ID], nth[b.ID]))
	})
	return rows, nil
}

// good are the verdicts of rows that can notice something.
var good = []timing.Verdict{timing.Exact, timing.Inside, timing.Disputed}

// judge runs the rows in this program, which is a mutant or the unchanged clock. It writes a line
// of JSON for each: its name and verdict. With a file of the unchanged clock's verdicts it writes
// only the rows that are good there and not here, and ends with the first one unless all are
// wanted.
func (o *options) judge(ctx context.Context, w io.Writer) error {
	want, err := readVerdicts(o.against)
	if err != nil {
		return err
	}
	rows, err := o.rows()
	if err != nil {
		return err
	}
	e := json.NewEncoder(w)
	const batch = 16
	for len(rows) > 0 {
		n := min(batch, len(rows))
		results, err := timing.Run(ctx, rows[:n], timing.Simulate, 1, nil)
		if err != nil {
			return err
		}
		for i := range results {
			r := &results[i]
			id := r.Row.ID
			if len(want) > 0 && (!slices.Contains(good, want[id]) || slices.Contains(good, r.Verdict)) {
				continue
			}
			if err := e.Encode(verdict{id, r.Verdict, fmt.Sprintf("%.4g", r.Value), r.Expected}); err != nil {
				return err
			}
			if len(want) > 0 && !o.all {
				return nil
			}
		}
		rows = rows[n:]
	}
	return nil
}

// verdict is a row and how it is judged.
type verdict struct {
	Row      string
	Verdict  timing.Verdict
	Value    string
	Expected string
}

func readVerdicts(path string) (map[string]timing.Verdict, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m := map[string]timing.Verdict{}
	d := json.NewDecoder(bufio.NewReader(f))
	for d.More() {
		var v verdict
		if err := d.Decode(&v); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		m[v.Row] = v.Verdict
	}
	return m, nil
}

// outcome is what became of a mutant.
type outcome struct {
	m     *mutant
	found []verdict // rows that noticed
	how   string    // where it ended otherwise: "does not end", "fails"
	err   error
}

// campaign builds and judges the mutants.
func (o *options) campaign(ctx context.Context, w io.Writer) (missed int, err error) {
	root, err := moduleRoot()
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "clockmutate")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	list, err := o.chosen()
	if err != nil {
		return 0, err
	}
	// The clock as it is.
	base := filepath.Join(dir, "base")
	if err := build(ctx, root, base, nil); err != nil {
		return 0, err
	}
	verdicts := filepath.Join(dir, "base.json")
	if err := os.WriteFile(verdicts, nil, 0o600); err != nil {
		return 0, err
	}
	out, err := o.command(ctx, base, verdicts).Output()
	if err != nil {
		return 0, fmt.Errorf("the rows of the clock as it is: %w", err)
	}
	if err := os.WriteFile(verdicts, out, 0o600); err != nil {
		return 0, err
	}
	m, err := readVerdicts(verdicts)
	if err != nil {
		return 0, err
	}
	able := 0
	for _, v := range m {
		if slices.Contains(good, v) {
			able++
		}
	}
	fmt.Fprintf(w, "%d of %d rows are as published and can notice something\n", able, len(m))

	outcomes := make([]outcome, len(list))
	var wg sync.WaitGroup
	var mu sync.Mutex
	next := 0
	for worker := range max(1, o.workers) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for ctx.Err() == nil {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= len(list) {
					return
				}
				outcomes[i] = o.try(ctx, root, filepath.Join(dir, fmt.Sprint("w", worker)), verdicts, list[i])
				mu.Lock()
				outcomes[i].write(w)
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return summarize(w, outcomes)
}

// chosen are the mutants that the flags choose.
func (o *options) chosen() (list []*mutant, err error) {
	for i := range mutants {
		m := &mutants[i]
		if o.only == "" || slices.ContainsFunc(strings.Split(o.only, ","),
			func(s string) bool { return strings.Contains(m.name, s) }) {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no mutant's name contains one of %s", o.only)
	}
	return list, nil
}

// command is a run of the rows in a program that was built.
func (o *options) command(ctx context.Context, program, verdicts string) *exec.Cmd {
	args := []string{"--against", verdicts}
	if o.all {
		args = append(args, "--all")
	}
	if o.long {
		args = append(args, "--long")
	}
	if o.quick {
		args = append(args, "--quick")
	}
	return exec.CommandContext(ctx, program, args...)
}

// try builds a mutant and runs the rows in it.
func (o *options) try(ctx context.Context, root, prefix, verdicts string, m *mutant) outcome {
	x := outcome{m: m}
	file, text, err := m.apply(root)
	if err != nil {
		x.err = err
		return x
	}
	changed, overlay := prefix+".go", prefix+".json"
	data, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	if err == nil {
		err = errors.Join(os.WriteFile(changed, []byte(text), 0o600), os.WriteFile(overlay, data, 0o600))
	}
	if err == nil {
		err = build(ctx, root, prefix, []string{"-overlay", overlay})
	}
	if err != nil {
		x.err = err
		return x
	}
	short, stop := context.WithTimeout(ctx, o.timeout)
	defer stop()
	out, err := o.command(short, prefix, verdicts).Output()
	d := json.NewDecoder(strings.NewReader(string(out)))
	for d.More() {
		var v verdict
		if d.Decode(&v) != nil {
			break
		}
		x.found = append(x.found, v)
	}
	switch {
	case ctx.Err() != nil:
		x.err = ctx.Err()
	case short.Err() != nil:
		x.how = "the rows do not end"
	case err != nil:
		x.how = "the program fails"
	}
	return x
}

// build builds this command.
func build(ctx context.Context, root, to string, flags []string) error {
	args := append([]string{"build", "-o", to}, flags...)
	c := exec.CommandContext(ctx, "go", append(args, "./cmd/clockmutate")...)
	c.Dir = root
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// moduleRoot is the directory of the module that this command is run in.
func moduleRoot() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Path}} {{.Dir}}").Output()
	path, dir, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	if err != nil || path != "github.com/gcnsim/gcnsim" {
		return "", errors.New("run it in a directory of the module github.com/gcnsim/gcnsim: it builds the module's source")
	}
	return dir, nil
}

// write prints a line for a mutant.
func (x *outcome) write(w io.Writer) {
	what := "MISSED"
	switch {
	case x.err != nil:
		what = "ERROR   " + x.err.Error()
	case x.how != "":
		what = "caught  " + x.how
	case len(x.found) == 1:
		v := &x.found[0]
		what = fmt.Sprintf("caught  %s: %s, expected %s", v.Row, v.Value, v.Expected)
	case len(x.found) > 0:
		what = fmt.Sprintf("caught  by %d rows, the first %s", len(x.found), x.found[0].Row)
	case x.m.reason != "":
		what = "excused " + x.m.reason
	}
	fmt.Fprintf(w, "%-32s %s\n", x.m.name, what)
}

// summarize prints what no row notices, and returns how many of those have no reason.
func summarize(w io.Writer, outcomes []outcome) (missed int, err error) {
	caught, excused := 0, 0
	var left []string
	for i := range outcomes {
		x := &outcomes[i]
		switch {
		case x.err != nil:
			err = errors.Join(err, fmt.Errorf("%s: %w", x.m.name, x.err))
		case x.how != "" || len(x.found) > 0:
			caught++
		case x.m.reason != "":
			excused++
		default:
			left = append(left, x.m.name+": "+x.m.breaks)
		}
	}
	fmt.Fprintf(w, "\n%d mutants: %d caught, %d excused, %d missed\n", len(outcomes), caught, excused, len(left))
	for _, l := range left {
		fmt.Fprintln(w, "missed:", l)
	}
	return len(left), err
}
