package sweep

import (
	"bytes"
	_ "embed" // schema.json
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/files"
)

// Schema is the JSON schema (draft 2020-12) of specs.
//
//go:embed schema.json
var Schema string

const (
	maxSpec   = 16 << 20 // bytes of a spec
	maxValues = 1 << 20  // values of an axis
	// maxSampled is the most numbers of a Latin hypercube.
	maxSampled = 1 << 22
	// MaxTasks is the most tasks of a sweep.
	MaxTasks = 10_000_000
)

// The modes of a spec.
const (
	ModeTiming     = "timing"     // on the compute units of a chip, with a clock
	ModeFunctional = "functional" // without a clock
)

// Spec is what a file says: axes, of which each combination is a task.
type Spec struct {
	Schema   string            `json:"$schema,omitempty"` // for editors, not used
	Name     string            `json:"name,omitempty"`    // of the sweep; the file's where it is empty
	Programs []Program         `json:"programs,omitempty"`
	Mode     string            `json:"mode,omitempty"`    // ModeTiming where it is empty
	Caches   string            `json:"caches,omitempty"`  // as sim.ParseCaches; cold where it is empty
	GPUs     []string          `json:"gpus,omitempty"`    // chips; those of the programs where there are none
	Figures  map[string]Values `json:"figures,omitempty"` // by name; names with commas between them change together
	Latin    *Latin            `json:"latin,omitempty"`   // figures that are sampled, in place of all combinations
	Orders   []string          `json:"orders,omitempty"`  // when memory operations return, as waitcnt.ParsePolicy
	Seeds    *Values           `json:"seeds,omitempty"`   // orders random:SEED, or of Vars "seed"
	Vars     map[string]Values `json:"vars,omitempty"`    // what {NAME} stands for
	Compile  *Compile          `json:"compile,omitempty"` // makes the code of each program
	Command  *Command          `json:"command,omitempty"` // is what is run, in place of programs
	Record   []string          `json:"record,omitempty"`  // parts of the result; see Recordable
	Limits   Limits            `json:"limits,omitzero"`
}

// Program is something to run: launch files, or one that the spec holds.
type Program struct {
	File   string          `json:"file,omitempty"`   // path of a launch file, or a pattern of paths
	Launch json.RawMessage `json:"launch,omitempty"` // a launch file; {NAME} in it is a variable
	Name   string          `json:"name,omitempty"`   // what results call it
	Source string          `json:"source,omitempty"` // {source} of the compile command
}

// UnmarshalJSON reads a path, or an object.
func (p *Program) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		*p = Program{}
		return json.Unmarshal(data, &p.File)
	}
	type plain Program
	return strict(data, (*plain)(p))
}

// Latin is a Latin hypercube: samples of which each figure has one in each of Count equal parts of
// its range.
type Latin struct {
	Count   int               `json:"count"`          // samples
	Seed    uint64            `json:"seed,omitempty"` // the same seed gives the same samples
	Figures map[string]Values `json:"figures"`        // ranges, by name
}

// Compile makes code: Command is run for each program, chip and entry of Flags.
type Compile struct {
	Command []string `json:"command"`          // {out}, {flags}, {source}, {target}, {gpu} and variables
	Flags   []string `json:"flags,omitempty"`  // each a list of words
	Inputs  []string `json:"inputs,omitempty"` // patterns of files that the code depends on, besides the source
}

// Command is a task that is a command of the host.
type Command struct {
	Run    []string `json:"run"`              // words, with variables
	Inputs []string `json:"inputs,omitempty"` // patterns of files that the result depends on
	Dir    string   `json:"dir,omitempty"`    // where it is run, relative to the spec
	Status []int    `json:"status,omitempty"` // exit statuses that are as wanted; 0 where there is none
	Reduce *Reduce  `json:"reduce,omitempty"` // how a failing task is made small
}

