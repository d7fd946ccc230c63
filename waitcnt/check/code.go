package check

import (
	"errors"
	"hash/maphash"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// flow says where execution goes behind an instruction.
type flow uint8

const (
	flowNext     flow = iota // to the next instruction
	flowJump                 // to a target
	flowBranch               // to a target or the next instruction
	flowCall                 // to a target that returns behind the instruction
	flowSetPC                // to where registers say
	flowFork                 // to both sides, one after the other
	flowJoin                 // on, or back to the other side of a fork
	flowEnd                  // the wave ends
	flowReturn               // out of a trap handler
	flowBadWords             // the words are no instruction
)

// mayHave reports whether a set has a register. What no set can list counts as being in each.
func mayHave(r *isa.RegSet, code uint16) bool {
	return code >= 128 && code < isa.CodeVGPR && code != isa.CodeSCC || code >= isa.CodeVGPR+256 || r.Has(code)
}

// join adds the registers of o and reports whether there were new ones.
func join(r, o *isa.RegSet) bool {
	old := *r
	r.Join(o)
	return *r != old
}

// allRegs has all registers.
var allRegs = isa.RegSet{S: [2]uint64{all, all}, V: [4]uint64{all, all, all, all}, SCC: true}

const all = ^uint64(0)

// node is one decoded instruction.
type node struct {
	in      isa.Inst
	err     error // why the words are no instruction
	pc      uint64
	slot    uint32
	walked  bool // a path reaches it
	flow    flow
	ev      waitcnt.Event
	wait    waitcnt.Wait // what it waits for
	isWait  bool
	drains  bool // the hardware waits for everything by itself
	mem     isa.Memory
	isMem   bool
	scalar  bool  // a scalar ALU instruction, or one that jumps through registers
	link    bool  // it puts the address behind itself into registers
	masks   bool  // it writes EXEC or a pair of scalar registers
	test    *test // the comparison of which SCC says then whether it holds
	testNot bool  // whether it does not
	lanes   bool  // an operation that works on the active lanes only
	kind    uint32
	uses    []isa.Use
	*touched
	control isa.Control
	indexed bool // M0 chooses one of its registers
	moved   bool // its registers are others than its text names: see relative.at
	vector  bool // MODE.gpr_idx_en can choose its registers
	haz     waitcnt.HazardInst
	target  uint64
	direct  bool // target is known from the instruction alone
}

// touched are the registers of an instruction. Many instructions have the same: they share it, and
// nobody changes it.
type touched struct {
	reads, writes isa.RegSet
	late          isa.RegSet // vector registers that it reads after issue
}

// sharer finds what is the same as something not long ago, to keep one of both. It has room for a
// fixed number.
type sharer[T comparable] struct {
	seed maphash.Seed
	last []*T
}

func newSharer[T comparable]() sharer[T] {
	return sharer[T]{maphash.MakeSeed(), make([]*T, 1<<12)}
}

func (s *sharer[T]) share(x *T) *T {
	at := &s.last[maphash.Comparable(s.seed, *x)%uint64(len(s.last))]
	if *at == nil || **at != *x {
		*at = x
	}
	return *at
}

// next is the address behind the instruction.
func (n *node) next() uint64 { return n.pc + uint64(n.in.Len) }

// touchesLDS reports whether an operation accesses LDS memory in the order of the LDS class.
func (n *node) touchesLDS() bool {
	if n.ev.Class != waitcnt.LDS {
		return false
	}
	switch n.mem.Kind {
	case isa.MemSwizzle, isa.MemPermute, isa.MemBPermute:
		return false
	}
	return true
}

// fillsLDS reports whether a vector memory load writes LDS.
func (n *node) fillsLDS() bool {
	return n.isMem && n.in.Mod.LDS && (n.mem.Kind == isa.MemLoad || n.mem.Kind == isa.MemLoadFormat)
}

// loadsScalar reports whether scalar memory is read into registers.
func (n *node) loadsScalar() bool {
	return n.isMem && n.ev.Class == waitcnt.SMem && n.mem.Kind == isa.MemLoad
}

// setsIndex reports whether it sets a part of M0 to index registers by.
func (n *node) setsIndex() bool {
	return n.control == isa.CtlGprIdxOn || n.control == isa.CtlGprIdxMode || n.control == isa.CtlGprIdxIdx
}

// stores reports whether the operation may change memory.
func (n *node) stores() bool {
	if !n.isMem {
		return false
	}
	switch n.mem.Kind {
	case isa.MemStore, isa.MemStoreFormat, isa.MemAtomic, isa.MemLdsStore, isa.MemAppend, isa.MemConsume,
		isa.MemCondXchg:
		return true
	case isa.MemImage:
		return n.mem.Image.Op == isa.ImageStore
	}
	return false
}

// untouched are the registers of what is no instruction.
var untouched touched

// decode makes the node of an instruction.
func decode(t isa.Target, pc uint64, slot uint32, code []byte) *node {
	g := t.Gen
	n := &node{pc: pc, slot: slot, touched: &untouched}
	in, err := t.Decode(code)
	if err == nil {
		err = in.Reserved()
	}
	if err != nil {
		var de *isa.DecodeError
		if errors.As(err, &de) {
			de.Offset = int(slot) * 4
		}
		n.err, n.flow = err, flowBadWords
		n.in.Len = 4
		return n
	}
	n.in = in
	n.ev = waitcnt.EventOf(&n.in)
	n.mem, n.isMem = in.Form.Desc.Do.(isa.Memory)
	n.control, _ = in.Form.Desc.Do.(isa.Control)
	_, n.scalar = in.Form.Desc.Do.(isa.Scalar)
	n.uses = n.in.Uses(make([]isa.Use, 0, 6))
	for i := range n.uses {
		n.indexed = n.indexed || n.uses[i].Indexed
	}
	for _, o := range n.in.Operands() {
		_, can := n.in.Form.IndexBit(o.Role)
		n.vector = n.vector || can && o.IsVGPR()
	}
	n.sets(g)
	n.masks, n.lanes = writesMask(n), byLanes(n)
	n.leads()
	return n
}

// sets fills in the sets of registers from the uses. An index that is not known may be any.
func (n *node) sets(g isa.Gen) {
	n.touched = new(touched)
	for i := range n.uses {
		u := &n.uses[i]
		if u.Read {
			n.reads.AddUse(u)
		}
		switch {
		case !u.Write:
		case !u.Indexed:
			n.writes.AddUse(u)
		case u.Code >= isa.CodeVGPR:
			n.writes.V = [4]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
		default:
			n.writes.Add(0, isa.MaxSGPR(g))
		}
		if n.ev.ReadsLate(u) {
			n.late.AddUse(u)
		}
	}
}

// leads finds out where the instruction leads.
func (n *node) leads() {
	d := n.in.Form.Desc
	if _, has := n.in.Operand('d'); has && n.in.Len == 4 {
		n.link = d.Reads("pc")
	}
	for _, o := range n.in.Operands() {
		if o.Kind == isa.KindLabel {
			n.target, n.direct = n.next()+uint64(int64(int32(o.Val)))*4, true
		}
	}
	n.wait = waitcnt.WaitOf(&n.in)
	if n.in.Ends() {
		n.flow, n.drains = flowEnd, true
		return
	}
	switch n.control {
	case isa.CtlWaitcnt:
		n.isWait = true
		return
	case isa.CtlTrap:
		n.drains = true
		return
	case isa.CtlRfe, isa.CtlRfeRestore:
		n.flow = flowReturn
		return
	case isa.CtlGFork, isa.CtlIFork:
		n.flow = flowFork
		return
	case isa.CtlJoin:
		n.flow = flowJoin
		return
	}
	if !d.Writes("pc") {
		return
	}
	_, conditional := d.Do.(isa.Control)
	conditional = conditional || d.Reads("scc") || d.Reads("vcc") || d.Reads("exec")
	_, link := n.in.Operand('d')
	switch {
	case link:
		n.flow = flowCall
	case conditional:
		n.flow = flowBranch
	case n.direct:
		n.flow = flowJump
	default:
		n.flow = flowSetPC
	}
}

// consts is what is known of scalar registers whatever path was taken.
type consts struct {
	val   [128]uint32
	known [2]uint64
	code  [2]uint64 // computed from the program counter: an address of code or near it, not any number
	scc   bool
	sccOK bool
}

func (k *consts) get(code uint16, n int) (v uint64, ok bool) {
	for i := 0; i < n; i++ {
		c := code + uint16(i)
		if c >= 128 || k.known[c>>6]>>(c&63)&1 == 0 {
			return 0, false
		}
		v |= uint64(k.val[c]) << (32 * i)
	}
	return v, true
}

func (k *consts) set(code uint16, n int, v uint64) {
	for i := 0; i < n && code+uint16(i) < 128; i++ {
		c := code + uint16(i)
		k.val[c] = uint32(v >> (32 * i))
		k.known[c>>6] |= 1 << (c & 63)
	}
}

// common are the known registers of a word of known on which both agree.
func (k *consts) common(o *consts, w int) uint64 {
	both := k.known[w] & o.known[w]
	for m := both; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		if k.val[w*64+i] != o.val[w*64+i] {
			both &^= 1 << i
		}
	}
	return both
}

