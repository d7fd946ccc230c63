package mem

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// texelsOf are the data formats by bytes.
var texelsOf = map[int]uint32{1: 1, 2: 2, 4: 4, 8: 11, 12: 13, 16: 14}

// tiledImage is a line of testdata/tiles.
type tiledImage struct {
	chip                        string
	mode, bytes, dim            int
	w, h, slices, levels, pitch uint32
	swizzle                     uint32
	epitch                      uint32
	size, hash                  uint64
	texels                      []string
}

// tiledImages reads a file of testdata/tiles.
func tiledImages(t *testing.T, name string) (list []tiledImage) {
	f, err := os.Open("../testdata/tiles/" + name)
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()
	for s := bufio.NewScanner(f); s.Scan(); {
		var v tiledImage
		is, of, _ := strings.Cut(s.Text(), " = ")
		_, err := fmt.Sscan(is, &v.chip, &v.mode, &v.bytes, &v.dim, &v.w, &v.h, &v.slices, &v.levels, &v.pitch, &v.swizzle)
		require.NoError(t, err, is)
		if of != "refused" {
			words := strings.Fields(of)
			_, err = fmt.Sscanf(strings.Join(words[:3], " "), "%d %d %x", &v.epitch, &v.size, &v.hash)
			require.NoError(t, err, of)
			v.texels = words[3:]
		}
		list = append(list, v)
	}
	return list
}

// tiledBase is where the images begin.
const tiledBase = 0x12_3400_0000

// image is the image as its chip sees it.
func (v *tiledImage) image(t *testing.T) Image {
	r := tsharp{base: tiledBase + uint64(v.swizzle)<<8, data: texelsOf[v.bytes], num: 4, w: v.w, h: v.h, layout: v.mode, typ: Image2DArray, level: v.levels - 1,
		maxMip: v.levels - 1, pitch: v.epitch, last: v.slices - 1}
	target, err := isa.FindTarget(v.chip)
	require.NoError(t, err)
	if v.dim == 3 {
		r.typ, r.depth, r.last = Image3D, v.slices, 0
	}
	if target.Gen != isa.GCN14 {
		r.depth, r.pow2 = v.slices, v.levels > 1
	}
	words := r.words(target.Gen)
	words[3] = words[3]&^(31<<20) | uint32(v.mode)<<20
	return DecodeImageOn(TilesOf(target, v.chip), target.Gen, words, false)
}

// name says which image it is.
func (v *tiledImage) name() string {
	return fmt.Sprintf("%s mode %d %d bytes %dD %dx%dx%d, %d levels", v.chip, v.mode, v.bytes, v.dim, v.w, v.h, v.slices, v.levels)
}

// every calls a function with the texels that the table's hash is of: all of a small image, each
// 61st of a large one.
func (v *tiledImage) every(f func(level, x, y, z int)) {
	size := func(l int) (w, h, d int) {
		w, h, d = max(int(v.w)>>l, 1), max(int(v.h)>>l, 1), int(v.slices)
		if v.dim == 3 {
			d = max(d>>l, 1)
		}
		return w, h, d
	}
	total := 0
	for l := range int(v.levels) {
		w, h, d := size(l)
		total += w * h * d
	}
	step, most := 1, 1<<17
	if v.chip != "vega10" {
		most = 1 << 15
	}
	if total > most {
		step = 61
	}
	first := 0 // texel of the level that is the next of all
	for l := range int(v.levels) {
		w, h, d := size(l)
		for ; first < w*h*d; first += step {
			f(l, first%w, first/w%h, first/w/h)
		}
		first -= w * h * d
	}
}

// tiledFiles are the files of testdata/tiles, each of some generations.
var tiledFiles = []string{"gfx6.txt", "gfx9.txt"}

// TestTiledTexelsLieWhereTheAddressLibraryPutsThem compares all texels with what AMD's address
// library computed.
func TestTiledTexelsLieWhereTheAddressLibraryPutsThem(t *testing.T) {
	for _, file := range tiledFiles {
		t.Run(file, func(t *testing.T) {
			texels := 0
			for _, v := range tiledImages(t, file) {
				im := v.image(t)
				if v.texels == nil {
					require.ErrorIs(t, im.Check(false, true), ErrImageKind, v.name())
					if im.Gen == isa.GCN14 {
						require.ErrorContains(t, im.Check(false, true), tilings[v.mode])
					}
					continue
				}
				require.NoError(t, im.Check(false, true), v.name())
				texels += v.compare(t, &im)
			}
			require.Greater(t, texels, 1<<20)
		})
	}
}

