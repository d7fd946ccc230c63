package main

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// docs/dump.md has each field of the JSON of a dump. It says of two parts where they are described.
func TestThePageHasTheFieldsOfADump(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/dump.md")
	require.NoError(t, err)
	elsewhere := map[string]bool{"occupancy": true, "need": true}
	reasons := map[string]bool{"issue": true, "slot": true, "counter": true, "unit": true, "fetch": true, "barrier": true, "sleep": true,
		"dependency": true}
	fields := 0
	var look func(x any)
	look = func(x any) {
		switch x := x.(type) {
		case []any:
			for _, v := range x {
				look(v)
			}
		case map[string]any:
			for name, v := range x {
				if !reasons[name] {
					fields++
					require.Regexp(t, "`(dump[.])?"+name+"(\\[\\])?`|`"+name+"[.]", string(page))
				}
				if !elsewhere[name] {
					look(v)
				}
			}
		}
	}
	for _, how := range [][]string{{"--mode", "timing", "--dump=wave,sgpr,vgpr,lds,gds,mem,counters,caches,stalls"}, {"--dump"}} {
		code, out, errs := command(t, "", append([]string{"run", "--launch", "../../testdata/kernels/vecadd/gfx900-O2.json", "--dump-format", "json"},
			how...)...)
		require.Equal(t, exitDone, code, errs)
		var d any
		require.NoError(t, json.Unmarshal([]byte(out), &d))
		look(d)
	}
	require.Greater(t, fields, 1000)
}
