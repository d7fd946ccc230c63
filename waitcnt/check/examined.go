package check

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// maxUnexamined is how many pieces of code that nothing leads to get a finding of their own; the
// rest share one.
const maxUnexamined = 64

// maxNames is how many labels of a piece are named.
const maxNames = 4

// piece is code that nothing leads to.
type piece struct {
	first, end uint32 // slots
	insts      int
	names      []string // the first labels in it
}

// padding is how many words of padding end a piece: fewer are a part of it.
const padding = 4

// unexamined finds the code that no path from an entry reaches: neither padding nor data.
func (a *analysis) unexamined() (list []piece, insts int) {
	end := uint32(len(a.nodes))
	covered := make([]bool, end)
	for slot, n := range a.nodes {
		if n == nil || n.err != nil || !n.walked {
			continue
		}
		for k := range min(int(n.in.Len)/4, len(a.nodes)-slot) {
			covered[slot+k] = true
		}
	}
	for slot := uint32(0); slot < end; {
		if covered[slot] || a.data(slot) {
			slot++
			continue
		}
		p := piece{first: slot}
		open, fill := 0, 0 // instructions and words of padding behind the last that is none
		for slot < end && fill < padding && !covered[slot] && !a.data(slot) {
			if name := a.label(slot); name != "" && len(p.names) < maxNames {
				p.names = append(p.names, name)
			}
			if a.fills(slot) {
				slot, open, fill = slot+1, open+1, fill+1
				if p.insts == 0 { // in front
					p.first, open, fill = slot, 0, 0
				}
				continue
			}
			step := uint32(1)
			if in, err := a.target.Decode(a.in.Code[slot*4:]); err == nil {
				step = uint32(in.Len) / 4
			}
			slot += step
			p.end, p.insts, open, fill = min(slot, end), p.insts+open+1, 0, 0
		}
		if p.insts > 0 {
			list = append(list, p)
			insts += p.insts
		}
	}
	return list, insts
}

// fills reports whether the word at a slot can be padding, which linkers and compilers write behind
// a function: s_nop, zeros, s_trap, the word of s_code_end, which later generations have, and what
// stops a wave that runs on: s_endpgm, and a branch to itself or to one.
func (a *analysis) fills(slot uint32) bool {
	// SOPP, the same on all generations
	const nop, endpgm, branch, trap, codeEnd = 0xbf80, 0xbf810000, 0xbf82, 0xbf92, 0xbf9f0000
	switch w := a.word(slot); {
	case w == 0 || w == endpgm || w == codeEnd || w>>16 == nop || w>>16 == trap:
		return true
	case w>>16 == branch:
		to := int64(slot) + 1 + int64(int16(w))
		return to == int64(slot) || to >= 0 && to < int64(len(a.nodes)) && a.word(uint32(to)) == endpgm
	}
	return false
}

func (a *analysis) word(slot uint32) uint32 {
	c := a.in.Code[slot*4:]
	return uint32(c[0]) | uint32(c[1])<<8 | uint32(c[2])<<16 | uint32(c[3])<<24
}

func (a *analysis) data(slot uint32) bool {
	return a.in.Data != nil && a.in.Data(a.in.Base+uint64(slot)*4)
}

func (a *analysis) label(slot uint32) string {
	if a.in.Label == nil {
		return ""
	}
	return a.in.Label(a.in.Base + uint64(slot)*4)
}

// reportUnexamined tells what was not looked at.
func (a *analysis) reportUnexamined(res *Result) {
	var list []piece
	list, res.Unexamined = a.unexamined()
	if a.in.Chosen {
		return
	}
	for i, p := range list {
		f := a.rule(waitcnt.RuleUnexamined).New()
		f.PC, f.Instruction = waitcnt.Addr(a.in.Base+uint64(p.first)*4), "(no instruction)"
		if in, err := a.target.Decode(a.in.Code[p.first*4:]); err == nil {
			f.Instruction = in.String()
		}
		where := fmt.Sprintf("%v-%v", f.PC, waitcnt.Addr(a.in.Base+uint64(p.end)*4-1))
		if len(p.names) > 0 {
			f.Kernel = p.names[0]
			where += " (" + strings.Join(p.names, ", ") + ")"
		}
		f.Message = "the code at " + where + " is not examined: no path that could be followed leads there"
		f.Fix = fmt.Sprintf("if it is code, name where it begins: --entry %v, or a global label", f.PC)
		last := i == maxUnexamined-1 && len(list) > maxUnexamined
		if last {
			f.Message += fmt.Sprintf("; nor are %d more pieces behind it", len(list)-maxUnexamined)
		}
		a.emit(f)
		if last {
			break
		}
	}
	a.reportTail()
}

// reportTail tells of bytes behind the last word, which can be no instruction. Zeros are padding.
func (a *analysis) reportTail() {
	end := len(a.nodes) * 4
	tail := a.in.Code[end:]
	if len(bytes.Trim(tail, "\x00")) == 0 || a.data(uint32(len(a.nodes))) {
		return
	}
	f := a.rule(waitcnt.RuleUnexamined).New()
	f.Severity = waitcnt.Info
	f.PC, f.Instruction = waitcnt.Addr(a.in.Base+uint64(end)), "(no instruction)"
	f.Message = fmt.Sprintf("the code ends with %s at %v (% x), which are no whole instruction and are not examined",
		number(len(tail), "byte"), f.PC, tail)
	a.emit(f)
}

// number is a number of things.
func number(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
