package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/check"
	"github.com/gcnsim/gcnsim/waitcnt/report"
)

// found checks a text.
func found(t *testing.T, text string) []waitcnt.Finding {
	t.Helper()
	p, err := asm.Code(isa.GCN12, text)
	require.NoError(t, err)
	lines := map[uint64]int{}
	for _, l := range p.Lines {
		lines[uint64(l.Offset)] = l.Line
	}
	in := &check.Input{Gen: isa.GCN12, Code: p.Code, Places: func(pc uint64) waitcnt.Place { return waitcnt.Place{Line: lines[pc]} }}
	require.NoError(t, in.AddEntry(0))
	r, err := check.Run(in, check.Options{})
	require.NoError(t, err)
	return waitcnt.Filter{Min: waitcnt.Partial}.Apply(r.Findings)
}

// bad has two findings that are alike, and one that is not.
const bad = `
	s_load_dword s8, s[0:1], 0x0
	s_add_u32 s20, s8, s8
	s_waitcnt lgkmcnt(0)
	s_load_dword s8, s[0:1], 0x0
	s_add_u32 s20, s8, s8
	s_waitcnt lgkmcnt(0)
	s_load_dword s9, s[0:1], 0x8
	s_cmp_eq_u32 s9, 0
	s_cbranch_scc1 end
	s_nop 0
end:
	s_endpgm
`

func TestFingerprintsStayWhereCodeIsInserted(t *testing.T) {
	before := found(t, bad)
	require.Len(t, before, 3)
	prints := report.Fingerprints(before)
	require.NotEqual(t, prints[0], prints[1], "two alike are told apart")
	for _, where := range []string{"\ts_load_dword s9", "\ts_load_dword s8", "\ts_nop 0", "\ts_endpgm"} {
		after := found(t, strings.ReplaceAll(bad, where, "\ts_mov_b32 s30, 0x12345678\n\ts_nop 3\n"+where))
		require.NotEqual(t, before[2].PC == after[2].PC, where != "\ts_nop 0" && where != "\ts_endpgm", where)
		require.Equal(t, prints, report.Fingerprints(after), where)
	}
}

// The fingerprints of SARIF are those of findings, not of places: they stay where instructions are
// inserted elsewhere and files move.
func TestFingerprintsOfSARIFStay(t *testing.T) {
	prints := func(name, text string) (list []string) {
		var b bytes.Buffer
		require.NoError(t, report.Write(&b, report.SARIF, "1", []report.File{{Name: name, Findings: waitcnt.Merge(found(t, text))}}))
		var doc struct {
			Runs []struct {
				Results []struct{ PartialFingerprints map[string]string }
			}
		}
		require.NoError(t, json.Unmarshal(b.Bytes(), &doc))
		for _, r := range doc.Runs[0].Results {
			require.Len(t, r.PartialFingerprints, 1)
			list = append(list, r.PartialFingerprints["finding/v1"])
		}
		return list
	}
	want := prints("a.s", bad)
	require.Len(t, want, 3)
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(want))), 3, "each has its own")
	require.Equal(t, want, prints("b/c.s", "v_nop\ns_nop 3\n"+strings.Replace(bad, "s_waitcnt lgkmcnt(0)", "s_waitcnt lgkmcnt(0)\ns_nop 5", 1)))
}

func TestABaselineKnowsItsFindingsAndNoMore(t *testing.T) {
	list := found(t, bad)
	b := report.NewBaseline([]report.File{{Name: "a.s", Findings: list[:2]}, {Name: "b.s", Findings: list[:1]}})
	var text bytes.Buffer
	require.NoError(t, b.Write(&text))
	b, err := report.ReadBaseline(text.Bytes())
	require.NoError(t, err)
	require.Len(t, b.Findings, 2, "the same finding in two files is one with a count")
	r := b.Remaining()
	require.Equal(t, list[2:], r.New(list))
	require.Equal(t, 1, r.Gone())
	require.Empty(t, r.New(list[:1]), "the second file, wherever it is now")
	require.Equal(t, list[:1], r.New(list[:1]), "a third is new")
	require.Zero(t, r.Gone())

	for text, says := range map[string]string{
		"":                              "no baseline",
		`{"version": 7}`:                "version 7",
		`{"version":1,"findings":[{}]}`: "finding 0",
	} {
		_, err := report.ReadBaseline([]byte(text))
		require.ErrorContains(t, err, says)
	}
}

