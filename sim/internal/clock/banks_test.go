package clock

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// TestBanksDeliverEachDwordOnce: the clocks of an access are those of the bank that has most to deliver for a half
// wave, added up: a dword for each lane of an atomic, and each dword once for all lanes of another access.
func TestBanksDeliverEachDwordOnce(t *testing.T) {
	c := chip.All()[0]
	r := rand.New(rand.NewPCG(1, 2))
	for _, x := range []struct {
		kind  isa.MemKind
		sizes []uint8
		two   bool
	}{
		{kind: isa.MemLoad, sizes: []uint8{1, 2, 4, 8, 12, 16}},
		{kind: isa.MemStore, sizes: []uint8{4, 8, 16}, two: true},
		{kind: isa.MemAtomic, sizes: []uint8{4, 8}},
	} {
		for range 4000 {
			banks, size := 16<<r.IntN(4), x.sizes[r.IntN(len(x.sizes))]
			c.Figures[chip.LDSBanks].Value = float64(banks)
			b := engine.Bound{Mem: isa.Memory{Kind: x.kind, Size: size, Two: x.two}}
			b.Inst.Mod.Offset = int32(r.IntN(1 << 16))
			offsets := []uint32{uint32(b.Inst.Mod.Offset)}
			if x.two {
				offsets[0] = uint32(b.Inst.Mod.Offset) & 0xff * uint32(size)
				offsets = append(offsets, uint32(b.Inst.Mod.Offset)>>8*uint32(size))
			}
			exec, row := someLanes(r), someAddresses(r, uint32(size))

			want := uint64(0)
			for half := range 2 {
				seen, count, most := map[uint32]bool{}, map[uint32]uint64{}, uint64(0)
				for l := half * 32; l < half*32+32; l++ {
					if exec>>l&1 == 0 {
						continue
					}
					for _, off := range offsets {
						for k := uint32(0); k < max(1, uint32(size)/4); k++ {
							dword := (row[l] + off + 4*k) / 4 % uint32(c.Int(chip.LDSBytes)/4)
							if x.kind == isa.MemAtomic {
								if k > 0 {
									break
								}
							} else if seen[dword] {
								continue
							}
							seen[dword] = true
							count[dword%uint32(banks)]++
							most = max(most, count[dword%uint32(banks)])
						}
					}
				}
				want += most
			}

			counter := newBankCounter(&c)
			require.Equal(t, want, counter.access(&b, exec, false, &row, new(bankPattern)))
			counter.vector = false
			require.Equal(t, want, counter.access(&b, exec, false, &row, new(bankPattern)))
		}
	}
}

func someLanes(r *rand.Rand) uint64 {
	switch r.IntN(4) {
	case 0:
		return r.Uint64()
	case 1:
		return r.Uint64() & r.Uint64() & r.Uint64() << 32
	case 2:
		return 1 << r.IntN(64)
	}
	return ^uint64(0)
}

// someAddresses are random ones, in a large or a small part of LDS, or evenly spaced, mostly at multiples of size.
func someAddresses(r *rand.Rand, size uint32) (row isa.Row) {
	from, step, within := r.Uint32N(1<<16), r.Uint32N(1<<8), uint32(1)<<r.IntN(17)
	aligned, spaced := r.IntN(4) > 0, r.IntN(3) == 0
	for l := range row {
		if row[l] = r.Uint32N(within); spaced {
			row[l] = from + uint32(l)*step
		}
		if aligned {
			row[l] &^= size - 1
		}
	}
	return row
}
