package asm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// Severity says what a [Message] means for the result.
type Severity uint8

// The severities.
const (
	SeverityError   Severity = iota // there is no result
	SeverityWarning                 // the text is assembled all the same
	SeverityPrint                   // of .print: the text alone
)

// Message is what the assembler says of a place of the text.
type Message struct {
	Severity  Severity
	File      string // as [Options.File] or Open names it
	Line, Col int    // from 1; 0: of the whole file
	Text      string // the source line
	Msg       string // what is wrong, without the place
	Notes     []Step // the macros and files around the place
}

// Step is one step on the way to the place of a message: the innermost macro or file first.
type Step struct {
	File      string // as [Options.File] or Open names it
	Line, Col int    // from 1
	Text      string // the source line
	Msg       string // "in macro NAME", "included from here"
}

// Errors are the errors of an assembly in the order of the text.
type Errors []Message

// Error is all messages, each as [Message.String].
func (e Errors) Error() string {
	var b strings.Builder
	for i := range e {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e[i].String())
	}
	return b.String()
}

// String is "file:line:column: error: message", the line with a caret below the place, and the
// macros and files that led there.
func (m Message) String() string {
	if m.Severity == SeverityPrint {
		return m.Msg
	}
	kind := "error"
	if m.Severity == SeverityWarning {
		kind = "warning"
	}
	var b strings.Builder
	if m.Line == 0 {
		fmt.Fprintf(&b, "%s: %s: %s", m.File, kind, m.Msg)
		return b.String()
	}
	fmt.Fprintf(&b, "%s:%d:%d: %s: %s", m.File, m.Line, m.Col, kind, m.Msg)
	caret(&b, m.Text, m.Col)
	for _, n := range m.Notes {
		fmt.Fprintf(&b, "\n%s:%d:%d: note: %s", n.File, n.Line, n.Col, n.Msg)
		caret(&b, n.Text, n.Col)
	}
	return b.String()
}

// caret adds the line and a caret below the column.
func caret(b *strings.Builder, text string, col int) {
	text = strings.TrimRight(text, " \t\r\n")
	const widest = 200
	if len(text) > widest {
		if col <= widest {
			text = text[:widest] + "..."
		} else {
			return
		}
	}
	b.WriteByte('\n')
	b.WriteString(text)
	b.WriteByte('\n')
	for i := 0; i < col-1; i++ {
		if i < len(text) && text[i] == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	b.WriteByte('^')
}

// maxErrors is after how many errors the assembler gives up.
const maxErrors = 20

// message makes a message of a place.
func (a *assembler) message(sev Severity, p place, msg string) Message {
	m := Message{Severity: sev, Line: p.pos.Line, Col: p.pos.Col, Text: p.text, Msg: msg}
	if p.pos.File < len(a.u.Files) {
		m.File = a.u.Files[p.pos.File]
	}
	for in, n := p.in, 0; in != nil; in, n = in.call.in, n+1 {
		if n == maxNotes {
			m.Notes[n-1].Msg += ", and so on"
			break
		}
		m.Notes = append(m.Notes, Step{File: a.u.Files[in.call.pos.File], Line: in.call.pos.Line, Col: in.call.pos.Col,
			Text: in.call.text, Msg: in.name})
	}
	return m
}

const maxNotes = 8

// errorAt adds an error.
func (a *assembler) errorAt(p place, msg string) {
	if a.stopped {
		return
	}
	a.errs = append(a.errs, a.message(SeverityError, p, msg))
	if len(a.errs) >= maxErrors {
		a.stopped = true
		a.errs = append(a.errs, Message{File: a.u.Files[0], Msg: "too many errors"})
	}
}

// fatal adds an error of the current statement after which nothing is read.
func (a *assembler) fatal(format string, args ...any) {
	a.errorAt(a.current.place, fmt.Sprintf(format, args...))
	a.stopped = true
}

// fail adds an error of the current statement: a *isa.TextError has the column.
func (a *assembler) fail(err error) { a.errorAt(a.placeOf(err), err.Error()) }

// placeOf is where an error of the current statement is.
func (a *assembler) placeOf(err error) place {
	p := a.current.place
	var te *isa.TextError
	if errors.As(err, &te) {
		return a.column(te.Col)
	}
	p.pos.Col = 1 + len(p.text) - len(strings.TrimLeft(p.text, " \t"))
	return p
}

// column is a place in the current statement, from 0.
func (a *assembler) column(col int) place {
	p := a.current.place
	p.pos.Col = a.current.base + col + 1
	if p.pos.Col > len(p.text)+1 {
		p.pos.Col = len(p.text) + 1
	}
	return p
}

// errAt is an error at a column of the statement.
func errAt(col int, format string, args ...any) error {
	return &isa.TextError{Col: col, Msg: fmt.Sprintf(format, args...)}
}
