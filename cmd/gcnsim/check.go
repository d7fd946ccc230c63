package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/files"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/check"
	"github.com/gcnsim/gcnsim/waitcnt/check/objcheck"
	"github.com/gcnsim/gcnsim/waitcnt/report"
)

// defaultSeverity is the default of --min-severity.
const defaultSeverity = "partial"

// wanted are the flags that say which findings are reported.
type wanted struct {
	MinSeverity string   `group:"Findings:" enum:"error,warning,disputed,partial,info" default:"${severity}" help:"Report findings of this severity and above: error (a defect), warning (probably one), disputed (sources disagree), partial (not examined), info (safe, but by no wait)."`
	Disable     []string `group:"Findings:" enum:"${rules}" placeholder:"RULE" help:"Do not report a rule; gcnsim check --list-rules shows them. Repeatable."`
}

// apply returns the findings to report, sorted, one for each s_waitcnt that mends them, and how
// many it drops.
func (c *wanted) apply(list []waitcnt.Finding, advice bool) (keep []waitcnt.Finding, hidden int, err error) {
	if keep, err = c.filter(list, advice); err != nil {
		return nil, 0, err
	}
	hidden = len(list) - len(keep)
	return waitcnt.Merge(keep), hidden, nil
}

// filter returns the findings to report, each by itself.
func (c *wanted) filter(list []waitcnt.Finding, advice bool) ([]waitcnt.Finding, error) {
	x := waitcnt.Filter{Disable: c.Disable, Advice: advice}
	if err := x.Min.UnmarshalText([]byte(c.MinSeverity)); err != nil {
		return nil, usage("--min-severity: %w", err)
	}
	return x.Apply(list), nil
}

// isError reports whether an error is among the findings, which is exit status 4.
func isError(list []waitcnt.Finding) bool {
	worst, ok := waitcnt.Worst(list)
	return ok && worst == waitcnt.Error
}

