// Package abi is what the driver and the compiler agree on about a kernel: its descriptor, and what
// registers hold when a wave starts.
//
//	bytes --Decode, DecodeV2--> Descriptor --InitialSGPRs--> s0.. : a Role each    (the engine gives each its value)
//	                                       --InitialRegisters--> as an instruction's writes    (the checkers)
//
// It is a leaf: it knows registers (package isa), and neither files nor waves. Package codeobj
// finds the bytes; sim starts waves with what they say.
//
// Where to add things: a field of the descriptor: once in [Descriptor] and once in the decoder of
// each layout. A role: a constant and its row in roles, in the order of the registers.
//
// Sources: LLVM AMDGPUUsage ("Kernel Descriptor", "Initial Kernel Execution State"),
// AMDHSAKernelDescriptor.h and, for version 2, AMDKernelCodeT.h.
package abi
