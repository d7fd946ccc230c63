package asm

import (
	"encoding/binary"
	"errors"
	"fmt"
	mathbits "math/bits"
	"slices"
)

// .amdcl2: OpenCL 2.0. A kernel is configured, or its setup and metadata are given as bytes.

// cl20Parts are directives that begin a part of a kernel, which the text gives as bytes.
var cl20Parts = map[string]bool{".metadata": true, ".setup": true, ".stub": true, ".isametadata": true}

// maxSamplers is the most that a program declares.
const maxSamplers = 1 << 12

// cl20Samplers are the samplers that a program declares.
type cl20Samplers struct {
	words  []uint32         // of .sampler
	init   *section         // of .samplerinit
	places map[int64]uint64 // of .samplerreloc
	place  place            // of the first directive
}

// cl20Directive reads a part of a kernel as bytes, data that kernels write, and samplers.
func (c *clrx) cl20Directive(a *assembler, word string, s *statement, from, at int) (done bool, err error) {
	old := c.driverVersion() < driver1912
	k := c.kernel
	switch word {
	case ".metadata", ".setup", ".stub", ".isametadata":
		switch {
		case k == nil:
			return true, errAt(from, "%s is a part of a kernel: .kernel must stand before it", word)
		case c.part != "" || len(k.vals) > 0 || len(k.cl) > 0:
			return true, errAt(from, "the kernel %s is configured; %s gives a part of it as bytes", k.name, word)
		case !old && (word == ".stub" || word == ".isametadata"):
			return true, errAt(from, "%s is of drivers before 1912.05", word)
		case slices.ContainsFunc(k.raw, func(p clrxPart) bool { return p.what == word }):
			return true, errAt(from, "%s of the kernel %s is given already", word, k.name)
		}
		sec := a.section(".cl20."+k.name+word, progbits, 0, 0)
		k.raw = append(k.raw, clrxPart{what: word, sec: sec})
		a.enter(sec)
		return true, a.clrxEnd(s, at)
	case ".rwdata", ".bssdata":
		if old {
			return true, errAt(from, "drivers before 1912.05 have no data of the program: name a later one, .driver_version "+
				"191205")
		}
		c.part = ""
		if err := a.operands(s, at); err != nil {
			return true, err
		}
		if word == ".rwdata" {
			return true, a.sectionNamed(".data", s, from)
		}
		align := int64(1)
		if a.scan.Peek().Text == "align" {
			a.scan.Next()
			col := a.scan.Peek().Col
			if !a.scan.Accept("=") {
				return true, errAt(col, ".bssdata takes align=NUMBER")
			}
			col = a.scan.Peek().Col
			if align, err = a.scan.Known(); err == nil && (align < 1 || align > 1<<16 || align&(align-1) != 0) {
				err = errAt(col, "an alignment is a power of two up to 65536, not %d", align)
			}
			if err != nil {
				return true, err
			}
		}
		if err := a.sectionNamed(".bss", s, from); err != nil {
			return true, err
		}
		a.sec.align = max(a.sec.align, align)
		return true, nil
	case ".sampler", ".samplerinit", ".samplerreloc":
		if old {
			return true, errAt(from, "drivers before 1912.05 have no samplers of the program: name a later one, "+
				".driver_version 191205")
		}
		return true, c.sampler(a, word, s, from, at)
	}
	return false, nil
}

// clrxEnd refuses operands.
func (a *assembler) clrxEnd(s *statement, at int) error {
	if err := a.operands(s, at); err != nil {
		return err
	}
	return a.scan.End()
}

// sampler is .sampler VALUE, ..., .samplerinit and .samplerreloc OFFSET, NUMBER.
func (c *clrx) sampler(a *assembler, word string, s *statement, from, at int) error {
	all := &c.samplers
	if all.place == (place{}) {
		all.place = a.column(from)
	}
	if word == ".samplerinit" {
		if len(all.words) > 0 {
			return errAt(from, ".samplerinit and .sampler exclude each other")
		}
		all.init = a.section(".cl20.samplerinit", progbits, 0, 0)
		a.enter(all.init)
		return a.clrxEnd(s, at)
	}
	if err := a.operands(s, at); err != nil {
		return err
	}
	if word == ".samplerreloc" {
		offset, number, err := a.pair()
		switch {
		case err != nil:
			return err
		case offset < 0 || offset&7 != 0 || number < 0 || number >= maxSamplers:
			return errAt(at, ".samplerreloc takes an offset in the constants, a multiple of 8, and the number of a sampler")
		}
		if all.places == nil {
			all.places = map[int64]uint64{}
		}
		all.places[number] = uint64(offset)
		return nil
	}
	if all.init != nil {
		return errAt(from, ".samplerinit and .sampler exclude each other")
	}
	return a.items(func(col int) error {
		v, err := a.scan.Known()
		if err == nil && (v < 0 || v > 1<<32-1 || len(all.words) >= maxSamplers) {
			err = errAt(col, "a program has at most %d samplers, numbers of 32 bits", maxSamplers)
		}
		all.words = append(all.words, uint32(v))
		return err
	})
}

// container is what the container says of the samplers. A description is its size, its kind, and
// what .sampler gives.
func (all *cl20Samplers) container(box *Container) error {
	n := len(all.words)
	for _, w := range all.words {
		box.Samplers = binary.LittleEndian.AppendUint32(box.Samplers, 0x10008)
		box.Samplers = binary.LittleEndian.AppendUint32(box.Samplers, w)
	}
	if all.init != nil {
		for _, f := range all.init.frags {
			n += int(f.size()) / 8
		}
	}
	if len(all.places) == 0 {
		return nil
	}
	for i := range n {
		at, ok := all.places[int64(i)]
		if !ok {
			return fmt.Errorf(".samplerreloc is missing for sampler %d of %d", i, n)
		}
		box.SamplerPlaces = append(box.SamplerPlaces, at)
	}
	if len(all.places) > n {
		return fmt.Errorf(".samplerreloc names more samplers than there are: %d", n)
	}
	return nil
}

// finishCL20 makes what the container says of kernel number i, but for parts that the text gives.
func (c *clrx) finishCL20(a *assembler, k *clrxKernel, to *ContainerKernel, i int) error {
	has := func(part string) bool {
		return slices.ContainsFunc(k.raw, func(p clrxPart) bool { return p.what == part })
	}
	if len(k.raw) > 0 && !(has(".metadata") && has(".setup")) {
		return errors.New("a kernel without .config has .metadata and .setup")
	}
	if len(k.raw) == 0 {
		to.Metadata = c.cl20Metadata(a, &clrxKernel{vals: k.vals, cl: k.setupAndArgs(c), group: k.group}, i)
	}
	for _, n := range k.samplers {
		to.Samplers = append(to.Samplers, int(n))
	}
	return nil
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
