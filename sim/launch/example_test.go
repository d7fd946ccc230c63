package launch_test

import (
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/sim/launch"
)

func ExampleParse() {
	f, err := launch.Parse(strings.NewReader(`{
		"buffers": [{"name": "a", "size": 4096, "fill": "0xff"}],
		"launches": [{"grid": [1024], "group": [256], "args": [{"buffer": "a"}, {"i32": -1}, {"f32": 1.5}]}]
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range f.Launches[0].Args {
		fmt.Println(&f.Launches[0].Args[i])
	}

	_, err = launch.Parse(strings.NewReader(`{"launches": [{"grid": [64], "group": [64], "args": [{"int": 1}]}]}`))
	fmt.Println(err)
	// Output:
	// {buffer: a+0x0}
	// {i32: ffffffff}
	// {f32: 0000c03f}
	// launch:1: launches[0].args[0].int: unknown kind of argument; the kinds are buffer, i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64, bytes, local
}
