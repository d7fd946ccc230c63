package asm

import (
	"encoding/binary"
	"fmt"
	mathbits "math/bits"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// clrxKernel is a kernel with its configuration.
type clrxKernel struct {
	name         string
	place        place
	vals         map[string]int64 // by directive without the dot
	args         []clrxArg
	gallium      [][6]uint32
	group        []int64 // .cws
	sec          *section
	vgprs, sgprs int // that the code names
	hsa          bool

	// Of .amd and .amdcl2.
	cl       []clArg
	samplers []int64    // values (.amd), numbers (.amdcl2)
	user     [][4]int64 // class, slot, first register, how many
	items    int        // VGPRs with work-item ids
	sameDims bool       // .dims says the same of work-groups and work-items
	raw      []clrxPart // header, metadata, data and notes as bytes
}

// clrxPart is a part of a kernel's file that the text gives as bytes.
type clrxPart struct {
	what string // the directive's name, or "calnote"
	note uint32
	sec  *section
}

// clrxArg is an argument of .rocm and .amdcl2.
type clrxArg struct {
	name, typeName, kind, valueType, space string
	size, align                            int64
}

// clrxFields are directives that set a field of the amd_kernel_code_t, by name. What has "1 <<" is
// given as a power of two, and stored as its logarithm.
var clrxFields = map[string]struct {
	field string
	log   bool
}{
	"call_convention": {field: "call_convention"}, "gds_segment_size": {field: "gds_segment_byte_size"}, "gdssize": {field: "gds_segment_byte_size"},
	"kernarg_segment_size": {field: "kernarg_segment_byte_size"}, "kernel_code_entry_offset": {field: "kernel_code_entry_byte_offset"},
	"kernel_code_prefetch_offset": {field: "kernel_code_prefetch_byte_offset"}, "kernel_code_prefetch_size": {field: "kernel_code_prefetch_byte_size"},
	"max_scratch_backing_memory": {field: "max_scratch_backing_memory_byte_size"}, "wavefront_sgpr_count": {field: "wavefront_sgpr_count"},
	"workitem_vgpr_count": {field: "workitem_vgpr_count"}, "workgroup_fbarrier_count": {field: "workgroup_fbarrier_count"},
	"runtime_loader_kernel_symbol": {field: "runtime_loader_kernel_symbol"},
	"localsize":                    {field: "workgroup_group_segment_byte_size"}, "hsa_localsize": {field: "workgroup_group_segment_byte_size"},
	"workgroup_group_segment_size": {field: "workgroup_group_segment_byte_size"}, "group_segment_fixes_size": {field: "workgroup_group_segment_byte_size"},
	"scratchbuffer": {field: "workitem_private_segment_byte_size"}, "hsa_scratchbuffer": {field: "workitem_private_segment_byte_size"},
	"private_segment_fixed_size":    {field: "workitem_private_segment_byte_size"},
	"workitem_private_segment_size": {field: "workitem_private_segment_byte_size"},
	"kernarg_segment_align":         {field: "kernarg_segment_alignment", log: true}, "group_segment_align": {field: "group_segment_alignment", log: true},
	"private_segment_align": {field: "private_segment_alignment", log: true}, "wavefront_size": {field: "wavefront_size", log: true},
	"priority": {field: "priority"}, "hsa_priority": {field: "priority"}, "floatmode": {field: "float_mode"}, "hsa_floatmode": {field: "float_mode"},
	"exceptions": {field: "enable_exception"}, "hsa_exceptions": {field: "enable_exception"},
	"userdatanum": {field: "user_sgpr_count"}, "hsa_userdatanum": {field: "user_sgpr_count"},
	"debug_private_segment_buffer_sgpr":           {field: "debug_private_segment_buffer_sgpr"},
	"debug_wavefront_private_segment_offset_sgpr": {field: "debug_wavefront_private_segment_offset_sgpr"},
}

// clrxFlags are directives without operands, by the field that they set to 1.
var clrxFlags = map[string]string{
	"use_private_segment_buffer": "enable_sgpr_private_segment_buffer", "use_dispatch_ptr": "enable_sgpr_dispatch_ptr",
	"use_queue_ptr": "enable_sgpr_queue_ptr", "use_kernarg_segment_ptr": "enable_sgpr_kernarg_segment_ptr",
	"use_dispatch_id": "enable_sgpr_dispatch_id", "use_flat_scratch_init": "enable_sgpr_flat_scratch_init",
	"use_private_segment_size": "enable_sgpr_private_segment_size", "use_ordered_append_gds": "enable_ordered_append_gds",
	"use_ptr64": "is_ptr64", "use_dynamic_call_stack": "is_dynamic_callstack", "use_debug_enabled": "is_debug_enabled",
	"use_xnack_enabled": "is_xnack_enabled", "tgsize": "enable_sgpr_workgroup_info", "hsa_tgsize": "enable_sgpr_workgroup_info",
	"debugmode": "debug_mode", "hsa_debugmode": "debug_mode", "privmode": "priv", "hsa_privmode": "priv",
	"dx10clamp": "enable_dx10_clamp", "hsa_dx10clamp": "enable_dx10_clamp", "ieeemode": "enable_ieee_mode", "hsa_ieeemode": "enable_ieee_mode",
}

// clrxNumbers are directives with a number that needs more than a field; clrxWords those that say
// what the container of OpenCL 2.0 holds; clrxHints are for metadata and change nothing here.
var (
	clrxNumbers = []string{"sgprsnum", "vgprsnum", "hsa_sgprsnum", "hsa_vgprsnum", "pgmrsrc1", "pgmrsrc2", "hsa_pgmrsrc1", "hsa_pgmrsrc2", "private_elem_size"}
	clrxWords   = []string{"useargs", "usesetup", "useenqueue", "usegeneric", "setupargs"}
	clrxHints   = []string{"work_group_size_hint", "fixed_work_group_size", "max_flat_work_group_size", "vectypehint", "runtime_handle",
		"md_kernarg_segment_align", "md_kernarg_segment_size", "md_group_segment_fixed_size", "md_private_segment_fixed_size", "md_symname",
		"md_sgprsnum", "md_vgprsnum", "md_wavefront_size", "md_language", "spilledsgprs", "spilledvgprs", "spillesgprs", "spillevgprs", "printf", "uavid"}
)

// declare is .kernel NAME.
func (c *clrx) declare(a *assembler, name string, from int) error {
	if name == "" || strings.ContainsAny(name, " \t,\"") {
		return errAt(from, ".kernel takes the kernel's name")
	}
	if c.format == "" || c.format == "raw" {
		return errAt(from, ".kernel needs a format with kernels before it: .rocm, .amd, .amdcl2 or .gallium")
	}
	c.started, c.part = true, ""
	for _, k := range c.kernels {
		if k.name == name {
			c.kernel = k
			return nil
		}
	}
	if len(c.kernels) >= 1<<12 {
		return errAt(from, "too many kernels")
	}
	c.kernel = &clrxKernel{name: name, place: a.column(from), vals: map[string]int64{}}
	c.kernels = append(c.kernels, c.kernel)
	return nil
}

// enterKernel goes to the code of a kernel that has a section of its own.
func (c *clrx) enterKernel(a *assembler, k *clrxKernel, from int) error {
	if k.sec == nil {
		k.sec = a.section(".text."+k.name, progbits, shfAlloc|shfExec, 0)
		k.sec.align = 256
		a.enter(k.sec)
		if err := a.label(k.name, from); err != nil {
			return err
		}
		if c.format == "amdcl2" {
			if err := a.emit(make([]byte, codeTSize)); err != nil {
				return err
			}
		}
	} else {
		a.enter(k.sec)
	}
	c.code = []*clrxKernel{k}
	return nil
}

// atLabel notes that the code of a kernel begins.
func (c *clrx) atLabel(name string) {
	for _, k := range c.kernels {
		if k.name == name && len(c.codes) == 0 {
			c.code = []*clrxKernel{k}
		}
	}
}

// count raises the numbers of registers of the kernels that the code belongs to.
func (c *clrx) count(vgprs, sgprs int) {
	for _, k := range c.code {
		k.vgprs, k.sgprs = max(k.vgprs, vgprs), max(k.sgprs, sgprs)
	}
}

// kcode is .kcode +, .kcode NAME, -NAME ...: the kernels that the code belongs to.
func (c *clrx) kcode(rest string, at int) error {
	if len(c.codes) > maxNesting {
		return errAt(at, ".kcode nests more than %d deep", maxNesting)
	}
	now := slices.Clone(c.code)
	if len(c.codes) == 0 {
		now = nil
	}
	for name := range strings.SplitSeq(rest, ",") {
		name = strings.TrimSpace(name)
		name, minus := strings.CutPrefix(name, "-")
		if name == "+" {
			now = slices.Clone(c.kernels)
			continue
		}
		i := slices.IndexFunc(c.kernels, func(k *clrxKernel) bool { return k.name == strings.TrimPrefix(name, "+") })
		switch {
		case i < 0:
			return errAt(at, ".kcode: there is no kernel %s", name)
		case minus:
			now = slices.DeleteFunc(now, func(k *clrxKernel) bool { return k == c.kernels[i] })
		default:
			now = append(now, c.kernels[i])
		}
	}
	c.codes = append(c.codes, c.code)
	c.code = now
	return nil
}

// configured reads a line of a kernel's configuration; done is false where the word is no part of
// it.
func (c *clrx) configured(a *assembler, word string, s *statement, from, at int) (done bool, err error) {
	k := c.kernel
	switch word {
	case ".config", ".hsaconfig", ".args", ".control_directive":
		if c.part = word; word == ".hsaconfig" {
			k.hsa = true
		}
		return true, nil
	}
	switch c.part {
	case "":
		return false, nil
	case ".control_directive": // 128 bytes that no driver reads
		if dataSizes[word] != 0 || word == ".fill" || word == ".skip" || word == ".space" || word == ".zero" {
			return true, nil
		}
		return false, nil
	}
	if err := a.operands(s, at); err != nil {
		return true, err
	}
	name := strings.TrimPrefix(word, ".")
	if c.format == "amd" {
		if done, err := c.calConfigured(a, k, name, s.text[at:], at); done {
			return true, err
		}
	}
	number := func(v *int64) error {
		if *v, err = a.scan.Known(); err != nil {
			return err
		}
		return a.scan.End()
	}
	set := func(key string, v int64) (bool, error) {
		k.vals[key] = v
		return true, nil
	}
	var v int64
	switch {
	case name == "arg":
		return true, c.argument(a, k, s, from, at)
	case clrxFlags[name] != "":
		k.vals[clrxFlags[name]] = 1
		return true, a.scan.End()
	case slices.Contains(clrxWords, name):
		k.vals[name] = 1
		return true, a.scan.End()
	case slices.Contains(clrxHints, name):
		return true, nil
	case slices.Contains(clrxNumbers, name):
		col := a.scan.Peek().Col
		if err := number(&v); err != nil {
			return true, err
		}
		name = strings.TrimPrefix(name, "hsa_")
		if limits := a.o.Target.Limits(); name == "vgprsnum" && (v < 0 || v > int64(limits.VGPRs)) ||
			name == "sgprsnum" && (v < 0 || v > int64(isa.MaxSGPR(a.o.Target.Gen)+6)) {
			return true, errAt(col, "%d registers are more than %s has", v, a.o.Target.Name)
		}
		return set(name, v)
	}
	if f, ok := clrxFields[name]; ok {
		if strings.HasPrefix(name, "debug_") { // a register
			a.scan.Accept("%")
			reg, err := a.scan.Substitute()
			if err != nil {
				return true, err
			}
			n, ok := reg.SGPR()
			if !ok {
				return true, errAt(from, "%s takes a scalar register", word)
			}
			return set(f.field, int64(n))
		}
		col := a.scan.Peek().Col
		if err := number(&v); err != nil {
			return true, err
		}
		if f.log {
			if v <= 0 || v&(v-1) != 0 {
				return true, errAt(col, "%s takes a power of two, not %d", word, v)
			}
			v = int64(mathbits.TrailingZeros64(uint64(v)))
		}
		if w := codeTKeys[f.field].width; w < 64 && (v < 0 && w < 32 || v >= 1<<w || v < -1<<(w-1)) {
			return true, errAt(col, "%d is out of range: %s has %d bits", v, word, w)
		}
		return set(f.field, v)
	}
	switch name {
	case "sampler":
		if c.format != "amdcl2" {
			return true, nil
		}
		return true, a.items(func(col int) error {
			v, err := a.scan.Known()
			if err == nil && (v < 0 || v >= maxSamplers) {
				err = errAt(col, "%d is no number of a sampler", v)
			}
			k.samplers = append(k.samplers, v)
			return err
		})
	case "dims", "hsa_dims", "use_grid_workgroup_count":
		return true, c.dims(k, name, s.text[at:], at)
	case "default_hsa_features":
		for _, f := range [...]string{"enable_sgpr_private_segment_buffer", "enable_sgpr_kernarg_segment_ptr"} {
			k.vals[f] = 1
		}
		if c.format != "amdcl2" {
			k.vals["enable_sgpr_dispatch_ptr"] = 1
		}
		if c.wide {
			k.vals["is_ptr64"] = 1
		}
		return set("private_elem_size", 4)
	case "codeversion":
		x, y, err := a.pair()
		k.vals["amd_code_version_major"], k.vals["amd_code_version_minor"] = x, y
		return true, err
	case "machine":
		for i, key := range [...]string{"amd_machine_kind", "amd_machine_version_major", "amd_machine_version_minor",
			"amd_machine_version_stepping"} {
			if i > 0 && !a.scan.Accept(",") {
				return true, errAt(a.scan.Peek().Col, ".machine takes kind, major, minor and stepping")
			}
			if v, err = a.scan.Known(); err != nil {
				return true, err
			}
			k.vals[key] = v
		}
		return true, a.scan.End()
	case "reserved_sgprs", "reserved_vgprs":
		first, last, err := a.pair()
		if err == nil && (first < 0 || last < first-1 || last > 255) { // one less: there are none
			err = errAt(at, "%s takes the first and the last register", word)
		}
		k.vals[name[:len(name)-1]+"_first"] = first
		k.vals[name[:len(name)-1]+"_count"] = last - first + 1
		return true, err
	case "cws", "reqd_work_group_size":
		k.group = nil
		return true, a.items(func(col int) error {
			v, err := a.scan.Known()
			if err == nil && (v < 1 || len(k.group) == 3) {
				err = errAt(col, "%s takes up to three sizes", word)
			}
			k.group = append(k.group, v)
			return err
		})
	}
	return false, nil
}

// dims is .dims GROUPS[, ITEMS].
func (c *clrx) dims(k *clrxKernel, name, text string, at int) error {
	mask := func(s string) (int64, error) {
		v := int64(0)
		for _, r := range strings.ToLower(strings.TrimSpace(s)) {
			i := strings.IndexRune("xyz", r)
			if i < 0 {
				return 0, errAt(at, "dimensions are x, y and z")
			}
			v |= 1 << i
		}
		return v, nil
	}
	groups, items, both := strings.Cut(text, ",")
	g, err := mask(groups)
	if err != nil {
		return err
	}
	if name == "use_grid_workgroup_count" {
		for i, d := range [...]string{"x", "y", "z"} {
			k.vals["enable_sgpr_grid_workgroup_count_"+d] = g >> i & 1
		}
		return nil
	}
	w := g
	if both {
		if w, err = mask(items); err != nil {
			return err
		}
	}
	for i, d := range [...]string{"x", "y", "z"} {
		k.vals["enable_sgpr_workgroup_id_"+d] = g >> i & 1
	}
	k.items = mathbits.Len64(uint64(w))
	k.vals["enable_vgpr_workitem_id"] = int64(max(mathbits.Len64(uint64(w)), 1) - 1)
	k.sameDims = !both
	return nil
}

// clrxKinds are the kinds of arguments of .rocm by their names, as metadata have them.
var clrxKinds = map[string]string{"complact": "HiddenCompletionAction", "defqueue": "HiddenDefaultQueue", "dynshptr": "DynamicSharedPointer",
	"globalbuf": "GlobalBuffer", "gox": "HiddenGlobalOffsetX", "globaloffsetx": "HiddenGlobalOffsetX", "goy": "HiddenGlobalOffsetY",
	"globaloffsety": "HiddenGlobalOffsetY", "goz": "HiddenGlobalOffsetZ", "globaloffsetz": "HiddenGlobalOffsetZ", "image": "Image",
	"multigridsyncarg": "HiddenMultiGridSyncArg", "none": "HiddenNone", "pipe": "Pipe", "printfbuf": "HiddenPrintfBuffer", "queue": "Queue",
	"sampler": "Sampler", "value": "ByValue"}

// clrxTypes are the types of values by their names, as metadata have them.
var clrxTypes = map[string]string{"i8": "I8", "char": "I8", "i16": "I16", "short": "I16", "i32": "I32", "int": "I32", "i64": "I64", "long": "I64",
	"u8": "U8", "uchar": "U8", "u16": "U16", "ushort": "U16", "u32": "U32", "uint": "U32", "u64": "U64", "ulong": "U64", "f16": "F16", "half": "F16",
	"f32": "F32", "float": "F32", "f64": "F64", "double": "F64", "struct": "Struct"}

// argument is .arg.
func (c *clrx) argument(a *assembler, k *clrxKernel, s *statement, from, at int) error {
	if len(k.args)+len(k.gallium) >= 1<<10 {
		return errAt(from, "the kernel has too many arguments")
	}
	var f []string
	for part := range strings.SplitSeq(s.text[at:], ",") {
		f = append(f, strings.Trim(strings.TrimSpace(part), "\""))
	}
	known := func(i int, absent int64) (int64, error) {
		if i >= len(f) || f[i] == "" {
			return absent, nil
		}
		if err := a.scan.Reset(a.o.Target, f[i], a); err != nil {
			return 0, errAt(at, "%v", err)
		}
		v, err := a.scan.Known()
		if err == nil {
			err = a.scan.End()
		}
		if err == nil && (v < 0 || v > 1<<20) {
			err = fmt.Errorf("%d is out of range", v)
		}
		if err != nil {
			return 0, errAt(at, "argument %d: %v", len(k.args)+len(k.gallium), err)
		}
		return v, nil
	}
	switch c.format {
	case "gallium":
		return c.galliumArgument(k, f, known, at)
	case "amd", "amdcl2":
		return c.openCLArgument(k, f, known, strings.Contains(s.text[at:], "\""), at)
	}
	// NAME, "TYPE", SIZE, ALIGN, KIND, TYPE...; the type's name may be left out.
	if !strings.Contains(s.text[at:], "\"") {
		f = slices.Insert(f, min(1, len(f)), "")
	}
	if len(f) < 5 {
		return errAt(at, ".arg takes a name, a type, a size, an alignment and a kind")
	}
	size, err := known(2, 0)
	if err != nil {
		return err
	}
	align, err := known(3, max(size, 1))
	if err != nil {
		return err
	}
	if align&(align-1) != 0 {
		align = 1 << mathbits.Len64(uint64(align))
	}
	x := clrxArg{name: f[0], typeName: f[1], size: size, align: align, kind: clrxKinds[strings.ToLower(f[4])]}
	if x.kind == "" {
		return errAt(at, "there is no kind of arguments %s", f[4])
	}
	if len(f) > 5 && f[5] != "" {
		if x.valueType = clrxTypes[strings.ToLower(strings.Fields(f[5])[0])]; x.valueType == "" {
			return errAt(at, "there is no type of values %s", f[5])
		}
	}
	switch x.kind {
	case "GlobalBuffer":
		x.space = "Global"
	case "DynamicSharedPointer":
		x.space = "Local"
	}
	k.args = append(k.args, x)
	return nil
}

// galliumArgument is .arg TYPE, SIZE[, TARGETSIZE[, ALIGN[, EXTENSION[, MEANING]]]] of .gallium.
func (c *clrx) galliumArgument(k *clrxKernel, f []string, known func(int, int64) (int64, error), at int) error {
	typ := strings.ToLower(f[0])
	if typ == "griddim" || typ == "gridoffset" {
		k.gallium = append(k.gallium, [6]uint32{0, 4, 4, 4, 0, uint32(slices.Index(galliumMeanings, typ))})
		return nil
	}
	if typ == "contant" { // as the documentation spells it
		typ = "constant"
	}
	i := slices.Index(galliumTypes, typ)
	if i < 0 {
		return errAt(at, "there is no type of arguments %s", f[0])
	}
	size, err := known(1, 0)
	if err != nil {
		return err
	}
	target, err := known(2, (size+3)&^3)
	if err != nil {
		return err
	}
	align, err := known(3, 1<<mathbits.Len64(uint64(max(size, 1)-1)))
	if err != nil {
		return err
	}
	if size == 0 || align == 0 || align&(align-1) != 0 {
		return errAt(at, "the argument has %d bytes and the alignment %d", size, align)
	}
	signed, meaning := uint32(0), 0
	if len(f) > 4 && strings.EqualFold(f[4], "sext") {
		signed = 1
	}
	if len(f) > 5 {
		if meaning = slices.Index(galliumMeanings, strings.ToLower(f[5])); meaning < 0 {
			return errAt(at, "there is no meaning of arguments %s", f[5])
		}
	}
	k.gallium = append(k.gallium, [6]uint32{uint32(i), uint32(size), uint32(target), uint32(align), signed,
		uint32(meaning)})
	return nil
}

// finish makes kernels of the configurations, before the layout.
func (c *clrx) finish(a *assembler) {
	if len(c.kernels) == 0 {
		return
	}
	box := &Container{Kind: c.format, Wide: c.wide, Driver: int(c.driverVersion()), DriverInfo: c.driverInfo,
		Options:    c.options,
		ACLVersion: c.acl, Device: c.deviceFor(a.o.Target.Name)}
	c.device = box.Device
	if c.format == "amd" {
		c.finishCAL(a, box)
		return
	}
	first := c.format == "gallium" && c.llvm < 40000 // before LLVM 4 registers are in a section of their own
	var registers []byte
	list := slices.Clone(c.kernels)
	for i, k := range list {
		sym := a.symbols[k.name]
		if sym == nil || sym.kind != label {
			a.errorAt(k.place, fmt.Sprintf("the kernel %s has no code: a label of its name is missing", k.name))
			return
		}
		sym.bind, sym.bound = stbGlobal, true
		sym.sec.align = max(sym.sec.align, 256) // where a kernel can begin
		box.Kernels = append(box.Kernels, ContainerKernel{Name: k.name, Args: k.gallium, Section: sym.sec.index})
		if c.format == "amdcl2" {
			if err := c.finishCL20(a, k, &box.Kernels[i], i); err != nil {
				a.errorAt(k.place, "the kernel "+k.name+": "+err.Error())
				return
			}
		}
		vals := k.configuration(a, c)
		if first {
			continue
		}
		sym.typ = sttKernel
		if len(sym.f.data)-sym.at < codeTSize || slices.ContainsFunc(sym.f.data[sym.at:sym.at+codeTSize],
			func(b byte) bool { return b != 0 }) {
			if len(k.vals) > 0 || len(sym.f.data)-sym.at < codeTSize {
				a.errorAt(k.place, fmt.Sprintf(
					"the configuration of the kernel %s has no room: \".skip %d\" must stand behind its label", k.name, codeTSize))
				return
			}
			vals = nil // the bytes are in the text
		} else if len(k.raw) > 0 {
			vals = nil // .setup has them
		}
		kk := &kernel{name: k.name, v2: true, sym: sym, sec: sym.sec, f: sym.f, at: sym.at, place: k.place,
			given: vals == nil}
		for name, v := range vals {
			kk.keys = append(kk.keys, keyValue{name, isa.Value{Int: v}, k.place})
		}
		slices.SortFunc(kk.keys, func(x, y keyValue) int { // wide fields first: the others are parts of them
			if d := codeTKeys[y.name].width - codeTKeys[x.name].width; d != 0 {
				return d
			}
			return strings.Compare(x.name, y.name)
		})
		a.kernels = append(a.kernels, kk)
	}
	if first {
		// Pairs for each function in order of address (LLVM, .AMDGPU.config).
		slices.SortStableFunc(list, func(x, y *clrxKernel) int {
			return placeOf(a.symbols[x.name]) - placeOf(a.symbols[y.name])
		})
		for _, k := range list {
			var b [64]byte
			for name, v := range k.configuration(a, c) {
				if f := codeTKeys[name]; f.at >= rsrc1At && f.at < propertiesAt && f.width == 32 {
					f.put(b[:], v)
				}
			}
			for name, v := range k.configuration(a, c) {
				if f := codeTKeys[name]; f.at >= rsrc1At && f.at < propertiesAt && f.width < 32 {
					f.put(b[:], v)
				}
			}
			scratch := uint32((k.vals["workitem_private_segment_byte_size"]*64+1023)/1024) << 12
			values := [3]uint32{binary.LittleEndian.Uint32(b[rsrc1At/8:]), binary.LittleEndian.Uint32(b[rsrc2At/8:]), scratch}
			box.Kernels[slices.Index(c.kernels, k)].Registers = values
			for i, register := range [...]uint32{0xb848, 0xb84c, 0xb860} {
				registers = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(registers, register), values[i])
			}
		}
		s := a.section(galliumConfig, progbits, 0, 0)
		f := s.data()
		f.data = append(f.data, registers...)
		box.Registers = true
	} else {
		a.version = 2
		major, minor, stepping := version(a.o.Target.Name)
		d := binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, 4), 7)
		for _, v := range [...]int64{major, minor, stepping} {
			d = binary.LittleEndian.AppendUint32(d, uint32(v))
		}
		a.u.Notes = append(a.u.Notes, Note{Name: "AMD", Type: 1, Desc: []byte{2, 0, 0, 0, 1, 0, 0, 0}},
			Note{Name: "AMD", Type: 3, Desc: append(d, "AMD\x00AMDGPU\x00"...)})
		if text, ok := c.givenMetadata(); ok {
			a.u.Metadata = append(a.u.Metadata, Metadata{V2: true, Text: text})
		} else if c.format != "gallium" && slices.ContainsFunc(c.kernels, func(k *clrxKernel) bool {
			return len(k.args) > 0 || len(k.group) > 0 || k.vals["setupargs"] != 0
		}) {
			a.u.Metadata = append(a.u.Metadata, Metadata{V2: true, Text: c.metadata()})
		}
	}
	if err := c.samplers.container(box); err != nil {
		a.errorAt(c.samplers.place, err.Error())
	}
	a.u.Container = box
}

