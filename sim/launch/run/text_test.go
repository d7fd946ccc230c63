package run_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// loadText is a launch file of assembly text: fields are those of the file after its code.
func loadText(t *testing.T, text, fields string) (*launch.File, error) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "k.s"), []byte(text), 0o600))
	path := filepath.Join(dir, "l.json")
	require.NoError(t, os.WriteFile(path, []byte(`{"code": "k.s", `+fields+`}`), 0o600))
	return launch.Load(path)
}

func runText(t *testing.T, text, fields string, opts sim.Options) (*run.Outcome, error) {
	t.Helper()
	f, err := loadText(t, text, fields)
	if err != nil {
		return nil, err
	}
	return run.Run(f, opts)
}

// What reaches for LDS of a work-group that has none is an error, whichever way it takes, and reads
// 0 as on hardware; with LDS it is none. What only uses the crossbar of LDS, or GDS, needs none.
func TestLDSOfAWorkGroupThatHasNone(t *testing.T) {
	const setup = "s_mov_b32 m0, 0\nv_mov_b32 v1, 0\nv_mov_b32 v2, 7\n"
	for _, c := range []struct {
		inst, gpu string
		none      bool
	}{
		{"ds_write_b32 v1, v1", "gfx900", true},
		{"ds_read_b32 v2, v1", "gfx900", true},
		{"ds_read2_b32 v[2:3], v1 offset1:1", "gfx900", true},
		{"ds_add_rtn_u32 v2, v1, v1", "gfx900", true},
		{"ds_append v2", "gfx900", true},
		{"buffer_load_dword off, s[0:3], 0 lds", "gfx900", true},
		{"flat_load_dword v2, v[4:5]", "gfx900", true},
		{"v_mov_b32 v2, src_lds_direct", "gfx803", true},
		{"s_mov_b32 m0, -1\nds_read_b32 v2, v1", "gfx803", true},
		{"s_mov_b32 m0, -1\nds_read_b32 v2, v1", "gfx600", true},
		{"ds_swizzle_b32 v2, v1 offset:swizzle(SWAP,1)", "gfx900", false},
		{"ds_bpermute_b32 v2, v1, v1", "gfx900", false},
		{"s_mov_b32 m0, -1\nds_read_b32 v2, v1 gds", "gfx900", false},
		{"s_mov_b64 exec, 0\nds_write_b32 v1, v1", "gfx900", false},
	} {
		for _, lds := range []string{"", `"dynamic_lds": "4K", `} {
			out, err := runText(t, setup+c.inst+"\ns_waitcnt 0\ns_endpgm\n", `"gpu": "`+c.gpu+`", "buffers": [{"name": "a", "size": 64}],
				"launches": [{"grid": [64], "group": [64], `+lds+`"registers": {"s[0:3]": "buffer:a", "v4": 0, "v5": "0x10000"}}]`,
				sim.Options{Check: true, Keep: true})
			require.NoError(t, err)
			require.Nil(t, out.Fault, c.inst)
			found := 0
			for _, f := range out.Launches[0].Result.Findings {
				if f.Rule == "no-lds" {
					found++
					require.Equal(t, "error", f.Severity.String())
					require.Contains(t, f.Fix, "--lds SIZE")
				}
				require.NotEqual(t, "bounds-lds", f.Rule, c.inst)
			}
			require.Equal(t, map[bool]int{true: 1}[c.none && lds == ""], found, "%s %s", c.inst, lds)
		}
	}
}

