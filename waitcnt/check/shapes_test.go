package check_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// program is code that is made word by word: an assembler would need longer than the check.
type program struct {
	g     isa.Gen
	words []uint32
	cache map[string][]uint32
}

// add appends instructions. Those that differ in a number only are assembled once for each number:
// numbers are small.
func (p *program) add(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	w, ok := p.cache[text]
	if !ok {
		code, err := asm.Code(p.g, text)
		if err != nil {
			panic(fmt.Errorf("%s: %w", text, err))
		}
		for i := 0; i < len(code.Code); i += 4 {
			w = append(w, binary.LittleEndian.Uint32(code.Code[i:]))
		}
		p.cache[text] = w
	}
	p.words = append(p.words, w...)
}

// branch appends a branch to a word.
func (p *program) branch(op string, to int) {
	p.add("%s 0", op)
	p.patch(len(p.words)-1, to)
}

// patch makes the branch at a word go to another one, or as near as branches reach.
func (p *program) patch(at, to int) {
	off := min(max(to-at-1, -32768), 32767)
	p.words[at] = p.words[at]&^0xffff | uint32(uint16(int16(off)))
}

func (p *program) code() []byte {
	var b []byte
	for _, w := range p.words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// load is the text of the i-th memory operation of a kind; registers go round.
func load(g isa.Gen, kind string, i int) string {
	v, s := 8+i%240, 8+i%88
	switch kind {
	case "scalar":
		return fmt.Sprintf("s_load_dword s%d, s[0:1], 0x%x", s, 4*(i%16))
	case "scalar store":
		if g&(isa.GCN12|isa.GCN14) == 0 {
			return "s_dcache_inv"
		}
		return fmt.Sprintf("s_store_dword s%d, s[0:1], 0x%x", s, 4*(i%50))
	case "lds":
		return fmt.Sprintf("ds_read_b32 v%d, v0", v)
	case "lds store":
		return "ds_write_b32 v0, v1"
	case "gds":
		return fmt.Sprintf("ds_add_u32 v%d, v%d gds", v, v)
	case "flat":
		if g == isa.GCN10 {
			return fmt.Sprintf("buffer_load_dword v%d, v0, s[0:3], 0 offen", v)
		}
		return fmt.Sprintf("flat_load_dword v%d, v[0:1]", v)
	case "store":
		return fmt.Sprintf("buffer_store_dword v%d, off, s[0:3], 0", v)
	case "export":
		return fmt.Sprintf("exp mrt%d v%d, v%d, v%d, v%d", i%8, v, v, v, v)
	case "message":
		return "s_sendmsg sendmsg(MSG_INTERRUPT)"
	case "hazard":
		return fmt.Sprintf("v_readfirstlane_b32 s%d, v%d", s, v)
	case "vcc":
		return "s_mov_b32 vcc_lo, 0"
	case "mixed":
		kinds := []string{"scalar", "lds", "vector", "store", "flat", "export", "lds store", "message", "hazard", "scalar store", "gds"}
		return load(g, kinds[i%len(kinds)], i)
	}
	return fmt.Sprintf("buffer_load_dword v%d, off, s[0:3], 0", v)
}

var kinds = []string{"vector", "scalar", "scalar store", "lds", "lds store", "gds", "flat", "store", "export", "message", "hazard", "vcc", "mixed"}

// shapes make a program of about n instructions, in which memory operations of a kind stand in some
// pattern of control flow.
var shapes = []struct {
	name string
	make func(p *program, n int, op func(i int) string)
}{
	{"straight", func(p *program, n int, op func(i int) string) {
		for i := range n {
			p.add("%s", op(i))
		}
	}},
	{"predicated", func(p *program, n int, op func(i int) string) {
		for i := range n / 2 {
			at := len(p.words)
			p.branch("s_cbranch_execz", at)
			p.add("%s", op(i))
			p.patch(at, len(p.words))
		}
	}},
	{"branch back each", func(p *program, n int, op func(i int) string) {
		for i := range n / 2 {
			at := len(p.words)
			p.add("%s", op(i))
			p.branch("s_cbranch_scc1", at)
		}
	}},
	{"branch back to the one before", func(p *program, n int, op func(i int) string) {
		before, at := 0, 0
		for i := range n / 2 {
			before, at = at, len(p.words)
			p.add("%s", op(i))
			p.branch("s_cbranch_scc1", before)
		}
	}},
	{"branch back to the start", func(p *program, n int, op func(i int) string) {
		for i := range n / 2 {
			p.add("%s", op(i))
			p.branch("s_cbranch_scc1", i%7)
		}
	}},
	{"forward to one join", func(p *program, n int, op func(i int) string) {
		var from []int
		for i := range n / 2 {
			p.add("%s", op(i))
			from = append(from, len(p.words))
			p.branch("s_cbranch_scc1", 0)
		}
		for _, at := range from {
			p.patch(at, len(p.words))
		}
		p.add("v_mov_b32 v0, v9")
	}},
	{"nested loops", func(p *program, n int, op func(i int) string) {
		var heads []int
		for i := range n / 4 {
			heads = append(heads, len(p.words))
			p.add("%s", op(i))
		}
		for i := range n / 4 {
			p.add("%s", op(i))
			p.branch("s_cbranch_scc1", heads[len(heads)-1-i])
		}
	}},
	{"diamonds", func(p *program, n int, op func(i int) string) {
		for i := range n / 4 {
			at := len(p.words)
			p.branch("s_cbranch_scc1", 0)
			p.add("%s", op(2*i))
			end := len(p.words)
			p.branch("s_branch", 0)
			p.patch(at, len(p.words))
			p.add("%s", op(2*i+1))
			p.patch(end, len(p.words))
		}
	}},
	{"diamonds in reverse", func(p *program, n int, op func(i int) string) {
		p.branch("s_branch", 0)
		next := len(p.words)
		p.add("s_endpgm")
		for i := range n / 5 {
			a := len(p.words)
			p.add("%s", op(2*i))
			p.branch("s_branch", next)
			b := len(p.words)
			p.add("%s", op(2*i+1))
			p.branch("s_branch", next)
			next = len(p.words)
			p.branch("s_cbranch_scc1", a)
			p.branch("s_branch", b)
		}
		p.patch(0, next)
	}},
	{"loads and uses", func(p *program, n int, op func(i int) string) {
		for i := range n / 3 {
			at := len(p.words)
			p.branch("s_cbranch_scc1", 0)
			p.add("%s", op(i))
			p.patch(at, len(p.words))
			p.add("v_add_f32 v%d, v%d, v%d", 8+i*7%240, 8+i*11%240, 8+i*13%240)
		}
	}},
	{"loads, then uses", func(p *program, n int, op func(i int) string) {
		for i := range n / 3 {
			at := len(p.words)
			p.branch("s_cbranch_scc1", 0)
			p.add("%s", op(i))
			p.patch(at, len(p.words))
		}
		for i := range n / 3 {
			p.branch("s_cbranch_scc1", len(p.words)+2)
			p.add("v_mov_b32 v0, v%d", 8+i%240)
		}
	}},
	{"waits", func(p *program, n int, op func(i int) string) {
		for i := range n / 3 {
			p.add("%s", op(i))
			p.add("s_waitcnt lgkmcnt(%d) vmcnt(%d)", i%3, i%5)
			p.add("v_mov_b32 v0, v%d", 8+i%240)
		}
	}},
	{"waits for stores", func(p *program, n int, op func(i int) string) {
		for i := range n / 2 {
			p.add("%s", op(i))
			p.add("s_waitcnt lgkmcnt(%d) vmcnt(%d)", i%3, i%5)
		}
	}},
	{"calls of one function", func(p *program, n int, op func(i int) string) {
		p.branch("s_branch", 4)
		f := len(p.words)
		p.add("%s\ns_setpc_b64 s[30:31]", op(0))
		p.patch(0, len(p.words))
		for i := range n / 5 {
			p.add("%s", op(i))
			p.call(f)
		}
	}},
	{"calls of a long function", func(p *program, n int, op func(i int) string) {
		p.branch("s_branch", 0)
		f := len(p.words)
		for i := range n / 4 {
			p.add("%s", op(i))
			p.branch("s_cbranch_scc1", len(p.words)+1)
		}
		p.add("s_setpc_b64 s[30:31]")
		p.patch(0, len(p.words))
		if p.words[0]&0xffff == 0x7fff { // too far: from the other end
			p.words[0] = 0xbf800000
		}
		for i := range n / 10 {
			p.add("%s", op(i))
			p.call(f)
		}
	}},
	{"functions that call each other", func(p *program, n int, op func(i int) string) {
		m := n / 18
		start := make([]int, m)
		for range 2 { // once for the places, once for the calls
			p.words = p.words[:0]
			for i := range m {
				start[i] = len(p.words)
				p.add("%s\ns_mov_b64 s[6:7], s[30:31]", op(i))
				at := len(p.words)
				p.branch("s_cbranch_scc1", at)
				for j := range 3 {
					p.call(start[(i*(j+2)+j+1)%m])
				}
				p.patch(at, len(p.words))
				p.add("s_setpc_b64 s[6:7]")
			}
		}
	}},
	{"ifs", func(p *program, n int, op func(i int) string) {
		for i := range n / 6 {
			p.add("v_cmp_gt_u32 vcc, s%d, v0\ns_and_saveexec_b64 s[4:5], vcc", i%90)
			at := len(p.words)
			p.branch("s_cbranch_execz", at)
			p.add("%s", op(i))
			p.patch(at, len(p.words))
			p.add("s_or_b64 exec, exec, s[4:5]")
		}
	}},
	{"ifs in ifs", func(p *program, n int, op func(i int) string) {
		var from []int
		for i := range n / 6 {
			s := 6 + 2*(i%40)
			p.add("v_cmp_gt_u32 vcc, s1, v%d\ns_and_saveexec_b64 s[%d:%d], vcc", i%250, s, s+1)
			from = append(from, len(p.words))
			p.branch("s_cbranch_execz", 0)
			p.add("%s", op(i))
		}
		for i := n/6 - 1; i >= 0; i-- {
			s := 6 + 2*(i%40)
			p.patch(from[i], len(p.words))
			p.add("s_or_b64 exec, exec, s[%d:%d]", s, s+1)
		}
	}},
	{"ifs with else", func(p *program, n int, op func(i int) string) {
		for i := range n / 9 {
			s := 6 + 2*(i%40)
			p.add("v_cmp_gt_u32 vcc, s1, v%d\ns_and_saveexec_b64 s[%d:%d], vcc\ns_xor_b64 s[%d:%d], exec, s[%d:%d]", i%250, s, s+1, s, s+1, s, s+1)
			at := len(p.words)
			p.branch("s_cbranch_execz", 0)
			p.add("%s", op(2*i))
			p.patch(at, len(p.words))
			p.add("s_andn2_saveexec_b64 s[%d:%d], s[%d:%d]", s, s+1, s, s+1)
			at = len(p.words)
			p.branch("s_cbranch_execz", 0)
			p.add("%s", op(2*i+1))
			p.patch(at, len(p.words))
			p.add("s_or_b64 exec, exec, s[%d:%d]", s, s+1)
		}
	}},
	{"loops until no lane is left", func(p *program, n int, op func(i int) string) {
		var heads []int
		for i := range n / 5 {
			heads = append(heads, len(p.words))
			p.add("%s", op(i))
		}
		for i := range n / 5 {
			p.add("v_cmp_gt_u32 s[%d:%d], s1, v%d", 4+2*(i%40), 5+2*(i%40), i%250)
			p.add("s_or_b64 s[4:5], s[4:5], s[%d:%d]\ns_andn2_b64 exec, exec, s[4:5]", 4+2*(i%40), 5+2*(i%40))
			p.branch("s_cbranch_execnz", heads[len(heads)-1-i])
		}
	}},
	{"masks of masks", func(p *program, n int, op func(i int) string) {
		ops := []string{"and", "or", "xor", "andn2", "nand", "orn2"}
		x := uint32(1)
		next := func(n int) int {
			x = x*1664525 + 1013904223
			return int(x>>8) % n
		}
		for i := range n / 5 {
			pair := func() string {
				if s := 4 + 2*next(45); s < 92 {
					return fmt.Sprintf("s[%d:%d]", s, s+1)
				}
				return "exec"
			}
			p.add("s_%s_b64 %s, %s, %s", ops[next(len(ops))], pair(), pair(), pair())
			p.add("v_cmp_gt_u32 s[%d:%d], s1, v%d", 4+2*(i%40), 5+2*(i%40), i%250)
			p.add("s_%s_saveexec_b64 %s, %s", []string{"and", "or", "andn2"}[i%3], "s[8:9]", pair())
			p.branch([]string{"s_cbranch_scc0", "s_cbranch_execz", "s_cbranch_vccnz"}[i%3], max(len(p.words)+next(40)-20, 0))
			p.add("%s", op(i))
		}
	}},
	{"forks", func(p *program, n int, op func(i int) string) {
		for i := range n / 3 {
			p.add("%s", op(i))
			p.branch("s_cbranch_i_fork s[4:5],", len(p.words)+3)
			p.add("s_cbranch_join s4")
		}
	}},
}

// call appends a call as compilers make them.
func (p *program) call(to int) {
	p.add("s_getpc_b64 s[4:5]")
	at := len(p.words)
	p.add("s_add_u32 s4, s4, 0x12345678\ns_addc_u32 s5, s5, %d", -b2i(to < at))
	p.words[at+1] = uint32(4 * (to - at))
	p.add("s_swappc_b64 s[30:31], s[4:5]")
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// each calls a function for each shape and kind of operation; code makes a program of n
// instructions.
func each(kinds []string, f func(name string, g isa.Gen, code func(n int) []byte)) {
	i := 0
	for _, s := range shapes {
		for _, k := range kinds {
			g := isa.Gens()[i%4]
			i++
			f(s.name+"/"+k+"/"+g.String(), g, func(n int) []byte {
				p := &program{g: g, cache: map[string][]uint32{}}
				s.make(p, n, func(i int) string { return load(g, k, i) })
				p.add("s_endpgm")
				return p.code()
			})
		}
	}
}

// The work of a check grows with the length of the program, whatever its shape: twice as long is
// about twice the work, and never four times as much. And its states have a budget of memory, which no shape
// of program exceeds by much.
func TestWorkIsLinearAndMemoryBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("takes minutes under the race detector, which learns nothing from it")
	}
	// A plain run takes programs that are long enough for this much work: less would not tell what
	// is quadratic, as the limit below allows a million on top.
	const enough = 1_500_000
	least, most, some := 500, 2000, []string{"mixed"}
	if *long { // states hold as much as they may
		least, most, some = 5000, 5000, kinds
	}
	each(some, func(name string, g isa.Gen, code func(n int) []byte) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checked := func(n int) *check.Result {
				r, err := check.Run(&check.Input{Gen: g, Code: code(n)}, check.Options{})
				require.NoError(t, err)
				require.Less(t, r.Memory, 256_000_000)
				return r
			}
			n := least
			short := checked(n)
			for ; short.Work < enough && n < most; short = checked(n) {
				if n *= 2; short.Work < enough/4 { // twice as long is not long enough
					n = min(2*n, most)
				}
			}
			require.Less(t, checked(2*n).Work, 3*short.Work+1_000_000)
		})
	})
}
