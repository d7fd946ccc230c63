package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"net/url"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/waitcnt"
)

// race is the finding of the classic scalar load that is waited for with a count.
func race() waitcnt.Finding {
	return waitcnt.Finding{
		Kind: waitcnt.Race, Rule: waitcnt.RuleRAW, Severity: waitcnt.Error, PC: 0x14, Instruction: "s_add_u32 s20, s8, s8", Access: "read", Register: "s8",
		ProducerPC: waitcnt.At(0), Producer: "s_load_dwordx2 s[8:9], s[0:1], 0x0", Have: "lgkmcnt(1)", Need: "lgkmcnt(0)", WaitPC: waitcnt.At(0x10),
		Wave: &waitcnt.WaveRef{Group: [3]uint32{1, 2, 3}, Wave: 4, Inst: 5}, Lanes: "0xff", Count: 2, Kernel: "pair", Line: 4, ProdLine: 1,
		Message: "s_add_u32 reads s8 before the load is proved complete", Detail: []string{"scalar loads return in any order"},
		Fix: "s_waitcnt lgkmcnt(0) before 0x14", Replay: "gcnsim run k.s --gpu fiji", Source: "GCN3 ISA 4.4",
	}
}

func hazard() waitcnt.Finding {
	return waitcnt.Finding{Kind: waitcnt.Hazard, Rule: waitcnt.RuleVCCZPartial, Severity: waitcnt.Disputed, PC: 8, Instruction: "s_cbranch_vccz 0", Have: "0",
		Need: "5", Source: "LLVM"}
}

func write(t *testing.T, format Format, files ...File) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Write(&b, format, "9.9", files))
	return b.String()
}

func TestTextNamesEverythingThatAFindingKnows(t *testing.T) {
	got := write(t, Text, File{Name: "k.s", GPU: "gfx803", Verdict: "verdict", Findings: []waitcnt.Finding{race(), hazard()}, Hidden: 3})
	require.Equal(t, `verdict
ERROR: race-raw: s_add_u32 reads s8 before the load is proved complete
  Read of s8 at 0x14  s_add_u32 s20, s8, s8  (k.s:4, in pair, work-group 1,2,3 wave 4 after 5 instructions, lanes 0xff, 2 times)
  Previous operation at 0x0  s_load_dwordx2 s[8:9], s[0:1], 0x0  (k.s:1)
  Wait: have lgkmcnt(1) at 0x10, need lgkmcnt(0)
  scalar loads return in any order
  Fix: s_waitcnt lgkmcnt(0) before 0x14
  Replay: gcnsim run k.s --gpu fiji
  Source: GCN3 ISA 4.4
DISPUTED: stale-vccz-partial: branch on VCCZ after a write to half of VCC
  Instruction at 0x8  s_cbranch_vccz 0
  Wait states: have 0, need 5
  Source: LLVM
SUMMARY: gcnsim: 1 race, 1 hazard in k.s (3 not shown)
`, got)
}

// What else the wait is for is in the text, in JSON and among SARIF's related locations; what was
// issued behind a wait is with it.
func TestReportsShowWhatElseTheWaitIsFor(t *testing.T) {
	x, y := race(), race()
	x.Issued, x.IssuedPC = 2, []waitcnt.Addr{0x4, 0x8}
	y.Register, y.ProducerPC, y.Producer, y.Have, y.Need, y.WaitPC = "v1", waitcnt.At(8), "buffer_load_dword v1, off, s[0:3], 0", "none", "vmcnt(1)", nil
	list := waitcnt.Merge([]waitcnt.Finding{x, y})
	require.Len(t, list, 1)
	text := write(t, Text, File{Name: "k.s", Findings: list})
	for _, want := range []string{
		"  Wait: have lgkmcnt(1) at 0x10, before 2 more operations were issued at 0x4, 0x8, need vmcnt(1) lgkmcnt(0)\n",
		"  Also v1, race-raw: 0x8  buffer_load_dword v1, off, s[0:3], 0  (k.s:1); have none, need vmcnt(1)\n",
		"  Fix: insert s_waitcnt vmcnt(1) lgkmcnt(0) before 0x14\n", "; likewise v1 of buffer_load_dword at 0x8: s_waitcnt vmcnt(1) lgkmcnt(0) is for all\n",
		"SUMMARY: gcnsim: 1 race,",
	} {
		require.Contains(t, text, want)
	}
	var doc struct{ Findings []waitcnt.Finding }
	require.NoError(t, json.Unmarshal([]byte(write(t, JSON, File{Name: "k.s", Findings: list})), &doc))
	require.Equal(t, list, doc.Findings)
	require.Equal(t, 1, strings.Count(write(t, SARIF, File{Name: "k.s", Findings: list}), "another earlier operation that the wait is for"))
}

