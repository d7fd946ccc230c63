//go:build !(amd64 && linux)

package hostcode

import "unsafe"

// Possible reports whether there are hosts of this kind that execute code made for them. It is a
// constant so that a program for another kind has nothing of what makes code.
const Possible = false

func enter(uintptr, unsafe.Pointer, unsafe.Pointer, int) (int, int) { panic("no host code") }

func best() Tier { return Go }

type arena struct{}

func newArena[T any](*T) (*arena, error) { return nil, errNoHost }

func (*arena) add([]byte) (uintptr, error) { return 0, nil }
