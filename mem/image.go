package mem

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
)

// What an [ImageError] wraps.
var (
	ErrNotImage   = errors.New("resource is not an image")
	ErrImage      = errors.New("image resource contradicts itself")
	ErrImageKind  = errors.New("not modelled")
	ErrImageRules = errors.New("instruction does not fit the image")
)

// ImageError says why an image instruction cannot be executed with its resource and sampler.
type ImageError struct {
	Words [8]uint32 // the T#
	What  string    // which field or combination
	Err   error     // ErrNotImage, ErrImage, ErrImageKind, ErrImageRules, or a *FormatError
}

// Error names what is wrong, the reason and the T#.
func (e *ImageError) Error() string {
	return fmt.Sprintf("mem: %s: %v [T# %08x]", e.What, e.Err, e.Words)
}

// Unwrap returns the reason.
func (e *ImageError) Unwrap() error { return e.Err }

// ImageType is the dimension of an image: TYPE of its resource.
type ImageType uint8

// The types. Lower numbers are no images.
const (
	Image1D ImageType = 8 + iota
	Image2D
	Image3D
	ImageCube // six slices for each cube
	Image1DArray
	Image2DArray
	Image2DMSAA
	Image2DMSAAArray
)

// String names the type, "2D array"; one that is no image's by its number.
func (t ImageType) String() string {
	if t < Image1D || t > Image2DMSAAArray {
		return fmt.Sprintf("type %d", uint8(t))
	}
	return [...]string{"1D", "2D", "3D", "cube", "1D array", "2D array", "2D MSAA", "2D MSAA array"}[t-Image1D]
}

// dims is the number of coordinates without array index or cube face.
func (t ImageType) dims() int {
	switch t {
	case Image1D, Image1DArray:
		return 1
	case Image3D:
		return 3
	}
	return 2
}

// array reports whether the image has slices: array layers, or faces.
func (t ImageType) array() bool { return t == ImageCube || t == Image1DArray || t == Image2DArray }

// Image is a decoded image resource (T#). Fields: Vega ISA table "Image Resource Definition", AMD's
// register lists in Mesa (SQ_IMG_RSRC_WORD0 to 7).
type Image struct {
	Gen   isa.Gen   // the generation that decoded it
	Words [8]uint32 // as they stood in the SGPRs; the upper four are 0 with R128
	Short bool      // R128: 128 bits. Pitch and slices are not in it

	Base   uint64     // byte address, a multiple of 256
	MinLOD float64    // of mip levels, counted from level 0
	Data   DataFormat // layout of a texel
	Num    NumFormat  // meaning of its components
	Width  uint32     // texels of level 0
	Height uint32     // texels of level 0; 1 where the type has one dimension
	// slices of the memory: depth, array layers, faces. GCN 1.4: slices up to the last one of the
	// view
	Depth uint32
	// field, 1 added: texels of a row of level 0; GCN 1.4 with several levels: rows of the mip
	// chain
	Pitch      uint32
	Sel        [4]DstSel // which component goes to X, Y, Z, W
	BaseLevel  int       // first mip level of the view, 0 to 15
	LastLevel  int       // last mip level of the view, 0 to 15
	Layout     uint8     // TILING_INDEX, GCN 1.4 SW_MODE
	Pow2Pad    bool      // dimensions are padded to powers of two in memory; not on GCN 1.4
	Type       ImageType // dimension; types below Image1D are no images
	BaseArray  uint32    // first slice of the view
	LastArray  uint32    // last slice of the view
	MaxMip     int       // GCN 1.4: last level in memory
	BCSwizzle  uint8     // GCN 1.4: which channels the border colour's components go to
	ArrayPitch uint8     // GCN 1.4
	Compressed bool      // DCC or HTILE, from GCN 1.2 on

	levels [16]imageLevel
	tile   tile
	micro  tile // GCN 1.0 to 1.2: of the levels that are smaller than a macro tile
}

