package gcntest

import (
	"encoding/json"
	"errors"
	"math"
	mathbits "math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/formula"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// plan is a case that is ready to run.
type plan struct {
	file    *launch.File
	code    *Statement // its code
	text    []byte     // the code's text, where it is text of the file
	checks  []*check   // what is expected of the run itself
	expects []*expect  // what places must hold
	policy  waitcnt.Policy
	explore *Statement // that asks for all orders of returns, nil where none does
	limit   int64      // instructions
	lanes   int        // work-items of a wave, as far as they are the same in all
}

// check is what is expected of a run.
type check struct {
	stmt      *Statement
	what      string // findings, finding, fault, cycles, instructions
	text      string // rule of a finding; a part of the fault's message
	at        string // a part of the instruction's text
	low, high uint64 // of cycles and instructions
	any       bool   // findings: all are welcome
}

// expect is a line that says what a place must hold.
type expect struct {
	stmt   *Statement
	place  *place
	value  *value
	keys   [][2]int // in the launch file
	open   bool     // its value is ?
	forms  bool     // its value is one formula
	isName *param   // its value is a parameter
	data   []byte   // of a formula for a large buffer
	buffer int      // that buffer
}

// place is what is before = in a line.
type place struct {
	kind   byte // 'r' register, 'b' buffer, 'l' LDS
	name   string
	reg    launch.Register
	offset uint64
	group  []uint32
	wave   *uint32
	typ    launch.Type
	typed  bool
	at     string // the text of the type, for messages
	rhs    string // text behind =
	rhsCol int
}

// spot is where a formula is evaluated: the wave, and whether its elements are lanes.
type spot struct {
	lanes bool
	where where
}

// where is a wave of the grid.
type where struct {
	group [3]uint32
	wave  int
}

// buffer is a buffer of the case.
type buffer struct {
	stmt  *Statement
	name  string
	size  uint64
	addr  *uint64
	typ   launch.Type
	typed bool
	value *value
	data  []byte // of a formula
	json  any
}

// let is a name for a formula.
type let struct {
	name string
	typ  formula.Type
	expr *formula.Expr
}

// builder makes a plan of a case.
type builder struct {
	c        *Case
	stmts    []Statement // with parameters put in
	lets     []let
	buffers  []*buffer
	ldsSize  uint64
	ldsType  formula.Type
	grid     [3]uint32
	group    [3]uint32
	dims     [2][]uint32
	waves    int
	givens   map[string]formula.Type // declared types by the register's name
	inputs   *inputs                 // what places hold at the start; nil as long as that is not known
	perWave  bool                    // a formula asked for what waves have
	elements int64
}

// of finds the statement that counts of those that stand once.
func (b *builder) of(word string) *Statement {
	for i := len(b.stmts) - 1; i >= 0; i-- {
		if b.stmts[i].Word == word {
			return &b.stmts[i]
		}
	}
	return nil
}

// each calls f for the statements of a word until there is an error.
func (b *builder) each(word string, f func(s *Statement) error) error {
	for i := range b.stmts {
		if s := &b.stmts[i]; s.Word == word {
			if err := f(s); err != nil {
				return s.at(err)
			}
		}
	}
	return nil
}

// build makes a plan.
func (c *Case) build() (*plan, error) {
	b := &builder{c: c, givens: map[string]formula.Type{}}
	for _, s := range c.statements() {
		if s.Word != "table" && s.Word != "for" {
			s.Rest = substitute(s.Rest, c.params)
		}
		b.stmts = append(b.stmts, s)
	}
	p := &plan{}
	if err := b.plan(p); err != nil {
		e, ok := err.(*Error)
		if !ok {
			e = &Error{Line: c.test.Line, Err: err}
		}
		return nil, c.locate(e)
	}
	return p, nil
}

func (b *builder) plan(p *plan) error {
	if err := b.shape(); err != nil {
		return err
	}
	if err := b.readLets(); err != nil {
		return err
	}
	if err := b.readBuffers(); err != nil {
		return err
	}
	doc := newDoc()
	if err := b.head(p, doc); err != nil {
		return err
	}
	if err := b.initial(doc); err != nil {
		return err
	}
	f, err := b.parse(doc)
	if err != nil {
		return err
	}
	b.inputs = &inputs{b: b, file: f}
	if err := b.expectations(p, doc); err != nil {
		return err
	}
	if p.file, err = b.parse(doc); err != nil {
		return err
	}
	b.bufferData(p)
	p.lanes = mathbits.OnesCount64(b.live(where{}))
	return b.options(p)
}

// number is a constant formula of a line: an integer.
func (b *builder) number(s *Statement, text string, col int) (int64, error) {
	p, err := formula.NewParser(text, col)
	if err != nil {
		return 0, s.at(err)
	}
	e, err := p.Expr()
	if err == nil {
		err = p.End()
	}
	if err != nil {
		return 0, s.at(err)
	}
	f, err := e.Compile(formula.I64, formula.I64, b)
	if err != nil {
		return 0, s.at(err)
	}
	if !f.Constant {
		return 0, s.errorf(col, "this is the same for the whole test, and %s is not", text)
	}
	v, err := f.Eval(b.env(nil))
	if err != nil {
		return 0, s.at(err)
	}
	return int64(v), nil
}

// shape reads waves, grid and group.
func (b *builder) shape() error {
	dims := func(word string) (d []uint32, err error) {
		s := b.of(word)
		if s == nil {
			return nil, nil
		}
		for _, c := range splitList(s.Rest) {
			n, err := b.number(s, c.text, s.RestCol+c.at)
			if err != nil {
				return nil, err
			}
			if n < 1 || n > math.MaxUint32 {
				return nil, s.errorf(s.RestCol+c.at, "%s is of numbers from 1 on, and this is %d", word, n)
			}
			d = append(d, uint32(n))
		}
		if len(d) > 3 {
			return nil, s.errorf(s.RestCol, "%s has one to three numbers", word)
		}
		return d, nil
	}
	grid, err := dims("grid")
	if err != nil {
		return err
	}
	group, err := dims("group")
	if err != nil {
		return err
	}
	if s := b.of("waves"); s != nil {
		if group != nil || grid != nil {
			return s.errorf(s.Col, "waves says the shape, and grid or group do too: give waves, or the others")
		}
		n, err := b.number(s, s.Rest, s.RestCol)
		if err != nil {
			return err
		}
		if n < 1 || n > isa.MaxGroupItems/isa.Lanes {
			return s.errorf(s.RestCol, "a work-group has 1 to %d waves", isa.MaxGroupItems/isa.Lanes)
		}
		group = []uint32{uint32(n * isa.Lanes)}
	}
	switch {
	case group == nil && grid == nil:
		group = []uint32{isa.Lanes}
		grid = group
	case group == nil:
		group = []uint32{isa.Lanes, 1, 1}[:len(grid)]
	case grid == nil:
		grid = group
	}
	b.dims = [2][]uint32{grid, group}
	b.grid, b.group = [3]uint32{1, 1, 1}, [3]uint32{1, 1, 1}
	copy(b.grid[:], grid)
	copy(b.group[:], group)
	items := uint64(b.group[0]) * uint64(b.group[1]) * uint64(b.group[2])
	if items > isa.MaxGroupItems {
		s := b.of("group")
		return s.errorf(s.RestCol, "%d work-items are more than a work-group has, %d", items, isa.MaxGroupItems)
	}
	b.waves = int(items+isa.Lanes-1) / isa.Lanes
	return nil
}

// readLets reads the names for formulas.
func (b *builder) readLets() error {
	return b.each("let", func(s *Statement) error {
		left, right, col, ok := cutEqual(s)
		if !ok {
			return s.errorf(s.Col, "write let NAME = FORMULA, or let NAME: TYPE = FORMULA")
		}
		name, typ, typeCol := cutType(left, s.RestCol)
		if err := checkName(s, s.RestCol, name); err != nil {
			return err
		}
		l := let{name: name}
		if typ != "" {
			if l.typ, ok = formula.FindType(typ); !ok {
				return s.errorf(typeCol, "%q is no type; the types are %s", typ, strings.Join(formula.TypeNames(), ", "))
			}
		}
		if b.isName(name) {
			return s.errorf(s.RestCol, "there is a name %s already", name)
		}
		p, err := formula.NewParser(right, col)
		if err != nil {
			return err
		}
		if l.expr, err = p.Expr(); err == nil {
			err = p.End()
		}
		b.lets = append(b.lets, l)
		return err
	})
}

func (b *builder) isName(name string) bool {
	return slices.ContainsFunc(b.lets, func(l let) bool { return l.name == name }) ||
		slices.ContainsFunc(b.c.params, func(p param) bool { return p.name == name }) ||
		slices.ContainsFunc(b.buffers, func(x *buffer) bool { return x.name == name })
}

// cutEqual splits a line at its =.
func cutEqual(s *Statement) (left, right string, col int, ok bool) {
	left, right, ok = strings.Cut(s.Rest, "=")
	trimmed := strings.TrimLeft(right, " \t")
	return strings.TrimSpace(left), strings.TrimSpace(trimmed), s.RestCol + len(left) + 1 + len(right) - len(trimmed), ok
}

// cutType splits "s[0:1]: u64" at the colon that is not in brackets.
func cutType(left string, col int) (name, typ string, typeCol int) {
	from := strings.LastIndexByte(left, ']') + 1
	before, typ, _ := strings.Cut(left[from:], ":")
	trimmed := strings.TrimLeft(typ, " \t")
	typeCol = col + from + len(before) + 1 + len(typ) - len(trimmed)
	return strings.TrimSpace(left[:from] + before), strings.TrimSpace(trimmed), typeCol
}

// parseType reads a type with tolerances.
func parseType(s *Statement, text string, col int, tolerance bool) (launch.Type, error) {
	t, ok, err := launch.ParseType(text)
	switch {
	case err != nil:
		return t, s.errorf(col, "%v", err)
	case !ok || t.Name == "bytes":
		return t, s.errorf(col, "%q is no type; the types are %s", text, strings.Join(formula.TypeNames(), ", "))
	case !tolerance && t != launch.Type{Name: t.Name}:
		return t, s.errorf(col, "a tolerance is for what is expected")
	}
	return t, nil
}

var bufferHead = regexp.MustCompile(`^([A-Za-z_][A-Za-z_0-9]*)(?:\s+([0-9][0-9A-Za-z]*))?(?:\s+at\s+(\S+))?$`)

// readBuffers reads buffers and LDS.
func (b *builder) readBuffers() error {
	err := b.each("buffer", func(s *Statement) error {
		left, right, col, hasValue := cutEqual(s)
		if !hasValue {
			left = s.Rest
		}
		head, typ, typeCol := cutType(left, s.RestCol)
		m := bufferHead.FindStringSubmatch(head)
		if m == nil {
			return s.errorf(s.Col, "write buffer NAME [SIZE] [at ADDRESS] [: TYPE] [= VALUES], as in buffer a 4K, or buffer "+
				"a: f32 = 0..63")
		}
		x := &buffer{stmt: s, name: m[1], typ: launch.Type{Name: "u32"}}
		if err := checkName(s, s.RestCol, x.name); err != nil {
			return err
		}
		if b.isName(x.name) {
			return s.errorf(s.RestCol, "there is a name %s already", x.name)
		}
		var err error
		if m[2] != "" {
			if x.size, err = launch.ParseSize(m[2]); err != nil {
				return err
			}
		}
		if m[3] != "" {
			addr, err := strconv.ParseUint(m[3], 0, 64)
			if err != nil {
				return s.errorf(s.RestCol, "%q is no address", m[3])
			}
			x.addr = &addr
		}
		if typ != "" {
			if x.typ, err = parseType(s, typ, typeCol, false); err != nil {
				return err
			}
			x.typed = true
		}
		if hasValue {
			if x.value, err = parseValue(right, col, func(string) bool { return false }); err != nil {
				return err
			}
		}
		if x.value != nil && (x.value.kind == '?' || x.value.kind == 'w') {
			return s.errorf(col, "a buffer begins with a formula, a list or a range")
		}
		b.buffers = append(b.buffers, x)
		return nil
	})
	if err != nil {
		return err
	}
	if s := b.of("lds"); s != nil {
		size, _, _ := strings.Cut(s.Rest, ":")
		size, _, _ = strings.Cut(size, "=")
		if b.ldsSize, err = launch.ParseSize(strings.TrimSpace(size)); err != nil || b.ldsSize > math.MaxUint32 {
			return s.errorf(s.RestCol, "write lds SIZE, as in lds 4K, or lds 256: f32 = 0..63")
		}
	}
	return nil
}

// head writes what a launch file says besides values.
func (b *builder) head(p *plan, d *doc) error {
	str := func(word, field string) error {
		s := b.of(word)
		if s == nil {
			return nil
		}
		if s.Rest == "" {
			return s.errorf(s.Col, "%s what?", word)
		}
		d.field(s, field, unquote(s.Rest))
		return nil
	}
	d.field(nil, "grid", b.dims[0])
	d.field(nil, "group", b.dims[1])
	for _, f := range [][2]string{{"kernel", "kernel"}, {"kernarg", "kernarg"}, {"abi", "abi"}, {"scratch", "scratch"}} {
		if err := str(f[0], f[1]); err != nil {
			return err
		}
	}
	if s := b.of("lds"); s != nil {
		d.field(s, "dynamic_lds", b.ldsSize)
	}
	if s := b.of("args"); s != nil {
		var list []any
		for _, c := range splitList(s.Rest) {
			a, err := b.argument(s, c)
			if err != nil {
				return err
			}
			list = append(list, a)
		}
		d.list(s, "args", list)
	}
	p.code = b.of("code")
	if p.code == nil {
		return &Error{Line: b.c.test.Line,
			Msg: "it has no code: write code and the instructions indented below it, or code FILE"}
	}
	if p.code.Block == nil {
		return nil
	}
	// The text has the lines of the file, so that whoever names a line of it names that of the file.
	last := p.code.Block[len(p.code.Block)-1].Number
	lines := make([]string, last)
	for _, l := range p.code.Block {
		lines[l.Number-1] = substitute(l.Text, b.c.params)
	}
	p.text = []byte(strings.Join(lines, "\n") + "\n")
	return nil
}

// argument reads "KIND:VALUE"; a number may be a formula.
func (b *builder) argument(s *Statement, c cell) (any, error) {
	a, err := launch.ArgText(c.text)
	if err != nil {
		return nil, s.errorf(s.RestCol+c.at, "%v", err)
	}
	kind, text, _ := strings.Cut(c.text, ":")
	t, ok := formula.FindType(kind)
	if !ok {
		return a, nil
	}
	col := s.RestCol + c.at + len(kind) + 1
	p, err := formula.NewParser(text, col)
	if err != nil {
		return nil, s.at(err)
	}
	e, err := p.Expr()
	if err == nil {
		err = p.End()
	}
	if err != nil {
		return nil, s.at(err)
	}
	f, err := e.Compile(t, t, b)
	if err != nil {
		return nil, s.at(err)
	}
	if !f.Constant {
		return nil, s.errorf(col, "an argument is the same in all lanes")
	}
	v, err := f.Eval(b.env(nil))
	if err != nil {
		return nil, s.at(err)
	}
	return map[string]string{kind: bits(v)}, nil
}

// initial writes what places hold at the start.
func (b *builder) initial(d *doc) error {
	for _, x := range b.buffers {
		if err := b.bufferInit(x); err != nil {
			return x.stmt.at(err)
		}
	}
	if s := b.of("lds"); s != nil {
		left, right, col, hasValue := cutEqual(s)
		_, typ, typeCol := cutType(left, s.RestCol)
		t := launch.Type{Name: "u32"}
		var err error
		if typ != "" {
			if t, err = parseType(s, typ, typeCol, false); err != nil {
				return err
			}
		}
		if b.ldsType = typeOf(&t); hasValue {
			v, err := parseValue(right, col, func(string) bool { return false })
			if err != nil {
				return s.at(err)
			}
			if v.kind == 'w' || v.kind == '?' {
				return s.errorf(col, "LDS begins with a formula, a list or a range")
			}
			list, err := b.memoryValues(s, v, t, b.ldsSize)
			if err != nil {
				return s.at(err)
			}
			d.field(s, "lds", map[string]any{t.Name: list})
		}
	}
	var regs []item
	err := b.each("given", func(s *Statement) error {
		p, err := b.place(s, s.Rest, s.RestCol, false)
		if err != nil {
			return err
		}
		if p.kind != 'r' || p.wave != nil || p.group != nil {
			return s.errorf(s.RestCol,
				"given is of registers, of all waves; a buffer says what it begins with itself, and so does lds")
		}
		v, err := parseValue(p.rhs, p.rhsCol, func(w string) bool { return !p.typed && !b.isName(w) && isLaunchWord(w) })
		if err != nil {
			return err
		}
		if v.kind == '?' {
			return s.errorf(p.rhsCol, "what a register holds at the start is for the file to say")
		}
		json, t, err := b.registerValues(s, p, v, &spot{lanes: p.reg.Class == launch.VGPR}, isa.Lanes)
		if err != nil {
			return err
		}
		b.givens[p.name] = t
		regs = append(regs, item{s, p.name, json})
		return nil
	})
	if err != nil {
		return err
	}
	d.items("registers", regs)
	return nil
}

// bufferInit finds out how many bytes a buffer has, and what it begins with.
func (b *builder) bufferInit(x *buffer) error {
	if x.value == nil {
		if x.size == 0 {
			return x.stmt.errorf(x.stmt.RestCol, "how large is it? write buffer %s SIZE, as in buffer %s 4K", x.name, x.name)
		}
		return nil
	}
	t := typeOf(&x.typ)
	if x.value.kind == 'f' {
		f, err := x.value.elems[0].from.Compile(x.declared(), formula.U32, b)
		if err != nil {
			return err
		}
		t, x.typ = f.Type, launch.Type{Name: f.Type.String()}
		size := uint64(t.Bits() / 8)
		switch {
		case x.size == 0:
			return x.stmt.errorf(x.value.col,
				"a formula fills the buffer: say how large it is, as in buffer %s 4K, or give a list, as in [1]", x.name)
		case x.size%size != 0:
			return x.stmt.errorf(x.stmt.RestCol, "its %d bytes are not a whole number of %v", x.size, t)
		}
		x.data, err = b.fill(f, x.value.col, x.size)
		return err
	}
	list, err := b.jsonValues(x.stmt, x.value, t, 1, &spot{})
	if err != nil {
		return err
	}
	x.json = map[string]any{x.typ.Name: list}
	if x.size == 0 {
		x.size, err = extent(x.json)
	}
	return err
}

var (
	waveWord  = regexp.MustCompile(`^wave\s+([0-9]+)\s+`)
	groupWord = regexp.MustCompile(`^group\s+([0-9]+(?:\s*,\s*[0-9]+){0,2})\s+`)
	offset    = regexp.MustCompile(`^([A-Za-z_][A-Za-z_0-9]*)\s*\+\s*(\S+)$`)
)

// place reads what is before =.
func (b *builder) place(s *Statement, text string, col int, tolerance bool) (*place, error) {
	p := &place{}
	for {
		if m := waveWord.FindStringSubmatch(text); m != nil && p.wave == nil {
			n, err := strconv.ParseUint(m[1], 10, 32)
			if err != nil {
				return nil, s.errorf(col, "there is no wave %s", m[1])
			}
			w := uint32(n)
			p.wave, text, col = &w, text[len(m[0]):], col+len(m[0])
			continue
		}
		if m := groupWord.FindStringSubmatch(text); m != nil && p.group == nil {
			for _, t := range strings.Split(m[1], ",") {
				n, err := strconv.ParseUint(strings.TrimSpace(t), 10, 32)
				if err != nil {
					return nil, s.errorf(col, "there is no work-group %s", m[1])
				}
				p.group = append(p.group, uint32(n))
			}
			text, col = text[len(m[0]):], col+len(m[0])
			continue
		}
		break
	}
	line := &Statement{Line: s.Line, Rest: text, RestCol: col}
	left, right, rhsCol, ok := cutEqual(line)
	if !ok {
		return nil, s.errorf(col, "there is no =: write %s PLACE = VALUES, as in %s v0: f32 = lane * 0.5", s.Word, s.Word)
	}
	p.rhs, p.rhsCol = right, rhsCol
	name, typ, typeCol := cutType(left, col)
	p.name = name
	var err error
	p.typ = launch.Type{Name: "u32"}
	if typ != "" {
		if p.typ, err = parseType(s, typ, typeCol, tolerance); err != nil {
			return nil, err
		}
		p.typed, p.at = true, typ
	}
	if m := offset.FindStringSubmatch(name); m != nil {
		if p.offset, err = launch.ParseSize(m[2]); err != nil {
			return nil, s.errorf(col, "%v", err)
		}
		name = m[1]
		p.name = name
	}
	if addr, isMemory := strings.CutPrefix(name, "memory "); isMemory {
		at, err := strconv.ParseUint(strings.TrimSpace(addr), 0, 64)
		if err != nil {
			return nil, s.errorf(col, "%q is no address", addr)
		}
		for _, x := range b.buffers {
			if x.addr != nil && at >= *x.addr && at-*x.addr < x.size {
				p.kind, p.name, p.offset = 'b', x.name, at-*x.addr
				return p, nil
			}
		}
		return nil, s.errorf(col, "no buffer is at %#x: buffer NAME SIZE at ADDRESS puts one there", at)
	}
	if name == "lds" {
		p.kind = 'l'
		return p, nil
	}
	for _, x := range b.buffers {
		if x.name == name {
			p.kind = 'b'
			if !p.typed {
				p.typ = x.typ
			}
			return p, nil
		}
	}
	reg, err := launch.ParseRegister(name)
	if err != nil {
		if errors.Is(err, isa.ErrUnknownRegister) {
			return nil, s.errorf(col, "%q is no register, no buffer of this test and not lds", name)
		}
		return nil, s.errorf(col, "%v", err)
	}
	if p.offset != 0 {
		return nil, s.errorf(col, "an offset is of a buffer or of lds, and %s is a register", name)
	}
	p.kind, p.reg = 'r', reg
	return p, nil
}

// options reads what does not concern the launch file.
func (b *builder) options(p *plan) error {
	var err error
	order := b.c.Order
	if order == allOrders {
		order, p.explore = waitcnt.Late{}.String(), b.of("order")
	}
	if p.policy, err = waitcnt.ParsePolicy(order); err != nil {
		s := b.of("order")
		return s.errorf(s.RestCol, "%v", err)
	}
	if s := b.of("limit"); s != nil {
		text, ok := strings.CutSuffix(s.Rest, "instructions")
		if !ok {
			return s.errorf(s.RestCol, "write limit N instructions")
		}
		if p.limit, err = b.number(s, strings.TrimSpace(text), s.RestCol); err != nil {
			return err
		}
		if p.limit < 1 {
			return s.errorf(s.RestCol, "the limit is at least 1")
		}
	}
	return nil
}

// doc is the text of a launch file: one line for each thing that a line of the test says.
type doc struct {
	fields   []item
	ofBuffer map[string][]item // what buffers must hold
	expects  []item
}

// item is a field, or an element of a list, and the line that it is of.
type item struct {
	stmt *Statement
	key  string
	json any
}

func newDoc() *doc { return &doc{ofBuffer: map[string][]item{}} }

func (d *doc) field(s *Statement, key string, v any) { d.fields = append(d.fields, item{s, key, v}) }

func (d *doc) list(s *Statement, key string, list []any) {
	d.fields = append(d.fields, item{s, key, list})
}

func (d *doc) items(key string, list []item) {
	d.fields = append(d.fields, item{nil, key, list})
}

// parse reads the launch file that the case stands for. An error is of the line that it comes from.
func (b *builder) parse(d *doc) (*launch.File, error) {
	var text strings.Builder
	line := 1
	lines := map[int]*Statement{}
	put := func(s *Statement, part string) {
		text.WriteString(part)
		text.WriteByte('\n')
		if s != nil {
			lines[line] = s
		}
		line++
	}
	var failed error
	marshal := func(v any) string {
		data, err := json.Marshal(v)
		failed = errors.Join(failed, err)
		return string(data)
	}
	each := func(list []item, named bool) {
		for i, x := range list {
			comma := ","
			if i == len(list)-1 {
				comma = ""
			}
			if named {
				put(x.stmt, marshal(x.key)+":"+marshal(x.json)+comma)
			} else {
				put(x.stmt, marshal(x.json)+comma)
			}
		}
	}
	put(nil, `{"buffers":[`)
	for i, x := range b.buffers {
		o := &object{}
		o.set("name", x.name)
		o.set("size", x.size)
		if x.addr != nil {
			o.set("addr", bits(*x.addr))
		}
		if x.json != nil {
			o.set("init", x.json)
		}
		comma := ","
		if i == len(b.buffers)-1 {
			comma = ""
		}
		list := d.ofBuffer[x.name]
		if len(list) == 0 {
			put(x.stmt, marshal(o)+comma)
			continue
		}
		put(x.stmt, strings.TrimSuffix(marshal(o), "}")+`,"expect":[`)
		each(list, false)
		put(nil, "]}"+comma)
	}
	put(nil, `],"launches":[{`)
	for i, f := range d.fields {
		comma := ","
		if i == len(d.fields)-1 && len(d.expects) == 0 {
			comma = ""
		}
		if list, ok := f.json.([]item); ok {
			put(f.stmt, marshal(f.key)+":{")
			each(list, true)
			put(nil, "}"+comma)
			continue
		}
		put(f.stmt, marshal(f.key)+":"+marshal(f.json)+comma)
	}
	if len(d.expects) > 0 {
		put(nil, `"expect":[`)
		each(d.expects, false)
		put(nil, "]")
	}
	put(nil, "}]}")
	if failed != nil {
		return nil, failed
	}
	f, err := launch.Parse(strings.NewReader(text.String()))
	if err == nil {
		f.Path = b.c.File.Path
		return f, nil
	}
	return nil, b.fromLaunch(err, lines)
}

// fromLaunch is an error of a launch file as one of the line that it comes from.
func (b *builder) fromLaunch(err error, lines map[int]*Statement) error {
	var e *launch.Error
	if !errors.As(err, &e) {
		return err
	}
	x := &Error{Line: b.c.test.Line, Msg: inWords(e.Msg), Err: e.Err}
	if s := lines[e.Line]; s != nil {
		x.Line, x.Col = s.Line, s.RestCol
	} else if e.Field != "" {
		x.Msg = e.Field + ": " + e.Msg
	}
	return x
}
