package explain

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Step is what an instruction did.
type Step struct {
	PC       string    `json:"pc"`                  // hexadecimal, as disassemblers print it
	Text     string    `json:"text"`                // as the disassembler writes it
	Encoding string    `json:"encoding"`            // format and opcode: "VOPC 65"
	Rule     string    `json:"rule"`                // formula of the row
	Note     string    `json:"note,omitempty"`      // what is approximate, or easily got wrong
	Status   string    `json:"status,omitempty"`    // absent where the meaning is exact
	Mode     string    `json:"mode,omitempty"`      // what MODE says of its floating point
	Inputs   []Scalar  `json:"inputs,omitempty"`    // scalar registers that it read
	Columns  []Column  `json:"columns,omitempty"`   // registers with a value for each lane
	Lanes    []Lanes   `json:"lanes,omitempty"`     // a row of values for each set of equal lanes
	Changes  []Change  `json:"changes,omitempty"`   // scalar registers and flags that it may write, or that changed
	Memory   []Memory  `json:"memory,omitempty"`    // of buffers, and of LDS, that changed
	Counters []Counter `json:"counters,omitempty"`  // those that changed
	InFlight []string  `json:"in_flight,omitempty"` // operations that have not returned, oldest first
	Findings []string  `json:"findings,omitempty"`  // what the checker found at this instruction
	Fault    string    `json:"fault,omitempty"`     // why the program cannot go on
}

// Scalar is a scalar register.
type Scalar struct {
	Name  string `json:"name"`
	Value string `json:"value"` // hexadecimal, and a number where it has a type
}

// Column is a register of which each lane has its own value, or a mask.
type Column struct {
	Name string `json:"name"`          // "v2", "v[2:3]", "vcc"
	Type string `json:"type"`          // of the operand: "f32", "b32", "mask"
	Out  bool   `json:"out,omitempty"` // after the instruction; others before it

	use  field
	mask bool
}

// Lanes are lanes with the same values.
type Lanes struct {
	Lanes  string   `json:"lanes"`         // "0-3,7"
	Off    bool     `json:"off,omitempty"` // EXEC leaves them out
	Values []string `json:"values"`        // of the columns
	mask   uint64
}

