package debug

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
)

// Space is what a place is in.
type Space uint8

// The spaces.
const (
	Scalar Space = iota // scalar registers by source code: VCC, M0, EXEC and SCC too
	Vector              // vector registers
	Mode                // the MODE register
	PC                  // the program counter, as disassemblers print it
	LDS                 // LDS of a work-group
	GDS                 // global data share
	Memory              // global memory
)

// MaxBytes is the most bytes that a place has.
const MaxBytes = 1 << 20

// Place is something that can be read, changed and watched: registers of a wave, or bytes.
type Place struct {
	Space Space
	Wave  WaveID // of registers; its work-group, of LDS
	Code  uint16 // of registers: source code of the first
	N     int    // of registers: how many follow one another
	// of vector registers: the lanes, from First to Last
	First, Last int
	Addr        uint64 // of bytes
	Bytes       int    // of bytes
	Name        string // as it is printed
}

// ParsePlace reads the name of a place of a wave:
//
//	s4  s[4:7]  vcc  exec  m0  scc  mode  pc  ttmp2
//	v3  v[3:4]  v3[5]  v3[0:15]                       all lanes, one, some
//	lds[0x10:64]  gds[0:16]  mem[0x200000000:32]      bytes, from an address on
//	NAME[16:4]                                        bytes of a buffer of the launch file
//
// Addresses are expressions: mem[s[0:1] + 16 : 64].
func (s *Session) ParsePlace(id WaveID, text string) (Place, error) {
	text = strings.TrimSpace(text)
	switch text {
	case "mode":
		return Place{Space: Mode, Wave: id, N: 1, Name: text}, nil
	case "pc":
		return Place{Space: PC, Wave: id, N: 2, Name: text}, nil
	}
	if code, n, err := isa.ParseReg(s.Gen(), text); err == nil {
		return s.register(id, text, code, n, 0, isa.Lanes-1)
	} else if !errors.Is(err, isa.ErrUnknownRegister) {
		return Place{}, err
	}
	head, inner, ok := cutIndex(text)
	if !ok {
		return Place{}, fmt.Errorf("%q is no register, memory or buffer", text)
	}
	if code, n, err := isa.ParseReg(s.Gen(), head); err == nil {
		first, last, err := s.interval(inner)
		if err == nil && (last < first || last >= isa.Lanes) {
			err = errors.New("lanes are 0 to 63")
		}
		if err != nil {
			return Place{}, fmt.Errorf("%s: lanes %q: %w", text, inner, err)
		}
		if code < isa.CodeVGPR {
			return Place{}, fmt.Errorf("%s: a scalar register has no lanes", text)
		}
		return s.register(id, text, code, n, first, last)
	}
	return s.bytes(id, text, head, inner)
}

func (s *Session) register(id WaveID, name string, code uint16, n, first, last int) (Place, error) {
	p := Place{Space: Scalar, Wave: id, Code: code, N: n, Name: name}
	if code >= isa.CodeVGPR {
		p.Space, p.First, p.Last = Vector, first, last
	}
	return p, nil
}

// cutIndex takes "name[inner]" apart at its last bracket.
func cutIndex(text string) (head, inner string, ok bool) {
	if !strings.HasSuffix(text, "]") {
		return "", "", false
	}
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ']':
			depth++
		case '[':
			if depth--; depth == 0 {
				return strings.TrimSpace(text[:i]), text[i+1 : len(text)-1], i > 0
			}
		}
	}
	return "", "", false
}

// interval reads "5" or "0:15".
func (s *Session) interval(text string) (first, last int, err error) {
	a, b, two := strings.Cut(text, ":")
	if first, err = strconv.Atoi(strings.TrimSpace(a)); err != nil {
		return 0, 0, errors.New("want a number, or two with a colon between them")
	}
	if last = first; two {
		if last, err = strconv.Atoi(strings.TrimSpace(b)); err != nil {
			return 0, 0, errors.New("want a number, or two with a colon between them")
		}
	}
	if first < 0 {
		return 0, 0, errors.New("a number is negative")
	}
	return first, last, nil
}

