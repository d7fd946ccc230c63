package disasm

import (
	"bufio"
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/codeobj"
)

// WriteCode writes the code of an object for which there is no text of the whole, with comments about
// its kernels. why says why there is none; nil where there is nothing but code.
func WriteCode(w io.Writer, o *codeobj.Object, why error) error {
	b := bufio.NewWriter(w)
	if why != nil {
		fmt.Fprintf(b, "; code only: %s\n", comment(why.Error()))
	}
	describeKernels(b, o)
	for i := range o.Segments {
		if g := &o.Segments[i]; g.Flags&elf.PF_X != 0 {
			l := newListing(o, g.Addr, g.Data, isa.SyntaxLLVM)
			for j := range o.Kernels {
				l.kernel(&o.Kernels[j], o.Version == 2, false)
			}
			l.divide(o.Symbols)
			l.write(b)
		}
	}
	return b.Flush()
}

// comment is text for one line.
func comment(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text)
}

// describeKernels writes as comments what a file says of its kernels, where the text is the code only:
// registers, memory, what the registers hold in the beginning, arguments.
func describeKernels(w io.Writer, o *codeobj.Object) {
	for i := range o.Kernels {
		k := &o.Kernels[i]
		d := &k.Desc
		fmt.Fprintf(w, "; kernel %s (%s) at %#x: %d VGPRs, %d SGPRs, %d bytes of LDS, %d of scratch, %d of arguments\n",
			comment(k.Name), o.ABI,
			k.Entry, d.VGPRs, d.SGPRs, d.LDSBytes, d.PrivateBytes, k.KernargSize)
		if k.ReqdGroupSize != [3]uint32{} {
			fmt.Fprintf(w, ";   work-groups of %d,%d,%d\n", k.ReqdGroupSize[0], k.ReqdGroupSize[1], k.ReqdGroupSize[2])
		}
		for _, u := range k.UserData {
			fmt.Fprintf(w, ";   %s %s %d\n", registers(u.First, u.Count), comment(u.Name), u.Slot)
		}
		for _, r := range d.InitialSGPRs() {
			fmt.Fprintf(w, ";   %s %s\n", registers(r.First, r.Count), r.Role)
		}
		for j := range k.Args {
			a := &k.Args[j]
			fmt.Fprintf(w, ";   argument at %d, %d bytes: %s\n", a.Offset, a.Size, comment(fmt.Sprint(a)))
		}
	}
}

// registers names scalar registers.
func registers(first, count int) string {
	if count == 1 {
		return fmt.Sprintf("s%d", first)
	}
	return fmt.Sprintf("s[%d:%d]", first, first+count-1)
}

// listing is the text of one segment.
type listing struct {
	syntax isa.Syntax
	mark   string       // begins a comment
	config map[int]bool // offsets of descriptors in the code; true: the text has their configuration

	target string
	isa    isa.Target
	base   uint64
	code   []byte

	marks  map[int]string      // offsets at which an instruction must start: symbols
	labels map[int]string      // offsets that have a label
	others map[int][]string    // further names of them
	seen   map[string][]string // by bytes: text that gives them back, or "" and the comment
	items  []line
	starts []int                            // offsets at which kernels begin that have no descriptor
	ends   map[int]string                   // offsets at which kernels end
	used   map[string]bool                  // names
	relocs map[uint64]*codeobj.Relocation   // by address of the word
	word   func(*codeobj.Relocation) string // the expression of a relocated word; nil: there are none
}

// line is an instruction, or bytes that are none.
type line struct {
	off, n int
	in     isa.Inst // Form is nil where it is none
	why    string
	room   bool // for what stands elsewhere in the text
}

// newListing reads the code from an address on.
func newListing(o *codeobj.Object, addr uint64, code []byte, syntax isa.Syntax) *listing {
	l := &listing{syntax: syntax, mark: ";", config: map[int]bool{}, target: o.Target, isa: o.ISA(),
		base: addr, code: code, labels: map[int]string{}, others: map[int][]string{}, seen: map[string][]string{},
		relocs: map[uint64]*codeobj.Relocation{}, used: map[string]bool{}, ends: map[int]string{}}
	if syntax == isa.SyntaxCLRX {
		l.mark = "#"
	}
	for i := range o.Relocations {
		l.relocs[o.Relocations[i].Offset] = &o.Relocations[i]
	}
	return l
}

// within is the offset of an address in the code.
func (l *listing) within(addr uint64) (off int, ok bool) {
	return int(addr - l.base), addr >= l.base && addr-l.base < uint64(len(l.code))
}

