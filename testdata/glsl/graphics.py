"""Random graphics pipelines in GLSL, one a seed: a vertex and a fragment shader, in some of them tessellation or geometry shaders between. Stages pass random
vectors on, and read and write the resources of generate.py. Where a pipeline is "exact" what its fragment shader computes is defined to the last bit, as
generate.py's compute shaders are: it is drawn by one triangle over all of the target, with inputs that are flat, the same everywhere, or integers in each pixel.
Other pipelines have whatever a shader may have of its stage; they are only compiled."""

import random

import generate
from generate import A_DWORDS, B_DWORDS, C_BUFFERS, D, F, FORMATS, Format, H, I, L, U

VERTEX, CONTROL, EVALUATION, GEOMETRY, FRAGMENT = "vert", "tesc", "tese", "geom", "frag"
BITS = {VERTEX: 1, CONTROL: 2, EVALUATION: 4, GEOMETRY: 8, FRAGMENT: 16}  # as Vulkan numbers stages
SIDE = 16  # of what is drawn to, in pixels
SHAPES = [[VERTEX, FRAGMENT]] * 6 + [[VERTEX, CONTROL, EVALUATION, FRAGMENT]] * 2 + [[VERTEX, GEOMETRY, FRAGMENT]] * 2 + [[VERTEX, CONTROL, EVALUATION, GEOMETRY, FRAGMENT]]
# Formats of vertex data as Vulkan numbers them, and the type that a shader sees.
ATTRIBUTES = {109: F, 106: F, 103: F, 100: F, 97: F, 83: F, 76: F, 37: F, 38: F, 44: F, 64: F, 65: F, 91: F, 92: F, 77: F, 84: F, 9: F, 16: F, 122: F, 66: F, 39: F,
              107: U, 104: U, 101: U, 98: U, 95: U, 81: U, 74: U, 41: U, 20: U, 13: U, 68: U, 108: I, 105: I, 102: I, 99: I, 96: I, 82: I, 75: I, 42: I, 14: I, 21: I}
# Formats of targets.
TARGETS = FORMATS + [Format("rgba16", 91, 0, 0, 16, 16, 16, 16), Format("rgba16_snorm", 92, 0, 1, 16, 16, 16, 16), Format("rg16", 77, 0, 0, 16, 16), Format("r8", 9, 0, 0, 8),
                     Format("r8ui", 13, 0, 4, 8), Format("r16i", 75, 0, 5, 16), Format("r16f", 76, 0, 7, 16), Format("r11g11b10f", 122, 0, 7, 11, 11, 10), Format("rgb10_a2ui", 68, 0, 4, 10, 10, 10, 2),
                     Format("bgra8srgb", 50, 0, 0, 8, 8, 8, 8)]
EXACT_TARGETS = [f for f in FORMATS if f.sort() in "uif" and f.bits[0] >= 16]
VECTORS = {F: "vec4", U: "uvec4", I: "ivec4", H: "f16vec4", D: "dvec4"}
TOPOLOGIES = {"points": 0, "lines": 1, "triangles": 3, "lines_adjacency": 6, "triangles_adjacency": 8}
VERTICES = {"points": 1, "lines": 2, "triangles": 3, "lines_adjacency": 4, "triangles_adjacency": 6}
SAMPLERS = {8: "sampler2DShadow S", 9: "samplerCube K", 10: "sampler3D V", 11: "sampler2DArray Y", 12: "isampler2D Z", 13: "samplerCubeArrayShadow Q", 14: "sampler1D O"}


class Varying:
    """What a stage passes on at a location: a vector, how it is interpolated, and of an exact pipeline how its vertices differ."""

    def __init__(self, location, kind, mode, corners=None):
        self.location, self.kind, self.mode, self.corners = location, kind, mode, corners

    def corner(self, a, k, c):
        """Component c at corner k of an exact pipeline's triangle, where A holds a, of what is not flat: the same integer, or multiples of 32."""
        n = float((a[self.corners + c + (4 * k if self.mode else 0)] & 0x7FF) - 1000)
        return 32 * n if self.mode else n

    def declaration(self, direction, name, array=""):
        mode = self.mode if direction == "in" or self.mode == "flat" else ""
        return f"layout(location = {self.location}) {mode} {direction} {VECTORS[self.kind]} {name}{array};"


