package run

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
)

func kernel(t *testing.T, file, name string) *codeobj.Kernel {
	data, err := os.ReadFile("../../../testdata/codeobj/" + file + ".co")
	require.NoError(t, err)
	o, err := codeobj.Load(data)
	require.NoError(t, err)
	k, err := o.Kernel(name)
	require.NoError(t, err)
	return k
}

var testBuffers = map[string][2]uint64{"in": {0x1111000000, 64}, "out": {0x2222000000, 64}, "tab": {0x3333000000, 16}}

func testDispatch() *Dispatch {
	return &Dispatch{Dims: 3, Grid: [3]uint32{40, 9, 5}, Group: [3]uint32{16, 4, 2}, GlobalOffset: [3]uint64{7, 8, 9},
		SharedBase: 0xaaaa, PrivateBase: 0xbbbb, QueuePtr: 0xcccc0000dddd,
		Buffer: func(n string) (uint64, uint64, bool) { b, ok := testBuffers[n]; return b[0], b[1], ok }}
}

func argsOf(t *testing.T, s string) []launch.ArgValue {
	f, err := launch.Parse(strings.NewReader(`{"buffers": [{"name": "in", "size": 64}, {"name": "out", "size": 64}, {"name": "tab", "size": 16}],
		"launches": [{"grid": [1], "group": [1], "args": [` + s + `]}]}`))
	require.NoError(t, err)
	return f.Launches[0].Args
}

const (
	argsKernel = `{"buffer": "in"}, {"buffer": "out", "offset": 16}, {"buffer": "tab"}, {"i8": -1}, {"i16": -2}, {"i32": -3}, {"f32": 1},
	{"f64": 2}, {"bytes": "01020304"}, {"bytes": "05000000000000000000000000000840ff00000000000000"}, {"local": 100}, {"local": 5}`
	in, out, tab = "0000001111000000", "1000002222000000", "0000003333000000"
)

// The offsets are those of the C structure {p, p, p, i8, i16, i32, f32, f64, uchar3, struct {i32,
// f64, i8}, u32, u32}.
func TestKernargOfEveryDeclaredKind(t *testing.T) {
	want := in + out + tab + "ff" + "00" + "feff" + "fdffffff" + "0000803f" + "00000000" + "0000000000000040" + "01020304" + "00000000" +
		"05000000000000000000000000000840ff00000000000000" + "00000000"
	for _, c := range []struct {
		file    string
		second  string // LDS offset of the second block
		dynamic uint32
	}{
		{"kern-gfx600-v2", "70000000", 117}, {"kern-gfx700-v3", "70000000", 117}, {"kern-gfx803-v4", "70000000", 117},
		{"kern-gfx900-v5", "70000000", 117}, {"kern-gfx900-v6", "70000000", 117},
	} {
		k := kernel(t, c.file, "args")
		seg, dyn, err := BuildKernarg(k, argsOf(t, argsKernel), testDispatch())
		require.NoError(t, err, c.file)
		require.Equal(t, want+c.second, fmt.Sprintf("%x", seg[:88]), c.file)
		require.Equal(t, c.dynamic, dyn, c.file)
		require.Len(t, seg, int(k.KernargSize))
	}
}

func TestLocalArgumentsLieBehindStaticLDS(t *testing.T) {
	k := &codeobj.Kernel{HasMetadata: true, KernargSize: 24, Desc: abi.Descriptor{LDSBytes: 10}, Args: []codeobj.Arg{
		{Offset: 0, Size: 4, ValueKind: codeobj.DynamicSharedPointer, PointeeAlign: 4},
		{Offset: 4, Size: 4, ValueKind: codeobj.DynamicSharedPointer, PointeeAlign: 64},
		{Offset: 8, Size: 4, ValueKind: "hidden_dynamic_lds_size"},
	}}
	d := testDispatch()
	d.DynamicLDS = 1000
	seg, dyn, err := BuildKernarg(k, argsOf(t, `{"local": 6}, {"local": 8}`), d)
	require.NoError(t, err)
	// 10 -> 12..18 -> 64..72 -> 1072
	require.Equal(t, "0c000000"+"40000000"+"26040000", fmt.Sprintf("%x", seg[:12]))
	require.Equal(t, uint32(1072-10), dyn)
	_, _, err = BuildKernarg(k, argsOf(t, `{"local": 6}, {"local": "0xffffffff"}`), d)
	require.ErrorContains(t, err, "args[1].local: the work-group would need")
}

