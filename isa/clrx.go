package isa

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Syntax is a way of writing instructions and, in package asm, whole texts.
type Syntax uint8

// The syntaxes.
const (
	SyntaxLLVM Syntax = iota // of LLVM's assembler
	SyntaxCLRX               // of CLRadeonExtender's assembler and disassembler
)

var syntaxNames = [...]string{"llvm", "clrx"}

// String is the name of the syntax as flags take it.
func (s Syntax) String() string { return syntaxNames[s] }

// FindSyntax finds a syntax by its name.
func FindSyntax(name string) (Syntax, error) {
	if i := slices.Index(syntaxNames[:], strings.ToLower(name)); i >= 0 {
		return Syntax(i), nil
	}
	return 0, fmt.Errorf("there is no syntax %q: %s are known", name, strings.Join(syntaxNames[:], " and "))
}

// What CLRX spells in another way than LLVM. The instructions are the same rows, the modifiers
// those of modRows; names in lower and upper case are the same. Source: CLRX documentation,
// GcnOperands, GcnSdwaDpp, GcnInstrs*, ClrxAsmSyntax.
//
//	encoding       words behind the operands (clrxEncodings) in place of suffixes
//	registers      lds, vccz, execz, scc, shared_base ... without src_
//	modifiers      clrxMods; flags may have the value 0 or 1; abs:3, neg:4, sext:[0,1] for all sources
//	s_waitcnt      "&" between the counters
//	sendmsg        names without MSG_ and GS_OP_, every operation and stream for every message
//	hwreg          names without HW_REG_, and those of clrxHwregs; @N is a number
//	resources      r128 takes 4 registers
//	addresses      buffer instructions without offen, idxen or addr64 may name a register, or none
//	flat atomics   the destination is written also where nothing is returned
//	lds            so is the destination of an instruction that loads to LDS
//	gws            instructions of DS without operands may name an address, which they do not read
//	class          the mask of v_cmp_class_f64 may be a pair, of which the first register counts
//	_e64           any instruction of two dwords may have the suffix
//	DPP            without a permutation, lanes stay where they are
//	branches       a number is an address, not a distance

// clrxEncodings are the words that ask for an encoding, by the suffix that asks for it in LLVM's
// syntax.
var clrxEncodings = map[string]string{"vop3": "_e64", "sdwa": "_sdwa", "dpp": "_dpp"}

// clrxMods are the modifiers that CLRX writes in another way or that mean something else where they
// are not written.
var clrxMods = map[string]struct {
	also   string
	absent func(f *Form) uint8
}{
	"row_half_mirror": {also: "row_hmirror"},
	"dst_unused":      {also: "dst_un", absent: func(*Form) uint8 { return 0 }},
	"dmask":           {absent: func(*Form) uint8 { return 1 }},
	"op_sel_hi":       {absent: func(f *Form) uint8 { return f.sources() }},
}

// clrxHwregs are the hardware registers that LLVM has no name for.
var clrxHwregs = map[string]int64{"pc_lo": 8, "pc_hi": 9, "inst_dw0": 10, "inst_dw1": 11, "ib_dbg0": 12, "ib_dbg1": 13, "flush_ib": 14,
	"sh_mem_bases": 15, "sq_shader_tba_lo": 16, "sq_shader_tba_hi": 17, "sq_shader_tma_lo": 18, "sq_shader_tma_hi": 19}

// clrxOperations are the operations of messages by their numbers.
var clrxOperations = [...]string{"nop", "cut", "emit", "emit_cut"}

// absentIn is the value of a modifier that is not written in a syntax.
func (x *modRow) absentIn(s Syntax, f *Form) uint8 {
	if s == SyntaxCLRX {
		if c, ok := clrxMods[x.name]; ok && c.absent != nil {
			return c.absent(f)
		}
	}
	return x.absentValue(f)
}

// Substitute is an operand that a name stands for: a register, several, or a number.
type Substitute struct{ n node }

// RegisterEnv is an [Env] that has names for operands ("name = %v[0:3]" of CLRX).
type RegisterEnv interface {
	Substitute(name string) (Substitute, bool)
}

// Substitute reads an operand that a name shall stand for.
func (s *Scanner) Substitute() (Substitute, error) {
	n, err := s.r.operand("")
	if err == nil && n.kind == nodeCall || n.kind == nodeString || n.kind == nodeList {
		err = errAt(n.col, "expected a register, registers or a number")
	}
	return Substitute{n}, err
}

func (r *textReader) clrx() bool { return r.syntax == SyntaxCLRX }

// registerOf finds a register by its name.
func (r *textReader) registerOf(name string) (register, bool) {
	if r.clrx() {
		name = strings.ToLower(name)
		if name == "lds" {
			name = "lds_direct"
		}
	}
	reg, ok := r.table.registers()[name]
	return reg, ok
}

