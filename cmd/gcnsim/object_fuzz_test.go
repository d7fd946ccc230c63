package main

import (
	"bytes"
	"debug/elf"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/disasm"
	"github.com/gcnsim/gcnsim/waitcnt/check"
	"github.com/gcnsim/gcnsim/waitcnt/report"
)

// FuzzObject: what the loader accepts can be disassembled, to text that gives its bytes back, and
// checked, and the findings can be reported in every form.
func FuzzObject(f *testing.F) {
	for _, glob := range []string{"testdata/codeobj/*-v[25].co", "testdata/kernels/fnptr/*-O2.hsaco"} {
		files, err := filepath.Glob(filepath.Join(root, glob))
		require.NoError(f, err)
		require.NotEmpty(f, files)
		for _, file := range files {
			data, err := os.ReadFile(file)
			require.NoError(f, err)
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<15 {
			return
		}
		o, err := codeobj.Load(data)
		if err != nil {
			return
		}
		var code [][]byte
		for i := range o.Segments {
			if s := &o.Segments[i]; s.Flags&elf.PF_X != 0 {
				code = append(code, s.Data)
			}
		}
		if len(code) == 1 && len(code[0]) > 0 && len(code[0]) <= 1<<12 {
			var b bytes.Buffer
			require.NoError(t, disasm.WriteCode(&b, o, nil))
			p, err := asm.Code(o.Gen, b.String())
			require.NoError(t, err, "%s", &b)
			require.Equal(t, code[0], p.Code, "%s", &b)
		}
		in, err := checkInput(o, false, nil)
		if err != nil || len(in.Code) > 1<<12 {
			return
		}
		r, err := check.Run(in, check.Options{})
		if err != nil {
			return
		}
		files := []report.File{{Name: "k.co", GPU: o.Target, Findings: r.Findings}}
		for _, format := range []report.Format{report.Text, report.JSON, report.SARIF} {
			var b bytes.Buffer
			require.NoError(t, report.Write(&b, format, version, files))
			require.True(t, format == report.Text || json.Valid(b.Bytes()))
		}
	})
}
