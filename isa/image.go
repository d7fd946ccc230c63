package isa

// ImageOp says what an image instruction does; image atomics are [MemAtomic].
type ImageOp uint8

// The operations.
const (
	ImageLoad   ImageOp = iota // texels, without a sampler
	ImageStore                 // the same
	ImageInfo                  // width, height, depth, mip levels
	ImageSample                // one filtered texel
	ImageGather                // one component of the four texels that a bilinear filter would take
	ImageLOD                   // the mip level that a sample would take
)

// LODFrom says where a sample takes its mip level from.
type LODFrom uint8

// The sources of the mip level.
const (
	LODImplicit LODFrom = iota // differences of the coordinates within each four lanes
	LODDerivs                  // derivatives in registers, for each lane
	LODCoarse                  // derivatives in registers, one level for four lanes
	LODGiven                   // the last address register
	LODZero                    // level 0 of the view
)

// Image is what an image instruction adds to [Memory]. The address registers are, in this order and
// each where it exists: offset, bias, reference value, derivatives, coordinates, array index, mip
// level or least level (Vega ISA 8.2.4).
type Image struct {
	Op      ImageOp // what the instruction does
	Raw     bool    // load_pck, store_pck: bits of the texel, unconverted
	Signed  bool    // Raw loads: sign-extended
	Mip     bool    // loads and stores: the last address register is a mip level
	From    LODFrom // samples: where the mip level comes from
	Bias    bool    // samples: there is a bias of the mip level
	Clamp   bool    // samples: the last address register is the least mip level
	Compare bool    // samples: texels are compared with a reference value
	Offset  bool    // samples: there is a register of texel offsets
	// gathers: texels of one row instead of the four of a bilinear filter: 4 or 8; with Raw the
	// texels' bits are packed into dwords
	Row uint8
}

// ImageAddresses is how many address registers an image instruction reads where an image has some
// coordinates and, with index, a number of the slice. With A16 two values share a register; the
// bias has one of its own, and the derivatives of each axis, and the coordinates, each begin a new
// one (LLVM packImage16bitOpsToDwords).
func (i *Inst) ImageAddresses(dims int, index bool) (n int) {
	m := i.Form.Desc.Do.(Memory)
	op := &m.Image
	body := func(k int) int {
		if i.Mod.R128 && !i.Form.Has(FeatureR128) { // the bit is A16
			return (k + 1) / 2
		}
		return k
	}
	count := func(is bool) int {
		if is {
			return 1
		}
		return 0
	}
	coords := dims + count(index)
	switch {
	case m.Kind == MemAtomic:
		return body(coords)
	case op.Op == ImageInfo:
		return 1
	case op.Op <= ImageStore:
		return body(coords + count(op.Mip))
	case op.From == LODDerivs || op.From == LODCoarse:
		n = 2 * body(dims)
	}
	return n + count(op.Offset) + count(op.Bias) + count(op.Compare) + body(coords+count(op.From == LODGiven || op.Clamp))
}
