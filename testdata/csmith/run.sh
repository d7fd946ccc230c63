#!/usr/bin/env bash
# Random C programs against the simulator: csmith makes a program, clang compiles it for each generation as a kernel of one work-item (calls, scratch,
# globals), and the checksum that the kernel stores must be the one that the same source gives natively, without a clock and with one. Neither "gcnsim
# check" nor the checked run may have a finding of severity error (exit status 4): compilers' waits are right, but for what defects.tsv lists.
#
#   testdata/csmith/run.sh FIRST COUNT [DIR]
#
# runs the seeds FIRST..FIRST+COUNT-1. Needs csmith and libcsmith-dev, clang and lld (LLVM 22), and Go. DIR (default: a temporary one) keeps the
# programs; those that fail are named with the command that runs them again. Exit status 1 if any failed.
#
# Each seed gives one program for gfx700, gfx803 and gfx900 and, without pointers, volatiles and packed structures, one for gfx600: it has no flat
# instructions, so that clang cannot select generic pointers, and its buffer loads of dwords ignore two bits of the address (docs/errata.md, B-21), which
# clang 22 forgets where it reads bit fields of packed structures. The optimisation level goes round with the seed (gfx600: -O1 to -O3); LEVELS="0 1 2 3"
# does all of them. What a run leaves must be the same on each of the host tiers in TIERS (default: go and the host's best), with checks and without.
# gfx700 and gfx803 use code object version 4: from version 5 on clang 22 loads the private aperture in functions through a null kernarg pointer.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
first=${1:?first seed} count=${2:?number of seeds}
dir=${3:-$(mktemp -d)}
mkdir -p "$dir"
PATH=$PATH:/usr/lib/llvm-22/bin
clang=$(command -v clang-22 || command -v clang)
include="-I$here/include -I${CSMITH_INCLUDE:-/usr/include/csmith}"
# Without csmith or its headers each seed would look like one without a native result.
(cd "$dir" && exec csmith --version) >/dev/null || exit 2
echo '#include "csmith.h"' | "$clang" -w -fsyntax-only -x c $include - || exit 2
(cd "$root" && go build -o "$dir/gcnsim" ./cmd/gcnsim) || exit 2
# Small programs by default: more of them in the same time.
CSMITH_OPTIONS=${CSMITH_OPTIONS:---max-funcs 4 --max-block-depth 3 --max-block-size 3 --max-expr-complexity 8}
passed=0 failed=0 skipped=0 doubts=0 defects=0

# native NAME OPTIONS...: makes the program and its checksum; fails where it does not end in time, or where it does only because the compiler took a loop
# without an end away (C lets it): then -O0 and -O1 differ.
native() {
	local p=$1 seed=$2 o
	shift 2
	(cd "$dir" && exec csmith --seed "$seed" "$@") >"$dir/$p.c" || return # it leaves a file where it is
	for o in 0 1; do
		"$clang" -w "-O$o" -fwrapv $include -DPROGRAM="\"$dir/$p.c\"" "$here/native.c" -o "$dir/$p" && timeout 2 "$dir/$p" >"$dir/$p.sum$o" || return
	done
	cmp -s "$dir/$p.sum0" "$dir/$p.sum1" && mv "$dir/$p.sum1" "$dir/$p.sum" && rm "$dir/$p.sum0"
}

# known NAME: whether all errors of a run are defects of the compiler that are listed for this program.
known() {
	local rule
	for rule in $(sed -n 's/^ERROR: \([a-z0-9-]*\):.*/\1/p' "$dir/$1.log" | sort -u); do
		grep -q "^$1	$rule	" "$here/defects.tsv" || return 1
		echo "known $1: $rule"
	done
}

# tiers NAME: whether runs on all tiers leave the same.
tiers() {
	local h c first='' out
	for c in --check --no-check; do
		first=''
		for h in ${TIERS:-go auto}; do
			out=$(timeout 300 "$dir/gcnsim" run --launch "$dir/$1.json" --host "$h" "$c" --dump=wave,sgpr,vgpr,lds,mem,counters | md5sum)
			[ "${first:=$out}" = "$out" ] || { echo "differs on $h with $c"; return 1; }
		done
	done
}

