package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/sim/launch/files"
	"github.com/gcnsim/gcnsim/sim/sweep"
	"github.com/gcnsim/gcnsim/sim/sweep/cluster"
	"github.com/gcnsim/gcnsim/sim/sweep/table"
)

// sweepCmd is the verb of sweeps: "gcnsim sweep SPEC" runs one.
type sweepCmd struct {
	Run     sweepRunCmd     `cmd:"" default:"withargs" help:"Run the tasks of a spec that have no result yet, here or on an engine."`
	Collect sweepCollectCmd `cmd:"" help:"Put the results of all workers together, say what is missing, and have that run."`
	Report  sweepReportCmd  `cmd:"" help:"Write a page that says which figure moves which kernel, what scales and what is best."`
	Reduce  sweepReduceCmd  `cmd:"" help:"Make the program of a failing task small."`
	Worker  sweepWorkerCmd  `cmd:"" help:"Do the share of one worker of a job. Engines start it."`
}

// sweepPlace says which sweep it is.
type sweepPlace struct {
	Spec string `arg:"" help:"Spec of the sweep, JSON (docs/sweep.md)."`
	Dir  string `placeholder:"DIR" help:"Folder of results, jobs and compiled code. Default: the spec's name with .sweep."`
}

// folder is the folder of the sweep.
func (p *sweepPlace) folder() string {
	return cmp.Or(p.Dir, strings.TrimSuffix(p.Spec, filepath.Ext(p.Spec))+".sweep")
}

// simulator names the simulator for tasks: its version and, where Go knows it, its source.
func simulator() string {
	name := "gcnsim " + version
	if info, ok := debug.ReadBuildInfo(); ok {
		set := map[string]string{}
		for _, s := range info.Settings {
			set[s.Key] = s.Value
		}
		if r := set["vcs.revision"]; r != "" {
			name += " " + r
		}
		if set["vcs.modified"] == "true" {
			name += " modified"
		}
	}
	return name
}

// load reads the spec, compiles what is to be compiled where compile says so, and names the tasks.
func (p *sweepPlace) load(ctx context.Context, jobs int, compile bool) (*sweep.Sweep, error) {
	if jobs < 0 {
		return nil, usage("--jobs %d: want at least 1", jobs)
	}
	s, err := sweep.Load(p.Spec, p.folder(), simulator())
	if err != nil {
		return nil, err
	}
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	if compile {
		if err := s.Compile(ctx, jobs, nil); err != nil {
			return nil, err
		}
	}
	return s, s.Prepare(jobs)
}

// sweepTables says which tables are written.
type sweepTables struct {
	Write []string `group:"Output:" placeholder:"LIST" default:"csv,json" help:"Tables that are written into the folder, results.csv and so on: csv, json, parquet; none."`
}

// tables are the formats of --write.
var tables = map[string]func(io.Writer, table.Source) error{
	"csv": table.WriteCSV, "json": table.WriteJSON, "parquet": table.WriteParquet,
}

// check refuses formats that there are not.
func (t *sweepTables) check() error {
	for i, f := range t.Write {
		if tables[f] == nil && (f != "none" || len(t.Write) > 1) || slices.Contains(t.Write[:i], f) {
			return usage("--write %s: want some of %s, each once, or none", strings.Join(t.Write, ","),
				strings.Join(slices.Sorted(maps.Keys(tables)), ", "))
		}
	}
	return nil
}

