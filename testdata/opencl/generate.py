"""Random OpenCL C kernels whose result is defined: one kernel a seed, with vectors of all types, f32 and f64 (denormals kept), private arrays, LDS and
barriers, atomics, calls, divergent loops and switches. What the language leaves open is not generated: shifts are the language's own (modulo the width),
divisors are positive, conversions of floats are in range, NaNs are made equal before their bits are looked at, and atomics commute."""

import random

INTS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"]
FLOATS = ["half", "float", "double"]
BITS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64, "half": 16, "float": 32, "double": 64}
WIDTHS = [1, 1, 1, 1, 2, 2, 3, 4, 4, 8, 16]
LETTERS = "0123456789abcdef"
IN, SLOTS = 64, 16  # dwords of input a work-item has; places that work-items share


def vector(kind, n):
    return kind if n == 1 else f"{kind}{n}"


def converted(kind, n, text):
    return f"convert({vector(kind, n)}, {text})" if n > 1 else f"(({kind})({text}))"


class Program:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines, self.depth, self.names, self.scopes = [], 1, 0, [[]]
        self.arrays, self.functions, self.exchanges = [], [], 0
        self.kinds = INTS + ["int", "uint", "uint", "ulong"] + ["float", "double"] * 2 + self.r.choice([[], ["half"] * 3])
        self.group = self.r.choice([[64, 1, 1], [64, 1, 1], [128, 1, 1], [256, 1, 1], [16, 8, 1], [7, 9, 1], [32, 1, 3], [1, 1, 1], [100, 1, 1]])
        groups = self.r.choice([1, 2, 3])
        self.grid = [self.group[0] * groups, self.group[1], self.group[2]]
        self.items = self.grid[0] * self.grid[1] * self.grid[2]
        self.inside = self.group[0] * self.group[1] * self.group[2]

    # Statements

    def emit(self, text):
        self.lines.append("\t" * self.depth + text)

    def name(self, prefix="v"):
        self.names += 1
        return f"{prefix}{self.names}"

    def variables(self, kind=None, n=None):
        return [v for s in self.scopes for v in s if (kind is None or v[1] == kind) and (n is None or v[2] == n)]

    def declare(self, kind, n, text):
        v = self.name()
        self.emit(f"{vector(kind, n)} {v} = {text};")
        self.scopes[-1].append((v, kind, n))
        return v

    def kind(self):
        return self.r.choice(self.kinds)

    def block(self, budget, level, uniform):
        self.scopes.append([])
        self.depth += 1
        for _ in range(budget):
            self.statement(level, uniform)
        self.depth -= 1
        self.scopes.pop()

    def statement(self, level, uniform):
        r = self.r
        what = r.random()
        if what < 0.40:
            kind, n = self.kind(), r.choice(WIDTHS)
            self.declare(kind, n, self.expr(kind, n, 3))
        elif what < 0.58:
            found = [v for v in self.variables() if not v[0].startswith("i")]  # a loop ends
            if found:
                v, kind, n = r.choice(found)
                if n > 1 and r.random() < 0.4:
                    at = r.sample(range(n), r.choice([k for k in (1, 2, 4) if k <= n]))
                    self.emit(f"{v}.s{''.join(LETTERS[a] for a in at)} = {self.expr(kind, len(at), 2)};")
                else:
                    self.emit(f"{v} = {self.expr(kind, n, 3)};")
        elif what < 0.68 and level < 3:
            self.emit(f"if ({self.condition()}) {{")
            self.block(r.randint(1, 4), level + 1, False)
            if r.random() < 0.5:
                self.emit("} else {")
                self.block(r.randint(1, 3), level + 1, False)
            self.emit("}")
        elif what < 0.76 and level < 2:
            i, same = self.name("i"), uniform and r.random() < 0.4
            bound = str(r.randint(1, 7)) if same else f"({self.expr('uint', 1, 2)} & {r.choice([3, 7, 15])}u)"
            stop = self.name("n")
            self.emit(f"uint {stop} = {bound};")
            self.emit(f"for (uint {i} = 0; {i} < {stop}; {i}++) {{")
            self.scopes.append([(i, "uint", 1)])
            self.depth += 1
            for _ in range(r.randint(1, 4)):
                self.statement(level + 1, same)
            if r.random() < 0.25:
                self.emit(f"if ({self.condition()}) {r.choice(['break', 'continue'])};")
            self.depth -= 1
            self.scopes.pop()
            self.emit("}")
        elif what < 0.80 and level < 2:
            self.emit(f"switch ({self.expr('uint', 1, 2)} & 3u) {{")
            for c in range(r.randint(2, 4)):
                self.emit(f"case {c}: {{")
                self.block(r.randint(1, 2), level + 1, False)
                self.emit("\tbreak;" if r.random() < 0.8 else "\t// falls through")
                self.emit("}")
            self.emit("}")
        elif what < 0.86:
            if not self.arrays or r.random() < 0.2 and level == 0:
                if level == 0:
                    kind, n, length = self.kind(), r.choice([1, 1, 2, 4]), r.choice([4, 8, 16])
                    a = self.name("array")
                    self.emit(f"{vector(kind, n)} {a}[{length}];")
                    self.emit(f"for (uint k = 0; k < {length}; k++) {a}[k] = ({vector(kind, n)})(k * 37u & 127u);")
                    self.arrays.append((a, kind, n, length))
            else:
                a, kind, n, length = r.choice(self.arrays)
                self.emit(f"{a}[{self.expr('uint', 1, 2)} & {length - 1}u] = {self.expr(kind, n, 2)};")
        elif what < 0.91 and level == 0 and self.exchanges < 3:
            if self.inside % 64 == 0 and r.random() < 0.4:
                self.lanes()
            else:
                self.exchange()
        elif what < 0.95:
            op = r.choice(["add", "xor", "or", "and", "min", "max", "sub"])
            where, kind = r.choice([("sums", "uint"), ("sums", "uint"), ("wide", "ulong"), ("shared", "uint")])
            # Operations of one place have to commute.
            place = ["add", "xor", "or", "and", "min", "max"].index(op if op != "sub" else "add")
            self.emit(f"atomic_{op}(&{where}[{place * 2} + ({self.expr('uint', 1, 1)} & 1u)], {self.expr(kind, 1, 2)});")
        elif what < 0.97:
            kind, got = r.choice(["uint", "ulong"]), self.name("old")
            self.emit(f"{kind} {got} = atomic_{r.choice(['add', 'xor', 'xchg', 'max'])}(&own{BITS[kind]}[me], {self.expr(kind, 1, 2)});")
            self.scopes[-1].append((got, kind, 1))
        elif self.functions:
            f, kind, n, params = r.choice(self.functions)
            self.declare(kind, n, f"{f}({', '.join(self.expr(k, m, 2) for k, m in params)})")

    def exchange(self):
        """Work-items of a group read what others have written to LDS."""
        r = self.r
        self.exchanges += 1
        kind, n = r.choice(["uint", "ulong", "uchar", "ushort", "float", "double", "int"]), r.choice([1, 1, 1, 2, 4])
        a = f"lds{self.exchanges}"
        self.locals.append(f"\t__local {vector(kind, n)} {a}[{self.inside}];")
        v, stride = self.name(), r.choice([1, 1, 3, 5, 7, 11, 13])
        self.emit(f"{a}[in] = {self.expr(kind, n, 2)};")
        self.emit("barrier(CLK_LOCAL_MEM_FENCE);")
        where = r.choice([f"(in * {stride}u + {r.randint(0, 99)}u) % {self.inside}u", f"(in ^ {r.randint(1, 63)}u) % {self.inside}u",
                          f"{self.expr('uint', 1, 2)} % {self.inside}u", f"{r.randint(0, 999)}u % {self.inside}u"])
        self.emit(f"{vector(kind, n)} {v} = {a}[{where}];")
        self.scopes[-1].append((v, kind, n))
        self.emit("barrier(CLK_LOCAL_MEM_FENCE);")

    def lanes(self):
        """Work-items of a wave read what others have in registers."""
        r, v = self.r, self.expr("uint", 1, 2)
        text = r.choice([f"wave_read({v}, {r.randrange(64)})", f"wave_first({v})", f"wave_lower(wave_ballot({v} & 2u))",
                         f"wave_swizzle({v}, {r.choice([r.getrandbits(15), 0x8000 | r.getrandbits(8)])})"])
        self.declare("uint", 1, text)

    def condition(self):
        r = self.r
        kind = self.kind()
        c = f"{self.expr(kind, 1, 2)} {r.choice(['<', '>', '<=', '>=', '==', '!='])} {self.expr(kind, 1, 2)}"
        if r.random() < 0.3:
            c = f"({c}) {r.choice(['&&', '||'])} ({self.expr('uint', 1, 1)} & {r.choice([1, 2, 4, 6])}u)"
        return c

    # Expressions

    def literal(self, kind, n):
        r = self.r
        if kind in FLOATS:
            small = ["1.0", "-1.0", "0.5", "2.0", "-7.25", "0.1"]
            large = ["6.0e-8", "2049.5"] if kind == "half" else ["3.0e10", "1.0e-30", "1.5e-41", "123456.789"]
            one = lambda: r.choice(small + large) + {"half": "h", "float": "f", "double": ""}[kind]
        else:
            def one():
                v = r.choice([0, 1, 2, 3, 7, 15, 31, 64, 100, 127, r.getrandbits(BITS[kind] - 1), (1 << (BITS[kind] - 1)) - 1])
                return str(v & ((1 << (BITS[kind] - 1)) - 1)) + {"long": "l", "ulong": "ul", "uint": "u"}.get(kind, "")
        if n == 1:
            return f"({kind}){one()}"
        return f"(({vector(kind, n)})({', '.join(one() for _ in range(n))}))" if r.random() < 0.4 else f"(({vector(kind, n)})({one()}))"

    def leaf(self, kind, n):
        r = self.r
        found = self.variables(kind, n)
        if found and r.random() < 0.7:
            return r.choice(found)[0]
        wider = [v for v in self.variables(kind) if v[2] > n]
        if wider and r.random() < 0.6 and n in (1, 2, 3, 4, 8):
            v, _, m = r.choice(wider)
            if n > 1 and n * 2 == m and r.random() < 0.5:
                return f"{v}.{r.choice(['lo', 'hi', 'even', 'odd'])}"
            return f"{v}.s{''.join(LETTERS[r.randrange(m)] for _ in range(n))}"
        arrays = [a for a in self.arrays if a[1] == kind and a[2] == n]
        if arrays and r.random() < 0.5 and self.indexing < 2:
            a = r.choice(arrays)
            self.indexing += 1
            at = self.expr("uint", 1, 1)
            self.indexing -= 1
            return f"{a[0]}[{at} & {a[3] - 1}u]"
        if r.random() < 0.5 and self.reads:
            return self.load(kind, n)
        return self.literal(kind, n)

    indexing = 0
    reads = True

    def load(self, kind, n):
        """A load of the input: of the work-item's own part, or of one that all share."""
        r = self.r
        width = 4 if n == 3 else n
        length = IN * 32 // BITS[kind] // width
        base = r.choice([f"me * {length}u + ", f"me * {length}u + ", ""])
        at = f"{base}{r.randrange(length)}u"
        if n == 3:
            return f"(((__global const {vector(kind, 4)} *)in_{pick(kind)})[{at}].xyz)"
        return f"(((__global const {vector(kind, n)} *)in_{pick(kind)})[{at}])"

    def expr(self, kind, n, depth):
        r = self.r
        if depth == 0 or r.random() < 0.12:
            return self.leaf(kind, n)
        sub = lambda k=kind, m=n: self.expr(k, m, depth - 1)
        t = vector(kind, n)
        what = r.random()
        if what < 0.08 and n in (2, 4, 8, 16):
            return f"(({t})({sub(kind, n // 2)}, {sub(kind, n // 2)}))"
        if what < 0.14 and n in (2, 4, 8):
            m = r.choice([k for k in (2, 4, 8, 16) if k >= n])
            return f"({sub(kind, m)}).s{''.join(LETTERS[r.randrange(m)] for _ in range(n))}"
        if what < 0.20 and n == 1:
            m = r.choice([2, 3, 4, 8])
            return f"({sub(kind, m)}).s{LETTERS[r.randrange(m)]}"
        if what < 0.28:
            if n == 1:
                return f"(({self.condition()}) ? {sub()} : {sub()})"
            other = {8: "char", 16: "short", 32: "int", 64: "long"}[BITS[kind]]
            c = f"({sub()} {r.choice(['<', '>', '==', '!=', '>='])} {sub()})" if r.random() < 0.6 else f"({sub(other)} < ({vector(other, n)})0)"
            return f"({c} ? {sub()} : {sub()})"
        if kind in FLOATS:
            return self.float_expr(kind, n, sub)
        return self.int_expr(kind, n, t, sub)

    def float_expr(self, kind, n, sub):
        r = self.r
        w = r.random()
        if kind == "half":
            return self.half_expr(n, sub, w)
        if w < 0.40:
            return f"({sub()} {r.choice('+-*')} {sub()})"
        if w < 0.48:
            return f"({sub()} / {sub()})"
        if w < 0.60:
            return f"fma({sub()}, {sub()}, {sub()})"
        if w < 0.66:
            return f"sqrt({sub()})"
        if w < 0.76:
            # For gfx600 clang 22 makes floor() of a tiny f64 below 0 no integer, and loses the sign of zero in ceil() and rint().
            op = r.choice(["floor", "ceil", "trunc", "rint", "abs"] if kind == "float" else ["ceil", "trunc", "rint", "abs"])
            return f"{op}({sub()})" if kind == "float" or op in ("trunc", "abs") else f"({op}({sub()}) + 0.0)"
        if w < 0.80:
            return f"(-{sub()})"
        other = r.choice(INTS)
        if w < 0.92:
            return converted(kind, n, sub(other))
        other = r.choice([k for k in FLOATS if k != kind and (k != "half" or "half" in self.kinds)])
        return converted(kind, n, sub(other))

    def half_expr(self, n, sub, w):
        """What is rounded once: the host computes in f32, and clang takes instructions for division and roots that promise less."""
        r = self.r
        if w < 0.5:
            return f"({sub()} {r.choice('+-*')} {sub()})"
        if w < 0.65:
            return f"{r.choice(['floor', 'ceil', 'trunc', 'rint', 'abs'])}({sub()})"
        if w < 0.70:
            return f"(-{sub()})"
        other = r.choice(["char", "uchar", "short", "ushort", "float", "double"])
        return converted("half", n, sub(other))

    def int_expr(self, kind, n, t, sub):
        r = self.r
        bits = BITS[kind]
        w = r.random()
        if w < 0.34:
            return f"(({t})({sub()} {r.choice('+-*&|^+-*')} {sub()}))"
        if w < 0.44:
            return f"(({t})({sub()} {r.choice(['<<', '>>'])} ({sub()} & ({t}){bits - 1})))"
        if w < 0.49:
            return f"(({t})(~{sub()}))"
        if w < 0.54 and (n == 1 or bits <= 32):
            return f"(({t})({sub()} {r.choice('/%')} (({t})({sub()} & ({t}){r.choice([7, 63, 126])}) + ({t})1)))"
        if w < 0.64:
            # Not of 32 bits without a sign: clang 22 loses the clamp of V_SUB_CO_U32_e64 for gfx803 (si-fold-operands). Nor of 64: it adds a product's
            # high parts together with the sum's carry, and takes what comes out of that for the sum's.
            op = r.choice(["min", "max"] if kind in ("uint", "ulong") else ["min", "max", "add_sat", "sub_sat"])
            return f"{op}(({t})({sub()}), ({t})({sub()}))"
        if w < 0.68:
            return f"{r.choice(['popcount', 'bitreverse'])}(({t})({sub()}))"
        if w < 0.72 and kind == "uint" and n == 1:
            return r.choice([f"clz({sub()})", f"rotate({sub()}, {sub()})", f"mul_hi({sub()}, {sub()})"])
        if w < 0.80:
            other = r.choice([k for k in INTS if k != kind])
            return converted(kind, n, sub(other))
        if w < 0.84 and (bits >= 32 or bits == 16 and "half" in self.kinds):
            other = {16: "half", 32: "float", 64: "double"}[bits]
            return f"{kind}_bits{n}({sub(other)})" if n <= 4 else sub()
        if w < 0.90 and bits == 32:
            other = r.choice(["float", "double"])
            x = f"clamped_{other}{n}({sub(other)})" if n <= 4 else None
            if x:
                return converted(kind, n, x)
        if n > 1:
            return f"(({t})({sub()} {r.choice(['<', '>', '==', '!='])} {sub()} ? ({t})1 : {sub()}))"
        return f"(({kind})({self.condition()}))"

    # The program

    def function(self):
        r = self.r
        f, kind, n = self.name("f"), self.kind(), r.choice([1, 1, 2, 4])
        params = [(self.kind(), r.choice([1, 1, 2, 4])) for _ in range(r.randint(1, 4))]
        outer = self.scopes, self.lines, self.arrays, self.reads
        self.scopes, self.lines, self.arrays, self.reads = [[]], [], [], False
        names = []
        for k, m in params:
            names.append(self.name("p"))
            self.scopes[0].append((names[-1], k, m))
        text = ", ".join(f"{vector(k, m)} {p}" for (k, m), p in zip(params, names))
        self.emit(f"return {self.expr(kind, n, 3)};")
        body = self.lines
        self.scopes, self.lines, self.arrays, self.reads = outer
        self.functions.append((f, kind, n, params))
        inline = "NOINLINE " if r.random() < 0.5 else ""
        return [f"{inline}static {vector(kind, n)} {f}({text})", "{", *body, "}", ""]

    def text(self):
        r = self.r
        out = [HEAD]
        for _ in range(r.choice([0, 0, 1, 2])):
            out += self.function()
        self.locals = []
        for _ in range(r.randint(2, 4)):
            kind, n = self.kind(), r.choice(WIDTHS)
            self.declare(kind, n, self.load(kind, n))
        for _ in range(r.randint(8, 22)):
            self.statement(0, True)
        self.emit("ulong hash = 0;")
        for v, kind, n in self.variables():
            if n == 1:
                self.emit(f"hash = mixed(hash, {self.number(kind, v)});")
            else:
                self.emit(f"for (uint k = 0; k < {n}; k++) hash = mixed(hash, {self.number(kind, v + '[k]')});")
        for a, kind, n, length in self.arrays:
            e = f"{a}[k]" if n == 1 else f"{a}[k].s{LETTERS[n - 1]}"
            self.emit(f"for (uint k = 0; k < {length}; k++) hash = mixed(hash, {self.number(kind, e)});")
        self.emit("out[me] = hash;")
        # A store of each kind that is there.
        for v, kind, n in self.variables():
            if kind in INTS and n in (1, 2, 4) and r.random() < 0.5:
                self.emit(f"((__global {vector(kind, n)} *)(last + me * 32u))[0] = {v};")
                break
        size = f"GROUP_SIZE({', '.join(map(str, self.group))})"
        params = ", ".join(["__global const uint *in_bits", "__global const half *in_half", "__global const float *in_float",
                            "__global const double *in_double", "__global ulong *out", "__global uint *sums", "__global ulong *wide", "__global uint *own32", "__global ulong *own64", "__global uchar *last"])
        out += [f"__kernel {size} void program({params})", "{"]
        out += ["\t__local uint shared[16];", *self.locals,
                "\tuint in = get_local_id(X) + get_local_size(X) * (get_local_id(Y) + get_local_size(Y) * get_local_id(Z));",
                "\tuint me = get_group_id(X) * get_local_size(X) * get_local_size(Y) * get_local_size(Z) + in;",
                "\tif (in == 0)", "\t\tfor (uint k = 0; k < 16; k++) shared[k] = k * 0x01010101u;", "\tbarrier(CLK_LOCAL_MEM_FENCE);",
                *self.lines,
                "\tbarrier(CLK_LOCAL_MEM_FENCE);", "\tif (in == 0)", "\t\tfor (uint k = 0; k < 16; k++) out[me] = mixed(out[me], shared[k]);", "}", ""]
        return "\n".join(out)

    def targets(self, every):
        """Those on which the kernel means what it means natively: clang 22 keeps half in f32 between operations where a target has no f16."""
        return [t for t in every if "half" not in self.kinds or t not in ("gfx600", "gfx700")]

    def number(self, kind, text):
        if kind in FLOATS:
            return {"half": "ushort", "float": "uint", "double": "ulong"}[kind] + f"_bits1({text})"
        return f"(ulong)({text})"

    def desc(self):
        n = self.items
        return {
            "denormals": True,
            "buffers": [
                {"name": "bits", "make": ["u32edge", IN * n]}, {"name": "halves", "make": ["f16edge", IN * 2 * n]},
                {"name": "floats", "make": ["f32edge", IN * n]}, {"name": "doubles", "make": ["f64edge", IN // 2 * n]},
                {"name": "out", "size": 8 * n, "fill": "0", "expect": True}, {"name": "sums", "size": 64, "fill": "0x55", "expect": True},
                {"name": "wide", "size": 128, "fill": "0x55", "expect": True}, {"name": "own32", "size": 4 * n, "fill": "0x11", "expect": True},
                {"name": "own64", "size": 8 * n, "fill": "0x22", "expect": True}, {"name": "last", "size": 32 * n, "fill": "0", "expect": True}],
            "launches": [{"kernel": "program", "grid": self.grid, "group": self.group, "scratch": 65536,
                          "args": [{"buffer": b} for b in ("bits", "halves", "floats", "doubles", "out", "sums", "wide", "own32", "own64", "last")]}]}


def pick(kind):
    return kind if kind in FLOATS else "bits"


def bits_of():
    """Functions that give the bits of floats, all NaNs as one, and that bring floats where they convert to 32-bit integers. Zeros are one, too, and no
    literal is 0.0: clang 22 makes -x of 0.0 - x."""
    lines = []
    halves = (2, 3, 4, 8, 16)
    lines += [f"typedef half half{n} __attribute__((ext_vector_type({n})));" for n in halves]
    for f, u, i, nan in (("half", "ushort", "short", "0x7e00"), ("float", "uint", "int", "0x7fc00000u"), ("double", "ulong", "long", "0x7ff8000000000000ul")):
        for n in (1, 2, 3, 4):
            tf, tu, ti = vector(f, n), vector(u, n), vector(i, n)
            same = f"x == x ? (x != ({tf})0 ? __builtin_astype(x, {tu}) : ({tu})0) : ({tu}){nan}"
            lines.append(f"static {tu} {u}_bits{n}({tf} x) {{ return {same}; }}")
            lines.append(f"static {ti} {i}_bits{n}({tf} x) {{ return __builtin_astype({u}_bits{n}(x), {ti}); }}")
            if f == "half":
                continue
            lines.append(f"static {tf} clamped_{f}{n}({tf} x) {{ return x > ({tf})0 ? (x < ({tf})2000000000 ? x : ({tf})2000000000) : ({tf})0; }}")
    return "\n".join(lines)


HEAD = f"""#pragma clang diagnostic ignored "-Weverything"
#include "native/ocl.h"

{bits_of()}
static ulong mixed(ulong h, ulong v) {{ return (h ^ v) * 0x9e3779b97f4a7c15ul + (h >> 29); }}
"""
