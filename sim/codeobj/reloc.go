package codeobj

import (
	"debug/elf"
	"fmt"
)

// RelocType is an R_AMDGPU_* number.
type RelocType uint32

// The relocations. A linked object contains RelocAbs64 and RelocRelative64 only: the linker
// resolves the others, and so does Load where an object is not linked.
const (
	relocNone         RelocType = 0
	RelocAbs32Lo      RelocType = 1  // low half of symbol + addend
	RelocAbs32Hi      RelocType = 2  // high half
	RelocAbs64        RelocType = 3  // symbol + addend
	RelocRel32        RelocType = 4  // symbol + addend - place
	RelocRel64        RelocType = 5  // the same, 64 bits
	RelocAbs32        RelocType = 6  // symbol + addend, 32 bits
	RelocGOTPCRel     RelocType = 7  // entry of the global offset table + addend - place
	RelocGOTPCRel32Lo RelocType = 8  // low half
	RelocGOTPCRel32Hi RelocType = 9  // high half
	RelocRel32Lo      RelocType = 10 // low half of symbol + addend - place
	RelocRel32Hi      RelocType = 11 // high half
	RelocRelative64   RelocType = 13 // base + addend
	RelocRel16        RelocType = 14 // (symbol + addend - place - 4) / 4: the offset of a branch
)

// relocs are the kinds of relocations (LLVM AMDGPUUsage, "Relocation Records").
var relocs = [...]struct {
	name  string
	size  int // bytes of the word that is changed
	place bool
	got   bool // the symbol's address is in the global offset table, and that one counts
	shift int  // of the value, before it is cut to size
}{
	relocNone:         {name: "NONE"},
	RelocAbs32Lo:      {name: "ABS32_LO", size: 4},
	RelocAbs32Hi:      {name: "ABS32_HI", size: 4, shift: 32},
	RelocAbs64:        {name: "ABS64", size: 8},
	RelocRel32:        {name: "REL32", size: 4, place: true},
	RelocRel64:        {name: "REL64", size: 8, place: true},
	RelocAbs32:        {name: "ABS32", size: 4},
	RelocGOTPCRel:     {name: "GOTPCREL", size: 4, place: true, got: true},
	RelocGOTPCRel32Lo: {name: "GOTPCREL32_LO", size: 4, place: true, got: true},
	RelocGOTPCRel32Hi: {name: "GOTPCREL32_HI", size: 4, place: true, got: true, shift: 32},
	RelocRel32Lo:      {name: "REL32_LO", size: 4, place: true},
	RelocRel32Hi:      {name: "REL32_HI", size: 4, place: true, shift: 32},
	12:                {name: "12"},
	RelocRelative64:   {name: "RELATIVE64", size: 8},
	RelocRel16:        {name: "REL16", size: 2, place: true, shift: 2},
}

// String is LLVM's name, "R_AMDGPU_ABS64".
func (t RelocType) String() string {
	if int(t) < len(relocs) {
		return "R_AMDGPU_" + relocs[t].name
	}
	return fmt.Sprintf("R_AMDGPU_%d", uint32(t))
}

// known reports whether the relocation can be applied.
func (t RelocType) known() bool { return int(t) < len(relocs) && relocs[t].size > 0 }

// apply writes the value for a symbol at address s to a word at address p. The error says which
// value does not fit.
func (t RelocType) apply(word []byte, s, addend, p uint64) error {
	k := &relocs[t]
	v := s + addend
	if k.place {
		v -= p
	}
	fits := true
	switch t {
	case RelocRel32, RelocGOTPCRel:
		fits = int64(v) == int64(int32(v))
	case RelocAbs32:
		fits = v>>32 == 0
	case RelocRel16:
		v -= 4
		fits = v&3 == 0 && int64(v)>>2 == int64(int16(v>>2))
	}
	if !fits {
		return fmt.Errorf("%v: the value %#x does not fit", t, v)
	}
	v >>= k.shift
	switch k.size {
	case 2:
		le.PutUint16(word, uint16(v))
	case 4:
		le.PutUint32(word, uint32(v))
	default:
		le.PutUint64(word, v)
	}
	return nil
}

// Relocation is a word that depends on where things are loaded.
type Relocation struct {
	Offset uint64    // address of the word
	Type   RelocType // how the word is computed
	Symbol Symbol    // for all types but RelocRelative64
	Addend int64     // what is added, in bytes
}

// Unresolved lists what the object needs and has not: undefined symbols that are not weak.
func (o *Object) Unresolved() (names []string) {
	seen := map[string]bool{}
	for i := range o.Relocations {
		r := &o.Relocations[i]
		if r.Type == RelocRelative64 || r.Symbol.Defined || r.Symbol.Bind == elf.STB_WEAK || seen[r.Symbol.Name] {
			continue
		}
		seen[r.Symbol.Name] = true
		names = append(names, r.Symbol.Name)
	}
	return names
}
