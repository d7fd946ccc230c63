package plain

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTextsStayInTheirLine(t *testing.T) {
	for _, c := range []struct{ text, name, line string }{
		{"k.s", "k.s", "k.s"},
		{"Größe <T>, π", "Größe <T>, π", "Größe <T>, π"},
		{"a\nb", `"a\nb"`, "a\ufffdb"},
		{"\x1b[31mred", `"\x1b[31mred"`, "\ufffd[31mred"},
		{"\u202egnp.exe", `"\u202egnp.exe"`, "\ufffdgnp.exe"},
		{"\xff", `"\xff"`, "\ufffd"},
		{"a\u3000b", `"a\u3000b"`, "a\u3000b"},
	} {
		require.Equal(t, c.name, Name(c.text), "%q", c.text)
		require.Equal(t, c.line, Line(c.text), "%q", c.text)
	}
}
