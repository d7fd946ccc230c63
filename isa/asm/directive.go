package asm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// directiveFunc assembles a directive; the scanner is at its operands. word is its name in lower
// case.
type directiveFunc func(a *assembler, word string, s *statement, at int) error

// directives are those that are read with the scanner, by name. Filled by init, as some refer to
// it.
var directives map[string]directiveFunc

// nothing is a directive that says something that no unit keeps.
func nothing(*assembler, string, *statement, int) error { return nil }

func init() {
	directives = map[string]directiveFunc{
		".byte": (*assembler).dataOf, ".short": (*assembler).dataOf, ".2byte": (*assembler).dataOf, ".hword": (*assembler).dataOf,
		".half": (*assembler).dataOf, ".value": (*assembler).dataOf, ".long": (*assembler).dataOf, ".int": (*assembler).dataOf,
		".4byte": (*assembler).dataOf, ".word": (*assembler).dataOf, ".quad": (*assembler).dataOf, ".8byte": (*assembler).dataOf,
		".dc": (*assembler).dataOf, ".dc.b": (*assembler).dataOf, ".dc.w": (*assembler).dataOf, ".dc.l": (*assembler).dataOf, ".dc.a": (*assembler).dataOf,
		".octa":  (*assembler).octa,
		".float": (*assembler).float, ".single": (*assembler).float, ".double": (*assembler).float, ".dc.s": (*assembler).float, ".dc.d": (*assembler).float,
		".ascii": (*assembler).ascii, ".asciz": (*assembler).ascii, ".string": (*assembler).ascii,
		".zero": (*assembler).skip, ".skip": (*assembler).skip, ".space": (*assembler).skip,
		".ds": (*assembler).dataSpace, ".ds.b": (*assembler).dataSpace, ".ds.w": (*assembler).dataSpace, ".ds.l": (*assembler).dataSpace, ".ds.d": (*assembler).dataSpace,
		".dcb": (*assembler).dataSpace, ".dcb.b": (*assembler).dataSpace, ".dcb.w": (*assembler).dataSpace, ".dcb.l": (*assembler).dataSpace,
		".fill": (*assembler).fill, ".org": (*assembler).orgDirective,
		".align": (*assembler).alignTo, ".balign": (*assembler).alignTo, ".balignw": (*assembler).alignTo, ".balignl": (*assembler).alignTo,
		".p2align": (*assembler).alignTo, ".p2alignw": (*assembler).alignTo, ".p2alignl": (*assembler).alignTo,
		".uleb128": (*assembler).leb128, ".sleb128": (*assembler).leb128,
		".incbin": (*assembler).incbin, ".include": (*assembler).include,

		".set": (*assembler).setDirective, ".equ": (*assembler).setDirective, ".equiv": (*assembler).setDirective,
		".globl": (*assembler).attribute, ".global": (*assembler).attribute, ".local": (*assembler).attribute, ".weak": (*assembler).attribute,
		".hidden": (*assembler).attribute, ".protected": (*assembler).attribute, ".internal": (*assembler).attribute, ".extern": (*assembler).attribute,
		".type": (*assembler).typeOf, ".size": (*assembler).sizeOf, ".comm": (*assembler).commonSymbol, ".common": (*assembler).commonSymbol,
		".lcomm": (*assembler).commonSymbol, ".amdgpu_lds": (*assembler).commonSymbol,
		".symver": nothing, ".weakref": nothing,

		".text": (*assembler).sectionNamed, ".data": (*assembler).sectionNamed, ".rodata": (*assembler).sectionNamed, ".bss": (*assembler).sectionNamed,
		".tdata": (*assembler).sectionNamed, ".tbss": (*assembler).sectionNamed, ".hsatext": (*assembler).sectionNamed,
		".previous": (*assembler).previous, ".popsection": (*assembler).popSection, ".subsection": (*assembler).subsection,
		".reloc": (*assembler).reloc,

		".endm": (*assembler).stray, ".endmacro": (*assembler).stray, ".endr": (*assembler).stray,
		".exitm": (*assembler).exitMacro, ".purgem": (*assembler).purge,
		".altmacro":   func(a *assembler, _ string, _ *statement, _ int) error { a.altmacro = true; return a.scan.End() },
		".noaltmacro": func(a *assembler, _ string, _ *statement, _ int) error { a.altmacro = false; return a.scan.End() },
		".end":        func(a *assembler, _ string, _ *statement, _ int) error { a.ended = true; return nil },
		".abort": func(a *assembler, _ string, _ *statement, _ int) error {
			return errAt(0, ".abort: assembly is stopped")
		},

		".file": (*assembler).fileDirective, ".loc": (*assembler).locDirective,
		".ident": nothing, ".addrsig": nothing, ".addrsig_sym": nothing, ".version": nothing, ".line": nothing, ".ln": nothing,
		".lto_discard": nothing, ".pseudoprobe": nothing, ".code32": nothing, ".code64": nothing, ".gnu_attribute": nothing,

		".amdgcn_target": (*assembler).target, ".amd_amdgpu_isa": (*assembler).isaName,
		".amdhsa_code_object_version": (*assembler).codeObjectVersion,
		".hsa_code_object_version":    (*assembler).hsaVersion, ".hsa_code_object_isa": (*assembler).hsaISA,
		".amdgpu_hsa_kernel": (*assembler).hsaKernel, ".amdhsa_kernel": (*assembler).kernelDirective,
		".amd_kernel_code_t": (*assembler).codeT, ".amd_amdgpu_pal_metadata": (*assembler).palMetadata,
	}
}

