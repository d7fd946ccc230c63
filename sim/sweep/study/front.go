package study

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Point is a configuration: rows of all groups with the same factors.
type Point struct {
	Label string
	Cost  float64 // the factor that it costs
	Slow  float64 // geometric mean over groups of the response by that group's best
	Front bool    // nothing costs as little and is as quick, or less
}

// Front compares configurations that all groups have by what they cost, a factor, and how slow they
// are. The points are in the order of the cost.
func (s *Study) Front(cost string) ([]Point, error) {
	var f *Factor
	for _, x := range s.Factors {
		if x.Name == cost || x.column == cost {
			f = x
		}
	}
	if f == nil {
		return nil, fmt.Errorf("no factor is called %s", cost)
	}
	type sum struct {
		logs []float64
		cost float64
	}
	points := map[string]*sum{}
	groups := 0
	for _, g := range s.Groups {
		y := s.column(s.Response, g.Rows)
		best := slices.Min(y)
		if best <= 0 || len(g.Rows) < 2 { // one row compares with nothing
			continue
		}
		groups++
		for k, i := range g.Rows {
			p := points[s.labels[i]]
			if p == nil {
				p = &sum{cost: s.rows[i][f.column]}
				points[s.labels[i]] = p
			}
			p.logs = append(p.logs, math.Log(y[k]/best))
		}
	}
	var list []Point
	for label, p := range points {
		if len(p.logs) == groups {
			list = append(list, Point{Label: label, Cost: p.cost, Slow: math.Exp(stat.Mean(p.logs, nil))})
		}
	}
	slices.SortFunc(list, func(a, b Point) int {
		switch {
		case a.Cost != b.Cost:
			return sign(a.Cost - b.Cost)
		case a.Slow != b.Slow:
			return sign(a.Slow - b.Slow)
		case a.Label < b.Label:
			return -1
		}
		return 1
	})
	best := math.Inf(1)
	for i := range list {
		if list[i].Slow < best {
			best, list[i].Front = list[i].Slow, true
		}
	}
	return list, nil
}

func sign(x float64) int {
	if x < 0 {
		return -1
	}
	return 1
}
