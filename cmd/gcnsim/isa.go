package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/waitcnt"
)

type isaCmd struct {
	Name   string `arg:"" optional:"" help:"Mnemonic or pattern (v_cmp_*_f32); all instructions if not given."`
	GPU    string `name:"gpu" default:"gfx900" placeholder:"GPU" help:"Generation (gcn1.2), target (gfx803) or chip (fiji). Default: ${default}."`
	Format string `enum:"text,md,json" default:"text" help:"text, md (a table) or json."`
}

// Help is shown below the flags.
func (*isaCmd) Help() string {
	return `Examples:

    gcnsim isa --gpu fiji
    gcnsim isa v_mad_f32 --gpu gfx900
    gcnsim isa 'ds_*' --format md
    gcnsim isa --gpu gcn1.0 --format json

"Bits" draws the encoding, the most significant bit first and the dword at the lower address before the "|"; letters are the roles of operands, and
modifiers (A abs, N neg, C clamp, M omod, H op_sel, G glc or gds, L slc, T tfe and so on); "sdwa" and "dpp" draw the second dword of those forms.
Every encoding of an instruction is an entry of its own (v_add_f32 is VOP2 and VOP3). Status: exact; approximate, the note says what and why;
missing, executing it is a fault. Operands are ROLE:TYPE in the order of the text; "d" and "e" are destinations, "+" marks one that is read too,
"<" one that is only read, "v." and "s." say which registers are allowed; types are bits (b), unsigned (u), signed (i), float (f), mask.
"Implicit" has the registers that are read (<) and written (>) without being named; "reads" and "writes" are all those that the example touches.
"Inactive" says what lanes that EXEC leaves out get. "Counters" is what issuing adds for s_waitcnt, "latency" the class
that a chip gives its cycles, "tests" the tests of the repository that hold the instruction.

JSON: {"gpu": ..., "instructions": [{"name", "mnemonic", "format", "opcode", "bits", "sdwa", "dpp", "operands", "implicit", "reads",
"writes", "inactive", "formula", "counters", "latency", "status", "note", "example", "tests": [{"package", "name"}]}]}`
}

// instruction is an entry of the table.
type instruction struct {
	Name     string `json:"name"`     // without encoding suffix
	Mnemonic string `json:"mnemonic"` // as printed, "v_add_f32_e32"
	Format   string `json:"format"`
	Opcode   uint16 `json:"opcode"`
	Bits     string `json:"bits"`           // of its encoding: isa.Form.Bits
	SDWA     string `json:"sdwa,omitempty"` // the second dword of that form
	DPP      string `json:"dpp,omitempty"`
	Operands string `json:"operands"`
	Implicit string `json:"implicit"`
	Reads    string `json:"reads"`    // by the example
	Writes   string `json:"writes"`   // by the example
	Inactive string `json:"inactive"` // what lanes get that EXEC leaves out
	Formula  string `json:"formula"`
	Counters string `json:"counters"`
	Latency  string `json:"latency"` // latency class
	Status   string `json:"status"`
	Note     string `json:"note"`
	Example  string `json:"example"`
	Tests    []test `json:"tests"` // that hold the instruction, besides whole programs
}

// test names a Go test of the repository.
type test struct {
	Package string `json:"package"`
	Name    string `json:"name"`
}

// tests are the tests that hold a form. They go through whole families and fail when a row has no
// case, so the family decides; a test of this package looks each of them up in the sources.
func tests(f *isa.Form) []test {
	list := []test{{"isa", "TestGoldenEncodings"}, {"isa", "TestEveryFormDecodesAndEncodes"}}
	switch f.Desc.Do.(type) {
	case isa.Vector:
		list = append(list, test{"isa", "TestVectorKernelsAgreeWithExactArithmetic"}, test{"sim", "TestStepVectors"})
	case isa.Interp:
		if f.Fmt == isa.VOP3 {
			list = append(list, test{"sim", "TestTypedFlatExportAndInterpolationInstructions"})
		}
	case isa.Scalar:
		list = append(list, test{"isa", "TestScalarKernelsAgreeWithExactArithmetic"})
	}
	switch f.Fmt {
	case isa.SMRD, isa.SMEM, isa.SOPP, isa.DS, isa.MUBUF:
		list = append(list, test{"sim", "TestScalarControlLdsAndBufferInstructions"})
	case isa.MTBUF, isa.FLAT, isa.GLOBAL, isa.SCRATCH, isa.EXP, isa.VINTRP:
		list = append(list, test{"sim", "TestTypedFlatExportAndInterpolationInstructions"})
	case isa.MIMG:
		list = append(list, test{"sim", "TestEveryImageInstruction"})
	}
	return list
}

