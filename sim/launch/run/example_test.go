package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// A launch file runs assembly text that writes a dword for each lane.
func ExampleRun() {
	dir, err := os.MkdirTemp("", "launch")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{
		"k.s": "v_lshlrev_b32 v1, 2, v0\nbuffer_store_dword v0, v1, s[0:3], 0 offen\ns_endpgm\n",
		"k.json": `{"code": "k.s", "gpu": "gfx803", "buffers": [{"name": "out", "size": 256}],
			"launches": [{"grid": [64], "group": [64], "registers": {"s[0:3]": "buffer:out", "v0": "lane"}}]}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			panic(err)
		}
	}
	f, err := launch.Load(filepath.Join(dir, "k.json"))
	if err != nil {
		panic(err)
	}
	out, err := run.Run(f, sim.Options{})
	if err != nil {
		panic(err)
	}
	var b [4]byte
	err = out.Device.Mem.Read(out.Buffers["out"].Base+4*63, b[:])
	fmt.Println(out.Fault == nil, b, err)
	// Output: true [63 0 0 0] <nil>
}

// Arguments of code without metadata follow each other with natural alignment.
func ExampleBuildKernarg() {
	f, err := launch.Parse(strings.NewReader(`{
		"buffers": [{"name": "a", "size": 4096}],
		"launches": [{"grid": [1024], "group": [256], "args": [{"buffer": "a"}, {"i32": -1}, {"f32": 1.5}]}]
	}`))
	if err != nil {
		panic(err)
	}
	l := &f.Launches[0]
	d := run.NewDispatch(l)
	d.Buffer = func(name string) (addr, size uint64, ok bool) { return 0x10000, f.Buffer(name).Size, true }
	segment, _, err := run.BuildKernarg(&codeobj.Kernel{}, l.Args, d)
	fmt.Printf("%x %v\n", segment, err)
	// Output: 0000010000000000ffffffff0000c03f <nil>
}

// Who wrote what is not as expected.
func ExampleExplain() {
	dir, err := os.MkdirTemp("", "launch")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{
		"k.s":    "v_lshlrev_b32 v1, 2, v0\ns_endpgm\n",
		"k.json": `{"code": "k.s", "gpu": "gfx803", "launches": [{"grid": [64], "group": [64], "registers": {"v0": "lane"}, "expect": {"registers": {"v1": "0..63"}}}]}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			panic(err)
		}
	}
	f, err := launch.Load(filepath.Join(dir, "k.json"))
	if err != nil {
		panic(err)
	}
	out, err := run.Run(f, sim.Options{})
	if err != nil {
		panic(err)
	}
	if err := run.Explain(f, out, sim.Options{}); err != nil {
		panic(err)
	}
	u := &out.Unmet[0]
	fmt.Printf("%s: %s\n%v\n", u.What(), u.Mismatch, u.Writer)
	// Output:
	// v1 of wave 0 of work-group 0,0,0 of launch 0: lane 1 is 4 (0x00000004), should be 1 (0x00000001); 63 of 64 differ
	// written last by launch 0 at 0x0 v_lshlrev_b32_e32 v1, 2, v0, in lane 1 of wave 0 of work-group 0,0,0 after 1 instructions (line 1)
}
