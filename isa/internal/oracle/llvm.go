package oracle

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
)

// version is the LLVM release whose text the golden files hold. Others spell literals, registers
// and modifiers differently.
const version = "22"

// ErrNotFound is returned by [Find] when no llvm-mc of release version is installed.
var ErrNotFound = errors.New("oracle: no llvm-mc of LLVM " + version + " found (tried PATH and /usr/lib/llvm-" +
	version + "/bin)")

// Find returns the path of an llvm-mc of release version, or [ErrNotFound]. The search runs once.
func Find() (path string, err error) {
	t, err := find()
	return t.path, err
}

// Release returns the full version of the llvm-mc that [Find] found, "22.1.8".
func Release() (string, error) {
	t, err := find()
	return t.release, err
}

type tool struct{ path, release string }

var find = sync.OnceValues(func() (tool, error) {
	for _, name := range []string{"llvm-mc-" + version, "llvm-mc", "/usr/lib/llvm-" + version + "/bin/llvm-mc"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		out, err := exec.Command(path, "--version").Output()
		if err != nil {
			continue
		}
		if _, rest, ok := strings.Cut(string(out), "LLVM version "); ok && strings.HasPrefix(rest, version+".") {
			return tool{path, strings.Fields(rest)[0]}, nil
		}
	}
	return tool{}, ErrNotFound
})

// Result is LLVM's answer to one candidate.
type Result struct {
	Valid bool   // LLVM decodes it
	Len   int    // bytes of the instruction: 4 or 8; 0 when not valid
	Text  string // as printed, single spaces; "" when not valid
	// Remark: decoded, but not an instruction. LLVM itself says in the text that an operand or a
	// control value is not legal ("/*Invalid register, ..."). Or the text names accumulation
	// registers (a0), which no target of these generations has, or a read-only special as a
	// destination.
	Remark bool
	// Crashed: llvm-mc died of it (see the package comment). Such a candidate is not valid.
	Crashed bool
}

const (
	batch    = 65536 // candidates per process, which takes as long to start as to answer some thousands
	padding  = 2     // s_nop after each candidate within its block
	sNopMask = 0xffff0000
	sNopBits = 0xbf800000 // s_nop simm16, the same on every generation
)

// Disassemble asks for the instruction at the start of each candidate. A candidate should hold 8
// bytes (a second dword that the instruction does not need is ignored); one of 4 bytes is not valid
// when its instruction needs more. Results are in order, one per candidate.
func Disassemble(mcpu string, words [][]byte) ([]Result, error) {
	path, err := Find()
	if err != nil {
		return nil, err
	}
	for i, w := range words {
		if len(w) != 4 && len(w) != 8 {
			return nil, fmt.Errorf("oracle: candidate %d has %d bytes, want 4 or 8", i, len(w))
		}
	}
	safe := make([][]byte, len(words))
	for i, w := range words {
		safe[i] = defuse(mcpu, w)
	}
	res := make([]Result, len(words))
	err = inParallel(len(words), func(lo, hi int) error { return disassembleRange(path, mcpu, safe[lo:hi], res[lo:hi]) })
	if err != nil {
		return nil, err
	}
	// Where the replaced code was no operand (ignored, or part of an attribute) the original does
	// no harm, and only it tells the text.
	var again []int
	var originals [][]byte
	for i := range res {
		if &safe[i][0] == &words[i][0] {
			continue
		}
		if res[i] = undefuse(words[i], res[i]); res[i].Valid {
			again = append(again, i)
			originals = append(originals, words[i])
		}
	}
	second := make([]Result, len(again))
	err = inParallel(len(again), func(lo, hi int) error {
		return disassembleRange(path, mcpu, originals[lo:hi], second[lo:hi])
	})
	for k, i := range again {
		res[i] = second[k]
	}
	return res, err
}

