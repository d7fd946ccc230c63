package mem

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// ErrFormat is what a [FormatError] unwraps to.
var ErrFormat = errors.New("combination that the hardware does not support")

// FormatError names a format that cannot be loaded or stored.
type FormatError struct {
	Data  DataFormat // layout of an element
	Num   NumFormat  // meaning of its components
	Store bool       // storing fails; else loading
	Why   string     // the reason
}

// Error names the format, the operation and the reason.
func (e *FormatError) Error() string {
	verb := "load"
	if e.Store {
		verb = "store"
	}
	return fmt.Sprintf("mem: format %s %s on %s: %s", e.Data, e.Num, verb, e.Why)
}

// Unwrap returns [ErrFormat].
func (e *FormatError) Unwrap() error { return ErrFormat }

// DataFormat is the layout of one element: DATA_FORMAT of a resource, DFMT of MTBUF (CLRX
// GcnMemHandling; AMD ISA manuals ch. 8). Names have the highest bits first: in 10_11_11 the X
// component is the low 11 bits.
type DataFormat uint8

// The data formats.
const (
	FmtInvalid DataFormat = iota // no bits
	Fmt8
	Fmt16
	Fmt8x2
	Fmt32
	Fmt16x2
	Fmt10x11x11
	Fmt11x11x10
	Fmt10x10x10x2
	Fmt2x10x10x10
	Fmt8x4
	Fmt32x2
	Fmt16x4
	Fmt32x3
	Fmt32x4
	FmtReserved // no bits

	// The formats from here on exist in image resources only (AMD's register lists).
	Fmt5x6x5
	Fmt1x5x5x5
	Fmt5x5x5x1
	Fmt4x4x4x4
	Fmt8x24
	Fmt24x8
	FmtX24x8x32                 // 32 bits, then 8; the upper 24 bits of the second dword are unused
	Fmt5x9x9x9  DataFormat = 34 // three 9-bit mantissas, then the exponent that they share
	Fmt4x4      DataFormat = 57
	Fmt6x5x5    DataFormat = 58
)

// layouts: bits of X, Y, Z, W from the lowest bit up, and unused bits behind them. 10_11_11 and
// 11_11_10 as CLRX describes them; CLRX adds that they "seemingly" do not work on GCN 1.0, which is
// not modelled. Formats without a name here are not converted.
var layouts = [64]struct {
	name string
	bits [4]uint8
	rest uint8
}{
	{name: "invalid", bits: [4]uint8{}},
	{name: "8", bits: [4]uint8{8}},
	{name: "16", bits: [4]uint8{16}},
	{name: "8_8", bits: [4]uint8{8, 8}},
	{name: "32", bits: [4]uint8{32}},
	{name: "16_16", bits: [4]uint8{16, 16}},
	{name: "10_11_11", bits: [4]uint8{11, 11, 10}},
	{name: "11_11_10", bits: [4]uint8{10, 11, 11}},
	{name: "10_10_10_2", bits: [4]uint8{2, 10, 10, 10}},
	{name: "2_10_10_10", bits: [4]uint8{10, 10, 10, 2}},
	{name: "8_8_8_8", bits: [4]uint8{8, 8, 8, 8}},
	{name: "32_32", bits: [4]uint8{32, 32}},
	{name: "16_16_16_16", bits: [4]uint8{16, 16, 16, 16}},
	{name: "32_32_32", bits: [4]uint8{32, 32, 32}},
	{name: "32_32_32_32", bits: [4]uint8{32, 32, 32, 32}},
	{name: "reserved", bits: [4]uint8{}},
	Fmt5x6x5:    {name: "5_6_5", bits: [4]uint8{5, 6, 5}},
	Fmt1x5x5x5:  {name: "1_5_5_5", bits: [4]uint8{5, 5, 5, 1}},
	Fmt5x5x5x1:  {name: "5_5_5_1", bits: [4]uint8{1, 5, 5, 5}},
	Fmt4x4x4x4:  {name: "4_4_4_4", bits: [4]uint8{4, 4, 4, 4}},
	Fmt8x24:     {name: "8_24", bits: [4]uint8{24, 8}},
	Fmt24x8:     {name: "24_8", bits: [4]uint8{8, 24}},
	FmtX24x8x32: {name: "x24_8_32", bits: [4]uint8{32, 8}, rest: 24},
	Fmt5x9x9x9:  {name: "5_9_9_9", bits: [4]uint8{9, 9, 9}, rest: 5},
	Fmt4x4:      {name: "4_4", bits: [4]uint8{4, 4}},
	Fmt6x5x5:    {name: "6_5_5", bits: [4]uint8{5, 5, 6}},
}

