// Package formula is the expression language of .gcn files: typed arithmetic over lanes.
//
//	text --NewParser--> Parser --Expr--> *Expr --Compile(type, Scope)--> *Formula --Eval(Env)--> bits
//
// Every operation has one type, and its result is exactly that of the type: integers wrap, floats
// are rounded to nearest even after each operation. A number, and a variable that is a number (the
// lane), has no type of its own: it takes that of what it meets, at last that of the whole formula.
// Nothing else is converted unless the text says so.
//
// Nothing here is of the simulator: what a formula says of an instruction is a second opinion.
//
// # Where to add things
//
// A function: a row in functions (function.go). A type: a row in types. A name: the [Scope] of the
// caller has it.
package formula
