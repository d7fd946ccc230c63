package waitcnt

import (
	"fmt"
	"slices"
	"strconv"
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

	NumCounters // how many counters there are
)

// String is the counter's name in s_waitcnt.
func (c Counter) String() string {
	if c < NumCounters {
		return [...]string{"vmcnt", "lgkmcnt", "expcnt"}[c]
	}
	return "?"
}

// fieldOf is the position of each counter in isa.WaitFields, whose order is that of the text.
var fieldOf = [NumCounters]int{VM: 0, EXP: 1, LGKM: 2}

// Max is the highest value that a counter reaches in a generation: what its s_waitcnt field can
// hold (counters.md 1; errata P-4 for LGKM).
func Max(g isa.Gen, c Counter) int {
	for i := range maxima {
		if m := &maxima[i]; m.gens&g != 0 {
			return m.of[c]
		}
	}
	return 0
}

// maxima are the values of Max by counter, of generations with the same fields: the board asks for
// them with every operation.
var maxima = func() (list []maximum) {
	for _, g := range isa.Gens() {
		m := maximum{gens: g}
		f := isa.WaitFields(g)
		for c := range NumCounters {
			m.of[c] = int(f[fieldOf[c]].Max())
		}
		if i := slices.IndexFunc(list, func(o maximum) bool { return o.of == m.of }); i >= 0 {
			list[i].gens |= g
			continue
		}
		list = append(list, m)
	}
	return list
}()

type maximum struct {
	gens isa.Gen
	of   [NumCounters]int
}

// NoWait is the value of a [Wait] field that waits for nothing.
const NoWait = 255

// Wait is what an s_waitcnt asks for: the highest number of operations that may stay outstanding,
// or [NoWait].
type Wait [NumCounters]int

// DecodeWait reads the SIMM16 of an s_waitcnt. On GCN 1.0-1.2 LGKM has a fifth bit, as AMD's
// manuals say, and a counter that never exceeds 15: all encodings of known assemblers mean the same
// (errata P-4).
func DecodeWait(g isa.Gen, simm uint16) (w Wait) {
	fields := isa.WaitFields(g)
	for c := range w {
		f := &fields[fieldOf[c]]
		v := f.Get(uint32(simm))
		w[c] = int(v)
		if v == f.Max() || uint32(simm)&f.Never != 0 {
			w[c] = NoWait
		}
	}
	return w
}

// WaitOf is what an instruction waits for: an s_waitcnt for what it says, the end of the program
// and a trap for everything, others for nothing.
func WaitOf(in *isa.Inst) Wait {
	switch in.Form.Desc.Do {
	case isa.CtlWaitcnt:
		o, _ := in.Operand('i')
		return DecodeWait(in.Form.Gen, uint16(o.Val))
	case isa.CtlTrap:
		return Wait{}
	}
	if in.Ends() {
		return Wait{}
	}
	return Wait{NoWait, NoWait, NoWait}
}

// EncodeWait makes the SIMM16 of an s_waitcnt; counts above the counter's maximum mean no wait.
func EncodeWait(g isa.Gen, w Wait) (simm uint16) {
	fields := isa.WaitFields(g)
	for c, n := range w {
		f := &fields[fieldOf[c]]
		simm |= uint16(f.Put(min(uint32(n), f.Max())))
	}
	return simm
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

// haveOf is [Wait.String] as findings show the waits that there were: "none" where nothing was
// waited for.
func haveOf(w Wait) string {
	if w == (Wait{NoWait, NoWait, NoWait}) {
		return "none"
	}
	return w.String()
}

// ParseWait reads what [Wait.String] writes of a wait for at least one counter.
func ParseWait(s string) (w Wait, ok bool) {
	w = Wait{NoWait, NoWait, NoWait}
	for _, field := range strings.Fields(s) {
		name, arg, found := strings.Cut(field, "(")
		n, err := strconv.ParseUint(strings.TrimSuffix(arg, ")"), 10, 6)
		c := slices.IndexFunc([]Counter{VM, LGKM, EXP}, func(c Counter) bool { return c.String() == name })
		if !found || err != nil || c < 0 || !strings.HasSuffix(arg, ")") {
			return w, false
		}
		w[c] = int(n)
	}
	return w, s != ""
}
