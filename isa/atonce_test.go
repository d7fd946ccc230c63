package isa

import (
	"encoding/binary"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Tables are made when they are first needed: goroutines that need them at once find the same
// instructions. The race detector runs this test.
func TestTablesServeManyAtOnce(t *testing.T) {
	var wg sync.WaitGroup
	told := make([][]string, 8)
	for i := range told {
		wg.Go(func() {
			r, rows := rand.New(rand.NewPCG(3, 4)), Hazards()
			for n := range 3000 {
				x := variants()[n%len(variants())]
				var code [8]byte
				binary.LittleEndian.PutUint64(code[:], r.Uint64())
				in, err := x.Decode(code[:])
				if err != nil {
					continue
				}
				text := in.String()
				if back, err := x.ParseInst(text); err == nil {
					text += " " + back.Form.Name
				}
				for h := range rows {
					if rows[h].Takes.Has(&in) {
						text += " " + rows[h].ID
					}
				}
				told[i] = append(told[i], text)
			}
		})
	}
	wg.Wait()
	require.NotEmpty(t, told[0])
	for i := range told {
		require.Equal(t, told[0], told[i])
	}
}
