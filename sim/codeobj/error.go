package codeobj

import "fmt"

// Error says what is wrong with a code object, and where.
type Error struct {
	Section string // the structure: "ELF header", "program header 3", ".note", "kernel vadd"
	Offset  int64  // file offset or, for kernels, symbols and relocations, link-time address; -1 where neither applies
	Msg     string // what is wrong, and what to do about it where something can be done
	Err     error  // cause in a library, or nil
}

// Error is "codeobj: SECTION at 0xOFFSET: MSG".
func (e *Error) Error() string {
	s := "codeobj: " + e.Section
	if e.Offset >= 0 {
		s += fmt.Sprintf(" at %#x", e.Offset)
	}
	s += ": " + e.Msg
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

func errAt(section string, offset uint64, format string, args ...any) error {
	return &Error{Section: section, Offset: int64(offset), Msg: fmt.Sprintf(format, args...)}
}

func errIn(section, format string, args ...any) error {
	return &Error{Section: section, Offset: -1, Msg: fmt.Sprintf(format, args...)}
}