// bytes reads a place in a memory.
func (s *Session) bytes(id WaveID, text, head, inner string) (Place, error) {
	p := Place{Wave: id, Name: text, Bytes: 4}
	base := uint64(0)
	switch head {
	case "mem":
		p.Space = Memory
	case "lds":
		p.Space = LDS
	case "gds":
		p.Space = GDS
	default:
		rg, ok := s.buffer(head)
		if !ok {
			return Place{}, fmt.Errorf("%q is no register, memory or buffer", text)
		}
		p.Space, base = Memory, rg.Base
	}
	addr, size, two := cutColon(inner)
	x, err := s.Parse(addr)
	if err != nil {
		return Place{}, fmt.Errorf("%s: %w", text, err)
	}
	w, err := s.Wave(id)
	if err != nil && x.free.Named {
		return Place{}, err
	}
	v, err := x.eval(s.m, w, 0)
	if err != nil {
		return Place{}, fmt.Errorf("%s: %w", text, err)
	}
	p.Addr = base + uint64(v.Int())
	if two {
		n, err := strconv.ParseInt(strings.TrimSpace(size), 0, 32)
		if err != nil || n < 1 || n > MaxBytes {
			return Place{}, fmt.Errorf("%s: %q bytes: want 1 to %d", text, size, MaxBytes)
		}
		p.Bytes = int(n)
	}
	_, err = p.read(s.m)
	return p, err
}

// cutColon cuts at the last colon outside brackets.
func cutColon(text string) (a, b string, ok bool) {
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ']', ')':
			depth++
		case '[', '(':
			depth--
		case ':':
			if depth == 0 {
				return text[:i], text[i+1:], true
			}
		}
	}
	return text, "", false
}

// buffer finds a buffer of the launch file.
func (s *Session) buffer(name string) (*mem.Range, bool) {
	if s.m == nil || s.m.out == nil {
		return nil, false
	}
	rg := s.m.out.Buffers[name]
	return rg, rg != nil
}

// shared is where the bytes of a place in LDS or GDS lie.
func (p *Place) shared(m *machine) ([]byte, error) {
	var b []byte
	name := "GDS"
	if p.Space == LDS {
		name = "LDS"
		for _, g := range m.groups {
			if g.Index == p.Wave.Group {
				b = g.LDS.Bytes()
			}
		}
	} else if m.out != nil {
		b = m.out.Device.GDS.Bytes()
	}
	if p.Addr > uint64(len(b)) || uint64(p.Bytes) > uint64(len(b))-p.Addr {
		return nil, fmt.Errorf("%s: %s has %d bytes", p.Name, name, len(b))
	}
	return b[p.Addr : p.Addr+uint64(p.Bytes)], nil
}

// Read is what a place holds, in the order of bytes of memory: of vector registers lane by lane, and
// the registers of a lane one after the other.
func (s *Session) Read(p Place) ([]byte, error) { return p.read(s.m) }

func (p *Place) read(m *machine) ([]byte, error) {
	switch p.Space {
	case Memory:
		if m.out == nil {
			return nil, ErrEnded
		}
		b := make([]byte, p.Bytes)
		if err := m.out.Device.Mem.Read(p.Addr, b); err != nil {
			return nil, err
		}
		return b, nil
	case LDS, GDS:
		b, err := p.shared(m)
		return append([]byte(nil), b...), err
	}
	w, err := m.find(p.Wave)
	if err != nil {
		return nil, err
	}
	le := binary.LittleEndian
	switch p.Space {
	case Mode:
		return le.AppendUint32(nil, w.Mode), nil
	case PC:
		return le.AppendUint64(nil, w.PC()-w.Program().Bias), nil
	case Scalar:
		if p.Code == isa.CodeSCC {
			v := uint32(0)
			if w.SCC {
				v = 1
			}
			return le.AppendUint32(nil, v), nil
		}
		var b []byte
		for i := range p.N {
			b = le.AppendUint32(b, w.S[uint8(int(p.Code)+i)])
		}
		return b, nil
	}
	b := make([]byte, 0, (p.Last-p.First+1)*p.N*4)
	for l := p.First; l <= p.Last; l++ {
		for i := range p.N {
			b = le.AppendUint32(b, w.V[uint8(int(p.Code-isa.CodeVGPR)+i)][l])
		}
	}
	return b, nil
}

