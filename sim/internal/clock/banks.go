package clock

import (
	"math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// maxBanks is what [chip.LDSBanks] allows.
const maxBanks = 128

// bankCounter counts bank conflicts.
type bankCounter struct {
	half  int
	banks uint32
	count [maxBanks]uint32 // for each bank the different dwords
	// seen has for each dword of LDS the number of the half wave that last asked for it: bytes, as
	// it competes for the host's cache.
	seen   []uint8
	now    uint8
	vector bool // banksVec counts, where it can
}

func newBankCounter(c *chip.Chip) bankCounter {
	half := c.Int(chip.LDSHalf)
	return bankCounter{half: half, banks: uint32(c.Int(chip.LDSBanks)), seen: make([]uint8, c.Int(chip.LDSBytes)/4),
		vector: banksInVectors && half == vectorHalf}
}

// vectorHalf is the half wave that banksVec counts.
const vectorHalf = 32

// ask enters what lanes ask of LDS into an access; flat says that they are those of a FLAT instruction. It reports
// whether they are those of the instruction's pattern now, moved.
func (b *bankCounter) ask(a *access, k *cost, exec uint64, flat bool, addr *isa.Row) bool {
	p := k.banks
	if p == nil {
		m := &k.rec.X.Mem
		p = &bankPattern{bytes: uint32(m.Size)}
		if m.Two {
			p.bytes *= 2
		}
		k.banks = p
	}
	a.inLDS, a.moved = true, uint32(bits.OnesCount64(exec))*p.bytes
	if p.exec == exec && exec != 0 && p.shifted(addr) {
		p.strikes, a.banks = 0, uint32(p.clocks)
		return true
	}
	kept := p.kept
	a.banks = uint32(b.access(k.rec.X, exec, flat, addr, p))
	return p.kept != kept
}

// again is ask for lanes at the addresses that another pattern has, moved. It reports false where that does not say
// what they ask for.
func (p *bankPattern) again(a *access, exec uint64, q *bankPattern) bool {
	if p == nil || p.with != q || !p.alike || p.withKept != q.kept || p.exec != exec {
		return false
	}
	a.inLDS, a.moved = true, uint32(bits.OnesCount64(exec))*p.bytes
	p.strikes, a.banks = 0, uint32(p.clocks)
	return true
}

// compare finds out whether another pattern has the same lanes, and their addresses, moved.
func (p *bankPattern) compare(q *bankPattern) {
	if p.with != q || p.withKept != q.kept {
		p.with, p.withKept = q, q.kept
		p.alike = p.exec == q.exec && p.exec != 0 && p.shifted(&q.addr)
	}
}

// access is the number of clocks that LDS takes for the lanes of an access. Lanes are taken half a
// wave at a time; each bank delivers one dword in a clock, to all lanes that ask for it (AMD OpenCL
// Optimization Guide, 2.2). p is the instruction's.
func (b *bankCounter) access(x *engine.Bound, exec uint64, flat bool, row *isa.Row, p *bankPattern) (clocks uint64) {
	m := &x.Mem
	off, second := uint32(x.Inst.Mod.Offset), uint32(0)
	switch {
	case flat:
		off = 0
	case m.Kind == isa.MemSwizzle || m.Kind == isa.MemPermute || m.Kind == isa.MemBPermute ||
		m.Kind == isa.MemAppend || m.Kind == isa.MemConsume || m.TID:
		return 0 // no banks, one address, or consecutive ones
	case m.Two:
		off, second = engine.PairOffsets(x)
	}
	bytes, once := max(4, uint32(m.Size)&^3), m.Kind != isa.MemAtomic
	lanes := uint64(1)<<b.half - 1
	for lo := 0; lo < isa.Lanes; lo += b.half {
		addr, active := row[lo:lo+b.half], exec>>lo&lanes
		if b.vector && !m.Two {
			if most, ok := b.inVectors(addr, off, active, bytes, once); ok {
				clocks += uint64(most)
				continue
			}
		}
		clear(b.count[:b.banks])
		if b.now++; b.now == 0 {
			clear(b.seen)
			b.now = 1
		}
		most := uint32(0)
		if !once {
			clocks += uint64(b.atomics(addr, off, active))
			continue
		}
		for k := uint32(0); k < bytes; k += 4 {
			most = b.dwords(addr, off+k, active, most)
			if m.Two {
				most = b.dwords(addr, second+k, active, most)
			}
		}
		clocks += uint64(most)
	}
	if p.strikes++; p.strikes < 8 || p.strikes%16 == 0 { // addresses that never follow a pattern are seldom kept
		p.exec, p.addr, p.clocks = exec, *row, clocks
		p.kept, p.with = p.kept+1, nil
	}
	return clocks
}

// inVectors is what access counts for a half wave. once says that lanes of one dword get it together. It reports
// false where that needs the loops: where elements of several dwords do not lie at multiples of their size, so
// that one can hold a part of another.
func (b *bankCounter) inVectors(addr []uint32, off uint32, active uint64, bytes uint32, once bool) (uint32, bool) {
	if active == 0 || !once {
		bytes = 4 // the loops count the first dword of an atomic
	}
	if bytes&(bytes-1) != 0 || b.banks < bytes/4 {
		return 0, false
	}
	// What lies at a multiple of its size is in as many banks as it has dwords, always the same together.
	shift := uint32(bits.TrailingZeros32(bytes))
	last, bank := (uint32(len(b.seen))*4-1)>>shift, b.banks*4>>shift-1
	most := banksVec((*[vectorHalf]uint32)(addr), off, shift, last, bank, uint32(active), once)
	return most, most <= vectorHalf
}

// atomics is the clocks of the lanes of an atomic in a half wave: each changes what the one before it
// at the same address has left, so that lanes of a bank go one after the other whatever they address.
func (b *bankCounter) atomics(addr []uint32, off uint32, active uint64) (most uint32) {
	for ; active != 0; active &= active - 1 {
		c := &b.count[(addr[bits.TrailingZeros64(active)]+off)>>2&(b.banks-1)&(maxBanks-1)]
		*c++
		most = max(most, *c)
	}
	return most
}

// bankPattern is what an instruction has last asked of the banks. Most ask for the same again, or
// for what lies some dwords further on, which takes as long.
type bankPattern struct {
	exec    uint64
	addr    isa.Row
	clocks  uint64
	strikes uint32 // accesses since one was like this
	bytes   uint32 // that the instruction moves for a lane
	kept    uint32 // how often it was

	// The pattern that this one was compared with last, when that had been kept so many times, and whether both have the
	// same lanes, at addresses that are those of the other one, moved.
	with     *bankPattern
	withKept uint32
	alike    bool
}

// shifted reports whether the addresses of the active lanes, of which there are some, are those of the pattern, all
// moved by the same number of dwords.
func (p *bankPattern) shifted(addr *isa.Row) bool {
	first, last := bits.TrailingZeros64(p.exec)&63, bits.Len64(p.exec)-1
	by := addr[first] - p.addr[first]
	if by%4 != 0 || addr[last]-p.addr[last] != by {
		return false
	}
	return mem.Shifted(addr, &p.addr, p.exec, by)
}

// dwords counts one dword for each active lane of a half wave, and returns what most is then.
// Whether a dword has been asked for before is no branch here: the host could not foresee it.
func (b *bankCounter) dwords(addr []uint32, off uint32, active uint64, most uint32) uint32 {
	count, all, now := &b.count, b.seen, b.now
	banks, last := (b.banks-1)&(maxBanks-1), uint32(len(all)-1)
	if active == 1<<len(addr)-1 {
		for _, a := range addr {
			word := (a + off) >> 2
			seen, c := &all[word&last], &count[word&banks]
			n := *c
			if *seen != now {
				n++
			}
			*seen, *c, most = now, n, max(most, n)
		}
		return most
	}
	for ; active != 0; active &= active - 1 {
		word := (addr[bits.TrailingZeros64(active)] + off) >> 2
		seen, c := &all[word&last], &count[word&banks]
		n := *c
		if *seen != now {
			n++
		}
		*seen, *c, most = now, n, max(most, n)
	}
	return most
}
