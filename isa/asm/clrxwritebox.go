package asm

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// Containers as text of CLRX's formats: what a container says of its kernels becomes their
// configuration again. Each form of it is tried: what does not give the same bytes back is written
// in the next one, and as bytes at last.

// CLRXHeader is how a text of CLRX's dialect begins that makes such a container: format, GPU,
// compiler.
func CLRXHeader(t isa.Target, box *Container) string {
	var b strings.Builder
	device := CLRXDevice(t)
	if box.Device != "" {
		device = box.Device
	}
	bits := 32
	if box.Wide {
		bits = 64
	}
	fmt.Fprintf(&b, ".%s\n.gpu %s\n.%dbit\n", box.Kind, device, bits)
	_, said := CLRXDriver(box.DriverInfo)
	switch {
	case box.Kind == "gallium" && box.Registers:
		b.WriteString(".llvm_version 30900\n")
	case box.Kind == "gallium":
		b.WriteString(".llvm_version 40000\n")
	case box.DriverInfo != "" && said:
		fmt.Fprintf(&b, ".driver_info %s\n", clrxString(box.DriverInfo))
	case box.Driver > 0:
		fmt.Fprintf(&b, ".driver_version %d\n", box.Driver)
	}
	if box.Options != "" {
		fmt.Fprintf(&b, ".compile_options %s\n", clrxString(box.Options))
	}
	if box.ACLVersion != "" {
		fmt.Fprintf(&b, ".acl_version %s\n", clrxString(box.ACLVersion))
	}
	return b.String()
}

