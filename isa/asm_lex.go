package isa

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// SyntaxError says where and why assembly text is wrong.
type SyntaxError struct {
	Line, Col int    // both from 1; Col counts bytes
	Text      string // the source line
	Msg       string // the reason, without the place
}

// Error is "line:column: message: text".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("isa: %d:%d: %s: %q", e.Line, e.Col, e.Msg, strings.TrimSpace(e.Text))
}

// TextError is an error at a column (from 0) of the statement that is being read. The line is added
// to it where it is known.
type TextError struct {
	Col int    // from 0, in bytes
	Msg string // the reason, without the place

	near bool // what the text means is clear: the message counts more than those of other forms at the column
}

// Error is the message.
func (e *TextError) Error() string { return e.Msg }

func errAt(col int, format string, args ...any) error {
	return &TextError{Col: col, Msg: fmt.Sprintf(format, args...)}
}

// blankComments replaces comments by spaces, so that lines and columns stay what they are: from ";"
// or "//" to the end of the line, from "/*" to "*/", and lines that begin with "#".
func blankComments(src string) (string, error) {
	if !strings.ContainsAny(src, ";/#") {
		return src, nil
	}
	b := []byte(src)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if b[i] != '\n' {
				b[i] = ' '
			}
		}
	}
	lineEnd := func(i int) int {
		if n := strings.IndexByte(src[i:], '\n'); n >= 0 {
			return i + n
		}
		return len(src)
	}
	first := true // nothing but blanks so far on the line
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '\n':
			first = true
			continue
		case c == ' ' || c == '\t' || c == '\r':
			continue
		case c == '"':
			// A string ends at its quote or, unfinished, at the end of the line; the lexer reports
			// that.
			for i++; i < len(b) && b[i] != '"' && b[i] != '\n'; i++ {
				if b[i] == '\\' && i+1 < len(b) && b[i+1] != '\n' {
					i++
				}
			}
			if i < len(b) && b[i] == '\n' {
				i--
			}
		case c == ';', c == '#' && first, c == '/' && strings.HasPrefix(src[i:], "//"):
			end := lineEnd(i)
			blank(i, end)
			i = end - 1
		case c == '/' && strings.HasPrefix(src[i:], "/*"):
			n := strings.Index(src[i+2:], "*/")
			if n < 0 {
				return "", errAt(i, "the comment does not end")
			}
			blank(i, i+2+n+2)
			i += n + 3
			continue
		}
		first = false
	}
	return string(b), nil
}

// TokenKind says what a [Token] is.
type TokenKind uint8

// The kinds of tokens.
const (
	TokEnd    TokenKind = iota // the end of the statement
	TokName                    // a name, also ".globl", "name@rel32@lo" and "1b"
	TokInt                     // an integer, also 'a'
	TokBig                     // an integer of more than 64 bits
	TokFloat                   // a floating-point number
	TokString                  // a string
	TokPunct                   // an operator, a bracket, a comma
)

// Token is one lexical element of a statement.
type Token struct {
	Kind TokenKind
	Text string // a string's contents; else the source text
	Col  int    // from 0, in bytes
	Len  int    // of the source text
	Int  int64  // an integer's value

	half bool // of CLRX's floating-point numbers: of half precision whatever the operand is
}

func isNameStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '.' || c == '$' || c == '@' || c == '?'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isNameChar(c byte) bool { return isNameStart(c) || isDigit(c) }

// operators of two characters.
var operators = [...]string{"<<", ">>", "&&", "||", "==", "!=", "<>", "<=", ">="}

// clrxOperators are CLRX's operators of more than one character that LLVM does not have: unsigned
// divisions and comparisons, and the signed shift. The longest come first.
var clrxOperators = [...]string{"<=@", ">=@", ">>>", "<@", ">@", "//", "%%"}

// nameEnd is where the name that begins at i ends. CLRX's may have a path of scopes ("a::b"), and
// "@" and "?" are no part of them.
func nameEnd(line string, i int, s Syntax) int {
	for i < len(line) {
		switch c := line[i]; {
		case s == SyntaxCLRX && (c == '@' || c == '?'):
			return i
		case s == SyntaxCLRX && strings.HasPrefix(line[i:], "::") && i+2 < len(line) && isNameStart(line[i+2]):
			i += 2
		case !isNameChar(c):
			return i
		}
		i++
	}
	return i
}

