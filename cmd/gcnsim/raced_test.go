package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// raced says of each package in which something runs at once, or which locks what it shares, whose
// tests .ci/run runs under the race detector for it.
var raced = map[string]string{
	"benchmarks/timing":       "./benchmarks/timing",    // rows are measured at once
	"cmd/fuzzall":             "./cmd/fuzzall",          // targets run at once
	"cmd/gcnsim/internal/lsp": "./cmd/gcnsim",           // a message may come while another is answered
	"cmd/gcnsim":              "./cmd/gcnsim",           // interrupts and limits end a run
	"cmd/waitmutate":          "./cmd/waitmutate",       // mutants are judged at once
	"isa":                     "./isa",                  // tables of targets are made when they are needed
	"mem":                     "./mem ./sim/launch/run", // work-groups share memory
	"sim/internal/clock":      "./sim/internal/clock",   // a gang simulates the compute units
	"sim/internal/dyncheck":   "./sim/internal/dyncheck ./sim/launch/run",
	"sim/internal/engine":     "./sim/internal/engine ./sim ./sim/launch/run", // work-groups run at once, and reuse what earlier ones left
	"sim/internal/hostcode":   "./sim/launch/run",                             // workers share compiled runs
	"sim/internal/state":      "./sim/internal/state ./sim/debug",             // sessions of one process keep their states
	"sim/internal/writers":    "./sim/launch/run",
	"sim":                     "./sim/gcntest", // cases that run at once share programs
	"sim/launch/run":          "./sim/launch/run",
	"sim/debug":               "./sim/debug", // interrupts end a command
	"sim/debug/dap":           "./sim/debug/dap",
	"sim/debug/rpc":           "./sim/debug/rpc",
	"sim/gcntest":             "./sim/gcntest",   // cases run at once
	"sim/sweep":               "./sim/sweep",     // tasks run at once
	"waitcnt":                 "./waitcnt/check", // checks at once share the tables of hazards

	"cmd/clockmutate":     "", // waits for programs that it starts
	"isa/internal/oracle": "", // of tests: waits for llvm-mc

	"internal/browsertest": "", // of tests: the browser tells what went wrong
}

// What runs at once in the product runs under the race detector in .ci/run: who starts a goroutine
// or adds a lock in a new package says where.
func TestWhatRunsAtOnceIsRaced(t *testing.T) {
	script, err := os.ReadFile(root + "/.ci/run")
	require.NoError(t, err)
	var steps []string
	for line := range strings.Lines(strings.ReplaceAll(string(script), "\\\n", " ")) {
		if strings.HasPrefix(line, "step go ") && strings.Contains(line, " -race ") {
			steps = append(steps, strings.TrimSpace(line))
		}
	}
	found := map[string]bool{}
	names, texts := tree(t)
	for _, name := range names {
		if path.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go") && runsAtOnce(t, name, texts[name]) {
			found[path.Dir(name)] = true
		}
	}
	for dir := range found {
		where, known := raced[dir]
		if !known {
			t.Errorf("%s has goroutines or locks: give it a test that .ci/run runs under the race detector, and say so in raced", dir)
		}
		for _, x := range strings.Fields(where) {
			has := func(step string) bool { return slices.Contains(strings.Fields(step), x) }
			require.True(t, slices.ContainsFunc(steps, has), "no step of .ci/run runs %s under the race detector", x)
		}
	}
	for dir := range raced {
		require.True(t, found[dir], "%s is listed and has neither goroutine nor lock", dir)
	}
}

// runsAtOnce reports whether a file starts goroutines or has a type of packages sync or atomic that
// guards what several share.
func runsAtOnce(t *testing.T, name, text string) (yes bool) {
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	require.NoError(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			yes = true
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && (x.Name == "atomic" || x.Name == "sync" && !strings.HasPrefix(n.Sel.Name, "Once")) {
				yes = true
			}
		}
		return !yes
	})
	return yes
}
