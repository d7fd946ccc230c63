#!/usr/bin/env bash
# Fuzzes one target of the tree: the N-th of all, by folder and name. Among them are those that compare
# tiers of the simulator with each other: functional and clock, host code and Go, checked and not.
#
#   testdata/sweep/fuzz.sh N EXECUTIONS
#
# What fails is kept below testdata/fuzz of the target's package, as go test does.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(grep -r --include='*_test.go' '^func Fuzz' . | sed -E 's|^\./(.*)/[^/]*_test.go:func (Fuzz[A-Za-z0-9_]*).*|\1 \2|' | sort | sed -n "${1:?number of the target}p")
[ -n "$target" ] || { echo "there are fewer targets"; exit 0; }
read -r package name <<<"$target"
echo "$package $name"
exec go test "./$package" -run '^$' -fuzz "^$name\$" -fuzztime "${2:?executions}x" -parallel 1
