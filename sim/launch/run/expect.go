package run

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"sync"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// Unmet is an expectation of a launch file that does not hold: of a buffer, or of registers or LDS
// of one work-group, the first one where it does not.
type Unmet struct {
	Buffer   string    // name, or empty
	Register string    // as in the file, or empty
	LDS      bool      // it is about LDS
	Launch   int       // of registers and LDS: number in the file
	Group    [3]uint32 // of registers and LDS
	Wave     int       // of registers: number in the work-group
	Places   int       // of registers and LDS: waves or work-groups where it does not hold
	Mismatch *Mismatch // how what is there differs
	Writer   *Writer   // who wrote the element last, where [Explain] has found out
	Writers  []*Writer // the same of each of Mismatch.Elements

	// Key says which expectation of the file it is: of a buffer its number, and that in its expect; of a
	// launch the number in its expect, and that of the register, or of LDS behind all registers.
	Key [2]int

	places []sim.Place // of Mismatch.Elements
}

// What says what the expectation is about.
func (u *Unmet) What() string {
	switch {
	case u.LDS:
		return fmt.Sprintf("LDS of work-group %d,%d,%d of launch %d", u.Group[0], u.Group[1], u.Group[2], u.Launch)
	case u.Register != "":
		return fmt.Sprintf("%s of wave %d of work-group %d,%d,%d of launch %d",
			u.Register, u.Wave, u.Group[0], u.Group[1], u.Group[2], u.Launch)
	}
	return fmt.Sprintf("buffer %q", u.Buffer)
}

// Details says what is wrong.
func (u *Unmet) Details() string {
	s := u.Mismatch.String()
	if u.Places > 1 {
		s += fmt.Sprintf(" (and in %d other ", u.Places-1)
		if u.LDS {
			s += "work-groups)"
		} else {
			s += "waves)"
		}
	}
	if u.Writer != nil {
		s += "; " + u.Writer.String()
	}
	return s
}

// Expectations counts what the file expects.
func Expectations(f *launch.File) (n int) {
	for i := range f.Buffers {
		n += len(f.Buffers[i].Expect)
	}
	for i := range f.Launches {
		for j := range f.Launches[i].Expect {
			x := &f.Launches[i].Expect[j]
			n += len(x.Registers) + len(x.LDS)
		}
	}
	return n
}

// writeValues writes what a buffer begins with.
func (out *Outcome) writeValues(rg *mem.Range, v *launch.Values) error {
	size := uint64(v.Type.Size())
	for i := range v.Runs {
		r := &v.Runs[i]
		for at := uint64(0); at < r.Count; {
			n := min(chunk/size, r.Count-at)
			if err := out.Device.Mem.Write(rg.Base+v.Offset+(r.First+at)*size, r.Bytes(&v.Type, at, at+n)); err != nil {
				return err
			}
			at += n
		}
	}
	return nil
}

// compareBuffers compares the buffers with what the file expects.
func (out *Outcome) compareBuffers(f *launch.File) error {
	for i := range f.Buffers {
		b := &f.Buffers[i]
		for j := range b.Expect {
			c, err := out.compareBuffer(f, b, &b.Expect[j])
			if err != nil {
				return err
			}
			if c.mismatch() != nil {
				u := Unmet{Buffer: b.Name, Mismatch: &c.m, Key: [2]int{i, j}}
				for _, e := range c.m.Elements {
					at := out.Buffers[b.Name].Base + uint64(e.Offset)
					u.places = append(u.places, sim.Place{Space: sim.InMemory, Addr: at, Bytes: uint64(c.t.Size())})
				}
				out.Unmet = append(out.Unmet, u)
			}
		}
	}
	return nil
}

// compareBuffer compares a buffer with something that it must hold, piece by piece.
func (out *Outcome) compareBuffer(f *launch.File, b *launch.Buffer, e *launch.Expect) (*comparison, error) {
	base := out.Buffers[b.Name].Base
	c := &comparison{t: &e.Type}
	var in io.Reader
	var size uint64
	switch {
	case e.Data != nil:
		in, size = bytes.NewReader(e.Data), uint64(len(e.Data))
	case e.File != "":
		r, n, err := openBuffer(f, b, "expect.file", e.File)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		in, size = r, n
	default:
		return compareValues(&e.Values, func(at uint64, p []byte) error { return out.Device.Mem.Read(base+at, p) })
	}
	if size != b.Size {
		c.m = Mismatch{Count: 1, Reason: fmt.Sprintf("it has %d bytes, should have %d", b.Size, size)}
		return c, nil
	}
	got, want := make([]byte, min(chunk, size)), make([]byte, min(chunk, size))
	for at := uint64(0); at < size; at += uint64(len(got)) {
		got, want = got[:min(chunk, size-at)], want[:min(chunk, size-at)]
		if err := out.Device.Mem.Read(base+at, got); err != nil {
			return nil, err
		}
		if _, err := io.ReadFull(in, want); err != nil {
			return nil, bufferError(f, b, "expect.file", "cannot be read", err)
		}
		c.add(c.m.Total, int(at), got, want)
	}
	return c, nil
}

