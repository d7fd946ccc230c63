package disasm

import (
	"bufio"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/codeobj"
)

// WriteCLRX writes an object in CLRX's dialect. Containers of AMD's OpenCL drivers and of Clover,
// and code objects of version 2, are written whole (.amd, .amdcl2, .gallium, .rocm); of others the
// code is written. The error is the writer's.
func WriteCLRX(w io.Writer, o *codeobj.Object) error {
	b := bufio.NewWriter(w)
	c := &clrxText{o: o, out: b, labels: map[uint64]string{}, owner: map[uint64]int{}}
	c.write()
	return b.Flush()
}

// clrxText is the text of one object.
type clrxText struct {
	o      *codeobj.Object
	out    *bufio.Writer
	box    *asm.Container
	labels map[uint64]string // of data that relocations name, by address
	owner  map[uint64]int    // the sections with these labels, as dataSections lists them
}

func (c *clrxText) printf(format string, args ...any) { fmt.Fprintf(c.out, format, args...) }

func (c *clrxText) write() {
	switch o := c.o; {
	case o.Container() != nil:
		c.box = o.Container()
		if err := c.container(); err != nil {
			c.printf("# the code only: %s\n", comment(err.Error()))
			c.raw()
		}
	case o.Version == 2 && o.ABI == codeobj.HSA && len(o.Kernels) > 0 && c.named():
		c.rocm()
	default:
		if len(o.Kernels) > 0 {
			c.printf("# the code only: CLRX has no format for objects of %s", o.ABI)
			if o.ABI == codeobj.HSA {
				c.printf(", code object version %d", o.Version)
			}
			c.printf("; the text without --syntax clrx is the whole\n")
		}
		c.raw()
	}
}

// named reports whether all kernels have names that can stand in the text.
func (c *clrxText) named() bool {
	l := newListing(c.o, 0, nil, isa.SyntaxCLRX)
	return !slices.ContainsFunc(c.o.Kernels, func(k codeobj.Kernel) bool { return !l.isLabel(k.Name) })
}

// raw is the code alone.
func (c *clrxText) raw() {
	c.printf(".rawcode\n.gpu %s\n", asm.CLRXDevice(c.o.ISA()))
	for i := range c.o.Kernels {
		k := &c.o.Kernels[i]
		c.printf("# kernel %s at %#x: %d VGPRs, %d SGPRs\n", comment(k.Name), k.Entry, k.Desc.VGPRs, k.Desc.SGPRs)
	}
	c.printf(".text\n")
	for i := range c.o.Segments {
		if g := &c.o.Segments[i]; g.Flags&elf.PF_X != 0 {
			l := newListing(c.o, g.Addr, g.Data, isa.SyntaxCLRX)
			for j := range c.o.Kernels {
				l.kernel(&c.o.Kernels[j], false, false)
			}
			l.divide(c.o.Symbols)
			l.write(c.out)
		}
	}
}

// rocm is a code object of version 2.
func (c *clrxText) rocm() {
	o := c.o
	c.printf(".rocm\n.gpu %s\n", asm.CLRXDevice(o.ISA()))
	written := make([]bool, len(o.Kernels))
	for i := range o.Kernels {
		k := &o.Kernels[i]
		c.printf(".kernel %s\n", k.Name)
		if desc, ok := o.Bytes(k.DescAddr, abi.SizeV2); ok {
			var lines []byte
			if lines, written[i] = asm.AppendCLRXConfig(nil, o.ISA(), desc); written[i] {
				c.printf("    .config\n%s", lines)
			}
		}
	}
	for _, note := range o.Notes() {
		if text := codeobj.MetadataTextV2(note); text != "" {
			c.printf(".metadata\n%s", asm.AppendCLRXBytes(nil, "    ", []byte(text)))
		}
	}
	c.data()
	c.printf(".text\n")
	for i := range o.Segments {
		if g := &o.Segments[i]; g.Flags&elf.PF_X != 0 {
			l := newListing(o, g.Addr, g.Data, isa.SyntaxCLRX)
			for j := range o.Kernels {
				l.kernel(&o.Kernels[j], true, written[j])
			}
			l.divide(o.Symbols)
			l.write(c.out)
		}
	}
}

