package sim

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/clock"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/sim/internal/explore"
	"github.com/gcnsim/gcnsim/sim/internal/writers"
)

// What the parts of the simulator share with its users.
type (
	// Program is decoded and bound code: one record for each dword at which an instruction starts.
	// It is read-only after [NewProgram] and can run on any number of waves at the same time.
	Program = engine.Program
	// Wave is one wavefront: 64 lanes, a program counter (PC), scalar registers S by source code,
	// vector registers V, SCC, MODE, the counters, and what it has sent and exported. Hooks and
	// tests may read and change it while it does not run.
	Wave = engine.Wave
	// Group is a work-group: its Waves, their LDS, and its place in the grid (ID, Index).
	Group = engine.Group
	// Survey lets any goroutine ask where the waves of a launch are.
	Survey = engine.Survey
	// State is what a wave is doing.
	State = engine.State
	// Message is one s_sendmsg, and Export one executed export.
	Message = engine.Message
	Export  = engine.Export
	// Fault is the end of a simulated program that cannot continue: data, not a failure of the
	// simulator.
	Fault = engine.Fault
	// JumpError is a jump out of the code.
	JumpError = engine.JumpError
	// DefectError is a panic of the simulator while it executed a program. It ends the launch as a
	// fault does, at the instruction that brought it up, so that a library's caller keeps its
	// process.
	DefectError = engine.DefectError
	// Hooks are called while a launch runs; nil members are not. They may be called from several
	// goroutines at once unless Options.Deterministic is set.
	Hooks = engine.Hooks
	// Cause is the instruction by which something happens that Hooks are told of; Written is a
	// register that was written, and Accessed an access of memory with its Effect.
	Cause    = engine.Cause
	Written  = engine.Written
	Accessed = engine.Accessed
	Effect   = engine.Effect
	// RegInit sets registers before the first instruction.
	RegInit = engine.RegInit
)

// The states of a wave.
const (
	Running   = engine.Running   // it executes
	AtBarrier = engine.AtBarrier // waits at s_barrier for the others of its work-group
	Sleeping  = engine.Sleeping  // in s_sleep
	Halted    = engine.Halted    // STATUS.HALT is set, by s_sethalt or s_sendmsghalt
	Waiting   = engine.Waiting   // for a global resource
	Ended     = engine.Ended     // has executed s_endpgm
	Faulted   = engine.Faulted   // cannot go on: Wave.Fault says why
)

// The reasons why a simulated program cannot continue. A [Fault] wraps one of these or an error of
// package mem or isa.
var (
	ErrIllegal    = engine.ErrIllegal    // the words are no instruction
	ErrNoMeaning  = engine.ErrNoMeaning  // the simulator does not know what the instruction does
	ErrNoCode     = engine.ErrNoCode     // the program ran past its end or jumped out of it: see [JumpError]
	ErrLimit      = engine.ErrLimit      // Options.MaxInsts, MaxWaves or MaxCycles
	ErrDeadlock   = engine.ErrDeadlock   // no wave of the work-group can go on: a barrier, s_sethalt, a global resource
	ErrTrap       = engine.ErrTrap       // s_trap where Launch.TrapHandler is 0
	ErrOperand    = engine.ErrOperand    // a register past the last one, an unknown hardware register and the like
	ErrPrivileged = engine.ErrPrivileged // s_rfe and the like outside a trap handler
	ErrDefect     = engine.ErrDefect     // the simulator itself has failed
)

// What an access does with memory.
const (
	Reads  = engine.Reads
	Writes = engine.Writes
	Atomic = engine.Atomic // reads and writes at once
)

// Limits of a launch that sets none, in waves and in instructions of all waves.
const (
	DefaultMaxWaves = engine.DefaultMaxWaves // for Options.MaxWaves
	DefaultMaxInsts = engine.DefaultMaxInsts // for Options.MaxInsts
)

// MaxKept is the most waves of a launch that Options.Keep keeps, some 70 KiB each.
const MaxKept = engine.MaxKept

// Apertures of FLAT addresses: LDS and private memory.
const (
	SharedBase  = engine.SharedBase  // address of byte 0 of the work-group's LDS
	PrivateBase = engine.PrivateBase // address of byte 0 of the work-item's private memory
)

// What a launch with a clock is given and gives.
type (
	// TimingOptions switch the clock on: the launch runs on the compute units of a chip.
	TimingOptions = clock.Options
	// Caches says what the caches of the chip hold when a launch begins.
	Caches = clock.Caches
	// Timing is what a launch did on a chip. All times are clocks of its engine.
	Timing = clock.Timing
	// InstTiming is what one instruction of the program did, in all waves.
	InstTiming = clock.InstTiming
	// UnitTiming is how much a kind of unit had to do.
	UnitTiming = clock.UnitTiming
	// CacheTiming counts lines of a kind of cache.
	CacheTiming = clock.CacheTiming
	// AddressUnit is what the address units of a number did.
	AddressUnit = clock.AddressUnit
	// DRAMTiming counts bytes of memory.
	DRAMTiming = clock.DRAMTiming
	// TraceOptions ask for what waves did clock by clock: a WaveTrace of each, with its segments of
	// time and its operations of memory.
	TraceOptions = clock.TraceOptions
	WaveTrace    = clock.WaveTrace
	TraceSegment = clock.Segment
	TraceOp      = clock.TraceOp
	// WaveTiming is what one wave did.
	WaveTiming = clock.WaveTiming
	// WaveSpent is what the instructions of one wave have cost, with an InstSpent for each of them.
	WaveSpent = clock.WaveSpent
	InstSpent = clock.InstSpent
	// Level is what has answered an operation that a wave has waited for, and Levels are clocks by
	// level.
	Level  = clock.Level
	Levels = clock.Levels
	// Series is what a launch did over time, in Samples.
	Series = clock.Series
	Sample = clock.Sample
	// Stall is what a wave spends a clock on, and Stalls are clocks by reason.
	Stall  = clock.Stall
	Stalls = clock.Stalls
)

