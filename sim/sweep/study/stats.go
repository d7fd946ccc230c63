package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

const (
	resamples = 400 // of the bootstrap
	leastRows = 8   // of a group for which effects are computed
)

// Factor is something that varies.
type Factor struct {
	Name   string    // of the column, or of several that move together
	Values []float64 // that it has, rising
	column string    // that stands for it
}

// Interval is a number with its 95 % interval.
type Interval struct{ Value, Low, High float64 }

// Sure reports whether the interval leaves zero out.
func (i Interval) Sure() bool { return i.Low > 0 || i.High < 0 }

// Effect is what a factor does to the response of a group.
type Effect struct {
	Factor *Factor
	Rank   Interval // standardised coefficient of ranks
	Double Interval // share by which the response changes where the factor doubles; NaN where it is not above zero
}

// Group is rows that differ in factors only.
type Group struct {
	Name    string
	Rows    []int
	Effects []Effect // the strongest first; nil where there are too few rows
	need    int      // how many there would have to be
	R2      float64  // of ranks
	Why     string   // why there are no effects
}

// Study is the rows of a sweep, divided.
type Study struct {
	Response string // column
	Groups   []*Group
	Factors  []*Factor
	Left     int // rows without a response, and with what is no number: tasks that are not done
	rows     []map[string]float64
	labels   []string // of rows: all factors
	fits     map[*Group]map[*Factor][]float64
}

// Row is what a study takes of a record: texts and numbers by column.
type Row struct {
	Texts   map[string]string
	Numbers map[string]float64
}

// New divides rows into groups by the texts of program, gpu, flags and order, and finds what varies.
func New(rows []Row, response string) (*Study, error) {
	s := &Study{Response: response}
	byName := map[string]*Group{}
	values := map[string]map[float64]bool{}
	for _, r := range rows {
		_, ok := r.Numbers[response]
		if status, known := r.Texts["status"]; !ok || known && status != "done" || !r.sound(response) {
			s.Left++
			continue
		}
		var parts []string
		for _, name := range groupColumns {
			if v := r.Texts[name]; v != "" {
				parts = append(parts, v)
			}
		}
		for name, v := range r.Texts {
			if strings.HasPrefix(name, "vars.") {
				parts = append(parts, strings.TrimPrefix(name, "vars.")+"="+v)
			}
		}
		slices.Sort(parts[min(len(parts), len(groupColumns)):])
		name := strings.Join(parts, " ")
		g := byName[name]
		if g == nil {
			g = &Group{Name: name}
			byName[name] = g
			s.Groups = append(s.Groups, g)
		}
		g.Rows = append(g.Rows, len(s.rows))
		s.rows = append(s.rows, r.Numbers)
		for column, v := range r.Numbers {
			if isFactor(column) {
				if values[column] == nil {
					values[column] = map[float64]bool{}
				}
				values[column][v] = true
			}
		}
	}
	if len(s.rows) == 0 {
		return nil, fmt.Errorf("no row has a number in column %s and is done", response)
	}
	s.findFactors(values)
	for i := range s.rows {
		s.labels = append(s.labels, s.label(i))
	}
	for _, g := range s.Groups {
		s.measure(g)
	}
	return s, nil
}

// mostNumber is more than any measured number, and so little that sums of them are numbers.
const mostNumber = 1e100

// sound reports whether the response and the factors of a row are numbers that can be measured.
func (r *Row) sound(response string) bool {
	for column, v := range r.Numbers {
		if (column == response || isFactor(column)) && !(math.Abs(v) <= mostNumber) {
			return false
		}
	}
	return true
}

// isFactor reports whether a column may be a factor.
func isFactor(column string) bool {
	return strings.HasPrefix(column, "figures.") || strings.HasPrefix(column, "vars.")
}

// groupColumns tell groups apart.
var groupColumns = []string{"program", "gpu", "flags", "order"}

// findFactors are columns with several values; those that move together are one.
func (s *Study) findFactors(values map[string]map[float64]bool) {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if len(values[name]) < 2 || !s.everywhere(name) {
			continue
		}
		short := strings.TrimPrefix(name, "figures.")
		short = strings.TrimPrefix(short, "vars.")
		if f := s.together(name); f != nil {
			f.Name += ", " + short
			continue
		}
		f := &Factor{Name: short, column: name}
		for v := range values[name] {
			f.Values = append(f.Values, v)
		}
		slices.Sort(f.Values)
		s.Factors = append(s.Factors, f)
	}
}

