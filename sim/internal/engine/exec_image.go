package engine

import (
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
)

// maxImageAddr is the most address registers that an image instruction reads: offset, bias,
// reference, 6 derivatives, 3 coordinates, level.
const maxImageAddr = 13

// image is what an image operation needs beyond the token: resource, sampler, and the addresses as
// they were at issue.
type image struct {
	on   *mem.TileModes // of the chip
	res  mem.Image
	samp mem.Sampler
	q    mem.SampleQuery
	iq   mem.ImageQuery
	addr [maxImageAddr]isa.Row
	n    int        // rows of addr used
	half [4]isa.Row // values from upper halves of address registers (A16)
	nh   int        // rows of half used
}

// bindImage binds an image instruction. The data registers follow from DMASK: components, twice as
// many to a register with D16 on GCN 1.4, one to a register on GCN 1.2 (errata B-31); gather4
// always has four.
func (p *Program) bindImage(r *Rec) {
	x := r.X
	x.comps = uint8(bits.OnesCount8(x.Inst.Mod.DMask))
	if x.Mem.Kind == isa.MemImage && x.Mem.Image.Op == isa.ImageGather {
		x.comps = 4
	}
	x.ND = x.comps
	if x.packed() {
		x.ND = (x.comps + 1) / 2
	}
	x.Results = 0
	switch {
	case !x.delivers():
	case x.Mem.Atom == isa.AtomCmpSwap || x.Mem.Atom == isa.AtomFCmpSwap:
		x.Results = x.ND / 2 // the comparand behind the data keeps its value (errata B-26)
	default:
		x.Results = x.ND
	}
	if x.status() {
		x.ND++
	}
	r.run = vector(execImage)
}

// packed reports whether two components share a register.
func (x *Bound) packed() bool { return x.Inst.Mod.D16 && x.Inst.Form.Has(isa.FeaturePackedD16) }

// execImage issues a MIMG instruction: descriptors are read and the addresses captured now.
func execImage(w *Wave, r *Rec) {
	t, slot := w.begin(r, w.exec())
	if t.img == nil {
		t.img = new(image)
	}
	if err := w.prepareImage(t); err != nil {
		w.free = append(w.free, slot)
		w.fault(r, -1, err)
		return
	}
	w.commit(t, slot)
}

// imageResource is the resource of an image instruction, and whether it has four words only.
func (w *Wave) imageResource(x *Bound) (words [8]uint32, short bool) {
	short = x.Inst.Mod.R128 && x.Inst.Form.Has(isa.FeatureR128) // else the bit is A16
	for i := range words {
		words[i] = w.S[uint8(int(x.Operand('r').Code)+i)]
	}
	if short {
		clear(words[4:])
	}
	return words, short
}

// imageAddresses is how many address registers an image instruction is going to read.
func (w *Wave) imageAddresses(x *Bound) int {
	words, short := w.imageResource(x)
	res := mem.DecodeImageOn(w.group.disp.Tiles, w.prog.Gen, words, short)
	return x.Inst.ImageAddresses(res.Coordinates(x.Inst.Mod.DA))
}

// prepareImage reads descriptors and address registers and checks that the operation can be done.
func (w *Wave) prepareImage(t *Token) error {
	x, im := t.Rec.X, t.img
	in, m, g := &x.Inst, &x.Mem, w.prog.Gen
	words, short := w.imageResource(x)
	on := w.group.disp.Tiles
	// Tokens are used again, resources too.
	if im.on != on || im.res.Gen != g || im.res.Words != words || im.res.Short != short {
		im.on, im.res = on, mem.DecodeImageOn(on, g, words, short)
	}
	res, op := &im.res, &m.Image
	if err := res.Check(op.Op == isa.ImageStore, op.Raw || m.Kind == isa.MemAtomic); err != nil {
		return err
	}
	im.n, im.nh = 0, 0
	switch {
	case m.Kind == isa.MemAtomic:
		n, err := res.AtomicBytes(m.Atom, in.Mod.DMask)
		if err != nil {
			return err
		}
		t.Atom.Op, t.Atom.Bytes = m.Atom, n
		w.locate(t, false)
	case in.Mod.DMask == 0:
		return res.Fail(mem.ErrImageRules, "dmask is 0: it must name a component")
	case op.Op == isa.ImageInfo:
		im.iq.Level = w.readBody(t, 1, true)[0]
	case op.Op <= isa.ImageStore:
		w.locate(t, op.Mip)
		t.Atom.Bytes = res.Data.Bytes()
	default:
		return w.prepareSample(t)
	}
	return nil
}

