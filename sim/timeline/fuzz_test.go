package timeline_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/timeline"
)

// Whatever the window and the clocks of waves, and whatever the kernel is called, the text has a row
// for each wave, no wider than asked, that shows something exactly where the wave did something.
func FuzzText(f *testing.F) {
	f.Add("k", uint64(0), uint64(0), uint64(3), uint64(40), 100, 64)
	f.Add("k\n\x1b", uint64(5), uint64(9), uint64(0), uint64(7), 3, 1)
	f.Add("", uint64(0), ^uint64(0), ^uint64(0)-9, ^uint64(0), 7, 0)
	f.Add("", ^uint64(0), uint64(1), uint64(0), ^uint64(0), 1<<40, 2)
	f.Fuzz(func(t *testing.T, kernel string, from, to, start, end uint64, width, rows int) {
		if start > end {
			start, end = end, start
		}
		x := timeline.Text{Inst: func(uint64) string { return kernel }, Width: max(width, 0) % 2000, From: from, To: to,
			Rows: max(rows, 0)}
		middle := start + (end-start)/2
		for i := range 3 {
			x.Wave(&sim.WaveTrace{WaveTiming: sim.WaveTiming{Wave: i, Start: start, End: end}, Segments: []sim.TraceSegment{
				{From: start, To: middle, Reason: sim.StallIssue}, {From: middle, To: end, Reason: sim.StallCounter}}})
		}
		var b bytes.Buffer
		require.NoError(t, x.Write(&b, kernel))
		bad := strings.IndexFunc(b.String(), func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) })
		require.Negative(t, bad, "%q", b.String())
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		shown := 3
		if rows > 0 {
			shown = min(rows, 3)
		}
		more := 0
		if shown < 3 {
			more = 1
			require.Regexp(t, `^[12] more waves$`, lines[len(lines)-1])
		}
		require.Len(t, lines, 2+shown+more)
		for _, number := range strings.Fields(lines[1]) {
			_, err := strconv.ParseUint(number, 10, 64)
			require.NoError(t, err, lines[1])
		}
		columns := x.Width
		if columns == 0 {
			columns = 100
		}
		if to == 0 {
			to = end
		}
		for _, line := range lines[2 : 2+shown] {
			_, cells, _ := strings.Cut(line, "wave ")
			cells = cells[min(len(cells), 3):]
			require.LessOrEqual(t, len(cells), columns)
			if inside := max(start, from) < min(end, to); inside {
				require.NotEmpty(t, strings.TrimSpace(cells), line)
			}
			require.Empty(t, strings.Trim(cells, "VSMLEw "), line)
		}
	})
}
