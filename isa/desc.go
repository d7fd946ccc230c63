package isa

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
)

// Desc is one row of the instruction table: everything that is known of an instruction, in one place.
type Desc struct {
	Name string  // LLVM's mnemonic, without encoding suffix; generations that use another name have it in Enc
	Args string  // operands in assembly order, see [Arg]
	Imp  string  // implicit registers: "<scc" read, ">scc" written; of scc vcc exec m0 pc mode vskip
	Enc  []Enc   // encodings by generation
	Flag Flag    // what the derived forms may not or must do
	Lat  Lat     // latency class where it does not follow from format and operand types
	Do   Meaning // nil: the instruction is decoded and printed but has no meaning yet; executing it is a fault
	Doc  string  // the formula in one line
	Note string  // what is approximate or undocumented, and why
}

// Enc is one encoding of a row: format and opcode in a set of generations.
type Enc struct {
	Gens Gen
	Fmt  Format
	Op   uint16
	Name string // the mnemonic in these generations, where it is not the row's
}

// Flag qualifies how forms are derived from a row.
type Flag uint32

// The flags.
const (
	NoVOP3     Flag = 1 << iota // a VOP1, VOP2 or VOPC row without a VOP3 form
	NoSDWA                      // no sub-dword form
	NoDPP                       // no data-parallel form
	Keep16                      // a 16-bit result keeps the upper half of its register
	Keep16G9                    // the same on GCN 1.4 only
	HasMods                     // VOP3: abs and neg are allowed although the operands are untyped (v_cndmask_b32)
	OpSel                       // GCN 1.4 VOP3: op_sel is allowed
	NoClamp                     // VOP3: no clamp
	IntClamp                    // VOP3: integer clamp (from GCN 1.2)
	SDWANoG9                    // SDWA on GCN 1.2 only (v_mac)
	MixHi                       // v_mad_mixhi: the result goes to the upper half
	NoE32                       // the 32-bit form is printed without the suffix _e32
	NoOmod                      // VOP3: no omod although source or result is floating point
	HasOmod                     // VOP3: omod is allowed although the result is no number
	HasClamp                    // VOP3: CLAMP may be set although the result is an integer, from GCN 1.2; the kernel of an IntClamp row obeys it
	HasClampG9                  // the same on GCN 1.4 only
	NoD16                       // MIMG: the D16 bit is not allowed
	Copy                        // the result is source 0
)

// e makes the encodings of a row from its opcode in each of the four generations, -1 where the generation lacks it.
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

// Arg is one operand of a form. In Args strings it is written role, access, ":", register file, type:
//
//	d:f32      destination in field d
//	d+:f32     read and written          d<:b32   field d, but only read (store data)
//	a:v.b32    must be a VGPR            a:s.b64  must be an SGPR
//	a:l.b32    an SGPR, constant or literal
//
// A role whose letter is no field of the format is implicit: e and a Mask in c are VCC; so is a Mask destination of VOPC.
type Arg struct {
	Role     byte
	Type     Type
	Read     bool
	Write    bool
	File     byte // 0 any the field can name, 's' scalar registers only, 'v' vector registers only, 'l' all but vector registers
	Implicit bool // not encoded: VCC
}

// Form is one encoding of a row in one generation: what decoding yields.
type Form struct {
	Desc *Desc
	Gen  Gen
	Fmt  Format
	Op   uint16
	Name string // mnemonic with LLVM's encoding suffix where it has one
	Args []Arg

	index  int
	layout *layout
	vop3   bool // derived from a VOP1, VOP2 or VOPC row
}

// Index is the form's number, for tables with something about each form: less than [NumForms].
func (f *Form) Index() int { return f.index }

// NumForms is how many forms there are, of all generations.
func NumForms() int { return len(mustTable().forms) }

