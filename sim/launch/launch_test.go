package launch

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim/abi"
)

// example has every kind of thing that a launch file can say.
const example = `{ "$schema": "schema.json", "code": "vecadd.hsaco", "gpu": "gfx900",
  "buffers": [ {"name": "a", "size": 4096, "init": "a.bin"},
               {"name": "c", "size": 4096, "fill": "0xff", "save": "c.out.bin",
                "expect": {"file": "c.bin", "as": "f32", "ulp": 0}},
               {"name": "heap", "addr": "0x100000", "size": 4096, "init": "heap.bin", "expect": {"file": "heap.after.bin"}} ],
  "launches": [ {"kernel": "vecadd", "grid": [1024, 1, 1], "group": [256, 1, 1], "dynamic_lds": 0, "scratch": 65536,
                 "args": [ {"buffer": "a"}, {"buffer": "c", "offset": "0x10"}, {"i32": 1024}, {"f32": 1.5}, {"bytes": "00ff"}, {"local": 1024} ] },
                {"entry": "0x0", "grid": [64, 1, 1], "group": [64, 1, 1], "kernarg": "heap",
                 "registers": {"s[0:1]": "0x1000", "s[4:7]": "buffer:a", "v0": "lane", "exec": "0xff", "m0": "-1"} } ] }`

// examples are valid files, for the parser and the schema.
var examples = []string{
	example,
	`{"buffers": [{"name": "a", "size": 64, "init": [1, "0x10", -1, "0..3", "7 x 2"], "expect": {"f32 ulp 2": [1.5, "nan", null], "offset": "0x10"}},
		{"name": "b", "size": "1K", "init": {"f16": "0..1 step 0.25"}, "expect": [1, 2, null]},
		{"name": "c", "size": 64, "init": [{"u8": [1, 2]}, {"i64": {"0..1": -1, "3": 5}, "offset": 8}], "expect": [{"file": "x", "as": "u32"},
		{"f64": 1, "abs": 0.5}, {"f64 rel 1e-3 ulp 4": {"2": 1}}]}],
		"launches": [{"grid": [128], "group": [64], "dynamic_lds": 64, "expect": [{"registers": {"s0": 1, "v0": "lane", "v1": [1, null, "2..9"],
		"v[2:3]": {"f64 ulp 1": 1.5}, "s[4:7]": [1, 2, 3, 4], "exec": "0xff", "scc": 1, "s8": "group_x", "s[10:11]": {"f32": {"1": 1.5}},
		"v4": {"0..7": 1}}}, {"group": [1], "wave": 0, "lds": {"u32": "0 x 16"}}]},
		{"grid": [1], "group": [1], "registers": {"v0": "0..63", "v1": {"f32": ["0..1 step 0.5"]}, "s[0:1]": {"1": 2, "0": 3}, "s2": {"f32": 1}},
		"expect": {"registers": {"m0": "0xffffffff"}}}]}`,
	`{"launches": [{"grid": ["64"], "group": [64]}]}`,
	`{"launches": [{"grid": ["0x40", 2], "group": [8, 2], "args": [{"i8": -128}, {"u8": 255}, {"i16": "-0x8000"}, {"u16": "0xffff"},
		{"u32": 4294967295}, {"i64": "-9223372036854775808"}, {"u64": "18446744073709551615"}, {"f16": "0x3c00"}, {"f64": "-inf"}],
		"registers": {"s0": 1, "s[8:11]": [1, 2, "0x3", -4], "v[2:3]": ["-1", 5], "vcc": 0, "scc": 1, "mode": "0xf0"}}]}`,
	`{"buffers": [{"name": "x", "size": "4K"}], "launches": [{"abi": "hsa", "grid": [1], "group": [1], "dynamic_lds": "2KiB", "scratch": "0x10",
		"args": [{"local": "64B"}, {"buffer": "x", "offset": "1k"}], "registers": {"v0": "local_id", "v1": "global_id_y", "s8": "group_x",
		"s[4:5]": "kernarg", "s[0:3]": "scratch_buffer", "s9": "workgroup_id_y"}}]}`,
	`{"buffers": [{"name": "x", "size": 8, "expect": {"file": "x", "as": "f64", "ulp": "2", "abs": 1e-9, "rel": "1e-6"}}],
		"launches": [{"grid": [1, 1, 1], "group": [1, 1, 1], "registers": {"v[0:1]": "buffer:x", "s[2:3]": "buffer:x"}}]}`,
}

