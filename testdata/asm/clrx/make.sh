#!/bin/sh
# Makes the goldens: for each target lines-TARGET.txt ("hex | CLRX's text") of lines.tsv, and NAME-TARGET.txt, the bytes of .text, of each NAME.s
# from the same code in LLVM's syntax, NAME.llvm.
set -e
cd "$(dirname "$0")"
LLVM=${LLVM:-/usr/lib/llvm-22/bin}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bytes() { # target, source
	timeout 20 "$LLVM/llvm-mc" -triple=amdgcn--mesa3d -mcpu="$1" -defsym=generation="${1#gfx}" -filetype=obj "$2" -o "$tmp/k.o"
	"$LLVM/llvm-objcopy" --dump-section .text="$tmp/s" "$tmp/k.o" /dev/null
	od -An -v -tx1 -w"${3:-32}" "$tmp/s" | tr -d ' '
}
for gpu in gfx600 gfx700 gfx803 gfx900; do
	grep -v '^#' lines.tsv | while IFS='|' read -r targets clrx llvm; do
		case " $targets " in *" $gpu "*) ;; *) continue ;; esac
		echo "$llvm" | sed 's/^ *//' >"$tmp/line.s"
		echo "$(bytes "$gpu" "$tmp/line.s" 64) |$clrx"
	done | sed 's/ *$//' >"lines-$gpu.txt"
done
for source in *.llvm; do
	name=${source%.llvm}
	for gpu in $(sed -n '1s/.*gpu: \(.*\) \*\//\1/p' "$name.s"); do
		bytes "$gpu" "$source" >"$name-$gpu.txt"
	done
done
