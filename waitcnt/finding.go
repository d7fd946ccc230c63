package waitcnt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Kind is a kind of defect of the simulated program.
type Kind string

// The kinds.
const (
	Race       Kind = "race"        // a wait is missing or too weak
	Hazard     Kind = "hazard"      // a manual wait state (s_nop) is missing
	Uninit     Kind = "uninit"      // a register or LDS that nothing has written matters
	Bounds     Kind = "bounds"      // an access outside its buffer
	LDSRace    Kind = "lds-race"    // waves of a work-group race for LDS
	GlobalRace Kind = "global-race" // work-groups race for memory
	Stale      Kind = "stale"       // a value that hardware does not keep up to date
	Operand    Kind = "operand"     // an operand that the generation does not define
	Note       Kind = "note"        // what the checker could not see
	Advice     Kind = "advice"      // nothing is wrong, something is slower than needed
)

// Severity says how sure and how bad a finding is.
type Severity uint8

// The severities, in the order of --min-severity.
const (
	Info     Severity = iota // safe as far as is known, by something that is no wait
	Partial                  // not examined: what is there is not known
	Disputed                 // sources disagree whether this is a defect
	Warning                  // probably a defect; the checker cannot prove it
	Error                    // a defect
)

var severityNames = [...]string{"info", "partial", "disputed", "warning", "error"}

// String is the severity's name in reports.
func (s Severity) String() string { return severityNames[s] }

// MarshalText is the form in JSON.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a severity's name.
func (s *Severity) UnmarshalText(text []byte) error {
	i := slices.Index(severityNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("severity %q: want one of %v", text, severityNames)
	}
	*s = Severity(i)
	return nil
}

// Addr is an address or program counter; in JSON it is a string ("0x1500").
type Addr uint64

// String is the hexadecimal form.
func (a Addr) String() string { return fmt.Sprintf("0x%x", uint64(a)) }

// MarshalText is the form in JSON.
func (a Addr) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads a hexadecimal or decimal address.
func (a *Addr) UnmarshalText(text []byte) error {
	var v uint64
	if _, err := fmt.Sscanf(string(text), "%v", &v); err != nil {
		return fmt.Errorf("address %q: %w", text, err)
	}
	*a = Addr(v)
	return nil
}

// Finding is one diagnosed defect of the simulated program. PCs are as disassemblers print them.
type Finding struct {
	Kind        Kind     `json:"kind"`               // what is wrong
	Rule        string   `json:"rule"`               // id of the [Rule]
	Severity    Severity `json:"severity"`           // how sure and how bad
	PC          Addr     `json:"pc"`                 // of the instruction that must not come so early
	Instruction string   `json:"instruction"`        // its text
	Access      string   `json:"access,omitempty"`   // "read" or "write": what it does with the register or memory
	Register    string   `json:"register,omitempty"` // "v1", "s[4:5]", "vcc"
	Memory      *Range   `json:"memory,omitempty"`   // bytes concerned; nil: none known
	// of the earlier operation; of an uninitialised value: of the instruction that read it first
	ProducerPC *Addr  `json:"producer_pc,omitempty"`
	Producer   string `json:"producer,omitempty"` // its text
	// the strongest wait between the two, "none", or the wait states there are
	Have     string `json:"have,omitempty"`
	Need     string `json:"need,omitempty"`      // the weakest wait, or the wait states, that would do
	WaitPC   *Addr  `json:"wait_pc,omitempty"`   // of the wait that Have names
	Issued   int    `json:"issued,omitempty"`    // operations issued since that wait, which it does not cover
	IssuedPC []Addr `json:"issued_pc,omitempty"` // where, as far as they are outstanding
	// other operations that the wait at the same place is for; Need is for all
	Also     []Also   `json:"also,omitempty"`
	Wave     *WaveRef `json:"wave,omitempty"`          // where it was seen first; absent for static findings
	Lanes    string   `json:"lanes,omitempty"`         // mask of lanes, hexadecimal
	Count    uint64   `json:"count,omitempty"`         // how often it was seen in a run
	Kernel   string   `json:"kernel,omitempty"`        // kernel or function of PC
	Line     int      `json:"line,omitempty"`          // line of PC in the source, from 1
	File     string   `json:"source_file,omitempty"`   // the source of Line; absent: the assembly text that was checked
	Inlined  []string `json:"inlined,omitempty"`       // functions that are inlined at PC, the innermost first
	ProdLine int      `json:"producer_line,omitempty"` // line of ProducerPC
	ProdFile string   `json:"producer_source_file,omitempty"`
	Message  string   `json:"message"` // the whole in one sentence
	// what else helps: a descriptor, the other wave, results of two orders
	Detail []string `json:"detail,omitempty"`
	Fix    string   `json:"fix,omitempty"`    // what to insert or change
	Replay string   `json:"replay,omitempty"` // a command line that shows it again
	Source string   `json:"source"`           // the document behind the rule
}

