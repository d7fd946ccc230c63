package asm

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// directiveFunc assembles a directive; the scanner is at its operands. word is its name in lower case.
type directiveFunc func(a *assembler, word string, s *statement, at int) error

// directives are those that are read with the scanner, by name. Filled by init, as some refer to it.
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
	case ".amdgpu_metadata", ".amd_amdgpu_hsa_metadata", ".amdgpu_pal_metadata":
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

// cfiNames are the directives of call frames, behind ".cfi_". Nothing here reads call frames: they say nothing.
var cfiNames = []string{"adjust_cfa_offset", "b_key_frame", "def_cfa", "def_cfa_offset", "def_cfa_register", "endproc", "escape", "label", "lsda",
	"llvm_def_aspace_cfa", "offset", "personality", "register", "rel_offset", "remember_state", "restore", "restore_state", "return_column",
	"same_value", "sections", "signal_frame", "startproc", "undefined", "val_offset", "window_save"}

// directiveNames are all names of directives and macros-like words.
func directiveNames() []string {
	names := []string{".macro", ".rept", ".irp", ".irpc", ".section", ".pushsection", ".print", ".error", ".warning",
		".amdgpu_metadata", ".end_amdhsa_kernel"}
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

// dataSizes are the data directives by bytes of each value.
var dataSizes = map[string]int{".byte": 1, ".short": 2, ".2byte": 2, ".hword": 2, ".half": 2, ".value": 2, ".long": 4, ".int": 4, ".4byte": 4,
	".word": 4, ".quad": 8, ".8byte": 8, ".dc": 2, ".dc.b": 1, ".dc.w": 2, ".dc.l": 4, ".dc.a": 8}

// dataOf is .byte and its like.
func (a *assembler) dataOf(word string, _ *statement, _ int) error {
	size := dataSizes[word]
	return a.items(func(col int) error {
		v, err := a.scan.Expr()
		if err != nil {
			return err
		}
		if v.Float != "" {
			return errAt(col, "%s takes integers: .float and .double take %s", word, v.Float)
		}
		return a.emitValue(v, size, col)
	})
}

// octa is .octa: integers of 128 bits.
func (a *assembler) octa(string, *statement, int) error {
	return a.items(func(col int) error {
		t := a.scan.Peek()
		if t.Kind == isa.TokBig {
			a.scan.Next()
			n, ok := new(big.Int).SetString(t.Text, 0)
			if !ok || n.BitLen() > 128 {
				return errAt(col, "%s does not fit 128 bits", t.Text)
			}
			var w [16]byte
			n.FillBytes(w[:])
			slices.Reverse(w[:])
			return a.emit(w[:])
		}
		v, err := a.scan.Known()
		if err != nil {
			return err
		}
		var w [16]byte
		binary.LittleEndian.PutUint64(w[:], uint64(v))
		if v < 0 {
			binary.LittleEndian.PutUint64(w[8:], math.MaxUint64)
		}
		return a.emit(w[:])
	})
}

// float is .float and .double.
func (a *assembler) float(word string, _ *statement, _ int) error {
	return a.items(func(col int) error {
		sign := ""
		for a.scan.Accept("-") {
			sign = map[string]string{"": "-", "-": ""}[sign]
		}
		a.scan.Accept("+")
		t := a.scan.Next()
		if t.Kind != isa.TokInt && t.Kind != isa.TokFloat && t.Kind != isa.TokBig && t.Kind != isa.TokName {
			return errAt(t.Col, "expected a number, found %s", t)
		}
		bits := 32
		if word == ".double" || word == ".dc.d" {
			bits = 64
		}
		text := t.Text
		if strings.HasPrefix(strings.ToLower(text), "0x") && !strings.ContainsAny(text, "pP") {
			text = strconv.FormatUint(uint64(t.Int), 10) // a number, not a pattern
		}
		v, err := strconv.ParseFloat(sign+text, bits)
		if err != nil && (t.Kind == isa.TokName || !math.IsInf(v, 0)) {
			return errAt(t.Col, "not a number: %s", t.Text)
		}
		if bits == 64 {
			return a.emit(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
		}
		return a.emit(binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(v))))
	})
}

