package mem

import (
	"math"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
)

// Wrap says what happens to a coordinate outside the image: CLAMP_X, _Y, _Z of a sampler.
type Wrap uint8

// The addressing modes (Vega ISA "Image Sampler Definition", SQ_TEX_CLAMP of AMD's register lists).
const (
	WrapRepeat           Wrap = iota // the image again and again
	WrapMirror                       // the same, each second one mirrored
	WrapClampEdge                    // clamp to the last texel
	WrapMirrorOnceEdge               // mirror at 0, then clamp to the last texel
	WrapClampHalfBorder              // clamp to the image, whose edge a linear filter blends half with the border
	WrapMirrorOnceHalf               // mirror at 0, then the same
	WrapClampBorder                  // border colour outside
	WrapMirrorOnceBorder             // mirror at 0, then border colour outside
	wrapOnce             Wrap = 1    // the bit of the "once" modes, from WrapMirrorOnceEdge on
)

// Filter is XY_MAG_FILTER and XY_MIN_FILTER.
type Filter uint8

// The filters. The anisotropic ones act as their plain forms where MAX_ANISO_RATIO is 0.
const (
	FilterPoint  Filter = iota // the nearest texel
	FilterLinear               // blend of the texels around
	FilterAnisoPoint
	FilterAnisoLinear
)

// Sampler is a decoded sampler resource (S#). Fields: Vega ISA "Image Sampler Definition", AMD's
// register lists in Mesa (SQ_IMG_SAMP_WORD0 to 3).
type Sampler struct {
	Words        [4]uint32 // as they stood in the SGPRs
	Wrap         [3]Wrap   // of X, Y, Z
	MaxAniso     uint8     // log2 of the largest ratio
	Compare      uint8     // DEPTH_COMPARE_FUNC: never, <, ==, <=, >, !=, >=, always; of reference value to texel
	Unnorm       bool      // FORCE_UNNORMALIZED: coordinates count texels
	Truncate     bool      // TRUNC_COORD: coordinates lose their further fraction bits, else they are rounded
	ForceDegamma bool      // 8-bit unorm is sRGB
	SkipDegamma  bool      // GCN 1.4: sRGB is unorm
	NoCubeWrap   bool      // DISABLE_CUBE_WRAP: faces have edges
	Reduce       uint8     // FILTER_MODE: blend, minimum, maximum
	MinLOD       float64   // mip level of the view, 0 to below 16 in steps of 1/256
	MaxLOD       float64   // the same
	Bias         float64   // LOD_BIAS and LOD_BIAS_SEC
	Mag, Min     Filter    // within a level: where texels are enlarged, and where they are reduced
	Z            uint8     // 0 as XY, 1 point, 2 linear
	Mip          uint8     // 0 none, 1 point, 2 linear
	// BORDER_COLOR_TYPE: transparent black, opaque black, opaque white, entry BorderPtr of the
	// table
	Border    uint8
	BorderPtr uint32 // 0 to 4095
}

// DecodeSampler takes an S# apart as the generation g does. Every bit pattern decodes; see
// [Sampler.Check]. Hints for performance (PERF_MIP, PERF_Z) and precision (FILTER_PREC_FIX,
// MC_COORD_TRUNC, DISABLE_LSB_CEIL, MIP_POINT_PRECLAMP) have no effect here.
func DecodeSampler(g isa.Gen, w [4]uint32) Sampler {
	signed := func(v uint32, at, n uint) float64 { return float64(signExtend(v>>at, n)) }
	return Sampler{
		Words:        w,
		Wrap:         [3]Wrap{Wrap(w[0] & 7), Wrap(w[0] >> 3 & 7), Wrap(w[0] >> 6 & 7)},
		MaxAniso:     uint8(w[0] >> 9 & 7),
		Compare:      uint8(w[0] >> 12 & 7),
		Unnorm:       w[0]>>15&1 != 0,
		ForceDegamma: w[0]>>20&1 != 0,
		Truncate:     w[0]>>27&1 != 0,
		NoCubeWrap:   w[0]>>28&1 != 0,
		Reduce:       uint8(w[0] >> 29 & 3),
		MinLOD:       float64(w[1]&0xfff) / 256,
		MaxLOD:       float64(w[1]>>12&0xfff) / 256,
		Bias:         signed(w[2], 0, 14)/256 + signed(w[2], 14, 6)/16,
		Mag:          Filter(w[2] >> 20 & 3),
		Min:          Filter(w[2] >> 22 & 3),
		Z:            uint8(w[2] >> 24 & 3),
		Mip:          uint8(w[2] >> 26 & 3),
		SkipDegamma:  g == isa.GCN14 && w[3]>>12&1 != 0,
		Border:       uint8(w[3] >> 30),
		BorderPtr:    w[3] & 0xfff,
	}
}

