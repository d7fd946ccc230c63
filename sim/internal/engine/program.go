package engine

import (
	"errors"
	"fmt"
	"sync"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Program is decoded and bound code: one record for each dword at which an instruction starts. It
// is read-only after [NewProgram] and can run on any number of waves at the same time.
type Program struct {
	Gen  isa.Gen // the generation that it was decoded for
	Base uint64  // address of the first dword
	// load address of the module: program counters are shown with it taken off, as disassemblers
	// print them
	Bias        uint64
	XNACK       waitcnt.XNACK // whether memory instructions may be repeated, for the checker
	code        []byte
	target      isa.Target
	features    isa.Features // of target
	flatScratch uint16       // source code of FLAT_SCRATCH
	recs        []Rec        // one for each dword, and one behind the end

	rows map[uint64]*[2]isa.Row // constants broadcast to all lanes

	mu   sync.Mutex
	cold map[uint32]*Rec // records at dwords that the linear decoding took for the second half of an instruction

	hosts map[string]Host // what host code has been made of it, under mu

	notesOnce sync.Once
	notes     any // what a tenant has worked out about the program
}

// kernel executes one record on a wave.
type kernel func(w *Wave, r *Rec)

// Rec is one bound instruction: 32 bytes, so that a loop's records stay in the first-level cache.
// Operand fields hold source codes (below 128: scalar registers; 256 and up: vector registers),
// [SrcConst] for a constant, or [NoMask] where there is none.
type Rec struct {
	run        kernel
	X          *Bound
	D, A, B, c uint16
	Slot       uint32 // dword index of the instruction
	Len        uint8  // in dwords
}

// SrcConst marks a source that is a constant: bound.val and bound.row hold it.
const SrcConst = 0x200

// Bound is what executors need beyond the record.
type Bound struct {
	Inst    isa.Inst
	Err     error // why the words are no instruction
	vec     isa.Vector
	sca     isa.Scalar
	Mem     isa.Memory
	interp  *interp // interpolation instructions only
	Event   waitcnt.Event
	Entry   waitcnt.Entry // of ev
	Wait    waitcnt.Wait  // what an s_waitcnt asks for; of others the room in the counters that ev needs
	ND      uint8         // dwords of the vector destination, 0 where there is none
	NS      [3]uint8      // dwords of the sources
	nsrc    uint8         // sources, where execVector32 executes it
	Results uint8         // vector registers that a memory operation writes, status register of TFE excluded
	Const   [3]uint64
	row     [3]*[2]isa.Row
	Imm     int32
	k       uint32 // literal of madmk, madak
	inMask  uint16 // source code of the condition mask or carry in, NoMask where there is none
	inRole  int    // which constant slot holds it where it is a constant
	MaskDst uint16 // destination code of the mask result, noMask where there is none
	alu     aluFlags
	clamp   bool      // CLAMP is set
	packs   bool      // a load whose token can be packed
	comps   uint8     // MIMG: components of the data
	role    [128]int8 // operand index by role letter, -1 where absent
}

// NoMask is in place of the code of a mask result where there is none.
const NoMask = 0xffff

// Operand returns the operand of a role; the zero Operand where there is none.
func (x *Bound) Operand(role byte) isa.Operand {
	if i := x.role[role&127]; i >= 0 {
		return x.Inst.Ops[i]
	}
	return isa.Operand{}
}

// NewProgram decodes and binds code that lies at base (a multiple of 4). Words that are no
// instruction become records that fault when they are executed: code objects have padding and data
// between functions.
func NewProgram(g isa.Gen, base uint64, code []byte) (*Program, error) {
	return NewProgramFor(isa.Target{Gen: g}, base, code)
}

// NewProgramFor is [NewProgram] for a target.
func NewProgramFor(t isa.Target, base uint64, code []byte) (*Program, error) {
	g := t.Gen
	if base%4 != 0 {
		return nil, fmt.Errorf("sim: code at %#x: the address must be a multiple of 4", base)
	}
	if len(code) < 4 {
		return nil, fmt.Errorf("sim: %d bytes of code: an instruction takes at least 4", len(code))
	}
	p := &Program{Gen: g, target: t, features: t.Has(), Base: base, code: code, flatScratch: isa.FlatScratch(g),
		rows: map[uint64]*[2]isa.Row{}, cold: map[uint32]*Rec{}}
	n := len(code) / 4
	p.recs = make([]Rec, n+1)
	for i := 0; i < n; {
		r := &p.recs[i]
		p.bindAt(r, uint32(i))
		for j := 1; j < int(r.Len) && i+j < n; j++ {
			p.recs[i+j] = Rec{run: execCold, Slot: uint32(i + j)}
		}
		i += int(r.Len)
	}
	p.recs[n] = Rec{run: offEnd, Slot: uint32(n)}
	return p, nil
}

// Target is the target whose code it is.
func (p *Program) Target() isa.Target { return p.target }

// Len is the size of the code in bytes.
func (p *Program) Len() int { return len(p.code) }

// addr is the address of a dword of the code.
func (p *Program) addr(slot uint32) uint64 { return p.Base + uint64(slot)*4 }

// Inst returns the instruction that was decoded at an address.
func (p *Program) Inst(pc uint64) (isa.Inst, error) {
	if pc < p.Base || pc-p.Base >= uint64(len(p.code)) {
		return isa.Inst{}, fmt.Errorf("sim: pc %#x: %w", pc, ErrNoCode)
	}
	return p.target.Decode(p.code[pc-p.Base:])
}

// inst is the instruction of a record: the zero Inst where its words are none. Records inside
// another instruction have only been bound aside.
func (p *Program) inst(r *Rec) *isa.Inst {
	if r.X == nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		if r = p.cold[r.Slot]; r == nil {
			return new(isa.Inst) // behind the end of the code
		}
	}
	return &r.X.Inst
}

