package dump

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Section is a set of the parts of a dump.
type Section uint16

// The sections.
const (
	Wave     Section = 1 << iota // state, PC, EXEC, VCC, SCC, M0, MODE of each wave
	SGPR                         // scalar registers
	VGPR                         // vector registers
	LDS                          // local data share of each work-group
	GDS                          // global data share
	Mem                          // memory that changed
	Counters                     // wait counters and the operations that are outstanding
	Caches                       // scalar cache of each work-group
	Stalls                       // with a clock only: cycles and what they were spent on

	All = 1<<iota - 1 // every section
)

var sectionNames = [...]string{"wave", "sgpr", "vgpr", "lds", "gds", "mem", "counters", "caches", "stalls"}

// ParseSections reads a list of names in lower case like "wave,vgpr"; the empty list means all
// sections. The error names what is unknown, and all names.
func ParseSections(list string) (Section, error) {
	if list == "" {
		return All, nil
	}
	var s Section
next:
	for _, w := range strings.Split(list, ",") {
		for i, n := range sectionNames {
			if w == n {
				s |= 1 << i
				continue next
			}
		}
		return 0, fmt.Errorf("unknown part of the dump %q: want some of %s", w, strings.Join(sectionNames[:], ","))
	}
	return s, nil
}

// Bits is a bit pattern of up to 64 bits; in JSON it is a string like "0x0000002a", because a JSON
// number holds only 53 bits in many readers.
type Bits struct {
	Val   uint64 // the pattern
	Width int    // hexadecimal digits
}

// MarshalText is the form in JSON.
func (b Bits) MarshalText() ([]byte, error) { return []byte("0x" + b.text()), nil }

func (b Bits) text() string { return fmt.Sprintf("%0*x", b.Width, b.Val) }

func bits32(v uint32) Bits { return Bits{uint64(v), 8} }
func bits64(v uint64) Bits { return Bits{v, 16} }

// Dump is the state after one or more launches as plain data. Its JSON form has exactly the fields
// below; its text form has the same facts, one in a line, so that two dumps can be compared with
// diff. Counts are JSON numbers; bit patterns and addresses are strings ("0x..."); a register or a
// lane that nothing has written is null in JSON and "unwritten" in text.
type Dump struct {
	Launches []LaunchState `json:"launches,omitempty"` // in the order in which they were added
	GDS      []Block       `json:"gds,omitempty"`      // what is not 0; all of it where New was told all
	Memory   []Block       `json:"memory,omitempty"`   // what has changed, by address

	// Only chooses what is shown, As how the text form shows registers and memory, ByCost the order of
	// the instructions of Stalls. Set them before AddLaunch.
	Only   Only    `json:"-"`
	As     *Format `json:"-"` // nil: hexadecimal, with steps
	ByCost bool    `json:"-"` // those that took most clocks first, with their shares

	sections Section
	all      bool
}

// Only says what a dump shows. What is not set chooses all.
type Only struct {
	Wave func(group [3]uint32, wave int) bool // the wave is one of those; its work-group is shown too
	Regs isa.RegSet                           // registers
}

// Format is how the text form shows values. A dword has several values of 1 or 2 bytes: the low one
// stands first, with commas between them. A value of 8 bytes is that of two registers or dwords.
type Format struct {
	Bytes int                   // of a value: 1, 2, 4 or 8
	Text  func(v uint64) string // a value; no blanks
}

// LaunchState is what a dump shows of one launch.
type LaunchState struct {
	Kernel string        `json:"kernel"`           // its name, as AddLaunch was told
	Stalls *LaunchStalls `json:"stalls,omitempty"` // of a launch with a clock
	Groups []GroupState  `json:"groups"`           // those that the result kept, by index
	// work-groups that ran and are not here: only sim.MaxKept waves are kept
	LeftOut uint64 `json:"left_out,omitempty"`

	none bool // Only.Wave chooses none of those that the result kept
}

