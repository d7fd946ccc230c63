#!/usr/bin/env python3
"""Random graphics pipelines through disassembler, assembler, checker and simulator: graphics.py makes the shaders, Mesa's RADV compiles them for each
generation (ACO, on a device that does not exist). Of each shader "gcnsim disasm" must decode all, "gcnsim asm" and llvm-mc make the same bytes of the text, LLVM's
disassembler write the same text where it has one (GCN 1.2, 1.4), and "gcnsim check" have no finding of severity error. The vertex and the fragment shader of
every other pipeline are executed as well, on registers and LDS as the hardware sets them: exports, targets and buffers must be what Mesa's lavapipe draws.

    testdata/glsl/rungraphics.py FIRST COUNT [DIR]

runs the seeds FIRST..FIRST+COUNT-1. Needs what run.py needs, and llvm-mc of LLVM 22 as LLVM_MC names it (default: llvm-mc-22). DIR (default: a temporary one)
keeps what fails. Exit status 1 if any failed."""

import collections
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
sys.dont_write_bytecode = True
import graphics
import run
from generate import A_DWORDS
from graphics import FRAGMENT, SIDE, VERTEX, Pipeline
from run import FAMILIES, ICD, TABLE, Skip, must

MC = os.environ.get("LLVM_MC", "llvm-mc-22")
LANES = 64
NOP = 0xBF800000
# What LLVM 22 has not: a sign-extended source of v_cndmask_b32_sdwa, and M0 as the value of v_writelane_b32 beside an SGPR (docs/semantics.md 58, 31).
NOT_LLVM = re.compile(r"v_cndmask_b32_sdwa .*sext|v_writelane_b32 v\d+, m0, s\d")
LINE = re.compile(r"\t(.+?)\s*; ([0-9a-f]{8}): (.*)")
OTHERWISE = ": the assembler encodes this in another way"
# Where each lane of a wave is in the target, in quads, and its barycentrics in the triangle.
PIXEL = [lambda lane, wave: lane & 1 | (lane >> 2 & 7) << 1, lambda lane, wave: lane >> 1 & 1 | (lane >> 5 & 1) << 1 | wave << 2]
I, J = (lambda lane, wave, k=k: (PIXEL[k](lane, wave) + 0.5) / (2 * SIDE) for k in range(2))
# Inputs of a fragment shader and their VGPRs, in the order of the bits that ask for them (SPI_PS_INPUT_ENA).
INPUTS = [("sample", 2), ("center", 2), ("centroid", 2), ("pull model", 3), ("linear sample", 2), ("linear center", 2), ("linear centroid", 2), ("stipple", 1), ("x", 1), ("y", 1), ("z", 1), ("w", 1),
          ("face", 1), ("ancillary", 1), ("coverage", 1), ("fixed", 1)]

counts = collections.Counter()
mnemonics = collections.defaultdict(collections.Counter)


def section(path):
    """The bytes of .text in an ELF object."""
    d = open(path, "rb").read()
    at, (n, names) = struct.unpack_from("<Q", d, 40)[0], struct.unpack_from("<2H", d, 60)
    headers = [struct.unpack_from("<IIQQQQ", d, at + 64 * k) for k in range(n)]
    for h in headers:
        if d[headers[names][4] + h[0]:].startswith(b".text\0"):
            return d[h[4]:h[4] + h[5]]


