// Package study says what a sweep has shown: which figure moves the clock of which kernel, and how
// surely; what is best; what scales.
//
//	rows of a table ──New──► Study: groups (a program on a chip), factors (what varies)
//	                             ├─ Effects   rank regression, and percent for a doubling; by bootstrap   stats.go
//	                             ├─ Front     configurations that nothing beats                           front.go
//	                             ├─ heat maps, scaling                                                    page.go
//	                             └─ Write     one HTML page
//
// # How is an effect measured?
//
// Within a group, ranks of the response are regressed on ranks of all factors at once; the standardised
// coefficient is -1 to 1 where factors do not depend on each other, whatever the shape of a monotone
// relation. Beside it stands what the response does when the factor doubles: the slope of logarithms,
// all other factors being equal. Both have intervals: rows are drawn again with replacement, and the
// middle 95 % of what that gives is the interval. An effect is shown as sure where its interval leaves
// zero out. R² says how much of the ranks the factors explain together; the rest is what acts in no
// one direction, or only together.
//
// Scaling is drawn from a sum of one number for each value of each factor that fits the logarithm of the
// response best: what a value does, all else being equal.
//
// Factors that always move together are one factor.
package study
