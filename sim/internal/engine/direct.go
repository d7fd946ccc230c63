package engine

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Ref says where an operand of a direct access is: the code of a register, or, from [Held] on, a
// place in [Wave.held].
type Ref uint16

// Held is added to the number of a place.
const Held = 512

// Held registers: what operands held when the operation was issued, where something has changed
// them since.
const (
	HeldScalars = 64
	HeldRows    = 16
)

// held is the memory for them.
type held struct {
	S [HeldScalars]uint32
	V [HeldRows]isa.Row
}

// permuted is where host code puts source 0 of an instruction with DPP, and the lanes that it writes.
type permuted struct {
	row   isa.Row
	lanes uint64
}

// Direct is a memory operation that is accessed straight from registers to registers, without a
// [Token]. Nothing of the time between its issue and its return can be seen.
type Direct struct {
	Rec      *Rec
	Operands [10]Operand // those that are read when it is issued; see below
	Flat     bool        // its class depends on its addresses: it is taken for vector memory
	do       func(w *Wave, d *Direct) bool
	results  uint8

	// What the record says, and every access asks for.
	bytes, hint uint8 // of an element; see [mem.Access]
	ndata       uint8 // rows that a store of global memory reads
	store       bool
	smem        bool // it is one of scalar memory
	ext         mem.Ext
	inst        int64     // offset in the instruction
	soff        uint32    // the scalar offset where it is a constant
	wrote       [2]uint64 // scalar registers that are written
}

// Operand is a register, or some that follow one another, which an operation reads. N is 0 where
// there is none.
type Operand struct {
	Code uint16 // of the first register
	N    uint8
	At   Ref // where it is
}

// The places in Direct.Operands.
const (
	opExec   = iota
	opBase   // descriptor, or base of addresses
	opOffset // scalar
	opM0
	opAddr              // two rows
	opData = 2 + opAddr // four
)

// NewDirect describes the operation of a record. ok is false where it cannot be direct.
func (p *ProgramCore) NewDirect(r *Rec) (d Direct, ok bool) {
	x := r.X
	if x == nil || x.Err != nil || x.Inst.Form == nil || !x.Event.Counts() {
		return d, false
	}
	m := &x.Mem
	d = Direct{Rec: r, results: x.Results, bytes: uint8(m.Size), hint: uint8(r.Slot >> 1), ndata: (uint8(m.Size) + 3) / 4,
		store: m.Kind == isa.MemStore, ext: ext(m), inst: int64(x.Inst.Mod.Offset)}
	if x.status() || x.Inst.Mod.LDS ||
		p.features.Has(isa.FeatureSRAMECC) && x.keeps(int(x.Results)-1, int(x.Results)) != 0 ||
		x.Results > 0 && int(r.D)+int(x.Results) > isa.CodeVGPR+256 {
		return d, false
	}
	switch x.Inst.Form.Fmt {
	case isa.SMRD, isa.SMEM:
		d.smem = true
		return d, d.scalar()
	case isa.DS:
		ok = d.ds()
	case isa.MUBUF:
		ok = d.buffer()
	case isa.FLAT, isa.GLOBAL:
		ok = d.flat()
	}
	return d, ok && d.scalars(opExec, isa.CodeExecLo, 2)
}

// scalars notes scalar registers. It reports false where they are not general ones.
func (d *Direct) scalars(i int, code uint16, n uint8) bool {
	d.Operands[i] = Operand{code, n, Ref(code)}
	return code+uint16(n) <= 128
}

// rows notes vector registers. It reports false where there are too many.
func (d *Direct) rows(i int, o isa.Operand) bool {
	if o.Kind != isa.KindReg {
		return true
	}
	if i+int(o.Dwords) > len(d.Operands) || i < opData && o.Dwords > 2 || int(o.Code)+int(o.Dwords) > isa.CodeVGPR+256 {
		return false
	}
	for j := range o.Dwords {
		code := o.Code + uint16(j)
		d.Operands[i+int(j)] = Operand{code, 1, Ref(code)}
	}
	return true
}

