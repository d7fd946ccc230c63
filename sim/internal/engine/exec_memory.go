package engine

import (
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
)

// bindMemory binds a memory instruction: the format decides the executor, the row's isa.Memory what it does.
func (p *Program) bindMemory(r *Rec) {
	x := r.X
	r.D = NoMask
	if o := x.Operand('d'); o.Kind == isa.KindReg {
		r.D, x.ND = o.Code, o.Dwords
	}
	x.Results = uint8(x.results())
	x.packs = x.packable()
	switch x.Inst.Form.Fmt {
	case isa.SMRD, isa.SMEM:
		r.run = execScalarMemory
	case isa.DS:
		r.run = vector(execDS)
	case isa.MUBUF, isa.MTBUF:
		r.run = vector(execBuffer)
	case isa.MIMG:
		p.bindImage(r)
	case isa.FLAT, isa.GLOBAL, isa.SCRATCH:
		r.run = vector(execFlat)
	default:
		r.run = notMeant
	}
}

// ext is the row's rule for sub-dword data.
func ext(m *isa.Memory) mem.Ext {
	e := mem.ExtZero
	switch m.D16 {
	case isa.D16Lo:
		e = mem.ExtLoZero
	case isa.D16Hi:
		e = mem.ExtHiZero
	}
	if m.Signed {
		e++
	}
	return e
}

// row returns the vector register of an operand.
func (w *Wave) row(o isa.Operand, n int) *isa.Row { return &w.V[uint8(int(o.Code-isa.CodeVGPR)+n)] }

// captureRows copies the registers of an operand into t.data from index at on.
func (w *Wave) captureRows(t *Token, o isa.Operand, at int) {
	for j := 0; j < int(o.Dwords) && at+j < 4; j++ {
		t.Data[at+j] = *w.row(o, j)
	}
}

// capture reads the vector data of an operation from the registers.
func (w *Wave) capture(t *Token) {
	if t.Captured {
		return
	}
	t.Captured = true
	x := t.Rec.X
	if w.order != nil && x.Event.LateData {
		w.order.Captured(w.core(), t)
	}
	switch x.Inst.Form.Fmt {
	case isa.DS:
		if o := x.Operand('v'); o.Kind == isa.KindReg {
			t.LDSAddr = *w.row(o, 0)
		}
		a, b := x.Operand('a'), x.Operand('b')
		if a.Kind == isa.KindReg {
			w.captureRows(t, a, 0)
			if b.Kind == isa.KindReg {
				w.captureRows(t, b, int(a.Dwords))
			}
		}
	case isa.MUBUF, isa.MTBUF, isa.MIMG:
		if o := x.Operand('d'); o.Kind == isa.KindReg && x.reads() {
			w.captureRows(t, o, 0)
		}
	case isa.FLAT, isa.GLOBAL, isa.SCRATCH:
		if o := x.Operand('a'); o.Kind == isa.KindReg {
			w.captureRows(t, o, 0)
		}
	case isa.EXP:
		w.captureExport(t)
	}
}

// reads reports whether the instruction reads data registers.
func (x *Bound) reads() bool {
	switch x.Mem.Kind {
	case isa.MemStore, isa.MemStoreFormat, isa.MemAtomic:
		return true
	case isa.MemImage:
		return x.Mem.Image.Op == isa.ImageStore
	}
	return false
}

// dataRows are n captured rows from index at on.
func (t *Token) dataRows(at, n int) []*isa.Row {
	for j := at; j < at+n; j++ {
		t.drows[j] = &t.Data[j]
	}
	return t.drows[at : at+n]
}

// service accesses memory for an operation; results go to rows.
func (w *Wave) service(t *Token, rows []*isa.Row) {
	if w.stop&StopFault != 0 {
		return
	}
	switch t.Rec.X.Inst.Form.Fmt {
	case isa.SMRD, isa.SMEM:
		w.serviceScalar(t)
	case isa.DS:
		w.serviceDS(t, rows)
	case isa.MUBUF, isa.MTBUF:
		w.serviceBuffer(t, rows)
	case isa.MIMG:
		w.serviceImage(t, rows)
	case isa.FLAT, isa.GLOBAL, isa.SCRATCH:
		w.serviceFlat(t, rows)
	case isa.EXP:
		w.serviceExport(t)
	}
	if w.events != nil {
		w.events.Serviced(t)
	}
}

