package dump

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
)

func TestParseSections(t *testing.T) {
	for list, want := range map[string]Section{"": All, "wave": Wave, "vgpr,mem": VGPR | Mem, strings.Join(sectionNames[:], ","): All} {
		got, err := ParseSections(list)
		require.NoError(t, err)
		require.Equal(t, want, got, list)
	}
	_, err := ParseSections("wave,vpgr")
	require.ErrorContains(t, err, `"vpgr"`)
}

func TestSplitWritesRuns(t *testing.T) {
	all := func(int) bool { return true }
	tests := []struct {
		name    string
		v       []uint32
		written func(int) bool
		want    string
	}{
		{"nothing", nil, all, ""},
		{"one", []uint32{7}, all, "0:00000007"},
		{"equal", []uint32{7, 7}, all, "0-1:00000007"},
		{"rising", []uint32{8, 12, 16, 20}, all, "0-3:00000008 step 4"},
		{"falling through zero", []uint32{1, 0, 0xffffffff, 0xfffffffe}, all, "0-3:00000001 step -1"},
		{"three are no series", []uint32{1, 2, 3, 9, 5}, all, "0-4:00000001 00000002 00000003 00000009 00000005"},
		{"lines of eight places", []uint32{3, 1, 4, 1, 5, 9, 2, 6, 5, 3}, all,
			"0-7:00000003 00000001 00000004 00000001 00000005 00000009 00000002 00000006|8-9:00000005 00000003"},
		{"a series after single values", []uint32{9, 4, 5, 5, 5, 5}, all, "0-1:00000009 00000004|2-5:00000005"},
		{"holes", []uint32{1, 1, 0, 0, 2}, func(i int) bool { return i < 2 || i == 4 }, "0-1:00000001|2-3:unwritten|4:00000002"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s []string
			for _, r := range split(tt.v, tt.written, true) {
				s = append(s, string(r.span(nil))+":"+string(r.text(nil, " ", " step ", hexadecimal)))
			}
			require.Equal(t, tt.want, strings.Join(s, "|"))
		})
	}
}

// What split makes of a sequence, expanded again, is the sequence.
func TestSplitLosesNothing(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		v := make([]uint32, rnd.IntN(65))
		mask := rnd.Uint64() | rnd.Uint64()
		for i := range v {
			switch {
			case i > 1 && rnd.IntN(3) > 0:
				v[i] = 2*v[i-1] - v[i-2]
			case i > 0 && rnd.IntN(3) > 0:
				v[i] = v[i-1]
			default:
				v[i] = rnd.Uint32() >> rnd.IntN(32)
			}
		}
		next := 0
		for _, r := range split(v, func(i int) bool { return mask>>i&1 != 0 }, true) {
			require.Equal(t, next, r.first)
			require.Positive(t, r.count)
			for i := range r.count {
				at := r.first + i
				require.Equal(t, mask>>at&1 == 0, r.unwritten)
				switch {
				case r.unwritten:
				case r.values != nil:
					require.Len(t, r.values, r.count)
					require.Equal(t, v[at], r.values[i])
				default:
					require.Equal(t, v[at], r.value+uint32(i)*r.step)
				}
			}
			next += r.count
		}
		require.Equal(t, len(v), next)
	}
}

// dumpOf runs text on one wave of the generation.
func dumpOf(t *testing.T, g isa.Gen, text string, opts sim.Options, sections Section, all bool, set ...func(*Dump)) (*Dump, *sim.Result, *sim.Device) {
	t.Helper()
	p, err := asm.Code(g, text)
	require.NoError(t, err)
	d := sim.NewDevice(g)
	rg, err := d.Mem.Map("out", 0x1001, 64)
	require.NoError(t, err)
	require.EqualValues(t, 0x1001, rg.Base)
	prog, err := sim.NewProgram(g, 0x8000, p.Code)
	require.NoError(t, err)
	prog.Bias = 0x8000
	opts.Keep = true
	l := &sim.Launch{Prog: prog, Entry: 0x8000, Grid: [3]uint32{40, 1, 1}, Group: [3]uint32{64, 1, 1}, LDS: 512, Options: opts}
	r, err := d.Run(l)
	require.NoError(t, err)
	dump := New(sections, all)
	for _, f := range set {
		f(dump)
	}
	dump.AddLaunch("k", l, r, d)
	dump.AddDevice(d)
	return dump, r, d
}