// ruleIDs are the ids of all rules.
func ruleIDs() (ids []string) {
	for _, r := range waitcnt.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

type checkCmd struct {
	Files  []string `arg:"" optional:"" name:"file" help:"ELF code objects, raw binaries (need --gpu) or assembly text (.s, needs --gpu); folders, for the code objects and texts below them; patterns; @FILE, for the files that it lists."`
	Launch string   `placeholder:"FILE.json" help:"Check the code that a launch file runs."`
	GPU    string   `name:"gpu" placeholder:"GPU" help:"Generation (gcn1.2), target (gfx803) or chip (fiji)."`
	Bundle string   `placeholder:"WHICH" help:"Code object of a bundle or of a program with .hip_fatbin: its number, id or target (gfx906:xnack-), or all."`
	Kernel string   `placeholder:"NAME" help:"Check one kernel, and what it calls; of assembly text, a label. Default: all kernels, all global labels."`
	Entry  []string `placeholder:"ADDRESS" help:"Address at which a kernel of a raw binary or of assembly text begins. Repeatable. Default: its first instruction, and the global labels of a text."`

	Format string `group:"Output:" enum:"text,json,sarif,junit,github" default:"text" help:"text, json (one document), sarif (SARIF 2.1.0, for code scanning), junit (XML, for build servers) or github (annotations of a workflow)."`
	Output string `group:"Output:" short:"o" placeholder:"FILE" help:"Write to a file, not to standard output."`
	Quiet  bool   `group:"Output:" short:"q" help:"As text: only files with findings. Nothing where there is none."`
	Jobs   int    `group:"How to run:" placeholder:"N" help:"Files that are checked at the same time. Default: all processors."`

	Baseline      string   `group:"Findings:" placeholder:"FILE" help:"Report only findings that the baseline does not have."`
	WriteBaseline string   `group:"Findings:" placeholder:"FILE" help:"Write what is found as a baseline."`
	Diff          []string `group:"Findings:" sep:"none" placeholder:"OLD" help:"Report only findings that an older file, or those of a folder, did not have. Repeatable."`
	Fix           string   `group:"Findings:" placeholder:"FILE" help:"Insert the waits and wait states that findings of one file ask for, or make the wait that stands there stronger, check again, and write the text; or a patch, where FILE ends in .patch or .diff, or is - for standard output."`
	wanted
	text
	trust
	timeLimit
	FailOn    string `group:"Findings:" enum:"error,warning,disputed,partial" default:"error" help:"Exit status 4 for findings of this severity and above, or with partial also where not everything was examined."`
	Advice    bool   `group:"Findings:" help:"Also report waits that wait for nothing, or for more than is needed."`
	ListRules bool   `group:"Rules:" help:"List the rules."`
	Explain   string `group:"Rules:" enum:",all,${rules}" default:"" placeholder:"RULE" help:"Explain a rule, or all of them: what is wrong, where, source, examples."`

	inputs []files.Taken
	warn   io.Writer
	failOn waitcnt.Severity
}

// Help is shown below the flags.
func (*checkCmd) Help() string {
	return `Examples:

    gcnsim check k.hsaco
    gcnsim check k.bin --gpu fiji --min-severity info
    gcnsim check build/ --format sarif -o gcnsim.sarif
    gcnsim check build/ --write-baseline known.json
    gcnsim check build/ --baseline known.json -q
    gcnsim check new.hsaco --diff old.hsaco
    gcnsim check k.s --gpu gfx803 --fix k.patch
    gcnsim check k.s --gpu gfx900 --disable race-barrier-vm --advice
    gcnsim check --explain race-raw

Looks for missing and too weak s_waitcnt, missing wait states and other hazards on all paths of the code, without running it; gcnsim run looks along
the path that it executes. The verdict counts the instructions that were examined and those that no path was found to; the status is clean, findings,
or partial where something was not examined. Files that cannot be read are told after the others have been checked.

A comment "gcnsim:ignore RULE[,RULE...] reason" in assembly text, or in a source that debug information names and that is there, takes away findings of the
rule at its line, or where it stands alone at the next one; one that takes away nothing is told. A baseline names findings by rule, kernel, instructions and
register, not by address, so that it holds when code is inserted, and when files move.

Exit status: 0 no finding of
severity error, 2 bad usage, unreadable input or output that cannot be written, 3 --timeout is over, 4 a finding of severity error, or what --fail-on
says.`
}

func (*checkCmd) endsEarly() {}

// Run executes the verb.
func (c *checkCmd) Run(s streams, ctx context.Context) error {
	if c.ListRules || c.Explain != "" {
		if c.Format != "text" || c.Output != "" || len(c.Files) > 0 || c.Launch != "" {
			return usage("--list-rules and --explain write text to standard output, and take no FILE")
		}
		return c.rules(s.out)
	}
	c.warn = s.err
	jobs, err := c.jobs()
	if err != nil {
		return err
	}
	if _, _, err := c.apply(nil, c.Advice); err != nil {
		return err
	}
	if err := c.failOn.UnmarshalText([]byte(c.FailOn)); err != nil {
		return usage("--fail-on: %w", err)
	}
	if c.Fix != "" {
		return c.fix(s, jobs)
	}
	known, err := c.known(ctx)
	if err != nil {
		return err
	}
	checked, unread := c.checkAll(ctx, jobs)
	var shown, all []report.File
	bad := false
	for _, x := range checked {
		if err := x.ignore(); err != nil {
			return err
		}
		f, err := c.file(x, known)
		if err != nil {
			return err
		}
		bad = bad || f.Worst >= c.failOn
		all = append(all, *f)
		if !c.Quiet || c.Format != string(report.Text) || len(f.Findings) > 0 || len(f.Unused) > 0 {
			shown = append(shown, *f)
		}
	}
	if len(all) > 0 {
		if err := c.write(s.out, shown, all); err != nil {
			return err
		}
	}
	if c.WriteBaseline != "" && len(unread) == 0 {
		w, err := create("--write-baseline", c.WriteBaseline, c.inputs...)
		if err != nil {
			return err
		}
		if err := finish("--write-baseline", w, report.NewBaseline(c.unmerged(checked)).Write(w)); err != nil {
			return err
		}
	}
	if known != nil && c.Baseline != "" {
		if n := known.Gone(); n > 0 && len(unread) == 0 {
			fmt.Fprintf(s.err, "gcnsim: %s has %d findings that are gone; --write-baseline writes it again\n",
				c.Baseline, n)
		}
	}
	switch {
	case len(unread) > 0:
		return errors.Join(unread...)
	case bad && c.WriteBaseline == "":
		return &exit{status: exitFindings}
	}
	return nil
}

// checkAll checks files, several at a time. What was read is in the order of the jobs.
func (c *checkCmd) checkAll(ctx context.Context, jobs []job) (list []*checkedFile, unread []error) {
	n := c.Jobs
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	type result struct {
		file *checkedFile
		err  error
	}
	results := make([]result, len(jobs))
	var next atomic.Int64
	var wg sync.WaitGroup
	done := standingOf(ctx).several("files", len(jobs))
	for range min(n, len(jobs)) {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(jobs)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				results[i].file, results[i].err = c.check(jobs[i])
				done.add(1)
			}
		})
	}
	wg.Wait()
	for _, r := range results {
		switch {
		case r.err != nil:
			unread = append(unread, r.err)
		case r.file != nil: // else it was not begun
			list = append(list, r.file)
		}
	}
	if ctx.Err() != nil {
		return list, append(unread, context.Cause(ctx))
	}
	done.over()
	return list, unread
}

