package asm

import (
	"encoding/binary"
	"fmt"
	mathbits "math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// What the containers of AMD's OpenCL drivers say of kernels, made of their configuration. The
// layouts are those of CLRX (documentation: ClrxAsmAmd, AmdAbi, ClrxAsmAmdCl2, AmdCl2Abi); what a
// driver writes depends on its version.

// Versions of drivers from which on something is different: major*100 + minor.
const (
	driver1124 = 112402
	driver1348 = 134805 // constants are among the UAVs
	driver1445 = 144505
	driver1526 = 152603
	driver1598 = 159805
	driver1642 = 164205
	driver1912 = 191205 // OpenCL 2.0: an HSA object in .text
	driver2004 = 200406
	driver2236 = 223600

	newestDriver = 258000 // what is written where the text names none
)

// clArg is an argument of .amd and .amdcl2.
type clArg struct {
	name, typeName   string
	base             string // OpenCL's type without the number of elements: "uint", "image2d", "structure"
	elems            int
	pointer          bool
	space            string // of a pointer: "local", "global", "constant"
	cnst, vol, restr bool
	access           int // of an image: 1 read, 2 written, 3 both
	size             int64
	constSize        int64
	slot             int64 // -1: the next free one
	used             int   // 0 not, 1 read, 2 written, 3 both
}

// clTypes are OpenCL's scalar types: the name in text metadata, bytes, the number in binary
// metadata.
var clTypes = map[string]struct {
	cal    string
	bytes  int
	number uint32
	signed bool
}{
	"uchar": {"u8", 1, 6, false}, "char": {"i8", 1, 6, true}, "ushort": {"u16", 2, 7, false},
	"short": {"i16", 2, 7, true}, "uint": {"u32", 4, 8, false}, "int": {"i32", 4, 8, true},
	"ulong": {"u64", 8, 9, false}, "long": {"i64", 8, 9, true}, "float": {"float", 4, 11, false},
	"double": {"double", 8, 12, false}, "void": {"u8", 1, 6, false},
}

// clImages are the kinds of images: the name in text metadata, the type's name.
var clImages = map[string][2]string{"image": {"2D", "image2d_t"}, "image1d": {"1D", "image1d_t"},
	"image1d_array": {"1DA", "image1d_array_t"}, "image1d_buffer": {"1DB", "image1d_buffer_t"},
	"image2d": {"2D", "image2d_t"}, "image2d_array": {"2DA", "image2d_array_t"}, "image3d": {"3D", "image3d_t"}}

// clOthers are the other types, with their names in the source language.
var clOthers = map[string]string{"sampler": "sampler_t", "structure": "structure", "counter32": "counter32_t",
	"queue": "queue_t", "clkevent": "clk_event_t", "pipe": "pipe"}

// openCLArgument reads .arg NAME[, "TYPE"], TYPE[, ...].
func (c *clrx) openCLArgument(k *clrxKernel, f []string, known func(int, int64) (int64, error), quoted bool,
	at int) error {
	x := clArg{name: f[0], elems: 1, slot: -1, used: 3}
	if quoted && len(f) > 2 {
		x.typeName = f[1]
		f = slices.Delete(f, 1, 2)
	}
	if len(f) < 2 || f[1] == "" {
		return errAt(at, ".arg takes a name and a type")
	}
	two := c.format == "amdcl2"
	if !two {
		x.used = 1
	}
	typ, star := strings.CutSuffix(strings.ToLower(strings.ReplaceAll(f[1], " ", "")), "*")
	x.pointer, x.base = star, strings.TrimRight(typ, "0123456789")
	number, scalar := typ[len(x.base):], clTypes[x.base].bytes > 0 && (star || x.base != "void")
	if scalar {
		switch number {
		case "":
		case "2", "3", "4", "8", "16":
			x.elems, _ = strconv.Atoi(number)
		default:
			return errAt(at, "there is no type %s", f[1])
		}
	} else if x.base = typ; clImages[typ] == [2]string{} && clOthers[typ] == "" ||
		star && typ != "structure" && typ != "queue" &&
			typ != "clkevent" || !two && (typ == "queue" || typ == "clkevent" || typ == "pipe") || two && typ == "counter32" {
		return errAt(at, "there is no type %s", f[1])
	}
	if x.typeName == "" {
		switch {
		case scalar:
			x.typeName = typ
		case clImages[typ] != [2]string{}:
			x.typeName = clImages[typ][1]
		default:
			x.typeName = clOthers[typ]
		}
		if star {
			x.typeName += "*"
		}
	}
	next := 2
	number64 := func(v *int64) (err error) {
		if next < len(f) {
			*v, err = known(next, *v)
		}
		next++
		return err
	}
	word := func() string {
		next++
		if next > len(f) {
			return ""
		}
		return strings.ToLower(f[next-1])
	}
	var err error
	if typ == "structure" {
		err = number64(&x.size)
	}
	if star {
		if x.space = word(); x.space != "local" && x.space != "global" && x.space != "constant" {
			return errAt(at, "a pointer's space is global, constant or local, not %q", x.space)
		}
		for _, q := range strings.Fields(word()) {
			switch q {
			case "const":
				x.cnst = true
			case "volatile":
				x.vol = true
			case "restrict":
				x.restr = true
			default:
				return errAt(at, "a pointer is const, restrict or volatile, not %q", q)
			}
		}
		if x.space == "constant" && !two && err == nil {
			err = number64(&x.constSize)
		}
		if x.space != "local" && !two && err == nil {
			err = number64(&x.slot)
		}
	} else if clImages[typ] != [2]string{} {
		switch a := word(); {
		case a == "" || a == "read_only" || a == "rdonly":
			x.access = 1
		case a == "write_only" || a == "wronly":
			x.access = 2
		case two && (a == "read_write" || a == "rdwr"):
			x.access = 3
		default:
			return errAt(at, "an image is read_only or write_only, not %q", a)
		}
		if err == nil {
			err = number64(&x.slot)
		}
	} else if typ == "counter32" || two && typ == "sampler" {
		err = number64(&x.slot)
	}
	if err != nil {
		return err
	}
	switch u := word(); {
	case u == "":
	case u == "unused":
		x.used = 0
	case two && u == "rdonly":
		x.used = 1
	case two && u == "wronly":
		x.used = 2
	default:
		return errAt(at, "%q is not expected here", u)
	}
	if next < len(f) {
		return errAt(at, "%q is not expected here", f[next])
	}
	if slices.ContainsFunc(k.cl, func(o clArg) bool { return o.name == x.name }) {
		return errAt(at, "the argument %s is given already", x.name)
	}
	k.cl = append(k.cl, x)
	k.args = append(k.args, c.rocmArgument(&x))
	return nil
}

// rocmArgument is an argument of OpenCL 2.0 as the metadata of ROCm would have it: its size and
// alignment count.
func (c *clrx) rocmArgument(x *clArg) clrxArg {
	word := c.word()
	y := clrxArg{name: x.name, typeName: x.typeName, size: word, align: word, kind: "ByValue", valueType: "Struct"}
	switch {
	case x.pointer && x.space == "local":
		y.kind, y.space = "DynamicSharedPointer", "Local"
	case x.pointer && x.space == "constant":
		y.kind, y.space = "GlobalBuffer", "Constant"
	case x.pointer:
		y.kind, y.space = "GlobalBuffer", "Global"
	case x.access != 0:
		y.kind = "Image"
	case x.base == "sampler":
		y.kind = "Sampler"
	case x.base == "queue" || x.base == "clkevent":
		y.kind = "Queue"
	case clTypes[x.base].bytes > 0:
		y.size, y.valueType = int64(clTypes[x.base].bytes*wholeElems(x.elems)), clrxTypes[x.base]
		y.align = int64(clTypes[x.base].bytes)
	}
	return y
}

// word is the bytes of a pointer.
func (c *clrx) word() int64 {
	if c.wide {
		return 8
	}
	return 4
}

// wholeElems is how many elements a vector has in memory.
func wholeElems(n int) int {
	if n == 3 {
		return 4
	}
	return n
}

// val is a number of the configuration.
func (k *clrxKernel) val(name string, absent int64) int64 {
	if v, ok := k.vals[name]; ok {
		return v
	}
	return absent
}

// none is a number that a driver does not write.
const none = -1

// cal is what drivers of OpenCL 1.2 write of a kernel.
type cal struct {
	c                                *clrx
	k                                *clrxKernel
	slots                            []int64 // by argument: of its resource
	uavs, constants, printf, private int64
	privateBytes                     int64
	samplers                         int   // that are arguments
	argBytes                         int64 // of constant buffer 1
	data                             int64 // bytes of the program's constants
	readImages, writtenImages        int
}

// newCAL gives the arguments their slots.
func newCAL(c *clrx, k *clrxKernel, data int64) (*cal, error) {
	d := c.driverVersion()
	a := &cal{c: c, k: k, data: data, slots: make([]int64, len(k.cl)), private: k.val("privateid", 8)}
	pointers := false
	for i := range k.cl {
		x := &k.cl[i]
		pointers = pointers || x.pointer && x.space != "local"
		if x.base == "sampler" {
			a.samplers++
		}
	}
	switch {
	case d < driver1348:
		a.uavs = k.val("uavid", 9)
	case d > driver1445 || pointers || k.vals["useprintf"] != 0:
		a.uavs = k.val("uavid", 11)
	default:
		a.uavs = k.val("uavid", none)
	}
	a.constants, a.printf = k.val("cbid", 10), k.val("printfid", none)
	if d < driver1348 {
		a.constants = k.val("cbid", none)
	} else if d >= driver1526 || k.vals["useprintf"] != 0 {
		a.printf = k.val("printfid", 9)
	}
	a.privateBytes = k.val("uavprivate", a.defaultPrivate(d))
	return a, a.assign(d)
}

// defaultPrivate is the size of private memory in the metadata, as the drivers count it.
func (a *cal) defaultPrivate(driver int64) int64 {
	structures, n := false, int64(0)
	for i := range a.k.cl {
		x := &a.k.cl[i]
		structure := x.base == "structure" && !x.pointer
		structures = structures || structure || x.base == "counter32"
		switch {
		case driver >= driver1598 && !structure:
		case x.pointer, structure && driver < driver1598:
			n += 32
		case structure:
			n += (x.size + 15) &^ 15
		default:
			n += (int64(clTypes[x.base].bytes*wholeElems(x.elems)) + 15) >> 4 << 5
		}
	}
	if !structures {
		n = 0
	}
	return max(n, a.k.vals["workitem_private_segment_byte_size"])
}

// calClass is a kind of resources: which arguments have one, and its numbers.
type calClass struct {
	of          func(x *clArg) bool
	first, most int64
	what        string
}

// assign gives slots to resources: what the text names, then the next free ones.
func (a *cal) assign(driver int64) error {
	old := driver < driver1348
	firstConst := int64(2)
	if a.data > 0 {
		firstConst++
	}
	classes := []calClass{
		{func(x *clArg) bool { return x.pointer && (x.space == "global" || x.space == "constant" && !old) }, a.uavs + 1, 1024, "UAV"},
		{func(x *clArg) bool { return x.pointer && x.space == "constant" && old }, firstConst, 160, "constant buffer"},
		{func(x *clArg) bool { return x.access == 1 }, 0, 128, "read-only image"},
		{func(x *clArg) bool { return x.access == 2 }, 0, 8, "write-only image"},
		{func(x *clArg) bool { return x.base == "counter32" }, 0, 8, "counter"},
	}
	for _, class := range classes {
		taken := map[int64]bool{}
		next := class.first
		for _, given := range []bool{true, false} {
			for i := range a.k.cl {
				x := &a.k.cl[i]
				if !class.of(x) || (x.slot >= 0) != given {
					continue
				}
				switch {
				case given:
					a.slots[i] = x.slot
				case x.used == 0 && class.what == "UAV":
					a.slots[i] = max(a.uavs, 0)
					continue
				default:
					for taken[next] {
						next++
					}
					a.slots[i] = next
				}
				if n := a.slots[i]; n >= class.most || taken[n] && n != a.uavs {
					return fmt.Errorf("argument %s: %s %d is taken already, or there are only %d", x.name, class.what, n, class.most)
				}
				taken[a.slots[i]] = true
			}
		}
	}
	return nil
}

// metadata is the text about the arguments.
func (a *cal) metadata(id int) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, ";"+format+"\n", args...) }
	c, k, d := a.c, a.k, a.c.driverVersion()
	line("ARGSTART:__OpenCL_%s_kernel", k.name)
	minor := 111
	if d < driver1124 {
		minor = 104
	}
	line("version:3:1:%d", minor)
	line("device:%s", c.device)
	line("uniqueid:%d", id)
	line("memory:uavprivate:%d", a.privateBytes)
	line("memory:hwlocal:%d", k.vals["workgroup_group_segment_byte_size"])
	line("memory:hwregion:%d", k.vals["hwregion"])
	if len(k.group) > 0 {
		g := append(slices.Clone(k.group), 1, 1)
		line("cws:%d:%d:%d", g[0], g[1], g[2])
	}
	for i := range k.cl {
		a.argument(line, i)
	}
	if a.data > 0 {
		line("memory:datareqd")
	}
	line("function:1:%d", id)
	for i, v := range k.samplers {
		line("sampler:unknown_%d:%d:1:%d", v, i+a.samplers, v)
	}
	n := 0
	for i := range k.cl {
		if k.cl[i].base == "sampler" {
			line("sampler:%s:%d:0:0", k.cl[i].name, n)
			n++
		}
	}
	if c.wide {
		line("memory:64bitABI")
	}
	for _, x := range [...]struct {
		name string
		id   int64
	}{{"uavid", a.uavs}, {"printfid", a.printf}, {"cbid", a.constants}, {"privateid", a.private}} {
		if x.id != none {
			line("%s:%d", x.name, x.id)
		}
	}
	for i := range k.cl {
		line("reflection:%d:%s", i, k.cl[i].typeName)
	}
	line("ARGEND:__OpenCL_%s_kernel", k.name)
	return b.String()
}

