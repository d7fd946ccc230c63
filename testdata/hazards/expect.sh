#!/bin/sh
# Writes what LLVM's post-RA hazard recognizer makes of cases.mir into TARGET.s in DIR (absolute; default: here). usage: expect.sh LLC [DIR]
set -e
cd "$(dirname "$0")"
for gpu in gfx600 gfx700 gfx803 gfx900; do
	mir=$(awk -v gpu="$gpu" '/^# gpu:/ { on = index($0, gpu) } on && !/^#/' cases.mir)
	text=$(printf '%s\n' "$mir" | "$1" -mtriple=amdgcn -mcpu=$gpu -x mir -start-before=post-RA-hazard-rec -o - -)
	# Functions only: from the label of each to its s_endpgm, without comments, directives and blank lines.
	printf '%s\n' "$text" | sed -E -e 's/[[:space:]]*;.*//' -e '/^[[:space:]]+\./d' -e '/^\.Lfunc/d' -e '/^$/d' |
		awk '/^[a-z_0-9]+:$/ { on = 1 } on { print } /s_endpgm$/ { on = 0 }' >"${2:-.}/$gpu.s"
done
