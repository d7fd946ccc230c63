package dump

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
)

// Tracer writes one line for each executed instruction: work-group and wave, PC, text, and the
// registers that differ from what they were before it, separated by tabs. A register that a load
// returns into shows at the instruction that made it return, usually an s_waitcnt. The first line
// of a wave has the text "start" and the registers that the launch has set. Vector registers are
// written "v1[0-63]=00000000+4": lanes, value and step.
type Tracer struct {
	// Lanes asks for one more field, about these lanes. It has what the vector registers that the
	// instruction reads held before it. Behind "->" it has what those that the instruction writes
	// hold, changed or not.
	Lanes uint64
	// Clock asks for a field behind that of the wave, its clock. With [sim.Options].Timing that is
	// the chip's clock when the instruction was issued; else it counts four for each instruction so
	// far, and those of s_sleep.
	Clock bool
	// Place, where it is set, gives the last field: the source line of an address, "" where it is
	// not known.
	Place func(pc uint64) string
	// Only chooses the lines that are written.
	Only TraceOnly
	// Max, above 0, is how many bytes are written at most. A last line says that there would be more.
	Max int64

	w    *bufio.Writer
	size int64
	full bool
	last map[*sim.Wave]*shadow
	free []*shadow
	buf  []byte

	lanes []byte // of the instruction, before it
}

// TraceOnly says which lines of a trace are written. What is not set chooses all.
type TraceOnly struct {
	Wave func(group [3]uint32, wave int) bool // the wave is one of those
	PC   [2]uint64                            // addresses, first and last, as the trace shows them
	Inst string                               // pattern of mnemonics, as path.Match has it
	Regs isa.RegSet                           // the instruction reads or writes one of these
}

// line reports whether the line of an instruction is written.
func (o *TraceOnly) line(in *isa.Inst, pc uint64) bool {
	if o.PC != [2]uint64{} && (pc < o.PC[0] || pc > o.PC[1]) {
		return false
	}
	if in == nil || in.Form == nil { // the start of a wave
		return o.Inst == "" && !o.Regs.Any()
	}
	if o.Inst != "" {
		short, _ := path.Match(o.Inst, in.Form.Base())
		if long, _ := path.Match(o.Inst, in.Form.Name); !short && !long {
			return false
		}
	}
	if !o.Regs.Any() {
		return true
	}
	var buf [isa.MaxUses]isa.Use
	for _, u := range in.Uses(buf[:0]) {
		for c := u.Code; c < u.Code+uint16(u.Dwords); c++ {
			if o.Regs.Has(c) {
				return true
			}
		}
	}
	return false
}

// shadow is what a wave's registers were after its last instruction.
type shadow struct {
	s        [isa.CodeZero]uint32
	swritten [4]uint64
	v        [256]isa.Row
	written  [256]uint64
	scc      bool
	mode     uint32
}

// NewTracer returns a tracer that writes to w.
func NewTracer(w io.Writer) *Tracer {
	return &Tracer{w: bufio.NewWriterSize(w, 1<<16), last: map[*sim.Wave]*shadow{}}
}

// Hook makes the tracer see what a launch executes. Work-groups then run one after the other.
func (t *Tracer) Hook(h *sim.Hooks) {
	h.WaveStart = t.start
	h.Inst = t.inst
	h.GroupEnd = t.end
}

// Flush writes what is buffered and returns the first error of the writer.
func (t *Tracer) Flush() error { return t.w.Flush() }

func (t *Tracer) start(w *sim.Wave) {
	if t.full || t.Only.Wave != nil && !t.Only.Wave(w.Group().ID, w.Num) {
		return
	}
	var s *shadow
	if n := len(t.free); n > 0 {
		s, t.free = t.free[n-1], t.free[:n-1]
		*s = shadow{}
	} else {
		s = new(shadow)
	}
	t.last[w] = s
	t.line(w, s, w.PC(), "start", nil)
}

func (t *Tracer) end(g *sim.Group) {
	for _, w := range g.Waves {
		if s := t.last[w]; s != nil {
			t.free = append(t.free, s)
			delete(t.last, w)
		}
	}
}

func (t *Tracer) inst(w *sim.Wave, in *isa.Inst, pc uint64) {
	s := t.last[w]
	if t.full || s == nil {
		return
	}
	text := in.String()
	if in.Form == nil {
		text = "(no instruction)"
	}
	t.line(w, s, pc, text, in)
}

