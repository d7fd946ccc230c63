package debug

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Format is how bytes are printed as numbers.
type Format struct {
	Name  string // as commands name it
	Bytes int    // of an element
	text  func(v uint64) string
	parse func(text string) (uint64, error)
}

// Text is a value, of which the low Bytes count, without blanks.
func (f *Format) Text(v uint64) string { return f.text(v) }

// Formats are all formats; the first is the default.
var Formats = []Format{
	{"hex", 4, func(v uint64) string { return fmt.Sprintf("%08x", v) }, parseHex},
	{"u32", 4, decimal, parseInt(32)},
	{"i32", 4, func(v uint64) string { return strconv.Itoa(int(int32(v))) }, parseInt(32)},
	{"f32", 4, func(v uint64) string { return real(float64(math.Float32frombits(uint32(v))), 32) }, func(t string) (uint64, error) {
		f, err := strconv.ParseFloat(t, 32)
		return uint64(math.Float32bits(float32(f))), err
	}},
	{"f16", 2, func(v uint64) string { return real(float64(math.Float32frombits(isa.F16ToF32(uint32(v)))), 32) }, func(t string) (uint64, error) {
		h, ok := isa.ParseF16(t)
		if !ok {
			return 0, fmt.Errorf("%q is no f16", t)
		}
		return uint64(h), nil
	}},
	{"f64", 8, func(v uint64) string { return real(math.Float64frombits(v), 64) }, func(t string) (uint64, error) {
		f, err := strconv.ParseFloat(t, 64)
		return math.Float64bits(f), err
	}},
	{"u8", 1, decimal, parseInt(8)},
	{"i8", 1, func(v uint64) string { return strconv.Itoa(int(int8(v))) }, parseInt(8)},
	{"u16", 2, decimal, parseInt(16)},
	{"i16", 2, func(v uint64) string { return strconv.Itoa(int(int16(v))) }, parseInt(16)},
	{"u64", 8, decimal, parseInt(64)},
	{"i64", 8, func(v uint64) string { return strconv.FormatInt(int64(v), 10) }, parseInt(64)},
	{"hex64", 8, func(v uint64) string { return fmt.Sprintf("%016x", v) }, parseHex},
	{"bytes", 1, func(v uint64) string { return fmt.Sprintf("%02x", v) }, parseHex},
}

func decimal(v uint64) string { return strconv.FormatUint(v, 10) }

func real(f float64, bits int) string { return strconv.FormatFloat(f, 'g', -1, bits) }

func parseHex(t string) (uint64, error) {
	return strconv.ParseUint(strings.TrimPrefix(t, "0x"), 16, 64)
}

func parseInt(bits int) func(string) (uint64, error) {
	return func(t string) (uint64, error) {
		if v, err := strconv.ParseInt(t, 0, bits); err == nil {
			return uint64(v), nil
		}
		return strconv.ParseUint(t, 0, bits)
	}
}

// FindFormat finds a format by its name; the empty one is the first.
func FindFormat(name string) (*Format, error) {
	if name == "" {
		return &Formats[0], nil
	}
	var names []string
	for i := range Formats {
		if Formats[i].Name == name {
			return &Formats[i], nil
		}
		names = append(names, Formats[i].Name)
	}
	return nil, fmt.Errorf("there is no format %q; there are: %s", name, strings.Join(names, " "))
}

// Element is element i of bytes as text.
func (f *Format) Element(b []byte, i int) string {
	var v [8]byte
	copy(v[:], b[i*f.Bytes:min((i+1)*f.Bytes, len(b))])
	return f.text(binary.LittleEndian.Uint64(v[:]))
}

// Count is how many elements so many bytes are.
func (f *Format) Count(bytes int) int { return (bytes + f.Bytes - 1) / f.Bytes }

// Append reads a number and appends its bytes.
func (f *Format) Append(b []byte, text string) ([]byte, error) {
	v, err := f.parse(text)
	if err != nil {
		return b, fmt.Errorf("%q is no %s", text, f.Name)
	}
	var w [8]byte
	binary.LittleEndian.PutUint64(w[:], v)
	return append(b, w[:f.Bytes]...), nil
}

