package oracle

import (
	"bytes"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

//go:embed templates.txt
var templateFile string

// template is a line of templates.txt.
type template struct {
	formats   []string
	targets   int
	mnemonics []string
	operands  []string // alternatives
}

// templates parses templates.txt.
func templates() ([]template, error) {
	var ts []template
	n := 0
	for line := range strings.Lines(templateFile) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		part := strings.Split(line, "|")
		if len(part) != 4 {
			return nil, fmt.Errorf("oracle: templates.txt:%d: want 4 columns, have %d", n, len(part))
		}
		t := template{formats: strings.Fields(part[0])}
		for m := range strings.FieldsSeq(part[2]) {
			t.mnemonics = append(t.mnemonics, braces(m)...)
		}
		for name := range strings.FieldsSeq(part[1]) {
			t.targets |= targetBit[name]
		}
		for o := range strings.SplitSeq(part[3], ";") {
			t.operands = append(t.operands, strings.TrimSpace(o))
		}
		if t.targets == 0 || len(t.formats) == 0 || len(t.mnemonics) == 0 {
			return nil, fmt.Errorf("oracle: templates.txt:%d: no target, format or mnemonic", n)
		}
		ts = append(ts, t)
	}
	return ts, nil
}

// braces expands every {a,b} of a mnemonic.
func braces(m string) []string {
	head, rest, ok := strings.Cut(m, "{")
	list, tail, ok2 := strings.Cut(rest, "}")
	if !ok || !ok2 {
		return []string{m}
	}
	var out []string
	for alternative := range strings.SplitSeq(list, ",") {
		out = append(out, braces(head+alternative+tail)...)
	}
	return out
}

// Texts returns up to n distinct instructions of each of the formats of gfx600 or gfx700 as LLVM
// encodes and prints them: what the newer targets' disassembly of random encodings says, brought
// into the older syntax, and the expansions of templates.txt. The same target, format, n and seed
// give the same instructions, whichever other formats are asked for.
func Texts(target string, names []string, n int, seed uint64) (map[string][]Golden, error) {
	ts, err := templates()
	if err != nil {
		return nil, err
	}
	out := map[string][]Golden{}
	var all []*drawing
	for _, name := range names {
		if _, err := findFormat(target, name); err != nil {
			return nil, err
		}
		all = append(all, &drawing{name: name, r: rand.New(rand.NewPCG(seed, uint64(targetBit[target]))),
			seen: map[string]bool{}})
	}
	for len(all) > 0 {
		if err := candidates(all, ts, target, func(d *drawing) int { return max(2*(n-len(d.out)), 2000) }); err != nil {
			return nil, err
		}
		var lines []string
		for _, d := range all {
			lines = append(lines, d.lines...)
		}
		res, err := Assemble(target, lines)
		if err == nil {
			err = dropUnencodedClamp(target, res)
		}
		if err != nil {
			return nil, err
		}
		var left []*drawing
		for _, d := range all {
			before := len(d.out)
			for _, a := range res[:len(d.lines)] {
				if a.Err != nil || hasRemark(a.Text) || len(d.out) == n || formatOf(target, a.Bytes) != d.name ||
					d.seen[string(a.Bytes)] {
					continue
				}
				d.seen[string(a.Bytes)] = true
				d.out = append(d.out, Golden{Bytes: a.Bytes, Text: a.Text, Valid: true})
			}
			res = res[len(d.lines):]
			if d.idle++; len(d.out) > before {
				d.idle = 0
			}
			if out[d.name] = d.out; len(d.out) < n && d.idle < 4 {
				left = append(left, d)
			}
		}
		all = left
	}
	return out, nil
}

// drawing is a format whose texts are being drawn.
type drawing struct {
	name  string
	r     *rand.Rand
	lines []string // of this round, which may be instructions of the format
	out   []Golden
	seen  map[string]bool // by encoding
	idle  int             // rounds without a new one
}

// dropUnencodedClamp takes " clamp" out of the texts whose encoding has no bit for it: LLVM accepts
// it for VOP3 with a scalar destination on gfx600 and gfx700, where that field lies over the clamp
// bit, and forgets it.
func dropUnencodedClamp(target string, res []AsmResult) error {
	var at []int
	var lines []string
	for i, a := range res {
		if a.Err == nil && strings.Contains(a.Text, " clamp") {
			at = append(at, i)
			lines = append(lines, strings.Replace(a.Text, " clamp", "", 1))
		}
	}
	without, err := Assemble(target, lines)
	if err != nil {
		return err
	}
	for k, a := range without {
		if a.Err == nil && bytes.Equal(a.Bytes, res[at[k]].Bytes) {
			res[at[k]].Text = a.Text
		}
	}
	return nil
}

