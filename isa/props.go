package isa

// Part says what an instruction does with a register that it reads.
type Part uint8

// The parts.
const (
	PartData     Part = iota // a value that is computed with, stored or copied
	PartAddress              // vector or scalar address, offset
	PartResource             // buffer, image or sampler resource
	PartLane                 // lane select of v_readlane and v_writelane
	PartMask                 // one bit per lane: carry in, condition
	PartExec                 // EXEC as the mask of active lanes
	PartBranch               // branch condition or target
	PartM0                   // M0 as limit, base or index; FLAT_SCRATCH as base
)

// Use is an access of an instruction to consecutive registers, named in the instruction or implied
// by it.
type Use struct {
	Code   uint16 // source code of the first register: 0-127, [CodeSCC], [CodeVCCZ], [CodeExecZ], 256-511
	Dwords uint8  // registers
	// which bytes of a register are accessed, one bit each: 15 is all; of several registers, in the
	// last one
	Bytes   uint8
	Part    Part
	Read    bool    // the instruction reads them
	Write   bool    // the instruction writes them; both may be set
	Indexed bool    // M0, or M0[7:0] while MODE.gpr_idx_en is set, is added to the register number
	Lanes   LaneUse // of vector registers
}

// LaneUse says in which lanes a vector register is accessed.
type LaneUse uint8

// The lanes.
const (
	LanesOwn LaneUse = iota // each active lane its own
	// each active lane that of an active one: DPP, ds_bpermute_b32. What it would read of others is
	// not used
	LanesPermuted
	LanesFirst // the first active lane, lane 0 where there is none: v_readfirstlane_b32
	LanesNamed // the lane that operand b names, active or not: v_readlane_b32, v_writelane_b32
)

// BytesOf are the bytes of the register with a source code that the use accesses, one bit each.
func (u *Use) BytesOf(code uint16) uint8 {
	if code == u.Code+uint16(u.Dwords)-1 {
		return u.Bytes
	}
	return 15
}

// Overlap are the registers of which both uses access the same bytes: n from code first on. n is 0
// where there is none.
func (u *Use) Overlap(o *Use) (first uint16, n int) {
	for c := max(u.Code, o.Code); c < min(u.Code+uint16(u.Dwords), o.Code+uint16(o.Dwords)); c++ {
		if u.BytesOf(c)&o.BytesOf(c) == 0 {
			continue
		}
		if n == 0 {
			first = c
		}
		n = int(c-first) + 1
	}
	return first, n
}

// MaxUses is the most accesses of one instruction.
const MaxUses = MaxOperands + 8

// Uses appends to buf what the instruction reads and writes. Reads of EXEC as the mask of active
// lanes are included, those of MODE are not. A vector register is accessed in the lanes that Lanes
// says. Loads that keep a part of their register do not read it. Of the addresses of an image they
// have those that any image needs ([Inst.ImageAddresses]). Source: the instruction's row; for
// M0 the AMD ISA manuals ("M0 Register", LDS chapter): LDS takes its limit from M0 before GCN 1.4.
func (i *Inst) Uses(buf []Use) []Use { return i.UsesUnder(0, buf) }

