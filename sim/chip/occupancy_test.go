package chip

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// table reads a published table of package benchmarks/timing: its rows, by the names of its
// columns.
func table(t *testing.T, name string) []map[string]string {
	data, err := os.ReadFile("../../benchmarks/timing/tables/" + name)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	head := strings.Split(lines[0], "\t")
	var rows []map[string]string
	for _, l := range lines[1:] {
		cells := strings.Split(l, "\t")
		require.Len(t, cells, len(head), l)
		row := map[string]string{}
		for i, h := range head {
			row[h] = cells[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func number(t *testing.T, s string) int {
	n, err := strconv.Atoi(s)
	require.NoError(t, err)
	return n
}

func lookup(t *testing.T, name string) Chip {
	c, err := Lookup(name)
	require.NoError(t, err)
	return c
}

// llvmDiffers are the points in which LLVM 22 computes occupancy in another way, as changes that
// make this package compute like it.
var llvmDiffers = []struct {
	why string
	on  func(c *Chip, n Need) bool
	as  func(c Chip, n Need) int
}{
	{"LLVM takes the 32 KiB that a work-group can have on GCN 1.0 for all of a compute unit",
		func(c *Chip, n Need) bool { return n.LDS > 0 && c.Int(LDSGroup) < c.Int(LDSBytes) },
		func(c Chip, n Need) int { c.Figures[LDSBytes].Value = c.Figures[LDSGroup].Value; return waves(c, n) }},
	{"LLVM forgets that LDS is allocated in multiples of 512 bytes",
		func(c *Chip, n Need) bool { return n.LDS%c.Int(LDSGranule) != 0 },
		func(c Chip, n Need) int { c.Figures[LDSGranule].Value = 4; return waves(c, n) }},
	{"LLVM's table forgets that scalar registers are allocated in multiples of 16; AMD PAL and LLVM's own getMaxNumSGPRs do not",
		func(c *Chip, n Need) bool { return n.SGPRs%c.Int(SGPRGranule) != 0 && c.Int(SGPRGranule) == 16 },
		func(c Chip, n Need) int { c.Figures[SGPRGranule].Value = 1; return waves(c, n) }},
	{"LLVM's table for GCN 1.0 and 1.1 ends at 5 waves, for more than 80 registers; 104 of 512 is a fifth and CLRX's table has 4 waves then",
		func(c *Chip, n Need) bool { return n.SGPRs > 96 && c.Int(SGPRs) == 512 },
		func(c Chip, n Need) int { return 5 }},
	{"LLVM does not ask whether whole work-groups fit into the registers",
		func(c *Chip, n Need) bool { return n.Group > lanes },
		func(c Chip, n Need) int {
			alone, slots := n, n
			alone.Group = lanes
			slots.VGPRs = 1
			if c.Target.Name == "gfx802" { // where the limit of eight comes from the registers
				slots.SGPRs, c.Figures[Waves].Value = 1, 10
			}
			return min(waves(c, alone), waves(c, slots))
		}},
}

func waves(c Chip, n Need) int {
	o, err := c.Occupancy(n)
	if err != nil {
		return -1
	}
	return o.Waves
}

func TestOccupancyAgreesWithLLVM(t *testing.T) {
	used := make([]int, len(llvmDiffers))
	same := 0
	rows := table(t, "occupancy-llvm.tsv")
	for _, r := range rows {
		c, ok := of(r["target"])
		require.True(t, ok, r["target"])
		n := Need{VGPRs: number(t, r["vgprs"]), SGPRs: number(t, r["sgprs"]), LDS: number(t, r["lds"]), Group: number(t, r["group"])}
		want := number(t, r["occupancy"])
		got := waves(c, n)
		if got == want {
			same++
			continue
		}
		found := false
		for i, d := range llvmDiffers {
			if d.on(&c, n) && d.as(c, n) == want && !found {
				used[i]++
				found = true
			}
		}
		require.True(t, found, "%v: %d waves", r, got)
	}
	t.Logf("%d of %d kernels as LLVM says", same, len(rows))
	for i, d := range llvmDiffers {
		require.NotZero(t, used[i], d.why)
		t.Logf("%d kernels: %s", used[i], d.why)
	}
}

// CLRX GcnTimings, "Occupancy table": the most registers and dwords of LDS per lane with which so
// many waves of one-wave work-groups fit a SIMD.
func TestOccupancyAgreesWithCLRX(t *testing.T) {
	c := lookup(t, "tahiti")
	for waves, most := range map[int]struct{ sgprs, vgprs, lds int }{
		1: {0, 256, 0}, 2: {0, 128, 32}, 3: {0, 84, 21}, 4: {0, 64, 16}, 5: {96, 48, 12}, 6: {80, 40, 10}, 7: {72, 36, 9}, 8: {64, 32, 8}, 9: {56, 28, 7}, 10: {48, 24, 6},
	} {
		check := func(n Need, want int) {
			o, err := c.Occupancy(n)
			require.NoError(t, err)
			require.Equal(t, want, o.WavesPerCU/4, "%+v", n)
		}
		check(Need{VGPRs: most.vgprs, SGPRs: 8, Group: 64}, waves)
		if most.vgprs < 256 {
			check(Need{VGPRs: most.vgprs + 1, SGPRs: 8, Group: 64}, waves-1)
		}
		if most.sgprs > 0 {
			check(Need{VGPRs: 4, SGPRs: most.sgprs, Group: 64}, waves)
			check(Need{VGPRs: 4, SGPRs: most.sgprs + 1, Group: 64}, waves-1)
		}
		if most.lds > 0 && most.lds*lanes*4 <= c.Int(LDSGroup) {
			check(Need{VGPRs: 4, SGPRs: 8, LDS: most.lds * lanes * 4, Group: 64}, waves)
			check(Need{VGPRs: 4, SGPRs: 8, LDS: (most.lds + 1) * lanes * 4, Group: 64}, waves-1)
		}
	}
}

func TestOccupancyNamesWhatLimits(t *testing.T) {
	for _, x := range []struct {
		chip     string
		need     Need
		waves    int
		groups   int
		limiting string
		next     string
	}{ // by hand from the documents' figures: 40 wave slots (32 on Polaris), 256 VGPRs, 512 or 800 SGPRs, 64 KiB of LDS, 16 barriers
		{"tahiti", Need{24, 48, 0, 64}, 10, 40, "waves vgprs sgprs", ""},
		{"tahiti", Need{65, 48, 0, 256}, 3, 3, "vgprs", "VGPRs <= 64 gives 4 waves on a SIMD, 4 work-groups on a compute unit"},
		{"tahiti", Need{24, 49, 0, 64}, 9, 36, "sgprs", "SGPRs <= 48 gives 10 waves on a SIMD, 40 work-groups on a compute unit"},
		{"tahiti", Need{24, 16, 32768, 256}, 2, 2, "lds", "LDS <= 21760 gives 3 waves on a SIMD, 3 work-groups on a compute unit"},
		{"tahiti", Need{24, 16, 0, 128}, 8, 16, "barriers", ""},
		{"fiji", Need{24, 96, 0, 64}, 8, 32, "sgprs", "SGPRs <= 80 gives 10 waves on a SIMD, 40 work-groups on a compute unit"},
		{"fiji", Need{84, 16, 21504, 256}, 3, 3, "vgprs lds", "VGPRs <= 64 and LDS <= 16384 give 4 waves on a SIMD, 4 work-groups on a compute unit"},
		{"fiji", Need{128, 16, 0, 1024}, 0, 0, "vgprs", "VGPRs <= 64 gives 4 waves on a SIMD, 1 work-group on a compute unit"},
		{"polaris10", Need{24, 16, 0, 64}, 8, 32, "waves", ""},
		{"tonga", Need{24, 96, 0, 64}, 8, 32, "waves sgprs", ""},
		{"vega10", Need{256, 102, 65536, 256}, 1, 1, "vgprs lds", "VGPRs <= 128 and LDS <= 32768 give 2 waves on a SIMD, 2 work-groups on a compute unit"},
		{"vega10", Need{24, 16, 0, 192}, 10, 13, "waves vgprs", ""},
		{"vega10", Need{0, 0, 0, 1}, 10, 40, "waves", ""},
	} {
		c := lookup(t, x.chip)
		o, err := c.Occupancy(x.need)
		require.NoError(t, err)
		name := fmt.Sprintf("%s %+v", x.chip, x.need)
		require.Equal(t, x.waves, o.Waves, name)
		require.Equal(t, x.groups, o.Groups, name)
		require.Equal(t, x.limiting, strings.Trim(fmt.Sprint(o.Limiting), "[]"), name)
		next := ""
		if o.Next != nil {
			next = o.Next.String()
		}
		require.Equal(t, x.next, next, name)
	}
}

// What the next step promises is what comes out when it is taken, and nothing less is enough.
func TestOccupancyNextStepIsTheLeastSaving(t *testing.T) {
	for _, c := range All() {
		for v := 4; v <= 256; v += 12 {
			for l := 0; l <= 32768; l += 5000 {
				for _, g := range []int{64, 192, 256, 1024} {
					n := Need{VGPRs: v, SGPRs: 96, LDS: l, Group: g}
					o, err := c.Occupancy(n)
					require.NoError(t, err)
					if o.Next == nil {
						continue
					}
					taken := n
					var less []Need // one register or byte more than the step
					for _, f := range []struct {
						to int
						of func(*Need) *int
					}{
						{o.Next.VGPRs, func(n *Need) *int { return &n.VGPRs }},
						{o.Next.SGPRs, func(n *Need) *int { return &n.SGPRs }},
						{o.Next.LDS, func(n *Need) *int { return &n.LDS }},
					} {
						if f.to == 0 {
							continue
						}
						require.Less(t, f.to, *f.of(&n))
						*f.of(&taken) = f.to
						for i := range less {
							*f.of(&less[i]) = f.to
						}
						x := taken
						*f.of(&x)++
						less = append(less, x)
					}
					better, err := c.Occupancy(taken)
					require.NoError(t, err)
					require.Equal(t, [2]int{o.Next.Groups, o.Next.Waves}, [2]int{better.Groups, better.Waves})
					require.Greater(t, better.Groups, o.Groups)
					for _, x := range less {
						same, err := c.Occupancy(x)
						require.NoError(t, err)
						require.Equal(t, o.Groups, same.Groups, "%s %+v %+v", c.Name, n, x)
					}
				}
			}
		}
	}
}

func TestOccupancyRefusesWhatNoChipHas(t *testing.T) {
	c := lookup(t, "tahiti")
	for want, n := range map[string]Need{
		"257 VGPRs: tahiti has 0 to 256":                        {257, 8, 0, 64},
		"105 SGPRs: tahiti has 0 to 104":                        {8, 105, 0, 64},
		"32769 bytes of LDS: tahiti has 0 to 32768":             {8, 8, 32769, 64},
		"1025 work-items in a work-group: tahiti has 1 to 1024": {8, 8, 0, 1025},
		"0 work-items in a work-group: tahiti has 1 to 1024":    {8, 8, 0, 0},
		"-1 VGPRs: tahiti has 0 to 256":                         {-1, 8, 0, 64},
	} {
		_, err := c.Occupancy(n)
		require.EqualError(t, err, want)
	}
}

func ExampleChip_Occupancy() {
	c, err := Lookup("fiji")
	if err != nil {
		fmt.Println(err)
		return
	}
	o, err := c.Occupancy(Need{VGPRs: 65, SGPRs: 48, LDS: 4096, Group: 256})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(o.Waves, "waves of", o.MaxWaves, "limited by", o.Limiting)
	fmt.Println(o.Next)
	// Output:
	// 3 waves of 10 limited by [vgprs]
	// VGPRs <= 64 gives 4 waves on a SIMD, 4 work-groups on a compute unit
}
