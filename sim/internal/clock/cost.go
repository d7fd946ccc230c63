package clock

import (
	"encoding/binary"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// category is the kind of unit that an instruction takes: a SIMD issues at most one instruction to
// each in one turn.
type category uint8

const (
	catVALU category = iota
	catScalar
	catVMEM
	catLDS
	catBranch
	catExport   // exports and GDS
	catInternal // takes no unit
	numCategories

	// Of the next instruction of a wave, beside its unit:
	catWaits category = 1 << 7 // it may have to wait for counters
	catQuick category = 1 << 6 // it is costPlain, and its wave usual: [clockCU.turn] issues it itself
	catRuns  category = 1 << 5 // a run of more than one turn begins with it
	catTaped category = 1 << 4 // a memory operation or a branch of a tape, and its wave usual: see [clockCU.taped]

	// dueCategories is a power of two from numCategories on: places by category need no check of bounds.
	dueCategories = 8
	noUnit        = dueCategories - 1 // nothing takes it
)

// isWait reports whether it is that of a wave whose next instruction is an s_waitcnt, and which is usual.
func (c category) isWait() bool { return c|catRuns == catInternal|catWaits|catQuick|catRuns }

// costFlags say what has to be looked at when an instruction issues.
type costFlags uint32

const (
	costWaits      costFlags = 1 << iota // lim holds something
	costCarry                            // writes a scalar register that the scalar ALU gets late
	costSALU                             // executed by the scalar ALU
	costBranch                           // may jump
	costLong                             // 8 bytes
	costL1Inv                            // drops the vector L1 cache
	costWakeup                           // s_wakeup
	costVSkipped                         // skipped by MODE.VSKIP
	costPlain                            // only computes, registers to registers, or only waits for counters
	costPrio                             // s_setprio
	costStraight                         // the one behind it is not delayed by it
	costNear                             // likewise, and ends in the same block of code
	costJumps                            // is taken whenever it executes
	costProbe                            // rec jumps somewhere else than to the next dword, to show that it is taken
	costTells                            // what the clock or other waves do can change what it computes
	costAsItIssues                       // is not recorded
	costForesee                          // the one behind it has an entry in tapes
)

// cost is what the clock needs to know of an instruction of the program, and where it counts what
// it does, in a cluster.
type cost struct {
	rec    *engine.Rec // nil: inside another instruction, and never executed there
	stat   *instStat
	behind *cost        // the next one in the program
	banks  *bankPattern // LDS: nil before it first asks for something
	block  uint64       // of code that holds its last dword
	flags  costFlags
	issue  uint16 // clocks from its issue to that of the next one
	keeps  uint8  // costPlain: the unit that it keeps for so long; noUnit where it keeps none
	busy   uint16 // LDS: clocks for which it keeps a port
	ret    uint16 // LDS: clocks from its start to its return
	cat    category
	turn   category   // the same, with catWaits and so on
	then   category   // costStraight: turn of the one behind it
	lim    counters   // what the counters must have come down to; 255 is any
	addr   addressing // vector memory
	asks   uint8      // likewise: askLoad and so on
	keep   bool       // likewise: L1 keeps the lines
	writes uint8      // conditions that it writes: condSCC and so on
	reads  uint8      // of a conditional branch: conditions whose change delays it
	run    uint8      // instructions from this one on that can be of a run in its block: see [Clock.runs]
	last   uint8      // of these, how many dwords behind this one the last one is
	span   uint16     // clocks that they take
	later  uint8      // see [clockCU.enters], where this one is the first in a block of code
	plain  uint16     // instructions from this one on that are costPlain
	loop   uint16     // instructions of the loop that begins here: all but its branch are costPlain; or 0
	adds   counters   // what its operation adds to counters
}

// instStat is what an instruction has done in a cluster: as [InstTiming] has it, in three
// lines of the host's cache of which two are seldom needed.
type instStat struct {
	clocks                                                      Stalls // [0]: executions
	returns, latency, exposed, conflicts, quarters, segments, _ uint64
	hits, misses, bytes                                         uint64
	_                                                           [5]uint64
}

// Conditions of branches.
const (
	condSCC = 1 << iota
	condVCC
	condExec
)

// costOf derives the cost of an instruction.
func (k *Clock) costOf(r *engine.Rec) cost {
	x := r.X
	c := cost{rec: r, issue: uint16(k.p.simds), cat: catInternal,
		lim: counters{waitcnt.NoWait, waitcnt.NoWait, waitcnt.NoWait}}
	c.turn = c.cat
	c.block = (k.prog.Addr(r.Slot) + uint64(max(r.Len, 1))*4 - 4) / fetchBlock
	if k.prog.Addr(r.Slot)/fetchBlock != c.block {
		c.later = uint8(k.p.split)
	}
	if x == nil || x.Inst.Form == nil {
		return c // it faults
	}
	f := x.Inst.Form
	*c.adds.each() = x.Event.Add
	c.issue = uint16(max(k.p.simds, uint64(k.chip.Issue(&x.Inst))))
	switch f.Latency() {
	case isa.LatInternal:
	case isa.LatBranch:
		c.cat = catBranch
		c.flags |= costBranch
	case isa.LatMessage:
		c.cat = catBranch
	case isa.LatSALU, isa.LatSALU2:
		c.cat = catScalar
		c.flags |= costSALU
	case isa.LatSMEM:
		c.cat = catScalar
	case isa.LatVMEM:
		c.cat = catVMEM
		c.addr = k.addressingOf(x)
		c.asks, c.keep = asks(x)
		if x.Mem.Kind == isa.MemInvalidate {
			c.flags |= costL1Inv
		}
		// of FLAT, where lanes are in LDS
		c.ret = uint16(uint64(k.chip.Int(chip.LDSLatency)) + uint64(c.issue) - k.p.simds)
	case isa.LatLDS, isa.LatGDS:
		_, busy, ret := k.chip.LDS(&x.Inst)
		c.cat, c.busy, c.ret = catLDS, uint16(busy), uint16(ret)
		if x.Event.Class == waitcnt.GDS {
			c.cat = catExport
		}
	case isa.LatExport:
		c.cat = catExport
	default:
		c.cat = catVALU
	}
	if c.flags&costBranch != 0 && f.Desc.Writes("pc") {
		c.jumps()
	}
	switch f.Desc.Do {
	case isa.CtlNop:
		c.issue = uint16(uint64(x.Inst.WaitStates()) * uint64(k.chip.Int(chip.WaitStateCycles)))
	case isa.CtlWakeup:
		c.flags |= costWakeup
	case isa.CtlSetPrio:
		c.flags |= costPrio
	case isa.CtlReadLane, isa.CtlReadFirstLane:
		c.flags |= costCarry
	case isa.CtlEndpgm, isa.CtlSetKill, isa.CtlTrap:
		c.limits(waitcnt.WaitOf(&x.Inst)) // the executor waits for everything
	}
	if c.flags&costWaits == 0 {
		c.limits(x.Wait)
	}
	// CLRX's V_ADD*, V_SUB*: what computes an integer and a carry.
	if c.cat == catVALU && x.MaskDst != engine.NoMask && x.ND == 1 && !x.Operand('d').Type.IsFloat() {
		c.flags |= costCarry
	}
	if c.cat == catVALU || c.cat == catVMEM || c.cat == catLDS || c.cat == catExport {
		c.flags |= costVSkipped
	}
	if !k.r.EachInst {
		switch f.Desc.Do.(type) {
		case isa.Vector:
			c.flags |= costPlain
		case isa.Scalar:
			if c.cat == catScalar && !f.Desc.Reads("pc") {
				c.flags |= costPlain
			}
		}
		if f.Desc.Do == isa.CtlWaitcnt {
			c.flags |= costPlain // the counters are low enough when it issues
		}
	}
	if tells(x) {
		c.flags |= costTells
	}
	switch f.Desc.Do {
	case isa.CtlWakeup, isa.CtlSetHalt, isa.CtlSendMsgHalt, isa.CtlTrap, isa.CtlRfe, isa.CtlRfeRestore:
		c.flags |= costAsItIssues
	}
	if c.keeps = noUnit; c.cat == catVALU {
		c.keeps = uint8(catVALU)
	}
	if k.lanes && writesExec(x) {
		c.flags &^= costPlain // how many lanes are active is looked at behind it
	}
	if r.Len == 2 {
		c.flags |= costLong
	}
	if c.turn = c.cat; c.flags&costWaits != 0 {
		c.turn |= catWaits
	}
	var buf [isa.MaxUses]isa.Use
	for _, u := range x.Inst.Uses(buf[:0]) {
		bit := uint8(0)
		switch u.Code {
		case isa.CodeSCC:
			bit = condSCC
		case isa.CodeVCCLo, isa.CodeVCCLo + 1:
			bit = condVCC
		case isa.CodeExecLo, isa.CodeExecHi:
			bit = condExec
		}
		if u.Write {
			c.writes |= bit
		}
		if u.Read && c.flags&costBranch != 0 {
			if c.reads |= bit; bit == condSCC {
				c.reads = condSCC | condVCC | condExec // CLRX: on SCC after a change of SCC, EXEC or VCC
			}
		}
	}
	return c
}

// jumps is costOf for what writes the program counter: that it is taken has to be seen also where it
// goes on behind itself. Forks and joins, which also write EXEC, never do.
func (c *cost) jumps() {
	x := c.rec.X
	switch f := x.Inst.Form; {
	case f.Desc.Writes("exec"):
	case !slices.ContainsFunc(f.Args, func(a isa.Arg) bool { return a.Role == 'i' }):
		c.flags |= costJumps // to where a register says
	case x.Imm == 0:
		elsewhere, rec := *x, *c.rec
		elsewhere.Imm, rec.X = -1, &elsewhere // the branch itself, which is in the program
		c.rec, c.flags = &rec, c.flags|costProbe
	}
}

func (c *cost) limits(w waitcnt.Wait) {
	for i, n := range w {
		if n < waitcnt.NoWait {
			c.lim[i] = uint8(max(n, 0))
			c.flags |= costWaits
		}
	}
}

// over reports whether a counter is higher than the instruction allows.
func (c *cost) over(n *counters) bool {
	const tops = 0x80808080 // no counter comes to that: a byte loses its top where it is too low
	return ((c.lim.word()|tops)-n.word())&tops != tops
}

// counters are the counters of a wave, or something about them: the host takes them all at once.
type counters [4]uint8

func (c *counters) word() uint32 { return binary.LittleEndian.Uint32(c[:]) }

// add adds to each.
func (c *counters) add(n *counters) { binary.LittleEndian.PutUint32(c[:], c.word()+n.word()) }

// each is them one by one.
func (c *counters) each() *[waitcnt.NumCounters]uint8 {
	return (*[waitcnt.NumCounters]uint8)(c[:waitcnt.NumCounters])
}

// jumped reports whether the instruction of c, which has been executed, has jumped. next is the dword
// behind it.
func (c *cost) jumped(v *engine.WaveCore, next uint32) bool {
	if c.flags&costBranch == 0 || v.IP() == next && c.flags&costJumps == 0 {
		return false
	}
	if c.flags&costProbe != 0 {
		v.SetIP(next)
	}
	return true
}

// costAt is the cost of the instruction at a dword.
func (cl *cluster) costAt(ip uint32) *cost {
	k := &cl.code[ip]
	if k.rec == nil {
		cl.costInside(k, ip)
	}
	return k
}

// costInside is costAt for a dword inside another instruction: apart, so that callers have the others in line.
func (cl *cluster) costInside(k *cost, ip uint32) {
	stat := k.stat
	*k = cl.k.costOf(cl.k.prog.ColdRec(&cl.k.prog.Recs()[ip]))
	k.stat = stat
}
