package isa

import (
	"fmt"
	"strings"
)

// atomicFamily lists the atomics that SMEM, MUBUF, FLAT, GLOBAL and MIMG share, with their distance
// from the family's first opcode: si on GCN 1.0/1.1, vi on GCN 1.2/1.4 (-1: absent). The 64-bit
// forms (_x2) follow 32 opcodes later.
var atomicFamily = [...]struct {
	name   string
	op     AtomicOp
	si, vi int
	doc    string
}{
	{"swap", AtomSwap, 0, 0, "src"},
	{"cmpswap", AtomCmpSwap, 1, 1, "mem == cmp ? src : mem"},
	{"add", AtomAdd, 2, 2, "mem + src"},
	{"sub", AtomSub, 3, 3, "mem - src"},
	{"rsub", AtomRSub, 4, -1, "src - mem"},
	{"smin", AtomSMin, 5, 4, "min(mem, src), signed"},
	{"umin", AtomUMin, 6, 5, "min(mem, src), unsigned"},
	{"smax", AtomSMax, 7, 6, "max(mem, src), signed"},
	{"umax", AtomUMax, 8, 7, "max(mem, src), unsigned"},
	{"and", AtomAnd, 9, 8, "mem & src"},
	{"or", AtomOr, 10, 9, "mem | src"},
	{"xor", AtomXor, 11, 10, "mem ^ src"},
	{"inc", AtomInc, 12, 11, "mem >= src ? 0 : mem + 1, unsigned"},
	{"dec", AtomDec, 13, 12, "mem == 0 || mem > src ? src : mem - 1, unsigned"},
	{"fcmpswap", AtomFCmpSwap, 14, -1, "mem == cmp ? src : mem, compared as floating point"},
	{"fmin", AtomFMin, 15, -1, "src < mem ? src : mem, floating point"},
	{"fmax", AtomFMax, 16, -1, "src > mem ? src : mem, floating point"},
}

// atomics makes the rows of one format. si and vi are the opcodes of the first 32-bit atomic in the
// generations of siGens and viGens; data is the data operand with its access ("d+:b%d"), rest the
// operands behind it.
func atomics(prefix string, f Format, siGens, viGens Gen, si, vi int, wide bool, data, rest string) []Desc {
	var rows []Desc
	for _, a := range atomicFamily {
		for x2 := 0; x2 <= 1; x2++ {
			if x2 == 1 && !wide {
				continue
			}
			var enc []Enc
			if g := siGens; a.si >= 0 && g != 0 {
				if a.op == AtomRSub {
					g &= GCN10 // removed from GCN 1.1 on (errata B-9)
				}
				if g != 0 {
					enc = append(enc, Enc{Gens: g, Fmt: f, Op: uint16(si + a.si + 32*x2)})
				}
			}
			if a.vi >= 0 && viGens != 0 {
				enc = append(enc, Enc{Gens: viGens, Fmt: f, Op: uint16(vi + a.vi + 32*x2)})
			}
			if len(enc) == 0 {
				continue
			}
			size := 4 << x2
			bits := 8 * size
			if a.op == AtomCmpSwap || a.op == AtomFCmpSwap {
				bits *= 2
			}
			rows = append(rows, Desc{
				Name: prefix + a.name + [2]string{"", "_x2"}[x2],
				Args: strings.TrimSpace(fmt.Sprintf(data, bits) + " " + rest),
				Enc:  enc,
				Do:   Memory{Kind: MemAtomic, Size: uint8(size), Atom: a.op},
				Doc:  "MEM = " + a.doc + "; the old MEM is returned with GLC.",
				Note: atomicNote(f, size),
			})
		}
	}
	return rows
}

// atomicNote says what is done with an address that is not aligned.
func atomicNote(f Format, size int) string {
	switch {
	case f == FLAT || f == GLOBAL:
		return noteFlatAtomic
	case size == 8 && f != MIMG:
		return noteAtomic64
	}
	return ""
}

