package codeobj

import (
	"fmt"
	"maps"
	"slices"

	"github.com/gcnsim/gcnsim/sim/abi"
)

// Pipelines of PAL, the layer below AMD's Vulkan driver: a shader for each hardware stage,
// registers in the metadata, and user data that the driver's pipeline layout gives a meaning.
// Sources: LLVM AMDGPUUsage, "AMDPAL" ("Code Object Metadata", "User Data"); LLVM's SIDefines.h for
// the registers.

// Registers of the metadata, as indices of dwords.
const (
	palRsrc1     = 0xb848 / 4 // COMPUTE_PGM_RSRC1
	palRsrc2     = 0xb84c / 4 // COMPUTE_PGM_RSRC2
	palTmpRing   = 0xb860 / 4 // COMPUTE_TMPRING_SIZE
	palUserData  = 0xb900 / 4 // COMPUTE_USER_DATA_0
	palRegisters = 1 << 12    // the most that are read
)

// palUser are the values of COMPUTE_USER_DATA_* with a meaning of their own; the others number the
// entries of the driver's table of user data.
var palUser = map[uint32]string{
	0x10000000: "global internal table", 0x10000001: "per-shader table", 0x10000002: "spill table",
	0x10000003: "base vertex",
	0x10000004: "base instance", 0x10000005: "draw index", 0x10000006: "work-group counts",
	0x1000000a: "vertex buffers",
	0x1000000b: "stream-out buffers", 0x1000000c: "per-shader performance data",
}

