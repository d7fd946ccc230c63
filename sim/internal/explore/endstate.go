package explore

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// digest names a state.
type digest [32]byte

// String is enough of it to tell states apart.
func (d digest) String() string { return hex.EncodeToString(d[:8]) }

// hasher makes digests.
type hasher struct {
	h   hash.Hash
	buf []byte
}

func newHash() *hasher { return &hasher{h: stateHash()} }

func (h *hasher) sum() (d digest) {
	h.h.Sum(d[:0])
	return d
}

// bytes adds bytes whose number is known.
func (h *hasher) bytes(b []byte) { h.h.Write(b) } // a hash never fails

func (h *hasher) u64(v ...uint64) {
	h.buf = h.buf[:0]
	for _, x := range v {
		h.buf = binary.LittleEndian.AppendUint64(h.buf, x)
	}
	h.bytes(h.buf)
}

func (h *hasher) u32(v []uint32) {
	h.buf = h.buf[:0]
	for _, x := range v {
		h.buf = binary.LittleEndian.AppendUint32(h.buf, x)
	}
	h.bytes(h.buf)
}

func (h *hasher) text(s string) {
	h.u64(uint64(len(s)))
	h.bytes([]byte(s))
}

func (h *hasher) bit(b bool) {
	v := uint64(0)
	if b {
		v = 1
	}
	h.u64(v)
}

// memory adds what differs from the memory at the beginning, and GDS.
func (h *hasher) memory(g *mem.Global, d *mem.GDS) {
	for _, s := range g.Changed() {
		h.u64(s.Addr, uint64(len(s.After)))
		h.bytes(s.After)
	}
	d.Lock()
	defer d.Unlock()
	h.bytes(d.Bytes())
}

// group adds LDS and the waves; with live, what operations have read, also what only matters while
// they run.
func (h *hasher) group(g *engine.GroupCore, live map[*engine.Token]digest) {
	h.bytes(g.LDS.Bytes())
	for _, w := range g.Waves {
		h.wave((*engine.WaveCore)(w), live)
	}
}

func (h *hasher) wave(w *engine.WaveCore, live map[*engine.Token]digest) {
	h.u32(w.S[:])
	h.u64(w.SWritten[:]...)
	for i, lanes := range w.VWritten {
		if lanes != 0 { // others are 0
			h.u64(uint64(i), lanes)
			h.u32(w.V[i][:])
		}
	}
	h.bit(w.SCC)
	h.u64(uint64(w.Mode), uint64(w.TrapSts), uint64(w.State), uint64(w.IP()))
	if w.Fault != nil {
		h.text(w.Fault.Error())
	}
	for _, m := range w.Messages {
		h.u64(uint64(m.Msg), uint64(m.M0), m.Exec)
	}
	for _, e := range sortedExports(w) {
		h.u64(uint64(e.Target), uint64(e.Enabled), e.Exec)
		for i := range e.Data {
			for l, v := range e.Data[i] {
				if e.Exec>>l&1 != 0 { // nobody receives the others
					h.u64(uint64(v))
				}
			}
		}
	}
	if live == nil {
		return
	}
	h.u64(w.Insts, w.Slept(), w.Wake(), uint64(w.Stop()), uint64(len(w.TTrace)))
	h.bit(w.Priv)
	for _, op := range w.Counters.Ops() {
		t := w.Token(op.Slot)
		h.u64(uint64(op.Seq), uint64(op.Class))
		h.bytes(op.Left[:])
		origin := live[t]
		h.bytes(origin[:])
		h.bit(t.Captured)
		h.bit(t.Serviced)
		if t.Serviced {
			for i := range t.Buf[:t.Results()] {
				h.u32(t.Buf[i][:])
			}
		}
	}
}

// sortedExports are a wave's exports by target: those to different targets have no order.
func sortedExports(w *engine.WaveCore) []*engine.Export {
	list := make([]*engine.Export, len(w.Exports))
	for i := range w.Exports {
		list[i] = &w.Exports[i]
	}
	slices.SortStableFunc(list, func(a, b *engine.Export) int { return cmp.Compare(a.Target, b.Target) })
	return list
}

// Issued takes the digest of what an operation has read at issue: it decides, with what is read
// late, what the operation will do.
func (x *explorer) Issued(w *engine.WaveCore, t *engine.Token) {
	h := newHash()
	h.u64(uint64(t.Rec.Slot), w.Exec(), uint64(w.M0()), uint64(w.Mode))
	x.origin[t] = x.reads(w, h, t.Rec)
}

