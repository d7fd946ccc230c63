package run_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// victims are launch files of every generation whose code objects are damaged: private memory,
// global variables, calls, apertures.
var victims = []string{"scratch/gfx600-O0", "globals/gfx700-O2", "vecadd/gfx803-O2", "flat/gfx900-O0", "structarg/gfx900-O2-v4"}

// damaged runs a launch file with another code object under small limits. Any outcome is right but
// a panic, a hang, or eating up the machine.
func damaged(t *testing.T, f *launch.File, code []byte, what string) (ran bool) {
	path := filepath.Join(t.TempDir(), "damaged.hsaco")
	require.NoError(t, os.WriteFile(path, code, 0o600))
	g := *f
	g.Code = path
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	// Work-groups of a damaged program may write the same address, which is a race on the host too:
	// the race detector sees one group at a time.
	out, err := run.Run(&g, sim.Options{MaxInsts: 20000, MaxMem: 64 << 20, Workers: 2, Deterministic: race})
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	require.Less(t, took, time.Minute, what) // some milliseconds, on a host that has other work too
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(128<<20), what)
	if err != nil {
		require.Nil(t, out, what)
		require.NotEmpty(t, err.Error(), what)
		require.NotContains(t, err.Error(), "%!", what)
		return false
	}
	if out.Fault != nil {
		require.NotContains(t, out.Fault.Error(), "%!", what)
	}
	return true
}

func TestDamagedCodeObjectsNeverCrash(t *testing.T) {
	step, flips := 16, 30
	switch {
	case *long:
		step, flips = 1, 5000
	case race || testing.Short():
		step, flips = 64, 8
	}
	for _, name := range victims {
		t.Run(name, func(t *testing.T) {
			f, err := launch.Load(kernels + name + ".json")
			require.NoError(t, err)
			code, err := os.ReadFile(f.Resolve(f.Code))
			require.NoError(t, err)
			r := rand.New(rand.NewPCG(1, uint64(len(name))))
			// Every length up to the end of the headers is worth a try, of the rest a sample.
			for n := 0; n < len(code); n += max(1, step*min(n, 512)/512) + r.IntN(max(1, n*step/128)) {
				damaged(t, f, code[:n], fmt.Sprintf("cut to %d bytes", n))
			}
			ran := 0
			for range flips {
				bad := append([]byte(nil), code...)
				what := "bits flipped:"
				for range 1 + r.IntN(4) {
					at := r.IntN(len(bad) * 8)
					if r.IntN(2) == 0 {
						at = r.IntN(min(len(bad), 1024) * 8) // headers, symbols, notes
					}
					bad[at/8] ^= 1 << (at & 7)
					what += fmt.Sprintf(" %#x.%d", at/8, at&7)
				}
				if damaged(t, f, bad, what) {
					ran++
				}
			}
			require.NotZero(t, ran, "no mutant was run: the test does not reach the simulator")
		})
	}
}

// Words of an instruction in the code section, one after the other, are replaced by other words.
func TestDamagedInstructionsNeverCrash(t *testing.T) {
	n := 30
	switch {
	case *long:
		n = 5000
	case race || testing.Short():
		n = 8
	}
	for _, name := range victims {
		t.Run(name, func(t *testing.T) {
			f, err := launch.Load(kernels + name + ".json")
			require.NoError(t, err)
			o, _, err := run.ReadCode(f.Resolve(f.Code), f.GPU, launch.Text{})
			require.NoError(t, err)
			code, err := os.ReadFile(f.Resolve(f.Code))
			require.NoError(t, err)
			r := rand.New(rand.NewPCG(2, uint64(len(name))))
			for range n {
				bad := append([]byte(nil), code...)
				what := "words:"
				for _, s := range o.Segments {
					if s.Flags&1 == 0 {
						continue
					}
					from := strings.Index(string(code), string(s.Data))
					require.Positive(t, from)
					for range 1 + r.IntN(3) {
						at, v := r.IntN(min(len(s.Data), 1024))&^3, r.Uint32()
						binary.LittleEndian.PutUint32(bad[from+at:], v)
						what += fmt.Sprintf(" %#x=%#x", at, v)
					}
				}
				damaged(t, f, bad, what)
			}
		})
	}
}

