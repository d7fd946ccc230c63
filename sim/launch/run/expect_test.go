package run_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// What a buffer begins with, byte by byte.
func TestBuffersBeginWithValues(t *testing.T) {
	le := binary.LittleEndian
	for _, c := range []struct {
		init string
		want []byte
	}{
		{`[1, 258, "2 x 2"]`, []byte{1, 0, 0, 0, 2, 1, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 9, 9}},
		{`{"u8": "1..3", "offset": 2}`, []byte{9, 9, 1, 2, 3, 9, 9}},
		{`[{"u8": "1 x 3"}, {"i16": -2}, {"f32": 1.5, "offset": 8}]`, []byte{1, 1, 1, 0xfe, 0xff, 9, 9, 9, 0, 0, 0xc0, 0x3f, 9}},
		{`{"u16": {"1": 1, "3..4": "5..6"}}`, []byte{9, 9, 1, 0, 9, 9, 5, 0, 6, 0, 9}},
		{`{"f64": -1}`, append(le.AppendUint64(nil, 0xbff0000000000000), 9)},
		{`{"f16": [1, -2]}`, []byte{0, 0x3c, 0, 0xc0, 9}},
	} {
		out, err := runText(t, "s_endpgm\n", `"gpu": "gfx900", "buffers": [{"name": "a", "size": 64, "fill": 9, "init": `+c.init+`}],
			"launches": [{"grid": [64], "group": [64]}]`, sim.Options{})
		require.NoError(t, err, c.init)
		got := make([]byte, len(c.want))
		require.NoError(t, out.Device.Mem.Read(out.Buffers["a"].Base, got))
		require.Equal(t, c.want, got, c.init)
	}
	// More than is written at a time.
	out, err := runText(t, "s_endpgm\n", `"gpu": "gfx900", "buffers": [{"name": "a", "size": "16M", "init": {"u32": "0..4194303"}, "expect": {"u32": "0..4194303"}}],
		"launches": [{"grid": [64], "group": [64]}]`, sim.Options{})
	require.NoError(t, err)
	require.Empty(t, out.Unmet)
}

// counts is a program of two work-groups of two waves: v1 is the lane's number plus 1, v2 half of
// it as a float, v[4:5] a float of 64 bits, v6 a float of 16 bits in its low half, s20 the
// work-group times 16 plus the wave, LDS the numbers of the work-items.
const counts = `
v_add_u32 v1, 1, v0
v_cvt_f32_u32 v2, v1
v_mul_f32 v2, 0.5, v2
v_cvt_f64_u32 v[4:5], v1
v_cvt_f16_f32 v6, v2
s_lshl_b32 s20, s6, 4
s_add_u32 s20, s20, s7
s_mov_b32 s21, 0x3fc00000
v_lshlrev_b32 v8, 2, v9
ds_write_b32 v8, v9
s_waitcnt lgkmcnt(0)
s_mov_b64 vcc, 0xff
s_cmp_eq_u32 s20, s20
v_lshlrev_b32 v10, 2, v11
buffer_store_dword v2, v10, s[0:3], 0 offen
s_endpgm
`

