// Command gcnsim runs AMD GCN machine code (gfx6 to gfx9) without a GPU, and takes it apart.
//
//	args --main.go--> verb --launch.File--> sim --> verdict, findings, dump, trace
//	                   |
//	                   +--waitcnt/check--> findings --waitcnt/report--> text, JSON, SARIF
//	                   |
//	                   +--isa--> decode, disasm, asm, isa
//
// There is one file for each verb: a struct with the flags, a method Run that does the work, a
// method Help with examples. All input goes through the packages below; a verb turns what they
// return into text. Run returns an error whose [exit] value says the exit status:
//
//	0 done
//	1 an expectation did not hold
//	2 bad usage, unreadable input, or output that cannot be written
//	3 the simulated program faulted or hit a limit, or executing it brought up a defect of the simulator
//	4 run or check reported a finding of severity error, or run --order all found more than one final state
//	130 interrupted (SIGINT; with another signal 128 and its number): a trace and a profile have what was done
//
// Where several hold, lost output wins, then 3, then 1. With GCNSIM_STACK in the environment the
// message about a defect has its stack.
//
// Files are opened through package launch/files: inputs are regular files of bounded size, outputs
// never replace an input.
//
// # Where to add things
//
// A verb: a file with its struct, and a field in cli (main.go). A fact about a wave in the dump:
// package sim/dump. A flag of run that a launch file has too: flags.go, which writes the flags down
// as a launch file, so that there is one path.
package main