class Stage(generate.Shader):
    def __init__(self, r, pipeline, stage):
        self.r, self.pipeline, self.stage = r, pipeline, stage
        self.lines, self.indent, self.count = [], 1, 0
        self.has, self.wide, self.narrow = pipeline.has, "int64" in pipeline.has, pipeline.narrow
        self.format, self.texture, self.wrap = pipeline.format, pipeline.texture, pipeline.wrap
        self.constant, self.functions, self.barriers, self.group = {"id", "lid", "a", "b"}, [], False, 64
        self.given = {U: [], I: [], F: []}  # what the stage reads besides resources
        self.head = []
        self.scopes = [self.scope()]
        if not self.exact() and "function" in self.has:
            self.function()
        self.scopes = [self.scope("id", "lid")]

    def exact(self):
        return self.pipeline.exact

    def source(self):
        extensions = ["EXT_shader_explicit_arithmetic_types", "EXT_shader_16bit_storage", "EXT_shader_8bit_storage", "EXT_nonuniform_qualifier", "EXT_demote_to_helper_invocation",
                      "KHR_shader_subgroup_basic", "KHR_shader_subgroup_vote", "KHR_shader_subgroup_ballot", "KHR_shader_subgroup_shuffle", "KHR_shader_subgroup_arithmetic",
                      "KHR_shader_subgroup_quad", "EXT_terminate_invocation"]
        if self.stage in (VERTEX, EVALUATION):
            extensions.append("ARB_shader_viewport_layer_array")
        array = "".join(f"i == {k}u ? C[{k}].d[j] : " for k in range(C_BUFFERS - 1)) + f"C[{C_BUFFERS - 1}].d[j]"
        text = "\n".join(["#version 460"] + [f"#extension GL_{e} : require" for e in extensions] + [
            "layout(set = 0, binding = 0) readonly buffer BufferA { uint A[]; };",
            "layout(set = 0, binding = 0) readonly buffer BufferN { %s N[]; };" % self.narrow,
            "layout(set = 0, binding = 1) buffer BufferB { uint B[]; };",
            "layout(set = 0, binding = 2) buffer BufferT { uint T[]; };",
            "layout(set = 0, binding = 3) readonly buffer BufferC { uint d[]; } C[%d];" % C_BUFFERS,
            "layout(set = 0, binding = 4) buffer BufferD { %s W[]; };" % self.narrow,
            "layout(set = 0, binding = 5, r32ui) uniform uimage2D M;",
            f"layout(set = 0, binding = 6, {self.format.name}) uniform {self.format.prefix}image2D G;",
            f"layout(set = 0, binding = 7) uniform {self.texture.prefix}sampler2D X;"] + [
            f"layout(set = 0, binding = {k}) uniform {s};" for k, s in SAMPLERS.items() if not self.exact()] + [
            "layout(push_constant) uniform Push { uint p[%d]; } pc;" % generate.P_DWORDS] * bool(self.has & {"push", "dynamic push"}) + [
            "uint id, lid;",
            "#ifdef LAVAPIPE",
            "uint element(uint i, uint j) { return %s; }" % array,
            "#else",
            "uint element(uint i, uint j) { return C[nonuniformEXT(i)].d[j]; }",
            "#endif",
            "uint mulhi(uint a, uint b) { uint h, l; umulExtended(a, b, h, l); return h; }"] + self.head + self.functions + ["void main() {"] + self.lines + ["}", ""])
        return text.replace("gl_GlobalInvocationID.x", "id").replace("gl_LocalInvocationID.x", "lid")

    def begin(self, id, lid="0u"):
        self.emit(f"id = {id};")
        self.emit(f"lid = {lid};")
        self.declare(U, f"A[(id + {self.r.randrange(A_DWORDS)}u) & {A_DWORDS - 1}u]")
        self.declare(U, f"A[{self.r.randrange(A_DWORDS)}]")
        self.declare(I, f"int(A[id & {A_DWORDS - 1}u])")
        self.declare(F, f"float(A[(id * 7u) & {A_DWORDS - 1}u] & 0xffffu)")

    def statements(self, least, most):
        for _ in range(self.r.randrange(least, most)):
            self.statement(0, False)

    # Expressions of what graphics stages have

    def leaf(self, kind):
        if self.given.get(kind) and self.r.random() < 0.5:
            return self.r.choice(self.given[kind])
        return super().leaf(kind)

    def unsigned(self, d):
        if self.r.random() < 0.15:
            if self.given[U] and self.r.random() < 0.5:
                return self.r.choice(self.given[U])
            if not self.exact():
                return self.subgroup(d)
        return super().unsigned(d)

    def subgroup(self, d):
        a = self.expr(U, d + 1)
        forms = [f"(subgroupAny({self.condition(d)}) ? 1u : 2u)", f"subgroupBallot({self.condition(d)}).x", f"subgroupBroadcastFirst({a})", f"subgroupBallotBitCount(subgroupBallot({self.condition(d)}))",
                 f"subgroupBallotExclusiveBitCount(subgroupBallot({self.condition(d)}))", "gl_SubgroupInvocationID", f"subgroupShuffle({a}, {self.expr(U, 3)} & 63u)",
                 f"subgroup{self.r.choice(['', 'Inclusive', 'Exclusive'])}{self.r.choice(['Add', 'Min', 'Or', 'Xor'])}({a})", f"uint(subgroupElect())"]
        if self.stage == FRAGMENT:
            forms += [f"subgroupQuadSwap{self.r.choice(['Horizontal', 'Vertical', 'Diagonal'])}({a})", f"subgroupQuadBroadcast({a}, {self.r.randrange(4)})", "uint(gl_HelperInvocation)"] * 2
        return self.r.choice(forms)

    def float(self, d):
        def a():
            return self.expr(F, d + 1)

        def v(n):
            return f"vec{n}({', '.join(a() for _ in range(n))})"

        if self.stage == FRAGMENT and self.r.random() < 0.2:
            return self.derivative(d)
        if self.given[F] and self.r.random() < 0.2:
            return self.r.choice(self.given[F])
        if self.exact() or self.r.random() < 0.6:
            return super().float(d)
        forms = [lambda: f"{self.r.choice(['sin', 'cos', 'exp2', 'log2', 'sqrt', 'inversesqrt', 'fract', 'atan', 'tanh', 'exp', 'sign', 'asin'])}({a()})",
                 lambda: f"{self.r.choice(['pow', 'mod', 'step', 'atan'])}({a()}, {a()})", lambda: f"({a()} / {a()})", lambda: f"{self.r.choice(['mix', 'smoothstep', 'fma', 'clamp'])}({a()}, {a()}, {a()})",
                 lambda: f"dot({v(3)}, {v(3)})", lambda: f"length({v(2)})", lambda: f"normalize({v(3)}).{self.r.choice('xyz')}", lambda: f"cross({v(3)}, {v(3)}).{self.r.choice('xyz')}",
                 lambda: f"(mat2({v(4)}) * {v(2)}).{self.r.choice('xy')}", lambda: f"reflect({v(2)}, {v(2)}).y", lambda: f"ldexp({a()}, {self.expr(I, d + 1)} & 15)",
                 lambda: f"unpackUnorm4x8({self.expr(U, d + 1)}).{self.r.choice('xyzw')}", lambda: f"unpackSnorm2x16({self.expr(U, d + 1)}).{self.r.choice('xy')}",
                 lambda: f"uintBitsToFloat({self.expr(U, d + 1)})", lambda: f"float({self.expr(L, d + 1)})" if self.wide else a(),
                 lambda: f"(isnan({a()}) ? {a()} : {a()})", lambda: self.sampled(d), lambda: self.sampled(d), lambda: self.sampled(d)]
        return self.r.choice(forms)()

    def derivative(self, d):
        if self.exact():
            return self.r.choice(self.given[F] or ["1.0"])
        f = self.r.choice(["dFdx", "dFdy", "dFdxFine", "dFdyFine", "dFdxCoarse", "dFdyCoarse", "fwidth", "fwidthFine"])
        return f"{f}({self.expr(F, d + 1)})"

    def sampled(self, d):
        """What is read by samplers whose kind no exact shader has."""
        def v(n):
            return f"vec{n}({', '.join(self.expr(F, d + 2) for _ in range(n))})" if n > 1 else self.expr(F, d + 2)

        level = self.expr(F, d + 2)
        offset = f"ivec2({self.r.randrange(-8, 8)}, {self.r.randrange(-8, 8)})"
        forms = [f"textureLod(S, {v(3)}, {level})", f"textureLod(K, {v(3)}, {level}).x", f"textureLod(V, {v(3)}, {level}).y", f"textureLod(Y, {v(3)}, {level}).z", f"float(textureLod(Z, {v(2)}, {level}).w)",
                 f"textureGrad(V, {v(3)}, {v(3)}, {v(3)}).x", f"textureGrad(K, {v(3)}, {v(3)}, {v(3)}).y", f"textureGrad(S, {v(3)}, {v(2)}, {v(2)})", f"textureGather(K, {v(3)}, {self.r.randrange(4)}).y",
                 f"textureGather(S, {v(2)}, {level}).x", f"textureGatherOffset(Y, {v(3)}, {offset}, 1).w", f"texelFetch(V, ivec3({v(3)}), int({level})).x", f"textureProjLod(V, {v(4)}, {level}).y",
                 f"textureLod(O, {level}, {v(1)}).x", f"float(textureSize(Y, {self.expr(I, 3)}).y)", f"float(textureQueryLevels(K))", f"texelFetchOffset(Y, ivec3({v(3)}), 0, {offset}).x"]
        if self.stage == FRAGMENT:
            forms += [f"texture(S, {v(3)})", f"texture(S, {v(3)}, {level})", f"texture(K, {v(3)}).x", f"texture(K, {v(3)}, {level}).z", f"texture(V, {v(3)}).y", f"textureOffset(Y, {v(3)}, {offset}).z",
                      f"textureProj(V, {v(4)}).x", f"textureQueryLod(Y, {v(2)}).{self.r.choice('xy')}", f"texture(Q, {v(4)}, {level})", f"texture(O, {level}).w", f"textureOffset(S, {v(3)}, {offset}, {level})",
                      f"float(texture(Z, {v(2)}).x)", f"textureProjGradOffset(S, {v(4)}, {v(2)}, {v(2)}, {offset})", f"textureGradOffset(Y, {v(3)}, {v(2)}, {v(2)}, {offset}).x"] * 2
        return self.r.choice(forms)

    def value(self, kind):
        """A component of what is passed on or exported."""
        if kind == F and self.exact():
            return f"float(int({self.expr(U)} & 0x7ffu) - 1000)"
        if kind == D:
            return f"double({self.expr(F)})"
        return f"float16_t({self.expr(F)})" if kind == H else self.expr(kind)

    def vector(self, kind):
        return f"{VECTORS[kind]}({', '.join(self.value(kind) for _ in range(4))})"

    def take(self, kind, name):
        """Components of an input are leaves of expressions."""
        for c in "xyzw":
            self.given[F if kind in (D, H) else kind].append(f"float({name}.{c})" if kind in (D, H) else f"{name}.{c}")

    def position(self, at="gl_Position"):
        self.emit(f"{at} = {self.vector(F)};")

    def outputs(self, varyings, name="o", array=""):
        for v in varyings:
            self.emit(f"{name}{v.location}{array} = {self.vector(v.kind)};")