// String is one line: where, how bad, which rule, what is wrong and what helps. Package report
// writes findings in full.
func (f Finding) String() string {
	s := fmt.Sprintf("%v %s: %v: %s: %s", f.PC, f.Instruction, f.Severity, f.Rule, f.Message)
	if f.Line > 0 {
		s = fmt.Sprintf("line %d: %s", f.Line, s)
	}
	if f.Fix != "" {
		s += " (" + f.Fix + ")"
	}
	return s
}

// Also is a further operation that the instruction of a finding comes too early for. The fields are
// as in [Finding].
type Also struct {
	Rule       string `json:"rule"`
	Access     string `json:"access,omitempty"`
	Register   string `json:"register,omitempty"`
	Memory     *Range `json:"memory,omitempty"`
	ProducerPC *Addr  `json:"producer_pc,omitempty"`
	Producer   string `json:"producer,omitempty"`
	ProdLine   int    `json:"producer_line,omitempty"`
	ProdFile   string `json:"producer_source_file,omitempty"`
	Have       string `json:"have,omitempty"`
	Need       string `json:"need,omitempty"` // for this operation alone
	WaitPC     *Addr  `json:"wait_pc,omitempty"`
	Issued     int    `json:"issued,omitempty"`
	IssuedPC   []Addr `json:"issued_pc,omitempty"`
	Lanes      string `json:"lanes,omitempty"`
	Count      uint64 `json:"count,omitempty"`
}

// HaveText is Have with its place, and what was issued behind it: "lgkmcnt(2) at 0x18, before 1
// more operation was issued at 0x1c".
func (f *Finding) HaveText() string { return haveText(f.Have, f.WaitPC, f.Issued, f.IssuedPC) }

// HaveText is [Finding.HaveText] of the operation.
func (a *Also) HaveText() string { return haveText(a.Have, a.WaitPC, a.Issued, a.IssuedPC) }

func haveText(have string, at *Addr, issued int, where []Addr) string {
	if at == nil || strings.Contains(have, " at ") {
		return have
	}
	have += " at " + at.String()
	if issued == 0 {
		return have
	}
	what := "operation was"
	if issued > 1 {
		what = "operations were"
	}
	have += fmt.Sprintf(", before %d more %s issued", issued, what)
	for i, pc := range where {
		switch {
		case i == 0:
			have += " at " + pc.String()
		case i == maxNamed:
			return have + " ..."
		default:
			have += ", " + pc.String()
		}
	}
	return have
}

// maxNamed is how many places or operations of a list are named in a sentence.
const maxNamed = 4

// Range is a range of memory.
type Range struct {
	Space string `json:"space"`   // lds, gds, global, scalar
	Addr  Addr   `json:"address"` // of the first byte; an offset in LDS and GDS
	Bytes uint64 `json:"bytes"`   // size
}

// WaveRef names a wave.
type WaveRef struct {
	Group [3]uint32 `json:"group"` // x, y, z of the work-group's ID
	Wave  int       `json:"wave"`  // number in its work-group, from 0
	Inst  uint64    `json:"inst"`  // instructions that it had executed
}

// At returns a pointer to an address, for the optional fields.
func At(pc uint64) *Addr { a := Addr(pc); return &a }

// Place is where an instruction comes from.
type Place struct {
	Line    int      // of the source, from 1; 0: not known
	File    string   // that source; "": the assembly text of the code, or not known
	Inlined []string // functions that are inlined there, the innermost first
}

// Locate notes where the finding's instructions come from, as at says of a program counter.
func (f *Finding) Locate(at func(pc uint64) Place) {
	p := at(uint64(f.PC))
	f.Line, f.File, f.Inlined = p.Line, p.File, p.Inlined
	if f.ProducerPC != nil {
		p := at(uint64(*f.ProducerPC))
		f.ProdLine, f.ProdFile = p.Line, p.File
	}
}

// Insertion is the instruction that mends the finding where it is inserted in front of that at PC;
// "" where it takes something else.
func (f *Finding) Insertion() string {
	text, ok := strings.CutPrefix(f.Fix, "insert ")
	if !ok {
		return ""
	}
	if text, ok = strings.CutSuffix(text, " before "+f.PC.String()); !ok {
		return ""
	}
	return text
}

