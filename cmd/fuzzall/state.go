package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
)

// state is what a campaign has done. It is kept in state.json of its folder.
type state struct {
	Targets  map[string]map[string]*tally `json:"targets"` // by target and commit
	Failures []*failure                   `json:"failures"`

	dir string
	mu  sync.Mutex
}

// tally is what a target had at one commit.
type tally struct {
	Execs   int64   `json:"executions"`
	Seconds float64 `json:"seconds"`
	New     int     `json:"new"` // entries of the corpus
}

// failure is a defect that a target showed.
type failure struct {
	Target  string `json:"target"`
	Dir     string `json:"dir"` // of the package, below the tree
	Kind    string `json:"kind"`
	Commit  string `json:"commit"`
	Input   string `json:"input,omitempty"` // file; none where a seed of the tree fails
	Message string `json:"message"`
	Fixed   string `json:"fixed,omitempty"` // commit at which the input did no harm any more
}

// readState reads the state of a folder; one that is not there is empty.
func readState(dir string) (*state, error) {
	s := &state{Targets: map[string]map[string]*tally{}, dir: dir}
	data, err := os.ReadFile(s.file())
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(data, s)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; move the folder away to begin anew", s.file(), err)
	}
	return s, nil
}

func (s *state) file() string { return filepath.Join(s.dir, "state.json") }

// corpus is where the fuzzer keeps a folder of inputs for each target of the package.
func (s *state) corpus(t *target) string { return filepath.Join(s.dir, "corpus", t.Package) }

// write replaces the state's file.
func (s *state) write() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	data, err := json.MarshalIndent(s, "", " ")
	if err == nil {
		err = os.MkdirAll(s.dir, 0o777)
	}
	if err == nil {
		err = os.WriteFile(s.file()+".new", data, 0o666)
	}
	if err == nil {
		err = os.Rename(s.file()+".new", s.file())
	}
	return err
}

// slice is what a slice of a target gave.
type slice struct {
	tally
	Blind   bool // it ran the plain binary
	Commit  string
	Failure *failure
}

// add counts a slice. A failure whose message is known and open is not another one.
func (s *state) add(t *target, r slice) error {
	s.mu.Lock()
	commits := s.Targets[t.name()]
	if commits == nil {
		commits = map[string]*tally{}
		s.Targets[t.name()] = commits
	}
	if commits[r.Commit] == nil {
		commits[r.Commit] = &tally{}
	}
	sum := commits[r.Commit]
	sum.Execs += r.Execs
	sum.Seconds += r.Seconds
	sum.New += r.New
	if f := r.Failure; f != nil {
		f.Target, f.Commit = t.name(), r.Commit
		if !slices.ContainsFunc(s.Failures, func(g *failure) bool {
			return g.Target == f.Target && g.Kind == f.Kind && g.Input == f.Input && g.Message == f.Message &&
				g.Fixed == ""
		}) {
			s.Failures = append(s.Failures, f)
		}
	}
	s.mu.Unlock()
	return s.write()
}

// history is what a target had at all commits.
type history struct {
	execs   int64
	seconds float64
	new     int
}

func (s *state) of(t *target) history { return s.history(t.name()) }

func (s *state) history(name string) (h history) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.Targets[name] {
		h.execs += c.Execs
		h.seconds += c.Seconds
		h.new += c.New
	}
	return h
}

// open lists a target's failures that are not fixed.
func (s *state) open(t *target) (list []*failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.Failures {
		if f.Target == t.name() && f.Fixed == "" {
			list = append(list, f)
		}
	}
	return list
}

// total counts the executions of all targets and the failures that are open.
func (s *state) total() (execs int64, failures int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, commits := range s.Targets {
		for _, c := range commits {
			execs += c.Execs
		}
	}
	for _, f := range s.Failures {
		if f.Fixed == "" {
			failures++
		}
	}
	return execs, failures
}

// table prints what the campaign has done and how to see each open failure again, and returns the
// number of these.
func (s *state) table(w io.Writer) int {
	names := make([]string, 0, len(s.Targets))
	for name := range s.Targets {
		names = append(names, name)
	}
	slices.Sort(names)
	open, fixed := map[string]int{}, map[string]int{}
	for _, f := range s.Failures {
		if f.Fixed == "" {
			open[f.Target]++
		} else {
			fixed[f.Target]++
		}
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name string, h history, open, fixed int) {
		rate := 0.0
		if h.seconds > 0 {
			rate = float64(h.execs) / h.seconds
		}
		fmt.Fprintf(tw, "%d\t%d\t%d\t%d\t%.0f\t%.0f\t  %s\n", h.execs, h.new, open, fixed, h.seconds, rate, name)
	}
	fmt.Fprintln(tw, "executions\tnew\tfailures\tfixed\tseconds\tper second\t  target")
	var sum history
	for _, name := range names {
		h := s.history(name)
		row(name, h, open[name], fixed[name])
		sum.execs += h.execs
		sum.new += h.new
		sum.seconds += h.seconds
	}
	_, failures := s.total()
	row("all", sum, failures, len(s.Failures)-failures)
	_ = tw.Flush()
	for _, f := range s.Failures {
		if f.Fixed == "" {
			fmt.Fprintf(w, "\n%s of %s at %s\n\t%s\n%s\n", f.Kind, f.Target, f.Commit, f.reproduce(), indent(f.Message))
		}
	}
	return failures
}

// reproduce is the command that shows the failure again, in the tree.
func (f *failure) reproduce() string {
	name := f.Target[strings.LastIndex(f.Target, ".")+1:]
	if f.Input == "" {
		return fmt.Sprintf("go test %s -run '^%s$'", f.Dir, name)
	}
	seeds, input := f.Dir+"/testdata/fuzz/"+name, filepath.Base(f.Input)
	return fmt.Sprintf("mkdir -p %[1]s && cp %[2]s %[1]s/ && go test %[3]s -run '^%[4]s$/^%[5]s$'",
		seeds, f.Input, f.Dir, name, input)
}

func indent(text string) string {
	return "\t" + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n\t")
}
