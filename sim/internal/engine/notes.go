package engine

import (
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
)

// Notes are what host code writes down of the accesses that it makes itself, for who is told of them
// ([DirectEvents]): when it has ended they are gone through in the order of the program. No other wave of
// the work-group executes in between, so that what is told is what would have been told at once.
//
// Each round of a path has as many bytes, in which each operation has its place ([Note]). Some may be kept
// ([WaveCore.KeepNoted]): the next ones begin behind them.
type Notes struct{ room [2 * NotesBytes]byte }

// NotesBytes is how much is noted before host code ends, and how much may be kept. It is little, to stay in the host's
// cache.
const NotesBytes = 32 << 10

// Note says where in the notes of a round those of an operation lie, or what it reads; -1: nowhere.
type Note struct {
	At   int      // of global memory, a [GlobalNoteBytes]; of scalar memory, the address
	Exec int      // of LDS: the lanes
	Addr int      // their addresses
	Data [4]int32 // what they store, or a store of global memory
}

// NoNote is that of an operation of which nothing is noted.
var NoNote = Note{-1, -1, -1, [4]int32{-1, -1, -1, -1}}

// globalNote is what is noted of an access of global memory.
type globalNote struct {
	exec  uint64  // lanes; of what follows nothing is known where there are none
	low   uint64  // the address of the first lane where dense is 2, else the one that off counts from
	dense uint64  // 2: the access is one of all lanes, each a dword behind the one before
	off   isa.Row // where it is not
}

// Where host code finds these.
const (
	NotesOffset     = int(unsafe.Offsetof(Wave{}.notesAt))  // the address of the round's notes
	QuietOffset     = int(unsafe.Offsetof(Wave{}.quietLDS)) // up to where nothing of LDS has to be noted
	LoudOffset      = int(unsafe.Offsetof(Wave{}.loudLDS))  // 1 where something of it has been
	StampsOffset    = int(unsafe.Offsetof(Wave{}.stamps))   // stamps of dwords
	SinceOffset     = int(unsafe.Offsetof(Wave{}.since))    // from which nothing has to be noted
	StampedOffset   = int(unsafe.Offsetof(Wave{}.stamped))  // up to where it looks at stamps, 0: it does not
	GlobalNoteBytes = int(unsafe.Sizeof(globalNote{}))
	GlobalNoteExec  = int(unsafe.Offsetof(globalNote{}.exec))
	GlobalNoteLow   = int(unsafe.Offsetof(globalNote{}.low))
	GlobalNoteDense = int(unsafe.Offsetof(globalNote{}.dense))
	GlobalNoteOff   = int(unsafe.Offsetof(globalNote{}.off))
)

// OpenNotes makes room for notes, which begin again. lds says that some may be of LDS: then M0 is m0, or will be.
func (w *WaveCore) OpenNotes(lds bool, m0 uint32) {
	g := w.group
	if w.quietLDS, w.loudLDS, w.stamped = 0, 0, 0; lds {
		below, stamps, since := w.direct.QuietLDS()
		limit := mem.LDSLimit(w.prog.features, m0, uint32(len(g.LDS.Bytes())))
		if w.quietLDS = min(below, limit); len(stamps) > 0 {
			w.stamped, w.since = min(limit, 4*uint32(len(stamps))), since
			if p := unsafe.Pointer(&stamps[0]); p != w.stamps {
				w.stamps = p // only where it differs: the collector may have to be told
			}
		}
	}
	if g.notesRoom == nil {
		g.notesRoom = new(Notes)
	}
	g.notesFrom = g.notesKept
	w.notesAt = uintptr(unsafe.Pointer(&g.notesRoom.room[g.notesFrom]))
}

// LookAt makes the operations of LDS be told of as they are in the notes of a round, of size bytes, where
// list says where those of each operation lie. Without a list they are as registers are now.
func (w *WaveCore) LookAt(list []Note, round, size int) {
	w.noted = list
	w.notedRound, w.notedSize = w.group.notesFrom+uint32(round*size), uint32(size)
}

// KeepNoted keeps what has been noted in the round that is looked at until [GroupCore.DropNotes]. It returns where
// that is, and where those of each operation lie. ok is false where there is no room for it, or there are no notes.
func (w *WaveCore) KeepNoted() (at uint32, list []Note, ok bool) {
	g, end := w.group, w.notedRound+w.notedSize
	if w.noted == nil || end > NotesBytes {
		return 0, nil, false
	}
	g.notesKept = max(g.notesKept, end)
	return w.notedRound, w.noted, true
}