// Registers that each wave of a grid has of its own: work-items of a grid in three dimensions,
// whose last work-groups are cut, write what they are told into memory at their number, and all
// numbers are there.
func TestWavesOfAGridKnowTheirPlace(t *testing.T) {
	const text = `
v_lshlrev_b32 v20, 5, v7
v_mov_b32 v10, v1
v_mov_b32 v11, v2
v_mov_b32 v12, v3
v_mov_b32 v13, s20
v_mov_b32 v14, s21
v_mov_b32 v15, s22
v_mov_b32 v16, s23
buffer_store_dwordx4 v[10:13], v20, s[0:3], 0 offen
buffer_store_dwordx4 v[13:16], v20, s[0:3], 0 offen offset:12
buffer_store_dword v8, v20, s[0:3], 0 offen offset:28
s_endpgm
`
	grid, group := [3]uint32{21, 10, 3}, [3]uint32{9, 4, 2}
	for _, gpu := range []string{"gfx600", "gfx700", "gfx803", "gfx900"} {
		out, err := runText(t, text, `"gpu": "`+gpu+`", "buffers": [{"name": "a", "size": "32K"}], "launches": [{"grid": [21, 10, 3], "group": [9, 4, 2],
			"registers": {"s[0:3]": "buffer:a", "v1": "global_id", "v2": "global_id_y", "v3": "global_id_z", "v7": "global_linear_id",
			"s20": "group_x", "s21": "workgroup_id_y", "s22": "group_z", "s23": "wave", "v8": "groups_x"}}]`, sim.Options{Check: true})
		require.NoError(t, err)
		require.Nil(t, out.Fault)
		require.Empty(t, out.Launches[0].Result.Findings)
		n := uint64(0)
		for z := range grid[2] {
			for y := range grid[1] {
				for x := range grid[0] {
					var b [32]byte
					require.NoError(t, out.Device.Mem.Read(out.Buffers["a"].Base+32*n, b[:]))
					g := [3]uint32{x / group[0], y / group[1], z / group[2]}
					w, h := min(group[0], grid[0]-g[0]*group[0]), min(group[1], grid[1]-g[1]*group[1])
					wave := ((z%group[2]*h+y%group[1])*w + x%group[0]) / 64
					for i, want := range []uint32{x, y, z, g[0], g[1], g[2], wave, 3} {
						require.Equal(t, want, binary.LittleEndian.Uint32(b[4*i:]), "%s: dword %d of %d,%d,%d", gpu, i, x, y, z)
					}
					n++
				}
			}
		}
	}
}

// A preset starts waves as its driver does: where the address of the arguments is, what precedes
// the first of them, and which registers have the work-group and the place in it. LLVM AMDGPUUsage,
// CLRX GalliumAbi and AmdCl2Abi.
func TestPresetsStartWavesAsDriversDo(t *testing.T) {
	for _, c := range []struct {
		abi                  string
		kernarg, first, args int // registers of the address and the work-group, offset of the arguments
		head                 map[int]uint32
	}{
		{"hsa", 4, 6, 0, nil},
		{"hsa-args", 0, 2, 0, nil},
		{"hsa-all", 8, 14, 0, nil},
		{"mesa", 6, 8, 0, nil},
		{"gallium", 0, 4, 36, map[int]uint32{0: 3, 4: 2, 8: 1, 12: 48, 16: 8, 20: 1, 24: 16, 28: 4, 32: 1}},
		{"opencl2", 6, 8, 24, map[int]uint32{0: 0, 8: 0, 16: 0}},
	} {
		text, at := fmt.Sprintf("s_load_dword s50, s[%d:%d], %#x\n", c.kernarg, c.kernarg+1, c.args), 51
		var offs []int
		for off := 0; off < 64; off += 4 {
			if _, ok := c.head[off]; ok {
				text += fmt.Sprintf("s_load_dword s%d, s[%d:%d], %#x\n", at, c.kernarg, c.kernarg+1, off)
				offs = append(offs, off)
				at++
			}
		}
		text += "s_waitcnt lgkmcnt(0)\nv_mov_b32 v3, v0\nv_mov_b32 v4, v1\nv_mov_b32 v5, v2\ns_endpgm\n"
		out, err := runText(t, text, `"gpu": "gfx900", "launches": [{"abi": "`+c.abi+`", "grid": [48, 8], "group": [16, 4], "args": [{"i32": -5}]}]`,
			sim.Options{Check: true, Keep: true})
		require.NoError(t, err, c.abi)
		require.Nil(t, out.Fault, c.abi)
		require.Empty(t, out.Launches[0].Result.Findings, c.abi)
		require.Len(t, out.Launches[0].Result.State, 6)
		for i, g := range out.Launches[0].Result.State {
			w := g.Waves[0]
			require.EqualValues(t, 0xfffffffb, w.S[50], c.abi)
			require.Equal(t, []uint32{uint32(i % 3), uint32(i / 3), 0}, []uint32{w.S[c.first], w.S[c.first+1], w.S[c.first+2]}, c.abi)
			for k, off := range offs {
				require.Equal(t, c.head[off], w.S[51+k], "%s: byte %d before the arguments", c.abi, off)
			}
			for l := range uint32(64) {
				require.Equal(t, []uint32{l % 16, l / 16, 0}, []uint32{w.V[3][l], w.V[4][l], w.V[5][l]}, c.abi)
			}
		}
	}
}