// aniso reports whether a filter looks at more than one footprint.
func (s *Sampler) aniso(f Filter) bool { return f >= FilterAnisoPoint && s.MaxAniso != 0 }

// Check reports, as an *ImageError, what a sample with this sampler and image would need that is
// not modelled.
func (s *Sampler) Check(im *Image, q *SampleQuery) error {
	derived := q.From != isa.LODGiven && q.From != isa.LODZero && q.Op != isa.ImageGather
	switch {
	case derived && (s.aniso(s.Mag) || s.aniso(s.Min)):
		return im.Fail(ErrImageKind, "anisotropic filter of ratio %d [S# %08x]", 1<<s.MaxAniso, s.Words)
	case s.Z == 3 || s.Mip == 3:
		return im.Fail(ErrImageKind, "reserved Z or mip filter [S# %08x]", s.Words)
	case s.Reduce == 3:
		return im.Fail(ErrImageKind, "reserved filter mode [S# %08x]", s.Words)
	case q.Op == isa.ImageGather && im.Type.dims() != 2:
		return im.Fail(ErrImageRules, "gather4 on a %s image", im.Type)
	case q.Raw && q.Row*im.Data.Bytes() > 16:
		return im.Fail(ErrImageRules, "%d packed texels of %d bytes: four registers hold 16 bytes", q.Row,
			im.Data.Bytes())
	case q.Row > 0 && im.Type == ImageCube && !s.NoCubeWrap:
		return im.Fail(ErrImageKind, "gather of a row across the faces of a cube")
	case q.Ref != nil && im.Num.integer():
		return im.Fail(ErrImageRules, "comparison with texels of integers")
	case s.Border == 3 && q.Borders == 0 && s.usesBorder(im):
		return im.Fail(ErrImageRules, "border colour %d of the table, but the machine has no table [S# %08x]",
			s.BorderPtr, s.Words)
	}
	return nil
}

// usesBorder reports whether a coordinate can select the border colour.
func (s *Sampler) usesBorder(im *Image) bool {
	if im.Type == ImageCube && !s.NoCubeWrap {
		return false
	}
	for _, w := range s.Wrap[:im.Type.dims()] {
		if w >= WrapClampHalfBorder {
			return true
		}
	}
	return false
}

// SampleQuery is what an instruction with a sampler brings. Rows hold single precision but for
// Offset. Keep one and use it again.
type SampleQuery struct {
	Exec    uint64      // active lanes
	Op      isa.ImageOp // ImageSample, ImageGather, ImageLOD
	From    isa.LODFrom // where the mip level comes from
	Unnorm  bool        // the instruction's UNORM bit: coordinates count texels
	Comp    int         // gather: the component, 0 to 3
	Row     int         // gather: so many texels of one row, 4 or 8, instead of the four of a bilinear filter
	Raw     bool        // gather of a row: the texels' bits, packed from the lowest bit of the first dword on
	Offset  *Row        // texel offsets: 6 bits signed at 0, 8, 16
	Bias    *Row        // of the mip level
	Ref     *Row        // reference value of a comparison
	Deriv   [6]*Row     // dx/dh, dy/dh, dz/dh, dx/dv, dy/dv, dz/dv; as many as the image has dimensions
	Coord   [3]*Row     // x, y, z as the image's dimension demands; a cube's faces lie between 1 and 2
	Index   *Row        // array index; of a cube 8 * cube + face; nil is 0
	LOD     *Row        // From LODGiven
	Clamp   *Row        // least mip level
	Borders uint64      // address of the table of border colours, 16 bytes each; 0: none

	acc Access
	err error
	im  *Image
	s   *Sampler
	num NumFormat
}

