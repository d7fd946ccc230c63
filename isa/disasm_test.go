package isa

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomCode makes 8 bytes that have the form's format and opcode and random fields.
func randomCode(r *rand.Rand, f *Form) []byte {
	l := f.layout
	w := [2]uint32{r.Uint32()&^l.mask[0] | l.match[0], r.Uint32()&^l.mask[1] | l.match[1]}
	l.put(&w, 'o', uint32(f.Op))
	var b [8]byte
	binary.LittleEndian.PutUint32(b[:], w[0])
	binary.LittleEndian.PutUint32(b[4:], w[1])
	return b[:]
}

// variants are the targets that differ in their instructions from those before them.
func variants() (list []Target) {
	const forms = Features(AllGens) | FeatureMadMix | FeatureFmaMix | FeatureDL | FeatureDot1 | FeatureDot2 | FeatureDot7 | FeatureDot10 |
		FeaturePackedD16
	seen := map[Features]bool{}
	for _, g := range gens { // those that stand for it first
		t := g.Target()
		seen[t.Features&forms] = true
		list = append(list, t)
	}
	for _, t := range targets {
		if !seen[t.Features&forms] {
			seen[t.Features&forms] = true
			list = append(list, t)
		}
	}
	return list
}

// TestEveryFormDecodesAndEncodes tries each form of each target with random fields until some
// encodings are valid.
func TestEveryFormDecodesAndEncodes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, g := range variants() {
		for _, f := range g.Forms() {
			valid := 0
			for try := 0; try < 3000 && valid < 5; try++ {
				code := randomCode(r, f)
				if try%2 == 0 { // most optional fields zero
					code[1] &= 0x80
					code[4+r.IntN(4)], code[4+r.IntN(4)], code[4+r.IntN(4)] = 0, 0, 0
					l := f.layout
					w := [2]uint32{binary.LittleEndian.Uint32(code)&^l.mask[0] | l.match[0], binary.LittleEndian.Uint32(code[4:])&^l.mask[1] | l.match[1]}
					for c := byte('A'); c <= 'Z'; c++ {
						l.put(&w, c, 0)
					}
					if len(f.Args) == 0 {
						l.put(&w, 'i', 0)
						l.put(&w, 'd', 0)
						l.put(&w, 'v', 0)
					}
					l.put(&w, 'o', uint32(f.Op))
					if f.Fmt == DS || f.Fmt == MUBUF { // GWS and LDS stores need their bit
						l.put(&w, 'G', uint32(try>>1&1))
						l.put(&w, 'S', uint32(try>>1&1))
						for _, c := range []byte("abdv") {
							if !f.hasRole(c) {
								l.put(&w, c, 0)
							}
						}
						if len(f.Args) == 0 {
							l.put(&w, 'x', 0)
							l.put(&w, 'y', 0)
						}
					}
					binary.LittleEndian.PutUint32(code, w[0])
					binary.LittleEndian.PutUint32(code[4:], w[1])
				}
				in, err := g.Decode(code)
				if err != nil || in.Form != f {
					continue
				}
				valid++
				requireInverse(t, g, &in, code, false)
				_ = in.Reserved()
			}
			require.NotZero(t, valid, "%s on %s has no valid encoding", f.Name, g.Name)
		}
	}
}

func TestDecodeDoesNotAllocate(t *testing.T) {
	code := []byte{0x41, 0x41, 0x02, 0xc0, 0x10, 0, 0, 0x0e} // s_load_dword s5, s[2:3], s7 offset:0x10
	buf := make([]byte, 0, 128)
	var in Inst
	var err error
	require.Zero(t, testing.AllocsPerRun(100, func() {
		in, err = Decode(GCN14, code)
		buf = in.AppendText(buf[:0])
	}))
	require.NoError(t, err)
}

// TestUnusedDwordIsZero: instructions compare equal whatever follows them.
func TestUnusedDwordIsZero(t *testing.T) {
	a, err := Decode(GCN14, []byte{0, 0, 0x80, 0xbf, 1, 2, 3, 4})
	require.NoError(t, err)
	b, err := Decode(GCN14, []byte{0, 0, 0x80, 0xbf})
	require.NoError(t, err)
	require.Equal(t, a, b)
}

