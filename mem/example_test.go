package mem_test

import (
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
)

// A buffer of 16 records of 8 bytes, read with IDXEN: which lanes are in range, and why lane 20 is
// not.
func ExampleResource() {
	r := mem.DecodeResource(isa.GCN11, [4]uint32{0x1000, 8 << 16, 16, 0x00027fac})
	var index mem.Row
	for i := range index {
		index[i] = uint32(i)
	}
	q := mem.BufferQuery{Exec: mem.AllLanes, Idxen: true, VIndex: &index, Bytes: 4}
	var addr [64]uint64
	ok := r.Lanes(&q, &addr)
	fmt.Printf("%#x, lane 3 at %#x\n", ok, addr[3])
	fmt.Println(r.Explain(&q, 20))
	// Output:
	// 0xffff, lane 3 at 0x1018
	// lane 20: index 20 offset 0x0 soffset 0x0, address 0x10a0: out of range; GCN 1.1 (gfx7) requires index 20 < 16 records and offset 0x0 < stride 0x8; V# base 0x1000 stride 8 num_records 0x10 32 float dst_sel RGBA [00001000 00080000 00000010 00027fac]
}

// Lanes load, and lane 2 faults.
func ExampleGlobal_Gather() {
	g := mem.NewGlobal()
	buf, _ := g.Map("input", 0x100000, 16)
	g.Write(buf.Base, []byte{1, 0, 0, 0, 2, 0, 0, 0})
	q := mem.Access{Exec: 0b111, Bytes: 4, Rows: []*mem.Row{new(mem.Row)}}
	q.Addr[0], q.Addr[1], q.Addr[2] = 0x100000, 0x100004, 0x100010
	fmt.Println(g.Gather(&q))
	fmt.Println(q.Rows[0][:3])
	// Output:
	// mem: lane 2: read of 4 bytes at 0x100010: address not mapped; nearest: "input" 0x100000-0x10000f, 0x0 bytes past its end
	// [1 2 0]
}

// The scalar cache keeps what it has read, whatever others store.
func ExampleCache() {
	g := mem.NewGlobal()
	g.Map("buf", 0x1000, 64)
	k, _ := mem.NewCache(g, mem.KCacheBytes, mem.KCacheWays)
	b := make([]byte, 4)
	k.Read(0x1000, b, 0)
	g.Write(0x1000, []byte{7})
	k.Read(0x1000, b, 0)
	fmt.Println("before s_dcache_inv:", b[0])
	k.Invalidate()
	k.Read(0x1000, b, 0)
	fmt.Println("after:", b[0])
	// Output:
	// before s_dcache_inv: 0
	// after: 7
}

func ExampleLoadFormat() {
	c, err := mem.LoadFormat(mem.Fmt8x4, mem.Unorm, []byte{0, 51, 102, 255})
	fmt.Printf("%08x %v\n", c, err)
	_, err = mem.LoadFormat(mem.Fmt8x4, mem.Float, []byte{0, 51, 102, 255})
	fmt.Println(err)

	back := make([]byte, 4)
	err = mem.StoreFormat(mem.Fmt8x4, mem.Unorm, c, back)
	fmt.Println(back, err)
	// Output:
	// [00000000 3e4ccccd 3ecccccd 3f800000] <nil>
	// mem: format 8_8_8_8 float on load: its components have no floating-point form
	// [0 51 102 255] <nil>
}
