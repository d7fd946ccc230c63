package clock

import (
	"math/bits"
	"slices"
)

// wheelTurns is how many turns of a SIMD a wheel has.
const wheelTurns = 64

// wheel says in which of their turns the SIMDs of a cluster have something to do. A place has the turns of all
// SIMDs, one after the other, in the order in which they come: by clock, then by compute unit. Where a SIMD goes on
// earlier or later than it seemed, its old place stays: who comes to that looks at [clockSIMD].next.
type wheel struct {
	from  uint64             // clock of the first place
	end   uint64             // of the last one that is simulated; no later than from: none is
	turns [wheelTurns]uint64 // those that something is to be done in, as [clockSIMD].bit
	simds [64]*clockSIMD     // whose bits these are
	per   divisor            // clocks of a place
}

// wheelCUs is how many compute units a place can tell apart: where a cluster has more, all are looked at.
const wheelCUs = 8

// mark notes when the SIMD has its next turn, if the wheel has that clock.
func (s *clockSIMD) mark(x *wheel) {
	if t := *s.next; t < x.end {
		x.turns[x.place(t)%wheelTurns] |= s.bit
	}
}

// place is that of a clock.
func (x *wheel) place(t uint64) uint64 {
	if d := &x.per; canRecord && d.most == 0 { // as of all chips; the page has no room for both
		return (t - x.from) >> (d.shift & 63)
	}
	return (t - x.from) / x.per.n
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
		_, before := x.per.split(from)
		x.from = from - before
		x.end = min(end, x.from+wheelTurns*x.per.n)
		for _, u := range cl.cus {
			for i := range u.simds {
				u.simds[i].mark(x)
			}
		}
		at := x.from
		for i := 0; at < x.end; i++ {
			for place := &x.turns[i%wheelTurns]; *place != 0; {
				m := *place
				bit := uint(bits.TrailingZeros64(m)) % 64
				t := at + uint64(bit/wheelCUs)
				if cl.faulted && t != last {
					break
				}
				*place = m & (m - 1)
				if !few || !canRecord { // the page has no room for more
					*place &^= (1<<wheelCUs - 1) << (bit / wheelCUs * wheelCUs)
					cl.step(bit/wheelCUs, t)
					last = t
				} else if s := x.simds[bit]; *s.next == t {
					u := s.cu
					u.now, last = t, t
					u.turn(s, t)
					if s.left || u.freed > 0 {
						u.leave(s)
					}
					s.mark(x)
				}
			}
			if cl.faulted {
				break
			}
			at += x.per.n
		}
		from = x.end
	}
	if x.end = 0; cl.faulted {
		x.turns = [wheelTurns]uint64{}
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

// step gives the SIMDs of a number that have it their turns at t, where there are many compute units.
func (cl *cluster) step(simd uint, t uint64) {
	for _, u := range cl.cus {
		if s := &u.simds[simd]; *s.next == t {
			u.now = t
			u.turn(s, t)
			if s.left || u.freed > 0 {
				u.leave(s)
			}
			s.mark(&cl.wheel)
		}
	}
}

// leave is what comes behind a turn in which waves have ended or changed their priority.
func (u *clockCU) leave(s *clockSIMD) {
	if s.left {
		s.order()
	}
	if u.freed > 0 {
		u.followUp()
	}
}
