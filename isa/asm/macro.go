package asm

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// macro is a definition, or the body of .irp and its like.
type macro struct {
	name   string
	params []param
	body   string
	file   int
	line   int // of the first line of body
	count  int // calls so far: \+
}

// param is a parameter of a macro.
type param struct {
	name     string
	def      []word // the default
	required bool
	vararg   bool
}

// word is a piece of an argument. Pieces follow one another without blanks.
type word struct {
	text string // as written, quotes included
	kind wordKind
	val  int64
}

type wordKind uint8

const (
	plain  wordKind = iota
	quoted          // "a string": without quotes, but in a vararg
	value           // %expression of .altmacro
	angled          // <text> of .altmacro
)

// text is the argument as it is put in place of the parameter.
func (p *param) text(arg []word) string {
	var b strings.Builder
	for _, w := range arg {
		switch {
		case w.kind == value:
			b.WriteString(strconv.FormatInt(w.val, 10))
		case w.kind == angled:
			s := w.text[1 : len(w.text)-1]
			for i := 0; i < len(s); i++ { // "!" takes the next character as it is
				if s[i] == '!' && i+1 < len(s) {
					i++
				}
				b.WriteByte(s[i])
			}
		case w.kind == quoted && !p.vararg:
			b.WriteString(w.text[1 : len(w.text)-1])
		default:
			b.WriteString(w.text)
		}
	}
	return b.String()
}

// wordLexer splits the arguments of a macro, in which blanks count.
type wordLexer struct {
	s  string
	at int
}

func (l *wordLexer) blanks() bool {
	from := l.at
	for l.at < len(l.s) && (l.s[l.at] == ' ' || l.s[l.at] == '\t' || l.s[l.at] == '\r') {
		l.at++
	}
	return l.at > from
}

func (l *wordLexer) end() bool { return l.at >= len(l.s) }

func (l *wordLexer) is(c byte) bool { return l.at < len(l.s) && l.s[l.at] == c }

// token is the next token's text.
func (l *wordLexer) token() string {
	s := l.s[l.at:]
	switch c := s[0]; {
	case c == '"' || c == '\'':
		for i := 1; i < len(s); i++ {
			if s[i] == '\\' {
				i++
			} else if s[i] == c {
				return s[:i+1]
			}
		}
		if c == '\'' {
			return s[:1]
		}
		return s
	case isNameByte(c) || c == '@' || c == '?':
		i := 1
		for i < len(s) && (isNameByte(s[i]) || s[i] == '@' || s[i] == '?') {
			i++
		}
		return s[:i]
	}
	for _, op := range [...]string{"<<", ">>", "&&", "||", "==", "!=", "<>", "<=", ">="} {
		if strings.HasPrefix(s, op) {
			return op
		}
	}
	return s[:1]
}

// isOperator reports whether a token joins an argument over blanks (LLVM AsmParser.cpp,
// isOperator).
func isOperator(tok string) bool {
	switch tok {
	case "+", "-", "~", "/", "*", ".", "==", "|", "||", "^", "&", "&&", "!", "!=", "<", "<=", "<<", "<>", ">", ">=", ">>":
		return true
	}
	return false
}

// argument reads one argument: up to a comma, or to a blank that no operator stands beside.
func (l *wordLexer) argument(vararg bool) ([]word, error) {
	l.blanks()
	if vararg {
		rest := strings.TrimRight(l.s[l.at:], " \t\r")
		l.at = len(l.s)
		if rest == "" {
			return nil, nil
		}
		return []word{{text: rest}}, nil
	}
	var arg []word
	depth, opened := 0, 0
	for {
		if depth == 0 {
			if l.is(',') {
				break
			}
			blank := l.blanks()
			if l.end() {
				break
			}
			if tok := l.token(); isOperator(tok) {
				arg = append(arg, word{text: tok})
				l.at += len(tok)
				l.blanks()
				continue
			}
			if blank {
				break
			}
		}
		if l.end() {
			break
		}
		if l.is('=') && l.token() == "=" {
			return nil, errAt(l.at, "a macro's argument has no \"=\": write it in quotes")
		}
		tok := l.token()
		switch {
		case tok == "(":
			if depth == 0 {
				opened = l.at
			}
			depth++
		case tok == ")" && depth > 0:
			depth--
		}
		if tok == " " || tok == "\t" { // within parentheses blanks stay
			arg = append(arg, word{text: " "})
		} else {
			w := word{text: tok}
			if tok[0] == '"' && len(tok) > 1 {
				w.kind = quoted
			}
			arg = append(arg, w)
		}
		l.at += len(tok)
	}
	if depth > 0 {
		return nil, errAt(opened, "the parenthesis is not closed in this argument")
	}
	return arg, nil
}

