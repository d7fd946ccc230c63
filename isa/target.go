package isa

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// ErrTarget says that an instruction is another one on the target than on its generation, or one that its generation does not have,
// and is not supported. It is the Err of a [DecodeError] or in the Msg of a [SyntaxError].
var ErrTarget = errors.New("another instruction on this target")

// A difference is an instruction that some targets have in another way than the first of their generation, which the tables describe.
// What is here is refused by name on these targets. A target that is not in a row is like its generation.
type difference struct {
	targets []string
	// The words: the first dword under mask is match, and where is true of the first two, if it is not nil.
	mask, match uint32
	where       func(lo, hi uint32) bool

	name string // what it is on these targets; empty: as on the generation
	base string // what it is on the generation; empty: nothing
	how  string // what is different where the name is the same
}

// Prefixes of formats, with the place of the opcode.
const (
	vop2Op, vop2Mask   = 25, 0xfe000000
	vop3Word, vop3Mask = 0xd0000000, 0xffff0000 // GCN 1.2 and 1.4
	vop3pWord          = 0xd3800000
	mubufWord, mtbWord = 0xe0000000, 0xe8000000
	mubufMask, mtbMask = 0xfc000000 | 0x7f<<18, 0xfc000000 | 15<<15
	mimgWord, mimgMask = 0xf0000000, 0xfc000000
)

// differences: LLVM's disassembler and assembler of release 22 for each target, compared with those of the first of its generation;
// testdata/isa/targets.sh makes the comparison. Apart from these rows they are the same.
var differences = slices.Concat(
	// FeatureFmaMixInsts: the fused operations are in the place of the others.
	diffVOP3P([]string{"gfx904", "gfx906"}, map[uint32][2]string{
		0x20: {"v_fma_mix_f32", "v_mad_mix_f32"}, 0x21: {"v_fma_mixlo_f16", "v_mad_mixlo_f16"}, 0x22: {"v_fma_mixhi_f16", "v_mad_mixhi_f16"}}),
	// FeatureDLInsts and the dot instructions.
	diffVOP3P([]string{"gfx906"}, map[uint32][2]string{
		0x23: {"v_dot2_f32_f16"}, 0x26: {"v_dot2_i32_i16"}, 0x27: {"v_dot2_u32_u16"}, 0x28: {"v_dot4_i32_i8"}, 0x29: {"v_dot4_u32_u8"},
		0x2a: {"v_dot8_i32_i4"}, 0x2b: {"v_dot8_u32_u4"}}),
	diffVOP2([]string{"gfx906"}, map[uint32]string{0x3b: "v_fmac_f32", 0x3d: "v_xnor_b32"}),
	// No FeatureUnpackedD16VMem: as on GCN 1.4, two components of 16 bits share a register.
	diffPacked([]string{"gfx810"}),
)

// differencesOf are the rows of each target that has any.
var differencesOf = func() map[string][]*difference {
	of := map[string][]*difference{}
	for i := range differences {
		for _, t := range differences[i].targets {
			of[t] = append(of[t], &differences[i])
		}
	}
	return of
}()

func diffVOP3P(targets []string, ops map[uint32][2]string) (rows []difference) {
	for op, n := range ops {
		rows = append(rows, difference{targets: targets, mask: vop3Mask, match: vop3pWord | op<<16, name: n[0], base: n[1]})
	}
	return rows
}

// diffVOP2 are instructions in VOP2 and, as all of these, in VOP3.
func diffVOP2(targets []string, ops map[uint32]string) (rows []difference) {
	for op, n := range ops {
		rows = append(rows, difference{targets: targets, mask: vop2Mask, match: op << vop2Op, name: n},
			difference{targets: targets, mask: vop3Mask, match: vop3Word | (0x100+op)<<16, name: n})
	}
	return rows
}

// diffPacked are the accesses of several components of 16 bits.
func diffPacked(targets []string) (rows []difference) {
	const how = "has two components of 16 bits in a register"
	for op := range uint32(8) {
		if op&3 == 0 { // one component
			continue
		}
		rows = append(rows, difference{targets: targets, mask: mubufMask, match: mubufWord | (8+op)<<18, how: how},
			difference{targets: targets, mask: mtbMask, match: mtbWord | (8+op)<<15, how: how})
	}
	return append(rows, difference{targets: targets, mask: mimgMask, match: mimgWord, how: how, where: func(lo, hi uint32) bool {
		const d16, gather4 = 1 << 31, 2 // the opcodes 0x40 to 0x5f
		return hi&d16 != 0 && (lo>>23&3 == gather4 || bits.OnesCount32(lo>>8&15) > 1)
	}})
}

