package chip

import (
	"fmt"
	"strings"
)

// Need is what a kernel takes.
type Need struct {
	VGPRs int `json:"vgprs"` // vector registers of a wave
	SGPRs int `json:"sgprs"` // scalar registers of a wave, VCC and the like included
	LDS   int `json:"lds"`   // bytes of a work-group
	Group int `json:"group"` // work-items of a work-group
}

// Resource is something that limits the number of waves.
type Resource string

// The resources.
const (
	ByWaves  Resource = "waves"    // wave slots of a SIMD
	ByVGPRs  Resource = "vgprs"    // vector registers of a SIMD
	BySGPRs  Resource = "sgprs"    // scalar registers of a SIMD
	ByLDS    Resource = "lds"      // bytes of a compute unit
	ByGroups Resource = "barriers" // work-groups of more than one wave
)

// Occupancy says how many waves of a kernel a compute unit holds, and why.
type Occupancy struct {
	Waves      int        `json:"waves"`       // of the fullest SIMD
	WavesPerCU int        `json:"waves_cu"`    // of a compute unit
	Groups     int        `json:"groups"`      // work-groups of a compute unit; 0: not even one fits
	GroupWaves int        `json:"group_waves"` // waves of a work-group
	MaxWaves   int        `json:"max_waves"`   // of a SIMD, at best
	Limits     []Limit    `json:"limits"`      // what each resource alone would allow
	Limiting   []Resource `json:"limiting"`    // those that allow no more than Groups
	Next       *Step      `json:"next"`        // what would allow more work-groups; nil where no saving does
}

// Limit is what one resource allows.
type Limit struct {
	Resource Resource `json:"resource"` // that alone would allow Groups
	Groups   int      `json:"groups"`   // work-groups of a compute unit
}

// Step is the least saving that makes room for another work-group. VGPRs, SGPRs and LDS are the
// most that the kernel may take then; 0: it may take as much as it does.
type Step struct {
	VGPRs  int `json:"vgprs,omitempty"` // of a wave
	SGPRs  int `json:"sgprs,omitempty"` // of a wave
	LDS    int `json:"lds,omitempty"`   // bytes of a work-group
	Waves  int `json:"waves"`           // of the fullest SIMD then
	Groups int `json:"groups"`          // of the compute unit then
}

// String is "VGPRs <= 64 gives 4 waves".
func (s *Step) String() string {
	var need []string
	for _, x := range [...]struct {
		name string
		n    int
	}{{"VGPRs", s.VGPRs}, {"SGPRs", s.SGPRs}, {"LDS", s.LDS}} {
		if x.n > 0 {
			need = append(need, fmt.Sprintf("%s <= %d", x.name, x.n))
		}
	}
	gives := "gives"
	if len(need) > 1 {
		gives = "give"
	}
	return fmt.Sprintf("%s %s %s on a SIMD, %s on a compute unit", strings.Join(need, " and "), gives,
		count(s.Waves, "wave"), count(s.Groups, "work-group"))
}

// count is "1 wave" or "2 waves".
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprint(n, " ", what)
}

// roundUp is n rounded up to a multiple of the granule, one granule at least.
func roundUp(n, granule int) int { return max((n+granule-1)/granule, 1) * granule }

// Occupancy computes how many waves of a kernel fit. An error says that no chip like this runs such
// a kernel: more registers, LDS or work-items than exist. Sources: AMD PAL (granules, limits), AMD
// OpenCL Optimization Guide 2.6.2; a work-group starts only if all its waves find room, and its
// waves are spread over the SIMDs evenly.
func (c *Chip) Occupancy(n Need) (Occupancy, error) {
	groupMax := c.Int(GroupWaves) * lanes
	for _, x := range [...]struct {
		name       string
		n, lo, max int
	}{{"VGPRs", n.VGPRs, 0, c.Int(VGPRs)}, {"SGPRs", n.SGPRs, 0,
		roundUp(c.Int(SGPRMax), c.Int(SGPRGranule))}, {"bytes of LDS", n.LDS, 0, c.Int(LDSGroup)},
		{"work-items in a work-group", n.Group, 1, groupMax}} {
		if x.n < x.lo || x.n > x.max {
			return Occupancy{}, fmt.Errorf("%d %s: %s has %d to %d", x.n, x.name, c.Name, x.lo, x.max)
		}
	}
	o := Occupancy{GroupWaves: (n.Group + lanes - 1) / lanes, MaxWaves: c.Int(Waves)}
	add := func(r Resource, groups int) {
		o.Limits = append(o.Limits, Limit{r, groups})
		if len(o.Limits) == 1 || groups < o.Groups {
			o.Groups = groups
		}
	}
	slots := func(wavesPerSIMD int) int { return wavesPerSIMD * c.Int(SIMDs) / o.GroupWaves }
	add(ByWaves, slots(c.Int(Waves)))
	add(ByVGPRs, slots(c.Int(VGPRs)/roundUp(n.VGPRs, c.Int(VGPRGranule))))
	add(BySGPRs, slots(c.Int(SGPRs)/roundUp(n.SGPRs, c.Int(SGPRGranule))))
	if n.LDS > 0 {
		add(ByLDS, c.Int(LDSBytes)/roundUp(n.LDS, c.Int(LDSGranule)))
	}
	if o.GroupWaves > 1 {
		add(ByGroups, c.Int(Groups))
	}
	for _, l := range o.Limits {
		if l.Groups == o.Groups {
			o.Limiting = append(o.Limiting, l.Resource)
		}
	}
	o.WavesPerCU = o.Groups * o.GroupWaves
	o.Waves = (o.WavesPerCU + c.Int(SIMDs) - 1) / c.Int(SIMDs)
	o.Next = c.next(n, &o)
	return o, nil
}

// next finds the step from an occupancy to the next better one.
func (c *Chip) next(n Need, o *Occupancy) *Step {
	s := &Step{Groups: o.Groups + 1}
	saved := n
	for _, r := range o.Limiting {
		waves := (s.Groups*o.GroupWaves + c.Int(SIMDs) - 1) / c.Int(SIMDs) // of a SIMD that must fit
		switch r {
		case ByVGPRs:
			s.VGPRs = c.Int(VGPRs) / waves / c.Int(VGPRGranule) * c.Int(VGPRGranule)
			saved.VGPRs = s.VGPRs
		case BySGPRs:
			s.SGPRs = c.Int(SGPRs) / waves / c.Int(SGPRGranule) * c.Int(SGPRGranule)
			saved.SGPRs = s.SGPRs
		case ByLDS:
			s.LDS = c.Int(LDSBytes) / s.Groups / c.Int(LDSGranule) * c.Int(LDSGranule)
			saved.LDS = s.LDS
		default:
			return nil // the chip has no more slots
		}
	}
	if saved.VGPRs == 0 && n.VGPRs > 0 || saved.SGPRs == 0 && n.SGPRs > 0 || saved.LDS == 0 && n.LDS > 0 {
		return nil // less than a granule
	}
	better, err := c.Occupancy(saved)
	if err != nil || better.Groups <= o.Groups {
		return nil
	}
	s.Groups, s.Waves = better.Groups, better.Waves
	return s
}