// GroupState is one work-group.
type GroupState struct {
	ID     [3]uint32   `json:"id"`               // place in the grid, in work-groups
	Waves  []WaveState `json:"waves,omitempty"`  // by number
	LDS    []Block     `json:"lds,omitempty"`    // what is not 0; all of it where New was told all
	KCache *CacheState `json:"kcache,omitempty"` // nil without the section Caches
}

// WaveState is one wave. PC and Inst are those of the last instruction where the wave has ended or
// faulted, of the next one where it has not. They are relative to the code object or binary.
type WaveState struct {
	Wave  int    `json:"wave"`            // number in its work-group, from 0
	State string `json:"state,omitempty"` // done, fault, running, barrier, sleeping, halted, waiting
	PC    Bits   `json:"pc,omitzero"`     // address in bytes
	Inst  string `json:"inst,omitempty"`  // as assembly
	Insts uint64 `json:"insts,omitempty"` // instructions executed
	Waits uint64 `json:"waits,omitempty"` // s_waitcnt that had to wait; not counted with a clock
	Fault string `json:"fault,omitempty"` // what went wrong; empty: nothing
	// exec, vcc, scc, m0, mode, and prio, trapsts where they are not 0
	Regs     []Scalar      `json:"special,omitempty"`
	Messages []Message     `json:"messages,omitempty"` // in the order in which they were sent
	Exports  []Export      `json:"exports,omitempty"`  // in the order in which they were done
	SGPRs    []Scalar      `json:"sgprs,omitempty"`    // but those in Regs; unwritten ones only where New was told all
	VGPRs    []Vector      `json:"vgprs,omitempty"`    // unwritten ones only where New was told all
	Counters *CounterState `json:"counters,omitempty"` // nil without the section Counters

	noWaits bool // with a clock s_waitcnt are not counted: the stalls have their clocks
}

// Scalar is a scalar register; Value is nil where nothing has written it.
type Scalar struct {
	Reg   string `json:"reg"`   // "s7", "exec", "scc", ...
	Value *Bits  `json:"value"` // with as many digits as the register has
}

// Vector is a vector register, one value for each of the 64 lanes, nil where nothing has written
// the lane.
type Vector struct {
	Reg   string           `json:"reg"`   // "v7"; of an export "data0" to "data3"
	Lanes [isa.Lanes]*Bits `json:"lanes"` // a dword each
}

// Message is an s_sendmsg.
type Message struct {
	Inst uint64 `json:"inst"`    // instructions that the wave had executed
	Msg  Bits   `json:"message"` // SIMM16, as encoded
	M0   Bits   `json:"m0"`      // when it was sent
	Exec Bits   `json:"exec"`    // when it was sent
}

// Export is an exp; Data has the enabled channels' dwords of all 64 lanes.
type Export struct {
	Target  uint8    `json:"target"`  // 0-7 colour, 8 depth, 9 null, 12-15 position, 32-63 parameter
	Name    string   `json:"name"`    // mrt0, pos0, param0, ...
	Enabled Bits     `json:"enabled"` // one bit for each channel
	Compr   bool     `json:"compr"`   // channels are pairs of f16
	Done    bool     `json:"done"`    // the instruction's DONE
	VM      bool     `json:"vm"`      // Exec is the valid mask
	Exec    Bits     `json:"exec"`    // lanes that Data has
	Data    []Vector `json:"data"`    // data0 to data3 by channel; with Compr data0 of channels 0 and 1, data1 of 2 and 3
}

// CounterState has the values of the wait counters and what is outstanding, oldest first.
type CounterState struct {
	// VM, LGKM and EXP count what has not returned.
	VM          uint8       `json:"vmcnt"`
	LGKM        uint8       `json:"lgkmcnt"`
	EXP         uint8       `json:"expcnt"`
	Outstanding []Operation `json:"outstanding"` // in the order of issue
}

// Operation is an operation that has not returned.
type Operation struct {
	Op    uint32 `json:"op"`      // number among the wave's memory operations, as --order takes it
	Class string `json:"class"`   // "vmem", "flat", "lds", ...: what it goes to
	VM    uint8  `json:"vmcnt"`   // what it holds of each counter
	LGKM  uint8  `json:"lgkmcnt"` // the same
	EXP   uint8  `json:"expcnt"`  // the same
	PC    Bits   `json:"pc"`      // of the instruction that issued it, relative to the code
	Inst  string `json:"inst"`    // that instruction, as assembly
}

