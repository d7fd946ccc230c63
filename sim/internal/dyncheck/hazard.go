package dyncheck

import (
	"sync"
	"sync/atomic"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// hazards are the manual wait states of a program, along the paths that its waves take. The states
// ([waitcnt.HazardState]) have numbers, 0 is that of nothing, and what instructions make of a state
// is worked out once:
//
//	wave's state, block ──► block.hazards: known? ──► next state
//	                            └─ no ─► steps: known, or step through the instructions ──► next state, findings
//
// A state follows from the last few instructions that a wave has executed, so there are not many.
type hazards struct {
	mu    sync.Mutex
	rules *waitcnt.HazardRules
	insts []*waitcnt.HazardInst // by dword; nil where they have not been executed
	room  []waitcnt.HazardInst  // memory for more of them
	ids   map[string]uint32     // numbers of states, by their contents
	list  []waitcnt.HazardState // states by number
	facts int                   // of all states
	steps map[hazardStep]hazardNext
	state waitcnt.HazardState // while instructions are stepped through
	key   []byte
	uses  []isa.Use // of an instruction that has no usage
}

// hazardStep is some instructions that a wave executes one behind the other.
type hazardStep struct {
	first uint32 // dword of the first one
	n     uint32
	key   uint32 // see Wave.hazardKey
	path  uint32 // number of the path that they are on, 0 where they lie one behind the other
}

// hazardNext is what that leads to.
type hazardNext struct {
	state uint32
	found []hazardFound
}

// hazardFound is a finding at an instruction of a step, before which back others of it follow.
type hazardFound struct {
	back uint64
	f    waitcnt.Finding
}

// Limits of what is remembered of a program. Beyond them a wave keeps its state itself, as number
// ownState, and steps through each instruction.
const (
	ownState   = 1<<28 - 2
	maxFacts   = 1 << 20
	maxNumbers = 1 << 18
	maxSteps   = 1 << 18
)

// hazardKey says what the hazards of the next instructions depend on: the state's number plus 1,
// and MODE.vskip in its own place.
func (w *wave) hazardKey() uint32 { return w.check.hazard + 1 | w.Mode&engine.ModeVSkip }

// blockHazards remembers what a block makes of some states, where nothing is found: the key, and
// the next state in the upper half.
type blockHazards [2]atomic.Uint64

// init makes the hazards ready; h.mu is held.
func (h *hazards) init(p *program) {
	decoded := func(i int) *isa.Inst {
		if x := p.Recs()[i].X; x != nil && x.Inst.Form != nil {
			return &x.Inst
		}
		return nil
	}
	h.rules = waitcnt.NewHazardRules(p.Target(), p.XNACK, p.Code(), decoded, func(pc uint64) string {
		return p.InstAt(uint32((pc + p.Bias - p.Base) / 4)).String()
	})
	h.insts = make([]*waitcnt.HazardInst, len(p.Recs()))
	h.ids, h.steps = map[string]uint32{}, map[hazardStep]hazardNext{}
	h.number()
}

// passed follows n instructions from dword first on, which the wave has executed with a key. They
// are block b, or part of it.
func (w *wave) passed(b *block, first uint32, n int, key uint32) {
	if w.Stop()&engine.StopYield != 0 {
		n-- // the last one is to be executed again
	}
	if n == 0 {
		return
	}
	c := w.check
	next := w.prog.hazards.step(w.prog, c, hazardStep{first: first, n: uint32(n), key: key}, nil)
	c.hazard = next.state
	for i := range next.found {
		w.foundHazard(&next.found[i])
	}
	if n == int(b.n) && len(next.found) == 0 && next.state != ownState {
		b.hazards[key&1].Store(uint64(next.state)<<32 | uint64(key))
	}
}

// foundHazard reports a finding, or counts it.
func (w *wave) foundHazard(x *hazardFound) {
	f := x.f
	k := findingKey{rule: f.Rule, pc: uint64(f.PC), producer: uint64(*f.ProducerPC), register: f.Register}
	found := &w.group.disp.found
	if found.again(k, f.Severity, w.order()) {
		return
	}
	f.Wave = &waitcnt.WaveRef{Group: w.group.ID, Wave: w.Num, Inst: w.Insts - x.back}
	found.enter(f, w.order())
}

// step finds out what a step leads to; recs are the instructions of one on a path.
func (h *hazards) step(p *program, c *waveCheck, s hazardStep, recs []*engine.Rec) hazardNext {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.rules == nil {
		h.init(p)
	}
	if next, known := h.steps[s]; known {
		return next
	}
	id := s.key&^engine.ModeVSkip - 1
	if id == ownState {
		h.state.Set(&c.own)
	} else {
		h.state.Set(&h.list[id])
	}
	var next hazardNext
	slot, back := s.first, uint64(s.n)
	emit := func(f waitcnt.Finding) { next.found = append(next.found, hazardFound{back, f}) }
	for back > 0 {
		r := (*engine.Rec)(nil)
		if s.path != 0 {
			r = recs[uint64(s.n)-back]
		} else {
			r = &p.Recs()[slot]
		}
		back--
		r = p.ColdRec(r)
		slot += uint32(r.Len)
		if r.X == nil || r.X.Inst.Form == nil || r.X.Err != nil {
			continue // it faults
		}
		if h.state.Empty() && h.rules.Idle(&r.X.Inst) {
			continue
		}
		h.state.Step(h.rules, h.inst(p, r), s.key&engine.ModeVSkip != 0 && isVector(r.X.Inst.Form), emit)
	}
	if next.state = h.number(); next.state == ownState {
		c.own.Set(&h.state)
		c.used = true
	} else if id != ownState && len(h.steps) < maxSteps && (id|next.state != 0 || next.found != nil) {
		h.steps[s] = next
	}
	return next
}

// inst is what the instruction at a record is to the hazards.
func (h *hazards) inst(p *program, r *engine.Rec) *waitcnt.HazardInst {
	n := h.insts[r.Slot]
	if n == nil {
		in := &r.X.Inst
		if len(h.room) == 0 {
			h.room = make([]waitcnt.HazardInst, usagesAtOnce)
		}
		n, h.room = &h.room[0], h.room[1:]
		var uses []isa.Use
		if t := p.usages[r.Slot].Load(); t != nil {
			uses = t.uses
		} else {
			h.uses = in.Uses(h.uses[:0])
			uses = h.uses
		}
		*n = h.rules.Inst(in, uses, p.Addr(r.Slot)-p.Bias, waitcnt.WaitOf(in))
		h.insts[r.Slot] = n
	}
	return n
}

// number is the number of h.state.
func (h *hazards) number() uint32 {
	h.key = h.state.AppendTo(h.key[:0])
	if id, known := h.ids[string(h.key)]; known {
		return id
	}
	if len(h.list) == maxNumbers || h.facts > maxFacts {
		return ownState
	}
	id := uint32(len(h.list))
	h.ids[string(h.key)] = id
	h.list = append(h.list, h.state.Clone())
	h.facts += h.state.Len()
	return id
}
