package codeobj

import (
	"cmp"
	"debug/elf"
	"fmt"
	"slices"

	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/abi"
)

// Mesa's compute kernels, in an ELF file as LLVM writes it, or in the container that Clover keeps
// (clGetProgramInfo, CL_PROGRAM_BINARIES). All numbers of the container are 32-bit little endian:
//
//	number of kernels, and for each: length of the name, name, section, offset, number of arguments,
//	   and for each: type, size, size on the device, alignment there, sign extension, meaning
//	number of sections, and for each: id, type, size, size of the data + 4, size again, data
//
// Sources: CLRX documentation (ClrxAsmGallium, GalliumAbi), Mesa's clover (module.cpp, kernel.cpp);
// LLVM's AMDGPUAsmPrinter for .AMDGPU.config.

// configSection has pairs of a register's address and its value, for each function in order of
// address.
const configSection = ".AMDGPU.config"

// rsrc1 are the registers PGM_RSRC1 of the kinds of shaders, with which LLVM begins a function
// (AMDGPUAsmPrinter, getRsrcReg): PS, VS, GS, ES, HS, LS, and compute kernels with all others.
var rsrc1 = [...]uint32{0xb028, 0xb128, 0xb228, 0xb328, 0xb428, 0xb528, regRsrc1}

// Registers of .AMDGPU.config (LLVM SIDefines.h).
const (
	regRsrc1   = 0xb848 // COMPUTE_PGM_RSRC1
	regRsrc2   = 0xb84c // COMPUTE_PGM_RSRC2
	regTmpRing = 0xb860 // COMPUTE_TMPRING_SIZE: [24:12] KiB of scratch of a wave
)

// loadMesa reads Mesa's ELF files: amd_kernel_code_t in front of kernels, or .AMDGPU.config.
func loadMesa(_ []byte, f *elfFile, gpu string) (*Object, error) {
	o, notes, err := contentsOf(f)
	if err != nil {
		return nil, err
	}
	n, err := readNotes(0, notes)
	if err != nil {
		return nil, err
	}
	if err := o.setTarget(n, gpu); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(o.Symbols, func(s Symbol) bool { return s.Type == SymKernel }) {
		o.ABI, o.Version = Mesa, 2
		return o, o.addKernels(nil)
	}
	o.ABI = Gallium
	return o, o.configKernels(f)
}

// configRegisters are the registers of one function.
type configRegisters map[uint32]uint32

// readConfig reads .AMDGPU.config: a function's registers begin with its PGM_RSRC1, or with the
// first of all again.
func readConfig(f *elfFile) ([]configRegisters, error) {
	sections, err := f.sections()
	if err != nil {
		return nil, err
	}
	s := sectionNamed(sections, configSection)
	if s == nil {
		return nil, nil
	}
	data, err := f.contents(s)
	if err != nil {
		return nil, err
	}
	if len(data)%8 != 0 {
		return nil, errAt(configSection, s.off, "its %d bytes are no pairs of dwords", len(data))
	}
	var list []configRegisters
	for i := 0; i < len(data); i += 8 {
		reg := le.Uint32(data[i:])
		first := le.Uint32(data)
		if i == 0 || reg == first || slices.Contains(rsrc1[:], first) && slices.Contains(rsrc1[:], reg) {
			list = append(list, configRegisters{})
		}
		list[len(list)-1][reg] = le.Uint32(data[i+4:])
	}
	return list, nil
}

// textFunctions are the addresses of the global symbols of .text, in order.
func (o *Object) textFunctions() []*Symbol {
	i, err := o.Code()
	if err != nil {
		return nil
	}
	code := &o.Segments[i]
	var list []*Symbol
	for i := range o.Symbols {
		s := &o.Symbols[i]
		if s.Defined && !s.Abs && s.Bind == elf.STB_GLOBAL && s.Addr-code.Addr <= uint64(len(code.Data)) &&
			(s.Type == elf.STT_FUNC || s.Type == elf.STT_NOTYPE) {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b *Symbol) int { return cmp.Compare(a.Addr, b.Addr) })
	return list
}

