package sim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
)

// What isa.Inst.Uses says is what executors do: registers that are not among the reads may hold
// anything, in whole or in the bytes and lanes that are not read, without a change of the result,
// and only the writes change.
func TestUsesAreWhatInstructionsTouch(t *testing.T) {
	forms := map[isa.Features][]*isa.Form{} // by a target that has them
	for _, g := range isa.Gens() {
		for _, f := range vectorForms(g) {
			forms[f.Features()] = append(forms[f.Features()], f)
		}
	}
	require.Greater(t, len(forms), len(isa.Gens()), "some targets have more than their generation")
	for has, vectors := range forms {
		g := has.Gen()
		t.Run(has.String(), func(t *testing.T) {
			t.Parallel()
			var list []isa.Inst
			var code []byte
			add := func(in isa.Inst, words []byte) {
				list = append(list, in)
				code = append(append(code, words...), words...)
			}
			for _, f := range vectors {
				if _, ok := f.Desc.Do.(isa.Vector); !ok {
					continue
				}
				for _, u := range units(f) {
					r := rand.New(rand.NewPCG(u.seed(), 2))
					for range 3 {
						in, words := drawInst(t, u, r, false, map[string]int{})
						add(in, words)
					}
				}
			}
			vector := len(list)
			r := rand.New(rand.NewPCG(1, uint64(g)))
			for _, f := range isa.Forms(g) {
				if _, ok := f.Desc.Do.(isa.Scalar); !ok || f.Desc.Writes("pc") || f.Desc.Reads("pc") {
					continue
				}
				for n := 0; n < 3; {
					in, ok := randomScalar(r, g, f)
					if !ok {
						continue
					}
					words, err := isa.Encode(&in)
					require.NoError(t, err)
					add(in, words)
					n++
				}
			}
			require.NotZero(t, vector)
			require.Greater(t, len(list)-vector, 200)
			end, err := isa.Encode(&isa.Inst{Form: isa.Lookup(g, "s_endpgm")[0]})
			require.NoError(t, err)
			prog, err := sim.NewProgramFor(targetOf(vectors[0]), 0x1000, append(code, end...))
			require.NoError(t, err)
			s, err := sim.NewDevice(g).Begin(&sim.Launch{Prog: prog, Entry: 0x1000, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}})
			require.NoError(t, err)
			w := s.Group.Waves[0]
			for i := range list {
				if msg := touches(&list[i], s, w, r); msg != "" {
					t.Errorf("%s: %s", list[i].String(), msg)
				}
			}
		})
	}
}

// randomScalar draws an instruction of a scalar form from random words.
func randomScalar(r *rand.Rand, g isa.Gen, f *isa.Form) (isa.Inst, bool) {
	in := isa.Inst{Form: f}
	for _, a := range f.Args {
		o := isa.Operand{Kind: isa.KindReg, Role: a.Role, Type: a.Type, Dwords: uint8(a.Type.Dwords())}
		o.Code = uint16([]int{2, 8, 20, 40, isa.CodeVCCLo}[r.IntN(5)])
		if a.Type.Dwords() == 0 {
			o.Kind, o.Code, o.Val = isa.KindImm, 0, uint32(int32(int16(r.Uint32())))
			if a.Type == isa.Imm16 {
				o.Val &= 0xffff
			}
		}
		in.Ops[in.NOps] = o
		in.NOps++
	}
	words, err := isa.Encode(&in)
	if err != nil {
		return in, false
	}
	got, err := isa.Decode(g, words)
	return got, err == nil && got.Form == f && got.Reserved() == nil
}

// regState is everything that an ALU instruction can read or write.
type regState struct {
	v   [256]isa.Row
	s   [256]uint32
	scc bool
}

func (st *regState) fill(r *rand.Rand) {
	for i := range 128 {
		st.s[i] = r.Uint32()
	}
	for i := range st.v {
		for l := range st.v[i] {
			st.v[i][l] = r.Uint32()
		}
	}
	st.scc = r.IntN(2) == 0
}