// What the caches of a chip hold when a launch begins.
const (
	ColdCaches = clock.ColdCaches // nothing: each launch takes the time that it takes alone
	// WarmCaches hold in L2, and of the code, what the launch left that ended last on the device,
	// where it had a clock and the same chip.
	WarmCaches = clock.WarmCaches
)

// ParseCaches finds a choice by its name: cold or warm.
func ParseCaches(name string) (Caches, error) { return clock.ParseCaches(name) }

// Every clock of a wave, from its start to its end, is one of these.
const (
	StallIssue = clock.StallIssue // an instruction is being issued or executed: no stall
	StallSlot  = clock.StallSlot  // others had the issue slot: older waves, or SIMDs whose turn it was
	// an s_waitcnt, or a counter that is full: charged to the operation that returned next
	StallCounter = clock.StallCounter
	StallUnit    = clock.StallUnit    // the unit of the instruction was busy
	StallFetch   = clock.StallFetch   // the instruction was not in the instruction buffer
	StallBarrier = clock.StallBarrier // waited at s_barrier for other waves
	StallSleep   = clock.StallSleep   // s_sleep
	StallHazard  = clock.StallHazard  // the instruction depends on the one before, which takes longer than its issue
)

// Levels of memory, from the nearest.
const (
	LevelOther  = clock.LevelOther  // an export, a message
	LevelLDS    = clock.LevelLDS    // LDS
	LevelGDS    = clock.LevelGDS    // GDS
	LevelScalar = clock.LevelScalar // the scalar cache
	LevelL1     = clock.LevelL1     // vector L1
	LevelL2     = clock.LevelL2     // L2
	LevelDRAM   = clock.LevelDRAM   // memory
)

// What [Explore] takes and finds.
type (
	// Exploring says how many orders of return are tried.
	Exploring = explore.Exploring
	// Exploration is what all orders of return that were tried left behind.
	Exploration = explore.Exploration
	// EndState is one final state.
	EndState = explore.EndState
	// Difference is a place that holds different values in the first two states.
	Difference = explore.Difference
	// Returned says when an operation returned under the two orders.
	Returned = explore.Returned
	// Moment is a place in the execution of a wave.
	Moment = explore.Moment
)

// What [Options.Watch] takes and [Result.Writers] has.
type (
	// Place is what can be watched: bytes of memory or LDS, a scalar register, a lane of a vector
	// register.
	Place = writers.Place
	// Space is what a place is in.
	Space = writers.Space
	// Writer is the instruction that wrote a place last.
	Writer = writers.Writer
	// Source is a register that the instruction of a Writer read, and what it held.
	Source = writers.Source
)

// The spaces of places. Registers are named by their source codes.
const (
	InMemory = writers.Memory // global memory, by address
	InLDS    = writers.LDS    // LDS of a work-group, by byte offset
	InSGPR   = writers.SGPR   // VCC, M0, EXEC and SCC too
	InVGPR   = writers.VGPR   // one lane of a vector register
	InMODE   = writers.MODE   // the MODE register of a wave
)

// The bounds of an exploration that names none.
const (
	DefaultWindow = explore.DefaultWindow // operations: Exploring.Window
	DefaultRuns   = explore.DefaultRuns   // runs: Exploring.Runs
	DefaultWaves  = explore.DefaultWaves  // waves of each launch: Exploring.Waves
)

// NewProgram decodes and binds code that lies at base (a multiple of 4). Words that are no
// instruction become records that fault when they are executed: code objects have padding and data
// between functions.
func NewProgram(g isa.Gen, base uint64, code []byte) (*Program, error) {
	return engine.NewProgram(g, base, code)
}

// NewProgramFor is [NewProgram] for a target: instructions that are others there than on its
// generation, and are not supported, fault by name when they are executed.
func NewProgramFor(t isa.Target, base uint64, code []byte) (*Program, error) {
	return engine.NewProgramFor(t, base, code)
}

// InitRegister is a [RegInit] of registers by name: "s4", "s[2:3]", "v0", "vcc", "exec_lo", "m0", "scc",
// "mode", with as many words as they have dwords. Vector registers hold the same in all lanes.
func InitRegister(g isa.Gen, name string, words ...uint32) (RegInit, error) {
	return engine.InitRegister(g, name, words...)
}

// RegisterPlace is the [Place] of a register by name, for [Options.Watch]: of a wave of a work-group,
// and of vector registers, a lane.
func RegisterPlace(g isa.Gen, name string, group [3]uint32, wave, lane int) (Place, error) {
	return writers.RegisterPlace(g, name, group, wave, lane)
}
