package engine

import (
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
)

// NumWindows is how many operations of a path host code makes itself with global memory.
const NumWindows = 24

// Window is the memory that host code may access for an operation. An element lies in it where its offset
// from host is less than below. The zero value has none.
type Window struct {
	words [2]uint64      // the buffer's descriptor; of scalar memory, what is at WindowValid and WindowPart
	base  uint64         // the address at host, where there is no descriptor
	host  unsafe.Pointer // where offset 0 lies
	pages unsafe.Pointer // states of the block's pages
	guest uint64         // what is added to a host address to make the address that it stands for
	below uint32
	soff  uint32 // the scalar offset that host and below are for
	skew  uint32 // bytes of the block in front of host
	_     uint32
}

// Windows are those of the operations of a path that [Windows.of] names, in one launch.
type Windows struct {
	w       [NumWindows]Window
	cache   *mem.Cache
	flatTop uint32 // addresses whose upper half is below are of global memory
	of      uint64
	disp    *Dispatch
	mapping mem.Mapping

	score int // what unusual accesses have cost lately, less what others have saved
	rest  int // how often host code is not tried
}

// Worth reports whether host code that makes the accesses itself is worth being tried: mostly they are as
// they have been.
func (x *Windows) Worth() bool {
	if x.rest == 0 {
		return true
	}
	x.rest--
	return false
}

// Ran notes that host code has run, and whether all was as usual.
func (x *Windows) Ran(usual bool) {
	if usual {
		x.score = max(x.score-1, -32)
		return
	}
	if x.score += 2; x.score > 32 {
		x.score, x.rest = 0, 256
	}
}

// Place is where host code accesses memory for an operation, by its window.
type place struct {
	dense uint64 // the host address of all lanes, one behind the other; 0: they lie otherwise; or of what a line lacks
	base  uint64 // the host address that offsets count from, or of a line of the scalar cache; 0: it is not there yet
	plus  uint32 // is added to the lanes' offsets; or where in the line
	rows  uint32 // where dense is 0: how the lanes that host code takes together lie, PlaceScattered and so on
}

// What [place].rows says.
const (
	PlaceScattered = 1 + iota // nothing is known
	_                         // all lie one behind the other: dense says it
	PlaceRuns                 // those that are taken together lie one behind the other
	PlaceSame                 // they are at one address
)

// numPaths is of how many paths a work-group keeps windows.
const numPaths = 8

// Where host code finds these.
const (
	WindowsOffset = int(unsafe.Offsetof(Wave{}.windows)) // the address of Windows
	PlacesOffset  = int(unsafe.Offsetof(Wave{}.places))
	PlaceSize     = int(unsafe.Sizeof(place{}))
	PlaceDense    = int(unsafe.Offsetof(place{}.dense))
	PlaceBase     = int(unsafe.Offsetof(place{}.base))
	PlacePlus     = int(unsafe.Offsetof(place{}.plus))
	PlaceRows     = int(unsafe.Offsetof(place{}.rows))

	WindowSize  = int(unsafe.Sizeof(Window{}))
	WindowWords = int(unsafe.Offsetof(Window{}.words))
	WindowValid = WindowWords     // a bit for each byte of the last line, where not all of it is mapped
	WindowPart  = WindowWords + 8 // where this line is; there is none at all bits
	WindowBase  = int(unsafe.Offsetof(Window{}.base))
	WindowHost  = int(unsafe.Offsetof(Window{}.host))
	WindowGuest = int(unsafe.Offsetof(Window{}.guest))
	WindowPages = int(unsafe.Offsetof(Window{}.pages))
	WindowBelow = int(unsafe.Offsetof(Window{}.below))
	WindowSOff  = int(unsafe.Offsetof(Window{}.soff))
	WindowSkew  = int(unsafe.Offsetof(Window{}.skew))

	WindowsCache   = int(unsafe.Offsetof(Windows{}.cache))
	WindowsFlatTop = int(unsafe.Offsetof(Windows{}.flatTop))
)

// OpenWindows makes those of a path be what host code finds, as they are known. Paths have different
// numbers.
func (w *WaveCore) OpenWindows(path uint64) *Windows {
	g := w.group
	if g.windows == nil {
		g.windows = new([numPaths]Windows)
	}
	x, d := &g.windows[path%numPaths], g.disp
	if m := d.Mem.Mapping(); x.of != path || x.disp != d || x.mapping != m {
		*x = Windows{of: path, disp: d, mapping: m, flatTop: flatTop(d)}
	}
	if x.cache != g.kcache {
		x.cache = g.kcache
	}
	if w.windows != x { // only where it differs: the collector may have to be told
		w.windows = x
	}
	return x
}

// Room is what host code keeps for the waves of a work-group beside their registers. Work-groups that execute
// one after the other can share one. The zero value is ready for use.
type Room struct {
	windows [numPaths]Windows
	notes   Notes

	ownWindows *[numPaths]Windows
	ownNotes   *Notes
}

// Borrow makes the work-group use a room that nobody else has borrowed, until it gives it back.
func (g *GroupCore) Borrow(r *Room) {
	r.ownWindows, r.ownNotes = g.windows, g.notesRoom
	g.windows, g.notesRoom = &r.windows, &r.notes
}