// String is the name of the format, "8_8", or "DataFormat(63)" where it has none.
func (d DataFormat) String() string {
	if int(d) >= len(layouts) || layouts[d].name == "" {
		return fmt.Sprintf("DataFormat(%d)", uint8(d))
	}
	return layouts[d].name
}

// bits returns the widths of X, Y, Z, W; 0 for a component that is not there.
func (d DataFormat) bits() [4]uint8 { return layouts[d&63].bits }

// Bytes is the size of one element: 1, 2, 4, 8, 12 or 16; 0 for an invalid format.
func (d DataFormat) Bytes() (n int) {
	for _, b := range d.bits() {
		n += int(b)
	}
	return (n + int(layouts[d&63].rest)) / 8
}

// NumFormat is the meaning of a component: NUM_FORMAT of a resource, NFMT of MTBUF.
type NumFormat uint8

// The number formats.
const (
	Unorm   NumFormat = iota // 0 to 1
	Snorm                    // -1 to 1, the lowest two codes are both -1
	Uscaled                  // unsigned integer as float; loads only
	Sscaled                  // signed integer as float; loads only
	Uint                     // unsigned integer
	Sint                     // signed integer
	// (2x+1)/(2^n-1): symmetrical, without a zero; loads only. LLVM names it for GCN 1.0 and 1.1
	// only
	SnormOGL
	Float // 32, 16, 11 and 10 bits; 5_9_9_9

	Srgb NumFormat = 9 // images only: 8 bits, X, Y and Z by the sRGB curve, W as unorm; loads only
)

// String is the name of the format, "unorm", or "NumFormat(8)" where it has none.
func (n NumFormat) String() string {
	switch {
	case n == Srgb:
		return "srgb"
	case n > Float:
		return fmt.Sprintf("NumFormat(%d)", uint8(n))
	}
	return [8]string{"unorm", "snorm", "uscaled", "sscaled", "uint", "sint", "snorm_ogl", "float"}[n]
}

// integer reports whether registers hold integers, not floats.
func (n NumFormat) integer() bool { return n == Uint || n == Sint }

// one is what the selector "one" gives: 1.0 or integer 1.
func (n NumFormat) one() uint32 {
	if n.integer() {
		return 1
	}
	return 0x3f800000
}

// DstSel chooses what a destination component receives.
type DstSel uint8

// The selectors. 2 and 3 are reserved.
const (
	Sel0 DstSel = 0 // the constant 0
	Sel1 DstSel = 1 // the constant 1.0, of integer formats 1
	SelR DstSel = 4 // the X component
	SelG DstSel = 5 // Y
	SelB DstSel = 6 // Z
	SelA DstSel = 7 // W
)

// String is "0", "1", "R", "G", "B" or "A"; "?" for the reserved ones.
func (s DstSel) String() string { return "01??RGBA"[s&7 : s&7+1] }

// Identity selects each component for itself: MTBUF, and everything but BUFFER_LOAD_FORMAT_* (CLRX;
// errata B-32).
var Identity = [4]DstSel{SelR, SelG, SelB, SelA}

// CheckFormat says whether elements of the format can be loaded, or stored. The error is a
// *FormatError. All number formats load; unorm, snorm, uint, sint and float store (CLRX). Float
// needs components of 32, 16, 11 or 10 bits in a format made for it. Components of 32 bits are
// integers or floats. The evidence for both is that Mesa converts other uses in the shader.
func CheckFormat(d DataFormat, n NumFormat, store bool) error {
	fail := func(why string) error { return &FormatError{Data: d, Num: n, Store: store, Why: why} }
	if int(d) >= len(layouts) || layouts[d].name == "" || n > Float && n != Srgb {
		return fail("no such format")
	}
	bits := d.bits()
	switch {
	case bits[0] == 0:
		return fail("the data format is " + d.String())
	case d == Fmt5x9x9x9 && n != Float:
		return fail("a shared exponent is floating point")
	case n == Float && !d.floats():
		return fail("its components have no floating-point form")
	case bits[0] == 32 && !n.integer() && n != Float:
		return fail("32-bit components can only be uint, sint or float")
	case n == Srgb && (bits[0] != 8 || d == Fmt24x8):
		return fail("only components of 8 bits follow the sRGB curve")
	case (n == Snorm || n == SnormOGL) && (bits[0] == 1 || bits[3] == 1):
		return fail("one bit has no signed normalised form")
	case store && (n == Uscaled || n == Sscaled || n == SnormOGL || n == Srgb):
		return fail("the number format can only be loaded")
	case store && d == Fmt5x9x9x9:
		return fail("the data format can only be loaded")
	}
	return nil
}