// configKernels makes kernels of the functions that have registers in .AMDGPU.config and begin
// where a kernel can. LLVM writes zeros for functions that kernels call.
func (o *Object) configKernels(f *elfFile) error {
	config, err := readConfig(f)
	if err != nil {
		return err
	}
	funcs := o.textFunctions()
	if len(config) > 0 && len(config) != len(funcs) {
		return errIn(configSection, "it has registers of %d functions, but .text has %d", len(config), len(funcs))
	}
	for i, s := range funcs {
		if len(config) == 0 {
			break
		}
		_, compute := config[i][regRsrc1]
		if !compute && slices.ContainsFunc(rsrc1[:], func(reg uint32) bool { _, ok := config[i][reg]; return ok }) {
			o.Shaders = append(o.Shaders, s.Name)
		}
		if !compute || s.Addr%256 != 0 || config[i][regRsrc1]|config[i][regRsrc2] == 0 {
			continue
		}
		k := Kernel{Name: s.Name, Symbol: s.Name, Entry: s.Addr}
		if err := o.configure(&k, config[i], funcs); err != nil {
			return err
		}
		o.Kernels = append(o.Kernels, k)
	}
	slices.Sort(o.Shaders)
	return nil
}

// configure completes a kernel of Gallium's first convention.
func (o *Object) configure(k *Kernel, reg configRegisters, funcs []*Symbol) error {
	var err error
	user := []abi.Role{abi.KernargSegmentPtr}
	if reg[regRsrc2]>>1&31 == 0 { // USER_SGPR: LLVM gives none to a kernel that needs no arguments
		user = nil
	}
	if k.Desc, err = abi.FromRegisters(reg[regRsrc1], reg[regRsrc2], o.ISA().Has(), user...); err != nil {
		return errIn("kernel "+k.Name, "%v", err)
	}
	k.Desc.PrivateBytes = reg[regTmpRing] >> 12 & 0x1fff * 1024 / 64
	k.DescAddr = k.Entry
	if k.Desc.PrivateBytes > 0 && k.Desc.UserSGPRs >= 4 {
		k.UserData = []UserData{{Table: DriverBuffers, Slot: 1, First: 2, Count: 2, Name: "scratch"}}
	}
	driver, _ := abi.FindPreset("gallium") // it is there
	k.KernargBase, k.KernargAlign = driver.ArgsAt, 16
	for _, h := range driver.Hidden {
		k.Args = append(k.Args, Arg{ValueKind: ValueKind(h.Kind), Offset: h.Offset, Size: h.Size})
	}
	return o.codeSize(k, funcs)
}

// codeSize finds where a kernel's code ends: as its symbol says, at the next function, or with the
// segment.
func (o *Object) codeSize(k *Kernel, funcs []*Symbol) error {
	s := segmentAt(o.Segments, k.Entry)
	if s == nil || s.Flags&elf.PF_X == 0 || k.Entry-s.Addr >= uint64(len(s.Data)) {
		return errAt("kernel "+k.Name, k.Entry, "its entry is not inside an executable segment")
	}
	k.CodeSize = s.Addr + uint64(len(s.Data)) - k.Entry
	for _, y := range funcs {
		switch {
		case y.Addr == k.Entry && y.Size > 0:
			k.CodeSize = min(k.CodeSize, y.Size)
		case y.Addr > k.Entry:
			k.CodeSize = min(k.CodeSize, y.Addr-k.Entry)
		}
	}
	return nil
}

// galliumFile is Clover's container.
type galliumFile struct {
	kernels []galliumKernel
	elf     []byte // the section of code
	elfOff  uint64
	section uint32
}

type galliumKernel struct {
	name            string
	section, offset uint32
	args            []galliumArg
}

type galliumArg struct{ typ, size, targetSize, align, signed, semantic uint32 }

// Limits of what a container is taken for: a raw binary must not look like one.
const (
	maxGalliumKernels = 1 << 12
	maxGalliumName    = 1 << 12
	maxGalliumArgs    = 1 << 10
)

// Types and meanings of arguments, and types of sections.
const (
	galliumScalar, galliumConstant, galliumGlobal, galliumLocal = 0, 1, 2, 3
	galliumSampler                                              = 8
	galliumGeneral, galliumGridDimension, galliumGridOffset     = 0, 1, 2
	galliumText, galliumTextExecutable170                       = 0, 2
)

