package profile

import (
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// Profile is what a run spent, launch by launch.
type Profile struct {
	Code     string   // name of the code's file
	Target   string   // LLVM's name of the code's processor, "gfx803"
	Chip     string   // whose clock it is; "" where the run had none
	MHz      float64  // of its engine; 0 where the run had no clock
	Launches []Launch // in the order of the run
	// Waves says for samples of pprof which wave, SIMD and level of memory they are of; nil: they are
	// of all together.
	Waves  *Waves
	limits [2]uint64
}

// Launch is one launch of a kernel.
type Launch struct {
	Kernel string // its name, or the entry address
	Cycles uint64 // clocks from the launch to the end of the last wave; 0 without a clock
	Insts  []Inst // those that were executed or waited for, by address
}

// Inst is an instruction of the program in all waves of a launch.
type Inst struct {
	sim.InstTiming        // without a clock only PC and Issues
	Text           string // as assembly
	// Frames are its places in source files, the innermost function first. There is at least one.
	Frames []codeobj.Frame
}

// New makes the profile of a run whose options asked for counts ([sim.Options.Count]). code is the
// name of the file that its code came from.
func New(out *run.Outcome, code string) *Profile {
	m := out.Module
	text := code
	if len(m.Object.Lines) == 0 {
		text = ""
	}
	source := m.Object.Source(text)
	first := m.Prog.Base - m.Prog.Bias
	p := &Profile{Code: code, Target: out.Target, limits: [2]uint64{first, first + uint64(m.Prog.Len())}}
	frames := map[uint64][]codeobj.Frame{}
	for i := range out.Launches {
		d := &out.Launches[i]
		l := Launch{Kernel: d.Kernel}
		if t := d.Result.Timing; t != nil {
			l.Cycles = t.Cycles
			p.Chip, p.MHz = t.Chip, d.Launch.Options.Timing.Chip.Figures[chip.EngineMHz].Value
			for _, x := range t.Insts {
				l.Insts = append(l.Insts, Inst{InstTiming: x})
			}
		} else {
			for slot, n := range d.Result.Counts {
				if n != 0 {
					l.Insts = append(l.Insts, Inst{InstTiming: sim.InstTiming{PC: first + 4*uint64(slot), Issues: n}})
				}
			}
		}
		for k := range l.Insts {
			in := &l.Insts[k]
			if x, err := m.Prog.Inst(in.PC + m.Prog.Bias); err == nil {
				in.Text = x.String()
			} else {
				in.Text = "(no instruction)" // a wave faulted here
			}
			f, known := frames[in.PC]
			if !known {
				f = source.Frames(in.PC)
				frames[in.PC] = f
			}
			in.Frames = f
		}
		p.Launches = append(p.Launches, l)
	}
	return p
}
