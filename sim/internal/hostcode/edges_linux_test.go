package hostcode_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/internal/engine"
	"github.com/gcnsim/gcnsim/sim/internal/hostcode"
)

// hidden is a field of what v points to, and of what that has or points to; of arrays, of their first element.
func hidden[T any](v any, path ...string) *T {
	r := reflect.ValueOf(v).Elem()
	for _, name := range path {
		if r.Kind() == reflect.Pointer {
			r = r.Elem()
		}
		if r.Kind() == reflect.Array {
			r = r.Index(0)
		}
		r = r.FieldByName(name)
	}
	return (*T)(unsafe.Pointer(r.UnsafeAddr()))
}

// device is a device all of whose memory that programs address lies between pages that nobody may
// touch: a buffer, LDS and vector registers of its waves, and the lines of the scalar cache.
func (p *guards) device(t testing.TB, g isa.Gen, l *sim.Launch, base, size uint64, atEnd bool) (*sim.Device, *mem.Range) {
	d := sim.NewDevice(g)
	buf, err := d.Mem.Map("buf", base, size)
	require.NoError(t, err)
	*hidden[[]byte](buf, "block", "data") = p.bytes(t, int(size), atEnd)

	nothing, err := asm.Code(g, "s_endpgm")
	require.NoError(t, err)
	first := *l
	first.Registers, first.InitLDS, first.Options = nil, nil, sim.Options{Workers: 1}
	first.Prog, err = d.Load(nothing.Code)
	require.NoError(t, err)
	_, err = d.Run(&first)
	require.NoError(t, err)
	groups, waves := *hidden[[]*engine.Group](d, "pool", "shelves", "groups"),
		*hidden[[]*engine.Wave](d, "pool", "shelves", "waves")
	require.NotEmpty(t, groups)
	require.NotEmpty(t, waves)
	for _, x := range groups {
		room := x.LDS.Cap() - len(x.LDS.Bytes())
		require.Greater(t, room, 0)
		*hidden[[]byte](x.LDS, "b") = p.bytes(t, int(l.LDS)+room, atEnd)[:l.LDS]
		if x := *hidden[*mem.Cache](x, "own"); x != nil {
			lines := reflect.ValueOf(x).Elem().FieldByName("lines")
			n := lines.Len() * int(lines.Type().Elem().Size())
			m := p.bytes(t, n, atEnd)
			copy(m, unsafe.Slice((*byte)(lines.UnsafePointer()), n))
			*(*unsafe.Pointer)(unsafe.Pointer(lines.UnsafeAddr())) = unsafe.Pointer(&m[0])
		}
	}
	for _, w := range waves {
		w.V = (*[256]isa.Row)(unsafe.Pointer(&p.bytes(t, hostcode.RowBytes, atEnd)[0]))
	}
	return d, buf
}

// guardedOutcomes are what a launch leaves in Go and on a tier, on a device between guard pages.
func guardedOutcomes(t testing.TB, g isa.Gen, code []byte, l sim.Launch, tier string, base, size uint64, atEnd bool) (want, got *outcome) {
	var list [2]outcome
	for i, tier := range []string{"go", tier} {
		var pages guards
		d, buf := pages.device(t, g, &l, base, size, atEnd)
		list[i] = rememberOn(t, d, buf, code, l, tier)
		list[i].direct = 0
		pages.free(t)
	}
	return &list[0], &list[1]
}

// edges are programs that go round a loop until it is host code, and then access memory elsewhere: at, before
// and behind the edges of what is mapped, of descriptors, of LDS, of 32 and of 64 bits.
type edges struct {
	*rand.Rand
	g          isa.Gen
	base, size uint64
	lds        uint32
	absolute   bool   // addresses are those of memory, or else count from its beginning
	add        uint64 // most instructions add this to them; it may be negative
	mapped     bool   // all lanes stay in what is mapped
	bytes      uint64 // of the largest element of vector memory
}

func (x *edges) one(list ...string) string { return list[x.IntN(len(list))] }

func (x *edges) one64(list ...uint64) uint64 { return list[x.IntN(len(list))] }

// near is a number near one of some.
func (x *edges) near(of ...uint64) uint64 { return of[x.IntN(len(of))] + uint64(x.IntN(44)) - 28 }

