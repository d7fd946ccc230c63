package writers

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Space is what a place is in.
type Space uint8

// The spaces.
const (
	Memory Space = iota
	LDS
	SGPR // by source code: s0 on, VCC, M0, EXEC, SCC
	VGPR // by source code
	MODE
)

// Place is what is watched.
type Place struct {
	Space Space
	Addr  uint64    // of memory or LDS; source code of a register
	Bytes uint64    // of memory or LDS; registers have one dword
	Group [3]uint32 // of LDS and registers
	Wave  int       // of registers
	Lane  int       // of VGPR
}

// RegisterPlace is the place of a register by name: one dword, of a vector register in a lane.
func RegisterPlace(g isa.Gen, name string, group [3]uint32, wave, lane int) (Place, error) {
	p := Place{Space: SGPR, Group: group, Wave: wave}
	if name == "mode" {
		p.Space = MODE
		return p, nil
	}
	code, n, err := isa.ParseReg(g, name)
	switch {
	case err != nil:
		return Place{}, fmt.Errorf("sim: %w", err)
	case n != 1:
		return Place{}, fmt.Errorf("sim: %s is %d registers: a place is one", name, n)
	case code < isa.CodeVGPR:
	case lane < 0 || lane >= isa.Lanes:
		return Place{}, fmt.Errorf("sim: %s: lanes are 0 to 63, not %d", name, lane)
	default:
		p.Space, p.Lane = VGPR, lane
	}
	p.Addr = uint64(code)
	return p, nil
}

// Writer is an instruction that wrote a place.
type Writer struct {
	Inst  string
	PC    uint64 // as disassemblers print it
	Group [3]uint32
	Wave  int
	Lane  int    // the last lane that wrote the place; -1 of scalar instructions
	Insts uint64 // instructions that the wave had executed

	Sources []Source // what it read, EXEC as the mask of active lanes excepted
}

// Source is a register that an instruction read.
type Source struct {
	Name  string   // "v1", "s[4:7]", "scc"
	Type  isa.Type // as the instruction reads it; NoType where it does not name it
	Words []uint32 // what it held, in the lane of the [Writer]; nil where the instruction read other lanes
}

// String is a line for people.
func (w *Writer) String() string {
	who := fmt.Sprintf("wave %d of work-group %d,%d,%d", w.Wave, w.Group[0], w.Group[1], w.Group[2])
	if w.Lane >= 0 {
		who = fmt.Sprintf("lane %d of %s", w.Lane, who)
	}
	return fmt.Sprintf("%#x %s, in %s after %d instructions", w.PC, w.Inst, who, w.Insts)
}

// Watch watches the places of one launch.
type Watch struct {
	places []Place
	wrote  func(place int, w *Writer) // is told of each write; nil: nobody is
	mu     sync.Mutex
	last   []*Writer
	memory []int // the places in memory
}

// New watches places of a launch that has not begun. wrote, if it is not nil, is told of each write.
func New(r *engine.Dispatch, places []Place, wrote func(place int, w *Writer)) *Watch {
	w := &Watch{places: places, wrote: wrote, last: make([]*Writer, len(places))}
	for i := range places {
		if places[i].Space == Memory {
			w.memory = append(w.memory, i)
		}
	}
	r.Tenant = w
	r.EachInst = true
	return w
}

// Writers are those that wrote the places last, when the launch has ended.
func (w *Watch) Writers() []*Writer { return w.last }

// Begin watches the waves of a work-group.
func (w *Watch) Begin(g *engine.GroupCore) {
	own := &group{GroupCore: g, watch: w}
	for i := range w.places {
		if p := &w.places[i]; p.Space == LDS && p.Group == g.ID {
			own.lds = append(own.lds, i)
			own.held = append(own.held, bytes.Clone(own.bytes(p)))
		}
	}
	for _, v := range g.Waves {
		n := &wave{WaveCore: (*engine.WaveCore)(v), group: own}
		for i := range w.places {
			if p := &w.places[i]; p.Space >= SGPR && p.Group == g.ID && p.Wave == v.Num {
				n.regs = append(n.regs, i)
			}
		}
		n.Observe(n)
		n.Precede(n.capture)
		if len(n.regs) > 0 {
			n.marks = make([]bool, len(n.regs))
			n.take(nil, nil, 0)
			n.Follow(n.after)
		}
		own.waves = append(own.waves, n)
	}
	g.SetNotes(own)
}

// Barrier is nothing to a watch.
func (*Watch) Barrier(*engine.GroupCore) {}

// End puts the marks back.
func (*Watch) End(g *engine.GroupCore) {
	own, _ := g.Notes().(*group)
	if own == nil {
		return
	}
	for _, n := range own.waves {
		for k, i := range n.regs {
			if n.marks[k] {
				n.mark(&own.watch.places[i])
			}
		}
	}
}

