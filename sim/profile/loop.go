package profile

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
)

// Loop is a loop of the program and what waves spent in it. Functions that it calls are not in it.
type Loop struct {
	First uint64 // address of the first instruction, as disassemblers print it
	Last  uint64 // of the branch
	// of all waves: executions of the branch, or of the first instruction where several branches go
	// back to it
	Iterations uint64
	Stalls     sim.Stalls // clocks of all waves, by reason
	Insts      uint64     // executed in it, by all waves
}

// Has reports whether an address is in the loop.
func (l *Loop) Has(pc uint64) bool { return l.First <= pc && pc <= l.Last }

// HotLoop is the loop in which waves spent most of their clocks; nil: there is none. It reaches
// from the target of a backward branch to the branch. Clocks in loops inside it do not count. insts
// has each instruction once.
func HotLoop(p *sim.Program, insts []sim.InstTiming) *Loop {
	byPC := map[uint64]*sim.InstTiming{}
	for i := range insts {
		byPC[insts[i].PC] = &insts[i]
	}
	loops := map[uint64]*Loop{} // by first instruction: of two branches to it the later one ends the loop
	for pc, in := range byPC {
		target, ok := backward(p, pc)
		switch l := loops[target]; {
		case !ok || in.Issues == 0:
		case l == nil:
			loops[target] = &Loop{First: target, Last: pc, Iterations: in.Issues}
		default:
			l.Last = max(l.Last, pc)
			if first := byPC[target]; first != nil {
				l.Iterations = first.Issues
			}
		}
	}
	own := map[*Loop]uint64{} // clocks that are not in a loop inside it
	for pc, in := range byPC {
		var inner *Loop
		for _, l := range loops {
			if !l.Has(pc) {
				continue
			}
			l.Insts += in.Issues
			for r, n := range in.Stalls {
				l.Stalls[r] += n
			}
			if inner == nil || l.Last-l.First < inner.Last-inner.First || l.Last-l.First == inner.Last-inner.First &&
				l.First < inner.First {
				inner = l
			}
		}
		if inner != nil {
			own[inner] += in.Stalls.Total()
		}
	}
	var hot *Loop
	for _, l := range loops {
		if hot == nil || own[l] > own[hot] || own[l] == own[hot] && l.First < hot.First {
			hot = l
		}
	}
	return hot
}

// backward is the target of a branch that goes back, or to itself.
func backward(p *sim.Program, pc uint64) (target uint64, ok bool) {
	in, err := p.Inst(pc + p.Bias)
	if err != nil || !in.Form.Desc.Writes("pc") {
		return 0, false
	}
	for _, o := range in.Operands() {
		if o.Kind == isa.KindLabel {
			target = pc + 4 + uint64(4*int64(int32(o.Val)))
			return target, target <= pc
		}
	}
	return 0, false
}