// Value is what one element of a place holds: of a vector register, a lane.
type Value struct {
	Name string // "[5]": the lane, "+0x10": the offset of bytes, "s5"
	Text string
	Lane int  // of vector registers, else -1
	Off  bool // of vector registers: the lane is not active
}

// Values are what a place holds, as numbers of a format.
func (s *Session) Values(p Place, f *Format) ([]Value, error) {
	b, err := s.Read(p)
	if err != nil {
		return nil, err
	}
	switch p.Space {
	case Vector:
		exec := ^uint64(0)
		if w, err := s.Wave(p.Wave); err == nil {
			exec = w.Exec()
		}
		var list []Value
		for l := p.First; l <= p.Last; l++ {
			lane := b[(l-p.First)*4*p.N:][:4*p.N]
			var text []string
			for i := range f.Count(len(lane)) {
				text = append(text, f.Element(lane, i))
			}
			list = append(list, Value{fmt.Sprintf("[%d]", l), strings.Join(text, " "), l, exec>>l&1 == 0})
		}
		return list, nil
	}
	var list []Value
	for i := range f.Count(len(b)) {
		name := fmt.Sprintf("+%#x", i*f.Bytes)
		if p.Space == Scalar {
			name, _ = isa.RegName(s.Gen(), p.Code+uint16(i*f.Bytes/4), max(1, f.Bytes/4))
		}
		list = append(list, Value{Name: name, Text: f.Element(b, i), Lane: -1})
	}
	return list, nil
}

// Text is what a place holds, for people: vector registers eight lanes a line, with lanes that are
// not active in brackets.
func (s *Session) Text(p Place, f *Format) (string, error) {
	list, err := s.Values(p, f)
	if err != nil {
		return "", err
	}
	if len(list) == 1 && p.Space != Vector {
		return list[0].Text, nil
	}
	width := 0
	for _, v := range list {
		n := len(v.Text)
		if v.Off {
			n += 2
		}
		width = max(width, n)
	}
	row := 8
	if width > 12 {
		row = 4
	}
	var b strings.Builder
	for i, v := range list {
		switch {
		case i > 0 && i%row == 0:
			b.WriteByte('\n')
		case i > 0:
			b.WriteByte(' ')
		}
		if i%row == 0 && len(list) > 1 {
			head := v.Name
			if p.Space >= LDS {
				head = fmt.Sprintf("%#x", p.Addr+uint64(i*f.Bytes))
			}
			fmt.Fprintf(&b, "%6s  ", head)
		}
		text := v.Text
		if v.Off {
			text = "(" + text + ")"
		}
		fmt.Fprintf(&b, "%*s", width, text)
	}
	return b.String(), nil
}

