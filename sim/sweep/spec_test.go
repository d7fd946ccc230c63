package sweep

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

// examples are specs that are right.
var examples = []string{
	`{"programs": ["a.json"]}`,
	`{"$schema": "docs/sweep.schema.json", "name": "n", "programs": ["*/gfx900.json", {"file": "b.json", "name": "b"}],
	  "mode": "timing", "caches": "warm", "gpus": ["vega10", "fiji"],
	  "figures": {"l1_bytes": [8192, 16384], "cus": {"from": 1, "to": 64, "times": 2}, "memory_mhz,dram_gbs": ["x0.5", "x1"]},
	  "record": ["cycles", "memory"], "limits": {"memory": "64M", "insts": 1000, "cycles": 5, "time": "1m30s", "output": 100}}`,
	`{"programs": ["a.json"], "latin": {"count": 10, "seed": 7, "figures": {"dram_gbs": {"from": 10, "to": 500, "log": true}, "l1_ways": [1, 2]}}}`,
	`{"programs": ["a.json"], "mode": "functional", "orders": ["late", "asap"], "seeds": {"from": 1, "to": 9, "step": 2}}`,
	`{"programs": [{"launch": {"launches": [{"grid": ["{n}"], "group": [64]}]}, "name": "k", "source": "k{n}.cl"}], "gpus": ["fiji"],
	  "vars": {"n": [64, 128], "f": {"glob": "*.cl"}}, "compile": {"command": ["cc", "{flags}", "{f}", "-o", "{out}"], "flags": ["-O0", "-O2 -g"], "inputs": ["*.h"]}}`,
	`{"command": {"run": ["./try", "{seed}", "{how}"], "inputs": ["try"], "dir": "..", "status": [0, 3],
	  "reduce": {"make": ["gen", "{file}"], "check": ["fails", "{file}"]}}, "seeds": {"from": 1, "to": 5, "count": 5}, "vars": {"how": "fast"}}`,
}

// mistakes are specs that are wrong, and what is said of them. The schema knows of some only.
var mistakes = []struct {
	spec, says string
	schema     bool
}{
	{`{}`, "programs: there are none", true},
	{`[]`, "it is a array", true},
	{`{"programs": []}`, "programs: there are none", true},
	{`{"programs": ["a.json"], "gpu": ["fiji"]}`, "gpu: there is no such field", true},
	{`{"programs": ["a.json"], "programs": ["b.json"]}`, "programs: it is given twice", false},
	{`{"programs": ["a.json"`, "it is no JSON", false},
	{`{"programs": [{"launch": {}}]}`, "programs[0].name: it is missing", true},
	{`{"programs": [{}]}`, "programs[0]: want the path", true},
	{`{"programs": ["a.json"], "mode": "clock"}`, "mode: it is \"clock\"", true},
	{`{"programs": ["a.json"], "orders": ["late"]}`, "orders: with a clock", false},
	{`{"programs": ["a.json"], "mode": "functional", "figures": {"cus": 1}}`, "figures: it changes a clock", false},
	{`{"programs": ["a.json"], "figures": {"cus": []}}`, "a list of 0 values", true},
	{`{"programs": ["a.json"], "figures": {"cus": ["many"]}}`, "figures.cus: \"many\": want a number", false},
	{`{"programs": ["a.json"], "figures": {"cus": {"from": 1}}}`, "\"from\" and \"to\"", true},
	{`{"programs": ["a.json"], "figures": {"cus": {"from": 1, "to": 2, "step": 0.1, "times": 2}}}`, "want one of", false},
	{`{"programs": ["a.json"], "figures": {"cus": {"from": 0, "to": 2, "times": 2}}}`, "begins above zero", false},
	{`{"programs": ["a.json"], "figures": {"cus": {"from": 1, "to": 2, "times": 1}}}`, "\"times\" above 1", true},
	{`{"programs": ["a.json"], "figures": {"cus": {"from": 3, "to": 2, "step": 1}}}`, "\"from\" is 3", false},
	{`{"programs": ["a.json"], "figures": {"cus": {"from": 0, "to": 1, "step": 1e-12}}}`, "values: at most", false},
	{`{"programs": ["a.json"], "latin": {"count": 0, "figures": {"cus": 1}}}`, "latin.count: it is 0", true},
	{`{"programs": ["a.json"], "latin": {"count": 2, "figures": {"cus": 1}}, "figures": {"cus": 1}}`, "latin.figures.cus: it is in", false},
	{`{"programs": ["a.json"], "vars": {"n": 1}}`, "vars.n: nothing has {n}", false},
	{`{"programs": ["a.json"], "vars": {"N": 1}}`, "vars.N: want a name", true},
	{`{"programs": ["a.json"], "compile": {"command": ["cc", "{out}"]}}`, "gpus: code is compiled for chips", false},
	{`{"programs": ["a.json"], "gpus": ["fiji"], "compile": {"command": ["cc"]}}`, "no word of it has {out}", false},
	{`{"programs": ["a.json"], "record": ["clocks"]}`, "record[0]: it is \"clocks\"", true},
	{`{"programs": ["a.json"], "limits": {"time": 10}}`, "want a time in quotes", true},
	{`{"programs": ["a.json"], "limits": {"memory": "4KB"}}`, "4KB", true},
	{`{"command": {"run": []}}`, "command.run: it is missing", true},
	{`{"command": {"run": ["x"]}, "programs": ["a.json"]}`, "programs: a \"command\" has none", true},
	{`{"command": {"run": ["x"]}, "seeds": [1]}`, "no word of the command has {seed}", false},
	{`{"command": {"run": ["x"], "reduce": {"make": ["a"], "check": ["b", "{file}"]}}}`, "command.reduce", false},
	{`{"programs": ["a.json"], "figures": {"cus": {"from": 1, "to": 10000, "step": 1}, "l1_bytes": {"from": 1, "to": 10000, "step": 1}}}`, "more than 10000000 tasks", false},
	{`{"programs": ["a.json"], "latin": {"count": 1000000, "figures": {"cus": 1, "simds": 1, "waves": 1, "l1_ways": 1, "l2_ways": 1}}}`, "are more than", false},
	{`{"programs": ["a.json"]} {}`, "something follows", false},
}