func TestReservedEncodingsDecodeButSaySo(t *testing.T) {
	for _, c := range []struct {
		g    Gen
		code []byte
		text string
	}{
		{GCN14, []byte{0x7d, 0, 0x80, 0xbe}, "s_mov_b32 s0, null"},
		{GCN12, []byte{0xeb, 0, 0x80, 0xbe}, "s_mov_b32 s0, src_shared_base"},
		{GCN14, []byte{0xff, 0x1f, 0x00, 0x7e}, "v_cvt_f32_f64_e32 v0, v[255:256]"},
		{GCN12, []byte{0x00, 0x19, 0x0a, 0xc0, 0, 0, 0, 0}, "s_load_dwordx4 s[100:103], s[0:1], 0x0"},
		{GCN12, []byte{0x05, 0x00, 0x50, 0xdc, 2, 0, 0, 1}, "flat_load_dword v1, v[2:3] offset:5"},
	} {
		in, err := Decode(c.g, c.code)
		require.NoError(t, err, c.text)
		require.Equal(t, c.text, in.String())
		require.ErrorIs(t, in.Reserved(), ErrReserved, c.text)
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		g    Gen
		code []byte
		want error
	}{
		{"three bytes", GCN12, []byte{1, 2, 3}, ErrShort},
		{"half an SMEM", GCN12, []byte{0x41, 0x01, 0x02, 0xc0}, ErrShort},
		{"literal missing", GCN12, []byte{0xff, 0, 0x80, 0xbe}, ErrShort},
		{"no such prefix", GCN12, []byte{0, 0, 0, 0xc8}, ErrFormat},
		{"no such opcode", GCN10, []byte{0, 0, 0x8b, 0xbf}, ErrOpcode},
		{"FLAT on GCN 1.0", GCN10, []byte{0, 0, 0x30, 0xdc, 0, 0, 0, 0}, ErrFormat},
		{"m0 as a pair", GCN12, []byte{0x7c, 1, 0x80, 0xbe}, ErrOperand},
	} {
		_, err := Decode(c.g, c.code)
		require.ErrorIs(t, err, c.want, c.name)
		var de *DecodeError
		require.ErrorAs(t, err, &de, c.name)
		require.Equal(t, c.g, de.Gen)
	}
}

// FuzzDecode: no input crashes; what decodes prints, encodes and decodes to the same again.
func FuzzDecode(f *testing.F) {
	for gi := range gens {
		f.Add(uint8(gi), []byte{0, 0, 0x80, 0xbf})
		f.Add(uint8(gi), []byte{0x41, 0x01, 0x02, 0xc0, 0xff, 0xff, 0x0f, 0})
		f.Add(uint8(gi), []byte{0xff, 0x02, 0x00, 0x7e, 1, 2, 3, 4})
		f.Add(uint8(gi), []byte{0xf9, 0x02, 0x00, 0x7e, 0, 0x06, 0x06, 0})
		f.Add(uint8(gi), []byte{0, 0x10, 0x30, 0xe0, 2, 1, 1, 8})
	}
	f.Fuzz(func(t *testing.T, gi uint8, code []byte) {
		g := gens[gi&3]
		in, err := Decode(g, code)
		if err != nil {
			return
		}
		if int(in.Len) > len(code) {
			t.Fatalf("%d bytes of %d", in.Len, len(code))
		}
		requireInverse(t, g.Target(), &in, code[:in.Len], false)
		_ = in.Reserved()
		out, err := Encode(&in)
		require.NoError(t, err)
		back, err := Decode(g, out)
		require.NoError(t, err)
		again, err := Encode(&back)
		require.NoError(t, err)
		require.True(t, bytes.Equal(out, again))
	})
}

func BenchmarkDecode(b *testing.B) {
	code := []byte{0x00, 0x50, 0xac, 0xe1, 0x04, 0x01, 0x01, 0x08}
	GCN12.table()
	for b.Loop() {
		if _, err := Decode(GCN12, code); err != nil {
			b.Fatal(err)
		}
	}
}
