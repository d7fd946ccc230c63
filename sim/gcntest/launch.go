package gcntest

import (
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// Launch is what a case runs: for somebody who runs it in another way, a debugger for example.
type Launch struct {
	File    *launch.File    // registers, buffers and what is expected of them
	Object  *codeobj.Object // the code
	Raw     bool            // Object is no code object
	Text    string          // the file that the lines of Object are of; empty: File's code
	Options sim.Options     // policy and limit
}

// Launch makes what the case runs; text says how its code is read.
func (c *Case) Launch(text launch.Text) (*Launch, error) {
	p, err := c.build()
	if err != nil {
		return nil, err
	}
	x, err := newCodes().code(c, p, text)
	if err != nil {
		return nil, err
	}
	p.file.GPU = c.Target
	l := &Launch{File: p.file, Object: x.object, Raw: x.raw, Options: sim.Options{Policy: p.policy, MaxInsts: p.limit}}
	if p.text != nil {
		l.Text = c.File.Path
	}
	return l, nil
}