// Reduce says how the program of a failing command is made small.
type Reduce struct {
	Make  []string `json:"make"`  // writes the program to {file}
	Check []string `json:"check"` // ends as the failing command does, where {file} still fails
}

// Limits are those of a task. A task that goes over one is a failed task with a reason.
type Limits struct {
	Memory Size     `json:"memory,omitempty"` // bytes of simulated memory in use; 1 GiB where it is 0
	Insts  int64    `json:"insts,omitempty"`  // instructions of a launch; sim.DefaultMaxInsts where it is 0
	Cycles uint64   `json:"cycles,omitempty"` // clocks of a wave
	Time   Duration `json:"time,omitempty"`   // of the host; none where it is 0
	Output Size     `json:"output,omitempty"` // bytes kept of a command's output; 4 KiB where it is 0
}

// Size is a number of bytes, in JSON a number or a text like 4K.
type Size uint64

// UnmarshalJSON reads it.
func (s *Size) UnmarshalJSON(data []byte) error {
	text := string(data)
	if len(data) > 0 && data[0] == '"' {
		if err := json.Unmarshal(data, &text); err != nil {
			return err
		}
	}
	v, err := launch.ParseSize(text)
	*s = Size(v)
	return err
}

// Duration is a time, in JSON a text like 10s.
type Duration time.Duration

// UnmarshalJSON reads it.
func (d *Duration) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return fmt.Errorf("%s: want a time in quotes, as in \"10s\"", data)
	}
	v, err := time.ParseDuration(text)
	if err == nil && v <= 0 {
		err = fmt.Errorf("%s: want a time above zero", text)
	}
	*d = Duration(v)
	return err
}

// MarshalJSON writes it as a text.
func (d Duration) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(d).String()) }

// Error says what is wrong with a spec.
type Error struct {
	File  string // path, or empty
	Line  int    // from 1; 0 if there is none
	Field string // "figures.l1_bytes", or empty for the whole
	Msg   string // what is wrong and what to do
	Err   error  // cause, or nil
}

