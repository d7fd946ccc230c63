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

// TestCountersOfTheTable: the amounts are those of counters.md 1.
func TestCountersOfTheTable(t *testing.T) {
	for name, want := range map[string]string{
		"image_load": "vmcnt+1", "image_store": "vmcnt+1 expcnt+1", "image_atomic_add": "vmcnt+1 expcnt+1",
		"buffer_load_dword": "vmcnt+1", "buffer_store_dword": "vmcnt+1 expcnt+1", "buffer_wbinvl1": "",
		"flat_store_dword": "vmcnt+1 lgkmcnt+1", "global_store_dword": "vmcnt+1",
		"s_load_dword": "lgkmcnt+1", "s_load_dwordx2": "lgkmcnt+2", "s_memtime": "lgkmcnt+2", "s_atc_probe": "",
		"ds_read_b32": "lgkmcnt+1; with gds lgkmcnt+1 expcnt+1", "ds_gws_init": "lgkmcnt+1 expcnt+1",
		"exp": "expcnt+1", "v_interp_p1_f32": "", "s_sendmsg": "lgkmcnt+1",
	} {
		forms := isa.Lookup(isa.GCN14, name)
		require.NotEmpty(t, forms, name)
		require.Equal(t, want, counters(forms[0]), name)
	}
}
