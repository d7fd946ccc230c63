package lsp

import (
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/gcntest"
)

// document is a text that is open.
type document struct {
	uri     string
	path    string
	version *int
	text    string
	lines   []string
	gpu     isa.Target    // of text that does not name another
	tests   *gcntest.File // of a .gcn file; nil: assembly
	err     error         // of its text
	target  isa.Target    // of assembly
}

func newDocument(uri string, version *int, text string, gpu isa.Target) *document {
	d := &document{uri: uri, path: pathOf(uri), version: version, text: text, gpu: gpu, target: gpu}
	d.lines = strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if strings.EqualFold(filepath.Ext(d.path), ".gcn") {
		d.tests, d.err = gcntest.Parse(d.path, []byte(text))
		return d
	}
	if t, ok := asm.TargetOf(text); ok {
		d.target = t
	} else if t, ok := headTarget(d.lines); ok {
		d.target = t
	}
	return d
}

// gpuComment is a comment that says what assembly is for: "; gpu: gfx803".
var gpuComment = regexp.MustCompile(`^\s*(?:;|//|#)\s*gpu:\s*(\S+)`)

// headTarget is the target that a comment in the first lines names.
func headTarget(lines []string) (isa.Target, bool) {
	for _, l := range lines[:min(len(lines), 10)] {
		if m := gpuComment.FindStringSubmatch(l); m != nil {
			t, err := isa.FindTarget(m[1])
			return t, err == nil
		}
	}
	return isa.Target{}, false
}

// line is a line, empty behind the last.
func (d *document) line(n int) string {
	if n < 0 || n >= len(d.lines) {
		return ""
	}
	return d.lines[n]
}

// offset is the line of a position, and the byte in it.
func (d *document) offset(p position, bytes bool) (line, at int) {
	text := d.line(p.Line)
	if bytes {
		return p.Line, max(min(p.Character, len(text)), 0)
	}
	units := 0
	for i, r := range text {
		if units >= p.Character {
			return p.Line, i
		}
		units += max(utf16.RuneLen(r), 1)
	}
	return p.Line, len(text)
}

// character is a byte of a line as positions count.
func (d *document) character(line, at int, bytes bool) int {
	text := d.line(line)
	at = max(min(at, len(text)), 0)
	if bytes {
		return at
	}
	units := 0
	for _, r := range text[:at] {
		units += max(utf16.RuneLen(r), 1)
	}
	return units
}

// span is a part of a line.
func (d *document) span(line, from, to int, bytes bool) span {
	return span{position{line, d.character(line, from, bytes)}, position{line, d.character(line, to, bytes)}}
}

func isWord(c byte) bool {
	return strings.IndexByte("_.$", c) >= 0 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ||
		c >= utf8.RuneSelf
}

// word is the word around a byte of a line.
func (d *document) word(line, at int) (word string, from, to int) {
	text := d.line(line)
	from, to = at, at
	for from > 0 && isWord(text[from-1]) {
		from--
	}
	for to < len(text) && isWord(text[to]) {
		to++
	}
	return text[from:to], from, to
}

// inCode reports whether a line, counted from 0, is code, and for which target.
func (d *document) inCode(line int) (isa.Target, bool) {
	if d.tests == nil {
		return d.target, true
	}
	t := d.gpu
	in := func(list []gcntest.Statement) (found bool) {
		for i := range list {
			s := &list[i]
			if s.Word == "gpu" {
				if f := strings.Fields(strings.ReplaceAll(s.Rest, ",", " ")); len(f) > 0 {
					if x, err := isa.FindTarget(f[0]); err == nil {
						t = x
					}
				}
			}
			if n := len(s.Block); s.Word == "code" && n > 0 && s.Block[0].Number <= line+1 && line+1 <= s.Block[n-1].Number {
				found = true
			}
		}
		return found
	}
	found := in(d.tests.Common)
	for i, x := range d.tests.Tests {
		if x.Line > line+1 || i+1 < len(d.tests.Tests) && d.tests.Tests[i+1].Line <= line+1 {
			continue
		}
		found = in(x.Statements) || found
	}
	return t, found
}

// describe is what a word of a line means, empty for what means nothing here.
func (d *document) describe(line int, word string, instruction func(t isa.Target, name string) string) string {
	t, code := d.inCode(line)
	if code {
		return instruction(t, strings.ToLower(word))
	}
	if form, help, ok := gcntest.KeywordHelp(word); ok && strings.HasPrefix(strings.TrimSpace(d.line(line)), word) {
		return form + "\n  " + help
	}
	if text := gcntest.FunctionHelp(word); text != "" {
		return text
	}
	return instruction(t, word) // in a cell of a table, or in expect finding
}