// isTuple reports whether brackets with numbers of registers follow the name.
func (r *textReader) isTuple(name string) bool {
	if r.clrx() {
		name = strings.ToLower(name)
	}
	return isTuple(name)
}

// substitute reads a name that stands for an operand, with the part of it that brackets name. ok is
// false where the next token is no such name.
func (r *textReader) substitute() (n node, ok bool, err error) {
	env, has := r.env.(RegisterEnv)
	t := r.peek()
	if !has || t.Kind != TokName {
		return n, false, nil
	}
	s, ok := env.Substitute(t.Text)
	if !ok {
		return n, false, nil
	}
	r.pos++
	n = s.n
	n.col = t.Col
	if n.kind == nodeReg && r.is("[") {
		n, err = r.part(t, n)
	}
	return n, true, err
}

// part reads the brackets behind registers that have a name: which of them are meant.
func (r *textReader) part(t Token, n node) (node, error) {
	r.pos++
	first, err := r.known("")
	if err != nil {
		return n, err
	}
	last := first
	if r.accept(":") {
		if last, err = r.known(""); err != nil {
			return n, err
		}
	}
	if err := r.expect("]"); err != nil {
		return n, err
	}
	if count := int64(max(n.dwords, 1)); first < 0 || last < first || last >= count {
		return n, errAt(t.Col, "%s has %d registers: there is no [%d:%d]", t.Text, count, first, last)
	}
	n.code, n.dwords = n.code+uint16(first), int(last-first)+1
	if n.code < CodeVGPR && int(n.code) < MaxSGPR(r.table.has.Gen()) {
		t.Text = "s"
	}
	return r.register(t, register{n.code, n.dwords}), nil
}

// clrxSuffix takes the words that ask for an encoding out of the modifiers.
func clrxSuffix(mods []modifier) (suffix string, rest []modifier, err error) {
	for i := range mods {
		s, ok := clrxEncodings[mods[i].name]
		switch {
		case !ok:
			rest = append(rest, mods[i])
		case suffix != "" && suffix != s:
			return "", nil, errAt(mods[i].col, "two encodings are asked for")
		case mods[i].val == nil || mods[i].val.num.Int != 0 || mods[i].val.kind != nodeNumber:
			suffix = s
		}
	}
	return suffix, rest, nil
}

// clrxModifier sets what only CLRX has: sign modifiers of all sources, and numbers of omod. done is
// false for all others.
func (b *builder) clrxModifier(md *modifier) (done bool, err error) {
	m := &b.in.Mod
	bitsOf := func() (uint8, error) {
		n := b.sources()
		if md.val == nil {
			return 1<<n - 1, nil
		}
		if md.val.kind == nodeList {
			v, err := b.bitList(md, n)
			return uint8(v), err
		}
		v, err := b.integer(md.val, 0, 1<<n-1)
		return uint8(v), err
	}
	switch md.name {
	case "abs", "neg", "sext":
		v, err := bitsOf()
		if err != nil {
			return true, err
		}
		float, _ := b.f.sourceMods()
		switch {
		case md.name == "sext" && (b.in.Sub != SDWA && b.in.Sub != SDWAB || v&^b.f.signed() != 0):
			return true, errAt(md.col, "sext is for integer sources of SDWA")
		case md.name == "sext":
			m.SDWA.Sext[0], m.SDWA.Sext[1] = v&1 != 0, v&2 != 0
		case v == 0:
		case !b.has('N') || md.name == "abs" && !b.has('A') || b.f.Fmt != VOP3P && v&^float != 0:
			return true, b.none(md)
		case md.name == "abs":
			m.Abs |= v
		default:
			m.Neg |= v
		}
		return true, nil
	case "omod":
		if !b.has('M') {
			return true, b.none(md)
		}
		v, err := b.integer(md.val, 0, 3)
		m.Omod = uint8(v)
		return true, err
	}
	return false, nil
}

