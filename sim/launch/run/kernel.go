package run

import (
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// dynamicStackBytes is the scratch of a work-item whose kernel says that it needs more than is
// known at compile time.
const dynamicStackBytes = 16 << 10

// scratchAt is where private memory is for conventions that write its address into code or memory
// before a launch.
const scratchAt = 1 << 46

// scratchWords resolves the symbols by which Mesa's shaders name the resource of private memory: its
// first two dwords (Mesa, si_shader_apply_scratch_relocs, for LLVM 3.9 and later).
func scratchWords(symbol string) (uint64, bool) {
	r := sim.ScratchResource(isa.GCN10, scratchAt, 4)
	switch symbol {
	case "SCRATCH_RSRC_DWORD0":
		return uint64(r[0]), true
	case "SCRATCH_RSRC_DWORD1":
		return uint64(r[1]), true
	}
	return 0, false
}

// scratchBuffer is the resource of private memory as the object's driver makes it. Gallium's is in
// two registers: the address, and the bytes of a work-item as a stride (Mesa, si_compute.c).
func scratchBuffer(o *codeobj.Object, bytes uint32) (r [4]uint32) {
	switch {
	case bytes == 0:
		return r
	case o.ABI == codeobj.Gallium:
		wave := (bytes*isa.Lanes + 1023) &^ 1023
		at := uint64(scratchAt)
		return [4]uint32{uint32(at), uint32(at>>32) | wave/isa.Lanes<<16}
	}
	return sim.ScratchResource(o.Gen, scratchAt, bytes)
}

// checkKernel says whether the kernel may be launched with this work-group size.
func checkKernel(l *launch.Launch, k *codeobj.Kernel) error {
	grid, group := dim3(l.Grid), dim3(l.Group)
	if r := k.ReqdGroupSize; r != [3]uint32{} && r != group {
		return launch.Errorf("group", "it is %v, but kernel %s must be launched with %v", group, k.Name, r)
	}
	if n := uint64(group[0]) * uint64(group[1]) * uint64(group[2]); !l.AllowOversize && k.MaxFlatGroupSize != 0 &&
		n > uint64(k.MaxFlatGroupSize) {
		return launch.Errorf("group",
			"%d work-items are more than the %d that kernel %s was compiled for; drivers do not always check: "+
				"--allow-oversize (in a "+
				"launch file \"allow_oversize\": true) runs it all the same", n, k.MaxFlatGroupSize, k.Name)
	}
	for i := range grid {
		if k.UniformGroupSizes && grid[i]%group[i] != 0 {
			return launch.Errorf("grid",
				"%v is not made of whole work-groups of %v, which kernel %s needs", grid, group, k.Name)
		}
	}
	return nil
}

// scratchBytes is the private memory of a work-item of k: what the descriptor says, what the launch
// asks for, and for a dynamic stack at least dynamicStackBytes unless the launch asks for an
// amount; a multiple of 4.
func scratchBytes(l *launch.Launch, k *codeobj.Kernel) uint32 {
	n := max(k.Desc.PrivateBytes, l.Scratch)
	if l.Scratch == 0 && (k.Desc.DynamicStack || k.DynamicStack) {
		n = max(n, dynamicStackBytes)
	}
	return (n + 3) &^ 3
}

func dim3(d []uint32) [3]uint32 {
	out := [3]uint32{1, 1, 1}
	copy(out[:], d)
	return out
}
