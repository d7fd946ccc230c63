package dyncheck

import (
	"fmt"
	"reflect"
	"sync/atomic"
)

// Unused counts the waves whose state was not cleared, because the one before had used none of it.
var Unused atomic.Int64

// In all tests of the package, such a state is what a new one would be, but for the memory of its lists.
func init() {
	whenUnused = func(c *waveCheck) {
		var clean checkState
		clean.board.Gen = c.prog.Gen
		got := c.checkState
		if len(got.board.List) == 0 {
			got.board.List = nil
		}
		if len(got.done) == 0 {
			got.done = nil
		}
		if !reflect.DeepEqual(clean, got) {
			panic(fmt.Sprintf("a wave begins with what one before it left: %+v", got))
		}
		Unused.Add(1)
	}
}
