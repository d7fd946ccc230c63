package launch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A unit is a power of 1024; what may mean 1000 is refused, and so is what does not fit.
func TestSizesAreWrittenAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "1": 1, "4096": 4096, "0x1000": 4096, "0XfF": 255, "4096B": 4096, "4K": 4096, "4k": 4096, "4KiB": 4096, "4Ki": 4096,
		"2M": 2 << 20, "2GiB": 2 << 30, "16T": 16 << 40, "0G": 0, "18446744073709551615": ^uint64(0), "16777215T": 16777215 << 40,
	} {
		got, err := ParseSize(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for text, msg := range map[string]string{
		"4KB": `"4KB" may mean powers of 1000 or of 1024: write 4K for powers of 1024`, "1mb": "write 1M", "": "is not a size", "K": "is not a size",
		"-1": "-1 is not in the range 0 to 2^64-1", "-1K": "is not a size", "1.5K": "is not a size", "0x4K": "is not a size", "4 K": "is not a size",
		"4P": "K, M, G or T", "010": "is not a size", "16777216T": "is not in the range", "18446744073709551616": "is not in the range",
		strings.Repeat("9", 1000) + "T": "more than 400 characters",
	} {
		_, err := ParseSize(text)
		require.ErrorContains(t, err, msg, text)
	}
}

// Sizes of a launch file take units: of buffers, LDS, scratch, blocks of LDS and offsets. Other
// numbers do not.
func TestSizesOfAFile(t *testing.T) {
	f, err := parse(`{"buffers": [{"name": "a", "size": "2M"}], "launches": [{"grid": [1], "group": [1], "dynamic_lds": "4KiB",
		"scratch": "1K", "args": [{"buffer": "a", "offset": "1M"}, {"local": "2K"}]}]}`)
	require.NoError(t, err)
	l := &f.Launches[0]
	require.Equal(t, []uint64{2 << 20, 4096, 1024, 1 << 20, 2048},
		[]uint64{f.Buffers[0].Size, uint64(l.DynamicLDS), uint64(l.Scratch), l.Args[0].Offset, uint64(l.Args[1].Local)})
	for text, msg := range map[string]string{
		`{"launches": [{"grid": ["1K"], "group": [1]}]}`:                            "launches[0].grid[0]: the string \"1K\" is not an integer",
		`{"launches": [{"grid": [1], "group": [1], "dynamic_lds": "4G"}]}`:          "launches[0].dynamic_lds: 4G is not in the range 0 to 2^32-1",
		`{"launches": [{"grid": [1], "group": [1], "args": [{"local": "4KB"}]}]}`:   "launches[0].args[0].local: \"4KB\" may mean",
		`{"buffers": [{"name": "a", "size": "4 MB"}], "launches": [{"grid": [1]}]}`: "buffers[0].size: \"4 MB\" is not a size",
		`{"buffers": [{"name": "a", "size": true}], "launches": [{"grid": [1]}]}`:   "buffers[0].size: this is true, not a number",
		`{"launches": [{"grid": [1], "group": [1], "args": [{"i32": "4K"}]}]}`:      "is not an integer",
		`{"launches": [{"grid": [1], "group": [1], "registers": {"s0": "4K"}}]}`:    "\"4K\" is not a value",
	} {
		_, err := parse(text)
		require.ErrorContains(t, err, msg, text)
	}
}
