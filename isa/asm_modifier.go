package isa

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"sync"
)

// dppByText is DPP_CTRL by the texts of an operation of the whole wave, and of a broadcast. CLRX
// leaves the 1 of wave shifts out and writes row_bcast15.
var dppByText = sync.OnceValue(func() map[string]uint16 {
	m := map[string]uint16{}
	for n, name := range dppWaves {
		if name = strings.TrimSpace(name); name != "" {
			m[name], m[strings.TrimSuffix(name, ":1")], m[strings.Replace(name, ":", "", 1)] = uint16(n), uint16(n), uint16(n)
		}
	}
	return m
})

// dppControl is the DPP_CTRL of a modifier by its text ("row_shl:1", "row_mirror").
func dppControl(text string) (uint16, bool) {
	if n, ok := dppByText()[text]; ok {
		return n, true
	}
	name, count, ok := strings.Cut(text, ":")
	if !ok {
		return 0, false
	}
	for i, row := range dppRows {
		if row != "" && row[1:len(row)-1] == name {
			n, err := strconv.ParseUint(count, 10, 8)
			return uint16(i<<4) | uint16(n), err == nil && n >= 1 && n <= 15
		}
	}
	return 0, false
}

// isFlag reports whether a bare word behind a mnemonic is a modifier of one of its forms.
func isFlag(forms []*Form, word string) bool {
	_, control := dppControl(word)
	for _, f := range forms {
		in := formatSet(f.Fmt)
		if f.isVALU() {
			if in |= inSub; control {
				return true
			}
		}
		for i := range modRows {
			if x := &modRows[i]; x.flag != nil && x.name == word && x.fmts&in != 0 {
				return true
			}
		}
	}
	return false
}

// sub is the second dword that a modifier asks for, or NoFormat.
func (m *modifier) sub() Format {
	for i := range modRows {
		switch x := &modRows[i]; {
		case x.name != m.name:
		case x.fmts&^inSDWA == 0:
			return SDWA
		case x.fmts&^inDPP == 0:
			return DPP
		}
	}
	if strings.HasPrefix(m.name, "row_") || strings.HasPrefix(m.name, "wave_") {
		return DPP
	}
	return NoFormat
}

const (
	selDWord       = 6 // selNames
	unusedPreserve = 2 // unusedNames
)

// sources is the number of sources that op_sel and its like count.
func (b *builder) sources() int { return bits.OnesCount8(b.f.sources()) }

// omod sets the multiplier or divisor of the result.
func (b *builder) omod(md *modifier) error {
	v, err := b.integer(md.val, 1, 4)
	if err != nil {
		return err
	}
	code, ok := map[string]uint8{"mul1": 0, "mul2": 1, "mul4": 2, "div1": 0, "div2": 3}[md.name+strconv.Itoa(int(v))]
	if !ok {
		return errAt(md.val.col, "the result can be multiplied by 2 or 4, or divided by 2")
	}
	b.in.Mod.Omod = code
	return nil
}

// opSel sets OP_SEL: bits of sources count up, the last bit is the destination's, bit 3.
func (b *builder) opSel(md *modifier) error {
	n := b.sources()
	switch {
	case b.f.hasRole('z'): // interpolation: SRC0 holds the attribute
		n = 4
	case b.f.Fmt != VOP3P:
		n++
	}
	v, err := b.bitList(md, n)
	if n--; b.f.Fmt != VOP3P && v>>n != 0 {
		v = v&^(1<<n) | 8
	}
	b.in.Mod.OpSel = uint8(v)
	return err
}

// quadPerm sets the permutation of the four lanes of a quad.
func (b *builder) quadPerm(md *modifier) error {
	if md.val.kind != nodeList || len(md.val.args) != 4 {
		return errAt(md.val.col, "quad_perm takes a list of 4 lanes")
	}
	for i := range md.val.args {
		v, err := b.integer(&md.val.args[i], 0, 3)
		if err != nil {
			return err
		}
		b.in.Mod.DPP.Ctrl |= uint16(v) << (2 * i)
	}
	return nil
}

