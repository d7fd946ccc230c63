package isa

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// An instruction's text is read in three steps. Operands and modifiers become nodes without regard
// to the instruction (asm_operand.go). Then each form of the mnemonic (asm_names.go) is tried, the
// shortest encoding first: its Args say what the nodes mean (asm_build.go, asm_argument.go,
// asm_modifier.go). Last, the result is encoded and decoded again, and the decoder's view must be
// what the text says. So the decoder alone knows which registers, widths and combinations of
// modifiers a form allows.

// instruction reads one instruction; the mnemonic is the next token.
func (r *textReader) instruction() (Inst, error) {
	t := r.next()
	if t.Kind != TokName {
		return Inst{}, errAt(t.Col, "expected an instruction, found %s", t)
	}
	name := strings.ToLower(t.Text)
	list := r.table.named(name)
	if base, ok := strings.CutSuffix(name, "_e64"); ok && r.clrx() && len(list) == 0 {
		list, r.literals = r.table.named(base), strings.HasPrefix(name, "s_")
		list = slices.DeleteFunc(list, func(c candidate) bool { return c.f.isVALU() })
	}
	if len(list) == 0 {
		return Inst{}, errAt(t.Col, "%s", r.table.lacks(t.Text))
	}
	forms := make([]*Form, len(list))
	for i := range list {
		forms[i] = list[i].f
	}
	nodes, mods, err := r.items(func(word string) bool {
		return isFlag(forms, word) || r.clrx() && clrxEncodings[word] != ""
	})
	if err != nil {
		return Inst{}, err
	}
	if r.clrx() {
		suffix, rest, err := clrxSuffix(mods)
		if err != nil {
			return Inst{}, err
		}
		if mods = rest; suffix != "" {
			if name += suffix; len(r.table.named(name)) == 0 {
				return Inst{}, errAt(t.Col, "%s has no such encoding on %v", t.Text, r.table.has.Gen())
			}
			list = r.table.named(name)
		}
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
	in, best := r.fit(list, want, nodes, mods)
	if best == nil {
		return in, nil
	}
	if other, ok := withCarry[name]; ok && r.carries(nodes) {
		if list := r.table.candidates(other); len(list) > 0 {
			if in, err := r.fit(list, want, nodes, mods); err == nil {
				return in, nil
			}
		}
	}
	if best.Msg == "" {
		best = &TextError{Col: t.Col, Msg: r.noForm(t.Text, want)}
	}
	return Inst{}, best
}

// noForm says that no form of the mnemonic has the modifiers: those of a second dword that the
// generation or the instruction lacks.
func (r *textReader) noForm(name string, want Format) string {
	g := r.table.has.Gen()
	second := map[Format]string{SDWA: "parts of registers (SDWA)", DPP: "lanes of other registers (DPP)"}[want]
	switch {
	case second == "":
		return fmt.Sprintf("%s has no form with these modifiers on %v", name, g)
	case r.table.layouts[want] == nil:
		return fmt.Sprintf("%v has no %s: they exist from %v on", g, second, GCN12)
	}
	return fmt.Sprintf("%s takes no %s", name, second)
}

// fit builds the first form that the operands fit. The error that is furthest to the right is of
// the form that fits best; forms with a second dword for sub-dwords or lanes count only where the
// text asks for one.
func (r *textReader) fit(list []candidate, want Format, nodes []node, mods []modifier) (Inst, *TextError) {
	best := &TextError{Col: -1}
	for _, c := range list {
		if want == DPP && c.sub != DPP || want == SDWA && c.sub != SDWA && c.sub != SDWAB {
			continue
		}
		in, err := r.build(c.f, c.sub, nodes, mods)
		if err == nil {
			return in, nil
		}
		if c.sub != NoFormat && want == NoFormat && list[0].sub == NoFormat &&
			!slices.ContainsFunc(nodes, func(n node) bool { return n.sext }) {
			continue
		}
		var e *TextError
		if !errors.As(err, &e) {
			e = &TextError{Msg: err.Error()}
		}
		if e.Col > best.Col || e.Col == best.Col && e.near && !best.near {
			best = e
		}
	}
	return Inst{}, best
}

// carries reports whether the second operand is a pair of scalar registers, as for a carry.
func (r *textReader) carries(nodes []node) bool {
	return len(nodes) >= 4 && nodes[1].kind == nodeReg && nodes[1].code < CodeVGPR && nodes[1].dwords == 2
}

// ParseInst is [Target.ParseInst] of the target that stands for a generation.
func ParseInst(g Gen, line string) (Inst, error) { return g.Target().ParseInst(line) }

// ParseInst reads one instruction of the target in LLVM's syntax, without labels or symbols. It
// accepts everything that [Inst.String] prints for an instruction whose bits are all significant:
// Encode of the result gives the same bytes. Without a suffix the shortest encoding that can hold
// the operands is taken, and an inline constant where a number is one; lit(n) is always a literal.
// Errors are of type *[SyntaxError].
func (t Target) ParseInst(line string) (Inst, error) {
	fail := func(err error) (Inst, error) {
		e := &SyntaxError{Line: 1, Col: 1, Text: line, Msg: err.Error()}
		var te *TextError
		if errors.As(err, &te) {
			e.Col = te.Col + 1
		}
		return Inst{}, e
	}
	clean, err := blankComments(line)
	if err != nil {
		return fail(err)
	}
	toks, err := lex(nil, clean, SyntaxLLVM)
	if err != nil {
		return fail(err)
	}
	r := textReader{table: t.table(), toks: toks}
	in, err := r.instruction()
	if err != nil {
		return fail(err)
	}
	return in, nil
}
