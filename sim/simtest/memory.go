package simtest

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/gcnsim/gcnsim/mem"
)

// Buffer is mapped global memory. An access outside of every buffer is a fault of the program.
type Buffer struct {
	m  *Machine
	rg *mem.Range
}

// Buffer maps memory at a free address that is a multiple of 256. data is a number of zero bytes,
// or a slice of bytes, integers or floats.
func (m *Machine) Buffer(data any) Buffer {
	m.tb.Helper()
	b, err := bytesOf(data)
	m.check(err)
	rg, err := m.dev.Mem.MapAnywhere("buffer", uint64(len(b)), 256)
	m.check(err)
	m.check(m.dev.Mem.Write(rg.Base, b))
	return Buffer{m, rg}
}

// BufferAt maps memory at a given address, a multiple of 4.
func (m *Machine) BufferAt(addr uint64, data any) Buffer {
	m.tb.Helper()
	b, err := bytesOf(data)
	m.check(err)
	rg, err := m.dev.Mem.Map("buffer", addr, uint64(len(b)))
	m.check(err)
	m.check(m.dev.Mem.Write(addr, b))
	return Buffer{m, rg}
}

// Addr is the address of the first byte.
func (b Buffer) Addr() uint64 { return b.rg.Base }

// Size is the number of bytes.
func (b Buffer) Size() int { return int(b.rg.Size()) }

// Resource is the descriptor (V#) of the whole buffer: stride 0, dwords.
func (b Buffer) Resource() [4]uint32 { return mem.RawBuffer(b.rg.Base, b.rg.Size()) }

// Bytes copies the contents. What a scalar store has written is there after s_dcache_wb or the end
// of the program.
func (b Buffer) Bytes() []byte {
	out := make([]byte, b.Size())
	b.m.tb.Helper()
	b.m.check(b.m.dev.Mem.Read(b.rg.Base, out))
	return out
}

// Write changes contents from a byte offset on; data is as for [Machine.Buffer].
func (b Buffer) Write(offset int, data any) {
	b.m.tb.Helper()
	p, err := bytesOf(data)
	b.m.check(err)
	b.m.check(b.m.dev.Mem.Write(b.rg.Base+uint64(offset), p))
}

// U32s is the contents as dwords.
func (b Buffer) U32s() []uint32 { return dwords(b.Bytes()) }

// F32s is the contents as floats.
func (b Buffer) F32s() (v []float32) {
	for _, w := range b.U32s() {
		v = append(v, math.Float32frombits(w))
	}
	return v
}

func dwords(b []byte) (v []uint32) {
	for i := 0; i+4 <= len(b); i += 4 {
		v = append(v, binary.LittleEndian.Uint32(b[i:]))
	}
	return v
}

// shared is a piece of LDS or GDS.
func (m *Machine) shared(what string, all []byte, offset, n int) []byte {
	m.tb.Helper()
	if offset < 0 || n < 0 || offset+n > len(all) {
		m.check(fmt.Errorf("%s: bytes %d to %d of %d", what, offset, offset+n, len(all)))
	}
	return all[offset : offset+n]
}

// SetLDS fills LDS from a byte offset on; data is as for [Machine.Buffer].
func (m *Machine) SetLDS(offset int, data any) *Machine {
	m.tb.Helper()
	b, err := bytesOf(data)
	m.check(err)
	if m.session == nil {
		// What a work-group starts with counts as written.
		if end := offset + len(b); offset >= 0 && end > len(m.launch.InitLDS) && end <= int(m.launch.LDS) {
			m.launch.InitLDS = append(m.launch.InitLDS, make([]byte, end-len(m.launch.InitLDS))...)
		}
		copy(m.shared("LDS", m.launch.InitLDS, offset, len(b)), b)
		return m
	}
	copy(m.shared("LDS", m.session.Group.LDS.Bytes(), offset, len(b)), b)
	return m
}

// LDS copies n bytes of LDS.
func (m *Machine) LDS(offset, n int) []byte {
	m.tb.Helper()
	return append([]byte(nil), m.shared("LDS", m.start().Group.LDS.Bytes(), offset, n)...)
}

// LDSU32 is n dwords of LDS from a byte offset on.
func (m *Machine) LDSU32(offset, n int) []uint32 { m.tb.Helper(); return dwords(m.LDS(offset, 4*n)) }

// SetGDS fills GDS from a byte offset on; data is as for [Machine.Buffer].
func (m *Machine) SetGDS(offset int, data any) *Machine {
	m.tb.Helper()
	b, err := bytesOf(data)
	m.check(err)
	copy(m.shared("GDS", m.dev.GDS.Bytes(), offset, len(b)), b)
	return m
}

// GDS copies n bytes of GDS.
func (m *Machine) GDS(offset, n int) []byte {
	m.tb.Helper()
	return append([]byte(nil), m.shared("GDS", m.dev.GDS.Bytes(), offset, n)...)
}

// GDSU32 is n dwords of GDS from a byte offset on.
func (m *Machine) GDSU32(offset, n int) []uint32 { m.tb.Helper(); return dwords(m.GDS(offset, 4*n)) }
