package timing

import (
	"fmt"
	"strconv"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// limits are what documents say of a generation's resources. In all generations a compute unit has
// 64 KiB of LDS and 4 SIMDs, and holds 16 work-groups that are larger than a wave; a SIMD has 256
// vector registers, given out in fours. Sources: AMD PAL (granules, sizes), AMD OpenCL Optimization
// Guide 2.9.
type limits struct {
	target               string // LLVM's
	chip                 string
	waves                int // of a SIMD
	sgprs, granule, ldsG int
}

var limitsOf = [...]limits{
	{"gfx600", "tahiti", 10, 512, 8, 256},
	{"gfx700", "kaveri", 10, 512, 8, 512},
	{"gfx802", "tonga", 8, 800, 16, 512},
	{"gfx803", "fiji", 10, 800, 16, 512},
	{"gfx900", "vega10", 10, 800, 16, 512},
	{"gfx906", "vega20", 10, 800, 16, 512},
}

const documents = "AMD PAL and OpenCL Optimization Guide 2.9, computed from their limits"

// fit is the number of waves of a compute unit by the documents: whole work-groups start.
func (l *limits) fit(n chip.Need) int {
	up := func(n, granule int) int { return max((n+granule-1)/granule, 1) * granule }
	groupWaves := (n.Group + isa.Lanes - 1) / isa.Lanes
	groups := min(l.waves, 256/up(n.VGPRs, 4), l.sgprs/up(n.SGPRs, l.granule)) * 4 / groupWaves
	if n.LDS > 0 {
		groups = min(groups, 64<<10/up(n.LDS, l.ldsG))
	}
	if groupWaves > 1 {
		groups = min(groups, 16)
	}
	return groups * groupWaves
}

// occupancyRows are the waves that fit a SIMD: as CLRX's table has them, as LLVM computes them, and
// where tables disagree.
func occupancyRows() ([]Row, error) {
	var rows []Row
	fullest := func(waves int) float64 { return float64((waves + 3) / 4) } // waves are spread evenly over four SIMDs
	each := func(waves int) float64 { return float64(waves / 4) }
	add := func(name, id string, tier Tier, n chip.Need, of func(waves int) float64, claims ...Claim) {
		what := fmt.Sprintf("waves of a SIMD: %d VGPRs, %d SGPRs, %d bytes of LDS, work-groups of %d", n.VGPRs, n.SGPRs, n.LDS, n.Group)
		rows = append(rows, Row{ID: "occupancy/" + id + "/" + name, Chip: name, What: what, Unit: "waves", Tier: tier, Claims: claims, How: "computed, not run",
			Measure: func(_ Machine, c *chip.Chip) (float64, error) {
				o, err := c.Occupancy(n)
				return of(o.WavesPerCU), err
			}})
	}
	// CLRX GcnTimings, "Occupancy table": the most registers, and dwords of LDS for each lane, with
	// which so many waves fit.
	tahiti := &limitsOf[0]
	for i, most := range [...]struct{ sgprs, vgprs, lds int }{
		{104, 256, 0}, {104, 128, 32}, {104, 84, 21}, {104, 64, 16}, {96, 48, 12}, {80, 40, 10}, {72, 36, 9}, {64, 32, 8}, {56, 28, 7}, {48, 24, 6},
	} {
		waves := i + 1
		both := func(id string, n chip.Need) {
			add("tahiti", fmt.Sprintf("clrx-%s-%d", id, waves), TierA, n, each, is(float64(waves), clrx+", occupancy table"), is(each(tahiti.fit(n)), documents))
		}
		both("vgprs", chip.Need{VGPRs: most.vgprs, SGPRs: 8, Group: 64})
		if waves >= 4 { // below, the table has more registers than a wave can use
			both("sgprs", chip.Need{VGPRs: 4, SGPRs: most.sgprs, Group: 64})
		}
		if bytes := most.lds * isa.Lanes * 4; bytes > 0 && bytes <= 32<<10 {
			both("lds", chip.Need{VGPRs: 4, SGPRs: 8, LDS: bytes, Group: 64})
		}
	}
	for _, x := range []struct {
		id, chip string
		n        chip.Need
		claims   []Claim
	}{
		{"most", "polaris10", chip.Need{VGPRs: 4, SGPRs: 8, Group: 64}, []Claim{is(8, "AMD PAL, numWavesPerSimd"), is(8, "Mesa ac_gpu_info.c")}},
		{"most", "polaris11", chip.Need{VGPRs: 4, SGPRs: 8, Group: 64}, []Claim{is(8, "AMD PAL, numWavesPerSimd"), is(8, "Mesa ac_gpu_info.c")}},
		{"most", "tonga", chip.Need{VGPRs: 4, SGPRs: 8, Group: 64}, []Claim{is(8, "AMD PAL, numWavesPerSimd"), is(10, "AMD CodeXL, device information")}},
		{"sgprs-88", "fiji", chip.Need{VGPRs: 4, SGPRs: 88, Group: 64}, []Claim{is(8, documents+": registers in sixteens"), is(9, "LLVM's table of occupancy")}},
		{"most", "hawaii", chip.Need{VGPRs: 4, SGPRs: 8, Group: 64}, []Claim{is(10, "AMD PAL, numWavesPerSimd"), is(10, oclg+"2.9")}},
		{"most", "vega10", chip.Need{VGPRs: 4, SGPRs: 8, Group: 64}, []Claim{is(10, "AMD PAL, Gfx9NumWavesPerSimd")}},
	} {
		add(x.chip, x.id, TierC, x.n, fullest, x.claims...)
	}
	lines, err := table("occupancy-llvm.tsv")
	if err != nil {
		return nil, err
	}
	seen := map[string]int{}
	for _, l := range lines {
		var v [5]int
		for i, col := range [...]string{"vgprs", "sgprs", "lds", "group", "occupancy"} {
			if v[i], err = strconv.Atoi(l[col]); err != nil {
				return nil, fmt.Errorf("occupancy-llvm.tsv: %s: %w", col, err)
			}
		}
		n := chip.Need{VGPRs: v[0], SGPRs: v[1], LDS: v[2], Group: v[3]}
		for i := range limitsOf {
			if m := &limitsOf[i]; m.target == l["target"] {
				id := fmt.Sprintf("llvm-v%d-s%d-lds%d-group%d", n.VGPRs, n.SGPRs, n.LDS, n.Group)
				if seen[id+m.chip]++; seen[id+m.chip] == 1 {
					add(m.chip, id, TierC, n, fullest, is(float64(v[4]), "LLVM 22"), is(fullest(m.fit(n)), documents))
				}
			}
		}
	}
	return rows, nil
}
