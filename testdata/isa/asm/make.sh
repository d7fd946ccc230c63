#!/bin/sh
# Makes gfx*.txt, "hex | text" or "error | text" for each line of lines.txt, with llvm-mc of LLVM 22. LLVM: its directory of programs.
set -e
cd "$(dirname "$0")"
mc="${LLVM:-/usr/lib/llvm-22/bin}/llvm-mc"
"$mc" --version | grep -q 'LLVM version 22\.' || { echo "llvm-mc of LLVM 22 is needed" >&2; exit 1; }
for target in gfx600 gfx700 gfx803 gfx900; do
	while IFS= read -r line; do
		hex=$(printf '%s\n' "$line" | "$mc" -arch=amdgcn -mcpu="$target" -show-encoding 2>/dev/null |
			sed -n 's/.*encoding: \[\(.*\)\]/\1/p' | sed 's/0x//g; s/,//g')
		printf '%s | %s\n' "${hex:-error}" "$line"
	done <lines.txt >"$target.txt"
done
