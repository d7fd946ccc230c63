package check

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// The check of a program takes time and memory in proportion to its length, whatever its shape.
// Real code stays far below these limits. Where one is met, a finding says so
// ([waitcnt.RuleLimit]).
const (
	// maxBytes is the memory that all states together may take, as a rule: stateBytes for each, and
	// entryBytes for each outstanding operation with a producer of hazards. A state holds as many
	// of either as that leaves room for, within bounds.
	maxBytes, stateBytes, entryBytes = 100_000_000, 600, int(unsafe.Sizeof(waitcnt.Pending{})) + 16
	leastEntries, mostEntries        = 8, 512
	// Work is counted in steps over instructions, outstanding operations and hazards.
	baseWork, instWork = 40_000_000, 800
	// baseStates and how many for each block: beyond those call sites and entries are no longer
	// followed apart.
	baseStates, blockStates = 20_000, 2
	// mostStates there are at all: each takes some 1.7 kB even where it holds little.
	mostStates = 100_000
	// maxFindings of one severity are reported.
	maxFindings = 20_000
)

// limit sets how many operations, and how many producers of hazards, one state may hold.
func (a *analysis) limit() {
	room := maxBytes/max(a.states, a.blocks, 1) - stateBytes
	a.bound.Most = min(max(room/entryBytes, leastEntries), mostEntries)
	a.mostFacts = a.bound.Most
	a.budget = baseWork + instWork*len(a.nodes)
}

// crowded reports whether call sites and entries share contexts from now on.
func (a *analysis) crowded() bool {
	return a.states > baseStates+blockStates*a.blocks || a.spent > a.budget/4
}

// kind is what an operation does: operations of one kind can stand for each other.
type kind struct {
	writes, late       isa.RegSet
	bytes              uint8
	lds, fills, stores bool
	counted            waitcnt.Event
}

// alike numbers the kinds of operations: see [waitcnt.Bound].
func (a *analysis) alike(slot uint32) uint32 {
	n := a.nodes[slot]
	if n.kind == 0 {
		k := kind{writes: n.writes, late: n.late, lds: n.touchesLDS(), fills: n.fillsLDS(), stores: n.stores(),
			counted: n.ev}
		for i := range n.uses {
			if u := &n.uses[i]; u.Write {
				k.bytes |= u.Bytes
			}
		}
		if a.kinds[k] == 0 {
			a.kinds[k] = uint32(len(a.kinds) + 1)
		}
		n.kind = a.kinds[k]
	}
	return n.kind
}

// noteLimits says where the check was not complete.
func (a *analysis) noteLimits(res *Result) {
	why := ""
	switch {
	case a.cut:
		why = "the program's paths are too many to be followed to the end: what was found holds, other findings may be " +
			"missing"
	case a.lostFacts:
		why = "more hazards are near than the checker keeps apart: findings about some of them may be missing"
	case a.bound.Lost:
		why = "more operations are outstanding than the checker keeps apart: findings about the oldest of them may be missing"
	case slices.Max(a.count[:]) > maxFindings:
		why = fmt.Sprintf("there are more than %d findings of one severity: the others are left out", maxFindings)
	default:
		return
	}
	f := a.rule(waitcnt.RuleLimit).New()
	f.PC, f.Message = waitcnt.Addr(a.in.Base), why
	res.Findings = append(res.Findings, f)
}