class Vertex(Stage):
    def __init__(self, r, pipeline):
        super().__init__(r, pipeline, VERTEX)
        p = pipeline
        if p.exact:
            self.triangle()
            return
        for k, format in enumerate(p.attributes):
            kind = ATTRIBUTES[format]
            self.head.append(f"layout(location = {k}) in {VECTORS[kind]} in{k};")
            self.take(kind, f"in{k}")
        self.given[U] += ["uint(gl_VertexIndex)", "uint(gl_InstanceIndex)", "uint(gl_DrawID)", "uint(gl_BaseVertex)", "uint(gl_BaseInstance)"]
        self.head += [v.declaration("out", f"o{v.location}") for v in p.passed[VERTEX]]
        self.begin("uint(gl_VertexIndex) & 255u")
        self.statements(1, 8)
        self.position()
        if "sizes" in p.graphics:
            self.emit(f"gl_PointSize = {self.expr(F)};")
        if "clip" in p.graphics and p.before(FRAGMENT) == VERTEX:
            self.head.append(f"out gl_PerVertex {{ vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[{p.clips}]; float gl_CullDistance[2]; }};")
            for k in range(p.clips):
                self.emit(f"gl_ClipDistance[{k}] = {self.expr(F)};")
            self.emit(f"gl_CullDistance[0] = {self.expr(F)}; gl_CullDistance[1] = 0.5;")
        if "layer" in p.graphics and p.before(FRAGMENT) == VERTEX:
            self.emit(f"gl_Layer = {self.expr(I)}; gl_ViewportIndex = {self.expr(I)} & 3;")
        self.outputs(p.passed[VERTEX])

    def triangle(self):
        """One triangle over all of the target. What is flat is computed; A[0..] has the rest, see Varying.corner."""
        self.head += [v.declaration("out", f"o{v.location}") for v in self.pipeline.passed[VERTEX]]
        self.emit("uint k = uint(gl_VertexIndex);")
        self.emit("gl_Position = vec4(k == 1u ? 3.0 : -1.0, k == 2u ? 3.0 : -1.0, 0.5, 1.0);")
        self.begin("k")
        for _ in range(self.r.randrange(6)):
            self.declare(kind := self.r.choice([U, U, I, F]), self.expr(kind))
        for v in self.pipeline.passed[VERTEX]:
            if v.mode == "flat":
                self.outputs([v])
            else:
                at = [f"A[{v.corners + c}u + (k & {3 if v.mode else 0}u) * 4u]" for c in range(4)]
                self.emit(f"o{v.location} = vec4({', '.join(f'float(int({x} & 0x7ffu) - 1000)' for x in at)}) * {32 if v.mode else 1}.0;")


