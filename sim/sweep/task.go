package sweep

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// format is the version of names and records: a change that gives a task another result raises it.
const format = 1

// Params are what tells a task from others, as the spec calls it.
type Params struct {
	Program string             `json:"program,omitempty"` // its name; "" for a command
	GPU     string             `json:"gpu,omitempty"`     // chip; "" for a command without one
	Flags   string             `json:"flags,omitempty"`   // entry of the compile command's Flags
	Vars    map[string]Value   `json:"vars,omitempty"`    // values of variables, by name
	Figures map[string]float64 `json:"figures,omitempty"` // by name, as they are on the chip
	Order   string             `json:"order,omitempty"`   // policy of returns
}

// String is a line for people.
func (p *Params) String() string {
	var words []string
	for _, w := range []string{p.Program, p.GPU} {
		if w != "" {
			words = append(words, w)
		}
	}
	if p.Flags != "" {
		words = append(words, fmt.Sprintf("flags=%q", p.Flags))
	}
	for _, name := range sortedKeys(p.Vars) {
		words = append(words, name+"="+p.Vars[name].Text)
	}
	for _, name := range sortedKeys(p.Figures) {
		words = append(words, name+"="+numeric(p.Figures[name], "").Text)
	}
	if p.Order != "" {
		words = append(words, p.Order)
	}
	return strings.Join(words, " ")
}