// Texel returns what the sampler of an image instruction works on: the bytes of a texel, and whether
// a linear filter blends several.
func (t *Token) Texel() (bytes int, linear bool) {
	im := t.img
	x := &t.Rec.X.Mem.Image
	if x.Op != isa.ImageSample {
		return 0, false
	}
	point := func(f mem.Filter) bool { return f == mem.FilterPoint || f == mem.FilterAnisoPoint }
	return im.res.Data.Bytes(), !point(im.samp.Mag) || !point(im.samp.Min)
}

// fetchRow copies the next address register.
func (w *Wave) fetchRow(t *Token) *isa.Row {
	im := t.img
	row := &im.addr[im.n]
	*row = *w.row(t.Rec.X.Operand('v'), im.n)
	im.n++
	return row
}

// readBody reads n address values. With A16 (GCN 1.4) two share a register and are widened:
// integers, or f16 to single precision.
func (w *Wave) readBody(t *Token, n int, integer bool) (rows [maxImageAddr]*isa.Row) {
	im := t.img
	if !t.Rec.X.Inst.Mod.R128 || w.prog.features.Has(isa.FeatureR128) {
		for i := range n {
			rows[i] = w.fetchRow(t)
		}
		return rows
	}
	for i := 0; i < n; i += 2 {
		lo := w.fetchRow(t)
		rows[i] = lo
		if i+1 < n {
			hi := &im.half[im.nh]
			im.nh++
			for l, v := range lo {
				hi[l] = v >> 16
			}
			rows[i+1] = hi
		}
		for l := range lo {
			lo[l] &= 0xffff
		}
	}
	if !integer {
		for _, r := range rows[:n] {
			for l, v := range r {
				r[l] = mem.F16ToF32(v)
			}
		}
	}
	return rows
}

// locate computes the texels' addresses for an operation without sampler.
func (w *Wave) locate(t *Token, mip bool) {
	im := t.img
	dims, index := im.res.Coordinates(t.Rec.X.Inst.Mod.DA)
	n := dims
	if index {
		n++
	}
	if mip {
		n++
	}
	rows := w.readBody(t, n, true)
	q := &im.iq
	*q = mem.ImageQuery{Exec: t.Exec}
	copy(q.Coord[:], rows[:dims])
	if index {
		q.Index = rows[dims]
	}
	if mip {
		q.Level = rows[n-1]
	}
	t.InRange = im.res.Lanes(q, &t.Atom.Addr)
	t.Part = [4]uint64{t.InRange, t.InRange, t.InRange, t.InRange}
}

