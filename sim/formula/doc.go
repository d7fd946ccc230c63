// Package formula is the language of expressions: those of .gcn files, and those of the debugger.
//
//	                                            ┌─Compile(type, Scope)─► *Formula ──Eval(Env)──► bits
//	text ──NewParser──► Parser ──Expr──► *Expr ─┤
//	                                            └─Free(FreeScope)──────► *Free ──Eval(FreeEnv)──► Value
//
// There is one syntax, and there are two arithmetics. That of .gcn files has types, as what is expected of
// an instruction has to be exact. That of the debugger is free: one looks at bits of which the machine
// does not know what they are, and wants an answer. Functions are the same.
//
// # Types
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
