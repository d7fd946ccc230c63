package isa

// WaitField is one counter's field in the operand of s_waitcnt.
type WaitField struct {
	Name  string // vmcnt, expcnt, lgkmcnt
	Never uint32 // a bit beside the field that says that there is no wait; 0: none
	n     int
	parts [2]span // most significant first; word is not used
}

// waitFields are the fields by generation. The fifth bit of lgkmcnt that the manuals of GCN 1.1 and
// 1.2 show is no part of the field: the counter has four, and where it is set there is no wait
// (errata P-4).
var waitFields = [...]struct {
	gens   Gen
	fields [3]WaitField
}{
	{AllGens &^ GCN14, [3]WaitField{{"vmcnt", 0, 1, [2]span{{0, 0, 4}}}, {"expcnt", 0, 1, [2]span{{0, 4, 3}}}, {"lgkmcnt", 1 << 12, 1, [2]span{{0, 8, 4}}}}},
	{GCN14, [3]WaitField{{"vmcnt", 0, 2, [2]span{{0, 14, 2}, {0, 0, 4}}}, {"expcnt", 0, 1, [2]span{{0, 4, 3}}}, {"lgkmcnt", 0, 1, [2]span{{0, 8, 4}}}}},
}

// WaitFields are the fields of s_waitcnt's operand, in the order of the text. Source: LLVM
// getVmcntBitMask and its siblings; AMD ISA manuals, S_WAITCNT.
func WaitFields(g Gen) [3]WaitField {
	for i := range waitFields {
		if waitFields[i].gens.Has(g) {
			return waitFields[i].fields
		}
	}
	return [3]WaitField{}
}

// Max is the largest value of the field: no wait. It is also the highest value of the counter.
func (f *WaitField) Max() uint32 {
	n := 0
	for _, p := range f.parts[:f.n] {
		n += int(p.width)
	}
	return 1<<n - 1
}

// Get reads the field.
func (f *WaitField) Get(simm uint32) (v uint32) {
	for _, p := range f.parts[:f.n] {
		v = v<<p.width | simm>>p.lo&(1<<p.width-1)
	}
	return v
}

// Put is the operand with v in the field and nothing else.
func (f *WaitField) Put(v uint32) (simm uint32) {
	for i := f.n - 1; i >= 0; i-- {
		p := f.parts[i]
		simm |= v & (1<<p.width - 1) << p.lo
		v >>= p.width
	}
	return simm
}