# device NAME TARGET LEVEL VERSION
device() {
	local p=$1 t=$2 o=$3 v=$4 base=$1-$2-O$3
	if ! "$clang" -w -x c "-O$o" -ffreestanding -fwrapv -nogpulib -target amdgcn-amd-amdhsa "-mcpu=$t" "-mcode-object-version=$v" $include \
		-DPROGRAM="\"$dir/$p.c\"" "$here/kernel.c" -o "$dir/$base.hsaco" 2>"$dir/$base.err"; then
		echo "skip $base: $(grep -m1 error "$dir/$base.err" | cut -c1-100)"
		skipped=$((skipped + 1))
		return
	fi
	rm -f "$dir/$base.err"
	# The checksum in memory order.
	printf "$(sed 's/\(..\)\(..\)\(..\)\(..\)/\\x\4\\x\3\\x\2\\x\1/' "$dir/$p.sum")" >"$dir/$p.exp"
	cat >"$dir/$base.json" <<-JSON
		{ "code": "$base.hsaco", "gpu": "$t",
		  "buffers": [ {"name": "out", "size": 4, "expect": {"file": "$p.exp"}} ],
		  "launches": [ {"kernel": "program", "grid": [1, 1, 1], "group": [1, 1, 1], "scratch": 65536, "args": [ {"buffer": "out"} ]} ] }
	JSON
	if ! "$dir/gcnsim" check "$dir/$base.hsaco" >"$dir/$base.check" 2>&1; then
		failed=$((failed + 1))
		echo "FAIL gcnsim check $dir/$base.hsaco"
		tail -n 2 "$dir/$base.check"
		return
	fi
	grep -q "status=clean" "$dir/$base.check" || doubts=$((doubts + 1))
	rm -f "$dir/$base.check"
	timeout 300 "$dir/gcnsim" run --launch "$dir/$base.json" >"$dir/$base.log" 2>&1
	local status=$?
	if [ $status -eq 4 ] && known "$base"; then
		defects=$((defects + 1))
		status=0
	fi
	if [ $status -eq 0 ] && timeout 300 "$dir/gcnsim" run --launch "$dir/$base.json" --mode timing >"$dir/$base.log" 2>&1 &&
		tiers "$base" >>"$dir/$base.log"; then
		passed=$((passed + 1))
		rm -f "$dir/$base".{hsaco,json,log}
	elif grep -q "limit reached" "$dir/$base.log"; then
		echo "skip $base: more than a thousand million instructions (the native compiler removed the loop)"
		skipped=$((skipped + 1))
		rm -f "$dir/$base".{hsaco,json,log}
	else
		failed=$((failed + 1))
		echo "FAIL gcnsim run --launch $dir/$base.json"
		tail -n 2 "$dir/$base.log"
	fi
}

for ((seed = first; seed < first + count; seed++)); do
	levels=${LEVELS:-$((seed % 4))}
	if native "s$seed" "$seed" $CSMITH_OPTIONS; then
		for o in $levels; do
			device "s$seed" gfx700 "$o" 4
			device "s$seed" gfx803 "$o" 4
			device "s$seed" gfx900 "$o" 5
		done
	else
		echo "skip s$seed: no native result within 2 s, or two of them"
	fi
	if native "n$seed" "$seed" --no-pointers --no-volatiles --no-packed-struct $CSMITH_OPTIONS; then
		for o in $levels; do
			device "n$seed" gfx600 "$((o == 0 ? 1 : o))" 5
		done
	else
		echo "skip n$seed: no native result within 2 s, or two of them"
	fi
	[ "$failed" -eq 0 ] && rm -f "$dir"/[sn]"$seed" "$dir"/[sn]"$seed".{c,sum,sum0,sum1,exp}
	((seed % 50 == 49)) && echo "seed $seed: $passed passed, $failed failed, $skipped skipped"
done
echo "$passed passed, $failed failed, $skipped skipped; $doubts with findings below severity error, $defects with known defects of the compiler"
[ "$failed" -eq 0 ]
