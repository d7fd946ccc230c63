package asm

import (
	"slices"

	"github.com/gcnsim/gcnsim/isa"
)

// Unit is what one assembly makes: the contents of a relocatable object, without any file format.
type Unit struct {
	Target isa.Target // that of the Options

	// TargetID is the text of .amdgcn_target ("amdgcn-amd-amdhsa--gfx900:xnack+"), or of
	// .amd_amdgpu_isa; empty if the text has neither.
	TargetID string
	// Version is the code object version that the text states: of .amdhsa_code_object_version (4 to
	// 6), or 2 where .hsa_code_object_version or .amd_kernel_code_t is used; 0 if it states none.
	Version int

	// Container is the kind of file that the text asks for, nil for an HSA code object.
	Container *Container

	Sections []Section // in order of first use; [0] is .text, also where it is empty
	Symbols  []Symbol  // in order of first mention
	Kernels  []Kernel  // in order of declaration
	Notes    []Note
	Metadata []Metadata // YAML texts, which become notes

	Files []string // names of the source files that Pos refers to; [0] is the file that was given
	Lines []Line   // origin of the bytes of code sections, by section and offset

	// What .file and .loc say: the source that a compiler read.
	DebugFiles []DebugFile
	DebugLines []DebugLine // by section and offset
}

// IsObject reports whether the text describes a code object, and not only code: it has kernels,
// asks for a container, or says what the kernels of PAL or Gallium are.
func (u *Unit) IsObject() bool {
	return len(u.Kernels) > 0 || u.Container != nil ||
		slices.ContainsFunc(u.Metadata, func(m Metadata) bool { return m.PAL }) ||
		slices.ContainsFunc(u.Notes, func(n Note) bool { return n.Name == "AMD" && n.Type == notePAL }) ||
		slices.ContainsFunc(u.Sections, func(s Section) bool { return s.Name == galliumConfig && s.Size > 0 })
}

// galliumConfig is the section with the registers of Gallium's kernels.
const galliumConfig = ".AMDGPU.config"

// Container is a kind of file around the code, of CLRX's formats.
type Container struct {
	Kind   string // "rocm", "amd", "amdcl2", "gallium"
	Wide   bool   // pointers of 64 bits
	Driver int    // version of AMD's driver that it is for: major*100 + minor
	Device string // the GPU's name
	// What the file says of its compiler; empty where the text does not say it.
	DriverInfo, Options, ACLVersion string
	Registers                       bool // of gallium: kernels have registers in .AMDGPU.config, and no amd_kernel_code_t
	Kernels                         []ContainerKernel

	// amdcl2: descriptions of samplers, 8 bytes each, and the offsets in .rodata of their
	// addresses; no offsets: they are its last bytes.
	Samplers      []byte
	SamplerPlaces []uint64
}

// ContainerKernel is a kernel with what the container says of it.
type ContainerKernel struct {
	Name    string
	Section int // of its code
	// Args are gallium's: type, size, size on the device, alignment, sign extension, meaning.
	Args      [][6]uint32
	Registers [3]uint32 // gallium with Registers: COMPUTE_PGM_RSRC1, _RSRC2 and COMPUTE_TMPRING_SIZE
	Metadata  []byte    // amd: text, amdcl2: binary
	Header    []byte    // amd: what stands behind the metadata
	Data      []byte    // amd: section .data, which nothing reads; nil: zeros
	Notes     []Note    // amd

	// amdcl2: numbers of the samplers that it declares; for drivers before 1912.05 what stands in
	// front of its amd_kernel_code_t and what else is said of its code, nil where that follows from
	// it.
	Samplers          []int
	Stub, ISAMetadata []byte
}

// Pos is a place in the assembly text. The zero Pos is none.
type Pos struct {
	File      int // index into Unit.Files
	Line, Col int // from 1; Col counts bytes
}

// Section types and flags have ELF's numbers (SHT_*, SHF_*).
type Section struct {
	Name    string // ".text"
	Type    uint32 // SHT_PROGBITS, SHT_NOBITS, SHT_NOTE ...
	Flags   uint64 // SHF_ALLOC, SHF_WRITE, SHF_EXECINSTR, SHF_MERGE, SHF_STRINGS ...
	EntSize uint64 // of SHF_MERGE
	Align   uint64 // a power of two, at least 1
	Data    []byte // nil for SHT_NOBITS
	Size    uint64 // len(Data), or the size of SHT_NOBITS
	Relocs  []Reloc
}

// Reloc is a value that only a linker or loader knows. The bytes at its place are zero.
type Reloc struct {
	Offset uint64 // in the section
	Type   uint32 // R_AMDGPU_*: 1 ABS32_LO, 2 ABS32_HI, 3 ABS64, 4 REL32, 5 REL64, 6 ABS32, 7 GOTPCREL, ...
	// Symbol is an index into Unit.Symbols. Where the value is relative to a symbol that is no part
	// of a symbol table (".L..."), the writer takes the section's symbol and adds Symbol.Value.
	Symbol int
	Addend int64 // added to the symbol's value
	Pos    Pos   // of the value in the text
}

