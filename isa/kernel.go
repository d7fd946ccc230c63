package isa

// Lanes is the number of work-items in a wave.
const Lanes = 64

// Row is one vector register: a dword for each lane.
type Row = [Lanes]uint32

// Meaning is what an instruction does: one of the closed set [Vector], [Scalar], [Memory],
// [Control], [Interp].
type Meaning interface{ meaning() }

// Vector is the meaning of a VALU instruction: a pure function from source rows to result rows and
// masks. It knows no wave: the executor selects and modifies sources (abs, neg, SDWA, DPP, op_sel)
// before it, and applies omod, clamp and partial writes after it.
type Vector func(k *Vec)

// Vec holds the arguments of a [Vector] kernel. A 64-bit operand is two rows, low dword first. A
// kernel may write lanes of D that are not in Exec: the executor gives it scratch rows when that
// matters.
type Vec struct {
	Exec    uint64  // lanes that are active
	D       [4]*Row // the result
	A, B, C [4]*Row // the sources
	In      uint64  // carry in, condition mask or VCC, one bit per lane
	// carry out, comparison result or flag, one bit per lane; the executor clears the bits of
	// inactive lanes
	Out      uint64
	K        uint32   // the literal of madmk and madak; the raw immediate where a kernel needs one
	FP       FPMode   // rounding, denormals, NaN rules from MODE
	Clamp    bool     // the CLAMP bit, for integer kernels that saturate (rows flagged IntClamp)
	Features Features // what the target has
}

// Scalar is the meaning of a SALU or branch instruction: a pure function on the values in k.
type Scalar func(k *Sca)

// Sca holds the arguments and results of a [Scalar] kernel. 32-bit values are zero-extended.
type Sca struct {
	A, B uint64 // sources
	D    uint64 // destination: its old value on entry when the row reads it, the result on return
	Imm  int32  // SIMM16, sign-extended
	SCC  bool   // SCC, in and out
	Keep bool   // set by the kernel: do not write D (s_cmov)
	Exec uint64 // EXEC, in and out
	VCC  uint64 // VCC, in
	PC   uint64 // address of the next instruction, in and out
}

// Control is the meaning of an instruction that acts on the wave as a machine: the simulator has
// one executor for each value.
type Control uint8

// The control meanings.
const (
	CtlNone          Control = iota // no control meaning
	CtlNop                          // wait states
	CtlEndpgm                       // end the wave (also _saved, _ordered_ps_done)
	CtlBarrier                      // work-group barrier
	CtlWaitcnt                      // wait for counters
	CtlSetHalt                      // STATUS.HALT
	CtlSleep                        // sleep about 64*n clocks
	CtlWakeup                       // wake the waves of the group
	CtlSetPrio                      // user priority
	CtlSetKill                      // end the wave, of odd SIMM16
	CtlSendMsg                      // message
	CtlSendMsgHalt                  // message, then halt
	CtlTrap                         // trap handler
	CtlIcacheInv                    // invalidate the instruction cache
	CtlIncPerf                      // increment performance counter
	CtlDecPerf                      // decrement performance counter
	CtlTTrace                       // thread trace data from M0
	CtlCDbgSys                      // branch on COND_DBG_SYS
	CtlCDbgUser                     // branch on COND_DBG_USER
	CtlCDbgOr                       // branch on either
	CtlCDbgAnd                      // branch on both
	CtlGprIdxOn                     // s_set_gpr_idx_on
	CtlGprIdxOff                    // s_set_gpr_idx_off
	CtlGprIdxMode                   // s_set_gpr_idx_mode
	CtlGprIdxIdx                    // s_set_gpr_idx_idx
	CtlGetReg                       // s_getreg_b32
	CtlSetReg                       // s_setreg_b32
	CtlSetRegImm                    // s_setreg_imm32_b32
	CtlMovRelS                      // s_movrels_*
	CtlMovRelD                      // s_movreld_*
	CtlGFork                        // s_cbranch_g_fork
	CtlIFork                        // s_cbranch_i_fork
	CtlJoin                         // s_cbranch_join
	CtlSetVSkip                     // s_setvskip
	CtlRfe                          // s_rfe_b64
	CtlRfeRestore                   // s_rfe_restore_b64
	CtlVNop                         // v_nop
	CtlReadFirstLane                // v_readfirstlane_b32
	CtlReadLane                     // v_readlane_b32
	CtlWriteLane                    // v_writelane_b32
	CtlVMovRelS                     // v_movrels_b32
	CtlVMovRelD                     // v_movreld_b32
	CtlVMovRelSD                    // v_movrelsd_b32
	CtlClrExcp                      // v_clrexcp
	CtlSwap                         // v_swap_b32
	CtlExport                       // exp
	NumControls                     // how many values there are
)

// MemKind says what a memory instruction does.
type MemKind uint8

