package lsp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/gcntest"
)

// item is a completion.
type item struct {
	Label  string `json:"label"`
	Kind   int    `json:"kind"`
	Detail string `json:"detail,omitempty"`
}

// Kinds of completions of the protocol.
const (
	itemFunction = 3
	itemVariable = 6
	itemKeyword  = 14
	itemRef      = 18
	itemConstant = 21
)

func (s *server) completion(p *positionParams) (any, error) {
	d, err := s.document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	line, at := d.offset(p.Position, s.utf8)
	_, from, _ := d.word(line, at)
	text := d.line(line)
	prefix := strings.ToLower(text[from:at])
	list := []item{}
	add := func(x item) {
		if strings.HasPrefix(strings.ToLower(x.Label), prefix) {
			list = append(list, x)
		}
	}
	first := strings.TrimSpace(text[:from])
	t, code := d.inCode(line)
	switch {
	case code && (first == "" || strings.HasSuffix(first, ":")):
		for _, m := range mnemonics(t) {
			add(m)
		}
	case code:
		for _, r := range registers(t.Gen) {
			add(item{Label: r, Kind: itemVariable})
		}
		for _, x := range d.symbols() {
			if x.kind != kindModule {
				add(item{Label: x.name, Kind: itemRef})
			}
		}
	case first == "":
		for _, k := range gcntest.Keywords() {
			form, help, _ := gcntest.KeywordHelp(k)
			add(item{k, itemKeyword, form + ": " + help})
		}
	case strings.HasPrefix(first, "gpu"):
		for _, x := range isa.Targets() {
			add(item{Label: x.Name, Kind: itemConstant, Detail: strings.Join(x.Chips, ", ")})
		}
		add(item{Label: "all", Kind: itemConstant, Detail: "the four generations"})
	default:
		for _, f := range gcntest.Functions() {
			add(item{f, itemFunction, strings.TrimSpace(gcntest.FunctionHelp(f))})
		}
		for _, x := range d.symbols() {
			if x.kind == kindVariable {
				add(item{Label: x.name, Kind: itemVariable})
			}
		}
		for _, r := range registers(t.Gen) {
			add(item{Label: r, Kind: itemVariable})
		}
	}
	return map[string]any{"isIncomplete": true, "items": list}, nil
}

// mnemonics are the instructions of a target, without suffixes of encodings.
func mnemonics(t isa.Target) (list []item) {
	for _, f := range t.Forms() {
		list = append(list, item{f.Base(), itemFunction, f.Desc.Doc})
	}
	slices.SortStableFunc(list, func(a, b item) int { return strings.Compare(a.Label, b.Label) })
	return slices.CompactFunc(list, func(a, b item) bool { return a.Label == b.Label })
}

// registers are the registers of a generation.
func registers(g isa.Gen) (list []string) {
	for code := range uint16(isa.CodeVGPR) {
		for dwords := 1; dwords <= 2; dwords++ {
			name, ok := isa.RegName(g, code, dwords)
			if !ok || strings.Contains(name, "[") || slices.Contains(list, name) {
				continue
			}
			if _, _, err := isa.ParseReg(g, name); err == nil { // it is no constant
				list = append(list, name)
			}
		}
	}
	for i := range 256 {
		list = append(list, fmt.Sprintf("v%d", i))
	}
	return list
}
