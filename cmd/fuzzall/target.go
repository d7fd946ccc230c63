package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// target is a fuzz target of the tree.
type target struct {
	Package string // import path below the module's
	Name    string // of the function
	dir     string // of the package; its tests run there
	guided  string // the package's test binary, instrumented; there is none where all slices are blind
	plain   string // the same, not instrumented

	// What the slice that is running does.
	planned int64 // executions
	blind   bool  // it runs the plain binary

	slices int
	inputs int64            // seeds and corpus, which the fuzzer runs before it makes its own; 0 if not known
	yield  float64          // new entries of the corpus per execution, in the last guided slice
	speed  map[bool]float64 // executions a second of the last blind and of the last guided slice
	engine int              // slices, one after the other, that the fuzzer stopped without an input to blame
	broken bool             // nothing can be had from it in this start
}

// name is the target's name in the table and the state.
func (t *target) name() string { return t.Package + "." + t.Name }

// build makes the test binaries of each package that has fuzz targets, and lists these.
func (c *cli) build(ctx context.Context) (targets []*target, err error) {
	var out bytes.Buffer
	err = c.command(ctx, &out, "go", "list", "-json=ImportPath,Dir,Module,TestGoFiles,XTestGoFiles", "./...")
	if err != nil {
		return nil, err
	}
	bin := filepath.Join(c.State, "bin")
	if err := os.MkdirAll(bin, 0o777); err != nil {
		return nil, err
	}
	for d := json.NewDecoder(&out); ; {
		var p struct {
			ImportPath, Dir           string
			Module                    struct{ Path string }
			TestGoFiles, XTestGoFiles []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return targets, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		// Linking a test binary takes seconds; one without targets need not be.
		if !slices.ContainsFunc(slices.Concat(p.TestGoFiles, p.XTestGoFiles), func(file string) bool {
			text, err := os.ReadFile(filepath.Join(p.Dir, file))
			return err == nil && bytes.Contains(text, []byte("*testing.F"))
		}) {
			continue
		}
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, p.Module.Path), "/")
		if name == "" {
			name = "."
		}
		plain := filepath.Join(bin, strings.ReplaceAll(name, "/", "-")+".test")
		guided := plain + ".guided"
		instrument := "-gcflags=" + p.Module.Path + "/...=-d=libfuzzer"
		if err := c.command(ctx, io.Discard, "go", "test", "-c", "-ldflags=-s -w", "-o", plain, p.ImportPath); err != nil {
			return nil, err
		}
		if !c.Blind {
			if err := c.command(ctx, io.Discard, "go", "test", "-c", instrument, "-o", guided, p.ImportPath); err != nil {
				return nil, err
			}
		}
		list, err := exec.CommandContext(ctx, plain, "-test.list=^Fuzz").Output()
		if err != nil {
			return nil, fmt.Errorf("%s -test.list=^Fuzz: %w", plain, err)
		}
		for _, f := range strings.Fields(string(list)) {
			targets = append(targets, &target{
				Package: name, Name: f, dir: p.Dir, guided: guided, plain: plain, yield: 1, speed: map[bool]float64{},
			})
		}
	}
}

// command runs a command in the tree; what it says on standard error is the error's text.
func (c *cli) command(ctx context.Context, out io.Writer, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	var stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.dir, out, &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, &stderr)
	}
	return nil
}

// commit names the state of the tree: git's short name, with + where files differ from it.
func commit(ctx context.Context, dir string) string {
	git := func(args ...string) (string, error) {
		cmd := exec.CommandContext(ctx, "git", args...)
		cmd.Dir = dir
		out, err := cmd.Output()
		return strings.TrimSpace(string(out)), err
	}
	name, err := git("rev-parse", "--short", "HEAD")
	if err != nil {
		return "unknown"
	}
	if changed, err := git("status", "--porcelain"); err != nil || changed != "" {
		name += "+"
	}
	return name
}
