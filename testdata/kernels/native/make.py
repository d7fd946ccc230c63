"""Makes code objects, inputs, expected outputs and launch files from NAME/NAME.cl and NAME/NAME.desc, and raw binaries from *.s.

A .desc is a launch file (package sim/launch has the format) without "code" and "gpu", plus:
  "versions"     code object versions to build besides 5, at -O2 only
  "instead"      [{"targets", "levels", "version", "why"}]: objects built as another version than 5, because the compiler is at fault
  "unjudged"     [{"targets", "buffer", "why"}]: buffers whose contents are not defined on these targets: their launch files expect nothing
  "features"     OpenCL features beyond the common ones
  "denormals"    true: f32 denormals are kept on every target
  "alias"        {launch file: object}: more names for a launch
  buffer "make"  [kind, count, ...]: input made by inputs.py and kept as BUFFER.bin
  buffer "expect": true, or the "as" and "ulp" of the comparison: the expected output is made natively and kept as BUFFER.out.bin
  arg "pack"     [format, values...]: bytes by value, as Python's struct module packs them (little endian)
"""

import ctypes
import json
import mmap
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from glob import glob

import inputs
import oracles

LLVM = os.environ.get("LLVM", "/usr/lib/llvm-22/bin")
TARGETS = ["gfx600", "gfx700", "gfx803", "gfx900"]
LEVELS = ["O0", "O2", "O3"]
FEATURES = ["cl_khr_fp64", "__opencl_c_fp64", "cl_khr_fp16", "__opencl_c_int64", "__opencl_c_program_scope_global_variables"]
# Said of the out-of-line copy of a kernel with __local variables, which nothing calls.
OUT_OF_LINE = "local memory global used by non-kernel function"


def language_flags(desc):
    """The flags that fix a kernel's meaning, the same for the GPU and for the native run."""
    features = "-all," + ",".join("+" + f for f in FEATURES + desc.get("features", []))
    return ["-x", "cl", "-cl-std=CL3.0", "-cl-no-stdinc", "-Xclang", "-cl-ext=" + features, "-I.", "-g0", "-Qn",
            "-Wall", "-Wno-unused-function", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off",
            "-cl-fp32-correctly-rounded-divide-sqrt"]


def object_command(name, desc, target, level, version, out):
    denormals = ["-Xclang", "-fdenormal-fp-math-f32=ieee,ieee"] if desc.get("denormals") else []
    return [LLVM + "/clang", *language_flags(desc), "-" + level, "-target", "amdgcn-amd-amdhsa", "-mcpu=" + target,
            f"-mcode-object-version={version}", f"-DCOV={version}", "-nogpulib", *denormals, "-Wl,-s", f"{name}/{name}.cl", "-o", out]


def replaced(desc, target, level):
    """The entry of "instead" for an object, None where there is none."""
    return next((r for r in desc.get("instead", []) if target in r["targets"] and level in r["levels"]), None)


def objects(desc):
    """(launch name, target, level, code object version) of every object wanted."""
    for target in TARGETS:
        for level in LEVELS:
            usual = (replaced(desc, target, level) or {"version": 5})["version"]
            for version in [usual] + desc.get("versions", []):
                if version == usual or level == "O2":
                    yield f"{target}-{level}" + (f"-v{version}" if version != 5 else ""), target, level, version


def compile_object(job):
    name, desc, stem, target, level, version = job
    out = f"{name}/{stem}.hsaco"
    run = subprocess.run(object_command(name, desc, target, level, version, out), capture_output=True, text=True)
    if run.returncode == 0:
        os.chmod(out, 0o644)
        return stem, None, "\n".join(l for l in run.stderr.splitlines() if "warning:" in l and OUT_OF_LINE not in l)
    if os.path.exists(out):
        os.remove(out)
    reasons = [l for l in run.stderr.splitlines() if "error" in l or "LLVM ERROR" in l]
    reason = (reasons or run.stderr.splitlines() or ["no reason given"])[0]
    return stem, re.sub(r"\b0x[0-9a-f]{8,}\b", "0x...", reason), ""  # without the compiler's own addresses


