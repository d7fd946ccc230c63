package engine

import (
	"encoding/binary"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
)

// execScalarMemory issues an SMRD or SMEM instruction: the address is computed and store data are
// read now; memory is accessed when the operation returns, which may be in any order.
func execScalarMemory(w *Wave, r *Rec) {
	x := r.X
	m := &x.Mem
	if m.Kind == isa.MemProbe {
		return // no architectural result (errata M-4)
	}
	t, slot := w.begin(r, 0)
	switch m.Kind {
	case isa.MemLoad, isa.MemStore, isa.MemAtomic, isa.MemDiscard:
		w.scalarAddress(t)
		if m.Kind == isa.MemStore || m.Kind == isa.MemAtomic {
			o := x.Operand('d')
			for j := 0; j < int(o.Dwords); j++ {
				t.SData[j] = w.S[uint8(int(o.Code)+j)]
			}
		}
	}
	w.commit(t, slot)
}

// scalarAddress sets the address and which dwords are in range.
func (w *Wave) scalarAddress(t *Token) {
	x := t.Rec.X
	base := uint8(x.Operand('s').Code)
	soff := uint32(0)
	if o := x.Operand('f'); o.Kind != isa.KindImm && o.Code != isa.CodeLiteral {
		soff = uint32(w.scalar(x, 0, o.Code))
	}
	words := [2]uint64{uint64(w.S[base]) | uint64(w.S[base+1])<<32, uint64(w.S[base+2]) | uint64(w.S[base+3])<<32}
	t.SAddr, t.SInRange = x.scalarAddress(w.prog, words, x.scalarOffset(), soff)
}

// scalarOffset is the offset in bytes that an instruction has in itself.
func (x *Bound) scalarOffset() (inst int64) {
	if o := x.Operand('f'); o.Kind == isa.KindImm {
		inst = int64(int32(o.Val))
	} else {
		if o.Code == isa.CodeLiteral {
			inst = int64(o.Val)
		}
		if x.Inst.Mod.SOE && x.Inst.Mod.Imm {
			inst = int64(x.Inst.Mod.Offset)
		}
	}
	if x.Inst.Form.Fmt == isa.SMRD && (x.Inst.Mod.Imm || inst != 0) {
		inst *= 4 // SMRD immediates and literals count dwords (errata)
	}
	return inst
}

// scalarAddress is the address of an operation with the descriptor or base in words, the instruction's
// offset and that of a scalar register, and which dwords are in range.
func (x *Bound) scalarAddress(p *Program, words [2]uint64, inst int64, soff uint32) (addr uint64, in uint32) {
	m := &x.Mem
	size := 4
	if m.Kind == isa.MemAtomic && m.Size == 8 {
		size = 8
	}
	base := words[0]
	switch {
	case m.Buffer:
		res := mem.DecodeResource(p.Gen, dwords(words))
		off := inst + int64(soff)
		return res.ScalarBufferAddr(off, size), res.ScalarDwords(off&^3, int(m.Size)/4)
	case m.Scr:
		return mem.ScratchAddr(base, inst, soff), 0xffffffff
	}
	return mem.ScalarAddr(p.features, base, inst, soff, size), 0xffffffff
}

// serviceScalar accesses memory through the scalar cache of the work-group's compute unit and
// writes the results to the registers: nothing else has to be serviced before, and the registers
// are written as a whole.
func (w *Wave) serviceScalar(t *Token) {
	x := t.Rec.X
	m := &x.Mem
	c := w.group.kcache
	var flags mem.CacheFlags
	if x.Inst.Mod.GLC {
		flags |= mem.GLC
	}
	if x.Inst.Mod.NV {
		flags |= mem.NV
	}
	var err error
	switch m.Kind {
	case isa.MemLoad:
		w.accessScalar(t, Reads)
		err = w.scalarLoad(t, c, flags)
	case isa.MemStore:
		w.accessScalar(t, Writes)
		for j := 0; j < int(m.Size)/4 && err == nil; j++ {
			if t.SInRange>>j&1 == 0 {
				continue
			}
			binary.LittleEndian.PutUint32(t.sbuf[:], t.SData[j])
			err = c.Write(t.SAddr+uint64(4*j), t.sbuf[:4], flags)
		}
	case isa.MemAtomic:
		w.accessScalar(t, Atomic)
		err = w.scalarAtomic(t, c)
	case isa.MemDcacheInv:
		if m.Vol {
			c.InvalidateVolatile()
		} else {
			c.Invalidate()
		}
	case isa.MemDcacheWB:
		if m.Vol {
			err = c.WritebackVolatile()
		} else {
			err = c.Writeback()
		}
	case isa.MemDiscard:
		c.Discard(t.SAddr&^63, int(m.Size)/64)
	case isa.MemTime:
		w.setS64(t.Rec.D, w.clock())
	case isa.MemRealTime:
		w.setS64(t.Rec.D, w.clock()/w.group.disp.Opts.realTimeDivisor())
	}
	if err != nil {
		w.memFault(t, err)
	}
}

// accessScalar says that an operation accesses memory now.
func (w *Wave) accessScalar(t *Token, e Effect) {
	if w.events != nil {
		w.events.AccessScalar(t, e)
	}
}

// scalarLoad reads dwords; those out of a resource's range are 0 (errata M-14).
func (w *Wave) scalarLoad(t *Token, c *mem.Cache, flags mem.CacheFlags) error {
	n := int(t.Rec.X.Mem.Size) / 4
	buf := t.sbuf[:4*n]
	if t.SInRange&(1<<n-1) == 1<<n-1 {
		if err := c.Read(t.SAddr, buf, flags); err != nil {
			return err
		}
	} else {
		for j := 0; j < n; j++ {
			clear(buf[4*j : 4*j+4])
			if t.SInRange>>j&1 != 0 {
				if err := c.Read(t.SAddr+uint64(4*j), buf[4*j:4*j+4], flags); err != nil {
					return err
				}
			}
		}
	}
	for j := 0; j < n; j++ {
		w.S[uint8(int(t.Rec.D)+j)] = binary.LittleEndian.Uint32(buf[4*j:])
	}
	w.wroteS(t.Rec.D, n)
	return nil
}

// scalarAtomic acts on memory itself; the line in the scalar cache is dropped.
func (w *Wave) scalarAtomic(t *Token, c *mem.Cache) error {
	x := t.Rec.X
	m := &x.Mem
	n := int(m.Size) / 4
	if t.SInRange&(1<<n-1) != 1<<n-1 {
		// Out of range: nothing is done; the value returned is 0 as for loads.
		if x.Inst.Mod.GLC {
			for j := 0; j < n; j++ {
				w.setS32(t.Rec.D+uint16(j), 0)
			}
		}
		return nil
	}
	word := func(i int) uint64 {
		if n == 2 {
			return uint64(t.SData[2*i]) | uint64(t.SData[2*i+1])<<32
		}
		return uint64(t.SData[i])
	}
	if err := c.Evict(t.SAddr); err != nil {
		return err
	}
	old, err := w.group.disp.Mem.RMW(t.SAddr, int(m.Size), m.Atom, word(0), word(1), false)
	if err != nil {
		return err
	}
	// Only the first data word is replaced: the comparand keeps its value (errata M-15).
	if x.Inst.Mod.GLC {
		if n == 2 {
			w.setS64(t.Rec.D, old)
		} else {
			w.setS32(t.Rec.D, uint32(old))
		}
	}
	return nil
}