// kernel gives a kernel its label, and notes whether its descriptor is in the code; written: the text
// has it elsewhere.
func (l *listing) kernel(k *codeobj.Kernel, described, written bool) {
	off, ok := l.within(k.DescAddr)
	if !ok || described && len(l.code)-off < abi.SizeV2 {
		return
	}
	if described {
		l.config[off] = written
	}
	if l.labels[off] == "" && !l.used[k.Name] && l.isLabel(k.Name) {
		l.labels[off], l.used[k.Name] = k.Name, true
		if end, ok := l.within(k.Entry + k.CodeSize); ok {
			l.ends[end] = k.Name
		}
	}
}

// divide finds instructions and labels, once kernels are known.
func (l *listing) divide(symbols []codeobj.Symbol) {
	for _, y := range symbols {
		off, ok := l.within(y.Addr)
		if !y.Defined || y.Abs || y.Name == "" || !ok || off%4 != 0 {
			continue
		}
		switch {
		case l.used[y.Name]:
		case l.labels[off] == "" && l.isLabel(y.Name):
			l.labels[off], l.used[y.Name] = y.Name, true
		default:
			l.others[off] = append(l.others[off], y.Name)
		}
	}
	l.marks = map[int]string{}
	for off, name := range l.labels {
		l.marks[off] = name
	}
	l.sweep()
	l.branches()
}

// isLabel reports whether the assembler takes the name for a label.
func (l *listing) isLabel(name string) bool {
	if !labelName.MatchString(name) {
		return false
	}
	p, err := asm.CodeIn(l.syntax, l.isa, name+":\ns_branch "+name+"\n")
	return err == nil && len(p.Code) == 4 && binary.LittleEndian.Uint16(p.Code) == 0xffff
}

// sweep divides the code into instructions, from each symbol on.
func (l *listing) sweep() {
	for off := 0; off < len(l.code); {
		it := line{off: off, n: min(4, len(l.code)-off)}
		if written, ok := l.config[off]; ok {
			it.n, it.why, it.room = abi.SizeV2, "the kernel's configuration", written
			l.items = append(l.items, it)
			off += it.n
			continue
		}
		in, err := l.isa.Decode(l.code[off:])
		if err == nil {
			it.in, it.n = in, int(in.Len)
			if _, inside := l.marks[off+4]; inside && it.n > 4 {
				it = line{off: off, n: 4, why: "ends behind a symbol"}
			}
		} else {
			it.why = err.Error()
			var e *isa.DecodeError
			if errors.As(err, &e) {
				it.why = strings.TrimSuffix(fmt.Sprintf("%v: %s", e.Err, e.Detail), ": ")
			}
		}
		l.items = append(l.items, it)
		off += it.n
	}
}

// branchTarget is the offset that the instruction jumps to.
func branchTarget(it *line) (off int, ok bool) {
	for _, o := range it.in.Operands() {
		if o.Kind == isa.KindLabel {
			return it.off + 4 + 4*int(int32(o.Val)), true
		}
	}
	return 0, false
}

// branches gives labels to the targets of branches at which an instruction starts.
func (l *listing) branches() {
	starts := map[int]bool{len(l.code): true}
	for i := range l.items {
		starts[l.items[i].off] = true
	}
	var targets []int
	for i := range l.items {
		if t, ok := branchTarget(&l.items[i]); ok && starts[t] && l.labels[t] == "" {
			targets = append(targets, t)
		}
	}
	slices.Sort(targets)
	for _, t := range slices.Compact(targets) {
		name := fmt.Sprintf("L_%x", l.base+uint64(t))
		if l.syntax == isa.SyntaxCLRX {
			name = "." + name // no symbol of the object that is made of the text
		}
		for l.used[name] {
			name += "_"
		}
		l.labels[t] = name
	}
}

// text is the instruction's text if it assembles to the same bytes, else "" and the reason.
func (l *listing) text(it *line) (text, why string) {
	if it.in.Form == nil {
		return "", it.why
	}
	code := l.code[it.off : it.off+it.n]
	if text := l.relocated(it); text != "" {
		return text, ""
	}
	if r, ok := l.seen[string(code)]; ok {
		return r[0], r[1]
	}
	text = string(it.in.AppendSyntax(nil, l.syntax))
	p, err := asm.CodeIn(l.syntax, l.isa, text)
	switch {
	case err != nil:
		var e asm.Errors
		if errors.As(err, &e) {
			err = errors.New(e[0].Msg)
		}
		text, why = "", fmt.Sprintf("%s: %v", text, err)
	case !bytes.Equal(p.Code, code):
		text, why = "", text+": the assembler encodes this in another way"
	}
	l.seen[string(code)] = []string{text, why}
	return text, why
}