// everywhere reports whether all rows have the column.
func (s *Study) everywhere(column string) bool {
	for _, r := range s.rows {
		if _, ok := r[column]; !ok {
			return false
		}
	}
	return true
}

// alike is the correlation of ranks from which on two columns are one factor: they differ by rounding.
const alike = 0.999

// together is a factor that has the ranks of a column within each group, or nil.
func (s *Study) together(column string) *Factor {
	for _, f := range s.Factors {
		same := true
		for _, g := range s.Groups {
			a, b := ranks(s.column(f.column, g.Rows)), ranks(s.column(column, g.Rows))
			same = same && (slices.Equal(a, b) || stat.Correlation(a, b, nil) > alike)
		}
		if same {
			return f
		}
	}
	return nil
}

func (s *Study) column(name string, rows []int) []float64 {
	list := make([]float64, len(rows))
	for k, i := range rows {
		list[k] = s.rows[i][name]
	}
	return list
}

// label is the factors of a row.
func (s *Study) label(i int) string {
	var parts []string
	for _, f := range s.Factors {
		parts = append(parts, f.Name+"="+short(s.rows[i][f.column]))
	}
	return strings.Join(parts, " ")
}

// ranks are places in the order of size, from 1; equal values share the mean of theirs.
func ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case x[a] < x[b]:
			return -1
		case x[a] > x[b]:
			return 1
		}
		return 0
	})
	r := make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			r[order[k]] = float64(i+j+1) / 2
		}
		i = j
	}
	return r
}

