package clock

import (
	"fmt"
	"slices"
	"sync"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// Caches says what the caches of a chip hold when a launch begins.
type Caches uint8

const (
	// ColdCaches are empty: each launch takes the time that it takes alone.
	ColdCaches Caches = iota
	// WarmCaches hold in L2, and of the code, what the launch left that ended last on the device,
	// where it had a clock and the same chip. The L1 and scalar caches are empty: drivers invalidate
	// them before a kernel starts.
	WarmCaches
)

var cachesNames = [...]string{ColdCaches: "cold", WarmCaches: "warm"}

// String is the name as [ParseCaches] takes it.
func (c Caches) String() string { return cachesNames[c] }

// ParseCaches finds a choice by its name: cold or warm.
func ParseCaches(name string) (Caches, error) {
	if i := slices.Index(cachesNames[:], name); i >= 0 {
		return Caches(i), nil
	}
	return 0, fmt.Errorf("sim: no state of caches is called %q: there are cold and warm", name)
}

// Pool keeps the clocks of launches on a device that have ended: the next launch on the same chip
// takes one over, with its tables, and with WarmCaches what is in its caches. Launches at the same
// time may share it. The zero value is an empty one.
type Pool struct {
	mu   sync.Mutex
	idle []*Clock // the one that was used last at the end
}

// maxIdle is how many clocks are kept. One takes some MiB.
const maxIdle = 2

// take returns the clock of a chip that was used last, nil where there is none.
func (p *Pool) take(c *chip.Chip) *Clock {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.idle) - 1; i >= 0; i-- {
		if k := p.idle[i]; sameChip(&k.chip, c) {
			p.idle = slices.Delete(p.idle, i, i+1)
			return k
		}
	}
	return nil
}

// sameChip reports whether two chips take the same time for everything.
func sameChip(a, b *chip.Chip) bool {
	s, t := &a.Target, &b.Target
	return a.Name == b.Name && a.Figures == b.Figures && s.Name == t.Name && s.Gen == t.Gen && s.Features == t.Features &&
		s.SRAMECC == t.SRAMECC && s.XNACK == t.XNACK
}

// put keeps a clock, and drops the one that has not been used for the longest time if there are too
// many.
func (p *Pool) put(k *Clock) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) == maxIdle {
		p.idle = slices.Delete(p.idle, 0, 1)
	}
	p.idle = append(p.idle, k)
}

// renew makes the machine what it is when a launch begins.
func (k *Clock) renew() {
	warm := k.opts.Caches == WarmCaches
	clear(k.engines)
	k.l2.renew(warm)
	k.l2.series = newSeries(k.opts.Series)
	for _, cl := range k.clusters {
		*cl = cluster{k: k, cus: cl.cus, icaches: cl.icaches, kcaches: cl.kcaches, next: never,
			turns: cl.turns, wheel: cl.wheel, most: never, code: cl.code,
			stats: cl.stats, requests: cl.requests[:0], lines: cl.lines[:0], served: cl.served[:0], starts: cl.starts[:0],
			done: cl.done[:0], followed: cl.followed[:0], engine: cl.engine, spare: cl.spare, fresh: cl.fresh, tapes: cl.tapes, access: cl.access,
			worker: engine.NewWorker(k.r), series: newSeries(k.opts.Series), lanes: newStretches(k)}
		cl.worker.CountHost()
		clear(cl.stats)
		for _, c := range cl.icaches {
			c.tags.renew(warm)
			for i := range c.banks {
				c.banks[i].renew()
			}
		}
		for _, c := range cl.kcaches {
			c.tags.renew(false)
			c.data.Reset(k.r.Mem)
			for i := range c.banks {
				c.banks[i].renew()
			}
		}
		for _, u := range cl.cus {
			u.renew(k, warm)
		}
	}
	k.recorder.worker, k.recorder.bank = k.clusters[0].worker, &k.cus[0].bank
	k.shareRoom()
}

// renew is renew for a compute unit. Translations stay where caches do.
func (u *clockCU) renew(k *Clock, warm bool) {
	u.l1.renew(false)
	u.path.tlb.renew(warm)
	u.path.out.renew()
	u.code.renew()
	u.waiting.clear()
	*u = clockCU{k: k, cl: u.cl, id: u.id, next: u.next, reserve: u.reserve[:0], simds: u.simds,
		ports: u.ports, icache: u.icache, code: u.code, kcache: u.kcache, l1: u.l1, bank: u.bank,
		path: vectorPath{tlb: u.path.tlb, out: u.path.out, misses: u.path.misses, came: u.path.came,
			asked: u.path.asked[:0], work: u.path.work[:0]}, waiting: u.waiting}
	clear(u.ports)
	for i := range u.simds {
		s := &u.simds[i]
		*s = clockSIMD{id: uint8(i), port: uint8(uint64(i) * k.p.ldsPorts / k.p.simds), cu: u, next: s.next, bit: s.bit}
		*s.next = never
	}
}

// newGroup is a work-group for a compute unit.
func (k *Clock) newGroup(u *clockCU) *clockGroup {
	n := len(k.spare)
	if n == 0 {
		return &clockGroup{cu: u}
	}
	cg := k.spare[n-1]
	k.spare = k.spare[:n-1]
	*cg = clockGroup{cu: u, waves: cg.waves[:0]}
	return cg
}

// recycle keeps the memory of a work-group that has left, and of its waves.
func (k *Clock) recycle(cg *clockGroup) {
	cl := cg.cu.cl
	for _, w := range cg.waves {
		w.group = nil
		cl.freeTape(w)
	}
	k.taped -= cg.taped
	cg.taped = 0
	cl.spare = append(cl.spare, cg.waves...)
	cg.g = nil
	k.spare = append(k.spare, cg)
}

// keptWords is about how much of the memory of tapes a clock keeps for later launches: 16 MiB.
const keptWords = 1 << 21

// release leaves the clock to later launches, if the simulator has not failed in it.
func (k *Clock) release() {
	broken, room := false, keptWords
	for _, cl := range k.clusters {
		broken = broken || cl.broken
		cl.tapes = slices.DeleteFunc(cl.tapes, func(words []uint64) bool {
			room -= cap(words)
			return room < 0
		})
		cl.worker.Account()
		cl.worker.Release()
		cl.worker, cl.now = nil, nil
		for _, w := range cl.spare {
			w.renew()
		}
	}
	k.recorder.worker = nil
	k.recorder.room.Forget()
	if cap(k.recorder.undo.rows)*(isa.Lanes/2) > room {
		k.recorder.undo = undoLog{}
	}
	if !broken {
		k.r, k.prog, k.opts, k.serving, k.waves = nil, nil, nil, nil, nil
		k.pool.put(k)
	}
}
