package isa

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"
)

// Program is assembled code.
type Program struct {
	Code   []byte
	Labels map[string]int  // byte offset in Code of each label, numbered ones ("1:") excepted
	Global map[string]bool // the labels that .globl names
	Lines  []Line          // where each instruction and piece of data comes from, in order of Offset
}

// Line says which source line made the bytes at an offset.
type Line struct {
	Offset, Len int  // bytes in Code
	Line        int  // source line, from 1
	Data        bool // .long and its like, not an instruction
}

// Limits of one assembly: text cannot ask for unbounded work.
const (
	maxCode       = 16 << 20 // bytes of code
	maxStatements = 1 << 20  // statements, those of .rept counted each time
)

// statement is one line of source; a line in .rept occurs several times.
type statement struct {
	line int // from 1
	text string
	toks []lexeme
}

// assembler holds the state of one [Assemble].
type assembler struct {
	table *table
	stmts []statement
	code  []byte
	lines []Line

	final    bool             // second pass: every symbol is known
	labels   map[string]int   // offsets of labels; complete after the first pass
	numbered map[string][]int // offsets of each numbered label, in order
	seen     map[string]int   // how many of each numbered label this pass has met
	sets     map[string]int64 // .set symbols as defined so far in this pass
	allSets  map[string]int64 // .set symbols after the first pass
	at       int              // offset of the current statement
	defined  map[string]bool  // labels met in this pass
	globals  map[string]bool  // names in .globl
}

// Assemble is [Target.Assemble] for the target that stands for a generation.
func Assemble(g Gen, src string) (Program, error) { return g.Target().Assemble(src) }

// Assemble assembles source text in LLVM's syntax for the target: instructions as for [ParseInst], labels ("name:", and "1:" referred to as "1b" and
// "1f"), symbols (".set name, expression", "name = expression"), comments (";", "//", "/* */", "#" at the beginning of a line), data (.byte .short
// .long .quad and their other names, .zero, .fill, .ascii), .p2align and .balign (code is padded with s_nop), .rept and .endr. Directives that only
// describe symbols and sections (.text .type .size ...) do nothing, but .globl is noted; any other is an error, as is an instruction that reads more scalar values
// than the hardware's constant bus carries, or that is reserved ([Inst.Reserved]). Errors are of type *[SyntaxError].
func (t Target) Assemble(src string) (Program, error) {
	a := assembler{table: t.table(), labels: map[string]int{}, numbered: map[string][]int{}, globals: map[string]bool{}}
	if err := a.read(src); err != nil {
		return Program{}, err
	}
	for _, final := range [...]bool{false, true} {
		if err := a.pass(final); err != nil {
			return Program{}, err
		}
	}
	maps.DeleteFunc(a.globals, func(name string, _ bool) bool { _, ok := a.labels[name]; return !ok })
	return Program{Code: a.code, Labels: a.labels, Global: a.globals, Lines: a.lines}, nil
}

// syntaxError adds the line to an error.
func syntaxError(line int, text string, err error) error {
	e := &SyntaxError{Line: line, Col: 1, Text: text, Msg: err.Error()}
	var te *textError
	if errors.As(err, &te) {
		e.Col = te.col + 1
	}
	return e
}