// offset is what a lane adds to the beginning of a buffer where it goes elsewhere; add is what comes on top.
func (x *edges) offset(add uint64) uint64 {
	if x.mapped {
		return x.one64(x.Uint64N(16), x.Uint64N(x.size-16), x.size-16-x.Uint64N(16), 4096-x.Uint64N(16))%(x.size-16) - add
	}
	return x.near(0, x.size, x.size, x.size, x.size/2, 4096, 8192, 1<<31, 1<<32, -add, x.size-add, 1<<32-add, 1<<32+x.size-add,
		1<<32-4096, 1<<30, x.Uint64N(x.size))
}

// address is where a lane goes elsewhere.
func (x *edges) address(add uint64) uint64 {
	if x.mapped || x.IntN(3) > 0 {
		return x.base + x.offset(add)
	}
	return x.near(0, -add, engine.SharedBase, engine.SharedBase+uint64(x.lds), engine.PrivateBase, mem.UpperHalf, mem.MaxAddress, x.base+1<<32,
		x.base-1<<32, x.base&^(1<<32-1), x.base|(1<<32-1), engine.SharedBase-add, x.Uint64())
}

// access is a memory instruction.
func (x *edges) access() (text string) {
	for {
		sizes := []string{"dword", "dword", "dwordx2", "dwordx3", "dwordx4", "ubyte", "sbyte", "ushort", "short_d16_hi"}
		verb := "load"
		if x.IntN(3) == 0 {
			verb, sizes = "store", []string{"dword", "dword", "dword", "dword", "dword", "dword", "dword", "byte", "short", "dwordx2", "dwordx3", "dwordx4"}
		}
		size := x.one(sizes...)
		data := map[string]string{"dwordx2": "v[4:5]", "dwordx3": "v[4:6]", "dwordx4": "v[4:7]"}[size]
		if data == "" {
			data = x.one("v4", "v5", "v6")
		}
		if verb == "load" && x.IntN(8) == 0 {
			data = map[string]string{"dwordx2": "v[12:13]", "dwordx3": "v[12:14]", "dwordx4": "v[12:15]"}[size] // where addresses are
			if data == "" {
				data = "v12"
			}
		}
		n := x.add
		if x.IntN(8) == 0 {
			n += uint64(x.IntN(8))
		}
		flat := func(kind, addr, tail string) string {
			if verb == "store" {
				return fmt.Sprintf("%s_store_%s %s, %s%s", kind, size, addr, data, tail)
			}
			return fmt.Sprintf("%s_load_%s %s, %s%s", kind, size, data, addr, tail)
		}
		at := fmt.Sprintf(" offset:%d", int64(n))
		switch x.IntN(9) {
		case 0, 1, 2:
			if !x.absolute {
				text = fmt.Sprintf("buffer_%s_%s %s, v12, s[44:47], %s offen%s", verb, size, data, x.one("0", "s54", "s54", "16", "m0", "-1"), at)
				break
			}
			if x.g != isa.GCN14 {
				at = ""
			}
			text = flat("flat", "v[12:13]", at)
		case 3, 4:
			if text = flat("global", "v[12:13]", ", off"+at); !x.absolute {
				text = flat("global", "v12", ", s[48:49]"+at)
			}
		case 5, 6:
			to := x.one(" s2", "x2 s[2:3]", "x4 s[4:7]", "x8 s[4:11]", "x16 s[4:19]")
			text = "s_load_dword" + to + ", s[36:37], " + x.one("0x0", "0x4", "0x10", "s55", "0x3")
			if x.IntN(6) == 0 {
				text = "s_buffer_load_dword" + to + ", s[44:47], " + x.one("0x0", "0x4", "0x10", "s55", "0x3")
			}
		default:
			at = fmt.Sprintf(" offset:%d", x.IntN(1<<x.IntN(17)))
			pair := fmt.Sprintf(" offset0:%d offset1:%d", x.IntN(256), x.IntN(1<<x.IntN(9)))
			text = x.one("ds_read_b32 v4, v14"+at, "ds_read_b64 v[4:5], v14"+at, "ds_read_b96 v[4:6], v14"+at, "ds_read_b128 v[4:7], v14"+at,
				"ds_read_u8 v4, v14"+at, "ds_read_i16 v4, v14"+at, "ds_read_u16_d16_hi v4, v14"+at, "ds_read2_b32 v[4:5], v14"+pair,
				"ds_read2_b64 v[4:7], v14"+pair, "ds_read2st64_b32 v[4:5], v14"+pair, "ds_write_b32 v14, v4"+at, "ds_write_b64 v14, v[4:5]"+at,
				"ds_write_b96 v14, v[4:6]"+at, "ds_write_b128 v14, v[4:7]"+at, "ds_write_b8 v14, v4"+at, "ds_write_b16 v14, v4"+at,
				"ds_write2_b32 v14, v4, v5"+pair, "ds_write2st64_b64 v14, v[4:5], v[6:7]"+pair, "ds_add_u32 v14, v4"+at)
		}
		if _, err := asm.Code(x.g, text); err == nil {
			return text
		}
	}
}

