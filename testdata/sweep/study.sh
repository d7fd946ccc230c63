#!/usr/bin/env bash
# The study of docs/study.md: 2,000 chips that differ from a Vega 10 in the size of L1, banks of LDS,
# compute units and the clock of memory, six kernels on each. Writes docs/study/results.csv, which has
# the columns that the study needs, the page docs/study/study.html and its first pictures as SVG.
#
#   testdata/sweep/study.sh [DIR]      DIR keeps the results, so that another run does nothing again
set -euo pipefail
cd "$(dirname "$0")/../.."
dir=${1:-$(mktemp -d)}
go build -o "$dir/gcnsim" ./cmd/gcnsim
"$dir/gcnsim" sweep testdata/sweep/study.json --dir "$dir/study" --write csv
mkdir -p docs/study
# program, figures, microseconds to a tenth of a nanosecond
awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) c[$i] = i}
	{printf "%s", $c["program"]
	 split("cus dram_gbs l1_bytes lds_banks memory_mhz", f, " ")
	 for (i = 1; i <= 5; i++) printf ",%s", $c["figures." f[i]]
	 if (NR == 1) print ",microseconds"; else printf ",%.4f\n", $c["microseconds"]}' "$dir/study/results.csv" >docs/study/results.csv
"$dir/gcnsim" sweep report docs/study/results.csv -o docs/study/study.html --title "Four figures of a chip" --cost lds_banks
python3 - docs/study/study.html docs/study <<'PY'
import re, sys
page = open(sys.argv[1]).read()
for title, number, name in (("Which figure moves which kernel", 0, "effects"), ("Maps", 2, "radix"), ("Maps", 6, "spill")): # wide and narrow in turn
    svg = re.findall(r"<svg.*?</svg>", page[page.index("<h2>" + title):], re.S)[number]
    if "xmlns=" not in svg:
        svg = svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    open(f"{sys.argv[2]}/{name}.svg", "w").write(svg + "\n")
PY
