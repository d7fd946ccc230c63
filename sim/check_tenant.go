package sim

import (
	"sync"
	"sync/atomic"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Checker checks one launch.
type Checker struct {
	*dispatch
	prog  *program
	found findings
	races *globalShadow

	mu     sync.Mutex
	groups []*group // what work-groups that have ended used
}

// NewChecker makes the checker of a launch that has not begun.
func NewChecker(r *dispatch) *Checker {
	c := &Checker{dispatch: r, prog: programOf(r.Prog)}
	c.races = &globalShadow{alone: r.total == 1, pages: map[uint64]*shadowPage{}, races: map[raceKey]*race{}}
	r.tenant = c
	return c
}

// Findings are what was found, sorted, when the launch has ended.
func (c *Checker) Findings() []waitcnt.Finding {
	c.races.report(c)
	return c.found.list()
}

// program is what the checker knows of a program, whatever launch runs it.
type program struct {
	*Program
	mu        sync.Mutex
	usages    []atomic.Pointer[usage] // of the instructions, by dword, made when they are first executed
	usageRoom []usage                 // memory for more of them and their uses, under mu
	useRoom   []isa.Use
	blocks    []atomic.Pointer[block] // what is asked of several together, by the first
	blockRoom []block
	usage     usage // while blocks are made
	uses      [isa.MaxUses]isa.Use
	hazards   hazards
	polls     []atomic.Uint32 // what reads of LDS are for, by record: see polling
}

// programOf is what is known of a program.
func programOf(p *Program) *program {
	return p.Notes(func() any {
		n := len(p.recs)
		return &program{Program: p, usages: make([]atomic.Pointer[usage], n), blocks: make([]atomic.Pointer[block], n), polls: make([]atomic.Uint32, n)}
	}).(*program)
}

// group is a work-group with what is known of its memory.
type group struct {
	*Group
	disp   *Checker
	waves  []*wave
	lds    *ldsShadow
	global *globalAccess // nil where nothing else can race with it
	access *globalAccess // memory for it
}

// wave is a wave with what is known of it. It is what the engine tells its events.
type wave struct {
	*Wave
	group *group
	prog  *program
	check *waveCheck
	memc  *memCheck
	tok   [waitcnt.MaxOps]tokenNotes
}

// tokenNotes is what is known of an outstanding operation.
type tokenNotes struct {
	op     uint32      // its number for the checks of LDS, 0 where it has none
	spell  uint32      // of the work-group in which it was issued
	undef  uint64      // lanes in which the results have undefined bits: those in shadow
	shadow *[4]isa.Row // nil where there never were any
}

// Begin takes over the waves of a work-group.
func (c *Checker) Begin(g *Group) {
	var own *group
	c.mu.Lock()
	if n := len(c.groups); n > 0 {
		own, c.groups = c.groups[n-1], c.groups[:n-1]
	}
	c.mu.Unlock()
	if own == nil {
		own = &group{disp: c, lds: new(ldsShadow)}
	}
	own.Group, own.waves = g, own.waves[:0]
	g.notes = own
	for _, v := range g.Waves {
		w, _ := v.notes.(*wave)
		if w == nil {
			w = &wave{Wave: v, prog: c.prog, memc: new(memCheck)}
			v.notes = w
		}
		w.group = own
		w.check = newCheck(w.check, c.prog)
		w.memc.begin(c.prog.Gen)
		v.events, v.loop = w, w.runChecked
		own.waves = append(own.waves, w)
	}
	own.lds.begin(own)
	if c.races.alone && len(g.Waves) < 2 {
		own.global = nil
		return
	}
	if own.access == nil {
		own.access = new(globalAccess)
	}
	own.global = own.access
	own.global.begin(own, c.races.alone)
}

// Barrier lets the checks of memory know that the waves meet.
func (c *Checker) Barrier(g *Group) {
	own := g.notes.(*group)
	if own.global != nil {
		own.global.barrier(own)
	}
	own.lds.barrier(own)
}

// End compares what a work-group has done with what others have.
func (c *Checker) End(g *Group) {
	own := g.notes.(*group)
	if own.global != nil {
		own.global.endSpell(own)
		c.races.add(own)
		own.global.reset()
		own.global = nil
	}
	g.notes = nil
	c.mu.Lock()
	c.groups = append(c.groups, own)
	c.mu.Unlock()
}

// The events of a wave.

func (w *wave) Issue(t *token, ev waitcnt.Event) {
	w.check.issue(w, t, ev)
	w.checkIssue(t)
}

func (w *wave) Wait(r *Rec) { w.memc.board.Wait(r.x.wait, r.slot) }

func (w *wave) Waited(r *Rec) { w.check.wait(r) }

func (w *wave) Drained() { w.check.drained() }

func (w *wave) Access(t *token, a *mem.Access, e Effect) {
	if w.group.global == nil {
		return
	}
	kind := [...]accessKind{Reads: plainRead, Writes: plainWrite, Atomic: atomicAccess}[e]
	if kind == plainRead && t.r.x.in.Mod.GLC {
		kind = coherentRead
	}
	w.note(t, a, kind)
}

func (w *wave) AccessScalar(t *token, e Effect) {
	switch e {
	case Reads:
		w.checkScalarLoad(t)
	case Writes:
		w.noteScalarWrite(t, plainWrite)
	default:
		w.noteScalarWrite(t, atomicAccess)
	}
}

func (w *wave) Serviced(t *token) { w.group.lds.served(w, t) }

func (w *wave) Delivered(t *token) {
	if f := t.r.x.in.Form.Fmt; f == isa.SMRD || f == isa.SMEM {
		if t.r.x.mem.Kind == isa.MemLoad {
			w.check.loaded(t.r.d, int(t.r.x.mem.Size)/4)
		}
		return
	}
	w.check.delivered(w, t)
}

func (w *wave) Invalidate() {
	if w.group.global != nil {
		w.group.global.acquire(w)
	}
}

func (w *wave) OutOfRange(t *token, res mem.Resource, q *mem.BufferQuery, out uint64) {
	w.checkBuffer(t, res, q, out)
}

func (w *wave) ReadDirect(x *bound, at, n int) { w.checkDirect(x, at, n) }

// Message reports a message that the generation does not have. It is sent all the same.
func (w *wave) Message(r *Rec) {
	if isa.HasMessage(w.prog.Gen, uint32(r.x.imm)) {
		return
	}
	f := newFinding[waitcnt.RuleMessage]
	if w.repeats(&f, r, 0, "") {
		return
	}
	f.Message = waitcnt.UnknownMessage(w.prog.Gen, uint32(r.x.imm))
	w.report(r, f)
}

func (w *wave) Arrive(r *Rec) { w.checkBarrier(r) }

func (w *wave) End(r *Rec) { w.checkEnd(r) }
