package isa

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// An instruction's text is read in three steps. Operands and modifiers become nodes without regard to the instruction. Then each form of the
// mnemonic, the shortest encoding first, is tried: its Args say what the nodes mean. Last, what came out is encoded and decoded again, and the
// decoder's view must be what the text says. So the decoder alone knows which registers, widths and combinations of modifiers a form allows.

type nodeKind uint8

const (
	nodeNumber nodeKind = iota
	nodeReg
	nodeName   // a bare name: "off", "attr0.x", a symbol
	nodeString // "01pip"
	nodeCall   // name(args)
	nodeList   // [args], only as a modifier's value
)

// node is an operand as written.
type node struct {
	kind           nodeKind
	col            int
	text           string // of names, strings, calls and named registers
	code           uint16 // registers: source code and size; dwords is 0 for a name that has no size of its own
	dwords         int
	num            value
	args           []node
	neg, abs, sext bool
}

// modifier is a word behind the operands, with its value if it has one.
type modifier struct {
	name string
	col  int
	val  *node
}

// register is what a register name stands for.
type register struct {
	code   uint16
	dwords int
}

// registerNames are the names of all registers and special operands, tuples excepted, by generation.
var registerNames [len(gens)]func() map[string]register

func init() {
	for i, g := range gens {
		registerNames[i] = sync.OnceValue(func() map[string]register {
			m := map[string]register{}
			add := func(name string, r register) {
				m[name] = r
				if short, ok := strings.CutPrefix(name, "src_"); ok {
					m[short] = r // both spellings are LLVM's
				}
			}
			for code := uint16(0); code < 2*CodeVGPR; code++ {
				one, ok1 := RegName(g, code, 1)
				two, ok2 := RegName(g, code, 2)
				switch {
				case ok1 && !isNameStart(one[0]): // a constant
				case ok1 && ok2 && one == two:
					add(one, register{code, 0})
				case ok1:
					add(one, register{code, 1})
					fallthrough
				default:
					if ok2 && !strings.Contains(two, "[") {
						add(two, register{code, 2})
					}
				}
			}
			return m
		})
	}
}

// tuple finds the registers "v[first:last]".
func tuple(g Gen, letter string, first, last int64) (register, bool) {
	if first < 0 || last < first || last > 512 {
		return register{}, false
	}
	r, ok := registerNames[g.Index()]()[fmt.Sprintf("%s%d", letter, first)]
	if !ok {
		return r, false
	}
	r.dwords = int(last-first) + 1
	_, ok = RegName(g, r.code, r.dwords)
	return r, ok
}

// isTuple reports whether the name is one that brackets follow: "v[0:1]".
func isTuple(name string) bool { return name == "v" || name == "s" || name == "ttmp" }

// operand reads one operand. stop is the operator that ends it.
func (r *textReader) operand(stop string) (node, error) {
	if r.depth++; r.depth > maxNesting {
		return node{}, errAt(r.peek().col, "the operand nests too deeply")
	}
	defer func() { r.depth-- }()
	t := r.peek()
	switch {
	case r.accept("|"):
		n, err := r.operand("|")
		if err == nil {
			err = r.expect("|")
		}
		n.col, n.abs = t.col, true
		return n, err
	case r.is("-") && r.modifiedAhead():
		r.pos++
		n, err := r.operand(stop)
		if err == nil && n.neg {
			err = errAt(t.col, "negated twice")
		}
		n.col, n.neg = t.col, true
		return n, err
	case r.is("["):
		return r.registerList()
	case t.kind == tokString:
		r.pos++
		return node{kind: nodeString, col: t.col, text: t.text}, nil
	case t.kind == tokName:
		if a := r.ahead(1); a.kind == tokPunct && a.text == "(" {
			return r.call()
		} else if a.kind == tokPunct && a.text == "[" && isTuple(t.text) {
			return r.tuple()
		}
		if reg, ok := registerNames[r.g.Index()]()[t.text]; ok {
			r.pos++
			return node{kind: nodeReg, col: t.col, text: t.text, code: reg.code, dwords: reg.dwords}, nil
		}
		if a := r.ahead(1); a.kind != tokPunct || precedence(a.text) == 0 || a.text == stop {
			r.pos++
			return node{kind: nodeName, col: t.col, text: t.text}, nil
		}
	}
	v, err := r.expr(stop)
	return node{kind: nodeNumber, col: t.col, num: v}, err
}

// modifiedAhead reports whether the minus sign ahead negates an operand, rather than being part of a number.
func (r *textReader) modifiedAhead() bool {
	t, u := r.ahead(1), r.ahead(2)
	if t.kind == tokPunct {
		return t.text == "|"
	}
	if t.kind != tokName {
		return false
	}
	if _, ok := registerNames[r.g.Index()]()[t.text]; ok {
		return true
	}
	return u.kind == tokPunct && (u.text == "(" || u.text == "[" && isTuple(t.text))
}

// call reads name(args). abs, neg and sext are put on their argument; lit makes a literal.
func (r *textReader) call() (node, error) {
	t := r.next()
	r.pos++
	n := node{kind: nodeCall, col: t.col, text: t.text}
	for !r.accept(")") {
		if len(n.args) > 0 {
			if err := r.expect(","); err != nil {
				return n, err
			}
		}
		if len(n.args) >= 16 {
			return n, errAt(r.peek().col, "too many arguments")
		}
		a, err := r.operand("")
		if err != nil {
			return n, err
		}
		n.args = append(n.args, a)
	}
	switch t.text {
	case "abs", "neg", "sext", "lit":
	default:
		return n, nil
	}
	if len(n.args) != 1 {
		return n, errAt(t.col, "%s takes one operand", t.text)
	}
	a := n.args[0]
	a.col = t.col
	switch t.text {
	case "abs":
		a.abs, a.neg = true, false
	case "neg":
		a.neg = !a.neg
	case "sext":
		a.sext = true
	case "lit":
		if a.kind != nodeNumber {
			return n, errAt(t.col, "lit takes a number")
		}
		a.num.literal = true
	}
	return a, nil
}

// tuple reads v[first:last] or v[n].
func (r *textReader) tuple() (node, error) {
	t := r.next()
	r.pos++
	first, err := r.expr("")
	if err != nil {
		return node{}, err
	}
	last := first
	if r.accept(":") {
		if last, err = r.expr(""); err != nil {
			return node{}, err
		}
	}
	if err := r.expect("]"); err != nil {
		return node{}, err
	}
	reg, ok := tuple(r.g, t.text, first.v, last.v)
	if !ok || first.text+last.text != "" {
		return node{}, errAt(t.col, "there is no register %s[%d:%d] on %v", t.text, first.v, last.v, r.g)
	}
	return node{kind: nodeReg, col: t.col, text: t.text, code: reg.code, dwords: reg.dwords}, nil
}

