// Package objcheck makes a code object ready for the static check.
//
//	codeobj.Object --Input--> check.Input --check.Run--> findings
//
// Package check reads instructions and knows no file format. What it has to know besides them is in
// the object: where kernels and functions begin, which registers the ABI sets for a kernel, which
// memory no program changes, and what is data.
//
// Where to add things: what the check should know of an object is a field of [check.Input], and
// [Input] fills it.
package objcheck