// imageLevel is where a mip level lies, in bytes but for pitch. Of a tiled image, rows and slices
// are those of blocks.
type imageLevel struct {
	offset uint64 // of slice 0
	slice  uint64 // from slice to slice
	pitch  uint64 // texels from row to row; blocks
	micro  bool   // tiled as Image.micro is
}

// DecodeImage is [DecodeImageOn] on the chip that stands for the generation.
func DecodeImage(g isa.Gen, w [8]uint32, r128 bool) Image {
	return DecodeImageOn(TilesOf(g.Target(), ""), g, w, r128)
}

// DecodeImageOn takes a T# apart as the generation g does; r128 says that it has 128 bits only, and
// on what the chip has for tiled images. Every bit pattern decodes; see [Image.Check].
func DecodeImageOn(on *TileModes, g isa.Gen, w [8]uint32, r128 bool) Image {
	if r128 {
		w = [8]uint32{w[0], w[1], w[2], w[3]}
	}
	im := Image{
		Gen: g, Words: w, Short: r128,
		Base:      Canonical(uint64(w[0])<<8 | uint64(w[1])<<40),
		MinLOD:    float64(w[1]>>8&0xfff) / 256,
		Data:      DataFormat(w[1] >> 20 & 63),
		Num:       NumFormat(w[1] >> 26 & 15),
		Width:     w[2]&0x3fff + 1,
		Height:    w[2]>>14&0x3fff + 1,
		Depth:     w[4]&0x1fff + 1,
		BaseLevel: int(w[3] >> 12 & 15),
		LastLevel: int(w[3] >> 16 & 15),
		Layout:    uint8(w[3] >> 20 & 31),
		Type:      ImageType(w[3] >> 28),
		BaseArray: w[5] & 0x1fff,
	}
	for i := range im.Sel {
		im.Sel[i] = DstSel(w[3] >> (3 * i) & 7)
	}
	if im.Type.dims() == 1 {
		im.Height = 1
	}
	if g == isa.GCN14 {
		im.Pitch = w[4]>>13&0xffff + 1
		im.BCSwizzle = uint8(w[4] >> 29)
		im.ArrayPitch = uint8(w[5] >> 13 & 15)
		im.MaxMip = int(w[5] >> 28)
		im.LastArray = im.Depth - 1 // the last slice of the view: the memory's own number is not in the resource
		im.Compressed = w[6]>>21&1 != 0
	} else {
		im.Pow2Pad = w[3]>>25&1 != 0
		im.Pitch = w[4]>>13&0x3fff + 1
		im.LastArray = w[5] >> 13 & 0x1fff
		im.Compressed = g == isa.GCN12 && w[6]>>21&1 != 0
		if im.Type == ImageCube {
			im.Depth *= 6
		}
	}
	if !im.Type.array() {
		im.LastArray = im.BaseArray
	}
	if im.Type == Image3D {
		im.BaseArray, im.LastArray = 0, 0
	}
	if b := uint64(im.Data.Bytes()); b != 0 {
		im.place(on, b)
	}
	return im
}

func roundUp(v, to uint64) uint64 { return (v + to - 1) / to * to }

// pow2 is the next power of two, for v >= 1.
func pow2(v uint64) uint64 { return 1 << bits.Len64(v-1) }

