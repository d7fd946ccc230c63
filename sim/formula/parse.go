package formula

import (
	"fmt"
	"regexp"
	"strings"
)

// Error says what is wrong with a text, and where.
type Error struct {
	Col int // from 1, in bytes
	Msg string
}

// Error is "column 5: MSG".
func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Col, e.Msg) }

func errorf(col int, format string, args ...any) *Error {
	return &Error{Col: col, Msg: fmt.Sprintf(format, args...)}
}

// Expr is an expression that has been read.
type Expr struct {
	op   string // "number", "name", "call", "index", "?:", "group", or an operator
	text string // of a number, name or call
	args []*Expr
	col  int
}

// Col is where the expression begins.
func (e *Expr) Col() int { return e.col }

// Name is the name that the whole expression is, else empty.
func (e *Expr) Name() string {
	if e.op == "name" {
		return e.text
	}
	return ""
}

// Literal is the number that the whole expression is, with its sign, else empty: "-1.5", "inf".
func (e *Expr) Literal() string {
	switch {
	case e.op == "number", e.op == "name" && (e.text == "inf" || e.text == "nan"):
		return e.text
	case e.op == "neg" && e.args[0].op != "neg":
		if s := e.args[0].Literal(); s != "" {
			return "-" + s
		}
	}
	return ""
}

// Token is a word, a number or a sign.
type Token struct {
	Text string // empty at the end
	Col  int
	kind byte // 'n' number, 'w' word, '"' text in quotes, 'p' sign, 0 end
}

// lexeme has the tokens: a number, a register range or a word, a sign. A number does not take the dots of
// a range: 0..63.
var lexeme = regexp.MustCompile(`^(?:` +
	`(0[xX][0-9a-fA-F]*\.?[0-9a-fA-F]*[pP][+-]?[0-9]+|0[xX][0-9a-fA-F]+|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)` +
	`|((?:[sv]|ttmp)\[[0-9]+:[0-9]+\]|[A-Za-z_][A-Za-z_0-9]*)` +
	`|(\.\.|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^~!<>?:,()\[\]{}=.]))`)

// maxDepth is how deep expressions nest.
const maxDepth = 100

// Parser reads a text token by token.
type Parser struct {
	tokens []Token
	at     int
	depth  int
}

// NewParser makes a parser of a text. col is the column of its first byte.
func NewParser(text string, col int) (*Parser, error) {
	p := &Parser{}
	for i := 0; ; {
		for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
			i++
		}
		if i == len(text) {
			p.tokens = append(p.tokens, Token{Col: col + i})
			return p, nil
		}
		m := lexeme.FindStringSubmatch(text[i:])
		if m == nil {
			return nil, errorf(col+i, "%.10q is no part of a value", text[i:])
		}
		t := Token{Text: m[0], Col: col + i, kind: 'p'}
		switch {
		case m[1] != "":
			t.kind = 'n'
			if end := i + len(m[0]); end < len(text) && isWord(text[end]) {
				return nil, errorf(col+i, "%.20q is no number", text[i:])
			}
		case m[2] != "":
			t.kind = 'w'
		}
		p.tokens = append(p.tokens, t)
		i += len(m[0])
	}
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// Peek is the next token.
func (p *Parser) Peek() Token { return p.tokens[p.at] }

// Next takes the next token.
func (p *Parser) Next() Token {
	t := p.tokens[p.at]
	if t.kind != 0 {
		p.at++
	}
	return t
}

// Take takes the next token if it is text.
func (p *Parser) Take(text string) bool {
	if p.Peek().Text != text {
		return false
	}
	p.Next()
	return true
}

// Want takes the next token, which must be text.
func (p *Parser) Want(text, why string) error {
	if t := p.Peek(); !p.Take(text) {
		return errorf(t.Col, "%s: %q is missing before %s", why, text, t.describe())
	}
	return nil
}

// End reports what is left of the text as an error.
func (p *Parser) End() error {
	if t := p.Peek(); t.kind != 0 {
		return errorf(t.Col, "%s is too much: the value ends before it", t.describe())
	}
	return nil
}