// What cannot be is an error that names the field and says what to do.
func TestLaunchesOfTextThatCannotBe(t *testing.T) {
	for fields, msg := range map[string]string{
		`"args": [{"i32": 1}]`:             "--reg s[4:5]=kernarg",
		`"entry": 0, "args": [{"i32": 1}]`: "--abi hsa",
		`"abi": "hsa", "kernel": "k"`:      "launches[0].abi: it has a kernel too",
		`"abi": "amd"`:                     `"amd" is not one of hsa, hsa-args, hsa-all, mesa, gallium, opencl2`,
		`"dynamic_lds": "65K"`:             "launches[0].dynamic_lds: the work-group would need 66560 bytes of LDS; it has at most 65536",
		`"abi": "hsa", "dynamic_lds": "60K", "args": [{"local": "5K"}]`: "launches[0].dynamic_lds: the work-group would need 66560 bytes",
		`"registers": {"s4": "kernarg"}`:                                "takes two registers: s[A:A+1]",
		`"registers": {"s[4:5]": "scratch_buffer"}`:                     "takes four registers: s[A:A+3]",
		`"registers": {"vcc": "kernarg"}`:                               "takes two registers",
		`"registers": {"s4": "local_id"}`:                               "is for one v register",
		`"registers": {"v[4:5]": "lane"}`:                               "is for one v register",
		`"registers": {"s4": "local_id_w"}`:                             "local_id_x, local_id_y",
	} {
		_, err := runText(t, "s_endpgm\n", `"gpu": "gfx900", "launches": [{"grid": [64], "group": [64], `+fields+`}]`, sim.Options{})
		require.ErrorContains(t, err, msg, fields)
	}
}

// Of text without a kernel, "kernel" is a label.
func TestLaunchesBeginAtLabels(t *testing.T) {
	const text = ".globl a\na:\ns_mov_b32 s3, 1\ns_endpgm\nb:\ns_mov_b32 s3, 2\ns_endpgm\nend:\n"
	at := func(name string) (*run.Outcome, error) {
		return runText(t, text, `"gpu": "gfx900", "launches": [{"grid": [64], "group": [64], "kernel": "`+name+`"}]`, sim.Options{Keep: true})
	}
	for name, s3 := range map[string]uint32{"a": 1, "b": 2} {
		out, err := at(name)
		require.NoError(t, err)
		require.Equal(t, name, out.Launches[0].Kernel)
		require.Equal(t, s3, out.Launches[0].Result.State[0].Waves[0].S[3])
	}
	_, err := at("c")
	require.ErrorContains(t, err, `launches[0].kernel: codeobj: labels: there is no "c"; there are: a`)
	_, err = at("end")
	require.ErrorContains(t, err, "launches[0].kernel: 0x10 is not the address of an instruction")
}

// LDS that the kernel has by itself is not the launch's to give less of.
func TestTooMuchLDSOfAKernelIsNoFaultOfTheLaunch(t *testing.T) {
	for bytes, msg := range map[string]string{"65536": "", "65537": "has 65537 bytes", "0xffffffff": "has 4294967295 bytes"} {
		_, err := runText(t, ".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n.p2align 8\n.globl k\nk:\ns_endpgm\n.rodata\n.p2align 6\n"+
			".amdhsa_kernel k\n.amdhsa_next_free_vgpr 1\n.amdhsa_next_free_sgpr 1\n.amdhsa_group_segment_fixed_size "+bytes+"\n.end_amdhsa_kernel\n",
			`"launches": [{"grid": [64], "group": [64]}]`, sim.Options{})
		if msg == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, "launches[0].kernel: kernel k "+msg+" of LDS by itself; a work-group has at most 65536")
	}
}

