package dyncheck

import (
	"math/bits"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// Compilers keep scalar registers in lanes of vector registers, and those in private memory. Most of their lanes
// have never been written. Such registers may be undefined in part where host code follows a path: of them the
// path reads only lanes of which it is known before that they have a value. The wave is told of each access of
// memory before it is made then, and the path is left in front of one that would bring something undefined to
// where it is used, or to where others see it.

// laneReg is a vector register that a path touches by single lanes, and loads and stores whole, but in no other
// way.
type laneReg struct {
	v     uint8
	first uint64 // the lanes that are read before the path writes them, or loads the register
	reads uint64 // all that are read
}

// laneLoad is an operation of a path that loads such a register.
type laneLoad struct {
	d     *engine.Direct
	reads uint64 // the lanes that are read of it
}

// laned is what holds of a path where such registers may be undefined in part.
type laned struct {
	// vector registers that are read, but for regs: in lanes that EXEC has at the beginning of the path, and in others
	vread, others []uint8
	parts         isa.RegSet // registers of which parts of dwords are written
	regs          []laneReg
	loads         []laneLoad
	buffers       bool // it accesses memory by resources of buffers, as private memory is accessed
}

// laneOf is the lane that an instruction names which moves one. ok is false where a register says which.
func laneOf(r *engine.Rec, t *usage) (lane uint64, ok bool) {
	if t.flags&usageLane == 0 || r.B != engine.SrcConst {
		return 0, false
	}
	return 1 << (r.X.Const[1] & 63), true
}

// isWhole reports whether an operation loads or stores a vector register as a spill does.
func isWhole(d *engine.Direct) bool {
	x := d.Rec.X
	return x.Inst.Form.Fmt == isa.MUBUF && x.Mem.Size == 4 && x.Operand('v').Kind != isa.KindReg && !d.DataHeld()
}

// findLanes finds the registers of which the path touches lanes only. It is called before all else is asked.
func (a *pathAsk) findLanes() {
	var single, other isa.RegSet
	a.each(func(r *engine.Rec, t *usage, d *engine.Direct) {
		_, lane := laneOf(r, t)
		for i := range t.uses {
			u := &t.uses[i]
			switch {
			case u.Code < isa.CodeVGPR:
			case lane && u.Lanes == isa.LanesNamed, d != nil && u.Part == isa.PartData && isWhole(d):
				single.AddUse(u)
			default:
				other.AddUse(u)
			}
		}
		a.laned.buffers = a.laned.buffers || d != nil && r.X.Inst.Form.Fmt == isa.MUBUF
	})
	var written [256]uint64
	var load [256]int // the last one of the register, from 1
	for i, m := range single.V {
		for m &^= other.V[i]; m != 0; m &= m - 1 {
			a.laned.regs = append(a.laned.regs, laneReg{v: uint8(64*i + bits.TrailingZeros64(m))})
		}
	}
	a.each(func(r *engine.Rec, t *usage, d *engine.Direct) {
		lane, _ := laneOf(r, t)
		switch n := a.laned.regOf(r.A); {
		case d != nil && r.X.Mem.Kind == isa.MemLoad:
			if n := a.laned.regOf(r.D); n >= 0 {
				v := a.laned.regs[n].v
				a.laned.loads = append(a.laned.loads, laneLoad{d: d})
				load[v], written[v] = len(a.laned.loads), 0
			}
		case d != nil || lane == 0:
		case t.flags&usageAllLanes == 0: // v_writelane_b32
			if n := a.laned.regOf(r.D); n >= 0 {
				written[a.laned.regs[n].v] |= lane
			}
		case n >= 0:
			g := &a.laned.regs[n]
			if g.reads |= lane; load[g.v] == 0 {
				g.first |= lane &^ written[g.v]
			} else {
				a.laned.loads[load[g.v]-1].reads |= lane &^ written[g.v]
			}
		}
	})
}

// each calls f for the instructions of the path; d is nil but for operations.
func (a *pathAsk) each(f func(r *engine.Rec, t *usage, d *engine.Direct)) {
	op := 0
	for _, r := range a.recs {
		d := (*engine.Direct)(nil)
		if r.X.Event.Counts() {
			d = a.host.Op(op)
			op++
		}
		f(r, a.usageFor(r), d)
	}
}

// regOf is the number of a register among those of which the path touches lanes only, -1 where it is none.
func (p *laned) regOf(code uint16) int {
	return slices.IndexFunc(p.regs, func(g laneReg) bool { return isa.CodeVGPR+uint16(g.v) == code })
}

// readsOf are the lanes of what an operation loads that have to be defined.
func (p *laned) readsOf(d *engine.Direct) uint64 {
	for i := range p.loads {
		if p.loads[i].d == d {
			return p.loads[i].reads
		}
	}
	return engine.AllLanes
}

// readLaned adds to what is asked where lanes may be undefined that an instruction reads a vector register which the
// path has not written in all lanes that EXEC has.
func (a *pathAsk) readLaned(r *engine.Rec, t *usage, v uint8) {
	switch {
	case a.laned.regOf(isa.CodeVGPR+uint16(v)) >= 0:
	case a.inside && t.flags&usageAllLanes == 0:
		a.laned.vread = with(a.laned.vread, v)
	default:
		a.laned.others = with(a.laned.others, v)
	}
}

// joinLaned adds an instruction to what holds where lanes may be undefined.
func (a *pathAsk) joinLaned(t *usage) {
	for i := range t.uses {
		if u := &t.uses[i]; u.Write && u.Bytes != 15 {
			a.laned.parts.AddUse(u)
		}
	}
}

// someLanes reports whether a wave may follow a path though registers, or what is in private memory, may be
// undefined in part. exec is EXEC at the beginning of the path.
func (w *wave) someLanes(p *path, exec uint64) bool {
	c, l := w.check, &p.laned
	bad := p.read[0]&(^w.SWritten[0]|c.bad.S[0]) | p.read[1]&(^w.SWritten[1]|c.bad.S[1]) |
		uint64(p.flags&c.watch) | uint64(w.Mode&(engine.ModeGPRIdx|engine.ModeVSkip))
	for i, m := range c.bad.V {
		bad |= m & l.parts.V[i]
	}
	if bad != 0 || c.pend.Meets(&p.used) {
		return false
	}
	for _, v := range l.vread {
		bad |= exec & c.undefined64(w, v)
	}
	for _, v := range l.others {
		bad |= c.undefined64(w, v)
	}
	for i := range l.regs {
		bad |= l.regs[i].first & c.undefined64(w, l.regs[i].v)
	}
	return bad == 0
}

// anyLanes reports whether a register of which a path touches lanes only is undefined in part.
func (w *wave) anyLanes(p *laned) bool {
	return slices.ContainsFunc(p.regs, func(g laneReg) bool { return w.check.undefined64(w, g.v) != 0 })
}

// undefined64 are the lanes of a vector register that have undefined bits.
func (c *waveCheck) undefined64(w *wave, v uint8) uint64 {
	return c.lanes[v] | ^(w.VWritten[v] | c.okV[v])
}

// beginLanes makes what is undefined in registers count as not written, so that host code says when it is.
func (w *wave) beginLanes() {
	c, on := w.check, &w.memc.on
	on.bad = c.bad
	for i, m := range c.bad.V {
		for ; m != 0; m &= m - 1 {
			v := 64*i + bits.TrailingZeros64(m)
			w.VWritten[v] &^= c.lanes[v]
		}
	}
	w.SWritten[0] &^= c.bad.S[0]
	w.SWritten[1] &^= c.bad.S[1]
}

// writtenLanes takes for defined what has been written since beginLanes.
func (w *wave) writtenLanes() {
	c := w.check
	for i, m := range w.memc.on.bad.V {
		for ; m != 0; m &= m - 1 {
			v := 64*i + bits.TrailingZeros64(m)
			c.lanes[v] &^= w.VWritten[v]
		}
	}
	c.bad.S[0] &^= w.SWritten[0]
	c.bad.S[1] &^= w.SWritten[1]
}

// endLanes is called behind the path.
func (w *wave) endLanes() {
	w.writtenLanes()
	c := w.check
	c.bad.V = [4]uint64{}
	for i, m := range w.memc.on.bad.V {
		for ; m != 0; m &= m - 1 {
			v := 64*i + bits.TrailingZeros64(m)
			if w.VWritten[v] |= c.lanes[v]; c.lanes[v] != 0 {
				c.bad.V[i] |= m & -m
			}
		}
	}
	w.SWritten[0] |= c.bad.S[0]
	w.SWritten[1] |= c.bad.S[1]
	c.heat()
}

// turnsLanes reports whether registers are as a path wants them to which a wave changes over.
func (w *wave) turnsLanes(q *path) bool {
	c, on := w.check, &w.memc.on
	if !on.apart {
		return w.definedAcross(q, 0) && c.settledFor(w, &q.touched, q.vread, on.exec)
	}
	w.writtenLanes()
	bad := uint64(0)
	for i := range q.laned.regs { // what was loaded before the branch may be read behind it
		bad |= q.laned.regs[i].reads & c.undefined64(w, q.laned.regs[i].v)
	}
	return bad == 0 && w.definedAcross(q, 0) && w.someLanes(q, on.exec)
}

// reachedApart is called before an access of a buffer is made. It follows what is undefined into private memory and
// back. It reports false, and does nothing, where something undefined would come to where that matters. unset are
// lanes of the result that stay undefined.
func (w *wave) reachedApart(d *engine.Direct, q *mem.Access, store bool) (unset uint64, ok bool) {
	c, p, disp := w.check, &w.memc.on.path.laned, w.group.disp
	w.writtenLanes()
	code := d.Rec.D
	if store {
		code = d.Data()
	}
	reg, v, bad := p.regOf(code), uint8(code-isa.CodeVGPR), uint64(0)
	if reg >= 0 {
		bad = c.undefined64(w, v)
	}
	switch {
	case !store && bad&^q.Exec&p.readsOf(d) != 0: // it does not load them
		return 0, false
	case store:
		bad &= q.Exec
	default:
		bad = 0
	}
	if q.Exec == 0 || disp.WaveScratch == 0 || !c.spills && bad == 0 {
		return 0, bad == 0
	}
	low, off, dense := q.Found()
	if dense {
		off = mem.LaneSteps(q.Bytes)
	}
	base := disp.ScratchBase + w.ScratchOffset()
	first, last := bits.TrailingZeros64(q.Exec)&63, 63-bits.LeadingZeros64(q.Exec)&63
	at := low + uint64(off[first]) - uint64(4*first) - base
	x := d.Rec.X
	row := x.Mem.Size == 4 && x.Operand('v').Kind != isa.KindReg && off[last]-off[first] == uint32(4*(last-first)) &&
		at&255 == 0
	switch {
	case !row && bad != 0:
		return 0, false
	case !row:
		return 0, w.reachedPrivate(q, low-base, off, store)
	case at >= disp.WaveScratch:
		return 0, bad == 0
	case store:
		w.spilledRow(at>>8, v, q.Exec, bad)
		return 0, true
	}
	unset = c.dirty[at>>8] & q.Exec
	if reg < 0 || unset&p.readsOf(d) != 0 {
		return 0, unset == 0
	}
	c.lanes[v] = c.lanes[v]&^q.Exec | unset
	if unset == 0 {
		return 0, true
	}
	w.memc.on.bad.V[v>>6] |= 1 << (v & 63)
	if c.shadow[v] == nil {
		c.shadow[v] = new(isa.Row)
	}
	for l := unset; l != 0; l &= l - 1 {
		i := bits.TrailingZeros64(l) & 63
		c.shadow[v][i] = c.private[at>>8<<6+uint64(i)]
	}
	c.from[code] = origin{}
	return unset, true
}

// spilledRow notes that a vector register is stored in a row of private memory, in the lanes of exec, of which
// those of bad are undefined in part.
func (w *wave) spilledRow(row uint64, v uint8, exec, bad uint64) {
	c := w.check
	c.followPrivate(w)
	c.dirty[row] &^= exec
	for e := bad; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e) & 63
		if x := c.vbits(w, v, l); x != 0 {
			c.private[row<<6+uint64(l)] = x
			c.dirty[row] |= 1 << l
		}
	}
}

