package hostcode_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// What memory instructions of random programs address: a buffer of room bytes, and LDS.
const (
	room     = 8192
	ldsBytes = 2048
)

// memory is a random memory instruction. Addresses are in v12 to v19, s44 to s51: most of them fit.
func (x *generator) memory(g isa.Gen) string {
	for {
		text := x.access()
		if _, err := asm.Code(g, text); err == nil {
			return text
		}
	}
}

func (x *generator) access() string {
	n := x.IntN(8)
	reg := func(dwords int) string {
		if dwords == 1 {
			return fmt.Sprintf("v%d", n)
		}
		return fmt.Sprintf("v[%d:%d]", n, n+dwords-1)
	}
	offset := func(most int) string {
		if x.IntN(2) == 0 {
			return ""
		}
		return fmt.Sprintf(" offset:%d", x.IntN(most/4)*4+x.IntN(16)/15)
	}
	sizes := []string{"dword", "dword", "dword", "dwordx2", "dwordx3", "dwordx4", "ubyte", "sbyte", "ushort", "sshort", "byte", "short",
		"ubyte_d16", "short_d16", "short_d16_hi", "sbyte_d16_hi", "byte_d16_hi"}
	dwords := map[string]int{"dwordx2": 2, "dwordx3": 3, "dwordx4": 4}
	size := x.one(sizes...)
	data := reg(max(1, dwords[size]))
	verb := x.one("load", "load", "store")
	any := fmt.Sprintf("v%d", x.IntN(11))
	switch x.IntN(9) {
	case 0, 1:
		addr := x.one("v12", "v13", "v12", "v13", "v14", any)
		how := x.one(" offen", " offen", " offen", "", " idxen")
		if how == "" {
			addr = "off"
		}
		if how == " idxen" && x.IntN(2) == 0 {
			addr, how = "v[12:13]", " idxen offen"
		}
		return fmt.Sprintf("buffer_%s_%s %s, %s, s[44:47], %s%s%s", verb, size, data, addr, x.one("0", "0", "s54", "16", "m0"), how, offset(4096))
	case 2, 3:
		kind := x.one("flat", "flat", "global")
		addr := x.one("v[16:17]", "v[18:19]")
		text := fmt.Sprintf("%s_%s_%s %s, %s", kind, verb, size, data, addr)
		if verb == "store" {
			text = fmt.Sprintf("%s_%s_%s %s, %s", kind, verb, size, addr, data)
		}
		if kind == "global" {
			if x.IntN(2) == 0 {
				text = strings.ReplaceAll(text, addr, x.one("v12", "v13")) + ", s[48:49]"
			} else {
				text += ", off"
			}
			text += offset(2048)
		}
		return text
	case 4:
		n := x.one("", "x2", "x4", "x8")
		to := map[string]string{"": fmt.Sprintf("s%d", x.IntN(16)), "x2": "s[2:3]", "x4": "s[4:7]", "x8": "s[8:15]"}[n]
		if x.IntN(2) == 0 {
			return fmt.Sprintf("s_load_dword%s %s, s[48:49], %s", n, to, x.one("0x0", "0x10", "0x44", "s54", "s55"))
		}
		return fmt.Sprintf("s_buffer_load_dword%s %s, s[44:47], %s", n, to, x.one("0x0", "0x10", "0x44", "s54", "s55"))
	}
	addr := x.one("v12", "v13", "v12", "v13", "v14", "v15", any)
	switch x.IntN(5) {
	case 0, 1:
		size := x.one("b32", "b32", "b64", "b96", "b128", "u8", "i8", "u16", "i16", "u8_d16", "u16_d16_hi")
		to := reg(map[string]int{"b64": 2, "b96": 3, "b128": 4}[size] + map[bool]int{true: 1}[size[0] != 'b' || size == "b32"])
		return fmt.Sprintf("ds_read_%s %s, %s%s", size, to, addr, offset(ldsBytes))
	case 2:
		size := x.one("b32", "b32", "b64", "b96", "b128", "b8", "b16", "b16_d16_hi")
		from := reg(map[string]int{"b64": 2, "b96": 3, "b128": 4}[size] + map[bool]int{true: 1}[size == "b32" || size[1] != '6' && len(size) == 2 || strings.HasPrefix(size, "b16")])
		return fmt.Sprintf("ds_write_%s %s, %s%s", size, addr, from, offset(ldsBytes))
	case 3:
		pair := fmt.Sprintf(" offset0:%d offset1:%d", x.IntN(64), x.IntN(64))
		return x.one("ds_read2_b32 "+reg(2), "ds_read2st64_b32 "+reg(2), "ds_read2_b64 "+reg(4)) + ", " + addr + pair
	}
	pair := fmt.Sprintf(" offset0:%d offset1:%d", x.IntN(64), x.IntN(64))
	return x.one(
		"ds_write2_b32 "+addr+", "+reg(1)+", v3"+pair, "ds_write2st64_b64 "+addr+", "+reg(2)+", v[3:4]"+pair,
		"ds_add_u32 "+addr+", "+reg(1)+offset(1024), "ds_add_rtn_u32 "+any+", "+addr+", "+reg(1)+offset(1024),
		"ds_max_rtn_f32 "+any+", "+addr+", "+reg(1), "ds_cmpst_rtn_b32 "+any+", "+addr+", "+reg(1)+", v4",
		"ds_swizzle_b32 "+any+", "+addr+" offset:0x80b1", "ds_bpermute_b32 "+any+", "+addr+", "+reg(1), "ds_permute_b32 "+any+", "+addr+", "+reg(1),
		"ds_cmpst_rtn_b64 v[4:5], "+addr+", v[2:3], "+reg(2))
}

