package check_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/waitcnt/check"
	"github.com/gcnsim/gcnsim/waitcnt/check/objcheck"
)

// FuzzRun: any bytes are a program that can be checked, from any entries, without crash or hang;
// what is found lies in the code and says what and why.
func FuzzRun(f *testing.F) {
	f.Add(uint8(0), uint8(0), uint16(0), []byte{0, 0, 0, 0})
	for i, gen := range []string{"gfx600", "gfx700", "gfx803", "gfx900"} {
		for _, kernel := range []string{"calls", "fnptr", "reduce", "switchtab"} {
			files, err := filepath.Glob("../../testdata/kernels/" + kernel + "/" + gen + "-O2.hsaco")
			require.NoError(f, err)
			for _, file := range files {
				data, err := os.ReadFile(file)
				require.NoError(f, err)
				o, err := codeobj.Load(data)
				require.NoError(f, err)
				in, err := objcheck.Input(o)
				require.NoError(f, err)
				f.Add(uint8(i), uint8(0x0f), uint16(in.Entries[0].Addr-in.Base), in.Code[:min(len(in.Code), 1<<9)])
			}
		}
	}
	f.Fuzz(func(t *testing.T, gen, flags uint8, second uint16, code []byte) {
		if len(code) > 1<<12 {
			return
		}
		in := check.Input{Gen: isa.Gens()[gen&3], Base: uint64(flags>>5) << 8, Code: code[:len(code)&^3]}
		if flags&16 != 0 {
			in.Code = valid(in.Gen, in.Code)
		}
		if flags&1 != 0 {
			in.Entries = []check.Entry{
				{Name: "k", Addr: in.Base, Kernel: true, LDS: flags&2 != 0, Written: []isa.Use{{Code: 0, Dwords: 16}}},
				{Name: "f", Addr: in.Base + uint64(second), Kernel: flags&4 != 0},
			}
		}
		if flags&8 != 0 {
			in.Read = func(addr uint64, n int) ([]byte, bool) {
				if addr > uint64(len(in.Code)) || n > len(in.Code)-int(addr) {
					return nil, false
				}
				return in.Code[addr : addr+uint64(n)], true
			}
		}
		// Advice checks the code again for each wait.
		r, err := check.Run(&in, check.Options{Advice: flags&1 != 0 && len(code) <= 128})
		if err != nil {
			return
		}
		require.LessOrEqual(t, r.Insts, len(in.Code)/4)
		for _, f := range r.Findings {
			if uint64(f.PC)-in.Base >= uint64(len(in.Code)) || f.Message == "" {
				t.Fatalf("%+v", f)
			}
		}
	})
}

// valid drops the words that begin no instruction, where a path would end.
func valid(g isa.Gen, code []byte) (out []byte) {
	for len(code) > 0 {
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