// place computes where mip levels and slices lie, as AMD's address library does for linear images
// (Mesa src/amd/addrlib).
//
// GCN 1.0 to 1.2 (EgBasedLib::ComputeSurfaceInfoLinear, SiLib::HwlGetSizeAdjustmentLinear,
// Lib::PostComputeMipLevel): levels follow each other, each with all its slices, at multiples of
// 256 bytes. Levels above 0, and with POW2_PAD also level 0, have dimensions padded to powers of
// two; the pitch of a level comes from the pitch of level 0; rows are multiples of 8 texels and 64
// bytes; slices are multiples of 64 texels and 256 bytes.
//
// GCN 1.4 (Gfx9Lib::ComputeSurfaceLinearPadding): slices follow each other, each with all its
// levels; all levels have the pitch of level 0 and follow each other without a gap, their heights
// rounded up. With several levels the resource's PITCH is the height of this chain and the pitch is
// the width, padded to 256 bytes.
func (im *Image) place(on *TileModes, texel uint64) {
	switch {
	case im.Gen == isa.GCN14 && im.Layout != 0:
		im.placeTiled(on, texel)
		return
	case im.Gen != isa.GCN14 && !on.linear(im.Layout):
		im.placeMacro(on, texel)
		return
	}
	if im.Gen == isa.GCN14 {
		pitch, rows := uint64(im.Pitch), uint64(im.Height)
		if im.MaxMip > 0 {
			pitch, rows = roundUp(uint64(im.Width), max(256/texel, 1)), uint64(im.Pitch)
		}
		h, at := uint64(im.Height), uint64(0)
		for i := range im.LastLevel + 1 {
			im.levels[i] = imageLevel{offset: pitch * at * texel, slice: pitch * rows * texel, pitch: pitch}
			at += h
			h = max((h+1)/2, 1)
		}
		return
	}
	row, slice := max(8, 64/texel), max(64, 256/texel)
	base, at := uint64(im.Pitch), uint64(0)
	if im.Short { // no field: the least that the hardware's alignment allows
		base = uint64(im.Width)
		if im.Pow2Pad {
			base = pow2(base)
		}
		base = roundUp(base, row)
	}
	for i := range im.LastLevel + 1 {
		w, h, d := base, uint64(max(im.Height>>i, 1)), uint64(im.Depth)
		if im.Type == Image3D {
			d = max(d>>i, 1)
		}
		if i > 0 {
			w = roundUp(pow2(max(base>>i, 1)), row)
		}
		if i > 0 || im.Pow2Pad {
			h, d = pow2(h), pow2(d)
		}
		for i > 0 && w*h%slice != 0 {
			w += row
		}
		l := imageLevel{offset: at, slice: roundUp(w*h, slice) * texel, pitch: w}
		im.levels[i] = l
		at = roundUp(at+l.slice*d, 256)
	}
}

// Size is the number of bytes from Base to the end of the last level and slice that the resource
// names.
func (im *Image) Size() uint64 {
	end := uint64(0)
	for l := 0; l <= im.LastLevel; l++ {
		w, h, d := im.extent(l)
		if im.Type != Image3D {
			d = int(im.LastArray) + 1
		}
		last := im.offset(l, w-1, h-1, d-1)
		switch {
		case im.tile.log2 == 0:
			end = max(end, last+uint64(im.Data.Bytes()))
		case im.Gen == isa.GCN14: // the end of the block
			end = max(end, last|(1<<im.tile.log2-1)+1)
		default: // of the layer, in which the slices of a split tile follow each other
			v := &im.levels[l]
			t := im.tileOf(v)
			end = max(end, v.offset+v.slice*(uint64((d-1)>>t.dim[2])+1)<<t.macro.splits)
		}
	}
	return end
}

// extent is the size of a mip level in texels, and its depth where the image is 3D, else 1.
func (im *Image) extent(level int) (w, h, d int) {
	w, h, d = max(int(im.Width)>>level, 1), max(int(im.Height)>>level, 1), 1
	if im.Type == Image3D {
		d = max(int(im.Depth)>>level, 1)
	}
	return w, h, d
}

// slices is the number of array layers or faces of the view, 1 where the image has none.
func (im *Image) slices() int { return int(im.LastArray) - int(im.BaseArray) + 1 }

// Address is that of a texel: slice counts from the start of the memory, or is z. It wraps at 48
// bits.
func (im *Image) Address(level, x, y, slice int) uint64 {
	return Canonical(im.Base + im.offset(level, x, y, slice))
}

// offset is a texel's distance from Base.
func (im *Image) offset(level, x, y, slice int) uint64 {
	if im.tile.log2 != 0 {
		return im.tiled(level, x, y, slice)
	}
	return im.linear(level, x, y, slice)
}

// linear is a texel's distance from Base in a linear image. It is inlined.
func (im *Image) linear(level, x, y, slice int) uint64 {
	l := &im.levels[level&15]
	return l.offset + uint64(slice)*l.slice + (uint64(y)*l.pitch+uint64(x))*uint64(im.Data.Bytes())
}

