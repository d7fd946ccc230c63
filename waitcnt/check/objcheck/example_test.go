package objcheck_test

import (
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/waitcnt/check"
	"github.com/gcnsim/gcnsim/waitcnt/check/objcheck"
)

// The global label of a text is a kernel, and findings carry its name.
func ExampleInput() {
	text, err := asm.Code(isa.GCN14, ".globl k\nk:\ns_load_dword s4, s[0:1], 0x0\ns_add_u32 s5, s4, 1\ns_endpgm")
	if err != nil {
		panic(err)
	}
	o, err := codeobj.Assembled(&text, "gfx900")
	if err != nil {
		panic(err)
	}
	in, err := objcheck.Input(o)
	if err != nil {
		panic(err)
	}
	r, err := check.Run(in, check.Options{})
	if err != nil {
		panic(err)
	}
	for _, f := range r.Findings {
		fmt.Println(f.Kernel, f.Rule, f.Fix)
	}
	// Output: k race-raw insert s_waitcnt lgkmcnt(0) before 0x8
}
