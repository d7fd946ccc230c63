package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// FuzzFlagValues: no value of a flag that chooses waves, registers, lanes or changes makes its reader
// crash. What --what-if takes gives a chip that is sound, or an error.
func FuzzFlagValues(f *testing.F) {
	for _, s := range []string{"3,0,0/1", "*,0/0", "0:1", "s[0:3],v7,v0-v5,exec", "0,1,5-7", "5%", "64K",
		"l1=perfect,waves=+1,clock=x1.2,cus=-25%,l2_latency=200"} {
		f.Add(s)
	}
	fiji, err := chip.Lookup("fiji")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string) {
		if w, err := parseWaveChoice(text); err == nil {
			group := [3]uint32{}
			for d, n := range w.group {
				group[d] = uint32(max(n, 0))
			}
			require.True(t, anyWave([]waveChoice{w}, group, int(max(w.wave, 0))), text)
		}
		if _, err := parseRegs("--dump-reg", isa.GCN14, []string{text}); err == nil {
			require.NotEmpty(t, text)
		}
		var lanes laneList
		if lanes.UnmarshalText([]byte(text)) == nil {
			require.NotZero(t, lanes)
		}
		var part percent
		if part.UnmarshalText([]byte(text)) == nil {
			require.GreaterOrEqual(t, part.part, 0.0)
		}
		var size byteSize
		_ = size.UnmarshalText([]byte(text))
		_, _ = (&timelineCmd{Only: []string{text}}).wanted()
		changes, err := parseChanges(text)
		if err != nil {
			return
		}
		require.Len(t, changes, strings.Count(text, ",")+1)
		for i := range changes {
			w := &whatIf{}
			w.opts.Chip = fiji
			if changes[i].apply(w) == nil {
				_ = w.opts.Chip.Validate() // says what is wrong
			}
		}
	})
}

// FuzzList: the names of an @list are its lines that are neither empty nor comments.
func FuzzList(f *testing.F) {
	f.Add("# two\na.s\r\n\n b/c.co \n")
	f.Add("@more")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := parseList("l", text)
		if err != nil {
			require.Contains(t, text, "@")
			return
		}
		for _, name := range list {
			require.NotEmpty(t, name)
			require.NotContains(t, "#@", name[:1])
			require.Contains(t, text, name)
			require.NotContains(t, name, "\n")
		}
		again, err := parseList("l", strings.Join(list, "\n"))
		require.NoError(t, err)
		require.Equal(t, list, again)
	})
}
