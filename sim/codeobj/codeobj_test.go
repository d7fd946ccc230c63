package codeobj

import (
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/abi"
)

const dir = "../../testdata/codeobj/"

// fixtures returns the code objects that testdata/codeobj/make.sh makes: name to contents.
func fixtures(t testing.TB) map[string][]byte {
	files, err := filepath.Glob(dir + "*.co")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	out := map[string][]byte{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		out[strings.TrimSuffix(filepath.Base(f), ".co")] = data
	}
	return out
}

func text(t testing.TB, name string) string {
	b, err := os.ReadFile(dir + name)
	require.NoError(t, err)
	return string(b)
}

func load(t testing.TB, name string) *Object {
	data, err := os.ReadFile(dir + name + ".co")
	require.NoError(t, err)
	o, err := Load(data)
	require.NoError(t, err)
	return o
}

var nameParts = regexp.MustCompile(`^\w+-(gfx\d+)-v(\d)$`)

func TestLoadFindsTargetVersionAndKernels(t *testing.T) {
	gens := map[string]isa.Gen{"gfx600": isa.GCN10, "gfx700": isa.GCN11, "gfx803": isa.GCN12, "gfx900": isa.GCN14}
	for name := range fixtures(t) {
		o := load(t, name)
		m := nameParts.FindStringSubmatch(name)
		require.Equal(t, m[1], o.Target, name)
		require.Equal(t, gens[m[1]], o.Gen, name)
		require.Equal(t, m[2], strconv.Itoa(o.Version), name)
		var names []string
		for _, k := range o.Kernels {
			names = append(names, k.Name)
		}
		switch {
		case strings.HasPrefix(name, "kern"):
			require.Equal(t, []string{"args", "dims", "lds", "scratch"}, names, name)
		case strings.HasPrefix(name, "reloc"):
			require.Equal(t, []string{"k"}, names, name)
		default:
			require.Equal(t, []string{"bare"}, names, name)
		}
	}
}

func TestSegmentsAndSymbolsMatchReadelf(t *testing.T) {
	loadLine := regexp.MustCompile(`(?m)^  LOAD +0x(\w+) 0x(\w+) 0x\w+ 0x(\w+) 0x(\w+) (...) 0x(\w+)`)
	symLine := regexp.MustCompile(`(?m)^ +\d+: (\w+) +(\d+) (\w+) +(\w+) +(\w+) +(\w+) (\S+)$`)
	types := map[string]elf.SymType{"FUNC": elf.STT_FUNC, "OBJECT": elf.STT_OBJECT, "NOTYPE": elf.STT_NOTYPE, "AMDGPU_HSA_KERNEL": SymKernel}
	hex := func(s string) uint64 {
		v, err := strconv.ParseUint(s, 16, 64)
		require.NoError(t, err)
		return v
	}
	for name, data := range fixtures(t) {
		o, want := load(t, name), text(t, name+".elf.txt")
		lines := loadLine.FindAllStringSubmatch(want, -1)
		require.Len(t, o.Segments, len(lines), name)
		for i, l := range lines {
			s := o.Segments[i]
			require.Equal(t, hex(l[2]), s.Addr, name)
			require.Equal(t, hex(l[4]), s.MemSize, name)
			require.Equal(t, hex(l[6]), s.Align, name)
			require.Equal(t, data[hex(l[1]):hex(l[1])+hex(l[3])], s.Data, name)
			for j, f := range []elf.ProgFlag{elf.PF_R, elf.PF_W, elf.PF_X} {
				require.Equal(t, l[5][j] != ' ', s.Flags&f != 0, name)
			}
		}
		syms := symLine.FindAllStringSubmatch(want, -1)
		require.NotEmpty(t, syms, name)
		for i, l := range syms {
			size, err := strconv.ParseUint(l[2], 10, 64)
			require.NoError(t, err)
			bind := map[string]elf.SymBind{"GLOBAL": elf.STB_GLOBAL, "WEAK": elf.STB_WEAK}[l[4]]
			vis := map[string]elf.SymVis{"PROTECTED": elf.STV_PROTECTED, "HIDDEN": elf.STV_HIDDEN}[l[5]]
			require.Equal(t, Symbol{Name: l[7], Addr: hex(l[1]), Size: size, Type: types[l[3]], Bind: bind, Visibility: vis, Defined: l[6] != "UND"},
				o.Symbols[i], name)
		}
	}
}

