package asm

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// get reads the field.
func (f bits) get(b []byte) int64 {
	v := int64(binary.LittleEndian.Uint64(slices.Concat(b[f.at/8:], make([]byte, 8))) >> (f.at % 8))
	if f.width < 64 {
		v &= 1<<f.width - 1
	}
	return v
}

// clrxWritten are the fields that a configuration is written with, by the directives that the page
// of CLRX's .rocm names; of several names of a field it is the one here.
var clrxWritten = [...]string{"floatmode", "priority", "exceptions", "localsize", "scratchbuffer", "gds_segment_size", "kernarg_segment_size",
	"kernarg_segment_align", "group_segment_align", "private_segment_align", "wavefront_size", "userdatanum", "call_convention",
	"kernel_code_entry_offset", "kernel_code_prefetch_offset", "kernel_code_prefetch_size", "max_scratch_backing_memory",
	"workgroup_fbarrier_count", "runtime_loader_kernel_symbol", "wavefront_sgpr_count", "workitem_vgpr_count"}

// clrxAlways are those whose value follows from others where it is not written.
var clrxAlways = []string{"floatmode", "kernarg_segment_size", "kernarg_segment_align", "group_segment_align", "private_segment_align", "userdatanum"}

// AppendCLRXConfig appends the lines of a kernel's .config in CLRX's .rocm that make an
// amd_kernel_code_t of 256 bytes. It reports false where no lines make these bytes.
func AppendCLRXConfig(b []byte, t isa.Target, code []byte) ([]byte, bool) {
	return appendCLRXConfig(b, t, code, ".rocm; .64bit; .kernel k; .config")
}

// appendCLRXConfig is AppendCLRXConfig behind head, which has the format, ".kernel k" and the
// beginning of its configuration. Without success it appends nothing.
func appendCLRXConfig(b []byte, t isa.Target, code []byte, head string) ([]byte, bool) {
	if len(code) != codeTSize {
		return b, false
	}
	start := len(b)
	line := func(format string, args ...any) { b = fmt.Appendf(b, "        "+format+"\n", args...) }
	get := func(field string) int64 { return codeTKeys[field].get(code) }
	mask := func(prefix string) string {
		return dimensions(get(prefix+"x") | get(prefix+"y")<<1 | get(prefix+"z")<<2)
	}
	line(".dims %s, %s", mask("enable_sgpr_workgroup_id_"), "xyz"[:get("enable_vgpr_workitem_id")%3+1])
	var flags []string
	seen := map[string]bool{}
	for name, field := range clrxFlags {
		if !strings.HasPrefix(name, "hsa_") && get(field) != 0 {
			flags = append(flags, name)
		}
	}
	slices.Sort(flags)
	for _, name := range flags {
		line(".%s", name)
	}
	if dims := mask("enable_sgpr_grid_workgroup_count_"); dims != "" {
		line(".use_grid_workgroup_count %s", dims)
	}
	line(".private_elem_size %d", 2<<get("private_element_size"))
	line(".codeversion %d, %d", get("amd_code_version_major"), get("amd_code_version_minor"))
	line(".machine %d, %d, %d, %d", get("amd_machine_kind"), get("amd_machine_version_major"),
		get("amd_machine_version_minor"),
		get("amd_machine_version_stepping"))
	for _, kind := range [...]string{"sgpr", "vgpr"} {
		if first, n := get("reserved_"+kind+"_first"), get("reserved_"+kind+"_count"); first > 0 || n > 0 {
			line(".reserved_%ss %d, %d", kind, first, first+n-1)
		}
	}
	// The numbers of registers say how many are allocated; where another number is written beside
	// them it is one of its own.
	sgprs, vgprs := get("wavefront_sgpr_count"), get("workitem_vgpr_count")
	if n := get("granulated_wavefront_sgpr_count"); (max(sgprs, 1)+7)/8-1 != n {
		sgprs = (n + 1) * 8
	}
	granule := int64(t.Limits().VGPRGranule)
	if n := get("granulated_workitem_vgpr_count"); (max(vgprs, 1)-1)/granule != n {
		vgprs = (n + 1) * granule
	}
	line(".sgprsnum %d", sgprs)
	line(".vgprsnum %d", vgprs)
	for _, name := range clrxWritten {
		f := clrxFields[name]
		v := get(f.field)
		if seen[f.field] || v == 0 && !slices.Contains(clrxAlways, name) ||
			name == "wavefront_sgpr_count" && v == sgprs || name == "workitem_vgpr_count" && v == vgprs {
			continue
		}
		seen[f.field] = true
		if f.log {
			v = 1 << (v & 63)
		}
		line(".%s %d", name, v)
	}
	// What has no directive of its own is part of the whole registers.
	rest := func(at int) bool {
		made, ok := clrxConfig(t, b[start:], head)
		return ok && binary.LittleEndian.Uint32(made[at/8:]) != binary.LittleEndian.Uint32(code[at/8:])
	}
	r1, r2 := rest(rsrc1At), rest(rsrc2At)
	if r1 {
		line(".pgmrsrc1 %#x", binary.LittleEndian.Uint32(code[rsrc1At/8:]))
	}
	if r2 {
		line(".pgmrsrc2 %#x", binary.LittleEndian.Uint32(code[rsrc2At/8:]))
	}
	made, ok := clrxConfig(t, b[start:], head)
	if !ok || !bytes.Equal(made, code) {
		return b[:start], false
	}
	return b, true
}

// clrxConfig is the amd_kernel_code_t of the lines of a configuration.
func clrxConfig(t isa.Target, lines []byte, head string) ([]byte, bool) {
	text := head + "\n" + string(lines) + ".text\nk: .skip 256\n s_endpgm\n"
	u, _, err := Assemble(text, Options{Target: t, Syntax: isa.SyntaxCLRX})
	if err != nil || len(u.Sections[0].Data) < codeTSize {
		return nil, false
	}
	return u.Sections[0].Data[:codeTSize], true
}