// The kinds of memory instruction.
const (
	MemLoad        MemKind = iota // Size bytes to registers, of each lane or of the wave
	MemStore                      // Size bytes from registers
	MemAtomic                     // read-modify-write by Atom
	MemLoadFormat                 // MUBUF, MTBUF with conversion; Size is 4 * components
	MemStoreFormat                // the same for stores
	MemInvalidate                 // buffer_wbinvl1*
	MemTime                       // s_memtime
	MemRealTime                   // s_memrealtime
	MemDcacheInv                  // s_dcache_inv
	MemDcacheWB                   // s_dcache_wb
	MemDiscard                    // s_dcache_discard
	MemProbe                      // s_atc_probe*
	MemSwizzle                    // ds_swizzle_b32
	MemPermute                    // ds_permute_b32
	MemBPermute                   // ds_bpermute_b32
	MemAppend                     // ds_append
	MemConsume                    // ds_consume
	MemOrdered                    // ds_ordered_count
	MemCondXchg                   // ds_condxchg32_rtn
	MemNop                        // ds_nop
	MemGwsInit                    // ds_gws_init
	MemGwsV                       // ds_gws_sema_v
	MemGwsBR                      // ds_gws_sema_br
	MemGwsP                       // ds_gws_sema_p
	MemGwsRelease                 // ds_gws_sema_release_all
	MemGwsBarrier                 // ds_gws_barrier
	MemLdsStore                   // buffer_store_lds_dword
	MemImage                      // MIMG without its atomics: see Image
	NumMemKinds                   // how many values there are
)

// D16Kind says how a 16-bit result sits in its register.
type D16Kind uint8

// The placements of 16-bit data.
const (
	D16None D16Kind = iota // data takes whole registers
	D16Lo                  // low half, the high half is kept
	D16Hi                  // high half, the low half is kept
	D16Pack                // *_format_d16_*: components are 16 bits; packed on GCN 1.4, one per register on GCN 1.2
)

// Memory is the meaning of a memory instruction as data: the executors in package sim serve a whole
// format each.
type Memory struct {
	Kind MemKind // what it does
	// bytes in memory of one lane's access (of each address for two-address forms), of the wave for
	// SMEM
	Size   uint8
	Signed bool     // sign-extend a sub-dword load
	D16    D16Kind  // where 16-bit data sits
	Atom   AtomicOp // MemAtomic: the operation
	Return bool     // DS: the result goes to VDST (in MUBUF, FLAT and SMEM the GLC bit says so)
	Two    bool     // DS: two addresses, offset0 and offset1 in units of Size
	ST64   bool     // DS: those offsets count 64 elements
	Src2   bool     // DS: *_src2_*: the second operand is in memory
	Swap   bool     // DS compare-and-store: comparand first, new value second (the reverse of MUBUF, FLAT and SMEM)
	TID    bool     // DS *_addtid
	Buffer bool     // SMEM: the base is a buffer resource
	Scr    bool     // SMEM: scratch, the register offset counts 64 bytes
	Vol    bool     // cache control: volatile lines only
	Half   bool     // MIMG and DS forms that need it: see the row's Note
	Image  Image    // MIMG: what else it does
}

// Param names a parameter of the primitive that a lane belongs to: the attribute's value at the
// first vertex, and its differences to the others.
type Param uint8

// The parameters.
const (
	NoParam   Param = iota // none: see [Interp]
	P0                     // the value at the first vertex
	P10                    // the value at the second vertex less P0
	P20                    // the value at the third vertex less P0
	PSelected              // the one that the instruction's source field names: 0 is P10, 1 is P20, 2 is P0
)

// Interp is the meaning of an interpolation instruction: a vector kernel whose sources B and C are
// parameters from LDS, fetched by the executor. Half says that the parameters are f16 halves of the
// dwords, chosen by the attribute operand's "high". C is the instruction's own third source where C
// is NoParam.
type Interp struct {
	B, C Param  // the parameters that the kernel's B and C are
	Half bool   // the parameters are f16
	Run  Vector // the kernel
}

func (Interp) meaning()  {}
func (Vector) meaning()  {}
func (Scalar) meaning()  {}
func (Control) meaning() {}
func (Memory) meaning()  {}

// The lane loops. There is one call of f in each, so that the compiler inlines the literal that a
// row passes. Rows are taken as slices of known length, which are checked for nil once: through
// pointers the compiler checks for each lane, which takes as long as the work.

func map1(k *Vec, f func(a uint32) uint32) {
	d, a := k.D[0][:], k.A[0][:]
	for i := range d {
		d[i] = f(a[i])
	}
}

func map2(k *Vec, f func(a, b uint32) uint32) {
	d, a, b := k.D[0][:], k.A[0][:], k.B[0][:]
	for i := range d {
		d[i] = f(a[i], b[i])
	}
}

func map3(k *Vec, f func(a, b, c uint32) uint32) {
	d, a, b, c := k.D[0][:], k.A[0][:], k.B[0][:], k.C[0][:]
	for i := range d {
		d[i] = f(a[i], b[i], c[i])
	}
}

// mapCmp2 collects one bit per lane, from the last lane down: without a branch, which would be
// mispredicted, and with the shortest dependency.
func mapCmp2(k *Vec, f func(a, b uint32) bool) {
	a, b, m := k.A[0][:], k.B[0][:], uint64(0)
	for i := Lanes - 1; i >= 0; i-- {
		m += m
		if f(a[i], b[i]) {
			m++
		}
	}
	k.Out = m
}
