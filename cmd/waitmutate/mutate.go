package main

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/check"
	"github.com/gcnsim/gcnsim/waitcnt/check/objcheck"
)

// object is a code object and what belongs to it.
type object struct {
	path     string
	code     *codeobj.Object
	seg      int // segment with the instructions
	in       *check.Input
	launches []*launch.File // launch files that run it
	parts    []*part
	exec     *execution // nil until execute
}

// part is a kernel with what it calls.
type part struct {
	name string
	in   *check.Input // what the static checker gets
	prog *program
	flat bool                         // the model lets FLAT address LDS
	base map[string]int               // findings of the unmutated code
	safe [waitcnt.NumCounters]verdict // what the model says of the unmutated code, by counter
}

// mutant is one damage to one instruction.
type mutant struct {
	Object  string       `json:"object"`
	Gen     string       `json:"generation"`
	Kernel  string       `json:"kernel"`
	PC      waitcnt.Addr `json:"pc"`
	Text    string       `json:"instruction"`
	Kind    string       `json:"kind"` // "remove", "weaken", "nop"
	Field   string       `json:"field,omitempty"`
	From    int          `json:"from"`
	To      int          `json:"to"` // -1: no wait
	Verdict string       `json:"verdict"`
	Flagged bool         `json:"flagged"`
	// flagged, but only by information, and by what is wrong of a function by itself
	Info  bool     `json:"info_only,omitempty"`
	Rules []string `json:"rules,omitempty"`
	Model string   `json:"model,omitempty"` // safe, broken, unknown
	Runs  int      `json:"runs,omitempty"`  // that were made
	Wrong string   `json:"wrong,omitempty"` // the order of return that showed another result, and what was wrong
	Count uint64   `json:"executed"`        // executions of the instruction in the launch files

	gen   isa.Gen
	obj   *object
	part  *part
	c     waitcnt.Counter
	wait  waitcnt.Wait
	patch []byte // the mutated bytes at PC
	// clause: the s_nop ends a clause of memory instructions, which only the replay of page faults
	// (XNACK) asks for.
	clause bool
}

