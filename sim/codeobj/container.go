package codeobj

import (
	"bytes"
	"cmp"
	"debug/elf"
	"fmt"
	"maps"
	"slices"

	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/abi"
)

// Container is the kind of file around the code with what it says of kernels, as an assembly gives it
// to [Write]; nil where there is none. Sections of kernels are not set.
func (o *Object) Container() *asm.Container { return o.container }

// calComment reads what a container of OpenCL 1.2 says of its compiler.
func calComment(box *asm.Container, f *elfFile, sections []elfSection, syms []elfSymbol) {
	s := sectionNamed(sections, ".comment")
	if s == nil {
		return
	}
	data, err := f.contents(s)
	if err != nil {
		return
	}
	for i := range syms {
		if syms[i].Name == "__OpenCL_compile_options" {
			if b, err := f.symbolBytes(&syms[i], sections); err == nil && bytes.HasPrefix(data, b) {
				box.Options, data = string(b), data[len(b):]
			}
		}
	}
	box.DriverInfo = string(data)
	if v, ok := asm.CLRXDriver(box.DriverInfo); ok {
		box.Driver = int(v)
	}
}

// calContainerKernel is what a container says of a kernel beside its code.
func calContainerKernel(name string, f *elfFile, metadata, header []byte, notes []noteBytes) asm.ContainerKernel {
	k := asm.ContainerKernel{Name: name, Metadata: metadata, Header: header}
	_ = eachNote(notes, func(vendor string, typ uint32, desc []byte, _ uint64) error {
		k.Notes = append(k.Notes, asm.Note{Name: vendor, Type: typ, Desc: desc})
		return nil
	})
	if sections, err := f.sections(); err == nil {
		if s := sectionNamed(sections, ".data"); s != nil {
			if data, err := f.contents(s); err == nil && !bytes.Equal(data, make([]byte, calDataBytes)) {
				k.Data = slices.Clone(data)
			}
		}
	}
	return k
}

// cl20Container reads what a container of OpenCL 2.0 says beside its code.
func cl20Container(f *elfFile, sections []elfSection, syms []elfSymbol, o *Object) *asm.Container {
	box := &asm.Container{Kind: "amdcl2", Wide: f.wide}
	contents := map[string][]byte{}
	for i := range syms {
		b, err := f.symbolBytes(&syms[i], sections)
		if err != nil {
			continue
		}
		switch y := &syms[i]; y.Name {
		case "__OpenCL_compiler_options":
			box.Options = string(b)
		case "acl_version_string":
			box.ACLVersion = string(b)
		default:
			contents[y.Name] = b
		}
	}
	old := false
	for i := range o.Kernels {
		name := o.Kernels[i].Name
		k := asm.ContainerKernel{Name: name, Metadata: contents[cl20Meta+name+cl20MetaEnd]}
		if code := contents[cl20Old+name+cl20OldEnd]; len(code) >= 4 {
			old = true
			k.Stub, k.ISAMetadata = code[:le.Uint32(code)], contents[cl20Old+name+cl20MetaEnd]
		}
		box.Kernels = append(box.Kernels, k)
	}
	box.Device, box.Driver = cl20Compiler(box, f.flags, o.Target)
	if old { // what follows from the code is not said again
		for i := range box.Kernels {
			k := &box.Kernels[i]
			if l := &o.Kernels[i]; l.Entry >= l.DescAddr {
				if code, ok := o.Bytes(l.DescAddr, l.Entry-l.DescAddr+l.CodeSize); ok && l.Entry-l.DescAddr == abi.SizeV2 &&
					bytes.Equal(k.Stub, cl20Stub(o.ISA(), code)) {
					k.Stub = nil
				}
			}
			if bytes.Equal(k.ISAMetadata, cl20ISAMetadata) {
				k.ISAMetadata = nil
			}
		}
	}
	return box
}

// cl20Compiler is the GPU that a container is for and a version of the driver that writes such a file,
// the newest where there are several. The name is empty where there is none.
func cl20Compiler(box *asm.Container, flags uint32, target string) (device string, driver int) {
	if len(box.Kernels) == 0 || len(box.Kernels[0].Metadata) < 8 {
		return "", 0
	}
	meta := box.Kernels[0].Metadata
	layout := cl20Layouts[box.Wide]
	generic := bytes.Contains(meta, []byte("\x00generic\x00"))
	first, last := 0, cl20HSA-1
	switch size := int(le.Uint32(meta)); {
	case size >= layout.hintFrom && generic:
		first, last = cl20Ordered, cl20Generic-1
	case size >= layout.hintFrom:
		first, last = cl20Generic, 1<<30
	case size > layout.oldest:
		first, last = cl20HSA, cl20Ordered-1
	}
	for i := len(cl20Versions) - 1; i >= -1; i-- {
		driver = cl20Before
		if i >= 0 {
			driver = cl20Versions[i]
		}
		if driver < first || driver > last {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(cl20Devices)) {
			got, err := cl20Flags(name, driver)
			if err == nil && got == flags && (driver < cl20HSA || cl20Target(name, driver) == target) {
				return name, driver
			}
		}
	}
	return "", 0
}

// cl20Target is the processor that the HSA object for a GPU names.
func cl20Target(device string, driver int) string {
	v := cl20ISA(device, driver)
	name := fmt.Sprintf("gfx%d%d%x", v[0], v[1], v[2])
	return cmp.Or(oldNames[name], name)
}

// hsaSamplers reads the samplers that a program declares, with the places of their addresses.
func hsaSamplers(box *asm.Container, f *elfFile) {
	sections, err := f.sections()
	if err != nil {
		return
	}
	init := slices.IndexFunc(sections, func(s elfSection) bool { return s.name == SamplerSection })
	if init < 0 {
		return
	}
	syms, err := f.staticSymbols(sections)
	if err != nil {
		return
	}
	data, err := f.contents(&sections[init])
	if err != nil {
		return
	}
	places := make([]uint64, len(data)/8)
	found := 0
	for i := range sections {
		s := &sections[i]
		if s.typ != elf.SHT_RELA || s.info >= len(sections) || sections[s.info].name != cl20Sections[cl20Constants].object {
			continue
		}
		tab, err := f.contents(s)
		if err != nil {
			return
		}
		list, _ := f.relocations(tab, false)
		for _, r := range list {
			if r.typ != samplerInit || r.sym >= len(syms) || syms[r.sym].section != init {
				continue
			}
			if n := syms[r.sym].Addr / 8; n < uint64(len(places)) {
				places[n] = r.off
				found++
			}
		}
	}
	if found == len(places) {
		box.Samplers, box.SamplerPlaces = data[:8*len(places)], places
	}
}
