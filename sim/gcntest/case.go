package gcntest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Case is one run of a test: on a target, with a policy and a row of parameters.
type Case struct {
	File   *File
	Name   string // "add/gfx900/n=4": the test, then what makes it one of several
	Target string // as the file names it; empty: the code says it
	Order  string // policy of returns
	Line   int    // of its row of parameters, else of its test
	Skip   string // why it is not run, or empty

	test   *Test
	params []param
}

// statements are those of the file and of the test, in their order.
func (c *Case) statements() []Statement { return c.File.statements(c.test) }

// statements are those that hold for a test: the file's, but for what the test says itself, and its own.
func (f *File) statements(t *Test) []Statement {
	said := map[string]bool{}
	for i := range t.Statements {
		said[t.Statements[i].subject()] = true
	}
	list := slices.DeleteFunc(slices.Clone(f.Common), func(s Statement) bool {
		subject := s.subject()
		return subject != "" && said[subject]
	})
	return append(list, t.Statements...)
}

// subject is what a statement of a test says again of the file's, empty for those that add something.
func (s *Statement) subject() string {
	switch s.Word {
	case "given":
		left, _, _, _ := cutEqual(s)
		name, _, _ := cutType(left, 0)
		return s.Word + " " + name
	case "buffer", "let", "for":
		return "name " + firstWord.FindString(s.Rest)
	case "expect", "table", "test":
		return ""
	}
	return s.Word
}

// locate says in an error of which case it is.
func (c *Case) locate(e *Error) *Error {
	e.File = c.File.Path
	if c.Name != c.test.Name {
		e.Case = c.Name
	}
	return e
}

// Cases are the cases of all tests. Where some of them cannot be told apart from the text, the error is
// of [Errors], and the cases are those of the other tests.
func (f *File) Cases() (list []*Case, err error) {
	var errs Errors
	for _, t := range f.Tests {
		some, err := f.casesOf(t)
		if err == nil && len(list)+len(some) > MaxCases {
			err = &Error{Line: t.Line, Msg: fmt.Sprintf("with this test the file has more than %d cases", MaxCases)}
		}
		if err != nil {
			err.File = f.Path
			errs = append(errs, err)
			continue
		}
		list = append(list, some...)
	}
	if len(errs) > 0 {
		return list, errs
	}
	return list, nil
}

func (f *File) casesOf(t *Test) (list []*Case, err *Error) {
	stmts := f.statements(t)
	rows, err := paramsOf(stmts)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		one := &Case{File: f, test: t, params: row}
		gpus, err := one.targets(stmts)
		if err != nil {
			return nil, err
		}
		orders, err := one.orders(stmts)
		if err != nil {
			return nil, err
		}
		if len(list)+len(gpus)*len(orders) > MaxCases {
			return nil, &Error{Line: t.Line, Msg: fmt.Sprintf("it has more than %d cases", MaxCases)}
		}
		for _, gpu := range gpus {
			for _, order := range orders {
				c := *one
				c.Target, c.Order, c.Line = gpu, order, t.Line
				parts := []string{substitute(t.Name, row)}
				if gpu != "" {
					parts = append(parts, gpu)
				}
				if len(orders) > 1 {
					parts = append(parts, order)
				}
				var values []string
				for _, p := range row {
					values = append(values, p.name+"="+p.text)
					if p.line > 0 {
						c.Line = p.line
					}
				}
				if len(values) > 0 {
					parts = append(parts, strings.Join(values, ","))
				}
				c.Name = strings.Join(parts, "/")
				for i := range stmts {
					if stmts[i].Word == "skip" {
						if c.Skip = unquote(stmts[i].Rest); c.Skip == "" {
							return nil, stmts[i].errorf(stmts[i].Col, "say why: skip REASON")
						}
					}
				}
				list = append(list, &c)
			}
		}
	}
	return list, nil
}

// last is the last statement of a word.
func last(stmts []Statement, word string) *Statement {
	for i := len(stmts) - 1; i >= 0; i-- {
		if stmts[i].Word == word {
			return &stmts[i]
		}
	}
	return nil
}

// words are the words of a line, with commas or without.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' })
}

