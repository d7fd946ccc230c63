package check

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// world is one run of many that lead to a place: the masks of all places, and the lanes in which an operation is
// outstanding.
type world struct {
	mask [64]uint64
	load uint64
}

// group is what is known of some worlds.
type group struct {
	worlds []*world
	rel    *relations
	open   bool // the operation may be outstanding
	load   lanesID
}

// step executes one random instruction.
func (g *group) step(r *rand.Rand, m *masker, places []int) {
	pick := func() int { return places[r.IntN(len(places))] }
	place, constants := [3]int{pick(), pick(), maskExec}, [3]maskID{}
	values := [3]uint64{}
	for i := range 2 {
		switch r.IntN(8) {
		case 0:
			place[i], constants[i] = -1, anyLane
			values[i] = ^uint64(0)
		case 1:
			place[i], constants[i] = -1, noLane
		case 2:
			place[i] = -1
		}
	}
	a, b, e := operandBits[0], operandBits[1], operandBits[2]
	tables := [...]uint8{a & b, a &^ b, a | b, a, a & e, a &^ e, e, uint8(r.Uint32())}
	var outs []output
	gone := uint64(0)
	for range 1 + r.IntN(2) {
		at := pick()
		if gone>>at&1 == 0 {
			gone |= 1 << at
			outs = append(outs, output{at, tables[r.IntN(len(tables))]})
		}
	}
	if r.IntN(10) == 0 {
		outs = nil
	}
	from := g.rel.operands(place, constants)
	g.rel = g.rel.step(&m.next, gone, outs, &from)
	if g.open {
		g.load = m.step(g.load, g.rel, gone, outs, &from)
		g.open = m.sets[g.load].n > 0
	}
	for _, w := range g.worlds {
		x := isa.Sca{Exec: w.mask[maskExec]}
		for i, v := range [...]*uint64{&x.A, &x.B} {
			switch *v = values[i]; {
			case place[i] >= 0:
				*v = w.mask[place[i]]
			case constants[i] == noMask:
				*v = r.Uint64()
			}
		}
		for i := range 64 {
			if gone>>i&1 != 0 {
				w.mask[i] = r.Uint64() & r.Uint64()
			}
		}
		for _, o := range outs {
			w.mask[o.place] = (*bitwise)(nil).apply(o.table, &x)
		}
	}
}

// holds checks what is known of a group, and counts it.
func (g *group) holds(t *testing.T, m *masker, places []int, claims map[string]int) {
	for _, w := range g.worlds {
		for _, i := range places {
			v, x := w.mask[i], g.rel.of(i)
			bit := uint64(1) << i
			for _, j := range places {
				y := g.rel.of(j)
				must(t, x.in>>j&1 == y.has>>i&1 && x.apart>>j&1 == y.apart>>i&1)
			}
			if g.rel.none&bit != 0 {
				claims["none"]++
				must(t, v == 0)
			}
			if g.rel.all&bit != 0 {
				claims["all"]++
				must(t, ^v == 0)
			}
			if g.rel.some&bit != 0 {
				claims["some"]++
				must(t, v != 0)
			}
			for _, j := range places {
				u := w.mask[j]
				if i != j && x.in>>j&1 != 0 {
					claims["in"]++
					must(t, v&^u == 0)
				}
				if i != j && x.has>>j&1 != 0 {
					claims["has"]++
					must(t, u&^v == 0)
				}
				if x.apart>>j&1 != 0 {
					claims["apart"]++
					must(t, u&v == 0)
				}
			}
		}
		if w.load == 0 { // without lanes it does nothing
			continue
		}
		must(t, g.open)
		l := m.sets[g.load]
		for _, i := range places {
			must(t, l.none>>i&1 == 0 || w.mask[i] == 0)
			must(t, l.some>>i&1 == 0 || w.mask[i] != 0)
		}
		left := w.load
		for _, c := range l.cases[:l.n] {
			is := ^uint64(0)
			for _, i := range places {
				if c.in>>i&1 != 0 {
					is &= w.mask[i]
				}
				if c.out>>i&1 != 0 {
					is &^= w.mask[i]
				}
			}
			left &^= is
		}
		must(t, left == 0)
		for _, i := range places {
			if m.clear(g.load, g.rel, i) {
				claims["clear"]++
				must(t, w.load&w.mask[i] == 0)
			}
		}
	}
}

// branch keeps the worlds in which a place has no lanes, or some.
func (g *group) branch(m *masker, place int, none bool) (ok bool) {
	var left []*world
	for _, w := range g.worlds {
		if (w.mask[place] == 0) == none {
			left = append(left, w)
		}
	}
	if len(left) == 0 {
		return false
	}
	g.worlds = left
	g.rel = g.rel.assume(&m.next, place, none)
	if g.open {
		g.load = m.given(g.load, g.rel)
		g.open = m.sets[g.load].n > 0
	}
	return true
}

// What is claimed of masks at places, and of the lanes of an operation, holds in every one of several runs whose
// paths part and meet again.
func TestRelationsHoldForValues(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	claims := map[string]int{}
	places := []int{2, 3, 4, 5, maskExec, maskSCC}
	for range 400 {
		m := newMasker(nodeSizes[0])
		g := &group{rel: &noRelations}
		for range 6 {
			w := new(world)
			for _, i := range places {
				w.mask[i] = r.Uint64() & r.Uint64()
			}
			g.worlds = append(g.worlds, w)
		}
		act := func(g *group) {
			for range 1 + r.IntN(5) {
				switch r.IntN(6) {
				case 0:
					at := newMasks(anyLane)
					at.rel = g.rel
					id := m.issued(at, true)
					if g.open {
						id = m.eitherLanes(id, g.load)
					}
					g.load, g.open = id, true
					for _, w := range g.worlds {
						w.load |= w.mask[maskExec]
					}
				case 1:
					if r.IntN(3) == 0 {
						g.open = false
						for _, w := range g.worlds {
							w.load = 0
						}
					}
				default:
					g.step(r, &m, places)
				}
				g.holds(t, &m, places, claims)
			}
		}
		for range 8 {
			act(g)
			place := places[r.IntN(len(places))]
			other := *g
			one, two := g.branch(&m, place, true), other.branch(&m, place, false)
			switch {
			case !one:
				*g = other
				act(g)
				continue
			case !two:
				act(g)
				continue
			}
			g.holds(t, &m, places, claims)
			other.holds(t, &m, places, claims)
			if r.IntN(2) == 0 {
				act(g)
			}
			act(&other)
			g.worlds = append(g.worlds, other.worlds...)
			g.rel = g.rel.join(&m.next, other.rel)
			switch {
			case g.open && other.open:
				m.joined = m.joined[:0]
				g.load = m.eitherLanes(g.load, other.load)
			case other.open:
				g.load, g.open = other.load, true
			}
			g.holds(t, &m, places, claims)
		}
	}
	for _, c := range []string{"none", "all", "some", "in", "has", "apart", "clear"} {
		require.Greater(t, claims[c], 15_000, c)
	}
	t.Log(claims)
}

func must(t *testing.T, is bool) {
	if !is {
		t.Helper()
		t.Fatal("a claim does not hold")
	}
}