func TestDescriptorsMatchLLVM(t *testing.T) {
	b := func(v bool) int64 {
		if v {
			return 1
		}
		return 0
	}
	// Directive of v3 and later (llvm-objdump), or line of the version 2 header (llvm-14's assembly
	// output), to decoded value.
	fields := map[string]func(*Kernel) int64{
		"amdhsa_group_segment_fixed_size":   func(k *Kernel) int64 { return int64(k.Desc.LDSBytes) },
		"amdhsa_private_segment_fixed_size": func(k *Kernel) int64 { return int64(k.Desc.PrivateBytes) },
		"amdhsa_kernarg_size":               func(k *Kernel) int64 { return int64(k.Desc.KernargBytes) },
		"amdhsa_next_free_vgpr":             func(k *Kernel) int64 { return int64(k.Desc.VGPRs) },
		"amdhsa_next_free_sgpr":             func(k *Kernel) int64 { return int64(k.Desc.SGPRs) },
		"amdhsa_float_round_mode_32":        func(k *Kernel) int64 { return int64(k.Desc.FloatMode & 3) },
		"amdhsa_float_round_mode_16_64":     func(k *Kernel) int64 { return int64(k.Desc.FloatMode >> 2 & 3) },
		"amdhsa_float_denorm_mode_32":       func(k *Kernel) int64 { return int64(k.Desc.FloatMode >> 4 & 3) },
		"amdhsa_float_denorm_mode_16_64":    func(k *Kernel) int64 { return int64(k.Desc.FloatMode >> 6) },
		"amdhsa_dx10_clamp":                 func(k *Kernel) int64 { return b(k.Desc.DX10Clamp) },
		"amdhsa_ieee_mode":                  func(k *Kernel) int64 { return b(k.Desc.IEEE) },
		"amdhsa_fp16_overflow":              func(k *Kernel) int64 { return b(k.Desc.FP16Ovfl) },
		"amdhsa_system_vgpr_workitem_id":    func(k *Kernel) int64 { return int64(k.Desc.WorkItemIDs - 1) },
		"amdhsa_uses_dynamic_stack":         func(k *Kernel) int64 { return b(k.Desc.DynamicStack) },

		"amdhsa_system_sgpr_private_segment_wavefront_offset": func(k *Kernel) int64 { return b(k.Desc.Scratch) },

		"enable_sgpr_private_segment_wave_byte_offset": func(k *Kernel) int64 { return b(k.Desc.Scratch) },

		"kernel_code_entry_byte_offset":      func(k *Kernel) int64 { return k.Desc.EntryOffset },
		"granulated_workitem_vgpr_count":     func(k *Kernel) int64 { return int64(k.Desc.VGPRs/4 - 1) },
		"priority":                           func(k *Kernel) int64 { return int64(k.Desc.Priority) },
		"float_mode":                         func(k *Kernel) int64 { return int64(k.Desc.FloatMode) },
		"priv":                               func(k *Kernel) int64 { return b(k.Desc.Priv) },
		"enable_dx10_clamp":                  func(k *Kernel) int64 { return b(k.Desc.DX10Clamp) },
		"debug_mode":                         func(k *Kernel) int64 { return b(k.Desc.Debug) },
		"enable_ieee_mode":                   func(k *Kernel) int64 { return b(k.Desc.IEEE) },
		"user_sgpr_count":                    func(k *Kernel) int64 { return int64(k.Desc.UserSGPRs) },
		"enable_trap_handler":                func(k *Kernel) int64 { return b(k.Desc.TrapHandler) },
		"enable_vgpr_workitem_id":            func(k *Kernel) int64 { return int64(k.Desc.WorkItemIDs - 1) },
		"enable_exception":                   func(k *Kernel) int64 { return int64(k.Desc.Exceptions) },
		"is_dynamic_callstack":               func(k *Kernel) int64 { return b(k.Desc.DynamicStack) },
		"workitem_private_segment_byte_size": func(k *Kernel) int64 { return int64(k.Desc.PrivateBytes) },
		"workgroup_group_segment_byte_size":  func(k *Kernel) int64 { return int64(k.Desc.LDSBytes) },
		"gds_segment_byte_size":              func(k *Kernel) int64 { return int64(k.Desc.GDSBytes) },
		"kernarg_segment_byte_size":          func(k *Kernel) int64 { return int64(k.Desc.KernargBytes) },
		"kernarg_segment_alignment":          func(k *Kernel) int64 { return int64(len(strconv.FormatUint(k.Desc.KernargAlign, 2))) - 1 },
	}
	for i, e := range []string{"fp_ieee_invalid_op", "fp_denorm_src", "fp_ieee_div_zero", "fp_ieee_overflow", "fp_ieee_underflow",
		"fp_ieee_inexact", "int_div_zero"} {
		fields["amdhsa_exception_"+e] = func(k *Kernel) int64 { return int64(k.Desc.Exceptions >> i & 1) }
	}
	for r := range abi.NumRoles {
		has := func(k *Kernel) int64 { return b(k.Desc.Has(r)) }
		fields["enable_sgpr_"+r.String()] = has
		fields["amdhsa_user_sgpr_"+r.String()] = has
		fields["amdhsa_system_sgpr_"+r.String()] = has
	}
	// Lines that are about nothing the loader keeps: limits of the machine, other generations, the
	// assembler's own computations.
	ignored := regexp.MustCompile(`^(amd_|reserved_|debug_|enable_(wgp|mem_ordered|fwd|ordered|exception_msb|wavefront_size32)|granulated_(lds|wavefront)|` +
		`amdhsa_reserve_|is_(ptr64|debug|xnack)|private_element|private_segment_align|group_segment_align|kernel_code_prefetch|workgroup_fbarrier|` +
		`wavefront_|workitem_vgpr_count|call_conv|runtime_)`)
	start := regexp.MustCompile(`^\s*\.amd(?:hsa_kernel|gpu_hsa_kernel) (\w+)$`)
	line := regexp.MustCompile(`^\s*\.?(\w+)(?: = | )(-?\d+)$`)
	for name := range fixtures(t) {
		o, checked := load(t, name), 0
		var k *Kernel
		for l := range strings.Lines(text(t, name+".desc.txt")) {
			l = strings.TrimRight(l, "\n")
			if m := start.FindStringSubmatch(l); m != nil {
				var err error
				k, err = o.Kernel(m[1])
				require.NoError(t, err)
			} else if m := line.FindStringSubmatch(l); m != nil && !ignored.MatchString(m[1]) {
				f := fields[m[1]]
				require.NotNil(t, f, "%s: %s", name, l)
				want, err := strconv.ParseInt(m[2], 10, 64)
				require.NoError(t, err)
				if m[1] == "amdhsa_next_free_sgpr" && o.Gen == isa.GCN14 {
					want = (want + 15) &^ 15 // LLVM prints what the field says; gfx9 allocates by 16
				}
				require.Equal(t, want, f(k), "%s: kernel %s: %s", name, k.Name, l)
				checked++
			}
		}
		require.GreaterOrEqual(t, checked, 30*len(o.Kernels), name)
	}
}

