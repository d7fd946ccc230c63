package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

func put(t *testing.T, path, text string) string {
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func get(t *testing.T, path string) string {
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

// names are what a folder holds.
func names(t *testing.T, dir string) (list []string) {
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestInputsAreRegularFilesOfBoundedSize(t *testing.T) {
	dir := t.TempDir()
	a := put(t, filepath.Join(dir, "a"), "abcd")
	require.NoError(t, os.Symlink(a, filepath.Join(dir, "link")))
	for _, name := range []string{a, filepath.Join(dir, "link")} {
		b, err := Read(name, 4)
		require.NoError(t, err)
		require.Equal(t, "abcd", string(b))
		_, err = Read(name, 3)
		require.ErrorIs(t, err, ErrLong)
		require.ErrorContains(t, err, name)
	}
	special := []string{dir}
	if runtime.GOOS != "windows" {
		special = append(special, "/dev/null")
	}
	for _, name := range special {
		_, err := Read(name, 4)
		require.ErrorIs(t, err, ErrSpecial)
		require.ErrorContains(t, err, name)
	}
	_, err := Read(filepath.Join(dir, "none"), 4)
	require.ErrorIs(t, err, fs.ErrNotExist)
}

// Until Commit, and after Abort, there is what was there before, and nothing else.
func TestOutputsAppearWholeOrNotAtAll(t *testing.T) {
	for name, before := range map[string]string{"new": "", "old": "old"} {
		for _, commit := range []bool{false, true} {
			dir := t.TempDir()
			path := filepath.Join(dir, name)
			if before != "" {
				put(t, path, before)
			}
			o, err := Create(path)
			require.NoError(t, err)
			_, err = o.Write([]byte("text"))
			require.NoError(t, err)
			require.NoError(t, o.Skip(2))
			if before != "" {
				require.Equal(t, before, get(t, path))
			} else {
				require.NoFileExists(t, path)
			}
			if commit {
				require.NoError(t, o.Commit())
				require.Equal(t, "text\x00\x00", get(t, path))
				require.Equal(t, []string{name}, names(t, dir))
				continue
			}
			require.NoError(t, o.Abort())
			if before != "" {
				require.Equal(t, before, get(t, path))
				require.Equal(t, []string{name}, names(t, dir))
			} else {
				require.Empty(t, names(t, dir))
			}
		}
	}
}

// An output is not one of the inputs, whatever it is called; a link stays one.
func TestOutputsNeverReplaceInputs(t *testing.T) {
	dir := t.TempDir()
	in := put(t, filepath.Join(dir, "in"), "precious")
	require.NoError(t, os.Symlink("in", filepath.Join(dir, "soft")))
	require.NoError(t, os.Link(in, filepath.Join(dir, "hard")))
	require.NoError(t, os.Symlink(dir, filepath.Join(dir, "folder")))
	for _, name := range []string{"in", "soft", "hard", "./in", "folder/in", "folder/soft"} {
		for _, taken := range []string{in, filepath.Join(dir, "soft"), filepath.Join(dir, "hard")} {
			_, err := Create(filepath.Join(dir, name), Taken{taken, "the input"})
			require.ErrorIs(t, err, ErrTaken, name)
			require.ErrorContains(t, err, "the input")
		}
	}
	o, err := Create(filepath.Join(dir, "soft"))
	require.NoError(t, err)
	o.Protect(Taken{in, "an input that shows up later"})
	require.ErrorIs(t, o.Commit(), ErrTaken)
	require.Equal(t, "precious", get(t, in))
	require.Equal(t, []string{"folder", "hard", "in", "soft"}, names(t, dir))

	put(t, filepath.Join(dir, "out"), "old")
	require.NoError(t, os.Symlink("out", filepath.Join(dir, "to-out")))
	require.NoError(t, os.Symlink("new", filepath.Join(dir, "to-new")))
	for link, file := range map[string]string{"to-out": "out", "to-new": "new"} {
		require.NoError(t, write(filepath.Join(dir, link), []byte("x"), Taken{in, "the input"}))
		require.Equal(t, "x", get(t, filepath.Join(dir, file)))
		info, err := os.Lstat(filepath.Join(dir, link))
		require.NoError(t, err)
		require.NotZero(t, info.Mode()&fs.ModeSymlink)
	}
}

func TestOutputsThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "file"), "")
	require.NoError(t, os.Symlink("loop", filepath.Join(dir, "loop")))
	for _, name := range []string{"", dir, filepath.Join(dir, "none", "x"), filepath.Join(dir, "file", "x"), filepath.Join(dir, "loop")} {
		_, err := Create(name)
		require.Error(t, err, name)
		require.NotContains(t, err.Error(), ".tmp")
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		require.Error(t, write("/dev/full", []byte("x")))
		require.NoError(t, write("/dev/null", []byte("x")))
	}
}

// A path is inside when what it leads to is.
func TestFenceFollowsLinks(t *testing.T) {
	top := t.TempDir()
	in, out, more := filepath.Join(top, "in"), filepath.Join(top, "out"), filepath.Join(top, "more")
	for _, d := range []string{in, out, more} {
		put(t, filepath.Join(d, "f"), d)
		put(t, filepath.Join(d, "sub", "f"), d)
	}
	for link, to := range map[string]string{"in/away": "../out", "in/file": "../out/f", "in/dangling": "../out/new", "in/abs": filepath.Join(out, "f"),
		"in/near": "sub", "in/there": "../more", "in/back": "../in/f", "door": "in"} {
		require.NoError(t, os.Symlink(to, filepath.Join(top, link)))
	}
	for _, c := range []struct {
		path   string
		inside bool
	}{
		{"in/f", true}, {"in/sub/f", true}, {"in/near/f", true}, {"in/sub/../f", true}, {"in/back", true}, {"door/f", true}, {"in/../in/f", true},
		{"more/f", true}, {"in/there/f", true}, {"in/new", true}, {"in/near/new", true},
		{"out/f", false}, {"in/away/f", false}, {"in/file", false}, {"in/abs", false}, {"in/dangling", false}, {"in/../out/f", false}, {"in/away/new", false},
		{"../x", false}, {"inner", false},
	} {
		for _, folder := range []string{in, filepath.Join(top, "door")} {
			f := &Fence{Folder: folder, More: []string{more}}
			path := filepath.Join(top, c.path)
			_, statErr := os.Stat(path)
			r, err := f.Open(path)
			if err == nil {
				require.NoError(t, r.Close())
			}
			require.Equal(t, c.inside, !errors.Is(err, ErrOutside), "read %s: %v", c.path, err)
			require.Equal(t, c.inside && statErr == nil, err == nil, "read %s: %v", c.path, err)
			require.Equal(t, c.inside, f.Check(path) == nil, "write %s", c.path)
			o, done, err := f.Create(path)
			require.Equal(t, c.inside, err == nil, "write %s: %v", c.path, err)
			if err == nil {
				require.NoError(t, errors.Join(o.Abort(), done()))
			}
		}
	}
	require.Equal(t, []string{"f", "sub"}, names(t, out))
	for _, d := range []string{in, out, more} {
		require.Equal(t, d, get(t, filepath.Join(d, "f")))
	}
}