// Error is "FILE:LINE: FIELD: MSG".
func (e *Error) Error() string {
	s := "spec"
	if e.File != "" {
		s = e.File
	}
	if e.Line > 0 {
		s += ":" + strconv.Itoa(e.Line)
	}
	for _, part := range []string{e.Field, e.Msg} {
		if part != "" {
			s += ": " + part
		}
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

func errorf(field, format string, args ...any) error {
	return &Error{Field: field, Msg: fmt.Sprintf(format, args...)}
}

// strict reads JSON into v: unknown fields are errors.
func strict(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows the JSON value")
	}
	return nil
}

// twice finds a key that an object has twice.
func twice(data []byte) (key string, at int64, err error) {
	type level struct {
		keys map[string]bool
		key  bool // a key comes next
	}
	var stack []level
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	for {
		t, err := d.Token()
		switch {
		case err == io.EOF && len(stack) > 0:
			return "", d.InputOffset(), io.ErrUnexpectedEOF
		case err == io.EOF:
			return "", 0, nil
		case err != nil:
			return "", d.InputOffset(), err
		}
		top := len(stack) - 1
		if top >= 0 && stack[top].keys != nil && stack[top].key {
			if s, ok := t.(string); ok {
				if stack[top].keys[s] {
					return s, d.InputOffset(), nil
				}
				stack[top].keys[s], stack[top].key = true, false
				continue
			}
		}
		switch t {
		case json.Delim('{'):
			stack = append(stack, level{map[string]bool{}, true})
			continue
		case json.Delim('['):
			stack = append(stack, level{})
			continue
		case json.Delim('}'), json.Delim(']'):
			stack = stack[:top]
		}
		if top = len(stack) - 1; top >= 0 {
			stack[top].key = true
		}
	}
}

// lineAt is the line of an offset.
func lineAt(data []byte, at int64) int {
	return 1 + bytes.Count(data[:min(max(at, 0), int64(len(data)))], []byte("\n"))
}

// unknownField is what package json says of one.
var unknownField = regexp.MustCompile(`^json: unknown field "(.*)"$`)

// Parse reads a spec. Errors are *Error.
func Parse(data []byte) (*Spec, error) {
	if len(data) > maxSpec {
		return nil, errorf("", "it has more than %d bytes", maxSpec)
	}
	key, at, err := twice(data)
	if err != nil {
		return nil, &Error{Line: lineAt(data, at), Msg: "it is no JSON", Err: err}
	}
	if key != "" {
		return nil, &Error{Line: lineAt(data, at), Field: key, Msg: "it is given twice"}
	}
	s := &Spec{}
	if err := strict(data, s); err != nil {
		var typ *json.UnmarshalTypeError
		var own *Error
		e := &Error{Msg: strings.TrimPrefix(err.Error(), "json: ")}
		switch m := unknownField.FindStringSubmatch(err.Error()); {
		case errors.As(err, &own):
			e = own
		case errors.As(err, &typ):
			e = &Error{Line: lineAt(data, typ.Offset), Field: typ.Field,
				Msg: fmt.Sprintf("it is a %s: docs/sweep.schema.json says what is wanted", typ.Value)}
		case m != nil:
			e = &Error{Field: m[1], Msg: "there is no such field"}
			if at := bytes.Index(data, fmt.Appendf(nil, "%q", m[1])); at >= 0 {
				e.Line = lineAt(data, int64(at))
			}
		}
		return nil, e
	}
	if err := s.validate(); err != nil {
		return nil, err
	}
	return s, nil
}

// Read reads the spec at path, a regular file. Errors are *Error.
func Read(path string) (*Spec, error) {
	data, err := files.Read(path, maxSpec)
	if err != nil {
		return nil, &Error{File: path, Msg: "cannot be read", Err: err}
	}
	s, err := Parse(data)
	if err != nil {
		var e *Error
		if errors.As(err, &e) {
			e.File = path
		}
		return nil, err
	}
	if s.Name == "" {
		s.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	return s, nil
}

// varName is what a variable may be called.
var varName = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

// builtin are the names in braces that are no variables of the spec.
var builtin = []string{"out", "flags", "source", "target", "gpu", "file", "tmp"}

// validate checks what can be checked without looking at files.
func (s *Spec) validate() error {
	switch {
	case s.Command == nil && len(s.Programs) == 0:
		return errorf("programs", "there are none: name launch files, or give a \"command\"")
	case s.Command != nil:
		return s.validateCommand()
	}
	for i := range s.Programs {
		p, at := &s.Programs[i], fmt.Sprintf("programs[%d]", i)
		if (p.File == "") == (p.Launch == nil) {
			return errorf(at, "want the path of a launch file, or an object with \"file\" or \"launch\"")
		}
		if p.Launch != nil && p.Name == "" {
			return errorf(at+".name", "it is missing: results call a \"launch\" by it")
		}
		if p.Source != "" && s.Compile == nil {
			return errorf(at+".source", "only \"compile\" reads it, and there is none")
		}
	}
	switch s.Mode {
	case "", ModeTiming:
		if len(s.Orders) > 0 {
			return errorf("orders", "with a clock it is memory that decides when operations return: "+
				"want \"mode\": \"functional\"")
		}
		if s.Seeds != nil {
			return errorf("seeds", "they are of orders, which a clock does not have: want \"mode\": \"functional\"")
		}
	case ModeFunctional:
		for field, set := range map[string]bool{"figures": len(s.Figures) > 0, "latin": s.Latin != nil,
			"caches": s.Caches != ""} {
			if set {
				return errorf(field, "it changes a clock: \"mode\" must be \"timing\"")
			}
		}
	default:
		return errorf("mode", "it is %q: want %s or %s", s.Mode, ModeTiming, ModeFunctional)
	}
	if s.Compile != nil {
		switch {
		case len(s.Compile.Command) == 0:
			return errorf("compile.command", "it is missing")
		case len(s.GPUs) == 0:
			return errorf("gpus", "code is compiled for chips: name them")
		case !uses(s.Compile.Command, "out"):
			return errorf("compile.command", "no word of it has {out}, the file that it has to write")
		case len(s.Compile.Flags) > 0 && !uses(s.Compile.Command, "flags"):
			return errorf("compile.flags", "no word of the command has {flags}")
		}
	}
	if err := s.validateLatin(); err != nil {
		return err
	}
	for _, list := range []map[string]Values{s.Figures, s.latinFigures()} {
		for _, name := range slices.Sorted(maps.Keys(list)) {
			v := list[name]
			if v.Glob != "" {
				return errorf("figures."+name, "\"glob\" names files: want numbers")
			}
			for _, x := range v.List {
				if _, _, err := x.number(); err != nil {
					return errorf("figures."+name, "%v", err)
				}
			}
		}
	}
	return s.validateCommon()
}

func (s *Spec) latinFigures() map[string]Values {
	if s.Latin == nil {
		return nil
	}
	return s.Latin.Figures
}

func (s *Spec) validateLatin() error {
	l := s.Latin
	switch {
	case l == nil:
		return nil
	case l.Count < 1 || l.Count > maxValues:
		return errorf("latin.count", "it is %d: want 1 to %d", l.Count, maxValues)
	case len(l.Figures) == 0:
		return errorf("latin.figures", "there are none")
	}
	for name := range l.Figures {
		if _, both := s.Figures[name]; both {
			return errorf("latin.figures."+name, "it is in \"figures\", too")
		}
	}
	return nil
}

// validateCommand checks a spec of commands.
func (s *Spec) validateCommand() error {
	for field, set := range map[string]bool{"programs": len(s.Programs) > 0, "mode": s.Mode != "",
		"caches": s.Caches != "", "gpus": len(s.GPUs) > 0, "figures": len(s.Figures) > 0, "latin": s.Latin != nil,
		"orders": len(s.Orders) > 0, "compile": s.Compile != nil} {
		if set {
			return errorf(field, "a \"command\" has none: it has \"vars\"")
		}
	}
	if len(s.Command.Run) == 0 || s.Command.Run[0] == "" {
		return errorf("command.run", "it is missing")
	}
	if r := s.Command.Reduce; r != nil && (!uses(r.Make, "file") || !uses(r.Check, "file")) {
		return errorf("command.reduce", "\"make\" and \"check\" both need a word with {file}")
	}
	return s.validateCommon()
}

func (s *Spec) validateCommon() error {
	for _, name := range slices.Sorted(maps.Keys(s.Vars)) {
		switch {
		case !varName.MatchString(name) || slices.Contains(builtin, name):
			return errorf("vars."+name, "want a name of small letters, digits and _, and not one of %s",
				strings.Join(builtin, ", "))
		case name == "seed" && s.Seeds != nil:
			return errorf("vars.seed", "\"seeds\" is there, too")
		case !s.usesVar(name):
			return errorf("vars."+name, "nothing has {%s}", name)
		}
	}
	if s.Command != nil && s.Seeds != nil && !s.usesVar("seed") {
		return errorf("seeds", "no word of the command has {seed}")
	}
	for i, r := range s.Record {
		if !slices.Contains(Recordable(), r) || slices.Contains(s.Record[:i], r) {
			return errorf(fmt.Sprintf("record[%d]", i), "it is %q: want some of %s, each once", r,
				strings.Join(Recordable(), ", "))
		}
	}
	if s.Limits.Insts < 0 {
		return errorf("limits.insts", "it is below zero")
	}
	return s.countTasks()
}

// countTasks refuses specs of too many tasks, before their values are made. Programs, chips and files
// are counted later.
func (s *Spec) countTasks() error {
	n := 1.0
	count := func(k int) { n *= float64(max(k, 1)) }
	for _, list := range []map[string]Values{s.Figures, s.Vars} {
		for _, v := range list {
			count(v.Len())
		}
	}
	orders := len(s.Orders)
	if s.Seeds != nil {
		orders += s.Seeds.Len()
	}
	count(orders)
	if c := s.Compile; c != nil {
		count(len(c.Flags))
	}
	if l := s.Latin; l != nil {
		count(l.Count)
		if l.Count*len(l.Figures) > maxSampled {
			return errorf("latin.count", "%d samples of %d figures are more than %d numbers", l.Count, len(l.Figures),
				maxSampled)
		}
	}
	if n > MaxTasks {
		return errorf("", "it has more than %d tasks", MaxTasks)
	}
	return nil
}

// uses reports whether a word has {name}.
func uses(words []string, name string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, "{"+name+"}") })
}