// descriptor is what a buffer is described by where a loop goes elsewhere.
func (x *edges) descriptor() [4]uint32 {
	limit := x.near(0, x.size, x.size, 1<<31, 1<<32-16)
	switch x.IntN(5) {
	case 0:
		limit = uint64(x.IntN(20))
	case 1:
		limit = 1<<32 - 1
	}
	base, kind := x.base, x.IntN(6)
	if x.mapped {
		limit, kind = min(limit, x.size), 9
	}
	switch kind {
	case 0:
		base = x.address(0) & (1<<48 - 1)
	case 1:
		base += uint64(x.IntN(8))
	case 2:
		base += x.Uint64N(x.size)
	}
	d := mem.RawBuffer(base, 1)
	switch d[2] = uint32(limit); x.IntN(8) {
	case 0:
		d[1] |= 16 << 16 // stride
	case 1:
		d[1] |= 4<<16 | 1<<31 // swizzle
		d[3] |= 1<<19 | 3<<21 | 1<<23
	}
	return d
}

// other is where a lane goes elsewhere.
func (x *edges) other(add uint64) uint64 {
	if x.absolute {
		return x.address(add)
	}
	return x.offset(add)
}

func halves(v uint64) []uint32 { return []uint32{uint32(v), uint32(v >> 32)} }

