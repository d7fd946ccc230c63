package run

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
)

// Dispatch is what the hidden arguments and the dispatch packet say about a launch.
type Dispatch struct {
	// 1 to 3: trailing dimensions of one work-item do not count, however many the file lists
	Dims         int
	Grid, Group  [3]uint32                                      // work-items; 1 in unused dimensions
	GlobalOffset [3]uint64                                      // work-items that OpenCL adds to global ids, x, y, z
	DynamicLDS   uint32                                         // bytes behind static LDS and local arguments
	SharedBase   uint32                                         // high half of the flat addresses of LDS
	PrivateBase  uint32                                         // high half of the flat addresses of scratch
	QueuePtr     uint64                                         // address of the queue's structure, see [abi.Queue]
	Buffer       func(name string) (addr, size uint64, ok bool) // where the buffers are
	Gen          isa.Gen                                        // of the code
	// Place puts what an argument points at into memory, at an address of so many bytes; nil where
	// arguments have no such things.
	Place func(name string, data []byte, pointer uint32) (addr uint64, err error)
}

// NewDispatch starts a Dispatch with what the launch says; the caller adds the addresses.
func NewDispatch(l *launch.Launch) *Dispatch {
	d := &Dispatch{Dims: 1, Grid: dim3(l.Grid), Group: dim3(l.Group), DynamicLDS: l.DynamicLDS}
	for i := range d.Grid {
		if d.Grid[i] > 1 || d.Group[i] > 1 {
			d.Dims = i + 1
		}
	}
	return d
}

// maxLDS bounds the sum of a work-group's LDS. Chips have 64 KiB; what a chip has is checked when
// the launch is run.
const maxLDS = 1 << 24

// hiddenArgs gives the value of each hidden argument, by kind of value in the metadata. LLVM
// AMDGPUUsage, "Code Object V5 Metadata" and the tables for older versions. The runtime services
// that gcnsim does not have (printf, host calls, device enqueue, multi-device synchronisation, the
// device heap) are null.
var hiddenArgs = map[codeobj.ValueKind]func(d *Dispatch, dynamicLDS uint32) uint64{
	"hidden_none":               null,
	"hidden_printf_buffer":      null,
	"hidden_hostcall_buffer":    null,
	"hidden_default_queue":      null,
	"hidden_completion_action":  null,
	"hidden_multigrid_sync_arg": null,
	"hidden_heap_v1":            null,
	"hidden_block_count_x":      blocks(0),
	"hidden_block_count_y":      blocks(1),
	"hidden_block_count_z":      blocks(2),
	"hidden_group_size_x":       groupSize(0),
	"hidden_group_size_y":       groupSize(1),
	"hidden_group_size_z":       groupSize(2),
	"hidden_grid_size_x":        gridSize(0),
	"hidden_grid_size_y":        gridSize(1),
	"hidden_grid_size_z":        gridSize(2),
	"hidden_remainder_x":        remainder(0),
	"hidden_remainder_y":        remainder(1),
	"hidden_remainder_z":        remainder(2),
	"hidden_global_offset_x":    globalOffset(0),
	"hidden_global_offset_y":    globalOffset(1),
	"hidden_global_offset_z":    globalOffset(2),
	"hidden_grid_dims":          func(d *Dispatch, _ uint32) uint64 { return uint64(d.Dims) },
	"hidden_dynamic_lds_size":   func(_ *Dispatch, lds uint32) uint64 { return uint64(lds) },
	"hidden_private_base":       func(d *Dispatch, _ uint32) uint64 { return uint64(d.PrivateBase) },
	"hidden_shared_base":        func(d *Dispatch, _ uint32) uint64 { return uint64(d.SharedBase) },
	"hidden_queue_ptr":          func(d *Dispatch, _ uint32) uint64 { return d.QueuePtr },
}

func null(*Dispatch, uint32) uint64 { return 0 }