// lex splits a statement without comments into tokens and appends them to toks; the last is TokEnd.
// Errors are of type *[TextError].
func lex(toks []Token, line string, syntax Syntax) ([]Token, error) {
	for i := 0; i < len(line); {
		c := line[i]
		start := i
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
			continue
		case isDigit(c) || c == '.' && i+1 < len(line) && isDigit(line[i+1]):
			t, err := lexNumber(line, i, syntax)
			if err != nil {
				return nil, err
			}
			i += t.Len
			toks = append(toks, t)
			continue
		case nameEnd(line, i, syntax) > i:
			i = nameEnd(line, i, syntax)
			toks = append(toks, Token{Kind: TokName, Text: line[start:i], Col: start, Len: i - start})
			continue
		case c == '"' || c == '\'':
			for i++; i < len(line) && line[i] != c; i++ {
				if line[i] == '\\' && i+1 < len(line) {
					i++
				}
			}
			if i >= len(line) {
				return nil, errAt(start, "the string does not end")
			}
			i++
			s, err := unescape(line[start+1:i-1], start+1)
			if err != nil {
				return nil, err
			}
			t := Token{Kind: TokString, Text: s, Col: start, Len: i - start}
			if c == '\'' {
				if len(s) != 1 {
					return nil, errAt(start, "a character constant is one character")
				}
				t.Kind, t.Int = TokInt, int64(s[0])
			}
			toks = append(toks, t)
			continue
		}
		n := 1
		for _, op := range operators {
			if strings.HasPrefix(line[i:], op) {
				n = 2
			}
		}
		known := "+-*/%~!()[]{}|&^,:=<>\\#"
		if syntax == SyntaxCLRX {
			known += "@?"
			for _, op := range clrxOperators {
				if strings.HasPrefix(line[i:], op) {
					n = max(n, len(op))
				}
			}
		}
		if n == 1 && !strings.ContainsRune(known, rune(c)) {
			return nil, errAt(i, "unexpected character %q", line[i])
		}
		toks = append(toks, Token{Kind: TokPunct, Text: line[i : i+n], Col: i, Len: n})
		i += n
	}
	return append(toks, Token{Kind: TokEnd, Col: len(line)}), nil
}

// unescape is a string's contents.
func unescape(s string, col int) (string, error) {
	if !strings.Contains(s, "\\") {
		return s, nil
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '\\' || i+1 == len(s) {
			b = append(b, c)
			continue
		}
		i++
		switch c = s[i]; c {
		case 'b', 'f', 'n', 'r', 't':
			b = append(b, "\b\f\n\r\t"[strings.IndexByte("bfnrt", c)])
		case '"', '\'', '\\':
			b = append(b, c)
		case 'x', 'X':
			v, n := 0, 0
			for ; i+1 < len(s); n++ {
				d := strings.IndexByte("0123456789abcdef", s[i+1]|0x20)
				if d < 0 {
					break
				}
				v = (v<<4 | d) & 0xff
				i++
			}
			if n == 0 {
				return "", errAt(col+i, "\\x is followed by hexadecimal digits")
			}
			b = append(b, byte(v))
		default:
			if c < '0' || c > '7' {
				return "", errAt(col+i-1, "a string has no escape \\%c", c)
			}
			v := int(c - '0')
			for n := 1; n < 3 && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '7'; n++ {
				i++
				v = v<<3 | int(s[i]-'0')
			}
			if v > 255 {
				return "", errAt(col+i, "an octal escape is at most \\377")
			}
			b = append(b, byte(v))
		}
	}
	return string(b), nil
}

