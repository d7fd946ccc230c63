package sim

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// usage is what the checked loop asks of an instruction before each execution: which registers it reads and writes, as masks.
type usage struct {
	read   [2]uint64 // scalar registers 0-127 whose value matters and that nobody but the program sets
	scalar [2]uint64 // scalar registers read or written
	vector [4]uint64 // vector registers read or written
	writeS [2]uint64 // scalar and vector registers written
	writeV [4]uint64
	late   [4]uint64 // vector registers read after issue
	vread  [8]uint8  // vector registers read
	nread  uint8
	flags  usageFlags
	uses   []isa.Use
}

type usageFlags uint16

const (
	usageAlways   usageFlags = 1 << iota // registers depend on M0, or the masks do not hold them all
	usageSCC                             // reads or writes SCC
	usageVCCZ                            // reads VCCZ
	usageVCC                             // writes all of VCC
	usageHalfVCC                         // writes one half of VCC
	usageAllLanes                        // reads inactive lanes
	usageVector                          // a vector, memory or export instruction: MODE.VSKIP skips it
	usageLane                            // moves a value from or to one lane
	usageBranch                          // writes the program counter
	usageCompare                         // writes SCC or nothing but masks: the result may be one bit
	usageWrites                          // writes registers
	usageMemory                          // a memory instruction
	usageMoveLane                        // as usageLane, or reads the first active lane
)

// allUsages returns the usages of the program's instructions by dword; nil for those that have not been executed.
func (p *Program) allUsages() []atomic.Pointer[usage] {
	p.usageOnce.Do(func() { p.usages = make([]atomic.Pointer[usage], len(p.recs)) })
	return p.usages
}

// usageOf is the usage of the instruction at a record.
func (p *Program) usageOf(r *Rec) *usage {
	x := p.coldRec(r).x
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := p.usages[r.slot].Load(); t != nil {
		return t
	}
	if len(p.usageRoom) == 0 {
		p.usageRoom = make([]usage, usagesAtOnce)
	}
	t := &p.usageRoom[0]
	p.usageRoom = p.usageRoom[1:]
	if x != nil && x.in.Form != nil && x.err == nil {
		if cap(p.useRoom)-len(p.useRoom) < isa.MaxUses {
			p.useRoom = make([]isa.Use, 0, usagesAtOnce*4)
		}
		n := len(p.useRoom)
		p.useRoom = x.in.Uses(p.useRoom)
		*t = newUsage(x, p.useRoom[n:len(p.useRoom):len(p.useRoom)])
	}
	p.usages[r.slot].Store(t)
	return t
}

// usagesAtOnce is for how many instructions memory is taken at a time.
const usagesAtOnce = 64