// bindAt decodes the instruction at a dword and binds it into r.
func (p *Program) bindAt(r *Rec, slot uint32) {
	in, err := p.target.Decode(p.code[slot*4:])
	if err != nil {
		var de *isa.DecodeError
		if errors.As(err, &de) {
			de.Offset = int(slot) * 4
		}
		*r = Rec{run: illegal, X: &Bound{Err: err}, Slot: slot, Len: 1}
		return
	}
	p.bind(r, slot, in)
}

// execCold executes the instruction at a dword inside another instruction: legal, and never hot.
func execCold(w *Wave, r *Rec) {
	c := w.prog.coldRec(r)
	w.ip = r.Slot + uint32(c.Len)
	c.run(w, c)
}

// coldRec is the record of the instruction at a dword inside another instruction; that behind the
// end of the code is returned as it is.
func (p *Program) coldRec(r *Rec) *Rec {
	if r.X != nil || int(r.Slot) == len(p.recs)-1 {
		return r
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.cold[r.Slot]
	if c == nil {
		c = new(Rec)
		p.bindAt(c, r.Slot)
		p.cold[r.Slot] = c
	}
	return c
}

// instAt is the instruction at a dword.
func (p *Program) instAt(slot uint32) *isa.Inst { return p.inst(p.coldRec(&p.recs[slot])) }

// constRow returns rows that hold a constant in every lane, low dword first.
func (p *Program) constRow(v uint64) *[2]isa.Row {
	rows := p.rows[v]
	if rows == nil {
		rows = new([2]isa.Row)
		for i := range rows[0] {
			rows[0][i], rows[1][i] = uint32(v), uint32(v>>32)
		}
		p.rows[v] = rows
	}
	return rows
}

// bind chooses the executor of an instruction and resolves its operands. MODE is read at execution:
// it reaches kernels in isa.Vec.
func (p *Program) bind(r *Rec, slot uint32, in isa.Inst) {
	x := &Bound{Inst: in, inMask: NoMask, MaskDst: NoMask}
	*r = Rec{X: x, Slot: slot, Len: in.Len / 4, run: notMeant}
	for i := range x.role {
		x.role[i] = -1
	}
	for i, o := range in.Operands() {
		x.role[o.Role&127] = int8(i)
	}
	x.Event = waitcnt.EventOf(&in)
	x.Entry = waitcnt.NewEntry(p.Gen, x.Event)
	x.Wait = (&waitcnt.File{Gen: p.Gen}).Room(x.Event)
	if err := in.Reserved(); err != nil {
		x.Err = err
		r.run = illegal
		return
	}
	if in.Form.Desc.Missing() {
		return
	}
	switch do := in.Form.Desc.Do.(type) {
	case isa.Scalar:
		x.sca = do
		p.bindScalar(r)
	case isa.Vector:
		x.vec, _ = in.Form.Vector()
		p.bindVector(r)
	case isa.Interp:
		p.bindInterp(r, do)
	case isa.Memory:
		x.Mem = do
		p.bindMemory(r)
	case isa.Control:
		p.bindControl(r, do)
	}
}

// source resolves source i.
func (p *Program) source(r *Rec, i int, o isa.Operand) uint16 {
	x := r.X
	x.NS[i] = o.Dwords
	if o.Kind == isa.KindImm || o.Kind == isa.KindLabel {
		x.Const[i] = uint64(o.Val)
		x.row[i] = p.constRow(x.Const[i])
		return SrcConst
	}
	if v, ok := isa.Constant(o.Code, o.Val, o.Type); ok {
		x.Const[i] = v
		if x.NS[i] < 2 && !(o.Type == isa.Mask || o.Type.Is64()) {
			v &= 0xffffffff
			x.Const[i] = v
		}
		x.row[i] = p.constRow(v)
		return SrcConst
	}
	return o.Code
}