// container is a container. The error says what CLRX's text cannot say.
func (c *clrxText) container() error {
	o := c.o
	if !c.named() {
		return errors.New("a kernel's name cannot stand in a text")
	}
	if err := c.sayable(); err != nil {
		return err
	}
	t := o.ISA()
	if device, err := asm.CLRXTarget(c.box.Device); err == nil {
		t = device
	}
	setups := make([][]byte, len(o.Kernels))
	for i := range o.Kernels {
		if c.box.Kind != "amd" && !c.box.Registers {
			setups[i], _ = o.Bytes(o.Kernels[i].DescAddr, abi.SizeV2)
		}
	}
	constants := 0
	for _, s := range c.dataSections() {
		if s.Name == ".rodata" {
			constants += int(s.Size)
		}
	}
	kernels, err := asm.CLRXKernels(t, c.box, setups, constants)
	if err != nil {
		return err
	}
	c.printf("%s", asm.CLRXHeader(t, c.box))
	whole := c.box.Kind == "gallium" // the code of all kernels is in one section
	if c.box.Kind == "amdcl2" && len(c.codeSections()) == 1 && c.codeSections()[0].Name == ".hsatext" {
		whole = true
		c.printf(".hsalayout\n")
	}
	c.data()
	c.samplers()
	for i := range kernels {
		c.printf(".kernel %s\n%s", c.box.Kernels[i].Name, kernels[i])
		if !whole {
			c.printf("    .text\n")
			c.kernelCode(&o.Kernels[i])
		}
	}
	if !whole {
		return nil
	}
	c.printf(".text\n")
	for _, s := range c.codeSections() {
		data, _ := o.Bytes(s.Addr, s.Size)
		l := newListing(o, s.Addr, data, isa.SyntaxCLRX)
		for i := range o.Kernels {
			l.kernel(&o.Kernels[i], !c.box.Registers, true)
			if off, ok := l.within(o.Kernels[i].DescAddr); ok {
				l.starts = append(l.starts, off)
			}
		}
		l.word = c.word
		l.divide(o.Symbols)
		l.write(c.out)
	}
	return nil
}

// sayable returns an error for what CLRX's formats have no directives for.
func (c *clrxText) sayable() error {
	for i := range c.box.Kernels {
		if k := &c.box.Kernels[i]; c.box.Kind == "amdcl2" && len(k.Metadata) == 0 {
			return fmt.Errorf("the file says nothing of the kernel %s", k.Name)
		}
	}
	within := func(addr uint64, is func(codeobj.Section) bool) bool {
		return slices.ContainsFunc(c.o.Sections, func(s codeobj.Section) bool {
			return is(s) && addr >= s.Addr && addr <= s.Addr+s.Size
		})
	}
	code := func(s codeobj.Section) bool { return s.Flags&elf.SHF_EXECINSTR != 0 }
	data := func(s codeobj.Section) bool { return !code(s) && clrxData[s.Name] != "" }
	samplers := func(s codeobj.Section) bool { return s.Name == codeobj.SamplerSection }
	for _, s := range c.o.Sections {
		if !code(s) && !data(s) && !samplers(s) && !made[s.Name] && s.Type != elf.SHT_NOTE {
			return fmt.Errorf("CLRX has no directive for the section %q", s.Name)
		}
	}
	for i := range c.o.Relocations {
		r := &c.o.Relocations[i]
		target := r.Symbol.Addr + uint64(r.Addend)
		half := r.Type == codeobj.RelocAbs32Lo || r.Type == codeobj.RelocAbs32Hi
		switch {
		case !r.Symbol.Defined || r.Symbol.Abs:
		case half && within(r.Offset, code) && within(target, data):
			continue
		case r.Type == codeobj.RelocAbs64 && within(r.Offset, data) && within(target, samplers):
			continue
		}
		return fmt.Errorf("CLRX has no expression for the relocation %v at %#x", r.Type, r.Offset)
	}
	return nil
}

