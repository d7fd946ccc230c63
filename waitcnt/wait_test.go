package waitcnt

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// encodings of s_waitcnt as llvm-mc 22 assembles them (testdata/isa/errata.txt).
var encodings = []struct {
	gens isa.Gen
	wait Wait
	simm uint16
}{
	{isa.GCN10 | isa.GCN11 | isa.GCN12, Wait{VM: 0, LGKM: NoWait, EXP: NoWait}, 0x0f70},
	{isa.GCN10 | isa.GCN11 | isa.GCN12, Wait{VM: NoWait, LGKM: NoWait, EXP: 0}, 0x0f0f},
	{isa.GCN10 | isa.GCN11 | isa.GCN12, Wait{VM: NoWait, LGKM: 0, EXP: NoWait}, 0x007f},
	{isa.GCN10 | isa.GCN11 | isa.GCN12, Wait{VM: NoWait, LGKM: NoWait, EXP: NoWait}, 0x0f7f},
	{isa.GCN14, Wait{VM: 0, LGKM: NoWait, EXP: NoWait}, 0x0f70},
	{isa.GCN14, Wait{VM: NoWait, LGKM: NoWait, EXP: NoWait}, 0xcf7f},
	{isa.GCN14, Wait{VM: NoWait, LGKM: 0, EXP: NoWait}, 0xc07f},
	{isa.AllGens, Wait{}, 0},
}

func TestWaitEncodingsAreLLVMs(t *testing.T) {
	for _, e := range encodings {
		for _, g := range isa.Gens() {
			if e.gens&g == 0 {
				continue
			}
			require.Equal(t, e.wait, DecodeWait(g, e.simm), "%v %#x", g, e.simm)
			// LLVM leaves bit 12 clear: the counter has four bits.
			require.Equal(t, e.simm, EncodeWait(g, e.wait), "%v %v", g, e.wait)
		}
	}
}

// TestErrataP4LgkmHasFiveBitsBeforeGCN14: AMD's own compiler for gfx6 sets bit 12 for "no wait"; on
// GCN 1.4 bits 12 and 13 are ignored.
func TestErrataP4LgkmHasFiveBitsBeforeGCN14(t *testing.T) {
	for _, g := range []isa.Gen{isa.GCN10, isa.GCN11, isa.GCN12} {
		require.Equal(t, Wait{VM: 0, LGKM: NoWait, EXP: NoWait}, DecodeWait(g, 0x1f70))
		require.Equal(t, NoWait, DecodeWait(g, 0x107f)[LGKM])
		require.Equal(t, 3, DecodeWait(g, 0x037f)[LGKM])
	}
	require.Equal(t, 3, DecodeWait(isa.GCN14, 0xf37f)[LGKM])
	require.Equal(t, 0, DecodeWait(isa.GCN14, 0x307f)[LGKM])
	require.Equal(t, 16+5, DecodeWait(isa.GCN14, 0x4f75)[VM])
}

func TestEveryWaitEncodesToItself(t *testing.T) {
	for _, g := range isa.Gens() {
		for simm := 0; simm < 1<<16; simm++ {
			w := DecodeWait(g, uint16(simm))
			require.Equal(t, w, DecodeWait(g, EncodeWait(g, w)))
		}
	}
}

