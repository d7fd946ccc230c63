package isa

import (
	"slices"
	"strings"
)

// boards are names of products, as [BoardName] writes them, by chip. Sources: AMDGPUUsage,
// "Processors", for what it lists; Mesa's and Linux's tables of PCI identifiers for the others.
var boards = []struct {
	chip  string
	names []string
}{
	{"tahiti", []string{"hd7970", "hd7950", "hd7990", "r9280", "r9280x", "w9000", "s9000"}},
	{"pitcairn", []string{"hd7870", "hd7850", "r9270", "r9270x", "r7265", "w7000"}},
	{"verde", []string{"hd7770", "hd7750", "r7250x"}},
	{"oland", []string{"r7240", "r7250"}},
	{"kaveri", []string{"a107850k", "a107800", "a107700k", "a87600"}},
	{"hawaii", []string{"w9100", "w8100", "s9150", "s9170"}},
	{"hawaii-r9", []string{"r9290", "r9290x", "r9295x2", "r9390", "r9390x"}},
	{"bonaire", []string{"hd7790", "hd8770", "r7260", "r7260x", "r7360"}},
	{"tonga", []string{"r9285", "r9380", "r9380x", "r9385"}},
	{"tongapro", []string{"s7150", "s7100", "w7100"}},
	{"fiji", []string{"r9fury", "fury", "r9furyx", "furyx", "r9nano", "nano", "produo", "s9300x2", "mi8"}},
	{"polaris10", []string{"rx470", "rx480", "rx570", "rx580", "rx590", "mi6", "wx7100", "wx5100"}},
	{"polaris11", []string{"rx460", "rx560", "wx4100"}},
	{"polaris12", []string{"rx550", "wx3100"}},
	{"vega10", []string{"rxvega64", "vega64", "rxvega56", "vega56", "vegafrontier", "mi25", "wx9100"}},
	{"vega20", []string{"mi50", "mi60", "vii", "provii"}},
	{"raven", []string{"2200g", "2400g"}},
	{"renoir", []string{"4300g", "4600g", "4700g"}},
}

// apart is what short forms of names leave out.
var apart = strings.NewReplacer(" ", "", "-", "", "_", "",
	"amd", "", "radeon", "", "instinct", "", "firepro", "", "ryzen", "")

// BoardName is the short form of a product's name: "Radeon RX 580" is rx580, "Instinct MI50" mi50.
func BoardName(name string) string {
	return apart.Replace(strings.ToLower(name))
}

// ChipOf is the chip on a board that people call so, as "rx580" or "Radeon RX 580": one of
// [Target].Chips, and "" where the board is not known.
func ChipOf(board string) string {
	n := BoardName(board)
	for _, b := range boards {
		if slices.Contains(b.names, n) {
			return b.chip
		}
	}
	return ""
}

// GPUNames are all names that [FindTarget] takes, in their short forms: generations, targets, chips
// and boards.
func GPUNames() []string {
	var names []string
	for _, g := range Gens() {
		names = append(names, "gcn"+generationNames[g])
	}
	for _, t := range targets {
		names = append(append(names, t.Name), t.Chips...)
	}
	for _, b := range boards {
		names = append(names, b.names...)
	}
	return names
}