// floats reports whether the components have a floating-point form.
func (d DataFormat) floats() bool {
	switch d {
	case Fmt10x11x11, Fmt11x11x10, Fmt5x9x9x9:
		return true
	}
	bits := d.bits()[0]
	return bits == 16 || bits == 32
}

// CheckSel reports reserved selectors.
func CheckSel(sel [4]DstSel) error {
	for i, s := range sel {
		if s == 2 || s == 3 || s > SelA {
			return fmt.Errorf("mem: DST_SEL_%c is %d: reserved: %w", "XYZW"[i], s, ErrFormat)
		}
	}
	return nil
}

// The conversions to a register. Quotients of integers below 2^24 are one correctly rounded
// division; that the hardware rounds so is not verified.

func unormToF(v uint32, n uint) uint32 {
	return math.Float32bits(float32(v) / float32(uint32(1)<<n-1))
}

func snormToF(v int32, n uint) uint32 {
	return math.Float32bits(max(-1, float32(v)/float32(int32(1)<<(n-1)-1)))
}

func signExtend(v uint32, n uint) int32 { return int32(v<<(32-n)) >> (32 - n) }

// smallFloat describes the floats narrower than 32 bits.
type smallFloat struct {
	man    uint // mantissa bits
	signed bool
}

// floatOf: 5 exponent bits in all of them.
func floatOf(n uint) smallFloat {
	switch n {
	case 16:
		return smallFloat{10, true}
	case 11:
		return smallFloat{6, false}
	}
	return smallFloat{5, false}
}

// widen is exact.
func (f smallFloat) widen(v uint32) uint32 {
	sign := uint32(0)
	if f.signed {
		sign = v >> 15 & 1 << 31
	}
	exp, man := v>>f.man&31, v&(1<<f.man-1)
	switch {
	case exp == 31:
		return sign | 0x7f800000 | man<<(23-f.man)
	case exp != 0:
		return sign | (exp+112)<<23 | man<<(23-f.man)
	case man == 0:
		return sign
	}
	up := uint(bits.LeadingZeros32(man)) - 31 + f.man // to bring the highest set bit to where the hidden bit stands
	return sign | (113-uint32(up))<<23 | man<<up&(1<<f.man-1)<<(23-f.man)
}

// narrow rounds to nearest even; too large becomes infinity; a NaN keeps its upper bits and is
// quiet. Without a sign, negative numbers become 0.
func (f smallFloat) narrow(b uint32) uint32 {
	sign, inf := uint32(0), uint32(31)<<f.man
	abs := b & 0x7fffffff
	if f.signed {
		sign = b >> 31 << 15
	}
	switch {
	case abs > 0x7f800000:
		return sign | inf | 1<<(f.man-1) | abs>>(23-f.man)&(1<<f.man-1)
	case !f.signed && b>>31 != 0:
		return 0
	case abs >= 0x47800000: // 2^16
		return sign | inf
	}
	drop := 23 - f.man // bits that do not fit
	var v uint32
	if abs < 0x38800000 { // below 2^-14: denormal, or 0
		shift := 113 - abs>>23
		if abs < 1<<23 || drop+uint(shift) > 31 {
			return sign // far below half of the least denormal
		}
		v, drop = abs&0x7fffff|0x800000, drop+uint(shift)
	} else {
		v = abs - 112<<23
	}
	half := uint32(1) << (drop - 1)
	rest := v & (half<<1 - 1)
	v >>= drop
	if rest > half || rest == half && v&1 != 0 {
		v++ // may carry into the exponent, as it should, up to infinity
	}
	return sign | v
}

// f32ToF16 converts with round to nearest even, denormals kept.
func f32ToF16(b uint32) uint32 { return floatOf(16).narrow(b) }

// F16ToF32 converts exactly; a signalling NaN stays one.
func F16ToF32(h uint32) uint32 { return floatOf(16).widen(h & 0xffff) }

// srgbToF is the curve of IEC 61966-2-1, rounded once; how exactly the hardware's table agrees is
// not documented.
var srgbToF = func() (t [256]uint32) {
	for i := range t {
		c := float64(i) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		t[i] = math.Float32bits(float32(c))
	}
	return t
}()

