package engine

import (
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
)

// Words are what registers hold, by name: "s4", "s[2:3]", "vcc", "exec_lo", "m0", "scc", "ttmp2", and
// "mode"; of vector registers, "v0" or "v[0:1]", what they hold in a lane. The error says what is
// wrong with the name or the lane.
func (w *Wave) Words(name string, lane int) ([]uint32, error) {
	code, n, err := w.named(name)
	switch {
	case err != nil:
		return nil, err
	case code == codeMode:
		return []uint32{w.Mode}, nil
	case code == isa.CodeSCC:
		if w.SCC {
			return []uint32{1}, nil
		}
		return []uint32{0}, nil
	case code < isa.CodeVGPR:
		return append([]uint32(nil), w.S[code:int(code)+n]...), nil
	case lane < 0 || lane >= isa.Lanes:
		return nil, fmt.Errorf("sim: %s: lanes are 0 to 63, not %d", name, lane)
	}
	words := make([]uint32, n)
	for i := range words {
		words[i] = w.V[int(code)-isa.CodeVGPR+i][lane]
	}
	return words, nil
}

// SetWords sets registers by name, as an instruction would: as many words as [Wave.Words] has. lane is
// that of vector registers; -1: all lanes.
func (w *Wave) SetWords(name string, lane int, words ...uint32) error {
	code, n, err := w.named(name)
	switch {
	case err != nil:
		return err
	case len(words) != n:
		return fmt.Errorf("sim: %s: it has %d dwords, not %d", name, n, len(words))
	case code == codeMode:
		w.Mode = words[0]
	case code == isa.CodeSCC:
		w.WriteSCC(words[0] != 0)
	case code < isa.CodeVGPR:
		w.WriteS(code, words...)
	case lane < -1 || lane >= isa.Lanes:
		return fmt.Errorf("sim: %s: lanes are 0 to 63, and -1 is all, not %d", name, lane)
	default:
		mask := ^uint64(0)
		if lane >= 0 {
			mask = 1 << lane
		}
		for i, v := range words {
			var row isa.Row
			for l := range row {
				row[l] = v
			}
			w.WriteV(uint8(int(code)-isa.CodeVGPR+i), &row, mask)
		}
	}
	return nil
}

// codeMode is no source code: it stands for the MODE register.
const codeMode = 1 << 12

// named finds registers by name.
func (w *Wave) named(name string) (code uint16, n int, err error) {
	if name == "mode" {
		return codeMode, 1, nil
	}
	if code, n, err = isa.ParseReg(w.prog.Gen, name); err != nil {
		return 0, 0, fmt.Errorf("sim: %w", err)
	}
	return code, n, nil
}

// InitRegister is a [RegInit] of registers by name, as [Wave.SetWords] has them: the same words in all
// lanes of vector registers.
func InitRegister(g isa.Gen, name string, words ...uint32) (in RegInit, err error) {
	if name == "mode" {
		if len(words) == 1 {
			in.Mode = &words[0]
			return in, nil
		}
		return in, fmt.Errorf("sim: %s: it has 1 dword, not %d", name, len(words))
	}
	code, n, err := isa.ParseReg(g, name)
	switch {
	case err != nil:
		return in, fmt.Errorf("sim: %w", err)
	case len(words) != n:
		return in, fmt.Errorf("sim: %s: it has %d dwords, not %d", name, n, len(words))
	case code == isa.CodeSCC:
		v := words[0] != 0
		in.SCC = &v
		return in, nil
	}
	in.Code, in.Scalar = code, words
	if code >= isa.CodeVGPR {
		in.Scalar, in.Vector = nil, make([][isa.Lanes]uint32, n)
		for i := range in.Vector {
			for l := range isa.Lanes {
				in.Vector[i][l] = words[i]
			}
		}
	}
	return in, nil
}
