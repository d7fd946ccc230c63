#!/usr/bin/env python3
"""Random GLSL against the simulator, by another compiler than LLVM: generate.py makes a compute shader, Mesa's RADV compiles it for each generation (ACO, on
a device that does not exist), Mesa's lavapipe executes it on the host, and gcnsim must leave the same in all buffers, without a clock and with one. Neither
"gcnsim check" nor the checked run may have a finding of severity error.

    testdata/glsl/run.py FIRST COUNT [DIR]

runs the seeds FIRST..FIRST+COUNT-1. Needs glslangValidator, Vulkan's headers and loader, Mesa 22.3 with RADV and lavapipe, a C compiler, and Go. DIR
(default: a temporary one) keeps the shaders that fail, with the commands that run them again. Exit status 1 if any failed. ICD says where the loader's
descriptions of drivers are (default: /usr/share/vulkan/icd.d)."""

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
import generate
from generate import A_DWORDS, B_DWORDS, C_BUFFERS, C_DWORDS, D_BYTES, HEIGHT, ITEMS, P_DWORDS, T_DWORDS, WIDTH

FAMILIES = {"tahiti": "gfx600", "bonaire": "gfx704", "polaris10": "gfx803", "vega10": "gfx900"}
ICD = os.environ.get("ICD", "/usr/share/vulkan/icd.d")
TABLE, PUSH, DATA = 0x100000, 0x110000, 0x10000000  # addresses of the descriptors, of push constants, and of the first of what is described
SIZES = {"buffer": (16, 16), "image": (32, 32), "texture": (96, 32)}  # bytes and alignment of Mesa's descriptors; a texture's sampler is the last 16
RESOURCE = 0x27FAC  # last dword of a buffer resource: x, y, z, w as they are, f32 of 32 bits
ENDPGM = 0xBF810000
UPPER_HALF = 0xFFFF8000_00000000  # where Mesa keeps descriptors of GCN 1.4


class Skip(Exception):
    pass


def run(*command, **env):
    p = subprocess.run(command, capture_output=True, text=True, timeout=600, env=dict(os.environ, MESA_SHADER_CACHE_DISABLE="1", **env))
    return p.returncode, p.stdout + p.stderr


def must(*command, **env):
    status, out = run(*command, **env)
    if status:
        raise Skip(f"{' '.join(command)}: status {status}: {out[-300:]}")
    return out


# Mesa's ac_shader_config, and how far it is in front of the sizes in Mesa 22.3.
CONFIG_AT = -323
CONFIG = ["sgprs", "vgprs", "shared vgprs", "spilled sgprs", "spilled vgprs", "lds", "input enable", "input address", "float mode", "scratch", "rsrc1", "rsrc2", "rsrc3"]


class Code:
    """Machine code with what its driver programs into registers of the chip, and how many words are instructions."""

    def __init__(self, words, executed, config):
        self.words, self.executed, self.config = words, executed, config

    def write(self, path):
        open(path, "wb").write(struct.pack(f"<{len(self.words)}I", *self.words))


