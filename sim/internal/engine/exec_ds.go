package engine

import (
	"fmt"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
)

// execDS issues an LDS or GDS instruction.
func execDS(w *Wave, r *Rec) {
	x := r.X
	switch x.Mem.Kind {
	case isa.MemNop:
		return
	case isa.MemGwsInit, isa.MemGwsV, isa.MemGwsBR, isa.MemGwsP, isa.MemGwsRelease, isa.MemGwsBarrier:
		if !w.gws(r) {
			return // try again later
		}
	case isa.MemOrdered:
		if !w.ordered(r) {
			return
		}
	}
	t, slot := w.begin(r, w.exec())
	t.GDS = x.Inst.Mod.GDS || x.Mem.Kind == isa.MemOrdered
	t.M0 = w.M0()
	w.commit(t, slot)
}

// serviceDS accesses LDS or GDS.
func (w *Wave) serviceDS(t *Token, rows []*isa.Row) {
	if !t.GDS {
		w.accessDS(t, rows, w.group.LDS)
		return
	}
	d := w.group.disp.GDS
	d.Lock()
	defer d.Unlock()
	w.accessDS(t, rows, &d.LDS)
}

// accessDS is serviceDS on LDS or the storage of GDS.
func (w *Wave) accessDS(t *Token, rows []*isa.Row, l *mem.LDS) {
	x := t.Rec.X
	m := &x.Mem
	q := &w.group.access
	q.Exec, q.Addr, q.Offset = t.Exec, &t.LDSAddr, uint32(x.Inst.Mod.Offset)
	q.Bytes, q.Mask, q.Ext, q.Rows = int(m.Size), mem.DSAlignMask(w.prog.features, int(m.Size)), ext(m), rows
	if t.GDS {
		q.Base, q.Limit = mem.GDSWindow(t.M0)
	} else {
		q.Base, q.Limit = 0, mem.LDSLimit(w.prog.features, t.M0, uint32(len(l.Bytes())))
	}
	if len(l.Bytes()) == 0 && !t.GDS {
		w.dryDS(t)
	}
	n := int(m.Size) / 4
	switch m.Kind {
	case isa.MemSwizzle:
		mem.Swizzle(w.prog.features, uint16(x.Inst.Mod.Offset), t.Exec, &t.LDSAddr, rows[0])
	case isa.MemPermute:
		mem.Permute(t.Exec, &t.LDSAddr, &t.Data[0], uint16(x.Inst.Mod.Offset), rows[0])
	case isa.MemBPermute:
		mem.BPermute(t.Exec, &t.LDSAddr, &t.Data[0], uint16(x.Inst.Mod.Offset), rows[0])
	case isa.MemAppend, isa.MemConsume:
		base, limit := q.Base, q.Limit
		if !t.GDS {
			base, limit = mem.AppendBase(t.M0), uint32(len(l.Bytes()))
		}
		l.AppendConsume(t.Exec, base, uint32(x.Inst.Mod.Offset), limit, m.Kind == isa.MemConsume, rows[0])
	case isa.MemOrdered:
		merge(rows[0], &w.orderedOut, t.Exec)
	case isa.MemCondXchg:
		l.CondExchange(q, t.dataRows(0, n))
	case isa.MemLoad:
		if m.TID {
			w.addTID(t)
		}
		if m.Two {
			o0, o1 := PairOffsets(x)
			l.Read2(q, o0, o1)
		} else {
			l.Read(q)
		}
	case isa.MemStore:
		if m.Src2 {
			l.Src2(q, isa.AtomSwap, uint8(x.Inst.Mod.Offset), uint8(x.Inst.Mod.Offset>>8), false)
			return
		}
		if m.TID {
			w.addTID(t)
		}
		if m.Two {
			q.Rows = t.dataRows(0, 2*n)
			o0, o1 := PairOffsets(x)
			l.Write2(q, o0, o1)
		} else {
			q.Rows = t.dataRows(0, max(n, 1))
			l.Write(q)
		}
	case isa.MemAtomic:
		w.atomicDS(t, l, q, n, w.mode().F32&isa.DenormOut == 0)
	}
}

// dryDS notes an access of LDS that is not there.
func (w *Wave) dryDS(t *Token) {
	x := t.Rec.X
	off := uint32(x.Inst.Mod.Offset)
	switch m := &x.Mem; {
	case m.Kind == isa.MemSwizzle || m.Kind == isa.MemPermute || m.Kind == isa.MemBPermute || m.Kind == isa.MemOrdered:
		return // they have no memory
	case m.Kind == isa.MemAppend || m.Kind == isa.MemConsume:
		t.LDSAddr[bits.TrailingZeros64(t.Exec)&63] = mem.AppendBase(t.M0)
	case m.TID:
		w.addTID(t)
	case m.Two:
		off, _ = PairOffsets(x)
	case m.Src2:
		off = 0
	}
	w.noLDSFor(t, t.Exec, off, max(int(x.Mem.Size), 1))
}