// execBuffer issues a MUBUF or MTBUF instruction: the descriptor is read and the addresses are computed now.
func execBuffer(w *Wave, r *Rec) {
	x := r.X
	m := &x.Mem
	if m.Kind == isa.MemInvalidate {
		if w.events != nil {
			w.events.Invalidate()
		}
		return // the vector L1 is not modelled as holding data: stores are always visible
	}
	in := &x.Inst
	exec := w.exec()
	t, slot := w.begin(r, exec)
	res := w.resourceAt(uint8(x.Operand('r').Code))
	q := &w.group.query
	q.Exec = exec
	q.InstOffset = uint32(in.Mod.Offset)
	q.SOffset = w.soffset(x)
	q.Offen, q.Idxen, q.Addr64 = in.Mod.OffEn, in.Mod.IdxEn, in.Mod.Addr64
	q.Format = m.Kind == isa.MemLoadFormat || m.Kind == isa.MemStoreFormat
	q.Atomic = m.Kind == isa.MemAtomic
	q.Bytes = int(m.Size)
	// The driver of HSA code objects sets the unaligned mode, and clang relies on it (LLVM
	// FeatureUnalignedAccessMode, on for amdhsa).
	q.Unaligned = w.group.disp.Desc != nil && w.prog.features.Has(isa.FeatureUnalignedVMem)
	q.NoClampBug = w.group.disp.Opts.HardwareBugs
	v := x.Operand('v')
	switch {
	case q.Addr64:
		q.VOffset, q.VOffsetHi = w.row(v, 0), w.row(v, 1)
	case q.Idxen && q.Offen:
		q.VIndex, q.VOffset = w.row(v, 0), w.row(v, 1)
	case q.Idxen:
		q.VIndex = w.row(v, 0)
	case q.Offen:
		q.VOffset = w.row(v, 0)
	}
	if q.Format {
		if err := t.format(w, x, res); err != nil {
			w.free = append(w.free, slot)
			w.fault(r, -1, err)
			return
		}
		q.Bytes = t.conv.Data.Bytes()
	}
	t.InRange = res.Lanes(q, &t.Atom.Addr)
	t.Part = q.Part
	if out := t.Exec &^ t.InRange; out != 0 && w.events != nil && !res.Disabled(q.Format) {
		w.events.OutOfRange(t, *res, q, out)
	}
	if crosses(q, res) && w.prog.features.Has(isa.FeatureUnalignedScratch) &&
		(m.Kind == isa.MemLoad && !in.Mod.LDS || m.Kind == isa.MemStore) {
		t.Split = new([4][isa.Lanes]uint64)
		for q.Bytes = 1; int(q.InstOffset) < int(in.Mod.Offset)+int(m.Size); q.InstOffset++ {
			res.Lanes(q, &t.Split[int(q.InstOffset)-int(in.Mod.Offset)])
		}
		q.Bytes = int(m.Size)
	}
	t.Atom.Bytes = q.Bytes
	t.M0 = w.M0()
	w.commit(t, slot)
}

// resourceAt decodes the descriptor in four scalar registers. It is valid until the next one is decoded.
func (w *Wave) resourceAt(s uint8) *mem.Resource {
	s &^= 3
	v := (*[4]uint32)(w.S[s : int(s)+4])
	if res := &w.resource; res.Words != *v || res.Gen != w.prog.Gen {
		*res = mem.DecodeResource(w.prog.Gen, *v)
	}
	return &w.resource
}

// crosses reports whether a lane's access of up to a dword leaves its element of a swizzled buffer.
// On GCN 1.4 compilers address private memory so (LLVM FeatureUnalignedScratchAccess): memory is
// accessed in unaligned mode there (SH_MEM_CONFIG, as the amdgpu driver sets it), and each byte has
// the address that the swizzle gives it.
func crosses(q *mem.BufferQuery, res *mem.Resource) bool {
	if !res.Swizzle || q.Bytes < 2 || q.Bytes > 4 {
		return false
	}
	mask := res.ElementSize - 1
	most := res.ElementSize - uint32(q.Bytes)
	if !q.Offen {
		return q.InstOffset&mask > most
	}
	for m := q.Exec; m != 0; m &= m - 1 {
		if (q.InstOffset+q.VOffset[bits.TrailingZeros64(m)&63])&mask > most {
			return true
		}
	}
	return false
}

// splitBytes accesses the bytes of t.split one by one.
func (w *Wave) splitBytes(t *Token, rows []*isa.Row) error {
	keep := uint32(0)
	switch t.Rec.X.Mem.D16 {
	case isa.D16Lo:
		keep = 0xffff0000
	case isa.D16Hi:
		keep = 0xffff
	}
	in := t.Part[0]
	if len(rows) > 0 {
		for m := t.Exec &^ in; m != 0; m &= m - 1 { // out of range
			rows[0][bits.TrailingZeros64(m)&63] &= keep
		}
	}
	t.FlatPriv, t.PrivOffset = t.Exec&in, isa.Row{}
	return w.privateBytes(t, rows, func(o uint32, l int) uint64 { return t.Split[o&3][l] })
}

