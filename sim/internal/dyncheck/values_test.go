package dyncheck

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

const valuesBase, valuesSize = 0x100000, 0x4000

// concurrentTracks are the tracks of work-groups that run at the same time, each by a worker.
func concurrentTracks(t *testing.T, n int) (*Checker, []*globalAccess) {
	code, err := asm.Code(isa.GCN12, "s_endpgm")
	require.NoError(t, err)
	p, err := engine.NewProgram(isa.GCN12, 0x1000, code.Code)
	require.NoError(t, err)
	m := mem.NewGlobal()
	_, err = m.Map("buffer", valuesBase, valuesSize)
	require.NoError(t, err)
	r, err := engine.NewDispatch(isa.GCN12, m, mem.NewGDS(64<<10), new(engine.Pool), &engine.Launch{Prog: p,
		Grid: [3]uint32{64 * uint32(n), 1, 1}, Group: [3]uint32{64, 1, 1}, Options: engine.Options{Workers: n}})
	require.NoError(t, err)
	c := New(r, new(Pool))
	c.OwnMemory()
	var list []*globalAccess
	for i := range n {
		own := &group{GroupCore: &engine.GroupCore{Index: uint64(i), Waves: make([]*engine.Wave, 1)}, disp: c}
		own.global = new(globalAccess)
		own.global.begin(own, false)
		own.global.track = c.track(own)
		require.NotNil(t, own.global.track)
		own.global.track.begin(own)
		list = append(list, own.global)
	}
	return c, list
}

// valueStore is a store as a wave makes it: what it enters, and then the store itself.
type valueStore struct {
	noted
	rows []*isa.Row
}

// enter enters it in a track, and saves what is there if it has to.
func (s *valueStore) enter(g *globalAccess, direct bool) (stays bool) {
	a := s.noted // which is changed
	stays = g.track.changed(g, &a, s.rows, mem.ExtZero, direct)
	if !stays && g.group.disp.written.on.Load() {
		g.overwritesLanes(s.low, s.off, s.exec, s.k.bytes())
	}
	return stays
}

// element is what a lane stores.
func (s *valueStore) element(l int) []byte {
	var b [16]byte
	for k, r := range s.rows {
		binary.LittleEndian.PutUint32(b[4*k:], r[l])
	}
	return b[:s.k.bytes()]
}

// store stores it.
func (s *valueStore) store(t *testing.T, c *Checker) {
	for m := s.exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m)
		at := c.Mem.Slice(s.low+uint64(s.off[l]), int(s.k.bytes()))
		require.NotNil(t, at)
		copy(at, s.element(l))
	}
}

