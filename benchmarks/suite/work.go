package suite

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// Work is a case that is ready to run: code, and a launch file with inputs and wanted results.
type Work struct {
	File   *launch.File    // buffers, launches and wanted results
	Object *codeobj.Object // the code that File's launches run
	Raw    bool            // Object is machine code without a kernel

	// Waves, where it is not 0, are so many that one compute unit holds at the same time: with a
	// clock the chip has only one.
	Waves int

	source string // file of cl or c that does the same on the host, or empty
	simd   bool   // which it also does with intrinsics
	calls  []call // of its functions
}

// call is a call of a function of C for each work-group.
type call struct {
	function string
	groups   [2]int
	args     []any // as of launch
}

func newWork(name string) *Work { return &Work{File: &launch.File{Path: name}} }

// Elements of results.
var (
	exactU32 = launch.Type{Name: "u32"}
	exactF32 = launch.Type{Name: "f32"} // but for the bits of NaNs
)

// input adds a buffer that the kernels read.
func (w *Work) input(name string, data []byte) {
	w.File.Buffers = append(w.File.Buffers,
		launch.Buffer{Name: name, Size: uint64(len(data)), Init: launch.Contents{Data: data}})
}

// output adds a buffer that the kernels write, with what it must hold in the end.
func (w *Work) output(name string, want []byte, as launch.Type) {
	w.File.Buffers = append(w.File.Buffers, launch.Buffer{Name: name, Size: uint64(len(want))})
	w.expect(name, want, as)
}

// inout adds a buffer that the kernels change; want may be nil, see expect.
func (w *Work) inout(name string, data, want []byte, as launch.Type) {
	w.input(name, data)
	if want != nil {
		w.expect(name, want, as)
	}
}

// expect says what a buffer must hold in the end.
func (w *Work) expect(name string, want []byte, as launch.Type) {
	w.File.Buffer(name).Expect = launch.Expects{{Type: as, Data: want}}
}

// launch adds a launch. An argument is a buffer's name, a uint32 or a float32.
func (w *Work) launch(kernel string, grid, group [2]int, args ...any) {
	l := launch.Launch{Kernel: kernel, Grid: []uint32{uint32(grid[0]), uint32(grid[1])},
		Group: []uint32{uint32(group[0]), uint32(group[1])}}
	for _, a := range args {
		switch a := a.(type) {
		case string:
			l.Args = append(l.Args, launch.ArgValue{Kind: "buffer", Buffer: a})
		case uint32:
			l.Args = append(l.Args, launch.ArgValue{Kind: "u32", Bytes: u32s([]uint32{a})})
		case float32:
			l.Args = append(l.Args, launch.ArgValue{Kind: "f32", Bytes: f32s([]float32{a})})
		default:
			panic(fmt.Sprintf("suite: argument of type %T", a)) // a mistake in a table of this package
		}
	}
	w.File.Launches = append(w.File.Launches, l)
	w.calls = append(w.calls, call{kernel, [2]int{grid[0] / group[0], grid[1] / group[1]}, args})
}

// word is a float as C takes it.
func word(v float32) uint32 { return math.Float32bits(v) }

// u32s are numbers as memory has them.
func u32s(v []uint32) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return b
}

// f32s are numbers as memory has them.
func f32s(v []float32) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}
