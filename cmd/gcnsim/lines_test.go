package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// A Go line outside tests has at most 120 columns, unless it is a row of a table: an element of a
// composite literal that begins its line, a line of a literal that is a package's variable, a field
// with a tag, a name with its value in a group of them, or what the files tab_*.go and the suite in
// benchmarks/timing hold, whose rows are calls. Text between back quotes and what comments show
// indented is as wide as it has to be.
func TestLinesOfGoAreShortButForTables(t *testing.T) {
	names, texts := tree(t)
	for _, name := range names {
		base := path.Base(name)
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(base, "tab_") ||
			strings.HasPrefix(name, "benchmarks/timing/") {
			continue
		}
		var rows map[int]bool
		for i, line := range strings.Split(texts[name], "\n") {
			if utf8.RuneCountInString(line) <= 120 {
				continue
			}
			if rows == nil {
				rows = rowsOf(t, name, texts[name])
			}
			if !rows[i+1] {
				t.Errorf("%s:%d has %d columns, and is no row of a table", name, i+1, utf8.RuneCountInString(line))
			}
		}
	}
}

// rowsOf returns the lines of a file that are rows of tables or text as it is.
func rowsOf(t *testing.T, name, text string) map[int]bool {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.ParseComments)
	require.NoError(t, err)
	lines := strings.Split(text, "\n")
	rows := map[int]bool{}
	// row adds the line of a node that begins its line.
	row := func(n ast.Node) {
		at := set.Position(n.Pos())
		if strings.TrimLeft(lines[at.Line-1][:at.Column-1], "\t") == "" {
			rows[at.Line] = true
		}
	}
	all := func(n ast.Node) {
		for l := set.Position(n.Pos()).Line; l <= set.Position(n.End()).Line; l++ {
			rows[l] = true
		}
	}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			for _, s := range g.Specs {
				for _, v := range s.(*ast.ValueSpec).Values {
					if _, ok := v.(*ast.CompositeLit); ok {
						all(v)
					}
				}
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				row(e)
			}
		case *ast.Field:
			if n.Tag != nil {
				row(n)
			}
		case *ast.GenDecl:
			if n.Lparen.IsValid() {
				for _, s := range n.Specs {
					if v, ok := s.(*ast.ValueSpec); ok && set.Position(v.Pos()).Line == set.Position(v.End()).Line {
						row(v)
					}
				}
			}
		case *ast.BasicLit:
			if strings.HasPrefix(n.Value, "`") {
				all(n)
			}
		}
		return true
	})
	for _, group := range file.Comments {
		for _, c := range group.List {
			for i, line := range strings.Split(c.Text, "\n") {
				if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "//\t") {
					rows[set.Position(c.Pos()).Line+i] = true
				}
			}
		}
	}
	return rows
}
