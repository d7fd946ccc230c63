package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/gcnsim/gcnsim/sim"
)

// standing says how far the work of a verb is: on a terminal now and then; at SIGQUIT, and where an
// interrupt or --timeout ends the verb, with the place where each wave stands. Launches tell of
// themselves ([standing.launch]); verbs tell of what else there is many of ([standing.several]).
//
// It is standard error of the verb, so that a line about how far it is never gets between others.
type standing struct {
	w    io.Writer
	line bool // somebody sees a line there

	mu     sync.Mutex
	parts  []part // what goes on: the larger first
	on     bool   // it waits for SIGQUIT, and shows the line
	shown  bool   // the line is there
	quiet  bool   // the verb writes to the same terminal
	end    chan struct{}
	survey sim.Survey
	waves  int // told of since somebody has asked
}

// part is something of which a number of things is to be done.
type part interface {
	// far is "12 of 4096 waves, 3.1 a second, 21m57s left", was "12 of 4096 waves had ended after 4s".
	far(now time.Time) string
	was(now time.Time) string
}

// maxStanding is of how many waves the places are shown.
const maxStanding = 64

// When the line is shown: not for what takes no time, and not too often to be read.
const (
	firstLine = time.Second
	nextLine  = 200 * time.Millisecond
)

// newStanding is the standing of a verb that has not begun.
func newStanding(w io.Writer) *standing {
	s := &standing{w: w, line: isTerminal(w), end: make(chan struct{})}
	s.survey.Seen = s.seen
	return s
}

type standingKey struct{}

// standingOf is that of the verb that has the context; nil where it is not asked how far it is.
func standingOf(ctx context.Context) *standing {
	s, _ := ctx.Value(standingKey{}).(*standing)
	return s
}

// Write writes to standard error.
func (s *standing) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	return s.w.Write(b)
}

// output is called before the verb writes to standard output. Where that is a terminal, the line is over.
func (s *standing) output(terminal bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	s.quiet = s.quiet || terminal
}

// clear takes the line away.
func (s *standing) clear() {
	if s.shown {
		s.shown = false
		fmt.Fprint(s.w, "\r\x1b[K")
	}
}

// add begins a part, larger than those that go on. The first one begins to answer SIGQUIT.
func (s *standing) add(p part) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.parts = slices.Insert(s.parts, 0, p)
	if s.on {
		return
	}
	s.on = true
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGQUIT)
	var tick <-chan time.Time
	if s.line {
		tick = time.After(firstLine)
	}
	go func() {
		defer signal.Stop(signals)
		for {
			select {
			case <-signals:
				s.say()
				s.survey.Ask()
			case <-tick:
				s.show()
				tick = time.After(nextLine)
			case <-s.end:
				return
			}
		}
	}()
}

// remove ends a part.
func (s *standing) remove(p part) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	s.parts = slices.DeleteFunc(s.parts, func(x part) bool { return x == p })
}

// say writes how far it is, for somebody who has asked.
func (s *standing) say() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	s.waves = 0
	if far := s.far(); far != "" {
		fmt.Fprintf(s.w, "gcnsim: %s\n", far)
	}
}

// show writes the line.
func (s *standing) show() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if far := s.far(); far != "" && !s.quiet {
		s.shown = true
		fmt.Fprintf(s.w, "\r%s\x1b[K", far)
	}
}

// far is how far all parts are.
func (s *standing) far() string {
	var list []string
	for _, p := range s.parts {
		if far := p.far(time.Now()); far != "" {
			list = append(list, far)
		}
	}
	return strings.Join(list, "; ")
}

// stop ends it with the verb. Where that was stopped early it says how far it was.
func (s *standing) stop(early bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.end)
	s.clear()
	if !early {
		return
	}
	if more := s.waves - maxStanding; more > 0 {
		fmt.Fprintf(s.w, "gcnsim: and %d more waves\n", more)
	}
	for _, p := range s.parts {
		if was := p.was(time.Now()); was != "" {
			fmt.Fprintf(s.w, "gcnsim: %s\n", was)
		}
	}
}