func blocks(i int) func(*Dispatch, uint32) uint64 {
	return func(d *Dispatch, _ uint32) uint64 { return uint64(d.Grid[i] / d.Group[i]) } // complete work-groups only
}

func groupSize(i int) func(*Dispatch, uint32) uint64 {
	return func(d *Dispatch, _ uint32) uint64 { return uint64(d.Group[i]) }
}

func gridSize(i int) func(*Dispatch, uint32) uint64 {
	return func(d *Dispatch, _ uint32) uint64 { return uint64(d.Grid[i]) }
}

func remainder(i int) func(*Dispatch, uint32) uint64 {
	return func(d *Dispatch, _ uint32) uint64 { return uint64(d.Grid[i] % d.Group[i]) }
}

func globalOffset(i int) func(*Dispatch, uint32) uint64 {
	return func(d *Dispatch, _ uint32) uint64 { return d.GlobalOffset[i] }
}

// BuildKernarg makes the kernarg segment of a launch and says how many bytes of dynamic LDS a
// work-group needs behind its static LDS (padding, local arguments, Dispatch.DynamicLDS). The
// segment wants the alignment k.KernargAlign.
//
// With metadata, declared arguments go to their offsets and must have their sizes, and hidden
// arguments are filled in. Without, arguments follow each other with natural alignment. A local
// argument's value is the offset of its block in LDS; blocks lie in order, each aligned to the
// pointee_align of the metadata. Where that is unknown or 1 it is 16: old compilers write 1 for any
// type. Errors are *launch.Error with the argument in Field.
func BuildKernarg(k *codeobj.Kernel, args []launch.ArgValue, d *Dispatch) (segment []byte, dynamicLDS uint32,
	err error) {
	declared, hidden := splitArgs(k.Args)
	if k.HasMetadata {
		if err := checkArgs(k, declared, args); err != nil {
			return nil, 0, err
		}
	} else if declared, err = layOut(k, args); err != nil {
		return nil, 0, err
	}
	size := k.KernargSize
	for _, list := range [...][]codeobj.Arg{declared, hidden} {
		for i := range list {
			size = max(size, uint64(list[i].Offset)+uint64(list[i].Size))
		}
	}
	segment = make([]byte, size)
	static := uint64(k.Desc.LDSBytes)
	lds := static
	for i := range args {
		v, at := &args[i], declared[i].Offset
		switch v.Kind {
		case "buffer":
			addr, err := bufferAddr(i, v, d)
			if err != nil {
				return nil, 0, err
			}
			if declared[i].Slot.Table != codeobj.NoTable { // its resource has the address: see userData
				addr = v.Offset
			}
			n := declared[i].Size
			if n < 8 && addr>>(8*n) != 0 {
				return nil, 0, launch.Errorf(fmt.Sprintf("args[%d].buffer", i),
					"its address %#x does not fit a pointer of %d bits; give buffer %q an "+
						"address below that: \"addr\"", addr, 8*n, v.Buffer)
			}
			var b [8]byte
			binary.LittleEndian.PutUint64(b[:], addr)
			copy(segment[at:at+n], b[:])
		case "local":
			align := uint64(declared[i].PointeeAlign)
			if align <= 1 {
				align = 16
			}
			lds = (lds + align - 1) &^ (align - 1)
			binary.LittleEndian.PutUint32(segment[at:], uint32(lds))
			if lds += uint64(v.Local); lds > maxLDS {
				return nil, 0, launch.Errorf(fmt.Sprintf("args[%d].local", i),
					"the work-group would need %d bytes of LDS", lds)
			}
		default:
			b, err := d.stored(&declared[i], v.Bytes)
			if err != nil {
				return nil, 0, err
			}
			copy(segment[at:], b)
		}
	}
	if lds += uint64(d.DynamicLDS); lds > maxLDS {
		return nil, 0, launch.Errorf("dynamic_lds", "the work-group would need %d bytes of LDS", lds)
	}
	dynamicLDS = uint32(lds - static)
	for i := range hidden {
		if err := putHidden(segment, &hidden[i], d, dynamicLDS); err != nil {
			return nil, 0, err
		}
	}
	return segment, dynamicLDS, nil
}

