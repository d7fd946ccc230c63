#!/bin/sh
# Makes x86.txt: the encodings of LLVM's assembler (llvm-mc, LLVM 22) for the texts of x86_test.go.
cd "$(dirname "$0")" || exit 1
grep -o '^	{"[^"]*"' ../x86_test.go | cut -d'"' -f2 | while read -r text; do
	code=$(echo "$text" | "${LLVM_MC:-llvm-mc}" -triple=x86_64 -mcpu=sapphirerapids -x86-asm-syntax=intel \
		-output-asm-variant=1 -show-encoding | sed -n 's/.*encoding: \[\(.*\)\]/\1/p' | sed 's/0x//g; s/,//g')
	echo "$text # $code"
done >x86.txt
