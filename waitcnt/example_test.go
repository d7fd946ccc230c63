package waitcnt_test

import (
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// A scalar load of two dwords and an LDS read count on LGKM; they return in any order, so that only
// lgkmcnt(0) proves either complete.
func ExampleFile() {
	f := waitcnt.File{Gen: isa.GCN12}
	for _, text := range []string{"s_load_dwordx2 s[4:5], s[0:1], 0x0", "ds_read_b32 v1, v0"} {
		in, err := isa.ParseInst(isa.GCN12, text)
		if err != nil {
			panic(err)
		}
		f.Issue(waitcnt.EventOf(&in), 0)
	}
	fmt.Println(f.Count[waitcnt.LGKM], f.Eligible(waitcnt.LGKM, nil))
	w := waitcnt.DecodeWait(isa.GCN12, 0x007f) // s_waitcnt lgkmcnt(0)
	_, over := f.Over(w)
	fmt.Println(w, over)
	// Output:
	// 3 [0 1]
	// lgkmcnt(0) true
}
