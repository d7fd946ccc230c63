package isa

import (
	"fmt"
	"strconv"
	"strings"
)

// SyntaxError says where and why assembly text is wrong.
type SyntaxError struct {
	Line, Col int    // both from 1; Col counts bytes
	Text      string // the source line
	Msg       string
}

// Error is "line:column: message: text".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("isa: %d:%d: %s: %q", e.Line, e.Col, e.Msg, strings.TrimSpace(e.Text))
}

// textError is an error at a column (from 0) of the line that is being read. The line is added to it where it is known.
type textError struct {
	col int
	msg string
}

func (e *textError) Error() string { return e.msg }

func errAt(col int, format string, args ...any) error {
	return &textError{col, fmt.Sprintf(format, args...)}
}

// blankComments replaces comments by spaces, so that lines and columns stay what they are: from ";" or "//" to the end of the line, from "/*" to "*/",
// and lines that begin with "#".
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
			// A string ends at its quote or, unfinished, at the end of the line; the lexer reports that.
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

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokName
	tokInt
	tokFloat
	tokString
	tokPunct
)

// lexeme is one lexical element. text is a string's contents, else the source text; val an integer's value.
type lexeme struct {
	kind tokenKind
	text string
	col  int
	val  int64
}

func isNameStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '.' || c == '$' || c == '@'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// lexLine splits one line without comments into tokens; the last is tokEnd.
func lexLine(line string) ([]lexeme, error) {
	toks := make([]lexeme, 0, 16)
	for i := 0; i < len(line); {
		c := line[i]
		start := i
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			i++
			continue
		case isDigit(c) || c == '.' && i+1 < len(line) && isDigit(line[i+1]):
			t, err := lexNumber(line, i)
			if err != nil {
				return nil, err
			}
			i += len(t.text)
			toks = append(toks, t)
			continue
		case isNameStart(c):
			for i < len(line) && (isNameStart(line[i]) || isDigit(line[i])) {
				i++
			}
			toks = append(toks, lexeme{kind: tokName, text: line[start:i], col: start})
			continue
		case c == '"':
			for i++; i < len(line) && line[i] != '"'; i++ {
				if line[i] == '\\' && i+1 < len(line) {
					i++
				}
			}
			if i >= len(line) {
				return nil, errAt(start, "the string does not end")
			}
			i++
			s, err := strconv.Unquote(line[start:i])
			if err != nil {
				return nil, errAt(start, "not a string: %s", line[start:i])
			}
			toks = append(toks, lexeme{kind: tokString, text: s, col: start})
			continue
		}
		n := 1
		for _, op := range [...]string{"<<", ">>", "&&", "||"} {
			// "||" would be two bars around nothing: only shifts are operators of two characters.
			if op[0] != '|' && op[0] != '&' && strings.HasPrefix(line[i:], op) {
				n = 2
			}
		}
		if n == 1 && !strings.ContainsRune("+-*/%~!()[]{}|&^,:=<>", rune(c)) {
			return nil, errAt(i, "unexpected character %q", line[i])
		}
		toks = append(toks, lexeme{kind: tokPunct, text: line[i : i+n], col: i})
		i += n
	}
	return append(toks, lexeme{kind: tokEnd, col: len(line)}), nil
}

// lexNumber reads an integer (decimal, 0x, 0b, octal with a leading 0), a decimal floating-point number, or a reference to a numbered label ("1b",
// "1f"), which is a name.
func lexNumber(line string, i int) (lexeme, error) {
	start := i
	for i < len(line) && (isDigit(line[i]) || line[i] >= 'a' && line[i] <= 'z' || line[i] >= 'A' && line[i] <= 'Z' || line[i] == '.' || line[i] == '_') {
		if hex := strings.HasPrefix(line[start:], "0x") || strings.HasPrefix(line[start:], "0X"); !hex && (line[i] == 'e' || line[i] == 'E') &&
			i+1 < len(line) && (line[i+1] == '-' || line[i+1] == '+') {
			i++
		}
		i++
	}
	text := line[start:i]
	t := lexeme{text: text, col: start}
	last := len(text) - 1
	if strings.Trim(text[:last], "0123456789") == "" && last > 0 && (text[last] == 'b' || text[last] == 'f') {
		t.kind = tokName
		return t, nil
	}
	if v, err := strconv.ParseUint(text, 0, 64); err == nil && !strings.Contains(text, "_") {
		t.kind, t.val = tokInt, int64(v)
		return t, nil
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil && !strings.ContainsAny(text, "_xXpPnN") {
		t.kind = tokFloat
		return t, nil
	}
	return t, errAt(start, "not a number: %s", text)
}

// value is what an expression yields.
type value struct {
	v       int64
	text    string // the text of a floating-point number, sign included; empty for integers
	literal bool   // lit(...), or with a name whose value is not known in the first pass: never an inline constant
	label   bool   // an offset in the code, relative to which a branch is
}

// textReader reads tokens of one line.
type textReader struct {
	table *table
	toks  []lexeme
	pos   int
	depth int // nesting of expressions and operands
	here  int // offset of the instruction in the code
	// symbol looks a name up; it is nil where there are no symbols.
	symbol func(name string) (v value, ok bool)
	// unknown: values of symbols are not final, so that branches out of range are none yet.
	unknown bool
}

// maxNesting bounds the depth of parentheses and unary operators.
const maxNesting = 100

func (r *textReader) peek() lexeme { return r.toks[r.pos] }

// ahead is the token n places further.
func (r *textReader) ahead(n int) lexeme { return r.toks[min(r.pos+n, len(r.toks)-1)] }

func (r *textReader) next() lexeme {
	t := r.toks[r.pos]
	if t.kind != tokEnd {
		r.pos++
	}
	return t
}

// is reports whether the next token is the punctuation.
func (r *textReader) is(text string) bool {
	t := r.peek()
	return t.kind == tokPunct && t.text == text
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
		return errAt(r.peek().col, "expected %q, found %s", text, r.peek())
	}
	return nil
}