// registerList reads [v0,v1,v2]: consecutive registers.
func (r *textReader) registerList() (node, error) {
	t := r.next()
	n := node{kind: nodeReg, col: t.col}
	for i := 0; !r.accept("]"); i++ {
		if i > 0 {
			if err := r.expect(","); err != nil {
				return n, err
			}
		}
		x, err := r.operand("")
		if err != nil {
			return n, err
		}
		switch {
		case x.kind != nodeReg || x.dwords != 1 || x.neg || x.abs || x.sext:
			return n, errAt(x.col, "a list in brackets holds single registers")
		case i == 0:
			n.code = x.code
		case x.code != n.code+uint16(i):
			return n, errAt(x.col, "the registers in brackets do not follow one another")
		}
		n.dwords++
	}
	if _, ok := RegName(r.g, n.code, n.dwords); !ok || n.dwords == 0 {
		return n, errAt(t.col, "the list is no register")
	}
	return n, nil
}

// items reads everything behind the mnemonic. Commas may be missing between operands and stand before modifiers, as in LLVM.
func (r *textReader) items(isFlag func(string) bool) (nodes []node, mods []modifier, err error) {
	for first := true; r.peek().kind != tokEnd; first = false {
		if !first {
			if r.accept(",") || r.accept("&") {
				if r.peek().kind == tokEnd {
					return nil, nil, errAt(r.peek().col, "an operand is missing")
				}
			}
		}
		if len(nodes)+len(mods) > 32 {
			return nil, nil, errAt(r.peek().col, "too many operands")
		}
		t := r.peek()
		switch a := r.ahead(1); {
		case t.kind == tokName && a.kind == tokPunct && a.text == ":":
			r.pos += 2
			var val node
			if r.is("[") {
				val, err = r.list()
			} else {
				val, err = r.operand("")
			}
			if err != nil {
				return nil, nil, err
			}
			mods = append(mods, modifier{t.text, t.col, &val})
		case t.kind == tokName && isFlag(t.text):
			r.pos++
			mods = append(mods, modifier{t.text, t.col, nil})
		default:
			n, err := r.operand("&")
			if err != nil {
				return nil, nil, err
			}
			nodes = append(nodes, n)
		}
	}
	return nodes, mods, nil
}

// list reads the value of a modifier in brackets.
func (r *textReader) list() (node, error) {
	n := node{kind: nodeList, col: r.next().col}
	for !r.accept("]") {
		if len(n.args) > 0 {
			if err := r.expect(","); err != nil {
				return n, err
			}
		}
		if len(n.args) >= 16 {
			return n, errAt(r.peek().col, "too many values")
		}
		x, err := r.operand("")
		if err != nil {
			return n, err
		}
		n.args = append(n.args, x)
	}
	return n, nil
}

// number is the value of a node that must be a number or a symbol.
func (r *textReader) number(n *node) (value, error) {
	switch {
	case n.neg || n.abs || n.sext:
	case n.kind == nodeNumber:
		return n.num, nil
	case n.kind == nodeName && r.symbol != nil:
		if v, ok := r.symbol(n.text); ok {
			return v, nil
		}
		return value{}, errAt(n.col, "the symbol %s is not defined", n.text)
	}
	return value{}, errAt(n.col, "expected a number")
}

// integer is the value of a node that must be an integer from min to max.
func (r *textReader) integer(n *node, lo, hi int64) (int64, error) {
	v, err := r.number(n)
	if err != nil {
		return 0, err
	}
	if v.text != "" {
		return 0, errAt(n.col, "expected an integer")
	}
	if v.v < lo || v.v > hi {
		return 0, errAt(n.col, "%d is not in %d to %d", v.v, lo, hi)
	}
	return v.v, nil
}

// flagModifiers are the modifiers without a value: one bit of the encoding, which the formats that have its field take.
var flagModifiers = [...]struct {
	name  string
	field byte
	gens  Gen
	fmts  []Format // empty: every format with the field
	bit   func(m *Mods) *bool
}{
	{"glc", 'G', AllGens, []Format{SMEM, MUBUF, MTBUF, MIMG, FLAT, GLOBAL, SCRATCH}, func(m *Mods) *bool { return &m.GLC }},
	{"slc", 'L', AllGens, []Format{MUBUF, MTBUF, MIMG, FLAT, GLOBAL, SCRATCH}, func(m *Mods) *bool { return &m.SLC }},
	{"tfe", 'T', AllGens, []Format{MUBUF, MTBUF, MIMG, FLAT}, func(m *Mods) *bool { return &m.TFE }},
	{"lds", 'S', AllGens, []Format{MUBUF, GLOBAL, SCRATCH}, func(m *Mods) *bool { return &m.LDS }},
	{"nv", 'V', AllGens, []Format{SMEM, FLAT, GLOBAL, SCRATCH}, func(m *Mods) *bool { return &m.NV }},
	{"gds", 'G', AllGens, []Format{DS}, func(m *Mods) *bool { return &m.GDS }},
	{"offen", 'O', AllGens, []Format{MUBUF, MTBUF}, func(m *Mods) *bool { return &m.OffEn }},
	{"idxen", 'I', AllGens, []Format{MUBUF, MTBUF}, func(m *Mods) *bool { return &m.IdxEn }},
	{"addr64", 'X', AllGens, []Format{MUBUF, MTBUF}, func(m *Mods) *bool { return &m.Addr64 }},
	{"unorm", 'U', AllGens, []Format{MIMG}, func(m *Mods) *bool { return &m.Unorm }},
	{"da", 'Y', AllGens, []Format{MIMG}, func(m *Mods) *bool { return &m.DA }},
	{"lwe", 'W', AllGens, []Format{MIMG}, func(m *Mods) *bool { return &m.LWE }},
	{"r128", 'R', AllGens &^ GCN14, []Format{MIMG}, func(m *Mods) *bool { return &m.R128 }},
	{"a16", 'R', GCN14, []Format{MIMG}, func(m *Mods) *bool { return &m.R128 }},
	{"d16", 'Z', AllGens, []Format{MIMG}, func(m *Mods) *bool { return &m.D16 }},
	{"clamp", 'C', AllGens, []Format{VOP3, VOP3B, VOP3P, SDWA}, func(m *Mods) *bool { return &m.Clamp }},
	{"done", 'B', AllGens, []Format{EXP}, func(m *Mods) *bool { return &m.Done }},
	{"compr", 'K', AllGens, []Format{EXP}, func(m *Mods) *bool { return &m.Compr }},
	{"vm", 'w', AllGens, []Format{EXP}, func(m *Mods) *bool { return &m.VM }},
	{"bound_ctrl", 'B', AllGens, []Format{DPP}, func(m *Mods) *bool { return &m.DPP.BoundCtrl }},
}

// interpHigh is the modifier that selects the high half of an f16 attribute.
const interpHigh = "high"

// subNames are the modifiers with a value that belong to the second dword of SDWA or DPP.
var subNames = map[string]Format{"dst_sel": SDWA, "dst_unused": SDWA, "src0_sel": SDWA, "src1_sel": SDWA,
	"quad_perm": DPP, "row_mask": DPP, "bank_mask": DPP, "bound_ctrl": DPP}

// dppControl is the DPP_CTRL of a modifier by its text ("row_shl:1", "row_mirror").
func dppControl(text string) (uint16, bool) {
	for n, name := range dppWaves {
		// CLRX leaves the 1 of wave shifts out and writes row_bcast15.
		if name = strings.TrimSpace(name); name != "" && (name == text || name == text+":1" || strings.Replace(name, ":", "", 1) == text) {
			return uint16(n), true
		}
	}
	name, count, ok := strings.Cut(text, ":")
	n, err := strconv.ParseUint(count, 10, 8)
	if !ok || err != nil || n < 1 || n > 15 {
		return 0, false
	}
	for i, row := range dppRows {
		if strings.TrimSpace(row) == name+":" {
			return uint16(i<<4) | uint16(n), true
		}
	}
	return 0, false
}