// clrxNodes brings the operands into LLVM's order and number: the address that a buffer instruction
// does not use, the destination that an atomic operation does not write.
func (b *builder) clrxNodes(nodes []node) []node {
	m := &b.in.Mod
	d := decoder{in: &b.in, f: b.f}
	args, address := 0, -1
	for i := range b.f.Args {
		if a := &b.f.Args[i]; !d.absent(a) {
			if a.Role == 'v' {
				address = args
			}
			args++
		}
	}
	switch {
	case m.LDS && len(nodes) == args+1 && nodes[0].kind == nodeReg && nodes[0].code >= CodeVGPR:
		return b.clrxNodes(nodes[1:])
	case (b.f.Fmt == MUBUF || b.f.Fmt == MTBUF) && address >= 0 && !m.OffEn && !m.IdxEn && !m.Addr64:
		off := node{kind: nodeName, text: "off"}
		switch {
		case len(nodes) == args-1:
			return slices.Insert(slices.Clone(nodes), address, off)
		case len(nodes) == args && nodes[address].kind == nodeReg && nodes[address].code >= CodeVGPR:
			nodes = slices.Clone(nodes)
			off.col = nodes[address].col
			nodes[address] = off
		}
	case b.f.memory().Kind == MemAtomic && b.f.Fmt >= FLAT && b.f.Fmt <= SCRATCH && !m.GLC && len(nodes) == args+1:
		return nodes[1:]
	case b.f.Fmt == DS && args == 0 && len(nodes) == 1 && nodes[0].kind == nodeReg && nodes[0].code >= CodeVGPR &&
		nodes[0].dwords <= 1:
		return nil
	case strings.HasSuffix(b.f.Base(), "_class_f64") && len(nodes) == 3 && nodes[2].kind == nodeReg &&
		nodes[2].dwords == 2:
		nodes = slices.Clone(nodes)
		nodes[2].dwords = 1
	}
	return nodes
}

// clrxValue finds the number of a value by CLRX's name of it: byte0 and b0 for BYTE_0, dw for
// DWORD.
func clrxValue(text string, values []string, prefix string) (uint32, bool) {
	text = strings.ReplaceAll(strings.ToUpper(text), "_", "")
	for i, s := range values {
		s = strings.ReplaceAll(strings.TrimPrefix(s, prefix), "_", "")
		short := s[:1] + s[len(s)-1:]
		if prefix != "" {
			short = s
		} else if s == "DWORD" {
			short = "DW"
		}
		if text == s || text == short {
			return uint32(i), true
		}
	}
	return 0, false
}

// clrxNumber is the value of an argument that a name or a number stands for.
func (b *builder) clrxNumber(n *node, names map[string]int64, lo, hi int64) (int64, error) {
	if n.kind == nodeName {
		if v, ok := names[strings.ToLower(n.text)]; ok {
			return v, nil
		}
	}
	return b.integer(n, lo, hi)
}

// clrxMessage reads sendmsg(message, operation, stream).
func (b *builder) clrxMessage(n *node) (int64, error) {
	if n.kind != nodeCall {
		v, err := b.integer(n, math.MinInt16, math.MaxUint16)
		return int64(uint16(v)), err
	}
	if n.text != "sendmsg" || len(n.args) < 1 || len(n.args) > 3 {
		return 0, errAt(n.col, "expected sendmsg(message, operation, stream)")
	}
	ids, ops := map[string]int64{}, map[string]int64{}
	for i := range messages {
		if m := &messages[i]; m.gens&b.f.Gen != 0 {
			name := strings.ToLower(m.name)
			ids[name], ids[name[len("msg_"):]] = int64(m.id), int64(m.id)
		}
	}
	for _, also := range [...]string{"sysmsg", "system", "msg_sysmsg", "msg_system"} {
		ids[also] = 15
	}
	for i, name := range clrxOperations {
		ops[name], ops["gs_"+name], ops["gs_op_"+name] = int64(i), int64(i), int64(i)
	}
	id, err := b.clrxNumber(&n.args[0], ids, 0, 15)
	if err != nil {
		return 0, err
	}
	op, stream := int64(0), int64(0)
	if len(n.args) > 1 {
		if op, err = b.clrxNumber(&n.args[1], ops, 0, 7); err != nil {
			return 0, err
		}
	}
	if len(n.args) > 2 {
		if stream, err = b.integer(&n.args[2], 0, 3); err != nil {
			return 0, err
		}
	}
	return id | op<<4 | stream<<8, nil
}

// clrxHwreg is the number of a hardware register by its name.
func (b *builder) clrxHwreg(n *node) (int64, bool) {
	if n.kind != nodeName {
		return 0, false
	}
	name := strings.TrimPrefix(strings.ToLower(n.text), "hwreg_")
	for i := range hwregs {
		if h := &hwregs[i]; h.gens&b.f.Gen != 0 && name == strings.ToLower(strings.TrimPrefix(h.name, "HW_REG_")) {
			return int64(i), true
		}
	}
	v, ok := clrxHwregs[name]
	return v, ok
}

// AppendSyntax appends the text of the instruction in a syntax to b and returns the longer slice.
// In CLRX's a branch names its target as a distance from itself (".+8").
func (i *Inst) AppendSyntax(b []byte, s Syntax) []byte {
	if s != SyntaxCLRX || i.Form == nil {
		return i.AppendText(b)
	}
	start := len(b)
	p := printer{in: i, f: i.Form, b: b, syntax: s}
	p.instruction()
	// The word for the encoding is there where the text alone means another one.
	word := ""
	switch {
	case i.Sub == DPP:
		word = "dpp"
	case i.Sub != NoFormat:
		word = "sdwa"
	case i.Form.Derived():
		word = "vop3"
	}
	if word != "" {
		r, err := i.Form.table.parse(string(p.b[start:]), s, nil)
		if err != nil || r.Form != i.Form || r.Sub != i.Sub {
			p.b = append(append(p.b, ' '), word...)
		}
	}
	return p.b
}