// tilings are the swizzle modes of GCN 1.4 by SW_MODE (Mesa addrinterface.h, AddrSwizzleMode).
var tilings = [32]string{"linear", "256B_S", "256B_D", "256B_R", "4KB_Z", "4KB_S", "4KB_D", "4KB_R", "64KB_Z",
	"64KB_S", "64KB_D", "64KB_R",
	"VAR_Z", "VAR_S", "VAR_D", "VAR_R", "64KB_Z_T", "64KB_S_T", "64KB_D_T", "64KB_R_T", "4KB_Z_X", "4KB_S_X", "4KB_D_X", "4KB_R_X",
	"64KB_Z_X", "64KB_S_X", "64KB_D_X", "64KB_R_X", "VAR_Z_X", "VAR_S_X", "VAR_D_X", "VAR_R_X"}

// firstXor is the first of the swizzle modes whose addresses depend on the chip's pipes and banks.
const firstXor = 16

// otherFormats names the data formats that are not converted: AMD's register lists, the second name
// where GCN 1.4 has another.
var otherFormats = map[DataFormat][2]string{
	0x17: {"8_as_8_8_8_8"}, 0x18: {"ETC2_RGB"}, 0x19: {"ETC2_RGBA"}, 0x1a: {"ETC2_R"}, 0x1b: {"ETC2_RG"}, 0x1c: {"ETC2_RGBA1"},
	0x1f: {"reserved", "6E4"}, 0x20: {"GB_GR"}, 0x21: {"BG_RG"},
	0x23: {"BC1"}, 0x24: {"BC2"}, 0x25: {"BC3"}, 0x26: {"BC4"}, 0x27: {"BC5"}, 0x28: {"BC6"}, 0x29: {"BC7"},
	0x2a: {"16_as_16_16_16_16", "16_as_32_32"}, 0x2b: {"16_as_32_32_32_32",
		"16_as_16_16_16_16"}, 0x2c: {"FMASK8_S2_F1", "16_as_32_32_32_32"},
	0x2d: {"FMASK8_S4_F1", "FMASK"}, 0x2e: {"FMASK8_S8_F1", "ASTC_2D_LDR"}, 0x2f: {"FMASK8_S2_F2", "ASTC_2D_HDR"},
	0x30: {"FMASK8_S4_F2", "ASTC_2D_LDR_SRGB"}, 0x31: {"FMASK8_S4_F4", "ASTC_3D_LDR"}, 0x32: {"FMASK16_S16_F1",
		"ASTC_3D_HDR"},
	0x33: {"FMASK16_S8_F2", "ASTC_3D_LDR_SRGB"}, 0x34: {"FMASK32_S16_F2", "N_in_16"}, 0x35: {"FMASK32_S8_F4",
		"N_in_16_16"},
	0x36: {"FMASK32_S8_F8", "N_in_16_16_16_16"}, 0x37: {"FMASK64_S16_F4",
		"N_in_16_as_16_16_16_16"}, 0x38: {"FMASK64_S16_F8", "reserved"},
	0x3b: {"1", "S8_16"}, 0x3c: {"1_reversed", "S8_32"}, 0x3d: {"32_as_8", "8_as_32"}, 0x3e: {"32_as_8_8",
		"8_as_32_32"}, 0x3f: {"32_as_32_32_32_32"},
}

// otherNums names the number formats of images that are not converted.
var otherNums = map[NumFormat][2]string{
	8: {"reserved 8", "metadata"}, 10: {"ubnorm", "unorm_uint"}, 11: {"ubnorm_ogl", "reserved 11"}, 12: {"ubint",
		"reserved 12"},
	13: {"ubscaled", "reserved 13"}, 14: {"reserved 14", "reserved 14"}, 15: {"reserved 15", "reserved 15"},
}

// named picks the generation's name.
func named(g isa.Gen, n [2]string) string {
	if g == isa.GCN14 && n[1] != "" {
		return n[1]
	}
	return n[0]
}

