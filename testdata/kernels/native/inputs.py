"""Deterministic input data. Each buffer has its own stream, seeded by its name, so adding a buffer changes no other."""

import math
import struct
import zlib

MASK = (1 << 64) - 1


class Stream:
    """xorshift64* (Vigna 2016)."""

    def __init__(self, name):
        self.s = zlib.crc32(name.encode()) * 0x9E3779B97F4A7C15 & MASK or 1

    def next(self):
        s = self.s
        s ^= s >> 12
        s ^= s << 25 & MASK
        s ^= s >> 27
        self.s = s
        return s * 0x2545F4914F6CDD1D & MASK

    def below(self, n):
        return (self.next() >> 32) * n >> 32

    def unit(self):
        return (self.next() >> 11) / (1 << 53)


INT_EDGES = [0, 1, 2, -1, -2, 3, 7, 8, 9, 10, 255, 256, -128, 127, 128, 32767, 32768, -32768, 65535, 65536, 0xffffff, 0x1000000]
FLOAT_EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 2.0, 3.0, 10.0, 0.1, float("inf"), float("-inf"), float("nan")]


def int_edges(bits):
    top = 1 << bits - 1
    return [e & (1 << bits) - 1 for e in INT_EDGES] + [top, top - 1, top + 1, top >> 1]


def float_edges(exp_bits, man_bits, encode):
    """FLOAT_EDGES and the neighbourhoods of the smallest and largest denormal and normal numbers, both signs."""
    sign = 1 << exp_bits + man_bits
    inf = ((1 << exp_bits) - 1) << man_bits
    one = ((1 << exp_bits - 1) - 1) << man_bits
    bits = [1, 2, (1 << man_bits) - 1, 1 << man_bits, (1 << man_bits) + 1, inf - 1, inf - (1 << man_bits), one - 1, one + 1]
    return [encode(v) for v in FLOAT_EDGES] + bits + [b | sign for b in bits]


def mixed(r, count, edges, random):
    """A quarter edge values, the rest random; pairs of buffers meet edge with edge since the places are random too."""
    return [edges[r.below(len(edges))] if r.below(4) == 0 else random() for _ in range(count)]


def float_bits(r, count, exp_bits, man_bits, encode, pack):
    """Edges, any bit pattern, and numbers of moderate size. NaNs are the canonical quiet one."""
    width = 1 + exp_bits + man_bits
    inf = ((1 << exp_bits) - 1) << man_bits
    bias = (1 << exp_bits - 1) - 1

    def random():
        b = r.next() >> 64 - width
        if r.below(2):
            exp = bias - 4 + r.below(9)
            b = b & ~inf | exp << man_bits
        return b

    values = mixed(r, count, float_edges(exp_bits, man_bits, encode), random)
    quiet = inf | 1 << man_bits - 1
    values = [quiet if (v & ~(1 << width - 1)) > inf else v for v in values]
    return struct.pack(f"<{count}{pack}", *values)


def f32(v):
    return struct.unpack("<I", struct.pack("<f", v))[0]


def f64(v):
    return struct.unpack("<Q", struct.pack("<d", v))[0]


def f16(v):
    return struct.unpack("<H", struct.pack("<e", v))[0]


def make(name, kind, count, lo=None, hi=None):
    """count elements of a kind: uN random, uNedge with edge values, range lo..hi-1 (u32), ascending the same sorted, f32 uniform
    in [lo, hi), fNedge, f64both with magnitudes uniform in [lo, hi) and both signs, twiddles the first half of a circle as f32 pairs."""
    r = Stream(name)
    if kind == "u8":
        return bytes(r.next() >> 56 for _ in range(count))
    if kind == "u32":
        return struct.pack(f"<{count}I", *(r.next() >> 32 for _ in range(count)))
    if kind == "u64":
        return struct.pack(f"<{count}Q", *(r.next() for _ in range(count)))
    if kind == "u32edge":
        return struct.pack(f"<{count}I", *mixed(r, count, int_edges(32), lambda: r.next() >> 32 >> r.below(32)))
    if kind == "u64edge":
        return struct.pack(f"<{count}Q", *mixed(r, count, int_edges(64), lambda: r.next() >> r.below(64)))
    if kind == "ascending":
        return struct.pack(f"<{count}I", *sorted(lo + r.below(hi - lo) for _ in range(count)))
    if kind == "range":
        return struct.pack(f"<{count}I", *(lo + r.below(hi - lo) for _ in range(count)))
    if kind == "f32":
        return struct.pack(f"<{count}f", *(lo + r.unit() * (hi - lo) for _ in range(count)))
    if kind == "twiddles":  # 15 decimal places: more than f32 has, and the quarter of the circle is an exact zero
        turns = [-math.pi * k / count for k in range(count)]
        return struct.pack(f"<{2 * count}f", *(round(f(t), 15) for t in turns for f in (math.cos, math.sin)))
    if kind == "f64both":
        return struct.pack(f"<{count}d", *((lo + r.unit() * (hi - lo)) * (1 - 2 * r.below(2)) for _ in range(count)))
    if kind == "f32edge":
        return float_bits(r, count, 8, 23, f32, "I")
    if kind == "f64edge":
        return float_bits(r, count, 11, 52, f64, "Q")
    if kind == "f16edge":
        return float_bits(r, count, 5, 10, f16, "H")
    raise ValueError(f"{name}: unknown kind of input {kind!r}")
