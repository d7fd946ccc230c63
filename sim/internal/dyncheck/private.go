package dyncheck

import (
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// What is undefined in a wave's private memory: registers are stored there and come back, whatever they hold.

// privateLanes are the lanes of an operation that go to the wave's private memory, and the first
// and the last byte of it that they access.
func (c *waveCheck) privateLanes(w *wave, t *engine.Token) (lanes, lo, hi uint64) {
	d := w.group.disp
	x := t.Rec.X
	m := t.FlatPriv
	switch x.Inst.Form.Fmt {
	case isa.MUBUF, isa.MTBUF:
		if m = t.Exec; x.Operand('v').Kind != isa.KindReg && m != 0 {
			m &= -m // the lanes of a dword are neighbours
		}
	case isa.FLAT, isa.SCRATCH:
	default:
		return 0, 0, 0
	}
	if d.WaveScratch == 0 {
		return t.FlatPriv, 0, 0
	}
	base := d.ScratchBase + w.ScratchOffset()
	size := max(int(x.Mem.Size), 1)
	lo = ^uint64(0)
	for ; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		a := c.privateByte(t, base, l, 0)
		if a >= d.WaveScratch {
			continue
		}
		lanes |= 1 << l
		lo, hi = min(lo, a), max(hi, c.privateByte(t, base, l, size-1))
	}
	if lanes != 0 && x.Operand('v').Kind != isa.KindReg && t.FlatPriv == 0 {
		lanes, hi = t.Exec, hi|255
	}
	return lanes, lo, min(hi, d.WaveScratch-1)
}

// anyPrivate reports whether private memory has undefined bytes near those from lo to hi.
func (c *waveCheck) anyPrivate(lo, hi uint64) bool {
	if !c.spills {
		return false
	}
	for b := lo >> 8; b <= hi>>8; b++ {
		if c.dirty[b] != 0 {
			return true
		}
	}
	return false
}

// privateBits are the undefined bits of a dword of private memory.
func (c *waveCheck) privateBits(i uint64) uint32 {
	if i >= uint64(len(c.private)) || c.dirty[i>>6]>>(i&63)&1 == 0 {
		return 0
	}
	return c.private[i]
}

// setPrivate changes the bits of mask m of a dword of private memory.
func (c *waveCheck) setPrivate(i uint64, m, v uint32) {
	if i >= uint64(len(c.private)) {
		return
	}
	v = c.privateBits(i)&^m | v&m
	c.private[i] = v
	c.dirty[i>>6] &^= 1 << (i & 63)
	if v != 0 {
		c.dirty[i>>6] |= 1 << (i & 63)
	}
}

// privateByte is where byte k of a lane's access lies in the wave's private memory.
func (c *waveCheck) privateByte(t *engine.Token, base uint64, lane, k int) uint64 {
	switch {
	case t.FlatPriv>>lane&1 != 0:
		o := t.PrivOffset[lane] + uint32(k)
		return t.PrivBase + uint64(o>>2)*256 + uint64(lane)*4 + uint64(o&3) - base
	case t.Split != nil:
		return t.Split[k&3][lane] - base
	}
	return t.Atom.Addr[lane] + uint64(k) - base
}

// privateRow is the part of private memory in which a vector register lies, and the mask of its
// dwords with undefined bits: what a spill of a register accesses, at byte lo in its first lane. It
// is nil where an operation accesses other bytes.
func (c *waveCheck) privateRow(t *engine.Token, lo uint64) (*isa.Row, *uint64) {
	a := &t.Atom.Addr
	first, last := bits.TrailingZeros64(t.Exec)&63, 63-bits.LeadingZeros64(t.Exec)&63
	if t.Rec.X.Mem.Size != 4 || t.FlatPriv != 0 || t.Split != nil || t.Rec.X.Operand('v').Kind == isa.KindReg ||
		a[last]-a[first] != uint64(4*(last-first)) || (lo-uint64(4*first))&255 != 0 || lo>>8 >= uint64(len(c.dirty)) {
		return nil, nil
	}
	return (*isa.Row)(c.private[lo>>8<<6:]), &c.dirty[lo>>8]
}

