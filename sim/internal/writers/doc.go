// Package writers tells which instruction wrote a place last: bytes of memory or LDS, a scalar
// register, a lane of a vector register.
//
//	engine.Dispatch, []Place --New--> Watch --Writers--> []*Writer, one for each place, nil where nothing wrote it
//
// It is a tenant of the engine, for a run that is made again in order once something is known to be
// wrong: a run without it pays nothing.
//
// Memory: the engine says which bytes an operation is about to write. Registers: the engine marks
// what it writes (VWritten, SWritten). The watch takes the mark of a watched register away before
// each instruction, and looks for it afterwards. So masks of lanes, relative addresses and late
// returns are as the engine has them. The marks are put back when the work-group ends. SCC and MODE
// have no marks: they are written by whoever has them as a result.
//
// approximate: of LDS, an operation with an address of its own (ds_append, two sources, loads to
// LDS) that stores the value that is there already is not seen.
package writers