func TestTextOfMemoryAndOfNothing(t *testing.T) {
	require.Equal(t, "verdict\n", write(t, Text, File{Name: "k.s", Verdict: "verdict"}))
	x := waitcnt.Finding{Kind: waitcnt.Bounds, Rule: waitcnt.RuleLDSBounds, Severity: waitcnt.Warning, PC: 4, Instruction: "ds_read_b32 v0, v1", Access: "read",
		Memory: &waitcnt.Range{Space: "lds", Addr: 0x100, Bytes: 4}, Message: "outside"}
	require.Equal(t, "WARNING: bounds-lds: outside\n  Read of 4 bytes at 0x100 (lds) at 0x4  ds_read_b32 v0, v1\n"+
		"SUMMARY: gcnsim: 0 races, 0 hazards, 1 access out of bounds in k.bin\n", write(t, Text, File{Name: "k.bin", Findings: []waitcnt.Finding{x}}))
	advice := waitcnt.Finding{Kind: waitcnt.Advice, Rule: waitcnt.RuleRedundant, PC: 4, Instruction: "s_waitcnt vmcnt(0)"}
	require.Contains(t, write(t, Text, File{Name: "k.bin", Findings: []waitcnt.Finding{advice}}), "ADVICE: advice-redundant: wait that waits for nothing\n")
}

func TestTextKeepsHostileNamesOnTheirLine(t *testing.T) {
	x := race()
	x.Kernel = "k\n\x1b[2JSUMMARY: 0 races"
	require.Contains(t, write(t, Text, File{Name: "k.s", Findings: []waitcnt.Finding{x}}), `in "k\n\x1b[2JSUMMARY: 0 races", work-group`)
}

func TestSummaryCountsByKindAndSeverity(t *testing.T) {
	lds := waitcnt.Finding{Kind: waitcnt.LDSRace, Severity: waitcnt.Warning}
	advice := waitcnt.Finding{Kind: waitcnt.Advice, Severity: waitcnt.Info}
	note := waitcnt.Finding{Kind: waitcnt.Note, Severity: waitcnt.Info}
	s := Summarize([]waitcnt.Finding{race(), race(), hazard(), lds, advice, note}, 7)
	require.Equal(t, Summary{Races: 2, Hazards: 1, LDSRaces: 1, Advice: 1, Notes: 1, Errors: 2, Disputed: 1, Warnings: 1, Info: 1, Hidden: 7}, s)
	require.Equal(t, "races=2 hazards=1 uninit=0 lds-races=1 notes=1 advice=1", s.Fields())
	require.Equal(t, "races=0 hazards=0 uninit=0", Summary{}.Fields())
	require.Equal(t, "SUMMARY: gcnsim: 2 races, 1 hazard, 1 LDS race, 1 note, 1 piece of advice in x (7 not shown)", s.Line("x"))
}