// dppControl sets a permutation of lanes other than quad_perm, whose name is the modifier.
func (b *builder) dppControl(md *modifier) error {
	text := md.name
	if md.val != nil {
		v, err := b.integer(md.val, 0, 31)
		if err != nil {
			return err
		}
		text = fmt.Sprintf("%s:%d", md.name, v)
	}
	c, ok := dppControl(text)
	if !ok {
		if _, row := dppControl(md.name + ":1"); row && md.val != nil {
			return errAt(md.val.col, "%s moves by 1 to 15 lanes", md.name)
		}
		return b.none(md)
	}
	b.in.Mod.DPP.Ctrl = c
	return nil
}

// twoOffsets sets one of the two offsets of a DS instruction with two addresses.
func (b *builder) twoOffsets(md *modifier) error {
	v, err := b.integer(md.val, 0, 255)
	b.in.Mod.Offset |= int32(v) << (8 * (md.name[len("offset")] - '0'))
	return err
}

// offset sets the byte offset of a memory instruction.
func (b *builder) offset(md *modifier) error {
	m, n := &b.in.Mod, md.val
	bits := b.f.layout.width('f')
	switch {
	case b.f.Fmt == DS:
		bits = 16
	case b.f.Fmt == SMEM && b.f.Has(FeatureSMEMOffsets):
		m.SOE, m.Imm = true, true
	case b.f.Fmt == FLAT && bits == 0:
		v, err := b.integer(n, math.MinInt32, math.MaxInt32)
		if err == nil && v != 0 {
			err = errAt(n.col, "flat instructions have no offset on %v: add it to the address", b.f.Gen)
		}
		return err
	case b.f.Fmt == SMEM || bits == 0:
		return b.none(md)
	}
	if n.kind == nodeCall && n.text == "swizzle" {
		if b.f.memory().Kind != MemSwizzle {
			return b.none(md)
		}
		v, err := b.swizzle(n)
		m.Offset = int32(v)
		return err
	}
	lo, hi := int64(0), int64(1)<<bits-1
	if b.f.signedOffset() {
		lo, hi = -1<<(bits-1), 1<<(bits-1)-1
	}
	v, err := b.integer(n, lo, hi)
	m.Offset = int32(v)
	return err
}

// modifierNames are the modifiers that the form may have.
func (b *builder) modifierNames() (names []string) {
	layouts := []*layout{b.f.layout}
	if b.sub != nil {
		layouts = append(layouts, b.sub)
	}
	for _, l := range layouts {
		for i := range l.mods {
			if x := &l.mods[i]; x.writes(b.f, l) {
				if names = append(names, x.name); x.also != "" {
					names = append(names, x.also)
				}
			}
		}
	}
	if b.f.isVALU() && (b.sub != nil || b.f.HasDPP()) {
		for _, row := range dppRows {
			names = append(names, strings.TrimSpace(strings.TrimSuffix(row, ":")))
		}
		for name := range dppByText() {
			name, _, _ = strings.Cut(name, ":")
			names = append(names, name)
		}
	}
	return names
}

// dppIdentity is quad_perm:[0,1,2,3].
const dppIdentity = 0xe4

// sameModifier reports whether two modifiers set the same field: format is dfmt and nfmt in one.
func sameModifier(a, b string) bool {
	parts := func(a, b string) bool { return a == "format" && (b == "dfmt" || b == "nfmt") }
	return fieldName(a) == fieldName(b) || parts(a, b) || parts(b, a)
}

// fieldName is a name for the field that a modifier sets, of those that have several names.
func fieldName(name string) string {
	switch {
	case name == "mul" || name == "div":
		return "omod"
	case name == "inst_offset":
		return "offset"
	case name == "row_mask":
	case name == "quad_perm", strings.HasPrefix(name, "row_"), strings.HasPrefix(name, "wave_"):
		return "dpp_ctrl"
	}
	return name
}
