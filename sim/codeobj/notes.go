package codeobj

import (
	"bytes"
	"cmp"
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/abi"
)

// Note types. LLVM AMDGPUUsage, "Note Records"; noteRuntime: LLVM 4, AMDGPUPTNote.h. Type 7 was
// binary for some months of 2016, and AMD's own loader refused it: its records are skipped.
const (
	noteVersion  = 1  // "AMD": version 2 says that it is that
	noteISA      = 3  // "AMD": version 2, processor as numbers
	noteRuntime  = 8  // "AMD": version 2 of LLVM 4, YAML
	noteMetadata = 10 // "AMD": version 2, YAML
	noteISAName  = 11 // "AMD": processor with its triple, as text
	notePALOld   = 12 // "AMD": pairs of registers and values
	noteMsgpack  = 32 // "AMDGPU": versions 3 and later, and PAL
)

// notes is what the note records say.
type notes struct {
	target  string // processor, "gfx803"; empty where nothing says it
	kernels []Kernel
}

// noteBytes are the records of one note segment or section.
type noteBytes struct {
	data []byte
	off  uint64 // in the file, for messages
}

// readNotes reads the records of all note segments. Records that it does not know are skipped, as
// the format demands.
func readNotes(version int, segments []noteBytes) (*notes, error) {
	n := &notes{}
	err := eachNote(segments, func(vendor string, typ uint32, desc []byte, at uint64) error {
		return n.add(version, vendor, typ, desc, at)
	})
	return n, err
}

// eachNote calls f for each record.
func eachNote(segments []noteBytes, f func(vendor string, typ uint32, desc []byte, at uint64) error) error {
	for _, seg := range segments {
		for at, end := uint64(0), uint64(len(seg.data)); at < end; {
			rec := seg.data[at:]
			if len(rec) < 12 {
				return errAt(".note", seg.off+at, "the segment ends inside a record")
			}
			nameSize, descSize, typ := uint64(le.Uint32(rec)), uint64(le.Uint32(rec[4:])), le.Uint32(rec[8:])
			desc := 12 + (nameSize+3)&^3
			next := desc + (descSize+3)&^3
			if desc+descSize > uint64(len(rec)) {
				return errAt(".note", seg.off+at, "a record of %d bytes reaches beyond the end of its segment", next)
			}
			name := string(bytes.TrimRight(rec[12:12+nameSize], "\x00"))
			if err := f(name, typ, rec[desc:desc+descSize], seg.off+at+desc); err != nil {
				return err
			}
			at += next
		}
	}
	return nil
}

func (n *notes) add(version int, vendor string, typ uint32, desc []byte, at uint64) error {
	switch {
	case version == 2 && vendor == "AMD" && typ == noteISA:
		// Sizes of two names, then major, minor, stepping, then the names.
		if len(desc) < 16 {
			return errAt(".note", at, "the ISA record has %d bytes instead of 16 or more", len(desc))
		}
		major, minor, stepping := le.Uint32(desc[4:]), le.Uint32(desc[8:]), le.Uint32(desc[12:])
		return n.setTarget(fmt.Sprintf("gfx%d%d%x", major, minor, stepping), at)
	case vendor == "AMD" && typ == noteISAName:
		if id := string(bytes.TrimRight(desc, "\x00")); id != "" {
			return n.setTarget(isa.Processor(id), at)
		}
	case version == 2 && vendor == "AMD" && (typ == noteMetadata || typ == noteRuntime):
		tree, err := parseYAML(desc)
		if err != nil {
			return &Error{Section: ".note", Offset: int64(at), Msg: "metadata (YAML)", Err: err}
		}
		if typ == noteRuntime {
			tree = fromRuntime(tree)
		}
		return n.addMetadata(fromV2(tree), at)
	case version > 2 && vendor == "AMDGPU" && typ == noteMsgpack:
		tree, err := parseMsgpack(desc)
		if err != nil {
			return &Error{Section: ".note", Offset: int64(at), Msg: "metadata (msgpack)", Err: err}
		}
		return n.addMetadata(tree, at)
	}
	return nil
}

func (n *notes) addMetadata(tree any, at uint64) error {
	m := &reader{}
	n.kernels = append(n.kernels, m.module(tree)...)
	if m.err != nil {
		return &Error{Section: ".note", Offset: int64(at), Msg: "metadata", Err: m.err}
	}
	if m.target == "" {
		return nil
	}
	return n.setTarget(m.target, at)
}

// oldNames are names of processors that are given up: with XNACK (LLVM AMDGPUUsage, "Code Object V2
// Note Records"), and those that AMD's OpenCL drivers gave to Iceland and Tonga, and to Fiji and
// Polaris (CLRX documentation).
var oldNames = map[string]string{"gfx901": "gfx900", "gfx903": "gfx902", "gfx905": "gfx904", "gfx907": "gfx906",
	"gfx800": "gfx802", "gfx804": "gfx803"}

