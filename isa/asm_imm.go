package isa

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// Immediate operands with a syntax of their own: the inverses of what disasm.go prints.

// swizzle is the offset of ds_swizzle from swizzle(...): the inverse of printer.swizzle.
func (b *builder) swizzle(n *node) (uint16, error) {
	if len(n.args) == 0 || n.args[0].kind != nodeName {
		return 0, errAt(n.col, "swizzle begins with its mode")
	}
	mode, args := n.args[0].text, n.args[1:]
	num := func(i int, lo, hi int64) (uint16, error) {
		if i >= len(args) {
			return 0, errAt(n.col, "swizzle(%s) has too few numbers", mode)
		}
		v, err := b.integer(&args[i], lo, hi)
		return uint16(v), err
	}
	group := func(i int, lo, hi int64) (uint16, error) {
		v, err := num(i, lo, hi)
		if err == nil && v&(v-1) != 0 {
			err = errAt(args[i].col, "%d is no power of two", v)
		}
		return v, err
	}
	count, v := 0, uint16(0)
	var err error
	switch mode {
	case "QUAD_PERM":
		v, count = 0x8000, 4
		for i := range 4 {
			x, e := num(i, 0, 3)
			err = errors.Join(err, e)
			v |= x << (2 * i)
		}
	case "BITMASK_PERM":
		count = 1
		if len(args) != 1 || args[0].kind != nodeString || len(args[0].text) != 5 {
			return 0, errAt(n.col, "BITMASK_PERM takes a string of 5 characters")
		}
		for i := range 5 {
			and, or, xor := uint16(0), uint16(0), uint16(0)
			switch args[0].text[i] {
			case '0':
			case '1':
				or = 1
			case 'p':
				and = 1
			case 'i':
				and, xor = 1, 1
			default:
				return 0, errAt(args[0].col, "the characters of BITMASK_PERM are 0, 1, p and i")
			}
			v |= (and | or<<5 | xor<<10) << (4 - i)
		}
	case "BROADCAST":
		count = 2
		var size, lane uint16
		if size, err = group(0, 2, 32); err == nil {
			lane, err = num(1, 0, int64(size)-1)
		}
		v = 32 - size | lane<<5
	case "SWAP":
		count = 1
		v, err = group(0, 1, 16)
		v = 31 | v<<10
	case "REVERSE":
		count = 1
		v, err = group(0, 2, 32)
		v = 31 | (v-1)<<10
	case "FFT":
		count = 1
		v, err = num(0, 0, 31)
		v |= 0xe000
	case "ROTATE":
		count = 2
		var dir, by uint16
		if dir, err = num(0, 0, 1); err == nil {
			by, err = num(1, 0, 31)
		}
		v = 0xc000 | dir<<10 | by<<5
	default:
		return 0, errAt(n.args[0].col, "swizzle has no mode %s", mode)
	}
	if (mode == "FFT" || mode == "ROTATE") && !b.f.Has(FeatureSwizzleModes) {
		return 0, errAt(n.col, "%v has no swizzle mode %s", b.f.Gen, mode)
	}
	if err == nil && len(args) != count {
		err = errAt(n.col, "swizzle(%s) has too many numbers", mode)
	}
	return v, err
}

