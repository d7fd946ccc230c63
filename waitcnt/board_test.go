package waitcnt

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/internal/collector"
	"github.com/gcnsim/gcnsim/isa"
)

// TestMain: see [collector.Rarely].
func TestMain(m *testing.M) { collector.Rarely(m) }

// reach is every state that the counters of a wave can be in, whatever the timing: what the board
// claims is compared with it.
type reach map[string]*File

func stateKey(f *File) string { return fmt.Sprint(f.Ops()) }

func (r reach) add(f *File) bool {
	k := stateKey(f)
	if r[k] != nil {
		return false
	}
	c := *f
	r[k] = &c
	return true
}

// close adds what further returns lead to.
func (r reach) close() {
	var todo []*File
	for _, f := range r {
		todo = append(todo, f)
	}
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for c := VM; c < NumCounters; c++ {
			if f.Count[c] == 0 {
				continue
			}
			for _, i := range f.Eligible(c, nil) {
				next := *f
				next.Retire(i, c)
				if r.add(&next) {
					todo = append(todo, r[stateKey(&next)])
				}
			}
		}
	}
}

// within drops the states that a wait does not let pass.
func (r reach) within(w Wait) {
	for k, f := range r {
		if _, over := f.Over(w); over {
			delete(r, k)
		}
	}
}

// The board says that an operation may be outstanding exactly when there is an order of returns in
// which it is.
func TestBoardKnowsExactlyWhatWaitsProve(t *testing.T) {
	events := []Event{
		{Class: VMem, Add: [NumCounters]uint8{VM: 1}},
		{Class: VMem, Add: [NumCounters]uint8{VM: 1, EXP: 1}, LateData: true},
		{Class: LDS, Add: [NumCounters]uint8{LGKM: 1}},
		{Class: GDS, Add: [NumCounters]uint8{LGKM: 1, EXP: 1}, LateData: true},
		{Class: SMem, Add: [NumCounters]uint8{LGKM: 1}},
		{Class: SMem, Add: [NumCounters]uint8{LGKM: 2}},
		{Class: Msg, Add: [NumCounters]uint8{LGKM: 1}},
		{Class: ExpColor, Add: [NumCounters]uint8{EXP: 1}, LateData: true},
		{Class: ExpPos, Add: [NumCounters]uint8{EXP: 1}, LateData: true},
	}
	outstanding, proved := 0, 0
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 1))
		g := isa.Gens()[seed%4]
		all := reach{}
		all.add(&File{Gen: g})
		b := Board{Gen: g}
		var issued []Event
		history := ""
		for range 3 + r.IntN(7) {
			if r.IntN(3) > 0 && len(issued) < 7 {
				e := events[r.IntN(len(events))]
				e.LateData = e.LateData && (e.Class != VMem || g == isa.GCN10)
				id := uint32(len(issued))
				issued = append(issued, e)
				history += fmt.Sprintf("issue %d: %v %v; ", id, e.Class, e.Add)
				all.close()
				all.within((&File{Gen: g}).Room(e))
				next := reach{}
				for _, f := range all {
					c := *f
					c.Issue(e, 0)
					next.add(&c)
				}
				all = next
				b.Issue(e, id, ^uint64(0), false)
			} else {
				w := Wait{NoWait, NoWait, NoWait}
				w[r.IntN(int(NumCounters))] = r.IntN(4)
				history += "wait " + w.String() + "; "
				all.close()
				all.within(w)
				b.Wait(w, 0)
			}
			all.close()
			for id, e := range issued {
				data, exp := false, false
				for _, f := range all {
					for _, op := range f.Ops() {
						if int(op.Seq) == id {
							data = data || op.Left[VM] != 0 || op.Left[LGKM] != 0
							exp = exp || e.LateData && op.Left[EXP] != 0
						}
					}
				}
				gotData, gotExp := false, false
				for i := range b.List {
					if p := &b.List[i]; p.ID == uint32(id) {
						gotData = gotData || p.Open&^p.Pressure&(1<<VM|1<<LGKM) != 0
						gotExp = gotExp || p.Open&^p.Pressure&(1<<EXP) != 0
					}
				}
				require.Equal(t, data, gotData, "%v operation %d (%v): results outstanding after %s", g, id, e.Class, history)
				require.Equal(t, exp, gotExp, "%v operation %d (%v): data unread after %s", g, id, e.Class, history)
				if data || exp {
					outstanding++
				} else {
					proved++
				}
			}
		}
	}
	require.Greater(t, outstanding, 5000)
	require.Greater(t, proved, 1000)
}