func (d *Direct) scalar() bool {
	x := d.Rec.X
	if x.Mem.Kind != isa.MemLoad || x.Inst.Mod.GLC || x.Inst.Mod.NV || int(d.Rec.D)+int(x.Mem.Size)/4 > 126 {
		return false
	}
	n := uint8(2)
	if x.Mem.Buffer {
		n = 4
	}
	d.do = directScalar
	d.wrote, _ = d.Results()
	d.inst = x.scalarOffset()
	if o := x.Operand('f'); o.Kind == isa.KindReg && o.Code != isa.CodeLiteral && !d.scalars(opOffset, o.Code, 1) {
		return false
	}
	return d.scalars(opBase, x.Operand('s').Code, n)
}

func (d *Direct) ds() bool {
	x := d.Rec.X
	m := &x.Mem
	v, a, b := x.Operand('v'), x.Operand('a'), x.Operand('b')
	if x.Inst.Mod.GDS || m.TID || m.Src2 || v.Kind != isa.KindReg || !d.rows(opAddr, v) || !d.rows(opData, a) ||
		b.Kind == isa.KindReg && !d.rows(opData+int(a.Dwords), b) {
		return false
	}
	d.do = directDS
	switch m.Kind {
	case isa.MemSwizzle, isa.MemPermute, isa.MemBPermute:
		d.do = directLanes
	case isa.MemLoad, isa.MemStore:
	case isa.MemAtomic:
		if m.Two {
			return false
		}
	default:
		return false
	}
	return d.scalars(opM0, isa.CodeM0, 1)
}

func (d *Direct) buffer() bool {
	x := d.Rec.X
	m, mod := &x.Mem, &x.Inst.Mod
	if m.Kind != isa.MemLoad && m.Kind != isa.MemStore || mod.Addr64 || !d.rows(opAddr, x.Operand('v')) {
		return false
	}
	if o := x.Operand('t'); o.Kind == isa.KindReg {
		v, known := isa.Constant(o.Code, o.Val, isa.B32)
		if !known && !d.scalars(opOffset, o.Code, 1) {
			return false
		}
		d.soff = uint32(v)
	}
	if m.Kind == isa.MemStore && !d.rows(opData, x.Operand('d')) {
		return false
	}
	d.do = directBuffer
	return d.scalars(opBase, x.Operand('r').Code, 4)
}

func (d *Direct) flat() bool {
	x := d.Rec.X
	m := &x.Mem
	v, s := x.Operand('v'), x.Operand('t')
	if m.Kind != isa.MemLoad && m.Kind != isa.MemStore || v.Kind != isa.KindReg || !d.rows(opAddr, v) {
		return false
	}
	if s.Kind == isa.KindReg && !d.scalars(opBase, s.Code, 2) {
		return false
	}
	if m.Kind == isa.MemStore && !d.rows(opData, x.Operand('a')) {
		return false
	}
	d.Flat = x.Inst.Form.Fmt == isa.FLAT
	d.do = directFlat
	return true
}

// sref is the value of a scalar register.
func (w *Wave) sref(r Ref) uint32 {
	if r >= Held {
		return w.held.S[(r-Held)&(HeldScalars-1)]
	}
	return w.S[uint8(r)]
}

func (w *Wave) sref64(r Ref) uint64 { return uint64(w.sref(r)) | uint64(w.sref(r+1))<<32 }

// vref is a vector register.
func (w *Wave) vref(r Ref) *isa.Row {
	if r >= Held {
		return &w.held.V[(r-Held)&(HeldRows-1)]
	}
	return &w.V[uint8(r)]
}

// Access makes the access. It reports false, with nothing done, where something is not as usual: the
// operation has to be a [Token] then.
func (w *WaveCore) Access(d *Direct) bool { return d.do((*Wave)(w), d) }

// dataRefs are n data registers.
func (w *Wave) dataRefs(d *Direct, n int) []*isa.Row {
	for j := range n {
		w.rowRef(j, w.vref(d.Operands[opData+j].At))
	}
	return w.rowRefs[:n]
}

// rowRef makes rowRefs[j] a row. It is written only where it changes: the collector may have to be told.
func (w *Wave) rowRef(j int, r *isa.Row) {
	if at := &w.rowRefs[j&3]; *at != r {
		*at = r
	}
}

// resultRefs are the registers that the operation writes.
func (w *Wave) resultRefs(d *Direct) []*isa.Row {
	at := uint8(d.Rec.D - isa.CodeVGPR)
	for j := range d.results {
		w.rowRef(int(j), &w.V[at+j])
	}
	return w.rowRefs[:d.results]
}

