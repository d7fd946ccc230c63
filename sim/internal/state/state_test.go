package state

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/mem"
)

// node has each kind of thing that a state follows.
type node struct {
	name   string
	next   *node
	flat   *[200]int
	list   []int
	nodes  []*node
	values []pair
	table  map[string]*node
	any    any
	array  [2]pair
	fixed  *constant
	other  *strings.Builder
	bump   func()
	hidden int
	memory *mem.Global
}

type pair struct {
	n int
	p *int
}

type constant struct{ n int }

var _ = Fixed[constant]()

// All that can be reached is brought back, in the objects that held it: also what was cut off, what
// slices have behind their ends, and cycles. What never changes, or is of others, is left alone.
func TestWhatCanBeReachedIsBroughtBackInPlace(t *testing.T) {
	one, two := 1, 2
	a := &node{name: "a", flat: new([200]int), list: make([]int, 2, 5), table: map[string]*node{}, fixed: &constant{1},
		other: new(strings.Builder), memory: mem.NewGlobal()}
	b := &node{name: "b", next: a}
	a.next, a.nodes, a.table["b"], a.any = b, []*node{b}, b, pair{5, &one}
	a.values, a.array[1] = []pair{{1, &one}, {2, &two}}, pair{n: 3, p: &two}
	a.list[:5][4] = 44
	a.bump = func() { a.hidden++ }
	rg, err := a.memory.Map("m", 4096, 10)
	require.NoError(t, err)
	require.NoError(t, a.memory.Write(rg.Base, []byte{7}))

	s := Keep(nil, a)
	require.Positive(t, s.Size())
	for range 2 {
		flat, list := a.flat, a.list
		a.bump()
		b.name, a.name, one, two = "x", "y", 10, 20
		a.flat[3], a.list[:5][4], a.list[0] = 9, 0, 9
		a.table["c"], a.any, a.array[1].n, a.values[0].p, a.fixed.n = a, 3, 0, nil, 2
		delete(a.table, "b")
		a.other.WriteString("z")
		a.next, a.nodes, a.values, a.list, a.flat = nil, nil, nil, nil, nil
		require.NoError(t, a.memory.Write(rg.Base, []byte{8}))

		require.NoError(t, s.Restore())
		require.Equal(t, []any{"a", "b", 1, 2, 0}, []any{a.name, b.name, one, two, a.hidden})
		require.Same(t, flat, a.flat)
		require.Same(t, &list[0], &a.list[0])
		require.Same(t, b, a.next)
		require.Same(t, a, b.next)
		require.Equal(t, []int{0, 0, 0, 0, 44}, a.list[:5])
		require.Zero(t, a.flat[3])
		require.Equal(t, map[string]*node{"b": b}, a.table)
		require.Equal(t, pair{5, &one}, a.any)
		require.Equal(t, pair{3, &two}, a.array[1])
		require.Same(t, &one, a.values[0].p)
		require.Equal(t, 2, a.fixed.n)
		require.Contains(t, a.other.String(), "z")
		require.Equal(t, []byte{7}, a.memory.Slice(rg.Base, 1))
		a.fixed.n = 1
	}
}

// A state shares with an older one what is the same.
func TestStatesShareWhatIsTheSame(t *testing.T) {
	a := &node{flat: new([200]int), list: make([]int, 1000)}
	first := Keep(nil, a)
	second := Keep(first, a)
	require.Less(t, second.Size(), first.Size()/2)
	a.list[5] = 1
	third := Keep(second, a)
	require.Greater(t, third.Size(), 8000)
	require.Less(t, third.Size(), first.Size())
	a.list[5] = 2
	require.NoError(t, second.Restore())
	require.Zero(t, a.list[5])
	require.NoError(t, third.Restore())
	require.Equal(t, 1, a.list[5])
}

// States of several sessions may be made at the same time.
func TestStatesMadeAtTheSameTime(t *testing.T) {
	done := make(chan int)
	for range 4 {
		go func() {
			for range 20 {
				a := &node{list: []int{1}}
				s := Keep(nil, a)
				a.list[0] = 2
				if s.Restore() != nil || a.list[0] != 1 {
					t.Error("not restored")
				}
			}
			done <- 1
		}()
	}
	for range 4 {
		<-done
	}
}
