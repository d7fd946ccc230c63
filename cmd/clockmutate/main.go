package main

import (
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
	"strconv"
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
	quick   bool
	rows    string
	workers int
	timeout time.Duration
	judged  bool
	except  string
}

// run executes the command and returns how many mutants are missed without a reason.
func run(ctx context.Context, args []string, w io.Writer) (missed int, err error) {
	var o options
	f := flag.NewFlagSet("clockmutate", flag.ContinueOnError)
	f.StringVar(&o.only, "only", "", "only mutants whose names contain one of these, with commas between them")
	f.BoolVar(&o.all, "all", false, "run all rows, also behind the first that notices")
	f.BoolVar(&o.quick, "quick", false,
		"emergent rows that take less than a second alone: much sooner done, but others notice more")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "mutants at a time")
	f.DurationVar(&o.timeout, "timeout", 10*time.Minute, "how long the rows of a mutant may take: longer is noticed, too")
	f.StringVar(&o.rows, "rows", "", "only rows whose names begin with one of these, with commas between them")
	f.BoolVar(&o.judged, "judged", false,
		"used by the command itself: judge the rows here, and say which are not as published")
	f.StringVar(&o.except, "except", "", "used by the command itself: rows that are not judged, with commas between them")
	if err := f.Parse(args); err != nil {
		return 0, err
	}
	if f.NArg() > 0 {
		return 0, fmt.Errorf("%s: no arguments are known but flags", f.Arg(0))
	}
	if o.judged {
		return 0, o.judge(ctx, w)
	}
	return o.campaign(ctx, w)
}

// ordered are the rows of the suite that can notice something, in the order in which they are likely
// to: those that are meant to be as published.
func (o *options) ordered() ([]timing.Row, error) {
	all, err := timing.Rows()
	if err != nil {
		return nil, err
	}
	except := strings.Split(o.except, ",")
	var rows []timing.Row
	for _, r := range all {
		if r.Measure != nil && r.Tier != timing.TierE && r.Miss == "" &&
			(!o.quick || r.Kind == timing.Emergent && !r.Slow) && !slices.Contains(except, r.ID) &&
			slices.ContainsFunc(strings.Split(o.rows, ","), func(s string) bool { return strings.HasPrefix(r.ID, s) }) {
			rows = append(rows, r)
		}
	}
	// One of each group comes before the second of any: most breaks are noticed by some row of a group.
	// Rows that take a second and more come last.
	nth, seen := map[string]int{}, map[string]int{}
	for i := range rows {
		g := rows[i].Group()
		nth[rows[i].ID] = seen[g]
		seen[g]++
	}
	slow := map[bool]int{true: 1}
	slices.SortStableFunc(rows, func(a, b timing.Row) int {
		return cmp.Or(slow[a.Slow]-slow[b.Slow], int(b.Kind)-int(a.Kind), cmp.Compare(nth[a.ID], nth[b.ID]))
	})
	return rows, nil
}

// good are the verdicts of rows that are as published.
var good = []timing.Verdict{timing.Exact, timing.Inside, timing.Disputed}

// judge runs the rows in this program, which is a mutant. It writes a line of JSON for each that is
// not as published, and ends with the first one unless all are wanted.
func (o *options) judge(ctx context.Context, w io.Writer) error {
	rows, err := o.ordered()
	if err != nil {
		return err
	}
	e, machine := json.NewEncoder(w), timing.NewSimulator()
	for i := range rows {
		r, err := measure(ctx, &rows[i], machine)
		if err != nil {
			return err
		}
		if slices.Contains(good, r.Verdict) {
			continue
		}
		if err := e.Encode(verdict{rows[i].ID, r.Verdict, fmt.Sprintf("%.4g", r.Value), r.Expected}); err != nil {
			return err
		}
		if !o.all {
			return nil
		}
	}
	return nil
}

// measure runs one row in this program.
func measure(ctx context.Context, r *timing.Row, machine timing.Machine) (*timing.Result, error) {
	results, err := timing.Run(ctx, []timing.Row{*r}, machine, 1, nil)
	return &results[0], err
}

// verdict is a row and how it is judged.
type verdict struct {
	Row      string
	Verdict  timing.Verdict
	Value    string
	Expected string
}

// unchanged are the rows in this program, which has the clock as it is: those that a mutant has
// failed are judged here, too.
type unchanged struct {
	rows map[string]*timing.Row
	mu   sync.Mutex
	good map[string]bool
}

