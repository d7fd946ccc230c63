package junit

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever tests are called and say, the report is XML that holds it, as far as XML has the
// characters, and that counts what is in it.
func FuzzWrite(f *testing.F) {
	f.Add("<a>&\"'", "]]>", uint8(0))
	f.Add("\n\r\t\x00\xff", "x", uint8(3))
	f.Fuzz(func(t *testing.T, name, text string, kinds uint8) {
		want := counts{}
		s := Suite{Name: name}
		for i := range 4 {
			c := Case{Name: name, Class: text, Seconds: float64(kinds), Out: text}
			*[]**Text{&c.Failure, &c.Error, &c.Skipped, new(*Text)}[int(kinds)>>(2*i)&3] = &Text{name, text, text}
			want.add(&c)
			s.Cases = append(s.Cases, c)
		}
		var b bytes.Buffer
		require.NoError(t, Write(&b, name, []Suite{s, {}}))
		require.True(t, strings.HasPrefix(b.String(), xml.Header))
		var got suites
		require.NoError(t, xml.Unmarshal(b.Bytes(), &got))
		got.Time = ""
		require.Equal(t, want, got.counts)
		require.Len(t, got.Suites, 2)
		require.Len(t, got.Suites[0].Cases, 4)
		keep := func(s string) string { // the characters that XML 1.0 has
			return strings.Map(func(r rune) rune {
				if r == '\t' || r == '\n' || r == '\r' || r >= ' ' && r != 0xfffe && r != 0xffff {
					return r
				}
				return 0xfffd
			}, s)
		}
		runes := func(s string) int { return len([]rune(s)) }
		require.Equal(t, runes(name), runes(got.Suites[0].Name))
		for _, c := range got.Suites[0].Cases {
			require.Equal(t, keep(text), c.Class)
		}
	})
}