// read splits the source into statements and expands .rept.
func (a *assembler) read(src string) error {
	clean, err := blankComments(src)
	if err != nil {
		var te *textError
		errors.As(err, &te)
		before := src[:te.col]
		start := strings.LastIndexByte(before, '\n') + 1
		text, _, _ := strings.Cut(src[start:], "\n")
		te.col -= start
		return syntaxError(1+strings.Count(before, "\n"), text, te)
	}
	// open are the .rept blocks that have begun, the outermost first; statements go to the innermost.
	type block struct {
		count int64
		head  statement
		body  []statement
	}
	var open []block
	texts := strings.Split(src, "\n")
	symbols := map[string]int64{} // for the counts of .rept
	total := 0
	for i, text := range strings.Split(clean, "\n") {
		toks, err := lexLine(text)
		if err != nil {
			return syntaxError(i+1, texts[i], err)
		}
		if toks[0].kind == tokEnd {
			continue
		}
		s := statement{i + 1, texts[i], toks}
		r := textReader{table: a.table, toks: toks, symbol: func(name string) (value, bool) { v, ok := symbols[name]; return value{v: v}, ok }}
		var body []statement
		switch first := r.next(); {
		case first.text == ".rept" && first.kind == tokName:
			n, err := r.expr("")
			if err == nil && (n.text != "" || n.v < 0) {
				err = errAt(first.col, ".rept takes a count")
			}
			if err == nil {
				err = r.end()
			}
			if err != nil {
				return syntaxError(s.line, s.text, err)
			}
			if len(open) >= maxNesting {
				return syntaxError(s.line, s.text, errAt(first.col, ".rept nests too deeply"))
			}
			open = append(open, block{n.v, s, nil})
			continue
		case first.text == ".endr" && first.kind == tokName:
			if len(open) == 0 {
				return syntaxError(s.line, s.text, errAt(first.col, ".endr without .rept"))
			}
			if err := r.end(); err != nil {
				return syntaxError(s.line, s.text, err)
			}
			b := open[len(open)-1]
			open = open[:len(open)-1]
			if n := int64(len(b.body)); n > 0 && b.count > maxStatements/n {
				return syntaxError(b.head.line, b.head.text, errAt(0, ".rept makes more than %d statements", maxStatements))
			}
			if len(b.body) > 0 {
				body = make([]statement, 0, len(b.body)*int(b.count))
				for range b.count {
					body = append(body, b.body...)
				}
			}
		default:
			if name, v, ok := constantSet(&r, first); ok && len(open) == 0 {
				symbols[name] = v
			}
			body = []statement{s}
		}
		if total += len(body); total > maxStatements {
			return syntaxError(s.line, s.text, errAt(0, "more than %d statements", maxStatements))
		}
		if n := len(open); n > 0 {
			open[n-1].body = append(open[n-1].body, body...)
		} else {
			a.stmts = append(a.stmts, body...)
		}
	}
	if n := len(open); n > 0 {
		return syntaxError(open[n-1].head.line, open[n-1].head.text, errAt(0, ".rept without .endr"))
	}
	return nil
}

// constantSet recognises a definition of a symbol whose value needs no label.
func constantSet(r *textReader, first lexeme) (name string, v int64, ok bool) {
	switch {
	case first.kind != tokName:
		return "", 0, false
	case first.text == ".set" || first.text == ".equ":
		name = r.next().text
		r.accept(",")
	case r.accept("="):
		name = first.text
	default:
		return "", 0, false
	}
	x, err := r.expr("")
	return name, x.v, err == nil && x.text == ""
}

// end reports anything left on the line.
func (r *textReader) end() error {
	if t := r.peek(); t.kind != tokEnd {
		return errAt(t.col, "unexpected %s", t)
	}
	return nil
}

// pass assembles all statements. The first pass finds the offsets of labels, with 0 for what is not known yet; the second makes the code.
func (a *assembler) pass(final bool) error {
	a.final, a.code, a.lines = final, a.code[:0], a.lines[:0]
	a.seen, a.defined = map[string]int{}, map[string]bool{}
	if final {
		a.allSets = a.sets
	}
	a.sets = map[string]int64{}
	for i := range a.stmts {
		s := &a.stmts[i]
		a.at = len(a.code)
		r := textReader{table: a.table, toks: s.toks, symbol: a.symbol, here: a.at, unknown: !final}
		if err := a.statement(s, &r); err != nil {
			return syntaxError(s.line, s.text, err)
		}
		if len(a.code) > maxCode {
			return syntaxError(s.line, s.text, errAt(0, "more than %d bytes of code", maxCode))
		}
	}
	return nil
}

// symbol is the value of a name in an expression.
func (a *assembler) symbol(name string) (value, bool) {
	label := func(offset int) (value, bool) { return value{v: int64(offset), literal: true, label: true}, true }
	if v, ok := a.sets[name]; ok {
		return value{v: v}, true
	}
	if name == "." {
		return label(a.at)
	}
	if n := len(name) - 1; isDigit(name[0]) && n > 0 {
		list, met := a.numbered[name[:n]], a.seen[name[:n]]
		switch {
		case name[n] == 'b' && met > 0:
			return label(list[met-1])
		case name[n] == 'f' && met < len(list):
			return label(list[met])
		case name[n] == 'f' && !a.final:
			return label(0)
		}
		return value{}, false
	}
	if offset, ok := a.labels[name]; ok {
		return label(offset)
	}
	v, ok := a.allSets[name]
	return value{v: v, literal: true}, ok || !a.final
}

