package isa

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
)

// Desc is one row of the instruction table: everything that is known of an instruction, in one
// place.
type Desc struct {
	Name string // LLVM's mnemonic, without encoding suffix; generations that use another name have it in Enc
	Args string // operands in assembly order, see [Arg]
	Imp  string // implicit registers: "<scc" read, ">scc" written; of scc vcc exec m0 pc mode vskip
	Enc  []Enc  // encodings by generation
	Flag Flag   // what the derived forms may not or must do
	Lat  Lat    // latency class where it does not follow from format and operand types
	// Flops is the floating-point operations of a lane: additions, multiplications and functions
	// count once, multiply-adds twice; comparisons, minima, roundings and conversions are none (as
	// in the FLOPs of AMD's Omniperf).
	Flops uint8
	Do    Meaning // nil: the instruction is decoded and printed but has no meaning yet; executing it is a fault
	Host  *Recipe // how a host computes it; nil: by Do only
	Doc   string  // the formula in one line
	Note  string  // what is approximate or undocumented, and why
}

// Enc is one encoding of a row: format and opcode in a set of generations, on the targets that have
// the features it needs.
type Enc struct {
	Gens Gen      // one or more generations
	Fmt  Format   // the microcode format
	Op   uint16   // the number in the format's opcode field
	Name string   // the mnemonic in these generations, where it is not the row's
	Need Features // 0: all targets of the generations
}

// on reports whether a target with the features has the encoding.
func (x *Enc) on(has Features) bool { return x.Gens&has.Gen() != 0 && has.Has(x.Need) }

// need gives encodings to the targets that have some features.
func need(f Features, list []Enc) []Enc {
	for i := range list {
		list[i].Need |= f
	}
	return list
}

// Flag qualifies how forms are derived from a row.
type Flag uint32

// The flags.
const (
	NoVOP3   Flag = 1 << iota // a VOP1, VOP2 or VOPC row without a VOP3 form
	NoSDWA                    // no sub-dword form
	NoDPP                     // no data-parallel form
	Keep16                    // a 16-bit result keeps the upper half of its register
	Keep16G9                  // the same with FeatureKeep16
	HasMods                   // VOP3: abs and neg are allowed although the operands are untyped (v_cndmask_b32)
	OpSel                     // VOP3: op_sel is allowed with FeatureOpSel
	NoClamp                   // VOP3: no clamp
	IntClamp                  // VOP3: integer clamp, with FeatureIntClamp
	SDWAMac                   // SDWA with FeatureSDWAMac only
	Mix                       // VOP3P: sources are f32 or halves of a register, with neg and abs
	MixHi                     // of these: the result goes to the upper half
	NoE32                     // the 32-bit form is printed without the suffix _e32
	NoOmod                    // VOP3: no omod although source or result is floating point
	HasOmod                   // VOP3: omod is allowed although the result is no number
	// VOP3: CLAMP may be set although the result is an integer, with FeatureIntClamp; the kernel of
	// an IntClamp row obeys it
	HasClamp
	HasClampG9 // the same with FeatureOpSel
	NoD16      // MIMG: the D16 bit is not allowed
	Copy       // the result is source 0
)

// e makes the encodings of a row from its opcode in each of the four generations, -1 where the
// generation lacks it.
func e(f Format, g10, g11, g12, g14 int) []Enc {
	var list []Enc
	for i, op := range [...]int{g10, g11, g12, g14} {
		if op < 0 {
			continue
		}
		if n := len(list); n > 0 && list[n-1].Op == uint16(op) {
			list[n-1].Gens |= gens[i]
			continue
		}
		list = append(list, Enc{Gens: gens[i], Fmt: f, Op: uint16(op)})
	}
	return list
}

// as names the encodings of the given generations.
func as(name string, g Gen, list []Enc) []Enc {
	var out []Enc
	for _, x := range list {
		if x.Gens&g == 0 {
			out = append(out, x)
			continue
		}
		if rest := x.Gens &^ g; rest != 0 {
			y := x
			y.Gens = rest
			out = append(out, y)
		}
		x.Gens &= g
		x.Name = name
		out = append(out, x)
	}
	return out
}

// both joins encodings in two formats.
func both(a, b []Enc) []Enc { return append(append([]Enc(nil), a...), b...) }