// soffset reads the scalar offset operand.
func (w *Wave) soffset(x *Bound) uint32 {
	o := x.Operand('t')
	switch {
	case o.Kind != isa.KindReg:
		return 0
	case o.Code < 128:
		return w.S[uint8(o.Code)]
	}
	if v, ok := isa.Constant(o.Code, o.Val, isa.B32); ok {
		return uint32(v)
	}
	return uint32(w.special(o.Code))
}

// format sets up the conversion of a formatted access: the format comes from the instruction
// (MTBUF) or the resource (MUBUF).
func (t *Token) format(w *Wave, x *Bound, res *mem.Resource) error {
	c := &t.conv
	c.Data, c.Num, c.Sel = res.Data, res.Num, res.DstSel
	if res.Disabled(true) { // no element is accessed (errata B-35): any format will do
		c.Data, c.Num = mem.Fmt32, mem.Uint
		if mem.CheckSel(c.Sel) != nil {
			c.Sel = mem.Identity
		}
	}
	if x.Inst.Form.Fmt == isa.MTBUF {
		c.Data, c.Num, c.Sel = mem.DataFormat(x.Inst.Mod.DFmt), mem.NumFormat(x.Inst.Mod.NFmt), mem.Identity
	}
	c.D16 = x.Mem.D16 != isa.D16None
	store := x.Mem.Kind == isa.MemStoreFormat
	if err := mem.CheckFormat(c.Data, c.Num, store); err != nil {
		return err
	}
	if !store {
		return mem.CheckSel(c.Sel)
	}
	return nil
}

// serviceBuffer accesses memory for MUBUF and MTBUF.
func (w *Wave) serviceBuffer(t *Token, rows []*isa.Row) {
	x := t.Rec.X
	m := &x.Mem
	a := &t.Atom
	a.Exec, a.Part = t.Exec, &t.Part
	a.Ext = ext(m)
	var err error
	switch {
	case m.Kind == isa.MemLdsStore:
		err = w.storeFromLDS(t)
	case m.Kind == isa.MemLoad && x.Inst.Mod.LDS, m.Kind == isa.MemLoadFormat && x.Inst.Mod.LDS:
		err = w.loadToLDS(t)
	case t.Split != nil:
		err = w.splitBytes(t, rows)
	case m.Kind == isa.MemLoad:
		a.Rows = rows
		err = w.gather(t, &a.Access)
	case m.Kind == isa.MemStore:
		a.Rows = t.dataRows(0, (int(m.Size)+3)/4)
		err = w.scatter(t, &a.Access)
	case m.Kind == isa.MemAtomic:
		err = w.serviceAtomic(t, rows)
	case m.Kind == isa.MemLoadFormat:
		err = w.loadFormat(t, rows)
	case m.Kind == isa.MemStoreFormat:
		err = w.storeFormat(t)
	}
	if err != nil {
		w.memFault(t, err)
	}
}

// gather is [mem.Global.Gather] for an operation.
func (w *Wave) gather(t *Token, a *mem.Access) error {
	if w.events != nil {
		w.events.Access(t, a, Reads)
	}
	return w.group.disp.Mem.Gather(a)
}

// scatter is [mem.Global.Scatter].
func (w *Wave) scatter(t *Token, a *mem.Access) error {
	if w.events != nil {
		w.events.Access(t, a, Writes)
	}
	return w.group.disp.Mem.Scatter(a)
}

// serviceAtomic does the lanes of t.atom.Exec.
func (w *Wave) serviceAtomic(t *Token, rows []*isa.Row) error {
	m := &t.Rec.X.Mem
	a := &t.Atom
	n := int(m.Size) / 4
	a.Op, a.Bytes, a.Rows = m.Atom, int(m.Size), rows
	a.Src = t.dataRows(0, n)
	a.Cmp = nil
	if m.Atom == isa.AtomCmpSwap || m.Atom == isa.AtomFCmpSwap {
		a.Cmp = t.dataRows(n, n)
	}
	a.Alone = w.group.disp.Alone
	if w.events != nil {
		w.events.Access(t, &a.Access, Atomic)
	}
	return w.group.disp.Mem.AtomicLanes(a)
}

