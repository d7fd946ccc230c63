package sim_test

import (
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/gcnsim/gcnsim/sim/internal/testcase"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/dump"
)

// Where a random program finds memory: at the addresses that its registers hold.
const (
	heapBase  = 0x10000
	heapBytes = 1 << 16
)

// runRandom runs code as two work-groups of two waves under a small limit, from a state that the
// choices and the seed make; the counts are those of the code's dwords.
func runRandom(t *testing.T, g isa.Gen, code []byte, seed uint64, state []byte) *sim.Result {
	d := sim.NewDevice(g)
	_, err := d.Mem.Map("heap", heapBase, heapBytes)
	require.NoError(t, err)
	p, err := sim.NewProgram(g, 0x1000000, code)
	if err != nil {
		return nil
	}
	c := &choices{state, rand.New(rand.NewPCG(seed, 1))}
	l := c.launch(g, testcase.FirstChip(t, g), p)
	res, err := d.Run(l)
	require.NoError(t, err)
	if res.Fault != nil {
		require.NotEmpty(t, res.Fault.Error())
		var defect *sim.DefectError
		if errors.As(res.Fault, &defect) {
			require.Failf(t, "defect", "%v\n%s", res.Fault, defect.Stack)
		}
	}
	if tm := res.Timing; tm != nil {
		require.Equal(t, tm.WaveCycles, tm.Stalls.Total())
	}
	if l.Options.Keep {
		all, err := dump.ParseSections("")
		require.NoError(t, err)
		state := dump.New(all, true)
		state.AddLaunch("", l, res, d)
		state.AddDevice(d)
		require.NoError(t, state.WriteText(io.Discard))
	}
	return res
}

// FuzzRun: no words, whatever they are, crash or hang the machine.
func FuzzRun(f *testing.F) {
	f.Add(uint8(0), uint64(0), []byte{0, 0, 0x81, 0xbf}, []byte{})
	f.Add(uint8(2), uint64(7), []byte{0, 0, 0x50, 0xdc, 0, 0, 0, 1, 0x70, 0, 0x8c, 0xbf, 0, 0, 0x81, 0xbf}, []byte{1, 1, 0, 4})
	r := rand.New(rand.NewPCG(3, 3))
	for i := range isa.Gens() {
		f.Add(uint8(i), r.Uint64(), randomCode(r, isa.Gens()[i], 8), []byte{uint8(i), 3, 1, 4, 1, 5})
		f.Add(uint8(i|4), r.Uint64(), randomCode(r, isa.Gens()[i], 60), []byte{uint8(i), 3, 1, 4, 1, 5})
	}
	f.Fuzz(func(t *testing.T, gen uint8, seed uint64, code, state []byte) {
		if len(code) > 1024 {
			return
		}
		g := isa.Gens()[gen%4]
		if gen&4 != 0 {
			code = validCode(g, code)
		}
		runRandom(t, g, code, seed, state)
	})
}

// validCode drops the words that begin no instruction, where a run would end.
func validCode(g isa.Gen, code []byte) (out []byte) {
	for len(code) >= 4 {
		in, err := isa.Decode(g, code)
		if err != nil || in.Reserved() != nil {
			code = code[4:]
			continue
		}
		out = append(out, code[:in.Len]...)
		code = code[in.Len:]
	}
	return out
}

// randomCode makes n instructions that decode: random words, of which the first bits choose a
// format with equal weight.
func randomCode(r *rand.Rand, g isa.Gen, n int) (code []byte) {
	for n > 0 {
		first := r.Uint32()
		if r.IntN(2) == 0 {
			first |= 1 << 31 // half of all words would be VOP2 else
		}
		if r.IntN(4) != 0 {
			first &^= 0x80 // small register numbers and few modifiers
		}
		words := [3]uint32{first, r.Uint32(), r.Uint32()}
		if r.IntN(2) == 0 {
			words[1] &= 0x1f1f1f1f // registers that were set, mostly
		}
		var b []byte
		for _, w := range words {
			b = binary.LittleEndian.AppendUint32(b, w)
		}
		if in, err := isa.Decode(g, b); err == nil {
			code = append(code, b[:in.Len]...)
			n--
		}
	}
	return code
}

// TestGlobalLoadsToLDS: four bytes a lane from M0 plus the instruction's offset on, sub-dwords
// extended. Words from llvm-mc -mcpu=gfx900.
func TestGlobalLoadsToLDS(t *testing.T) {
	for name, c := range map[string]struct {
		word  uint32
		value func(lane int) uint32
	}{
		"global_load_dword v[0:1], off offset:16 lds": {0xdc50a010, func(lane int) uint32 { return uint32(uint8(lane*4+16)) * 0x01010101 }},
		"global_load_sbyte v[0:1], off offset:16 lds": {0xdc44a010, func(lane int) uint32 { return uint32(int32(int8(lane*4 + 16))) }},
	} {
		d := sim.NewDevice(isa.GCN14)
		heap, err := d.Mem.Map("heap", heapBase, 320)
		require.NoError(t, err)
		for i := uint64(0); i < heap.Size(); i++ {
			require.NoError(t, d.Mem.Write(heapBase+i, []byte{byte(i) &^ 3}))
		}
		var code []byte
		for _, w := range []uint32{c.word, 0x007f0000, 0xbf810000} {
			code = binary.LittleEndian.AppendUint32(code, w)
		}
		p, err := sim.NewProgram(isa.GCN14, 0, code)
		require.NoError(t, err)
		var lo [isa.Lanes]uint32
		for l := range lo {
			lo[l] = heapBase + uint32(l)*4
		}
		res, err := d.Run(&sim.Launch{
			Prog: p, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: 512, Options: sim.Options{Keep: true},
			Registers: []sim.RegInit{{Code: isa.CodeVGPR, Vector: [][isa.Lanes]uint32{lo, {}}}, {Code: isa.CodeM0, Scalar: []uint32{32}}},
		})
		require.NoError(t, err)
		require.Nil(t, res.Fault, name)
		lds := res.State[0].LDS.Bytes()
		for i := 0; i < 512; i += 4 {
			want := uint32(0)
			if lane := (i - 32 - 16) / 4; i >= 48 && lane < 64 {
				want = c.value(lane)
			}
			require.Equal(t, want, binary.LittleEndian.Uint32(lds[i:]), "%s: LDS %d", name, i)
		}
	}
}

// TestRandomInstructionsNeverCrash runs random programs of every generation, and counts what they
// executed so that the test cannot go blind.
func TestRandomInstructionsNeverCrash(t *testing.T) {
	n, part := 500, 5
	switch {
	case *long:
		n, part = 20_000, 2
	case testing.Short():
		n, part = 300, 5
	}
	for i, g := range isa.Gens() {
		r := rand.New(rand.NewPCG(5, uint64(i)))
		seen := map[string]bool{}
		for range n {
			code := randomCode(r, g, 12)
			res := runRandom(t, g, code, r.Uint64(), nil)
			for at, count := range res.Counts {
				if count == 0 || at*4 >= len(code) {
					continue
				}
				if in, err := isa.Decode(g, code[at*4:]); err == nil {
					seen[in.Form.Desc.Name] = true
				}
			}
		}
		all := map[string]bool{}
		for _, f := range isa.Forms(g) {
			all[f.Desc.Name] = true
		}
		t.Logf("%v: %d of %d instructions executed", g, len(seen), len(all))
		require.Greater(t, len(seen), len(all)/part)
	}
}
