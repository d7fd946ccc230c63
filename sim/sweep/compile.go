package sweep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gcnsim/gcnsim/sim/launch/files"
)

// compileFailed ends the name of the file that says why code does not compile.
const compileFailed = ".failed"

// compileWords are the words of the compile command of a task, but for {out}.
func (t *Task) compileWords() []string {
	vars := t.words()
	vars["flags"], vars["gpu"], vars["target"] = t.Flags, t.GPU, t.s.chips[t.GPU].Target.Name
	vars["source"] = strings.Join(substitute([]string{t.unit.program.Source}, vars), "")
	return substitute(t.s.Spec.Compile.Command, vars)
}

// compiled is the path of the code of a task: a hash of the command and of what it reads.
func (s *Sweep) compiled(t *Task) (string, error) {
	words := t.compileWords()
	sums := []string{strings.Join(words, "\x00")}
	vars := t.words()
	var paths []string
	if src := strings.Join(substitute([]string{t.unit.program.Source}, vars), ""); src != "" {
		paths = append(paths, src)
	}
	for i, pattern := range s.Spec.Compile.Inputs {
		list, err := s.globs.get(pattern, func() ([]string, error) {
			return s.glob(s.dir, fmt.Sprintf("compile.inputs[%d]", i), pattern)
		})
		if err != nil {
			return "", err
		}
		paths = append(paths, list...)
	}
	for _, p := range paths {
		sum, err := s.file(s.at(p))
		if err != nil {
			return "", err
		}
		sums = append(sums, sum)
	}
	text, err := json.Marshal(sums)
	if err != nil {
		return "", err
	}
	return filepath.Join(s.folder, "code", digest(text)[:32]+".o"), nil
}

// Compile runs the spec's compile command for code that is not there yet. Code that does not compile
// makes tasks with an error; a compiler that cannot be started is an error here. done is told of each.
func (s *Sweep) Compile(ctx context.Context, jobs int, done func(n, of int)) error {
	if s.Spec.Compile == nil {
		return nil
	}
	type job struct {
		t    *Task
		path string
	}
	seen := map[string]bool{}
	var list []job
	for i := range s.tasks {
		t := s.Task(i)
		if k := t.key(); seen[k] {
			continue
		} else {
			seen[k] = true
		}
		path, err := s.compiled(t)
		if err != nil {
			return err
		}
		if !seen[path] && !exists(path) && !exists(path+compileFailed) {
			list = append(list, job{t, path})
		}
		seen[path] = true
	}
	if len(list) == 0 {
		return nil
	}
	if err := os.MkdirAll(filepath.Join(s.folder, "code"), 0o777); err != nil {
		return err
	}
	return parallel(jobs, len(list), func(i int) error {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		err := s.compile(ctx, list[i].t, list[i].path)
		if done != nil {
			done(i+1, len(list))
		}
		return err
	})
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// compile makes the code at path, or the file that says why not.
func (s *Sweep) compile(ctx context.Context, t *Task, path string) error {
	dir, err := os.MkdirTemp(filepath.Dir(path), "tmp-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	out, err := filepath.Abs(filepath.Join(dir, "out"))
	if err != nil {
		return err
	}
	words := substitute(t.compileWords(), map[string]string{"out": out})
	var said tail
	said.most = 16 << 10
	err = start(ctx, words, s.dir, &said)
	var exit *exec.ExitError
	switch {
	case err == nil:
		if _, err := os.Stat(out); err != nil {
			return fmt.Errorf("compile: %s ended well, but wrote no {out}", strings.Join(words, " "))
		}
		return os.Rename(out, path)
	case errors.As(err, &exit) && exit.Exited():
		text := bytes.ReplaceAll(said.bytes(), []byte(out), []byte("{out}"))
		return writeWhole(path+compileFailed, fmt.Appendf(nil, "exit status %d: %s\n", exit.ExitCode(), text))
	}
	return fmt.Errorf("compile: %s: %w", words[0], err)
}

// writeWhole writes a file that appears whole or not at all.
func writeWhole(path string, data []byte) error {
	o, err := files.Create(path)
	if err != nil {
		return err
	}
	if _, err := o.Write(data); err != nil {
		return errors.Join(err, o.Abort())
	}
	return o.Commit()
}