// kernelCode is the code of a kernel that has a section of its own, which its label begins.
func (c *clrxText) kernelCode(k *codeobj.Kernel) {
	for _, s := range c.codeSections() {
		if k.DescAddr < s.Addr || k.DescAddr-s.Addr >= s.Size {
			continue
		}
		from := k.DescAddr
		if c.box.Kind != "amd" {
			from += abi.SizeV2
		}
		if data, ok := c.o.Bytes(from, s.Addr+s.Size-from); ok {
			l := newListing(c.o, from, data, isa.SyntaxCLRX)
			l.used[k.Name] = true
			l.divide(c.o.Symbols)
			l.write(c.out)
		}
		return
	}
}

// codeSections are the sections with code.
func (c *clrxText) codeSections() (list []codeobj.Section) {
	for _, s := range c.o.Sections {
		if s.Flags&elf.SHF_EXECINSTR != 0 {
			list = append(list, s)
		}
	}
	return list
}

// clrxData are the directives for sections of data by the sections' names.
var clrxData = map[string]string{".rodata": ".globaldata", ".hsadata_readonly_agent": ".globaldata",
	".hsadata_global_agent": ".rwdata", ".hsabss_global_agent": ".bssdata", ".data": ".data", ".bss": ".section .bss"}

// dataSections are the sections with data that the text has.
func (c *clrxText) dataSections() (list []codeobj.Section) {
	for _, s := range c.o.Sections {
		if clrxData[s.Name] != "" && s.Flags&elf.SHF_EXECINSTR == 0 {
			list = append(list, s)
		}
	}
	return list
}

// data writes data, with labels where relocations point to.
func (c *clrxText) data() {
	sections := c.dataSections()
	for i := range c.o.Relocations {
		r := &c.o.Relocations[i]
		target := r.Symbol.Addr + uint64(r.Addend)
		if r.Type != codeobj.RelocAbs32Lo && r.Type != codeobj.RelocAbs32Hi || !r.Symbol.Defined || r.Symbol.Abs {
			continue
		}
		for i, s := range sections {
			if _, known := c.labels[target]; target >= s.Addr && (target < s.Addr+s.Size || target == s.Addr+s.Size && !known) {
				c.labels[target], c.owner[target] = fmt.Sprintf(".gdata_%x", target), i
			}
		}
	}
	for n, s := range sections {
		c.printf("%s", clrxData[s.Name])
		zero := s.Type == elf.SHT_NOBITS
		if clrxData[s.Name] == ".bssdata" && s.Align > 1 {
			c.printf(" align=%d", s.Align)
		}
		c.printf("\n")
		if !zero && s.Align > 8 || clrxData[s.Name] == ".section .bss" {
			c.printf("    .balign %d\n", s.Align)
		}
		stops := []uint64{s.Addr, s.Addr + s.Size}
		for at := range c.labels {
			if at > s.Addr && at < s.Addr+s.Size {
				stops = append(stops, at)
			}
		}
		slices.Sort(stops)
		for i, at := range stops {
			if name := c.labels[at]; name != "" && c.owner[at] == n {
				c.printf("%s:\n", name)
			}
			if i+1 == len(stops) {
				break
			}
			n := stops[i+1] - at
			if zero {
				c.printf("    .skip %d\n", n)
			} else if data, ok := c.o.Bytes(at, n); ok {
				c.printf("%s", asm.AppendCLRXBytes(nil, "    ", data))
			}
		}
	}
}

// word is the expression of half an address.
func (c *clrxText) word(r *codeobj.Relocation) string {
	name := c.labels[r.Symbol.Addr+uint64(r.Addend)]
	switch {
	case name == "":
	case r.Type == codeobj.RelocAbs32Lo:
		return name + "&0xffffffff"
	case r.Type == codeobj.RelocAbs32Hi:
		return name + ">>32"
	}
	return ""
}

// samplers writes the samplers that a program declares.
func (c *clrxText) samplers() {
	if len(c.box.Samplers) == 0 {
		return
	}
	c.printf(".samplerinit\n%s", asm.AppendCLRXBytes(nil, "    ", c.box.Samplers))
	for i, at := range c.box.SamplerPlaces {
		c.printf(".samplerreloc %d, %d\n", at, i)
	}
}