func parse(s string) (*File, error) { return Parse(strings.NewReader(s)) }

func TestExampleOfTheDesign(t *testing.T) {
	f, err := parse(example)
	require.NoError(t, err)
	addr, entry := uint64(0x100000), uint64(0)
	le := binary.LittleEndian
	require.Equal(t, &File{
		Schema: "schema.json", Code: "vecadd.hsaco", GPU: "gfx900",
		Buffers: []Buffer{
			{Name: "a", Size: 4096, Init: Contents{File: "a.bin"}},
			{Name: "c", Size: 4096, Fill: 0xff, Save: "c.out.bin", Expect: Expects{{File: "c.bin", Type: Type{Name: "f32"}}}},
			{Name: "heap", Size: 4096, Addr: &addr, Init: Contents{File: "heap.bin"}, Expect: Expects{{File: "heap.after.bin", Type: Type{Name: "bytes"}}}},
		},
		Launches: []Launch{
			{Kernel: "vecadd", Grid: []uint32{1024, 1, 1}, Group: []uint32{256, 1, 1}, Scratch: 65536, Args: []ArgValue{
				{Kind: "buffer", Buffer: "a"},
				{Kind: "buffer", Buffer: "c", Offset: 16},
				{Kind: "i32", Bytes: le.AppendUint32(nil, 1024)},
				{Kind: "f32", Bytes: le.AppendUint32(nil, math.Float32bits(1.5))},
				{Kind: "bytes", Bytes: []byte{0, 0xff}},
				{Kind: "local", Local: 1024},
			}},
			{Entry: &entry, Grid: []uint32{64, 1, 1}, Group: []uint32{64, 1, 1}, Kernarg: "heap", Registers: Registers{
				{Name: "s[0:1]", First: 0, Count: 2, Words: []uint32{0x1000, 0}},
				{Name: "s[4:7]", First: 4, Count: 4, Kind: RegBuffer, Buffer: "a"},
				{Name: "v0", Class: VGPR, Count: 1, Kind: RegItem},
				{Name: "exec", Class: EXEC, Count: 2, Words: []uint32{0xff, 0}},
				{Name: "m0", Class: M0, Count: 1, Words: []uint32{0xffffffff}},
			}},
		},
	}, f)
}

func TestArgumentValues(t *testing.T) {
	for in, want := range map[string]string{
		`{"i8": -1}`:                     "ff",
		`{"i8": "0x80"}`:                 "80",
		`{"u8": 200}`:                    "c8",
		`{"i16": "-2"}`:                  "feff",
		`{"u16": "0x1234"}`:              "3412",
		`{"i32": "0xffffffff"}`:          "ffffffff",
		`{"i32": -2147483648}`:           "00000080",
		`{"u32": 4000000000}`:            "00286bee",
		`{"i64": -1}`:                    "ffffffffffffffff",
		`{"u64": "0x0123456789abcdef"}`:  "efcdab8967452301",
		`{"f32": 1}`:                     "0000803f",
		`{"f32": "1.5"}`:                 "0000c03f",
		`{"f32": "0x1.8p0"}`:             "0000c03f",
		`{"f32": "0x7fc01234"}`:          "3412c07f",
		`{"f32": "nan"}`:                 "0000c07f",
		`{"f32": "-inf"}`:                "000080ff",
		`{"f32": -0.0}`:                  "00000080",
		`{"f32": 1e-45}`:                 "01000000",
		`{"f64": 0.1}`:                   "9a9999999999b93f",
		`{"f64": "nan"}`:                 "000000000000f87f",
		`{"f16": 1}`:                     "003c",
		`{"f16": 65504}`:                 "ff7b",
		`{"f16": 65519.99}`:              "ff7b",
		`{"f16": "inf"}`:                 "007c",
		`{"f16": "-nan"}`:                "", // not a spelling of strconv
		`{"f16": "nan"}`:                 "007e",
		`{"f16": "0xfe01"}`:              "01fe",
		`{"f16": 5.9604644775390625e-8}`: "0100",
		`{"f16": 2.9802322387695312e-8}`: "0000", // half of the least: ties to even
		`{"f16": 2.98023223876953125000000000000000000001e-8}`: "0100", // a double cannot tell it from the tie
		`{"f16": -1e-30}`:                             "0080",
		`{"f16": 1.00048828125}`:                      "003c", // halfway between 1 and the next
		`{"f16": 1.00048828125000000000000000000001}`: "013c",
		`{"bytes": "00aaFF"}`:                         "00aaff",
	} {
		f, err := parse(`{"launches": [{"grid": [1], "group": [1], "args": [` + in + `]}]}`)
		if want == "" {
			require.Error(t, err, in)
			continue
		}
		require.NoError(t, err, in)
		require.Equal(t, want, fmt.Sprintf("%x", f.Launches[0].Args[0].Bytes), in)
	}
}