// measure computes the effects of all factors on a group.
func (s *Study) measure(g *Group) {
	var varying []*Factor
	for _, f := range s.Factors {
		if x := s.column(f.column, g.Rows); slices.Min(x) < slices.Max(x) {
			varying = append(varying, f)
		}
	}
	y := s.column(s.Response, g.Rows)
	switch {
	case len(varying) == 0:
		g.Why = "nothing varies"
		return
	case slices.Min(y) == slices.Max(y):
		g.Why = fmt.Sprintf("%s is %s in all rows", s.Response, short(y[0]))
		return
	}
	if need := max(leastRows, 2*len(varying)+2); len(g.Rows) < need {
		g.Why = fmt.Sprintf("%d rows are too few", len(g.Rows))
		g.need = need
		return
	}
	ry := ranks(y)
	rx, lx := make([][]float64, len(varying)), make([][]float64, len(varying))
	logs := slices.Min(y) > 0
	for k, f := range varying {
		x := s.column(f.column, g.Rows)
		rx[k] = ranks(x)
		lx[k] = logarithms(x)
		logs = logs && lx[k] != nil
	}
	ly := logarithms(y)
	coef, r2, ok := regress(rx, ry, nil)
	if !ok {
		g.Why = "the factors depend on each other"
		return
	}
	g.R2 = r2
	var slope []float64
	if logs {
		slope, _, logs = slopes(lx, ly, nil)
	}
	rng := rand.New(rand.NewPCG(1, uint64(len(g.Rows))))
	draws := make([][]float64, len(varying))
	logDraws := make([][]float64, len(varying))
	index := make([]int, len(g.Rows))
	for range resamples {
		for i := range index {
			index[i] = rng.IntN(len(index))
		}
		if c, _, ok := regress(rx, ry, index); ok {
			for k := range c {
				draws[k] = append(draws[k], c[k])
			}
		}
		if logs {
			if c, _, ok := slopes(lx, ly, index); ok {
				for k := range c {
					logDraws[k] = append(logDraws[k], c[k])
				}
			}
		}
	}
	for k, f := range varying {
		e := Effect{Factor: f, Rank: interval(coef[k], draws[k]), Double: Interval{math.NaN(), math.NaN(), math.NaN()}}
		if logs {
			e.Double = interval(slope[k], logDraws[k])
			for _, p := range []*float64{&e.Double.Value, &e.Double.Low, &e.Double.High} {
				*p = math.Exp2(*p) - 1
			}
		}
		g.Effects = append(g.Effects, e)
	}
	slices.SortStableFunc(g.Effects, func(a, b Effect) int {
		switch d := math.Abs(b.Rank.Value) - math.Abs(a.Rank.Value); {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return 0
	})
}

// interval is a value with the middle 95 % of draws.
func interval(v float64, draws []float64) Interval {
	if len(draws) < resamples/2 {
		return Interval{v, math.Inf(-1), math.Inf(1)}
	}
	slices.Sort(draws)
	return Interval{v, stat.Quantile(0.025, stat.Empirical, draws, nil), stat.Quantile(0.975, stat.Empirical, draws, nil)}
}

// logarithms are those of base 2, nil where a value is not above zero.
func logarithms(x []float64) []float64 {
	l := make([]float64, len(x))
	for i, v := range x {
		if v <= 0 {
			return nil
		}
		l[i] = math.Log2(v)
	}
	return l
}

// regress is the linear regression of y on all x, of rows by index (nil: all): standardised
// coefficients, and the share of y's variance that they explain. ok is false where it has no one
// answer.
func regress(x [][]float64, y []float64, index []int) (coef []float64, r2 float64, ok bool) {
	slope, r2, ok := slopes(x, y, index)
	if !ok {
		return nil, 0, false
	}
	_, sy := meanSpread(y, index)
	for k := range slope {
		_, sx := meanSpread(x[k], index)
		slope[k] *= sx / sy
	}
	return slope, r2, true
}

// slopes are the coefficients of a linear regression with a constant.
func slopes(x [][]float64, y []float64, index []int) (coef []float64, r2 float64, ok bool) {
	n := len(y)
	my, sy := meanSpread(y, index)
	if sy == 0 {
		return nil, 0, false
	}
	a := mat.NewDense(n, len(x), nil)
	b := mat.NewVecDense(n, nil)
	at := func(i int) int {
		if index == nil {
			return i
		}
		return index[i]
	}
	scale := make([]float64, len(x))
	for k := range x {
		m, s := meanSpread(x[k], index)
		if s == 0 {
			return nil, 0, false
		}
		scale[k] = s
		for i := range n {
			a.Set(i, k, (x[k][at(i)]-m)/s)
		}
	}
	for i := range n {
		b.SetVec(i, y[at(i)]-my)
	}
	var qr mat.QR
	qr.Factorize(a)
	const worst = 1e8 // condition: columns that depend on each other
	if qr.Cond() > worst {
		return nil, 0, false
	}
	var c mat.VecDense
	if err := qr.SolveVecTo(&c, false, b); err != nil {
		return nil, 0, false
	}
	var fit mat.VecDense
	fit.MulVec(a, &c)
	left := 0.0
	for i := range n {
		d := b.AtVec(i) - fit.AtVec(i)
		left += d * d
	}
	coef = make([]float64, len(x))
	for k := range coef {
		coef[k] = c.AtVec(k) / scale[k]
	}
	return coef, 1 - left/(sy*sy*float64(n-1)), true
}

func meanSpread(x []float64, index []int) (mean, spread float64) {
	if index != nil {
		y := make([]float64, len(index))
		for k, i := range index {
			y[k] = x[i]
		}
		x = y
	}
	return stat.MeanStdDev(x, nil)
}

// additive fits the logarithm of a group's response by a sum of one number for each bin of each
// factor: what each value of a factor does, all else being equal, in whatever shape (backfitting,
// T. Hastie and R. Tibshirani, Generalized Additive Models). NaN is a bin without rows; nil a response
// that is not above zero.
func (s *Study) additive(g *Group) map[*Factor][]float64 {
	y := s.column(s.Response, g.Rows)
	if slices.Min(y) <= 0 {
		return nil
	}
	if fit, known := s.fits[g]; known {
		return fit
	}
	rest := make([]float64, len(y)) // what is not explained yet
	mean := 0.0
	for i, v := range y {
		rest[i] = math.Log(v)
		mean += rest[i] / float64(len(y))
	}
	for i := range rest {
		rest[i] -= mean
	}
	fit := map[*Factor][]float64{}
	bin := map[*Factor][]int{}
	count := map[*Factor][]float64{}
	for _, f := range s.Factors {
		of, centers := f.bins(mostBins)
		fit[f], count[f] = make([]float64, len(centers)), make([]float64, len(centers))
		for _, i := range g.Rows {
			b := of(s.rows[i][f.column])
			bin[f] = append(bin[f], b)
			count[f][b]++
		}
	}
	const rounds = 30
	for range rounds {
		for _, f := range s.Factors {
			sum := make([]float64, len(fit[f]))
			for k, b := range bin[f] {
				sum[b] += rest[k]
			}
			for b := range sum {
				if count[f][b] > 0 {
					sum[b] /= count[f][b]
					fit[f][b] += sum[b]
				}
			}
			for k, b := range bin[f] {
				rest[k] -= sum[b]
			}
		}
	}
	for f, n := range count {
		for b := range n {
			if n[b] == 0 {
				fit[f][b] = math.NaN()
			}
		}
	}
	if s.fits == nil {
		s.fits = map[*Group]map[*Factor][]float64{}
	}
	s.fits[g] = fit
	return fit
}
