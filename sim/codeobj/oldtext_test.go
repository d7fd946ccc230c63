package codeobj

import (
	"bytes"
	"debug/elf"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
)

// oldKernel is a text of a time when LLVM had code object version 2 only, with metadata by a
// directive.
func oldKernel(directive, yaml string) string {
	return ".hsa_code_object_version 2,1\n.hsa_code_object_isa 8,0,3,\"AMD\",\"AMDGPU\"\n.text\n.amdgpu_hsa_kernel k\n.p2align 8\n" +
		"k:\n.amd_kernel_code_t\nkernarg_segment_byte_size = 24\nuser_sgpr_count = 2\nenable_sgpr_kernarg_segment_ptr = 1\nis_ptr64 = 1\n.end_amd_kernel_code_t\n" +
		"s_endpgm\n." + directive + "\n" + yaml + "\n.end_" + directive + "\n"
}

func loadText(t *testing.T, text string) (*Object, error) {
	t.Helper()
	target, err := isa.FindTarget("gfx803")
	require.NoError(t, err)
	u, _, err := asm.Assemble(text, asm.Options{Target: target})
	require.NoError(t, err)
	data, err := Write(u)
	require.NoError(t, err)
	return Load(data)
}

// The metadata of compilers before LLVM 5 was released. What the numbers mean is from LLVM 4's
// AMDGPURuntimeMetadata.h, the first text in the manner of its test of the directive.
func TestMetadataOfOldCompilers(t *testing.T) {
	for _, c := range []struct{ directive, yaml string }{
		{"amdgpu_runtime_metadata", `
  { amd.MDVersion: [ 2, 1 ], amd.IsaInfo: { amd.IsaInfoWavefrontSize: 64 }, amd.PrintfInfo: [ '1:1:4:%d\n' ], amd.Kernels:
    - { amd.KernelName: k, amd.Language: OpenCL C, amd.LanguageVersion: [ 1, 2 ], amd.ReqdWorkGroupSize: [ 64, 1, 1 ], amd.Args:
        - { amd.ArgSize: 8, amd.ArgAlign: 8, amd.ArgKind: 1, amd.ArgValueType: 8, amd.ArgTypeName: 'float*', amd.ArgName: in, amd.ArgAddrQual: 1, amd.ArgAccQual: 0, amd.ArgIsConst: 1 }
        - { amd.ArgSize: 4, amd.ArgAlign: 4, amd.ArgKind: 0, amd.ArgValueType: 6, amd.ArgTypeName: int, amd.ArgName: n, amd.ArgAccQual: 0 }
        - { amd.ArgSize: 4, amd.ArgAlign: 4, amd.ArgKind: 2, amd.ArgValueType: 6, amd.ArgTypeName: 'int*', amd.ArgName: lds, amd.ArgAddrQual: 3, amd.ArgPointeeAlign: 4 }
        - { amd.ArgSize: 8, amd.ArgAlign: 8, amd.ArgKind: 4, amd.ArgValueType: 0, amd.ArgTypeName: image2d_t, amd.ArgName: image, amd.ArgAddrQual: 1, amd.ArgAccQual: 2 }
        - { amd.ArgSize: 8, amd.ArgAlign: 8, amd.ArgKind: 7, amd.ArgValueType: 9 } }
  }`},
		{"amdgpu_code_object_metadata", `---
Version:         [ 1, 0 ]
Printf:          [ '1:1:4:%d\n' ]
Kernels:
  - Name:            k
    Language:        OpenCL C
    LanguageVersion: [ 1, 2 ]
    Attrs:
      ReqdWorkGroupSize: [ 64, 1, 1 ]
    Args:
      - { Size: 8, Align: 8, ValueKind: GlobalBuffer, ValueType: F32, TypeName: 'float*', Name: in, AddrSpaceQual: Global, AccQual: Default, IsConst: true }
      - { Size: 4, Align: 4, Kind: ByValue, ValueType: I32, TypeName: int, Name: n, AccQual: Default }
      - { Size: 4, Align: 4, ValueKind: DynamicSharedPointer, ValueType: I32, TypeName: 'int*', Name: lds, AddrSpaceQual: Local, PointeeAlign: 4 }
      - { Size: 8, Align: 8, ValueKind: Image, ValueType: Struct, TypeName: image2d_t, Name: image, AddrSpaceQual: Global, AccQual: WriteOnly }
      - { Size: 8, Align: 8, ValueKind: HiddenGlobalOffsetX, ValueType: I64 }
    CodeProps:
      KernargSegmentSize: 24
      KernargSegmentAlign: 4
      WavefrontNumSGPRs: 10
      WorkitemNumVGPRs: 3
      WavefrontSize:   6
...`},
		// As in AMD's MIOpen of 2018: lists of dashes between braces, no commas between lines.
		{"amdgpu_code_object_metadata", `{ Version: [ 3, 0 ],
    Kernels:
    - { Name: k, Language: OpenCL C, LanguageVersion: [ 1, 2 ],
        Attrs: { ReqdWorkGroupSize: [ 64, 1, 1 ] } # no comma
        CodeProps:
          { WavefrontNumSGPRs: 10, WorkitemNumVGPRs: 3, WavefrontSize: 6, KernargSegmentAlign: 4 }
        Args:
        - { Size: 8, Align: 8, ValueKind: GlobalBuffer, ValueType: F32, TypeName: 'float*', Name: in,    AddrSpaceQual: Global, AccQual: Default, IsConst: true }
        - { Size: 4, Align: 4, ValueKind: ByValue,      ValueType: I32, TypeName:  int,     Name: n,                            AccQual: Default }
        - { Size: 4, Align: 4, ValueKind: DynamicSharedPointer, TypeName: "int*", Name: lds, AddrSpaceQual: Local
            PointeeAlign: 4 }
        - { Size: 8, Align: 8, ValueKind: Image, TypeName: image2d_t, Name: image, AddrSpaceQual: Global, AccQual: WriteOnly }
        - { Size: 8, Align: 8, ValueKind: HiddenGlobalOffsetX, ValueType: I64 }
      }
}`},
	} {
		t.Run(c.directive, func(t *testing.T) {
			o, err := loadText(t, oldKernel(c.directive, c.yaml))
			require.NoError(t, err)
			require.Len(t, o.Kernels, 1)
			k := &o.Kernels[0]
			require.Equal(t, "k", k.Name)
			require.Equal(t, "OpenCL C", k.Language)
			require.Equal(t, []uint32{1, 2}, k.LanguageVersion)
			require.Equal(t, [3]uint32{64, 1, 1}, k.ReqdGroupSize)
			require.Equal(t, []Arg{
				{Name: "in", TypeName: "float*", Size: 8, ValueKind: GlobalBuffer, AddressSpace: "global", Const: true},
				{Name: "n", TypeName: "int", Offset: 8, Size: 4, ValueKind: ByValue},
				{Name: "lds", TypeName: "int*", Offset: 12, Size: 4, ValueKind: DynamicSharedPointer, AddressSpace: "local", PointeeAlign: 4},
				{Name: "image", TypeName: "image2d_t", Offset: 16, Size: 8, ValueKind: Image, AddressSpace: "global", Access: "write_only"},
				{Offset: 24, Size: 8, ValueKind: "hidden_global_offset_x"},
			}, k.Args)
			require.EqualValues(t, 32, k.KernargSize, "the header leaves the hidden argument out")
			require.EqualValues(t, 16, k.KernargAlign)
			if strings.HasPrefix(c.directive, "amdgpu_code") {
				require.EqualValues(t, 10, k.UsedSGPRs)
				require.EqualValues(t, 3, k.UsedVGPRs)
			}
		})
	}
}