// Run executes the verb.
func (c *isaCmd) Run(s streams) error {
	t, err := isa.FindTarget(c.GPU)
	if err != nil {
		return usage("--gpu: %w", err)
	}
	pattern := strings.ToLower(c.Name)
	if _, err := path.Match(pattern, ""); err != nil {
		return usage("%q is no pattern: * stands for any text, ? for one character, [abc] for one of some", c.Name)
	}
	list := instructions(t, pattern)
	if len(list) == 0 {
		// A generation stands for all of its targets where each has one.
		var have []string
		for _, g := range isa.Gens() {
			var names []string
			all := 0
			for _, x := range isa.Targets() {
				if x.Gen != g {
					continue
				}
				if all++; len(instructions(x, pattern)) > 0 {
					names = append(names, x.Name)
				}
			}
			if len(names) == all {
				names = []string{g.String()}
			}
			have = append(have, names...)
		}
		if len(have) > 0 {
			who := t.Gen.String()
			if slices.Contains(have, t.Gen.Target().Name) {
				who = t.Name // the generation has it elsewhere
			}
			return usage("%s has no instruction %q; these have: %s", who, c.Name, strings.Join(have, ", "))
		}
		var names []string
		for _, f := range t.Forms() {
			names = append(names, f.Base())
		}
		if near := isa.Nearest(pattern, names); near != "" {
			return usage("there is no instruction %q: did you mean %s?", c.Name, near)
		}
		return usage("there is no instruction %q", c.Name)
	}
	w := bufio.NewWriter(s.out)
	switch c.Format {
	case "json":
		err = isaJSON(w, t.Name, list)
	case "md":
		isaMarkdown(w, t, list)
	default:
		isaText(w, t, list)
	}
	if err != nil {
		return err
	}
	return w.Flush()
}

// instructions are the forms of a target that match the pattern (empty: all), by name, format and
// opcode.
func instructions(t isa.Target, pattern string) []instruction {
	var list []instruction
	for _, f := range t.Forms() {
		if pattern != "" {
			base, _ := path.Match(pattern, f.Base())
			if full, _ := path.Match(pattern, f.Name); !base && !full {
				continue
			}
		}
		d := f.Desc
		x := instruction{Name: f.Base(), Mnemonic: f.Name, Format: f.Fmt.String(), Opcode: f.Op, Bits: f.Bits(),
			SDWA: f.SubBits(isa.SDWA), DPP: f.SubBits(isa.DPP), Operands: d.Args, Implicit: d.Imp, Formula: d.Doc, Counters: counters(f),
			Latency: f.Latency().String(), Status: d.Status().String(), Note: d.Note, Tests: tests(f)}
		if in, ok := f.Example(); ok {
			x.Example, x.Inactive = in.String(), inactive(&in)
			x.Reads, x.Writes = touched(&in)
		}
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b instruction) int {
		if a.Name != b.Name {
			return strings.Compare(a.Name, b.Name)
		}
		if a.Format != b.Format {
			return strings.Compare(a.Format, b.Format)
		}
		return int(a.Opcode) - int(b.Opcode)
	})
	return list
}

// touched names the registers that an instruction reads and writes, EXEC as the mask of lanes
// included.
func touched(in *isa.Inst) (reads, writes string) {
	var r, w []string
	for _, u := range in.Uses(nil) {
		name, ok := isa.RegName(in.Form.Gen, u.Code, int(u.Dwords))
		if !ok {
			continue
		}
		name = strings.TrimPrefix(name, "src_") // scc, as documents call it
		if u.Read && !slices.Contains(r, name) {
			r = append(r, name)
		}
		if u.Write && !slices.Contains(w, name) {
			w = append(w, name)
		}
	}
	return strings.Join(r, " "), strings.Join(w, " ")
}

