package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// What does not compile on another host is found there, in a package, in its tests and in a package
// of tests, and nowhere else.
func TestFilesOfOtherHostsAreChecked(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"go.mod":        "module example.org/m\n\ngo 1.26\n",
		"m.go":          "package m\n\nfunc f() int { return g() }\n",
		"m_linux.go":    "package m\n\nfunc g() int { return 1 }\n",
		"m_windows.go":  "package m\n\nfunc g() string { return \"\" }\n",
		"m_test.go":     "package m\n\nimport \"testing\"\n\nvar F = f\n\nfunc TestF(t *testing.T) { h() }\n",
		"h_test.go":     "//go:build amd64 || riscv64\n\npackage m\n\nfunc h() {}\n",
		"x_test.go":     "package m_test\n\nimport (\n\t\"example.org/m\"\n\t\"testing\"\n)\n\nfunc TestX(t *testing.T) { var _ int32 = int32(m.F()) + y }\n",
		"y_test.go":     "//go:build !riscv64\n\npackage m_test\n\nconst y = 1\n",
		"n/n.go":        "package n\n\nimport \"fmt\"\n\nfunc N() { fmt.Print(1) }\n",
		"n/n_darwin.go": "package n\n\nimport \"os\"\n",
	} {
		if name[:2] == "n/" {
			require.NoError(t, os.MkdirAll("n", 0o777))
		}
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	for host, want := range map[string]string{
		"linux/amd64": "", "windows/amd64": "m.go:3:", "linux/arm64": "undefined: h", "linux/riscv64": "undefined: y",
		"darwin/amd64": `"os" imported and not used`, "vax": "want GOOS/GOARCH", "linux/vax": "want GOOS/GOARCH",
	} {
		n, err := check(host, "./...")
		if want != "" {
			require.ErrorContains(t, err, want, host)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, 4, n, "two packages, one with its tests and a package of tests")
	}
	n, err := check("windows/amd64", "./n")
	require.NoError(t, err)
	require.Equal(t, 1, n)
}
