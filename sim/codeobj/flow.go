package codeobj

import (
	"bytes"
	"strings"
)

// strictFlow turns YAML as LLVM reads it into YAML as its definition has it. Between braces LLVM also
// takes lists of lines that begin with a dash, and keys without a comma before them, and libraries of
// hand-written kernels have metadata of that kind. What it adds are brackets and commas, no lines.
func strictFlow(b []byte) []byte {
	f := flow{in: b}
	for f.at < len(b) {
		f.token()
	}
	return f.out.Bytes()
}

// flow is the state of strictFlow.
type flow struct {
	in   []byte
	at   int
	out  bytes.Buffer
	open []flowLevel // of brackets and braces
}

// flowLevel is what is known inside a bracket or brace.
type flowLevel struct {
	list  bool // of dashes: a bracket stands for it
	ended bool // a value has ended, so a comma is due before the next key
}

// token copies what comes next.
func (f *flow) token() {
	c := f.in[f.at]
	if c == '\'' || c == '"' {
		f.quoted(c)
		return
	}
	switch {
	case c == '#' && (f.at == 0 || isBlank(f.in[f.at-1])):
		n := lineOf(f.in[f.at:])
		f.out.Write(f.in[f.at : f.at+n])
		f.at += n
		return
	case c == '{' || c == '[':
		f.open = append(f.open, flowLevel{})
	case len(f.open) == 0:
	case isBlank(c):
	case c == '}' || c == ']':
		f.endList()
		f.open = f.open[:len(f.open)-1]
		f.end()
	case c == ',':
		f.endList()
		f.top().ended = false
	case c == ':':
		f.top().ended = false
	case c == '-' && f.at+1 < len(f.in) && isBlank(f.in[f.at+1]):
		if c = ','; !f.top().list {
			c, f.top().list = '[', true
		}
		f.top().ended = false
	default:
		f.plain()
		return
	}
	f.out.WriteByte(c)
	f.at++
}

func (f *flow) top() *flowLevel { return &f.open[len(f.open)-1] }

// end notes that a value has ended.
func (f *flow) end() {
	if len(f.open) > 0 {
		f.top().ended = true
	}
}

// endList closes a list of dashes.
func (f *flow) endList() {
	if f.top().list {
		f.out.WriteByte(']')
		f.top().list = false
	}
}

// quoted copies a string in quotes, whose own are doubled or behind a backslash.
func (f *flow) quoted(quote byte) {
	from := f.at
	for f.at++; f.at < len(f.in) && f.in[f.at] != quote; f.at++ {
		if quote == '"' && f.in[f.at] == '\\' {
			f.at++
		}
	}
	f.at = min(f.at+1, len(f.in))
	f.out.Write(f.in[from:f.at])
	f.end()
}

// plain copies a word, or several of one line, without quotes between braces.
func (f *flow) plain() {
	from := f.at
	line := f.in[from : from+lineOf(f.in[from:])]
	n := len(line)
	key := false
	for i, c := range line {
		if strings.IndexByte(",{}[]", c) >= 0 || c == '#' && i > 0 && isBlank(line[i-1]) {
			n = i
			break
		}
		if c == ':' && (i+1 == len(line) || isBlank(line[i+1])) {
			n, key = i, true
			break
		}
	}
	if key && f.top().ended {
		f.endList()
		f.out.WriteByte(',')
	}
	f.out.Write(line[:n])
	f.at += n
	f.top().ended = !key
}

// lineOf is how many bytes there are up to the end of the line.
func lineOf(b []byte) int {
	if n := bytes.IndexByte(b, '\n'); n >= 0 {
		return n
	}
	return len(b)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