// directive assembles a directive.
func (a *assembler) directive(word string, s *statement, from, at int) error {
	if a.clrx != nil {
		if done, err := a.clrx.directive(a, word, s, from, at); done {
			return err
		}
	}
	switch word {
	case ".macro":
		return a.define(s, at)
	case ".rept", ".rep", ".irp", ".irpc":
		if err := a.operands(s, at); err != nil && (word == ".rept" || word == ".rep") {
			return err
		}
		return a.repeat(word, s, at, &a.scan)
	case ".section", ".pushsection":
		return a.sectionDirective(word, s, at)
	case ".print", ".error", ".warning", ".err":
		return a.say(word, s, from, at)
	}
	if _, ok := metadataDirectives[word]; ok {
		return a.metadata(word)
	}
	if strings.HasPrefix(word, ".cfi_") {
		name := word[len(".cfi_"):]
		if slices.Contains(cfiNames, name) {
			return nil
		}
		if n := isa.Nearest(name, cfiNames); n != "" {
			return errAt(from, "the directive %s is not known: did you mean .cfi_%s?", word, n)
		}
		return errAt(from, "the directive %s is not known", word)
	}
	f := directives[word]
	if f == nil {
		msg := fmt.Sprintf("the directive %s is not known", word)
		if strings.HasPrefix(word, ".amdhsa_") {
			msg = word + " stands between .amdhsa_kernel and .end_amdhsa_kernel"
		} else if _, ok := clrxFormats[word]; ok {
			msg += ": it is one of CLRX's dialect, which --syntax clrx reads"
		} else if n := isa.Nearest(word, directiveNames()); n != "" {
			msg += ": did you mean " + n + "?"
		}
		return errAt(from, "%s", msg)
	}
	if err := a.operands(s, at); err != nil {
		return err
	}
	return f(a, word, s, from)
}

// cfiNames are the directives of call frames, behind ".cfi_". Nothing here reads call frames: they
// say nothing.
var cfiNames = []string{"adjust_cfa_offset", "b_key_frame", "def_cfa", "def_cfa_offset", "def_cfa_register", "endproc", "escape", "label", "lsda",
	"llvm_def_aspace_cfa", "offset", "personality", "register", "rel_offset", "remember_state", "restore", "restore_state", "return_column",
	"same_value", "sections", "signal_frame", "startproc", "undefined", "val_offset", "window_save"}

// directiveNames are all names of directives and macros-like words.
func directiveNames() []string {
	names := []string{".macro", ".rept", ".irp", ".irpc", ".section", ".pushsection", ".print", ".error", ".warning",
		".end_amdhsa_kernel"}
	for n := range metadataDirectives {
		names = append(names, n)
	}
	for n := range directives {
		names = append(names, n)
	}
	for n := range conditions {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// name takes a name; a string is one too.
func (a *assembler) name(what string) (string, error) {
	t := a.scan.Next()
	if t.Kind != isa.TokName && t.Kind != isa.TokString {
		return "", errAt(t.Col, "expected %s, found %s", what, t)
	}
	return t.Text, nil
}

// text takes a string.
func (a *assembler) text() (string, error) {
	t := a.scan.Next()
	if t.Kind != isa.TokString {
		return "", errAt(t.Col, "expected a string, found %s", t)
	}
	return t.Text, nil
}

// list calls f for what commas separate; there may be nothing.
func (a *assembler) items(f func(col int) error) error {
	if a.scan.Peek().Kind == isa.TokEnd {
		return nil
	}
	for {
		if err := f(a.scan.Peek().Col); err != nil {
			return err
		}
		if !a.scan.Accept(",") {
			return a.scan.End()
		}
	}
}

// warn adds a warning.
func (a *assembler) warn(p place, msg string) {
	if len(a.warnings) < maxWarnings {
		a.warnings = append(a.warnings, a.message(SeverityWarning, p, msg))
	}
}

const maxWarnings = 1000

// say is .print, .error, .warning and .err.
func (a *assembler) say(word string, s *statement, from, at int) error {
	if word == ".err" {
		return errAt(from, ".err is here")
	}
	msg := word + " is here"
	if !isBlank(s.text[at:]) {
		if err := a.operands(s, at); err != nil {
			return err
		}
		var err error
		if msg, err = a.text(); err != nil {
			return err
		}
		if err := a.scan.End(); err != nil {
			return err
		}
	}
	switch word {
	case ".error":
		return errAt(from, "%s", msg)
	case ".warning":
		a.warn(a.column(from), msg)
	default:
		if len(a.warnings) < maxWarnings {
			a.warnings = append(a.warnings, a.message(SeverityPrint, a.column(from), msg))
		}
	}
	return nil
}