// compareValues compares what read reads with values. The first element that differs is that of the
// lowest address.
func compareValues(v *launch.Values, read func(at uint64, p []byte) error) (*comparison, error) {
	c, size := &comparison{t: &v.Type}, uint64(v.Type.Size())
	first := -1
	for i := range v.Runs {
		r := &v.Runs[i]
		if r.Any() {
			continue
		}
		one := comparison{t: &v.Type}
		for at := uint64(0); at < r.Count; {
			n := min(chunk/size, r.Count-at)
			offset := v.Offset + (r.First+at)*size
			got := make([]byte, n*size)
			if err := read(offset, got); err != nil {
				return nil, err
			}
			one.add(int(r.First+at), int(offset), got, r.Bytes(&v.Type, at, at+n))
			at += n
		}
		total, count, elements := c.m.Total+one.m.Total, c.m.Count+one.m.Count, append(c.m.Elements, one.m.Elements...)
		if one.m.Count > 0 && (first < 0 || one.m.Index < first) {
			*c, first = one, one.m.Index
		}
		slices.SortStableFunc(elements, func(a, b Element) int { return cmp.Compare(a.Index, b.Index) })
		c.m.Total, c.m.Count, c.m.Elements = total, count, elements[:min(len(elements), MaxElements)]
	}
	return c, nil
}

// from reads bytes for compareValues.
func from(b []byte) func(at uint64, p []byte) error {
	return func(at uint64, p []byte) error {
		copy(p, b[at:])
		return nil
	}
}

// states compares the waves of a launch with what the file expects of them, as work-groups end.
type states struct {
	out    *Outcome
	launch int
	s      *sim.Launch
	expect launch.StateExpects
	inits  [][]sim.RegInit // of each expectation, what registers would be set to that have no values

	mu    sync.Mutex
	found map[[2]int]*Unmet
	index map[[2]int]uint64 // of the work-group in found
}

// expectStates makes a launch compare its waves; nil where nothing is expected.
func (out *Outcome) expectStates(l *launch.Launch, i int, s *sim.Launch) (*states, error) {
	if len(l.Expect) == 0 {
		return nil, nil
	}
	st := &states{out: out, launch: i, s: s, expect: l.Expect, found: map[[2]int]*Unmet{}, index: map[[2]int]uint64{}}
	for j := range l.Expect {
		x := &l.Expect[j]
		var inits []sim.RegInit
		for k := range x.Registers {
			r := &x.Registers[k]
			in, err := out.register(&launch.Register{Name: r.Name, Class: r.Class, First: r.First, Count: r.Count,
				Kind: r.Kind,
				Item: r.Item, Role: r.Role, Buffer: r.Buffer, Words: make([]uint32, r.Count)})
			if err == nil && r.Kind == launch.RegRole && !isKnown(r.Role) {
				err = launch.Errorf("registers."+r.Name, "%v is not known when the launch has ended", r.Role)
			}
			if err != nil {
				err.(*launch.Error).Field = fmt.Sprintf("expect[%d].%s", j, err.(*launch.Error).Field)
				return nil, err
			}
			inits = append(inits, in)
		}
		st.inits = append(st.inits, inits)
		for k := range x.LDS {
			if v := &x.LDS[k].Values; v.End() > uint64(s.LDS) {
				return nil, launch.Errorf(fmt.Sprintf("expect[%d].lds",
					j), "its values end at byte %#x; a work-group has %#x bytes of LDS "+
					"(\"dynamic_lds\" gives it more)", v.End(), s.LDS)
			}
		}
	}
	hooks := sim.Hooks{}
	if s.Options.Hooks != nil {
		hooks = *s.Options.Hooks
	}
	next := hooks.GroupEnd
	hooks.GroupEnd = func(g *sim.Group) {
		st.compare(g)
		if next != nil {
			next(g)
		}
	}
	s.Options.Hooks = &hooks
	return st, nil
}