func TestJSONIsOneDocumentWithTheFindingsAsTheyMarshal(t *testing.T) {
	var doc struct {
		Version, File, GPU string
		Summary            Summary
		Findings           []json.RawMessage
	}
	require.NoError(t, json.Unmarshal([]byte(write(t, JSON, File{Name: "k.s", GPU: "gfx803", Findings: []waitcnt.Finding{race()}})), &doc))
	require.Equal(t, []string{"9.9", "k.s", "gfx803"}, []string{doc.Version, doc.File, doc.GPU})
	require.Equal(t, 1, doc.Summary.Races)
	require.Len(t, doc.Findings, 1)
	want, err := json.Marshal(race())
	require.NoError(t, err)
	require.JSONEq(t, string(want), string(doc.Findings[0]))
	require.Contains(t, write(t, JSON, File{Name: "k.s"}), `"findings": []`, "never null")
}

func TestJSONOfSeveralFilesNamesTheFileOfEachFinding(t *testing.T) {
	var doc struct {
		Files []struct {
			File    string
			Summary Summary
		}
		Summary  Summary
		Findings []map[string]any
	}
	text := write(t, JSON, File{Name: "a.s", Findings: []waitcnt.Finding{race()}}, File{Name: "b.s", Findings: []waitcnt.Finding{hazard()}, Hidden: 2})
	require.NoError(t, json.Unmarshal([]byte(text), &doc))
	require.Len(t, doc.Files, 2)
	require.Equal(t, "b.s", doc.Findings[1]["file"])
	require.Equal(t, "0x8", doc.Findings[1]["pc"])
	require.Equal(t, 2, doc.Summary.Hidden)
	require.Equal(t, 1, doc.Summary.Races)
}

// object of a SARIF log, with the checks that the standard makes of every object.
type sarif map[string]any

func (o sarif) obj(t *testing.T, key string) sarif {
	t.Helper()
	v, ok := o[key].(map[string]any)
	require.True(t, ok, "%s must be an object, is %v", key, o[key])
	return v
}

func (o sarif) list(t *testing.T, key string) (out []sarif) {
	t.Helper()
	l, ok := o[key].([]any)
	require.True(t, ok, "%s must be an array, is %v", key, o[key])
	for _, v := range l {
		out = append(out, v.(map[string]any))
	}
	return out
}

func (o sarif) text(t *testing.T, key string) string {
	t.Helper()
	s, ok := o[key].(string)
	require.True(t, ok && s != "", "%s must be a string that is not empty, is %v", key, o[key])
	return s
}

func (o sarif) only(t *testing.T, keys ...string) {
	t.Helper()
	for k := range o {
		require.Contains(t, keys, k, "additionalProperties is false for this object")
	}
}

// sarifSchema is the schema as OASIS publishes it:
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json
var sarifSchema = flag.String("sarif", "", "a file with the `schema` of SARIF 2.1.0, which logs must hold")

// holdsSchema checks a log against the published schema, where there is one.
func holdsSchema(t *testing.T, text string) {
	t.Helper()
	if *sarifSchema == "" {
		return
	}
	schema, err := jsonschema.NewCompiler().Compile(*sarifSchema)
	require.NoError(t, err)
	log, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err)
	require.NoError(t, schema.Validate(log))
}