// What the documents leave open, and what is done.
const (
	noteAtomic64 = "the three low bits of the address are ignored: Vega says of scalar atomics that they are naturally " +
		"aligned (errata M-11), no document of others"
	noteFlatAtomic = "in memory, an address that is not naturally aligned is a fault; the documents do not say"
	noteLDS        = "with lds each lane's dword, to which bytes and shorts are extended, goes to LDS at M0[15:0] + lane*4, from " +
		"GCN 1.2 on + offset; VDATA is not used, and lanes beyond the group's LDS are dropped (errata B-22)"
	noteFormatStore = "integers that do not fit are clamped, floats are rounded to nearest even, NaN becomes 0 in normalised " +
		"formats; the documents do not say"
	noteFormatD16 = "integers that do not fit 16 bits are clamped, floats are rounded to nearest even; the documents do not say"
)

// smemLoads: SMRD opcodes (GCN 1.0/1.1) are the SMEM opcodes of GCN 1.2/1.4.
func smemRows() []Desc {
	var rows []Desc
	for i, n := range [...]int{1, 2, 4, 8, 16} {
		suffix := "dword"
		if n > 1 {
			suffix = fmt.Sprintf("dwordx%d", n)
		}
		bits := 32 * n
		size := uint8(4 * n)
		load := func(name, base string, op int, enc []Enc, m Memory) {
			m.Size = size
			rows = append(rows, Desc{Name: name + suffix, Args: fmt.Sprintf("d:b%d s:s.%s f:b32", bits, base), Enc: enc, Do: m,
				Doc: "D = MEM[address], through the scalar cache."})
		}
		load("s_load_", "b64", i, both(e(SMRD, i, i, -1, -1), e(SMEM, -1, -1, i, i)), Memory{Kind: MemLoad})
		load("s_buffer_load_", "b128", i, both(e(SMRD, 8+i, 8+i, -1, -1), e(SMEM, -1, -1, 8+i, 8+i)), Memory{Kind: MemLoad, Buffer: true})
		if i > 2 {
			continue
		}
		load("s_scratch_load_", "b64", i, e(SMEM, -1, -1, -1, 5+i), Memory{Kind: MemLoad, Scr: true})
		store := func(name, base string, enc []Enc, m Memory) {
			m.Size = size
			rows = append(rows, Desc{Name: name + suffix, Args: fmt.Sprintf("d<:s.b%d s:s.%s f:b32", bits, base), Enc: enc, Do: m,
				Doc: "MEM[address] = D, through the scalar cache."})
		}
		store("s_store_", "b64", e(SMEM, -1, -1, 16+i, 16+i), Memory{Kind: MemStore})
		store("s_scratch_store_", "b64", e(SMEM, -1, -1, -1, 21+i), Memory{Kind: MemStore, Scr: true})
		store("s_buffer_store_", "b128", e(SMEM, -1, -1, 24+i, 24+i), Memory{Kind: MemStore, Buffer: true})
	}
	rows = append(rows, []Desc{
		{Name: "s_dcache_inv", Enc: both(e(SMRD, 31, 31, -1, -1), e(SMEM, -1, -1, 32, 32)), Do: Memory{Kind: MemDcacheInv},
			Doc: "Invalidate the scalar cache."},
		{Name: "s_dcache_inv_vol", Enc: both(e(SMRD, -1, 29, -1, -1), e(SMEM, -1, -1, 34, 34)), Do: Memory{Kind: MemDcacheInv, Vol: true},
			Doc: "Invalidate the volatile lines of the scalar cache."},
		{Name: "s_dcache_wb", Enc: e(SMEM, -1, -1, 33, 33), Do: Memory{Kind: MemDcacheWB}, Doc: "Write the dirty lines of the scalar cache back and keep them."},
		{Name: "s_dcache_wb_vol", Enc: e(SMEM, -1, -1, 35, 35), Do: Memory{Kind: MemDcacheWB, Vol: true},
			Doc: "Write the dirty volatile lines of the scalar cache back and keep them."},
		{Name: "s_memtime", Args: "d:b64", Enc: both(e(SMRD, 30, 30, -1, -1), e(SMEM, -1, -1, 36, 36)), Do: Memory{Kind: MemTime, Size: 8},
			Doc: "D = shader clock counter."},
		{Name: "s_memrealtime", Args: "d:b64", Enc: e(SMEM, -1, -1, 37, 37), Do: Memory{Kind: MemRealTime, Size: 8},
			Doc: "D = constant-frequency counter."},
		{Name: "s_atc_probe", Args: "d<:probe s:s.b64 f:b32", Enc: e(SMEM, -1, -1, 38, 38), Do: Memory{Kind: MemProbe},
			Doc: "Translate the address; no architectural result (errata M-4)."},
		{Name: "s_atc_probe_buffer", Args: "d<:probe s:s.b128 f:b32", Enc: e(SMEM, -1, -1, 39, 39), Do: Memory{Kind: MemProbe, Buffer: true},
			Doc: "Translate the address; no architectural result (errata M-4)."},
		{Name: "s_dcache_discard", Args: "s:s.b64 f:b32", Enc: e(SMEM, -1, -1, -1, 40), Do: Memory{Kind: MemDiscard, Size: 64},
			Doc: "Drop the 64-byte scalar cache line at the address without writing it back."},
		{Name: "s_dcache_discard_x2", Args: "s:s.b64 f:b32", Enc: e(SMEM, -1, -1, -1, 41), Do: Memory{Kind: MemDiscard, Size: 128},
			Doc: "Drop two consecutive 64-byte scalar cache lines at the address without writing them back."},
	}...)
	for _, r := range atomics("s_buffer_atomic_", SMEM, 0, GCN14, 0, 64, true, "d+:s.b%d", "s:s.b128 f:b32") {
		m := r.Do.(Memory)
		m.Buffer = true
		r.Do = m
		rows = append(rows, r)
	}
	return append(rows, atomics("s_atomic_", SMEM, 0, GCN14, 0, 128, true, "d+:s.b%d", "s:s.b64 f:b32")...)
}

