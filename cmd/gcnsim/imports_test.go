package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mayImport lists for each package the packages of the module that it may import: arrows go one
// way, from what is told to what tells it nothing.
var mayImport = map[string]string{
	"isa":     "",
	"isa/asm": "isa",
	"mem":     "isa",
	"waitcnt": "isa",

	"waitcnt/check":          "isa waitcnt",
	"waitcnt/check/objcheck": "isa waitcnt waitcnt/check sim/abi sim/codeobj",
	"waitcnt/report":         "waitcnt internal/junit internal/plain",
	"internal/junit":         "",
	"internal/plain":         "",
	"internal/collector":     "",
	"internal/page":          "",
	"internal/page/chart":    "internal/page",

	"sim/abi":     "isa",
	"sim/chip":    "isa",
	"sim/codeobj": "isa isa/asm waitcnt sim/abi",

	"sim/internal/engine":   "isa mem waitcnt sim/abi sim/internal/state",
	"sim/internal/clock":    "isa mem waitcnt waitcnt/check sim/chip sim/internal/engine",
	"sim/internal/dyncheck": "isa mem waitcnt sim/internal/engine sim/internal/state",
	"sim/internal/explore":  "isa mem waitcnt sim/internal/engine",
	"sim/internal/hostcode": "isa mem waitcnt sim/internal/engine sim/internal/state",
	"sim/internal/state":    "mem",
	"sim/internal/writers":  "isa mem waitcnt sim/internal/engine",

	"sim": "isa mem waitcnt sim/abi sim/internal/engine sim/internal/clock sim/internal/dyncheck sim/internal/explore sim/internal/hostcode sim/internal/state sim/internal/writers",

	"sim/debug/rpc":     "isa isa/asm sim sim/chip sim/codeobj sim/debug sim/launch sim/launch/run waitcnt",
	"sim/disasm":        "isa isa/asm sim/abi sim/codeobj",
	"sim/dump":          "isa mem waitcnt sim sim/chip",
	"sim/launch":        "isa isa/asm sim/abi sim/launch/files",
	"sim/launch/files":  "",
	"sim/launch/run":    "isa isa/asm mem waitcnt sim sim/abi sim/codeobj sim/launch sim/launch/files",
	"sim/profile":       "internal/page internal/plain isa sim sim/chip sim/codeobj sim/launch/run",
	"sim/report":        "internal/page internal/page/chart internal/plain sim sim/chip sim/dump sim/launch/run sim/profile",
	"sim/timeline":      "internal/plain sim",
	"sim/sweep":         "isa isa/asm mem waitcnt sim sim/chip sim/codeobj sim/disasm sim/launch sim/launch/files sim/launch/run",
	"sim/sweep/cluster": "",
	"sim/sweep/study":   "internal/page internal/page/chart",
	"sim/sweep/table":   "",
	"sim/simtest":       "isa isa/asm mem waitcnt sim sim/codeobj sim/gcntest sim/launch sim/launch/run",
	"sim/gcntest":       "internal/junit isa isa/asm waitcnt sim sim/abi sim/chip sim/codeobj sim/formula sim/launch sim/launch/files sim/launch/run",
	"sim/formula":       "isa",

	"benchmarks":        "isa mem waitcnt sim sim/chip sim/codeobj sim/launch sim/launch/run sim/profile",
	"benchmarks/suite":  "isa isa/asm sim sim/chip sim/codeobj sim/launch sim/launch/run benchmarks",
	"benchmarks/timing": "isa isa/asm mem sim sim/abi sim/chip",

	"sim/explain":       "isa sim sim/debug waitcnt",
	"sim/debug":         "isa mem waitcnt sim sim/codeobj sim/formula sim/internal/state sim/launch sim/launch/run",
	"sim/debug/console": "isa waitcnt sim sim/debug",
	"sim/debug/dap":     "isa waitcnt sim sim/debug sim/debug/console",

	// The page. What runs in the browser, web/wasm, is built for it only.
	"web/build":   "",
	"web/machine": "isa isa/asm sim sim/chip sim/codeobj sim/debug sim/explain sim/launch sim/launch/run sim/timeline waitcnt",

	// For tests and for making what they compare with.
	"internal/browsertest":    "",
	"internal/typecheck":      "",
	"isa/internal/exact":      "",
	"isa/internal/oracle":     "",
	"isa/internal/oracle/gen": "isa isa/internal/oracle",
	"isa/vecref":              "isa isa/internal/exact",
	"sim/codeobj/objtest":     "",
	"sim/internal/testcase":   "isa isa/asm mem waitcnt sim sim/abi sim/chip",
}

// Each package imports only what the table grants, and the table names each package: who adds one
// says where it stands. Commands may import all.
func TestImportsGoOneWay(t *testing.T) {
	const module = "github.com/gcnsim/gcnsim/"
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", module+"...").CombinedOutput()
	require.NoError(t, err, "%s", out)
	seen := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		name := strings.TrimPrefix(f[0], module)
		seen[name] = true
		if strings.HasPrefix(name, "cmd/") {
			continue
		}
		grants, known := mayImport[name]
		if !known {
			t.Errorf("%s is not in the table of imports", name)
			continue
		}
		for _, i := range f[1:] {
			if i, own := strings.CutPrefix(i, module); own && !slices.Contains(strings.Fields(grants), i) {
				t.Errorf("%s imports %s, which the table does not grant", name, i)
			}
		}
	}
	for name := range mayImport {
		require.True(t, seen[name], "the table names %s, which does not exist", name)
	}
}