// The rules are those of the SARIF 2.1.0 standard and its schema: required properties, no others
// than it has, enumerations, minimums, and the references that must hold (rule index, unique ids).
func TestSARIFKeepsTheStandard(t *testing.T) {
	mended := race()
	mended.Fix = "insert " + mended.Fix
	text := write(t, SARIF, File{Name: "dir/a b.s", GPU: "gfx803", Findings: []waitcnt.Finding{mended, hazard()},
		Text: "l: s_nop 0\ns_nop 1\ns_nop 2\nm: s_nop 3\ns_nop 4\n"}, File{Name: "/abs/k.bin", GPU: "gfx900"})
	holdsSchema(t, text)
	var log sarif
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	require.NoError(t, d.Decode(&log))
	log.only(t, "$schema", "version", "runs", "inlineExternalProperties", "properties")
	require.Equal(t, "2.1.0", log.text(t, "version"))
	require.Contains(t, log.text(t, "$schema"), "sarif-schema-2.1.0.json")
	runs := log.list(t, "runs")
	require.Len(t, runs, 1)
	run := runs[0]
	run.only(t, "tool", "invocations", "artifacts", "results")
	run.obj(t, "tool").only(t, "driver", "extensions", "properties")
	driver := run.obj(t, "tool").obj(t, "driver")
	driver.only(t, "name", "version", "informationUri", "rules")
	require.Equal(t, "gcnsim", driver.text(t, "name"))
	levels := []string{"none", "note", "warning", "error"}
	rules := driver.list(t, "rules")
	require.Len(t, rules, len(waitcnt.Rules()))
	ids := map[string]bool{}
	for _, r := range rules {
		r.only(t, "id", "shortDescription", "fullDescription", "help", "defaultConfiguration", "properties")
		require.False(t, ids[r.text(t, "id")], "rules are unique")
		ids[r.text(t, "id")] = true
		for _, k := range []string{"shortDescription", "fullDescription", "help"} {
			r.obj(t, k).only(t, "text", "markdown")
			r.obj(t, k).text(t, "text")
		}
		r.obj(t, "defaultConfiguration").only(t, "enabled", "level", "rank", "parameters", "properties")
		require.Contains(t, levels, r.obj(t, "defaultConfiguration").text(t, "level"))
		for _, tag := range r.obj(t, "properties")["tags"].([]any) {
			require.IsType(t, "", tag)
		}
	}
	for _, v := range run.list(t, "invocations") {
		require.IsType(t, true, v["executionSuccessful"])
	}
	for _, a := range run.list(t, "artifacts") {
		u, err := url.Parse(a.obj(t, "location").text(t, "uri"))
		require.NoError(t, err)
		require.Contains(t, []string{"", "file"}, u.Scheme)
	}
	require.Equal(t, "dir/a%20b.s", run.list(t, "artifacts")[0].obj(t, "location").text(t, "uri"))
	require.Equal(t, "file:///abs/k.bin", run.list(t, "artifacts")[1].obj(t, "location").text(t, "uri"))
	results := run.list(t, "results")
	require.Len(t, results, 2)
	for _, r := range results {
		r.only(t, "ruleId", "ruleIndex", "level", "message", "locations", "relatedLocations", "partialFingerprints", "properties", "fixes")
		i, err := r["ruleIndex"].(json.Number).Int64()
		require.NoError(t, err)
		require.Equal(t, r.text(t, "ruleId"), rules[i].text(t, "id"))
		require.Contains(t, levels, r.text(t, "level"))
		r.obj(t, "message").only(t, "text", "markdown", "id", "arguments", "properties")
		r.obj(t, "message").text(t, "text")
		for _, v := range r.obj(t, "partialFingerprints") {
			require.IsType(t, "", v)
		}
		places := r.list(t, "locations")
		require.NotEmpty(t, places)
		if r["relatedLocations"] != nil {
			places = append(places, r.list(t, "relatedLocations")...)
		}
		for _, l := range places {
			l.only(t, "id", "physicalLocation", "logicalLocations", "message", "annotations", "relationships", "properties")
			p := l.obj(t, "physicalLocation")
			p.only(t, "artifactLocation", "region", "contextRegion", "address", "properties")
			p.obj(t, "artifactLocation").only(t, "uri", "uriBaseId", "index", "description", "properties")
			p.obj(t, "address").only(t, "absoluteAddress", "relativeAddress", "length", "kind", "name", "fullyQualifiedName", "offsetFromParent", "index",
				"parentIndex", "properties")
			n, err := p.obj(t, "address")["absoluteAddress"].(json.Number).Int64()
			require.NoError(t, err)
			require.GreaterOrEqual(t, n, int64(-1))
			if p["region"] != nil {
				n, err := p.obj(t, "region")["startLine"].(json.Number).Int64()
				require.NoError(t, err)
				require.Positive(t, n)
			}
		}
	}
	fixes := 0
	for _, r := range results {
		if r["fixes"] == nil {
			continue
		}
		for _, f := range r.list(t, "fixes") {
			fixes++
			f.only(t, "description", "artifactChanges", "properties")
			f.obj(t, "description").text(t, "text")
			changes := f.list(t, "artifactChanges")
			require.NotEmpty(t, changes)
			for _, c := range changes {
				c.only(t, "artifactLocation", "replacements", "properties")
				require.Equal(t, "dir/a%20b.s", c.obj(t, "artifactLocation").text(t, "uri"))
				require.NotEmpty(t, c.list(t, "replacements"))
				for _, x := range c.list(t, "replacements") {
					x.only(t, "deletedRegion", "insertedContent", "properties")
					x.obj(t, "insertedContent").only(t, "text", "binary", "rendered", "properties")
					x.obj(t, "insertedContent").text(t, "text")
					x.obj(t, "deletedRegion").only(t, "startLine", "startColumn", "endLine", "endColumn")
					for _, key := range []string{"startLine", "startColumn", "endLine", "endColumn"} {
						n, err := x.obj(t, "deletedRegion")[key].(json.Number).Int64()
						require.NoError(t, err)
						require.Positive(t, n, key)
					}
				}
			}
		}
	}
	require.Positive(t, fixes)
	first := results[0]
	require.Equal(t, "error", first.text(t, "level"))
	require.EqualValues(t, "4", first.list(t, "locations")[0].obj(t, "physicalLocation").obj(t, "region")["startLine"])
	require.EqualValues(t, "20", first.list(t, "locations")[0].obj(t, "physicalLocation").obj(t, "address")["absoluteAddress"])
	require.EqualValues(t, "1", first.list(t, "relatedLocations")[0].obj(t, "physicalLocation").obj(t, "region")["startLine"])
	require.Equal(t, "lgkmcnt(0)", first.obj(t, "properties").text(t, "need"))
	require.Equal(t, "warning", results[1].text(t, "level"), "what is disputed is a warning, and its properties say so")
	require.Equal(t, "disputed", results[1].obj(t, "properties").text(t, "severity"))
	require.Nil(t, results[1]["relatedLocations"])
}