// program is one of them. It has v24 to v31 for addresses, v4 to v7 for data; the scalar registers that say
// where accesses go change their values for others in some rounds.
func (x *edges) program() (src string, l sim.Launch) {
	var accesses []string
	x.mapped = x.IntN(2) == 0
	if x.absolute = x.g != isa.GCN10 && x.IntN(2) == 0; x.IntN(2) == 0 {
		x.add = x.Uint64N(min(4096, x.size-min(x.size-16, 256)))
		if x.IntN(2) == 0 {
			x.add &^= 3
		}
		if x.g == isa.GCN14 && x.IntN(3) == 0 {
			x.add = -x.add
		}
	}
	add, width := x.add, 1
	x.bytes = 1
	if x.absolute && x.g != isa.GCN14 {
		add = 0
	}
	for range 1 + x.IntN(3) {
		text := x.access()
		accesses = append(accesses, text)
		if strings.HasPrefix(text, "s_") || strings.HasPrefix(text, "ds_") {
			continue
		}
		for i, of := range []string{"dword ", "x2", "x3", "x4"} {
			if strings.Contains(text, of) {
				width = max(width, i+1)
				x.bytes = max(x.bytes, 4*uint64(i+1))
			}
		}
		if strings.Contains(text, "short") {
			x.bytes = max(x.bytes, 2)
		}
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("s_movk_i32 s40, %d\nagain:", 140+x.IntN(180))
	// The other way from 64 rounds before the end on, once or now and then.
	when := x.IntN(64)
	if x.IntN(2) == 0 {
		mask := []int{7, 15, 3, 1}[x.IntN(4)]
		line("s_and_b32 s84, s40, %#x\ns_cmp_eq_u32 s84, %d", mask|^63&0x3ff, when&mask)
	} else {
		line("s_cmp_eq_u32 s40, %d", when)
	}
	line("s_cselect_b64 vcc, s[82:83], 0")
	// Descriptor, base, scalar base, scalar offsets, M0, EXEC.
	for _, p := range [][3]string{{"s[44:45]", "s[60:61]", "s[64:65]"}, {"s[46:47]", "s[62:63]", "s[66:67]"}, {"s[48:49]", "s[68:69]", "s[70:71]"},
		{"s[36:37]", "s[74:75]", "s[78:79]"}, {"s54", "s72", "s73"}, {"s55", "s76", "s77"}, {"m0", "s80", "s81"}, {"exec", "s[42:43]", "s[56:57]"}} {
		bits := 32
		if p[0][1] == '[' || p[0] == "exec" {
			bits = 64
		}
		if x.IntN(4) == 0 {
			line("s_cselect_b%d %s, %s, %s", bits, p[0], p[2], p[1])
		}
	}
	line("v_cndmask_b32 v12, v24, v26, vcc\nv_cndmask_b32 v13, v25, v27, vcc\nv_cndmask_b32 v14, v28, v30, vcc")
	line("%s\n%s", strings.Join(accesses, "\n"), x.one("s_waitcnt vmcnt(0) lgkmcnt(0)", "s_waitcnt 0", "s_waitcnt vmcnt(0)\ns_waitcnt lgkmcnt(0)"))
	line("v_xor_b32 v8, v4, v8\nv_xor_b32 v9, s2, v9\nv_xor_b32 v8, v12, v8\nv_xor_b32 v9, s6, v9\nv_or_b32 v4, v8, v9")
	line("s_sub_u32 s40, s40, 1\ns_cmp_lg_u32 s40, 0\ns_cbranch_scc1 again\ns_endpgm")

	var rows [32][isa.Lanes]uint32
	pattern := x.IntN(5)
	span := min(x.size-16, uint64(64*4*width)) // of all lanes
	least := uint64(0)
	if !x.absolute && int64(add) > 0 {
		least, span = add, min(span, x.size-add-1)
	}
	start := least + x.Uint64N(x.size-span-least)
	if x.IntN(4) > 0 {
		start &^= 3
	}
	how, alone := x.IntN(4), x.IntN(isa.Lanes)
	delta := x.one64(1<<32, 1<<33, 1<<31, 1<<63, 4, x.size-start-span, start, x.size)
	if x.IntN(2) == 0 {
		delta = -delta
	}
	step := x.one64(0, x.bytes, x.bytes, 4, 1)
	first := x.other(add)
	if edge := x.size - 63*step - x.bytes; edge < x.size && x.IntN(3) > 0 { // up to the end, or past it
		first = edge + []uint64{0, 0, 1, 2, 3, 4, 8}[x.IntN(7)] - add
		if x.absolute {
			first += x.base
		}
	}
	for i := range isa.Lanes {
		lane := uint64(i*4*width) % span
		switch pattern {
		case 2:
			lane = 0
		case 3:
			lane = uint64((63-i)*4*width) % span
		case 4:
			lane = x.Uint64N(span) &^ 3
		}
		usual := start + lane - add
		if x.absolute {
			usual += x.base
		}
		other := usual
		switch {
		case how == 0 || how == 1 && i == alone:
			other = x.other(add)
		case how == 2: // all go one way
			other += delta
		case how == 3: // they lie one behind the other, or in one place
			other = first + uint64(i)*step
		}
		rows[24][i], rows[25][i] = uint32(usual), uint32(usual>>32)
		rows[26][i], rows[27][i] = uint32(other), uint32(other>>32)
		rows[28][i], rows[30][i] = uint32(i*4*width)%x.lds, uint32(x.near(0, uint64(x.lds), uint64(x.lds), 1<<16, 1<<32, 1<<31))
		for r := range 12 {
			rows[r][i] = x.Uint32()
		}
	}
	far := x.address
	if x.mapped {
		far = func(uint64) uint64 { return x.base + x.Uint64N(4) }
	}
	masks := func() uint64 {
		return []uint64{^uint64(0), ^uint64(0), 1, 1 << 63, 0, x.Uint64(), 1<<32 - 1, 1 << x.IntN(64)}[x.IntN(8)]
	}
	exec := masks()
	usual, other := mem.RawBuffer(x.base, x.size), x.descriptor()
	if x.IntN(8) == 0 {
		usual = x.descriptor()
	}
	soff := []uint32{0, 4, uint32(x.IntN(64)), uint32(x.near(x.size, 1<<32, 1<<31, 1<<30))}
	m0 := []uint32{^uint32(0), x.lds, x.lds - 1, 0, uint32(x.IntN(20)), uint32(x.near(1<<16, uint64(x.lds)))}
	l = sim.Launch{Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: x.lds, Registers: []sim.RegInit{
		{Code: isa.CodeVGPR, Vector: rows[:]}, {Code: isa.CodeExecLo, Scalar: halves(exec)}, {Code: 42, Scalar: halves(exec)},
		{Code: 56, Scalar: halves(masks())}, {Code: 82, Scalar: halves(masks())},
		{Code: 44, Scalar: usual[:]}, {Code: 60, Scalar: usual[:]}, {Code: 64, Scalar: other[:]},
		{Code: 48, Scalar: halves(x.base)}, {Code: 68, Scalar: halves(x.base)}, {Code: 70, Scalar: halves(far(add))},
		{Code: 36, Scalar: halves(x.base)}, {Code: 74, Scalar: halves(x.base)}, {Code: 78, Scalar: halves(far(0))},
		{Code: 54, Scalar: []uint32{soff[0], 4}}, {Code: 72, Scalar: []uint32{soff[0], soff[x.IntN(4)]}},
		{Code: 76, Scalar: []uint32{4, []uint32{0, 1, 8, ^uint32(0), uint32(x.near(1<<32, x.size))}[x.IntN(5)]}},
		{Code: isa.CodeM0, Scalar: m0[:1]}, {Code: 80, Scalar: []uint32{m0[0], m0[x.IntN(len(m0))]}}}}
	if x.IntN(4) == 0 {
		l.InitLDS = make([]byte, x.lds)
		for i := range l.InitLDS {
			l.InitLDS[i] = byte(i * 3)
		}
	}
	l.Options = sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true, Check: x.IntN(3) == 0, MaxInsts: 1 << 16}
	return b.String(), l
}

