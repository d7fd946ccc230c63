package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// TestTheTestsThatHoldAnInstructionExist looks up every test that the table names.
func TestTheTestsThatHoldAnInstructionExist(t *testing.T) {
	have := map[test]bool{}
	for _, pkg := range []string{"isa", "sim"} {
		files, err := filepath.Glob(filepath.Join("..", "..", pkg, "*_test.go"))
		require.NoError(t, err)
		for _, name := range files {
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			require.NoError(t, err)
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(fn.Name.Name, "Test") {
					have[test{pkg, fn.Name.Name}] = true
				}
			}
		}
	}
	for _, g := range isa.Gens() {
		for _, f := range isa.Forms(g) {
			for _, x := range tests(f) {
				require.True(t, have[x], "%v %s: %s.%s", g, f.Name, x.Package, x.Name)
			}
		}
	}
}
