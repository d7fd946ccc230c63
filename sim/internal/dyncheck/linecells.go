package dyncheck

// How accesses are entered in the cells of a shadow of lines: page by page.

const (
	pageOfLine  = writtenShift - lineShift // of the number of a line: its page
	linesInPage = 1 << pageOfLine
	noPage      = ^uint64(0)
)

// accessBy is what an access does with the lines that it has.
type accessBy struct {
	tag           uint32
	group         uint32 // of a read what is below it other work-groups have accessed, 0 of all else
	fresh         uint32 // of what is below it nobody has accessed anything in the launch
	mine          uint32 // what has it has been accessed by the same wave only, in this spell
	reads, writes uint16 // all dwords, or none
	kind          accessKind
	changes       bool // it is a write or an atomic
	tells         bool // others want to know
}

// is makes it what an access of a wave does. Its fields are set one by one: hosts wait for what is written in parts and
// copied as a whole.
func (by *accessBy) is(s *lineShadow, kind accessKind, wave uint8, also bool) {
	by.kind, by.tag, by.fresh = kind, s.spell|uint32(wave), s.launch
	by.mine, by.changes, by.tells = by.tag, kind.writes(), kind.writes() && s.all != nil
	switch kind {
	case plainWrite:
		if by.writes = 0xffff; also {
			by.reads = 0xffff
		}
	case atomicAccess: // it is entered by touch
		by.fresh, by.mine = 0, ^uint32(0)
	default:
		by.group, by.reads = s.group, 0xffff
	}
}

// page is the leaf of a page in which something is accessed, and reports whether the page is known by line.
func (s *lineShadow) page(page uint64, by *accessBy) (leaf *lineLeaf, fine bool) {
	leaf = s.leaf(page >> (leafBits - writtenShift))
	bit := uint64(1) << (page & 63)
	if by.changes {
		if leaf.wrote != s.launch {
			leaf.wrote, leaf.pages = s.launch, 0
		}
		if leaf.pages&bit == 0 {
			leaf.pages |= bit
			s.news++
		}
	}
	if by.reads != 0 {
		leaf.read = s.launch
	}
	return leaf, leaf.fine&bit != 0
}

// access enters an access of a wave to n bytes from addr on. Where also is set, it is a plain write of what the wave
// has read before it, and that read is entered, too.
func (s *lineShadow) access(kind accessKind, wave uint8, addr, n uint64, also bool) (met lineMet) {
	end := addr + n - 1
	line, last := addr>>lineShift, end>>lineShift
	m, tail := uint16(0xffff)<<(addr>>2&15), uint16(0xffff)>>(15-end>>2&15)
	blocks := m == 0xffff && tail == 0xffff && line%blockLines == 0 && last%blockLines == blockLines-1
	switch {
	case quickly && blocks && last-line < blockLines && s.quickBlock(kind, wave, line, also, &met):
		return met
	case quickly && last-line < fewLines && !blocks:
		var list [fewLines]lineRun
		n := int(last - line)
		for i := range n {
			list[i], m = lineRun{uint32(i), m}, 0xffff
		}
		list[n] = lineRun{uint32(n), m & tail}
		done, of := s.quick(kind, wave, line, last, list[:n+1], also)
		if met = of; done > n {
			return met
		}
		m, line = list[done].dwords, line+uint64(done)
	}
	var by accessBy
	by.is(s, kind, wave, also)
	for line <= last {
		leaf, fine := s.page(line>>pageOfLine, &by)
		to := min(last, line|(linesInPage-1))
		if !fine {
			if line%blockLines == 0 && m == 0xffff && to%blockLines == blockLines-1 && (to < last || tail == 0xffff) {
				var by4 lineMet
				line, by4 = s.wholeBlocks(leaf, line, to, &by)
				met |= by4
			}
			if line > to {
				continue
			}
			s.refine(leaf, pageOf(line))
		}
		if line == last {
			m &= tail
		}
		if m != 0xffff {
			met |= s.enter(&by, leaf, line, []lineRun{{0, m}})
			line, m = line+1, 0xffff
		}
		n, part := to+1-line, false
		if n > 0 && to == last && tail != 0xffff {
			n, part = n-1, true
		}
		if n > 0 {
			met |= s.enter(&by, leaf, line, wholeLines[:n])
		}
		if part {
			met |= s.enter(&by, leaf, to, []lineRun{{0, tail}})
		}
		line = to + 1
	}
	if by.tells {
		s.told()
	}
	return met
}

