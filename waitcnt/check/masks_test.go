package check

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
)

// What is claimed of masks holds for values: random masks are computed as formulas and as numbers.
func TestMasksHoldForValues(t *testing.T) {
	type pair struct {
		id maskID
		v  uint64
	}
	r := rand.New(rand.NewPCG(1, 1))
	tables := []uint8{0xc0, 0xfc, 0x3c, 0x30, 0x0c, 0xa0, 0xfa, 0x5a, 0x50, 0x0a, 0x0f, 0xf0, 0x3f, 0xcc, 0xaa}
	apart, part := 0, 0
	for range 3000 {
		m := newMasker()
		known := []pair{{m.named(0, 1<<nameShift|nameBlock), r.Uint64()}, {m.constant(0), 0}, {m.constant(^uint64(0)), ^uint64(0)}, {0, r.Uint64()},
			{m.constant(0xffff), 0xffff}}
		for i := range name(12) {
			a, b, e := known[r.IntN(len(known))], known[r.IntN(len(known))], known[r.IntN(len(known))]
			n := (i+2)<<nameShift | nameResult
			x := isa.Sca{A: a.v, B: b.v, Exec: e.v}
			switch r.IntN(6) {
			case 0: // a comparison
				known = append(known, pair{m.named(e.id, n), e.v & r.Uint64()})
			default:
				table := tables[r.IntN(len(tables))]
				if r.IntN(8) == 0 {
					table = uint8(r.Uint32())
				}
				known = append(known, pair{m.eval(table, a.id, b.id, e.id, n), (*bitwise)(nil).apply(table, &x)})
			}
		}
		for _, a := range known {
			require.Zero(t, a.v&^m.list[a.id].bits)
			for _, b := range known {
				if m.disjoint(a.id, b.id) {
					apart++
					require.Zero(t, a.v&b.v)
				}
				if m.within(a.id, b.id) {
					part++
					require.Zero(t, a.v&^b.v)
				}
				e := m.either(a.id, b.id)
				for _, c := range known {
					require.False(t, m.disjoint(e, c.id) && (a.v|b.v)&c.v != 0)
				}
			}
		}
	}
	require.Greater(t, apart, 100_000)
	require.Greater(t, part, 100_000)
}

// The instructions that compute masks bit by bit are found by what they do.
func TestBitwiseInstructions(t *testing.T) {
	want := map[string]bool{"s_and_b64": true, "s_or_b64": true, "s_xor_b64": true, "s_andn2_b64": true, "s_not_b64": true, "s_mov_b64": true,
		"s_and_saveexec_b64": true, "s_or_saveexec_b64": true, "s_nand_b64": true, "s_wqm_b64": false, "s_cselect_b64": false, "s_lshl_b64": false,
		"s_cmov_b64": false, "s_brev_b64": false, "s_add_u32": false}
	for name, is := range want {
		for _, g := range isa.Gens() {
			text := map[bool]string{true: "s[4:5]", false: "s[6:7], s[8:9]"}
			src := name + " s[2:3], " + text[true]
			code, err := isa.Assemble(g, src)
			if err != nil {
				code, err = isa.Assemble(g, name+" s[2:3], "+text[false])
			}
			if err != nil {
				code, err = isa.Assemble(g, name+" s[2:3], s[6:7], s8")
			}
			if err != nil {
				code, err = isa.Assemble(g, name+" s2, s6, s8")
			}
			require.NoError(t, err, name)
			in, err := isa.Decode(g, code.Code)
			require.NoError(t, err)
			m := newMasker()
			require.Equal(t, is, m.bitwise(in.Form, in.Form.Desc.Do.(isa.Scalar)) != nil, "%s %v", name, g)
		}
	}
}
