package oracle

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
)

// RandomEncodings returns n candidate encodings of 8 bytes of a format (see [Formats]), random and
// at the boundaries: every opcode value, those that LLVM knows nine times as often, with meaningful
// fields, with bits flipped, fields at their extremes, everything random, all zeros and all ones.
// About a half is valid. The same arguments give the same candidates.
//
// gfx600 and gfx700 have no disassembler to judge candidates, so there they are the distinct
// encodings of texts that LLVM ([Find]) assembles, exactly as long as the instruction; see [Texts].
// That may give fewer than n where the format has not so many.
func RandomEncodings(target, name string, n int, seed uint64) ([][]byte, error) {
	f, err := findFormat(target, name)
	if err != nil {
		return nil, err
	}
	if f.targets&(gfx6|gfx7) != 0 && targetBit[target]&(gfx6|gfx7) != 0 {
		gs, err := Texts(target, []string{name}, n, seed)
		if err != nil {
			return nil, err
		}
		out := make([][]byte, len(gs[name]))
		for i, g := range gs[name] {
			out[i] = g.Bytes
		}
		return out, nil
	}
	valid, err := validOpcodes(target, f)
	if err != nil {
		return nil, err
	}
	every := f.opcodes()
	r := rand.New(rand.NewPCG(seed, uint64(len(name))<<8|uint64(name[0])))
	out := make([][]byte, n)
	for i := range out {
		from := valid
		if i%10 == 9 || len(valid) == 0 {
			from = every
		}
		o := from[i%len(from)]
		if i >= len(every)+len(valid) { // each came up
			o = from[r.IntN(len(from))]
		}
		out[i] = o.shape.candidate(r, o.op)
	}
	return out, nil
}

// opcode is an opcode value of one of a format's shapes.
type opcode struct {
	shape *shape
	op    int
}

func (f format) opcodes() (os []opcode) {
	for i := range f.shapes {
		for op := range f.shapes[i].ops {
			os = append(os, opcode{&f.shapes[i], op})
		}
	}
	return os
}

//go:embed opcodes.txt
var opcodeFile string

// validByFormat are the opcodes that LLVM knows, by target and format: opcodes.txt.
var validByFormat = sync.OnceValues(func() (map[string][]opcode, error) {
	m := map[string][]opcode{}
	for line := range strings.Lines(opcodeFile) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if len(words) < 2 {
			return nil, fmt.Errorf("oracle: opcodes.txt: %q names no format", line)
		}
		f, err := findFormat(words[0], words[1])
		if err != nil {
			return nil, err
		}
		every, os := f.opcodes(), []opcode{}
		for _, w := range words[2:] {
			var lo, hi int
			if n, _ := fmt.Sscanf(w, "%d-%d", &lo, &hi); n == 1 {
				hi = lo
			} else if n == 0 {
				return nil, fmt.Errorf("oracle: opcodes.txt: %q is no number or range", w)
			}
			if lo < 0 || lo > hi || hi >= len(every) {
				return nil, fmt.Errorf("oracle: opcodes.txt: %s %s has no opcodes %s", words[0], words[1], w)
			}
			os = append(os, every[lo:hi+1]...)
		}
		m[words[0]+" "+words[1]] = os
	}
	return m, nil
})

// validOpcodes are the opcodes of a format that LLVM knows.
func validOpcodes(target string, f format) ([]opcode, error) {
	m, err := validByFormat()
	if err != nil {
		return nil, err
	}
	os, ok := m[target+" "+f.name]
	if !ok {
		return nil, fmt.Errorf("oracle: opcodes.txt has no line of %s %s: go run ./isa/internal/oracle/gen -opcodes", target,
			f.name)
	}
	return os, nil
}

