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

// randomIfs is a program with a load, ifs in ifs, some in loops, whose sides issue and wait differently, and a use.
func randomIfs(r *rand.Rand) string {
	var b strings.Builder
	labels := 0
	var block func(depth int)
	block = func(depth int) {
		for range 1 + r.IntN(4) {
			switch k := r.IntN(12); {
			case k < 4:
				fmt.Fprintf(&b, "global_load_dword v%d, v[8:9], off\n", 2-r.IntN(8)/7)
			case k < 8:
				fmt.Fprintf(&b, "s_waitcnt vmcnt(%d)\n", r.IntN(2))
			case depth < 3:
				n, save := labels, fmt.Sprintf("s[%d:%d]", 2+2*depth, 3+2*depth)
				labels++
				if k == 8 {
					fmt.Fprintf(&b, "again%d:\n", n)
				}
				fmt.Fprintf(&b, "v_cmp_eq_u32 vcc, v4, v5\ns_and_saveexec_b64 %s, vcc\ns_cbranch_execz else%d\n", save, n)
				block(depth + 1)
				fmt.Fprintf(&b, "else%d:\ns_andn2_b64 exec, %s, exec\ns_cbranch_execz end%d\n", n, save, n)
				block(depth + 1)
				fmt.Fprintf(&b, "end%d:\ns_mov_b64 exec, %s\n", n, save)
				if k == 8 {
					fmt.Fprintf(&b, "v_cmp_eq_u32 vcc, v4, v5\ns_cbranch_vccnz again%d\n", n)
				}
			}
		}
	}
	b.WriteString("global_load_dword v1, v[8:9], off\n")
	for range 3 {
		block(0)
	}
	return b.String() + "s_waitcnt vmcnt(1)\nv_mov_b32 v1, 0\ns_endpgm"
}

// What the model breaks, path by path, the checker finds, which joins paths.
func TestWhatTheModelBreaksIsFound(t *testing.T) {
	for _, c := range []struct {
		name  string
		src   func(*rand.Rand) string
		n     int
		share float64 // of broken ones, at least
	}{{"masks", randomMasks, 2000, 0.33}, {"loops", randomLoops, 1000, 0.2}, {"ifs", randomIfs, 500, 0.1}} {
		t.Run(c.name, func(t *testing.T) { testBroken(t, c.src, c.n, c.share) })
	}
}

func testBroken(t *testing.T, random func(*rand.Rand) string, n int, share float64) {
	breaks, harmless := 0, 0
	lanes := 2
	if *long {
		n, lanes = n*30, waveLanes
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
		if slices.ContainsFunc(found.Findings, func(f waitcnt.Finding) bool {
			return f.Severity >= waitcnt.Warning && strings.HasPrefix(f.Rule, "race-")
		}) {
			continue
		}
		// The model follows a lane alone, so that for it a mask may always have other lanes.
		require.False(t, breaksInSomeWave(src, lanes), "program %d:\n%s", i, src)
		harmless++
	}
	require.Greater(t, float64(breaks), share*float64(n))
	require.Less(t, float64(harmless), 0.1*float64(breaks))
	t.Logf("%d of %d programs are broken for the model, %d of them in no wave of %d lanes", breaks, n, harmless, lanes)
}

// waveLanes is how many lanes a wave of breaksInSomeWave has at most.
const waveLanes = 3

// smallWave is a wave of a few lanes at an instruction: its masks, and what is outstanding.
type smallWave struct {
	at    int
	equal bool                // s10 and s11
	mask  smallMasks          // of the registers of maskOf
	age   [2][waveLanes]uint8 // of v1 and v2, by lane: 0 is nothing outstanding, 1 the youngest load, 2 an older one
}

// smallMasks are EXEC, s[2:3], s[4:5], s[6:7] and VCC.
type smallMasks [5]uint8

var maskOf = map[string]int{"exec": 0, "s[2:3]": 1, "s[4:5]": 2, "s[6:7]": 3, "vcc": 4}

