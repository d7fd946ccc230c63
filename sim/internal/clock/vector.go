package clock

import (
	"math/bits"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// The address unit of a compute unit takes a quarter of a wave at a time: 16 lanes, or 4 lanes a
// clock (AMD GPUOpen, Understanding Memory Coalescing on GCN; AMD OpenCL Optimization Guide, 2.1).
const (
	quarterLanes = 16
	quadLanes    = 4
)

// dword is how far apart, at most, lanes of a load of one component are that are taken together.
const dword = 4 // bytes

// addressing is how the address unit takes an instruction.
type addressing struct {
	// comps is the number of components of a load of a buffer or from an address. Of one component
	// a quarter takes one clock where its lanes are at one address or follow each other, no more
	// than a dword apart; else the unit takes four lanes a clock. 0: always four lanes, as of stores,
	// atomics and images.
	comps uint8
	quad  uint8 // clocks of four lanes
	plus  uint8 // clocks more, of a wave
}

// addressingOf derives it.
func (k *Clock) addressingOf(x *engine.Bound) addressing {
	a := addressing{quad: 1}
	switch x.Mem.Kind {
	case isa.MemLoad, isa.MemLoadFormat:
		a.comps = max(1, (x.Mem.Size+3)/4)
		if a.comps == 2 {
			a.plus = uint8(k.p.l1Pair)
		}
	case isa.MemAtomic:
		if x.Mem.Atom == isa.AtomCmpSwap || x.Mem.Atom == isa.AtomFCmpSwap {
			a.quad = 2 // comparand and value: CLRX has 32 clocks for a wave instead of 16
		}
	}
	return a
}

// asks is what a vector memory operation asks L1 and L2 for, and whether L1 keeps its lines.
func asks(x *engine.Bound) (kind uint8, keep bool) {
	switch m := &x.Mem; {
	case m.Kind == isa.MemAtomic:
		return askAtomic, false
	case m.Kind == isa.MemStore || m.Kind == isa.MemStoreFormat || m.Kind == isa.MemLdsStore ||
		m.Kind == isa.MemImage && m.Image.Op == isa.ImageStore:
		return askWrite, false
	}
	return askLoad, !x.Inst.Mod.GLC // a load that has to see what others have stored misses on purpose
}

// vector times a vector memory operation.
func (u *clockCU) vector(s *clockSIMD, w *clockWave, a *access, o *outOp, t uint64) {
	p := &u.k.p
	kind := w.k.asks
	cycles := max(uint64(a.cycles), p.simds)
	asked := u.look(w.k, a)
	start := u.accept(s, catVMEM, t, cycles)
	u.path.works(span{start, start + cycles}, u.cl.end, u.k.window)
	u.cl.series.vector(start, uint64(a.bytes))
	base := start + cycles - p.simds + p.l1Latency
	if u.late > base {
		base = u.late
		w.log.reach(o.Slot, u.lateFrom)
	}
	if a.inLDS {
		base = max(base, u.lds(s, w.k, a.banks, a.moved, t))
	}
	switch {
	case o.Left[waitcnt.EXP] == 0:
	case a.captured: // at issue: EXP has fallen again
		w.retire(len(w.out)-1, waitcnt.EXP)
	default:
		o.due = start + max(cycles, uint64(w.k.issue))
		w.nextRet = min(w.nextRet, o.due)
	}
	if asked == 0 && w.unknown == 0 && kind < askWrite {
		w.returned(o, base)
		return
	}
	clock := start + cycles - p.simds
	w.unknown++
	if o.Class == waitcnt.Flat {
		w.unknownLDS++
		w.lastFlat = clock
	}
	r := request{clock: clock, base: base, kind: kind, w: w, slot: o.Slot, n: uint32(asked)}
	if a.packed != nil && kind >= askWrite {
		r.taped, r.at = true, uint32(w.tape.at-len(a.packed))
	}
	u.ask(r)
}

// returned enters the time at which a vector memory operation returns. Operations of a class return
// in order; those of LDS that come after a FLAT operation which may access it do so after that.
func (w *clockWave) returned(o *outOp, t uint64) {
	if o.Class.Ordered() {
		t = max(t, w.last[o.Class])
		w.last[o.Class] = t
	} else {
		w.last[waitcnt.LDS] = max(w.last[waitcnt.LDS], t)
	}
	o.returns(t)
	w.nextRet = min(w.nextRet, t)
}

// look looks up the lines of an operation in L1, and returns how many have to be asked for: what was not at its
// place, is on its way, or is of a load with GLC. Clock u.late is when the others arrive. Of a store or an atomic of
// a tape it returns the runs that the tape has.
func (u *clockCU) look(k *cost, a *access) (asked int) {
	u.late = 0
	if a.quarters == 0 {
		return 0
	}
	k.stat.quarters += uint64(a.quarters)
	k.stat.bytes += uint64(a.bytes)
	switch {
	case k.asks < askWrite:
		return u.lookLines(k, a)
	case a.packed != nil:
		n := uint64(0)
		for _, x := range a.packed {
			n += uint64(uint8(x >> tapeRunLines))
		}
		k.stat.segments += n
		return len(a.packed)
	}
	list := u.path.room()
	first := len(list)
	for _, run := range a.lines {
		for x := range uint64(run.n) {
			list = append(list, lineRequest{addr: run.addr + x*u.k.p.l1Line, at: -1, number: run.times})
		}
	}
	u.path.asked = list
	k.stat.segments += uint64(len(list) - first)
	return len(list) - first
}

// lookLines is look for a load.
func (u *clockCU) lookLines(k *cost, a *access) (asked int) {
	l1, path, line, before := &u.l1, &u.path, u.k.p.l1Line, u.path.misses
	n := 0
	for i := range a.runs() {
		n += int(a.run(i).n)
	}
	first := len(path.room())
	path.asked = slices.Grow(path.asked, n)
	list := path.asked[first : first+n] // memory for requests
	// Neighbouring quarters of a wave often share a line. It is the newest one of its set then, and
	// a request for it would change nothing.
	last := ^uint64(0)
	for i := range a.runs() {
		run := a.run(i)
		x, end := run.addr, run.addr+uint64(run.n)*line
		if x == last {
			x += line
		}
	lines:
		for ; x != end; x += line {
			var l *usedLine
			head := l1.hash(x)
			at := *head - 1
			for ; at >= 0; at = l.next - 1 {
				if l = &l1.uses[at]; l.has(x) {
					l1.used++
					l.last = l1.used
					switch {
					case l.ready == never: // it is on its way
						list[asked] = lineRequest{addr: x | lineMerged, at: at, number: l.miss}
						asked++
						continue lines
					case k.keep:
						if l.ready > u.late {
							u.late, u.lateFrom = l.ready, l.from()
						}
						continue lines
					}
					l.tagLine = tagLine{x | tagThere, never} // a load with GLC
					break
				}
			}
			if at < 0 {
				place, _ := l1.replace(head, x, x>>(u.k.p.l1Shift&63), never)
				at, l = int32(place), &l1.uses[place]
			}
			path.misses++
			l.miss = path.misses
			list[asked] = lineRequest{addr: x, at: at, number: l.miss}
			asked++
		}
		last = end - line
	}
	path.asked = path.asked[:first+asked]
	misses := uint64(path.misses - before)
	hits := uint64(n) - misses
	l1.stats.Hits += hits
	l1.stats.Misses += misses
	k.stat.segments += uint64(n)
	k.stat.hits += hits
	k.stat.misses += misses
	return asked
}

// coalesce finds the lines that an operation needs. It enters them, and the clocks that the address unit
// takes or that L1 needs to deliver the data, whichever is more. approximate: samples hit.
func (u *clockCU) coalesce(a *access, k *cost, t *engine.Token) {
	x := t.Rec.X
	size := uint64(max(int(x.Mem.Size), 1))
	exec := t.Exec
	switch x.Inst.Form.Fmt {
	case isa.MUBUF, isa.MTBUF:
		size, exec = uint64(max(t.Atom.Bytes, 1)), exec&t.Part[0]
	case isa.MIMG:
		if op := x.Mem.Image.Op; x.Mem.Kind == isa.MemImage && op != isa.ImageLoad && op != isa.ImageStore {
			a.cycles = u.sample(t)
			return
		}
		size, exec = uint64(max(t.Atom.Bytes, 1)), exec&t.InRange
	default:
		exec &^= t.FlatLDS
		if t.FlatPriv != 0 {
			u.private(a, k, t)
			return
		}
	}
	u.quarters(a, &t.Atom.Addr, exec, size, k.addr, k.asks)
}

// sample is coalesce for image instructions with a sampler: four lanes a clock, and a linear filter
// takes 32 bits of the four lanes' texels a clock (AMD GPUOpen, Understanding Memory Coalescing on
// GCN).
func (u *clockCU) sample(t *engine.Token) uint32 {
	n := uint32(isa.Lanes / quadLanes)
	if bytes, linear := t.Texel(); linear {
		n *= uint32(max(1, bytes/4))
	}
	return n
}

// private is coalesce for private memory, whose dwords are interleaved over the lanes.
func (u *clockCU) private(a *access, k *cost, t *engine.Token) {
	var addr [isa.Lanes]uint64
	how := k.addr
	how.comps, how.plus = min(how.comps, 1), 0
	for d := uint32(0); d < max(uint32(t.Rec.X.Mem.Size), 4); d += 4 {
		exec := t.FlatPriv
		for l := range addr {
			o := t.PrivOffset[l] + d
			addr[l] = t.PrivBase + uint64(o>>2)*256 + uint64(l)*4
		}
		if d == 0 { // lanes of other apertures
			for e := t.Exec &^ (t.FlatLDS | t.FlatPriv); e != 0; e &= e - 1 {
				l := bits.TrailingZeros64(e) & 63
				addr[l] = t.Atom.Addr[l]
				exec |= 1 << l
			}
		}
		u.quarters(a, &addr, exec, 4, how, k.asks)
	}
}

// quarters is coalesce for lanes with addresses.
func (u *clockCU) quarters(a *access, addr *[isa.Lanes]uint64, exec, size uint64, how addressing, kind uint8) {
	all := exec == mem.AllLanes && (how.comps != 1 || size <= dword) && mem.Contiguous(addr[:], size)
	cycles, quarters, line := uint64(0), uint32(0), u.k.p.l1Line
	for q := 0; q < isa.Lanes; q += quarterLanes {
		m := exec >> q & (1<<quarterLanes - 1)
		if m == 0 {
			continue
		}
		quarters++
		lanes := (*[quarterLanes]uint64)(addr[q:])
		if !all && !linear(lanes, m, size, how.comps) {
			n := uint64(0)
			if kind == askAtomic {
				n = u.atomics(a, lanes, m, size)
			} else {
				n = u.scattered(a, lanes, m, size)
			}
			cycles += n * uint64(how.quad)
			continue
		}
		cycles += how.row(m)
		if m == 1<<quarterLanes-1 {
			a.span(lanes[0], lanes[quarterLanes-1]+size, line)
			continue
		}
		for next := uint64(0); m != 0; m &= m - 1 {
			b := lanes[bits.TrailingZeros64(m)&(quarterLanes-1)]
			for x := max(b&^(line-1), next); x < b+size; x += line {
				a.add(x, line)
				next = x + line
			}
		}
	}
	u.deliver(a, cycles, quarters, uint64(bits.OnesCount64(exec))*size, how)
}

// inARow is quarters for all lanes, whose elements begin at an address and follow each other.
func (u *clockCU) inARow(a *access, at, size uint64, how addressing) {
	cycles := uint64(0)
	for range isa.Lanes / quarterLanes {
		cycles += how.row(1<<quarterLanes - 1)
		end := at + quarterLanes*size
		a.span(at, end, u.k.p.l1Line)
		at = end
	}
	u.deliver(a, cycles, isa.Lanes/quarterLanes, isa.Lanes*size, how)
}

// row is the clocks of the address unit for the lanes m of a quarter, whose elements it takes at once
// where they are of one component.
func (how *addressing) row(m uint64) uint64 {
	if how.comps == 1 {
		return 1
	}
	fours := m | m>>1
	fours |= fours >> 2
	return uint64(bits.OnesCount64(fours&0x1111)) * uint64(how.quad)
}

// span adds the lines of the bytes from an address to before another one.
func (a *access) span(from, to, line uint64) {
	for x := from &^ (line - 1); x < to; x += line {
		a.add(x, line)
	}
}

// deliver enters clocks of the address unit for quarters of a wave, and what L1 needs for their bytes.
func (u *clockCU) deliver(a *access, cycles uint64, quarters uint32, bytes uint64, how addressing) {
	if quarters == 0 {
		return
	}
	rate := u.k.p.l1Rate
	a.cycles += uint32(max(cycles+uint64(how.plus), (bytes+rate-1)/rate))
	a.quarters += quarters
	a.bytes += uint32(bytes)
}

// linear reports whether L1 takes the lanes m of a quarter at once: those at consecutive elements.
// Of a load of one component it also takes lanes at one address, or evenly apart by a dword at most.
func linear(lanes *[quarterLanes]uint64, m, size uint64, comps uint8) bool {
	const all = 1<<quarterLanes - 1
	if m&(m-1) == 0 {
		return true
	}
	first := bits.TrailingZeros64(m) & (quarterLanes - 1)
	second := bits.TrailingZeros64(m&(m-1)) & (quarterLanes - 1)
	base := lanes[first]
	if comps == 1 {
		size = (lanes[second] - base) / uint64(second-first)
		if size > dword {
			return false
		}
	}
	if m == all {
		return mem.Contiguous(lanes[:], size)
	}
	base -= uint64(first) * size
	for ; m != 0; m &= m - 1 {
		l := bits.TrailingZeros64(m) & (quarterLanes - 1)
		if lanes[l] != base+uint64(l)*size {
			return false
		}
	}
	return true
}

// scattered is quarters for the lanes m of a quarter, wherever they are: four lanes a clock, or
// more clocks where several of the lines that these touch are in one bank of L1's tags. A bank
// looks up a line a clock.
//
// Published rates (sebbbi/perftest) show that lanes in one line cost as much as others, and that the
// line's address chooses the bank. Lanes load elements 0, 3, 6, 9, 12, 15, 2, 5 and so on of 16
// elements of 16 bytes in a row. Where the elements begin at a multiple of 16, that takes 17.9 and
// 18.1 clocks a wave; where they begin four bytes further on, 19.7 and 19.9. Four banks make 18 and
// 20. Elements of 12 bytes take two clocks if they are not in a row (31.95 clocks).
func (u *clockCU) scattered(to *access, lanes *[quarterLanes]uint64, m, size uint64) (cycles uint64) {
	p := &u.k.p
	line := p.l1Line
	for q := 0; q < quarterLanes; q += quadLanes {
		four := m >> q & (1<<quadLanes - 1)
		if four == 0 {
			continue
		}
		var touched [2 * quadLanes]uint64 // lines are no shorter than elements
		n, most := 0, uint64(1)
		row, next := true, lanes[q+bits.TrailingZeros64(four)&3]
		for ; four != 0; four &= four - 1 {
			b := lanes[q+bits.TrailingZeros64(four)&3]
			row, next = row && b == next, b+size
			for a := b &^ (line - 1); a < b+size; a += line {
				same, bank := uint64(1), a>>p.l1Shift&p.l1Banks
				for _, x := range touched[:n] {
					if x == a {
						same = 0
						break
					}
					if x>>p.l1Shift&p.l1Banks == bank {
						same++
					}
				}
				if same == 0 || n == len(touched) {
					continue
				}
				touched[n] = a
				n++
				most = max(most, same)
				to.add(a, line)
			}
		}
		if size == 12 && !row {
			most = max(most, 2)
		}
		cycles += most
	}
	return cycles
}

// atomics is quarters for an atomic: what goes to L2 has one operand for each dword of a line, so
// that lanes at one address go one after the other.
func (u *clockCU) atomics(to *access, lanes *[quarterLanes]uint64, m, size uint64) (cycles uint64) {
	line, first := u.k.p.l1Line, len(to.lines)
	var times [quarterLanes]uint32
	for rest := m; rest != 0; rest &= rest - 1 {
		l := bits.TrailingZeros64(rest) & (quarterLanes - 1)
		if l%quadLanes == 0 || m>>(l&^(quadLanes-1))&(1<<(l%quadLanes)-1) == 0 {
			cycles++ // the first of its four
		}
		a, n := lanes[l], uint32(1)
		for i := l - 1; i >= 0; i-- {
			if m>>i&1 != 0 && lanes[i] == a {
				n = times[i] + 1
				break
			}
		}
		times[l] = n
		for a := a &^ (line - 1); a < lanes[l]+size; a += line {
			to.atomic(a, n, first)
		}
	}
	return cycles
}

// atomic adds a line that the n-th lane at an address needs, unless it is among those from first on.
func (a *access) atomic(addr uint64, n uint32, first int) {
	addr = narrow(addr)
	for i := range a.lines[first:] {
		if l := &a.lines[first+i]; l.addr == addr {
			l.times = max(l.times, n)
			return
		}
	}
	a.lines = append(a.lines, lineRun{addr, 1, n})
}