// Expectations of buffers, registers by lane, and LDS: those that hold, and what is said of those
// that do not, with the instruction that wrote the first wrong element last. The instructions'
// places are those of counts.
func TestExpectationsInText(t *testing.T) {
	const half = `"0.5..32 step 0.5"`
	for _, c := range []struct {
		buffer, state string
		unmet         []string // parts of what is said, one expectation after the other
	}{
		{buffer: `{"f32": [` + half + `, ` + half + `, ` + half + `, ` + half + `]}`},
		{buffer: `{"f32": {"63": 32, "64": 0.5}}`},
		{buffer: `{"f32 ulp 1": [0.50000006]}`},
		{buffer: `{"f32": [0.50000006]}`, unmet: []string{
			`buffer "a": element 0 (byte offset 0x0) is 0.5 (0x3f000000), should be 0.50000006 (0x3f000001); 1 of 1 differ; written last by launch 0 at 0x44 ` +
				`buffer_store_dword v2, v10, s[0:3], 0 offen, in lane 0 of wave 0 of work-group 0,0,0 after 16 instructions (line 16)`}},
		{buffer: `[{"f32": [0.5, null, 7], "offset": 256}, {"u32": 1}]`, unmet: []string{
			`buffer "a": element 2 (byte offset 0x108) is 1.5 (0x3fc00000), should be 7 (0x40e00000); 1 of 2 differ; written last by launch 0 at 0x44 ` +
				`buffer_store_dword v2, v10, s[0:3], 0 offen, in lane 2 of wave 1 of work-group 0,0,0`,
			`buffer "a": element 0 (byte offset 0x10c) is 1073741824 (0x40000000), should be 1 (0x00000001)`}},
		{buffer: `{"u32": {"255": 1, "256": "0xffffffff"}}`, unmet: []string{`element 255 (byte offset 0x3fc) is 1107296256`}},
		{buffer: `{"u32": {"256": 0}}`, unmet: []string{`element 256 (byte offset 0x400) is 4294967295 (0xffffffff), should be 0 (0x00000000); 1 of 1 differ; no instruction wrote it`}},
		{buffer: `{"i8": {"1024": 1}}`, unmet: []string{`element 1024 (byte offset 0x400) is -1 (0xff), should be 1 (0x01)`}},

		{state: `{"registers": {"v1": "1..64", "v2": {"f32": ` + half + `}, "v[4:5]": {"f64": "1..64"}, "v6": {"f16": ` + half + `}, "v0": "lane", "v9": "local_id",
			"v11": "global_id", "s6": "group_x", "s7": "wave", "vcc": 255, "scc": 1, "exec": -1, "s[0:3]": "buffer:a", "s[20:21]": {"f32": [null, 1.5]}}}`},
		{state: `{"group": [1], "wave": 1, "registers": {"s20": 17, "v11": {"u32": "192..255"}}, "lds": {"u32": "0..127"}}`},
		{state: `[{"group": [0], "wave": 0, "registers": {"s20": 0}}, {"group": [0], "wave": 1, "registers": {"s20": 1}}]`},
		{state: `{"registers": {"s20": 0}}`, unmet: []string{
			`s20 of wave 1 of work-group 0,0,0 of launch 0: s20 is 1 (0x00000001), should be 0 (0x00000000) (and in 2 other waves); ` +
				`written last by launch 0 at 0x18 s_add_u32 s20, s20, s7, in wave 1 of work-group 0,0,0 after 7 instructions (line 8)`}},
		{state: `{"group": [1], "registers": {"v1": [1, 2, 3, 5]}}`, unmet: []string{
			`v1 of wave 0 of work-group 1,0,0 of launch 0: lane 3 is 4 (0x00000004), should be 5 (0x00000005); 1 of 4 differ (and in 1 other waves); ` +
				`written last by launch 0 at 0x0 v_add_u32_e32 v1, 1, v0, in lane 3 of wave 0 of work-group 1,0,0 after 1 instructions (line 2)`}},
		{state: `{"wave": 1, "group": [1], "registers": {"v[4:5]": {"f64 abs 0.5": "1.25..64.25"}, "v6": {"f16 ulp 1": 1}}}`, unmet: []string{
			`v6 of wave 1 of work-group 1,0,0 of launch 0: lane 0 is 0.5 (0x3800), should be 1 (0x3c00); 63 of 64 differ; written last by launch 0 at 0x10 v_cvt_f16_f32`}},
		{state: `{"group": [0], "wave": 0, "registers": {"v0": 1, "vcc": 0, "scc": 0, "mode": 5, "m0": "0xffffffff"}}`, unmet: []string{
			`lane 0 is 0 (0x00000000), should be 1 (0x00000001); 63 of 64 differ; no instruction wrote it`,
			`it is 255 (0x00000000000000ff), should be 0 (0x0000000000000000); written last by launch 0 at 0x34 s_mov_b64 vcc, 0xff, in wave 0`,
			`it is 1 (0x00000001), should be 0 (0x00000000); written last by launch 0 at 0x3c s_cmp_eq_u32`,
			`mode of wave 0 of work-group 0,0,0 of launch 0: it is 0 (0x00000000), should be 5 (0x00000005); no instruction wrote it`,
			`m0 of wave 0 of work-group 0,0,0 of launch 0: it is 0 (0x00000000), should be 4294967295 (0xffffffff); no instruction wrote it`}},
		{state: `{"lds": [{"u32": 0}, {"u8": [1, 0, 0, 1], "offset": 4}]}`, unmet: []string{
			`LDS of work-group 0,0,0 of launch 0: element 3 (byte offset 0x7) is 0 (0x00), should be 1 (0x01); 1 of 4 differ (and in 1 other work-groups); ` +
				`written last by launch 0 at 0x28 ds_write_b32 v8, v9, in lane 1 of wave 0 of work-group 0,0,0`}},
	} {
		fields := `"gpu": "gfx900", "buffers": [{"name": "a", "size": 1088, "fill": 255`
		if c.buffer != "" {
			fields += `, "expect": ` + c.buffer
		}
		fields += `}], "launches": [{"grid": [256], "group": [128], "dynamic_lds": 512, "registers": {"s[0:3]": "buffer:a", "v0": "lane",
			"v9": "local_id", "v11": "global_id", "s6": "group_x", "s7": "wave"}`
		if c.state != "" {
			fields += `, "expect": ` + c.state
		}
		f, err := loadText(t, counts, fields+"}]")
		require.NoError(t, err)
		out, err := run.Run(f, sim.Options{Check: true})
		require.NoError(t, err, "%s%s", c.buffer, c.state)
		require.Nil(t, out.Fault)
		require.NoError(t, run.Explain(f, out, sim.Options{Check: true}))
		var got []string
		for i := range out.Unmet {
			got = append(got, out.Unmet[i].What()+": "+out.Unmet[i].Details())
		}
		require.Len(t, got, len(c.unmet), "%s%s: %q", c.buffer, c.state, got)
		for i := range got {
			require.Contains(t, got[i], c.unmet[i])
		}
		require.LessOrEqual(t, len(got), run.Expectations(f))
	}
}