// leftOut is in front of instructions that a loop does not execute each time.
const leftOut = "s_nop 2"

// memoryLoop is a random loop with memory and waits; where once is set, it goes round once.
func (x *generator) memoryLoop(t testing.TB, g isa.Gen) (src string, l sim.Launch, once bool) {
	var body []string
	wait := func() string {
		return x.one("s_waitcnt vmcnt(0)", "s_waitcnt lgkmcnt(0)", "s_waitcnt vmcnt(0) lgkmcnt(0)", "s_waitcnt vmcnt(0) & lgkmcnt(0)",
			"s_waitcnt vmcnt(1)", "s_waitcnt vmcnt(2)", "s_waitcnt lgkmcnt(1)", "s_waitcnt expcnt(0)", "s_waitcnt 0")
	}
	once = x.IntN(4) == 0
	many := x.IntN(8) == 0          // so many that a counter is full
	tidy := !many && x.IntN(2) == 0 // all is waited for before it is used
	for range 1 + x.IntN(14) {
		for n := x.IntN(3); n > 0; n-- {
			body = append(body, x.inst(t, g))
		}
		for n := 1 + x.IntN(3); n > 0; n-- {
			body = append(body, x.memory(g))
			if many {
				op := x.memory(g)
				for range x.IntN(20) {
					body = append(body, op)
				}
			}
		}
		switch x.IntN(8) {
		case 0:
			body = append(body, x.one("v_xor_b32 v13, 4, v13", "v_mov_b32 v14, v12", "v_xor_b32 v18, 8, v18", "s_mov_b32 s54, 8",
				"s_xor_b32 s55, s55, 16", "s_mov_b64 exec, s[42:43]", "v_mov_b32 v3, v12"))
		case 1:
			body = append(body, x.one("s_cbranch_vccz 0", "s_cbranch_scc0 1\ns_nop 0", "s_cbranch_execz 1\nv_mov_b32 v1, v2", "s_branch 0", "s_nop 1"))
		case 2:
			body = append(body, "s_barrier")
		case 3:
			behind := fmt.Sprintf("behind%d", len(body))
			body = append(body, fmt.Sprintf("s_bitcmp1_b32 s40, %d", x.IntN(3)),
				x.one("s_cbranch_scc0 ", "s_cbranch_scc1 ")+behind, leftOut, x.memory(g))
			if body = append(body, x.inst(t, g)); x.IntN(3) == 0 {
				body = append(body, wait(), x.memory(g))
			}
			body = append(body, behind+":")
		}
		switch {
		case tidy:
			body = append(body, x.one("s_waitcnt vmcnt(0) lgkmcnt(0)", "s_waitcnt 0", "s_waitcnt lgkmcnt(0)\ns_waitcnt vmcnt(0)",
				"s_waitcnt vmcnt(0)\ns_waitcnt lgkmcnt(0)"))
		case x.IntN(3) > 0:
			body = append(body, wait())
		}
	}
	body = append(body, "s_mov_b32 s48, s38", "s_mov_b32 s49, s39")
	if x.IntN(3) > 0 {
		body = append(body, "s_waitcnt vmcnt(0) lgkmcnt(0)")
	}
	src, l = x.loop(body)
	if once { // what it does in many waves
		src = strings.Replace(src, "s_cbranch_scc1 again\n", "", 1)
	}
	return src, l, once
}