func text(t *testing.T, d *Dump) string {
	var b strings.Builder
	require.NoError(t, d.WriteText(&b))
	return b.String()
}

// The program writes a bit of everything; the wanted values follow from its text.
const everything = `
	s_mov_b32 s2, 0x1234
	s_mov_b32 m0, -1
	v_mov_b32 v1, 5
	s_mov_b64 exec, 3
	v_mov_b32 v3, s2
	v_mov_b32 v4, 0x80
	ds_write_b32 v4, v1
	v_mov_b32 v5, 0x1003
	v_mov_b32 v6, 0
	flat_store_dword v[5:6], v1
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_setprio 2
	s_endpgm
`

func TestDumpAsText(t *testing.T) {
	d, r, _ := dumpOf(t, isa.GCN12, everything, sim.Options{}, All, false)
	require.Nil(t, r.Fault)
	// The wave has 40 lanes, of which v3 to v6 are written in two only. The store is not aligned to
	// the buffer at 0x1001: the buffer's second dword begins at 0x1005.
	require.Equal(t, `launch 0 k
group 0,0,0
  wave 0 of group 0,0,0
    state   done
    pc      00000044  s_endpgm
    insts   13
    waits   1
    exec    0000000000000003
    vcc     unwritten
    scc     0
    m0      ffffffff
    mode    00000000
    prio    2
    s2      00001234
    v1      lanes 0-39   00000005
    v1      lanes 40-63  unwritten
    v3      lanes 0-1    00001234
    v3      lanes 2-63   unwritten
    v4      lanes 0-1    00000080
    v4      lanes 2-63   unwritten
    v5      lanes 0-1    00001003
    v5      lanes 2-63   unwritten
    v6      lanes 0-1    00000000
    v6      lanes 2-63   unwritten
    vmcnt   0
    lgkmcnt 0
    expcnt  0
  lds 00000080-00000083  00000005
  lds 00000084-000000bf  00000000
  kcache hits 0
  kcache misses 0
  kcache writes 0
  kcache evictions 0
  kcache writebacks 0
`, strings.Split(text(t, d), "mem ")[0])
}

// JSON has the same facts: bit patterns as strings, nulls for what is unwritten.
func TestDumpAsJSON(t *testing.T) {
	d, _, _ := dumpOf(t, isa.GCN12, everything, sim.Options{}, All, false)
	var b bytes.Buffer
	require.NoError(t, d.WriteJSON(&b))
	var got struct {
		Launches []struct {
			Kernel string
			Groups []struct {
				ID    []int
				LDS   []struct{ Offset, Data string }
				Waves []struct {
					State, PC, Inst string
					Insts, Waits    int
					Special, SGPRs  []struct {
						Reg   string
						Value *string
					}
					VGPRs []struct {
						Reg   string
						Lanes []*string
					}
					Counters map[string]any
				}
			}
		}
		Memory []struct{ Buffer, Address, Offset, Data string }
	}
	require.NoError(t, json.Unmarshal(b.Bytes(), &got))
	require.Len(t, got.Launches, 1)
	g := got.Launches[0].Groups[0]
	require.Equal(t, []int{0, 0, 0}, g.ID)
	require.Equal(t, "0x00000080", g.LDS[0].Offset)
	require.Equal(t, "05000000"+strings.Repeat("00", 60), g.LDS[0].Data)
	w := g.Waves[0]
	require.Equal(t, []any{"done", "0x00000044", "s_endpgm", 13, 1}, []any{w.State, w.PC, w.Inst, w.Insts, w.Waits})
	special := map[string]*string{}
	for _, s := range w.Special {
		special[s.Reg] = s.Value
	}
	require.Equal(t, "0x0000000000000003", *special["exec"])
	require.Contains(t, special, "vcc")
	require.Nil(t, special["vcc"])
	require.Equal(t, "s2", w.SGPRs[0].Reg)
	require.Equal(t, "0x00001234", *w.SGPRs[0].Value)
	require.Equal(t, "v1", w.VGPRs[0].Reg)
	require.Len(t, w.VGPRs[0].Lanes, 64)
	require.Equal(t, "0x00000005", *w.VGPRs[0].Lanes[39])
	require.Nil(t, w.VGPRs[0].Lanes[40])
	require.EqualValues(t, 0, w.Counters["vmcnt"])
	require.Empty(t, w.Counters["outstanding"])
	changed := ""
	for _, m := range got.Memory {
		require.Equal(t, "out", m.Buffer)
		changed += m.Data
	}
	require.Contains(t, changed, "05", "the store's one byte that is not 0")
}

