package asm

import (
	"fmt"
	"slices"
	"strings"
)

// .amd: OpenCL 1.2. A kernel is configured, or its header, metadata and notes are given as bytes.

// calUserClasses are the classes of .userdata by name, with what registers hold.
var calUserClasses = map[string]int64{"imm_resource": 0, "imm_sampler": 1, "imm_const_buffer": 2, "imm_vertex_buffer": 3,
	"imm_uav": 4, "imm_alu_float_const": 5, "imm_alu_bool32_const": 6, "imm_gds_counter_range": 7,
	"imm_gds_memory_range": 8, "imm_gws_base": 9, "imm_work_item_range": 10, "imm_work_group_range": 11,
	"imm_dispatch_id": 12, "imm_scratch_buffer": 13, "imm_heap_buffer": 14, "imm_kernel_arg": 15,
	"sub_ptr_fetch_shader": 16, "ptr_resource_table": 17, "ptr_internal_resource_table": 18, "ptr_sampler_table": 19,
	"ptr_const_buffer_table": 20, "ptr_vertex_buffer_table": 21, "ptr_so_buffer_table": 22, "ptr_uav_table": 23,
	"ptr_internal_global_table": 24, "ptr_extended_user_data": 25, "ptr_indirect_resource": 26,
	"ptr_indirect_internal_resource": 27, "ptr_indirect_uav": 28, "imm_context_base": 29, "imm_lds_esgs_size": 30,
	"imm_global_offset": 31, "imm_generic_user_data": 32}

// calNumbers are directives of the configuration with one number, and the most that it may be.
var calNumbers = map[string]int64{"cbid": 1023, "printfid": 1023, "privateid": 1023, "uavid": 1023,
	"uavprivate": 1<<32 - 1, "hwregion": 1<<32 - 1, "earlyexit": 1<<32 - 1, "condout": 1<<32 - 1}

// calConfigured reads a line of the configuration that only .amd has.
func (c *clrx) calConfigured(a *assembler, k *clrxKernel, name, rest string, at int) (done bool, err error) {
	switch name {
	case "hwlocal":
		v, err := a.scan.Known()
		if err == nil && (v < 0 || v > 32768) {
			err = errAt(at, "a work-group has at most 32768 bytes of LDS, not %d", v)
		}
		k.vals["workgroup_group_segment_byte_size"] = v
		return true, err
	case "useconstdata", "useprintf":
		k.vals[name] = 1
		return true, a.scan.End()
	case "sampler":
		return true, a.items(func(col int) error {
			v, err := a.scan.Known()
			if err == nil && (v < 0 || v > 1<<32-1 || len(k.samplers) == 16) {
				err = errAt(col, "a kernel has at most 16 samplers, numbers of 32 bits")
			}
			k.samplers = append(k.samplers, v)
			return err
		})
	case "userdata":
		return true, c.userData(a, k, rest, at)
	}
	most, ok := calNumbers[name]
	if !ok {
		return false, nil
	}
	v, err := a.scan.Known()
	if err == nil && (v < 0 || v > most) {
		err = errAt(at, "%d is out of range: .%s is at most %d", v, name, most)
	}
	k.vals[name] = v
	if err == nil {
		err = a.scan.End()
	}
	return true, err
}

// userData is .userdata CLASS, SLOT, FIRST, COUNT.
func (c *clrx) userData(a *assembler, k *clrxKernel, rest string, at int) error {
	name, numbers, _ := strings.Cut(rest, ",")
	class, ok := calUserClasses[strings.ToLower(strings.TrimSpace(name))]
	switch {
	case !ok:
		return errAt(at, "there is no class of user data %s", strings.TrimSpace(name))
	case len(k.user) == 16:
		return errAt(at, "a kernel has at most 16 runs of user data")
	}
	if err := a.scan.Reset(a.o.Target, numbers, a); err != nil {
		return errAt(at, "%v", err)
	}
	u := []int64{class}
	err := a.items(func(int) error {
		v, err := a.scan.Known()
		u = append(u, v)
		return err
	})
	if err != nil {
		return errAt(at, "%v", err)
	}
	if len(u) != 4 || u[1] < 0 || u[1] > 1023 || u[2] < 0 || u[3] < 0 || u[2]+u[3] > 16 {
		return errAt(at, ".userdata takes a class, a slot, the first of 16 registers and how many")
	}
	k.user = append(k.user, [4]int64(u))
	return nil
}

// calParts are directives that begin a part of a kernel, which the text gives as bytes: the note's
// type, or 0.
var calParts = map[string]uint32{".header": 0, ".metadata": 0, ".data": 0, ".inputs": calInputs, ".outputs": calOutputs,
	".condout": calCondOut, ".floatconsts": calFloatConsts, ".intconsts": calIntConsts, ".boolconsts": calBoolConsts,
	".earlyexit": calEarlyExit, ".globalbuffers": calGlobalBuffers, ".constantbuffers": calConstantBuffers,
	".inputsamplers": calInputSamplers, ".persistentbuffers": calPersistentBuffers, ".scratchbuffers": calScratchBuffers,
	".subconstantbuffers": calSubConstantBuffers, ".uavmailboxsize": calUAVMailboxSize, ".uav": calUAV,
	".uavopmask": calUAVOpMask, ".proginfo": calProgInfo, ".calnote": 0}