func newUnchanged(rows []timing.Row) *unchanged {
	x := &unchanged{rows: map[string]*timing.Row{}, good: map[string]bool{}}
	for i := range rows {
		x.rows[rows[i].ID] = &rows[i]
	}
	return x
}

// isGood reports whether a row is as published.
func (x *unchanged) isGood(ctx context.Context, id string) (bool, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if is, known := x.good[id]; known {
		return is, nil
	}
	row, ok := x.rows[id]
	if !ok {
		return false, fmt.Errorf("a mutant has a row that the clock as it is has not: %s", id)
	}
	r, err := measure(ctx, row, timing.Simulate)
	if err == nil {
		x.good[id] = slices.Contains(good, r.Verdict)
	}
	return x.good[id], err
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
	rows, err := o.ordered()
	if err != nil {
		return 0, err
	}
	if len(rows) == 0 {
		return 0, fmt.Errorf("no row that can notice something has a name that begins with one of %s", o.rows)
	}
	fmt.Fprintf(w, "%d rows can notice something\n", len(rows))
	base := newUnchanged(rows)

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
				outcomes[i] = o.try(ctx, root, filepath.Join(dir, fmt.Sprint("w", worker)), base, list[i])
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
func (o *options) command(ctx context.Context, program string, except []string) *exec.Cmd {
	return exec.CommandContext(ctx, program, "--judged", "--rows", o.rows, "--except", strings.Join(except, ","),
		"--all="+strconv.FormatBool(o.all), "--quick="+strconv.FormatBool(o.quick))
}

// try builds a mutant and runs the rows in it.
func (o *options) try(ctx context.Context, root, program string, base *unchanged, m *mutant) outcome {
	if err := m.build(ctx, root, program); err != nil {
		return outcome{m: m, err: err}
	}
	return o.rowsIn(ctx, program, base, m)
}

// rowsIn runs the rows in a mutant that is built.
func (o *options) rowsIn(ctx context.Context, program string, base *unchanged, m *mutant) outcome {
	x := outcome{m: m}
	short, stop := context.WithTimeout(ctx, o.timeout)
	defer stop()
	var bad []string // rows that are not as published without the break either
	for again := true; again; {
		again = false
		c := o.command(short, program, bad)
		out, err := c.Output()
		d := json.NewDecoder(strings.NewReader(string(out)))
		for d.More() {
			var v verdict
			if d.Decode(&v) != nil {
				break
			}
			switch is, err := base.isGood(ctx, v.Row); {
			case err != nil:
				x.err = err
			case is:
				x.found = append(x.found, v)
			default:
				bad = append(bad, v.Row)
				again = !o.all // it has ended the run
			}
		}
		switch {
		case ctx.Err() != nil:
			x.err = ctx.Err()
		case short.Err() != nil:
			again = false
			x.how, x.err = o.late(c.ProcessState)
		case err != nil:
			again = false
			if x.how, err = failure(err); err != nil {
				x.err = err
			}
		}
		again = again && x.err == nil
	}
	return x
}

// late says what it means that the rows took too long: they do not end, unless the machine had other
// things to do.
func (o *options) late(p *os.ProcessState) (how string, _ error) {
	used := time.Duration(0)
	if p != nil {
		used = p.UserTime() + p.SystemTime()
	}
	if used < o.timeout/2 {
		return "", fmt.Errorf("the rows had %v of a processor in %v: --timeout gives them longer", used, o.timeout)
	}
	return "the rows do not end", nil
}

// failure says how a mutant has failed by what it has left on standard error. Where this command itself
// has given up, nothing was judged: that is an error.
func failure(err error) (how string, _ error) {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return "", err
	}
	for line := range strings.Lines(string(exit.Stderr)) {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return "the program fails: " + strings.TrimSpace(line), nil
		}
	}
	return "", fmt.Errorf("the mutant judged no rows: %w: %s", err, exit.Stderr)
}

// build builds this command with a mutant's clock.
func (m *mutant) build(ctx context.Context, root, to string) error {
	file, text, err := m.apply(root)
	if err != nil {
		return err
	}
	changed, overlay := to+".go", to+".json"
	data, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	if err == nil {
		err = errors.Join(os.WriteFile(changed, []byte(text), 0o600), os.WriteFile(overlay, data, 0o600))
	}
	if err != nil {
		return err
	}
	c := exec.CommandContext(ctx, "go", "build", "-o", to, "-ldflags=-s -w", "-overlay", overlay, "./cmd/clockmutate")
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