// inParallel runs f over [0, n) in batches on all processors and returns the first error.
func inParallel(n int, f func(lo, hi int) error) error {
	var wg sync.WaitGroup
	var mu sync.Mutex
	var first error
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for lo := 0; lo < n; lo += batch {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			if err := f(lo, min(lo+batch, n)); err != nil {
				mu.Lock()
				if first == nil {
					first = err
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return first
}

// disassembleRange answers words into res. After a crash it keeps the answers that came out, and
// goes on from there with fewer candidates per process until the culprit is alone.
func disassembleRange(path, mcpu string, words [][]byte, res []Result) error {
	for size := len(words); len(words) > 0; {
		size = min(size, len(words))
		done, crashed, err := disassembleOnce(path, mcpu, words[:size], res[:size])
		switch {
		case err != nil:
			return err
		case !crashed:
			size *= 4
		case done == 0 && size == 1:
			res[0] = Result{Crashed: true}
			done, size = 1, 64
		default:
			size = max(1, min(size-done, 64)/4)
		}
		words, res = words[done:], res[done:]
	}
	return nil
}

// sentinels picks two s_nop texts that occur in no candidate.
func sentinels(words [][]byte) (bits [2]uint32, text [2]string) {
	used := map[uint32]bool{}
	for _, w := range words {
		for i := 0; i+4 <= len(w); i += 4 {
			if v := le32(w[i:]); v&sNopMask == sNopBits {
				used[v] = true
			}
		}
	}
	n := 0
	for imm := uint32(0x1234); n < 2; imm++ {
		if v := sNopBits | imm&0xffff; !used[v] {
			bits[n], text[n] = v, fmt.Sprintf("s_nop %#x", imm&0xffff)
			n++
		}
	}
	return bits, text
}

func disassembleOnce(path, mcpu string, words [][]byte, res []Result) (done int, crashed bool, err error) {
	bits, text := sentinels(words)
	var in bytes.Buffer
	const digits = "0123456789abcdef"
	put := func(b byte) { in.WriteString(" 0x"); in.WriteByte(digits[b>>4]); in.WriteByte(digits[b&15]) }
	put32 := func(v uint32) { put(byte(v)); put(byte(v >> 8)); put(byte(v >> 16)); put(byte(v >> 24)) }
	for _, w := range words {
		in.WriteByte('[')
		for _, b := range w {
			put(b)
		}
		for range padding {
			put32(bits[0])
		}
		in.WriteString(" ]\n[")
		put32(bits[1])
		in.WriteString(" ]\n")
	}
	stdout, stderr, crashed, err := run(path, in.Bytes(), "--disassemble", "--triple=amdgcn", "--mcpu="+mcpu)
	if err != nil {
		return 0, crashed, err
	}
	// Column of the first complaint per candidate; "[ " puts the first byte into column 3.
	bad := map[int]int{}
	err = diagnostics(stderr, func(line, col int, _, msg string) error {
		if msg != "invalid instruction encoding" {
			return fmt.Errorf("oracle: llvm-mc --mcpu=%s: unexpected message %q for %x", mcpu, msg, words[(line-1)/2])
		}
		if _, ok := bad[(line-1)/2]; !ok {
			bad[(line-1)/2] = col
		}
		return nil
	})
	if err != nil {
		return 0, crashed, err
	}
	var got []string
	for line := range strings.Lines(stdout) {
		if !strings.HasSuffix(line, "\n") || done == len(words) {
			break // cut short by a crash
		}
		if line = strings.TrimSpace(line); strings.ContainsAny(line, "\t") || strings.Contains(line, "  ") {
			line = strings.Join(strings.Fields(line), " ")
		}
		if line == "" || line[0] == '.' {
			continue
		}
		if line != text[1] {
			got = append(got, line)
			continue
		}
		if res[done], err = answer(words[done], got, bad[done], text[0]); err != nil {
			return done, crashed, fmt.Errorf("oracle: llvm-mc --mcpu=%s: candidate %x: %w", mcpu, words[done], err)
		}
		got = got[:0]
		done++
	}
	if !crashed && done != len(words) {
		return done, crashed, fmt.Errorf("oracle: llvm-mc --mcpu=%s answered %d of %d candidates", mcpu, done,
			len(words))
	}
	return done, crashed, nil
}

// answer interprets what was printed for one block: the instruction, what its unused second dword
// happened to be, and the padding. badCol is the column of a complaint within the block, 0 if none.
func answer(word []byte, got []string, badCol int, pad string) (Result, error) {
	const firstByte = 3
	if badCol == firstByte {
		return Result{}, nil
	}
	if len(got) == 0 {
		return Result{}, errors.New("no answer")
	}
	r := Result{Valid: true, Len: 4, Text: got[0], Remark: hasRemark(got[0])}
	pads := 0
	for _, g := range got[1:] {
		if g == pad {
			pads++
		}
	}
	// The padding follows directly: everything before it belongs to the instruction, unless the
	// block broke off in the second dword.
	if badCol == 0 && len(got) == 1+pads {
		r.Len = len(word) + 4*(padding-pads)
	}
	if r.Len > len(word) {
		return Result{}, nil // needs more bytes than the candidate has
	}
	return r, nil
}

var remark = regexp.MustCompile(`/\*|(^\w+|,) a[\d[]|^v_\w+ src_`)

func hasRemark(text string) bool { return remark.MatchString(text) }

// AsmResult is LLVM's answer to one line of assembly.
type AsmResult struct {
	Bytes []byte // the encoding, nil on error
	Text  string // the instruction as LLVM prints it back
	Err   error  // LLVM's complaint
}

// Assemble assembles each line on its own. Lines must be single instructions; directives, labels
// and comments are answered with an error.
func Assemble(mcpu string, lines []string) ([]AsmResult, error) {
	path, err := Find()
	if err != nil {
		return nil, err
	}
	res := make([]AsmResult, len(lines))
	err = inParallel(len(lines), func(lo, hi int) error { return assembleRange(path, mcpu, lines[lo:hi], res[lo:hi]) })
	return res, err
}

var errNotInstruction = errors.New("not a single instruction")

func assembleRange(path, mcpu string, lines []string, res []AsmResult) error {
	var in strings.Builder
	for i, l := range lines {
		l = strings.TrimSpace(l)
		if l == "" || l[0] == '.' || strings.HasSuffix(l, ":") || strings.ContainsAny(l, "\n\r;#@") ||
			strings.Contains(l, "//") || strings.Contains(l, "/*") {
			res[i].Err = errNotInstruction
			l = ""
		}
		in.WriteString(l + "\n")
	}
	stdout, stderr, crashed, err := run(path, []byte(in.String()), "--triple=amdgcn", "--mcpu="+mcpu, "--show-encoding")
	if err == nil && crashed {
		err = errors.New("oracle: llvm-mc crashed while assembling for " + mcpu)
	}
	if err != nil {
		return err
	}
	err = diagnostics(stderr, func(line, col int, kind, msg string) error {
		if kind == "error" && line <= len(res) && res[line-1].Err == nil {
			res[line-1].Err = fmt.Errorf("column %d: %s", col, msg)
		}
		return nil
	})
	if err != nil {
		return err
	}
	i := 0
	for line := range strings.Lines(stdout) {
		text, enc, ok := strings.Cut(line, "; encoding: [")
		if !ok {
			continue
		}
		for i < len(res) && res[i].Err != nil {
			i++
		}
		if i == len(res) {
			return fmt.Errorf("oracle: llvm-mc --mcpu=%s printed more instructions than it was given", mcpu)
		}
		enc, _, _ = strings.Cut(enc, "]")
		if strings.Contains(enc, "A") { // a byte for the linker to fill in
			res[i].Err = errors.New("the instruction refers to a symbol")
		} else if b, err := hex.DecodeString(strings.NewReplacer("0x", "", ",", "").Replace(enc)); err != nil {
			return fmt.Errorf("oracle: llvm-mc --mcpu=%s: encoding %q of %q: %w", mcpu, enc, lines[i], err)
		} else {
			res[i].Bytes, res[i].Text = b, strings.Join(strings.Fields(text), " ")
		}
		i++
	}
	for ; i < len(res); i++ {
		if res[i].Err == nil {
			return fmt.Errorf("oracle: llvm-mc --mcpu=%s gave no answer for %q", mcpu, lines[i])
		}
	}
	return nil
}

// run feeds llvm-mc. Errors in the input are no error of run; crashed reports that it was killed by
// a signal.
func run(path string, in []byte, args ...string) (stdout, stderr string, crashed bool, err error) {
	cmd := exec.Command(path, args...)
	cmd.Env = append(os.Environ(), "LLVM_DISABLE_SYMBOLIZATION=1")
	var out, diag bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &out, &diag
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		crashed, err = exit.ExitCode() < 0 || exit.ExitCode() > 2, nil
	}
	if err != nil {
		err = fmt.Errorf("oracle: %s: %w", path, err)
	}
	return out.String(), diag.String(), crashed, err
}

// diagnostics calls f for every "<stdin>:line:col: kind: message" line.
func diagnostics(stderr string, f func(line, col int, kind, msg string) error) error {
	for l := range strings.Lines(stderr) {
		rest, ok := strings.CutPrefix(l, "<stdin>:")
		if !ok {
			continue
		}
		part := strings.SplitN(rest, ":", 4)
		if len(part) != 4 {
			continue
		}
		line, err1 := strconv.Atoi(part[0])
		col, err2 := strconv.Atoi(part[1])
		if err1 != nil || err2 != nil {
			continue
		}
		if err := f(line, col, strings.TrimSpace(part[2]), strings.TrimSpace(part[3])); err != nil {
			return err
		}
	}
	return nil
}

func le32(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}
