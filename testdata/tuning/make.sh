#!/bin/sh
# Makes the code object of docs/tuning.md (tuning.co) from tuning.cl, inputs, expected outputs and
# launch files. LLVM is a directory of LLVM 22's binaries.
set -eu
cd "$(dirname "$0")"
LLVM=${LLVM:-/usr/lib/llvm-22/bin}
"$LLVM/clang" -x cl -cl-std=CL3.0 -cl-no-stdinc -I../kernels -g -O3 -Qn -w -nogpulib \
	-fdebug-compilation-dir=/src -ffile-prefix-map=../kernels=/src -DCOV=5 -mcode-object-version=5 \
	-target amdgcn-amd-amdhsa -mcpu=gfx601 tuning.cl -o tuning.co
python3 make.py
