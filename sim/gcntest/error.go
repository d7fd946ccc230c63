package gcntest

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/sim/formula"
)

// Error says what is wrong with a .gcn file, and where.
type Error struct {
	File      string // path
	Line, Col int    // from 1; Col 0 is the whole line, Line 0 the whole file
	End       int    // column behind the text that is wrong, 0 where it is not known
	Msg       string // what is wrong and what to do
	Case      string // name of the case, where others of the file may be right
	Err       error  // cause, or nil
}

// Error is "file:line:column: error: MSG".
func (e *Error) Error() string {
	s := e.File
	if e.Line > 0 {
		s += fmt.Sprintf(":%d", e.Line)
	}
	if e.Line > 0 && e.Col > 0 {
		s += fmt.Sprintf(":%d", e.Col)
	}
	return strings.TrimPrefix(s+": error: "+e.Text(), ": ")
}

// Text is the error without its place.
func (e *Error) Text() string {
	s := e.what()
	if e.Case != "" {
		s += " (test " + e.Case + ")"
	}
	return s
}

// what is the error without its place and its case.
func (e *Error) what() string {
	if e.Err != nil {
		return strings.TrimPrefix(e.Msg+": "+e.Err.Error(), ": ")
	}
	return e.Msg
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

// Errors are all that is wrong with a file, in the order of its lines.
type Errors []*Error

// Error has a line for each.
func (e Errors) Error() string {
	var list []string
	for _, x := range e {
		list = append(list, x.Error())
	}
	return strings.Join(list, "\n")
}

// Unwrap are the errors.
func (e Errors) Unwrap() (list []error) {
	for _, x := range e {
		list = append(list, x)
	}
	return list
}

// AsErrors makes a list of an error of this package. Of any other error it makes a list of one,
// with the error as its cause; of nil it makes nil.
func AsErrors(err error) Errors {
	var list Errors
	var one *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &list):
		return list
	case errors.As(err, &one):
		return Errors{one}
	}
	return Errors{{Err: err}}
}

// at is an error in a statement; one of an expression has its column.
func (s *Statement) at(err error) *Error {
	switch e := err.(type) {
	case *Error:
		return e
	case *formula.Error:
		return &Error{Line: s.Line, Col: e.Col, Msg: e.Msg}
	}
	return &Error{Line: s.Line, Col: s.Col, Err: err}
}

func (s *Statement) errorf(col int, format string, args ...any) *Error {
	return &Error{Line: s.Line, Col: col, Msg: fmt.Sprintf(format, args...)}
}