// agrees reports whether o knows all that k knows: a join would change nothing.
func (k *consts) agrees(o *consts) bool {
	if k == o {
		return true
	}
	if k.sccOK && (!o.sccOK || k.scc != o.scc) {
		return false
	}
	for w := range k.known {
		if k.code[w]&^o.code[w] != 0 || k.known[w] != k.common(o, w) {
			return false
		}
	}
	return true
}

// join keeps what both paths know.
func (k *consts) join(o *consts) {
	for w := range k.known {
		k.known[w] = k.common(o, w)
		k.code[w] &= o.code[w]
	}
	k.sccOK = k.sccOK && o.sccOK && k.scc == o.scc
}

// concerns reports whether the instruction can change what is known.
func (k *consts) concerns(n *node) bool {
	return n.scalar || n.loadsScalar() || n.writes.S[0]&k.known[0]|n.writes.S[1]&k.known[1] != 0 || n.writes.SCC &&
		k.sccOK
}

// step computes what the instruction makes of the known registers: by the row's own scalar kernel,
// or by reading constant memory. It returns the target of a jump through registers where that is
// known.
func (k *consts) step(n *node, read func(addr uint64, n int) ([]byte, bool)) (target uint64, ok bool) {
	var result uint64
	known := false
	d := n.in.Form.Desc
	switch do := d.Do.(type) {
	case isa.Scalar:
		result, target, known = k.eval(n, do)
		ok = known && d.Writes("pc")
	case isa.Memory:
		if n.ev.Class == waitcnt.SMem && do.Kind == isa.MemLoad && !do.Buffer && !do.Scr && read != nil {
			k.load(n, do, read)
			return 0, false
		}
	}
	code := d.Reads("pc")
	for w := range k.known {
		code = code || n.reads.S[w]&k.code[w] != 0
		k.known[w] &^= n.writes.S[w]
		k.code[w] &^= n.writes.S[w]
	}
	if n.writes.SCC && !known {
		k.sccOK = false
	}
	if o, has := n.in.Operand('d'); has && known && o.IsSGPR() && !d.Writes("exec") {
		k.set(o.Code, int(o.Dwords), result)
		for i := 0; code && i < int(o.Dwords); i++ {
			k.code[(o.Code+uint16(i))>>6&1] |= 1 << ((o.Code + uint16(i)) & 63)
		}
	}
	return target, ok
}

