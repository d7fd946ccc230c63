package asm

import (
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// Code assembles a text to the bytes of its code for the target that stands for a generation.
func Code(g isa.Gen, src string) (isa.Program, error) { return CodeFor(g.Target(), src) }

// CodeFor assembles a text to the bytes of its code. Errors are of type [Errors].
func CodeFor(t isa.Target, src string) (isa.Program, error) { return CodeIn(isa.SyntaxLLVM, t, src) }

// CodeIn is [CodeFor] of a text in a syntax.
func CodeIn(s isa.Syntax, t isa.Target, src string) (isa.Program, error) {
	u, _, err := Assemble(src, Options{Target: t, Raw: true, Syntax: s})
	if err != nil {
		return isa.Program{}, err
	}
	return u.Program(), nil
}

// Program is the section .text with its labels, as raw code: other sections are left out, and what
// [Section.Relocs] fill is 0.
func (u *Unit) Program() isa.Program {
	const text = 0
	p := isa.Program{Code: u.Sections[text].Data, Labels: map[string]int{}, Global: map[string]bool{}}
	for i := range u.Symbols {
		y := &u.Symbols[i]
		if numbered := y.Name[0] >= '0' && y.Name[0] <= '9'; y.Section != text || y.Variable || numbered || y.Name == "." {
			continue
		}
		p.Labels[y.Name] = int(y.Value)
		if y.Bind != 0 {
			p.Global[y.Name] = true
		}
	}
	for _, l := range u.Lines {
		if l.Section == text {
			p.Lines = append(p.Lines, isa.Line{Offset: int(l.Offset), Len: int(l.Len), Line: l.Pos.Line, Data: l.Data})
		}
	}
	return p
}

// TargetOf is the target that a text names: by .amdgcn_target, .amd_amdgpu_isa or
// .hsa_code_object_isa with numbers, or by CLRX's .gpu or .arch.
func TargetOf(src string) (isa.Target, bool) {
	for line := range strings.Lines(src) {
		word := directiveWord(line)
		rest := line[strings.Index(strings.ToLower(line), word)+len(word):]
		switch word {
		case ".amdgcn_target", ".amd_amdgpu_isa":
			if f := strings.Split(rest, "\""); len(f) == 3 {
				t, err := isa.FindTarget(isa.Processor(f[1]))
				return t, err == nil
			}
		case ".gpu", ".arch":
			rest, _, _ = strings.Cut(rest, "#")
			rest, _, _ = strings.Cut(rest, ";")
			rest, _, _ = strings.Cut(rest, "/*")
			if t, err := CLRXTarget(rest); err == nil {
				return t, true
			}
		case ".hsa_code_object_isa":
			var major, minor, stepping int
			rest = strings.NewReplacer(" ", "", "\t", "").Replace(rest)
			if n, _ := fmt.Sscanf(rest, "%d,%d,%d", &major, &minor, &stepping); n == 3 {
				t, err := isa.FindTarget(fmt.Sprintf("gfx%d%d%x", major, minor, stepping))
				return t, err == nil
			}
		}
	}
	return isa.Target{}, false
}
