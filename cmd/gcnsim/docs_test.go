package main

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/sweep"
)

// prose are the kinds of files that cite documents.
var prose = []string{".go", ".s", ".gcn", ".md", ".txt", ".tsv", ".sh", ".py", ".cl", ".mir", ".desc"}

// tree returns the names of all files of the project, and the text of those that cite documents.
func tree(t *testing.T) (names []string, texts map[string]string) {
	t.Helper()
	texts = map[string]string{}
	files := os.DirFS(root)
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && strings.HasPrefix(d.Name(), ".") && d.Name() != ".ci":
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		names = append(names, name)
		if slices.Contains(prose, path.Ext(name)) || strings.HasPrefix(name, ".ci/") {
			text, err := fs.ReadFile(files, name)
			texts[name] = string(text)
			return err
		}
		return nil
	})
	require.NoError(t, err)
	return names, texts
}

// cited is a document of docs whose items are cited by number.
type cited struct {
	file string
	item *regexp.Regexp // heading of an item in the document
	cite *regexp.Regexp // citation: its group is a list of items
	part *regexp.Regexp // an item of the list, or a range "a-b", "a to b"
}

const list = `(?:(?:, | and |-| to |, and )`

var citedDocs = []cited{
	{
		"docs/errata.md", regexp.MustCompile(`(?m)^### ([MPDRB]-\d+)\b`),
		// An item stands for itself: "errata B-17", "(D-13)".
		regexp.MustCompile(`\b([MPDRB]-\d+(?: to [MPDRB]-\d+)?)\b`), regexp.MustCompile(`([MPDRB]-\d+)(?: to ([MPDRB]-\d+))?`),
	},
	{
		"docs/semantics.md", regexp.MustCompile(`(?m)^### (\d+)\b`),
		regexp.MustCompile(`semantics\.md (\d+` + list + `\d+)*)`), regexp.MustCompile(`(\d+)(?:(?:-| to )(\d+))?`),
	},
	{
		"docs/counters.md", regexp.MustCompile(`(?m)^##+ (\d[a-z]?)\b`),
		regexp.MustCompile(`counters\.md (\d[a-z]?` + list + `\d[a-z]?)*)`), regexp.MustCompile(`(\d[a-z]?)(?:(?:-| to )(\d[a-z]?))?`),
	},
}

// items are the items that a citation's list names; the ends of a range stand for the whole, unless
// they are numbers.
func (c *cited) items(list string) (out []string) {
	for _, m := range c.part.FindAllStringSubmatch(list, -1) {
		out = append(out, m[1])
		if m[2] == "" {
			continue
		}
		cut := func(s string) (string, int) {
			at := strings.IndexAny(s, "0123456789")
			n, _ := strconv.Atoi(s[at:])
			return s[:at], n
		}
		letter, first := cut(m[1])
		_, last := cut(m[2])
		for n := first + 1; n <= last; n++ {
			out = append(out, letter+strconv.Itoa(n))
		}
	}
	return out
}

// TestCitationsHaveTargets finds citations of items that the documents in docs do not have.
func TestCitationsHaveTargets(t *testing.T) {
	_, texts := tree(t)
	for _, c := range citedDocs {
		have := map[string]bool{}
		for _, m := range c.item.FindAllStringSubmatch(texts[c.file], -1) {
			require.False(t, have[m[1]], "%s has item %s twice", c.file, m[1])
			have[m[1]] = true
		}
		require.NotEmpty(t, have, c.file)
		n := 0
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			for i, line := range strings.Split(texts[name], "\n") {
				for _, m := range c.cite.FindAllStringSubmatch(line, -1) {
					for _, item := range c.items(m[1]) {
						n++
						require.True(t, have[item], "%s:%d cites item %s, which %s does not have: %s", name, i+1, item, c.file, line)
					}
				}
			}
		}
		require.Greater(t, n, 5, "%s is cited", c.file)
	}
}