// splitArgs are the declared and the hidden arguments. Compilers list the hidden ones last: then nothing
// is copied.
func splitArgs(args []codeobj.Arg) (declared, hidden []codeobj.Arg) {
	n := 0
	for n < len(args) && !args[n].Hidden() {
		n++
	}
	declared, hidden = args[:n:n], args[n:]
	if !slices.ContainsFunc(hidden, func(a codeobj.Arg) bool { return !a.Hidden() }) {
		return declared, hidden
	}
	hidden = nil
	for i := range args[n:] {
		if a := args[n+i]; a.Hidden() {
			hidden = append(hidden, a)
		} else {
			declared = append(declared, a)
		}
	}
	return declared, hidden
}

// stored is what the segment has of a value: the value, a dword for each of its small elements, the
// address of a copy, or what an image is like.
func (d *Dispatch) stored(a *codeobj.Arg, value []byte) (b []byte, err error) {
	switch {
	case a.Element != 0:
		n := int(a.Element)
		for ; len(value) >= n; value = value[n:] {
			v := uint32(value[0])
			if n == 2 {
				v = uint32(binary.LittleEndian.Uint16(value))
			}
			if up := 32 - 8*n; a.Signed {
				v = uint32(int32(v<<up) >> up)
			}
			b = binary.LittleEndian.AppendUint32(b, v)
		}
		return b, nil
	case a.ValueKind == codeobj.ByReference && d.Place != nil:
		at, err := d.Place("argument "+a.Name, value, a.Size)
		return binary.LittleEndian.AppendUint64(nil, at)[:a.Size], err
	case a.ValueKind == codeobj.Image && a.Slot.Table != codeobj.NoTable:
		return imageArgument(d.Gen, value), nil
	}
	return value, nil
}

// describe names an argument for messages.
func describe(i int, a *codeobj.Arg) string { return fmt.Sprintf("argument %d (%s)", i, a) }

// plain reports whether an argument's value is not the address of something that only a driver makes.
func plain(a *codeobj.Arg) bool {
	switch a.ValueKind {
	case codeobj.ByValue, codeobj.ByReference, codeobj.GlobalBuffer, codeobj.DynamicSharedPointer:
		return true
	}
	return false
}

// argError is an error of an argument.
func argError(i int, format string, args ...any) error {
	return launch.Errorf(fmt.Sprintf("args[%d]", i), format, args...)
}

func checkArgs(k *codeobj.Kernel, declared []codeobj.Arg, args []launch.ArgValue) error {
	for i := range min(len(declared), len(args)) {
		a, v := &declared[i], &args[i]
		pointer := v.Kind == "buffer" || v.Kind == "local" // of 4 or 8 bytes, as the kernel has it
		switch {
		case (a.ValueKind == codeobj.DynamicSharedPointer) != (v.Kind == "local"):
			want := "a size of LDS: {\"local\": BYTES}"
			if v.Kind == "local" {
				want = "no block of LDS"
			}
			return argError(i, "kernel %s: %s wants %s, not %s", k.Name, describe(i, a), want, v)
		case a.ValueKind == codeobj.Image && a.Slot.Table != codeobj.NoTable && (v.Kind != "bytes" || len(v.Bytes) != 32):
			return argError(i, "kernel %s: %s wants the image's resource, the 32 bytes that an image instruction "+
				"takes: {\"bytes\": \"...\"}; or set the registers of its table yourself (--reg)", k.Name, describe(i, a))
		case !plain(a) && v.Kind != "buffer" && v.Kind != "local" && v.Kind != "bytes" && v.Kind != "u64":
			return argError(i, "kernel %s: %s wants the address of its descriptor: a buffer, u64 or bytes",
				k.Name, describe(i, a))
		case a.ValueKind == codeobj.GlobalBuffer && v.Kind != "buffer" && v.Kind != "u64" && v.Kind != "bytes":
			return argError(i, "kernel %s: %s wants a buffer (or an address as u64), not %s", k.Name,
				describe(i, a), v)
		case uint32(v.Size()) != max(a.Size, a.Pointee) && !(pointer && (a.Size == 4 || a.Size == 8)):
			return argError(i, "kernel %s: %s has %d bytes, but %s has %d", k.Name, describe(i, a),
				max(a.Size, a.Pointee), v, v.Size())
		}
	}
	switch n := len(declared); {
	case len(args) < n:
		i := len(args)
		return launch.Errorf("args", "kernel %s: %s is missing; %d of %d are given", k.Name,
			describe(i, &declared[i]), i, n)
	case len(args) > n:
		return launch.Errorf(fmt.Sprintf("args[%d]", n), "kernel %s has only %d arguments; %s is one too many",
			k.Name, n, &args[n])
	}
	return nil
}

