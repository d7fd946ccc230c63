package launch

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/gcnsim/gcnsim/sim/abi"
)

// StateExpect is what waves and their work-groups must hold when the work-group has ended.
type StateExpect struct {
	Group     []uint32        `json:"group"`     // place of the work-group; empty: all
	Wave      *uint32         `json:"wave"`      // number in its work-group; nil: all
	Registers RegisterExpects `json:"registers"` // of the waves; nil: none are compared
	LDS       Expects         `json:"lds"`       // values only
}

// StateExpects are all that the waves of a launch must hold.
type StateExpects []StateExpect

// fromNode reads one expectation or a list of them.
func (x *StateExpects) fromNode(path string, n *node) error {
	nodes, paths := []*node{n}, []string{path}
	if n.kind == '[' {
		nodes, paths = n.elems, nil
		for i := range nodes {
			paths = append(paths, fmt.Sprintf("%s[%d]", path, i))
		}
	}
	for i, e := range nodes {
		var one StateExpect
		if err := bind(paths[i], e, reflect.ValueOf(&one).Elem()); err != nil {
			return err
		}
		if len(one.Registers) == 0 && len(one.LDS) == 0 {
			return e.errorf(paths[i], "it expects nothing; give registers or lds")
		}
		for j := range one.LDS {
			if one.LDS[j].File != "" {
				return e.errorf(paths[i]+".lds", "LDS takes values, not a file")
			}
		}
		*x = append(*x, one)
	}
	return nil
}

// RegisterExpect is what a run of registers must hold. It has values, or one of Item, Role and
// Buffer, as Kind says.
type RegisterExpect struct {
	Name         string        // as in the file, "s[4:7]"
	Class        RegClass      // SGPR, VGPR, EXEC and so on
	First, Count int           // as in [Register]: number of the first register; 32-bit words
	Kind         RegValueKind  // RegNumber, RegItem, RegRole or RegBuffer
	Values       Values        // RegNumber: of a v register by lane, else the registers from the first one on
	All          bool          // the one value is that of all lanes with a work-item
	Item         abi.LaneValue // RegItem: what each lane must hold
	Role         abi.Role      // RegRole: what each wave must hold
	Buffer       string        // RegBuffer: name
}

// RegisterExpects are expectations in the order of the file. No register occurs twice.
type RegisterExpects []RegisterExpect

// fromNode reads an object whose fields are registers.
func (rs *RegisterExpects) fromNode(path string, n *node) error {
	return eachRegister(path, n, func(at string, r Register, e *node) error {
		x := RegisterExpect{Name: r.Name, Class: r.Class, First: r.First, Count: r.Count}
		err := x.setValue(at, e, r)
		*rs = append(*rs, x)
		return err
	})
}

// setValue reads what the registers must hold: what they may be set to, or values of a type.
func (x *RegisterExpect) setValue(path string, n *node, r Register) error {
	vector := x.Class == VGPR
	if s, ok := n.scalar.(string); ok && (strings.HasPrefix(s, "buffer:") || isName(s)) {
		if err := r.setValue(path, n); err != nil {
			return err
		}
		x.Kind, x.Item, x.Role, x.Buffer = r.Kind, r.Item, r.Role, r.Buffer
		return nil
	}
	if isValues(n) {
		var err error
		x.Values, x.All, err = r.values(path, n, true)
		return err
	}
	if err := r.setValue(path, n); err != nil {
		return err
	}
	if x.All = vector; vector && x.Count > 2 {
		return n.errorf(path, "a number is for one or two v registers")
	}
	x.Values = Values{Type: Type{Name: "u32"}, Count: uint64(x.Count), Runs: []Run{{Count: uint64(x.Count)}}}
	for _, w := range r.Words {
		x.Values.Runs[0].bits = append(x.Values.Runs[0].bits, uint64(w))
	}
	if vector && x.Count == 2 || x.Class == EXEC || x.Class == VCC {
		pair := uint64(r.Words[1])<<32 | uint64(r.Words[0])
		x.Values = Values{Type: Type{Name: "u64"}, Count: 1, Runs: []Run{{Count: 1, bits: []uint64{pair}}}}
	}
	return nil
}

// isValues reports whether a register's value is more than one number: a list, a range, or an
// object.
func isValues(n *node) bool {
	s, _ := n.scalar.(string)
	return n.kind != 0 || rangeText.MatchString(s) || repeatText.MatchString(s)
}