// prepareSample reads what an operation with a sampler needs. With A16, bias, derivatives,
// coordinates and levels are f16. The bias has a register of its own. The derivatives of each
// direction, and the coordinates, each begin a new register (LLVM packImage16bitOpsToDwords).
func (w *Wave) prepareSample(t *Token) error {
	x, im := t.Rec.X, t.img
	op := &x.Mem.Image
	var words [4]uint32
	for i := range words {
		words[i] = w.S[uint8(int(x.Operand('q').Code)+i)]
	}
	im.samp = mem.DecodeSampler(w.prog.Gen, words)
	q := &im.q
	q.Exec, q.Op, q.From, q.Unnorm = t.Exec, op.Op, op.From, x.Inst.Mod.Unorm
	q.Borders = w.group.disp.Opts.BorderColors
	q.Row, q.Raw = int(op.Row), op.Raw
	q.Offset, q.Bias, q.Ref, q.Index, q.LOD, q.Clamp = nil, nil, nil, nil, nil, nil
	if op.Op == isa.ImageGather {
		if bits.OnesCount8(x.Inst.Mod.DMask) != 1 {
			return im.res.Fail(mem.ErrImageRules, "gather4 with dmask %#x: it must name one component",
				x.Inst.Mod.DMask)
		}
		q.Comp = bits.TrailingZeros8(x.Inst.Mod.DMask)
	}
	if op.Offset {
		q.Offset = w.fetchRow(t)
	}
	if op.Bias {
		q.Bias = w.readBody(t, 1, false)[0]
	}
	if op.Compare {
		q.Ref = w.fetchRow(t)
	}
	dims, index := im.res.Coordinates(x.Inst.Mod.DA)
	if op.From == isa.LODDerivs || op.From == isa.LODCoarse {
		for axis := range 2 {
			rows := w.readBody(t, dims, false)
			copy(q.Deriv[axis*dims:], rows[:dims])
		}
	}
	n := dims
	if index {
		n++
	}
	level := op.From == isa.LODGiven || op.Clamp
	if level {
		n++
	}
	rows := w.readBody(t, n, false)
	copy(q.Coord[:], rows[:dims])
	if index {
		q.Index = rows[dims]
	}
	switch {
	case op.Clamp:
		q.Clamp = rows[n-1]
	case level:
		q.LOD = rows[n-1]
	}
	return im.samp.Check(&im.res, q)
}

// serviceImage accesses memory for MIMG.
func (w *Wave) serviceImage(t *Token, rows []*isa.Row) {
	m := &t.Rec.X.Mem
	a := &t.Atom
	a.Exec, a.Part, a.Ext = t.Exec, &t.Part, mem.ExtZero
	var err error
	switch {
	case m.Kind == isa.MemAtomic:
		err = w.imageAtomic(t, rows)
	case m.Image.Op == isa.ImageLoad && m.Image.Raw:
		err = w.loadTexels(t, rows)
	case m.Image.Op == isa.ImageLoad:
		err = w.loadImage(t, rows)
	case m.Image.Op == isa.ImageStore:
		err = w.storeImage(t)
	case m.Image.Op == isa.ImageInfo:
		w.imageInfo(t, rows)
	default:
		err = w.sampleImage(t, rows)
	}
	if err != nil {
		w.memFault(t, err)
	}
}

// imageAtomic treats the texel as one word.
func (w *Wave) imageAtomic(t *Token, rows []*isa.Row) error {
	a := &t.Atom
	n := a.Bytes / 4
	a.Rows, a.Src, a.Cmp = rows, t.dataRows(0, n), nil
	if a.Op == isa.AtomCmpSwap || a.Op == isa.AtomFCmpSwap {
		a.Cmp = t.dataRows(n, n)
	}
	a.Alone = w.group.disp.Alone
	return w.group.disp.Mem.AtomicLanes(a)
}

// selected lists the components of DMASK.
func (x *Bound) selected() (list [4]int, n int) {
	for c := range 4 {
		if x.Inst.Mod.DMask>>c&1 != 0 {
			list[n] = c
			n++
		}
	}
	return list, n
}

// loadTexels returns the texels' dwords, those that DMASK names.
func (w *Wave) loadTexels(t *Token, rows []*isa.Row) error {
	a := &t.Atom
	if t.Rec.X.Mem.Image.Signed && a.Bytes < 4 {
		a.Ext = mem.ExtSign
	}
	dwords := (a.Bytes + 3) / 4
	a.Rows = t.dataRows(0, dwords)
	if err := w.gather(t, &a.Access); err != nil {
		return err
	}
	list, n := t.Rec.X.selected()
	w.dst[0] = isa.Row{}
	for i, c := range list[:n] {
		src := &w.dst[0]
		if c < dwords {
			src = &t.Data[c]
		}
		merge(rows[i], src, t.Exec)
	}
	return nil
}

