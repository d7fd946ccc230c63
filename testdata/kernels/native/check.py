"""Checks what is here without running it: every launch file against its own rules, its files, and its code object's metadata."""

import json
import os
import re
import subprocess
import sys
from glob import glob

LLVM = os.environ.get("LLVM", "/usr/lib/llvm-22/bin")
MACHINE = {"gfx600": 0x20, "gfx700": 0x22, "gfx803": 0x2A, "gfx900": 0x2C}  # AMDGPUUsage, e_flags
RELOCATIONS = {"R_AMDGPU_ABS64", "R_AMDGPU_RELATIVE64"}
# What a launch file may say. An argument has exactly one key.
FILE = {"code", "gpu", "buffers", "launches"}
BUFFER = {"name", "size", "addr", "init", "fill", "save", "expect"}
EXPECT = {"file", "as", "ulp", "abs", "rel"}
LAUNCH = {"kernel", "entry", "grid", "group", "dynamic_lds", "scratch", "args", "kernarg", "registers"}
ARG = {"buffer", "i32", "f32", "bytes", "local"}
AS = {"bytes", "f16", "f32", "f64"}
REGISTER = re.compile(r"[sv]\d+|[sv]\[\d+:\d+\]|exec|vcc|m0|scc")
VALUE = re.compile(r"lane|buffer:\w+|-?\d+|0x[0-9a-f]+")


class Bad(Exception):
    pass


def need(ok, *what):
    if not ok:
        raise Bad(" ".join(str(w) for w in what))


def number(v):
    return int(v, 0) if isinstance(v, str) else v


def metadata(code):
    """{kernel: {"args": [...], field: value}} from llvm-readelf's print of the note."""
    text = subprocess.run([LLVM + "/llvm-readelf", "--notes", code], capture_output=True, text=True, check=True).stdout
    kernels, arg, block = [], None, None
    for line in text.splitlines():
        m = re.match(r"( *)(- )?(\.\w+|amdhsa\.\w+): *(.*)$", line)
        if not m:
            continue
        indent, key, value = len(m.group(1)) + len(m.group(2) or ""), m.group(3), m.group(4).strip("'")
        if key.startswith("amdhsa"):
            block = key
        elif block == "amdhsa.kernels" and indent == 4:
            if m.group(2):
                kernels.append({"args": []})
            kernels[-1][key] = value
        elif block == "amdhsa.kernels" and indent == 8:
            if m.group(2):
                kernels[-1]["args"].append({})
            kernels[-1]["args"][-1][key] = value
    for k in kernels:
        k["args"] = [a for a in k["args"] if not a[".value_kind"].startswith("hidden_")]
        if ".reqd_workgroup_size" in k:
            after_name = r"\.name: +'?%s'?\n.*?\.reqd_workgroup_size:\s*((?:- \d+\s*)+)" % k[".name"]
            k["reqd"] = [int(v) for v in re.search(after_name, text, re.S).group(1).replace("-", " ").split()]
    return {k[".name"]: k for k in kernels}


def check_object(code, gpu):
    with open(code, "rb") as f:
        head = f.read(64)
    need(head[:4] == b"\x7fELF" and head[7] == 64 and head[18] == 224, code, "is no HSA code object")
    need(head[48] == MACHINE[gpu], code, "is for another target than", gpu)
    version = re.search(r"-v(\d)", code)
    need(head[8] == (int(version.group(1)) if version else 5) - 2, code, "has another code object version than its name says")
    relocs = subprocess.run([LLVM + "/llvm-readelf", "-r", code], capture_output=True, text=True, check=True).stdout
    need(set(re.findall(r"R_AMDGPU_\w+", relocs)) <= RELOCATIONS, code, "has relocations no loader knows")