// CacheState is a scalar cache.
type CacheState struct {
	Stats mem.CacheStats `json:"stats"` // since the cache was made
	Lines []Line         `json:"lines"` // those present, by set and way
}

// Line is a line of a scalar cache.
type Line struct {
	Addr  Bits    `json:"address"`         // of its first byte
	Where string  `json:"where,omitempty"` // buffer and offset, where the address is still mapped
	Valid Bits    `json:"valid"`           // one bit for each byte
	Dirty Bits    `json:"dirty"`           // the same: bytes not yet written to memory
	NV    bool    `json:"nv"`              // non-volatile: the *_VOL operations leave it alone
	Data  HexData `json:"data"`            // 64 bytes, valid or not
}

// Block is a run of memory.
type Block struct {
	Buffer string  `json:"buffer,omitempty"`  // global memory: the buffer's name
	Addr   *Bits   `json:"address,omitempty"` // of the first byte; nil but for global memory
	Offset Bits    `json:"offset"`            // bytes from the start of the buffer, of LDS or of GDS
	Data   HexData `json:"data"`              // bytes from Offset on
}

// HexData are bytes in memory order, in JSON two hexadecimal digits for each.
type HexData []byte

// MarshalText is the form in JSON.
func (h HexData) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, h), nil }

// New returns a dump with the sections. With all, registers that nothing has written and memory
// that is 0 are shown too.
func New(sections Section, all bool) *Dump { return &Dump{sections: sections, all: all} }

// NeedsState reports whether the launches must be run with [sim.Options.Keep].
func (s Section) NeedsState() bool { return s&^(GDS|Mem|Stalls) != 0 }

// AddLaunch adds the work-groups that a launch left in its result. d may be nil; it is asked for
// the names of addresses.
func (d *Dump) AddLaunch(kernel string, l *sim.Launch, r *sim.Result, dev *sim.Device) {
	ld := LaunchState{Kernel: kernel, Groups: []GroupState{}}
	if d.sections&Stalls != 0 {
		if ld.Stalls = launchStalls(l, r); ld.Stalls != nil && d.ByCost {
			ld.Stalls.sortByCost()
		}
	}
	if !d.sections.NeedsState() {
		if ld.Stalls != nil {
			d.Launches = append(d.Launches, ld)
		}
		return
	}
	kept := uint64(0)
	for _, g := range r.State {
		if g == nil {
			continue // not started before another one faulted
		}
		kept++
		waves := g.Waves
		if d.Only.Wave != nil {
			waves = slices.DeleteFunc(slices.Clone(waves), func(w *sim.Wave) bool { return !d.Only.Wave(g.ID, w.Num) })
			if len(waves) == 0 {
				continue
			}
		}
		gd := GroupState{ID: g.ID}
		if d.sections&LDS != 0 {
			gd.LDS = d.blocks(g.LDS.Bytes())
		}
		if d.sections&Caches != 0 {
			gd.KCache = cacheState(g.KCache(), dev)
		}
		if d.sections&(Wave|SGPR|VGPR|Counters) != 0 {
			for _, w := range waves {
				gd.Waves = append(gd.Waves, d.wave(w, l))
			}
		}
		ld.Groups = append(ld.Groups, gd)
	}
	ld.LeftOut = r.Groups - kept
	ld.none = d.Only.Wave != nil && len(ld.Groups) == 0
	d.Launches = append(d.Launches, ld)
}

// AddDevice adds GDS and what changed in memory since [mem.Global.ResetChanges].
func (d *Dump) AddDevice(dev *sim.Device) {
	if d.sections&GDS != 0 {
		d.GDS = d.blocks(dev.GDS.Bytes())
	}
	if d.sections&Mem != 0 {
		for _, s := range dev.Mem.Changed() {
			addr := bits64(s.Addr)
			d.Memory = append(d.Memory, Block{Buffer: s.Range.Name, Addr: &addr,
				Offset: bits32or64(s.Addr - s.Range.Base), Data: s.After})
		}
	}
}