// access is one width of the plain loads and stores that MUBUF, FLAT, GLOBAL and SCRATCH share:
// opcode on GCN 1.0/1.1 (flat: 1.1) and 1.2/1.4.
var vmemLoads = [...]struct {
	name   string
	si, vi int
	bits   int
	m      Memory
}{
	{"ubyte", 8, 16, 32, Memory{Kind: MemLoad, Size: 1}},
	{"sbyte", 9, 17, 32, Memory{Kind: MemLoad, Size: 1, Signed: true}},
	{"ushort", 10, 18, 32, Memory{Kind: MemLoad, Size: 2}},
	{"sshort", 11, 19, 32, Memory{Kind: MemLoad, Size: 2, Signed: true}},
	{"dword", 12, 20, 32, Memory{Kind: MemLoad, Size: 4}},
	{"dwordx2", 13, 21, 64, Memory{Kind: MemLoad, Size: 8}},
	{"dwordx3", 15, 22, 96, Memory{Kind: MemLoad, Size: 12}},
	{"dwordx4", 14, 23, 128, Memory{Kind: MemLoad, Size: 16}},
	{"ubyte_d16", -1, 32, 32, Memory{Kind: MemLoad, Size: 1, D16: D16Lo}},
	{"ubyte_d16_hi", -1, 33, 32, Memory{Kind: MemLoad, Size: 1, D16: D16Hi}},
	{"sbyte_d16", -1, 34, 32, Memory{Kind: MemLoad, Size: 1, Signed: true, D16: D16Lo}},
	{"sbyte_d16_hi", -1, 35, 32, Memory{Kind: MemLoad, Size: 1, Signed: true, D16: D16Hi}},
	{"short_d16", -1, 36, 32, Memory{Kind: MemLoad, Size: 2, D16: D16Lo}},
	{"short_d16_hi", -1, 37, 32, Memory{Kind: MemLoad, Size: 2, D16: D16Hi}},
}

var vmemStores = [...]struct {
	name   string
	si, vi int
	bits   int
	m      Memory
}{
	{"byte", 24, 24, 32, Memory{Kind: MemStore, Size: 1}},
	{"byte_d16_hi", -1, 25, 32, Memory{Kind: MemStore, Size: 1, D16: D16Hi}},
	{"short", 26, 26, 32, Memory{Kind: MemStore, Size: 2}},
	{"short_d16_hi", -1, 27, 32, Memory{Kind: MemStore, Size: 2, D16: D16Hi}},
	{"dword", 28, 28, 32, Memory{Kind: MemStore, Size: 4}},
	{"dwordx2", 29, 29, 64, Memory{Kind: MemStore, Size: 8}},
	{"dwordx3", 31, 30, 96, Memory{Kind: MemStore, Size: 12}},
	{"dwordx4", 30, 31, 128, Memory{Kind: MemStore, Size: 16}},
}