// Arg is one operand of a form. In Args strings it is written role, access, ":", register file,
// type:
//
//	d:f32      destination in field d
//	d+:f32     read and written          d<:b32   field d, but only read (store data)
//	a:v.b32    must be a VGPR            a:s.b64  must be an SGPR
//	a:l.b32    an SGPR, constant or literal
//
// A role whose letter is no field of the format is implicit: e and a Mask in c are VCC; so is a
// Mask destination of VOPC.
type Arg struct {
	Role  byte // the letter of its field in the picture
	Type  Type // how many bits, how read
	Read  bool // the instruction reads it
	Write bool // the instruction writes it
	// 0 any the field can name, 's' scalar registers only, 'v' vector registers only, 'l' all but
	// vector registers
	File     byte
	Implicit bool // not encoded: VCC
}

// Form is one encoding of a row on targets with the same features: what decoding yields.
type Form struct {
	Desc *Desc  // the row
	Gen  Gen    // the generation of the targets
	Fmt  Format // the microcode format
	Op   uint16 // the number in its opcode field
	Name string // mnemonic with LLVM's encoding suffix where it has one
	Args []Arg  // the operands, in assembly order

	index  int
	table  *table
	layout *layout
	vop3   bool // derived from a VOP1, VOP2 or VOPC row
	// What all instructions of the form imply: see [Inst.Uses].
	implied   []Use
	jumps     bool // it writes PC
	readsM0   bool // by the row; some do depending on more
	writesM0  bool
	flatScrat bool
	fast      func() Vector // see Vector
}

// Vector is the row's meaning where it is a [Vector], in the fastest way that the host has without
// code of its own: with AVX2 most integer instructions follow their recipe.
func (f *Form) Vector() (v Vector, ok bool) {
	if f.fast == nil {
		return nil, false
	}
	return f.fast(), true
}

// Index is the form's place in [Target.Forms], for tables with something about each form.
func (f *Form) Index() int { return f.index }

// Features are those of the targets that have the form.
func (f *Form) Features() Features { return f.table.has }

// Has reports whether the targets that have the form have some features.
func (f *Form) Has(x Features) bool { return f.table.has.Has(x) }

// FormOf returns the form whose format and opcode the first dword of an instruction has, nil where
// there is none. Whether the words are that instruction only [Target.Decode] says.
func (t Target) FormOf(word uint32) *Form {
	return t.table().formOf(word)
}

// FormsOf gives the dwords of code, by number, that have the format and opcode of a form, as
// [Target.FormOf] says.
func (t Target) FormsOf(code []byte) iter.Seq2[int, *Form] {
	b := t.table()
	return func(yield func(int, *Form) bool) {
		for i := range len(code) / 4 {
			if f := b.formOf(binary.LittleEndian.Uint32(code[4*i:])); f != nil && !yield(i, f) {
				return
			}
		}
	}
}

func (t *table) formOf(word uint32) *Form {
	for _, l := range t.order[t.first[word>>23]:] {
		if word&l.mask[0] == l.match[0] {
			return t.byOp[l.fmt][l.get(&[2]uint32{word}, 'o')]
		}
	}
	return nil
}

// DPPWord reports whether the first dword of an instruction of a form says that it is a DPP one.
func DPPWord(f *Form, word uint32) bool {
	return (f.Fmt == VOP1 || f.Fmt == VOP2) && f.HasDPP() && f.layout.get(&[2]uint32{word}, 'a') == CodeDPP
}

// Base is the mnemonic without encoding suffix.
func (f *Form) Base() string {
	for _, s := range [...]string{"_e32", "_e64"} {
		if strings.HasSuffix(f.Name, s) {
			return strings.TrimSuffix(f.Name, s)
		}
	}
	return f.Name
}

// Derived reports whether the form is the VOP3 form of a VOP1, VOP2 or VOPC row.
func (f *Form) Derived() bool { return f.vop3 }

func parseArgs(s string) ([]Arg, error) {
	var list []Arg
	for _, w := range strings.Fields(s) {
		var a Arg
		head, typ, ok := strings.Cut(w, ":")
		if !ok || head == "" {
			return nil, fmt.Errorf("argument %q: want role:type", w)
		}
		a.Role = head[0]
		a.Write = a.Role == 'd' || a.Role == 'e'
		a.Read = !a.Write
		switch head[1:] {
		case "":
		case "+":
			a.Read, a.Write = true, true
		case "<":
			a.Read, a.Write = true, false
		case ">":
			a.Read, a.Write = false, true
		default:
			return nil, fmt.Errorf("argument %q: access %q", w, head[1:])
		}
		if file, t, ok := strings.Cut(typ, "."); ok {
			if file != "s" && file != "v" && file != "l" {
				return nil, fmt.Errorf("argument %q: register file %q", w, file)
			}
			a.File, typ = file[0], t
		}
		for t := Type(1); t < numTypes; t++ {
			if typeNames[t] == typ {
				a.Type = t
			}
		}
		if a.Type == NoType {
			return nil, fmt.Errorf("argument %q: type %q", w, typ)
		}
		list = append(list, a)
	}
	if len(list) > MaxOperands {
		return nil, fmt.Errorf("%d arguments, at most %d", len(list), MaxOperands)
	}
	return list, nil
}