// component converts component k, whose n bits lie in w from bit shift on, to what a register
// holds.
func (d DataFormat) component(num NumFormat, k int, w uint32, shift, n uint) uint32 {
	v := w >> shift & uint32(1<<n-1)
	switch {
	case d == Fmt5x9x9x9: // mantissas without hidden bit, exponent bias 15
		return math.Float32bits(float32(math.Ldexp(float64(v), int(w>>27)-24)))
	case d == FmtX24x8x32 && k == 1:
		return v // stencil bits beside a depth value
	case num == Srgb && k < 3:
		return srgbToF[v&255]
	case num == Srgb:
		num = Unorm
	}
	return toReg(num, v, n)
}

// toReg converts one component of n bits to what a register holds.
func toReg(num NumFormat, v uint32, n uint) uint32 {
	switch num {
	case Unorm:
		return unormToF(v, n)
	case Snorm:
		return snormToF(signExtend(v, n), n)
	case Uscaled:
		return math.Float32bits(float32(v))
	case Sscaled:
		return math.Float32bits(float32(signExtend(v, n)))
	case Sint:
		return uint32(signExtend(v, n))
	case SnormOGL:
		return math.Float32bits(float32(2*signExtend(v, n)+1) / float32(uint32(1)<<n-1))
	case Float:
		if n < 32 {
			return floatOf(n).widen(v)
		}
	}
	return v
}

// fromReg is the reverse of toReg, for the formats that store. Normalised: NaN gives 0, then clamp,
// then round to nearest even (CLRX: "rounding to nearest even"). Integers that do not fit are
// clamped and floats rounded to nearest even: both HW-unverified.
func fromReg(num NumFormat, v uint32, n uint) uint32 {
	switch num {
	case Unorm, Snorm:
		x := float64(math.Float32frombits(v))
		lo, top := 0.0, float64(uint32(1)<<n-1)
		if num == Snorm {
			lo, top = -1, float64(int32(1)<<(n-1)-1)
		}
		if x != x {
			return 0
		}
		return uint32(int32(math.RoundToEven(min(max(x, lo), 1)*top))) & (1<<n - 1)
	case Uint:
		if n < 32 {
			return min(v, 1<<n-1)
		}
	case Sint:
		if n < 32 {
			lim := int32(1) << (n - 1)
			return uint32(min(max(int32(v), -lim), lim-1)) & (1<<n - 1)
		}
	case Float:
		if n < 32 {
			return floatOf(n).narrow(v)
		}
	}
	return v
}

// element is the reverse of component.
func (d DataFormat) element(num NumFormat, k int, v uint32, n uint) uint32 {
	if d == FmtX24x8x32 && k == 1 {
		num = Uint
	}
	return fromReg(num, v, n)
}

// LoadFormat converts the element at the start of p to four register values, before selection:
// floats as their bits, or integers; components that the format does not have are 0 (errata B-32).
// The error is a *FormatError, or says that p is too short.
func LoadFormat(d DataFormat, num NumFormat, p []byte) (c [4]uint32, err error) {
	if err := checkBytes(d, num, p, false); err != nil {
		return c, err
	}
	var raw [16]byte
	copy(raw[:], p[:d.Bytes()])
	at := uint(0)
	for k, n := range d.bits() {
		if n != 0 {
			w := binary.LittleEndian.Uint32(raw[at/32*4:])
			c[k] = d.component(num, k, w, at%32, uint(n))
			at += uint(n)
		}
	}
	return c, nil
}

// StoreFormat converts four register values to one element and writes its [DataFormat.Bytes] bytes
// to the start of p. A component that the instruction does not supply (BUFFER_STORE_FORMAT_X to a
// format of four) is the caller's to choose; use 0. The error is a *FormatError, or says that p is
// too short.
func StoreFormat(d DataFormat, num NumFormat, c [4]uint32, p []byte) error {
	if err := checkBytes(d, num, p, true); err != nil {
		return err
	}
	var raw [16]byte
	at := uint(0)
	for k, n := range d.bits() {
		if n != 0 {
			w := raw[at/32*4:]
			binary.LittleEndian.PutUint32(w, binary.LittleEndian.Uint32(w)|d.element(num, k, c[k], uint(n))<<(at%32))
			at += uint(n)
		}
	}
	copy(p, raw[:d.Bytes()])
	return nil
}

