package engine

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// execFlat issues a FLAT, GLOBAL or SCRATCH instruction: addresses are computed and sorted by
// aperture now.
func execFlat(w *Wave, r *Rec) {
	x := r.X
	exec := w.exec()
	t, slot := w.begin(r, exec)
	off := uint64(int64(x.Inst.Mod.Offset))
	v, s := x.Operand('v'), x.Operand('t')
	var sbase uint64
	switch {
	case s.Kind != isa.KindReg:
	case s.Code >= 128:
		val, _ := isa.Constant(s.Code, s.Val, isa.U64)
		sbase = val
	case x.Inst.Form.Fmt == isa.GLOBAL:
		sbase = w.s64(s.Code)
	default:
		sbase = uint64(w.S[uint8(s.Code)])
	}
	a := &t.Atom.Addr
	switch {
	case v.Kind != isa.KindReg:
		for l := range a {
			a[l] = sbase + off
		}
	case v.Dwords == 2:
		mem.Addresses(a, w.row(v, 0), w.row(v, 1), off)
	default:
		mem.Addresses(a, w.row(v, 0), nil, sbase+off)
	}
	switch x.Inst.Form.Fmt {
	case isa.SCRATCH:
		t.FlatPriv = exec
		for l := range a {
			t.PrivOffset[l] = uint32(a[l])
		}
	case isa.FLAT:
		d := w.group.disp
		shared, private := uint32(d.SharedBase>>32), uint32(d.privateBase>>32)
		low, top := mem.Extent(a, exec)
		if uint32(top>>32) < min(shared, private) || uint32(low>>32) > max(shared, private) {
			break // global memory lies below the apertures, and its upper half above them
		}
		for m := exec; m != 0; m &= m - 1 {
			l := bits.TrailingZeros64(m) & 63
			switch uint32(a[l] >> 32) {
			case shared:
				t.FlatLDS |= 1 << l
				t.LDSAddr[l] = uint32(a[l])
			case private:
				t.FlatPriv |= 1 << l
				t.PrivOffset[l] = uint32(a[l])
			}
		}
	}
	if t.FlatLDS == 0 && x.Inst.Form.Fmt == isa.FLAT {
		// No lane goes to LDS: the operation is one of vector memory and in order with the others,
		// as compilers that know the address space rely on (LLVM SIInsertWaitcnts treats it so).
		t.class = waitcnt.VMem
	}
	if t.FlatPriv != 0 {
		t.PrivBase = w.flatScratch()
	}
	t.M0 = w.M0()
	w.commit(t, slot)
}

// flatScratch is the address of the wave's private memory as FLAT_SCRATCH says: a 64-bit address on
// GCN 1.4; before, an offset in units of 256 bytes from the base of the queue's private memory.
func (w *Wave) flatScratch() uint64 {
	if w.prog.features.Has(isa.FeatureFlatOffsets) {
		return w.s64(w.prog.flatScratch)
	}
	return w.group.disp.ScratchBase + uint64(w.S[w.prog.flatScratch+1])<<8
}

// serviceFlat does FLAT, GLOBAL and SCRATCH operations. Loads with LDS = 1 go on to LDS as MUBUF's
// do: the instruction's offset counts in both addresses (LLVM, llvm.amdgcn.global.load.lds).
func (w *Wave) serviceFlat(t *Token, rows []*isa.Row) {
	x := t.Rec.X
	if !x.Inst.Mod.LDS {
		w.accessFlat(t, rows)
		return
	}
	rows = t.bufRows((int(x.Mem.Size) + 3) / 4)
	if w.accessFlat(t, rows); w.stop&StopFault == 0 {
		w.writeLDS(t, rows)
	}
}

// accessFlat accesses global memory, LDS and private memory, each for its lanes.
func (w *Wave) accessFlat(t *Token, rows []*isa.Row) {
	x := t.Rec.X
	m := &x.Mem
	if rest := t.Exec &^ (t.FlatLDS | t.FlatPriv); rest != 0 {
		a := &t.Atom
		a.Exec, a.Part, a.Bytes, a.Ext = rest, nil, int(m.Size), ext(m)
		var err error
		switch m.Kind {
		case isa.MemLoad:
			a.Rows = rows
			err = w.gather(t, &a.Access)
		case isa.MemStore:
			a.Rows = t.dataRows(0, (int(m.Size)+3)/4)
			err = w.scatter(t, &a.Access)
		case isa.MemAtomic:
			err = w.serviceAtomic(t, rows)
		}
		if err != nil {
			w.memFault(t, err)
			return
		}
	}
	if t.FlatLDS != 0 {
		w.flatLDS(t, rows)
	}
	if t.FlatPriv != 0 {
		w.flatPrivate(t, rows)
	}
}