// group is a work-group.
type group struct {
	*engine.GroupCore
	watch *Watch
	waves []*wave
	lds   []int    // its places in LDS
	held  [][]byte // what they held
}

// bytes are those of a place in LDS, as many as there are.
func (g *group) bytes(p *Place) []byte {
	b := g.LDS.Bytes()
	at := min(p.Addr, uint64(len(b)))
	return b[at:min(at+p.Bytes, uint64(len(b)))]
}

// wave is a wave. It is what the engine tells its events.
type wave struct {
	*engine.WaveCore
	group *group
	regs  []int  // its places
	marks []bool // that were taken away
	mode  uint32

	read   reads                   // what the instruction reads that is being executed
	flight map[*engine.Token]reads // what operations read when they were issued
	uses   []isa.Use
}

// reads are registers as an instruction read them.
type reads struct {
	rec  *engine.Rec
	list []source
}

// source is a register as an instruction read it, in all lanes.
type source struct {
	Source
	rows []isa.Row // of vector registers
}

// capture notes what the instruction of r is about to read.
func (n *wave) capture(_ *engine.WaveCore, r *engine.Rec) {
	in := n.Prog().Inst(r)
	n.read = reads{rec: r, list: n.read.list[:0]}
	if in.Form == nil {
		return
	}
	n.uses = in.Uses(n.uses[:0])
	for i := range n.uses {
		u := &n.uses[i]
		if !u.Read || u.Part == isa.PartExec || u.Indexed {
			continue
		}
		var s source
		var ok bool
		if s.Name, ok = isa.RegName(in.Form.Gen, u.Code, int(u.Dwords)); !ok {
			continue
		}
		for _, o := range in.Ops[:in.NOps] {
			if o.Kind == isa.KindReg && o.Code == u.Code {
				s.Type = o.Type
			}
		}
		for d := range int(u.Dwords) {
			switch code := int(u.Code) + d; {
			case code >= isa.CodeVGPR && u.Lanes == isa.LanesOwn:
				s.rows = append(s.rows, n.V[uint8(code-isa.CodeVGPR)])
			case code >= isa.CodeVGPR:
			case code == isa.CodeSCC:
				s.Words = append(s.Words, 0)
				if n.SCC {
					s.Words[d] = 1
				}
			case code < len(n.S):
				s.Words = append(s.Words, n.S[code])
			}
		}
		n.read.list = append(n.read.list, s)
	}
}

// in are the sources of the instruction of r in a lane; those of vector registers have no words where
// lane is negative.
func (x *reads) in(r *engine.Rec, lane int) (list []Source) {
	if x == nil || x.rec != r {
		return nil
	}
	for _, s := range x.list {
		for i := range s.rows {
			if lane >= 0 {
				s.Words = append(s.Words, s.rows[i][lane])
			}
		}
		list = append(list, s.Source)
	}
	return list
}

// wrote notes that the instruction of r wrote place i, in lane, from what it read.
func (n *wave) wrote(i int, r *engine.Rec, from *reads, lane int, insts uint64) {
	p := n.Prog()
	w := n.group.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	x := &Writer{PC: p.Linked(r.Slot), Group: n.Group().ID, Wave: n.Num, Lane: lane, Insts: insts,
		Sources: from.in(r, lane)}
	if old := w.last[i]; old != nil && old.PC == x.PC {
		x.Inst = old.Inst // as in a loop
	} else {
		x.Inst = p.Inst(r).String()
	}
	w.last[i] = x
	if w.wrote != nil {
		w.wrote(i, x)
	}
}

// after is called after each instruction.
func (n *wave) after(_ *engine.WaveCore, r *engine.Rec) { n.take(r, &n.read, n.Insts) }

// Issue keeps what an operation reads until it returns.
func (n *wave) Issue(t *engine.Token, _ waitcnt.Event) {
	if n.flight == nil {
		n.flight = map[*engine.Token]reads{}
	}
	n.flight[t] = reads{n.read.rec, slices.Clone(n.read.list)}
}

// of is what the operation of a token read when it was issued.
func (n *wave) of(t *engine.Token) *reads {
	x := n.flight[t]
	return &x
}

// take takes the marks of the watched registers, which the instruction of r has set if there are
// any, from what it read; nil is the launch.
func (n *wave) take(r *engine.Rec, from *reads, insts uint64) {
	for k, i := range n.regs {
		p := &n.group.watch.places[i]
		code, lane, set := uint16(p.Addr), -1, false
		switch {
		case p.Space == VGPR:
			v := &n.VWritten[uint8(code-isa.CodeVGPR)]
			lane, set = p.Lane, *v>>p.Lane&1 != 0
			*v &^= 1 << p.Lane
		case p.Space == MODE:
			set = r != nil && (n.mode != n.Mode || n.has(r, "mode"))
			n.mode = n.Mode
		case code == isa.CodeSCC:
			set = r != nil && n.has(r, "scc")
		default:
			s := &n.SWritten[code>>6&3]
			set = *s>>(code&63)&1 != 0
			*s &^= 1 << (code & 63)
		}
		if set {
			n.marks[k] = true
			if r != nil {
				n.wrote(i, r, from, lane, insts)
			}
		}
	}
}

