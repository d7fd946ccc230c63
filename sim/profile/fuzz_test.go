package profile_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	pprof "github.com/google/pprof/profile"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/profile"
)

// named is a profile of two launches in which everything that has a name has this one in it, with
// costs and lines made of a number.
func named(evil string, n uint64) (*profile.Profile, func(string) ([]byte, error)) {
	p := &profile.Profile{Code: "code" + evil, Target: "gfx900", Chip: "vega10", MHz: 1000}
	for range 2 {
		l := profile.Launch{Kernel: "k" + evil, Cycles: n % 1000}
		for i := range uint64(6) {
			in := profile.Inst{Text: "v_nop" + evil, Frames: []codeobj.Frame{{File: "f" + evil, Func: "g" + evil, Line: int(n >> (3 * i) & 63)}}}
			if i&1 != 0 {
				in.Frames = append(in.Frames, codeobj.Frame{File: "f", Func: evil, Line: 3, Col: 4})
			}
			in.PC, in.Issues, in.Exposed, in.Bytes = 4*i, n>>i&15, n>>(2*i)&255, n>>32
			for s := range in.Stalls {
				in.Stalls[s] = n >> (s + int(i)) & 1023
			}
			l.Insts = append(l.Insts, in)
		}
		p.Launches = append(p.Launches, l)
	}
	return p, func(string) ([]byte, error) { return []byte(strings.Repeat("a"+evil+"\n", 70)), nil }
}

// Whatever kernels, files and lines are called: a page has the same elements, and a text the same
// lines, of which none commands a terminal.
func FuzzAnnotated(f *testing.F) {
	f.Add("<script>alert(1)</script>", uint64(0x123456789abcdef))
	f.Add("\x1b[2J\r\x00\u202e\xff", uint64(0))
	f.Add("`${x}</title>", uint64(1)<<63)
	type form struct {
		elements string
		lines    int
	}
	harmless := map[uint64]form{} // by number
	f.Fuzz(func(t *testing.T, evil string, n uint64) {
		n = n % 8 * 0x0123456789abcdef
		elements := func(name string) string {
			p, read := named(name, n)
			var b bytes.Buffer
			require.NoError(t, p.Annotate(read).HTML(&b))
			root, err := html.Parse(&b)
			require.NoError(t, err)
			var list []string
			for x := range root.Descendants() {
				if x.Type == html.ElementNode {
					list = append(list, x.Data)
					for _, a := range x.Attr {
						if strings.HasPrefix(a.Key, "on") {
							t.Fatal(a.Key)
						}
					}
				}
			}
			return strings.Join(list, " ")
		}
		lines := func(name string) int {
			p, read := named(name, n)
			var b bytes.Buffer
			require.NoError(t, p.Annotate(read).Text(&b, true, false))
			require.True(t, utf8.Valid(b.Bytes()))
			bad := strings.IndexFunc(b.String(), func(r rune) bool { return r != '\n' && !unicode.IsGraphic(r) })
			require.Negative(t, bad, "%q", b.String())
			return strings.Count(b.String(), "\n")
		}
		want, known := harmless[n]
		if !known {
			want = form{elements("x"), lines("x")}
			harmless[n] = want
		}
		one := strings.ReplaceAll(evil, "\n", "") // else there are more lines to show
		require.Equal(t, want.elements, elements(one))
		require.Equal(t, want.lines, lines(one))
		lines(evil)
	})
}

// A profile is one that pprof reads, with the sums of what went in.
func FuzzPprof(f *testing.F) {
	f.Add("k", uint64(0x123456789abcdef))
	f.Add("", uint64(7))
	f.Add("\x00\xff\n", uint64(1)<<63)
	f.Fuzz(func(t *testing.T, name string, n uint64) {
		p, _ := named(name, n)
		var b bytes.Buffer
		require.NoError(t, p.WritePprof(&b))
		got, err := pprof.Parse(&b)
		require.NoError(t, err)
		require.NoError(t, got.CheckValid())
		want := make([]int64, 2+len(sim.Stalls{}))
		for _, l := range p.Launches {
			for _, in := range l.Insts {
				in.Stalls[0] = 0
				want[0] += int64(in.Issues)
				want[1] += int64(in.Stalls.Total())
				for s, c := range in.Stalls {
					want[2+s] += int64(c)
				}
			}
		}
		want = append(want[:2], want[3:]...) // the reason 0 is none
		sums := make([]int64, len(want))
		require.Len(t, got.SampleType, len(want))
		for _, s := range got.Sample {
			for i, v := range s.Value {
				sums[i] += v
			}
		}
		require.Equal(t, want, sums)
		for _, s := range got.Sample {
			require.NotEmpty(t, s.Location)
			require.Contains(t, fmt.Sprint(s.NumLabel), "launch")
		}
	})
}
