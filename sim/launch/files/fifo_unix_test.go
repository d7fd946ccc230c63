//go:build unix

package files

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// A pipe is no input, and nothing waits for it; as an output that the user names it is written.
func TestPipes(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	_, err := Open(pipe)
	require.ErrorIs(t, err, ErrSpecial)
	f := &Fence{Folder: dir}
	_, err = f.Open(pipe)
	require.ErrorIs(t, err, ErrSpecial)
	_, _, err = f.Create(pipe)
	require.ErrorIs(t, err, ErrSpecial)
	require.ErrorIs(t, f.Check(pipe), ErrSpecial)
	got := make(chan string)
	go func() {
		r, err := os.Open(pipe)
		if err != nil {
			close(got)
			return
		}
		b, _ := io.ReadAll(r)
		got <- string(b)
	}()
	require.NoError(t, write(pipe, []byte("text")))
	require.Equal(t, "text", <-got)
	require.Equal(t, []string{"pipe"}, names(t, dir))
}
