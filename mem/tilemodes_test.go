package mem

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// TestTilesOf: registers are those of the named chip or board, or of the target's first chip.
func TestTilesOf(t *testing.T) {
	for _, c := range []struct{ target, chip, want string }{
		{"gfx803", "", "fiji"}, {"gfx803", "polaris11", "polaris11"}, {"gfx803", "rx580", "polaris10"},
		{"gfx803", "gfx803", "fiji"}, {"gfx702", "hawaii-r9", "hawaii"}, {"gfx702", "", "hawaii"}, {"gfx601", "verde", "verde"},
		{"gfx602", "", "hainan"}, {"gfx705", "", "kaveri"}, {"gfx805", "", "tongapro"}, {"gcn1.2", "", "fiji"}, {"gfx906", "", "vega20"}, {"gfx90c", "", "renoir"},
		{"gfx909", "", "raven2"}, {"gfx900", "vega56", "vega10"},
	} {
		target, err := isa.FindTarget(c.target)
		require.NoError(t, err)
		require.Equal(t, c.want, TilesOf(target, c.chip).Chip, "%v", c)
	}
	for _, target := range isa.Targets() {
		m := TilesOf(target, "")
		require.NotNil(t, m, target.Name)
		if target.Gen != isa.GCN14 {
			require.True(t, m.linear(linearIndex), "%s: entry 8 is linear aligned", m.Chip)
			require.NotZero(t, m.modes[9], m.Chip)
			require.Equal(t, target.Gen != isa.GCN10, m.macros != [16]uint32{}, m.Chip)
		}
	}
}

// TestTileModesErrors: a table with a mistake names the line.
func TestTileModesErrors(t *testing.T) {
	for text, want := range map[string]string{
		"fiji x": "line 1", "fiji 1\nmodes 1": "line 2", "modes " + "1 1": "line 1", "\nfiji 1 2": "line 2", "fiji": "line 1",
	} {
		_, err := readTileModes(text)
		require.ErrorContains(t, err, want, text)
	}
}

func FuzzTileModes(f *testing.F) {
	f.Add(tileModesText)
	f.Add("a,b 1\nmodes -")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := readTileModes(text)
		require.True(t, err != nil || all != nil)
	})
}