// reachedPrivate is reachedApart for what is no whole register, and defined where it is stored. low counts from
// where private memory begins.
func (w *wave) reachedPrivate(q *mem.Access, low uint64, off *isa.Row, store bool) bool {
	c, n := w.check, uint64(q.Bytes)
	for e := q.Exec; e != 0; e &= e - 1 {
		a := low + uint64(off[bits.TrailingZeros64(e)&63])
		if a >= w.group.disp.WaveScratch {
			continue
		}
		for i := a >> 2; i <= (a+n-1)>>2; i++ {
			switch {
			case c.privateBits(i) == 0:
			case !store:
				return false
			default:
				from, to := max(a, 4*i)&3, min(a+n-1, 4*i+3)&3
				c.setPrivate(i, ^uint32(0)>>(24-8*(to-from))<<(8*from), 0)
			}
		}
	}
	return true
}

// storesUndefined says of a store that becomes a token, as the path is left, whether it stores something undefined.
func (c *waveCheck) storesUndefined(w *wave, t *engine.Token) {
	w.writtenLanes()
	for _, u := range c.prog.usages[t.Rec.Slot].Load().uses {
		if u.Read && u.Part == isa.PartData && u.Code >= isa.CodeVGPR {
			bad, _ := c.badLanes(w, t.Rec, &u)
			c.store = c.store || bad != 0
		}
	}
}
