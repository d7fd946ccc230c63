package check

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
)

// What is claimed of masks holds for values: random masks are computed as diagrams and as numbers.
// Paths meet, and instructions are executed again, as in a program.
func TestMasksHoldForValues(t *testing.T) {
	type pair struct {
		id maskID
		v  uint64
	}
	r := rand.New(rand.NewPCG(1, 1))
	apart, part := 0, 0
	for range 250 {
		m := newMasker(nodeSizes[0])
		values := map[name]uint64{}
		atom := func(n name) pair {
			values[n] = r.Uint64()
			return pair{m.atom(n, false), values[n]}
		}
		known := []pair{atom(nameEntry), {noLane, 0}, {anyLane, ^uint64(0)}, {noMask, r.Uint64()}, {m.constant(0xffff), 0xffff}}
		pick := func() pair { return known[r.IntN(len(known))] }
		for i := range name(40) {
			a, b, e := pick(), pick(), pick()
			n := (i + 2) << nameShift
			x := isa.Sca{A: a.v, B: b.v, Exec: e.v}
			switch r.IntN(8) {
			case 0: // a comparison
				c := atom(n | nameResult)
				known = append(known, pair{m.and(e.id, c.id), e.v & c.v})
			case 1: // a bound: the value is any between the two
				low, high := m.and(a.id, b.id), m.or(a.id, b.id)
				v := a.v&b.v | (a.v|b.v)&r.Uint64()
				known = append(known, pair{m.choose(n|nameLost, between{low, high}), v})
			case 2: // an atom is taken out, as its instruction is executed again
				if a.id == noMask {
					continue
				}
				hint := m.list[a.id].atoms
				gone := func(a atomID) bool { return a%2 == 0 }
				own := n | namePlace
				known = append(known, pair{m.choose(own, m.rangeOf(a.id, hint, gone)), a.v})
			case 3: // two paths meet, and one of them was taken
				v := [...]uint64{a.v, b.v}[r.IntN(2)]
				none := func(atomID) bool { return false }
				if a.id != noMask && b.id != noMask {
					known = append(known, pair{m.join(n|namePlace, a.id, b.id, noLane, noLane, 0, none), v})
				}
			default:
				table := uint8(r.Uint32())
				known = append(known, pair{m.fit(m.eval(table, a.id, b.id, e.id), n|nameLost), (*bitwise)(nil).apply(table, &x)})
			}
			require.False(t, m.large(m.fit(known[len(known)-1].id, n|(nameLost+1))))
		}
		for _, a := range known {
			require.Zero(t, a.v&^m.list[a.id].lanes)
			require.Zero(t, a.v&^m.list[m.outer(a.id)].lanes)
			for _, b := range known {
				if m.disjoint(a.id, b.id) {
					apart++
					require.Zero(t, a.v&b.v)
				}
				if m.within(a.id, b.id) {
					part++
					require.Zero(t, a.v&^b.v)
				}
				e := m.outer(m.or(a.id, b.id))
				for _, c := range known {
					if m.disjoint(e, c.id) && (a.v|b.v)&c.v != 0 {
						t.Fatalf("%#x of what %#x and %#x may be is called apart from them", c.v, a.v, b.v)
					}
				}
			}
		}
	}
	require.Greater(t, apart, 50_000)
	require.Greater(t, part, 50_000)
}

// Nothing is lost while masks are computed: with a lane for each combination of six atoms, what
// lanes two masks have in common is what the two say.
func TestMasksAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		m := newMasker(nodeSizes[0])
		var ids []maskID
		var values []uint64
		for i := range 6 {
			v := uint64(0)
			for lane := range 64 {
				v |= uint64(lane>>i&1) << lane
			}
			ids, values = append(ids, m.atom(name(i), false)), append(values, v)
		}
		for range 60 {
			a, b, c := r.IntN(len(ids)), r.IntN(len(ids)), r.IntN(len(ids))
			table := uint8(r.Uint32())
			x := isa.Sca{A: values[a], B: values[b], Exec: values[c]}
			ids, values = append(ids, m.eval(table, ids[a], ids[b], ids[c])), append(values, (*bitwise)(nil).apply(table, &x))
		}
		for i, a := range ids {
			for j, b := range ids {
				same, apart, within := values[i] == values[j], values[i]&values[j] == 0, values[i]&^values[j] == 0
				if same != (a == b) || apart != m.disjoint(a, b) || within != m.within(a, b) {
					t.Fatalf("%#x and %#x: same %v, apart %v, within %v", values[i], values[j], a == b, m.disjoint(a, b), m.within(a, b))
				}
			}
		}
	}
}

// The instructions that compute masks bit by bit, or add bits, are found by what they do.
func TestBitwiseInstructions(t *testing.T) {
	want := map[string]bool{"s_and_b64": true, "s_or_b64": true, "s_xor_b64": true, "s_andn2_b64": true, "s_not_b64": true, "s_mov_b64": true,
		"s_and_saveexec_b64": true, "s_or_saveexec_b64": true, "s_nand_b64": true, "s_wqm_b64": true, "s_cselect_b64": false, "s_lshl_b64": false,
		"s_cmov_b64": false, "s_brev_b64": false, "s_add_u32": false}
	for name, is := range want {
		for _, g := range isa.Gens() {
			text := map[bool]string{true: "s[4:5]", false: "s[6:7], s[8:9]"}
			src := name + " s[2:3], " + text[true]
			code, err := asm.Code(g, src)
			if err != nil {
				code, err = asm.Code(g, name+" s[2:3], "+text[false])
			}
			if err != nil {
				code, err = asm.Code(g, name+" s[2:3], s[6:7], s8")
			}
			if err != nil {
				code, err = asm.Code(g, name+" s2, s6, s8")
			}
			require.NoError(t, err, name)
			in, err := isa.Decode(g, code.Code)
			require.NoError(t, err)
			m := newMasker(nodeSizes[0])
			op := m.bitwise(in.Form, in.Form.Desc.Do.(isa.Scalar))
			require.Equal(t, is, op != nil, "%s %v", name, g)
			require.Equal(t, name == "s_wqm_b64", op != nil && op.more, "the result has the bits of the source and others: %s %v", name, g)
		}
	}
}