// vmem makes the plain loads and stores of one format. g10 says whether the format exists on GCN
// 1.0, where dwordx3 does not (errata B-8).
func vmem(prefix string, f Format, si, vi Gen, load, store string) []Desc {
	var rows []Desc
	add := func(kind, name string, s, v, bits int, m Memory, args string) {
		var enc []Enc
		if g := si; s >= 0 && g != 0 {
			if strings.HasSuffix(name, "x3") {
				g &^= GCN10
			}
			if g != 0 {
				enc = append(enc, Enc{Gens: g, Fmt: f, Op: uint16(s)})
			}
		}
		g := vi
		if m.D16 != D16None {
			g &= GCN14
		}
		if g != 0 {
			enc = append(enc, Enc{Gens: g, Fmt: f, Op: uint16(v)})
		}
		note := ""
		if f == MUBUF && m.Kind == MemLoad && m.Size <= 4 && m.D16 == D16None {
			note = noteLDS
		}
		rows = append(rows, Desc{Name: prefix + kind + name, Args: fmt.Sprintf(args, bits), Enc: enc, Do: m, Note: note,
			Doc: map[string]string{"load_": "D = MEM[address].", "store_": "MEM[address] = data."}[kind]})
	}
	for _, l := range vmemLoads {
		if l.si < 0 && vi&GCN14 == 0 {
			continue
		}
		data := load
		if l.m.D16 != D16None {
			data = strings.Replace(load, "d:", "d+:", 1) // the other half is kept
		}
		add("load_", l.name, l.si, l.vi, l.bits, l.m, data)
	}
	for _, s := range vmemStores {
		add("store_", s.name, s.si, s.vi, s.bits, s.m, store)
	}
	return rows
}

// formatRows makes *_load_format_* and *_store_format_*, MUBUF or MTBUF, and their D16 forms.
func formatRows(prefix string, f Format, tail string) []Desc {
	var rows []Desc
	for i, c := range [...]string{"x", "xy", "xyz", "xyzw"} {
		n := i + 1
		rows = append(rows,
			Desc{Name: prefix + "load_format_" + c, Args: fmt.Sprintf("d:b%d ", 32*n) + tail, Enc: e(f, i, i, i, i),
				Do: Memory{Kind: MemLoadFormat, Size: uint8(4 * n)}, Doc: "D = MEM[address], converted from the format."},
			Desc{Name: prefix + "store_format_" + c, Args: fmt.Sprintf("d<:b%d ", 32*n) + tail, Enc: e(f, 4+i, 4+i, 4+i, 4+i),
				Do: Memory{Kind: MemStoreFormat, Size: uint8(4 * n)}, Doc: "MEM[address] = data, converted to the format."},
			// On most of GCN 1.2 each component takes a register; else two share one (errata B-31).
			Desc{Name: prefix + "load_format_d16_" + c, Args: fmt.Sprintf("d+:b%d ", 32*n) + tail, Enc: need(FeatureUnpackedD16, e(f, -1, -1, 8+i, -1)),
				Do: Memory{Kind: MemLoadFormat, Size: uint8(4 * n), D16: D16Pack}, Doc: "D = MEM[address], converted from the format to 16 bits, one component per register."},
			Desc{Name: prefix + "load_format_d16_" + c, Args: fmt.Sprintf("d+:b%d ", 32*((n+1)/2)) + tail, Enc: need(FeaturePackedD16, e(f, -1, -1, 8+i, 8+i)),
				Do: Memory{Kind: MemLoadFormat, Size: uint8(4 * n), D16: D16Pack}, Doc: "D = MEM[address], converted from the format to 16 bits, two components per register."},
			Desc{Name: prefix + "store_format_d16_" + c, Args: fmt.Sprintf("d<:b%d ", 32*n) + tail, Enc: need(FeatureUnpackedD16, e(f, -1, -1, 12+i, -1)),
				Do: Memory{Kind: MemStoreFormat, Size: uint8(4 * n), D16: D16Pack}, Doc: "MEM[address] = 16-bit data, converted to the format, one component per register."},
			Desc{Name: prefix + "store_format_d16_" + c, Args: fmt.Sprintf("d<:b%d ", 32*((n+1)/2)) + tail, Enc: need(FeaturePackedD16, e(f, -1, -1, 12+i, 12+i)),
				Do: Memory{Kind: MemStoreFormat, Size: uint8(4 * n), D16: D16Pack}, Doc: "MEM[address] = 16-bit data, converted to the format, two components per register."},
		)
	}
	for i := range rows {
		rows[i].Note = formatNote(f, rows[i].Do.(Memory))
	}
	return rows
}