// candidates makes about n lines for each format that may be instructions of it.
func candidates(all []*drawing, ts []template, target string, n func(*drawing) int) error {
	for _, d := range all {
		d.lines = nil
	}
	for _, from := range []string{"gfx803", "gfx900"} {
		var words [][]byte
		asked := map[*drawing]int{}
		for _, d := range all {
			newer := d.name
			if newer == "SMRD" {
				newer = "SMEM"
			}
			if _, err := findFormat(from, newer); err != nil {
				continue
			}
			c, err := RandomEncodings(from, newer, n(d)/2, d.r.Uint64())
			if err != nil {
				return err
			}
			asked[d] = len(c)
			words = append(words, c...)
		}
		res, err := Disassemble(from, words)
		if err != nil {
			return err
		}
		for _, d := range all {
			for _, a := range res[:asked[d]] {
				if a.Valid && !a.Remark {
					d.lines = append(d.lines, older(d.r, a.Text))
				}
			}
			res = res[asked[d]:]
		}
	}
	for _, d := range all {
		var fit []string // every mnemonic with every operand form
		for _, t := range ts {
			for _, f := range t.formats {
				if f == d.name && t.targets&targetBit[target] != 0 {
					for _, m := range t.mnemonics {
						for _, o := range t.operands {
							fit = append(fit, m+" "+o)
						}
					}
				}
			}
		}
		for i := 0; len(fit) > 0 && i < max(n(d)/2, 2*len(fit)); i++ {
			d.lines = append(d.lines, expand(d.r, fit[i%len(fit)]))
		}
		d.r.Shuffle(len(d.lines), func(i, j int) { d.lines[i], d.lines[j] = d.lines[j], d.lines[i] })
	}
	return nil
}

// Renamings and other differences between the newer syntax and that of gfx600 and gfx700. They need
// not be complete: LLVM rejects what it does not know, and templates.txt has the rest.
var (
	olderNames = strings.NewReplacer("v_add_u32", "v_add_i32", "v_sub_u32", "v_sub_i32", "v_subrev_u32",
		"v_subrev_i32", "_co_u32", "_u32",
		" a16", " r128",
		"lit(0x3e22f983)", "0x3e22f983") // no inline constant there, so nothing to tell it from
	carryNames = strings.NewReplacer("v_add_co_u32", "v_add_i32", "v_sub_co_u32", "v_sub_i32", "v_subrev_co_u32",
		"v_subrev_i32")
	smemOffset = regexp.MustCompile(`, (-?0x[0-9a-f]+)( glc)?$`)
	flatOffset = regexp.MustCompile(` offset:-?\d+`)
	// not an inline constant there, and LLVM would give an instruction two literals
	inv2pi       = regexp.MustCompile(`0\.15915494\d*`)
	interpSuffix = regexp.MustCompile(`^(v_interp_\w+)_e32`)
)

