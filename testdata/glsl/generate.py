"""Random compute shaders in GLSL whose result is defined: one shader a seed, with integers of 32 and 64 bits, f32, LDS and barriers, atomics, divergent
loops and switches. What the language leaves open is not generated: shifts are below the width, divisors are not 0, and f32 values are exact sums and
products of small numbers or kept within bounds by clamp, without NaNs, denormals or contraction (precise)."""

import random

A_DWORDS = 256  # of input, read by all
ITEMS = 256
B_DWORDS = 5  # of results of each item, the last of which nobody writes: on GCN 1.0 Mesa loads four dwords for three
T_DWORDS = 16  # places that work-items share

U, I, F, L = "uint", "int", "float", "uint64_t"
CONSTANTS = [0, 1, 2, 3, 5, 7, 31, 32, 63, 64, 255, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]


class Shader:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines, self.indent, self.count = [], 1, 0
        self.scopes = [{U: ["id", "lid"], I: [], F: [], L: []}]
        self.constant = {"id", "lid"}  # not assigned to: loop counters, too
        self.wide = self.r.random() < 0.4
        self.group = self.r.choice([64, 64, 128, 256, 32, 16])
        for _ in range(3):
            self.declare(U, f"A[(id + {self.r.randrange(A_DWORDS)}u) & {A_DWORDS - 1}u]")
        self.declare(I, f"int(A[id & {A_DWORDS - 1}u])")
        self.declare(F, f"float(A[(id * 7u) & {A_DWORDS - 1}u] & 0xffffu)")
        for _ in range(self.r.randrange(4, 14)):
            self.statement(0, False)
        self.emit(f"B[id * {B_DWORDS}u] += {self.expr(U)};")
        self.emit(f"B[id * {B_DWORDS}u + 1u] ^= uint({self.expr(I)});")
        self.emit(f"B[id * {B_DWORDS}u + 2u] += {self.of_float(0)};")
        if self.wide:
            self.emit(f"B[id * {B_DWORDS}u + 3u] += uint({self.expr(L)} >> 17);")

    def source(self):
        return "\n".join(["#version 450"] + ["#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require"] * self.wide + [
            f"layout(local_size_x = {self.group}) in;",
            "layout(set = 0, binding = 0) readonly buffer BufferA { uint A[]; };",
            "layout(set = 0, binding = 1) buffer BufferB { uint B[]; };",
            "layout(set = 0, binding = 2) buffer BufferT { uint T[]; };",
            f"shared uint s[{self.group}];",
            "uint mulhi(uint a, uint b) { uint h, l; umulExtended(a, b, h, l); return h; }",
            "void main() {",
            "\tuint id = gl_GlobalInvocationID.x;",
            "\tuint lid = gl_LocalInvocationID.x;"] + self.lines + ["}", ""])

    # Names

    def names(self, kind):
        return [n for s in self.scopes for n in s[kind]]

    def name(self):
        self.count += 1
        return f"v{self.count}"

    def emit(self, text):
        self.lines.append("\t" * self.indent + text)

    def declare(self, kind, text):
        n = self.name()
        if kind == F:
            self.emit(f"precise float {n} = {bounded(text)};")
        else:
            self.emit(f"{kind} {n} = {text};")
        self.scopes[-1][kind].append(n)
        return n

    # Expressions

    def expr(self, kind, depth=0):
        names = self.names(kind)
        if depth > (3 if kind in (U, I) else 2) or self.r.random() < 0.25:
            return self.r.choice(names) if names and self.r.random() < 0.8 else self.leaf(kind)
        return {U: self.unsigned, I: self.signed, F: self.float, L: self.long}[kind](depth + 1)

    def leaf(self, kind):
        value = self.r.choice(CONSTANTS + [self.r.getrandbits(32)])
        if kind == U:
            return f"{value}u"
        if kind == I:
            return f"int({value}u)"
        if kind == L:
            return f"(uint64_t({self.expr(U, 3)}) << 32 | uint64_t({self.expr(U, 3)}))"
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
            # lid: of constants, lavapipe of Mesa 22.3 unpacks 0
            lambda: f"unpackHalf2x16(({self.expr(U, d)} | 0x10001000u) & 0x3bff3bffu ^ lid & 1u).{self.r.choice('xy')}",
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

    def condition(self, d=0):
        kind = self.r.choice([U, U, I, F, None, "both"])
        if kind == "both":
            return f"({self.condition(d + 1) if d < 3 else 'id > 7u'} {self.r.choice(['&&', '||'])} ({self.expr(U, 3)} & 4u) == 0u)"
        if kind is None:
            return f"(({self.expr(U, d + 1)} & 1u) != 0u)"
        return f"({self.expr(kind, d + 1)} {self.r.choice(['<', '>', '==', '!=', '<=', '>='])} {self.expr(kind, d + 1)})"

    # Statements

    def block(self, level, loop):
        self.scopes.append({U: [], I: [], F: [], L: []})
        self.indent += 1
        for _ in range(self.r.randrange(1, 4)):
            self.statement(level, loop)
        self.indent -= 1
        self.scopes.pop()

    def statement(self, level, loop):
        what = self.r.randrange(14)
        if what < 4:
            kind = self.r.choice([U, U, U, I, F] + [L] * self.wide)
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
            self.scopes.append({U: [n], I: [], F: [], L: []})
            self.constant.add(n)
            self.block(level + 1, True)
            if self.r.random() < 0.4:
                self.emit(f"\tif ({self.condition()}) {self.r.choice(['break', 'continue'])};")
            self.scopes.pop()
            self.emit("}")
        elif what == 6:
            self.emit(f"atomicAdd(T[{self.expr(U, 3)} & {T_DWORDS - 1}u], {self.expr(U)});")
        elif what == 7:
            self.emit(f"B[id * {B_DWORDS}u + {self.r.randrange(4)}u] ^= {self.expr(U)};")
        elif what == 8 and level == 0 and not loop:
            self.emit("barrier();")
            self.emit(f"s[lid] = {self.expr(U)};")
            self.emit("barrier();")
            self.declare(U, f"s[{self.expr(U, 2)} & {self.group - 1}u]")
        elif what == 9 and level < 2:
            self.emit(f"switch ({self.expr(U, 2)} & 3u) {{")
            for k in range(self.r.randrange(1, 4)):
                self.emit(f"case {k}u: {{")
                self.block(level + 1, loop)
                self.emit("\tbreak; }" if self.r.random() < 0.8 else "\t}")
            self.emit("}")
        else:
            kind = self.r.choice([k for k in (U, I, F, L) if self.names(k)])
            n = self.r.choice(self.names(kind))
            if n not in self.constant:
                text = self.expr(kind)
                self.emit(f"{n} = {bounded(text) if kind == F else text};")


def bounded(text):
    return f"clamp({text}, -1048576.0, 1048576.0)"
