package isa_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// What callers can get wrong is an error, not a panic.
func TestMisuseIsAnError(t *testing.T) {
	for _, in := range []*isa.Inst{nil, {}} {
		_, err := isa.Encode(in)
		require.ErrorIs(t, err, isa.ErrEncode)
	}
	for _, x := range []struct {
		op   string
		args []int64
	}{{"+", nil}, {"max", nil}, {"extrasgprs", []int64{1}}, {"occupancy", []int64{1, 2}}} {
		_, err := isa.Apply(isa.GCN14, x.op, x.args...)
		require.Error(t, err, x.op)
	}
}
