#!/bin/sh
# Makes the code objects of this directory and the texts that the tests compare the loader with.
#   NAME.co          linked code object
#   NAME.notes.txt   llvm-readelf --notes: metadata
#   NAME.desc.txt    descriptors as assembler directives: llvm-objdump for v3 and later, the compiler's own assembly for v2.
#                    llvm-objdump has no gfx6 and gfx7: told to take them for gfx803, whose descriptor has the same fields
#   NAME.elf.txt     llvm-readelf: header, program headers, dynamic symbols, relocations
# LLVM 22 (LLVM) makes v4, v5, v6; LLVM 14 (OLD) makes v2, v3. Both are directories of binaries.
set -eu
cd "$(dirname "$0")"
LLVM=${LLVM:-/usr/lib/llvm-22/bin}
OLD=${OLD:-/usr/lib/llvm-14/bin}
TRIPLE=amdgcn-amd-amdhsa

describe() { # name, gpu
	"$LLVM/llvm-readelf" --notes "$1.co" >"$1.notes.txt"
	"$LLVM/llvm-readelf" -W --file-header --program-headers --dyn-syms --relocs "$1.co" >"$1.elf.txt"
	case $2 in gfx[67]*) as=gfx803 ;; *) as=$2 ;; esac
	if [ ! -e "$1.desc.txt" ]; then
		"$LLVM/llvm-objdump" --mcpu=$as -d -j .rodata "$1.co" >"$1.desc.txt"
	fi
}

rm -f ./*.co ./*.txt
for gpu in gfx600 gfx700 gfx803 gfx900; do
	for v in 2 3 4 5 6; do
		cc="$LLVM/clang"
		[ $v -gt 3 ] || cc="$OLD/clang"
		name=kern-$gpu-v$v
		set -- -x cl -cl-std=CL2.0 -O1 -target $TRIPLE -mcpu=$gpu -mcode-object-version=$v -nogpulib -fno-ident -w kern.cl
		"$cc" "$@" -o "$name.co"
		if [ $v = 2 ]; then
			"$cc" "$@" -S -o - | sed -n '/^\t\.amdgpu_hsa_kernel/p;/\.amd_kernel_code_t/,/\.end_amd_kernel_code_t/p' >"$name.desc.txt"
		fi
		describe "$name" $gpu
	done
done
for gpu in gfx600 gfx900; do
	name=reloc-$gpu-v5
	"$LLVM/clang" -x c -O1 -target $TRIPLE -mcpu=$gpu -mcode-object-version=5 -nogpulib -fno-ident -fvisibility=default reloc.c -o "$name.co"
	describe "$name" $gpu
done
"$LLVM/llvm-mc" -triple=$TRIPLE -mcpu=gfx900 --amdhsa-code-object-version=4 -filetype=obj bare.s -o bare.o
"$LLVM/ld.lld" -shared bare.o -o bare-gfx900-v4.co
rm bare.o
describe bare-gfx900-v4 gfx900
