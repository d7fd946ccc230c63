package waitcnt

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// TestOrdersReplaySteps: items with @ come at their time or as soon after it as is legal, in the
// order of the list.
func TestOrdersReplaySteps(t *testing.T) {
	parse := func(s string) *Order {
		p, err := ParsePolicy(s)
		require.NoError(t, err)
		require.Equal(t, s, p.String())
		return p.(*Order)
	}
	f := File{Gen: isa.GCN10}
	store := Event{Class: VMem, Add: [NumCounters]uint8{VM: 1, EXP: 1}, LateData: true}
	pair := Event{Class: SMem, Add: [NumCounters]uint8{LGKM: 2}}
	for i, e := range []Event{store, store, pair} {
		f.Issue(e, uint8(i))
	}
	for _, c := range []struct {
		step Step
		may  bool
	}{
		{Step{0, StepReturn}, true}, {Step{1, StepReturn}, false}, {Step{0, StepData}, true}, {Step{1, StepData}, false}, {Step{2, StepReturn}, true},
		{Step{2, StepUnit}, true}, {Step{0, StepUnit}, false}, {Step{2, StepData}, false}, {Step{3, StepReturn}, false},
	} {
		require.Equal(t, c.may, f.May(c.step), "%v", c.step)
	}
	p := parse("order:1@5,0@4,2u@3,late").Fork(0).(Early)
	_, ok := p.Early(&f, 2)
	require.False(t, ok)
	s, ok := p.Early(&f, 3)
	require.True(t, ok)
	require.Equal(t, Step{2, StepUnit}, s)
	_, ok = p.Early(&f, 3)
	require.False(t, ok, "an item is done once")
	s, _ = p.Early(&f, 9)
	require.Equal(t, Step{0, StepReturn}, s, "operation 1 cannot return before operation 0")
	f.Retire(0, VM)
	s, _ = p.Early(&f, 9)
	require.Equal(t, Step{1, StepReturn}, s)

	// Each wave follows the list that names it best.
	o := parse("order:0/w2:1@7/w1.2:2")
	plain, early, exact := o.Fork(WaveKey(0, 1)), o.Fork(WaveKey(0, 2)), o.Fork(WaveKey(1, 2))
	require.NotImplements(t, (*Early)(nil), plain)
	require.Implements(t, (*Early)(nil), early)
	require.NotImplements(t, (*Early)(nil), exact)
	require.Equal(t, map[uint32]int{2: 0}, exact.(*Order).cur.rank)

	g := File{Gen: isa.GCN12}
	for i := range 3 {
		g.Issue(Event{Class: SMem, Add: [NumCounters]uint8{LGKM: 1}}, uint8(i))
	}
	all := []int{0, 1, 2}
	require.Equal(t, 2, parse("order:7,late").Fork(0).Pick(&g, all), "the rest youngest first")
	require.Equal(t, 2, parse("order:w3:0").Fork(0).Pick(&g, all), "waves without a list follow the late policy")
	require.True(t, g.Must(0, LGKM, Wait{NoWait, 0, NoWait}))
	require.False(t, g.Must(0, LGKM, Wait{NoWait, 1, NoWait}), "another one may return instead")
}

func TestWrongOrdersAreRefused(t *testing.T) {
	for _, bad := range []string{"order:late", "order:late,1", "order:1@", "order:1x@2", "order:1d", "order:1,1@4", "order:1@4,1@5", "order:w:1", "order:x1:1", "order:w1:",
		"order:w1:1/w1:2", "order:w1.2.3:1", "order:1//2", "1,,2", "order:w99999999999999:1"} {
		_, err := ParsePolicy(bad)
		require.Error(t, err, bad)
	}
}

// FuzzParsePolicy: no text crashes the reader, and what it accepts is printed so that it is read
// again.
func FuzzParsePolicy(f *testing.F) {
	for _, s := range []string{"asap", "late", "random:7", "order:1,0", "2@17,2d@18,2u@19,late", "order:1,0/w2:0,1/w1.2:3@4,late"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePolicy(s)
		if err != nil {
			return
		}
		again, err := ParsePolicy(p.String())
		require.NoError(t, err, s)
		require.Equal(t, p.String(), again.String())
		file := &File{}
		for _, wave := range []uint64{0, 2, WaveKey(1, 2)} {
			q := p.Fork(wave)
			require.Zero(t, q.Eager(file))
			require.Less(t, q.Pick(file, []int{0}), 1)
			if e, ok := q.(Early); ok {
				_, step := e.Early(file, 17)
				require.False(t, step, "nothing is outstanding")
			}
		}
	})
}
