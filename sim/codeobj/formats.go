package codeobj

import (
	"bytes"
	"cmp"
	"debug/elf"
	"slices"
)

// ABI is a convention: how the file holds kernels, and what a dispatcher gives them.
type ABI uint8

// The conventions.
const (
	NoABI    ABI = iota // code without kernels
	HSA                 // ROCm: kernel descriptors, or amd_kernel_code_t of version 2
	Mesa                // amdgcn--mesa3d: amd_kernel_code_t in front of the code
	Gallium             // .AMDGPU.config: registers and no descriptor; arguments behind nine dwords at s[0:1]
	PAL                 // pipelines of graphics drivers: registers in metadata, user data by the driver's layout
	OpenCL12            // AMD OpenCL 1.2: buffer resources in tables, as CAL notes say
	OpenCL20            // AMD OpenCL 2.0: amd_kernel_code_t in an ELF file inside another
)

var abiNames = [...]string{"none", "HSA", "Mesa (mesa3d)", "Gallium", "PAL", "AMD OpenCL 1.2", "AMD OpenCL 2.0"}

// String names the convention.
func (a ABI) String() string { return abiNames[a] }

// ELF machines and OS ABIs.
const (
	machineGPU  = 224 // EM_AMDGPU
	machineCAL  = 0x7d
	machineX86  = 0x7d4 // AMD OpenCL for the CPU
	machineCL32 = 0xaf5a
	machineCL64 = 0xaf5b

	osabiHSA  = 64 // ELFOSABI_AMDGPU_HSA
	osabiPAL  = 65
	osabiMesa = 66
)

// format is one kind of file.
type format struct {
	is   func(data []byte, f *elfFile) bool // f is nil where the file is not ELF
	load func(data []byte, f *elfFile, gpu string) (*Object, error)
}

// formats are the kinds of files, in the order in which they are asked.
var formats []format

func init() { // an initialised variable would refer to itself: containers load what is inside them
	formats = []format{
		{isGallium, loadGallium},
		{func(_ []byte, f *elfFile) bool {
			return f != nil && (f.machine == machineGPU && f.osabi == osabiHSA || f.isEarlyHSA())
		}, loadHSA},
		{func(_ []byte, f *elfFile) bool { return f != nil && f.machine == machineGPU && f.osabi == osabiPAL },
			loadPAL},
		{func(_ []byte, f *elfFile) bool {
			return f != nil && f.machine == machineGPU && (f.osabi == osabiMesa || f.osabi == 0)
		}, loadMesa},
		{func(_ []byte, f *elfFile) bool { return f != nil && f.machine == 0 && hasSection(f, configSection) },
			loadMesa},
		{isOpenCL12, loadOpenCL12},
		{isOpenCL20, loadOpenCL20},
	}
}

// IsObject reports whether data is a container of code, which Load reads, and not raw code or text.
func IsObject(data []byte) bool { return IsELF(data) || IsBundle(data) || isGallium(data, nil) }

// IsCode reports whether data is a code object of an AMD GPU, a bundle, or a program of the host
// that has code objects. Load may still refuse it. Other programs and objects of the host are no
// code.
func IsCode(data []byte) bool {
	if IsBundle(data) || isGallium(data, nil) {
		return true
	}
	f, err := readHeader(data)
	return err == nil && (f.machine == machineGPU ||
		slices.ContainsFunc(formats, func(k format) bool { return k.is(data, f) }))
}

// Load is LoadFor of a file that says which GPU it is for, as most do.
func Load(data []byte) (*Object, error) { return LoadFor(data, "") }

// LoadFor reads a code object or another container of code. gpu is an LLVM target's name, for the
// files that do not say which GPU they are for, and to choose from a bundle ([Choose]); it may be
// empty. The Object refers to data, which
// must not change afterwards. Errors are *Error.
func LoadFor(data []byte, gpu string) (*Object, error) {
	if IsBundle(data) {
		one, err := Choose(data, "", gpu)
		switch {
		case err != nil:
			return nil, err
		case IsBundle(one):
			return nil, errIn("offload bundle", "its code object is a bundle again")
		}
		return LoadFor(one, gpu)
	}
	var f *elfFile
	if !isGallium(data, nil) {
		var err error
		if f, err = readHeader(data); err != nil {
			if bytes.HasPrefix(data, []byte("BC\xc0\xde")) {
				return nil, errAt("file", 0, "this is LLVM bitcode: compile it to a code object")
			}
			return nil, err
		}
	}
	if f != nil && f.machine == machineGPU && !f.oldFlags() {
		if name, ok := strangers[uint8(f.flags)]; ok {
			return nil, errAt("ELF header", 48, "%s", foreign(name))
		}
	}
	for _, k := range formats {
		if k.is(data, f) {
			return k.load(data, f, gpu)
		}
	}
	switch {
	case f.machine == machineGPU:
		return nil,
			errAt("ELF header", uint64(elf.EI_OSABI),
				"its OS ABI is %d; known are 64 (HSA), 65 (PAL), 66 (Mesa) and 0", f.osabi)
	case f.machine == machineX86:
		return nil, errAt("ELF header", 18, "this is an OpenCL program for the CPU; compile it for a GPU")
	}
	return nil, errAt("ELF header", 18, "its machine is %v, not AMD GPU (%d), and it has no code for one in .hip_fatbin",
		elf.Machine(f.machine), machineGPU)
}

