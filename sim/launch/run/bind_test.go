package run_test

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// newBinding is a launch of a compiled kernel with three buffers and hidden arguments, and what binds it.
func newBinding(t testing.TB) (bind func()) {
	f, err := launch.Load("../../../testdata/kernels/vecadd/gfx900.json")
	require.NoError(t, err)
	code, err := os.ReadFile("../../../testdata/kernels/vecadd/gfx900-O2.hsaco")
	require.NoError(t, err)
	o, err := codeobj.Load(code)
	require.NoError(t, err)
	d := sim.NewDevice(o.Gen)
	m, err := run.LoadModule(d, o, false)
	require.NoError(t, err)
	l := &f.Launches[0]
	k, err := o.Kernel(l.Kernel)
	require.NoError(t, err)
	buffer := func(string) (addr, size uint64, ok bool) { return 0x10000, 4096, true }
	return func() {
		var s sim.Launch
		temp, err := m.Bind(d, &s, k, l, buffer)
		if err != nil {
			t.Fatal(err)
		}
		for _, rg := range temp {
			if err := d.Mem.Unmap(rg); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func BenchmarkBind(b *testing.B) {
	bind := newBinding(b)
	b.ReportAllocs()
	for b.Loop() {
		bind()
	}
}

// What a launch takes from the collector's memory is for the three pieces of memory that a kernel finds
// through its registers; arguments add nothing to it.
func TestBindingTakesLittleMemory(t *testing.T) {
	require.LessOrEqual(t, testing.AllocsPerRun(20, newBinding(t)), 34.0)
}

// Hidden arguments may stand anywhere among the others.
func TestHiddenArgumentsAmongDeclaredOnes(t *testing.T) {
	declared := func(at uint32) codeobj.Arg {
		return codeobj.Arg{Offset: at, Size: 4, ValueKind: codeobj.ByValue}
	}
	hidden := func(at uint32) codeobj.Arg {
		return codeobj.Arg{Offset: at, Size: 2, ValueKind: "hidden_grid_dims"}
	}
	k := &codeobj.Kernel{Name: "k", HasMetadata: true, KernargSize: 16}
	l := &launch.Launch{Grid: []uint32{8, 8}, Group: []uint32{8, 1},
		Args: []launch.ArgValue{{Kind: "u32", Bytes: []byte{1, 2, 3, 4}}, {Kind: "u32", Bytes: []byte{5, 6, 7, 8}}}}
	want := []byte{1, 2, 3, 4, 2, 0, 0, 0, 5, 6, 7, 8, 2, 0, 0, 0}
	for _, order := range [][]codeobj.Arg{
		{declared(0), declared(8), hidden(4), hidden(12)},
		{declared(0), hidden(4), declared(8), hidden(12)},
		{hidden(4), declared(0), hidden(12), declared(8)},
		{hidden(12), hidden(4), declared(0), declared(8)},
	} {
		k.Args = order
		before := slices.Clone(order)
		got, _, err := run.BuildKernarg(k, l.Args, run.NewDispatch(l))
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.Equal(t, before, k.Args)
	}
}
