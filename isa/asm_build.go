package isa

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

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
	l := b.f.layout
	if b.sub != nil {
		l = b.sub
	}
	for i := range l.mods {
		x := &l.mods[i]
		if v := x.absentIn(b.syntax, b.f); v != 0 && x.writes(b.f, l) {
			x.set(&b.in.Mod, uint32(v))
		}
	}
}

// roleNames are the operands by the letters of their fields.
var roleNames = map[byte]string{'d': "destination", 'e': "carry out", 'a': "source 0", 'b': "source 1", 'c': "source 2", 'i': "immediate",
	'K': "literal", 'f': "offset", 's': "base", 't': "scalar offset", 'r': "resource", 'q': "sampler", 'v': "address", 'z': "attribute",
	'k': "target"}

// countError says which operands the form takes.
func (b *builder) countError() string {
	d := decoder{in: &b.in, f: b.f}
	var names []string
	for i := range b.f.Args {
		a := &b.f.Args[i]
		if d.absent(a) {
			continue
		}
		name := roleNames[a.Role]
		switch {
		case a.Type == Rel16:
			name = "label"
		case b.f.Fmt == EXP && a.Type == ExpT:
			name = "data"
		case name == "":
			name = "data"
		case a.Role == 'c' && a.Type == Mask:
			name = "carry in or mask"
		case a.Role <= 'c' && a.Role != 'K' && !b.f.isVALU() && b.f.Fmt >= DS:
			name = "data"
		}
		names = append(names, name)
	}
	s := "s"
	if len(names) == 1 {
		s = ""
	}
	if len(names) == 0 {
		return b.f.Base() + " takes no operands"
	}
	return fmt.Sprintf("%s takes %d operand%s: %s", b.f.Base(), len(names), s, strings.Join(names, ", "))
}

// operands reads all arguments but those that a modifier removes.
func (b *builder) operands(nodes []node) error {
	d := decoder{in: &b.in, f: b.f}
	for i := range b.f.Args {
		a := &b.f.Args[i]
		if d.absent(a) {
			continue
		}
		k := b.in.NOps
		if b.impliesVCC(a, len(nodes)) {
			b.in.Ops[k] = Operand{Kind: KindReg, Role: a.Role, Type: a.Type, Dwords: 2, Code: CodeVCCLo}
			b.in.NOps++
			continue
		}
		if len(nodes) > 0 {
			b.at[k] = &nodes[0]
		}
		o, taken, err := b.operand(a, nodes)
		if err != nil {
			return err
		}
		nodes = nodes[taken:]
		if a.Type == ExpT && o.Kind == KindReg {
			b.in.Mod.DMask |= 1 << (a.Role - 'a')
		}
		b.in.Ops[k] = o
		b.in.NOps++
	}
	if len(nodes) > 0 {
		if n := &nodes[0]; n.kind == nodeName {
			names := b.modifierNames()
			if slices.Contains(names, n.text) {
				return &TextError{n.col, fmt.Sprintf("%s takes a value behind a colon: %s:N", n.text, n.text), true}
			}
			if like := Nearest(n.text, names); like != "" {
				return &TextError{n.col, fmt.Sprintf("%s has no modifier %s: did you mean %s?", b.f.Base(), n.text, like), true}
			}
		}
		return errAt(nodes[0].col, "%s", b.countError())
	}
	// A 16-bit source that is the low half of the constant of madmk or madak is the same literal.
	if k, ok := b.in.Operand('K'); ok {
		for i := range b.in.Operands() {
			if o := &b.in.Ops[i]; o.Code == CodeLiteral && o.Type.Is16() && o.Val == k.Val&0xffff {
				o.Val = k.Val
			}
		}
	}
	return nil
}

// build makes the instruction of one form from nodes and modifiers.
func (r *textReader) build(f *Form, sub Format, nodes []node, mods []modifier) (Inst, error) {
	b := builder{textReader: r, f: f, in: Inst{Form: f, Sub: sub}}
	r.patches = r.patches[:0]
	if sub != NoFormat {
		b.sub = f.table.layouts[sub]
	}
	b.defaults()
	for i := range mods {
		for k := range mods[:i] {
			switch one, two := mods[k].name, mods[i].name; {
			case one == two:
				return b.in, errAt(mods[i].col, "%s is given twice", two)
			case sameModifier(one, two):
				return b.in, errAt(mods[i].col, "%s and %s are one field: give one of them", one, two)
			}
		}
		if b.clrx() {
			if done, err := b.clrxModifier(&mods[i]); done {
				if err != nil {
					return b.in, err
				}
				continue
			}
		}
		if err := b.modifier(&mods[i]); err != nil {
			return b.in, err
		}
	}
	if b.clrx() {
		nodes = b.clrxNodes(nodes)
	}
	if err := b.operands(nodes); err != nil {
		return b.in, err
	}
	if sub == DPP && !slices.ContainsFunc(mods, func(m modifier) bool { return fieldName(m.name) == "dpp_ctrl" }) {
		if b.clrx() {
			b.in.Mod.DPP.Ctrl = dppIdentity
			return b.verify()
		}
		return b.in, errAt(r.toks[len(r.toks)-1].Col, "the lane permutation is missing (quad_perm, row_shl, ...)")
	}
	return b.verify()
}

