#!/usr/bin/env python3
"""Writes the assembly text that clang makes of the test kernels, where testdata/kernels has its code objects.

    make.py                      a sample, into texts.zip: NAME.STEM.s of testdata/kernels/NAME/STEM.hsaco, and with -g
                                 NAME.STEM.s beside its own object
    make.py --all DIR [NAME]     every kernel, or all of those whose names have NAME, into another directory
    make.py --debug DIR [NAME]   the same with -g, whose objects go into DIR as well: NAME.STEM.hsaco
"""
import json, os, subprocess, sys, tempfile, zipfile
from concurrent.futures import ThreadPoolExecutor
from glob import glob

here = os.path.dirname(os.path.abspath(__file__))
kernels = os.path.join(here, "..", "kernels")
sys.path.insert(0, os.path.join(kernels, "native"))
sys.dont_write_bytecode = True
import make  # noqa: E402

SAMPLE = ["vecadd.gfx600-O2", "vecadd.gfx803-O0", "calls.gfx900-O2", "calls.gfx700-O0", "fnptr.gfx803-O2", "globals.gfx900-O2", "globals.gfx700-O2",
          "switchtab.gfx600-O2", "structarg.gfx803-O2", "reduce.gfx900-O2-v4", "reduce.gfx700-O2-v6", "spill.gfx900-O2", "f64.gfx600-O2", "dynvec.gfx900-O2"]


# Of the sample, those that are made with -g too, under another name.
DEBUG = ["calls.gfx900-O2", "reduce.gfx600-O2", "globals.gfx803-O2", "ldsatomic.gfx600-O2"]


def texts(out, wanted, debug):
    """Writes the texts of the kernels that wanted chooses; with debug those of -g, and their objects."""
    jobs = []
    for path in sorted(glob("*/*.hsaco")):
        name, stem = path[:-len(".hsaco")].split("/")
        if not wanted(f"{name}.{stem}"):
            continue
        desc = json.load(open(f"{name}/{name}.desc"))
        target, level, version = next((t, l, v) for s, t, l, v in make.objects(desc) if s == stem)
        command = make.object_command(name, desc, target, level, version, os.path.join(out, f"{name}.{stem}.hsaco"))
        command = [c for c in command if c != "-Wl,-s"]
        if debug:
            command = ["-g" if c == "-g0" else c for c in command]
            jobs.append(command)
        jobs.append(command[:1] + ["-S"] + command[1:-1] + [os.path.join(out, f"{name}.{stem}.s")])
    with ThreadPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        list(pool.map(lambda c: subprocess.run(c, check=True, stderr=subprocess.DEVNULL), jobs))


def sample():
    """Makes texts.zip: plain/ and debug/."""
    with zipfile.ZipFile(os.path.join(here, "texts.zip"), "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for folder, names in ("plain", SAMPLE), ("debug", DEBUG):
            with tempfile.TemporaryDirectory() as tmp:
                texts(tmp, lambda n: n in names, folder == "debug")
                for f in sorted(os.listdir(tmp)):
                    with open(os.path.join(tmp, f), "rb") as b:
                        out.writestr(zipfile.ZipInfo(f"{folder}/{f}"), b.read(), zipfile.ZIP_DEFLATED)


def main():
    args = sys.argv[1:]
    os.chdir(kernels)
    if not args:
        return sample()
    part = args[2] if len(args) > 2 else ""
    texts(args[1], lambda n: part in n, "--debug" in args)


main()