// LLVM AMDGPUUsage, "Code Object V5 Kernel Argument": offsets from the start of the hidden
// arguments, here 8. Grid 40 9 5, group 16 4 2.
func TestHiddenArgumentsOfVersion5(t *testing.T) {
	for _, file := range []string{"kern-gfx600-v5", "kern-gfx900-v6"} {
		k := kernel(t, file, "dims")
		seg, _, err := BuildKernarg(k, argsOf(t, `{"buffer": "out"}`), testDispatch())
		require.NoError(t, err)
		require.Len(t, seg, 264)
		le := binary.LittleEndian
		want := make([]byte, 264)
		le.PutUint64(want, 0x2222000000)
		for off, v := range map[int]uint32{0: 2, 4: 2, 8: 2} {
			le.PutUint32(want[8+off:], v)
		}
		for off, v := range map[int]uint16{12: 16, 14: 4, 16: 2, 18: 8, 20: 1, 22: 1, 64: 3} {
			le.PutUint16(want[8+off:], v)
		}
		for off, v := range map[int]uint64{40: 7, 48: 8, 56: 9} {
			le.PutUint64(want[8+off:], v)
		}
		if strings.Contains(file, "gfx600") { // no aperture registers: the bases are passed, at 192 and 196
			le.PutUint32(want[8+192:], 0xbbbb)
			le.PutUint32(want[8+196:], 0xaaaa)
		}
		require.Equal(t, want, seg, file)
	}
}

func TestHiddenArgumentsOfOlderVersions(t *testing.T) {
	for _, file := range []string{"kern-gfx700-v2", "kern-gfx803-v3", "kern-gfx900-v4"} {
		seg, _, err := BuildKernarg(kernel(t, file, "dims"), argsOf(t, `{"buffer": "out"}`), testDispatch())
		require.NoError(t, err)
		want := "0000002222000000" + "0700000000000000" + "0800000000000000" + "0900000000000000" + strings.Repeat("00", 32)
		require.Equal(t, want, fmt.Sprintf("%x", seg), file)
	}
}

func TestEveryHiddenKind(t *testing.T) {
	for kind, want := range map[codeobj.ValueKind]uint64{
		"hidden_none": 0, "hidden_printf_buffer": 0, "hidden_hostcall_buffer": 0, "hidden_default_queue": 0, "hidden_completion_action": 0,
		"hidden_multigrid_sync_arg": 0, "hidden_heap_v1": 0,
		"hidden_block_count_x": 2, "hidden_block_count_y": 2, "hidden_block_count_z": 2,
		"hidden_group_size_x": 16, "hidden_group_size_y": 4, "hidden_group_size_z": 2,
		"hidden_grid_size_x": 40, "hidden_grid_size_y": 9, "hidden_grid_size_z": 5,
		"hidden_remainder_x": 8, "hidden_remainder_y": 1, "hidden_remainder_z": 1,
		"hidden_global_offset_x": 7, "hidden_global_offset_y": 8, "hidden_global_offset_z": 9, "hidden_grid_dims": 3,
		"hidden_dynamic_lds_size": 0, "hidden_private_base": 0xbbbb, "hidden_shared_base": 0xaaaa, "hidden_queue_ptr": 0xcccc0000dddd,
	} {
		require.Contains(t, hiddenArgs, kind)
		k := &codeobj.Kernel{HasMetadata: true, KernargSize: 8, Args: []codeobj.Arg{{Size: 8, ValueKind: kind}}}
		seg, _, err := BuildKernarg(k, nil, testDispatch())
		require.NoError(t, err)
		require.Equal(t, want, binary.LittleEndian.Uint64(seg), kind)
	}
	require.Len(t, hiddenArgs, 27)
	k := &codeobj.Kernel{HasMetadata: true, KernargSize: 8, Args: []codeobj.Arg{{Size: 2, ValueKind: "hidden_queue_ptr"}}}
	_, _, err := BuildKernarg(k, nil, testDispatch())
	require.ErrorContains(t, err, "queue_ptr is 0xcccc0000dddd, which does not fit its 2 bytes")
	k.Args[0].ValueKind = "hidden_surprise"
	_, _, err = BuildKernarg(k, nil, testDispatch())
	require.ErrorContains(t, err, `unknown kind "hidden_surprise"`)
}

