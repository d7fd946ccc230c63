package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/dump"
	"github.com/gcnsim/gcnsim/sim/profile"
)

// Lead is what limits a launch, and what would remove it.
type Lead struct {
	Limit  string `json:"limit"`  // "dram busy", "wait l2", "barrier": a key of the tables of causes
	Says   string `json:"says"`   // what limits the launch, with the evidence: a sentence
	Remedy string `json:"remedy"` // what would remove it: a sentence
	Gain   string `json:"gain"`   // what the runs with changes say of it: a sentence, "" where there were none
}

// String is all of it.
func (l Lead) String() string { return strings.TrimSpace(l.Says + " " + l.Remedy + " " + l.Gain) }

// cause is a row of the tables: what a limit is called, and what removes it.
type cause struct {
	what   string
	remedy func(r *Run) string
}

func says(text string) func(*Run) string { return func(*Run) string { return text } }

// unitCauses are the limits of a launch for which a unit is busy nearly all the time.
var unitCauses = map[string]cause{
	"valu": {"vector arithmetic", func(r *Run) string {
		return "Fewer vector instructions, or cheaper ones, make it shorter" + r.costliest("", issued) + r.idle() + "."
	}},
	"scalar": {"scalar instructions", func(r *Run) string {
		return "Fewer scalar instructions make it shorter: unrolled loops, addresses that are computed once" +
			r.costliest("", issued) + "."
	}},
	"vmem":   {"the address units and L1", (*Run).coalesce},
	"lds":    {"LDS", (*Run).spread},
	"branch": {"branches", says("Unrolled loops, and conditions as masks, make it shorter.")},
	"export": {"exports", says("Fewer exports make it shorter.")},
	"kcache": {"the scalar cache", says("Fewer and longer scalar loads, hoisted out of loops, make it shorter.")},
	"icache": {"the instruction cache", says("Shorter instructions, and fewer taken branches, make it shorter: unrolled loops.")},
	"l2": {"the bandwidth of L2", func(r *Run) string {
		return "Data that are kept in registers or LDS are not asked for again" + r.scatter() + "."
	}},
	"dram": {"the bandwidth of memory", func(r *Run) string {
		return "Only fewer bytes make it shorter: smaller types, data that are read once and kept in LDS or L2" + r.scatter() +
			"."
	}},
}

// waitCauses are the limits of a launch whose units are idle at times: what waves spend most clocks on.
var waitCauses = map[string]cause{
	"issue": {"issuing instructions one after the other", func(r *Run) string {
		return "Fewer instructions" + r.orMore() + " make it shorter" + r.costliest("", issued) + "."
	}},
	"slot": {"waiting for a turn, as other waves issue", func(r *Run) string {
		return "Fewer instructions make it shorter; more waves do not" + r.costliest("", issued) + "."
	}},
	"unit": {"waiting for units that are busy for a time", func(r *Run) string {
		return "Work that is spread evenly over time and units makes it shorter" + r.costliest("", stalled("unit")) + "."
	}},
	"fetch": {"waiting for code", func(r *Run) string {
		return "Shorter code with fewer jumps, and aligned loops" + r.orMore() + " make it shorter" +
			r.costliest("", stalled("fetch")) + "."
	}},
	"barrier": {"waiting at barriers", func(r *Run) string {
		return "Work that is spread evenly over the waves of a work-group, fewer barriers, and smaller work-groups make it shorter" +
			r.costliest("", stalled("barrier")) + "."
	}},
	"sleep": {"sleeping", says("s_sleep is asked for by the program.")},
	"dependency": {"waiting for the instruction before", func(r *Run) string {
		return "Independent instructions in between" + r.orMore() + " hide it" +
			r.costliest("", stalled("dependency")) + "."
	}},
	"counter":     {"waiting for operations", hide},
	"wait other":  {"waiting for exports and messages", says("Fewer of them make it shorter.")},
	"wait lds":    {"waiting for LDS", (*Run).spread},
	"wait gds":    {"waiting for GDS", says("Fewer GDS operations make it shorter: one for a wave instead of for a lane.")},
	"wait scalar": {"waiting for the scalar cache", hide},
	"wait l1":     {"waiting for L1", hide},
	"wait l2":     {"waiting for L2", hide},
	"wait dram":   {"waiting for memory", func(r *Run) string { return hide(r) + r.rows() }},
}

// issued and stalled are what lines are compared by: clocks of issue, and those of a reason.
func issued(in *profile.Inst) uint64 { return stalled("issue")(in) }

func stalled(reason string) func(in *profile.Inst) uint64 {
	return func(in *profile.Inst) uint64 {
		for s, n := range in.Stalls {
			if sim.Stall(s).String() == reason {
				return n
			}
		}
		return 0
	}
}

// where is an instruction, for a sentence.
func where(in *profile.Inst) string {
	if at := place(in); at != "" {
		return at
	}
	return fmt.Sprintf("%s at %#x", strings.Fields(in.Text + " -")[0], in.PC)
}