// arguments reads the arguments of a call; p may be nil, for any number of arguments.
func (a *assembler) arguments(name string, params []param, s string, at int) ([][]word, error) {
	l := wordLexer{s: s, at: at}
	args := make([][]word, len(params))
	named := false
	for i := 0; len(params) == 0 || i < len(params); i++ {
		l.blanks()
		index, start := i, l.at
		keyword := ""
		if !l.end() && isNameByte(l.s[l.at]) {
			tok := l.token()
			rest := wordLexer{s: s, at: l.at + len(tok)}
			rest.blanks()
			if rest.is('=') && rest.token() == "=" {
				keyword = tok
				l.at = rest.at + 1
				named = true
			}
		}
		if named && keyword == "" && !l.end() {
			return nil, errAt(start, "arguments without a name cannot follow arguments with one")
		}
		vararg := len(params) > 0 && params[len(params)-1].vararg && i == len(params)-1
		var arg []word
		var err error
		l.blanks()
		switch {
		case a.altmacro && l.is('%'):
			arg, err = a.percent(&l)
		case a.altmacro && l.is('<') && angledEnd(l.s[l.at:]) > 0:
			n := angledEnd(l.s[l.at:])
			arg = []word{{text: l.s[l.at : l.at+n], kind: angled}}
			l.at += n
		default:
			arg, err = l.argument(vararg)
		}
		if err != nil {
			return nil, err
		}
		if keyword != "" {
			for index = 0; index < len(params) && params[index].name != keyword; index++ {
			}
			if index == len(params) {
				return nil, errAt(start, "the macro %s has no parameter %s", name, keyword)
			}
		}
		if len(arg) > 0 || len(params) == 0 && !l.end() {
			for len(args) <= index {
				args = append(args, nil)
			}
			args[index] = arg
		}
		l.blanks()
		if l.end() {
			for i, p := range params {
				if len(args[i]) > 0 {
					continue
				}
				if p.required {
					return nil, errAt(at, "the parameter %s of the macro %s needs a value", p.name, name)
				}
				args[i] = p.def
			}
			return args, nil
		}
		if l.is(',') {
			l.at++
		}
		if len(args) > a.most.statements {
			return nil, errAt(at, "too many arguments")
		}
	}
	l.blanks()
	var names []string
	for _, p := range params {
		names = append(names, p.name)
	}
	return nil, errAt(l.at, "too many arguments: the parameters of the macro %s are %s", name, strings.Join(names, ", "))
}

// angledEnd is the length of "<text>", or 0. "!" takes the next character as it is.
func angledEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '!':
			i++
		case '>':
			return i + 1
		}
	}
	return 0
}

// percent is the value of "%expression".
func (a *assembler) percent(l *wordLexer) ([]word, error) {
	start := l.at
	l.at++
	var sc isa.Scanner
	text := l.s[l.at:]
	// The expression ends at the comma that no parenthesis holds.
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth <= 0:
			text = text[:i]
		}
	}
	if err := sc.Reset(a.o.Target, text, a); err != nil {
		return nil, err
	}
	v, err := sc.Known()
	if err != nil {
		return nil, errAt(start, "%v", err)
	}
	l.at += min(sc.Peek().Col, len(text))
	return []word{{text: l.s[start:l.at], kind: value, val: v}}, nil
}