// stores are the rows that a DS instruction stores.
func (w *Wave) stores(d *Direct) []*isa.Row {
	m := &d.Rec.X.Mem
	n := max(int(m.Size)/4, 1)
	switch {
	case m.Kind != isa.MemStore:
		return nil
	case m.Two:
		n *= 2
	}
	return w.dataRefs(d, n)
}

// arrived notes that the results are in their registers.
func (w *Wave) arrived(d *Direct, exec uint64) {
	at := uint8(d.Rec.D - isa.CodeVGPR)
	for j := range d.results {
		w.VWritten[at+j] |= exec
	}
}

// reaching sets what is known of an access of global memory before its addresses.
func (w *Wave) reaching(d *Direct) *mem.Access {
	q := &w.reach
	q.Exec, q.Bytes, q.Ext, q.Hint = w.sref64(d.Operands[opExec].At), int(d.bytes), d.ext, d.hint
	return q
}

// move accesses global memory that has been reached. It reports false where the observer refuses the access.
func (w *Wave) move(d *Direct) (ok bool) {
	q := &w.reach
	if d.store {
		rows := w.dataRefs(d, int(d.ndata))
		if w.direct != nil {
			if _, ok = w.direct.Reached(d, q, rows); !ok {
				return w.refuse()
			}
		}
		if q.Store(rows); w.direct != nil {
			w.direct.Stored()
		}
		return true
	}
	unset := uint64(0)
	if w.direct != nil {
		if unset, ok = w.direct.Reached(d, q, nil); !ok {
			return w.refuse()
		}
	}
	q.Load(w.resultRefs(d))
	if w.arrived(d, q.Exec); unset != 0 {
		w.VWritten[uint8(d.Rec.D-isa.CodeVGPR)] &^= unset
	}
	return true
}

func (w *Wave) refuse() (ok bool) {
	w.refused = true
	return false
}

// Refused reports, once, whether the observer has refused an access.
func (w *WaveCore) Refused() bool {
	was := w.refused
	w.refused = false
	return was
}

// DataHeld reports whether something changes what the operation stores before it returns.
func (d *Direct) DataHeld() bool {
	for i := range d.ndata {
		if d.store && d.Operands[opData+i].At >= Held {
			return true
		}
	}
	return false
}

// Data is the first register that a store of global memory stores.
func (d *Direct) Data() uint16 { return d.Operands[opData].Code }

func directFlat(w *Wave, d *Direct) bool {
	q := w.reaching(d)
	disp := w.group.disp
	add, top := uint64(d.inst), ^uint64(0)
	if d.Flat {
		top = min(disp.SharedBase, disp.privateBase) &^ (1<<32 - 1) // global memory lies below the apertures
	}
	if b := &d.Operands[opBase]; b.N > 0 {
		add += w.sref64(b.At)
	}
	hi := (*isa.Row)(nil)
	if o := &d.Operands[opAddr+1]; o.N > 0 {
		hi = w.vref(o.At)
	}
	if !q.Reach(disp.Mem, w.vref(d.Operands[opAddr].At), hi, add, top, d.store) {
		return false
	}
	return w.move(d)
}

// zeroRow is the offset where there is none.
var zeroRow isa.Row

// rawBuffer is what accesses of an operation have in common while its descriptor and its scalar offset are
// the same, where the buffer is [mem.Resource.Raw], or [mem.Resource.Private].
type rawBuffer struct {
	rec   *Rec
	disp  *Dispatch
	words [2]uint64
	soff  uint32
	clear uint32
	base  uint64
	limit uint64
	isRaw bool
	offen bool

	isPrivate bool
}

// numBuffers is how many of them a work-group has, by [Direct.hint].
const numBuffers = 32

func directBuffer(w *Wave, d *Direct) bool {
	disp := w.group.disp
	base := d.Operands[opBase].At
	words := [2]uint64{w.sref64(base), w.sref64(base + 2)}
	soff := d.soff
	if s := &d.Operands[opOffset]; s.N > 0 {
		soff = w.sref(s.At)
	}
	b := &w.group.buffers[d.hint%numBuffers]
	if b.rec != d.Rec || b.soff != soff || b.words[0] != words[0] || b.words[1] != words[1] || b.disp != disp {
		*b = w.rawBuffer(d, words, soff)
	}
	a := w.reaching(d)
	switch {
	case b.isPrivate:
		return w.privateBuffer(d, b)
	case !b.isRaw:
		return w.otherBuffer(d, words, soff)
	}
	off := &zeroRow
	if b.offen {
		off = w.vref(d.Operands[opAddr].At)
	}
	if !a.ReachOffsets(disp.Mem, b.base, off, uint32(d.inst), b.clear, b.limit, d.store) {
		return false
	}
	return w.move(d)
}