// costliest names the line that has most of something, where it has a tenth of it.
func (r *Run) costliest(before string, of func(in *profile.Inst) uint64) string {
	sums, all := map[string]uint64{}, uint64(0)
	most := ""
	for i := range r.insts {
		in := &r.insts[i]
		n := of(in)
		all += n
		at := where(in)
		sums[at] += n
	}
	for i := range r.insts { // in order, so that of equals it is always the same
		if at := where(&r.insts[i]); sums[at] > sums[most] {
			most = at
		}
	}
	if s := share(sums[most], all); s >= 0.1 {
		return fmt.Sprintf("%s: %s has %.0f %% of it", before, most, 100*s)
	}
	return ""
}

// idle says that lanes are idle, where less than three of four are active.
func (r *Run) idle() string {
	if r.Lanes >= 0.75 {
		return ""
	}
	return fmt.Sprintf("; only %.0f %% of the lanes are active", 100*r.Lanes)
}

// more says how there could be more waves; "": the compute units hold as many as they can.
func (r *Run) more() string {
	switch o := &r.Occupancy; {
	case r.UsedCUs < r.CUs:
		return "more waves (a larger grid has them)"
	case int(r.Groups) < o.Groups*r.CUs:
		return fmt.Sprintf("more waves (there is room for %d work-groups, and there are %d)", o.Groups*r.CUs, r.Groups)
	case o.Next != nil:
		return fmt.Sprintf("more waves (%s)", o.Next)
	}
	return ""
}

// orMore is more behind other remedies.
func (r *Run) orMore() string {
	if s := r.more(); s != "" {
		return ", or " + s + ","
	}
	return ""
}

// hide is the remedy for a latency.
func hide(r *Run) string {
	if s := r.scatter(); s != "" {
		return "Neighbouring lanes that access neighbouring addresses ask for fewer lines" + s + "."
	}
	says := "More loads on their way before the first wait hide it"
	if s := r.more(); s != "" {
		says = "M" + s[1:] + ", or more loads on their way before the first wait, hide it"
	}
	return says + r.costliest("", func(in *profile.Inst) uint64 { return in.Exposed }) + "."
}

// rows says that memory opens rows for few bytes: then it is slow long before its pins are busy. A chip's rows have
// 1 KiB and more.
func (r *Run) rows() string {
	d := &r.DRAM
	if bytes := d.Read + d.Written; d.Rows >= 1000 && bytes < 256*d.Rows {
		return fmt.Sprintf(" Memory opens a row for each %d bytes: fewer places that are accessed at the same time "+
			"need fewer.", bytes/d.Rows)
	}
	return ""
}

// scatter names the instruction that moves most bytes for nothing, where its lanes are in several lines
// and use less than half of them.
func (r *Run) scatter() string {
	worst, wasted := -1, 0.0
	for i := range r.Vector {
		a := &r.Vector[i]
		if w := a.Lines * float64(a.Count) * (1 - a.Useful); a.Lines >= 2 && a.Useful < 0.5 && w > wasted {
			worst, wasted = i, w
		}
	}
	if worst < 0 {
		return ""
	}
	a := &r.Vector[worst]
	at := a.Place
	if at == "" {
		at = fmt.Sprintf("%#x", a.PC)
	}
	return fmt.Sprintf("; at %s lanes use %.0f %% of the bytes of the lines that they touch", at, 100*a.Useful)
}

// coalesce is the remedy for address units that are busy.
func (r *Run) coalesce() string {
	if s := r.scatter(); s != "" {
		return "Neighbouring lanes that access neighbouring addresses need fewer lines" + s + "."
	}
	return "Fewer and wider accesses make it shorter, and LDS for what several lanes read" +
		r.costliest("", func(in *profile.Inst) uint64 { return in.Segments }) + "."
}

// spread is the remedy for LDS.
func (r *Run) spread() string {
	conflicts, kept := uint64(0), uint64(0)
	for i := range r.insts {
		conflicts += r.insts[i].Conflicts
	}
	for _, u := range r.Units {
		if u.Name == "lds" {
			kept = u.Busy
		}
	}
	if s := share(conflicts, kept); s >= 0.2 {
		return fmt.Sprintf("Addresses that are spread over the banks make it shorter: bank conflicts are %.0f %% of its "+
			"time%s.", 100*s, r.costliest("", func(in *profile.Inst) uint64 { return in.Conflicts }))
	}
	return "Fewer and wider accesses, and values that are kept in registers, make it shorter" +
		r.costliest("", func(in *profile.Inst) uint64 { return in.Exposed }) + "."
}