func (t *Token) describe() string {
	if t.kind == 0 {
		return "the end of the line"
	}
	return fmt.Sprintf("%q", t.Text)
}

// levels are the operators from the weakest on, as in C.
var levels = [][]string{{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", "<=", ">", ">="}, {"<<", ">>"}, {"+", "-"},
	{"*", "/", "%"}}

// Expr reads an expression up to what cannot be a part of it.
func (p *Parser) Expr() (*Expr, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, errorf(p.Peek().Col, "the expression is nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	c, err := p.binary(0)
	if err != nil || p.Peek().Text != "?" {
		return c, err
	}
	col := p.Next().Col
	a, err := p.Expr()
	if err != nil {
		return nil, err
	}
	if err := p.Want(":", "c ? a : b"); err != nil {
		return nil, err
	}
	b, err := p.Expr()
	return &Expr{op: "?:", args: []*Expr{c, a, b}, col: col}, err
}

func isComparison(op string) bool { return strings.Contains(" == != < <= > >= ", " "+op+" ") }

func (p *Parser) binary(level int) (*Expr, error) {
	if level == len(levels) {
		return p.unary()
	}
	a, err := p.binary(level + 1)
	for n := 0; err == nil; n++ {
		t, found := p.Peek(), false
		for _, op := range levels[level] {
			found = found || t.kind == 'p' && t.Text == op
		}
		if !found {
			return a, nil
		}
		if n > 10000 {
			return nil, errorf(t.Col, "the expression has too many operands")
		}
		p.Next()
		var b *Expr
		if b, err = p.binary(level + 1); err != nil {
			return nil, err
		}
		for _, x := range []*Expr{a, b} {
			if strings.Contains("&|^", t.Text) && isComparison(x.op) || isComparison(t.Text) && isComparison(x.op) {
				return nil, errorf(t.Col, "put parentheses around the comparison beside %q", t.Text)
			}
		}
		a = &Expr{op: t.Text, args: []*Expr{a, b}, col: t.Col}
	}
	return nil, err
}

func (p *Parser) unary() (*Expr, error) {
	t := p.Peek()
	if t.kind == 'p' && strings.Contains("-+~!", t.Text) {
		if p.depth++; p.depth > maxDepth {
			return nil, errorf(t.Col, "the expression is nested more than %d deep", maxDepth)
		}
		defer func() { p.depth-- }()
		p.Next()
		x, err := p.unary()
		if t.Text == "+" || err != nil {
			return x, err
		}
		return &Expr{op: map[string]string{"-": "neg", "~": "~", "!": "!"}[t.Text], args: []*Expr{x}, col: t.Col}, nil
	}
	return p.primary()
}

func (p *Parser) primary() (*Expr, error) {
	switch t := p.Next(); {
	case t.kind == 'n':
		return &Expr{op: "number", text: t.Text, col: t.Col}, nil
	case t.Text == "(":
		x, err := p.Expr()
		if err != nil {
			return nil, err
		}
		return &Expr{op: "group", args: []*Expr{x}, col: t.Col}, p.Want(")", "the parenthesis is not closed")
	case t.kind == 'w' && p.Peek().Text == "(":
		p.Next()
		e := &Expr{op: "call", text: t.Text, col: t.Col}
		for !p.Take(")") {
			if len(e.args) > 0 {
				if err := p.Want(",", t.Text+"(...) is not closed"); err != nil {
					return nil, err
				}
			}
			x, err := p.Expr()
			if err != nil {
				return nil, err
			}
			e.args = append(e.args, x)
		}
		return e, nil
	case t.kind == 'w' && p.Peek().Text == "[":
		p.Next()
		x, err := p.Expr()
		if err != nil {
			return nil, err
		}
		return &Expr{op: "index", text: t.Text, args: []*Expr{x}, col: t.Col}, p.Want("]", t.Text+"[...] is not closed")
	case t.kind == 'w':
		return &Expr{op: "name", text: t.Text, col: t.Col}, nil
	default:
		return nil, errorf(t.Col, "a value is missing before %s", t.describe())
	}
}