// Hot loops that make their accesses in host code touch nothing but what programs may: a buffer, LDS, the
// vector registers and the scalar cache lie between guard pages. Where lanes, descriptors, scalar registers,
// M0 or EXEC change when the loop is hot, to what lies at an edge, before or behind it, or further than
// 32 or 64 bits reach, all that is left is what Go leaves.
func TestHotLoopsStayWithinMemory(t *testing.T) {
	n := 20
	if *long {
		n = 12000
	}
	for _, g := range []isa.Gen{isa.GCN10, isa.GCN11, isa.GCN12, isa.GCN14} {
		t.Run(g.String(), func(t *testing.T) {
			rounds, unusual, faults, whole := 0, 0, 0, 0
			defer hostcode.OnWhole(func(times int, usual bool) {
				if rounds += times; !usual {
					unusual++
				}
			})()
			for _, tier := range tiers(t) {
				for i := range n {
					x := &edges{Rand: rand.New(rand.NewPCG(uint64(i), uint64(g))), g: g}
					x.size = []uint64{4096, 8192, 512, 300, 6000}[x.IntN(5)] + x.Uint64N(64)
					x.base, x.lds = 0x200000000, []uint32{1024, 2048, 260, 32<<10 - 32}[x.IntN(4)]+4*x.Uint32N(8)
					if g == isa.GCN14 { // both ends of both halves of the addresses
						size := (x.size + 7) &^ 7
						x.base = x.one64(x.base, x.base, 8<<16, mem.MaxAddress-size, mem.UpperHalf, mem.UpperHalf+x.base, ^uint64(0xffff)-size)
					}
					atEnd := x.IntN(2) == 0
					if atEnd { // host addresses agree with guest addresses modulo 8
						x.base += -x.size & 7
					}
					before := rounds
					src, l := x.program()
					p, err := asm.Code(g, src)
					require.NoError(t, err, src)
					want, got := guardedOutcomes(t, g, p.Code, l, tier, x.base, x.size, atEnd)
					if rounds > before {
						whole++
					}
					if want.Fault != "" {
						faults++
					}
					require.True(t, want.equal(got), "%d, %s: %s\n%s", i, tier, want.differs(got), src)
				}
			}
			t.Log(rounds, "rounds in host code,", unusual, "unusual accesses,", faults, "faults,", whole, "of", n*len(tiers(t)), "programs make accesses in host code")
			require.Greater(t, whole, n*len(tiers(t))/10)
			require.Greater(t, unusual, n/2)
		})
	}
}

