package asm

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Kernels of .amd and .amdcl2 as text: what clrxcalnotes.go and clrxcl2.go make of a configuration,
// read back.

// clTypeNamed finds a scalar type by its name in text metadata.
func clTypeNamed(cal string) (name string, ok bool) {
	for _, name := range slices.Sorted(maps.Keys(clTypes)) {
		if clTypes[name].cal == cal && name != "void" {
			return name, true
		}
	}
	return "", false
}

// vector is the name of a type with so many elements.
func vector(name string, n int64) string {
	if n <= 1 {
		return name
	}
	return fmt.Sprintf("%s%d", name, n)
}

// calConfig is a kernel of .amd, configured.
func (w *boxWriter) calConfig(k *ContainerKernel) []byte {
	var l lines
	l.part(".config")
	pairs, mask := map[int64]int64{}, []byte(nil)
	words := map[uint32][]byte{}
	for _, n := range k.Notes {
		words[n.Type] = n.Desc
		switch n.Type {
		case calProgInfo:
			for d := n.Desc; len(d) >= 8; d = d[8:] {
				pairs[number(d, 0)] = number(d, 4)
			}
		case calUAVOpMask:
			mask = n.Desc
		}
	}
	rsrc2 := pairs[0x2e13]
	l.add(".dims %s, %s", dimensions(rsrc2>>7&7), "xyz"[:rsrc2>>11&3%3+1])
	if rsrc2>>10&1 != 0 {
		l.add(".tgsize")
	}
	if v := rsrc2 >> 24 & 0x7f; v != 0 {
		l.add(".exceptions %#x", v)
	}
	if v := rsrc2 & 0x2040; v != 0 {
		l.add(".pgmrsrc2 %#x", rsrc2)
	}
	l.add(".vgprsnum %d", pairs[0x80001041])
	l.add(".sgprsnum %d", pairs[0x80001042])
	l.add(".floatmode %#x", pairs[0x80001043])
	if pairs[0x80001044] != 0 {
		l.add(".ieeemode")
	}
	if v := pairs[0x80001045]; v != 0 {
		l.add(".scratchbuffer %d", v*4)
	}
	for i := range min(pairs[0x80001000], 16) {
		u := 0x80001001 + 4*i
		for name, class := range calUserClasses {
			if class == pairs[u] {
				l.add(".userdata %s, %d, %d, %d", name, pairs[u+1], pairs[u+2], pairs[u+3])
			}
		}
	}
	for name, note := range map[string]uint32{"condout": calCondOut, "earlyexit": calEarlyExit} {
		if v := number(words[note], 0); v != 0 {
			l.add(".%s %d", name, v)
		}
	}
	if number(k.Header, 16)&2 != 0 {
		l.add(".useprintf")
	}
	m := readCALMetadata(string(k.Metadata))
	if v, ok := m.ids["cbid"]; ok && v >= 0 && v < 32 && number(mask, 0)>>v&1 != 0 {
		l.add(".useconstdata")
	}
	for _, name := range slices.Sorted(maps.Keys(m.ids)) {
		l.add(".%s %d", name, m.ids[name])
	}
	if m.group != "" {
		l.add(".cws %s", m.group)
	}
	for _, v := range m.samplers {
		l.add(".sampler %s", v)
	}
	for _, x := range m.args {
		used := true
		if x.uav >= 0 && x.uav < 1024 && number(mask, x.uav>>5*4)>>(x.uav&31)&1 == 0 {
			used = false
		}
		l.add("%s", x.line(used))
	}
	return l
}

// calMetadata is what the text about the arguments of OpenCL 1.2 says.
type calMetadata struct {
	ids      map[string]int64 // by directive
	group    string
	samplers []string
	args     []calArgument
}

// calArgument is an argument: the words in front of "unused", and the UAV of a pointer or -1.
type calArgument struct {
	name, typeName string
	words          []string
	uav            int
}

func (x *calArgument) line(used bool) string {
	words := x.words
	if !used {
		words = append(slices.Clone(words), "unused")
	}
	return fmt.Sprintf(".arg %s, %s, %s", x.name, clrxString(x.typeName),
		strings.TrimRight(strings.Join(words, ", "), ", "))
}

