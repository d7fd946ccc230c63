package dyncheck

import (
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// What a wave does in host code is mostly what the wave before it did, at other addresses. A track has no entry of
// each access then, but one for all waves that follow one another, with the addresses only:
//
//	notes of a path ──► do they differ from a batch by their addresses only? ── no: entries, one by one
//	                       └─ yes: the shadow is asked of each ──► does something meet? ── no: the addresses are kept
//	                                                                  └─ yes: entries, from the first access on
//
// Where the host has AVX-512, vector code reads the notes (readVec) and asks the shadow (enterVec), operation by
// operation up to one that is not simple: Go does that one.
//
// Before anybody looks at the track, entries are made of its batches (track.unbatch).

// maxBatch is how many operations a batch may have, maxBatches how many batches a track.
const (
	maxBatch   = 24
	maxBatches = 64
	fewBatches = 4   // of a list of operations
	manyMisses = 100 // then the list is not looked at any more
	lastLists  = 32
)

// What is kept of a wave are words: a head, and then of each operation the address, and the lanes where not the same
// ones take part each time.
const (
	headWave   = 1<<4 - 1
	headNumber = 4  // of the batch: where its bits begin
	headWrites = 12 // globalAccess.writes: likewise
	maxWords   = 2*maxBatch + 1
)

// batchWords is room for the words of a batch.
type batchWords [maxWords]uint64

// batch is what the waves of some path have in common.
type batch struct {
	list   *engine.NotedOp // the first of them
	flags  touchFlags
	number uint32
	words  int // that are kept of each wave
	ops    []batchOp
	next   *batch          // another one of the same list: where other lanes take part, or they lie otherwise
	missed int             // of the first of these: how often none was it, less how often one was
	meets  uint32          // program.met when late of the operations was right
	word   [maxBatch]uint8 // which of a wave's words are those of each operation
	stores []uint8         // which operations are stores
	last   uint32          // of the first of a list without stores: tag of the spell and the wave that had it last
}

// batchOp is an operation of a batch. Its fields fill a line of the host's caches.
type batchOp struct {
	accessKey // but for the wave
	what      trackedKind
	part      bool // lanes of exec do not take part in each wave
	late      bool // it is not in the shadow
	like      int8 // the operation before it that reads what this one stores; -1: none
	size      uint32
	exec      uint64
	off       *isa.Row   // nil: a scalar, or dwords one behind the other
	h         *lineShape // off is that of this shape, as long as row is its number
	row       uint32
	first     uint32 // how far behind the address the bytes begin
	at        int32  // NotedOp.At
	// Of a scalar: lineShadow.news when it was clean at the address clean, 0: it never was. Of a store, which needs
	// neither: NotedOp.WindowAt and DataAt.
	news  uint32
	clean uint64
}

// A lowBlock has addresses of batches.
type lowBlock [1 << 13]uint64

var lowBlocks = idle[lowBlock]{most: 64}

// batchFor is the first batch of operations, nil where there is none.
func (t *track) batchFor(list []engine.NotedOp, flags touchFlags) *batch {
	at := &t.lists[(list[0].Slot/2+uint32(len(list)))%lastLists]
	if b := *at; b != nil && b.is(list, flags) {
		return b
	}
	for _, b := range t.batches[:t.nbatches] {
		if b.is(list, flags) {
			*at = b
			return b
		}
	}
	return nil
}

// is reports whether the batch is that of operations.
func (b *batch) is(list []engine.NotedOp, flags touchFlags) bool {
	return b.list == &list[0] && len(b.ops) == len(list) && b.flags == flags
}

// batchOf is the batch of what a wave has noted, which read has found to be so, among first and those behind it. It is
// nil where there is none.
func (t *track) batchOf(w *wave, first *batch, list []engine.NotedOp, flags touchFlags,
	words *batchWords) (b *batch, joined uint32) {
	ok := false
	last, n := first, 0
	for b = first; b != nil; n, b = n+1, b.next {
		if joined, ok = b.read(w, t, words); ok {
			first.missed = max(0, first.missed-1)
			return b, joined
		}
		last = b
	}
	if n > 0 {
		first.missed++
	}
	if n == fewBatches {
		return nil, 0
	}
	if b = t.newBatch(w, list, flags); b == nil {
		return nil, 0
	}
	if last != nil {
		last.next = b
	}
	joined, ok = b.read(w, t, words)
	if !ok {
		return nil, 0
	}
	return b, joined
}

// hopeless reports whether operations that have a batch are better entries: waves mostly do something else, or they are
// those of a loop without stores, of which all rounds are one entry.
func (t *track) hopeless(b *batch, wave uint8) bool {
	if len(b.stores) == 0 {
		tag := t.shadow.spell | uint32(wave)
		if b.last == tag {
			b.missed = manyMisses + 1
		}
		b.last = tag
	}
	return b.missed > manyMisses
}

// mayBatch reports whether operations can be a batch.
func mayBatch(list []engine.NotedOp) bool {
	return len(list) <= maxBatch &&
		!slices.ContainsFunc(list, func(o engine.NotedOp) bool { return o.Coherent })
}

// newBatch makes a batch of what has been noted, nil where it cannot be one. If it can never be one, there is a batch
// without words: no wave does as it says.
func (t *track) newBatch(w *wave, list []engine.NotedOp, flags touchFlags) *batch {
	notes := w.Noted()
	if t.nbatches == maxBatches || !mayBatch(list) {
		return nil
	}
	for i := range list {
		if o := &list[i]; !o.Scalar {
			if exec, _, _, _ := notes.Global(o); exec == 0 {
				return nil
			}
		}
	}
	if t.nbatches == len(t.batches) {
		t.batches = append(t.batches, new(batch))
	}
	b := t.batches[t.nbatches]
	*b = batch{list: &list[0], flags: flags, number: uint32(t.nbatches), words: 1, ops: b.ops[:0], stores: b.stores[:0]}
	b.meets = t.check.prog.met.Load()
	var at [maxBatch]uint64
	late, never := 0, false
	for i := range list {
		o := &list[i]
		q := batchOp{accessKey: keyOf(o.Slot, o.Bytes, flags, 0, plainRead), like: -1, at: o.At()}
		if o.Store {
			q.accessKey |= accessKey(plainWrite)
			b.stores = append(b.stores, uint8(i))
			q.news, q.clean = o.WindowAt(), uint64(o.DataAt())
		}
		if o.Scalar {
			q.what, q.size = trackSpan, o.Bytes
		} else {
			at[i] = t.vectorOp(w, o, &q, notes)
			never = never || q.what == trackNone
		}
		if q.late = !o.Store && t.meets[o.Slot].Load() == 0; q.late {
			late++
		}
		b.word[i] = uint8(b.words)
		if b.words++; q.part {
			b.words++
		}
		for j := range b.ops {
			p := &b.ops[j]
			if o.Store && p.kind() == plainRead && !p.late && at[j] == at[i] && p.same(&q) {
				q.like = int8(j)
			}
		}
		b.ops = append(b.ops, q)
	}
	if t.nbatches++; never {
		b.words, late = 0, 0
	}
	t.late += late
	return b
}

// vectorOp makes q what an operation of vector memory is, and returns its address. What is trackNone where it cannot be
// in a batch.
func (t *track) vectorOp(w *wave, o *engine.NotedOp, q *batchOp, notes engine.Noted) (low uint64) {
	exec, low, off, dense := notes.Global(o)
	q.what, q.exec, q.size = trackNone, exec, isa.Lanes*o.Bytes
	if dense {
		q.what = trackDense
		return low
	}
	a := noted{k: q.accessKey, low: low, off: off, exec: exec}
	if !t.like(&a) {
		access := w.NotedAccess(o, exec)
		access.WasAt(low, off)
		if a.low, a.off, a.dense = access.Found(); a.dense {
			q.what, q.off = trackDense, mem.LaneSteps(int(o.Bytes))
			return a.low
		}
		if o.Store {
			if h, base, ok := t.partOf(a.off, a.low, exec, a.k); ok {
				a.h, a.low, a.part = h, base, true
			}
		}
		if !a.part {
			a.h = t.shape(a.off, exec, a.k)
		}
	}
	h := a.h
	q.off, q.h, q.row, q.part, q.size = &h.off, h, t.offsets(h), a.part, h.extent
	switch {
	case o.Store && !h.apart: // what it has stored cannot be read from memory
	case o.Store || h.size == 0:
		q.what = trackLanes
	default:
		q.what, q.size, q.first, q.accessKey = trackSpan, h.size, h.first, q.withBytes(h.size)
	}
	return a.low
}

// same reports whether operations at the same address have the same bytes in each wave.
func (q *batchOp) same(o *batchOp) bool {
	return q.what == o.what && q.exec == o.exec && q.bytes() == o.bytes() && !q.part && !o.part &&
		(q.h == nil && o.h == nil || q.h != nil && o.h != nil && q.h.off == o.h.off)
}

// is reports whether the shape of an operation, if it has one, is what it was.
func (q *batchOp) is(inTrack uint32) bool {
	return q.h == nil || q.h.inTrack == inTrack && q.h.row == q.row
}

// read makes words what a track keeps of a wave that has noted operations. It reports false where it has done
// something else than the batch says. joined are reads, and stores, of the same place.
func (b *batch) read(w *wave, t *track, words *batchWords) (joined uint32, ok bool) {
	if b.words == 0 || !b.asLate(t) {
		return 0, false
	}
	notes, disp := w.Noted(), w.group.disp
	if readInVectors {
		return readVec(&b.ops[0], len(b.ops), notes.Begin(), &words[1], disp.ScratchBase, disp.ScratchBytes, t.emptied+1)
	}
	return readOps(b.ops, notes, words, disp.ScratchBase, disp.ScratchBytes, t.emptied+1)
}

// readOps is [batch.read] for operations. scratch and bytes are private memory, inTrack that of shapes whose offsets
// are in the track.
func readOps(ops []batchOp, notes engine.Noted, words *batchWords, scratch, bytes uint64,
	inTrack uint32) (joined uint32, ok bool) {
	var at [maxBatch]uint64
	n := 1
	for i := range ops {
		q := &ops[i]
		if q.exec == 0 {
			words[n] = notes.ScalarAt(q.at)
			n++
			continue
		}
		exec, low, off, dense := notes.GlobalAt(q.at)
		if q.part {
			if words[n], words[n+1] = 0, exec; exec == 0 {
				n += 2
				continue
			}
		} else if exec != q.exec {
			return 0, false
		}
		if dense != (q.off == nil) {
			return 0, false
		}
		if !dense {
			d, same := mem.Apart(off, q.off, exec)
			base := low + uint64(d)
			if q.part {
				base = low + uint64(int64(int32(d)))
				same = same && (int32(d) >= 0 || base < low)
			}
			if low = base; !same || !q.is(inTrack) {
				return 0, false
			}
		}
		if low-scratch < bytes {
			return 0, false
		}
		if at[i] = low; q.like >= 0 && at[q.like] == low {
			joined |= 1<<i | 1<<q.like
		}
		words[n] = low + uint64(q.first)
		if n++; q.part {
			n++
		}
	}
	return joined, true
}

// asLate reports whether the operations that are late still are: those that have met nothing.
func (b *batch) asLate(t *track) bool {
	now := t.check.prog.met.Load()
	if now == b.meets {
		return true
	}
	for i := range b.ops {
		if q := &b.ops[i]; q.kind() == plainRead && q.late != (t.meets[q.slot()].Load() == 0) {
			return false
		}
	}
	b.meets = now
	return true
}

// batched enters what a wave has noted as what waves before it have done, and makes its stores. It returns how many
// of the operations are done.
func (w *wave) batched(t *track, list []engine.NotedOp, flags touchFlags) (done int) {
	if t.keep || t.full {
		return 0
	}
	g, all, wave := w.group.global, t.shadow.all, uint8(w.Num)
	b := t.batchFor(list, flags)
	if b != nil && t.hopeless(b, wave) {
		return 0
	}
	words := t.roomForBatch()
	if words == nil {
		return 0
	}
	b, joined := t.batchOf(w, b, list, flags, words)
	if b == nil {
		return 0
	}
	words[0] = g.writes<<headWrites | uint64(b.number)<<headNumber | uint64(wave)
	if all != nil {
		t.storing.Store(true)
	}
	quickly, stores := readInVectors && all == nil, b.stores
	for i := 0; i < len(b.ops); i++ {
		if quickly {
			left := enterVec(t, &b.ops[i], len(b.ops)-i, &words[b.word[i]], joined>>i, uint32(wave),
				w.Noted().Begin(), w.Windows())
			from := i
			i = len(b.ops) - left
			stores = w.entered(b, list, words, stores, from, i)
			if left == 0 {
				break
			}
		}
		q := &b.ops[i]
		low := words[b.word[i]]
		switch {
		case q.exec == 0:
			if w.memc.mixed {
				w.memc.mixScalar(list[i].D.Rec, low, uint64(q.size))
			}
			if !q.late || q.clean != low || q.news != t.shadow.news || all != nil { // else it is as in the wave before
				w.scalarOf(t, &list[i], q, low)
			}
		case q.late:
			if r := &t.lates[q.slot()%lastSlots]; low < r.low || low+uint64(q.size) > r.high {
				t.lateRead(q.slot(), low, q.size)
			}
		case q.kind() == plainRead:
			if joined>>i&1 == 0 {
				t.free(t.asks(q, wave, low, q.exec, false))
			}
		default:
			stores = stores[1:]
			exec := q.exec
			if q.part {
				if exec = words[b.word[i]+1]; exec == 0 {
					continue
				}
				if !q.h.partsAt(low, q.bytes(), &t.room) {
					b.spill(w, t, words, i, joined)
					t.made()
					return i
				}
			}
			g.writes++
			g.wrote[wave]++
			met := t.asks(q, wave, low, exec, joined>>i&1 != 0)
			t.free(met)
			if met != 0 || all != nil && all.on.Load() {
				b.spill(w, t, words, i, joined)
				w.spilledStore(t, &list[i], q, low, exec, met)
				return i + 1
			}
			w.makeStore(&list[i], q, low, exec)
		}
	}
	t.made()
	t.keepWords(b)
	return len(list)
}

// entered makes the stores among operations of a batch that vector code has entered in the shadow, but for those of all
// lanes one behind the other, which it has made. stores are those from the first one of them on, and those behind them
// are returned.
func (w *wave) entered(b *batch, list []engine.NotedOp, words *batchWords, stores []uint8, from, to int) []uint8 {
	if w.memc.mixed {
		for i := from; i < to; i++ {
			if q := &b.ops[i]; q.exec == 0 {
				w.memc.mixScalar(list[i].D.Rec, words[b.word[i]], uint64(q.size))
			}
		}
	}
	g := w.group.global
	for len(stores) > 0 && int(stores[0]) < to {
		i := stores[0]
		stores = stores[1:]
		q, n := &b.ops[i], b.word[i]
		exec := q.exec
		if q.part {
			if exec = words[n+1]; exec == 0 {
				continue
			}
		}
		g.writes++
		g.wrote[w.Num]++
		w.mixStored(&list[i], q, words[n], exec)
		if q.off != nil {
			w.storeNow(&list[i], q, words[n], exec)
		}
	}
	return stores
}

// scalarOf enters a scalar load.
func (w *wave) scalarOf(t *track, o *engine.NotedOp, q *batchOp, addr uint64) {
	if w.group.global.unwritten(addr, uint64(q.size)) {
		q.clean, q.news = addr, t.shadow.news
	} else {
		w.Returns(o)
		w.checkScalarRead(o.D.Rec, addr, int(q.size))
	}
	if q.late {
		t.lateRead(q.slot(), addr, q.size)
		return
	}
	t.free(t.asks(q, uint8(w.Num), addr, 0, false))
}

// makeStore makes a store of a batch.
func (w *wave) makeStore(o *engine.NotedOp, q *batchOp, low, exec uint64) {
	w.mixStored(o, q, low, exec)
	w.storeNow(o, q, low, exec)
}

// mixStored enters a store where scalar operations and stores mix.
func (w *wave) mixStored(o *engine.NotedOp, q *batchOp, low, exec uint64) {
	if w.memc.mixed {
		off := q.off
		if off == nil {
			off = mem.LaneSteps(4)
		}
		w.memc.mixLanes(o.D.Rec, exec, low, uint64(q.size), off)
	}
}

// storeNow is makeStore without mixStored.
func (w *wave) storeNow(o *engine.NotedOp, q *batchOp, low, exec uint64) {
	if o.Bytes == 4 {
		w.StoreNotedDwords(o, low, exec, q.off)
		return
	}
	access := w.NotedAccess(o, exec)
	access.WasLike(low, q.off)
	w.StoreNoted(access, w.NotedData(o))
}

// spilledStore enters a store of a batch that has met something, and makes it.
func (w *wave) spilledStore(t *track, o *engine.NotedOp, q *batchOp, low, exec uint64, met lineMet) {
	g, k := w.group.global, q.accessKey|accessKey(w.Num)<<4
	rows, off := uint32(0), mem.LaneSteps(int(o.Bytes))
	if q.what == trackLanes {
		rows, off = q.row, q.off
	}
	e := tracked{low: low, exec: exec, accessKey: k, what: q.what, size: q.size, off: rows}
	stays := t.enterChange(g, &e, w.NotedData(o), o.Ext(), true, met)
	if !stays && w.group.disp.written.on.Load() {
		g.overwritesLanes(low, off, exec, o.Bytes)
	}
	if t.full { // what was in memory is wanted
		w.group.kept()
	}
	w.makeStore(o, q, low, exec)
	if stays {
		t.made()
	}
}

// asks enters an access of a batch in the shadow. also says of a store that the wave has read the same.
func (t *track) asks(q *batchOp, wave uint8, low, exec uint64, also bool) lineMet {
	switch {
	case q.what != trackLanes:
		return t.shadow.access(q.kind(), wave, low, uint64(q.size), also)
	case q.part:
		return t.shadow.some(q.kind(), wave, low, q.h, exec)
	}
	met := t.shadow.shaped(q.kind(), wave, low, q.h, &t.room, also)
	if !q.kind().writes() || also {
		t.wholeRead(q.h)
	}
	return met
}

// roomForBatch is room for what a wave of a batch has done, behind what others have. It is nil where notes have to be
// made first.
func (t *track) roomForBatch() *batchWords {
	if t.fresh != nil {
		t.stored()
	}
	const block = len(lowBlock{})
	if t.lowUsed >= t.lowNear {
		if t.lowUsed%block+maxWords > block {
			t.lowUsed += block - t.lowUsed%block
		}
		if t.lowUsed == len(t.lows)*block {
			t.lows = append(t.lows, lowBlocks.take(nil))
		}
		if t.full = t.full || t.bytes() > maxTrack; t.full {
			return nil
		}
		t.lowNear = min(t.lowUsed+checkedAt, t.lowUsed/block*block+block-maxWords)
	}
	return (*batchWords)(t.wordsAt(t.lowUsed))
}

// wordsAt are words of a batch.
func (t *track) wordsAt(at int) []uint64 {
	const block = len(lowBlock{})
	return t.lows[at/block][at%block:]
}

// keepWords keeps the words of a wave, which are in the room for them.
func (t *track) keepWords(b *batch) {
	e := (*tracked)(nil)
	if t.n > 0 {
		if e = t.entry(t.n - 1); e.what != trackBatch || e.exec != uint64(t.lowUsed) {
			e = nil
		}
	}
	if e == nil {
		e = t.next()
		e.what, e.low = trackBatch, uint64(t.lowUsed)
	}
	t.lowUsed += b.words
	e.exec = uint64(t.lowUsed)
	t.batched += len(b.ops)
}

// each calls f with the words of each wave of an entry.
func (t *track) each(e *tracked, f func(b *batch, words []uint64)) {
	for at := int(e.low); at < int(e.exec); {
		words := t.wordsAt(at)
		b := t.batches[words[0]>>headNumber&(1<<(headWrites-headNumber)-1)]
		f(b, words[:b.words])
		at += b.words
	}
}

// enter makes entries of the first n operations of a wave.
func (b *batch) enter(t *track, words []uint64, n int) {
	writes, wave := words[0]>>headWrites, accessKey(words[0]&headWave)<<4
	k := 1
	for i := range b.ops[:n] {
		q := &b.ops[i]
		low, exec := words[k], q.exec
		if k++; q.part {
			exec = words[k]
			k++
		}
		if q.part && exec == 0 {
			continue
		}
		e := tracked{low: low, exec: exec, accessKey: q.accessKey | wave, times: 1, size: q.size, what: q.what, late: q.late}
		switch {
		case q.kind() == plainWrite:
			writes++
			e.has = dataInMemory
		case q.what == trackSpan:
			e.exec = 0
		}
		if q.what == trackLanes {
			e.off = q.row
		}
		e.writes = writes
		if *t.next() = e; e.late {
			t.late++
		}
	}
}

// spill makes entries of the first n operations, which have been made. What they have been joined with has not.
func (b *batch) spill(w *wave, t *track, words *batchWords, n int, joined uint32) {
	b.enter(t, words[:b.words], n)
	for i := n + 1; i < len(b.ops); i++ {
		j := int(b.ops[i].like)
		if joined>>i&1 == 0 || j >= n {
			continue
		}
		at := 1
		for k := range j {
			if at++; b.ops[k].part {
				at++
			}
		}
		t.free(t.asks(&b.ops[j], uint8(w.Num), words[at], b.ops[j].exec, false))
	}
}

// unbatch makes entries of all batches.
func (t *track) unbatch() {
	if t.batched == 0 {
		return
	}
	if t.fresh != nil {
		t.stored()
	}
	const block = len(entryBlock{})
	old, n := t.entries, t.n
	t.entries, t.n, t.folds, t.batched = nil, 0, [lastSlots]fold{}, 0
	for i := range n {
		e := &old[i/block][i%block]
		if e.what != trackBatch {
			*t.next() = *e
			continue
		}
		t.each(e, func(b *batch, words []uint64) { b.enter(t, words, len(b.ops)) })
	}
	for _, b := range old {
		entryBlocks.leave(b)
	}
	t.lowUsed, t.lowNear = 0, 0
}

// settleBatches is settle for batches. It reports whether something has to be entered in the shadow.
func (t *track) settleBatches(a *pageAsk) (met bool) {
	for i := range t.n {
		e := t.entry(i)
		if e.what != trackBatch {
			continue
		}
		t.each(e, func(b *batch, words []uint64) {
			k := 1
			for i := range b.ops {
				q := &b.ops[i]
				low := words[k]
				if k++; q.part {
					k++
				}
				if !q.late {
					continue
				}
				if a.written(low, uint64(q.size)) {
					q.late, met = false, true
					t.late--
					t.hasMet(q.slot())
				}
			}
		})
	}
	return met
}