def codes_of(cache):
    """The machine code of each stage in what the driver keeps of a pipeline: behind five sizes, of the code with and without what is behind its end, of two
    texts and of statistics, which are first."""
    w = struct.unpack(f"<{len(cache) // 4}I", cache[:len(cache) & ~3])
    codes, i = [], -CONFIG_AT
    while i < len(w) - 5:
        size, executed, text, listing, statistics = w[i:i + 5]
        at = i + 5 + statistics // 4
        fits = 4 <= executed <= size and (size | executed | statistics) % 4 == 0 and 4 * at + size + text + listing <= len(cache) + 4
        if fits and w[at + executed // 4 - 1] == ENDPGM:
            codes.append(Code(list(w[at:at + size // 4]), executed // 4, dict(zip(CONFIG, w[i + CONFIG_AT:]))))
            i = at + size // 4 - 1
        i += 1
    if not codes:
        raise Skip("no code in the driver's cache")
    return codes


class Binding:
    """What the shader finds at a number: a list of files as buffers, or one as an image without or with a sampler."""

    def __init__(self, kind, files, format=None, height=HEIGHT, wrap=0):
        self.kind, self.files, self.format, self.height, self.wrap = kind, files, format, height, wrap

    def line(self, dir):
        """As vulkan.c reads it."""
        sizes = [self.format.vulkan, WIDTH, self.height] if self.format else []
        return " ".join([self.kind] + [str(x) for x in sizes + [self.wrap] * (self.kind == "texture")] + [f"{dir}/{f}" for f in self.files])

    def words(self, at, size, target):
        """The descriptor as GCN has it (AMD's ISA manuals, Mesa's radv_descriptor_set.c)."""
        if self.kind == "buffer":
            return [at & 0xFFFFFFFF, at >> 32, size, RESOURCE]
        f, n = self.format, len(self.format.bits)
        select = sum((4 + k if k < n else k == 3) << 3 * k for k in range(4))  # what the format has not is 0, 0, 1
        linear = 0 if target == "gfx900" else 8  # swizzle mode of GCN 1.4, tiling index before
        image = [at >> 8, at >> 40 | f.data << 20 | f.number << 26, WIDTH - 1 | self.height - 1 << 14, select | linear << 20 | 9 << 28, WIDTH - 1 << 13, 0, 0, 0]
        sampler = [self.wrap * 0o111, 0xFFF << 12, 0, 0]
        return image + ([0] * 12 + sampler if self.kind == "texture" else [])


def bindings(shader):
    r32ui = generate.FORMATS[0]
    return [Binding("buffer", ["a"]), Binding("buffer", ["b"]), Binding("buffer", ["t"]), Binding("buffer", [f"c{k}" for k in range(C_BUFFERS)]), Binding("buffer", ["d"]),
            Binding("image", ["m"], r32ui, 4), Binding("image", ["g"], shader.format), Binding("texture", ["x"], shader.texture, wrap=generate.WRAPS[shader.wrap])]


def contents(shader, r):
    """What the files have in the beginning."""
    def words(n):
        return struct.pack(f"<{n}I", *(r.choice([0, 1, 0xFFFFFFFF, r.getrandbits(32), r.getrandbits(8)]) for _ in range(n)))

    files = {f"c{k}": words(C_DWORDS) for k in range(C_BUFFERS)}
    files.update(a=words(A_DWORDS), b=bytes(4 * B_DWORDS * ITEMS), t=words(T_DWORDS), d=bytes(D_BYTES * ITEMS), m=words(4 * WIDTH), p=words(P_DWORDS),
                 g=shader.format.texels(r, WIDTH * HEIGHT, "small" in shader.has), x=shader.texture.texels(r, WIDTH * HEIGHT, "small" in shader.has))
    return files


def described(shader, target):
    """Buffers of a launch, the descriptors among them."""
    upper = UPPER_HALF if target == "gfx900" else 0
    files, buffers, table, at = contents(shader, random.Random(0)), [], [], DATA
    for b in bindings(shader):
        size, align = SIZES[b.kind]
        table += [0] * (-len(table) % (align // 4))
        for name in b.files:
            n = len(files[name])
            table += b.words(at, n, target)
            buffers.append({"name": name, "addr": hex(at), "size": n, "init": name, "expect": {"file": f"{name}.out"}})
            at += 0x10000
    buffers.append({"name": "descriptors", "addr": hex(upper + TABLE), "size": 4 * len(table), "init": {"u32": table}})
    return buffers


def setup(shader, target, dir):
    """Buffers and scalar registers of a launch, and the number of the next register."""
    upper, buffers = UPPER_HALF if target == "gfx900" else 0, described(shader, target)
    # s[0:1] is where scratch would be
    registers, s = {"s2": hex(TABLE), "v0": "local_id_x"}, 3
    if "dynamic push" in shader.has:
        buffers.append({"name": "push", "addr": hex(upper + PUSH), "size": 4 * P_DWORDS, "init": "p"})
        registers[f"s{s}"], s = hex(PUSH), s + 1
    if "push" in shader.has:
        for w in struct.unpack(f"<{P_DWORDS}I", open(f"{dir}/p", "rb").read()):
            registers[f"s{s}"], s = hex(w), s + 1
    return buffers, registers, s


def device(gcnsim, vulkan, shader, family, dir):
    """What is wrong with the shader on a target, and the command that shows it; None: nothing."""
    target = FAMILIES[family]
    env = {"VK_ICD_FILENAMES": f"{ICD}/radeon_icd.x86_64.json", "RADV_FORCE_FAMILY": family}
    must(vulkan, "compile", f"{dir}/shader.spv", f"{dir}/list", f"{dir}/cache", **env)
    codes_of(open(f"{dir}/cache", "rb").read())[0].write(f"{dir}/{target}.bin")
    buffers, registers, s = setup(shader, target, dir)
    registers[f"s{s}"] = "group_x"
    launch = {"code": f"{target}.bin", "gpu": target, "buffers": buffers,
              "launches": [{"entry": "0x0", "grid": [ITEMS], "group": [shader.group], "dynamic_lds": 4 * shader.group, "registers": registers}]}
    json.dump(launch, open(f"{dir}/{target}.json", "w"))
    for command in ([gcnsim, "check", f"{dir}/{target}.bin", "--gpu", target],
                    [gcnsim, "run", "--launch", f"{dir}/{target}.json"],
                    [gcnsim, "run", "--launch", f"{dir}/{target}.json", "--mode", "timing"]):
        status, out = run(*command)
        if status:
            return command, out
    return None


def seed(gcnsim, vulkan, number, dir):
    """How many targets passed, and what is wrong with the others."""
    shader = generate.Shader(number)
    os.makedirs(dir, exist_ok=True)
    open(f"{dir}/shader.comp", "w").write(shader.source())
    for name, defines in (("shader", []), ("lavapipe", ["-DLAVAPIPE"])):
        must("glslangValidator", "-V", "--target-env", "vulkan1.2", *defines, f"{dir}/shader.comp", "-o", f"{dir}/{name}.spv")
    for name, data in contents(shader, random.Random(number)).items():
        open(f"{dir}/{name}", "wb").write(data)
    push = [f"push {dir}/p"] if shader.has & {"push", "dynamic push"} else []
    open(f"{dir}/list", "w").write("\n".join([b.line(dir) for b in bindings(shader)] + push + [""]))
    must(vulkan, "run", f"{dir}/lavapipe.spv", f"{dir}/list", str(ITEMS // shader.group), VK_ICD_FILENAMES=f"{ICD}/lvp_icd.x86_64.json")
    passed, wrong = 0, []
    for family in FAMILIES:
        if "small" in shader.has and family in ("tahiti", "bonaire"):
            continue
        w = device(gcnsim, vulkan, shader, family, dir)
        passed += w is None
        wrong += [w] if w else []
    return passed, wrong


def built(dir):
    """The simulator, and the program that compiles and executes shaders."""
    gcnsim, vulkan = f"{dir}/gcnsim", f"{dir}/vulkan"
    subprocess.run(["go", "build", "-o", gcnsim, "./cmd/gcnsim"], cwd=os.path.join(here, "..", ".."), check=True)
    subprocess.run([os.environ.get("CC", "cc"), "-O1", "-o", vulkan, f"{here}/vulkan.c", "-lvulkan"], check=True)
    return gcnsim, vulkan


def main():
    if len(sys.argv) not in (3, 4) or not re.fullmatch(r"\d+", sys.argv[1]) or not re.fullmatch(r"\d+", sys.argv[2]):
        sys.exit(__doc__)
    first, count = int(sys.argv[1]), int(sys.argv[2])
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory() as tmp:
        keep = sys.argv[3] if len(sys.argv) == 4 else None
        gcnsim, vulkan = built(tmp)
        for number in range(first, first + count):
            dir = os.path.join(keep or tmp, str(number))
            try:
                good, wrong = seed(gcnsim, vulkan, number, dir)
            except Skip as e:
                print(f"seed {number}: skipped: {e}", flush=True)
                skipped += 1
                continue
            passed += good
            failed += len(wrong)
            for command, out in wrong:
                print(f"seed {number}: {' '.join(command)}\n{out}", flush=True)
            if keep and not wrong:
                subprocess.run(["rm", "-r", dir], check=True)
    print(f"{passed} passed, {failed} failed, {skipped} seeds skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
