// Package codeobj loads AMD GPU code: linked HSA code objects of versions 2 to 6, and raw binaries.
//
//	file --Load--> Object --Image(base)--> segments with relocations applied, ready to be mapped
//	                 |
//	                 +-- Kernels: entry, descriptor (register counts, modes, initial registers), arguments
//	                 +-- Symbols, Relocations, Segments as they stand in the file
//
// An Object is plain data in link-time addresses. The caller chooses a base, asks [Object.Image] for the bytes, maps them, and adds the
// base to [Kernel.Entry] and [Kernel.DescAddr].
//
// # What is read
//
// Only what a loader on the device's side needs: the program headers, the dynamic section (symbols, hash, relocations), the notes, and, when
// it has not been stripped, the static symbol table for local names. Section headers are needed for nothing else.
//
//	version  ELF ABI version  metadata note         kernel                              descriptor
//	2        0                "AMD" 10, YAML        symbol of type 10                   amd_kernel_code_t, 256 bytes
//	3        1                "AMDGPU" 32, msgpack  symbol NAME.kd (NAME is the code)   kernel descriptor, 64 bytes
//	4 5 6    2 3 4            the same              the same                            the same
//
// Version 2's YAML keys are renamed to those of version 3, so that one reader serves all ([Kernel.Args] looks the same for every version).
// A kernel whose symbol has no metadata is loaded too, with HasMetadata false and no Args.
//
// # What is refused
//
// Relocatable objects, other operating systems' ABIs, targets outside GCN 1.0 to 1.4, 32-lane waves, relocations other than RELATIVE64
// and ABS64, and anything malformed: each with an [Error] that names the structure and the file offset or address. Load never panics, and
// what it allocates is bounded by a small multiple of the file's size, whatever the file says. Segments keep their MemSize: nothing is
// allocated for zero-filled memory.
//
// # Where to add things
//
// A metadata key: metadata.go. A relocation: relocNames and Image. A field of the descriptor, or what registers hold when a
// wave starts: package abi. What a static check needs of an object: package objcheck. A target: isa.Targets.
//
// Sources: LLVM AMDGPUUsage ("Code Object").
package codeobj
