package isa

// PatchKind says which bits of an instruction a [Patch] fills.
type PatchKind uint8

// The kinds of patches.
const (
	PatchLiteral PatchKind = iota // the 32 bits of the literal, at offset 4
	PatchBranch                   // the 16 low bits of the first dword: the distance in dwords from the next instruction
)

// Patch is an operand whose value is not known where the instruction stands. Its bits are 0.
type Patch struct {
	Kind PatchKind // which bits are to be filled
	Expr *Expr     // what gives their value
	Col  int       // from 0
}

// Scanner reads one statement of assembly text: an instruction, or the words of a directive. The
// zero Scanner is ready for [Scanner.Reset].
type Scanner struct {
	// Syntax is that of the statements.
	Syntax Syntax

	r      textReader
	tokens []Token
}

// Reset begins a statement: text without comments and without its label. env may be nil where there
// are no symbols. Errors of all methods are of type *[TextError].
func (s *Scanner) Reset(t Target, text string, env Env) error {
	toks, err := lex(s.tokens[:0], text, s.Syntax)
	if err != nil {
		return err
	}
	s.tokens = toks
	s.r = textReader{table: t.table(), toks: toks, env: env, syntax: s.Syntax}
	return nil
}

// Peek is the next token.
func (s *Scanner) Peek() Token { return s.r.peek() }

// Ahead is the token n places after the next one.
func (s *Scanner) Ahead(n int) Token { return s.r.ahead(n) }

// Next takes the next token; TokEnd stays.
func (s *Scanner) Next() Token { return s.r.next() }

// Accept takes the punctuation if it is next.
func (s *Scanner) Accept(punct string) bool { return s.r.accept(punct) }

// Expr reads an expression.
func (s *Scanner) Expr() (Value, error) { return s.r.expr("") }

// Known reads an expression that must be an integer whose value is known.
func (s *Scanner) Known() (int64, error) { return s.r.known("") }

// End reports what is left of the statement as an error.
func (s *Scanner) End() error {
	if t := s.Peek(); t.Kind != TokEnd {
		return errAt(t.Col, "unexpected %s", t)
	}
	return nil
}

// Instruction reads one instruction as [ParseInst] does. The patches are valid until the next call.
func (s *Scanner) Instruction() (Inst, []Patch, error) {
	in, err := s.r.instruction()
	return in, s.r.patches, err
}

// Registers is one more than the highest vector and scalar register that the instruction names; 0
// if it names none.
func (s *Scanner) Registers() (vgprs, sgprs int) { return s.r.vgprs, s.r.sgprs }

// IsRegister reports whether a name is a register of the target.
func IsRegister(t Target, name string) bool {
	_, ok := t.table().registers()[name]
	return ok
}