// KeptData are the rows that an operation of LDS has stored whose notes have been kept. list is room.
func (g *GroupCore) KeptData(at uint32, n *Note, list *[4]*isa.Row) []*isa.Row {
	k := 0
	for _, row := range n.Data {
		if row < 0 {
			break
		}
		list[k] = (*isa.Row)(unsafe.Pointer(&g.notesRoom.room[at+uint32(row)]))
		k++
	}
	return list[:k]
}

// DropNotes keeps nothing any more that has been noted.
func (g *GroupCore) DropNotes() { g.notesKept = 0 }

// LookAtRound is LookAt for notes without any of LDS that begin so many bytes behind the first ones.
func (w *WaveCore) LookAtRound(at int) { w.notedRound = w.group.notesFrom + uint32(at) }

// NotedLDS reports whether something of LDS has been noted since the notes began.
func (w *WaveCore) NotedLDS() bool { return w.loudLDS != 0 }

// NothingQuiet reports whether all operations of LDS have been noted: [DirectEvents.QuietLDS] said that of all
// something is to be told when the notes began.
func (w *WaveCore) NothingQuiet() bool { return w.quietLDS|w.stamped == 0 }

// Loud is a flag in the notes of the round that is looked at.
func (w *WaveCore) Loud(at int) bool { return *(*uint64)(w.note(at)) != 0 }

// note is a place in the notes of the round that is looked at.
func (w *WaveCore) note(at int) unsafe.Pointer {
	return unsafe.Pointer(&w.group.notesRoom.room[int(w.notedRound)+at])
}

// NotedOp is an operation of global or scalar memory of which accesses are noted.
type NotedOp struct {
	D        *Direct
	Slot     uint32 // of its record
	Bytes    uint32 // of an element, or of what a scalar load loads
	Scalar   bool
	Store    bool
	Coherent bool // it is a load with GLC
	at       int32
	insts    uint32
	window   int32
	data     [4]int32
}

// NotedOp is an operation whose accesses lie where n says, in a window. insts are the instructions of a round up to the
// wait at which it returns, that included.
func (d *Direct) NotedOp(n *Note, window int, insts uint64) NotedOp {
	return NotedOp{D: d, Slot: d.Rec.Slot, Bytes: uint32(d.bytes), Scalar: d.smem, Store: d.store,
		Coherent: !d.store && !d.smem && d.Rec.X.Inst.Mod.GLC, at: int32(n.At), insts: uint32(insts),
		window: int32(window), data: n.Data}
}

// At is where in the notes of a round those of the operation lie.
func (o *NotedOp) At() int32 { return o.at }

// DataAt is likewise where the first row is that a store stores.
func (o *NotedOp) DataAt() int32 { return o.data[0] }

// WindowAt is where behind [WaveCore.Windows] the window of the operation is.
func (o *NotedOp) WindowAt() uint32 { return uint32(o.window) * uint32(WindowSize) }

// Windows are those that the operations of which TellNoted tells have been in.
func (w *WaveCore) Windows() unsafe.Pointer { return unsafe.Pointer(&w.windows.w) }

// Ext is how what is stored meets memory.
func (o *NotedOp) Ext() mem.Ext { return o.D.ext }

// Returns makes Insts that of the wait at which an operation returns of which TellNoted tells.
func (w *WaveCore) Returns(o *NotedOp) { w.Insts = w.notedInsts + uint64(o.insts) }

// Noted are the notes of the round that is looked at.
type Noted struct{ at unsafe.Pointer }

// Noted are those of which TellNoted tells.
func (w *WaveCore) Noted() Noted { return Noted{unsafe.Pointer(&w.group.notesRoom.room[w.notedRound])} }

// NotedIn are notes that begin where n does.
func NotedIn(n *Notes) Noted { return Noted{unsafe.Pointer(n)} }

// Begin is where they begin.
func (n Noted) Begin() unsafe.Pointer { return n.at }

// Scalar is the address of a scalar load.
func (n Noted) Scalar(o *NotedOp) uint64 { return n.ScalarAt(o.at) }

// ScalarAt is Scalar of the operation with that [NotedOp.At].
func (n Noted) ScalarAt(at int32) uint64 { return *(*uint64)(unsafe.Add(n.at, at)) }

// Global are the lanes of an access of global memory. Where dense is set they are all of them, a dword each, one
// behind the other from low on, else off says how far from there, less than 2 GiB. Where there are no lanes nothing
// else is known.
func (n Noted) Global(o *NotedOp) (exec, low uint64, off *isa.Row, dense bool) {
	return n.GlobalAt(o.at)
}

