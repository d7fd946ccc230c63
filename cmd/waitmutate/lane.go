package main

import (
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// Lanes are independent of each other, so the model follows one at a time: what this lane's bit of
// EXEC and of other masks is. Two operations meet in a register where some lane is active in both.

// lane is what is known of one lane's bits of the registers that a follower tracks, and of comparisons.
type lane struct {
	known, ones uint64
	answers     answers
}

// only is the lane with some of its bits.
func (l lane) only(bits uint64) lane { return lane{l.known & bits, l.ones & bits, l.answers} }

// bit is a register's bit.
func (l lane) bit(i int) (one, known bool) { return l.ones>>i&1 != 0, l.known>>i&1 != 0 }

// with is the lane with a bit that is known.
func (l lane) with(i int, one bool) lane {
	l = l.without(i)
	l.known |= 1 << i
	if one {
		l.ones |= 1 << i
	}
	return l
}

// without is the lane with a bit that is not known.
func (l lane) without(i int) lane {
	return l.only(^uint64(1 << i))
}

// active reports whether EXEC has the lane. It is always known: the model takes both ways where it
// is not.
func (l lane) active() bool { return l.ones&1 != 0 }

// bits computes one lane's bit of a mask.
type bits func(a, b bool) bool

// maskNames are the scalar instructions that compute each bit from the same bit of their sources
// (AMD ISA manuals, SOP1 and SOP2).
var maskNames = map[string]bits{
	"s_mov":   func(a, _ bool) bool { return a },
	"s_not":   func(a, _ bool) bool { return !a },
	"s_and":   func(a, b bool) bool { return a && b },
	"s_or":    func(a, b bool) bool { return a || b },
	"s_xor":   func(a, b bool) bool { return a != b },
	"s_nand":  func(a, b bool) bool { return !(a && b) },
	"s_nor":   func(a, b bool) bool { return !(a || b) },
	"s_xnor":  func(a, b bool) bool { return a == b },
	"s_andn1": func(a, b bool) bool { return !a && b },
	"s_andn2": func(a, b bool) bool { return a && !b },
	"s_orn1":  func(a, b bool) bool { return !a || b },
	"s_orn2":  func(a, b bool) bool { return a || !b },
}

// maskOp is such an instruction. save and write tell those apart that put the result in EXEC:
// one saves the old EXEC in its destination, the other writes the new one there, too.
type maskOp struct {
	f           bits
	save, write bool
	d           isa.Operand
	src         []isa.Operand
}

func newMaskOp(in *isa.Inst) *maskOp {
	if in.Form == nil {
		return nil
	}
	m := &maskOp{}
	name, ok := strings.CutSuffix(in.Form.Desc.Name, "_b64")
	if !ok {
		name, ok = strings.CutSuffix(in.Form.Desc.Name, "_b32")
	}
	if !ok {
		return nil
	}
	name, m.save = strings.CutSuffix(name, "_saveexec")
	name, m.write = strings.CutSuffix(name, "_wrexec")
	if m.f = maskNames[name]; m.f == nil {
		return nil
	}
	m.d, ok = in.Operand('d')
	if !ok || !m.d.IsSGPR() {
		return nil
	}
	a, _ := in.Operand('a')
	m.src = append(m.src, a)
	if b, ok := in.Operand('b'); ok {
		m.src = append(m.src, b)
	}
	return m
}

// toExec reports whether the result goes to EXEC whatever the destination is.
func (m *maskOp) toExec() bool { return m.save || m.write }

// follower follows one lane through a program.
type follower struct {
	lane  int
	kind  uint64    // the lanes that it stands for
	half  uint16    // 0: the lane is one of 0 to 31, and its bits are in the lower register of each pair
	ops   []*maskOp // by instruction; nil: something else
	index [128]int  // registers with masks: the bit in type lane, and 1; EXEC has bit 0
	size  int       // of the registers that are tracked
	live  []uint64  // by instruction: the bits that EXEC or a branch may depend on from there
	out   []uint64  // the same behind it
}

// maxTracked is how many registers a follower tracks. Of others it knows nothing.
const maxTracked = 64

// followers are the lanes to follow: one of each kind that the program tells apart by constants or
// by halves of masks.
func (p *program) followers() (list []*follower) {
	ops := make([]*maskOp, len(p.list))
	for i := range p.list {
		ops[i] = newMaskOp(&p.list[i].in)
	}
	half := [2]*follower{p.follower(0, ops), p.follower(32, ops)}
	var consts []uint64
	halves := false
	for i, m := range ops {
		n := &p.list[i]
		for j := range n.uses {
			u := &n.uses[j]
			if u.Write && u.Code < 128 && u.Dwords%2 == 1 {
				for _, f := range half {
					halves = halves || f.needs(i, f.index[u.Code]-1)
				}
			}
		}
		if m == nil || !m.toExec() && !half[0].needs(i, half[0].at(m.d)) && !half[1].needs(i, half[1].at(m.d)) {
			continue
		}
		for _, o := range m.src {
			if o.IsConst() {
				v, _ := isa.Constant(o.Code, o.Val, o.Type)
				if o.Dwords < 2 {
					v |= v << 32
				}
				consts = append(consts, v)
			}
		}
	}
	met := map[string]*follower{}
	for l := range 64 {
		key := []byte{0}
		if halves && l >= 32 {
			key[0] = 1
		}
		for _, v := range consts {
			key = append(key, byte(v>>l&1))
		}
		f := met[string(key)]
		if f == nil {
			x := *half[l/32]
			f, x.lane = &x, l
			met[string(key)] = f
			list = append(list, f)
		}
		f.kind |= 1 << l
	}
	return list
}

// accesses reports whether a use of a vector register can be one in the lane, which is active or
// not.
func (f *follower) accesses(n *inst, u *isa.Use, active bool) bool {
	switch u.Lanes {
	case isa.LanesFirst:
		return active || f.lane == 0 // the first one of its kind; nobody knows whether another lane is active
	case isa.LanesNamed:
		if o, _ := n.in.Operand('b'); o.IsConst() {
			v, _ := isa.Constant(o.Code, o.Val, o.Type)
			return f.kind>>(v&63)&1 != 0
		}
		return true
	}
	return active
}

// needs reports whether a bit may matter behind an instruction.
func (f *follower) needs(i, bit int) bool { return bit >= 0 && f.out[i]>>bit&1 != 0 }

// at is the bit of an operand's register that has the lane; negative where it is not tracked.
func (f *follower) at(o isa.Operand) int {
	c := o.Code
	if o.Dwords == 2 {
		c += f.half
	}
	if !o.IsSGPR() || c >= 128 {
		return -1
	}
	return f.index[c] - 1
}

// track tracks one more register.
func (f *follower) track(c uint16) (isNew bool) {
	if c >= 128 || f.index[c] > 0 || f.size == maxTracked {
		return false
	}
	f.size++
	f.index[c] = f.size
	return true
}

// follower finds the registers that EXEC and branches depend on, and where.
func (p *program) follower(l int, ops []*maskOp) *follower {
	f := &follower{lane: l, half: uint16(l / 32), ops: ops}
	f.live, f.out = make([]uint64, len(p.list)), make([]uint64, len(p.list))
	f.track(isa.CodeExecLo + f.half)
	vcc := isa.CodeVCCLo + f.half
	for i := range p.list {
		if p.list[i].tests() == isa.CodeVCCLo {
			f.track(vcc)
		}
	}
	for again := true; again; {
		again = false
		for _, m := range ops {
			if m == nil || !m.toExec() && f.at(m.d) < 0 {
				continue
			}
			for _, o := range m.src {
				c := o.Code
				if o.Dwords == 2 {
					c += f.half
				}
				if o.IsSGPR() && f.track(c) {
					again = true
				}
			}
		}
	}
	var behind []uint64 // where functions return to
	for i := range p.list {
		if n := &p.list[i]; n.call {
			behind = append(behind, n.pc+uint64(n.in.Len))
		}
	}
	for again := true; again; {
		again = false
		for i := len(p.list) - 1; i >= 0; i-- {
			n := &p.list[i]
			live := uint64(1)
			from := func(list []uint64) {
				for _, pc := range list {
					if at, ok := p.index[pc]; ok {
						live |= f.live[at]
					}
				}
			}
			from(n.next)
			switch {
			case n.call:
				from([]uint64{n.pc + uint64(n.in.Len)})
			case n.ret:
				from(behind)
			}
			f.out[i] = live
			if m := ops[i]; m != nil {
				d := f.at(m.d)
				needed := m.toExec() || d >= 0 && live>>d&1 != 0
				if d > 0 {
					live &^= 1 << d
				}
				for _, o := range m.src {
					if a := f.at(o); needed && a >= 0 {
						live |= 1 << a
					}
				}
			}
			for j := range n.uses {
				u := &n.uses[j]
				if ops[i] != nil || !u.Write || u.Indexed || u.Code >= 128 {
					continue
				}
				for c := u.Code; c < min(u.Code+uint16(u.Dwords), 128); c++ {
					if f.index[c] > 1 { // not EXEC, which always matters
						live &^= 1 << (f.index[c] - 1)
					}
				}
			}
			if n.tests() == isa.CodeVCCLo {
				live |= 1 << (f.index[vcc] - 1)
			}
			if live != f.live[i] {
				f.live[i], again = live, true
			}
		}
	}
	return f
}

// tests is the mask of which a branch asks whether it is zero; 0 where it asks for something else.
func (n *inst) tests() uint16 {
	if len(n.next) < 2 {
		return 0
	}
	switch n.in.Form.Desc.Name {
	case "s_cbranch_vccz", "s_cbranch_vccnz":
		return isa.CodeVCCLo
	case "s_cbranch_execz", "s_cbranch_execnz":
		return isa.CodeExecLo
	}
	return 0
}

// branch is what the lane's bits are where execution goes on at n.next[i], and whether it can.
func (f *follower) branch(n *inst, i int, l lane) (lane, bool) {
	c := n.tests()
	if c == 0 {
		return l, true
	}
	bit := f.index[c+f.half] - 1
	nonzero := strings.HasSuffix(n.in.Form.Desc.Name, "nz") == (i == 0)
	switch one, _ := l.bit(bit); {
	case nonzero:
		return l, true
	case one:
		return l, false
	}
	return l.with(bit, false), true
}

// after is what the lane's bits are behind an instruction: more than one where the model takes
// several ways.
func (f *follower) after(at int, n *inst, l lane) []lane {
	if m := f.ops[at]; m != nil {
		if !m.toExec() && !f.needs(at, f.at(m.d)) {
			return []lane{l} // push forgets what does not matter
		}
		return f.compute(m, l)
	}
	if n.in.Form == nil {
		return []lane{l}
	}
	compares := strings.HasPrefix(n.in.Form.Desc.Name, "v_cmp")
	exec, written := l.active(), []int(nil)
	for i := range n.uses {
		u := &n.uses[i]
		if !u.Write || u.Code >= 128 {
			continue
		}
		for c := u.Code; c < min(u.Code+uint16(u.Dwords), 128); c++ {
			if f.index[c] > 0 {
				written = append(written, f.index[c]-1)
			}
		}
		if u.Indexed {
			l = l.only(1)
		}
	}
	both := []lane{l}
	for _, i := range written {
		switch {
		case compares && !exec: // lanes that are not active get 0
			l = l.with(i, false)
		default:
			l = l.without(i)
		}
	}
	both[0] = l
	if l.known&1 == 0 { // v_cmpx writes the same to EXEC and to its destination
		both = both[:0]
		for _, one := range []bool{false, true} {
			x := l.with(0, one)
			for _, i := range written {
				if compares {
					x = x.with(i, one)
				}
			}
			both = append(both, x)
		}
	}
	return both
}

// compute is what a bit by bit instruction makes of the lane. Bits of its sources that are not
// known, and matter, are taken both ways.
func (f *follower) compute(m *maskOp, l lane) []lane {
	d, src := f.at(m.d), m.src
	if m.toExec() {
		src = append(src[:1:1], isa.Operand{Kind: isa.KindReg, Code: isa.CodeExecLo, Dwords: 2})
	}
	var result []lane
	var value func(x lane, v [2]bool, i int)
	value = func(x lane, v [2]bool, i int) {
		if i < len(src) {
			o := src[i]
			if o.IsConst() {
				k, _ := isa.Constant(o.Code, o.Val, o.Type)
				shift := f.lane
				if o.Dwords < 2 {
					shift %= 32
				}
				v[i] = k>>shift&1 != 0
				value(x, v, i+1)
				return
			}
			at := f.at(o)
			if at >= 0 && x.known>>at&1 != 0 {
				v[i], _ = x.bit(at)
				value(x, v, i+1)
				return
			}
			for _, one := range []bool{false, true} {
				y := x
				if v[i] = one; at >= 0 {
					y = x.with(at, one)
				}
				value(y, v, i+1)
			}
			return
		}
		one, old := m.f(v[0], v[1]), x.active()
		switch {
		case m.save:
			if x = x.with(0, one); d >= 0 {
				x = x.with(d, old)
			}
		case m.write:
			if x = x.with(0, one); d >= 0 {
				x = x.with(d, one)
			}
		default:
			x = x.with(d, one)
		}
		result = append(result, x)
	}
	value(l, [2]bool{}, 0)
	return merged(l, d, result)
}

// merged is one lane for those that differ only in bits that were not known before: nothing
// follows from them.
func merged(l lane, d int, list []lane) []lane {
	out := uint64(1)
	if d >= 0 {
		out |= 1 << d
	}
	for _, x := range list {
		if x.ones&out != list[0].ones&out {
			return list
		}
	}
	x := list[0]
	return []lane{{l.known | out, l.ones&^out | x.ones&out, l.answers}}
}