// outcome is all that a run leaves.
type outcome struct {
	Fault    string
	Findings []string
	Waves    []string
	Ops      [][]waitcnt.Op
	V        [][256]isa.Row
	Written  [][256]uint64
	S        [][256]uint32
	Insts    []uint64
	Waits    uint64
	Total    uint64
	Counts   []uint64
	LDS, Mem []byte
	Changed  []string          // what was in memory before
	Lines    [][]mem.CacheLine // of scalar caches
	Cache    []mem.CacheStats
	direct   uint64 // memory operations in host code
	hosted   uint64 // instructions
}

// remember runs a launch on a tier, with a buffer of room bytes.
func remember(t testing.TB, g isa.Gen, code []byte, l sim.Launch, tier string) (o outcome) {
	d := sim.NewDevice(g)
	buf, err := d.Mem.Map("buf", 0x200000000, room)
	require.NoError(t, err)
	return rememberOn(t, d, buf, code, l, tier)
}

// rememberOn runs a launch on a tier, on a device with a buffer.
func rememberOn(t testing.TB, d *sim.Device, buf *mem.Range, code []byte, l sim.Launch, tier string) (o outcome) {
	w := d.Mem.Writable(buf.Base, int(buf.Size()))
	for i := range w {
		w[i] = byte(i*7 + i>>8*13)
	}
	d.Mem.ResetChanges() // pages are looked at before something is stored there
	p, err := d.Load(code)
	require.NoError(t, err)
	l.Prog, l.Options.Host = p, tier
	return rememberRun(t, d, buf, &l)
}

// rememberRun runs a launch on a device with a buffer.
func rememberRun(t testing.TB, d *sim.Device, buf *mem.Range, l *sim.Launch) (o outcome) {
	p := l.Prog
	r, err := d.Run(l)
	require.NoError(t, err)
	if r.Fault != nil {
		o.Fault = r.Fault.Error()
	}
	for _, f := range r.Findings {
		text, err := json.Marshal(f)
		require.NoError(t, err)
		o.Findings = append(o.Findings, string(text))
	}
	o.Total, o.Waits, o.Counts = r.Insts, r.Waits, r.Counts
	for slot, n := range r.HostCounts {
		if n == 0 {
			continue
		}
		o.hosted += n
		in, err := p.Inst(p.Base + uint64(slot)*4)
		require.NoError(t, err)
		if _, is := in.Form.Desc.Do.(isa.Memory); is {
			o.direct += n
		}
	}
	for i, s := range r.State {
		if len(r.State) > 8 && i%32 != 31 && i != len(r.State)-1 {
			continue // a sample
		}
		o.LDS = append(o.LDS, s.LDS.Bytes()...)
		o.Lines, o.Cache = append(o.Lines, s.KCache().Lines()), append(o.Cache, s.KCache().Stats)
		for _, w := range s.Waves {
			o.Waves = append(o.Waves, fmt.Sprint(w.PC(), w.State, w.SCC, w.Mode, w.Waits, w.SWritten, w.Counters.Count, w.Counters.Seq()))
			var ops []waitcnt.Op
			for _, op := range w.Counters.Ops() {
				_, text := w.Issued(op)
				op.Slot = 0 // a name
				ops = append(ops, op)
				o.Waves = append(o.Waves, text)
			}
			o.Ops, o.V, o.S, o.Insts = append(o.Ops, ops), append(o.V, *w.V), append(o.S, w.S), append(o.Insts, w.Insts)
			o.Written = append(o.Written, w.VWritten)
		}
	}
	for _, s := range d.Mem.Changed() {
		o.Changed = append(o.Changed, fmt.Sprintf("%x %x", s.Addr, s.Before))
	}
	o.Mem = append(o.Mem, d.Mem.Slice(buf.Base, int(buf.Size()))...)
	return o
}

