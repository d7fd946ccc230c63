package hostcode

// What is no dword is moved between memory and registers in one go for all lanes of an operation, by subroutines:
// an element of several dwords lies in one place in memory, and in as many rows of registers.
//
//	rdx first row   r12 row of addresses   ecx is added to them   r15 host address of offset 0   r9 lanes
//	r10 host address of all lanes, one behind the other; 0: they lie otherwise

// moveRows: see loadRows and storeRows. Of lanes that want the same place the highest one stays.
func (c *coder) moveRows(store bool, bytes int) {
	some := c.label()
	if inRows(bytes) {
		scattered := c.label()
		c.legacy(true, 7, regOp(r9), 1, 0x83) // cmp r9, -1
		c.emit(0xff)
		c.jump(jne, some)
		c.test(true, r10)
		c.jump(je, scattered)
		c.eightLanes(store, true, bytes)
		c.place(scattered)
		c.eightLanes(store, false, bytes)
	}
	c.place(some)
	top, done := c.label(), c.label()
	c.movTo(true, r13, regOp(r9))
	c.place(top)
	c.legacy(true, r11, regOp(r13), 0, 0x0f, 0xbc) // bsf
	c.jump(je, done)
	c.lea(rax, mem(r13, -1))
	c.legacy(true, r13, regOp(rax), 0, 0x23) // and
	c.shiftImm(false, shl, r11, 2)
	c.movTo(false, rax, memIndex(r12, r11, 0))
	c.add(false, rax, regOp(rcx))
	c.add(true, rax, regOp(r15))
	for at := 0; at < bytes; at += 4 {
		row, there := memIndex(rdx, r11, rowBytes/4*at), mem(rax, at)
		if !store {
			c.movTo(false, rbx, there)
			c.movFrom(false, row, rbx)
			continue
		}
		c.movTo(false, rbx, row)
		switch bytes {
		case 1:
			c.legacy(false, rbx, there, 0, 0x88)
		case 2:
			c.legacy(false, rbx, there, 0, 0x66, 0x89)
		default:
			c.movFrom(false, there, rbx)
		}
	}
	c.jump(0, top)
	c.place(done)
	c.emit(0xc3)
}

// inRows reports whether elements of so many bytes are moved eight lanes at a time, where all lanes are active.
func inRows(bytes int) bool { return bytes == 8 || bytes == 16 }

// Instructions of eightLanes, on registers of 32 bytes where long is set.
func (c *coder) moveIn(long bool, r int, o operand)  { c.vex(long, false, ppF3, map0F, 0x6f, r, 0, o) }
func (c *coder) moveOut(long bool, o operand, r int) { c.vex(long, false, ppF3, map0F, 0x7f, r, 0, o) }

// vinserti128, vextracti128
func (c *coder) highIn(r int, o operand)  { c.vex(true, false, pp66, map0F3A, 0x38, r, r, o, 1) }
func (c *coder) highOut(o operand, r int) { c.vex(true, false, pp66, map0F3A, 0x39, r, 0, o, 1) }

// vunpcklps, vunpckhps, vunpcklpd, vunpckhpd
func (c *coder) lowDwords(d, a, b int)  { c.vex(true, false, 0, map0F, 0x14, d, a, regOp(b)) }
func (c *coder) highDwords(d, a, b int) { c.vex(true, false, 0, map0F, 0x15, d, a, regOp(b)) }
func (c *coder) lowQwords(d, a, b int)  { c.vex(true, false, pp66, map0F, 0x14, d, a, regOp(b)) }
func (c *coder) highQwords(d, a, b int) { c.vex(true, false, pp66, map0F, 0x15, d, a, regOp(b)) }

// turnOver exchanges rows and columns of 4 by 4 dwords in each half of ymm0 to ymm3.
func (c *coder) turnOver() {
	c.lowDwords(4, 0, 1)
	c.highDwords(5, 0, 1)
	c.lowDwords(6, 2, 3)
	c.highDwords(7, 2, 3)
	c.lowQwords(0, 4, 6)
	c.highQwords(1, 4, 6)
	c.lowQwords(2, 5, 7)
	c.highQwords(3, 5, 7)
}

// vmovq, vmovhps
func (c *coder) lowIn(r int, o operand)   { c.vex(false, false, ppF3, map0F, 0x7e, r, 0, o) }
func (c *coder) nextIn(r int, o operand)  { c.vex(false, false, 0, map0F, 0x16, r, r, o) }
func (c *coder) lowOut(o operand, r int)  { c.vex(false, false, pp66, map0F, 0xd6, r, 0, o) }
func (c *coder) nextOut(o operand, r int) { c.vex(false, false, 0, map0F, 0x17, r, 0, o) }

// eightLanes emits moveRows for all lanes, eight at a time: the rows of four lanes are turned over in half a register.
// The lanes' own order is kept in memory.
func (c *coder) eightLanes(store, dense bool, bytes int) {
	top := c.label()
	c.movImm(r11, 8)
	c.place(top)
	at := func(lane int) operand { // it is good until the next call
		if dense {
			return mem(r10, lane*bytes)
		}
		c.movTo(false, rax, mem(r12, 4*lane))
		c.add(false, rax, regOp(rcx))
		return memIndex(r15, rax, 0)
	}
	pairIn := func(r, lane int) {
		c.lowIn(r, at(lane))
		c.nextIn(r, at(lane+1))
	}
	pairOut := func(r, lane int) {
		c.lowOut(at(lane), r)
		c.nextOut(at(lane+1), r)
	}
	row := func(i int) operand { return mem(rdx, rowBytes*i) }
	rows := bytes / 4
	if store {
		for i := range rows {
			c.moveIn(true, i, row(i))
		}
	}
	switch {
	case bytes == 16 && store:
		c.turnOver()
		for i := range 4 {
			c.moveOut(false, at(i), i)
		}
		for i := range 4 {
			c.highOut(at(4+i), i)
		}
	case bytes == 16:
		for i := range 4 {
			c.moveIn(false, i, at(i))
		}
		for i := range 4 {
			c.highIn(i, at(4+i))
		}
		c.turnOver()
	case store:
		c.lowDwords(2, 0, 1)
		c.highDwords(3, 0, 1)
		if dense {
			c.moveOut(false, at(0), 2)
			c.moveOut(false, at(2), 3)
			c.highOut(at(4), 2)
			c.highOut(at(6), 3)
			break
		}
		pairOut(2, 0)
		pairOut(3, 2)
		for i := range 2 {
			c.highOut(regOp(4), 2+i)
			pairOut(4, 4+2*i)
		}
	default:
		for i := range 2 {
			if dense {
				c.moveIn(false, 2+i, at(2*i))
				c.highIn(2+i, at(4+2*i))
				continue
			}
			pairIn(2+i, 2*i)
			pairIn(4, 4+2*i)
			c.highIn(2+i, regOp(4))
		}
		c.vex(true, false, 0, map0F, 0xc6, 0, 2, regOp(3), 0x88) // vshufps
		c.vex(true, false, 0, map0F, 0xc6, 1, 2, regOp(3), 0xdd)
	}
	if !store {
		for i := range rows {
			c.moveOut(true, row(i), i)
		}
	}
	c.imm(true, 0, r12, rowBytes/8) // add
	c.imm(true, 0, rdx, rowBytes/8)
	if dense {
		c.imm(true, 0, r10, uint32(8*bytes))
	}
	c.legacy(true, 1, regOp(r11), 0, 0xff) // dec
	c.jump(jne, top)
	c.emit(0xc3)
}