// The v2 header's own count of registers is what its granules are made from.
func TestRegisterCountsCoverWhatTheMetadataSayIsUsed(t *testing.T) {
	for name := range fixtures(t) {
		for _, k := range load(t, name).Kernels {
			if !k.HasMetadata {
				continue
			}
			require.GreaterOrEqual(t, k.Desc.VGPRs, int(k.UsedVGPRs), name)
			require.GreaterOrEqual(t, k.Desc.SGPRs, int(k.UsedSGPRs), name)
		}
	}
}

// noteYAML is the metadata as llvm-readelf prints them: independent of the msgpack reader.
func noteYAML(t *testing.T, name string) map[string]any {
	_, doc, ok := strings.Cut(text(t, name+".notes.txt"), "---\n")
	require.True(t, ok, name)
	doc, _, _ = strings.Cut(doc, "...\n")
	var m map[string]any
	require.NoError(t, yaml.Unmarshal([]byte(doc), &m))
	return m
}

func TestMetadataMatchReadelf(t *testing.T) {
	num := func(m map[string]any, key string) uint32 {
		v, _ := m[key].(int)
		return uint32(v)
	}
	str := func(m map[string]any, key string) string {
		v, _ := m[key].(string)
		return v
	}
	flag := func(m map[string]any, key string) bool {
		v, _ := m[key].(bool)
		return v
	}
	for name := range fixtures(t) {
		o := load(t, name)
		if o.Version == 2 || strings.HasPrefix(name, "bare") {
			continue
		}
		kernels := noteYAML(t, name)["amdhsa.kernels"].([]any)
		require.Len(t, o.Kernels, len(kernels))
		for i, v := range kernels {
			want, k := v.(map[string]any), o.Kernels[i]
			require.Equal(t, str(want, ".name"), k.Name)
			require.Equal(t, str(want, ".symbol"), k.Symbol)
			require.Equal(t, uint64(num(want, ".kernarg_segment_size")), k.KernargSize, name)
			require.Equal(t, num(want, ".group_segment_fixed_size"), k.Desc.LDSBytes)
			require.Equal(t, num(want, ".group_segment_fixed_size"), k.MetaLDSBytes)
			require.Equal(t, num(want, ".private_segment_fixed_size"), k.Desc.PrivateBytes)
			require.Equal(t, num(want, ".private_segment_fixed_size"), k.MetaPrivateBytes)
			require.Equal(t, num(want, ".sgpr_count"), k.UsedSGPRs)
			require.Equal(t, num(want, ".vgpr_count"), k.UsedVGPRs)
			require.Equal(t, num(want, ".max_flat_workgroup_size"), k.MaxFlatGroupSize)
			require.Equal(t, flag(want, ".uses_dynamic_stack"), k.Desc.DynamicStack)
			var reqd [3]uint32
			for j, n := range asList(want[".reqd_workgroup_size"]) {
				reqd[j] = uint32(n.(int))
			}
			require.Equal(t, reqd, k.ReqdGroupSize)
			args := asList(want[".args"])
			require.Len(t, k.Args, len(args))
			for j, v := range args {
				w := v.(map[string]any)
				require.Equal(t, Arg{
					Name: str(w, ".name"), TypeName: str(w, ".type_name"), Offset: num(w, ".offset"), Size: num(w, ".size"),
					ValueKind: ValueKind(str(w, ".value_kind")), AddressSpace: str(w, ".address_space"), Access: str(w, ".access"),
					PointeeAlign: num(w, ".pointee_align"), Const: flag(w, ".is_const"), Restrict: flag(w, ".is_restrict"),
					Volatile: flag(w, ".is_volatile"), Pipe: flag(w, ".is_pipe"),
				}, k.Args[j], "%s %s argument %d", name, k.Name, j)
			}
		}
	}
}