// isFlag reports whether a bare word behind a mnemonic is a modifier of one of its forms.
func isFlag(forms []*Form, word string) bool {
	for _, f := range forms {
		for i := range flagModifiers {
			m := &flagModifiers[i]
			if m.name == word && (slices.Contains(m.fmts, f.Fmt) || f.isVALU() && (slices.Contains(m.fmts, SDWA) || slices.Contains(m.fmts, DPP))) {
				return true
			}
		}
		if _, ok := dppControl(word); f.isVALU() && (ok || word == interpHigh) {
			return true
		}
	}
	return false
}

// sub is the second dword that a modifier asks for, or NoFormat.
func (m *modifier) sub() Format {
	if f, ok := subNames[m.name]; ok {
		return f
	}
	if strings.HasPrefix(m.name, "row_") || strings.HasPrefix(m.name, "wave_") {
		return DPP
	}
	return NoFormat
}

// builder makes one form's instruction from nodes.
type builder struct {
	*textReader
	in  Inst
	f   *Form
	sub *layout
	at  [MaxOperands]*node // the node of each operand
}

// has reports whether the encoding has a field.
func (b *builder) has(field byte) bool {
	if b.sub != nil && b.sub.has(field) {
		return true
	}
	return b.f.layout.has(field)
}

// defaults sets what absent modifiers mean.
func (b *builder) defaults() {
	m := &b.in.Mod
	switch b.in.Sub {
	case SDWA, SDWAB:
		m.SDWA.Sel[0] = selDWord
		if b.f.hasRole('b') {
			m.SDWA.Sel[1] = selDWord
		}
		if b.f.Fmt != VOPC {
			m.SDWA.DstSel, m.SDWA.DstUnused = selDWord, unusedPreserve
		}
	case DPP:
		m.DPP.RowMask, m.DPP.BankMask = 15, 15
	}
	switch b.f.Fmt {
	case VOP3P:
		if b.packed() {
			m.OpSelHi = b.f.sources()
		}
	case MTBUF:
		m.DFmt = 1
	}
}

const (
	selDWord       = 6 // selNames
	unusedPreserve = 2 // unusedNames
)

// packed reports whether the form is packed math, whose sources have two halves, and not one of the mixed-precision instructions.
func (b *builder) packed() bool { return b.f.Args[0].Type.IsPacked() }

// sources is the number of sources that op_sel and its like count.
func (b *builder) sources() int { return bits.OnesCount8(b.f.sources()) }

// modifier sets one modifier.
func (b *builder) modifier(md *modifier) error {
	m := &b.in.Mod
	none := errAt(md.col, "%s takes no modifier %s there", b.f.Name, md.name)
	if md.val == nil || md.name == "bound_ctrl" {
		for i := range flagModifiers {
			x := &flagModifiers[i]
			in := slices.Contains(x.fmts, b.f.Fmt) || b.in.Sub != NoFormat && slices.Contains(x.fmts, b.in.Sub) ||
				b.in.Sub == SDWAB && slices.Contains(x.fmts, SDWA)
			if x.name != md.name || !in || x.gens&b.g == 0 || !b.has(x.field) {
				continue
			}
			if md.val != nil {
				// bound_ctrl:0 is the old spelling of the set bit (LLVM convertDppBoundCtrl).
				if _, err := b.integer(md.val, 0, 1); err != nil {
					return err
				}
			}
			*x.bit(m) = true
			return nil
		}
		if c, ok := dppControl(md.name); ok && b.in.Sub == DPP {
			m.DPP.Ctrl = c
			return nil
		}
		if a := b.f.arg('z'); md.name == interpHigh && a != nil && a.Type == AttrHT {
			m.High = true
			return nil
		}
		return none
	}
	field := func(has bool, max int64, p *uint8) error {
		if !has {
			return none
		}
		v, err := b.integer(md.val, 0, max)
		*p = uint8(v)
		return err
	}
	name := func(has bool, list []string, prefix string, p *uint8) error {
		if !has {
			return none
		}
		for i, s := range list {
			if md.val.kind == nodeName && (strings.EqualFold(md.val.text, s) || strings.EqualFold(prefix+md.val.text, s)) {
				*p = uint8(i)
				return nil
			}
		}
		return field(true, int64(len(list)-1), p)
	}
	mask := func(has bool, n int, p *uint8) error {
		if !has {
			return none
		}
		if md.val.kind != nodeList || len(md.val.args) != n {
			return errAt(md.val.col, "%s takes a list of %d bits", md.name, n)
		}
		*p &^= 1<<n - 1
		for i := range md.val.args {
			v, err := b.integer(&md.val.args[i], 0, 1)
			if err != nil {
				return err
			}
			*p |= uint8(v) << i
		}
		return nil
	}
	mem, _ := b.f.Desc.Do.(Memory)
	sdwa := b.in.Sub == SDWA || b.in.Sub == SDWAB
	switch md.name {
	case "offset", "inst_offset": // inst_offset is CLRX's name in FLAT
		if b.f.Fmt == DS && (mem.Two || len(b.f.Args) == 0) {
			return none
		}
		return b.offset(md.val, none)
	case "offset0", "offset1":
		if !mem.Two {
			return none
		}
		v, err := b.integer(md.val, 0, 255)
		m.Offset |= int32(v) << (8 * (md.name[6] - '0'))
		return err
	case "dmask":
		return field(b.f.Fmt == MIMG, 15, &m.DMask)
	case "dfmt":
		return field(b.f.Fmt == MTBUF, 15, &m.DFmt)
	case "nfmt":
		return field(b.f.Fmt == MTBUF, 7, &m.NFmt)
	case "format":
		if b.f.Fmt != MTBUF {
			return none
		}
		return b.format(md.val)
	case "mul", "div":
		if !b.has('M') {
			return none
		}
		v, err := b.integer(md.val, 1, 4)
		if err != nil {
			return err
		}
		code, ok := map[string]uint8{"mul1": 0, "mul2": 1, "mul4": 2, "div1": 0, "div2": 3}[md.name+strconv.Itoa(int(v))]
		if !ok {
			return errAt(md.val.col, "the result can be multiplied by 2 or 4, or divided by 2")
		}
		m.Omod = code
	case "op_sel":
		if b.f.Fmt == VOP3P {
			return mask(true, b.sources(), &m.OpSel)
		}
		var v uint8
		err := mask(b.f.Desc.Flag&OpSel != 0 && b.has('H'), b.sources()+1, &v)
		// Bits of sources count up, the last bit is the destination's.
		last := uint8(1) << b.sources()
		if m.OpSel = v &^ last; v&last != 0 {
			m.OpSel |= 8
		}
		return err
	case "op_sel_hi":
		return mask(b.f.Fmt == VOP3P, b.sources(), &m.OpSelHi)
	case "neg_lo":
		return mask(b.f.Fmt == VOP3P && b.packed(), b.sources(), &m.Neg)
	case "neg_hi":
		return mask(b.f.Fmt == VOP3P && b.packed(), b.sources(), &m.NegHi)
	case "dst_sel":
		return name(sdwa && b.f.Fmt != VOPC, selNames[:selDWord+1], "", &m.SDWA.DstSel)
	case "dst_unused":
		return name(sdwa && b.f.Fmt != VOPC, unusedNames[:unusedPreserve+1], "UNUSED_", &m.SDWA.DstUnused)
	case "src0_sel":
		return name(sdwa, selNames[:selDWord+1], "", &m.SDWA.Sel[0])
	case "src1_sel":
		return name(sdwa && b.f.hasRole('b'), selNames[:selDWord+1], "", &m.SDWA.Sel[1])
	case "row_mask":
		return field(b.in.Sub == DPP, 15, &m.DPP.RowMask)
	case "bank_mask":
		return field(b.in.Sub == DPP, 15, &m.DPP.BankMask)
	case "quad_perm":
		if b.in.Sub != DPP {
			return none
		}
		if md.val.kind != nodeList || len(md.val.args) != 4 {
			return errAt(md.val.col, "quad_perm takes a list of 4 lanes")
		}
		for i := range md.val.args {
			v, err := b.integer(&md.val.args[i], 0, 3)
			if err != nil {
				return err
			}
			m.DPP.Ctrl |= uint16(v) << (2 * i)
		}
	default:
		if b.in.Sub != DPP {
			return none
		}
		v, err := b.integer(md.val, 0, 31)
		if err != nil {
			return err
		}
		c, ok := dppControl(fmt.Sprintf("%s:%d", md.name, v))
		if !ok {
			return none
		}
		m.DPP.Ctrl = c
	}
	return nil
}