// targets are those that the test names, none (an empty name) where the code says it.
func (c *Case) targets(stmts []Statement) (list []string, err *Error) {
	s := last(stmts, "gpu")
	if s == nil {
		return []string{""}, nil
	}
	for _, w := range words(substitute(s.Rest, c.params)) {
		if w == "all" {
			for _, g := range isa.Gens() {
				list = append(list, g.Target().Name)
			}
			continue
		}
		if _, err := isa.FindTarget(w); err != nil {
			return nil, s.errorf(s.RestCol, "%v", err)
		}
		list = append(list, w)
	}
	if len(list) == 0 {
		return nil, s.errorf(s.Col, "which? write gpu NAME..., as in gpu gfx803 gfx900, or gpu all")
	}
	return list, nil
}

// allOrders stands for every legal order of returns.
const allOrders = "all"

// orders are the policies that the test names.
func (c *Case) orders(stmts []Statement) (list []string, err *Error) {
	s := last(stmts, "order")
	if s == nil {
		return []string{waitcnt.Late{}.String()}, nil
	}
	// The comma is part of order:LIST.
	for _, w := range strings.Fields(substitute(s.Rest, c.params)) {
		if w == allOrders { // it begins with the default
			list = append(list, w)
			continue
		}
		if _, err := waitcnt.ParsePolicy(w); err != nil {
			return nil, s.errorf(s.RestCol, "%v", err)
		}
		list = append(list, w)
	}
	if len(list) == 0 {
		return nil, s.errorf(s.Col, "which? write order POLICY..., as in order late asap random:1")
	}
	return list, nil
}

// Check finds what is wrong with a file without running it: its text, and that of the code of its
// cases.
func (f *File) Check() error { return f.Examine(MaxCases, nil) }

// Examine is [File.Check] of the first most cases. If see is not nil, it is called for code that is
// text of the file, once for each target and text.
func (f *File) Examine(most int, see func(*Code)) error {
	cases, err := f.Cases()
	var errs Errors
	if err != nil {
		errs = append(errs, err.(Errors)...)
	}
	l := newCodes()
	seen := map[string]bool{}
	shown := map[*code]bool{}
	for _, c := range cases[:min(len(cases), most)] {
		if c.Skip != "" {
			continue
		}
		p, err := c.build()
		if err == nil {
			var x *code
			x, err = l.code(c, p, launch.Text{})
			if err == nil && see != nil && p.text != nil && !shown[x] {
				shown[x] = true
				see(&Code{c, x.object, x.raw, p.checks})
			}
		}
		for _, e := range asErrors(c, err) {
			if key := fmt.Sprintf("%d:%d:%s", e.Line, e.Col, e.Msg); !seen[key] && len(errs) < maxErrors {
				seen[key] = true
				errs = append(errs, e)
			}
		}
	}
	if len(errs) > 0 {
		slices.SortStableFunc(errs, func(a, b *Error) int { return a.Line - b.Line })
		return errs
	}
	return nil
}

// Code is the code of a case. Its lines are those of the file.
type Code struct {
	Case   *Case           // whose code it is
	Object *codeobj.Object // its text, assembled
	Raw    bool            // it declares no kernel
	checks []*check
}

// Expects reports whether the case expects a finding of a rule.
func (x *Code) Expects(rule string) bool {
	return slices.ContainsFunc(x.checks, func(k *check) bool { return k.what == "finding" && k.text == rule || k.any })
}

// maxErrors is how many errors of a file are told.
const maxErrors = 100

// asErrors are what is wrong with a case, each at its place.
func asErrors(c *Case, err error) Errors {
	list := AsErrors(err)
	if len(list) == 1 && list[0].File == "" {
		list[0].Line = c.test.Line
		c.locate(list[0])
	}
	return list
}

// Inputs are the files that the tests read, the file itself included.
func (f *File) Inputs() []string {
	list := []string{f.Path}
	stmts := f.Common
	for _, t := range f.Tests {
		stmts = append(stmts[:len(stmts):len(stmts)], t.Statements...)
	}
	for i := range stmts {
		if s := &stmts[i]; s.Word == "code" && s.Block == nil {
			if path := unquote(s.Rest); filepath.IsAbs(path) {
				list = append(list, path)
			} else {
				list = append(list, filepath.Join(filepath.Dir(f.Path), path))
			}
		}
	}
	return list
}
