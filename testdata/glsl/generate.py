"""Random compute shaders in GLSL whose result is defined: one shader a seed, with integers of 8 to 64 bits, floats of 16 to 64, LDS and barriers, atomics,
divergent loops, switches, functions and early returns, storage images, textures, push constants and arrays of buffers. What the language leaves open is not
generated: shifts are below the width, divisors are not 0, and floats are exact sums and products of small numbers or kept within bounds by clamp, without
NaNs, denormals or contraction (precise). What many work-items change by atomics they change by one operation, and none reads it. Texels are fetched without
filters, from within their middle half, and normalised components are compared as the integers that they stand for."""

import random
import struct

A_DWORDS = 256  # of input, read by all
ITEMS = 256
B_DWORDS = 5  # of results of each item, the last of which nobody writes: on GCN 1.0 Mesa loads four dwords for three
T_DWORDS = 16  # places that work-items share, four of each operation
C_BUFFERS, C_DWORDS = 4, 64  # an array of buffers
D_BYTES = 8  # of results of each item in bytes or words
P_DWORDS = 8  # push constants
WIDTH, HEIGHT = 64, 8  # of images: of the storage image, the lower half is loaded and the upper half stored to, a texel by each item

U, I, F, L, D, H = "uint", "int", "float", "uint64_t", "double", "float16_t"
KINDS = (U, I, F, L, D, H)
ATOMICS = ["Add", "Xor", "Max", "Or"]
# What the shader has of each, by chance: 16-bit arithmetic is not compiled for GCN 1.0 and 1.1.
CHANCES = {"int64": 0.35, "double": 0.25, "small": 0.3, "narrow": 0.3, "image": 0.4, "texture": 0.4, "push": 0.2, "dynamic push": 0.2, "array": 0.3, "function": 0.4, "exit": 0.4}


class Format:
    """A format of texels: its number in Vulkan; data and number format of GCN; bits of the components; what becomes of an integer below 2^bits."""

    def __init__(self, name, vulkan, data, number, *bits):
        self.name, self.vulkan, self.data, self.number, self.bits = name, vulkan, data, number, bits
        self.bytes = sum(bits) // 8
        self.prefix = {"u": "u", "i": "i"}.get(self.sort(), "")

    def sort(self):
        return {0: "unorm", 1: "snorm", 4: "u", 5: "i", 7: "f"}[self.number]

    def load(self, text, k):
        """A texel's component k as an unsigned integer."""
        text, n = f"{text}.{'xyzw'[k]}", self.bits[k]
        most = (1 << (n - (self.number == 1))) - 1
        return {"u": text, "i": f"uint({text})", "f": f"uint(int({text}))"}.get(self.sort(), f"uint(int(floor({text} * {most}.0 + 0.5)))")

    def store(self, values):
        """A texel of unsigned integers."""
        parts = []
        for k in range(4):
            n = self.bits[k] if k < len(self.bits) else 8
            low = f"({values[k]} & {(1 << min(n, 32)) - 1}u)"
            most = (1 << (n - (self.number == 1))) - 1
            parts.append({"u": low, "i": f"(int({low} << {32 - n}) >> {32 - n})", "f": f"float(int({values[k]} & 0x7ffu) - 1000)", "unorm": f"(float({low}) / {most}.0)",
                          "snorm": f"(float(int({low}) - {most}) / {most}.0)"}[self.sort()])
        return f"{self.prefix}vec4({', '.join(parts)})"

    def texels(self, r, n, small):
        """Random texels. RADV of Mesa 22.3 loads integers as 16 bits where all that becomes of them has 16. What hardware makes of
        larger ones is not known: gcnsim clamps them, Mesa takes the lower bits."""
        if small and self.bits[0] == 32 and self.sort() in "ui":
            return struct.pack(f"<{n * len(self.bits)}I", *(r.getrandbits(15) for _ in range(n * len(self.bits))))
        if self.sort() == "f":
            of = {16: "e", 32: "f"}[self.bits[0]]
            return struct.pack(f"<{n * len(self.bits)}{of}", *(float(r.randrange(-1000, 1000)) for _ in range(n * len(self.bits))))
        return r.randbytes(n * self.bytes)


