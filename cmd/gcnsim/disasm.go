package main

import (
	"bufio"
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/disasm"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

type disasmCmd struct {
	File string `arg:"" help:"ELF code object or raw binary; assembly text is assembled first."`
	GPU  string `name:"gpu" placeholder:"GPU" help:"Generation (gcn1.2), target (gfx803) or chip (fiji). Not needed for a code object."`
	text
	bundle
}

// Help is shown below the flags.
func (*disasmCmd) Help() string {
	return `Examples:

    gcnsim disasm k.hsaco > k.s; gcnsim asm k.s -o k2.hsaco
    gcnsim disasm k.bin --gpu fiji

Of a code object the text is the whole: sections, symbols, kernels (.amdhsa_kernel), metadata, and source lines as comments where it has debug
information. gcnsim asm makes an object with the same loaded bytes of it. Instructions may be added anywhere: addresses that code computes are symbols.
A relocatable object is linked first. Of other files the text is the code, with comments about kernels. Symbols and targets of branches are labels; a comment has the address and the dwords.
With --syntax clrx the text is as CLRX writes it: a code object of version 2 is .rocm, with the kernels' configuration and metadata; of others it is the code alone.
What is no instruction, or would be encoded in another way, is written as .long with the reason or the text in the comment.`
}

// Run executes the verb.
func (c *disasmCmd) Run(s streams) error {
	opts, err := c.options()
	if err != nil {
		return err
	}
	opts.Bundle = c.Bundle
	o, _, err := run.ReadCode(c.File, c.GPU, opts)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(s.out)
	if opts.Syntax == isa.SyntaxLLVM {
		whole, err := o.Linked()
		if err == nil && disasm.Whole(whole) {
			return disasm.Write(s.out, whole)
		}
		if err != nil {
			fmt.Fprintf(w, "; code only: %v\n", err)
		}
		describeKernels(w, o)
	}
	if opts.Syntax == isa.SyntaxCLRX {
		clrxHeader(w, o)
	}
	found := false
	for i := range o.Segments {
		if g := &o.Segments[i]; g.Flags&elf.PF_X != 0 {
			found = true
			l := newListing(o, g, opts.Syntax)
			l.write(w)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if !found {
		return usage("%s: it has no executable segment", c.File)
	}
	return nil
}

// clrxHeader begins a text of CLRX's dialect: kernels of code objects of version 2 are CLRX's
// .rocm, with their configuration and the metadata.
func clrxHeader(w io.Writer, o *codeobj.Object) {
	format := ".rawcode"
	if o.Version == 2 && len(o.Kernels) > 0 {
		format = ".rocm"
	}
	fmt.Fprintf(w, "%s\n.gpu %s\n", format, asm.CLRXDevice(o.ISA()))
	for i := range o.Kernels {
		k := &o.Kernels[i]
		if format != ".rocm" {
			fmt.Fprintf(w, "# kernel %s at %#x: %d VGPRs, %d SGPRs\n", k.Name, k.Entry, k.Desc.VGPRs, k.Desc.SGPRs)
			continue
		}
		fmt.Fprintf(w, ".kernel %s\n", k.Name)
		if lines, ok := clrxConfig(o, k); ok {
			fmt.Fprintf(w, "    .config\n%s", lines)
		}
	}
	for _, s := range o.Sections {
		if s.Type != elf.SHT_NOTE || format != ".rocm" {
			continue
		}
		if note, ok := o.Bytes(s.Addr, s.Size); ok {
			clrxMetadata(w, codeobj.MetadataTextV2(note))
		}
	}
	fmt.Fprintln(w, ".text")
}

// clrxConfig is the configuration of a kernel as lines, where there are lines for it.
func clrxConfig(o *codeobj.Object, k *codeobj.Kernel) ([]byte, bool) {
	desc, ok := o.Bytes(k.DescAddr, abi.SizeV2)
	if !ok {
		return nil, false
	}
	return asm.AppendCLRXConfig(nil, o.ISA(), desc)
}

// clrxMetadata writes the text of a note as bytes, a string for each of its lines.
func clrxMetadata(w io.Writer, text string) {
	if text == "" {
		return
	}
	fmt.Fprintln(w, ".metadata")
	for line := range strings.Lines(text) {
		var b strings.Builder
		for _, c := range []byte(line) {
			switch {
			case c == '"' || c == '\\':
				b.WriteByte('\\')
				b.WriteByte(c)
			case c < ' ' || c > '~':
				fmt.Fprintf(&b, "\\%03o", c)
			default:
				b.WriteByte(c)
			}
		}
		fmt.Fprintf(w, "    .ascii \"%s\"\n", b.String())
	}
}

// describeKernels writes as comments what a file says of its kernels, where the text is the code only:
// registers, memory, what the registers hold in the beginning, arguments.
func describeKernels(w io.Writer, o *codeobj.Object) {
	for i := range o.Kernels {
		k := &o.Kernels[i]
		d := &k.Desc
		fmt.Fprintf(w, "; kernel %s (%s) at %#x: %d VGPRs, %d SGPRs, %d bytes of LDS, %d of scratch, %d of arguments\n", k.Name, o.ABI,
			k.Entry, d.VGPRs, d.SGPRs, d.LDSBytes, d.PrivateBytes, k.KernargSize)
		if k.ReqdGroupSize != [3]uint32{} {
			fmt.Fprintf(w, ";   work-groups of %d,%d,%d\n", k.ReqdGroupSize[0], k.ReqdGroupSize[1], k.ReqdGroupSize[2])
		}
		for _, u := range k.UserData {
			fmt.Fprintf(w, ";   %s %s %d\n", registers(u.First, u.Count), u.Name, u.Slot)
		}
		for _, r := range d.InitialSGPRs() {
			fmt.Fprintf(w, ";   %s %s\n", registers(r.First, r.Count), r.Role)
		}
		for j := range k.Args {
			a := &k.Args[j]
			fmt.Fprintf(w, ";   argument at %d, %d bytes: %s\n", a.Offset, a.Size, a)
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

	g      isa.Gen
	target string
	isa    isa.Target
	base   uint64
	code   []byte

	marks  map[int]string      // offsets at which an instruction must start: symbols
	labels map[int]string      // offsets that have a label
	others map[int][]string    // further names of them
	seen   map[string][]string // by bytes: text that gives them back, or "" and the comment
	items  []item
	relocs map[uint64]*codeobj.Relocation // by address of the word
}

// item is one line: an instruction, or a dword that is none.
type item struct {
	off, n int
	in     isa.Inst // Form is nil where it is none
	why    string
	room   bool // for what stands elsewhere in the text
}

var labelName = regexp.MustCompile(`^[A-Za-z_.$@][A-Za-z0-9_.$@]*$`)

func newListing(o *codeobj.Object, g *codeobj.Segment, syntax isa.Syntax) *listing {
	l := &listing{syntax: syntax, mark: ";", config: map[int]bool{}, g: o.Gen, target: o.Target, isa: o.ISA(),
		base: g.Addr, code: g.Data, labels: map[int]string{}, others: map[int][]string{}, seen: map[string][]string{}}
	if syntax == isa.SyntaxCLRX {
		l.mark = "#"
		for i := range o.Kernels {
			if k := &o.Kernels[i]; o.Version == 2 && k.DescAddr >= g.Addr &&
				k.DescAddr-g.Addr+abi.SizeV2 <= uint64(len(g.Data)) {
				_, l.config[int(k.DescAddr-g.Addr)] = clrxConfig(o, k)
			}
		}
	}
	l.relocs = map[uint64]*codeobj.Relocation{}
	for i := range o.Relocations {
		l.relocs[o.Relocations[i].Offset] = &o.Relocations[i]
	}
	used := map[string]bool{}
	for i := range o.Kernels { // CLRX finds a kernel by the label of its name; containers have other symbols there
		k := &o.Kernels[i]
		if off := int(k.DescAddr - g.Addr); len(l.config) > 0 && l.labels[off] == "" && !used[k.Name] && l.isLabel(k.Name) {
			if _, ok := l.config[off]; ok {
				l.labels[off], used[k.Name] = k.Name, true
			}
		}
	}
	for _, y := range o.Symbols {
		if !y.Defined || y.Abs || y.Name == "" || y.Addr < g.Addr || y.Addr-g.Addr >= uint64(len(g.Data)) ||
			(y.Addr-g.Addr)%4 != 0 {
			continue
		}
		off := int(y.Addr - g.Addr)
		switch {
		case used[y.Name]:
		case l.labels[off] == "" && l.isLabel(y.Name):
			l.labels[off], used[y.Name] = y.Name, true
		default:
			l.others[off] = append(l.others[off], y.Name)
		}
	}
	l.marks = map[int]string{}
	for off, name := range l.labels {
		l.marks[off] = name
	}
	l.sweep()
	l.branches(used)
	return l
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
		it := item{off: off, n: min(4, len(l.code)-off)}
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
				it = item{off: off, n: 4, why: "ends behind a symbol"}
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
func branchTarget(it *item) (off int, ok bool) {
	for _, o := range it.in.Operands() {
		if o.Kind == isa.KindLabel {
			return it.off + 4 + 4*int(int32(o.Val)), true
		}
	}
	return 0, false
}

// branches gives labels to the targets of branches at which an instruction starts.
func (l *listing) branches(used map[string]bool) {
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
		for used[name] {
			name += "_"
		}
		l.labels[t] = name
	}
}

// text is the instruction's text if it assembles to the same bytes, else "" and the reason.
func (l *listing) text(it *item) (text, why string) {
	if it.in.Form == nil {
		return "", it.why
	}
	code := l.code[it.off : it.off+it.n]
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
	for i := range l.items {
		it := &l.items[i]
		l.label(w, it.off)
		text, why := l.text(it)
		if t, ok := branchTarget(it); ok && text != "" && l.labels[t] != "" {
			text = text[:strings.LastIndexByte(text, ' ')+1] + l.labels[t]
		}
		data := l.code[it.off : it.off+it.n]
		if text == "" {
			l.data(w, it, why)
			continue
		}
		fmt.Fprintf(w, "\t%-58s %s %08x: %s%s\n", text, l.mark, l.base+uint64(it.off), dwords(data), l.relocation(it))
	}
	l.label(w, len(l.code))
}

// relocation names what a loader or linker has to fill into an instruction.
func (l *listing) relocation(it *item) string {
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

// data writes what is no instruction.
func (l *listing) data(w io.Writer, it *item, why string) {
	data := l.code[it.off : it.off+it.n]
	if it.room {
		fmt.Fprintf(w, "\t.skip %d\n", it.n)
		return
	}
	text := ".byte "
	for i := 0; i < len(data); {
		if i > 0 {
			text += ", "
		}
		if len(data)%4 == 0 {
			text = strings.Replace(text, ".byte", ".long", 1) + fmt.Sprintf("%#x", binary.LittleEndian.Uint32(data[i:]))
			i += 4
			continue
		}
		text += fmt.Sprintf("%#x", data[i])
		i++
	}
	fmt.Fprintf(w, "\t%-58s %s %08x: %s\n", text, l.mark, l.base+uint64(it.off), strings.ReplaceAll(why, "\n", " "))
}

// dwords writes bytes as dwords.
func dwords(b []byte) string {
	var s []string
	for ; len(b) >= 4; b = b[4:] {
		s = append(s, fmt.Sprintf("%08x", binary.LittleEndian.Uint32(b)))
	}
	return strings.Join(s, " ")
}