// parseGallium reads the container. Its size may be more than what is read.
func parseGallium(data []byte) (*galliumFile, error) {
	const where = "Gallium container"
	at, short := uint64(0), false
	u32 := func() uint32 {
		if uint64(len(data))-at < 4 {
			short = true
			return 0
		}
		v := le.Uint32(data[at:])
		at += 4
		return v
	}
	bytes := func(n uint32) []byte {
		if uint64(len(data))-at < uint64(n) {
			short = true
			return nil
		}
		b := data[at : at+uint64(n)]
		at += uint64(n)
		return b
	}
	g := &galliumFile{}
	n := u32()
	if n > maxGalliumKernels {
		return nil, errAt(where, 0, "it has %d kernels; at most %d are supported", n, maxGalliumKernels)
	}
	for i := uint32(0); i < n && !short; i++ {
		length := u32()
		if length == 0 || length > maxGalliumName {
			return nil, errAt(where, at-4, "kernel %d: its name has %d bytes", i, length)
		}
		k := galliumKernel{name: string(bytes(length)), section: u32(), offset: u32()}
		args := u32()
		if args > maxGalliumArgs {
			return nil, errAt(where, at-4, "kernel %q has %d arguments; at most %d are supported", k.name, args,
				maxGalliumArgs)
		}
		for range args {
			if short {
				break
			}
			k.args = append(k.args, galliumArg{u32(), u32(), u32(), u32(), u32(), u32()})
		}
		g.kernels = append(g.kernels, k)
	}
	for i, n := uint32(0), u32(); i < n && !short; i++ {
		id, typ, size, data, again := u32(), u32(), u32(), u32(), u32()
		if !short && (data != size+4 || again != size) {
			return nil, errAt(where, at-20, "section %d: its sizes %d, %d and %d differ", id, size, data, again)
		}
		off := at
		if b := bytes(size); g.elf == nil && (typ == galliumText || typ == galliumTextExecutable170) && IsELF(b) {
			g.elf, g.elfOff, g.section = b, off, id
		}
	}
	switch {
	case short:
		return nil, errAt(where, uint64(len(data)), "the file ends inside it")
	case g.elf == nil:
		return nil, errAt(where, at, "none of its sections is an ELF file with code")
	}
	return g, nil
}

// isGallium reports whether data is Clover's container: all of it is read as one, with an ELF file
// in it.
func isGallium(data []byte, _ *elfFile) bool {
	if IsELF(data) || len(data) < 4 || le.Uint32(data) == 0 {
		return false
	}
	_, err := parseGallium(data)
	return err == nil
}

// loadGallium reads Clover's container.
func loadGallium(data []byte, _ *elfFile, gpu string) (*Object, error) {
	g, err := parseGallium(data)
	if err != nil {
		return nil, err
	}
	f, err := readHeader(g.elf)
	if err != nil {
		return nil, inside(err, "Gallium container", g.elfOff)
	}
	o, err := g.object(f, gpu)
	return o, inside(err, "Gallium container", g.elfOff)
}

func (g *galliumFile) object(f *elfFile, gpu string) (*Object, error) {
	o, notes, err := contentsOf(f)
	if err != nil {
		return nil, err
	}
	n, err := readNotes(0, notes)
	if err != nil {
		return nil, err
	}
	if f.machine == 0 {
		o.Flags = 0
	}
	if err := o.setTarget(n, gpu); err != nil {
		return nil, err
	}
	code, err := o.Code()
	if err != nil {
		return nil, err
	}
	text := o.Segments[code].Addr
	o.ABI = Gallium
	o.container = &asm.Container{Kind: "gallium", Wide: f.wide, Registers: true}
	if o.headers(g, text) {
		o.ABI, o.Version, o.container.Registers = Mesa, 2, false
	}
	config, err := readConfig(f)
	if err != nil {
		return nil, err
	}
	funcs := o.textFunctions()
	for i := range g.kernels {
		from := &g.kernels[i]
		where := "kernel " + from.name
		addr := text + uint64(from.offset)
		k := Kernel{Name: from.name, Symbol: from.name, HasMetadata: true}
		if from.section != g.section {
			return nil, errIn(where, "it is in section %d of the container, the code in %d", from.section, g.section)
		}
		if o.ABI == Mesa {
			if err := o.describe(&k, &Symbol{Name: from.name, Addr: addr}, nil); err != nil {
				return nil, err
			}
			size := k.CodeSize
			if err := o.codeSize(&k, funcs); err != nil {
				return nil, err
			}
			k.CodeSize = min(k.CodeSize, size)
		} else {
			j := slices.IndexFunc(funcs, func(s *Symbol) bool { return s.Addr == addr })
			switch {
			case addr%256 != 0:
				return nil, errAt(where, addr, "its entry is not a multiple of 256, which the hardware needs")
			case j < 0 || j >= len(config):
				return nil, errAt(where, addr, "%s has no registers for it", configSection)
			}
			k.Entry = addr
			if err := o.configure(&k, config[j], funcs); err != nil {
				return nil, err
			}
		}
		if err := k.galliumArgs(from.args); err != nil {
			return nil, err
		}
		box := asm.ContainerKernel{Name: from.name}
		j := slices.IndexFunc(funcs, func(s *Symbol) bool { return s.Addr == addr })
		if o.ABI == Gallium && j >= 0 && j < len(config) {
			box.Registers = [3]uint32{config[j][regRsrc1], config[j][regRsrc2], config[j][regTmpRing]}
		}
		for _, a := range from.args {
			box.Args = append(box.Args, [6]uint32{a.typ, a.size, a.targetSize, a.align, a.signed, a.semantic})
		}
		o.container.Kernels = append(o.container.Kernels, box)
		o.Kernels = append(o.Kernels, k)
	}
	return o, nil
}