FORMATS = [Format("r32ui", 98, 4, 4, 32), Format("rgba8ui", 41, 10, 4, 8, 8, 8, 8), Format("rgba16ui", 95, 12, 4, 16, 16, 16, 16), Format("rg32ui", 101, 11, 4, 32, 32),
           Format("rgba32ui", 107, 14, 4, 32, 32, 32, 32), Format("r32i", 99, 4, 5, 32), Format("rgba8i", 42, 10, 5, 8, 8, 8, 8), Format("rg16i", 82, 5, 5, 16, 16),
           Format("rgba8", 37, 10, 0, 8, 8, 8, 8), Format("rgba8_snorm", 38, 10, 1, 8, 8, 8, 8), Format("rgb10_a2", 64, 9, 0, 10, 10, 10, 2),
           Format("rgba16f", 97, 12, 7, 16, 16, 16, 16), Format("r32f", 100, 4, 7, 32), Format("rg16f", 83, 5, 7, 16, 16), Format("rgba32f", 109, 14, 7, 32, 32, 32, 32)]
WRAPS = {"repeat": 0, "mirrored repeat": 1, "clamp to edge": 2}  # as Vulkan numbers them, and GCN
CONSTANTS = [0, 1, 2, 3, 5, 7, 31, 32, 63, 64, 255, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]