// statement assembles one line.
func (a *assembler) statement(s *statement, r *textReader) error {
	for {
		t, u := r.peek(), r.ahead(1)
		if u.kind != tokPunct || u.text != ":" || t.kind != tokName && t.kind != tokInt {
			break
		}
		if err := a.label(t); err != nil {
			return err
		}
		r.pos += 2
	}
	t, u := r.peek(), r.ahead(1)
	switch {
	case t.kind == tokEnd:
		return nil
	case t.kind == tokName && u.kind == tokPunct && u.text == "=":
		r.pos += 2
		return a.set(t, r)
	case t.kind == tokName && t.text[0] == '.':
		r.pos++
		before := len(a.code)
		if err := a.directive(t, r); err != nil {
			return err
		}
		a.note(before, s.line, true)
		return nil
	}
	in, err := r.instruction()
	if err != nil {
		return err
	}
	if err := executable(&in); err != nil {
		return errAt(t.col, "%s", strings.TrimPrefix(err.Error(), "isa: "))
	}
	code, err := Encode(&in)
	if err != nil {
		return errAt(t.col, "%v", err)
	}
	before := len(a.code)
	a.code = append(a.code, code...)
	a.note(before, s.line, false)
	return nil
}

// note records the origin of the bytes from an offset to the end.
func (a *assembler) note(from, line int, data bool) {
	if n := len(a.code) - from; n > 0 {
		a.lines = append(a.lines, Line{from, n, line, data})
	}
}

// label defines a label at the current offset.
func (a *assembler) label(t lexeme) error {
	moved := errAt(t.col, "the offset of this label depends on a symbol that is defined later")
	if t.kind == tokInt {
		if !a.final {
			a.numbered[t.text] = append(a.numbered[t.text], a.at)
		} else if a.numbered[t.text][a.seen[t.text]] != a.at {
			return moved
		}
		a.seen[t.text]++
		return nil
	}
	if _, ok := a.sets[t.text]; ok || a.defined[t.text] {
		return errAt(t.col, "%s is defined twice", t.text)
	}
	if _, ok := a.table.registers()[t.text]; ok {
		return errAt(t.col, "%s is a register", t.text)
	}
	a.defined[t.text] = true
	if a.final && a.labels[t.text] != a.at {
		return moved
	}
	a.labels[t.text] = a.at
	return nil
}

// set defines a symbol.
func (a *assembler) set(name lexeme, r *textReader) error {
	if a.defined[name.text] {
		return errAt(name.col, "%s is a label", name.text)
	}
	v, err := r.expr("")
	if err != nil {
		return err
	}
	if v.text != "" {
		return errAt(name.col, "a symbol is an integer")
	}
	a.sets[name.text] = v.v
	return r.end()
}

// dataSizes are the data directives by bytes of each value.
var dataSizes = map[string]int{".byte": 1, ".short": 2, ".2byte": 2, ".hword": 2, ".half": 2, ".long": 4, ".int": 4, ".4byte": 4, ".word": 4,
	".quad": 8, ".8byte": 8}

// ignored are directives that say something about symbols and sections, which raw code does not have.
var ignored = map[string]bool{".text": true, ".type": true, ".size": true, ".protected": true, ".hidden": true,
	".weak": true, ".local": true, ".file": true, ".ident": true, ".loc": true, ".amdgcn_target": true, ".amdhsa_code_object_version": true}

// codePadding is s_nop 0, with which LLVM pads code.
const codePadding = 0xbf800000

// directive assembles a directive.
func (a *assembler) directive(t lexeme, r *textReader) error {
	if ignored[t.text] {
		return nil
	}
	if size := dataSizes[t.text]; size > 0 {
		return a.data(size, r)
	}
	switch t.text {
	case ".globl", ".global":
		for n := r.next(); n.kind != tokEnd; n = r.next() {
			if n.kind == tokName {
				a.globals[n.text] = true
			}
		}
		return nil
	case ".set", ".equ":
		name := r.next()
		if name.kind != tokName {
			return errAt(name.col, "%s takes a name and a value", t.text)
		}
		if err := r.expect(","); err != nil {
			return err
		}
		return a.set(name, r)
	case ".p2align", ".balign", ".align":
		return a.align(t, r)
	case ".zero", ".skip", ".space", ".fill":
		return a.fill(t, r)
	case ".ascii", ".asciz", ".string":
		for {
			s := r.next()
			if s.kind != tokString {
				return errAt(s.col, "%s takes strings", t.text)
			}
			a.code = append(a.code, s.text...)
			if t.text != ".ascii" {
				a.code = append(a.code, 0)
			}
			if !r.accept(",") {
				return r.end()
			}
		}
	}
	return errAt(t.col, "the directive %s is not known", t.text)
}

