package sweep

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// maxBegun is how often a task may begin, and take its worker down, before it is a failed one.
const maxBegun = 3

// Work says which tasks are done, and how.
type Work struct {
	Tasks  []int                     // numbers
	Prefix string                    // of files of results: who works on the same tasks has the same one
	Alone  bool                      // nobody else's results are of interest: files with the prefix are read only
	Jobs   int                       // tasks at a time; 0: as many as there are processors
	Retry  bool                      // do those again that may end in another way
	Done   func(task int, fail bool) // is told of each; from several goroutines
	Kept   func(n int)               // is told how many are there already
}

// Worked is what a worker has done.
type Worked struct {
	Kept   int // results that were there
	Ran    int // tasks that were run
	Failed int // of all tasks, those with another status than done
}

// Execute does tasks that have no result yet. What is done when ctx ends is kept. An error of writing
// results ends it: what could not be written is not done.
func (s *Sweep) Execute(ctx context.Context, w Work) (*Worked, error) {
	prefix := ""
	if w.Alone {
		prefix = w.Prefix
	}
	have, err := s.Results(prefix)
	if err != nil {
		return nil, err
	}
	defer have.Close()
	done := &Worked{}
	var todo, alone []int
	for _, i := range w.Tasks {
		p := have.places[i]
		switch {
		case p.length > 0 && !(w.Retry && s.again(have.Status(i))):
			done.Kept++
			if have.Status(i) != StatusDone {
				done.Failed++
			}
		case p.begun > 0:
			alone = append(alone, i)
		default:
			todo = append(todo, i)
		}
	}
	if w.Kept != nil {
		w.Kept(done.Kept)
	}
	slices.SortStableFunc(alone, func(a, b int) int { return cmp.Compare(have.places[a].begun, have.places[b].begun) })
	if len(todo)+len(alone) > 0 {
		out, err := s.newPart(w.Prefix)
		if err != nil {
			return done, err
		}
		x := &executor{s: s, w: &w, have: have, out: out, done: done}
		jobs := w.Jobs
		if jobs <= 0 {
			jobs = processors()
		}
		err = x.run(ctx, jobs, todo)
		if err == nil {
			err = x.run(ctx, 1, alone)
		}
		if err = errors.Join(err, out.close()); err != nil {
			return done, err
		}
	}
	return done, s.finish(w.Prefix, w.Tasks)
}

// executor does tasks.
type executor struct {
	s    *Sweep
	w    *Work
	have *Results
	out  *part
	mu   sync.Mutex
	done *Worked
}

func (x *executor) run(ctx context.Context, jobs int, tasks []int) error {
	return parallel(jobs, len(tasks), func(k int) error {
		i := tasks[k]
		if err := context.Cause(ctx); err != nil {
			return err
		}
		text, err := x.task(ctx, i)
		if err != nil {
			return err
		}
		if err := x.out.put(lineRecord, text); err != nil {
			return fmt.Errorf("results cannot be written: %w", err)
		}
		h, err := headOf(text)
		if err != nil {
			return err
		}
		failed := h.Status != StatusDone
		x.mu.Lock()
		x.done.Ran++
		if failed {
			x.done.Failed++
		}
		x.mu.Unlock()
		if x.w.Done != nil {
			x.w.Done(i, failed)
		}
		return nil
	})
}

// task runs a task, unless it has taken its workers down too often.
func (x *executor) task(ctx context.Context, i int) ([]byte, error) {
	if n := x.have.places[i].begun; n >= maxBegun && !x.w.Retry {
		return x.s.LostRecord(i, fmt.Sprintf("it began %d times and each time its worker ended without a result: "+
			"more memory may help", n))
	}
	if err := x.out.put(lineBegun, []byte(x.s.names[i].String())); err != nil {
		return nil, fmt.Errorf("results cannot be written: %w", err)
	}
	text, err := x.s.Run(ctx, i)
	if err != nil { // it was told to end: that is nothing against the task
		err = errors.Join(err, x.out.put(lineLeft, []byte(x.s.names[i].String())))
	}
	return text, err
}

// again reports whether a task that ended so may end in another way: one that the host has lost, and
// a command.
func (s *Sweep) again(status string) bool {
	return status == StatusLost || s.Spec.Command != nil && status != StatusDone
}
