package dyncheck

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/sim/internal/state"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Checker checks one launch.
type Checker struct {
	*engine.Dispatch
	prog  *program
	found findings
	races globalShadow

	owned   bool // see OwnMemory
	inOrder bool // it is, and work-groups run one after the other
	// exact says that work-groups make notes of what they access in memory, and that notes are made of
	// tracks: something may be a race, or somebody wants to know at once.
	exact  atomic.Bool
	asked  atomic.Bool // another launch is about to begin: see disown
	_      [128]byte   // what follows is written while work-groups ask for what is above
	mu     sync.Mutex
	over   atomic.Bool // nothing is left of the launch but what it has found
	ending sync.Mutex  // while it becomes so
	tracks []*track
	spare  *group // to make notes of tracks

	written written // where work-groups run at the same time and memory is owned
}

// New makes the checker of a launch that has not begun. It takes over what others have left in the
// pool.
func New(r *engine.Dispatch, pool *Pool) *Checker {
	c := &Checker{Dispatch: r, prog: programOf((*engine.ProgramCore)(r.Prog))}
	c.races.alone, c.races.pool = r.Total == 1, pool
	if h := r.Opts.Hooks; h != nil {
		c.found.tell = h.Found
	}
	if c.found.tell != nil || maxTrack < 0 {
		c.suspect()
	}
	r.Tenant = c
	return c
}

// OwnMemory lets what is stored stay in memory. Nothing but the program may change memory while the launch
// runs, or until disown has been called, and there may be no clock.
func (c *Checker) OwnMemory() { c.owned, c.inOrder = true, c.Workers() == 1 }

// Findings are what was found, sorted, when the launch has ended. They can be asked for once.
func (c *Checker) Findings() []waitcnt.Finding {
	c.ending.Lock()
	defer c.ending.Unlock()
	c.found.tell = nil
	c.settle()
	c.races.report(c)
	if !c.Lasting {
		c.races.release()
		for _, t := range c.tracks {
			t.release()
		}
		c.tracks, c.spare = nil, nil
		c.written.release()
		c.over.Store(true)
	}
	return c.found.list()
}

// program is what the checker knows of a program, whatever launch runs it.
type program struct {
	*engine.ProgramCore
	mu        sync.Mutex
	usages    []atomic.Pointer[usage] // of the instructions, by dword, made when they are first executed
	usageRoom []usage                 // memory for more of them and their uses, under mu
	useRoom   []isa.Use
	blocks    []atomic.Pointer[block] // what is asked of several together, by the first
	blockRoom []block
	usage     usage // while blocks are made
	uses      [isa.MaxUses]isa.Use
	hazards   hazards
	polls     []atomic.Uint32         // what reads of LDS are for, by record: see polling
	epochs    []atomic.Pointer[epoch] // what waves may do behind it, by record
	meets     []atomic.Uint32         // by record: 1 where it has read in pages that its launch has written
	met       atomic.Uint32           // how often one of these was set
	paths     []atomic.Pointer[path]
	lastPath  uint32
}

// What is known of programs is worked out once; what is in pools belongs to launches that go back
// nowhere.
var (
	_ = state.Fixed[program]()
	_ = state.Fixed[path]()
	_ = state.Fixed[ldsWait]()
	_ = state.Fixed[block]()
	_ = state.Fixed[usage]()
	_ = state.Fixed[epoch]()
	_ = state.Fixed[Pool]()
)

// programOf is what is known of a program.
func programOf(p *engine.ProgramCore) *program {
	return p.Notes(func() any {
		n := len(p.Recs())
		return &program{ProgramCore: p, usages: make([]atomic.Pointer[usage], n),
			blocks: make([]atomic.Pointer[block], n), polls: make([]atomic.Uint32, n),
			epochs: make([]atomic.Pointer[epoch], n), meets: make([]atomic.Uint32, n), paths: make([]atomic.Pointer[path], n)}
	}).(*program)
}

// group is a work-group with what is known of its memory.
type group struct {
	*engine.GroupCore
	disp   *Checker
	waves  []*wave
	lds    *ldsShadow
	global *globalAccess // nil where nothing else can race with it
	access *globalAccess // memory for it

	// The track that work-groups in this memory had last, of what launch. It may have another one now.
	last   *track
	lastOf *Checker
}

// wave is a wave with what is known of it. It is what the engine tells its events.
type wave struct {
	*engine.WaveCore
	group *group
	prog  *program
	check *waveCheck
	memc  *memCheck
	tok   [waitcnt.MaxOps]tokenNotes
}

// maxIdlePrivate is the most private memory, in dwords, whose undefined bits an idle wave keeps room
// for.
const maxIdlePrivate = 8 << 10

// Idle is called when nobody uses the wave: it drops what it knows of a program. It returns about
// how many bytes it keeps.
func (w *wave) Idle() (bytes int) {
	w.group, w.prog = nil, nil
	c := w.check
	c.prog = nil
	if cap(c.private) > maxIdlePrivate {
		c.private, c.dirty = nil, nil
	}
	bytes = 16<<10 + 4*cap(c.private)
	if c.trial != nil { // something was undefined
		for _, row := range c.shadow {
			if row != nil {
				bytes += 4 * isa.Lanes
			}
		}
	}
	w.memc.store, w.memc.direct.r, w.memc.on = nil, engine.Rec{}, following{}
	for _, op := range w.memc.ops {
		if op != nil {
			op.r = nil
			bytes += 1 << 10
		}
	}
	return bytes
}

