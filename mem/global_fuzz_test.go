package mem

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzGlobal: any sequence of mappings and accesses does what a plain map of bytes does.
func FuzzGlobal(f *testing.F) {
	f.Add([]byte{0, 16, 0, 1, 0, 4, 0x10, 8, 0, 9, 8, 0x10, 8, 0, 7, 12, 0, 0, 0, 0})
	f.Add([]byte{0, 0xf0, 0xff, 0, 2, 0, 0, 0, 1, 2, 4, 0xf8, 0xff, 20, 3, 8, 0, 0, 30, 0, 16, 0, 0, 0, 0, 8, 0, 0, 30, 0})
	f.Fuzz(func(t *testing.T, program []byte) {
		g := NewGlobal()
		g.Limit = 1 << 12
		want := map[uint64]byte{} // every mapped byte
		held := func(addr uint64, n int) bool {
			for i := range n {
				if _, ok := want[addr+uint64(i)]; !ok {
					return false
				}
			}
			return true
		}
		for len(program) >= 5 && len(want) < 1<<13 {
			op, addr, n, v := program[0]>>2, uint64(binary.LittleEndian.Uint16(program[1:]))+0xf000, int(program[3]), program[4]
			program = program[5:]
			switch op % 5 {
			case 0:
				size := uint64(n) << (v & 3)
				free := size > 0
				for a := addr; a < addr+size; a++ {
					if _, ok := want[a]; ok {
						free = false
					}
				}
				rg, err := g.Map("m", addr, size)
				require.Equal(t, free && uint64(len(want))+size <= g.Limit, err == nil, "%v", err)
				if err == nil {
					require.Equal(t, [2]uint64{addr, addr + size}, [2]uint64{rg.Base, rg.End()})
					for a := addr; a < addr+size; a++ {
						want[a] = 0
					}
				}
			case 1:
				b := bytes.Repeat([]byte{v}, n)
				err := g.Write(addr, b)
				require.Equal(t, held(addr, n), err == nil, "%v", err)
				if err == nil {
					for i := range b {
						want[addr+uint64(i)] = v
					}
				}
			case 2:
				b := make([]byte, n)
				err := g.Read(addr, b)
				require.Equal(t, held(addr, n), err == nil, "%v", err)
				if err == nil {
					for i := range b {
						if want[addr+uint64(i)] != b[i] {
							t.Fatalf("%#x is %#x, want %#x", addr+uint64(i), b[i], want[addr+uint64(i)])
						}
					}
				} else {
					var e *AccessError
					require.True(t, errors.As(err, &e))
					require.NotEmpty(t, e.Error())
				}
			case 3:
				g.ResetChanges()
				require.Empty(t, g.Changed())
			default:
				if rs := g.Ranges(); len(rs) > 0 {
					rg := rs[int(v)%len(rs)]
					base, end := rg.Base, rg.End()
					require.NoError(t, g.Unmap(rg))
					for a := base; a < end; a++ {
						delete(want, a)
					}
				}
			}
			require.EqualValues(t, len(want), g.Mapped())
		}
	})
}
