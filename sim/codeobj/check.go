package codeobj

import (
	"cmp"
	"debug/elf"
	"slices"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// CheckInput makes the input of a static check of a code object or a raw binary, at its link-time addresses: all kernels and functions that its symbols name,
// what the ABI sets for each kernel, and the memory that no program changes. Of assembly text the global labels are kernels. A
// raw binary gets no entries.
func (o *Object) CheckInput() (*check.Input, error) {
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
			if r.Type == RelocAbs64 && !r.Symbol.Defined && r.Offset+8 > addr && r.Offset < addr+uint64(n) {
				return nil, false // another object says what is here
			}
		}
		at := slices.IndexFunc(image, func(s Segment) bool { return addr-s.Addr < uint64(len(s.Data)) })
		if at < 0 {
			return nil, false
		}
		off := addr - image[at].Addr
		return image[at].Data[off : off+uint64(n)], true
	}
	if len(o.Lines) > 0 {
		in.Lines = o.Line
	}
	in.Label, in.Data = o.labelAt, o.dataAt
	for _, l := range o.Labels {
		if l.Global {
			_ = in.AddEntry(l.Addr) // an error: a label behind the last instruction
		}
	}
	seen := map[uint64]bool{}
	for j := range o.Kernels {
		k := &o.Kernels[j]
		seen[k.Entry] = true
		in.Entries = append(in.Entries, check.Entry{Name: k.Name, Addr: k.Entry, Kernel: true, LDS: mayHaveLDS(k), Written: k.Desc.InitialRegisters()})
	}
	for j := range o.Symbols {
		s := &o.Symbols[j]
		if !s.Defined || s.Abs || s.Type != elf.STT_FUNC || seen[s.Addr] || s.Addr-code.Addr >= uint64(len(code.Data)) || s.Addr%4 != 0 {
			continue
		}
		seen[s.Addr] = true
		in.Entries = append(in.Entries, check.Entry{Name: s.Name, Addr: s.Addr, LDS: true})
	}
	return in, nil
}

// mayHaveLDS reports whether a launch can give the kernel LDS. Without metadata nothing says that it cannot.
func mayHaveLDS(k *Kernel) bool {
	return k.Desc.LDSBytes > 0 || !k.HasMetadata || slices.ContainsFunc(k.Args, func(a Arg) bool {
		return a.ValueKind == DynamicSharedPointer || a.ValueKind == "hidden_dynamic_lds_size"
	})
}

// labelAt is the name of an address: a label, or a function.
func (o *Object) labelAt(addr uint64) string {
	i, ok := slices.BinarySearchFunc(o.Labels, addr, func(l Label, addr uint64) int { return cmp.Compare(l.Addr, addr) })
	if ok {
		return o.Labels[i].Name
	}
	for i := range o.Symbols {
		if s := &o.Symbols[i]; s.Addr == addr && s.Defined && !s.Abs && (s.Type == elf.STT_FUNC || s.Type == SymKernel) {
			return s.Name
		}
	}
	return ""
}

// dataAt reports whether an address is known to hold no code: .long and its like of a text, an object of a code object, or a
// kernel descriptor, which version 2 has in front of the code.
func (o *Object) dataAt(addr uint64) bool {
	i, ok := slices.BinarySearchFunc(o.Lines, addr, func(l isa.Line, addr uint64) int {
		switch {
		case addr < uint64(l.Offset):
			return 1
		case addr >= uint64(l.Offset+l.Len):
			return -1
		}
		return 0
	})
	if ok {
		return o.Lines[i].Data
	}
	if o.Version == 2 && slices.ContainsFunc(o.Kernels, func(k Kernel) bool { return addr-k.DescAddr < codeTSize }) {
		return true
	}
	return slices.ContainsFunc(o.Symbols, func(s Symbol) bool {
		return s.Type == elf.STT_OBJECT && s.Defined && !s.Abs && addr-s.Addr < s.Size
	})
}
