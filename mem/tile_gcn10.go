package mem

import (
	"fmt"
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
)

// The modes of an entry of GB_TILE_MODE (ARRAY_MODE of AMD's register lists).
const (
	linearAligned = 1
	micro1D       = 2 // thin: a tile has one slice
	micro1DThick  = 3
	macro2D       = 4
	macroPRT      = 5 // partially resident: each macro tile has the same order of pipes and banks
	macro2DThick  = 7
	macro2DXThick = 8
	macroPRTThick = 9
	macro3D       = 12 // slices follow each other in pipes, too
	macro3DThick  = 13
	macro3DXThick = 14
)

// arrayModes are their names, and log2 of the slices of a tile; those without a name are refused.
var arrayModes = [16]struct {
	name  string
	thick int
}{
	linearAligned: {"linear", 0}, micro1D: {"1D", 0}, micro1DThick: {"1D thick", 2},
	macro2D: {"2D", 0}, macroPRT: {"PRT", 0}, macro2DThick: {"2D thick", 2}, macro2DXThick: {"2D xthick", 3},
	macroPRTThick: {"PRT thick", 2}, macro3D: {"3D", 0}, macro3DThick: {"3D thick", 2}, macro3DXThick: {"3D xthick", 3},
}

// arrayMode is that of an entry.
func arrayMode(entry uint32) uint32 { return entry >> 2 & 15 }

// Orders of texels in a micro tile of 8x8 texels, as microOrders has them: by MICRO_TILE_MODE, and
// for display by log2 of the texel's bytes (Mesa addrlib1.cpp, ComputePixelIndexWithinMicroTile).
const (
	microDisplay = 0
	microThin    = 1
	microDepth   = 2
	microRotated = 3
	microThick   = 4
)

var (
	displayOrders = [5]string{"x0x1x2y1y0y2", "x0x1x2y0y1y2", "x0x1y0x2y1y2", "x0y0x1x2y1y2"}
	rotatedOrders = [5]string{"y0y1y2x1x0x2", "y0y1y2x0x1x2", "y0y1x0y2x1x2", "y0x0y1x1x2y2"}
	thickMicro    = [5]string{"x0y0x1y1z0z1x2y2", "x0y0x1y1z0z1x2y2", "x0y0x1z0y1z1x2y2", "x0y0z0x1y1z1x2y2", "x0y0z0x1y1z1x2y2"}
)

const plainOrder = "x0y0x1y1x2y2"

// microOrder is the order of a micro tile, "" where there is none.
func microOrder(kind uint32, texel, thick int) string {
	order := plainOrder
	switch {
	case kind == microThick && thick > 0:
		order = thickMicro[texel]
	case kind >= microThick || kind == microRotated && thick > 0 || texel == 4 && kind != microThin:
		return "" // the address library takes another entry for texels of 16 bytes
	case kind == microDisplay:
		order = displayOrders[texel]
	case kind == microRotated:
		order = rotatedOrders[texel]
	}
	if order != "" && thick > 0 && kind != microThick {
		order += "z0z1"
	}
	if order != "" && thick > 2 {
		order += "z2"
	}
	return order
}

// pipeBits are the exclusive ors of coordinates' bits that select a pipe, from its lowest bit, by
// PIPE_CONFIG (Mesa siaddrlib.cpp, ComputePipeFromCoord); the others are set by no driver.
var pipeBits = [32][]string{
	0: {"x3y3"}, 4: {"x4y3", "x3y4"}, 5: {"x3y3x4", "x4y4"},
	10: {"x4y3x5", "x3y4", "x5y5"}, 12: {"x3y3x4", "x4y4", "x5y5"},
	17: {"x3y3x4", "x4y4", "x5y6", "x6y5"},
}

// bankBits are those that select a bank, by log2 of the number of banks. Bits count from 3 in tiles
// that lie in one pipe and bank (Mesa egbaddrlib.cpp, ComputeBankFromCoord).
var bankBits = [5][]string{
	1: {"x3y3"}, 2: {"x3y4", "x4y3"}, 3: {"x3y5", "x4y4y5", "x5y3"}, 4: {"x3y6", "x4y5y6", "x5y4", "x6y3"},
}