// unmet are the expectations that did not hold, in the order of the file.
func (st *states) unmet() (list []Unmet) {
	if st == nil {
		return nil
	}
	for j := range st.expect {
		x := &st.expect[j]
		for k := range len(x.Registers) + len(x.LDS) {
			if u := st.found[[2]int{j, k}]; u != nil {
				list = append(list, *u)
			}
		}
	}
	return list
}

// compare compares a work-group that has ended.
func (st *states) compare(g *sim.Group) {
	for j := range st.expect {
		x := &st.expect[j]
		chosen := true
		for d, n := range x.Group {
			chosen = chosen && g.ID[d] == n
		}
		if !chosen {
			continue
		}
		for _, w := range g.Waves {
			if x.Wave != nil && int(*x.Wave) != w.Num {
				continue
			}
			for k := range x.Registers {
				st.register(g, w, j, k)
			}
		}
		for k := range x.LDS {
			b := g.LDS.Bytes()
			c, _ := compareValues(&x.LDS[k].Values, from(b)) // it never fails
			if c.mismatch() != nil {
				u := Unmet{LDS: true, Mismatch: &c.m}
				for _, e := range c.m.Elements {
					u.places = append(u.places,
						sim.Place{Space: sim.InLDS, Addr: uint64(e.Offset), Bytes: uint64(c.t.Size()), Group: g.ID})
				}
				st.add(g, [2]int{j, len(x.Registers) + k}, u)
			}
		}
	}
}

// add notes an expectation that does not hold: that of the first work-group and wave is kept.
func (st *states) add(g *sim.Group, key [2]int, u Unmet) {
	st.mu.Lock()
	defer st.mu.Unlock()
	u.Launch, u.Group, u.Key = st.launch, g.ID, key
	u.Places = 1
	old := st.found[key]
	if old != nil {
		u.Places += old.Places
		if cmp.Or(cmp.Compare(st.index[key], g.Index), cmp.Compare(old.Wave, u.Wave)) < 0 {
			old.Places = u.Places
			return
		}
	}
	st.found[key], st.index[key] = &u, g.Index
}

// register compares registers of a wave.
func (st *states) register(g *sim.Group, w *sim.Wave, j, k int) {
	x := &st.expect[j].Registers[k]
	code := x.Class.Code(x.First)
	c := &comparison{t: &x.Values.Type}
	if x.Class == launch.VGPR {
		st.lanes(c, g, w, x, &st.inits[j][k])
	} else {
		st.scalars(c, g, w, x, &st.inits[j][k])
	}
	if c.mismatch() == nil {
		return
	}
	u := Unmet{Register: x.Name, Wave: w.Num, Mismatch: &c.m}
	for i := range c.m.Elements {
		e := &c.m.Elements[i]
		// The dword that differs, the lower one of two.
		place := sim.Place{Space: sim.InSGPR, Group: g.ID, Wave: w.Num, Addr: uint64(code)}
		low := uint64(bits.TrailingZeros64(e.got^e.want)) / 32
		switch {
		case x.Class == launch.VGPR:
			place.Space, place.Lane, place.Addr = sim.InVGPR, e.Index, place.Addr+low
			e.At = fmt.Sprintf("lane %d", e.Index)
		case x.Class == launch.MODE:
			place.Space, e.At = sim.InMODE, "it"
		default:
			place.Addr += uint64(e.Offset) / 4
			if e.At = "it"; x.Class == launch.SGPR {
				e.At, _ = isa.RegName(st.out.Gen, uint16(place.Addr), (c.t.Size()+3)/4)
			}
			place.Addr += low
		}
		u.places = append(u.places, place)
	}
	c.m.At = c.m.Elements[0].At
	st.add(g, [2]int{j, k}, u)
}

// scalars compares registers that a wave has once.
func (st *states) scalars(c *comparison, g *sim.Group, w *sim.Wave, x *launch.RegisterExpect, in *sim.RegInit) {
	var have []byte
	for i := range x.Count {
		v := w.S[uint8(x.Class.Code(x.First)+uint16(i))]
		switch {
		case x.Class == launch.MODE:
			v = w.Mode
		case x.Class == launch.SCC:
			v = 0
			if w.SCC {
				v = 1
			}
		}
		have = binary.LittleEndian.AppendUint32(have, v)
	}
	want := in.Scalar
	switch x.Kind {
	case launch.RegNumber:
		one, _ := compareValues(&x.Values, from(have)) // it never fails
		*c = *one
		return
	case launch.RegRole:
		v := st.role(x.Role, g, w)
		want = v[:x.Count]
	}
	c.t = &launch.Type{Name: "u32"}
	for i, v := range want {
		c.add(i, 4*i, have[4*i:4*i+4], binary.LittleEndian.AppendUint32(nil, v))
	}
}

