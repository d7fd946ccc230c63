package gcntest

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/formula"
	"github.com/gcnsim/gcnsim/sim/launch/files"
)

// The most bytes of a .gcn file, and cases that it may have.
const (
	MaxFile  = 4 << 20
	MaxCases = 1 << 16
)

// File is a .gcn file.
type File struct {
	Path   string      // as it was named
	Text   []byte      // its contents
	Common []Statement // what is before the first test: it holds for all of them
	Tests  []*Test     // in the order of the file
}

// Test is a test: one case for each target, order and row of parameters.
type Test struct {
	Name       string
	Line       int // of its heading
	Statements []Statement
}

// Statement is a line, with what is indented below it.
type Statement struct {
	Line, Col int    // of its first word
	Word      string // the first word
	Rest      string // what follows it
	RestCol   int    // where that begins
	Block     []Line // the lines below that belong to it, of code and of tables
}

// Line is a line of a block, as it is in the file.
type Line struct {
	Number int
	Text   string
}

// keyword is a word that a statement begins with.
type keyword struct {
	name  string
	form  string // what follows it
	help  string
	block bool // lines below it belong to it
	many  bool // it may be there several times
}

// Keywords, in the order of the documentation.
var keywords = []keyword{
	{"test", "NAME", "begins a test", false, true},
	{"gpu", "NAME...", "targets, chips or generations, each a case; all stands for the four generations", false, false},
	{"code", "[FILE]", "the code: indented lines below, or a code object, raw binary or assembly text", true, false},
	{"kernel", "NAME", "the kernel of a code object that has several", false, false},
	{"waves", "N", "waves of the work-group, 1 if nothing is said", false, false},
	{"grid", "X[,Y[,Z]]", "work-items in all", false, false},
	{"group", "X[,Y[,Z]]", "work-items of a work-group", false, false},
	{"args", "KIND:VALUE, ...", "the kernel's arguments, as gcnsim run --arg takes them", false, false},
	{"kernarg", "BUFFER", "buffer that is the kernarg segment, instead of args", false, false},
	{"abi", "NAME", "what waves of code without a kernel start with", false, false},
	{"scratch", "SIZE", "least private memory of a work-item", false, false},
	{"order", "POLICY...", "when memory operations return; each policy is a case", false, false},
	{"buffer", "NAME [SIZE] [at ADDRESS] [: TYPE] [= VALUES]", "a piece of global memory", false, true},
	{"lds", "SIZE [: TYPE = VALUES]", "the LDS of a work-group", false, false},
	{"let", "NAME [: TYPE] = FORMULA", "a name for a formula", false, true},
	{"for", "NAME in VALUES", "a parameter: a case for each value", false, true},
	{"table", "", "parameters: a heading and a row for each case, indented below", true, true},
	{"given", "REGISTER [: TYPE] = VALUES", "what registers hold at the start", false, true},
	{"expect", "PLACE [: TYPE] = VALUES", "what must hold in the end", false, true},
	{"limit", "N instructions", "the most instructions of the case", false, false},
	{"skip", "REASON", "the test is not run", false, false},
}

func findKeyword(name string) *keyword {
	for i := range keywords {
		if keywords[i].name == name {
			return &keywords[i]
		}
	}
	return nil
}

// Keywords are the words that statements begin with.
func Keywords() (list []string) {
	for _, k := range keywords {
		list = append(list, k.name)
	}
	return list
}

// KeywordHelp is the form and the meaning of a keyword; ok is false for other words.
func KeywordHelp(name string) (form, help string, ok bool) {
	k := findKeyword(name)
	if k == nil {
		return "", "", false
	}
	return strings.TrimSpace(k.name + " " + k.form), k.help, true
}

// Functions are the names of the functions of formulas.
func Functions() []string { return formula.Functions() }

// TypeNames are the names of the types of values.
func TypeNames() []string { return formula.TypeNames() }

// FunctionHelp is how a function is called, empty for what is none.
func FunctionHelp(name string) string { return formula.Help(name) }