// Fail makes an error about the image.
func (im *Image) Fail(err error, format string, a ...any) error {
	return &ImageError{Words: im.Words, What: fmt.Sprintf(format, a...), Err: err}
}

// Check says whether images of this kind can be accessed. raw is for accesses that do not convert
// texels. The error is an *ImageError.
func (im *Image) Check(store, raw bool) error {
	switch {
	case im.Type < Image1D:
		return im.Fail(ErrNotImage, "%s", im.Type)
	case im.Type == Image2DMSAA || im.Type == Image2DMSAAArray:
		return im.Fail(ErrImageKind, "%s image: several samples of a texel", im.Type)
	case im.Compressed:
		return im.Fail(ErrImageKind, "compressed image (DCC or HTILE)")
	case im.ArrayPitch != 0:
		return im.Fail(ErrImageKind, "array pitch %d", im.ArrayPitch)
	case im.Gen != isa.GCN14 && im.Words[2]>>31 != 0:
		return im.Fail(ErrImageKind, "interlaced image")
	case im.BaseLevel > im.LastLevel:
		return im.Fail(ErrImage, "base level %d above last level %d", im.BaseLevel, im.LastLevel)
	case im.Gen == isa.GCN14 && im.LastLevel > im.MaxMip:
		return im.Fail(ErrImage, "last level %d above the last one in memory, %d", im.LastLevel, im.MaxMip)
	case im.slices() < 1:
		return im.Fail(ErrImage, "first array slice %d above the last one, %d", im.BaseArray, im.LastArray)
	}
	if n, ok := otherFormats[im.Data]; ok {
		return im.Fail(ErrImageKind, "data format %d, %s", im.Data, named(im.Gen, n))
	}
	if err := im.checkTile(); err != nil {
		return err
	}
	if im.Gen == isa.GCN14 && im.Num == SnormOGL && !raw {
		return im.Fail(ErrImageKind, "number format %d, which GCN 1.4 has not", im.Num)
	}
	if n, ok := otherNums[im.Num]; ok && !raw {
		return im.Fail(ErrImageKind, "number format %d, %s", im.Num, named(im.Gen, n))
	}
	num := im.Num
	if raw {
		num = Uint
		if im.Data == Fmt5x9x9x9 {
			num, store = Float, false
		}
	}
	if err := CheckFormat(im.Data, num, store); err != nil {
		return im.Fail(err, "%s image", im.Type)
	}
	if im.Data == Fmt32x3 && (im.LastLevel > 0 || im.MaxMip > 0) {
		return im.Fail(ErrImageKind, "mip levels of 32_32_32")
	}
	if err := CheckSel(im.Sel); err != nil && !raw {
		return im.Fail(err, "%s image", im.Type)
	}
	return nil
}

// Coordinates says how many address registers hold coordinates, and whether an array index or cube
// face follows them: with DA, "declare array", for other than 3D images. It is ignored where the
// image has no slices (Vega ISA 8.2.4).
func (im *Image) Coordinates(da bool) (dims int, index bool) {
	return im.Type.dims(), da && im.Type != Image3D
}

// ImageQuery is what an image instruction without sampler brings to the address computation:
// unsigned integers.
type ImageQuery struct {
	Exec  uint64  // active lanes
	Coord [3]*Row // x, y, z as the image's dimension demands
	Index *Row    // array index; of a cube 6 * cube + face; nil is 0
	Level *Row    // mip level, counted from the view's first; nil is 0
}