// Loops that walk through memory in host code, up to the first byte and the last one and past them, touch
// nothing else.
func TestWalksStayWithinMemory(t *testing.T) {
	const base = uint64(0x200000000)
	n := 20
	if *long {
		n = 6000
	}
	for _, tier := range tiers(t) {
		r := rand.New(rand.NewPCG(5, uint64(len(tier))))
		for range n {
			g := []isa.Gen{isa.GCN11, isa.GCN12, isa.GCN14}[r.IntN(3)]
			src, l := walk(r, g, base)
			p, err := asm.Code(g, src)
			require.NoError(t, err, src)
			want, got := guardedOutcomes(t, g, p.Code, l, tier, base, room, r.IntN(3) > 0)
			require.True(t, want.equal(got), "%s, %v: %s\n%s", tier, g, want.differs(got), src)
		}
	}
}

// edge is a hot loop whose lanes come to an edge of memory and go past it, byte by byte or dword by dword.
type edge struct {
	kind, size, pattern string
	store, last, all    bool // last: it is the end of memory; all: of all lanes, or of some
	step                int
	far                 uint32 // they go this many times 4 GiB further instead; of LDS: M0 ends it earlier
}

// edgeCases are all there are in a generation.
func edgeCases(g isa.Gen) (list []edge) {
	for _, kind := range []string{"buffer", "flat", "global", "saddr", "lds"} {
		if kind == "flat" && g == isa.GCN10 || (kind == "global" || kind == "saddr") && g != isa.GCN14 {
			continue
		}
		for _, size := range []string{"ubyte", "sshort", "dword", "dwordx2", "dwordx3", "dwordx4", "byte", "short"} {
			for _, pattern := range []string{"in a row", "backwards", "in one place", "anywhere"} {
				for i := range 16 {
					c := edge{kind: kind, size: size, pattern: pattern, store: i&1 != 0, last: i&2 != 0, all: i&4 != 0, step: 1 + i>>3*3}
					if narrow := strings.Contains("byte short", size); narrow && !c.store || strings.Contains("ubyte sshort", size) && c.store || g == isa.GCN10 && (size == "dwordx3" || kind == "lds" && size == "dwordx4") {
						continue
					}
					list = append(list, c)
					for _, c.far = range []uint32{1, 1<<32 - 1, 2, 1 << 31, 1<<32 - 2} {
						if c.last && c.step == 1 {
							list = append(list, c)
						}
					}
				}
			}
		}
	}
	return list
}

