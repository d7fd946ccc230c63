package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/benchmarks"
)

// report writes a report of a case to a file.
func report(t *testing.T, name, way string, speeds ...float64) string {
	r := &benchmarks.Report{Name: name, Way: way, Workers: 1, Insts: 1e6}
	for _, s := range speeds {
		d := time.Duration(1e15 / s)
		r.Samples = append(r.Samples, benchmarks.Sample{Runs: 1, Insts: 1e6, CPU: d, Time: d})
	}
	r.Summarize()
	var b bytes.Buffer
	require.NoError(t, r.WriteJSON(&b))
	path := filepath.Join(t.TempDir(), name+".json")
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o600))
	return path
}

// The picture is XML, and names cases, ways and files.
func TestPictureIsSVG(t *testing.T) {
	one, two := report(t, "fir", "checked", 2e6, 3e6, 4e6), report(t, "aes", "c/clang", 5e8)
	var b bytes.Buffer
	require.NoError(t, run([]string{one, two}, &b))
	d := xml.NewDecoder(bytes.NewReader(b.Bytes()))
	elements := map[string]int{}
	var text strings.Builder
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		switch x := token.(type) {
		case xml.StartElement:
			elements[x.Name.Local]++
		case xml.CharData:
			text.Write(x)
		}
	}
	require.Equal(t, 1, elements["svg"])
	for _, want := range []string{"fir", "aes", "fir.json checked", "aes.json c/clang", "1000", "million wave-instructions"} {
		require.Contains(t, text.String(), want)
	}
}

func TestReportsWithoutSamplesAreRefused(t *testing.T) {
	var b bytes.Buffer
	require.ErrorContains(t, run([]string{report(t, "fir", "timing")}, &b), "no samples")
	bad := filepath.Join(t.TempDir(), "bad.json")
	for text, want := range map[string]string{"{": "no report", "[null]": "null", "[]": "there are no reports"} {
		require.NoError(t, os.WriteFile(bad, []byte(text), 0o600))
		require.ErrorContains(t, run([]string{bad}, &b), want)
	}
	require.ErrorContains(t, run([]string{bad + "x"}, &b), "bad.jsonx")
	require.Zero(t, b.Len())
}