// tap is a texel coordinate that a filter reads, with its weight in 1/256.
type tap struct {
	at     int
	weight int
	border bool
}

const (
	fracBits = 8 // of coordinates, weights and mip levels (Mesa: subTexelPrecisionBits, mipmapPrecisionBits)
	fracOne  = 1 << fracBits
	maxCoord = 1 << 20 // texels; further away nothing changes but for repetition, of which no precision is left
)

// fixed rounds a coordinate or level to 8 fraction bits; NaN is 0.
func fixed(x float64, truncate bool) int {
	if x != x {
		return 0
	}
	x = min(max(x, -maxCoord), maxCoord) * fracOne
	if !truncate {
		x += 0.5
	}
	return int(math.Floor(x))
}

// texelAt applies an addressing mode to a texel number.
func (w Wrap) texelAt(i, size int) (at int, border bool) {
	if uint(i) < uint(size) {
		return i, false
	}
	switch w {
	case WrapRepeat:
		return ((i % size) + size) % size, false
	case WrapMirror:
		i = ((i % (2 * size)) + 2*size) % (2 * size)
		if i >= size {
			i = 2*size - 1 - i
		}
		return i, false
	}
	if w&wrapOnce != 0 && i < 0 {
		i = -1 - i
	}
	if w >= WrapClampHalfBorder && uint(i) >= uint(size) {
		return 0, true
	}
	return min(max(i, 0), size-1), false
}

// taps are the texels of one axis for a coordinate of 8 fraction bits. wrapped is false where the
// caller applies the addressing mode.
func (w Wrap) taps(f, size int, linear, wrapped bool) (t [2]tap) {
	if wrapped && w>>1 == WrapClampHalfBorder>>1 {
		if w&wrapOnce != 0 && f < 0 {
			f = -f
		}
		f = min(max(f, 0), size*fracOne)
		if !linear {
			f = min(f, size*fracOne-1)
		}
	}
	if !linear {
		t[0] = tap{at: f >> fracBits, weight: fracOne}
	} else {
		f -= fracOne / 2
		t[0] = tap{at: f >> fracBits, weight: fracOne - f&(fracOne-1)}
		t[1] = tap{at: f>>fracBits + 1, weight: f & (fracOne - 1)}
	}
	if wrapped {
		for i := range t {
			t[i].at, t[i].border = w.texelAt(t[i].at, size)
		}
	}
	return t
}

// Sample does image_sample, image_gather4 and image_get_lod: out gets four components of each lane
// (of get_lod two) before DMASK: floats, or integers where the format is. Check image and sampler
// first. The error is an *AccessError of the first texel that is not mapped.
//
// Gathers return the texels (x0,y1), (x1,y1), (x1,y0), (x0,y0), as Direct3D and OpenGL have them.
func (g *Global) Sample(im *Image, s *Sampler, q *SampleQuery, out *[4]*Row) error {
	q.im, q.s, q.err, q.num = im, s, nil, im.Num
	switch {
	case s.ForceDegamma && im.Num == Unorm && CheckFormat(im.Data, Srgb, false) == nil:
		q.num = Srgb
	case s.SkipDegamma && im.Num == Srgb:
		q.num = Unorm
	}
	q.acc.Bytes = im.Data.Bytes()
	for m := q.Exec; m != 0 && q.err == nil; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		v := q.lane(g, i)
		for k, r := range out {
			if r != nil {
				r[i] = v[k]
			}
		}
	}
	return q.err
}

