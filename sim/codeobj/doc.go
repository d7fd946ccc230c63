// Package codeobj loads AMD GPU code: HSA code objects of versions 2 to 6, linked or not, the
// containers of Mesa, PAL and AMD's OpenCL drivers, and raw binaries.
//
//	file --Load--> Object --Image(base)--> segments with relocations applied, ready to be mapped
//	                 |
//	                 +-- Kernels: entry, descriptor (register counts, modes, initial registers), arguments
//	                 +-- Symbols, Relocations, Segments as they stand in the file
//
// An Object is plain data in link-time addresses. The caller chooses a base, asks [Object.Image]
// for the bytes, maps them, and adds the base to [Kernel.Entry] and [Kernel.DescAddr].
//
// # What is read
//
//	kind of file                                        ABI                  kernels are described by
//	amdhsa, linked or relocatable                       HSA                  symbol NAME.kd, 64 bytes; version 2: amd_kernel_code_t
//	amdgcn--mesa3d                                      Mesa                 amd_kernel_code_t in front of the code
//	amdgcn--, Clover's container (gallium.go)           Gallium, Mesa        .AMDGPU.config, or amd_kernel_code_t
//	amdgcn--amdpal (pal.go)                             PAL                  registers in msgpack, or in a note of pairs
//	AMD OpenCL 1.2, ELF in ELF (opencl12.go)            OpenCL12             notes "ATI CAL", text about arguments
//	AMD OpenCL 2.0, HSA in ELF (opencl20.go)            OpenCL20             amd_kernel_code_t, binary metadata
//	bundles, also in programs of the host (bundle.go)   of one in it         [Choose] says which one
//
// Each kind is an entry of formats and a file; elf.go alone knows ELF's structures. Of a linked
// object the program headers count, the dynamic section (symbols, hash, relocations), the notes,
// and the static symbol table for local names; section headers are needed for nothing else. A
// relocatable object is placed as a linker would place it (place.go), which also builds the global
// offset table; a symbol that nothing defines stays in Relocations, and Image or its caller has to
// know it.
//
// Version 2's YAML keys are renamed to those of version 3, so that one reader serves all
// ([Kernel.Args] looks the same for every version). A kernel whose symbol has no metadata is loaded
// too, with HasMetadata false and no Args. Where no descriptor says what the user SGPRs hold,
// [Kernel.UserData] does, as far as the file knows.
//
// # What is written
//
// [Write] makes a loadable object of an assembly's unit (isa/asm): placed as above, with the tables
// that a loader needs (write.go) and a table of source lines (linetable.go), or the container that
// the text asks for (write_gallium.go, write_opencl12.go, write_opencl20.go).
//
// # What is refused
//
// Code for other processors than GCN 1.0 to 1.4 (RDNA and the like are named), 32-lane waves,
// linked objects with relocations other than RELATIVE64 and ABS64, and anything malformed: each
// with an [Error] that names the structure and the file offset or address.
// Load never panics, and what it allocates is bounded by a small multiple of the file's size,
// whatever the file says. Segments keep their MemSize: nothing is allocated for zero-filled memory.
//
// # Where to add things
//
// A kind of file: an entry of formats and a file of its own. A metadata key: metadata.go. A
// relocation: relocs. A processor to name only: strangers. A field of the descriptor, or what
// registers hold when a wave starts: package abi. What a static check needs of an object: package
// objcheck. A target: isa.Targets.
//
// Sources: LLVM AMDGPUUsage ("Code Object").
package codeobj
