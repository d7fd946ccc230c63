package isa

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTableIsValid(t *testing.T) { require.NoError(t, validate()) }

// TestTableAgreesWithTheOpcodeList compares every form with the list of opcodes gathered from AMD's
// manuals, LLVM, CLRX and ACO (testdata/isa/opcodes.tsv, whose column "sources" says who has an
// opcode), in both directions.
func TestTableAgreesWithTheOpcodeList(t *testing.T) {
	require.NoError(t, validate())
	file, err := os.Open("../testdata/isa/opcodes.tsv")
	require.NoError(t, err)
	defer file.Close()
	want := map[string]string{} // generation, space, opcode -> mnemonic
	alias := map[string]string{}
	sc := bufio.NewScanner(file)
	sc.Scan()
	for sc.Scan() {
		f := strings.Split(sc.Text(), "\t")
		for i, g := range Gens() {
			if f[3+i] == "-" {
				continue
			}
			op, err := strconv.Atoi(f[3+i])
			require.NoError(t, err)
			key := fmt.Sprintf("%v %s %d", g, f[0], op)
			want[key] = f[1]
			if len(f) > 8 {
				alias[key] = "," + f[8] + ","
			}
		}
	}
	require.Greater(t, len(want), 4000)
	got := map[string]string{}
	for _, g := range Gens() {
		for _, f := range Forms(g) {
			space := f.Fmt.String()
			if f.Fmt == VOP3B {
				space = "VOP3"
			}
			got[fmt.Sprintf("%v %s %d", g, space, f.Op)] = f.Base()
		}
	}
	for key, name := range want {
		_, ok := got[key]
		require.True(t, ok, "%s: %s is in the list only", key, name)
	}
	for key, name := range got {
		_, ok := want[key]
		require.True(t, ok, "%s: %s is not in the list", key, name)
		if want[key] == name || strings.Contains(alias[key], ","+name+",") {
			continue
		}
		t.Errorf("%s: %s here, %s (%s) in the list", key, name, want[key], alias[key])
	}
}
