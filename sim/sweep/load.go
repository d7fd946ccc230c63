package sweep

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/bits"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/files"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Sweep is a spec with all that it names: a list of tasks in a fixed order.
type Sweep struct {
	Spec *Spec

	dir       string // of the spec; other paths are relative to it
	folder    string // of code and results
	simulator string // what says which simulator it is: part of the names
	units     []unit // programs on chips
	flags     []string
	vars      []axis   // by name
	figures   []axis   // by name
	samples   []sample // of the Latin hypercube
	orders    []string
	tasks     []int32 // numbers of combinations that are tasks: a combination that is there already is none
	names     []Name  // of tasks

	digests  cache[string, string]   // of files, by path
	globs    cache[string, []string] // files by pattern
	chips    map[string]*chip.Chip   // by the spec's name for them
	chipSum  map[string]string       // digests of their figures
	made     cache[string, *prog]    // programs that are ready to run
	programs sim.Programs            // what they were made into
	record   map[string]bool         // what is recorded
	caps     limits                  // of a task
}

// limits are those of a task, with defaults.
type limits struct {
	Memory uint64 `json:"memory"`
	Insts  int64  `json:"insts"`
	Cycles uint64 `json:"cycles"`
	Output int    `json:"output"`
}

// unit is a program on a chip.
type unit struct {
	program *Program
	name    string
	path    string // of the launch file; empty: the spec holds it
	gpu     string // as the spec has it; empty: of the program
}

// axis is an axis of the spec.
type axis struct {
	name   string
	values []Value
}

// sample is a point of the Latin hypercube: values by figure.
type sample map[string]Value

// Name is the stable name of a task: a hash of all that its result depends on.
type Name [16]byte

// String is the name in 32 hexadecimal digits.
func (n Name) String() string { return hex.EncodeToString(n[:]) }

// ParseName finds the task whose name begins so; no text will do where there is one task.
func (s *Sweep) ParseName(text string) (i int, err error) {
	found := -1
	for i := range s.names {
		if strings.HasPrefix(s.names[i].String(), text) {
			if found >= 0 {
				return 0, fmt.Errorf("several tasks begin with %s", text)
			}
			found = i
		}
	}
	if found < 0 {
		return 0, fmt.Errorf("no task is called %q", text)
	}
	return found, nil
}

// Load reads the spec at path and all that it names. folder is where code and results are; simulator
// names the simulator, as results of another one are others.
func Load(path, folder, simulator string) (*Sweep, error) {
	spec, err := Read(path)
	if err != nil {
		return nil, err
	}
	s := &Sweep{Spec: spec, dir: filepath.Dir(path), folder: folder, simulator: simulator,
		chips: map[string]*chip.Chip{}, chipSum: map[string]string{}, record: map[string]bool{}}
	s.made.most = 256 // kernels with their code: some MB
	s.digests.most, s.globs.most = 1<<20, 1<<10
	if err := s.resolve(); err != nil {
		var e *Error
		if errors.As(err, &e) && e.File == "" {
			e.File = path
		}
		return nil, err
	}
	return s, nil
}

// resolve finds what the spec names.
func (s *Sweep) resolve() error {
	l := &s.Spec.Limits
	s.caps = limits{uint64(l.Memory), l.Insts, l.Cycles, int(min(l.Output, 1<<20))}
	if s.caps.Memory == 0 {
		s.caps.Memory = 1 << 30
	}
	if s.caps.Output == 0 {
		s.caps.Output = 4 << 10
	}
	list := s.Spec.Record
	if len(list) == 0 {
		list = s.defaultRecord()
	}
	for _, r := range list {
		s.record[r] = true
	}
	for _, gpu := range s.Spec.GPUs {
		if s.chips[gpu] != nil {
			return errorf("gpus", "%q is there twice", gpu)
		}
		if err := s.addChip(gpu); err != nil {
			return err
		}
	}
	if err := s.resolvePrograms(); err != nil {
		return err
	}
	s.flags = []string{""}
	if c := s.Spec.Compile; c != nil && len(c.Flags) > 0 {
		s.flags = c.Flags
	}
	if err := s.resolveVars(); err != nil {
		return err
	}
	if err := s.resolveFigures(); err != nil {
		return err
	}
	if err := s.resolveOrders(); err != nil {
		return err
	}
	n := uint64(len(s.units))
	for _, k := range s.radix() {
		hi, lo := bits.Mul64(n, uint64(k))
		if n = lo; hi > 0 || n > MaxTasks {
			return errorf("", "it has more than %d tasks", MaxTasks)
		}
	}
	s.tasks = make([]int32, n)
	for i := range s.tasks {
		s.tasks[i] = int32(i)
	}
	return nil
}

