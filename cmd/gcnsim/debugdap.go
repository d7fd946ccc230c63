package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"

	"github.com/alecthomas/kong"

	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/sim/debug/dap"
)

// launchArguments are what an editor's launch configuration says of the program. What is not there is
// as on the command line of the adapter.
type launchArguments struct {
	Program    string   `json:"program"`    // FILE
	LaunchFile string   `json:"launchFile"` // --launch
	GPU        string   `json:"gpu"`        // --gpu
	Kernel     string   `json:"kernel"`     // --kernel
	Mode       string   `json:"mode"`       // --mode
	Flags      []string `json:"flags"`      // any others, as words of a command line
}

// serveEditors is --dap.
func (c *debugCmd) serveEditors(s streams, ctx context.Context) error {
	open := func(args json.RawMessage) (*debug.Session, error) { return c.openFor(args, ctx) }
	if c.Listen == "" {
		if err := dap.Serve(s.in, s.out, open); err != nil {
			return usage("--dap: %w", err)
		}
		return nil
	}
	l, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return usage("--listen: %w", err)
	}
	defer l.Close()
	defer context.AfterFunc(ctx, func() { l.Close() })()
	fmt.Fprintf(s.err, "gcnsim: an editor may connect to %v\n", l.Addr())
	for {
		editor, err := l.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return usage("--listen: %w", err)
		}
		if err := serveOne(editor, open); err != nil {
			fmt.Fprintf(s.err, "gcnsim: %v: %v\n", editor.RemoteAddr(), err)
		}
	}
}

func serveOne(editor io.ReadWriteCloser, open dap.Opener) error {
	defer editor.Close()
	return dap.Serve(editor, editor, open)
}

// openFor begins the session that a launch configuration asks for: its words are those of a command
// line, read as any other.
func (c *debugCmd) openFor(args json.RawMessage, ctx context.Context) (*debug.Session, error) {
	var a launchArguments
	if len(args) > 0 {
		if err := json.Unmarshal(args, &a); err != nil {
			return nil, fmt.Errorf("launch: %w", err)
		}
	}
	words := []string{"debug"}
	add := func(flag, value, without string) {
		if value == "" {
			value = without
		}
		if value != "" {
			words = append(words, flag, value)
		}
	}
	cmd := c
	if a.Program != "" || a.LaunchFile != "" || len(a.Flags) > 0 {
		add("--launch", a.LaunchFile, "")
		add("--gpu", a.GPU, c.GPU)
		add("--kernel", a.Kernel, c.Kernel)
		add("--mode", a.Mode, c.Mode)
		words = slices.Concat(words, a.Flags)
		if file := a.Program; file != "" {
			words = append(words, "--", file)
		} else if c.File != "" && a.LaunchFile == "" {
			words = append(words, "--", c.File)
		}
		var line cli
		parser, err := newParser(&line, streams{out: io.Discard, err: io.Discard})
		if err != nil {
			return nil, err
		}
		if err := parseWords(parser, words); err != nil {
			return nil, fmt.Errorf("launch: %w", err)
		}
		cmd = &line.Debug
	}
	open, err := cmd.session(ctx)
	if err != nil {
		return nil, err
	}
	session, err := open()
	if err != nil {
		return nil, cmd.runError(err)
	}
	return session, nil
}

// parseWords parses a command line that asks for no help.
func parseWords(parser *kong.Kong, words []string) (err error) {
	defer func() {
		switch h := recover().(type) {
		case nil:
		case helped:
			err = errors.New("flags: --help is for a command line")
		default:
			panic(h)
		}
	}()
	_, err = parser.Parse(words)
	return err
}
