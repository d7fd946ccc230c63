package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim/codeobj"
)

// The text of a .rocm object in CLRX's dialect has its kernels' configuration and metadata: it assembles to an object with the same
// bytes in memory, whoever wrote the first.
func TestCLRXTextGivesTheObjectBack(t *testing.T) {
	const source = `
.rocm
.gpu GPU
.kernel one
    .config
        .dims xyz, xy
        .tgsize; .use_queue_ptr; .use_private_segment_buffer; .use_kernarg_segment_ptr; .use_ptr64; .debugmode
        .private_elem_size 4
        .localsize 1000
        .scratchbuffer 48
        .pgmrsrc2 0x80a40
        .reserved_vgprs 4, 11
        .wavefront_sgpr_count 31
        .call_convention 0xffffffff
        .arg a, "float*", 8, 8, globalbuf, f32
        .arg n, "uint", 4, 4, value, u32
        .cws 64
.kernel two
    .config
        .dims x
        .floatmode 0xf0
        .exceptions 0x12
.text
one: .skip 256
    s_branch two+256
    s_endpgm
.p2align 8
two: .skip 256
    v_mov_b32 v17, s20
    s_endpgm
`
	dir := t.TempDir()
	for _, gpu := range []string{"bonaire", "hawaii", "tonga", "fiji", "gfx900", "gfx906"} {
		file := func(name string) string { return filepath.Join(dir, gpu+"-"+name) }
		write := func(name, text string) string {
			require.NoError(t, os.WriteFile(file(name), []byte(text), 0o600))
			return file(name)
		}
		gcnsim := func(args ...string) string {
			code, stdout, stderr := command(t, "", args...)
			require.Zero(t, code, "%v: %s", args, stderr)
			return stdout
		}
		gcnsim("asm", "--syntax", "clrx", write("1.s", strings.Replace(source, "GPU", gpu, 1)), "-o", file("1.co"))
		text := gcnsim("disasm", "--syntax", "clrx", file("1.co"))
		require.NotContains(t, text, "the kernel's configuration", gpu)
		require.Contains(t, text, ".metadata")
		gcnsim("asm", "--syntax", "clrx", write("2.s", text), "-o", file("2.co"))
		load := func(name string) *codeobj.Object {
			data, err := os.ReadFile(file(name))
			require.NoError(t, err)
			o, err := codeobj.Load(data)
			require.NoError(t, err)
			return o
		}
		one, two := load("1.co"), load("2.co")
		require.Equal(t, one.Segments, two.Segments, gpu)
		require.Equal(t, one.Kernels, two.Kernels, gpu)
	}
}