class Text:
    """What gcnsim disasm writes of code."""

    def __init__(self, gcnsim, path, target, code):
        self.path, self.target, self.code = path, target, code
        self.lines = must(gcnsim, "disasm", path, "--gpu", target).split("\n")
        self.shown, self.llvm, self.words = [], [], list(code.words)
        for line in self.lines:
            m = LINE.fullmatch(line)
            at = int(m[2], 16) // 4 if m else code.executed
            if at >= code.executed:
                self.llvm.append(line)
                continue
            text = re.sub(r"\s+", " ", m[3][:-len(OTHERWISE)] if m[3].endswith(OTHERWISE) else m[1])
            counts["instructions"] += 1
            counts["encoded in another way"] += m[3].endswith(OTHERWISE)
            mnemonics[target][text.split()[0]] += 1
            if NOT_LLVM.match(text):
                counts["unknown to LLVM"] += 1
                n = len(m[3].split(":")[0].split()) if not m[3].endswith(OTHERWISE) else 2
                self.llvm.append("\t.long " + ", ".join(hex(w) for w in code.words[at:at + n]))
                self.words[at:at + n] = [NOP] * n
                self.shown += ["s_nop 0"] * n
            else:
                self.llvm.append(line)
                self.shown.append(text)

    def wrong(self, gcnsim):
        """What is wrong with it."""
        data = struct.pack(f"<{len(self.code.words)}I", *self.code.words)
        for line in self.shown:
            if line.startswith(".long"):
                yield f"not decoded: {line}"
        open(f"{self.path}.s", "w").write("\n".join(self.lines))
        must(gcnsim, "asm", f"{self.path}.s", "--gpu", self.target, "-o", f"{self.path}.again")
        if open(f"{self.path}.again", "rb").read() != data:
            yield "gcnsim asm makes other bytes of the text"
        open(f"{self.path}.llvm.s", "w").write("\n".join(self.llvm))
        status, out = run.run(MC, "-arch=amdgcn", f"-mcpu={self.target}", "-filetype=obj", f"{self.path}.llvm.s", "-o", f"{self.path}.o")
        if status:
            yield out
        elif section(f"{self.path}.o") != data:
            yield "llvm-mc makes other bytes of the text"
        if self.target in ("gfx803", "gfx900"):
            bytes = struct.pack(f"<{self.code.executed}I", *self.words[:self.code.executed])
            p = subprocess.run([MC, "-arch=amdgcn", f"-mcpu={self.target}", "-disassemble"], input=" ".join(f"{b:#x}" for b in bytes), capture_output=True, text=True)
            theirs = [re.sub(r"\s+", " ", t.split("//")[0]).strip() for t in p.stdout.split("\n") if re.match(r"\t[a-z]", t)]
            if len(theirs) != len(self.shown):
                yield f"LLVM has {len(theirs)} instructions, gcnsim {len(self.shown)}: {p.stderr[:300]}"
            for a, b in zip(self.shown, theirs):
                if a != b and not a.startswith(("s_cbranch", "s_branch")):
                    yield f"LLVM's text is {b}, gcnsim's {a}"


def lanes(values):
    return {"u32": [struct.unpack("<I", struct.pack("<f", v))[0] if isinstance(v, float) else v for v in values]}


def fragment_registers(code, wave):
    """What a fragment shader of one triangle starts with; None if it asks for what is not drawn here."""
    names = {"center": [I, J], "centroid": [I, J], "sample": [I, J], "linear center": [I, J], "linear centroid": [I, J], "linear sample": [I, J],
             "x": [lambda l, w: PIXEL[0](l, w) + 0.5], "y": [lambda l, w: PIXEL[1](l, w) + 0.5], "z": [lambda l, w: 0.5], "w": [lambda l, w: 1.0],
             "face": [lambda l, w: 1], "coverage": [lambda l, w: 1]}
    registers, v = {}, 0
    for bit, (name, size) in enumerate(INPUTS):
        if code.config["input enable"] >> bit & 1:
            if name not in names:
                raise Skip(f"input {name}")
            for k, of in enumerate(names[name]):
                registers[f"v{v + k}"] = lanes(of(l, wave) for l in range(LANES))
        v += size * (code.config["input address"] >> bit & 1)
    return registers


def single(word):
    return struct.unpack("<f", struct.pack("<I", word))[0]


def parameters(exported):
    """What LDS has of a triangle's parameters, of which the vertex shader exported what each component is at its corners: P0 and P10 of X, Y, Z, W in turn,
    then P20 of each. Of integers, which are flat, only P0 is read."""
    def difference(a, b):
        d = single(b) - single(a)
        return d if abs(d) < 1e30 else 0.0

    words = []
    for n in range(len({n for n, _ in exported})):
        p = [exported.get((n, c), [0] * 3) for c in range(4)]
        words += [x for c in range(4) for x in (p[c][0], difference(p[c][0], p[c][1]))] + [difference(p[c][0], p[c][2]) for c in range(4)]
    return lanes(words)


def scalars(code, table, more):
    """Scalar registers: those of the user, with the address of the descriptors in one, and what the hardware puts behind them."""
    user = code.config["rsrc2"] >> 1 & 31
    registers = {f"s{k}": 0 for k in range(2, user)}
    if user > table:
        registers[f"s{table}"] = hex(TABLE)
    return dict(registers, **{f"s{user + k}": x for k, x in enumerate(more)})


def runs(gcnsim, path, target, pipeline, launches, expect, wanted):
    """What is wrong with a run: its status and output, or nothing and the exports of each wave."""
    buffers = run.described(pipeline, target)
    if not expect:
        for b in buffers:
            b.pop("expect", None)
    json.dump({"code": os.path.basename(path), "gpu": target, "buffers": buffers, "launches": launches}, open(f"{path}.json", "w"))
    for mode in ("functional", "timing"):
        status, out = run.run(gcnsim, "run", "--launch", f"{path}.json", "--mode", mode, "--dump=wave", "--dump-format", "json")
        if status:
            yield f"gcnsim run --launch {path}.json --mode {mode}: status {status}: {out[:1500] if not out.startswith('{') else str(brief(out))}"
            continue
        counts["runs"] += 1
        waves = [w for l in json.loads(out)["dump"]["launches"] for g in l["groups"] for w in g["waves"]]
        yield from wanted([w.get("exports", []) for w in waves])


