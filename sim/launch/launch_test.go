package launch

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
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
	"github.com/gcnsim/gcnsim/sim/codeobj"
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
	`{"launches": [{"grid": ["64"], "group": [64]}]}`,
	`{"launches": [{"grid": ["0x40", 2], "group": [8, 2], "args": [{"i8": -128}, {"u8": 255}, {"i16": "-0x8000"}, {"u16": "0xffff"},
		{"u32": 4294967295}, {"i64": "-9223372036854775808"}, {"u64": "18446744073709551615"}, {"f16": "0x3c00"}, {"f64": "-inf"}],
		"registers": {"s0": 1, "s[8:11]": [1, 2, "0x3", -4], "v[2:3]": ["-1", 5], "vcc": 0, "scc": 1, "mode": "0xf0"}}]}`,
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
			{Name: "a", Size: 4096, Init: "a.bin"},
			{Name: "c", Size: 4096, Fill: 0xff, Save: "c.out.bin", Expect: &Expect{File: "c.bin", As: "f32"}},
			{Name: "heap", Size: 4096, Addr: &addr, Init: "heap.bin", Expect: &Expect{File: "heap.after.bin", As: "bytes"}},
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
				{Name: "v0", Class: VGPR, Count: 1, Kind: RegLane},
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
		`"v255": "lane"`:                  {Name: "v255", Class: VGPR, First: 255, Count: 1, Kind: RegLane},
		`"v1": [10, -1, "0x20"]`:          {Name: "v1", Class: VGPR, First: 1, Count: 1, Kind: RegLanes, Lanes: [][]uint32{{10}, {0xffffffff}, {0x20}}},
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
		{`{"buffers": [{"name": "a", "size": "64k"}]}`, `buffers[0].size: the string "64k" is not an integer; write it in decimal`},
		{`{"buffers": [{"name": "a", "size": 1.5}]}`, `buffers[0].size: 1.5 is not an integer`},
		{`{"buffers": [{"name": "a", "size": "010"}]}`, `is not an integer`},
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
		{`{"buffers": [{"name": "a", "size": 6, "expect": {"file": "x", "as": "f8"}}], "launches": [{}]}`, `"f8" is not one of bytes, f16, f32, f64`},
		{`{"buffers": [{"name": "a", "size": 6, "expect": {"file": "x", "ulp": 1}}], "launches": [{}]}`, `bytes have no tolerance`},
		{`{"buffers": [{"name": "a", "size": 6, "expect": {}}], "launches": [{}]}`, `buffers[0].expect.file: it is missing`},
		{launch(``), "launches[0].grid: it has 0 numbers; give one to three"},
		{launch(`"grid": [64, 0], "group": [64, 1]`), "launch:4: launches[0].grid[1]: it is 0"},
		{launch(`"grid": [64, 1], "group": [64]`), "launches[0].group: it has 1 dimensions and grid has 2"},
		{launch(`"grid": [64], "group": [1025]`), "launches[0].group[0]: 1025 is more than 1024"},
		{launch(`"grid": [64, 64], "group": [64, 64]`), "launches[0].group: 4096 work-items are more than 1024"},
		{launch(ok + `"kernel": "k", "entry": 0`), "launches[0].entry: it has a kernel too"},
		{launch(ok + `"entry": 0, "args": [{"i32": 1}]`), "launches[0].args: a raw entry has no argument list"},
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
		{launch(ok + `"registers": {"s104": 1}`), `there are only 104 registers s0 to s103`},
		{launch(ok + `"registers": {"v256": 1}`), `there are only 256 registers v0 to v255`},
		{launch(ok + `"registers": {"s[3:2]": 1}`), `the range runs backwards`},
		{launch(ok + "\"registers\": {\"s1\": 1,\n\"s[0:1]\": 1}"), `launch:5: launches[0].registers.s[0:1]: it overlaps s1`},
		{launch(ok + `"registers": {"s1": "0x100000000"}`), `launches[0].registers.s1: 4294967296 does not fit; it must be less than 2^32`},
		{launch(ok + `"registers": {"scc": 2}`), `launches[0].registers.scc: 2 does not fit; it must be less than 2^1`},
		{launch(ok + `"registers": {"s0": "lane"}`), `launches[0].registers.s0: "lane" is for one v register`},
		{launch(ok + `"registers": {"s0": "lanes"}`), `launches[0].registers.s0: "lanes" is not a value; give a number, "lane"`},
		{launch(ok + `"registers": {"s0": "buffer:a"}`), `launches[0].registers.s0: a buffer's address takes two registers`},
		{launch(ok + `"registers": {"s[0:1]": "buffer:b"}`), `launches[0].registers.s[0:1]: there is no buffer "b"`},
		{launch(ok + `"registers": {"s[0:1]": [1]}`), `launches[0].registers.s[0:1]: the list has 1 numbers for 2 registers`},
		{launch(ok + `"registers": {"v0": []}`), `launches[0].registers.v0: the list has 0 numbers`},
		{launch(ok + `"registers": {"exec": [1]}`), `launches[0].registers.exec: only s and v registers take lists`},
		{launch(ok + `"scratch": 4294967295`), `launches[0].scratch: 4294967295 bytes`},
	} {
		_, err := parse(c.in)
		require.ErrorContains(t, err, c.want, c.in)
		var e *Error
		require.True(t, errors.As(err, &e))
	}
}