// Random loops with memory and waits leave the same in each tier: registers, memory, LDS, what is
// outstanding, counts, faults and findings, under each policy and any budget.
func TestMemoryAgrees(t *testing.T) {
	n := 20
	switch {
	case *long:
		n = 3000
	case testing.Short():
		n = 12
	}
	for _, g := range []isa.Gen{isa.GCN10, isa.GCN11, isa.GCN12, isa.GCN14} {
		t.Run(g.String(), func(t *testing.T) {
			direct := map[bool]uint64{} // by check
			for _, tier := range tiers(t) {
				x := newGenerator(uint64(g)+3, g)
				for i := range n {
					src, l, once := x.memoryLoop(t, g)
					x.addresses(&l)
					if once {
						l.Grid[0] = 140 * l.Group[0]
					}
					p, err := asm.Code(g, src)
					require.NoError(t, err, src)
					o := &l.Options
					o.Policy = []waitcnt.Policy{nil, nil, waitcnt.Late{}, waitcnt.Late{}, waitcnt.Asap{}, &waitcnt.Random{Seed: uint64(i)}}[x.IntN(6)]
					o.Check = x.IntN(2) == 0
					o.CountHost = true
					if o.MaxInsts = 200000; x.IntN(3) == 0 {
						o.MaxInsts = 500 + x.Int64N(9000)
					}
					want := remember(t, g, p.Code, l, "go")
					got := remember(t, g, p.Code, l, tier)
					direct[o.Check] += got.direct
					got.direct = 0
					if !want.equal(&got) {
						require.Fail(t, want.differs(&got), "%s: policy %v, check %v, %d instructions, MODE %#x, of\n%s", tier, o.Policy, o.Check, o.MaxInsts,
							*l.Registers[7].Mode, src)
					}
				}
			}
			t.Log("memory operations in host code, by check:", direct)
			if !testing.Short() {
				require.NotZero(t, direct[true]+direct[false])
			}
		})
	}
}

// A wave that leaves a path where a branch goes elsewhere, with operations outstanding, goes on in host
// code once that is hot, and what it leaves is the same.
func TestPathsTurn(t *testing.T) {
	const src = `
		v_lshlrev_b32 v12, 2, v0
		s_mov_b32 m0, -1
		s_movk_i32 s40, 1000
	again:
		s_load_dword s20, s[48:49], 0x0
		ds_write_b32 v12, v12
		v_mov_b32 v12, v12
		s_bitcmp1_b32 s40, 0
		s_cbranch_scc1 behind
		ds_write_b32 v12, v12 offset:256
		ds_write_b32 v12, v12 offset:512
	behind:
		s_waitcnt lgkmcnt(0)
		v_mov_b32 v1, s20
		ds_read_b32 v2, v12
		s_waitcnt lgkmcnt(0)
		v_add_f32 v3, v2, v1
		s_sub_u32 s40, s40, 1
		s_cmp_lg_u32 s40, 0
		s_cbranch_scc1 again
		s_endpgm`
	const g = isa.GCN11
	p, err := asm.Code(g, src)
	require.NoError(t, err)
	base := []uint32{0, 2}
	for _, tier := range tiers(t) {
		for _, check := range []bool{false, true} {
			l := sim.Launch{Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: ldsBytes}
			l.Registers = []sim.RegInit{{Code: 48, Scalar: base},
				{Code: isa.CodeVGPR, Vector: []isa.Row{func() (r isa.Row) {
					for i := range r {
						r[i] = uint32(i)
					}
					return r
				}()}}}
			l.Options.Check, l.Options.CountHost = check, true
			want, got := remember(t, g, p.Code, l, "go"), remember(t, g, p.Code, l, tier)
			require.Greater(t, got.direct, uint64(3500), "%s, check %v: of 4000", tier, check)
			got.direct = 0
			require.True(t, want.equal(&got), want.differs(&got))
		}
	}
}

