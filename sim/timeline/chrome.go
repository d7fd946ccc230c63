package timeline

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/gcnsim/gcnsim/sim"
)

// Chrome writes a trace in the Trace Event Format of Chrome, which Perfetto reads (ui.perfetto.dev).
// A SIMD is a process, a wave a thread of it, and a thing that the wave spent time on a slice. A
// flow leads from the issue of an operation of memory to its return. Counters have the waves and
// operations that are shown; those of the whole chip have what L1, L2 and memory move over time.
// Times are microseconds; arguments have the clocks.
type Chrome struct {
	Inst  func(pc uint64) string // text of an instruction
	Place func(pc uint64) string // where it comes from, as file:line; "" where that is not known
	MHz   float64                // of the engine: clocks a microsecond
	Max   int                    // the most events; 0: no limit
	// MaxBytes is how long the trace is at most; 0: no limit. What frames the events may take a hundred
	// bytes, whatever it says.
	MaxBytes int64

	w      *bufio.Writer
	bytes  int64
	events int
	lost   uint64
	err    error
	begun  bool
	simds  map[[2]int]bool
	waves  int
	flows  int
	base   uint64 // clock at which the launch began
	steps  map[string][]step
}

// step is a change of a counter.
type step struct {
	at uint64
	by int
}

// NewChrome begins a trace.
func NewChrome(w io.Writer) *Chrome {
	c := &Chrome{MHz: 1, w: bufio.NewWriterSize(w, 1<<16), simds: map[[2]int]bool{}, steps: map[string][]step{}}
	c.put(`{"displayTimeUnit":"ns","traceEvents":[`)
	return c
}

func (c *Chrome) put(s string) {
	if c.bytes += int64(len(s)); c.err == nil {
		_, c.err = c.w.WriteString(s)
	}
}

// ending ends a trace.
const ending = "]}\n"

// event is one of the format ("Trace Event Format", docs.google.com).
type event struct {
	Name  string         `json:"name"`
	Cat   string         `json:"cat,omitempty"`
	Phase string         `json:"ph"`
	TS    float64        `json:"ts"`
	Dur   *float64       `json:"dur,omitempty"`
	PID   int            `json:"pid"`
	TID   int            `json:"tid"`
	ID    int            `json:"id,omitempty"`
	Bind  string         `json:"bp,omitempty"`
	Args  map[string]any `json:"args,omitempty"`
}

// emit writes events, all of them or, where there is no room, none.
func (c *Chrome) emit(list ...*event) {
	var text []byte
	for _, e := range list {
		b, err := json.Marshal(e)
		if err != nil {
			c.err = cmp.Or(c.err, err)
			return
		}
		if c.begun || len(text) > 0 {
			text = append(text, ",\n"...)
		}
		text = append(text, b...)
	}
	if c.MaxBytes > 0 && c.bytes+int64(len(text)+len(ending)) > c.MaxBytes {
		c.lost += uint64(len(list))
		return
	}
	c.begun = true
	c.put(string(text))
}

// room reports whether there is room for n more events, and takes it.
func (c *Chrome) room(n int) bool {
	if c.Max > 0 && c.events+n > c.Max {
		c.lost += uint64(n)
		return false
	}
	c.events += n
	return true
}

func (c *Chrome) us(clock uint64) float64 { return float64(c.base+clock) / c.MHz }

// simdsOfCU is more SIMDs than a compute unit has.
const simdsOfCU = 16

