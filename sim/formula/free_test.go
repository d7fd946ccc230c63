package formula

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// bench has a few names: v is 10 times the lane, s is -2 as 32 bits, b is that of a float.
type bench struct{}

func (bench) Variable(name string) (FreeVar, error) {
	get := map[string]func(lane int64) int64{"v": func(l int64) int64 { return 10 * l }, "s": func(int64) int64 { return 0xfffffffe },
		"b": func(int64) int64 { return 0x3fc00000 }, "lane": func(l int64) int64 { return l }}[name]
	if get == nil {
		return FreeVar{}, fmt.Errorf("there is no %s", name)
	}
	v := FreeVar{PerLane: name == "v" || name == "lane", Get: func(_ *FreeEnv, i int64) (int64, error) {
		if i < 0 || i > 63 {
			return 0, errors.New("no such lane")
		}
		return get(i), nil
	}}
	if name == "v" {
		v.Index = MayIndex
	}
	return v, nil
}

func (bench) Function(name string) (func(*FreeEnv, int64) (int64, error), bool) {
	return func(_ *FreeEnv, x int64) (int64, error) { return x + 1, nil }, name == "next"
}

func freely(text string) (string, bool, error) {
	p, err := NewParser(text, 1)
	if err != nil {
		return "", false, err
	}
	e, err := p.Expr()
	if err == nil {
		err = p.End()
	}
	if err != nil {
		return "", false, err
	}
	x, err := e.Free(bench{})
	if err != nil {
		return "", false, err
	}
	v, err := x.Eval(&FreeEnv{Lane: 3, Active: 0b1101})
	return v.String(), x.PerLane, err
}

func TestFreeArithmetic(t *testing.T) {
	for text, want := range map[string]string{
		"1 + 2 * 3": "7", "(1 + 2) * 3": "9", "10": "10 (0xa)", "-5": "-5", "0x10 - 0x20": "-16", "7 / 2": "3", "-7 % 4": "-3",
		"1.5 + 1": "2.5", "7 / 2.0": "3.5", "1e3": "1000", "0x1p4": "16", "1 << 4": "16 (0x10)", "-1 >> 60": "15 (0xf)", "1 << 64": "1",
		"~0": "-1", "!5": "0", "!0.0": "1", "3 & 6 | 8": "10 (0xa)", "5 ^ 1": "4",
		"2 < 3": "1", "2.5 >= 3": "0", "(1 == 1.0) & 1": "1", "0 || 2": "1", "2 && 0": "0", "1 ? 2 : 3": "2", "0.0 ? 2 : 3": "3",
		"s": "4294967294 (0xfffffffe)", "i32(s)": "-2", "u8(s)": "254 (0xfe)", "i16(0x8000)": "-32768", "f32(b)": "1.5", "as_f32(b)": "1.5",
		"f16(0x3c00)": "1", "f64(0x4000000000000000)": "2", "f32(1.25)": "1.25", "f32(b) > 1": "1", "s - 5 < 0": "0", "5 - s < 0": "1",
		"v": "30 (0x1e)", "v[7]": "70 (0x46)", "v[lane + 1]": "40 (0x28)", "next(4)": "5", "next(v[1])": "11 (0xb)",
		"min(3, 2.5)": "2.5", "max(3, 2)": "3", "abs(-4)": "4", "sqrt(16)": "4", "popcount(0xff)": "8", "floor(2.5)": "2", "clamp(9, 0, 5)": "5",
		"any(v == 20)": "1", "any(v == 10)": "0", "all(lane != 1)": "1", "count(v > 5)": "2", "sum(lane)": "5", "sum(0.5)": "1.5", "ballot(1)": "13 (0xd)",
		"inf > 1": "1", "true + 1": "2", "isnan(nan)": "1", "select(1, 2, 3)": "2", "-9223372036854775807 - 1": "-9223372036854775808",
		"(-9223372036854775807 - 1) / -1": "-9223372036854775808", "18446744073709551615": "-1",
	} {
		got, _, err := freely(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
	for text, lanes := range map[string]bool{"v": true, "lane + 1": true, "v[3]": false, "v[lane]": true, "sum(v)": false, "s": false, "1": false} {
		_, got, err := freely(text)
		require.NoError(t, err, text)
		require.Equal(t, lanes, got, text)
	}
	for text, want := range map[string]string{
		"1 / 0": "division by zero", "1 % 0": "division by zero", "~1.5": "not for floating-point", "1.5 & 1": "not for floating-point",
		"1.5 << 1": "not for floating-point", "x": "there is no x", "x(1)": "no register, buffer or function", "s[1]": "takes no index",
		"v[64]": "no such lane", "1 +": "a value is missing", "1 2": "too much", "(1": "not closed", "next(1, 2)": "takes one value",
		"min(1)": "2 arguments", "popcount(1.5)": "of integers", "99999999999999999999": "beyond the range", "pack(1, 2)": "no register",
		strings.Repeat("(", 200): "nested", "f32()": "takes one value", "sum()": "takes one value", "1 & 2 == 2": "parentheses",
	} {
		_, _, err := freely(text)
		require.ErrorContains(t, err, want, text)
	}
}

// Whatever the text, both arithmetics give a value or an error.
func FuzzFree(f *testing.F) {
	for _, s := range []string{"v[lane] * 2 + f32(b)", "any(v > 3) ? 1 : sum(lane)", "1 / 0", "((", "0x1p3 % 2", "s >> -1", "clamp(1, 2, nan)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return
		}
		if _, _, err := freely(text); err != nil && (err.Error() == "" || !strings.Contains(text, "%") && strings.Contains(err.Error(), "%!")) {
			t.Fatal(err)
		}
	})
}
