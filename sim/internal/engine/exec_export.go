package engine

import "github.com/gcnsim/gcnsim/isa"

// Export is one executed EXP instruction.
type Export struct {
	Target  uint8  // 0-7 colour, 8 depth, 9 null, 12-15 position, 32-63 parameter
	Enabled uint8  // channels, a bit each
	Compr   bool   // channels are pairs of f16
	Done    bool   // the DONE bit: the last export of its kind
	VM      bool   // EXEC is the valid mask
	Exec    uint64 // active lanes
	// of the enabled channels, 0 of the others; COMPR: channels 0 and 1 have one register, 2 and 3
	// the other
	Data [4]isa.Row
}

// execExport issues an export; its data are read when EXP falls.
func execExport(w *Wave, r *Rec) {
	t, slot := w.begin(r, w.exec())
	w.commit(t, slot)
}

// captureExport reads the data of the enabled channels; the others are 0.
func (w *Wave) captureExport(t *Token) {
	t.Data = [4]isa.Row{}
	for i, o := range t.Rec.X.Inst.Operands() {
		if i > 0 && o.Kind == isa.KindReg && o.IsVGPR() {
			t.Data[i-1] = *w.row(o, 0)
		}
	}
}

func (w *Wave) serviceExport(t *Token) {
	m := &t.Rec.X.Inst.Mod
	w.Exports = append(w.Exports, Export{Target: m.Target, Enabled: m.DMask, Compr: m.Compr, Done: m.Done, VM: m.VM,
		Exec: t.Exec, Data: t.Data})
}

// ldsDirect reads LDS_DIRECT: one value for all lanes at byte M0[15:0], its type in M0[18:16]
// (semantics.md 60; CI, GCN3 ISA "LDS Direct Reads").
func (w *Wave) ldsDirect(x *Bound) uint32 {
	b := w.group.LDS.Bytes()
	at := int(w.M0() & 0xffff)
	get := func(n int) (v uint32) {
		if w.events != nil {
			w.events.ReadDirect(x, at, n)
		}
		if len(b) == 0 {
			w.noLDSNow(x, uint32(at), uint32(n))
		}
		for i := 0; i < n && at+i < len(b); i++ {
			v |= uint32(b[at+i]) << (8 * i)
		}
		return v
	}
	switch w.M0() >> 16 & 7 {
	case 0:
		return get(1)
	case 1:
		return get(2)
	case 4:
		return uint32(int32(int8(get(1))))
	case 5:
		return uint32(int32(int16(get(2))))
	}
	return get(4)
}
