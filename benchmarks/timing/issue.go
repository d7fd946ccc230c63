package timing

import (
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/chip"
)

// blockDwords are the 32 bytes of code that CLRX's rules of alignment speak of.
const blockDwords = 8

// filler is an instruction of four bytes that delays nothing.
const filler = "v_nop\n"

// placed is code of so many dwords, the first one being dword at of a block of 32 bytes, with
// fillers around it up to whole blocks.
func placed(code string, dwords, at int) (block string, fillers int) {
	fillers = (at+dwords+blockDwords-1)/blockDwords*blockDwords - dwords
	return strings.Repeat(filler, at) + strings.TrimSpace(code) + "\n" + strings.Repeat(filler, fillers-at), fillers
}

// placedCost is the time of code that is placed in a block: that of the blocks less that of the
// fillers, which is measured beside it.
func placedCost(run Machine, c *chip.Chip, k Kernel, prep, code string, dwords, at int) (float64, error) {
	block, fillers := placed(code, dwords, at)
	only := strings.Repeat(filler, blockDwords)
	const short, long = 8, 24
	k.Source = timed(prep, repeat(short, block), repeat(long, block), repeat(short, only), repeat(long, only))
	out, err := run(c, &k)
	if err != nil {
		return 0, err
	}
	blocks, err := out.difference(0, long-short)
	if err != nil {
		return 0, err
	}
	f, err := out.difference(2, long-short)
	return blocks - float64(fillers)*f/blockDwords, err
}

// slowLong reports whether 8-byte instructions are fetched slowly unless they lie well.
func slowLong(g isa.Gen) bool { return g == isa.GCN10 || g == isa.GCN11 }

// issue makes the benchmark of the issue time of a form: a lone wave repeats the instruction.
// Memory operations are repeated less often than fits into their counters, and what they return is
// not waited for.
func (r *Row) issue(f *isa.Form, glc bool) error {
	if f.Latency() == isa.LatGDS {
		r.Tier, r.How = TierE, "no benchmark: it waits for what other waves do"
		return nil
	}
	in, err := sample(f, glc)
	if err != nil {
		return fmt.Errorf("%s: %w", r.ID, err)
	}
	k := Kernel{LDS: 16 << 10}
	text, prep := in.String(), prepare(&in)
	short, long := 64, 128
	switch lat := f.Latency(); {
	case lat == isa.LatVMEM || lat == isa.LatSMEM:
		short, long = 2, 6
	case in.Len == 8 && slowLong(f.Gen):
		r.How = "one wave; first in blocks of 32 bytes, less the fillers: " + text
		r.Measure = func(run Machine, c *chip.Chip) (float64, error) { return placedCost(run, c, k, prep, text, 2, 0) }
		return nil
	case lat == isa.LatLDS || lat == isa.LatMessage:
		short, long = 4, 12
	}
	r.How = fmt.Sprintf("one wave; %d against %d times: %s", long, short, text)
	r.Measure = func(run Machine, c *chip.Chip) (float64, error) { return slope(run, c, k, prep, text, short, long) }
	return nil
}

// everyGen are the chips that stand for their generation.
func everyGen() []string {
	var list []string
	have := isa.Gen(0)
	for _, x := range classes {
		c, err := chip.Lookup(x.chip)
		if err == nil && have&c.Target.Gen == 0 {
			have |= c.Target.Gen
			list = append(list, x.chip)
		}
	}
	return list
}

// genOf is the generation of a chip of this package's tables; a test holds that they all exist.
func genOf(name string) isa.Gen {
	c, err := chip.Lookup(name)
	if err != nil {
		return 0
	}
	return c.Target.Gen
}
