// Package sweep runs many tasks that a spec describes: kernels on chips that need not exist, under
// orders, seeds and compile flags, or commands with an index.
//
//	spec.go     JSON ──Parse──► Spec ──Load──► Sweep: an ordered list of tasks            load.go
//	task.go     Sweep.Task(i) ──► Task: what it is, its stable Name ──Run──► Record        run.go, command.go
//	store.go    Record ──► lines with checksums in a folder ──► what is there, by name
//	local.go    Sweep.Execute: all tasks that are not there yet, on the host's processors
//	job.go      what is missing, divided among the workers of an engine
//
// A task is pure: its name is a hash of everything that its result depends on, and the same name has
// the same bytes as its result on every host and in every run. So results are kept by name. A sweep
// that was stopped goes on where it was, and what several workers have done is put together without
// asking who did it.
//
// # The folder
//
//	code/HASH.o            what the spec's compile command made
//	jobs/N                 a job: a line for each worker with the numbers of its tasks
//	results/*.part         results of a worker that runs, or was stopped: one more line for each task
//	results/*.records      the same of a worker that has ended: it appears whole
//
// A line has a checksum, so that what a crash has torn is dropped and done again.
//
// # What if a task takes its worker down?
//
// A part also notes what begins. Tasks that began and left no result come last when a worker starts
// again, one at a time; one that has begun [maxBegun] times is a failed task.
//
// # Where to add things
//
// An axis: a field of Spec, in schema.json, its values in resolve and their number in radix
// (load.go), and its value of a task in task.go. Something to record: a row of recorders (run.go).
// A figure of a chip needs nothing.
package sweep