func sortedKeys[V any](m map[string]V) []string {
	list := make([]string, 0, len(m))
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// Task is one combination of a sweep.
type Task struct {
	Params
	s    *Sweep
	unit *unit
	bad  string // why the combination cannot be, or empty
}

// Len is the number of tasks.
func (s *Sweep) Len() int { return len(s.tasks) }

// Name is the name of a task. The sweep must be ready (Prepare).
func (s *Sweep) Name(i int) Name { return s.names[i] }

// Task is a task by its number.
func (s *Sweep) Task(i int) *Task { return s.combination(int(s.tasks[i])) }

// combination is the i-th of all combinations.
func (s *Sweep) combination(i int) *Task {
	r := s.radix()
	digits := make([]int, len(r))
	for k := len(r) - 1; k >= 0; k-- {
		digits[k], i = i%r[k], i/r[k]
	}
	u := &s.units[i]
	t := &Task{s: s, unit: u, Params: Params{Program: u.name, GPU: u.gpu, Flags: s.flags[digits[0]],
		Order: s.orders[digits[len(r)-1]]}}
	at := 1
	if len(s.vars) > 0 {
		t.Vars = map[string]Value{}
		for _, a := range s.vars {
			t.Vars[a.name] = a.values[digits[at]]
			at++
		}
	}
	if len(s.figures)+len(s.samples) > 0 {
		t.Figures = map[string]float64{}
		for _, a := range s.figures {
			t.figure(a.name, a.values[digits[at]])
			at++
		}
		if len(s.samples) > 0 {
			for name, v := range s.samples[digits[at]] {
				t.figure(name, v)
			}
		}
	}
	return t
}

// figure sets figures of the task.
func (t *Task) figure(name string, v Value) {
	fields, err := fieldsOf(name)
	n, times, err2 := v.number()
	if err = errors.Join(err, err2); err != nil {
		t.bad = err.Error() // both were looked at when the sweep was loaded
		return
	}
	for _, f := range fields {
		x := n
		if times {
			x = tidy(n * t.s.chips[t.GPU].Figures[f].Value)
		}
		if f.Info().Whole() && x != math.Trunc(x) {
			x = math.Round(x)
		}
		t.Figures[f.String()] = x
	}
}

// Chip is the chip that the task runs on.
func (t *Task) Chip() (chip.Chip, error) {
	c := *t.s.chips[t.GPU]
	for f := range chip.NumFields {
		if v, ok := t.Figures[f.String()]; ok {
			c.Figures[f] = chip.Figure{Value: v, Source: "sweep"}
		}
	}
	return c, c.Validate()
}

// identity is all that the result of a task depends on.
type identity struct {
	Format    int      `json:"format"`
	Simulator string   `json:"simulator"`
	Params    Params   `json:"params"`
	Mode      string   `json:"mode,omitempty"`
	Caches    string   `json:"caches,omitempty"`
	Chip      string   `json:"chip,omitempty"`
	Record    []string `json:"record"`
	Limits    limits   `json:"limits"`
	Command   []string `json:"command,omitempty"`
	Dir       string   `json:"dir,omitempty"`
	Status    []int    `json:"status,omitempty"`
	Inputs    []string `json:"inputs"` // digests
}

// name computes the name of a task.
func (t *Task) name() (n Name, err error) {
	s := t.s
	id := identity{Format: format, Simulator: s.simulator, Params: t.Params, Mode: s.mode(), Caches: s.Spec.Caches,
		Record: sortedKeys(s.record), Limits: s.caps, Chip: s.chipSum[t.GPU]}
	if c := s.Spec.Command; c != nil {
		id.Mode, id.Command, id.Dir, id.Status = "", c.Run, c.Dir, c.Status
		id.Inputs, err = t.commandInputs()
	} else {
		var sum string
		sum, err = t.programSum()
		id.Inputs = []string{sum}
	}
	if err != nil {
		return n, err
	}
	text, err := json.Marshal(id)
	if err != nil {
		return n, err
	}
	h := sha256.Sum256(text)
	copy(n[:], h[:])
	return n, nil
}

func (s *Sweep) mode() string {
	if s.Spec.Mode == "" {
		return ModeTiming
	}
	return s.Spec.Mode
}

// prog is a program that is ready to run.
type prog struct {
	file *launch.File
	code *codeobj.Object
	raw  bool
	sum  string // of launch file, code and inputs
	bad  string // the code does not compile
}

// key is what a prog depends on within a sweep.
func (t *Task) key() string {
	k := t.unit.path + "\x00" + t.unit.name + "\x00" + t.Flags + "\x00"
	if t.s.Spec.Compile != nil || t.onGPU() {
		k += t.GPU
	}
	for _, name := range sortedKeys(t.Vars) {
		k += "\x00" + t.Vars[name].Text
	}
	return k
}

// onGPU reports whether the code is made for the task's chip: text that names no target.
func (t *Task) onGPU() bool { return len(t.s.Spec.GPUs) > 0 }

// program is the program of a task.
func (t *Task) program() (*prog, error) {
	return t.s.made.get(t.key(), func() (*prog, error) { return t.makeProgram() })
}

// programSum is the digest of the program of a task. It stays when the program is forgotten.
func (t *Task) programSum() (string, error) {
	return t.s.digests.get("program\x00"+t.key(), func() (string, error) {
		p, err := t.program()
		if err != nil {
			return "", err
		}
		return p.sum, nil
	})
}

// readCode reads the code of a launch file.
func readCode(f *launch.File) (*codeobj.Object, bool, error) { return run.Code(f) }

func (t *Task) makeProgram() (*prog, error) {
	s := t.s
	f, text, err := s.launchFile(t.unit, t.Vars)
	if err != nil {
		return nil, err
	}
	p := &prog{file: f}
	if t.onGPU() {
		f.GPU = t.GPU
	}
	sums := []string{digest(text)}
	if s.Spec.Compile != nil {
		path, err := s.compiled(t)
		if err != nil {
			return nil, err
		}
		if why, err := os.ReadFile(path + compileFailed); err == nil {
			p.bad = strings.TrimSpace(string(why))
			p.sum = digest(append(why, sums[0]...))
			return p, nil
		}
		f.Code = ""
		if p.code, p.raw, err = run.ReadCode(path, s.chips[t.GPU].Target.Name, f.Text); err != nil {
			if errors.Is(err, os.ErrNotExist) {
				return nil, fmt.Errorf("%s is not there: a sweep compiles its code before its workers start", path)
			}
			return nil, err
		}
	} else if p.code, p.raw, err = readCode(f); err != nil {
		return nil, err
	}
	for _, in := range f.Inputs() {
		path := in.Path
		if path == f.Path || s.Spec.Compile != nil && path == f.Resolve("") {
			continue
		}
		sum, err := s.file(path)
		if err != nil {
			return nil, err
		}
		sums = append(sums, sum)
	}
	for i := range p.code.Segments { // also what a text includes
		sums = append(sums, digest(p.code.Segments[i].Data))
	}
	p.sum = digest([]byte(strings.Join(sums, " ")))
	return p, nil
}

// placeholder is a name in braces.
var placeholder = regexp.MustCompile(`\{[a-z_][a-z0-9_]*\}`)

// words are variables of the task, as commands have them.
func (t *Task) words() map[string]string {
	m := map[string]string{}
	for name, v := range t.Vars {
		m[name] = v.Text
	}
	return m
}

// Prepare makes the names of all tasks, and drops those that are there already under the same name.
// Code must be compiled (Compile).
func (s *Sweep) Prepare(jobs int) error {
	s.names = make([]Name, len(s.tasks))
	const block = 256 // tasks of a goroutine at a time
	err := parallel(jobs, (len(s.tasks)+block-1)/block, func(b int) error {
		for i := b * block; i < min((b+1)*block, len(s.tasks)); i++ {
			n, err := s.Task(i).name()
			if err != nil {
				return err
			}
			s.names[i] = n
		}
		return nil
	})
	if err != nil {
		return err
	}
	seen := make(map[Name]bool, len(s.names))
	k := 0
	for i, n := range s.names {
		if seen[n] {
			continue
		}
		seen[n] = true
		s.names[k], s.tasks[k] = n, s.tasks[i]
		k++
	}
	s.names, s.tasks = s.names[:k], s.tasks[:k]
	return nil
}

// Digest is a hash of all names: two hosts with the same digest have the same tasks.
func (s *Sweep) Digest() string {
	h := sha256.New()
	for i := range s.names {
		h.Write(s.names[i][:])
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

// commandInputs are the digests of what a command's task reads.
func (t *Task) commandInputs() (sums []string, err error) {
	s := t.s
	base := s.at(s.Spec.Command.Dir)
	var paths []string
	for i, pattern := range s.Spec.Command.Inputs {
		list, err := s.globs.get(pattern, func() ([]string, error) {
			return s.glob(base, fmt.Sprintf("command.inputs[%d]", i), pattern)
		})
		if err != nil {
			return nil, err
		}
		paths = append(paths, list...)
	}
	for name, v := range s.Spec.Vars {
		if v.Glob != "" {
			paths = append(paths, t.Vars[name].Text)
		}
	}
	slices.Sort(paths)
	for _, p := range paths {
		full := p
		if !filepath.IsAbs(p) {
			full = filepath.Join(base, p)
		}
		sum, err := s.file(full)
		if err != nil {
			return nil, err
		}
		sums = append(sums, p+" "+sum)
	}
	return sums, nil
}
