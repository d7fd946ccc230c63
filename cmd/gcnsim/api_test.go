package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// apiFile has the exported names of the library, as they were at the last release.
const apiFile = root + "/testdata/api.txt"

// source is the parsed files of a package that are no tests.
type sourcePackage struct {
	files   []*ast.File
	imports map[string]string // by name: the directory in the module
}

// api lists what Go programs can use of the library: a line for each constant, variable, function,
// method, type and exported field, with its package in front. Types that are names for internal ones
// have the fields and methods of these.
func api(t *testing.T) (lines []string) {
	names, texts := tree(t)
	packages := map[string]*sourcePackage{}
	fset := token.NewFileSet()
	for _, name := range names {
		dir := path.Dir(name)
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(dir, "cmd") ||
			strings.HasPrefix(dir, "testdata") {
			continue
		}
		f, err := parser.ParseFile(fset, name, texts[name], parser.SkipObjectResolution)
		require.NoError(t, err)
		p := packages[dir]
		if p == nil {
			p = &sourcePackage{imports: map[string]string{}}
			packages[dir] = p
		}
		p.files = append(p.files, f)
		for _, i := range f.Imports {
			if at, err := strconv.Unquote(i.Path.Value); err == nil {
				if dir, ok := strings.CutPrefix(at, "github.com/gcnsim/gcnsim/"); ok {
					p.imports[path.Base(dir)] = dir
				}
			}
		}
	}
	for dir, p := range packages {
		if strings.Contains("/"+dir+"/", "/internal/") || p.files[0].Name.Name == "main" {
			continue
		}
		add := func(line string) { lines = append(lines, dir+": "+line) }
		for _, f := range p.files {
			for _, d := range f.Decls {
				exported(fset, d, "", "", add)
				g, ok := d.(*ast.GenDecl)
				if !ok || g.Tok != token.TYPE {
					continue
				}
				for _, s := range g.Specs {
					s := s.(*ast.TypeSpec)
					x, alias := s.Type.(*ast.SelectorExpr)
					if !alias || !s.Assign.IsValid() || !s.Name.IsExported() {
						continue
					}
					from := packages[p.imports[x.X.(*ast.Ident).Name]]
					if from == nil || !strings.Contains(p.imports[x.X.(*ast.Ident).Name], "internal") {
						continue
					}
					for _, f := range from.files {
						for _, d := range f.Decls {
							exported(fset, d, x.Sel.Name, s.Name.Name, add)
						}
					}
				}
			}
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// exported adds what a declaration exports: all, or what it says of one type, under another name.
func exported(fset *token.FileSet, d ast.Decl, of, as string, add func(string)) {
	text := func(n any) string {
		var b bytes.Buffer
		_ = printer.Fprint(&b, fset, n) // a buffer takes everything
		return strings.Join(strings.Fields(b.String()), " ")
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		recv := ""
		if d.Recv != nil {
			e := d.Recv.List[0].Type
			star := ""
			if p, ok := e.(*ast.StarExpr); ok {
				e, star = p.X, "*"
			}
			if g, ok := e.(*ast.IndexExpr); ok {
				e = g.X
			}
			id, ok := e.(*ast.Ident)
			if !ok || !id.IsExported() || of != "" && id.Name != of {
				return
			}
			recv = "(" + star + id.Name + ") "
			if of != "" {
				recv = "(" + star + as + ") "
			}
		}
		if d.Name.IsExported() && (of == "" || recv != "") {
			add("func " + recv + d.Name.Name + strings.TrimPrefix(text(d.Type), "func"))
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for _, n := range s.Names {
					if n.IsExported() && of == "" {
						add(strings.TrimSpace(d.Tok.String() + " " + n.Name + " " + text(s.Type)))
					}
				}
			case *ast.TypeSpec:
				name := s.Name.Name
				if of != "" {
					if name != of {
						continue
					}
					name = as
				}
				if s.Name.IsExported() || of != "" {
					typeLines(s, name, text, add)
				}
			}
		}
	}
}

// typeLines adds a type: of structs each exported field.
func typeLines(s *ast.TypeSpec, name string, text func(any) string, add func(string)) {
	switch x := s.Type.(type) {
	case *ast.StructType:
		add("type " + name + " struct")
		for _, f := range x.Fields.List {
			for _, n := range f.Names {
				if n.IsExported() {
					add(fmt.Sprintf("field %s.%s %s", name, n.Name, text(f.Type)))
				}
			}
			if len(f.Names) == 0 {
				if id := strings.TrimPrefix(text(f.Type), "*"); ast.IsExported(id[strings.LastIndexByte(id, '.')+1:]) {
					add(fmt.Sprintf("field %s embeds %s", name, text(f.Type)))
				}
			}
		}
	default:
		if s.Assign.IsValid() {
			add("type " + name + " = " + text(x))
			return
		}
		add("type " + name + " " + text(x))
	}
}

// Nothing that programs use of the library goes away, or becomes something else, without being told:
// what was there at the last release is there. What is new goes into the list with the next release.
func TestTheLibraryKeepsWhatItExports(t *testing.T) {
	lines := api(t)
	if *update {
		require.NoError(t, os.WriteFile(apiFile, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	}
	data, err := os.ReadFile(apiFile)
	require.NoError(t, err)
	was := strings.Split(strings.TrimSpace(string(data)), "\n")
	require.Greater(t, len(was), 1000)
	var gone, added []string
	for _, line := range was {
		if _, ok := slices.BinarySearch(lines, line); !ok {
			gone = append(gone, line)
		}
	}
	for _, line := range lines {
		if _, ok := slices.BinarySearch(was, line); !ok {
			added = append(added, line)
		}
	}
	t.Logf("new since the last release:\n%s", strings.Join(added, "\n"))
	if len(gone) > 0 {
		t.Errorf("gone, or something else, since the last release:\n%s\n\nnew:\n%s\n\nTell it in CHANGELOG.md, as a change that breaks "+
			"programs, and write the list anew: go test ./cmd/gcnsim -run KeepsWhatItExports -update",
			strings.Join(gone, "\n"), strings.Join(added, "\n"))
	}
}
