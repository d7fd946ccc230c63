package hostcode

import (
	"cmp"
	"slices"
)

// fixture is what a loop over slices finds in a register that nothing in it writes, as memory is the same in
// all slices.
type fixture struct {
	how filling
	o   operand
}

// filling is how a register is filled.
type filling uint8

const (
	allOfIt filling = iota
	dwordForAll
	pairForAll
	lessOne // a dword less one, for all: the loop is left if that would be less than 0
)

// fixtures are those of a loop. First its code is made once to see what would be wanted how often, and how
// many registers are left for it.
type fixtures struct {
	counting bool
	most     int // registers with values
	wanted   []wish
	vector   map[fixture]int // registers
	general  map[operand]int
	other    [maxDests]bool // mask results that the loop leaves as their complement
}

// wish is a fixture that has been wanted.
type wish struct {
	fixture
	general bool
	times   int
}

// find is the register of a fixture, if it has one.
func (x *fixtures) find(f fixture) (int, bool) {
	r, ok := x.vector[f]
	x.want(wish{fixture: f})
	return r, ok
}

// hope is find for what is of no use elsewhere: it is counted as if it had a register.
func (x *fixtures) hope(f fixture) (int, bool) {
	r, ok := x.find(f)
	return r, ok || x.counting
}

// findGeneral is the general register of one of 64 bits.
func (x *fixtures) findGeneral(o operand) (int, bool) {
	r, ok := x.general[o]
	x.want(wish{fixture: fixture{o: o}, general: true})
	return r, ok
}

func (x *fixtures) want(w wish) {
	if !x.counting {
		return
	}
	i := slices.IndexFunc(x.wanted, func(v wish) bool { return v.fixture == w.fixture && v.general == w.general })
	if i < 0 {
		i = len(x.wanted)
		x.wanted = append(x.wanted, w)
	}
	x.wanted[i].times++
}

// choose gives registers to what was wanted most often: vector registers below regs that values do not need,
// and general ones.
func (x *fixtures) choose(regs int, general []int) {
	slices.SortStableFunc(x.wanted, func(a, b wish) int { return cmp.Compare(b.times, a.times) })
	x.counting = false
	x.vector, x.general = map[fixture]int{}, map[operand]int{}
	for _, w := range x.wanted {
		switch {
		case w.general && len(x.general) < len(general):
			x.general[w.o] = general[len(x.general)]
		case !w.general && x.most+len(x.vector) < regs:
			x.vector[w.fixture] = regs - 1 - len(x.vector)
		}
	}
}