// loadImage converts texels: DST_SEL first, then DMASK (Vega ISA 8.2.4).
func (w *Wave) loadImage(t *Token, rows []*isa.Row) error {
	x, res := t.Rec.X, &t.img.res
	t.Atom.Rows = t.dataRows(0, (t.Atom.Bytes+3)/4)
	if err := w.gather(t, &t.Atom.Access); err != nil {
		return err
	}
	c := &t.conv
	*c = mem.FormatLanes{Data: res.Data, Num: res.Num, D16: x.Inst.Mod.D16, Raw: t.Atom.Rows, Comp: rows}
	list, n := x.selected()
	for i, k := range list[:n] {
		c.Sel[i] = res.Sel[k]
	}
	if !x.packed() {
		c.Load(t.Exec, t.InRange)
		return nil
	}
	tmp := w.components()
	c.Comp = tmp[:n]
	c.Load(t.Exec, t.InRange)
	w.pack(rows, c.Comp, t.Exec)
	return nil
}

// components are scratch rows for four components.
func (w *Wave) components() *[4]*isa.Row {
	a := &w.mods.alt
	return &[4]*isa.Row{&a[0], &a[1], &a[2], &a[3]}
}

// pack puts pairs of 16-bit components into registers; an odd last one keeps the upper half (errata
// B-29).
func (w *Wave) pack(rows, comp []*isa.Row, exec uint64) {
	for j, dst := range rows {
		lo, hi := comp[2*j], dst
		shift := 16
		if 2*j+1 < len(comp) {
			hi, shift = comp[2*j+1], 0
		}
		for l := range lo {
			w.dst[0][l] = lo[l]&0xffff | hi[l]>>shift<<16
		}
		merge(dst, &w.dst[0], exec)
	}
}

// storeImage converts components to texels. Components that DMASK leaves out are 0 (Vega ISA
// 8.2.4).
func (w *Wave) storeImage(t *Token) error {
	x, res := t.Rec.X, &t.img.res
	list, n := x.selected()
	comp := w.components()
	for i := range n {
		switch {
		case !x.packed():
			comp[i] = &t.Data[i]
		default:
			for l, v := range t.Data[i/2] {
				comp[i][l] = v >> (i & 1 * 16)
			}
		}
	}
	w.dst[0] = isa.Row{}
	by := [4]*isa.Row{&w.dst[0], &w.dst[0], &w.dst[0], &w.dst[0]}
	for i, k := range list[:n] {
		by[k] = comp[i]
	}
	a := &t.Atom
	dwords := (a.Bytes + 3) / 4
	a.Rows = t.bufRows(dwords)
	if x.Mem.Image.Raw {
		for k, r := range a.Rows {
			*r = *by[k]
		}
		return w.scatter(t, &a.Access)
	}
	c := &t.conv
	*c = mem.FormatLanes{Data: res.Data, Num: res.Num, D16: x.Inst.Mod.D16, Raw: a.Rows}
	var texel [4]*isa.Row
	for k, from := range res.StoreSel() {
		texel[k] = &w.dst[0]
		if from >= 0 {
			texel[k] = by[from]
		}
	}
	c.Comp = texel[:]
	c.Store(t.Exec)
	return w.scatter(t, &a.Access)
}

// imageInfo is IMAGE_GET_RESINFO.
func (w *Wave) imageInfo(t *Token, rows []*isa.Row) {
	list, n := t.Rec.X.selected()
	for m := t.Exec; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & 63
		info := t.img.res.Info(t.img.iq.Level[l])
		for i, k := range list[:n] {
			rows[i][l] = info[k]
		}
	}
}

// sampleImage does what takes a sampler.
func (w *Wave) sampleImage(t *Token, rows []*isa.Row) error {
	x, im := t.Rec.X, t.img
	out := w.components()
	if err := w.group.disp.Mem.Sample(&im.res, &im.samp, &im.q, out); err != nil {
		return err
	}
	list, n := x.selected()
	if im.q.Op == isa.ImageGather {
		list, n = [4]int{0, 1, 2, 3}, 4
	}
	var comp [4]*isa.Row
	for i, k := range list[:n] {
		comp[i] = out[k]
	}
	if x.Inst.Mod.D16 {
		for _, r := range comp[:n] {
			for l, v := range r {
				r[l] = mem.ToD16(im.res.Num, v)
			}
		}
		if x.packed() {
			w.pack(rows, comp[:n], t.Exec)
			return nil
		}
	}
	for i, r := range comp[:n] {
		merge(rows[i], r, t.Exec)
	}
	return nil
}
