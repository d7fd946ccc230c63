package check_test

import (
	"fmt"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// The result of a scalar load is read without a wait.
func ExampleRun() {
	text, err := asm.Code(isa.GCN14, "s_load_dword s4, s[0:1], 0x0\ns_add_u32 s5, s4, 1\ns_endpgm")
	if err != nil {
		panic(err)
	}
	r, err := check.Run(&check.Input{Gen: isa.GCN14, Code: text.Code}, check.Options{})
	if err != nil {
		panic(err)
	}
	for _, f := range r.Findings {
		fmt.Println(f.Severity, f.Rule, f.PC, f.Register, f.Fix)
	}
	// Output: error race-raw 0x8 s4 insert s_waitcnt lgkmcnt(0) before 0x8
}
