package asm

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// A kernel that names as many SGPRs as there are has VCC among them: clang 22 writes
// ".amdhsa_next_free_sgpr 104" for a kernel of gfx600 whose own object has 104 in its descriptor (field 12
// of COMPUTE_PGM_RSRC1[9:6], in units of 8). More than there are is an error.
func TestSGPRsWithVCCAreAtMostAll(t *testing.T) {
	target, err := isa.FindTarget("gfx600")
	require.NoError(t, err)
	text := func(n string) string {
		return "k:\n s_endpgm\n.amdhsa_kernel k\n .amdhsa_next_free_vgpr 1\n .amdhsa_next_free_sgpr " + n + "\n.end_amdhsa_kernel\n"
	}
	for n, field := range map[string]uint32{"100": 12, "102": 12, "103": 12, "104": 12, "92": 11, "94": 12, "8": 1} {
		u, _, err := Assemble(text(n), Options{Target: target})
		require.NoError(t, err, n)
		require.Len(t, u.Kernels, 1)
		k := &u.Kernels[0]
		rsrc1 := binary.LittleEndian.Uint32(u.Sections[k.Section].Data[k.Offset+48:])
		require.Equal(t, field, rsrc1>>6&15, n)
	}
	_, _, err = Assemble(text("105"), Options{Target: target})
	require.ErrorContains(t, err, "SGPRs")
}