// buffer decodes the descriptor of an operation, and says what the operation asks of the buffer.
func (w *Wave) buffer(d *Direct, words [2]uint64, soff uint32) (*mem.Resource, *mem.BufferQuery) {
	x := d.Rec.X
	v := dwords(words)
	res, q := &w.resource, &w.group.query
	if res.Words != v || res.Gen != w.prog.Gen {
		*res = mem.DecodeResource(w.prog.Gen, v)
	}
	q.Exec = w.sref64(d.Operands[opExec].At)
	q.InstOffset, q.SOffset = uint32(d.inst), soff
	q.Offen, q.Idxen, q.Addr64, q.Format, q.Atomic = x.Inst.Mod.OffEn, x.Inst.Mod.IdxEn, false, false, false
	q.Bytes = int(d.bytes)
	q.Unaligned = w.group.disp.Desc != nil && w.prog.features.Has(isa.FeatureUnalignedVMem)
	q.NoClampBug = w.group.disp.Opts.HardwareBugs
	return res, q
}

// dwords are those of a descriptor.
func dwords(w [2]uint64) [4]uint32 {
	return [4]uint32{uint32(w[0]), uint32(w[0] >> 32), uint32(w[1]), uint32(w[1] >> 32)}
}

func (w *Wave) rawBuffer(d *Direct, words [2]uint64, soff uint32) rawBuffer {
	res, q := w.buffer(d, words, soff)
	limit, raw := res.Raw(q)
	b := rawBuffer{rec: d.Rec, disp: w.group.disp, words: words, soff: soff, clear: q.AlignMask(),
		base: res.Base + uint64(soff), limit: limit, isRaw: raw, offen: q.Offen}
	if below, ok := res.Private(q); ok && b.base&3 == 0 {
		b.limit, b.isPrivate = min(below, maxPrivate), true
	}
	return b
}

// maxPrivate bounds offsets in private memory, which are 64 times as much in memory, to those that 32 bits hold.
const maxPrivate = 1 << 25

// privateBuffer accesses a buffer that is laid out as private memory is.
func (w *Wave) privateBuffer(d *Direct, b *rawBuffer) bool {
	g, n := w.group.disp.Mem, uint32(d.bytes)
	if !b.offen {
		o := uint32(d.inst)
		if uint64(o) >= b.limit || o&3+n > 4 ||
			!w.reach.ReachOffsets(g, b.base+uint64(o&^3)<<6, mem.LaneSteps(4), o&3, 0, anyOffset, d.store) {
			return false
		}
		return w.move(d)
	}
	row, off, add, top := &w.dst[0], w.vref(d.Operands[opAddr].At), uint32(d.inst), uint32(0)
	for m := w.reach.Exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		o := off[i] + add
		if top = max(top, o); o&3+n > 4 { // it lies in two dwords
			return false
		}
		row[i] = o&^3<<6 + uint32(4*i) + o&3
	}
	if uint64(top) >= b.limit || !w.reach.ReachOffsets(g, b.base, row, 0, 0, anyOffset, d.store) {
		return false
	}
	return w.move(d)
}

// anyOffset is no limit of offsets.
const anyOffset = 1 << 33

// otherBuffer accesses a buffer that is not raw.
func (w *Wave) otherBuffer(d *Direct, words [2]uint64, soff uint32) bool {
	res, q := w.buffer(d, words, soff)
	a := &w.reach
	switch {
	case q.Idxen && q.Offen:
		q.VIndex, q.VOffset = w.vref(d.Operands[opAddr].At), w.vref(d.Operands[opAddr+1].At)
	case q.Idxen:
		q.VIndex = w.vref(d.Operands[opAddr].At)
	case q.Offen:
		q.VOffset = w.vref(d.Operands[opAddr].At)
	}
	if crosses(q, res) || res.Lanes(q, &a.Addr) != q.Exec || !a.ReachLanes(w.group.disp.Mem, d.store) {
		return false
	}
	return w.move(d)
}

