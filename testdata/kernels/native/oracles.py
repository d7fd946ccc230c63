"""Second opinions on the native run, where Python's own library or arithmetic knows the answer."""

import cmath
import hashlib
import itertools
import math
import random
import struct
import sys
import zlib
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


def aes_tables():
    """The S-box, from inverses found by search (FIPS 197, 5.1.1)."""

    def times(a, b):
        p = 0
        while b:
            p ^= a * (b & 1)
            a = a << 1 ^ (0x11B if a & 0x80 else 0)
            b >>= 1
        return p

    box = []
    for v in range(256):
        inv = next((w for w in range(256) if times(v, w) == 1), 0)
        box.append(sum((sum(inv >> (i + k) % 8 & 1 for k in (0, 4, 5, 6, 7)) + (0x63 >> i)) % 2 << i for i in range(8)))
    return box, times


def aes_block(key, block, box, times):
    """FIPS 197 by the letter, on bytes."""
    words = [list(key[i : i + 4]) for i in range(0, 16, 4)]
    rcon = 1
    for i in range(4, 44):
        t = words[-1]
        if i % 4 == 0:
            t = [box[b] for b in t[1:] + t[:1]]
            t[0] ^= rcon
            rcon = times(rcon, 2)
        words.append([a ^ b for a, b in zip(words[i - 4], t)])
    s = [a ^ b for a, b in zip(block, sum(words[:4], []))]
    for r in range(1, 11):
        s = [box[b] for b in s]
        s = [s[(i + i % 4 * 4) % 16] for i in range(16)]
        if r < 10:
            s = [times(s[c + i], 2) ^ times(s[c + (i + 1) % 4], 3) ^ s[c + (i + 2) % 4] ^ s[c + (i + 3) % 4] for c in range(0, 16, 4) for i in range(4)]
        s = [a ^ b for a, b in zip(s, sum(words[4 * r : 4 * r + 4], []))]
    return bytes(s)


def aes(before, after):
    box, times = aes_tables()
    known = aes_block(bytes(range(16)), bytes(range(0, 256, 17)), box, times)
    assert known.hex() == "69c4e0d86a7b0430d8cdb78070b4c55a", "FIPS 197, appendix C.1"
    blocks = [[before[n][i : i + 16] for i in range(0, 2048, 16)] for n in ("keys", "in")]
    yield "out", b"".join(aes_block(k, b, box, times) for k, b in zip(*blocks))


