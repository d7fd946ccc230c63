package asm

import (
	"strings"
)

// conditions are the directives that are read where lines are skipped, too.
var conditions = map[string]bool{".if": true, ".ifeq": true, ".ifne": true, ".ifgt": true, ".ifge": true, ".iflt": true, ".ifle": true,
	".ifdef": true, ".ifndef": true, ".ifnotdef": true, ".ifb": true, ".ifnb": true, ".ifc": true, ".ifnc": true, ".ifeqs": true,
	".ifnes": true, ".elseif": true, ".else": true, ".endif": true}

// condition reads a directive of a condition that begins at from and whose operands begin at at.
func (a *assembler) condition(word string, s *statement, from, at int) error {
	place := a.column(from)
	base := 0 // conditions of the text that this one is in
	if n := len(a.frames); n > 0 {
		base = a.frames[n-1].conds
	}
	elseif := strings.HasPrefix(word, ".elseif")
	switch {
	case elseif || word == ".else" || word == ".endif":
		if len(a.conds) <= base {
			return errAt(from, "%s without .if", word)
		}
		c := &a.conds[len(a.conds)-1]
		switch {
		case word == ".endif":
			a.conds = a.conds[:len(a.conds)-1]
			return a.ends(s, at)
		case c.elseSeen:
			return errAt(from, "%s after .else", word)
		case word == ".else":
			c.elseSeen = true
			c.skip, c.done = c.done, true
			return a.ends(s, at)
		case c.done:
			c.skip = true
			return nil
		}
		ok, err := a.holds(".if"+word[len(".elseif"):], s, at)
		c.skip, c.done = !ok, ok
		return err
	}
	if n := len(a.conds); n > 0 && a.conds[n-1].skip {
		a.conds = append(a.conds, cond{at: place, skip: true, done: true})
		return nil
	}
	if len(a.conds) > a.most.statements {
		return errAt(from, "too many open conditions")
	}
	ok, err := a.holds(word, s, at)
	a.conds = append(a.conds, cond{at: place, skip: !ok, done: ok || err != nil})
	return err
}

// ends reports what stands behind .else and .endif.
func (a *assembler) ends(s *statement, at int) error {
	if err := a.operands(s, at); err != nil {
		return err
	}
	return a.scan.End()
}

// operands puts the scanner at a column of the statement.
func (a *assembler) operands(s *statement, at int) error {
	return a.scan.Reset(a.o.Target, spaces(at)+s.text[at:], a)
}

// holds decides a condition.
func (a *assembler) holds(word string, s *statement, at int) (bool, error) {
	if a.clrx != nil && !conditions[word] {
		return a.clrx.holds(a, word[len(".if"):], s.text[at:], at)
	}
	switch word {
	case ".ifb", ".ifnb":
		return isBlank(s.text[at:]) == (word == ".ifb"), nil
	case ".ifc", ".ifnc":
		x, y, ok := strings.Cut(s.text[at:], ",")
		if !ok {
			return false, errAt(at, "%s takes two texts with a comma between", word)
		}
		return (strings.TrimSpace(x) == strings.TrimSpace(y)) == (word == ".ifc"), nil
	}
	if err := a.operands(s, at); err != nil {
		return false, err
	}
	switch word {
	case ".ifdef", ".ifndef", ".ifnotdef":
		name, err := a.name("a symbol's name")
		if err != nil {
			return false, err
		}
		sym := a.symbols[a.fullName(name)]
		if _, ok := a.Substitute(name); ok {
			return word == ".ifdef", a.scan.End()
		}
		return (sym != nil && sym.kind != undefined && sym.kind != fallback) == (word == ".ifdef"), a.scan.End()
	case ".ifeqs", ".ifnes":
		x, err := a.text()
		if err != nil {
			return false, err
		}
		if !a.scan.Accept(",") {
			return false, errAt(a.scan.Peek().Col, "%s takes two strings with a comma between", word)
		}
		y, err := a.text()
		if err != nil {
			return false, err
		}
		return (x == y) == (word == ".ifeqs"), a.scan.End()
	}
	v, err := a.scan.Known()
	if err == nil {
		err = a.scan.End()
	}
	if err != nil {
		return false, err
	}
	switch word {
	case ".ifeq":
		return v == 0, nil
	case ".ifgt":
		return v > 0, nil
	case ".ifge":
		return v >= 0, nil
	case ".iflt":
		return v < 0, nil
	case ".ifle":
		return v <= 0, nil
	}
	return v != 0, nil
}
