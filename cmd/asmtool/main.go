package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"strconv"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
)

func main() {
	// asmtool OUTDIR GPU FILE [-Idir] [-Dname=val]
	t, err := isa.FindTarget(os.Args[2])
	if err != nil { panic(err) }
	file := os.Args[3]
	src, err := os.ReadFile(file)
	if err != nil { panic(err) }
	dirs := []string{filepath.Dir(file)}
	o := asm.Options{Target: t, File: file}
	for _, a := range os.Args[4:] {
		if strings.HasPrefix(a, "-I") { dirs = append(dirs, a[2:]) }
		if strings.HasPrefix(a, "-D") { n, v, _ := strings.Cut(a[2:], "="); x, _ := strconv.ParseInt(v, 0, 64); o.Defines = append(o.Defines, asm.Define{n, x}) }
	}
	o.Open = func(name string, max int64) ([]byte, error) {
		for _, d := range dirs {
			if b, err := os.ReadFile(filepath.Join(d, name)); err == nil { return b, nil }
		}
		return nil, fmt.Errorf("no file %s", name)
	}
	u, w, err := asm.Assemble(string(src), o)
	for _, m := range w { fmt.Fprintln(os.Stderr, m.String()) }
	if err != nil { fmt.Fprintln(os.Stderr, err); os.Exit(1) }
	os.MkdirAll(os.Args[1], 0o755)
	for _, s := range u.Sections {
		os.WriteFile(filepath.Join(os.Args[1], strings.ReplaceAll(s.Name, "/", "_")), s.Data, 0o644)
		if len(s.Relocs) > 0 {
			f, _ := os.Create(filepath.Join(os.Args[1], s.Name+".relocs"))
			for _, r := range s.Relocs { fmt.Fprintf(f, "%x %d %s %x\n", r.Offset, r.Type, u.Symbols[r.Symbol].Name, r.Addend) }
			f.Close()
		}
	}
}