// readCALMetadata reads the text; what cannot be said is left out.
func readCALMetadata(text string) *calMetadata {
	m := &calMetadata{ids: map[string]int64{}}
	types, samplers, constant := map[int]string{}, map[string]bool{}, map[string]bool{}
	var list [][]string
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimPrefix(strings.TrimRight(line, "\n\x00"), ";"), ":")
		f = append(f, make([]string, 12)...) // so that each is there
		id := func(name, value string) {
			if v, err := strconv.ParseInt(value, 10, 64); err == nil {
				m.ids[name] = v
			}
		}
		switch f[0] {
		case "memory":
			if f[1] == "hwlocal" || f[1] == "uavprivate" || f[1] == "hwregion" && f[2] != "0" {
				id(f[1], f[2])
			}
		case "uavid", "printfid", "cbid", "privateid":
			id(f[0], f[1])
		case "cws":
			m.group = strings.Join(f[1:4], ", ")
		case "sampler":
			if f[3] == "1" {
				m.samplers = append(m.samplers, f[4])
			} else {
				samplers[f[1]] = true
			}
		case "reflection":
			n, _ := strconv.Atoi(f[1])
			types[n] = strings.TrimRight(strings.Join(f[2:], ":"), ":")
		case "constarg":
			constant[f[2]] = true
		case "value", "pointer", "image", "counter":
			list = append(list, f)
		}
	}
	for i, f := range list {
		x := calArgument{name: f[1], typeName: types[i], uav: -1}
		x.read(f, samplers[f[1]], constant[f[1]])
		m.args = append(m.args, x)
	}
	return m
}

// read reads the line of an argument.
func (x *calArgument) read(f []string, sampler, constant bool) {
	num := func(s string) int64 {
		v, _ := strconv.ParseInt(s, 10, 64)
		return v
	}
	switch f[0] {
	case "value":
		name, _ := clTypeNamed(f[2])
		switch {
		case sampler:
			x.words = []string{"sampler"}
		case f[2] == "struct":
			x.words = []string{"structure", f[3]}
		default:
			x.words = []string{vector(name, num(f[3]))}
		}
	case "image":
		for _, name := range slices.Sorted(maps.Keys(clImages)) {
			if clImages[name][0] == f[2] && name != "image" {
				x.words = []string{name, map[string]string{"RO": "read_only", "WO": "write_only"}[f[3]], f[4]}
			}
		}
	case "counter":
		x.words = []string{"counter32", f[4]}
	case "pointer":
		space := map[string]string{"hl": "local", "uav": "global", "c": "constant", "hc": "constant"}[f[6]]
		size := num(f[8])
		switch name, ok := clTypeNamed(f[2]); {
		case f[2] == "struct":
			x.words = []string{"structure*", f[8]}
		case f[2] == "opaque":
			x.words = []string{"structure*", "0"}
		case ok:
			x.words = []string{vector(name, size/int64(clTypes[name].bytes)) + "*"}
		}
		var access []string
		if f[9] == "RO" && constant {
			access = append(access, "const")
		}
		if f[10] == "1" {
			access = append(access, "volatile")
		}
		if f[11] == "1" {
			access = append(access, "restrict")
		}
		x.words = append(x.words, space, strings.Join(access, " "))
		switch {
		case space == "constant":
			x.words = append(x.words, "0", f[7])
		case space == "global":
			x.words = append(x.words, f[7])
		}
		if f[6] == "uav" || f[6] == "c" {
			x.uav = int(num(f[7]))
		}
	}
}

// calBytes is a kernel of .amd as bytes.
func calBytes(k *ContainerKernel) []byte {
	var l lines
	l.give(".header", k.Header)
	l.give(".metadata", k.Metadata)
	if k.Data != nil {
		l.give(".data", k.Data)
	}
	for _, n := range k.Notes {
		if n.Type == calProgInfo && len(n.Desc)%8 == 0 {
			l.part(".proginfo")
			for d := n.Desc; len(d) > 0; d = d[8:] {
				l.add(".entry %#010x, %#010x", number(d, 0), number(d, 4))
			}
			continue
		}
		l.give(fmt.Sprintf(".calnote %d", n.Type), n.Desc)
	}
	return l
}

// cl20Bytes is a kernel of .amdcl2 as bytes.
func cl20Bytes(k *ContainerKernel, setup []byte) []byte {
	var l lines
	if k.Stub != nil {
		l.give(".stub", k.Stub)
	}
	if k.ISAMetadata != nil {
		l.give(".isametadata", k.ISAMetadata)
	}
	l.give(".metadata", k.Metadata)
	l.give(".setup", setup)
	return l
}

