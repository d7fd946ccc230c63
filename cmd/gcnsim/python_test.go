package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The Python package's own tests, with this gcnsim: by a Python that has numpy, where there is one.
func TestPythonClient(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	for _, other := range []string{python, "/usr/bin/python3"} {
		if exec.Command(other, "-c", "import numpy").Run() == nil {
			python = other
			break
		}
	}
	bin := filepath.Join(t.TempDir(), "gcnsim")
	exe, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(exe, bin)) // see testscript.Main
	c := exec.Command(python, "-B", "-m", "unittest", "discover", "-s", "tests")
	c.Dir = filepath.Join(root, "python")
	c.Env = append(os.Environ(), "GCNSIM="+bin, "PYTHONPATH=.")
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