// followPrivate makes room for what is undefined in the wave's private memory, if there is none yet.
func (c *waveCheck) followPrivate(w *wave) {
	if c.spills {
		return
	}
	d := w.group.disp
	words, masks := int(d.WaveScratch/4), int(d.WaveScratch/256)
	if cap(c.private) < words {
		c.private, c.dirty = make([]uint32, words), make([]uint64, masks)
	}
	c.private, c.dirty = c.private[:words], c.dirty[:masks]
	clear(c.dirty)
	c.spills = true
}

// spill notes the undefined bits of a store to private memory.
func (c *waveCheck) spill(w *wave, t *engine.Token, lanes, lo uint64) {
	c.followPrivate(w)
	d := w.group.disp
	base := d.ScratchBase + w.ScratchOffset()
	x := t.Rec.X
	o := x.Operand('d')
	if o.Kind != isa.KindReg {
		o = x.Operand('a')
	}
	if row, dirty := c.privateRow(t, lo); row != nil {
		*dirty &^= t.Exec
		if !c.store {
			return
		}
		v := uint8(o.Code - isa.CodeVGPR)
		for e := t.Exec & (c.lanes[v] | ^w.VWritten[v]); e != 0; e &= e - 1 {
			l := bits.TrailingZeros64(e) & 63
			if row[l] = c.vbits(w, v, l); row[l] != 0 {
				*dirty |= 1 << l
			}
		}
		return
	}
	shift := 0
	if x.Mem.D16 == isa.D16Hi {
		shift = 2
	}
	size := int(x.Mem.Size)
	for e := lanes; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e) & 63
		for k := 0; k < size; {
			a := c.privateByte(t, base, l, k)
			at := k + shift
			v := uint32(0)
			if c.store {
				v = c.vbits(w, uint8(int(o.Code-isa.CodeVGPR)+at/4), l) >> (8 * (at & 3))
			}
			n := 1
			if a&3 == 0 && size >= 4 && t.Split == nil {
				n = 4
			}
			c.setPrivate(a>>2, (^uint32(0)>>(32-8*n))<<(8*(a&3)), v<<(8*(a&3)))
			k += n
		}
	}
}

// reload remembers the undefined bits of what a load from private memory brings.
func (c *waveCheck) reload(w *wave, t *engine.Token, lanes, lo uint64) {
	base := w.group.disp.ScratchBase + w.ScratchOffset()
	n := &w.tok[t.Slot]
	if n.shadow == nil {
		n.shadow = new([4]isa.Row)
	}
	if row, dirty := c.privateRow(t, lo); row != nil {
		if n.undef = *dirty & t.Exec; n.undef != 0 {
			n.shadow[0] = *row
		}
		return
	}
	m := &t.Rec.X.Mem
	size := min(int(m.Size), 16)
	for e := lanes; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e) & 63
		var row [4]uint32
		any := uint32(0)
		for k := 0; k < size; {
			a := c.privateByte(t, base, l, k)
			v := c.privateBits(a >> 2)
			if a&3 == 0 && size >= 4 && t.Split == nil {
				row[k/4&3] = v
				k += 4
			} else {
				row[k/4&3] |= v >> (8 * (a & 3)) & 0xff << (8 * (k & 3))
				k++
			}
			any |= v
		}
		if any == 0 {
			continue
		}
		if top := uint32(1) << (8*uint(size) - 1); size < 4 && m.Signed && row[0]&top != 0 {
			row[0] |= -top
		}
		switch m.D16 {
		case isa.D16Hi:
			row[0] <<= 16
		case isa.D16Lo:
			row[0] &= 0xffff
		}
		n.undef |= 1 << l
		for k, v := range row {
			n.shadow[k][l] = v
		}
	}
}