func (n *notes) setTarget(target string, at uint64) error {
	target = cmp.Or(oldNames[target], target)
	if n.target != "" && n.target != target {
		return errAt(".note", at, "it names the target %q after %q", target, n.target)
	}
	n.target = target
	return nil
}

// Kernel is an entry point with what its callers have to know.
type Kernel struct {
	Name     string         // as the metadata have it, or the symbol's name without ".kd"
	Symbol   string         // symbol of the descriptor
	DescAddr uint64         // link-time address of the descriptor
	Entry    uint64         // link-time address of the first instruction, a multiple of 256
	CodeSize uint64         // bytes of code from Entry on, as the symbol says; where none does, to the segment's end
	Desc     abi.Descriptor // its descriptor; made of register values where the object has none

	KernargSize  uint64        // bytes of the kernarg segment, hidden arguments included
	KernargAlign uint64        // its alignment, at least 16
	UserData     []UserData    // what the user SGPRs hold, where Desc does not say it (PAL, OpenCL12)
	Constants    Slot          // OpenCL12: where the resource of the program's constants is
	Samplers     []SamplerSlot // OpenCL12: samplers that the kernel declares itself
	KernargBase  uint32        // offset of the first declared argument, where hidden ones come first

	// From the metadata; zero where HasMetadata is false or the metadata do not say.
	HasMetadata       bool
	Args              []Arg     // in order of declaration, hidden ones last
	MaxFlatGroupSize  uint32    // most work-items of a work-group
	ReqdGroupSize     [3]uint32 // the only work-group size allowed
	GroupSizeHint     [3]uint32 // work-group size that the source hints at
	UsedSGPRs         uint32    // registers that the code uses; Desc has what is allocated
	UsedVGPRs         uint32    // vector registers that the code uses
	SpilledSGPRs      uint32    // stores of scalar registers that the compiler spilled
	SpilledVGPRs      uint32    // stores of vector registers that it spilled
	MetaLDSBytes      uint32    // the same as in the descriptor, if all is well
	MetaPrivateBytes  uint32    // scratch of a work-item, the same as in the descriptor, if all is well
	DynamicStack      bool      // scratch has a part whose size the compiler does not know
	Language          string    // of the source: "OpenCL C"
	LanguageVersion   []uint32  // major, minor
	VecTypeHint       string    // OpenCL's vec_type_hint: a type, "float4"
	DeviceEnqueueSym  string    // symbol of the memory in which device-side enqueueing finds the kernel
	UniformGroupSizes bool      // only whole work-groups may be launched
}

// ValueKind says what an argument is, in version 3's spelling.
type ValueKind string

// The kinds of declared arguments. All others begin with "hidden_".
const (
	ByValue              ValueKind = "by_value"               // the value itself
	ByReference          ValueKind = "by_reference"           // address of a copy of a structure
	GlobalBuffer         ValueKind = "global_buffer"          // address
	DynamicSharedPointer ValueKind = "dynamic_shared_pointer" // LDS offset of a block that the launch sizes
	Sampler              ValueKind = "sampler"                // HSA: address of its descriptor
	Image                ValueKind = "image"                  // HSA: address of its descriptor; OpenCL12: see Arg.Slot
	Pipe                 ValueKind = "pipe"                   // address of an OpenCL pipe
	Queue                ValueKind = "queue"                  // address of an OpenCL device queue
)

// Arg is one piece of the kernarg segment.
type Arg struct {
	Name         string    // may be empty
	TypeName     string    // source language's, may be empty
	Offset, Size uint32    // bytes
	ValueKind    ValueKind // one of the kinds above, "hidden_...", or a kind of the format's own
	AddressSpace string    // "global", "constant", "local", "generic", "private", "region", or empty
	Access       string    // "read_only", "write_only", "read_write", or empty
	Slot         Slot      // OpenCL12: where the driver puts its resource; the segment has an offset or what it is like
	Element      uint8     // OpenCL12: bytes of elements that take a dword each in the segment; 0 where none do
	Signed       bool      // of Element: sign extension
	Pointee      uint32    // of ByReference: bytes of the structure
	PointeeAlign uint32    // of LDS blocks: alignment in bytes, at least 1 for DynamicSharedPointer
	Const        bool      // it is a pointer to const
	Restrict     bool      // it is a restrict pointer
	Volatile     bool      // it is a pointer to volatile
	Pipe         bool      // it is an OpenCL pipe
}

// Hidden reports whether the dispatcher, not the caller, supplies the argument.
func (a *Arg) Hidden() bool { return len(a.ValueKind) > 7 && a.ValueKind[:7] == "hidden_" }

// String names the argument for messages: `"n", int, by_value`.
func (a *Arg) String() string {
	s := string(a.ValueKind)
	if a.TypeName != "" {
		s = a.TypeName + ", " + s
	}
	if a.Name != "" {
		s = fmt.Sprintf("%q, %s", a.Name, s)
	}
	return s
}