func bits32or64(v uint64) Bits {
	if v>>32 != 0 {
		return bits64(v)
	}
	return Bits{v, 8}
}

// blockBytes is how many bytes, all 0, end a run of memory in a dump.
const blockBytes = 64

// blocks returns the pieces of b that are not 0, or all of b.
func (d *Dump) blocks(b []byte) []Block {
	if d.all {
		if len(b) == 0 {
			return nil
		}
		return []Block{{Offset: bits32(0), Data: b}}
	}
	var out []Block
	for at := 0; at < len(b); at += blockBytes {
		piece := b[at:min(at+blockBytes, len(b))]
		if strings.Trim(string(piece), "\x00") == "" {
			continue
		}
		if n := len(out); n > 0 && int(out[n-1].Offset.Val)+len(out[n-1].Data) == at {
			out[n-1].Data = b[out[n-1].Offset.Val : at+len(piece)]
			continue
		}
		out = append(out, Block{Offset: bits32(uint32(at)), Data: piece})
	}
	return out
}

func cacheState(c *mem.Cache, dev *sim.Device) *CacheState {
	cd := &CacheState{Stats: c.Stats, Lines: []Line{}}
	for _, l := range c.Lines() {
		ld := Line{Addr: bits64(l.Addr), Valid: bits64(l.Valid), Dirty: bits64(l.Dirty), NV: l.NV,
			Data: append(HexData(nil), l.Data[:]...)}
		if dev != nil {
			if rg := dev.Mem.Find(l.Addr); rg != nil {
				ld.Where = fmt.Sprintf("%s+%#x", rg.Name, l.Addr-rg.Base)
			}
		}
		cd.Lines = append(cd.Lines, ld)
	}
	return cd
}

// wroteScalar reports whether a scalar register was written.
func wroteScalar(w *sim.Wave, code int) bool { return w.SWritten[code>>6]>>(code&63)&1 != 0 }

// shows reports whether one of n registers from a source code on is shown.
func (d *Dump) shows(code uint16, n int) bool {
	for c := code; c < code+uint16(n); c++ {
		if d.Only.Regs.Has(c) {
			return true
		}
	}
	return !d.Only.Regs.Any()
}

