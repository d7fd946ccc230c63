package benchmarks

import (
	"cmp"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
)

// Unit is the kind of execution unit that an instruction goes to.
type Unit string

// The units, in the order of reports. LDS includes GDS; branches are all instructions that may
// change the program counter; other are the internal ones (s_waitcnt, s_nop, ...), messages,
// barriers and exports.
const (
	VALU   Unit = "valu"   // VOP formats and interpolation
	SALU   Unit = "salu"   // SOP1, SOP2, SOPC and SOPK but for branches
	SMEM   Unit = "smem"   // scalar memory
	VMEM   Unit = "vmem"   // vector memory, images and FLAT
	LDS    Unit = "lds"    // DS
	Branch Unit = "branch" // what writes the program counter
	Other  Unit = "other"  // what is left
)

// allUnits lists them.
var allUnits = []Unit{VALU, SALU, SMEM, VMEM, LDS, Branch, Other}

// unitOf is the unit of an instruction.
func unitOf(f *isa.Form) Unit {
	switch f.Fmt {
	case isa.VOP1, isa.VOP2, isa.VOPC, isa.VOP3, isa.VOP3B, isa.VOP3P, isa.VINTRP:
		return VALU
	case isa.SMRD, isa.SMEM:
		return SMEM
	case isa.DS:
		return LDS
	case isa.MUBUF, isa.MTBUF, isa.MIMG, isa.FLAT, isa.GLOBAL, isa.SCRATCH:
		return VMEM
	}
	switch {
	case f.Desc.Writes("pc"):
		return Branch
	case f.Fmt == isa.SOP1, f.Fmt == isa.SOP2, f.Fmt == isa.SOPC, f.Fmt == isa.SOPK:
		return SALU
	}
	return Other
}

// Mix says which instructions a run executed.
type Mix struct {
	Units     []UnitCount     `json:"units"`     // every unit, in the order of the constants
	Mnemonics []MnemonicCount `json:"mnemonics"` // the most frequent, most frequent first; equal ones by name
	Distinct  int             `json:"distinct"`  // different mnemonics executed
}

// UnitCount is a unit's part of the instructions.
type UnitCount struct {
	Unit  Unit    `json:"unit"`
	Insts uint64  `json:"insts"` // executed, by all waves
	Share float64 `json:"share"` // 0 to 1
}

// MnemonicCount is a mnemonic's part of the instructions.
type MnemonicCount struct {
	Name  string  `json:"name"`  // without encoding suffix
	Unit  Unit    `json:"unit"`  // that it goes to
	Insts uint64  `json:"insts"` // executed, by all waves
	Share float64 `json:"share"` // 0 to 1
}

// newMix sorts the execution counts of a run. top mnemonics are listed, [DefaultTop] for 0, all for
// a negative number.
func newMix(o *outcome, top int) (Mix, error) {
	return mixOf(o, top, func(uint64) bool { return true })
}

// mixOf is newMix of the instructions whose address, as disassemblers print it, is wanted.
func mixOf(o *outcome, top int, wanted func(pc uint64) bool) (Mix, error) {
	type key struct {
		name string
		unit Unit
	}
	units, names, total := map[Unit]uint64{}, map[key]uint64{}, uint64(0)
	for _, l := range o.runs {
		for slot, n := range l.res.Counts {
			pc := l.prog.Base + 4*uint64(slot)
			if n == 0 || !wanted(pc-l.prog.Bias) {
				continue
			}
			in, err := l.prog.Inst(pc)
			if err != nil {
				return Mix{}, err
			}
			u := unitOf(in.Form)
			units[u] += n
			names[key{in.Form.Base(), u}] += n
			total += n
		}
	}
	share := func(n uint64) float64 { return float64(n) / float64(max(total, 1)) }
	m := Mix{Distinct: len(names)}
	for _, u := range allUnits {
		m.Units = append(m.Units, UnitCount{u, units[u], share(units[u])})
	}
	for k, n := range names {
		m.Mnemonics = append(m.Mnemonics, MnemonicCount{k.name, k.unit, n, share(n)})
	}
	slices.SortFunc(m.Mnemonics, func(a, b MnemonicCount) int {
		return cmp.Or(cmp.Compare(b.Insts, a.Insts), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Unit, b.Unit))
	})
	if top == 0 {
		top = DefaultTop
	}
	if top > 0 {
		m.Mnemonics = m.Mnemonics[:min(top, len(m.Mnemonics))]
	}
	return m, nil
}
