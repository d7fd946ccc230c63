package clock

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// Stall is what a wave spends a clock on.
type Stall uint8

// Every clock of a wave, from its start to its end, is one of these.
const (
	StallIssue Stall = iota + 1 // an instruction is being issued or executed: no stall
	StallSlot                   // others had the issue slot: older waves, or SIMDs whose turn it was
	// an s_waitcnt, or a counter that is full: charged to the operation that returned next
	StallCounter
	StallUnit    // the unit of the instruction was busy
	StallFetch   // the instruction was not in the instruction buffer
	StallBarrier // waited at s_barrier for other waves
	StallSleep   // s_sleep
	StallHazard  // the instruction depends on the one before, which takes longer than its issue

	numStalls
)

// String names the reason.
func (s Stall) String() string {
	return [numStalls]string{"", "issue", "slot", "counter", "unit", "fetch", "barrier", "sleep", "dependency"}[s]
}

// Stalls are clocks by reason.
type Stalls [numStalls]uint64

// Total is the sum.
func (s *Stalls) Total() (n uint64) {
	for _, x := range s {
		n += x
	}
	return n
}

// MarshalJSON writes an object of the reasons in their order.
func (s Stalls) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for r := StallIssue; r < numStalls; r++ {
		if r > StallIssue {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%d", r, s[r])
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Stalls) UnmarshalJSON(data []byte) error {
	var m map[string]uint64
	if err := json.Unmarshal(data, &m); err != nil {
		return err
	}
	*s = Stalls{}
	for name, n := range m {
		r := StallIssue
		for ; r < numStalls && r.String() != name; r++ {
		}
		if r == numStalls {
			return fmt.Errorf("sim: no reason of stalls is called %q", name)
		}
		s[r] = n
	}
	return nil
}

// Timing is what a launch did on a chip. All times are clocks of its engine. It does not depend on
// the number of workers.
type Timing struct {
	Chip         string         `json:"chip"`             // name of the chip
	Cycles       uint64         `json:"cycles"`           // from the launch to the end of the last wave
	WaveCycles   uint64         `json:"wave_cycles"`      // of all waves, each from its start to its end
	Stalls       Stalls         `json:"stalls"`           // the same clocks by reason
	Insts        []InstTiming   `json:"insts"`            // instructions that were executed or waited for, by address
	Units        []UnitTiming   `json:"units"`            // by kind
	Caches       []CacheTiming  `json:"caches"`           // by kind: instruction, scalar, l1, l2, tlb, tlb2
	L2Bytes      uint64         `json:"l2_bytes"`         // lines that went between L2 and compute units
	DRAM         DRAMTiming     `json:"dram"`             // bytes between L2 and memory
	AddressUnits []AddressUnit  `json:"address_units"`    // by their number in a shader engine
	Need         chip.Need      `json:"need"`             // what a work-group takes
	Occupancy    chip.Occupancy `json:"occupancy"`        // waves and work-groups that fit
	Waves        []WaveTiming   `json:"waves,omitempty"`  // by start, work-group and number, where asked for
	Series       *Series        `json:"series,omitempty"` // what happened when, where asked for
}

// InstTiming is what one instruction of the program did, in all waves.
type InstTiming struct {
	PC     uint64 `json:"pc"`     // as disassemblers print it
	Issues uint64 `json:"issues"` // executions
	Stalls Stalls `json:"stalls"` // clocks of waves whose next instruction it was, and its own issue
	// What its operations took to return: Latency in all, of which waves have waited Exposed, and
	// Latency - Exposed was hidden behind other instructions.
	Returns   uint64 `json:"returns,omitempty"`
	Latency   uint64 `json:"latency,omitempty"`
	Exposed   uint64 `json:"exposed,omitempty"`
	Conflicts uint64 `json:"conflicts,omitempty"` // clocks that LDS was kept longer because of bank conflicts
	Hits      uint64 `json:"hits,omitempty"`      // lines of L1 or of the scalar cache that were there, or on their way
	Misses    uint64 `json:"misses,omitempty"`    // lines that were not
	Bytes     uint64 `json:"bytes,omitempty"`     // that lanes, or a scalar instruction, moved
	Quarters  uint64 `json:"quarters,omitempty"`  // quarters of waves with active lanes, of vector memory operations
	// lines that they touched; coalesced accesses of a dword touch one in each quarter, others are taken
	// by four lanes
	Segments uint64 `json:"segments,omitempty"`
	// Lanes is the active lanes of all executions, of vector instructions, where asked for: 64 times
	// Issues where all lanes are.
	Lanes uint64 `json:"lanes,omitempty"`
}

// Hidden is the part of Latency for which no wave has waited.
func (i *InstTiming) Hidden() uint64 { return max(i.Latency, i.Exposed) - i.Exposed }

// UnitTiming is how much a kind of unit had to do.
type UnitTiming struct {
	// Name is that of the kind: "valu", "scalar", "vmem", "lds", "branch", "export", "internal" (no
	// unit), "kcache", "icache", "l2", "dram".
	Name  string `json:"name"`
	Insts uint64 `json:"insts"` // or blocks of 32 bytes of the instruction cache, lines of L2 and memory
	Issue uint64 `json:"issue"` // clocks of issue, of all waves
	// Busy is the clocks for which the units were kept, of all units together: bank conflicts, lanes
	// that are not coalesced and the like are in it, and so are waits for a bank of the scalar or instruction
	// cache that another compute unit keeps.
	Busy uint64 `json:"busy"`
	// Utilisation is Busy divided by the clocks that all units of the compute units in use had.
	// There is a vector, a scalar and a branch unit for each SIMD, and one of the others for each
	// compute unit; then channels of L2, and the pins of memory.
	Utilisation float64 `json:"utilisation"`
	Bytes       uint64  `json:"bytes,omitempty"` // that lanes or lines moved
	// LaneClocks is, of vector arithmetic and where asked for, the clocks for which each active lane
	// kept the units: 64 times Busy where all lanes are active.
	LaneClocks uint64 `json:"lane_clocks,omitempty"`
}

// CacheTiming counts lines of a kind of cache. Those that keep translations count pages: "tlb" of a
// compute unit, looked up where the page is another one than the last, and "tlb2", which all share.
type CacheTiming struct {
	Name   string `json:"name"`   // see Timing.Caches
	Hits   uint64 `json:"hits"`   // lines that were there, or on their way
	Misses uint64 `json:"misses"` // lines, or pages, that were not
}

// DRAMTiming counts bytes of memory.
type DRAMTiming struct {
	Read    uint64 `json:"read"`    // lines that L2 fetched
	Written uint64 `json:"written"` // dirty lines that L2 replaced
	Tables  uint64 `json:"tables"`  // of page tables, for translations that nobody kept
	Rows    uint64 `json:"rows"`    // of its banks that were opened
	// clocks in which a line that was to be written waited for memory to take it, of the channel of L2 where
	// these are most
	WriteStall uint64 `json:"write_stall"`
}

// AddressUnit is what the address units did that have one number in their shader engines, together: so
// AMD's profilers count them.
type AddressUnit struct {
	Busy uint64 `json:"busy"` // clocks in which they worked
	// Stalled is the clocks in which operations waited behind one whose lines L2 could not be asked for yet,
	// and the address unit did not work. The queue to L2 has no end in the model, so it has worked before;
	// chips make it wait.
	Stalled uint64 `json:"stalled"`
}

// WaveTiming is what one wave did.
type WaveTiming struct {
	Group  [3]uint32 `json:"group"`  // place of its work-group in the grid
	Wave   int       `json:"wave"`   // number in its work-group
	CU     int       `json:"cu"`     // compute unit of the chip, from 0 on
	SIMD   int       `json:"simd"`   // SIMD of the compute unit, from 0 on
	Start  uint64    `json:"start"`  // clock at which it began
	End    uint64    `json:"end"`    // clock at which it ended
	Stalls Stalls    `json:"stalls"` // the clocks between them, by reason
}

// unitNames by category.
var unitNames = [numCategories]string{"valu", "scalar", "vmem", "lds", "branch", "export", "internal"}

// Timing is what the launch did, when it has been run. The clock must not be used after it.
func (k *Clock) Timing() *Timing {
	defer k.release()
	t := &Timing{Chip: k.chip.Name, Cycles: k.end, WaveCycles: k.clocks, Need: k.need, Occupancy: k.occ, Waves: k.waves,
		Series: k.series()}
	t.DRAM = DRAMTiming{Read: k.l2.dram.read, Written: k.l2.dram.written, Tables: k.l2.dram.tables, Rows: k.l2.dram.rows}
	units := make([]UnitTiming, numCategories)
	lanes := k.activeLanes()
	kcache, icache := UnitTiming{Name: "kcache"}, UnitTiming{Name: "icache"}
	for slot := range k.costs {
		var sum InstTiming
		cat, loads, each := catInternal, false, uint16(0) // clocks that the unit of an execution is kept
		for i, cl := range k.clusters {
			if i > 0 && k.shares {
				break
			}
			sum.add(&cl.stats[slot])
			if c := &cl.code[slot]; c.rec != nil {
				cat, each = c.cat, c.issue
				if loads = cat == catScalar && c.flags&costSALU == 0; loads {
					each = uint16(k.p.simds) // the rest is the cache's time
				}
			}
		}
		if k.r.Opts.Count {
			k.r.Result.Counts[slot] = sum.Issues
		}
		if sum == (InstTiming{}) {
			continue
		}
		u := &units[cat]
		if lanes != nil && sum.Issues > 0 {
			if x := k.clusters[0].costAt(uint32(slot)).rec.X; cat == catVALU {
				sum.Lanes = lanes[slot]
				u.LaneClocks += sum.Lanes * uint64(each)
			} else if x != nil && x.Inst.Form != nil && x.Inst.UsesExec() {
				sum.Lanes = lanes[slot]
			}
		}
		u.Insts += sum.Issues
		u.Issue += sum.Stalls[StallIssue]
		u.Busy += sum.Issues * uint64(each)
		if loads {
			kcache.Insts += sum.Issues
			kcache.Bytes += sum.Bytes
		} else {
			u.Bytes += sum.Bytes
		}
		for r, n := range sum.Stalls {
			t.Stalls[r] += n
		}
		sum.PC = k.prog.Addr(uint32(slot)) - k.r.Prog.Bias
		t.Insts = append(t.Insts, sum)
	}
	used := uint64(0)
	var kept [numCategories]uint64
	var l1, l2 CacheTiming
	kc, ic := CacheTiming{Name: "scalar"}, CacheTiming{Name: "instruction"}
	tlb, tlb2 := CacheTiming{Name: "tlb"}, CacheTiming{Name: "tlb2"}
	tlb2.add(k.l2.pages.stats)
	numbers := make([]int, len(k.engines)) // of address units so far
	for _, cl := range k.clusters {
		units[catVALU].Busy -= cl.skipped
		for _, u := range cl.cus {
			n := &numbers[cl.engine]
			if *n == len(t.AddressUnits) {
				t.AddressUnits = append(t.AddressUnits, AddressUnit{})
			}
			unit, busy := &t.AddressUnits[*n], min(u.kept[catVMEM], k.end)
			unit.Busy += busy
			unit.Stalled += min(u.path.stalled, k.end-busy) // what is sent after the last wave has ended is over
			*n++
			if u.used {
				used++
			}
			icache.Insts += u.blocks
			icache.Busy += min(u.blocks*k.p.fetch+u.codeWaits, k.end)
			for c, n := range u.kept {
				kept[c] += n
			}
			l1.add(u.l1.stats)
			tlb.add(u.path.tlb.stats)
		}
		for _, x := range cl.kcaches {
			kc.add(x.tags.stats)
		}
		for _, x := range cl.icaches {
			ic.add(x.tags.stats)
		}
	}
	for i := range k.l2.channels {
		l2.add(k.l2.channels[i].tags.stats)
		t.DRAM.WriteStall = max(t.DRAM.WriteStall, k.l2.channels[i].stalled)
	}
	l1.Name, l2.Name = "l1", "l2"
	t.Caches = []CacheTiming{ic, kc, l1, l2, tlb, tlb2}
	t.L2Bytes = (l2.Hits + l2.Misses) * k.l2.line
	icache.Bytes = icache.Insts * fetchBlock
	t.Units = k.units(units, kept, used*t.Cycles, &l2, &kcache, &icache)
	slices.SortFunc(t.Waves, func(a, b WaveTiming) int {
		for _, d := range [...]int64{int64(a.Start) - int64(b.Start), int64(a.Group[2]) - int64(b.Group[2]),
			int64(a.Group[1]) - int64(b.Group[1]),
			int64(a.Group[0]) - int64(b.Group[0]), int64(a.Wave) - int64(b.Wave)} {
			if d != 0 {
				return int(d)
			}
		}
		return 0
	})
	return t
}

// units completes what units did. kept is for how long those of compute units were kept, clocks what
// the compute units in use had.
func (k *Clock) units(units []UnitTiming, kept [numCategories]uint64, clocks uint64, l2 *CacheTiming,
	kcache, icache *UnitTiming) []UnitTiming {
	of := func(u *UnitTiming, busy uint64, all float64) {
		if u.Busy = busy; all > 0 {
			u.Utilisation = float64(busy) / all
		}
	}
	for c := range units {
		u := &units[c]
		u.Name = unitNames[c]
		switch category(c) {
		case catVALU, catScalar:
			of(u, u.Busy, float64(clocks*k.p.simds))
		case catBranch: // a taken branch waits for code, not for the unit
			of(u, u.Insts*k.p.simds, float64(clocks*k.p.simds))
		case catInternal: // no unit
			u.Busy = u.Issue
		default:
			of(u, kept[c], float64(clocks))
		}
	}
	of(kcache, kept[catScalar], float64(clocks))
	of(icache, icache.Busy, float64(clocks))
	lines := UnitTiming{Name: "l2", Insts: l2.Hits + l2.Misses, Bytes: (l2.Hits + l2.Misses) * k.l2.line}
	of(&lines, lines.Insts*k.l2.rate, float64(uint64(len(k.l2.channels))*k.end))
	dram := UnitTiming{Name: "dram", Bytes: k.l2.dram.read + k.l2.dram.written + k.l2.dram.tables}
	dram.Insts = dram.Bytes / k.l2.line
	pins := k.chip.Figures[chip.DRAMGBs].Value * 1000 / k.chip.Figures[chip.EngineMHz].Value // bytes a clock
	of(&dram, uint64(float64(dram.Bytes)/pins), float64(k.end))
	return append(units, *kcache, *icache, lines, dram)
}

func (c *CacheTiming) add(x CacheTiming) {
	c.Hits += x.Hits
	c.Misses += x.Misses
}

func (i *InstTiming) add(x *instStat) {
	i.Issues += x.clocks[0]
	for r := StallIssue; r < numStalls; r++ {
		i.Stalls[r] += x.clocks[r]
	}
	i.Returns += x.returns
	i.Latency += x.latency
	i.Exposed += x.exposed
	i.Conflicts += x.conflicts
	i.Quarters += x.quarters
	i.Segments += x.segments
	i.Hits += x.hits
	i.Misses += x.misses
	i.Bytes += x.bytes
}