// The parts of the text that differ.

func (p *printer) clrx() bool { return p.syntax == SyntaxCLRX }

// clrxMessage appends the operand of s_sendmsg.
func (p *printer) clrxMessage(v uint32) {
	id, op, stream := v&15, v>>4&7, v>>8&3
	if v&0xffff != id|op<<4|stream<<8 {
		p.hex(uint64(v & 0xffff))
		return
	}
	p.s("sendmsg(")
	name := "@" + strconv.Itoa(int(id))
	for i := range messages {
		if m := &messages[i]; m.gens&p.f.Gen != 0 && m.id == id {
			name = strings.ToLower(strings.TrimPrefix(m.name, "MSG_"))
			if id == 15 {
				name = "system"
			}
		}
	}
	p.s(name)
	if op != 0 || stream != 0 || id == 2 || id == 3 {
		p.s(", ")
		if int(op) < len(clrxOperations) {
			p.s(clrxOperations[op])
		} else {
			p.s("@")
			p.dec(int64(op))
		}
		if stream != 0 || op != 0 {
			p.s(", ")
			p.dec(int64(stream))
		}
	}
	p.b = append(p.b, ')')
}

// clrxHwreg appends the operand of s_getreg and s_setreg.
func (p *printer) clrxHwreg(v uint32) {
	id := int(v & 63)
	p.s("hwreg(")
	switch name := HwregName(p.f.Gen, id); {
	case strings.HasPrefix(name, "HW_REG_"):
		p.s(strings.ToLower(name[len("HW_REG_"):]))
	default:
		p.s("@" + name)
	}
	p.s(", ")
	p.dec(int64(v >> 6 & 31))
	p.s(", ")
	p.dec(int64(v>>11&31 + 1))
	p.b = append(p.b, ')')
}

// clrxUnused appends a destination that is in the text alone: of an atomic operation that returns
// nothing.
func (p *printer) clrxUnused() {
	d := decoder{in: p.in, f: p.f}
	for i := range p.f.Args {
		if a := &p.f.Args[i]; a.Role == 'd' && d.absent(a) && p.f.memory().Kind == MemAtomic && p.f.Fmt >= FLAT &&
			p.f.Fmt <= SCRATCH {
			p.b = append(p.b, ' ')
			p.b = appendTuple(p.b, "v", 0, a.Type.Dwords())
			p.b = append(p.b, ',')
		}
	}
}

// clrxFormat appends the data format of MTBUF where it is not the default.
func (p *printer) clrxFormat() {
	d, n := p.in.Mod.DFmt, p.in.Mod.NFmt
	if d == 1 && n == 0 {
		return
	}
	p.s(" format:[")
	if d == 15 {
		p.s("@15")
	} else {
		p.s(strings.ToLower(bufferDataFormats[d&15]))
	}
	p.b = append(p.b, ',')
	name := strings.ToLower(bufferNumFormats[n&7])
	if n == 6 {
		name = "@6"
	}
	p.s(name)
	p.b = append(p.b, ']')
}

// clrxMnemonic is the name of an instruction: comparisons have one spelling for all types.
func clrxMnemonic(name string) string {
	if strings.HasPrefix(name, "v_cmp") {
		name = strings.Replace(strings.Replace(name, "_ne_", "_lg_", 1), "_t_", "_tru_", 1)
	}
	return name
}

// clrxRegister is the name of a special register.
func clrxRegister(name string) string {
	switch name = strings.TrimPrefix(name, "src_"); name {
	case "lds_direct":
		return "lds"
	}
	return name
}

// parse reads one instruction of a line without comments.
func (t *table) parse(line string, s Syntax, env Env) (Inst, error) {
	toks, err := lex(nil, line, s)
	if err != nil {
		return Inst{}, err
	}
	r := textReader{table: t, toks: toks, syntax: s, env: env}
	in, err := r.instruction()
	var te *TextError
	if err == nil || errors.As(err, &te) {
		return in, err
	}
	return in, errAt(0, "%v", err)
}

// SGPR is the number of the scalar register that the name stands for.
func (s Substitute) SGPR() (int, bool) {
	return int(s.n.code), s.n.kind == nodeReg && s.n.dwords == 1 && s.n.code < 104
}

// ParseF16 is a number in half precision; ok is false where it is out of range or no number.
func ParseF16(text string) (h uint16, ok bool) {
	v, ok := floatBits(text, F16)
	return uint16(v), ok
}