class Control(Stage):
    def __init__(self, r, pipeline):
        super().__init__(r, pipeline, CONTROL)
        p = pipeline
        self.head.append(f"layout(vertices = {p.patch_out}) out;")
        for v in p.passed[VERTEX]:
            self.head.append(v.declaration("in", f"i{v.location}", "[]"))
            for k in [str(r.randrange(p.patch)), "gl_InvocationID" if p.patch_out <= p.patch else "0", f"(A[3] % {p.patch}u)"]:
                self.take(v.kind, f"i{v.location}[{k}]")
        self.take(F, f"gl_in[{r.randrange(p.patch)}].gl_Position")
        self.given[U] += ["uint(gl_InvocationID)", "uint(gl_PrimitiveID)", "uint(gl_PatchVerticesIn)"]
        self.head += [v.declaration("out", f"o{v.location}", "[]") for v in p.passed[CONTROL]]
        self.head.append(f"layout(location = 30) patch out vec4 whole;")
        self.begin("uint(gl_PrimitiveID * 8 + gl_InvocationID) & 255u")
        self.statements(0, 5)
        self.position("gl_out[gl_InvocationID].gl_Position")
        self.outputs(p.passed[CONTROL], array="[gl_InvocationID]")
        if r.random() < 0.6:
            self.emit("barrier();")
            for v in p.passed[CONTROL][:2]:
                self.take(v.kind, f"o{v.location}[{r.randrange(p.patch_out)}]")
        every = r.random() < 0.4
        self.emit("" if every else "if (gl_InvocationID == 0) {")
        self.emit(f"whole = {self.vector(F)};")
        for k in range(4):
            self.emit(f"gl_TessLevelOuter[{k}] = {self.expr(F)};")
        for k in range(2):
            self.emit(f"gl_TessLevelInner[{k}] = {self.expr(F)};")
        self.emit("" if every else "}")