// TestEveryScriptIsInTheIndex: testdata/README.md says what each script makes and needs.
func TestEveryScriptIsInTheIndex(t *testing.T) {
	names, texts := tree(t)
	for _, name := range names {
		if path.Ext(name) == ".sh" {
			require.Contains(t, texts["testdata/README.md"], "`"+name)
		}
	}
}

// abroad are documents of other projects, with the project.
var abroad = map[string]string{
	"AMDGPUUsage.rst":   "LLVM",
	"README-ISA.md":     "Mesa",
	"race-detector.md":  "ROCm/rocm-systems",
	"GcnInstrs*.md":     "CLRX",
	"GcnMemHandling.md": "CLRX",
	"GcnOperands.md":    "CLRX",
	"GcnState.md":       "CLRX",
	"GcnSdwaDpp.md":     "CLRX",
	"str_pcode.py":      "tinygrad",
	"test_vop3.py":      "tinygrad",
}

// document matches the names of documents and scripts; a name behind a variable of a shell is no
// citation.
var document = regexp.MustCompile(`(?:^|[^\w$/.*{}"-])((?:\.{0,2}/)*[\w*-][\w./*-]*\.(?:md|tsv|rst|sh|py))\b`)

// endsWith reports whether the last parts of a path are those of a pattern.
func endsWith(name, pattern string) bool {
	parts := strings.Split(name, "/")
	if n := len(parts) - strings.Count(pattern, "/") - 1; n > 0 {
		name = strings.Join(parts[n:], "/")
	}
	ok, _ := path.Match(pattern, name)
	return ok
}

// TestNamedDocumentsExist finds documents and scripts that comments and texts name and that are not
// there. A name may leave out leading directories.
func TestNamedDocumentsExist(t *testing.T) {
	names, texts := tree(t)
	used := map[string]bool{}
	n := 0
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		for i, line := range strings.Split(texts[name], "\n") {
			switch path.Ext(name) {
			case ".go":
				_, comment, ok := strings.Cut(line, "//")
				if !ok {
					continue
				}
				line = comment
			case ".sh", ".py":
				if _, comment, ok := strings.Cut(line, "#"); ok {
					line = comment
				} else {
					continue
				}
			}
			for _, m := range document.FindAllStringSubmatch(line, -1) {
				n++
				want := path.Clean(m[1])
				for strings.HasPrefix(want, "../") {
					want = want[3:]
				}
				if slices.ContainsFunc(names, func(have string) bool { return endsWith(have, want) }) {
					continue
				}
				known := false
				for pattern := range abroad {
					if ok, _ := path.Match(pattern, path.Base(want)); ok {
						known, used[pattern] = true, true
					}
				}
				require.True(t, known, "%s:%d names %s, which is neither here nor a known document of another project", name, i+1, m[1])
			}
		}
	}
	require.Greater(t, n, 50)
	for pattern, project := range abroad {
		require.True(t, used[pattern], "nothing names %s of %s", pattern, project)
	}
}

// link matches a link of a page to another page: path, anchor.
var link = regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`)

// heading matches a heading of a page.
var heading = regexp.MustCompile(`(?m)^#+ (.*)$`)

// anchor is the anchor that a heading has on the web.
func anchor(heading string) string {
	keep := func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}
	return strings.Map(keep, heading)
}