def ntt(before, after):
    p, v, out = 998244353, u32(before["in"]), []
    powers = [pow(3, (p - 1) // 256 * k, p) for k in range(256)]
    for g in range(0, 1024, 256):
        out += [sum(x * powers[j * k % 256] for j, x in enumerate(v[g : g + 256])) % p for k in range(256)]
    yield "out", struct.pack("<1024I", *out)


def single(v):
    """v rounded to f32. Sum, product, quotient and root of f32 numbers, taken in f64 and rounded again, are rounded right (Figueroa 1995)."""
    return struct.unpack("<f", struct.pack("<f", v))[0]


def fft(before, after):
    """Halves by recursion, every step rounded to f32: equal to the bit. The definition in f64: equal but for rounding."""
    pairs = lambda data: [complex(*p) for p in struct.iter_unpack("<2f", data)]
    v, twiddles, both = pairs(before["in"]), pairs(before["twiddles"]), {}

    def halves(x, sign):
        if len(x) == 1:
            return x
        sums, rest = [], []
        for k, (a, b) in enumerate(zip(halves(x[::2], sign), halves(x[1::2], sign))):
            w = twiddles[k * 256 // len(x)]
            c, s = w.real, w.imag * sign
            re, im = single(single(b.real * c) - single(b.imag * s)), single(single(b.real * s) + single(b.imag * c))
            sums.append(complex(single(a.real + re), single(a.imag + im)))
            rest.append(complex(single(a.real - re), single(a.imag - im)))
        return sums + rest

    def packed(values):
        return struct.pack("<2048f", *(part for z in values for part in (z.real, z.imag)))

    out = [z for g in range(0, 1024, 256) for z in halves(v[g : g + 256], 1)]
    back = [complex(z.real / 256, z.imag / 256) for g in range(0, 1024, 256) for z in halves(out[g : g + 256], -1)]
    circle = [cmath.exp(-2j * math.pi * k / 256) for k in range(256)]
    for i, z in enumerate(out):
        x = v[i & ~255 : (i & ~255) + 256]
        if abs(z - sum(a * circle[i * k % 256] for k, a in enumerate(x))) > 1e-5 or abs(back[i] - v[i]) > 1e-6:
            sys.exit(f"fft: point {i} is not the transform by its definition, or its inverse is not the input")
    yield "out", packed(out)
    yield "back", packed(back)


def nbody(before, after):
    """Two steps in f64, every operation rounded to f32: equal to the bit."""
    bodies, speeds = (list(struct.iter_unpack("<4f", before[n])) for n in ("bodies", "speeds"))
    steps, r = [], single
    for _ in range(2):
        moved, faster = [], []
        for me, v in zip(bodies, speeds):
            a = [0.0] * 3
            for b in bodies:
                d = [r(p - q) for p, q in zip(b[:3], me)]
                x2, y2, z2 = (r(p * p) for p in d)
                d2 = r(r(r(x2 + y2) + z2) + 1 / 32)
                pull = r(b[3] / r(d2 * r(math.sqrt(d2))))
                a = [r(s + r(p * pull)) for s, p in zip(a, d)]
            v = [r(p + r(s / 64)) for p, s in zip(v, a)]
            x2, y2, z2 = (r(p * p) for p in v)
            faster.append((*v, r(r(x2 + y2) + z2)))
            moved.append((*(r(p + r(s / 64)) for p, s in zip(me, v)), me[3]))
        bodies, speeds = moved, faster
        steps.append(moved)
    for name, rows in (("moved", steps[0]), ("bodies", steps[1]), ("speeds", speeds)):
        yield name, struct.pack("<512f", *itertools.chain.from_iterable(rows))


def histogram(before, after):
    bins = [0] * 256
    for b in before["in"]:
        bins[b] += 1
    yield "bins", struct.pack("<256I", *bins)
    bins = [0] * 42
    for (v,) in struct.iter_unpack("<f", before["values"]):
        bins[max(0, min(math.floor((Fraction(v) + 5) * 4) + 1, 41))] += 1
    yield "ranges", struct.pack("<42I", *bins)


def crc32(before, after):
    """zlib's CRC-32 and Adler-32; CRC-32C as a remainder of polynomials."""

    def castagnoli(text):
        bits = int.from_bytes(bytes(int(f"{b:08b}"[::-1], 2) for b in text), "big") << 32
        bits ^= 0xFFFFFFFF << 8 * len(text)
        while bits.bit_length() > 32:
            bits ^= 0x11EDC6F41 << bits.bit_length() - 33
        return int(f"{bits:032b}"[::-1], 2) ^ 0xFFFFFFFF

    if castagnoli(b"123456789") != 0xE3069283:
        sys.exit("crc32: the reference misses the check value of CRC-32C")
    ends = u32(before["ends"])
    texts = [before["text"][a:b] for a, b in zip([0] + ends, ends)]
    for name, f in (("crc", zlib.crc32), ("crc_c", castagnoli), ("adler", zlib.adler32)):
        yield name, struct.pack(f"<{len(texts)}I", *map(f, texts))


def mt19937(before, after):
    """Python's own generator."""
    rows = []
    for seed in u32(before["seeds"]):
        s = [seed]
        for k in range(1, 624):
            s.append(1812433253 * (s[-1] ^ s[-1] >> 30) + k & 0xFFFFFFFF)
        r = random.Random()
        r.setstate((3, tuple(s) + (624,), None))
        values = [r.getrandbits(32) for _ in range(700)]
        rows.append(values[:4] + values[-4:])
    yield "out", struct.pack("<512I", *itertools.chain.from_iterable(zip(*rows)))


def radix(before, after):
    v, keys, places = u32(before["in"]), [], []
    for g in (0, 256):
        order = sorted(range(256), key=lambda i: v[g + i])
        places += order
        keys += [v[g + i] for i in order]
    yield "keys", struct.pack("<512I", *keys)
    yield "places", struct.pack("<512H", *places)


def cas64(before, after):
    v = u32(before["in"])
    best = max(((x << 32 | ~x * 7 & 0xFFFFFFFF) for x in v), key=lambda x: (bin(x).count("1"), x))
    sums, products = [], []
    for g in range(0, 256, 64):
        lo, hi, p = 0, 0, 1
        for x in v[g : g + 64]:
            lo, hi, p = min(lo + (x >> 12), 0xFFFFFFFF), hi + (x & 0xFFF), p * (x | 1) & 0xFFFFFFFF
        sums.append(hi << 32 | lo)
        products.append(p)
    yield "acc", struct.pack("<8Q", sum(v) % 1000000007000000007, best, *sums, 0, 0)
    yield "found", struct.pack("<4I", *products)


def wave(before, after):
    """Only what needs no thought about lanes."""
    v = u32(before["in"])
    out = u32(after["out"])
    want = [v[i & ~63 | 17] for i in range(256)] + out[256:512]
    bits = lambda i, of: sum(of(v[i & ~63 | l]) << l for l in range(64))
    want += [bin(bits(i, lambda x: x >> 2 & 1) & (1 << i % 64) - 1).count("1") for i in range(256)]
    want += [v[i ^ 1] for i in range(256)] * 2 + [v[i ^ 31] for i in range(256)] + out[1536:]
    yield "out", struct.pack("<1792I", *want)
    masks = [bits(i, lambda x: x & 1) ^ bits(i, lambda x: x > 0x40000000) * 3 & (1 << 64) - 1 for i in range(256)]
    yield "masks", struct.pack("<256Q", *masks)


def waveperm(before, after):
    v = u32(before["in"])
    lanes = range(256)
    want = [v[i & ~63 | v[i] >> 3 & 63] for i in lanes]
    want += [next(v[i & ~63 | l] for l in range(64) if (l * 5 + 3) % 64 == i % 64) for i in lanes]
    want += [v[i ^ 1] for i in lanes] + [v[i - 1] if i % 16 else 7 for i in lanes] + [v[i & ~15 | i - 4 & 15] for i in lanes] + [v[i ^ 15] for i in lanes]
    want += [sum(v[i & ~63 : i + 1]) & 0xFFFFFFFF for i in lanes]
    yield "out", struct.pack("<1792I", *want)


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


ORACLES = {f.__name__: f for f in (sha256, aes, fft, ntt, nbody, histogram, crc32, mt19937, radix, cas64, wave, waveperm, bitonic, scan, reduce, scratch, int64, queens, f16, f32, f64)}