// What has returned is not proved complete where scalar loads and LDS share a counter, and where a counter
// was too narrow. Behind the path it is still known what memory that has accessed.
func TestWhatReturnsUnprovedIsKnownBehindThePath(t *testing.T) {
	const head = `
		v_lshlrev_b32 v12, 2, v0
		s_mov_b32 m0, -1
		s_movk_i32 s40, 500
		s_movk_i32 s54, 64
	again:
		v_mov_b32 v13, v12
	`
	const tail = `
		s_waitcnt vmcnt(0) lgkmcnt(0)
		s_cmpk_eq_u32 s40, 100
		s_cselect_b32 s54, 0, s54
		s_sub_u32 s40, s40, 1
		s_cmp_lg_u32 s40, 0
		s_cbranch_scc1 again
		s_endpgm`
	tests := []struct {
		name, rule string
		gen        isa.Gen
		body       string
	}{
		{"a store behind a scalar load", "race-smem-store", isa.GCN11, `
			ds_add_u32 v12, v12
			s_load_dword s20, s[48:49], 0x0
			s_waitcnt lgkmcnt(1)
			s_setprio 1
			buffer_store_dword v12, off, s[44:47], s54`},
		{"LDS at a barrier, with a scalar load", "race-barrier-lds", isa.GCN12, `
			s_buffer_load_dword s20, s[44:47], 0x0
			ds_write_b16 v13, v12
			v_mov_b32 v13, v0
			s_waitcnt lgkmcnt(1)
			s_barrier`},
		{"a register of a scalar load", "race-waw", isa.GCN14, `
			ds_write_b32 v12, v12
			s_load_dword s20, s[48:49], 0x0
			s_waitcnt lgkmcnt(1)
			s_setprio 1
			s_mov_b32 s20, 0`},
		{"a register in few lanes", "race-waw", isa.GCN12, `
			s_mov_b64 s[22:23], exec
			s_mov_b64 exec, 5
			ds_read_b32 v21, v12
			s_load_dword s20, s[48:49], 0x0
			s_waitcnt lgkmcnt(1)
			s_mov_b64 exec, s[22:23]
			s_setprio 1
			v_mov_b32 v21, 0`},
		{"much LDS at a barrier", "race-barrier-lds", isa.GCN10,
			strings.Repeat("ds_write_b32 v13, v12\nv_xor_b32 v13, 4, v13\n", 17) + "s_barrier"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := asm.Code(tt.gen, head+tt.body+tail)
			require.NoError(t, err)
			l := sim.Launch{Grid: [3]uint32{128, 1, 1}, Group: [3]uint32{128, 1, 1}, LDS: ldsBytes}
			l.Registers = []sim.RegInit{{Code: 48, Scalar: []uint32{0, 2}},
				{Code: 44, Scalar: []uint32{0, 2, 0x1000, 0x24fac}},
				{Code: isa.CodeVGPR, Vector: []isa.Row{func() (r isa.Row) {
					for i := range r {
						r[i] = uint32(i)
					}
					return r
				}()}}}
			l.Options.Check, l.Options.CountHost = true, true
			want := remember(t, tt.gen, p.Code, l, "go")
			require.Contains(t, strings.Join(want.Findings, "\n"), tt.rule)
			for _, tier := range tiers(t) {
				got := remember(t, tt.gen, p.Code, l, tier)
				require.NotZero(t, got.direct)
				got.direct = 0
				require.True(t, want.equal(&got), want.differs(&got))
			}
		})
	}
}