// compare compares the texels of an image with the table's, and returns how many.
func (v *tiledImage) compare(t *testing.T, im *Image) (texels int) {
	for _, p := range v.texels {
		var level, x, y, z int
		var want uint64
		_, err := fmt.Sscanf(p, "%d,%d,%d,%d:%x", &level, &x, &y, &z, &want)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf("%#x", want), fmt.Sprintf("%#x", im.Address(level, x, y, z)-tiledBase), "%s: level %d x %d y %d z %d", v.name(), level, x, y, z)
	}
	hash := uint64(14695981039346656037)
	v.every(func(level, x, y, z int) {
		a := im.Address(level, x, y, z) - tiledBase
		for b := range 6 {
			hash = (hash ^ a>>(8*b)&255) * 1099511628211
		}
		texels++
	})
	require.Equal(t, v.hash, hash, v.name())
	require.LessOrEqual(t, im.Size(), v.size, v.name())
	return texels
}

// TestTiledTexelsDoNotOverlap: an image's texels have bytes of their own, which lie within Size.
func TestTiledTexelsDoNotOverlap(t *testing.T) {
	for _, file := range tiledFiles {
		for _, v := range tiledImages(t, file) {
			if v.texels == nil || v.size > 1<<18 {
				continue
			}
			im := v.image(t)
			require.NoError(t, im.Check(false, true), v.name())
			seen := make([]bool, im.Size())
			v.every(func(level, x, y, z int) {
				a := im.Address(level, x, y, z) - tiledBase
				if seen[a] { // millions of times
					require.Fail(t, "two texels have one byte", "%v: level %d x %d y %d z %d", v, level, x, y, z)
				}
				for i := range v.bytes {
					seen[a+uint64(i)] = true
				}
			})
		}
	}
}

// TestLanesOfTiledImages compares the addresses of lanes with those of single texels.
func TestLanesOfTiledImages(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, file := range tiledFiles {
		for _, v := range tiledImages(t, file) {
			if v.texels == nil {
				continue
			}
			im := v.image(t)
			var x, y, z, level Row
			for i := range x {
				level[i] = r.Uint32N(v.levels)
				w, h, d := im.extent(int(level[i]))
				if v.dim == 2 {
					d = int(v.slices)
				}
				x[i], y[i], z[i] = r.Uint32N(uint32(w)), r.Uint32N(uint32(h)), r.Uint32N(uint32(d))
			}
			q := &ImageQuery{Exec: ^uint64(6), Coord: [3]*Row{&x, &y, &z}, Level: &level}
			if v.dim == 2 {
				q.Index = &z
			}
			var addr [64]uint64
			require.Equal(t, q.Exec, im.Lanes(q, &addr))
			for i := range 64 {
				if q.Exec>>i&1 != 0 {
					want := im.Address(int(level[i]), int(x[i]), int(y[i]), int(z[i]))
					if want != addr[i] {
						require.Equal(t, want, addr[i], "%v lane %d", v, i)
					}
				}
			}
		}
	}
}

// TestAddressesOfImagesWithPipesAndBanks: the address of an image is a multiple of its block's size,
// but for as many bits of pipe and bank as the chip has: Raven has four pipes of one bank, Vega 10 has
// 16 of each.
func TestAddressesOfImagesWithPipesAndBanks(t *testing.T) {
	for _, c := range []struct {
		chip string
		mode int
		from uint64
		want string
	}{
		{"raven", 25, 0x300, ""}, {"raven", 25, 0x400, "64KB_S_X has multiples of 65536"}, {"raven", 25, 0x10000, ""},
		{"raven", 21, 0x400, "4KB_S_X has multiples of 4096"}, {"raven", 9, 0x400, ""},
		{"vega10", 25, 0xff00, ""}, {"vega10", 21, 0xf00, ""},
	} {
		v := tiledImage{chip: c.chip, mode: c.mode, bytes: 4, dim: 2, w: 8, h: 8, slices: 1, levels: 1, swizzle: uint32(c.from >> 8), epitch: 128}
		im := v.image(t)
		if err := im.Check(false, true); c.want == "" {
			require.NoError(t, err, "%v", c)
		} else {
			require.ErrorIs(t, err, ErrImage)
			require.ErrorContains(t, err, c.want)
		}
	}
}
