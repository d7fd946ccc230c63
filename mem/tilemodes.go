package mem

import (
	"cmp"
	_ "embed" // the table
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/gcnsim/gcnsim/isa"
)

// TileModes is what tiled images of a chip depend on: registers that its driver sets.
type TileModes struct {
	Chip   string     // its name, as package isa has it
	config uint32     // GB_ADDR_CONFIG: pipes, banks, the size of a row
	modes  [32]uint32 // GB_TILE_MODE, GCN 1.0 to 1.2; linear general, 0, where no driver sets it
	macros [16]uint32 // GB_MACROTILE_MODE, GCN 1.1 and 1.2
}

//go:embed tilemodes.txt
var tileModesText string

// tileModes are those of all chips, by name.
var tileModes = sync.OnceValue(func() map[string]*TileModes {
	all, err := readTileModes(tileModesText)
	if err != nil {
		panic(err)
	}
	return all
})

// readTileModes reads the table.
func readTileModes(text string) (map[string]*TileModes, error) {
	all := map[string]*TileModes{}
	var last []*TileModes // the chips of the line that follows are for
	for n, line := range strings.Split(text, "\n") {
		f := strings.Fields(line)
		if len(f) == 0 || f[0][0] == '#' {
			continue
		}
		words, err := hexWords(f[1:])
		switch {
		case err != nil:
		case f[0] == "modes" && len(words) == 32 && len(last) > 0:
			for _, m := range last {
				m.modes = [32]uint32(words)
			}
		case f[0] == "macros" && len(words) == 16 && len(last) > 0:
			for _, m := range last {
				m.macros = [16]uint32(words)
			}
		case len(words) == 1 && f[0] != "modes" && f[0] != "macros":
			last = nil
			for name := range strings.SplitSeq(f[0], ",") {
				all[name] = &TileModes{Chip: name, config: words[0]}
				last = append(last, all[name])
			}
		default:
			err = fmt.Errorf("want a chip and a word, modes and 32 or macros and 16 words")
		}
		if err != nil {
			return nil, fmt.Errorf("mem: tile modes, line %d: %w", n+1, err)
		}
	}
	return all, nil
}

// hexWords reads words, "-" as 0.
func hexWords(f []string) ([]uint32, error) {
	words := make([]uint32, len(f))
	for i, w := range f {
		if w == "-" {
			continue
		}
		v, err := strconv.ParseUint(w, 16, 32)
		if err != nil {
			return nil, err
		}
		words[i] = uint32(v)
	}
	return words, nil
}

// TilesOf are the registers of a chip of the target: the named one, which may be a board, or else
// the first that drivers have registers for, or of the generation's.
func TilesOf(t isa.Target, chip string) *TileModes {
	all := tileModes()
	find := func(names ...string) *TileModes {
		for _, name := range names {
			name, _, _ = strings.Cut(name, "-") // the Hawaii of consumer boards is one
			if m := all[name]; m != nil {
				return m
			}
		}
		return nil
	}
	if m := find(chip); m != nil {
		return m
	}
	if chip != "" {
		if m := find(isa.ChipOf(chip)); m != nil {
			return m
		}
	}
	return cmp.Or(find(t.Chips...), find(t.Gen.Target().Chips...))
}

// linear reports whether an entry of GB_TILE_MODE is linear aligned.
func (m *TileModes) linear(index uint8) bool { return arrayMode(m.modes[index&31]) == linearAligned }

// linearIndex is the entry that drivers set to linear aligned on all chips.
const linearIndex = 8

// rowBytes is the size of a row of a bank of memory: ROW_SIZE of GB_ADDR_CONFIG.
func (m *TileModes) rowBytes() int { return 1024 << (m.config >> 28 & 3) }
