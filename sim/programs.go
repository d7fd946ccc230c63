package sim

import (
	"bytes"
	"slices"
	"sync"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Programs are those that were loaded last. The same code at the same address is the same program in
// a later run: what is known of it, such as its host code, is worked out once. Several goroutines may
// use them at the same time. The zero value has none.
type Programs struct {
	mu    sync.Mutex
	list  []Image // that of the last run comes last
	bytes int     // of their code
}

// Image is what a program is made of.
type Image struct {
	Target isa.Target
	Base   uint64        // address of the first byte of Code, a multiple of 4
	Bias   uint64        // load address of the module, which is taken off of the addresses that are shown
	XNACK  waitcnt.XNACK // whether memory instructions may be repeated
	Code   []byte        // not to be changed any more
	prog   *Program
}

// maxKeptCode is how many bytes of code programs are kept of. A program takes several hundred times as
// much.
const maxKeptCode = 64 << 10

// Load decodes a program, or gives the one that it has been before. p may be nil: then nothing is kept.
func (p *Programs) Load(m Image) (*Program, error) {
	if p != nil {
		if prog := p.find(&m); prog != nil {
			return prog, nil
		}
	}
	var err error
	if m.prog, err = NewProgramFor(m.Target, m.Base, m.Code); err != nil {
		return nil, err
	}
	m.prog.Bias, m.prog.XNACK = m.Bias, m.XNACK
	if p != nil {
		p.keep(m)
	}
	return m.prog, nil
}

// find finds the program, nil where there is none. It is the last one used then.
func (p *Programs) find(m *Image) *Program {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.list, m.is)
	if i < 0 {
		return nil
	}
	x := p.list[i]
	p.list = append(slices.Delete(p.list, i, i+1), x)
	return x.prog
}

// keep keeps a program in place of those that have not been used for the longest time.
func (p *Programs) keep(m Image) {
	if len(m.Code) > maxKeptCode {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list, p.bytes = append(p.list, m), p.bytes+len(m.Code)
	for p.bytes > maxKeptCode {
		p.bytes -= len(p.list[0].Code)
		p.list = slices.Delete(p.list, 0, 1)
	}
}

// is reports whether x is the same program.
func (m *Image) is(x Image) bool {
	t, u := &m.Target, &x.Target
	return t.Name == u.Name && t.Gen == u.Gen && t.Features == u.Features && t.SRAMECC == u.SRAMECC &&
		t.XNACK == u.XNACK && m.Base == x.Base && m.Bias == x.Bias && m.XNACK == x.XNACK && bytes.Equal(m.Code, x.Code)
}
