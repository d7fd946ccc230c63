package suite

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Case is a workload of the suite.
type Case struct {
	Name  string // as Find takes it
	Set   string // "twelve" or "loops"
	About string // for people

	make func(small bool) (*Work, error)
}

// Work makes inputs and results, those of full size or of a size for tests. It takes up to a second.
func (c *Case) Work(small bool) (*Work, error) {
	w, err := c.make(small)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	return w, nil
}

// Sets are the names of the sets of cases.
var Sets = []string{"twelve", "loops"}

// Cases are all of them, in the order of their sets.
func Cases() (list []*Case) {
	for i, set := range [][]Case{twelve, slices.Concat(loopCases(), loopKernels)} {
		for j := range set {
			set[j].Set = Sets[i]
			list = append(list, &set[j])
		}
	}
	return list
}

// Find finds the cases that a list with commas names: sets, cases, or patterns like "lds-*".
func Find(names string) (list []*Case, err error) {
	seen := map[*Case]bool{}
	for _, name := range strings.Split(names, ",") {
		found := false
		for _, c := range Cases() {
			match, err := path.Match(name, c.Name)
			if err != nil {
				return nil, fmt.Errorf("%q is no pattern: %w", name, err)
			}
			if !match && name != c.Set {
				continue
			}
			found = true
			if !seen[c] {
				list, seen[c] = append(list, c), true
			}
		}
		if !found {
			return nil, fmt.Errorf("there is no set, case or pattern of cases %q", name)
		}
	}
	return list, nil
}
