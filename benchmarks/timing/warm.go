package timing

import (
	"fmt"

	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// warmRows are launches that find what the launch before has left in the caches.
func warmRows(g *group) {
	const keeps = "exact consequence of L2 keeping what it has read; drivers invalidate vector L1 before a kernel starts (Linux amdkfd, ACQUIRE_MEM)"
	g.add1(few, "warm/l2", "load of a launch that reads the lines which the launch before has read, one after the other", "clocks", TierC, 0,
		"one lane follows pointers through 64 KiB once; the second of two launches", func(run Machine, c *chip.Chip) (float64, error) {
			const steps, lines = 64, 1024
			k := Kernel{Warm: true, Buffer: lines * 64, Fill: chain(lines, 64),
				Source: looped(fmt.Sprintf("v_mov_b32 v4, 0x%x\ns_mov_b64 exec, 1\n", resultBytes), repeat(steps, "buffer_load_dword v4, v4, s[4:7], 0 offen\ns_waitcnt vmcnt(0)"))}
			v, err := rate(run, with(c, 1), k, 4, lines/steps)
			return v / steps, err
		}, between(190, 290, keeps+"; L2: "+discrete))
	g.add1(few, "warm/code", "instruction of a launch whose code the launch before has executed", "clocks", TierC, 0, "one wave, 8 KiB of code once; the second of two launches",
		func(run Machine, c *chip.Chip) (float64, error) {
			at := func(n int) func() (float64, error) {
				return func() (float64, error) {
					out, err := run(with(c, 1), &Kernel{Warm: true, Source: repeat(n, "v_nop") + "\ns_endpgm"})
					if err != nil {
						return 0, err
					}
					return float64(out.Clocks), nil
				}
			}
			v, err := less(at(2048), at(1024))
			return v / 1024, err
		}, between(4, 4.05, "exact consequence of the instruction cache's 32 KB keeping the code: four clocks each ("+clrx+")"))
}

// tiledRows are loads of tiled images of GCN 1.4.
func tiledRows(g *group) {
	// A column of texels in blocks of 256 bytes, of 8 by 8 texels of 32 bits, lies in eight blocks of four lines.
	for _, x := range []struct {
		id   string
		mode uint32 // SW_MODE
	}{{"256b-s", 1}, {"64kb-s", 9}} {
		column := func(mode uint32) Benchmark {
			return func(run Machine, c *chip.Chip) (float64, error) {
				const side, waves = 128, 16
				words, _ := mem.LinearImage2D(c.Target.Gen, 0, mem.Fmt32, mem.Float, side, side)
				words[3] |= mode << 20
				prep := fmt.Sprintf("v_lshrrev_b32 v1, 6, v0\nv_and_b32 v2, 63, v0\ns_add_u32 s16, s2, 0x%x\ns_addc_u32 s17, s3, 0\ns_lshr_b64 s[16:17], s[16:17], 8\ns_or_b32 s17, s17, 0x%x\n", 1<<16, words[1])
				for i, w := range words[2:] {
					prep += fmt.Sprintf("s_mov_b32 s%d, 0x%x\n", 18+i, w)
				}
				v, err := together(run, c, Kernel{Waves: waves, Buffer: 3 << 16}, prep, "image_load v4, v[1:2], s[16:23] dmask:0x1 unorm glc", 16, 48)
				return v / waves, err
			}
		}
		g.add1([]string{"vega10", "vega20"}, "image-tiled/column-"+x.id, "time of a load of 64 texels of a column of a tiled image, by that of a linear one", "ratio", TierC, 0.01,
			"16 waves, each a column of texels of 32 bits; past L1", func(run Machine, c *chip.Chip) (float64, error) {
				return over(func() (float64, error) { return column(x.mode)(run, c) }, func() (float64, error) { return column(0)(run, c) })
			}, between(0.25, 0.5, "Mesa addrlib, gfx9addrlib.cpp: blocks of 256 bytes are 8 by 8 texels of 32 bits, so that a column of 64 has 32 lines at most, of a linear image 64; four addresses a clock"))
	}
}