func directScalar(w *Wave, d *Direct) bool {
	m := &d.Rec.X.Mem
	base := d.Operands[opBase].At
	words := [2]uint64{w.sref64(base)}
	soff := uint32(0)
	if o := &d.Operands[opOffset]; o.N > 0 {
		soff = w.sref(o.At)
	}
	n := int(d.bytes) / 4
	var addr uint64
	if m.Buffer || m.Scr {
		if m.Buffer {
			words[1] = w.sref64(base + 2)
		}
		in := uint32(0)
		addr, in = d.Rec.X.scalarAddress(w.prog, words, d.inst, soff)
		if in&(1<<n-1) != 1<<n-1 {
			return false
		}
	} else {
		addr = mem.ScalarAddr(w.prog.features, words[0], d.inst, soff, 4)
	}
	c := w.group.kcache
	w.scalarAddr = addr
	// None of them is a register beyond those of the file: see [Direct.scalar].
	dst := w.S[uint8(d.Rec.D):][:n]
	hit := c.Hit(addr, n)
	if hit == nil && !c.Readable(addr, 4*n) {
		return false
	}
	if w.direct != nil {
		w.direct.ReachedScalar(d, addr, 4*n)
	}
	if hit == nil {
		if hit = w.sload[:4*n]; c.Read(addr, hit, 0) != nil {
			return false
		}
	}
	mem.Dwords(dst, hit)
	w.SWritten[0] |= d.wrote[0]
	w.SWritten[1] |= d.wrote[1]
	return true
}

// directLanes is LDS's hardware without its memory: lanes exchange data.
func directLanes(w *Wave, d *Direct) bool {
	x := d.Rec.X
	exec, offset := w.sref64(d.Operands[opExec].At), uint16(x.Inst.Mod.Offset)
	addr, to := w.vref(d.Operands[opAddr].At), w.resultRefs(d)[0]
	switch x.Mem.Kind {
	case isa.MemSwizzle:
		mem.Swizzle(w.prog.features, offset, exec, addr, to)
	case isa.MemPermute:
		mem.Permute(exec, addr, w.vref(d.Operands[opData].At), offset, to)
	default:
		mem.BPermute(exec, addr, w.vref(d.Operands[opData].At), offset, to)
	}
	w.arrived(d, exec)
	return true
}

func directDS(w *Wave, d *Direct) bool {
	x := d.Rec.X
	m := &x.Mem
	l := w.group.LDS
	q := &w.group.access
	size := len(l.Bytes())
	if size == 0 {
		return false
	}
	q.Exec, q.Addr, q.Offset = w.sref64(d.Operands[opExec].At), w.vref(d.Operands[opAddr].At), uint32(x.Inst.Mod.Offset)
	q.Bytes, q.Mask, q.Ext = int(m.Size), mem.DSAlignMask(w.prog.features, int(m.Size)), ext(m)
	m0 := w.sref(d.Operands[opM0].At)
	q.Base, q.Limit = 0, mem.LDSLimit(w.prog.features, m0, uint32(size))
	n := int(m.Size) / 4
	switch m.Kind {
	case isa.MemLoad:
		if q.Rows = w.resultRefs(d); m.Two {
			o0, o1 := PairOffsets(x)
			l.Read2(q, o0, o1)
		} else {
			l.Read(q)
		}
	case isa.MemStore:
		if q.Rows = w.stores(d); m.Two {
			o0, o1 := PairOffsets(x)
			l.Write2(q, o0, o1)
		} else {
			l.Write(q)
		}
		return true
	default:
		q.Rows = w.resultRefs(d)
		for j := range w.srcRefs {
			if o := &d.Operands[opData+j]; o.N > 0 {
				w.srcRefs[j] = w.vref(o.At)
			}
		}
		src, cmp := dsOperands(m.Atom, w.srcRefs[:], n)
		l.Atomic(q, m.Atom, src, cmp, w.mode().F32&isa.DenormOut == 0)
	}
	w.arrived(d, q.Exec)
	return true
}

// LDSPart is what a load or store of LDS does at one address: for each lane of Exec it moves the
// element that lies at the lane's address plus Offset, without the bits of Clear.
type LDSPart struct {
	Offset, Clear uint32
	Bytes         int   // of an element
	Exec, Addr    Ref   // where the lanes and the addresses are
	Rows          []Ref // the registers that are loaded or stored
}