// What each store of some tracks has stored is known when all is over, wherever others have stored over it, and
// however few copies there are. Atomics change memory at any time after they have been entered.
func TestWhatStoresStoredIsKnown(t *testing.T) {
	n, copied := 400, 0
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		c, list := concurrentTracks(t, 1+r.IntN(4))
		stores := make([][]valueStore, len(list))
		var later []func()
		random := func() *isa.Row {
			row := new(isa.Row)
			for l := range row {
				row[l] = r.Uint32()
			}
			return row
		}
		spread := []int{100, 1000, valuesSize - 1200}[r.IntN(3)]
		for range 1 + r.IntN(40) {
			i := r.IntN(len(list))
			g := list[i]
			size := []uint32{1, 2, 4, 4, 4, 8, 12, 16}[r.IntN(8)]
			s := valueStore{noted: noted{low: valuesBase + uint64(r.IntN(spread)), exec: engine.AllLanes, off: new(isa.Row)}}
			if size >= 4 && r.IntN(4) > 0 {
				s.low &^= 3
			}
			kind, own := plainWrite, i*valuesSize/8
			switch r.IntN(8) {
			case 0:
				kind = atomicAccess
			case 1, 2, 3, 4: // none of the others stores there, mostly
				s.low = valuesBase + uint64(own+r.IntN(64)*4)
			}
			for l := range s.off {
				s.off[l] = uint32(l) * size
				if r.IntN(30) == 0 {
					s.off[l] = uint32(r.IntN(isa.Lanes)) * size
				}
			}
			if r.IntN(3) == 0 {
				s.exec = r.Uint64() | 1
			}
			for range (size + 3) / 4 {
				s.rows = append(s.rows, random())
			}
			s.k = keyOf(uint32(r.IntN(20)), size, 0, uint8(r.IntN(2)), kind)
			if kind == atomicAccess {
				s := s
				rows := s.rows
				s.rows = nil
				s.enter(g, false)
				s.rows = rows
				later = append(later, func() { s.store(t, c) })
			} else {
				// What lanes store to the same bytes is that of the last one.
				direct := r.IntN(4) > 0
				if stays := s.enter(g, direct); stays {
					s.store(t, c)
					g.track.made()
				} else {
					s.store(t, c)
				}
				stores[i] = append(stores[i], s)
			}
			for len(later) > 0 && r.IntN(2) == 0 {
				later[0]()
				later = later[1:]
			}
			if r.IntN(20) == 0 {
				g.group.keepData()
			}
			if r.IntN(6) == 0 {
				g.track.nextSpell()
			}
		}
		for i, g := range list {
			tr, at := g.track, 0
			before := append([]byte(nil), c.Mem.Slice(valuesBase, valuesSize)...)
			tr.back()
			for k := range tr.n {
				e := tr.entry(k)
				switch {
				case e.what == trackBefore:
					tr.exchange(e)
				case e.what == trackBegin, e.what == trackNone, e.kind() == atomicAccess:
				default:
					s := &stores[i][at]
					at++
					if e.has == dataInMemory {
						tr.loadStored(e)
					} else {
						require.Equal(t, dataInRows, e.has)
						copied++
						for k := range s.rows {
							tr.data[k] = tr.copyAt(e.data + uint32(k))
						}
					}
					got := valueStore{noted: s.noted, rows: tr.data[:len(s.rows)]}
					require.Equal(t, s.exec, e.exec)
					for m := s.exec; m != 0; m &= m - 1 {
						l := bits.TrailingZeros64(m)
						if lastLane(s, l) {
							require.Equal(t, s.element(l), got.element(l), fmt.Sprintf("%d: track %d, store %d, lane %d", seed, i, at-1, l))
						}
					}
				}
			}
			require.Len(t, stores[i], at)
			require.Equal(t, before, c.Mem.Slice(valuesBase, valuesSize))
		}
	}
	require.Greater(t, copied, n)
}

// lastLane reports whether no later lane of a store has bytes of a lane.
func lastLane(s *valueStore, l int) bool {
	for k := l + 1; k < isa.Lanes; k++ {
		if s.exec>>k&1 != 0 && s.off[k] < s.off[l]+s.k.bytes() && s.off[l] < s.off[k]+s.k.bytes() {
			return false
		}
	}
	return true
}

// A work-group that overwrites what another one is storing waits for the store, and for nothing else of that
// work-group, which goes on running.
func TestWhoOverwritesWaitsForStores(t *testing.T) {
	c, list := concurrentTracks(t, 2)
	store := func(v uint32) valueStore {
		row := new(isa.Row)
		for l := range row {
			row[l] = v
		}
		return valueStore{noted: noted{k: keyOf(0, 4, 0, 0, plainWrite), low: valuesBase, off: mem.LaneSteps(4),
			exec: engine.AllLanes, dense: true}, rows: []*isa.Row{row}}
	}
	one, two := store(1), store(2)
	require.True(t, one.enter(list[0], true))
	done := make(chan bool, 1)
	go func() {
		done <- two.enter(list[1], true)
	}()
	require.Eventually(t, c.written.on.Load, 10*time.Second, time.Millisecond)
	select {
	case <-done:
		require.Fail(t, "it has not waited")
	case <-time.After(20 * time.Millisecond):
	}
	one.store(t, c)
	list[0].track.made()
	select {
	case stays := <-done:
		require.False(t, stays)
	case <-time.After(10 * time.Second):
		require.Fail(t, "it waits for what has ended")
	}
	two.store(t, c)
	b := make([]byte, 4)
	require.True(t, c.left(valuesBase, b))
	require.EqualValues(t, 1, b[0])
	require.True(t, c.exact.Load())
}

