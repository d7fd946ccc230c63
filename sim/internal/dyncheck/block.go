package dyncheck

import (
	"sync/atomic"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// block is what the checked loop asks, once for all of them, of instructions that follow one
// another. Nothing that one of them does makes what is asked of a later one differ: they do not
// change EXEC before the last of them, and touch no register of a memory operation that the block
// has begun. So what holds before the first of them holds before each. Registers that the block
// itself has written before are not among those read.
type block struct {
	n       uint8  // instructions
	nread   uint8  // of vread
	control bool   // it is one instruction of control flow at which no host code begins
	last    uint32 // dword of the last one
	touched
	hazards blockHazards
	missed  atomic.Uint32        // how often something was not as it should be
	vread   [maxBlockReads]uint8 // vector registers read
}

const (
	maxBlockReads = 24
	maxBlock      = 64
	maxMissed     = 8
	blocksAtOnce  = 64 // for how many blocks memory is taken at a time
)

// blockAt makes the block of at most limit instructions that begins at a record.
func (p *program) blockAt(r *engine.Rec, limit int) *block {
	first := r.Slot
	var alone *usage
	if r.X == nil {
		alone = p.usageOf(r)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.blockRoom) == 0 {
		p.blockRoom = make([]block, blocksAtOnce)
	}
	b := &p.blockRoom[0]
	p.blockRoom = p.blockRoom[1:]
	var wrote, begun isa.RegSet
	for t := alone; ; r = &p.Recs()[r.Slot+uint32(r.Len)] {
		if alone == nil {
			t = p.usageFor(r)
		}
		if b.n > 0 && (t.flags&usageAlone != 0 || begun.Meets(&t.used)) || !b.add(t, &wrote) {
			break
		}
		b.last = r.Slot
		if int(b.n) == limit || !goesOn(r, t) {
			break
		}
		if t.flags&usageMemory != 0 {
			begun.Join(&t.begun)
		} else {
			define(&wrote, r, t)
		}
	}
	b.control = b.n == 1 && isControl(&p.Recs()[first])
	p.blocks[first].Store(b)
	return b
}

// isControl reports whether an instruction is one of control flow at which no host code begins.
func isControl(r *engine.Rec) bool {
	if r.X == nil || r.X.Err != nil || r.X.Inst.Form == nil || r.X.Inst.Form.Desc.Host != nil {
		return false
	}
	do, ok := r.X.Inst.Form.Desc.Do.(isa.Control)
	return ok && do != isa.CtlWaitcnt
}

// usageFor is the usage of the instruction at a record, valid until the next call; p.mu is held.
// Operations need one of their own when they are issued, and most other instructions never do.
func (p *program) usageFor(r *engine.Rec) *usage {
	if t := p.usages[r.Slot].Load(); t != nil {
		return t
	}
	if r.X != nil && r.X.Event.Counts() {
		return p.keepUsage(r.Slot, r.X)
	}
	t := &p.usage
	*t = usage{}
	if r.X != nil {
		t.fill(r.X, p.uses[:0])
	}
	return t
}

// define adds what an instruction defines in all active lanes, whatever it held.
func define(m *isa.RegSet, r *engine.Rec, t *usage) {
	for i := range t.uses {
		u := &t.uses[i]
		if !u.Write || u.Read || u.Bytes != 15 || u.Lanes != isa.LanesOwn || u.Indexed || u.Code >= isa.CodeVGPR &&
			r.X.Inst.Sub == isa.DPP {
			continue
		}
		m.AddUse(u)
	}
}

// add adds an instruction to the block. It reports false, and adds nothing, where there is no room
// for what the instruction reads.
func (b *block) add(t *usage, wrote *isa.RegSet) bool {
	n := b.nread
next:
	for _, v := range t.vread[:t.nread] {
		if wrote.V[v>>6]>>(v&63)&1 != 0 {
			continue
		}
		for _, have := range b.vread[:n] {
			if have == v {
				continue next
			}
		}
		if n == maxBlockReads {
			return false
		}
		b.vread[n] = v
		n++
	}
	b.nread = n
	b.n++
	b.join(t, int(b.n))
	for i, m := range t.read {
		b.read[i] |= m &^ wrote.S[i]
	}
	b.used.Join(&t.used)
	return true
}

// goesOn reports whether an instruction may stand before others in a block: one that computes, or
// memory.
func goesOn(r *engine.Rec, t *usage) bool {
	if r.X == nil || r.X.Inst.Form == nil || r.X.Err != nil || t.flags&(usageAlone|usageBranch) != 0 ||
		t.begun.S[1]>>(isa.CodeExecLo&63)&3 != 0 {
		return false
	}
	switch do := r.X.Inst.Form.Desc.Do.(type) {
	case isa.Scalar, isa.Vector, isa.Memory:
		return true
	case isa.Control:
		return do == isa.CtlNop || do == isa.CtlVNop
	}
	return false
}

// Run is the loop of a wave that is checked.
func (w *wave) Run(budget int) int {
	if w.group.disp.asked.Load() {
		w.group.disp.part()
	}
	if w.ByInst() {
		return w.runByInst(budget)
	}
	recs := w.prog.Recs()
	c := w.check
	// Mostly a path begins where waves do, and where they go on behind a barrier: no block is looked at for that.
	n, last := w.follow(engine.NoDword, budget), engine.NoDword
	for asked := n == 0; n < budget && w.Stop() == 0; asked = false {
		b := w.prog.blocks[w.IP()].Load()
		if !asked && (b == nil || !b.control) {
			if k := w.follow(last, budget-n); k > 0 {
				n, last = n+k, engine.NoDword
				continue
			}
		}
		first, begin, key := w.IP(), n, w.hazardKey()
		if b == nil {
			b = w.prog.blockAt(&recs[first], maxBlock)
		}
		ok := false
		if b.flags&usageLane != 0 {
			ok = c.definedLane(w, &recs[w.IP()], &b.touched)
		} else {
			ok = c.settled(w, &b.touched, b.vread[:b.nread])
		}
		end := min(n+int(b.n), budget)
		last = b.last
		if !ok {
			n += w.runOneByOne(b, end-n)
			if known := b.hazards[key&1].Load(); uint32(known) == key && n-begin == int(b.n) &&
				w.Stop()&engine.StopYield == 0 {
				c.hazard = uint32(known >> 32)
			} else {
				w.passed(b, first, n-begin, key)
			}
			continue
		}
		if b.control {
			w.Go(&recs[first])
			n++
		} else {
			n += w.Plain(end - n)
		}
		if c.scc && b.scc != 0 && n-begin >= int(b.scc) {
			c.definedSCC()
		}
		if known := b.hazards[key&1].Load(); uint32(known) == key && n-begin == int(b.n) &&
			w.Stop()&engine.StopYield == 0 {
			c.hazard = uint32(known >> 32)
		} else {
			w.passed(b, first, n-begin, key)
		}
		if w.IP() == first && w.Stop() == 0 {
			n += w.again(b, budget-n)
		}
	}
	return n
}

// runByInst is Run where somebody wants to be called at each instruction.
func (w *wave) runByInst(budget int) (n int) {
	recs := w.prog.Recs()
	one := block{n: 1}
	for n < budget && w.Stop() == 0 {
		first, key := w.IP(), w.hazardKey()
		if !w.runOne(&recs[first]) {
			break
		}
		w.passed(&one, first, 1, key)
		n++
	}
	return n
}

// again lets host code go round a loop that is a block. What was asked before the first time has
// held. It holds each time: the block has no memory instruction, does not change EXEC, and makes
// nothing undefined. The same has to be known of its wait states.
func (w *wave) again(b *block, budget int) int {
	h := w.Host()
	if h == nil || b.flags&(usageMemory|usageAlone) != 0 {
		return 0
	}
	key := w.hazardKey()
	if known := b.hazards[key&1].Load(); uint32(known) != key || uint32(known>>32) != w.check.hazard {
		return 0
	}
	return h.Loop(w.WaveCore, int(b.n), budget)
}

// settled reports whether registers that instructions touch, and the vector registers that they
// read, have nothing to do with what is outstanding or undefined.
func (c *waveCheck) settled(w *wave, t *touched, vread []uint8) bool {
	return c.settledFor(w, t, vread, w.Exec())
}

// settledFor is settled for instructions that are executed with EXEC.
func (c *waveCheck) settledFor(w *wave, t *touched, vread []uint8, exec uint64) bool {
	if t.flags&usageAllLanes != 0 {
		exec = engine.AllLanes
	}
	bad := t.read[0]&^w.SWritten[0] | t.read[1]&^w.SWritten[1] |
		uint64(t.flags&c.watch) | uint64(w.Mode&(engine.ModeGPRIdx|engine.ModeVSkip))
	for _, v := range vread {
		bad |= exec &^ w.VWritten[v]
	}
	return bad == 0 && !(c.isHot && c.hot.Meets(&t.used))
}

// runOneByOne executes n instructions of a block in which something is not as it should be. A block
// that often has such an instruction is made to end before the first one.
func (w *wave) runOneByOne(b *block, n int) int {
	recs := w.prog.Recs()
	first, good := w.IP(), 0
	steps := w.check.steps
	i := 0
	for ; i < n && w.Stop() == 0; i++ {
		w.runOne(&recs[w.IP()])
		if w.check.steps == steps {
			good++
		}
	}
	if b.n > 1 && b.missed.Add(1) == maxMissed {
		w.prog.blockAt(&recs[first], max(good, 1))
	}
	return i
}

// runOne executes one instruction with the checker. It reports false where what comes before the
// instruction ended the wave.
func (w *wave) runOne(r *engine.Rec) bool {
	c := w.check
	t := w.prog.usages[r.Slot].Load()
	if t == nil {
		t = w.prog.usageOf(r)
	}
	w.Insts++
	if !w.Before(r) {
		return false
	}
	w.SetIP(w.IP() + uint32(r.Len))
	w.Count(r)
	switch {
	case c.settled(w, &t.touched, t.vread[:t.nread]), t.flags&usageLane != 0 && c.definedLane(w, r, &t.touched):
		w.Perform(r)
	case t.flags&usageVectorMemory != 0 && c.definedAddress(w, r, t):
		c.steps, c.used = c.steps+1, true
		w.Perform(r)
		c.store = false
	default:
		c.steps, c.used = c.steps+1, true
		c.step(w, r, t)
	}
	w.After(r)
	return true
}

// definedLane reports whether an instruction that moves one lane has nothing to do with what is
// outstanding or undefined, though other lanes of its vector register have. Compilers keep scalar
// registers in single lanes. A lane that it writes becomes defined.
func (c *waveCheck) definedLane(w *wave, r *engine.Rec, t *touched) bool {
	if !c.inTime(w, r, t) {
		return false
	}
	lane := uint64(1) << (w.Scalar(r.X, 1, r.B) & 63)
	if t.flags&usageAllLanes == 0 { // v_writelane_b32
		v := uint8(r.D - isa.CodeVGPR)
		if c.lanes[v]&lane != 0 {
			if c.lanes[v] &^= lane; c.lanes[v] == 0 {
				c.bad.V[v>>6] &^= 1 << (v & 63)
				c.heat()
			}
		}
		return true
	}
	v := uint8(r.A - isa.CodeVGPR)
	return r.A >= isa.CodeVGPR && r.A < engine.SrcConst && (w.VWritten[v]|c.okV[v])&^c.lanes[v]&lane != 0
}

// inTime reports whether a vector instruction has nothing to do with what is outstanding, and its
// scalar registers are defined.
func (c *waveCheck) inTime(w *wave, r *engine.Rec, t *touched) bool {
	bad := t.read[0]&^w.SWritten[0] | t.read[1]&^w.SWritten[1] |
		uint64(t.flags&c.watch) | uint64(w.Mode&(engine.ModeGPRIdx|engine.ModeVSkip)) |
		t.used.S[0]&c.hot.S[0] | t.used.S[1]&c.hot.S[1] |
		t.used.V[0]&c.pend.V[0] | t.used.V[1]&c.pend.V[1] | t.used.V[2]&c.pend.V[2] | t.used.V[3]&c.pend.V[3]
	return bad == 0 && r.X != nil && t.flags&usageVector != 0
}

// definedAddress reports whether vector memory has nothing to do with what is outstanding, and its
// address is defined: only data are not, which is noted in store.
func (c *waveCheck) definedAddress(w *wave, r *engine.Rec, t *usage) bool {
	if !c.inTime(w, r, &t.touched) {
		return false
	}
	exec, store := w.Exec(), false
	for i := range t.uses {
		u := &t.uses[i]
		if !u.Read || u.Code < isa.CodeVGPR {
			continue
		}
		for j := range uint16(u.Dwords) {
			v := uint8(u.Code + j - isa.CodeVGPR)
			if exec&(c.lanes[v]|^w.VWritten[v]) == 0 {
				continue
			}
			if u.Part != isa.PartData {
				return false
			}
			store = true
		}
	}
	c.store = store
	return true
}
