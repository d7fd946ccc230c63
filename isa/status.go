package isa

import "strings"

// Status says how far executing an instruction gives what hardware gives.
type Status uint8

// The statuses.
const (
	Exact       Status = iota // bit for bit as documented; the row's Note, if any, says what rests on one source
	Approximate               // the row's Note says what is approximate, and within which bound
	Missing                   // executing it is a fault that names it
)

// String is "exact", "approximate" or "missing".
func (s Status) String() string { return [...]string{"exact", "approximate", "missing"}[s] }

// approximate is how the Note of an approximate row begins.
const approximate = "approximate: "

// Status is derived from the row: what has no meaning is missing, what has a Note that begins with
// "approximate: " is approximate.
func (d *Desc) Status() Status {
	switch {
	case d.Missing():
		return Missing
	case strings.HasPrefix(d.Note, approximate):
		return Approximate
	}
	return Exact
}