func hasSection(f *elfFile, name string) bool {
	list, err := f.sections()
	return err == nil && sectionNamed(list, name) != nil
}

// contentsOf makes an Object without kernels of an ELF file, linked or not.
func contentsOf(f *elfFile) (o *Object, notes []noteBytes, err error) {
	switch f.typ {
	case elf.ET_DYN:
		if !f.wide {
			return nil, nil, errAt("ELF header", uint64(elf.EI_CLASS), "a linked code object has 64 bits")
		}
		l, err := readLinked(f)
		if err != nil {
			return nil, nil, err
		}
		if l.notes == nil { // linkers of old made no segment of them
			if l.notes, err = f.sectionNotes(); err != nil {
				return nil, nil, err
			}
		}
		return &Object{Flags: f.flags, Segments: l.segments, Relocations: l.relocs, Symbols: l.symbols,
			Exports:  l.exports,
			Sections: f.loadedSections(), file: f.data, relro: l.relro}, l.notes, nil
	case elf.ET_REL:
		u, err := readUnit(f)
		if err != nil {
			return nil, nil, err
		}
		return f.unitObject(u)
	}
	return nil, nil,
		errAt("ELF header", 16,
			"its type is %v, neither a linked shared object (ET_DYN) nor a relocatable one (ET_REL)", f.typ)
}

// isEarlyHSA reports whether this is a code object of version 2 from before ELF had numbers for AMD's
// GPUs and HSA (LLVM 3.9): its notes say so.
func (f *elfFile) isEarlyHSA() bool {
	if f.machine != 0 && f.machine != machineGPU || f.osabi != 0 || f.abi != 0 {
		return false
	}
	notes, err := f.sectionNotes()
	found := false
	_ = eachNote(notes, func(vendor string, typ uint32, _ []byte, _ uint64) error {
		found = found || vendor == "AMD" && typ == noteVersion
		return nil
	})
	return found && err == nil
}

// loadedSections lists the sections that are in memory.
func (f *elfFile) loadedSections() (list []Section) {
	all, err := f.sections()
	if err != nil {
		return nil
	}
	for _, s := range all {
		if s.flags&elf.SHF_ALLOC != 0 && s.size > 0 && s.size <= MaxSpan && s.addr <= MaxSpan {
			list = append(list, Section{s.name, s.typ, s.flags, s.addr, s.size, max(s.align, 1), s.entsize})
		}
	}
	slices.SortStableFunc(list, func(a, b Section) int { return cmp.Compare(a.Addr, b.Addr) })
	return list
}

// sectionNotes are the contents of the note sections.
func (f *elfFile) sectionNotes() (notes []noteBytes, err error) {
	list, err := f.sections()
	for i := range list {
		if s := &list[i]; s.typ == elf.SHT_NOTE && len(notes) < maxNoteSegs {
			data, err := f.contents(s)
			if err != nil {
				return nil, err
			}
			notes = append(notes, noteBytes{data, s.off})
		}
	}
	return notes, err
}

var abiVersion = [...]int{2, 3, 4, 5, 6} // by EI_ABIVERSION

// loadHSA reads HSA code objects of versions 2 to 6.
func loadHSA(_ []byte, f *elfFile, gpu string) (*Object, error) {
	if int(f.abi) >= len(abiVersion) {
		return nil,
			errAt("ELF header", uint64(elf.EI_ABIVERSION),
				"its ABI version is %d; 0 to %d (code object versions 2 to 6) are supported",
				f.abi, len(abiVersion)-1)
	}
	o, notes, err := contentsOf(f)
	if err != nil {
		return nil, err
	}
	o.ABI, o.Version = HSA, abiVersion[f.abi]
	n, err := readNotes(o.Version, notes)
	if err != nil {
		return nil, err
	}
	if err := o.setTarget(n, gpu); err != nil {
		return nil, err
	}
	return o, o.addKernels(n.kernels)
}