// A faulting wave shows what it had in flight, by instruction. A FLAT load none of whose addresses
// is in LDS returns in the order of vector memory.
func TestDumpOfWhatIsOutstanding(t *testing.T) {
	d, r, _ := dumpOf(t, isa.GCN12, `
		v_mov_b32 v5, 0x1001
		v_mov_b32 v6, 0
		s_mov_b32 s0, 0x1004
		s_mov_b32 s1, 0
		s_load_dwordx2 s[4:5], s[0:1], 0x0
		flat_load_dword v1, v[5:6]
		s_branch 100
		s_endpgm`, sim.Options{}, Wave|Counters, false)
	require.ErrorIs(t, r.Fault, sim.ErrNoCode)
	got := text(t, d)
	require.Contains(t, got, "    state   fault\n    pc      00000028  s_branch 100\n")
	require.Contains(t, got, `
    vmcnt   1
    lgkmcnt 3
    expcnt  0
    outstanding op 0 smem vmcnt 0 lgkmcnt 2 expcnt 0 pc 00000018  s_load_dwordx2 s[4:5], s[0:1], 0x0
    outstanding op 1 vmem vmcnt 1 lgkmcnt 1 expcnt 0 pc 00000020  flat_load_dword v1, v[5:6]
`)
}

// Channels that are off are left out. A compressed export has two channels in a dword: a register for
// channels 0 and 1, another for 2 and 3.
func TestDumpOfExports(t *testing.T) {
	for _, c := range []struct {
		export string
		want   []string
	}{
		{"exp mrt0 v1, v2, v3, v4", []string{"data0 1", "data1 2", "data2 3", "data3 4"}},
		{"exp mrt0 off, v2, off, v4", []string{"data1 2", "data3 4"}},
		{"exp mrt0 off, off, off, off", nil},
		{"exp mrt0 v1, v1, v3, v3 compr", []string{"data0 1", "data1 3"}},
		{"exp mrt0 v1, v1, off, off compr", []string{"data0 1"}},
		{"exp mrt0 off, off, v3, v3 compr", []string{"data1 3"}},
		{"exp mrt0 off, v1, v3, off compr", []string{"data0 1", "data1 3"}},
	} {
		t.Run(c.export, func(t *testing.T) {
			d, _, _ := dumpOf(t, isa.GCN12, `
				v_mov_b32 v1, 1
				v_mov_b32 v2, 2
				v_mov_b32 v3, 3
				v_mov_b32 v4, 4
				`+c.export+`
				s_endpgm`, sim.Options{}, Wave, false)
			exports := d.Launches[0].Groups[0].Waves[0].Exports
			require.Len(t, exports, 1)
			var got []string
			for _, v := range exports[0].Data {
				got = append(got, fmt.Sprint(v.Reg, " ", v.Lanes[39].Val))
			}
			require.Equal(t, c.want, got)
		})
	}
}

func TestDumpOfAllRegisters(t *testing.T) {
	d, _, _ := dumpOf(t, isa.GCN14, "s_mov_b32 s2, 0\ns_endpgm", sim.Options{}, SGPR|VGPR|LDS, true)
	got := text(t, d)
	require.Contains(t, got, "    s1      unwritten\n    s2      00000000\n    s3      unwritten\n")
	require.Contains(t, got, "    v255    lanes 0-63   unwritten\n")
	require.Contains(t, got, "  lds 00000000-000001ff  00000000\n")
	require.NotContains(t, got, "s102", "GCN 1.4 has 102 numbered registers")
}