// Opcodes is the text of opcodes.txt, asked of LLVM: which opcodes of each format exist. They are
// those of which one of some dozens of meaningful candidates is valid, by number in the format's
// list of them (its shapes one behind another). The first few candidates of each are asked first:
// most valid opcodes need no more.
func Opcodes() (string, error) {
	release, err := Release()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# The opcodes that LLVM %s knows: target, format, numbers.\n# Made with \"go run "+
		"./isa/internal/oracle/gen -opcodes\". Do not edit.\n", release)
	for _, target := range Targets {
		if targetBit[target]&(gfx6|gfx7) != 0 {
			continue // no disassembler
		}
		if err := askOpcodes(&b, target, Formats(target)); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// askOpcodes writes the lines of formats of one target.
func askOpcodes(b *strings.Builder, target string, formats []string) error {
	const tries, few = 48, 8
	type asked struct {
		words [][]byte
		valid bool
	}
	of := map[string][]asked{}
	var every []*asked
	for _, name := range formats {
		f, err := findFormat(target, name)
		if err != nil {
			return err
		}
		r := rand.New(rand.NewPCG(1, 1))
		list := make([]asked, len(f.opcodes()))
		for i, o := range f.opcodes() {
			for range tries {
				list[i].words = append(list[i].words, o.shape.candidate(r, o.op))
			}
			every = append(every, &list[i])
		}
		of[name] = list
	}
	for _, part := range [][2]int{{0, few}, {few, tries}} {
		var words [][]byte
		for _, a := range every {
			if !a.valid {
				words = append(words, a.words[part[0]:part[1]]...)
			}
		}
		res, err := Disassemble(target, words)
		if err != nil {
			return err
		}
		for _, a := range every {
			if !a.valid {
				a.valid = slices.ContainsFunc(res[:part[1]-part[0]], func(r Result) bool { return r.Valid })
				res = res[part[1]-part[0]:]
			}
		}
	}
	for _, name := range formats {
		fmt.Fprintf(b, "%s %s", target, name)
		list := of[name]
		for lo := 0; lo < len(list); lo++ {
			hi := lo
			for hi < len(list) && list[hi].valid {
				hi++
			}
			switch hi - lo {
			case 0:
				continue
			case 1:
				fmt.Fprintf(b, " %d", lo)
			default:
				fmt.Fprintf(b, " %d-%d", lo, hi-1)
			}
			lo = hi
		}
		b.WriteByte('\n')
	}
	return nil
}

// candidate is one encoding with the given opcode.
func (s shape) candidate(r *rand.Rand, op int) []byte {
	fixed := s.fixed | (1<<s.opBits-1)<<s.opLo
	start := s.match | uint32(op)<<s.opLo
	w := [2]uint32{start, literal(r)}
	for s.match == 0 && w[1] >= 128 && w[1] < 256 {
		// VOP2: LLVM 22 prints a constant of v_madmk and v_madak that equals a source operand code
		// as that operand
		w[1] = literal(r)
	}
	if s.dwords == 2 {
		w[1] = 0
	}
	for _, f := range s.fields {
		f.put(&w, f.value(r))
	}
	switch p := r.IntN(100); {
	case p < 62: // as it is
	case p < 77: // a bit flipped
		w[r.IntN(s.dwords)] ^= 1 << r.IntN(32)
	case p < 89: // a field at its extremes
		if len(s.fields) > 0 {
			f := s.fields[r.IntN(len(s.fields))]
			f.put(&w, []uint32{0, 1<<f.width - 1, 1 << (f.width - 1), 1}[r.IntN(4)])
		}
	case p < 97: // everything random
		w = [2]uint32{r.Uint32(), r.Uint32()}
	case p < 98:
		w = [2]uint32{}
	case p < 99:
		w = [2]uint32{^uint32(0), ^uint32(0)}
	default: // the fields set, the reserved bits too
		x := [2]uint32{}
		for _, f := range s.fields {
			f.put(&x, 1<<f.width-1)
		}
		for i := range s.dwords {
			w[i] |= ^x[i]
		}
	}
	w[0] = w[0]&^fixed | start
	b := make([]byte, 8)
	for i := range b {
		b[i] = byte(w[i/4] >> (i % 4 * 8))
	}
	return b
}

func (f field) put(w *[2]uint32, v uint32) {
	m := uint32(1)<<f.width - 1
	w[f.word] = w[f.word]&^(m<<f.lo) | v&m<<f.lo
}

// value is a good value of the field.
func (f field) value(r *rand.Rand) uint32 {
	if r.IntN(100) < f.rare {
		return 0
	}
	switch f.kind {
	case vgpr:
		return pick(r, 20, []uint32{0, 1, 124, 252, 253, 254, 255}, 256) // M0, where it is a scalar register
	case sgpr:
		return scalarRegister(r)
	case quad:
		return pick(r, 20, []uint32{0, 1, 24, 25, 26, 27, 28, 29, 30, 31}, 26)
	case src:
		switch p := r.IntN(100); {
		case p < 35:
			return scalarRegister(r)
		case p < 55:
			return 128 + r.Uint32N(128) // constants and specials, the reserved ones too
		case p < 62 && f.width == 9 || p < 90 && f.width == 8:
			return 128 + r.Uint32N(81) // integers
		case p < 65:
			return 240 + r.Uint32N(9) // floats
		case p < 70:
			return 255 // literal
		}
		return 256 + pick(r, 20, []uint32{0, 1, 252, 253, 254, 255}, 256)
	}
	if f.width == 1 {
		return 1
	}
	return pick(r, 15, []uint32{0, 1, 1<<f.width - 1, 1 << (f.width - 1)}, 1<<f.width)
}

// scalarRegister is a register code of 7 bits: two thirds of them ordinary SGPRs, half of those
// even.
func scalarRegister(r *rand.Rand) uint32 {
	if r.IntN(3) == 0 {
		return 96 + r.Uint32N(32)
	}
	return r.Uint32N(104) &^ (r.Uint32N(2) * 3)
}

// pick is one of the special values in percent of the cases, else any below n.
func pick(r *rand.Rand, percent int, special []uint32, n uint32) uint32 {
	if r.IntN(100) < percent {
		return special[r.IntN(len(special))]
	}
	return r.Uint32N(n)
}

// literal is a second dword for a literal constant: often one that is also an inline constant in
// some type, which LLVM spells differently.
func literal(r *rand.Rand) uint32 {
	special := []uint32{0, 1, 64, 65, 0xffffffff, 0xfffffff0, 0xffffffef, 0x3f800000, 0xbf800000, 0x3f000000,
		0xbf000000, 0x40000000, 0xc0000000, 0x40800000,
		0xc0800000, 0x3e22f983, 0x3c00, 0xbc00, 0x3800, 0x4000, 0x4400, 0xc400, 0x3118, 0xfff0, 0xffff, 0x13c00, 0x3ff00000, 0x3fe00000, 0x40100000, 0x3fc45f30,
		0x80000000, 0x7fffffff, 0xffff0000, 0x00010000}
	switch r.IntN(4) {
	case 0:
		return special[r.IntN(len(special))]
	case 1:
		return r.Uint32N(0x10000)
	}
	return r.Uint32()
}
