package waitcnt

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Policy chooses which outstanding operations return when a wave must wait. It decides what a
// program with a missing wait sees; a program whose waits are right gives the same result under
// every policy.
type Policy interface {
	// Pick chooses among the operations of f listed in eligible (oldest first, never empty) the one
	// that returns next; it returns a position in eligible.
	Pick(f *File, eligible []int) int
	// Eager reports, after each issue, whether outstanding operations return at once although
	// nothing waits for them: how many times one returns now (see File.Retire).
	Eager(f *File) int
	// Fork returns the policy for one wave: an independent copy with its own random stream.
	Fork(wave uint64) Policy
	// String is the text that [ParsePolicy] reads.
	String() string
}

// Replays reports whether a policy stands for one run, to be had again: a random order by its seed,
// or a list. Work-groups then run in order too.
func Replays(p Policy) bool {
	switch p.(type) {
	case *Random, *Order:
		return true
	}
	return false
}

// ParsePolicy reads "asap", "late", "random:SEED" or "order:LIST" (also just LIST); see [Order] for
// lists.
func ParsePolicy(s string) (Policy, error) {
	kind, arg, _ := strings.Cut(s, ":")
	switch kind {
	case "asap":
		if arg == "" {
			return Asap{}, nil
		}
	case "late":
		if arg == "" {
			return Late{}, nil
		}
	case "random":
		seed, err := parseCount(arg, 0, 64)
		if err != nil {
			return nil, fmt.Errorf("return order %q: the seed %w: want random:SEED, such as random:7", s, err)
		}
		return &Random{Seed: seed}, nil
	case "order":
		return parseOrder(s, arg)
	default:
		if strings.ContainsAny(s[:min(1, len(s))], "0123456789") {
			return parseOrder(s, s)
		}
	}
	return nil, fmt.Errorf("return order %q: want asap, late, random:SEED or order:N,N,... (%s)", s, orderHelp)
}

// parseCount reads a number without a sign, of some bits; the error says what it is not.
func parseCount(s string, base, bits int) (uint64, error) {
	n, err := strconv.ParseUint(s, base, bits)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%q is larger than %d", s, ^uint64(0)>>(64-bits))
	case err != nil:
		return 0, fmt.Errorf("%q is no whole number from 0", s)
	}
	return n, nil
}

// Asap returns every operation as soon as it is issued: what most emulators do, and what hides
// missing waits.
type Asap struct{}

// Pick takes the oldest.
func (Asap) Pick(*File, []int) int { return 0 }

// Eager returns everything.
func (Asap) Eager(f *File) (n int) {
	for _, c := range f.Count {
		n += int(c)
	}
	return n
}

// Fork returns the same policy.
func (a Asap) Fork(uint64) Policy { return a }

// String is "asap".
func (Asap) String() string { return "asap" }

// Late returns an operation only when the program's waits force it, and then the youngest that may
// return: a wait that does not name the operation that is needed shows as an old value.
type Late struct{}

// Pick takes the youngest.
func (Late) Pick(_ *File, eligible []int) int { return len(eligible) - 1 }

// Eager returns nothing.
func (Late) Eager(*File) int { return 0 }

// Fork returns the same policy.
func (l Late) Fork(uint64) Policy { return l }

// String is "late".
func (Late) String() string { return "late" }

// Random returns operations at random moments in a random legal order; the seed and the wave's
// number determine it.
type Random struct {
	Seed  uint64 // with the wave's number it fixes the order
	state uint64
}

// next is splitmix64 (Steele, Lea, Flood 2014).
func (r *Random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Pick takes any.
func (r *Random) Pick(_ *File, eligible []int) int { return int(r.next() % uint64(len(eligible))) }

// Eager returns nothing half of the time, else some.
func (r *Random) Eager(f *File) int {
	v := r.next()
	if f.n == 0 || v&1 == 0 {
		return 0
	}
	return int(v >> 1 % uint64(f.n+1))
}

// Fork seeds a stream for the wave.
func (r *Random) Fork(wave uint64) Policy {
	return &Random{Seed: r.Seed, state: r.Seed ^ wave*0xd1342543de82ef95}
}

// String is "random:" and the seed.
func (r *Random) String() string { return "random:" + strconv.FormatUint(r.Seed, 10) }