// norm reports whether coordinates are normalised.
func (q *SampleQuery) norm() bool { return !q.Unnorm && !q.s.Unnorm }

// level computes the mip level of lane i, counted from the view's first, before and after the
// clamps.
func (q *SampleQuery) level(i int) (raw, lod float64) {
	s, im := q.s, q.im
	switch q.From {
	case isa.LODZero:
	case isa.LODGiven:
		raw = float(q.LOD[i]) + s.Bias
	default:
		raw = math.Log2(q.footprint(i)) + s.Bias
	}
	if q.Bias != nil {
		raw += float(q.Bias[i])
	}
	lod = max(min(raw, s.MaxLOD), s.MinLOD, im.MinLOD-float64(im.BaseLevel))
	if q.Clamp != nil {
		lod = max(lod, float(q.Clamp[i]))
	}
	if lod != lod {
		lod = s.MinLOD
	}
	return raw, float64(fixed(lod, false)) / fracOne
}

// footprint is the length in texels of level 0 of the view of the longer derivative of lane i.
func (q *SampleQuery) footprint(i int) float64 {
	w, h, d := q.im.extent(q.im.BaseLevel)
	size := [3]int{w, h, d}
	quad := i &^ 3
	if q.From == isa.LODCoarse {
		i = quad
	}
	var sum [2]float64
	dims := q.im.Type.dims()
	for k := range dims {
		scale := 1.0
		if q.norm() {
			scale = float64(size[k])
		}
		for axis := range sum {
			var v float64
			if q.From == isa.LODImplicit {
				v = float(q.Coord[k][quad+1+axis]) - float(q.Coord[k][quad])
			} else {
				v = float(q.Deriv[axis*dims+k][i])
			}
			sum[axis] += v * scale * v * scale
		}
	}
	return math.Sqrt(max(sum[0], sum[1]))
}

// lane samples for one lane.
func (q *SampleQuery) lane(g *Global, i int) (out [4]uint32) {
	s, im := q.s, q.im
	raw, lod := q.level(i)
	last := im.LastLevel - im.BaseLevel
	if q.Op == isa.ImageLOD {
		top := min(max(lod, 0), float64(last))
		switch s.Mip {
		case 0:
			top = 0
		case 1:
			top = math.Floor(top + 0.5)
		}
		return [4]uint32{math.Float32bits(float32(top)), math.Float32bits(float32(raw))}
	}
	filter := s.Min
	if lod <= 0 {
		filter = s.Mag
	}
	linear := filter&1 != 0
	switch {
	case s.Mip == 0:
		return q.at(g, i, im.BaseLevel, linear)
	case s.Mip == 1 || q.Op == isa.ImageGather || im.Num.integer():
		return q.at(g, i, im.BaseLevel+min(max(int(math.Floor(lod+0.5)), 0), last), linear)
	}
	lod = min(max(lod, 0), float64(last))
	lo := int(lod)
	out = q.at(g, i, im.BaseLevel+lo, linear)
	if f := lod - float64(lo); f != 0 {
		far := q.at(g, i, im.BaseLevel+lo+1, linear)
		for k := range out {
			var b blend
			b.add(s.Reduce, out[k], 1-f)
			b.add(s.Reduce, far[k], f)
			out[k] = b.result()
		}
	}
	return out
}

// blend accumulates weighted values: a sum, or the least or greatest value that has a weight.
type blend struct {
	n   int
	bit uint32 // of the only value
	v   float64
}

func (b *blend) add(mode uint8, bit uint32, weight float64) {
	if weight == 0 {
		return
	}
	v := float(bit)
	switch {
	case mode == 0:
		v *= weight
		if b.n > 0 {
			v += b.v
		}
	case b.n == 0:
	case mode == 1:
		v = min(v, b.v)
	default:
		v = max(v, b.v)
	}
	b.v, b.bit = v, bit
	b.n++
}

