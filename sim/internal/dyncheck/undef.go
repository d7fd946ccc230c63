package dyncheck

import (
	"fmt"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// undef knows which bits of a wave's registers and private memory have no defined value: nothing
// has written them, or an instruction has computed them from such bits. As in MemorySanitizer
// (Stepanov, Serebryany 2015), reading them is no defect, as compilers copy and spill what they do
// not use; an address, a branch, EXEC, and what reaches memory, LDS and exports must not depend on
// them.
//
// Whether a result depends on undefined bits is not derived from opcodes: the instruction is
// executed with several values of these bits, and the bits of the result that differ are undefined.
// So v_and_b32 with 0, v_cndmask_b32 with a mask that chooses the defined side, and v_xor_b32 of a
// register with itself give defined results. What the values do not show is taken for defined.
type undef struct {
	// Registers that were written, some bits of them undefined. Of those that were not written
	// every bit is, except where a finding has been reported.
	bad   isa.RegSet
	okS   [2]uint64
	sccOf origin
}

// origin is where an undefined value began: the first instruction that took it from a register that
// nothing has written. The zero value is unknown: the value came from memory, or from several.
type origin struct {
	rec  *engine.Rec
	code uint16 // the register
}

// undefRows is the part of undef that is large: it stays when another wave is checked, and is empty
// then.
type undefRows struct {
	scalar [128]uint32             // undefined bits of scalar registers in bad
	lanes  [256]uint64             // lanes of vector ones in bad; of others none
	from   [engine.SrcConst]origin // of registers in bad, by source code
	okV    [256]uint64
	oks    bool // okV has some
}

// empty makes it empty where bad is what it was for.
func (u *undefRows) empty(bad *isa.RegSet) {
	for i, m := range bad.V {
		for ; m != 0; m &= m - 1 {
			u.lanes[64*i+bits.TrailingZeros64(m)] = 0
		}
	}
	if u.oks {
		u.okV, u.oks = [256]uint64{}, false
	}
}

// maxTrial is the most registers of an instruction that is tried: those of v_mqsad_u32_u8 and a
// mask are 13.
const maxTrial = 16

// trial is one execution of an instruction with other values.
type trial struct {
	n     int
	code  [maxTrial]uint16 // registers that the instruction touches
	write [maxTrial]bool
	dirty [maxTrial]bool    // it has undefined bits
	row   [maxTrial]isa.Row // values before it; of scalar registers in lane 0
	bad   [maxTrial]isa.Row // their undefined bits
	first [maxTrial]isa.Row // results of the first execution
	diff  [maxTrial]isa.Row
	done  [maxTrial]uint64 // lanes of VWritten before
	scc   [2]bool          // SCC before, and after the first execution
	fresh bool             // SCC differs
}

// vbits are the undefined bits of one lane of a vector register.
func (c *waveCheck) vbits(w *wave, v uint8, lane int) uint32 {
	switch m := uint64(1) << lane; {
	case c.lanes[v]&m != 0:
		return c.shadow[v][lane]
	case (w.VWritten[v]|c.okV[v])&m != 0, c.loadV[v>>6]>>(v&63)&1 != 0:
		return 0
	}
	return ^uint32(0)
}

// sbits are the undefined bits of a scalar register below 128.
func (c *waveCheck) sbits(w *wave, s uint16) uint32 {
	switch i, m := s>>6, uint64(1)<<(s&63); {
	case c.bad.S[i]&m != 0:
		return c.scalar[s]
	case (w.SWritten[i]|c.okS[i]|c.pend.S[i])&m != 0:
		return 0
	}
	return ^uint32(0)
}

// useMask spreads the bytes of a use to bits.
func useMask(u *isa.Use, code uint16) (m uint32) {
	for b := u.BytesOf(code); b != 0; b &= b - 1 {
		m |= 0xff << (8 * bits.TrailingZeros8(b))
	}
	return m
}

// badLanes are the lanes in which a reading use sees undefined bits; all of them for scalar
// registers.
func (c *waveCheck) badLanes(w *wave, r *engine.Rec, u *isa.Use) (bad uint64, code uint16) {
	if u.Code == isa.CodeSCC {
		if c.scc && w.SWritten[isa.CodeSCC>>6]>>(isa.CodeSCC&63)&1 == 0 {
			return engine.AllLanes, u.Code
		}
		return 0, 0
	}
	for j := range uint16(u.Dwords) {
		s := u.Code + j
		if s < isa.CodeVGPR {
			if s < 128 && defines(u, s) && c.sbits(w, s) != 0 {
				return engine.AllLanes, s
			}
			continue
		}
		v := uint8(s - isa.CodeVGPR)
		lanes, was := lanesOf(w, r, u), bad
		if c.loadV[v>>6]>>(v&63)&1 == 0 {
			bad |= lanes &^ (w.VWritten[v] | c.okV[v] | c.lanes[v])
		}
		if lanes &= c.lanes[v]; lanes != 0 {
			m, shadow := useMask(u, s), c.shadow[v]
			for ; lanes != 0; lanes &= lanes - 1 {
				if i := bits.TrailingZeros64(lanes) & 63; shadow[i]&m != 0 {
					bad |= 1 << i
				}
			}
		}
		if bad != was && was == 0 {
			code = s
		}
	}
	return bad, code
}

// execute executes an instruction, reports undefined registers that matter, and notes what becomes
// undefined.
func (c *waveCheck) execute(w *wave, r, b *engine.Rec, t *usage, uses []isa.Use) {
	f := b.X.Inst.Form
	isMem := t.flags&usageMemory != 0
	tryIt := false
	var from origin
	for i := range uses {
		u := &uses[i]
		if !u.Read || u.Part == isa.PartExec || u.Part == isa.PartM0 {
			continue
		}
		if isMem && c.store && u.Part == isa.PartData {
			continue
		}
		bad, code := c.badLanes(w, b, u)
		if bad == 0 {
			continue
		}
		switch {
		case isMem && (u.Part == isa.PartAddress || u.Part == isa.PartResource):
			c.undefined(w, b, waitcnt.RuleUninitAddr, u, code, bad)
		case isMem && vectorMemory(f.Fmt):
			c.store = true // the addresses tell whether it is a spill
		case isMem && movesLanes(b.X.Mem.Kind):
		case isMem, f.Fmt == isa.EXP:
			c.undefined(w, b, waitcnt.RuleUninitData, u, code, bad)
		case t.flags&usageBranch != 0:
			if u.Code != isa.CodeVCCLo || w.VCC()&^c.vccBits(w) == 0 {
				c.undefined(w, b, waitcnt.RuleUninitBr, u, code, bad)
			}
		default:
			if !tryIt {
				from = c.originOf(code, bad, origin{b, code})
			}
			tryIt = true
		}
	}
	if isMem || t.flags&usageBranch != 0 || f.Fmt == isa.EXP {
		w.Perform(r)
		c.store = false
		if t.flags&usageBranch != 0 {
			c.wrote(w, b, uses) // the place behind a call
		}
		return
	}
	if tryIt && t.flags&usageMoveLane != 0 {
		c.moveLane(w, r, b, uses, from)
		return
	}
	tryIt = tryIt && c.prepare(w, uses)
	if tryIt {
		for p := range patterns {
			if p < plainPatterns || t.flags&usageCompare != 0 {
				c.try(w, b, p)
			}
		}
	}
	w.Perform(r)
	if w.Stop()&engine.StopFault != 0 {
		return
	}
	c.wrote(w, b, uses)
	if tryIt {
		c.spread(w, b, from)
	}
}

// originOf is where the undefined value of a register began, in these lanes of a vector register:
// unwritten where nothing has written it.
func (c *waveCheck) originOf(code uint16, lanes uint64, unwritten origin) origin {
	switch {
	case code == isa.CodeSCC:
		return c.sccOf
	case code >= isa.CodeVGPR:
		switch copied := lanes & c.lanes[code-isa.CodeVGPR]; copied {
		case 0:
			return unwritten
		case lanes:
			return c.from[code]
		}
		return origin{}
	case c.bad.S[code>>6]>>(code&63)&1 != 0:
		return c.from[code]
	}
	return unwritten
}

// moveLane executes v_readlane_b32, v_readfirstlane_b32 and v_writelane_b32, which copy what is
// undefined.
func (c *waveCheck) moveLane(w *wave, r, b *engine.Rec, uses []isa.Use, from origin) {
	var bad uint32
	to := &uses[0]
	for i := range uses {
		u := &uses[i]
		switch {
		case u.Write:
			to = u
		case u.Part != isa.PartData || !u.Read:
		case u.Code >= isa.CodeVGPR:
			bad = c.vbits(w, uint8(u.Code-isa.CodeVGPR), bits.TrailingZeros64(lanesOf(w, b, u))&63)
		case u.Code < 128:
			bad = c.sbits(w, u.Code)
		}
	}
	lane := bits.TrailingZeros64(lanesOf(w, b, to)) & 63
	w.Perform(r)
	c.wrote(w, b, uses)
	switch {
	case bad == 0:
		return
	case to.Code >= isa.CodeVGPR:
		c.setV(uint8(to.Code-isa.CodeVGPR), lane, bad, from)
	case to.Code < 128:
		c.bad.S[to.Code>>6] |= 1 << (to.Code & 63)
		c.scalar[to.Code], c.from[to.Code] = bad, from
	}
	c.heat()
}

// setV makes bits of one lane of a vector register undefined.
func (c *waveCheck) setV(v uint8, lane int, bad uint32, from origin) {
	if o := &c.from[isa.CodeVGPR+uint16(v)]; c.lanes[v]&^(1<<lane) == 0 {
		*o = from
	} else if *o != from {
		*o = origin{} // other lanes have another one
	}
	if c.shadow[v] == nil {
		c.shadow[v] = new(isa.Row)
	}
	c.shadow[v][lane] = bad
	c.lanes[v] |= 1 << lane
	c.bad.V[v>>6] |= 1 << (v & 63)
}

// vectorMemory reports whether a format accesses memory, private memory included, with vector data.
func vectorMemory(f isa.Format) bool { return f != isa.SMRD && f != isa.SMEM && f != isa.DS }

// movesLanes reports whether the data of an LDS instruction go to other lanes and not to LDS.
func movesLanes(k isa.MemKind) bool {
	return k == isa.MemSwizzle || k == isa.MemPermute || k == isa.MemBPermute
}

func (c *waveCheck) vccBits(w *wave) uint64 {
	return uint64(c.sbits(w, isa.CodeVCCLo)) | uint64(c.sbits(w, isa.CodeVCCHi))<<32
}

// prepare collects the registers that an instruction touches. It reports false where there are too
// many.
func (c *waveCheck) prepare(w *wave, uses []isa.Use) bool {
	if c.trial == nil {
		c.trial = new(trial)
	}
	t := c.trial
	t.n = 0
	for i := range uses {
		u := &uses[i]
		if u.Part == isa.PartExec || u.Part == isa.PartM0 || u.Code >= 128 && u.Code < isa.CodeVGPR {
			continue
		}
	next:
		for j := range uint16(u.Dwords) {
			code := u.Code + j
			for k := range t.code[:t.n] {
				if t.code[k] == code {
					t.write[k] = t.write[k] || u.Write
					continue next
				}
			}
			if t.n == maxTrial || code >= engine.SrcConst {
				return false
			}
			k := t.n
			t.n++
			t.code[k], t.write[k], t.dirty[k] = code, u.Write, false
			if code < isa.CodeVGPR {
				t.row[k][0], t.bad[k][0], t.diff[k][0] = w.S[code], 0, 0
				if defines(u, code) {
					t.bad[k][0] = c.sbits(w, code)
					t.dirty[k] = t.bad[k][0] != 0
				}
				continue
			}
			v := uint8(code - isa.CodeVGPR)
			t.row[k], t.done[k], t.diff[k] = w.V[v], w.VWritten[v], isa.Row{}
			if l := ^(w.VWritten[v] | c.okV[v]) | c.lanes[v]; l != 0 {
				t.dirty[k], t.bad[k] = true, isa.Row{}
				for ; l != 0; l &= l - 1 {
					i := bits.TrailingZeros64(l) & 63
					t.bad[k][i] = c.vbits(w, v, i)
				}
			}
		}
	}
	t.scc = [2]bool{w.SCC, false}
	t.fresh = false
	return true
}

// An instruction is tried with that many values of the undefined bits, one that may be a comparison
// with more.
const (
	plainPatterns = 3
	patterns      = 5
)

// try executes an instruction with pattern p in the undefined bits and puts everything back.
func (c *waveCheck) try(w *wave, r *engine.Rec, p int) {
	t := c.trial
	for k := range t.code[:t.n] {
		if !t.dirty[k] {
			continue
		}
		code := t.code[k]
		v, row := c.pattern(r, k, p)
		bad := &t.bad[k]
		switch {
		case code < isa.CodeVGPR && row != nil:
			w.S[code] = t.row[k][0]&^bad[0] | row[0]&bad[0]
		case code < isa.CodeVGPR:
			w.S[code] = t.row[k][0]&^bad[0] | v&bad[0]
		case row != nil:
			for l, x := range row {
				w.V[code-isa.CodeVGPR][l] = t.row[k][l]&^bad[l] | x&bad[l]
			}
		default:
			dst := &w.V[code-isa.CodeVGPR]
			for l, b := range bad {
				dst[l] = t.row[k][l]&^b | v&b
			}
		}
	}
	if c.scc && w.SWritten[isa.CodeSCC>>6]>>(isa.CodeSCC&63)&1 == 0 {
		w.SCC = p&1 != 0
	}
	ip, mode, traps, written := w.IP(), w.Mode, w.TrapSts, w.SWritten
	w.Execute(r)
	w.SetIP(ip)
	w.Mode, w.TrapSts, w.SWritten = mode, traps, written
	if w.Stop() != 0 { // a register that does not exist: the execution that counts says so
		w.SetStop(0)
		w.Fault = nil
	}
	for k := range t.code[:t.n] {
		code := t.code[k]
		if code < isa.CodeVGPR {
			v := w.S[code]
			w.S[code] = t.row[k][0]
			if p == 0 {
				t.first[k][0] = v
			}
			t.diff[k][0] |= v ^ t.first[k][0]
			continue
		}
		row := &w.V[code-isa.CodeVGPR]
		switch {
		case t.write[k] && p == 0:
			t.first[k] = *row
		case t.write[k]:
			first, diff := &t.first[k], &t.diff[k]
			for l, v := range row {
				diff[l] |= v ^ first[l]
			}
		case !t.dirty[k]:
			continue
		}
		*row = t.row[k]
		w.VWritten[code-isa.CodeVGPR] = t.done[k]
	}
	if p == 0 {
		t.scc[1] = w.SCC
	}
	t.fresh = t.fresh || w.SCC != t.scc[1]
	w.SCC = t.scc[0]
}

// pattern is the value that the undefined bits of register k take, the same in all lanes where row
// is nil: all 0, all 1, two values that tell registers apart, and that of the other source, which
// makes comparisons equal.
func (c *waveCheck) pattern(r *engine.Rec, k, p int) (v uint32, row *isa.Row) {
	if p < patterns-1 {
		return [...]uint32{0, ^uint32(0), 0x5bd1e995 * uint32(2*k+1), 0xa3c59ac3 * uint32(2*k+3)}[p&3], nil
	}
	t, x := c.trial, r.X
	n := func(i int) uint16 { return uint16(max(x.NS[i], 1)) }
	in := func(code, first, n uint16) bool { return first != engine.SrcConst && code >= first && code < first+n }
	code := t.code[k]
	other, i, j := uint16(engine.NoMask), 0, uint16(0)
	switch {
	case in(code, r.A, n(0)):
		other, i, j = r.B, 1, code-r.A
	case in(code, r.B, n(1)) && !c.anyBad(r.A, n(0)):
		other, i, j = r.A, 0, code-r.B
	}
	switch {
	case other == engine.SrcConst:
		return uint32(x.Const[i] >> (32 * (j & 1))), nil
	case other != engine.NoMask:
		for q := range t.code[:t.n] {
			if t.code[q] != other+j {
				continue
			}
			if other >= isa.CodeVGPR && code >= isa.CodeVGPR {
				return 0, &t.row[q]
			}
			return t.row[q][0], nil
		}
	}
	return 0, &t.row[k]
}

// anyBad reports whether one of n registers has undefined bits.
func (c *waveCheck) anyBad(code, n uint16) bool {
	t := c.trial
	for k := range t.code[:t.n] {
		if t.code[k] >= code && t.code[k] < code+n && t.dirty[k] {
			return true
		}
	}
	return false
}

// wrote notes that an instruction has written its results.
func (c *waveCheck) wrote(w *wave, r *engine.Rec, uses []isa.Use) {
	hot := false
	for i := range uses {
		u := &uses[i]
		if !u.Write {
			continue
		}
		if u.Code == isa.CodeSCC && c.scc {
			c.scc = false
			c.watching()
			continue
		}
		for j := range uint16(u.Dwords) {
			code := u.Code + j
			switch {
			case code >= isa.CodeVGPR:
				v := uint8(code - isa.CodeVGPR)
				if c.lanes[v] == 0 {
					continue
				}
				defined := lanesOf(w, r, u) & c.lanes[v]
				if m := useMask(u, code); m != ^uint32(0) {
					for l := defined; l != 0; l &= l - 1 {
						i := bits.TrailingZeros64(l) & 63
						if c.shadow[v][i] &^= m; c.shadow[v][i] != 0 {
							defined &^= 1 << i
						}
					}
				}
				if c.lanes[v] &^= defined; c.lanes[v] == 0 {
					c.bad.V[v>>6] &^= 1 << (v & 63)
					hot = true
				}
			case code < 128 && c.bad.S[code>>6]>>(code&63)&1 != 0:
				c.bad.S[code>>6] &^= 1 << (code & 63)
				hot = true
			}
		}
	}
	if hot {
		c.heat()
	}
}

// spread enters the bits of the results that the trials have found undefined.
func (c *waveCheck) spread(w *wave, r *engine.Rec, from origin) {
	t := c.trial
	exec := uint32(0)
	for k := range t.code[:t.n] {
		code := t.code[k]
		switch {
		case !t.write[k]:
		case code < isa.CodeVGPR && t.diff[k][0] == 0:
		case code&^1 == isa.CodeExecLo:
			exec |= t.diff[k][0]
		case code < isa.CodeVGPR:
			c.bad.S[code>>6] |= 1 << (code & 63)
			c.scalar[code], c.from[code] = t.diff[k][0], from
		default:
			v := uint8(code - isa.CodeVGPR)
			for l, d := range t.diff[k] {
				// Lanes that the instruction does not write keep what they have.
				if d != 0 && w.VWritten[v]>>l&1 != 0 {
					c.setV(v, l, d, from)
				}
			}
		}
	}
	if t.fresh {
		c.scc, c.sccOf = true, from
		w.SWritten[isa.CodeSCC>>6] &^= 1 << (isa.CodeSCC & 63)
		c.watching()
	}
	c.heat()
	if exec != 0 {
		c.undefined(w, r, waitcnt.RuleUninitBr, &isa.Use{Code: isa.CodeExecLo, Dwords: 2, Bytes: 15, Write: true},
			isa.CodeExecLo, engine.AllLanes)
	}
}

// undefined reports a use of undefined bits, and takes the registers for defined from then on: one
// defect is one finding.
func (c *waveCheck) undefined(w *wave, r *engine.Rec, rule string, u *isa.Use, code uint16, lanes uint64) {
	var from origin
	if code != isa.CodeExecLo {
		from = c.originOf(code, lanes, origin{})
	}
	for j := range uint16(u.Dwords) {
		switch s := u.Code + j; {
		case s == isa.CodeSCC:
			c.scc = false
			c.watching()
		case s >= isa.CodeVGPR:
			v := uint8(s - isa.CodeVGPR)
			c.okV[v] |= lanes
			c.oks = true
			if c.lanes[v] &^= lanes; c.lanes[v] == 0 {
				c.bad.V[v>>6] &^= 1 << (v & 63)
			}
		case s < 128:
			c.okS[s>>6] |= 1 << (s & 63)
			c.bad.S[s>>6] &^= 1 << (s & 63)
		}
	}
	c.heat()
	n := 1
	if code == isa.CodeVCCLo && u.Dwords == 2 || code == isa.CodeExecLo {
		n = 2
	}
	name, _ := isa.RegName(w.prog.Gen, code, n)
	if code == isa.CodeSCC {
		name = "scc"
	}
	f := newFinding[rule]
	producer := uint64(0)
	if from.rec != nil {
		producer = w.prog.Addr(from.rec.Slot) - w.prog.Bias
	}
	if w.repeats(&f, r, producer, name) {
		return
	}
	f.Register, f.Access = name, "read"
	if code >= isa.CodeVGPR {
		f.Lanes = lanesText(lanes)
	}
	f.Message = fmt.Sprintf("%s %s: neither the ABI nor the program has written it, or what it was computed from",
		name, map[string]string{
			waitcnt.RuleUninitAddr: "makes an address or resource",
			waitcnt.RuleUninitBr:   "decides a branch or EXEC",
			waitcnt.RuleUninitData: "reaches memory, LDS or an export",
		}[rule])
	at := r
	if from.rec != nil {
		at = from.rec
		name, _ = isa.RegName(w.prog.Gen, from.code, 1)
		f.ProducerPC, f.Producer = waitcnt.At(producer), w.prog.Inst(at).String()
		f.Message += fmt.Sprintf("; it comes from %s, which %q at %#x reads", name, f.Producer, producer)
	}
	f.Fix = fmt.Sprintf("write %s before %#x", name, w.prog.Addr(at.Slot)-w.prog.Bias)
	w.report(r, f)
}

// stored is called when an operation has been issued.
func (c *waveCheck) stored(w *wave, t *engine.Token) {
	if w.memc.on.apart { // a path is left
		c.storesUndefined(w, t)
		c.followed(w, t)
		c.store = false
		return
	}
	c.followed(w, t)
}

// followed follows undefined data into private memory and reports it elsewhere; loads from private
// memory bring it back. Addresses are known at issue, and private memory is accessed by its own
// wave in order.
func (c *waveCheck) followed(w *wave, t *engine.Token) {
	x := t.Rec.X
	w.tok[t.Slot].undef = 0
	if !c.store && !c.spills || !vectorMemory(x.Inst.Form.Fmt) {
		return
	}
	private, lo, hi := c.privateLanes(w, t)
	if private != 0 && w.group.disp.WaveScratch != 0 { // else there is no memory to follow
		switch x.Mem.Kind {
		case isa.MemLoad, isa.MemLoadFormat:
			if !x.Inst.Mod.LDS && c.anyPrivate(lo, hi) {
				c.reload(w, t, private, lo)
			}
		case isa.MemStore, isa.MemStoreFormat:
			if c.store || c.anyPrivate(lo, hi) {
				c.spill(w, t, private, lo)
			}
		}
	}
	if !c.store {
		return
	}
	rest := t.Exec &^ private
	if f := x.Inst.Form.Fmt; f == isa.MUBUF || f == isa.MTBUF {
		rest &= t.Part[0] | t.Part[1] | t.Part[2] | t.Part[3] // in range
	}
	for _, u := range c.prog.usages[t.Rec.Slot].Load().uses {
		if !u.Read || u.Part != isa.PartData || u.Code < isa.CodeVGPR {
			continue
		}
		if bad, code := c.badLanes(w, t.Rec, &u); bad&rest != 0 {
			c.undefined(w, t.Rec, waitcnt.RuleUninitData, &u, code, bad&rest)
		}
	}
}

// delivered notes that the results of an operation are in their registers.
func (c *waveCheck) delivered(w *wave, t *engine.Token) {
	hot, n := false, &w.tok[t.Slot]
	for j := range t.Results() {
		v := uint8(int(t.Rec.D-isa.CodeVGPR) + j)
		if old := c.lanes[v] & t.Exec; old != 0 {
			if keep := t.Rec.X.Keeps(j, t.Results()); keep != 0 {
				for l := old; l != 0; l &= l - 1 {
					i := bits.TrailingZeros64(l) & 63
					if c.shadow[v][i] &= keep; c.shadow[v][i] != 0 {
						old &^= 1 << i
					}
				}
			}
			if c.lanes[v] &^= old; c.lanes[v] == 0 {
				c.bad.V[v>>6] &^= 1 << (v & 63)
			}
			hot = true
		}
		if n.undef == 0 || j >= 4 {
			continue
		}
		hot = true
		if c.lanes[v] == 0 && t.Results() == 1 && t.Rec.X.Mem.Size == 4 {
			if c.shadow[v] == nil {
				c.shadow[v] = new(isa.Row)
			}
			*c.shadow[v] = n.shadow[0]
			c.lanes[v] = n.undef
			c.from[isa.CodeVGPR+uint16(v)] = origin{}
			c.bad.V[v>>6] |= 1 << (v & 63)
			continue
		}
		for m := n.undef; m != 0; m &= m - 1 {
			l := bits.TrailingZeros64(m) & 63
			b := n.shadow[j][l]
			if c.lanes[v]>>l&1 != 0 {
				b |= c.shadow[v][l]
			}
			if b != 0 {
				c.setV(v, l, b, origin{})
			}
		}
	}
	if hot {
		c.heat()
	}
}

// loaded notes that scalar memory has written registers.
func (c *waveCheck) loaded(code uint16, n int) {
	was := c.bad.S
	for i := range uint16(n) {
		if s := code + i; s < 128 {
			c.bad.S[s>>6] &^= 1 << (s & 63)
		}
	}
	if c.bad.S != was {
		c.heat()
	}
}