// format sets DFMT and NFMT from format:N or format:[data, number].
func (b *builder) format(md *modifier) error {
	m, n := &b.in.Mod, md.val
	if n.kind != nodeList {
		v, err := b.integer(n, 0, 127)
		m.DFmt, m.NFmt = uint8(v&15), uint8(v>>4)
		return err
	}
	if len(n.args) < 1 || len(n.args) > 2 {
		return errAt(n.col, "format takes a data format, a number format, or both: "+
			"format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT]")
	}
	var hasData, hasNumber bool
	for i := range n.args {
		x := &n.args[i]
		text := x.text
		if x.kind == nodeNumber && x.num.Known() {
			text = strconv.FormatInt(x.num.Int, 10)
		}
		data, number := false, false
		if x.number { // @N: of the data's format first, then of the number's
			v, err := b.integer(x, 0, [...]int64{15, 7}[min(i, 1)])
			if err != nil {
				return err
			}
			if i == 0 {
				m.DFmt = uint8(v)
			} else {
				m.NFmt = uint8(v)
			}
			continue
		}
		match := func(prefix, name string) bool {
			return strings.EqualFold(text, prefix+name) || strings.EqualFold(text, name)
		}
		for code, name := range bufferDataFormats {
			if match("BUF_DATA_FORMAT_", name) {
				m.DFmt, data = uint8(code), true
			}
		}
		for code := range bufferNumFormats {
			// The printer's name: one of them depends on the generation.
			in := Inst{Form: b.f, Mod: Mods{DFmt: 1, NFmt: uint8(code)}}
			name := strings.Trim(strings.TrimPrefix(printed(&in, (*printer).format), " format:"), "[]")
			if name = strings.TrimPrefix(name, "BUF_NUM_FORMAT_"); code == 0 {
				name = bufferNumFormats[0] // the default, not printed
			}
			if match("BUF_NUM_FORMAT_", name) {
				m.NFmt, number = uint8(code), true
			}
		}
		switch {
		case !data && !number:
			return errAt(x.col, "no buffer format is named %s", text)
		case data && hasData:
			return errAt(x.col, "the data format is given twice")
		case number && hasNumber:
			return errAt(x.col, "the number format is given twice")
		}
		hasData, hasNumber = hasData || data, hasNumber || number
	}
	return nil
}

// printed is what the printer writes: names are found by printing them, so that they are in one
// place.
func printed(in *Inst, print func(*printer)) string {
	p := printer{in: in, f: in.Form}
	print(&p)
	return string(p.b)
}

// maxAttribute is the last attribute that interpolation has.
const maxAttribute = 32

// attribute reads attrN.x.
func (b *builder) attribute(n *node) (int64, error) {
	text := n.text
	if b.clrx() {
		text = strings.ToLower(text)
	}
	if number, ok := strings.CutPrefix(text, "attr"); ok && n.kind == nodeName {
		number, channel, _ := strings.Cut(number, ".")
		v, err := strconv.ParseUint(number, 10, 16)
		if err == nil && v > maxAttribute {
			return 0, errAt(n.col, "attribute index is out of range: attr0 to attr%d exist", maxAttribute)
		}
		if c := strings.Index("xyzw", channel); err == nil && len(channel) == 1 && c >= 0 {
			return int64(v<<2) | int64(c), nil
		}
	}
	return 0, errAt(n.col, "expected an attribute such as attr0.x")
}

// exportTarget finds a target by its name: the inverse of printer.target.
func exportTarget(n *node) (int64, error) {
	if n.kind == nodeName || n.kind == nodeReg && n.dwords <= 1 {
		text := strings.ToLower(n.text)
		for v := uint32(0); v < 64; v++ {
			if printed(&Inst{}, func(p *printer) { p.target(v) }) == text {
				return int64(v), nil
			}
		}
	}
	return 0, errAt(n.col, "expected an export target: mrt0-7, mrtz, null, pos0-3 or param0-31")
}

// branch is the offset of a branch in dwords from the next instruction: of a label, or the number
// itself.
func (b *builder) branch(n *node) (int16, error) {
	if n.kind == nodeReg {
		return 0, errAt(n.col, "expected a label or a distance in dwords: s_setpc_b64 goes to an address in registers")
	}
	if v, err := b.number(n); err == nil && b.clrx() && v.Float == "" && b.env != nil {
		if v.Expr == nil { // an address
			v.Expr = &Expr{Int: v.Int, Col: n.col + 1}
		}
		if err := b.pend(PatchBranch, v, n.col); err != nil {
			return 0, err
		}
	} else if err != nil || v.Expr == nil {
		x, err := b.integer(n, math.MinInt16, math.MaxUint16)
		return int16(x), err
	} else if err := b.pend(PatchBranch, v, n.col); err != nil {
		return 0, err
	}
	return 0, nil
}

