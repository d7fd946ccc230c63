package check

import (
	"fmt"
	"maps"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// adviceWork bounds the work of looking for advice, in the unit of [Result.Work]. Real code of a
// few thousand instructions stays below.
const adviceWork = 60_000_000

// adviser looks for waits that could be weaker, in the order of their addresses. Each piece of
// advice is checked on top of those before: with all of them, or any, the program has no finding
// that it does not have without.
type adviser struct {
	a     *analysis
	opt   Options
	base  map[findingKey]bool
	spent int
}

// findingKey is what makes a finding another one.
type findingKey struct {
	rule, reg string
	sev       waitcnt.Severity
	pc, prod  waitcnt.Addr
}

func keyOf(f *waitcnt.Finding) findingKey {
	k := findingKey{rule: f.Rule, reg: f.Register, sev: f.Severity, pc: f.PC}
	if f.ProducerPC != nil {
		k.prod = *f.ProducerPC
	}
	return k
}

// check checks the program with other waits. What only a counter's width proves is not forgotten:
// advice must not rest on it.
func (v *adviser) check() (*Result, error) {
	_, r, err := run(v.a.in, v.opt, v.a.masks.most)
	if err == nil {
		v.spent += r.Work + 20*len(v.a.nodes)
	}
	return r, err
}

// try asks for a wait at an address, and keeps it where that makes no new finding.
func (v *adviser) try(pc uint64, w waitcnt.Wait) (ok bool, err error) {
	old, had := v.opt.Waits[pc]
	v.opt.Waits[pc] = w
	if v.spent < adviceWork {
		r, err := v.check()
		if err != nil {
			return false, err
		}
		ok = true
		for i := range r.Findings {
			ok = ok && v.base[keyOf(&r.Findings[i])]
		}
	}
	if !ok {
		delete(v.opt.Waits, pc)
		if had {
			v.opt.Waits[pc] = old
		}
	}
	return ok, nil
}

// weakest finds the weakest wait for a counter, all else as it is.
func (v *adviser) weakest(n *node, w waitcnt.Wait, c waitcnt.Counter) (waitcnt.Wait, error) {
	top := waitcnt.Max(v.a.in.Gen, c) // no wait
	with := func(x int) waitcnt.Wait {
		t := w
		if t[c] = x; x >= top {
			t[c] = waitcnt.NoWait
		}
		return t
	}
	// Most waits are needed as they are: the next weaker one is asked for first. What holds for one
	// holds for the stronger ones.
	good, bad := w[c], top+1
	for next := good + 1; good+1 < bad; next = (good + bad) / 2 {
		ok, err := v.try(n.pc, with(next))
		if err != nil {
			return w, err
		}
		if ok {
			good = next
		} else {
			bad = next
		}
	}
	return with(good), nil
}

// advise reports waits that prove nothing, and those of which a weaker one would do.
func (a *analysis) advise(opt Options, res *Result) error {
	v := &adviser{a: a, opt: Options{keep: true, Waits: map[uint64]waitcnt.Wait{}}, base: map[findingKey]bool{}}
	maps.Copy(v.opt.Waits, opt.Waits)
	r, err := v.check()
	if err != nil {
		return err
	}
	for i := range r.Findings {
		v.base[keyOf(&r.Findings[i])] = true
	}
	advice := func(n *node, id string, need waitcnt.Wait, why string) {
		f := a.rule(id).New()
		f.PC, f.Instruction, f.Message = waitcnt.Addr(n.pc), n.in.String(), why
		f.Have, f.Need = n.wait.String(), need.String()
		f.Fix = "replace it by s_waitcnt " + f.Need
		if need == (waitcnt.Wait{waitcnt.NoWait, waitcnt.NoWait, waitcnt.NoWait}) {
			f.Fix = "remove it"
		}
		if a.in.Places != nil {
			f.Locate(a.in.Places)
		}
		res.Findings = append(res.Findings, f)
	}
	for _, n := range a.nodes {
		if n == nil || !n.isWait {
			continue
		}
		useful, reached := a.useful[n.pc]
		if !reached {
			continue
		}
		if v.spent >= adviceWork {
			f := a.rule(waitcnt.RuleLimit).New()
			f.Kind, f.Severity, f.PC, f.Instruction = waitcnt.Advice, waitcnt.Info, waitcnt.Addr(n.pc), n.in.String()
			f.Message = fmt.Sprintf("the code is too long to look for advice on all waits: from %v on there is none",
				f.PC)
			res.Findings = append(res.Findings, f)
			break
		}
		need := n.wait
		for c := range need {
			if useful[c] || need[c] == waitcnt.NoWait {
				continue
			}
			try := need
			try[c] = waitcnt.NoWait
			ok, err := v.try(n.pc, try)
			if err != nil {
				return err
			}
			if ok {
				need = try
			}
		}
		if need != n.wait {
			advice(n, waitcnt.RuleRedundant, need,
				"nothing that this wait would prove can be outstanding here on any path")
		}
		before := need
		for c := range need {
			if useful[c] && need[c] != waitcnt.NoWait {
				if need, err = v.weakest(n, need, waitcnt.Counter(c)); err != nil {
					return err
				}
			}
		}
		if need != before {
			advice(n, waitcnt.RuleStrong, need, "a weaker wait proves all that is relied upon behind it")
		}
	}
	return nil
}