// Launches are watched one by one: the one that wrote last is named, and a wrong value that the
// next launch wrote over is not its.
func TestTheLaunchThatWroteLast(t *testing.T) {
	f, err := loadText(t, "v_mov_b32 v1, s4\nbuffer_store_dword v1, off, s[0:3], 0\ns_endpgm\ns_nop 0\ns_endpgm\n",
		`"gpu": "gfx900", "buffers": [{"name": "a", "size": 64, "expect": [5]}], "launches": [
			{"grid": [1], "group": [1], "registers": {"s[0:3]": "buffer:a", "s4": 5}},
			{"grid": [1], "group": [1], "registers": {"s[0:3]": "buffer:a", "s4": 6}},
			{"grid": [1], "group": [1], "entry": 16}]`)
	require.NoError(t, err)
	for _, opts := range []sim.Options{{}, {Check: true, Keep: true, Count: true}, {Timing: &sim.TimingOptions{Chip: small(t, "gfx900")}}} {
		out, err := run.Run(f, opts)
		require.NoError(t, err)
		require.NoError(t, run.Explain(f, out, opts))
		require.Len(t, out.Unmet, 1)
		require.Contains(t, out.Unmet[0].Details(), "written last by launch 1 at 0x4 buffer_store_dword v1, off, s[0:3], 0, in lane 0 of wave 0 of work-group 0,0,0")
		// What the second run leaves is compared with what the first has left.
		out.Unmet[0].Mismatch.Got = "77 (0x0000004d)"
		require.NoError(t, run.Explain(f, out, opts))
		require.Contains(t, out.Unmet[0].Details(), "; that is of a run in order, which left 6 (0x00000006)")
	}
}

// Nothing is expected after a fault, and what cannot be compared is an error before anything runs.
func TestExpectationsThatCannotBeCompared(t *testing.T) {
	out, err := runText(t, "s_trap 1\ns_endpgm\n", `"gpu": "gfx900", "launches": [{"grid": [64], "group": [64], "expect": {"registers": {"s0": 1}}}]`, sim.Options{})
	require.NoError(t, err)
	require.NotNil(t, out.Fault)
	require.Empty(t, out.Unmet)
	for state, msg := range map[string]string{
		`{"lds": {"u32": "0 x 17"}}`:                             `launches[0].expect[0].lds: its values end at byte 0x44; a work-group has 0x0 bytes of LDS ("dynamic_lds" gives it more)`,
		`{"registers": {"s[0:3]": "scratch_buffer"}}`:            `launches[0].expect[0].registers.s[0:3]: private_segment_buffer is not known when the launch has ended`,
		`[{"registers": {"s0": 1}}, {"registers": {"s103": 1}}]`: `launches[0].expect[1].registers.s103: `,
	} {
		_, err := runText(t, "s_endpgm\n", `"gpu": "gfx900", "launches": [{"grid": [64], "group": [64], "expect": `+state+`}]`, sim.Options{})
		require.ErrorContains(t, err, msg, state)
	}
}

// Many work-groups end at the same time: the first one that is wrong is told, whoever ends first.
func TestTheFirstWrongWaveIsTold(t *testing.T) {
	f, err := loadText(t, "s_endpgm\n", `"gpu": "gfx900", "launches": [{"grid": [8192], "group": [128], "registers": {"s6": "group_x", "s7": "wave"},
		"expect": {"registers": {"s6": "0x7", "s7": 0}}}]`)
	require.NoError(t, err)
	for range 5 {
		out, err := run.Run(f, sim.Options{Workers: 8})
		require.NoError(t, err)
		require.Len(t, out.Unmet, 2)
		for i, want := range []struct {
			group  [3]uint32
			wave   int
			places int
		}{{[3]uint32{0, 0, 0}, 0, 126}, {[3]uint32{0, 0, 0}, 1, 64}} {
			u := &out.Unmet[i]
			require.Equal(t, fmt.Sprint(want.group, want.wave, want.places), fmt.Sprint(u.Group, u.Wave, u.Places))
		}
	}
}
