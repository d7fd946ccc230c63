package isa

// Program is assembled code without a file format.
type Program struct {
	Code   []byte          // bytes in memory order
	Labels map[string]int  // byte offset in Code of each label, numbered ones ("1:") excepted
	Global map[string]bool // the labels that .globl names
	Lines  []Line          // where each instruction and piece of data comes from, in order of Offset
}

// Line says which source line made the bytes at an offset.
type Line struct {
	Offset, Len int  // bytes in Code
	Line        int  // source line, from 1
	Data        bool // .long and its like, not an instruction
}
