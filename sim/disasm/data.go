package disasm

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/codeobj"
)

var le = binary.LittleEndian

// data writes data from an address to another: descriptors of kernels, relocated words, bytes.
func (t *text) data(s *section, from, to uint64) {
	var stops []uint64
	add := func(a uint64) {
		if a > from && a < to {
			stops = append(stops, a)
		}
	}
	for a := range t.labels {
		add(a)
	}
	for a := range t.sizes {
		add(a)
	}
	for a := range t.words {
		add(a)
		add(a + 8)
	}
	for a := range t.kernels {
		add(a)
		add(a + abi.Size)
	}
	slices.Sort(stops)
	stops = append(slices.Compact(stops), to)
	at := from
	for _, stop := range stops {
		if at >= stop { // inside what was written
			continue
		}
		t.here(at, false)
		k, r := t.kernels[at], t.words[at]
		switch {
		case s.data == nil:
			fmt.Fprintf(t.out, "\t.zero %d\n", stop-at)
		case k != nil && t.o.Version > 2 && t.descriptor(k, s.data[at-s.Addr:]):
			stop = at + abi.Size
		case r != nil:
			fmt.Fprintf(t.out, "\t.quad %s\n", t.word(r))
			stop = at + 8
		default:
			t.bytes(s.data[at-s.Addr : stop-s.Addr])
		}
		at = stop
	}
}

// word is the expression of a relocated word.
func (t *text) word(r *codeobj.Relocation) string {
	if r.Type == codeobj.RelocRelative64 {
		if name := t.name(uint64(r.Addend)); name != "" {
			return name
		}
		return fmt.Sprintf("%#x", r.Addend)
	}
	if r.Addend == 0 {
		return r.Symbol.Name
	}
	return fmt.Sprintf("%s%+d", r.Symbol.Name, r.Addend)
}

// descriptor writes .amdhsa_kernel; it reports false where the bytes have more than its keys can
// say.
func (t *text) descriptor(k *codeobj.Kernel, b []byte) bool {
	name := k.Name
	if k.Symbol != name+".kd" || !slices.Contains(t.labels[k.Entry], name) || len(b) < abi.Size {
		return false
	}
	rsrc1, rsrc2, props := le.Uint32(b[48:]), le.Uint32(b[52:]), le.Uint16(b[56:])
	known1, known2 := uint32(0x3ff|0xff<<12|1<<21|1<<23), uint32(0x3f|0x3f<<7|0x7f<<24)
	if t.isa.Gen == isa.GCN14 {
		known1 |= 1 << 26
	}
	zero := append(append(append([]byte(nil), b[12:16]...), b[24:48]...), b[58:64]...)
	if rsrc1&^known1 != 0 || rsrc2&^known2 != 0 || props&^0x87f != 0 ||
		slices.ContainsFunc(zero, func(x byte) bool { return x != 0 }) {
		return false
	}
	d := &k.Desc
	fmt.Fprintf(t.out, "\t.amdhsa_kernel %s\n", name)
	key := func(name string, v uint32) { fmt.Fprintf(t.out, "\t\t.amdhsa_%s %d\n", name, v) }
	bit := func(name string, v uint32, at int) { key(name, v>>at&1) }
	key("group_segment_fixed_size", d.LDSBytes)
	key("private_segment_fixed_size", d.PrivateBytes)
	key("kernarg_size", uint32(d.KernargBytes))
	key("user_sgpr_count", uint32(d.UserSGPRs))
	for r := abi.PrivateSegmentBuffer; r <= abi.PrivateSegmentSize; r++ {
		bit("user_sgpr_"+r.String(), uint32(props), int(r))
	}
	bit("uses_dynamic_stack", uint32(props), 11)
	bit("system_sgpr_private_segment_wavefront_offset", rsrc2, 0)
	for i, n := range [...]string{"workgroup_id_x", "workgroup_id_y", "workgroup_id_z", "workgroup_info"} {
		bit("system_sgpr_"+n, rsrc2, 7+i)
	}
	key("system_vgpr_workitem_id", rsrc2>>11&3)
	key("next_free_vgpr", rsrc1&63*4+4)
	next, vcc, flat := t.sgprs(rsrc1>>6&15*8 + 8)
	key("next_free_sgpr", next)
	key("reserve_vcc", vcc)
	if t.isa.Gen != isa.GCN10 {
		key("reserve_flat_scratch", flat)
	}
	if t.isa.Has()&isa.FeatureXNACK != 0 {
		key("reserve_xnack_mask", 0)
	}
	for i, n := range [...]string{"float_round_mode_32", "float_round_mode_16_64", "float_denorm_mode_32",
		"float_denorm_mode_16_64"} {
		key(n, rsrc1>>(12+2*i)&3)
	}
	bit("dx10_clamp", rsrc1, 21)
	bit("ieee_mode", rsrc1, 23)
	if t.isa.Gen == isa.GCN14 {
		bit("fp16_overflow", rsrc1, 26)
	}
	for i, n := range [...]string{"fp_ieee_invalid_op", "fp_denorm_src", "fp_ieee_div_zero", "fp_ieee_overflow",
		"fp_ieee_underflow", "fp_ieee_inexact",
		"int_div_zero"} {
		bit("exception_"+n, rsrc2, 24+i)
	}
	fmt.Fprint(t.out, "\t.end_amdhsa_kernel\n")
	return true
}

