package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// A row that names neither EXEC, VCC nor PC among its implicit registers must not use them:
// execScalarPlain does not supply them.
func TestScalarRowsNameWhatTheyUse(t *testing.T) {
	seen := 0
	for _, g := range isa.Gens() {
		for _, f := range isa.Forms(g) {
			do, ok := f.Desc.Do.(isa.Scalar)
			if !ok || !plainScalar(f.Desc) {
				continue
			}
			seen++
			in := isa.Sca{A: 0x8000000300000005, B: 7, D: 9, Imm: 11, Exec: 0xf0, VCC: 0xff, PC: 0x100}
			other := in
			other.Exec, other.VCC, other.PC = 0, 0, 0x200
			x, y := in, other
			do(&x)
			do(&y)
			require.Equal(t, []uint64{in.Exec, in.VCC, in.PC}, []uint64{x.Exec, x.VCC, x.PC}, "%s writes what it does not name", f.Name)
			require.Equal(t, []uint64{other.Exec, other.VCC, other.PC}, []uint64{y.Exec, y.VCC, y.PC}, "%s writes what it does not name", f.Name)
			x.Exec, x.VCC, x.PC = y.Exec, y.VCC, y.PC
			require.Equal(t, y, x, "%s reads what it does not name", f.Name)
		}
	}
	require.Greater(t, seen, 300)
}