// FormOf returns the form whose format and opcode the first dword of an instruction has, nil where there is
// none. Whether the words are that instruction only [Decode] says.
func FormOf(g Gen, word uint32) *Form {
	t := mustTable()
	gi := g.Index()
	order := t.order[gi]
	for _, l := range order[t.first[gi][word>>23]:] {
		if word&l.mask[0] == l.match[0] {
			return t.byOp[gi][l.fmt][l.get(&[2]uint32{word}, 'o')]
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

// table is the validated instruction table.
type table struct {
	rows    []*Desc
	forms   []*Form
	layouts [4][numFormats]*layout
	byOp    [4][numFormats][]*Form // by opcode
	byName  [4]map[string][]*Form  // by mnemonic, suffixed and plain
	order   [4][]*layout           // prefixes to try, in order
	first   [4][512]uint8          // the first of them that the upper 9 bits of a word can be
}

// theTable is built and validated once, on first use.
var theTable = sync.OnceValues(func() (*table, error) { return build(allRows()) })

// mustTable returns the table. A wrong table is a programming error that every test of the package shows, so it panics.
func mustTable() *table {
	t, err := theTable()
	if err != nil {
		panic(err)
	}
	return t
}

func build(rows []*Desc) (*table, error) {
	t := &table{rows: rows}
	var errs []error
	for _, p := range pictures {
		for gi, g := range gens {
			if p.gens&g == 0 {
				continue
			}
			l, err := compile(p, g)
			if err != nil {
				return nil, err
			}
			t.layouts[gi][p.fmt] = l
			t.byOp[gi][p.fmt] = make([]*Form, 1<<l.width('o'))
			if p.fmt != VOP3B {
				t.order[gi] = append(t.order[gi], l)
			}
		}
	}
	for _, p := range subPictures {
		for gi, g := range gens {
			if p.gens&g != 0 {
				l, err := compile(p, g)
				if err != nil {
					return nil, err
				}
				t.layouts[gi][p.fmt] = l
			}
		}
	}
	for gi := range t.byName {
		t.byName[gi] = map[string][]*Form{}
		for top := range t.first[gi] {
			n := slices.IndexFunc(t.order[gi], func(l *layout) bool {
				m := l.mask[0] >> 23
				return uint32(top)&m == l.match[0]>>23&m
			})
			if n < 0 {
				n = len(t.order[gi])
			}
			t.first[gi][top] = uint8(n)
		}
	}
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
	var have Gen
	for _, x := range d.Enc {
		have |= x.Gens
		for gi, g := range gens {
			if x.Gens&g == 0 {
				continue
			}
			name := x.Name
			if name == "" {
				name = d.Name
			}
			f := Form{Desc: d, Gen: g, Fmt: x.Fmt, Op: x.Op, Name: name}
			vop := x.Fmt == VOP1 || x.Fmt == VOP2 || x.Fmt == VOPC
			if err := t.enter(gi, f, args, vop && d.Flag&NoVOP3 == 0); err != nil {
				return err
			}
		}
	}
	if have == 0 {
		return errors.New("no encoding")
	}
	return nil
}

// enter adds one form and, where it has one, the VOP3 form derived from it.
func (t *table) enter(gi int, f Form, args []Arg, derive bool) error {
	l := t.layouts[gi][f.Fmt]
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
		if err := t.enter(gi, v, args, false); err != nil {
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
	slot := t.byOp[gi][space]
	if int(f.Op) >= len(slot) {
		return fmt.Errorf("opcode %d is wider than the field of %v on %v", f.Op, f.Fmt, f.Gen)
	}
	if old := slot[f.Op]; old != nil {
		return fmt.Errorf("opcode %v %d on %v is %s's too", f.Fmt, f.Op, f.Gen, old.Name)
	}
	p := &f
	p.index = len(t.forms)
	slot[f.Op] = p
	t.forms = append(t.forms, p)
	t.byName[gi][p.Name] = append(t.byName[gi][p.Name], p)
	if b := p.Base(); b != p.Name {
		t.byName[gi][b] = append(t.byName[gi][b], p)
	}
	return nil
}

// Rows returns every row of the table, by name.
func Rows() []*Desc {
	rows := append([]*Desc(nil), mustTable().rows...)
	sort.SliceStable(rows, func(i, j int) bool { return rows[i].Name < rows[j].Name })
	return rows
}

// Forms returns every form of a generation: each row in each encoding that it has there.
func Forms(g Gen) []*Form {
	var list []*Form
	for _, f := range mustTable().forms {
		if f.Gen == g {
			list = append(list, f)
		}
	}
	return list
}

// Lookup returns the forms of a mnemonic in a generation; the name may carry an encoding suffix ("_e32", "_e64").
func Lookup(g Gen, name string) []*Form { return mustTable().byName[g.Index()][name] }

// Validate checks the whole table: overlaps, opcodes wider than their field, arguments that the format cannot hold. It is nil in every
// released build; a test calls it.
func Validate() error {
	_, err := theTable()
	return err
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