// givenMetadata is what .metadata of .rocm holds: the text of the note. Its section is none of the
// object's.
func (c *clrx) givenMetadata() (text string, ok bool) {
	if c.metadataBytes == nil {
		return "", false
	}
	var b []byte
	for _, f := range c.metadataBytes.frags {
		b, f.data = append(b, f.data...), nil
	}
	return string(b), true
}

// placeOf orders labels of one section.
func placeOf(s *symbol) int { return s.f.index<<32 + s.at }

// configuration is the fields of the kernel's amd_kernel_code_t: what the text says, and what
// follows of it.
func (k *clrxKernel) configuration(a *assembler, c *clrx) map[string]int64 {
	m := map[string]int64{}
	t := a.o.Target
	has, limits := t.Has(), t.Limits()
	def := func(name string, v int64) {
		if _, ok := k.vals[name]; !ok {
			m[name] = v
		}
	}
	m["compute_pgm_resource1_registers"], m["compute_pgm_resource2_registers"] = k.vals["pgmrsrc1"], k.vals["pgmrsrc2"]
	def("call_convention", 0)
	if _, ok := k.vals["pgmrsrc1"]; !ok {
		def("float_mode", 0xc0)
	}
	def("kernarg_segment_alignment", 4)
	def("amd_code_version_minor", 1)
	driver := !k.hsa && c.format == "amdcl2" // as AMD's driver does it
	old := driver && c.driverVersion() < driver1912
	if driver {
		if old {
			k.oldDriver(def)
		}
		for _, f := range [...]string{"major", "minor", "stepping"} {
			def("amd_machine_version_"+f, 0)
		}
		if k.sameDims && k.vals["useenqueue"] != 0 {
			k.vals["enable_vgpr_workitem_id"] = 2
		}
		def("enable_dx10_clamp", map[bool]int64{false: 1}[old])
		k.useOpenCL(m, t.Gen == isa.GCN14)
		m["private_element_size"] = 1
		if c.wide {
			m["is_ptr64"] = 1
		}
	}
	if c.format == "gallium" {
		def("user_sgpr_count", 4)
		if c.llvm >= 40000 {
			for _, f := range [...]string{"enable_sgpr_private_segment_buffer", "enable_sgpr_dispatch_ptr",
				"enable_sgpr_kernarg_segment_ptr"} {
				def(f, 1)
			}
			def("private_element_size", 1)
			def("is_ptr64", 1)
		}
	}
	if v := k.vals["private_elem_size"]; v > 1 {
		m["private_element_size"] = int64(mathbits.Len64(uint64(v))) - 2
	}
	for name, v := range k.vals {
		if _, ok := codeTKeys[name]; ok {
			m[name] = v
		}
	}
	if _, ok := k.vals["user_sgpr_count"]; !ok {
		n := int64(0)
		for name, d := range map[string]int64{"private_segment_buffer": 4, "dispatch_ptr": 2, "queue_ptr": 2,
			"kernarg_segment_ptr": 2,
			"dispatch_id":         2, "flat_scratch_init": 2, "private_segment_size": 1, "grid_workgroup_count_x": 1, "grid_workgroup_count_y": 1,
			"grid_workgroup_count_z": 1} {
			n += d * m["enable_sgpr_"+name]
		}
		if n > 0 || c.format != "gallium" {
			m["user_sgpr_count"] = n
		}
		if driver {
			m["user_sgpr_count"] = max(n, 4)
		}
	}
	if k.vals["workitem_private_segment_byte_size"] > 0 {
		m["enable_sgpr_private_segment_wave_byte_offset"] = 1
	}
	if c.format != "rocm" && !driver {
		granule := int64(512)
		if t.Gen == isa.GCN10 {
			granule = 256
		}
		m["granulated_lds_size"] = (k.vals["workgroup_group_segment_byte_size"] + granule - 1) / granule
	}
	// Registers: those that the text gives, or those that the code names and VCC and what else is
	// behind them.
	vgprs, sgprs := max(int64(k.vgprs), 1), int64(k.sgprs)
	if driver {
		vgprs = max(vgprs, int64(k.items))
	}
	flat := k.vals["useenqueue"]+k.vals["usegeneric"] != 0 || m["enable_sgpr_flat_scratch_init"] != 0 && !driver
	extra := has.ExtraSGPRs(true, flat, m["is_xnack_enabled"] != 0)
	if v, ok := k.vals["vgprsnum"]; ok {
		vgprs = max(v, 1)
	}
	if v, ok := k.vals["sgprsnum"]; ok {
		sgprs = v
		if driver {
			sgprs += extra
		}
	} else {
		user := m["user_sgpr_count"] + m["enable_sgpr_workgroup_id_x"] + m["enable_sgpr_workgroup_id_y"] +
			m["enable_sgpr_workgroup_id_z"] +
			m["enable_sgpr_workgroup_info"] + m["enable_sgpr_private_segment_wave_byte_offset"]
		sgprs = max(sgprs, user) + extra
	}
	total := max(sgprs, 1)
	if limits.FixedSGPRs > 0 {
		total = int64(limits.FixedSGPRs)
	}
	if _, ok := k.vals["vgprsnum"]; ok || k.vals["pgmrsrc1"]&0x3f == 0 {
		m["granulated_workitem_vgpr_count"] = (vgprs - 1) / int64(limits.VGPRGranule)
	}
	// A target with a fixed number takes another one where .pgmrsrc1 says it.
	if _, ok := k.vals["sgprsnum"]; ok && limits.FixedSGPRs == 0 || k.vals["pgmrsrc1"]>>6&15 == 0 {
		m["granulated_wavefront_sgpr_count"] = min((total+7)/8-1, 15)
	}
	if driver {
		def("reserved_vgpr_first", vgprs)
		def("reserved_sgpr_first", sgprs-extra)
		if t.Gen >= isa.GCN12 && c.driverVersion() == driver1912 {
			def("is_xnack_enabled", 1)
		}
	}
	def("wavefront_sgpr_count", sgprs)
	def("workitem_vgpr_count", vgprs)
	if _, ok := k.vals["kernarg_segment_byte_size"]; !ok {
		end := int64(0)
		for _, x := range k.allArgs(c) {
			end = (end+x.align-1)&^(x.align-1) + x.size
		}
		if old {
			end = c.oldArguments(k)
		}
		for _, x := range k.gallium {
			n := int64(1)
			if x[5] == 2 { // offsets of three dimensions
				n = 3
			}
			end = (end+int64(x[3])-1)&^(int64(x[3])-1) + n*int64(x[2])
		}
		if m["kernarg_segment_byte_size"] = (end + 15) &^ 15; old {
			m["kernarg_segment_byte_size"] = end
		}
	}
	return m
}

