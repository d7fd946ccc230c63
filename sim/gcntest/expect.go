package gcntest

import (
	"math"
	"regexp"
	"slices"
	"strings"

	mathbits "math/bits"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/formula"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// maxExpanded is the most waves that formulas with values of their own in each wave are for.
const maxExpanded = 4096

// expectations reads what must hold in the end.
func (b *builder) expectations(p *plan, d *doc) error {
	return b.each("expect", func(s *Statement) error {
		if c, err := b.check(s); c != nil || err != nil {
			p.checks = append(p.checks, c)
			return err
		}
		pl, err := b.place(s, s.Rest, s.RestCol, true)
		if err != nil {
			return err
		}
		v, err := parseValue(pl.rhs, pl.rhsCol, func(w string) bool {
			return !pl.typed && pl.kind == 'r' && !b.isName(w) && isLaunchWord(w)
		})
		if err != nil {
			return err
		}
		x := &expect{stmt: s, place: pl, value: v, open: v.kind == '?', forms: v.kind == 'f'}
		if v.kind == 'f' {
			if name := v.elems[0].from.Name(); name != "" {
				for i := range b.c.params {
					if q := &b.c.params[i]; q.name == name {
						x.isName, x.open = q, q.text == "?"
					}
				}
			}
		}
		p.expects = append(p.expects, x)
		if x.open {
			return nil
		}
		if pl.kind == 'b' {
			return b.expectBuffer(x, d)
		}
		return b.expectState(x, d)
	})
}

// expectBuffer adds what a buffer must hold.
func (b *builder) expectBuffer(x *expect, d *doc) error {
	pl, s := x.place, x.stmt
	if pl.wave != nil || pl.group != nil {
		return s.errorf(s.RestCol, "a buffer is the same for all waves")
	}
	at := slices.IndexFunc(b.buffers, func(o *buffer) bool { return o.name == pl.name })
	size := b.buffers[at].size
	if pl.offset >= size {
		return s.errorf(s.RestCol, "%s has %d bytes, and the offset is %d", pl.name, size, pl.offset)
	}
	if width := uint64(pl.typ.Size()); x.value.kind == 'f' && pl.offset == 0 && size/width > maxListed && size%width == 0 {
		f, err := x.value.elems[0].from.Compile(pl.declared(), pl.declared(), b)
		if err != nil {
			return err
		}
		x.buffer = at
		x.data, err = b.fill(f, x.value.col, size)
		return err
	}
	list, err := b.memoryValues(s, x.value, pl.typ, size-pl.offset)
	if err != nil {
		return err
	}
	o := &object{}
	o.set(typeText(&pl.typ), list)
	o.set("offset", pl.offset)
	x.keys = [][2]int{{at, len(d.ofBuffer[pl.name])}}
	d.ofBuffer[pl.name] = append(d.ofBuffer[pl.name], item{s, "", o})
	return nil
}

// expectState adds what registers or LDS must hold: for all waves at once where it is the same in all.
func (b *builder) expectState(x *expect, d *doc) error {
	pl, s := x.place, x.stmt
	groups, err := b.groups(s, pl.group)
	if err != nil {
		return err
	}
	waves := []int{0}
	if pl.kind == 'r' {
		waves = waves[:0]
		for w := range b.waves {
			if pl.wave == nil || int(*pl.wave) == w {
				waves = append(waves, w)
			}
		}
		if len(waves) == 0 {
			return s.errorf(s.RestCol, "there is no wave %d: a work-group has %d, from 0", *pl.wave, b.waves)
		}
	} else if pl.wave != nil {
		return s.errorf(s.RestCol, "LDS is that of the work-group: say group, not wave")
	}
	if pl.kind == 'l' && b.ldsSize == 0 && x.value.kind == 'f' {
		return s.errorf(s.RestCol, "a formula is for all of LDS: say how much there is, as in lds 4K")
	}
	if pl.kind == 'l' && pl.offset >= max(b.ldsSize, 1) {
		return s.errorf(s.RestCol, "the work-group has %d bytes of LDS (lds SIZE gives it more)", b.ldsSize)
	}
	add := func(w where, own bool) error {
		o := &object{}
		switch {
		case own:
			o.set("group", w.group)
		case pl.group != nil:
			o.set("group", pl.group)
		}
		switch {
		case own && pl.kind == 'r':
			o.set("wave", w.wave)
		case pl.wave != nil:
			o.set("wave", *pl.wave)
		}
		if pl.kind == 'r' {
			regs := &object{}
			at := &spot{lanes: pl.reg.Class == launch.VGPR, where: w}
			list, t, err := b.registerValues(s, pl, x.value, at, mathbits.OnesCount64(b.live(w)))
			if err != nil {
				return err
			}
			if !pl.typed {
				pl.typ = launch.Type{Name: t.String()}
			}
			regs.set(pl.name, list)
			o.set("registers", regs)
		} else {
			list, err := b.memoryValuesAt(s, x.value, pl.typ, b.ldsSize-pl.offset, &spot{where: w})
			if err != nil {
				return err
			}
			lds := &object{}
			lds.set(typeText(&pl.typ), list)
			lds.set("offset", pl.offset)
			o.set("lds", lds)
		}
		x.keys = append(x.keys, [2]int{len(d.expects), 0})
		d.expects = append(d.expects, item{s, "", o})
		return nil
	}
	b.perWave = false
	first := where{group: groups[0], wave: waves[0]}
	before := len(d.expects)
	if err := add(first, false); err != nil {
		return err
	}
	varied := x.value.kind == 'f' && pl.kind == 'r' && pl.reg.Class == launch.VGPR && b.partial()
	if !b.perWave && !varied {
		return nil
	}
	// Each wave has its own.
	if len(groups)*len(waves) > maxExpanded {
		return s.errorf(s.RestCol, "its formula has a value of its own in each of %d waves, and at most %d are compared "+
			"so: say which ones, as in expect group 0 wave 1 %s",
			len(groups)*len(waves), maxExpanded, pl.name)
	}
	d.expects, x.keys = d.expects[:before], nil
	for _, g := range groups {
		for _, w := range waves {
			if err := add(where{group: g, wave: w}, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// partial reports whether waves have different numbers of work-items.
func (b *builder) partial() bool {
	items := uint32(1)
	for d := range b.group {
		items *= b.group[d]
		if b.grid[d]%b.group[d] != 0 {
			return true
		}
	}
	return items%isa.Lanes != 0 && b.waves > 1
}

// groups are the work-groups at a place, all where none is named.
func (b *builder) groups(s *Statement, want []uint32) (list [][3]uint32, err error) {
	var n [3]uint32
	for d := range n {
		n[d] = (b.grid[d]-1)/b.group[d] + 1
		if d < len(want) && want[d] >= n[d] {
			return nil, s.errorf(s.RestCol, "there is no work-group %d: the grid has %d there, from 0", want[d], n[d])
		}
	}
	for z := range n[2] {
		for y := range n[1] {
			for x := range n[0] {
				g := [3]uint32{x, y, z}
				if slices.Equal(g[:len(want)], want) {
					list = append(list, g)
				}
				if len(list) > maxExpanded {
					return list, nil
				}
			}
		}
	}
	return list, nil
}

var (
	findingText = regexp.MustCompile(`^finding\s+([a-z0-9-]+)(?:\s+at\s+(.+))?$`)
	boundText   = regexp.MustCompile(`^(cycles|instructions)\s*(==|=|<=|>=|<|>)?\s*(.+)$`)
)

// check reads what is expected of the run itself; nil for the rest.
func (b *builder) check(s *Statement) (*check, error) {
	c := &check{stmt: s}
	word := firstWord.FindString(s.Rest)
	switch word {
	case "no", "any":
		if strings.Join(strings.Fields(s.Rest), " ") != word+" findings" {
			return nil, s.errorf(s.RestCol, "write expect %s findings", word)
		}
		c.what, c.any = "findings", word == "any"
	case "findings":
		return nil, s.errorf(s.RestCol, "write expect no findings, expect any findings, or expect finding RULE for each")
	case "finding":
		m := findingText.FindStringSubmatch(s.Rest)
		if m == nil {
			return nil, s.errorf(s.RestCol, "write expect finding RULE, or expect finding RULE at INSTRUCTION")
		}
		c.what, c.text, c.at = "finding", m[1], unquote(m[2])
		if _, err := waitcnt.RuleByID(c.text); err != nil {
			return nil, s.errorf(s.RestCol+len("finding "), "%v", err)
		}
	case "fault":
		c.what, c.text = "fault", unquote(strings.TrimSpace(strings.TrimPrefix(s.Rest, "fault")))
	case "cycles", "instructions":
		m := boundText.FindStringSubmatch(s.Rest)
		if m == nil {
			return nil, s.errorf(s.RestCol, "write expect %s 100..200, or expect %s <= 200", word, word)
		}
		c.what, c.high = word, math.MaxUint64
		first, last, isRange := strings.Cut(m[3], "..")
		col := s.RestCol + len(s.Rest) - len(m[3])
		low, err := b.number(s, strings.TrimSpace(first), col)
		if err != nil {
			return nil, err
		}
		high := low
		if isRange {
			if high, err = b.number(s, strings.TrimSpace(last), col+len(first)+2); err != nil {
				return nil, err
			}
		}
		if isRange && m[2] != "" && m[2] != "=" || low < 0 || high < low {
			return nil, s.errorf(col, "%s is no range of numbers", m[3])
		}
		switch m[2] {
		case "<=", "<":
			if c.high = uint64(low); m[2] == "<" {
				if low == 0 {
					return nil, s.errorf(col, "nothing is less than 0")
				}
				c.high--
			}
		case ">=", ">":
			if c.low = uint64(low); m[2] == ">" {
				c.low++
			}
		default:
			c.low, c.high = uint64(low), uint64(high)
		}
	default:
		return nil, nil
	}
	return c, nil
}

// maxListed is the most elements of a formula that a launch file has as a list.
const maxListed = 1 << 14

// bufferData gives the buffers of the launch file what formulas filled them with, and what large ones must
// hold.
func (b *builder) bufferData(p *plan) {
	for i, x := range b.buffers {
		if x.data != nil {
			p.file.Buffers[i].Init.Data = x.data
		}
	}
	for _, x := range p.expects {
		if x.data != nil {
			list := &p.file.Buffers[x.buffer].Expect
			x.keys = [][2]int{{x.buffer, len(*list)}}
			*list = append(*list, launch.Expect{Type: x.place.typ, Data: x.data})
		}
	}
}

// declared is the type that a place's line gives it.
func (p *place) declared() formula.Type { return typeOf(&p.typ) }
