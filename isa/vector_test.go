package isa_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/vecref"
)

// valuRows are the rows of the vector ALU without interpolation.
func valuRows() []*isa.Desc {
	var rows []*isa.Desc
	for _, d := range isa.Rows() {
		switch d.Enc[0].Fmt {
		case isa.VOP1, isa.VOP2, isa.VOPC, isa.VOP3, isa.VOP3B, isa.VOP3P:
			if !strings.HasPrefix(d.Name, "v_interp_") {
				rows = append(rows, d)
			}
		}
	}
	return rows
}

func TestEveryVectorRowHasMeaningFormulaAndReference(t *testing.T) {
	used := map[string]bool{}
	for _, d := range valuRows() {
		require.NotNil(t, d.Do, "%s has no meaning", d.Name)
		require.NotEmpty(t, d.Doc, d.Name)
		if _, ok := d.Do.(isa.Vector); ok {
			require.True(t, vecref.Has(d), "%s has a kernel without a reference", d.Name)
			used[d.Name] = true
		}
	}
	for _, name := range vecref.Names() {
		require.True(t, used[name], "reference of %s, which is no vector row", name)
	}
}

// vecModes mix the rules of the formats, so that a kernel that looks at the wrong field is seen.
var vecModes = []isa.FPMode{
	{F32: isa.FlushAll, F64: isa.KeepAll, F16: isa.KeepAll, IEEE: true},
	{F32: isa.KeepAll, F64: isa.KeepAll, F16: isa.KeepAll},
	{F32: isa.KeepAll | isa.RoundUp, F64: isa.FlushAll, F16: isa.FlushAll, IEEE: true},
	{F32: isa.DenormIn | isa.RoundZero, F64: isa.DenormOut | isa.RoundDown, F16: isa.DenormOut | isa.RoundDown},
	{F32: isa.DenormOut, F64: isa.DenormIn | isa.RoundUp, F16: isa.DenormIn | isa.RoundUp | isa.FP16Ovfl, IEEE: true},
	{F32: isa.RoundDown, F64: isa.RoundZero | isa.DenormIn | isa.DenormOut, F16: isa.RoundZero | isa.DenormIn | isa.DenormOut},
}

// rowArgs are the operands of a row: those of any form of it.
func rowArgs(d *isa.Desc) []isa.Arg {
	for _, x := range isa.Targets() {
		for _, f := range x.Forms() {
			if f.Desc == d {
				return f.Args
			}
		}
	}
	return nil
}

// typeOf is the type of the operand in a role.
func typeOf(args []isa.Arg, role byte) isa.Type {
	for _, a := range args {
		if a.Role == role {
			return a.Type
		}
	}
	return isa.NoType
}

// vecCase is the arguments of one kernel call with the rows it points to.
type vecCase struct {
	isa.Vec
	rows [16]isa.Row
}

func newVecCase() *vecCase {
	c := new(vecCase)
	for i := range 4 {
		c.D[i], c.A[i], c.B[i], c.C[i] = &c.rows[i], &c.rows[4+i], &c.rows[8+i], &c.rows[12+i]
	}
	return c
}

func TestVectorKernelsAgreeWithExactArithmetic(t *testing.T) {
	for _, d := range valuRows() {
		if do, ok := d.Do.(isa.Vector); ok {
			t.Run(d.Name, func(t *testing.T) { checkVector(t, d, do) })
		}
	}
}

func checkVector(t *testing.T, d *isa.Desc, do isa.Vector) {
	args := rowArgs(d)
	g := rand.New(rand.NewPCG(7, uint64(len(d.Name))))
	isFloat := slices.ContainsFunc(args, func(a isa.Arg) bool { return a.Type.IsFloat() })
	compare := d.Enc[0].Fmt == isa.VOPC
	modes := vecModes
	calls := 3
	switch {
	case !isFloat && d.Flag&isa.IntClamp == 0:
		modes = modes[:1]
	case !isFloat:
		modes = modes[:2]
	case compare:
		modes, calls = []isa.FPMode{vecModes[0], vecModes[2]}, 1
	}
	if testing.Short() {
		calls = 1
	}
	for _, gen := range isa.Gens() {
		if !slices.ContainsFunc(d.Enc, func(e isa.Enc) bool { return e.Gens.Has(gen) }) {
			continue
		}
		for mi, mode := range modes {
			for call := range calls {
				c := newVecCase()
				c.Features, c.FP, c.In, c.K, c.Clamp = gen.Features(), mode, g.Uint64(), vecref.Draw(g, isa.F32, [4]uint32{})[0], (mi+call)&1 == 1
				var lanes [isa.Lanes]vecref.Lane
				for i := range lanes {
					x := &lanes[i]
					*x = vecref.Lane{Desc: d, Args: args, Gen: gen, FP: mode, Clamp: c.Clamp, Index: i, In: c.In>>i&1 == 1, K: c.K}
					for n := range x.Src {
						near := x.Src[0]
						if n == 0 {
							near = [4]uint32{g.Uint32(), g.Uint32()}
						}
						x.Src[n] = vecref.Draw(g, typeOf(args, "abc"[n]), near)
					}
					if len(d.Name) > 12 && d.Name[:12] == "v_div_scale_" { // S0 is one of the others
						x.Src[0] = x.Src[1+g.IntN(2)]
					}
					x.Old = vecref.Draw(g, typeOf(args, 'd'), x.Src[0])
					for j := range 4 {
						c.D[j][i], c.A[j][i], c.B[j][i], c.C[j][i] = x.Old[j], x.Src[0][j], x.Src[1][j], x.Src[2][j]
					}
				}
				before := c.rows
				do(&c.Vec)
				hasOut := compare || slices.ContainsFunc(args, func(a isa.Arg) bool { return a.Role == 'e' })
				for i := range lanes {
					checkLane(t, &lanes[i], c, hasOut)
				}
				require.Equal(t, before[4:], c.rows[4:], "sources are changed")
				if call == 0 && !compare {
					checkAliases(t, do, c, before, args)
				}
			}
		}
	}
}

