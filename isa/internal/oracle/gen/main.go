// Command gen makes the golden encodings of package isa's tests with LLVM. Run it from the module's
// root:
//
//	go run ./isa/internal/oracle/gen -out testdata/isa
//	go run ./isa/internal/oracle/gen -opcodes   # first, where the tables of formats or LLVM changed
//
// Its output depends only on the LLVM release, the seed, and the tables of package oracle. Package
// isa is asked for names only, to list in each file of gfx600 and gfx700 the instructions that LLVM
// would not assemble.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/internal/oracle"
)

const (
	perFile  = 400   // lines; more where one line per mnemonic needs more
	invalids = 50    // of them rejected encodings
	remarks  = 12    // of them decoded with a remark
	sample   = 60000 // candidates to choose from
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", "testdata/isa", "directory to write to")
	seed := flag.Uint64("seed", 1, "random seed")
	opcodes := flag.Bool("opcodes", false,
		"write which opcodes LLVM knows, from which candidates are made, and nothing else")
	flag.Parse()
	if *opcodes {
		text, err := oracle.Opcodes()
		if err == nil {
			err = os.WriteFile("isa/internal/oracle/opcodes.txt", []byte(text), 0o666)
		}
		if err != nil {
			log.Fatal(err)
		}
		return
	}
	release, err := oracle.Release()
	if err != nil {
		log.Fatal(err)
	}
	for _, target := range oracle.Targets {
		for _, format := range oracle.Own(target) {
			if err := write(*out, release, target, format, *seed); err != nil {
				log.Fatalf("gen: %s %s: %v", target, format, err)
			}
		}
	}
}

func write(dir, release, target, format string, seed uint64) error {
	assembled := target == "gfx600" || target == "gfx700" // no disassembler
	var valid, invalid, remarked []oracle.Golden
	if assembled {
		gs, err := oracle.Texts(target, []string{format}, sample/2, seed)
		if err != nil {
			return err
		}
		valid = gs[format]
	} else {
		words, err := oracle.RandomEncodings(target, format, sample, seed)
		if err != nil {
			return err
		}
		res, err := oracle.Disassemble(target, words)
		if err != nil {
			return err
		}
		for i, r := range res {
			switch g := (oracle.Golden{Bytes: words[i][:max(r.Len, 0)], Text: r.Text, Valid: r.Valid}); {
			case r.Remark:
				remarked = append(remarked, g)
			case r.Valid:
				valid = append(valid, g)
			default:
				g.Bytes = words[i]
				invalid = append(invalid, g)
			}
		}
	}
	remarked = distinct(remarked, remarks)
	invalid = distinct(invalid, invalids)
	chosen, names := perMnemonic(valid, perFile-len(invalid)-len(remarked))
	lines := slices.Concat(chosen, remarked, invalid)

	var b bytes.Buffer
	how := "disassembly of random and boundary encodings"
	if assembled {
		how = "assembly of texts (LLVM has no disassembler for this target)"
	}
	fmt.Fprintf(&b, "# %s %s: %s.\n# Made by LLVM %s with \"go run ./isa/internal/oracle/gen\", seed %d. Do not edit.\n",
		target, format, how, release, seed)
	fmt.Fprintf(&b, "# %d mnemonics, %d valid lines", len(names), len(chosen))
	if !assembled {
		fmt.Fprintf(&b, ", %d decoded with a remark (see oracle.Result), %d invalid (\"!\")", len(remarked),
			len(invalid))
	}
	fmt.Fprintf(&b, ".\n")
	if assembled {
		missing, err := absent(target, format, names)
		if err != nil {
			return err
		}
		for _, m := range missing {
			fmt.Fprintf(&b, "# no line for %s\n", m)
		}
	}
	for _, g := range lines {
		fmt.Fprintln(&b, g)
	}
	path := filepath.Join(dir, target, strings.ToLower(format)+".txt")
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o666)
}

func mnemonic(text string) string {
	m, _, _ := strings.Cut(text, " ")
	return m
}

// perMnemonic takes one line of each mnemonic in turn until there are n, at least one of each; it
// returns them sorted by text, and the mnemonics.
func perMnemonic(gs []oracle.Golden, n int) (chosen []oracle.Golden, names map[string]bool) {
	by := map[string][]oracle.Golden{}
	names = map[string]bool{}
	var order []string
	for _, g := range gs {
		m := mnemonic(g.Text)
		if by[m] == nil {
			order = append(order, m)
		}
		by[m] = append(by[m], g)
		names[m] = true
	}
	slices.Sort(order)
	seen := map[string]bool{}
	for round := 0; round == 0 || len(chosen) < n; round++ {
		more := false
		for _, m := range order {
			if round < len(by[m]) && (round == 0 || len(chosen) < n) {
				more = true
				if g := by[m][round]; !seen[string(g.Bytes)] {
					seen[string(g.Bytes)] = true
					chosen = append(chosen, g)
				}
			}
		}
		if !more {
			break
		}
	}
	slices.SortFunc(chosen, func(a, b oracle.Golden) int {
		return cmp.Or(cmp.Compare(a.Text, b.Text), bytes.Compare(a.Bytes, b.Bytes))
	})
	return chosen, names
}

// distinct takes n different lines evenly from all of gs.
func distinct(gs []oracle.Golden, n int) []oracle.Golden {
	var out []oracle.Golden
	seen := map[string]bool{}
	for i := 0; i < n && len(gs) > 0; i++ {
		if g := gs[i*len(gs)/n]; !seen[string(g.Bytes)] {
			seen[string(g.Bytes)] = true
			out = append(out, g)
		}
	}
	return out
}

// absent lists the instructions of a format that package isa has and that got no line, with what
// LLVM says of the bare mnemonic.
func absent(target, format string, names map[string]bool) ([]string, error) {
	have := map[string]bool{}
	base := func(s string) string { return strings.TrimSuffix(strings.TrimSuffix(s, "_e32"), "_e64") }
	for n := range names {
		have[base(n)] = true
	}
	var missing []string
	for _, t := range isa.Targets() {
		if t.Name != target {
			continue
		}
		for _, f := range isa.Forms(t.Gen) {
			if name := base(f.Name); strings.HasPrefix(f.Fmt.String(), format) &&
				(f.Fmt.String() == format || f.Fmt == isa.VOP3B) && !have[name] {
				if format == "VOP3" && f.Derived() {
					name += "_e64"
				}
				missing = append(missing, name)
			}
		}
	}
	slices.Sort(missing)
	missing = slices.Compact(missing)
	res, err := oracle.Assemble(target, missing)
	if err != nil {
		return nil, err
	}
	for i, r := range res {
		if r.Err != nil {
			missing[i] += ": " + r.Err.Error()
		}
	}
	return missing, nil
}