// PairOffsets are the byte offsets of a two-address form.
func PairOffsets(x *Bound) (o0, o1 uint32) {
	o := x.Inst.Mod.Offset
	return mem.PairOffsets(uint8(o), uint8(o>>8), int(x.Mem.Size), x.Mem.ST64)
}

// addTID addresses by lane: LDS_base + offset + M0[15:0] + lane*4 (errata D-21).
func (w *Wave) addTID(t *Token) {
	for l := range t.LDSAddr {
		t.LDSAddr[l] = t.M0&0xffff + uint32(4*l)
	}
}

func (w *Wave) atomicDS(t *Token, l *mem.LDS, q *mem.DSAccess, n int, flush bool) {
	x := t.Rec.X
	m := &x.Mem
	if m.Src2 {
		l.Src2(q, m.Atom, uint8(x.Inst.Mod.Offset), uint8(x.Inst.Mod.Offset>>8), flush)
		return
	}
	if m.Two {
		o0, o1 := PairOffsets(x)
		l.Exchange2(q, o0, o1, t.dataRows(0, 2*n))
		return
	}
	src, cmp := dsOperands(m.Atom, t.dataRows(0, len(t.Data)), n)
	l.Atomic(q, m.Atom, src, cmp, flush)
}

// dsOperands are the source and the comparand, of n dwords each, in the data of an LDS atomic.
func dsOperands(op isa.AtomicOp, data []*isa.Row, n int) (src, cmp []*isa.Row) {
	switch op {
	case isa.AtomCmpSwap, isa.AtomFCmpSwap:
		// The comparand comes first here, unlike in buffer and scalar memory (errata D-14).
		return data[n : 2*n], data[:n]
	case isa.AtomMskOr, isa.AtomWrap:
		return data[:n], data[n : 2*n]
	}
	return data[:n], nil
}

// gws does a global wave sync instruction. It reports false when the wave has to wait: the
// instruction is executed again later.
func (w *Wave) gws(r *Rec) bool {
	x := r.X
	d := w.group.disp.GDS
	d.Lock()
	defer d.Unlock()
	id := mem.GWSResource(w.M0()>>16, uint8(x.Inst.Mod.Offset))
	value := uint32(0)
	if o := x.Operand('v'); o.Kind == isa.KindReg {
		value = w.row(o, 0)[w.firstLane()]
	}
	done := true
	switch x.Mem.Kind {
	case isa.MemGwsInit:
		d.GWS.Init(id, value)
	case isa.MemGwsV:
		d.GWS.SemaV(id)
	case isa.MemGwsBR:
		d.GWS.SemaBR(id, value)
	case isa.MemGwsRelease:
		d.GWS.SemaReleaseAll(id)
	case isa.MemGwsP:
		done = d.GWS.TryP(id, &w.ticket)
	case isa.MemGwsBarrier:
		done = d.GWS.TryBarrier(id, value, &w.ticket)
	}
	if !done {
		w.again(r)
	}
	return done
}

// again makes the wave execute r once more when it is scheduled next.
func (w *Wave) again(r *Rec) {
	w.ip = r.Slot
	w.Insts--
	if w.counts != nil {
		w.counts[r.Slot]--
	}
	w.stop |= StopYield
}

// firstLane is the lowest active lane, 0 where none is.
func (w *Wave) firstLane() int {
	for l := 0; l < 64; l++ {
		if w.exec()>>l&1 != 0 {
			return l
		}
	}
	return 0
}

// ordered does a DS_ORDERED_COUNT when it is this wave's turn.
func (w *Wave) ordered(r *Rec) bool {
	x := r.X
	o := mem.DecodeOrdered(uint16(x.Inst.Mod.Offset))
	if o.Op > mem.OrderedSwap {
		w.fault(r, -1, fmt.Errorf("%w: offset bits 13:12 are %d; 0 adds and 1 exchanges", ErrOperand, o.Op))
		return false
	}
	d := w.group.disp.GDS
	d.Lock()
	defer d.Unlock()
	if !d.TryOrdered(uint32(w.ID), o, w.exec(), w.M0(), w.row(x.Operand('v'), 0), &w.orderedOut) {
		w.again(r)
		return false
	}
	return true
}
