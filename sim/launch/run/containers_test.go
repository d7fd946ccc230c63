package run_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj/objtest"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

const containers = "../../../testdata/containers/"

// dwords are the bytes of n numbers.
func dwords(n int, f func(i int) uint32) (b []byte) {
	for i := range n {
		b = binary.LittleEndian.AppendUint32(b, f(i))
	}
	return b
}

// containerLaunch runs a container whose kernel adds or the like: buffer a and b hold numbers, a is
// compared with what is expected.
type containerLaunch struct {
	name, gpu, kernel string
	data              []byte
	args              []map[string]any
	registers         map[string]any
	grid              int
	low               bool // buffers below 4 GiB, for pointers of 32 bits
	want              func(i int) uint32
}

const containerItems = 128

func (c *containerLaunch) run(t *testing.T) (*launch.File, error) {
	dir := t.TempDir()
	write := func(name string, b []byte) { require.NoError(t, os.WriteFile(filepath.Join(dir, name), b, 0o600)) }
	write("code", c.data)
	write("a", dwords(containerItems, func(i int) uint32 { return uint32(i) }))
	write("b", dwords(containerItems, func(i int) uint32 { return uint32(5 * i) }))
	write("want", dwords(containerItems, c.want))
	a := map[string]any{"name": "a", "size": 4 * containerItems, "init": "a", "expect": map[string]any{"file": "want"}}
	b := map[string]any{"name": "b", "size": 4 * containerItems, "init": "b"}
	if c.low {
		a["addr"], b["addr"] = "0x10000", "0x20000"
	}
	if c.args == nil {
		c.args = []map[string]any{}
	}
	l := map[string]any{"kernel": c.kernel, "grid": []int{c.grid}, "group": []int{64}, "args": c.args}
	if c.registers != nil {
		l["registers"] = c.registers
	}
	doc := map[string]any{"code": "code", "buffers": []any{a, b}, "launches": []any{l}}
	if c.gpu != "" {
		doc["gpu"] = c.gpu
	}
	text, err := json.Marshal(doc)
	require.NoError(t, err)
	write("launch.json", text)
	return launch.Load(filepath.Join(dir, "launch.json"))
}

func buf(name string) map[string]any { return map[string]any{"buffer": name} }
func u32(v int) map[string]any       { return map[string]any{"u32": v} }

// assembled is the code of a text.
func assembled(t *testing.T, gpu, text string) []byte {
	target, err := isa.FindTarget(gpu)
	require.NoError(t, err)
	p, err := asm.CodeFor(target, text)
	require.NoError(t, err)
	return p.Code
}

func object(t *testing.T, name string) []byte {
	data, err := os.ReadFile(containers + name)
	require.NoError(t, err)
	return data
}

// tab is the table of kern.cl.
var tab = [4]uint32{3, 1, 4, 1}

// kernCL is what kern.cl's add leaves in a, for n = 100.
func kernCL(i int) uint32 {
	if i >= 100 {
		return uint32(i)
	}
	return uint32(i) + uint32(5*i)*tab[i&3]
}