// UsesUnder is [Inst.Uses] while MODE.gpr_idx_en is set, where mode is M0[15:12]: what it selects
// of a vector ALU instruction's registers is Indexed (by M0[7:0]).
func (i *Inst) UsesUnder(mode uint8, buf []Use) []Use {
	f := i.Form
	d := f.Desc
	mem, isMem := d.Do.(Memory)
	ctl, _ := d.Do.(Control)
	direct := false // a source is the dword of LDS that M0 names
	for n := range i.Ops[:i.NOps] {
		o := &i.Ops[n]
		if o.Kind != KindReg || o.Dwords == 0 {
			continue
		}
		if o.Code >= CodeZero && o.Code < CodeVGPR {
			direct = direct || o.Code == CodeLDSDirect
			if o.Code >= CodeVCCZ && o.Code <= CodeSCC {
				buf = append(buf, Use{Code: o.Code, Dwords: 1, Bytes: 15, Read: true})
			}
			continue
		}
		a := &f.Args[min(n, len(f.Args)-1)] // mostly
		if a.Role != o.Role {
			a = f.arg(o.Role)
		}
		u := Use{Code: o.Code, Dwords: o.Dwords, Bytes: 15, Read: a.Read, Write: a.Write}
		switch {
		case isMem:
			u.Part = memPart(o.Role)
			switch {
			case f.Fmt != MIMG:
			case o.Role == 'v':
				n := i.ImageAddresses(1, i.Mod.DA)
				u.Dwords = uint8(min(n, CodeVGPR+256-int(o.Code)))
			case o.Role == 'r' && i.Mod.R128 && f.Has(FeatureR128):
				u.Dwords = 4
			}
			if o.Role == 'd' || o.Role == 'a' || o.Role == 'b' {
				buf = i.memData(buf, u, mem)
				continue
			}
		case o.Type == Mask:
			u.Part = PartMask
		case f.jumps:
			u.Part = PartBranch
		}
		switch ctl {
		case CtlReadFirstLane:
			if o.IsVGPR() {
				u.Lanes = LanesFirst
			}
		case CtlReadLane, CtlWriteLane:
			if o.IsVGPR() {
				u.Lanes = LanesNamed
			}
		case CtlSwap:
			u.Read, u.Write = true, true
		case CtlMovRelS, CtlVMovRelS:
			u.Indexed = u.Read
		case CtlMovRelD, CtlVMovRelD:
			u.Indexed = u.Write
		case CtlVMovRelSD:
			u.Indexed = true
		}
		if (ctl == CtlReadLane || ctl == CtlWriteLane) && o.Role == 'b' {
			u.Part = PartLane
		}
		if f.isVALU() && o.IsVGPR() {
			i.narrow(&u, o)
			if mode != 0 {
				bit, ok := f.IndexBit(o.Role)
				u.Indexed = u.Indexed || ok && mode>>bit&1 != 0
			}
		}
		buf = append(buf, u)
	}
	reads := direct || f.readsM0
	if isMem {
		reads = i.readsM0()
	}
	return f.implies(buf, reads)
}

// IndexBit is the bit of M0[15:12] that makes MODE.gpr_idx_en index the vector register of an
// operand: 0 to 2 are the sources, 3 is the destination, which goes for the third source of v_mac
// too. The constant of v_madmk takes the place of source 1: its register is source 2. Source: Vega
// ISA, "VGPR Indexing".
func (f *Form) IndexBit(role byte) (bit uint8, ok bool) {
	switch {
	case !f.isVALU():
		return 0, false
	case role == 'd':
		return 3, true
	case role == 'a':
		return 0, true
	case role == 'c':
		return 2, true
	case role != 'b':
		return 0, false
	}
	for _, a := range f.Args {
		switch a.Role {
		case 'K':
			return 2, true
		case 'b':
			return 1, true
		}
	}
	return 0, false
}

func memPart(role byte) Part {
	switch role {
	case 'v', 'f', 't', 's':
		return PartAddress
	case 'r', 'q':
		return PartResource
	}
	return PartData
}

// memData appends the uses of a data operand of a memory instruction.
func (i *Inst) memData(buf []Use, u Use, m Memory) []Use {
	f := i.Form
	half := func(d D16Kind) uint8 {
		switch {
		case f.Has(FeatureSRAMECC):
		case d == D16Lo:
			return 3
		case d == D16Hi:
			return 12
		}
		return 15
	}
	switch {
	case m.Kind == MemAtomic && u.Read && u.Write: // MUBUF, MIMG, SMEM: one field for data and result
		r := u
		r.Write = false
		buf = append(buf, r)
		if i.Mod.GLC {
			u.Read, u.Dwords = false, m.Size/4
			buf = append(buf, u)
		}
		return buf
	case u.Write:
		// What a 16-bit load keeps of its register is not read from it: the hardware writes bytes.
		u.Read = false
		u.Bytes = half(m.D16)
		if m.D16 == D16Pack && f.Has(FeaturePackedD16) && !f.Has(FeatureSRAMECC) && m.Size&4 != 0 && !i.Mod.TFE {
			u.Bytes = 3 // errata B-29
		}
	case m.D16 == D16Hi && m.Size == 1:
		u.Bytes = 4
	case m.D16 == D16Hi:
		u.Bytes = 12
	case m.Kind == MemStore && m.Size == 1:
		u.Bytes = 1
	case m.Kind == MemStore && m.Size == 2:
		u.Bytes = 3
	case m.Kind == MemStoreFormat && m.D16 == D16Pack && (f.Has(FeatureUnpackedD16) || m.Size&4 != 0):
		u.Bytes = 3
	}
	// Lanes of the other half of a permutation are read where the address says.
	if u.Read && m.Kind == MemBPermute {
		u.Lanes = LanesPermuted
	}
	return append(buf, u)
}