def kernels_of(name):
    """{kernel: [(type, is_pointer)]} from the source's own signatures."""
    text = re.sub(r"//.*", "", open(f"{name}/{name}.cl").read())
    found = {}
    for k, params in re.findall(r"__kernel\b[^{;]*?\bvoid\s+(\w+)\s*\(([^)]*)\)", text):
        found[k] = []
        for p in params.split(","):
            kind = re.match(r"(.*?)\s*\b\w+$", p.strip(), re.S).group(1)
            found[k].append((kind, kind.endswith("*")))
    return found


def build_native(name, desc, level, tmp):
    """The kernel's own source as a shared library: the driver plus one call_KERNEL(void **args) per kernel."""
    shim = [f'#include "{name}/{name}.cl"']
    for k, params in kernels_of(name).items():
        shim.append(f"void call_{k}(__private void *__private *a);")
        args = [f"({t})*(__private ulong *)a[{i}]" if ptr else f"*(__private {t} *)a[{i}]" for i, (t, ptr) in enumerate(params)]
        shim.append(f"void call_{k}(__private void *__private *a) {{ {k}({', '.join(args)}); }}")
    src, so = f"{tmp}/{name}-{level}.cl", f"{tmp}/{name}-{level}.so"
    with open(src, "w") as f:
        f.write("\n".join(shim) + "\n")
    subprocess.run([LLVM + "/clang", *language_flags(desc), "-" + level, "-target", "x86_64-linux-gnu", "-mf16c", "-fPIC", "-Wno-pass-failed",
                    "-fvisibility=default", "-c", src, "-o", so + ".o"], check=True)
    subprocess.run([LLVM + "/clang", "-O1", "-fPIC", "-shared", "native/host.c", so + ".o", "-lm", "-o", so], check=True)
    return so


class Dispatch(ctypes.Structure):
    _fields_ = [("grid", ctypes.c_uint32 * 3), ("group", ctypes.c_uint32 * 3), ("dims", ctypes.c_uint32), ("reverse", ctypes.c_uint32)]


def dims(grid, group):
    return max(i + 1 for i in range(3) if i == 0 or grid[i] > 1 or group[i] > 1)


def value_bytes(arg):
    """The bytes of a by-value argument."""
    if "i32" in arg:
        return struct.pack("<I", arg["i32"] & 0xffffffff)
    if "f32" in arg:
        return struct.pack("<f", arg["f32"])
    fmt, *values = arg["pack"]
    return struct.pack(fmt if fmt[0] == "<" else "<" + fmt, *values)


LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.mmap.restype = ctypes.c_void_p
PAGE = mmap.PAGESIZE


def guarded(size):
    """Memory of size bytes, aligned to 64, up to 63 bytes before a page that no one may touch: a kernel that leaves its buffer dies."""
    whole = (size + PAGE - 1) // PAGE * PAGE
    at = LIBC.mmap(None, ctypes.c_size_t(whole + PAGE), mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, ctypes.c_long(0))
    if at == ctypes.c_void_p(-1).value or LIBC.mprotect(ctypes.c_void_p(at + whole), ctypes.c_size_t(PAGE), 0):
        sys.exit(f"no memory for a buffer of {size} bytes")
    return (at, whole + PAGE), at + whole - (size + 63) // 64 * 64


def run_native(so, desc, contents, reverse):
    """All launches in order on one load of the library; gives each buffer's bytes afterwards."""
    lib = ctypes.CDLL(so)
    mem = {}
    for b, data in contents.items():
        mem[b] = (*guarded(len(data)), len(data))
        ctypes.memmove(mem[b][1], data, len(data))
    for launch in desc["launches"]:
        keep, args, local = [], [], 0
        pool = ctypes.create_string_buffer(64 + sum(a.get("local", 0) + 64 for a in launch["args"]))
        base = (ctypes.addressof(pool) + 63) & ~63
        for a in launch["args"]:
            if "buffer" in a:
                cell = ctypes.create_string_buffer(struct.pack("<Q", mem[a["buffer"]][1]), 8)
                at = ctypes.addressof(cell)
            elif "local" in a:
                cell = ctypes.create_string_buffer(struct.pack("<Q", base + local), 8)
                at = ctypes.addressof(cell)
                local += (a["local"] + 63) & ~63
            else:
                data = value_bytes(a)
                cell = ctypes.create_string_buffer(len(data) + 64)
                at = (ctypes.addressof(cell) + 63) & ~63
                ctypes.memmove(at, data, len(data))
            keep.append(cell)
            args.append(at)
        grid, group = launch["grid"], launch["group"]
        d = Dispatch((ctypes.c_uint32 * 3)(*grid), (ctypes.c_uint32 * 3)(*group), dims(grid, group), reverse)
        call = getattr(lib, "call_" + launch["kernel"])
        err = lib.native_run(call, (ctypes.c_void_p * len(args))(*args), ctypes.byref(d), ctypes.c_void_p(base), ctypes.c_size_t(local))
        if err:
            sys.exit(f"{so}: kernel {launch['kernel']}: native run failed with {err} (1: group too large, 2: barrier not reached by all)")
    after = {b: ctypes.string_at(at, n) for b, (_, at, n) in mem.items()}
    for (base, length), _, _ in mem.values():
        LIBC.munmap(ctypes.c_void_p(base), ctypes.c_size_t(length))
    return after


