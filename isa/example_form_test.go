package isa

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each form of each target has an example, whose words have the fixed bits of its picture.
func TestEveryFormHasAnExampleAndAPicture(t *testing.T) {
	for _, x := range variants() {
		for _, f := range x.Forms() {
			in, ok := f.Example()
			require.True(t, ok, "%s %s", x.Name, f.Name)
			require.NoError(t, Executable(&in))
			code, err := Encode(&in)
			require.NoError(t, err, in.String())
			bits := strings.ReplaceAll(f.Bits(), " ", "")
			words := strings.Split(bits, "|")
			require.LessOrEqual(t, 4*len(words), len(code), in.String())
			for i, w := range words {
				require.Len(t, w, 32, f.Name)
				word := binary.LittleEndian.Uint32(code[4*i:])
				for k, c := range w {
					if c == '0' || c == '1' {
						require.Equal(t, uint32(c-'0'), word>>(31-k)&1, "%s %s: %s %08x", x.Name, f.Name, f.Bits(), word)
					}
				}
			}
			short := f.Fmt == VOP1 || f.Fmt == VOP2 || f.Fmt == VOPC
			require.Equal(t, short && f.HasSDWA(), f.SubBits(SDWA) != "", f.Name)
			require.Equal(t, short && f.HasDPP(), f.SubBits(DPP) != "", f.Name)
		}
	}
}

// The figures of the manuals: AMD Vega ISA and Sea Islands ISA, microcode formats.
func TestPicturesAreThoseOfTheManuals(t *testing.T) {
	for _, x := range []struct {
		gen        Gen
		name, bits string
	}{
		{GCN14, "v_add_f32_e32", "0 000001 dddddddd bbbbbbbb aaaaaaaaa"},
		{GCN14, "v_add_f32_e64", "110100 0100000001 C HHHH AAA dddddddd | NNN MM ccccccccc bbbbbbbbb aaaaaaaaa"},
		{GCN11, "s_load_dwordx2", "11000 00001 ddddddd ssssss I ffffffff"},
		{GCN12, "s_endpgm", "101111111 0000001 iiiiiiiiiiiiiiii"},
	} {
		found := false
		for _, f := range x.gen.Target().Forms() {
			if f.Name == x.name {
				found = true
				require.Equal(t, strings.ReplaceAll(x.bits, " ", ""), strings.ReplaceAll(f.Bits(), " ", ""), x.name)
			}
		}
		require.True(t, found, x.name)
	}
}
