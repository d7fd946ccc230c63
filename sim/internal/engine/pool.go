package engine

import (
	"sync"
	"unsafe"
)

// Pool is the memory of waves and work-groups that launches on a device leave for later ones, so
// that a launch does not pay for it again. Nothing that a launch has done can be seen in it:
// [Wave.renew] and Worker.newGroup make new ones of what is there. Launches at the same time may
// share it. The zero value is an empty one.
type Pool struct {
	mu      sync.Mutex
	shelves [maxWorkers]shelf
	waves   int       // on all shelves
	groups  int       // likewise
	bytes   int       // that they take
	idle    []*Worker // with empty lists
	crew    crew
}

// shelf is what the worker of a number has left. The next one of this number gets it, as the host's core on
// which it runs mostly has it in its caches; others take of it where they find nothing else.
type shelf struct {
	waves  []*Wave
	groups []*Group
}

// maxIdle bounds the memory that a pool keeps while nothing runs, in bytes: it is room for the waves that
// the largest chips can have at a time.
const maxIdle = 256 << 20

// maxWorkers is how many workers a pool keeps.
const maxWorkers = 64

// takeAtOnce is how many waves a worker takes from the pool at a time.
const takeAtOnce = 16

// Idler is what a tenant's notes of a wave or of a work-group may be. Idle is called when nobody
// uses them: it drops what need not be kept, and returns about how many bytes it keeps.
type Idler interface{ Idle() (bytes int) }

// idleNotes lets notes know that nobody uses them. It returns those that stay, and what they take.
func idleNotes(notes any) (any, int) {
	if n, ok := notes.(Idler); ok {
		return notes, n.Idle()
	}
	return nil, 0
}

// release makes an idle work-group hold nothing of its launch. It works out how much memory it takes
// without its waves.
func (g *Group) release() {
	const cache = 27 << 10
	clear(g.Waves[:cap(g.Waves)])
	shop := 0
	if g.LDS != nil {
		shop = g.LDS.Cap()
		clear(g.buffers[:])
		g.notesFrom, g.notesKept = 0, 0
		if g.windows != nil {
			clear(g.windows[:])
			shop += int(unsafe.Sizeof(*g.windows))
		}
		if g.notesRoom != nil {
			shop += int(unsafe.Sizeof(Notes{}))
		}
	}
	notes, n := idleNotes(g.notes)
	*g = Group{Waves: g.Waves[:0], LDS: g.LDS, own: g.own, groupRoom: g.groupRoom, notes: notes, idle: n + shop}
	if g.own != nil {
		g.own.Forget()
		g.idle += cache
	}
}

// release makes an idle wave hold nothing of what it has executed: programs and memory that nobody
// uses any more. It works out how much memory the wave takes.
func (w *Wave) release() {
	const self, token = 88<<10 + rowsPad, 5 << 10
	w.idle = self
	w.prog, w.group, w.policy, w.trace, w.before = nil, nil, nil, nil, nil
	w.counts, w.hosted, w.ran = nil, nil, nil
	w.loop, w.events, w.direct, w.observer, w.order, w.returned, w.Fault = nil, nil, nil, nil, nil, nil, nil
	w.window.base, w.windows, w.noted = nil, nil, nil
	w.reach.Forget()
	for i := range w.packs {
		w.packs[i].rec = nil
	}
	for _, t := range w.tokens {
		if t != nil {
			t.forget()
			w.idle += token
		}
	}
	n := 0
	w.notes, n = idleNotes(w.notes)
	w.idle += n
}

// put takes over idle waves and work-groups of the worker of a number, as far as there is room.
func (p *Pool) put(at int, waves []*Wave, groups []*Group) {
	for _, w := range waves {
		w.release()
	}
	for _, g := range groups {
		g.release()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s := &p.shelves[at%maxWorkers]
	for _, w := range waves {
		if p.bytes+w.idle <= maxIdle {
			s.waves = append(s.waves, w)
			p.waves++
			p.bytes += w.idle
		}
	}
	for _, g := range groups {
		if p.bytes+g.idle <= maxIdle {
			s.groups = append(s.groups, g)
			p.groups++
			p.bytes += g.idle
		}
	}
}

// take moves up to n idle waves and work-groups each behind the lists: those of the worker of a number, or else
// of another one.
func (p *Pool) take(at int, waves []*Wave, groups []*Group, n int) ([]*Wave, []*Group) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k, l := len(waves), len(groups)
	for i := 0; k == len(waves) && p.waves > 0 || l == len(groups) && p.groups > 0; i++ {
		s := &p.shelves[(at+i)%maxWorkers]
		if k == len(waves) {
			for _, w := range s.waves[max(0, len(s.waves)-n):] {
				p.bytes -= w.idle
				p.waves--
			}
			waves, s.waves = moveLast(waves, s.waves, n)
		}
		if l == len(groups) {
			for _, g := range s.groups[max(0, len(s.groups)-n):] {
				p.bytes -= g.idle
				p.groups--
			}
			groups, s.groups = moveLast(groups, s.groups, n)
		}
	}
	return waves, groups
}