// layOut places arguments where no metadata do.
func layOut(k *codeobj.Kernel, args []launch.ArgValue) ([]codeobj.Arg, error) {
	var out []codeobj.Arg
	at, base := 0, int(k.KernargBase)
	for i := range args {
		v := &args[i]
		at = (at + v.Align() - 1) &^ (v.Align() - 1)
		out = append(out, codeobj.Arg{Offset: uint32(base + at), Size: uint32(v.Size())})
		if at += v.Size(); k.KernargSize != 0 && uint64(base+at) > k.KernargSize {
			return nil, launch.Errorf(fmt.Sprintf("args[%d]", i),
				"kernel %s: %s ends at byte %d of a kernarg segment of %d bytes", k.Name, v, base+at,
				k.KernargSize)
		}
	}
	return out, nil
}

func bufferAddr(i int, v *launch.ArgValue, d *Dispatch) (uint64, error) {
	if d.Buffer != nil {
		if addr, size, ok := d.Buffer(v.Buffer); ok {
			if v.Offset > size {
				return 0, launch.Errorf(fmt.Sprintf("args[%d].offset", i), "%#x is beyond buffer %q of %#x bytes",
					v.Offset, v.Buffer, size)
			}
			return addr + v.Offset, nil
		}
	}
	return 0, launch.Errorf(fmt.Sprintf("args[%d].buffer", i), "there is no buffer %q", v.Buffer)
}

func putHidden(segment []byte, a *codeobj.Arg, d *Dispatch, dynamicLDS uint32) error {
	value, ok := hiddenArgs[a.ValueKind]
	if !ok {
		return launch.Errorf("args", "the kernel has a hidden argument of the unknown kind %q; give a kernarg buffer instead",
			a.ValueKind)
	}
	v := value(d, dynamicLDS)
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	if a.Size < 8 && v>>(8*a.Size) != 0 {
		return launch.Errorf("args", "%s is %#x, which does not fit its %d bytes",
			strings.TrimPrefix(string(a.ValueKind), "hidden_"), v, a.Size)
	}
	copy(segment[a.Offset:a.Offset+a.Size], b[:])
	return nil
}

// packet is the dispatch packet of a launch of a kernel whose descriptor is at object.
func (d *Dispatch) packet(privateBytes, groupBytes uint32, object, kernarg uint64) [abi.PacketSize]byte {
	return (&abi.Packet{Dims: d.Dims, Grid: d.Grid, Group: d.Group, PrivateBytes: privateBytes, GroupBytes: groupBytes,
		KernelObject: object, Kernarg: kernarg}).Encode()
}

// queue is the queue's structure.
func (d *Dispatch) queue() [abi.QueueSize]byte {
	return (&abi.Queue{SharedBase: d.SharedBase, PrivateBase: d.PrivateBase}).Encode()
}