// offset sets the byte offset of a memory instruction.
func (b *builder) offset(n *node, none error) error {
	m := &b.in.Mod
	var bits int
	signed := false
	switch b.f.Fmt {
	case DS:
		bits = 16
	case SMEM:
		bits, signed = b.f.layout.width('f'), b.g == GCN14
		if b.g != GCN14 {
			return none
		}
		m.SOE, m.Imm = true, true
	case FLAT:
		bits = max(b.f.layout.width('f')-1, 0) // one bit less than GLOBAL: unsigned
		if b.g != GCN14 {
			return none
		}
	case GLOBAL, SCRATCH:
		bits, signed = b.f.layout.width('f'), true
	case MUBUF, MTBUF:
		bits = b.f.layout.width('f')
	default:
		return none
	}
	if n.kind == nodeCall && n.text == "swizzle" {
		mem, _ := b.f.Desc.Do.(Memory)
		if mem.Kind != MemSwizzle {
			return none
		}
		v, err := b.swizzle(n)
		m.Offset = int32(v)
		return err
	}
	lo, hi := int64(0), int64(1)<<bits-1
	if signed {
		lo, hi = -1<<(bits-1), 1<<(bits-1)-1
	}
	v, err := b.integer(n, lo, hi)
	m.Offset = int32(v)
	return err
}

// swizzle is the offset of ds_swizzle from swizzle(...): the inverse of printer.swizzle.
func (b *builder) swizzle(n *node) (uint16, error) {
	if len(n.args) == 0 || n.args[0].kind != nodeName {
		return 0, errAt(n.col, "swizzle begins with its mode")
	}
	mode, args := n.args[0].text, n.args[1:]
	num := func(i int, lo, hi int64) (uint16, error) {
		if i >= len(args) {
			return 0, errAt(n.col, "swizzle(%s) has too few numbers", mode)
		}
		v, err := b.integer(&args[i], lo, hi)
		return uint16(v), err
	}
	group := func(i int, hi int64) (uint16, error) {
		v, err := num(i, 1, hi)
		if err == nil && v&(v-1) != 0 {
			err = errAt(args[i].col, "%d is no power of two", v)
		}
		return v, err
	}
	count, v := 0, uint16(0)
	var err error
	switch mode {
	case "QUAD_PERM":
		v, count = 0x8000, 4
		for i := range 4 {
			x, e := num(i, 0, 3)
			err = errors.Join(err, e)
			v |= x << (2 * i)
		}
	case "BITMASK_PERM":
		count = 1
		if len(args) != 1 || args[0].kind != nodeString || len(args[0].text) != 5 {
			return 0, errAt(n.col, "BITMASK_PERM takes a string of 5 characters")
		}
		for i := range 5 {
			and, or, xor := uint16(0), uint16(0), uint16(0)
			switch args[0].text[i] {
			case '0':
			case '1':
				or = 1
			case 'p':
				and = 1
			case 'i':
				and, xor = 1, 1
			default:
				return 0, errAt(args[0].col, "the characters of BITMASK_PERM are 0, 1, p and i")
			}
			v |= (and | or<<5 | xor<<10) << (4 - i)
		}
	case "BROADCAST":
		count = 2
		var size, lane uint16
		if size, err = group(0, 32); err == nil {
			if size == 1 {
				return 0, errAt(args[0].col, "a group has 2 lanes or more")
			}
			lane, err = num(1, 0, int64(size)-1)
		}
		v = 32 - size | lane<<5
	case "SWAP":
		count = 1
		v, err = group(0, 16)
		v = 31 | v<<10
	case "REVERSE":
		count = 1
		v, err = group(0, 32)
		v = 31 | (v-1)<<10
	case "FFT":
		count = 1
		v, err = num(0, 0, 31)
		v |= 0xe000
	case "ROTATE":
		count = 2
		var dir, by uint16
		if dir, err = num(0, 0, 1); err == nil {
			by, err = num(1, 0, 31)
		}
		v = 0xc000 | dir<<10 | by<<5
	default:
		return 0, errAt(n.args[0].col, "swizzle has no mode %s", mode)
	}
	if (mode == "FFT" || mode == "ROTATE") && b.g != GCN14 {
		return 0, errAt(n.col, "%v has no swizzle mode %s", b.g, mode)
	}
	if err == nil && len(args) != count {
		err = errAt(n.col, "swizzle(%s) has too many numbers", mode)
	}
	return v, err
}

// format sets DFMT and NFMT from format:N or format:[data, number].
func (b *builder) format(n *node) error {
	m := &b.in.Mod
	if n.kind != nodeList {
		v, err := b.integer(n, 0, 127)
		m.DFmt, m.NFmt = uint8(v&15), uint8(v>>4)
		return err
	}
	for i := range n.args {
		x := &n.args[i]
		text := x.text
		if x.kind == nodeNumber && x.num.text == "" {
			text = strconv.FormatInt(x.num.v, 10)
		}
		found := false
		match := func(prefix, name string) bool {
			return strings.EqualFold(text, prefix+name) || strings.EqualFold(text, name)
		}
		for code, name := range bufferDataFormats {
			if match("BUF_DATA_FORMAT_", name) {
				m.DFmt, found = uint8(code), true
			}
		}
		for code := range bufferNumFormats {
			// The printer's name: one of them depends on the generation.
			in := Inst{Form: b.f, Mod: Mods{DFmt: 1, NFmt: uint8(code)}}
			name := strings.Trim(strings.TrimPrefix(printed(&in, (*printer).format), " format:"), "[]")
			if name = strings.TrimPrefix(name, "BUF_NUM_FORMAT_"); code == 0 {
				name = bufferNumFormats[0] // the default, not printed
			}
			if match("BUF_NUM_FORMAT_", name) {
				m.NFmt, found = uint8(code), true
			}
		}
		if !found {
			return errAt(x.col, "no buffer format is named %s", text)
		}
	}
	return nil
}