// line writes one line; in is nil at the start of a wave.
func (t *Tracer) line(w *sim.Wave, s *shadow, pc uint64, text string, in *isa.Inst) {
	var uses []isa.Use
	t.lanes = t.lanes[:0]
	asked := t.Lanes != 0 && in != nil && in.Form != nil
	if asked {
		var buf [isa.MaxUses]isa.Use
		uses = in.Uses(buf[:0])
		t.lanes = t.ofLanes(t.lanes, uses, &s.v, false)
	}
	id, prog := w.Group().ID, w.Program()
	b := fmt.Appendf(t.buf[:0], "%d,%d,%d/%d\t", id[0], id[1], id[2], w.Num)
	if t.Clock {
		b = fmt.Appendf(b, "%d\t", w.Clock())
	}
	b = fmt.Appendf(b, "%08x\t%s\t", pc-prog.Bias, text)
	n := len(b)
	put := func(name string, digits int, v uint64) {
		if len(b) > n {
			b = append(b, ' ')
		}
		b = fmt.Appendf(b, "%s=%0*x", name, digits, v)
	}
	for code := range s.s {
		if s.s[code] == w.S[code] && (s.swritten[code>>6]^w.SWritten[code>>6])>>(code&63)&1 == 0 {
			continue
		}
		s.s[code] = w.S[code]
		name, _ := isa.RegName(prog.Gen, uint16(code), 1)
		put(name, 8, uint64(w.S[code]))
	}
	s.swritten = w.SWritten
	if s.scc != w.SCC {
		s.scc = w.SCC
		scc := uint64(0)
		if w.SCC {
			scc = 1
		}
		put("scc", 1, scc)
	}
	if s.mode != w.Mode {
		s.mode = w.Mode
		put("mode", 8, uint64(w.Mode))
	}
	for i := range w.VWritten {
		if w.VWritten[i] == 0 || s.v[i] == w.V[i] && s.written[i] == w.VWritten[i] {
			continue
		}
		changed := w.VWritten[i] &^ s.written[i]
		for l, x := range w.V[i] {
			if x != s.v[i][l] {
				changed |= 1 << (l & 63)
			}
		}
		s.v[i], s.written[i] = w.V[i], w.VWritten[i]
		b = rowText(b, n, i, &w.V[i], changed)
	}
	if asked {
		b = append(append(b, '\t'), t.lanes...)
		if outs := t.ofLanes(nil, uses, w.V, true); len(outs) > 0 {
			b = append(append(b, "-> "...), outs...)
		}
		b = bytes.TrimRight(b, " ")
	}
	if t.Place != nil {
		b = append(append(b, '\t'), t.Place(pc-prog.Bias)...)
	}
	t.buf = append(b, '\n')
	if !t.Only.line(in, pc-prog.Bias) {
		return
	}
	if t.size += int64(len(t.buf)); t.Max > 0 && t.size > t.Max {
		t.full = true
		fmt.Fprintf(t.w, "# the trace ends here: it has %d bytes, its limit\n", t.size-int64(len(t.buf)))
		return
	}
	t.w.Write(t.buf)
}

// ofLanes appends what the vector registers that an instruction reads, or writes, hold in the lanes
// that are asked for, each with a blank behind it.
func (t *Tracer) ofLanes(b []byte, uses []isa.Use, v *[256]isa.Row, write bool) []byte {
	for i := range uses {
		u := &uses[i]
		if u.Code < isa.CodeVGPR || write && !u.Write || !write && !u.Read {
			continue
		}
		for k := range int(u.Dwords) {
			r := (int(u.Code) - isa.CodeVGPR + k) & 0xff
			b = append(rowText(b, len(b), r, &v[r], t.Lanes), ' ')
		}
	}
	return b
}

// rowText appends some lanes of a vector register. From byte n on b has what stands in the same
// field.
func rowText(b []byte, n, reg int, row *isa.Row, lanes uint64) []byte {
	for _, r := range split(row[:], func(l int) bool { return lanes>>l&1 != 0 }, true) {
		if r.unwritten {
			continue
		}
		if len(b) > n {
			b = append(b, ' ')
		}
		b = fmt.Appendf(b, "v%d[%s]=", reg, r.span(nil))
		b = r.text(b, ",", "+", hexadecimal)
	}
	return b
}