// expand puts arguments in the place of parameters in a body.
func (a *assembler) expand(b *strings.Builder, m *macro, args [][]word, at bool) {
	texts := make([]string, len(m.params))
	for i := range m.params {
		if i < len(args) {
			texts[i] = m.params[i].text(args[i])
		}
	}
	index := func(name string) int {
		for i := range m.params {
			if m.params[i].name == name {
				return i
			}
		}
		return -1
	}
	s := m.body
	for i := 0; i < len(s); {
		if b.Len() > a.most.expanded {
			return
		}
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s):
			switch d := s[i+1]; {
			case d == '@' && at:
				b.WriteString(strconv.Itoa(a.calls))
				i += 2
				continue
			case d == '+':
				b.WriteString(strconv.Itoa(m.count))
				i += 2
				continue
			case d == '(' && i+2 < len(s) && s[i+2] == ')':
				i += 3
				continue
			}
			j := i + 1
			for j < len(s) && isNameByte(s[j]) {
				j++
			}
			name := s[i+1 : j]
			if a.altmacro && j < len(s) && s[j] == '&' {
				j++
			}
			if k := index(name); k >= 0 {
				b.WriteString(texts[k])
			} else {
				b.WriteByte('\\')
				b.WriteString(name)
				if j == i+1 && name == "" { // "\" before something else
					b.WriteByte(s[j])
					j++
				}
			}
			i = j
		case isNameByte(c):
			j := i + 1
			for j < len(s) && isNameByte(s[j]) {
				j++
			}
			if k := -1; a.altmacro {
				if k = index(s[i:j]); k >= 0 {
					b.WriteString(texts[k])
					if j < len(s) && s[j] == '&' {
						j++
					}
					i = j
					continue
				}
			}
			b.WriteString(s[i:j])
			i = j
		default:
			j := i + 1
			for j < len(s) && s[j] != '\\' && !isNameByte(s[j]) {
				j++
			}
			b.WriteString(s[i:j])
			i = j
		}
	}
	m.count++
}

// call expands a macro.
func (a *assembler) call(m *macro, s *statement, at int) error {
	args, err := a.arguments(m.name, m.params, s.text, at)
	if err != nil {
		return err
	}
	if len(m.params) == 0 && len(args) > 0 {
		for _, arg := range args {
			if len(arg) > 0 {
				return errAt(at, "the macro %s takes no arguments", m.name)
			}
		}
	}
	var b strings.Builder
	a.expand(&b, m, args, true)
	a.calls++
	place := a.column(at - len(m.name))
	a.push(frame{text: b.String(), line: m.line, file: m.file, macro: m, name: "macro " + m.name},
		&expansion{"in the macro " + m.name + " called here", place})
	return nil
}

// define reads ".macro name parameters" and the body.
func (a *assembler) define(s *statement, at int) error {
	l := wordLexer{s: s.text, at: at}
	l.blanks()
	if l.end() || !isNameByte(l.s[l.at]) {
		return errAt(l.at, "a macro needs a name")
	}
	m := &macro{name: l.token()}
	nameAt := l.at
	l.at += len(m.name)
	for {
		l.blanks()
		if l.is(',') {
			l.at++
			l.blanks()
		}
		if l.end() {
			break
		}
		if !isNameByte(l.s[l.at]) {
			return errAt(l.at, "a parameter needs a name")
		}
		p := param{name: l.token()}
		for i := range m.params {
			if m.params[i].name == p.name {
				return errAt(l.at, "the parameter %s is there twice", p.name)
			}
		}
		if n := len(m.params); n > 0 && m.params[n-1].vararg {
			return errAt(l.at, "the vararg parameter %s must be the last", m.params[n-1].name)
		}
		l.at += len(p.name)
		if l.blanks(); l.is(':') {
			l.at++
			l.blanks()
			if l.end() {
				return errAt(l.at, "a parameter is req or vararg")
			}
			switch q := l.token(); q {
			case "req":
				p.required = true
			case "vararg":
				p.vararg = true
			default:
				return errAt(l.at, "%s: a parameter is req or vararg", q)
			}
			l.at += len(l.token())
			l.blanks()
		}
		if l.is('=') && l.token() == "=" {
			l.at++
			var err error
			if p.def, err = l.argument(false); err != nil {
				return err
			}
		}
		m.params = append(m.params, p)
	}
	var ok bool
	m.body, m.line, m.file, ok = a.body(".macro without .endm", func(w string) bool { return w == ".macro" },
		func(w string) bool { return w == ".endm" || w == ".endmacro" })
	if !ok {
		return nil
	}
	if old := a.macros[a.macroName(m.name)]; old != nil {
		return errAt(nameAt, "the macro %s is defined twice: at %s:%d too; .purgem removes it", m.name, a.u.Files[old.file],
			max(old.line-1, 1))
	}
	a.macros[a.macroName(m.name)] = m
	return nil
}