// older brings a text of gfx803 or gfx900 into the syntax of gfx600 and gfx700.
func older(r *rand.Rand, text string) string {
	text = olderNames.Replace(carryNames.Replace(text))
	text = inv2pi.ReplaceAllString(text, "1.0")
	text = interpSuffix.ReplaceAllString(text, "$1")
	switch {
	case strings.HasPrefix(text, "s_load_"), strings.HasPrefix(text, "s_buffer_load_"):
		if smemOffset.MatchString(text) {
			offset := r.Uint32N(256)
			if r.IntN(3) == 0 {
				offset = r.Uint32()
			}
			text = smemOffset.ReplaceAllString(text, fmt.Sprintf(", %#x", offset))
		}
		text = strings.TrimSuffix(text, " glc")
	case strings.HasPrefix(text, "flat_"):
		text = flatOffset.ReplaceAllString(text, "")
	case strings.Contains(text, " idxen offen") && r.IntN(2) == 0:
		text = strings.Replace(text, " idxen offen", " addr64", 1)
	}
	return text
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// expand replaces each {placeholder}, see templates.txt.
func expand(r *rand.Rand, t string) string {
	return placeholder.ReplaceAllStringFunc(t, func(p string) string {
		switch p = p[1 : len(p)-1]; p {
		case "v":
			return tuple("v", 1, r.Uint32N(256))
		case "v2", "v3", "v4", "v5", "v8":
			n := uint32(p[1] - '0')
			return tuple("v", n, r.Uint32N(257-n))
		case "s":
			return []string{tuple("s", 1, r.Uint32N(102)), "vcc_lo", "vcc_hi", "m0", "exec_lo", "exec_hi",
				tuple("s", 1, r.Uint32N(102))}[r.IntN(7)]
		case "s2":
			return []string{tuple("s", 2, r.Uint32N(51)*2), "vcc", "exec", tuple("s", 2, r.Uint32N(51)*2),
				tuple("ttmp", 2, r.Uint32N(6)*2)}[r.IntN(5)]
		case "s4":
			return tuple("s", 4, r.Uint32N(25)*4)
		case "s8":
			return tuple("s", 8, r.Uint32N(24)*4)
		case "s16":
			return tuple("s", 16, r.Uint32N(22)*4)
		case "c": // inline constant
			return []string{fmt.Sprint(r.IntN(81) - 16), "0.5", "-0.5", "1.0", "-1.0", "2.0", "-2.0", "4.0",
				"-4.0"}[r.IntN(9)]
		case "ss": // 32-bit scalar source
			return expand(r, []string{"{s}", "{s}", "{c}", "{x32}", "src_scc", "src_vccz", "src_execz"}[r.IntN(7)])
		case "ss2": // 64-bit scalar source
			return expand(r, []string{"{s2}", "{s2}", "{c}", "{x32}"}[r.IntN(4)])
		case "a": // 32-bit vector source
			return expand(r, []string{"{v}", "{v}", "{s}", "{c}", "{x32}", "src_scc"}[r.IntN(6)])
		case "ac": // the same without a literal (VOP3)
			return expand(r, []string{"{v}", "{v}", "{v}", "{s}", "{c}"}[r.IntN(5)])
		case "m": // the same with modifiers
			return fmt.Sprintf([]string{"%s", "-%s", "|%s|", "-|%s|"}[r.IntN(4)],
				expand(r, []string{"{v}", "{v}", "{s}"}[r.IntN(3)]))
		case "a2": // 64-bit vector source
			return expand(r, []string{"{v2}", "{v2}", "{s2}", "{c}"}[r.IntN(4)])
		case "m2":
			return fmt.Sprintf([]string{"%s", "-%s", "|%s|", "-|%s|"}[r.IntN(4)], expand(r, "{v2}"))
		case "out": // output modifiers of VOP3
			return []string{"", " clamp", " mul:2", " mul:4", " div:2", " clamp mul:2"}[r.IntN(6)]
		case "clamp":
			return []string{"", " clamp"}[r.IntN(2)]
		case "u8":
			return fmt.Sprintf("%#x", pick(r, 20, []uint32{0, 1, 127, 128, 255}, 256))
		case "u12":
			return fmt.Sprint(pick(r, 20, []uint32{0, 1, 4095}, 4096))
		case "u16":
			return fmt.Sprintf("%#x", pick(r, 20, []uint32{0, 1, 0x7fff, 0x8000, 0xffff}, 65536))
		case "d8":
			return fmt.Sprint(pick(r, 20, []uint32{0, 1, 255}, 256))
		case "d16":
			return fmt.Sprint(pick(r, 20, []uint32{0, 1, 65535}, 65536))
		case "x32":
			return fmt.Sprintf("%#x", r.Uint32())
		case "soff": // scalar offset of a buffer instruction
			return expand(r, []string{"{s}", "{c}", "0"}[r.IntN(3)])
		case "mod": // modifiers of a buffer instruction
			return expand(r, []string{"", " offset:{u12}", " offset:{u12} glc", " glc slc",
				" offset:{u12} slc"}[r.IntN(5)])
		case "off": // offset of a DS instruction
			return expand(r, []string{"", " offset:{d16}", " gds", " offset:{d16} gds"}[r.IntN(4)])
		case "off2":
			return expand(r, []string{"", " offset0:{d8} offset1:{d8}", " offset0:{d8}", " offset1:{d8} gds",
				" gds"}[r.IntN(5)])
		case "img": // modifiers of an image instruction
			return []string{"", " unorm", " glc", " slc", " da", " r128", " unorm glc slc da"}[r.IntN(7)]
		case "dfmt":
			return fmt.Sprintf("dfmt:%d, nfmt:%d,", r.IntN(16), r.IntN(8))
		}
		return "{unknown " + p + "}"
	})
}

// tuple is a register or a range of n of them.
func tuple(prefix string, n, first uint32) string {
	if n == 1 {
		return fmt.Sprintf("%s%d", prefix, first)
	}
	return fmt.Sprintf("%s[%d:%d]", prefix, first, first+n-1)
}