// load reads a code object and the launch files beside it that run it.
func load(path string) (*object, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	o := &object{path: path}
	if o.code, err = codeobj.Load(data); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if o.seg, err = o.code.Code(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if o.in, err = objcheck.Input(o.code); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	beside, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.json"))
	if err != nil {
		return nil, err
	}
	for _, name := range beside {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if !strings.Contains(string(text), filepath.Base(path)) {
			continue
		}
		f, err := launch.Load(name)
		if err != nil {
			return nil, err
		}
		if f.Resolve(f.Code) == path && slices.ContainsFunc(f.Buffers,
			func(b launch.Buffer) bool { return len(b.Expect) > 0 }) {
			o.launches = append(o.launches, f)
		}
	}
	return o, o.split()
}

// split makes the parts: each kernel, with the functions that it calls as far as a run of the
// launch files shows them.
func (o *object) split() error {
	make := func(targets map[uint64][]uint64) (calls bool) {
		o.parts = nil
		for _, e := range o.in.Entries {
			if !e.Kernel {
				continue
			}
			p := &part{name: e.Name, prog: newProgram(o.in.Gen, o.in.Base, o.in.Code, e.Addr, targets), flat: e.LDS}
			one := *o.in
			one.Entries = []check.Entry{e}
			p.in = &one
			calls = calls || p.prog.calls
			o.parts = append(o.parts, p)
		}
		return calls
	}
	if !make(nil) {
		return nil
	}
	if err := o.execute(); err != nil {
		return err
	}
	make(o.exec.targets)
	// A function's finding may come from itself, where the checker does not see who calls it.
	for _, p := range o.parts {
		for _, e := range o.in.Entries {
			if !e.Kernel {
				p.in.Entries = append(p.in.Entries, e)
			}
		}
	}
	return nil
}

// mutants lists what can be damaged. skipped counts the s_nop that cannot be shortened in place.
func (o *object) mutants() (list []*mutant, skipped int) {
	seen := map[uint64]bool{}
	for _, p := range o.parts {
		target := map[uint64]bool{}
		for i := range p.prog.list {
			n := &p.prog.list[i]
			for _, pc := range n.next {
				if pc != n.pc+uint64(n.in.Len) {
					target[pc] = true
				}
			}
		}
		for i := range p.prog.list {
			n := &p.prog.list[i]
			if n.in.Form == nil || seen[n.pc] {
				continue
			}
			seen[n.pc] = true
			m := mutant{Object: o.path, Gen: o.code.Gen.String(), Kernel: p.name, PC: waitcnt.Addr(n.pc),
				Text: n.in.String(), gen: o.code.Gen, obj: o, part: p}
			switch {
			case n.isWait:
				list = append(list, m.waits(n)...)
			case n.in.Form.Desc.Do == isa.CtlNop:
				m.clause = p.prog.between(n.pc, vectorMemory) || p.prog.between(n.pc, scalarMemory)
				if x := m.nop(p.prog, n, target); x != nil {
					list = append(list, x)
				} else {
					skipped++
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b *mutant) int {
		return cmp.Or(cmp.Compare(a.PC, b.PC), cmp.Compare(a.Field, b.Field), cmp.Compare(a.To, b.To))
	})
	return list, skipped
}

// between reports whether the instructions before and behind an s_nop are both of a kind.
func (p *program) between(pc uint64, is func(in *isa.Inst) bool) bool {
	after, ok := p.index[pc+4]
	if !ok || p.list[after].in.Form == nil || !is(&p.list[after].in) {
		return false
	}
	for i := range p.list {
		if n := &p.list[i]; n.pc+uint64(n.in.Len) == pc {
			return n.in.Form != nil && is(&n.in)
		}
	}
	return false
}

func vectorMemory(in *isa.Inst) bool {
	c := waitcnt.EventOf(in).Class
	return c == waitcnt.VMem || c == waitcnt.Flat
}

func scalarMemory(in *isa.Inst) bool { return waitcnt.EventOf(in).Class == waitcnt.SMem }

// waits makes the mutants of an s_waitcnt: each field that waits is removed, and weakened by one.
func (m mutant) waits(n *inst) (list []*mutant) {
	word := m.obj.word(n.pc)
	for c := waitcnt.VM; c < waitcnt.NumCounters; c++ {
		have := n.wait[c]
		if have == waitcnt.NoWait {
			continue
		}
		for _, to := range []int{waitcnt.NoWait, have + 1} {
			x := m
			x.c, x.Field, x.wait = c, c.String(), n.wait
			x.wait[c] = to
			x.Kind, x.From, x.To = "weaken", have, to
			if to == waitcnt.NoWait {
				x.Kind, x.To = "remove", -1
			} else if to >= waitcnt.Max(m.gen, c) {
				continue // the highest count is no wait: the same as to remove it
			}
			x.patch = binary.LittleEndian.AppendUint32(nil, word&0xffff0000|uint32(waitcnt.EncodeWait(m.gen, x.wait)))
			list = append(list, &x)
		}
	}
	return list
}

// nop takes one wait state away: the count falls by one, or s_nop 0 changes places with the next
// instruction where nothing jumps between.
func (m mutant) nop(p *program, n *inst, target map[uint64]bool) *mutant {
	o, _ := n.in.Operand('i')
	m.Kind, m.Field, m.From, m.To = "nop", "s_nop", int(o.Val), int(o.Val)-1
	if o.Val > 0 {
		m.patch = binary.LittleEndian.AppendUint32(nil, m.obj.word(n.pc)-1)
		return &m
	}
	after := n.pc + 4
	i, ok := p.index[after]
	if !ok || target[after] {
		return nil
	}
	x := &p.list[i]
	if len(x.next) != 1 || x.next[0] != after+uint64(x.in.Len) || x.isWait || x.in.Form.Desc.Do == isa.CtlNop ||
		x.in.Form.Desc.Reads("pc") {
		return nil
	}
	code := m.obj.in.Code[n.pc-m.obj.in.Base:]
	m.patch = append(append(m.patch, code[4:4+x.in.Len]...), code[:4]...)
	return &m
}

func (o *object) word(pc uint64) uint32 { return binary.LittleEndian.Uint32(o.in.Code[pc-o.in.Base:]) }

// findings checks a part, with a mutant's damage where there is one, and counts the findings by
// what they say.
func (p *part) findings(m *mutant) (keys map[string]int, list []waitcnt.Finding, err error) {
	in, opt := *p.in, check.Options{}
	switch {
	case m == nil:
	case m.Kind == "nop":
		in.Code = m.mutated(in.Code, in.Base)
	default:
		opt.Waits = map[uint64]waitcnt.Wait{uint64(m.PC): m.wait}
	}
	r, err := check.Run(&in, opt)
	if err != nil {
		return nil, nil, err
	}
	keys = map[string]int{}
	for i := range r.Findings {
		keys[findingKey(&r.Findings[i])]++
	}
	return keys, r.Findings, nil
}

// findingKey names a finding without addresses: a shortened s_nop moves an instruction.
func findingKey(f *waitcnt.Finding) string {
	return fmt.Sprintf("%s|%v|%s|%s|%s", f.Rule, f.Severity, f.Instruction, f.Producer, f.Register)
}

// mutated is code with the mutant's bytes in it.
func (m *mutant) mutated(code []byte, base uint64) []byte {
	code = slices.Clone(code)
	copy(code[uint64(m.PC)-base:], m.patch)
	return code
}

// baseline is what the checker and the model say of the unmutated part.
func (p *part) baseline(states int) ([]waitcnt.Finding, error) {
	keys, list, err := p.findings(nil)
	if err != nil {
		return nil, err
	}
	p.base = keys
	for c := waitcnt.VM; c < waitcnt.NumCounters; c++ {
		p.safe[c] = p.prog.explore(c, p.flat, nil, states)
	}
	// Where FLAT is used for memory alone, as compilers know and the model does not, it is taken
	// so.
	if p.flat && (p.safe[waitcnt.VM] == broken || p.safe[waitcnt.LGKM] == broken) {
		p.flat = false
		for c := waitcnt.VM; c < waitcnt.NumCounters; c++ {
			p.safe[c] = p.prog.explore(c, false, nil, states)
		}
	}
	return list, nil
}

// judge asks checker and model about a mutant.
func (m *mutant) judge(states int) error {
	_, list, err := m.part.findings(m)
	if err != nil {
		return err
	}
	left := map[string]int{}
	for k, n := range m.part.base {
		left[k] = n
	}
	m.Info = true
	for i := range list {
		f := &list[i]
		k := findingKey(f)
		if left[k] > 0 {
			left[k]--
			continue
		}
		m.Flagged = true
		m.Info = m.Info && (f.Severity == waitcnt.Info || convention(f.Rule))
		if !slices.Contains(m.Rules, f.Rule) {
			m.Rules = append(m.Rules, f.Rule)
		}
	}
	m.Info = m.Info && m.Flagged
	m.Model = [...]string{"unknown", "safe", "broken"}[m.explore(states)]
	return nil
}

// explore asks the model about each kernel that the mutant is in.
func (m *mutant) explore(states int) verdict {
	all := unknown
	if m.Kind == "nop" {
		if m.clause {
			return safe
		}
		return unknown
	}
	for _, p := range m.obj.parts {
		if _, ok := p.prog.index[uint64(m.PC)]; !ok {
			continue
		}
		if p.safe[m.c] != safe {
			return unknown
		}
		v := p.prog.explore(m.c, p.flat, map[uint64]waitcnt.Wait{uint64(m.PC): m.wait}, states)
		if v != safe {
			return v
		}
		all = safe
	}
	return all
}
