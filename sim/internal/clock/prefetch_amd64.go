package clock

import "unsafe"

// prefetch asks the host's caches for n bytes that will be read, from p on. p may be nil.
//
//go:noescape
func prefetch(p unsafe.Pointer, n uintptr)
