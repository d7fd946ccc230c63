package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"
	"time"

	"github.com/alecthomas/kong"
)

// Exit statuses.
const (
	exitDone        = 0
	exitFailure     = 1
	exitUsage       = 2
	exitInterrupted = 3
)

// cli is the command line.
type cli struct {
	Executions int64         `short:"n" default:"30000000" help:"Executions of all targets and starts together."`
	Each       int64         `default:"100000" help:"Least executions of each target."`
	Targets    string        `default:"." placeholder:"REGEXP" help:"Targets to fuzz, named as in the table."`
	Slice      time.Duration `default:"20s" help:"How long a slice is to take."`
	Hang       time.Duration `default:"5s" help:"Processor time after which an input is a hang."`
	Memory     int           `default:"1024" help:"MiB that a process may use."`
	Jobs       int           `short:"j" help:"Targets at the same time; the number of processors by default."`
	State      string        `placeholder:"DIR" help:"Where all is kept; gcnsim-fuzz in the user's cache folder by default."`
	Blind      bool          `help:"Never count coverage: a sample of some hundred executions is done before instrumented binaries are built."`
	Report     bool          `help:"Print the table of the state and stop."`

	dir string // of the tree
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second interrupt kills
	os.Exit(run(ctx, ".", os.Args[1:], os.Stdout, os.Stderr))
}

// run executes a command line for the tree at dir and returns the exit status.
func run(ctx context.Context, dir string, args []string, stdout, stderr io.Writer) int {
	c := cli{dir: dir}
	s, err := c.start(args, stdout, stderr)
	if err == nil && !c.Report {
		err = c.campaign(ctx, s, stderr)
	}
	switch {
	case err != nil && !errors.Is(err, context.Canceled):
		fmt.Fprintf(stderr, "fuzzall: %v\n", err)
		return exitUsage
	case s.table(stdout) > 0:
		return exitFailure
	case err != nil:
		fmt.Fprintln(stderr, "fuzzall: interrupted; the same command resumes")
		return exitInterrupted
	}
	return exitDone
}

// start reads the command line and the state.
func (c *cli) start(args []string, stdout, stderr io.Writer) (*state, error) {
	parser, err := kong.New(c, kong.Name("fuzzall"), kong.Writers(stdout, stderr), kong.Description(
		"Fuzz every target of the tree, in slices, and resume where it was stopped. Exit status: 0 done; 1 failures; 2 bad "+
			"usage, or the tree does not build; 3 interrupted."))
	if err != nil {
		return nil, err
	}
	if _, err := parser.Parse(args); err != nil {
		return nil, err
	}
	if c.Jobs <= 0 {
		c.Jobs = runtime.GOMAXPROCS(0)
	}
	if c.State == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("%w; name a folder with --state", err)
		}
		c.State = filepath.Join(cache, "gcnsim-fuzz")
	}
	if c.State, err = filepath.Abs(c.State); err != nil {
		return nil, err
	}
	return readState(c.State)
}

// campaign fuzzes until the targets have had their executions.
func (c *cli) campaign(ctx context.Context, s *state, w io.Writer) error {
	only, err := regexp.Compile(c.Targets)
	if err != nil {
		return fmt.Errorf("--targets: %w", err)
	}
	all, err := c.build(ctx)
	if err != nil {
		return err
	}
	var targets []*target
	for _, t := range all {
		if only.MatchString(t.name()) {
			targets = append(targets, t)
		}
	}
	if len(targets) == 0 {
		return fmt.Errorf("%s: no fuzz targets that match %q", c.dir, c.Targets)
	}
	commit := commit(ctx, c.dir)
	fmt.Fprintf(w, "%d targets at %s; state in %s\n", len(targets), commit, c.State)
	if err := c.retry(ctx, s, targets, commit, w); err != nil {
		return err
	}

	q := &queue{cli: c, state: s, targets: targets, busy: map[*target]bool{}}
	q.wake.L = &q.mu
	var wg sync.WaitGroup
	errs := make(chan error, c.Jobs)
	for range c.Jobs {
		wg.Go(func() {
			for t := q.next(); t != nil; t = q.next() {
				r, err := c.slice(ctx, s, t)
				r.Commit = commit
				if err == nil {
					err = s.add(t, r)
				}
				if err == nil {
					err = ctx.Err()
				}
				q.done(t, err)
				if err != nil {
					errs <- err
				}
				total, failures := s.total()
				found := fmt.Sprintf("%d new", r.New)
				if r.Blind {
					found = "blind"
				}
				fmt.Fprintf(w, "%s %-36s %+8d in %5.1f s, %s; %.2f of %.2f million, %d failures\n",
					time.Now().Format(time.TimeOnly), t.name(), r.Execs, r.Seconds, found,
					float64(total)/1e6, float64(c.Executions)/1e6, failures)
			}
		})
	}
	wg.Wait()
	close(errs)
	return <-errs
}