def make_expected(name, desc):
    """Writes inputs and expected outputs. Every optimisation level and two orders of work-items must agree bit for bit."""
    contents = {}
    for b in desc["buffers"]:
        if "make" in b:
            contents[b["name"]] = inputs.make(f"{name}/{b['name']}", *b["make"])
        else:
            contents[b["name"]] = bytes([int(b["fill"], 0)]) * b["size"]
    with tempfile.TemporaryDirectory() as tmp:
        results = []
        for level in LEVELS:
            built = build_native(name, desc, level, tmp)
            for reverse in (0, 1):
                # A library of its own per run: program-scope variables start afresh.
                so = f"{built}.{reverse}.so"
                shutil.copy(built, so)
                results.append((f"-{level} reverse={reverse}", run_native(so, desc, contents, reverse)))
    label, want = results[0]
    for other, got in results[1:]:
        for b in want:
            if want[b] != got[b]:
                at = next(i for i in range(len(want[b])) if want[b][i] != got[b][i])
                sys.exit(f"{name}: buffer {b} differs at byte {at} between native {label} and {other}: the kernel is not deterministic")
    oracles.check(name, desc, contents, want)
    for b in desc["buffers"]:
        if "make" in b:
            write(f"{name}/{b['name']}.bin", contents[b["name"]])
        if "expect" in b:
            write(f"{name}/{b['name']}.out.bin", want[b["name"]])
    return contents


def write(path, data):
    with open(path, "wb") as f:
        f.write(data)


def unjudged(desc, target, buffer):
    return any(target in u["targets"] and buffer == u["buffer"] for u in desc.get("unjudged", []))


def launch_file(desc, code, gpu, contents):
    """The launch file of one object, one buffer or launch per line."""
    rows = []
    for b in desc["buffers"]:
        row = {"name": b["name"], "size": len(contents[b["name"]])}
        if "make" in b:
            row["init"] = b["name"] + ".bin"
        else:
            row["fill"] = b["fill"]
        if "expect" in b and not unjudged(desc, gpu, b["name"]):
            row["expect"] = {"file": b["name"] + ".out.bin", **(b["expect"] if isinstance(b["expect"], dict) else {})}
        rows.append(row)
    launches = []
    for launch in desc["launches"]:
        launches.append({**launch, "args": [{"bytes": value_bytes(a).hex()} if "pack" in a else a for a in launch["args"]]})
    line = lambda items: ",\n".join("    " + json.dumps(i) for i in items)
    return (f'{{ "code": {json.dumps(code)}, "gpu": {json.dumps(gpu)},\n  "buffers": [\n{line(rows)} ],\n  "launches": [\n{line(launches)} ] }}\n').encode()


def make_kernel(name, pool):
    """Makes one OpenCL kernel's files; gives its rows of exceptions.tsv."""
    desc = json.load(open(f"{name}/{name}.desc"))
    for old in glob(f"{name}/*.hsaco") + glob(f"{name}/*.json") + glob(f"{name}/*.bin"):
        os.remove(old)
    contents = make_expected(name, desc)
    wanted = list(objects(desc))
    rows = [(name, t, l, "5", f"built as version {r['version']}: {r['why']}") for r in desc.get("instead", []) for t in r["targets"] for l in r["levels"]]
    rows += [(name, t, "*", "*", f"buffer {u['buffer']} is not compared: {u['why']}") for u in desc.get("unjudged", []) for t in u["targets"]]
    for (stem, target, level, version), (_, reason, warnings) in zip(wanted, pool.map(compile_object, [(name, desc, *w) for w in wanted])):
        if reason is not None:
            rows.append((name, target, level, str(version), "does not compile: " + reason))
            continue
        if warnings:
            print(warnings, file=sys.stderr)
        write(f"{name}/{stem}.json", launch_file(desc, stem + ".hsaco", target, contents))
    for alias, stem in desc.get("alias", {}).items():
        write(f"{name}/{alias}.json", launch_file(desc, stem + ".hsaco", stem.split("-")[0], contents))
    return rows