func newUsage(x *bound, uses []isa.Use) (t usage) {
	t.uses = uses
	if x.ev.LateData {
		for i := range uses {
			if u := &uses[i]; x.ev.ReadsLate(u) {
				for j := range uint16(u.Dwords) {
					v := uint8(u.Code + j - isa.CodeVGPR)
					t.late[v>>6] |= 1 << (v & 63)
				}
			}
		}
	}
	f := x.in.Form
	if f.Fmt >= isa.VOP2 && f.Fmt <= isa.EXP {
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
	}
	if f.Desc.Writes("pc") {
		t.flags |= usageBranch
		if f.Desc.Reads("vcc") {
			t.flags |= usageVCCZ
		}
	}
	if x.nd == 0 || f.Desc.Writes("scc") {
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
			t.flags |= usageSCC
			continue
		case u.Code == isa.CodeVCCZ:
			t.flags |= usageVCCZ
			continue
		case u.Code >= 128 && u.Code < isa.CodeVGPR:
			continue
		}
		lo, hi := vccOf(u)
		switch {
		case !u.Write:
		case lo && hi:
			t.flags |= usageVCC
		case lo || hi:
			t.flags |= usageHalfVCC
		}
		for j := range uint16(u.Dwords) {
			c := u.Code + j
			if c >= isa.CodeVGPR {
				v := uint8(c - isa.CodeVGPR)
				t.vector[v>>6] |= 1 << (v & 63)
				if u.Write {
					t.writeV[v>>6] |= 1 << (v & 63)
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
			t.scalar[c>>6] |= 1 << (c & 63)
			if u.Write {
				t.writeS[c>>6] |= 1 << (c & 63)
			}
			if u.Read && defines(u, c) {
				t.read[c>>6] |= 1 << (c & 63)
			}
		}
	}
	return t
}

// vccOf reports whether a use covers the halves of VCC.
func vccOf(u *isa.Use) (lo, hi bool) {
	has := func(c uint16) bool { return u.Code <= c && c < u.Code+uint16(u.Dwords) }
	return has(isa.CodeVCCLo), has(isa.CodeVCCHi)
}

// defines reports whether the program has to define scalar register c for a reading use: not EXEC and the registers of the trap handler, which hardware
// and the driver set, and not M0 as a limit and FLAT_SCRATCH, which matter to some accesses only.
func defines(u *isa.Use, c uint16) bool {
	return u.Part != isa.PartM0 && c < isa.CodeExecLo && (c < isa.CodeVCCHi+1 || c == isa.CodeM0)
}

// waveCheck is what the checker of races and of uninitialised registers knows of a wave.
//
//	run loop ──masks of the instruction overlap?──► before: races, VCCZ, uninitialised registers ──► executor ──► after: what has become undefined
//	commit   ──► issue: the operation goes on the board           s_waitcnt ──► wait: what is proved leaves it
//
// Which operations the policy has returned proves nothing: only the waits that were executed do.
type waveCheck struct {
	usages []atomic.Pointer[usage]
	board  waitcnt.Board
	done   []register // registers of operations that have been reported: one defect is one finding
	hot    bool       // some register is in the masks below
	hotS   [2]uint64  // scalar and vector registers that matter: of outstanding operations, and partly undefined ones
	hotV   [4]uint64
	pendS  [2]uint64 // those of outstanding operations
	pendV  [4]uint64
	loadV  [4]uint64 // vector registers that outstanding operations write
	// forgotten counts operations that may still be in the masks although the board has forgotten them.
	forgotten uint8
	watch     usageFlags
	waits     [waitcnt.NumCounters][64]uint32 // slot+1 of the youngest wait for each value

	vccz struct {
		stale, partial bool   // VCCZ may be wrong because of scalar memory, because half of VCC was written
		smem, half     uint32 // slots of the instructions
	}

	buf [isa.MaxUses]isa.Use // uses with indexes resolved

	undef
}

// register is one register of an outstanding operation.
type register struct {
	id   uint32
	code uint16
}

// newCheck makes a wave's checker, reusing memory of an old one.
func newCheck(old *waveCheck, p *Program) *waveCheck {
	c := old
	if c == nil {
		c = new(waveCheck)
	}
	*c = waveCheck{usages: p.allUsages(), board: waitcnt.Board{Gen: p.Gen, List: c.board.List[:0]}, done: c.done[:0], undef: c.undef.reset()}
	c.watching()
	return c
}

// watching sets which instructions need the slow path although no register in the masks is touched.
func (c *waveCheck) watching() {
	c.watch = usageAlways | usageHalfVCC
	if c.scc {
		c.watch |= usageSCC
	}
	if c.vccz.stale || c.vccz.partial {
		c.watch |= usageVCCZ | usageVCC
	}
}

// runChecked is [Wave.run] with the checker.
func (w *Wave) runChecked(budget int) int {
	recs := w.prog.recs
	c := w.check
	n := 0
	for n < budget && w.stop == 0 {
		r, t := &recs[w.ip], c.usages[w.ip].Load()
		if t == nil {
			t = w.prog.usageOf(r)
		}
		w.Insts++
		if w.before != nil {
			if w.before(w, r); w.stop != 0 {
				w.Insts--
				break
			}
		}
		w.ip += uint32(r.len)
		n++
		if w.counts != nil {
			w.counts[r.slot]++
		}
		exec := w.exec()
		if t.flags&usageAllLanes != 0 {
			exec = allLanes
		}
		bad := t.read[0]&^w.SWritten[0] | t.read[1]&^w.SWritten[1] | uint64(t.flags&c.watch)
		for _, v := range t.vread[:t.nread] {
			bad |= exec &^ w.VWritten[v]
		}
		if c.hot {
			bad |= t.scalar[0]&c.hotS[0] | t.scalar[1]&c.hotS[1] |
				t.vector[0]&c.hotV[0] | t.vector[1]&c.hotV[1] | t.vector[2]&c.hotV[2] | t.vector[3]&c.hotV[3]
		}
		if bad|uint64(w.Mode&modeGprIdx) == 0 || t.flags&usageLane != 0 && c.definedLane(w, r, t) {
			r.run(w, r)
		} else {
			c.step(w, r, t)
		}
		if w.trace != nil {
			w.trace(w, r)
		}
	}
	return n
}

// definedLane reports whether an instruction that moves one lane has nothing to do with what is outstanding or undefined, though other lanes of its vector
// register have: compilers keep scalar registers in single lanes.
func (c *waveCheck) definedLane(w *Wave, r *Rec, t *usage) bool {
	bad := t.read[0]&^w.SWritten[0] | t.read[1]&^w.SWritten[1] | uint64(t.flags&c.watch) | uint64(w.Mode&modeGprIdx) |
		t.scalar[0]&c.hotS[0] | t.scalar[1]&c.hotS[1] |
		t.vector[0]&c.pendV[0] | t.vector[1]&c.pendV[1] | t.vector[2]&c.pendV[2] | t.vector[3]&c.pendV[3]
	if bad != 0 || r.x == nil || t.flags&usageVector == 0 || w.Mode&modeVSkip != 0 {
		return false
	}
	lane := uint64(1) << (w.scalar(r.x, 1, r.b) & 63)
	if t.flags&usageAllLanes == 0 { // v_writelane_b32: an undefined lane becomes defined
		return c.lanes[uint8(r.d-isa.CodeVGPR)]&lane == 0
	}
	v := uint8(r.a - isa.CodeVGPR)
	return r.a >= isa.CodeVGPR && r.a < srcConst && (w.VWritten[v]|c.okV[v])&^c.lanes[v]&lane != 0
}

// step checks and executes an instruction that may be at fault.
func (c *waveCheck) step(w *Wave, r *Rec, t *usage) {
	if len(t.uses) == 0 || t.flags&usageVector != 0 && w.Mode&modeVSkip != 0 {
		r.run(w, r)
		return
	}
	b := w.prog.coldRec(r)
	uses, ok := c.resolve(w, b, t)
	if !ok {
		r.run(w, r)
		return
	}
	if len(c.board.List) > 0 {
		c.races(w, b, uses)
	}
	c.checkVCCZ(w, b, t)
	c.execute(w, r, b, t, uses)
}

// resolve returns the uses of an instruction with the indexes of relative addressing added: M0, or M0 and MODE.gpr_idx_en. It reports false where the
// instruction does nothing or faults because a register does not exist.
func (c *waveCheck) resolve(w *Wave, r *Rec, t *usage) (uses []isa.Use, ok bool) {
	switch {
	case w.Mode&modeGprIdx != 0 && r.x.in.Form.Fmt >= isa.VOP2 && r.x.in.Form.Fmt <= isa.VINTRP:
		in := r.x.in
		for i := range in.Ops[:in.NOps] {
			o := &in.Ops[i]
			bit, has := indexBit(r.x, o.Role)
			if o.Kind != isa.KindReg || !has {
				continue
			}
			var fits bool
			if o.Code, fits = w.indexedReg(o.Code, bit, o.Dwords); !fits && bit == 3 {
				return nil, false
			}
		}
		return in.Uses(c.buf[:0]), true
	case t.flags&usageAlways == 0:
		return t.uses, true
	}
	uses = append(c.buf[:0], t.uses...)
	for i := range uses {
		u := &uses[i]
		if !u.Indexed {
			continue
		}
		code := uint32(u.Code) + w.M0()
		switch {
		case u.Code >= isa.CodeVGPR && (code < isa.CodeVGPR || code >= srcConst):
			if u.Write {
				return nil, false
			}
			code = isa.CodeVGPR
		case u.Code < isa.CodeVGPR && code+uint32(u.Dwords) > uint32(isa.MaxSGPR(w.prog.Gen)):
			return nil, false
		}
		u.Code = uint16(code)
	}
	return uses, true
}

// indexBit is the bit of M0[15:12] that makes an operand relative; see execVectorIndexed.
func indexBit(x *bound, role byte) (uint, bool) {
	switch role {
	case 'a':
		return 0, true
	case 'b':
		if k := x.role['K']; k >= 0 && k < x.role['b'] {
			return 2, true
		}
		return 1, true
	case 'c':
		return 2, true
	case 'd':
		return 3, true
	}
	return 0, false
}

// lanesOf are the lanes in which a use accesses its registers; all of them for scalar registers.
func lanesOf(w *Wave, r *Rec, u *isa.Use) uint64 {
	if u.Code < isa.CodeVGPR {
		return allLanes
	}
	switch r.x.in.Form.Desc.Do {
	case isa.CtlReadFirstLane:
		if exec := w.exec(); exec != 0 {
			return exec & -exec
		}
		return 1
	case isa.CtlReadLane, isa.CtlWriteLane:
		return 1 << (w.scalar(r.x, 1, r.b) & 63)
	}
	if u.Cross {
		return allLanes
	}
	return w.exec()
}

// inOrder reports whether an instruction's own access to memory comes after that of an outstanding operation, because both return in order.
func inOrder(w *Wave, r *Rec, p *waitcnt.Pending) bool {
	class := r.x.ev.Class
	if class == waitcnt.Flat {
		// FLAT is in order with vector memory where no lane goes to LDS.
		class = waitcnt.VMem
		if o := r.x.operand('v'); r.x.in.Form.Fmt == isa.FLAT && o.Kind == isa.KindReg {
			hi := w.row(o, 1)
			for l, exec := 0, w.exec(); exec != 0; l, exec = l+1, exec>>1 {
				if exec&1 != 0 && hi[l] == uint32(w.group.disp.sharedBase>>32) {
					return false
				}
			}
		}
	}
	return class == p.Class && class.Ordered()
}

// races reports accesses to registers of operations that the waits do not prove complete.
func (c *waveCheck) races(w *Wave, r *Rec, uses []isa.Use) {
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
func (c *waveCheck) race(w *Wave, r *Rec, u *isa.Use, p *waitcnt.Pending, write bool) {
	t := c.usages[p.ID].Load()
	reads := p.Holds(waitcnt.EXP)
	if write && reads && p.Class.LateExec() && u.Code <= isa.CodeExecHi && u.Code+uint16(u.Dwords) > isa.CodeExecLo {
		c.found(w, r, p, waitcnt.RuleExecWAR, isa.CodeExecLo, 2, 0, write)
	}
	var ordered bool
	if write {
		ordered = inOrder(w, r, p)
	}
	for i := range t.uses {
		o := &t.uses[i]
		var rule string
		switch {
		case o.Write && p.Data() && !write:
			rule = waitcnt.RuleRAW
		case o.Write && p.Data() && !ordered:
			rule = waitcnt.RuleWAW
		case write && reads && !ordered && t.readsLate(o):
			rule = waitcnt.RuleWAR
		default:
			continue
		}
		first, last := max(u.Code, o.Code), min(u.Code+uint16(u.Dwords), o.Code+uint16(o.Dwords))
		lo, hi := uint16(0), uint16(0)
		for code := first; code < last; code++ {
			if u.BytesOf(code)&o.BytesOf(code) == 0 || c.isDone(p.ID, code) {
				continue
			}
			if hi == 0 {
				lo = code
			}
			hi = code + 1
		}
		lanes := lanesOf(w, r, u) & p.Lanes
		if hi == 0 || lanes == 0 {
			continue
		}
		c.found(w, r, p, rule, lo, int(hi-lo), lanes, write)
	}
}

// readsLate reports whether a use is of registers that are read after issue.
func (t *usage) readsLate(o *isa.Use) bool {
	v := uint8(o.Code - isa.CodeVGPR)
	return o.Read && o.Code >= isa.CodeVGPR && t.late[v>>6]>>(v&63)&1 != 0
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
func (c *waveCheck) found(w *Wave, r *Rec, p *waitcnt.Pending, rule string, code uint16, n int, lanes uint64, write bool) {
	if rule == waitcnt.RuleExecWAR && c.isDone(p.ID, code) {
		return
	}
	for j := range uint16(n) {
		c.done = append(c.done, register{p.ID, code + j})
	}
	exp := rule == waitcnt.RuleWAR || rule == waitcnt.RuleExecWAR
	open := p.Open & (1<<waitcnt.VM | 1<<waitcnt.LGKM)
	if exp {
		open = p.Open & (1 << waitcnt.EXP)
	}
	what := rule
	if open&^p.Pressure == 0 {
		rule = waitcnt.RulePressure
	}
	name, _ := isa.RegName(w.prog.Gen, code, n)
	producer := w.prog.addr(p.ID) - w.prog.Bias
	f := newFinding[rule]
	if w.repeats(&f, r, producer, name) {
		return
	}
	f.Register, f.ProducerPC, f.Producer = name, waitcnt.At(producer), w.prog.instAt(p.ID).String()
	if code >= isa.CodeVGPR {
		f.Lanes = lanesText(lanes)
	}
	have := p.Have(exp)
	f.Have, f.Need = waitcnt.HaveText(have), p.Need(w.prog.Gen, exp).String()
	for k, v := range have {
		if v == waitcnt.NoWait {
			continue
		}
		if at := c.waits[k][v&63]; at != 0 {
			f.WaitPC = waitcnt.At(w.prog.addr(at-1) - w.prog.Bias)
		}
	}
	pc := w.prog.addr(r.slot) - w.prog.Bias
	f.Access = "read"
	if write {
		f.Access = "write"
	}
	verb := map[string]string{
		waitcnt.RuleRAW:     "is read here before %s at %#x is proved to have written it",
		waitcnt.RuleWAW:     "is written here before %s at %#x, which writes it too, is proved complete",
		waitcnt.RuleWAR:     "is overwritten here before %s at %#x is proved to have read it",
		waitcnt.RuleExecWAR: "is changed here before %s at %#x is proved to have read its data",
	}[what]
	f.Message = fmt.Sprintf("%s "+verb+": it takes %s, and the waits between give %s", name, f.Producer, producer, f.Need, f.Have)
	if rule == waitcnt.RulePressure {
		f.Message += "; only the counter's width speaks for it"
	}
	f.Fix = fmt.Sprintf("insert s_waitcnt %s before %#x", f.Need, pc)
	w.report(r, f)
}

// issue enters an operation.
func (c *waveCheck) issue(w *Wave, t *token, ev waitcnt.Event) {
	r := t.r
	if len(c.board.List) == 0 {
		c.done = c.done[:0]
	}
	for i := 0; i < len(c.done); {
		if c.done[i].id == r.slot {
			c.done = append(c.done[:i], c.done[i+1:]...)
			continue
		}
		i++
	}
	lanes := t.exec
	switch ev.Class {
	case waitcnt.SMem:
		lanes = allLanes
		if w.prog.Gen&(isa.GCN10|isa.GCN11) != 0 {
			c.vccz.stale, c.vccz.smem = true, r.slot
			c.watching()
		}
	case waitcnt.VMem:
		if r.x.in.Form.Fmt == isa.FLAT {
			ev.Add[waitcnt.LGKM] = 0 // in memory: VM counts the data
		}
	}
	before := len(c.board.List)
	switch {
	case ev.Class != waitcnt.SMem && !asked(c.usages[r.slot].Load()):
		if ev.Class == waitcnt.Flat {
			ev.Class = waitcnt.NoClass // in LDS: ordered with nothing
		}
		c.board.Pass(ev)
		c.stored(w, t)
		return
	case ev.Class == waitcnt.Flat:
		c.board.IssueLDS(r.slot, lanes)
	default:
		c.board.Issue(ev, r.slot, lanes, false)
	}
	// What the board has forgotten may stay in the masks for a while: they choose what is looked at closely.
	n := len(c.board.List)
	if n <= before {
		c.forgotten++
	}
	if c.forgotten >= 4 {
		c.rebuild(w)
	} else if n > 0 {
		c.pending(w, &c.board.List[n-1])
		c.heat()
	}
	c.stored(w, t)
}

// asked reports whether an instruction can come too early for an operation: it writes registers, or reads them late.
func asked(t *usage) bool { return t.flags&usageWrites != 0 || t.late != [4]uint64{} }

// pending adds an operation's registers to the masks.
func (c *waveCheck) pending(w *Wave, p *waitcnt.Pending) {
	t := c.usages[p.ID].Load()
	reads := p.Holds(waitcnt.EXP)
	if reads && p.Class.LateExec() {
		c.pendS[1] |= 3 << (isa.CodeExecLo & 63)
	}
	if p.Data() {
		for i, m := range t.writeS {
			c.pendS[i] |= m
		}
		for i, m := range t.writeV {
			c.pendV[i] |= m
			c.loadV[i] |= m
		}
	}
	if reads {
		for i, m := range t.late {
			c.pendV[i] |= m
		}
	}
}

// rebuild makes the masks anew.
func (c *waveCheck) rebuild(w *Wave) {
	c.pendS, c.pendV, c.loadV, c.forgotten = [2]uint64{}, [4]uint64{}, [4]uint64{}, 0
	for i := range c.board.List {
		c.pending(w, &c.board.List[i])
	}
	c.heat()
}

// heat joins the masks of outstanding operations with those of undefined registers.
func (c *waveCheck) heat() {
	any := uint64(0)
	for i := range c.hotS {
		c.hotS[i] = c.pendS[i] | c.undefS[i]
		any |= c.hotS[i]
	}
	for i := range c.hotV {
		c.hotV[i] = c.pendV[i] | c.undefV[i]
		any |= c.hotV[i]
	}
	c.hot = any != 0
}

// wait is an s_waitcnt.
func (c *waveCheck) wait(w *Wave, r *Rec) {
	for k, n := range r.x.wait {
		if n != waitcnt.NoWait {
			c.waits[k][n&63] = r.slot + 1
		}
	}
	if c.board.Wait(r.x.wait) {
		c.rebuild(w)
	}
}

// drained is an instruction that waits for everything.
func (c *waveCheck) drained(w *Wave) {
	c.board.Reset()
	c.rebuild(w)
}

// checkVCCZ follows what VCCZ holds. Sources: the rules' rows.
func (c *waveCheck) checkVCCZ(w *Wave, r *Rec, t *usage) {
	if t.flags&usageVCCZ != 0 {
		if c.vccz.partial {
			c.foundVCCZ(w, r, waitcnt.RuleVCCZPartial, waitcnt.Error, c.vccz.half, "only half of VCC was written by %s at %#x, which does not update VCCZ",
				"insert s_mov_b64 vcc, vcc before %#x")
		}
		if c.vccz.stale {
			sev := waitcnt.Warning // see the rule
			if c.pendingSMem() {
				sev = waitcnt.Error
			}
			c.foundVCCZ(w, r, waitcnt.RuleVCCZ, sev, c.vccz.smem, "VCC was not written as a whole since %s at %#x was outstanding, which may have spoiled VCCZ",
				"insert s_waitcnt lgkmcnt(0) and s_mov_b64 vcc, vcc before %#x")
		}
	}
	switch {
	case t.flags&usageHalfVCC != 0:
		c.vccz.partial, c.vccz.half = true, r.slot
		c.watching()
	case t.flags&usageVCC != 0:
		c.vccz.partial = false
		c.vccz.stale = c.vccz.stale && c.pendingSMem()
		c.watching()
	}
}

// pendingSMem reports whether scalar memory may be outstanding.
func (c *waveCheck) pendingSMem() bool {
	return slices.ContainsFunc(c.board.List, func(p waitcnt.Pending) bool { return p.Class == waitcnt.SMem })
}

func (c *waveCheck) foundVCCZ(w *Wave, r *Rec, rule string, sev waitcnt.Severity, by uint32, why, fix string) {
	producer := w.prog.addr(by) - w.prog.Bias
	f := newFinding[rule]
	if w.repeats(&f, r, producer, "vccz") {
		return
	}
	f.Register, f.Access, f.Severity = "vccz", "read", sev
	f.ProducerPC, f.Producer = waitcnt.At(producer), w.prog.instAt(by).String()
	f.Message = fmt.Sprintf("the branch reads VCCZ, but "+why, f.Producer, producer)
	f.Fix = fmt.Sprintf(fix, w.prog.addr(r.slot)-w.prog.Bias)
	w.report(r, f)
}
