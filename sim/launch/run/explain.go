package run

import (
	"context"
	"fmt"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// Writer is who wrote an element of an [Unmet] last.
type Writer struct {
	sim.Writer
	Launch int    // number in the file
	Line   int    // of the source, 0 where none is known
	File   string // that source; "" where it is the assembly text of the code
	Never  bool   // no instruction wrote it: it is as the launch file says
	Again  string // what it held in the run that found the writer, where that was something else
}

// String is a part of a sentence.
func (w *Writer) String() string {
	s := "no instruction wrote it"
	if !w.Never {
		s = fmt.Sprintf("written last by launch %d at %v", w.Launch, &w.Writer)
		switch {
		case w.File != "":
			s += fmt.Sprintf(" (%s:%d)", w.File, w.Line)
		case w.Line > 0:
			s += fmt.Sprintf(" (line %d)", w.Line)
		}
	}
	if w.Again != "" {
		s += "; that is of a run in order, which left " + w.Again
	}
	return s
}

// Explain finds who wrote what does not hold: it runs the file again, in order, and watches the
// elements that the mismatch of each unmet expectation names. It does nothing where all hold. An
// error is one of the second run; what ends that early explains nothing.
func Explain(f *launch.File, out *Outcome, opts sim.Options) error {
	var watched []*Unmet
	for i := range out.Unmet {
		if u := &out.Unmet[i]; u.Mismatch.Reason == "" {
			watched = append(watched, u)
		}
	}
	if len(watched) == 0 || out.Fault != nil {
		return nil
	}
	opts.Deterministic, opts.Check, opts.Count, opts.Keep, opts.Hooks, opts.Timing = true, false, false, false, nil, nil
	// Each launch watches memory, and registers and LDS that are its own. Buffers lie where they
	// lay.
	of := func(i int) (list []*Unmet) {
		for _, u := range watched {
			if u.Buffer != "" || u.Launch == i {
				list = append(list, u)
			}
		}
		return list
	}
	again, err := execute(f, out.Module.Object, out.Module.Raw, opts, func(_ *Outcome, i int) (places []sim.Place) {
		for _, u := range of(i) {
			places = append(places, u.places...)
		}
		return places
	})
	if err != nil {
		return err
	}
	if again.Fault != nil {
		if opts.Context != nil && opts.Context.Err() != nil {
			return context.Cause(opts.Context)
		}
		return nil
	}
	for _, u := range watched {
		for range u.places {
			u.Writers = append(u.Writers, &Writer{Never: true})
		}
	}
	source := out.Module.Object.Source("")
	for i := range again.Launches {
		found := again.Launches[i].Result.Writers
		for _, u := range of(i) {
			for k, w := range found[:len(u.places)] {
				if w != nil {
					at := source.Place(w.PC)
					u.Writers[k] = &Writer{Writer: *w, Launch: i, Line: at.Line, File: at.File}
				}
			}
			found = found[len(u.places):]
		}
	}
	for _, u := range watched {
		u.Writer = u.Writers[0]
		u.Writer.Again = left(again, u)
	}
	return nil
}

// left is what another run left where u does not hold, empty where that is the same.
func left(again *Outcome, u *Unmet) string {
	for i := range again.Unmet {
		v := &again.Unmet[i]
		same := v.Buffer == u.Buffer && v.Register == u.Register && v.LDS == u.LDS
		if !same || v.Launch != u.Launch || v.Key != u.Key {
			continue
		}
		switch {
		case v.places[0] != u.places[0]:
			return "something else wrong first"
		case v.Mismatch.Got != u.Mismatch.Got:
			return v.Mismatch.Got
		}
		return ""
	}
	return "what was expected"
}
