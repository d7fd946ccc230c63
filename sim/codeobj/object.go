package codeobj

import (
	"cmp"
	"debug/elf"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// MaxSpan is the most address space, in bytes, that an object may take from its lowest to its
// highest address. Code reaches its data with 32-bit displacements, so nothing real is larger.
const MaxSpan = 1 << 32

// Object is a loaded code object. Addresses are link-time addresses, relative to the base that the
// caller chooses later.
type Object struct {
	Gen    isa.Gen // the one generation it is for
	Target string  // LLVM's processor name, "gfx803"
	ABI    ABI     // convention of its kernels; NoABI for raw binaries and assembly text
	// HSA's code object version, 2 to 6 (2 also where the ABI has amd_kernel_code_t); 0 for others
	Version     int
	Flags       uint32       // e_flags
	Segments    []Segment    // what has to be mapped, by rising address, without overlap
	Relocations []Relocation // to be applied by Image
	Symbols     []Symbol     // dynamic symbols, then the static ones that are not dynamic too
	Sections    []Section    // those that are loaded, by address; none of a linked object without section headers
	Exports     []string     // names of the dynamic symbols, in the order of their string table
	Kernels     []Kernel     // in the order of the metadata, then those without metadata by name
	Shaders     []string     // functions at which graphics stages begin, by name: they are no kernels
	Lines       []isa.Line   // where a raw binary that was assembled from text comes from: its lines, by offset
	Labels      []Label      // those of such a text, by address

	file      []byte    // of a linked object: for what is read when it is asked for
	unit      *asm.Unit // of a relocatable one
	container *asm.Container
	noKernels string // why there are none, where that is known

	target isa.Target  // with the settings that somebody chose; without a name: what the header says
	relro  [][2]uint64 // first address and end of what is read-only once relocations are applied
}

// Section is a named part of a segment.
type Section struct {
	Name              string          // ".text"
	Type              elf.SectionType // SHT_PROGBITS, SHT_NOBITS and the like
	Flags             elf.SectionFlag // SHF_ALLOC is set, SHF_EXECINSTR of code
	Addr, Size, Align uint64          // link-time address, bytes, alignment in bytes, at least 1
	EntSize           uint64          // bytes of an entry of a table; 0: no table
}

// Label is a label of assembly text.
type Label struct {
	Name   string // as in the text
	Addr   uint64 // bytes from the beginning of the code
	Global bool   // .globl names it
}

// Segment is a contiguous piece of memory.
type Segment struct {
	Addr    uint64       // first byte
	Data    []byte       // bytes from the file; memory from here to MemSize is zero
	MemSize uint64       // bytes in memory, at least len(Data)
	Align   uint64       // required alignment of the base, a power of two
	Flags   elf.ProgFlag // PF_R, PF_W, PF_X
}

// End is the address behind the segment.
func (s *Segment) End() uint64 { return s.Addr + s.MemSize }

// Symbol is a named address.
type Symbol struct {
	Name string      // as the symbol table has it
	Addr uint64      // link-time address; a number where Abs is set
	Size uint64      // bytes; 0 where nothing says how many
	Type elf.SymType // STT_FUNC, STT_OBJECT, or SymKernel in version 2
	Bind elf.SymBind // STB_LOCAL, STB_GLOBAL, STB_WEAK

	Visibility elf.SymVis // STV_DEFAULT, STV_PROTECTED, STV_HIDDEN, STV_INTERNAL
	Defined    bool       // false: another object has to provide it
	Abs        bool       // Addr does not move with the base
}

// SymKernel is STT_AMDGPU_HSA_KERNEL, the type of a version 2 kernel's symbol.
const SymKernel elf.SymType = 10

// Raw makes an object of a raw binary: instructions only, at address 0, without kernels. gpu is an
// LLVM target's name, as in isa.Targets, or its target ID: "gfx906:sramecc-".
func Raw(data []byte, gpu string) (*Object, error) {
	name, _, _ := strings.Cut(gpu, ":")
	if _, ok := targetNamed(name); !ok {
		return nil, errIn("raw binary", "target %q is not one of %s", gpu, targetList())
	}
	t, err := isa.FindTarget(gpu)
	switch {
	case err != nil:
		return nil, errIn("raw binary", "%v", err)
	case len(data) == 0:
		return nil, errIn("raw binary", "it is empty")
	case len(data)%4 != 0:
		return nil, errAt("raw binary", uint64(len(data)),
			"its size is not a multiple of 4 bytes, the size of an instruction word")
	case len(data) > MaxSpan:
		return nil, errIn("raw binary", "it has %d bytes; at most %d are supported", len(data), uint64(MaxSpan))
	}
	return &Object{Gen: t.Gen, Target: t.Name, target: t, Segments: []Segment{
		{Data: data, MemSize: uint64(len(data)), Align: 256, Flags: elf.PF_R | elf.PF_X}}}, nil
}

// Assembled loads assembled text as [Raw] does its code, and keeps its lines and labels.
func Assembled(p *isa.Program, gpu string) (*Object, error) {
	if len(p.Code) == 0 {
		return nil, errIn("assembly text", "it has no instruction")
	}
	o, err := Raw(p.Code, gpu)
	if err != nil {
		return nil, err
	}
	o.Lines = p.Lines
	for name, at := range p.Labels {
		o.Labels = append(o.Labels, Label{name, uint64(at), p.Global[name]})
	}
	slices.SortFunc(o.Labels, func(a, b Label) int {
		return cmp.Or(cmp.Compare(a.Addr, b.Addr), cmp.Compare(a.Name, b.Name))
	})
	return o, nil
}

// Label finds a label of assembly text. The error lists the global ones, or all where there are
// none.
func (o *Object) Label(name string) (*Label, error) {
	var global, all []string
	for i := range o.Labels {
		l := &o.Labels[i]
		if l.Name == name {
			return l, nil
		}
		all = append(all, l.Name)
		if l.Global {
			global = append(global, l.Name)
		}
	}
	if len(all) == 0 {
		return nil, errIn("labels", "there are none, so nothing is named %q", name)
	}
	if len(global) == 0 {
		global = all
	}
	return nil, errIn("labels", "there is no %q; there are: %s", name, strings.Join(global[:min(len(global), 20)], " "))
}

// Kernel finds a kernel by its name or the name of its descriptor's symbol. The empty name means
// the only kernel. The error lists the names.
func (o *Object) Kernel(name string) (*Kernel, error) {
	names := make([]string, len(o.Kernels))
	for i := range o.Kernels {
		k := &o.Kernels[i]
		if name != "" && (k.Name == name || k.Symbol == name) || name == "" && len(o.Kernels) == 1 {
			return k, nil
		}
		names[i] = k.Name
	}
	switch {
	case len(names) == 0 && o.noKernels != "":
		return nil, errIn("kernels", "%s", o.noKernels)
	case len(names) == 0:
		return nil, errIn("kernels", "the object has none")
	case name == "":
		return nil, errIn("kernels", "the object has %d, name one of: %s", len(names), strings.Join(names, " "))
	}
	return nil, errIn("kernels", "there is no %q; the object has: %s", name, strings.Join(names, " "))
}

// XNACK is what e_flags say of memory instructions that can be repeated after page faults (LLVM
// AMDGPUUsage, EF_AMDGPU_FEATURE_XNACK_V3 and _V4: from version 4 on, two bits: not supported, any,
// off, on).
func (o *Object) XNACK() waitcnt.XNACK {
	switch {
	case o.target.XNACK == isa.SettingOn:
		return waitcnt.XNACKOn
	case o.target.XNACK == isa.SettingOff:
		return waitcnt.XNACKOff
	case o.Version >= 4:
		return [4]waitcnt.XNACK{waitcnt.XNACKOff, waitcnt.XNACKAny, waitcnt.XNACKOff, waitcnt.XNACKOn}[o.Flags>>8&3]
	case o.Version == 3 && o.Flags&0x100 != 0:
		return waitcnt.XNACKOn
	}
	return waitcnt.XNACKOff
}

// Bytes returns n bytes of the file's contents at a link-time address. Zero-filled memory has no
// bytes in the file.
func (o *Object) Bytes(addr, n uint64) ([]byte, bool) { return segmentBytes(o.Segments, addr, n) }

// Constant reports whether n bytes of the file's contents at a link-time address keep their value
// once relocations are applied: they are in a segment that is not writable, or in the part that the
// linker marks as read-only after relocation (PT_GNU_RELRO: tables of addresses, the GOT).
func (o *Object) Constant(addr, n uint64) bool {
	if _, ok := o.Bytes(addr, n); !ok {
		return false
	}
	if segmentAt(o.Segments, addr).Flags&elf.PF_W == 0 {
		return true
	}
	return slices.ContainsFunc(o.relro, func(r [2]uint64) bool { return addr >= r[0] && addr <= r[1] && n <= r[1]-addr })
}

// Code returns the index of the only segment with instructions.
func (o *Object) Code() (int, error) {
	found := -1
	for i := range o.Segments {
		if o.Segments[i].Flags&elf.PF_X == 0 {
			continue
		}
		if found >= 0 {
			return 0, errIn("program headers", "the code object has more than one executable segment")
		}
		found = i
	}
	if found < 0 {
		return 0, errIn("program headers", "the code object has no executable segment")
	}
	return found, nil
}

// Function is the name of the kernel or function that has the instruction at a link-time address,
// empty where none is known to.
func (o *Object) Function(addr uint64) string {
	for i := range o.Symbols {
		s := &o.Symbols[i]
		if s.Defined && s.Type == elf.STT_FUNC && addr-s.Addr < s.Size {
			return s.Name
		}
	}
	for i := range o.Kernels {
		if k := &o.Kernels[i]; addr-k.Entry < k.CodeSize {
			return k.Name
		}
	}
	return ""
}

// Line is the line of the assembly text that made the bytes at an address, 0 where that is not
// known.
func (o *Object) Line(addr uint64) int {
	i, found := slices.BinarySearchFunc(o.Lines, addr,
		func(l isa.Line, a uint64) int { return cmp.Compare(uint64(l.Offset), a) })
	if !found {
		i--
	}
	if i < 0 || addr-uint64(o.Lines[i].Offset) >= uint64(o.Lines[i].Len) {
		return 0
	}
	return o.Lines[i].Line
}

func segmentBytes(segs []Segment, addr, n uint64) ([]byte, bool) {
	s := segmentAt(segs, addr)
	if s == nil || addr-s.Addr > uint64(len(s.Data)) || n > uint64(len(s.Data))-(addr-s.Addr) {
		return nil, false
	}
	off := addr - s.Addr
	return s.Data[off : off+n : off+n], true
}

// segmentAt is the last segment that starts at or before addr, or nil.
func segmentAt(segs []Segment, addr uint64) *Segment {
	i, found := slices.BinarySearchFunc(segs, addr, func(s Segment, a uint64) int { return cmp.Compare(s.Addr, a) })
	if !found {
		i--
	}
	if i < 0 {
		return nil
	}
	return &segs[i]
}

// Span is the size of the address range that the object takes, counted from its base; Align the
// alignment that the base must have.
func (o *Object) Span() (size, align uint64) {
	align = 1
	for i := range o.Segments {
		size = max(size, o.Segments[i].End())
		align = max(align, o.Segments[i].Align)
	}
	return size, align
}

// Image returns copies of the segments as they are in memory when the object is loaded at base:
// absolute addresses, relocations applied. resolve gives the absolute address of a symbol that the
// object does not define; it may be nil. An undefined weak symbol that it does not know is 0; any
// other is an error, as is a base that is not aligned or leaves no room for the object.
func (o *Object) Image(base uint64, resolve func(name string) (addr uint64, ok bool)) ([]Segment, error) {
	size, align := o.Span()
	if base&(align-1) != 0 {
		return nil, errIn("load base", "%#x is not a multiple of %#x", base, align)
	}
	if base+size < base {
		return nil, errIn("load base", "%#x leaves no room for the %#x bytes of the object", base, size)
	}
	segs := slices.Clone(o.Segments)
	for i := range segs {
		segs[i].Data = slices.Clone(segs[i].Data)
	}
	for i := range o.Relocations {
		r := &o.Relocations[i]
		target := base
		if r.Type != RelocRelative64 {
			var err error
			if target, err = symbolValue(r, base, resolve); err != nil {
				return nil, err
			}
		}
		// the addresses of segs are still link-time addresses
		word, ok := segmentBytes(segs, r.Offset, uint64(relocs[r.Type].size))
		if !ok {
			return nil, errAt("relocation", r.Offset, "%v: not inside a segment's contents", r.Type)
		}
		if err := r.Type.apply(word, target, uint64(r.Addend), base+r.Offset); err != nil {
			return nil, errAt("relocation", r.Offset, "symbol %q: %v", r.Symbol.Name, err)
		}
	}
	for i := range segs {
		segs[i].Addr += base
	}
	return segs, nil
}

func symbolValue(r *Relocation, base uint64, resolve func(string) (uint64, bool)) (uint64, error) {
	s := &r.Symbol
	switch {
	case s.Defined && s.Abs:
		return s.Addr, nil
	case s.Defined:
		return base + s.Addr, nil
	}
	if resolve != nil {
		if v, ok := resolve(s.Name); ok {
			return v, nil
		}
	}
	if s.Bind == elf.STB_WEAK {
		return 0, nil
	}
	return 0, errAt("relocation", r.Offset,
		"%v: symbol %q is not defined in the object; link it with what defines it (ld.lld -shared)",
		r.Type, s.Name)
}

// ISA is the object's target, as package isa knows it, with the settings that the code is for.
// Source: LLVM AMDGPUUsage, EF_AMDGPU_FEATURE_SRAMECC_V3 and _V4 (from version 4 on, two bits: not
// supported, any, off, on).
func (o *Object) ISA() isa.Target {
	if o.target.Name != "" {
		return o.target
	}
	t, ok := targetNamed(o.Target)
	if !ok {
		return isa.Target{Gen: o.Gen}
	}
	t.XNACK = [...]isa.Setting{waitcnt.XNACKOff: isa.SettingOff, waitcnt.XNACKAny: isa.SettingAny,
		waitcnt.XNACKOn: isa.SettingOn}[o.XNACK()]
	switch {
	case o.Version >= 4:
		t.SRAMECC = [4]isa.Setting{isa.SettingOff, isa.SettingAny, isa.SettingOff, isa.SettingOn}[o.Flags>>10&3]
	case o.Version == 3 && o.Flags&0x200 == 0:
		t.SRAMECC = isa.SettingOff
	case o.Version == 3:
		t.SRAMECC = isa.SettingOn
	}
	return t
}

// Choose decides settings that the object leaves open. It is an error to choose what the object
// excludes.
func (o *Object) Choose(t isa.Target) error {
	if t.Name != o.Target {
		return nil
	}
	mine := o.ISA()
	for _, s := range []struct {
		name       string
		have, want *isa.Setting
	}{{"sramecc", &mine.SRAMECC, &t.SRAMECC}, {"xnack", &mine.XNACK, &t.XNACK}} {
		switch {
		case *s.want == isa.SettingAny || *s.want == *s.have:
		case *s.have != isa.SettingAny:
			return errIn("", "it is for %s, and %s%v is asked for", mine.ID(), s.name, *s.want)
		default:
			*s.have = *s.want
		}
	}
	o.target = mine
	return nil
}

func targetNamed(name string) (isa.Target, bool) {
	for _, t := range isa.Targets() {
		if t.Name == name {
			return t, true
		}
	}
	return isa.Target{}, false
}

func targetList() string {
	var names []string
	for _, t := range isa.Targets() {
		names = append(names, t.Name)
	}
	return strings.Join(names, " ")
}

// addKernels joins descriptors, which symbols name, with the metadata.
func (o *Object) addKernels(meta []Kernel) error {
	bySymbol := make(map[string]int, len(meta))
	for i := range meta {
		if _, dup := bySymbol[meta[i].Symbol]; dup {
			return errIn(".note", "two kernels have the symbol %q", meta[i].Symbol)
		}
		bySymbol[meta[i].Symbol] = i
	}
	funcs := map[string]*Symbol{}
	for i := range o.Symbols {
		if s := &o.Symbols[i]; s.Defined && s.Type == elf.STT_FUNC {
			funcs[s.Name] = s
		}
	}
	found := map[string]bool{}
	var bare []Kernel
	for i := range o.Symbols {
		s := &o.Symbols[i]
		name, isDesc := s.Name, s.Type == SymKernel
		if o.Version > 2 {
			name, isDesc = strings.CutSuffix(s.Name, ".kd")
			isDesc = isDesc && s.Type == elf.STT_OBJECT
		}
		if !isDesc || !s.Defined || s.Abs || found[s.Name] {
			continue
		}
		found[s.Name] = true
		k := &Kernel{Name: name, Symbol: s.Name}
		if j, ok := bySymbol[s.Name]; ok {
			k = &meta[j]
		}
		if err := o.describe(k, s, funcs[name]); err != nil {
			return err
		}
		if !k.HasMetadata {
			bare = append(bare, *k)
		}
	}
	for i := range meta {
		if !found[meta[i].Symbol] {
			return errIn(".note", "kernel %q: the object has no descriptor symbol %q", meta[i].Name, meta[i].Symbol)
		}
	}
	slices.SortFunc(bare, func(a, b Kernel) int { return cmp.Compare(a.Name, b.Name) })
	o.Kernels = append(meta, bare...)
	return nil
}

// HeaderOf is a function of version 2 that begins with an amd_kernel_code_t although its symbol is
// no kernel's: LLVM 4 and 5 gave one to every function. Nothing can launch it, but its code expects
// the registers that the header says. ok is false for other symbols.
func (o *Object) HeaderOf(s *Symbol) (k Kernel, ok bool) {
	if o.Version != 2 || s.Type != elf.STT_FUNC || !s.Defined || s.Abs || !o.beginsWithHeader(s.Addr) {
		return k, false
	}
	k = Kernel{Name: s.Name, Symbol: s.Name}
	err := o.describe(&k, s, nil)
	return k, err == nil
}

// describe reads the descriptor of k, which the symbol desc is the address of; code is the symbol
// of the instructions, if there is one.
func (o *Object) describe(k *Kernel, desc, code *Symbol) error {
	where := "kernel " + k.Name
	k.DescAddr = desc.Addr
	size, decode := abi.Size, abi.Decode
	if o.Version == 2 {
		size, decode = abi.SizeV2, abi.DecodeV2
	}
	b, ok := o.Bytes(desc.Addr, uint64(size))
	if !ok {
		return errAt(where, desc.Addr, "the %d bytes of its descriptor are not inside a segment's contents", size)
	}
	var err error
	if k.Desc, err = decode(b, o.ISA().Has()); err != nil {
		return &Error{Section: where, Offset: int64(desc.Addr), Msg: err.Error()}
	}
	k.Entry = desc.Addr + uint64(k.Desc.EntryOffset)
	if s := segmentAt(o.Segments, k.Entry); s != nil && s.Flags&elf.PF_X != 0 && k.Entry-s.Addr < uint64(len(s.Data)) {
		k.CodeSize = s.Addr + uint64(len(s.Data)) - k.Entry
	}
	switch {
	case k.CodeSize == 0:
		return errAt(where, k.Entry, "its entry is not inside an executable segment")
	case k.Entry%256 != 0:
		return errAt(where, k.Entry, "its entry is not a multiple of 256, which the hardware needs")
	}
	switch {
	case code != nil && code.Addr == k.Entry && code.Size > 0:
		k.CodeSize = min(k.CodeSize, code.Size)
	case o.Version == 2 && desc.Size > k.Entry-desc.Addr && k.Entry >= desc.Addr: // the symbol covers header and code
		k.CodeSize = min(k.CodeSize, desc.Size-(k.Entry-desc.Addr))
	}
	// Descriptors of version 3 had no kernarg size at first; version 2's header and metadata may
	// differ by the hidden arguments.
	k.KernargSize = max(k.KernargSize, k.Desc.KernargBytes)
	k.KernargAlign = max(k.KernargAlign, k.Desc.KernargAlign, 16) // HSA: kernarg segments are at least 16-byte aligned
	if k.KernargSize > abi.MaxKernarg {
		return errIn(where, "its kernarg segment has %d bytes; at most %d are supported", k.KernargSize, abi.MaxKernarg)
	}
	for i := range k.Args {
		a := &k.Args[i]
		end := uint64(a.Offset) + uint64(a.Size)
		switch {
		case end <= k.KernargSize:
		case a.Hidden() && o.Version == 2: // compilers before LLVM 6 left hidden arguments out of the size
			k.KernargSize = end
		default:
			return errIn(where, "argument %d (%s) ends at byte %d of a kernarg segment of %d bytes", i, a, end, k.KernargSize)
		}
	}
	return nil
}
