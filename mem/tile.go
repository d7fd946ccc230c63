package mem

import (
	"math/bits"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// tile is how a tiled image divides its texels: into blocks that follow each other as the texels of
// a linear image do. Within a block, each bit of the offset is the exclusive or of coordinates' bits.
type tile struct {
	log2 uint8    // of a block's bytes; 0: the image is not tiled
	dim  [3]uint8 // log2 of a block's width, height, depth in texels
	// what the pitch must be a multiple of and at least; rows says that it counts rows of a chain of
	// levels
	unit, least uint32
	rows        bool
	refused     string           // why the image cannot be accessed; "" if it can
	bits        [3][4][16]uint32 // of the offset, by axis and by four bits of the coordinate
	macro       macro            // GCN 1.0 to 1.2
}

// axes are the letters of coordinates in an order of bits.
const axes = "xyz"

// microOrders are the orders of the bits of a 256-byte block of two dimensions, by log2 of the
// texel's bytes, from the lowest bit above the texel's own. A letter stands for the axis, a digit
// for the coordinate's bit (Mesa gfx9addrlib.cpp, HwlComputeBlock256Equation).
var microOrders = map[byte][5]string{
	'S': {"x0x1x2x3y0y1y2y3", "x0x1x2y0y1y2x3", "x0x1y0y1y2x2", "x0y0y1x1x2", "y0y1x0x1"},
	'D': {"x0x1x2y1y0y2x3y3", "x0x1x2y0y1y2x3", "x0x1y0x2y1y2", "x0y0x1x2y1", "x0y0x1y1"},
	'R': {"y0y1y2x1x0x2x3y3", "y0y1y2x0x1x2x3", "y0y1x0y2x1x2", "y0x0y1x1x2"},
}

// thickOrders are those of the 1024 bytes that the thick blocks of 3D images begin with
// (HwlComputeThickEquation).
var thickOrders = map[byte][5]string{
	'Z': {"x0y0x1y1z0z1x2z2y2x3", "x0y0x1y1z0z1z2y2x2", "x0y0x1z0y1z1y2x2", "x0y0z0x1z1y1x2", "x0y0z0z1y1x1"},
	'S': {"x0x1x2x3y0y1z0z1z2y2", "x0x1x2y0y1z0z1z2y2", "x0x1y0y1z0z1y2x2", "x0y0y1z0z1x1x2", "y0y1z0z1x0x1"},
}

// tailOffsets are where the levels of a mip tail begin, in 256 bytes, in blocks of 1 MiB; a smaller
// block begins later in the list (MipTailOffset256B).
var tailOffsets = [16]uint64{2048, 1024, 512, 256, 128, 64, 32, 16, 8, 6, 5, 4, 3, 2, 1, 0}

// tailBlock is log2 of the block whose tail begins with tailOffsets[0].
const tailBlock = 20

// order appends the next bit of an axis, or a given one, to the order of a block's bits.
func (t *tile) order(axis, bit int) {
	t.xor(int(t.log2), axis, bit)
	t.log2++
	t.dim[axis]++
}

// xor makes a bit of an axis part of a bit of the offset.
func (t *tile) xor(of, axis, bit int) {
	for n := range 16 {
		if n>>(bit&3)&1 != 0 {
			t.bits[axis][bit>>2&3][n] ^= 1 << of
		}
	}
}

// next appends the next bit of an axis.
func (t *tile) next(axis int) { t.order(axis, int(t.dim[axis])) }

// orders appends bits as microOrders has them.
func (t *tile) orders(s string) {
	for i := 0; i < len(s); i += 2 {
		t.order(strings.IndexByte(axes, s[i]), int(s[i+1]-'0'))
	}
}

// block makes the block of a swizzle mode of GCN 1.4 for texels of so many bytes on a chip (Mesa
// gfx9addrlib.cpp, HwlComputeThinEquation and HwlComputeThickEquation). Display order in three
// dimensions is thin and standard.
func (t *tile) block(on *TileModes, mode string, three bool, texel int) {
	size, kind, _ := strings.Cut(mode, "_")
	end := map[string]uint8{"256B": 8, "4KB": 12, "64KB": 16}[size]
	letter, log2 := kind[0], bits.TrailingZeros(uint(texel))
	thick := three && (letter == 'Z' || letter == 'S')
	t.log2 = uint8(log2)
	switch {
	case thick:
		t.orders(thickOrders[letter][log2])
	case letter == 'Z':
		for i := 0; t.log2 < 6; i++ {
			t.next(i & 1)
		}
	case three:
		t.orders(microOrders['S'][log2])
	default:
		t.orders(microOrders[letter][log2])
	}
	t.fill(thick, end)
	if len(kind) > 1 {
		t.fold(on, thick, strings.HasSuffix(kind, "_T"))
	}
}

// fill appends bits of the axes in turn up to log2 of a size.
func (t *tile) fill(thick bool, end uint8) {
	for t.log2 < end {
		if thick {
			t.next([3]int{0, 2, 1}[t.log2%3])
		} else {
			t.next(int(1 - t.log2&1))
		}
	}
}

// banksOf is log2 of the pipes and banks that a block of GCN 1.4 of so many bytes (log2) lies in
// (Mesa addrlib2.cpp, GetPipeXorBits; gfx9addrlib.h, GetBankXorBits).
func (m *TileModes) banksOf(block int) (pipes, banks int) {
	pipes = min(int(m.config&7+m.config>>19&3), block-pipeInterleave) // NUM_PIPES, NUM_SHADER_ENGINES
	return pipes, min(int(m.config>>12&7), block-pipeInterleave-pipes)
}

// fold makes the bits of pipe and bank, which lie above those that follow each other in a pipe,
// exclusive ors with the bits above them, in reverse: of as many bits, in a thick block of twice as
// many. The orders go on above the block; a partially resident image has no bits from there, and none
// of the slice (Mesa addrcommon.h, FoldXor2d and FoldXor3d; gfx9addrlib.cpp,
// HwlComputeSurfaceAddrFromCoordTiled).
func (t *tile) fold(on *TileModes, thick, resident bool) {
	pipes, banks := on.banksOf(int(t.log2))
	above := *t
	if !resident {
		above.fill(thick, uint8(pipeInterleave+pipes+3*max(pipes, banks)))
	}
	at, each := pipeInterleave, 1
	if thick {
		each = 2
	}
	for _, n := range [2]int{pipes, banks} {
		for axis := range above.bits {
			for bit := range int(above.dim[axis]) {
				if from := bits.TrailingZeros32(above.bits[axis][bit>>2][1<<(bit&3)]) - at - n; from >= 0 && from < n*each {
					t.xor(at+n-1-from/each, axis, bit)
				}
			}
		}
		if !thick && !resident {
			for i := range n {
				t.xor(at+n-1-i, 2, at-pipeInterleave+i)
			}
		}
		at += n
	}
}

// beginIn takes the pipe and bank that a resource's address names out of it. The rest of the address
// is a multiple of the block's size, see checkTile.
func (im *Image) beginIn(on *TileModes) {
	t := &im.tile
	pipes, banks := on.banksOf(int(t.log2))
	start := uint32(im.Base) & ((1<<(pipes+banks) - 1) << pipeInterleave)
	im.Base -= uint64(start)
	for n := range t.bits[0][0] {
		t.bits[0][0][n] ^= start // of each texel
	}
}

// refuse says why AMD's address library has no images of a swizzle mode of GCN 1.4 with a texel,
// type and number of levels, or "" if it has (Mesa gfx9addrlib.cpp, ValidateSwModeParams).
func (im *Image) refuse(mode string, texel int) string {
	letter := mode[strings.IndexByte(mode, '_')+1]
	small, three := strings.HasPrefix(mode, "256B"), im.Type == Image3D
	switch {
	case strings.HasPrefix(mode, "VAR"):
		return "no driver has blocks of such a size"
	case im.Type.dims() == 1:
		return "a 1D image is linear"
	case texel == 12:
		return "an image of 32_32_32 is linear"
	case three && (small || letter == 'R'):
		return "a 3D image has blocks of 4KB or 64KB in the orders Z, S, D"
	case small && im.MaxMip > 0:
		return "an image with mip levels has blocks of 4KB or 64KB"
	case texel == 16 && !three && (letter == 'Z' || letter == 'R'):
		return "texels of 16 bytes have the orders S, D"
	case three && letter == 'D' && strings.HasSuffix(mode, "_T"):
		return "a partially resident 3D image has the orders Z, S"
	case three && letter == 'D' && im.MaxMip > 0 && im.Depth >= max(im.Width, im.Height):
		return "a 3D image with mip levels that is as deep as wide and high has the orders Z, S"
	}
	return ""
}

// levelsOf is the number of mip levels down to one texel.
func (im *Image) levelsOf() int {
	w, h, d := im.extent(0)
	return bits.Len(uint(max(w, h, d)))
}

// placeTiled computes where the levels and slices of a tiled image of GCN 1.4 lie (Mesa
// gfx9addrlib.cpp, HwlComputeSurfaceInfoTiled, GetMipChainInfo, GetMipStartPos). Positions and sizes
// count blocks. Levels lie around level 0: to its right and below, or in an image that is higher
// than wide the other way around. The small ones share a block, the mip tail.
func (im *Image) placeTiled(on *TileModes, texel uint64) {
	mode, t := tilings[im.Layout&31], &im.tile
	if t.refused = im.refuse(mode, int(texel)); t.refused != "" {
		return
	}
	t.block(on, mode, im.Type == Image3D, int(texel))
	if im.Layout >= firstXor {
		im.beginIn(on)
	}
	w, h, d := im.extent(0)
	n := [3]uint64{uint64(w), uint64(h), uint64(d)} // of a level, texels
	var size, block, tail [3]uint64                 // of level 0 in blocks; of a block and of the tail in texels
	for k := range n {
		block[k] = 1 << t.dim[k]
		tail[k] = block[k]
		size[k] = roundUp(n[k], block[k]) / block[k]
	}
	pitch, rows := uint64(im.Pitch)/block[0], size[1]
	t.unit, t.least = uint32(block[0]), uint32(size[0]*block[0])
	if im.MaxMip == 0 {
		im.levels[0] = imageLevel{slice: pitch * rows << t.log2, pitch: pitch}
		return
	}
	thick, narrow := t.dim[2] > 0, 0 // the axis along which the tail is half a block
	if thick && t.log2%3 == 0 {
		narrow = 1
	}
	tail[narrow] /= 2
	first := 0 // level of the tail
	for first <= im.MaxMip && (n[0] > tail[0] || n[1] > tail[1] || thick && n[2] > tail[2]) {
		for k := range n {
			n[k] = max(roundUp(n[k], block[k])/2, 1)
		}
		first++
	}
	// Levels 1 and 3 go on along one axis, the others along the other one.
	along, across := 1, 0
	switch deep := thick && size[2] > max(size[0], size[1]); {
	case deep:
		across = 2
	case size[0] < size[1]:
		along, across = 0, 1
	}
	chain := size
	if first > 0 {
		next := (chain[along] + 1) / 2
		if next == 1 && min(first, im.MaxMip) > 2 {
			next++
		}
		chain[along] += next
	}
	// The pitch is that of the chain along its growing axis; the other one follows from level 0.
	if along == 1 || first == 0 {
		t.rows, t.unit, t.least = true, uint32(block[1]), uint32(chain[1]*block[1])
		pitch, rows = size[0], uint64(im.Pitch)/block[1]
	} else {
		t.least = uint32(chain[0] * block[0])
	}
	slice := pitch * rows
	var at [3]uint64
	small := first == 0
	for l, in := 0, 0; l <= im.MaxMip; l++ {
		if l > 0 && !small {
			if l == 1 || l == 3 {
				at[along] += size[along]
			} else {
				at[across] += size[across]
			}
			small = size[narrow] == 1 && size[1-narrow] <= 2 && (!thick || size[2] <= 2)
			for k := range size {
				size[k] = (size[k] + 1) / 2
			}
		}
		im.levels[l] = imageLevel{offset: (at[2]*slice + at[1]*pitch + at[0]) << t.log2, slice: slice << t.log2, pitch: pitch}
		if small {
			im.levels[l].offset |= tailOffsets[min(in+tailBlock-int(t.log2), len(tailOffsets)-1)] << 8
			in++
		}
	}
}

// tiled is a texel's distance from Base in a tiled image.
func (im *Image) tiled(level, x, y, slice int) uint64 {
	l := &im.levels[level&15]
	return im.tileOf(l).offset(l, uint16(x), uint16(y), uint16(slice))
}

// tileOf is the tile of a level.
func (im *Image) tileOf(l *imageLevel) *tile {
	if l.micro {
		return &im.micro
	}
	return &im.tile
}

// offset is a texel's distance from the image's Base.
func (t *tile) offset(l *imageLevel, x, y, z uint16) uint64 {
	in := t.inside(x, y, z)
	layer := uint32(z >> t.dim[2])
	if t.macro.pipes != 0 {
		layer, in = layer<<t.macro.splits|in>>splitBit, in&(1<<splitBit-1)^t.macro.turn(layer)
	}
	block := uint64(y>>t.dim[1])*l.pitch + uint64(x>>t.dim[0])
	return (l.offset + uint64(layer)*l.slice + block<<t.log2) ^ uint64(in)
}

// inside is a texel's offset in its block; in the mip tail, in its level.
func (t *tile) inside(x, y, z uint16) uint32 {
	bx, by, bz := &t.bits[0], &t.bits[1], &t.bits[2]
	return bx[0][x&15] ^ bx[1][x>>4&15] ^ bx[2][x>>8&15] ^ bx[3][x>>12] ^
		by[0][y&15] ^ by[1][y>>4&15] ^ by[2][y>>8&15] ^ by[3][y>>12] ^ bz[0][z&15] ^ bz[1][z>>4&15]
}

// packTexel is a texel's place in a word.
func packTexel(level int, x, y, slice uint32) uint64 {
	return uint64(level)<<48 | uint64(slice)<<32 | uint64(y)<<16 | uint64(x)
}

// tiledLanes replaces the places of texels by their addresses.
func (im *Image) tiledLanes(lanes uint64, addr *[64]uint64) {
	for ; lanes != 0; lanes &= lanes - 1 {
		a := &addr[bits.TrailingZeros64(lanes)&63]
		l := &im.levels[*a>>48&15]
		*a = Canonical(im.Base + im.tileOf(l).offset(l, uint16(*a), uint16(*a>>16), uint16(*a>>32)))
	}
}

// checkTile says whether the image's tiling is one that is computed, and its pitch fits it.
func (im *Image) checkTile() error {
	t := &im.tile
	switch {
	case t.refused != "" && im.Gen != isa.GCN14:
		return im.Fail(ErrImageKind, "tiling index %d: %s", im.Layout, t.refused)
	case t.refused != "":
		return im.Fail(ErrImageKind, "swizzle mode %d, %s: %s", im.Layout, tilings[im.Layout&31], t.refused)
	case t.log2 == 0:
	case im.Gen != isa.GCN14:
		return im.checkPitch()
	case im.Layout >= firstXor && im.Base&(1<<t.log2-1) != 0:
		return im.Fail(ErrImage, "address %#x without its pipe and bank: %s has multiples of %d", im.Base,
			tilings[im.Layout&31], 1<<t.log2)
	case im.MaxMip >= im.levelsOf():
		return im.Fail(ErrImage, "last level %d in memory of an image that has %d levels", im.MaxMip, im.levelsOf())
	case im.Pitch%t.unit != 0 || im.Pitch < t.least:
		what := "pitch"
		if t.rows {
			what = "pitch, here rows of all levels,"
		}
		return im.Fail(ErrImage, "%s %d: %s has multiples of %d, here at least %d", what, im.Pitch,
			tilings[im.Layout&31], t.unit, t.least)
	}
	return nil
}