class Shader:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines, self.indent, self.count = [], 1, 0
        self.has = {what for what, chance in CHANCES.items() if self.r.random() < chance}
        if "push" in self.has:
            self.has.discard("dynamic push")
        self.constant = {"id", "lid", "a", "b"}  # not assigned to: loop counters, too
        self.wide = "int64" in self.has
        self.format, self.texture, self.wrap = self.r.choice(FORMATS), self.r.choice(FORMATS), self.r.choice(list(WRAPS))
        self.narrow = self.r.choice(["uint8_t", "uint16_t", "int8_t", "int16_t"])
        self.functions, self.barriers = [], True
        if "function" in self.has:
            for _ in range(self.r.randrange(1, 3)):
                self.function()
        self.scopes = [self.scope("id", "lid")]
        self.group = self.r.choice([64, 64, 128, 256, 32, 16])
        for _ in range(3):
            self.declare(U, f"A[(id + {self.r.randrange(A_DWORDS)}u) & {A_DWORDS - 1}u]")
        self.declare(I, f"int(A[id & {A_DWORDS - 1}u])")
        self.declare(F, f"float(A[(id * 7u) & {A_DWORDS - 1}u] & 0xffffu)")
        # Registers have what is used of push constants: all of them, or their address.
        if "push" in self.has:
            self.emit(f"B[id * {B_DWORDS}u + 1u] ^= {' ^ '.join(f'pc.p[{k}]' for k in range(P_DWORDS))};")
        if "dynamic push" in self.has:
            self.emit(f"B[id * {B_DWORDS}u + 1u] ^= pc.p[A[{self.r.randrange(A_DWORDS)}] & {P_DWORDS - 1}u];")
        for _ in range(self.r.randrange(4, 14)):
            self.statement(0, False)
        if "exit" in self.has:
            self.barriers = False
            for _ in range(self.r.randrange(1, 4)):
                self.leave()
                self.statement(0, False)
        self.emit(f"B[id * {B_DWORDS}u] += {self.expr(U)};")
        self.emit(f"B[id * {B_DWORDS}u + 1u] ^= uint({self.expr(I)});")
        self.emit(f"B[id * {B_DWORDS}u + 2u] += {self.of_float(0)};")
        if self.wide:
            self.emit(f"B[id * {B_DWORDS}u + 3u] += uint({self.expr(L)} >> 17);")

    def source(self):
        extensions = ["shader_explicit_arithmetic_types", "shader_16bit_storage", "shader_8bit_storage", "nonuniform_qualifier"]
        fetched = self.format.prefix + "image2D G"
        array = "".join(f"i == {k}u ? C[{k}].d[j] : " for k in range(C_BUFFERS - 1)) + f"C[{C_BUFFERS - 1}].d[j]"
        return "\n".join(["#version 450"] + [f"#extension GL_EXT_{e} : require" for e in extensions] + [
            f"layout(local_size_x = {self.group}) in;",
            "layout(set = 0, binding = 0) readonly buffer BufferA { uint A[]; };",
            "layout(set = 0, binding = 0) readonly buffer BufferN { %s N[]; };" % self.narrow,
            "layout(set = 0, binding = 1) buffer BufferB { uint B[]; };",
            "layout(set = 0, binding = 2) buffer BufferT { uint T[]; };",
            "layout(set = 0, binding = 3) readonly buffer BufferC { uint d[]; } C[%d];" % C_BUFFERS,
            "layout(set = 0, binding = 4) buffer BufferD { %s W[]; };" % self.narrow,
            "layout(set = 0, binding = 5, r32ui) uniform uimage2D M;",
            f"layout(set = 0, binding = 6, {self.format.name}) uniform {fetched};",
            f"layout(set = 0, binding = 7) uniform {self.texture.prefix}sampler2D X;"] + [
            "layout(push_constant) uniform Push { uint p[%d]; } pc;" % P_DWORDS] * bool(self.has & {"push", "dynamic push"}) + [
            "#ifdef LAVAPIPE", # which of Mesa 22.3 takes the index of the first work-item for all
            "uint element(uint i, uint j) { return %s; }" % array,
            "#else",
            "uint element(uint i, uint j) { return C[nonuniformEXT(i)].d[j]; }",
            "#endif",
            f"shared uint s[{self.group}];",
            "uint mulhi(uint a, uint b) { uint h, l; umulExtended(a, b, h, l); return h; }"] + self.functions + [
            "void main() {",
            "\tuint id = gl_GlobalInvocationID.x;",
            "\tuint lid = gl_LocalInvocationID.x;"] + self.lines + ["}", ""])

    # Names

    def scope(self, *names):
        return {kind: list(names) if kind == U else [] for kind in KINDS}

    def names(self, kind):
        return [n for s in self.scopes for n in s[kind]]

    def name(self):
        self.count += 1
        return f"v{self.count}"

    def emit(self, text):
        self.lines.append("\t" * self.indent + text)

    def declare(self, kind, text):
        n = self.name()
        if kind in (F, D, H):
            self.emit(f"precise {kind} {n} = {bounded(text, kind)};")
        else:
            self.emit(f"{kind} {n} = {text};")
        self.scopes[-1][kind].append(n)
        return n

    # Expressions

    def expr(self, kind, depth=0):
        names = self.names(kind)
        if depth > (3 if kind in (U, I) else 2) or self.r.random() < 0.25:
            return self.r.choice(names) if names and self.r.random() < 0.8 else self.leaf(kind)
        return {U: self.unsigned, I: self.signed, F: self.float, L: self.long, D: self.double, H: self.half}[kind](depth + 1)

    def leaf(self, kind):
        value = self.r.choice(CONSTANTS + [self.r.getrandbits(32)])
        if kind == U:
            return f"{value}u"
        if kind == I:
            return f"int({value}u)"
        if kind == L:
            return f"(uint64_t({self.expr(U, 3)}) << 32 | uint64_t({self.expr(U, 3)}))"
        if kind == D:
            return self.r.choice(["0.5LF", "-3.0LF", "1000000.25LF", f"double({self.expr(U, 3)})", f"double({self.expr(I, 3)})", f"double({self.r.choice(self.names(F) or ['1.0'])})"])
        if kind == H:
            return self.r.choice(["float16_t(0.5)", "float16_t(-3.0)", f"float16_t({self.expr(U, 3)} & 0x3ffu)", f"float16_t({self.expr(I, 3)} >> 24)"])
        return self.r.choice(["0.5", "1.0", "2.0", "-3.0", "100.25", "0.125", f"float({self.expr(U, 3)} & 0xffffu)", f"float({self.expr(I, 3)} >> 12)"])

    def of_float(self, depth):
        return f"uint(clamp({self.expr(F, depth)}, 0.0, 1048576.0))"

    def unsigned(self, d):
        def a():
            return self.expr(U, d)

        forms = [lambda: f"({a()} {self.r.choice('+-*&|^')} {a()})"] * 6 + [
            lambda: f"({a()} {self.r.choice(['<<', '>>'])} ({a()} & 31u))",
            lambda: f"({a()} {self.r.choice('/%')} ({a()} | 1u))",
            lambda: f"{self.r.choice(['min', 'max'])}({a()}, {a()})",
            lambda: f"({self.condition(d)} ? {a()} : {a()})",
            lambda: f"bitfieldExtract({a()}, int({a()} & 15u), int({a()} & 15u))",
            lambda: f"bitfieldInsert({a()}, {a()}, int({a()} & 15u), int({a()} & 15u))",
            lambda: f"uint(bitCount({a()}))",
            lambda: f"uint({self.r.choice(['findLSB', 'findMSB'])}({a()}))",
            lambda: f"bitfieldReverse({a()})",
            lambda: f"uint({self.expr(I, d)})",
            lambda: self.of_float(d),
            lambda: f"mulhi({a()}, {a()})",
            lambda: f"A[{a()} & {A_DWORDS - 1}u]",
            lambda: f"packHalf2x16(vec2(float({a()} & 0x7ffu), float({a()} & 0x3ffu)))",
            lambda: f"uint({self.expr(L, d)})" if self.wide else a(),
            lambda: self.of_names(),
            lambda: self.resource(d),
            lambda: self.resource(d),
            lambda: f"{self.r.choice(self.callable())}({a()}, {a()})" if self.callable() else a(),
            lambda: f"uint({self.small(d)})" if "small" in self.has else a(),
            lambda: f"uvec4({a()}, {a()}, {a()}, {a()})[{a()} & 3u]",
            lambda: f"uint(bitfieldExtract(int({a()}), 3, 9))"]
        return self.r.choice(forms)()

    def signed(self, d):
        def a():
            return self.expr(I, d)

        forms = [lambda: f"({a()} {self.r.choice('+-*&|^')} {a()})"] * 4 + [
            lambda: f"({a()} >> ({a()} & 31))",
            lambda: f"({a()} / (({a()} & 0xffff) + 1))",
            lambda: f"{self.r.choice(['min', 'max'])}({a()}, {a()})",
            lambda: f"{self.r.choice(['abs', 'sign', '-', '~'])}({a()})",
            lambda: f"int({self.expr(U, d)})",
            lambda: f"int({bounded(self.expr(F, d))})"]
        return self.r.choice(forms)()

    def float(self, d):
        def a():
            return self.expr(F, d)

        forms = [lambda: f"({a()} {self.r.choice('+-*')} clamp({a()}, -4096.0, 4096.0))"] * 3 + [
            lambda: f"{self.r.choice(['floor', 'ceil', 'trunc', 'abs', 'roundEven', '-'])}({a()})",
            lambda: f"{self.r.choice(['min', 'max'])}({a()}, {a()})",
            lambda: f"({self.condition(d)} ? {a()} : {a()})",
            # the place in the work-group: of constants, lavapipe of Mesa 22.3 unpacks 0
            lambda: f"unpackHalf2x16(({self.expr(U, d)} | 0x10001000u) & 0x3bff3bffu ^ gl_LocalInvocationID.x & 1u).{self.r.choice('xy')}",
            lambda: f"float({self.expr(U, d)})"]
        return self.r.choice(forms)()

    def long(self, d):
        def a():
            return self.expr(L, d)

        forms = [lambda: f"({a()} {self.r.choice('+-*&|^')} {a()})"] * 3 + [
            lambda: f"({a()} {self.r.choice(['<<', '>>'])} ({self.expr(U, 3)} & 63u))",
            lambda: f"({self.condition(d)} ? {a()} : {a()})",
            lambda: f"uint64_t({self.expr(U, d)})"]
        return self.r.choice(forms)()

    def floats(self, kind, d, most):
        """Floats that are not 32 bits wide. They are declared precise, and only named elsewhere."""
        def a():
            return self.expr(kind, d)

        of = (lambda x: f"{x}LF") if kind == D else (lambda x: f"float16_t({x})")
        forms = [lambda: f"({a()} {self.r.choice('+-*')} clamp({a()}, {of(-most)}, {of(most)}))"] * 4 + [
            lambda: f"{self.r.choice(['floor', 'ceil', 'trunc', 'abs', 'roundEven', '-'])}({a()})",
            lambda: f"{self.r.choice(['min', 'max'])}({a()}, {a()})",
            lambda: f"({self.condition(d)} ? {a()} : {a()})"]
        return self.r.choice(forms)()

    def double(self, d):
        return self.floats(D, d, 4096.0)

    def half(self, d):
        return self.floats(H, d, 16.0)

    def of_names(self):
        """Integers of floats that are named."""
        d, h = self.names(D), self.names(H)
        if d and self.r.random() < 0.5:
            n = self.r.choice(d)
            return self.r.choice([f"uint(clamp({n}, 0.0LF, 1048576.0LF))", f"uint(({n} - floor({n})) * 4294967040.0LF)", f"uint({n} < {self.r.choice(d)})"])
        if h:
            n = self.r.choice(h)
            return self.r.choice([f"uint(abs({n}) * float16_t(16.0))", f"uint({n} >= {self.r.choice(h)})", f"uint(int({n}))"])
        return self.expr(U, 3)

    def small(self, d, kind=None):
        """Integers of 8 and 16 bits."""
        kind = kind or self.r.choice(["uint16_t", "int16_t", "uint16_t", "int16_t", "uint8_t", "int8_t"])
        if d > 3 or self.r.random() < 0.3:
            return f"{kind}({self.expr(U, 3)})"

        def a():
            return self.small(d + 1, kind)

        width = 16 if "16" in kind else 8
        forms = [lambda: f"({a()} {self.r.choice('+-*&|^')} {a()})"] * 4 + [
            lambda: f"({a()} {self.r.choice(['<<', '>>'])} ({a()} & {kind}({width - 1})))",
            lambda: f"{self.r.choice(['min', 'max'])}({a()}, {a()})",
            lambda: f"({a()} {self.r.choice(['<', '==', '>='])} {a()} ? {a()} : {a()})",
            lambda: f"{kind}({self.small(d + 1)})"]
        return self.r.choice(forms)()

    def place(self):
        return f"ivec2({self.expr(U, 3)} & {WIDTH - 1}u, {self.expr(U, 3)} & {HEIGHT // 2 - 1}u)"

    def resource(self, d):
        """What is read of one of the things that the shader may have."""
        what = self.r.choice(sorted(self.has & {"image", "texture", "array", "push", "dynamic push", "narrow"}) or [""])
        if what == "image":
            return self.format.load(f"imageLoad(G, {self.place()})", self.r.randrange(len(self.format.bits)))
        if what == "texture":
            x, y = (f"(float(int({self.expr(U, 3)} & {3 * n - 1}u) - {n}) + {self.r.choice(['0.375', '0.5', '0.625'])}) / {n}.0" for n in (WIDTH, HEIGHT))
            at = f"ivec2({self.expr(U, 3)} & {WIDTH - 1}u, {self.expr(U, 3)} & {HEIGHT - 1}u)"
            how = self.r.choice([f"textureLod(X, vec2({x}, {y}), 0.0)", f"texture(X, vec2({x}, {y}))", f"texelFetch(X, {at}, 0)",
                                 f"textureLodOffset(X, vec2({x}, {y}), 0.0, ivec2({self.r.randrange(-8, 8)}, {self.r.randrange(-8, 8)}))"])
            return self.texture.load(how, self.r.randrange(len(self.texture.bits)))
        if what == "array":
            return self.r.choice([f"element({self.expr(U, d)} & {C_BUFFERS - 1}u, {self.expr(U, 3)} & {C_DWORDS - 1}u)",
                                  f"C[A[{self.r.randrange(A_DWORDS)}] & {C_BUFFERS - 1}u].d[{self.expr(U, 3)} & {C_DWORDS - 1}u]"])
        if what == "push":
            return f"pc.p[{self.r.randrange(P_DWORDS)}]"
        if what == "dynamic push":
            return f"pc.p[A[{self.r.randrange(A_DWORDS)}] & {P_DWORDS - 1}u]"
        if what == "narrow":
            return f"uint(N[{self.expr(U, d)} & 255u])"
        return self.expr(U, 3)

    def callable(self):
        return [f.split("(")[0].split()[-1] for f in self.functions]

    def function(self):
        """A function of a and b that may return early. It only computes."""
        lines, self.lines = self.lines, []
        self.scopes = [self.scope("a", "b")]
        for _ in range(self.r.randrange(1, 5)):
            self.computation(0)
            if self.r.random() < 0.4:
                self.emit(f"if ({self.condition()}) return {self.expr(U)};")
        self.emit(f"return {self.expr(U)};")
        self.functions.append(f"uint {self.name()}(uint a, uint b) {{\n" + "\n".join(self.lines) + "\n}")
        self.lines = lines

    def computation(self, level):
        n, kind = self.name(), self.r.choice([U, I, F])
        if self.r.random() < 0.5 or level > 1:
            self.declare(kind, self.expr(kind))
            return
        if not self.names(U)[2:]:
            self.declare(U, self.expr(U))
        total = self.r.choice([x for x in self.names(U) if x not in self.constant])
        self.emit(f"for (uint {n} = 0u; {n} < ({self.expr(U, 2)} & 7u); {n}++) {{")
        self.scopes.append(self.scope(n))
        self.constant.add(n)
        if self.r.random() < 0.3:
            self.emit(f"\tif ({self.condition()}) return {self.expr(U, 2)};")
        self.emit(f"\t{total} = {self.expr(U)};")
        self.scopes.pop()
        self.emit("}")

    def leave(self):
        self.emit(f"if ({self.condition()}) {{")
        self.emit(f"\tB[id * {B_DWORDS}u] ^= {self.expr(U)};")
        self.emit("\treturn;")
        self.emit("}")

    def condition(self, d=0):
        kind = self.r.choice([U, U, I, F, None, "both"])
        if kind == "both":
            return f"({self.condition(d + 1) if d < 3 else 'gl_GlobalInvocationID.x > 7u'} {self.r.choice(['&&', '||'])} ({self.expr(U, 3)} & 4u) == 0u)"
        if kind is None:
            return f"(({self.expr(U, d + 1)} & 1u) != 0u)"
        return f"({self.expr(kind, d + 1)} {self.r.choice(['<', '>', '==', '!=', '<=', '>='])} {self.expr(kind, d + 1)})"

    # Statements

    def block(self, level, loop):
        self.scopes.append(self.scope())
        self.indent += 1
        for _ in range(self.r.randrange(1, 4)):
            self.statement(level, loop)
        self.indent -= 1
        self.scopes.pop()

    def statement(self, level, loop):
        what = self.r.randrange(18)
        if what < 4:
            kind = self.r.choice([U, U, U, I, F] + [L] * self.wide + [D, D] * ("double" in self.has) + [H, H] * ("small" in self.has))
            self.declare(kind, self.expr(kind))
        elif what == 4 and level < 3:
            self.emit(f"if ({self.condition()}) {{")
            self.block(level + 1, loop)
            if self.r.random() < 0.5:
                self.emit("} else {")
                self.block(level + 1, loop)
            self.emit("}")
        elif what == 5 and level < 2:
            n = self.name()
            self.emit(f"for (uint {n} = 0u; {n} < ({self.r.choice(self.names(U))} & 7u); {n}++) {{")
            self.scopes.append(self.scope(n))
            self.constant.add(n)
            self.block(level + 1, True)
            if self.r.random() < 0.4:
                self.emit(f"\tif ({self.condition()}) {self.r.choice(['break', 'continue'])};")
            self.scopes.pop()
            self.emit("}")
        elif what == 6:
            k = self.r.randrange(len(ATOMICS))
            self.emit(f"atomic{ATOMICS[k]}(T[{4 * k}u + ({self.expr(U, 3)} & 3u)], {self.expr(U)});")
        elif what == 7:
            self.emit(f"B[id * {B_DWORDS}u + {self.r.randrange(4)}u] ^= {self.expr(U)};")
        elif what == 8 and level == 0 and not loop and self.barriers:
            self.emit("barrier();")
            self.emit(f"s[lid] = {self.expr(U)};")
            self.emit("barrier();")
            if self.r.random() < 0.5:
                op = self.r.choice(ATOMICS + ["Min", "And"])
                self.emit(f"if ({self.condition()})" if self.r.random() < 0.5 else "")
                self.emit(f"\tatomic{op}(s[{self.expr(U, 2)} & {self.r.choice([self.group - 1, 3])}u], {self.expr(U)});")
                self.emit("barrier();")
            self.declare(U, f"s[{self.expr(U, 2)} & {self.group - 1}u]")
        elif what == 9 and level < 2:
            self.emit(f"switch ({self.expr(U, 2)} & 3u) {{")
            for k in range(self.r.randrange(1, 4)):
                self.emit(f"case {k}u: {{")
                self.block(level + 1, loop)
                self.emit("\tbreak; }" if self.r.random() < 0.8 else "\t}")
            self.emit("}")
        elif what == 10 and "image" in self.has:
            k = self.r.randrange(len(ATOMICS))
            self.emit(f"imageAtomic{ATOMICS[k]}(M, ivec2({self.expr(U, 3)} & {WIDTH - 1}u, {k}), {self.expr(U)});")
        elif what == 11 and "image" in self.has:
            at = f"ivec2(id & {WIDTH - 1}u, {HEIGHT // 2}u + id / {WIDTH}u)"
            self.emit(f"imageStore(G, {at}, {self.format.store([self.expr(U, 2) for _ in range(4)])});")
            if self.r.random() < 0.3:
                self.emit(f"B[id * {B_DWORDS}u + 1u] ^= {self.format.load(f'imageLoad(G, {at})', 0)};")
        elif what == 12 and "narrow" in self.has:
            n = D_BYTES // (2 if "16" in self.narrow else 1)
            self.emit(f"W[id * {n}u + ({self.expr(U, 3)} & {n - 1}u)] = {self.narrow}({self.expr(U)});")
        elif what == 13 and not self.barriers and level < 3:
            self.leave()
        elif what == 14 and level < 2:
            n = self.name()
            self.emit(f"uint {n} = {self.expr(U, 2)} & 15u;")
            self.emit(f"while ({n} > 0u) {{")
            self.scopes.append(self.scope(n))
            self.constant.add(n)
            self.block(level + 1, True)
            if self.r.random() < 0.4:
                self.emit(f"\tif ({self.condition()}) break;")
            self.emit(f"\t{n} {self.r.choice(['-= 1u', '>>= 1', '/= 3u'])};")
            self.scopes.pop()
            self.emit("}")
        else:
            kind = self.r.choice([k for k in KINDS if self.names(k)])
            n = self.r.choice(self.names(kind))
            if n not in self.constant:
                text = self.expr(kind)
                self.emit(f"{n} = {bounded(text, kind) if kind in (F, D, H) else text};")


def bounded(text, kind=F):
    return {F: f"clamp({text}, -1048576.0, 1048576.0)", D: f"clamp({text}, -1048576.0LF, 1048576.0LF)", H: f"clamp({text}, float16_t(-2000.0), float16_t(2000.0))"}[kind]
