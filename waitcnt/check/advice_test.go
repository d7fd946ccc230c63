package check_test

import (
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/internal/collector"
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/check"
	"github.com/gcnsim/gcnsim/waitcnt/check/objcheck"
)

var long = flag.Bool("long", false, "advice in all compiled kernels, and shapes of all kinds of operations, instead of some")

// TestMain: see [collector.Rarely].
func TestMain(m *testing.M) { collector.Rarely(m) }

// advised reads what a piece of advice asks for.
func advised(t *testing.T, f *waitcnt.Finding) waitcnt.Wait {
	w := waitcnt.Wait{waitcnt.NoWait, waitcnt.NoWait, waitcnt.NoWait}
	if f.Fix == "remove it" {
		return w
	}
	code, err := asm.Code(isa.GCN14, "s_waitcnt "+f.Need)
	require.NoError(t, err)
	return waitcnt.DecodeWait(isa.GCN14, uint16(binary.LittleEndian.Uint32(code.Code)))
}

// Compiled code has no new finding when a piece of advice is followed, or all of them.
func TestAdviceLeavesCodeClean(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes under the race detector, which learns nothing from it")
	}
	files, err := filepath.Glob("../../testdata/kernels/*/*.hsaco")
	require.NoError(t, err)
	step, pieces := 61, 0
	if *long {
		step = 1
	}
	for i := 0; i < len(files); i += step {
		data, err := os.ReadFile(files[i])
		require.NoError(t, err)
		o, err := codeobj.Load(data)
		require.NoError(t, err)
		in, err := objcheck.Input(o)
		require.NoError(t, err)
		if len(in.Code) > 8<<10 && !*long {
			continue
		}
		key := func(f *waitcnt.Finding) string {
			return fmt.Sprint(f.Rule, f.Severity, f.PC, f.Producer, f.Register)
		}
		found := func(waits map[uint64]waitcnt.Wait) (keys []string) {
			r, err := check.Run(in, check.Options{Waits: waits})
			require.NoError(t, err)
			for i := range r.Findings {
				keys = append(keys, key(&r.Findings[i]))
			}
			return keys
		}
		before := found(nil)
		r, err := check.Run(in, check.Options{Advice: true})
		require.NoError(t, err)
		all := map[uint64]waitcnt.Wait{}
		same := func(waits map[uint64]waitcnt.Wait) {
			for _, k := range found(waits) {
				require.True(t, slices.Contains(before, k), "%s: %v: %s", files[i], waits, k)
			}
		}
		for j := range r.Findings {
			f := &r.Findings[j]
			if f.Rule != waitcnt.RuleRedundant && f.Rule != waitcnt.RuleStrong {
				continue
			}
			pieces++
			w := advised(t, f)
			same(map[uint64]waitcnt.Wait{uint64(f.PC): w})
			if _, ok := all[uint64(f.PC)]; !ok || f.Rule == waitcnt.RuleStrong {
				all[uint64(f.PC)] = w
			}
		}
		same(all)
	}
	require.NotZero(t, pieces)
}

// Long code gets advice up to a limit, and a finding says where it ends.
func TestAdviceHasALimit(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes under the race detector, which learns nothing from it")
	}
	p := &program{g: isa.GCN14, cache: map[string][]uint32{}}
	for range 10_000 {
		p.add("global_load_dword v2, v[0:1], off\ns_waitcnt vmcnt(0)\nv_mov_b32 v3, v2")
	}
	p.add("s_endpgm")
	r, err := check.Run(&check.Input{Gen: p.g, Code: p.code()}, check.Options{Advice: true})
	require.NoError(t, err)
	require.Len(t, r.Findings, 1)
	require.Equal(t, waitcnt.RuleLimit, r.Findings[0].Rule)
	require.Equal(t, waitcnt.Advice, r.Findings[0].Kind)
	require.NotZero(t, r.Findings[0].PC)
}
