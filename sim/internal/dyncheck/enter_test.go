package dyncheck

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// What vector code enters of a batch is what Go enters, nothing that meets something is entered by it, and stores
// one lane behind the other are in memory.
func TestBatchesAreEnteredInVectors(t *testing.T) {
	if !readInVectors {
		t.Skip("the host has no AVX-512")
	}
	const base, bytes = 5<<leafBits - 1<<13, 1 << 14
	r := rand.New(rand.NewPCG(21, 22))
	memory, notes := make([]byte, bytes+1<<12), new(engine.Notes)
	var window [2 * engine.WindowSize]byte // the second one is that of the memory
	*(*uint64)(unsafe.Pointer(&window[engine.WindowSize+engine.WindowBase])) = base
	*(*unsafe.Pointer)(unsafe.Pointer(&window[engine.WindowSize+engine.WindowHost])) = unsafe.Pointer(&memory[0])
	var of, ofVec track
	shapes := make([]*lineShape, 40)
	for i := range shapes {
		shapes[i] = randomShape(r)
	}
	entered, left, mets := 0, 0, 0
	for range 4000 {
		of.shadow.begin()
		ofVec.shadow.begin()
		of.lates, ofVec.lates = [lastSlots]lateRange{}, [lastSlots]lateRange{}
		for range 1 + r.IntN(20) {
			if r.IntN(2) == 0 {
				require.True(t, of.shadow.next() && ofVec.shadow.next())
				if r.IntN(3) > 0 {
					of.shadow.group, ofVec.shadow.group = of.shadow.spell, ofVec.shadow.spell
				}
			}
			ops, words, joined := randomOps(r, &of, shapes, base, bytes)
			ofVec.lates = of.lates
			wave := uint8(r.IntN(8) / 6)
			for i, n := 0, 0; i < len(ops); i++ {
				done := len(ops) - i - enterVec(&ofVec, &ops[i], len(ops)-i, &words[n], joined>>i, uint32(wave),
					unsafe.Pointer(notes), unsafe.Pointer(&window))
				for end := i + done + 1; i < min(end, len(ops)); i++ {
					q, low, exec := &ops[i], words[n], ops[i].exec
					if n++; q.part {
						exec = words[n]
						n++
					}
					byVec := i < end-1
					if !asksOf(q, exec, joined>>i&1 != 0) {
						scalar := q.exec == 0 && (!q.late || low != q.clean || q.news != of.shadow.news)
						late := q.exec != 0 && q.late && !isLate(&of, q, low)
						require.Equal(t, scalar || late, !byVec, "%+v", q)
						continue
					}
					if q.part {
						require.True(t, q.h.partsAt(low, q.bytes(), &of.room))
					}
					also := q.kind() == plainWrite && joined>>i&1 != 0
					met := of.asks(q, wave, low, exec, also)
					if byVec {
						require.Zero(t, met, "%+v", q)
						if entered++; q.kind() == plainWrite && q.off == nil {
							row := (*[4 * isa.Lanes]byte)(unsafe.Pointer(notes))
							require.Equal(t, row[:], memory[low-base:][:len(row)])
							clear(memory[low-base:][:len(row)])
						}
						continue
					}
					require.Equal(t, met, ofVec.asks(q, wave, low, exec, also), "%+v", q)
					if left++; met != 0 {
						mets++
					}
				}
				i--
			}
			requireSameShadow(t, &of.shadow, &ofVec.shadow)
		}
	}
	require.NotContains(t, memory, byte(1), "something else was stored")
	t.Log(entered, left, mets)
	require.Greater(t, entered, 20000)
	require.Greater(t, left, mets+1000)
	require.Greater(t, mets, 3000)
}

// asksOf reports whether the shadow is asked of an operation.
func asksOf(q *batchOp, exec uint64, joined bool) bool {
	return q.exec != 0 && !q.late && exec != 0 && !(q.kind() == plainRead && joined)
}

// isLate reports whether it is known that a read at low is not in the shadow.
func isLate(t *track, q *batchOp, low uint64) bool {
	r := &t.lates[q.slot()%lastSlots]
	return low >= r.low && low+uint64(q.size) <= r.high
}