func asList(v any) []any {
	l, _ := v.([]any)
	return l
}

// Version 2 and version 3 of the same source have the same declared arguments; version 2's come
// from YAML without offsets.
func TestVersion2ArgumentsEqualVersion3(t *testing.T) {
	for _, gpu := range []string{"gfx600", "gfx700", "gfx803", "gfx900"} {
		v2, v3 := load(t, "kern-"+gpu+"-v2"), load(t, "kern-"+gpu+"-v3")
		for i := range v3.Kernels {
			a, b := &v2.Kernels[i], &v3.Kernels[i]
			require.True(t, a.HasMetadata)
			require.Equal(t, b.Name, a.Name)
			require.Equal(t, b.Args, a.Args)
			require.Equal(t, b.KernargSize, a.KernargSize)
			require.Equal(t, b.ReqdGroupSize, a.ReqdGroupSize)
			require.Equal(t, b.MaxFlatGroupSize, a.MaxFlatGroupSize)
			require.Equal(t, b.UsedVGPRs, a.UsedVGPRs)
			require.Equal(t, a.DescAddr+256, a.Entry)
		}
	}
}

func TestEntryIsTheFunctionSymbol(t *testing.T) {
	for name := range fixtures(t) {
		o := load(t, name)
		for _, k := range o.Kernels {
			if o.Version > 2 {
				for _, s := range o.Symbols {
					if s.Name == k.Name {
						require.Equal(t, s.Addr, k.Entry, name)
						require.Equal(t, s.Size, k.CodeSize, name)
					}
				}
			}
			code, ok := o.Bytes(k.Entry, k.CodeSize)
			require.True(t, ok)
			require.NotEmpty(t, code)
		}
	}
}

