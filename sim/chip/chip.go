package chip

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gcnsim/gcnsim/isa"
)

// Figure is a number with its source.
type Figure struct {
	Value   float64 // in the unit of its [Field]
	Source  string  // document, or for an assumption the reason
	Assumed bool    // no document gives it, or documents contradict each other
}

// Chip is one chip on one board. It is a plain value: a copy is another chip.
type Chip struct {
	Name    string            // as --gpu takes it
	Product string            // the board whose clocks and memory these are
	Target  isa.Target        // LLVM's processor
	Figures [NumFields]Figure // by Field
}

// Int is a figure that is a whole number.
func (c *Chip) Int(f Field) int { return int(c.Figures[f].Value) }

// groupsOf is the number of groups of neighbouring compute units in which at most share of them
// have a cache together: no cache spans two shader arrays. Compute units are spread over the arrays
// as evenly as can be, the first ones getting those left over.
func (c *Chip) groupsOf(share int) int {
	arrays := c.Int(SEs) * c.Int(Arrays)
	n := 0
	for a := range arrays {
		cus := c.Int(CUs) / arrays
		if a < c.Int(CUs)%arrays {
			cus++
		}
		n += (cus + share - 1) / share
	}
	return n
}

// Validate checks the figures: ranges, whole numbers, powers of two, a source for each, and that
// they fit each other.
func (c *Chip) Validate() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf("chip "+c.Name+": "+format, args...)) }
	for f := range NumFields {
		if err := check(f, c.Figures[f].Value); err != nil {
			bad("%w", err)
		}
		if c.Figures[f].Source == "" {
			bad("%v has no source", f)
		}
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	if c.Int(LDSGroup) > c.Int(LDSBytes) {
		bad("%v is more than %v", LDSGroup, LDSBytes)
	}
	if arrays := c.Int(SEs) * c.Int(Arrays); c.Int(CUs) < arrays {
		bad("%d %v, but %d shader arrays: each has one at least", c.Int(CUs), CUs, arrays)
	}
	for _, k := range [...]struct {
		bytes, line, ways Field
		parts             int
	}{
		{ICacheBytes, ICacheLine, ICacheWays, 1}, {KCacheBytes, KCacheLine, KCacheWays, 1}, {L1Bytes, L1Line, L1Ways, 1},
		{L2Bytes, L2Line, L2Ways, c.Int(L2Channels)},
	} {
		if set := c.Int(k.line) * c.Int(k.ways) * k.parts; c.Int(k.bytes)%set != 0 {
			bad("%v is no multiple of %d bytes, one line in each way of each channel", k.bytes, set)
		}
	}
	if c.Int(L2Interleave) < c.Int(L2Line) {
		bad("%v is less than %v", L2Interleave, L2Line)
	}
	return errors.Join(errs...)
}

// check tells whether the value is one that the field can have.
func check(f Field, v float64) error {
	i := f.Info()
	switch {
	case math.IsNaN(v) || v < i.Min || v > i.Max:
		return fmt.Errorf("%v is %v: want %s to %s", f, v, plain(i.Min), plain(i.Max))
	case !i.real && v != math.Trunc(v):
		return fmt.Errorf("%v is %v: want a whole number", f, v)
	case i.pow2 && int(v)&(int(v)-1) != 0:
		return fmt.Errorf("%v is %v: want a power of two", f, v)
	}
	return nil
}

// plain is a number without an exponent.
func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// all is every chip, built once.
var all = sync.OnceValue(func() []Chip {
	var list []Chip
	for i := range chips {
		list = append(list, chips[i].chip())
	}
	return list
})

// All returns every chip, by generation.
func All() []Chip { return append([]Chip(nil), all()...) }

// Lookup is the chip that a user names: a chip ("polaris10") or board ("rx580"), or a target
// ("gfx803") or generation ("gcn1.2") for its first chip here.
func Lookup(name string) (Chip, error) {
	n := strings.ToLower(strings.TrimSpace(name))
	for i := range chips {
		if slices.Contains(chips[i].names, n) {
			return all()[i], nil
		}
	}
	board := isa.BoardName(n)
	for i := range chips {
		if isa.BoardName(chips[i].product) == board {
			return all()[i], nil
		}
	}
	if silicon := isa.ChipOf(n); silicon != "" {
		return Chip{}, fmt.Errorf("no figures of %s are known: it is a board of %s; take one that \"gcnsim chips\" lists, "+
			"and change its figures", name, silicon)
	}
	t, err := isa.FindTarget(n)
	if err != nil {
		return Chip{}, err
	}
	if c, ok := of(t.Name); ok {
		return c, nil
	}
	var like []string
	for _, c := range all() {
		if c.Target.Gen == t.Gen {
			like = append(like, c.Name)
		}
	}
	return Chip{}, fmt.Errorf(
		"no figures of %s are known: take a chip of its generation, %v, and change its figures; there are %s", name, t.Gen,
		strings.Join(like, " "))
}

// of is the first chip of an LLVM target.
func of(target string) (Chip, bool) {
	for _, c := range all() {
		if c.Target.Name == target {
			return c, true
		}
	}
	return Chip{}, false
}