def check_args(launch, kernel):
    need(len(launch["args"]) == len(kernel["args"]), launch["kernel"], "takes", len(kernel["args"]), "arguments, has", len(launch["args"]))
    for i, (a, m) in enumerate(zip(launch["args"], kernel["args"])):
        kind, size, where = m[".value_kind"], int(m[".size"]), f"{launch['kernel']} argument {i}"
        need(len(a) == 1 and set(a) <= ARG, where, a)
        have = next(iter(a))
        want = {"global_buffer": {"buffer"}, "dynamic_shared_pointer": {"local"}, "by_value": {"i32", "f32", "bytes"}}[kind]
        need(have in want, where, "is", kind, "but the launch gives", have)
        if kind == "by_value":
            need(size == (len(a["bytes"]) // 2 if have == "bytes" else 4), where, "has size", size)
            need(have != "f32" or m[".type_name"] == "float", where, "is", m[".type_name"])


def check_launch_file(path, used):
    here = os.path.dirname(path)
    d = json.load(open(path))
    need(set(d) <= FILE and {"code", "gpu", "buffers", "launches"} <= set(d), "keys", sorted(d))
    need(d["gpu"] in MACHINE, "gpu", d["gpu"])
    code = f"{here}/{d['code']}"
    used.add(code)
    raw = code.endswith(".bin")
    kernels = {}
    if not raw:
        check_object(code, d["gpu"])
        kernels = metadata(code)
    need(os.path.getsize(code) > 0, code, "is empty")
    names = [b["name"] for b in d["buffers"]]
    need(len(set(names)) == len(names), "two buffers of one name")
    for b in d["buffers"]:
        need(set(b) <= BUFFER and number(b["size"]) > 0, "buffer", b)
        need(("init" in b) != ("fill" in b), "buffer", b["name"], "wants one of init and fill")
        e = b.get("expect", {})
        need(set(e) <= EXPECT and ("file" in e or not e) and e.get("as", "bytes") in AS, "expect", e)
        for f in (b.get("init"), e.get("file")):
            if f:
                need(os.path.getsize(f"{here}/{f}") == number(b["size"]), f, "has not the size of buffer", b["name"])
                used.add(f"{here}/{f}")
    for l in d["launches"]:
        need(set(l) <= LAUNCH, "launch keys", sorted(l))
        need(all(len(l[k]) == 3 and all(isinstance(n, int) and n > 0 for n in l[k]) for k in ("grid", "group")), "grid or group")
        items = l["group"][0] * l["group"][1] * l["group"][2]
        need(items <= 1024, "group of", items)
        if raw:
            need("entry" in l and "kernel" not in l and "args" not in l, "a raw binary has an entry, no kernel and no args")
            for r, v in l["registers"].items():
                need(REGISTER.fullmatch(r) and VALUE.fullmatch(v), "register", r, v)
                need(not v.startswith("buffer:") or v[7:] in names, "register", r, "names no buffer")
            need(l.get("kernarg", names[0]) in names, "kernarg", l.get("kernarg"))
            continue
        need(l["kernel"] in kernels, "no kernel", l["kernel"])
        k = kernels[l["kernel"]]
        need(items <= int(k[".max_flat_workgroup_size"]), l["kernel"], "group of", items)
        need(k.get("reqd", l["group"]) == l["group"], l["kernel"], "requires group", k.get("reqd"))
        need(all(a["buffer"] in names for a in l["args"] if "buffer" in a), l["kernel"], "an argument names no buffer")
        check_args(l, k)


def main():
    bad, used, launches = [], set(), sorted(glob("*/*.json"))
    for path in launches:
        try:
            check_launch_file(path, used)
        except (Bad, OSError, ValueError, KeyError) as e:
            bad.append(f"{path}: {type(e).__name__}: {e}")
    for path in sorted(glob("*/*.hsaco") + glob("*/*.bin")):
        if path not in used:
            bad.append(f"{path}: used by no launch file")
    # Every kernel, target and level is an object or a row with the compiler's reason.
    lines = [l.split("\t") for l in open("exceptions.tsv") if not l.startswith("#")]
    rows = {tuple(l[:3]) for l in lines if l[2] != "*"}
    unjudged = {(l[0], l[1]) for l in lines if l[2] == "*"}
    kernels = sorted(os.path.dirname(p) for p in glob("*/*.desc"))
    for name in kernels:
        for target in MACHINE:
            for level in ("O0", "O2", "O3"):
                if os.path.exists(f"{name}/{target}-{level}.hsaco") == ((name, target, level) in rows):
                    bad.append(f"{name} {target} {level}: want an object or a row in exceptions.tsv, not both or neither")
    # A row is the only reason not to compare what another target's launch file compares.
    for path in launches:
        name, target = path.split("/")[0], os.path.basename(path).split("-")[0]
        here = {b["name"] for b in json.load(open(path))["buffers"] if "expect" in b}
        others = {b["name"] for p in glob(f"{name}/gfx*.json") for b in json.load(open(p))["buffers"] if "expect" in b}
        if target in MACHINE and (here != others) != ((name, target) in unjudged):
            bad.append(f"{path}: want every buffer compared or a row in exceptions.tsv, not both or neither")
    for b in bad:
        print(b, file=sys.stderr)
    objects = len(glob("*/*.hsaco"))
    print(f"{len(kernels)} OpenCL kernel files, {objects} code objects, {len(launches)} launch files, "
          f"{len(lines)} exceptions, {len(bad)} errors")
    sys.exit(1 if bad else 0)


main()