func (d *Dump) wave(w *sim.Wave, l *sim.Launch) WaveState {
	g := l.Prog.Gen
	wd := WaveState{Wave: w.Num}
	scalar := func(name string, code, digits int) Scalar {
		s := Scalar{Reg: name}
		if digits == 16 && (wroteScalar(w, code) || wroteScalar(w, code+1)) {
			s.Value = &Bits{uint64(w.S[code]) | uint64(w.S[code+1])<<32, digits}
		} else if digits != 16 && wroteScalar(w, code) {
			s.Value = &Bits{uint64(w.S[code]), digits}
		}
		return s
	}
	if d.sections&Wave != 0 {
		wd.State, wd.Insts, wd.Waits = w.State.String(), w.Insts, w.Waits
		wd.noWaits = l.Options.Timing != nil
		pc, text := w.Position()
		wd.PC, wd.Inst = bits32or64(pc), text
		if w.Fault != nil {
			wd.Fault = w.Fault.Error()
		}
		scc := uint64(0)
		if w.SCC {
			scc = 1
		}
		add := func(chosen bool, s Scalar) {
			if chosen {
				wd.Regs = append(wd.Regs, s)
			}
		}
		every := !d.Only.Regs.Any()
		add(d.shows(isa.CodeExecLo, 2), scalar("exec", isa.CodeExecLo, 16))
		add(d.shows(isa.CodeVCCLo, 2), scalar("vcc", isa.CodeVCCLo, 16))
		add(d.shows(isa.CodeSCC, 1), Scalar{"scc", &Bits{scc, 1}})
		add(d.shows(isa.CodeM0, 1), scalar("m0", isa.CodeM0, 8))
		add(every, Scalar{"mode", &Bits{uint64(w.Mode), 8}})
		add(every && w.Prio != 0, Scalar{"prio", &Bits{uint64(w.Prio), 1}})
		add(every && w.TrapSts != 0, Scalar{"trapsts", &Bits{uint64(w.TrapSts), 8}})
		for _, m := range w.Messages {
			wd.Messages = append(wd.Messages, Message{m.Inst, Bits{uint64(m.Msg), 4}, bits32(m.M0), bits64(m.Exec)})
		}
		for i := range w.Exports {
			wd.Exports = append(wd.Exports, exportState(&w.Exports[i]))
		}
	}
	if d.sections&SGPR != 0 {
		for code := 0; code < isa.CodeExecLo; code++ {
			if code == isa.CodeVCCLo || code == isa.CodeVCCHi || code == isa.CodeM0 || !d.shows(uint16(code), 1) {
				continue
			}
			if name, ok := isa.RegName(g, uint16(code), 1); wroteScalar(w, code) || ok && d.all &&
				code < isa.MaxSGPR(g) {
				wd.SGPRs = append(wd.SGPRs, scalar(name, code, 8))
			}
		}
	}
	if d.sections&VGPR != 0 {
		count := len(w.VWritten)
		if l.Desc != nil {
			count = l.Desc.VGPRs
		}
		for i, written := range w.VWritten {
			if written == 0 && !(d.all && i < count) || !d.shows(isa.CodeVGPR+uint16(i), 1) {
				continue
			}
			wd.VGPRs = append(wd.VGPRs, vectorState(fmt.Sprintf("v%d", i), &w.V[i], written))
		}
	}
	if d.sections&Counters != 0 {
		c := &w.Counters
		cd := &CounterState{VM: c.Count[waitcnt.VM], LGKM: c.Count[waitcnt.LGKM], EXP: c.Count[waitcnt.EXP],
			Outstanding: []Operation{}}
		for _, op := range c.Ops() {
			pc, text := w.Issued(op)
			cd.Outstanding = append(cd.Outstanding,
				Operation{Op: op.Seq, Class: op.Class.String(), VM: op.Left[waitcnt.VM], LGKM: op.Left[waitcnt.LGKM],
					EXP: op.Left[waitcnt.EXP], PC: bits32or64(pc), Inst: text})
		}
		wd.Counters = cd
	}
	return wd
}

func vectorState(name string, row *isa.Row, written uint64) Vector {
	v := Vector{Reg: name}
	for l, x := range row {
		if written>>l&1 != 0 {
			b := bits32(x)
			v.Lanes[l] = &b
		}
	}
	return v
}

func exportState(e *sim.Export) Export {
	ed := Export{e.Target, isa.TargetName(e.Target), Bits{uint64(e.Enabled), 1}, e.Compr, e.Done, e.VM,
		bits64(e.Exec), []Vector{}}
	for ch := range e.Data {
		if e.Enabled>>ch&1 == 0 {
			continue
		}
		n := ch
		if e.Compr { // one dword for channels 0 and 1, one for 2 and 3
			if n = ch / 2; ch%2 == 1 && e.Enabled>>(ch-1)&1 != 0 {
				continue
			}
		}
		ed.Data = append(ed.Data, vectorState(fmt.Sprintf("data%d", n), &e.Data[ch], e.Exec))
	}
	return ed
}

// run is a piece of a sequence: count values from first on that are unwritten, or value,
// value+step, value+2*step ..., or, where values is not nil, those.
type run[T uint32 | uint64] struct {
	first, count int
	unwritten    bool
	value, step  T
	values       []T
}

// runs of at least minRun values are written as a formula; shorter ones are spelt out, at most
// runWidth in a line.
const (
	minRun   = 4
	runWidth = 8
)

