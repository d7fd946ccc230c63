package disasm

import (
	"archive/zip"
	"bytes"
	"debug/elf"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/codeobj"
)

// clrxSamples calls f for each file that CLRX made.
func clrxSamples(t *testing.T, f func(t *testing.T, name string, o *codeobj.Object)) {
	r, err := zip.OpenReader(testdata + "clrx/samples.zip")
	require.NoError(t, err)
	defer r.Close()
	require.Greater(t, len(r.File), 60)
	for _, x := range r.File {
		in, err := x.Open()
		require.NoError(t, err)
		data, err := io.ReadAll(in)
		require.NoError(t, err)
		gpu := ""
		if strings.HasPrefix(x.Name, "gallium") {
			gpu = map[string]string{"tahiti": "gfx600", "tonga": "gfx802", "fiji": "gfx803"}[strings.Split(x.Name, "-")[1]]
		}
		o, err := codeobj.LoadFor(data, gpu)
		require.NoError(t, err, x.Name)
		t.Run(x.Name, func(t *testing.T) { f(t, x.Name, o) })
	}
}

// clrxText is the object's text in CLRX's dialect.
func textInCLRX(t *testing.T, o *codeobj.Object) string {
	var b bytes.Buffer
	require.NoError(t, WriteCLRX(&b, o))
	return b.String()
}

// assembledCLRX makes an object of a text.
func assembledCLRX(t *testing.T, o *codeobj.Object, text string) *codeobj.Object {
	target, ok := asm.TargetOf(text)
	require.True(t, ok)
	u, _, err := asm.Assemble(text, asm.Options{Target: target, Syntax: isa.SyntaxCLRX})
	require.NoError(t, err, text)
	data, err := codeobj.Write(u)
	require.NoError(t, err)
	out, err := codeobj.LoadFor(data, o.Target)
	require.NoError(t, err)
	return out
}

// contents are the loaded bytes by section, but for tables that a linker makes and notes.
func contents(t *testing.T, o *codeobj.Object) map[string]string {
	m := map[string]string{}
	for _, s := range o.Sections {
		if made[s.Name] || s.Type == elf.SHT_NOTE {
			continue
		}
		b, ok := o.Bytes(s.Addr, s.Size)
		if s.Type == elf.SHT_NOBITS {
			b, ok = make([]byte, s.Size), true
		}
		require.True(t, ok, s.Name)
		b = bytes.Clone(b)
		for _, r := range o.Relocations { // what a loader fills in
			if r.Offset >= s.Addr && r.Offset-s.Addr < s.Size {
				copy(b[r.Offset-s.Addr:], "----")
				m["relocations"] += fmt.Sprint(s.Name, r.Offset-s.Addr, r.Type, r.Symbol.Name, r.Addend, " ")
			}
		}
		m[s.Name] += string(b)
	}
	return m
}

// kernelsOf are the kernels with addresses that count from the first one's descriptor.
func kernelsOf(o *codeobj.Object) []codeobj.Kernel {
	list := slices.Clone(o.Kernels)
	for i := range list {
		list[i].Entry -= o.Kernels[0].DescAddr
		list[i].DescAddr -= o.Kernels[0].DescAddr
	}
	return list
}

// The text of a container in CLRX's dialect has its kernels' configuration: it assembles to a container
// that says the same, with the same bytes in memory. What CLRX made is of all formats and drivers.
func TestCLRXTextAssemblesToTheSameContainer(t *testing.T) {
	clrxSamples(t, func(t *testing.T, name string, o *codeobj.Object) {
		text := textInCLRX(t, o)
		require.NotContains(t, text, "code only")
		if o.Container() != nil { // configured, not as bytes
			require.NotRegexp(t, `(?m)^ *\.(setup|calnote|proginfo)\b`, text)
			require.Regexp(t, `\.(hsa)?config\n`, text)
		}
		out := assembledCLRX(t, o, text)
		require.Equal(t, contents(t, o), contents(t, out))
		require.Equal(t, kernelsOf(o), kernelsOf(out))
		if box := o.Container(); box != nil && box.Kind == "gallium" {
			box.Wide = true // the ELF file inside that is written
		}
		require.Equal(t, o.Container(), out.Container())
	})
}

