#!/bin/sh
# Makes *.hsaco, the kernels' code objects for gfx803, from *.cl. See testdata/README.md.
set -e
cd "$(dirname "$0")"
for f in *.cl; do
	"${LLVM:-/usr/lib/llvm-22/bin}/clang" -x cl -cl-std=CL1.2 -cl-denorms-are-zero -cl-no-stdinc -Xclang -cl-ext=-all -I. -O3 -g0 -Qn -Wall \
		-Wno-unused-function -ffp-contract=off -target amdgcn-amd-amdhsa -mcpu=gfx803 -mcode-object-version=5 -nogpulib -Wl,-s \
		"$f" -o "${f%.cl}.hsaco"
	chmod 644 "${f%.cl}.hsaco"
done