// split divides a sequence into runs. written says which of the values count; nil is all. Without
// steps a formula is for equal values only.
func split[T uint32 | uint64](v []T, written func(i int) bool, steps bool) []run[T] {
	var out []run[T]
	is := func(i int) bool { return written == nil || written(i) }
	for i := 0; i < len(v); {
		j := i + 1
		for j < len(v) && is(j) == is(i) {
			j++
		}
		if !is(i) {
			out = append(out, run[T]{first: i, count: j - i, unwritten: true})
			i = j
			continue
		}
		for start := i; i < j; {
			k, step := i+1, T(0)
			if k < j && steps {
				step = v[k] - v[i]
			}
			for k < j && v[k]-v[k-1] == step {
				k++
			}
			if k-i >= minRun || i == start && k == j && step == 0 {
				out = append(out, run[T]{first: i, count: k - i, value: v[i], step: step})
				i = k
				continue
			}
			// One value is spelt out; it joins the line before it unless that is full.
			n := len(out)
			if n == 0 || out[n-1].values == nil || out[n-1].first+out[n-1].count != i || i%runWidth == 0 {
				out = append(out, run[T]{first: i, values: []T{}})
				n++
			}
			out[n-1].values = append(out[n-1].values, v[i])
			out[n-1].count++
			i++
		}
	}
	return out
}

// hexadecimal writes a dword as a dump does where no [Format] is asked for.
func hexadecimal(b []byte, v uint32) []byte { return fmt.Appendf(b, "%08x", v) }

// text writes the values: "unwritten", "V", "V step S" or "V V V", with sep between, each as put
// does.
func (r *run[T]) text(b []byte, sep, step string, put func(b []byte, v T) []byte) []byte {
	switch {
	case r.unwritten:
		return append(b, "unwritten"...)
	case r.values == nil:
		b = put(b, r.value)
		if r.step != 0 && r.count > 1 {
			b = append(b, step...)
			b = strconv.AppendInt(b, int64(int32(r.step)), 10)
		}
		return b
	}
	for i, v := range r.values {
		if i > 0 {
			b = append(b, sep...)
		}
		b = put(b, v)
	}
	return b
}

// span writes the places of the run: "5" or "0-63".
func (r *run[T]) span(b []byte) []byte {
	b = strconv.AppendInt(b, int64(r.first), 10)
	if r.count > 1 {
		b = append(b, '-')
		b = strconv.AppendInt(b, int64(r.first+r.count-1), 10)
	}
	return b
}

// printer writes the text form; bufio.Writer keeps the first error.
type printer struct {
	*bufio.Writer
	as *Format
}

func (p printer) line(format string, args ...any) {
	fmt.Fprintf(p, format, args...)
	p.WriteByte('\n')
}

// WriteJSON writes the dump as one JSON object.
func (d *Dump) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(d)
}

// WriteText writes the dump as text.
func (d *Dump) WriteText(w io.Writer) error {
	p := printer{bufio.NewWriter(w), d.As}
	for i := range d.Launches {
		l := &d.Launches[i]
		p.line("launch %d %s", i, l.Kernel)
		if l.Stalls != nil {
			l.Stalls.text(p)
		}
		for j := range l.Groups {
			d.groupText(p, &l.Groups[j])
		}
		if l.none {
			p.line("none of the waves that are kept is one of those that are asked for")
		}
		if l.LeftOut > 0 {
			p.line("left out %d more work-groups: a dump has the first %d waves", l.LeftOut, sim.MaxKept)
		}
	}
	p.blocks("gds", d.GDS)
	p.blocks("mem", d.Memory)
	return p.Flush()
}

func (d *Dump) groupText(p printer, g *GroupState) {
	p.line("group %d,%d,%d", g.ID[0], g.ID[1], g.ID[2])
	for i := range g.Waves {
		d.waveText(p, g, &g.Waves[i])
	}
	p.blocks("  lds", g.LDS)
	if c := g.KCache; c != nil {
		s := c.Stats
		p.line("  kcache hits %d\n  kcache misses %d\n  kcache writes %d\n  kcache evictions %d\n  kcache writebacks %d",
			s.Hits, s.Misses, s.Writes, s.Evictions,
			s.Writebacks)
		for _, l := range c.Lines {
			where := ""
			if l.Where != "" {
				where = " (" + l.Where + ")"
			}
			nv := ""
			if l.NV {
				nv = " nv"
			}
			p.line("  kcache line %s%s valid %s dirty %s%s data %x", l.Addr.text(), where, l.Valid.text(),
				l.Dirty.text(), nv, []byte(l.Data))
		}
	}
}