// usesVar reports whether anything in the spec has the variable.
func (s *Spec) usesVar(name string) bool {
	if c := s.Compile; c != nil && (uses(c.Command, name) || uses(c.Flags, name)) {
		return true
	}
	if s.Command != nil && uses(s.Command.Run, name) {
		return true
	}
	return slices.ContainsFunc(s.Programs, func(p Program) bool {
		return uses([]string{string(p.Launch), p.Source}, name)
	})
}

// Value is a value of an axis: a number, a number with x before it, which multiplies what a chip
// has, or any text.
type Value struct {
	Text string // as it is written
	Num  bool   // it is a number in JSON
}

// UnmarshalJSON reads a number or a text.
func (v *Value) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		v.Num = false
		return json.Unmarshal(data, &v.Text)
	}
	var n json.Number
	if err := json.Unmarshal(data, &n); err != nil || n == "" {
		return fmt.Errorf("%s: want a number or a text", data)
	}
	v.Text, v.Num = n.String(), true
	return nil
}

// MarshalJSON writes it as it was.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.Num {
		return []byte(v.Text), nil
	}
	return json.Marshal(v.Text)
}

// number is the value as a figure: times says that it multiplies the chip's.
func (v Value) number() (n float64, times bool, err error) {
	text := v.Text
	if !v.Num {
		text, times = strings.CutPrefix(text, "x")
	}
	n, err = strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) || !v.Num && !times {
		return 0, false, fmt.Errorf("%q: want a number, or \"x1.5\" for so many times what the chip has", v.Text)
	}
	return n, times, nil
}

