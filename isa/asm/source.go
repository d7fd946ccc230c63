package asm

import (
	"strings"
)

// A frame is a text that is being read: the source, an included file, or what a macro or .rept
// made. The innermost is read first.
type frame struct {
	text string
	at   int // where the next line begins
	line int // its number
	file int // index into Unit.Files

	// Of an expansion: the lines of text come from the definition, which begins at line.
	macro  *macro      // nil for a file
	name   string      // "macro NAME" or ".rept", for notes
	conds  int         // open conditions when it began
	repeat bool        // of .rept and its like
	period int         // lines of the body, of which text has several copies; 0: one copy
	raw    bool        // comments are still in the text
	loop   *loop       // of .for and .while
	rounds int         // of it
	rest   []statement // of the line that was read last, behind its semicolons
}

// place is a statement as a person finds it: where it stands, and what led there.
type place struct {
	pos  Pos
	text string // the line
	in   *expansion
}

// expansion is how a statement came about: by a macro, .rept or .include.
type expansion struct {
	name string
	call place
}

// statement is what is assembled at a time.
type statement struct {
	place
	text string // without comments
	base int    // column of text in the line, from 0
}

// blank replaces the comments of the line that begins at start by spaces. It returns the line, and
// where the next one begins. Comments: from ";" or "//" to the end of the line, from "/*" to "*/"
// (which may span lines), and lines that begin with "#".
func blank(text string, start int) (line string, next int, err string) {
	end := strings.IndexByte(text[start:], '\n')
	if end < 0 {
		end, next = len(text), len(text)
	} else {
		end += start
		next = end + 1
	}
	line = text[start:end]
	if !strings.ContainsAny(line, ";/#\"'") {
		return line, next, ""
	}
	if s := strings.TrimLeft(line, " \t\r"); strings.HasPrefix(s, "#") {
		return "", next, ""
	}
	var b []byte // line with blanks, if there are any
	wipe := func(from, to int) {
		if b == nil {
			b = []byte(line)
		}
		for i := from; i < to; i++ {
			b[i] = ' '
		}
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '"' || c == '\'' && i+2 < len(line):
			j := i + 1
			for j < len(line) && line[j] != c {
				if line[j] == '\\' {
					j++
				}
				j++
			}
			if j < len(line) && (c == '"' || j <= i+5) {
				i = j
			}
		case c == ';', c == '/' && strings.HasPrefix(line[i:], "//"):
			wipe(i, len(line))
			i = len(line)
		case c == '/' && strings.HasPrefix(line[i:], "/*"):
			if n := strings.Index(line[i+2:], "*/"); n >= 0 {
				wipe(i, i+n+4)
				i += n + 3
				continue
			}
			n := strings.Index(text[next:], "*/")
			if n < 0 {
				return line, len(text), "the comment does not end"
			}
			wipe(i, len(line))
			// What follows the comment belongs to this statement, as for LLVM.
			rest, after, err := blank(text, next+n+2)
			return string(b) + rest, after, err
		}
	}
	if b != nil {
		line = string(b)
	}
	return line, next, ""
}

// next is the next statement, or false at the end of everything.
func (a *assembler) next() (*statement, bool) {
	for len(a.frames) > 0 {
		f := &a.frames[len(a.frames)-1]
		if len(f.rest) > 0 {
			a.current, f.rest = f.rest[0], f.rest[1:]
			return a.taken()
		}
		if f.at >= len(f.text) {
			if f.loop == nil || !a.again(f) {
				a.pop()
			}
			continue
		}
		line, next, err := f.text[f.at:], len(f.text), ""
		if f.raw {
			line, next, err = a.blank(f.text, f.at)
		} else if n := strings.IndexByte(line, '\n'); n >= 0 {
			line, next = line[:n], f.at+n+1
		}
		shown := f.text[f.at:next]
		s := &a.current
		*s = statement{place: place{pos: Pos{f.file, f.line, 1}, in: a.in}, text: line}
		if n := strings.IndexByte(shown, '\n'); n >= 0 {
			s.place.text = shown[:n]
		} else {
			s.place.text = shown
		}
		if f.raw && a.clrx == nil {
			if shown := strings.TrimLeft(shown, " \t"); strings.HasPrefix(shown, "# ") && a.lineMarker(f, shown) {
				f.at = next
				continue
			}
		}
		f.line += strings.Count(shown, "\n")
		if f.period > 0 && f.line >= f.macro.line+f.period {
			f.line = f.macro.line
		}
		f.at = next
		if err != "" {
			a.errorAt(s.place, err)
		}
		if a.clrx != nil && strings.Contains(line, ";") {
			parts, at := splitStatements(line)
			f.rest = f.rest[:0]
			for i, p := range parts {
				if x := (statement{place: s.place, text: p, base: at[i]}); !isBlank(p) {
					f.rest = append(f.rest, x)
				}
			}
			continue
		}
		if !isBlank(line) {
			return a.taken()
		}
	}
	return nil, false
}

// taken is the current statement, or false where there are too many.
func (a *assembler) taken() (*statement, bool) {
	if a.statements++; a.statements > a.most.statements {
		a.fatal("more than %d statements", a.most.statements)
		return nil, false
	}
	if f := &a.frames[len(a.frames)-1]; f.macro != nil || f.repeat || f.loop != nil {
		if a.made++; a.made > a.most.made {
			a.fatal("macros, .rept and loops make more than %d statements", a.most.made)
			return nil, false
		}
	}
	return &a.current, true
}

// blank is a line without comments.
func (a *assembler) blank(text string, start int) (line string, next int, err string) {
	if a.clrx != nil {
		return clrxBlank(text, start)
	}
	return blank(text, start)
}