// data assembles the values of .byte and its like.
func (a *assembler) data(size int, r *textReader) error {
	for {
		col := r.peek().col
		v, err := r.expr("")
		if err != nil {
			return err
		}
		bits := v.v
		switch n := 8 * size; {
		case v.text != "":
			return errAt(col, "expected an integer")
		case size < 8 && (bits < -1<<(n-1) || bits >= 1<<n):
			return errAt(col, "%d does not fit %d bits", bits, n)
		}
		var w [8]byte
		binary.LittleEndian.PutUint64(w[:], uint64(bits))
		a.code = append(a.code, w[:size]...)
		if !r.accept(",") {
			return r.end()
		}
	}
}

// align pads code to a boundary: with s_nop, or with the byte that is given.
func (a *assembler) align(t lexeme, r *textReader) error {
	n, err := r.expr("")
	if err != nil {
		return err
	}
	if t.text == ".p2align" {
		if n.v < 0 || n.v > 16 {
			return errAt(t.col, "alignment to more than 65536 bytes")
		}
		n.v = 1 << n.v
	}
	if n.text != "" || n.v < 1 || n.v > 1<<16 || n.v&(n.v-1) != 0 {
		return errAt(t.col, "an alignment is a power of two from 1 to 65536")
	}
	fill, limit := int64(-1), int64(math.MaxInt64)
	for i, p := range [...]*int64{&fill, &limit} {
		if !r.accept(",") {
			break
		}
		if i == 0 && r.is(",") {
			continue
		}
		v, err := r.expr("")
		if err != nil {
			return err
		}
		if *p = v.v; v.text != "" || v.v < 0 || i == 0 && v.v > 255 {
			return errAt(t.col, "the fill is a byte, the limit a number of bytes")
		}
	}
	if err := r.end(); err != nil {
		return err
	}
	pad := -int64(len(a.code)) & (n.v - 1)
	if pad > limit {
		return nil
	}
	for ; pad > 0; pad-- {
		switch {
		case fill >= 0:
			a.code = append(a.code, byte(fill))
		case pad%4 != 0 || len(a.code)%4 != 0:
			a.code = append(a.code, 0)
		default:
			a.code = binary.LittleEndian.AppendUint32(a.code, codePadding)
			pad -= 3
		}
	}
	return nil
}

// fill assembles .zero bytes[, value] and .fill count[, size[, value]].
func (a *assembler) fill(t lexeme, r *textReader) error {
	var v [3]int64
	n := 0
	for {
		x, err := r.expr("")
		if err != nil {
			return err
		}
		if x.text != "" || n >= len(v) {
			return errAt(t.col, "%s takes integers, at most 3", t.text)
		}
		v[n] = x.v
		if n++; !r.accept(",") {
			break
		}
	}
	count, size, val := v[0], int64(1), v[1]
	if t.text == ".fill" {
		if val = v[2]; n > 1 {
			size = v[1]
		}
	}
	if count < 0 || size < 0 || size > 8 || count > maxCode || count*size > maxCode {
		return errAt(t.col, "the size is out of range")
	}
	var w [8]byte
	binary.LittleEndian.PutUint64(w[:], uint64(val))
	if size > 0 {
		for range count {
			a.code = append(a.code, w[:size]...)
		}
	}
	return r.end()
}

// executable reports what an instruction can encode but hardware cannot do: what is reserved, and two different scalar values on the constant bus of
// a VALU instruction (SGPRs, VCC, M0 and the like, a literal). Source: AMD ISA manuals, "VALU operands"; LLVM
// validateConstantBusLimitations.
func executable(in *Inst) error {
	if err := in.Reserved(); err != nil {
		return err
	}
	if !in.Form.isVALU() {
		return nil
	}
	type scalar struct {
		code uint16
		size uint8
		val  uint32
	}
	var bus scalar
	used := false
	use := func(s scalar) error {
		if used && s != bus {
			return fmt.Errorf("%s reads two scalar values: a vector instruction has one for SGPRs, VCC and a literal together", in.Form.Base())
		}
		bus, used = s, true
		return nil
	}
	if strings.Contains(in.Form.Desc.Imp, "<vcc") {
		if err := use(scalar{CodeVCCLo, 2, 0}); err != nil {
			return err
		}
	}
	for i, o := range in.Operands() {
		switch {
		case o.Kind != KindReg || !in.Form.Args[i].Read || o.IsVGPR() || o.Code == CodeLDSDirect:
		case o.IsConst() && o.Code != CodeLiteral:
		case o.Code == CodeM0 && o.Role == 'b' && in.Form.Desc.Do == CtlWriteLane: // the lane select is not on the bus
		default:
			if err := use(scalar{o.Code, o.Dwords, o.Val}); err != nil {
				return err
			}
		}
	}
	return nil
}
