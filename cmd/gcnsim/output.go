package main

import (
	"errors"
	"io"
	"os"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"strings"

	"github.com/gcnsim/gcnsim/sim/launch/files"
)

// sink is standard output. It keeps the first error of writing, so that no verb can lose it.
type sink struct {
	w      io.Writer
	before func() // called before something is written; may be nil
	err    error
	any    bool // something was written
}

func (s *sink) Write(b []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	if s.before != nil {
		s.before()
	}
	s.any = true
	var n int
	n, s.err = s.w.Write(b)
	return n, s.err
}

// close closes standard output, where a late error may show.
func (s *sink) close() {
	if f, ok := s.w.(*os.File); ok && s.any && s.err == nil {
		s.err = f.Close()
	}
}

// failure is the error for output that is lost, nil where all is written.
func (s *sink) failure() error {
	if s.err == nil {
		return nil
	}
	return usage("standard output cannot be written: %w", s.err)
}

// isTerminal reports whether a person sees what is written.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}

// taken are files that an output of a verb may not replace.
func taken(as string, paths ...string) (list []files.Taken) {
	for _, p := range paths {
		if p != "" {
			list = append(list, files.Taken{Path: p, As: as})
		}
	}
	return list
}

// create begins the output that a flag names. Call it when the inputs are known to be good; nothing
// that was there changes before Commit.
func create(flag, path string, inputs ...files.Taken) (*files.Output, error) {
	o, err := files.Create(path, inputs...)
	if err != nil {
		return nil, usage("%s: %w", flag, err)
	}
	return o, nil
}

// finish ends an output: err is that of making its contents.
func finish(flag string, o *files.Output, err error) error {
	if err != nil {
		return errors.Join(err, o.Abort())
	}
	if err := o.Commit(); err != nil {
		return usage("%s: %w", flag, err)
	}
	return nil
}

// profiles are the kinds of --profile: the file, how it begins and how it ends.
var profiles = map[string]struct {
	file  string
	start func(io.Writer) error
	stop  func(io.Writer) error
}{
	"cpu": {"cpu.pprof", pprof.StartCPUProfile, func(io.Writer) error { pprof.StopCPUProfile(); return nil }},
	"mem": {"mem.pprof", func(io.Writer) error { runtime.MemProfileRate = 4096; return nil }, func(w io.Writer) error {
		runtime.GC() // the profile is as of the last collection
		return pprof.Lookup("heap").WriteTo(w, 0)
	}},
	"trace": {"trace.out", trace.Start, func(io.Writer) error { trace.Stop(); return nil }},
}

// startProfile begins to profile gcnsim and returns what ends it. The file appears in the current
// directory at the end, whatever the verb did; inputs are what it may not replace.
func startProfile(kind string) (stop func(inputs []files.Taken) error, err error) {
	p, ok := profiles[kind]
	if !ok {
		return func([]files.Taken) error { return nil }, nil
	}
	o, err := create("--profile", p.file)
	if err != nil {
		return nil, err
	}
	if err := p.start(o); err != nil {
		return nil, errors.Join(usage("--profile: %w", err), o.Abort())
	}
	return func(inputs []files.Taken) error {
		o.Protect(inputs...)
		if err := p.stop(o); err != nil {
			return errors.Join(usage("--profile: %w", err), o.Abort())
		}
		return finish("--profile", o, nil)
	}, nil
}

// words are the parts of the command line that may name files, which a profile may not replace.
func words(args []string) []files.Taken {
	var list []files.Taken
	for _, a := range args {
		list = append(list, taken("on the command line",
			strings.FieldsFunc(a, func(r rune) bool { return r == '=' || r == ':' })...)...)
	}
	return list
}
