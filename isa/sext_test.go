package isa_test

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
)

// Mesa's compiler writes these bytes; its results on gfx9 are those of the same shader on a CPU (testdata/glsl).
func TestConditionalMovesSignExtend(t *testing.T) {
	const text = "v_cndmask_b32_sdwa v4, sext(v4), 32, vcc dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:DWORD"
	code, err := hex.DecodeString("f940090004060b86")
	require.NoError(t, err)
	in, err := isa.Decode(isa.GCN14, code)
	require.NoError(t, err)
	require.Equal(t, text, in.String())
	made, err := asm.Code(isa.GCN14, text)
	require.NoError(t, err)
	require.Equal(t, code, made.Code)

	code[6] |= 0x10 // neg of the same source
	_, err = isa.Decode(isa.GCN14, code)
	require.ErrorContains(t, err, "sext, and abs or neg, of one source")
}