// Load reads a .gcn file. The error is of [Errors] where the text is wrong.
func Load(path string) (*File, error) {
	r, err := files.Open(path)
	if err != nil {
		return nil, &Error{File: path, Msg: "cannot be opened", Err: err}
	}
	defer r.Close()
	data, err := files.ReadAll(r, path, MaxFile)
	if err != nil {
		return nil, &Error{File: path, Msg: "cannot be read", Err: err}
	}
	return Parse(path, data)
}

var firstWord = regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9]*`)

// Parse reads the text of a .gcn file: its statements, which [File.Cases] understands. There is a File
// also with an error, with what could be read.
func Parse(path string, text []byte) (*File, error) {
	f := &File{Path: path, Text: text}
	if len(text) > MaxFile {
		return f, Errors{{File: path, Msg: fmt.Sprintf("it has more than %d bytes", MaxFile)}}
	}
	var errs Errors
	fail := func(line, col int, format string, args ...any) {
		errs = append(errs, &Error{File: path, Line: line, Col: col, Msg: fmt.Sprintf(format, args...)})
	}
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return f, Errors{{File: path, Msg: "it is no text in UTF-8"}}
	}
	lines := strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	names := map[string]int{}
	for n := 0; n < len(lines); n++ {
		raw := lines[n]
		line := stripComment(raw)
		body := strings.TrimLeft(line, " \t")
		if strings.TrimSpace(body) == "" {
			continue
		}
		col := len(line) - len(body) + 1
		word := firstWord.FindString(body)
		k := findKeyword(word)
		if k == nil {
			msg := fmt.Sprintf("a line begins with one of %s", strings.Join(Keywords(), ", "))
			if near := isa.Nearest(word, Keywords()); near != "" && word != "" {
				msg = fmt.Sprintf("is it %s? ", near) + msg
			}
			fail(n+1, col, "%q is not known here: %s", strings.Fields(body)[0], msg)
			n = skipBlock(lines, n, false)
			continue
		}
		rest := body[len(word):]
		trimmed := strings.TrimLeft(rest, " \t")
		s := Statement{Line: n + 1, Col: col, Word: word, Rest: strings.TrimRight(trimmed, " \t"),
			RestCol: col + len(word) + len(rest) - len(trimmed)}
		if k.block && s.Rest == "" {
			end := skipBlock(lines, n, word == "code")
			for i := n + 1; i <= end; i++ {
				s.Block = append(s.Block, Line{i + 1, lines[i]})
			}
			n = end
			if len(s.Block) == 0 {
				fail(s.Line, s.Col, "there is nothing below %s: its lines are indented more than it is", word)
			}
		}
		if word == "test" {
			if s.Rest == "" {
				fail(s.Line, s.Col, "the test has no name: write test NAME")
				s.Rest = fmt.Sprintf("line %d", s.Line)
			}
			if other := names[s.Rest]; other > 0 {
				fail(s.Line, s.RestCol, "another test is called %q too, in line %d", s.Rest, other)
			}
			names[s.Rest] = s.Line
			f.Tests = append(f.Tests, &Test{Name: s.Rest, Line: s.Line})
			continue
		}
		list := &f.Common
		if len(f.Tests) > 0 {
			list = &f.Tests[len(f.Tests)-1].Statements
		}
		if i := slices.IndexFunc(*list, func(o Statement) bool { return o.Word == word }); i >= 0 && !k.many {
			fail(s.Line, s.Col, "there is a line %s already, line %d", word, (*list)[i].Line)
			continue
		}
		*list = append(*list, s)
	}
	if len(f.Tests) == 0 && len(errs) == 0 {
		fail(0, 0, "it has no test: a test begins with a line \"test NAME\"")
	}
	if len(errs) > 0 {
		return f, errs
	}
	return f, nil
}

// label is a label of code, which may stand further left than instructions.
var label = regexp.MustCompile(`^\s*[A-Za-z_.$][A-Za-z_0-9.$]*:`)

// skipBlock is the last line that is indented more than line n and belongs to it: empty lines at the
// end do not.
func skipBlock(lines []string, n int, code bool) int {
	own, end := indent(lines[n]), n
	for i := n + 1; i < len(lines); i++ {
		if strings.TrimSpace(lines[i]) == "" {
			continue
		}
		if indent(lines[i]) <= own && !(code && label.MatchString(lines[i])) {
			break
		}
		end = i
	}
	return end
}

// indent is how far a line is indented; a tab reaches to the next multiple of 8.
func indent(line string) (n int) {
	for _, c := range line {
		switch c {
		case ' ':
			n++
		case '\t':
			n += 8 - n%8
		default:
			return n
		}
	}
	return n
}

// stripComment takes away a comment: from # or // on, outside of quotes.
func stripComment(line string) string {
	quoted := false
	for i := range len(line) {
		switch c := line[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '#', c == '/' && strings.HasPrefix(line[i:], "//"):
			return line[:i]
		}
	}
	return line
}

// param is a parameter of a case: its text, which code takes in for {name}, and formulas as a value.
type param struct {
	name string
	text string
	expr *formula.Expr // nil where the text is no expression
	line int           // of the cell
	col  int           // in the file; 0 where it is not there as it is
}

// paramsOf are the rows of parameters of some statements: of each for and each table one, in all
// combinations.
func paramsOf(list []Statement) (rows [][]param, err *Error) {
	rows = [][]param{nil}
	for i := range list {
		s := &list[i]
		var more [][]param
		switch s.Word {
		case "for":
			more, err = s.forRows()
		case "table":
			more, err = s.tableRows()
		default:
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(rows)*len(more) > MaxCases {
			return nil, s.errorf(s.Col, "with these there are more than %d cases", MaxCases)
		}
		var all [][]param
		for _, r := range rows {
			for _, m := range more {
				for _, p := range m {
					if slices.ContainsFunc(r, func(q param) bool { return q.name == p.name }) {
						return nil, s.errorf(s.Col, "there is a parameter %s already", p.name)
					}
				}
				all = append(all, slices.Concat(r, m))
			}
		}
		rows = all
	}
	return rows, nil
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z_0-9]*$`)

