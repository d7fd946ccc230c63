package hostcode

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
)

// Loads and stores of LDS are made in host code where they return: behind the wait, in front of the
// instructions that follow. They cannot fail: lanes out of range load 0, and store nothing. LDS is
// where [engine.WaveCore.OpenLDS] says.

// ldsParts is what an operation does in one pass over the lanes.
type ldsParts struct {
	parts []engine.LDSPart
	store bool
	how   *isa.Memory
	// One of global memory has been found already, in the place of the window before this number: 0 is LDS.
	window int
}

// ldsInsts is an operation as host code has it; none where it has not.
func ldsInsts(p *engine.ProgramCore, d *engine.Direct) (list []inst) {
	parts, store := p.LDSParts(d)
	how := &d.Rec.X.Mem
	for i := range parts {
		q := &parts[i]
		// Elements that are stored dword by dword must not overlap in part.
		if store && (q.Bytes < 4 || q.Bytes > 4 && q.Clear < uint32(q.Bytes)-1) {
			return nil
		}
		if store { // what lanes store at one address comes before what they store at the other
			list = append(list, inst{vector: true, lds: &ldsParts{parts: parts[i : i+1], store: store, how: how}})
		}
	}
	if !store && len(parts) > 0 {
		list = append(list, inst{vector: true, lds: &ldsParts{parts: parts, store: store, how: how}})
	}
	return list
}

// access adds the operations of one with LDS.
func (l *lanes) access(m *ldsParts) {
	var addr, loaded []int
	for i := range m.parts {
		addr = append(addr, l.row(m.parts[i].Addr))
	}
	if e := m.parts[0].Exec; e >= engine.Held {
		l.execAt = offHeldS + 4*int(e-engine.Held)
	}
	for i := range m.parts {
		p := &m.parts[i]
		for j, at := range p.Rows {
			if m.store {
				l.op(opStore, 0, addr[i], l.row(at))
				l.ops[len(l.ops)-1].lds = &place{p, j, m.window}
				continue
			}
			v := l.op(opLoad, 0, addr[i])
			l.ops[len(l.ops)-1].lds = &place{p, j, m.window}
			loaded = append(loaded, l.extended(m.how, p, v))
		}
	}
	for i := range m.parts {
		for _, at := range m.parts[i].Rows[:min(len(loaded), len(m.parts[i].Rows))] {
			l.setRow(uint8(at-isa.CodeVGPR), loaded[0])
			loaded = loaded[1:]
		}
	}
}

// row is the value of a vector register, or of one that is held.
func (l *lanes) row(at engine.Ref) int {
	if at < engine.Held {
		return l.source(nil, 0, uint16(at), 0)
	}
	n := uint16(at - engine.Held)
	v, ok := l.was[heldRow+n]
	if !ok {
		v = l.value(value{kind: valueHeld, code: n})
		l.was[heldRow+n] = v
	}
	return v
}

// extended is what a load makes of the dword at an element.
func (l *lanes) extended(m *isa.Memory, p *engine.LDSPart, v int) int {
	if p.Bytes >= 4 {
		return v
	}
	v = l.field(v, 0, 8*uint32(p.Bytes), m.Signed)
	old := func(mask uint32) int { return l.and(l.row(p.Rows[0]), mask) }
	switch m.D16 {
	case isa.D16Lo:
		return l.op(isa.HostOr, 0, old(0xffff0000), l.and(v, 0xffff))
	case isa.D16Hi:
		return l.op(isa.HostOr, 0, old(0xffff), l.shift(isa.HostShl, v, 16))
	}
	return v
}

// defers finds operations of LDS that are made behind a wait at which they return, instead of at it:
// nothing that returns there after them has to do with what they read or write.
func (t *trace) defers(p *engine.ProgramCore, in *pathInst) {
	var s scalars
	var v rows
	ds := false
	for i := in.hi - 1; i >= in.lo; i-- {
		r := &t.backs[i]
		if !r.complete {
			continue
		}
		o := &t.ops[r.op]
		rs, rv := o.Results()
		if !ds {
			var us scalars
			uv := rows(rv)
			for j := range o.Operands {
				switch q := &o.Operands[j]; {
				case q.N == 0 || q.At >= engine.Held:
				case q.Code >= isa.CodeVGPR:
					uv.add(q.Code, 1)
				default:
					us.add(q.Code, q.N)
				}
			}
			if !us.meets(&s) && !uv.meets(&v) {
				o.code = ldsInsts(p, &o.Direct)
			}
		}
		if len(o.code) > 0 {
			continue
		}
		ds = ds || o.ds
		w := scalars(rs)
		s.join(&w)
		for j := range v {
			v[j] |= rv[j]
		}
	}
}