// GlobalAt is Global of the operation with that [NotedOp.At].
func (n Noted) GlobalAt(at int32) (exec, low uint64, off *isa.Row, dense bool) {
	a := (*globalNote)(unsafe.Add(n.at, at))
	return a.exec, a.low, &a.off, a.dense == 2
}

// NotedAccess is what is known of an access of global memory before its addresses: they are to be told to it,
// by [mem.Access.WasDense] and its like.
func (w *WaveCore) NotedAccess(o *NotedOp, exec uint64) *mem.Access {
	q := &w.reach
	q.Exec, q.Bytes, q.Ext, q.Hint = exec, int(o.Bytes), o.D.ext, o.D.hint
	return q
}

// NotedData is what an operation stores; it is nil for a load. It is good until the next call.
func (w *WaveCore) NotedData(o *NotedOp) []*isa.Row {
	if !o.Store {
		return nil
	}
	return (*Wave)(w).rowsNoted(&o.data)
}

// StoreNoted makes a store: host code has only seen that it can be made.
func (w *WaveCore) StoreNoted(q *mem.Access, rows []*isa.Row) { q.StoreFound(w.group.disp.Mem, rows) }

// StoreNotedDwords is StoreNoted for the lanes of exec, a dword each. off says how far from low on they lie; nil: it is
// all of them, one behind the other.
func (w *WaveCore) StoreNotedDwords(o *NotedOp, low, exec uint64, off *isa.Row) {
	v := &w.windows.w[o.window]
	p, row := unsafe.Add(v.host, int(low-v.base)), (*isa.Row)(w.note(int(o.data[0])))
	if off == nil {
		*(*isa.Row)(p) = *row
		return
	}
	mem.StoreDwords(p, off, exec, row)
}

// TellNoted tells of accesses of global and scalar memory that have been noted. Stores among them are made now.
// base is Insts at the beginning of the round.
func (w *WaveCore) TellNoted(list []NotedOp, base uint64) {
	w.notedInsts = base
	for len(list) > 0 {
		if list = list[w.direct.ReachedNoted(list):]; len(list) > 0 {
			w.Returns(&list[0])
			w.tellNoted(&list[0])
			list = list[1:]
		}
	}
}

// tellNoted tells of one.
func (w *WaveCore) tellNoted(o *NotedOp) {
	if o.Scalar {
		w.direct.ReachedScalar(o.D, w.Noted().Scalar(o), int(o.Bytes))
		return
	}
	exec, low, off, dense := w.Noted().Global(o)
	if exec == 0 {
		return
	}
	q := w.NotedAccess(o, exec)
	if dense {
		q.WasDense(low)
	} else {
		q.WasAt(low, off)
	}
	rows := w.NotedData(o)
	if _, ok := w.direct.Reached(o.D, q, rows); !ok {
		panic("engine: what host code has done is refused")
	}
	if o.Store {
		w.StoreNoted(q, rows)
		w.direct.Stored()
	}
}

// Run is what an operation of a path has loaded in rounds that follow one another: scalars, or a dword for
// each of all lanes, one behind the other.
type Run struct {
	D         *Direct
	Low, Step uint64 // address in the first round, how much further on it is in each
	Times     int
}

// maxRuns is how many runs are told of at once.
const maxRuns = 16

// TellRuns tells of what operations have loaded in some rounds from the first one on, all at once. It reports false
// where they have to be told of one by one.
func (w *WaveCore) TellRuns(list []Note, size, rounds int, ops []uint8, direct func(op uint8) *Direct) bool {
	w.notedRound = w.group.notesFrom
	n := 0
	for _, op := range ops {
		d, at := direct(op), list[op].At
		for i := 0; i < rounds; n++ {
			if n == maxRuns {
				return false
			}
			r, p, ok := &w.runs[n], w.note(i*size+at), false
			if r.D != d {
				r.D = d
			}
			if d.smem {
				r.Low, r.Step, r.Times = scalarRun(p, size, rounds-i)
			} else if r.Low, r.Step, r.Times, ok = denseRun(p, size, rounds-i); !ok {
				return false
			}
			i += r.Times
		}
	}
	return w.direct.ReachedRuns(w.runs[:n])
}

// scalarRun finds how many of the addresses that lie size bytes behind one another in notes have the same step.
func scalarRun(p unsafe.Pointer, size, rounds int) (low, step uint64, times int) {
	low = *(*uint64)(p)
	last := low
	for times = 1; times < rounds; times++ {
		p = unsafe.Add(p, size)
		next := *(*uint64)(p)
		if times == 1 {
			step = next - low
		} else if next-last != step {
			break
		}
		last = next
	}
	return low, step, times
}