// LLVM's reader takes more between braces than YAML has; the strict text says the same. Texts that are
// strict stay as they are.
func TestLooseMetadata(t *testing.T) {
	for _, c := range []struct{ loose, strict string }{
		{"{ a: 1, b: [x, y], c: 'it''s, {' }", "{ a: 1, b: [x, y], c: 'it''s, {' }"},
		{"a:\n  - b # {\n  - c\n", "a:\n  - b # {\n  - c\n"},
		{"{ a:\n  - b\n  - c\n  d: 1 }", "{ a:\n  [ b\n  , c\n  ],d: 1 }"},
		{"{ a: -1\n  b: amd-x y z\n}", "{ a: -1\n  ,b: amd-x y z\n}"},
		{"{ a:\n  - { b:\n      - 1\n      - 2 }\n  - { c: \"\\\"}\" } }", "{ a:\n  [ { b:\n      [ 1\n      , 2 ]}\n  , { c: \"\\\"}\" } ]}"},
	} {
		require.Equal(t, c.strict, string(strictFlow([]byte(c.loose))))
		_, err := parseYAML([]byte(c.loose))
		require.NoError(t, err)
	}
	_, err := parseYAML([]byte("{ a: [ }"))
	require.ErrorContains(t, err, "did not find expected node content")
}

