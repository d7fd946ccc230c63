package waitcnt_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// Findings that differ in what a run tells them apart by have one order, whatever order they were
// collected in.
func TestSortLeavesNothingToChance(t *testing.T) {
	var want []waitcnt.Finding
	for _, severity := range []waitcnt.Severity{waitcnt.Error, waitcnt.Warning} {
		for _, pc := range []waitcnt.Addr{8, 16} {
			for _, rule := range []string{waitcnt.RuleKcache, waitcnt.RuleSMemStore} {
				for _, producer := range []uint64{0, 4} {
					for _, register := range []string{"", "v1"} {
						for _, space := range []string{"", "global", "lds"} {
							f := waitcnt.Finding{Severity: severity, PC: pc, Rule: rule, ProducerPC: waitcnt.At(producer), Register: register}
							if space != "" {
								f.Memory = &waitcnt.Range{Space: space}
							}
							want = append(want, f)
						}
					}
				}
			}
		}
	}
	waitcnt.Sort(want)
	require.Equal(t, waitcnt.Error, want[0].Severity)
	require.Nil(t, want[0].Memory)
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		list := append([]waitcnt.Finding(nil), want...)
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		waitcnt.Sort(list)
		require.Equal(t, want, list)
	}
}

// Findings are merged by place and severity, whatever their order; what no s_waitcnt mends stays
// apart.
func TestMergeJoinsWhatOneWaitMends(t *testing.T) {
	race := func(pc waitcnt.Addr, sev waitcnt.Severity, producer uint64, reg, need string) waitcnt.Finding {
		return waitcnt.Finding{Kind: waitcnt.Race, Rule: waitcnt.RuleRAW, Severity: sev, PC: pc, ProducerPC: waitcnt.At(producer), Register: reg, Need: need, Message: "m"}
	}
	list := []waitcnt.Finding{
		race(8, waitcnt.Error, 4, "v2", "vmcnt(0)"),
		race(8, waitcnt.Error, 0, "v1", "vmcnt(3) lgkmcnt(2)"),
		race(8, waitcnt.Error, 0, "v1", "lgkmcnt(1)"), // the same on another path
		race(8, waitcnt.Info, 0, "v1", "lgkmcnt(0)"),
		race(12, waitcnt.Error, 0, "v1", "expcnt(0)"),
		{Kind: waitcnt.Race, Rule: waitcnt.RuleEndDirty, Severity: waitcnt.Error, PC: 8},
		{Kind: waitcnt.Hazard, Severity: waitcnt.Error, PC: 8, Need: "5 wait states"},
	}
	for range 10 {
		rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		got := waitcnt.Merge(append([]waitcnt.Finding(nil), list...))
		require.Len(t, got, 5)
		for _, f := range got {
			if f.Severity == waitcnt.Error && f.Rule == waitcnt.RuleRAW && f.PC == 8 {
				require.Equal(t, "v1", f.Register)
				require.Equal(t, "vmcnt(0) lgkmcnt(1)", f.Need)
				require.Equal(t, "insert s_waitcnt vmcnt(0) lgkmcnt(1) before 0x8", f.Fix)
				require.Equal(t, []waitcnt.Also{{Rule: waitcnt.RuleRAW, Register: "v2", ProducerPC: waitcnt.At(4), Need: "vmcnt(0)"}}, f.Also)
				continue
			}
			require.Empty(t, f.Also)
		}
	}
}

func TestParseWaitReadsWhatStringWrites(t *testing.T) {
	for range 200 {
		var w waitcnt.Wait
		for c := range w {
			w[c] = []int{waitcnt.NoWait, rand.IntN(64)}[rand.IntN(2)]
		}
		got, ok := waitcnt.ParseWait(w.String())
		require.Equal(t, w != waitcnt.Wait{waitcnt.NoWait, waitcnt.NoWait, waitcnt.NoWait}, ok, w.String())
		require.Equal(t, w, got)
	}
	for _, bad := range []string{"", "none", "no wait", "vmcnt", "vmcnt(", "vmcnt(1", "vmcnt(-1)", "vmcnt(64)", "5 wait states", "vscnt(0)", "a write of the whole of vcc"} {
		_, ok := waitcnt.ParseWait(bad)
		require.False(t, ok, bad)
	}
}