// formatNote says how values are narrowed, and of a load of one component what lds does.
func formatNote(f Format, m Memory) string {
	switch {
	case m.Kind == MemStoreFormat:
		return noteFormatStore
	case m.D16 != D16None:
		return noteFormatD16
	case f == MUBUF && m.Size == 4:
		return noteLDS
	}
	return ""
}

func mubufRows() []Desc {
	const tail = "v:b64 r:s.b128 t:b32"
	rows := formatRows("buffer_", MUBUF, tail)
	rows = append(rows, vmem("buffer_", MUBUF, GCN10|GCN11, GCN12|GCN14, "d:b%d "+tail, "d<:b%d "+tail)...)
	rows = append(rows, atomics("buffer_atomic_", MUBUF, GCN10|GCN11, GCN12|GCN14, 48, 64, true, "d+:b%d", tail)...)
	return append(rows, []Desc{
		{Name: "buffer_load_format_d16_hi_x", Args: "d+:b32 " + tail, Enc: e(MUBUF, -1, -1, -1, 38),
			Do: Memory{Kind: MemLoadFormat, Size: 4, D16: D16Hi}, Note: noteFormatD16, Doc: "D[31:16] = MEM[address], converted from the format to 16 bits."},
		{Name: "buffer_store_format_d16_hi_x", Args: "d<:b32 " + tail, Enc: e(MUBUF, -1, -1, -1, 39),
			Do: Memory{Kind: MemStoreFormat, Size: 4, D16: D16Hi}, Note: noteFormatStore, Doc: "MEM[address] = data[31:16], converted to the format."},
		{Name: "buffer_store_lds_dword", Args: "r:s.b128 t:b32", Imp: "<m0", Enc: e(MUBUF, -1, -1, 61, 61),
			Do: Memory{Kind: MemLdsStore, Size: 4}, Doc: "MEM[address] = LDS[LDS_base + M0[15:0] + offset + lane*4]."},
		{Name: "buffer_wbinvl1", Enc: e(MUBUF, 113, 113, 62, 62), Do: Memory{Kind: MemInvalidate}, Doc: "Write back and invalidate the vector L1 cache."},
		{Name: "buffer_wbinvl1_sc", Enc: e(MUBUF, 112, -1, -1, -1), Do: Memory{Kind: MemInvalidate}, Doc: "Write back and invalidate the vector L1 cache, system-coherent lines."},
		{Name: "buffer_wbinvl1_vol", Enc: e(MUBUF, -1, 112, 63, 63), Do: Memory{Kind: MemInvalidate, Vol: true}, Doc: "Write back and invalidate the volatile lines of the vector L1 cache."},
	}...)
}

func mtbufRows() []Desc { return formatRows("tbuffer_", MTBUF, "v:b64 r:s.b128 t:b32") }

func flatRows() []Desc {
	rows := vmem("flat_", FLAT, GCN11, GCN12|GCN14, "d:b%d v:b64", "v:b64 a:b%d")
	rows = append(rows, vmem("global_", GLOBAL, 0, GCN14, "d:b%d v:b64 t:s.b64", "v:b64 a:b%d t:s.b64")...)
	rows = append(rows, vmem("scratch_", SCRATCH, 0, GCN14, "d:b%d v:b32 t:s.b32", "v:b32 a:b%d t:s.b32")...)
	rows = append(rows, flatAtomics("flat_atomic_", FLAT, GCN11, GCN12|GCN14, 48, 64, "")...)
	return append(rows, flatAtomics("global_atomic_", GLOBAL, 0, GCN14, 0, 64, " t:s.b64")...)
}