// headers reports whether the kernels begin with an amd_kernel_code_t, as LLVM 4 and later make
// them: nothing else says it. As an instruction, its first dword would be v_cndmask_b32 v0, s1, v0.
func (o *Object) headers(g *galliumFile, text uint64) bool {
	for i := range g.kernels {
		if !o.beginsWithHeader(text + uint64(g.kernels[i].offset)) {
			return false
		}
	}
	return len(g.kernels) > 0
}

// beginsWithHeader reports whether what is at addr is an amd_kernel_code_t with the code behind it.
func (o *Object) beginsWithHeader(addr uint64) bool {
	b, ok := o.Bytes(addr, abi.SizeV2)
	return ok && le.Uint32(b) == 1 && le.Uint16(b[8:]) == 1 && le.Uint64(b[16:]) == abi.SizeV2 && b[103] == 6
}

// galliumArgs places the arguments as Clover does: one behind the other, each at its alignment,
// counted from the first one.
func (k *Kernel) galliumArgs(list []galliumArg) error {
	next := uint32(0)
	put := func(a Arg, align uint32) error {
		if align == 0 || align&(align-1) != 0 || align > 1<<12 || a.Size > abi.MaxKernarg {
			return errIn("kernel "+k.Name, "argument %d has %d bytes and alignment %d", len(k.Args), a.Size, align)
		}
		next = (next + align - 1) &^ (align - 1)
		a.Offset = k.KernargBase + next
		next += a.Size
		if next > abi.MaxKernarg {
			return errIn("kernel "+k.Name, "its arguments have more than %d bytes", abi.MaxKernarg)
		}
		k.Args = append(k.Args, a)
		return nil
	}
	for i, a := range list {
		arg := Arg{Name: fmt.Sprintf("a%d", i), Size: a.targetSize, ValueKind: ByValue}
		switch {
		case a.semantic == galliumGridDimension:
			arg.ValueKind = "hidden_grid_dims"
		case a.semantic == galliumGridOffset:
			for _, d := range [...]string{"x", "y", "z"} {
				arg.ValueKind = ValueKind("hidden_global_offset_" + d)
				if err := put(arg, a.align); err != nil {
					return err
				}
			}
			continue
		case a.semantic != galliumGeneral:
			arg.ValueKind = ValueKind(fmt.Sprintf("hidden_gallium_%d", a.semantic)) // sizes and formats of images
		case a.typ == galliumConstant, a.typ == galliumGlobal:
			arg.ValueKind, arg.AddressSpace = GlobalBuffer, "global"
		case a.typ == galliumLocal:
			arg.ValueKind, arg.AddressSpace, arg.PointeeAlign = DynamicSharedPointer, "local", 1
		case a.typ == galliumSampler:
			arg.ValueKind = Sampler
		case a.typ != galliumScalar:
			arg.ValueKind = Image
		}
		if err := put(arg, a.align); err != nil {
			return err
		}
	}
	k.KernargSize = max(k.KernargSize, uint64(k.KernargBase+next))
	slices.SortStableFunc(k.Args, func(a, b Arg) int { // hidden ones last
		if a.Hidden() != b.Hidden() {
			if a.Hidden() {
				return 1
			}
			return -1
		}
		return 0
	})
	return nil
}

// inside says of an error in an ELF file in which file it is, and where that begins.
func inside(err error, container string, off uint64) error {
	e, ok := err.(*Error)
	if !ok {
		return err
	}
	e.Section = fmt.Sprintf("%s: ELF file at %#x: %s", container, off, e.Section)
	return e
}
