package timeline

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/internal/plain"
	"github.com/gcnsim/gcnsim/sim"
)

// letters are what a clock is shown as: of stalls by reason, of issue by the kind of instruction.
var letters = [...]byte{sim.StallIssue: 'I', sim.StallSlot: '-', sim.StallCounter: 'w', sim.StallUnit: 'u', sim.StallFetch: 'f',
	sim.StallBarrier: 'b', sim.StallSleep: 'z', sim.StallHazard: 'd'}

// kinds are the letters of instructions by how their names begin, the first that fits.
var kinds = []struct {
	prefix string
	letter byte
}{
	{"v_", 'V'}, {"s_load", 'M'}, {"s_buffer", 'M'}, {"s_store", 'M'}, {"s_", 'S'}, {"ds_", 'L'}, {"exp", 'E'}, {"", 'M'},
}

// Legend says what the letters are.
const Legend = "V S M L E: issue of vector, scalar, memory, LDS instructions and exports; - waits for its turn, w " +
	"for a counter, u for a unit,\n" +
	"f for its code, d for the instruction before; b at s_barrier, z at s_sleep\n"

// Text collects waves and shows a row for each of them.
type Text struct {
	Inst   func(pc uint64) string // text of an instruction
	Width  int                    // columns for the clocks, at most MaxWidth; 0: 100
	From   uint64                 // first clock
	To     uint64                 // last one; 0: of the last wave
	Rows   int                    // the most waves; 0: 64
	waves  []row
	hidden int
}

// MaxWidth bounds [Text].Width.
const MaxWidth = 1 << 16

// row is a wave.
type row struct {
	sim.WaveTiming
	segments []sim.TraceSegment
}

// Wave adds a wave.
func (t *Text) Wave(w *sim.WaveTrace) {
	if len(t.waves) == cmp.Or(t.Rows, 64) {
		t.hidden++
		return
	}
	t.waves = append(t.waves, row{w.WaveTiming, slices.Clone(w.Segments)})
}

// Write shows the waves of a launch, by start, and begins again.
func (t *Text) Write(w io.Writer, kernel string) error {
	from, to := t.From, t.To
	if to == 0 {
		for i := range t.waves {
			to = max(to, t.waves[i].End)
		}
	}
	width := uint64(min(cmp.Or(t.Width, 100), MaxWidth))
	clocks := to - min(from, to)
	scale := clocks / width
	if scale*width < clocks || scale == 0 {
		scale++
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s, clocks %d to %d, %d a column\n", plain.Name(kernel), from, to, scale)
	slices.SortStableFunc(t.waves, func(x, y row) int {
		return cmp.Or(cmp.Compare(x.CU, y.CU), cmp.Compare(x.SIMD, y.SIMD), cmp.Compare(x.Start, y.Start),
			slices.Compare(x.Group[:], y.Group[:]), cmp.Compare(x.Wave, y.Wave))
	})
	name := func(r *row) string {
		return fmt.Sprintf("cu %d simd %d group %d,%d,%d wave %d", r.CU, r.SIMD, r.Group[0], r.Group[1], r.Group[2], r.Wave)
	}
	wide := 0
	for i := range t.waves {
		wide = max(wide, len(name(&t.waves[i])))
	}
	ruler := make([]byte, width)
	for i := range ruler {
		ruler[i] = ' '
	}
	last := min(width-1, (math.MaxUint64-from)/scale) // column that has a clock
	step := uint64(10)
	for uint64(len(fmt.Sprint(from+last*scale))) >= step { // a number, and a space behind it
		step += 10
	}
	for i := uint64(0); i <= last; i += step {
		if text := fmt.Sprint(from + i*scale); i+uint64(len(text)) <= width { // else there is no room
			copy(ruler[i:], text)
		}
	}
	fmt.Fprintf(b, "%*s  %s\n", wide, "", strings.TrimRight(string(ruler), " "))
	for i := range t.waves {
		r := &t.waves[i]
		fmt.Fprintf(b, "%-*s  %s\n", wide, name(r), strings.TrimRight(string(t.columns(r, from, scale, width)), " "))
	}
	if t.hidden > 0 {
		fmt.Fprintf(b, "%d more waves\n", t.hidden)
	}
	t.waves, t.hidden = nil, 0
	return b.Flush()
}

// columns are the clocks of a wave: in each column what took most of its clocks.
func (t *Text) columns(r *row, from, scale, width uint64) []byte {
	out := make([]byte, width)
	counts := make([]map[byte]uint64, width)
	for i := range r.segments {
		s := &r.segments[i]
		letter := letters[s.Reason]
		if s.Reason == sim.StallIssue {
			text := t.Inst(s.PC)
			for _, k := range kinds {
				if strings.HasPrefix(text, k.prefix) {
					letter = k.letter
					break
				}
			}
		}
		for at := max(s.From, from); at < s.To; {
			column := (at - from) / scale
			if column >= width {
				break
			}
			end := at + min(s.To-at, scale-(at-from)%scale)
			if counts[column] == nil {
				counts[column] = map[byte]uint64{}
			}
			counts[column][letter] += end - at
			at = end
		}
	}
	for i := range out {
		out[i] = ' '
		most := uint64(0)
		for letter, n := range counts[i] {
			if n > most || n == most && letter < out[i] {
				out[i], most = letter, n
			}
		}
	}
	return out
}
