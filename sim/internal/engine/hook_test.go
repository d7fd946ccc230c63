package engine

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// A panic of a hook is its caller's, who sees it as it is.
func TestAPanicOfAHookGoesOn(t *testing.T) {
	k := &Worker{InHook: true}
	require.PanicsWithValue(t, "the hook's", func() { k.guarded(nil, func() { panic("the hook's") }) })
	err := fmt.Errorf("of the hook: %w", errors.New("cause"))
	require.ErrorIs(t, Caught(err), ErrDefect)
	require.ErrorContains(t, Caught(err), "of the hook: cause")
}