// denseRun is scalarRun for notes of vector memory. ok is false where one is of other accesses than those of all
// lanes, each a dword behind the one before.
func denseRun(p unsafe.Pointer, size, rounds int) (low, step uint64, times int, ok bool) {
	n := (*globalNote)(p)
	low = n.low
	last, bad := low, ^n.exec|n.dense^2
	for times = 1; times < rounds; times++ {
		p = unsafe.Add(p, size)
		n = (*globalNote)(p)
		bad |= ^n.exec | n.dense ^ 2
		if times == 1 {
			step = n.low - low
		} else if n.low-last != step {
			break
		}
		last = n.low
	}
	return low, step, times, bad == 0
}

// Bytes is the size of an element, or of what a scalar load loads.
func (d *Direct) Bytes() int { return int(d.bytes) }

// rowsNoted are the rows that lie at some places in the notes, up to one of -1.
func (w *Wave) rowsNoted(list *[4]int32) []*isa.Row {
	n := 0
	for j, at := range list {
		if at < 0 {
			break
		}
		w.rowRef(j, (*isa.Row)((*WaveCore)(w).note(int(at))))
		n++
	}
	return w.rowRefs[:n]
}

// LDSOperandsOf is LDSOperands for operation op of the path that is told of: as they were noted, or as they
// are now.
func (w *WaveCore) LDSOperandsOf(op int, d *Direct) (exec uint64, m0 uint32, addr *isa.Row) {
	if w.noted == nil || w.noted[op].Exec < 0 {
		return w.LDSOperands(d)
	}
	n := &w.noted[op]
	m0 = (*Wave)(w).sref(d.Operands[opM0].At) // it has not changed since
	return *(*uint64)(w.note(n.Exec)), m0, (*isa.Row)(w.note(n.Addr))
}

// LDSDataOf is LDSData likewise. list is room.
func (w *WaveCore) LDSDataOf(op int, d *Direct, list *[4]*isa.Row) []*isa.Row {
	if w.noted == nil || w.noted[op].Exec < 0 || d.Rec.X.Mem.Kind != isa.MemStore {
		return w.LDSData(d)
	}
	n := 0
	for i, at := range w.noted[op].Data {
		if at < 0 {
			break
		}
		list[i] = (*isa.Row)(w.note(int(at)))
		n++
	}
	return list[:n]
}

// CopyLDSData copies the rows of LDSDataOf, and returns how many they are.
func (w *WaveCore) CopyLDSData(op int, d *Direct, to []isa.Row) (n int) {
	if w.noted == nil || w.noted[op].Exec < 0 {
		for i, row := range w.LDSData(d) {
			copy(to[i][:], row[:])
			n++
		}
		return n
	}
	for i, at := range w.noted[op].Data {
		if at < 0 {
			break
		}
		copy(to[i][:], (*isa.Row)(w.note(int(at)))[:])
		n++
	}
	return n
}

// NotedRows are the rows in the notes that are looked at, and behind them.
func (w *WaveCore) NotedRows() []isa.Row {
	n := (len(w.group.notesRoom.room) - int(w.notedRound)) / int(unsafe.Sizeof(isa.Row{}))
	return unsafe.Slice((*isa.Row)(w.note(0)), n)
}

// NotedRow is the number among these of the addresses of an operation of LDS, and where its lanes lie.
// ok is false where it has not been noted.
func (w *WaveCore) NotedRow(op int) (row uint32, exec int, ok bool) {
	n := &w.noted[op]
	return uint32(n.Addr) / uint32(unsafe.Sizeof(isa.Row{})), n.Exec, n.Exec >= 0
}

// NotedLanes are those that lie somewhere in the notes.
func (w *WaveCore) NotedLanes(at int) uint64 { return *(*uint64)(w.note(at)) }

// InRegisters reports whether what LDSOperandsOf says is in registers, none of which is held.
func (w *WaveCore) InRegisters() bool { return w.noted == nil }

// LDSDataRefs are the registers that an operation of LDS stores.
func (d *Direct) LDSDataRefs() (list []Ref) {
	m := &d.Rec.X.Mem
	if d.Rec.X.Inst.Form.Fmt != isa.DS || m.Kind != isa.MemStore {
		return nil
	}
	n := max(int(m.Size)/4, 1)
	if m.Two {
		n *= 2
	}
	for j := range n {
		list = append(list, d.Operands[opData+j].At)
	}
	return list
}