// clKernel adds constants to a[i]: b[i], the argument n, the local size and the constant table's
// second dword. AMD OpenCL 1.2: s[2:3] is the table of UAVs, s[4:7] and s[8:11] are the constant
// buffers.
func clKernel(t *testing.T, wide bool) []byte {
	text := `
		s_buffer_load_dword s0, s[4:7], 0x4     ; local size
		s_buffer_load_dword s1, s[8:11], 0x0    ; n
		s_buffer_load_dword s13, s[8:11], 0x4   ; a
		s_buffer_load_dword s14, s[8:11], 0x8   ; b
		s_load_dwordx4 s[16:19], s[2:3], 0x60   ; UAV 12
		s_load_dwordx4 s[20:23], s[2:3], 0x68   ; UAV 13
		s_load_dwordx4 s[24:27], s[2:3], 0x50   ; UAV 10: constants
		s_waitcnt lgkmcnt(0)
		s_buffer_load_dword s15, s[24:27], 0x1
		s_mul_i32 s2, s12, s0
		v_add_i32 v0, vcc, s2, v0
		v_lshlrev_b32 v0, 2, v0
		v_add_i32 v1, vcc, s13, v0
		v_add_i32 v2, vcc, s14, v0
		v_mov_b32 v6, 0
		v_mov_b32 v8, 0
		v_mov_b32 v5, v1
		v_mov_b32 v7, v2
	`
	mode, va, vb := "offen", "v5", "v7"
	if wide {
		mode, va, vb = "addr64", "v[5:6]", "v[7:8]"
	}
	text += fmt.Sprintf(`
		buffer_load_dword v3, %s, s[16:19], 0 %s
		buffer_load_dword v4, %s, s[20:23], 0 %s
		s_waitcnt vmcnt(0) lgkmcnt(0)
		v_add_i32 v3, vcc, v3, v4
		v_add_i32 v3, vcc, s1, v3
		v_add_i32 v3, vcc, s0, v3
		v_add_i32 v3, vcc, s15, v3
		buffer_store_dword v3, %s, s[16:19], 0 %s
		s_endpgm
	`, va, mode, vb, mode, va, mode)
	return assembled(t, "gfx601", text)
}

func openCL12(t *testing.T, wide bool) []byte {
	meta := []string{"version:3:1:111", "device:pitcairn", "uniqueid:1024", "memory:hwlocal:0", "value:n:u32:1:1:0",
		"pointer:a:u32:1:1:16:uav:12:4:RW:0:0", "pointer:b:u32:1:1:32:uav:13:4:RO:0:0", "uavid:11", "cbid:10",
		"reflection:0:uint"}
	if wide {
		meta = append(meta, "memory:64bitABI")
	}
	return objtest.OpenCL12(wide, 0x3fe, 0x1b, dwords(4, func(i int) uint32 { return uint32(7000 * i) }),
		objtest.CALKernel{
			Name: "sum", Metadata: meta, Code: clKernel(t, wide),
			ProgInfo: [][2]uint32{{0x80001000, 3}, {0x80001001, 0x17}, {0x80001002, 0}, {0x80001003, 2}, {0x80001004, 2},
				{0x80001005, 2}, {0x80001006, 0}, {0x80001007, 4}, {0x80001008, 4}, {0x80001009, 2}, {0x8000100a, 1},
				{0x8000100b, 8}, {0x8000100c, 4},
				{0x80001041, 9}, {0x80001042, 28}, {0x80001043, 0xc0}, {0x80001044, 0}, {0x80001045, 0},
				{0x2e13, 12<<1 | 1<<7}},
		})
}

// hsaKernel is a[i] += b[i] + n with its arguments at an offset from s[4:5]; pointers have 4 or 8
// bytes.
func hsaKernel(t *testing.T, gpu string, kernarg, pointer int) []byte {
	load, r1, r2 := "s_load_dwordx2", "s[8:9]", "s[10:11]"
	if pointer == 4 { // the high halves are 0
		load, r1, r2 = "s_load_dword", "s8", "s10"
	}
	shift := 2 // offsets are dwords before GCN 1.2
	if gpu != "gfx700" {
		shift = 0
	}
	return assembled(t, gpu, fmt.Sprintf(`
		s_mov_b32 s9, 0
		s_mov_b32 s11, 0
		%s %s, s[4:5], %#x
		%s %s, s[4:5], %#x
		s_load_dword s12, s[4:5], %#x
		s_lshl_b32 s7, s6, 6
		v_add_i32 v0, vcc, s7, v0
		v_lshlrev_b32 v0, 2, v0
		s_waitcnt lgkmcnt(0)
		v_mov_b32 v2, s9
		v_add_i32 v1, vcc, s8, v0
		v_addc_u32 v2, vcc, 0, v2, vcc
		v_mov_b32 v4, s11
		v_add_i32 v3, vcc, s10, v0
		v_addc_u32 v4, vcc, 0, v4, vcc
		flat_load_dword v5, v[1:2]
		flat_load_dword v6, v[3:4]
		s_waitcnt vmcnt(0) lgkmcnt(0)
		v_add_i32 v5, vcc, v5, v6
		v_add_i32 v5, vcc, s12, v5
		flat_store_dword v[1:2], v5
		s_endpgm
	`, load, r1, kernarg>>shift, load, r2, (kernarg+pointer)>>shift, (kernarg+2*pointer)>>shift))
}