// argument writes the line of argument i, at the next multiple of 16 bytes.
func (a *cal) argument(line func(string, ...any), i int) {
	x, at := &a.k.cl[i], a.argBytes
	t := clTypes[x.base]
	flag := map[bool]int{true: 1}
	switch {
	case x.pointer:
		typ, size := t.cal, int64(t.bytes*wholeElems(x.elems))
		if x.base == "structure" {
			typ, size = "struct", x.size
			if size == 0 {
				typ, size = "opaque", 4
			}
		}
		space, slot, access := "uav", a.slots[i], "RW"
		switch {
		case x.space == "local":
			space, slot = "hl", max(x.slot, 1)
		case x.space == "constant" && a.c.driverVersion() < driver1348:
			space = "hc"
		case x.space == "constant":
			space = "c"
		}
		if x.cnst || x.space == "constant" {
			access = "RO"
		}
		line("pointer:%s:%s:1:1:%d:%s:%d:%d:%s:%d:%d", x.name, typ, at, space, slot, size, access, flag[x.vol], flag[x.restr])
		a.argBytes += 16
	case x.base == "structure":
		line("value:%s:struct:%d:1:%d", x.name, x.size, at)
		a.argBytes += (x.size + 15) &^ 15
	case x.access != 0:
		line("image:%s:%s:%s:%d:1:%d", x.name, clImages[x.base][0], [...]string{"", "RO", "WO", "RW"}[x.access], a.slots[i],
			at)
		a.argBytes += 32
	case x.base == "counter32":
		line("counter:%s:32:%d:1:%d", x.name, a.slots[i], at)
		a.argBytes += 16
	default:
		if x.base == "sampler" {
			t = clTypes["uint"]
		}
		line("value:%s:%s:%d:1:%d", x.name, t.cal, x.elems, at)
		a.argBytes += (int64(wholeElems(x.elems)*max(4, t.bytes)) + 15) &^ 15
	}
	if x.cnst {
		line("constarg:%d:%s", i, x.name)
	}
}