// String is how an error names the token.
func (t lexeme) String() string {
	switch t.kind {
	case tokEnd:
		return "the end of the line"
	case tokString:
		return strconv.Quote(t.text)
	}
	return fmt.Sprintf("%q", t.text)
}

// precedence of the binary operators, the tightest highest: LLVM's, which are C's but for shifts and bitwise operators above + and -.
func precedence(op string) int {
	switch op {
	case "+", "-":
		return 1
	case "|", "&", "^":
		return 2
	case "*", "/", "%", "<<", ">>":
		return 3
	}
	return 0
}

// expr reads an integer expression. stop is an operator that ends it: "|" inside |...|, "&" between counters.
func (r *textReader) expr(stop string) (value, error) { return r.binary(1, stop) }

func (r *textReader) binary(level int, stop string) (value, error) {
	x, err := r.unary(stop)
	if err != nil {
		return x, err
	}
	for {
		t := r.peek()
		p := precedence(t.text)
		if t.kind != tokPunct || p < level || t.text == stop {
			return x, nil
		}
		if x.text != "" {
			return x, errAt(t.col, "arithmetic is on integers only")
		}
		r.pos++
		y, err := r.binary(p+1, stop)
		if err != nil {
			return y, err
		}
		if y.text != "" {
			return x, errAt(t.col, "arithmetic is on integers only")
		}
		x.literal = x.literal || y.literal
		x.label = x.label != y.label // the difference of two is a number
		switch t.text {
		case "+":
			x.v += y.v
		case "-":
			x.v -= y.v
		case "|":
			x.v |= y.v
		case "&":
			x.v &= y.v
		case "^":
			x.v ^= y.v
		case "*":
			x.v *= y.v
		case "<<":
			x.v <<= uint64(y.v) & 63
		case ">>":
			x.v >>= uint64(y.v) & 63
		default:
			if y.v == 0 {
				return x, errAt(t.col, "division by zero")
			}
			if t.text == "/" {
				x.v /= y.v
			} else {
				x.v %= y.v
			}
		}
	}
}

func (r *textReader) unary(stop string) (value, error) {
	if r.depth++; r.depth > maxNesting {
		return value{}, errAt(r.peek().col, "the expression nests too deeply")
	}
	defer func() { r.depth-- }()
	t := r.next()
	switch {
	case t.kind == tokInt:
		return value{v: t.val}, nil
	case t.kind == tokFloat:
		return value{text: t.text}, nil
	case t.kind == tokName:
		if r.symbol == nil {
			return value{}, errAt(t.col, "%s is unknown here", t)
		}
		v, ok := r.symbol(t.text)
		if !ok {
			return value{}, errAt(t.col, "the symbol %s is not defined", t.text)
		}
		return v, nil
	case t.kind == tokPunct && t.text == "(":
		x, err := r.binary(1, "")
		if err != nil {
			return x, err
		}
		return x, r.expect(")")
	case t.kind == tokPunct && strings.Contains("-+~!", t.text):
		x, err := r.unary(stop)
		if err != nil {
			return x, err
		}
		if x.text != "" {
			switch {
			case t.text == "-" && x.text[0] == '-':
				x.text = x.text[1:]
			case t.text == "-":
				x.text = "-" + x.text
			case t.text != "+":
				return x, errAt(t.col, "arithmetic is on integers only")
			}
			return x, nil
		}
		switch t.text {
		case "-":
			x.v = -x.v
		case "~":
			x.v = ^x.v
		case "!":
			x.v = int64(b2u(x.v == 0))
		}
		return x, nil
	}
	return value{}, errAt(t.col, "expected an operand, found %s", t)
}
