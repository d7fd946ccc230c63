package timing

import (
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// perftest's launches (perftest/main.cpp): 1024 x 1024 work-items in work-groups of 256, each of
// which loads 256 times.
const (
	perftestGroups = 4096
	perftestLoads  = 256
)

// perftestLoop is a launch of perftest whose loads take no longer than the loop around them: what
// it takes depends on latency, on the waves that hide it, and on the last waves, which few others
// hide. The source (loadRawBody.hlsli, loadTypedBody.hlsli) has the index plus a counter, an OR with
// a constant, the load, and an addition for each component. Raw loads return integers, which are
// converted until 2020.
type perftestLoop struct {
	load    string // mnemonic
	comps   int
	bytes   int    // of an element
	format  uint32 // as of l1Row
	uniform bool
	lane    string // code that makes v1 the lane's element, unless uniform
	// unrolled is how many rounds of the source's loop the driver's compiler has made one of. That is
	// not published.
	unrolled int
}

// body is a round of the loop.
func (p *perftestLoop) body(c *chip.Chip) string {
	var b strings.Builder
	step := 1
	if p.format == 0 {
		step = p.bytes
	}
	width := p.comps
	if p.scalar() && width == 3 {
		width = 4 // there is no scalar load of three
	}
	at := func(i int) int { return 24 + 4*i } // registers that a load returns
	for i := range p.unrolled {
		switch {
		case p.uniform:
			b.WriteString("s_or_b32 s22, s20, s21\n")
			if !p.scalar() {
				b.WriteString("v_mov_b32 v1, s22\n")
			}
		default:
			fmt.Fprintf(&b, "%ss20, v0\nv_or_b32 v1, s21, v1\n", addTo(c, "v1"))
		}
		dst := fmt.Sprint(at(i))
		if width > 1 {
			dst = fmt.Sprintf("[%d:%d]", at(i), at(i)+width-1)
		}
		switch {
		case p.scalar():
			fmt.Fprintf(&b, "%s s%s, s[4:7], s22\n", p.load, dst)
		case p.format == 0:
			fmt.Fprintf(&b, "%s v%s, v1, s[16:19], 0 offen\n", p.load, dst)
		default:
			fmt.Fprintf(&b, "%s v%s, v1, s[16:19], 0 idxen\n", p.load, dst)
		}
		fmt.Fprintf(&b, "s_add_u32 s20, s20, %d\n", step)
	}
	for i := range p.unrolled {
		switch {
		case !p.scalar():
			fmt.Fprintf(&b, "s_waitcnt vmcnt(%d)\n", p.unrolled-1-i)
		case i == 0: // scalar loads return in any order
			b.WriteString("s_waitcnt lgkmcnt(0)\n")
		}
		for k := range p.comps {
			from := fmt.Sprintf("v%d", at(i)+k)
			if p.scalar() {
				from = fmt.Sprintf("s%d", at(i)+k)
			}
			if p.format == 0 {
				fmt.Fprintf(&b, "v_cvt_f32_u32 v2, %s\n", from)
				from = "v2"
			}
			fmt.Fprintf(&b, "v_add_f32 v%d, v%[1]d, %s\n", 4+k, from)
		}
	}
	return b.String()
}

// scalar reports whether AMD's compiler makes scalar loads of it: raw ones from one address.
func (p *perftestLoop) scalar() bool { return p.uniform && p.format == 0 }

// clocks are those of a compute unit for a load of a wave. Compute units that share the instruction
// cache run their part of the launch.
func (p *perftestLoop) clocks(run Machine, c *chip.Chip) (float64, error) {
	step := 1
	prep := fmt.Sprintf("%ss_mov_b64 s[16:17], s[4:5]\ns_mov_b32 s18, s6\n", p.lane)
	if p.format == 0 {
		step = p.bytes
		prep += fmt.Sprintf("s_mov_b32 s19, s7\nv_mul_u32_u24 v1, %d, v1\n", p.bytes)
	} else {
		prep += fmt.Sprintf("s_mov_b32 s19, 0x%x\ns_and_b32 s17, s17, 0xffff\ns_or_b32 s17, s17, 0x%x\n",
			p.format|4|5<<3|6<<6|7<<9, p.bytes<<16)
	}
	// The test is before the body, where AMD's and Microsoft's compilers leave it.
	src := fmt.Sprintf("%sv_lshlrev_b32 v3, 2, v0\nv_mov_b32 v0, v1\ns_mov_b32 m0, -1\ns_mov_b32 s20, 0\ns_mov_b32 s21, 0\ns_movk_i32 s23, 0x%x\n"+
		"again:\ns_cmp_eq_u32 s20, s23\ns_cbranch_scc1 done\n%ss_branch again\ndone:\nds_write_b32 v3, v4\ns_waitcnt lgkmcnt(0)\ns_barrier\ns_endpgm\n",
		prep, perftestLoads*step, p.body(c))
	cus, of := c.Int(chip.ICacheCUs), c.Int(chip.CUs)
	groups := float64(perftestGroups*cus) / float64(of)
	out, err := run(with(c, cus), &Kernel{Waves: 4, Groups: int(groups + 0.5), VGPRs: 24, SGPRs: 48, LDS: 1024, Source: src})
	if err != nil {
		return 0, err
	}
	return float64(out.Clocks) / (groups / float64(cus) * 4 * perftestLoads), nil
}

// measured is what the loop takes where the same one of random dwords takes 16: perftest's rows have
// no other scale.
func (p *perftestLoop) measured(run Machine, c *chip.Chip) (float64, error) {
	random := perftestLoop{load: "buffer_load_dword", comps: 1, bytes: 4, lane: randomLanes, unrolled: p.unrolled}
	v, err := over(func() (float64, error) { return p.clocks(run, c) }, func() (float64, error) { return random.clocks(run, c) })
	return 16 * v, err
}

// unrolledBy is how often the compiler of a board's driver seems to have unrolled a loop. The source asks
// for none of it. Read from two rows of each board: r32f-linear, and that of uniform raw loads of
// one component.
func unrolledBy(board string, scalar bool) int {
	if board == "vega20" && !scalar {
		return 1
	}
	return 2
}
