package isa

// Notes that several vector rows share: what is approximate, or rests on one source.
const (
	noteApprox32 = "approximate: the hardware tables are not public; correctly rounded or within 0.501 ULP (AMD: 1 " +
		"ULP). Denormals flushed whatever MODE says."
	noteApprox16  = "approximate: the hardware tables are not public; correctly rounded or within 0.501 ULP (AMD: 0.51 ULP)."
	noteTrig      = "approximate: the hardware tables are not public; within 0.501 ULP. Outside [-256, 256] the result is that of 0."
	noteApprox64  = "approximate: the hardware tables are not public; correctly rounded (AMD: 2^29 ULP)."
	noteRsq64     = "approximate: the hardware tables are not public; within 1 ULP (AMD: 2^29 ULP)."
	noteFrexpZero = "Zero gives 0 (CLRX; the formula of the manuals would give the least exponent): unverified."
	noteFrexpInf  = "Infinity and NaN come back, on GCN 1.0 infinity gives -NaN (CLRX)."
	noteFract     = "On GCN 1.0 the result can reach 1.0 (LLVM hasFractBug); later it stays below. That limit and the " +
		"default NaN of infinity are unverified."
	noteMinMax   = "Denormals follow MODE on GCN 1.4 only (LLVM)."
	notePkNorm   = "Round to nearest even and NaN = 0 are from CLRX; unverified."
	noteCvtNorm  = "The rounding of MODE and NaN = 0 are from CLRX; unverified."
	notePkU8     = "Ties and rounding follow MODE (CLRX); NaN gives 0."
	noteZeroSign = "The sign of that zero is unverified."
	noteKeep16   = "GCN 1.4 keeps the upper half of D (LLVM); the CDNA pseudo-code writes zero there."
	noteDot2     = "approximate: no document says in which order the products are added and how often the sum is rounded; here S2 plus " +
		"the low product, then plus the high one, rounded each time: within 1 ULP of the largest term. f32 denormals are flushed (LLVM)."
	noteSaturate = "Saturation and NaN (0) as v_cvt_i32_f32: unverified."
	noteDivScale = "Where 1/S1 and S2/S1 are both denormal the Vega text scales the wrong way; here the denominator is " +
		"scaled down. Unverified on GCN."
	noteImage = "Linear and tiled images; tilings that no driver sets, several samples of a texel, compression and " +
		"block formats fault by name. Mip levels lie where AMD's address library puts them. Outside the image a load gives 0 before DST_SEL and a store does nothing. Stores apply DST_SEL backwards: unverified."
	notePckSigned = "approximate: a texel of 8 or 16 bits is extended from its whole size; CLRX says from the component's size, " +
		"which differs where a texel has several."
	noteResinfo = "approximate: a mip level beyond the last gives 0 for width, height and depth, as Direct3D has it; unverified. " +
		"Cubes count faces (Mesa divides by 6)."
	noteSample = "approximate: weights and LOD have 8 fraction bits (Mesa), sums are exact and rounded once; LOD is log2 of the " +
		"longer derivative. Implicit derivatives are lanes 1-0 and 2-0 of each four. Anisotropy faults by name."
	noteGatherRow = "approximate: no document says where the row of texels begins; here at the left texel that a bilinear filter would take, in its " +
		"upper row. Packed elements follow each other from the lowest bit on."
	noteGather = "approximate: the rounding of coordinates to 8 fraction bits (Mesa) is not documented. The mip level is the nearest one."
)
