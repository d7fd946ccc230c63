package codeobj

import (
	"archive/zip"
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/abi"
)

// clrxSample is a file that CLRX's assembler made, with the text that it was made of. The text has
// the settings that CLRX was given as flags.
type clrxSample struct {
	name, format, text string
	target             isa.Target
	data               []byte
}

func clrxSamples(t testing.TB) (list []clrxSample) {
	const dir = "../../testdata/clrx/"
	r, err := zip.OpenReader(dir + "samples.zip")
	require.NoError(t, err)
	defer r.Close()
	cases, err := os.Open(dir + "cases.txt")
	require.NoError(t, err)
	defer cases.Close()
	for in := bufio.NewScanner(cases); in.Scan(); {
		var s clrxSample
		var text, gpu, bits, driver, llvm string
		if n, _ := fmt.Sscan(in.Text(), &s.name, &text, &s.format, &gpu, &bits, &driver, &llvm); n != 7 || s.name == "#" {
			continue
		}
		src, err := os.ReadFile(dir + text)
		require.NoError(t, err)
		s.text = fmt.Sprintf(".%s\n.gpu %s\n.%sbit\n.driver_version %s\n.llvm_version %s\n%s", s.format, gpu, bits, driver, llvm, src)
		if s.format == "rocm" || s.format == "gallium" {
			s.text = strings.Replace(s.text, ".driver_version "+driver+"\n", "", 1)
		}
		if s.format != "gallium" {
			s.text = strings.Replace(s.text, ".llvm_version "+llvm+"\n", "", 1)
		}
		var ok bool
		s.target, ok = asm.TargetOf(s.text)
		require.True(t, ok, s.name)
		f, err := r.Open(s.name)
		require.NoError(t, err)
		s.data, err = io.ReadAll(f)
		require.NoError(t, err)
		list = append(list, s)
	}
	require.NotEmpty(t, list)
	return list
}

// assemble makes the file of the sample's text.
func (s *clrxSample) assemble(t testing.TB) []byte {
	u, _, err := asm.Assemble(s.text, asm.Options{Target: s.target, Syntax: isa.SyntaxCLRX})
	require.NoError(t, err)
	data, err := Write(u)
	require.NoError(t, err)
	return data
}

// differences are bytes that differ from CLRX's for a reason: the bytes of each, which are compared as
// zeros. A row that nothing needs fails.
var clrxDifferences = []struct {
	name   string // how the file's name begins, or what is in it
	ours   string
	theirs string
	why    string
}{
	{"amdcl2", "\x00\x00\x00\x00", "UUUU", "what a relocation fills in"},
	{"amdcl2", "\x00\x00\x00\x00\x00\x00\x00\x00", "\xf0\x83\x17\xfb\xfc\x7f\x00\x00", "an address of AMD's driver"},
	{"amdcl2", "\x00\x00\x00\x00", "\xb0\xa6\xf2\x00", "an address of AMD's driver"},
	{"amdcl2", "=0\x00\x00", "=0\x00t", "behind a string"},
	{"amdcl2", "al \x00\x00", "al \x00R", "behind a string"},
	{"amdcl2-bonaire-191205-32", "global\x00", "globa\x00\x00", "a string whose length CLRX gives right"},
	{"gfx906", "\x2b\x00\x0a\x00", "\x0b\x00\x0a\x00", "Vega 20 has FLAT_SCRATCH in user registers as Vega has (AmdCl2Abi); CLRX counts them, but does not say so"},
	{"tonga", "\xc2\x02", "\x42\x01", "Tonga takes 96 SGPRs always (LLVM, FeatureSGPRInitBug)"},
	{"tonga", "\xc0\x02", "\x80\x00", "the same"},
}

// From the same text, gcnsim writes the same containers as CLRX, byte by byte.
func TestContainersEqualCLRX(t *testing.T) {
	needed := map[int]bool{}
	for _, s := range clrxSamples(t) {
		if s.format != "amd" && s.format != "amdcl2" {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			got := s.assemble(t)
			require.Len(t, got, len(s.data))
			for i := 0; i < len(got); i++ {
				if got[i] == s.data[i] {
					continue
				}
				why := -1
				for j, d := range clrxDifferences {
					for back := range len(d.ours) {
						at := i - back
						if strings.Contains(s.name, d.name) && at >= 0 && at+len(d.ours) <= len(got) &&
							string(got[at:at+len(d.ours)]) == d.ours && string(s.data[at:at+len(d.theirs)]) == d.theirs {
							why = j
						}
					}
				}
				require.GreaterOrEqual(t, why, 0, "byte %#x: %x, CLRX has %x", i, got[i:min(i+8, len(got))], s.data[i:min(i+8, len(got))])
				needed[why] = true
			}
		})
	}
	require.Len(t, needed, len(clrxDifferences))
}

// What CLRX wrote and what gcnsim writes is read alike: kernels, arguments, registers, code.
func TestKernelsEqualCLRX(t *testing.T) {
	for _, s := range clrxSamples(t) {
		t.Run(s.name, func(t *testing.T) {
			own, err := LoadFor(s.assemble(t), s.target.Name)
			require.NoError(t, err)
			theirs, err := LoadFor(s.data, s.target.Name)
			require.NoError(t, err)
			require.Equal(t, theirs.ABI, own.ABI)
			require.Len(t, own.Kernels, len(theirs.Kernels))
			for i := range own.Kernels {
				a, b := own.Kernels[i], theirs.Kernels[i]
				x, y := kernelCode(t, own, &a), kernelCode(t, theirs, &b)
				require.Equal(t, y[:min(len(x), len(y))], x[:min(len(x), len(y))])
				if s.format == "amdcl2" || strings.Contains(s.name, "tonga") { // see clrxDifferences
					a.Desc, b.Desc = abi.Descriptor{}, abi.Descriptor{}
				}
				b.MaxFlatGroupSize, b.UsedSGPRs, b.UsedVGPRs = 0, 0, 0 // which ROCm's metadata have as hints
				a.Entry, a.DescAddr, a.CodeSize, b.Entry, b.DescAddr, b.CodeSize = 0, 0, 0, 0, 0, 0
				require.Equal(t, b, a)
			}
		})
	}
}

// kernelCode is a kernel's code with its relocations.
func kernelCode(t *testing.T, o *Object, k *Kernel) []byte {
	image, err := o.Image(0, nil)
	require.NoError(t, err)
	b, ok := segmentBytes(image, k.Entry, k.CodeSize)
	require.True(t, ok)
	return b
}
