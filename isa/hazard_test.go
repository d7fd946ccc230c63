package isa

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHazardsLeaveNoInstructionOut: the sets of forms by which the rows are looked up hold every
// instruction that reads or writes what the row is about, for random words of each format.
func TestHazardsLeaveNoInstructionOut(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 5))
	has := func(s insts, in *Inst) bool { p := HazardPart{by: s}; return p.Has(in) }
	for _, g := range variants() {
		seen := map[*Form]bool{}
		for n := range 100_000 {
			w := [2]uint32{r.Uint32(), r.Uint32()}
			if l := g.table().order; n&1 == 0 { // formats with long prefixes, too
				x := l[n/2%len(l)]
				w[0] = w[0]&^x.mask[0] | x.match[0]
			}
			if n&6 == 0 {
				w[0] = w[0]&^0x1ff | CodeDPP
			}
			var code [8]byte
			binary.LittleEndian.PutUint32(code[:], w[0])
			binary.LittleEndian.PutUint32(code[4:], w[1])
			in, err := g.Decode(code[:])
			if err != nil {
				continue
			}
			seen[in.Form] = true
			require.Same(t, in.Form, g.FormOf(w[0]))
			require.Equal(t, in.Sub == DPP, DPPWord(in.Form, w[0]), "%v", &in)
			for i := range hazards {
				p := &hazards[i].Takes
				if p.Has(&in) && !(p.May(in.Form, in.Sub == DPP) && p.Word(in.Form, w[0])) {
					t.Fatalf("%s %v", hazards[i].ID, &in)
				}
			}
			for _, u := range in.Uses(nil) {
				switch valu := in.Form.isVALU(); {
				case valu && writesScalar(&u):
					require.True(t, has(byVALUToScalar, &in), "%v", &in)
				case valu && readsLane(&u):
					require.True(t, has(byLaneSelect, &in), "%v", &in)
				case valu && readsCondition(&u):
					require.True(t, has(byConditionVALU, &in), "%v", &in)
				case in.Form.isSALU() && writesM0(&u):
					require.True(t, has(byM0SALU, &in), "%v", &in)
				}
			}
		}
		require.Greater(t, 2*len(seen), len(g.Forms()), "%s", g.Name)
	}
}