// result is the value, bit by bit where there was one only.
func (b *blend) result() uint32 {
	if b.n == 1 {
		return b.bit
	}
	return math.Float32bits(float32(b.v))
}

// at filters at one mip level.
func (q *SampleQuery) at(g *Global, i, level int, linear bool) (out [4]uint32) {
	s, im := q.s, q.im
	w, h, d := im.extent(level)
	size := [3]int{w, h, d}
	dims := im.Type.dims()
	gather := q.Op == isa.ImageGather
	// Integers are never blended: "the hardware incorrectly forces nearest filtering if the texture
	// format is integer"; up to GCN 1.2 the coordinates of a gather are those of the nearest texel
	// then, half a texel off (Mesa, lower_gather4_integer).
	if im.Num.integer() {
		linear = false
	}
	cube := im.Type == ImageCube
	seamless := cube && !s.NoCubeWrap
	var row int // fixed-point coordinate of a row of texels
	taps := [3][2]tap{{{weight: fracOne}}, {{weight: fracOne}}, {{weight: fracOne}}}
	for k := range dims {
		u := float(q.Coord[k][i])
		if cube {
			u-- // faces lie between 1 and 2: the sum of v_cubesc / v_cubema and 1.5
		}
		if q.norm() {
			u *= float64(size[k])
		}
		f := fixed(u, s.Truncate)
		if q.Offset != nil {
			f += int(signExtend(q.Offset[i]>>(8*k), 6)) * fracOne
		}
		lin := linear
		if k == 2 && s.Z != 0 {
			lin = s.Z == 2 && !im.Num.integer()
		}
		switch {
		case gather && im.Num.integer() && im.Gen != isa.GCN14:
			taps[k] = s.Wrap[k].taps(f+fracOne/2, size[k], true, !seamless)
		case gather:
			taps[k] = s.Wrap[k].taps(f, size[k], true, !seamless)
			if k == 0 {
				row = f
			}
		default:
			taps[k] = s.Wrap[k].taps(f, size[k], lin, !seamless)
		}
	}
	slice := q.slice(i)
	if q.Row > 0 {
		return q.gatherRow(g, i, level, row, taps[1][0], slice)
	}
	if gather {
		for n, at := range [4][2]int{{0, 1}, {1, 1}, {1, 0}, {0, 0}} {
			v := q.texel(g, i, level, taps[0][at[0]], taps[1][at[1]], tap{}, slice, seamless)
			out[n] = v[q.Comp&3]
		}
		return out
	}
	var sum [4]blend
	for _, z := range taps[2] {
		for _, y := range taps[1] {
			for _, x := range taps[0] {
				if weight := x.weight * y.weight * z.weight; weight != 0 {
					v := q.texel(g, i, level, x, y, z, slice, seamless)
					for k := range sum {
						sum[k].add(s.Reduce, v[k], float64(weight)/(fracOne*fracOne*fracOne))
					}
				}
			}
		}
	}
	for k := range out {
		out[k] = sum[k].result()
	}
	return out
}

// gatherRow gathers texels of one row, beginning with the left one of a bilinear filter.
func (q *SampleQuery) gatherRow(g *Global, i, level, f int, y tap, slice int) (out [4]uint32) {
	w, _, _ := q.im.extent(level)
	bytes := q.im.Data.Bytes()
	for n := range q.Row {
		x := q.s.Wrap[0].taps(f+n*fracOne, w, true, true)[0]
		if !q.Raw {
			out[n&3] = q.texel(g, i, level, x, y, tap{}, slice, false)[q.Comp&3]
			continue
		}
		if x.border || y.border || q.err != nil {
			continue // no bits of a texel: zero
		}
		var v [4]uint32
		at := q.im.Address(level, x.at, y.at, slice+int(q.im.BaseArray))
		if v, q.err = g.element(&q.acc, i, at, bytes); q.err != nil {
			return out
		}
		for b := 0; b < bytes; b++ {
			p := n*bytes + b
			out[p/4] |= v[b/4] >> (8 * (b & 3)) & 0xff << (8 * (p & 3))
		}
	}
	return out
}

