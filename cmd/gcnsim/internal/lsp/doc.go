// Package lsp serves editors by the Language Server Protocol: GCN assembly and .gcn files.
//
//	editor --frame.go: messages--> Server --server.go: requests--> document
//	                                 ^                                |
//	                                 +--- diagnostics.go: assembler, checker, package gcntest
//	                                 +--- symbol.go, complete.go, hover: labels, names, instructions
//
// Source: Language Server Protocol Specification 3.17, JSON-RPC 2.0. Text is synchronised whole.
// Diagnostics are computed when no message waits, so that typing is not held up by them.
//
// A message that is wrong gets an error, and the session goes on.
package lsp
