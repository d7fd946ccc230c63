package hostcode

import (
	"bytes"
	"fmt"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// Paths are made as a whole, and grow, soon.
func init() { hotWhole, leftOften, leftAlike = 2, 4, 2 }

// OnWhole makes f be called when the code of a whole path has ended, until stop is: with how often it went
// round, and whether all was as usual.
func OnWhole(f func(rounds int, usual bool)) (stop func()) {
	wholeEnded = f
	return func() { wholeEnded = nil }
}

// Usable reports whether host code can be made of the instruction at a dword of a program, with a
// MODE.
func Usable(p *engine.Program, slot uint32, mode uint32) bool {
	core := (*engine.ProgramCore)(p)
	fp := isa.NewFPMode(mode, core.Features())
	_, ok := usable(&core.Recs()[slot], &fp, core.Features())
	return ok
}

// PathAt reports whether a path begins at a dword of a program, and whether it is a loop.
func PathAt(p *engine.Program, tier string, slot uint32) (is, loop bool, err error) {
	t, err := ParseTier(tier)
	if err != nil {
		return false, false, err
	}
	x, err := New((*engine.ProgramCore)(p), t)
	if err != nil {
		return false, false, err
	}
	q := x.path(slot, 0, nil, nil, nil)
	return q != noPath, q.loop, nil
}

// The sizes of what host code may touch.
const (
	WaveBytes = int(unsafe.Sizeof(engine.Wave{}))
	RowBytes  = int(unsafe.Sizeof([256]isa.Row{}))
)

// RunGuarded executes the units that begin at each instruction of a wave's program, and the code of
// the paths, with copies of the wave and its vector registers in two places: those given, and other
// ones. It returns how many times that was, and where the copies are different then.
func RunGuarded(w *engine.Wave, tier string, wave, rows []byte) (n int, diff string) {
	t, err := ParseTier(tier)
	if err != nil {
		return 0, err.Error()
	}
	p := (*engine.ProgramCore)(w.Program())
	x, err := New(p, t)
	if err != nil {
		return 0, err.Error()
	}
	self := unsafe.Slice((*byte)(unsafe.Pointer(w)), WaveBytes)
	regs := unsafe.Slice((*byte)(unsafe.Pointer(w.V)), RowBytes)
	otherWave, otherRows := make([]uint64, WaveBytes/8), make([]byte, RowBytes)
	other := unsafe.Slice((*byte)(unsafe.Pointer(&otherWave[0])), WaveBytes)
	lds := w.Group().LDS.Bytes()
	was := bytes.Clone(lds)
	run := func(slot uint32, code uintptr, times int) {
		for _, exec := range [...]uint64{^uint64(0), 0, 0x8000_0000_0000_0001, 0x00ff_0f0f_1234_5678} {
			for _, at := range [...][2][]byte{{wave, rows}, {other, otherRows}} {
				copy(at[0], self)
				copy(at[1], regs)
				copy(lds, was)
				v := (*engine.Wave)(unsafe.Pointer(&at[0][0]))
				v.S[isa.CodeExecLo], v.S[isa.CodeExecHi] = uint32(exec), uint32(exec>>32)
				enter(code, unsafe.Pointer(v), unsafe.Pointer(&at[1][0]), times)
			}
			n++
			if !bytes.Equal(wave, other) || !bytes.Equal(rows, otherRows) {
				diff += fmt.Sprintf("code at dword %d, EXEC %#x\n", slot, exec)
			}
		}
	}
	for i := range uint32(len(p.Recs()) - 1) {
		if p.Recs()[i].X == nil {
			continue
		}
		if u := x.make(i, w.Mode, maxInsts, false); u != none {
			run(i, u.code, 2)
		}
		if q := x.path(i, w.Mode, nil, nil, nil); q != noPath {
			for k := range q.parts {
				if c := q.parts[k].code; c != 0 {
					run(i, c, 1)
				}
			}
		}
	}
	return n, diff
}

// SingleOf is the single of a half.
var SingleOf = singleOf
