#!/bin/sh
# Makes everything that is made here: code objects, raw binaries, inputs, expected outputs, launch files. See README.md.
#   ./make.sh            all of it
#   ./make.sh NAME...    only these kernels
#   ./make.sh --check    change nothing, only check what is there
set -e
export PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "$0")"
if [ "$1" != --check ]; then
	python3 native/make.py "$@"
fi
python3 native/check.py
