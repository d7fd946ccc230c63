package profile

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/sim"
)

// Cost is what instructions have cost, of all waves.
type Cost struct {
	Count uint64 `json:"count"` // executions
	// Clocks are those of the waves whose next instruction it was, and of its issue; but what waves
	// waited for an operation's return stands at that operation, and not at the wait. Costs of all
	// instructions together are the clocks of all waves.
	Clocks uint64     `json:"clocks"`
	Stalls sim.Stalls `json:"stalls"` // clocks by reason, but "counter" stands at the waits
	// Of operations of memory:
	Exposed uint64 `json:"exposed"` // clocks that waves waited for their return
	Hidden  uint64 `json:"hidden"`  // clocks until their return that other instructions covered
	Hits    uint64 `json:"hits"`    // lines of L1 or of the scalar cache
	Misses  uint64 `json:"misses"`  // the same
	Bytes   uint64 `json:"bytes"`   // moved
}

// cost is that of an instruction in one launch.
func (i *Inst) cost() Cost {
	return Cost{Count: i.Issues, Clocks: i.Stalls.Total() - i.Stalls[sim.StallCounter] + i.Exposed, Stalls: i.Stalls,
		Exposed: i.Exposed, Hidden: i.Hidden(), Hits: i.Hits, Misses: i.Misses, Bytes: i.Bytes}
}

func (c *Cost) add(x *Cost) {
	c.Count += x.Count
	c.Clocks += x.Clocks
	for r := range c.Stalls {
		c.Stalls[r] += x.Stalls[r]
	}
	c.Exposed += x.Exposed
	c.Hidden += x.Hidden
	c.Hits += x.Hits
	c.Misses += x.Misses
	c.Bytes += x.Bytes
}

// Annotated is source and assembly with what they cost, over all launches.
type Annotated struct {
	Code    string   `json:"code"`           // file of the code
	Target  string   `json:"target"`         // LLVM's name of its processor
	Chip    string   `json:"chip,omitempty"` // whose clocks they are; "" where there was no clock
	Kernels []string `json:"kernels"`        // of the launches, in their order
	Total   Cost     `json:"total"`          // of everything
	Files   []File   `json:"files"`          // the costliest first
}

// File is a source file.
type File struct {
	Name  string `json:"name"`  // as debug information has it; "" for instructions without one
	Found bool   `json:"found"` // its text was found
	Cost  Cost   `json:"cost"`
	Lines []Line `json:"lines"` // those that cost something, by number, with lines of text between them
}

// Line is a line of a source file.
type Line struct {
	Line  int       `json:"line"` // from 1; 0: instructions that stand for no line
	Text  string    `json:"text"` // "" where the file was not found
	Cost  Cost      `json:"cost"`
	Insts []Machine `json:"insts,omitempty"` // its instructions, by address
	Gap   bool      `json:"gap,omitempty"`   // lines were left out before it
}

// Machine is an instruction below its line.
type Machine struct {
	PC   uint64 `json:"pc"` // as disassemblers print it
	Text string `json:"text"`
	Cost Cost   `json:"cost"`
	// Inlined says into which function the instruction's own is inlined, the innermost first: "" for
	// what is not inlined.
	Inlined string `json:"inlined,omitempty"`
}

// context is how many lines of text are shown around a line that cost something.
const context = 3

// Annotate puts costs beside the lines of source files. read returns the text of a file; an error
// means that it is not there, and its lines have no text. A line has the instructions whose innermost
// frame it is.
func (p *Profile) Annotate(read func(file string) ([]byte, error)) *Annotated {
	a := &Annotated{Code: p.Code, Target: p.Target, Chip: p.Chip}
	type place struct {
		file string
		line int
	}
	lines := map[place]map[uint64]*Machine{}
	for i := range p.Launches {
		l := &p.Launches[i]
		a.Kernels = append(a.Kernels, l.Kernel)
		for k := range l.Insts {
			in := &l.Insts[k]
			at := place{in.Frames[0].File, in.Frames[0].Line}
			if lines[at] == nil {
				lines[at] = map[uint64]*Machine{}
			}
			m := lines[at][in.PC]
			if m == nil {
				m = &Machine{PC: in.PC, Text: in.Text, Inlined: in.inlined()}
				lines[at][in.PC] = m
			}
			c := in.cost()
			m.Cost.add(&c)
			a.Total.add(&c)
		}
	}
	byFile := map[string]map[int]Line{}
	for at, insts := range lines {
		l := Line{Line: at.line}
		for _, pc := range slices.Sorted(maps.Keys(insts)) {
			l.Insts = append(l.Insts, *insts[pc])
			l.Cost.add(&insts[pc].Cost)
		}
		if byFile[at.file] == nil {
			byFile[at.file] = map[int]Line{}
		}
		byFile[at.file][at.line] = l
	}
	for name, list := range byFile {
		f := File{Name: name}
		var text []string
		if name != "" {
			if data, err := read(name); err == nil {
				f.Found = true
				text = strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
			}
		}
		f.fill(list, text)
		a.Files = append(a.Files, f)
	}
	slices.SortFunc(a.Files, func(x, y File) int {
		return cmp.Or(cmp.Compare(y.Cost.weight(a), x.Cost.weight(a)), cmp.Compare(x.Name, y.Name))
	})
	return a
}

// weight is what files and lines are compared by: clocks, or without a clock executions.
func (c *Cost) weight(a *Annotated) uint64 {
	if a.Chip == "" {
		return c.Count
	}
	return c.Clocks
}

// inlined names the functions around the innermost one.
func (i *Inst) inlined() string {
	var names []string
	for k, f := range i.Frames[1:] {
		if !i.Frames[k].Twin(f) {
			names = append(names, f.Func)
		}
	}
	return strings.Join(names, ", ")
}

// fill makes the lines of a file: those that cost something, and text around them.
func (f *File) fill(costs map[int]Line, text []string) {
	last := 0
	for _, n := range slices.Sorted(maps.Keys(costs)) {
		l := costs[n]
		f.Cost.add(&l.Cost)
		from := n
		if n > 0 && n <= len(text) {
			if from = last + 1; n-last > 2*context+1 || last == 0 {
				for stop := min(last+context, n-1); last != 0 && last < stop; last++ {
					f.Lines = append(f.Lines, Line{Line: last + 1, Text: text[last]})
				}
				from = max(n-context, last+1)
			}
			for k := from; k < n; k++ {
				f.Lines = append(f.Lines, Line{Line: k, Text: text[k-1], Gap: k == from && from > last+1})
			}
			l.Text = text[n-1]
			l.Gap = from == n && from > last+1 && last != 0
		}
		f.Lines = append(f.Lines, l)
		last = n
	}
	for k := last + 1; last > 0 && k <= min(last+context, len(text)); k++ {
		f.Lines = append(f.Lines, Line{Line: k, Text: text[k-1]})
	}
}