// vop3Base is what is added to a VOP1, VOP2 or VOPC opcode to make its VOP3 opcode.
// Source: AMD ISA manuals, "VOP3a"; facts checked on assembled words.
func vop3Base(f Format, g Gen) uint16 {
	switch {
	case f == VOP2:
		return 256
	case f == VOP1 && g&(GCN10|GCN11) != 0:
		return 384
	case f == VOP1:
		return 320
	}
	return 0
}

// table is the validated instruction table of targets with the same features.
type table struct {
	has  Features
	rows []*Desc
	// registers are the names of the registers of the generation.
	registers func() map[string]register
	forms     []*Form
	layouts   [numFormats]*layout
	byOp      [numFormats][]*Form // by opcode
	byName    map[string][]*Form  // by mnemonic, suffixed and plain
	order     []*layout           // prefixes to try, in order
	first     [512]uint8          // the first of them that the upper 9 bits of a word can be
}

// theRows are the rows of all tables.
var theRows = sync.OnceValue(allRows)

// tables are the tables that have been built, each on first use. There are few, and looking one up
// is part of each decoding.
var (
	tables   atomic.Pointer[[]*table]
	tablesMu sync.Mutex // while one is added
)

// tableOf returns the table of targets with some features.
func tableOf(has Features) (*table, error) {
	find := func() *table {
		if list := tables.Load(); list != nil {
			for _, t := range *list {
				if t.has == has {
					return t
				}
			}
		}
		return nil
	}
	if t := find(); t != nil {
		return t, nil
	}
	tablesMu.Lock()
	defer tablesMu.Unlock()
	if t := find(); t != nil {
		return t, nil
	}
	t, err := build(has, theRows())
	if err != nil {
		return nil, err
	}
	var list []*table
	if old := tables.Load(); old != nil {
		list = slices.Clone(*old)
	}
	list = append(list, t)
	tables.Store(&list)
	return t, nil
}

// table returns the target's table. A wrong table is a programming error that every test of the
// package shows, so it panics.
func (t Target) table() *table { return mustTable(t.Has()) }

// table returns the table of the target that stands for the generation.
func (g Gen) table() *table { return mustTable(g.Features()) }

func mustTable(has Features) *table {
	b, err := tableOf(has)
	if err != nil {
		panic(err)
	}
	return b
}

func build(has Features, rows []*Desc) (*table, error) {
	g := has.Gen()
	t := &table{has: has, rows: rows, byName: map[string][]*Form{},
		registers: sync.OnceValue(func() map[string]register { return registerNames(g) })}
	for _, p := range pictures {
		if p.gens&g == 0 {
			continue
		}
		l, err := compile(p, has)
		if err != nil {
			return nil, err
		}
		t.layouts[p.fmt] = l
		t.byOp[p.fmt] = make([]*Form, 1<<l.width('o'))
		if p.fmt != VOP3B {
			t.order = append(t.order, l)
		}
	}
	for _, p := range subPictures {
		if p.gens&g == 0 {
			continue
		}
		l, err := compile(p, has)
		if err != nil {
			return nil, err
		}
		t.layouts[p.fmt] = l
	}
	for top := range t.first {
		n := slices.IndexFunc(t.order, func(l *layout) bool {
			m := l.mask[0] >> 23
			return uint32(top)&m == l.match[0]>>23&m
		})
		if n < 0 {
			n = len(t.order)
		}
		t.first[top] = uint8(n)
	}
	var errs []error
	for _, d := range rows {
		if err := t.add(d); err != nil {
			errs = append(errs, fmt.Errorf("isa: row %s: %w", d.Name, err))
		}
	}
	return t, errors.Join(errs...)
}

