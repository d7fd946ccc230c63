// Command gcnsim runs AMD GCN machine code (gfx6 to gfx9) without a GPU, and takes it apart.
//
//	args --main.go--> verb --launch.File--> sim --> verdict, findings, dump, trace
//	                   |
//	                   +--waitcnt/check--> findings --waitcnt/report--> text, JSON, SARIF
//	                   |
//	                   +--isa--> decode, disasm, asm, isa
//
// There is one file for each verb: a struct with the flags, a method Run that does the work, a method Help with examples. All input goes
// through the packages below; a verb turns what they return into text. Run returns an error whose [exit] value says the exit status:
//
//	0 done
//	1 an expectation did not hold
//	2 bad usage or unreadable input
//	3 the simulated program faulted or hit a limit
//	4 run or check reported a finding of severity error, or run --order all found more than one final state
//
// Where several hold, 3 wins, then 1.
//
// # Where to add things
//
// A verb: a file with its struct, and a field in cli (main.go). A fact about a wave in the dump: package sim, dump.go. A flag of run
// that a launch file has too: flags.go, which writes the flags down as a launch file, so that there is one path.
package main
