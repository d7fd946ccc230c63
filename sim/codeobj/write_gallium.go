package codeobj

import "github.com/gcnsim/gcnsim/isa/asm"

// gallium puts a code object into Clover's container, which parseGallium reads.
func gallium(file []byte, box *asm.Container) ([]byte, error) {
	f, err := readHeader(file)
	if err != nil {
		return nil, err
	}
	o, _, err := contentsOf(f)
	if err != nil {
		return nil, err
	}
	code, err := o.Code()
	if err != nil {
		return nil, err
	}
	places := map[string]uint64{}
	for i := range o.Symbols {
		if s := &o.Symbols[i]; s.Defined && !s.Abs {
			places[s.Name] = s.Addr - o.Segments[code].Addr
		}
	}
	const text = 0 // the number of the only section
	b := le.AppendUint32(nil, uint32(len(box.Kernels)))
	for i := range box.Kernels {
		k := &box.Kernels[i]
		at, ok := places[k.Name]
		if !ok || at >= uint64(len(o.Segments[code].Data)) {
			return nil, errIn("kernel "+k.Name, "it is not in the code")
		}
		b = append(le.AppendUint32(b, uint32(len(k.Name))), k.Name...)
		for _, v := range [...]uint32{text, uint32(at), uint32(len(k.Args))} {
			b = le.AppendUint32(b, v)
		}
		for _, a := range k.Args {
			for _, v := range a {
				b = le.AppendUint32(b, v)
			}
		}
	}
	n := uint32(len(file))
	for _, v := range [...]uint32{1, text, galliumText, n, n + 4, n} {
		b = le.AppendUint32(b, v)
	}
	return append(b, file...), nil
}