// radix is how many values each axis has, the slowest first, behind the units.
func (s *Sweep) radix() []int {
	r := []int{len(s.flags)}
	for _, list := range [][]axis{s.vars, s.figures} {
		for _, a := range list {
			r = append(r, len(a.values))
		}
	}
	return append(r, max(1, len(s.samples)), len(s.orders))
}

func (s *Sweep) addChip(gpu string) error {
	c, err := chip.Lookup(gpu)
	if err != nil {
		return &Error{Field: "gpus", Msg: "", Err: err}
	}
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	s.chips[gpu], s.chipSum[gpu] = &c, digest(text)
	return nil
}

// digest is the hash of contents.
func digest(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

// file is the hash of a file's contents.
func (s *Sweep) file(path string) (string, error) {
	return s.digests.get(path, func() (string, error) {
		r, err := files.Open(path)
		if err != nil {
			return "", err
		}
		defer r.Close()
		h := sha256.New()
		if _, err := io.Copy(h, r); err != nil {
			return "", err
		}
		return hex.EncodeToString(h.Sum(nil)), nil
	})
}

// at is a path of the spec as the operating system takes it.
func (s *Sweep) at(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.dir, path)
}

// glob finds files by a pattern, sorted; paths are as the pattern's.
func (s *Sweep) glob(base, field, pattern string) ([]string, error) {
	full := pattern
	if !filepath.IsAbs(full) {
		full = filepath.Join(base, pattern)
	}
	list, err := filepath.Glob(full)
	if err != nil || len(list) == 0 {
		return nil, &Error{Field: field, Msg: fmt.Sprintf("%s names no file", pattern), Err: err}
	}
	slices.Sort(list)
	if !filepath.IsAbs(pattern) {
		for i := range list {
			if list[i], err = filepath.Rel(base, list[i]); err != nil {
				return nil, err
			}
			list[i] = filepath.ToSlash(list[i])
		}
	}
	return list, nil
}

// resolvePrograms finds the launch files and the chips that each is for.
func (s *Sweep) resolvePrograms() error {
	if s.Spec.Command != nil {
		s.units = []unit{{}}
		return nil
	}
	seen := map[string]bool{}
	used := map[string]bool{}
	for i := range s.Spec.Programs {
		p, at := &s.Spec.Programs[i], fmt.Sprintf("programs[%d]", i)
		list := []unit{{program: p, name: p.Name}}
		if p.File != "" {
			paths, err := s.glob(s.dir, at, p.File)
			if err != nil {
				return err
			}
			if len(paths) > 1 && p.Name != "" {
				return errorf(at+".name", "%s names %d files, which cannot all be called %s", p.File, len(paths), p.Name)
			}
			list = list[:0]
			for _, path := range paths {
				name := p.Name
				if name == "" {
					name = strings.TrimSuffix(path, filepath.Ext(path))
				}
				list = append(list, unit{program: p, name: name, path: path})
			}
		}
		for _, u := range list {
			if seen[u.name] {
				return errorf(at, "another program is called %s, too", u.name)
			}
			seen[u.name] = true
			if len(s.Spec.GPUs) == 0 {
				gpu, err := s.gpuOf(&u)
				if err != nil {
					return err
				}
				if u.gpu = gpu; s.chips[gpu] == nil {
					if err := s.addChip(gpu); err != nil {
						return err
					}
				}
				s.units = append(s.units, u)
				continue
			}
			any := false
			for _, gpu := range s.Spec.GPUs {
				ok, err := s.fits(&u, gpu)
				if err != nil {
					return err
				}
				if ok {
					v := u
					v.gpu = gpu
					s.units, used[gpu], any = append(s.units, v), true, true
				}
			}
			if !any {
				return errorf(at, "%s is for no chip of \"gpus\"", u.name)
			}
		}
	}
	for _, gpu := range s.Spec.GPUs {
		if !used[gpu] {
			return errorf("gpus", "no program is for %s", gpu)
		}
	}
	return nil
}

// launchText is the launch file of a unit, with its variables.
func (s *Sweep) launchText(u *unit, vars map[string]Value) ([]byte, error) {
	if u.path == "" {
		return substituteJSON(u.program.Launch, vars), nil
	}
	const most = 64 << 20
	return files.Read(s.at(u.path), most)
}