// add enters all forms of a row.
func (t *table) add(d *Desc) error {
	args, err := parseArgs(d.Args)
	if err != nil {
		return err
	}
	if len(d.Enc) == 0 {
		return errors.New("no encoding")
	}
	var fast func() Vector
	if do, ok := d.Do.(Vector); ok {
		fast = sync.OnceValue(func() Vector { return fastest(d, do) })
	}
	for i := range d.Enc {
		x := &d.Enc[i]
		if !x.on(t.has) {
			continue
		}
		name := x.Name
		if name == "" {
			name = d.Name
		}
		f := Form{Desc: d, Gen: t.has.Gen(), Fmt: x.Fmt, Op: x.Op, Name: name, table: t, fast: fast}
		vop := x.Fmt == VOP1 || x.Fmt == VOP2 || x.Fmt == VOPC
		if err := t.enter(f, args, vop && d.Flag&NoVOP3 == 0); err != nil {
			return err
		}
	}
	return nil
}

// enter adds one form and, where it has one, the VOP3 form derived from it.
func (t *table) enter(f Form, args []Arg, derive bool) error {
	l := t.layouts[f.Fmt]
	if l == nil {
		return fmt.Errorf("%v does not exist on %v", f.Fmt, f.Gen)
	}
	if derive {
		v := f
		v.Fmt, v.vop3 = VOP3, true
		v.Op += vop3Base(f.Fmt, f.Gen)
		for _, a := range args {
			if a.Role == 'e' {
				v.Fmt = VOP3B
			}
		}
		if len(args) > 0 {
			v.Name += "_e64"
		}
		if f.Desc.Flag&NoE32 == 0 {
			f.Name += "_e32"
		}
		if err := t.enter(v, args, false); err != nil {
			return err
		}
	}
	if f.Fmt == VINTRP && f.Gen&(GCN12|GCN14) != 0 {
		f.Name += "_e32"
	}
	f.layout = l
	f.Args = append([]Arg(nil), args...)
	for i := range f.Args {
		a := &f.Args[i]
		if l.has(a.Role) || a.Role == 'K' || a.Role == 'z' {
			continue
		}
		if a.Type != Mask {
			return fmt.Errorf("%v has no field %q", f.Fmt, a.Role)
		}
		a.Implicit = true
	}
	space := f.Fmt
	if space == VOP3B {
		space = VOP3
	}
	slot := t.byOp[space]
	if int(f.Op) >= len(slot) {
		return fmt.Errorf("opcode %d is wider than the field of %v on %v", f.Op, f.Fmt, f.Gen)
	}
	if old := slot[f.Op]; old != nil {
		return fmt.Errorf("opcode %v %d on %v is %s's too", f.Fmt, f.Op, f.Gen, old.Name)
	}
	f.imply()
	p := &f
	p.index = len(t.forms)
	slot[f.Op] = p
	t.forms = append(t.forms, p)
	t.byName[p.Name] = append(t.byName[p.Name], p)
	if b := p.Base(); b != p.Name {
		t.byName[b] = append(t.byName[b], p)
	}
	return nil
}

// Rows returns every row of the table, by name.
func Rows() []*Desc {
	rows := append([]*Desc(nil), theRows()...)
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].Name < rows[j].Name })
	return rows
}

// Forms returns every form of the target: each row in each encoding that it has there.
func (t Target) Forms() []*Form { return slices.Clone(t.table().forms) }

// Forms is [Target.Forms] of the target that stands for a generation.
func Forms(g Gen) []*Form { return g.Target().Forms() }

// Lookup returns the forms of a mnemonic on the target; the name may carry an encoding suffix
// ("_e32", "_e64").
func (t Target) Lookup(name string) []*Form { return t.table().byName[name] }

// Lookup is [Target.Lookup] of the target that stands for a generation.
func Lookup(g Gen, name string) []*Form { return g.Target().Lookup(name) }

// validate checks the tables of all targets: overlaps, opcodes wider than their field, arguments
// that the format cannot hold. A test calls it.
func validate() error {
	var errs []error
	for i := range targets {
		_, err := tableOf(targets[i].Features)
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Missing reports whether the instruction cannot be executed.
func (d *Desc) Missing() bool { return d.Do == nil }

// Writes reports whether the row writes the implicit register (">scc", ">exec", ...) named.
func (d *Desc) Writes(reg string) bool { return d.implies('>', reg) }

// Reads reports whether the row reads the implicit register ("<scc", "<exec", ...) named.
func (d *Desc) Reads(reg string) bool { return d.implies('<', reg) }

func (d *Desc) implies(access byte, reg string) bool {
	for s, n := d.Imp, len(reg)+1; len(s) >= n; {
		if s[0] == access && s[1:n] == reg && (len(s) == n || s[n] == ' ') {
			return true
		}
		i := strings.IndexByte(s, ' ')
		if i < 0 {
			return false
		}
		s = s[i+1:]
	}
	return false
}
