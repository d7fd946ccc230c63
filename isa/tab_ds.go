package isa

import (
	"fmt"
	"strings"
)

// dsAtomics are the read-modify-write operations of LDS and GDS by their distance in each opcode
// group: plain (0), returning (32), 64-bit (64), 64-bit returning (96), two memory operands (128,
// 192 for 64 bits). bits tells the widths and groups that exist.
var dsAtomics = [...]struct {
	name, typ string
	n         int
	op        AtomicOp
	data      int  // data operands
	src2      bool // the *_src2_* form exists
	doc       string
}{
	{"add", "u", 0, AtomAdd, 1, true, "MEM + D0"},
	{"sub", "u", 1, AtomSub, 1, true, "MEM - D0"},
	{"rsub", "u", 2, AtomRSub, 1, true, "D0 - MEM"},
	{"inc", "u", 3, AtomInc, 1, true, "MEM >= D0 ? 0 : MEM + 1, unsigned"},
	{"dec", "u", 4, AtomDec, 1, true, "MEM == 0 || MEM > D0 ? D0 : MEM - 1, unsigned"},
	{"min", "i", 5, AtomSMin, 1, true, "min(MEM, D0), signed"},
	{"max", "i", 6, AtomSMax, 1, true, "max(MEM, D0), signed"},
	{"min", "u", 7, AtomUMin, 1, true, "min(MEM, D0), unsigned"},
	{"max", "u", 8, AtomUMax, 1, true, "max(MEM, D0), unsigned"},
	{"and", "b", 9, AtomAnd, 1, true, "MEM & D0"},
	{"or", "b", 10, AtomOr, 1, true, "MEM | D0"},
	{"xor", "b", 11, AtomXor, 1, true, "MEM ^ D0"},
	{"mskor", "b", 12, AtomMskOr, 2, false, "(MEM & ~D0) | D1"},
	{"cmpst", "b", 16, AtomCmpSwap, 2, false, "MEM == D0 ? D1 : MEM"},
	{"cmpst", "f", 17, AtomFCmpSwap, 2, false, "MEM == D0 ? D1 : MEM, compared as floating point"},
	{"min", "f", 18, AtomFMin, 1, true, "D0 < MEM ? D0 : MEM, floating point"},
	{"max", "f", 19, AtomFMax, 1, true, "D0 > MEM ? D0 : MEM, floating point"},
}

// dsImp: LDS needs M0 as its limit before GCN 1.4; GDS takes base and size from it everywhere.
const dsImp = "<m0"

// What the documents leave open (errata D-13, D-20, D-23).
const (
	noteTwo = "the first access of all lanes comes before the second of any, which shows where lanes meet at one " +
		"address; the documents do not say. ds_write2* with equal offsets write once, the first data (Vega ISA)"
	noteDSAtomic64 = "the three low bits of the address are ignored before GCN 1.4, which takes any address (errata D-23); " +
		"the documents do not say it of atomics"
	noteAppend = "M0.base is M0[31:16] for LDS as for GDS: AMD's kernels rely on it. Disputed: LLVM " +
		"(__builtin_amdgcn_ds_append, __builtin_amdgcn_ds_consume) passes the LDS address as if it were M0[15:0], which " +
		"is right on chips for address 0 only"
	noteOrdered = "approximate: waves take turns in the order of launch. The operands are those of LLVM " +
		"(amdgcn_ds_ordered_add) and of AMD's manual of RDNA 3 (errata D-20); those of GCN say that the number of active lanes is added " +
		"to one of four counters"
)