// LDSParts are the parts of an operation that does nothing but load from LDS, or store there, in the
// order in which they are done. There are none where it is another one, or M0 has changed since.
func (p *ProgramCore) LDSParts(d *Direct) (parts []LDSPart, store bool) {
	x := d.Rec.X
	m := &x.Mem
	store = m.Kind == isa.MemStore
	if x.Inst.Form.Fmt != isa.DS || m.Kind != isa.MemLoad && !store || d.Operands[opM0].At >= Held {
		return nil, false
	}
	n := int(m.Size)
	offsets := []uint32{uint32(x.Inst.Mod.Offset)}
	if m.Two {
		o0, o1 := PairOffsets(x)
		if offsets = append(offsets[:0], o0); !store || o1 != o0 {
			offsets = append(offsets, o1)
		}
	}
	row := 0
	for _, o := range offsets {
		q := LDSPart{Offset: o, Clear: mem.DSAlignMask(p.features, n), Bytes: n, Exec: d.Operands[opExec].At,
			Addr: d.Operands[opAddr].At}
		for range (n + 3) / 4 {
			at := Ref(d.Rec.D) + Ref(row)
			if store {
				at = d.Operands[opData+row].At
			}
			q.Rows = append(q.Rows, at)
			row++
		}
		parts = append(parts, q)
	}
	return parts, store
}

// ldsWindow is where host code finds LDS. An element of ldsSizes[i] bytes lies in it where its
// address is less than below[i].
type ldsWindow struct {
	base  unsafe.Pointer
	below [len(ldsSizes)]uint32
	limit uint32
	waste uint32 // where an element goes that is to be stored nowhere
}

var ldsSizes = [...]uint32{1, 2, 4, 8, 12, 16}

// LDSBelow is the number of an element's size in the window.
func LDSBelow(bytes int) int { return slices.Index(ldsSizes[:], uint32(bytes)) }

// OpenLDS makes the window be what an operation can reach where M0 is m0. It reports false where there is no
// LDS.
func (w *WaveCore) OpenLDS(m0 uint32) bool {
	l, v := w.group.LDS.Bytes(), &w.window
	if len(l) == 0 {
		return false
	}
	limit := mem.LDSLimit(w.prog.features, m0, uint32(len(l)))
	v.waste = uint32(len(l)) + mem.LDSWaste
	if p := unsafe.Pointer(&l[0]); p != v.base {
		v.base = p // only where it differs: the collector may have to be told
	}
	if limit != v.limit {
		v.limit = limit
		for i, n := range ldsSizes {
			v.below[i] = max(limit, n-1) - (n - 1)
		}
	}
	return true
}

// LDSOperands are the lanes, M0 and the addresses of an operation of LDS.
func (w *WaveCore) LDSOperands(d *Direct) (exec uint64, m0 uint32, addr *isa.Row) {
	v := (*Wave)(w)
	return v.sref64(d.Operands[opExec].At), v.sref(d.Operands[opM0].At), v.vref(d.Operands[opAddr].At)
}

// ExecOf are the lanes of an operation: all, where it is one of scalar memory.
func (w *WaveCore) ExecOf(d *Direct) uint64 {
	if d.Operands[opExec].N == 0 {
		return AllLanes
	}
	return (*Wave)(w).sref64(d.Operands[opExec].At)
}

// LDSRefs are where the lanes, M0 and the addresses of an operation of LDS are.
func (d *Direct) LDSRefs() (exec, m0, addr Ref) {
	return d.Operands[opExec].At, d.Operands[opM0].At, d.Operands[opAddr].At
}

// ScalarAt is a scalar register, or what is held of one.
func (w *WaveCore) ScalarAt(r Ref) uint32 { return (*Wave)(w).sref(r) }

// LDSAddress is the number of the vector register with the addresses of an operation of LDS. ok is
// false where it is another operation.
func (d *Direct) LDSAddress() (v uint8, ok bool) {
	o := &d.Operands[opAddr]
	return uint8(o.Code), d.Rec.X.Inst.Form.Fmt == isa.DS && o.N > 0 && o.Code >= isa.CodeVGPR
}

