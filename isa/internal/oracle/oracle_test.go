package oracle

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func needLLVM(t testing.TB) {
	if _, err := Find(); err != nil {
		t.Skip(err)
	}
}

func TestDisassembleFindsLengthAndValidity(t *testing.T) {
	needLLVM(t)
	cases := []struct {
		name, mcpu string
		word       []byte
		want       Result
	}{
		{"one dword, a valid instruction behind", "gfx803", []byte{0, 1, 0, 0x80, 0, 1, 0, 0x80}, Result{Valid: true, Len: 4, Text: "s_add_u32 s0, s0, s1"}},
		{"one dword, garbage behind", "gfx803", []byte{0, 1, 0, 0x80, 255, 255, 255, 255}, Result{Valid: true, Len: 4, Text: "s_add_u32 s0, s0, s1"}},
		{"one dword, an instruction of two dwords behind", "gfx803", []byte{0, 1, 0, 0x80, 0, 0, 0x6c, 0xd8}, Result{Valid: true, Len: 4, Text: "s_add_u32 s0, s0, s1"}},
		{"literal", "gfx803", []byte{255, 1, 0, 0x80, 0x41, 0, 0, 0}, Result{Valid: true, Len: 8, Text: "s_add_u32 s0, 0x41, s1"}},
		{"two dwords", "gfx900", []byte{0, 0, 0x6c, 0xd8, 2, 0, 0, 8}, Result{Valid: true, Len: 8, Text: "ds_read_b32 v8, v2"}},
		{"cut short", "gfx900", []byte{0, 0, 0x6c, 0xd8}, Result{}},
		{"invalid", "gfx900", []byte{255, 255, 255, 255, 0, 1, 0, 0x80}, Result{}},
		{"literal in VOP3 (crashes llvm-mc 22.1)", "gfx900", []byte{1, 0, 1, 0xd1, 0xff, 6, 2, 0}, Result{}},
		{"the padding itself", "gfx900", []byte{0x34, 0x12, 0x80, 0xbf, 0x35, 0x12, 0x80, 0xbf}, Result{Valid: true, Len: 4, Text: "s_nop 0x1234"}},
		{"remark", "gfx900", []byte{0xfe, 0, 0x80, 0xbe, 0, 0, 0, 0},
			Result{Valid: true, Len: 4, Text: "s_mov_b32 s0, src_lds_direct/*Invalid register, operand has 'SReg_32' register class*/", Remark: true}},
	}
	for _, mcpu := range []string{"gfx803", "gfx900"} {
		var words [][]byte
		var want []Result
		for _, c := range cases {
			if c.mcpu == mcpu {
				words, want = append(words, c.word), append(want, c.want)
			}
		}
		got, err := Disassemble(mcpu, words)
		require.NoError(t, err)
		for i := range want {
			got[i].Crashed = got[i].Crashed || want[i].Crashed && !got[i].Valid // it does not crash every time
		}
		require.Equal(t, want, got)
	}
}

func TestAssembleAnswersEachLine(t *testing.T) {
	needLLVM(t)
	got, err := Assemble("gfx600", []string{"s_load_dword s5, s[2:3], 0x1", "nonsense", "", "s_load_dword s5, s[2:3], 0x100", "s_branch 4", "s_branch label", "x:"})
	require.NoError(t, err)
	require.Equal(t, []byte{0x01, 0x83, 0x02, 0xc0}, got[0].Bytes)
	require.Equal(t, "s_load_dword s5, s[2:3], 0x1", got[0].Text)
	require.Equal(t, []byte{0x04, 0x00, 0x82, 0xbf}, got[4].Bytes)
	for _, i := range []int{1, 2, 3, 5, 6} {
		require.Error(t, got[i].Err, i)
		require.Nil(t, got[i].Bytes, i)
	}
}

func TestRandomEncodingsAreReproducible(t *testing.T) {
	needLLVM(t)
	for _, target := range []string{"gfx803", "gfx900"} {
		for _, f := range Formats(target) {
			a, err := RandomEncodings(target, f, 500, 1)
			require.NoError(t, err)
			b, err := RandomEncodings(target, f, 500, 1)
			require.NoError(t, err)
			require.Equal(t, a, b)
			require.Len(t, a, 500)
		}
	}
	_, err := RandomEncodings("gfx900", "SMRD", 1, 1)
	require.Error(t, err)
}

func TestOracleIsFastEnough(t *testing.T) {
	needLLVM(t)
	if testing.Short() {
		t.Skip("slow")
	}
	for _, target := range []string{"gfx803", "gfx900"} {
		for _, f := range Formats(target) {
			c, err := RandomEncodings(target, f, 20000, 7)
			require.NoError(t, err)
			start := time.Now()
			res, err := Disassemble(target, c)
			require.NoError(t, err)
			valid, remarks, crashes := 0, 0, 0
			for _, r := range res {
				if r.Valid {
					valid++
				}
				if r.Remark {
					remarks++
				}
				if r.Crashed {
					crashes++
				}
			}
			t.Logf("%s %-8s 20000 candidates in %6v: %5d valid, %5d with a remark, %4d crashes", target, f, time.Since(start).Round(10*time.Millisecond), valid, remarks, crashes)
		}
	}
}