// lanes compares lanes of vector registers.
func (st *states) lanes(c *comparison, g *sim.Group, w *sim.Wave, x *launch.RegisterExpect, in *sim.RegInit) {
	items := abi.Items{Grid: st.s.Grid}
	for d := range items.Size {
		items.First[d] = g.ID[d] * st.s.Group[d]
		items.Size[d] = min(st.s.Group[d], st.s.Grid[d]-items.First[d])
	}
	live := min(items.Size[0]*items.Size[1]*items.Size[2]-uint32(w.Num)*isa.Lanes, isa.Lanes)
	have := func(lane int) (b []byte) {
		for i := range x.Count {
			b = binary.LittleEndian.AppendUint32(b, w.V[x.First+i][lane])
		}
		return b
	}
	if x.Kind == launch.RegNumber {
		size := x.Values.Type.Size()
		for i := range x.Values.Runs {
			r := &x.Values.Runs[i]
			if r.Any() {
				continue
			}
			n := r.Count
			if x.All {
				n = uint64(live)
			}
			for i := range n {
				e := i
				if x.All {
					e = 0
				}
				lane := int(r.First + i)
				c.add(lane, 0, have(lane)[:size], r.Bytes(&x.Values.Type, e, e+1))
			}
		}
		return
	}
	var row isa.Row
	if x.Kind == launch.RegItem {
		items.Fill(&row, ^uint64(0), x.Item, uint32(w.Num)*isa.Lanes)
	}
	role := st.role(x.Role, g, w)
	c.t = &launch.Type{Name: "u32"}
	if x.Count == 2 {
		c.t.Name = "u64"
	}
	for lane := range int(live) {
		var want []byte
		for i := range x.Count {
			v := row[lane]
			switch x.Kind {
			case launch.RegRole:
				v = role[i]
			case launch.RegBuffer:
				v = in.Vector[i][lane]
			}
			want = binary.LittleEndian.AppendUint32(want, v)
		}
		c.add(lane, 0, have(lane), want)
	}
}

// isKnown reports whether role knows a role.
func isKnown(r abi.Role) bool {
	switch r {
	case abi.PrivateSegmentBuffer, abi.FlatScratchInit, abi.ScratchWaveOffset:
		return false
	}
	return true
}

// role is what a role was when a wave started.
func (st *states) role(r abi.Role, g *sim.Group, w *sim.Wave) (v [4]uint32) {
	s := st.s
	pair := func(x uint64) [4]uint32 { return [4]uint32{uint32(x), uint32(x >> 32)} }
	switch r {
	case abi.DispatchPtr:
		return pair(s.DispatchPtr)
	case abi.QueuePtr:
		return pair(s.QueuePtr)
	case abi.KernargSegmentPtr:
		return pair(s.Kernarg)
	case abi.DispatchID:
		return pair(s.DispatchID)
	case abi.PrivateSegmentSize:
		v[0] = s.Scratch
	case abi.WorkGroupCountX, abi.WorkGroupCountY, abi.WorkGroupCountZ:
		d := r - abi.WorkGroupCountX
		v[0] = (s.Grid[d]-1)/s.Group[d] + 1
	case abi.WorkGroupIDX, abi.WorkGroupIDY, abi.WorkGroupIDZ:
		v[0] = g.ID[r-abi.WorkGroupIDX]
	case abi.WorkGroupInfo:
		v[0] = uint32(len(g.Waves)) & 63
		if w.Num == 0 {
			v[0] |= 1 << 31
		}
	case abi.WaveInGroup:
		v[0] = uint32(w.Num)
	case abi.GroupSizeX, abi.GroupSizeY, abi.GroupSizeZ:
		v[0] = s.Group[r-abi.GroupSizeX]
	case abi.GridSizeX, abi.GridSizeY, abi.GridSizeZ:
		v[0] = s.Grid[r-abi.GridSizeX]
	}
	return v
}

// CompareState finds out which expectations do not hold of the waves and the LDS of a work-group, as
// a launch's "expect" does when it has ended. l says what is expected, on a device. The error is that
// of an expectation that means nothing for the device.
func CompareState(d *sim.Device, g *sim.Group, l *launch.Launch) ([]Unmet, error) {
	out := &Outcome{Device: d, Gen: d.Gen, Buffers: map[string]*mem.Range{}}
	s := &sim.Launch{LDS: uint32(len(g.LDS.Bytes()))}
	st, err := out.expectStates(l, 0, s)
	if err != nil || st == nil {
		return nil, err
	}
	st.compare(g)
	return st.unmet(), nil
}
