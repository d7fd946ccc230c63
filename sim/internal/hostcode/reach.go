package hostcode

import (
	"github.com/gcnsim/gcnsim/isa"
	memory "github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// How the code of a whole path finds the memory of an operation before anything of its wait is done: the
// lanes' offsets in the operation's window ([engine.Window]) are compared with its end, all lanes at once.
//
//	rdi wave   rsi vector registers   r8 rounds   r9 lanes   r11 windows   r12 row of addresses
//	r15 host address of offset 0   ecx is added to addresses   edx end   r10, eax results
//	rbx states of pages, which are counted from r13 bytes in front of offset 0
//
// Nothing is in a vector register there.

// finder is a subroutine of a piece of code.
type finder struct {
	what  finding
	step  int // of elements of so many bytes it is looked whether they lie behind one another; 0: it is not
	align bool
	pages int    // of so many bytes, which are stored, no dword may lie in two pages; 0: none are
	clear uint32 // bits that no address may have
	fills int    // so many loads may fill a line; 0: this one does not
}

type finding uint8

const (
	findRow    finding = iota // eax: 0 a lane is not below edx, 2 all lie a step behind one another from r10 on, or a place's rows
	findSame                  // eax: lanes hold the same, which is in r10
	findMost                  // eax: no lane of the row that vector registers hold from 0 on is edx or more
	findStamps                // eax: the dwords of all lanes from rbx on are at least edx

	noteRow  // rdx: where the row, with ecx added, goes
	findLine // r10: the line of the scalar cache at rax, 0 where it has none; edx: where in it; r11: see there
	fillLine // r10: the line of the scalar cache at rax, which is made from the memory at r11 if there is none

	loadRows // of elements of step bytes: see move.go
	storeRows
)

// reaches are the subroutines that code calls.
type reaches struct {
	order []finder
	at    map[finder]label
}

// call calls a subroutine.
func (b *wholeCoder) call(f finder) {
	if b.reach.at == nil {
		b.reach.at = map[finder]label{}
	}
	l, ok := b.reach.at[f]
	if !ok {
		l = b.label()
		b.reach.at[f] = l
		b.reach.order = append(b.reach.order, f)
	}
	b.assembler.call(l)
}

// reg is where a scalar register lies, or one that is held.
func regAt(r engine.Ref) operand {
	if r >= engine.Held {
		return mem(rdi, offHeldS+4*int(r-engine.Held))
	}
	return mem(rdi, offS+4*int(r))
}

// rowAt is where a vector register lies, or one that is held.
func rowAt(r engine.Ref) operand {
	if r >= engine.Held {
		return mem(rdi, offHeldV+256*int(r-engine.Held))
	}
	return mem(rsi, 256*(int(r)-isa.CodeVGPR))
}

func inWindow(window, field int) operand { return mem(r11, window*engine.WindowSize+field) }
func inPlace(window, field int) operand {
	return mem(rdi, engine.PlacesOffset+window*engine.PlaceSize+field)
}

func (a *assembler) movTo(wide bool, r int, o operand)   { a.legacy(wide, r, o, 0, 0x8b) }
func (a *assembler) movFrom(wide bool, o operand, r int) { a.legacy(wide, r, o, 0, 0x89) }
func (a *assembler) lea(r int, o operand)                { a.legacy(true, r, o, 0, 0x8d) }
func (a *assembler) cmp(wide bool, r int, o operand)     { a.legacy(wide, r, o, 0, 0x3b) }
func (a *assembler) zero(r int)                          { a.legacy(false, r, regOp(r), 0, 0x33) }
func (a *assembler) add(wide bool, r int, o operand)     { a.legacy(wide, r, o, 0, 0x03) }
func (a *assembler) sub(wide bool, r int, o operand)     { a.legacy(wide, r, o, 0, 0x2b) }
func (a *assembler) test(wide bool, r int)               { a.legacy(wide, r, regOp(r), 0, 0x85) }

// imm emits an operation of the group of 0x81 with a constant: ext is its number there.
func (a *assembler) imm(wide bool, ext, r int, v uint32) {
	a.legacy(wide, ext, regOp(r), 4, 0x81)
	a.imm32(v)
}

const immAnd, immSub, immXor, immCmp = 4, 5, 6, 7

// shiftImm emits a shift by a constant.
func (a *assembler) shiftImm(wide bool, ext, r int, n byte) {
	a.legacy(wide, ext, regOp(r), 1, 0xc1)
	a.emit(n)
}

const shl, shr = 4, 5

// global goes to unusual where the addresses of an operation may not be those of global memory.
func (b *wholeCoder) global(a *engine.HostAccess, unusual label) {
	b.movTo(true, r11, mem(rdi, engine.WindowsOffset))
	b.movTo(true, r9, regAt(a.Exec))
	b.lea(r12, rowAt(a.Hi))
	b.zero(rcx)
	b.movTo(false, rdx, mem(r11, engine.WindowsFlatTop))
	b.call(finder{what: findRow})
	b.test(false, rax)
	b.jump(je, unusual)
}

// find finds the memory of an operation, which goes into the place of its window, or goes to unusual.
func (b *wholeCoder) find(a *engine.HostAccess, window int, unusual label, note int) {
	b.movTo(true, r11, mem(rdi, engine.WindowsOffset))
	b.movTo(true, r9, regAt(a.Exec))
	if note >= 0 {
		b.movTo(true, rax, mem(rdi, engine.NotesOffset))
		b.movFrom(true, mem(rax, note+engine.GlobalNoteExec), r9)
	}
	found := b.label()
	if a.Buffer {
		for i := range 2 {
			b.movTo(true, rax, regAt(a.Base+2*engine.Ref(i)))
			b.cmp(true, rax, inWindow(window, engine.WindowWords+8*i))
			b.jump(jne, unusual)
		}
		if a.Offset != engine.NoRef {
			b.movTo(false, rax, regAt(a.Offset))
			b.cmp(false, rax, inWindow(window, engine.WindowSOff))
			b.jump(jne, unusual)
		}
		b.emit(0xb9) // mov ecx, imm32
		b.imm32(uint32(a.Add))
		b.movTo(true, r15, inWindow(window, engine.WindowHost))
		b.movTo(false, rdx, inWindow(window, engine.WindowBelow))
		if a.Store {
			b.movTo(false, r13, inWindow(window, engine.WindowSkew))
		}
	} else {
		b.findBase(a, window, unusual, found)
	}
	if a.Store {
		b.movTo(true, rbx, inWindow(window, engine.WindowPages))
	}
	b.lea(r12, rowAt(a.Lo))
	f := finder{what: findRow, step: stepOf(a), align: a.Align}
	if a.Store {
		f.pages = a.Bytes
	}
	b.call(f)
	b.test(false, rax)
	b.jump(je, unusual)
	if f.step == 0 {
		b.noteOffsets(window, note)
	} else {
		scattered, kept := b.label(), b.label()
		b.imm(false, immCmp, rax, 2)
		b.jump(jne, scattered)
		if a.Store {
			b.movTo(false, rax, regOp(r13))
			b.add(false, rax, regOp(r10))
			for range 2 { // the pages of the first byte and of the last
				b.movTo(false, r9, regOp(rax))
				b.shiftImm(false, shr, r9, 12)
				b.shiftImm(false, shl, r9, 2)
				b.legacy(false, 7, memIndex(rbx, r9, 0), 1, 0x83) // cmp dword, imm8
				b.emit(memory.PageDirty)
				b.jump(jne, unusual)
				b.imm(false, 0, rax, uint32(isa.Lanes*f.step-1)) // add
			}
		}
		b.add(true, r10, regOp(r15))
		if f.step == 4 {
			b.noteAccess(window, note, r10, 2)
		} else {
			b.noteOffsets(window, note)
		}
		b.jump(0, kept)
		b.place(scattered)
		b.movFrom(false, inPlace(window, engine.PlaceRows), rax)
		b.noteOffsets(window, note)
		b.zero(r10)
		b.place(kept)
		b.movFrom(true, inPlace(window, engine.PlaceDense), r10)
	}
	b.place(found)
	b.movFrom(true, inPlace(window, engine.PlaceBase), r15)
	b.movFrom(false, inPlace(window, engine.PlacePlus), rcx)
}

// stepOf is how far lanes lie behind one another where that makes an access faster, 0: it does not.
func stepOf(a *engine.HostAccess) int {
	if a.Bytes == 4 || inRows(a.Bytes) {
		return a.Bytes
	}
	return 0
}

// findBase makes addresses of 64 bits offsets in a window: where the upper halves are the same, and each
// lane lies within 4 GiB of the window's beginning. It goes to none where there are no lanes.
func (b *wholeCoder) findBase(a *engine.HostAccess, window int, unusual, none label) {
	if a.Hi != engine.NoRef {
		some := b.label()
		b.test(true, r9)
		b.jump(jne, some)
		b.zero(r15)
		b.zero(rcx)
		if stepOf(a) > 0 {
			b.movFrom(true, inPlace(window, engine.PlaceDense), r15)
		}
		b.jump(0, none)
		b.place(some)
		b.lea(r12, rowAt(a.Hi))
		b.call(finder{what: findSame})
		b.test(false, rax)
		b.jump(je, unusual)
		b.shiftImm(true, shl, r10, 32)
	} else {
		b.zero(r10)
	}
	b.movImm(rax, a.Add)
	b.add(true, r10, regOp(rax))
	if a.Base != engine.NoRef {
		b.add(true, r10, regAt(a.Base))
	}
	negative, ready := b.label(), b.label()
	b.sub(true, r10, inWindow(window, engine.WindowBase))
	b.movTo(false, rdx, inWindow(window, engine.WindowBelow))
	b.movTo(true, r15, inWindow(window, engine.WindowHost))
	b.zero(rcx)
	if a.Store {
		b.zero(r13)
	}
	b.test(true, r10)
	b.jump(0x88, negative) // js
	// Lanes are r10 further on: they are as much less below the end.
	b.cmp(true, r10, regOp(rdx))
	b.jump(jae, unusual)
	b.add(true, r15, regOp(r10))
	b.sub(false, rdx, regOp(r10))
	if a.Store {
		b.movTo(false, r13, regOp(r10))
	}
	b.jump(0, ready)
	b.place(negative)
	// What is less than -r10 becomes 2^32 and r10 more, which must not lie below the end.
	b.movTo(false, rcx, regOp(r10))
	b.movTo(true, rax, regOp(rdx))
	b.sub(true, rax, regOp(r10))
	b.legacy(true, 1, regOp(rax), 0, 0xff) // dec
	b.shiftImm(true, shr, rax, 32)
	b.jump(jne, unusual)
	b.place(ready)
}

// findScalar finds the line of the scalar cache that has what a load wants, or the memory that it lacks: where fills
// is not 0 it may be one of so many loads of a wait that fill a line.
func (b *wholeCoder) findScalar(a *engine.HostAccess, window int, unusual label, note, fills int) {
	each := b.has.Has(isa.FeatureSMEMOffsets) // the two low bits of each part are ignored: mem.ScalarAddr
	align := func(r int) {
		b.legacy(true, immAnd, regOp(r), 1, 0x83)
		b.emit(0xfc)
	}
	inst := a.Add
	b.movTo(true, rax, regAt(a.Base))
	if each {
		align(rax)
		inst &^= 3
	}
	if inst != 0 {
		b.movImm(rcx, inst)
		b.add(true, rax, regOp(rcx))
	}
	if a.Offset != engine.NoRef {
		b.movTo(false, rcx, regAt(a.Offset))
		if each {
			align(rcx)
		}
		b.add(true, rax, regOp(rcx))
	}
	if !each {
		align(rax)
	}
	if note >= 0 {
		b.movTo(true, r15, mem(rdi, engine.NotesOffset))
		b.movFrom(true, mem(r15, note), rax)
	}
	b.movTo(true, r15, mem(rdi, engine.WindowsOffset))
	if fills > 0 {
		b.lea(rbx, mem(r15, window*engine.WindowSize))
	}
	b.movTo(true, r15, mem(r15, engine.WindowsCache))
	b.emit(0xb9) // mov ecx, imm32
	b.imm32(uint32(a.Bytes))
	b.movImm(r9, ^uint64(0)>>(64-a.Bytes))
	b.call(finder{what: findLine, fills: fills})
	b.test(true, r10)
	if fills > 0 {
		found, lacks := b.label(), b.label()
		b.jump(je, lacks)
		b.outside = append(b.outside, func() error {
			b.place(lacks)
			b.test(true, r11)
			b.jump(je, unusual)
			b.movFrom(true, inPlace(window, engine.PlaceDense), r11)
			b.jump(0, found)
			return nil
		})
		b.place(found)
	} else {
		b.jump(je, unusual)
	}
	b.movFrom(true, inPlace(window, engine.PlaceBase), r10)
	b.movFrom(false, inPlace(window, engine.PlacePlus), rdx)
}

// loadScalar loads what findScalar has found, into registers from code on, as [memory.Cache.Hit] says, and
// [memory.Cache.Read] where the line is not there yet.
func (b *wholeCoder) loadScalar(a *engine.HostAccess, window int, code uint16, fills int) {
	b.movTo(true, r10, inPlace(window, engine.PlaceBase))
	b.movTo(false, rdx, inPlace(window, engine.PlacePlus))
	b.movTo(true, r15, mem(rdi, engine.WindowsOffset))
	if fills > 0 {
		b.movTo(true, rax, mem(r15, window*engine.WindowSize+engine.WindowGuest))
	}
	b.movTo(true, r15, mem(r15, engine.WindowsCache))
	if fills > 0 {
		ready, lacks := b.label(), b.label()
		b.test(true, r10)
		b.jump(je, lacks)
		b.outside = append(b.outside, func() error {
			b.place(lacks)
			b.movTo(true, r11, inPlace(window, engine.PlaceDense))
			b.add(true, rax, regOp(r11))
			b.movTo(true, rbx, mem(rdi, engine.WindowsOffset))
			b.lea(rbx, mem(rbx, window*engine.WindowSize))
			b.call(finder{what: fillLine})
			b.jump(0, ready)
			return nil
		})
		b.place(ready)
	}
	b.legacy(true, 0, mem(r15, memory.CacheHits), 0, 0xff) // inc
	b.movTo(true, rax, mem(r15, memory.CacheClock))
	b.legacy(true, 0, regOp(rax), 0, 0xff)
	b.movFrom(true, mem(r15, memory.CacheClock), rax)
	b.movFrom(true, mem(r10, memory.LineUsed), rax)
	b.legacy(false, 0, mem(r10, memory.LineNV), 1, 0xc6) // mov byte, imm8
	b.emit(0)
	b.add(true, r10, regOp(rdx))
	for at := 0; at < a.Bytes; {
		from, to := mem(r10, memory.LineData+at), mem(rdi, offS+4*int(code)+at)
		switch left := a.Bytes - at; {
		case left >= 16:
			long := left >= 32
			b.vex(long, false, 2, map0F, 0x6f, 0, 0, from) // vmovdqu
			b.vex(long, false, 2, map0F, 0x7f, 0, 0, to)
			if at += 16; long {
				at += 16
			}
		default:
			b.movTo(left >= 8, rax, from)
			b.movFrom(left >= 8, to, rax)
			if at += 4; left >= 8 {
				at += 4
			}
		}
	}
	b.swrite.add(code, uint8(a.Bytes/4))
}

// subroutines emits those that have been called.
func (x *reaches) subroutines(c *coder) {
	wide := c.backend.lanes == 16
	for _, f := range x.order {
		c.place(x.at[f])
		switch {
		case f.what == findLine:
			c.findLine(f.fills)
		case f.what == fillLine:
			c.fillLine()
		case f.what == loadRows || f.what == storeRows:
			c.moveRows(f.what == storeRows, f.step)
		case f.what == noteRow && wide:
			(&zmm{slice: &slice{assembler: c.assembler}}).noteRow()
		case f.what == noteRow:
			(&ymm{slice: &slice{assembler: c.assembler}}).noteRow()
		case f.what == findMost && wide:
			(&zmm{slice: &slice{assembler: c.assembler}}).findMost()
		case f.what == findMost:
			(&ymm{slice: &slice{assembler: c.assembler}}).findMost()
		case f.what == findStamps && wide:
			(&zmm{slice: &slice{assembler: c.assembler}}).findStamps(f)
		case f.what == findStamps:
			(&ymm{slice: &slice{assembler: c.assembler}}).findStamps(f)
		case f.what == findSame && wide:
			(&zmm{slice: &slice{assembler: c.assembler}}).findSame()
		case f.what == findSame:
			(&ymm{slice: &slice{assembler: c.assembler}}).findSame()
		case wide:
			(&zmm{slice: &slice{assembler: c.assembler}}).findRow(f)
		default:
			(&ymm{slice: &slice{assembler: c.assembler}}).findRow(f)
		}
	}
}

// lineSet makes r10 the first line of those that may hold address rax; count is their number.
func (c *coder) lineSet(count int) {
	c.movTo(true, r10, regOp(rax))
	c.shiftImm(true, shr, r10, 6)
	c.movTo(true, count, mem(r15, memory.CacheSets))
	c.legacy(true, 1, regOp(count), 0, 0xff) // dec
	c.legacy(true, r10, regOp(count), 0, 0x23)
	c.movTo(true, count, mem(r15, memory.CacheWays))
	c.legacy(true, r10, regOp(count), 0, 0x0f, 0xaf) // imul
	c.legacy(true, r10, regOp(r10), 4, 0x69)         // imul, imm32
	c.imm32(uint32(memory.LineSize))
	c.add(true, r10, mem(r15, memory.CacheLines))
	c.movTo(true, r13, mem(r15, memory.CacheBorn))
}

// findLine: see [memory.Cache.Hit]. rax is the address, r15 the cache, ecx the number of bytes, of which r9
// has as many bits. Where the line is not there, fills is not 0 and the window at rbx has it, r11 is where. It is 0
// where so many lines would not find free ways: the loads of a wait must not take lines from each other.
func (c *coder) findLine(fills int) {
	next, found, none, top := c.label(), c.label(), c.label(), c.label()
	c.movTo(false, rdx, regOp(rax))
	c.imm(false, immAnd, rdx, memory.LineBytes-1)
	c.add(false, rcx, regOp(rdx))
	c.imm(false, immCmp, rcx, memory.LineBytes)
	c.jump(ja, none)
	c.lineSet(r11)
	c.sub(true, rax, regOp(rdx))
	c.place(top)
	c.cmp(true, rax, mem(r10, memory.LineAddr))
	c.jump(jne, next)
	c.cmp(true, r13, mem(r10, memory.LineUsed))
	c.jump(jb, found)
	c.place(next)
	c.imm(true, 0, r10, uint32(memory.LineSize)) // add
	c.legacy(true, 1, regOp(r11), 0, 0xff)
	c.jump(jne, top)
	if fills > 0 {
		c.movTo(true, r11, regOp(rax))
		c.sub(true, r11, mem(rbx, engine.WindowBase))
		c.movTo(false, rcx, mem(rbx, engine.WindowBelow))
		c.cmp(true, r11, regOp(rcx))
		c.jump(jae, none)
		again, whole := c.label(), c.label()
		c.cmp(true, r11, mem(rbx, engine.WindowPart))
		c.jump(jne, whole)
		c.movTo(false, rcx, regOp(rdx))
		c.legacy(true, shl, regOp(r9), 0, 0xd3) // shl r9, cl
		c.movTo(true, rax, mem(rbx, engine.WindowValid))
		c.legacy(true, 2, regOp(rax), 0, 0xf7) // not
		c.legacy(true, r9, regOp(rax), 0, 0x85)
		c.jump(jne, none)
		c.place(whole)
		c.emit(0xb9) // mov ecx, imm32: the ways that have to be free, and those that are not
		c.imm32(uint32(fills))
		c.movTo(true, r12, mem(r15, memory.CacheWays))
		c.place(again)
		c.imm(true, immSub, r10, uint32(memory.LineSize))
		c.cmp(true, r13, mem(r10, memory.LineUsed))
		c.legacy(false, 2, regOp(rcx), 1, 0x83) // adc ecx, imm8
		c.emit(0)
		c.legacy(true, 1, regOp(r12), 0, 0xff)
		c.jump(jne, again)
		c.cmp(true, rcx, mem(r15, memory.CacheWays))
		c.jump(ja, none)
		c.add(true, r11, mem(rbx, engine.WindowHost))
		c.zero(r10)
		c.emit(0xc3)
	}
	c.place(none)
	c.zero(r10)
	if fills > 0 {
		c.zero(r11)
	}
	c.emit(0xc3)
	c.place(found)
	c.movTo(false, rcx, regOp(rdx))
	c.legacy(true, shl, regOp(r9), 0, 0xd3) // shl r9, cl
	c.movTo(true, rax, mem(r10, memory.LineValid))
	c.legacy(true, 2, regOp(rax), 0, 0xf7) // not
	c.legacy(true, r9, regOp(rax), 0, 0x85)
	c.jump(jne, none)
	c.emit(0xc3)
}

// fillLine: see the constant, and [memory.Cache.Read]. r15 is the cache, rbx the window. Another load of the wait may
// have filled the line, or else there is a free way. That a hit will be counted is undone.
func (c *coder) fillLine() {
	next, done, top, used, part := c.label(), c.label(), c.label(), c.label(), c.label()
	c.lineSet(rcx)
	c.zero(r12)
	c.place(top)
	c.cmp(true, r13, mem(r10, memory.LineUsed))
	c.jump(jb, used)
	c.test(true, r12)
	c.jump(jne, next)
	c.movTo(true, r12, regOp(r10))
	c.jump(0, next)
	c.place(used)
	c.cmp(true, rax, mem(r10, memory.LineAddr))
	c.jump(je, done)
	c.place(next)
	c.imm(true, 0, r10, uint32(memory.LineSize)) // add
	c.legacy(true, 1, regOp(rcx), 0, 0xff)
	c.jump(jne, top)
	c.movTo(true, r10, regOp(r12))
	c.legacy(true, 0, mem(r15, memory.CacheMisses), 0, 0xff) // inc
	c.legacy(true, 1, mem(r15, memory.CacheHits), 0, 0xff)   // dec
	c.movFrom(true, mem(r10, memory.LineAddr), rax)
	c.sub(true, rax, mem(rbx, engine.WindowBase))
	c.cmp(true, rax, mem(rbx, engine.WindowPart))
	c.jump(je, part)
	c.zero(rax)
	c.movFrom(true, mem(r10, memory.LineDirty), rax)
	c.legacy(true, 1, regOp(rax), 0, 0xff)
	c.movFrom(true, mem(r10, memory.LineValid), rax)
	for at := 0; at < memory.LineBytes; at += 32 {
		c.vex(true, false, 2, map0F, 0x6f, at/32, 0, mem(r11, at)) // vmovdqu
	}
	for at := 0; at < memory.LineBytes; at += 32 {
		c.vex(true, false, 2, map0F, 0x7f, at/32, 0, mem(r10, memory.LineData+at))
	}
	c.place(done)
	c.emit(0xc3)
	c.place(part)
	c.zero(rax)
	c.movFrom(true, mem(r10, memory.LineDirty), rax)
	for at := 0; at < memory.LineBytes; at += 8 {
		c.movFrom(true, mem(r10, memory.LineData+at), rax)
	}
	c.movTo(true, rax, mem(rbx, engine.WindowValid))
	c.movFrom(true, mem(r10, memory.LineValid), rax)
	c.legacy(true, rcx, regOp(rax), 0, 0xf3, 0x0f, 0xb8) // popcnt
	c.movTo(true, r12, regOp(rdi))
	c.movTo(true, r13, regOp(rsi))
	c.lea(rdi, mem(r10, memory.LineData))
	c.movTo(true, rsi, regOp(r11))
	c.emit(0xf3, 0xa4) // rep movsb
	c.movTo(true, rdi, regOp(r12))
	c.movTo(true, rsi, regOp(r13))
	c.emit(0xc3)
}

// steps are the offsets of elements of so many bytes one behind the other.
func steps(bytes int) (s []uint32) {
	for i := range isa.Lanes {
		s = append(s, uint32(bytes*i))
	}
	return s
}

// found emits the ways of an access of global memory: run where its lanes lie one behind the other, or those that the
// slice takes together do; same, where there is one, if these are at one address; and scattered otherwise.
func (s *slice) found(o *op, run, same func(at operand), scattered func()) {
	w := o.lds.window - 1
	dense := inPlace(w, engine.PlaceDense)
	switch {
	case !s.full || !o.mayBeDense():
		scattered()
		return
	case s.dense:
		run(s.inRow(s.base(dense), 0))
		return
	}
	apart, done := s.label(), s.label()
	s.movTo(true, r15, dense)
	s.test(true, r15)
	s.jump(je, apart)
	run(s.inRow(r15, 0))
	s.place(done)
	s.behind(o.arg[0], func() {
		s.place(apart)
		others, alike := s.label(), s.label()
		if r := s.in[o.arg[0]]; r >= 0 {
			s.machine.firstAt(r)
		} else {
			at, _ := s.where(o.arg[0])
			s.movTo(false, rcx, at)
		}
		at := memIndex(s.base(inPlace(w, engine.PlaceBase)), rcx, 0)
		s.add(false, rcx, inPlace(w, engine.PlacePlus))
		s.legacy(false, 7, inPlace(w, engine.PlaceRows), 1, 0x83) // cmp dword, imm8
		s.emit(engine.PlaceRuns)
		if same == nil {
			s.jump(jne, others)
		} else {
			s.jump(jb, others)
			s.jump(ja, alike)
		}
		run(at)
		s.jump(0, done)
		if same != nil {
			s.place(alike)
			same(at)
			s.jump(0, done)
		}
		s.place(others)
		scattered()
		s.jump(0, done)
	})
}

// pieces makes r10 say how those lanes of a row lie that a slice takes together, if all of them lie in one of the
// ways that loads and stores know, or else goes to some. check goes there where a lane is not where the first of its
// slice is, or steps behind it.
func (s *slice) pieces(f finder, some label, check func(behind bool)) {
	same := s.label()
	s.movTo(false, rax, mem(r12, 4)) // the first two tell which way it may be
	s.sub(false, rax, mem(r12, 0))
	if f.pages == 0 {
		s.jump(je, same)
	}
	s.imm(false, immCmp, rax, 4)
	s.jump(jne, some)
	check(true)
	s.set10(engine.PlaceRuns)
	if f.pages > 0 {
		return
	}
	s.jump(0, some)
	s.place(same)
	check(false)
	s.set10(engine.PlaceSame)
}

// set10 makes r10 a number.
func (s *slice) set10(v uint32) {
	s.emit(0x41, 0xba) // mov r10d, imm32
	s.imm32(v)
}

// foundRow returns what is known of a row that is no dense one.
func (s *slice) foundRow(f finder) {
	if f.step == 4 {
		s.movTo(false, rax, regOp(r10))
	} else {
		s.emit(0xb8) // mov eax, 1
		s.imm32(1)
	}
	s.emit(0xc3)
}

// rowDense compares r10, the place of the first of lanes that lie one behind the other, with the end.
func (s *slice) rowDense(f finder, no label) {
	if f.align {
		s.legacy(false, 0, regOp(r10), 4, 0xf7) // test r10d, imm32
		s.imm32(3)
		s.jump(jne, no)
	}
	s.movTo(false, rax, regOp(rdx))
	s.imm(false, immSub, rax, uint32((isa.Lanes-1)*f.step))
	s.jump(jbe, no)
	s.cmp(false, r10, regOp(rax))
	s.jump(jae, no)
	s.emit(0xb8) // mov eax, 2
	s.imm32(2)
	s.emit(0xc3)
}

var (
	vTestM    = evexOp{opmap: map0F38, pp: pp66, op: 0x27} // vptestmd
	vTernary  = evexOp{opmap: map0F3A, pp: pp66, op: 0x25} // vpternlogd
	yTest     = evexOp{opmap: map0F38, pp: pp66, op: 0x17} // vptest
	orOfXor   = byte(0xf6)                                 // a | b^c
	cmpLtU    = byte(1)
	cmpNotLtU = byte(5)
)

// findRow: see the constant.
func (s *zmm) findRow(f finder) {
	some, others, no := s.label(), s.label(), s.label()
	if f.step == 4 {
		s.set10(engine.PlaceScattered)
	}
	row := func(i int) operand { return mem(r12, 64*i) }
	s.vr(vSpread, 8, 0, rcx)
	for i := range 4 {
		s.v(vAdd, i, 8, row(i), false)
	}
	if f.step > 0 {
		s.legacy(true, 7, regOp(r9), 1, 0x83) // cmp r9, -1
		s.emit(0xff)
		s.jump(jne, some)
		steps := s.konst(steps(f.step)...)
		s.vr(vBroadcast, 4, 0, 0)
		s.v(vSub, 5, 0, memConst(steps), false)
		s.vr(vXor, 5, 5, 4)
		for i := 1; i < 4; i++ {
			s.v(vSub, 6, i, memConst(steps+64*i), false)
			s.vr(vTernary, 5, 6, 4, orOfXor)
		}
		s.vr(vTestM, 5, 5, 5)
		s.korTest(5)
		s.jump(jne, others)
		s.evex(vMoveOut, 0, 0, regOp(r10), 0, false, false)
		s.rowDense(f, no)
		if s.place(others); f.step == 4 {
			s.pieces(f, some, func(behind bool) {
				s.vr(vXor, 5, 5, 5)
				for i := range 4 {
					if s.vr(vBroadcast, 4, 0, i); behind {
						s.v(vAdd, 4, 4, memConst(steps), false)
					}
					s.vr(vTernary, 5, i, 4, orOfXor)
				}
				s.vr(vTestM, 5, 5, 5)
				s.korTest(5)
				s.jump(jne, some)
			})
		}
		s.place(some)
	}
	s.lanesIn1()
	s.vr(vSpread, 8, 0, rdx)
	s.vex(true, false, 0, map0F, 0x47, 5, 5, regOp(5)) // kxorw: nothing
	note := func() { s.vex(true, false, 0, map0F, 0x45, 5, 5, regOp(6)) }
	for i := range 4 {
		s.vk(vCmpU, 1+i, 6, i, 8, cmpNotLtU)
		note()
		if f.align {
			s.evex(vTestM, 6, i, memConst(s.konst(3)), 1+i, false, true)
			note()
		}
	}
	s.korTest(5)
	s.jump(jne, no)
	if f.pages > 0 {
		s.vr(vSpread, 8, 0, r13)
		for i := range 4 {
			s.vr(vAdd, i, i, 8)
			if f.pages == 2 || f.pages == 4 {
				s.evex(vTestM, 6, i, memConst(s.konst(uint32(f.pages-1))), 1+i, false, true) // it might lie in two pages
				note()
			}
			states := func(r int) {
				s.evex(vShrImm, 0, r, regOp(r), 0, false, false, 12)
				s.evex(vShlImm, 0, r, regOp(r), 0, false, false, 2)
				s.vr(vXor, 5, 5, 5)
				s.vex(false, true, 0, map0F, 0x90, 7, 0, regOp(1+i)) // kmovq
				s.evex(vGather, 5, r&16, memIndex(rbx, r, 0), 7, false, false)
				s.evex(vCmpI, 6, 5, memConst(s.konst(memory.PageDirty)), 1+i, false, true, cmpNe)
				note()
			}
			if f.pages > 4 { // of the last byte
				s.v(vAdd, 4, i, memConst(s.konst(uint32(f.pages-1))), true)
				states(4)
			}
			states(i)
		}
		s.korTest(5)
		s.jump(jne, no)
	}
	s.foundRow(f)
	s.place(no)
	s.zero(rax)
	s.emit(0xc3)
}

// lanesIn1 makes k1 to k4 the lanes in r9, 16 in each.
func (s *zmm) lanesIn1() {
	s.vex(false, true, ppF2, map0F, 0x92, 1, 0, regOp(r9)) // kmovq
	for i := 2; i <= 4; i++ {
		s.vex(false, true, pp66, map0F3A, 0x31, i, 0, regOp(1), byte(16*(i-1))) // kshiftrq
	}
}

func (s *zmm) korTest(k int) { s.vex(false, false, 0, map0F, 0x98, k, 0, regOp(k)) }

// findSame: see the constant.
func (s *zmm) findSame() {
	s.legacy(true, rax, regOp(r9), 0, 0x0f, 0xbc) // bsf: there are lanes
	s.shiftImm(false, shl, rax, 2)
	s.movTo(false, r10, memIndex(r12, rax, 0))
	s.vex(false, true, ppF2, map0F, 0x92, 1, 0, regOp(r9)) // kmovq
	s.vr(vSpread, 8, 0, r10)
	s.vex(true, false, 0, map0F, 0x47, 5, 5, regOp(5))
	for i := range 4 {
		s.evex(vCmpI, 6, 8, mem(r12, 64*i), 1, false, false, cmpNe)
		s.vex(true, false, 0, map0F, 0x45, 5, 5, regOp(6))
		s.vex(false, true, pp66, map0F3A, 0x31, 1, 0, regOp(1), 16)
	}
	s.zero(rax)
	s.korTest(5)
	s.legacy(false, 0, regOp(rax), 0, 0x0f, 0x94) // sete al
	s.emit(0xc3)
}

// findRow: see the constant.
func (s *ymm) findRow(f finder) {
	const first, add, end, over, low, bits, skew = 8, 9, 10, 11, 12, 13, 14
	some, others, no := s.label(), s.label(), s.label()
	if f.step == 4 {
		s.set10(engine.PlaceScattered)
	}
	row := func(i int) operand { return mem(r12, 32*i) }
	spread := func(y, r int) {
		s.vex(false, false, pp66, map0F, yMove.op, y, 0, regOp(r))
		s.yr(vBroadcast, y, 0, y)
	}
	if f.step > 0 {
		s.legacy(true, 7, regOp(r9), 1, 0x83) // cmp r9, -1
		s.emit(0xff)
		s.jump(jne, some)
		steps := s.konst(steps(f.step)...)
		s.broadcast(first, row(0))
		for i := range 8 {
			s.y(vAdd, i, first, memConst(steps+32*i))
			if i == 0 {
				s.y(vXor, over, i, row(i))
				continue
			}
			s.y(vXor, i, i, row(i))
			s.yr(vOr, over, over, i)
		}
		s.y(yTest, over, 0, regOp(over))
		s.jump(jne, others)
		s.movTo(false, r10, row(0))
		s.add(false, r10, regOp(rcx))
		s.rowDense(f, no)
		if s.place(others); f.step == 4 {
			s.pieces(f, some, func(behind bool) { // bits of 0 are set where a lane is not there
				for i := range 8 {
					if s.broadcast(i, row(i)); behind {
						s.y(vAdd, i, i, memConst(steps))
					}
					if s.y(vXor, i, i, row(i)); i > 0 {
						s.yr(vOr, 0, 0, i)
					}
				}
				s.y(yTest, 0, 0, regOp(0))
				s.jump(jne, some)
			})
		}
		s.place(some)
	}
	s.movFrom(true, mem(rdi, offSpill), r9)
	spread(add, rcx)
	spread(end, rdx)
	s.yr(vXor, over, over, over)
	s.yr(vXor, low, low, low)
	s.load(bits, memConst(s.konst(1, 2, 4, 8, 16, 32, 64, 128)))
	active := func(i int) { // lanes in 2
		s.y(yBroadcastB, 2, 0, mem(rdi, offSpill+i))
		s.yr(vAnd, 2, 2, bits)
		s.yr(yEq, 2, 2, bits)
	}
	for i := range 8 {
		s.y(vAdd, 0, add, row(i))
		s.yr(vMaxU, 1, 0, end)
		s.yr(yEq, 1, 1, 0)
		active(i)
		s.yr(vAnd, 1, 1, 2)
		s.yr(vOr, over, over, 1)
		if f.align {
			s.yr(vAnd, 0, 0, 2)
			s.yr(vOr, low, low, 0)
		}
	}
	s.y(yTest, over, 0, regOp(over))
	s.jump(jne, no)
	if f.align {
		s.y(yTest, low, 0, s.row(3))
		s.jump(jne, no)
	}
	if f.pages > 0 {
		spread(skew, r13)
		s.yr(vAdd, skew, skew, add)
		s.yr(vXor, low, low, low)
		for i := range 8 {
			s.y(vAdd, 0, skew, row(i))
			active(i)
			s.yr(vAnd, 1, 0, 2)
			s.yr(vOr, low, low, 1)
			states := func() {
				s.y(vShrImm, 0, 0, regOp(0), 12)
				s.y(vShlImm, 0, 0, regOp(0), 2)
				s.load(1, regOp(2))
				s.yr(vXor, 3, 3, 3)
				s.y(yGather, 3, 1, memIndex(rbx, 0, 0))
				s.y(yEq, 3, 3, s.row(memory.PageDirty))
				s.yr(vAndN, 3, 3, 2)
				s.yr(vOr, over, over, 3)
			}
			if states(); f.pages > 4 { // of the last byte
				s.y(vAdd, 0, skew, row(i))
				s.y(vAdd, 0, 0, s.row(uint32(f.pages-1)))
				states()
			}
		}
		s.y(yTest, over, 0, regOp(over))
		s.jump(jne, no)
		if f.pages == 2 || f.pages == 4 { // it might lie in two pages
			s.y(yTest, low, 0, s.row(uint32(f.pages-1)))
			s.jump(jne, no)
		}
	}
	s.foundRow(f)
	s.place(no)
	s.zero(rax)
	s.emit(0xc3)
}

// findSame: see the constant.
func (s *ymm) findSame() {
	some, done := s.label(), s.label()
	s.legacy(true, rax, regOp(r9), 0, 0x0f, 0xbc) // bsf: there are lanes
	s.shiftImm(false, shl, rax, 2)
	s.movTo(false, r10, memIndex(r12, rax, 0))
	s.vex(false, false, pp66, map0F, yMove.op, 8, 0, regOp(r10))
	s.yr(vBroadcast, 8, 0, 8)
	s.yr(vXor, 9, 9, 9)
	s.legacy(true, 7, regOp(r9), 1, 0x83) // cmp r9, -1
	s.emit(0xff)
	s.jump(jne, some)
	for i := range 8 {
		s.y(vXor, i, 8, mem(r12, 32*i))
		s.yr(vOr, 9, 9, i)
	}
	s.jump(0, done)
	s.place(some)
	s.movFrom(true, mem(rdi, offSpill), r9)
	s.load(10, memConst(s.konst(1, 2, 4, 8, 16, 32, 64, 128)))
	for i := range 8 {
		s.y(vXor, 0, 8, mem(r12, 32*i))
		s.y(yBroadcastB, 2, 0, mem(rdi, offSpill+i))
		s.yr(vAnd, 2, 2, 10)
		s.yr(yEq, 2, 2, 10)
		s.yr(vAnd, 0, 0, 2)
		s.yr(vOr, 9, 9, 0)
	}
	s.place(done)
	s.zero(rax)
	s.y(yTest, 9, 0, regOp(9))
	s.legacy(false, 0, regOp(rax), 0, 0x0f, 0x94) // sete al
	s.emit(0xc3)
}