// flatAtomics are the atomics of FLAT and GLOBAL: the result register is separate from the data and
// exists with GLC only.
func flatAtomics(prefix string, f Format, siGens, viGens Gen, si, vi int, tail string) []Desc {
	rows := atomics(prefix, f, siGens, viGens, si, vi, true, "a:b%d", tail)
	for i := range rows {
		r := &rows[i]
		r.Args = fmt.Sprintf("d:b%d v:b64 ", 8*int(r.Do.(Memory).Size)) + r.Args
	}
	return rows
}

// interpNote: the rounding of the interpolation instructions is not documented.
const interpNote = approximate + "multiplied and added with two roundings, denormals by MODE; no manual says how the hardware rounds."

// interpolate is S * parameter + addend in single precision.
func interpolate(k *Vec, b, c func(uint32) uint32) {
	for i := range k.D[0] {
		k.D[0][i] = add32(mul32(k.A[0][i], b(k.B[0][i]), k.FP.F32), c(k.C[0][i]), k.FP.F32)
	}
}

// vintrpRows: the parameters come from LDS, laid out as CLRX GcnInstrsVintrp describes; the 16-bit
// forms and the VOP3 forms exist from GCN 1.2 on.
func vintrpRows() []Desc {
	whole := func(x uint32) uint32 { return x }
	p1 := Interp{B: P10, C: P0, Run: func(k *Vec) { interpolate(k, whole, whole) }}
	p2 := Interp{B: P20, Run: func(k *Vec) {
		*k.C[0] = *k.D[0]
		interpolate(k, whole, whole)
	}}
	mov := Interp{B: PSelected, Run: func(k *Vec) { *k.D[0] = *k.B[0] }}
	halves := func(k *Vec) func(uint32) uint32 {
		return func(x uint32) uint32 { return cvt32from16(x, k.FP.F16) }
	}
	p1ll := Interp{B: P10, C: P0, Half: true, Run: func(k *Vec) { interpolate(k, halves(k), halves(k)) }}
	p1lv := Interp{B: P10, Half: true, Run: func(k *Vec) { interpolate(k, halves(k), halves(k)) }}
	p2f16 := Interp{B: P20, Half: true, Run: func(k *Vec) {
		interpolate(k, halves(k), whole)
		for i, v := range k.D[0] {
			k.D[0][i] = cvt16from32(v, k.FP.F32.kept(), k.FP.F16)
		}
	}}
	const docP1, docP2, docMov = "D = P10 * S + P0.", "D = P20 * S + D.", "D = {P10, P20, P0}[S]."
	return []Desc{
		{Name: "v_interp_p1_f32", Args: "d:f32 a:v.f32 z:attr", Flops: 2, Imp: "<m0", Enc: e(VINTRP, 0, 0, 0, 0), Do: p1, Doc: docP1, Note: interpNote},
		{Name: "v_interp_p2_f32", Args: "d+:f32 a:v.f32 z:attr", Flops: 2, Imp: "<m0", Enc: e(VINTRP, 1, 1, 1, 1), Do: p2, Doc: docP2, Note: interpNote},
		{Name: "v_interp_mov_f32", Args: "d:f32 a:param z:attr", Imp: "<m0", Enc: e(VINTRP, 2, 2, 2, 2), Do: mov, Doc: docMov},
		{Name: "v_interp_p1_f32_e64", Args: "d:f32 b:v.f32 z:attr", Flops: 2, Imp: "<m0", Enc: e(VOP3, -1, -1, 624, 624), Do: p1, Doc: docP1, Note: interpNote},
		{Name: "v_interp_p2_f32_e64", Args: "d+:f32 b:v.f32 z:attr", Flops: 2, Imp: "<m0", Enc: e(VOP3, -1, -1, 625, 625), Do: p2, Doc: docP2, Note: interpNote},
		{Name: "v_interp_mov_f32_e64", Args: "d:f32 b:param z:attr", Imp: "<m0", Enc: e(VOP3, -1, -1, 626, 626), Do: mov, Doc: docMov},
		{Name: "v_interp_p1ll_f16", Args: "d:f32 b:v.f32 z:attrh", Flops: 2, Imp: "<m0", Enc: e(VOP3, -1, -1, 628, 628), Do: p1ll,
			Doc: "D = P10.f16 * S + P0.f16.", Note: interpNote},
		{Name: "v_interp_p1lv_f16", Args: "d:f32 b:v.f32 z:attrh c:v.f16", Flops: 2, Imp: "<m0", Enc: e(VOP3, -1, -1, 629, 629), Do: p1lv,
			Doc: "D = P10.f16 * S + S2.f16; high chooses the upper half of S2 too.", Note: interpNote},
		{Name: "v_interp_p2_legacy_f16", Args: "d:f16 b:v.f32 z:attrh c:v.f32", Flops: 2, Imp: "<m0", Flag: NoOmod,
			Enc: as("v_interp_p2_f16", GCN12, e(VOP3, -1, -1, 630, 630)), Do: p2f16, Doc: "D.f16 = P20.f16 * S + S2; the upper half is zero.", Note: interpNote},
		{Name: "v_interp_p2_f16", Args: "d+:f16 b:v.f32 z:attrh c:v.f32", Flops: 2, Imp: "<m0", Flag: OpSel | Keep16 | NoOmod,
			Enc: e(VOP3, -1, -1, -1, 631), Do: p2f16, Doc: "D.f16 = P20.f16 * S + S2; the upper half is kept.", Note: interpNote},
	}
}