class Evaluation(Stage):
    def __init__(self, r, pipeline):
        super().__init__(r, pipeline, EVALUATION)
        p = pipeline
        self.head.append(f"layout({r.choice(['triangles', 'quads', 'isolines'])}, {r.choice(['equal_spacing', 'fractional_odd_spacing'])}, {r.choice(['cw', 'ccw'])}) in;")
        for v in p.passed[CONTROL]:
            self.head.append(v.declaration("in", f"i{v.location}", "[]"))
            for k in [str(r.randrange(p.patch_out)), f"(A[3] % {p.patch_out}u)"]:
                self.take(v.kind, f"i{v.location}[{k}]")
        self.head.append(f"layout(location = 30) patch in vec4 whole;")
        self.take(F, "whole")
        self.take(F, f"gl_in[{r.randrange(p.patch_out)}].gl_Position")
        self.given[F] += ["gl_TessCoord.x", "gl_TessCoord.y", "gl_TessLevelOuter[0]", "gl_TessLevelInner[1]"]
        self.given[U] += ["uint(gl_PrimitiveID)"]
        self.head += [v.declaration("out", f"o{v.location}") for v in p.passed[EVALUATION]]
        self.begin("uint(gl_TessCoord.x * 15.0) & 255u")
        self.statements(0, 6)
        self.position()
        self.outputs(p.passed[EVALUATION])


