"""Makes inputs, expected outputs and launch files of docs/tuning.md. Started by make.sh."""
import json
import random
import struct

rng = random.Random(7)


def write(name, kind, values):
    with open(name, "wb") as f:
        f.write(struct.pack("<%d%s" % (len(values), kind), *values))


# Row i of a is 0 but for a 1 in column i mod 64, so that row i of the product is row i mod 64 of b,
# whose elements are their numbers.
N, K = 256, 64
A = {"f32": {str(i * K + i % K): 1 for i in range(N)}}
B = "0..%d" % (K * N - 1)

pixels = [rng.randrange(256) if rng.random() < 0.5 else rng.randrange(40, 44) for _ in range(1 << 17)]
write("bytes.bin", "B", pixels)
write("bins.bin", "I", [pixels.count(v) for v in range(256)])


def launch(kernel, buffers, grid, group, args):
    with open(kernel.replace("_", "-") + ".json", "w") as f:
        json.dump({"code": "tuning.co", "gpu": "capeverde", "buffers": buffers,
                   "launches": [{"kernel": kernel, "grid": grid, "group": group,
                                 "args": [{"buffer": a} for a in args]}]}, f)
        f.write("\n")


for kernel, across in (("rows", 1), ("columns", 1), ("tiles", 1), ("blocks", 4), ("short", 4)):
    launch("product_" + kernel, [
        {"name": "a", "size": 4 * N * K, "init": A},
        {"name": "b", "size": 4 * N * K, "init": {"f32": B}},
        {"name": "c", "size": 4 * N * N, "fill": "0xff",
         "expect": {"f32": [B] * (N // K)}}],
        [N // across, N // across, 1], [16, 16, 1], ["a", "b", "c"])

SIDE = 512
for kernel, group, rows in (("plain", [16, 16, 1], SIDE), ("tiles", [32, 8, 1], SIDE // 4), ("padded", [32, 8, 1], SIDE // 4)):
    launch("transpose_" + kernel, [
        {"name": "in", "size": 4 * SIDE * SIDE, "init": {"u32": "0..%d" % (SIDE * SIDE - 1)}},
        {"name": "out", "size": 4 * SIDE * SIDE, "fill": "0xff",
         "expect": {"u32": ["%d..%d step %d" % (y, y + SIDE * (SIDE - 1), SIDE) for y in range(SIDE)]}}],
        [SIDE, rows, 1], group, ["in", "out"])

for kernel, of in (("global", 1), ("local", 1), ("wide", 16), ("copies", 16)):
    launch("histogram_" + kernel, [
        {"name": "in", "size": len(pixels), "init": "bytes.bin"},
        {"name": "bins", "size": 1024, "expect": {"file": "bins.bin"}}],
        [len(pixels) // of, 1, 1], [256, 1, 1], ["in", "bins"])