func TestLoadReadsFilesBesideTheLaunchFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, b []byte) { require.NoError(t, os.WriteFile(filepath.Join(dir, name), b, 0o600)) }
	write("l.json", []byte(`{"buffers": [{"name": "a", "size": 4, "init": "a.bin", "fill": 7, "expect": {"file": "a.bin"}},
		{"name": "z", "size": 4294967296}, {"name": "b", "size": 2, "init": "a3.bin"}, {"name": "c", "size": 2, "init": "none"}],
		"launches": [{"grid": [1], "group": [1]}]}`))
	write("a.bin", []byte{1, 2})
	write("a3.bin", []byte{1, 2, 3})
	f, err := Load(filepath.Join(dir, "l.json"))
	require.NoError(t, err)
	b, err := f.Content(f.Buffer("a"))
	require.NoError(t, err)
	require.Equal(t, []byte{1, 2, 7, 7}, b)
	b, err = f.Content(f.Buffer("z"))
	require.NoError(t, err)
	require.Empty(t, b, "zeros take no memory")
	_, err = f.Content(f.Buffer("b"))
	require.ErrorContains(t, err, `buffer "b": init: a3.bin has more than the buffer's 2 bytes`)
	_, err = f.Content(f.Buffer("c"))
	require.ErrorContains(t, err, `l.json: buffer "c": init: cannot be opened`)
	require.ErrorIs(t, err, os.ErrNotExist)
	m, err := f.Check(f.Buffer("a"), []byte{1, 2, 7, 7})
	require.NoError(t, err)
	require.Equal(t, "it has 4 bytes, should have 2", m.String())
	m, err = f.Check(f.Buffer("z"), nil)
	require.NoError(t, err)
	require.Nil(t, m)
	require.Nil(t, f.Buffer("nope"))

	write("bad.json", []byte("{\n\"launch\": 1}"))
	_, err = Load(filepath.Join(dir, "bad.json"))
	require.EqualError(t, err, filepath.Join(dir, "bad.json")+":2: launch: unknown field; the fields here are $schema, code, gpu, buffers, launches")
	_, err = Load(filepath.Join(dir, "none.json"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestCompare(t *testing.T) {
	f32 := func(v ...float64) (b []byte) {
		for _, x := range v {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(x)))
		}
		return b
	}
	f64 := func(v ...float64) (b []byte) {
		for _, x := range v {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
		return b
	}
	f16 := func(v ...uint16) (b []byte) {
		for _, x := range v {
			b = binary.LittleEndian.AppendUint16(b, x)
		}
		return b
	}
	next := func(x float64) float64 { return float64(math.Nextafter32(float32(x), 100)) }
	inf, nan, negZero := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	for _, c := range []struct {
		as        string
		got, want []byte
		ulp       uint64
		abs, rel  float64
		bad       []int // elements that differ
	}{
		{"bytes", []byte{1, 2, 3}, []byte{1, 2, 3}, 0, 0, 0, nil},
		{"bytes", []byte{1, 9, 8}, []byte{1, 2, 3}, 5, 100, 1, []int{1, 2}},
		{"f32", f32(1, next(1), next(next(1))), f32(1, 1, 1), 1, 0, 0, []int{2}},
		{"f32", f32(nan, 1, nan), f32(nan, nan, 1), 9, inf, 9, []int{1, 2}},
		{"f32", f32(negZero, 0), f32(0, negZero), 0, 0, 0, []int{0, 1}},
		{"f32", f32(negZero, 0), f32(0, negZero), 1, 0, 0, nil},
		{"f32", f32(negZero), f32(0), 0, 1e-30, 0, nil},
		{"f32", f32(inf, math.MaxFloat32), f32(math.MaxFloat32, inf), 0, 1e300, 1e300, []int{0, 1}},
		{"f32", f32(inf), f32(math.MaxFloat32), 1, 0, 0, nil},
		{"f32", f32(-1.25, 5), f32(-1, 4), 0, 0.25, 0, []int{1}},
		{"f32", f32(99, 111), f32(100, 100), 0, 0, 0.1, []int{1}},
		{"f32", f32(-1e-45), f32(1e-45), 2, 0, 0, []int{0}}, // -min -0 +0 +min: three steps
		{"f32", f32(-1e-45), f32(1e-45), 3, 0, 0, nil},
		{"f64", f64(math.MaxFloat64), f64(-math.MaxFloat64), 0, 1e308, 1, []int{0}},
		{"f64", f64(math.Nextafter(1, 2)), f64(1), 1, 0, 0, nil},
		{"f16", f16(0x3c00, 0x3c01, 0x3c02), f16(0x3c00, 0x3c00, 0x3c00), 1, 0, 0, []int{2}},
		{"f16", f16(0x7e00, 0x7c00), f16(0xfe01, 0xfc00), 0, 0, 0, []int{1}},
		{"f16", f16(0x4000), f16(0x3c00), 0, 1, 0, nil},
	} {
		m := Compare(c.as, c.got, c.want, c.ulp, c.abs, c.rel)
		if c.bad == nil {
			require.Nil(t, m, "%+v", c)
			continue
		}
		require.NotNil(t, m, "%+v", c)
		require.Equal(t, c.bad[0], m.Index, "%+v", c)
		require.Equal(t, len(c.bad), m.Count, "%+v", c)
		require.Equal(t, m.Index*elemSizes[c.as], m.Offset)
		require.Equal(t, len(c.got)/elemSizes[c.as], m.Total)
	}
	require.Equal(t, "element 1 (byte offset 0x4) is 2.5 (0x40200000), should be -0.1 (0xbdcccccd); 1 of 2 differ",
		Compare("f32", f32(1, 2.5), f32(1, -0.1), 0, 0, 0).String())
	require.Equal(t, "element 0 (byte offset 0x0) is 1 (0x3c00), should be NaN (0x7e00); 1 of 1 differ",
		Compare("f16", f16(0x3c00), f16(0x7e00), 0, 0, 0).String())
	require.Equal(t, "element 0 (byte offset 0x0) is 0x01, should be 0x10; 1 of 1 differ", Compare("bytes", []byte{1}, []byte{16}, 0, 0, 0).String())
	require.Contains(t, Compare("f32", f32(1), nil, 0, 0, 0).String(), "it has 4 bytes, should have 0")
	require.Contains(t, Compare("f64", f32(1), f32(1), 0, 0, 0).String(), "not a whole number of f64")
	require.Contains(t, Compare("f8", nil, nil, 0, 0, 0).String(), "unknown element type")
}

func kernel(t *testing.T, file, name string) *codeobj.Kernel {
	data, err := os.ReadFile("../../testdata/codeobj/" + file + ".co")
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

func argsOf(t *testing.T, s string) []ArgValue {
	f, err := parse(`{"buffers": [{"name": "in", "size": 64}, {"name": "out", "size": 64}, {"name": "tab", "size": 16}],
		"launches": [{"grid": [1], "group": [1], "args": [` + s + `]}]}`)
	require.NoError(t, err)
	return f.Launches[0].Args
}

const (
	argsKernel = `{"buffer": "in"}, {"buffer": "out", "offset": 16}, {"buffer": "tab"}, {"i8": -1}, {"i16": -2}, {"i32": -3}, {"f32": 1},
	{"f64": 2}, {"bytes": "01020304"}, {"bytes": "05000000000000000000000000000840ff00000000000000"}, {"local": 100}, {"local": 5}`
	in, out, tab = "0000001111000000", "1000002222000000", "0000003333000000"
)

// The offsets are those of the C structure {p, p, p, i8, i16, i32, f32, f64, uchar3, struct {i32, f64, i8}, u32, u32}.
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

// LLVM AMDGPUUsage, "Code Object V5 Kernel Argument": offsets from the start of the hidden arguments, here 8. Grid 40 9 5, group 16 4 2.
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
	require.Len(t, hiddenArgs, 24)
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
	a[10] = ArgValue{Kind: "u32", Bytes: make([]byte, 4)}
	_, _, err = BuildKernarg(kernel(t, "kern-gfx803-v5", "args"), a, d)
	require.ErrorContains(t, err, `args[10]: kernel args: argument 10 (float4*, dynamic_shared_pointer) wants a size of LDS`)
}

func TestLaunchAgainstKernelLimits(t *testing.T) {
	k := kernel(t, "kern-gfx803-v5", "dims") // reqd_work_group_size(16, 4, 2)
	require.NoError(t, (&Launch{Grid: []uint32{16, 4, 2}, Group: []uint32{16, 4, 2}}).Check(k))
	require.ErrorContains(t, (&Launch{Grid: []uint32{16}, Group: []uint32{16}}).Check(k), "group: it is [16 1 1], but kernel dims must be launched with [16 4 2]")
	k = kernel(t, "kern-gfx803-v5", "lds")
	require.NoError(t, (&Launch{Grid: []uint32{100}, Group: []uint32{256}}).Check(k))
	require.ErrorContains(t, (&Launch{Grid: []uint32{1}, Group: []uint32{257}}).Check(k), "257 work-items are more than the 256")
	k.UniformGroupSizes = true
	require.ErrorContains(t, (&Launch{Grid: []uint32{100}, Group: []uint32{64}}).Check(k), "is not made of whole work-groups")

	require.Equal(t, uint32(164), (&Launch{}).ScratchBytes(kernel(t, "kern-gfx900-v5", "scratch")))
	require.Equal(t, uint32(1000), (&Launch{Scratch: 997}).ScratchBytes(kernel(t, "kern-gfx900-v5", "scratch")))
	require.Equal(t, uint32(16384), (&Launch{}).ScratchBytes(kernel(t, "bare-gfx900-v4", "bare")))
	require.Equal(t, uint32(4096), (&Launch{Scratch: 4096}).ScratchBytes(kernel(t, "bare-gfx900-v4", "bare")))
}

func TestPacketAndQueue(t *testing.T) {
	l := &Launch{Grid: []uint32{1000, 3}, Group: []uint32{256, 1}, DynamicLDS: 5}
	d := l.Dispatch()
	require.Equal(t, uint32(5), d.DynamicLDS)
	p := d.Packet(164, 2048, 0x123456789a, 0xabcdef0000)
	// header: kernel dispatch, barrier, system acquire and release; setup; group; reserved; grid; private, group; object; kernarg; 0; signal
	require.Equal(t, "0215"+"0200"+"0001"+"0100"+"0100"+"0000"+"e8030000"+"03000000"+"01000000"+"a4000000"+"00080000"+
		"9a78563412000000"+"0000efcdab000000"+strings.Repeat("00", 16), fmt.Sprintf("%x", p))
	d.SharedBase, d.PrivateBase = 0x11223344, 0x55667788
	q := d.Queue()
	require.Equal(t, "4433221188776655", fmt.Sprintf("%x", q[0x40:0x48]))
	q[0x40], q[0x41], q[0x42], q[0x43], q[0x44], q[0x45], q[0x46], q[0x47] = 0, 0, 0, 0, 0, 0, 0, 0
	require.Equal(t, [QueueSize]byte{}, q)
}

// validator checks a value against the keywords that schema.json uses, as draft 2020-12 defines them; any other keyword fails the test.
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
			err = bad(map[string]bool{"object": isObj, "array": isList, "string": isStr, "number": isNum, "boolean": isBool,
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
		{s, reflect.TypeFor[File]()}, {defs["buffer"], reflect.TypeFor[Buffer]()}, {defs["expect"], reflect.TypeFor[Expect]()},
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
	var as []any
	for name := range elemSizes {
		as = append(as, name)
	}
	require.ElementsMatch(t, as, defs["expect"].(map[string]any)["properties"].(map[string]any)["as"].(map[string]any)["enum"])
	pattern := ""
	for pattern = range defs["registers"].(map[string]any)["patternProperties"].(map[string]any) {
	}
	re := regexp.MustCompile(pattern)
	for _, name := range []string{"s0", "s[0:1]", "v255", "v[1:2]", "exec", "vcc", "m0", "scc", "mode", "t0", "s", "s[0]", "pc", "s-1"} {
		_, err := parseRegName(name)
		require.Equal(t, err == nil, re.MatchString(name), name)
	}
}

// FuzzParse: no input may crash the parser, every error is typed, and what it accepts makes a kernarg segment.
func FuzzParse(f *testing.F) {
	for _, e := range examples {
		f.Add([]byte(e))
	}
	f.Add([]byte(`{"launches": [{"grid": [1], "group": [1], "args": [{"f16": 2.98023223876953125000000000000000000001e-8}, {"f32": "0x1p-149"}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Parse(strings.NewReader(string(data)))
		if err != nil {
			var e *Error
			require.True(t, errors.As(err, &e))
			return
		}
		for i := range file.Launches {
			l := &file.Launches[i]
			d := l.Dispatch()
			d.Buffer = func(name string) (uint64, uint64, bool) {
				b := file.Buffer(name)
				return 0x1000, b.Size, b != nil
			}
			if _, _, err := BuildKernarg(&codeobj.Kernel{}, l.Args, d); err != nil {
				var e *Error
				require.True(t, errors.As(err, &e))
			}
		}
	})
}