// Waves that read LDS in many places at addresses that are the same but for offsets, and now and then write
// there, have the same findings in each tier: races, accesses out of range and bytes that nobody has
// written.
func TestReadsOfLDSAgree(t *testing.T) {
	const g = isa.GCN12
	x := newGenerator(11, g)
	rounds, found := 12, map[bool]int{}
	if *long {
		rounds = 1500
	}
	for range rounds {
		racy := x.IntN(2) == 0
		var b strings.Builder
		line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
		line("v_lshlrev_b32 v12, 2, v0\nv_mov_b32 v13, 64\nv_and_b32 v14, 63, v0\nv_lshlrev_b32 v14, 4, v14\ns_mov_b32 m0, -1")
		line("v_mov_b32 v20, 0\nv_mov_b32 v21, 0\nv_mov_b32 v22, 0\nv_mov_b32 v23, 0")
		line("v_cmp_gt_u32 vcc, 64, v0\ns_and_saveexec_b64 s[20:21], vcc\nds_write_b128 v14, v[20:23]")
		if !racy || x.IntN(2) == 0 {
			line("ds_write_b128 v14, v[20:23] offset:1024")
		}
		line("s_waitcnt lgkmcnt(0)\ns_mov_b64 exec, s[20:21]\ns_barrier\ns_movk_i32 s40, 200\nagain:")
		for range 1 + x.IntN(4) {
			for range 1 + x.IntN(5) {
				addr := x.one("v12", "v12", "v13", "v14")
				switch x.IntN(6) {
				case 0:
					line("ds_read2_b32 v[2:3], %s offset0:%d offset1:%d", addr, x.IntN(16), x.IntN(16))
				case 1:
					line("ds_read_b64 v[4:5], v14 offset:%d", 8*x.IntN(8))
				case 2:
					line("ds_read_b128 v[6:9], v14 offset:%d", 16*x.IntN(4))
				default:
					line("ds_read_b32 v%d, %s offset:%d", 2+x.IntN(8), addr, 4*x.IntN(20))
				}
				if x.IntN(8) == 0 {
					line("s_nop 0\n%s", x.one("v_xor_b32 v12, 0x80, v12", "v_xor_b32 v13, 0x80, v13", "s_mov_b32 m0, -1",
						"s_mov_b32 m0, 0x480", "s_not_b64 exec, exec", "s_mov_b64 exec, -1"))
				}
			}
			line("s_waitcnt lgkmcnt(0)\nv_add_u32 v10, vcc, v2, v3")
			if racy && x.IntN(3) == 0 {
				n := b.Len()
				line("s_bitcmp1_b32 s40, %d\ns_cbranch_scc1 no%d", x.IntN(5), n)
				line("ds_write_b32 %s, v10 offset:%d\nno%d:\ns_waitcnt lgkmcnt(0)", x.one("v12", "v13"), 4*x.IntN(8), n)
			}
			if x.IntN(4) == 0 {
				line("s_barrier")
			}
		}
		if x.IntN(2) == 0 { // other addresses the next time
			line("v_xor_b32 %s, 0x80, %[1]s", x.one("v12", "v13", "v14"))
		}
		line("s_sub_u32 s40, s40, 1\ns_cmp_lg_u32 s40, 0\ns_cbranch_scc1 again\ns_endpgm")
		p, err := asm.Code(g, b.String())
		require.NoError(t, err, b.String())
		waves := uint32(1 + x.IntN(4))
		l := sim.Launch{Grid: [3]uint32{128 * waves, 1, 1}, Group: [3]uint32{64 * waves, 1, 1},
			LDS: 2048}
		if racy && x.IntN(3) == 0 {
			l.LDS = 1088 + 4*x.Uint32N(64)
		}
		ids := abi.LocalIDX
		l.Registers = []sim.RegInit{{Code: isa.CodeVGPR, Lanes: &ids}}
		l.Options.Check, l.Options.CountHost, l.Options.Workers = true, true, 1
		want := remember(t, g, p.Code, l, "go")
		found[len(want.Findings) > 0]++
		for _, tier := range tiers(t) {
			got := remember(t, g, p.Code, l, tier)
			got.direct = 0
			require.True(t, want.equal(&got), "%s: %s\n%s", tier, want.differs(&got), b.String())
		}
	}
	t.Log("with findings:", found)
	require.Greater(t, found[true], rounds/6)
	require.Greater(t, found[false], rounds/6)
}

// addresses sets registers that address memory.
func (x *generator) addresses(l *sim.Launch) {
	const base = uint64(0x200000000)
	lo, hi := uint32(base&0xffffffff), uint32(base>>32)
	rows := &l.Registers[0].Vector
	far := x.IntN(10) == 0
	for i := range isa.Lanes {
		v := *rows
		v[12][i] = uint32(4 * i)
		v[13][i] = x.Uint32N(ldsBytes/4) * 4
		v[14][i] = x.Uint32N(ldsBytes)
		v[15][i] = uint32(16 * i)
		v[16][i], v[17][i] = 1024+uint32(4*i), hi
		v[18][i], v[19][i] = x.Uint32N(room/4-8)*4, hi
		if far && x.IntN(64) == 0 {
			v[18][i] = room - 4 + x.Uint32N(8)
		}
		if far && x.IntN(200) == 0 {
			v[19][i] = x.Uint32N(1 << 17)
		}
	}
	data := mem.RawBuffer(base, room)
	switch x.IntN(12) {
	case 0:
		data[1] |= 16 << 16 // stride
	case 1:
		data[2] = 256 + x.Uint32N(4096)
	case 2:
		data[1] |= 4<<16 | 1<<31
		data[3] |= 1<<19 | 3<<21 | 1<<23
	}
	l.Registers = append(l.Registers, sim.RegInit{Code: 44, Scalar: data[:]}, sim.RegInit{Code: 48, Scalar: []uint32{lo, hi, 0, 0}},
		sim.RegInit{Code: 38, Scalar: []uint32{lo, hi}}, sim.RegInit{Code: 54, Scalar: []uint32{4 * x.Uint32N(64), 4 * x.Uint32N(8)}},
		sim.RegInit{Code: isa.CodeM0, Scalar: []uint32{^uint32(0) >> (x.IntN(2) * 21)}})
	l.LDS = ldsBytes
	if x.IntN(2) == 0 {
		l.InitLDS = make([]byte, ldsBytes)
		for i := range l.InitLDS {
			l.InitLDS[i] = byte(x.Uint32())
		}
	}
	switch x.IntN(4) {
	case 0:
		l.Grid[0], l.Group[0] = 192, 192
	case 1:
		l.Grid[0] = 128
	}
}

