package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// everyWay are the options of runs that execute a program in different ways.
func everyWay(t testing.TB, gpu string) []sim.Options {
	return []sim.Options{{}, {Check: true}, {Timing: &sim.TimingOptions{Chip: small(t, gpu)}}}
}

// Kernels whose buffers lie at the beginning of the upper half of addresses, in it, and at its end.
func TestBuffersInTheUpperHalf(t *testing.T) {
	for _, name := range []string{"vecadd", "flat", "transpose", "ldsatomic", "subdword", "vectors", "reduce"} {
		for _, level := range []string{"O0", "O2"} {
			for i, options := range everyWay(t, "gfx900") {
				f, err := launch.Load(kernels + name + "/gfx900-" + level + ".json")
				require.NoError(t, err)
				low, err := run.Run(f, options)
				require.NoError(t, err)
				for k := range f.Buffers {
					b := &f.Buffers[k]
					at := []uint64{mem.UpperHalf, 0xffff_9234_5678_0000, ^uint64(0xffff) - (b.Size+15)&^15}[k%3] + uint64(k/3)<<32
					b.Addr = &at
				}
				out, err := run.Run(f, options)
				require.NoError(t, err)
				require.Nil(t, out.Fault, "%s-%s, %d", name, level, i)
				require.Empty(t, out.Unmet, "%s-%s, %d", name, level, i)
				for k, l := range out.Launches {
					require.Equal(t, low.Launches[k].Result.Findings, l.Result.Findings, "%s-%s, %d", name, level, i)
				}
			}
		}
	}
}

// A driver's descriptors and what they describe lie in the upper half: scalar, buffer, image and FLAT instructions
// find it. One buffer begins below the end of the lower half, and its offsets lead to the upper one.
func TestDescriptorsInTheUpperHalf(t *testing.T) {
	const source = `
	s_movk_i32 s3, 0x8000         // s[2:3] = 0xffff8000_00100000
	s_load_dwordx8 s[8:15], s[2:3], 0x0
	s_load_dwordx8 s[16:23], s[2:3], 0x20
	v_lshlrev_b32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	buffer_load_dword v2, v1, s[8:11], 0 offen
	s_buffer_load_dword s24, s[8:11], 0x8
	image_load v3, v0, s[16:23] dmask:0x1 unorm
	v_mov_b32 v5, 0xffff9234
	v_add_co_u32 v4, vcc, 0x56780000, v1
	flat_load_dword v6, v[4:5]
	buffer_load_dword v7, v1, s[12:15], 0 offen
	s_waitcnt vmcnt(0) lgkmcnt(0)
	v_add_u32 v2, v2, v3
	v_add_u32 v2, v2, v6
	v_add_u32 v2, v2, v7
	v_add_u32 v2, s24, v2
	buffer_store_dword v2, v1, s[8:11], 0 offen offset:256
	s_endpgm
`
	// A buffer of 0x200 bytes, one from 0x80 bytes before the end of the lower half on, and a row of 64 texels.
	const file = `{"code": "e.s", "gpu": "%s", "buffers": [
	{"name": "descriptors", "addr": "0xffff800000100000", "size": 64, "init": {"u32": [
		"0x56780000", "0x00009234", "0x200", "0x00024fac", "0xffffff80", "0x00007fff", "0x200", "0x00024fac",
		"0x34567800", "0x10400092", "0x0000003f", "0x80000fac", "0x0007e000", 0, 0, 0]}},
	{"name": "low", "addr": "0x00007fffffffff80", "size": 128, "init": {"u32": "100..131"}},
	{"name": "high", "addr": "0xffff800000000000", "size": 128, "init": {"u32": "132..163"}},
	{"name": "data", "addr": "0xffff923456780000", "size": 512, "init": {"u32": "0..63"},
		"expect": {"u32": "102..354 step 4", "offset": 256}}],
	"launches": [{"entry": 0, "grid": [64], "group": [64], "registers": {"s2": "0x100000", "v0": "lane"}}]}`
	dir := t.TempDir()
	path := filepath.Join(dir, "l.json")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "e.s"), []byte(source), 0o600))
	require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, file, "gfx900"), 0o600))
	for i, options := range everyWay(t, "gfx900") {
		f, err := launch.Load(path)
		require.NoError(t, err)
		out, err := run.Run(f, options)
		require.NoError(t, err)
		require.Nil(t, out.Fault, i)
		require.Empty(t, out.Unmet, i)
	}

	require.NoError(t, os.WriteFile(filepath.Join(dir, "e.s"), []byte("s_endpgm\n"), 0o600))
	require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, file, "gfx803"), 0o600))
	f, err := launch.Load(path)
	require.NoError(t, err)
	_, err = run.Run(f, sim.Options{})
	require.ErrorIs(t, err, mem.ErrBadRange, "GCN 1.2 has 40 bits of address")
}