// header is what stands behind the metadata.
func (a *cal) header() (b []byte) {
	d, flags, first, third := a.c.driverVersion(), int64(0), int64(0), a.privateBytes
	if d >= driver1642 {
		first = a.privateBytes
	}
	if d < driver1348 {
		third = 0
	}
	if a.c.wide {
		flags |= 8
	}
	if a.k.vals["useprintf"] != 0 {
		flags |= 2
	}
	for _, v := range [...]int64{first, 0, third, a.k.vals["workgroup_group_segment_byte_size"], flags, 1, 0, 0} {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	return b
}

// Notes "ATI CAL".
const (
	calProgInfo = 1 + iota
	calInputs
	calOutputs
	calCondOut
	calFloatConsts
	calIntConsts
	calBoolConsts
	calEarlyExit
	calGlobalBuffers
	calConstantBuffers
	calInputSamplers
	calPersistentBuffers
	calScratchBuffers
	calSubConstantBuffers
	calUAVMailboxSize
	calUAV
	calUAVOpMask
)

// notes are the notes of the kernel, in the order of the drivers.
func (a *cal) notes(asm *assembler) []Note {
	c, k, d := a.c, a.k, a.c.driverVersion()
	var notes []Note
	put := func(typ uint32, words ...int64) {
		var b []byte
		for _, w := range words {
			b = binary.LittleEndian.AppendUint32(b, uint32(w))
		}
		notes = append(notes, Note{Name: "ATI CAL", Type: typ, Desc: b})
	}
	var inputs, uavs, buffers, samplers []int64
	local := false
	mask := make([]int64, 32)
	for i := range k.cl {
		x, slot := &k.cl[i], a.slots[i]
		local = local || x.pointer && x.space == "local"
		switch {
		case x.access == 1:
			inputs = append(inputs, int64(a.readImages))
			a.readImages++
		case x.access == 2:
			if x.used != 0 {
				mask[0] |= 1 << a.writtenImages
			}
			a.writtenImages++
		}
		if x.pointer && x.space == "constant" {
			buffers = append(buffers, slot, 0)
		}
		if x.used != 0 && x.pointer && (x.space == "global" || x.space == "constant" && d >= driver1348) {
			mask[slot>>5] |= 1 << (slot & 31)
		}
	}
	image := func(x *clArg) int64 {
		return map[string]int64{"image": 2, "image1d": 1, "image2d": 2, "image2d_array": 2, "image3d": 3}[x.base]
	}
	global := func(x *clArg) bool { return x.pointer && x.space == "global" }
	if d < driver1124 {
		slices.Reverse(inputs)
		for i := range k.cl {
			if x := &k.cl[i]; x.access == 2 {
				uavs = append(uavs, a.slots[i], 2, image(x), 3)
			}
		}
		if k.vals["useprintf"] != 0 {
			uavs = append(uavs, a.uavs, 4, 0, 5)
		}
		for i := range k.cl {
			if global(&k.cl[i]) {
				uavs = append(uavs, a.slots[i], 4, 0, 5)
			}
		}
		buffers = nil
		for i := len(k.cl) - 1; i >= 0; i-- {
			if x := &k.cl[i]; x.pointer && x.space == "constant" {
				n := int64(4096)
				if x.constSize > 0 {
					n = (x.constSize + 15) >> 4
				}
				buffers = append(buffers, a.slots[i], n)
			}
		}
		if a.data > 0 {
			buffers = append(buffers, 2, (a.data+15)>>4)
		}
		buffers = append(buffers, 1, (a.argBytes+15)>>4, 0, 15)
	} else {
		for i := range k.cl {
			switch x := &k.cl[i]; {
			case x.access == 2:
				uavs = append(uavs, a.slots[i], 2, 2, 5)
			case global(x):
				uavs = append(uavs, a.slots[i], 4, 0, 5)
			}
		}
		if k.vals["useprintf"] != 0 {
			uavs = append(uavs, a.uavs, 0, 0, 5)
		}
		buffers = append([]int64{0, 0, 1, 0}, buffers...)
		if d < driver1348 && a.data > 0 {
			buffers = append(buffers, 2, 0)
		}
	}
	for i := range k.samplers {
		samplers = append(samplers, 0, int64(i+a.samplers))
	}
	for i := range a.samplers {
		samplers = append(samplers, 0, int64(i))
	}
	if d >= driver1348 && k.vals["useconstdata"] != 0 && a.constants >= 0 {
		mask[0] |= 1 << (a.constants & 31)
	}
	if k.vals["useprintf"] != 0 {
		n := a.printf
		if n == none {
			n = 9
		}
		mask[0] |= 1 << (n & 31)
	}
	put(calInputs, inputs...)
	put(calOutputs)
	put(calUAV, uavs...)
	put(calCondOut, k.vals["condout"])
	put(calFloatConsts)
	put(calIntConsts)
	put(calBoolConsts)
	put(calEarlyExit, k.vals["earlyexit"])
	put(calGlobalBuffers)
	put(calConstantBuffers, buffers...)
	put(calInputSamplers, samplers...)
	put(calScratchBuffers, (k.vals["workitem_private_segment_byte_size"]+3)>>2)
	put(calPersistentBuffers)
	put(calProgInfo, c.calRegisters(asm, k, local, mask)...)
	put(calSubConstantBuffers)
	put(calUAVMailboxSize, 0)
	put(calUAVOpMask, mask...)
	return notes
}

// calRegisters are the pairs of the note with the program's registers.
func (c *clrx) calRegisters(asm *assembler, k *clrxKernel, local bool, mask []int64) (list []int64) {
	put := func(register, value int64) { list = append(list, register, value) }
	d := c.driverVersion()
	put(0x80001000, int64(len(k.user)))
	users := len(k.user)
	if d < driver1124 {
		users = 16
	}
	sgprs := int64(0)
	for i := range users {
		var u [4]int64
		if i < len(k.user) {
			u = k.user[i]
			sgprs = max(sgprs, u[2]+u[3])
		}
		for j, v := range u {
			put(0x80001001+4*int64(i)+int64(j), v)
		}
	}
	lds := k.vals["workgroup_group_segment_byte_size"]
	if local {
		lds = 32768
	}
	scratch := k.vals["workitem_private_segment_byte_size"]
	granule := int64(asm.o.Target.Limits().LDSGranule)
	flag := func(b bool) int64 { return map[bool]int64{true: 1}[b] }
	group := [3]int64{k.vals["enable_sgpr_workgroup_id_x"], k.vals["enable_sgpr_workgroup_id_y"],
		k.vals["enable_sgpr_workgroup_id_z"]}
	given := k.vals["pgmrsrc2"]
	dims := given & 0x1b80
	if _, ok := k.vals["enable_vgpr_workitem_id"]; ok {
		dims = group[0]<<7 | group[1]<<8 | group[2]<<9 | k.vals["enable_vgpr_workitem_id"]<<11
	}
	user := sgprs
	if user == 0 {
		user = 2
	}
	rsrc2 := given&0xffffe440 | flag(scratch > 0) | user<<1 | dims | k.vals["enable_sgpr_workgroup_info"]<<10 |
		(lds+granule-1)/granule&0x1ff<<15 | k.vals["enable_exception"]&0x7f<<24
	most := int64(102)
	if asm.o.Target.Gen >= isa.GCN12 { // GCN 1.2 keeps registers for XNACK
		most = 100
	}
	sgprs += int64(mathbits.OnesCount64(uint64(dims>>7&7))) + k.vals["enable_sgpr_workgroup_info"] + flag(scratch > 0)
	put(0x80001041, k.val("vgprsnum", int64(max(k.vgprs, k.items))))
	put(0x80001042, k.val("sgprsnum", min(most, max(sgprs, int64(k.sgprs)))))
	put(0x80001863, most)
	put(0x80001864, 256)
	put(0x80001043, k.val("float_mode", 0xc0))
	put(0x80001044, k.vals["enable_ieee_mode"])
	put(0x80001045, (scratch+3)>>2)
	put(0x2e13, rsrc2)
	size := [3]int64{256, 0, 0}
	if len(k.group) > 0 {
		copy(size[:], append(slices.Clone(k.group), 1, 1))
	}
	for i, v := range size {
		put(0x8000001c+int64(i), v)
	}
	put(0x80001841, 0)
	put(0x8000001f, mask[0])
	for i, v := range mask {
		put(0x80001843+int64(i), v)
	}
	put(0x8000000a, 1)
	put(0x80000078, 64)
	put(0x80000081, 32768)
	put(0x80000082, rsrc2>>15&0x1ff<<8)
	return list
}

// cl20Names are the architectures in metadata of drivers since 2236.
var cl20Names = map[string]string{"gfx7": "GFX7", "gfx8": "GFX8", "gfx9": "GFX9"}

// cl20Types are types that are no scalars: number, bytes for the place of the next argument.
var cl20Types = map[string][2]uint32{"sampler": {0, 16}, "structure": {15, 0}, "pipe": {7, 16}, "queue": {18, 16}, "clkevent": {7, 8}}

// cl20Metadata is what drivers of OpenCL 2.0 write of kernel number id.
func (c *clrx) cl20Metadata(asm *assembler, k *clrxKernel, id int) (b []byte) {
	d := c.driverVersion()
	newer, named := d >= driver1912, d >= driver2004
	word := func(v int64) {
		if b = binary.LittleEndian.AppendUint32(b, uint32(v)); c.wide {
			b = binary.LittleEndian.AppendUint32(b, uint32(uint64(v)>>32))
		}
	}
	dwords := func(list ...int64) {
		for _, v := range list {
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
	}
	flag := func(f bool) int64 { return map[bool]int64{true: 1}[f] }
	pipes := int64(0)
	for i := range k.cl {
		pipes += flag(k.cl[i].base == "pipe" && k.cl[i].used != 0)
	}
	arch := "generic"
	if d >= driver2236 {
		arch = cl20Names[asm.o.Target.Name[:4]]
	}
	scratch := k.vals["workitem_private_segment_byte_size"]
	enqueue := k.vals["useenqueue"]
	size := map[bool][3]int64{false: {0x88, 0x90, 0xa4}, true: {0xd8, 0xe0, 0x110}}[c.wide][flag(newer)+flag(named)]
	group := append(slices.Clone(k.group), 1, 1, 1)[:3]
	if len(k.group) == 0 {
		group = []int64{0, 0, 0}
	}
	word(size)
	word(0) // the size of all, which is set below
	options := flag(group[0] != 0)<<2 | flag(c.wide)<<5
	if !newer && (enqueue != 0 || k.vals["workgroup_group_segment_byte_size"] != 0 || pipes != 0 || scratch != 0) {
		options |= 0x100
	}
	dwords(3, 1, 0x68, options, int64(id)+1024, 0, 8, 1, 1, 2)
	for _, v := range group {
		word(v)
	}
	for range 2 + flag(!c.wide) {
		word(0)
	}
	word(int64(len("__OpenCL_dummy_kernel")))
	word(int64(len(arch)))
	for range 3 {
		word(0)
	}
	switch {
	case newer:
		word(0)
	case scratch != 0:
		word(scratch)
	default:
		word(pipes << 4)
	}
	word(0)
	word(0)
	dwords(int64(len(k.cl)), 0)
	b = append(b, make([]byte, map[bool]int{false: 16, true: 40}[c.wide])...)
	dwords(enqueue, int64(id))
	if newer {
		dwords(6)
		if named && c.wide {
			dwords(0)
		}
		dwords(-flag(pipes == 0 && enqueue == 0))
	}
	if named {
		if c.wide {
			dwords(0)
		}
		for range 3 { // hints
			word(0)
		}
		word(0) // length of the vector type's name
		word(0)
	}
	b = append(b, "__OpenCL_dummy_kernel\x00"+arch+"\x00"...)
	if named {
		b = append(b, 0)
	}
	at, slots := int64(0), map[string]int64{}
	for i := range k.cl {
		c.cl20Argument(&k.cl[i], &at, slots, word, dwords)
	}
	entry := map[bool]int{false: 64, true: 88}[c.wide]
	b = append(b, make([]byte, entry)...)
	for i := range k.cl {
		b = append(b, k.cl[i].name+"\x00"+k.cl[i].typeName+"\x00"...)
	}
	b = append(b, make([]byte, map[bool]int{false: 24, true: 48}[c.wide])...)
	binary.LittleEndian.PutUint32(b[c.word():], uint32(len(b)))
	return b
}

// cl20Argument is the entry of an argument. slots counts images and samplers.
func (c *clrx) cl20Argument(x *clArg, at *int64, slots map[string]int64, word func(int64), dwords func(...int64)) {
	d := c.driverVersion()
	newer := d >= driver1912
	elems := func(n int) int64 {
		if newer {
			n = wholeElems(n)
		}
		return int64(n)
	}
	t, scalar := clTypes[x.base]
	number, bytes := int64(t.number), int64(t.bytes)
	if other, ok := cl20Types[x.base]; ok {
		number, bytes = int64(other[0]), int64(other[1])
	}
	if x.access != 0 {
		number, bytes = int64(x.access), 32
	}
	vec, n := elems(x.elems), elems(x.elems)
	structure := x.base == "structure" && !x.pointer
	var align, pointee, space, indirect int64
	kind := int64(4)
	class := map[bool]string{true: "sampler"}[x.base == "sampler"]
	if x.access != 0 {
		class = [...]string{"", "read", "written", "both"}[x.access]
	}
	if class != "" {
		if vec = slots[class]; x.slot >= 0 {
			vec = x.slot
		} else {
			slots[class]++
		}
	}
	switch {
	case x.pointer:
		size := bytes * n
		if x.base == "structure" {
			size = x.size
		}
		align = 1 << max(mathbits.Len64(uint64(size))-1, 0)
		if align != size {
			align <<= 1
		}
		pointee, space = number, map[string]int64{"local": 3, "global": 4, "constant": 5}[x.space]
		indirect, kind, vec, n = 3, 5, 1, 1
		if newer {
			indirect = int64(max(x.used, 1))
		}
		number, bytes = 7, c.word()
	case structure:
		vec, n, bytes = x.size, 1, x.size
	case x.base == "queue":
		align, kind = 2+2*map[bool]int64{true: 1}[newer], 7
	case x.base == "clkevent":
		align, pointee, space, kind, indirect = 4, 18, 4, 5, 3
		if newer {
			indirect = int64(max(x.used, 1))
		}
	case x.base == "pipe":
		align, pointee, space, kind, indirect = 256, 15, 4, 5, 1
		if x.used != 0 {
			indirect = 3
		}
	case x.access != 0:
		align, kind, n = 1, 2, 1
	case x.base == "sampler":
		kind, n = 1, 1
	}
	if d >= driver2004 && scalar && !x.pointer && x.elems == 1 && t.signed {
		number -= 4
	}
	flag := func(f bool) int64 { return map[bool]int64{true: 1}[f] }
	entry := map[bool]int64{false: 64, true: 88}[c.wide]
	word(entry)
	word(int64(len(x.name)))
	word(int64(len(x.typeName)))
	word(0)
	word(0)
	dwords(vec, flag(x.base != "sampler"), *at, number, align, pointee, space, indirect,
		flag(x.vol)|flag(x.restr)<<8|flag(x.base == "pipe")<<16, kind)
	word(flag(x.cnst))
	if !structure {
		bytes = max(4, bytes) * n
	}
	*at += (bytes + 15) &^ 15
}

// driverVersion is the version of the driver that a container is for.
func (c *clrx) driverVersion() int64 {
	if c.driver == 0 {
		return newestDriver
	}
	return c.driver
}
