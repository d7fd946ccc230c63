package asm

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// kernel is a descriptor that is being declared.
type kernel struct {
	name  string
	v2    bool
	sym   *symbol
	f     *fragment
	sec   *section
	at    int
	place place
	keys  []keyValue
	given bool // the bytes of the descriptor are in the text
	unit  int  // index into Unit.Kernels
	bad   bool // a line of it is wrong
}

// keyValue is one line of a descriptor.
type keyValue struct {
	name  string
	val   isa.Value
	place place
}

// bits is where a descriptor keeps a number: a bit offset and a width.
type bits struct{ at, width int }

// Bit offsets of the words of a descriptor (LLVM AMDGPUUsage, "Kernel Descriptor").
const (
	rsrc1At      = 48 * 8
	rsrc2At      = 52 * 8
	propertiesAt = 56 * 8
)

// hsaKeys are the keys of .amdhsa_kernel by name without ".amdhsa_". Those without a width have a
// meaning of their own, in assembler.fillHSA. need are the features that it comes with.
var hsaKeys = map[string]struct {
	bits
	sgprs int64
	need  isa.Features
}{
	"group_segment_fixed_size":   {bits: bits{0, 32}},
	"private_segment_fixed_size": {bits: bits{32, 32}},
	"kernarg_size":               {bits: bits{64, 32}},

	"user_sgpr_count":                  {},
	"user_sgpr_private_segment_buffer": {bits: bits{propertiesAt, 1}, sgprs: 4},
	"user_sgpr_dispatch_ptr":           {bits: bits{propertiesAt + 1, 1}, sgprs: 2},
	"user_sgpr_queue_ptr":              {bits: bits{propertiesAt + 2, 1}, sgprs: 2},
	"user_sgpr_kernarg_segment_ptr":    {bits: bits{propertiesAt + 3, 1}, sgprs: 2},
	"user_sgpr_dispatch_id":            {bits: bits{propertiesAt + 4, 1}, sgprs: 2},
	"user_sgpr_flat_scratch_init":      {bits: bits{propertiesAt + 5, 1}, sgprs: 2},
	"user_sgpr_private_segment_size":   {bits: bits{propertiesAt + 6, 1}, sgprs: 1},
	"uses_dynamic_stack":               {bits: bits{propertiesAt + 11, 1}},

	"system_sgpr_private_segment_wavefront_offset": {bits: bits{rsrc2At, 1}},
	"system_sgpr_workgroup_id_x":                   {bits: bits{rsrc2At + 7, 1}},
	"system_sgpr_workgroup_id_y":                   {bits: bits{rsrc2At + 8, 1}},
	"system_sgpr_workgroup_id_z":                   {bits: bits{rsrc2At + 9, 1}},
	"system_sgpr_workgroup_info":                   {bits: bits{rsrc2At + 10, 1}},
	"system_vgpr_workitem_id":                      {bits: bits{rsrc2At + 11, 2}},

	"next_free_vgpr": {}, "next_free_sgpr": {}, "reserve_vcc": {}, "reserve_flat_scratch": {need: isa.FeatureFlat}, "reserve_xnack_mask": {need: isa.FeatureSGPR800},

	"float_round_mode_32":     {bits: bits{rsrc1At + 12, 2}},
	"float_round_mode_16_64":  {bits: bits{rsrc1At + 14, 2}},
	"float_denorm_mode_32":    {bits: bits{rsrc1At + 16, 2}},
	"float_denorm_mode_16_64": {bits: bits{rsrc1At + 18, 2}},
	"dx10_clamp":              {bits: bits{rsrc1At + 21, 1}},
	"ieee_mode":               {bits: bits{rsrc1At + 23, 1}},
	"fp16_overflow":           {bits: bits{rsrc1At + 26, 1}, need: isa.FeatureFP16Ovfl},

	"exception_fp_ieee_invalid_op": {bits: bits{rsrc2At + 24, 1}},
	"exception_fp_denorm_src":      {bits: bits{rsrc2At + 25, 1}},
	"exception_fp_ieee_div_zero":   {bits: bits{rsrc2At + 26, 1}},
	"exception_fp_ieee_overflow":   {bits: bits{rsrc2At + 27, 1}},
	"exception_fp_ieee_underflow":  {bits: bits{rsrc2At + 28, 1}},
	"exception_fp_ieee_inexact":    {bits: bits{rsrc2At + 29, 1}},
	"exception_int_div_zero":       {bits: bits{rsrc2At + 30, 1}},
}

