package disasm

import (
	"bufio"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/codeobj"
)

// Whole returns nil where [Write] can write the whole object: one as [codeobj.Object.Linked] returns it
// of HSA, Mesa, PAL or Gallium without a container, with section headers, and with names that a text can
// have. The error says what it is that the text cannot say.
func Whole(o *codeobj.Object) error {
	switch {
	case o.Container() != nil:
		return fmt.Errorf("LLVM's syntax has no directives for the container of %s; --syntax clrx writes all of it", o.ABI)
	case o.ABI == codeobj.NoABI:
		return errors.New("it is a raw binary")
	case o.ABI == codeobj.OpenCL12 || o.ABI == codeobj.OpenCL20:
		return fmt.Errorf("LLVM's syntax has no directives for kernels of %s", o.ABI)
	case o.Relocatable() && o.ABI == codeobj.HSA:
		return errors.New("the object is not linked")
	}
	code := false
	for i := range o.Sections {
		if !labelName.MatchString(o.Sections[i].Name) {
			return fmt.Errorf("the name of the section %q cannot stand in a text", o.Sections[i].Name)
		}
		code = code || o.Sections[i].Flags&elf.SHF_EXECINSTR != 0
	}
	for i := range o.Relocations {
		if r := &o.Relocations[i]; r.Type != codeobj.RelocRelative64 && !labelName.MatchString(r.Symbol.Name) {
			return fmt.Errorf("the name of the symbol %q cannot stand in a text", r.Symbol.Name)
		}
	}
	if !code {
		return errors.New("there are no section headers that say where code is")
	}
	return nil
}

// Write writes the text of an object for which [Whole] holds. The error is the writer's.
func Write(w io.Writer, o *codeobj.Object) error {
	t := newText(o)
	b := bufio.NewWriter(w)
	t.out = b
	t.write()
	return b.Flush()
}

// text is the text of one object.
type text struct {
	o    *codeobj.Object
	isa  isa.Target
	out  *bufio.Writer
	secs []*section

	labels  map[uint64][]string // by address
	written map[uint64]bool     // addresses whose labels are written
	used    map[string]bool
	words   map[uint64]*codeobj.Relocation // relocated words, by address
	symbols []codeobj.Symbol
	sizes   map[uint64][]string // names of symbols that end at an address, with their beginning
	kernels map[uint64]*codeobj.Kernel
	source  []codeobj.SourceLine
}

// section is a section with its contents.
type section struct {
	codeobj.Section
	data  []byte // nil for SHT_NOBITS
	items []item // of code
	names map[int]string
}

// made are the sections that a linker makes.
var made = map[string]bool{".note": true, ".dynsym": true, ".gnu.hash": true, ".hash": true, ".dynstr": true,
	".rela.dyn": true, ".dynamic": true,
	".got": true, ".relro_padding": true}

var labelName = regexp.MustCompile(`^[A-Za-z_.$][A-Za-z0-9_.$@]*$`)

func newText(o *codeobj.Object) *text {
	t := &text{o: o, isa: o.ISA(), labels: map[uint64][]string{}, written: map[uint64]bool{}, used: map[string]bool{},
		words: map[uint64]*codeobj.Relocation{},
		sizes: map[uint64][]string{}, kernels: map[uint64]*codeobj.Kernel{}, source: o.SourceLines()}
	for i := range o.Relocations {
		t.words[o.Relocations[i].Offset] = &o.Relocations[i]
	}
	for i := range o.Kernels {
		t.kernels[o.Kernels[i].DescAddr] = &o.Kernels[i]
	}
	for _, s := range o.Sections {
		if made[s.Name] && s.Type != elf.SHT_PROGBITS || s.Name == ".got" || s.Name == ".relro_padding" {
			continue
		}
		sec := &section{Section: s, names: map[int]string{}}
		if s.Type != elf.SHT_NOBITS {
			sec.data, _ = o.Bytes(s.Addr, s.Size)
		}
		if sec.data != nil || s.Type == elf.SHT_NOBITS {
			t.secs = append(t.secs, sec)
		}
	}
	for i := range o.Symbols {
		s := &o.Symbols[i]
		if !s.Defined || s.Abs || s.Name == "" || s.Name == "_DYNAMIC" || t.used[s.Name] ||
			!labelName.MatchString(s.Name) || t.at(s.Addr) == nil {
			continue
		}
		t.used[s.Name] = true
		t.symbols = append(t.symbols, *s)
		t.labels[s.Addr] = append(t.labels[s.Addr], s.Name)
		t.sizes[s.Addr+s.Size] = append(t.sizes[s.Addr+s.Size], s.Name)
	}
	for _, s := range t.secs {
		if s.Flags&elf.SHF_EXECINSTR != 0 {
			t.sweep(s)
		}
	}
	for _, s := range t.secs {
		t.branches(s)
		t.addresses(s)
	}
	for _, r := range o.Relocations {
		if r.Type == codeobj.RelocRelative64 {
			t.name(uint64(r.Addend))
		}
	}
	return t
}

