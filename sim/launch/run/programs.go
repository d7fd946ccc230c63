package run

import (
	"bytes"
	"slices"
	"sync"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// programs are those that were loaded last. The same code at the same address is the same program in
// a later run: what is known of it, such as its host code, is worked out once.
type programs struct {
	mu    sync.Mutex
	list  []program // that of the last run comes last
	bytes int       // of their code
}

// program is one of them, with what it was made of.
type program struct {
	target     isa.Target
	base, bias uint64
	xnack      waitcnt.XNACK
	code       []byte
	prog       *sim.Program
}

// maxKeptCode is how many bytes of code programs are kept of: see decodedBytes.
const maxKeptCode = 64 << 10

var loaded programs

// load gives the program of w, whose prog it sets.
func (p *programs) load(w program) (*sim.Program, error) {
	if prog := p.find(&w); prog != nil {
		return prog, nil
	}
	var err error
	if w.prog, err = sim.NewProgramFor(w.target, w.base, w.code); err != nil {
		return nil, err
	}
	w.prog.Bias, w.prog.XNACK = w.bias, w.xnack
	p.keep(w)
	return w.prog, nil
}

// find finds the program, nil where there is none. It is the last one used then.
func (p *programs) find(w *program) *sim.Program {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.list, w.is)
	if i < 0 {
		return nil
	}
	x := p.list[i]
	p.list = append(slices.Delete(p.list, i, i+1), x)
	return x.prog
}

// keep keeps a program in place of those that have not been used for the longest time.
func (p *programs) keep(w program) {
	if len(w.code) > maxKeptCode {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list, p.bytes = append(p.list, w), p.bytes+len(w.code)
	for p.bytes > maxKeptCode {
		p.bytes -= len(p.list[0].code)
		p.list = slices.Delete(p.list, 0, 1)
	}
}

// is reports whether x is the same program.
func (w *program) is(x program) bool {
	t, u := &w.target, &x.target
	return t.Name == u.Name && t.Gen == u.Gen && t.Features == u.Features && t.SRAMECC == u.SRAMECC &&
		t.XNACK == u.XNACK && w.base == x.base && w.bias == x.bias && w.xnack == x.xnack && bytes.Equal(w.code, x.code)
}
