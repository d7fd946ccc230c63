package codeobj

import (
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// strangers are the processors of e_flags that have another instruction set than GCN 1.0 to 1.4
// (LLVM AMDGPUUsage, "AMDGPU ELF Header e_flags", EF_AMDGPU_MACH_*).
var strangers = map[uint8]string{
	0x33: "gfx1010", 0x34: "gfx1011", 0x35: "gfx1012", 0x42: "gfx1013", 0x52: "gfx10-1-generic",
	0x36: "gfx1030", 0x37: "gfx1031", 0x38: "gfx1032", 0x39: "gfx1033", 0x3e: "gfx1034", 0x3d: "gfx1035",
	0x45: "gfx1036",
	0x53: "gfx10-3-generic",
	0x41: "gfx1100", 0x46: "gfx1101", 0x47: "gfx1102", 0x44: "gfx1103", 0x43: "gfx1150", 0x4a: "gfx1151",
	0x55: "gfx1152",
	0x58: "gfx1153", 0x54: "gfx11-generic",
	0x48: "gfx1200", 0x4e: "gfx1201", 0x49: "gfx1250", 0x5a: "gfx1251", 0x59: "gfx12-generic",
	0x30: "gfx908", 0x3f: "gfx90a", 0x40: "gfx940", 0x4b: "gfx941", 0x4c: "gfx942", 0x4f: "gfx950",
	0x5f: "gfx9-4-generic",
	1:    "r600", 2: "r630", 3: "rs880", 4: "rv670", 5: "rv710", 6: "rv730", 7: "rv770", 8: "cedar", 9: "cypress",
	10: "juniper",
	11: "redwood", 12: "sumo", 13: "barts", 14: "caicos", 15: "cayman", 16: "turks",
}

// [isa.GenericGCN14] in e_flags, with the version of it (LLVM AMDGPUUsage, EF_AMDGPU_GENERIC_VERSION).
const (
	genericFlag    = 0x51
	genericVersion = 1 << 24
)

// family names the instruction set of a processor that is not one of isa.Targets; it is empty where
// nothing is known of it.
func family(name string) string {
	if name != "" && !strings.HasPrefix(name, "gfx") {
		return "TeraScale"
	}
	return isa.Foreign(name)
}

// foreign says why a processor's code cannot be used.
func foreign(name string) string {
	if f := family(name); f != "" {
		return fmt.Sprintf("it is for %s, which is %s; only GCN 1.0 to 1.4 is simulated: %s", name, f, targetList())
	}
	return fmt.Sprintf("it is for %q, which is not one of %s", name, targetList())
}

// featureBits is where processors begin in the low byte of version 2's e_flags: those of old had
// features there and no processor (LLVM AMDGPUUsage, "AMDGPU ELF Header e_flags for Code Object
// V2").
const featureBits = 4

// oldFlags reports whether e_flags name no processor, as in old files of version 2.
func (f *elfFile) oldFlags() bool {
	return f.osabi == osabiHSA && f.abi == 0 && uint8(f.flags) < featureBits
}

// setTarget finds out the processor: what e_flags say and what the notes say must agree; where
// nothing says it, or where it is code for several, gpu does, which the user named.
func (o *Object) setTarget(n *notes, gpu string) error {
	mach := uint8(o.Flags)
	name := strangers[mach]
	for _, c := range isa.Targets() {
		if c.Flag == mach {
			name = c.Name
		}
	}
	if mach == 0 || o.Version == 2 && mach < featureBits {
		if name = n.target; name == "" {
			name = gpu
		}
		if name == "" {
			return errIn("target",
				"nothing in the file says which GPU the code is for; name it (--gpu gfx803, or \"gpu\" in the launch file)")
		}
	}
	if mach == genericFlag {
		name = isa.GenericGCN14
	}
	if name == isa.GenericGCN14 {
		name = isa.GCN14.Target().Name
		if t, ok := targetNamed(gpu); ok && t.Gen == isa.GCN14 {
			name = gpu
		}
	}
	t, ok := targetNamed(name)
	switch {
	case n.target == isa.GenericGCN14 && t.Gen == isa.GCN14: // any of them
	case name == "":
		return errAt("ELF header", 48, "e_flags name processor %#x, which is not one of %s", mach, targetList())
	case !ok:
		return errIn("target", "%s", foreign(name))
	case n.target != "" && n.target != name:
		return errIn(".note", "it is for %q but the ELF header's e_flags are for %q", n.target, name)
	}
	o.Gen, o.Target = t.Gen, t.Name
	return nil
}
