package hostcode

import (
	"bufio"
	"encoding/hex"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What the assembler emits is what LLVM's assembler emits: testdata/x86.txt has its words
// (testdata/x86.sh).
func TestEncodingsAreThoseOfLLVM(t *testing.T) {
	want := map[string]string{}
	f, err := os.Open("testdata/x86.txt")
	require.NoError(t, err)
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		text, code, ok := strings.Cut(in.Text(), " # ")
		require.True(t, ok, in.Text())
		want[text] = code
	}
	for _, c := range encodings {
		a := newAssembler()
		c.emit(a)
		require.Equal(t, want[c.text], hex.EncodeToString(a.code), c.text)
		delete(want, c.text)
	}
	require.Empty(t, want)
}

var encodings = []struct {
	text string
	emit func(a *assembler)
}{
	{"vmovdqu32 zmm3, zmmword ptr [rsi + rax + 256]", func(a *assembler) { a.evex(vLoad, 3, 0, memIndex(rsi, rax, 256), 0, false, false) }},
	{"vmovdqu32 zmm19 {k2}, zmmword ptr [rsi + rax + 65280]", func(a *assembler) { a.evex(vLoad, 19, 0, memIndex(rsi, rax, 65280), 2, false, false) }},
	{"vmovdqu32 zmmword ptr [rdi + 100], zmm31", func(a *assembler) { a.evex(vStore, 31, 0, mem(rdi, 100), 0, false, false) }},
	{"vpbroadcastd zmm8, dword ptr [rdi + 508]", func(a *assembler) { a.evex(vBroadcast, 8, 0, mem(rdi, 508), 0, false, false) }},
	{"vpaddd zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vAdd, 1, 2, regOp(3), 0, false, false) }},
	{"vpaddd zmm17, zmm18, zmm27", func(a *assembler) { a.evex(vAdd, 17, 18, regOp(27), 0, false, false) }},
	{"vpsubd zmm1, zmm2, dword ptr [rdi + 512]{1to16}", func(a *assembler) { a.evex(vSub, 1, 2, mem(rdi, 512), 0, false, true) }},
	{"vpandd zmm9 {k6}, zmm10, zmm11", func(a *assembler) { a.evex(vAnd, 9, 10, regOp(11), 6, false, false) }},
	{"vpandnd zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vAndN, 1, 2, regOp(3), 0, false, false) }},
	{"vpord zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vOr, 1, 2, regOp(3), 0, false, false) }},
	{"vpxord zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vXor, 1, 2, regOp(3), 0, false, false) }},
	{"vpmulld zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vMul, 1, 2, regOp(3), 0, false, false) }},
	{"vpmuludq zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vMulU, 1, 2, regOp(3), 0, false, false) }},
	{"vpmuldq zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vMulI, 1, 2, regOp(3), 0, false, false) }},
	{"vpminsd zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vMinI, 1, 2, regOp(3), 0, false, false) }},
	{"vpmaxsd zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vMaxI, 1, 2, regOp(3), 0, false, false) }},
	{"vpminud zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vMinU, 1, 2, regOp(3), 0, false, false) }},
	{"vpmaxud zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vMaxU, 1, 2, regOp(3), 0, false, false) }},
	{"vpsllvd zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vShl, 1, 2, regOp(3), 0, false, false) }},
	{"vpsrlvd zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vShr, 1, 2, regOp(3), 0, false, false) }},
	{"vpsravd zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vSar, 1, 2, regOp(3), 0, false, false) }},
	{"vpslld zmm17, zmm2, 7", func(a *assembler) { a.evex(vShlImm, 0, 17, regOp(2), 0, false, false, 7) }},
	{"vpsrld zmm1, zmm22, 7", func(a *assembler) { a.evex(vShrImm, 0, 1, regOp(22), 0, false, false, 7) }},
	{"vpsrad zmm1, zmm2, 7", func(a *assembler) { a.evex(vSarImm, 0, 1, regOp(2), 0, false, false, 7) }},
	{"vpsrlq zmm1, zmm2, 32", func(a *assembler) { a.evex(vShrQImm, 0, 1, regOp(2), 0, false, false, 32) }},
	{"vpopcntd zmm1, zmm2", func(a *assembler) { a.evex(vBits, 1, 0, regOp(2), 0, false, false) }},
	{"vpshufb zmm1, zmm22, zmm3", func(a *assembler) { a.evex(vBytes, 1, 22, regOp(3), 0, false, false) }},
	{"vpmovb2m k6, zmm30", func(a *assembler) { a.evex(vSignsB, 6, 0, regOp(30), 0, false, false) }},
	{"vpmovm2b zmm19, k6", func(a *assembler) { a.evex(vFillB, 19, 0, regOp(6), 0, false, false) }},
	{"vpbroadcastd zmm19, eax", func(a *assembler) { a.evex(vSpread, 19, 0, regOp(rax), 0, false, false) }},
	{"vpblendmd zmm1 {k3}, zmm2, zmm3", func(a *assembler) { a.evex(vBlend, 1, 2, regOp(3), 3, false, false) }},
	{"vpcmpltd k4, zmm2, zmm3", func(a *assembler) { a.evex(vCmpI, 4, 2, regOp(3), 0, false, false, cmpLt) }},
	{"vpcmpleud k4, zmm2, zmm3", func(a *assembler) { a.evex(vCmpU, 4, 2, regOp(3), 0, false, false, cmpLe) }},
	{"vptestnmd k6 {k6}, zmm2, zmm3", func(a *assembler) { a.evex(vTestN, 6, 2, regOp(3), 6, false, false) }},
	{"vpmovd2m k6, zmm30", func(a *assembler) { a.evex(vSign, 6, 0, regOp(30), 0, false, false) }},
	{"vaddps zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vFAdd, 1, 2, regOp(3), 0, false, false) }},
	{"vmulps zmm1, zmm2, dword ptr [rdi + 4096]{1to16}", func(a *assembler) { a.evex(vFMul, 1, 2, mem(rdi, 4096), 0, false, true) }},
	{"vsubps zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vFSub, 1, 2, regOp(3), 0, false, false) }},
	{"vmaxps zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vFMax, 1, 2, regOp(3), 0, false, false) }},
	{"vfmadd213ps zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vFma213, 1, 2, regOp(3), 0, false, false) }},
	{"vfmadd231ps zmm1, zmm2, zmm3", func(a *assembler) { a.evex(vFma231, 1, 2, regOp(3), 0, false, false) }},
	{"vcmpordps k7 {k7}, zmm2, zmm3", func(a *assembler) { a.evex(vFCmp, 7, 2, regOp(3), 7, false, false, fcmpOrdered) }},
	{"vrangeps zmm1, zmm2, zmm3, 4", func(a *assembler) { a.evex(vRange, 1, 2, regOp(3), 0, false, false, 4) }},
	{"vcvtdq2ps zmm1, zmm2", func(a *assembler) { a.evex(vF32I, 1, 0, regOp(2), 0, false, false) }},
	{"vcvtudq2ps zmm1, zmm2", func(a *assembler) { a.evex(vF32U, 1, 0, regOp(2), 0, false, false) }},
	{"vcvttps2dq zmm1, zmm2", func(a *assembler) { a.evex(vI32F, 1, 0, regOp(2), 0, false, false) }},
	{"vcvttps2udq zmm1, zmm2", func(a *assembler) { a.evex(vU32F, 1, 0, regOp(2), 0, false, false) }},
	{"kmovw k3, word ptr [rdi + rbx + 424]", func(a *assembler) { a.vex(false, false, 0, map0F, 0x90, 3, 0, memIndex(rdi, rbx, 424)) }},
	{"kmovw k6, edx", func(a *assembler) { a.vex(false, false, 0, map0F, 0x92, 6, 0, regOp(rdx)) }},
	{"kmovw edx, k6", func(a *assembler) { a.vex(false, false, 0, map0F, 0x93, rdx, 0, regOp(6)) }},
	{"knotw k2, k1", func(a *assembler) { a.vex(false, false, 0, map0F, 0x44, 2, 0, regOp(1)) }},
	{"kandw k0, k3, k1", func(a *assembler) { a.vex(true, false, 0, map0F, 0x41, 0, 3, regOp(1)) }},
	{"kandnw k0, k7, k1", func(a *assembler) { a.vex(true, false, 0, map0F, 0x42, 0, 7, regOp(1)) }},
	{"korw k3, k4, k5", func(a *assembler) { a.vex(true, false, 0, map0F, 0x45, 3, 4, regOp(5)) }},
	{"kxnorw k7, k1, k1", func(a *assembler) { a.vex(true, false, 0, map0F, 0x46, 7, 1, regOp(1)) }},
	{"kxorw k3, k3, k3", func(a *assembler) { a.vex(true, false, 0, map0F, 0x47, 3, 3, regOp(3)) }},
	{"kortestw k7, k7", func(a *assembler) { a.vex(false, false, 0, map0F, 0x98, 7, 0, regOp(7)) }},
	{"mov r9, qword ptr [rdi + 504]", func(a *assembler) { a.legacy(true, r9, mem(rdi, 504), 0, 0x8b) }},
	{"mov dword ptr [rdi + 40], r13d", func(a *assembler) { a.legacy(false, r13, mem(rdi, 40), 0, 0x89) }},
	{"imul r10d, r11d", func(a *assembler) { a.legacy(false, r10, regOp(r11), 0, 0x0f, 0xaf) }},
	{"sete byte ptr [rdi + 1032]", func(a *assembler) { a.legacy(false, 0, mem(rdi, 1032), 0, 0x0f, 0x94) }},
	{"movzx edx, byte ptr [rdi + 1032]", func(a *assembler) { a.legacy(false, rdx, mem(rdi, 1032), 0, 0x0f, 0xb6) }},
	{"movzx r12d, cl", func(a *assembler) { a.legacy(false, r12, regOp(rcx), 0, 0x0f, 0xb6) }},
	{"shr r15, cl", func(a *assembler) { a.legacy(true, 5, regOp(r15), 0, 0xd3) }},
	{"ror r10, 16", func(a *assembler) { a.legacy(true, 1, regOp(r10), 1, 0xc1); a.emit(16) }},
	{"movsxd r9, edx", func(a *assembler) { a.legacy(true, r9, regOp(rdx), 0, 0x63) }},
	{"popcnt r9, rdx", func(a *assembler) { a.legacy(true, r9, regOp(rdx), 0, 0xf3, 0x0f, 0xb8) }},
	{"bsf r9d, r10d", func(a *assembler) { a.legacy(false, r9, regOp(r10), 0, 0x0f, 0xbc) }},
	{"bsr r9, r10", func(a *assembler) { a.legacy(true, r9, regOp(r10), 0, 0x0f, 0xbd) }},
	{"mov dword ptr [rsi + rcx + 1024], r9d", func(a *assembler) { a.legacy(false, r9, memLane(4), 0, 0x89) }},
	{"and ecx, 63", func(a *assembler) { a.legacy(false, 4, regOp(rcx), 1, 0x83); a.emit(63) }},
	{"cmovl r9d, edx", func(a *assembler) { a.legacy(false, r9, regOp(rdx), 0, 0x0f, jl-0x40) }},
	{"movabs r9, 81985529216486895", func(a *assembler) { (&coder{assembler: a}).movImm(r9, 0x0123456789abcdef) }},
	{"ldmxcsr dword ptr [rdi + 4096]", func(a *assembler) { a.legacy(false, 2, mem(rdi, 4096), 0, 0x0f, 0xae) }},
	{"stmxcsr dword ptr [rdi + 4096]", func(a *assembler) { a.legacy(false, 3, mem(rdi, 4096), 0, 0x0f, 0xae) }},
	{"vmovdqu ymm3, ymmword ptr [rsi + rax + 256]", func(a *assembler) { avx2(a).y(vLoad, 3, 0, memIndex(rsi, rax, 256)) }},
	{"vmovdqu ymmword ptr [rdi + 100], ymm13", func(a *assembler) { avx2(a).y(vStore, 13, 0, mem(rdi, 100)) }},
	{"vpbroadcastd ymm8, dword ptr [rdi + 508]", func(a *assembler) { avx2(a).y(vBroadcast, 8, 0, mem(rdi, 508)) }},
	{"vpbroadcastb ymm8, byte ptr [rdi + rbx + 508]", func(a *assembler) { avx2(a).y(yBroadcastB, 8, 0, memIndex(rdi, rbx, 508)) }},
	{"vpaddd ymm1, ymm12, ymm13", func(a *assembler) { avx2(a).yr(vAdd, 1, 12, 13) }},
	{"vpsubd ymm1, ymm2, ymmword ptr [rdi + 512]", func(a *assembler) { avx2(a).y(vSub, 1, 2, mem(rdi, 512)) }},
	{"vpand ymm9, ymm10, ymm11", func(a *assembler) { avx2(a).yr(vAnd, 9, 10, 11) }},
	{"vpandn ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vAndN, 1, 2, 3) }},
	{"vpor ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vOr, 1, 2, 3) }},
	{"vpxor ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vXor, 1, 2, 3) }},
	{"vpmulld ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vMul, 1, 2, 3) }},
	{"vpmuludq ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vMulU, 1, 2, 3) }},
	{"vpmuldq ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vMulI, 1, 2, 3) }},
	{"vpminsd ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vMinI, 1, 2, 3) }},
	{"vpmaxsd ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vMaxI, 1, 2, 3) }},
	{"vpminud ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vMinU, 1, 2, 3) }},
	{"vpmaxud ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vMaxU, 1, 2, 3) }},
	{"vpsllvd ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vShl, 1, 2, 3) }},
	{"vpsrlvd ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vShr, 1, 2, 3) }},
	{"vpsravd ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vSar, 1, 2, 3) }},
	{"vpslld ymm11, ymm2, 7", func(a *assembler) { avx2(a).y(vShlImm, 0, 11, regOp(2), 7) }},
	{"vpsrld ymm1, ymm12, 7", func(a *assembler) { avx2(a).y(vShrImm, 0, 1, regOp(12), 7) }},
	{"vpsrad ymm1, ymm2, 7", func(a *assembler) { avx2(a).y(vSarImm, 0, 1, regOp(2), 7) }},
	{"vpsrlq ymm1, ymm2, 32", func(a *assembler) { avx2(a).y(vShrQImm, 0, 1, regOp(2), 32) }},
	{"vpcmpeqd ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(yEq, 1, 2, 3) }},
	{"vpcmpgtd ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(yGt, 1, 2, 3) }},
	{"vpcmpgtb ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(yGtB, 1, 2, 3) }},
	{"vpshufb ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vBytes, 1, 2, 3) }},
	{"vmovd xmm12, eax", func(a *assembler) { a.vex(false, false, pp66, map0F, yMove.op, 12, 0, regOp(rax)) }},
	{"vpbroadcastd ymm8, xmm8", func(a *assembler) { avx2(a).yr(vBroadcast, 8, 0, 8) }},
	{"vblendvps ymm1, ymm2, ymm3, ymm14", func(a *assembler) { avx2(a).choice(1, 2, regOp(3), 14) }},
	{"vpblendd ymm1, ymm2, ymm3, 170", func(a *assembler) { avx2(a).yr(yBlend, 1, 2, 3, 0xaa) }},
	{"vmovmskps edx, ymm14", func(a *assembler) { avx2(a).yr(ySigns, rdx, 0, 14) }},
	{"vaddps ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vFAdd, 1, 2, 3) }},
	{"vmulps ymm1, ymm2, ymmword ptr [rdi + 4096]", func(a *assembler) { avx2(a).y(vFMul, 1, 2, mem(rdi, 4096)) }},
	{"vsubps ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vFSub, 1, 2, 3) }},
	{"vmaxps ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vFMax, 1, 2, 3) }},
	{"vfmadd231ps ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vFma231, 1, 2, 3) }},
	{"vcmpordps ymm1, ymm2, ymm3", func(a *assembler) { avx2(a).yr(vFCmp, 1, 2, 3, fcmpOrdered) }},
	{"vcvtdq2ps ymm1, ymm2", func(a *assembler) { avx2(a).yr(vF32I, 1, 0, 2) }},
	{"vcvttps2dq ymm1, ymm2", func(a *assembler) { avx2(a).yr(vI32F, 1, 0, 2) }},
}

// avx2 is an assembler with the instructions of AVX2.
func avx2(a *assembler) *ymm { return &ymm{&slice{assembler: a}} }
