#!/usr/bin/env bash
# Makes the program of a seed, and says whether a program still fails: for "gcnsim sweep reduce
# testdata/sweep/csmith.json TASK", which takes lines away while it does.
#
#   testdata/csmith/reduce.sh make SEED FILE     writes the program, and builds gcnsim beside it
#   testdata/csmith/reduce.sh check SEED FILE    status 0: it fails as programs of run.sh fail
#
# A program fails where it is the same at -O0 and -O1 natively, uses nothing uninitialised that the
# compiler sees, and gives another checksum, a fault or an error of the checks on one of the targets.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
mode=${1:?make or check} seed=${2:?seed} file=${3:?file}
dir=$(cd "$(dirname "$file")" && pwd)
file=$dir/$(basename "$file")
PATH=$PATH:/usr/lib/llvm-22/bin
clang=$(command -v clang-22 || command -v clang)
include="-I$here/include -I${CSMITH_INCLUDE:-/usr/include/csmith}"
if [ "$mode" = make ]; then
	(cd "$root" && go build -o "$dir/gcnsim" ./cmd/gcnsim) || exit 2
	cd "$dir" && csmith --seed "$seed" ${CSMITH_OPTIONS:---max-funcs 4 --max-block-depth 3 --max-block-size 3 --max-expr-complexity 8} >"$file"
	exit
fi
for o in 0 1; do
	"$clang" -w -Werror=uninitialized -Werror=return-type "-O$o" -fwrapv $include -DPROGRAM="\"$file\"" "$here/native.c" -o "$dir/native$o" 2>/dev/null &&
		timeout 2 "$dir/native$o" >"$dir/sum$o" || exit 1
done
cmp -s "$dir/sum0" "$dir/sum1" || exit 1
printf "$(sed 's/\(..\)\(..\)\(..\)\(..\)/\\x\4\\x\3\\x\2\\x\1/' "$dir/sum0")" >"$dir/exp"
for t in gfx700:4 gfx803:4 gfx900:5; do
	target=${t%:*}
	"$clang" -w -x c "-O$((seed % 4))" -ffreestanding -fwrapv -nogpulib -target amdgcn-amd-amdhsa "-mcpu=$target" "-mcode-object-version=${t#*:}" \
		$include -DPROGRAM="\"$file\"" "$here/kernel.c" -o "$dir/k.hsaco" 2>/dev/null || continue
	cat >"$dir/k.json" <<-JSON
		{ "code": "k.hsaco", "gpu": "$target", "buffers": [ {"name": "out", "size": 4, "expect": {"file": "exp"}} ],
		  "launches": [ {"kernel": "program", "grid": [1], "group": [1], "scratch": 65536, "args": [ {"buffer": "out"} ]} ] }
	JSON
	for how in --check "--mode timing"; do
		timeout 60 "$dir/gcnsim" run --launch "$dir/k.json" $how >"$dir/log" 2>&1
		status=$?
		{ [ $status = 1 ] || [ $status = 4 ] || [ $status = 3 ] && ! grep -q "limit reached" "$dir/log"; } && exit 0
	done
done
exit 1