// operand reads the argument a from the nodes and returns how many it took.
func (b *builder) operand(a *Arg, nodes []node) (o Operand, taken int, err error) {
	o = Operand{Kind: KindReg, Role: a.Role, Type: a.Type, Dwords: uint8(a.Type.Dwords())}
	if len(nodes) == 0 {
		if a.Type == EndT {
			o.Kind = KindImm
			return o, 0, nil
		}
		return o, 0, errAt(b.toks[len(b.toks)-1].col, "%s needs more operands", b.f.Name)
	}
	n := &nodes[0]
	imm := func(v int64, err error) (Operand, int, error) {
		o.Kind, o.Val = KindImm, uint32(v)
		return o, 1, err
	}
	switch a.Type {
	case Simm16:
		v, err := b.integer(n, math.MinInt16, math.MaxUint16)
		return imm(int64(int16(v)), err)
	case Imm16, EndT:
		v, err := b.integer(n, math.MinInt16, math.MaxUint16)
		return imm(int64(uint16(v)), err)
	case Rel16:
		v, err := b.branch(n)
		o.Kind, o.Val = KindLabel, uint32(v)
		return o, 1, err
	case WaitT:
		v, taken, err := b.wait(nodes)
		o, _, err = imm(int64(v), err)
		return o, taken, err
	case MsgT:
		return imm(b.message(n))
	case HwregT:
		return imm(b.hwreg(n))
	case GprIdx:
		return imm(b.gprIdx(n, a))
	case ProbeT:
		return imm(b.integer(n, 0, 127))
	case AttrT, AttrHT:
		v, err := b.attribute(n)
		b.in.Mod.Attr, b.in.Mod.Chan = uint8(v>>2), uint8(v&3)
		return imm(v, err)
	case ParamT:
		for v := uint32(0); v < 256; v++ {
			if n.kind == nodeName && n.text == printed(&b.in, func(p *printer) { p.param(v) }) {
				return imm(int64(v), nil)
			}
		}
		return o, 0, errAt(n.col, "expected p10, p20 or p0")
	case TargetT:
		v, err := exportTarget(n)
		b.in.Mod.Target = uint8(v)
		return imm(v, err)
	}
	if n.kind == nodeName && n.text == "off" {
		o.Kind, o.Dwords = KindOff, 0
		return o, 1, nil
	}
	switch n.kind {
	case nodeReg:
		o.Code = n.code
		if n.dwords > 0 {
			o.Dwords = uint8(n.dwords)
		}
	case nodeNumber, nodeName:
		if a.Role == 'f' && b.scalarOffset(n, &o) {
			break
		}
		if err := b.constant(a, n, &o); err != nil {
			return o, 0, err
		}
	default:
		return o, 0, errAt(n.col, "expected a register or a number")
	}
	if a.Role == 'f' {
		m := &b.in.Mod
		m.Imm = o.Kind == KindImm || m.SOE
	}
	return o, 1, b.sourceMods(a, n)
}

// sourceMods sets abs, neg and sext of a source.
func (b *builder) sourceMods(a *Arg, n *node) error {
	if !n.neg && !n.abs && !n.sext {
		return nil
	}
	m := &b.in.Mod
	s := sourceIndex(a.Role)
	float, integer := b.f.sourceMods()
	switch {
	case n.sext && (n.neg || n.abs || s < 0 || s > 1 || integer>>s&1 == 0 || b.in.Sub != SDWA && b.in.Sub != SDWAB):
		return errAt(n.col, "sext is for integer sources of SDWA")
	case n.sext:
		m.SDWA.Sext[s] = true
		return nil
	case s < 0 || float>>s&1 == 0:
		return errAt(n.col, "abs and neg are for floating-point sources")
	case b.f.Fmt == VOP3P && b.packed():
		return errAt(n.col, "packed sources are negated with neg_lo and neg_hi")
	case !b.has('N') || n.abs && !b.has('A'):
		return errAt(n.col, "%s has no such source modifier", b.f.Name)
	}
	if n.neg {
		m.Neg |= 1 << s
	}
	switch {
	case n.abs && b.f.Fmt == VOP3P: // mixed precision: NEG_HI acts as abs
		m.NegHi |= 1 << s
	case n.abs:
		m.Abs |= 1 << s
	}
	return nil
}

// scalarOffset reads an immediate SMRD or SMEM offset. It reports false where the number must be a literal.
func (b *builder) scalarOffset(n *node, o *Operand) bool {
	v, err := b.number(n)
	if err != nil || v.text != "" {
		return false
	}
	lo, hi := int64(0), int64(1)<<b.f.layout.width('f')-1
	if b.f.Fmt == SMEM && b.g == GCN14 {
		lo, hi = -(hi+1)/2, hi/2
	}
	if v.v < lo || v.v > hi || v.literal && b.f.Fmt == SMRD {
		return false
	}
	o.Kind, o.Val = KindImm, uint32(v.v)
	b.in.Mod.Offset = int32(v.v)
	return true
}

// floatBits is a number in the precision of the type: its bits as that type has them.
func floatBits(text string, t Type) (uint64, bool) {
	d, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, false
	}
	s := float32(d)
	switch {
	case t == F16 || t == V2F16:
		h := F32ToF16(math.Float32bits(s), KeepAll)
		return uint64(h), h&0x7c00 != 0x7c00
	case t.Is64():
		return math.Float64bits(d), true
	}
	return uint64(math.Float32bits(s)), !math.IsInf(float64(s), 0)
}

// inlineFloat is the code of the inline constant whose bits, as an operand of the type sees them, are v; 0 if there is none.
func inlineFloat(g Gen, v uint64, t Type) uint16 {
	for code := uint16(240); code <= codeInv2Pi; code++ {
		if w, _ := Constant(code, 0, t); w == v {
			if _, ok := RegName(g, code, 1); ok {
				return code
			}
		}
	}
	return 0
}