// seen writes where the waves of a work-group stand.
func (s *standing) seen(g *sim.Group) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
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

// launch makes runs with the options tell how far they are; s may be nil.
func (s *standing) launch(o *sim.Options) {
	if s == nil {
		return
	}
	l := &launched{count: count{what: "waves"}, s: s, ctx: o.Context}
	o.Hooks, o.Survey = &sim.Hooks{Progress: l.progress}, &s.survey
	s.add(l)
}

// launched is the launch that runs, of several one after the other.
type launched struct {
	count
	s      *standing
	ctx    context.Context
	number int // of the launch, from 1
}

func (l *launched) progress(done, total uint64) {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	switch {
	case done == 0:
		l.number++
		l.begin, l.done, l.total = time.Now(), 0, total
	case l.ctx.Err() == nil: // else what ends has been stopped
		l.done = done
	}
}

// which names a launch behind the first.
func (l *launched) which() string {
	if l.number < 2 {
		return ""
	}
	return fmt.Sprintf("launch %d: ", l.number)
}

func (l *launched) far(now time.Time) string {
	if l.number == 0 || l.done == l.total {
		return ""
	}
	return l.which() + l.count.far(now)
}

func (l *launched) was(now time.Time) string {
	if l.number == 0 {
		return ""
	}
	return l.which() + l.count.was(now)
}

// steps begins to name what is being done, one thing after the other; s may be nil.
func (s *standing) steps() func(format string, args ...any) {
	if s == nil {
		return func(string, ...any) {}
	}
	p := &doing{}
	s.add(p)
	return func(format string, args ...any) {
		s.mu.Lock()
		defer s.mu.Unlock()
		p.text = strings.TrimSpace(fmt.Sprintf(format, args...))
	}
}

// doing is what is being done.
type doing struct{ text string }

func (d *doing) far(time.Time) string { return d.text }

func (d *doing) was(time.Time) string { return d.text }

// several begins to count things that are done one by one; s may be nil. Its end is
// [count.over].
func (s *standing) several(what string, total int) *count {
	c := &count{s: s, what: what, total: uint64(total), begin: time.Now()}
	if s != nil {
		s.add(c)
	}
	return c
}

// count is how many things are done.
type count struct {
	s           *standing
	what        string
	begin       time.Time
	done, total uint64
	before      uint64 // of those done, those that took no time
}

// add counts things that are done, there those that were done before.
func (c *count) add(n int) { c.change(func() { c.done += uint64(n) }) }

func (c *count) there(n int) {
	c.change(func() { c.done, c.before = c.done+uint64(n), c.before+uint64(n) })
}

// change changes the count; any goroutine may.
func (c *count) change(how func()) {
	if c.s != nil {
		c.s.mu.Lock()
		defer c.s.mu.Unlock()
	}
	how()
}

// over ends the count.
func (c *count) over() {
	if c.s != nil {
		c.s.remove(c)
	}
}

func (c *count) far(now time.Time) string {
	after := now.Sub(c.begin)
	text := fmt.Sprintf("%d of %d %s", c.done, c.total, c.what)
	if c.done == c.before {
		return fmt.Sprintf("%s after %v", text, after.Round(100*time.Millisecond))
	}
	rate := float64(c.done-c.before) / after.Seconds()
	left := time.Duration(float64(c.total-min(c.total, c.done)) / rate * float64(time.Second)).Round(time.Second)
	digits := "%.3g"
	if rate >= 1000 {
		digits = "%.0f"
	}
	return fmt.Sprintf("%s, "+digits+" a second, %v left", text, rate, left)
}

func (c *count) was(now time.Time) string {
	return fmt.Sprintf("%d of %d %s had ended after %v", c.done, c.total, c.what,
		now.Sub(c.begin).Round(100*time.Millisecond))
}
