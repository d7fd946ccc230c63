package hostcode

import (
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// An instruction with DPP is a step of its own. In front of its slices, source 0 is put into a row of the
// wave in the order in which lanes read it, with zeros where they cannot, and the lanes that may be written
// into a mask, which is the step's EXEC. So a slice needs no other slice, and a destination may be the source.

// permutation is what DPP does with source 0.
type permutation struct {
	row   int            // vector register
	from  [isa.Lanes]int // which lane each lane reads, -1: none
	keeps bool           // lanes that read none that is active keep the result register
	lanes uint64         // row_mask and bank_mask
}

// permutationOf is that of an instruction.
func permutationOf(in *inst) *permutation {
	m := &in.r.X.Inst.Mod.DPP
	p := &permutation{row: int(in.r.A - isa.CodeVGPR), keeps: !m.BoundCtrl, lanes: engine.DPPMask(m)}
	for l := range p.from {
		p.from[l] = engine.DPPSource(m.Ctrl, l)
	}
	return p
}

// written are the lanes that are written where all are active.
func (p *permutation) written() uint64 {
	m := p.lanes
	for l, from := range p.from {
		if from < 0 && p.keeps {
			m &^= 1 << l
		}
	}
	return m
}

// sources is, of n lanes from a first one on, which read another such slice, by its number.
func (p *permutation) sources(first, n int) map[int]uint32 {
	list := map[int]uint32{}
	for i, from := range p.from[first : first+n] {
		if from >= 0 {
			list[from/n] |= 1 << i
		}
	}
	return list
}

// places are the lanes that a slice of n reads, within their slices.
func (p *permutation) places(first, n int) []uint32 {
	list := make([]uint32, n)
	for i, from := range p.from[first : first+n] {
		list[i] = uint32(max(from, 0) % n)
	}
	return list
}

// active are the bits of EXEC_LO, or of EXEC_HI where half is 1, that the lanes of a slice ask for. ok is false where
// none does.
func (p *permutation) active(first, n, half int) (list []uint32, ok bool) {
	list = make([]uint32, n)
	for i, from := range p.from[first : first+n] {
		if from >= 0 && from/32 == half {
			list[i], ok = 1<<(from%32), true
		}
	}
	return list, ok
}

// permute emits what is in front of the slices of an instruction.
func (c *coder) permute(in *inst) {
	p := permutationOf(in)
	some, done := c.label(), c.label()
	c.legacy(true, r9, mem(rdi, offExec), 0, 0x8b)
	c.legacy(true, 7, regOp(r9), 1, 0x83) // cmp r9, -1
	c.emit(0xff)
	c.jump(jne, some)
	c.backend.permute(c.assembler, p, true)
	c.movImm(r9, p.written())
	c.place(done)
	c.movFrom(true, mem(rdi, offPermutedLanes), r9)
	c.outside = append(c.outside, func() error {
		c.place(some)
		c.zero(r10)
		c.backend.permute(c.assembler, p, false)
		if p.keeps {
			c.legacy(true, r9, regOp(r10), 0, 0x23) // and
		}
		if p.lanes != engine.AllLanes {
			c.movImm(rcx, p.lanes)
			c.legacy(true, r9, regOp(rcx), 0, 0x23)
		}
		c.jump(0, done)
		return nil
	})
}

// fromRow is a slice of the permuted register, and toRow one of where it goes.
func fromRow(p *permutation, slice, bytes int) operand { return mem(rsi, 256*p.row+bytes*slice) }
func toRow(slice, bytes int) operand                   { return mem(rdi, offPermuted+bytes*slice) }

// The host's registers are free in front of a step.
const (
	permIndex = iota
	permValue
	permOther
	permLanes
	permLanes2
	permExec // EXEC_LO in all lanes, and EXEC_HI
)

// permute emits the permuted row and, where not all lanes are active, those that read one which is, in r10.
func (s *zmm) permute(p *permutation, full bool) {
	const n = 16
	if !full {
		s.broadcast(permExec, mem(rdi, offExec))
		s.broadcast(permExec+1, mem(rdi, offExec+4))
	}
	for i := range isa.Lanes / n {
		valid := s.readers(p, i, full)
		s.load(permIndex, memConst(s.konst(p.places(i*n, n)...)))
		s.vr(vXor, permValue, permValue, permValue)
		for from := range isa.Lanes / n {
			lanes := p.sources(i*n, n)[from]
			if lanes == 0 {
				continue
			}
			k := valid
			if lanes != 1<<n-1 {
				s.emit(0xba) // mov edx, imm32
				s.imm32(lanes)
				s.vex(false, false, 0, map0F, 0x92, kTmp, 0, regOp(rdx)) // kmovw k, edx
				if k != 0 {
					s.vex(true, false, 0, map0F, 0x41, kTmp, kTmp, regOp(k)) // kandw
				}
				k = kTmp
			}
			s.evex(vPermD, permValue, permIndex, fromRow(p, from, 4*n), k, false, false)
		}
		s.store(toRow(i, 4*n), permValue)
	}
}

// readers emits which lanes of slice i read an active one, into r10 and the mask that it returns: 0 where all are
// active.
func (s *zmm) readers(p *permutation, i int, full bool) (k int) {
	const n = 16
	if full {
		return 0
	}
	s.vr(vXor, permLanes, permLanes, permLanes)
	for half := range 2 {
		if list, ok := p.active(i*n, n, half); ok {
			s.v(vAnd, permLanes2, permExec+half, memConst(s.konst(list...)), false)
			s.vr(vOr, permLanes, permLanes, permLanes2)
		}
	}
	s.vr(vTest, kFirst, permLanes, permLanes)
	s.vex(false, false, 0, map0F, 0x93, rdx, 0, regOp(kFirst)) // kmovw edx, k
	s.legacy(true, rdx, regOp(r10), 0, 0x09)
	s.legacy(true, 1, regOp(r10), 1, 0xc1) // ror r10, 16
	s.emit(n)
	return kFirst
}

// permute is that of AVX-512 with AVX2.
func (s *ymm) permute(p *permutation, full bool) {
	const n = 8
	if !full {
		s.broadcast(permExec, mem(rdi, offExec))
		s.broadcast(permExec+1, mem(rdi, offExec+4))
	}
	for i := range isa.Lanes / n {
		s.load(permIndex, memConst(s.konst(p.places(i*n, n)...)))
		s.yr(vXor, permValue, permValue, permValue)
		for from := range isa.Lanes / n {
			if lanes := p.sources(i*n, n)[from]; bits.OnesCount32(lanes) == n {
				s.y(vPermD, permValue, permIndex, fromRow(p, from, 4*n))
			} else if lanes != 0 {
				s.y(vPermD, permOther, permIndex, fromRow(p, from, 4*n))
				s.yr(yBlend, permValue, permValue, permOther, byte(lanes))
			}
		}
		if !full {
			s.yr(vXor, permLanes, permLanes, permLanes)
			s.yr(vXor, permOther, permOther, permOther)
			for half := range 2 {
				if list, ok := p.active(i*n, n, half); ok {
					s.y(vAnd, permLanes2, permExec+half, memConst(s.konst(list...)))
					s.yr(vOr, permLanes, permLanes, permLanes2)
				}
			}
			s.yr(yEq, permLanes, permLanes, permOther) // the other lanes
			s.yr(vAndN, permValue, permLanes, permValue)
			s.yr(ySigns, rdx, 0, permLanes)
			s.imm(false, immXor, rdx, 0xff)
			s.legacy(true, rdx, regOp(r10), 0, 0x09)
			s.legacy(true, 1, regOp(r10), 1, 0xc1) // ror r10, 8
			s.emit(n)
		}
		s.store(toRow(i, 4*n), permValue)
	}
}
