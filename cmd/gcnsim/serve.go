package main

import (
	"context"
	"fmt"
	"os"

	"github.com/gcnsim/gcnsim/sim/debug/rpc"
)

type serveCmd struct {
	Stdio  bool `help:"Talk on standard input and output."`
	Schema bool `help:"Write the schema of the messages, an OpenRPC document, and leave."`
	machine
}

// Help is shown below the flags.
func (*serveCmd) Help() string {
	return `Examples:

    gcnsim serve --stdio
    gcnsim serve --schema > gcnsim.json
    echo '{"jsonrpc":"2.0","id":1,"method":"assemble","params":{"text":"s_endpgm","gpu":"gfx900"}}' | gcnsim serve --stdio

Serves a program in any language: JSON-RPC 2.0, one message a line. It assembles, runs, and has sessions of a debugger: step, break, watch, read, write, go
back, snapshot and restore. docs/serve.md has an introduction, and python/ a client that needs nothing but Python. Limits are those of the flags; a request
says how its program is run. Exit status: 0 where the client has ended it.`
}

// ownsInterrupts leaves an interrupt of the terminal to the client.
func (*serveCmd) ownsInterrupts() {}

// Run executes the verb.
func (c *serveCmd) Run(s streams, ctx context.Context) error {
	if c.Schema {
		b, err := rpc.Schema()
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(s.out, "%s\n", b)
		return err
	}
	if !c.Stdio {
		return usage("what? --stdio serves, --schema writes what the messages are")
	}
	opts, err := c.options(ctx)
	if err != nil {
		return err
	}
	opts.Policy = nil
	server := &rpc.Server{Version: version, Options: opts}
	in := s.in
	if in == nil {
		in = os.Stdin
	}
	return server.Serve(in, s.out)
}