// moveLast moves up to the last n of a shelf behind a list.
func moveLast[T any](list, shelf []*T, n int) (longer, rest []*T) {
	from := max(0, len(shelf)-n)
	list = append(list, shelf[from:]...)
	clear(shelf[from:])
	return list, shelf[:from]
}

// spareWave is a wave that nobody uses, nil where there is none.
func (k *Worker) spareWave() *Wave {
	if len(k.waves) == 0 {
		k.waves, k.groups = k.r.Pool.take(k.at, k.waves, k.groups, takeAtOnce)
	}
	n := len(k.waves) - 1
	if n < 0 {
		return nil
	}
	w := k.waves[n]
	k.waves = k.waves[:n]
	return w
}

// spareGroup is a work-group that nobody uses.
func (k *Worker) spareGroup() *Group {
	if len(k.groups) == 0 {
		k.waves, k.groups = k.r.Pool.take(k.at, k.waves, k.groups, takeAtOnce)
	}
	n := len(k.groups) - 1
	if n < 0 {
		return new(Group)
	}
	g := k.groups[n]
	k.groups = k.groups[:n]
	return g
}

// recycle keeps the memory of a work-group that has ended for another one. A work-group that hooks
// have seen stays as it is.
func (k *Worker) recycle(g *Group) {
	if k.r.Lasting {
		return
	}
	if !g.broken {
		k.waves = append(k.waves, g.Waves...)
		if !k.r.watched() {
			g.Waves = g.Waves[:0]
			k.groups = append(k.groups, g)
			return
		}
	}
	g.Waves = nil
}

// watched reports whether hooks see waves or work-groups: they may change registers past all
// notice, or keep a wave.
func (r *Dispatch) watched() bool {
	h := r.Opts.Hooks
	return h != nil && (h.WaveStart != nil || h.byInst() || h.Returned != nil || h.GroupEnd != nil)
}

// NewWorker returns a worker of a launch.
func NewWorker(r *Dispatch) *Worker { return r.worker(0) }

// worker returns the worker of a number: those of a launch have numbers of their own, as far as that is of use.
func (r *Dispatch) worker(at int) *Worker {
	p := r.Pool
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.idle) - 1
	if n < 0 {
		return &Worker{r: r, at: at}
	}
	for i, k := range p.idle {
		if k.at == at {
			p.idle[i], p.idle[n] = p.idle[n], k
			break
		}
	}
	k := p.idle[n]
	p.idle = p.idle[:n]
	k.r, k.at = r, at
	return k
}

// Release leaves the worker and its spare memory to later launches, when it runs nothing more; not
// what hooks have seen.
func (k *Worker) Release() {
	if k.r.Lasting {
		return
	}
	for _, g := range k.groups {
		if len(k.parted) == 0 {
			break
		}
		if g.LDS == nil {
			k.equip(g)
		}
	}
	if !k.r.watched() {
		k.r.Pool.put(k.at, k.waves, k.groups)
	}
	clear(k.waves[:cap(k.waves)])
	clear(k.groups[:cap(k.groups)])
	clear(k.parted[:cap(k.parted)])
	p := k.r.Pool
	ids := k.ids
	for i := range ids {
		ids[i].known = 0
	}
	if k.token != nil {
		k.token.forget()
	}
	k.start.known = false
	*k = Worker{at: k.at, waves: k.waves[:0], groups: k.groups[:0], parted: k.parted[:0], ids: ids, start: k.start,
		token: k.token}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle) < maxWorkers {
		p.idle = append(p.idle, k)
	}
}
