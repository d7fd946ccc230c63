package waitcnt

import (
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// Counter names one of the three counters.
type Counter uint8

// The counters.
const (
	VM   Counter = iota // vector memory
	LGKM                // LDS, GDS, scalar memory, messages
	EXP                 // exports, vector data to be read

	NumCounters
)

// String is the counter's name in s_waitcnt.
func (c Counter) String() string {
	if c < NumCounters {
		return [...]string{"vmcnt", "lgkmcnt", "expcnt"}[c]
	}
	return "?"
}

// Max is the highest value that a counter reaches in a generation: its width in the hardware. Source: LLVM getVmcntBitMask and its siblings;
// CI, GCN3 and Vega ISA, IB_STS (facts: counters.md 1; errata P-4 for LGKM).
func Max(g isa.Gen, c Counter) int {
	switch c {
	case VM:
		if g == isa.GCN14 {
			return 63
		}
		return 15
	case LGKM:
		return 15
	}
	return 7
}

// NoWait is the value of a [Wait] field that waits for nothing.
const NoWait = 255

// Wait is what an s_waitcnt asks for: the highest number of operations that may stay outstanding, or [NoWait].
type Wait [NumCounters]int

// fields of SIMM16 by generation: low bit and width, most significant part first. LGKM is five bits wide on GCN 1.0-1.2 as AMD's manuals say,
// with a counter that never exceeds 15: all encodings of known assemblers mean the same (errata P-4).
type field []struct{ lo, width uint }

func fields(g isa.Gen) [NumCounters]field {
	if g == isa.GCN14 {
		return [NumCounters]field{{{14, 2}, {0, 4}}, {{8, 4}}, {{4, 3}}}
	}
	return [NumCounters]field{{{0, 4}}, {{8, 5}}, {{4, 3}}}
}

// DecodeWait reads the SIMM16 of an s_waitcnt.
func DecodeWait(g isa.Gen, simm uint16) (w Wait) {
	for c, f := range fields(g) {
		v := uint(0)
		for _, p := range f {
			v = v<<p.width | uint(simm)>>p.lo&(1<<p.width-1)
		}
		w[c] = int(v)
		if int(v) >= Max(g, Counter(c)) {
			w[c] = NoWait
		}
	}
	return w
}

// EncodeWait makes the SIMM16 of an s_waitcnt; counts above the counter's maximum mean no wait.
func EncodeWait(g isa.Gen, w Wait) uint16 {
	simm := uint(0)
	for c, f := range fields(g) {
		v := min(uint(w[c]), uint(Max(g, Counter(c))))
		for i := len(f) - 1; i >= 0; i-- {
			simm |= v & (1<<f[i].width - 1) << f[i].lo
			v >>= f[i].width
		}
	}
	return uint16(simm)
}

// String is the operand of the s_waitcnt in LLVM's spelling.
func (w Wait) String() string {
	var s []string
	for _, c := range [...]Counter{VM, EXP, LGKM} {
		if w[c] != NoWait {
			s = append(s, fmt.Sprintf("%v(%d)", c, w[c]))
		}
	}
	if len(s) == 0 {
		return "no wait"
	}
	return strings.Join(s, " ")
}