// known are the findings of --baseline and --diff, nil where there is neither.
func (c *checkCmd) known(ctx context.Context) (*report.Remaining, error) {
	if c.Baseline == "" && len(c.Diff) == 0 {
		return nil, nil
	}
	b := new(report.Baseline)
	if c.Baseline != "" {
		r, err := files.Open(c.Baseline)
		if err != nil {
			return nil, usage("--baseline: %w (--write-baseline makes one)", err)
		}
		data, err := files.ReadAll(r, c.Baseline, report.MaxBaseline)
		if err := errors.Join(err, r.Close()); err != nil {
			return nil, usage("--baseline: %w", err)
		}
		if b, err = report.ReadBaseline(data); err != nil {
			return nil, usage("--baseline: %s: %w", c.Baseline, err)
		}
		if c.WriteBaseline != c.Baseline {
			c.inputs = append(c.inputs, taken("the baseline", c.Baseline)...)
		}
	}
	if len(c.Diff) > 0 {
		old := *c
		old.Files, old.Launch = c.Diff, ""
		jobs, err := old.jobs()
		if err != nil {
			return nil, err
		}
		c.inputs = append(c.inputs, old.inputs...)
		list, unread := old.checkAll(ctx, jobs)
		if len(unread) > 0 {
			return nil, fmt.Errorf("--diff: %w", errors.Join(unread...))
		}
		for _, x := range list {
			if err := x.ignore(); err != nil {
				return nil, fmt.Errorf("--diff: %w", err)
			}
		}
		b.Findings = append(b.Findings, report.NewBaseline(c.unmerged(list)).Findings...)
	}
	return b.Remaining(), nil
}

// unmerged are files with the wanted findings, each by itself, as baselines have them.
func (c *checkCmd) unmerged(list []*checkedFile) (out []report.File) {
	for _, x := range list {
		keep, _ := c.filter(x.findings, c.Advice) // the flags have been looked at
		out = append(out, report.File{Name: x.path, Findings: keep})
	}
	return out
}

// write writes the report to its place, and as text what was found in several files together.
func (c *checkCmd) write(out io.Writer, shown, all []report.File) error {
	write := func(w io.Writer) error {
		err := report.Write(w, report.Format(c.Format), version, shown)
		if err == nil && c.Format == string(report.Text) && len(all) > 1 && len(shown) > 0 {
			err = report.WriteTotal(w, all)
		}
		return err
	}
	if c.Output == "" {
		return write(out)
	}
	w, err := create("-o", c.Output, c.inputs...)
	if err != nil {
		return err
	}
	return finish("-o", w, write(w))
}

// checkedFile is a file that was checked, with all that was found in it.
type checkedFile struct {
	path     string
	object   *codeobj.Object
	entries  []check.Entry
	insts    int
	unseen   int
	partial  bool
	findings []waitcnt.Finding // that no comment takes away
	ignored  int
	unused   []report.Ignore
	texts    map[string]string // that may have comments
}

// ignore takes away what comments say.
func (x *checkedFile) ignore() error {
	for _, name := range slices.Sorted(maps.Keys(x.texts)) {
		list, err := report.ParseIgnores(x.texts[name])
		if err != nil {
			return usage("%s:%w", cmp.Or(name, x.path), err)
		}
		n := len(x.findings)
		x.findings = report.Unignored(x.findings, list, name)
		x.ignored += n - len(x.findings)
		for _, g := range list {
			if g.Used == 0 && name == "" {
				x.unused = append(x.unused, g)
			}
		}
	}
	return nil
}

// job is one file to check.
type job struct {
	path    string
	entries []uint64
	read    func() (o *codeobj.Object, raw bool, err error)
}

