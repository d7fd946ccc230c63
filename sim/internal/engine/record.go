package engine

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
)

// Silent is told what nobody wants to know: [Events] and [DirectEvents] for those who want to be told of
// few of them.
type Silent struct{ silent }

// Reached is that of [DirectEvents], as are those that follow.
func (Silent) Reached(*Direct, *mem.Access, []*isa.Row) (unset uint64, ok bool) { return 0, true }

// Stored does nothing.
func (Silent) Stored() {}

// ReachedLDS looks at nothing.
func (Silent) ReachedLDS(int, int) (looked uint64) { return 0 }

// QuietLDS wants to be told of all.
func (Silent) QuietLDS() (below uint32, stamps []uint32, since uint32) { return 0, nil, 0 }

// LeftLDS does nothing.
func (Silent) LeftLDS(int) {}

// ReachedOne does nothing.
func (Silent) ReachedOne(int, *Direct, uint64, uint32, *isa.Row, []*isa.Row) {}

// ReturnedLDS does nothing, as do those that follow.
func (Silent) ReturnedLDS(int, *Direct) {}

// Again does nothing.
func (Silent) Again(int) {}

// ReachedRuns is content.
func (Silent) ReachedRuns([]Run) bool { return true }

// ReachedNoted wants to be told of each.
func (Silent) ReachedNoted([]NotedOp) int { return 0 }

// ReachedScalar does nothing.
func (Silent) ReachedScalar(*Direct, uint64, int) {}

// Turns lets the wave go on along the path.
func (Silent) Turns(Path, int) bool { return true }

// Passed does nothing.
func (Silent) Passed(*Rec, *Direct) {}

// Discard takes back a work-group that has just begun, whatever it has executed: nothing is accounted
// for, and another one may begin in its place.
func (k *Worker) Discard(g *GroupCore) { k.recycle((*Group)(g)) }

// parted is what waves have done that have left their work-group.
type parted struct{ waves, insts, waits uint64 }

// workshop is what a work-group needs while it executes, beside its waves.
type workshop struct {
	lds  *mem.LDS
	room *groupRoom
}

// Part takes the waves of a work-group, which execute nothing more, for others, and its LDS: the next ones find
// them in the host's caches.
func (k *Worker) Part(g *GroupCore) {
	for _, w := range g.Waves {
		g.parted.waves++
		g.parted.insts += w.Insts
		g.parted.waits += w.Waits
	}
	k.waves = append(k.waves, g.Waves...)
	g.Waves = g.Waves[:0]
	k.parted = append(k.parted, workshop{g.LDS, g.groupRoom})
	g.LDS, g.groupRoom = nil, nil
}

// equip gives a work-group a workshop again.
func (k *Worker) equip(g *Group) {
	if n := len(k.parted); n > 0 {
		g.LDS, g.groupRoom = k.parted[n-1].lds, k.parted[n-1].room
		k.parted = k.parted[:n-1]
		return
	}
	g.LDS, g.groupRoom = mem.NewLDS(0), new(groupRoom)
}

// Unwatched reports whether nobody is called while a wave executes, and the launch cannot be interrupted:
// what a wave does may be executed earlier than it happens.
func (r *Dispatch) Unwatched() bool {
	h := r.Opts.Hooks
	return r.Tenant == nil && !r.Lasting && !r.EachInst && (h == nil || !r.watched() && h.Window == nil && h.Found == nil)
}

// ReadsClock reports whether an s_getreg reads counters of the wave, which change as time goes.
func (x *Bound) ReadsClock() bool {
	id, _, _ := hwField(x.Imm)
	return id == hwIbSts
}