// has reports whether the instruction of r has a register without a mark as a result.
func (n *wave) has(r *engine.Rec, reg string) bool {
	f := n.Prog().Inst(r).Form
	return f != nil && f.Desc.Writes(reg)
}

// mark puts the mark of a register back.
func (n *wave) mark(p *Place) {
	switch code := uint16(p.Addr); {
	case p.Space == VGPR:
		n.VWritten[uint8(code-isa.CodeVGPR)] |= 1 << p.Lane
	case p.Space == SGPR && code != isa.CodeSCC:
		n.SWritten[code>>6&3] |= 1 << (code & 63)
	}
}

// overlaps reports whether n bytes at a lie in the place.
func (p *Place) overlaps(a, n uint64) bool { return a < p.Addr+p.Bytes && p.Addr < a+n }

// Access finds the last lane that is about to write a watched byte of memory.
func (n *wave) Access(t *engine.Token, a *mem.Access, e engine.Effect) {
	if e == engine.Reads {
		return
	}
	for _, i := range n.group.watch.memory {
		p := &n.group.watch.places[i]
		for lane := isa.Lanes - 1; lane >= 0; lane-- {
			if a.Exec>>lane&1 != 0 && n.writes(p, a, lane) {
				n.wrote(i, t.Rec, n.of(t), lane, n.Insts)
				break
			}
		}
	}
}

// writes reports whether a lane writes a byte of a place.
func (n *wave) writes(p *Place, a *mem.Access, lane int) bool {
	for k := 0; k < a.Bytes; k += 4 {
		if a.Part != nil && a.Part[k/4]>>lane&1 == 0 {
			continue
		}
		if p.overlaps(a.Addr[lane]+uint64(k), uint64(min(4, a.Bytes-k))) {
			return true
		}
	}
	return false
}

// AccessScalar finds scalar stores and atomics.
func (n *wave) AccessScalar(t *engine.Token, e engine.Effect) {
	if e == engine.Reads {
		return
	}
	for _, i := range n.group.watch.memory {
		p := &n.group.watch.places[i]
		for k := range uint64(t.Rec.X.Mem.Size) / 4 {
			if t.SInRange>>k&1 != 0 && p.overlaps(t.SAddr+4*k, 4) {
				n.wrote(i, t.Rec, n.of(t), -1, n.Insts)
				break
			}
		}
	}
}

// Serviced finds writes to LDS, and what scalar loads wrote.
func (n *wave) Serviced(t *engine.Token) {
	n.take(t.Rec, n.of(t), n.Insts)
	for k, i := range n.group.lds {
		p := &n.group.watch.places[i]
		lane := n.lane(p, t)
		now := n.group.bytes(p)
		if lane < 0 && bytes.Equal(now, n.group.held[k]) {
			continue
		}
		copy(n.group.held[k], now)
		n.wrote(i, t.Rec, n.of(t), lane, n.Insts)
	}
}

// lane is the last lane of a store or an atomic that wrote a byte of a place in LDS. It is -1 where
// no lane did, and where the operation has addresses that are not those of its lanes.
func (n *wave) lane(p *Place, t *engine.Token) int {
	exec, offsets, ok := n.LDSLanes(t)
	if !ok || t.Rec.X.Mem.Kind == isa.MemLoad {
		return -1
	}
	for lane := isa.Lanes - 1; lane >= 0; lane-- {
		for _, o := range offsets {
			at, in := n.LDSAt(t, lane, o)
			if exec>>lane&1 != 0 && in && p.overlaps(at, uint64(t.Rec.X.Mem.Size)) {
				return lane
			}
		}
	}
	return -1
}

// Delivered finds what an operation has returned into.
func (n *wave) Delivered(t *engine.Token) { n.take(t.Rec, n.of(t), n.Insts) }

// What is nothing to a watch.
func (*wave) Wait(*engine.Rec)                                                 {}
func (*wave) Drained()                                                         {}
func (*wave) Invalidate()                                                      {}
func (*wave) OutOfRange(*engine.Token, mem.Resource, *mem.BufferQuery, uint64) {}
func (*wave) ReadDirect(*engine.Bound, int, int)                               {}
func (*wave) Message(*engine.Rec)                                              {}
func (*wave) Arrive(*engine.Rec)                                               {}
func (*wave) End(*engine.Rec)                                                  {}