// sdwaBytes are the bytes that an SDWA select names.
func sdwaBytes(sel uint8) uint8 {
	switch {
	case sel < 4:
		return 1 << sel
	case sel < 6:
		return 3 << (2 * (sel - 4))
	}
	return 15
}

// narrow sets which bytes of its register a vector operand accesses, and whether other lanes are
// read.
func (i *Inst) narrow(u *Use, o *Operand) {
	f, m := i.Form, &i.Mod
	src := -1
	if o.Role >= 'a' && o.Role <= 'c' {
		src = int(o.Role - 'a')
	}
	switch {
	case i.Sub == DPP && src == 0:
		u.Lanes = LanesPermuted
	case i.Sub == SDWA || i.Sub == SDWAB:
		switch {
		case u.Write && !u.Read && m.SDWA.DstUnused == 2:
			u.Bytes = sdwaBytes(m.SDWA.DstSel)
		case !u.Write && (src == 0 || src == 1):
			u.Bytes = sdwaBytes(m.SDWA.Sel[src])
		}
		return
	}
	if f.Fmt == VOP3P {
		i.narrowPacked(u, o, src)
		return
	}
	if !o.Type.Is16() || i.Sub == DPP && src == 0 {
		return
	}
	switch {
	case src >= 0:
		u.Bytes = 3
		if f.Fmt == VOP3 && m.OpSel>>src&1 != 0 {
			u.Bytes = 12
		}
	case !u.Write:
	case f.Fmt == VOP3 && m.OpSel&8 != 0:
		u.Bytes = 12
	case f.Keeps16() || f.Fmt == VOP3 && f.Desc.Flag&OpSel != 0:
		u.Bytes = 3
	}
}

// narrowPacked is narrow for VOP3P: op_sel and op_sel_hi choose the half of a source for each of two
// results, or, with Mix, whether a source is an f32 and else which half; a half as the result keeps
// the other one (semantics.md 57).
func (i *Inst) narrowPacked(u *Use, o *Operand, src int) {
	mix, s := i.Form.Desc.Flag&Mix != 0, uint(max(src, 0))
	lo, hi := i.Mod.OpSel>>s&1, i.Mod.OpSelHi>>s&1
	switch {
	case src >= 0:
		if mix && hi != 0 || o.Type.IsPacked() && hi == lo {
			u.Bytes = 3 << (2 * lo)
		}
	case mix && o.Type.Is16():
		u.Read, u.Bytes = false, 3
		if i.Form.Desc.Flag&MixHi != 0 {
			u.Bytes = 12
		}
	}
}

// Keeps16 reports whether a 16-bit result keeps the upper half of its register (semantics.md 23).
func (f *Form) Keeps16() bool {
	return f.Desc.Flag&Keep16 != 0 || f.Desc.Flag&Keep16G9 != 0 && f.Has(FeatureKeep16)
}

// implies appends the registers that the row or the format implies; m0 says that M0 is read.
func (f *Form) implies(buf []Use, m0 bool) []Use {
	buf = append(buf, f.implied...)
	if m0 || f.writesM0 {
		buf = append(buf, Use{Code: CodeM0, Dwords: 1, Bytes: 15, Part: PartM0, Read: m0, Write: f.writesM0})
	}
	if f.flatScrat {
		buf = append(buf, Use{Code: FlatScratch(f.Gen), Dwords: 2, Bytes: 15, Part: PartM0, Read: true})
	}
	return buf
}