// eval runs the kernel of a scalar instruction where all its sources are known.
func (k *consts) eval(n *node, do isa.Scalar) (d, pc uint64, ok bool) {
	desc := n.in.Form.Desc
	if desc.Reads("exec") || desc.Reads("vcc") || desc.Writes("exec") || desc.Reads("scc") && !k.sccOK {
		return 0, 0, false
	}
	s := isa.Sca{SCC: k.scc, PC: n.next()}
	for _, o := range n.in.Operands() {
		switch {
		case o.Kind == isa.KindImm || o.Kind == isa.KindLabel:
			s.Imm = int32(o.Val)
			continue
		case o.Role == 'd' && !reads(n, o.Code):
			continue
		}
		v, ok := k.operand(&o)
		if !ok {
			return 0, 0, false
		}
		switch o.Role {
		case 'a':
			s.A = v
		case 'b':
			s.B = v
		case 'd':
			s.D = v
		}
	}
	old := s.D
	do(&s)
	if s.Keep {
		s.D = old
	}
	if n.writes.SCC {
		k.scc, k.sccOK = s.SCC, true
	}
	return s.D, s.PC, true
}

// operand is the value of a scalar source.
func (k *consts) operand(o *isa.Operand) (v uint64, ok bool) {
	switch {
	case o.IsConst():
		v, _ = isa.Constant(o.Code, o.Val, o.Type)
		if o.Dwords < 2 {
			v &= 0xffffffff
		}
		return v, true
	case o.IsSGPR():
		return k.get(o.Code, int(o.Dwords))
	}
	return 0, false
}

func reads(n *node, code uint16) bool {
	for _, u := range n.uses {
		if u.Read && u.Code == code {
			return true
		}
	}
	return false
}

// load reads constant memory: addresses of functions are loaded from the global offset table.
func (k *consts) load(n *node, m isa.Memory, read func(addr uint64, n int) ([]byte, bool)) {
	base, _ := n.in.Operand('s')
	addr, ok := k.get(base.Code, 2)
	off, _ := n.in.Operand('f')
	o := uint64(0)
	switch {
	case off.Kind == isa.KindImm && n.in.Form.Fmt == isa.SMRD:
		o = uint64(off.Val) * 4
	case off.Kind == isa.KindImm:
		o = uint64(int64(int32(off.Val)))
	case off.Code == isa.CodeLiteral:
		o = uint64(off.Val)
		if n.in.Form.Fmt == isa.SMRD {
			o *= 4
		}
	default:
		ok = false
	}
	for w := range k.known {
		k.known[w] &^= n.writes.S[w]
		k.code[w] &^= n.writes.S[w]
	}
	if !ok {
		return
	}
	data, ok := read(addr+o, int(m.Size))
	if !ok {
		return
	}
	d, _ := n.in.Operand('d')
	for i := 0; i+4 <= len(data) && i < int(d.Dwords)*4; i += 4 {
		k.set(d.Code+uint16(i/4), 1, uint64(data[i])|uint64(data[i+1])<<8|uint64(data[i+2])<<16|uint64(data[i+3])<<24)
	}
}
