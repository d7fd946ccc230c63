package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// randomMasks is a program that loads, waits, branches on masks, and touches what it has loaded.
func randomMasks(r *rand.Rand) string {
	var b strings.Builder
	n := 8 + r.IntN(16)
	pair := func() string { return [...]string{"s[2:3]", "s[4:5]", "vcc"}[r.IntN(3)] }
	for i := range n {
		fmt.Fprintf(&b, "l%d:\n", i)
		switch r.IntN(12) {
		case 0, 1:
			fmt.Fprintf(&b, "global_load_dword v%d, v[8:9], off\n", 1+r.IntN(2))
		case 2, 3:
			fmt.Fprintf(&b, "v_mov_b32 v%d, 0\n", 1+r.IntN(2))
		case 4:
			fmt.Fprintf(&b, "s_waitcnt vmcnt(%d)\n", r.IntN(2))
		case 5:
			fmt.Fprintf(&b, "s_mov_b64 %s, %d\n", pair(), -r.IntN(2))
		case 6:
			fmt.Fprintf(&b, "s_%s_b64 %s, %s, %s\n", [...]string{"and", "or", "andn2", "xor"}[r.IntN(4)], pair(),
				[...]string{"exec", pair()}[r.IntN(2)], pair())
		case 7:
			fmt.Fprintf(&b, [...]string{"s_cmp_eq_u32 s10, s11\ns_cselect_b64 %s, -1, 0\n", "v_cmp_eq_u32 %s, v4, v5\n",
				"s_and_saveexec_b64 s[6:7], %s\n", "s_or_b64 exec, exec, %s\n"}[r.IntN(4)], pair())
		default:
			to := i + r.IntN(n-i)
			if r.IntN(5) == 0 {
				to = r.IntN(n)
			}
			fmt.Fprintf(&b, [...]string{"s_cmp_eq_u32 s10, s11\ns_cbranch_scc1 l%d\n",
				"s_cbranch_vccz l%d\n", "s_cbranch_vccnz l%d\n", "s_cbranch_execz l%d\n"}[r.IntN(4)], to)
		}
	}
	return b.String() + "s_endpgm"
}

// randomLoops is a program like those of randomMasks, with many loops, in which lanes are switched off and on.
func randomLoops(r *rand.Rand) string {
	var b strings.Builder
	n := 8 + r.IntN(16)
	pair := func() string { return [...]string{"s[2:3]", "s[4:5]", "vcc"}[r.IntN(3)] }
	for i := range n {
		fmt.Fprintf(&b, "l%d:\n", i)
		switch r.IntN(14) {
		case 0, 1:
			fmt.Fprintf(&b, "global_load_dword v%d, v[8:9], off\n", 1+r.IntN(2))
		case 2:
			fmt.Fprintf(&b, "v_mov_b32 v%d, 0\n", 1+r.IntN(2))
		case 3:
			fmt.Fprintf(&b, "s_waitcnt vmcnt(%d)\n", r.IntN(2))
		case 4:
			fmt.Fprintf(&b, "s_mov_b64 %s, exec\n", pair())
		case 5:
			fmt.Fprintf(&b, "s_mov_b64 exec, %s\n", pair())
		case 6:
			fmt.Fprintf(&b, "s_%s_b64 %s, %s, exec\n", [...]string{"and", "or", "andn2", "xor"}[r.IntN(4)], pair(), pair())
		case 7:
			fmt.Fprintf(&b, "s_%s_b64 exec, exec, %s\n", [...]string{"and", "or", "andn2", "xor"}[r.IntN(4)], pair())
		case 8, 9:
			fmt.Fprintf(&b, "v_cmp_eq_u32 %s, v4, v5\n", pair())
		case 10:
			fmt.Fprintf(&b, "v_cmpx_eq_u32 %s, v4, v5\n", pair())
		default:
			to := r.IntN(n)
			fmt.Fprintf(&b, [...]string{"s_cmp_eq_u32 s10, s11\ns_cbranch_scc1 l%d\n",
				"s_cbranch_vccz l%d\n", "s_cbranch_execnz l%d\n", "s_cbranch_execz l%d\n"}[r.IntN(4)], to)
		}
	}
	return b.String() + "s_endpgm"
}

// What the model breaks, path by path, the checker finds, which joins paths.
func TestWhatTheModelBreaksIsFound(t *testing.T) {
	for _, c := range []struct {
		name  string
		src   func(*rand.Rand) string
		n     int
		share float64 // of broken ones, at least
	}{{"masks", randomMasks, 2000, 0.33}, {"loops", randomLoops, 1000, 0.2}} {
		t.Run(c.name, func(t *testing.T) { testBroken(t, c.src, c.n, c.share) })
	}
}

func testBroken(t *testing.T, random func(*rand.Rand) string, n int, share float64) {
	breaks := 0
	if *long {
		n *= 30
	}
	for i := range n {
		src := random(rand.New(rand.NewPCG(1, uint64(i))))
		code, err := asm.Code(isa.GCN14, src)
		require.NoError(t, err)
		if newProgram(isa.GCN14, 0, code.Code, 0, nil).explore(waitcnt.VM, false, nil, 20_000) != broken {
			continue
		}
		breaks++
		found, err := check.Run(&check.Input{Gen: isa.GCN14, Code: code.Code}, check.Options{})
		require.NoError(t, err)
		require.True(t, slices.ContainsFunc(found.Findings, func(f waitcnt.Finding) bool {
			return f.Severity >= waitcnt.Warning && strings.HasPrefix(f.Rule, "race-")
		}), "program %d:\n%s", i, src)
	}
	require.Greater(t, float64(breaks), share*float64(n))
}