// equal compares the large parts as memory, which reflection would take by the element.
func (o *outcome) equal(p *outcome) bool {
	small := func(o outcome) outcome {
		o.V, o.Written, o.S, o.LDS, o.Mem, o.hosted = nil, nil, nil, nil, nil, 0
		return o
	}
	return slices.Equal(o.V, p.V) && slices.Equal(o.Written, p.Written) && slices.Equal(o.S, p.S) &&
		bytes.Equal(o.LDS, p.LDS) && bytes.Equal(o.Mem, p.Mem) && reflect.DeepEqual(small(*o), small(*p))
}

// at is a finding, if there is one.
func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "none"
}

// differs says what is not the same.
func (o *outcome) differs(p *outcome) string {
	var b strings.Builder
	for i := range o.V {
		for r := range o.V[i] {
			for l := range o.V[i][r] {
				if x, y := o.V[i][r][l], p.V[i][r][l]; x != y {
					fmt.Fprintf(&b, "wave %d v%d lane %d: %#x %#x\n", i, r, l, x, y)
					break
				}
			}
			if x, y := o.Written[i][r], p.Written[i][r]; x != y {
				fmt.Fprintf(&b, "wave %d v%d written: %#x %#x\n", i, r, x, y)
			}
		}
		for r := range o.S[i] {
			if x, y := o.S[i][r], p.S[i][r]; x != y {
				fmt.Fprintf(&b, "wave %d s%d: %#x %#x\n", i, r, x, y)
			}
		}
	}
	for _, list := range [...][]*outcome{{o, p}} {
		for _, q := range list {
			fmt.Fprintln(&b, q.Fault, q.Waves, q.Ops, q.Insts, q.Waits, q.Total, q.Cache)
		}
	}
	for i := range max(len(o.Findings), len(p.Findings)) {
		if x, y := at(o.Findings, i), at(p.Findings, i); x != y {
			fmt.Fprintf(&b, "finding %s\ninstead of %s\n", y, x)
		}
	}
	fmt.Fprintln(&b, "lines, counts, LDS, memory, findings are the same:", reflect.DeepEqual(o.Lines, p.Lines), slices.Equal(o.Counts, p.Counts), slices.Equal(o.LDS, p.LDS),
		slices.Equal(o.Mem, p.Mem), slices.Equal(o.Findings, p.Findings))
	return b.String()
}

// A loop at whose branch a store is outstanding is followed from the wait on that leaves nothing outstanding, round
// the loop: so is all code that is not optimized.
func TestLoopsWithOutstandingStoresAreFollowed(t *testing.T) {
	src := `
		s_movk_i32 s40, 1000
		v_mov_b32 v1, 0
		s_branch first
	again:
		s_add_u32 s41, s41, 3
		buffer_load_dword v1, off, s[44:47], 0 offset:16
		s_waitcnt vmcnt(0)
		v_add_u32 v1, vcc, s41, v1
	first:
		buffer_store_dword v1, off, s[44:47], 0 offset:16
		s_sub_u32 s40, s40, 1
		s_cmp_lg_u32 s40, 0
		s_cbranch_scc0 end
		s_branch again
	end:
		s_endpgm`
	p, err := asm.Code(isa.GCN12, src)
	require.NoError(t, err)
	l := sim.Launch{Grid: [3]uint32{64, 1, 1}, Group: [3]uint32{64, 1, 1},
		Registers: []sim.RegInit{{Code: 41, Scalar: []uint32{0, 0, 0, 0, 2, room, 0x00027000}}},
		Options:   sim.Options{Workers: 1, Keep: true, Count: true, CountHost: true}}
	want := remember(t, isa.GCN12, p.Code, l, "go")
	for _, tier := range tiers(t) {
		got := remember(t, isa.GCN12, p.Code, l, tier)
		require.Greater(t, got.direct, uint64(1800), "accesses in host code of 2000")
		got.direct = 0
		require.True(t, want.equal(&got), "%s: %s", tier, want.differs(&got))
	}
}