// values reads values for a run of registers: by lane of v registers, else one register after the
// other. all says that the one value is for all lanes.
func (r *Register) values(path string, n *node, any bool) (v Values, all bool, err error) {
	if n.kind == '{' && isTyped(n) {
		var rest []int
		if v, rest, err = typed(path, n, any); err != nil {
			return v, false, err
		}
		for _, k := range rest {
			return v, false, n.elems[k].errorf(join(path, n.keys[k]),
				"unknown field; a register has a type and its values, as in {\"f32\": 1.5}")
		}
		for i := range n.keys {
			all = r.Class == VGPR && n.elems[i].kind == 0 && v.Count == 1
		}
		return v, all, r.fits(path, n, &v)
	}
	p := &valueParser{t: Type{Name: "u32"}, any: any}
	if r.Class == VGPR && r.Count == 2 || r.Class == EXEC || r.Class == VCC {
		p.t.Name = "u64"
	}
	if v, err = p.values(path, n); err != nil {
		return v, false, err
	}
	return v, false, r.fits(path, n, &v)
}

// isTyped reports whether an object has a field that is a type.
func isTyped(n *node) bool {
	for _, key := range n.keys {
		if _, ok, _ := ParseType(key); ok {
			return true
		}
	}
	return false
}

// isName reports whether a word is what lanes or waves have of their own.
func isName(s string) bool {
	_, item := abi.FindLaneValue(s)
	_, role := abi.FindRole(s)
	return item || role
}

// fits checks that the values are those of the registers.
func (r *Register) fits(path string, n *node, v *Values) error {
	size, room := v.Type.Size(), 4*r.Count
	most := uint64(room / size)
	switch vector := r.Class == VGPR; {
	case size > room:
		return n.errorf(path, "%s has %d bytes, the registers %d", v.Type.Name, size, room)
	case vector && size < 4 && r.Count > 1, vector && size >= 4 && size != room:
		return n.errorf(path,
			"a lane has one value: %s is for %d registers, not for %d", v.Type.Name, (size+3)/4, r.Count)
	case vector && v.Count > 64:
		return n.errorf(path, "there are %d values; a wave has 64 lanes", v.Count)
	case !vector && size < 4 && r.Count > 1:
		return n.errorf(path, "%s is for one register", v.Type.Name)
	case !vector && size < 4:
		most = 1
	}
	if r.Class != VGPR && v.Count > most {
		return n.errorf(path, "there are %d values for %d registers", v.Count, r.Count)
	}
	return nil
}

// setValues sets the registers to values: what they do not name stays as it is.
func (r *Register) setValues(path string, n *node) error {
	v, all, err := r.values(path, n, false)
	if err != nil {
		return err
	}
	if v.Type != (Type{Name: v.Type.Name}) {
		return n.errorf(path, "what a register is set to has no tolerance")
	}
	size := v.Type.Size()
	words := func(b []byte) []uint32 {
		w := make([]uint32, (len(b)+3)/4)
		for i, x := range b {
			w[i/4] |= uint32(x) << (8 * (i % 4))
		}
		return w
	}
	if r.Class == VGPR {
		r.Kind = RegLanes
		r.Lanes = make([][]uint32, v.Count)
		if all {
			r.Lanes = make([][]uint32, 64)
		}
		for i := range v.Runs {
			for k := range v.Runs[i].Count {
				r.Lanes[v.Runs[i].First+k] = words(v.Runs[i].Bytes(&v.Type, k, k+1))
			}
		}
		for l := range r.Lanes {
			if all {
				r.Lanes[l] = r.Lanes[0]
			}
		}
		return nil
	}
	given := uint64(0)
	for i := range v.Runs {
		given += v.Runs[i].Count
	}
	if given*uint64(max(size, 4)) != uint64(4*r.Count) {
		return n.errorf(path, "there are %d values of %s for %d registers", given, v.Type.Name, r.Count)
	}
	have := make([]byte, 4*r.Count)
	for i := range v.Runs {
		copy(have[int(v.Runs[i].First)*size:], v.Runs[i].Bytes(&v.Type, 0, v.Runs[i].Count))
	}
	r.Words = words(have)
	return nil
}

// validate checks an expectation against the shape of its launch.
func (x *StateExpect) validate(at string, l *Launch, buffers map[string]bool) error {
	grid, group := [3]uint32{1, 1, 1}, [3]uint32{1, 1, 1}
	copy(grid[:], l.Grid)
	copy(group[:], l.Group)
	if len(x.Group) > 3 {
		return Errorf(at+".group", "it has %d numbers; give the place of a work-group in one to three", len(x.Group))
	}
	for d, n := range x.Group {
		if groups := (grid[d]-1)/group[d] + 1; n >= groups {
			return Errorf(fmt.Sprintf("%s.group[%d]",
				at, d), "it is %d; the grid has %d work-groups there, from 0", n, groups)
		}
	}
	if waves := (group[0]*group[1]*group[2] + 63) / 64; x.Wave != nil && *x.Wave >= waves {
		return Errorf(at+".wave", "it is %d; a work-group has %d waves, from 0", *x.Wave, waves)
	}
	for i := range x.Registers {
		r := &x.Registers[i]
		if r.Kind == RegBuffer && !buffers[r.Buffer] {
			return Errorf(at+".registers."+r.Name, "there is no buffer %q", r.Buffer)
		}
	}
	return nil
}