// rsrc2 has six user SGPRs and work-group id X; the properties are a scratch buffer and arguments.
const hsaRsrc1, hsaRsrc2, hsaProps = 2 | 3<<6 | 0xc0<<12 | 1<<21, 6<<1 | 1<<7, 1 | 1<<3 | 1<<17

func openCL20(t *testing.T, wide, old bool) []byte {
	word := 4
	if wide {
		word = 8
	}
	code := hsaKernel(t, "gfx700", 6*word, word)
	return objtest.OpenCL20(wide, old, 6, [3]uint32{7, 0, 0}, objtest.CL20Kernel{Name: "sum", Args: []objtest.CL20Arg{
		{Name: "a", TypeName: "uint*", Type: 7, Elems: 1, Space: 4, Kind: 5, Pointer: true},
		{Name: "b", TypeName: "uint*", Type: 7, Elems: 1, Space: 4, Kind: 5, Pointer: true, IsConst: true},
		{Name: "n", TypeName: "uint", Type: 8, Elems: 1, Kind: 4}},
		Code: objtest.CodeT(hsaRsrc1, hsaRsrc2, hsaProps, 0, uint32(8*word+4), code)})
}

// Files of other drivers and of the compiler run with what their conventions set, and do what the
// source says.
func TestContainersRun(t *testing.T) {
	abn := []map[string]any{buf("a"), buf("b"), u32(100)}
	nab := []map[string]any{u32(100), buf("a"), buf("b")}
	plus := func(more uint32) func(int) uint32 { return func(i int) uint32 { return uint32(6*i) + more } }
	var list []containerLaunch
	for _, gpu := range []string{"gfx600", "gfx700", "gfx803", "gfx900"} {
		for _, kind := range []string{"HSA-" + gpu + "-v6", "mesa3d-" + gpu, "gallium-" + gpu} {
			list = append(list, containerLaunch{name: kind, kernel: "add", data: object(t, kind+".o"), args: abn,
				grid: 128, want: kernCL},
				containerLaunch{name: kind, kernel: "turn", data: object(t, kind+".o"), args: abn[:1], grid: 64,
					want: func(i int) uint32 {
						if i < 64 {
							return uint32(63 - i)
						}
						return uint32(i)
					}})
		}
		file := object(t, "gallium-"+gpu+".o")
		args := [][6]uint32{{2, 8, 8, 8, 0, 0}, {1, 8, 8, 8, 0, 0}, {0, 4, 4, 4, 0, 0}, {0, 4, 4, 4, 0, 1},
			{0, 4, 4, 4, 0, 2}}
		list = append(list, containerLaunch{name: "Clover " + gpu, data: objtest.Gallium(file,
			objtest.GalliumKernel{Name: "add", Args: args}),
			kernel: "add", args: abn, grid: 128, want: kernCL})
		list = append(list, containerLaunch{name: "Clover with amd_kernel_code_t " + gpu,
			data:   objtest.Gallium(object(t, "mesa3d-"+gpu+".o"), objtest.GalliumKernel{Name: "add", Args: args}),
			kernel: "add", args: abn, grid: 128, want: kernCL})
	}
	for _, gpu := range []string{"", "gfx900", "gfx906"} {
		list = append(list, containerLaunch{name: "any of GCN 1.4 as " + gpu, gpu: gpu, data: object(t, "HSA-gfx9-generic-v6.o"),
			kernel: "add", args: abn, grid: 128, want: kernCL})
	}
	for _, v := range []string{"v4", "v5"} {
		list = append(list, containerLaunch{name: "HSA " + v, data: object(t, "HSA-gfx803-"+v+".o"), kernel: "add",
			args: abn, grid: 128, want: kernCL})
	}
	for _, name := range []string{"fat.o", "dev.hipfb", "dev.ccob"} {
		list = append(list, containerLaunch{name: name, gpu: "gfx803", data: object(t, name), kernel: "add",
			args: []map[string]any{buf("a"), u32(100)}, grid: 128, want: func(i int) uint32 { return uint32(i) + 100 }})
	}
	for _, name := range []string{"got.o", "got.co"} {
		list = append(list, containerLaunch{name: name, data: object(t, name), args: abn[:1], grid: 64,
			want: func(i int) uint32 {
				if i == 0 {
					return 1230
				}
				return uint32(i)
			}})
	}
	for _, wide := range []bool{false, true} {
		list = append(list, containerLaunch{name: fmt.Sprintf("OpenCL 1.2 %v", wide), data: openCL12(t, wide),
			args: nab, grid: 128, want: plus(100 + 64 + 7000)})
		for _, old := range []bool{false, true} {
			list = append(list, containerLaunch{name: fmt.Sprintf("OpenCL 2.0 %v %v", wide, old),
				data: openCL20(t, wide, old), args: abn, grid: 128,
				low: !wide, want: plus(100)})
		}
	}
	for i := range list {
		c := &list[i]
		t.Run(c.name+" "+c.kernel, func(t *testing.T) {
			f, err := c.run(t)
			require.NoError(t, err)
			out, err := run.Run(f, sim.Options{Check: true})
			require.NoError(t, err)
			require.Nil(t, out.Fault)
			require.Empty(t, out.Unmet)
			require.Empty(t, out.Launches[0].Result.Findings)
		})
	}
}

