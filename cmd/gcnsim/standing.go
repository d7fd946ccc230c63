package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/gcnsim/gcnsim/sim"
)

// standing says how far a run is: on a terminal now and then; at SIGQUIT, and where an interrupt or
// --timeout ends the run, with the place where each wave stands.
type standing struct {
	w      io.Writer
	ctx    context.Context
	line   *progress // nil where nobody is looking
	survey sim.Survey

	mu          sync.Mutex
	begin       time.Time // of the launch
	done, total uint64    // work-groups of the launch
	waves       int       // told of since somebody has asked
}

// maxStanding is of how many waves the places are shown.
const maxStanding = 64

// watchRun sets the options of a run up so that it says how far it is, until stop is called.
func watchRun(w io.Writer, ctx context.Context, opts *sim.Options) (stop func()) {
	s := &standing{w: w, ctx: ctx, line: newProgress(w), begin: time.Now()}
	s.survey.Seen = s.seen
	if opts.Hooks == nil {
		opts.Hooks = &sim.Hooks{}
	}
	opts.Hooks.Progress, opts.Survey = s.progress, &s.survey
	signals, end := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGQUIT)
	go func() {
		for {
			select {
			case <-signals:
				s.mu.Lock()
				s.waves = 0
				s.summary()
				s.mu.Unlock()
				s.survey.Ask()
			case <-end:
				return
			}
		}
	}()
	return sync.OnceFunc(func() {
		signal.Stop(signals)
		close(end)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.line.clear()
		s.line = nil
		if ctx.Err() != nil {
			if more := s.waves - maxStanding; more > 0 {
				fmt.Fprintf(s.w, "gcnsim: and %d more waves\n", more)
			}
			after := time.Since(s.begin).Round(100 * time.Millisecond)
			fmt.Fprintf(s.w, "gcnsim: %s had ended after %v\n", s.ended(), after)
		}
	})
}

// progress is called when a work-group has ended.
func (s *standing) progress(done, total uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return // it has not ended but been stopped
	}
	if done <= s.done { // the next launch
		s.begin = time.Now()
	}
	s.done, s.total = done, total
	s.line.show(s.howFar)
}

// summary writes a line that says how far the launch is.
func (s *standing) summary() {
	s.line.clear()
	fmt.Fprintf(s.w, "gcnsim: %s\n", s.howFar())
}

// ended is "12 of 4096 work-groups".
func (s *standing) ended() string {
	if s.done == 0 {
		return "no work-group"
	}
	return fmt.Sprintf("%d of %d work-groups", s.done, s.total)
}

// howFar is "12 of 4096 work-groups, 3.1 a second, 21m57s left".
func (s *standing) howFar() string {
	after := time.Since(s.begin)
	if s.done == 0 {
		return fmt.Sprintf("%s has ended after %v", s.ended(), after.Round(100*time.Millisecond))
	}
	rate := float64(s.done) / after.Seconds()
	left := time.Duration(float64(s.total-s.done) / rate * float64(time.Second)).Round(time.Second)
	return fmt.Sprintf("%s, %.3g a second, %v left", s.ended(), rate, left)
}

// seen writes where the waves of a work-group stand.
func (s *standing) seen(g *sim.Group) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.line.clear()
	var b strings.Builder
	for _, w := range g.Waves {
		if w.State == sim.Ended {
			continue
		}
		if s.waves++; s.waves > maxStanding {
			continue
		}
		pc, text := w.Position()
		fmt.Fprintf(&b, "gcnsim: wave %d of group %d,%d,%d: %v at %08x  %s, after %d instructions\n", w.Num, g.ID[0],
			g.ID[1], g.ID[2], w.State, pc, text, w.Insts)
	}
	_, _ = io.WriteString(s.w, b.String())
}
