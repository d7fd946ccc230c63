package codeobj

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
)

// framesText is how llvm-symbolizer's answers are written in testdata/source.
func framesText(frames []Frame) string {
	var b strings.Builder
	for _, f := range frames {
		fmt.Fprintf(&b, " %s %s:%d:%d", cmp.Or(f.Func, "??"), strings.ReplaceAll(f.File, "/./", "/"), f.Line, f.Col)
	}
	return b.String()
}

func TestFramesOfEachInstructionAreThoseOfLLVMSymbolizer(t *testing.T) {
	texts, err := filepath.Glob("../../testdata/source/sum-*.txt")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(texts), 6)
	for _, path := range texts {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(strings.TrimSuffix(path, ".txt") + ".co")
			require.NoError(t, err)
			o, err := Load(data)
			require.NoError(t, err)
			s := o.Source("")
			want, err := os.ReadFile(path)
			require.NoError(t, err)
			at, deepest := uint64(0), 0
			was := ""
			in := bufio.NewScanner(bytes.NewReader(want))
			for in.Scan() {
				addr, text, _ := strings.Cut(in.Text(), " ")
				next, err := strconv.ParseUint(addr, 0, 64)
				require.NoError(t, err)
				for ; at != 0 && at < next; at += 4 {
					require.Equal(t, was, framesText(s.Frames(at)), "at %#x", at)
				}
				at, was = next, " "+strings.ReplaceAll(text, "/./", "/")
				deepest = max(deepest, len(s.Frames(at)))
			}
			require.Equal(t, was, framesText(s.Frames(at)), "at %#x", at)
			if !strings.Contains(path, "O0") {
				require.GreaterOrEqual(t, deepest, 4, "functions inlined into each other")
			}
		})
	}
}

func TestFramesOfAssemblyTextAreItsLinesAndLabels(t *testing.T) {
	target, err := isa.FindTarget("gfx900")
	require.NoError(t, err)
	u, _, err := asm.Assemble("start:\n  s_nop 0\n\nloop:\n  s_branch loop\n  s_endpgm\n", asm.Options{Target: target})
	require.NoError(t, err)
	p := u.Program()
	o, err := Assembled(&p, "gfx900")
	require.NoError(t, err)
	s := o.Source("k.s")
	require.Equal(t, []Frame{{Func: "start", File: "k.s", Line: 2}}, s.Frames(0))
	require.Equal(t, []Frame{{Func: "loop", File: "k.s", Line: 5}}, s.Frames(4))
	require.Equal(t, []Frame{{Func: "loop", File: "k.s", Line: 6}}, s.Frames(8))
}

// Debug information comes from strangers: what cannot be read is not known.
func FuzzFrames(f *testing.F) {
	for _, name := range []string{"sum-gfx900-O2.co", "sum-gfx600-O0.co"} {
		data, err := os.ReadFile("../../testdata/source/" + name)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := Load(data)
		if err != nil {
			return
		}
		s := o.Source("")
		for _, seg := range o.Segments {
			for at := range min(uint64(len(seg.Data)), 1<<12) / 4 {
				require.NotEmpty(t, s.Frames(seg.Addr+4*at))
			}
		}
	})
}
