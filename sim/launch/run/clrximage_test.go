package run_test

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

// Kernels of OpenCL 1.2 containers read images with samplers, which are arguments or their own, and
// write images. The nearest texel is the one that has the coordinate: floor, then as the sampler's
// addressing mode says. All coordinates are exact in binary.
func TestOpenCL12ImagesHaveTheNearestTexels(t *testing.T) {
	const width, height, items = 8, 4, 16
	const fromAt, toAt = 0x10000000, 0x10010000
	src, err := os.ReadFile("../../../testdata/asm/clrx/amdimage.s")
	require.NoError(t, err)
	texel := func(x, y int) uint32 { return uint32(1000*y + 7*x + 1) }
	// Of 2.5x - 6 the texel, an integer in the units of the image.
	floor := func(x int) int { return (5*x - 12 - (5*x-12)&1) / 2 }
	repeat := func(i int) int { return (i%width + width) % width }
	edge := func(i int) int { return min(max(i, 0), width-1) }
	border := func(i int) int {
		if i < 0 || i >= width {
			return -1
		}
		return i
	}
	mirror := func(i int) int {
		if i = ((i % (2 * width)) + 2*width) % (2 * width); i >= width {
			return 2*width - 1 - i
		}
		return i
	}
	for _, gpu := range []string{"Pitcairn", "Hawaii", "Tonga"} {
		target, err := asm.CLRXTarget(gpu)
		require.NoError(t, err)
		u, _, err := asm.Assemble(".gpu "+gpu+"\n"+string(src), asm.Options{Target: target, Syntax: isa.SyntaxCLRX})
		require.NoError(t, err)
		data, err := codeobj.Write(u)
		require.NoError(t, err)
		for _, c := range []struct {
			kernel  string
			sampler uint32 // normalized coordinates, mode << 1, nearest
			mode    func(int) int
		}{{"given", 0x11 | 1<<1, repeat}, {"given", 0x11 | 2<<1, edge}, {"given", 0x11 | 3<<1, border}, {"given", 0x11 | 4<<1, mirror},
			{"declared", 0, edge}} {
			dir := t.TempDir()
			write := func(name string, b []byte) { require.NoError(t, os.WriteFile(filepath.Join(dir, name), b, 0o600)) }
			image := func(at uint64, w int) (string, uint64) {
				words, size := mem.LinearImage2D(target.Gen, at, mem.Fmt32, mem.Uint, w, height)
				var b []byte
				for _, x := range words {
					b = binary.LittleEndian.AppendUint32(b, x)
				}
				return hex.EncodeToString(b), size
			}
			from, size := image(fromAt, width)
			to, toSize := image(toAt, items)
			texels, want := make([]byte, size), make([]byte, toSize)
			pitch, toPitch := int(size)/height, int(toSize)/height
			for y := range height {
				for x := range width {
					binary.LittleEndian.PutUint32(texels[pitch*y+4*x:], texel(x, y))
				}
				for x := range items {
					if i := c.mode(floor(x)); i >= 0 {
						binary.LittleEndian.PutUint32(want[toPitch*y+4*x:], texel(i, 3-y))
					}
				}
			}
			write("code", data)
			write("texels", texels)
			write("want", want)
			args := []any{map[string]any{"bytes": from}, map[string]any{"bytes": to}}
			if c.kernel == "given" {
				args = append(args, map[string]any{"u32": c.sampler})
			}
			doc, err := json.Marshal(map[string]any{"code": "code", "buffers": []any{
				map[string]any{"name": "from", "size": size, "addr": fromAt, "init": "texels"},
				map[string]any{"name": "to", "size": toSize, "addr": toAt, "expect": map[string]any{"file": "want"}}},
				"launches": []any{map[string]any{"kernel": c.kernel, "grid": []int{items, height}, "group": []int{8, height}, "args": args}}})
			require.NoError(t, err)
			write("launch.json", doc)
			f, err := launch.Load(filepath.Join(dir, "launch.json"))
			require.NoError(t, err)
			out, err := run.Run(f, sim.Options{Check: true})
			require.NoError(t, err)
			require.Nil(t, out.Fault, "%s %s", gpu, c.kernel)
			require.Empty(t, out.Launches[0].Result.Findings)
			for i := range out.Unmet {
				t.Errorf("%s %s %#x: %s", gpu, c.kernel, c.sampler, out.Unmet[i].Details())
			}
		}
	}
}
