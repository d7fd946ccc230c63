package launch

import "fmt"

// Error says what is wrong with a launch file or with the arguments of a launch.
type Error struct {
	File  string // path, or empty
	Line  int    // from 1; 0 if there is none
	Field string // "launches[0].args[2].buffer", or empty for the whole file
	Msg   string // what is wrong and what to do
	Err   error  // cause, or nil
}

// Error is "FILE:LINE: FIELD: MSG", with "launch" for a missing file.
func (e *Error) Error() string {
	s := e.File
	if s == "" {
		s = "launch"
	}
	if e.Line > 0 {
		s += fmt.Sprintf(":%d", e.Line)
	}
	if e.Field != "" {
		s += ": " + e.Field
	}
	s += ": " + e.Msg
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

// Errorf is an [Error] about a field.
func Errorf(field, format string, args ...any) error {
	return &Error{Field: field, Msg: fmt.Sprintf(format, args...)}
}
