package sweep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// tail keeps the last bytes that are written to it.
type tail struct {
	buf  []byte
	most int
	lost bool
}

func (t *tail) Write(b []byte) (int, error) {
	t.buf = append(t.buf, b...)
	if over := len(t.buf) - t.most; over > t.most { // twice as long: move what is kept to the front
		t.buf = append(t.buf[:0], t.buf[over:]...)
		t.lost = true
	}
	return len(b), nil
}

func (t *tail) bytes() []byte {
	if over := len(t.buf) - t.most; over > 0 {
		return t.buf[over:]
	}
	return t.buf
}

// start runs a command in a folder until it ends or ctx is done; then all that it has started ends,
// too.
func start(ctx context.Context, words []string, dir string, out io.Writer) error {
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
	cmd.WaitDelay = 5 * time.Second // somebody that it has left behind may hold its output
	alone(cmd)
	return cmd.Run()
}

// runCommand runs the task of a command.
func (t *Task) runCommand(ctx context.Context, r *Record) error {
	c := t.s.Spec.Command
	tmp, err := os.MkdirTemp("", "gcnsim-task-")
	if err != nil {
		return &lost{err}
	}
	defer os.RemoveAll(tmp)
	vars := t.words()
	vars["tmp"] = tmp
	words := substitute(c.Run, vars)
	said := tail{most: t.s.caps.Output}
	err = start(ctx, words, t.s.commandDir(), &said)
	status := 0
	var exit *exec.ExitError
	switch {
	case context.Cause(ctx) != nil:
		return &lost{context.Cause(ctx)}
	case errors.As(err, &exit) && exit.Exited():
		status = exit.ExitCode()
	case err != nil:
		return &lost{fmt.Errorf("%s: %w", words[0], err)}
	}
	r.Exit = &status
	wanted := c.Status
	if len(wanted) == 0 {
		wanted = []int{0}
	}
	if !slices.Contains(wanted, status) {
		r.Status, r.Reason = StatusUnmet, fmt.Sprintf("exit status %d", status)
	}
	if r.Status != StatusDone || t.s.record["output"] {
		r.Output = strings.ToValidUTF8(strings.ReplaceAll(string(said.bytes()), tmp, "{tmp}"), "\ufffd")
	}
	return nil
}

// commandDir is where commands run.
func (s *Sweep) commandDir() string {
	dir := s.at(s.Spec.Command.Dir)
	if abs, err := filepath.Abs(dir); err == nil {
		return abs
	}
	return dir
}
