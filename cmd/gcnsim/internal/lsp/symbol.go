package lsp

import (
	"regexp"
	"strings"
)

// symbol is a name that a text defines.
type symbol struct {
	name     string
	kind     int
	line     int // counted from 0
	from, to int // of the name
	end      int // last line that belongs to it
	depth    int // 1: it is in a test
}

// Kinds of symbols of the protocol.
const (
	kindModule   = 2
	kindFunction = 12
	kindVariable = 13
	kindConstant = 14
	kindEvent    = 24 // labels
)

var (
	labelText  = regexp.MustCompile(`^\s*([A-Za-z_.$][A-Za-z_0-9.$]*)\s*:`)
	setText    = regexp.MustCompile(`^\s*\.(?:set|equ|equiv|macro|amdhsa_kernel)\s+([A-Za-z_.$][A-Za-z_0-9.$]*)`)
	assignText = regexp.MustCompile(`^\s*([A-Za-z_.$][A-Za-z_0-9.$]*)\s*=[^=]`)
	namedText  = regexp.MustCompile(`^\s*(?:let|for|buffer)\s+([A-Za-z_][A-Za-z_0-9]*)`)
)

// symbols are the names that the text defines, in its order.
func (d *document) symbols() (list []symbol) {
	depth := 0
	if d.tests != nil {
		depth = 1
	}
	test := 0
	for n := range d.lines {
		text := d.lines[n]
		if d.tests != nil {
			for test < len(d.tests.Tests) && d.tests.Tests[test].Line <= n+1 {
				t := d.tests.Tests[test]
				from := strings.Index(text, t.Name)
				end := len(d.lines) - 1
				if test++; test < len(d.tests.Tests) {
					end = d.tests.Tests[test].Line - 2
				}
				list = append(list, symbol{t.Name, kindModule, n, max(from, 0), len(text), end, 0})
			}
		}
		add := func(m []int, kind int) {
			if m != nil {
				list = append(list, symbol{text[m[2]:m[3]], kind, n, m[2], m[3], n, min(depth, test)})
			}
		}
		if _, code := d.inCode(n); !code {
			add(namedText.FindStringSubmatchIndex(text), kindVariable)
			continue
		}
		if m := labelText.FindStringSubmatchIndex(text); m != nil {
			add(m, kindEvent)
			continue
		}
		if m := setText.FindStringSubmatchIndex(text); m != nil {
			kind := kindConstant
			if strings.Contains(text[:m[2]], "macro") || strings.Contains(text[:m[2]], "kernel") {
				kind = kindFunction
			}
			add(m, kind)
			continue
		}
		add(assignText.FindStringSubmatchIndex(text), kindConstant)
	}
	return list
}

// documentSymbol is a symbol as the protocol has it.
type documentSymbol struct {
	Name           string           `json:"name"`
	Kind           int              `json:"kind"`
	Range          span             `json:"range"`
	SelectionRange span             `json:"selectionRange"`
	Children       []documentSymbol `json:"children,omitempty"`
}

func (s *server) documentSymbol(p *positionParams) (any, error) {
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	list := []documentSymbol{}
	for _, x := range d.symbols() {
		name := d.span(x.line, x.from, x.to, s.utf8)
		all := name
		if x.end > x.line || x.kind == kindModule {
			all = span{position{x.line, 0}, position{x.end, d.character(x.end, len(d.line(x.end)), s.utf8)}}
		}
		one := documentSymbol{Name: x.name, Kind: x.kind, Range: all, SelectionRange: name}
		if n := len(list); x.depth > 0 && n > 0 && list[n-1].Kind == kindModule {
			list[n-1].Children = append(list[n-1].Children, one)
			continue
		}
		list = append(list, one)
	}
	return list, nil
}

// scope are the lines in which names of a line are those of the line: of a test, or of the whole text.
func (d *document) scope(line int) (from, to int) {
	from, to = 0, len(d.lines)-1
	if d.tests == nil {
		return from, to
	}
	for i, t := range d.tests.Tests {
		if t.Line <= line+1 {
			from = t.Line - 1
			if to = len(d.lines) - 1; i+1 < len(d.tests.Tests) {
				to = d.tests.Tests[i+1].Line - 2
			}
		}
	}
	return from, to
}

// find finds where the name of a line is defined: in its test, else before the first test.
func (d *document) find(line int, name string) (symbol, bool) {
	from, to := d.scope(line)
	var outside *symbol
	for _, x := range d.symbols() {
		if x.name != name || x.kind == kindModule {
			continue
		}
		if from <= x.line && x.line <= to {
			return x, true
		}
		if x.depth == 0 && outside == nil {
			outside = &x
		}
	}
	if outside != nil {
		return *outside, true
	}
	return symbol{}, false
}

func (s *server) definition(p *positionParams) (any, error) {
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	line, at := d.offset(p.Position, s.utf8)
	word, _, _ := d.word(line, at)
	x, ok := d.find(line, word)
	if !ok || word == "" {
		return nil, nil
	}
	return location{d.uri, d.span(x.line, x.from, x.to, s.utf8)}, nil
}

// references are the places where a name is used, in its test or text.
func (s *server) references(p *positionParams) (any, error) {
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	list := []location{}
	line, at := d.offset(p.Position, s.utf8)
	word, _, _ := d.word(line, at)
	x, ok := d.find(line, word)
	if !ok || word == "" {
		return list, nil
	}
	from, to := d.scope(x.line)
	if d.tests != nil && x.depth == 0 {
		from, to = 0, len(d.lines)-1
	}
	for n := from; n <= to; n++ {
		text := d.lines[n]
		for i := 0; i < len(text); {
			w, a, b := d.word(n, i)
			if w == word && a == i {
				list = append(list, location{d.uri, d.span(n, a, b, s.utf8)})
			}
			i = max(b, i+1)
		}
	}
	return list, nil
}
