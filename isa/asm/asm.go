package asm

import (
	"encoding/binary"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// limits bound one assembly: text cannot ask for unbounded work.
type limits struct {
	size       int64 // bytes of all sections
	statements int
	made       int // of the statements, those of macros, .rept and loops, counted each time
	expanded   int // bytes of text that macros, .rept and .include make
	rounds     int // of all of CLRX's loops
	symbols    int
	steps      int // parts of expressions
}

var defaultLimits = limits{size: 64 << 20, statements: 1 << 22, made: 1 << 20, expanded: 128 << 20, rounds: 1 << 14, symbols: 1 << 21, steps: 1 << 26}

// maxNesting bounds the depth of macros, .rept and files.
const maxNesting = 200

// Options of one assembly.
type Options struct {
	Target isa.Target // what the text is for: instructions it lacks are errors
	File   string     // the name of the text in messages
	// Open reads a file for .include and .incbin, of at most some bytes; path is its name in
	// messages. Where Open is nil, both directives are errors.
	Open func(name string, most int64) (data []byte, path string, err error)
	// Raw asks for code without a file format: an address in .text that only a linker or loader
	// knows is an error.
	Raw bool
	// Syntax is how the text is written.
	Syntax isa.Syntax
	// Defines are symbols that have a value before the first line (-defsym).
	Defines []Define

	limits *limits // nil: defaultLimits
}

// Define is a symbol with its value.
type Define struct {
	Name  string
	Value int64
}

// assembler holds the state of one [Assemble].
type assembler struct {
	o    Options
	u    *Unit
	most limits

	files   map[string]int
	frames  []frame
	ins     []*expansion // the value of in before each frame
	in      *expansion
	current statement

	errs     Errors
	warnings []Message
	stopped  bool // nothing more is read
	ended    bool // by .end

	statements   int
	made         int   // of the statements, those that no file has
	expanded     int   // bytes of text that were read
	expandedData int64 // bytes of all sections
	calls        int   // of macros: \@
	altmacro     bool
	macros       map[string]*macro
	conds        []cond

	symbols     map[string]*symbol
	refs        map[*symbol][]*isa.Expr // of variables that can be redefined
	steps       int                     // of eval
	evalDepth   int
	kernelLabel *symbol // the last label in code
	list        []*symbol
	numbers     map[string]*numbered // "1:"
	secs        []*section
	secByID     map[string]*section
	sec         *section
	prev        spot
	stack       [][2]spot // of .pushsection: the section and the one before it

	kernels []*kernel
	inside  *kernel // whose descriptor is being read
	counts  [2]counter
	loc     *DebugLine // the .loc that the next instruction has
	version int        // of the code object

	scan isa.Scanner
	clrx *clrx // nil where the text is not of CLRX's dialect
}

// cond is an open .if.
type cond struct {
	at       place
	skip     bool // lines are not assembled
	done     bool // a branch was taken, or the whole is in lines that are skipped
	elseSeen bool
}

// Assemble assembles a text. The error is of type [Errors] and has the errors of the whole text, or
// the first few; the warnings are there with and without an error.
func Assemble(src string, o Options) (*Unit, []Message, error) {
	if o.File == "" {
		o.File = "text"
	}
	a := &assembler{o: o, u: &Unit{Target: o.Target}, files: map[string]int{}, macros: map[string]*macro{},
		symbols: map[string]*symbol{},
		numbers: map[string]*numbered{}, secByID: map[string]*section{}}
	if a.most = defaultLimits; o.limits != nil {
		a.most = *o.limits
	}
	if a.scan.Syntax = o.Syntax; o.Syntax == isa.SyntaxCLRX {
		a.clrx = newCLRX()
	}
	a.file(o.File)
	a.sec = a.section(".text", progbits, shfAlloc|shfExec, 0)
	a.predefine()
	for _, d := range o.Defines {
		a.assign(a.symbol(d.Name), isa.Value{Int: d.Value})
	}
	a.push(frame{text: src, line: 1, file: 0, raw: true}, nil)
	a.run()
	if len(a.errs) == 0 {
		a.finish()
	}
	if len(a.errs) > 0 {
		return nil, a.warnings, a.errs
	}
	return a.u, a.warnings, nil
}

// run assembles statement after statement.
func (a *assembler) run() {
	for !a.stopped && !a.ended {
		s, ok := a.next()
		if !ok {
			break
		}
		if err := a.statement(s); err != nil {
			if a.fail(err); a.inside != nil {
				a.inside.bad = true
			}
		}
	}
	if a.inside != nil && !a.stopped {
		a.errorAt(a.inside.place, "the kernel's descriptor does not end: .end_amdhsa_kernel or .end_amd_kernel_code_t is "+
			"missing")
	}
	if !a.stopped && !a.ended {
		for _, c := range a.conds {
			a.errorAt(c.at, ".if without .endif")
		}
	}
}

// statement assembles one statement.
func (a *assembler) statement(s *statement) error {
	for {
		i := 0
		for i < len(s.text) && (s.text[i] == ' ' || s.text[i] == '\t' || s.text[i] == '\r') {
			i++
		}
		j := i
		for j < len(s.text) && (isNameByte(s.text[j]) || a.clrx == nil && (s.text[j] == '@' || s.text[j] == '?')) {
			j++
		}
		if a.clrx != nil {
			j = clrxPath(s.text, i, j)
		}
		word := s.text[i:j]
		quotedName := ""
		if word == "" && i < len(s.text) && s.text[i] == '"' {
			if n := strings.IndexByte(s.text[i+1:], '"'); n >= 0 {
				j = i + n + 2
				quotedName = s.text[i+1 : j-1]
			}
		}
		k := j
		for k < len(s.text) && (s.text[k] == ' ' || s.text[k] == '\t') {
			k++
		}
		if len(a.conds) > 0 || word != "" && word[0] == '.' {
			if lower := strings.ToLower(word); a.isCondition(lower) {
				return a.condition(lower, s, i, j)
			}
		}
		if len(a.conds) > 0 && a.conds[len(a.conds)-1].skip {
			return nil
		}
		name := word + quotedName
		if name == "" {
			if i == len(s.text) {
				return nil
			}
			if err := a.scan.Reset(a.o.Target, s.text, a); err != nil {
				return err
			}
			return errAt(i, "expected a label, an instruction or a directive, found %s", a.scan.Peek())
		}
		if k < len(s.text) && s.text[k] == ':' && (k+1 == len(s.text) || s.text[k+1] != ':') {
			if err := a.label(name, i); err != nil {
				return err
			}
			s.base += k + 1
			s.text = s.text[k+1:]
			continue
		}
		if k < len(s.text) && s.text[k] == '=' && a.inside == nil {
			n := 1
			if k+1 < len(s.text) && s.text[k+1] == '=' {
				n = 2
			}
			if rest := strings.TrimLeft(s.text[k+n:], " \t"); a.clrx != nil && strings.HasPrefix(rest, "%") {
				return a.clrxOperand(name, i, len(s.text)-len(rest)+1, s)
			}
			return a.setFrom(s, name, i, k+n, n == 1)
		}
		if quotedName != "" {
			return errAt(i, "expected a label, an instruction or a directive, found a string")
		}
		if a.inside != nil && quotedName == "" {
			return a.inKernel(strings.ToLower(word), s, i, j)
		}
		if m := a.macros[a.macroName(word)]; m != nil {
			return a.call(m, s, j)
		}
		if word[0] == '.' {
			return a.directive(strings.ToLower(word), s, i, j)
		}
		if err := a.scan.Reset(a.o.Target, s.text, a); err != nil {
			return err
		}
		return a.instruction(s)
	}
}

// setFrom is "name = expression".
func (a *assembler) setFrom(s *statement, name string, nameAt, at int, redefine bool) error {
	if err := a.scan.Reset(a.o.Target, spaces(at)+s.text[at:], a); err != nil {
		return err
	}
	return a.set(name, nameAt, redefine)
}

// spaces is a text of n blanks, by which columns stay what they are.
func spaces(n int) string { return strings.Repeat(" ", n) }

// set defines a symbol by the expression that the scanner is at.
func (a *assembler) set(name string, at int, redefine bool) error {
	v, err := a.scan.Expr()
	if err != nil {
		return err
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	if v.Float != "" {
		return errAt(at, "a symbol is an integer")
	}
	if a.clrx == nil && isa.IsRegister(a.o.Target, name) { // CLRX has "@" before such a symbol
		return errAt(at, "%s is a register and cannot be a symbol", name)
	}
	if name == "." {
		return a.org(v, at)
	}
	if a.clrx != nil {
		name = a.clrx.own(name)
		delete(a.clrx.operands, name)
	}
	sym := a.symbol(name)
	switch {
	case sym.kind == label:
		return errAt(at, "%s is a label already, from %s", name, a.where(sym.pos))
	case sym.kind == variable && !redefine:
		return errAt(at, "%s is defined already, at %s", name, a.where(sym.pos))
	case sym.kind == common:
		return errAt(at, "%s is defined already, at %s", name, a.where(sym.pos))
	}
	if v.Expr != nil && uses(v.Expr, sym) {
		return errAt(at, "%s depends on itself", name)
	}
	// An expression that uses the old value goes on to do so.
	if sym.kind == variable && sym.used && sym.val.Expr != nil {
		old := *sym
		a.replace(sym, &old)
	}
	a.assign(sym, v)
	sym.pos = a.column(at).pos
	return nil
}

// instruction assembles one instruction.
func (a *assembler) instruction(s *statement) error {
	t := a.scan.Peek()
	if a.sec.nobits {
		return errAt(t.Col, "the section %s holds no bytes: .text begins code", a.sec.name)
	}
	in, patches, err := a.scan.Instruction()
	if err != nil {
		return err
	}
	if err := isa.Executable(&in); err != nil {
		msg := strings.TrimPrefix(err.Error(), "isa: ")
		if _, detail, ok := strings.Cut(msg, "reserved on this generation: "); ok {
			msg = detail + ": the hardware has nothing there"
		}
		return errAt(t.Col, "%s", msg)
	}
	code, err := isa.Encode(&in)
	if err != nil {
		return errAt(t.Col, "%s", strings.TrimPrefix(err.Error(), "isa: "))
	}
	if err := a.room(len(code)); err != nil {
		return err
	}
	f := a.sec.data()
	at := len(f.data)
	f.data = append(f.data, code...)
	for _, p := range patches {
		x := fixup{at: at, size: 4, expr: p.Expr, place: a.column(p.Col), kind: fixData}
		if p.Kind == isa.PatchBranch {
			x.size, x.kind = 2, fixBranch
		} else {
			x.at += 4
			x.pcrel = pcRelative(p.Expr)
		}
		f.fixups = append(f.fixups, x)
	}
	a.note(f, at, false)
	if a.loc != nil {
		a.sec.locs = append(a.sec.locs, locAt{f, at, *a.loc})
		a.loc = nil
	}
	a.countRegisters(a.scan.Registers())
	if a.clrx != nil {
		a.clrx.count(a.scan.Registers())
	}
	return nil
}

// pcRelative reports whether a literal with the expression is an offset from its own place, as that
// of LLVM is for a symbol without @abs32 (AMDGPUMCCodeEmitter.cpp, needsPCRel).
func pcRelative(e *isa.Expr) bool {
	switch {
	case e.Symbol != nil:
		return e.Modifier != "abs32@lo" && e.Modifier != "abs32@hi" && e.Modifier != "abs64"
	case e.Op == "" || len(e.Args) == 2 && e.Op == "-":
		return false
	}
	for _, x := range e.Args {
		if pcRelative(x) {
			return true
		}
	}
	return false
}

// note records the origin of the bytes from an offset to the end of a fragment.
func (a *assembler) note(f *fragment, from int, data bool) {
	n := len(f.data) - from
	if n == 0 {
		return
	}
	p := a.current.place
	p.pos.Col = a.current.base + 1 + len(a.current.text) - len(strings.TrimLeft(a.current.text, " \t"))
	// Data of one line is one entry.
	if k := len(a.sec.lines); data && k > 0 {
		l := &a.sec.lines[k-1]
		if l.f == f && l.data && l.pos.Line == p.pos.Line && l.pos.File == p.pos.File && l.at+l.n == from {
			l.n += n
			return
		}
	}
	a.sec.lines = append(a.sec.lines, lineAt{f, from, n, p.pos, data})
}

// room reports an error where more bytes would be too many.
func (a *assembler) room(n int) error {
	if a.expandedData += int64(n); a.expandedData > a.most.size {
		a.stopped = true
		return errAt(0, "more than %d MiB of code and data", a.most.size>>20)
	}
	return nil
}

// emit appends data to the section.
func (a *assembler) emit(b []byte) error {
	if err := a.room(len(b)); err != nil {
		return err
	}
	if a.sec.nobits {
		for _, c := range b {
			if c != 0 {
				return errAt(0, "the section %s holds only zeros", a.sec.name)
			}
		}
	}
	f := a.sec.data()
	at := len(f.data)
	f.data = append(f.data, b...)
	a.note(f, at, true)
	return nil
}

// emitValue appends an integer of some bytes.
func (a *assembler) emitValue(v isa.Value, size, col int) error {
	if v.Expr == nil {
		n := 8 * size
		if size < 8 && (v.Int < -1<<(n-1) || v.Int >= 1<<n) {
			return errAt(col, "%d does not fit %d bits", v.Int, n)
		}
		var w [8]byte
		binary.LittleEndian.PutUint64(w[:], uint64(v.Int))
		return a.emit(w[:size])
	}
	if err := a.room(size); err != nil {
		return err
	}
	f := a.sec.data()
	at := len(f.data)
	f.data = append(f.data, make([]byte, size)...)
	f.fixups = append(f.fixups, fixup{at: at, size: size, expr: v.Expr, place: a.column(col)})
	a.note(f, at, true)
	return nil
}