// numeric makes a value of a number; prefix is "x" for one that multiplies.
func numeric(n float64, prefix string) Value {
	text := strconv.FormatFloat(n, 'g', -1, 64)
	if n == math.Trunc(n) && math.Abs(n) < 1e15 {
		text = strconv.FormatFloat(n, 'f', 0, 64)
	}
	return Value{prefix + text, prefix == ""}
}

// Values are those of an axis: a list, a range, or files.
type Values struct {
	List []Value // those of a list
	Glob string  // a pattern of files, relative to the spec

	n           int     // values of a range with steps
	step, times float64 // from one to the next; both 0: n even parts

	// A range without steps, for a Latin hypercube.
	Between bool    // it is one
	From    float64 // the lower end
	To      float64 // the upper end
	Log     bool    // it is even on a logarithmic scale
	prefix  string  // "x" where it multiplies
	raw     json.RawMessage
}

// MarshalJSON writes what was read.
func (v Values) MarshalJSON() ([]byte, error) {
	if v.raw == nil {
		return json.Marshal(v.List)
	}
	return v.raw, nil
}

// span is a range in JSON.
type span struct {
	From  *Value  `json:"from"`
	To    *Value  `json:"to"`
	Step  float64 `json:"step"`
	Times float64 `json:"times"`
	Count int     `json:"count"`
	Log   bool    `json:"log"`
	Glob  string  `json:"glob"`
}

