// Package exact is arithmetic on integers of unlimited size and, made of them, binary
// floating-point arithmetic in three formats. It follows IEEE 754 and the V_MIN and V_MAX texts of
// the Vega ISA. It is what tests compare the kernels of package isa with, so it shares no code with
// package isa and does not import it.
//
// A [Num] is an exact number. [Format.Decode] makes one from bits, the operations are exact, and
// [Format.Encode] rounds once:
//
//	f := exact.F32
//	sum := f.Encode(f.Add(f.Decode(a, r), f.Decode(b, r), r), r)
package exact