func TestKernargWithoutMetadataIsNaturallyAligned(t *testing.T) {
	k := &codeobj.Kernel{Name: "k"}
	seg, dyn, err := BuildKernarg(k, argsOf(t, `{"i8": 1}, {"buffer": "in"}, {"i16": 2}, {"local": 8}, {"bytes": "aabbcc"}, {"f64": 2}, {"u8": 3}`),
		testDispatch())
	require.NoError(t, err)
	require.Equal(t, "0100000000000000"+in+"02000000"+"00000000"+"aabbcc0000000000"+"0000000000000040"+"03", fmt.Sprintf("%x", seg))
	require.Equal(t, uint32(8), dyn)

	k.KernargSize = 16
	seg, _, err = BuildKernarg(k, argsOf(t, `{"i32": 1}`), testDispatch())
	require.NoError(t, err)
	require.Len(t, seg, 16)
	_, _, err = BuildKernarg(k, argsOf(t, `{"i32": 1}, {"buffer": "in"}, {"i8": 1}`), testDispatch())
	require.ErrorContains(t, err, "launch: args[2]: kernel k: {i8: 01} ends at byte 17 of a kernarg segment of 16 bytes")
}

func TestArgumentErrorsNameTheArgument(t *testing.T) {
	k := kernel(t, "kern-gfx803-v5", "scratch")
	for in, want := range map[string]string{
		``:                                  `launch: args: kernel scratch: argument 0 (int*, global_buffer) is missing; 0 of 2 are given`,
		`{"buffer": "in"}`:                  `launch: args: kernel scratch: argument 1 (int, by_value) is missing; 1 of 2 are given`,
		`{"buffer": "in"}, {"f64": 1}`:      `launch: args[1]: kernel scratch: argument 1 (int, by_value) has 4 bytes, but {f64: 000000000000f03f} has 8`,
		`{"i64": 1}, {"i32": 1}`:            `launch: args[0]: kernel scratch: argument 0 (int*, global_buffer) wants a buffer (or an address as u64)`,
		`{"local": 4}, {"i32": 1}`:          `launch: args[0]: kernel scratch: argument 0 (int*, global_buffer) wants no block of LDS`,
		`{"u64": 0}, {"i32": 1}, {"i8": 1}`: `launch: args[2]: kernel scratch has only 2 arguments; {i8: 01} is one too many`,
		`{"buffer": "in", "offset": 65}, {"i32": 1}`: `launch: args[0].offset: 0x41 is beyond buffer "in" of 0x40 bytes`,
	} {
		_, _, err := BuildKernarg(k, argsOf(t, in), testDispatch())
		require.ErrorContains(t, err, want)
	}
	d := testDispatch()
	d.Buffer = nil
	_, _, err := BuildKernarg(k, argsOf(t, `{"buffer": "in"}, {"i32": 1}`), d)
	require.ErrorContains(t, err, `args[0].buffer: there is no buffer "in"`)
	a := argsOf(t, argsKernel)
	a[10] = launch.ArgValue{Kind: "u32", Bytes: make([]byte, 4)}
	_, _, err = BuildKernarg(kernel(t, "kern-gfx803-v5", "args"), a, d)
	require.ErrorContains(t, err, `args[10]: kernel args: argument 10 (float4*, dynamic_shared_pointer) wants a size of LDS`)
}

