package asm

import (
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// header is the value of a line "; key: value" of a text.
func header(src, key string) string {
	for line := range strings.Lines(src) {
		if v, ok := strings.CutPrefix(line, "; "+key+": "); ok {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// relocNames are the types of relocations as llvm-readelf prints them.
var relocNames = map[uint32]string{RelocAbs32Lo: "ABS32_LO", RelocAbs32Hi: "ABS32_HI", RelocAbs64: "ABS64", RelocRel32: "REL32", RelocRel64: "REL64",
	RelocAbs32: "ABS32", RelocGotPCRel: "GOTPCREL", RelocGotPCRel32Lo: "GOTPCREL32_LO", RelocGotPCRel32Hi: "GOTPCREL32_HI",
	RelocRel32Lo: "REL32_LO", RelocRel32Hi: "REL32_HI", RelocRel16: "REL16"}

// dump is a unit as testdata/asm/make.sh writes what LLVM makes: sections with bytes, then relocations.
func dump(u *Unit) (sections, relocs map[string]string) {
	sections, relocs = map[string]string{}, map[string]string{}
	for i := range u.Sections {
		s := &u.Sections[i]
		if len(s.Data) > 0 {
			sections[s.Name] = hex.EncodeToString(s.Data)
		}
		list := slices.Clone(s.Relocs)
		slices.SortStableFunc(list, func(a, b Reloc) int { return int(a.Offset) - int(b.Offset) })
		for _, r := range list {
			y := &u.Symbols[r.Symbol]
			name, addend := y.Name, r.Addend
			if y.Section >= 0 && y.Bind == 0 {
				name, addend = u.Sections[y.Section].Name, addend+int64(y.Value)
			}
			relocs[s.Name] += fmt.Sprintf("%x %s %s %+d\n", r.Offset, relocNames[r.Type], name, addend)
		}
	}
	return sections, relocs
}

// readGolden reads what make.sh wrote.
func readGolden(t *testing.T, path string) (sections, relocs map[string]string) {
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	sections, relocs = map[string]string{}, map[string]string{}
	section, reloc := "", ""
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "section "); ok {
			section, reloc = name, ""
		} else if name, ok := strings.CutPrefix(line, "relocations "); ok {
			section, reloc = "", name
		} else if section != "" {
			sections[section] += line
		} else {
			// offset, type, [symbol's value,] symbol, sign, addend
			f := strings.Fields(line)
			require.GreaterOrEqual(t, len(f), 5, line)
			off, err := strconv.ParseUint(f[0], 16, 64)
			require.NoError(t, err, line)
			n := len(f)
			addend, err := strconv.ParseInt(f[n-2]+f[n-1], 16, 64)
			require.NoError(t, err, line)
			relocs[reloc] += fmt.Sprintf("%x %s %s %+d\n", off, f[1], f[n-3], addend)
		}
	}
	return sections, relocs
}

// Each text of testdata/asm shows a part of the language as people write it; llvm-mc made the bytes beside it.
func TestTextsAssembleAsWithLLVM(t *testing.T) {
	const dir = "../../testdata/asm/"
	sources, err := filepath.Glob(dir + "*.s")
	require.NoError(t, err)
	require.NotEmpty(t, sources)
	for _, path := range sources {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		src, name := string(text), strings.TrimSuffix(filepath.Base(path), ".s")
		for _, gpu := range strings.Fields(header(src, "gpu")) {
			t.Run(name+"-"+gpu, func(t *testing.T) {
				target, err := isa.FindTarget(gpu)
				require.NoError(t, err)
				o := Options{Target: target, File: path, Open: func(name string, _ int64) ([]byte, string, error) {
					data, err := os.ReadFile(dir + "inc/" + name)
					return data, name, err
				}}
				for _, d := range strings.Fields(header(src, "defsym")) {
					name, value, ok := strings.Cut(d, "=")
					n := int64(1)
					if ok {
						n, err = strconv.ParseInt(value, 0, 64)
						require.NoError(t, err)
					}
					o.Defines = append(o.Defines, Define{name, n})
				}
				u, _, err := Assemble(src, o)
				require.NoError(t, err)
				sections, relocs := dump(u)
				want, wantRelocs := readGolden(t, dir+name+"-"+gpu+".txt")
				require.Equal(t, want, sections)
				require.Equal(t, wantRelocs, relocs)
			})
		}
	}
}
