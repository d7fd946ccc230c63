package main

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strconv"

	"github.com/gcnsim/gcnsim/isa"
)

type decodeCmd struct {
	GPU   string `name:"gpu" required:"" placeholder:"GPU" help:"Generation (gcn1.2), target (gfx803) or chip (fiji)."`
	Words bool   `help:"Lines have dwords, the highest digit first, as llvm-objdump writes them: 020A0281."`
}

// Help is shown below the flags.
func (*decodeCmd) Help() string {
	return `Reads bytes in memory order (the order of a file, not of a dword's digits), one instruction per line, from standard input: "81020a02",
"81 02 0a 02", "0x81,0x02,0x0a,0x02" and "[0x81,0x02,0x0a,0x02]" are the same. Line n of the output belongs to line n of the input: the length in
bytes, a tab and the text; for bytes that are no instruction 0, a tab and the reason; nothing for an empty line. "#", ";" and "//" begin a comment.
Bytes behind the instruction are ignored: the length tells.

Exit status: 0, also when some bytes are no instruction; 2 when a line is not hexadecimal.

Examples:

    echo "81020a02" | gcnsim decode --gpu gfx900
    echo "020A0281" | gcnsim decode --gpu gfx900 --words
    gcnsim decode --gpu fiji < bytes.txt`
}

// maxLine is the most bytes of an input line.
const maxLine = 1 << 20

// Run executes the verb.
func (c *decodeCmd) Run(s streams) error {
	t, err := isa.FindTarget(c.GPU)
	if err != nil {
		return usage("--gpu: %w", err)
	}
	return decodeLines(t, c.Words, s.in, s.out)
}

// decodeLines decodes every line of r. It stops at the first line that is not hexadecimal.
func decodeLines(t isa.Target, words bool, r io.Reader, w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 1<<16), maxLine)
	var code, line []byte
	for n := 1; in.Scan(); n++ {
		var col int
		if code, col = hexBytes(code[:0], in.Bytes()); col != 0 {
			return errors.Join(out.Flush(), usage("standard input, line %d, column %d: not hexadecimal bytes: %.60q",
				n, col, in.Text()))
		}
		if words {
			if len(code)%4 != 0 {
				return errors.Join(out.Flush(), usage("standard input, line %d: want dwords of 8 digits: %.60q", n, in.Text()))
			}
			for i := 0; i < len(code); i += 4 {
				slices.Reverse(code[i : i+4])
			}
		}
		line = line[:0]
		if len(code) > 0 {
			line = decodeLine(line, &t, code)
		}
		out.Write(append(line, '\n')) // the writer keeps its first error for Flush
	}
	if err := in.Err(); err != nil {
		return errors.Join(out.Flush(), usage("standard input: %w", err))
	}
	return out.Flush()
}

func decodeLine(b []byte, t *isa.Target, code []byte) []byte {
	in, err := t.Decode(code)
	if err == nil {
		b = append(strconv.AppendUint(b, uint64(in.Len), 10), '\t')
		return in.AppendText(b)
	}
	return appendReason(b, err)
}

// appendReason appends what says that bytes are no instruction.
func appendReason(b []byte, err error) []byte {
	b = append(b, "0\t"...)
	var e *isa.DecodeError
	if !errors.As(err, &e) {
		return append(b, err.Error()...)
	}
	b = append(b, e.Err.Error()...)
	if e.Detail != "" {
		b = append(append(b, ": "...), e.Detail...)
	}
	return b
}

// hexBytes appends the bytes of a line to b. col is 0, or the column, from 1, of what is not
// hexadecimal.
func hexBytes(b, line []byte) (_ []byte, col int) {
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == ' ' || c == '\t' || c == ',' || c == '\r' || c == '[' || c == ']':
			i++
			continue
		case c == '#' || c == ';' || c == '/' && i+1 < len(line) && line[i+1] == '/':
			return b, 0
		case c == '0' && i+1 < len(line) && line[i+1]|0x20 == 'x' && (i == 0 || nibble(line[i-1]) < 0):
			i += 2
		}
		if i+1 >= len(line) {
			return b, i + 1
		}
		hi, lo := nibble(line[i]), nibble(line[i+1])
		if hi < 0 || lo < 0 {
			return b, i + 1
		}
		b = append(b, byte(hi<<4|lo))
		i += 2
	}
	return b, 0
}

func nibble(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
