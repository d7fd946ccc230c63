package timing

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/sim/chip"
)

// Kernel is a microbenchmark: assembly and what it starts with. v0 is the number of the work-item
// in its work-group, s[2:3] the address of a buffer, s[4:7] its resource, s1 Count.
type Kernel struct {
	Source string                   // assembly for the chip's generation
	Count  uint32                   // iterations
	Waves  int                      // of a work-group; 0 is 1
	Groups int                      // work-groups; 0 is 1
	LDS    int                      // bytes of a work-group
	VGPRs  int                      // registers of a wave; 0 is 40, with which six waves fit a SIMD
	SGPRs  int                      // the same; 0 is 80
	Buffer uint64                   // bytes of the buffer after the results; 0 is 64 KiB
	Fill   func(base uint64) []byte // what the buffer begins with; base is its address
	Spread int                      // bytes from one dword of Fill to the next one; 0: they follow each other
	// Warm says that it has run before, and that L2 and the instruction caches hold what it has left.
	Warm bool
}

// resultBytes is the beginning of the buffer: what the kernel has measured, a dword for each piece
// of code.
const resultBytes = 4096

// codeBase is where the code lies.
const codeBase = 1 << 20

// Outcome is what came out of a run.
type Outcome struct {
	Clocks uint64   // of the launch; 0 without a clock
	Times  []uint32 // dwords that the kernel stored, most of them clocks; 0 where it stored none
	Insts  uint64   // that were executed
}

// timed is a program that executes pieces of code one after the other, twice: the first pass warms
// the caches, the second one stores the clocks that each piece took. Each piece begins at a
// multiple of 64 bytes, after the same instructions. What is outstanding after a piece is waited
// for before the next one, outside of what is timed.
func timed(prep string, pieces ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "s_mov_b32 s%d, 2\nagain:\n", sgprCount)
	for i, p := range pieces {
		fmt.Fprintf(&b, "%ss_waitcnt 0\n.p2align 6\ns_memtime s[10:11]\ns_waitcnt lgkmcnt(0)\n.p2align 6\n%s\ns_memtime s[12:13]\ns_waitcnt 0\n", prep, p)
		fmt.Fprintf(&b, "s_sub_u32 s10, s12, s10\ns_mov_b64 exec, 1\nv_mov_b32 v3, s10\nbuffer_store_dword v3, off, s[4:7], 0 offset:%d\n", 4*i)
	}
	fmt.Fprintf(&b, "s_sub_u32 s%d, s%[1]d, 1\ns_cmp_lg_u32 s%[1]d, 0\ns_cbranch_scc1 again\ns_endpgm\n", sgprCount)
	return b.String()
}

// repeat is a piece of code n times.
func repeat(n int, code string) string {
	return fmt.Sprintf(".rept %d\n%s\n.endr", n, strings.TrimSpace(code))
}

// difference is the clocks that each of n further repetitions took in piece i+1, compared with
// piece i.
func (o *Outcome) difference(i, n int) (float64, error) {
	if o.Times[i] == 0 || o.Times[i+1] == 0 {
		return 0, errors.New("the kernel has stored no time")
	}
	return (float64(o.Times[i+1]) - float64(o.Times[i])) / float64(n), nil
}

// slope runs two lengths of a piece of code in one kernel and returns the clocks that each further
// repetition took.
func slope(run Machine, c *chip.Chip, k Kernel, prep, code string, short, long int) (float64, error) {
	k.Source = timed(prep, repeat(short, code), repeat(long, code))
	out, err := run(c, &k)
	if err != nil {
		return 0, err
	}
	return out.difference(0, long-short)
}

// looped is a program whose waves execute a body s1 times.
func looped(prep, body string) string {
	return fmt.Sprintf("%sagain:\n%s\ns_sub_u32 s%d, s%[3]d, 1\ns_cmp_lg_u32 s%[3]d, 0\ns_cbranch_scc1 again\ns_endpgm\n", prep, body, sgprTimes)
}

// rate runs a looped kernel with two counts and returns the clocks of the launch that each further
// iteration took.
func rate(run Machine, c *chip.Chip, k Kernel, short, long uint32) (float64, error) {
	var clocks [2]uint64
	for i, n := range [...]uint32{short, long} {
		k.Count = n
		out, err := run(c, &k)
		if err != nil {
			return 0, err
		}
		clocks[i] = out.Clocks
	}
	return (float64(clocks[1]) - float64(clocks[0])) / float64(long-short), nil
}

// numbered is code that makes s8 the wave's number in its work-group, and s9 the number of the
// work-group in the order in which they begin: a counter at the end of the results gives it. It
// needs LDS.
var numbered = fmt.Sprintf(`
	s_mov_b32 m0, -1
	v_mov_b32 v1, 0
	v_readfirstlane_b32 s8, v0
	s_nop 4
	s_lshr_b32 s8, s8, 6
	s_cmp_lg_u32 s8, 0
	s_cbranch_scc1 numbered
	s_mov_b64 exec, 1
	v_mov_b32 v3, 1
	buffer_atomic_add v3, off, s[4:7], 0 offset:%d glc
	s_waitcnt vmcnt(0)
	ds_write_b32 v1, v3
	s_waitcnt lgkmcnt(0)
	s_mov_b64 exec, -1
numbered:
	s_barrier
	ds_read_b32 v3, v1
	s_waitcnt lgkmcnt(0)
	v_readfirstlane_b32 s9, v3
	s_nop 4
`, resultBytes-4)

// together runs two lengths of a piece of code on all waves of a work-group, between barriers. It
// returns the clocks that each further repetition took on all of them. Like timed, it does so
// twice.
func together(run Machine, c *chip.Chip, k Kernel, prep, code string, short, long int) (float64, error) {
	var b strings.Builder
	b.WriteString("v_readfirstlane_b32 s8, v0\ns_nop 4\n" + prep)
	fmt.Fprintf(&b, "s_mov_b32 s%d, 2\nagain:\n", sgprCount)
	for i, n := range [...]int{short, long} {
		fmt.Fprintf(&b, "s_barrier\n.p2align 6\ns_memtime s[10:11]\ns_waitcnt lgkmcnt(0)\ns_barrier\n.p2align 6\n"+
			"%s\ns_waitcnt 0\ns_barrier\ns_memtime s[12:13]\ns_waitcnt 0\n",
			repeat(n, code))
		// The first wave stores: s8 is 0.
		fmt.Fprintf(&b, "s_sub_u32 s10, s12, s10\nv_mov_b32 v3, s10\ns_mov_b64 s[14:15], exec\ns_cmp_lg_u32 s8, 0\ns_cselect_b32 exec_lo, 0, 1\ns_mov_b32 exec_hi, 0\n"+
			"buffer_store_dword v3, off, s[4:7], 0 offset:%d\ns_waitcnt 0\ns_mov_b64 exec, s[14:15]\n", 4*i)
	}
	fmt.Fprintf(&b, "s_sub_u32 s%d, s%[1]d, 1\ns_cmp_lg_u32 s%[1]d, 0\ns_cbranch_scc1 again\ns_endpgm\n", sgprCount)
	k.Source = b.String()
	out, err := run(c, &k)
	if err != nil {
		return 0, err
	}
	return out.difference(0, long-short)
}
