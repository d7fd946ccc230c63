package launch

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// elementsOf are the values of a buffer's expectation, by element: nil where anything will do, or
// where none is said.
func elementsOf(t *testing.T, v *Values) []any {
	list := make([]any, v.Count)
	for i := range v.Runs {
		r := &v.Runs[i]
		for k := range r.Count {
			if !r.Any() {
				b := append(r.Bytes(&v.Type, k, k+1), make([]byte, 8)...)
				list[r.First+k] = binary.LittleEndian.Uint64(b)
			}
		}
	}
	return list
}

func TestValuesInText(t *testing.T) {
	f32 := func(x ...float32) (list []any) {
		for _, v := range x {
			list = append(list, uint64(math.Float32bits(v)))
		}
		return list
	}
	u := func(x ...uint64) (list []any) {
		for _, v := range x {
			list = append(list, v)
		}
		return list
	}
	for _, c := range []struct {
		text string
		want []any
	}{
		{`[1, "0x10", -1]`, u(1, 16, 0xffffffff)},
		{`{"u32": 5}`, u(5)},
		{`{"u8": "0..5"}`, u(0, 1, 2, 3, 4, 5)},
		{`{"u8": "5..0 step -2"}`, u(5, 3, 1)},
		{`{"u8": "3..0"}`, u(3, 2, 1, 0)},
		{`{"u8": ["0..7 step 3", 9]}`, u(0, 3, 6, 9)},
		{`{"i16": ["-2..1", "-1 x 3"]}`, u(0xfffe, 0xffff, 0, 1, 0xffff, 0xffff, 0xffff)},
		{`{"i8": [-128, "0xff", 127]}`, u(0x80, 0xff, 0x7f)},
		{`{"u64": ["18446744073709551614..18446744073709551615", -1]}`, u(math.MaxUint64-1, math.MaxUint64, math.MaxUint64)},
		{`{"u16": "0x10..0x12"}`, u(16, 17, 18)},
		{`{"u32": {"1": 7, "3..5": 8, "6..8": "1..3"}}`, []any{nil, uint64(7), nil, uint64(8), uint64(8), uint64(8), uint64(1), uint64(2), uint64(3)}},
		{`{"u32": {"2": null, "0": 1}}`, []any{uint64(1), nil, nil}},
		{`{"u32": [null, 1, "null x 2", 2]}`, []any{nil, uint64(1), nil, nil, uint64(2)}},
		{`{"f32": ["0..1 step 0.25", "nan", "-inf", "0x3f800000", "0x1p-1"]}`, append(f32(0, 0.25, 0.5, 0.75, 1), uint64(0x7fc00000), uint64(0xff800000), uint64(0x3f800000), uint64(0x3f000000))},
		{`{"f32": "1.5 x 2"}`, f32(1.5, 1.5)},
		{`{"f32": "0..0.5 step 0.1"}`, f32(0, 0.1, 0.2, 0.3, 0.4, 0.5)}, // each rounded once, none added up
		{`{"f32": "1..-1"}`, f32(1, 0, -1)},
		{`{"f32": "16777216..16777219"}`, f32(16777216, 16777216, 16777218, 16777220)},
		{`{"f16": [1, "2..3 step 0.5", 65504]}`, u(0x3c00, 0x4000, 0x4100, 0x4200, 0x7bff)},
		{`{"f16": "2048..2051"}`, u(0x6800, 0x6800, 0x6801, 0x6802)}, // ties to even
		{`{"f64": ["0.1..0.3 step 0.1"]}`, u(math.Float64bits(0.1), math.Float64bits(0.2), math.Float64bits(0.3))},
	} {
		f, err := parse(`{"buffers": [{"name": "a", "size": 256, "expect": ` + c.text + `}], "launches": [{"grid": [1], "group": [1]}]}`)
		require.NoError(t, err, c.text)
		require.Equal(t, c.want, elementsOf(t, &f.Buffers[0].Expect[0].Values), c.text)
	}
}