// Write changes a place: data has as many bytes as it. Of vector registers, data of one lane goes to
// all lanes of the place. Going back before the change undoes it.
func (s *Session) Write(p Place, data []byte) error {
	if s.m.over {
		return ErrEnded
	}
	data = append([]byte(nil), data...)
	if p.Space == Vector && len(data) == 4*p.N {
		one := data
		for range p.Last - p.First {
			data = append(data, one...)
		}
	}
	old, err := s.Read(p)
	if err != nil {
		return err
	}
	if len(old) != len(data) {
		return fmt.Errorf("%s has %d bytes, not %d", p.Name, len(old), len(data))
	}
	err = s.change(edit{place: p, apply: func(m *machine) error { return p.write(m, data) }})
	s.m.next = len(s.edits)
	return err
}

func (p *Place) write(m *machine, data []byte) error {
	switch p.Space {
	case Memory:
		return m.out.Device.Mem.Write(p.Addr, data)
	case LDS, GDS:
		b, err := p.shared(m)
		copy(b, data)
		return err
	}
	w, err := m.find(p.Wave)
	if err != nil {
		return err
	}
	le := binary.LittleEndian
	switch p.Space {
	case Mode:
		w.Mode = le.Uint32(data)
	case PC:
		return w.SetPC(le.Uint64(data) + w.Program().Bias)
	case Scalar:
		if p.Code == isa.CodeSCC {
			w.WriteSCC(le.Uint32(data)&1 != 0)
			return nil
		}
		for i := range p.N {
			w.WriteS(p.Code+uint16(i), le.Uint32(data[4*i:]))
		}
	case Vector:
		for i := range p.N {
			var row isa.Row
			mask := ^uint64(0) >> (63 - (p.Last - p.First)) << p.First
			for l := p.First; l <= p.Last; l++ {
				row[l] = le.Uint32(data[4*((l-p.First)*p.N+i):])
			}
			w.WriteV(uint8(int(p.Code-isa.CodeVGPR)+i), &row, mask)
		}
	}
	return nil
}

// written reports whether what has returned may have changed the place: a register of its wave, or
// memory.
func (p *Place) written(m *machine) bool {
	if p.Space >= LDS {
		return true
	}
	for _, r := range m.returned {
		if r.Wave == p.Wave {
			return true
		}
	}
	return false
}

// watch is the place for [sim.Options.Watch], of its first lane or byte; ok is false for what
// cannot be watched there.
func (p *Place) watch() (sim.Place, bool) {
	x := sim.Place{Addr: uint64(p.Code), Wave: p.Wave.Wave}
	switch p.Space {
	case Scalar:
		x.Space = sim.InSGPR
	case Vector:
		x.Space, x.Lane = sim.InVGPR, p.First
	case Mode:
		x.Space = sim.InMODE
	case LDS:
		x.Space, x.Addr, x.Bytes = sim.InLDS, p.Addr, uint64(p.Bytes)
	case Memory:
		x.Space, x.Addr, x.Bytes = sim.InMemory, p.Addr, uint64(p.Bytes)
	default:
		return x, false
	}
	return x, true
}

// overlaps reports whether two places have something in common.
func (p *Place) overlaps(q *Place) bool {
	if p.Space != q.Space {
		return false
	}
	switch p.Space {
	case Memory, GDS, LDS:
		return (p.Space != LDS || p.Wave.Group == q.Wave.Group) &&
			p.Addr < q.Addr+uint64(q.Bytes) && q.Addr < p.Addr+uint64(p.Bytes)
	}
	return p.Wave == q.Wave && int(p.Code) < int(q.Code)+q.N && int(q.Code) < int(p.Code)+p.N &&
		(p.Space != Vector || p.First <= q.Last && q.First <= p.Last)
}

// Active are the lanes that a wave has switched on, lowest first.
func Active(w *sim.Wave) (lanes []int) {
	for m := w.Exec(); m != 0; m &= m - 1 {
		lanes = append(lanes, bits.TrailingZeros64(m))
	}
	return lanes
}