// newParam makes a parameter of the text of a cell.
func newParam(name, text string, line, col int) param {
	p := param{name: name, text: text, line: line, col: col}
	if parser, err := formula.NewParser(text, max(col, 1)); err == nil {
		if e, err := parser.Expr(); err == nil && parser.End() == nil {
			p.expr = e
		}
	}
	return p
}

// checkName reports a name that something else has.
func checkName(s *Statement, col int, name string) *Error {
	switch {
	case !identifier.MatchString(name):
		return s.errorf(col, "%q is no name: a name has letters, digits and _", name)
	case isReserved(name):
		return s.errorf(col, "%q has a meaning already: take another name", name)
	}
	return nil
}

// forRows reads "n in 1, 2, 64" or "n in 0..31 step 2".
func (s *Statement) forRows() (rows [][]param, err *Error) {
	name, list, ok := strings.Cut(s.Rest, " in ")
	name = strings.TrimSpace(name)
	if !ok || strings.TrimSpace(list) == "" {
		return nil, s.errorf(s.Col, "write for NAME in VALUES, as in for n in 1, 2, 64, or for n in 0..31")
	}
	if err := checkName(s, s.RestCol, name); err != nil {
		return nil, err
	}
	col := s.RestCol + strings.Index(s.Rest, " in ") + len(" in ")
	for _, cell := range splitList(list) {
		text, at := cell.text, col+cell.at
		first, last, isRange := strings.Cut(text, "..")
		if !isRange {
			rows = append(rows, []param{newParam(name, unquote(text), s.Line, at)})
			continue
		}
		var ends [3]int64
		last, step, _ := strings.Cut(last, " step ")
		for i, t := range []string{first, last, step} {
			if i == 2 && t == "" {
				if ends[2] = 1; ends[0] > ends[1] {
					ends[2] = -1
				}
				continue
			}
			if _, err := fmt.Sscan(strings.TrimSpace(t), &ends[i]); err != nil || ends[i] != int64(int32(ends[i])) {
				return nil, s.errorf(at, "%q: a parameter's range is of integers of 32 bits", text)
			}
		}
		if ends[2] == 0 || (ends[1]-ends[0])*ends[2] < 0 || (ends[1]-ends[0])/ends[2] >= MaxCases {
			return nil, s.errorf(at, "%q: its steps do not lead from one end to the other in at most %d", text, MaxCases)
		}
		for v := ends[0]; (ends[1]-v)*ends[2] >= 0; v += ends[2] {
			rows = append(rows, []param{newParam(name, fmt.Sprint(v), s.Line, 0)})
		}
		if len(rows) > MaxCases {
			return nil, s.errorf(at, "there are more than %d values", MaxCases)
		}
	}
	return rows, nil
}