// clrxString is bytes as a string of the dialect.
func clrxString(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(text) {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// AppendCLRXBytes appends data of no meaning: text by its lines where it is text.
func AppendCLRXBytes(b []byte, indent string, data []byte) []byte {
	if text := string(data); text != "" && strings.Contains(text, "\n") && !slices.ContainsFunc(data, func(c byte) bool {
		return c < ' ' && c != '\n' && c != 0 || c > '~'
	}) {
		for line := range strings.Lines(text) {
			b = fmt.Appendf(b, "%s.ascii %s\n", indent, clrxString(line))
		}
		return b
	}
	for len(data) > 0 {
		zeros := 0
		for zeros < len(data) && data[zeros] == 0 {
			zeros++
		}
		if zeros >= 64 || zeros == len(data) && zeros > 16 {
			b = fmt.Appendf(b, "%s.skip %d\n", indent, zeros)
			data = data[zeros:]
			continue
		}
		n := min(16, len(data))
		for i, c := range data[:n] {
			sep := ", "
			if i == 0 {
				sep = indent + ".byte "
			}
			b = fmt.Appendf(b, "%s0x%02x", sep, c)
		}
		b = append(b, '\n')
		data = data[n:]
	}
	return b
}

// CLRXKernels are the lines behind ".kernel NAME" that make what a container says of each kernel.
// setups are the kernels' amd_kernel_code_t, where the format has them; constants is how many bytes
// of constants the program has. The error names the first kernel for which no lines make the same.
func CLRXKernels(t isa.Target, box *Container, setups [][]byte, constants int) ([]string, error) {
	w := &boxWriter{t: t, box: box, setups: setups, constants: constants, form: make([]int, len(box.Kernels))}
	list := make([]string, len(box.Kernels))
	for {
		for i := range list {
			list[i] = string(w.kernel(i))
		}
		wrong, err := w.try(list)
		if len(wrong) == 0 {
			return list, err
		}
		for _, i := range wrong {
			if w.form[i]++; w.form[i] >= w.forms() {
				return nil, fmt.Errorf("the kernel %s: no lines of .%s give what the file says of it", box.Kernels[i].Name,
					box.Kind)
			}
		}
	}
}

// boxWriter writes kernels of a container.
type boxWriter struct {
	t         isa.Target
	box       *Container
	setups    [][]byte
	constants int
	form      []int // of each kernel: index of a form
}

// forms is how many forms a kernel of the format has.
func (w *boxWriter) forms() int {
	return map[string]int{"amd": 2, "amdcl2": 4, "gallium": 2}[w.box.Kind]
}

// kernel is kernel number i in its present form.
func (w *boxWriter) kernel(i int) []byte {
	k := &w.box.Kernels[i]
	switch w.box.Kind {
	case "amd":
		if w.form[i] == 0 {
			return w.calConfig(k)
		}
		return calBytes(k)
	case "amdcl2":
		if w.form[i] < w.forms()-1 {
			return w.cl20Config(i, cl20Form(w.form[i]))
		}
		return cl20Bytes(k, w.setups[i])
	}
	return w.galliumConfig(i, w.form[i] > 0)
}

// try assembles the kernels and returns those that the assembler refuses, or of which it makes
// something else. The error is one that no kernel is to blame for.
func (w *boxWriter) try(list []string) (wrong []int, err error) {
	var b strings.Builder
	b.WriteString(CLRXHeader(w.t, w.box))
	if w.constants > 0 && w.box.Kind == "amd" {
		fmt.Fprintf(&b, ".globaldata\n.skip %d\n", w.constants)
	}
	first := make([]int, len(list)) // lines
	line := strings.Count(b.String(), "\n") + 1
	for i := range list {
		first[i] = line
		text := ".kernel " + w.box.Kernels[i].Name + "\n" + list[i]
		if w.box.Kind != "gallium" {
			text += ".text\ns_endpgm\n"
		}
		b.WriteString(text)
		line += strings.Count(text, "\n")
	}
	if w.box.Kind == "gallium" {
		b.WriteString(".text\n")
		for i := range list {
			fmt.Fprintf(&b, ".p2align 8\n%s: .skip 256\ns_endpgm\n", w.box.Kernels[i].Name)
		}
	}
	u, _, err := Assemble(b.String(), Options{Target: w.t, Syntax: isa.SyntaxCLRX})
	if err != nil {
		var all Errors
		errors.As(err, &all)
		for _, e := range all {
			i, found := slices.BinarySearch(first, e.Line)
			if !found {
				i--
			}
			if i >= 0 && !slices.Contains(wrong, i) {
				wrong = append(wrong, i)
			}
		}
		return wrong, err
	}
	for i := range list {
		if u.Container == nil || i >= len(u.Container.Kernels) || !w.same(u, i) {
			wrong = append(wrong, i)
		}
	}
	return wrong, nil
}

// same reports whether the unit says the same of kernel i.
func (w *boxWriter) same(u *Unit, i int) bool {
	a, b := &w.box.Kernels[i], &u.Container.Kernels[i]
	switch w.box.Kind {
	case "amd":
		return bytes.Equal(a.Metadata, b.Metadata) && bytes.Equal(a.Header, b.Header) && bytes.Equal(a.Data, b.Data) &&
			slices.EqualFunc(a.Notes, b.Notes, func(x, y Note) bool {
				return x.Name == y.Name && x.Type == y.Type && bytes.Equal(x.Desc, y.Desc)
			})
	case "amdcl2":
		if !bytes.Equal(a.Metadata, b.Metadata) || w.form[i] < w.forms()-1 && (a.Stub != nil || a.ISAMetadata != nil) {
			return false
		}
	case "gallium":
		if !slices.Equal(a.Args, b.Args) {
			return false
		}
	}
	if w.box.Registers {
		return a.Registers == b.Registers
	}
	j := slices.IndexFunc(u.Symbols, func(y Symbol) bool { return y.Name == a.Name })
	if j < 0 || u.Symbols[j].Section < 0 {
		return false
	}
	code := u.Sections[u.Symbols[j].Section].Data[u.Symbols[j].Value:]
	return len(code) >= codeTSize && bytes.Equal(code[:codeTSize], w.setups[i])
}

// lines collects lines of a configuration.
type lines []byte

func (l *lines) add(format string, args ...any) {
	*l = fmt.Appendf(*l, "        "+format+"\n", args...)
}

// part begins a part of a kernel.
func (l *lines) part(name string) { *l = append(*l, "    "+name+"\n"...) }

// give is a part with its bytes.
func (l *lines) give(name string, data []byte) {
	l.part(name)
	*l = AppendCLRXBytes(*l, "        ", data)
}

// dimensions names those that are set in the lowest bits.
func dimensions(mask int64) (s string) {
	for i, d := range [...]string{"x", "y", "z"} {
		if mask>>i&1 != 0 {
			s += d
		}
	}
	return s
}

// number reads a field of 32 bits, 0 behind the end.
func number(b []byte, at int) int64 {
	if at < 0 || at+4 > len(b) {
		return 0
	}
	return int64(binary.LittleEndian.Uint32(b[at:]))
}

// galliumTypes and galliumMeanings are the words for arguments of .gallium, by number.
var (
	galliumTypes = []string{"scalar", "constant", "global", "local", "image2d_rdonly", "image2d_wronly", "image3d_rdonly",
		"image3d_wronly", "sampler"}
	galliumMeanings = []string{"general", "griddim", "gridoffset", "imgsize", "imgformat"}
)

// galliumConfig is a kernel of .gallium; whole gives the registers as numbers.
func (w *boxWriter) galliumConfig(i int, whole bool) []byte {
	var l lines
	l.part(".args")
	for _, a := range w.box.Kernels[i].Args {
		if int(a[0]) < len(galliumTypes) && int(a[5]) < len(galliumMeanings) {
			ext := "zext"
			if a[4] != 0 {
				ext = "sext"
			}
			l.add(".arg %s, %d, %d, %d, %s, %s", galliumTypes[a[0]], a[1], a[2], a[3], ext, galliumMeanings[a[5]])
		}
	}
	l.part(".config")
	if !w.box.Registers {
		more, _ := appendCLRXConfig(nil, w.t, w.setups[i], ".gallium; .llvm_version 40000; .kernel k; .config")
		return append(l, more...)
	}
	code := make([]byte, codeTSize)
	regs := w.box.Kernels[i].Registers
	rsrc1, rsrc2, ring := int64(regs[0]), int64(regs[1]), int64(regs[2])
	binary.LittleEndian.PutUint32(code[rsrc1At/8:], uint32(rsrc1))
	binary.LittleEndian.PutUint32(code[rsrc2At/8:], uint32(rsrc2))
	get := func(field string) int64 { return codeTKeys[field].get(code) }
	l.add(".dims %s, %s", dimensions(rsrc2>>7&7), "xyz"[:get("enable_vgpr_workitem_id")%3+1])
	for _, name := range [...]string{"tgsize", "debugmode", "privmode", "dx10clamp", "ieeemode"} {
		if get(clrxFlags[name]) != 0 {
			l.add(".%s", name)
		}
	}
	for _, name := range [...]string{"floatmode", "priority", "exceptions", "userdatanum"} {
		if v := get(clrxFields[name].field); v != 0 || name == "floatmode" || name == "userdatanum" {
			l.add(".%s %d", name, v)
		}
	}
	granule := int64(w.t.Limits().LDSGranule)
	if v := get("granulated_lds_size"); v > 0 {
		l.add(".localsize %d", v*granule)
	}
	if v := ring >> 12 * 1024 / 64; v > 0 {
		l.add(".scratchbuffer %d", v)
	}
	l.add(".sgprsnum %d", (get("granulated_wavefront_sgpr_count")+1)*8)
	l.add(".vgprsnum %d", (get("granulated_workitem_vgpr_count")+1)*int64(w.t.Limits().VGPRGranule))
	if whole {
		l.add(".pgmrsrc1 %#x", rsrc1)
		l.add(".pgmrsrc2 %#x", rsrc2)
	}
	return l
}