def brief(out):
    d = json.loads(out[:out.rindex("}") + 1])
    return [f.get("message") for f in d.get("findings", [])], d.get("fault"), d.get("unmet"), d["status"]


def components(export):
    """The components of an export: a mask of lanes, the width of a component, and what each lane has of those that are enabled."""
    enabled, data = int(export["enabled"], 16), [[int(x or "0", 16) for x in d["lanes"]] for d in export.get("data", [])]
    names = [int(d["reg"][4:]) for d in export.get("data", [])]
    if export["compr"]:
        parts = {2 * n + h: [x >> 16 * h & 0xFFFF for x in d] for n, d in zip(names, data) for h in range(2)}
    else:
        parts = dict(zip(names, data))
    return int(export["exec"], 16), 16 if export["compr"] else 32, {k: p for k, p in parts.items() if enabled >> k & 1}


def vertex(gcnsim, path, target, pipeline, code, a, exported):
    """What is wrong with the vertex shader's run. Which of its outputs is which parameter, the driver decides; of what is flat, the fragment shader tells."""
    def wanted(exports):
        seen = {(e["name"], c): p[:3] for e in exports[0] for c, p in components(e)[2].items()}
        corners = [lanes(p)["u32"] for p in ([-1.0, 3.0, -1.0], [-1.0, -1.0, 3.0], [0.5] * 3, [1.0] * 3)]
        for c in range(4):
            if seen.get(("pos0", c)) != corners[c]:
                yield f"{path}: pos0 {c} is {seen.get(('pos0', c))}, not {corners[c]}"
        exported.update({(int(name[5:]), c): p for (name, c), p in seen.items() if name.startswith("param")})
        for v in pipeline.passed[VERTEX]:
            for c in range(4 if v.mode != "flat" else 0):
                p = lanes([v.corner(a, k, c) for k in range(3)])["u32"]
                if p not in exported.values():
                    yield f"{path}: no parameter is {p}: {exported}"

    registers = dict(scalars(code, 3, []), v0={"u32": [0, 1, 2]}, v1=0, v2=0, v3=0, exec=7)
    launch = {"entry": "0x0", "grid": [LANES], "group": [LANES], "registers": registers}
    yield from runs(gcnsim, path, target, pipeline, [launch], False, wanted)


