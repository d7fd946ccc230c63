package waitcnt

import (
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
)

// Conflict decides what rule is broken where an instruction accesses registers while an operation
// is pending: u is the access, a write or a read, and own what the operation itself does with
// registers, as event ev. ordered says that the instruction is an operation too, which returns
// behind this one. It returns the registers that both have; n is 0 where there is no conflict.
//
//	              the operation writes them     it still has to read them (EXP)
//	read          [RuleRAW]                     -
//	write         [RuleWAW], unless ordered     [RuleWAR], unless ordered
//
// Sources: AMD ISA manuals, 4.4 ("Data dependency resolution"); docs/counters.md.
func (p *Pending) Conflict(ev *Event, own, u *isa.Use, write, ordered bool) (rule string, first uint16, n int) {
	switch {
	case own.Write && p.Data() && !write:
		rule = RuleRAW
	case own.Write && p.Data() && !ordered:
		rule = RuleWAW
	case write && !ordered && p.Holds(EXP) && ev.ReadsLate(own):
		rule = RuleWAR
	default:
		return "", 0, 0
	}
	first, n = u.Overlap(own)
	return rule, first, n
}

// ConflictExec reports whether writing u breaks [RuleExecWAR]: the operation still has to read its
// data, in the lanes that EXEC has then.
func (p *Pending) ConflictExec(ev *Event, u *isa.Use) bool {
	return p.Holds(EXP) && ev.LateData && p.Class.LateExec() &&
		u.Write && u.Code <= isa.CodeExecHi && u.Code+uint16(u.Dwords) > isa.CodeExecLo
}

// TellRace words a conflict with the operation that f names as its producer: what instruction in
// does with the registers that f names, and, where reads is set, that the operation still reads
// them, not writes.
func (f *Finding) TellRace(in, producer *isa.Inst, reads bool) {
	verb := map[string]string{"read": "reads", "write": "writes"}[f.Access]
	still := "writes"
	if reads {
		still = "reads"
	}
	f.Message = fmt.Sprintf("%s %s %s, which %s at %v still %s as far as the waits prove: have %s, need %s",
		in.Form.Base(), verb, f.Register, producer.Form.Base(), *f.ProducerPC, still, f.HaveText(), f.Need)
}