func dsRows() []Desc {
	var rows []Desc
	all := func(op int) []Enc { return e(DS, op, op, op, op) }
	add := func(name, args string, enc []Enc, m Memory, doc string) {
		note := ""
		switch {
		case m.Two:
			note = noteTwo
		case m.Kind == MemAppend || m.Kind == MemConsume:
			note = noteAppend
		case m.Kind == MemOrdered:
			note = noteOrdered
		case m.Kind == MemAtomic && m.Size == 8:
			note = noteDSAtomic64
		}
		rows = append(rows, Desc{Name: name, Args: args, Imp: dsImp, Enc: enc, Do: m, Doc: doc, Note: note})
	}
	for wide := 0; wide <= 1; wide++ {
		bits := 32 << wide
		size := uint8(4 << wide)
		group := 64 * wide
		for _, a := range dsAtomics {
			t := fmt.Sprintf("%s%d", a.typ, bits)
			data := fmt.Sprintf(" a:b%d", bits)
			if a.data == 2 {
				data += fmt.Sprintf(" b:b%d", bits)
			}
			m := Memory{Kind: MemAtomic, Size: size, Atom: a.op, Swap: strings.HasPrefix(a.name, "cmpst")}
			add("ds_"+a.name+"_"+t, "v:u32"+data, all(group+a.n), m, "MEM = "+a.doc+".")
			m.Return = true
			add("ds_"+a.name+"_rtn_"+t, fmt.Sprintf("d:b%d v:u32", bits)+data, all(group+32+a.n), m, "D = MEM; MEM = "+a.doc+".")
			if a.src2 {
				m.Return, m.Src2 = false, true
				add("ds_"+a.name+"_src2_"+t, "v:u32", all(128+group+a.n), m, "MEM[A] = "+strings.NewReplacer("MEM", "MEM[A]", "D0", "MEM[B]").Replace(a.doc)+".")
			}
		}
		// Loads and stores.
		b := fmt.Sprintf("b%d", bits)
		st := Memory{Kind: MemStore, Size: size}
		add("ds_write_"+b, "v:u32 a:"+b, all(group+13), st, "MEM[ADDR + offset] = D0.")
		st.Src2 = true
		add("ds_write_src2_"+b, "v:u32", all(128+group+13), st, "MEM[A] = MEM[B].")
		two := Memory{Kind: MemStore, Size: size, Two: true}
		const doc2 = "MEM[ADDR + offset0*size] = D0; MEM[ADDR + offset1*size] = D1."
		add("ds_write2_"+b, "v:u32 a:"+b+" b:"+b, all(group+14), two, doc2)
		two.ST64 = true
		add("ds_write2st64_"+b, "v:u32 a:"+b+" b:"+b, all(group+15), two, strings.ReplaceAll(doc2, "size", "size*64"))
		xc := Memory{Kind: MemAtomic, Size: size, Atom: AtomSwap, Return: true}
		add("ds_wrxchg_rtn_"+b, "d:"+b+" v:u32 a:"+b, all(group+32+13), xc, "D = MEM; MEM = D0.")
		xc.Two = true
		pair := fmt.Sprintf("b%d", 2*bits)
		add("ds_wrxchg2_rtn_"+b, "d:"+pair+" v:u32 a:"+b+" b:"+b, all(group+32+14), xc, "D = {MEM0, MEM1}; MEM0 = D0; MEM1 = D1.")
		xc.ST64 = true
		add("ds_wrxchg2st64_rtn_"+b, "d:"+pair+" v:u32 a:"+b+" b:"+b, all(group+32+15), xc, "D = {MEM0, MEM1}; MEM0 = D0; MEM1 = D1; offsets times 64.")
		ld := Memory{Kind: MemLoad, Size: size, Return: true}
		add("ds_read_"+b, "d:"+b+" v:u32", all(group+54), ld, "D = MEM[ADDR + offset].")
		ld.Two = true
		add("ds_read2_"+b, "d:"+pair+" v:u32", all(group+55), ld, "D = {MEM[ADDR + offset0*size], MEM[ADDR + offset1*size]}.")
		ld.ST64 = true
		add("ds_read2st64_"+b, "d:"+pair+" v:u32", all(group+56), ld, "D = {MEM[ADDR + offset0*size*64], MEM[ADDR + offset1*size*64]}.")
	}
	fadd := Memory{Kind: MemAtomic, Size: 4, Atom: AtomFAdd}
	add("ds_add_f32", "v:u32 a:b32", e(DS, -1, -1, 21, 21), fadd, "MEM = MEM + D0, floating point.")
	fadd.Return = true
	add("ds_add_rtn_f32", "d:b32 v:u32 a:b32", e(DS, -1, -1, 53, 53), fadd, "D = MEM; MEM = MEM + D0, floating point.")
	fadd.Return, fadd.Src2 = false, true
	add("ds_add_src2_f32", "v:u32", e(DS, -1, -1, 149, 149), fadd, "MEM[A] = MEM[A] + MEM[B], floating point.")
	add("ds_nop", "", e(DS, -1, 20, 20, 20), Memory{Kind: MemNop}, "Nothing.")
	// Sub-dword.
	for _, s := range [...]struct {
		name string
		op   int
		size uint8
		sign bool
	}{{"i8", 57, 1, true}, {"u8", 58, 1, false}, {"i16", 59, 2, true}, {"u16", 60, 2, false}} {
		add("ds_read_"+s.name, "d:b32 v:u32", all(s.op), Memory{Kind: MemLoad, Size: s.size, Signed: s.sign, Return: true}, "D = MEM[ADDR + offset], extended to 32 bits.")
	}
	for i, s := range [...]struct {
		name string
		size uint8
		sign bool
	}{{"u8", 1, false}, {"i8", 1, true}, {"u16", 2, false}} {
		m := Memory{Kind: MemLoad, Size: s.size, Signed: s.sign, Return: true, D16: D16Lo}
		add("ds_read_"+s.name+"_d16", "d+:b32 v:u32", e(DS, -1, -1, -1, 86+2*i), m, "D[15:0] = MEM[ADDR + offset], extended to 16 bits.")
		m.D16 = D16Hi
		add("ds_read_"+s.name+"_d16_hi", "d+:b32 v:u32", e(DS, -1, -1, -1, 87+2*i), m, "D[31:16] = MEM[ADDR + offset], extended to 16 bits.")
	}
	for i, n := range [...]string{"b8", "b16"} {
		m := Memory{Kind: MemStore, Size: uint8(1 << i)}
		add("ds_write_"+n, "v:u32 a:b32", all(30+i), m, "MEM[ADDR + offset] = low bits of D0.")
		m.D16 = D16Hi
		add("ds_write_"+n+"_d16_hi", "v:u32 a:b32", e(DS, -1, -1, -1, 84+i), m, "MEM[ADDR + offset] = bits 16 and up of D0.")
	}
	for i, n := range [...]int{12, 16} {
		b := fmt.Sprintf("b%d", 8*n)
		add("ds_write_"+b, "v:u32 a:"+b, e(DS, -1, 222+i, 222+i, 222+i), Memory{Kind: MemStore, Size: uint8(n)}, "MEM[ADDR + offset] = D0.")
		add("ds_read_"+b, "d:"+b+" v:u32", e(DS, -1, 254+i, 254+i, 254+i), Memory{Kind: MemLoad, Size: uint8(n), Return: true}, "D = MEM[ADDR + offset].")
	}
	tid := Memory{Kind: MemStore, Size: 4, TID: true}
	add("ds_write_addtid_b32", "a:b32", e(DS, -1, -1, -1, 29), tid, "LDS[LDS_base + offset + M0[15:0] + lane*4] = D0.")
	tid.Kind, tid.Return = MemLoad, true
	add("ds_read_addtid_b32", "d:b32", e(DS, -1, -1, -1, 182), tid, "D = LDS[LDS_base + offset + M0[15:0] + lane*4].")
	// Across lanes, counters and the rest.
	add("ds_wrap_rtn_b32", "d:b32 v:u32 a:b32 b:b32", e(DS, -1, 52, 52, 52), Memory{Kind: MemAtomic, Size: 4, Atom: AtomWrap, Return: true},
		"D = MEM; MEM = MEM >= D0 ? MEM - D0 : MEM + D1.")
	add("ds_condxchg32_rtn_b64", "d:b64 v:u32 a:b64", e(DS, -1, 126, 126, 126), Memory{Kind: MemCondXchg, Size: 8, Return: true},
		"For each dword: D = MEM; if D0[31] MEM = D0 & 0x7fffffff.")
	add("ds_condxchg32_rtn_b128", "d:b128 v:u32 a:b128", e(DS, -1, 253, 253, -1), Memory{Kind: MemCondXchg, Size: 16, Return: true},
		"For each dword: D = MEM; if D0[31] MEM = D0 & 0x7fffffff.")
	add("ds_swizzle_b32", "d:b32 v:u32", e(DS, 53, 53, 61, 61), Memory{Kind: MemSwizzle, Size: 4, Return: true}, "D = data of another lane, by the pattern in offset.")
	add("ds_permute_b32", "d:b32 v:u32 a:b32", e(DS, -1, -1, 62, 62), Memory{Kind: MemPermute, Size: 4, Return: true}, "D[(ADDR + offset)/4 mod 64] = D0.")
	add("ds_bpermute_b32", "d:b32 v:u32 a:b32", e(DS, -1, -1, 63, 63), Memory{Kind: MemBPermute, Size: 4, Return: true}, "D = D0[(ADDR + offset)/4 mod 64].")
	add("ds_consume", "d:b32", e(DS, 61, 61, 189, 189), Memory{Kind: MemConsume, Size: 4, Return: true}, "D = MEM[M0[31:16] + offset]; MEM -= active lanes.")
	add("ds_append", "d:b32", e(DS, 62, 62, 190, 190), Memory{Kind: MemAppend, Size: 4, Return: true}, "D = MEM[M0[31:16] + offset]; MEM += active lanes.")
	add("ds_ordered_count", "d:b32 v:u32", e(DS, 63, 63, 191, 191), Memory{Kind: MemOrdered, Size: 4, Return: true}, "When it is the wave's turn: D = MEM[M0[31:16] + offset[7:2]*4]; MEM += V of the first active lane, or with offset[12] MEM = it. offset[8]: the next wave's turn.")
	for i, g := range [...]struct {
		name, args string
		kind       MemKind
		doc        string
	}{
		{"sema_release_all", "", MemGwsRelease, "Release every wave that waits on the semaphore."},
		{"init", "v:u32", MemGwsInit, "Set the counter of the resource to the value of the first active lane."},
		{"sema_v", "", MemGwsV, "Increment the semaphore."},
		{"sema_br", "v:u32", MemGwsBR, "Add the value of the first active lane to the semaphore."},
		{"sema_p", "", MemGwsP, "Wait until the semaphore is positive, then decrement it."},
		{"barrier", "v:u32", MemGwsBarrier, "Barrier of value + 1 waves: the one that finds the counter at 0 opens it and sets it to the value, others take one off and wait."},
	} {
		si := 24 + i
		enc := e(DS, si, si, 152+i, 152+i)
		if i == 0 {
			enc = e(DS, -1, si, 152, 152)
		}
		add("ds_gws_"+g.name, g.args, enc, Memory{Kind: g.kind}, g.doc)
	}
	return rows
}
