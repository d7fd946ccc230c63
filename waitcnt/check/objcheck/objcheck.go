package objcheck

import (
	"cmp"
	"debug/elf"
	"slices"

	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// Input makes the input of a static check of a code object or a raw binary, at its link-time
// addresses: all kernels and functions that its symbols name, what the ABI sets for each kernel,
// and the memory that no program changes. Of assembly text the global labels are kernels. A raw
// binary gets no entries.
func Input(o *codeobj.Object) (*check.Input, error) {
	i, err := o.Code()
	if err != nil {
		return nil, err
	}
	// At base 0 relocated words are link-time addresses, as the program counters are.
	image, err := o.Image(0, func(string) (uint64, bool) { return 0, true })
	if err != nil {
		return nil, err
	}
	code := &image[i]
	in := &check.Input{Gen: o.Gen, Target: o.ISA(), Base: code.Addr, Code: code.Data, XNACK: o.XNACK()}
	in.Read = func(addr uint64, n int) ([]byte, bool) {
		if n < 0 || !o.Constant(addr, uint64(n)) {
			return nil, false
		}
		for _, r := range o.Relocations {
			if r.Type == codeobj.RelocAbs64 && !r.Symbol.Defined && r.Offset+8 > addr && r.Offset < addr+uint64(n) {
				return nil, false // another object says what is here
			}
		}
		at := slices.IndexFunc(image, func(s codeobj.Segment) bool { return addr-s.Addr < uint64(len(s.Data)) })
		if at < 0 {
			return nil, false
		}
		off := addr - image[at].Addr
		return image[at].Data[off : off+uint64(n)], true
	}
	if s := o.Source(""); s.Known() {
		in.Places = s.Place
	}
	labels, data := labels(o), dataSpans(o)
	in.Label = func(addr uint64) string {
		if i, ok := slices.BinarySearchFunc(labels, addr,
			func(l codeobj.Label, addr uint64) int { return cmp.Compare(l.Addr, addr) }); ok {
			return labels[i].Name
		}
		return ""
	}
	in.Data = func(addr uint64) bool {
		i, ok := slices.BinarySearchFunc(data, addr, func(s span, addr uint64) int { return cmp.Compare(s.first, addr) })
		return ok || i > 0 && addr < data[i-1].end
	}
	for _, l := range o.Labels {
		if l.Global && !in.Data(l.Addr) {
			_ = in.AddEntry(l.Addr) // an error: a label behind the last instruction
		}
	}
	seen := map[uint64]bool{}
	kernel := func(k *codeobj.Kernel) {
		seen[k.Entry] = true
		in.Entries = append(in.Entries, check.Entry{Name: k.Name, Addr: k.Entry, Kernel: true, LDS: mayHaveLDS(k),
			Written: k.InitialRegisters()})
	}
	for j := range o.Kernels {
		kernel(&o.Kernels[j])
	}
	for j := range o.Symbols {
		s := &o.Symbols[j]
		if !s.Defined || s.Abs || s.Type != elf.STT_FUNC || seen[s.Addr] ||
			s.Addr-code.Addr >= uint64(len(code.Data)) || s.Addr%4 != 0 {
			continue
		}
		if k, ok := o.HeaderOf(s); ok {
			kernel(&k)
			continue
		}
		seen[s.Addr] = true
		shader := slices.Contains(o.Shaders, s.Name) // waves begin there, as at a kernel
		in.Entries = append(in.Entries, check.Entry{Name: s.Name, Addr: s.Addr, Kernel: shader, LDS: true})
	}
	return in, nil
}

// mayHaveLDS reports whether a launch can give the kernel LDS. Without metadata nothing says that
// it cannot.
func mayHaveLDS(k *codeobj.Kernel) bool {
	return k.Desc.LDSBytes > 0 || !k.HasMetadata || slices.ContainsFunc(k.Args, func(a codeobj.Arg) bool {
		return a.ValueKind == codeobj.DynamicSharedPointer || a.ValueKind == "hidden_dynamic_lds_size"
	})
}

// labels are the names of addresses in order: labels of a text, functions and kernels of a code
// object.
func labels(o *codeobj.Object) []codeobj.Label {
	list := slices.Clone(o.Labels)
	for i := range o.Symbols {
		if s := &o.Symbols[i]; s.Defined && !s.Abs && (s.Type == elf.STT_FUNC || s.Type == codeobj.SymKernel) {
			list = append(list, codeobj.Label{Name: s.Name, Addr: s.Addr})
		}
	}
	slices.SortStableFunc(list, func(a, b codeobj.Label) int { return cmp.Compare(a.Addr, b.Addr) })
	return list
}

// span is a range of addresses.
type span struct{ first, end uint64 }

// dataSpans are the addresses that are known to hold no code, in order and apart. They are .long
// and its like of a text, objects of a code object, and kernel descriptors. Version 2 has a
// descriptor in front of the code.
func dataSpans(o *codeobj.Object) (list []span) {
	var all []span
	add := func(first, n uint64) {
		if n > 0 && first+n > first {
			all = append(all, span{first, first + n})
		}
	}
	for _, l := range o.Lines {
		if l.Data {
			add(uint64(l.Offset), uint64(l.Len))
		}
	}
	for i := range o.Kernels {
		if o.Version == 2 {
			add(o.Kernels[i].DescAddr, abi.SizeV2)
		}
	}
	for i := range o.Symbols {
		s := &o.Symbols[i]
		if s.Type == elf.STT_OBJECT && s.Defined && !s.Abs {
			add(s.Addr, s.Size)
		} else if _, ok := o.HeaderOf(s); ok {
			add(s.Addr, abi.SizeV2)
		}
	}
	slices.SortFunc(all, func(a, b span) int { return cmp.Compare(a.first, b.first) })
	for _, s := range all {
		if n := len(list); n > 0 && s.first <= list[n-1].end {
			list[n-1].end = max(list[n-1].end, s.end)
			continue
		}
		list = append(list, s)
	}
	return list
}