// lead finds what limits the launch.
func (r *Run) lead() (l Lead) {
	chipIdle := ""
	if r.UsedCUs < r.CUs {
		chipIdle = fmt.Sprintf(" on the %d of %d compute units that have work", r.UsedCUs, r.CUs)
	}
	switch {
	case r.limiter.Busy >= dump.Mostly:
		c := unitCauses[r.limiter.Name]
		l.Limit = r.limiter.Name + " busy"
		l.Says = fmt.Sprintf("Limited by %s: busy for %.0f %% of the time%s.", c.what, 100*r.limiter.Busy, chipIdle)
		l.Remedy = c.remedy(r)
	case r.limiter.Why != "":
		x, issue := r.spentOn(r.limiter.Why), r.spentOn(sim.StallIssue.String())
		first := &x.Parts[0]
		c := waitCauses[first.key]
		l.Limit = first.key
		l.Says = fmt.Sprintf("Limited by %s: %.0f %% of the clocks of waves", c.what, 100*first.Share)
		for _, other := range r.Clocks {
			if other.key != sim.StallIssue.String() && other.Clocks > first.Clocks { // it has most only together
				l.Says = "Limited by " + x.together()
				break
			}
		}
		l.Says += chipIdle
		if issue.Clocks > x.Clocks {
			l.Says += fmt.Sprintf("; they issue for %.0f %%", 100*issue.Share)
		}
		if u := r.busiest(); u != "" {
			l.Says += ", while " + u
		}
		l.Says += "."
		l.Remedy = c.remedy(r)
	default:
		l.Limit, l.Says = "nothing", "No wave ran."
	}
	if best := r.best(); best != nil {
		l.Gain = fmt.Sprintf("Of the changes tried, %s saves most: %.0f %% of the time%s.", best.Change, 100*(1-best.Time),
			r.together())
	} else if len(r.WhatIf) > 1 {
		l.Gain = "None of the changes tried saves a hundredth of the time" + r.together() + "."
	}
	return l
}

// together says that times of changes are of all launches, where there are several.
func (r *Run) together() string {
	if len(r.Launches) < 2 {
		return ""
	}
	return fmt.Sprintf(" of the %d launches together", len(r.Launches))
}

// spent are clocks of waves that were spent for a reason.
type spent struct {
	Clocks uint64
	Share  float64
	Parts  []Clocks // most first: waits for operations by what answered these; of other reasons one
	reason string
}

// Name is what the reason is called in a table.
func (s *spent) Name() string {
	if len(s.Parts) > 1 {
		return waitingFor + "operations"
	}
	return s.Parts[0].Name
}

// together says of a wait what answered it, and how much of the clocks each has.
func (s *spent) together() string {
	names, shares := make([]string, len(s.Parts)), make([]string, len(s.Parts))
	for i, c := range s.Parts {
		names[i] = strings.TrimPrefix(c.Name, waitingFor)
		shares[i] = fmt.Sprintf("%.0f %%", 100*c.Share)
	}
	return fmt.Sprintf("%s%s: %.0f %% of the clocks of waves (%s)", waitingFor, and(names), 100*s.Share, and(shares))
}

// and writes names one after the other.
func and(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// byReason are the clocks of waves by reason, most first.
func (r *Run) byReason() (list []*spent) {
	for _, c := range r.Clocks {
		reason := c.key
		if strings.HasPrefix(reason, "wait ") {
			reason = sim.StallCounter.String()
		}
		i := slices.IndexFunc(list, func(s *spent) bool { return s.reason == reason })
		if i < 0 {
			i, list = len(list), append(list, &spent{reason: reason})
		}
		s := list[i]
		s.Clocks, s.Share, s.Parts = s.Clocks+c.Clocks, s.Share+c.Share, append(s.Parts, c)
	}
	slices.SortStableFunc(list, func(a, b *spent) int { return cmp.Compare(b.Clocks, a.Clocks) })
	return list
}

// spentOn are the clocks that were spent for one reason.
func (r *Run) spentOn(reason string) *spent {
	for _, s := range r.byReason() {
		if s.reason == reason {
			return s
		}
	}
	return &spent{}
}

// busiest says of a unit that it is busy for some of the time.
func (r *Run) busiest() string {
	if len(r.Units) == 0 || r.Units[0].Utilisation < 0.005 {
		return ""
	}
	u := &r.Units[0]
	return fmt.Sprintf("no unit is busy for more than %.0f %% of the time (%s)", 100*u.Utilisation, unitName(u.Name))
}

// best is the change alone that saves most time, of those that save a hundredth; nil: there is none.
// A faster clock is no change of the program.
func (r *Run) best() *WhatIf {
	var best *WhatIf
	for i := range r.WhatIf {
		w := &r.WhatIf[i]
		if w.Change == "" || w.Error != "" || strings.Contains(w.Change, ",") || strings.HasPrefix(w.Change, "clock=") {
			continue
		}
		if w.Time <= 0.99 && (best == nil || w.Time < best.Time) {
			best = w
		}
	}
	return best
}

// unitNames is what units are called in tables.
func unitName(name string) string { return unitCauses[name].what }

// fits is how many waves of a SIMD fit where a work-group needs so much; 0: none.
func fits(c *chip.Chip, n chip.Need) int {
	o, err := c.Occupancy(n)
	if err != nil {
		return 0
	}
	return o.Waves
}
