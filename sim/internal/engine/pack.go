package engine

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// With a clock, thousands of waves take turns after few instructions each. What they have outstanding
// does not fit into the host's caches: a [Token] with its addresses takes up to 16 lines of them.
// There, loads share one token of their worker while they issue and while they return. Between,
// they are packed, where the addresses of their lanes are regular. See [WaveCore.Share].

// packs is how many operations of a wave can be packed: those in its first tokens, which it uses most.
const packs = 8

// packed is what is left of the token of a load. The addresses depend on the number of the lane: each
// bit of it adds its part of by to the address of lane 0.
type packed struct {
	rec      *Rec
	exec     uint64
	base     uint64 // address of lane 0, or that of a scalar load
	by       [6]int32
	m0       uint32
	sInRange uint32
	inRange  uint64
	part     [4]uint64
	issued   uint64
	class    waitcnt.Class
	_        [16]byte // begins with a line of the host's caches
}

// packable reports whether the instruction is a load of which a packed token has all that it needs. What
// comes from LDS returns too soon for it to pay.
func (x *Bound) packable() bool {
	if x.Mem.Kind != isa.MemLoad || x.status() || x.Inst.Mod.LDS || x.Event.LateData {
		return false
	}
	switch x.Inst.Form.Fmt {
	case isa.SMRD, isa.SMEM, isa.MUBUF, isa.FLAT, isa.GLOBAL:
		return true
	}
	return false
}

// Share makes loads of the wave be packed between their issue and their return, if nobody is told of its
// operations.
func (w *WaveCore) Share(k *Worker) {
	if w.late && w.events == nil && w.order == nil && w.returned == nil && w.observer == nil {
		if k.token == nil {
			k.token = new(Token)
		}
		w.shared = k.token
	}
}

// share is the worker's token for an operation that issues; nil where it has to be one of its own.
func (w *Wave) share(r *Rec, slot uint8) *Token {
	if w.shared == nil || slot >= packs || !r.X.packs {
		return nil
	}
	w.packed |= 1 << slot
	w.packs[slot].rec = r
	t := w.shared
	t.owner, t.Slot = w, slot
	return t
}

// recOf is the instruction of an operation.
func (w *Wave) recOf(slot uint8) *Rec {
	if w.packed>>slot&1 != 0 {
		return w.packs[slot].rec
	}
	return w.tokens[slot].Rec
}

// forget makes a token hold nothing of a launch.
func (t *Token) forget() {
	t.Rec, t.owner, t.Split = nil, nil, nil
	t.Atom.Forget()
}

// token is the operation's token. One that was packed is valid until the next one is asked for.
func (w *Wave) token(slot uint8) *Token {
	if w.packed>>slot&1 == 0 {
		return w.tokens[slot]
	}
	t := w.shared
	if t.owner == w && t.Slot == slot {
		return t
	}
	p := &w.packs[slot]
	t.reset(p.rec, p.exec)
	t.owner, t.Slot, t.Captured = w, slot, true
	t.M0, t.InRange, t.Part, t.issued, t.class = p.m0, p.inRange, p.part, p.issued, p.class
	switch p.rec.X.Inst.Form.Fmt {
	case isa.SMRD, isa.SMEM:
		t.SAddr, t.SInRange = p.base, p.sInRange
	default:
		spread(&t.Atom.Addr, p.base, &p.by)
		t.Atom.Bytes = int(p.rec.X.Mem.Size)
	}
	return t
}

// Stow makes an operation that has issued leave the worker's token.
func (w *WaveCore) Stow(slot uint8) {
	if w.packed>>slot&1 == 0 {
		return
	}
	t, p := w.shared, &w.packs[slot]
	regular := t.Split == nil && t.FlatLDS|t.FlatPriv == 0
	if regular {
		switch t.Rec.X.Inst.Form.Fmt {
		case isa.SMRD, isa.SMEM:
			p.base, p.sInRange = t.SAddr, t.SInRange
		default:
			p.base, regular = t.Atom.Addr[0], steps(&t.Atom.Addr, &p.by)
		}
	}
	if !regular {
		(*Wave)(w).own(slot)
		return
	}
	p.exec, p.m0, p.inRange, p.part, p.issued, p.class = t.Exec, t.M0, t.InRange, t.Part, t.issued, t.class
}

// own gives an operation a token of its own.
func (w *Wave) own(slot uint8) *Token {
	if w.packed>>slot&1 == 0 {
		return w.tokens[slot]
	}
	s, t := w.token(slot), w.tokenOf(slot)
	t.reset(s.Rec, s.Exec)
	t.Captured, t.class, t.issued = true, s.class, s.issued
	t.M0, t.SAddr, t.SInRange, t.InRange, t.Part, t.Split = s.M0, s.SAddr, s.SInRange, s.InRange, s.Part, s.Split
	t.FlatLDS, t.FlatPriv, t.PrivBase = s.FlatLDS, s.FlatPriv, s.PrivBase
	switch s.Rec.X.Inst.Form.Fmt {
	case isa.SMRD, isa.SMEM:
	default:
		t.Atom.Addr, t.Atom.Bytes = s.Atom.Addr, s.Atom.Bytes
		if t.FlatLDS|t.FlatPriv != 0 {
			t.LDSAddr, t.PrivOffset = s.LDSAddr, s.PrivOffset
		}
	}
	w.packed &^= 1 << slot
	return t
}

// tokenOf is a token of the wave.
func (w *Wave) tokenOf(slot uint8) *Token {
	t := w.tokens[slot]
	if t == nil {
		t = &Token{Slot: slot}
		w.tokens[slot] = t
	}
	return t
}

// steps finds what each bit of a lane's number adds to its address. It reports false where that depends
// on the others.
func steps(a *[isa.Lanes]uint64, by *[6]int32) bool {
	for b := range by {
		n := 1 << b
		low, high := a[:n], a[n:2*n]
		step := high[0] - low[0]
		differ := uint64(int64(int32(step))) ^ step
		for i, x := range low {
			differ |= high[i] - x - step
		}
		if differ != 0 {
			return false
		}
		by[b] = int32(step)
	}
	return true
}

// spread is the addresses of which steps found what they are made of.
func spread(a *[isa.Lanes]uint64, base uint64, by *[6]int32) {
	a[0] = base
	for b, step := range by {
		n := 1 << b
		low, high := a[:n], a[n:2*n]
		for i, x := range low {
			high[i] = x + uint64(int64(step))
		}
	}
}