func (d *Dump) waveText(p printer, g *GroupState, w *WaveState) {
	p.line("  wave %d of group %d,%d,%d", w.Wave, g.ID[0], g.ID[1], g.ID[2])
	if w.State != "" {
		p.line("    state   %s", w.State)
		p.line("    pc      %s  %s", w.PC.text(), w.Inst)
		p.line("    insts   %d", w.Insts)
		if !w.noWaits {
			p.line("    waits   %d", w.Waits)
		}
		if w.Fault != "" {
			p.line("    fault   %s", w.Fault)
		}
	}
	for _, s := range w.Regs {
		p.scalar(s)
	}
	for _, m := range w.Messages {
		p.line("    message %s after %d instructions, m0 %s, exec %s", m.Msg.text(), m.Inst, m.M0.text(), m.Exec.text())
	}
	for _, e := range w.Exports {
		p.line("    export  %s enabled %s compr %t done %t vm %t exec %s", e.Name, e.Enabled.text(), e.Compr, e.Done,
			e.VM, e.Exec.text())
		for i := range e.Data {
			p.vector(&e.Data[i])
		}
	}
	for i := 0; i < len(w.SGPRs); i++ {
		s := w.SGPRs[i]
		if i+1 < len(w.SGPRs) && d.pair(s.Reg, w.SGPRs[i+1].Reg) {
			i++
			if hi := w.SGPRs[i]; s.Value != nil && hi.Value != nil {
				p.line("    %-7s %s", pairName(s.Reg), p.as.Text(s.Value.Val|hi.Value.Val<<32))
				continue
			}
			p.scalar(s)
			s = w.SGPRs[i]
		}
		v := "unwritten"
		if s.Value != nil {
			v = string(p.dword(nil, uint32(s.Value.Val)))
		}
		p.line("    %-7s %s", s.Reg, v)
	}
	for i := 0; i < len(w.VGPRs); i++ {
		if i+1 < len(w.VGPRs) && d.pair(w.VGPRs[i].Reg, w.VGPRs[i+1].Reg) {
			p.vectors(&w.VGPRs[i], &w.VGPRs[i+1])
			i++
			continue
		}
		p.vector(&w.VGPRs[i])
	}
	if c := w.Counters; c != nil {
		p.line("    vmcnt   %d\n    lgkmcnt %d\n    expcnt  %d", c.VM, c.LGKM, c.EXP)
		for _, o := range c.Outstanding {
			p.line("    outstanding op %d %s vmcnt %d lgkmcnt %d expcnt %d pc %s  %s", o.Op, o.Class, o.VM, o.LGKM,
				o.EXP, o.PC.text(), o.Inst)
		}
	}
}

func (p printer) scalar(s Scalar) {
	v := "unwritten"
	if s.Value != nil {
		v = s.Value.text()
	}
	p.line("    %-7s %s", s.Reg, v)
}

// pair reports whether a value of eight bytes is in two registers: neighbours, the first of them
// even, or of those that are asked for the first, third and so on of a row.
func (d *Dump) pair(lo, hi string) bool {
	if d.As == nil || d.As.Bytes != 8 || lo[0] != hi[0] {
		return false
	}
	n, err := strconv.Atoi(lo[1:])
	next, err2 := strconv.Atoi(hi[1:])
	if err != nil || err2 != nil || next != n+1 {
		return false
	}
	if !d.Only.Regs.Any() {
		return n%2 == 0
	}
	code := uint16(n)
	if lo[0] == 'v' {
		code += isa.CodeVGPR
	}
	before := 0
	for before < n && d.Only.Regs.Has(code-uint16(before)-1) {
		before++
	}
	return before%2 == 0
}

// pairName is "v[2:3]" for "v2".
func pairName(lo string) string {
	n, _ := strconv.Atoi(lo[1:]) // pair has read it
	return fmt.Sprintf("%c[%d:%d]", lo[0], n, n+1)
}