// Pieces follow each other, or lie where they say; types have the tolerances that they name.
func TestPiecesAndTolerances(t *testing.T) {
	f, err := parse(`{"buffers": [{"name": "a", "size": 256, "init": [{"u8": "1 x 3"}, {"u16": 2}, {"u32": 3, "offset": "0x10"}, {"u64": 4}],
		"expect": [{"f32 ulp 2": 1}, {"f32": 2, "ulp": 3, "abs": 0.5}, {"f64 rel 1e-6 abs 1e-9": [1, 2], "offset": 64}, {"file": "x", "as": "f16 ulp 1"},
			{"file": "x", "as": "f16", "rel": 0.5}]}], "launches": [{"grid": [1], "group": [1]}]}`)
	require.NoError(t, err)
	b := &f.Buffers[0]
	var at []uint64
	for i := range b.Init.Values {
		at = append(at, b.Init.Values[i].Offset)
	}
	require.Equal(t, []uint64{0, 3, 16, 20}, at)
	var types []Type
	at = nil
	for i := range b.Expect {
		e := &b.Expect[i]
		if e.File != "" {
			types = append(types, e.Type)
			continue
		}
		types, at = append(types, e.Values.Type), append(at, e.Values.Offset)
	}
	require.Equal(t, []uint64{0, 4, 64}, at)
	require.Equal(t, []Type{{"f32", 2, 0, 0}, {"f32", 3, 0.5, 0}, {"f64", 0, 1e-9, 1e-6}, {"f16", 1, 0, 0}, {"f16", 0, 0, 0.5}}, types)
}