func TestOrderedClassesReturnInOrderAndScalarMemoryDoesNot(t *testing.T) {
	f := File{Gen: isa.GCN12}
	vm := Event{Class: VMem, Add: [NumCounters]uint8{VM: 1}}
	sm := Event{Class: SMem, Add: [NumCounters]uint8{LGKM: 2}}
	ds := Event{Class: LDS, Add: [NumCounters]uint8{LGKM: 1}}
	for i, e := range []Event{vm, sm, ds, vm, sm, ds} {
		f.Issue(e, uint8(i))
	}
	require.Equal(t, [NumCounters]uint8{VM: 2, LGKM: 6}, f.Count)
	require.Equal(t, []int{0}, f.Eligible(VM, nil))
	require.Equal(t, []int{1, 2, 4}, f.Eligible(LGKM, nil))
	op, done := f.Retire(4, LGKM)
	require.False(t, done, "one of two units is missing")
	require.Equal(t, [NumCounters]uint8{VM: 2, LGKM: 5}, f.Count)
	_, done = f.Retire(4, LGKM)
	require.True(t, done)
	require.Equal(t, uint32(4), op.Seq)
	require.Equal(t, [NumCounters]uint8{VM: 2, LGKM: 4}, f.Count)
	_, done = f.Retire(2, LGKM)
	require.True(t, done)
	require.Equal(t, []int{1, 3}, f.Eligible(LGKM, nil), "the second LDS operation has moved up")
}

// TestFlatOnMemoryGivesLgkmBackWithoutItsData: LGKM of a FLAT access says only that LDS has nothing
// to do with it; the data come with VM, behind older vector memory operations (AMD ISA manuals,
// FLAT: both counters have to be waited for).
func TestFlatOnMemoryGivesLgkmBackWithoutItsData(t *testing.T) {
	f := File{Gen: isa.GCN12}
	f.Issue(Event{Class: VMem, Add: [NumCounters]uint8{VM: 1}}, 0)
	f.Issue(Event{Class: VMem, Add: [NumCounters]uint8{VM: 1, LGKM: 1}}, 1)
	f.Issue(Event{Class: VMem, Add: [NumCounters]uint8{VM: 1, LGKM: 1}}, 2)
	require.Equal(t, []int{1, 2}, f.Eligible(LGKM, nil))
	require.False(t, f.Ops()[1].Completes(LGKM))
	_, done := f.Retire(1, LGKM)
	require.False(t, done)
	require.Equal(t, [NumCounters]uint8{VM: 3, LGKM: 1}, f.Count)
	require.Equal(t, []int{0}, f.Eligible(VM, nil))
	for _, left := range []uint8{1, 1, 0} { // the youngest still holds it
		require.True(t, f.Ops()[0].Completes(VM))
		_, done = f.Retire(0, VM)
		require.True(t, done)
		require.Equal(t, left, f.Count[LGKM])
	}
}

func TestExpFallsBeforeVmAndByItself(t *testing.T) {
	f := File{Gen: isa.GCN10}
	store := Event{Class: VMem, Add: [NumCounters]uint8{VM: 1, EXP: 1}, LateData: true}
	f.Issue(store, 0)
	f.Issue(store, 1)
	require.Equal(t, []int{0}, f.Eligible(EXP, nil))
	_, done := f.Retire(0, EXP)
	require.False(t, done)
	require.Equal(t, []int{1}, f.Eligible(EXP, nil))
	require.Equal(t, []int{0}, f.Eligible(VM, nil))
	_, done = f.Retire(0, VM)
	require.True(t, done)
	_, done = f.Retire(0, VM)
	require.True(t, done, "returning the store gives back its EXP too")
	require.Equal(t, [NumCounters]uint8{}, f.Count)
}

// TestCountersNeverExceedTheirWidth: Room says what must return before one more operation issues.
func TestCountersNeverExceedTheirWidth(t *testing.T) {
	for _, g := range isa.Gens() {
		f := File{Gen: g}
		e := Event{Class: LDS, Add: [NumCounters]uint8{LGKM: 1}}
		for i := 0; i < 40; i++ {
			for c, over := f.Over(f.Room(e)); over; c, over = f.Over(f.Room(e)) {
				f.Retire(f.Eligible(c, nil)[0], c)
			}
			f.Issue(e, uint8(i))
			require.LessOrEqual(t, int(f.Count[LGKM]), Max(g, LGKM))
		}
		require.Equal(t, 15, int(f.Count[LGKM]))
		require.Equal(t, uint32(25), f.Ops()[0].Seq)
	}
}