// lineMarker reads '# 12 "file.s"', by which a preprocessor says where the next line comes from.
func (a *assembler) lineMarker(f *frame, text string) bool {
	text = strings.TrimSpace(strings.TrimSuffix(strings.SplitN(text[2:], "\n", 2)[0], "\r"))
	n, i := 0, 0
	for ; i < len(text) && text[i] >= '0' && text[i] <= '9' && n < 1<<30; i++ {
		n = n*10 + int(text[i]-'0')
	}
	rest := strings.TrimSpace(text[i:])
	if i == 0 || len(rest) < 2 || rest[0] != '"' {
		return false
	}
	end := strings.IndexByte(rest[1:], '"')
	if end < 0 {
		return false
	}
	f.line, f.file = n, a.file(rest[1:1+end])
	return true
}

func isBlank(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c != ' ' && c != '\t' && c != '\r' && c != '\f' && c != '\v' {
			return false
		}
	}
	return true
}

// file is the number of a file.
func (a *assembler) file(name string) int {
	if n, ok := a.files[name]; ok {
		return n
	}
	n := len(a.u.Files)
	a.files[name] = n
	a.u.Files = append(a.u.Files, name)
	return n
}

// push begins to read a text.
func (a *assembler) push(f frame, in *expansion) {
	if len(a.frames) >= maxNesting {
		if f.macro == nil && !f.repeat {
			a.fatal("files nest more than %d deep: a file that includes itself needs an .ifndef around its contents", maxNesting)
			return
		}
		a.fatal("macros and files nest more than %d deep: a macro that calls itself needs an .if that ends it", maxNesting)
		return
	}
	if a.expanded += len(f.text); a.expanded > a.most.expanded {
		a.fatal("macros, .rept and .include make more than %d MiB of text", a.most.expanded>>20)
		return
	}
	if f.raw { // a byte order mark, as editors of Windows write it
		f.text = strings.TrimPrefix(f.text, "\ufeff")
	}
	f.conds = len(a.conds)
	a.frames = append(a.frames, f)
	a.ins = append(a.ins, a.in)
	a.in = in
}

// pop ends the innermost text. Conditions that it opened and did not close end with it.
func (a *assembler) pop() {
	f := &a.frames[len(a.frames)-1]
	if n := f.conds; len(a.conds) > n && len(a.frames) > 1 {
		if f.macro == nil && !f.repeat {
			a.errorAt(a.conds[len(a.conds)-1].at, ".if without .endif in this file")
		} else {
			a.errorAt(a.conds[len(a.conds)-1].at, ".if without .endif in this "+f.name)
		}
		a.conds = a.conds[:n]
	}
	a.frames = a.frames[:len(a.frames)-1]
	a.in = a.ins[len(a.ins)-1]
	a.ins = a.ins[:len(a.ins)-1]
}

// body reads lines up to the end of a block: of .macro or .rept. It returns them without comments.
// Lines are taken from the innermost text only.
func (a *assembler) body(what string, open func(string) bool, end func(string) bool) (body string, line, file int,
	ok bool) {
	start := a.current.place
	f := &a.frames[len(a.frames)-1]
	line, file = f.line, f.file
	var b strings.Builder
	depth := 0
	// part takes one statement, and reports whether it ends the block.
	part := func(text string) bool {
		switch word := directiveWord(text); {
		case open(word):
			depth++
		case end(word):
			if depth == 0 {
				return true
			}
			depth--
		}
		b.WriteString(text)
		return false
	}
	rest := f.rest
	f.rest = nil
	for i := range rest { // what follows on the line of the directive
		if part(rest[i].text) {
			f.rest = rest[i+1:]
			return b.String(), line, file, true
		}
		b.WriteByte(';')
	}
	for f.at < len(f.text) {
		text, next, err := f.text[f.at:], len(f.text), ""
		if f.raw {
			text, next, err = a.blank(f.text, f.at)
		} else if n := strings.IndexByte(text, '\n'); n >= 0 {
			text, next = text[:n], f.at+n+1
		}
		if err != "" {
			a.errorAt(start, err)
		}
		lines := strings.Count(f.text[f.at:next], "\n")
		f.line += lines
		f.at = next
		if a.clrx != nil && strings.Contains(text, ";") {
			p := a.current.place
			p.pos = Pos{f.file, f.line - lines, 1}
			p.text = text
			parts, at := splitStatements(text)
			for i, x := range parts {
				if part(x) {
					for k := i + 1; k < len(parts); k++ {
						if !isBlank(parts[k]) {
							f.rest = append(f.rest, statement{place: p, text: parts[k], base: at[k]})
						}
					}
					return b.String(), line, file, true
				}
				b.WriteByte(';')
			}
		} else if part(text) {
			return b.String(), line, file, true
		}
		b.WriteByte('\n')
		for ; lines > 1; lines-- { // of a comment: numbers of lines stay what they are
			b.WriteByte('\n')
		}
	}
	a.errorAt(start, what)
	return "", 0, 0, false
}

// directiveWord is the first word of a line if it is a directive, in lower case. A label may stand
// before it.
func directiveWord(line string) string {
	i := 0
	for {
		for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
			i++
		}
		j := i
		for j < len(line) && isNameByte(line[j]) {
			j++
		}
		if j == i {
			return ""
		}
		k := j
		for k < len(line) && (line[k] == ' ' || line[k] == '\t') {
			k++
		}
		if k < len(line) && line[k] == ':' {
			i = k + 1
			continue
		}
		if line[i] != '.' {
			return ""
		}
		return strings.ToLower(line[i:j])
	}
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '$'
}