// ReachedOne tells of an operation of LDS, see [DirectEvents.ReachedOne].
func (w *WaveCore) ReachedOne(op int, d *Direct) {
	exec, m0, addr := w.LDSOperandsOf(op, d)
	if w.noted == nil || w.noted[op].Exec < 0 || d.Rec.X.Mem.Kind != isa.MemStore {
		w.direct.ReachedOne(op, d, exec, m0, addr, w.LDSData(d))
		return
	}
	w.direct.ReachedOne(op, d, exec, m0, addr, (*Wave)(w).rowsNoted(&w.noted[op].Data))
}

// LDSData are the registers that an operation of LDS stores, nil where it is no plain store. They are
// good until the next call.
func (w *WaveCore) LDSData(d *Direct) []*isa.Row { return (*Wave)(w).stores(d) }

// DataRead reports whether giving back a counter says that the operation has read its data, which it has not
// when it is issued.
func (d *Direct) DataRead(c waitcnt.Counter) bool { return c == waitcnt.EXP && d.Rec.X.Event.LateData }

// Late are the registers that the operation reads when it has been issued for some time.
func (d *Direct) Late() (v [4]uint64) {
	if d.Rec.X.Event.LateData {
		for j := range d.ndata {
			n := d.Operands[opData+j].Code - isa.CodeVGPR
			v[n>>6&3] |= 1 << (n & 63)
		}
	}
	return v
}

// Issue makes the operation a token, as if it was issued when Insts was what it says. Registers that
// something has changed since are taken from where they are held. captured says that it has read its data.
func (w *WaveCore) Issue(d *Direct, insts uint64, captured bool) {
	v := (*Wave)(w)
	for i := range d.Operands {
		v.swap(&d.Operands[i])
	}
	now := v.Insts
	v.Insts = insts
	d.Rec.run(v, d.Rec)
	v.Insts = now
	if captured {
		ops := v.Counters.Ops()
		v.capture(v.token(ops[len(ops)-1].Slot))
	}
	for i := len(d.Operands) - 1; i >= 0; i-- {
		v.swap(&d.Operands[i])
	}
}

// Hold puts n registers from a code on into the place at.
func (w *WaveCore) Hold(code uint16, n uint8, at Ref) {
	v := (*Wave)(w)
	if code >= isa.CodeVGPR {
		*v.vref(at) = v.V[uint8(code)]
		return
	}
	for j := range uint16(n) {
		v.held.S[(uint16(at-Held)+j)&(HeldScalars-1)] = v.S[uint8(code+j)]
	}
}

// Global reports whether an operation whose class depends on its addresses is one of vector memory.
func (w *WaveCore) Global(d *Direct) bool {
	v := (*Wave)(w)
	if hi := &d.Operands[opAddr+1]; hi.N > 0 && d.inst >= 0 {
		return mem.Below(v.vref(hi.At), v.sref64(d.Operands[opExec].At), flatTop(v.group.disp))
	}
	return false
}

// Results are the registers that the operation writes when it returns.
func (d *Direct) Results() (s [2]uint64, v [4]uint64) {
	x := d.Rec.X
	if f := x.Inst.Form.Fmt; f == isa.SMRD || f == isa.SMEM {
		for j := range uint16(x.Mem.Size / 4) {
			c := d.Rec.D + j
			s[c>>6&1] |= 1 << (c & 63)
		}
		return s, v
	}
	for j := range uint16(d.results) {
		n := d.Rec.D - isa.CodeVGPR + j
		v[n>>6&3] |= 1 << (n & 63)
	}
	return s, v
}

// DirectAllowed reports whether the wave's operations may be accessed without tokens. They may
// where each returns when a wait of the program wants it, and where all who watch the wave can be
// told of direct operations.
func (w *WaveCore) DirectAllowed() bool {
	return w.late && !w.timed && (w.events == nil || w.direct != nil) && w.order == nil && w.returned == nil
}

// Observed reports whether somebody is told of the wave's operations.
func (w *WaveCore) Observed() bool { return w.events != nil }

// swap exchanges registers with what is held in place of them.
func (w *Wave) swap(o *Operand) {
	switch {
	case o.N == 0 || o.At < Held:
	case o.Code >= isa.CodeVGPR:
		a, b := &w.V[uint8(o.Code)], w.vref(o.At)
		*a, *b = *b, *a
	default:
		for j := range uint16(o.N) {
			a, b := &w.S[uint8(o.Code+j)], &w.held.S[uint16(o.At-Held)+j]
			*a, *b = *b, *a
		}
	}
}