// flatLDS accesses LDS for the lanes in the shared aperture.
func (w *Wave) flatLDS(t *Token, rows []*isa.Row) {
	x := t.Rec.X
	m := &x.Mem
	l := w.group.LDS
	q := &w.group.access
	q.Exec, q.Addr, q.Offset = t.FlatLDS, &t.LDSAddr, 0
	q.Bytes, q.Mask, q.Ext, q.Rows = int(m.Size), mem.DSAlignMask(w.prog.features, int(m.Size)), ext(m), rows
	q.Base, q.Limit = 0, mem.LDSLimit(w.prog.features, t.M0, uint32(len(l.Bytes())))
	if len(l.Bytes()) == 0 {
		w.noLDSFor(t, t.FlatLDS, 0, int(m.Size))
	}
	n := int(m.Size) / 4
	switch m.Kind {
	case isa.MemLoad:
		l.Read(q)
	case isa.MemStore:
		q.Rows = t.dataRows(0, max(n, 1))
		l.Write(q)
	case isa.MemAtomic:
		var cmp []*isa.Row
		if m.Atom == isa.AtomCmpSwap || m.Atom == isa.AtomFCmpSwap {
			cmp = t.dataRows(n, n)
		}
		l.Atomic(q, m.Atom, t.dataRows(0, n), cmp, false)
	}
}

// flatPrivate accesses private memory: dwords of the 64 lanes are interleaved, so a lane's byte o
// lies at base + (o/4)*256 + lane*4 + o%4, as the scratch descriptor of MUBUF has it.
func (w *Wave) flatPrivate(t *Token, rows []*isa.Row) {
	x := t.Rec.X
	m := &x.Mem
	g := w.group.disp.Mem
	a := &t.Atom
	a.Exec, a.Part, a.Ext = t.FlatPriv, nil, ext(m)
	at := func(o uint32, l int) uint64 { return t.PrivBase + uint64(o>>2)*256 + uint64(l)*4 + uint64(o&3) }
	aligned := true
	for b := t.FlatPriv; b != 0; b &= b - 1 {
		if t.PrivOffset[bits.TrailingZeros64(b)&63]&3 != 0 {
			aligned = false
			break
		}
	}
	var err error
	switch {
	case m.Kind == isa.MemAtomic && m.Size == 8:
		// A lane's dwords lie 256 bytes apart, so the eight bytes at the address are not this
		// lane's alone.
		w.fault(t.Rec, bits.TrailingZeros64(t.FlatPriv),
			fmt.Errorf("%w: 64-bit atomic on private memory, whose dwords are interleaved", ErrOperand))
		return
	case m.Kind == isa.MemAtomic:
		for b := t.FlatPriv; b != 0; b &= b - 1 {
			l := bits.TrailingZeros64(b) & 63
			a.Addr[l] = at(t.PrivOffset[l], l)
		}
		err = w.serviceAtomic(t, rows)
	case aligned || m.Size == 1:
		step := min(int(m.Size), 4)
		for k := 0; 4*k < int(m.Size) && err == nil; k++ {
			for l, o := range &t.PrivOffset {
				a.Addr[l] = at(o+uint32(4*k), l)
			}
			a.Bytes = step
			if m.Kind == isa.MemLoad {
				a.Rows = rows[k : k+1]
				err = g.Gather(&a.Access)
			} else {
				a.Rows = t.dataRows(k, 1)
				err = g.Scatter(&a.Access)
			}
		}
	default:
		err = w.privateBytes(t, rows, at)
	}
	if err != nil {
		w.memFault(t, err)
	}
}

// privateBytes accesses private memory byte by byte, for elements that cross dwords. An error names
// the lane.
func (w *Wave) privateBytes(t *Token, rows []*isa.Row, at func(o uint32, l int) uint64) error {
	m := &t.Rec.X.Mem
	g := w.group.disp.Mem
	size := int(m.Size)
	shift := uint(0)
	if m.Kind == isa.MemStore && m.D16 == isa.D16Hi {
		shift = 16
	}
	for b := t.FlatPriv; b != 0; b &= b - 1 {
		l := bits.TrailingZeros64(b) & 63
		var buf [16]byte
		for i := 0; i < size; i++ {
			p := at(t.PrivOffset[l]+uint32(i), l)
			if m.Kind == isa.MemStore {
				buf[i] = byte(t.Data[i/4][l] >> (uint(i&3)*8 + shift))
				if err := g.Write(p, buf[i:i+1]); err != nil {
					return ofLane(err, l)
				}
				continue
			}
			if err := g.Read(p, buf[i:i+1]); err != nil {
				return ofLane(err, l)
			}
		}
		if m.Kind != isa.MemLoad {
			continue
		}
		if size >= 4 {
			for k := 0; k < size/4; k++ {
				rows[k][l] = uint32(buf[4*k]) | uint32(buf[4*k+1])<<8 | uint32(buf[4*k+2])<<16 | uint32(buf[4*k+3])<<24
			}
			continue
		}
		v := uint32(buf[0]) | uint32(buf[1])<<8
		if m.Signed {
			v = uint32(int32(int16(v)))
		}
		switch m.D16 {
		case isa.D16Lo:
			v = rows[0][l]&0xffff0000 | v&0xffff
		case isa.D16Hi:
			v = rows[0][l]&0xffff | v<<16
		}
		rows[0][l] = v
	}
	return nil
}

// ofLane makes an error of an access that a lane made on its own say which lane it was.
func ofLane(err error, lane int) error {
	var ae *mem.AccessError
	if errors.As(err, &ae) {
		ae.Lane = lane
	}
	return err
}
