package main

import (
	"fmt"
	"strings"
)

// answers is what branches on SCC have said of comparisons of scalar registers that the program makes
// more than once: as long as the registers are not written, the next branch goes the same way.
type answers struct {
	known, ones uint64 // a bit for each comparison
	asked       int    // 1 + the comparison of which SCC says whether it holds; negative: whether it does not
}

// comparison is what an instruction has to do with the comparisons of a program.
type comparison struct {
	asks   int    // as answers.asked
	clears uint64 // those whose registers it writes
}

// complements are comparisons and those that hold where they do not.
var complements = [...][2]string{{"eq", "lg"}, {"gt", "le"}, {"ge", "lt"}}

// comparisons finds those that are made more than once, as many as an answers has room for.
func (p *program) comparisons() []comparison {
	type place struct {
		at  int
		not bool
	}
	made := map[string][]place{}
	var order []string
	for i := range p.list {
		n := &p.list[i]
		if n.in.Form == nil {
			continue
		}
		name := strings.Replace(n.in.Form.Desc.Name, "s_cmpk_", "s_cmp_", 1)
		if !strings.HasPrefix(name, "s_cmp_") || strings.HasSuffix(name, "64") {
			continue
		}
		not := false
		for _, c := range complements {
			if strings.HasPrefix(name, "s_cmp_"+c[1]+"_") {
				name, not = strings.Replace(name, c[1], c[0], 1), true
			}
		}
		if strings.HasPrefix(name, "s_cmp_eq_") {
			name = "s_cmp_eq" // whatever the sign
		}
		_, operands, _ := strings.Cut(n.in.String(), " ")
		key := fmt.Sprintf("%s %s", name, operands)
		if made[key] == nil {
			order = append(order, key)
		}
		made[key] = append(made[key], place{i, not})
	}
	list := make([]comparison, len(p.list))
	next := 0
	for _, key := range order {
		if len(made[key]) < 2 || next == 64 {
			continue
		}
		of := &p.list[made[key][0].at]
		for _, m := range made[key] {
			if list[m.at].asks = next + 1; m.not {
				list[m.at].asks = -next - 1
			}
		}
		for i := range p.list {
			for j := range p.list[i].uses {
				w := &p.list[i].uses[j]
				for k := range of.uses {
					r := &of.uses[k]
					if w.Write && r.Read && (w.Indexed || w.Code < r.Code+uint16(r.Dwords) && r.Code < w.Code+uint16(w.Dwords)) {
						list[i].clears |= 1 << next
					}
				}
			}
		}
		next++
	}
	return list
}

// after is what is known behind an instruction.
func (a answers) after(c *comparison, n *inst) answers {
	a.known &^= c.clears
	a.ones &^= c.clears
	if a.asked != 0 && c.clears>>(max(a.asked, -a.asked)-1)&1 != 0 || n.in.Form != nil && n.in.Form.Desc.Writes("scc") {
		a.asked = 0
	}
	if c.asks != 0 {
		a.asked = c.asks
	}
	return a
}

// branch is what is known where execution goes on at n.next[i], and whether it can.
func (a answers) branch(n *inst, i int) (answers, bool) {
	if a.asked == 0 || len(n.next) < 2 || !n.in.Form.Desc.Reads("scc") {
		return a, true
	}
	scc := strings.HasSuffix(n.in.Form.Desc.Name, "1") == (i == 0)
	bit, holds := max(a.asked, -a.asked)-1, scc == (a.asked > 0)
	if a.known>>bit&1 != 0 {
		return a, a.ones>>bit&1 != 0 == holds
	}
	if a.known |= 1 << bit; holds {
		a.ones |= 1 << bit
	}
	return a, true
}
