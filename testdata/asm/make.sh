#!/bin/sh
# Makes testdata/asm/*-gfx*.txt: the sections and relocations that LLVM's assembler makes of each text, for the targets of its first line.
set -e
cd "$(dirname "$0")"
LLVM=${LLVM:-/usr/lib/llvm-22/bin}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for source in *.s; do
	triple=$(sed -n 's/^; triple: //p' "$source")
	defsyms=
	for d in $(sed -n 's/^; defsym: //p' "$source"); do
		case $d in *=*) ;; *) d=$d=1 ;; esac
		defsyms="$defsyms -defsym=$d"
	done
	for gpu in $(sed -n '1s/^; gpu: //p' "$source"); do
		timeout 20 "$LLVM/llvm-mc" -triple="${triple:-amdgcn-amd-amdhsa}" -mcpu="$gpu" -filetype=obj -I inc $defsyms "$source" -o "$tmp/k.o" 2>/dev/null
		{
			"$LLVM/llvm-readelf" -S -W "$tmp/k.o" | sed -n 's/^ *\[ *[0-9]*\] \(.*\)  *PROGBITS .*/\1/p' | sed 's/ *$//' | while read -r name; do
				"$LLVM/llvm-objcopy" --dump-section "$name=$tmp/s" "$tmp/k.o" /dev/null
				if [ -s "$tmp/s" ]; then
					echo "section $name"
					od -An -v -tx1 -w32 "$tmp/s" | tr -d ' '
				fi
			done
			"$LLVM/llvm-readelf" -r -W "$tmp/k.o" | sed -n "s/^Relocation section '.rela\\([^']*\\)'.*/relocations \\1/p; s/^0*\\([0-9a-f][0-9a-f]*\\)  *[0-9a-f]* R_AMDGPU_\\([A-Z0-9_]*\\)  *[0-9a-f]* \\(.*\\)/\\1 \\2 \\3/p"
		} >"${source%.s}-$gpu.txt"
	done
done