// Where LLVM's syntax has the code only, an amd_kernel_code_t in front of it is data, under the kernel's
// label.
func TestHeadersInCodeAreNoInstructions(t *testing.T) {
	n := 0
	clrxSamples(t, func(t *testing.T, name string, o *codeobj.Object) {
		var b bytes.Buffer
		require.NoError(t, WriteCode(&b, o, nil))
		for i := range o.Kernels {
			k := &o.Kernels[i]
			if o.Version != 2 || k.Entry-k.DescAddr != abi.SizeV2 {
				continue
			}
			require.Regexp(t, fmt.Sprintf(`(?m)^\t\.long 0x1, .* ; %08x: the kernel's configuration$`, k.DescAddr), b.String())
			require.Regexp(t, fmt.Sprintf(`(?m)^\t[sv]_.* ; %08x: `, k.Entry), b.String())
			n++
		}
	})
	require.Positive(t, n)
}

// An instruction may be inserted: the kernels are configured as before, and the code has one more.
func TestCLRXTextMayBeEdited(t *testing.T) {
	clrxSamples(t, func(t *testing.T, name string, o *codeobj.Object) {
		const before, nop = "\ts_endpgm ", "\ts_nop 7\n"
		text := textInCLRX(t, o)
		out := assembledCLRX(t, o, strings.ReplaceAll(text, before, nop+before))
		require.Len(t, out.Kernels, len(o.Kernels))
		for i := range o.Kernels {
			a, b := o.Kernels[i], out.Kernels[i]
			code, ok := o.Bytes(a.Entry, a.CodeSize)
			require.True(t, ok)
			end := bytes.LastIndex(code, []byte("\x00\x00\x81\xbf")) // s_endpgm
			longer, ok := out.Bytes(b.Entry, uint64(end)+8)
			require.True(t, ok)
			if !strings.HasPrefix(name, "amdcl2") { // with words that a loader fills in
				require.Equal(t, string(code[:end])+"\x07\x00\x80\xbf"+string(code[end:end+4]), string(longer))
			}
			a.Entry, a.DescAddr, a.CodeSize = b.Entry, b.DescAddr, b.CodeSize
			require.Equal(t, a, b)
		}
	})
}

// Bytes that are no code at all survive too: as data where they must.
func FuzzListing(f *testing.F) {
	f.Add([]byte("\x81\x02\x0a\x02\xff\xff\xff\xff"), uint8(0))
	f.Add([]byte("\xff\xff\x82\xbf\x00\x00\x82\xbf"), uint8(3)) // branches to itself, and to its end
	f.Add(make([]byte, 16), uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, gen uint8) {
		data = data[:len(data)&^3]
		if len(data) == 0 || len(data) > 4096 {
			return
		}
		target := []string{"gfx600", "gfx700", "gfx803", "gfx900"}[gen&3]
		o, err := codeobj.Raw(data, target)
		require.NoError(t, err)
		for _, syntax := range []isa.Syntax{isa.SyntaxLLVM, isa.SyntaxCLRX} {
			var b bytes.Buffer
			l := newListing(o, 0, data, syntax)
			l.divide(nil)
			l.write(&b)
			p, err := asm.CodeIn(syntax, o.Gen.Target(), b.String())
			require.NoError(t, err, "%s", &b)
			require.Equal(t, data, p.Code, "%s", &b)
		}
	})
}

// FuzzCLRXText: of any container that loads there is a text, and what assembles can be loaded.
func FuzzCLRXText(f *testing.F) {
	r, err := zip.OpenReader(testdata + "clrx/samples.zip")
	require.NoError(f, err)
	defer r.Close()
	for i, x := range r.File {
		if i%9 != 0 {
			continue
		}
		in, err := x.Open()
		require.NoError(f, err)
		data, err := io.ReadAll(in)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := codeobj.LoadFor(data, "gfx803")
		if err != nil {
			return
		}
		var b bytes.Buffer
		require.NoError(t, WriteCLRX(&b, o))
		target, ok := asm.TargetOf(b.String())
		if !ok {
			return
		}
		u, _, err := asm.Assemble(b.String(), asm.Options{Target: target, Syntax: isa.SyntaxCLRX})
		if err != nil {
			return // names that the dialect has for other things
		}
		if out, err := codeobj.Write(u); err == nil {
			_, _ = codeobj.LoadFor(out, "gfx803")
		}
	})
}