class Geometry(Stage):
    def __init__(self, r, pipeline):
        super().__init__(r, pipeline, GEOMETRY)
        p = pipeline
        invocations = r.choice([1, 1, 1, 2, 5])
        out = r.choice(["points", "line_strip", "triangle_strip"])
        most = r.choice([1, 3, 4, 6])
        streams = out == "points" and r.random() < 0.3
        self.head += [f"layout({p.geometry}, invocations = {invocations}) in;", f"layout({out}, max_vertices = {most}) out;"]
        n = VERTICES[p.geometry]
        for v in p.passed[p.before(GEOMETRY)]:
            self.head.append(v.declaration("in", f"i{v.location}", "[]"))
            for k in [str(r.randrange(n)), f"(A[3] % {n}u)"]:
                self.take(v.kind, f"i{v.location}[{k}]")
        self.take(F, f"gl_in[{r.randrange(n)}].gl_Position")
        self.given[U] += ["uint(gl_InvocationID)", "uint(gl_PrimitiveIDIn)"]
        self.head += [v.declaration("out", f"o{v.location}") for v in p.passed[GEOMETRY]]
        self.begin("uint(gl_PrimitiveIDIn) & 255u")
        self.statements(0, 5)
        loop = r.random() < 0.4
        if loop:
            self.emit(f"for (int k = 0; k < {r.choice([str(most), f'int(A[7] & 3u)', f'int(A[id & 7u] & 3u)'])}; k++) {{")
        for _ in range(1 if loop else most):
            if r.random() < 0.3:
                self.emit(f"if ({self.condition()}) {{")
                self.vertex()
                self.emit("}")
            else:
                self.vertex()
            if out != "points" and r.random() < 0.3:
                self.emit("EndPrimitive();")
        self.emit("}" if loop else "")

    def vertex(self):
        self.position()
        if self.r.random() < 0.3:
            self.emit(f"gl_PrimitiveID = {self.expr(I)}; gl_Layer = {self.expr(I)} & 7;")
        self.outputs(self.pipeline.passed[GEOMETRY])
        self.emit("EmitVertex();")