// Lanes computes the address of each lane's texel and returns the lanes of Exec whose coordinates,
// slice and level exist. The others read 0 and do not store (Direct3D's rule; no manual states it).
func (im *Image) Lanes(q *ImageQuery, addr *[64]uint64) (ok uint64) {
	dims := im.Type.dims()
	slices := uint32(im.slices())
	tiled := im.tile.log2 != 0
	for m := q.Exec; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		level := im.BaseLevel
		if q.Level != nil {
			if q.Level[i] > uint32(im.LastLevel-im.BaseLevel) {
				continue
			}
			level += int(q.Level[i])
		}
		w, h, d := im.extent(level)
		size := [3]int{w, h, d}
		var c [3]uint32
		in := true
		for k := range dims {
			c[k] = q.Coord[k][i]
			in = in && c[k] < uint32(size[k])
		}
		slice := c[2]
		if im.Type != Image3D {
			slice = im.BaseArray
			if q.Index != nil && im.Type.array() {
				in = in && q.Index[i] < slices
				slice += q.Index[i]
			}
		}
		if !in {
			continue
		}
		ok |= 1 << i
		if tiled {
			addr[i] = packTexel(level, c[0], c[1], slice)
		} else {
			addr[i] = Canonical(im.Base + im.linear(level, int(c[0]), int(c[1]), int(slice)))
		}
	}
	if tiled {
		im.tiledLanes(ok, addr)
	}
	return ok
}

// Info is what IMAGE_GET_RESINFO returns for a mip level of the view: width, height, depth or
// number of slices, number of levels. A level that does not exist has no size (Direct3D's resinfo;
// unverified).
func (im *Image) Info(level uint32) [4]uint32 {
	levels := uint32(im.LastLevel - im.BaseLevel + 1)
	if level >= levels {
		return [4]uint32{3: levels}
	}
	w, h, d := im.extent(im.BaseLevel + int(level))
	if im.Type != Image3D {
		d = im.slices()
	}
	return [4]uint32{uint32(w), uint32(h), uint32(d), levels}
}

// AtomicBytes says how wide the texel word of an image atomic is, and checks that DMASK names the
// data registers that it needs: 1 for 32 bits, 3 for 64 bits; twice as many for compare-and-swap
// (Vega ISA 8.2.4).
func (im *Image) AtomicBytes(op isa.AtomicOp, dmask uint8) (int, error) {
	n := im.Data.Bytes()
	if n != 4 && n != 8 {
		return 0, im.Fail(ErrImageRules, "atomic on texels of %d bytes: only 4 and 8 are possible", n)
	}
	need := n / 4
	if op == isa.AtomCmpSwap || op == isa.AtomFCmpSwap {
		need *= 2
	}
	if dmask != 1<<need-1 {
		return 0, im.Fail(ErrImageRules, "atomic with dmask %#x on texels of %d bytes: it must be %#x", dmask, n,
			1<<need-1)
	}
	return n, nil
}

// StoreSel says which of the instruction's components, X to W, goes to each component of the texel;
// -1 for none. It is the reverse of DST_SEL, as drivers rely on that store to BGRA images with the
// resource that loads use; where several would go, the first does.
func (im *Image) StoreSel() (from [4]int) {
	from = [4]int{-1, -1, -1, -1}
	for i := 3; i >= 0; i-- {
		if s := im.Sel[i]; s >= SelR {
			from[s&3] = i
		}
	}
	return from
}

// float is the value of register bits.
func float(b uint32) float64 { return float64(math.Float32frombits(b)) }

// LinearImage2D is the resource of a linear image of one level as drivers make it, with identity
// selection, and the bytes that it takes. Rows are padded to 256 bytes. Width and height are 1 to
// 16384; addr is a multiple of 256.
func LinearImage2D(g isa.Gen, addr uint64, d DataFormat, n NumFormat, width, height int) (words [8]uint32,
	size uint64) {
	texel := uint64(max(d.Bytes(), 1))
	pitch := roundUp(uint64(width), max(256/texel, 1))
	layout := uint32(linearIndex)
	if g == isa.GCN14 {
		layout = 0
	}
	const selXYZW = 4 | 5<<3 | 6<<6 | 7<<9
	words = [8]uint32{uint32(addr >> 8), uint32(addr>>40)&0xff | uint32(d)<<20 | uint32(n)<<26,
		uint32(width-1)&0x3fff | uint32(height-1)&0x3fff<<14,
		selXYZW | layout<<20 | uint32(Image2D)<<28, uint32(pitch-1) << 13}
	return words, pitch * uint64(height) * texel
}