func TestInitialSGPRs(t *testing.T) {
	// bare.s: everything on, work-group id Y off. LLVM AMDGPUUsage, "Initial Kernel Execution
	// State".
	k, err := load(t, "bare-gfx900-v4").Kernel("")
	require.NoError(t, err)
	sgprs := func(k *Kernel) (list [][3]int) {
		for _, r := range k.Desc.InitialSGPRs() {
			list = append(list, [3]int{int(r.Role), r.First, r.Count})
		}
		return list
	}
	require.Equal(t, [][3]int{
		{int(abi.PrivateSegmentBuffer), 0, 4}, {int(abi.DispatchPtr), 4, 2}, {int(abi.QueuePtr), 6, 2},
		{int(abi.KernargSegmentPtr), 8, 2}, {int(abi.DispatchID), 10, 2}, {int(abi.FlatScratchInit), 12, 2},
		{int(abi.PrivateSegmentSize), 14, 1}, {int(abi.WorkGroupIDX), 15, 1}, {int(abi.WorkGroupIDZ), 16, 1},
		{int(abi.WorkGroupInfo), 17, 1}, {int(abi.ScratchWaveOffset), 18, 1},
	}, sgprs(k))
	require.Equal(t, "kernarg_segment_ptr", abi.KernargSegmentPtr.String())

	// args of version 4 at -O1: buffer and kernarg, six user SGPRs, work-group id X.
	k, err = load(t, "kern-gfx803-v4").Kernel("args")
	require.NoError(t, err)
	require.Equal(t, [][3]int{
		{int(abi.PrivateSegmentBuffer), 0, 4}, {int(abi.KernargSegmentPtr), 4, 2}, {int(abi.WorkGroupIDX), 6, 1},
	}, sgprs(k)[:3])
}

func TestImageAppliesRelocations(t *testing.T) {
	for _, name := range []string{"reloc-gfx600-v5", "reloc-gfx900-v5"} {
		o := load(t, name)
		addr := map[string]uint64{}
		for _, s := range o.Symbols {
			addr[s.Name] = s.Addr
		}
		require.Len(t, o.Relocations, strings.Count(text(t, name+".elf.txt"), " R_AMDGPU_"))
		const base = 0x7f0000000000
		for absent, resolve := range map[uint64]func(string) (uint64, bool){
			0:      nil,
			0x1234: func(s string) (uint64, bool) { return 0x1234, s == "absent" },
		} {
			segs, err := o.Image(base, resolve)
			require.NoError(t, err)
			word, ok := segmentBytes(segs, base+addr["pointers"], 32)
			require.True(t, ok)
			// int *pointers[] = {&table[0], &table[2], &shared, &absent}
			want := []uint64{base + addr["table"], base + addr["table"] + 8, base + addr["shared"], absent}
			for i := range want {
				require.Equal(t, want[i], binary.LittleEndian.Uint64(word[8*i:]), "%s pointers[%d]", name, i)
			}
			for i := range segs {
				require.Equal(t, o.Segments[i].Addr+base, segs[i].Addr)
				require.Equal(t, o.Segments[i].MemSize, segs[i].MemSize)
			}
			z := addr["zeros"]
			_, inFile := segmentBytes(o.Segments, z, 1)
			require.False(t, inFile, "bss has no bytes in the file")
			last := o.Segments[len(o.Segments)-1]
			require.True(t, z >= last.Addr && z+4096 <= last.End())
		}
		before, err := o.Image(0, nil)
		require.NoError(t, err)
		require.NotEqual(t, o.Segments[len(before)-1].Data, before[len(before)-1].Data, "Image works on copies")

		_, err = o.Image(base+8, nil)
		require.EqualError(t, err, fmt.Sprintf("codeobj: load base: %#x is not a multiple of 0x1000", base+8))
		_, err = o.Image(0xfffffffffffff000, nil)
		require.ErrorContains(t, err, "leaves no room")
		o.Relocations[len(o.Relocations)-2].Symbol.Bind = elf.STB_GLOBAL
		_, err = o.Image(base, nil)
		require.ErrorContains(t, err, `R_AMDGPU_ABS64: symbol "absent" is not defined in the object`)
	}
}

func TestKernelByName(t *testing.T) {
	o := load(t, "kern-gfx803-v5")
	k, err := o.Kernel("lds.kd")
	require.NoError(t, err)
	require.Equal(t, "lds", k.Name)
	_, err = o.Kernel("")
	require.EqualError(t, err, "codeobj: kernels: the object has 4, name one of: args dims lds scratch")
	_, err = o.Kernel("nope")
	require.EqualError(t, err, `codeobj: kernels: there is no "nope"; the object has: args dims lds scratch`)
	o.Kernels = nil
	_, err = o.Kernel("")
	require.ErrorContains(t, err, "the object has none")
}

