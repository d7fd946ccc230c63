package abi

// Preset is what a driver starts waves with, for code that comes without a descriptor. The
// work-group's place (x, y, z) and the offset of scratch follow the user SGPRs; v0 to v2 are the
// place in the work-group.
type Preset struct {
	Name, Doc string   // for [FindPreset]; what code it is for, in a line
	User      []Role   // user SGPRs, from s0 on
	UserSGPRs int      // how many there are, where User does not fill them
	Hidden    []Hidden // arguments that the driver puts in front of the others, by offset; may be nil
	ArgsAt    uint32   // offset of the first argument, behind the hidden ones
}

// Hidden is an argument that the driver gives: a kind as metadata have it, and its place in bytes.
type Hidden struct {
	Kind         string // "hidden_grid_size_x"
	Offset, Size uint32 // bytes; the offset is that in the kernarg segment
}

// Presets are the usual ones. Sources: LLVM AMDGPUUsage ("Initial Kernel Execution State") and what
// clang asks for at each level of optimisation; CLRX's descriptions of the ABIs (GalliumAbi,
// AmdCl2Abi).
var presets = []Preset{
	{Name: "hsa", Doc: "kernels that clang optimised: scratch buffer and arguments",
		User: []Role{PrivateSegmentBuffer, KernargSegmentPtr}},
	{Name: "hsa-args", Doc: "kernels written by hand that ask for their arguments only",
		User: []Role{KernargSegmentPtr}},
	{Name: "hsa-all", Doc: "kernels that clang did not optimise: all that there is",
		User: []Role{PrivateSegmentBuffer, DispatchPtr, QueuePtr, KernargSegmentPtr, DispatchID, FlatScratchInit}},
	{Name: "mesa", Doc: "Mesa's OpenCL with LLVM 4 and later: dispatch packet and arguments",
		User: []Role{PrivateSegmentBuffer, DispatchPtr, KernargSegmentPtr}},
	{Name: "gallium", Doc: "Mesa's OpenCL before LLVM 4: nine dwords of sizes in front of the arguments",
		User: []Role{KernargSegmentPtr}, UserSGPRs: 4, Hidden: sizes(), ArgsAt: 36},
	{Name: "opencl2", Doc: "AMD's OpenCL 2.0: dispatch packet, three 64-bit offsets in front of the arguments",
		User: []Role{PrivateSegmentBuffer, DispatchPtr, KernargSegmentPtr},
		Hidden: []Hidden{{"hidden_global_offset_x", 0, 8}, {"hidden_global_offset_y", 8, 8},
			{"hidden_global_offset_z", 16, 8}}, ArgsAt: 24},
}

// sizes are the numbers of work-groups, and of work-items of the grid and of a work-group, three
// dwords each.
func sizes() (list []Hidden) {
	for j, kind := range [...]string{"hidden_block_count_", "hidden_grid_size_", "hidden_group_size_"} {
		for i, d := range [...]string{"x", "y", "z"} {
			list = append(list, Hidden{kind + d, uint32(12*j + 4*i), 4})
		}
	}
	return list
}

// PresetNames are their names.
func PresetNames() (list []string) {
	for i := range presets {
		list = append(list, presets[i].Name)
	}
	return list
}

// FindPreset finds a preset by its name.
func FindPreset(name string) (*Preset, bool) {
	for i := range presets {
		if presets[i].Name == name {
			return &presets[i], true
		}
	}
	return nil, false
}

// Descriptor is the descriptor of a kernel that asks for what the preset has. MODE is as
// .amdhsa_kernel sets it where nothing else is said: f32 denormals are flushed, those of f16 and
// f64 kept, DX10_CLAMP and IEEE set. VGPRs and SGPRs are 0: what the code uses.
func (p *Preset) Descriptor() Descriptor {
	d := Descriptor{FloatMode: 0xc0, DX10Clamp: true, IEEE: true, Scratch: true, WorkItemIDs: 3, UserSGPRs: p.UserSGPRs}
	n := 0
	for _, r := range p.User {
		d.roles |= 1 << r
		n += r.Count()
	}
	d.UserSGPRs = max(d.UserSGPRs, n)
	d.roles |= 1<<WorkGroupIDX | 1<<WorkGroupIDY | 1<<WorkGroupIDZ | 1<<ScratchWaveOffset
	return d
}
