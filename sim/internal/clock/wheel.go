package clock

import (
	"math/bits"
	"slices"
)

// wheelClocks is how many clocks a wheel has.
const wheelClocks = 256

// wheel says in which clocks the SIMDs of a cluster have turns. The clock gives a SIMD's number, and the place
// has the compute units. Where a SIMD goes on earlier or later than it seemed, its old place stays: who comes to
// that looks at [clockSIMD].next.
type wheel struct {
	from uint64                   // clock of the first place
	end  uint64                   // of the last one that is simulated; no later than from: none is
	some [wheelClocks / 64]uint64 // by 64 clocks: those that have compute units
	cus  [wheelClocks]uint8       // by clock: compute units, as [clockCU].bit
}

// wheelCUs is how many compute units a place can tell apart: where a cluster has more, all are looked at.
const wheelCUs = 8

// mark notes when the SIMD has its next turn, if the wheel has that clock.
func (s *clockSIMD) mark(x *wheel, bit uint8) {
	if t := *s.next; t < x.end {
		t -= x.from
		x.some[t/64%(wheelClocks/64)] |= 1 << (t % 64)
		x.cus[t%wheelClocks] |= bit
	}
}

// turn gives the SIMDs that have it their turns, from one clock to another or up to a fault. It returns the
// clock of the last turns.
func (cl *cluster) turn(from, end uint64) (last uint64) {
	if canRecord { // the page has no room for that
		if u := cl.lone(end); u != nil {
			return u.turns(from, end)
		}
	}
	x, few := &cl.wheel, len(cl.cus) <= wheelCUs
	for from < end && !cl.faulted {
		x.from, x.end = from, min(end, from+wheelClocks)
		for _, u := range cl.cus {
			for i := range u.simds {
				u.simds[i].mark(x, u.bit)
			}
		}
		for i := 0; i < len(x.some) && !cl.faulted; {
			m := x.some[i]
			if m == 0 {
				i++
				continue
			}
			x.some[i] = m & (m - 1)
			at := uint64(i*64+bits.TrailingZeros64(m)) % wheelClocks
			cus := x.cus[at]
			x.cus[at] = 0
			last = x.from + at
			_, simd := cl.k.p.simd.split(last)
			if !few {
				for _, u := range cl.cus {
					if s := &u.simds[simd]; *s.next == last {
						u.step(s, last)
					}
				}
				continue
			}
			simds := cl.simds[simd*wheelCUs:][:wheelCUs]
			for ; cus != 0; cus &= cus - 1 {
				if s := simds[bits.TrailingZeros8(cus)%wheelCUs]; *s.next == last {
					s.cu.step(s, last)
				}
			}
		}
		from = x.end
	}
	if x.end = 0; cl.faulted {
		*x = wheel{}
	}
	return last
}

// lone is the compute unit whose SIMDs alone have turns before end; nil: there are others. Nothing that happens
// in a compute unit gives another one turns within a window.
func (cl *cluster) lone(end uint64) (u *clockCU) {
	for _, x := range cl.cus {
		if slices.Min(x.next) >= end {
			continue
		}
		if u != nil {
			return nil
		}
		u = x
	}
	return u
}

// turns is [cluster.turn] for a compute unit that is alone, which needs no wheel.
func (u *clockCU) turns(t, end uint64) (last uint64) {
	cl, p := u.cl, &u.k.p
	for {
		if t >= end || cl.faulted {
			return last
		}
		_, i := p.simd.split(t)
		s := &u.simds[i]
		if *s.next != t {
			t = slices.Min(u.next)
			continue
		}
		u.now, last = t, t
		u.turn(s, t)
		if s.left || u.freed > 0 {
			u.leave(s)
		}
		t++
	}
}

// step gives a SIMD its turn at t.
func (u *clockCU) step(s *clockSIMD, t uint64) {
	u.now = t
	u.turn(s, t)
	if s.left || u.freed > 0 {
		u.leave(s)
	}
	s.mark(&u.cl.wheel, u.bit)
}

// leave is step where waves have ended or changed their priority.
func (u *clockCU) leave(s *clockSIMD) {
	if s.left {
		s.order()
	}
	if u.freed > 0 {
		u.followUp()
	}
}
