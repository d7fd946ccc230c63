#!/bin/sh
# Makes samples.zip: what CLRX's assembler makes of the texts here, in all
# its formats, for drivers of all times. cases.txt has a line for each: the file's name, the text,
# format, GPU, bits, version of the driver, version of LLVM. CLRXASM is the program (version 0.1.9).
set -eu
cd "$(dirname "$0")"
CLRXASM=${CLRXASM:-clrxasm}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
grep -v '^#' cases.txt | while read -r name text format gpu bits driver llvm; do
	wide=
	[ "$bits" = 32 ] || wide=-6
	"$CLRXASM" -b "$format" -g "$gpu" $wide -t "$driver" --llvmVersion="$llvm" -o "$out/$name" "$text"
	touch -d '2000-01-01 00:00 UTC' "$out/$name"
done
rm -f samples.zip
TZ=UTC zip -q -j -X -9 samples.zip "$out"/*
