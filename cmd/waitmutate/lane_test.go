package main

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// A lane's bits are those that instructions compute for whole masks: the engine's values are the
// reference.
func TestALaneIsABitOfTheMasks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	tried := 0
	for name := range maskNames {
		for _, form := range []string{"_b64", "_saveexec_b64", "_wrexec_b64"} {
			for _, g := range isa.Gens() {
				code, err := asm.Code(g, name+form+" s[2:3], s[4:5]")
				if err != nil {
					code, err = asm.Code(g, name+form+" s[2:3], s[4:5], s[6:7]")
				}
				if err != nil {
					continue // this generation does not have it
				}
				p := newProgram(g, 0, append(code.Code, 0, 0, 0x81, 0xbf), 0, nil)
				m := newMaskOp(&p.list[0].in)
				require.NotNil(t, m)
				for range 20 {
					x := isa.Sca{A: r.Uint64(), B: r.Uint64(), Exec: r.Uint64()}
					y := x
					p.list[0].in.Form.Desc.Do.(isa.Scalar)(&y)
					for _, l := range []int{0, 31, 32, 63} {
						f := &follower{lane: l, half: uint16(l / 32), ops: []*maskOp{m}, out: []uint64{3}}
						f.track(isa.CodeExecLo + f.half)
						start := lane{}.with(0, x.Exec>>l&1 != 0)
						for i, c := range []uint16{2, 4, 6} {
							f.track(c + f.half)
							start = start.with(i+1, []uint64{0, x.A, x.B}[i]>>l&1 != 0)
						}
						got := f.after(0, &p.list[0], start)
						require.Len(t, got, 1)
						require.Equal(t, y.Exec>>l&1 != 0, got[0].active(), "%s%s", name, form)
						one, known := got[0].bit(1)
						require.True(t, known)
						require.Equal(t, y.D>>l&1 != 0, one, "%s%s", name, form)
						tried++
					}
				}
			}
		}
	}
	require.Greater(t, tried, 3000)
}

// The two sides of an if have no lane in common however the condition is computed; what some lane
// does on both is found.
func TestTheModelFollowsEachLane(t *testing.T) {
	const load, use = "global_load_dword v1, v[2:3], off\n", "v_mov_b32 v1, 0\n"
	const cond = "v_cmp_eq_u32 vcc, v4, v5\n"
	for _, x := range []struct {
		name, code string
		want       verdict
	}{
		{"the other side", cond + "s_and_saveexec_b64 s[4:5], vcc\n" + load + "s_xor_b64 exec, exec, s[4:5]\n" + use, safe},
		{"the condition's negation", cond + "s_mov_b64 s[4:5], exec\ns_and_b64 s[6:7], exec, vcc\n" +
			"s_mov_b64 exec, s[6:7]\n" + load +
			"s_andn2_b64 exec, s[4:5], s[6:7]\n" + use, safe},
		{"after both", cond + "s_and_saveexec_b64 s[4:5], vcc\n" + load + "s_mov_b64 exec, s[4:5]\n" + use, broken},
		{"another condition", cond + "s_and_saveexec_b64 s[4:5], vcc\n" + load +
			"s_mov_b64 exec, s[4:5]\nv_cmp_ne_u32 vcc, v4, v5\n" +
			"s_and_b64 exec, exec, vcc\n" + use, broken},
		{"a scalar register", "s_load_dword s8, s[2:3], 0x0\ns_mov_b64 exec, 0\nv_mov_b32 v6, s8\n", broken},
		{"a lane that is read across", load + "s_not_b64 exec, exec\nv_readlane_b32 s8, v1, 3\n", broken},
		{"halves", "s_mov_b64 exec, -1\ns_mov_b32 exec_hi, 0\n" + load +
			"s_mov_b32 exec_hi, -1\ns_mov_b32 exec_lo, 0\n" + use, safe},
		{"a half and one lane of it", "s_mov_b64 exec, 0xffff\n" + load + "s_mov_b64 exec, 0x8000\n" + use, broken},
		{"a wait that only no lanes skip", load + "s_cbranch_execz skip\ns_waitcnt vmcnt(0)\nskip:\n" + use, safe},
		{"a wait that lanes of the load skip", load + "s_mov_b64 s[4:5], exec\n" + cond +
			"s_and_b64 exec, exec, vcc\ns_cbranch_execz skip\n" +
			"s_waitcnt vmcnt(0)\nskip:\ns_mov_b64 exec, s[4:5]\n" + use, broken},
		{"v_cmpx and its negation", "s_mov_b64 s[4:5], exec\nv_cmpx_eq_u32 vcc, v4, v5\n" + load +
			"s_andn2_b64 exec, s[4:5], vcc\n" + use, safe},
	} {
		t.Run(x.name, func(t *testing.T) {
			code, err := asm.Code(isa.GCN14, x.code+"s_endpgm")
			require.NoError(t, err)
			p, got := newProgram(isa.GCN14, 0, code.Code, 0, nil), safe
			for c := waitcnt.VM; c < waitcnt.NumCounters; c++ {
				got = max(got, p.explore(c, false, nil, 10_000))
			}
			require.Equal(t, x.want, got)
		})
	}
}