// splitBit is the bit of a tile's offsets at which the number of its part begins.
const splitBit = 28

// pipeInterleave is log2 of the bytes that follow each other in a pipe.
const pipeInterleave = 8

// macro is what a macro tile has of pipes and banks.
type macro struct {
	pipes, banks         uint8  // log2, pipes at least 1; 0: the tile has neither
	splits               uint8  // log2 of the parts of a tile, which lie in as many slices
	pipeTurn, bankTurn   uint32 // what a layer adds to the pipe and the bank
	bankShift            uint8  // log2 of the layers after which it is added to the bank
	pipeStart, bankStart uint32 // from the resource's address: drivers let images begin in different ones
}

// turn is the exclusive or of a layer's offsets.
func (m *macro) turn(layer uint32) uint32 {
	pipe := (layer*m.pipeTurn + m.pipeStart) & (1<<m.pipes - 1)
	bank := (layer*m.bankTurn>>m.bankShift + m.bankStart) & (1<<m.banks - 1)
	return (bank<<m.pipes | pipe) << pipeInterleave
}

// macroShape is the shape of a macro tile: micro tiles of a bank that lie side by side and above each
// other, banks, and how much wider than high it is.
type macroShape struct{ wide, high, banks, aspect, split int }

// shape is that of an entry for texels of so many bytes. From GCN 1.1 on it follows from the bytes of
// a tile (Mesa ciaddrlib.cpp, HwlComputeMacroModeIndex).
func (m *TileModes) shape(g isa.Gen, entry uint32, tile int) macroShape {
	if g == isa.GCN10 {
		return macroShape{wide: 1 << (entry >> 14 & 3), high: 1 << (entry >> 16 & 3), aspect: 1 << (entry >> 18 & 3),
			banks: 2 << (entry >> 20 & 3), split: 64 << (entry >> 11 & 7)}
	}
	split := max(256, tile<<(entry>>25&3))
	if entry>>22&7 == microDepth {
		split = 64 << (entry >> 11 & 7)
	}
	split = min(split, m.rowBytes())
	index := bits.Len(uint(max(min(split, tile), 64)/64)) - 1
	if a := arrayMode(entry); a == macroPRT || a == macroPRTThick {
		index += 8
	}
	r := m.macros[index&15]
	return macroShape{wide: 1 << (r & 3), high: 1 << (r >> 2 & 3), aspect: 1 << (r >> 4 & 3),
		banks: 2 << (r >> 6 & 3), split: split}
}

// fit makes a bank's tiles at least as large as what follows each other in a pipe (Mesa
// egbaddrlib.cpp, ComputeSurfaceAlignmentsMacroTiled).
func (s *macroShape) fit(tile, pipes int) {
	tile = min(tile, s.split) * s.wide
	up := func(v, tile int) int { return int(roundUp(uint64(v), uint64(max(1, (1<<pipeInterleave)/tile)))) }
	s.high = up(s.high, tile)
	s.aspect = up(s.aspect, tile*pipes)
}

// microTile makes a tile of one micro tile.
func (t *tile) microTile(kind uint32, texel, thick int) bool {
	order := microOrder(kind, texel, thick)
	t.log2 = uint8(texel)
	t.orders(order)
	return order != ""
}

// exclusive makes the bits of a list, from its first on, of coordinates' bits. Bits of x and y from 3
// on count tiles of so many micro tiles (log2).
func (t *tile) exclusive(list []string, at, wide, high int) {
	for i, s := range list {
		for k := 0; k < len(s); k += 2 {
			axis, bit := int(s[k]-'x'), int(s[k+1]-'0')
			t.xor(at+i, axis, bit+[2]int{wide, high}[axis])
		}
	}
}

