package run

import (
	"context"
	"slices"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// Explore runs every launch of a file under all legal orders in which memory operations return,
// within bounds ([sim.Explore]). Buffers are neither saved nor compared.
func Explore(f *launch.File, bounds sim.Exploring, opts sim.Options) (*sim.Exploration, error) {
	o, raw, err := Code(f)
	if err != nil {
		return nil, err
	}
	return ExploreObject(f, o, raw, bounds, opts)
}

// ExploreObject is [Explore] with other code than the file names, as [Object] takes it.
func ExploreObject(f *launch.File, code *codeobj.Object, raw bool, bounds sim.Exploring,
	opts sim.Options) (*sim.Exploration, error) {
	quiet := *f
	quiet.Buffers = slices.Clone(f.Buffers)
	for i := range quiet.Buffers {
		quiet.Buffers[i].Save, quiet.Buffers[i].Expect = "", nil
	}
	quiet.Launches = slices.Clone(f.Launches)
	for i := range quiet.Launches {
		quiet.Launches[i].Expect = nil
	}
	return sim.Explore(bounds, opts, func(o sim.Options) (*sim.Explored, error) {
		out, err := Object(&quiet, code, raw, o)
		if err != nil {
			return nil, err
		}
		if o.Context != nil && o.Context.Err() != nil {
			return nil, context.Cause(o.Context) // what this run left is no end of the program
		}
		e := &sim.Explored{Device: out.Device}
		for i := range out.Launches {
			e.Launches = append(e.Launches, out.Launches[i].Result)
		}
		return e, nil
	})
}
