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

// Mismatch is a difference between what a place holds and what it should.
type Mismatch struct {
	Index     int    // first element that differs
	Offset    int    // its byte offset
	Got, Want string // its values, with their bits
	Count     int    // elements that differ
	Total     int    // elements compared
	Reason    string // why nothing could be compared, or empty: sizes differ, unknown element type
	At        string // what Index names where that is not an element of memory: "lane 5", "s7"

	Elements []Element // the first of those that differ, at most MaxElements
}

// Element is an element that is not as wanted.
type Element struct {
	Index     int    // number of the element; the lane of a vector register
	Offset    int    // its byte offset
	Got, Want string // its values, with their bits
	At        string // as in [Mismatch]

	got, want uint64 // the bits
}

// MaxElements is how many elements a [Mismatch] names.
const MaxElements = 8

// String is a line for people.
func (m *Mismatch) String() string {
	switch {
	case m.Reason != "":
		return m.Reason
	case m.At != "" && m.Total == 1:
		return fmt.Sprintf("%s is %s, should be %s", m.At, m.Got, m.Want)
	case m.At != "":
		return fmt.Sprintf("%s is %s, should be %s; %d of %d differ", m.At, m.Got, m.Want, m.Count, m.Total)
	}
	return fmt.Sprintf("element %d (byte offset %#x) is %s, should be %s; %d of %d differ",
		m.Index, m.Offset, m.Got, m.Want, m.Count, m.Total)
}

// Compare compares buffers element by element. The package comment has the rules. It returns nil if
// all elements match.
func Compare(t *launch.Type, got, want []byte) *Mismatch {
	size := t.Size()
	switch {
	case size == 0:
		return &Mismatch{Reason: fmt.Sprintf("unknown element type %q", t.Name)}
	case len(got) != len(want):
		return &Mismatch{Reason: fmt.Sprintf("it has %d bytes, should have %d", len(got), len(want))}
	case len(got)%size != 0:
		return &Mismatch{Reason: fmt.Sprintf("its %d bytes are not a whole number of %s", len(got), t.Name)}
	}
	c := comparison{t: t}
	c.add(0, 0, got, want)
	return c.mismatch()
}

// comparison compares elements, piece by piece.
type comparison struct {
	t *launch.Type
	m Mismatch
}

// add compares a piece: whole elements, as many of both; index and offset are those of the first.
func (c *comparison) add(index, offset int, got, want []byte) {
	size, float := c.t.Size(), c.t.Float()
	quickly := float && size == 4 && (c.t.Abs != 0 || c.t.Rel != 0)
	n := len(got) / size
	c.m.Total += n
	for first := 0; first < n; first += atOnce {
		end := min(first+atOnce, n)
		if bytes.Equal(got[first*size:end*size], want[first*size:end*size]) {
			continue
		}
		for i := first; i < end; i++ {
			if quickly {
				if i += near(got[i*size:end*size], want[i*size:end*size], c.t); i == end {
					break
				}
			}
			g, w := elem(got[i*size:], size), elem(want[i*size:], size)
			if g != w && !(float && floatsMatch(g, w, c.t, size)) {
				c.differs(index+i, offset+i*size, g, w)
			}
		}
	}
}

// atOnce is how many elements are compared at once, before one by one where they are not equal.
const atOnce = 64

// near is how many elements of singles, up to the first one that is not, are finite and within Abs or Rel of
// the wanted ones, or equal: what most are that differ at all.
func near(got, want []byte, t *launch.Type) int {
	n := len(got) / 4
	for i := range n {
		g, w := binary.LittleEndian.Uint32(got[4*i:]), binary.LittleEndian.Uint32(want[4*i:])
		if g == w {
			continue
		}
		y := float64(math.Float32frombits(w))
		d := math.Abs(float64(math.Float32frombits(g)) - y) // finite where both are
		if !(d <= math.MaxFloat64 && (d <= t.Abs || d <= t.Rel*math.Abs(y))) {
			return i
		}
	}
	return n
}

// differs notes an element that is not as wanted.
func (c *comparison) differs(index, offset int, g, w uint64) {
	if c.m.Count == 0 {
		c.m.Index, c.m.Offset, c.m.Got, c.m.Want = index, offset, show(g, c.t), show(w, c.t)
	}
	if c.m.Count < MaxElements {
		c.m.Elements = append(c.m.Elements,
			Element{Index: index, Offset: offset, Got: show(g, c.t), Want: show(w, c.t), got: g, want: w})
	}
	c.m.Count++
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

func show(bits uint64, t *launch.Type) string {
	size := t.Size()
	switch {
	case t.Name == "bytes":
		return fmt.Sprintf("0x%02x", bits)
	case t.Signed():
		return fmt.Sprintf("%d (0x%0*x)", int64(bits<<(64-8*size))>>(64-8*size), 2*size, bits)
	case !t.Float():
		return fmt.Sprintf("%d (0x%0*x)", bits, 2*size, bits)
	}
	prec := 64
	if size < 8 {
		prec = 32
	}
	return fmt.Sprintf("%s (0x%0*x)", strconv.FormatFloat(value(bits, size), 'g', -1, prec), 2*size, bits)
}

// floatsMatch reports whether floats of a size are equal within the tolerances of a type.
func floatsMatch(g, w uint64, t *launch.Type, size int) bool {
	x, y := value(g, size), value(w, size)
	if x != x || y != y {
		return x != x && y != y
	}
	if a, b := order(g, size), order(w, size); max(a, b)-min(a, b) <= t.ULP {
		return true
	}
	if math.IsInf(x, 0) || math.IsInf(y, 0) || t.Abs == 0 && t.Rel == 0 {
		return false
	}
	d := math.Abs(x - y) // f64 values of opposite sign may overflow to infinity, which is more than any tolerance
	return d <= t.Abs || d <= t.Rel*math.Abs(y)
}

// order maps bits to integers that rise with the value, with -0 just below +0.
func order(bits uint64, size int) uint64 {
	sign := uint64(1) << (8*size - 1)
	if bits&sign != 0 {
		return sign - 1 - (bits &^ sign)
	}
	return bits | sign
}