func (c *checkCmd) jobs() (jobs []job, err error) {
	var entries []uint64
	for _, e := range c.Entry {
		v, err := strconv.ParseUint(e, 0, 64)
		if err != nil {
			return nil, usage("--entry %s: want an address, as in 0x100", e)
		}
		entries = append(entries, v)
	}
	opts, err := c.options()
	if err != nil {
		return nil, err
	}
	opts.Bundle = c.Bundle
	switch {
	case c.Launch != "" && len(c.Files) > 0:
		return nil, usage("--launch and FILE: the launch file names the code already")
	case c.Launch != "":
		f, err := c.load(c.Launch)
		if err != nil {
			return nil, err
		}
		if c.GPU != "" {
			f.GPU = c.GPU
		}
		f.Text = opts
		for i := range f.Launches {
			if e := f.Launches[i].Entry; e != nil && len(c.Entry) == 0 && !slices.Contains(entries, *e) {
				entries = append(entries, *e)
			}
		}
		c.inputs = f.Inputs()
		return []job{{f.Resolve(f.Code), entries, func() (*codeobj.Object, bool, error) { return run.Code(f) }}}, nil
	case c.Confine || len(c.AllowDir) > 0:
		return nil, usage("--confine and --allow-dir are for the files that a launch file names: give --launch")
	case len(c.Files) == 0:
		return nil, usage("what? Name code objects, raw binaries or assembly text, or give --launch FILE.json; --explain " +
			"RULE explains a rule")
	}
	names, err := c.expand(c.Files)
	if err != nil {
		return nil, err
	}
	for _, f := range names {
		c.inputs = append(c.inputs, taken("a file to check", f)...)
		if c.Bundle == "all" {
			more, err := c.bundled(f, entries, opts)
			if err != nil {
				return nil, err
			}
			jobs = append(jobs, more...)
			continue
		}
		jobs = append(jobs, job{f, entries, func() (*codeobj.Object, bool, error) { return run.ReadCode(f, c.GPU, opts) }})
	}
	return jobs, nil
}

// bundled are the code objects of a bundle, or the file itself if it is none. Those that are not
// simulated are left out where others are there.
func (c *checkCmd) bundled(path string, entries []uint64, opts launch.Text) (jobs []job, err error) {
	list, err := run.Entries(path)
	if err != nil {
		return nil, err
	}
	opts.Bundle = ""
	if len(list) == 0 {
		return []job{{path, entries, func() (*codeobj.Object, bool, error) { return run.ReadCode(path, c.GPU, opts) }}}, nil
	}
	for i := range list {
		opts := opts
		opts.Bundle = strconv.Itoa(i)
		name := path + "#" + opts.Bundle + ":" + cmp.Or(list[i].Target, list[i].ID)
		if _, err := isa.FindTarget(list[i].Target); err != nil {
			fmt.Fprintf(c.warn, "gcnsim: %s: left out: it is not for GCN 1.0 to 1.4\n", name)
			continue
		}
		jobs = append(jobs, job{name, entries, func() (*codeobj.Object, bool, error) { return run.ReadCode(path, "", opts) }})
	}
	if len(jobs) == 0 {
		opts.Bundle = ""
		return []job{{path, entries, func() (*codeobj.Object, bool, error) { return run.ReadCode(path, "", opts) }}}, nil
	}
	return jobs, nil
}

// check checks one file.
func (c *checkCmd) check(j job) (*checkedFile, error) {
	o, raw, err := j.read()
	if err != nil {
		return nil, err
	}
	entries := j.entries
	if raw && c.Kernel != "" {
		l, err := o.Label(c.Kernel)
		if err != nil {
			return nil, usage("--kernel: %s: %w", j.path, err)
		}
		entries = append(slices.Clone(entries), l.Addr)
	}
	in, err := checkInput(o, raw, entries)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.path, err)
	}
	if c.Kernel != "" && !raw {
		k, err := o.Kernel(c.Kernel)
		if err != nil {
			return nil, usage("--kernel: %s: %w", j.path, err)
		}
		in.OnlyKernels(func(name string) bool { return name == k.Name })
	}
	in.Chosen = in.Chosen || c.Kernel != ""
	r, err := check.Run(in, check.Options{Advice: c.Advice})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.path, err)
	}
	x := &checkedFile{path: j.path, object: o, entries: in.Entries, insts: r.Insts, unseen: r.Unexamined,
		partial: r.Partial, findings: r.Findings}
	var named []string
	for i := range r.Findings {
		if f := r.Findings[i].File; f != "" && !slices.Contains(named, f) {
			named = append(named, f)
		}
	}
	x.texts = c.sources(j.path, named)
	return x, nil
}