func expRows() []Desc {
	return []Desc{{Name: "exp", Args: "k:target a:exp b:exp c:exp d<:exp", Imp: "<exec", Enc: e(EXP, 0, 0, 0, 0), Do: CtlExport,
		Doc: "Export up to four channels of each active lane to the target."}}
}

// mimgPlain are the image instructions without a sampler that are no atomics.
var mimgPlain = [...]struct {
	name string
	op   int
	img  Image
	doc  string
	note string
}{
	{"load", 0, Image{Op: ImageLoad}, "D = texel at the coordinates, converted by the resource's format.", noteImage},
	{"load_mip", 1, Image{Op: ImageLoad, Mip: true}, "D = texel at the coordinates of the given mip level, converted by the resource's format.", noteImage},
	{"load_pck", 2, Image{Op: ImageLoad, Raw: true}, "D = bits of the texel at the coordinates, unconverted.", noteImage},
	{"load_pck_sgn", 3, Image{Op: ImageLoad, Raw: true, Signed: true}, "D = bits of the texel at the coordinates, sign-extended.", notePckSigned},
	{"load_mip_pck", 4, Image{Op: ImageLoad, Raw: true, Mip: true}, "D = bits of the texel at the coordinates of the given mip level, unconverted.", noteImage},
	{"load_mip_pck_sgn", 5, Image{Op: ImageLoad, Raw: true, Signed: true, Mip: true},
		"D = bits of the texel at the coordinates of the given mip level, sign-extended.", notePckSigned},
	{"store", 8, Image{Op: ImageStore}, "texel at the coordinates = data, converted to the resource's format.", noteImage},
	{"store_mip", 9, Image{Op: ImageStore, Mip: true}, "texel at the coordinates of the given mip level = data, converted to the resource's format.", noteImage},
	{"store_pck", 10, Image{Op: ImageStore, Raw: true}, "bits of the texel at the coordinates = data, unconverted.", noteImage},
	{"store_mip_pck", 11, Image{Op: ImageStore, Raw: true, Mip: true}, "bits of the texel at the coordinates of the given mip level = data, unconverted.", noteImage},
	{"get_resinfo", 14, Image{Op: ImageInfo}, "D = {width, height, depth or array size, number of mip levels} of the given mip level.", noteResinfo},
}

// mimgLODs are the ways in which image_sample and image_gather4 choose the mip level, in opcode
// order. Gathers take no derivatives; coarse derivatives (cd) are a block of their own behind the
// others.
var mimgLODs = [...]struct {
	name string
	img  Image
	doc  string
}{
	{"", Image{From: LODImplicit}, ""},
	{"_cl", Image{From: LODImplicit, Clamp: true}, ", LOD clamped to the given minimum"},
	{"_d", Image{From: LODDerivs}, ", LOD from the given derivatives"},
	{"_d_cl", Image{From: LODDerivs, Clamp: true}, ", LOD from the given derivatives, clamped to the given minimum"},
	{"_l", Image{From: LODGiven}, ", at the given LOD"},
	{"_b", Image{From: LODImplicit, Bias: true}, ", with the given LOD bias"},
	{"_b_cl", Image{From: LODImplicit, Bias: true, Clamp: true}, ", with the given LOD bias, clamped to the given minimum"},
	{"_lz", Image{From: LODZero}, ", at LOD 0"},
}

