package run_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/dump"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// hosts are the ways in which this host can execute instructions, Go first.
func hosts(t *testing.T) []string {
	path := kernels + "vecadd/gfx900-O2.json"
	list := []string{"go"}
	for _, h := range []string{"avx2", "avx512"} {
		f, err := launch.Load(path)
		require.NoError(t, err)
		if _, err := run.Run(f, sim.Options{Host: h}); err == nil {
			list = append(list, h)
		}
	}
	return list
}

// state is everything that a checked run leaves: the dump of each wave and of memory, the findings.
func state(t *testing.T, path, host string) string {
	f, err := launch.Load(path)
	require.NoError(t, err)
	out, err := run.Run(f, sim.Options{Host: host, Check: true, Count: true, Keep: true, Deterministic: true})
	require.NoError(t, err)
	require.Nil(t, out.Fault)
	require.Empty(t, out.Unmet)
	parts, err := dump.ParseSections("")
	require.NoError(t, err)
	d := dump.New(parts, true)
	var text strings.Builder
	for i := range out.Launches {
		l := &out.Launches[i]
		require.Equal(t, host, l.Result.Host)
		d.AddLaunch(l.Kernel, l.Launch, l.Result, out.Device)
		for _, x := range l.Result.Findings {
			fmt.Fprintf(&text, "%s %v %v %s\n", x.Rule, x.PC, x.Severity, x.Register)
		}
	}
	d.AddDevice(out.Device)
	require.NoError(t, d.WriteText(&text))
	return text.String()
}

// Compiled kernels leave the same registers, masks, counts, LDS, memory and findings, whatever
// executes their instructions.
func TestKernelsLeaveTheSameOnEachHostTier(t *testing.T) {
	list := hosts(t)
	if len(list) == 1 {
		t.Skip("this host has no tier but Go")
	}
	files, err := filepath.Glob(kernels + "*/gfx*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for i, path := range files {
		if !*long && (i%23 != 0 || race || single[filepath.Base(filepath.Dir(path))]) {
			continue
		}
		t.Run(strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(path), kernels), ".json"), func(t *testing.T) {
			t.Parallel()
			want := state(t, path, list[0])
			for _, h := range list[1:] {
				require.Equal(t, want, state(t, path, h), h)
			}
		})
	}
}
