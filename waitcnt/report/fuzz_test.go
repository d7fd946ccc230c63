package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// hostile is a report in which everything that has a name has this one in it.
func hostile(evil string) []File {
	f := waitcnt.Finding{Kind: waitcnt.Race, Rule: waitcnt.RuleRAW, Severity: waitcnt.Error, PC: 0x10, Instruction: "s_nop 0",
		Access: "read", Register: "v1", Message: "m", Need: "vmcnt(0)", Have: "none", Kernel: "k" + evil, Line: 3, File: "f" + evil,
		Inlined: []string{"i" + evil}, ProducerPC: waitcnt.At(4), Producer: "s_nop 1", ProdFile: "p" + evil, ProdLine: 2,
		Fix: "insert s_waitcnt vmcnt(0) before 0x10", Source: "s"}
	g := f
	g.Kind, g.Rule, g.Severity, g.File = waitcnt.Uninit, waitcnt.RuleUninitData, waitcnt.Warning, ""
	return []File{{Name: "a" + evil, GPU: "gfx900", Status: "findings", Findings: []waitcnt.Finding{f, g},
		Unused: []Ignore{{Rules: []string{waitcnt.RuleRAW}, Reason: "r", At: 1, Line: 1}}},
		{Name: "b" + evil, GPU: "gfx900", Status: "clean"}}
}

// Whatever files and kernels are called, a report has the same form: as many lines of text, of which
// none commands a terminal; a workflow command for each finding; XML and JSON that hold the names.
func FuzzWrite(f *testing.F) {
	f.Add("<x>&\"'")
	f.Add("\n::error::%0A,:\r\x00\x1b[2J\u202e\xff")
	f.Add("]]>")
	write := func(t *testing.T, format Format, evil string) string {
		var b bytes.Buffer
		require.NoError(t, Write(&b, format, "1", hostile(evil)))
		return b.String()
	}
	elements := func(t *testing.T, text string) (list []string) {
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			token, err := d.Token()
			if err == io.EOF {
				return list
			}
			require.NoError(t, err)
			if e, ok := token.(xml.StartElement); ok {
				list = append(list, e.Name.Local)
				for _, a := range e.Attr {
					list = append(list, a.Name.Local)
				}
			}
		}
	}
	var lines int
	var suites []string
	f.Fuzz(func(t *testing.T, evil string) {
		if suites == nil {
			lines, suites = strings.Count(write(t, Text, ""), "\n"), elements(t, write(t, JUnit, ""))
		}
		text := write(t, Text, evil)
		require.Equal(t, lines, strings.Count(text, "\n"), "%q", text)
		require.Negative(t, strings.IndexFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }), "%q", text)
		commands := strings.Split(strings.TrimSuffix(write(t, GitHub, evil), "\n"), "\n")
		require.Len(t, commands, 2)
		for i, level := range []string{"error", "warning"} {
			require.Regexp(t, "^::"+level+" file=[^,:]*,line=3,title=[^,:]*::[^\r\n]*$", commands[i])
		}
		require.Equal(t, suites, elements(t, write(t, JUnit, evil)))
		want := string([]rune("k" + evil))
		var one, many struct {
			Findings []struct{ Kernel string }
			Runs     []struct {
				Results []struct{ Properties struct{ Kernel string } }
			}
		}
		require.NoError(t, json.Unmarshal([]byte(write(t, JSON, evil)), &one))
		require.NoError(t, json.Unmarshal([]byte(write(t, SARIF, evil)), &many))
		require.Len(t, one.Findings, 2)
		require.Len(t, many.Runs[0].Results, 2)
		for i := range 2 {
			require.Equal(t, want, one.Findings[i].Kernel)
			require.Equal(t, want, many.Runs[0].Results[i].Properties.Kernel)
		}
	})
}

// Whatever the text, and wherever findings are in it: mending takes nothing away but operands of
// waits, says how much it did, and is what the fixes of SARIF do, each by itself.
func FuzzMend(f *testing.F) {
	f.Add("s_load_dword s0, s[0:1], 0\n\ts_waitcnt vmcnt(1) ; x\nl: s_nop 0\r\ns_add_u32 s0, s0, s0", 4, 2, uint8(3))
	f.Add("/*\ns_waitcnt vmcnt(0)\n*/ s_nop 0\ns_waitcnt vmcnt(63) & expcnt(1)\n\n// y\nv_nop\n", 7, 3, uint8(0))
	f.Add("a: b: s_waitcnt lgkmcnt(2)\n\xffé: s_nop 1\n", 2, 2, uint8(9))
	f.Fuzz(func(t *testing.T, text string, one, two int, count uint8) {
		wait := waitcnt.Wait{waitcnt.VM: int(count & 63), waitcnt.LGKM: int(count >> 6), waitcnt.EXP: waitcnt.NoWait}
		list := []waitcnt.Finding{
			{PC: 8, Line: one, Fix: "insert s_waitcnt " + wait.String() + " before 0x8"},
			{PC: 12, Line: two, Fix: "insert s_nop 2 before 0xc"},
			{PC: 16, Line: two, File: "other.h", Fix: "insert s_nop 3 before 0x10"},
			{PC: 20, Line: one, Fix: "another kernel"},
		}
		mended, inserted, strengthened := Mend(text, list)
		require.LessOrEqual(t, inserted+strengthened, 2)
		if inserted+strengthened == 0 {
			require.Equal(t, text, mended)
		}
		bare := func(s string) string {
			s = counts.ReplaceAllString(s, "")
			for _, x := range []string{"s_waitcnt", "s_nop 2", " ", "\t", "\n", "\r"} {
				s = strings.ReplaceAll(s, x, "")
			}
			return s
		}
		require.Equal(t, bare(text), bare(mended))
		for _, x := range list {
			file := File{Name: "k.s", Text: text}
			want, inserted, strengthened := Mend(text, []waitcnt.Finding{x})
			fixes := file.fixes(&x)
			require.Equal(t, inserted+strengthened > 0, fixes != nil)
			if fixes == nil {
				continue
			}
			lines := strings.SplitAfter(text, "\n")
			require.Len(t, fixes[0].Changes[0].Replacements, 1)
			r := fixes[0].Changes[0].Replacements[0]
			at := r.Deleted
			require.Equal(t, at.StartLine, at.EndLine)
			l := lines[at.StartLine-1]
			from, to := byteOf(l, at.StartColumn), byteOf(l, at.EndColumn)
			lines[at.StartLine-1] = l[:from] + r.Inserted.Text + l[to:]
			require.Equal(t, want, strings.Join(lines, ""))
		}
	})
}

// byteOf is where a column of UTF-16 units, from 1, begins.
func byteOf(s string, column int) int {
	for i := range s {
		if utf16Len(s[:i])+1 >= column {
			return i
		}
	}
	return len(s)
}

var counts = regexp.MustCompile(`s_waitcnt(?:(?:[^\S\n]|[&,])+\w+\(\d+\))+`)
