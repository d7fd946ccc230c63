#!/usr/bin/env python3
"""Makes testdata/asm/clang.zip: what clang -S writes for kernels of testdata/kernels, for all targets, with -O0, -O2 and -O2 -g.

    testdata/asm/clang.py            the sample that is committed
    testdata/asm/clang.py --all DIR  all kernels, into a folder, for GCNSIM_CLANG_TEXTS=DIR go test ./sim/launch/run
"""
import glob, json, os, subprocess, sys, zipfile

LLVM = os.environ.get("LLVM", "/usr/lib/llvm-22/bin")
TARGETS = ["gfx600", "gfx700", "gfx803", "gfx900"]
LEVELS = {"O0": ["-O0"], "O2": ["-O2"], "O2g": ["-O2", "-g"]}
SAMPLE = ["vecadd", "calls", "fnptr", "globals", "switchtab", "reduce", "f64", "wave"]
FEATURES = ["cl_khr_fp64", "__opencl_c_fp64", "cl_khr_fp16", "__opencl_c_int64", "__opencl_c_program_scope_global_variables"]


def text(name, target, level):
    """The assembly text, or None where clang cannot compile the kernel so."""
    with open(f"{name}/{name}.desc") as f:
        desc = json.load(f)
    features = "-all," + ",".join("+" + x for x in FEATURES + desc.get("features", []))
    denormals = ["-Xclang", "-fdenormal-fp-math-f32=ieee,ieee"] if desc.get("denormals") else []
    run = subprocess.run([LLVM + "/clang", "-S", "-x", "cl", "-cl-std=CL3.0", "-cl-no-stdinc", "-Xclang", "-cl-ext=" + features, "-I.", "-Qn", "-w",
                          "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-cl-fp32-correctly-rounded-divide-sqrt", *LEVELS[level],
                          "-target", "amdgcn-amd-amdhsa", "-mcpu=" + target, "-mcode-object-version=5", "-DCOV=5", "-nogpulib",
                          "-fdebug-compilation-dir=.", *denormals, f"{name}/{name}.cl", "-o", "-"], capture_output=True)
    return run.stdout if run.returncode == 0 else None


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    os.chdir(here + "/../kernels")
    every = len(sys.argv) == 3 and sys.argv[1] == "--all"
    names = sorted(d.split("/")[0] for d in glob.glob("*/*.desc")) if every else SAMPLE
    out = None if every else zipfile.ZipFile(here + "/clang.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9)
    for i, name in enumerate(names):
        for k, target in enumerate(TARGETS):
            for m, level in enumerate(LEVELS):
                if not every and i > 1 and (i + k) % 3 != m:  # each kernel on each target, at one level
                    continue
                s = text(name, target, level)
                if s is None:
                    continue
                if every:
                    with open(f"{sys.argv[2]}/{name}-{target}-{level}.s", "wb") as f:
                        f.write(s)
                else:
                    out.writestr(zipfile.ZipInfo(f"{name}-{target}-{level}.s"), s, zipfile.ZIP_DEFLATED)
    if out:
        out.close()


main()
