package isa

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// LLVM's AMDGPUUsage lists these products under "Processors".
func TestBoardsAreOfTheTargetsThatLLVMLists(t *testing.T) {
	for name, want := range map[string]string{
		"FirePro W9100": "gfx701", "FirePro S9150": "gfx701", "Radeon R9 290": "gfx702", "Radeon R9 390x": "gfx702",
		"Radeon HD 7790": "gfx704", "Radeon R7 260X": "gfx704", "Radeon R9 285": "gfx802", "Radeon R9 380": "gfx802",
		"Radeon R9 Nano": "gfx803", "Radeon R9 FuryX": "gfx803", "Radeon Instinct MI8": "gfx803", "Radeon RX 480": "gfx803",
		"Radeon Instinct MI6": "gfx803", "Radeon RX 460": "gfx803", "FirePro S7150": "gfx805", "FirePro W7100": "gfx805",
		"Radeon RX Vega 56": "gfx900", "Radeon Instinct MI25": "gfx900", "2400g": "gfx902",
		"Radeon Instinct MI50": "gfx906", "Radeon VII": "gfx906", "mi60:sramecc-:xnack+": "gfx906", "4700G": "gfx90c",
	} {
		got, err := FindTarget(name)
		require.NoError(t, err, name)
		require.Equal(t, want, got.Name, name)
	}
}

func TestEachBoardHasAChipOfATarget(t *testing.T) {
	seen := map[string]bool{}
	for _, b := range boards {
		require.True(t, slices.ContainsFunc(targets[:], func(x Target) bool { return slices.Contains(x.Chips, b.chip) }), b.chip)
		for _, n := range b.names {
			require.Equal(t, n, BoardName(n))
			require.False(t, seen[n], n)
			seen[n] = true
		}
	}
	for _, n := range GPUNames() {
		_, err := FindTarget(n)
		require.NoError(t, err, n)
	}
}