func TestCommentsTakeFindingsAway(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		left int
		used int
	}{
		"at the line":              {strings.Replace(bad, "s_add_u32 s20, s8, s8", "s_add_u32 s20, s8, s8 ; gcnsim:ignore race-raw a test", 1), 2, 1},
		"alone above it":           {strings.Replace(bad, "\ts_add_u32", "// gcnsim:ignore race-raw a test\n\n // more\n\ts_add_u32", 1), 2, 1},
		"of another line":          {strings.Replace(bad, "s_nop 0", "s_nop 0 ; gcnsim:ignore race-raw a test", 1), 3, 0},
		"of another rule":          {strings.Replace(bad, "s_add_u32 s20, s8, s8", "s_add_u32 s20, s8, s8 ; gcnsim:ignore race-war a test", 1), 3, 0},
		"of several rules":         {strings.Replace(bad, "s_add_u32 s20, s8, s8", "s_add_u32 s20, s8, s8 ; gcnsim:ignore race-war,race-raw a test", 1), 2, 1},
		"alone at the end of text": {bad + "; gcnsim:ignore race-raw nothing follows\n", 3, 0},
	} {
		list, err := report.ParseIgnores(c.text)
		require.NoError(t, err, name)
		require.Len(t, list, 1, name)
		require.Len(t, report.Unignored(found(t, c.text), list, ""), c.left, name)
		require.Equal(t, c.used, list[0].Used, name)
	}
	for text, says := range map[string]string{
		"s_nop 0 ; gcnsim:ignore race-raw":       "1: gcnsim:ignore race-raw: say why",
		"\ns_nop 0 ; gcnsim:ignore race-foo why": "2: gcnsim:ignore",
		"; gcnsim:ignore":                        "1: gcnsim:ignore",
	} {
		_, err := report.ParseIgnores(text)
		require.ErrorContains(t, err, says)
	}
}

func FuzzIgnores(f *testing.F) {
	f.Add("s_nop 0 ; gcnsim:ignore race-raw,race-war why\n# gcnsim:ignore uninit-m0 x\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := report.ParseIgnores(text)
		for _, x := range list {
			require.NoError(t, err)
			require.NotEmpty(t, x.Reason)
			require.True(t, x.Line == 0 || x.Line >= x.At)
		}
	})
}