func TestLaunchAgainstKernelLimits(t *testing.T) {
	k := kernel(t, "kern-gfx803-v5", "dims") // reqd_work_group_size(16, 4, 2)
	require.NoError(t, checkKernel(&launch.Launch{Grid: []uint32{16, 4, 2}, Group: []uint32{16, 4, 2}}, k))
	require.ErrorContains(t, checkKernel(&launch.Launch{Grid: []uint32{16}, Group: []uint32{16}}, k), "group: it is [16 1 1], but kernel dims must be launched with [16 4 2]")
	k = kernel(t, "kern-gfx803-v5", "lds")
	require.NoError(t, checkKernel(&launch.Launch{Grid: []uint32{100}, Group: []uint32{256}}, k))
	require.ErrorContains(t, checkKernel(&launch.Launch{Grid: []uint32{1}, Group: []uint32{257}}, k), "257 work-items are more than the 256")
	k.UniformGroupSizes = true
	require.ErrorContains(t, checkKernel(&launch.Launch{Grid: []uint32{100}, Group: []uint32{64}}, k), "is not made of whole work-groups")

	require.Equal(t, uint32(164), scratchBytes(&launch.Launch{}, kernel(t, "kern-gfx900-v5", "scratch")))
	require.Equal(t, uint32(1000), scratchBytes(&launch.Launch{Scratch: 997}, kernel(t, "kern-gfx900-v5", "scratch")))
	require.Equal(t, uint32(16384), scratchBytes(&launch.Launch{}, kernel(t, "bare-gfx900-v4", "bare")))
	require.Equal(t, uint32(4096), scratchBytes(&launch.Launch{Scratch: 4096}, kernel(t, "bare-gfx900-v4", "bare")))
}

func TestPacketAndQueue(t *testing.T) {
	l := &launch.Launch{Grid: []uint32{1000, 3}, Group: []uint32{256, 1}, DynamicLDS: 5}
	d := NewDispatch(l)
	require.Equal(t, uint32(5), d.DynamicLDS)
	p := d.packet(164, 2048, 0x123456789a, 0xabcdef0000)
	// header: kernel dispatch, barrier, system acquire and release; setup; group; reserved; grid;
	// private, group; object; kernarg; 0; signal
	require.Equal(t, "0215"+"0200"+"0001"+"0100"+"0100"+"0000"+"e8030000"+"03000000"+"01000000"+"a4000000"+"00080000"+
		"9a78563412000000"+"0000efcdab000000"+strings.Repeat("00", 16), fmt.Sprintf("%x", p))
	d.SharedBase, d.PrivateBase = 0x11223344, 0x55667788
	q := d.queue()
	require.Equal(t, "4433221188776655", fmt.Sprintf("%x", q[0x40:0x48]))
	q[0x40], q[0x41], q[0x42], q[0x43], q[0x44], q[0x45], q[0x46], q[0x47] = 0, 0, 0, 0, 0, 0, 0, 0
	require.Equal(t, [abi.QueueSize]byte{}, q)
}

// FuzzKernarg: what the parser accepts makes a kernarg segment, or gives an error about a field.
func FuzzKernarg(f *testing.F) {
	f.Add([]byte(`{"buffers": [{"name": "a", "size": 64}], "launches": [{"grid": [1], "group": [1], "args": [{"buffer": "a"},
		{"bytes": "00ff"}, {"local": 1024}, {"f16": 1}, {"i64": -1}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := launch.Parse(strings.NewReader(string(data)))
		if err != nil {
			return
		}
		for i := range file.Launches {
			l := &file.Launches[i]
			d := NewDispatch(l)
			d.Buffer = func(name string) (uint64, uint64, bool) {
				b := file.Buffer(name)
				return 0x1000, b.Size, b != nil
			}
			if _, _, err := BuildKernarg(&codeobj.Kernel{}, l.Args, d); err != nil {
				var e *launch.Error
				require.True(t, errors.As(err, &e))
			}
		}
	})
}