// What a convention leaves to a driver has to come with the launch; without it the error says what.
func TestContainersSayWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		containerLaunch
		err string
	}{
		{containerLaunch{data: object(t, "pal-gfx803.o")},
			"launches[0].registers: kernel scale: user data in s0 are known to the driver only: set them here"},
		{containerLaunch{data: object(t, "undefined.o"), args: []map[string]any{buf("a")}},
			`symbol "other" is not defined in the object; link it with what defines it`},
		{containerLaunch{data: object(t, "rdna.co")},
			"it is for gfx1030, which is RDNA 2; only GCN 1.0 to 1.4 is simulated"},
		{containerLaunch{data: openCL20(t, false, false), args: []map[string]any{buf("a"), buf("b"), u32(1)}},
			`does not fit a pointer of 32 bits; give buffer "a" an address below that: "addr"`},
	} {
		c.grid, c.want = 64, func(int) uint32 { return 0 }
		f, err := c.run(t)
		require.NoError(t, err)
		_, err = run.Run(f, sim.Options{})
		require.ErrorContains(t, err, c.err)
	}
}

// A pipeline runs where the launch says what its user data are.
func TestPALRunsWithRegisters(t *testing.T) {
	for _, gpu := range []string{"gfx600", "gfx700", "gfx803", "gfx900"} {
		dir := t.TempDir()
		args := make([]byte, 16)
		binary.LittleEndian.PutUint64(args, 0x10000)
		binary.LittleEndian.PutUint32(args[8:], 3)
		write := func(name string, b []byte) { require.NoError(t, os.WriteFile(filepath.Join(dir, name), b, 0o600)) }
		write("code", object(t, "pal-"+gpu+".o"))
		write("args", args)
		write("a", dwords(128, func(i int) uint32 { return uint32(i) }))
		write("want", dwords(128, func(i int) uint32 { return uint32(3 * i) }))
		write("launch.json", []byte(`{"code": "code", "buffers": [{"name": "args", "size": 16, "init": "args"},
			{"name": "a", "size": 512, "addr": "0x10000", "init": "a", "expect": {"file": "want"}}],
			"launches": [{"grid": [128], "group": [64], "registers": {"s[0:1]": "buffer:args"}}]}`))
		f, err := launch.Load(filepath.Join(dir, "launch.json"))
		require.NoError(t, err)
		out, err := run.Run(f, sim.Options{Check: true})
		require.NoError(t, err)
		require.Nil(t, out.Fault)
		require.Empty(t, out.Unmet, gpu)
	}
}