// constant makes an inline constant or a literal.
func (b *builder) constant(a *Arg, n *node, o *Operand) error {
	v, err := b.number(&node{kind: n.kind, col: n.col, text: n.text, num: n.num})
	if err != nil {
		return err
	}
	t := a.Type
	inline := a.Role != 'K' && !v.literal
	if a.Role == 'K' {
		t = b.f.Args[0].Type // K is B32 in madmk and madak of both precisions
		if v.text == "" || b.f.Fmt == SOPK {
			t = B32
		}
	}
	if v.text != "" {
		bits, ok := floatBits(v.text, t)
		if !ok {
			return errAt(n.col, "%s is out of the range of %v", v.text, t)
		}
		if inline {
			if o.Code = inlineFloat(b.g, bits, t); bits == 0 {
				o.Code = CodeZero
			}
			if o.Code != 0 {
				return nil
			}
		}
		o.Code, o.Val = CodeLiteral, uint32(bits)
		switch {
		case t == F64:
			if o.Val != 0 {
				return errAt(n.col, "a literal is the upper half of a double: the lower half of %s is not zero", v.text)
			}
			o.Val = uint32(bits >> 32)
		case t.Is64(), t.Is16() && t != F16, t.IsPacked() && t != V2F16:
			return errAt(n.col, "%s is no inline constant and the operand is an integer", v.text)
		}
		return nil
	}
	// An integer is inline when it is one of the constants as the operand sees it.
	bits := 32
	switch {
	case t.Is64() || t == Mask:
		bits = 64
	case t.Is16() && !v.literal:
		bits = 16
	}
	if bits < 64 && (v.v < -1<<(bits-1) || v.v >= 1<<bits) {
		return errAt(n.col, "%d does not fit %d bits", v.v, bits)
	}
	signed := v.v << (64 - bits) >> (64 - bits)
	if t.Is16() && t != F16 {
		signed = v.v // LLVM takes 0xfff0 as a literal there, and prints such a literal so
	}
	if inline {
		if o.Code = inlineCode(signed); o.Code != 0 {
			return nil
		}
		pattern := uint64(v.v) & (1<<bits - 1)
		if !t.Is16() || t == F16 {
			if o.Code = inlineFloat(b.g, pattern, t); o.Code != 0 {
				return nil
			}
		}
	}
	o.Code, o.Val = CodeLiteral, uint32(v.v)
	switch {
	case bits == 16:
		o.Val &= 0xffff
	case bits == 64 && v.v>>32 != 0 && (t != I64 || int64(int32(v.v)) != v.v):
		// A literal is zero-extended, for signed operands sign-extended; its 32 bits may also be written as they are.
		return errAt(n.col, "%d does not fit the literal of an operand of type %v", v.v, t)
	}
	return nil
}

// printed is what the printer writes: names are found by printing them, so that they are in one place.
func printed(in *Inst, print func(*printer)) string {
	p := printer{in: in, f: in.Form}
	print(&p)
	return string(p.b)
}

// attribute reads attrN.x.
func (b *builder) attribute(n *node) (int64, error) {
	if number, ok := strings.CutPrefix(n.text, "attr"); ok && n.kind == nodeName {
		number, channel, _ := strings.Cut(number, ".")
		v, err := strconv.ParseUint(number, 10, 6)
		if c := strings.Index("xyzw", channel); err == nil && len(channel) == 1 && c >= 0 {
			return int64(v<<2) | int64(c), nil
		}
	}
	return 0, errAt(n.col, "expected an attribute such as attr0.x")
}

// exportTarget finds a target by its name: the inverse of printer.target.
func exportTarget(n *node) (int64, error) {
	if n.kind == nodeName || n.kind == nodeReg && n.dwords <= 1 {
		for v := uint32(0); v < 64; v++ {
			if printed(&Inst{}, func(p *printer) { p.target(v) }) == n.text {
				return int64(v), nil
			}
		}
	}
	return 0, errAt(n.col, "expected an export target: mrt0-7, mrtz, null, pos0-3 or param0-31")
}

// branch is the offset of a branch in dwords from the next instruction: of a label, or the number itself.
func (b *builder) branch(n *node) (int16, error) {
	v, err := b.number(n)
	if err != nil || !v.label {
		x, err := b.integer(n, math.MinInt16, math.MaxUint16)
		return int16(x), err
	}
	if b.unknown {
		return 0, nil
	}
	d := v.v - int64(b.here) - 4
	if d%4 != 0 || d/4 < math.MinInt16 || d/4 > math.MaxInt16 {
		return 0, errAt(n.col, "the target is %d bytes away: a branch reaches 32768 dwords", d)
	}
	return int16(d / 4), nil
}

// wait reads the counters of s_waitcnt; those that are not named are not waited for.
func (b *builder) wait(nodes []node) (v uint32, taken int, err error) {
	if nodes[0].kind != nodeCall {
		n, err := b.integer(&nodes[0], math.MinInt16, math.MaxUint16)
		return uint32(uint16(n)), 1, err
	}
	fields := waitFields(b.g)
	for _, f := range fields {
		v |= f.put(f.max())
	}
	for i := range nodes {
		n := &nodes[i]
		if n.kind != nodeCall || len(n.args) != 1 {
			return 0, 0, errAt(n.col, "expected vmcnt(n), expcnt(n) or lgkmcnt(n)")
		}
		found := false
		for _, f := range fields {
			saturate := n.text == f.name+"_sat"
			if n.text != f.name && !saturate {
				continue
			}
			found = true
			limit := int64(f.max())
			if saturate {
				limit = math.MaxInt32
			}
			x, err := b.integer(&n.args[0], 0, limit)
			if err != nil {
				return 0, 0, err
			}
			v = v&^f.put(f.max()) | f.put(min(uint32(x), f.max()))
		}
		if !found {
			return 0, 0, errAt(n.col, "there is no counter %s", n.text)
		}
	}
	return v, len(nodes), nil
}

// waitField is a counter's field in the operand of s_waitcnt.
type waitField struct {
	name  string
	parts []span // most significant first; word is not used
}

// waitFields are the fields that an assembler writes. Source: LLVM getVmcntBitMask and its siblings; AMD ISA manuals, S_WAITCNT.
func waitFields(g Gen) [3]waitField {
	f := [3]waitField{{"vmcnt", []span{{0, 0, 4}}}, {"expcnt", []span{{0, 4, 3}}}, {"lgkmcnt", []span{{0, 8, 4}}}}
	if g == GCN14 {
		f[0].parts = []span{{0, 14, 2}, {0, 0, 4}}
	}
	return f
}

// max is the largest value of the field: no wait.
func (f *waitField) max() uint32 {
	n := 0
	for _, p := range f.parts {
		n += int(p.width)
	}
	return 1<<n - 1
}

// put is the operand with v in the field.
func (f *waitField) put(v uint32) (w uint32) {
	for i := len(f.parts) - 1; i >= 0; i-- {
		p := f.parts[i]
		w |= v & (1<<p.width - 1) << p.lo
		v >>= p.width
	}
	return w
}

// named finds a node's name among names, with or without the prefix; CLRX leaves prefixes out and writes lower case.
func named(n *node, prefix, name string) bool {
	return n.kind == nodeName && name != "" && (strings.EqualFold(n.text, name) || strings.EqualFold(prefix+n.text, name))
}

// message reads sendmsg(message, operation, stream), or the number itself.
func (b *builder) message(n *node) (int64, error) {
	if n.kind != nodeCall {
		v, err := b.integer(n, math.MinInt16, math.MaxUint16)
		return int64(uint16(v)), err
	}
	if n.text != "sendmsg" || len(n.args) < 1 || len(n.args) > 3 {
		return 0, errAt(n.col, "expected sendmsg(message, operation, stream)")
	}
	id := int64(-1)
	var ops []string
	for i := range messages {
		if m := &messages[i]; m.gens&b.g != 0 && named(&n.args[0], "MSG_", m.name) {
			id, ops = int64(m.id), m.ops
		}
	}
	var err error
	if id < 0 {
		if id, err = b.integer(&n.args[0], 0, 15); err != nil {
			return 0, err
		}
		for i := range messages {
			if m := &messages[i]; m.gens&b.g != 0 && int64(m.id) == id {
				ops = m.ops
			}
		}
	}
	op, stream := int64(-1), int64(0)
	if len(n.args) > 1 {
		for i, name := range ops {
			prefix, _, _ := strings.Cut(name, "OP_")
			if named(&n.args[1], prefix+"OP_", name) {
				op = int64(i)
			}
		}
		if op < 0 {
			if op, err = b.integer(&n.args[1], 0, 7); err != nil {
				return 0, err
			}
		}
	} else {
		op = 0
	}
	if len(n.args) > 2 {
		if stream, err = b.integer(&n.args[2], 0, 3); err != nil {
			return 0, err
		}
	}
	return id | op<<4 | stream<<8, nil
}

