package clock

import "golang.org/x/sys/cpu"

// banksInVectors says that banksVec can be called.
var banksInVectors = cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL &&
	cpu.X86.HasAVX512CD && cpu.X86.HasAVX512VPOPCNTDQ

// banksVec is the most that one bank gets of the elements of a half wave: those of 1 << shift bytes at addr plus
// off, of the lanes of active. last and bank are the bits of an element's number and of its bank, less than 1 << 30.
// once says that lanes that ask for one element get it together. It returns vectorHalf + 1 where elements of more
// than 4 bytes do not lie at multiples of their size.
//
//go:noescape
func banksVec(addr *[vectorHalf]uint32, off, shift, last, bank, active uint32, once bool) uint32
