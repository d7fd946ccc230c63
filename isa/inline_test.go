package isa

import (
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// inlinedLoops are the lane loops that are small enough for the compiler: the literal that a row
// passes becomes the body of the loop.
var inlinedLoops = map[string]bool{"map1": true, "map2": true, "map3": true, "mapCmp2": true, "mapIn": true, "mapLane": true, "rows2": true,
	"rows3": true, "rowsCarry": true, "rows64x32": true, "rowsCmp64": true, "map64": true, "mapTo64": true, "mapFrom64": true}

// notInlined are literals that are too big or that call their argument, by the function that they
// are in.
var notInlined = map[string]string{
	"mapSad":    "calls f",
	"mapCmpF64": "calls f",
	"mapCmpF16": "calls f",
}

// TestKernelsInline compares the literals passed to lane loops with what the compiler says it
// inlines (-m=2): one call per lane through a function value costs more than most instructions.
func TestKernelsInline(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the package")
	}
	gobin, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	out, err := exec.Command(gobin, "build", "-gcflags=-m=2", ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	can := regexp.MustCompile(`(?m)^\./(\S+\.go:\d+:\d+): can inline (\S+) with`).FindAllStringSubmatch(string(out), -1)
	name := map[string]string{} // position of a literal -> its name
	for _, m := range can {
		name[m[1]] = m[2]
	}
	inlined := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m): inlining call to (\S+)$`).FindAllStringSubmatch(string(out), -1) {
		inlined[m[1]] = true
	}

	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	fset := gotoken.NewFileSet()
	literals := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(fset, file, nil, 0)
		require.NoError(t, err)
		for _, decl := range tree.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && notInlined[f.Name.Name] != "" {
				continue
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				if fn, ok := call.Fun.(*ast.Ident); !ok || !inlinedLoops[fn.Name] {
					return true
				}
				for _, arg := range call.Args {
					if lit, ok := arg.(*ast.FuncLit); ok {
						literals++
						p := fset.Position(lit.Pos())
						at := fmt.Sprintf("%s:%d:%d", p.Filename, p.Line, p.Column)
						if id := name[at]; id == "" {
							t.Errorf("%s: the compiler cannot inline this literal", at)
						} else if !inlined[id] {
							t.Errorf("%s: %s is not inlined in its loop", at, id)
						}
					}
				}
				return true
			})
		}
	}
	require.Greater(t, literals, 200, "literals found")
}