// verify encodes the instruction and decodes it again, and returns what the decoder sees if that is
// what the text says.
func (b *builder) verify() (Inst, error) {
	end := b.toks[0].Col
	code, err := Encode(&b.in)
	if err != nil {
		for i, o := range b.in.Operands() {
			scalar := b.f.isSALU() || b.f.Fmt == SMRD || b.f.Fmt == SMEM || strings.IndexByte("rqst", o.Role) >= 0
			if o.IsVGPR() && b.at[i] != nil && scalar {
				return b.in, errAt(b.at[i].col, "%s takes no vector register here", b.f.Base())
			}
		}
		if col, msg := b.literalError(); msg != "" {
			return b.in, errAt(col, "%s", msg)
		}
		return b.in, errAt(end, "%v", strings.TrimPrefix(err.Error(), "isa: "))
	}
	got, err := b.table.decode(code)
	if err != nil {
		var d *DecodeError
		if errors.As(err, &d) && d.Detail != "" {
			return b.in, errAt(end, "%s", d.Detail)
		}
		return b.in, errAt(end, "%v", err)
	}
	if got.Form != b.f || got.Sub != b.in.Sub || got.NOps != b.in.NOps {
		return b.in, errAt(end, "%s has no such encoding", b.f.Name)
	}
	for i := range got.Operands() {
		want, have := &b.in.Ops[i], &got.Ops[i]
		if b.at[i] == nil {
			continue // the operand of s_endpgm
		}
		col := b.at[i].col
		switch {
		case have.Kind != want.Kind && want.Kind == KindOff:
			return b.in, errAt(col, "a register is needed with these modifiers")
		case have.Kind != want.Kind && have.Kind == KindOff:
			return b.in, errAt(col, "\"off\" is needed without offen, idxen or addr64")
		case have.Kind == KindReg && want.Kind == KindReg && have.IsVGPR() && !want.IsVGPR():
			if want.IsConst() && b.f.Fmt != VOP3 && (have.Role == 'b' || have.Role == 'c') {
				return b.in, errAt(col, "a vector register is needed here: a number can be the first source only")
			}
			return b.in, errAt(col, "a vector register is needed here")
		case have.Kind == KindReg && want.Kind == KindReg && !have.IsVGPR() && want.IsVGPR():
			return b.in, errAt(col, "%s takes no vector register here", b.f.Base())
		case have.Kind != want.Kind || have.Val != want.Val:
			return b.in, errAt(col, "%s cannot take that operand", b.f.Base())
		case have.Kind == KindReg && have.Code != want.Code:
			if have.IsSGPR() && want.IsSGPR() && want.Code-have.Code < 4 {
				return b.in, errAt(col, "the first of several scalar registers must be a multiple of 2, or of 4 for 4 and more")
			}
			if have.Code == CodeVCCLo && have.Dwords == 2 {
				return b.in, errAt(col, "a bit for each lane is needed here: vcc, or 2 scalar registers as in s[4:5]")
			}
			return b.in, errAt(col, "%s cannot take that register or constant there", b.f.Name)
		case have.Kind == KindReg && b.at[i].kind == nodeReg && b.at[i].dwords != 0 && int(have.Dwords) != b.at[i].dwords &&
			(b.f.Fmt != MIMG || have.Role != 'v' && (have.Role != 'r' || b.at[i].dwords != 8 &&
				!(b.clrx() && b.at[i].dwords == 4 && got.Mod.R128))) &&
			!(b.f.Fmt >= FLAT && have.Role == 'v' && have.Dwords == 1 && b.at[i].dwords == 2):
			// The address registers of an image instruction are not in its encoding; its resource
			// is also written with 8 registers where r128 takes 4. With a scalar base, global_ takes
			// one register; LLVM before 10 wanted a pair, whose first it encoded.
			why := ""
			if b.f.Fmt == MIMG && have.Role == 'd' {
				why = ", as dmask, d16 and tfe say"
			}
			return b.in, errAt(col, "%s needed here%s, not %d", registersAre(int(max(have.Dwords, 1))), why, b.at[i].dwords)
		}
	}
	if got.Mod != b.in.Mod {
		return b.in, errAt(end, "%s cannot have these modifiers together", b.f.Name)
	}
	return got, nil
}

// registersAre is "1 register is" or "N registers are".
func registersAre(n int) string {
	if n == 1 {
		return "1 register is"
	}
	return strconv.Itoa(n) + " registers are"
}

// literalError is what is wrong with the literals, if there is no room for them, and where.
func (b *builder) literalError() (col int, msg string) {
	first := -1
	for i, o := range b.in.Operands() {
		switch {
		case o.Kind != KindReg || o.Code != CodeLiteral || b.at[i] == nil:
		case first < 0:
			first = i
		case o.Val != b.in.Ops[first].Val:
			return b.at[i].col, fmt.Sprintf("%#x is a second literal beside %#x: an instruction has room for one", o.Val,
				b.in.Ops[first].Val)
		}
	}
	if first < 0 {
		return 0, ""
	}
	return b.at[first].col, fmt.Sprintf(
		"%#x is no inline constant, and this form of %s has no room for a literal: move it to a register first",
		b.in.Ops[first].Val, b.f.Base())
}

// pend notes an operand whose value is known later.
func (b *builder) pend(kind PatchKind, v Value, col int) error {
	if len(b.patches) > 0 {
		return errAt(col, "an instruction has room for one literal")
	}
	b.patches = append(b.patches, Patch{kind, v.Expr, col})
	return nil
}
