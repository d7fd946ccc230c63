// Command typecheck checks the types of the module and of its tests as other hosts have them, and
// compiles nothing. That takes a tenth of the time of "go vet", which compiles what packages import.
//
//	go run ./internal/typecheck GOOS/GOARCH[=PACKAGES]...
//
// Without PACKAGES it checks all. It stands for "go build" and "go vet" for hosts on which nothing is
// run here: it finds what a file for another system has that does not compile, and what is not there.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	bad := 0
	for _, arg := range os.Args[1:] {
		host, packages, some := strings.Cut(arg, "=")
		if !some {
			packages = "./..."
		}
		n, err := check(host, packages)
		if err != nil {
			fmt.Fprintf(os.Stderr, "typecheck: %s: %v\n", host, err)
			bad = 1
			continue
		}
		fmt.Printf("%s: %d packages and tests\n", host, n)
	}
	os.Exit(bad)
}

// listed is what "go list" says of a package, or of one as it is for a test.
type listed struct {
	Dir, ImportPath, ForTest string
	GoFiles                  []string
	ImportMap                map[string]string
	Standard                 bool
	Module                   *struct {
		Main      bool
		GoVersion string
	}
}

// checker has the packages of a host that are checked.
type checker struct {
	files  *token.FileSet
	parsed map[string]*ast.File // by name, with bodies
	done   map[string]*types.Package
	sizes  types.Sizes
	errs   []error
}

// check checks the packages that "go list" names for a host, each behind those that it imports, and
// returns how many are the module's.
func check(host, packages string) (own int, err error) {
	system, arch, ok := strings.Cut(host, "/")
	sizes := types.SizesFor("gc", arch)
	if !ok || sizes == nil {
		return 0, errors.New("want GOOS/GOARCH")
	}
	const fields = "-json=Dir,ImportPath,ForTest,GoFiles,ImportMap,Standard,Module"
	c := exec.Command("go", "list", "-deps", "-test", fields, packages)
	c.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0")
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return 0, fmt.Errorf("go list: %w", err)
	}
	k := &checker{files: token.NewFileSet(), parsed: map[string]*ast.File{}, sizes: sizes,
		done: map[string]*types.Package{"unsafe": types.Unsafe}}
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p listed
		if err := d.Decode(&p); err != nil {
			return 0, err
		}
		if strings.HasSuffix(p.ImportPath, ".test") || p.ImportPath == "unsafe" {
			continue // go makes the main packages of tests
		}
		if k.one(&p) {
			own++
		}
	}
	return own, errors.Join(k.errs...)
}

// one checks a package. Its functions are looked into where it is the module's, and not a copy for
// the test of another one.
func (k *checker) one(p *listed) (whole bool) {
	mine := p.Module != nil && p.Module.Main
	path, _, _ := strings.Cut(p.ImportPath, " ")
	whole = mine && (p.ForTest == "" || path == p.ForTest || path == p.ForTest+"_test")
	var files []*ast.File
	for _, name := range p.GoFiles {
		name = filepath.Join(p.Dir, name)
		f := k.parsed[name]
		if f == nil {
			var err error
			if f, err = parser.ParseFile(k.files, name, nil, parser.SkipObjectResolution); err != nil {
				k.errs = append(k.errs, err)
			}
			if mine {
				k.parsed[name] = f
			}
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: importer{k, p}, Sizes: k.sizes, IgnoreFuncBodies: !whole, Error: func(err error) {
		if !p.Standard { // that has what only its own compiler knows
			k.errs = append(k.errs, err)
		}
	}}
	if mine {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	k.done[p.ImportPath], _ = conf.Check(path, k.files, files, nil)
	return whole
}

// importer finds what a package imports: for a test this may be a copy of its own.
type importer struct {
	k *checker
	p *listed
}

func (i importer) Import(path string) (*types.Package, error) {
	if at, ok := i.p.ImportMap[path]; ok {
		path = at
	}
	if p := i.k.done[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s has not been checked", path)
}