// fewLines is of how many lines an access is entered at once.
const fewLines = 8

// wholeLines are those of a page.
var wholeLines = func() (list [linesInPage]lineRun) {
	for i := range list {
		list[i] = lineRun{uint32(i), 0xffff}
	}
	return list
}()

// runs enters an access to dwords of lines, which lie behind the line first. whole says that they are blocks. also is
// that of access.
func (s *lineShadow) runs(kind accessKind, wave uint8, first uint64, list []lineRun, whole, also bool) (met lineMet) {
	var by accessBy
	by.is(s, kind, wave, also)
	for len(list) > 0 {
		line, of := first+uint64(list[0].line), lineMet(0)
		if quickly && whole && s.quickBlock(kind, wave, line, also, &of) {
			list, met = list[blockLines:], met|of
			continue
		}
		page := line >> pageOfLine
		leaf, fine := s.page(page, &by)
		if !fine {
			if whole {
				if next, by4 := s.wholeBlocks(leaf, line, line+blockLines-1, &by); next > line {
					met |= by4
					list = list[blockLines:]
					continue
				}
			}
			s.refine(leaf, pageOf(line))
		}
		n := 1
		for n < len(list) && (first+uint64(list[n].line))>>pageOfLine == page {
			n++
		}
		met |= s.enter(&by, leaf, first, list[:n])
		list = list[n:]
	}
	if by.tells {
		s.told()
	}
	return met
}

// quick enters lines of an access, which lie behind the line first and none behind last, as long as that takes
// little. It returns how many.
func (s *lineShadow) quick(kind accessKind, wave uint8, first, last uint64, list []lineRun,
	also bool) (n int, met lineMet) {
	if !quickly {
		return 0, 0
	}
	key := first >> lineLeafBits
	r := &s.recent[key*0x9e3779b97f4a7c15>>recentShift]
	leaf, pages := r.leaf, pageMask(first>>pageOfLine, last>>pageOfLine)
	if leaf == nil || r.key != key || last>>lineLeafBits != key || leaf.fine&pages != pages || kind == atomicAccess {
		return 0, 0
	}
	old, tag := leaf.old, s.spell|uint32(wave)
	if leaf.oldIn != s.launch {
		old = nil
	}
	if kind != plainWrite {
		leaf.read = s.launch
		return quickRead(leaf.lines, old, first, list, tag, s.launch, s.group)
	}
	if leaf.wrote != s.launch || leaf.pages&pages != pages {
		return 0, 0
	}
	reads := uint16(0)
	if also {
		reads, leaf.read = 0xffff, s.launch
	}
	if s.all != nil {
		s.tellQuick(leaf.lines, old, first, list, tag)
		s.told()
	}
	return quickWrite(leaf.lines, old, first, list, tag, s.launch, s.group, reads)
}

// enter enters an access to dwords of lines of a page, which lie behind the line first.
func (s *lineShadow) enter(by *accessBy, leaf *lineLeaf, first uint64, list []lineRun) (met lineMet) {
	for len(list) > 0 {
		old := leaf.old
		if leaf.oldIn != s.launch {
			old = nil
		}
		n, of := 0, lineMet(0)
		switch {
		case by.kind == atomicAccess:
		case by.kind == plainWrite:
			if by.tells {
				s.tellQuick(leaf.lines, old, first, list, by.tag)
			}
			n, of = quickWrite(leaf.lines, old, first, list, by.tag, s.launch, s.group, by.reads)
		default:
			n, of = quickRead(leaf.lines, old, first, list, by.tag, s.launch, s.group)
		}
		if n < len(list) {
			of |= s.touches(by, leaf, first+uint64(list[n].line), list[n].dwords)
			n++
		}
		list, met = list[n:], met|of
	}
	return met
}