// Captured adds what an operation has read late.
func (x *explorer) Captured(w *engine.WaveCore, t *engine.Token) {
	h := newHash()
	origin := x.origin[t]
	h.bytes(origin[:])
	x.origin[t] = x.reads(w, h, t.Rec)
}

// reads finishes a digest with the registers that the instruction of r reads.
func (x *explorer) reads(w *engine.WaveCore, h *hasher, r *engine.Rec) digest {
	f := x.foot(w, r)
	for code := uint16(0); code < 512; code++ {
		switch {
		case !f.reads.Has(code) || code == isa.CodeSCC: // SCC is no part of S
		case code < isa.CodeVGPR:
			h.u64(uint64(w.S[code]))
		default:
			h.u32(w.V[code-isa.CodeVGPR][:])
		}
	}
	return h.sum()
}

// maxDifferences bounds the differences that are listed.
const maxDifferences = 32

// maxReturned bounds the operations that are listed.
const maxReturned = 16

// compare runs the orders of the first two states again, and lists where they differ.
func (o *Exploration) compare(run func(Order) (*Ran, error)) error {
	var ran [2]*Ran
	var watch [2]*explorer
	for i := range ran {
		s := &o.States[i]
		policy, err := waitcnt.ParsePolicy(s.Order)
		if err != nil {
			return fmt.Errorf("sim: explore: %w", err)
		}
		watch[i] = &explorer{feet: map[*engine.Rec]*footprint{}, ended: map[groupKey]digest{},
			most: uint64(o.Bounds.Waves)}
		if ran[i], err = watch[i].run(Order{Policy: policy, Keep: true}, run); err != nil {
			return err
		}
		if h, _ := watch[i].endState(ran[i]); h.String() != s.Hash {
			return fmt.Errorf("sim: explore: --order %s gives state %v, not %s: the program depends on more than its input",
				s.Order, h, s.Hash)
		}
	}
	o.states(ran)
	o.returns(watch)
	return nil
}

// differ enters a difference.
func (o *Exploration) differ(a, b, format string, args ...any) {
	if a == b {
		return
	}
	if o.Differ++; len(o.Differences) < maxDifferences {
		o.Differences = append(o.Differences, Difference{fmt.Sprintf(format, args...), [2]string{a, b}})
	}
}

// states lists where two final states differ.
func (o *Exploration) states(ran [2]*Ran) {
	a, b := ran[0], ran[1]
	for l := 0; l < min(len(a.Launches), len(b.Launches)); l++ {
		pre := ""
		if len(a.Launches) > 1 {
			pre = fmt.Sprintf("launch %d ", l)
		}
		p, q := a.Launches[l], b.Launches[l]
		for g := 0; g < min(len(p.State), len(q.State)); g++ {
			if p.State[g] == nil || q.State[g] == nil {
				continue
			}
			for n := range p.State[g].Waves {
				o.waves(pre, (*engine.WaveCore)(p.State[g].Waves[n]), (*engine.WaveCore)(q.State[g].Waves[n]))
			}
			id := p.State[g].ID
			o.dwords(p.State[g].LDS.Bytes(), q.State[g].LDS.Bytes(), 0,
				fmt.Sprintf("%swork-group %d,%d,%d lds", pre, id[0], id[1], id[2]))
		}
		o.differ(faultText(p), faultText(q), "%sfault", pre)
	}
	o.dwords(a.GDS.Bytes(), b.GDS.Bytes(), 0, "gds")
	for _, r := range a.Mem.Ranges() {
		o.memory(a.Mem, b.Mem, r)
	}
}

// memory lists the dwords of a range that differ. What neither run has written is not looked at.
func (o *Exploration) memory(a, b *mem.Global, r *mem.Range) {
	other := b.Find(r.Base)
	if other == nil || other.Base != r.Base || other.Size() != r.Size() {
		return
	}
	var v, w [mem.PageBytes]byte
	for off := uint64(0); ; {
		lo, _, ok := r.Used(off)
		if at, _, also := other.Used(off); also && (!ok || at < lo) {
			lo, ok = at, true
		}
		if !ok {
			return
		}
		n := min(mem.PageBytes, r.Size()-lo)
		// Both ranges are mapped, so the reads succeed.
		_, _ = a.Read(r.Base+lo, v[:n]), b.Read(r.Base+lo, w[:n])
		o.dwords(v[:n], w[:n], int(lo), "buffer "+r.Name)
		off = lo + n
	}
}