func TestRaw(t *testing.T) {
	o, err := Raw([]byte{0, 0, 0x81, 0xbf}, "gfx700")
	require.NoError(t, err)
	require.Equal(t, isa.GCN11, o.Gen)
	require.Equal(t, uint64(4), o.Segments[0].MemSize)
	segs, err := o.Image(0x1000, nil)
	require.NoError(t, err)
	require.Equal(t, uint64(0x1000), segs[0].Addr)
	for _, bad := range [][2]string{{"", "gfx700"}, {"abc", "gfx700"}, {"abcd", "gfx1030"}} {
		_, err = Raw([]byte(bad[0]), bad[1])
		require.Error(t, err)
	}
}

// Each row changes a good file and expects the error to name the place.
func TestErrorsNameThePlace(t *testing.T) {
	le := binary.LittleEndian
	find := func(d []byte, s string) int {
		i := strings.Index(string(d), s)
		require.GreaterOrEqual(t, i, 0)
		return i
	}
	// file offset of a link-time address
	at := func(d []byte, addr uint64) int {
		for p := d[64:]; ; p = p[56:] {
			if off, v, n := le.Uint64(p[8:]), le.Uint64(p[16:]), le.Uint64(p[32:]); le.Uint32(p) == 1 && addr >= v && addr < v+n {
				return int(addr - v + off)
			}
		}
	}
	type M = func(o *Object, d []byte) []byte
	set := func(i int, v byte) M { return func(_ *Object, d []byte) []byte { d[i] = v; return d } }
	desc := func(i int, v byte) M {
		return func(o *Object, d []byte) []byte { d[at(d, o.Kernels[0].DescAddr)+i] |= v; return d }
	}
	for _, c := range []struct {
		file string
		edit M
		want string
	}{
		{"kern-gfx803-v5", set(0, 0), "ELF header at 0x0: this is not an ELF file"},
		{"kern-gfx803-v5", func(_ *Object, d []byte) []byte { return d[:20] }, "the file ends inside it"},
		{"kern-gfx803-v5", set(4, 1), "ELF header"},
		{"kern-gfx803-v5", set(5, 2), "not a little-endian"},
		{"kern-gfx803-v5", set(7, 67), "ELF header at 0x7: its OS ABI is 67; known are 64 (HSA)"},
		{"kern-gfx803-v5", set(8, 5), "its ABI version is 5"},
		{"kern-gfx803-v5", set(16, 2), "its type is ET_EXEC"},
		{"kern-gfx803-v5", set(18, 62), "its machine is EM_X86_64"},
		{"kern-gfx803-v5", set(48, 0x7f), `e_flags name processor 0x7f, which is not one of gfx600 gfx601`},
		{"kern-gfx803-v5", set(48, 0x36), "it is for gfx1030, which is RDNA 2; only GCN 1.0 to 1.4 is simulated"},
		{"kern-gfx803-v5", set(48, 0x2c), `it is for "gfx803" but the ELF header's e_flags are for "gfx900"`},
		{"kern-gfx803-v2", set(48, 0x2c), `it is for "gfx803" but the ELF header's e_flags are for "gfx900"`},
		{"kern-gfx803-v5", set(34, 1), "program headers at 0x10040"},
		{"kern-gfx803-v5", set(54, 57), "entries have 57 bytes instead of 56"},
		{"kern-gfx803-v5", set(56, 0), "no segment to load"},
		{"kern-gfx803-v5", set(64+2*56+17, 0), "the segments at"},
		{"kern-gfx803-v5", set(64+56+32+3, 1), "beyond the end of the file"},
		{"kern-gfx803-v5", set(64+56+40+1, 0), "its size in memory"},
		{"kern-gfx803-v5", set(64+56+40+6, 1), "beyond the 0x100000000 bytes"},
		{"kern-gfx803-v5", set(64+56+48, 3), "is not a power of two"},
		{"kern-gfx803-v5", func(_ *Object, d []byte) []byte { d[find(d, "amdhsa.kernels")-2] = 0xc1; return d }, "metadata (msgpack)"},
		{"kern-gfx803-v5", func(_ *Object, d []byte) []byte { d[find(d, "args.kd")] = 'x'; return d }, `no descriptor symbol "xrgs.kd"`},
		{"kern-gfx803-v5", func(_ *Object, d []byte) []byte { d[find(d, ".value_kind")+1] = 'x'; return d }, "amdhsa.kernels[0].args[0].value_kind: it is missing"},
		{"kern-gfx803-v2", func(_ *Object, d []byte) []byte { d[find(d, "Kernels:")] = '*'; return d }, "metadata (YAML)"},
		{"kern-gfx803-v2", func(_ *Object, d []byte) []byte { d[find(d, "'args@kd'")+1] = 'x'; return d }, `no descriptor symbol "xrgs"`},
		{"kern-gfx803-v5", desc(57, 4), "kernel args at 0x"},
		{"kern-gfx803-v5", desc(57, 4), "waves of 32 lanes"},
		{"kern-gfx803-v5", desc(58, 1), "preloads arguments"},
		{"kern-gfx803-v5", desc(56, 0x7f), "ask for 15 user SGPRs but compute_pgm_rsrc2 has"},
		{"kern-gfx803-v5", desc(52, 0x3e), "31 user SGPRs; there are at most 16"},
		{"kern-gfx803-v5", desc(53, 0x18), "work-item id mode 3"},
		{"kern-gfx803-v5", desc(16, 4), "its entry is not a multiple of 256"},
		{"kern-gfx803-v5", desc(22, 4), "its entry is not inside an executable segment"},
		{"kern-gfx803-v2", desc(0, 2), "amd_kernel_code_t has version 3"},
		{"kern-gfx803-v2", desc(103, 1), "waves of 2^7 lanes"},
		{"kern-gfx803-v2", func(o *Object, d []byte) []byte { d[at(d, o.Kernels[3].DescAddr)+58] |= 4; return d }, "element size code 3"},
		{"reloc-gfx900-v5", func(o *Object, d []byte) []byte {
			i := find(d, string(le.AppendUint64(nil, o.Relocations[0].Offset)))
			d[i+8] = 10
			return d
		}, "R_AMDGPU_REL32_LO is not supported"},
		{"reloc-gfx900-v5", func(o *Object, d []byte) []byte {
			i := find(d, string(le.AppendUint64(nil, o.Relocations[0].Offset)))
			d[i+2] = 10
			return d
		}, "R_AMDGPU_RELATIVE64: not inside a segment's contents"},
	} {
		data, err := os.ReadFile(dir + c.file + ".co")
		require.NoError(t, err)
		_, err = Load(c.edit(load(t, c.file), data))
		require.ErrorContains(t, err, c.want, c.file)
		var e *Error
		require.True(t, errors.As(err, &e))
	}
}

