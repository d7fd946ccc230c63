"""Second opinions on the native run, where Python's own library or arithmetic knows the answer."""

import hashlib
import itertools
import math
import struct
import sys
from fractions import Fraction


def u32(data):
    return list(struct.unpack(f"<{len(data) // 4}I", data))


def sha256(before, after):
    out = b""
    for i, n in enumerate(u32(before["lengths"])):
        out += hashlib.sha256(before["msgs"][i * 160 : i * 160 + n]).digest()
    yield "digests", out


def bitonic(before, after):
    v = u32(before["in"])
    for name, size, down in (("up", 256, False), ("down", 128, True), ("small", 16, False)):
        want = itertools.chain.from_iterable(sorted(v[i : i + size], reverse=down) for i in range(0, len(v), size))
        yield name, struct.pack(f"<{len(v)}I", *want)


def scan(before, after):
    v = u32(before["in"])
    yield "out", struct.pack(f"<{len(v)}I", *(s & 0xFFFFFFFF for s in itertools.accumulate(v)))


def reduce(before, after):
    v = u32(before["in"])
    yield "sum", struct.pack("<4I", *(sum(v[i : i + 256]) & 0xFFFFFFFF for i in range(0, 1024, 256)))


def scratch(before, after):
    v = u32(before["in"])
    yield "sorted", struct.pack("<1024I", *itertools.chain.from_iterable(sorted(v[i : i + 16]) for i in range(0, 1024, 16)))


def int64(before, after):
    """Truncating division, from exact integers."""
    q, r, sq, sr = [], [], [], []
    signed = lambda v: v - (1 << 64) if v >> 63 else v
    for i, (x, b) in enumerate(zip(*(struct.unpack("<256Q", before[n]) for n in "ab"))):
        y = b >> (i & 63) | 1
        q.append(x // y)
        r.append(x % y)
        sx, sy = signed(x), signed(b) >> (i & 63) | 1
        sy = 3 if sy == -1 else sy
        t = abs(sx) // abs(sy) * (1 if (sx < 0) == (sy < 0) else -1)
        sq.append(t)
        sr.append(sx - t * sy)
    yield "quotient", struct.pack("<256Q", *q)
    yield "rest", struct.pack("<256Q", *r)
    yield "squotient", struct.pack("<256q", *sq)
    yield "srest", struct.pack("<256q", *sr)


def queens(before, after):
    def count(n, rows):
        if len(rows) == n:
            return 1
        return sum(count(n, rows + [c]) for c in range(n) if all(c != q and abs(c - q) != len(rows) - i for i, q in enumerate(rows)))

    want = []
    for i in range(64):
        a, b = i % 8, i // 8
        want.append(count(8, [a, b]) if abs(a - b) > 1 else 0)
    yield "out", struct.pack("<64I", *want)


# Format: struct codes of the bits and of the value, the bits of infinity, the power of two where infinity begins.
FORMATS = {"f16": ("H", "e", 0x7C00, 16), "f32": ("I", "f", 0x7F800000, 128), "f64": ("Q", "d", 0x7FF << 52, 1024)}


def interval(fmt, bits):
    """The halfway points around a positive number of the format, infinity included."""
    code, real, inf, power = FORMATS[fmt]

    def value(b):
        return Fraction(struct.unpack("<" + real, struct.pack("<" + code, b))[0]) if b < inf else Fraction(2) ** power

    up = (value(bits) + value(bits + 1)) / 2 if bits < inf else Fraction(2) ** (4 * power)
    return (value(bits) + value(bits - 1)) / 2 if bits else -up, up


def rounded(fmt, exact, got):
    """Whether the bits got are the fraction exact rounded to nearest, ties to even. The sign of a zero is not judged."""
    code, real, inf, power = FORMATS[fmt]
    sign = inf + (inf & -inf)
    if got & (sign - 1) and (got >= sign) != (exact < 0):
        return False
    bits = got & (sign - 1)
    if bits > inf:
        return False
    down, up = interval(fmt, bits)
    return down < abs(exact) < up or (bits % 2 == 0 and abs(exact) in (down, up))


def root(fmt, exact, got):
    """Whether the bits got are the square root of the positive fraction exact rounded to nearest."""
    down, up = interval(fmt, got)
    return max(down, 0) ** 2 < exact < up**2


def arithmetic(fmt, operands, bits, fused):
    """Checks results 0 to 3 (sum, difference, product, quotient), 4 (root) and 5 (fused: x*y plus fused(x, z)) of finite operands."""
    n = len(operands[0])
    for i, values in enumerate(zip(*operands)):
        if any(v != v or abs(v) == float("inf") for v in values):
            continue
        x, y, *z = (Fraction(v) for v in values)
        exact = {0: x + y, 1: x - y, 2: x * y}
        if y and fused:
            exact[3] = x / y
        if fused:
            exact[5] = x * y + fused(x, z)
        ok = {op: rounded(fmt, want, bits[op * n + i]) for op, want in exact.items()}
        if fused and x > 0:
            ok[4] = root(fmt, x, bits[4 * n + i])
        for op in ok:
            if not ok[op]:
                sys.exit(f"{fmt}: operation {op} of {values}: native gives {bits[op * n + i]:#x}, which is not the exact result rounded")


def f16(before, after):
    operands = [struct.unpack("<256e", before[n]) for n in "ab"]
    arithmetic("f16", operands, struct.unpack("<2048H", after["out"]), None)
    return ()


def f32(before, after):
    operands = [struct.unpack("<256f", before[n]) for n in "abc"]
    arithmetic("f32", operands, struct.unpack("<3072I", after["basic"]), lambda x, z: z[0])
    return ()


def f64(before, after):
    operands = [struct.unpack("<256d", before[n]) for n in "ab"]
    arithmetic("f64", operands, struct.unpack("<2560Q", after["basic"]), lambda x, z: -x)
    tame = struct.unpack("<256d", before["tame"])
    yield "tamed", struct.pack("<1024d", *(float(f(x)) for f in (math.floor, math.ceil, math.trunc, round) for x in tame))


def check(name, desc, before, after):
    """Compares the native results of a kernel that has an oracle with it."""
    for buffer, want in ORACLES.get(name, lambda *_: ())(before, after):
        if after[buffer] != want:
            sys.exit(f"{name}: buffer {buffer}: the native run and the independent reference disagree")


ORACLES = {f.__name__: f for f in (sha256, bitonic, scan, reduce, scratch, int64, queens, f16, f32, f64)}
