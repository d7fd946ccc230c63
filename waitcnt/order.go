package waitcnt

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// orderHelp explains a list in one line.
const orderHelp = "N: number of a memory operation of a wave, from 0; N@I: it returns once the wave has executed I " +
	"instructions; last " +
	"\"late\": the rest youngest first; wN:LIST for one wave, lists separated by /"

// StepKind is how far an outstanding operation gets at one step.
type StepKind uint8

// The kinds of steps.
const (
	StepReturn StepKind = iota // it returns: memory has been accessed, registers are written, its counters have fallen
	StepData                   // its late vector data have been read: EXP falls
	StepUnit                   // a unit of LGKM comes back that completes nothing ([Op.Unit])
)

// Step is something that an outstanding operation does.
type Step struct {
	Op   uint32   // [Op.Seq]
	Kind StepKind // how far it gets
}

// String is the step as an [Order] has it.
func (s Step) String() string {
	return strconv.FormatUint(uint64(s.Op), 10) + [...]string{"", "d", "u"}[s.Kind]
}

// Timed is a step at an instruction of the wave.
type Timed struct {
	Step
	Insts uint64 // instructions that the wave has executed before
}

// String is the step as an [Order] has it.
func (t Timed) String() string { return fmt.Sprintf("%v@%d", t.Step, t.Insts) }

// Early is a [Policy] that also makes operations return where nothing waits for them.
type Early interface {
	Policy
	// Early is asked again and again before each instruction of the wave until it has no step.
	// insts is the number of instructions that the wave has executed. The step is legal
	// ([File.May]).
	Early(f *File, insts uint64) (s Step, ok bool)
}

// Order is a given order of return, for replay. It is a list of items, separated by commas:
//
//	2       operation 2 of the wave, in the order of issue: where a wait makes operations return, those listed come in the order of the list
//	2@17    operation 2 returns once the wave has executed 17 instructions, in any case before a wait makes others return
//	2d@17   likewise, but only its late data are read (EXP falls)
//	2u@17   likewise, but only a unit of LGKM comes back, of a scalar load of several dwords or of FLAT
//	late    at the end: operations that are not listed return youngest first, as under [Late]; else oldest first
//
// An item with @ that is not legal at its time is done as soon as it is. The list holds for all
// waves. "w2:LIST" holds for wave 2 of each launch only, "w1.2:LIST" for wave 2 of launch 1, both
// counted from 0; lists are separated by "/": "1,0/w2:0,1". Waves without a list follow [Late].
type Order struct {
	text  string
	lists map[orderKey]*orderList
	cur   *orderList
}

// orderKey names the waves that a list is for.
type orderKey struct{ launch, wave uint64 }

// anyOf stands for every launch or wave.
const anyOf = ^uint64(0)

type orderList struct {
	rank  map[uint32]int
	timed []Timed
	late  bool
}

// WaveKey is the number by which [Policy.Fork] tells waves apart: of a wave in its launch, of a
// launch in its run.
func WaveKey(launch, wave uint64) uint64 { return launch<<launchShift | wave }

// launchShift leaves room for more waves than any launch has.
const launchShift = 46

func parseOrder(s, arg string) (Policy, error) {
	o := &Order{text: strings.ReplaceAll(arg, " ", ""), lists: map[orderKey]*orderList{}}
	for _, part := range strings.Split(o.text, "/") {
		key, list, err := parseOrderList(part)
		if err == nil && o.lists[key] != nil {
			err = errors.New("the wave has a list already")
		}
		if err != nil {
			return nil, fmt.Errorf("return order %q: %q: %w (%s)", s, part, err, orderHelp)
		}
		o.lists[key] = list
	}
	o.cur = o.list(orderKey{anyOf, anyOf})
	return o, nil
}

func parseOrderList(part string) (key orderKey, l *orderList, err error) {
	key = orderKey{anyOf, anyOf}
	if who, rest, ok := strings.Cut(part, ":"); ok {
		launch, wave, both := strings.Cut(strings.TrimPrefix(who, "w"), ".")
		if !both {
			launch, wave = "", launch
		}
		if key.wave, err = strconv.ParseUint(wave, 10, launchShift); err != nil || !strings.HasPrefix(who, "w") {
			return key, nil, fmt.Errorf("%q is no wave", who)
		}
		if both {
			if key.launch, err = strconv.ParseUint(launch, 10, 64-launchShift); err != nil {
				return key, nil, fmt.Errorf("%q is no wave", who)
			}
		}
		part = rest
	}
	l = &orderList{rank: map[uint32]int{}}
	items := strings.Split(part, ",")
	seen := map[Timed]bool{}
	for i, w := range items {
		if w == "late" && i == len(items)-1 && i > 0 {
			l.late = true
			continue
		}
		op, at, timed := strings.Cut(w, "@")
		var t Timed
		if timed {
			switch {
			case strings.HasSuffix(op, "d"):
				t.Kind, op = StepData, op[:len(op)-1]
			case strings.HasSuffix(op, "u"):
				t.Kind, op = StepUnit, op[:len(op)-1]
			}
			if t.Insts, err = parseCount(at, 10, 64); err != nil {
				return key, nil, fmt.Errorf("item %d: %w", i, err)
			}
		}
		n, err := parseCount(op, 10, 32)
		if err != nil {
			return key, nil, fmt.Errorf("item %d: %w", i, err)
		}
		t.Op = uint32(n)
		if timed {
			l.timed = append(l.timed, t)
			t.Insts = anyOf
		} else {
			l.rank[t.Op] = len(l.rank)
		}
		if same := (Timed{t.Step, anyOf}); t.Kind != StepUnit {
			if seen[same] {
				return key, nil, fmt.Errorf("operation %d is listed twice", n)
			}
			seen[same] = true
		}
	}
	return key, l, nil
}

// lateList is what waves without a list follow.
var lateList = &orderList{late: true}

func (o *Order) list(key orderKey) *orderList {
	for _, k := range [...]orderKey{key, {anyOf, key.wave}, {anyOf, anyOf}} {
		if l := o.lists[k]; l != nil {
			return l
		}
	}
	return lateList
}

// Pick takes the one that comes first in the list.
func (o *Order) Pick(f *File, eligible []int) int {
	best, bestRank := 0, int(^uint(0)>>1)
	if o.cur.late {
		best = len(eligible) - 1
	}
	for i, e := range eligible {
		if r, ok := o.cur.rank[f.ops[e].Seq]; ok && r < bestRank {
			best, bestRank = i, r
		}
	}
	return best
}

// Eager returns nothing.
func (*Order) Eager(*File) int { return 0 }

// Fork returns the list of one wave; it is an [Early] policy where the list has items with @.
func (o *Order) Fork(wave uint64) Policy {
	l := o.list(orderKey{wave >> launchShift, wave & (1<<launchShift - 1)})
	p := &Order{text: o.text, lists: o.lists, cur: l}
	if len(l.timed) == 0 {
		return p
	}
	return &timedOrder{Order: p, done: make([]bool, len(l.timed))}
}

// String is the policy's name, "order:" and the list as it was given.
func (o *Order) String() string { return "order:" + o.text }

// timedOrder is a list of one wave that has items with @.
type timedOrder struct {
	*Order
	done []bool
}

// Early returns the first item whose time has come and that is legal.
func (o *timedOrder) Early(f *File, insts uint64) (Step, bool) {
	for i, t := range o.cur.timed {
		if !o.done[i] && t.Insts <= insts && f.May(t.Step) {
			o.done[i] = true
			return t.Step, true
		}
	}
	return Step{}, false
}
