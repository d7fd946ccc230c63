package dyncheck

import (
	"math/bits"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// Work-groups of a launch mostly do the same in LDS: their waves load and store the same dwords, in the same
// order. A script is what one has done since it began, as far as nothing was out of order. Another one follows
// it: that the addresses are those of the script says of an access all that is asked. Where it does something
// else, what it has done is looked at as if there were no script.

// ldsScript is what a work-group has done in LDS since it began.
type ldsScript struct {
	of                  *program // of work-groups of this program, with so many waves and bytes of LDS
	waves, size, inited int

	mode scriptMode
	acts []ldsAct
	at   int // those before have happened
	rows []scriptRow
	data []isa.Row // what is stored there: it was in the round that came last

	missed  int // work-groups one after the other that have left it
	dropped int // how often that were too many
}

// scriptMode is what a work-group does with a script.
type scriptMode uint8

const (
	scriptOff     scriptMode = iota
	scriptFollows            // the shadow has nothing of it, but for full, quiet and still
	scriptWrites             // it adds to it
)

// ldsAct is a barrier, or what a wave does with a list of operations of a path.
type ldsAct struct {
	path *path // nil: a barrier
	list int
	wave int
	rows int // where in rows and data its own begin; acts that are the same share them
	data int
	// Where what it has stored has been noted, instead of being in data, if notes is not nil. That is good until the
	// next barrier: nobody asks behind one what has been stored before it.
	noted uint32
	notes []engine.Note
	full  uint32 // of the shadow behind it
	quiet bool
	still bool
}

// scriptRow are addresses of a list.
type scriptRow struct {
	at   isa.Row
	exec uint64
	m0   uint32
}

// Limits of a script.
const (
	maxActs       = 4096
	maxScriptRows = 1024 // of addresses, and four times as many of data
	maxLeft       = 4
	maxDropped    = 8
	maxIdleRows   = 256 // of both, which an idle work-group keeps
)

// beginScript prepares for a work-group that has done nothing yet.
func (s *ldsShadow) beginScript(g *group) {
	t, p := &s.script, g.disp.prog
	size, inited := len(g.LDS.Bytes()), len(g.disp.InitLDS)
	if t.of != p || t.waves != len(g.Waves) || t.size != size || t.inited != inited {
		t.drop()
		t.of, t.waves, t.size, t.inited, t.mode, t.dropped = p, len(g.Waves), size, inited, scriptOff, 0
	}
	switch {
	case len(t.acts) == 0:
	case t.mode == scriptFollows:
		t.missed, t.dropped = 0, 0
	case t.mode == scriptOff:
		if t.missed++; t.missed > maxLeft {
			t.drop()
			t.dropped++
		}
	}
	t.at = 0
	switch {
	case size == 0 || maxLater < 0 || t.dropped > maxDropped || g.disp.Lasting || g.disp.Total == 1:
		t.mode = scriptOff
	case len(t.acts) > 0:
		t.mode = scriptFollows
	default:
		t.mode = scriptWrites
	}
}

// drop makes it empty.
func (t *ldsScript) drop() {
	clear(t.acts)
	t.acts, t.rows, t.data, t.at, t.missed = t.acts[:0], t.rows[:0], t.data[:0], 0, 0
}

// idle makes it empty when nobody uses the work-group, and returns about how many bytes it keeps.
func (t *ldsScript) idle() (bytes int) {
	t.drop()
	t.of = nil
	if cap(t.rows)+cap(t.data) > maxIdleRows {
		t.rows, t.data = nil, nil
	}
	return int(unsafe.Sizeof(scriptRow{}))*cap(t.rows) + int(unsafe.Sizeof(isa.Row{}))*cap(t.data) +
		int(unsafe.Sizeof(ldsAct{}))*cap(t.acts)
}

// next is the act that comes next, nil where the script ends.
func (t *ldsScript) next() *ldsAct {
	if t.at == len(t.acts) {
		return nil
	}
	return &t.acts[t.at]
}

// comes reports whether the script says that a wave does list n of its path now, or, if n is -1, some list: there the
// work-group before has looked at more than where it was full.
func (t *ldsScript) comes(w *wave, n int) bool {
	if t.mode != scriptFollows {
		return false
	}
	a := t.next()
	return a != nil && a.path != nil && a.wave == w.Num && (n < 0 || a.path == w.memc.on.path && a.list == n)
}

// happens makes the next act of the script happen.
func (s *ldsShadow) happens(a *ldsAct) {
	s.script.at++
	s.full, s.quiet, s.still = a.full, a.quiet, a.still
}

// add adds an act to the script that has just happened.
func (s *ldsShadow) add(a ldsAct) {
	t := &s.script
	if s.waves == 1 || s.still {
		s.fill() // as much as is asked for when it is followed
	}
	a.full, a.quiet, a.still = s.full, s.quiet, s.still
	t.acts = append(t.acts, a)
	t.at++
}

// follows makes a wave do what the script says, if that is list n of the path. It reports whether it is.
func (w *wave) follows(n int, q *ldsWait) bool {
	s := w.group.lds
	t := &s.script
	a := t.next()
	if a == nil || a.path != w.memc.on.path || a.list != n || a.wave != w.Num || w.memc.unordered || !w.likeScript(a, q) {
		return false
	}
	if q.stored > 0 && s.waves > 1 && !w.keepNoted(a, q) {
		a.notes = nil
		w.keepStored(q, t.data[a.data:])
	}
	s.happens(a)
	w.memc.begun, w.memc.round.heads, w.memc.round.entry = 0, 0, 0
	if g := w.group.global; g != nil {
		g.wrote[w.Num] += q.others
	}
	return true
}

// likeScript reports whether the addresses of a list are those of an act.
func (w *wave) likeScript(a *ldsAct, q *ldsWait) bool {
	rows := w.group.lds.script.rows[a.rows:]
	for i := range q.rows {
		r := &rows[i]
		exec, m0, addr := w.LDSOperandsOf(q.rows[i].op, q.rows[i].d)
		if r.exec != exec || r.m0 != m0 || r.at != *addr && !likeIn(&r.at, addr, exec) {
			return false
		}
	}
	return true
}

// likeIn reports whether two rows are the same in some lanes.
func likeIn(a, b *isa.Row, exec uint64) bool {
	for m := exec; m != 0; m &= m - 1 {
		if l := bits.TrailingZeros64(m) & 63; a[l] != b[l] {
			return false
		}
	}
	return true
}

// keepNoted keeps what a list has stored in the notes that are looked at. It reports false where they do not have it.
func (w *wave) keepNoted(a *ldsAct, q *ldsWait) bool {
	at, notes, ok := w.KeepNoted()
	if !ok {
		return false
	}
	for i := range q.ops {
		if o := &q.ops[i]; o.stores && notes[o.op].Exec < 0 {
			return false
		}
	}
	if a.noted = at; len(a.notes) == 0 || &a.notes[0] != &notes[0] { // the collector wants to know of each
		a.notes = notes
	}
	return true
}

// keepStored copies what a list stores.
func (w *wave) keepStored(q *ldsWait, to []isa.Row) {
	for i := range q.ops {
		if o := &q.ops[i]; o.stores {
			to = to[w.CopyLDSData(int(o.op), o.d, to):]
		}
	}
}

// noteScript adds list n of the path to the script, which a wave has just done.
func (w *wave) noteScript(n int, q *ldsWait) {
	s := w.group.lds
	t := &s.script
	if len(t.acts) == maxActs || len(t.rows)+len(q.rows) > maxScriptRows || len(t.data)+q.stored > 4*maxScriptRows {
		t.mode = scriptOff
		return
	}
	a := ldsAct{path: w.memc.on.path, list: n, wave: w.Num, rows: len(t.rows), data: len(t.data)}
	for i := len(t.acts) - 1; i >= 0; i-- {
		if b := &t.acts[i]; b.path == a.path && b.list == n && b.wave == w.Num {
			if w.likeScript(b, q) {
				a.rows, a.data = b.rows, b.data
			}
			break
		}
	}
	if a.rows == len(t.rows) {
		for i := range q.rows {
			exec, m0, addr := w.LDSOperandsOf(q.rows[i].op, q.rows[i].d)
			t.rows = append(t.rows, scriptRow{*addr, exec, m0})
		}
	}
	if a.data == len(t.data) {
		t.data = append(t.data, make([]isa.Row, q.stored)...)
	}
	w.keepStored(q, t.data[a.data:])
	s.add(a)
}

// real makes the shadow know what has happened by the script. Behind the end of it, more may be added.
func (s *ldsShadow) real(g *group) {
	t := &s.script
	if t.mode != scriptFollows {
		return
	}
	if t.mode = scriptOff; t.at == len(t.acts) {
		t.mode = scriptWrites
	}
	s.full, s.quiet, s.still = 0, true, false
	for i := range t.acts[:t.at] {
		a := &t.acts[i]
		if a.path == nil {
			s.level()
			s.still = a.still
			continue
		}
		g.waves[a.wave].replay(a)
	}
}

// leave is real where something happens that no script has.
func (s *ldsShadow) leave(g *group) {
	s.real(g)
	s.script.mode = scriptOff
}

// replay looks at what a wave has done.
func (w *wave) replay(a *ldsAct) {
	s := w.group.lds
	t := &s.script
	q := a.path.waits[a.list]
	data := t.data[a.data:]
	var list [4]*isa.Row
	for i := range q.ops {
		o := &q.ops[i]
		if o.row < 0 {
			continue
		}
		r, d, at := &t.rows[a.rows+o.row], &q.rows[o.row], &s.places[o.row]
		if o.first && !w.place(at, r.exec, r.m0, &r.at, d.end, d.clear) {
			panic("dyncheck: a script goes beyond LDS")
		}
		stored := list[:0]
		switch {
		case !o.stores:
		case a.notes != nil:
			stored = w.group.KeptData(a.noted, &a.notes[o.op], &list)
		default:
			for j := range o.d.LDSDataRefs() {
				stored = append(stored, &data[j])
			}
			data = data[len(stored):]
		}
		if r.exec == 0 {
			continue
		}
		done := 0
		if s.waves == 1 || !s.mixed || s.quiet {
			done = w.quickParts(&o.ldsShape, o.slot, at, stored)
		}
		if done < int(o.n) {
			w.lookAt(o.d, r.exec, r.m0, &r.at, stored, done)
		}
	}
}

// lookAt looks at what an operation accesses, but for the first parts of it, lane by lane. It reports whether it
// reads what others have written without order.
func (w *wave) lookAt(d *engine.Direct, exec uint64, m0 uint32, addr *isa.Row, data []*isa.Row,
	done int) (foreign bool) {
	c := w.memc
	op := &c.onPath
	op.r, op.parts = d.Rec, 0
	w.partsDS(d.Rec.X, exec, m0, addr, op)
	c.foreign = false
	for _, p := range op.lds[min(done, op.parts):op.parts] {
		if out := p.wanted &^ p.exec; out != 0 {
			w.droppedLDS(m0, d.Rec, p, out)
		}
		if p.exec != 0 {
			w.checkNegative(d.Rec, addr, p)
			w.group.lds.access(w, data, d.Rec, p)
		}
	}
	return c.foreign
}
