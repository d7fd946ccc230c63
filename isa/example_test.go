package isa_test

import (
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
)

func ExampleDecode() {
	code := []byte{0x41, 0x41, 0x02, 0xc0, 0x10, 0x00, 0x00, 0x0e}
	in, err := isa.Decode(isa.GCN14, code)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(in.Len, in.String())
	for _, o := range in.Operands() {
		fmt.Printf("%c %v code %d, %d dwords\n", o.Role, o.Type, o.Code, o.Dwords)
	}
	_, err = isa.Decode(isa.GCN12, []byte{0x00, 0x00, 0x8b, 0xc8})
	fmt.Println(err)
	// Output:
	// 8 s_load_dword s5, s[2:3], s7 offset:0x10
	// d b32 code 5, 1 dwords
	// s b64 code 2, 2 dwords
	// f b32 code 7, 1 dwords
	// isa: offset 0x0: c88b0000 on GCN 1.2 (gfx8): no instruction format has this prefix
}
