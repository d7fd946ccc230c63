package check_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// Checks share tables, which are made when they are first needed: checks of all generations at once
// find what each finds alone. The race detector runs this test.
func TestChecksServeManyAtOnce(t *testing.T) {
	var wg sync.WaitGroup
	each([]string{"mixed"}, func(name string, g isa.Gen, code func(n int) []byte) {
		text := code(60)
		results := make([]*check.Result, 2)
		for i := range results {
			wg.Go(func() {
				r, err := check.Run(&check.Input{Gen: g, Code: text}, check.Options{})
				if err == nil {
					results[i] = r
				}
			})
		}
		t.Cleanup(func() {
			require.NotNil(t, results[0], name)
			require.Equal(t, results[0], results[1], name)
		})
	})
	wg.Wait()
}
