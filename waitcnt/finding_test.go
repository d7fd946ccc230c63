package waitcnt_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// Findings that differ in what a run tells them apart by have one order, whatever order they were collected in.
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
