package launch

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// maxDigits bounds the text of a number, so that exact arithmetic on it stays cheap.
const maxDigits = 400

var integer = regexp.MustCompile(`^-?(0[xX][0-9a-fA-F]+|0|[1-9][0-9]*)$`)

// numberText is the text of a number or of a string that should be one.
func numberText(path string, n *node) (string, error) {
	var s string
	switch v := n.scalar.(type) {
	case json.Number:
		s = v.String()
	case string:
		s = v
	default:
		return "", n.errorf(path, "this is %s, not a number", n.describe())
	}
	if len(s) > maxDigits {
		return "", n.errorf(path, "this number has more than %d characters", maxDigits)
	}
	return s, nil
}

func isHex(s string) bool { return strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") }

// bigInt is an integer of any size.
func bigInt(path string, n *node) (v *big.Int, hex bool, err error) {
	s, err := numberText(path, n)
	if err != nil {
		return nil, false, err
	}
	if !integer.MatchString(s) {
		return nil, false, n.errorf(path,
			"%s is not an integer; write it in decimal, or in hexadecimal as a string like \"0x1f\"", n.describe())
	}
	v, _ = new(big.Int).SetString(s, 0)
	return v, isHex(s), nil
}

// unsigned is an integer from 0 to 2^bits-1.
func unsigned(path string, n *node, bits int) (uint64, error) {
	v, _, err := bigInt(path, n)
	if err != nil {
		return 0, err
	}
	if v.Sign() < 0 || v.BitLen() > bits {
		return 0, n.errorf(path, "%v is not in the range 0 to 2^%d-1", v, bits)
	}
	return v.Uint64(), nil
}

// pattern is an integer as bits. Non-negative ones up to 2^bits-1 and negative ones from
// -2^(bits-1) fit; if the type is signed, decimal ones must be less than 2^(bits-1), while
// hexadecimal ones are bit patterns.
func pattern(path string, n *node, bits int, signed bool) (*big.Int, error) {
	v, hex, err := bigInt(path, n)
	if err != nil {
		return nil, err
	}
	most := bits
	if signed && !hex {
		most = bits - 1
	}
	low := new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(1), uint(bits-1)))
	switch {
	case v.Sign() >= 0 && v.BitLen() > most:
		return nil, n.errorf(path, "%v does not fit; it must be less than 2^%d", v, most)
	case v.Cmp(low) < 0:
		return nil, n.errorf(path, "%v does not fit; it must be at least -2^%d", v, bits-1)
	case v.Sign() < 0:
		v.Add(v, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
	}
	return v, nil
}

// words splits a pattern into count 32-bit words, lowest first.
func words(v *big.Int, count int) []uint32 {
	b := v.FillBytes(make([]byte, 4*count))
	w := make([]uint32, count)
	for i := range w {
		w[i] = binary.BigEndian.Uint32(b[4*(count-1-i):])
	}
	return w
}

// tolerance is a finite number that is not negative.
func tolerance(path string, n *node) (float64, error) {
	s, err := numberText(path, n)
	if err != nil {
		return 0, err
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) || f < 0 {
		return 0, n.errorf(path, "%s is not a finite number of 0 or more", n.describe())
	}
	return f, nil
}

// floatBits is a floating-point number of 16, 32 or 64 bits as its bit pattern, rounded to nearest
// even.
func floatBits(path string, n *node, bits int) (uint64, error) {
	s, err := numberText(path, n)
	if err != nil {
		return 0, err
	}
	if isHex(s) && integer.MatchString(s) {
		return unsigned(path, n, bits)
	}
	notOne := n.errorf(path, "%s is not a floating-point number; give a value, \"inf\", \"nan\", or a bit pattern like "+
		"\"0x3c00\"", n.describe())
	if strings.Contains(s, "_") {
		return 0, notOne
	}
	if bits == 16 {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil && !isRange(err) {
			return 0, notOne
		}
		h, ok := halfBits(s, f)
		if !ok {
			return 0, n.errorf(path, "%s is beyond the range of f16; for infinity write \"inf\"", n.describe())
		}
		return uint64(h), nil
	}
	f, err := strconv.ParseFloat(s, bits)
	switch {
	case err != nil && !isRange(err):
		return 0, notOne
	case err != nil:
		return 0, n.errorf(path, "%s is beyond the range of f%d; for infinity write \"inf\"", n.describe(), bits)
	case bits == 32 && math.IsNaN(f): // the quiet NaN, whatever the host's is
		return 0x7fc00000, nil
	case bits == 32:
		return uint64(math.Float32bits(float32(f))), nil
	case math.IsNaN(f):
		return 0x7ff8000000000000, nil
	}
	return math.Float64bits(f), nil
}

func isRange(err error) bool {
	ne, ok := err.(*strconv.NumError)
	return ok && ne.Err == strconv.ErrRange
}

// halfBits rounds the number with the text s to nearest even; f is about its value. It searches the
// 31,744 finite magnitudes with exact arithmetic, so that there is no second rounding. It reports
// false for what would round to infinity.
func halfBits(s string, f float64) (uint16, bool) {
	const inf = 0x7c00
	sign := uint16(0)
	if math.Signbit(f) {
		sign = 0x8000
	}
	switch a := math.Abs(f); {
	case math.IsNaN(f):
		return 0x7e00, true
	case math.IsInf(f, 0):
		return sign | inf, !strings.ContainsAny(s, "0123456789") // the word, or a number beyond even f64
	case a > 70000:
		return 0, false
	case a < 1e-9:
		return sign, true
	}
	x, ok := new(big.Rat).SetString(strings.TrimLeft(s, "+-"))
	if !ok { // a hexadecimal float: exact in f
		x = new(big.Rat).SetFloat64(math.Abs(f))
	}
	lo, hi := uint16(0), uint16(inf)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; halfRat(mid).Cmp(x) <= 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	// lo <= x < hi; doubled distances from the middle decide.
	mid := new(big.Rat).Add(halfRat(lo), halfRat(hi))
	switch c := x.Add(x, x).Cmp(mid); {
	case c > 0 || c == 0 && lo&1 == 1:
		lo = hi
	}
	return sign | lo, lo != inf
}

// halfRat is the value of a finite magnitude; infinity counts as the next power of two.
func halfRat(h uint16) *big.Rat {
	if h == 0x7c00 {
		return new(big.Rat).SetInt64(65536)
	}
	return new(big.Rat).SetFloat64(halfValue(h))
}

func halfValue(h uint16) float64 { return float64(math.Float32frombits(isa.F16ToF32(uint32(h)))) }
