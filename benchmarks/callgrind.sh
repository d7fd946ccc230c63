#!/bin/sh
# Counts the host's instructions per wave-instruction of a loop, mix or alu, with valgrind's
# callgrind: a figure that does not depend on what else the host does.
#
#	benchmarks/callgrind.sh [mix|alu [LIMIT [FLAG...]]]
#
# The flags are those of "gcnsim run". Where the figure is above LIMIT the exit status is 1.
# Two runs of different length are counted, so that start and end of the program cancel. valgrind has
# no AVX-512, so that gcnsim takes its code for AVX2 there.
set -e
loop=${1:-mix}
limit=${2:-0}
[ $# -gt 2 ] && shift 2 || shift $#
[ $# -gt 0 ] || set -- --no-check
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/gcnsim" ./cmd/gcnsim

case $loop in
mix) each=21 lds=4K ;;
alu) each=19 lds=4K ;;
*)
	echo "callgrind.sh: $loop: the loops are mix and alu" >&2
	exit 2
	;;
esac

# count N FLAG... prints the host's instructions of a run of N iterations.
count() {
	n=$1
	shift
	GOGC=off GOMAXPROCS=1 GODEBUG=asyncpreemptoff=1,memprofilerate=0 valgrind --tool=callgrind --callgrind-out-file=/dev/null \
		"$dir/gcnsim" run "testdata/kernels/$loop/$loop.bin" --gpu gfx900 --entry 0 --lds $lds --reg v0=lane --reg m0=-1 \
		--buffer data:256:testdata/kernels/mix/data.bin --reg 's[4:7]=buffer:data' \
		--buffer out:768 --reg 's[16:19]=buffer:out' --reg "s13=$n" --workers 1 "$@" >"$dir/out" 2>"$dir/err" || {
		cat "$dir/out" "$dir/err" >&2
		return 1
	}
	awk '$2 == "Collected" { print $4 }' "$dir/err"
}

few=2000
many=42000
a=$(count $few "$@")
b=$(count $many "$@")
awk -v loop="$loop" -v a="$a" -v b="$b" -v insts=$(((many - few) * each)) -v limit="$limit" -v flags="$*" 'BEGIN {
	x = (b - a) / insts
	printf "%s: %.1f host instructions per wave-instruction (%s)\n", loop, x, flags
	if (limit > 0 && x > limit) {
		printf "callgrind.sh: more than %s\n", limit
		exit 1
	}
}'
