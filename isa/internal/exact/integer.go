package exact

import "math/big"

// Add is a + b.
func Add(a, b *big.Int) *big.Int { return new(big.Int).Add(a, b) }

// Sub is a - b.
func Sub(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }

// Mul is a * b.
func Mul(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }

// Bitwise makes a number of n bits from a function of bit positions.
func Bitwise(n int, f func(i int) bool) *big.Int {
	v := new(big.Int)
	for i := range n {
		if f(i) {
			v.SetBit(v, i, 1)
		}
	}
	return v
}

// Amount is the shift amount or bit number: v modulo n, so its low 5 or 6 bits for n = 32 or 64.
func Amount(v *big.Int, n int) int { return int(new(big.Int).Mod(v, big.NewInt(int64(n))).Int64()) }

// FirstBit is the first i in 0..n-1 for which f holds, or -1.
func FirstBit(n int, f func(i int) bool) int {
	for i := range n {
		if f(i) {
			return i
		}
	}
	return -1
}