// cl20Form is how a kernel of .amdcl2 is configured: as AMD's driver does it, with two registers
// as numbers, or with each field of the amd_kernel_code_t.
type cl20Form int

const (
	cl20AsDriver cl20Form = iota
	cl20Registers
	cl20Fields
)

// cl20Config is a kernel of .amdcl2, configured.
func (w *boxWriter) cl20Config(i int, form cl20Form) []byte {
	var l lines
	hsa := form == cl20Fields
	k, setup := &w.box.Kernels[i], w.setups[i]
	if hsa {
		l.part(".hsaconfig")
		more, _ := appendCLRXConfig(nil, w.t, setup, ".amdcl2; .64bit; .hsalayout; .kernel k; .hsaconfig")
		l = append(l, more...)
	} else {
		l.part(".config")
	}
	m := w.readCL20(k.Metadata)
	if !hsa {
		get := func(field string) int64 { return codeTKeys[field].get(setup) }
		l.add(".dims %s, %s", dimensions(get("enable_sgpr_workgroup_id_x")|get("enable_sgpr_workgroup_id_y")<<1|
			get("enable_sgpr_workgroup_id_z")<<2), "xyz"[:get("enable_vgpr_workitem_id")%3+1])
		word := ""
		switch {
		case get("enable_sgpr_queue_ptr") != 0:
			word = "usegeneric"
		case m.enqueue:
		case get("enable_sgpr_dispatch_ptr") != 0:
			word = "usesetup"
		case get("enable_sgpr_kernarg_segment_ptr") != 0:
			word = "useargs"
		}
		if word != "" {
			l.add(".%s", word)
		}
		for _, name := range [...]string{"tgsize", "debugmode", "privmode", "dx10clamp", "ieeemode"} {
			if get(clrxFlags[name]) != 0 {
				l.add(".%s", name)
			}
		}
		for _, name := range [...]string{"floatmode", "priority", "exceptions", "localsize", "scratchbuffer", "gdssize"} {
			if v := get(clrxFields[name].field); v != 0 || name == "floatmode" {
				l.add(".%s %d", name, v)
			}
		}
		l.add(".sgprsnum %d", get("reserved_sgpr_first"))
		l.add(".vgprsnum %d", get("workitem_vgpr_count"))
		if form == cl20Registers {
			l.add(".pgmrsrc1 %#x", get("compute_pgm_resource1_registers"))
			l.add(".pgmrsrc2 %#x", get("compute_pgm_resource2_registers"))
		}
	}
	if m.enqueue {
		l.add(".useenqueue")
	}
	for _, s := range k.Samplers {
		l.add(".sampler %d", s)
	}
	if m.group != [3]uint64{} {
		l.add(".cws %d, %d, %d", m.group[0], m.group[1], m.group[2])
	}
	for _, line := range m.args {
		l.add("%s", line)
	}
	return l
}

// cl20Meta is what the metadata of OpenCL 2.0 say.
type cl20Meta struct {
	group   [3]uint64
	enqueue bool
	args    []string
}

// cl20SetupNames are the names of the arguments that .setupargs makes.
var cl20SetupNames = []string{"_.global_offset_0", "_.global_offset_1", "_.global_offset_2", "_.printf_buffer",
	"_.vqueue_pointer", "_.aqlwrap_pointer"}