// lexNumber reads an integer (decimal, 0x, 0b, octal with a leading 0; U and L may follow), a
// floating-point number, or a reference to a numbered label ("1b", "1f"), which is a name.
func lexNumber(line string, i int, syntax Syntax) (Token, error) {
	start := i
	hex := strings.HasPrefix(line[start:], "0x") || strings.HasPrefix(line[start:], "0X")
	for i < len(line) && (isDigit(line[i]) || line[i] >= 'a' && line[i] <= 'z' || line[i] >= 'A' && line[i] <= 'Z' ||
		line[i] == '.' || line[i] == '_') {
		c := line[i] | 0x20
		if (!hex && c == 'e' || hex && c == 'p') && i+1 < len(line) && (line[i+1] == '-' || line[i+1] == '+') {
			i++
		}
		i++
	}
	text := line[start:i]
	t := Token{Text: text, Col: start, Len: i - start}
	last := len(text) - 1
	if strings.Trim(text[:last], "0123456789") == "" && last > 0 && (text[last] == 'b' || text[last] == 'f') {
		t.Kind = TokName
		return t, nil
	}
	if syntax == SyntaxCLRX {
		// Names of data formats ("8_8_8_8") begin with digits; floating-point numbers may say their
		// precision ("1.5h").
		if !hex && strings.Trim(text, "0123456789_") == "" && strings.Contains(text, "_") {
			t.Kind = TokName
			return t, nil
		}
		if short := strings.TrimRight(text, "hslHSL"); len(short) == last && strings.Contains(short, ".") {
			if _, err := strconv.ParseFloat(short, 64); err == nil && !hex {
				t.Kind, t.Text, t.half = TokFloat, short, text[last]|0x20 == 'h'
				return t, nil
			}
		}
	}
	if strings.Contains(text, "_") || !hex && strings.ContainsAny(text, "oO") {
		return t, errAt(start, "not a number: %s", text)
	}
	digits := strings.TrimRight(text, "uUlL")
	if v, err := strconv.ParseUint(digits, 0, 64); err == nil {
		t.Kind, t.Int = TokInt, int64(v)
		return t, nil
	} else if errors.Is(err, strconv.ErrRange) && (hex || !strings.ContainsAny(digits, ".eE")) {
		t.Kind = TokBig
		return t, nil
	}
	if octal := len(text) > 1 && text[0] == '0' && strings.Trim(text, "0123456789") == ""; octal {
		return t, errAt(start, "not a number: %s: digits behind a 0 are octal", text)
	}
	if _, err := strconv.ParseFloat(text, 64); (err == nil || errors.Is(err, strconv.ErrRange)) &&
		!strings.ContainsAny(text, "nN") &&
		(!hex || strings.ContainsAny(text, "pP")) {
		t.Kind = TokFloat
		return t, nil
	}
	return t, errAt(start, "not a number: %s", text)
}

// textReader reads the tokens of one statement.
type textReader struct {
	table    *table
	toks     []Token
	pos      int
	depth    int // nesting of expressions and operands
	env      Env // nil where there are no symbols
	syntax   Syntax
	literals bool // numbers are literals, never inline constants (CLRX's _e64 of scalar instructions)
	// patches are the operands of the instruction whose values are not known yet.
	patches []Patch
	// vgprs and sgprs are one more than the highest registers that were named.
	vgprs, sgprs int
}

// maxNesting bounds the depth of parentheses and unary operators.
const maxNesting = 100

func (r *textReader) peek() Token { return r.toks[r.pos] }

// ahead is the token n places further.
func (r *textReader) ahead(n int) Token { return r.toks[min(r.pos+n, len(r.toks)-1)] }

func (r *textReader) next() Token {
	t := r.toks[r.pos]
	if t.Kind != TokEnd {
		r.pos++
	}
	return t
}

// is reports whether the next token is the punctuation.
func (r *textReader) is(text string) bool {
	t := r.peek()
	return t.Kind == TokPunct && t.Text == text
}

// accept takes the punctuation if it is next.
func (r *textReader) accept(text string) bool {
	if r.is(text) {
		r.pos++
		return true
	}
	return false
}

func (r *textReader) expect(text string) error {
	if !r.accept(text) {
		return errAt(r.peek().Col, "expected %q, found %s", text, r.peek())
	}
	return nil
}

// String is how an error names the token.
func (t Token) String() string {
	switch t.Kind {
	case TokEnd:
		return "the end of the line"
	case TokString:
		return strconv.Quote(t.Text)
	case TokName, TokInt, TokBig, TokFloat:
		return t.Text
	}
	return fmt.Sprintf("%q", t.Text)
}
