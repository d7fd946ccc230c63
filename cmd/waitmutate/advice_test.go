package main

import (
	"encoding/binary"
	"flag"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

var long = flag.Bool("long", false, "follow the advice for all test kernels instead of some, and more random programs")

// advised reads what a piece of advice asks for.
func advised(t *testing.T, f *waitcnt.Finding) waitcnt.Wait {
	if f.Fix == "remove it" {
		return waitcnt.Wait{waitcnt.NoWait, waitcnt.NoWait, waitcnt.NoWait}
	}
	code, err := asm.Code(isa.GCN14, "s_waitcnt "+f.Need)
	require.NoError(t, err)
	return waitcnt.DecodeWait(isa.GCN14, uint16(binary.LittleEndian.Uint32(code.Code)))
}

// follow writes all pieces of advice into an object's code, and returns how many places changed.
func follow(t *testing.T, o *object) int {
	r, err := check.Run(o.in, check.Options{Advice: true})
	require.NoError(t, err)
	waits := map[uint64]waitcnt.Wait{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Rule == waitcnt.RuleRedundant || f.Rule == waitcnt.RuleStrong {
			if _, ok := waits[uint64(f.PC)]; !ok || f.Rule == waitcnt.RuleStrong {
				waits[uint64(f.PC)] = advised(t, f)
			}
		}
	}
	o.code.Segments = slices.Clone(o.code.Segments)
	s := &o.code.Segments[o.seg]
	s.Data = slices.Clone(s.Data)
	for pc, w := range waits {
		binary.LittleEndian.PutUint16(s.Data[pc-s.Addr:], waitcnt.EncodeWait(o.in.Gen, w))
	}
	return len(waits)
}

// Code whose waits are as the advice wants them, all pieces together, gives the results that are
// expected, whenever operations return.
func TestAdviceKeepsResults(t *testing.T) {
	files, err := filepath.Glob("../../testdata/kernels/*/*-O2.hsaco")
	require.NoError(t, err)
	if *long {
		files, err = filepath.Glob("../../testdata/kernels/*/*.hsaco")
		require.NoError(t, err)
	}
	const most = 300_000 // instructions of a launch file, unless -long is given
	places, runs := 0, 0
	for i, path := range files {
		if !*long && i%13 != 0 {
			continue
		}
		o, err := load(path)
		require.NoError(t, err)
		if len(o.launches) == 0 || !*long && len(o.in.Code) > 8<<10 {
			continue
		}
		require.NoError(t, o.execute())
		n := follow(t, o)
		places += n
		if n == 0 {
			continue
		}
		for _, order := range orders() {
			for j, f := range o.launches {
				if !*long && o.exec.insts[j] > most {
					continue
				}
				out, err := run.Object(f, o.code, false, options(order, sim.DefaultMaxInsts, false))
				require.NoError(t, err, path)
				require.Nil(t, out.Fault, "%s %v", path, order)
				require.Empty(t, out.Unmet, "%s %v", path, order)
				runs++
			}
		}
	}
	require.NotZero(t, places)
	require.NotZero(t, runs)
	t.Logf("%d waits changed, %d runs", places, runs)
}