// UnmarshalJSON reads a list, a value, or an object: {"from", "to"} with "step", "times" or "count";
// or {"glob"}.
func (v *Values) UnmarshalJSON(data []byte) error {
	*v = Values{raw: bytes.Clone(data)}
	switch {
	case len(data) > 0 && data[0] == '[':
		if err := json.Unmarshal(data, &v.List); err != nil {
			return err
		}
		if len(v.List) == 0 || len(v.List) > maxValues {
			return fmt.Errorf("a list of %d values: want 1 to %d", len(v.List), maxValues)
		}
		return nil
	case len(data) > 0 && data[0] == '{':
		var s span
		if err := strict(data, &s); err != nil {
			return err
		}
		return v.fromRange(&s)
	}
	v.List = make([]Value, 1)
	return json.Unmarshal(data, &v.List[0])
}

func (v *Values) fromRange(s *span) error {
	if s.Glob != "" {
		if *s != (span{Glob: s.Glob}) {
			return errors.New("\"glob\" stands alone")
		}
		v.Glob = s.Glob
		return nil
	}
	if s.From == nil || s.To == nil {
		return errors.New("a range needs \"from\" and \"to\"")
	}
	from, times, err := s.From.number()
	if err != nil {
		return err
	}
	to, times2, err := s.To.number()
	if err != nil {
		return err
	}
	ways := 0
	for _, set := range []bool{s.Step != 0, s.Times != 0, s.Count != 0} {
		if set {
			ways++
		}
	}
	switch {
	case times != times2:
		return errors.New("\"from\" and \"to\" both multiply, or neither does")
	case from > to:
		return fmt.Errorf("\"from\" is %v, \"to\" only %v", from, to)
	case ways > 1:
		return errors.New("want one of \"step\", \"times\" and \"count\"")
	case (s.Log || s.Times != 0) && from <= 0:
		return errors.New("a range that multiplies begins above zero")
	case s.Log && (s.Step != 0 || s.Times != 0):
		return errors.New("\"log\" is for \"count\", or for a Latin hypercube")
	case s.Step < 0 || s.Times != 0 && s.Times <= 1 || s.Count < 0 || s.Count > maxValues:
		return fmt.Errorf("want \"step\" above 0, \"times\" above 1, \"count\" of 1 to %d", maxValues)
	}
	if times {
		v.prefix = "x"
	}
	v.From, v.To, v.Log = from, to, s.Log
	const near = 1e-9 // of a step: 0.1 + 0.2 reaches 0.3
	n := float64(s.Count)
	switch {
	case s.Step > 0:
		n = math.Floor((to-from)/s.Step+near) + 1
	case s.Times > 1:
		n = math.Floor(math.Log(to/from)/math.Log(s.Times)+near) + 1
	case s.Count == 0:
		v.Between = true
	}
	if n > maxValues {
		return fmt.Errorf("%v values: at most %d", n, maxValues)
	}
	v.n, v.step, v.times = int(n), s.Step, s.Times
	return nil
}

// Len is how many values there are; 0 of a range without steps and of files.
func (v *Values) Len() int { return len(v.List) + v.n }

// At is the i-th value.
func (v *Values) At(i int) Value {
	switch {
	case len(v.List) > 0:
		return v.List[i]
	case v.step > 0:
		return numeric(tidy(v.From+float64(i)*v.step), v.prefix)
	case v.times > 1:
		return numeric(tidy(v.From*math.Pow(v.times, float64(i))), v.prefix)
	}
	return numeric(tidy(v.at(float64(i)/math.Max(1, float64(v.n-1)))), v.prefix)
}

// All are all values.
func (v *Values) All() []Value {
	list := make([]Value, v.Len())
	for i := range list {
		list[i] = v.At(i)
	}
	return list
}

// at is the number at a part of the range, 0 to 1.
func (v *Values) at(u float64) float64 {
	if v.Log {
		return v.From * math.Pow(v.To/v.From, u)
	}
	return v.From + u*(v.To-v.From)
}

// tidy takes away what rounding has left behind the twelfth digit.
func tidy(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	if err != nil {
		return x
	}
	return y
}
