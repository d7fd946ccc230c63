package engine

import (
	"cmp"
	"unsafe"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// newGroup makes work-group i ready to run, with a scalar cache, or where that is nil with its own.
func (k *Worker) newGroup(i uint64, kcache *mem.Cache) *Group {
	r := k.r
	g := k.spareGroup()
	if g.LDS == nil {
		k.equip(g)
	}
	*g = Group{Index: i, disp: r, slot: r.slot(i), ID: r.GroupID(i), LDS: g.LDS, Waves: g.Waves[:0], kcache: kcache,
		own: g.own, surveyed: r.Opts.Survey.Asked(), groupRoom: g.groupRoom, notes: g.notes}
	g.size = r.sizeAt(g.ID)
	g.LDS.Reset(int(r.LDS))
	if kcache == nil {
		if g.own == nil {
			g.own = NewKCache(r.Mem)
		}
		g.own.Reset(r.Mem)
		g.kcache = g.own
	}
	k.guarded(g, func() { k.fill(g) })
	return g
}

// fill gives a work-group its waves and what it begins with.
func (k *Worker) fill(g *Group) {
	r, i := k.r, g.Index
	copy(g.LDS.Bytes(), r.InitLDS)
	if !k.start.known {
		k.start.ask(g)
	}
	k.start.begin(g)
	items := g.size[0] * g.size[1] * g.size[2]
	waves := wavesOf(g.size)
	for n := 0; n < waves; n++ {
		w := k.newWave()
		w.group, w.prog, w.Num = g, r.Prog, n
		w.ID = i*uint64(r.MaxWaves) + uint64(n)
		if w.policy = r.Opts.Policy; k.start.late {
			w.late = true
		} else {
			w.follow(r.Opts.Policy.Fork(waitcnt.WaveKey(r.DispatchID, w.ID)))
		}
		w.ip = uint32((r.Entry - r.Prog.Base) / 4)
		k.countsFor(w)
		if h := r.Opts.Hooks; h != nil {
			w.hook(k, h)
		}
		live := min(items-uint32(n)*isa.Lanes, isa.Lanes)
		w.SetExec(AllLanes >> (isa.Lanes - live))
		g.Waves = append(g.Waves, w)
		if r.Desc != nil {
			w.abi(k)
		}
		w.registers(r.Registers)
		if h := r.Opts.Hooks; h.byInst() && h.WaveStart != nil {
			k.InHook = true
			h.WaveStart(w)
			k.InHook = false
		}
	}
	if r.Tenant != nil {
		r.Tenant.Begin((*GroupCore)(g))
	}
	if h := r.Opts.Hooks; h.observes() {
		for _, w := range g.Waves {
			w.observe(k, h)
		}
	}
}

// follow gives the wave a policy of its own.
func (w *Wave) follow(p waitcnt.Policy) {
	w.policy = p
	_, w.late = p.(waitcnt.Late)
	if _, ok := p.(waitcnt.Early); ok {
		w.before = early
	}
}

// hook makes the wave call what hooks want to be called.
func (w *Wave) hook(k *Worker, h *Hooks) {
	if h.Inst != nil {
		w.trace = func(w *Wave, rec *Rec) {
			k.InHook = true
			h.Inst(w, w.prog.inst(rec), w.prog.addr(rec.Slot))
			k.InHook = false
		}
	}
	if h.Before != nil {
		w.core().Precede(func(c *WaveCore, _ *Rec) {
			w := c.Wave()
			w.Insts-- // which counts the instruction already
			k.InHook = true
			h.Before(w)
			k.InHook = false
			w.Insts++
		})
	}
	if h.Returned != nil {
		w.returned = func(c *WaveCore, _ waitcnt.Op, t *Token, data bool) {
			if data {
				return
			}
			k.InHook = true
			h.Returned(c.Wave(), &t.Rec.X.Inst, w.prog.addr(t.Rec.Slot))
			k.InHook = false
		}
	}
}

// sizeAt is the shape of the work-group at a place, in work-items: at the edge of the grid it is
// smaller, and its work-items are numbered in its own shape.
func (r *Dispatch) sizeAt(id [3]uint32) (size [3]uint32) {
	for d := range size {
		size[d] = min(r.Group[d], r.Grid[d]-id[d]*r.Group[d])
	}
	return size
}

// GroupWaves is the number of waves of a work-group.
func (r *Dispatch) GroupWaves(i uint64) int {
	return wavesOf(r.sizeAt(r.GroupID(i)))
}

// Waves is the number of waves of the launch. Where the grid ends within a work-group, those at its
// ends have fewer.
func (r *Dispatch) Waves() (n uint64) {
	for ends := range 8 {
		var id [3]uint32
		groups := uint64(1)
		for d := range id {
			if ends>>d&1 != 0 {
				id[d] = r.groups[d] - 1
			} else {
				groups *= uint64(r.groups[d] - 1)
			}
		}
		n += groups * uint64(wavesOf(r.sizeAt(id)))
	}
	return n
}

// wavesOf is the number of waves of a work-group of so many work-items in each direction.
func wavesOf(size [3]uint32) int { return int(size[0]*size[1]*size[2]+isa.Lanes-1) / isa.Lanes }

// NewKCache makes the contents of a scalar cache over m.
func NewKCache(m *mem.Global) *mem.Cache {
	// The parameters are constants of package mem, so the constructor cannot fail.
	c, _ := mem.NewCache(m, mem.KCacheBytes, mem.KCacheWays)
	return c
}

// GroupID is the place in the grid of a work-group.
func (r *Dispatch) GroupID(i uint64) [3]uint32 {
	if i < uint64(r.groups[0]) {
		return [3]uint32{uint32(i), 0, 0}
	}
	return [3]uint32{
		uint32(i % uint64(r.groups[0])),
		uint32(i / uint64(r.groups[0]) % uint64(r.groups[1])),
		uint32(i / uint64(r.groups[0]) / uint64(r.groups[1])),
	}
}

// newWave returns a wave in its initial state, reusing memory.
func (k *Worker) newWave() *Wave {
	w := k.spareWave()
	if w == nil {
		w = newAligned()
		w.V = newRows()
	}
	w.renew(k.r.Prog.Gen, &k.start)
	return w
}

// newAligned is a wave whose rows begin where lines of the host's caches do. Go puts a word in front of
// what it allocates.
func newAligned() *Wave {
	return &new(struct {
		_ [64 - unsafe.Sizeof(uintptr(0))]byte
		w Wave
	}).w
}

// newRows is memory for the vector registers of a wave, and some that stays unused. Registers take
// 64 KiB, after which the sets of the host's caches repeat: without the unused part, the low
// registers of all waves, which programs use, would share the same few sets.
func newRows() *[256]isa.Row {
	return &new(struct {
		rows [256]isa.Row
		_    [rowsPad]byte
	}).rows
}

const rowsPad = 8 << 10

// allTokens are the numbers of all tokens, the first one last.
var allTokens = func() (list [waitcnt.MaxOps]uint8) {
	for s := range list {
		list[s] = uint8(len(list) - 1 - s)
	}
	return list
}()

// renew makes a wave one of which nothing has been executed: nothing outstanding, and registers as at
// the start of a launch, in which waves do not differ.
func (w *Wave) renew(gen isa.Gen, s *start) {
	clearWritten(w.V, &w.VWritten)
	if w.SWritten[2]|w.SWritten[3] != 0 {
		clear(w.S[len(s.s):])
	}
	w.waveState = waveState{}
	copy(w.S[:], s.s[:])
	w.SWritten[0], w.SWritten[1] = s.written[0], s.written[1]
	w.Mode, w.Prio, w.Priv = s.mode, s.prio, s.priv
	w.Counters.Reset(gen)
	w.fpMode = ^uint64(0)
	w.free = append(w.free[:0], allTokens[:]...)
}

// start is what the waves of a launch begin with, as far as it is the same in all of them, or in those
// of a work-group.
type start struct {
	known   bool
	s       [128]uint32 // scalar registers
	written [2]uint64   // those that are set
	mode    uint32
	prio    uint8
	priv    bool
	late    bool // the policy is [waitcnt.Late]
	// registers that each work-group has of its own, and each wave
	group, wave []abi.SGPRRange
}

// ask works out what the waves of g's launch begin with.
func (s *start) ask(g *Group) {
	r := g.disp
	*s = start{known: true, group: s.group[:0], wave: s.wave[:0]}
	_, s.late = r.Opts.Policy.(waitcnt.Late)
	d := r.Desc
	if d == nil {
		return
	}
	s.mode, s.prio, s.priv = uint32(d.FloatMode), d.Priority, d.Priv
	if d.DX10Clamp {
		s.mode |= 1 << 8
	}
	if d.IEEE {
		s.mode |= 1 << 9
	}
	if d.FP16Ovfl {
		s.mode |= 1 << 23
	}
	for _, x := range r.sgprs {
		switch x.Role {
		case abi.WorkGroupIDX, abi.WorkGroupIDY, abi.WorkGroupIDZ:
			s.group = append(s.group, x)
		case abi.WorkGroupInfo, abi.ScratchWaveOffset, abi.WaveInGroup:
			s.wave = append(s.wave, x)
		default:
			s.set(x, g.role(x.Role, 0))
		}
	}
}

// begin sets what a work-group has of its own.
func (s *start) begin(g *Group) {
	for _, x := range s.group {
		s.set(x, g.role(x.Role, 0))
	}
}

// set sets the registers of a role.
func (s *start) set(x abi.SGPRRange, v [4]uint32) {
	for i := range x.Count {
		c := (x.First + i) & (len(s.s) - 1)
		s.s[c] = v[i]
		s.written[c>>6] |= 1 << (c & 63)
	}
}

// abi sets the registers that the kernel descriptor asks for (LLVM AMDGPUUsage, "Initial Kernel
// Execution State"; [abi.Descriptor.InitialRegisters] lists them), as far as [start] has not.
func (w *Wave) abi(k *Worker) {
	for _, s := range k.start.wave {
		v := w.role(s.Role)
		for i := range s.Count {
			w.setS32(uint16(s.First+i), v[i])
		}
	}
	for i := range k.r.Desc.WorkItemIDs {
		w.localIDs(k, i)
	}
}

// localIDs sets the register of one of the local numbers of work-items. They are the same in all
// work-groups of the full size.
func (w *Wave) localIDs(k *Worker, i int) {
	v, bit := uint8(i), uint64(1)<<w.Num
	whole := w.group.size == w.group.disp.Group
	if whole && k.ids[i].known&bit != 0 {
		w.V[v] = k.ids[i].rows[w.Num]
		w.VWritten[v] |= w.exec()
		return
	}
	w.setLanes(v, abi.LocalIDX+abi.LaneValue(i), w.exec())
	if whole {
		for len(k.ids[i].rows) <= w.Num {
			k.ids[i].rows = append(k.ids[i].rows, isa.Row{})
		}
		k.ids[i].rows[w.Num] = w.V[v]
		k.ids[i].known |= bit
	}
}

// role is what the registers of a role hold.
func (w *Wave) role(role abi.Role) (v [4]uint32) { return w.group.role(role, w.Num) }

// role is what the registers of a role hold in a wave.
func (g *Group) role(role abi.Role, wave int) (v [4]uint32) {
	r := g.disp
	pair := func(x uint64) [4]uint32 { return [4]uint32{uint32(x), uint32(x >> 32)} }
	switch role {
	case abi.PrivateSegmentBuffer:
		return ScratchResource(r.Prog.Gen, r.ScratchBase, r.Scratch)
	case abi.DispatchPtr:
		return pair(r.DispatchPtr)
	case abi.QueuePtr:
		return pair(r.QueuePtr)
	case abi.KernargSegmentPtr:
		return pair(r.Kernarg)
	case abi.DispatchID:
		return pair(r.DispatchID)
	case abi.FlatScratchInit:
		if r.Prog.features.Has(isa.FeatureFlatOffsets) {
			return pair(r.ScratchBase)
		}
		v[1] = r.Scratch
	case abi.PrivateSegmentSize:
		v[0] = r.Scratch
	case abi.WorkGroupCountX, abi.WorkGroupCountY, abi.WorkGroupCountZ:
		v[0] = r.groups[role-abi.WorkGroupCountX]
	case abi.WorkGroupIDX, abi.WorkGroupIDY, abi.WorkGroupIDZ:
		v[0] = g.ID[role-abi.WorkGroupIDX]
	case abi.WorkGroupInfo:
		v[0] = uint32(wavesOf(g.size)) & 63
		if wave == 0 {
			v[0] |= 1 << 31
		}
	case abi.ScratchWaveOffset:
		v[0] = uint32(g.scratchOffset(wave))
	case abi.WaveInGroup:
		v[0] = uint32(wave)
	case abi.GroupSizeX, abi.GroupSizeY, abi.GroupSizeZ:
		v[0] = r.Group[role-abi.GroupSizeX]
	case abi.GridSizeX, abi.GridSizeY, abi.GridSizeZ:
		v[0] = r.Grid[role-abi.GridSizeX]
	}
	return v
}

// setLanes sets the lanes in exec of a vector register to what each has of its own.
func (w *Wave) setLanes(v uint8, value abi.LaneValue, exec uint64) {
	g := w.group
	in := abi.Items{Size: g.size, Grid: g.disp.Grid}
	for d := range in.First {
		in.First[d] = g.ID[d] * g.disp.Group[d]
	}
	in.Fill(&w.V[v], exec, value, uint32(w.Num*isa.Lanes))
	w.VWritten[v] |= exec
}

// scratchOffset is where the wave's part of private memory begins.
func (w *Wave) scratchOffset() uint64 { return w.group.scratchOffset(w.Num) }

func (g *Group) scratchOffset(wave int) uint64 {
	return uint64(g.slot*g.disp.MaxWaves+wave) * g.disp.WaveScratch
}

// ScratchResource describes private memory: swizzled by dwords over 64 lanes, no limit (LLVM
// getScratchRsrcWords23). The last word is ROCR's, 0x00ea4fac: without a format the buffer would be
// disabled (errata B-35). On GCN 1.2 and 1.4 the format is a stride of 64 KiB (errata B-18), at
// which GCN 1.2 ends the range of a swizzled buffer (B-19): where a work-item has more, there is
// none.
func ScratchResource(g isa.Gen, base uint64, bytes uint32) [4]uint32 {
	const (
		swizzleEnable = 1 << 31
		selXYZW       = 4 | 5<<3 | 6<<6 | 7<<9
		numUint       = 4 << 12
		format32      = 4 << 15
		elementSize4  = 1 << 19
		indexStride64 = 3 << 21
		addTID        = 1 << 23
	)
	last := uint32(selXYZW | numUint | format32 | elementSize4 | indexStride64 | addTID)
	if g == isa.GCN12 && bytes > 1<<16 {
		last &^= format32
	}
	return [4]uint32{uint32(base), uint32(base>>32)&0xffff | swizzleEnable, 0xffffffff, last}
}

// registers sets what the launch asks for.
func (w *Wave) registers(list []RegInit) {
	for i := range list {
		in := &list[i]
		for j, v := range in.Scalar {
			w.setS32(in.Code+uint16(j), v)
		}
		for j := range in.Vector {
			v := uint8(int(in.Code-isa.CodeVGPR) + j)
			merge(&w.V[v], &in.Vector[j], cmp.Or(in.Mask, AllLanes))
			w.VWritten[v] = AllLanes
		}
		if in.Role != nil {
			w.setRole(in.Code, *in.Role)
		}
		if in.Lanes != nil {
			w.setLanes(uint8(in.Code-isa.CodeVGPR), *in.Lanes, w.live(*in.Lanes))
		}
		if in.SCC != nil {
			w.WriteSCC(*in.SCC)
		}
		if in.Mode != nil {
			w.Mode = *in.Mode
		}
	}
}

// setRole sets scalar or vector registers to what a role has.
func (w *Wave) setRole(code uint16, role abi.Role) {
	words := w.role(role)
	for i, x := range words[:role.Count()] {
		if code < isa.CodeVGPR {
			w.setS32(code+uint16(i), x)
			continue
		}
		v := uint8(int(code-isa.CodeVGPR) + i)
		for l := range w.V[v] {
			w.V[v][l] = x
		}
		w.VWritten[v] = AllLanes
	}
}

// live are the lanes that have a value: all know their number, those with a work-item its place.
func (w *Wave) live(v abi.LaneValue) uint64 {
	if v == abi.Lane {
		return AllLanes
	}
	size := w.group.size
	n := min(size[0]*size[1]*size[2]-uint32(w.Num)*isa.Lanes, isa.Lanes)
	return AllLanes >> (isa.Lanes - n)
}