// loadFormat gathers elements and converts them. D16 results are one component per register on GCN
// 1.2 and packed in pairs on GCN 1.4, where an odd last component keeps the upper half (errata
// B-29, B-31).
func (w *Wave) loadFormat(t *Token, rows []*isa.Row) error {
	x := t.Rec.X
	c := &t.conv
	t.Atom.Rows = t.dataRows(0, (c.Data.Bytes()+3)/4)
	t.Atom.Ext = mem.ExtZero
	if err := w.gather(t, &t.Atom.Access); err != nil {
		return err
	}
	c.Raw = t.Atom.Rows
	comps := int(x.Mem.Size) / 4
	packed := x.Mem.D16 == isa.D16Pack && w.prog.features.Has(isa.FeaturePackedD16)
	if x.Mem.D16 != isa.D16Hi && !packed {
		c.Comp = rows
		c.Load(t.Exec, t.InRange)
		return nil
	}
	var tmp [4]*isa.Row
	for j := range tmp[:comps] {
		tmp[j] = &w.mods.alt[j]
	}
	c.Comp = tmp[:comps]
	c.Load(t.Exec, t.InRange)
	for j, dst := range rows {
		lo := tmp[0]
		switch {
		case x.Mem.D16 == isa.D16Hi:
			for l := range lo {
				w.dst[0][l] = dst[l]&0xffff | lo[l]<<16
			}
		case 2*j+1 < comps:
			for l := range lo {
				w.dst[0][l] = tmp[2*j][l]&0xffff | tmp[2*j+1][l]<<16
			}
		default:
			for l := range lo {
				w.dst[0][l] = tmp[2*j][l]&0xffff | dst[l]&0xffff0000
			}
		}
		merge(dst, &w.dst[0], t.Exec)
	}
	return nil
}

// storeFormat converts components and scatters the elements.
func (w *Wave) storeFormat(t *Token) error {
	x := t.Rec.X
	c := &t.conv
	comps := int(x.Mem.Size) / 4
	packed := x.Mem.D16 == isa.D16Pack && w.prog.features.Has(isa.FeaturePackedD16)
	var comp, raw [4]*isa.Row
	for j := 0; j < comps; j++ {
		switch {
		case x.Mem.D16 == isa.D16Hi:
			comp[j] = &w.mods.alt[j]
			for l, v := range t.Data[0] {
				comp[j][l] = v >> 16
			}
		case packed:
			comp[j] = &w.mods.alt[j]
			sh := uint(j&1) * 16
			for l, v := range t.Data[j/2] {
				comp[j][l] = v >> sh & 0xffff
			}
		default:
			comp[j] = &t.Data[j]
		}
	}
	n := (c.Data.Bytes() + 3) / 4
	for j := range raw[:n] {
		raw[j] = &t.Buf[j]
	}
	c.Comp, c.Raw = comp[:comps], raw[:n]
	c.Store(t.Exec)
	t.Atom.Rows, t.Atom.Ext = raw[:n], mem.ExtZero
	return w.scatter(t, &t.Atom.Access)
}

// loadToLDS is a buffer load with LDS = 1: each lane's value, extended to a dword, goes to LDS (errata B-22).
func (w *Wave) loadToLDS(t *Token) error {
	x := t.Rec.X
	n := (int(x.Mem.Size) + 3) / 4
	if x.Mem.Kind == isa.MemLoadFormat {
		if err := w.loadFormat(t, t.bufRows(n)); err != nil {
			return err
		}
	} else {
		t.Atom.Rows = t.bufRows(n)
		if err := w.gather(t, &t.Atom.Access); err != nil {
			return err
		}
	}
	w.writeLDS(t, t.bufRows(n))
	return nil
}

// writeLDS is the second half of a load to LDS.
func (w *Wave) writeLDS(t *Token, rows []*isa.Row) {
	d := w.dmaAccess(t)
	d.Rows = rows
	w.group.LDS.Write(d)
}

// storeFromLDS is BUFFER_STORE_LDS_DWORD (errata B-23).
func (w *Wave) storeFromLDS(t *Token) error {
	d := w.dmaAccess(t)
	d.Rows = t.bufRows(1)
	w.group.LDS.Read(d)
	t.Atom.Rows = d.Rows
	return w.scatter(t, &t.Atom.Access)
}

// bufRows are the first n result buffers.
func (t *Token) bufRows(n int) []*isa.Row {
	for j := 0; j < n; j++ {
		t.rows[j] = &t.Buf[j]
	}
	return t.rows[:n]
}

// dmaAccess addresses LDS for transfers between memory and LDS: base from M0, four bytes a lane.
func (w *Wave) dmaAccess(t *Token) *mem.DSAccess {
	d := &w.group.access
	base := mem.BufferLDSBase(w.prog.features, t.M0, uint32(t.Rec.X.Inst.Mod.Offset))
	for l := range t.LDSAddr {
		t.LDSAddr[l] = base + uint32(4*l)
	}
	bytes := max(int(t.Rec.X.Mem.Size), 4)
	if len(w.group.LDS.Bytes()) == 0 {
		w.noLDSFor(t, t.Exec, 0, bytes)
	}
	*d = mem.DSAccess{Exec: t.Exec, Addr: &t.LDSAddr, Limit: uint32(len(w.group.LDS.Bytes())), Bytes: bytes, Mask: 3}
	return d
}
