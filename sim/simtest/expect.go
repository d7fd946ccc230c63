package simtest

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// shownLanes is how many lanes a failure shows.
const shownLanes = 8

// Expect compares registers with values, which are as for [Wave.Set]: lanes that are not named may
// hold anything. Where they differ the test fails, at the line of the call, and goes on. The
// message has the lanes, with what is there and what was wanted. float32 and float64 values are
// printed as such. Of a Machine it compares all waves.
func (w Wave) Expect(reg string, value any) Wave {
	m := w.m
	m.tb.Helper()
	r, err := parse(m.dev.Gen, reg)
	m.check(err)
	list, mask := []isa.Row(nil), uint64(1)
	switch r.kind {
	case vectorReg:
		list, mask, err = rows(value, r.n)
	default:
		var words []uint32
		words, err = scalarWords(value, r.n)
		for _, x := range words {
			list = append(list, isa.Row{x})
		}
	}
	if err != nil {
		m.check(fmt.Errorf("expect %s: %w", reg, err))
	}
	show := shower(value, r.n)
	for i := range m.start().Group.Waves {
		if w.n >= 0 && w.n != i {
			continue
		}
		var wrong []string
		n := 0
		for l := range isa.Lanes {
			if mask>>l&1 == 0 {
				continue
			}
			got, want := m.Wave(i).Dwords(reg, l), make([]uint32, r.n)
			same := true
			for j := range want {
				want[j] = list[j][l]
				same = same && want[j] == got[j]
			}
			if same {
				continue
			}
			if n++; n > shownLanes {
				continue
			}
			where := ""
			if r.kind == vectorReg {
				where = fmt.Sprintf("lane %d: ", l)
			}
			wrong = append(wrong, fmt.Sprintf("  %sgot %s, want %s", where, show(got), show(want)))
		}
		if n > shownLanes {
			wrong = append(wrong, fmt.Sprintf("  and %d lanes more", n-shownLanes))
		}
		if n > 0 {
			m.fail(fmt.Sprintf("%s of wave %d is not what is expected:\n%s", reg, i, strings.Join(wrong, "\n")))
		}
	}
	return w
}

// fail fails the test, which goes on.
func (m *Machine) fail(text string) {
	m.tb.Helper()
	m.tb.Errorf("simtest: %s", text)
}

// ExpectState compares registers and LDS with what a launch file's "expect" says, in its words:
//
//	m.ExpectState(`{"registers": {"v2": {"f32 ulp 2": "0..31.5 step 0.5"}, "s4": 7}, "lds": {"u32": [1, 2]}}`)
//
// A list of such objects may name waves. What does not hold fails the test, at the line of the call,
// lane by lane; the test goes on.
func (m *Machine) ExpectState(text string) *Machine {
	m.tb.Helper()
	items := m.waves * isa.Lanes
	f, err := launch.Parse(strings.NewReader(fmt.Sprintf(
		`{"code": "simtest", "launches": [{"grid": [%d], "group": [%d], "entry": 0, "expect": %s}]}`, items, items, text)))
	if err == nil && len(f.Launches) != 1 {
		err = errors.New("this is more than an expectation")
	}
	if err != nil {
		m.check(fmt.Errorf("expect %s: %w", text, err))
	}
	list, err := run.CompareState(m.dev, m.start().Group, &f.Launches[0])
	if err != nil {
		m.check(fmt.Errorf("expect %s: %w", text, err))
	}
	for i := range list {
		u := &list[i]
		text := u.What() + " is not what is expected:"
		for _, e := range u.Mismatch.Elements {
			at := e.At
			if at == "" {
				at = fmt.Sprintf("byte %#x", e.Offset)
			}
			text += fmt.Sprintf("\n  %s: got %s, want %s", at, e.Got, e.Want)
		}
		if more := u.Mismatch.Count - len(u.Mismatch.Elements); more > 0 {
			text += fmt.Sprintf("\n  and %d more", more)
		}
		if u.Places > 1 {
			text += fmt.Sprintf("\n  and in %d other waves", u.Places-1)
		}
		m.fail(text)
	}
	return m
}

// shower prints n words as the values that a test has given.
func shower(value any, n int) func(words []uint32) string {
	float := isFloat(value)
	return func(words []uint32) string {
		hex := make([]string, n)
		for i, x := range words {
			hex[n-1-i] = fmt.Sprintf("%08x", x)
		}
		text := "0x" + strings.Join(hex, "")
		switch {
		case n == 1 && float:
			return fmt.Sprintf("%v (%s)", f32(words[0]), text)
		case n == 2 && float:
			return fmt.Sprintf("%v (%s)", f64(words), text)
		case n == 1:
			return fmt.Sprintf("%d (%s)", words[0], text)
		}
		return text
	}
}