// readCL20 reads metadata; what cannot be said is left out.
func (w *boxWriter) readCL20(m []byte) (meta cl20Meta) {
	size := 4
	groupAt, namesAt, argsAt, fill, entry := 48, 72, 104, 16, 64
	if w.box.Wide {
		size, groupAt, namesAt, argsAt, fill, entry = 8, 56, 96, 160, 40, 88
	}
	word := func(at int) uint64 {
		if at < 0 || at+size > len(m) {
			return 0
		}
		if size == 8 {
			return binary.LittleEndian.Uint64(m[at:])
		}
		return uint64(binary.LittleEndian.Uint32(m[at:]))
	}
	for i := range meta.group {
		meta.group[i] = word(groupAt + i*size)
	}
	meta.enqueue = number(m, argsAt+8+fill) != 0
	header, n := word(0), number(m, argsAt)
	names := word(namesAt) + word(namesAt+size) + 2
	if header > uint64(len(m)) || names > uint64(len(m)) || n > 1<<10 {
		return meta
	}
	at := int(header + names)
	if header >= map[int]uint64{4: 0xa4, 8: 0x110}[size] {
		at++ // the vector type's name
	}
	text := at + entry*int(n+1)
	cut := func(length uint64) string {
		if text > len(m) || length >= uint64(len(m)-text) {
			return ""
		}
		s := string(m[text : text+int(length)])
		text += int(length) + 1
		return s
	}
	var all []string
	for i := range int(n) {
		e := at + i*entry
		name := cut(word(e + size))
		typ := cut(word(e + 2*size))
		if words := w.cl20Words(m, e+5*size, typ); words != "" {
			meta.args = append(meta.args, fmt.Sprintf(".arg %s, %s, %s", name, clrxString(typ), words))
		}
		all = append(all, name)
	}
	if len(all) >= len(cl20SetupNames) && slices.Equal(all[:len(cl20SetupNames)], cl20SetupNames) &&
		len(meta.args) == len(all) {
		meta.args = append([]string{".setupargs"}, meta.args[len(cl20SetupNames):]...)
	}
	return meta
}

// cl20Words are the words of an argument behind its type's name: the fields of its entry from the
// number of elements on.
func (w *boxWriter) cl20Words(m []byte, at int, typeName string) string {
	vec, number4, align := number(m, at), number(m, at+12), number(m, at+16)
	pointee, space, indirect, flags := number(m, at+20), number(m, at+24), number(m, at+28), number(m, at+32)
	kind, constant := number(m, at+36), number(m, at+40)
	const sampler, image, value, pointer, queue = 1, 2, 4, 5, 7
	// A type by its number and elements: as the name of the type has it where that fits, else
	// unsigned.
	scalar := func(n, elems int64) string {
		named := strings.TrimRight(typeName, "*")
		base := strings.TrimRight(named, "0123456789")
		if t, ok := clTypes[base]; ok && base != "void" && (int64(t.number) == n || t.signed && int64(t.number)-4 == n) {
			count, _ := strconv.Atoi(named[len(base):])
			if int64(wholeElems(max(count, 1))) == elems || int64(count) == elems {
				return named
			}
		}
		for _, name := range slices.Sorted(maps.Keys(clTypes)) {
			t := clTypes[name]
			switch {
			case name == "void":
			case int64(t.number) == n && !t.signed, t.signed && int64(t.number)-4 == n && n < 6:
				return vector(name, elems)
			}
		}
		return ""
	}
	switch {
	case kind == sampler:
		return fmt.Sprintf("sampler, %d", vec)
	case kind == image:
		name := "image2d"
		for _, n := range slices.Sorted(maps.Keys(clImages)) {
			if clImages[n][1] == typeName && n != "image" {
				name = n
			}
		}
		access := [...]string{"", "read_only", "write_only", "read_write"}
		return fmt.Sprintf("%s, %s, %d", name, access[number4&3], vec)
	case kind == queue:
		return "queue"
	case flags>>16&1 != 0:
		if indirect == 1 {
			return "pipe, unused"
		}
		return "pipe"
	case kind == pointer && pointee == 18:
		return "clkevent"
	case kind == pointer:
		words := []string{}
		bytes := int64(0)
		for _, t := range clTypes {
			if int64(t.number) == pointee {
				bytes = int64(t.bytes)
			}
		}
		if name := scalar(pointee, align/max(bytes, 1)); bytes > 0 && name != "" {
			words = append(words, name+"*")
		} else {
			words = append(words, "structure*", fmt.Sprint(align))
		}
		words = append(words, map[int64]string{3: "local", 4: "global", 5: "constant"}[space])
		var access []string
		for i, name := range [...]string{"volatile", "restrict"} {
			if flags>>(8*i)&0xff != 0 {
				access = append(access, name)
			}
		}
		if constant != 0 {
			access = append(access, "const")
		}
		words = append(words, strings.Join(access, " "))
		switch indirect {
		case 1:
			words = append(words, "rdonly")
		case 2:
			words = append(words, "wronly")
		}
		return strings.TrimRight(strings.Join(words, ", "), ", ")
	case kind == value && number4 == 15:
		return fmt.Sprintf("structure, %d", vec)
	case kind == value:
		return scalar(number4, vec)
	}
	return ""
}
