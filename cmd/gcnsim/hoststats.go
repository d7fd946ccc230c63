package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// hostOf is how the instructions of a run were executed.
func hostOf(out *run.Outcome) string {
	if len(out.Launches) == 0 {
		return "go"
	}
	return out.Launches[0].Result.Host
}

// hostError is why this host's code was not used, nil where it was or there is none.
func hostError(out *run.Outcome) error {
	for i := range out.Launches {
		if err := out.Launches[i].Result.HostError; err != nil {
			return err
		}
	}
	return nil
}

// hostStats say what host code has executed of a run.
type hostStats struct {
	Host   string      `json:"host"`
	Insts  uint64      `json:"insts"`      // executions of all instructions
	Hosted uint64      `json:"host_insts"` // in host code
	Others []hostCount `json:"not_in_host_code,omitempty"`
}

// hostCount is an instruction of which executions were not in host code.
type hostCount struct {
	Name  string `json:"name"`
	Count uint64 `json:"count"` // not in host code
	Of    uint64 `json:"of"`    // executions
}

// newHostStats are the statistics of a run that counted.
func newHostStats(out *run.Outcome, host string) *hostStats {
	var all, hosted sim.Coverage
	for i := range out.Launches {
		d := &out.Launches[i]
		all.Add(out.Module.Prog, d.Result.Counts)
		hosted.Add(out.Module.Prog, d.Result.HostCounts)
	}
	s := &hostStats{Host: host, Insts: all.Insts, Hosted: hosted.Insts}
	in := map[string]uint64{}
	for _, x := range hosted.Forms {
		in[x.Form.Name] += x.Count
	}
	at := map[string]int{}
	for _, x := range all.Forms {
		i, known := at[x.Form.Name]
		if !known {
			i = len(s.Others)
			at[x.Form.Name] = i
			s.Others = append(s.Others, hostCount{Name: x.Form.Name})
		}
		s.Others[i].Of += x.Count
	}
	for i := range s.Others {
		x := &s.Others[i]
		x.Count = x.Of - in[x.Name]
	}
	s.Others = slices.DeleteFunc(s.Others, func(x hostCount) bool { return x.Count == 0 })
	slices.SortStableFunc(s.Others, func(a, b hostCount) int { return cmp.Compare(b.Count, a.Count) })
	return s
}

// share is a part of all instructions, percent.
func (s *hostStats) share(n uint64) float64 { return 100 * float64(n) / float64(max(s.Insts, 1)) }

// text writes them as lines: the share, then the instructions that host code did not execute.
func (s *hostStats) text(w io.Writer) error {
	fmt.Fprintf(w, "host %s: %d of %d instructions in host code, %.1f %%\n", s.Host, s.Hosted, s.Insts, s.share(s.Hosted))
	for _, x := range s.Others {
		of := ""
		if x.Count != x.Of {
			of = fmt.Sprintf(" of %d", x.Of)
		}
		if _, err := fmt.Fprintf(w, "  %5.1f %%  %s: %d%s in Go\n", s.share(x.Count), x.Name, x.Count, of); err != nil {
			return err
		}
	}
	return nil
}