// program is the loop, with memory of a size from base on.
func (c *edge) program(g isa.Gen, r *rand.Rand, base, size uint64) (src string, l sim.Launch) {
	bytes := map[string]int{"dword": 4, "dwordx2": 8, "dwordx3": 12, "dwordx4": 16}[c.size]
	if bytes == 0 {
		bytes = 1 + strings.Count(c.size, "short")
	}
	data := "v4"
	if bytes > 4 {
		data = fmt.Sprintf("v[4:%d]", 3+bytes/4)
	}
	verb, operands := "load", func(addr string) string { return data + ", " + addr }
	if c.store {
		verb = "store"
		if c.kind != "buffer" {
			operands = func(addr string) string { return addr + ", " + data }
		}
	}
	access := ""
	switch c.kind {
	case "buffer":
		access = fmt.Sprintf("buffer_%s_%s %s, s[44:47], 0 offen", verb, c.size, operands("v12"))
	case "lds":
		of := map[string]string{"ubyte": "u8", "sshort": "i16", "byte": "b8", "short": "b16", "dword": "b32", "dwordx2": "b64", "dwordx3": "b96", "dwordx4": "b128"}[c.size]
		if access = fmt.Sprintf("ds_read_%s %s, v12", of, data); c.store {
			access = fmt.Sprintf("ds_write_%s v12, %s", of, data)
		}
	case "saddr":
		access = fmt.Sprintf("global_%s_%s %s, s[48:49]", verb, c.size, operands("v12"))
	case "flat":
		access = fmt.Sprintf("flat_%s_%s %s", verb, c.size, operands("v[12:13]"))
	default:
		access = fmt.Sprintf("global_%s_%s %s, off", verb, c.size, operands("v[12:13]"))
	}
	var rows [32]isa.Row
	lane := func(i int) uint64 {
		switch c.pattern {
		case "in a row":
			return uint64(i * bytes)
		case "backwards":
			return uint64((63 - i) * bytes)
		case "anywhere":
			return uint64(r.IntN(64) * bytes)
		}
		return 0
	}
	far := uint64(0)
	for i := range isa.Lanes {
		n := lane(i)
		rows[26][i], far = uint32(n), max(far, n)
		for k := range 8 {
			rows[k][i] = r.Uint32()
		}
	}
	at := uint64(12)
	if c.last {
		at = size - far - uint64(bytes) - 12
	}
	add, hi := uint64(0), uint32(0)
	if c.kind == "flat" || c.kind == "global" {
		add, hi = base&0xffffffff, uint32(base>>32)
	}
	for i := range isa.Lanes {
		n := rows[26][i]
		rows[24][i], rows[26][i], rows[27][i] = uint32(add)+n+512&^3, uint32(add+at)+n, hi
		if c.far != 0 && c.kind != "lds" {
			rows[26][i] = rows[24][i]
		}
	}
	sum := map[isa.Gen]string{isa.GCN10: "v_add_i32 v12, vcc,", isa.GCN11: "v_add_i32 v12, vcc,", isa.GCN12: "v_add_u32 v12, vcc,", isa.GCN14: "v_add_u32 v12,"}[g]
	step := c.step
	if !c.last {
		step = -step
	}
	if c.far != 0 && c.kind != "lds" {
		step = 0
	}
	src = fmt.Sprintf(`s_movk_i32 s40, 112
again:
s_sub_i32 s84, 24, s40
s_max_i32 s84, s84, 0
s_mul_i32 s84, s84, %d
s_cmp_le_u32 s40, 24
s_cselect_b64 vcc, -1, 0
s_cselect_b32 s85, %#x, 0
s_add_u32 s49, s51, s85
s_add_u32 s45, s53, s85
v_cndmask_b32 v12, v24, v26, vcc
%s s84, v12
%s s85, v27
%s
s_waitcnt vmcnt(0) & lgkmcnt(0)
v_xor_b32 v8, v4, v8
s_sub_u32 s40, s40, 1
s_cmp_lg_u32 s40, 0
s_cbranch_scc1 again
s_endpgm
`, step, c.far, sum, strings.Replace(sum, "v12", "v13", 1), access)
	raw, mask, m0 := mem.RawBuffer(base, size), ^uint64(0), ^uint32(0)
	if c.far != 0 {
		m0 = uint32(size) - 5
	}
	if !c.all {
		mask = r.Uint64() | 1 | 1<<63
	}
	lds := make([]byte, size)
	for i := range lds {
		lds[i] = byte(i*5 + 1)
	}
	return src, sim.Launch{Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, InitLDS: lds, Registers: []sim.RegInit{
		{Code: isa.CodeVGPR, Vector: rows[:]}, {Code: isa.CodeExecLo, Scalar: halves(mask)}, {Code: 44, Scalar: raw[:]}, {Code: 48, Scalar: halves(base)}, {Code: 50, Scalar: halves(base)},
		{Code: 53, Scalar: raw[1:2]}, {Code: isa.CodeM0, Scalar: []uint32{m0}}}, LDS: uint32(size),
		Options: sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true, MaxInsts: 1 << 16}}
}

// Each kind of access up to an edge of memory and past it, in each pattern of lanes, touches no page behind it
// and leaves what Go leaves, with checks and without.
func TestAccessesUpToTheEdgesOfMemory(t *testing.T) {
	every := 101
	if *long {
		every = 1
	}
	for _, g := range []isa.Gen{isa.GCN10, isa.GCN11, isa.GCN12, isa.GCN14} {
		t.Run(g.String(), func(t *testing.T) {
			whole := 0
			defer hostcode.OnWhole(func(times int, _ bool) { whole += times })()
			r := rand.New(rand.NewPCG(uint64(g), 1))
			for i, c := range edgeCases(g) {
				for k, tier := range tiers(t) {
					for n, check := range []bool{false, true} {
						if (i+7*k+11*n)%every != 0 { // in a plain run, some
							continue
						}
						const base, size = uint64(0x200010000), uint64(8192)
						src, l := c.program(g, r, base, size)
						l.Options.Check = check
						p, err := asm.Code(g, src)
						require.NoError(t, err, src)
						want, got := guardedOutcomes(t, g, p.Code, l, tier, base, size, c.last)
						require.True(t, want.equal(got), "%s, %+v, check %v: %s\n%s", tier, c, check, want.differs(got), src)
					}
				}
			}
			t.Log(whole, "rounds in host code")
			require.Positive(t, whole)
		})
	}
}