// EXP is narrower than the other counters, but tells of the reading of data only: however many
// stores follow, a result is not complete because they found room in EXP.
func TestResultsOutliveEXP(t *testing.T) {
	write := Event{Class: VMem, Add: [NumCounters]uint8{VM: 1, EXP: 1}, LateData: true}
	for first, c := range map[*Event]Counter{
		{Class: VMem, Add: [NumCounters]uint8{VM: 1, EXP: 1}, LateData: true}:  VM,
		{Class: GDS, Add: [NumCounters]uint8{LGKM: 1, EXP: 1}, LateData: true}: LGKM,
	} {
		b := Board{Gen: isa.GCN10}
		b.Issue(*first, 1, 1, false)
		for i := range Max(isa.GCN10, c) - 1 {
			next := write
			if c == LGKM {
				next = *first
			}
			b.Issue(next, uint32(2+i), 1, false)
			require.EqualValues(t, 1, b.List[0].ID, "%d more", i+1)
			require.Zero(t, b.List[0].Pressure>>c&1)
			require.True(t, b.List[0].Data())
		}
		require.NotZero(t, b.List[0].Pressure>>EXP&1, "the data must have been read")
	}
}

// An event that adds to EXP without reading late still needs room there.
func TestWritesThatHoldNoRegisterNeedRoomInEXP(t *testing.T) {
	b := Board{Gen: isa.GCN14}
	for i := range 7 {
		b.Issue(Event{Class: ExpColor, Add: [NumCounters]uint8{EXP: 1}, LateData: true}, uint32(i), 1, false)
	}
	require.Zero(t, b.List[0].Pressure)
	b.Issue(Event{Class: VMem, Add: [NumCounters]uint8{VM: 1, EXP: 1}}, 7, 1, false)
	require.NotZero(t, b.List[0].Pressure, "the oldest export has been read")
	require.Zero(t, b.List[1].Pressure)
	require.False(t, b.List[7].Holds(EXP))
}

// A joined board is what is pending on either path: the same as following both.
func TestJoinIsEitherPath(t *testing.T) {
	ev := []Event{{Class: VMem, Add: [NumCounters]uint8{VM: 1}}, {Class: LDS, Add: [NumCounters]uint8{LGKM: 1}}, {Class: SMem, Add: [NumCounters]uint8{LGKM: 2}}}
	steps := func(b *Board, r *rand.Rand, n int) {
		for range n {
			if r.IntN(3) == 0 {
				w := Wait{NoWait, NoWait, NoWait}
				w[r.IntN(2)] = r.IntN(4)
				b.Wait(w, 0)
				continue
			}
			k := r.IntN(8)
			b.Issue(ev[k%3], uint32(k), ^uint64(0), true)
		}
	}
	pending := func(b *Board) map[uint32]uint8 {
		m := map[uint32]uint8{}
		for i := range b.List {
			if p := &b.List[i]; p.Open&^p.Pressure != 0 {
				m[p.ID] |= p.Open &^ p.Pressure
			}
		}
		return m
	}
	for seed := range uint64(5000) {
		r := rand.New(rand.NewPCG(seed, 2))
		x, y := Board{Gen: isa.GCN12}, Board{Gen: isa.GCN12}
		steps(&x, r, r.IntN(8))
		steps(&y, r, r.IntN(8))
		j := x.Clone()
		j.Join(&y)
		require.False(t, j.Join(&x), "joining again changes nothing")
		tail, tailSeed := r.IntN(6), r.Uint64()
		for _, b := range []*Board{&x, &y, &j} {
			steps(b, rand.New(rand.NewPCG(tailSeed, 3)), tail)
		}
		want := pending(&x)
		for id, open := range pending(&y) {
			want[id] |= open
		}
		require.Equal(t, want, pending(&j), "seed %d", seed)
	}
}

