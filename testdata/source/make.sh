#!/bin/sh
# Makes code objects with debug information (sum-*.co) from sum.cl, and what llvm-symbolizer says of
# each dword of their code (sum-*.txt: where it changes). LLVM is a directory of LLVM 22's binaries.
set -eu
cd "$(dirname "$0")"
LLVM=${LLVM:-/usr/lib/llvm-22/bin}
rm -f sum-*.co sum-*.txt
make() { # GPU LEVEL FLAGS...
	gpu=$1 o=sum-$1-$2 level=$2
	shift 2
	"$LLVM/clang" -x cl -cl-std=CL3.0 -cl-no-stdinc -I../kernels -g "-$level" -Qn -w -nogpulib \
		-fdebug-compilation-dir=/src -ffile-prefix-map=../kernels=/src -DCOV=5 -mcode-object-version=5 \
		-target amdgcn-amd-amdhsa -mcpu="$gpu" "$@" sum.cl -o "$o.co"
	"$LLVM/llvm-readelf" -SW "$o.co" |
		sed -n 's/^ *\[ *[0-9]*\] \.text  *PROGBITS  *\([0-9a-f]*\) [0-9a-f]* \([0-9a-f]*\).*/\1 \2/p' |
		while read -r at size; do
			seq $((0x$at)) 4 $((0x$at + 0x$size - 4)) | while read -r a; do printf '0x%x\n' "$a"; done
		done | "$LLVM/llvm-symbolizer" --obj="$o.co" --inlines --functions=short -a |
		awk '/^0x/ { at = $1; text = ""; next }
			/^$/ { if (text != was) print at text; was = text; next }
			{ name = $0; getline; text = text " " name " " $0 }' >"$o.txt"
}
for level in O0 O1 O2 O3; do
	make gfx900 $level
	make gfx600 $level -gdwarf-4
done