// A format shows every value that it has: the bits are those of IEEE 754, or of two's complement.
func TestDumpInAFormat(t *testing.T) {
	const code = `
	v_mov_b32 v1, 0x3c00bc00
	v_mov_b32 v2, 0
	v_mov_b32 v3, 0x3ff80000
	s_mov_b32 s3, 0
	s_mov_b32 s4, 0xc0000000
	s_mov_b32 s5, -2
	v_mov_b32 v4, 0x1009
	s_mov_b64 exec, 3
	v_mov_b32 v3, 2.0
	s_endpgm`
	f32 := func(v uint64) string { return fmt.Sprint(math.Float32frombits(uint32(v))) }
	f64 := func(v uint64) string { return fmt.Sprint(math.Float64frombits(v)) }
	i32 := func(v uint64) string { return fmt.Sprint(int32(v)) }
	u16 := func(v uint64) string { return fmt.Sprint(v) }
	for _, c := range []struct {
		name string
		as   *Format
		regs [][2]uint16 // codes and numbers of registers
		want []string    // lines
		not  string
	}{
		{"f32", &Format{4, f32}, nil, []string{"s4      -2", "v2      lanes 0-39   0", "v3      lanes 0-1    2 2", "v3      lanes 2-39   1.9375"}, ""},
		{"i32", &Format{4, i32}, nil, []string{"s4      -1073741824", "s5      -2", "v1      lanes 0-39   1006681088"}, ""},
		{"halves", &Format{2, u16}, nil, []string{"s5      65534,65535", "v1      lanes 0-39   48128,15360"}, ""},
		{"even pairs", &Format{8, f64}, nil, []string{"s3      00000000", "s[4:5]  NaN", "v[2:3]  lanes 0-1    2 2", "v[2:3]  lanes 2-39   1.5"}, "v1 .*1.5"},
		{"pairs of a row", &Format{8, f64}, [][2]uint16{{3, 3}, {isa.CodeVGPR + 2, 3}},
			[]string{"s[3:4]  -2", "s5      fffffffe", "v[2:3]  lanes 2-39   1.5", "v4      lanes 0-39   00001009"}, "s[0:1]|v1|v5"},
		{"registers", nil, [][2]uint16{{isa.CodeExecLo, 1}, {isa.CodeVGPR + 1, 1}}, []string{"exec    0000000000000003", "v1      lanes 0-39   3c00bc00"}, "vcc|mode|s4|v2"},
	} {
		d, _, _ := dumpOf(t, isa.GCN12, code, sim.Options{}, Wave|SGPR|VGPR, false, func(d *Dump) {
			d.As = c.as
			for _, r := range c.regs {
				d.Only.Regs.Add(r[0], int(r[1]))
			}
		})
		p := text(t, d)
		for _, line := range c.want {
			require.Regexp(t, `(?m)^ *`+regexp.QuoteMeta(line)+`$`, p, c.name)
		}
		if c.not != "" {
			require.NotRegexp(t, `(?m)^    (`+c.not+`)`, p, c.name)
		}
	}
}

// Values of memory are aligned to its start; what is before and behind them is shown too.
func TestMemoryInAFormat(t *testing.T) {
	double := binary.LittleEndian.AppendUint64(nil, math.Float64bits(-0.1))
	for _, c := range []struct {
		bytes  int
		offset uint64
		data   []byte
		want   string
	}{
		{8, 3, slices.Concat([]byte{1, 2, 0, 0, 0}, double, double, []byte{7, 0, 0, 0, 9}),
			"lds 00000003  bytes 01\nlds 00000004-00000007  00000002\nlds 00000008-00000017  -0.1\nlds 00000018-0000001b  00000007\nlds 0000001c  bytes 09\n"},
		{8, 16, double, "lds 00000010-00000017  -0.1\n"},
		{8, 4, []byte{5, 0, 0, 0}, "lds 00000004-00000007  00000005\n"},
		{4, 4, double, "lds 00000004-0000000b  -1.5881868e-23 -1.4499999\n"},
	} {
		var b strings.Builder
		text := func(v uint64) string { return fmt.Sprint(math.Float64frombits(v)) }
		if c.bytes == 4 {
			text = func(v uint64) string { return fmt.Sprint(math.Float32frombits(uint32(v))) }
		}
		p := printer{bufio.NewWriter(&b), &Format{c.bytes, text}}
		p.blocks("lds", []Block{{Offset: Bits{c.offset, 8}, Data: c.data}})
		require.NoError(t, p.Flush())
		require.Equal(t, c.want, b.String())
	}
}

// A choice that no wave meets says so.
func TestWavesOfADump(t *testing.T) {
	d, _, _ := dumpOf(t, isa.GCN12, "s_endpgm", sim.Options{}, Wave|LDS, true, func(d *Dump) {
		d.Only.Wave = func(group [3]uint32, wave int) bool { return group == [3]uint32{1} }
	})
	require.Empty(t, d.Launches[0].Groups)
	require.Equal(t, "launch 0 k\nnone of the waves that are kept is one of those that are asked for\n", text(t, d))
}