// GiveBack is the end of Borrow.
func (g *GroupCore) GiveBack(r *Room) {
	g.windows, g.notesRoom = r.ownWindows, r.ownNotes
	r.ownWindows, r.ownNotes = nil, nil
}

// Forget makes the room know nothing of memory any more.
func (r *Room) Forget() { clear(r.windows[:]) }

// flatTop is what the upper half of an address is below that is surely one of global memory.
func flatTop(d *Dispatch) uint32 { return uint32(min(d.SharedBase, d.privateBase)>>32) - 1 }

// Learn makes window i be for accesses like that which has just been made.
func (x *Windows) Learn(w *WaveCore, i int, d *Direct) {
	q, v := &w.reach, &x.w[i]
	if d.smem {
		x.learnScalar(w, v)
		return
	}
	if q.Exec == 0 {
		return
	}
	*v = Window{}
	base, data, pages := q.Block()
	if d.store {
		if len(pages) == 0 {
			return
		}
		v.pages = unsafe.Pointer(&pages[0])
	}
	n := max(uint64(d.bytes), 4) // host code loads dwords
	from, end := base, base+uint64(len(data))
	if d.Rec.X.Inst.Form.Fmt == isa.MUBUF {
		b := &w.group.buffers[d.hint%numBuffers]
		if b.rec != d.Rec || !b.isRaw || !b.offen || b.base < base || b.base >= end || b.base&uint64(b.clear) != 0 {
			return
		}
		from, end = b.base, min(end, b.base+b.limit)
		v.words, v.soff, v.skew = b.words, b.soff, uint32(min(b.base-base, 1<<31))
	} else if d.Flat {
		end = min(end, uint64(x.flatTop)<<32)
	}
	if room := min(end-min(from, end), 1<<30); room >= n && v.skew < 1<<30 {
		v.guest = from - uint64(uintptr(unsafe.Pointer(&data[from-base])))
		v.base, v.host, v.below = from, unsafe.Pointer(&data[from-base]), uint32(room-n)+1
	}
}

// learnScalar makes a window be for loads like the one of scalar memory that has just been made: of the lines of
// the cache that lie in the block, and of the one that begins in it, where nothing is mapped behind the block.
func (x *Windows) learnScalar(w *WaveCore, v *Window) {
	*v = Window{}
	base, data := w.group.kcache.Block(w.scalarAddr)
	end := base + uint64(len(data))
	last := end &^ (mem.LineBytes - 1)
	switch {
	case last != end && last >= base && last-base < 1<<30 && w.group.disp.Mem.Unmapped(end, last+mem.LineBytes):
		v.words, v.below = [2]uint64{1<<(end-last) - 1, last - base}, uint32(last-base)+1
	case len(data) >= mem.LineBytes:
		v.words[1], v.below = ^uint64(0), uint32(min(len(data)-mem.LineBytes, 1<<30))+1
	default:
		return
	}
	v.guest = base - uint64(uintptr(unsafe.Pointer(&data[0])))
	v.base, v.host = base, unsafe.Pointer(&data[0])
}

// Scalar reports whether the operation is one of scalar memory.
func (d *Direct) Scalar() bool { return d.smem }

// HostAccess is what host code has to know to make an access of global memory itself.
type HostAccess struct {
	Buffer, Scalar, Store bool
	Bytes                 int
	Add                   uint64 // the offset in the instruction
	Exec, Base, Offset    Ref    // registers: lanes, descriptor or base, scalar offset; NoRef: there is none
	Lo, Hi                Ref    // addresses
	Align                 bool   // where addresses are no multiples of 4 something is not as usual
	Data                  []Ref  // what is stored, or where what is loaded goes
}

// NoRef is no register.
const NoRef = ^Ref(0)

// HostAccess describes an operation for host code. ok is false where host code cannot make it.
func (p *ProgramCore) HostAccess(d *Direct) (a HostAccess, ok bool) {
	x := d.Rec.X
	ref := func(i int) Ref {
		if d.Operands[i].N == 0 {
			return NoRef
		}
		return d.Operands[i].At
	}
	a = HostAccess{Store: d.store, Bytes: int(d.bytes), Add: uint64(d.inst), Exec: ref(opExec), Base: ref(opBase),
		Offset: ref(opOffset), Lo: ref(opAddr), Hi: ref(opAddr + 1)}
	if d.smem {
		a.Scalar = true
		return a, !x.Mem.Buffer && !x.Mem.Scr
	}
	if a.Lo == NoRef {
		return a, false
	}
	if d.store {
		for j := range int(d.ndata) {
			a.Data = append(a.Data, ref(opData+j))
		}
	}
	for j := range Ref(d.results) {
		a.Data = append(a.Data, Ref(d.Rec.D)+j)
	}
	switch x.Inst.Form.Fmt {
	case isa.MUBUF:
		a.Buffer, a.Align = true, a.Bytes >= 4
		return a, x.Inst.Mod.OffEn && !x.Inst.Mod.IdxEn
	case isa.FLAT, isa.GLOBAL:
		return a, !d.Flat || d.inst >= 0 && a.Hi != NoRef
	}
	return a, false
}
