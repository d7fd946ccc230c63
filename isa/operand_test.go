package isa_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// What RegName writes, ParseReg reads: every register of every size and generation.
func TestRegisterNamesAreReadBack(t *testing.T) {
	for _, g := range isa.Gens() {
		for code := uint16(0); code < 2*isa.CodeVGPR; code++ {
			if code >= isa.CodeZero && code < isa.CodeVGPR && code != isa.CodeSCC || code == 125 {
				continue // constants, special operands, null
			}
			for dwords := 1; dwords <= 16; dwords++ {
				end := int(code) + dwords
				name, ok := isa.RegName(g, code, dwords)
				wraps := int(code) < isa.MaxSGPR(g) && end > isa.MaxSGPR(g) || code < isa.CodeM0 && end > isa.CodeM0 ||
					end > 2*isa.CodeVGPR || code == isa.CodeSCC && dwords > 1
				if !ok || wraps {
					continue
				}
				got, n, err := isa.ParseReg(g, name)
				require.NoError(t, err, "%v %s", g, name)
				require.Equal(t, code, got, "%v %s", g, name)
				require.Equal(t, dwords, n, "%v %s", g, name)
			}
		}
	}
}

func TestParseRegSaysWhatIsWrong(t *testing.T) {
	for name, want := range map[string]string{"": "unknown register", "s102": "only 102 registers s0 to s101 on", "v256": "v0 to v255",
		"s[5:4]": "runs backwards", "s[1]": "unknown", "s-1": "unknown", "S0": "unknown", "s0000": "unknown", "v1 ": "unknown",
		"null": "unknown", "lds_direct": "unknown", "0": "unknown", "1.0": "unknown", "v[0:256]": "v0 to v255"} {
		_, _, err := isa.ParseReg(isa.GCN14, name)
		require.ErrorContains(t, err, want, name)
	}
	code, n, err := isa.ParseReg(isa.AllGens, "s[102:103]")
	require.NoError(t, err, "GCN 1.0 has it")
	require.Equal(t, []any{uint16(102), 2}, []any{code, n})
}

// The error names a generation only where one was asked for.
func TestErrorsOfRegisterNamesSayForWhichGeneration(t *testing.T) {
	_, _, err := isa.ParseReg(isa.AllGens, "s200")
	require.EqualError(t, err, "register s200: there are only 104 registers s0 to s103")
	_, _, err = isa.ParseReg(isa.GCN14, "s200")
	require.EqualError(t, err, "register s200: there are only 102 registers s0 to s101 on GCN 1.4 (gfx9)")
}