// inactive says what becomes of lanes that EXEC leaves out.
func inactive(in *isa.Inst) string {
	if in.Form.Fmt < isa.VOP2 {
		return "" // not by lane
	}
	if !in.UsesExec() {
		return "as active ones: EXEC does not matter"
	}
	vector, mask := false, false
	for i := range in.Form.Args {
		a := &in.Form.Args[i]
		vector = vector || a.Write && a.Type != isa.Mask
		mask = mask || a.Write && a.Type == isa.Mask
	}
	switch {
	case in.Form.Desc.Do == isa.CtlReadFirstLane:
		return "are not read, unless none is active: then lane 0"
	case vector && mask:
		return "keep their values, and get 0 in the mask"
	case mask:
		return "get 0 in the mask"
	case vector:
		return "keep their values"
	}
	return "do nothing"
}

// counters says what issuing the instruction adds to the wait counters, and which modifier changes
// that.
func counters(f *isa.Form) string {
	of := func(m isa.Mods) string {
		var s []string
		ev := waitcnt.EventOf(&isa.Inst{Form: f, Mod: m})
		for c, n := range ev.Add {
			if n > 0 {
				s = append(s, fmt.Sprintf("%v+%d", waitcnt.Counter(c), n))
			}
		}
		return strings.Join(s, " ")
	}
	plain := of(isa.Mods{})
	out := plain
	for _, m := range []struct {
		name string
		mods isa.Mods
	}{{"gds", isa.Mods{GDS: true}}, {"glc", isa.Mods{GLC: true}}} {
		if with := of(m.mods); with != plain {
			out += fmt.Sprintf("; with %s %s", m.name, with)
		}
	}
	return out
}

// testNames is the tests in one line.
func (x *instruction) testNames() string {
	var s []string
	for _, t := range x.Tests {
		s = append(s, t.Package+"."+t.Name)
	}
	return strings.Join(s, " ")
}

// summary counts the statuses.
func summary(t isa.Target, list []instruction) string {
	n := map[string]int{}
	for i := range list {
		n[list[i].Status]++
	}
	return fmt.Sprintf("%s, %v: %d instructions, %d %v, %d %v, %d %v", t.Name, t.Gen, len(list),
		n[isa.Exact.String()], isa.Exact,
		n[isa.Approximate.String()], isa.Approximate, n[isa.Missing.String()], isa.Missing)
}

func isaJSON(w io.Writer, gpu string, list []instruction) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		GPU          string        `json:"gpu"`
		Instructions []instruction `json:"instructions"`
	}{gpu, list})
}

func isaText(w io.Writer, t isa.Target, list []instruction) {
	fmt.Fprintln(w, summary(t, list))
	for i := range list {
		x := &list[i]
		fmt.Fprintf(w, "%s\n  encoding  %s %d\n", x.Mnemonic, x.Format, x.Opcode)
		for _, f := range [][2]string{{"bits", x.Bits}, {"sdwa", x.SDWA}, {"dpp", x.DPP}, {"operands", x.Operands},
			{"implicit", x.Implicit}, {"formula", x.Formula}, {"inactive", x.Inactive}, {"counters", x.Counters},
			{"latency", x.Latency}, {"status", x.Status}, {"note", x.Note}, {"example", x.Example}, {"reads", x.Reads},
			{"writes", x.Writes}, {"tests", x.testNames()}} {
			if f[1] != "" {
				fmt.Fprintf(w, "  %-8s  %s\n", f[0], f[1])
			}
		}
	}
}

func isaMarkdown(w io.Writer, t isa.Target, list []instruction) {
	fmt.Fprintf(w, "%s\n\n| instruction | format | opcode | operands | implicit | formula | counters | latency | status "+
		"| note |\n|---|---|---|---|---|---|---|---|---|---|\n", summary(t, list))
	escape := strings.NewReplacer("|", "\\|", "<", "\\<", "*", "\\*", "_", "\\_")
	for i := range list {
		x := &list[i]
		fmt.Fprintf(w, "| %s | %s | %d | %s | %s | %s | %s | %s | %s | %s |\n", escape.Replace(x.Mnemonic), x.Format,
			x.Opcode, escape.Replace(x.Operands),
			escape.Replace(x.Implicit), escape.Replace(x.Formula), escape.Replace(x.Counters),
			x.Latency, x.Status, escape.Replace(x.Note))
	}
}