func TestObjectsWithoutNotesHaveKernelsFromSymbols(t *testing.T) {
	for _, name := range []string{"kern-gfx803-v2", "kern-gfx803-v5"} {
		data, err := os.ReadFile(dir + name + ".co")
		require.NoError(t, err)
		for p := data[64 : 64+56*int(data[56])]; len(p) > 0; p = p[56:] {
			if p[0] == 4 { // PT_NOTE
				p[0] = 0
			}
		}
		clear(data[40:48]) // nor section headers
		o, err := Load(data)
		require.NoError(t, err)
		require.Len(t, o.Kernels, 4)
		with := load(t, name)
		for i, k := range o.Kernels {
			require.Equal(t, with.Kernels[i].Name, k.Name)
			require.Equal(t, with.Kernels[i].Desc, k.Desc)
			require.Equal(t, with.Kernels[i].KernargSize, k.KernargSize)
			require.False(t, k.HasMetadata)
			require.Empty(t, k.Args)
		}
	}
}

// Version 2 of old compilers has feature bits in e_flags and the processor only in a note.
func TestVersion2TargetFromNote(t *testing.T) {
	data, err := os.ReadFile(dir + "kern-gfx700-v2.co")
	require.NoError(t, err)
	data[48] = 1
	o, err := Load(data)
	require.NoError(t, err)
	require.Equal(t, "gfx700", o.Target)
}

// Code for all of GCN 1.4 is for the target that is named, else for the one that stands for the generation.
func TestGenericCodeIsForTheTargetThatIsNamed(t *testing.T) {
	for gpu, target := range map[string]string{"": "gfx900", "gfx900": "gfx900", "gfx906": "gfx906", "gfx803": "gfx900"} {
		for _, file := range []string{"HSA-gfx9-generic-v6.o", "lld/HSA-gfx9-generic-v6.co"} {
			data, err := os.ReadFile(containers + file)
			require.NoError(t, err)
			o, err := LoadFor(data, gpu)
			require.NoError(t, err, gpu)
			require.Equal(t, target, o.Target, gpu)
			require.Equal(t, "amdgcn-amd-amdhsa--gfx9-generic", o.TargetID())
			require.Len(t, o.Kernels, 2)
		}
	}
}

