package hostcode

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// Tier is how instructions are executed.
type Tier uint8

// The tiers.
const (
	Auto   Tier = iota // the best one of the host
	Go                 // by their rows' functions
	AVX2               // host code of AVX2
	AVX512             // host code of AVX-512
)

// String is the tier's name in options.
func (t Tier) String() string { return [...]string{"auto", "go", "avx2", "avx512"}[t] }

// ParseTier is the tier of a name; "" is Auto.
func ParseTier(name string) (Tier, error) {
	if name == "" {
		return Auto, nil
	}
	for _, t := range [...]Tier{Auto, Go, AVX2, AVX512} {
		if t.String() == name {
			return t, nil
		}
	}
	return Auto, fmt.Errorf("host %q: want auto, go, avx2 or avx512", name)
}

// Choose is the tier that executes where one is asked for. The error says that the host does not
// have it.
func (t Tier) Choose() (Tier, error) {
	have := best()
	switch {
	case t == Auto:
		return have, nil
	case t <= have: // each host has those below its best
		return t, nil
	}
	return Go, fmt.Errorf("host code of %v: this host has %v", t, have)
}

// Runs executes a program with host code for the runs of instructions that are hot.
type Runs struct {
	prog    *engine.ProgramCore
	backend backend
	arena   *arena
	units   []atomic.Pointer[unit]  // by the dword at which they begin; none where there cannot be one
	paths   []atomic.Pointer[path]  // likewise
	batches []atomic.Pointer[batch] // lists of what has been executed at once from a dword on
	heat    []atomic.Uint32         // how often the instruction at a dword has been executed
	reached []atomic.Uint32         // how often control has arrived there where paths may be followed
	before  []bool                  // a path may begin behind the instruction at a dword
	mu      sync.Mutex
	over    bool // there is no room for more
	runs    int  // that have a number, for [engine.WaveCore.Ran]
}

// unit is a run that has host code.
type unit struct {
	code   uintptr
	n      int       // instructions
	ends   [2]uint32 // where the wave goes on: branch not taken, taken
	loop   bool      // ends[1] is where it begins
	fp     bool      // depends on MODE's rules of floating point
	mode   uint32    // these
	list   []inst
	recs   []*engine.Rec // of list
	number int           // of the run
	// The same run for other rules, with fewer instructions for budgets that end in it, and how often
	// there was no such one when it was wanted: one after the other with one budget.
	other, short  atomic.Pointer[unit]
	missed        atomic.Uint32
	missedBudgets atomic.Uint64 // the budget, and in the low half how often
}

// none is in place of a unit where the instruction has no host code.
var none = &unit{}

// hot is how often an instruction is executed by its executor before a unit is made that begins
// with it: code takes some 2 microseconds an instruction to make and saves some 30 nanoseconds each
// time.
const hot = 64

// modeFP are the bits of MODE that units depend on.
const modeFP = 0x8003ff

// New makes the host code of a program of a tier, which is made when it is needed. The error says
// why the host does not allow it.
func New(p *engine.ProgramCore, t Tier) (*Runs, error) {
	if err := Allowed(); err != nil {
		return nil, err
	}
	x := &Runs{prog: p, backend: backendOf(t)}
	x.units = make([]atomic.Pointer[unit], len(p.Recs()))
	x.paths = make([]atomic.Pointer[path], len(p.Recs()))
	x.batches = make([]atomic.Pointer[batch], len(p.Recs()))
	x.reached = make([]atomic.Uint32, len(p.Recs()))
	x.before = make([]bool, len(p.Recs()))
	for i := range x.before {
		r := &p.Recs()[i]
		_, direct := p.NewDirect(r)
		x.before[i] = !direct && !hasRecipe(r)
	}
	x.heat = make([]atomic.Uint32, len(p.Recs()))
	return x, nil
}

var errNoHost = errors.New("no host code on this host")

// Allowed reports why the host does not let a process make code, if so.
var Allowed = sync.OnceValue(func() error {
	if !Possible {
		return errNoHost
	}
	probe := new(Runs)
	a, err := newArena(probe)
	if err == nil {
		_, err = a.add([]byte{0xc3})
	}
	runtime.KeepAlive(probe)
	return err
})

// Run executes up to budget instructions and returns how many.
//
// Units begin where control arrives: by a jump, behind a unit, behind what no unit can have. What is
// executed in Go between such places, as a turn has ended within a unit, does not become hot by
// that: each instruction would begin a unit of its own.
func (x *Runs) Run(w *engine.WaveCore, budget int) int {
	recs := x.prog.Recs()
	n := 0
	arrived := true
	direct, begins := w.DirectAllowed() && !w.Observed(), true // begins: a path may
	for n < budget && w.Stop() == 0 {
		ip := w.IP()
		if direct && len(w.Counters.Ops()) == 0 {
			p := x.paths[ip].Load()
			if p == nil && begins && x.reached[ip].Add(1) == hot {
				p = x.newPath(ip, w.Mode)
			}
			if p != nil {
				p = x.choose(p, w)
			}
			if p != nil {
				if k := x.follow(p, w, budget-n, engine.How{}); k > 0 {
					n += k
					arrived, begins = true, true
					continue
				}
			}
		}
		u := x.units[ip].Load()
		if u == nil && arrived && x.warm(ip, w.Mode) {
			u = x.units[ip].Load()
		}
		if u != nil && u != none {
			if k := x.enter(u, w, budget-n); k > 0 {
				n += k
				arrived = true
				last := u.list[len(u.list)-1].recipe
				begins = last != nil && last.Jump != nil
				continue
			}
		}
		r := &recs[ip]
		n++
		w.Go(r)
		arrived = u == none || w.IP() != ip+uint32(r.Len) || !hasRecipe(r)
		begins = w.IP() != ip+uint32(r.Len) || x.before[ip]
	}
	return n
}

