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

FAMILIES = {"tahiti": "gfx600", "bonaire": "gfx704", "polaris10": "gfx803", "vega10": "gfx900"}
ICD = os.environ.get("ICD", "/usr/share/vulkan/icd.d")
TABLE, A, B, T = 0x100000, 0x10000000, 0x10010000, 0x10020000  # addresses of the descriptors and of the buffers
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


def code_of(cache):
    """The machine code in what the driver keeps of a pipeline: behind five sizes, of the code with and without what is behind its end, of two texts and of
    statistics, which are first."""
    w = struct.unpack(f"<{len(cache) // 4}I", cache)
    for i in range(len(w) - 5):
        size, executed, text, listing, statistics = w[i:i + 5]
        at = i + 5 + statistics // 4
        fits = 4 <= executed <= size and (size | executed | statistics) % 4 == 0 and 4 * at + size + text + listing <= len(cache) + 4
        if fits and w[at + executed // 4 - 1] == ENDPGM:
            return list(w[at:at + size // 4])
    raise Skip("no code in the driver's cache")


def device(gcnsim, vulkan, shader, family, dir):
    """What is wrong with the shader on a target, and the command that shows it; None: nothing."""
    target = FAMILIES[family]
    env = {"VK_ICD_FILENAMES": f"{ICD}/radeon_icd.x86_64.json", "RADV_FORCE_FAMILY": family}
    must(vulkan, "compile", f"{dir}/shader.spv", f"{dir}/cache", **env)
    words = code_of(open(f"{dir}/cache", "rb").read())
    upper = UPPER_HALF if target == "gfx900" else 0
    open(f"{dir}/{target}.bin", "wb").write(struct.pack(f"<{len(words)}I", *words))
    sizes = {"a": 4 * generate.A_DWORDS, "b": 4 * generate.B_DWORDS * generate.ITEMS, "t": 4 * generate.T_DWORDS}
    table = [x for name, addr in (("a", A), ("b", B), ("t", T)) for x in (addr, 0, sizes[name], RESOURCE)]
    launch = {"code": f"{target}.bin", "gpu": target,
              "buffers": [{"name": "descriptors", "addr": hex(upper + TABLE), "size": 4 * len(table), "init": table},
                          {"name": "a", "addr": hex(A), "size": sizes["a"], "init": "a"},
                          {"name": "b", "addr": hex(B), "size": sizes["b"], "expect": {"file": "b.out"}},
                          {"name": "t", "addr": hex(T), "size": sizes["t"], "expect": {"file": "t.out"}}],
              # s[0:1] is where scratch would be
              "launches": [{"entry": "0x0", "grid": [generate.ITEMS], "group": [shader.group], "dynamic_lds": 4 * shader.group,
                            "registers": {"s2": hex(TABLE), "s3": "group_x", "v0": "local_id_x"}}]}
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
    must("glslangValidator", "-V", "--target-env", "vulkan1.2", f"{dir}/shader.comp", "-o", f"{dir}/shader.spv")
    r = random.Random(number)
    values = [r.choice([0, 1, 0xFFFFFFFF, r.getrandbits(32), r.getrandbits(8)]) for _ in range(generate.A_DWORDS)]
    open(f"{dir}/a", "wb").write(struct.pack(f"<{len(values)}I", *values))
    open(f"{dir}/b", "wb").write(bytes(4 * generate.B_DWORDS * generate.ITEMS))
    open(f"{dir}/t", "wb").write(bytes(4 * generate.T_DWORDS))
    must(vulkan, "run", f"{dir}/shader.spv", str(generate.ITEMS // shader.group), f"{dir}/a", f"{dir}/b", f"{dir}/t",
         VK_ICD_FILENAMES=f"{ICD}/lvp_icd.x86_64.json")
    passed, wrong = 0, []
    for family in FAMILIES:
        w = device(gcnsim, vulkan, shader, family, dir)
        passed += w is None
        wrong += [w] if w else []
    return passed, wrong


def main():
    if len(sys.argv) not in (3, 4) or not re.fullmatch(r"\d+", sys.argv[1]) or not re.fullmatch(r"\d+", sys.argv[2]):
        sys.exit(__doc__)
    first, count = int(sys.argv[1]), int(sys.argv[2])
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory() as tmp:
        keep = sys.argv[3] if len(sys.argv) == 4 else None
        gcnsim, vulkan = f"{tmp}/gcnsim", f"{tmp}/vulkan"
        subprocess.run(["go", "build", "-o", gcnsim, "./cmd/gcnsim"], cwd=os.path.join(here, "..", ".."), check=True)
        subprocess.run([os.environ.get("CC", "cc"), "-O1", "-o", vulkan, f"{here}/vulkan.c", "-lvulkan"], check=True)
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
