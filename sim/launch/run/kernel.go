package run

import (
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// dynamicStackBytes is the scratch of a work-item whose kernel says that it needs more than is
// known at compile time.
const dynamicStackBytes = 16 << 10

// checkKernel says whether the kernel may be launched with this work-group size.
func checkKernel(l *launch.Launch, k *codeobj.Kernel) error {
	grid, group := dim3(l.Grid), dim3(l.Group)
	if r := k.ReqdGroupSize; r != [3]uint32{} && r != group {
		return launch.Errorf("group", "it is %v, but kernel %s must be launched with %v", group, k.Name, r)
	}
	if n := uint64(group[0]) * uint64(group[1]) * uint64(group[2]); !l.AllowOversize && k.MaxFlatGroupSize != 0 &&
		n > uint64(k.MaxFlatGroupSize) {
		return launch.Errorf("group",
			"%d work-items are more than the %d that kernel %s was compiled for; drivers do not always check: --allow-oversize (in a "+
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
