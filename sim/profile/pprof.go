package profile

import (
	"fmt"
	"io"

	"github.com/google/pprof/profile"

	"github.com/gcnsim/gcnsim/sim"
)

// sampleTypes are the values of a sample: executions, and with a clock all clocks and those of each
// reason.
func (p *Profile) sampleTypes() []*profile.ValueType {
	list := []*profile.ValueType{{Type: "instructions", Unit: "count"}}
	if p.Chip != "" {
		list = append(list, &profile.ValueType{Type: "clocks", Unit: "count"})
		for r := sim.StallIssue; int(r) < len(sim.Stalls{}); r++ {
			list = append(list, &profile.ValueType{Type: r.String(), Unit: "count"})
		}
	}
	return list
}

// WritePprof writes the profile in the format of pprof, compressed. A sample is an instruction of
// one launch, or of one wave where [Profile].Waves is set. Its stack is the functions that are
// inlined into each other there, and the kernel. Its labels are "launch", a number, and of waves
// "simd", "wave" and "level": what answered the operation that the wave waited for in the sample's
// clocks of counters.
func (p *Profile) WritePprof(w io.Writer) error {
	out := p.pprof()
	if err := out.CheckValid(); err != nil {
		return fmt.Errorf("profile: %w", err)
	}
	return out.Write(w)
}

func (p *Profile) pprof() *profile.Profile {
	m := &profile.Mapping{ID: 1, File: p.Code, Start: p.limits[0], Limit: p.limits[1], Offset: p.limits[0],
		HasFunctions: true, HasFilenames: true, HasLineNumbers: true, HasInlineFrames: true}
	out := &profile.Profile{SampleType: p.sampleTypes(), Mapping: []*profile.Mapping{m}}
	out.DefaultSampleType = out.SampleType[min(1, len(out.SampleType)-1)].Type
	out.Comments = []string{"simulated code for " + p.Target}
	type name struct{ function, file string }
	functions := map[name]*profile.Function{}
	function := func(n name) *profile.Function {
		f := functions[n]
		if f == nil {
			f = &profile.Function{ID: uint64(len(out.Function) + 1), Name: n.function, SystemName: n.function, Filename: n.file}
			functions[n] = f
			out.Function = append(out.Function, f)
		}
		return f
	}
	places := map[uint64]*profile.Location{}
	kernels := map[string]*profile.Location{}
	cycles := uint64(0)
	for i := range p.Launches {
		l := &p.Launches[i]
		cycles += l.Cycles
		for k := range l.Insts {
			in := &l.Insts[k]
			at := places[in.PC]
			if at == nil {
				at = &profile.Location{ID: uint64(len(out.Location) + 1), Mapping: m, Address: in.PC}
				for i, f := range in.Frames {
					n := name{f.Func, f.File}
					if i > 0 && in.Frames[i-1].Twin(f) {
						continue
					}
					if n.function == "" {
						n.function = l.Kernel
					}
					at.Line = append(at.Line, profile.Line{Function: function(n), Line: int64(f.Line), Column: int64(f.Col)})
				}
				places[in.PC] = at
				out.Location = append(out.Location, at)
			}
			stack := []*profile.Location{at}
			// What the kernel calls does not say who called it: there is no stack of calls.
			if outer := at.Line[len(at.Line)-1]; outer.Function.Name != l.Kernel {
				root := kernels[l.Kernel]
				if root == nil {
					root = &profile.Location{ID: uint64(len(out.Location) + 1), Mapping: m,
						Line: []profile.Line{{Function: function(name{l.Kernel, ""})}}}
					kernels[l.Kernel] = root
					out.Location = append(out.Location, root)
				}
				stack = append(stack, root)
			}
			add := func(issues uint64, stalls *sim.Stalls, labels map[string][]string) {
				s := &profile.Sample{Location: stack, Value: []int64{int64(issues)}, Label: labels,
					NumLabel: map[string][]int64{"launch": {int64(i)}},
					NumUnit:  map[string][]string{"launch": {"count"}}} // without a unit pprof drops a 0
				if p.Chip != "" {
					s.Value = append(s.Value, int64(stalls.Total()))
					for r := sim.StallIssue; int(r) < len(stalls); r++ {
						s.Value = append(s.Value, int64(stalls[r]))
					}
				}
				out.Sample = append(out.Sample, s)
			}
			if parts := p.Waves.of(uint64(i), in.PC); p.Chip != "" && len(parts) > 0 {
				for _, x := range parts {
					x.samples(add)
				}
				continue
			}
			in.Stalls[0] = 0
			add(in.Issues, &in.Stalls, nil)
		}
	}
	if p.MHz > 0 {
		out.DurationNanos = int64(float64(cycles) * 1000 / p.MHz)
		out.Comments = append(out.Comments, fmt.Sprintf("clock of %s at %v MHz", p.Chip, p.MHz))
	}
	return out
}