// hasRecipe reports whether there is a recipe for an instruction, in some form.
func hasRecipe(r *engine.Rec) bool {
	return r.X != nil && r.X.Inst.Form != nil && r.X.Inst.Form.Desc.Host != nil
}

// isWait reports whether an instruction is an s_waitcnt.
func isWait(r *engine.Rec) bool {
	return r.X != nil && r.X.Inst.Form != nil && r.X.Inst.Form.Desc.Do == isa.CtlWaitcnt
}

// newPath makes the path that begins at a dword, which is hot.
func (x *Runs) newPath(ip, mode uint32) *path {
	x.mu.Lock()
	defer x.mu.Unlock()
	p := x.path(ip, mode, nil, nil, nil)
	x.paths[ip].Store(p)
	return p
}

// number is that of a new run.
func (x *Runs) number() int {
	x.runs++
	return x.runs - 1
}

// Loop goes round the loop that begins at the wave's program counter and has n instructions.
func (x *Runs) Loop(w *engine.WaveCore, n, budget int) int {
	u := x.units[w.IP()].Load()
	if u == nil && x.warm(w.IP(), w.Mode) {
		u = x.units[w.IP()].Load()
	}
	if u == nil || !u.loop || u.n != n {
		return 0
	}
	return x.enter(u, w, budget)
}

// maxTimes bounds how long host code runs: the collector waits for it.
const maxTimes = 1 << 13 // instructions

// enter executes a unit, a loop as often as budget allows. It returns how many instructions that
// were: 0 where the unit does not fit.
func (x *Runs) enter(u *unit, w *engine.WaveCore, budget int) int {
	for u.fp && u.mode != w.Mode&modeFP {
		o := u.other.Load()
		if o == nil {
			if u.missed.Add(1) != manyMissed {
				return 0
			}
			if o = x.sibling(&u.other, w, maxInsts); o == nil {
				return 0
			}
		}
		u = o
	}
	if w.Mode&(engine.ModeGPRIdx|engine.ModeVSkip) != 0 {
		return 0
	}
	for u.n > budget {
		s := u.short.Load()
		if s == nil {
			// Checked blocks end at the same place each time, the turns of waves do not.
			m := u.missedBudgets.Load()
			if m>>32 != uint64(budget) {
				m = uint64(budget) << 32
			}
			u.missedBudgets.Store(m + 1)
			if budget < leastShort || uint32(m+1) < manyMissed {
				return 0
			}
			if s = x.sibling(&u.short, w, budget); s == nil {
				return 0
			}
		}
		u = s
	}
	times := 1
	if u.loop {
		times = min(budget, maxTimes) / u.n
		times = max(times, 1)
	}
	left, out := enter(u.code, unsafe.Pointer(w), unsafe.Pointer(w.V), times)
	runtime.KeepAlive(x)
	times -= left
	n := u.n * times
	end := u.ends[0]
	if out&0xff != 0 {
		end = u.ends[1]
	}
	w.Advance(n, end)
	w.Ran(u.number, u.recs, u.n, uint64(times))
	return n
}

// warm counts an execution of the instruction at a dword, and makes a unit where it is hot. It
// reports whether it has made one.
func (x *Runs) warm(ip uint32, mode uint32) bool {
	if h := x.heat[ip].Add(1); h != hot {
		return false
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.units[ip].Load() != nil {
		return false
	}
	u := x.make(ip, mode, maxInsts, false)
	x.units[ip].Store(u)
	return u != none
}

// manyMissed is how often a unit does not fit before there is another one.
const manyMissed = 16

// leastShort is the least number of instructions for which there is a shorter unit.
const leastShort = 4

// sibling makes a unit that begins where another one does, and fits where that does not; nil where
// there is none.
func (x *Runs) sibling(at *atomic.Pointer[unit], w *engine.WaveCore, limit int) *unit {
	x.mu.Lock()
	defer x.mu.Unlock()
	if u := x.make(w.IP(), w.Mode, limit, false); u != none {
		at.Store(u)
		return u
	}
	return nil
}

// make makes the unit that begins at a dword, of at most limit instructions; waits says that it may
// have waits, which do nothing.
func (x *Runs) make(ip, mode uint32, limit int, waits bool) *unit {
	fp := isa.NewFPMode(mode, x.prog.Features())
	for !x.over && limit > 0 {
		list, next := scan(x.prog, ip, limit, &fp, waits)
		vectors := 0
		for i := range list {
			if list[i].vector {
				vectors++
			}
		}
		if vectors == 0 && len(list) < 2 {
			break
		}
		u := &unit{n: len(list), ends: [2]uint32{next, next}, list: list, mode: mode & modeFP, number: x.number()}
		for i := range list {
			u.fp, u.recs = u.fp || list[i].byMode(), append(u.recs, list[i].r)
		}
		if last := &list[len(list)-1]; last.recipe != nil && last.recipe.Jump != nil {
			to := uint64(int64(next) + int64(last.r.X.Imm))
			if to >= uint64(len(x.prog.Recs())) {
				limit = len(list) - 1 // the executor's fault
				continue
			}
			u.ends[1] = uint32(to)
			u.loop = u.ends[1] == ip
		}
		code, err := compile(x.prog, list, u.loop, x.backend, fp)
		if err != nil {
			limit = len(list) / 2
			continue
		}
		if x.arena == nil {
			if x.arena, err = newArena(x); err != nil {
				x.over = true
				break
			}
		}
		if u.code, err = x.arena.add(code); err != nil || u.code == 0 {
			x.over = true
			break
		}
		return u
	}
	return none
}