func (l *listing) write(w io.Writer) {
	fmt.Fprintf(w, "%s %s, %d bytes at %#x\n", l.mark, l.target, len(l.code), l.base)
	entries := map[int]bool{}
	for off := range l.config {
		entries[off] = off > 0
	}
	for _, off := range l.starts {
		entries[off] = off > 0
	}
	for i := 0; i < len(l.items); i++ {
		it := &l.items[i]
		if name := l.ends[it.off]; name != "" {
			fmt.Fprintf(w, "\t.size %s, .-%s\n", name, name)
		}
		if entries[it.off] { // the hardware needs it, also where something was added before
			fmt.Fprint(w, "\t.p2align 8\n")
		}
		l.label(w, it.off)
		if n := l.zeros(i, entries); n > 1 {
			fmt.Fprintf(w, "\t%-58s %s %08x\n", fmt.Sprintf(".skip %d", 4*n), l.mark, l.base+uint64(it.off))
			i += n - 1
			continue
		}
		text, why := l.text(it)
		if t, ok := branchTarget(it); ok && text != "" && l.labels[t] != "" {
			text = text[:strings.LastIndexByte(text, ' ')+1] + l.labels[t]
		}
		data := l.code[it.off : it.off+it.n]
		if text == "" {
			l.data(w, it, why)
			continue
		}
		fmt.Fprintf(w, "\t%-58s %s %08x: %s%s\n", text, l.mark, l.base+uint64(it.off), dwords(data),
			comment(l.relocation(it)))
	}
	l.label(w, len(l.code))
}

// zeros is how many dwords of zero there are from an item on, up to where the text has something else.
func (l *listing) zeros(i int, entries map[int]bool) (n int) {
	for ; i+n < len(l.items); n++ {
		it := &l.items[i+n]
		if it.n != 4 || it.room || le.Uint32(l.code[it.off:]) != 0 || l.relocs[l.base+uint64(it.off)] != nil {
			break
		}
		if n > 0 && (l.labels[it.off] != "" || len(l.others[it.off]) > 0 || l.ends[it.off] != "" || entries[it.off]) {
			break
		}
	}
	return n
}

// relocated is the text of an instruction whose literal a loader fills in, with an expression for it.
func (l *listing) relocated(it *line) string {
	r := l.relocs[l.base+uint64(it.off+it.n-4)]
	if r == nil || l.word == nil || it.n < 8 {
		return ""
	}
	expr := l.word(r)
	return withLiteral(l.isa, l.syntax, l.code[it.off:it.off+it.n], expr)
}

// withLiteral is the text of an instruction with an expression for its literal, or empty.
func withLiteral(t isa.Target, syntax isa.Syntax, code []byte, expr string) string {
	code = slices.Clone(code)
	const mark = 0x5aa55aa5 // a number that is no inline constant
	le.PutUint32(code[len(code)-4:], mark)
	in, err := t.Decode(code)
	if err != nil || int(in.Len) != len(code) || expr == "" {
		return ""
	}
	text := string(in.AppendSyntax(nil, syntax))
	if strings.Count(text, fmt.Sprintf("%#x", mark)) != 1 {
		return ""
	}
	p, err := asm.CodeIn(syntax, t, text)
	if err != nil || !bytes.Equal(p.Code, code) {
		return ""
	}
	return strings.Replace(text, fmt.Sprintf("%#x", mark), expr, 1)
}

// relocation names what a loader or linker has to fill into an instruction.
func (l *listing) relocation(it *line) string {
	for off := it.off; off < it.off+it.n; off++ {
		if r := l.relocs[l.base+uint64(off)]; r != nil {
			s := fmt.Sprintf(" %s %s", r.Type, r.Symbol.Name)
			if r.Addend != 0 {
				s += fmt.Sprintf("%+d", r.Addend)
			}
			return s
		}
	}
	return ""
}

func (l *listing) label(w io.Writer, off int) {
	for _, name := range l.others[off] {
		fmt.Fprintf(w, "%s symbol %q\n", l.mark, name)
	}
	if name := l.labels[off]; name != "" {
		fmt.Fprintf(w, "%s:\n", name)
	}
}

// dataLine is how many bytes of data a line has.
const dataLine = 16

// data writes what is no instruction.
func (l *listing) data(w io.Writer, it *line, why string) {
	data := l.code[it.off : it.off+it.n]
	if it.room {
		fmt.Fprintf(w, "\t.skip %d\n", it.n)
		return
	}
	for at := 0; at < len(data); at += dataLine {
		part, text := data[at:min(at+dataLine, len(data))], ".byte "
		for i := 0; i < len(part); {
			if i > 0 {
				text += ", "
			}
			if len(data)%4 == 0 {
				text = strings.Replace(text, ".byte", ".long", 1) + fmt.Sprintf("%#x", binary.LittleEndian.Uint32(part[i:]))
				i += 4
				continue
			}
			text += fmt.Sprintf("%#x", part[i])
			i++
		}
		fmt.Fprintf(w, "\t%-58s %s %08x: %s\n", text, l.mark, l.base+uint64(it.off+at), comment(why))
	}
}