// at is the section of an address, or of the address behind one.
func (t *text) at(addr uint64) *section {
	var end *section
	for _, s := range t.secs {
		if addr >= s.Addr && addr-s.Addr < s.Size {
			return s
		}
		if addr == s.Addr+s.Size {
			end = s
		}
	}
	return end
}

// name is what an address is called: a symbol or a label there, a symbol and an offset, or a new
// label. It is empty where the address is in no section.
func (t *text) name(addr uint64) string {
	if l := t.labels[addr]; len(l) > 0 {
		return l[0]
	}
	s := t.at(addr)
	if s == nil {
		return ""
	}
	if s.Flags&elf.SHF_EXECINSTR == 0 {
		for i := range t.symbols {
			if y := &t.symbols[i]; addr > y.Addr && addr-y.Addr < y.Size {
				return fmt.Sprintf("%s+%d", y.Name, addr-y.Addr)
			}
		}
	} else if !s.starts(addr) {
		return ""
	}
	return t.label(addr, "L_")
}

// label makes a new label.
func (t *text) label(addr uint64, prefix string) string {
	name := fmt.Sprintf(".%s%x", prefix, addr)
	for t.used[name] {
		name += "_"
	}
	t.used[name] = true
	t.labels[addr] = append(t.labels[addr], name)
	return name
}

// write writes everything.
func (t *text) write() {
	t.head()
	for _, s := range t.secs {
		t.section(s)
		if s.Flags&elf.SHF_EXECINSTR != 0 {
			t.code(s)
		} else {
			t.data(s, s.Addr, s.Addr+s.Size)
		}
		t.here(s.Addr+s.Size, true)
	}
	t.notes()
}

// head names the target, and the symbols in the order of the symbol table.
func (t *text) head() {
	if t.o.ABI == codeobj.HSA {
		fmt.Fprintf(t.out, "; %s, code object version %d\n", t.o.Target, t.o.Version)
	} else {
		fmt.Fprintf(t.out, "; %s, %s\n", t.o.Target, t.o.ABI)
	}
	fmt.Fprintf(t.out, "\t.amdgcn_target %q\n", t.o.TargetID())
	if t.o.ABI == codeobj.HSA {
		fmt.Fprintf(t.out, "\t.amdhsa_code_object_version %d\n", t.o.Version)
	}
	for _, name := range t.o.Exports {
		t.declare(name)
	}
	for i := range t.symbols {
		if y := &t.symbols[i]; !slices.Contains(t.o.Exports, y.Name) {
			t.declare(y.Name)
		}
	}
}

// declare writes what is known of a symbol but its place.
func (t *text) declare(name string) {
	i := slices.IndexFunc(t.symbols, func(s codeobj.Symbol) bool { return s.Name == name })
	if i < 0 {
		for _, s := range t.o.Symbols {
			if s.Name != name || s.Defined {
				continue
			}
			// Nothing may use it: what clang's debug information says of __local variables does not.
			switch s.Bind {
			case elf.STB_GLOBAL:
				fmt.Fprintf(t.out, "\t.globl %s\n", name)
			case elf.STB_WEAK:
				fmt.Fprintf(t.out, "\t.weak %s\n", name)
			}
		}
		return
	}
	y := &t.symbols[i]
	switch y.Bind {
	case elf.STB_GLOBAL:
		fmt.Fprintf(t.out, "\t.globl %s\n", name)
	case elf.STB_WEAK:
		fmt.Fprintf(t.out, "\t.weak %s\n", name)
	}
	switch {
	case y.Visibility == elf.STV_PROTECTED && t.openKernel(y):
		// .amdhsa_kernel makes it so.
	case y.Visibility == elf.STV_PROTECTED:
		fmt.Fprintf(t.out, "\t.protected %s\n", name)
	case y.Visibility == elf.STV_HIDDEN:
		fmt.Fprintf(t.out, "\t.hidden %s\n", name)
	case y.Visibility == elf.STV_INTERNAL:
		fmt.Fprintf(t.out, "\t.internal %s\n", name)
	}
	switch y.Type {
	case elf.STT_FUNC:
		fmt.Fprintf(t.out, "\t.type %s,@function\n", name)
	case elf.STT_OBJECT:
		fmt.Fprintf(t.out, "\t.type %s,@object\n", name)
	case codeobj.SymKernel:
		fmt.Fprintf(t.out, "\t.amdgpu_hsa_kernel %s\n", name)
	}
}

