package sim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
)

// Step vectors of the vector instructions that move data between lanes and registers or act on the
// wave. Each case says what the state is before and what it is afterwards.

// controlSteps has the case of every such row.
var controlSteps = map[string]func(t *testing.T, f *isa.Form){
	"v_nop":               func(t *testing.T, f *isa.Form) { eachExec(t, f, nil, func(*stepState) {}) },
	"v_clrexcp":           clrexcpStep,
	"v_readfirstlane_b32": readFirstLaneStep,
	"v_readlane_b32":      readLaneStep,
	"v_writelane_b32":     writeLaneStep,
	"v_movreld_b32":       movrelStep(false, true),
	"v_movrels_b32":       movrelStep(true, false),
	"v_movrelsd_b32":      movrelStep(true, true),
	"v_swap_b32":          swapStep,
}

// vreg is the operand code of a vector register.
func vreg(n int) uint16 { return uint16(256 + n) }

// eachExec executes an instruction with the given operand codes under several EXEC masks, on random
// registers that set may change.
func eachExec(t *testing.T, f *isa.Form, codes []uint16, want func(st *stepState), set ...func(st *stepState)) *sim.Wave {
	t.Helper()
	require.Len(t, codes, len(f.Args))
	in := isa.Inst{Form: f, NOps: uint8(len(codes))}
	for i, a := range f.Args {
		in.Ops[i] = isa.Operand{Kind: isa.KindReg, Role: a.Role, Type: a.Type, Dwords: 1, Code: codes[i]}
		if codes[i] == isa.CodeLiteral {
			in.Ops[i].Val = 0x89abcdef
		}
	}
	code, err := isa.Encode(&in)
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(3, 4))
	var w *sim.Wave
	for _, exec := range []uint64{^uint64(0), 0, 1 << 63, 0xfffffffffffffff0, 0x5555_0000_aaaa_0100, 1} {
		prog, err := sim.NewProgram(f.Gen, 0x1000, code)
		require.NoError(t, err)
		s, err := sim.NewDevice(f.Gen).Begin(&sim.Launch{Prog: prog, Entry: 0x1000, Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}})
		require.NoError(t, err)
		st := new(stepState)
		for i := range st.s[:128] {
			st.s[i] = r.Uint32()
		}
		for i := range st.v {
			for l := range st.v[i] {
				st.v[i][l] = r.Uint32()
			}
		}
		st.setS64(126, exec)
		for _, f := range set {
			f(st)
		}
		w = s.Group.Waves[0]
		*w.V, w.S, w.SCC, w.Mode, w.TrapSts = st.v, st.s, st.scc, st.mode, 0xffffffff
		require.True(t, s.Step(0))
		require.Nil(t, w.Fault, "%v", in.String())
		if st.mode>>28&1 == 0 {
			want(st)
		}
		st.vWritten, st.sWritten = w.VWritten, w.SWritten
		require.Empty(t, difference(&isa.Inst{Form: f}, new(stepState), st, w), "%v, EXEC %#x", in.String(), exec)
	}
	return w
}

// vskip has every vector instruction skipped.
func vskip(st *stepState) { st.mode = 1 << 28 }

// indexing turns GPR indexing on, for the operands of the bits (0-2 sources, 3 destination).
func indexing(index, bits uint32) func(st *stepState) {
	return func(st *stepState) { st.mode, st.s[124] = 1<<27, bits<<12|index }
}

func clrexcpStep(t *testing.T, f *isa.Form) {
	w := eachExec(t, f, nil, func(*stepState) {})
	require.Equal(t, uint32(0xfffffe00), w.TrapSts, "EXCP is TRAPSTS[8:0]")
}

func readFirstLaneStep(t *testing.T, f *isa.Form) {
	first := func(st *stepState) int { // lane 0 where none is active
		for l := range isa.Lanes {
			if bit(st.s64(126), l) {
				return l
			}
		}
		return 0
	}
	for _, d := range []uint16{7, 106, 124} {
		for _, a := range []int{0, 9, 255} {
			eachExec(t, f, []uint16{d, vreg(a)}, func(st *stepState) { st.s[d] = st.v[a][first(st)] })
			eachExec(t, f, []uint16{d, vreg(a)}, nil, vskip)
		}
	}
	if f.Gen&(isa.GCN12|isa.GCN14) != 0 {
		eachExec(t, f, []uint16{7, vreg(3)}, func(st *stepState) { st.s[7] = st.v[13][first(st)] }, indexing(10, 1))
		eachExec(t, f, []uint16{7, vreg(3)}, func(st *stepState) { st.s[7] = st.v[3][first(st)] }, indexing(10, 14))
		eachExec(t, f, []uint16{7, vreg(250)}, func(st *stepState) { st.s[7] = st.v[0][first(st)] }, indexing(10, 1))
	}
}

