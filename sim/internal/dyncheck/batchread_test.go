package dyncheck

import (
	"math/bits"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// What vector code reads of the notes of a wave is what Go reads, where the wave does as the batch says and where it
// does something else; and addresses are those of the lanes.
func TestNotesAreReadInVectors(t *testing.T) {
	if !readInVectors {
		t.Skip("the host has no AVX-512")
	}
	r := rand.New(rand.NewPCG(11, 12))
	notes := new(engine.Notes)
	begin := unsafe.Pointer(notes)
	same, parts, joins := 0, 0, 0
	for range 20000 {
		const inTrack, scratch, bytes = 7, 1 << 40, 1 << 12
		ops := make([]batchOp, 1+r.IntN(maxBatch))
		var want [maxBatch]uint64
		at, odd := int32(8*r.IntN(8)), r.IntN(3) == 0 // something may be odd
		rare := func() bool { return odd && r.IntN(6*len(ops)) == 0 }
		for i := range ops {
			q := &ops[i]
			q.like, q.at = -1, at
			if r.IntN(4) == 0 {
				want[i] = r.Uint64()
				*(*uint64)(unsafe.Add(begin, at)) = want[i]
				at += 8
				continue
			}
			q.exec, q.first = engine.AllLanes, 4*uint32(r.IntN(3)/2)
			if r.IntN(3) == 0 {
				q.exec = r.Uint64() | 1<<r.IntN(64)
			}
			exec, low, dense := q.exec, uint64(1<<32+64*r.IntN(1<<20)), uint64(2)
			off := (*isa.Row)(unsafe.Add(begin, int(at)+engine.GlobalNoteOff))
			for l := range off {
				off[l] = r.Uint32()
			}
			want[i] = low
			if r.IntN(3) > 0 {
				dense = 1
				q.off = new(isa.Row)
				base := 1<<20 + 4*r.Uint32N(100)
				for l := range q.off {
					q.off[l] = 4 * r.Uint32N(1000)
				}
				if r.IntN(3) > 0 {
					q.h, q.row = &lineShape{inTrack: inTrack, row: 5}, 5
				}
				if q.part = q.exec == engine.AllLanes && r.IntN(3) == 0; q.part {
					if exec = r.Uint64() & r.Uint64(); r.IntN(4) == 0 {
						exec = 0
					}
					if r.IntN(3) == 0 { // the base of all lanes lies in front of what offsets count from
						base = -(4 * r.Uint32N(100))
					}
				}
				for m := exec; m != 0; m &= m - 1 {
					l := bits.TrailingZeros64(m)
					if off[l] = q.off[l] + base; rare() {
						off[l]++
					}
				}
				want[i] = low + uint64(int64(int32(base)))
			}
			switch {
			case rare():
				dense ^= 3
			case rare():
				exec ^= 1 << r.IntN(64)
			case rare() && q.h != nil:
				q.row++
			case rare() && q.h != nil:
				q.h.inTrack++
			case rare():
				low = scratch + uint64(r.IntN(bytes))
			}
			if j := r.IntN(len(ops)); j < i && ops[j].exec != 0 && !ops[j].part && !q.part {
				if q.like = int8(j); dense == 2 && q.off == nil && ops[j].off == nil && r.IntN(2) == 0 {
					low = want[j]
					want[i] = low
				}
			}
			if exec == 0 {
				want[i] = 0
			}
			*(*uint64)(unsafe.Add(begin, int(at)+engine.GlobalNoteExec)) = exec
			*(*uint64)(unsafe.Add(begin, int(at)+engine.GlobalNoteLow)) = low
			*(*uint64)(unsafe.Add(begin, int(at)+engine.GlobalNoteDense)) = dense
			at += int32(engine.GlobalNoteBytes)
		}
		var words, inVectors batchWords
		joined, ok := readOps(ops, engine.NotedIn(notes), &words, scratch, bytes, inTrack)
		joinedVec, okVec := readVec(&ops[0], len(ops), begin, &inVectors[1], scratch, bytes, inTrack)
		require.Equal(t, ok, okVec, "%+v", ops)
		if !odd {
			require.True(t, ok, "%+v", ops)
		}
		if !ok {
			continue
		}
		require.Equal(t, joined, joinedVec)
		require.Equal(t, words, inVectors)
		n := 1
		for i := range ops {
			q := &ops[i]
			if !odd {
				first := uint64(q.first)
				if q.part && words[n+1] == 0 {
					first = 0
				}
				require.Equal(t, want[i]+first, words[n], "operation %d of %+v", i, ops)
			}
			if n++; q.part {
				n, parts = n+1, parts+1
			}
		}
		if same++; joined != 0 {
			joins++
		}
	}
	t.Log(same, parts, joins)
	require.Greater(t, same, 12000)
	require.Less(t, same, 19000)
	require.Greater(t, joins, 1000)
}