// laterKeys are keys that only generations after these have.
var laterKeys = map[string]string{"wavefront_size32": "gfx10", "workgroup_processor_mode": "gfx10", "memory_ordered": "gfx10",
	"forward_progress": "gfx10", "shared_vgpr_count": "gfx10", "accum_offset": "gfx90a", "tg_split": "gfx90a", "inst_pref_size": "gfx11",
	"round_robin_scheduling": "gfx12", "enable_private_segment": "gfx940", "user_sgpr_kernarg_preload_length": "gfx90a",
	"user_sgpr_kernarg_preload_offset": "gfx90a", "named_barrier_count": "gfx1250", "enable_wgp": "gfx1250"}

const (
	descriptorSize = 64
	codeTSize      = 256
	userSGPRs      = isa.MaxUserSGPRs
)

// kernelDirective is .amdhsa_kernel NAME.
func (a *assembler) kernelDirective(_ string, _ *statement, from int) error {
	name, err := a.name("the kernel's name")
	if err != nil {
		return err
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	k := &kernel{name: name, place: a.column(from)}
	a.inside = k
	kd := a.symbol(name + ".kd")
	if kd.kind != undefined {
		return errAt(from, "the kernel %s is declared twice: at %s too", name, a.where(kd.pos))
	}
	if err := a.room(descriptorSize); err != nil {
		return err
	}
	k.sec, k.f = a.sec, a.sec.data()
	k.at = len(k.f.data)
	k.f.data = append(k.f.data, make([]byte, descriptorSize)...)
	a.note(k.f, k.at, true)
	kd.kind, kd.sec, kd.f, kd.at, kd.pos = label, k.sec, k.f, k.at, k.place.pos
	kd.typ, kd.sizeExpr = sttObject, &isa.Value{Int: descriptorSize}
	k.sym = kd
	entry := a.symbol(name)
	const entryAt = 16
	k.f.fixups = append(k.f.fixups, fixup{at: k.at + entryAt, size: 8, place: k.place,
		expr: &isa.Expr{Op: "-", Args: []*isa.Expr{
			{Symbol: entry, Modifier: "rel64"}, {Symbol: kd}}}})
	a.kernels = append(a.kernels, k)
	return nil
}

// inKernel reads a line of a descriptor.
func (a *assembler) inKernel(word string, s *statement, from, at int) error {
	k := a.inside
	end := ".end_amdhsa_kernel"
	if k.v2 {
		end = ".end_amd_kernel_code_t"
	}
	if word == end {
		a.inside = nil
		if k.v2 {
			return nil
		}
		return a.complete(k, from)
	}
	if k.v2 {
		return a.codeTKey(k, word, s, from, at)
	}
	name, ok := strings.CutPrefix(word, ".amdhsa_")
	if !ok {
		return errAt(from, "expected a directive .amdhsa_... or .end_amdhsa_kernel, found %s", word)
	}
	x, ok := hsaKeys[name]
	if !ok {
		if since := laterKeys[name]; since != "" {
			return errAt(from, "%s exists from %s on, and this is %s", word, since, a.o.Target.Name)
		}
		names := make([]string, 0, len(hsaKeys))
		for n := range hsaKeys {
			names = append(names, ".amdhsa_"+n)
		}
		if n := isa.Nearest(word, names); n != "" {
			return errAt(from, "the directive %s is not known: did you mean %s?", word, n)
		}
		return errAt(from, "the directive %s is not known", word)
	}
	if !a.o.Target.Has().Has(x.need) {
		have := x.need.Gens()
		return errAt(from, "%s exists from %v on", word, have&-have)
	}
	for _, old := range k.keys {
		if old.name == name {
			return errAt(from, "%s is there twice", word)
		}
	}
	if err := a.operands(s, at); err != nil {
		return err
	}
	return a.keyValue(k, name, func(v int64) error { return checkKey(name, v, x.width) })
}

// keyValue reads the value of a key, and the end of the statement. check, which may be nil, looks at a
// number that is known at once.
func (a *assembler) keyValue(k *kernel, name string, check func(int64) error) error {
	col := a.scan.Peek().Col
	v, err := a.scan.Expr()
	if err != nil {
		return err
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	if v.Float != "" {
		return errAt(col, "expected an integer")
	}
	if v.Expr == nil && check != nil {
		if err := check(v.Int); err != nil {
			return errAt(col, "%v", err)
		}
	}
	k.keys = append(k.keys, keyValue{name, v, a.column(col)})
	return nil
}

// checkKey reports a value that does not fit.
func checkKey(name string, v int64, width int) error {
	limit := int64(1)<<width - 1
	switch {
	case width != 0:
	case strings.HasPrefix(name, "reserve_"):
		limit = 1
	case name == "user_sgpr_count":
		limit = userSGPRs
	default:
		limit = 1 << 16 // registers: the count of blocks has its own check
	}
	if v < 0 || v > limit {
		return fmt.Errorf("%d is out of range: .amdhsa_%s is 0 to %d", v, name, limit)
	}
	return nil
}

// complete reports what a descriptor lacks.
func (a *assembler) complete(k *kernel, from int) error {
	for _, name := range [...]string{"next_free_vgpr", "next_free_sgpr"} {
		if _, ok := k.key(name); !ok && !k.bad {
			return errAt(from, ".amdhsa_%s is needed in the kernel %s", name, k.name)
		}
	}
	return nil
}

// key is the line of a descriptor with the name.
func (k *kernel) key(name string) (*keyValue, bool) {
	for i := range k.keys {
		if k.keys[i].name == name {
			return &k.keys[i], true
		}
	}
	return nil, false
}

// fillKernels writes the descriptors, after the layout.
func (a *assembler) fillKernels() {
	for _, k := range a.kernels {
		k.unit = -1
		u := Kernel{Name: k.name, V2: k.v2, Symbol: -1, Section: k.sec.index, Offset: uint64(k.f.off) + uint64(k.at),
			Pos: k.place.pos}
		ok := true
		ints := map[string]int64{}
		for i := range k.keys {
			kv := &k.keys[i]
			v, err := a.value(kv.val)
			if err == nil && !k.v2 {
				err = checkKey(kv.name, v, hsaKeys[kv.name].width)
			}
			if err != nil {
				a.errorAt(kv.place, err.Error())
				ok = false
				continue
			}
			ints[kv.name] = v
			u.Keys = append(u.Keys, Key{kv.name, v, kv.place.pos})
		}
		if !ok {
			continue
		}
		b := k.f.data[k.at:]
		if k.v2 {
			if !k.given {
				a.fillCodeT(k, b[:codeTSize])
			}
		} else {
			if code := a.symbols[k.name]; code != nil {
				k.sym.bind, k.sym.bound, k.sym.vis = code.bind, code.bound, code.vis
				// the distance in the descriptor is for this code and no other's (LLVM
				// EmitAmdhsaKernelDescriptor)
				if code.vis == 0 {
					code.vis = stvProtected
				}
			}
			a.fillHSA(k, ints, b[:descriptorSize])
		}
		k.unit = len(a.u.Kernels)
		a.u.Kernels = append(a.u.Kernels, u)
	}
}

// put sets a field.
func (f bits) put(b []byte, v int64) {
	for i := range f.width {
		n := f.at + i
		b[n/8] = b[n/8]&^(1<<(n%8)) | byte(v>>i&1)<<(n%8)
	}
}

// fillHSA writes a descriptor of version 3 and later.
func (a *assembler) fillHSA(k *kernel, v map[string]int64, b []byte) {
	// What is not said: denormals of f16 and f64 are kept, clamping as DirectX 10 has it, IEEE
	// mode, and the work-group's X.
	for name, x := range map[string]int64{"float_denorm_mode_16_64": 3, "dx10_clamp": 1, "ieee_mode": 1,
		"system_sgpr_workgroup_id_x": 1} {
		if _, ok := v[name]; !ok {
			v[name] = x
		}
	}
	user := int64(0)
	for name, x := range v {
		d := hsaKeys[name]
		if d.width > 0 {
			d.put(b, x)
		}
		if x != 0 {
			user += d.sgprs
		}
	}
	fail := func(name, format string, args ...any) {
		p := k.place
		if kv, ok := k.key(name); ok {
			p = kv.place
		}
		a.errorAt(p, fmt.Sprintf(format, args...))
	}
	if n, ok := v["user_sgpr_count"]; ok {
		if n < user {
			fail("user_sgpr_count", "the kernel has %d user SGPRs by its other directives", user)
		}
		user = n
	}
	if user > userSGPRs {
		fail("", "the kernel %s has %d user SGPRs: %d are possible", k.name, user, userSGPRs)
	}
	bits{rsrc2At + 1, 5}.put(b, user)
	flag := func(name string, absent bool) bool {
		if x, ok := v[name]; ok {
			return x != 0
		}
		return absent
	}
	g := a.o.Target.Gen
	sgprs := v["next_free_sgpr"]
	has, limits := a.o.Target.Has(), a.o.Target.Limits()
	limit := int64(isa.MaxSGPR(g))
	extra := has.ExtraSGPRs(flag("reserve_vcc", true), flag("reserve_flat_scratch", true),
		flag("reserve_xnack_mask", a.xnack()))
	total := sgprs + extra
	if !has.Has(isa.FeatureSGPR800) || limits.FixedSGPRs > 0 { // the others are among those that can be numbered
		sgprs = total
	}
	if free := v["next_free_sgpr"]; sgprs > limit && free <= limit {
		// clang writes so where the registers with VCC and the like are more than there are, and
		// takes all for its own object; LLVM's assembler refuses it.
		sgprs, total = limit, limit
	}
	if sgprs > limit {
		fail("next_free_sgpr", "%d SGPRs: %d are possible on %v", sgprs, limit, g)
	}
	if limits.FixedSGPRs > 0 {
		total = int64(limits.FixedSGPRs)
	}
	vgprs := v["next_free_vgpr"]
	if vgprs > int64(limits.VGPRs) {
		fail("next_free_vgpr", "%d VGPRs: %d are possible", vgprs, limits.VGPRs)
	}
	blocks := func(n, granule int64) int64 { return (max(n, 1)+granule-1)/granule - 1 }
	bits{rsrc1At, 6}.put(b, blocks(vgprs, int64(limits.VGPRGranule)))
	bits{rsrc1At + 6, 4}.put(b, blocks(total, 8))
}

// xnack reports whether code for the target may run with XNACK: where the target can have it and
// its id does not say "xnack-".
func (a *assembler) xnack() bool {
	t := a.o.Target
	return t.Has().Has(isa.FeatureXNACK) && t.XNACK != isa.SettingOff && !strings.Contains(a.u.TargetID, ":xnack-")
}

// codeTKeys are the keys of .amd_kernel_code_t (LLVM AMDKernelCodeTInfo.h).
var codeTKeys = func() map[string]bits {
	const rsrc1, rsrc2, props = 48 * 8, 52 * 8, 56 * 8
	m := map[string]bits{
		"amd_code_version_major": {0, 32}, "amd_kernel_code_version_major": {0, 32}, "kernel_code_version_major": {0, 32},
		"amd_code_version_minor": {32, 32}, "amd_kernel_code_version_minor": {32, 32}, "kernel_code_version_minor": {32, 32},
		"amd_machine_kind": {64, 16}, "amd_machine_version_major": {80, 16}, "amd_machine_version_minor": {96, 16}, "amd_machine_version_stepping": {112, 16},
		"machine_kind": {64, 16}, "machine_version_major": {80, 16}, "machine_version_minor": {96, 16}, "machine_version_stepping": {112, 16},
		"kernel_code_entry_byte_offset": {128, 64}, "kernel_code_prefetch_byte_offset": {192, 64}, "kernel_code_prefetch_byte_size": {256, 64},
		"max_scratch_backing_memory_byte_size": {320, 64},
		"compute_pgm_resource1_registers":      {rsrc1, 32}, "compute_pgm_resource2_registers": {rsrc2, 32},
		"workitem_private_segment_byte_size": {480, 32}, "workgroup_group_segment_byte_size": {512, 32}, "gds_segment_byte_size": {544, 32},
		"kernarg_segment_byte_size": {576, 64}, "workgroup_fbarrier_count": {640, 32}, "wavefront_sgpr_count": {672, 16}, "workitem_vgpr_count": {688, 16},
		"reserved_vgpr_first": {704, 16}, "reserved_vgpr_count": {720, 16}, "reserved_sgpr_first": {736, 16}, "reserved_sgpr_count": {752, 16},
		"debug_wavefront_private_segment_offset_sgpr": {768, 16}, "debug_private_segment_buffer_sgpr": {784, 16},
		"kernarg_segment_alignment": {800, 8}, "group_segment_alignment": {808, 8}, "private_segment_alignment": {816, 8}, "wavefront_size": {824, 8},
		"call_convention": {832, 32}, "runtime_loader_kernel_symbol": {960, 64},
	}
	for _, x := range [...]struct {
		at, width   int
		name, other string
	}{
		{rsrc1, 6, "granulated_workitem_vgpr_count", "compute_pgm_rsrc1_vgprs"}, {rsrc1 + 6, 4, "granulated_wavefront_sgpr_count", "compute_pgm_rsrc1_sgprs"},
		{rsrc1 + 10, 2, "priority", "compute_pgm_rsrc1_priority"}, {rsrc1 + 12, 8, "float_mode", "compute_pgm_rsrc1_float_mode"},
		{rsrc1 + 20, 1, "priv", "compute_pgm_rsrc1_priv"}, {rsrc1 + 21, 1, "enable_dx10_clamp", "compute_pgm_rsrc1_dx10_clamp"},
		{rsrc1 + 22, 1, "debug_mode", "compute_pgm_rsrc1_debug_mode"}, {rsrc1 + 23, 1, "enable_ieee_mode", "compute_pgm_rsrc1_ieee_mode"},
		{rsrc1 + 26, 1, "enable_fp16_overflow", "compute_pgm_rsrc1_fp16_ovfl"},
		{rsrc2, 1, "enable_sgpr_private_segment_wave_byte_offset", "compute_pgm_rsrc2_scratch_en"}, {rsrc2 + 1, 5, "user_sgpr_count", "compute_pgm_rsrc2_user_sgpr"},
		{rsrc2 + 6, 1, "enable_trap_handler", "compute_pgm_rsrc2_trap_handler"}, {rsrc2 + 7, 1, "enable_sgpr_workgroup_id_x", "compute_pgm_rsrc2_tgid_x_en"},
		{rsrc2 + 8, 1, "enable_sgpr_workgroup_id_y", "compute_pgm_rsrc2_tgid_y_en"}, {rsrc2 + 9, 1, "enable_sgpr_workgroup_id_z", "compute_pgm_rsrc2_tgid_z_en"},
		{rsrc2 + 10, 1, "enable_sgpr_workgroup_info", "compute_pgm_rsrc2_tg_size_en"}, {rsrc2 + 11, 2, "enable_vgpr_workitem_id", "compute_pgm_rsrc2_tidig_comp_cnt"},
		{rsrc2 + 13, 2, "enable_exception_msb", "compute_pgm_rsrc2_excp_en_msb"}, {rsrc2 + 15, 9, "granulated_lds_size", "compute_pgm_rsrc2_lds_size"},
		{rsrc2 + 24, 7, "enable_exception", "compute_pgm_rsrc2_excp_en"},
		{props, 1, "enable_sgpr_private_segment_buffer", ""}, {props + 1, 1, "enable_sgpr_dispatch_ptr", ""}, {props + 2, 1, "enable_sgpr_queue_ptr", ""},
		{props + 3, 1, "enable_sgpr_kernarg_segment_ptr", ""}, {props + 4, 1, "enable_sgpr_dispatch_id", ""}, {props + 5, 1, "enable_sgpr_flat_scratch_init", ""},
		{props + 6, 1, "enable_sgpr_private_segment_size", ""}, {props + 7, 1, "enable_sgpr_grid_workgroup_count_x", ""},
		{props + 8, 1, "enable_sgpr_grid_workgroup_count_y", ""}, {props + 9, 1, "enable_sgpr_grid_workgroup_count_z", ""},
		{props + 10, 1, "enable_wavefront_size32", ""}, {props + 16, 1, "enable_ordered_append_gds", ""}, {props + 17, 2, "private_element_size", ""},
		{props + 19, 1, "is_ptr64", ""}, {props + 20, 1, "is_dynamic_callstack", ""}, {props + 21, 1, "is_debug_enabled", "is_debug_supported"},
		{props + 22, 1, "is_xnack_enabled", "is_xnack_supported"},
	} {
		m[x.name] = bits{x.at, x.width}
		if x.other != "" {
			m[x.other] = bits{x.at, x.width}
		}
	}
	return m
}()

// codeT is .amd_kernel_code_t: 256 bytes in front of a kernel's code.
func (a *assembler) codeT(_ string, _ *statement, from int) error {
	if err := a.scan.End(); err != nil {
		return err
	}
	if err := a.room(codeTSize); err != nil {
		return err
	}
	k := &kernel{v2: true, place: a.column(from)}
	k.sec, k.f = a.sec, a.sec.data()
	k.at = len(k.f.data)
	if s := a.kernelLabel; s != nil && s.sec == k.sec && s.f == k.f && s.at == k.at {
		k.name, k.sym = s.name, s
	}
	k.f.data = append(k.f.data, make([]byte, codeTSize)...)
	a.note(k.f, k.at, true)
	a.kernels = append(a.kernels, k)
	a.inside = k
	if a.version == 0 {
		a.version = 2
	}
	return nil
}

// codeTKey reads "name = value".
func (a *assembler) codeTKey(k *kernel, word string, s *statement, from, at int) error {
	name := s.text[from:at]
	_, ok := codeTKeys[name]
	if !ok {
		names := []string{".end_amd_kernel_code_t"}
		for n := range codeTKeys {
			names = append(names, n)
		}
		if n := isa.Nearest(name, names); n != "" {
			return errAt(from, ".amd_kernel_code_t has no field %s: did you mean %s?", name, n)
		}
		return errAt(from, "expected a field of .amd_kernel_code_t or .end_amd_kernel_code_t, found %s", word)
	}
	if err := a.operands(s, at); err != nil {
		return err
	}
	if !a.scan.Accept("=") {
		return errAt(a.scan.Peek().Col, "expected \"=\" behind the field, found %s", a.scan.Peek())
	}
	return a.keyValue(k, name, nil)
}

// fillCodeT writes the 256 bytes. Defaults: LLVM initDefaultAMDKernelCodeT.
func (a *assembler) fillCodeT(k *kernel, b []byte) {
	major, minor, stepping := version(a.o.Target.Name)
	for name, v := range map[string]int64{"amd_code_version_major": 1, "amd_code_version_minor": 2, "amd_machine_kind": 1,
		"amd_machine_version_major": major,
		"amd_machine_version_minor": minor, "amd_machine_version_stepping": stepping, "kernel_code_entry_byte_offset": codeTSize, "wavefront_size": 6,
		"kernarg_segment_alignment": 4, "group_segment_alignment": 4, "private_segment_alignment": 4, "call_convention": -1} {
		codeTKeys[name].put(b, v)
	}
	for i := range k.keys {
		v, err := a.value(k.keys[i].val)
		if err != nil {
			a.errorAt(k.keys[i].place, err.Error())
			continue
		}
		codeTKeys[k.keys[i].name].put(b, v)
	}
}

// version is the three numbers of a target's name: 9, 0, 6 of gfx906.
func version(name string) (major, minor, stepping int64) {
	n := strings.TrimPrefix(name, "gfx")
	if len(n) < 3 {
		return 0, 0, 0
	}
	digit := func(c byte) int64 { return int64(strings.IndexByte("0123456789abcdef", c)) }
	for _, c := range []byte(n[:len(n)-2]) {
		major = major*10 + digit(c)
	}
	return major, digit(n[len(n)-2]), digit(n[len(n)-1])
}

// predefine defines the symbols that say what is assembled for. Those of LLVM's assembler for code
// objects of version 2 (".option." and ".kernel.") have their values, but count as not defined:
// texts for several versions ask .ifdef which of the two there are.
func (a *assembler) predefine() {
	major, minor, stepping := version(a.o.Target.Name)
	def := func(name string, v int64, kind symbolKind) *symbol {
		s := &symbol{name: name, kind: kind, val: isa.Value{Int: v}, predefined: true}
		a.symbols[name] = s
		return s
	}
	for prefix, kind := range map[string]symbolKind{".amdgcn.gfx_generation_": variable,
		".option.machine_version_": fallback} {
		first := "number"
		if kind == fallback {
			first = "major"
		}
		def(prefix+first, major, kind)
		def(prefix+"minor", minor, kind)
		def(prefix+"stepping", stepping, kind)
	}
	a.counts = [...]counter{{def(".amdgcn.next_free_vgpr", 0, variable), def(".amdgcn.next_free_sgpr", 0, variable)},
		{def(".kernel.vgpr_count", 0, fallback), def(".kernel.sgpr_count", 0, fallback)}}
}

// counter are two symbols that hold one more than the highest registers that instructions name.
type counter struct{ vgprs, sgprs *symbol }

// countRegisters raises the counters.
func (a *assembler) countRegisters(vgprs, sgprs int) {
	raise := func(s *symbol, n int) {
		if s.val.Expr == nil && s.val.Int < int64(n) {
			s.val.Int = int64(n)
		}
	}
	for _, c := range a.counts {
		raise(c.vgprs, vgprs)
		raise(c.sgprs, sgprs)
	}
}

// hsaKernel is .amdgpu_hsa_kernel NAME.
func (a *assembler) hsaKernel(string, *statement, int) error {
	name, err := a.name("the kernel's name")
	if err != nil {
		return err
	}
	a.symbol(name).typ = sttKernel
	for _, s := range [...]*symbol{a.counts[1].vgprs, a.counts[1].sgprs} {
		s.val = isa.Value{}
	}
	return a.scan.End()
}

// codeObjectVersion is .amdhsa_code_object_version N.
func (a *assembler) codeObjectVersion(string, *statement, int) error {
	col := a.scan.Peek().Col
	v, err := a.scan.Known()
	if err != nil {
		return err
	}
	if v < 2 || v > 6 {
		return errAt(col, "the code object version %d: 2 to 6 are known", v)
	}
	a.version = int(v)
	return a.scan.End()
}

// target is .amdgcn_target "amdgcn-amd-amdhsa--gfx900".
func (a *assembler) target(_ string, _ *statement, from int) error {
	col := a.scan.Peek().Col
	id, err := a.text()
	if err != nil {
		return err
	}
	if err := a.sameTarget(id, col); err != nil {
		return err
	}
	a.u.TargetID = id
	return a.scan.End()
}

// sameTarget reports a target that is not the one that is assembled for.
func (a *assembler) sameTarget(id string, col int) error {
	name := isa.Processor(id)
	t, err := isa.FindTarget(name)
	switch {
	case err != nil:
		return errAt(col, "%s is no target that is known here: the text must be for %s", name, a.o.Target.Name)
	case t.Name != a.o.Target.Name && !(name == isa.GenericGCN14 && a.o.Target.Gen == isa.GCN14):
		return errAt(col, "the text is for %s, but it is assembled for %s: give --gpu %s", t.Name, a.o.Target.Name, t.Name)
	}
	return nil
}

// isaName is .amd_amdgpu_isa "amdgcn-amd-amdhsa--gfx803".
func (a *assembler) isaName(_ string, _ *statement, from int) error {
	col := a.scan.Peek().Col
	id, err := a.text()
	if err != nil {
		return err
	}
	if err := a.sameTarget(id, col); err != nil {
		return err
	}
	if a.u.TargetID == "" { // .amdgcn_target says more: features
		a.u.TargetID = id
	}
	const noteISAName = 11
	a.u.Notes = append(a.u.Notes, Note{Name: "AMD", Type: noteISAName, Desc: []byte(id), Pos: a.column(from).pos})
	return a.scan.End()
}

// hsaVersion is .hsa_code_object_version major, minor.
func (a *assembler) hsaVersion(_ string, _ *statement, from int) error {
	major, minor, err := a.pair()
	if err != nil {
		return err
	}
	a.version = 2
	d := binary.LittleEndian.AppendUint32(nil, uint32(major))
	a.u.Notes = append(a.u.Notes, Note{Name: "AMD", Type: 1, Desc: binary.LittleEndian.AppendUint32(d, uint32(minor)),
		Pos: a.column(from).pos})
	return a.scan.End()
}

// pair reads two numbers with a comma between.
func (a *assembler) pair() (x, y int64, err error) {
	if x, err = a.scan.Known(); err != nil {
		return
	}
	if !a.scan.Accept(",") {
		return 0, 0, errAt(a.scan.Peek().Col, "expected two numbers with a comma between")
	}
	y, err = a.scan.Known()
	return
}

// hsaISA is .hsa_code_object_isa [major, minor, stepping, "vendor", "architecture"].
func (a *assembler) hsaISA(_ string, _ *statement, from int) error {
	major, minor, stepping := version(a.o.Target.Name)
	vendor, arch := "AMD", "AMDGPU"
	if a.scan.Peek().Kind != isa.TokEnd {
		col := a.scan.Peek().Col
		var err error
		if major, minor, err = a.pair(); err != nil {
			return err
		}
		if !a.scan.Accept(",") {
			return errAt(a.scan.Peek().Col, "expected major, minor and stepping")
		}
		if stepping, err = a.scan.Known(); err != nil {
			return err
		}
		for _, p := range [...]*string{&vendor, &arch} {
			if !a.scan.Accept(",") {
				break
			}
			if *p, err = a.text(); err != nil {
				return err
			}
		}
		if m, _, _ := version(a.o.Target.Name); m != major {
			return errAt(col, "the text is for gfx%d%d%d, but it is assembled for %s", major, minor, stepping, a.o.Target.Name)
		}
	}
	a.version = 2
	d := binary.LittleEndian.AppendUint16(nil, uint16(len(vendor)+1))
	d = binary.LittleEndian.AppendUint16(d, uint16(len(arch)+1))
	for _, v := range [...]int64{major, minor, stepping} {
		d = binary.LittleEndian.AppendUint32(d, uint32(v))
	}
	d = append(append(append(append(d, vendor...), 0), arch...), 0)
	a.u.Notes = append(a.u.Notes, Note{Name: "AMD", Type: 3, Desc: d, Pos: a.column(from).pos})
	return a.scan.End()
}

// notePAL is the type of PAL's old notes: pairs of a register and its value.
const notePAL = 12

// palMetadata is .amd_amdgpu_pal_metadata register, value, ...
func (a *assembler) palMetadata(_ string, _ *statement, from int) error {
	var d []byte
	n := 0
	err := a.items(func(int) error {
		v, err := a.scan.Known()
		d = binary.LittleEndian.AppendUint32(d, uint32(v))
		n++
		return err
	})
	if err == nil && n%2 != 0 {
		err = errAt(from, ".amd_amdgpu_pal_metadata takes pairs of a register and its value")
	}
	a.u.Notes = append(a.u.Notes, Note{Name: "AMD", Type: notePAL, Desc: d, Pos: a.column(from).pos})
	return err
}

// metadataDirectives begin metadata in YAML, and say which. ".end_" and the same word end them.
var metadataDirectives = map[string]Metadata{
	".amdgpu_metadata":             {},
	".amdgpu_pal_metadata":         {PAL: true},
	".amd_amdgpu_hsa_metadata":     {V2: true},
	".amdgpu_code_object_metadata": {V2: true}, // the same before LLVM 5 was released
	".amdgpu_runtime_metadata":     {Runtime: true},
}

// metadata reads the lines up to the end of .amdgpu_metadata and its like. Comments are YAML's.
func (a *assembler) metadata(word string) error {
	end := ".end_" + word[1:]
	start := a.placeOf(nil)
	f := &a.frames[len(a.frames)-1]
	m := metadataDirectives[word]
	m.Pos = Pos{f.file, f.line, 1}
	var b strings.Builder
	for f.at < len(f.text) {
		line, next := f.text[f.at:], len(f.text)
		if n := strings.IndexByte(line, '\n'); n >= 0 {
			line, next = line[:n], f.at+n+1
		}
		f.at = next
		f.line++
		if directiveWord(line) == end {
			m.Text = b.String()
			a.u.Metadata = append(a.u.Metadata, m)
			return nil
		}
		b.WriteString(strings.TrimSuffix(line, "\r"))
		b.WriteByte('\n')
	}
	a.errorAt(start, word+" without "+end)
	return nil
}
