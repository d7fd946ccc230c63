package sim_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/dump"
)

// scratchKernel is code in which each work-item stores the address of its wave's private memory,
// and what the dword there held, and writes its work-group's number to it. Work-groups take
// different times. The descriptor is that of a compiled kernel.
func scratchKernel(t *testing.T, target string) (*sim.Program, *abi.Descriptor) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "kernels", "scratch", target+"-O2.hsaco"))
	require.NoError(t, err)
	o, err := codeobj.Load(data)
	require.NoError(t, err)
	var desc abi.Descriptor
	for _, k := range o.Kernels {
		if k.Desc.Has(abi.ScratchWaveOffset) && k.Desc.Has(abi.PrivateSegmentBuffer) {
			desc = k.Desc
		}
	}
	at := map[abi.Role]int{}
	for _, s := range desc.InitialSGPRs() {
		at[s.Role] = s.First
	}
	require.Contains(t, at, abi.ScratchWaveOffset)
	require.Contains(t, at, abi.PrivateSegmentBuffer)
	psb, off, wg := at[abi.PrivateSegmentBuffer], at[abi.ScratchWaveOffset], at[abi.WorkGroupIDX]
	text := fmt.Sprintf(`
	s_and_b32 s50, s%[3]d, 7
	s_lshl_b32 s50, s50, 6
loop:
	s_sub_u32 s50, s50, 1
	s_cmp_gt_i32 s50, 0
	s_cbranch_scc1 loop
	s_lshl_b32 s51, s%[3]d, 9
	v_lshlrev_b32 v4, 3, v0
	v_mov_b32 v1, s%[2]d
	v_mov_b32 v3, s%[3]d
	buffer_load_dword v2, off, s[%[1]d:%[4]d], s%[2]d
	s_waitcnt vmcnt(0)
	buffer_store_dword v3, off, s[%[1]d:%[4]d], s%[2]d
	buffer_store_dword v1, v4, s[44:47], s51 offen
	buffer_store_dword v2, v4, s[44:47], s51 offen offset:4
	s_waitcnt vmcnt(0) expcnt(0)
	s_endpgm
`, psb, off, wg, psb+3)
	code, err := asm.Code(o.Gen, text)
	require.NoError(t, err)
	p, err := sim.NewProgram(o.Gen, 0x1000000, code.Code)
	require.NoError(t, err)
	return p, &desc
}

// What a program sees of its private memory follows from the numbers of its work-groups: addresses
// and left-over contents are the same for every number of workers, and with a clock.
func TestPrivateMemoryDoesNotDependOnWorkers(t *testing.T) {
	const groups, out = 130, 0x20000
	for _, target := range []string{"gfx600", "gfx700", "gfx803", "gfx900"} {
		for _, scratch := range []uint32{64, 64 << 10} { // slots for all, and for some
			p, desc := scratchKernel(t, target)
			var first []byte
			var firstDump string
			for _, opts := range []sim.Options{
				{Workers: 1}, {Workers: 2}, {Workers: 8}, {Workers: 8}, {Deterministic: true}, {Workers: 3, Check: true},
				{Workers: 1, Timing: &sim.TimingOptions{Chip: testcase.FirstChip(t, p.Gen)}},
				{Workers: 2, Timing: &sim.TimingOptions{Chip: testcase.FirstChip(t, p.Gen)}},
			} {
				d := sim.NewDevice(p.Gen)
				_, err := d.Mem.Map("out", out, groups*512)
				require.NoError(t, err)
				opts.Keep = true
				res := mem.RawBuffer(out, groups*512)
				l := &sim.Launch{Prog: p, Entry: p.Base, Desc: desc, Scratch: scratch, Grid: [3]uint32{groups * 64, 1, 1},
					Group: [3]uint32{64, 1, 1}, Options: opts, Registers: []sim.RegInit{{Code: 44, Scalar: res[:]}}}
				r, err := d.Run(l)
				require.NoError(t, err)
				require.Nil(t, r.Fault)
				got := make([]byte, groups*512)
				require.NoError(t, d.Mem.Read(out, got))
				var text strings.Builder
				state := dump.New(dump.SGPR, false)
				state.AddLaunch("", l, r, d)
				require.NoError(t, state.WriteText(&text))
				if first == nil {
					first, firstDump = got, text.String()
				}
				name := fmt.Sprintf("%s scratch %d workers %d clock %v", target, scratch, opts.Workers, opts.Timing != nil)
				require.True(t, string(first) == string(got), name)
				require.True(t, firstDump == text.String(), name)
			}
		}
	}
}
