package asm

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

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

// exprAndByte reads what .skip and .org take: an expression, which stands at a column, and the byte
// to fill with, 0 where there is none.
func (a *assembler) exprAndByte() (v isa.Value, val int64, col int, err error) {
	col = a.scan.Peek().Col
	if v, err = a.scan.Expr(); err == nil && a.scan.Accept(",") {
		val, err = a.scan.Known()
	}
	if err == nil {
		err = a.scan.End()
	}
	return v, val, col, err
}

// skip is .zero, .skip and .space: bytes[, value].
func (a *assembler) skip(string, *statement, int) error {
	n, val, col, err := a.exprAndByte()
	if err != nil {
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
	v, val, col, err := a.exprAndByte()
	if err != nil {
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

// alignTo is .align and its like: boundary[, value[, most]]. Code is padded with s_nop, data with
// zeros or the value.
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
