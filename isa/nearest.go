package isa

// Nearest is the name that a mistyped one may mean: the one with the least number of changed,
// missing, additional and swapped characters, if that is small for its length. Of several the first
// in alphabetical order; "" where none is near.
func Nearest(name string, names []string) string {
	best, found := max(1, len(name)/3), ""
	if best > 3 {
		best = 3
	}
	for _, n := range names {
		if d := len(n) - len(name); n == name || d > best || -d > best {
			continue
		}
		if d := editDistance(name, n, best); d < best || d == best && (found == "" || n < found) {
			best, found = d, n
		}
	}
	return found
}

// editDistance is how many edits make b of a; anything above most where there are more.
func editDistance(a, b string, most int) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for k := range last {
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