// sgprs divides the allocated SGPRs into what a program may name and what is reserved behind it: as
// little as possible is (LLVM getNumExtraSGPRs). On gfx6 the assembler always counts 4 for
// FLAT_SCRATCH.
func (t *text) sgprs(allocated uint32) (next, vcc, flat uint32) {
	most, flatCount := uint32(102), uint32(6)
	switch t.isa.Gen {
	case isa.GCN10:
		return min(allocated-4, 104), 0, 0
	case isa.GCN11:
		most, flatCount = 104, 4
	}
	switch {
	case allocated <= most:
		return allocated, 0, 0
	case allocated-2 <= most:
		return allocated - 2, 1, 0
	}
	return min(allocated-flatCount, most), 0, 1
}

// codeTFields are the fields of amd_kernel_code_t by bit and width, for those that stand alone
// (AMDKernelCodeT.h).
var codeTFields = [...]struct {
	name      string
	at, width int
}{
	{"amd_code_version_major", 0, 32}, {"amd_code_version_minor", 32, 32}, {"amd_machine_kind", 64, 16},
	{"amd_machine_version_major", 80, 16},
	{"amd_machine_version_minor", 96, 16}, {"amd_machine_version_stepping", 112, 16},
	{"kernel_code_entry_byte_offset", 128, 64},
	{"kernel_code_prefetch_byte_size", 256, 64}, {"compute_pgm_resource1_registers", 384, 32},
	{"compute_pgm_resource2_registers", 416, 32},
	{"enable_sgpr_private_segment_buffer", 448, 1}, {"enable_sgpr_dispatch_ptr", 449, 1},
	{"enable_sgpr_queue_ptr", 450, 1},
	{"enable_sgpr_kernarg_segment_ptr", 451, 1}, {"enable_sgpr_dispatch_id", 452, 1},
	{"enable_sgpr_flat_scratch_init", 453, 1},
	{"enable_sgpr_private_segment_size", 454, 1}, {"enable_sgpr_grid_workgroup_count_x", 455, 1},
	{"enable_sgpr_grid_workgroup_count_y", 456, 1}, {"enable_sgpr_grid_workgroup_count_z", 457, 1},
	{"enable_ordered_append_gds", 464, 1},
	{"private_element_size", 465, 2}, {"is_ptr64", 467, 1}, {"is_dynamic_callstack", 468, 1},
	{"is_debug_enabled", 469, 1},
	{"is_xnack_enabled", 470, 1}, {"workitem_private_segment_byte_size", 480, 32},
	{"workgroup_group_segment_byte_size", 512, 32},
	{"gds_segment_byte_size", 544, 32}, {"kernarg_segment_byte_size", 576, 64}, {"workgroup_fbarrier_count", 640, 32},
	{"wavefront_sgpr_count", 672, 16}, {"workitem_vgpr_count", 688, 16}, {"reserved_vgpr_first", 704, 16},
	{"reserved_vgpr_count", 720, 16},
	{"reserved_sgpr_first", 736, 16}, {"reserved_sgpr_count", 752, 16},
	{"debug_wavefront_private_segment_offset_sgpr", 768, 16},
	{"debug_private_segment_buffer_sgpr", 784, 16}, {"kernarg_segment_alignment", 800, 8},
	{"group_segment_alignment", 808, 8},
	{"private_segment_alignment", 816, 8}, {"wavefront_size", 824, 8}, {"call_convention", 832, 32},
}

// codeT writes .amd_kernel_code_t; it reports false where the bytes have more than its fields can
// say.
func (t *text) codeT(k *codeobj.Kernel, b []byte) bool {
	if len(b) < abi.SizeV2 {
		return false
	}
	rest := slices.Clone(b[:abi.SizeV2])
	values := make([]uint64, len(codeTFields))
	for i, f := range codeTFields {
		var word [8]byte
		n := copy(word[:], rest[f.at/8:min(f.at/8+8, len(rest))])
		v := le.Uint64(word[:]) >> (f.at % 8) & (1<<f.width - 1)
		if f.width == 64 {
			v = le.Uint64(word[:])
		}
		values[i] = v
		mask := ^uint64(0)
		if f.width < 64 {
			mask = (1<<f.width - 1) << (f.at % 8)
		}
		le.PutUint64(word[:], le.Uint64(word[:])&^mask)
		copy(rest[f.at/8:], word[:n])
	}
	if slices.ContainsFunc(rest, func(x byte) bool { return x != 0 }) {
		return false
	}
	fmt.Fprint(t.out, "\t.amd_kernel_code_t\n")
	for i, f := range codeTFields {
		fmt.Fprintf(t.out, "\t\t%s = %d\n", f.name, values[i])
	}
	fmt.Fprint(t.out, "\t.end_amd_kernel_code_t\n")
	return true
}
