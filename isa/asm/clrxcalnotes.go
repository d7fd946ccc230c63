package asm

import (
	"encoding/binary"
	"fmt"
	mathbits "math/bits"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

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