// Every half value and every point halfway between two must round as exact arithmetic says.
func TestHalfRoundingIsExact(t *testing.T) {
	for h := uint16(0); h < 0x7c00; h += 7 {
		lo := halfRat(h)
		half, ok := halfBits(lo.FloatString(40), ratFloat(lo))
		require.True(t, ok)
		require.Equal(t, h, half)
		if h+1 == 0x7c00 {
			continue
		}
		mid := new(big.Rat).Add(lo, halfRat(h+1))
		mid.Quo(mid, big.NewRat(2, 1))
		got, ok := halfBits("-"+mid.FloatString(40), -ratFloat(mid))
		require.True(t, ok)
		require.Equal(t, 0x8000|(h+1)&^1, got, "tie above %#x goes to the even neighbour", h)
	}
}

func ratFloat(r *big.Rat) float64 { f, _ := r.Float64(); return f }

func TestRegisterValues(t *testing.T) {
	for in, want := range map[string]Register{
		`"s5": 7`:      {Name: "s5", First: 5, Count: 1, Words: []uint32{7}},
		`"s[2:5]": -2`: {Name: "s[2:5]", First: 2, Count: 4, Words: []uint32{0xfffffffe, 0xffffffff, 0xffffffff, 0xffffffff}},
		`"s[2:5]": "0x00112233445566778899aabbccddeeff"`: {Name: "s[2:5]", First: 2, Count: 4,
			Words: []uint32{0xccddeeff, 0x8899aabb, 0x44556677, 0x00112233}},
		`"s[0:2]": [1, "0xffffffff", -1]`: {Name: "s[0:2]", Count: 3, Words: []uint32{1, 0xffffffff, 0xffffffff}},
		`"v255": "lane"`:                  {Name: "v255", Class: VGPR, First: 255, Count: 1, Kind: RegItem},
		`"v1": [10, -1, "0x20"]`:          {Name: "v1", Class: VGPR, First: 1, Count: 1, Kind: RegLanes, Lanes: [][]uint32{{10}, {0xffffffff}, {0x20}}},
		`"v1": "10..12"`:                  {Name: "v1", Class: VGPR, First: 1, Count: 1, Kind: RegLanes, Lanes: [][]uint32{{10}, {11}, {12}}},
		`"v1": {"f32": {"1": 1.5}}`:       {Name: "v1", Class: VGPR, First: 1, Count: 1, Kind: RegLanes, Lanes: [][]uint32{nil, {0x3fc00000}}},
		`"v[1:2]": {"f64": [1, -2]}`:      {Name: "v[1:2]", Class: VGPR, First: 1, Count: 2, Kind: RegLanes, Lanes: [][]uint32{{0, 0x3ff00000}, {0, 0xc0000000}}},
		`"v1": {"i16": -2}`:               {Name: "v1", Class: VGPR, First: 1, Count: 1, Kind: RegLanes, Lanes: slices.Repeat([][]uint32{{0xfffe}}, 64)},
		`"s[4:7]": "1 x 4"`:               {Name: "s[4:7]", First: 4, Count: 4, Words: []uint32{1, 1, 1, 1}},
		`"s[4:7]": {"u64": [1, 2]}`:       {Name: "s[4:7]", First: 4, Count: 4, Words: []uint32{1, 0, 2, 0}},
		`"s4": {"f32": 1.5}`:              {Name: "s4", First: 4, Count: 1, Words: []uint32{0x3fc00000}},
		`"m0": {"f16": 1}`:                {Name: "m0", Class: M0, Count: 1, Words: []uint32{0x3c00}},
		`"exec": {"u64": "0xff"}`:         {Name: "exec", Class: EXEC, Count: 2, Words: []uint32{0xff, 0}},
		`"v[1:2]": ["0x100000002"]`:       {Name: "v[1:2]", Class: VGPR, First: 1, Count: 2, Kind: RegLanes, Lanes: [][]uint32{{2, 1}}},
		`"v3": "0x80000000"`:              {Name: "v3", Class: VGPR, First: 3, Count: 1, Words: []uint32{0x80000000}},
		`"exec": "-1"`:                    {Name: "exec", Class: EXEC, Count: 2, Words: []uint32{0xffffffff, 0xffffffff}},
		`"vcc": "0x8000000000000001"`:     {Name: "vcc", Class: VCC, Count: 2, Words: []uint32{1, 0x80000000}},
		`"scc": 1`:                        {Name: "scc", Class: SCC, Count: 1, Words: []uint32{1}},
		`"mode": "0xf0"`:                  {Name: "mode", Class: MODE, Count: 1, Words: []uint32{0xf0}},
	} {
		f, err := parse(`{"launches": [{"grid": [1], "group": [1], "registers": {` + in + `}}]}`)
		require.NoError(t, err, in)
		require.Equal(t, Registers{want}, f.Launches[0].Registers, in)
	}
}