// ascii is .ascii, .asciz and .string.
func (a *assembler) ascii(word string, _ *statement, _ int) error {
	return a.items(func(int) error {
		s, err := a.text()
		if err != nil {
			return err
		}
		for a.scan.Peek().Kind == isa.TokString { // strings in a row are one
			s += a.scan.Next().Text
		}
		if word != ".ascii" {
			s += "\x00"
		}
		return a.emit([]byte(s))
	})
}

// fillOf appends count values of some bytes. The count may be known only at the end.
func (a *assembler) fillOf(count isa.Value, size int, val int64, col int) error {
	if count.Float != "" {
		return errAt(col, "expected an integer")
	}
	if count.Expr != nil {
		if n, err := a.Fold(count.Expr); err == nil {
			count = isa.Value{Int: n}
		}
	}
	f := &fragment{kind: fragFixed, fill: uint64(val), fillLen: size, place: a.column(col), expr: count.Expr}
	if count.Expr != nil {
		f.kind = fragFill
	} else {
		if count.Int < 0 || size > 0 && count.Int > a.most.size/int64(size) && !a.sec.nobits || count.Int > math.MaxInt32*64 {
			return errAt(col, "the count is %d: at most %d MiB are possible", count.Int, a.most.size>>20)
		}
		f.n = count.Int * int64(size)
	}
	if a.sec.nobits && val != 0 {
		return errAt(col, "the section %s holds only zeros", a.sec.name)
	}
	if f.kind == fragFixed && !a.sec.nobits {
		var w [8]byte
		binary.LittleEndian.PutUint64(w[:], uint64(val))
		if err := a.room(int(f.n)); err != nil {
			return err
		}
		d := a.sec.data()
		at := len(d.data)
		d.data = slices.Grow(d.data, int(f.n))
		for range count.Int {
			d.data = append(d.data, w[:size]...)
		}
		a.note(d, at, true)
		return nil
	}
	a.sec.add(f)
	return nil
}