// oldDriver sets what drivers of OpenCL 2.0 before 1912.05 have in another way.
func (k *clrxKernel) oldDriver(def func(string, int64)) {
	def("amd_code_version_minor", 0)
	def("kernarg_segment_alignment", 3)
	private := int64(0)
	switch pipes := slices.ContainsFunc(k.cl, func(x clArg) bool { return x.base == "pipe" && x.used != 0 }); {
	case k.vals["useenqueue"] != 0:
		private = 3
	case k.vals["workitem_private_segment_byte_size"] != 0:
		private = 4
	case pipes:
		private = 3
	}
	def("private_segment_alignment", private)
	group := int64(0)
	if k.vals["workgroup_group_segment_byte_size"] != 0 {
		group = 2
	}
	def("group_segment_alignment", group)
}

// oldArguments is the size of the arguments for such a driver: vectors of 3 elements have 3.
func (c *clrx) oldArguments(k *clrxKernel) (end int64) {
	for _, x := range k.setupAndArgs(c) {
		size, align := c.word(), c.word()
		if n := int64(clTypes[x.base].bytes); n > 0 && !x.pointer {
			size, align = n*int64(x.elems), n
		}
		end = (end+align-1)&^(align-1) + size
	}
	return end
}

// useOpenCL sets the user registers of AMD OpenCL 2.0 (AmdCl2Abi, "Passing options").
func (k *clrxKernel) useOpenCL(m map[string]int64, gcn14 bool) {
	m["enable_sgpr_private_segment_buffer"] = 1
	level := 0
	for i, name := range [...]string{"useargs", "usesetup", "useenqueue", "usegeneric"} {
		if k.vals[name] != 0 {
			level = i + 1
		}
	}
	if level >= 1 {
		m["enable_sgpr_kernarg_segment_ptr"] = 1
	}
	if level >= 2 {
		m["enable_sgpr_dispatch_ptr"] = 1
	}
	if level >= 3 || gcn14 {
		m["enable_sgpr_flat_scratch_init"] = 1
	}
	if level >= 4 {
		m["enable_sgpr_queue_ptr"] = 1
	}
}