// imply fills in what all instructions of a form imply.
func (f *Form) imply() {
	d := f.Desc
	one := func(code uint16, n uint8, part Part, read, write bool) {
		if read || write {
			f.implied = append(f.implied, Use{Code: code, Dwords: n, Bytes: 15, Part: part, Read: read, Write: write})
		}
	}
	f.implied, f.jumps, f.readsM0, f.writesM0 = nil, d.Writes("pc"), d.Reads("m0"), d.Writes("m0")
	part, mask := PartData, PartMask
	if f.jumps {
		part, mask = PartBranch, PartBranch
	}
	one(CodeSCC, 1, part, d.Reads("scc"), d.Writes("scc"))
	one(CodeVCCLo, 2, mask, d.Reads("vcc"), false)
	one(CodeExecLo, 2, part, d.Reads("exec"), d.Writes("exec"))
	one(CodeExecLo, 2, PartExec, f.usesExec() && !d.Reads("exec"), false)
	_, isMem := d.Do.(Memory)
	f.flatScrat = isMem && (f.Fmt == FLAT || f.Fmt == SCRATCH)
}

// UsesExec reports whether EXEC chooses the lanes that the instruction acts on.
func (i *Inst) UsesExec() bool { return i.Form.usesExec() }

func (f *Form) usesExec() bool {
	if !f.vector() {
		return false
	}
	switch f.Desc.Do {
	case CtlReadLane, CtlWriteLane, CtlVNop, CtlClrExcp:
		return false
	}
	return true
}

// readsM0 reports whether the result depends on M0. Relative addressing by MODE.gpr_idx_en is not
// seen here.
func (i *Inst) readsM0() bool {
	f := i.Form
	switch m, isMem := f.Desc.Do.(Memory); {
	case !isMem:
		return f.readsM0 || i.names(CodeLDSDirect)
	case f.Fmt == DS:
		switch m.Kind {
		case MemSwizzle, MemPermute, MemBPermute, MemNop:
			return false
		case MemAppend, MemConsume, MemOrdered, MemGwsInit, MemGwsV, MemGwsBR, MemGwsP, MemGwsRelease, MemGwsBarrier:
			return true
		}
		return i.Mod.GDS || m.TID || f.Has(FeatureLDSNeedsM0)
	case f.Fmt == MUBUF || f.Fmt == GLOBAL || f.Fmt == SCRATCH:
		return i.Mod.LDS || m.Kind == MemLdsStore
	}
	return false
}

// NeedsM0 reports whether the instruction does nothing sensible with an M0 that nobody has set,
// because M0 is an index, a base or what is sent. It does not hold for instructions that keep a
// part of M0 (s_set_gpr_idx_*), nor for messages that are sent without it. Source: AMD ISA manuals,
// "M0 Register", S_SENDMSG.
func (i *Inst) NeedsM0() bool {
	switch c, _ := i.Form.Desc.Do.(Control); c {
	case CtlGprIdxOn, CtlGprIdxIdx, CtlGprIdxMode:
		return false
	case CtlSendMsg, CtlSendMsgHalt:
		o, _ := i.Operand('i')
		id := o.Val & 15
		return id == msgGS || id == msgGSDone
	}
	return i.readsM0()
}

// The messages that take the number of a geometry shader's wave from M0.
const (
	msgGS     = 2
	msgGSDone = 3
)

// LDSLimit reports whether the instruction takes its LDS limit from M0: LDS before GCN 1.4 (AMD ISA
// manuals, "LDS", M0 as the clamp).
func (i *Inst) LDSLimit() bool {
	f := i.Form
	return f.Fmt == DS && f.Has(FeatureLDSNeedsM0) && !i.Mod.GDS && i.readsM0() && f.memory().Kind <= MemAtomic
}