// randomShape is a shape of dwords, or more, in a few lines or many.
func randomShape(r *rand.Rand) *lineShape {
	var off isa.Row
	n := []uint32{4, 4, 4, 8}[r.IntN(4)]
	many, gap := []int{1, 8, 16, 32}[r.IntN(4)], []uint32{4, 64, 192, 256, 640}[r.IntN(5)]
	for l := range off {
		off[l] = uint32(l)*n + uint32(l/many)*gap
	}
	exec := uint64(engine.AllLanes)
	switch r.IntN(4) {
	case 0:
		exec = r.Uint64() | 1
	case 1: // several lanes access the same
		for l := range off {
			off[l] = n * uint32(l/many)
		}
	case 2: // lines are not in order
		slices.Reverse(off[:])
		first := off[63]
		for l := range off {
			off[l] -= first
		}
	}
	h := new(lineShape)
	h.take(&off, exec, n)
	return h
}

// randomOps are operations of a batch in some memory, their words, and which are joined.
func randomOps(r *rand.Rand, t *track, shapes []*lineShape, base, bytes uint64) (ops []batchOp, words []uint64,
	joined uint32) {
	for i := range 1 + r.IntN(8) {
		q := batchOp{accessKey: keyOf(uint32(r.IntN(300)), 4, 0, 0, plainRead), size: 4 * isa.Lanes, exec: engine.AllLanes,
			what: trackDense}
		if q.late = r.IntN(4) == 0; !q.late && r.IntN(2) == 0 {
			q.accessKey |= accessKey(plainWrite)
			q.news, q.clean = uint32(engine.WindowSize), 0
		}
		low := base + 4*uint64(r.IntN(int(bytes/4)))
		if r.IntN(2) == 0 {
			low &^= 255
		}
		exec := uint64(0)
		h := shapes[r.IntN(len(shapes))]
		switch r.IntN(8) {
		case 0:
			q.exec, q.what, q.accessKey, q.size = 0, trackSpan, keyOf(uint32(i), 16, 0, 0, plainRead), 16
			q.clean, q.news = low&^uint64(4*r.IntN(2)), t.shadow.news-uint32(r.IntN(4)/3)
		case 1:
			if q.kind() == plainRead { // bytes one behind the other
				q.what, q.size = trackSpan, uint32(1+r.IntN(1100))
			}
		case 2, 3, 4:
			if low = base + low%1024; r.IntN(2) == 0 { // so that the shape mostly has been laid for it
				low = base + 1<<12 + low&64
			}
			q.what, q.h, q.off, q.size, q.exec = trackLanes, h, &h.off, h.extent, h.exec
			q.accessKey = q.withBytes(h.bytes)
			h.layAt(low, &t.room)
			if q.part = q.kind() == plainWrite && h.parts(h.bytes) && r.IntN(2) == 0; q.part {
				if exec = r.Uint64() & r.Uint64(); r.IntN(4) == 0 {
					exec = 0
				}
			}
		case 5:
			n := []uint32{8, 16}[r.IntN(2)]
			q.accessKey, q.size, q.off = q.withBytes(n), isa.Lanes*n, mem.LaneSteps(int(n))
		}
		if q.late && q.exec != 0 {
			t.lateRead(q.slot(), low-16*uint64(r.IntN(3)), q.size)
		}
		if !q.part && r.IntN(4) == 0 {
			joined |= 1 << i
		}
		if words = append(words, low); q.part {
			words = append(words, exec)
		}
		ops = append(ops, q)
	}
	return ops, words, joined
}

// requireSameShadow requires that two shadows know the same.
func requireSameShadow(t *testing.T, a, b *lineShadow) {
	require.Equal(t, a.news, b.news)
	require.Equal(t, len(a.list), len(b.list))
	for i, l := range a.list {
		m := b.list[i]
		require.Equal(t, []any{l.key, l.used, l.wrote, l.read, l.pages, l.fine, l.oldIn},
			[]any{m.key, m.used, m.wrote, m.read, m.pages, m.fine, m.oldIn})
		require.True(t, l.blocks == m.blocks, "blocks")
		require.Equal(t, l.lines == nil, m.lines == nil)
		require.True(t, l.lines == nil || *l.lines == *m.lines, "lines")
		require.True(t, l.oldIn != a.launch || *l.old == *m.old, "old")
	}
}