func TestSARIFLevels(t *testing.T) {
	for s, want := range map[waitcnt.Severity]string{waitcnt.Error: "error", waitcnt.Warning: "warning", waitcnt.Disputed: "warning", waitcnt.Info: "note"} {
		require.Equal(t, want, level(waitcnt.Race, s))
	}
	require.Equal(t, "note", level(waitcnt.Advice, waitcnt.Warning))
	require.Contains(t, write(t, SARIF), `"results": []`)
	require.ErrorContains(t, Write(io.Discard, SARIF, "1", []File{{Findings: []waitcnt.Finding{{Rule: "bogus"}}}}), "bogus")
	require.ErrorContains(t, Write(io.Discard, "xml", "1", nil), "want text, json, sarif, junit or github")
}

// Of an uninitialised value the earlier instruction is the one that read it first.
func TestUninitialisedValuesNameTheirFirstReader(t *testing.T) {
	f := waitcnt.Finding{Kind: waitcnt.Uninit, Rule: waitcnt.RuleUninitData, Severity: waitcnt.Warning, PC: 0x10,
		Instruction: "s_nop 0", Register: "v1", Access: "read", Message: "m", ProducerPC: waitcnt.At(4),
		Producer: "v_mov_b32_e32 v1, v2", ProdLine: 2}
	for _, c := range []struct {
		format Format
		want   string
	}{
		{Text, "\n  First read at 0x4  v_mov_b32_e32 v1, v2  (k.s:2)\n"},
		{JSON, "\"producer\": \"v_mov_b32_e32 v1, v2\""},
		{SARIF, "\"text\": \"the instruction that read it first\""},
	} {
		var b bytes.Buffer
		require.NoError(t, Write(&b, c.format, "1", []File{{Name: "k.s", Findings: []waitcnt.Finding{f}}}))
		require.Contains(t, b.String(), c.want)
	}
}