class Fragment(Stage):
    def __init__(self, r, pipeline):
        super().__init__(r, pipeline, FRAGMENT)
        p = pipeline
        for v in p.passed[p.before(FRAGMENT)]:
            self.head.append(v.declaration("in", f"i{v.location}"))
            self.take(v.kind, f"i{v.location}")
            if not p.exact and v.mode != "flat" and v.kind == F:
                self.given[F] += [f"interpolateAtCentroid(i{v.location}).x", f"interpolateAtSample(i{v.location}, int(A[2] & 3u)).y", f"interpolateAtOffset(i{v.location}, vec2(0.25, {self.expr(F, 3)})).z"]
        self.head += [f"layout(location = {k}) out {VECTORS[t.kind]} c{k};" for k, t in enumerate(p.targets)]
        self.begin(f"uint(gl_FragCoord.y) * {SIDE}u + uint(gl_FragCoord.x) & 255u")
        if p.exact:
            self.whole()
            return
        if "early" in p.graphics:
            self.head.append("layout(early_fragment_tests) in;")
        self.given[F] += ["gl_FragCoord.x", "gl_FragCoord.y", "gl_FragCoord.z", "gl_FragCoord.w"]
        self.given[U] += ["uint(gl_FrontFacing)", "uint(gl_HelperInvocation)", "uint(gl_PrimitiveID)"]
        if "layer" in p.graphics:
            self.given[U] += ["uint(gl_Layer)", "uint(gl_ViewportIndex)"]
        if p.topology == "points":
            self.given[F] += ["gl_PointCoord.x", "gl_PointCoord.y"]
        if "sample" in p.graphics:
            self.given[U] += ["uint(gl_SampleID)", "uint(gl_SampleMaskIn[0])"]
            self.given[F] += ["gl_SamplePosition.x"]
        if "clip" in p.graphics and p.before(FRAGMENT) == VERTEX:
            self.head.append(f"in float gl_ClipDistance[{p.clips}];")
            self.given[F] += [f"gl_ClipDistance[{p.clips - 1}]"]
        self.statements(1, 8)
        for _ in range(r.randrange(3) if "kill" in p.graphics else 0):
            self.kill()
            self.statements(0, 4)
        for k, t in enumerate(p.targets):
            if r.random() < 0.9:
                self.emit(f"c{k} = {self.vector(t.kind)};")
        if "depth" in p.graphics:
            if r.random() < 0.3:
                self.head.append(f"layout(depth_{r.choice(['greater', 'less'])}) out float gl_FragDepth;")
            self.emit(f"gl_FragDepth = {self.expr(F)};")
        if "mask" in p.graphics:
            self.emit(f"gl_SampleMask[0] = {self.expr(I)};")
        if r.random() < 0.2:
            self.kill()

    def kill(self):
        how = self.r.choice(["discard", "demote", "terminateInvocation"])
        self.emit(f"if ({self.condition()}) {how};")

    def whole(self):
        """All of each input counts, so that none of them goes elsewhere."""
        p = self.pipeline
        for k, t in enumerate(p.targets):
            self.emit(f"c{k} = {VECTORS[t.kind]}(0);")
        for v in p.passed[VERTEX]:
            for c in "xyzw":
                at = f"i{v.location}.{c}"
                self.emit(f"B[id * {B_DWORDS}u] = B[id * {B_DWORDS}u] * 3u + {f'uint(int({at}))' if v.kind == F else f'uint({at})'};")
                if v.kind == F:
                    self.emit(f"B[id * {B_DWORDS}u + 1u] = B[id * {B_DWORDS}u + 1u] * 5u + uint(int(dFdxFine({at}) + 2.0 * dFdyFine({at})));")
        self.given[F] += ["(gl_FragCoord.x - 0.5)", "(gl_FragCoord.y - 0.5)"]
        # Where all pixels of a quad still compute it; of what is loaded, lavapipe of Mesa 22.3 takes wrong differences.
        for _ in range(self.r.randrange(4)):
            a, b = (self.r.choice(self.given[F]) for _ in range(2))
            self.declare(F, f"dFd{self.r.choice('xy')}Fine({self.r.choice([a, f'{a} * {b}', f'float(int({a}) & 7)', f'float((id * {self.r.randrange(1, 99)}u) & 0xffu)'])})")
        self.statements(2, 10)
        if "kill" in p.graphics:
            for _ in range(self.r.randrange(1, 3)):
                self.emit(f"if ({self.condition()}) {self.r.choice(['discard', 'demote', 'terminateInvocation'])};")
                self.statements(0, 3)
        for k, t in enumerate(p.targets):
            parts = [{U: f"{self.expr(U)}", I: f"{self.expr(I)}"}.get(t.kind) for _ in range(4)]
            n = t.format.bits[0]
            if t.kind == F:
                parts = [self.value(F) for _ in range(4)]
            elif n < 32:
                parts = [f"({x} & {(1 << n) - 1}u)" if t.kind == U else f"({x} << {32 - n} >> {32 - n})" for x in parts]
            self.emit(f"c{k} = {VECTORS[t.kind]}({', '.join(parts)});")