func TestErrorsNameLineAndField(t *testing.T) {
	launch := func(s string) string {
		return "{\n\"buffers\": [{\"name\": \"a\", \"size\": 64}],\n\"launches\": [\n{" + s + "}]}"
	}
	ok := `"grid": [64], "group": [64], `
	for _, c := range []struct{ in, want string }{
		{``, "launch:1: not valid JSON: unexpected end"},
		{"{\n\"launches\": [}", "launch:2: not valid JSON"},
		{`{} {}`, "launch:1: not valid JSON"},
		{`[]`, "launch:1: this is a list, not an object"},
		{`{}`, "launch:1: launches: there is none"},
		{strings.Repeat("[", 40) + strings.Repeat("]", 40), "nested more than 32 deep"},
		{"{\"launches\": [],\n\"code\": \"a\", \"code\": \"b\"}", "launch:2: code: this field occurs twice"},
		{launch(ok + "\n\"args\": [{\"i32\": 1, \"i32\": 2}]"), "launch:5: launches[0].args[0].i32: this field occurs twice"},
		{"{\"Code\": \"a\"}", "launch:1: Code: unknown field; the fields here are $schema, code, gpu, buffers, launches"},
		{`{"code": 1}`, "code: this is 1, not a string"},
		{`{"code": null}`, "code: this is null, not a string"},
		{`{"buffers": {}}`, "buffers: this is an object, not a list"},
		{`{"buffers": [{"name": "a", "size": "64kb"}]}`, `buffers[0].size: "64kb" may mean powers of 1000 or of 1024: write 64K`},
		{`{"buffers": [{"name": "a", "size": 1.5}]}`, `buffers[0].size: "1.5" is not a size`},
		{`{"buffers": [{"name": "a", "size": "010"}]}`, `is not a size`},
		{`{"buffers": [{"name": "a", "size": -1}]}`, `buffers[0].size: -1 is not in the range 0 to 2^64-1`},
		{`{"buffers": [{"name": "a", "size": 1, "fill": 256}]}`, `buffers[0].fill: 256 is not in the range 0 to 2^8-1`},
		{`{"buffers": [{"name": "a", "size": 1, "colour": 3}]}`, `buffers[0].colour: unknown field; the fields here are name, size, addr`},
		{`{"buffers": [{"name": "a", "size": 1, "expect": {"file": "x", "rel": -1}}]}`, `buffers[0].expect.rel: -1 is not a finite number`},
		{`{"buffers": [{"size": 1}], "launches": [{}]}`, `buffers[0].name: it is missing`},
		{`{"buffers": [{"name": "a"}], "launches": [{}]}`, `buffers[0].size: it is 0; a buffer has 1 to`},
		{`{"buffers": [{"name": "a", "size": "0x100000000001"}], "launches": [{}]}`, `a buffer has 1 to 17592186044416 bytes`},
		{"{\"buffers\": [{\"name\": \"a\", \"size\": 1},\n{\"name\": \"a\", \"size\": 1}], \"launches\": [{}]}", `launch:2: buffers[1].name: another buffer is called "a"`},
		{`{"buffers": [{"name": "a", "size": 2, "addr": "0xffffffffffffffff"}], "launches": [{}]}`, `leaves no room`},
		{`{"buffers": [{"name": "a", "size": 16, "addr": 16}, {"name": "b", "size": 16, "addr": 31}], "launches": [{}]}`, `buffers[1].addr: it overlaps buffer "a"`},
		{`{"buffers": [{"name": "a", "size": 6, "expect": {"file": "x", "as": "f32"}}], "launches": [{}]}`, `buffers[0].expect.as: the buffer's 6 bytes are not a whole number of f32`},
		{`{"buffers": [{"name": "a", "size": 6, "expect": {"file": "x", "as": "f8"}}], "launches": [{}]}`, `"f8" is not one of bytes, u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64`},
		{`{"buffers": [{"name": "a", "size": 6, "expect": {"file": "x", "ulp": 1}}], "launches": [{}]}`, `bytes have no tolerance`},
		{`{"buffers": [{"name": "a", "size": 6, "expect": {}}], "launches": [{}]}`, `buffers[0].expect.file: it is missing`},
		{launch(``), "launches[0].grid: it has 0 numbers; give one to three"},
		{launch(`"grid": [64, 0], "group": [64, 1]`), "launch:4: launches[0].grid[1]: it is 0"},
		{launch(`"grid": [64, 1], "group": [64]`), "launches[0].group: it has 1 dimensions and grid has 2"},
		{launch(`"grid": [64], "group": [1025]`), "launches[0].group[0]: 1025 is more than 1024"},
		{launch(`"grid": [64, 64], "group": [64, 64]`), "launches[0].group: 4096 work-items are more than 1024"},
		{launch(ok + `"kernel": "k", "entry": 0`), "launches[0].entry: it has a kernel too"},
		{launch(ok + `"entry": 0, "args": [{"i32": 1}]`), "launches[0].args: the code has no kernel that says where it finds its arguments"},
		{launch(ok + `"kernarg": "a", "args": [{"i32": 1}]`), "launches[0].kernarg: it has args too"},
		{launch(ok + `"kernarg": "b"`), `launches[0].kernarg: there is no buffer "b"`},
		{launch(ok + `"args": [{"i32": 1}, {"buffer": "b"}]`), `launches[0].args[1].buffer: there is no buffer "b"`},
		{launch(ok + `"args": [1]`), `launches[0].args[0]: this is 1, not an object like {"i32": 1}`},
		{launch(ok + `"args": [{}]`), `launches[0].args[0]: it has no value; give one of buffer, i8, u8`},
		{launch(ok + `"args": [{"i32": 1, "f32": 1}]`), `launches[0].args[0]: it has both "i32" and "f32"`},
		{launch(ok + `"args": [{"int": 1}]`), `launches[0].args[0].int: unknown kind of argument`},
		{launch(ok + `"args": [{"i32": 1, "offset": 1}]`), `launches[0].args[0].offset: only a buffer argument has an offset`},
		{launch(ok + `"args": [{"i32": 2147483648}]`), `launches[0].args[0].i32: 2147483648 does not fit; it must be less than 2^31`},
		{launch(ok + `"args": [{"i8": -129}]`), `launches[0].args[0].i8: -129 does not fit; it must be at least -2^7`},
		{launch(ok + `"args": [{"u8": -1}]`), `launches[0].args[0].u8: -1 is not in the range`},
		{launch(ok + `"args": [{"f32": "abc"}]`), `launches[0].args[0].f32: the string "abc" is not a floating-point number`},
		{launch(ok + `"args": [{"f32": 1e39}]`), `launches[0].args[0].f32: 1e39 is beyond the range of f32`},
		{launch(ok + `"args": [{"f16": 65520}]`), `launches[0].args[0].f16: 65520 is beyond the range of f16`},
		{launch(ok + `"args": [{"f16": 1e999}]`), `beyond the range of f16`},
		{launch(ok + `"args": [{"f16": "0x13c00"}]`), `is not in the range 0 to 2^16-1`},
		{launch(ok + `"args": [{"f64": "1` + strings.Repeat("0", 500) + `"}]`), `more than 400 characters`},
		{launch(ok + `"args": [{"bytes": "0"}]`), `launches[0].args[0].bytes: "0" is not a string of pairs`},
		{launch(ok + `"args": [{"bytes": ""}]`), `is not a string of pairs`},
		{launch(ok + `"args": [{"local": 0}]`), `launches[0].args[0].local: a block of LDS has at least one byte`},
		{launch(ok + `"registers": []`), `launches[0].registers: this is a list, not an object`},
		{launch(ok + `"registers": {"r0": 1}`), `launches[0].registers.r0: unknown register "r0"; the names are sN`},
		{launch(ok + `"registers": {"s104": 1}`), `register s104: there are only 104 registers s0 to s103`},
		{launch(ok + `"registers": {"v256": 1}`), `there are only 256 registers v0 to v255`},
		{launch(ok + `"registers": {"s[3:2]": 1}`), `the range runs backwards`},
		{launch(ok + "\"registers\": {\"s1\": 1,\n\"s[0:1]\": 1}"), `launch:5: launches[0].registers.s[0:1]: it overlaps s1`},
		{launch(ok + `"registers": {"s1": "0x100000000"}`), `launches[0].registers.s1: 4294967296 does not fit; it must be less than 2^32`},
		{launch(ok + `"registers": {"scc": 2}`), `launches[0].registers.scc: 2 does not fit; it must be less than 2^1`},
		{launch(ok + `"registers": {"s0": "lane"}`), `launches[0].registers.s0: "lane" is for one v register`},
		{launch(ok + `"registers": {"s0": "lanes"}`), `launches[0].registers.s0: "lanes" is not a value; give a number, "buffer:NAME"`},
		{launch(ok + `"registers": {"s0": "buffer:a"}`), `launches[0].registers.s0: a buffer's address takes two registers`},
		{launch(ok + `"registers": {"s[0:1]": "buffer:b"}`), `launches[0].registers.s[0:1]: there is no buffer "b"`},
		{launch(ok + `"registers": {"s[0:1]": [1]}`), `launches[0].registers.s[0:1]: there are 1 values of u32 for 2 registers`},
		{launch(ok + `"registers": {"s[4:7]": {"u64": 1}}`), `launches[0].registers.s[4:7]: there are 1 values of u64 for 4 registers`},
		{launch(ok + `"registers": {"s[4:5]": {"1": 1}}`), `launches[0].registers.s[4:5]: there are 1 values of u32 for 2 registers`},
		{launch(ok + `"registers": {"s4": {"f32": null}}`), `launches[0].registers.s4.f32: this is null, not a number`},
		{launch(ok + `"registers": {"s4": {"f32 ulp 1": 1}}`), `what a register is set to has no tolerance`},
		{launch(ok + `"registers": {"scc": "0..1"}`), `launches[0].registers.scc: scc is a number, 0 or 1`},
		{launch(ok + `"registers": {"v0": []}`), `launches[0].registers.v0: the list is empty`},
		{launch(ok + `"registers": {"exec": [1]}`), `launches[0].registers.exec: only s and v registers take lists`},
		{launch(ok + `"scratch": 4294967295`), `launches[0].scratch: 4294967295 bytes`},
	} {
		_, err := parse(c.in)
		require.ErrorContains(t, err, c.want, c.in)
		var e *Error
		require.True(t, errors.As(err, &e))
	}
}

func TestPathsAreRelativeToTheLaunchFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, b []byte) { require.NoError(t, os.WriteFile(filepath.Join(dir, name), b, 0o600)) }
	write("l.json", []byte(`{"buffers": [{"name": "a", "size": 4, "init": "d/a.bin"}], "launches": [{"grid": [1], "group": [1]}]}`))
	f, err := Load(filepath.Join(dir, "l.json"))
	require.NoError(t, err)
	require.Equal(t, filepath.Join(dir, "d/a.bin"), f.Resolve(f.Buffer("a").Init.File))
	require.Equal(t, filepath.Join(dir, "x"), f.Resolve(filepath.Join(dir, "x")))
	require.Nil(t, f.Buffer("nope"))

	write("bad.json", []byte("{\n\"launch\": 1}"))
	_, err = Load(filepath.Join(dir, "bad.json"))
	require.EqualError(t, err, filepath.Join(dir, "bad.json")+":2: launch: unknown field; the fields here are $schema, code, gpu, buffers, launches")
	_, err = Load(filepath.Join(dir, "none.json"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

// validator checks a value against the keywords that schema.json uses, as draft 2020-12 defines
// them; any other keyword fails the test.
type validator struct {
	t    *testing.T
	root map[string]any
}

func (v validator) check(schema map[string]any, x any) error {
	if ref, ok := schema["$ref"].(string); ok {
		def, ok := v.root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
		require.True(v.t, ok, ref)
		if err := v.check(def, x); err != nil {
			return err
		}
	}
	obj, isObj := x.(map[string]any)
	list, isList := x.([]any)
	str, isStr := x.(string)
	num, isNum := x.(float64)
	bad := func(ok bool, key string) error {
		if ok {
			return nil
		}
		return fmt.Errorf("%s fails for %v", key, x)
	}
	for key, arg := range schema {
		var err error
		switch key {
		case "$schema", "$ref", "$defs", "title", "description", "patternProperties", "additionalProperties":
		case "type":
			_, isBool := x.(bool)
			err = bad(map[string]bool{"object": isObj, "array": isList, "string": isStr, "number": isNum, "boolean": isBool, "null": x == nil,
				"integer": isNum && num == math.Trunc(num)}[arg.(string)], key)
		case "const":
			err = bad(reflect.DeepEqual(arg, x), key)
		case "enum":
			err = bad(slices.Contains(arg.([]any), x), key)
		case "pattern":
			err = bad(!isStr || regexp.MustCompile(arg.(string)).MatchString(str), key)
		case "minLength":
			err = bad(!isStr || float64(len(str)) >= arg.(float64), key)
		case "minimum":
			err = bad(!isNum || num >= arg.(float64), key)
		case "minProperties":
			err = bad(!isObj || float64(len(obj)) >= arg.(float64), key)
		case "minItems":
			err = bad(!isList || float64(len(list)) >= arg.(float64), key)
		case "maxItems":
			err = bad(!isList || float64(len(list)) <= arg.(float64), key)
		case "required":
			for _, r := range arg.([]any) {
				_, ok := obj[r.(string)]
				if err == nil {
					err = bad(!isObj || ok, key)
				}
			}
		case "items":
			for _, e := range list {
				if err == nil {
					err = v.check(arg.(map[string]any), e)
				}
			}
		case "oneOf":
			n := 0
			for _, s := range arg.([]any) {
				if v.check(s.(map[string]any), x) == nil {
					n++
				}
			}
			err = bad(n == 1, fmt.Sprintf("oneOf (%d match)", n))
		case "properties":
			for name, s := range arg.(map[string]any) {
				if e, ok := obj[name]; ok && err == nil {
					err = v.check(s.(map[string]any), e)
				}
			}
		default:
			require.Fail(v.t, "unknown schema keyword "+key)
		}
		if err != nil {
			return err
		}
	}
	for name, e := range obj {
		props, _ := schema["properties"].(map[string]any)
		_, known := props[name]
		patterns, _ := schema["patternProperties"].(map[string]any)
		for p, s := range patterns {
			if regexp.MustCompile(p).MatchString(name) {
				known = true
				if err := v.check(s.(map[string]any), e); err != nil {
					return err
				}
			}
		}
		if !known && schema["additionalProperties"] == false {
			return fmt.Errorf("unknown property %q", name)
		}
	}
	return nil
}

func schema(t *testing.T) map[string]any {
	var s map[string]any
	require.NoError(t, json.Unmarshal([]byte(Schema), &s))
	require.Equal(t, "https://json-schema.org/draft/2020-12/schema", s["$schema"])
	return s
}

func TestSchemaAcceptsWhatParses(t *testing.T) {
	s := schema(t)
	for _, e := range examples {
		_, err := parse(e)
		require.NoError(t, err, e)
		var x any
		require.NoError(t, json.Unmarshal([]byte(e), &x))
		require.NoError(t, validator{t, s}.check(s, x), e)
	}
}

func TestSchemaRejectsMistakes(t *testing.T) {
	s := schema(t)
	for _, e := range []string{
		`{}`, `{"launches": []}`, `{"launches": [{"grid": [1]}]}`, `{"launches": [{"grid": [1], "group": [1], "x": 1}]}`,
		`{"launches": [{"grid": [1, 1, 1, 1], "group": [1]}]}`, `{"launches": [{"grid": [1.5], "group": [1]}]}`,
		`{"launches": [{"grid": ["1x"], "group": [1]}]}`,
		`{"launches": [{"grid": [1], "group": [1], "args": [{"i32": 1, "u32": 1}]}]}`,
		`{"launches": [{"grid": [1], "group": [1], "args": [{"bytes": "f"}]}]}`,
		`{"launches": [{"grid": [1], "group": [1], "registers": {"r1": 1}}]}`,
		`{"launches": [{"grid": [1], "group": [1], "registers": {"s1": "lanes"}}]}`,
		`{"launches": [{"grid": [1], "group": [1], "abi": "amd"}]}`, `{"launches": [{"grid": [1], "group": [1], "scratch": "4KB"}]}`,
		`{"buffers": [{"name": "a", "size": "1.5K"}], "launches": [{"grid": [1], "group": [1]}]}`,
		`{"buffers": [{"size": 1}], "launches": [{"grid": [1], "group": [1]}]}`,
		`{"buffers": [{"name": "a", "size": 4, "expect": {"file": "x", "as": "f8"}}], "launches": [{"grid": [1], "group": [1]}]}`,
	} {
		var x any
		require.NoError(t, json.Unmarshal([]byte(e), &x))
		require.Error(t, validator{t, s}.check(s, x), e)
		_, err := parse(e)
		require.Error(t, err, e)
	}
}

// texts is a list of strings.
func texts(list any) (out []string) {
	for _, x := range list.([]any) {
		out = append(out, x.(string))
	}
	return out
}

// patternOf is the schema of the only pattern of an object's properties.
func patternOf(object any) map[string]any {
	for _, p := range object.(map[string]any)["patternProperties"].(map[string]any) {
		return p.(map[string]any)
	}
	return nil
}

func TestSchemaHasTheFieldsOfTheStructs(t *testing.T) {
	s := schema(t)
	defs := s["$defs"].(map[string]any)
	keys := func(m any) (out []string) {
		for k := range m.(map[string]any)["properties"].(map[string]any) {
			out = append(out, k)
		}
		return out
	}
	for _, c := range []struct {
		schema any
		typ    reflect.Type
	}{
		{s, reflect.TypeFor[File]()}, {defs["buffer"], reflect.TypeFor[Buffer]()}, {defs["expectFile"], reflect.TypeFor[expectFile]()},
		{defs["state"], reflect.TypeFor[StateExpect]()},
		{defs["launch"], reflect.TypeFor[Launch]()},
	} {
		names, _ := fieldsOf(c.typ)
		require.ElementsMatch(t, names, keys(c.schema), c.typ.String())
	}
	var kinds, inSchema []string
	for _, k := range argKinds {
		kinds = append(kinds, k.name)
	}
	for _, a := range defs["arg"].(map[string]any)["oneOf"].([]any) {
		inSchema = append(inSchema, a.(map[string]any)["required"].([]any)[0].(string))
	}
	require.Equal(t, kinds, inSchema)
	all := strings.Join(typeNames(), "|")
	for _, name := range []string{"piece", "expectPiece"} {
		for pattern := range defs[name].(map[string]any)["patternProperties"].(map[string]any) {
			require.Contains(t, pattern, "^("+all+")", name)
		}
	}
	require.Contains(t, defs["expectFile"].(map[string]any)["properties"].(map[string]any)["as"].(map[string]any)["pattern"], "^(bytes|"+all+")")
	launches := defs["launch"].(map[string]any)["properties"].(map[string]any)
	require.Equal(t, abi.PresetNames(), texts(launches["abi"].(map[string]any)["enum"]))
	values := patternOf(defs["registers"])["oneOf"].([]any)
	lanes, roles := texts(values[1].(map[string]any)["enum"]), texts(values[2].(map[string]any)["enum"])
	require.ElementsMatch(t, append(abi.LaneNames(), "local_id", "global_id"), lanes)
	names := map[string]bool{}
	for _, name := range abi.RoleNames() {
		r, _ := abi.FindRole(name)
		names[name], names[r.String()] = true, true
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(names)), roles)
	pattern := ""
	for pattern = range defs["registers"].(map[string]any)["patternProperties"].(map[string]any) {
	}
	expected := defs["state"].(map[string]any)["properties"].(map[string]any)["registers"].(map[string]any)["patternProperties"]
	require.Contains(t, expected, pattern)
	re := regexp.MustCompile(pattern)
	for _, name := range []string{"s0", "s[0:1]", "v255", "v[1:2]", "exec", "vcc", "m0", "scc", "mode", "t0", "s", "s[0]", "pc", "s-1"} {
		_, err := ParseRegister(name)
		require.Equal(t, err == nil, re.MatchString(name), name)
	}
}

// FuzzParse: no input may crash the parser, and every error is typed.
func FuzzParse(f *testing.F) {
	for _, e := range examples {
		f.Add([]byte(e))
	}
	f.Add([]byte(`{"launches": [{"grid": [1], "group": [1], "args": [{"f16": 2.98023223876953125000000000000000000001e-8}, {"f32": "0x1p-149"}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := Parse(strings.NewReader(string(data))); err != nil {
			var e *Error
			require.True(t, errors.As(err, &e))
		}
	})
}