func TestValuesThatCannotBe(t *testing.T) {
	buffer := func(field, value string) string {
		return fmt.Sprintf(`{"buffers": [{"name": "a", "size": 64, "%s": %s}], "launches": [{"grid": [1], "group": [1]}]}`, field, value)
	}
	state := func(fields string) string {
		return `{"buffers": [{"name": "a", "size": 64}], "launches": [{"grid": [128], "group": [64], "expect": ` + fields + `}]}`
	}
	for _, c := range []struct{ text, msg string }{
		{buffer("init", `{"f32": [1], "u32": [2]}`), "buffers[0].init.u32: it has values of type f32 too"},
		{buffer("init", `{"f8": [1]}`), "buffers[0].init.f8: unknown field; the fields here are a type (u8, i8,"},
		{buffer("init", `{"offset": 4}`), "buffers[0].init: it has no values; give a type and values"},
		{buffer("init", `{"f32 ulp 1": 1}`), "what a buffer begins with has no tolerance"},
		{buffer("init", `true`), "buffers[0].init: this is true, not the path of a file, a list of numbers"},
		{buffer("init", `[]`), "buffers[0].init: the list is empty"},
		{buffer("init", `[1, null]`), "buffers[0].init[1]: this is null, not a number"},
		{buffer("init", `[1, [2]]`), "buffers[0].init[1]: this is a list, not a number"},
		{buffer("init", `[1.5]`), "buffers[0].init[0]: the string \"1.5\" is not an integer"},
		{buffer("init", `{"u8": [256]}`), "buffers[0].init.u8[0]: 256 does not fit; it must be less than 2^8"},
		{buffer("init", `{"u8": "250..256"}`), "256 is beyond the range of u8"},
		{buffer("init", `{"i8": "0..200"}`), "200 is beyond the range of i8"},
		{buffer("init", `{"f16": "65504..65536 step 16"}`), "65536 is beyond the range of f16"},
		{buffer("init", `{"f32": "1e38..4e38 step 1e38"}`), "4e+38 is beyond the range of f32"},
		{buffer("init", `{"u32": "0..63 step 0"}`), "steps of 0 do not lead from 0 to 63"},
		{buffer("init", `{"u32": "0..63 step -1"}`), "steps of -1 do not lead from 0 to 63"},
		{buffer("init", `{"f32": "0..inf"}`), `"inf" is not a number that a range can begin or end with`},
		{buffer("init", `{"f32": "0..1e400"}`), `"1e400" is not a number that a range`},
		{buffer("init", `{"u32": "0..99999999999"}`), "there are more than 4194304 values"},
		{buffer("init", `{"u32": "0 x 99999999999"}`), "is not a number of times from 1 to 4194304"},
		{buffer("init", `{"u32": "0 x 0"}`), "is not a number of times"},
		{buffer("init", `{"u32": ["0 x 4194304", 1]}`), "there are more than 4194304 values; put them into a file"},
		{buffer("init", `{"u32": "0 x 17"}`), "buffers[0].init: 17 values of u32 from byte 0x0 on end at byte 0x44; the buffer has 0x40"},
		{buffer("init", `{"u8": 1, "offset": 64}`), "the buffer has 0x40"},
		{buffer("init", `{"u64": 1, "offset": "18446744073709551615"}`), "leaves no room"},
		{buffer("init", `{"u32": {"0..3": "1..3"}}`), "it has 3 values for 4 elements"},
		{buffer("init", `{"u32": {"x": 1}}`), `"x" is neither the number of an element nor a range`},
		{buffer("init", `{"u32": {"3..1": 1}}`), "the range ends before it begins"},
		{buffer("init", `{"u32": {"1..3": 1, "2": 1}}`), "it overlaps elements 1 to 3"},
		{buffer("init", `{"u32": {"0..999999999999": 1}}`), "more than 4194304 values"},
		{buffer("init", `{"u32": {}}`), "it names no element"},
		{buffer("expect", `"c.bin"`), "buffers[0].expect: this is the string \"c.bin\", not an object like {\"file\": \"c.bin\"}, {\"u32\": \"0..63\"} or {"},
		{buffer("expect", `{}`), "buffers[0].expect.file: it is missing; give a file, or values"},
		{buffer("expect", `{"u32 ulp 1": 1}`), "u32 has no tolerance"},
		{buffer("expect", `{"u32": 1, "ulp": 1}`), "u32 has no such tolerance"},
		{buffer("expect", `{"f32 ulp 1": 1, "ulp": 2}`), "f32 has no such tolerance, or has it already"},
		{buffer("expect", `{"f32 ulp": 1}`), `has no number behind "ulp"`},
		{buffer("expect", `{"f32 ulp -1": 1}`), "-1 is not a finite number of 0 or more"},
		{buffer("expect", `{"f32 abs nan": 1}`), "nan is not a finite number of 0 or more"},
		{buffer("expect", `{"f32 eps 1": 1}`), `"eps" is no tolerance; they are ulp N, abs X and rel X`},
		{buffer("expect", `{"f32": 1, "file": "x"}`), "a file is an expectation of its own"},
		{buffer("expect", `{"f32": 1, "count": 2}`), "unknown field; beside values there are offset, ulp, abs, rel"},
		{buffer("expect", `{"file": "x", "as": "u32", "abs": 1}`), "u32 have no tolerance"},
		{buffer("expect", `{"file": "x", "as": "f32 ulp 1", "ulp": 1}`), "its tolerance is said twice"},
		{state(`{}`), "launches[0].expect: it expects nothing; give registers or lds"},
		{state(`[{"registers": {"s0": 1}}, {"wave": 1}]`), "launches[0].expect[1]: it expects nothing"},
		{state(`{"group": [2], "registers": {"s0": 1}}`), "launches[0].expect[0].group[0]: it is 2; the grid has 2 work-groups there"},
		{state(`{"wave": 1, "registers": {"s0": 1}}`), "launches[0].expect[0].wave: it is 1; a work-group has 1 waves"},
		{state(`{"registers": {"r1": 1}}`), "launches[0].expect.registers.r1: "},
		{state(`{"registers": {"s[0:1]": 1, "s1": 2}}`), "it overlaps s[0:1]"},
		{state(`{"registers": {"v0": {"f64": 1}}}`), "f64 has 8 bytes, the registers 4"},
		{state(`{"registers": {"v[0:1]": {"f32": 1}}}`), "a lane has one value: f32 is for 1 registers, not for 2"},
		{state(`{"registers": {"v0": "0..64"}}`), "there are 65 values; a wave has 64 lanes"},
		{state(`{"registers": {"v0": ["0..64"]}}`), "there are 65 values; a wave has 64 lanes"},
		{state(`{"registers": {"s[0:3]": [1, 2, 3, 4, 5]}}`), "there are 5 values for 4 registers"},
		{state(`{"registers": {"s[0:3]": {"u64": "1 x 3"}}}`), "there are 3 values for 4 registers"},
		{state(`{"registers": {"s[0:1]": {"f16": 1}}}`), "f16 is for one register"},
		{state(`{"registers": {"s0": {"f16": [1, 2]}}}`), "there are 2 values for 1 registers"},
		{state(`{"registers": {"s0": {"f32": 1, "lane": 2}}}`), "unknown field; a register has a type and its values"},
		{state(`{"registers": {"s[0:1]": "buffer:b"}}`), `there is no buffer "b"`},
		{state(`{"registers": {"s0": "local_id"}}`), "is for one v register"},
		{state(`{"registers": {"v[0:3]": 1}}`), "a number is for one or two v registers"},
		{state(`{"lds": {"file": "x"}}`), "LDS takes values, not a file"},
	} {
		_, err := parse(c.text)
		require.Error(t, err, c.text)
		require.Contains(t, err.Error(), c.msg, c.text)
	}
	many := `{"size": "16M", "init": {"u32": "0..4194303"}, "name": "`
	_, err := parse(`{"buffers": [` + many + `a"}, ` + many + `b"}, ` + many + `c"}, ` + many + `d"}, {"name": "e", "size": 4, "init": [1]}], "launches": [{"grid": [1], "group": [1]}]}`)
	require.ErrorContains(t, err, "buffers[4].init[0]: with these the launch file has more than 16777216 values")
	_, err = parse(buffer("init", `{"f32": "0..1 step 1e-`+strings.Repeat("9", 300)+`"}`))
	require.Error(t, err)
}
