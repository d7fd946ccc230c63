package sim

import (
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/sim/internal/explore"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Explored is what one run of a program leaves for [Explore].
type Explored struct {
	Device   *Device   // with the memory that the run leaves
	Launches []*Result // in the order of the run
}

// Explore runs a program again and again under all legal orders of return, within bounds. run
// executes the whole program, one launch or several, from its beginning and on a new device, with
// the options that it is given. It must do the same every time, and number its launches by
// [Launch.DispatchID]. The policy of opts is not used. The error is that of run; where that was not
// the first run, the exploration has what those before it have left, and is bounded by "stopped".
func Explore(bounds Exploring, opts Options, run func(Options) (*Explored, error)) (*Exploration, error) {
	opts.Deterministic, opts.Check = true, false
	var found []waitcnt.Finding
	x, err := explore.Explore(bounds, func(o explore.Order) (*explore.Ran, error) {
		opts := opts
		opts.Policy, opts.Keep, opts.explorer = o.Policy, o.Keep, o.Tenant
		e, err := run(opts)
		if err != nil {
			return nil, err
		}
		ran := &explore.Ran{Mem: e.Device.Mem, GDS: e.Device.GDS}
		first := len(found) == 0
		for _, r := range e.Launches {
			if first {
				found = append(found, r.Findings...)
			}
			ran.Launches = append(ran.Launches, &engine.Result{Fault: r.Fault, State: r.State})
		}
		return ran, nil
	})
	if x != nil {
		x.Findings = found
	}
	return x, err
}