// retry runs the inputs of known failures again: a failure that is gone is closed.
func (c *cli) retry(ctx context.Context, s *state, targets []*target, commit string, w io.Writer) error {
	for _, t := range targets {
		for _, f := range s.open(t) {
			kind := ""
			if f.Input != "" {
				v, err := c.alone(ctx, t, f.Input)
				if err != nil {
					return err
				}
				kind = v.kind
			}
			if kind == "" {
				fmt.Fprintf(w, "%s: %s %s is gone\n", t.name(), f.Kind, filepath.Base(f.Input))
				f.Fixed = commit
			}
		}
	}
	return s.write()
}

// restAfter is how many open failures make a target rest: it would find them again and again.
const restAfter = 3

// queue hands out targets to fuzz.
type queue struct {
	*cli
	state   *state
	targets []*target

	mu   sync.Mutex
	wake sync.Cond
	busy map[*target]bool
	err  error
}

// next waits for a target that needs a slice: of those that nobody fuzzes, the one that had the
// least time. It is nil when the campaign is over.
func (q *queue) next() *target {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.err == nil {
		var best *target
		total, _ := q.state.total()
		for t := range q.busy {
			total += t.planned
		}
		waiting := false
		for _, t := range q.targets {
			if q.busy[t] {
				waiting = true
				continue
			}
			h := q.state.of(t)
			if total >= q.Executions && h.execs >= q.Each || len(q.state.open(t)) >= restAfter || t.broken {
				continue
			}
			if best == nil || h.seconds < q.state.of(best).seconds {
				best = t
			}
		}
		if best != nil {
			q.plan(best, max(q.Executions-total, q.Each-q.state.of(best).execs))
			q.busy[best] = true
			return best
		}
		if !waiting {
			return nil
		}
		q.wake.Wait()
	}
	return nil
}

const (
	firstSlice = 3000 // executions of a target's first slice, which shows how fast it is
	poorYield  = 1e-4 // new entries of the corpus per execution, below which most slices are blind
)

// plan says what the next slice of a target does that is to have so many executions more.
func (q *queue) plan(t *target, want int64) {
	t.blind = q.Blind || t.yield < poorYield && t.slices%4 != 0
	n := int64(firstSlice)
	if v := t.speed[t.blind]; v > 0 {
		n = int64(v * q.Slice.Seconds())
	} else if h := q.state.of(t); h.seconds > 0 {
		n = int64(float64(h.execs) / h.seconds * q.Slice.Seconds())
	}
	t.planned = max(min(n, want), 500)
	// The fuzzer runs seeds and corpus as they are first, which counts as executions too. It has none of
	// its own, and so nothing to report, where there are more of them than it may execute.
	corpus, _ := os.ReadDir(filepath.Join(q.state.corpus(t), t.Name))
	t.planned += max(t.inputs, int64(len(corpus)))
}

// done takes a target back; with an error nobody gets another.
func (q *queue) done(t *target, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.busy, t)
	if q.err == nil {
		q.err = err
	}
	q.wake.Broadcast()
}