// launchFile reads the launch file of a unit.
func (s *Sweep) launchFile(u *unit, vars map[string]Value) (*launch.File, []byte, error) {
	text, err := s.launchText(u, vars)
	if err != nil {
		return nil, nil, err
	}
	f, err := launch.Parse(bytes.NewReader(text))
	if err != nil {
		var e *launch.Error
		if errors.As(err, &e) {
			e.File = u.name
			if u.path != "" {
				e.File = u.path
			}
		}
		return nil, nil, err
	}
	if f.Path = filepath.Join(s.dir, "spec"); u.path != "" {
		f.Path = s.at(u.path)
	}
	for i := range f.Buffers {
		f.Buffers[i].Save = "" // a task leaves nothing but its result
	}
	return f, text, nil
}

// anyVars are the first value of each variable: what a launch file is read with where it does not
// matter.
func (s *Sweep) anyVars() map[string]Value {
	m := map[string]Value{}
	for name, v := range s.Spec.Vars {
		m[name] = Value{Text: "0", Num: true}
		if v.Len() > 0 {
			m[name] = v.At(0)
		}
	}
	return m
}

// isText reports whether code is assembly text.
func isText(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".s" || ext == ".asm"
}

// gpuOf is the GPU that a launch file, or its code, names.
func (s *Sweep) gpuOf(u *unit) (string, error) {
	f, _, err := s.launchFile(u, s.anyVars())
	if err != nil {
		return "", err
	}
	if f.GPU != "" {
		return f.GPU, nil
	}
	o, _, err := readCode(f)
	if err != nil {
		return "", err
	}
	return o.Target, nil
}

// fits reports whether a chip runs the code of a unit: code that is compiled for it, and text that
// names no target, run on each.
func (s *Sweep) fits(u *unit, gpu string) (bool, error) {
	if s.Spec.Compile != nil {
		return true, nil
	}
	f, _, err := s.launchFile(u, s.anyVars())
	if err != nil {
		return false, err
	}
	name := f.GPU
	if name == "" {
		if isText(f.Code) {
			data, err := files.Read(f.Resolve(f.Code), 16<<20)
			if err != nil {
				return false, err
			}
			t, ok := asm.TargetOf(string(data))
			return !ok || t.Name == s.chips[gpu].Target.Name, nil
		}
		o, _, err := readCode(f)
		if err != nil {
			return false, err
		}
		name = o.Target
	}
	t, err := isa.FindTarget(name)
	if err != nil {
		return false, err
	}
	return t.Name == s.chips[gpu].Target.Name, nil
}

// resolveVars finds the values of variables.
func (s *Sweep) resolveVars() error {
	base := s.dir
	if c := s.Spec.Command; c != nil {
		base = s.at(c.Dir)
	}
	vars := maps.Clone(s.Spec.Vars)
	if s.Spec.Command != nil && s.Spec.Seeds != nil {
		if vars == nil {
			vars = map[string]Values{}
		}
		vars["seed"] = *s.Spec.Seeds
	}
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		v := vars[name]
		a := axis{name, v.All()}
		switch {
		case v.Between:
			return errorf("vars."+name, "a range needs \"step\", \"times\" or \"count\"")
		case v.Glob != "":
			paths, err := s.glob(base, "vars."+name, v.Glob)
			if err != nil {
				return err
			}
			for _, p := range paths {
				a.values = append(a.values, Value{Text: p})
			}
		}
		s.vars = append(s.vars, a)
	}
	return nil
}

// fieldsOf are the figures that a name with commas stands for.
func fieldsOf(name string) (list []chip.Field, err error) {
	for _, part := range strings.Split(name, ",") {
		part = strings.TrimSpace(part)
		found := false
		for f := range chip.NumFields {
			if f.String() == part {
				list, found = append(list, f), true
			}
		}
		if !found {
			return nil, fmt.Errorf("a chip has no figure %q (\"gcnsim chips NAME\" lists them)", part)
		}
	}
	return list, nil
}

// resolveFigures finds the axes of figures, and samples the Latin hypercube.
func (s *Sweep) resolveFigures() error {
	seen := map[chip.Field]bool{}
	check := func(at, name string) error {
		fields, err := fieldsOf(name)
		if err != nil {
			return errorf(at+"."+name, "%v", err)
		}
		for _, f := range fields {
			if seen[f] {
				return errorf(at+"."+name, "%v is there twice", f)
			}
			seen[f] = true
		}
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(s.Spec.Figures)) {
		if err := check("figures", name); err != nil {
			return err
		}
		v := s.Spec.Figures[name]
		if v.Between {
			return errorf("figures."+name, "a range needs \"step\", \"times\" or \"count\"; without them it is for \"latin\"")
		}
		s.figures = append(s.figures, axis{name, v.All()})
	}
	l := s.Spec.Latin
	if l == nil {
		return nil
	}
	s.samples = make([]sample, l.Count)
	for i := range s.samples {
		s.samples[i] = sample{}
	}
	for k, name := range slices.Sorted(maps.Keys(l.Figures)) {
		if err := check("latin.figures", name); err != nil {
			return err
		}
		v := l.Figures[name]
		g := &generator{state: l.Seed*0x9e3779b97f4a7c15 + uint64(k) + 1}
		order := make([]int, l.Count)
		for i := range order {
			j := int(g.below(uint64(i + 1)))
			order[i], order[j] = order[j], i
		}
		for i := range s.samples {
			u := (float64(order[i]) + g.part()) / float64(l.Count)
			if v.Between {
				s.samples[i][name] = numeric(tidy(v.at(u)), v.prefix)
			} else {
				s.samples[i][name] = v.At(min(int(u*float64(v.Len())), v.Len()-1))
			}
		}
	}
	return nil
}

