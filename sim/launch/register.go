package launch

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/abi"
)

// RegClass is a kind of register.
type RegClass uint8

// The classes that a launch file can set.
const (
	SGPR RegClass = iota // sN, s[A:B]
	VGPR                 // vN, v[A:B]
	EXEC                 // 64 bits
	VCC                  // 64 bits
	M0                   // 32 bits
	SCC                  // one bit
	MODE                 // 32 bits
)

// regClasses: names, 32-bit words of those without numbers, and bits of the last word.
var regClasses = [...]struct {
	name  string
	words int
	bits  int
}{
	SGPR: {"s", 0, 32},
	VGPR: {"v", 0, 32},
	EXEC: {"exec", 2, 32},
	VCC:  {"vcc", 2, 32},
	M0:   {"m0", 1, 32},
	SCC:  {"scc", 1, 1},
	MODE: {"mode", 1, 32},
}

// String is the assembler's name, without a number.
func (c RegClass) String() string { return regClasses[c].name }

// Code is the source code of a register of the class; n counts for s and v registers. MODE has none.
func (c RegClass) Code(n int) uint16 {
	switch c {
	case VGPR:
		return isa.CodeVGPR + uint16(n)
	case EXEC:
		return isa.CodeExecLo
	case VCC:
		return isa.CodeVCCLo
	case M0:
		return isa.CodeM0
	case SCC:
		return isa.CodeSCC
	}
	return uint16(n)
}

// RegValueKind says how a register gets its value.
type RegValueKind uint8

// The kinds of register values.
const (
	RegNumber RegValueKind = iota // Register.Words
	RegItem                       // Register.Item: each lane of each wave has its own
	RegRole                       // Register.Role: each wave has its own
	RegLanes                      // Register.Lanes
	RegBuffer                     // Register.Buffer: its address in two registers, a buffer resource in four
)

// Register is a run of registers and what they hold when a wave starts.
type Register struct {
	Name   string        // as in the file, "s[4:7]"
	Class  RegClass      // SGPR, VGPR, EXEC and so on
	First  int           // number of the first register; 0 for those without numbers
	Count  int           // 32-bit words
	Kind   RegValueKind  // which of the fields below has the value
	Words  []uint32      // RegNumber: one per register
	Lanes  [][]uint32    // RegLanes: by lane, one word per register; nil where the lane keeps its value
	Item   abi.LaneValue // RegItem: what each lane has
	Role   abi.Role      // RegRole: what each wave has
	Buffer string        // RegBuffer: name
}

// Registers is the "registers" object, in the order of the file. No register is set twice.
type Registers []Register

// ParseRegister reads a register's name: Name, Class, First and Count are set. The generation is not
// known yet: whether the chip has the register is checked when the launch is run. The error wraps
// [isa.ErrUnknownRegister] where the name is like that of no register.
func ParseRegister(name string) (r Register, err error) {
	r.Name = name
	for c := EXEC; int(c) < len(regClasses); c++ {
		if regClasses[c].name == name {
			r.Class, r.Count = c, regClasses[c].words
			return r, nil
		}
	}
	code, n, err := isa.ParseReg(isa.AllGens, name)
	switch {
	case errors.Is(err, isa.ErrUnknownRegister):
		return r, fmt.Errorf("%w; the names are sN, s[A:B], vN, v[A:B], exec, vcc, m0, scc, mode", err)
	case err != nil:
		return r, err
	case code >= isa.CodeVGPR:
		r.Class, code = VGPR, code-isa.CodeVGPR
	case int(code)+n > isa.MaxSGPR(isa.GCN10):
		return r, fmt.Errorf("%s is no register that a launch sets; it sets sN, s[A:B], vN, v[A:B], exec, vcc, m0, "+
			"scc, mode", name)
	}
	r.First, r.Count = int(code), n
	return r, nil
}

func (rs *Registers) fromNode(path string, n *node) error {
	return eachRegister(path, n, func(at string, r Register, e *node) error {
		err := r.setValue(at, e)
		*rs = append(*rs, r)
		return err
	})
}

// eachRegister calls f for each field of an object whose fields are registers. None may occur
// twice.
func eachRegister(path string, n *node, f func(at string, r Register, e *node) error) error {
	if n.kind != '{' {
		return n.errorf(path, "this is %s, not an object", n.describe())
	}
	type word struct {
		c RegClass
		i int
	}
	set := map[word]string{}
	for i, name := range n.keys {
		at := join(path, name)
		r, err := ParseRegister(name)
		if err != nil {
			return n.elems[i].errorf(at, "%v", err)
		}
		if err := f(at, r, n.elems[i]); err != nil {
			return err
		}
		for j := range r.Count {
			w := word{r.Class, r.First + j}
			if other, ok := set[w]; ok {
				return n.elems[i].errorf(at, "it overlaps %s", other)
			}
			set[w] = name
		}
	}
	return nil
}

func (r *Register) setValue(path string, n *node) error {
	bits := 32*(r.Count-1) + regClasses[r.Class].bits
	s, _ := n.scalar.(string)
	name, isBuffer := strings.CutPrefix(s, "buffer:")
	item, isItem := abi.FindLaneValue(s)
	role, isRole := abi.FindRole(s)
	switch {
	case n.kind == '[' && r.Class == VGPR && r.Count > 2: // numbers over all registers
		r.Kind = RegLanes
		if len(n.elems) == 0 || len(n.elems) > 64 {
			return n.errorf(path, "the list has %d numbers; a wave has 64 lanes", len(n.elems))
		}
		for i, e := range n.elems {
			v, err := pattern(fmt.Sprintf("%s[%d]", path, i), e, bits, false)
			if err != nil {
				return err
			}
			r.Lanes = append(r.Lanes, words(v, r.Count))
		}
	case n.kind == '[' && r.Class != VGPR && r.Class != SGPR:
		return n.errorf(path, "only s and v registers take lists")
	case isValues(n) && r.Class == SCC:
		return n.errorf(path, "scc is a number, 0 or 1")
	case isValues(n):
		return r.setValues(path, n)
	case isItem:
		if r.Class != VGPR || r.Count != 1 {
			return n.errorf(path, "%q is for one v register: each lane has its own", s)
		}
		r.Kind, r.Item = RegItem, item
	case isRole:
		if want := role.Count(); r.Class != SGPR && r.Class != VGPR || r.Count != want {
			return n.errorf(path, "%q takes %s",
				s, [...]string{1: "one register", 2: "two registers: s[A:A+1]", 4: "four registers: s[A:A+3]"}[want])
		}
		r.Kind, r.Role = RegRole, role
	case isBuffer:
		if ok := r.Class == SGPR && (r.Count == 2 || r.Count == 4) || r.Class == VGPR && r.Count == 2; !ok {
			return n.errorf(path,
				"a buffer's address takes two registers (s[A:A+1] or v[A:A+1]), its resource four (s[A:A+3])")
		}
		r.Kind, r.Buffer = RegBuffer, name
	default:
		if _, isText := n.scalar.(string); isText && !integer.MatchString(s) {
			return n.errorf(path, "%q is not a value; give a number, \"buffer:NAME\", a list, what each lane has "+
				"(%s), or what each wave has (%s)",
				s, strings.Join(abi.LaneNames(), ", "), strings.Join(abi.RoleNames(), ", "))
		}
		v, err := pattern(path, n, bits, false)
		if err != nil {
			return err
		}
		r.Words = words(v, r.Count)
	}
	return nil
}