// Where no run takes both of two paths, a joined board is each of them: once the caller knows that a
// run has not taken one, what is left is what the other one says.
func TestCountsOfPathsThatNoRunTakesBothOfAreApart(t *testing.T) {
	const one, two, any = 1, 2, 3
	bound := &Bound{Most: 64, Alike: func(id uint32) uint32 { return id },
		Lanes: func(p, q uint32) uint32 { return p | q },
		Apart: func(p, q uint32) bool { return p|q == any && p != any && q != any }}
	ev := []Event{{Class: VMem, Add: [NumCounters]uint8{VM: 1}}, {Class: LDS, Add: [NumCounters]uint8{LGKM: 1}}, {Class: SMem, Add: [NumCounters]uint8{LGKM: 2}}}
	steps := func(b *Board, r *rand.Rand, n int, mask uint32) {
		for range n {
			if r.IntN(3) == 0 {
				w := Wait{NoWait, NoWait, NoWait}
				w[r.IntN(2)] = r.IntN(4)
				b.Wait(w, 0)
				continue
			}
			k := r.IntN(8)
			b.IssueMask(ev[k%3], uint32(k), mask)
		}
	}
	pending := func(b *Board) map[uint32]uint8 {
		m := map[uint32]uint8{}
		for i := range b.List {
			if p := &b.List[i]; p.Open&^p.Pressure != 0 {
				m[p.ID] |= p.Open &^ p.Pressure
			}
		}
		return m
	}
	twice := 0
	for seed := range uint64(5000) {
		r := rand.New(rand.NewPCG(seed, 4))
		b := Board{Gen: isa.GCN12, Bound: bound}
		steps(&b, r, r.IntN(8), any)
		side := func(mask uint32) Board {
			x := b.Clone()
			for i := range x.List {
				x.List[i].Mask, x.List[i].Late = mask, mask
			}
			steps(&x, r, r.IntN(8), mask)
			return x
		}
		x, y := side(one), side(two)
		j := x.Clone()
		j.Join(&y)
		require.False(t, j.Join(&x), "joining again changes nothing")
		require.False(t, j.Join(&y), "joining again changes nothing")
		tail, tailSeed := r.IntN(6), r.Uint64()
		for i, b := range []*Board{&x, &y, &j} {
			steps(b, rand.New(rand.NewPCG(tailSeed, 3)), tail, []uint32{one, two, any}[i])
		}
		for mask, want := range map[uint32]*Board{one: &x, two: &y} {
			c := j.Clone()
			c.List = slices.DeleteFunc(c.List, func(p Pending) bool { return p.Mask&mask == 0 })
			require.Equal(t, pending(want), pending(&c), "seed %d", seed)
		}
		seen := map[uint32]int{}
		for _, p := range j.List {
			if seen[p.ID]++; seen[p.ID] == 2 {
				twice++
			}
			require.LessOrEqual(t, seen[p.ID], 2)
		}
	}
	require.Greater(t, twice, 500)
}

// FLAT that addresses LDS, and LDS with FLAT behind it, is proved by zero only. One s_waitcnt that
// would do if FLAT kept the order is told apart from one that would not, on each path.
func TestJudgeTellsTheOrderOfFLATApart(t *testing.T) {
	lds := Event{Class: LDS, Add: [NumCounters]uint8{LGKM: 1}}
	vm := Event{Class: VMem, Add: [NumCounters]uint8{VM: 1}}
	flat := func(b *Board) { b.IssueLDS(uint32(len(b.List)), 1) }
	for _, c := range []struct {
		name  string
		issue func(b *Board)
		wait  Wait
		want  string // rule for the first operation, "" where it is proved
	}{
		{"one would do", func(b *Board) { flat(b); flat(b) }, Wait{1, 1, NoWait}, RuleFlatOrder},
		{"too weak", func(b *Board) { flat(b); flat(b) }, Wait{2, 1, NoWait}, RuleRAW},
		{"for one counter", func(b *Board) { flat(b); flat(b) }, Wait{1, NoWait, NoWait}, RuleRAW},
		{"zero", func(b *Board) { flat(b); flat(b) }, Wait{0, 0, NoWait}, ""},
		{"with others between", func(b *Board) { flat(b); b.Issue(lds, 8, 1, false); b.Issue(vm, 9, 1, false); flat(b) }, Wait{2, 2, NoWait}, RuleFlatOrder},
		{"LDS first", func(b *Board) { b.Issue(lds, 0, 1, false); flat(b) }, Wait{NoWait, 1, NoWait}, RuleFlatOrder},
		{"LDS first, too weak", func(b *Board) { b.Issue(lds, 0, 1, false); flat(b) }, Wait{NoWait, 2, NoWait}, RuleRAW},
	} {
		b := Board{Gen: isa.GCN12}
		c.issue(&b)
		other := b.Clone()
		b.Wait(c.wait, 0)
		if c.want == "" {
			require.Empty(t, b.List, c.name)
			continue
		}
		require.EqualValues(t, 0, b.List[0].ID)
		require.Equal(t, c.want, b.List[0].Judge(RuleRAW, false), c.name)
		b.Join(&other)
		require.Equal(t, RuleRAW, b.List[0].Judge(RuleRAW, false), "%s: a path without the wait", c.name)
	}
}