func faultText(r *engine.Result) string {
	if r.Fault == nil {
		return "none"
	}
	return r.Fault.Error()
}

// dwords lists the dwords that differ; first is the offset of a and b in what they are of.
func (o *Exploration) dwords(a, b []byte, first int, where string) {
	if len(a) != len(b) || bytes.Equal(a, b) {
		return
	}
	for i := 0; i < len(a); i += 4 {
		e := min(i+4, len(a))
		o.differ(word(a[i:e]), word(b[i:e]), "%s+0x%x", where, first+i)
	}
}

// word is up to four bytes as a number.
func word(b []byte) string {
	var w [4]byte
	copy(w[:], b)
	return fmt.Sprintf("0x%08x", binary.LittleEndian.Uint32(w[:]))
}

// waves lists where two waves differ.
func (o *Exploration) waves(pre string, a, b *engine.WaveCore) {
	who := pre + waveName(a)
	gen := a.Prog().Gen
	for code := range a.S {
		name, ok := isa.RegName(gen, uint16(code), 1)
		if !ok {
			name = fmt.Sprintf("scalar register %d", code)
		}
		o.differ(hex32(a.S[code]), hex32(b.S[code]), "%s %s", who, name)
	}
	o.differ(fmt.Sprint(a.SCC), fmt.Sprint(b.SCC), "%s scc", who)
	o.differ(hex32(a.Mode), hex32(b.Mode), "%s mode", who)
	for r := range a.V {
		for l := range a.V[r] {
			o.differ(laneText(a, r, l), laneText(b, r, l), "%s v%d lane %d", who, r, l)
		}
	}
	o.differ(fmt.Sprintf("%v %#x", a.State, a.Wave().PC()), fmt.Sprintf("%v %#x", b.State, b.Wave().PC()), "%s end",
		who)
	ea, eb := sortedExports(a), sortedExports(b)
	o.differ(fmt.Sprint(len(ea)), fmt.Sprint(len(eb)), "%s number of exports", who)
	for i := range ea[:min(len(ea), len(eb))] {
		o.differ(fmt.Sprintf("%016x", ea[i].Exec), fmt.Sprintf("%016x", eb[i].Exec), "%s export %d exec", who, i)
		for c := range ea[i].Data {
			for l := range ea[i].Data[c] {
				if ea[i].Exec&eb[i].Exec>>l&1 == 0 {
					continue
				}
				o.differ(hex32(ea[i].Data[c][l]), hex32(eb[i].Data[c][l]), "%s export %d channel %d lane %d", who, i,
					c, l)
			}
		}
	}
	o.differ(fmt.Sprint(messagesText(a)), fmt.Sprint(messagesText(b)), "%s messages", who)
}

func messagesText(w *engine.WaveCore) (s []string) {
	for _, m := range w.Messages {
		s = append(s, fmt.Sprintf("%#x m0=%#x", m.Msg, m.M0))
	}
	return s
}

func hex32(v uint32) string { return fmt.Sprintf("%08x", v) }

// laneText is a lane's value, "unwritten" where nothing has written it.
func laneText(w *engine.WaveCore, r, l int) string {
	if w.VWritten[r]>>l&1 == 0 {
		return "unwritten"
	}
	return hex32(w.V[r][l])
}

// returns lists the operations that returned at different places, or in another order.
func (o *Exploration) returns(watch [2]*explorer) {
	type key struct {
		wave groupKey
		op   uint32
		data bool
	}
	type place struct {
		Moment
		rank int // among the returns of its wave
	}
	second := map[key]place{}
	rank := map[groupKey]int{}
	for _, r := range watch[1].returns {
		second[key{r.wave, r.what.Op, r.what.Data}] = place{r.when, rank[r.wave]}
		rank[r.wave]++
	}
	clear(rank)
	for _, r := range watch[0].returns {
		s, ok := second[key{r.wave, r.what.Op, r.what.Data}]
		first := place{r.when, rank[r.wave]}
		rank[r.wave]++
		if !ok || s == first || len(o.Returns) == maxReturned {
			continue
		}
		r.what.Before = [2]Moment{r.when, s.Moment}
		r.what.Rank = [2]int{first.rank, s.rank}
		o.Returns = append(o.Returns, r.what)
	}
}