// Sort orders findings: by severity, worst first, then by place and rule. Those that a run tells
// apart have one order, however they come.
func Sort(list []Finding) {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(a.PC, b.PC), cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.producer(), b.producer()),
			cmp.Compare(a.Register, b.Register), cmp.Compare(a.space(), b.space()))
	})
}

func (f *Finding) space() string {
	if f.Memory == nil {
		return ""
	}
	return f.Memory.Space
}

func (f *Finding) producer() Addr {
	if f.ProducerPC == nil {
		return 0
	}
	return *f.ProducerPC
}

// Merge makes one finding of those that one s_waitcnt before the same instruction mends: of races
// at one place, of one severity. It is the one that [Sort] puts first; the others are in its Also,
// and its Need and Fix are for all of them. The list is sorted.
func Merge(list []Finding) []Finding {
	Sort(list)
	type place struct {
		pc  Addr
		sev Severity
	}
	first := map[place]int{} // index in out
	var out []Finding
	for _, f := range list {
		need, ok := ParseWait(f.Need)
		if ok = ok && f.Kind == Race; !ok {
			out = append(out, f)
			continue
		}
		at := place{f.PC, f.Severity}
		i, has := first[at]
		if !has {
			first[at] = len(out)
			out = append(out, f)
			continue
		}
		o := &out[i]
		o.Detail = appendNew(o.Detail, f.Detail...)
		all, _ := ParseWait(o.Need)
		for c := range all {
			all[c] = min(all[c], need[c])
		}
		o.Need = all.String()
		o.Fix = fmt.Sprintf("insert s_waitcnt %s before %v", o.Need, o.PC)
		a := Also{
			Rule: f.Rule, Access: f.Access, Register: f.Register, Memory: f.Memory,
			ProducerPC: f.ProducerPC, Producer: f.Producer, ProdLine: f.ProdLine, ProdFile: f.ProdFile,
			Have: f.Have, Need: f.Need, WaitPC: f.WaitPC, Issued: f.Issued, IssuedPC: f.IssuedPC,
			Lanes: f.Lanes, Count: f.Count,
		}
		if !o.about(&a) {
			o.Also = append(o.Also, a)
		}
	}
	for _, i := range first {
		out[i].conclude()
	}
	return out
}

// about reports whether the finding is about the same operation and register already.
func (f *Finding) about(a *Also) bool {
	same := func(b *Also) bool {
		return a.Rule == b.Rule && a.Register == b.Register && (a.Memory == nil) == (b.Memory == nil) &&
			a.ProducerPC != nil && b.ProducerPC != nil && *a.ProducerPC == *b.ProducerPC
	}
	return same(&Also{Rule: f.Rule, Register: f.Register, ProducerPC: f.ProducerPC, Memory: f.Memory}) ||
		slices.ContainsFunc(f.Also, func(b Also) bool { return same(&b) })
}

// conclude says in the message of a merged finding what else the wait is for.
func (f *Finding) conclude() {
	if len(f.Also) == 0 {
		return
	}
	var names []string
	for i := range f.Also {
		if i == maxNamed {
			names = append(names, fmt.Sprintf("%d more", len(f.Also)-i))
			break
		}
		a := &f.Also[i]
		name := a.Register
		if a.ProducerPC != nil {
			base, _, _ := strings.Cut(a.Producer, " ")
			name = strings.TrimPrefix(fmt.Sprintf("%s of %s at %v", name, base, *a.ProducerPC), " of ")
		}
		names = append(names, name)
	}
	f.Message += fmt.Sprintf("; likewise %s: s_waitcnt %s is for all", strings.Join(names, ", "), f.Need)
}

func appendNew(list []string, more ...string) []string {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// Filter says which findings are wanted.
type Filter struct {
	Min     Severity // the lowest severity wanted
	Disable []string // ids of rules
	Advice  bool     // advice is wanted too; Min does not concern it
}

// Apply returns the findings that pass.
func (x Filter) Apply(list []Finding) []Finding {
	var out []Finding
	for _, f := range list {
		if f.Kind == Advice && !x.Advice || f.Kind != Advice && f.Severity < x.Min ||
			slices.Contains(x.Disable, f.Rule) {
			continue
		}
		out = append(out, f)
	}
	return out
}

// Worst is the highest severity among findings; ok is false where there are none.
func Worst(list []Finding) (s Severity, ok bool) {
	for i := range list {
		if list[i].Kind != Advice {
			s, ok = max(s, list[i].Severity), true
		}
	}
	return s, ok
}