// slice is the array layer or face of lane i, counted from the view's first: rounded to the nearest
// even and clamped. Of a cube the index is 8 * cube + face (Vega ISA 8.2.3; up to GCN 1.2 the clamp
// is of the index, Mesa ac_prepare_cube_coords).
func (q *SampleQuery) slice(i int) int {
	if q.Index == nil || !q.im.Type.array() {
		return 0
	}
	last := q.im.slices() - 1
	v := float(q.Index[i])
	if v != v {
		v = 0
	}
	n := int(math.RoundToEven(min(max(v, 0), 1<<14)))
	if q.im.Type == ImageCube {
		n = n>>3*6 + min(n&7, 5)
	}
	return min(n, last)
}

// texel reads one texel: selected, compared, as register bits.
func (q *SampleQuery) texel(g *Global, lane, level int, x, y, z tap, slice int, seamless bool) [4]uint32 {
	if q.err != nil {
		return [4]uint32{}
	}
	if x.border || y.border || z.border {
		return q.compare(lane, q.border(g, lane))
	}
	if seamless {
		n, _, _ := q.im.extent(level)
		if face, cx, cy, corner := cubeTexel(slice%6, x.at, y.at, n); corner {
			return q.corner(g, lane, level, x.at, y.at, n, slice)
		} else {
			slice, x.at, y.at = slice/6*6+face, cx, cy
		}
	}
	if q.im.Type == Image3D {
		slice = z.at
	} else {
		slice += int(q.im.BaseArray)
	}
	at := q.im.linear(level, x.at, y.at, slice)
	if q.im.tile.log2 != 0 {
		at = q.im.tiled(level, x.at, y.at, slice)
	}
	return q.compare(lane, selected(q.im.Sel, q.num, q.fetch(g, lane, Canonical(q.im.Base+at))))
}

// corner stands for the texel beyond a cube's corner, which does not exist: the mean of the three
// around it (OpenGL's suggestion; what the hardware does is not documented).
func (q *SampleQuery) corner(g *Global, lane, level, x, y, n, slice int) (out [4]uint32) {
	cx, cy := min(max(x, 0), n-1), min(max(y, 0), n-1)
	var v [3][4]uint32
	for i, at := range [3][2]int{{cx, cy}, {x, cy}, {cx, y}} {
		v[i] = q.texel(g, lane, level, tap{at: at[0]}, tap{at: at[1]}, tap{}, slice, true)
	}
	if q.im.Num.integer() {
		return v[0]
	}
	for k := range out {
		out[k] = math.Float32bits(float32((float(v[0][k]) + float(v[1][k]) + float(v[2][k])) / 3))
	}
	return out
}

// fetch loads and converts an element, before selection.
func (q *SampleQuery) fetch(g *Global, lane int, addr uint64) (c [4]uint32) {
	var w [4]uint32
	if w, q.err = g.element(&q.acc, lane, addr, q.acc.Bytes); q.err != nil {
		return c
	}
	for k, n := range q.im.Data.bits() {
		if n != 0 {
			word, shift, _ := q.im.Data.field(k)
			c[k] = q.im.Data.component(q.num, k, w[word], shift, uint(n))
		}
	}
	return c
}

// bcSwizzles: which component of the border colour each channel of the texel gets, by BC_SWIZZLE
// (AMD's register lists).
var bcSwizzles = [8][4]uint8{{0, 1, 2, 3}, {0, 3, 2, 1}, {3, 2, 1, 0}, {3, 0, 1, 2}, {2, 1, 0, 3}, {1, 0, 3, 2},
	{0, 1, 2, 3}, {0, 1, 2, 3}}