func checkLane(t *testing.T, x *vecref.Lane, c *vecCase, hasOut bool) {
	x.Eval()
	i := x.Index
	describe := func() string {
		return fmt.Sprintf("%v lane %d, mode %+v clamp %v k %#x\na %#x b %#x c %#x in %v old %#x",
			x.Gen, i, x.FP, x.Clamp, x.K, x.Src[0], x.Src[1], x.Src[2], x.In, x.Old)
	}
	if hasOut {
		if got := c.Out>>i&1 == 1; got != x.Out {
			t.Fatalf("mask: want %v\n%s", x.Out, describe())
		}
	}
	switch n := x.Bits(); {
	case n == 128:
		for j := range x.D {
			if got := c.D[j][i]; got != x.D[j] {
				t.Fatalf("dword %d: want %#x, got %#x\n%s", j, x.D[j], got, describe())
			}
		}
	case n > 0:
		got := uint64(c.D[0][i])
		if n == 64 {
			got |= uint64(c.D[1][i]) << 32
		}
		got &= 1<<(n-1)<<1 - 1
		if want := x.Results(); !slices.Contains(want, got) {
			t.Fatalf("want %#x, got %#x\n%s", want, got, describe())
		}
	}
}

// checkAliases runs the kernel with the destination in the place of a source: a lane reads its
// sources before it writes.
func checkAliases(t *testing.T, do isa.Vector, c *vecCase, before [16]isa.Row, args []isa.Arg) {
	for _, a := range args {
		if (a.Role == 'd' && a.Read) || a.Type == isa.Mask {
			return // the destination is a source already
		}
	}
	for _, src := range []*[4]*isa.Row{&c.A, &c.B, &c.C} {
		for shift := -1; shift <= 1; shift++ { // a pair may overlap a pair by one row
			k := c.Vec
			var rows [16]isa.Row = before
			for j := range 4 {
				k.A[j], k.B[j], k.C[j] = &rows[4+j], &rows[8+j], &rows[12+j]
			}
			at := 4
			switch src {
			case &c.B:
				at = 8
			case &c.C:
				at = 12
			}
			if shift < 0 && at == 4 || shift > 0 && at == 12 {
				continue
			}
			for j := range 2 {
				k.D[j] = &rows[at+shift+j]
			}
			k.D[2], k.D[3] = new(isa.Row), new(isa.Row)
			do(&k)
			dwords := 1
			for _, a := range args {
				if a.Role == 'd' {
					dwords = min(a.Type.Dwords(), 2)
				}
			}
			for j := range dwords {
				require.Equal(t, c.D[j], k.D[j], "dword %d with the destination at a source", j)
			}
		}
	}
}

// TestVectorKernelsDoNotAllocate runs every vector kernel on ordinary and on special operands.
func TestVectorKernelsDoNotAllocate(t *testing.T) {
	edges := vecref.Edges(isa.B32)
	for _, d := range valuRows() {
		do, ok := d.Do.(isa.Vector)
		if !ok {
			continue
		}
		c := newVecCase()
		for i := range c.rows {
			for j := range c.rows[i] {
				c.rows[i][j] = uint32(edges[(i*7+j)%len(edges)])
			}
		}
		c.Features, c.FP = isa.GCN14.Features(), vecModes[1]
		require.Zero(t, testing.AllocsPerRun(2, func() { do(&c.Vec) }), d.Name)
		c.FP, c.Clamp = vecModes[3], true
		require.Zero(t, testing.AllocsPerRun(2, func() { do(&c.Vec) }), d.Name)
	}
}