// calPart reads the beginning of a part, or an entry of a note.
func (c *clrx) calPart(a *assembler, k *clrxKernel, word string, s *statement, from, at int) (done bool, err error) {
	note, part := calParts[word]
	entry := word == ".entry" || word == ".cbmask" || word == ".sampler" || word == ".segment" || word == ".cbid"
	if !part && !entry {
		return false, nil
	}
	if len(k.vals) > 0 || len(k.cl) > 0 || len(k.user) > 0 {
		return true, errAt(from, "the kernel %s is configured; %s gives a part of it as bytes", k.name, word)
	}
	if err := a.operands(s, at); err != nil {
		return true, err
	}
	if word == ".calnote" {
		v, err := a.scan.Known()
		if err != nil {
			return true, err
		}
		note = uint32(v)
	}
	if part {
		if len(k.raw) >= 256 {
			return true, errAt(from, "the kernel %s has too many parts", k.name)
		}
		sec := a.section(strings.Join([]string{".cal", k.name, string(rune('0' + len(k.raw))), word}, "."), progbits, 0, 0)
		k.raw = append(k.raw, clrxPart{word, note, sec})
		a.enter(sec)
	}
	if a.scan.Peek().Text == "" || word == ".calnote" {
		return true, nil
	}
	return true, a.items(func(col int) error {
		v, err := a.scan.Expr()
		if err != nil {
			return err
		}
		return a.emitValue(v, 4, col)
	})
}

// clDevices are the GPUs that containers of OpenCL name, for targets that the text names without.
var clDevices = map[string]string{"gfx600": "tahiti", "gfx601": "pitcairn", "gfx602": "oland", "gfx700": "spectre",
	"gfx701": "hawaii", "gfx703": "kalindi", "gfx704": "bonaire", "gfx801": "carrizo", "gfx802": "tonga", "gfx803": "fiji",
	"gfx810": "stoney", "gfx902": "gfx902", "gfx904": "gfx904", "gfx906": "gfx906", "gfx900": "gfx900"}

// clAliases are other names of the same devices.
var clAliases = map[string]string{"topaz": "iceland", "polaris10": "ellesmere", "polaris20": "ellesmere", "polaris11": "baffin",
	"polaris21": "baffin", "polaris12": "gfx804", "polaris22": "gfx804", "vega10": "gfx900", "vega11": "gfx902",
	"raven": "gfx903", "vega12": "gfx904", "vega20": "gfx906"}

// deviceFor is the GPU that a container names.
func (c *clrx) deviceFor(target string) string {
	name := strings.ToLower(c.device)
	if other, ok := clAliases[name]; ok {
		return other
	}
	if _, ok := clrxGPUs[name]; ok && !strings.HasPrefix(name, "gcn") && len(name) > 4 {
		return name
	}
	return clDevices[target]
}

// finishCAL makes the kernels of .amd.
func (c *clrx) finishCAL(a *assembler, box *Container) {
	data := int64(0)
	for _, s := range a.secs {
		if s.name == ".rodata" {
			for _, f := range s.frags {
				data += f.size()
			}
		}
	}
	for i, k := range c.kernels {
		fail := func(msg string) { a.errorAt(k.place, "the kernel "+k.name+": "+msg) }
		if k.sec == nil {
			fail("it has no code: .text is missing")
			return
		}
		a.symbols[k.name].bind, a.symbols[k.name].bound, a.symbols[k.name].typ = stbGlobal, true, sttFunc
		to := ContainerKernel{Name: k.name, Section: k.sec.index}
		if len(k.raw) == 0 {
			cal, err := newCAL(c, k, data)
			if err != nil {
				fail(err.Error())
				return
			}
			to.Metadata = []byte(cal.metadata(1024 + i))
			to.Header, to.Notes = cal.header(), cal.notes(a)
		} else if !slices.ContainsFunc(k.raw, func(p clrxPart) bool { return p.note == calProgInfo }) {
			fail("it has neither .config nor .proginfo")
			return
		}
		box.Kernels = append(box.Kernels, to)
	}
	a.u.Container = box
}

// fill completes what the text gives as bytes, after the layout.
func (c *clrx) fill(a *assembler, u *Unit) {
	for i, k := range c.kernels {
		for _, p := range k.raw {
			to, data := &u.Container.Kernels[i], u.Sections[p.sec.index].Data
			switch p.what {
			case ".header":
				to.Header = data
			case ".metadata":
				to.Metadata = data
			case ".data":
				to.Data = data
			case ".stub":
				to.Stub = data
			case ".isametadata":
				to.ISAMetadata = data
			case ".setup":
				if len(data) != codeTSize {
					a.errorAt(k.place, fmt.Sprintf("the kernel %s: .setup has %d bytes instead of %d", k.name, len(data), codeTSize))
					return
				}
				copy(u.Sections[to.Section].Data[a.symbols[k.name].offset():], data)
			default:
				to.Notes = append(to.Notes, Note{Name: "ATI CAL", Type: p.note, Desc: data})
			}
		}
	}
	if s := c.samplers.init; s != nil {
		if u.Container.Samplers = u.Sections[s.index].Data; len(u.Container.Samplers)%8 != 0 {
			a.errorAt(c.samplers.place, ".samplerinit has 8 bytes for each sampler")
		}
	}
}

// setupAndArgs are the arguments of OpenCL 2.0 with those that the driver gives in front.
func (k *clrxKernel) setupAndArgs(c *clrx) []clArg {
	if k.vals["setupargs"] == 0 {
		return k.cl
	}
	base := "int"
	if c.wide {
		base = "long"
	}
	var list []clArg
	for _, name := range [...]string{"global_offset_0", "global_offset_1", "global_offset_2", "printf_buffer",
		"vqueue_pointer",
		"aqlwrap_pointer"} {
		x := clArg{name: "_." + name, typeName: "size_t", base: base, elems: 1, slot: -1}
		if name == "printf_buffer" {
			x.base, x.pointer, x.space = "void", true, "global"
		}
		list = append(list, x)
	}
	return append(list, k.cl...)
}