func TestObjectWithoutSectionHeadersLoads(t *testing.T) {
	for name, data := range fixtures(t) {
		for i := 40; i < 48; i++ {
			data[i] = 0
		}
		o, err := Load(data)
		require.NoError(t, err, name)
		require.Equal(t, load(t, name).Kernels, o.Kernels, name)
	}
}

// A file of many headers that all point to the same bytes must not cost the product of both.
func TestManyNoteSegmentsAreRefused(t *testing.T) {
	data, err := os.ReadFile(dir + "kern-gfx803-v5.co")
	require.NoError(t, err)
	note := data[64+56*(int(data[56])-1):][:56]
	require.Equal(t, byte(elf.PT_NOTE), note[0])
	data = binary.LittleEndian.AppendUint64(data, 0)
	binary.LittleEndian.PutUint64(data[32:], uint64(len(data)))
	data = append(data, strings.Repeat(string(note), 1000)...)
	binary.LittleEndian.PutUint16(data[56:], 1000)
	_, err = Load(data)
	require.ErrorContains(t, err, "more than 16 note segments")
}

func TestMsgpackNestingIsLimited(t *testing.T) {
	for _, c := range []byte{0x91, 0x81} { // list of one, map of one
		b := []byte{}
		for range 1 << 20 {
			b = append(b, c)
			if c == 0x81 {
				b = append(b, 0xa1, 'k')
			}
		}
		_, err := parseMsgpack(b)
		require.ErrorContains(t, err, "nested more than")
	}
	// Lists and strings that say they are huge are found out by the end of the data.
	for _, b := range []string{"\xdd\xff\xff\xff\xff\x01", "\xdb\xff\xff\xff\xffab", "\xdf\xff\xff\xff\xff", "\xc6\xff\xff\xff\xff"} {
		_, err := parseMsgpack([]byte(b))
		require.Error(t, err)
	}
}

func TestYAMLBombIsRefused(t *testing.T) {
	_, err := parseYAML([]byte("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"))
	require.ErrorContains(t, err, "aliases are not supported")
	_, err = parseYAML([]byte(strings.Repeat("[", 100000)))
	require.Error(t, err)
	_, err = parseYAML([]byte(strings.Repeat("[", 40) + strings.Repeat("]", 40)))
	require.ErrorContains(t, err, "nested more than")
}

// FuzzLoad: no input may crash the loader, and what it accepts must be usable.
func FuzzLoad(f *testing.F) {
	for _, data := range fixtures(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := Load(data)
		if err != nil {
			var e *Error
			require.True(t, errors.As(err, &e), "%v", err)
			return
		}
		size, align := o.Span()
		require.LessOrEqual(t, size, uint64(MaxSpan))
		if _, err := o.Image(align, func(string) (uint64, bool) { return 0, true }); err != nil {
			t.Fatal(err)
		}
		for i := range o.Kernels {
			k := &o.Kernels[i]
			k.Desc.InitialSGPRs()
			_, ok := o.Bytes(k.Entry, k.CodeSize)
			require.True(t, ok)
			require.LessOrEqual(t, k.KernargSize, uint64(abi.MaxKernarg))
		}
	})
}

// FuzzMetadata: the same for the contents of a metadata note, which FuzzLoad can hardly change
// without breaking the sizes around it.
func FuzzMetadata(f *testing.F) {
	for name, data := range fixtures(f) {
		header, err := readHeader(data)
		require.NoError(f, err, name)
		file, err := readLinked(header)
		require.NoError(f, err, name)
		for _, s := range file.notes {
			f.Add(s.data[20:], false)
			if i := strings.Index(string(data), "---\n"); i >= 0 {
				f.Add(data[i:s.off+uint64(len(s.data))], true)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, v2 bool) {
		vendor, typ, version := "AMDGPU", uint32(noteMsgpack), 5
		if v2 {
			vendor, typ, version = "AMD", noteMetadata, 2
		}
		n := &notes{}
		if err := n.add(version, vendor, typ, data, 0); err != nil {
			var e *Error
			require.True(t, errors.As(err, &e))
			return
		}
		for _, k := range n.kernels {
			for _, a := range k.Args {
				_ = a.String()
			}
		}
	})
}