func FuzzBaseline(f *testing.F) {
	f.Add([]byte(`{"version":1,"findings":[{"fingerprint":"a","count":2,"rule":"r"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if b, err := report.ReadBaseline(data); err == nil {
			require.GreaterOrEqual(t, b.Remaining().Gone(), len(b.Remaining().New(nil)))
		}
	})
}

// The form is that of junit-10.xsd of Jenkins' xUnit plugin: suites, suite, case with at most one
// failure; counts are those of the elements.
func TestJUnitHasASuiteForEachFileAndCountsItsFailures(t *testing.T) {
	var b bytes.Buffer
	files := []report.File{{Name: "a<&>.s", Findings: found(t, bad)}, {Name: "clean.s"}}
	require.NoError(t, report.Write(&b, report.JUnit, "1", files))
	var doc struct {
		XMLName  xml.Name `xml:"testsuites"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Suites   []struct {
			Name     string `xml:"name,attr"`
			Tests    int    `xml:"tests,attr"`
			Failures int    `xml:"failures,attr"`
			Errors   int    `xml:"errors,attr"`
			Cases    []struct {
				Class   string `xml:"classname,attr"`
				Name    string `xml:"name,attr"`
				Failure []struct {
					Message string `xml:"message,attr"`
					Type    string `xml:"type,attr"`
					Text    string `xml:",chardata"`
				} `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	d := xml.NewDecoder(&b)
	d.Strict = true
	require.NoError(t, d.Decode(&doc))
	require.Equal(t, 4, doc.Tests)
	require.Equal(t, 3, doc.Failures)
	require.Len(t, doc.Suites, 2)
	require.Equal(t, "a<&>.s", doc.Suites[0].Name)
	require.Len(t, doc.Suites[0].Cases, 3)
	for _, c := range doc.Suites[0].Cases {
		require.Len(t, c.Failure, 1)
		require.Equal(t, "race-raw", c.Failure[0].Type)
		require.Contains(t, c.Failure[0].Text, "Fix: insert s_waitcnt")
	}
	require.Equal(t, 1, doc.Suites[1].Tests)
	require.Zero(t, doc.Suites[1].Failures)
}

// docs.github.com, Workflow commands: "%", line ends, and in parameters ":" and "," are escaped.
func TestGitHubCommandsAreOneLineEach(t *testing.T) {
	var b bytes.Buffer
	list := found(t, bad)[:1]
	list[0].Message = "100% wrong,\nreally: yes"
	require.NoError(t, report.Write(&b, report.GitHub, "1", []report.File{{Name: "a,b:c.s", Findings: list}}))
	require.Equal(t, "::error file=a%2Cb%3Ac.s,line=3,title=race-raw in 0x0::100%25 wrong,%0Areally: yes%0AFix: "+list[0].Fix+"\n", b.String())
}

// Waits that stand directly in front become stronger, also where labels are in front of them; where
// something else may come from elsewhere in between, a wait is inserted.
func TestMendedTextsAreCleanWhenTheyAreCheckedAgain(t *testing.T) {
	const load, use = "s_load_dword s8, s[0:1], 0x0\n", "s_add_u32 s20, s8, s8\n"
	const weak = "buffer_load_dword v2, v1, s[4:7], 0 offen\nbuffer_load_dword v3, v1, s[4:7], 0 offen\n"
	for name, c := range map[string]struct {
		text                   string
		inserted, strengthened int
	}{
		"waits":                        {bad, 3, 0},
		"a label at the line":          {"l: s_load_dword s8, s[0:1], 0x0\nm: n: s_add_u32 s20, s8, s8\n s_branch m\n", 1, 0},
		"wait states":                  {"v_readfirstlane_b32 s4, v1\nbuffer_load_dword v2, v1, s[4:7], 0 offen\ns_endpgm", 1, 0},
		"ends of lines as DOS":         {strings.ReplaceAll(bad, "\n", "\r\n"), 3, 0},
		"both before one":              {"v_readfirstlane_b32 s4, v1\ns_load_dword s5, s[0:1], 0x0\nbuffer_load_dword v2, v1, s[4:7], 0 offen\ns_endpgm\n", 2, 0},
		"a wait for another counter":   {load + "s_waitcnt vmcnt(0)\n" + use, 0, 1},
		"a wait for too many":          {weak + "\ts_waitcnt vmcnt(1) // one of them\nv_add_f32 v4, v3, v2\ns_endpgm", 0, 1},
		"ends of lines as DOS, a wait": {strings.ReplaceAll(weak+"s_waitcnt vmcnt(1)\nv_add_f32 v4, v3, v2\n", "\n", "\r\n"), 0, 1},
		"several counters":             {weak + load + "s_waitcnt vmcnt(1)  expcnt(0)\nv_add_f32 v4, s8, v3\n", 0, 1},
		"as CLRX joins them":           {weak + load + "s_waitcnt vmcnt(1) & expcnt(0)\nv_add_f32 v4, s8, v3\n", 0, 1},
		"comments in between":          {load + "s_waitcnt vmcnt(0) /* v */\n\n; the sum\n  // of both\n" + use, 0, 1},
		"a label at the wait":          {load + "a: b: s_waitcnt vmcnt(0)\n" + use + "s_branch b\n", 0, 1},
		"a label in between":           {load + "s_waitcnt vmcnt(0)\na:\n" + use + "s_cbranch_scc0 a\n", 1, 0},
		"a label at the use":           {load + "s_waitcnt vmcnt(0)\na: " + use + "s_cbranch_scc0 a\n", 1, 0},
		"a directive in between":       {load + "s_waitcnt vmcnt(0)\n.if 1\n" + use + ".endif\n", 1, 0},
		"a wait in a comment":          {load + "/* once\ns_waitcnt vmcnt(0)\n*/\n" + use, 1, 0},
		"an operand that is a number":  {load + "s_waitcnt 0xf70\n" + use, 1, 0},
		"two, of which one is there":   {weak + load + "s_waitcnt vmcnt(0)\nv_add_f32 v4, s8, v3\n" + load + use, 1, 1},
	} {
		mended, inserted, strengthened := c.text, 0, 0
		for rounds := 0; ; rounds++ {
			require.Less(t, rounds, 5, name)
			next, n, m := report.Mend(mended, waitcnt.Merge(found(t, mended)))
			if n+m == 0 {
				require.Equal(t, mended, next)
				break
			}
			mended, inserted, strengthened = next, inserted+n, strengthened+m
		}
		require.Empty(t, found(t, mended), "%s:\n%s", name, mended)
		require.Equal(t, [2]int{c.inserted, c.strengthened}, [2]int{inserted, strengthened}, "%s:\n%s", name, mended)
		// Nothing else has changed.
		words := func(s string) (list []string) {
			for line := range strings.Lines(s) {
				line = strings.TrimSpace(line)
				if i := strings.Index(line, "s_waitcnt"); i >= 0 {
					line = strings.TrimSpace(line[:i] + operand.ReplaceAllString(line[i:], ""))
				}
				if !strings.HasPrefix(line, "s_nop") {
					list = append(list, strings.Fields(line)...)
				}
			}
			return list
		}
		require.Equal(t, words(c.text), words(mended), name)
		insts := func(s string) int { return strings.Count(s, "s_waitcnt") + strings.Count(s, "s_nop") }
		require.Equal(t, insts(c.text)+inserted, insts(mended), name)
	}
}

// operand is an s_waitcnt with what it waits for.
var operand = regexp.MustCompile(`s_waitcnt(?:[\s&,]+\w+\(\d+\))+`)

// What an editor does with a fix of SARIF is what Mend does.
func TestSARIFFixesMend(t *testing.T) {
	for _, text := range []string{
		bad,
		"l: s_load_dword s8, s[0:1], 0x0\nm: n: s_add_u32 s20, s8, s8\n s_branch m\n",
		"/* \U0001d11e */ s_nop 0\n\ts_load_dword s8, s[0:1], 0x0\n/* \U0001d11e */ s_waitcnt vmcnt(0)\n\ts_add_u32 s20, s8, s8\n",
		"s_load_dword s8, s[0:1], 0x0\nl: s_waitcnt vmcnt(0) // two\ns_add_u32 s20, s8, s8\n",
	} {
		list := waitcnt.Merge(found(t, text))
		var b bytes.Buffer
		require.NoError(t, report.Write(&b, report.SARIF, "1", []report.File{{Name: "k.s", Findings: list, Text: text}}))
		var doc struct {
			Runs []struct {
				Results []struct {
					Fixes []struct {
						Description     struct{ Text string }
						ArtifactChanges []struct {
							Replacements []struct {
								DeletedRegion   struct{ StartLine, StartColumn, EndLine, EndColumn int }
								InsertedContent struct{ Text string }
							}
						}
					}
				}
			}
		}
		require.NoError(t, json.Unmarshal(b.Bytes(), &doc))
		lines := strings.SplitAfter(text, "\n")
		for i := len(doc.Runs[0].Results) - 1; i >= 0; i-- { // the last first, so that lines stay where they are
			r := doc.Runs[0].Results[i].Fixes[0].ArtifactChanges[0].Replacements[0]
			at := r.DeletedRegion
			require.Equal(t, at.StartLine, at.EndLine)
			l := utf16.Encode([]rune(lines[at.StartLine-1]))
			lines[at.StartLine-1] = string(utf16.Decode(l[:at.StartColumn-1])) + r.InsertedContent.Text + string(utf16.Decode(l[at.EndColumn-1:]))
		}
		got := strings.Join(lines, "")
		require.Empty(t, found(t, got), got)
		want, _, _ := report.Mend(text, list)
		require.Equal(t, want, got)
	}
}
