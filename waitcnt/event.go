package waitcnt

import "github.com/gcnsim/gcnsim/isa"

// Class is a kind of operation for the order of return.
type Class uint8

// The classes. Ordered classes return in the order of issue among themselves (counters.md 2).
const (
	NoClass  Class = iota // none of the others
	VMem                  // MUBUF, MTBUF, MIMG, GLOBAL, SCRATCH: ordered
	Flat                  // FLAT: may be LDS or memory, not ordered
	LDS                   // ordered
	GDS                   // ordered
	SMem                  // scalar memory: not ordered
	Msg                   // s_sendmsg: ordered
	ExpColor              // exports to colour, depth and null targets: ordered
	ExpPos                // exports to position targets: ordered
	ExpParam              // exports to parameter targets: ordered

	NumClasses // how many values there are
)

// String names the class.
func (c Class) String() string {
	return [...]string{"none", "vmem", "flat", "lds", "gds", "smem", "message", "export", "export position",
		"export parameter", "?"}[min(c, NumClasses)]
}

// Ordered reports whether operations of the class return in the order of issue among themselves.
func (c Class) Ordered() bool { return c != Flat && c != SMem }

// LateExec reports whether operations of the class that read their data late take EXEC then too
// (Vega ISA 11; LLVM SIInsertWaitcnts).
func (c Class) LateExec() bool { return c == GDS || c >= ExpColor }

// Event is what issuing an instruction adds to the counters.
type Event struct {
	Class Class              // kind of the operation
	Add   [NumCounters]uint8 // amounts, given back when the operation completes
	// LateData says that vector data (and, for GDS, addresses) are read after issue, when EXP
	// falls: until then the registers must not change. Where it is not set, EXP guards nothing.
	LateData bool
}

// Counts reports whether the event increments any counter.
func (e Event) Counts() bool { return e.Add != [NumCounters]uint8{} }

// ReadsLate reports whether the registers of a use are read after issue: exports and GDS read all
// their vector registers late, vector memory its data.
func (e Event) ReadsLate(u *isa.Use) bool {
	return e.LateData && u.Read && u.Code >= isa.CodeVGPR && (e.Class != VMem || u.Part == isa.PartData)
}

// EventOf is the event of an instruction. Source: counters.md 1, errata M-21, B-33, D-26.
//
// EXP counts the data of buffer and image stores and atomics on every generation. GCN 1.0 reads it
// after issue; later ones capture it at issue, so that EXP says nothing of their registers. FLAT,
// GLOBAL and SCRATCH have no EXP: their chapters of AMD's manuals name VM and LGKM only, and LLVM
// counts none for them (SIInsertWaitcnts, VMW_GPR_LOCK).
func EventOf(in *isa.Inst) Event {
	if in.Form.Fmt == isa.EXP {
		return Event{Class: exportClass(in.Mod.Target), Add: [NumCounters]uint8{EXP: 1}, LateData: true}
	}
	if c, ok := in.Form.Desc.Do.(isa.Control); ok {
		if c == isa.CtlSendMsg || c == isa.CtlSendMsgHalt {
			return Event{Class: Msg, Add: [NumCounters]uint8{LGKM: 1}}
		}
		return Event{}
	}
	m, ok := in.Form.Desc.Do.(isa.Memory)
	if !ok {
		return Event{}
	}
	switch in.Form.Fmt {
	case isa.SMRD, isa.SMEM:
		e := Event{Class: SMem, Add: [NumCounters]uint8{LGKM: 1}}
		switch {
		case m.Kind == isa.MemProbe:
			return Event{}
		case m.Kind == isa.MemDiscard:
			e.Add[LGKM] = m.Size / 64
		case m.Size > 4:
			e.Add[LGKM] = 2
		}
		return e
	case isa.DS:
		if m.Kind == isa.MemNop {
			return Event{}
		}
		if in.Mod.GDS || m.Kind >= isa.MemGwsInit && m.Kind <= isa.MemGwsBarrier || m.Kind == isa.MemOrdered {
			return Event{Class: GDS, Add: [NumCounters]uint8{LGKM: 1, EXP: 1}, LateData: true}
		}
		return Event{Class: LDS, Add: [NumCounters]uint8{LGKM: 1}}
	case isa.FLAT:
		return Event{Class: Flat, Add: [NumCounters]uint8{VM: 1, LGKM: 1}}
	case isa.GLOBAL, isa.SCRATCH:
		return Event{Class: VMem, Add: [NumCounters]uint8{VM: 1}}
	case isa.MUBUF, isa.MTBUF, isa.MIMG:
		if m.Kind == isa.MemInvalidate {
			return Event{} // not counted (errata B-11)
		}
		e := Event{Class: VMem, Add: [NumCounters]uint8{VM: 1}}
		if readsData(in, m) {
			e.Add[EXP], e.LateData = 1, in.Form.Has(isa.FeatureStoreExpcnt)
		}
		return e
	}
	return Event{}
}

// readsData reports whether a buffer or image instruction has vector data to read, for which it
// holds EXP: stores, and atomics with and without return (errata B-33).
func readsData(in *isa.Inst, m isa.Memory) bool {
	switch m.Kind {
	case isa.MemStore, isa.MemStoreFormat, isa.MemAtomic:
		return true
	case isa.MemImage:
		for _, a := range in.Form.Args {
			if a.Role == 'd' {
				return a.Read && !a.Write
			}
		}
	}
	return false
}

// exportClass sorts export targets: 0-9 colour, depth, null; 12-15 position; 32-63 parameter (AMD
// ISA manuals, EXP).
func exportClass(target uint8) Class {
	switch {
	case target >= 32:
		return ExpParam
	case target >= 12:
		return ExpPos
	}
	return ExpColor
}