def fragment(gcnsim, path, target, pipeline, code, exported, dir):
    """What is wrong with the fragment shader's run: buffers and targets are those that lavapipe left."""
    def wanted(exports):
        for k, t in enumerate(pipeline.targets):
            drawn, n, width = open(f"{dir}/t{k}.out", "rb").read(), t.format.bytes, t.format.bits[0] // 8
            for wave, list in enumerate(exports):
                mine = [components(e) for e in list if e["name"] == f"mrt{k}"]
                for l in range(LANES):
                    at = (PIXEL[1](l, wave) * SIDE + PIXEL[0](l, wave)) * n
                    for c in range(len(t.format.bits)):
                        want = int.from_bytes(drawn[at + c * width:at + (c + 1) * width], "little")
                        got = [p[c][l] for mask, _, p in mine if mask >> l & 1 and c in p]
                        if want != (got[-1] & (1 << 8 * width) - 1 if got else 0):
                            yield f"{path}: target {k}, wave {wave}, lane {l}, component {c}: {got} exported, {want} drawn"
                            return

    launches, attributes = [], parameters(exported)
    for wave in range(SIDE * SIDE // LANES):
        launch = {"entry": "0x0", "grid": [LANES], "group": [LANES], "registers": dict(scalars(code, 2, [0]), **fragment_registers(code, wave))}
        if exported:
            launch.update(dynamic_lds=4 * len(attributes["u32"]), lds=attributes)
        launches.append(launch)
    yield from runs(gcnsim, path, target, pipeline, launches, True, wanted)


def listed(p, dir):
    """The list for vulkan.c."""
    yield from (b.line(dir) for b in run.bindings(p))
    yield from ["sampler"] * (0 if p.exact else len(graphics.SAMPLERS))
    if p.has & {"push", "dynamic push"}:
        yield f"push {dir}/p"
    yield from (f"stage {graphics.BITS[s]} {dir}/{s}.spv" for s in p.shape)
    yield from (f"attribute {a}" for a in p.attributes)
    yield from (f"target {t.format.vulkan} {t.written} {t.blend} {dir}/t{k}" for k, t in enumerate(p.targets))
    yield from (f"set {name}={n}" for name, n in p.states.items())


def findings(gcnsim, paths, target):
    """What the checker says of programs; a warning, which may be right, is counted only."""
    status, out = run.run(gcnsim, "check", *paths, "--gpu", target, "--format", "json")
    if status not in (0, 4):
        yield out
        return
    doc = json.loads(out)
    counts["unexamined"] += sum(file["unexamined"] for file in doc.get("files", [doc]))
    for f in doc["findings"]:
        counts[f"{f['severity']} {f['rule']}"] += 1
        if f["severity"] == "error":
            yield f"{f.get('file', paths[0])} {f['pc']} {f['message']}"


def seed(gcnsim, vulkan, number, exact, dir):
    """What is wrong with a pipeline."""
    os.makedirs(dir, exist_ok=True)
    p = Pipeline(number, exact)
    for s, stage in p.stages.items():
        open(f"{dir}/shader.{s}", "w").write(stage.source())
        for name, defines in [(s, [])] + [(f"lavapipe.{s}", ["-DLAVAPIPE"])] * exact:
            must("glslangValidator", "-V", "--target-env", "vulkan1.2", *defines, f"{dir}/shader.{s}", "-o", f"{dir}/{name}.spv")
    files = run.contents(p, random.Random(number))
    for k, t in enumerate(p.targets):
        files[f"t{k}"] = bytes(SIDE * SIDE * t.format.bytes)
    for name, data in files.items():
        open(f"{dir}/{name}", "wb").write(data)
    lines = list(listed(p, dir))
    open(f"{dir}/list", "w").write("\n".join(lines + [""]))
    if exact:
        open(f"{dir}/lavapipe", "w").write("\n".join([re.sub(r"/(\w+)\.spv$", r"/lavapipe.\1.spv", x) for x in lines] + [""]))
        must(vulkan, "draw", f"{dir}/lavapipe", VK_ICD_FILENAMES=f"{ICD}/lvp_icd.x86_64.json")
    a = struct.unpack(f"<{A_DWORDS}I", files["a"])
    for family, target in FAMILIES.items():
        if "small" in p.has and family in ("tahiti", "bonaire") or p.half and family != "vega10":
            continue
        env = {"VK_ICD_FILENAMES": f"{ICD}/radeon_icd.x86_64.json", "RADV_FORCE_FAMILY": family}
        try:
            must(vulkan, "graphics", f"{dir}/list", f"{dir}/cache", **env)
        except Skip as e:
            counts["not compiled"] += 1
            print(f"seed {number}: {family}: not compiled: {str(e)[-200:]}", flush=True)
            continue
        codes = run.codes_of(open(f"{dir}/cache", "rb").read())
        counts["pipelines"] += 1
        paths = [f"{dir}/{target}.{k}.bin" for k in range(len(codes))]
        for path, code in zip(paths, codes):
            counts[f"programs for {target}"] += 1
            code.write(path)
            yield from (f"{path}: {w}" for w in Text(gcnsim, path, target, code).wrong(gcnsim))
        yield from findings(gcnsim, paths, target)
        if exact and not any(c.config["scratch"] for c in codes):
            exported = {}
            yield from vertex(gcnsim, paths[0], target, p, codes[0], a, exported)
            yield from fragment(gcnsim, paths[1], target, p, codes[1], exported, dir)


def main():
    if len(sys.argv) not in (3, 4) or not re.fullmatch(r"\d+", sys.argv[1]) or not re.fullmatch(r"\d+", sys.argv[2]):
        sys.exit(__doc__)
    first, count = int(sys.argv[1]), int(sys.argv[2])
    keep = sys.argv[3] if len(sys.argv) == 4 else None
    with tempfile.TemporaryDirectory() as tmp:
        gcnsim, vulkan = run.built(tmp)
        for number in range(first, first + count):
            dir = os.path.join(keep or tmp, str(number))
            try:
                wrong = list(seed(gcnsim, vulkan, number, number % 2 == 1, dir))
            except Skip as e:
                print(f"seed {number}: skipped: {e}", flush=True)
                counts["skipped"] += 1
                continue
            counts["wrong"] += len(wrong)
            for w in wrong:
                print(f"seed {number}: {w}", flush=True)
            if not wrong:
                subprocess.run(["rm", "-r", dir], check=True)
    for name, n in sorted(counts.items()):
        print(f"{n:8} {name}")
    print(f"{len(set().union(*mnemonics.values())):8} mnemonics: " + ", ".join(f"{len(m)} {target}" for target, m in mnemonics.items()))
    if keep:
        json.dump(mnemonics, open(f"{keep}/mnemonics.json", "w"), indent=1)
    sys.exit(counts["wrong"] > 0)


if __name__ == "__main__":
    main()