// TestLinksOfThePagesLead finds links to files and headings that are not there.
func TestLinksOfThePagesLead(t *testing.T) {
	names, texts := tree(t)
	n := 0
	for _, name := range names {
		if path.Ext(name) != ".md" {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(texts[name], -1) {
			n++
			target := name
			if m[1] != "" {
				target = path.Join(path.Dir(name), m[1])
			}
			require.Contains(t, names, target, "%s has the link %s", name, m[0])
			if m[2] == "" {
				continue
			}
			var anchors []string
			for _, h := range heading.FindAllStringSubmatch(texts[target], -1) {
				anchors = append(anchors, anchor(h[1]))
			}
			require.Contains(t, anchors, m[2], "%s has the link %s", name, m[0])
		}
	}
	require.Greater(t, n, 20)
}

// TestReadmeIsShortAndHasEveryVerb: who opens the project reads one page.
func TestReadmeIsShortAndHasEveryVerb(t *testing.T) {
	_, texts := tree(t)
	require.LessOrEqual(t, len(texts["README.md"]), 6<<10)
	var c cli
	parser, err := newParser(&c, streams{})
	require.NoError(t, err)
	require.NotEmpty(t, parser.Model.Children)
	for _, verb := range parser.Model.Children {
		require.Contains(t, texts["README.md"], "`"+verb.Name+"`")
	}
}

// TestLaunchPageHasEveryField: the fields are those of the schema.
func TestLaunchPageHasEveryField(t *testing.T) {
	hasEveryField(t, "docs/launch.md", launch.Schema, 30)
}

// TestSweepPageHasEveryField: the same of specs of sweeps.
func TestSweepPageHasEveryField(t *testing.T) {
	hasEveryField(t, "docs/sweep.md", sweep.Schema, 30)
}

// hasEveryField finds fields of a schema that a page does not name; there are at least so many.
func hasEveryField(t *testing.T, page, text string, least int) {
	_, texts := tree(t)
	var schema any
	require.NoError(t, json.Unmarshal([]byte(text), &schema))
	n := 0
	var walk func(x any)
	walk = func(x any) {
		switch x := x.(type) {
		case []any:
			for _, y := range x {
				walk(y)
			}
		case map[string]any:
			for key, y := range x {
				if fields, ok := y.(map[string]any); ok && key == "properties" {
					for field := range fields {
						n++
						require.Regexp(t, "[`\"]"+regexp.QuoteMeta(field)+"[`\"]", texts[page])
					}
				}
				walk(y)
			}
		}
	}
	walk(schema)
	require.Greater(t, n, least)
}

// TestPagesWrap: prose has at most 100 columns; tables and what is shown as code may have more.
func TestPagesWrap(t *testing.T) {
	names, texts := tree(t)
	for _, name := range names {
		dir, base := path.Split(name)
		if path.Ext(base) != ".md" || base == "CHANGELOG.md" || dir != "" && dir != "docs/" {
			continue
		}
		code := false
		for i, line := range strings.Split(texts[name], "\n") {
			if strings.HasPrefix(line, "```") {
				code = !code
			}
			if !code && !strings.HasPrefix(line, "    ") && !strings.HasPrefix(line, "|") {
				require.LessOrEqual(t, utf8.RuneCountInString(line), 100, "%s:%d", name, i+1)
			}
		}
	}
}

// The page of the library names what there is: exported names, and examples.
func TestTheLibraryPageNamesWhatThereIs(t *testing.T) {
	_, texts := tree(t)
	page, api := texts["docs/library.md"], texts["testdata/api.txt"]
	examples := map[string]bool{}
	for name, text := range texts {
		if strings.HasSuffix(name, "_test.go") {
			for _, m := range regexp.MustCompile(`(?m)^func (Example\w+)\(`).FindAllStringSubmatch(text, -1) {
				examples[m[1]] = true
			}
		}
	}
	seen := 0
	for _, m := range regexp.MustCompile("`([A-Za-z]+(?:[._][A-Za-z0-9_]+)*)`").FindAllStringSubmatch(page, -1) {
		name := m[1]
		if strings.HasPrefix(name, "Example") {
			require.True(t, examples[name], name)
			seen++
			continue
		}
		of, member, two := strings.Cut(name, ".")
		if !two || member == "gcn" || strings.ToLower(member) == member {
			continue // a package or a file
		}
		found := regexp.MustCompile(`(?m): func ` + member + `\(|\(\w* ?\*?` + of + `\) ` + member + `\(|: field ` + name + ` `)
		require.True(t, found.MatchString(api), name)
		seen++
	}
	require.Greater(t, seen, 40)
}
