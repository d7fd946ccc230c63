// Package dap serves the debugger to editors, by the Debug Adapter Protocol
// (https://microsoft.github.io/debug-adapter-protocol).
//
//	client ── messages ──> read ── channel ──> server.serve ── handlers ──> debug.Session
//	                                              ▲                              │
//	                                              └── a stop ── goroutine that goes on
//
// Threads are waves, a frame is where a wave is. Variables are registers, with their lanes, state,
// operations in flight, LDS and the buffers of the launch. A wrong request gets an error, and the
// session goes on. Some requests need the program to stand still: they interrupt it while it runs,
// and it goes on afterwards.
//
// Where to add things: a request is an entry of handlers.
package dap
