#!/usr/bin/env python3
"""Random OpenCL C against the simulator: generate.py makes a kernel, clang compiles it for each generation and for the host, and all buffers that it leaves
must be those of the native run, without a clock and with one. Neither "gcnsim check" nor the checked run may have a finding of severity error.

    testdata/opencl/run.py FIRST COUNT [DIR]

runs the seeds FIRST..FIRST+COUNT-1. Needs clang and lld of LLVM 22, and Go. DIR (default: a temporary one) keeps the kernels that fail, with the
commands that run them again. Exit status 1 if any failed. The optimisation level goes round with the seed; LEVELS="O0 O2 O3" does all of them. Dumps must
be the same on each of the host tiers in TIERS (default: go and the host's best), with checks and without."""

import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
kernels = os.path.join(here, "..", "kernels")
sys.path[:0] = [here, os.path.join(kernels, "native")]
sys.dont_write_bytecode = True
import generate
import inputs
import make

# Version 4 on gfx700 and gfx803: from version 5 on clang 22 loads the private aperture in functions through a null kernarg pointer.
VERSIONS = {"gfx600": 5, "gfx700": 4, "gfx803": 4, "gfx900": 5}
TIERS = os.environ.get("TIERS", "go auto").split()
DUMP = "--dump=wave,sgpr,vgpr,lds,mem,counters"


class Skip(Exception):
    pass


def native(name, desc):
    """What the kernel leaves natively. Every optimisation level and two orders of work-items must agree."""
    contents = {}
    for b in desc["buffers"]:
        contents[b["name"]] = inputs.make(f"{name}/{b['name']}", *b["make"]) if "make" in b else bytes([int(b["fill"], 0)]) * b["size"]
    want = None
    with tempfile.TemporaryDirectory() as tmp:
        for level in make.LEVELS:
            so = make.build_native(name, desc, level, tmp)
            for reverse in (0, 1):
                own = f"{so}.{reverse}.so"
                shutil.copy(so, own)
                got = make.run_native(own, desc, contents, reverse)
                if want is not None and got != want:
                    differ = [b for b in got if got[b] != want[b]]
                    raise Skip(f"native runs differ in {', '.join(differ)} (-{level}, reverse {reverse})")
                want = got
    return contents, want


def run(*command):
    p = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return p.returncode, p.stdout + p.stderr


def device(gcnsim, name, desc, contents, target, level):
    """What is wrong with the kernel on a target, and the command that shows it; None: nothing."""
    stem = f"{target}-{level}"
    made = make.compile_object((name, desc, stem, target, level, VERSIONS[target]))
    if made[1]:
        raise Skip(f"{stem}: {made[1]}")
    launch = f"{name}/{stem}.json"
    make.write(launch, make.launch_file(desc, stem + ".hsaco", target, contents))
    commands = [[gcnsim, "check", f"{name}/{stem}.hsaco"], [gcnsim, "run", "--launch", launch], [gcnsim, "run", "--launch", launch, "--mode", "timing"]]
    for command in commands:
        status, out = run(*command)
        if status:
            return command, out
    for checks in ("--check", "--no-check"):
        first = None
        for tier in TIERS:
            command = [gcnsim, "run", "--launch", launch, "--host", tier, checks, DUMP]
            left = hashlib.sha256(run(*command)[1].encode()).hexdigest()
            if first not in (None, left):
                return command, f"differs from --host {TIERS[0]}"
            first = left
    return None


def main(first, count, where):
    os.makedirs(where, exist_ok=True)
    gcnsim = os.path.join(where, "gcnsim")
    subprocess.run(["go", "build", "-o", gcnsim, "./cmd/gcnsim"], check=True, cwd=os.path.join(here, "..", ".."))
    os.chdir(where)
    if not os.path.exists("native"):
        os.symlink(os.path.join(kernels, "native"), "native")
    passed = failed = skipped = 0
    for seed in range(first, first + count):
        if seed > first and (seed - first) % 25 == 0:
            print(f"seed {seed}: {passed} passed, {failed} failed, {skipped} skipped", flush=True)
        name, program, bad = f"o{seed}", generate.Program(seed), False
        os.makedirs(name, exist_ok=True)
        with open(f"{name}/{name}.cl", "w") as f:
            f.write(program.text())
        desc = program.desc()
        levels = os.environ.get("LEVELS", make.LEVELS[seed % len(make.LEVELS)]).split()
        try:
            contents, want = native(name, desc)
            for b in desc["buffers"]:
                make.write(f"{name}/{b['name']}.bin", contents[b["name"]])
                make.write(f"{name}/{b['name']}.out.bin", want[b["name"]])
        except (Skip, subprocess.CalledProcessError) as e:
            skipped += 1
            print(f"skip {name}: {str(e)[:100]}")
            continue
        for target in program.targets(VERSIONS):
            for level in levels:
                try:
                    wrong = device(gcnsim, name, desc, contents, target, level)
                except Skip as e:
                    skipped += 1
                    print(f"skip {name}: {e}")
                    continue
                if wrong is None:
                    passed += 1
                    continue
                failed, bad = failed + 1, True
                print("FAIL", *wrong[0])
                print("\n".join(wrong[1].splitlines()[-3:]), flush=True)
        if not bad:
            shutil.rmtree(name)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return failed != 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else tempfile.mkdtemp()))