// breaksInSomeWave reports whether a program of randomMasks or randomLoops touches what a load has not written yet, in some
// wave of so many lanes: it tries every wave, with every result of comparisons.
func breaksInSomeWave(src string, lanes int) bool {
	all := uint8(1<<lanes - 1)
	var list [][]string
	labels := map[string]int{}
	for _, line := range strings.Split(src, "\n") {
		if name, ok := strings.CutSuffix(line, ":"); ok {
			labels[name] = len(list)
			continue
		}
		list = append(list, strings.Fields(strings.ReplaceAll(line, ",", "")))
	}
	seen := map[smallWave]bool{}
	var todo []smallWave
	add := func(w smallWave) {
		if !seen[w] {
			seen[w] = true
			todo = append(todo, w)
		}
	}
	for bits := range 1 << (4*lanes + 1) {
		for exec := uint8(1); exec <= all; exec++ {
			w := smallWave{equal: bits&1 != 0, mask: smallMasks{exec}}
			for i := range 4 {
				w.mask[1+i] = uint8(bits>>(1+i*lanes)) & all
			}
			add(w)
		}
	}
	value := func(w *smallWave, text string) uint8 {
		switch text {
		case "-1":
			return all
		case "0":
			return 0
		}
		return w.mask[maskOf[text]]
	}
	for len(todo) > 0 {
		w := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		in := list[w.at]
		w.at++
		switch op := in[0]; {
		case op == "s_endpgm":
			continue
		case strings.HasPrefix(op, "s_cbranch_"):
			taken := map[string]bool{"s_cbranch_scc1": w.equal, "s_cbranch_vccz": w.mask[4] == 0, "s_cbranch_vccnz": w.mask[4] != 0,
				"s_cbranch_execz": w.mask[0] == 0, "s_cbranch_execnz": w.mask[0] != 0}
			if taken[op] {
				w.at = labels[in[1]]
			}
		case op == "s_cmp_eq_u32":
		case op == "s_cselect_b64":
			if w.mask[maskOf[in[1]]] = 0; w.equal {
				w.mask[maskOf[in[1]]] = all
			}
		case op == "s_waitcnt":
			for v := range w.age {
				for l := range w.age[v] {
					if in[1] == "vmcnt(0)" || w.age[v][l] == 2 {
						w.age[v][l] = 0
					}
				}
			}
		case op == "global_load_dword", op == "v_mov_b32":
			for v := range w.age {
				for l := range lanes {
					if age := &w.age[v][l]; op == "global_load_dword" && *age == 1 {
						*age = 2
					}
					if in[1] != fmt.Sprintf("v%d", v+1) || w.mask[0]>>l&1 == 0 {
						continue
					}
					if op == "global_load_dword" {
						w.age[v][l] = 1
					} else if w.age[v][l] != 0 {
						return true
					}
				}
			}
		case strings.HasPrefix(op, "v_cmp"):
			for r := range all + 1 {
				x := w
				x.mask[maskOf[in[1]]] = r & w.mask[0]
				if op == "v_cmpx_eq_u32" {
					x.mask[0] = r & w.mask[0]
				}
				add(x)
			}
			continue
		case op == "s_and_saveexec_b64":
			old := w.mask[0]
			w.mask[0] &= value(&w, in[2])
			w.mask[maskOf[in[1]]] = old
		case op == "s_mov_b64":
			w.mask[maskOf[in[1]]] = value(&w, in[2])
		default:
			a, b := value(&w, in[2]), value(&w, in[3])
			w.mask[maskOf[in[1]]] = map[string]uint8{"s_and_b64": a & b, "s_or_b64": a | b, "s_andn2_b64": a &^ b, "s_xor_b64": a ^ b}[op]
		}
		add(w)
	}
	return false
}

// A wave of a few lanes breaks what is broken, and nothing else.
func TestSmallWaves(t *testing.T) {
	const load, touch = "global_load_dword v1, v[8:9], off\n", "v_mov_b32 v1, 0\n"
	require.True(t, breaksInSomeWave(load+touch+"s_endpgm", waveLanes))
	require.True(t, breaksInSomeWave(load+"s_waitcnt vmcnt(1)\n"+touch+"s_endpgm", waveLanes))
	require.False(t, breaksInSomeWave(load+"s_waitcnt vmcnt(0)\n"+touch+"s_endpgm", waveLanes))
	require.False(t, breaksInSomeWave(load+load+"s_mov_b64 exec, 0\n"+touch+"s_endpgm", waveLanes))
	require.False(t, breaksInSomeWave("s_and_saveexec_b64 s[6:7], vcc\n"+load+"s_andn2_b64 exec, s[6:7], exec\n"+touch+"s_endpgm", waveLanes))
	require.True(t, breaksInSomeWave("s_and_saveexec_b64 s[6:7], vcc\n"+load+"s_mov_b64 exec, s[6:7]\n"+touch+"s_endpgm", waveLanes))
	require.False(t, breaksInSomeWave("s_cbranch_vccz l1\n"+load+"s_cbranch_vccnz l2\nl1:\n"+touch+"l2:\ns_endpgm", waveLanes))
	require.True(t, breaksInSomeWave("s_cbranch_vccz l1\n"+load+"v_cmp_eq_u32 vcc, v4, v5\ns_cbranch_vccnz l2\nl1:\n"+touch+"l2:\ns_endpgm",
		waveLanes))
}