func compileSchema(t *testing.T) *jsonschema.Schema {
	x, err := jsonschema.UnmarshalJSON(strings.NewReader(Schema))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("sweep.json", x))
	s, err := c.Compile("sweep.json")
	require.NoError(t, err)
	return s
}

func TestSpecsAreReadStrictly(t *testing.T) {
	s := compileSchema(t)
	valid := func(text string) error {
		x, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			return err
		}
		return s.Validate(x)
	}
	for _, e := range examples {
		_, err := Parse([]byte(e))
		require.NoError(t, err, e)
		require.NoError(t, valid(e), e)
	}
	for _, m := range mistakes {
		_, err := Parse([]byte(m.spec))
		require.ErrorContains(t, err, m.says, m.spec)
		if m.schema {
			require.Error(t, valid(m.spec), m.spec)
		}
	}
	_, err := Parse([]byte("{\"programs\": [\"a.json\"],\n\n \"figurs\": {}}"))
	require.ErrorContains(t, err, "spec:3: figurs: there is no such field")
}

func TestThePublishedSchemaIsThisOne(t *testing.T) {
	published, err := os.ReadFile("../../docs/sweep.schema.json")
	require.NoError(t, err)
	require.Equal(t, Schema, string(published), "cp sim/sweep/schema.json docs/sweep.schema.json")
}

func TestSchemaHasTheFieldsOfTheStructs(t *testing.T) {
	var root map[string]any
	require.NoError(t, json.Unmarshal([]byte(Schema), &root))
	at := func(path ...string) (x map[string]any) {
		x = root
		for _, p := range path {
			x = x[p].(map[string]any)
		}
		return x["properties"].(map[string]any)
	}
	program := root["$defs"].(map[string]any)["program"].(map[string]any)["oneOf"].([]any)[1].(map[string]any)["properties"]
	values := root["$defs"].(map[string]any)["values"].(map[string]any)["oneOf"].([]any)[2].(map[string]any)["properties"].(map[string]any)
	values["glob"] = nil // it has a definition of its own
	for _, c := range []struct {
		schema map[string]any
		typ    reflect.Type
	}{
		{at(), reflect.TypeFor[Spec]()}, {at("properties", "latin"), reflect.TypeFor[Latin]()},
		{at("properties", "compile"), reflect.TypeFor[Compile]()}, {at("properties", "command"), reflect.TypeFor[Command]()},
		{at("properties", "limits"), reflect.TypeFor[Limits]()}, {program.(map[string]any), reflect.TypeFor[Program]()},
		{at("properties", "command", "properties", "reduce"), reflect.TypeFor[Reduce]()}, {values, reflect.TypeFor[span]()},
	} {
		var fields []string
		for i := range c.typ.NumField() {
			name, _, _ := strings.Cut(c.typ.Field(i).Tag.Get("json"), ",")
			fields = append(fields, name)
		}
		require.ElementsMatch(t, fields, sortedKeys(c.schema), c.typ.String())
	}
	var names []string
	for _, x := range at()["record"].(map[string]any)["items"].(map[string]any)["enum"].([]any) {
		names = append(names, x.(string))
	}
	require.Equal(t, Recordable(), names)
}

func TestRanges(t *testing.T) {
	for _, c := range []struct{ spec, want string }{
		{`[1, "a", 2.5]`, "1 a 2.5"}, {`7`, "7"}, {`"x"`, "x"},
		{`{"from": 1, "to": 4, "step": 1}`, "1 2 3 4"},
		{`{"from": 0, "to": 1, "step": 0.1}`, "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1"},
		{`{"from": 1, "to": 10, "step": 4}`, "1 5 9"},
		{`{"from": 1, "to": 64, "times": 2}`, "1 2 4 8 16 32 64"},
		{`{"from": 1000, "to": 1331, "times": 1.1}`, "1000 1100 1210 1331"},
		{`{"from": "x0.5", "to": "x2", "times": 2}`, "x0.5 x1 x2"},
		{`{"from": 0, "to": 10, "count": 5}`, "0 2.5 5 7.5 10"},
		{`{"from": 1, "to": 1000, "count": 4, "log": true}`, "1 10 100 1000"},
		{`{"from": 5, "to": 9, "count": 1}`, "5"},
	} {
		var v Values
		require.NoError(t, json.Unmarshal([]byte(c.spec), &v), c.spec)
		var got []string
		for _, x := range v.All() {
			got = append(got, x.Text)
		}
		require.Equal(t, c.want, strings.Join(got, " "), c.spec)
		again, err := json.Marshal(v)
		require.NoError(t, err)
		require.JSONEq(t, c.spec, string(again))
	}
}

// FuzzParse: no input crashes, hangs or takes unbounded memory, and errors are of this package.
func FuzzParse(f *testing.F) {
	for _, e := range slices.Concat(examples, []string{`{"programs": [1]}`, `{"a":{"a":[{"a":1,"a":2}]}}`}) {
		f.Add([]byte(e))
	}
	for _, m := range mistakes {
		f.Add([]byte(m.spec))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse(data)
		if err != nil {
			require.IsType(t, &Error{}, err)
			return
		}
		require.NotNil(t, s)
	})
}

// validFile compares a file with the schema.
func validFile(s *jsonschema.Schema, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	x, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		return err
	}
	return s.Validate(x)
}