// A list that sets some lanes leaves the others as the ABI has set them.
func TestListsSetTheLanesThatTheyName(t *testing.T) {
	out, err := runText(t, "s_endpgm\n", `"gpu": "gfx900", "launches": [{"grid": [64], "group": [64], "abi": "hsa",
		"registers": {"v0": [100, 101], "v1": {"u32": {"5": 7, "40..63": "1..24"}}}}]`, sim.Options{Keep: true})
	require.NoError(t, err)
	w := out.Launches[0].Result.State[0].Waves[0]
	for l := range uint32(64) {
		v0, v1 := l, uint32(0) // the place in a work-group of one row
		if l < 2 {
			v0 = 100 + l
		}
		switch {
		case l == 5:
			v1 = 7
		case l >= 40:
			v1 = l - 39
		}
		require.Equal(t, []uint32{v0, v1}, []uint32{w.V[0][l], w.V[1][l]})
	}
}

// Each lane of each wave has private memory of its own, found as compiled code finds it.
func TestPresetsGivePrivateMemory(t *testing.T) {
	for _, gpu := range []string{"gfx600", "gfx700", "gfx803", "gfx900"} {
		text := "s_add_u32 s0, s0, s9\ns_addc_u32 s1, s1, 0\nv_mov_b32 v5, s6\n" +
			"buffer_store_dword v0, off, s[0:3], 0\nbuffer_store_dword v5, off, s[0:3], 0 offset:4\n" +
			"s_waitcnt vmcnt(0)\nbuffer_load_dword v3, off, s[0:3], 0\nbuffer_load_dword v4, off, s[0:3], 0 offset:4\ns_waitcnt vmcnt(0)\ns_endpgm\n"
		out, err := runText(t, text, `"gpu": "`+gpu+`", "launches": [{"abi": "hsa", "grid": [512], "group": [128], "scratch": 8,
			"registers": {"s6": "group_x"}, "expect": {"registers": {"v3": "local_id", "v4": "group_x"}}}]`, sim.Options{Check: true})
		require.NoError(t, err)
		require.Nil(t, out.Fault, gpu)
		require.Empty(t, out.Unmet, gpu)
		require.Empty(t, out.Launches[0].Result.Findings, gpu)
	}
}

// A fault names its line: of assembly text, or of the source that debug information names.
func TestFaultsNameTheirLine(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ code, text, launch, file string }{
		{"wild.s", "v_mov_b32 v1, 64\n\nflat_load_dword v2, v[0:1]\ns_waitcnt vmcnt(0)\ns_endpgm\n",
			`"gpu": "gfx803", "buffers": [], "launches": [{"grid": [64], "group": [64], "registers": {"v0": "lane"}}]`, "wild.s:3"},
		// The kernel reads elements of "in" up to the last argument: llvm-symbolizer has the load at line 23.
		{"../../../testdata/source/sum-gfx900-O0.co", "", `"buffers": [{"name": "in", "size": 1024}, {"name": "out", "size": 1024}],
			"launches": [{"kernel": "sum", "grid": [256], "group": [128], "scratch": 1024,
			"args": [{"buffer": "in"}, {"buffer": "out"}, {"u32": 100000000}]}]`, "/src/sum.cl:23"},
	} {
		path, err := filepath.Abs(c.code)
		require.NoError(t, err)
		if c.text != "" {
			path = filepath.Join(dir, c.code)
			require.NoError(t, os.WriteFile(path, []byte(c.text), 0o600))
		}
		launchPath := filepath.Join(dir, "l.json")
		require.NoError(t, os.WriteFile(launchPath, fmt.Appendf(nil, `{"code": %q, %s}`, path, c.launch), 0o600))
		f, err := launch.Load(launchPath)
		require.NoError(t, err)
		out, err := run.Run(f, sim.Options{})
		require.NoError(t, err)
		require.ErrorContains(t, out.Fault, c.file+")")
	}
}