// Relocation types (LLVM AMDGPUUsage, "Relocation Records").
const (
	RelocAbs32Lo      = 1
	RelocAbs32Hi      = 2
	RelocAbs64        = 3
	RelocRel32        = 4
	RelocRel64        = 5
	RelocAbs32        = 6
	RelocGotPCRel     = 7
	RelocGotPCRel32Lo = 8
	RelocGotPCRel32Hi = 9
	RelocRel32Lo      = 10
	RelocRel32Hi      = 11
	RelocRel16        = 14
)

// Special values of Symbol.Section.
const (
	Undefined = -1 // not defined in this unit
	Absolute  = -2 // Value is a number, not a place
	Common    = -3 // .comm and .amdgpu_lds: Value is the alignment; LDS symbols have LDS set
)

// Symbol types, bindings and visibilities have ELF's numbers (STT_*, STB_*, STV_*).
type Symbol struct {
	Name       string
	Section    int    // index into Unit.Sections, or Undefined, Absolute, Common
	Value      uint64 // offset in the section, or the absolute value
	Size       uint64 // bytes; 0: not said
	Type       uint8  // STT_NOTYPE, STT_OBJECT, STT_FUNC, STT_AMDGPU_HSA_KERNEL (10) ...
	Bind       uint8  // STB_LOCAL, STB_GLOBAL, STB_WEAK
	Visibility uint8  // STV_DEFAULT, STV_HIDDEN, STV_PROTECTED
	LDS        bool   // .amdgpu_lds: section index SHN_AMDGPU_LDS (0xff00)
	// Temporary symbols are no part of a symbol table: names that begin with ".L", and "1:".
	Temporary bool
	Variable  bool // of .set and "=", not a label
	Pos       Pos  // of the definition, else of the first mention
}

// Kernel is a kernel as the text declares it. Its descriptor's bytes are in the section.
type Kernel struct {
	Name string
	// Version 3 and later: the 64 bytes of .amdhsa_kernel, at Symbol ("NAME.kd"). Version 2: the
	// 256 bytes of .amd_kernel_code_t.
	V2      bool
	Symbol  int    // index into Unit.Symbols of the descriptor, or -1 (version 2 without a label)
	Section int    // of the descriptor: index into Unit.Sections
	Offset  uint64 // of the descriptor: bytes in the section
	Keys    []Key  // in the order of the text
	Pos     Pos    // of .amdhsa_kernel or .amd_kernel_code_t
}

// Key is one line of a kernel's descriptor: ".amdhsa_next_free_vgpr 4", "wavefront_sgpr_count = 8".
type Key struct {
	Name  string // without ".amdhsa_"
	Value int64  // after the layout, when all symbols are known
	Pos   Pos    // of the line
}

// Note is an ELF note that the text states: .hsa_code_object_version, .hsa_code_object_isa,
// .amd_amdgpu_isa, .amdgpu_pal_metadata. Desc is the note's contents.
type Note struct {
	Name string // "AMD", "AMDGPU"
	Type uint32 // ELF's n_type
	Desc []byte
	Pos  Pos // of the directive; zero where it is not known
}

// Metadata is the text between .amdgpu_metadata and .end_amdgpu_metadata (V2: of
// .amd_amdgpu_hsa_metadata or .amdgpu_code_object_metadata, Runtime: of .amdgpu_runtime_metadata of
// LLVM 4, PAL: of .amdgpu_pal_metadata), in YAML. The writer of an object makes the note:
// MessagePack and type 32 of "AMDGPU", for V2 the text and type 10 of "AMD", for Runtime the text
// and type 8 of "AMD".
type Metadata struct {
	Text    string
	V2      bool
	Runtime bool
	PAL     bool
	Pos     Pos // of the first line of Text
}

// Line says which place of the assembly text made the bytes at an offset.
type Line struct {
	Section     int    // index into Unit.Sections
	Offset, Len uint64 // bytes in the section
	Pos         Pos
	Data        bool // .long and its like, not an instruction
}

// DebugFile is a .file directive with a number.
type DebugFile struct {
	Number    int    // as the directive has it; DebugLine.File refers to it
	Dir, Name string // Dir is empty where the directive has one name only
	MD5       string // 32 hexadecimal digits, or empty
}

// DebugLine is a .loc directive: the code from the offset on belongs to the line.
type DebugLine struct {
	Section   int    // index into Unit.Sections
	Offset    uint64 // bytes in the section
	File      int    // number of the DebugFile
	Line, Col int    // as the directive has them; Col is 0 where it has none
	IsStmt    bool   // DWARF's is_stmt: a good place to stop at
	// Prologue end, basic block, epilogue begin.
	PrologueEnd, BasicBlock, EpilogueBegin bool
	Discriminator                          int // DWARF's number of a block in the line; 0: none
}