// Refuses reports, as a *[DecodeError] that wraps [ErrTarget], that the instruction at the beginning of code is not the one of the
// target's generation, and names both. It says nothing of words that are no instruction on either. The zero Target refuses nothing.
func (t Target) Refuses(code []byte) error {
	rows := differencesOf[t.Name]
	if len(rows) == 0 || len(code) < 4 {
		return nil
	}
	lo, hi := binary.LittleEndian.Uint32(code), uint32(0)
	if len(code) >= 8 {
		hi = binary.LittleEndian.Uint32(code[4:])
	}
	for _, d := range rows {
		if lo&d.mask != d.match || d.where != nil && !d.where(lo, hi) {
			continue
		}
		if d.base == "" && d.name != "" {
			return &DecodeError{Gen: t.Gen, Word: lo, Err: ErrTarget, Detail: fmt.Sprintf("%s is an instruction of %s: not supported yet", d.name, t.Name)}
		}
		in, err := Decode(t.Gen, code)
		if err != nil {
			return nil // it is none on the generation, and so none here
		}
		detail := fmt.Sprintf("%s is %s on %s: not supported yet", in.Form.Base(), d.name, t.Name)
		if d.name == "" {
			detail = fmt.Sprintf("%s %s on %s: not supported yet", in.Form.Base(), d.how, t.Name)
		}
		return &DecodeError{Gen: t.Gen, Word: lo, Err: ErrTarget, Detail: detail}
	}
	return nil
}

// Decode is [Decode] for the target: what is another instruction there is refused by name, see [Target.Refuses].
func (t Target) Decode(code []byte) (Inst, error) {
	if err := t.Refuses(code); err != nil {
		return Inst{}, err
	}
	return Decode(t.Gen, code)
}

// Assemble is [Assemble] for the target: what is another instruction there, or one that only it has, is refused by name.
func (t Target) Assemble(src string) (Program, error) {
	p, err := Assemble(t.Gen, src)
	var lines []string
	line := func(n int) string {
		if lines == nil {
			lines = strings.Split(src, "\n")
		}
		if n < 1 || n > len(lines) {
			return ""
		}
		return lines[n-1]
	}
	if err != nil {
		var e *SyntaxError
		if errors.As(err, &e) {
			if _, name, ok := strings.Cut(e.Msg, " has no instruction "); ok {
				if name, ok = t.own(name); ok {
					e.Msg = fmt.Sprintf("%s is an instruction of %s: not supported yet", name, t.Name)
				}
			} else if name, how := t.other(e.Text); how != "" { // its operands are others too
				*e = SyntaxError{Line: e.Line, Col: 1 + strings.Index(e.Text, name), Text: e.Text, Msg: how}
			}
		}
		return Program{}, err
	}
	for _, l := range p.Lines {
		if l.Data {
			continue
		}
		var e *DecodeError
		if errors.As(t.Refuses(p.Code[l.Offset:]), &e) {
			text := line(l.Line)
			return Program{}, &SyntaxError{Line: l.Line, Col: 1 + len(text) - len(strings.TrimLeft(text, " \t")), Text: text, Msg: e.Detail}
		}
	}
	return p, nil
}

// own is an instruction that the target has and its generation has not, by what a text calls it.
func (t Target) own(text string) (name string, ok bool) {
	text = strings.ToLower(text)
	for _, suffix := range []string{"_e32", "_e64", "_dpp", "_sdwa"} {
		text = strings.TrimSuffix(text, suffix)
	}
	return text, slices.ContainsFunc(differencesOf[t.Name], func(d *difference) bool { return d.name == text })
}

// other is the instruction of a line of text that the target has under the same name with other operands, and why it is refused.
func (t Target) other(line string) (name, why string) {
	words := strings.Fields(line)
	for _, f := range Forms(t.Gen) {
		if slices.Contains(words, f.Base()) && (f.Fmt != MIMG || slices.Contains(words, "d16")) {
			if why, ok := t.RefusedForm(f); ok {
				return f.Base(), f.Base() + ": " + why
			}
		}
	}
	return "", ""
}

// RefusedForm reports whether some words of a form of the generation's are refused, and why.
func (t Target) RefusedForm(f *Form) (why string, ok bool) {
	for _, d := range differencesOf[t.Name] {
		switch {
		case d.base != "" && d.base == f.Base():
			return fmt.Sprintf("%s on %s, which is not supported yet", d.name, t.Name), true
		case d.name == "" && f.Fmt == formatOf(d) && (f.Fmt == MIMG || d.match&d.mask == wordOf(f)&d.mask):
			return fmt.Sprintf("on %s it %s, which is not supported yet", t.Name, d.how), true
		}
	}
	return "", false
}

// formatOf is the format of a difference in memory instructions.
func formatOf(d *difference) Format {
	switch d.match & mimgMask {
	case mubufWord:
		return MUBUF
	case mtbWord:
		return MTBUF
	}
	return MIMG
}

// wordOf is the first dword of a MUBUF or MTBUF form, with its opcode only.
func wordOf(f *Form) uint32 {
	if f.Fmt == MUBUF {
		return mubufWord | uint32(f.Op)<<18
	}
	return mtbWord | uint32(f.Op)<<15
}
