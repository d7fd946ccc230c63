package main

import (
	"fmt"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// orders are the orders of return that a mutant is run in, the one that shows most first.
func orders() []waitcnt.Policy {
	return []waitcnt.Policy{waitcnt.Late{}, &waitcnt.Random{Seed: 1}, &waitcnt.Random{Seed: 2},
		&waitcnt.Random{Seed: 3}, waitcnt.Asap{}}
}

// execution is what running an object's launch files unmutated gave.
type execution struct {
	counts  map[uint64]uint64   // executions, by address
	insts   []uint64            // of each launch file
	targets map[uint64][]uint64 // where calls and jumps through registers went, by their address
}

// execute runs the launch files as they are, once. A wrong result is an error: then mutants tell
// nothing.
func (o *object) execute() error {
	if o.exec != nil {
		return nil
	}
	x := &execution{counts: map[uint64]uint64{}, targets: map[uint64][]uint64{}}
	for _, f := range o.launches {
		opts := options(waitcnt.Late{}, sim.DefaultMaxInsts, true)
		seen := map[[2]uint64]bool{}
		if slices.ContainsFunc(o.parts, func(p *part) bool { return p.prog.calls }) {
			opts.Hooks = &sim.Hooks{Inst: func(w *sim.Wave, in *isa.Inst, pc uint64) {
				if in.Form.Desc.Writes("pc") {
					seen[[2]uint64{pc, w.PC()}] = true
				}
			}}
		}
		out, err := run.Object(f, o.code, false, opts)
		if err != nil {
			return err
		}
		if out.Fault != nil || len(out.Unmet) > 0 {
			return fmt.Errorf("%s: the unmutated code gives a wrong result", f.Path)
		}
		for k := range seen {
			from, to := k[0]-out.Module.Base, k[1]-out.Module.Base
			x.targets[from] = append(x.targets[from], to)
		}
		n := uint64(0)
		for i := range out.Launches {
			r := out.Launches[i].Result
			n += r.Insts
			for slot, count := range r.Counts {
				if count > 0 {
					x.counts[o.in.Base+uint64(slot)*4] += count
				}
			}
		}
		x.insts = append(x.insts, n)
	}
	for from, list := range x.targets {
		slices.Sort(list) // the same order in every run
		x.targets[from] = slices.Compact(list)
	}
	o.exec = x
	return nil
}

func options(order waitcnt.Policy, insts int64, count bool) sim.Options {
	return sim.Options{Policy: order, MaxInsts: insts, Deterministic: true, Count: count}
}

// run runs a mutant in the first n orders until a result is wrong. Launch files of more than the
// given number of instructions are left out.
func (m *mutant) run(n int, most uint64) error {
	x := m.obj.exec
	o := *m.obj.code
	o.Segments = slices.Clone(o.Segments)
	s := &o.Segments[m.obj.seg]
	s.Data = m.mutated(s.Data, s.Addr)
	for _, order := range orders()[:n] {
		for i, f := range m.obj.launches {
			if x.insts[i] > most {
				continue
			}
			out, err := run.Object(f, &o, false, options(order, 4*int64(x.insts[i])+100_000, false))
			if err != nil {
				return err
			}
			m.Runs++
			switch {
			case out.Fault != nil:
				m.Wrong = fmt.Sprintf("%v: %v", order, out.Fault)
			case len(out.Unmet) > 0:
				m.Wrong = fmt.Sprintf("%v: %s: %v", order, out.Unmet[0].What(), out.Unmet[0].Mismatch)
			}
			if m.Wrong != "" {
				return nil
			}
		}
	}
	return nil
}
