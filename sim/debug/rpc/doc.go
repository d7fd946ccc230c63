// Package rpc serves programs in any language: JSON-RPC 2.0, one message a line, about sessions of a
// debugger and whole runs.
//
//	client ──► line ──► Server ──► method: params ──► debug.Session ──► result ──► line ──► client
//
// A method is an entry of methods: its name, what it does, and a function of its parameters to its
// result. The published schema ([Schema]) is made of the same entries. Numbers above 2^53, addresses
// above all, are strings in hexadecimal ("0x1000"), as JSON readers differ in how they read large
// numbers; parameters may be either. Bytes are base64.
//
// Where to add things: a method is an entry of methods; the schema, its test and the list that the
// method "methods" gives follow.
package rpc