func checkBytes(d DataFormat, num NumFormat, p []byte, store bool) error {
	if err := CheckFormat(d, num, store); err != nil {
		return err
	}
	if len(p) < d.Bytes() {
		return fmt.Errorf("mem: format %s %s: %d bytes given, an element has %d", d, num, len(p), d.Bytes())
	}
	return nil
}

// selected applies destination selectors. For a load that is out of range c is all 0, and a
// selector "one" still gives one (errata B-32). Reserved selectors give 0; see [CheckSel].
func selected(sel [4]DstSel, num NumFormat, c [4]uint32) (out [4]uint32) {
	for i, s := range sel {
		switch {
		case s == Sel1:
			out[i] = num.one()
		case s >= SelR:
			out[i] = c[s&3]
		}
	}
	return out
}

// ToD16 narrows a register value of a *_D16_* load to 16 bits: floats to f16, to nearest even;
// integers clamped (HW-unverified).
func ToD16(num NumFormat, v uint32) uint32 {
	if num.integer() {
		return fromReg(num, v, 16)
	}
	return f32ToF16(v)
}

// fromD16 widens the low 16 bits of v, a component of a *_D16_* store, exactly.
func fromD16(num NumFormat, v uint32) uint32 {
	v &= 0xffff
	if num.integer() {
		return toReg(num, v, 16)
	}
	return F16ToF32(v)
}

// FormatLanes is a vector conversion between memory elements, as [Global.Gather] of
// [DataFormat.Bytes] bytes with [ExtZero] puts them into Raw, and register components. Check the
// format with [CheckFormat] first.
type FormatLanes struct {
	Data DataFormat // layout of an element
	Num  NumFormat  // meaning of its components
	Sel  [4]DstSel  // loads only; see [Identity]
	D16  bool       // registers hold 16-bit values, in the low halves, unpacked
	Raw  []*Row     // elements, one row per dword
	Comp []*Row     // registers, 1 to 4 rows: X, XY, XYZ, XYZW
}

// Load converts the lanes of exec; those not in ok are out of range and have 0 in every component
// before selection. Comp and Raw rows must not be the same. With D16 the whole of each Comp dword
// is written, the upper half with 0.
func (f *FormatLanes) Load(exec, ok uint64) {
	ok &= exec
	for i, dst := range f.Comp {
		s := f.Sel[i&3]
		fill := exec
		if k := int(s & 3); s >= SelR && f.Data.bits()[k] != 0 {
			f.loadRow(k, dst, ok)
			fill &^= ok
		}
		v := uint32(0)
		if s == Sel1 {
			v = f.Num.one()
			if f.D16 {
				v = ToD16(f.Num, v)
			}
		}
		for ; fill != 0; fill &= fill - 1 {
			dst[bits.TrailingZeros64(fill)&63] = v
		}
	}
}

// field says where component k lies.
func (d DataFormat) field(k int) (word, shift, n uint) {
	b := d.bits()
	at := uint(0)
	for _, n := range b[:k] {
		at += uint(n)
	}
	return at / 32, at % 32, uint(b[k])
}

func (f *FormatLanes) loadRow(k int, dst *Row, m uint64) {
	w, shift, n := f.Data.field(k)
	src := f.Raw[w]
	mask := uint32(1<<n - 1)
	switch {
	case n == 32 && !f.D16:
		copyLanes(dst, src, m)
	case f.Num == Unorm && !f.D16:
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			dst[i] = unormToF(src[i]>>shift&mask, n)
		}
	case f.Num == Uint && !f.D16:
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			dst[i] = src[i] >> shift & mask
		}
	default:
		for ; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			v := f.Data.component(f.Num, k, src[i], shift, n)
			if f.D16 {
				v = ToD16(f.Num, v)
			}
			dst[i] = v
		}
	}
}

// Store converts the lanes of exec into Raw, of which the other lanes are left alone. Components of
// the format that have no row in Comp become 0.
func (f *FormatLanes) Store(exec uint64) {
	zeroLanes(f.Raw, exec)
	for k, src := range f.Comp {
		if k > 3 || f.Data.bits()[k] == 0 {
			break
		}
		w, shift, n := f.Data.field(k)
		dst := f.Raw[w]
		if n == 32 && !f.D16 {
			copyLanes(dst, src, exec)
			continue
		}
		for m := exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(m) & 63
			v := src[i]
			if f.D16 {
				v = fromD16(f.Num, v)
			}
			dst[i] |= f.Data.element(f.Num, k, v, n) << shift
		}
	}
}