// Wave adds what a wave did.
func (c *Chrome) Wave(w *sim.WaveTrace) {
	pid := w.CU*simdsOfCU + w.SIMD + 1
	if at := [2]int{w.CU, w.SIMD}; !c.simds[at] {
		c.simds[at] = true
		c.emit(&event{Name: "process_name", Phase: "M", PID: pid,
			Args: map[string]any{"name": fmt.Sprintf("compute unit %d, SIMD %d", w.CU, w.SIMD)}})
		c.emit(&event{Name: "process_sort_index", Phase: "M", PID: pid, Args: map[string]any{"sort_index": pid}})
	}
	c.waves++
	tid := c.waves
	name := fmt.Sprintf("group %d,%d,%d wave %d", w.Group[0], w.Group[1], w.Group[2], w.Wave)
	c.emit(&event{Name: "thread_name", Phase: "M", PID: pid, TID: tid, Args: map[string]any{"name": name}})
	c.emit(&event{Name: "thread_sort_index", Phase: "M", PID: pid, TID: tid, Args: map[string]any{"sort_index": w.Start}})
	c.count("waves", w.Start, w.End)
	for i := range w.Segments {
		s := &w.Segments[i]
		if !c.room(1) {
			continue
		}
		text := c.Inst(s.PC)
		args := map[string]any{"clock": s.From, "clocks": s.To - s.From, "pc": fmt.Sprintf("%#x", s.PC)}
		if c.Place != nil {
			if p := c.Place(s.PC); p != "" {
				args["source"] = p
			}
		}
		name := text
		if s.Reason != sim.StallIssue {
			name = s.Reason.String()
			args["instruction"] = text
		}
		dur := float64(s.To-s.From) / c.MHz
		c.emit(&event{Name: name, Cat: s.Reason.String(), Phase: "X", TS: c.us(s.From), Dur: &dur, PID: pid, TID: tid,
			Args: args})
	}
	for _, o := range w.Ops {
		c.count("operations of memory", o.Issue, o.Return)
		if !c.room(2) {
			continue
		}
		c.flows++
		text := c.Inst(o.PC)
		args := map[string]any{"clocks": o.Return - o.Issue, "pc": fmt.Sprintf("%#x", o.PC)}
		// It ends in the slice that is there: the wait, or what issues at that clock.
		c.emit(&event{Name: text, Cat: "memory", Phase: "s", TS: c.us(o.Issue), PID: pid, TID: tid, ID: c.flows, Args: args},
			&event{Name: text, Cat: "memory", Phase: "f", Bind: "e", TS: c.us(o.Return), PID: pid, TID: tid, ID: c.flows})
	}
}

func (c *Chrome) count(name string, from, to uint64) {
	c.steps[name] = append(c.steps[name], step{c.base + from, 1}, step{c.base + to, -1})
}

// Series adds what the chip did over time in a launch of so many clocks. It comes before [Chrome.Launch].
func (c *Chrome) Series(s *sim.Series, clocks uint64) {
	for _, track := range []struct {
		name string
		of   func(x *sim.Sample) float64
	}{
		{"waves on the chip", func(x *sim.Sample) float64 { return float64(x.Waves) }},
		{"L1 GB/s", func(x *sim.Sample) float64 { return float64(x.L1) * c.MHz / 1000 }},
		{"L2 GB/s", func(x *sim.Sample) float64 { return float64(x.L2) * c.MHz / 1000 }},
		{"memory GB/s", func(x *sim.Sample) float64 { return float64(x.DRAM) * c.MHz / 1000 }},
	} {
		last := -1.0
		for i := range s.Samples {
			at := uint64(i) * s.Clocks
			v := track.of(&s.Samples[i]) / float64(max(1, min(s.Clocks, clocks-min(at, clocks))))
			if v != last {
				c.counter(track.name, at, v)
			}
			last = v
		}
		if last > 0 {
			c.counter(track.name, clocks, 0)
		}
	}
}

// counter writes a value of a counter of the chip.
func (c *Chrome) counter(name string, clock uint64, v float64) {
	if c.room(1) {
		c.emit(&event{Name: name, Phase: "C", TS: c.us(clock), Args: map[string]any{"value": v}})
	}
}

// Launch ends a launch, so that the next one begins so many clocks later.
func (c *Chrome) Launch(kernel string, clocks uint64) {
	dur := float64(clocks) / c.MHz
	c.emit(&event{Name: kernel, Cat: "launch", Phase: "X", TS: c.us(0), Dur: &dur, Args: map[string]any{"clocks": clocks}})
	c.base += clocks
}

// Close ends the trace. Lost is how many events there was no room for.
func (c *Chrome) Close() (lost uint64, err error) {
	c.emit(&event{Name: "process_name", Phase: "M", Args: map[string]any{"name": "launches"}})
	for _, name := range []string{"waves", "operations of memory"} {
		list := c.steps[name]
		slices.SortFunc(list, func(a, b step) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.by, b.by)) })
		n := 0
		for i, s := range list {
			n += s.by
			if (i+1 == len(list) || list[i+1].at != s.at) && c.room(1) {
				c.emit(&event{Name: name, Phase: "C", TS: float64(s.at) / c.MHz, Args: map[string]any{name: n}})
			}
		}
	}
	c.put(ending)
	if c.err != nil {
		return c.lost, c.err
	}
	return c.lost, c.w.Flush()
}
