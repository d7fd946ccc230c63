// Package dap serves the debugger to editors, by the Debug Adapter Protocol
// (https://microsoft.github.io/debug-adapter-protocol).
//
//	client ── messages ──> read ── channel ──> server.serve ── handlers ──> debug.Session
//	                                              ▲                              │
//	                                              └── a stop ── goroutine that goes on
//
// Threads are waves, a frame is where a wave is. Variables are registers, with their lanes, state,
// operations in flight, LDS and the buffers of the launch. What a client sends and is wrong gets an
// error; the session goes on. While the program runs, a request that needs it to stand still
// interrupts it, and it goes on afterwards.
//
// Where to add things: a request is an entry of handlers.
package dap