// write writes the tables.
func (t *sweepTables) write(p *sweepPlace, s *sweep.Sweep, r *sweep.Results) error {
	source := func(each func([]byte) error) error {
		for i := range s.Len() {
			text, err := r.Record(i)
			if err == nil && text != nil {
				err = each(text)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	for _, f := range t.Write {
		if tables[f] == nil {
			continue
		}
		o, err := create("--write", filepath.Join(p.folder(), "results."+f), taken("the spec", p.Spec)...)
		if err != nil {
			return err
		}
		if err := finish("--write", o, tables[f](o, source)); err != nil {
			return err
		}
	}
	return nil
}

// sweepEngine are the flags of jobs.
type sweepEngine struct {
	Engine  string   `group:"On an engine:" enum:"slurm,kubernetes,parallel," default:"" placeholder:"ENGINE" help:"Write a job for slurm, kubernetes or parallel (GNU), in place of running the tasks here."`
	Submit  bool     `group:"On an engine:" help:"Start the job, too: by sbatch, kubectl or sh."`
	Workers int      `group:"On an engine:" placeholder:"N" help:"Workers among which tasks are divided. Default: one for 50 tasks, at most 256."`
	CPUs    int      `name:"cpus" group:"On an engine:" placeholder:"N" default:"1" help:"Processors of a worker: so many tasks at a time."`
	Memory  byteSize `group:"On an engine:" placeholder:"SIZE" help:"Memory of a worker, as in 4G. Default: what the engine gives."`
	With    []string `group:"On an engine:" sep:"none" placeholder:"ARGUMENT" help:"Argument of sbatch or parallel, as in --with=--partition=long. Repeatable."`
	Program string   `group:"On an engine:" placeholder:"PATH" help:"gcnsim as workers find it. Default: the one that runs."`
	Image   string   `group:"On an engine:" placeholder:"IMAGE" help:"Kubernetes: image of the container. Default: busybox, with gcnsim on the volume."`
	Claim   string   `group:"On an engine:" placeholder:"NAME" help:"Kubernetes: PersistentVolumeClaim that holds spec, folder and program."`
	Mount   string   `group:"On an engine:" placeholder:"PATH" help:"Kubernetes: where containers have it. Default: the folder of the spec."`
}

// check refuses flags that need others.
func (e *sweepEngine) check() error {
	switch {
	case e.Engine == "" && (e.Submit || e.Workers != 0 || len(e.With) > 0 || e.Image != "" || e.Claim != ""):
		return usage("--submit, --workers, --with, --image and --claim are for --engine")
	case e.Workers < 0 || e.CPUs < 1:
		return usage("--workers and --cpus must be at least 1")
	}
	return nil
}

// job writes a job of tasks, and starts it where that is asked for.
func (e *sweepEngine) job(ctx context.Context, st streams, p *sweepPlace, s *sweep.Sweep, tasks []int) error {
	engine, err := cluster.Find(e.Engine)
	if err != nil {
		return err
	}
	folder, err := filepath.Abs(p.folder())
	if err != nil {
		return err
	}
	spec, err := filepath.Abs(p.Spec)
	if err != nil {
		return err
	}
	program := e.Program
	if program == "" {
		if program, err = os.Executable(); err != nil {
			return err
		}
	}
	workers := e.Workers
	if workers == 0 {
		const each, most = 50, 256
		workers = min(most, (len(tasks)+each-1)/each)
	}
	workers = min(workers, len(tasks))
	newJob := func(number int) *cluster.Job {
		return &cluster.Job{Name: s.Spec.Name, Workers: workers, Folder: filepath.Join(folder, "jobs", strconv.Itoa(number)),
			Command: []string{program, "sweep", "worker", spec, "--dir=" + folder, "--engine=" + e.Engine,
				"--job=" + strconv.Itoa(number), "--jobs=" + strconv.Itoa(e.CPUs)},
			CPUs: e.CPUs, Memory: uint64(e.Memory), With: e.With, Image: e.Image, Claim: e.Claim,
			Mount: cmp.Or(e.Mount, filepath.Dir(spec))}
	}
	if _, err := engine.Script(newJob(1)); err != nil { // what cannot be written makes no job
		return usage("--engine %s: %w", e.Engine, err)
	}
	j, err := s.NewJob(tasks, workers)
	if err != nil {
		return err
	}
	text, err := engine.Script(newJob(j.Number))
	if err != nil {
		return err
	}
	path := filepath.Join(filepath.Dir(j.Path), engine.File)
	o, err := create("--engine", path)
	if err != nil {
		return err
	}
	_, err = o.Write(text)
	if err := finish("--engine", o, err); err != nil {
		return err
	}
	words := engine.Start(path)
	fmt.Fprintf(st.out, "job %d: %d tasks for %d workers: %s\n", j.Number, len(tasks), j.Workers, strings.Join(words, " "))
	if !e.Submit {
		return nil
	}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Stdout, cmd.Stderr = st.out, st.err
	if err := cmd.Run(); err != nil {
		return usage("--submit: %s: %w", words[0], err)
	}
	return nil
}

// sweepRunCmd is sweep SPEC.
type sweepRunCmd struct {
	sweepPlace
	Jobs   int    `short:"j" placeholder:"N" help:"Tasks at a time. Default: as many as there are processors. Memory is at most this times limits.memory of the spec, and what code takes."`
	Shard  string `placeholder:"I/N" help:"Only every N-th task from the I-th, from 0."`
	Retry  bool   `help:"Run again what the host failed to do (status lost), and commands that failed."`
	DryRun bool   `help:"List the tasks and run none. Code is compiled, as names depend on it."`
	List   int    `placeholder:"N" default:"20" help:"Failed tasks that are listed; -1 for all."`
	sweepTables
	sweepEngine
}

// Help is shown below the flags.
func (*sweepRunCmd) Help() string {
	return `Examples:

    gcnsim sweep study.json
    gcnsim sweep study.json --dry-run
    gcnsim sweep study.json --jobs 8 --write csv,parquet
    gcnsim sweep study.json --retry
    gcnsim sweep study.json --engine slurm --workers 200 --cpus 2 --memory 4G --with=--partition=long --submit
    gcnsim sweep collect study.json --engine slurm --submit
    gcnsim sweep study.json --engine kubernetes --claim work
    gcnsim sweep study.json --engine parallel --with=--sshloginfile=hosts --submit

The spec has axes; each combination of their values is a task: a program on a chip with figures, flags, variables and an order, or a command. The results are
in the folder, under names that are hashes of all that they depend on. What is there is not done again: the same command goes on where one was stopped, by
whatever means. Statuses: done; unmet (an expectation of the launch file does not hold, or a command has another exit status); fault; limit; error (no such
chip, or code that does not compile); lost (the host failed: time, memory, a signal). All but lost are results: they are the same in every run.

Exit status: 0 all tasks are done, 1 some are not, 2 bad usage, 130 interrupted: the same command goes on.`
}

func (*sweepRunCmd) endsEarly() {}

// shard reads --shard.
func (c *sweepRunCmd) shard(s *sweep.Sweep) ([]int, string, error) {
	if c.Shard == "" {
		return s.All(), "all-", nil
	}
	first, of, ok := strings.Cut(c.Shard, "/")
	k, err := strconv.Atoi(first)
	n, err2 := strconv.Atoi(of)
	if !ok || err != nil || err2 != nil || k < 0 || k >= n || n > math.MaxInt32 {
		return nil, "", usage("--shard %s: want I/N with I from 0 to N-1, as in 0/4", c.Shard)
	}
	return s.Shard(k, n), fmt.Sprintf("shard%d-of-%d-", k, n), nil
}

// Run executes the verb.
func (c *sweepRunCmd) Run(st streams, ctx context.Context) error {
	if err := errors.Join(c.sweepTables.check(), c.sweepEngine.check()); err != nil {
		return err
	}
	s, err := c.load(ctx, c.Jobs, true)
	if err != nil {
		return err
	}
	tasks, prefix, err := c.shard(s)
	if err != nil {
		return err
	}
	switch {
	case c.DryRun:
		for _, i := range tasks {
			if _, err := fmt.Fprintf(st.out, "%s %s\n", s.Name(i), &s.Task(i).Params); err != nil {
				return err
			}
		}
		return nil
	case c.Engine != "":
		r, err := s.Results("")
		if err != nil {
			return err
		}
		defer r.Close()
		todo := s.Missing(r)
		if len(todo) == 0 {
			_, err := fmt.Fprintf(st.out, "all %d tasks have a result\n", s.Len())
			return err
		}
		return c.job(ctx, st, &c.sweepPlace, s, todo)
	}
	done := standingOf(ctx).several("tasks", len(tasks))
	w, err := s.Execute(ctx, sweep.Work{Tasks: tasks, Prefix: prefix, Jobs: c.Jobs, Retry: c.Retry,
		Done: func(int, bool) { done.add(1) }, Kept: done.there})
	done.over()
	if err != nil {
		if w != nil && context.Cause(ctx) != nil {
			fmt.Fprintf(st.err, "gcnsim: %d of %d tasks have a result; the same command goes on\n", w.Kept+w.Ran, len(tasks))
		}
		return err
	}
	return summarize(st, &c.sweepPlace, s, tasks, &c.sweepTables, nil, c.List,
		fmt.Sprintf("%d run, %d there already", w.Ran, w.Kept))
}

// summarize writes tables, and says what there is and what is not done.
func summarize(st streams, p *sweepPlace, s *sweep.Sweep, tasks []int, t *sweepTables,
	more func(r *sweep.Results) error, list int, how string) error {
	r, err := s.Results("")
	if err != nil {
		return err
	}
	defer r.Close()
	if err := t.write(p, s, r); err != nil {
		return err
	}
	count := map[string]int{}
	for _, i := range tasks {
		count[cmp.Or(r.Status(i), "missing")]++
	}
	var counts []string
	for _, status := range append(sweep.Statuses(), "missing") {
		if n := count[status]; n > 0 {
			counts = append(counts, fmt.Sprintf("%s=%d", status, n))
		}
	}
	fmt.Fprintf(st.out, "gcnsim %s sweep=%s tasks=%d %s (%s)\n", version, s.Spec.Name, len(tasks),
		strings.Join(counts, " "), how)
	if r.Damaged > 0 {
		fmt.Fprintf(st.err, "gcnsim: %d lines of results were torn or damaged; their tasks count as not begun\n", r.Damaged)
	}
	if r.Other > 0 {
		fmt.Fprintf(st.err, "gcnsim: %d results are of other tasks: of another spec, other files or another gcnsim\n",
			r.Other)
	}
	notDone := 0
	for _, i := range tasks {
		status := r.Status(i)
		if status == sweep.StatusDone {
			continue
		}
		if notDone++; list >= 0 && notDone > list {
			continue
		}
		reason := ""
		if status != "" {
			if reason, err = reasonOf(r, i); err != nil {
				return err
			}
		}
		fmt.Fprintf(st.out, "%s %s %s%s\n", cmp.Or(status, "missing"), s.Name(i), &s.Task(i).Params, reason)
	}
	if list >= 0 && notDone > list {
		fmt.Fprintf(st.out, "and %d more (--list -1 lists all)\n", notDone-list)
	}
	if more != nil {
		if err := more(r); err != nil {
			return err
		}
	}
	if notDone > 0 {
		return &exit{status: exitUnmet}
	}
	return nil
}

// reasonOf is why a task is not done, for a line.
func reasonOf(r *sweep.Results, i int) (string, error) {
	text, err := r.Record(i)
	if err != nil {
		return "", err
	}
	row, err := table.Row(text)
	if err != nil {
		return "", err
	}
	reason, _ := row["reason"].(string)
	reason, _, _ = strings.Cut(reason, "\n")
	return ": " + reason, nil
}

// sweepCollectCmd is sweep collect.
type sweepCollectCmd struct {
	sweepPlace
	List int `placeholder:"N" default:"20" help:"Tasks that are listed that are not done; -1 for all."`
	sweepTables
	sweepEngine
}

// Help is shown below the flags.
func (*sweepCollectCmd) Help() string {
	return `Examples:

    gcnsim sweep collect study.json
    gcnsim sweep collect study.json --write csv,json,parquet
    gcnsim sweep collect study.json --engine slurm --memory 8G --submit

Reads what all workers have left in the folder, those that were killed included, and writes tables with each task once, in the order of the spec: the same bytes
as a run on one machine gives. With --engine, what is missing or lost becomes a new job, and nothing else does.

Exit status: 0 all tasks are done, 1 some are not, 2 bad usage.`
}

// Run executes the verb.
func (c *sweepCollectCmd) Run(st streams, ctx context.Context) error {
	if err := errors.Join(c.sweepTables.check(), c.sweepEngine.check()); err != nil {
		return err
	}
	s, err := c.load(ctx, 0, false)
	if err != nil {
		return err
	}
	return summarize(st, &c.sweepPlace, s, s.All(), &c.sweepTables, func(r *sweep.Results) error {
		todo := s.Missing(r)
		if c.Engine == "" || len(todo) == 0 {
			return nil
		}
		return c.job(ctx, st, &c.sweepPlace, s, todo)
	}, c.List, "collected")
}

// sweepWorkerCmd is sweep worker.
type sweepWorkerCmd struct {
	sweepPlace
	Job    int    `required:"" placeholder:"N" help:"Number of the job."`
	Engine string `enum:"slurm,kubernetes,parallel," default:"" placeholder:"ENGINE" help:"Whose variable has the number of the worker: SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or PARALLEL_SEQ."`
	Index  int    `default:"-1" placeholder:"I" help:"The number of the worker, from 0, in place of the engine's variable."`
	Jobs   int    `short:"j" placeholder:"N" default:"1" help:"Tasks at a time."`
}

// Help is shown below the flags.
func (*sweepWorkerCmd) Help() string {
	return `Examples:

    SLURM_ARRAY_TASK_ID=3 gcnsim sweep worker study.json --job 1 --engine slurm
    gcnsim sweep worker study.json --job 1 --index 3

Does the tasks that the job gives to the worker and that it has not done yet, so an engine may start it again at any time. Results are lines with checksums, one
after each task; a file with all of them takes their place when the share is done. Exit status: 0 each task of the share has a result, 2 the host failed, as where
the disk is full, 143 it was told to end.`
}

func (*sweepWorkerCmd) endsEarly() {}

// Run executes the verb.
func (c *sweepWorkerCmd) Run(st streams, ctx context.Context) error {
	index := c.Index
	if index < 0 {
		if c.Engine == "" {
			return usage("which worker? --engine says whose variable has its number, --index gives it")
		}
		engine, err := cluster.Find(c.Engine)
		if err != nil {
			return err
		}
		if index, err = engine.Index(os.Getenv); err != nil {
			return usage("%w", err)
		}
	}
	s, err := c.load(ctx, c.Jobs, false)
	if err != nil {
		return err
	}
	tasks, prefix, err := s.Share(c.Job, index)
	if err != nil {
		return err
	}
	done := standingOf(ctx).several("tasks", len(tasks))
	w, err := s.Execute(ctx, sweep.Work{Tasks: tasks, Prefix: prefix, Alone: true, Jobs: max(c.Jobs, 1),
		Done: func(int, bool) { done.add(1) }, Kept: done.there})
	done.over()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(st.out, "worker %d of job %d: %d tasks, %d run, %d not done\n", index, c.Job, len(tasks), w.Ran,
		w.Failed)
	return err
}

// maxTable is the most bytes of a table that is read.
const maxTable = 4 << 30

// openTable opens a table of results.
func openTable(path string) (*os.File, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || info.Size() > maxTable {
		return nil, errors.Join(err, f.Close(), fmt.Errorf("%s: more than %d bytes", path, int64(maxTable)))
	}
	return f, nil
}