// touches runs an instruction twice, on states that agree in what it reads only, and says how the
// results differ.
func touches(in *isa.Inst, s *sim.Session, w *sim.Wave, r *rand.Rand) string {
	var a, b regState
	a.fill(r)
	b.fill(r)
	if r.IntN(2) == 0 {
		a.s[isa.CodeExecLo], a.s[isa.CodeExecHi] = ^uint32(0), ^uint32(0)
	}
	exec := uint64(a.s[isa.CodeExecLo]) | uint64(a.s[isa.CodeExecHi])<<32
	uses := in.Uses(nil)
	var sw [256]bool
	var vw [256]uint64 // lanes
	var vb [256]uint32 // bits
	sccRead, sccWrite := false, false
	if !in.UsesExec() {
		exec = 0
	}
	bits := func(m uint8) (x uint32) {
		for i := range 4 {
			if m>>i&1 != 0 {
				x |= 0xff << (8 * i)
			}
		}
		return x
	}
	for _, u := range uses {
		for n := range int(u.Dwords) {
			c, m := int(u.Code)+n, bits(u.Bytes)
			switch {
			case c == isa.CodeSCC:
				sccRead, sccWrite = sccRead || u.Read, sccWrite || u.Write
			case c == isa.CodeVCCZ:
				b.s[isa.CodeVCCLo], b.s[isa.CodeVCCHi] = a.s[isa.CodeVCCLo], a.s[isa.CodeVCCHi]
			case c == isa.CodeExecZ:
				b.s[isa.CodeExecLo], b.s[isa.CodeExecHi] = a.s[isa.CodeExecLo], a.s[isa.CodeExecHi]
			case c < 128:
				if u.Read {
					b.s[c] = a.s[c]
				}
				sw[c] = sw[c] || u.Write
			case c >= isa.CodeVGPR:
				c -= isa.CodeVGPR
				for l := range isa.Lanes {
					if u.Read && (u.Lanes > isa.LanesPermuted || exec>>l&1 != 0) {
						b.v[c][l] = b.v[c][l]&^m | a.v[c][l]&m
					}
					if u.Write && (u.Lanes > isa.LanesPermuted || exec>>l&1 != 0) {
						vw[c] |= 1 << l
					}
				}
				if u.Write {
					vb[c] |= m
				}
			}
		}
	}
	if sccRead {
		b.scc = a.scc
	}
	var after [2]regState
	for i, st := range []*regState{&a, &b} {
		*w.V, w.S, w.SCC, w.Mode = st.v, st.s, st.scc, 0
		if !s.Step(0) || w.Fault != nil {
			return fmt.Sprint("fault: ", w.Fault)
		}
		after[i] = regState{*w.V, w.S, w.SCC}
	}
	for c := range 128 {
		switch {
		case sw[c] && after[0].s[c] != after[1].s[c]:
			// A conditional move that does not move leaves what was there.
			if after[0].s[c] != a.s[c] || after[1].s[c] != b.s[c] {
				return fmt.Sprintf("scalar %d depends on something that is not among the reads", c)
			}
		case !sw[c] && (after[0].s[c] != a.s[c] || after[1].s[c] != b.s[c]):
			return fmt.Sprintf("scalar %d is written, which is not among the writes", c)
		}
	}
	switch {
	case sccWrite && after[0].scc != after[1].scc:
		return "SCC depends on something that is not among the reads"
	case !sccWrite && (after[0].scc != a.scc || after[1].scc != b.scc):
		return "SCC is written"
	}
	for c := range a.v {
		for l := range isa.Lanes {
			x, y := after[0].v[c][l], after[1].v[c][l]
			m := vb[c]
			if vw[c]>>l&1 == 0 {
				m = 0
			}
			if x&^m != a.v[c][l]&^m || y&^m != b.v[c][l]&^m {
				return fmt.Sprintf("v%d lane %d is written, which is not among the writes", c, l)
			}
			if (x^y)&m != 0 && (x != a.v[c][l] || y != b.v[c][l]) {
				return fmt.Sprintf("v%d lane %d depends on something that is not among the reads", c, l)
			}
		}
	}
	return ""
}