func TestPolicies(t *testing.T) {
	f := File{Gen: isa.GCN12}
	for i := 0; i < 4; i++ {
		f.Issue(Event{Class: SMem, Add: [NumCounters]uint8{LGKM: 1}}, uint8(i))
	}
	all := f.Eligible(LGKM, nil)
	pick := func(s string) uint32 {
		p, err := ParsePolicy(s)
		require.NoError(t, err)
		require.Equal(t, s, p.String())
		return f.Ops()[all[p.Fork(0).Pick(&f, all)]].Seq
	}
	require.Equal(t, uint32(0), pick("asap"))
	require.Equal(t, uint32(3), pick("late"))
	require.Equal(t, uint32(2), pick("order:2,0,1,3"))
	require.Equal(t, uint32(1), pick("order:7,1"))
	require.Equal(t, uint32(0), pick("order:9"), "unlisted operations return oldest first")
	p, err := ParsePolicy("1,0")
	require.NoError(t, err)
	require.Equal(t, "order:1,0", p.String())
	a, b := (&Random{Seed: 7}).Fork(3), (&Random{Seed: 7}).Fork(3)
	for i := 0; i < 100; i++ {
		require.Equal(t, a.Pick(&f, all), b.Pick(&f, all), "the seed and the wave determine the order")
	}
	for bad, want := range map[string]string{
		"random:":                     `return order "random:": the seed "" is no whole number from 0: want random:SEED, such as random:7`,
		"random:-1":                   `return order "random:-1": the seed "-1" is no whole number from 0: want random:SEED, such as random:7`,
		"random:99999999999999999999": `the seed "99999999999999999999" is larger than 18446744073709551615`,
		"1,x":                         `item 1: "x" is no whole number from 0 (N: number`,
		"0,4294967296":                `item 1: "4294967296" is larger than 4294967295 (N: number`,
		"3@":                          `item 0: "" is no whole number from 0 (N: number`,
	} {
		_, err := ParsePolicy(bad)
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "strconv")
	}
	for _, bad := range []string{"", "soon", "random:", "random:x", "order:", "order:1,1", "order:-1", "late:3"} {
		_, err := ParsePolicy(bad)
		require.Error(t, err, bad)
	}
}

// Latest is what Eligible lists last, whatever is outstanding.
func TestLatestIsTheLastEligible(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	events := []Event{
		{Class: VMem, Add: [NumCounters]uint8{VM: 1}},
		{Class: VMem, Add: [NumCounters]uint8{VM: 1, EXP: 1}, LateData: true},
		{Class: VMem, Add: [NumCounters]uint8{VM: 1, LGKM: 1}},
		{Class: Flat, Add: [NumCounters]uint8{VM: 1, LGKM: 1}},
		{Class: LDS, Add: [NumCounters]uint8{LGKM: 1}},
		{Class: GDS, Add: [NumCounters]uint8{LGKM: 1, EXP: 1}, LateData: true},
		{Class: SMem, Add: [NumCounters]uint8{LGKM: 1}},
		{Class: SMem, Add: [NumCounters]uint8{LGKM: 2}},
		{Class: ExpColor, Add: [NumCounters]uint8{EXP: 1}, LateData: true},
	}
	for range 2000 {
		f := File{Gen: isa.GCN14}
		for range 1 + r.IntN(30) {
			e := events[r.IntN(len(events))]
			for c, over := f.Over(f.Room(e)); over; c, over = f.Over(f.Room(e)) {
				f.Retire(f.Latest(c), c)
			}
			f.Issue(e, 0)
			for c := Counter(0); c < NumCounters; c++ {
				want := -1
				if list := f.Eligible(c, nil); len(list) > 0 {
					want = list[len(list)-1]
				}
				require.Equal(t, want, f.Latest(c), "%v of %v", c, f.Ops())
				if want >= 0 && r.IntN(3) == 0 {
					f.Retire(want, c)
				}
			}
		}
	}
}