def reference(function, given, size):
    """What a function of reference.c makes of a file."""
    with tempfile.TemporaryDirectory() as tmp:
        so = tmp + "/reference.so"
        subprocess.run([LLVM + "/clang", "-O1", "-ffp-contract=off", "-Wall", "-fPIC", "-shared", "native/reference.c", "-lm", "-o", so], check=True)
        data = open(given, "rb").read() if os.path.exists(given) else b""
        out = ctypes.create_string_buffer(size)
        getattr(ctypes.CDLL(so), function)(data, out)
        return out.raw


def make_asm(name):
    """Assembles every NAME/*.s to raw binaries and makes their inputs. The launch files of raw binaries are written by hand.

    "# gpu: ..." names the targets; where there are several, the file name gets the target.
    "# data: BUFFER u32|u64 VALUE... [xN]" makes BUFFER.bin of these values (N times); "# data: BUFFER KIND COUNT ..." by inputs.py.
    "# reference: FUNCTION INPUT BUFFER SIZE" makes BUFFER.out.bin with a function of reference.c from INPUT.bin ("-": no input).
    """
    for src in sorted(glob(f"{name}/*.s")):
        text = open(src).read()
        gpus = re.search(r"^# gpu: (.*)", text, re.M).group(1).split()
        for buffer, kind, rest in re.findall(r"^# data: (\w+) (\w+) (.*)", text, re.M):
            words = rest.split()
            if kind in ("u32", "u64"):
                times = int(words.pop()[1:]) if words[-1].startswith("x") else 1
                values = [int(w, 0) for w in words] * times
                data = struct.pack(f"<{len(values)}{'I' if kind == 'u32' else 'Q'}", *values)
            else:
                data = inputs.make(f"{name}/{buffer}", kind, *(float(w) if "." in w else int(w, 0) for w in words))
            write(f"{name}/{buffer}.bin", data)
        for function, given, buffer, size in re.findall(r"^# reference: (\w+) (\S+) (\w+) (\d+)", text, re.M):
            write(f"{name}/{buffer}.out.bin", reference(function, f"{name}/{given}.bin", int(size)))
        for gpu in gpus:
            out = src[:-2] + (f"-{gpu}.bin" if len(gpus) > 1 else ".bin")
            with tempfile.TemporaryDirectory() as tmp:
                subprocess.run([LLVM + "/llvm-mc", "-triple=amdgcn", "-mcpu=" + gpu, "-filetype=obj", src, "-o", tmp + "/k.o"], check=True)
                subprocess.run([LLVM + "/llvm-objcopy", "-O", "binary", "--only-section=.text", tmp + "/k.o", out], check=True)


def main(names):
    every = sorted(os.path.dirname(d) for d in glob("*/*.desc"))
    asm = sorted({os.path.dirname(s) for s in glob("*/*.s")})
    unknown = set(names) - set(every) - set(asm)
    if unknown:
        sys.exit(f"no such kernel: {', '.join(sorted(unknown))}")
    table = "exceptions.tsv"
    rows = []
    if names and os.path.exists(table):
        rows = [tuple(l.rstrip("\n").split("\t")) for l in open(table) if not l.startswith("#")]
        rows = [r for r in rows if r[0] not in names]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name in names or every:
            if name in every:
                print(name, flush=True)
                rows += make_kernel(name, pool)
    for name in names or asm:
        if name in asm:
            print(name, flush=True)
            make_asm(name)
    with open(table, "w") as f:
        f.write("# What is not built or not compared: kernel, target, level, code object version, reason. Written by make.sh.\n")
        f.writelines("\t".join(r) + "\n" for r in sorted(rows))


if __name__ == "__main__":
    main(sys.argv[1:])
