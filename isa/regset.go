package isa

import "math/bits"

// RegSet is a set of registers by source code: the scalar ones below 128, SCC, and the vector ones.
// Other codes are in no set. The zero value is empty.
type RegSet struct {
	S   [2]uint64 // scalar registers, VCC, M0 and EXEC among them: bit code&63 of word code>>6
	V   [4]uint64 // vector registers by number
	SCC bool      // SCC is in the set
}

// Add adds n registers from a source code on.
func (r *RegSet) Add(code uint16, n int) {
	for c := code; c < code+uint16(n); c++ {
		switch {
		case c < 128:
			r.S[c>>6] |= 1 << (c & 63)
		case c == CodeSCC:
			r.SCC = true
		case c >= CodeVGPR && c < CodeVGPR+256:
			r.V[c>>6&3] |= 1 << (c & 63)
		}
	}
}

// AddUse adds the registers of a use.
func (r *RegSet) AddUse(u *Use) { r.Add(u.Code, int(u.Dwords)) }

// Remove takes one register out.
func (r *RegSet) Remove(code uint16) {
	switch {
	case code < 128:
		r.S[code>>6] &^= 1 << (code & 63)
	case code == CodeSCC:
		r.SCC = false
	case code >= CodeVGPR && code < CodeVGPR+256:
		r.V[code>>6&3] &^= 1 << (code & 63)
	}
}

// Has reports whether the set has a register.
func (r *RegSet) Has(code uint16) bool {
	switch {
	case code < 128:
		return r.S[code>>6]>>(code&63)&1 != 0
	case code == CodeSCC:
		return r.SCC
	case code >= CodeVGPR && code < CodeVGPR+256:
		return r.V[code>>6&3]>>(code&63)&1 != 0
	}
	return false
}

// Meets reports whether the sets have a scalar or vector register in common, SCC apart.
func (r *RegSet) Meets(o *RegSet) bool {
	return r.S[0]&o.S[0]|r.S[1]&o.S[1]|r.V[0]&o.V[0]|r.V[1]&o.V[1]|r.V[2]&o.V[2]|r.V[3]&o.V[3] != 0
}

// Any reports whether the set has a register.
func (r *RegSet) Any() bool {
	return r.S[0]|r.S[1]|r.V[0]|r.V[1]|r.V[2]|r.V[3] != 0 || r.SCC
}

// Join adds the registers of o.
func (r *RegSet) Join(o *RegSet) {
	r.S[0], r.S[1] = r.S[0]|o.S[0], r.S[1]|o.S[1]
	r.V[0], r.V[1], r.V[2], r.V[3] = r.V[0]|o.V[0], r.V[1]|o.V[1], r.V[2]|o.V[2], r.V[3]|o.V[3]
	r.SCC = r.SCC || o.SCC
}

// Subtract takes the registers of o out.
func (r *RegSet) Subtract(o *RegSet) {
	for i, m := range o.S {
		r.S[i] &^= m
	}
	for i, m := range o.V {
		r.V[i] &^= m
	}
	r.SCC = r.SCC && !o.SCC
}

// words are the scalar and vector registers, 64 to a word, by code.
func (r *RegSet) words() [8]uint64 {
	return [8]uint64{r.S[0], r.S[1], 0, 0, r.V[0], r.V[1], r.V[2], r.V[3]}
}

// Rank is how many scalar and vector registers of the set have lower codes.
func (r *RegSet) Rank(code uint16) (n int) {
	at, bit := int(code>>6), code&63
	for i, m := range r.words() {
		if i >= at {
			return n + bits.OnesCount64(m&(1<<bit-1))
		}
		n += bits.OnesCount64(m)
	}
	return n
}

// Each calls f for the scalar and vector registers of the set, by code, until it returns false.
func (r *RegSet) Each(f func(code uint16) bool) {
	for i, m := range r.words() {
		for ; m != 0; m &= m - 1 {
			if !f(uint16(i*64 + bits.TrailingZeros64(m))) {
				return
			}
		}
	}
}
