package hostcode

import (
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	"golang.org/x/sys/cpu"
	"golang.org/x/sys/unix"

	"github.com/gcnsim/gcnsim/sim/internal/state"
)

// Possible reports whether there are hosts of this kind that execute code made for them.
const Possible = true

// Host code is made once for a program.
var _ = state.Fixed[Runs]()

// enter calls host code: RDI is the wave, RSI its vector registers, R8 how often a loop may go
// round. It returns what is left of that, and what the code has in RAX: of units and parts of paths the
// low byte says whether the branch at the end was taken. No pointer that the garbage collector looks at
// is written there.
//
//go:noescape
func enter(code uintptr, w, v unsafe.Pointer, times int) (left, out int)

// best is the best tier of this host.
func best() Tier {
	switch c := &cpu.X86; {
	case c.HasAVX512F && c.HasAVX512DQ && c.HasAVX512BW && c.HasAVX512VL:
		return AVX512
	case c.HasAVX2 && c.HasFMA && c.HasF16C && c.HasPOPCNT:
		return AVX2
	}
	return Go
}

// Host code of a program lies in one range of addresses, which is reserved when its first run is
// made. Pages of the range are written, made executable, and never written again.
const (
	arenaSize = 64 << 20
	pageSize  = 4 << 10
)

type arena struct {
	mu   sync.Mutex
	mem  []byte
	used int
}

// newArena reserves addresses, which are given back when owner is no longer reachable.
func newArena[T any](owner *T) (*arena, error) {
	m, err := unix.Mmap(-1, 0, arenaSize, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return nil, fmt.Errorf("no memory for host code: %w", err)
	}
	runtime.AddCleanup(owner, func(m []byte) { _ = unix.Munmap(m) }, m)
	return &arena{mem: m}, nil
}

// add makes code executable and returns its address, 0 where there is no room.
func (a *arena) add(code []byte) (uintptr, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := (len(code) + pageSize - 1) &^ (pageSize - 1)
	if a.used+n > len(a.mem) {
		return 0, nil
	}
	m := a.mem[a.used : a.used+n]
	if err := unix.Mprotect(m, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		return 0, fmt.Errorf("no memory for host code: %w", err)
	}
	copy(m, code)
	if err := unix.Mprotect(m, unix.PROT_READ|unix.PROT_EXEC); err != nil {
		return 0, fmt.Errorf("the host does not allow host code to be executed: %w", err)
	}
	a.used += n
	return uintptr(unsafe.Pointer(&m[0])), nil
}
