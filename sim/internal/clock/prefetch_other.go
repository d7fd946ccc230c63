//go:build !amd64

package clock

import "unsafe"

// prefetch asks the host's caches for n bytes that will be read, from p on, where that can be said.
func prefetch(p unsafe.Pointer, n uintptr) {}