func opensRepeat(w string) bool {
	return w == ".rept" || w == ".rep" || w == ".irp" || w == ".irpc"
}

func endsRepeat(w string) bool { return w == ".endr" }

// repeat reads .rept, .irp and .irpc.
func (a *assembler) repeat(name string, s *statement, at int, sc *isa.Scanner) error {
	m := &macro{name: name}
	var args [][]word
	count := int64(0)
	var err error
	switch name {
	case ".rept", ".rep":
		at := sc.Peek().Col
		if count, err = sc.Known(); err == nil {
			if err = sc.End(); err == nil && count < 0 {
				err = errAt(at, "the count of .rept is negative: %d", count)
			}
		}
	default:
		l := wordLexer{s: s.text, at: at}
		l.blanks()
		if l.end() || !isNameByte(l.s[l.at]) {
			err = errAt(l.at, "%s needs the name of a parameter", name)
			break
		}
		p := param{name: l.token()}
		l.at += len(p.name)
		if l.blanks(); l.is(',') {
			l.at++
		} else if !l.end() {
			err = errAt(l.at, "expected a comma behind the parameter")
			break
		}
		m.params = []param{p}
		if name == ".irpc" {
			arg, e := l.argument(false)
			if err = e; err == nil {
				text := p.text(arg)
				for i := range text {
					args = append(args, []word{{text: text[i : i+1]}})
				}
			}
		} else if l.blanks(); !l.end() {
			args, err = a.arguments(name, nil, s.text, l.at)
		} else {
			args = [][]word{nil}
		}
		count = int64(len(args))
	}
	if err != nil {
		count = 0
		a.fail(err) // the body is read all the same
	}
	here := *s
	var ok bool
	m.body, m.line, m.file, ok = a.body(name+" without .endr", a.opensRepeat, a.endsRepeat)
	if !ok || count == 0 {
		return nil
	}
	if count > int64(a.most.made) || int64(len(m.body))*count > int64(a.most.expanded) {
		a.errorAt(here.place, fmt.Sprintf("%s makes %d copies of %d bytes: at most %d copies and %d MiB of text are possible",
			name, count, len(m.body), a.most.made, a.most.expanded>>20))
		a.stopped = true
		return nil
	}
	var b strings.Builder
	for i := range count {
		var one [][]word
		if args != nil {
			one = args[i : i+1]
		}
		a.expand(&b, m, one, args != nil)
	}
	if b.Len() > a.most.expanded {
		a.fatal("%s makes more than %d MiB of text", name, a.most.expanded>>20)
		return nil
	}
	p := here.place
	p.pos.Col = here.base + 1 + len(here.text) - len(strings.TrimLeft(here.text, " \t"))
	a.push(frame{text: b.String(), line: m.line, file: m.file, name: name, macro: m, repeat: true,
		period: strings.Count(m.body, "\n")}, &expansion{"in the " + name + " that begins here", p})
	return nil
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
