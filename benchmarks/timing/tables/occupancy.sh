#!/bin/sh
# Writes occupancy-llvm.tsv: the occupancy that LLVM computes for kernels of given resources, from clang's kernel-resource-usage remarks.
# usage: sh benchmarks/timing/tables/occupancy.sh (any directory; needs clang 22 with the AMDGPU target)
set -eu
CLANG=${CLANG:-clang-22}
cd "$(dirname "$0")"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# kernel NAME VGPRS SGPRS LDS GROUP: code that names the last register of each kind, and touches LDS.
kernel() {
	echo "kernel __attribute__((reqd_work_group_size($5, 1, 1))) void $1(void) {"
	if [ "$4" -gt 0 ]; then
		echo "  local char lds[$4];"
		echo "  __asm__ volatile(\"; %0\" :: \"v\"((local void *)lds));"
	fi
	echo "  __asm__ volatile(\"; v\" ::: \"v$(($2 - 1))\", \"s$(($3 - 1))\");"
	echo "}"
}

# kernels SGPRS...: all of them, those that need many scalar registers with these.
kernels() {
	n=0
	add() { # VGPRS SGPRS LDS GROUP
		n=$((n + 1))
		kernel "k$n" "$@"
	}
	for v in 4 24 25 28 29 32 33 36 37 40 41 48 49 64 65 84 85 128 129 256; do add "$v" 16 0 64; done
	for s in "$@"; do add 8 "$s" 0 64; done
	for l in 256 512 513 1024 2048 4096 6144 8192 13000 16384 16385 21000 32768; do
		for g in 64 128 256 512 1024; do add 8 16 "$l" "$g"; done
	done
	for v in 24 32 40 64; do
		for g in 128 192 256 448 512 1024; do add "$v" 16 0 "$g"; done
	done
}

printf 'target\tvgprs\tsgprs\tlds\tgroup\toccupancy\n' >"$tmp/out.tsv"
for t in gfx600 gfx700 gfx802 gfx803 gfx900 gfx906; do
	few="16 40 48 56 64 72 80 88"
	[ $t = gfx802 ] || few="$few 90 96 98" # its waves have 96 in all
	kernels $few >"$tmp/k.cl"
	"$CLANG" -x cl -cl-std=CL2.0 -O1 -target amdgcn-amd-amdhsa -mcpu=$t -nogpulib -Rpass-analysis=kernel-resource-usage -S -o /dev/null "$tmp/k.cl" 2>"$tmp/remarks"
	# SGPRs are those that LLVM counts, VCC and the like included; the group's size is that of the kernel of the same number.
	grep reqd_work_group_size "$tmp/k.cl" | sed 's/.*size(\([0-9]*\),.*/\1/' >"$tmp/groups"
	awk -v t=$t -v OFS='\t' -v groups="$tmp/groups" '
		BEGIN { while ((getline g < groups) > 0) size[++k] = g }
		{ sub(/ \[-Rpass.*/, "") }
		/remark: *Function Name:/ { i++ }
		/remark: *(Total)?SGPRs: [0-9]/ { s = $NF }
		/remark: *VGPRs: [0-9]/ { v = $NF }
		/remark: *Occupancy/ { o = $NF }
		/remark: *LDS Size/ { print t, v, s, $NF, size[i], o }' "$tmp/remarks" >>"$tmp/out.tsv"
done
mv "$tmp/out.tsv" occupancy-llvm.tsv