// openKernel reports whether a symbol is a kernel's whose descriptor may be replaced by another
// object's while the kernel itself may not: the text had it without .protected.
func (t *text) openKernel(y *codeobj.Symbol) bool {
	return slices.ContainsFunc(t.symbols, func(s codeobj.Symbol) bool {
		return s.Name == y.Name+".kd" && t.ofKernel(&s) && s.Visibility == elf.STV_DEFAULT
	})
}

// section begins a section.
func (t *text) section(s *section) {
	flags := ""
	for _, f := range [...]struct {
		bit  elf.SectionFlag
		name string
	}{{elf.SHF_ALLOC, "a"}, {elf.SHF_WRITE, "w"}, {elf.SHF_EXECINSTR, "x"}, {elf.SHF_MERGE, "M"},
		{elf.SHF_STRINGS, "S"}} {
		if s.Flags&f.bit != 0 {
			flags += f.name
		}
	}
	typ := "@progbits"
	if s.Type == elf.SHT_NOBITS {
		typ = "@nobits"
	}
	if s.Type == elf.SHT_NOTE {
		typ = "@note"
	}
	if s.Flags&elf.SHF_MERGE != 0 {
		typ += fmt.Sprintf(",%d", s.EntSize)
	}
	fmt.Fprintf(t.out, "\n\t.section %s,%q,%s\n", s.Name, flags, typ)
	for n := 0; n <= 16; n++ {
		if uint64(1)<<n == s.Align && n > 0 {
			fmt.Fprintf(t.out, "\t.p2align %d\n", n)
		}
	}
}

// here writes the labels of an address, and the sizes of what ends there. Only those that end are
// written at the end of a section: what begins there is of the next one.
func (t *text) here(addr uint64, end bool) {
	for _, name := range t.sizes[addr] {
		i := slices.IndexFunc(t.symbols, func(s codeobj.Symbol) bool { return s.Name == name })
		if y := &t.symbols[i]; y.Size > 0 && !t.ofKernel(y) {
			fmt.Fprintf(t.out, "\t.size %s, .-%s\n", name, name)
		}
	}
	delete(t.sizes, addr)
	if end {
		for _, s := range t.secs {
			if s.Addr == addr {
				return
			}
		}
	}
	if t.written[addr] {
		return
	}
	for _, name := range t.labels[addr] {
		if k := t.kernels[addr]; k == nil || t.o.Version <= 2 || name != k.Symbol {
			fmt.Fprintf(t.out, "%s:\n", name)
		}
	}
	t.written[addr] = true
}

// ofKernel reports whether a symbol is that of a descriptor, which the directive for it defines.
func (t *text) ofKernel(y *codeobj.Symbol) bool {
	k := t.kernels[y.Addr]
	return k != nil && t.o.Version > 2 && k.Symbol == y.Name
}

// notes writes the notes, and what is not loaded but says what kernels are.
func (t *text) notes() {
	for _, note := range t.o.Notes() {
		if lines, exact := codeobj.NotesText(note); exact {
			fmt.Fprint(t.out, lines)
			continue
		}
		fmt.Fprint(t.out, "\n\t.section .note,\"\",@note\n\t.p2align 2\n")
		t.bytes(note)
	}
	if config := t.o.Config(); t.o.ABI == codeobj.Gallium && len(config) > 0 {
		fmt.Fprint(t.out, "\n\t.section .AMDGPU.config,\"\",@progbits\n")
		for ; len(config) >= 8; config = config[8:] {
			fmt.Fprintf(t.out, "\t.long %#x, %#x\n", le.Uint32(config), le.Uint32(config[4:]))
		}
	}
}

// bytes writes data of no meaning.
func (t *text) bytes(b []byte) {
	for len(b) > 0 {
		n := min(len(b), 16)
		if len(b) >= 64 && strings.Trim(string(b), "\x00") == "" {
			fmt.Fprintf(t.out, "\t.zero %d\n", len(b))
			return
		}
		fmt.Fprintf(t.out, "\t.byte ")
		for i, x := range b[:n] {
			if i > 0 {
				fmt.Fprint(t.out, ", ")
			}
			fmt.Fprintf(t.out, "%#02x", x)
		}
		fmt.Fprintln(t.out)
		b = b[n:]
	}
}