func readLaneStep(t *testing.T, f *isa.Form) {
	for _, d := range []uint16{7, 106} {
		for _, lane := range []uint32{0, 17, 63, 64 + 5, 0xffffffff} {
			// The lane select in an SGPR, in M0, and as a constant.
			eachExec(t, f, []uint16{d, vreg(9), 4}, func(st *stepState) { st.s[d] = st.v[9][lane%64] }, func(st *stepState) { st.s[4] = lane })
			eachExec(t, f, []uint16{d, vreg(255), 124}, func(st *stepState) { st.s[d] = st.v[255][lane%64] }, func(st *stepState) { st.s[124] = lane })
		}
		eachExec(t, f, []uint16{d, vreg(9), 128 + 41}, func(st *stepState) { st.s[d] = st.v[9][41] })
		eachExec(t, f, []uint16{d, vreg(9), 193}, func(st *stepState) { st.s[d] = st.v[9][63] }) // -1
	}
	eachExec(t, f, []uint16{7, vreg(9), 4}, nil, vskip)
	if f.Gen&(isa.GCN12|isa.GCN14) != 0 {
		eachExec(t, f, []uint16{7, vreg(3), 128 + 5}, func(st *stepState) { st.s[7] = st.v[13][5] }, indexing(10, 1))
		eachExec(t, f, []uint16{7, vreg(3), 128 + 5}, func(st *stepState) { st.s[7] = st.v[3][5] }, indexing(10, 14))
	}
}

func writeLaneStep(t *testing.T, f *isa.Form) {
	for _, lane := range []uint32{0, 17, 63, 64 + 5, 0xffffffff} {
		at := func(st *stepState) { st.s[4] = lane }
		eachExec(t, f, []uint16{vreg(9), 30, 4}, func(st *stepState) { st.v[9][lane%64] = st.s[30] }, at)
		eachExec(t, f, []uint16{vreg(255), 4, 4}, func(st *stepState) { st.v[255][lane%64] = lane }, at)
		eachExec(t, f, []uint16{vreg(9), 193, 4}, func(st *stepState) { st.v[9][lane%64] = 0xffffffff }, at)
		eachExec(t, f, []uint16{vreg(9), 242, 4}, func(st *stepState) { st.v[9][lane%64] = 0x3f800000 }, at)
	}
	eachExec(t, f, []uint16{vreg(9), 30, 128 + 41}, func(st *stepState) { st.v[9][41] = st.s[30] })
	eachExec(t, f, []uint16{vreg(9), 30, 4}, nil, vskip)
	if f.Gen&(isa.GCN12|isa.GCN14) != 0 {
		eachExec(t, f, []uint16{vreg(3), 30, 128 + 5}, func(st *stepState) { st.v[13][5] = st.s[30] }, indexing(10, 8))
		eachExec(t, f, []uint16{vreg(3), 30, 128 + 5}, func(st *stepState) { st.v[3][5] = st.s[30] }, indexing(10, 7))
		eachExec(t, f, []uint16{vreg(250), 30, 128 + 5}, func(st *stepState) {}, indexing(10, 8))
	}
}

// movrelStep: VGPR[D (+ M0)] = VGPR[S0 (+ M0)] in the active lanes; past the last register the
// source is VGPR 0 and nothing is written.
func movrelStep(src, dst bool) func(t *testing.T, f *isa.Form) {
	return func(t *testing.T, f *isa.Form) {
		for _, m0 := range []uint32{0, 1, 10, 200, 245, 246, 255, 256} {
			set := func(st *stepState) { st.s[124] = m0 }
			moved := func(read func(st *stepState, l int) uint32) func(st *stepState) {
				return func(st *stepState) {
					d := 10
					if dst {
						d += int(m0)
					}
					if d > 255 {
						return
					}
					var row isa.Row
					for l := range row {
						row[l] = read(st, l)
					}
					for l := range row {
						if bit(st.s64(126), l) {
							st.v[d][l] = row[l]
						}
					}
				}
			}
			eachExec(t, f, []uint16{vreg(10), vreg(11)}, moved(func(st *stepState, l int) uint32 {
				a := 11
				if src {
					a += int(m0)
				}
				if a > 255 {
					a = 0
				}
				return st.v[a][l]
			}), set)
			if !src {
				eachExec(t, f, []uint16{vreg(10), 33}, moved(func(st *stepState, l int) uint32 { return st.s[33] }), set)
				eachExec(t, f, []uint16{vreg(10), 193}, moved(func(st *stepState, l int) uint32 { return 0xffffffff }), set)
				if f.Fmt == isa.VOP1 {
					eachExec(t, f, []uint16{vreg(10), isa.CodeLiteral}, moved(func(st *stepState, l int) uint32 { return 0x89abcdef }), set)
				}
			}
			eachExec(t, f, []uint16{vreg(10), vreg(11)}, nil, set, vskip)
		}
	}
}

func swapStep(t *testing.T, f *isa.Form) {
	for _, c := range [][2]int{{0, 1}, {255, 7}, {9, 9}} {
		eachExec(t, f, []uint16{vreg(c[0]), vreg(c[1])}, func(st *stepState) {
			for l := range isa.Lanes {
				if bit(st.s64(126), l) {
					st.v[c[0]][l], st.v[c[1]][l] = st.v[c[1]][l], st.v[c[0]][l]
				}
			}
		})
		eachExec(t, f, []uint16{vreg(c[0]), vreg(c[1])}, nil, vskip)
	}
}
