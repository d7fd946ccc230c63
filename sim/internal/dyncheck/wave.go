package dyncheck

import (
	"fmt"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// touched is what registers an instruction, or several, touch.
type touched struct {
	flags usageFlags
	// Of several instructions the number of the one, from 1, that writes SCC first, if none before it
	// reads it; 0: there is none, or flags has what they do with SCC.
	scc  uint16
	read [2]uint64  // scalar registers 0-127 whose value matters and that nobody but the program sets
	used isa.RegSet // registers read or written
}

// usage is what the checker asks of an instruction: which registers it reads and writes, as masks.
type usage struct {
	vread [8]uint8 // vector registers read
	nread uint8
	touched
	// what an operation that has begun needs: registers written or read late, and EXEC that is read
	// late
	begun isa.RegSet
	ev    waitcnt.Event
	lds   ldsShape
	uses  []isa.Use
}

type usageFlags uint32

const (
	usageAlways       usageFlags = 1 << iota // registers depend on M0 or a resource, or the masks do not hold them all
	usageReadsSCC                            // reads SCC
	usageWritesSCC                           // writes SCC
	usageAllLanes                            // reads inactive lanes
	usageVector                              // a vector, memory or export instruction: MODE.VSKIP skips it
	usageLane                                // moves a value from or to one lane
	usageBranch                              // writes the program counter
	usageCompare                             // writes SCC or nothing but masks: the result may be one bit
	usageWrites                              // writes registers
	usageMemory                              // a memory instruction
	usageVectorMemory                        // one of vectorMemory
	usageMoveLane                            // as usageLane, or reads the first active lane
	usageLate                                // registers are read after issue

	usageSCC   = usageReadsSCC | usageWritesSCC
	usageAlone = usageAlways | usageAllLanes | usageMoveLane // stands in no block with others
)

// usageOf is the usage of the instruction at a record.
func (p *program) usageOf(r *engine.Rec) *usage {
	if t := p.usages[r.Slot].Load(); t != nil {
		return t
	}
	x := p.ColdRec(r).X
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.keepUsage(r.Slot, x)
}

// keepUsage is the usage of the instruction at a dword; p.mu is held.
func (p *program) keepUsage(slot uint32, x *engine.Bound) *usage {
	if t := p.usages[slot].Load(); t != nil {
		return t
	}
	if len(p.usageRoom) == 0 {
		p.usageRoom = make([]usage, usagesAtOnce)
	}
	t := &p.usageRoom[0]
	p.usageRoom = p.usageRoom[1:]
	if x != nil {
		if cap(p.useRoom)-len(p.useRoom) < isa.MaxUses {
			p.useRoom = make([]isa.Use, 0, usagesAtOnce*4)
		}
		n := len(p.useRoom)
		t.fill(x, p.useRoom[n:])
		p.useRoom = p.useRoom[:n+len(t.uses)]
		t.uses = slices.Clip(t.uses)
		if x.Err == nil && x.Inst.Form != nil {
			t.lds = p.shapeOf(x)
		}
	}
	p.usages[slot].Store(t)
	return t
}

// usagesAtOnce is for how many instructions memory is taken at a time.
const usagesAtOnce = 32

// fill works out the usage of an instruction; its uses are appended to buf.
func (t *usage) fill(x *engine.Bound, buf []isa.Use) {
	if x.Inst.Form == nil || x.Err != nil {
		return
	}
	t.uses, t.ev = x.Inst.Uses(buf), x.Event
	f := x.Inst.Form
	if isVector(f) {
		t.flags |= usageVector
	}
	switch f.Desc.Do {
	case isa.CtlReadLane:
		t.flags |= usageAllLanes | usageLane | usageMoveLane
	case isa.CtlReadFirstLane:
		t.flags |= usageAllLanes | usageMoveLane
	case isa.CtlWriteLane:
		t.flags |= usageLane | usageMoveLane
	}
	if _, ok := f.Desc.Do.(isa.Memory); ok {
		t.flags |= usageMemory
		if vectorMemory(f.Fmt) {
			t.flags |= usageVectorMemory
		}
		if f.Fmt == isa.MIMG {
			t.flags |= usageAlways // how many address registers there are, its resource says
		}
	}
	if f.Desc.Writes("pc") {
		t.flags |= usageBranch
	}
	if x.ND == 0 || f.Desc.Writes("scc") {
		t.flags |= usageCompare
	}
	for i := range t.uses {
		u := &t.uses[i]
		if u.Write {
			t.flags |= usageWrites
		}
		switch {
		case u.Part == isa.PartExec:
			continue
		case u.Indexed:
			t.flags |= usageAlways
			continue
		case u.Code == isa.CodeSCC:
			if u.Read {
				t.flags |= usageReadsSCC
			}
			if u.Write {
				t.flags |= usageWritesSCC
			}
			continue
		case u.Code >= 128 && u.Code < isa.CodeVGPR:
			continue
		}
		late := x.Event.ReadsLate(u)
		if late {
			t.flags |= usageLate
		}
		for j := range uint16(u.Dwords) {
			c := u.Code + j
			if c >= isa.CodeVGPR {
				v := uint8(c - isa.CodeVGPR)
				t.used.V[v>>6] |= 1 << (v & 63)
				if u.Write || late {
					t.begun.V[v>>6] |= 1 << (v & 63)
				}
				switch {
				case !u.Read:
				case int(t.nread) == len(t.vread):
					t.flags |= usageAlways
				default:
					t.vread[t.nread] = v
					t.nread++
				}
				continue
			}
			if c >= 128 {
				break
			}
			t.used.S[c>>6] |= 1 << (c & 63)
			if u.Write {
				t.begun.S[c>>6] |= 1 << (c & 63)
			}
			if u.Read && defines(u, c) {
				t.read[c>>6] |= 1 << (c & 63)
			}
		}
	}
	if x.Event.LateData && x.Event.Class.LateExec() {
		t.begun.S[1] |= 3 << (isa.CodeExecLo & 63)
	}
}

// isVector reports whether MODE.VSKIP skips the instructions of a form: vector, memory and export
// instructions.
func isVector(f *isa.Form) bool { return f.Fmt >= isa.VOP2 && f.Fmt <= isa.EXP }

// defines reports whether the program has to define scalar register c for a reading use. It need
// not define EXEC and the registers of the trap handler, which hardware and the driver set. M0 as a
// limit and FLAT_SCRATCH matter to some accesses only: it need not define these either.
func defines(u *isa.Use, c uint16) bool {
	return u.Part != isa.PartM0 && c < isa.CodeExecLo && (c < isa.CodeVCCHi+1 || c == isa.CodeM0)
}

// waveCheck is what the checker of races and of uninitialised registers knows of a wave.
//
//	run loop ──masks of the block overlap?──► step: races, uninitialised registers ──► executor ──► what has become undefined
//	         ──► passed: manual wait states, VCCZ (hazard.go)
//	commit   ──► issue: the operation goes on the board           s_waitcnt ──► wait: what is proved leaves it
//
// Which operations the policy has returned proves nothing: only the waits that were executed do.
type waveCheck struct {
	checkFront
	prog *program
	checkState
	checkRoom
}

// checkFront is what most waves change of what is known of them, those that host code executes. A new wave's is zero,
// but for what [newCheck] sets. It is in one line of the host's caches with the length of the board's list.
type checkFront struct {
	hazard uint32 // number of the state of the manual wait states
	watch  usageFlags
	used   bool // checkState may not be that of a new wave
	isHot  bool // hot is not empty
	// forgotten counts operations that may still be in the masks although the board has forgotten
	// them.
	forgotten uint8
	scc       bool // SCC is undefined
	store     bool // the vector memory operation being issued stores undefined bits
	spills    bool // dirty has been cleared for this wave: something has been stored
}

// checkState is the rest. A new wave's is zero, but for what [newCheck] sets.
type checkState struct {
	board waitcnt.Board
	steps uint64              // instructions that may have been at fault
	done  []register          // registers of operations that have been reported: one defect is one finding
	hot   isa.RegSet          // registers that matter: of outstanding operations, and partly undefined ones
	pend  isa.RegSet          // those of outstanding operations
	loadV [4]uint64           // vector registers that outstanding operations write
	kept  int                 // length of the board up to which it need not forget
	own   waitcnt.HazardState // that of hazard, where it has no number

	undef
}

// checkRoom is memory that stays when another wave is checked. What is left in it says nothing.
type checkRoom struct {
	buf     [isa.MaxUses]isa.Use // uses with indexes resolved
	shadow  [256]*isa.Row        // undefined bits of the lanes of vector registers in lanes
	private []uint32             // undefined bits of the dwords of the wave's private memory
	dirty   []uint64             // which of them have any, one bit each; of the others private holds what is out of date
	trial   *trial
	undefRows
}

// register is one register of an outstanding operation.
type register struct {
	id   uint32
	code uint16
}

// whenUnused is told of a state that is not cleared, where a test wants to know whether it need not be.
var whenUnused func(c *waveCheck)

// newCheck makes a wave's checker, reusing memory of an old one.
func newCheck(old *waveCheck, p *program) *waveCheck {
	c := old
	if c == nil {
		c = new(waveCheck)
	}
	if c.used || c.prog != p {
		list, done := c.board.List[:0], c.done[:0]
		c.empty(&c.bad)
		c.prog, c.checkState = p, checkState{}
		c.board.Gen, c.board.List, c.done = p.Gen, list, done
	} else if whenUnused != nil {
		whenUnused(c)
	}
	c.checkFront = checkFront{scc: true}
	c.watching()
	return c
}

// definedSCC notes that SCC has been written.
func (c *waveCheck) definedSCC() {
	c.scc = false
	c.watching()
}

// join adds the flags of instruction n, from 1.
func (t *touched) join(u *usage, n int) {
	f := u.flags
	switch {
	case t.flags&usageSCC != 0:
	case t.scc != 0:
		f &^= usageSCC
	case f&usageSCC == usageWritesSCC:
		f &^= usageSCC
		t.scc = uint16(n)
	}
	t.flags |= f
}

// watching sets which instructions need the slow path although no register in the masks is touched.
func (c *waveCheck) watching() {
	c.watch = usageAlways
	if c.scc {
		c.watch |= usageSCC
	}
}

// step checks and executes an instruction that may be at fault.
func (c *waveCheck) step(w *wave, r *engine.Rec, t *usage) {
	if len(t.uses) == 0 || t.flags&usageVector != 0 && w.Mode&engine.ModeVSkip != 0 {
		w.Perform(r)
		return
	}
	b := w.prog.ColdRec(r)
	uses, ok := c.resolve(w, b, t)
	if !ok {
		w.Perform(r)
		return
	}
	if len(c.board.List) > 0 {
		c.races(w, b, uses)
	}
	c.execute(w, r, b, t, uses)
}

// resolve returns the uses of an instruction with the indexes of relative addressing added: M0, or
// M0 and MODE.gpr_idx_en. An image instruction has all registers of addresses. It reports false
// where the instruction does nothing because a register does not exist.
func (c *waveCheck) resolve(w *wave, r *engine.Rec, t *usage) (uses []isa.Use, ok bool) {
	switch {
	case w.Mode&engine.ModeGPRIdx != 0 && r.X.Inst.Form.Fmt >= isa.VOP2 && r.X.Inst.Form.Fmt <= isa.VINTRP:
		in := r.X.Inst
		for i := range in.Ops[:in.NOps] {
			o := &in.Ops[i]
			bit, has := in.Form.IndexBit(o.Role)
			if o.Kind != isa.KindReg || !has {
				continue
			}
			var fits bool
			if o.Code, fits = w.IndexedReg(o.Code, uint(bit), o.Dwords); !fits && bit == 3 {
				return nil, false
			}
		}
		return in.Uses(c.buf[:0]), true
	case t.flags&usageAlways == 0:
		return t.uses, true
	}
	image := r.X.Inst.Form.Fmt == isa.MIMG
	uses = append(c.buf[:0], t.uses...)
	for i := range uses {
		u := &uses[i]
		if image && u.Part == isa.PartAddress {
			u.Dwords = uint8(min(w.ImageAddresses(r.X), isa.CodeVGPR+256-int(u.Code)))
		}
		if !u.Indexed {
			continue
		}
		code := uint32(u.Code) + w.M0()
		switch {
		case u.Code >= isa.CodeVGPR && (code < isa.CodeVGPR || code >= engine.SrcConst):
			if u.Write {
				return nil, false
			}
			code = isa.CodeVGPR
		case u.Code < isa.CodeVGPR:
			reg, fits := w.RelativeReg(u.Code, u.Dwords)
			if !fits && u.Write {
				return nil, false
			}
			code = uint32(reg)
		}
		u.Code = uint16(code)
	}
	return uses, true
}

// lanesOf are the lanes in which a use accesses its registers; all of them for scalar registers.
func lanesOf(w *wave, r *engine.Rec, u *isa.Use) uint64 {
	switch exec := w.Exec(); {
	case u.Code < isa.CodeVGPR:
		return engine.AllLanes
	case u.Lanes == isa.LanesNamed:
		return 1 << (w.Scalar(r.X, 1, r.B) & 63)
	case u.Lanes != isa.LanesFirst:
		return exec
	case exec != 0:
		return exec & -exec
	}
	return 1
}

// inOrder reports whether an instruction's own access to memory comes after that of an outstanding
// operation, because both return in order.
func inOrder(w *wave, r *engine.Rec, p *waitcnt.Pending) bool {
	class := r.X.Event.Class
	if class == waitcnt.Flat {
		// FLAT is in order with vector memory where no lane goes to LDS.
		class = waitcnt.VMem
		if o := r.X.Operand('v'); r.X.Inst.Form.Fmt == isa.FLAT && o.Kind == isa.KindReg {
			hi := w.Row(o, 1)
			for l, exec := 0, w.Exec(); exec != 0; l, exec = l+1, exec>>1 {
				if exec&1 != 0 && hi[l] == uint32(w.group.disp.SharedBase>>32) {
					return false
				}
			}
		}
	}
	return class == p.Class && class.Ordered()
}

// races reports accesses to registers of operations that the waits do not prove complete.
func (c *waveCheck) races(w *wave, r *engine.Rec, uses []isa.Use) {
	for _, write := range [...]bool{false, true} {
		for i := range uses {
			u := &uses[i]
			if u.Part == isa.PartExec || write && !u.Write || !write && !u.Read {
				continue
			}
			for k := range c.board.List {
				c.race(w, r, u, &c.board.List[k], write)
			}
		}
	}
}

// race compares one access with one outstanding operation.
func (c *waveCheck) race(w *wave, r *engine.Rec, u *isa.Use, p *waitcnt.Pending, write bool) {
	t := c.prog.usages[p.ID].Load()
	if write && p.ConflictExec(&t.ev, u) {
		c.found(w, r, p, waitcnt.RuleExecWAR, isa.CodeExecLo, 2, 0, write)
	}
	ordered := write && inOrder(w, r, p)
	for i := range t.uses {
		rule, first, n := p.Conflict(&t.ev, &t.uses[i], u, write, ordered)
		for n > 0 && c.isDone(p.ID, first) {
			first, n = first+1, n-1
		}
		for n > 0 && c.isDone(p.ID, first+uint16(n)-1) {
			n--
		}
		if n == 0 {
			continue
		}
		if lanes := lanesOf(w, r, u) & p.Lanes; lanes != 0 {
			c.found(w, r, p, rule, first, n, lanes, write)
		}
	}
}

func (c *waveCheck) isDone(id uint32, code uint16) bool {
	for _, d := range c.done {
		if d.id == id && d.code == code {
			return true
		}
	}
	return false
}

// found reports a race for n registers from code on.
func (c *waveCheck) found(w *wave, r *engine.Rec, p *waitcnt.Pending, rule string, code uint16, n int, lanes uint64,
	write bool) {
	if rule == waitcnt.RuleExecWAR && c.isDone(p.ID, code) {
		return
	}
	for j := range uint16(n) {
		c.done = append(c.done, register{p.ID, code + j})
	}
	exp := rule == waitcnt.RuleWAR || rule == waitcnt.RuleExecWAR
	rule = p.Judge(rule, exp)
	name, _ := isa.RegName(w.prog.Gen, code, n)
	producer := w.prog.Addr(p.ID) - w.prog.Bias
	f := newFinding[rule]
	if w.repeats(&f, r, producer, name) {
		return
	}
	f.Register, f.ProducerPC, f.Producer = name, waitcnt.At(producer), w.prog.InstAt(p.ID).String()
	if code >= isa.CodeVGPR {
		f.Lanes = lanesText(lanes)
	}
	c.board.Explain(&f, p, exp, w.linked)
	f.Access = "read"
	if write {
		f.Access = "write"
	}
	f.TellRace(&r.X.Inst, w.prog.InstAt(p.ID), exp)
	f.Fix = fmt.Sprintf("insert s_waitcnt %s before %v", f.Need, w.linked(r.Slot))
	w.report(r, f)
}

// linked is the link-time address of the instruction at a slot.
func (w *wave) linked(slot uint32) waitcnt.Addr { return waitcnt.Addr(w.prog.Addr(slot) - w.prog.Bias) }

// issue enters an operation, which accesses memory as op says.
func (c *waveCheck) issue(w *wave, t *engine.Token, ev waitcnt.Event, op *mop) {
	r := t.Rec
	c.used = true
	if len(c.board.List) == 0 {
		c.done = c.done[:0]
	}
	for i := 0; i < len(c.done); {
		if c.done[i].id == r.Slot {
			c.done = append(c.done[:i], c.done[i+1:]...)
			continue
		}
		i++
	}
	c.board.Op = op.id
	w.memc.next++
	lanes := t.Exec
	if ev.Class == waitcnt.SMem {
		lanes = engine.AllLanes
	}
	inMemory := ev.Class == waitcnt.VMem && r.X.Event.Class == waitcnt.Flat // VM counts the data, LGKM is taken too
	u := c.prog.usages[r.Slot].Load()
	before := len(c.board.List)
	e := &r.X.Entry
	if ev != r.X.Event && !inMemory {
		other := waitcnt.NewEntry(w.prog.Gen, ev)
		e = &other
	}
	switch {
	case !ev.Counts():
		c.stored(w, t)
		return
	case !matters(u, ev.Class) && !op.matters():
		if ev.Class == waitcnt.Flat {
			c.board.PassLDS()
		} else {
			c.board.Pass(e)
		}
		c.stored(w, t)
		return
	case ev.Class == waitcnt.Flat:
		c.board.IssueLDS(r.Slot, lanes)
	default:
		c.board.Enter(e, r.Slot, lanes, false)
	}
	c.entered(u, before, op.id)
	c.stored(w, t)
}

// entered follows an operation that has been entered on the board, which had before operations. What
// the board has forgotten may stay in the masks for a while: they choose what is looked at closely.
func (c *waveCheck) entered(u *usage, before int, id uint32) {
	n := len(c.board.List)
	c.used = true
	if n <= before {
		c.forgotten++
	}
	if n > keptOps && n > c.kept {
		c.forget(id)
	}
	if c.forgotten >= 4 {
		c.rebuild()
	} else if u.begun.Any() {
		c.pend.Join(&u.begun)
		c.hot.Join(&u.begun)
		c.isHot = true
		if u.flags&usageWrites != 0 {
			c.load(u)
		}
	}
}

// matters reports whether an operation of a class holds registers. All scalar memory is taken to:
// it has no order.
func matters(u *usage, c waitcnt.Class) bool {
	return u.flags&(usageWrites|usageLate) != 0 || c == waitcnt.SMem
}

// forget keeps the board short in loops that wait for nothing. It takes two kinds of older
// operations off: those that only access memory, and those without an order whose instruction has
// begun another one since, which stands for both.
func (c *waveCheck) forget(newest uint32) {
	list, out := c.board.List, 0
	for i := range list {
		p := &list[i]
		if newest-p.Op > keptOps/2 {
			if !matters(c.prog.usages[p.ID].Load(), p.Class) {
				continue
			}
			same := func(q waitcnt.Pending) bool { return q.ID == p.ID && q.Class == p.Class }
			if j := slices.IndexFunc(list[i+1:], same); j >= 0 && !p.Class.Ordered() {
				list[i+1+j].Lanes |= p.Lanes
				continue
			}
		}
		list[out] = *p
		out++
	}
	c.board.List = list[:out]
	c.kept = out + keptOps/2
}

// load notes which vector registers an operation writes; what it reads late of its data (atomics of
// GCN 1.0 only) is taken to be among them.
func (c *waveCheck) load(t *usage) {
	for i, m := range t.begun.V {
		c.loadV[i] |= m
	}
}

// pending adds the registers of an operation on the board to the masks.
func (c *waveCheck) pending(p *waitcnt.Pending) {
	t := c.prog.usages[p.ID].Load()
	data, reads := p.Data(), p.Holds(waitcnt.EXP)
	if data && t.flags&usageWrites != 0 {
		c.load(t)
	}
	if data && (reads || t.flags&usageLate == 0) {
		c.pend.Join(&t.begun)
		return
	}
	if reads && p.Class.LateExec() {
		c.pend.S[1] |= 3 << (isa.CodeExecLo & 63)
	}
	for i := range t.uses {
		if u := &t.uses[i]; data && u.Write || reads && t.ev.ReadsLate(u) {
			c.pend.AddUse(u)
		}
	}
}

// rebuild makes the masks anew.
func (c *waveCheck) rebuild() {
	c.pend, c.loadV, c.forgotten = isa.RegSet{}, [4]uint64{}, 0
	for i := range c.board.List {
		c.pending(&c.board.List[i])
	}
	c.heat()
}

// heat joins the masks of outstanding operations with those of undefined registers.
func (c *waveCheck) heat() {
	c.used = true
	c.hot = c.pend
	c.hot.Join(&c.bad)
	c.isHot = c.hot.Any()
}

// wait is an s_waitcnt.
func (c *waveCheck) wait(r *engine.Rec) {
	if c.board.WaitIn(&r.X.Wait, r.Slot) {
		c.rebuild()
	}
}

// drained is an instruction that waits for everything.
func (c *waveCheck) drained() {
	c.board.Reset()
	if c.isHot || c.forgotten > 0 { // else there is nothing in the masks
		c.rebuild()
	}
}
