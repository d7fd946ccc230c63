package engine

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Tenant is what a launch tells about its work-groups: a checker, an explorer of orders. The engine
// knows no more of it. Its functions are called on the goroutine that runs the work-group, of
// several work-groups at the same time.
type Tenant interface {
	// Begin is called when a work-group is ready to execute: its waves have their registers. It
	// sets what its waves are observed by.
	Begin(g *GroupCore)
	// Barrier is called when all waves have arrived at s_barrier, before they go on.
	Barrier(g *GroupCore)
	// End is called when a work-group has executed its last instruction and its scalar cache is
	// written back.
	End(g *GroupCore)
}

// Effect is what an access does with memory.
type Effect uint8

// The effects.
const (
	Reads Effect = iota
	Writes
	Atomic // reads and writes at once
)

// Events are what a wave tells about its memory operations and waits. They occur for each
// operation, not for each instruction, so that a wave without an observer pays one comparison for
// each.
type Events interface {
	// Issue: an operation enters the counters as ev. Its addresses are known, the data that it
	// reads at issue are captured; it has accessed nothing.
	Issue(t *Token, ev waitcnt.Event)
	// Wait: an s_waitcnt is executed. Nothing has returned for it yet.
	Wait(r *Rec)
	// Drained: the wave has waited for everything, as some instructions do.
	Drained()
	// Access: vector memory accesses global memory now.
	Access(t *Token, a *mem.Access, e Effect)
	// AccessScalar: scalar memory does, through the scalar cache.
	AccessScalar(t *Token, e Effect)
	// Serviced: an operation has accessed memory or LDS. Its results may still wait for delivery.
	Serviced(t *Token)
	// Delivered: its results are in their registers.
	Delivered(t *Token)
	// Invalidate: the wave drops its vector L1 cache.
	Invalidate()
	// OutOfRange: a buffer access drops the lanes of out. res and q are valid during the call.
	OutOfRange(t *Token, res mem.Resource, q *mem.BufferQuery, out uint64)
	// ReadDirect: an instruction reads n bytes of LDS at a byte address as LDS_DIRECT.
	ReadDirect(x *Bound, at, n int)
	// Message: s_sendmsg is executed.
	Message(r *Rec)
	// Arrive: the wave is at an s_barrier.
	Arrive(r *Rec)
	// End: the wave is at an s_endpgm. What is outstanding has not returned yet.
	End(r *Rec)
}

// DirectEvents are what a wave tells about memory operations that are accessed without a [Token], on
// a path of host code that its observer follows ([Host.Follow]).
type DirectEvents interface {
	// Reached: an operation accesses global memory now, which [mem.Access.Found] tells, or has done so, if
	// host code has noted it ([Notes]). data are what a store stores. w.Insts is that of the wait at which
	// it returns. unset are lanes of what is loaded that count as not written. Where ok is false, the access is
	// not made; that cannot be where it has been.
	Reached(d *Direct, q *mem.Access, data []*isa.Row) (unset uint64, ok bool)
	// Stored: the store of which Reached was told last has been made.
	Stored()
	// ReachedLDS: the operations of list n of [Path.Told] have been issued, which access LDS or move
	// data between lanes. None of them has returned, or else host code has noted what they read, and what
	// those of the lists behind it up to before end read. It returns, as bits, those that have been looked
	// at, some of the lists behind included: nothing more is told of them in this round of the path.
	// Of the others ReachedOne and ReturnedLDS tell.
	ReachedLDS(n, end int) (looked uint64)
	// QuietLDS: host code is about to execute a path. It returns of which loads and stores of LDS nothing has to
	// be told until that has ended: those all of whose bytes lie before an address, and those of which each dword
	// has a stamp that is not less than since. stamps are those of all dwords; nil: nobody looks at them.
	QuietLDS() (below uint32, stamps []uint32, since uint32)
	// LeftLDS: the path is left or changed before the operations of list n are told of, and of those
	// behind it. In this round they have not been issued.
	LeftLDS(n int)
	// ReachedOne: operation op of the path has been issued: addr and data are what it reads, m0 and
	// exec what it was issued with. Insts is that of its issue. It is called in the order of issue,
	// before one of them returns.
	ReachedOne(op int, d *Direct, exec uint64, m0 uint32, addr *isa.Row, data []*isa.Row)
	// ReturnedLDS: it has returned.
	ReturnedLDS(op int, d *Direct)
	// Again: it becomes a token instead: the next [Events.Issue] is its.
	Again(op int)
	// ReachedScalar: a scalar load reads n bytes at addr through the scalar cache now.
	ReachedScalar(d *Direct, addr uint64, n int)
	// ReachedRuns: rounds of a path have made loads of global and scalar memory, and no other accesses of which
	// something has to be told. It reports false where it wants to be told of each of them, in order, and has
	// done nothing.
	ReachedRuns(list []Run) bool
	// ReachedNoted: what a list of operations of global and scalar memory has accessed lies in the notes
	// ([WaveCore.Noted]). It returns of how many, from the first on, nothing has to be
	// told by Reached or ReachedScalar. It has made the stores among them ([WaveCore.StoreNoted]). Insts is that of
	// the wait at which each of them returns when [WaveCore.Returns] has been called.
	ReachedNoted(list []NotedOp) int
	// Turns: the wave wants to go on along path p instead, which is the same up to the branch that has
	// just been executed. n instructions have been executed in whole rounds of the path before this
	// one. Where it reports false the path is left.
	Turns(p Path, n int) bool
	// Passed: the path is left with operations outstanding, which become tokens. It is called for
	// each wait, and each operation that is complete, in the order in which they were executed; the
	// others are [Events.Issue] in between. d is nil but for an operation that waits did not prove
	// complete when it returned: [WaveCore.ExecOf] still has its lanes, and [WaveCore.LDSOperands] what
	// one of LDS has read.
	Passed(r *Rec, d *Direct)
}

// Order decides in place of the policy which operations return when the wave has to wait.
type Order interface {
	// Issued: an operation is about to enter the counters; what it reads at issue is captured.
	Issued(w *WaveCore, t *Token)
	// Captured: an outstanding operation has read its late data.
	Captured(w *WaveCore, t *Token)
	// Forced returns at least one operation that holds counter c, so that it can fall to what need
	// allows.
	Forced(w *WaveCore, c waitcnt.Counter, need waitcnt.Wait)
}

// String is "reads", "writes" or "changes".
func (e Effect) String() string {
	return [...]string{Reads: "reads", Writes: "writes", Atomic: "changes"}[e]
}