// skip is .zero, .skip and .space: bytes[, value].
func (a *assembler) skip(string, *statement, int) error {
	col := a.scan.Peek().Col
	n, err := a.scan.Expr()
	if err != nil {
		return err
	}
	val := int64(0)
	if a.scan.Accept(",") {
		if val, err = a.scan.Known(); err != nil {
			return err
		}
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	return a.fillOf(n, 1, val&0xff, col)
}

// dataSpace is .ds.b count and .dcb.b count, value.
func (a *assembler) dataSpace(word string, _ *statement, _ int) error {
	size := map[byte]int{'b': 1, 'w': 2, 'l': 4, 'd': 8}[word[len(word)-1]]
	if word == ".ds" || word == ".dcb" {
		size = 2
	}
	col := a.scan.Peek().Col
	n, err := a.scan.Expr()
	if err != nil {
		return err
	}
	val := int64(0)
	if strings.HasPrefix(word, ".dcb") && a.scan.Accept(",") {
		if val, err = a.scan.Known(); err != nil {
			return err
		}
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	return a.fillOf(n, size, val, col)
}

// fill is .fill count[, size[, value]]. Of the value 32 bits count.
func (a *assembler) fill(string, *statement, int) error {
	col := a.scan.Peek().Col
	n, err := a.scan.Expr()
	if err != nil {
		return err
	}
	size, val := int64(1), int64(0)
	for _, p := range [...]*int64{&size, &val} {
		if !a.scan.Accept(",") {
			break
		}
		if *p, err = a.scan.Known(); err != nil {
			return err
		}
	}
	if size < 0 {
		return errAt(col, "the size is %d", size)
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	return a.fillOf(n, int(min(size, 8)), val&math.MaxUint32, col)
}

// orgDirective is .org offset[, value].
func (a *assembler) orgDirective(string, *statement, int) error {
	col := a.scan.Peek().Col
	v, err := a.scan.Expr()
	if err != nil {
		return err
	}
	val := int64(0)
	if a.scan.Accept(",") {
		if val, err = a.scan.Known(); err != nil {
			return err
		}
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	if err := a.org(v, col); err != nil {
		return err
	}
	a.sec.frags[len(a.sec.frags)-1].fill = uint64(val & 0xff)
	return nil
}

// org moves on to an offset of the section.
func (a *assembler) org(v isa.Value, col int) error {
	if v.Float != "" {
		return errAt(col, "expected an integer")
	}
	e := v.Expr
	if e == nil {
		e = &isa.Expr{Int: v.Int}
	}
	a.sec.add(&fragment{kind: fragOrg, expr: e, fillLen: 1, place: a.column(col)})
	return nil
}

// alignTo is .align and its like: boundary[, value[, most]]. Code is padded with s_nop, data with zeros or the value.
func (a *assembler) alignTo(word string, _ *statement, _ int) error {
	col := a.scan.Peek().Col
	if a.scan.Peek().Kind == isa.TokEnd {
		return errAt(col, "%s takes an alignment", word)
	}
	n, err := a.scan.Known()
	if err != nil {
		return err
	}
	size := 1
	switch word[len(word)-1] {
	case 'w':
		size = 2
	case 'l':
		size = 4
	}
	if strings.HasPrefix(word, ".p2align") {
		if n < 0 || n > 31 {
			return errAt(col, "the alignment is a power of two: .p2align 8 aligns to 256 bytes, and 31 is the most")
		}
		n = 1 << n
	}
	if n == 0 {
		n = 1
	}
	if n < 0 || n&(n-1) != 0 || n > 1<<31 {
		return errAt(col, "the alignment %d is no power of two", n)
	}
	fill, filled, limit := int64(0), false, int64(0)
	if a.scan.Accept(",") {
		if t := a.scan.Peek(); t.Text != "," && t.Kind != isa.TokEnd {
			if fill, err = a.scan.Known(); err != nil {
				return err
			}
			filled = true
		}
		if a.scan.Accept(",") {
			limitCol := a.scan.Peek().Col
			if limit, err = a.scan.Known(); err != nil {
				return err
			}
			if limit < 1 {
				return errAt(limitCol, "the most bytes of padding are %d: 1 or more make sense", limit)
			}
		}
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	if n > a.most.size {
		return errAt(col, "the alignment %d is more than the %d MiB that a section may have", n, a.most.size>>20)
	}
	a.sec.align = max(a.sec.align, n)
	a.sec.add(&fragment{kind: fragAlign, align: n, limit: limit, code: a.sec.text() && !filled && size == 1,
		fill: uint64(fill), fillLen: size, place: a.column(col)})
	return nil
}

// leb128 is .uleb128 and .sleb128.
func (a *assembler) leb128(word string, _ *statement, _ int) error {
	signed := word == ".sleb128"
	return a.items(func(col int) error {
		v, err := a.scan.Expr()
		if err != nil {
			return err
		}
		if v.Float != "" {
			return errAt(col, "expected an integer")
		}
		if v.Expr == nil {
			return a.emit(leb(nil, v.Int, signed, 0))
		}
		a.sec.add(&fragment{kind: fragLEB, expr: v.Expr, signed: signed, place: a.column(col)})
		return nil
	})
}

// open reads a file for .include and .incbin.
func (a *assembler) open(word string, most int64) (string, []byte, error) {
	t := a.scan.Peek()
	name, err := a.text()
	if err != nil {
		return "", nil, err
	}
	if a.o.Open == nil {
		return "", nil, errAt(t.Col, "%s cannot read %q: only a text from a file can name others", word, name)
	}
	data, path, err := a.o.Open(name, most)
	if err != nil {
		return "", nil, errAt(t.Col, "%s: %v", word, err)
	}
	return path, data, nil
}

// include is .include "file".
func (a *assembler) include(word string, s *statement, from int) error {
	name, data, err := a.open(word, int64(a.most.expanded/4))
	if err != nil {
		return err
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	a.push(frame{text: string(data), line: 1, file: a.file(name), raw: true, name: name},
		&expansion{"included here", a.column(from)})
	return nil
}

// incbin is .incbin "file"[, skip[, count]].
func (a *assembler) incbin(word string, _ *statement, _ int) error {
	_, data, err := a.open(word, a.most.size)
	if err != nil {
		return err
	}
	skip, count := int64(0), int64(len(data))
	if a.scan.Accept(",") {
		col := a.scan.Peek().Col
		if a.scan.Peek().Text != "," {
			if skip, err = a.scan.Known(); err != nil {
				return err
			}
			if skip < 0 {
				return errAt(col, "the offset is negative: %d", skip)
			}
		}
		if a.scan.Accept(",") {
			if count, err = a.scan.Known(); err != nil {
				return err
			}
			if count < 0 {
				a.warn(a.column(col), "the count is negative: nothing is read")
				return nil
			}
		}
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	data = data[min(skip, int64(len(data))):]
	return a.emit(data[:min(count, int64(len(data)))])
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

// setDirective is .set, .equ and .equiv: name, expression.
func (a *assembler) setDirective(word string, _ *statement, _ int) error {
	col := a.scan.Peek().Col
	name, err := a.name("a symbol's name")
	if err != nil {
		return err
	}
	if !a.scan.Accept(",") {
		return errAt(a.scan.Peek().Col, "%s takes a name, a comma and a value", word)
	}
	if a.clrx != nil && a.scan.Accept("%") {
		return a.clrxOperandHere(name)
	}
	return a.set(name, col, word != ".equiv")
}

// attribute is .globl and its like.
func (a *assembler) attribute(word string, _ *statement, _ int) error {
	if a.scan.Peek().Kind == isa.TokEnd {
		return errAt(a.scan.Peek().Col, "%s takes the names of symbols", word)
	}
	return a.items(func(int) error {
		name, err := a.name("a symbol's name")
		if err != nil {
			return err
		}
		s := a.symbol(a.fullName(name))
		switch word {
		case ".globl", ".global":
			s.bind, s.bound = stbGlobal, true
		case ".weak":
			s.bind, s.bound = stbWeak, true
		case ".local":
			s.bind, s.bound = 0, true
		case ".hidden":
			s.vis = stvHidden
		case ".protected":
			s.vis = stvProtected
		case ".internal":
			s.vis = stvInternal
		}
		return nil
	})
}

// typeOf is .type name, @function.
func (a *assembler) typeOf(word string, _ *statement, _ int) error {
	name, err := a.name("a symbol's name")
	if err != nil {
		return err
	}
	a.scan.Accept(",")
	for a.scan.Accept("%") || a.scan.Accept("#") {
	}
	t := a.scan.Next()
	types := map[string]uint8{"function": sttFunc, "stt_func": sttFunc, "object": sttObject, "stt_object": sttObject,
		"notype": 0, "stt_notype": 0,
		"common": sttCommon, "stt_common": sttCommon, "tls_object": sttTLS, "stt_tls": sttTLS, "gnu_unique_object": sttObject,
		"gnu_indirect_function": sttIFunc, "amdgpu_hsa_kernel": sttKernel}
	typ, ok := types[strings.ToLower(strings.TrimPrefix(t.Text, "@"))]
	if !ok {
		return errAt(t.Col, "a symbol's type is @function, @object or @notype, not %s", t)
	}
	if s := a.symbol(name); s.typ != sttKernel {
		s.typ = typ
	}
	return a.scan.End()
}

// sizeOf is .size name, expression.
func (a *assembler) sizeOf(word string, _ *statement, _ int) error {
	name, err := a.name("a symbol's name")
	if err != nil {
		return err
	}
	if !a.scan.Accept(",") {
		return errAt(a.scan.Peek().Col, "%s takes a name, a comma and a size", word)
	}
	v, err := a.scan.Expr()
	if err != nil {
		return err
	}
	a.symbol(name).sizeExpr = &v
	return a.scan.End()
}

// commonSymbol is .comm name, size[, alignment], .lcomm and .amdgpu_lds.
func (a *assembler) commonSymbol(word string, _ *statement, _ int) error {
	col := a.scan.Peek().Col
	name, err := a.name("a symbol's name")
	if err != nil {
		return err
	}
	if !a.scan.Accept(",") {
		return errAt(a.scan.Peek().Col, "%s takes a name, a comma and a size", word)
	}
	sizeCol := a.scan.Peek().Col
	size, err := a.scan.Known()
	if err != nil {
		return err
	}
	align := int64(1)
	if word == ".amdgpu_lds" {
		align = 4
	}
	if a.scan.Accept(",") {
		alignCol := a.scan.Peek().Col
		if align, err = a.scan.Known(); err != nil {
			return err
		}
		if align <= 0 || align&(align-1) != 0 || align >= 1<<31 {
			return errAt(alignCol, "the alignment %d is no power of two", align)
		}
	}
	if size < 0 || size > math.MaxUint32 {
		return errAt(sizeCol, "the size is %d", size)
	}
	if word == ".amdgpu_lds" && size > ldsBytes {
		return errAt(sizeCol, "the size is %d: a group has at most %d bytes of LDS", size, ldsBytes)
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	s := a.symbol(name)
	if s.kind != undefined {
		return errAt(col, "%s is defined already, at %s", name, a.where(s.pos))
	}
	s.pos = a.column(col).pos
	if word == ".lcomm" {
		bss := a.section(".bss", nobits, shfAlloc|shfWrite, 0)
		bss.align = max(bss.align, align)
		bss.add(&fragment{kind: fragAlign, align: align, fillLen: 1, place: a.column(col)})
		f := bss.data()
		s.kind, s.sec, s.f, s.at, s.typ = label, bss, f, len(f.data), sttObject
		bss.add(&fragment{kind: fragFixed, n: size, fillLen: 1})
		return nil
	}
	s.kind, s.size, s.align, s.lds, s.typ = common, size, align, word == ".amdgpu_lds", sttObject
	return nil
}

const ldsBytes = 64 << 10

// namedSections are sections whose name says their type and flags, also of names that begin with it and a dot.
var namedSections = []struct {
	name  string
	typ   uint32
	flags uint64
}{
	{".text", progbits, shfAlloc | shfExec}, {".init", progbits, shfAlloc | shfExec}, {".fini", progbits, shfAlloc | shfExec},
	{".data", progbits, shfAlloc | shfWrite}, {".data1", progbits, shfAlloc | shfWrite}, {".rodata", progbits, shfAlloc}, {".rodata1", progbits, shfAlloc},
	{".bss", nobits, shfAlloc | shfWrite}, {".tdata", progbits, shfAlloc | shfWrite | shfTLS}, {".tbss", nobits, shfAlloc | shfWrite | shfTLS},
	{".init_array", 14, shfAlloc | shfWrite}, {".fini_array", 15, shfAlloc | shfWrite}, {".preinit_array", 16, shfAlloc | shfWrite},
	{".note", noteType, 0}, {".eh_frame", progbits, shfAlloc},
}

// standard is a section's type and flags by its name.
func standard(name string) (typ uint32, flags uint64) {
	for _, n := range namedSections {
		if name == n.name || strings.HasPrefix(name, n.name+".") {
			return n.typ, n.flags
		}
	}
	return progbits, 0
}

// sectionNamed is .text and its like.
func (a *assembler) sectionNamed(word string, _ *statement, _ int) error {
	if a.scan.Peek().Kind != isa.TokEnd { // a subsection: 0 is the section
		col := a.scan.Peek().Col
		n, err := a.scan.Known()
		if err != nil {
			return err
		}
		if n != 0 {
			return errAt(col, "the subsection %d: only 0 is supported, write .section with another name", n)
		}
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	typ, flags := standard(word)
	a.enter(a.section(word, typ, flags, 0))
	return nil
}

// sectionTypes are the types after "@".
var sectionTypes = map[string]uint32{"progbits": progbits, "nobits": nobits, "note": noteType, "init_array": 14, "fini_array": 15,
	"preinit_array": 16, "unwind": 0x70000001, "llvm_odrtab": 0x6fff4c00, "llvm_linker_options": 0x6fff4c01}

// sectionDirective is .section and .pushsection: name[, "flags"[, @type[, entry size]]].
func (a *assembler) sectionDirective(word string, s *statement, at int) error {
	for at < len(s.text) && (s.text[at] == ' ' || s.text[at] == '\t') {
		at++
	}
	end := at
	name := ""
	if end < len(s.text) && s.text[end] == '"' {
		if err := a.operands(s, at); err != nil {
			return err
		}
		t := a.scan.Peek()
		name, end = t.Text, t.Col+t.Len
	} else {
		for end < len(s.text) && !strings.ContainsRune(" \t\r,", rune(s.text[end])) {
			end++
		}
		name = s.text[at:end]
	}
	if name == "" {
		return errAt(at, "%s takes a section's name", word)
	}
	if err := a.operands(s, end); err != nil {
		return err
	}
	typ, flags := standard(name)
	entSize, stated := uint64(0), false
	if a.scan.Accept(",") && a.scan.Peek().Kind == isa.TokString {
		t := a.scan.Next()
		stated = true
		if !strings.HasPrefix(name, ".text") {
			typ = progbits
			if ty, _ := standard(name); ty == nobits || ty == noteType || ty >= 14 {
				typ = ty
			}
		}
		flags = 0
		for i, c := range t.Text {
			f, ok := map[rune]uint64{'a': shfAlloc, 'w': shfWrite, 'x': shfExec, 'M': shfMerge, 'S': shfStrings, 'T': shfTLS,
				'G': shfGroup,
				'o': shfOrder, 'e': shfExclude, 'R': shfRetain, '?': 0, 'y': 0x20000000, 'l': 0x10000000}[c]
			if !ok {
				return errAt(t.Col+1+i, "a section has no flag %q: a, w, x, M, S, T, G, e, o, R", c)
			}
			flags |= f
		}
		if a.scan.Accept(",") {
			a.scan.Accept("%")
			t := a.scan.Next()
			ok := false
			if typ, ok = sectionTypes[strings.TrimPrefix(strings.ToLower(t.Text), "@")]; t.Kind == isa.TokInt {
				typ, ok = uint32(t.Int), true
			}
			if !ok {
				return errAt(t.Col, "a section's type is @progbits, @nobits or @note, not %s", t)
			}
			if flags&shfMerge != 0 {
				if !a.scan.Accept(",") {
					return errAt(a.scan.Peek().Col, "a section with the flag M needs the size of its entries")
				}
				n, err := a.scan.Known()
				if err != nil {
					return err
				}
				entSize = uint64(n)
			}
			for a.scan.Peek().Kind != isa.TokEnd { // group, linked-to section, unique: not kept
				a.scan.Next()
			}
		}
	} else if t := a.scan.Peek(); t.Kind != isa.TokEnd && t.Kind != isa.TokInt {
		return errAt(t.Col, "expected the section's flags in quotes, found %s", t)
	}
	sec := a.secByID[name]
	if sec == nil {
		sec = a.section(name, typ, flags, entSize)
	} else if stated && (sec.flags != flags || sec.typ != typ) {
		return errAt(at, "the section %s has other flags or another type than before", name)
	}
	if word == ".pushsection" {
		if len(a.stack) >= maxNesting {
			return errAt(at, ".pushsection nests too deeply")
		}
		a.stack = append(a.stack, [2]*section{a.sec, a.prev})
	}
	a.enter(sec)
	return nil
}

func (a *assembler) popSection(string, *statement, int) error {
	n := len(a.stack)
	if n == 0 {
		return errAt(0, ".popsection without .pushsection")
	}
	a.sec, a.prev = a.stack[n-1][0], a.stack[n-1][1]
	a.stack = a.stack[:n-1]
	return a.scan.End()
}

func (a *assembler) previous(_ string, _ *statement, from int) error {
	if a.prev == nil {
		return errAt(from, ".previous without a section before")
	}
	a.sec, a.prev = a.prev, a.sec
	return a.scan.End()
}

func (a *assembler) subsection(word string, _ *statement, _ int) error {
	col := a.scan.Peek().Col
	n, err := a.scan.Known()
	if err == nil && n != 0 {
		err = errAt(col, "the subsection %d: only 0 is supported, write .section with another name", n)
	}
	return err
}

// stray is an end without its beginning.
func (a *assembler) stray(word string, _ *statement, from int) error {
	if word == ".endr" {
		return errAt(from, ".endr without .rept, .irp or .irpc")
	}
	return errAt(from, "%s without .macro", word)
}

// exitMacro is .exitm.
func (a *assembler) exitMacro(word string, _ *statement, from int) error {
	n := len(a.frames) - 1
	if a.frames[n].macro == nil {
		return errAt(from, ".exitm outside of a macro")
	}
	a.conds = a.conds[:a.frames[n].conds]
	a.pop()
	return nil
}

// purge is .purgem name, ...
func (a *assembler) purge(string, *statement, int) error {
	return a.items(func(col int) error {
		name, err := a.name("a macro's name")
		if err != nil {
			return err
		}
		if a.macros[name] == nil {
			return errAt(col, "there is no macro %s", name)
		}
		delete(a.macros, name)
		return nil
	})
}

// fileDirective is .file "name", or .file number ["directory"] "name" [md5 digest] [source "text"].
func (a *assembler) fileDirective(string, *statement, int) error {
	t := a.scan.Next()
	if t.Kind != isa.TokInt {
		return nil
	}
	f := DebugFile{Number: int(t.Int)}
	if f.Name = a.scan.Next().Text; a.scan.Peek().Kind == isa.TokString {
		f.Dir, f.Name = f.Name, a.scan.Next().Text
	}
	if strings.EqualFold(a.scan.Peek().Text, "md5") {
		a.scan.Next()
		d := a.scan.Next()
		if d.Kind == isa.TokInt || d.Kind == isa.TokBig {
			n, _ := new(big.Int).SetString(d.Text, 0)
			if n != nil {
				f.MD5 = fmt.Sprintf("%032x", n)
			}
		}
	}
	a.u.DebugFiles = append(a.u.DebugFiles, f)
	return nil
}

// locDirective is .loc file line [column] [options].
func (a *assembler) locDirective(string, *statement, int) error {
	l := DebugLine{IsStmt: true}
	if n := len(a.sec.locs); n > 0 {
		l.IsStmt = a.sec.locs[n-1].loc.IsStmt
	}
	for _, p := range [...]*int{&l.File, &l.Line, &l.Col} {
		t := a.scan.Peek()
		if t.Kind != isa.TokInt {
			if p == &l.Col {
				break
			}
			return errAt(t.Col, ".loc takes the number of a file and a line, found %s", t)
		}
		*p = int(a.scan.Next().Int)
	}
	for {
		t := a.scan.Next()
		switch t.Text {
		case "basic_block":
			l.BasicBlock = true
		case "prologue_end":
			l.PrologueEnd = true
		case "epilogue_begin":
			l.EpilogueBegin = true
		case "is_stmt":
			l.IsStmt = a.scan.Next().Int != 0
		case "discriminator":
			l.Discriminator = int(a.scan.Next().Int)
		case "isa", "view":
			a.scan.Next()
		default:
			if t.Kind != isa.TokEnd {
				return errAt(t.Col, ".loc has no option %s", t)
			}
			a.loc = &l
			return nil
		}
	}
}
