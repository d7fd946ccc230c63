package isa

// cmpIntPredicates are the eight integer predicates in opcode order, with the mnemonics that differ
// from those of [CmpPred].
var cmpIntPredicates = [...]string{"f", "lt", "eq", "le", "gt", "ne", "ge", "t"}

// cmpDocs are the predicates as formulas.
var cmpDocs = [...]string{"0", "S0 < S1", "S0 == S1", "S0 <= S1", "S0 > S1", "S0 <> S1", "S0 >= S1", "neither is NaN",
	"one is NaN", "!(S0 >= S1)", "!(S0 <> S1)", "!(S0 > S1)", "!(S0 <= S1)", "!(S0 == S1)", "!(S0 < S1)", "1"}

// cmpFamilies are the compare families: opcode of the "f" predicate on GCN 1.0/1.1 and on GCN
// 1.2/1.4, -1 where absent. x is what is added for the form that also writes EXEC. cmps
// (signalling) exists on GCN 1.0/1.1 only.
var cmpFamilies = [...]struct {
	prefix, typ string
	si, vi, x   int
}{
	{"v_cmp", "f16", -1, 32, 16},
	{"v_cmp", "f32", 0, 64, 16},
	{"v_cmp", "f64", 32, 96, 16},
	{"v_cmps", "f32", 64, -1, 16},
	{"v_cmps", "f64", 96, -1, 16},
	{"v_cmp", "i16", -1, 160, 16},
	{"v_cmp", "u16", -1, 168, 16},
	{"v_cmp", "i32", 128, 192, 16},
	{"v_cmp", "u32", 192, 200, 16},
	{"v_cmp", "i64", 160, 224, 16},
	{"v_cmp", "u64", 224, 232, 16},
}

// classDoc: the classes are in the order of the mask's bits.
const classDoc = "S1[class of S0]: signalling NaN, quiet NaN, -inf, -normal, -denormal, -0, +0, +denormal, +normal, +inf"

// vopcRows makes the compare rows: families times predicates, plus the class tests.
func vopcRows() []Desc {
	var rows []Desc
	add := func(name, typ, btyp string, si, vi int, do Vector, doc string, x bool) *Desc {
		d := Desc{Name: name, Args: "d:mask a:" + typ + " b:" + btyp, Enc: e(VOPC, si, si, vi, vi), Do: do, Doc: "D[lane] = " + doc + "."}
		if x {
			d.Imp = ">exec"
			d.Doc = "D[lane] = EXEC[lane] = " + doc + "."
		}
		rows = append(rows, d)
		return &rows[len(rows)-1]
	}
	plus := func(base, n int) int {
		if base < 0 {
			return base
		}
		return base + n
	}
	for _, f := range cmpFamilies {
		n, isFloat := 16, f.typ[0] == 'f'
		if !isFloat {
			n = len(cmpIntPredicates)
		}
		for i := 0; i < n; i++ {
			pred := CmpPred(i)
			p, do, doc := pred.String(), cmpKernel(pred, f.typ), cmpDocs[i]
			if !isFloat {
				p = cmpIntPredicates[i]
				if i == 7 {
					doc = "1"
				}
			}
			for _, x := range [...]bool{false, true} {
				prefix, off := f.prefix, i
				if x {
					prefix, off = prefix+"x", off+f.x
				}
				d := add(prefix+"_"+p+"_"+f.typ, f.typ, f.typ, plus(f.si, off), plus(f.vi, off), do, doc, x)
				d.Host = cmpRecipe(pred, f.typ)
				if f.prefix == "v_cmps" {
					d.Note = "Signals an exception on any NaN; exceptions are not modelled."
				}
			}
		}
	}
	for _, c := range [...]struct {
		typ    string
		si, vi int
		do     Vector
	}{
		{"f32", 136, 16, func(k *Vec) { mapCmp2(k, cmpClass32) }},
		{"f64", 168, 18, cmpClassF64},
		{"f16", -1, 20, func(k *Vec) { mapCmp2(k, cmpClass16) }},
	} {
		btyp := "b32"
		if c.typ == "f16" {
			btyp = "b16"
		}
		add("v_cmp_class_"+c.typ, c.typ, btyp, c.si, c.vi, c.do, classDoc, false).Host = classRecipe(c.typ)
		add("v_cmpx_class_"+c.typ, c.typ, btyp, plus(c.si, 16), plus(c.vi, 1), c.do, classDoc, true).Host = classRecipe(c.typ)
	}
	return rows
}
