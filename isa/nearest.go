package isa

import (
	"iter"
	"math/bits"
	"slices"
)

// Nearest is the name that a mistyped one may mean: the one with the least number of changed,
// missing, additional and swapped characters, if that is small for its length. Of several the first
// in alphabetical order; "" where none is near.
func Nearest(name string, names []string) string { return nearest(name, slices.Values(names)) }

func nearest(name string, names iter.Seq[string]) string {
	best, found := min(max(1, len(name)/3), 3), ""
	has := letters(name)
	for n := range names {
		if d := len(n) - len(name); n == name || d > best || -d > best {
			continue
		}
		// An edit takes at most one letter away, and brings at most one.
		if other := letters(n); bits.OnesCount64(has&^other) > best || bits.OnesCount64(other&^has) > best {
			continue
		}
		if d := editDistance(name, n, best); d < best || d == best && (found == "" || n < found) {
			best, found = d, n
		}
	}
	return found
}

// letters are the characters of a name, one bit for those that are alike in the low six bits.
func letters(name string) (set uint64) {
	for i := range len(name) {
		set |= 1 << (name[i] & 63)
	}
	return set
}

// editDistance is how many edits make b of a; anything above most where there are more.
func editDistance(a, b string, most int) int {
	var room [3][48]int // most names have room here
	before, last, row := room[0][:], room[1][:], room[2][:]
	if len(b) >= len(last) {
		before, last, row = make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	}
	for k := range len(b) + 1 {
		last[k] = k
	}
	for i := range len(a) {
		row[0] = i + 1
		least := row[0]
		for k := range len(b) {
			d := last[k]
			if a[i] != b[k] {
				d = 1 + min(last[k], last[k+1], row[k])
				if i > 0 && k > 0 && a[i] == b[k-1] && a[i-1] == b[k] {
					d = min(d, before[k-1]+1)
				}
			}
			row[k+1] = d
			least = min(least, d)
		}
		if least > most {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