// tokenNotes is what is known of an outstanding operation.
type tokenNotes struct {
	op     uint32      // its number for the checks of LDS, 0 where it has none
	spell  uint32      // of the work-group in which it was issued
	undef  uint64      // lanes in which the results have undefined bits: those in shadow
	shadow *[4]isa.Row // nil where there never were any
}

// Begin takes over the waves of a work-group.
func (c *Checker) Begin(g *engine.GroupCore) {
	own, _ := g.Notes().(*group)
	if own == nil {
		own = &group{lds: new(ldsShadow)}
		g.SetNotes(own)
	}
	own.GroupCore, own.disp, own.waves = g, c, own.waves[:0]
	for _, v := range g.Waves {
		v := (*engine.WaveCore)(v)
		w, _ := v.Notes().(*wave)
		if w == nil {
			w = &wave{WaveCore: v, memc: new(memCheck)}
			v.SetNotes(w)
		}
		if w.group != own || w.prog != c.prog { // the collector wants to know of each
			w.group, w.prog = own, c.prog
		}
		if check := newCheck(w.check, c.prog); check != w.check {
			w.check = check
		}
		w.memc.begin()
		v.Observe(w)
		v.ObserveDirect(w)
		v.Loop(w)
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
	if t := c.track(own); t != nil {
		own.global.track = t
		t.begin(own)
	}
}

// Barrier lets the checks of memory know that the waves meet.
func (c *Checker) Barrier(g *engine.GroupCore) {
	own := g.Notes().(*group)
	if own.global != nil {
		own.global.barrier(own)
	}
	own.lds.barrier(own)
}

// End compares what a work-group has done with what others have.
func (c *Checker) End(g *engine.GroupCore) {
	own := g.Notes().(*group)
	if g := own.global; g != nil {
		g.endSpell(own)
		if g.track != nil {
			g.track.end(g)
		} else {
			c.races.add(own)
		}
		g.reset()
		own.global = nil
	}
}

// maxIdleNotes is the most notes whose memory an idle work-group keeps.
const maxIdleNotes = 256

// Idle is called when nobody uses the work-group: it drops what it knows of a launch. It returns
// about how many bytes it keeps.
func (g *group) Idle() (bytes int) {
	g.GroupCore, g.disp, g.global, g.lastOf = nil, nil, nil, nil
	clear(g.waves[:cap(g.waves)])
	clear(g.lds.later[:cap(g.lds.later)])
	clear(g.lds.places[:])
	bytes = int(unsafe.Sizeof(ldsCell{}))*len(g.lds.cells) + 4*len(g.lds.own) + 4*len(g.lds.read) +
		int(unsafe.Sizeof(mem.ShortRow{}))*cap(g.lds.rows) + int(unsafe.Sizeof(ordered{}))*cap(g.lds.later) +
		g.lds.script.idle()
	if a := g.access; a != nil {
		a.group, a.track = nil, nil
		clear(a.found[:])
		clear(a.written[:])
		if len(a.spare) > maxIdleNotes {
			*a = globalAccess{spells: spells{number: a.number}}
		}
		bytes += (touchBytes+shadowBytes)*(len(a.spare)+len(a.room)) + shadowBytes*len(a.blocks)
		bytes += 8 * (cap(a.table) + cap(a.pages))
	}
	return bytes
}

// The events of a wave.

func (w *wave) Issue(t *engine.Token, ev waitcnt.Event) {
	w.check.issue(w, t, ev, w.checkIssue(t))
}

func (w *wave) Wait(r *engine.Rec) { w.check.wait(r) }

func (w *wave) Drained() { w.check.drained() }

func (w *wave) Access(t *engine.Token, a *mem.Access, e engine.Effect) {
	if w.group.global == nil {
		return
	}
	kind := [...]accessKind{engine.Reads: plainRead, engine.Writes: plainWrite, engine.Atomic: atomicAccess}[e]
	if kind == plainRead && t.Rec.X.Inst.Mod.GLC {
		kind = coherentRead
	}
	w.note(t, a, kind)
}

func (w *wave) AccessScalar(t *engine.Token, e engine.Effect) {
	switch e {
	case engine.Reads:
		w.checkScalarLoad(t)
	case engine.Writes:
		w.noteScalarWrite(t, plainWrite)
	default:
		w.noteScalarWrite(t, atomicAccess)
	}
}

func (w *wave) Serviced(t *engine.Token) { w.group.lds.served(w, t) }

func (w *wave) Delivered(t *engine.Token) {
	if f := t.Rec.X.Inst.Form.Fmt; f == isa.SMRD || f == isa.SMEM {
		if t.Rec.X.Mem.Kind == isa.MemLoad {
			w.check.loaded(t.Rec.D, int(t.Rec.X.Mem.Size)/4)
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

func (w *wave) OutOfRange(t *engine.Token, res mem.Resource, q *mem.BufferQuery, out uint64) {
	w.checkBuffer(t, res, q, out)
}

func (w *wave) ReadDirect(x *engine.Bound, at, n int) { w.checkDirect(x, at, n) }

// Message reports a message that the generation does not have. It is sent all the same.
func (w *wave) Message(r *engine.Rec) {
	if isa.HasMessage(w.prog.Gen, uint32(r.X.Imm)) {
		return
	}
	f := newFinding[waitcnt.RuleMessage]
	if w.repeats(&f, r, 0, "") {
		return
	}
	f.Message = waitcnt.UnknownMessage(w.prog.Gen, uint32(r.X.Imm))
	w.report(r, f)
}

func (w *wave) Arrive(r *engine.Rec) { w.checkBarrier(r) }

func (w *wave) End(r *engine.Rec) { w.checkEnd(r) }