// loadPAL reads a pipeline. Its compute shader is a kernel; its other shaders are functions.
func loadPAL(_ []byte, f *elfFile, gpu string) (*Object, error) {
	o, notes, err := contentsOf(f)
	if err != nil {
		return nil, err
	}
	o.ABI = PAL
	n, err := readNotes(0, notes)
	if err != nil {
		return nil, err
	}
	if err := o.setTarget(n, gpu); err != nil {
		return nil, err
	}
	p := &pipeline{registers: map[uint32]uint32{}}
	err = eachNote(notes, func(vendor string, typ uint32, desc []byte, at uint64) error {
		switch {
		case vendor == "AMD" && typ == notePALOld:
			for ; len(desc) >= 8 && len(p.registers) < palRegisters; desc = desc[8:] {
				p.registers[le.Uint32(desc)] = le.Uint32(desc[4:])
			}
		case vendor == "AMDGPU" && typ == noteMsgpack:
			tree, err := parseMsgpack(desc)
			if err == nil {
				err = p.read(tree)
			}
			if err != nil {
				return &Error{Section: ".note", Offset: int64(at), Msg: "metadata (msgpack)", Err: err}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return o, o.palKernels(p)
}

// pipeline is what the metadata say.
type pipeline struct {
	registers map[uint32]uint32
	stages    map[string]palStage // ".cs", ".ps" ...
}

type palStage struct {
	entry  string
	fields table
}

// read reads amdpal.pipelines; there is one.
func (p *pipeline) read(tree any) error {
	r := &reader{}
	list := r.table(tree, "").list("amdpal.pipelines")
	if len(list) == 0 || r.err != nil {
		return r.err
	}
	t := r.table(list[0], "amdpal.pipelines[0]")
	if regs, ok := t.m[".registers"].(map[string]any); ok {
		for name, v := range regs {
			var reg uint32
			if _, err := fmt.Sscan(name, &reg); err != nil {
				continue // a register by name, of GPUs after GCN
			}
			p.registers[reg] = uint32(r.uint(v, t.at(".registers")+"["+name+"]", 1<<32-1))
		}
	}
	p.stages = map[string]palStage{}
	if stages, ok := t.m[".hardware_stages"].(map[string]any); ok {
		for name := range stages {
			s := r.table(stages[name], t.at(".hardware_stages")+name)
			entry := s.str(".entry_point_symbol")
			if entry == "" {
				entry = s.str(".entry_point")
			}
			p.stages[name] = palStage{entry, s}
		}
	}
	if r.err == nil {
		// Version 3 of the metadata has fields instead of registers.
		if cs, ok := p.stages[".cs"]; ok && p.registers[palRsrc2] == 0 {
			p.fromFields(t, cs.fields)
		}
	}
	return r.err
}

// fromFields makes the registers of a compute shader of the fields that newer metadata have.
func (p *pipeline) fromFields(t, cs table) {
	bits := func(t table, key string, at, width int) uint32 {
		v := uint32(0)
		switch x := t.m[key].(type) {
		case bool:
			if x {
				v = 1
			}
		case int64:
			v = uint32(x)
		case uint64:
			v = uint32(x)
		}
		return v & (1<<width - 1) << at
	}
	regs := t
	if m, ok := t.m[".compute_registers"].(map[string]any); ok {
		regs = table{t.r, t.at(".compute_registers"), m}
	}
	granules := func(key string, n, most uint32) uint32 { return min((max(cs.u32(key), 1)-1)/n, most) }
	p.registers[palRsrc1] = granules(".vgpr_count", 4, 63) | granules(".sgpr_count", 8, 15)<<6 | bits(cs,
		".float_mode", 12, 8) |
		bits(cs, ".dx10_clamp", 21, 1) | bits(cs, ".ieee_mode", 23, 1)
	p.registers[palRsrc2] = bits(cs, ".scratch_en", 0, 1) | bits(cs, ".user_sgprs", 1, 5) | bits(cs, ".trap_present",
		6, 1) |
		bits(regs, ".tgid_x_en", 7, 1) | bits(regs, ".tgid_y_en", 8, 1) | bits(regs, ".tgid_z_en", 9, 1) |
		bits(regs, ".tg_size_en", 10, 1) | bits(regs, ".tidig_comp_cnt", 11, 2)
	if list := cs.list(".user_data_reg_map"); len(list) <= 16 {
		for i := range list {
			p.registers[palUserData+uint32(i)] = uint32(cs.r.uint(list[i], cs.at(".user_data_reg_map"), 1<<32-1))
		}
	}
}

// palKernels makes a kernel of the compute shader.
func (o *Object) palKernels(p *pipeline) error {
	funcs := o.textFunctions()
	cs := p.stages[".cs"]
	if cs.entry == "" { // metadata of old name no symbols
		cs.entry = "_amdgpu_cs_main"
	}
	i := slices.IndexFunc(funcs, func(s *Symbol) bool { return s.Name == cs.entry })
	_, compute := p.registers[palRsrc1]
	for name, stage := range p.stages {
		if name != ".cs" && stage.entry != "" {
			o.Shaders = append(o.Shaders, stage.entry)
		}
	}
	slices.Sort(o.Shaders)
	if i < 0 || !compute {
		stages := slices.Sorted(maps.Keys(p.stages))
		o.noKernels = fmt.Sprintf("this is a PAL pipeline without a compute shader (stages: %v); only compute is simulated",
			stages)
		if i < 0 && compute {
			o.noKernels = fmt.Sprintf("the metadata's compute shader %q is not among the symbols", cs.entry)
		}
		return nil
	}
	k := Kernel{Name: cs.entry, Symbol: cs.entry, Entry: funcs[i].Addr, DescAddr: funcs[i].Addr, KernargAlign: 16}
	var err error
	if k.Desc, err = abi.FromRegisters(p.registers[palRsrc1], p.registers[palRsrc2], o.ISA().Has()); err != nil {
		return errIn("kernel "+k.Name, "%v", err)
	}
	if k.Entry%256 != 0 {
		return errAt("kernel "+k.Name, k.Entry, "its entry is not a multiple of 256, which the hardware needs")
	}
	if n := cs.fields; n.m != nil {
		k.Desc.PrivateBytes = n.u32(".scratch_memory_size") / 64
		k.UsedSGPRs, k.UsedVGPRs = n.u32(".sgpr_count"), n.u32(".vgpr_count")
	}
	if v := p.registers[palTmpRing]; v != 0 {
		k.Desc.PrivateBytes = v >> 12 & 0x1fff * 1024 / 64
	}
	for i := range k.Desc.UserSGPRs {
		u := UserData{Slot: i, First: i, Count: 1, Name: "user data"}
		if v, ok := p.registers[palUserData+uint32(i)]; ok {
			u.Slot, u.Name = int(v), fmt.Sprintf("user data entry %d", v)
			if name := palUser[v]; name != "" {
				u.Name = name
			}
		}
		k.UserData = append(k.UserData, u)
	}
	if err := o.codeSize(&k, funcs); err != nil {
		return err
	}
	o.Kernels = append(o.Kernels, k)
	return nil
}