// wait reads the counters of s_waitcnt; those that are not named are not waited for.
func (b *builder) wait(nodes []node) (v uint32, taken int, err error) {
	for _, f := range WaitFields(b.f.Gen) {
		if nodes[0].kind == nodeName && nodes[0].text == f.Name {
			return 0, 0, errAt(nodes[0].col, "the number of %s stands in parentheses: %s(0)", f.Name, f.Name)
		}
	}
	if nodes[0].kind != nodeCall {
		n, err := b.integer(&nodes[0], math.MinInt16, math.MaxUint16)
		return uint32(uint16(n)), 1, err
	}
	fields := WaitFields(b.f.Gen)
	for _, f := range fields {
		v |= f.Put(f.Max())
	}
	for i := range nodes {
		n := &nodes[i]
		if n.kind != nodeCall || len(n.args) != 1 {
			return 0, 0, errAt(n.col, "expected vmcnt(n), expcnt(n) or lgkmcnt(n)")
		}
		found := false
		for _, f := range fields {
			saturate := n.text == f.Name+"_sat"
			if n.text != f.Name && !saturate {
				continue
			}
			found = true
			most := int64(f.Max())
			x, err := b.integer(&n.args[0], 0, math.MaxInt64)
			if err == nil && x > most && !saturate {
				err = errAt(n.args[0].col, "%s is 0 to %d on %v, not %d", f.Name, most, b.f.Gen, x)
			}
			if err != nil {
				return 0, 0, err
			}
			v = v&^f.Put(f.Max()) | f.Put(uint32(min(x, most)))
		}
		if !found {
			var names []string
			for _, f := range fields {
				names = append(names, f.Name)
			}
			return 0, 0, errAt(n.col, "there is no counter %s: %s", n.text, strings.Join(names, ", "))
		}
	}
	return v, len(nodes), nil
}

// named finds a node's name among names, with or without the prefix; CLRX leaves prefixes out and
// writes lower case.
func named(n *node, prefix, name string) bool {
	return n.kind == nodeName && name != "" && (strings.EqualFold(n.text, name) || strings.EqualFold(prefix+n.text, name))
}

// message reads sendmsg(message, operation, stream), or the number itself.
func (b *builder) message(n *node) (int64, error) {
	if b.clrx() {
		return b.clrxMessage(n)
	}
	if n.kind != nodeCall {
		v, err := b.integer(n, math.MinInt16, math.MaxUint16)
		return int64(uint16(v)), err
	}
	if n.text != "sendmsg" || len(n.args) < 1 || len(n.args) > 3 {
		return 0, errAt(n.col, "expected sendmsg(message, operation, stream)")
	}
	// By its name a message takes only what it has; a number may be anything.
	id := int64(-1)
	var msg *message
	var names []string
	strict := false
	for i := range messages {
		m := &messages[i]
		if m.gens&b.f.Gen == 0 {
			continue
		}
		names = append(names, m.name)
		if named(&n.args[0], "MSG_", m.name) {
			id, msg, strict = int64(m.id), m, true
		}
	}
	var err error
	if id < 0 {
		if n.args[0].kind == nodeName && (b.env == nil || strings.HasPrefix(n.args[0].text, "MSG_")) {
			return 0, errAt(n.args[0].col, "%v has no message %s%s", b.f.Gen, n.args[0].text, meant(n.args[0].text, names))
		}
		if id, err = b.integer(&n.args[0], 0, 15); err != nil {
			return 0, err
		}
		for i := range messages {
			if m := &messages[i]; m.gens&b.f.Gen != 0 && int64(m.id) == id {
				msg = m
			}
		}
	}
	var ops []string
	if msg != nil {
		ops = msg.ops
	}
	op, stream := int64(0), int64(0)
	switch {
	case len(n.args) > 1 && strict && len(ops) == 0:
		return 0, errAt(n.args[1].col, "%s has no operations", msg.name)
	case len(n.args) > 1:
		if op, err = b.operation(&n.args[1], ops); err != nil {
			return 0, err
		}
		if strict && (op >= int64(len(ops)) || ops[op] == "") {
			return 0, errAt(n.args[1].col, "%s has no operation %d: %s", msg.name, op, operationNames(ops))
		}
	case strict && len(ops) > 0:
		return 0, errAt(n.col, "%s needs an operation: %s", msg.name, operationNames(ops))
	}
	if len(n.args) > 2 {
		if strict && (msg.stream == 0 || op < int64(msg.stream)) {
			return 0, errAt(n.args[2].col, "%s has no streams", ops[op])
		}
		if stream, err = b.integer(&n.args[2], 0, 3); err != nil {
			return 0, err
		}
	}
	return id | op<<4 | stream<<8, nil
}