// cell is a piece of a line.
type cell struct {
	text string
	at   int // its first byte
}

// splitList splits at commas outside of quotes and brackets.
func splitList(s string) (list []cell) {
	depth, quoted, from := 0, false, 0
	add := func(to int) {
		text := s[from:to]
		trimmed := strings.TrimLeft(text, " \t")
		list = append(list, cell{strings.TrimRight(trimmed, " \t"), from + len(text) - len(trimmed)})
		from = to + 1
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case c == ',' && depth <= 0:
			add(i)
		}
	}
	add(len(s))
	return list
}

// fields splits a row at blanks outside of quotes.
func fields(s string) (list []cell) {
	for i := 0; i < len(s); {
		if s[i] == ' ' || s[i] == '\t' {
			i++
			continue
		}
		from, quoted := i, false
		for ; i < len(s) && (quoted || s[i] != ' ' && s[i] != '\t'); i++ {
			if s[i] == '"' {
				quoted = !quoted
			}
		}
		list = append(list, cell{s[from:i], from})
	}
	return list
}

// unquote takes quotes around a text away.
func unquote(s string) string {
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		return s[1 : len(s)-1]
	}
	return s
}

// tableRows reads a heading and rows.
func (s *Statement) tableRows() (rows [][]param, err *Error) {
	if s.Rest != "" {
		return nil, s.errorf(s.RestCol, "a table's heading and its rows are indented below it")
	}
	var names []cell
	for _, l := range s.Block {
		cells := fields(strings.TrimRight(stripComment(l.Text), " \t\r"))
		if len(cells) == 0 {
			continue
		}
		at := Statement{Line: l.Number}
		if names == nil {
			for _, c := range cells {
				if err := checkName(&at, c.at+1, c.text); err != nil {
					return nil, err
				}
				if slices.ContainsFunc(names, func(o cell) bool { return o.text == c.text }) {
					return nil, at.errorf(c.at+1, "there is a column %s already", c.text)
				}
				names = append(names, c)
			}
			continue
		}
		if len(cells) != len(names) {
			return nil, at.errorf(cells[0].at+1, "the row has %d cells, the heading %d; a cell with blanks is put in quotes",
				len(cells),
				len(names))
		}
		var row []param
		for i, c := range cells {
			p := newParam(names[i].text, unquote(c.text), l.Number, c.at+1)
			row = append(row, p)
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil, s.errorf(s.Col, "the table has no rows below its heading")
	}
	return rows, nil
}

var placeholder = regexp.MustCompile(`\{[A-Za-z_][A-Za-z_0-9]*\}`)

// substitute puts parameters in for {name}. Other braces stay.
func substitute(text string, row []param) string {
	if len(row) == 0 || !strings.Contains(text, "{") {
		return text
	}
	return placeholder.ReplaceAllStringFunc(text, func(m string) string {
		for _, p := range row {
			if p.name == m[1:len(m)-1] {
				return p.text
			}
		}
		return m
	})
}
