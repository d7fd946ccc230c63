#!/bin/sh
# Makes the code objects of kernarg.cl. Wants clang 22 with lld.
set -e
cd "$(dirname "$0")"
for gpu in gfx600 gfx700 gfx803 gfx900; do
	clang-22 -x cl -cl-std=CL2.0 -O2 -target amdgcn-amd-amdhsa -mcpu=$gpu -nogpulib -mcode-object-version=6 \
		-Wl,--strip-all kernarg.cl -o kernarg-$gpu.co
done
