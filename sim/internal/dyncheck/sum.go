package dyncheck

import (
	"maps"
	"math"
	"math/bits"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Whether FLAT accesses LDS is in the high dword of its address. Mostly that is a register as it was at the
// barrier before, or the sum of some and a carry: where the sum is not that of LDS, the wave cannot come there.

// sum is a dword in a lane: the sum of registers as they are at a barrier, low, and a number up to more.
type sum struct {
	regs      [2]uint16 // codes; 0 and below n: none
	n         uint8
	low, more uint32
}

// anything is a dword of which nothing is known.
var anything = sum{more: math.MaxUint32}

// number reports whether a dword lies from low to low+more.
func (s sum) number() bool { return s.n == 0 && s.low+s.more >= s.low }

// constant reports whether it is low.
func (s sum) constant() bool { return s.n == 0 && s.more == 0 }

// plus is the sum of two.
func (s sum) plus(t sum) sum {
	if int(s.n+t.n) > len(s.regs) || s.more >= math.MaxUint32-t.more {
		return anything
	}
	for _, r := range t.regs[:t.n] {
		s.regs[s.n] = r
		s.n++
	}
	s.low, s.more = s.low+t.low, s.more+t.more
	return s
}

// sums are what registers hold at an instruction.
type sums struct {
	hold map[uint16]sum                  // by their codes; others are as they were at the barrier
	pend [waitcnt.NumCounters]isa.RegSet // those that operations which count there will write, at any time
}

func (r *sums) clone() *sums { return &sums{maps.Clone(r.hold), r.pend} }

// join makes them hold also what they hold elsewhere, and reports whether that changed anything.
func (r *sums) join(other *sums) (changed bool) {
	for _, list := range [...]*sums{r, other} {
		for code := range list.hold {
			if s := r.of(code); s != anything && s != other.of(code) {
				r.hold[code], changed = anything, true
			}
		}
	}
	for c := range r.pend {
		was := r.pend[c]
		r.pend[c].Join(&other.pend[c])
		changed = changed || r.pend[c] != was
	}
	return changed
}

// of is what a register holds.
func (r *sums) of(code uint16) sum {
	for c := range r.pend {
		if r.pend[c].Has(code) {
			return anything
		}
	}
	s, ok := r.hold[code]
	switch {
	case ok:
		return s
	case int(code) < isa.MaxSGPR(isa.GCN14) || code >= isa.CodeVGPR: // other generations have no fewer SGPRs
		return sum{regs: [2]uint16{code}, n: 1}
	}
	return anything
}

// wait takes those out of pend that have been written behind a wait.
func (r *sums) wait(w waitcnt.Wait) {
	for c, n := range w {
		if n == 0 {
			r.pend[c] = isa.RegSet{}
		}
	}
}

// sumSearch finds where FLAT goes.
type sumSearch struct {
	*pollSearch
	flat   bool           // it writes somewhere
	unsure bool           // an instruction is among them of which it is not known what it writes
	from   map[uint32]int // from how many instructions each is reached
	at     map[uint32]*sums
}

// note looks at an instruction that can be reached.
func (s *sumSearch) note(in *isa.Inst) {
	uses := in.Uses(s.uses[:0])
	for i := range uses {
		s.unsure = s.unsure || uses[i].Indexed
	}
	d := in.Form.Desc
	s.unsure = s.unsure || d.Do == isa.CtlSetReg || d.Writes("mode") || d.Writes("vskip")
}

// addresses are the high dwords of the addresses at which FLAT writes that is reached from a record. ok is false
// where they may be anything.
func (s *sumSearch) addresses(slot uint32) (list []sum, ok bool) {
	type way struct {
		slot uint32
		regs *sums
	}
	ways := []way{{slot, &sums{hold: map[uint16]sum{}}}}
	for len(ways) > 0 {
		w := ways[len(ways)-1]
		ways = ways[:len(ways)-1]
		for {
			if s.from[w.slot] > 1 {
				if at := s.at[w.slot]; at == nil {
					s.at[w.slot] = w.regs.clone()
				} else if !at.join(w.regs) {
					break
				} else {
					w.regs = at.clone()
				}
			}
			in := s.inst(w.slot)
			if in.Ends() || in.Form.Desc.Do == isa.CtlBarrier {
				break
			}
			if flatWrites(in) {
				a := s.high(in, w.regs)
				if a.more == math.MaxUint32 || len(list) == maxFlat {
					return nil, false
				}
				if !slices.Contains(list, a) {
					list = append(list, a)
				}
			}
			s.execute(in, w.regs)
			next, n := s.next(w.slot, in)
			if n == 2 {
				ways = append(ways, way{next[1], w.regs.clone()})
			}
			w.slot = next[0]
		}
	}
	return list, true
}

// high is the high dword of the address of an instruction of FLAT.
func (s *sumSearch) high(in *isa.Inst, regs *sums) sum {
	v, _ := in.Operand('v')
	if v.Dwords != 2 || in.Mod.Offset < 0 {
		return anything
	}
	a := regs.of(v.Code + 1)
	if in.Mod.Offset > 0 {
		return a.plus(sum{more: 1})
	}
	return a
}

// execute makes registers hold what an instruction writes. A lane that is active has been so at the instructions
// before, unless something forgets what they have written.
func (s *sumSearch) execute(in *isa.Inst, regs *sums) {
	d, _ := in.Operand('d')
	lo, hi := s.results(in, d, regs)
	exec := false
	event := waitcnt.EventOf(in)
	if in.Form.Desc.Do == isa.CtlWaitcnt {
		regs.wait(waitcnt.WaitOf(in))
	}
	uses := in.Uses(s.uses[:0])
	for i := range uses {
		u := &uses[i]
		if !u.Write {
			continue
		}
		for j := range uint16(u.Dwords) {
			regs.hold[u.Code+j] = anything
			exec = exec || u.Code+j == isa.CodeExecLo || u.Code+j == isa.CodeExecLo+1
		}
		for c, n := range event.Add {
			if n > 0 {
				regs.pend[c].AddUse(u)
			}
		}
	}
	if exec && !narrows(in) {
		for code := range regs.hold {
			if code >= isa.CodeVGPR {
				regs.hold[code] = anything
			}
		}
	}
	if d.Dwords == 1 || d.Dwords == 2 {
		regs.hold[d.Code] = lo
	}
	if d.Dwords == 2 {
		regs.hold[d.Code+1] = hi
	}
}

// results are the dwords of an instruction's result d.
func (s *sumSearch) results(in *isa.Inst, d isa.Operand, regs *sums) (lo, hi sum) {
	lo, hi = anything, anything
	how := in.Form.Desc.Host
	if how == nil || how.Lane != nil || in.Sub != isa.NoFormat || in.Mod != (isa.Mods{}) || in.Form.Fmt == isa.VOP3P {
		return lo, hi
	}
	e := sumEval{s, in, regs}
	switch in.Form.Desc.Do.(type) {
	case isa.Vector:
		if !d.IsVGPR() {
			return lo, hi
		}
	case isa.Scalar:
		for _, o := range in.Operands() {
			if o.Dwords > 1 || o.IsVGPR() {
				return lo, hi
			}
		}
	default:
		return lo, hi
	}
	if how.D != nil {
		lo = e.of(how.D)
	}
	if how.DHi != nil {
		hi = e.of(how.DHi)
	}
	return lo, hi
}

// narrows reports whether an instruction that writes EXEC only takes lanes away.
func narrows(in *isa.Inst) bool {
	how := in.Form.Desc.Host
	if _, vector := in.Form.Desc.Do.(isa.Vector); vector || how == nil {
		return vector
	}
	exec := func(role byte) bool {
		o, _ := in.Operand(role)
		return o.Kind == isa.KindReg && o.Code == isa.CodeExecLo && o.Dwords == 2
	}
	var within func(e *isa.HostExpr) bool
	within = func(e *isa.HostExpr) bool {
		switch {
		case e == nil:
			return false
		case e.Kind == isa.HostAnd:
			return within(e.X) || within(e.Y)
		case e.Kind == isa.HostAndNot:
			return within(e.X)
		}
		return e.Kind == isa.HostExec || e.Kind == isa.HostA && exec('a') || e.Kind == isa.HostB && exec('b')
	}
	if how.Exec != nil {
		return within(how.Exec)
	}
	return exec('d') && within(how.D)
}

// sumEval finds what a recipe gives.
type sumEval struct {
	*sumSearch
	in   *isa.Inst
	regs *sums
}

// operand is dword i of a source.
func (e *sumEval) operand(role byte, i uint16) sum {
	o, _ := e.in.Operand(role)
	switch {
	case o.Kind != isa.KindReg || int(i) >= int(o.Dwords):
		return anything
	case o.Code < isa.CodeZero || o.Code >= isa.CodeVGPR:
		return e.regs.of(o.Code + i)
	}
	if v, known := isa.Constant(o.Code, o.Val, isa.B32); known && o.Dwords == 1 {
		return sum{low: uint32(v)}
	}
	return anything
}

// of is what an expression gives. Masks are a number: all lanes are in it, or none.
func (e *sumEval) of(x *isa.HostExpr) sum {
	switch x.Kind {
	case isa.HostA, isa.HostB, isa.HostC:
		return e.operand('a'+byte(x.Kind-isa.HostA), 0)
	case isa.HostAHi, isa.HostBHi, isa.HostCHi:
		return e.operand('a'+byte(x.Kind-isa.HostAHi), 1)
	case isa.HostImm:
		return sum{low: x.K}
	case isa.HostSCC:
		return sum{more: 1}
	case isa.HostMov:
		return e.of(x.X)
	case isa.HostAdd:
		return e.of(x.X).plus(e.of(x.Y))
	case isa.HostSelect:
		y, z := e.of(x.Y), e.of(x.Z)
		switch c := e.of(x.X); {
		case c.constant() && c.low == 0:
			return z
		case c.constant(), y == z:
			return y
		case y.constant() && z.constant():
			low := min(y.low, z.low)
			return sum{low: low, more: max(y.low, z.low) - low}
		}
	case isa.HostAnd, isa.HostOr, isa.HostXor, isa.HostShl, isa.HostShr, isa.HostEq, isa.HostNe:
		return e.bits(x.Kind, e.of(x.X), e.of(x.Y))
	}
	return anything
}

// bits is an operation on two dwords of which something is known.
func (e *sumEval) bits(k isa.HostKind, x, y sum) sum {
	both := x.constant() && y.constant()
	is := func(b bool) sum {
		if b {
			return sum{low: 1}
		}
		return sum{}
	}
	n := y.low & 31
	switch {
	case both && k == isa.HostEq:
		return is(x.low == y.low)
	case both && k == isa.HostNe:
		return is(x.low != y.low)
	case both && k == isa.HostAnd:
		return sum{low: x.low & y.low}
	case both && k == isa.HostXor:
		return sum{low: x.low ^ y.low}
	case k == isa.HostShr && y.constant():
		if !x.number() {
			x = anything
		}
		return sum{low: x.low >> n, more: (x.low+x.more)>>n - x.low>>n}
	case k == isa.HostShl && y.constant() && x.number() && bits.Len32(x.low+x.more)+int(n) <= 32:
		return sum{low: x.low << n, more: x.more << n}
	case k == isa.HostOr && x.number() && y.number():
		low := max(x.low, y.low)
		return sum{low: low, more: 1<<bits.Len32((x.low+x.more)|(y.low+y.more)) - 1 - low}
	}
	return anything
}

// outside reports whether none of some sums is the high dword of an address in LDS.
func (w *wave) outside(list []sum) bool {
	switch {
	case len(list) == 0:
		return true
	case len(w.Counters.Ops()) > 0 || w.Mode&(engine.ModeGPRIdx|engine.ModeVSkip) != 0:
		return false // registers may change, or others be written
	}
	shared := uint32(w.group.disp.SharedBase >> 32)
	for i := range list {
		s := &list[i]
		base := s.low
		var rows [len(s.regs)]*isa.Row
		n := 0
		for _, r := range s.regs[:s.n] {
			if r >= isa.CodeVGPR {
				rows[n] = &w.V[uint8(r)]
				n++
				continue
			}
			base += w.ScalarAt(engine.Ref(r))
		}
		first := shared - s.more - base // from here on the rows would add up to LDS, up to more behind it
		if first+s.more >= first && (n == 0 && first > 0 || n == 1 && mem.Below(rows[0], engine.AllLanes, first)) {
			continue
		}
		for l := range isa.Lanes {
			a := base
			for _, row := range rows[:n] {
				a += row[l]
			}
			if shared-a <= s.more {
				return false
			}
		}
	}
	return true
}