// allArgs are the arguments, those of the setup first.
func (k *clrxKernel) allArgs(c *clrx) []clrxArg {
	if k.vals["setupargs"] == 0 {
		return k.args
	}
	word := int64(4)
	if c.wide {
		word = 8
	}
	var list []clrxArg
	for _, kind := range [...]string{"HiddenGlobalOffsetX", "HiddenGlobalOffsetY", "HiddenGlobalOffsetZ",
		"HiddenPrintfBuffer", "HiddenDefaultQueue",
		"HiddenCompletionAction"} {
		list = append(list, clrxArg{kind: kind, size: word, align: word, valueType: "I64"})
	}
	return append(list, k.args...)
}

// metadata is the text of the metadata of version 2 (LLVM AMDGPUUsage, "Code Object V2 Metadata").
func (c *clrx) metadata() string {
	var b strings.Builder
	quote := func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
	b.WriteString("---\nVersion: [ 1, 0 ]\nKernels:\n")
	for _, k := range c.kernels {
		fmt.Fprintf(&b, "  - Name: %s\n    SymbolName: %s\n", quote(k.name), quote(k.name+"@kd"))
		if len(k.group) > 0 {
			g := append(slices.Clone(k.group), 1, 1)[:3]
			fmt.Fprintf(&b, "    Attrs:\n      ReqdWorkGroupSize: [ %d, %d, %d ]\n", g[0], g[1], g[2])
		}
		args := k.allArgs(c)
		if len(args) > 0 {
			b.WriteString("    Args:\n")
		}
		for _, x := range args {
			fmt.Fprintf(&b, "      - Size: %d\n        Align: %d\n        ValueKind: %s\n", x.size, max(x.align, 1), x.kind)
			if x.name != "" {
				fmt.Fprintf(&b, "        Name: %s\n", quote(x.name))
			}
			if x.typeName != "" {
				fmt.Fprintf(&b, "        TypeName: %s\n", quote(x.typeName))
			}
			if x.valueType != "" {
				fmt.Fprintf(&b, "        ValueType: %s\n", x.valueType)
			}
			if x.space != "" {
				fmt.Fprintf(&b, "        AddrSpaceQual: %s\n", x.space)
			}
			if x.kind == "DynamicSharedPointer" {
				b.WriteString("        PointeeAlign: 16\n")
			}
		}
	}
	b.WriteString("...\n")
	return b.String()
}
