package clock

// A wait takes no unit: no other wave can keep it from issuing, and it keeps none from issuing. When a wave comes to
// one, the clock knows at once in which turns of this window it finds the counters too high, and in which it issues:
// what L2 answers is entered between windows. So these turns are entered at once, and need not take place.
//
// That is for launches all of whose work-groups are recorded: nothing goes wrong in them, so that nobody can see
// that waves are ahead. What asks how long other waves cannot go on ([clockSIMD.masks]) is told what they were.

// aheadTurns is how many turns of a wave that have been entered are remembered at a time.
const aheadTurns = 3

// aheadTurn is a turn in which a wave does something that has been entered before: when it is, whether the wave issues
// then and does not only look at its counters, and for how many clocks it has been ready. That are less than SIMDs.
type aheadTurn uint64

const (
	aheadIssues = 1 << 7
	aheadAt     = 8 // bits above which the clock is
)

func (x aheadTurn) at() uint64    { return uint64(x >> aheadAt) }
func (x aheadTurn) ready() uint64 { return x.at() - uint64(x&(aheadIssues-1)) }

// readyNow is what ready of wave i would be if no turns had been entered before they come. before says that its
// place is before that of the wave which asks.
func (s *clockSIMD) readyNow(i int, now uint64, before bool) uint64 {
	if canRecord && s.ahead >= now {
		w := s.waves[i]
		for _, x := range w.ahead[:w.aheads] {
			if at := x.at(); at > now || at == now && x&aheadIssues != 0 && !before {
				return x.ready()
			}
		}
	}
	return s.ready[i]
}

// ahead enters the turns behind the one at t in which wave i waits, and those in which the waits issue.
func (u *clockCU) ahead(s *clockSIMD, w *clockWave, i int, t uint64) {
	at, n := max(s.align(s.ready[i]), t+u.k.p.simds), 0
	for ; at < u.cl.end && n < len(w.ahead); n++ {
		x := &w.ahead[n]
		*x = aheadTurn(at<<aheadAt | (at - s.ready[i]))
		if s.ahead = max(s.ahead, at); w.k.over(&w.count) && !w.waits(at) {
			s.ready[i] = w.nextRet
		} else if w.k.flags&costNear == 0 { // it asks for code, as do others: when it issues
			break
		} else {
			*x |= aheadIssues
			if u.plain(s, w, i, at); !s.cat[i].isWait() {
				n++
				break
			}
		}
		at = s.align(s.ready[i])
	}
	w.aheads = uint8(n)
}
