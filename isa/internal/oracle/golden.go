package oracle

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
)

// Golden is one line of a golden file: an encoding and what LLVM says of it.
type Golden struct {
	Bytes  []byte // memory order; exactly the instruction when Valid, else what was offered
	Text   string // LLVM's text, "" when not valid
	Valid  bool
	Remark bool // decoded, but LLVM complains in the text about an operand, see [Result]
	Line   int  // in the file, from 1
}

const invalidMark = "!"

// ReadGolden reads a golden file: "hex | text" lines, "hex | !" for encodings that LLVM rejects,
// comments from "#" at the start of a line.
func ReadGolden(path string) ([]Golden, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("oracle: %w", err)
	}
	defer f.Close()
	return parseGolden(path, f)
}

func parseGolden(path string, f io.Reader) ([]Golden, error) {
	var gs []Golden
	sc := bufio.NewScanner(f)
	for n := 1; sc.Scan(); n++ {
		line := strings.TrimSpace(sc.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		h, text, ok := strings.Cut(line, " | ")
		b, err := hex.DecodeString(h)
		if !ok || err != nil || len(b) == 0 || text == "" {
			return nil, fmt.Errorf("oracle: %s:%d: want \"hex | text\", have %q", path, n, line)
		}
		g := Golden{Bytes: b, Valid: text != invalidMark, Line: n}
		if g.Valid {
			g.Text, g.Remark = text, hasRemark(text)
		}
		gs = append(gs, g)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("oracle: %s: %w", path, err)
	}
	return gs, nil
}

// String is the line of a golden file.
func (g Golden) String() string {
	if !g.Valid {
		return hex.EncodeToString(g.Bytes) + " | " + invalidMark
	}
	return hex.EncodeToString(g.Bytes) + " | " + g.Text
}
