package codeobj

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
	"go.yaml.in/yaml/v3"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/abi"
)

const (
	maxDepth = 16      // of nested maps and lists; real metadata have 5
	maxArgs  = 4096    // of a kernel
	maxYAML  = 4 << 20 // bytes of version 2 metadata; a kernel takes about one KiB
)

// A metadata tree is made of nil, bool, int64, uint64, float64, string, []any and map[string]any.

// parseMsgpack reads one value. It goes through the library's streaming calls, since its own
// decoding into any has no limit on nesting.
func parseMsgpack(b []byte) (any, error) {
	d := msgpack.NewDecoder(bytes.NewReader(b))
	return msgpackValue(d, 0)
}

func msgpackValue(d *msgpack.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("maps and lists are nested more than %d deep", maxDepth)
	}
	c, err := d.PeekCode()
	if err != nil {
		return nil, err
	}
	switch {
	case c == msgpcode.Nil:
		return nil, d.DecodeNil()
	case c == msgpcode.True, c == msgpcode.False:
		return d.DecodeBool()
	case msgpcode.IsFixedNum(c), c >= msgpcode.Int8 && c <= msgpcode.Int64:
		return d.DecodeInt64()
	case c >= msgpcode.Uint8 && c <= msgpcode.Uint64:
		return d.DecodeUint64()
	case c == msgpcode.Float, c == msgpcode.Double:
		return d.DecodeFloat64()
	case msgpcode.IsString(c), msgpcode.IsBin(c):
		return d.DecodeString()
	case msgpcode.IsFixedArray(c), c == msgpcode.Array16, c == msgpcode.Array32:
		n, err := d.DecodeArrayLen()
		if err != nil {
			return nil, err
		}
		var list []any // grows as elements really come
		for range n {
			v, err := msgpackValue(d, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case msgpcode.IsFixedMap(c), c == msgpcode.Map16, c == msgpcode.Map32:
		n, err := d.DecodeMapLen()
		if err != nil {
			return nil, err
		}
		m := map[string]any{}
		for range n {
			k, err := msgpackKey(d)
			if err != nil {
				return nil, fmt.Errorf("map key: %w", err)
			}
			if _, dup := m[k]; dup {
				return nil, fmt.Errorf("key %q occurs twice in a map", k)
			}
			if m[k], err = msgpackValue(d, depth+1); err != nil {
				return nil, err
			}
		}
		return m, nil
	}
	return nil, fmt.Errorf("unexpected type code %#x", c)
}

// msgpackKey reads the key of a map: a string or, for PAL's registers, a number, whose digits it
// returns.
func msgpackKey(d *msgpack.Decoder) (string, error) {
	c, err := d.PeekCode()
	if err == nil && (msgpcode.IsFixedNum(c) || c >= msgpcode.Uint8 && c <= msgpcode.Int64) {
		n, err := d.DecodeInt64()
		return strconv.FormatInt(n, 10), err
	}
	return d.DecodeString()
}

// parseYAML reads one document. Aliases are refused: no compiler writes them, and they make small
// texts large.
func parseYAML(b []byte) (any, error) {
	if len(b) > maxYAML {
		return nil, fmt.Errorf("there are %d bytes; at most %d are supported", len(b), maxYAML)
	}
	var doc yaml.Node
	b = bytes.TrimRight(b, "\x00")
	if err := yaml.Unmarshal(b, &doc); err != nil {
		if yaml.Unmarshal(strictFlow(b), &doc) != nil {
			return nil, err
		}
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) != 1 {
		return nil, fmt.Errorf("there is no document")
	}
	return yamlValue(doc.Content[0], 0)
}

func yamlValue(n *yaml.Node, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("line %d: maps and lists are nested more than %d deep", n.Line, maxDepth)
	}
	switch n.Kind {
	case yaml.ScalarNode:
		var v any
		if err := n.Decode(&v); err != nil {
			return nil, err
		}
		switch i := v.(type) {
		case int:
			return int64(i), nil
		case nil, bool, int64, uint64, float64, string:
			return v, nil
		}
		return n.Value, nil // a date or the like: its text
	case yaml.SequenceNode:
		list := make([]any, 0, len(n.Content))
		for _, c := range n.Content {
			v, err := yamlValue(c, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case yaml.MappingNode:
		m := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			k := n.Content[i]
			if _, dup := m[k.Value]; dup || k.Kind != yaml.ScalarNode {
				return nil, fmt.Errorf("line %d: key %q is not a plain word or occurs twice", k.Line, k.Value)
			}
			v, err := yamlValue(n.Content[i+1], depth+1)
			if err != nil {
				return nil, err
			}
			m[k.Value] = v
		}
		return m, nil
	}
	return nil, fmt.Errorf("line %d: aliases are not supported", n.Line)
}

// v2Keys renames version 2's keys to version 3's. Attrs and CodeProps are spread into their kernel.
var v2Keys = map[string]string{
	"Version": "amdhsa.version", "Kernels": "amdhsa.kernels", "Printf": "amdhsa.printf",
	"Name": ".name", "SymbolName": ".symbol", "Language": ".language", "LanguageVersion": ".language_version", "Args": ".args",
	"ReqdWorkGroupSize": ".reqd_workgroup_size", "WorkGroupSizeHint": ".workgroup_size_hint", "VecTypeHint": ".vec_type_hint",
	"RuntimeHandle": ".device_enqueue_symbol",
	"TypeName":      ".type_name", "Size": ".size", "Offset": ".offset", "Align": alignV2, "ValueKind": ".value_kind",
	"PointeeAlign": ".pointee_align", "AddrSpaceQual": ".address_space", "AccQual": ".access", "IsConst": ".is_const",
	"IsRestrict": ".is_restrict", "IsVolatile": ".is_volatile", "IsPipe": ".is_pipe",
	"KernargSegmentSize": ".kernarg_segment_size", "GroupSegmentFixedSize": ".group_segment_fixed_size",
	"PrivateSegmentFixedSize": ".private_segment_fixed_size", "KernargSegmentAlign": ".kernarg_segment_align",
	"WavefrontSize": ".wavefront_size", "NumSGPRs": ".sgpr_count", "NumVGPRs": ".vgpr_count",
	"MaxFlatWorkGroupSize": ".max_flat_workgroup_size", "IsDynamicCallStack": ".uses_dynamic_stack",
	"NumSpilledSGPRs": ".sgpr_spill_count", "NumSpilledVGPRs": ".vgpr_spill_count",
	// Before LLVM 5 was released.
	"Kind": ".value_kind", "WavefrontNumSGPRs": ".sgpr_count", "WorkitemNumVGPRs": ".vgpr_count",
	"WorkgroupGroupSegmentSize": ".group_segment_fixed_size", "WorkitemPrivateSegmentSize": ".private_segment_fixed_size",
}

const alignV2 = ".align (v2)" // version 2 has alignments where version 3 has offsets

// fromV2 turns version 2's tree into version 3's.
func fromV2(tree any) any {
	switch t := tree.(type) {
	case []any:
		out := make([]any, len(t))
		for i, v := range t {
			out[i] = fromV2(v)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, v := range t {
			v = fromV2(v)
			switch v := v.(type) {
			case map[string]any:
				if k == "Attrs" || k == "CodeProps" {
					maps.Copy(out, v)
				}
			case string:
				switch to := v2Keys[k]; k {
				case "SymbolName":
					out[to] = strings.TrimSuffix(v, "@kd")
				case "ValueKind", "Kind", "AddrSpaceQual", "AccQual":
					out[to] = snake(v)
				default:
					out[to] = v
				}
			default:
				out[v2Keys[k]] = v
			}
		}
		delete(out, "") // keys without a counterpart
		// Before LLVM 5 was released: versions from runtime metadata's 2 on, and logarithms, as in
		// amd_kernel_code_t.
		if v, ok := out["amdhsa.version"].([]any); ok && len(v) == 2 && v[0] == int64(3) {
			out["amdhsa.version"] = []any{int64(1), v[1]}
		}
		if out[".wavefront_size"] == int64(6) {
			out[".wavefront_size"] = int64(64)
			if n, ok := out[".kernarg_segment_align"].(int64); ok && n >= 0 && n < 32 {
				out[".kernarg_segment_align"] = int64(1) << n
			}
		}
		return out
	}
	return tree
}

// runtimeKeys are version 2's names of the keys of LLVM 4's runtime metadata: LLVM 4,
// AMDGPURuntimeMetadata.h.
var runtimeKeys = map[string]string{
	"amd.Kernels": "Kernels", "amd.PrintfInfo": "Printf", "amd.KernelName": "Name", "amd.Language": "Language",
	"amd.LanguageVersion": "LanguageVersion", "amd.Args": "Args", "amd.ReqdWorkGroupSize": "ReqdWorkGroupSize",
	"amd.WorkGroupSizeHint": "WorkGroupSizeHint", "amd.VecTypeHint": "VecTypeHint",
	"amd.ArgName": "Name", "amd.ArgTypeName": "TypeName", "amd.ArgSize": "Size", "amd.ArgAlign": "Align",
	"amd.ArgKind": "ValueKind", "amd.ArgAddrQual": "AddrSpaceQual", "amd.ArgAccQual": "AccQual",
	"amd.ArgPointeeAlign": "PointeeAlign", "amd.ArgIsConst": "IsConst", "amd.ArgIsRestrict": "IsRestrict",
	"amd.ArgIsVolatile": "IsVolatile", "amd.ArgIsPipe": "IsPipe",
}

// runtimeWords are version 2's words for the numbers of LLVM 4's runtime metadata, by version 2's
// key.
var runtimeWords = map[string][]string{
	"ValueKind": {"ByValue", "GlobalBuffer", "DynamicSharedPointer", "Sampler", "Image", "Pipe", "Queue",
		"HiddenGlobalOffsetX", "HiddenGlobalOffsetY", "HiddenGlobalOffsetZ", "HiddenNone", "HiddenPrintfBuffer",
		"HiddenDefaultQueue", "HiddenCompletionAction"},
	"AddrSpaceQual": {"Private", "Global", "Constant", "Local", "Generic", "Region"},
	"AccQual":       {"Default", "ReadOnly", "WriteOnly", "ReadWrite"},
}

// fromRuntime turns the tree of LLVM 4's runtime metadata into version 2's. A number without a word
// stays, and the reader says so.
func fromRuntime(tree any) any {
	switch t := tree.(type) {
	case []any:
		out := make([]any, len(t))
		for i, v := range t {
			out[i] = fromRuntime(v)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, v := range t {
			to := runtimeKeys[k]
			v = fromRuntime(v)
			if n, ok := v.(int64); ok && n >= 0 && n < int64(len(runtimeWords[to])) {
				v = runtimeWords[to][n]
			}
			out[to] = v
		}
		delete(out, "") // keys without a counterpart
		if v, ok := t["amd.MDVersion"].([]any); ok && len(v) == 2 && v[0] == int64(2) {
			out["Version"] = []any{int64(1), int64(0)}
		}
		return out
	}
	return tree
}

// snake turns "HiddenGlobalOffsetX" into "hidden_global_offset_x", and "HiddenMultiGridSyncArg"
// into version 3's "hidden_multigrid_sync_arg".
func snake(s string) string {
	var b strings.Builder
	for i, c := range s {
		if c >= 'A' && c <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			c += 'a' - 'A'
		}
		b.WriteRune(c)
	}
	return strings.Replace(b.String(), "multi_grid", "multigrid", 1)
}

// reader takes typed values out of a tree. The first thing that is wrong stays in err; after that
// it returns zero values.
type reader struct {
	err    error
	target string
}

func (r *reader) fail(path, format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%s: %s", path, fmt.Sprintf(format, args...))
	}
}

// table is a map and how one got there.
type table struct {
	r    *reader
	path string
	m    map[string]any
}

func (r *reader) table(v any, path string) table {
	m, ok := v.(map[string]any)
	if !ok {
		r.fail(path, "it is %T, not a map", v)
	}
	return table{r, path, m}
}

func (t table) at(key string) string {
	if t.path == "" {
		return key
	}
	return t.path + key
}

func (t table) str(key string) string {
	v, ok := t.m[key]
	if !ok {
		return ""
	}
	s, ok := v.(string)
	if !ok {
		t.r.fail(t.at(key), "it is %v, not a string", v)
	}
	return s
}

func (t table) flag(key string) bool {
	switch v := t.m[key].(type) {
	case nil:
		return false
	case bool:
		return v
	case int64, uint64: // .uniform_work_group_size is 1
		return v == int64(1) || v == uint64(1)
	default:
		t.r.fail(t.at(key), "it is %v, not true or false", v)
		return false
	}
}

func (t table) uint(key string, most uint64) uint64 {
	v, ok := t.m[key]
	if !ok {
		return 0
	}
	return t.r.uint(v, t.at(key), most)
}

func (r *reader) uint(v any, path string, most uint64) uint64 {
	var n uint64
	switch i := v.(type) {
	case int64:
		if i < 0 {
			r.fail(path, "%d is negative", i)
		}
		n = uint64(i)
	case uint64:
		n = i
	default:
		r.fail(path, "it is %v, not a number", v)
	}
	if n > most {
		r.fail(path, "%d is more than %d", n, most)
		return 0
	}
	return n
}

func (t table) u32(key string) uint32 { return uint32(t.uint(key, math.MaxUint32)) }

func (t table) list(key string) []any {
	v, ok := t.m[key]
	if !ok || v == nil {
		return nil
	}
	l, ok := v.([]any)
	if !ok {
		t.r.fail(t.at(key), "it is %T, not a list", v)
	}
	return l
}

func (t table) u32s(key string) []uint32 {
	var out []uint32
	for i, v := range t.list(key) {
		out = append(out, uint32(t.r.uint(v, fmt.Sprintf("%s[%d]", t.at(key), i), math.MaxUint32)))
	}
	return out
}

func (t table) dim3(key string) (d [3]uint32) {
	if l := t.u32s(key); l != nil && copy(d[:], l) != 3 || len(l) > 3 {
		t.r.fail(t.at(key), "it has %d numbers, not 3", len(l))
	}
	return d
}

// module reads the whole tree.
func (r *reader) module(tree any) []Kernel {
	t := r.table(tree, "")
	if v := t.u32s("amdhsa.version"); r.err == nil && (len(v) != 2 || v[0] != 1) {
		r.fail("amdhsa.version", "it is %v; only 1.x is known", v)
	}
	if target := t.str("amdhsa.target"); target != "" {
		r.target = isa.Processor(target)
	}
	var out []Kernel
	for i, v := range t.list("amdhsa.kernels") {
		out = append(out, r.kernel(r.table(v, fmt.Sprintf("amdhsa.kernels[%d]", i))))
		if r.err != nil {
			return nil
		}
	}
	return out
}

func (r *reader) kernel(t table) Kernel {
	k := Kernel{
		HasMetadata: true,
		Name:        t.str(".name"), Symbol: cmp.Or(t.str(".symbol"), t.str(".name")), // early version 2 had names only
		KernargSize: t.uint(".kernarg_segment_size", abi.MaxKernarg), KernargAlign: t.uint(".kernarg_segment_align",
			abi.MaxKernarg),
		MetaLDSBytes: t.u32(".group_segment_fixed_size"), MetaPrivateBytes: t.u32(".private_segment_fixed_size"),
		UsedSGPRs: t.u32(".sgpr_count"), UsedVGPRs: t.u32(".vgpr_count"),
		SpilledSGPRs: t.u32(".sgpr_spill_count"), SpilledVGPRs: t.u32(".vgpr_spill_count"),
		MaxFlatGroupSize: t.u32(".max_flat_workgroup_size"), ReqdGroupSize: t.dim3(".reqd_workgroup_size"),
		GroupSizeHint: t.dim3(".workgroup_size_hint"), DynamicStack: t.flag(".uses_dynamic_stack"),
		Language: t.str(".language"), LanguageVersion: t.u32s(".language_version"), VecTypeHint: t.str(".vec_type_hint"),
		DeviceEnqueueSym: t.str(".device_enqueue_symbol"), UniformGroupSizes: t.flag(".uniform_work_group_size"),
	}
	switch {
	case k.Symbol == "":
		r.fail(t.at(".symbol"), "it is missing")
	case k.KernargAlign&(k.KernargAlign-1) != 0:
		r.fail(t.at(".kernarg_segment_align"), "%d is not a power of two", k.KernargAlign)
	}
	if w := t.u32(".wavefront_size"); w != 64 && w != 0 {
		r.fail(t.at(".wavefront_size"), "%d lanes; GCN has 64", w)
	}
	args := t.list(".args")
	if len(args) > maxArgs {
		r.fail(t.at(".args"), "there are %d; at most %d are supported", len(args), maxArgs)
		return k
	}
	next := uint32(0) // offset behind the previous argument, where the tree has alignments instead of offsets
	for i, v := range args {
		a := r.arg(r.table(v, fmt.Sprintf("%s[%d]", t.at(".args"), i)), next)
		next = a.Offset + a.Size
		k.Args = append(k.Args, a)
		if r.err != nil {
			return k
		}
	}
	// The compiler writes them in the order of declaration; sorting keeps that promise for
	// hand-written metadata.
	slices.SortStableFunc(k.Args, func(a, b Arg) int {
		if a.Hidden() != b.Hidden() {
			if a.Hidden() {
				return 1
			}
			return -1
		}
		return int(a.Offset) - int(b.Offset)
	})
	return k
}

func (r *reader) arg(t table, next uint32) Arg {
	a := Arg{
		Name: t.str(".name"), TypeName: t.str(".type_name"), ValueKind: ValueKind(t.str(".value_kind")),
		Size: uint32(t.uint(".size", abi.MaxKernarg)), Offset: uint32(t.uint(".offset", abi.MaxKernarg)),
		AddressSpace: t.str(".address_space"), Access: t.str(".access"), PointeeAlign: uint32(t.uint(".pointee_align",
			1<<16)),
		Const: t.flag(".is_const"), Restrict: t.flag(".is_restrict"), Volatile: t.flag(".is_volatile"), Pipe: t.flag(".is_pipe"),
	}
	if _, ok := t.m[".offset"]; !ok {
		align := uint32(t.uint(alignV2, 1<<12))
		if align == 0 || align&(align-1) != 0 {
			r.fail(t.at(".offset"), "it is missing, and so is a sensible alignment")
			return a
		}
		a.Offset = (next + align - 1) &^ (align - 1)
	}
	if a.Access == "default" {
		a.Access = ""
	}
	if a.ValueKind == DynamicSharedPointer {
		a.PointeeAlign = max(a.PointeeAlign, 1)
	}
	switch {
	case a.ValueKind == "":
		r.fail(t.at(".value_kind"), "it is missing")
	case a.PointeeAlign&(a.PointeeAlign-1) != 0:
		r.fail(t.at(".pointee_align"), "%d is not a power of two", a.PointeeAlign)
	}
	return a
}