// macroTile makes the macro tile of an entry (Mesa egbaddrlib.cpp,
// ComputeSurfaceAddrFromCoordMacroTiled). The bits of a micro tile and of its place in the bank come
// first; pipe and bank lie above those that follow each other in a pipe.
func (t *tile) macroTile(s macroShape, entry uint32, micro *tile, texel, thick int) {
	log2 := func(v int) int { return bits.Len(uint(v)) - 1 }
	m, mode := &t.macro, arrayMode(entry)
	pipes := pipeBits[entry>>6&31]
	m.pipes, m.banks = uint8(len(pipes)), uint8(log2(s.banks))
	bytes := int(micro.log2)
	if split := log2(s.split); thick == 0 && bytes > split {
		m.splits = uint8(bytes - split)
		bytes = split
	}
	above := int(m.pipes + m.banks)
	at := func(bit int) int { // where a bit of the bank's bytes lies
		switch {
		case bit >= bytes && bit < int(micro.log2): // of the part
			return splitBit + bit - bytes
		case bit >= int(micro.log2):
			bit -= int(micro.log2) - bytes
		}
		if bit >= pipeInterleave {
			bit += above
		}
		return bit
	}
	for axis := range micro.bits {
		for bit := range 3 {
			b := micro.bits[axis][0][1<<bit]
			if b == 0 {
				continue
			}
			of := bits.TrailingZeros32(b)
			t.xor(at(of), axis, bit)
			if part := of - bytes; part >= 0 && m.splits > 0 && (mode == macro2D || mode == macro3D) {
				// a part is half of the banks and its number further
				if part < int(m.banks) {
					t.xor(pipeInterleave+int(m.pipes)+part, axis, bit)
				}
				if part == 0 {
					t.xor(pipeInterleave+above-1, axis, bit)
				}
			}
		}
	}
	wide, high := log2(s.wide), log2(s.high)
	bit := int(micro.log2)
	for i := range wide {
		t.xor(at(bit), 0, 3+int(m.pipes)+i)
		bit++
	}
	for i := range high {
		t.xor(at(bit), 1, 3+i)
		bit++
	}
	t.exclusive(pipes, pipeInterleave, 0, 0)
	t.exclusive(bankBits[m.banks], pipeInterleave+int(m.pipes), wide+int(m.pipes), high)
	t.log2 = uint8(bytes + wide + high + above)
	aspect := log2(s.aspect)
	t.dim = [3]uint8{uint8(3 + wide + int(m.pipes) + aspect), uint8(3 + high + int(m.banks) - aspect), uint8(thick)}
	switch mode {
	case macroPRT, macroPRTThick: // pipes and banks see the place in the macro tile only
		for axis := range 2 {
			for bit := int(t.dim[axis]); bit < 16; bit++ {
				t.clear(axis, bit)
			}
		}
	case macro2D, macro2DThick, macro2DXThick:
		m.bankTurn = uint32(s.banks/2 - 1)
	default:
		m.pipeTurn = uint32(max(1, 1<<m.pipes/2-1))
		m.bankTurn, m.bankShift = m.pipeTurn, m.pipes
	}
}

// clear makes a bit of an axis part of no bit of the offset.
func (t *tile) clear(axis, bit int) {
	part := &t.bits[axis][bit>>2]
	b := part[1<<(bit&3)]
	for n := range part {
		if n>>(bit&3)&1 != 0 {
			part[n] ^= b
		}
	}
}

