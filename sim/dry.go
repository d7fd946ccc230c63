package sim

import (
	"fmt"
	"slices"

	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// withDry adds the accesses of LDS that work-groups made which have none: an error in all modes, with
// a checker or without.
func withDry(r *engine.Dispatch, list []waitcnt.Finding) []waitcnt.Finding {
	dry := r.Dry()
	if len(dry) == 0 {
		return list
	}
	rules := waitcnt.Rules()
	rule := &rules[slices.IndexFunc(rules, func(r waitcnt.Rule) bool { return r.ID == waitcnt.RuleNoLDS })]
	prog := (*engine.ProgramCore)(r.Prog)
	for i := range dry {
		d := &dry[i]
		f := rule.New()
		f.PC = waitcnt.Addr(prog.Addr(d.Rec.Slot) - r.Prog.Bias)
		f.Instruction = prog.Inst(&d.Rec).String()
		f.Wave = &waitcnt.WaveRef{Group: d.Group, Wave: d.Wave, Inst: d.Insts}
		f.Memory = &waitcnt.Range{Space: "lds", Addr: waitcnt.Addr(d.Addr), Bytes: uint64(d.Bytes)}
		f.Access, f.Lanes, f.Count = "read", fmt.Sprintf("%#x", d.Lanes), d.Count
		if d.Write {
			f.Access = "write"
		}
		f.Message = fmt.Sprintf("lane %d accesses LDS bytes %#x-%#x: the launch has given the work-group no LDS (0 bytes)",
			d.Lane,
			d.Addr, d.Addr+d.Bytes-1)
		f.Fix = "--lds SIZE, or \"dynamic_lds\" in a launch file, gives it LDS"
		list = append(list, f)
	}
	waitcnt.Sort(list)
	return list
}