// rowStore is a store of a dword v by each lane from an offset in the buffer on, step bytes apart.
func rowStore(v uint32, at uint64, step uint32) valueStore {
	row, off := new(isa.Row), new(isa.Row)
	for l := range row {
		row[l], off[l] = v, uint32(l)*step
	}
	return valueStore{noted: noted{k: keyOf(0, 4, 0, 0, plainWrite), low: valuesBase + at, off: off, exec: engine.AllLanes,
		dense: step == 4}, rows: []*isa.Row{row}}
}

// What a work-group stores where it has stored before, in whatever spell, is no race, and needs no copy.
func TestAWorkGroupOverwritesItsOwn(t *testing.T) {
	for _, step := range []uint32{4, 8, 68} {
		c, list := concurrentTracks(t, 2)
		for v := range uint32(6) {
			s := rowStore(v, 64, step)
			require.True(t, s.enter(list[0], true))
			s.store(t, c)
			if list[0].track.made(); v%2 == 1 {
				list[0].track.nextSpell()
			}
		}
		require.False(t, c.exact.Load())
		require.False(t, c.written.on.Load())
	}
}

// Work-groups that run at the same time may race where one reads what the other one writes, in the same
// dwords; and where both store, at once.
func TestTracksThatMeet(t *testing.T) {
	for _, step := range []uint32{4, 8, 68} {
		for reader := range 2 {
			for _, c := range []struct {
				at           uint64
				read         uint32 // step
				both, atomic bool
				meet         bool
			}{
				{at: 0, read: 4, meet: true}, {at: 0, read: 8, meet: true}, {at: 0, read: 0, meet: true},
				{at: 0x3000, read: 4}, {at: 0x3000, read: 8}, {at: 0x3000, read: 0},
				{at: 0, atomic: true, read: 4, meet: true}, {at: 0x3000, atomic: true, read: 4},
				{at: 0, both: true, meet: true}, {at: 0x3000, both: true},
				{at: 0, both: true, atomic: true, meet: true},
			} {
				name := fmt.Sprintf("%d %d %+v", step, reader, c)
				check, list := concurrentTracks(t, 2)
				s := rowStore(1, 0, step)
				if c.atomic {
					s.k, s.rows = keyOf(0, 4, 0, 0, atomicAccess), nil
				}
				s.enter(list[1-reader], true)
				list[1-reader].track.made()
				switch r := rowStore(2, c.at, c.read); {
				case c.both:
					r.enter(list[reader], true)
					list[reader].track.made()
					require.Equal(t, c.meet, check.exact.Load(), name)
				case c.read == 0:
					list[reader].track.readSpan(list[reader], keyOf(0, 8, 0, 0, plainRead), valuesBase+c.at)
				default:
					list[reader].track.read(list[reader], keyOf(0, 4, 0, 0, plainRead), r.low, r.off, r.exec, r.dense)
				}
				if !c.both {
					require.False(t, check.exact.Load(), name)
				}
				check.settle()
				require.Equal(t, c.meet, check.exact.Load(), name)
			}
		}
	}
}

// The scalar cache has what memory has where no work-group has written, and as long as all of them tell.
func TestUnwrittenPagesAreThoseOfAllWorkGroups(t *testing.T) {
	c, list := concurrentTracks(t, 2)
	require.True(t, list[0].unwritten(valuesBase, 4096))
	s := rowStore(1, 4096, 4)
	s.enter(list[1], true)
	list[1].track.made()
	for _, g := range list {
		require.True(t, g.unwritten(valuesBase+8, 4088))
		require.False(t, g.unwritten(valuesBase+8, 4089))
		require.False(t, g.unwritten(valuesBase+4096+1024, 4))
		require.True(t, g.unwritten(valuesBase+8192, 4))
	}
	s = rowStore(1, 8192, 4)
	s.k, s.rows = keyOf(0, 4, 0, 0, atomicAccess), nil
	s.enter(list[0], false)
	require.False(t, list[1].unwritten(valuesBase+8192, 4))
	require.True(t, list[1].unwritten(valuesBase, 4))
	c.suspect()
	require.False(t, list[0].unwritten(valuesBase, 4))
}