// border is the border colour, selected. On GCN 1.4 BC_SWIZZLE says to which channels of the texel
// its components belong; before, they belong to the selected components, as drivers' use of BGRA
// images shows.
func (q *SampleQuery) border(g *Global, lane int) (out [4]uint32) {
	var c [4]uint32
	one := q.num.one()
	switch q.s.Border {
	case 1:
		c[3] = one
	case 2:
		c = [4]uint32{one, one, one, one}
	case 3:
		if c, q.err = g.element(&q.acc, lane, q.Borders+16*uint64(q.s.BorderPtr), 16); q.err != nil {
			return c
		}
	}
	if q.im.Gen == isa.GCN14 {
		var t [4]uint32
		for k, from := range bcSwizzles[q.im.BCSwizzle&7] {
			t[k] = c[from]
		}
		return selected(q.im.Sel, q.num, t)
	}
	for k, sel := range q.im.Sel {
		switch {
		case sel >= SelR:
			out[k] = c[k]
		case sel == Sel1:
			out[k] = one
		}
	}
	return out
}

// compare replaces components by the outcome of the comparison with the reference value, 1.0 or 0.
// A reference for a normalised format is clamped to its range.
func (q *SampleQuery) compare(lane int, c [4]uint32) [4]uint32 {
	if q.Ref == nil {
		return c
	}
	ref := float(q.Ref[lane])
	if q.num == Unorm {
		ref = min(max(ref, 0), 1)
	}
	for k, sel := range q.im.Sel {
		if sel < SelR {
			continue
		}
		t := float(c[k])
		var yes bool
		switch q.s.Compare {
		case 1:
			yes = ref < t
		case 2:
			yes = ref == t
		case 3:
			yes = ref <= t
		case 4:
			yes = ref > t
		case 5:
			yes = ref != t
		case 6:
			yes = ref >= t
		case 7:
			yes = true
		}
		c[k] = 0
		if yes {
			c[k] = 0x3f800000
		}
	}
	return c
}

// cubeAxes gives for each face the axes (0 x, 1 y, 2 z) and signs of the directions s, t and
// outwards (OpenGL; v_cubesc, v_cubetc, v_cubema).
var cubeAxes = [6][3]struct{ axis, sign int }{
	{{2, -1}, {1, -1}, {0, 1}},
	{{2, 1}, {1, -1}, {0, -1}},
	{{0, 1}, {2, 1}, {1, 1}},
	{{0, 1}, {2, -1}, {1, -1}},
	{{0, 1}, {1, -1}, {2, 1}},
	{{0, -1}, {1, -1}, {2, -1}},
}

// cubeTexel finds the texel of a face of n by n texels at x, y, which may lie up to n texels
// outside across one edge: then it is one of the neighbouring face. corner is set where both are
// outside.
func cubeTexel(face, x, y, n int) (f, cx, cy int, corner bool) {
	xin, yin := uint(x) < uint(n), uint(y) < uint(n)
	switch {
	case xin && yin:
		return face, x, y, false
	case !xin && !yin:
		return face, x, y, true
	}
	x, y = min(max(x, -n), 2*n-1), min(max(y, -n), 2*n-1)
	// The cube from -n to n, texel centres at odd numbers. The part of the way beyond the edge goes
	// on downwards along the neighbour.
	a := cubeAxes[face]
	var v [3]int
	s, t, out := 2*x+1-n, 2*y+1-n, n
	fold := func(c int) int {
		out = 2*n - max(c, -c)
		if c < 0 {
			return -n
		}
		return n
	}
	if !xin {
		s = fold(s)
	} else {
		t = fold(t)
	}
	v[a[0].axis], v[a[1].axis], v[a[2].axis] = s*a[0].sign, t*a[1].sign, out*a[2].sign
	for f, a := range cubeAxes {
		if v[a[2].axis]*a[2].sign == n {
			cx = (v[a[0].axis]*a[0].sign + n - 1) / 2
			cy = (v[a[1].axis]*a[1].sign + n - 1) / 2
			return f, cx, cy, false
		}
	}
	return face, x, y, true
}