// mimgRows: image instructions. Half marks gather4, which always returns four components.
// Source of the formulas: AMD Vega ISA 12.18 "MIMG Instructions".
func mimgRows() []Desc {
	// The address has no dimension in these generations: the assembler's view is the least number
	// of registers, one for the coordinates and one for each of reference value, offset, bias and
	// derivatives.
	const plain = "v:b32 r:s.b256"
	sampled := func(regs int) string { return fmt.Sprintf("v:b%d r:s.b256 q:s.b128", 32*regs) }
	const filtered = "D = filtered texel at the coordinates"
	const gathered = "D = one component of each of the 4 texels that a bilinear filter would take"
	var rows []Desc
	add := func(name, data, rest string, enc []Enc, img Image, doc, note string) {
		var flag Flag
		if img.Raw || img.Op == ImageInfo || img.Op == ImageLOD {
			flag = NoD16
		}
		rows = append(rows, Desc{Name: "image_" + name, Flag: flag, Args: data + " " + rest, Enc: enc, Doc: doc, Note: note,
			Do: Memory{Kind: MemImage, Half: img.Op == ImageGather, Image: img}})
	}
	everywhere := func(op int) []Enc { return e(MIMG, op, op, op, op) }
	for _, p := range mimgPlain {
		data := "d:b32"
		if p.img.Op == ImageStore {
			data = "d<:b32"
		}
		add(p.name, data, plain, everywhere(p.op), p.img, p.doc, p.note)
	}
	// sample and gather4: opcode = base + LOD + 8 * compare + 16 * offset; coarse derivatives: base
	// + LOD + 2 * compare + 4 * offset.
	for option := 0; option < 4; option++ {
		compare, offset := "", ""
		var how string
		if option&1 != 0 {
			compare, how = "_c", ", compared with the reference value"
		}
		if option&2 != 0 {
			offset, how = "_o", how+", texel offsets added"
		}
		for i, l := range mimgLODs {
			img := l.img
			img.Op, img.Compare, img.Offset = ImageSample, option&1 != 0, option&2 != 0
			name := compare + l.name + offset
			regs := 1 + option&1 + option>>1
			if img.Bias || img.From == LODDerivs {
				regs++
			}
			add("sample"+name, "d:b32", sampled(regs), everywhere(32+i+8*option), img, filtered+l.doc+how+".", noteSample)
			if img.From != LODDerivs {
				img.Op = ImageGather
				add("gather4"+name, "d:b64", sampled(regs), everywhere(64+i+8*option), img, gathered+l.doc+how+".", noteGather)
				continue
			}
			img.From = LODCoarse
			coarse := strings.Replace(l.name, "_d", "_cd", 1)
			add("sample"+compare+coarse+offset, "d:b32", sampled(regs), everywhere(104+i-2+2*option), img,
				filtered+strings.Replace(l.doc, "derivatives", "coarse derivatives", 1)+how+".", noteSample)
		}
	}
	add("get_lod", "d:b32", sampled(1), everywhere(96), Image{Op: ImageLOD}, "D = {LOD clamped, LOD unclamped} that a sample would use.", noteSample)
	rows = append(rows, atomics("image_atomic_", MIMG, GCN10|GCN11, GCN12|GCN14, 15, 16, false, "d+:b%d", "v:b32 r:s.b256")...)
	for _, h := range [...]struct {
		name string
		op   int
		flag Flag
		img  Image
		doc  string
	}{
		{"gather4h", 66, 0, Image{Row: 4}, "D = one component of each of 4x1 texels."},
		{"gather4h_pck", 74, NoD16, Image{Row: 4, Raw: true}, "D = the bits of 4x1 texels, packed."},
		{"gather8h_pck", 75, NoD16, Image{Row: 8, Raw: true}, "D = the bits of 8x1 texels, packed."},
	} {
		h.img.Op = ImageGather
		rows = append(rows, Desc{Name: "image_" + h.name, Flag: h.flag, Args: "d:b64 " + sampled(1), Enc: e(MIMG, -1, -1, -1, h.op), Doc: h.doc,
			Note: noteGatherRow, Do: Memory{Kind: MemImage, Half: true, Image: h.img}})
	}
	return rows
}