class Target:
    def __init__(self, format, written, blend):
        self.format, self.written, self.blend = format, written, blend
        self.kind = {"u": U, "i": I}.get(format.sort(), F)


class Pipeline:
    def __init__(self, seed, exact):

        self.r = r = random.Random(f"{seed} {exact}")
        self.exact = exact
        self.has = {what for what, chance in generate.CHANCES.items() if r.random() < chance}
        if "push" in self.has:
            self.has.discard("dynamic push")
        if exact:
            self.has -= {"push", "dynamic push"}
        self.format, self.texture, self.wrap = r.choice(FORMATS), r.choice(FORMATS), r.choice(list(generate.WRAPS))
        self.narrow = r.choice(["uint8_t", "uint16_t", "int8_t", "int16_t"])
        self.graphics = {what for what, chance in {"kill": 0.5, "early": 0.15, "depth": 0.25, "mask": 0.15, "sample": 0.2, "clip": 0.25, "layer": 0.15, "sizes": 0.3, "half input": 0.5}.items() if r.random() < chance}
        self.clips = r.randrange(1, 7)
        self.shape = SHAPES[0] if exact else r.choice(SHAPES)
        self.topology = "triangles" if exact else r.choice(list(TOPOLOGIES)[:3])
        self.geometry = r.choice(list(TOPOLOGIES))
        if GEOMETRY in self.shape:
            if EVALUATION in self.shape:
                self.geometry = "triangles"
            self.topology = self.geometry
        self.patch, self.patch_out = r.randrange(1, 6), r.randrange(1, 6)
        self.attributes = [r.choice(list(ATTRIBUTES)) for _ in range(0 if exact else r.choice([0, 1, 2, 3, 4, 8, 16]))]
        formats = EXACT_TARGETS if exact else TARGETS
        self.targets = [Target(r.choice(formats), r.choice([15, 15, 15, 7, 1, 10]) if not exact else 15, 0) for _ in range(r.choice([1, 1, 1, 2, 3, 4, 8]) if r.random() < 0.95 else 0)]
        for t in self.targets:
            t.blend = int(not exact and t.kind == F and t.format.bits[0] < 32 and r.random() < 0.3)
        self.states = {"topology": TOPOLOGIES[self.topology]}
        if not exact:
            if CONTROL in self.shape:
                self.states["topology"], self.states["patch"] = 10, self.patch
            if r.random() < 0.3:
                self.states["samples"] = 4
                self.states["sample shading"] = int("sample" in self.graphics and r.random() < 0.5)
                self.states["alpha to coverage"] = int(r.random() < 0.3)
            if "depth" in self.graphics:
                self.states["depth"] = 126
        self.half = "half input" in self.graphics and "small" in self.has and not exact
        self.passed = {s: self.varyings(s) for s in self.shape[:-1]}
        self.stages = {s: {VERTEX: Vertex, CONTROL: Control, EVALUATION: Evaluation, GEOMETRY: Geometry, FRAGMENT: Fragment}[s](r, self) for s in self.shape}

    def before(self, stage):
        return self.shape[self.shape.index(stage) - 1]

    def varyings(self, stage):
        r = self.r
        if self.exact:
            list = []
            for k in range(r.randrange(0, 7)):
                kind = r.choice([U, I, F, F])
                list.append(Varying(k, kind, "flat" if kind != F else r.choice(["flat", "", "noperspective"]), 16 * k))
            return list
        half = [H] * self.half
        last = stage == self.before(FRAGMENT)
        list = []
        for k in range(r.choice([0, 1, 2, 3, 4, 6, 10])):
            kind = r.choice([F, F, F, U, I] + half)
            list.append(Varying(k, kind, ("flat" if kind in (U, I) else r.choice(["", "", "flat", "noperspective", "centroid", "noperspective centroid"] + ["sample"] * ("sample" in self.graphics))) if last else ""))
        return list