// Change is what a place held before and after.
type Change struct {
	Name string `json:"name"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

// Memory is dwords that follow one another and changed in the same way.
type Memory struct {
	Name   string `json:"name"`   // of the buffer, or lds
	Offset int    `json:"offset"` // of the first byte
	Bytes  int    `json:"bytes"`  // of all dwords
	Old    string `json:"old"`    // of each dword
	New    string `json:"new"`
}

// Counter is how many operations a counter of s_waitcnt has, in its own units.
type Counter struct {
	Name string `json:"name"`
	Old  int    `json:"old"`
	New  int    `json:"new"`
}

// field is consecutive registers that are shown as one number.
type field struct {
	code uint16
	n    uint8
	typ  isa.Type
}

// maxMemory is the most bytes of a buffer or of LDS that is compared.
const maxMemory = 64 << 10

// Before is the state of a wave in front of an instruction.
type Before struct {
	wave     debug.WaveID
	in       isa.Inst
	pc       uint64
	has      isa.Features
	gen      isa.Gen
	state    state
	memory   map[string][]byte
	findings int
}

// state is what registers hold.
type state struct {
	s        [256]uint32
	v        [256]isa.Row
	mode     uint32
	counters [waitcnt.NumCounters]int
	flight   map[uint32]bool
}

func stateOf(w *sim.Wave) (x state) {
	copy(x.s[:], w.S[:])
	x.v, x.mode, x.flight = *w.V, w.Mode, map[uint32]bool{}
	x.s[isa.CodeSCC] = 0
	if w.SCC {
		x.s[isa.CodeSCC] = 1
	}
	for _, op := range w.Counters.Ops() {
		x.flight[op.Seq] = true
		for c, n := range op.Left {
			x.counters[c] += int(n)
		}
	}
	return x
}

// Look keeps what a wave's state is. The error is that of a wave that is at no instruction.
func Look(s *debug.Session, w *sim.Wave) (*Before, error) {
	in, pc, err := w.Next()
	if err != nil {
		return nil, err
	}
	p := w.Program()
	b := &Before{wave: debug.WaveID{Group: w.Group().Index, Wave: w.Num}, in: in, pc: pc - p.Bias, gen: p.Gen,
		state: stateOf(w), findings: len(s.Findings())}
	if in.Form != nil {
		b.has = in.Form.Features()
	}
	b.memory = memoryOf(s, w)
	return b, nil
}

// memoryOf reads the memories that are small: the buffers of the launch file, and LDS.
func memoryOf(s *debug.Session, w *sim.Wave) map[string][]byte {
	id := debug.WaveID{Group: w.Group().Index, Wave: w.Num}
	list := map[string][]byte{}
	read := func(name string, bytes uint64) {
		if bytes == 0 || bytes > maxMemory {
			return
		}
		if p, err := s.ParsePlace(id, fmt.Sprintf("%s[0:%d]", name, bytes)); err == nil {
			list[name], _ = s.Read(p)
		}
	}
	if out := s.Outcome(); out != nil {
		for name, rg := range out.Buffers {
			read(name, rg.Size())
		}
	}
	if lds := w.Group().LDS; lds != nil {
		read("lds", uint64(len(lds.Bytes())))
	}
	return list
}

// Done compares with what is now, after the session has stopped again.
func (b *Before) Done(s *debug.Session, stop *debug.Stop) (*Step, error) {
	w, err := s.Wave(b.wave)
	if err != nil {
		return nil, err
	}
	x := &Step{PC: fmt.Sprintf("%#x", b.pc), Text: b.in.String()}
	if f := b.in.Form; f != nil {
		x.Encoding = fmt.Sprintf("%v %d", f.Fmt, f.Op)
		x.Rule, x.Note = f.Desc.Doc, f.Desc.Note
		if st := f.Desc.Status(); st != isa.Exact {
			x.Status = st.String()
		}
	}
	now := stateOf(w)
	b.explain(x, &now)
	new := memoryOf(s, w)
	for _, name := range slices.Sorted(maps.Keys(b.memory)) {
		x.Memory = append(x.Memory, differ(name, b.memory[name], new[name])...)
	}
	for c := range waitcnt.NumCounters {
		if old, now := b.state.counters[c], now.counters[c]; old != now {
			x.Counters = append(x.Counters, Counter{c.String(), old, now})
		}
	}
	for _, o := range debug.Outstanding(w) {
		text := o.Inst + ", " + strings.Join(o.Counters, " and ")
		if o.Targets != "" {
			text += ", to " + o.Targets
		}
		x.InFlight = append(x.InFlight, text)
	}
	for _, f := range s.Findings()[min(b.findings, len(s.Findings())):] {
		x.Findings = append(x.Findings, fmt.Sprintf("%v: %s", f.Severity, f.Message))
	}
	if stop != nil && stop.Fault != nil {
		x.Fault = stop.Fault.Error()
	}
	return x, nil
}

// explain fills in what registers tell.
func (b *Before) explain(x *Step, now *state) {
	var buf [isa.MaxUses]isa.Use
	uses := b.in.Uses(buf[:0])
	pending := false // what it writes has not returned
	for seq := range now.flight {
		pending = pending || !b.state.flight[seq]
	}
	scalars, vectors := isa.RegSet{}, isa.RegSet{} // what is shown as written
	execRead := false
	for i := range uses {
		u := &uses[i]
		f := b.fieldOf(u)
		switch {
		case u.Code == isa.CodeExecLo && u.Read && b.in.UsesExec():
			execRead = true
		case u.Read && f.typ == isa.Mask:
			x.Columns = append(x.Columns, b.column(f, false))
		case u.Read && u.Code >= isa.CodeVGPR:
			x.addColumns(b, f, false)
		case u.Read && u.Code < isa.CodeVCCZ || u.Read && u.Code == isa.CodeSCC:
			x.Inputs = append(x.Inputs, Scalar{b.name(f), f.text(&b.state, 0)})
		}
	}
	for i := range uses {
		u := &uses[i]
		if !u.Write || pending {
			continue
		}
		f := b.fieldOf(u)
		switch {
		case u.Code >= isa.CodeVGPR:
			x.addColumns(b, f, true)
			vectors.Add(f.code, int(f.n))
			continue
		case f.typ == isa.Mask:
			x.Columns = append(x.Columns, b.column(f, true))
		}
		x.Changes = append(x.Changes, Change{b.name(f), f.text(&b.state, 0), f.text(now, 0)})
		scalars.Add(f.code, int(f.n))
	}
	b.addChanged(x, now, &scalars, &vectors)
	floats := slices.ContainsFunc(b.in.Operands(), func(o isa.Operand) bool { return o.Type.IsFloat() })
	if floats && b.in.Form != nil && len(x.Columns) > 0 {
		x.Mode = b.modeText()
	}
	exec := uint64(b.state.s[isa.CodeExecHi])<<32 | uint64(b.state.s[isa.CodeExecLo])
	if execRead {
		x.Inputs = append(x.Inputs, Scalar{"exec", fmt.Sprintf("%016x", exec)})
	} else {
		exec = ^uint64(0) // it does not ask
	}
	x.group(&b.state, now, exec)
}

// addChanged adds what has changed beside what the instruction names: loads that have returned.
func (b *Before) addChanged(x *Step, now *state, scalars, vectors *isa.RegSet) {
	for code := range uint16(256) {
		if b.state.s[code] == now.s[code] || scalars.Has(code) {
			continue
		}
		f := field{code, 1, isa.B32}
		if (code == isa.CodeVCCLo || code == isa.CodeExecLo) && !scalars.Has(code+1) {
			f.n, f.typ = 2, isa.B64
			scalars.Add(code, 2)
		}
		if name := b.name(f); name != "" {
			x.Changes = append(x.Changes, Change{name, f.text(&b.state, 0), f.text(now, 0)})
		}
	}
	if b.state.mode != now.mode {
		x.Changes = append(x.Changes, Change{"mode", fmt.Sprintf("%08x", b.state.mode), fmt.Sprintf("%08x", now.mode)})
	}
	for v := range uint16(256) {
		if now.v[v] != b.state.v[v] && !vectors.Has(isa.CodeVGPR+v) {
			x.Columns = append(x.Columns, b.column(field{isa.CodeVGPR + v, 1, isa.B32}, true))
		}
	}
}

// fieldOf says how what an instruction accesses is shown: as the operand there, where it is a whole
// one.
func (b *Before) fieldOf(u *isa.Use) field {
	f := field{u.Code, u.Dwords, isa.B32}
	if u.Dwords == 2 {
		f.typ = isa.B64
	}
	for _, o := range b.in.Operands() {
		whole := u.Bytes == 15 || o.Type.Is16() && u.Bytes == 3
		if o.Kind == isa.KindReg && o.Code == u.Code && o.Dwords == u.Dwords && whole {
			f.typ = o.Type
			if o.Type == isa.Mask {
				break // a mask is the stronger word: VCC as carry
			}
		}
	}
	return f
}

func (b *Before) name(f field) string {
	if f.code == isa.CodeSCC {
		return "scc"
	}
	name, _ := isa.RegName(b.gen, f.code, int(f.n))
	return name
}

func (b *Before) column(f field, out bool) Column {
	return Column{Name: b.name(f), Type: f.typ.String(), Out: out, use: f, mask: f.typ == isa.Mask}
}

// addColumns adds columns of vector registers: one for all where they are one number, else one each.
func (x *Step) addColumns(b *Before, f field, out bool) {
	var list []Column
	if int(f.n) == f.typ.Dwords() && f.n <= 2 {
		list = []Column{b.column(f, out)}
	} else {
		for i := range uint16(f.n) {
			list = append(list, b.column(field{f.code + i, 1, isa.B32}, out))
		}
	}
	for _, c := range list {
		if !slices.ContainsFunc(x.Columns, func(o Column) bool { return o.use == c.use && o.Out == out }) {
			x.Columns = append(x.Columns, c)
		}
	}
}

// group makes the rows of lanes: those with the same values are one.
func (x *Step) group(before, now *state, exec uint64) {
	if len(x.Columns) == 0 {
		return
	}
	rows := map[string]int{}
	for l := range isa.Lanes {
		row := Lanes{Off: exec>>l&1 == 0}
		changed := false
		for _, c := range x.Columns {
			st := before
			if c.Out {
				st = now
				changed = changed || c.bits(before, l) != c.bits(now, l)
			}
			row.Values = append(row.Values, c.text(st, l))
		}
		if row.Off && !changed {
			row.Values = nil
		}
		key := fmt.Sprint(row.Off, row.Values)
		i, known := rows[key]
		if !known {
			i = len(x.Lanes)
			rows[key] = i
			x.Lanes = append(x.Lanes, row)
		}
		x.Lanes[i].mask |= 1 << l
	}
	for i := range x.Lanes {
		x.Lanes[i].Lanes = LanesText(x.Lanes[i].mask)
	}
}

// LanesText lists the lanes of a mask: "0-3,7".
func LanesText(mask uint64) string {
	var b strings.Builder
	for l := 0; l < isa.Lanes; l++ {
		if mask>>l&1 == 0 {
			continue
		}
		first := l
		for l+1 < isa.Lanes && mask>>(l+1)&1 != 0 {
			l++
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		if fmt.Fprint(&b, first); l > first {
			fmt.Fprintf(&b, "-%d", l)
		}
	}
	return b.String()
}

// bits are those of a lane, or of scalar registers.
func (f *field) bits(st *state, lane int) (v uint64) {
	for i := int(min(f.n, 2)) - 1; i >= 0; i-- {
		w := uint32(0)
		if f.code >= isa.CodeVGPR {
			w = st.v[(int(f.code)-isa.CodeVGPR+i)&0xff][lane]
		} else {
			w = st.s[(int(f.code)+i)&0xff]
		}
		v = v<<32 | uint64(w)
	}
	return v
}

// bits are those of a lane; of a mask, one.
func (c *Column) bits(st *state, lane int) uint64 {
	if c.mask {
		return c.use.bits(st, 0) >> lane & 1
	}
	return c.use.bits(st, lane)
}

// text is what a lane has.
func (c *Column) text(st *state, lane int) string {
	if c.mask {
		return fmt.Sprint(c.bits(st, lane))
	}
	return c.use.text(st, lane)
}

// shown are the formats in which numbers of a type are printed behind their bits; none: only bits.
var shown = map[isa.Type]string{
	isa.U16: "u16", isa.I16: "i16", isa.F16: "f16", isa.U32: "u32", isa.I32: "i32", isa.F32: "f32",
	isa.U64: "u64", isa.I64: "i64", isa.F64: "f64", isa.V2U16: "u16", isa.V2I16: "i16", isa.V2F16: "f16",
	isa.V4U8: "u8", isa.V4I8: "i8",
}

// text is what a register holds: bits, and as a number.
func (f *field) text(st *state, lane int) string {
	v := f.bits(st, lane)
	switch {
	case f.code == isa.CodeSCC:
		return fmt.Sprint(v)
	case f.n > 2:
		var words []string
		for i := range uint16(f.n) {
			one := field{f.code + i, 1, isa.B32}
			words = append(words, fmt.Sprintf("%08x", one.bits(st, lane)))
		}
		return strings.Join(words, " ")
	}
	text := fmt.Sprintf("%0*x", 8*f.n, v)
	if format, err := debug.FindFormat(shown[f.typ]); err == nil && shown[f.typ] != "" {
		b := binary.LittleEndian.AppendUint64(nil, v)[:4*f.n]
		n := 1
		if f.typ.IsPacked() || f.typ.IsBytes() {
			n = format.Count(len(b))
		}
		for i := range n {
			text += " " + format.Element(b, i)
		}
	}
	return text
}

// modeText is what MODE says of the floating point of the instruction.
func (b *Before) modeText() string {
	m := isa.NewFPMode(b.state.mode, b.has)
	var list []string
	for _, t := range []struct {
		name string
		rule isa.FPRule
		of   []isa.Type
	}{
		{"f32", m.F32, []isa.Type{isa.F32}},
		{"f64", m.F64, []isa.Type{isa.F64}},
		{"f16", m.F16, []isa.Type{isa.F16, isa.V2F16}},
	} {
		if !slices.ContainsFunc(b.in.Operands(), func(o isa.Operand) bool { return slices.Contains(t.of, o.Type) }) {
			continue
		}
		round := [...]string{"to nearest", "up", "down", "to zero"}[t.rule&3]
		denormals := map[isa.FPRule]string{0: "flushed", isa.DenormIn: "read, not made", isa.DenormOut: "made, not read",
			isa.DenormIn | isa.DenormOut: "kept"}[t.rule&(isa.DenormIn|isa.DenormOut)]
		list = append(list, fmt.Sprintf("%s rounds %s, denormals are %s", t.name, round, denormals))
	}
	return strings.Join(list, "; ")
}

// differ lists the dwords of a memory that are not as they were.
func differ(name string, old, now []byte) (list []Memory) {
	if len(old) != len(now) {
		return nil
	}
	for i := 0; i < len(old); i += 4 {
		end := min(i+4, len(old))
		a, b := word(old[i:end]), word(now[i:end])
		if a == b {
			continue
		}
		if n := len(list); n > 0 && list[n-1].Offset+list[n-1].Bytes == i && list[n-1].Old == a && list[n-1].New == b {
			list[n-1].Bytes += end - i
			continue
		}
		list = append(list, Memory{name, i, end - i, a, b})
	}
	return list
}

// word is a dword as a number, or what there is of one.
func word(b []byte) string {
	v := uint64(0)
	for i, x := range b {
		v |= uint64(x) << (8 * i)
	}
	return fmt.Sprintf("%0*x", 2*len(b), v)
}