// operation reads the operation of a message.
func (b *builder) operation(n *node, ops []string) (int64, error) {
	for i, name := range ops {
		prefix, _, _ := strings.Cut(name, "OP_")
		if named(n, prefix+"OP_", name) {
			return int64(i), nil
		}
	}
	if n.kind == nodeName && strings.Contains(n.text, "OP_") {
		return 0, errAt(n.col, "the message has no operation %s: %s", n.text, operationNames(ops))
	}
	return b.integer(n, 0, 7)
}

// operationNames lists the operations of a message.
func operationNames(ops []string) string {
	var names []string
	for _, s := range ops {
		if s != "" {
			names = append(names, s)
		}
	}
	return strings.Join(names, ", ")
}

// meant is ": did you mean NAME?" where a name is near, or empty.
func meant(name string, names []string) string {
	if n := Nearest(name, names); n != "" {
		return ": did you mean " + n + "?"
	}
	return ""
}

// hwregFields reads {id: register, offset: bit, size: bits}; what is left out is 0, 0 and 32.
func (b *builder) hwregFields(n *node) (v int64, err error) {
	v = 31 << 11
	for i := range n.args {
		x := &n.args[i]
		field := int64(0)
		switch x.field {
		case "id":
			field, err = b.integer(x, 0, 63)
		case "offset":
			field, err = b.integer(x, 0, 31)
			field <<= 6
		case "size":
			v &^= 31 << 11
			field, err = b.integer(x, 1, 32)
			field = (field - 1) << 11
		default:
			err = errAt(x.col, "there is no field %s: there are id, offset and size", x.field)
		}
		if err != nil {
			return 0, err
		}
		v |= field
	}
	return v, nil
}

// hwreg reads hwreg(register, offset, size), the same in braces, or the number itself.
func (b *builder) hwreg(n *node) (int64, error) {
	if n.kind == nodeFields {
		return b.hwregFields(n)
	}
	if n.kind != nodeCall && n.kind != nodeReg {
		v, err := b.integer(n, math.MinInt16, math.MaxUint16)
		return int64(uint16(v)), err
	}
	if n.text != "hwreg" || len(n.args) != 1 && len(n.args) != 3 {
		return 0, errAt(n.col, "expected hwreg(register) or hwreg(register, offset, size)")
	}
	id := int64(-1)
	for i := range hwregs {
		if hwregs[i].gens&b.f.Gen != 0 && named(&n.args[0], "HW_REG_", hwregs[i].name) {
			id = int64(i)
		}
	}
	if b.clrx() && id < 0 {
		if v, ok := b.clrxHwreg(&n.args[0]); ok {
			id = v
		}
	}
	var err error
	if id < 0 {
		if id, err = b.integer(&n.args[0], 0, 63); err != nil {
			if n.args[0].kind == nodeName {
				var names []string
				for i := range hwregs {
					if hwregs[i].gens&b.f.Gen != 0 {
						names = append(names, hwregs[i].name)
					}
				}
				err = errAt(n.args[0].col, "%v has no hardware register %s%s", b.f.Gen, n.args[0].text,
					meant(n.args[0].text, names))
			}
			return 0, err
		}
	}
	offset, size := int64(0), int64(32)
	if len(n.args) == 3 {
		if offset, err = b.integer(&n.args[1], 0, 31); err != nil {
			return 0, err
		}
		if size, err = b.integer(&n.args[2], 1, 32); err != nil {
			return 0, err
		}
	}
	return id | offset<<6 | (size-1)<<11, nil
}

// gprIdx reads gpr_idx(SRC0,DST), or the number itself.
func (b *builder) gprIdx(n *node, a *Arg) (int64, error) {
	if n.kind != nodeCall {
		return b.integer(n, 0, 15) // the four modes
	}
	if n.text != "gpr_idx" && n.text != "gpridx" {
		return 0, errAt(n.col, "expected gpr_idx(...)")
	}
	v := int64(0)
	for i := range n.args {
		found := false
		for k := range 4 {
			name := printed(&b.in, func(p *printer) { p.gprIdx(1 << k) })
			if named(&n.args[i], "", strings.TrimSuffix(strings.TrimPrefix(name, "gpr_idx("), ")")) {
				if v>>k&1 != 0 {
					return 0, errAt(n.args[i].col, "the mode %s is given twice", n.args[i].text)
				}
				v |= 1 << k
				found = true
			}
		}
		if !found {
			return 0, errAt(n.args[i].col, "the modes are SRC0, SRC1, SRC2 and DST")
		}
	}
	return v, nil
}