// file is the report of a file: of all that is wanted, or of what is not known.
func (c *checkCmd) file(x *checkedFile, known *report.Remaining) (*report.File, error) {
	o, list := x.object, x.findings
	f := &report.File{Name: x.path, GPU: o.Target, Status: "clean", Insts: x.insts, Unexamined: x.unseen,
		Ignored: x.ignored, Unused: x.unused, Text: x.texts[""]}
	if known != nil {
		wanted, err := c.filter(list, c.Advice)
		if err != nil {
			return nil, err
		}
		f.Hidden = len(list) - len(wanted)
		list = known.New(wanted)
		f.Known = len(wanted) - len(list)
	}
	var hidden int
	var err error
	if f.Findings, hidden, err = c.apply(list, c.Advice); err != nil {
		return nil, err
	}
	f.Hidden += hidden
	f.Worst, _ = waitcnt.Worst(waitcnt.Filter{Disable: c.Disable}.Apply(list))
	if x.partial && f.Known == 0 {
		f.Status, f.Worst = "partial", max(f.Worst, waitcnt.Partial)
	}
	if slices.ContainsFunc(f.Findings, func(x waitcnt.Finding) bool {
		return x.Kind == waitcnt.Advice || x.Severity != waitcnt.Partial
	}) {
		f.Status = "findings"
	}
	kernels, functions := 0, 0
	for _, e := range x.entries {
		if e.Kernel {
			kernels++
		} else {
			functions++
		}
	}
	more := ""
	if f.Known > 0 {
		more += fmt.Sprintf(" known=%d", f.Known)
	}
	if f.Ignored > 0 {
		more += fmt.Sprintf(" ignored=%d", f.Ignored)
	}
	f.Verdict = fmt.Sprintf("gcnsim %s gpu=%s(%s) file=%s kernels=%d functions=%d insts=%d unexamined=%d %s%s status=%s",
		version,
		o.Target, genNumber(o.Gen), shellWord(x.path), kernels, functions, x.insts, x.unseen,
		report.Summarize(f.Findings, f.Hidden).Fields(), more, f.Status)
	return f, nil
}

// checkInput is the code with its kernels; code without any has one at each entry, or at its
// beginning. Entries that are given choose: global labels of a text are none then.
func checkInput(o *codeobj.Object, raw bool, entries []uint64) (*check.Input, error) {
	in, err := objcheck.Input(o)
	if err != nil {
		return nil, err
	}
	switch first := func(e check.Entry) bool { return e.Addr == in.Base }; {
	case len(entries) > 0:
		in.Chosen = true
		if raw {
			in.Entries = nil
		}
	case raw && !slices.ContainsFunc(in.Entries, first) && (len(in.Entries) == 0 || !in.Data(in.Base)):
		entries = []uint64{in.Base}
	}
	for _, e := range entries {
		if err := in.AddEntry(e); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// rules lists or explains rules.
func (c *checkCmd) rules(w io.Writer) error {
	for _, r := range waitcnt.Rules() {
		switch {
		case c.ListRules:
			fmt.Fprintf(w, "%-27s %-11s %-8s %-15s %s\n", r.ID, r.Kind, r.Severity, genNumbers(r.Gens), r.Title)
		case c.Explain == "all" || c.Explain == r.ID:
			explainRule(w, &r)
		}
	}
	return nil
}

// genNumbers is "1.0 1.1".
func genNumbers(set isa.Gen) string {
	var out []string
	for _, g := range isa.Gens() {
		if set.Has(g) {
			out = append(out, genNumber(g))
		}
	}
	return strings.Join(out, " ")
}

func explainRule(w io.Writer, r *waitcnt.Rule) {
	fmt.Fprintf(w, "%s\n  %s\n  kind         %s\n  severity     %s\n  generations  GCN %s\n\n", r.ID, r.Title, r.Kind,
		r.Severity, genNumbers(r.Gens))
	line := " "
	for _, word := range strings.Fields(r.Doc) {
		if len(line)+1+len(word) > 110 {
			fmt.Fprintln(w, line)
			line = " "
		}
		line += " " + word
	}
	fmt.Fprintf(w, "%s\n\n  Source: %s\n", line, r.Source)
	for _, x := range [...][2]string{{"Wrong", r.Bad}, {"Right", r.Good}} {
		if x[1] != "" {
			fmt.Fprintf(w, "\n  %s:\n      %s\n", x[0], strings.ReplaceAll(x[1], "\n", "\n      "))
		}
	}
	fmt.Fprintln(w)
}

// shellWord is a word as shells read it.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("_./:=,+@%^-", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