// The frequent cases of lineShadow.touch: they return how many of the lines were such. They call nothing, so that the
// compiler keeps all that they need in registers. old is nil where nothing is known of lines beyond their cells.

// quickRead enters a read.
func quickRead(lines *[lineLeafSize]lineCell, old *[lineLeafSize]lineOld, first uint64, list []lineRun,
	tag, fresh, group uint32) (n int, met lineMet) {
	for i := range list {
		line, m := (first+uint64(list[i].line))%lineLeafSize, list[i].dwords
		c := &lines[line]
		switch {
		case c.tag < fresh:
			c.tag, c.read, c.wrote = tag, m, 0
			continue
		case old == nil:
			if c.tag == tag {
				c.read |= m
			} else if c.tag >= group || !c.onlyRead(m) { // else it is nothing new
				return i, met
			}
			continue
		}
		o := &old[line]
		if c.tag != tag {
			if c.tag < group && c.onlyRead(m) && o.groupWrote|o.otherWrote == 0 { // it is nothing new
				continue
			}
			if c.tag >= tag&^severalWaves {
				return i, met
			}
			o.add(c, group)
			c.tag, c.read, c.wrote = tag, 0, 0
		}
		c.read |= m
		met |= lineMet(o.otherWrote & m)
	}
	return len(list), met
}

// quickWrite enters a plain write, also a read of the same where reads has all dwords.
func quickWrite(lines *[lineLeafSize]lineCell, old *[lineLeafSize]lineOld, first uint64, list []lineRun,
	tag, fresh, group uint32, reads uint16) (n int, met lineMet) {
	for i := range list {
		line, m := (first+uint64(list[i].line))%lineLeafSize, list[i].dwords
		c := &lines[line]
		switch {
		case c.tag < fresh:
			c.tag, c.read, c.wrote = tag, m&reads, m
			continue
		case old == nil:
			if c.tag != tag {
				return i, met
			}
			met |= lineMet(c.wrote&m) << 16
		default:
			o := &old[line]
			if c.tag != tag {
				if c.tag >= tag&^severalWaves {
					return i, met
				}
				o.add(c, group)
				c.tag, c.read, c.wrote = tag, 0, 0
			}
			met |= lineMet((o.otherRead|o.otherWrote)&m) | lineMet((c.wrote|o.groupWrote|o.otherWrote)&m)<<16
		}
		c.read |= m & reads
		c.wrote |= m
	}
	return len(list), met
}

// tellQuick tells of the lines that quickWrite enters.
func (s *lineShadow) tellQuick(lines *[lineLeafSize]lineCell, old *[lineLeafSize]lineOld, first uint64,
	list []lineRun, tag uint32) {
	for _, r := range list {
		line, o := first+uint64(r.line), &noOld
		if old != nil {
			o = &old[line%lineLeafSize]
		}
		switch c := &lines[line%lineLeafSize]; {
		case c.tag < s.launch:
			s.tell(line, r.dwords, 0)
		case c.tag == tag:
			s.tell(line, r.dwords&^c.wrote, o.groupWrote|o.otherWrote)
		case c.tag < s.spell && old != nil:
			s.tell(line, r.dwords, c.wrote|o.groupWrote|o.otherWrote)
		default:
			return
		}
	}
}

// touches is touch for an access that may read also.
func (s *lineShadow) touches(by *accessBy, leaf *lineLeaf, line uint64, m uint16) (met lineMet) {
	wave := uint8(by.tag)
	if by.changes && by.reads != 0 {
		met = s.touch(plainRead, wave, leaf, line, m)
	}
	return met | s.touch(by.kind, wave, leaf, line, m)
}
