package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/alecthomas/kong"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// Exit statuses.
const (
	exitDone  = 0
	exitBug   = 1
	exitUsage = 2
)

// cli is the command line.
type cli struct {
	Files   []string `arg:"" optional:"" help:"Code objects; launch files beside them run them. All of testdata/kernels by default."`
	Sample  int      `short:"n" placeholder:"N" help:"Try N mutants, chosen by --seed; 0 is all."`
	Seed    uint64   `default:"1" help:"Choice of the sample."`
	Confirm bool     `help:"Run mutants that are flagged too, in the order late. Those that are not flagged are run in five orders anyway."`
	States  int      `default:"400000" help:"States after which the model gives a mutant up."`
	Insts   uint64   `default:"30000000" help:"Do not run launch files that execute more instructions than this."`
	Jobs    int      `short:"j" help:"Objects at the same time; the number of processors by default."`
	Format  string   `enum:"text,json,markdown" default:"text" help:"text: table and what needs a look; json: every mutant; markdown: the table alone."`
}

func main() { os.Exit(runCommand(os.Args[1:], os.Stdout, os.Stderr)) }

// runCommand executes a command line and returns the exit status.
func runCommand(args []string, stdout, stderr io.Writer) int {
	var c cli
	parser, err := kong.New(&c, kong.Name("waitmutate"), kong.Writers(stdout, stderr),
		kong.Description("Measure the static wait checker: damage each wait of compiled "+
			"code objects and see whether the checker notices. Exit status: 0 done; 1 a mutant that gives "+
			"wrong results was not noticed, or unmutated code has an error; 2 bad usage or unreadable input."))
	if err == nil {
		_, err = parser.Parse(args)
	}
	var res *result
	if err == nil {
		res, err = c.measure(stderr)
	}
	if err == nil {
		err = c.write(stdout, res)
	}
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "waitmutate: %v\n", err)
		return exitUsage
	case len(res.Errors) > 0 || res.total().Missed > 0:
		return exitBug
	}
	return exitDone
}

// result is everything that was measured.
type result struct {
	Objects int               `json:"objects"`
	Parts   int               `json:"kernels_and_functions"`
	Skipped int               `json:"nops_not_shortened"` // an s_nop 0 that cannot change places with what follows it
	Errors  []baselineFinding `json:"baseline_errors"`    // of the checker in unmutated code
	// unmutated code that the model finds broken: a bug of the model, or of the compiler
	Broken  []string  `json:"baseline_broken"`
	Mutants []*mutant `json:"mutants"`
	Rows    []row     `json:"table"`
	Seconds float64   `json:"seconds"`
}

type baselineFinding struct {
	Object  string          `json:"object"`
	Finding waitcnt.Finding `json:"finding"`
}

// measure does the work; progress goes to w.
func (c *cli) measure(w io.Writer) (*result, error) {
	start := time.Now()
	files := c.Files
	if len(files) == 0 {
		var err error
		if files, err = filepath.Glob("testdata/kernels/*/*.hsaco"); err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, errors.New("testdata/kernels/*/*.hsaco: no such files; run it at the top of the repository, or name " +
				"code objects")
		}
	}
	if c.Jobs <= 0 {
		c.Jobs = runtime.GOMAXPROCS(0)
	}
	res := &result{Objects: len(files)}
	perObject := make([][]*mutant, len(files))
	var all []*mutant
	var mu sync.Mutex
	err := parallel(c.Jobs, len(files), func(i int) error {
		o, err := load(files[i])
		if err != nil {
			return err
		}
		list, skipped := o.mutants()
		mu.Lock()
		defer mu.Unlock()
		perObject[i] = list
		res.Skipped += skipped
		res.Parts += len(o.parts)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, list := range perObject {
		all = append(all, list...)
	}
	chosen := map[*mutant]bool{}
	if c.Sample > 0 && c.Sample < len(all) {
		r := rand.New(rand.NewPCG(c.Seed, 0))
		for _, i := range r.Perm(len(all))[:c.Sample] {
			chosen[all[i]] = true
		}
	} else {
		for _, m := range all {
			chosen[m] = true
		}
	}
	fmt.Fprintf(w, "%d objects, %d mutants, %d of them tried\n", len(files), len(all), len(chosen))
	var done, tried atomic.Int64
	err = parallel(c.Jobs, len(files), func(i int) error {
		var mine []*mutant
		for _, m := range perObject[i] {
			if chosen[m] {
				mine = append(mine, m)
			}
		}
		perObject[i] = mine
		if err := c.object(res, &mu, mine, files[i]); err != nil {
			return fmt.Errorf("%s: %w", files[i], err)
		}
		for _, m := range mine {
			m.obj, m.part = nil, nil // hundreds of decoded objects are too much to keep
		}
		n := tried.Add(int64(len(mine)))
		if d := done.Add(1); d%20 == 0 {
			fmt.Fprintf(w, "%d of %d objects, %d of %d mutants, %.0f s\n", d, len(files), n, len(chosen),
				time.Since(start).Seconds())
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, list := range perObject {
		res.Mutants = append(res.Mutants, list...)
	}
	slices.SortFunc(res.Errors, func(a, b baselineFinding) int {
		return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.Finding.PC, b.Finding.PC))
	})
	slices.Sort(res.Broken)
	res.tally()
	res.Seconds = time.Since(start).Seconds()
	return res, nil
}

// object judges and runs the mutants of one object. Without mutants only the unmutated code is
// checked.
func (c *cli) object(res *result, mu *sync.Mutex, list []*mutant, path string) error {
	var o *object
	if len(list) > 0 {
		o = list[0].obj
	} else {
		var err error
		if o, err = load(path); err != nil {
			return err
		}
	}
	for _, p := range o.parts {
		found, err := p.baseline(c.States)
		if err != nil {
			return err
		}
		mu.Lock()
		for _, f := range found {
			if f.Severity == waitcnt.Error {
				res.Errors = append(res.Errors, baselineFinding{path, f})
			}
		}
		for n, v := range p.safe {
			if v == broken {
				res.Broken = append(res.Broken, fmt.Sprintf("%s %s %v", path, p.name, waitcnt.Counter(n)))
			}
		}
		mu.Unlock()
	}
	if len(list) == 0 {
		return nil
	}
	if err := o.execute(); err != nil {
		return err
	}
	for _, m := range list {
		if err := m.judge(c.States); err != nil {
			return err
		}
		m.Count = o.exec.counts[uint64(m.PC)]
		n := len(orders())
		if m.Flagged {
			n = 1
		}
		if m.Count > 0 && m.Kind != "nop" && (c.Confirm || !m.Flagged) {
			if err := m.run(n, c.Insts); err != nil {
				return err
			}
		}
		m.sort()
	}
	return nil
}

// parallel calls f for 0 to n-1 from some goroutines and returns the first error.
func parallel(jobs, n int, f func(i int) error) error {
	var wg sync.WaitGroup
	var next atomic.Int64
	errs := make(chan error, jobs)
	for range jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if err := f(i); err != nil {
					next.Store(int64(n))
					errs <- err
					return
				}
			}
		}()
	}
	wg.Wait()
	close(errs)
	return <-errs
}

// write prints the result.
func (c *cli) write(w io.Writer, r *result) error {
	switch c.Format {
	case "json":
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(r)
	case "markdown":
		return r.markdown(w)
	}
	return r.text(w)
}