// hwreg reads hwreg(register, offset, size), or the number itself.
func (b *builder) hwreg(n *node) (int64, error) {
	if n.kind != nodeCall {
		v, err := b.integer(n, math.MinInt16, math.MaxUint16)
		return int64(uint16(v)), err
	}
	if n.text != "hwreg" || len(n.args) != 1 && len(n.args) != 3 {
		return 0, errAt(n.col, "expected hwreg(register) or hwreg(register, offset, size)")
	}
	id := int64(-1)
	for i := range hwregs {
		if hwregs[i].gens&b.g != 0 && named(&n.args[0], "HW_REG_", hwregs[i].name) {
			id = int64(i)
		}
	}
	var err error
	if id < 0 {
		if id, err = b.integer(&n.args[0], 0, 63); err != nil {
			return 0, err
		}
	}
	offset, size := int64(0), int64(32)
	if len(n.args) == 3 {
		if offset, err = b.integer(&n.args[1], 0, 31); err != nil {
			return 0, err
		}
		if size, err = b.integer(&n.args[2], 1, 32); err != nil {
			return 0, err
		}
	}
	return id | offset<<6 | (size-1)<<11, nil
}

// gprIdx reads gpr_idx(SRC0,DST), or the number itself.
func (b *builder) gprIdx(n *node, a *Arg) (int64, error) {
	if n.kind != nodeCall {
		return b.integer(n, 0, 1<<b.f.layout.width(a.Role)-1)
	}
	if n.text != "gpr_idx" && n.text != "gpridx" {
		return 0, errAt(n.col, "expected gpr_idx(...)")
	}
	v := int64(0)
	for i := range n.args {
		found := false
		for k := range 4 {
			name := printed(&b.in, func(p *printer) { p.gprIdx(1 << k) })
			if named(&n.args[i], "", strings.TrimSuffix(strings.TrimPrefix(name, "gpr_idx("), ")")) {
				v |= 1 << k
				found = true
			}
		}
		if !found {
			return 0, errAt(n.args[i].col, "the modes are SRC0, SRC1, SRC2 and DST")
		}
	}
	return v, nil
}

// operands reads all arguments. hide is an argument that is not in the text because a modifier removes it, or -1.
func (b *builder) operands(nodes []node, hide int) error {
	for i := range b.f.Args {
		a := &b.f.Args[i]
		o := Operand{Kind: KindNone, Role: a.Role, Type: a.Type}
		if i != hide {
			var taken int
			var err error
			if len(nodes) > 0 {
				b.at[i] = &nodes[0]
			}
			if o, taken, err = b.operand(a, nodes); err != nil {
				return err
			}
			nodes = nodes[taken:]
		}
		if b.f.Fmt == EXP && a.Type == ExpT && o.Kind == KindReg {
			b.in.Mod.DMask |= 1 << (a.Role - 'a')
		}
		b.in.Ops[i] = o
		b.in.NOps++
	}
	if len(nodes) > 0 {
		return errAt(nodes[0].col, "%s has only %d operands", b.f.Name, len(b.f.Args))
	}
	return nil
}

// build makes the instruction of one form from nodes and modifiers.
func (r *textReader) build(f *Form, sub Format, nodes []node, mods []modifier, hide int) (Inst, error) {
	b := builder{textReader: r, f: f, in: Inst{Form: f, Sub: sub}}
	if sub != NoFormat {
		b.sub = mustTable().layouts[f.Gen.Index()][sub]
	}
	b.defaults()
	for i := range mods {
		for k := range mods[:i] {
			if mods[k].name == mods[i].name {
				return b.in, errAt(mods[i].col, "%s is given twice", mods[i].name)
			}
		}
		if err := b.modifier(&mods[i]); err != nil {
			return b.in, err
		}
	}
	if err := b.operands(nodes, hide); err != nil {
		return b.in, err
	}
	if sub == DPP && !slices.ContainsFunc(mods, func(m modifier) bool {
		return m.name == "quad_perm" || m.name != "row_mask" && (strings.HasPrefix(m.name, "row_") || strings.HasPrefix(m.name, "wave_"))
	}) {
		return b.in, errAt(r.toks[len(r.toks)-1].col, "the lane permutation is missing (quad_perm, row_shl, ...)")
	}
	return b.verify()
}

// verify encodes the instruction and decodes it again, and returns what the decoder sees if that is what the text says.
func (b *builder) verify() (Inst, error) {
	end := b.toks[0].col
	code, err := Encode(&b.in)
	if err != nil {
		return b.in, errAt(end, "%v", strings.TrimPrefix(err.Error(), "isa: "))
	}
	got, err := Decode(b.g, code)
	if err != nil {
		var d *DecodeError
		if errors.As(err, &d) && d.Detail != "" {
			return b.in, errAt(end, "%s", d.Detail)
		}
		return b.in, errAt(end, "%v", err)
	}
	if got.Form != b.f || got.Sub != b.in.Sub {
		return b.in, errAt(end, "%s has no such encoding", b.f.Name)
	}
	for i := range got.Operands() {
		want, have := &b.in.Ops[i], &got.Ops[i]
		if b.at[i] == nil {
			if have.Kind != want.Kind || want.Kind == KindImm && have.Val != want.Val {
				return b.in, errAt(end, "%s needs operand %d there", b.f.Name, i+1)
			}
			continue
		}
		col := b.at[i].col
		switch {
		case have.Kind == KindNone:
			return b.in, errAt(col, "%s has no such operand with these modifiers", b.f.Name)
		case have.Kind != want.Kind && want.Kind == KindOff:
			return b.in, errAt(col, "a register is needed with these modifiers")
		case have.Kind != want.Kind && have.Kind == KindOff:
			return b.in, errAt(col, "\"off\" is needed without offen, idxen or addr64")
		case have.Kind != want.Kind || have.Val != want.Val:
			return b.in, errAt(col, "%s cannot take that operand", b.f.Name)
		case have.Kind == KindReg && have.Code != want.Code:
			if have.IsSGPR() && want.IsSGPR() && want.Code-have.Code < 4 {
				return b.in, errAt(col, "the first of several scalar registers must be a multiple of 2, or of 4 for 4 and more")
			}
			return b.in, errAt(col, "%s cannot take that register or constant there", b.f.Name)
		case have.Kind == KindReg && b.at[i].kind == nodeReg && b.at[i].dwords != 0 && int(have.Dwords) != b.at[i].dwords &&
			(b.f.Fmt != MIMG || have.Role != 'v' && (have.Role != 'r' || b.at[i].dwords != 8)):
			// The address registers of an image instruction are not in its encoding; its resource is also written with 8 registers where r128 takes 4.
			return b.in, errAt(col, "%d registers are needed, not %d", max(have.Dwords, 1), b.at[i].dwords)
		}
	}
	if got.Mod != b.in.Mod {
		return b.in, errAt(end, "%s cannot have these modifiers together", b.f.Name)
	}
	return got, nil
}