// dword appends a dword. What has no partner for a value of eight bytes is hexadecimal.
func (p printer) dword(b []byte, v uint32) []byte {
	if p.as == nil || p.as.Bytes > 4 {
		return hexadecimal(b, v)
	}
	bits := 8 * p.as.Bytes
	for at := 0; at < 32; at += bits {
		if at > 0 {
			b = append(b, ',')
		}
		b = append(b, p.as.Text(uint64(v)>>at&(1<<bits-1))...)
	}
	return b
}

// qword appends a value of eight bytes.
func (p printer) qword(b []byte, v uint64) []byte { return append(b, p.as.Text(v)...) }

func (p printer) vector(v *Vector) {
	var row isa.Row
	var written uint64
	for l, b := range v.Lanes {
		if b != nil {
			row[l] = uint32(b.Val)
			written |= 1 << l
		}
	}
	lanes(p, v.Reg, split(row[:], func(i int) bool { return written>>i&1 != 0 }, p.as == nil), p.dword)
}

// vectors writes two registers as one of eight bytes. A lane is written where both are.
func (p printer) vectors(lo, hi *Vector) {
	var row [isa.Lanes]uint64
	var written uint64
	for l := range row {
		if a, b := lo.Lanes[l], hi.Lanes[l]; a != nil && b != nil {
			row[l] = a.Val | b.Val<<32
			written |= 1 << l
		}
	}
	lanes(p, pairName(lo.Reg), split(row[:], func(i int) bool { return written>>i&1 != 0 }, false), p.qword)
}

// lanes writes what a vector register holds.
func lanes[T uint32 | uint64](p printer, reg string, runs []run[T], put func(b []byte, v T) []byte) {
	var buf []byte
	for _, r := range runs {
		buf = append(fmt.Appendf(buf[:0], "    %-7s ", reg), "lanes "...)
		buf = append(fmt.Appendf(buf, "%-5s ", r.span(nil)), ' ')
		p.line("%s", r.text(buf, " ", " step ", put))
	}
}

// blocks writes memory: dwords as far as they are aligned to the start of the buffer, single bytes
// before and after them.
func (p printer) blocks(head string, list []Block) {
	for i := range list {
		b := &list[i]
		if b.Buffer != "" {
			p.line("%s %s at %s bytes %d", head, b.Buffer, b.Addr.text(), len(b.Data))
		}
		where := head
		if b.Buffer != "" {
			where += " " + b.Buffer
		}
		off := b.Offset.Val
		data := []byte(b.Data)
		raw := func(n int) {
			if n > 0 {
				p.line("%s %08x  bytes % x", where, off, data[:n])
				off, data = off+uint64(n), data[n:]
			}
		}
		raw(min(int(-off&3), len(data)))
		words := make([]uint32, len(data)/4)
		for j := range words {
			words[j] = uint32(data[4*j]) | uint32(data[4*j+1])<<8 | uint32(data[4*j+2])<<16 | uint32(data[4*j+3])<<24
		}
		if p.as != nil && p.as.Bytes == 8 {
			first := min(int(off>>2&1), len(words)) // values of eight bytes are aligned
			wide := make([]uint64, (len(words)-first)/2)
			for j := range wide {
				wide[j] = uint64(words[first+2*j]) | uint64(words[first+2*j+1])<<32
			}
			rest := first + 2*len(wide)
			spans(p, where, off, split(words[:first], nil, false), 4, p.dword)
			spans(p, where, off+4*uint64(first), split(wide, nil, false), 8, p.qword)
			spans(p, where, off+4*uint64(rest), split(words[rest:], nil, false), 4, p.dword)
		} else {
			spans(p, where, off, split(words, nil, p.as == nil), 4, p.dword)
		}
		off, data = off+4*uint64(len(words)), data[4*len(words):]
		raw(len(data))
	}
}

// spans writes a piece of memory from an offset on, of values with so many bytes.
func spans[T uint32 | uint64](p printer, where string, off uint64, runs []run[T], size uint64,
	put func(b []byte, v T) []byte) {
	for _, r := range runs {
		from, to := off+size*uint64(r.first), off+size*uint64(r.first+r.count)-1
		p.line("%s %08x-%08x  %s", where, from, to, r.text(nil, " ", " step ", put))
	}
}
