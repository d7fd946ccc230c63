package run

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// Mismatch is a difference between what a buffer holds and what it should.
type Mismatch struct {
	Index     int    // first element that differs
	Offset    int    // its byte offset
	Got, Want string // its values, with their bits
	Count     int    // elements that differ
	Total     int    // elements compared
	Reason    string // why nothing could be compared, or empty: sizes differ, unknown element type
}

// String is a line for people.
func (m *Mismatch) String() string {
	if m.Reason != "" {
		return m.Reason
	}
	return fmt.Sprintf("element %d (byte offset %#x) is %s, should be %s; %d of %d differ", m.Index, m.Offset, m.Got, m.Want, m.Count, m.Total)
}

// Compare compares buffers element by element; as is "bytes", "f16", "f32" or "f64". The package comment has the rules. It returns nil if
// all elements match.
func Compare(as string, got, want []byte, ulp uint64, abs, rel float64) *Mismatch {
	size, ok := launch.ElemSize(as)
	switch {
	case !ok:
		return &Mismatch{Reason: fmt.Sprintf("unknown element type %q", as)}
	case len(got) != len(want):
		return &Mismatch{Reason: fmt.Sprintf("it has %d bytes, should have %d", len(got), len(want))}
	case len(got)%size != 0:
		return &Mismatch{Reason: fmt.Sprintf("its %d bytes are not a whole number of %s", len(got), as)}
	}
	c := comparison{size: size, ulp: ulp, abs: abs, rel: rel}
	c.add(got, want)
	return c.mismatch()
}

// comparison compares buffers piece by piece.
type comparison struct {
	size     int // bytes of an element
	ulp      uint64
	abs, rel float64
	m        Mismatch
}

// add compares the next piece: whole elements, as many of both.
func (c *comparison) add(got, want []byte) {
	first := c.m.Total
	c.m.Total += len(got) / c.size
	if bytes.Equal(got, want) {
		return
	}
	for i := first; i < c.m.Total; i++ {
		at := (i - first) * c.size
		g, w := elem(got[at:], c.size), elem(want[at:], c.size)
		if g == w || c.size > 1 && floatsMatch(g, w, c.size, c.ulp, c.abs, c.rel) {
			continue
		}
		if c.m.Count == 0 {
			c.m.Index, c.m.Offset, c.m.Got, c.m.Want = i, i*c.size, show(g, c.size), show(w, c.size)
		}
		c.m.Count++
	}
}

// mismatch is what differed, nil where nothing did.
func (c *comparison) mismatch() *Mismatch {
	if c.m.Count == 0 {
		return nil
	}
	return &c.m
}

func elem(b []byte, size int) uint64 {
	switch size {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

func value(bits uint64, size int) float64 {
	switch size {
	case 2:
		return float64(math.Float32frombits(isa.F16ToF32(uint32(bits))))
	case 4:
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

func show(bits uint64, size int) string {
	if size == 1 {
		return fmt.Sprintf("0x%02x", bits)
	}
	prec := 64
	if size < 8 {
		prec = 32
	}
	return fmt.Sprintf("%s (0x%0*x)", strconv.FormatFloat(value(bits, size), 'g', -1, prec), 2*size, bits)
}

func floatsMatch(g, w uint64, size int, ulp uint64, abs, rel float64) bool {
	x, y := value(g, size), value(w, size)
	if x != x || y != y {
		return x != x && y != y
	}
	if a, b := order(g, size), order(w, size); max(a, b)-min(a, b) <= ulp {
		return true
	}
	if math.IsInf(x, 0) || math.IsInf(y, 0) || abs == 0 && rel == 0 {
		return false
	}
	d := math.Abs(x - y) // f64 values of opposite sign may overflow to infinity, which is more than any tolerance
	return d <= abs || d <= rel*math.Abs(y)
}

// order maps bits to integers that rise with the value, with -0 just below +0.
func order(bits uint64, size int) uint64 {
	sign := uint64(1) << (8*size - 1)
	if bits&sign != 0 {
		return sign - 1 - (bits &^ sign)
	}
	return bits | sign
}
