package dyncheck

import "math/bits"

// Blocks of lines. Dense stores and loads of whole waves have 256 bytes or several times that, and mostly no
// other wave has any of them in a launch. So a page begins as one whose blocks of four lines have a cell each,
// which takes a quarter of the work and of the host's caches. It is known by line (lineLeaf.fine) from the first
// access on that is not so.

// blockLines is how many lines a block has: those of a word of [writtenBits].
const blockLines = wordLines

// pageOf is the page of a line, as a bit of its leaf.
func pageOf(line uint64) uint64 { return 1 << (line >> (writtenShift - lineShift) & 63) }

// findBlocks finds out whether the runs of a shape are whole blocks, one or several.
func (h *lineShape) findBlocks() {
	h.whole = h.n > 0 && h.n%blockLines == 0
	for i := 0; i < h.n && h.whole; i++ {
		r, first := &h.runs[i], &h.runs[i&^(blockLines-1)]
		h.whole = r.dwords == 0xffff && r.line == first.line+uint32(i%blockLines) &&
			(first.line-h.runs[0].line)%blockLines == 0
	}
}

// wholeBlocks enters an access to blocks from line on, up to last, in pages that are not known by line. It returns
// the line up to which that could be done, of an atomic none, and what the access meets there.
func (s *lineShadow) wholeBlocks(leaf *lineLeaf, line, last uint64, by *accessBy) (next uint64, met lineMet) {
	for ; line <= last; line += blockLines {
		c := &leaf.blocks[line/blockLines%uint64(len(leaf.blocks))]
		switch {
		case c.tag < by.fresh:
			c.tag, c.read, c.wrote = by.tag, by.reads, by.writes
			if by.tells {
				s.tellBlock(line)
			}
		case c.tag == by.mine:
			met |= lineMet(c.wrote&by.writes) << 16
			if by.tells && c.wrote == 0 {
				s.tellBlock(line)
			}
			c.read |= by.reads
			c.wrote |= by.writes
		case c.tag < by.group && c.onlyRead(0xffff): // it is nothing new
		default:
			return line, met
		}
	}
	return line, met
}

// quickBlock enters an access to the block that begins at a line, where nobody else has accessed it. It reports false,
// with nothing done, where that is not so or takes longer.
func (s *lineShadow) quickBlock(kind accessKind, wave uint8, line uint64, also bool, met *lineMet) bool {
	key, page := line>>lineLeafBits, pageOf(line)
	r := &s.recent[key*0x9e3779b97f4a7c15>>recentShift]
	leaf, tag := r.leaf, s.spell|uint32(wave)
	if leaf == nil || r.key != key || leaf.fine&page != 0 || kind == atomicAccess || s.all != nil {
		return false
	}
	c := &leaf.blocks[line/blockLines%uint64(len(leaf.blocks))]
	read, wrote := uint16(0xffff), uint16(0)
	if kind == plainWrite {
		if wrote = 0xffff; leaf.wrote != s.launch || leaf.pages&page == 0 {
			return false
		}
		if !also {
			read = 0
		}
	}
	switch {
	case c.tag < s.launch:
		c.tag, c.read, c.wrote = tag, read, wrote
	case c.tag == tag:
		*met = lineMet(c.wrote&wrote) << 16
		c.read |= read
		c.wrote |= wrote
	default:
		return false
	}
	if read != 0 {
		leaf.read = s.launch
	}
	return true
}

// tellBlock is tell for all dwords of the block that begins at a line, none of which is known.
func (s *lineShadow) tellBlock(line uint64) {
	s.told()
	s.telling = telling{at: line >> wordShift, m: ^uint64(0)}
}

// refine makes pages of a leaf known by line.
func (s *lineShadow) refine(leaf *lineLeaf, pages uint64) {
	if pages &^= leaf.fine; pages == 0 {
		return
	}
	if leaf.fine |= pages; leaf.lines == nil {
		leaf.lines = new([lineLeafSize]lineCell)
	}
	for ; pages != 0; pages &= pages - 1 {
		const blocks = uint64(len(leaf.blocks) / 64)
		first := uint64(bits.TrailingZeros64(pages)) * blocks
		for i := first; i < first+blocks; i++ {
			if c := leaf.blocks[i]; c.tag >= s.launch {
				for j := range uint64(blockLines) {
					leaf.lines[i*blockLines+j] = c
				}
			}
		}
	}
}