// placeMacro computes where the levels and slices of a tiled image of GCN 1.0 to 1.2 lie: one after
// the other, each with all its slices. Levels above 0, and with POW2_PAD also level 0, have dimensions
// padded to powers of two; one that is smaller than a macro tile is of micro tiles (Mesa
// egbaddrlib.cpp, ComputeSurfaceInfoMicroTiled and ComputeSurfaceInfoMacroTiled).
func (im *Image) placeMacro(on *TileModes, texel uint64) {
	entry := on.modes[im.Layout&31]
	mode := arrayMode(entry)
	kind, thick := entry&3, arrayModes[mode].thick // MICRO_TILE_MODE, MICRO_TILE_MODE_NEW
	if im.Gen != isa.GCN10 {
		kind = entry >> 22 & 7
	}
	size := bits.TrailingZeros64(texel)
	t, macros := &im.tile, mode >= macro2D
	// A level that is too small for macro tiles has thick tiles of four slices.
	ok := im.micro.microTile(kind, size, min(thick, 2))
	if macros {
		var all tile
		ok = ok && all.microTile(kind, size, thick) && pipeBits[entry>>6&31] != nil
		if ok {
			pipes := 1 << len(pipeBits[entry>>6&31])
			s := on.shape(im.Gen, entry, 1<<all.log2)
			s.fit(1<<all.log2, pipes)
			t.macroTile(s, entry, &all, size, thick)
		}
	} else {
		im.tile = im.micro
	}
	switch {
	case arrayModes[mode].name == "":
		t.refused = "no driver of " + on.Chip + " sets it to a mode that is known"
	case texel == 12:
		t.refused = "an image of 32_32_32 is linear"
	case !ok:
		t.refused = fmt.Sprintf("texels of %d bytes have no such order", texel)
	case im.Gen == isa.GCN10 && thick > 0 && im.LastLevel > 0 && im.Depth>>im.LastLevel < 1<<thick:
		t.refused = "levels that have fewer slices than a tile of GCN 1.0"
	}
	if t.refused != "" {
		return
	}
	im.begin()
	base, end := uint64(im.Pitch), uint64(0)
	t.unit, t.least = 8, uint32(roundUp(uint64(im.Width), 8))
	if macros {
		t.unit = 1 << t.dim[0]
	}
	if im.Pow2Pad {
		t.least = uint32(pow2(uint64(im.Width)))
	}
	t.least = uint32(roundUp(uint64(max(t.least, im.Width)), uint64(t.unit)))
	if im.Short { // no field: the least that the hardware's alignment allows
		base = uint64(t.least)
	}
	for i := range im.LastLevel + 1 {
		w, h, d := max(base>>i, 1), uint64(max(im.Height>>i, 1)), uint64(im.Depth)
		if im.Type == Image3D {
			d = max(d>>i, 1)
		}
		if i > 0 || im.Pow2Pad {
			h, d = pow2(h), pow2(d)
		}
		if i > 0 {
			w = pow2(w)
		}
		l := &im.levels[i]
		l.micro = macros && i > 0 && (w < 1<<t.dim[0] || h < 1<<t.dim[1])
		of := im.tileOf(l)
		d = roundUp(d, 1<<of.dim[2])
		h = roundUp(h, 1<<of.dim[1])
		w = roundUp(w, 1<<of.dim[0])
		layer := h * texel << of.dim[2]
		align := uint64(1) << pipeInterleave
		if of.macro.pipes != 0 {
			align = 1 << of.log2
		} else if i > 0 || im.Short {
			for w*layer%align != 0 {
				w += 8
			}
		}
		l.offset = roundUp(end, align)
		l.slice = w * layer >> of.macro.splits
		l.pitch = w >> of.dim[0]
		end = l.offset + w*layer*(d>>of.dim[2])
	}
}

// begin takes the pipe and bank of the image's beginning from its address. Only drivers of images of
// macro tiles put them there.
func (im *Image) begin() {
	m := &im.tile.macro
	start := uint32(im.Base>>pipeInterleave) & (1<<(m.pipes+m.banks) - 1)
	m.pipeStart, m.bankStart = start&(1<<m.pipes-1), start>>m.pipes
	im.Base -= uint64(start) << pipeInterleave
	if start != 0 && im.Gen == isa.GCN10 && im.LastLevel > 0 {
		im.tile.refused = "its address names a pipe and bank to begin with, which drivers do for one level only"
	}
}

// checkPitch says whether the pitch of a tiled image of GCN 1.0 to 1.2 fits its tiles.
func (im *Image) checkPitch() error {
	t := &im.tile
	l := &im.levels[0]
	switch {
	case im.Short:
	case im.Pitch%t.unit != 0 || im.Pitch < t.least:
		return im.Fail(ErrImage, "pitch %d: tiling index %d has multiples of %d, here at least %d",
			im.Pitch, im.Layout, t.unit, t.least)
	case l.slice%(1<<pipeInterleave) != 0:
		return im.Fail(ErrImage, "pitch %d: slices of tiling index %d have multiples of 256 bytes, not %d",
			im.Pitch, im.Layout, l.slice)
	}
	return nil
}