// Lanes is a picture of a mask of lanes: sixteen a row, # is active.
func Lanes(mask uint64) string {
	var b strings.Builder
	for row := 0; row < isa.Lanes; row += 16 {
		fmt.Fprintf(&b, "%4d ", row)
		for l := row; l < row+16; l++ {
			if l%4 == 0 {
				b.WriteByte(' ')
			}
			b.WriteByte(".#"[mask>>l&1])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Operation is a memory operation or message that has not returned.
type Operation struct {
	Seq      uint32 // its number in the wave
	PC       uint64 // of the instruction that issued it
	Inst     string
	Class    string   // its order of return
	Counters []string // what it holds: "vmcnt", "lgkmcnt"
	Targets  string   // registers that it writes; empty: none
	Reads    string   // registers whose data it has not read yet
}

// String is a line for people.
func (o *Operation) String() string {
	s := fmt.Sprintf("%4d  %#06x  %-44s %s", o.Seq, o.PC, o.Inst, strings.Join(o.Counters, "+"))
	if o.Targets != "" {
		s += " -> " + o.Targets
	}
	if o.Reads != "" {
		s += ", has yet to read " + o.Reads
	}
	return s
}

// counterNames are those of waits.
var counterNames = [waitcnt.NumCounters]string{waitcnt.VM: "vmcnt", waitcnt.LGKM: "lgkmcnt", waitcnt.EXP: "expcnt"}

// Outstanding are the operations of a wave that have not returned, oldest first.
func Outstanding(w *sim.Wave) (list []Operation) {
	for _, op := range w.Counters.Ops() {
		pc, text := w.Issued(op)
		o := Operation{Seq: op.Seq, PC: pc, Inst: text, Class: op.Class.String()}
		for c, n := range op.Left {
			if n > 0 {
				o.Counters = append(o.Counters, counterNames[c])
			}
		}
		if in, err := w.Program().Inst(pc + w.Program().Bias); err == nil {
			o.Targets = operands(w.Program().Gen, &in, true)
			if op.Left[waitcnt.EXP] > 0 {
				o.Reads = operands(w.Program().Gen, &in, false)
			}
		}
		list = append(list, o)
	}
	return list
}

// operands are the registers that an operation writes when it returns, or the vector registers that
// it reads late.
func operands(g isa.Gen, in *isa.Inst, write bool) string {
	var names []string
	var buf [isa.MaxUses]isa.Use
	for _, u := range in.Uses(buf[:0]) {
		if write != u.Write || !write && u.Code < isa.CodeVGPR || u.Code == isa.CodeM0 {
			continue
		}
		if name, ok := isa.RegName(g, u.Code, int(u.Dwords)); ok {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// Descriptor decodes the resource that scalar registers hold: a buffer's V# of four, an image's T#
// of eight, or a sampler's S#, where kind is "v", "t" or "s". The empty kind tells by the number of
// registers.
func (s *Session) Descriptor(p Place, kind string) (string, error) {
	b, err := s.Read(p)
	if err != nil {
		return "", err
	}
	if p.Space != Scalar && p.Space < LDS || len(b)%16 != 0 {
		return "", fmt.Errorf("%s: a descriptor has four or eight scalar registers, or 16 or 32 bytes of memory", p.Name)
	}
	var w [8]uint32
	for i := range min(8, len(b)/4) {
		w[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	if kind == "" {
		if kind = "v"; len(b) >= 32 {
			kind = "t"
		}
	}
	switch kind {
	case "v":
		r := mem.DecodeResource(s.Gen(), [4]uint32(w[:4]))
		text := fmt.Sprintf("%v\nselects %v, number format %v, data format %v", r, r.DstSel, r.Num, r.Data)
		return text + s.covers(r.Base, uint64(r.NumRecords)*uint64(max(1, r.Stride)), r.Valid()), nil
	case "t":
		im := mem.DecodeImageOn(s.tiles(), s.Gen(), w, len(b) < 32)
		text := fmt.Sprintf("T# base %#x %v %dx%dx%d pitch %d format %v %v mips %d-%d slices %d-%d selects %v layout %d",
			im.Base, im.Type, im.Width, im.Height, im.Depth, im.Pitch, im.Data, im.Num, im.BaseLevel, im.LastLevel,
			im.BaseArray, im.LastArray, im.Sel, im.Layout)
		return text + s.covers(im.Base, im.Size(), im.Check(false, false)), nil
	case "s":
		return fmt.Sprintf("S# %+v", mem.DecodeSampler(s.Gen(), [4]uint32(w[:4]))), nil
	}
	return "", fmt.Errorf("there is no descriptor %q: v is a buffer's, t an image's, s a sampler's", kind)
}

// tiles are what tiled images depend on.
func (s *Session) tiles() *mem.TileModes {
	if s.m.out == nil {
		return mem.TilesOf(s.Gen().Target(), "")
	}
	d := s.m.out.Device
	return mem.TilesOf(d.Target, d.Chip)
}

// covers says what a descriptor's memory is.
func (s *Session) covers(base, size uint64, wrong error) string {
	text := ""
	if wrong != nil {
		text = "\nit is no such descriptor: " + wrong.Error()
	}
	if s.m.out == nil {
		return text
	}
	rg := s.m.out.Device.Mem.Find(base)
	switch {
	case rg == nil:
		text += "\nnothing is mapped at its base"
	case size > rg.End()-base:
		text += fmt.Sprintf("\nit begins in %v, and ends %#x bytes behind that", rg, size-(rg.End()-base))
	default:
		text += fmt.Sprintf("\nit lies in %v, from byte %#x on", rg, base-rg.Base)
	}
	return text
}
