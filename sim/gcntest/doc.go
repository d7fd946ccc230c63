// Package gcntest is the format of .gcn files, tests of shaders, and runs them.
//
//	file.gcn --Load--> File --Cases--> []*Case --Run--> Result --WriteText, WriteJSON, WriteJUnit, Update-->
//	                                      |
//	                   a Case stands for a launch file: package launch reads its values, package
//	                   launch/run runs and compares it, and says who wrote what is wrong
//
// A file is a list of statements, one a line; a block of code or a table is indented below its line
// (file.go). Each test is expanded to cases (case.go): for each target, policy and row of
// parameters. A case becomes the text of a launch file whose lines are known by the line of the
// test that they come from (build.go), so that a mistake is told where it is. Formulas (package
// formula) are evaluated to lists of bits first (value.go), in expectations with what places hold at
// the start (scope.go).
//
// docs/test.md in the repository has the format.
//
// # Where to add things
//
// A keyword: a row in keywords (file.go), and what it means in build.go. A name for formulas: Lookup
// in scope.go. A function or an operator: package formula. What registers and values are called is
// for package launch.
package gcntest