// candidate is one encoding to try.
type candidate struct {
	f   *Form
	sub Format
}

// candidates finds the forms of a mnemonic, shortest encoding first.
func candidates(g Gen, name string) (list []candidate) {
	only := NoFormat
	forms := Lookup(g, name)
	if base, ok := strings.CutSuffix(name, "_sdwa"); ok && len(forms) == 0 {
		forms, only = Lookup(g, base), SDWA
	} else if base, ok := strings.CutSuffix(name, "_dpp"); ok && len(forms) == 0 {
		forms, only = Lookup(g, base), DPP
	} else if base := strings.TrimSuffix(strings.TrimSuffix(name, "_e64"), "_e32"); len(forms) == 0 {
		// A suffix that LLVM does not print, because there is one form only.
		for _, f := range Lookup(g, base) {
			if f.isVALU() && (f.layout.words == 1) == strings.HasSuffix(name, "_e32") {
				forms = append(forms, f)
			}
		}
	}
	for _, f := range forms {
		if only == NoFormat {
			list = append(list, candidate{f, NoFormat})
		}
		if f.Name == name && strings.HasSuffix(name, "_e32") || f.layout.words > 1 {
			continue
		}
		if only != DPP && f.Fmt >= VOP2 && f.Fmt <= VOPC && f.HasSDWA() {
			sub := SDWA
			if f.Fmt == VOPC && g == GCN14 {
				sub = SDWAB
			}
			list = append(list, candidate{f, sub})
		}
		if only != SDWA && f.Fmt >= VOP2 && f.Fmt <= VOPC && f.HasDPP() {
			list = append(list, candidate{f, DPP})
		}
	}
	size := func(c candidate) int {
		if c.sub != NoFormat {
			return 3
		}
		return int(c.f.layout.words)
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return size(a) - size(b) })
	return list
}

// sameMeaning are mnemonics that a generation no longer has because another does the same (AMD GCN3 ISA: "removed, identical").
var sameMeaning = map[string]string{"v_mul_lo_i32": "v_mul_lo_u32", "buffer_wbinvl1_sc": "buffer_wbinvl1_vol"}

// predicateNames are the two spellings that predicates of comparisons have.
var predicateNames = [...][2]string{{"_lg_", "_ne_"}, {"_ne_", "_lg_"}, {"_t_", "_tru_"}, {"_tru_", "_t_"}}

// spellings finds the mnemonic that a name, unknown in the generation, stands for: the other spelling of a comparison, or the name that the row
// has in another generation.
func spellings(g Gen, name string) []candidate {
	base, suffix := name, ""
	for _, s := range [...]string{"_e32", "_e64", "_sdwa", "_dpp"} {
		if b, ok := strings.CutSuffix(name, s); ok {
			base, suffix = b, s
		}
	}
	if other, ok := sameMeaning[base]; ok {
		return candidates(g, other+suffix)
	}
	if strings.HasPrefix(name, "v_cmp") || strings.HasPrefix(name, "s_cmp") {
		for _, p := range predicateNames {
			if list := candidates(g, strings.Replace(base, p[0], p[1], 1)+suffix); strings.Contains(base, p[0]) && len(list) > 0 {
				return list
			}
		}
	}
	found := ""
	for _, d := range mustTable().rows {
		here, named := "", d.Name == base
		for _, x := range d.Enc {
			named = named || x.Name == base
			if x.Gens&g != 0 {
				if here = x.Name; here == "" {
					here = d.Name
				}
			}
		}
		if !named || here == "" || here == found {
			continue
		}
		if found != "" {
			return nil // two rows: not clear which
		}
		found = here
	}
	if found == "" {
		return nil
	}
	return candidates(g, found+suffix)
}

// instruction reads one instruction; the mnemonic is the next token.
func (r *textReader) instruction() (Inst, error) {
	t := r.next()
	if t.kind != tokName {
		return Inst{}, errAt(t.col, "expected an instruction, found %s", t)
	}
	name := strings.ToLower(t.text)
	list := candidates(r.g, name)
	if len(list) == 0 {
		list = spellings(r.g, name)
	}
	if len(list) == 0 {
		return Inst{}, errAt(t.col, "%v has no instruction %s", r.g, t.text)
	}
	forms := make([]*Form, len(list))
	for i := range list {
		forms[i] = list[i].f
	}
	nodes, mods, err := r.items(func(word string) bool { return isFlag(forms, word) })
	if err != nil {
		return Inst{}, err
	}
	want := NoFormat
	for i := range mods {
		if f := mods[i].sub(); f != NoFormat {
			if want != NoFormat && want != f {
				return Inst{}, errAt(mods[i].col, "modifiers of both SDWA and DPP")
			}
			want = f
		}
	}
	// The error that is furthest to the right is of the form that fits best.
	var best *textError
	for _, c := range list {
		if want == DPP && c.sub != DPP || want == SDWA && c.sub != SDWA && c.sub != SDWAB {
			continue
		}
		in, err := r.build(c.f, c.sub, nodes, mods, -1)
		if err != nil && c.f.Fmt >= MUBUF && c.f.Fmt <= SCRATCH && len(c.f.Args) > 0 && c.f.Args[0].Role == 'd' {
			// The data or result is not in the text when it goes to LDS or is not returned.
			if in2, err2 := r.build(c.f, c.sub, nodes, mods, 0); err2 == nil {
				in, err = in2, nil
			}
		}
		if err == nil {
			return in, nil
		}
		var e *textError
		if !errors.As(err, &e) {
			e = &textError{t.col, err.Error()}
		}
		if best == nil || e.col > best.col {
			best = e
		}
	}
	if best == nil {
		best = &textError{t.col, fmt.Sprintf("%s has no form with these modifiers on %v", t.text, r.g)}
	}
	return Inst{}, best
}

// ParseInst reads one instruction in LLVM's syntax, without labels or symbols. It accepts everything that [Inst.String] prints for an instruction
// whose bits are all significant: Encode of the result gives the same bytes. Without a suffix the shortest encoding that can hold the operands is
// taken, and an inline constant where a number is one; lit(n) is always a literal. Errors are of type *[SyntaxError].
func ParseInst(g Gen, line string) (Inst, error) {
	fail := func(err error) (Inst, error) {
		e := &SyntaxError{Line: 1, Col: 1, Text: line, Msg: err.Error()}
		var te *textError
		if errors.As(err, &te) {
			e.Col = te.col + 1
		}
		return Inst{}, e
	}
	clean, err := blankComments(line)
	if err != nil {
		return fail(err)
	}
	toks, err := lexLine(clean)
	if err != nil {
		return fail(err)
	}
	r := textReader{g: g, toks: toks}
	in, err := r.instruction()
	if err != nil {
		return fail(err)
	}
	return in, nil
}