// generator makes numbers that stay the same for ever (splitmix64): names depend on them.
type generator struct{ state uint64 }

func (g *generator) next() uint64 {
	g.state += 0x9e3779b97f4a7c15
	z := g.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below is a number less than n; part one from 0 to less than 1.
func (g *generator) below(n uint64) uint64 { hi, _ := bits.Mul64(g.next(), n); return hi }
func (g *generator) part() float64         { return float64(g.next()>>11) / (1 << 53) }

// resolveOrders finds the orders of return.
func (s *Sweep) resolveOrders() error {
	s.orders = slices.Clone(s.Spec.Orders)
	if s.Spec.Seeds != nil && s.Spec.Command == nil {
		if s.Spec.Seeds.Between || s.Spec.Seeds.Glob != "" {
			return errorf("seeds", "want a list, or a range with \"step\", \"times\" or \"count\"")
		}
		for _, v := range s.Spec.Seeds.All() {
			s.orders = append(s.orders, "random:"+v.Text)
		}
	}
	seen := map[string]bool{}
	for _, o := range s.orders {
		if _, err := waitcnt.ParsePolicy(o); err != nil {
			return &Error{Field: "orders", Msg: o, Err: err}
		}
		if seen[o] {
			return errorf("orders", "%s is there twice", o)
		}
		seen[o] = true
	}
	if len(s.orders) == 0 {
		s.orders = []string{""}
	}
	return nil
}

// substituteJSON replaces {NAME} in JSON, where it can stand in texts only.
func substituteJSON(text []byte, vars map[string]Value) []byte {
	for name, v := range vars {
		quoted, err := json.Marshal(v.Text)
		if err != nil {
			continue // a text can always be written
		}
		text = bytes.ReplaceAll(text, []byte("{"+name+"}"), quoted[1:len(quoted)-1])
	}
	return text
}

// substitute replaces {NAME} in words. {flags} alone is a list of words.
func substitute(words []string, vars map[string]string) (out []string) {
	for _, w := range words {
		if flags, ok := vars["flags"]; ok && w == "{flags}" {
			out = append(out, substitute(strings.Fields(flags), vars)...)
			continue
		}
		out = append(out, placeholder.ReplaceAllStringFunc(w, func(m string) string {
			if v, ok := vars[m[1:len(m)-1]]; ok {
				return v
			}
			return m
		}))
	}
	return out
}

// cache keeps the last things that were made, by key.
type cache[K comparable, V any] struct {
	mu    sync.Mutex
	items map[K]*cached[V]
	order []K
	most  int
}

type cached[V any] struct {
	once  sync.Once
	value V
	err   error
}

// get is what is there, or what make gives; each is made once.
func (c *cache[K, V]) get(key K, make func() (V, error)) (V, error) {
	c.mu.Lock()
	x := c.items[key]
	if x == nil {
		x = &cached[V]{}
		if c.items == nil {
			c.items = map[K]*cached[V]{}
		}
		if len(c.order) >= c.most {
			delete(c.items, c.order[0])
			c.order = c.order[1:]
		}
		c.items[key] = x
		c.order = append(c.order, key)
	}
	c.mu.Unlock()
	x.once.Do(func() { x.value, x.err = make() })
	return x.value, x.err
}

// parallel calls f for 0 to n-1 on so many goroutines and returns the first error.
func parallel(jobs, n int, f func(i int) error) error {
	var mu sync.Mutex
	var first error
	next := 0
	var wg sync.WaitGroup
	for range min(max(jobs, 1), n) {
		wg.Go(func() {
			for {
				mu.Lock()
				i := next
				next++
				stop := first != nil || i >= n
				mu.Unlock()
				if stop {
					return
				}
				if err := f(i); err != nil {
					mu.Lock()
					if first == nil {
						first = err
					}
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return first
}

// processors is how many tasks run at a time where nobody says.
func processors() int { return runtime.GOMAXPROCS(0) }