// Whatever the text: no more and no fewer lines, so that messages name the right one.
func FuzzStrictFlow(f *testing.F) {
	for _, s := range []string{"{ a:\n - b\n - 'c' }", "]}{#\n", "{#", "{- \"\\", "{a b: c d: - e, :}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		out := strictFlow(b)
		require.Equal(t, bytes.Count(b, []byte("\n")), bytes.Count(out, []byte("\n")))
		require.LessOrEqual(t, len(out), 3*len(b))
	})
}

// What is not declared as old compilers did it is an error as before.
func TestOldMetadataAreChecked(t *testing.T) {
	const args = "{ amd.MDVersion: [ 2, 0 ], amd.Kernels: [ { amd.KernelName: k, amd.Args: [ "
	for _, c := range []struct{ yaml, want string }{
		{args + "{ amd.ArgSize: 32, amd.ArgAlign: 8, amd.ArgKind: 0 } ] } ] }", "ends at byte 32 of a kernarg segment of 24 bytes"},
		{args + "{ amd.ArgSize: 8, amd.ArgAlign: 8, amd.ArgKind: 14 } ] } ] }", "it is 14, not a string"},
		{"{ amd.MDVersion: [ 3, 0 ] }", "amdhsa.version"},
	} {
		_, err := loadText(t, oldKernel("amdgpu_runtime_metadata", c.yaml))
		require.ErrorContains(t, err, c.want, c.yaml)
	}
}

// A header by hand may have any alignment of arguments where there are none.
func TestNothingIsAlignedInAKernelWithoutArguments(t *testing.T) {
	text := oldKernel("amdgpu_runtime_metadata", "{ amd.MDVersion: [ 2, 0 ] }")
	with := strings.Replace(text, "is_ptr64 = 1\n", "is_ptr64 = 1\nkernarg_segment_alignment = 32\n", 1)
	_, err := loadText(t, with)
	require.ErrorContains(t, err, "it wants arguments aligned to 2^32 bytes")
	o, err := loadText(t, strings.Replace(with, "byte_size = 24", "byte_size = 0", 1))
	require.NoError(t, err)
	require.EqualValues(t, 16, o.Kernels[0].KernargAlign)
}

// Before ELF had numbers for AMD's GPUs and HSA, only notes said what a file is: as in the objects of
// AMD's HCC of 2016.
func TestObjectsFromBeforeTheirELFNumbers(t *testing.T) {
	data, err := os.ReadFile(dir + "kern-gfx803-v2.co")
	require.NoError(t, err)
	want, err := Load(data)
	require.NoError(t, err)
	for _, machine := range []byte{0, machineGPU} {
		old := bytes.Clone(data)
		old[elf.EI_OSABI], old[18], old[19] = 0, machine, 0
		clear(old[48:52]) // e_flags
		require.True(t, IsCode(old))
		o, err := Load(old)
		require.NoError(t, err)
		require.Equal(t, want.Kernels, o.Kernels)
		require.Equal(t, "gfx803", o.Target)
		require.Equal(t, HSA, o.ABI)
	}
}