// file writes a launch file and its parts into a directory of their own.
func file(t *testing.T, text string, parts map[string][]byte) string {
	dir := t.TempDir()
	for name, data := range parts {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	path := filepath.Join(dir, "case.json")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// words are instructions of GCN 1.2, from llvm-mc -mcpu=gfx803.
func words(w ...uint32) (b []byte) {
	for _, v := range w {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

var (
	endpgm  = words(0xbf810000)
	endless = words(0xbf82ffff)                                     // s_branch to itself
	barrier = words(0xbf8a0000, 0xbf810000)                         // s_barrier
	load    = words(0xdc500000, 0x01000000, 0xbf8c0070, 0xbf810000) // flat_load_dword v1, v[0:1]; s_waitcnt vmcnt(0) lgkmcnt(0)
	atomic  = words(0xdd0a0000, 0x00000000|2<<8, 0xbf810000)        // flat_atomic_umax v[0:1], v2
	sload   = words(0xc0020040, 0x00000000, 0xbf8c007f, 0xbf810000) // s_load_dword s1, s[0:1], 0x0
	trap    = words(0xbf920002, 0xbf810000)                         // s_trap 2
	nothing = words(0xffffffff)
	falls   = words(0xbf800000)             // s_nop 0
	jumps   = words(0xbf820100)             // far away
	halts   = words(0xbf8d0001, 0xbf810000) // s_sethalt 1
)

// What is wrong with the input is an error that names the field and says what to do, and nothing is
// run.
func TestBadInputIsAClearError(t *testing.T) {
	vecadd, err := os.ReadFile(kernels + "vecadd/gfx900-O2.hsaco")
	require.NoError(t, err)
	queens, err := os.ReadFile(kernels + "f32/gfx900-O2.hsaco") // three kernels
	require.NoError(t, err)
	parts := map[string][]byte{"vecadd.hsaco": vecadd, "many.hsaco": queens, "end.bin": endpgm, "odd.bin": endpgm[:3], "empty.bin": {}, "text.hsaco": []byte("hello"),
		"long.bin": make([]byte, 65)}
	const buffers = `"buffers": [{"name": "a", "size": 64}]`
	vec := func(launchText string) string {
		return `{"code": "vecadd.hsaco", ` + buffers + `, "launches": [{` + launchText + `}]}`
	}
	raw := func(launchText string) string {
		return `{"code": "end.bin", "gpu": "gfx803", ` + buffers + `, "launches": [{` + launchText + `}]}`
	}
	const args = `"args": [{"buffer": "a"}, {"buffer": "a"}, {"buffer": "a"}, {"i32": 16}]`
	for _, c := range []struct {
		name, text string
		want       []string // parts of the message
	}{
		{"no such kernel", vec(`"kernel": "nope", "grid": [64], "group": [64], ` + args), []string{"launches[0].kernel", `"nope"`, "vecadd"}},
		{"which kernel", `{"code": "many.hsaco", "launches": [{"grid": [64], "group": [64]}]}`, []string{"launches[0].kernel", "basic", "rounding"}},
		{"argument missing", vec(`"grid": [64], "group": [64], "args": [{"buffer": "a"}, {"buffer": "a"}, {"buffer": "a"}]`),
			[]string{"launches[0].args", "argument 3", "is missing", "3 of 4"}},
		{"argument too many", vec(`"grid": [64], "group": [64], "args": [{"buffer": "a"}, {"buffer": "a"}, {"buffer": "a"}, {"i32": 1}, {"i32": 2}]`),
			[]string{"launches[0].args[4]", "only 4 arguments", "one too many"}},
		{"argument of another size", vec(`"grid": [64], "group": [64], "args": [{"buffer": "a"}, {"buffer": "a"}, {"buffer": "a"}, {"i64": 1}]`),
			[]string{"launches[0].args[3]", "4 bytes", "has 8"}},
		{"number for a buffer", vec(`"grid": [64], "group": [64], "args": [{"i32": 1}, {"buffer": "a"}, {"buffer": "a"}, {"i32": 1}]`),
			[]string{"launches[0].args[0]", "wants a buffer"}},
		{"no such buffer", vec(`"grid": [64], "group": [64], "args": [{"buffer": "z"}]`), []string{"launches[0].args[0].buffer", `"z"`}},
		{"group empty", vec(`"grid": [64], "group": [0], ` + args), []string{"launches[0].group[0]", "at least 1"}},
		{"grid empty", vec(`"grid": [0], "group": [64], ` + args), []string{"launches[0].grid[0]", "at least 1"}},
		{"group too large", vec(`"grid": [4096], "group": [2048], ` + args), []string{"launches[0].group[0]", "1024"}},
		{"group too large in all", vec(`"grid": [64, 64, 2], "group": [32, 32, 2], ` + args), []string{"launches[0].group", "2048", "1024"}},
		{"dimensions differ", vec(`"grid": [64, 1], "group": [64], ` + args), []string{"launches[0].group", "dimensions"}},
		{"four dimensions", vec(`"grid": [1, 1, 1, 1], "group": [1, 1, 1, 1], ` + args), []string{"launches[0].grid", "one to three"}},
		{"grid too large", raw(`"grid": [4294967295, 4294967295, 4294967295], "group": [1, 1, 1]`), []string{"grid", "too many work-groups"}},
		{"LDS too large", raw(`"grid": [64], "group": [64], "dynamic_lds": 65540`), []string{"LDS", "65536", "GCN 1.2"}},
		{"LDS far too large", vec(`"grid": [64], "group": [64], "dynamic_lds": 4294967295, ` + args), []string{"launches[0].dynamic_lds", "4294967295", "LDS"}},
		{"entry outside", raw(`"grid": [64], "group": [64], "entry": "0x100"`), []string{"entry", "0x100", "0x0 to 0x3"}},
		{"entry between words", raw(`"grid": [64], "group": [64], "entry": 2`), []string{"entry", "0x2", "0x0 to 0x3"}},
		{"register missing", raw(`"grid": [64], "group": [64], "registers": {"s[100:103]": 0}`), []string{"launches[0].registers.s[100:103]", "s101"}},
		{"register unknown", raw(`"grid": [64], "group": [64], "registers": {"x1": 0}`), []string{"registers.x1", "unknown register"}},
		{"no code", `{"code": "none.bin", "gpu": "gfx803", "launches": [{"grid": [1], "group": [1]}]}`, []string{"none.bin", "cannot be read"}},
		{"code not given", `{"gpu": "gfx803", "launches": [{"grid": [1], "group": [1]}]}`, []string{"code"}},
		{"code is a directory", `{"code": ".", "gpu": "gfx803", "launches": [{"grid": [1], "group": [1]}]}`, []string{"cannot be read", "directory"}},
		{"no init", `{"code": "end.bin", "gpu": "gfx803", "buffers": [{"name": "a", "size": 4, "init": "none.bin"}], "launches": [{"grid": [1], "group": [1]}]}`,
			[]string{`buffer "a": init`, "cannot be opened", "none.bin"}},
		{"no expectation", `{"code": "end.bin", "gpu": "gfx803", "buffers": [{"name": "a", "size": 4, "expect": {"file": "none.bin"}}], "launches": [{"grid": [1], "group": [1]}]}`,
			[]string{`buffer "a": expect.file`, "cannot be opened", "none.bin"}},
		{"init too long", `{"code": "end.bin", "gpu": "gfx803", "buffers": [{"name": "a", "size": 4, "init": "long.bin"}], "launches": [{"grid": [1], "group": [1]}]}`,
			[]string{`buffer "a": init`, "long.bin", "more than the buffer's 4 bytes"}},
		{"no gpu", `{"code": "end.bin", "launches": [{"grid": [1], "group": [1]}]}`, []string{"gpu", "must be named"}},
		{"unknown gpu", `{"code": "end.bin", "gpu": "gfx1100", "launches": [{"grid": [1], "group": [1]}]}`, []string{"gpu", `"gfx1100"`, "gfx900"}},
		{"another gpu", `{"code": "vecadd.hsaco", "gpu": "gfx803", "launches": [{"grid": [1], "group": [1]}]}`, []string{"vecadd.hsaco", "gfx900", "gfx803"}},
		{"no ELF", `{"code": "text.hsaco", "launches": [{"grid": [1], "group": [1]}]}`, []string{"no code object", "gpu"}},
		{"half a word", `{"code": "odd.bin", "gpu": "gfx803", "launches": [{"grid": [1], "group": [1]}]}`, []string{"odd.bin", "multiple of 4"}},
		{"empty code", `{"code": "empty.bin", "gpu": "gfx803", "launches": [{"grid": [1], "group": [1]}]}`, []string{"empty.bin", "empty"}},
		{"more memory than there is", `{"code": "end.bin", "gpu": "gfx803", "buffers": [{"name": "a", "size": 4096}, {"name": "b", "size": 1048576}],
			"launches": [{"grid": [1], "group": [1]}]}`, []string{"buffers.b", "limit"}},
		{"address out of reach", `{"code": "end.bin", "gpu": "gfx803", "buffers": [{"name": "a", "addr": "0xffff000000000000", "size": 4}],
			"launches": [{"grid": [1], "group": [1]}]}`, []string{"buffers.a", "0xffff000000000000"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := launch.Load(file(t, c.text, parts))
			if err == nil {
				var out *run.Outcome
				out, err = run.Run(f, sim.Options{MaxInsts: 1000, MaxMem: 1 << 20})
				require.Error(t, err)
				require.Nil(t, out)
			}
			for _, part := range c.want {
				require.ErrorContains(t, err, part)
			}
			require.NotContains(t, err.Error(), "%!")
		})
	}
}

// What the program does wrong is a fault that names place, instruction, lane and reason.
func TestBadProgramsFault(t *testing.T) {
	for _, c := range []struct {
		name      string
		code      []byte
		registers string
		is        error
		want      []string
	}{
		{"illegal instruction", nothing, `{}`, sim.ErrIllegal, []string{"pc 0x0", "ffffffff", "GCN 1.2"}},
		{"endless loop", endless, `{}`, sim.ErrLimit, []string{"pc 0x0", "s_branch", "1000 instructions", "--max-insts"}},
		{"end missing", falls, `{}`, sim.ErrNoCode, []string{"pc 0x4", "s_endpgm is missing"}},
		{"jump away", jumps, `{}`, sim.ErrNoCode, []string{"pc 0x0", "s_branch"}},
		{"halt", halts, `{}`, sim.ErrDeadlock, []string{"s_sethalt", "halted"}},
		{"abort", trap, `{}`, sim.ErrTrap, []string{"s_trap 2", "abort"}},
		{"vector load of nothing", load, `{"v[0:1]": ["0x123450", "0x123454"]}`, mem.ErrUnmapped,
			[]string{"flat_load_dword", "lane 0", "0x123450", `"a"`, "0x100000"}},
		{"vector load past the end", load, `{"v[0:1]": ["0x100000", "0x10003e"]}`, mem.ErrUnmapped, []string{"lane 1", "0x10003e", "leaves by 0x2 bytes"}},
		{"atomic on an odd address", atomic, `{"v[0:1]": "0x100002"}`, mem.ErrMisaligned, []string{"flat_atomic", "lane 0", "0x100002", "not a multiple"}},
		{"scalar load of nothing", sload, `{"s[0:1]": "0x5000000"}`, mem.ErrUnmapped, []string{"s_load_dword", "0x5000000"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := `{"code": "k.bin", "gpu": "gfx803", "buffers": [{"name": "a", "addr": "0x100000", "size": 64}],
				"launches": [{"grid": [2], "group": [2], "registers": ` + c.registers + `}]}`
			for _, w := range []way{{"late", 0}, {"asap", 0}} {
				f, err := launch.Load(file(t, text, map[string][]byte{"k.bin": c.code}))
				require.NoError(t, err)
				o := w.options(t)
				o.MaxInsts = 1000
				out, err := run.Run(f, o)
				require.NoError(t, err)
				require.NotNil(t, out.Fault)
				require.ErrorIs(t, out.Fault, c.is)
				require.Contains(t, out.Fault.Error(), "work-group 0,0,0 wave 0")
				for _, part := range c.want {
					require.ErrorContains(t, out.Fault, part, w)
				}
			}
		})
	}
}

// One wave ends, another one of its work-group waits: ended waves do not count at a barrier (errata
// P-8), so this is no deadlock.
func TestBarrierOfTheWavesThatLive(t *testing.T) {
	f, err := launch.Load(file(t, `{"code": "k.bin", "gpu": "gfx803", "launches": [{"grid": [256], "group": [256]}]}`, map[string][]byte{"k.bin": barrier}))
	require.NoError(t, err)
	out, err := run.Run(f, sim.Options{MaxInsts: 1000})
	require.NoError(t, err)
	require.Nil(t, out.Fault)
	require.EqualValues(t, 8, out.Launches[0].Result.Insts)
}

// The limit holds for all work-groups together, in a grid that would run for years.
func TestLimitStopsAHugeGrid(t *testing.T) {
	f, err := launch.Load(file(t, `{"code": "k.bin", "gpu": "gfx803", "launches": [{"grid": [4294967295, 255], "group": [1, 1]}]}`, map[string][]byte{"k.bin": endpgm}))
	require.NoError(t, err)
	for _, w := range []way{{"late", 0}, {"late", 4}} {
		o := w.options(t)
		o.MaxInsts, o.Keep = 50, true
		out, err := run.Run(f, o)
		require.NoError(t, err)
		require.ErrorIs(t, out.Fault, sim.ErrLimit)
		require.Less(t, out.Launches[0].Result.Groups, uint64(100))
	}
}

// Errors of Run unwrap to what they wrap.
func TestErrorsUnwrap(t *testing.T) {
	f, err := launch.Load(file(t, `{"code": "none.bin", "gpu": "gfx803", "launches": [{"grid": [1], "group": [1]}]}`, nil))
	require.NoError(t, err)
	_, err = run.Run(f, sim.Options{})
	require.ErrorIs(t, err, os.ErrNotExist)
	var e *launch.Error
	require.True(t, errors.As(err, &e))
	require.True(t, strings.HasSuffix(e.File, "none.bin"))
}
