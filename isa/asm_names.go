package isa

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// candidate is one encoding to try.
type candidate struct {
	f   *Form
	sub Format
}

// candidates finds the forms of a mnemonic, shortest encoding first.
func (t *table) candidates(name string) (list []candidate) {
	only := NoFormat
	forms := t.byName[name]
	if base, ok := strings.CutSuffix(name, "_sdwa"); ok && len(forms) == 0 {
		forms, only = t.byName[base], SDWA
	} else if base, ok := strings.CutSuffix(name, "_dpp"); ok && len(forms) == 0 {
		forms, only = t.byName[base], DPP
	} else if base := strings.TrimSuffix(strings.TrimSuffix(name, "_e64"), "_e32"); len(forms) == 0 {
		// A suffix that LLVM does not print, because there is one form only.
		for _, f := range t.byName[base] {
			short := strings.HasSuffix(name, "_e32")
			if f.isVALU() && (f.layout.words == 1) == short || short && f.isSALU() {
				forms = append(forms, f)
			}
		}
	}
	for _, f := range forms {
		if only == NoFormat {
			list = append(list, candidate{f, NoFormat})
		}
		if f.Name == name && strings.HasSuffix(name, "_e32") || f.layout.words > 1 {
			continue
		}
		if only != DPP && f.Fmt >= VOP2 && f.Fmt <= VOPC && f.HasSDWA() {
			sub := SDWA
			if f.Fmt == VOPC && f.Has(FeatureSDWASdst) {
				sub = SDWAB
			}
			list = append(list, candidate{f, sub})
		}
		if only != SDWA && f.Fmt >= VOP2 && f.Fmt <= VOPC && f.HasDPP() {
			list = append(list, candidate{f, DPP})
		}
	}
	size := func(c candidate) int {
		if c.sub != NoFormat {
			return 3
		}
		return int(c.f.layout.words)
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return size(a) - size(b) })
	return list
}

// sameMeaning are mnemonics that a generation does not have because another does the same (AMD GCN3
// ISA: "removed, identical"), and LLVM's name of v_mqsad_u8 on GCN 1.0.
var sameMeaning = map[string]string{"v_mul_lo_i32": "v_mul_lo_u32", "buffer_wbinvl1_sc": "buffer_wbinvl1_vol", "v_mqsad_pk_u16_u8": "v_mqsad_u8"}

// predicateNames are the two spellings that predicates of comparisons have.
var predicateNames = [...][2]string{{"_lg_", "_ne_"}, {"_ne_", "_lg_"}, {"_t_", "_tru_"}, {"_tru_", "_t_"}}

// spellings finds the mnemonic that a name, unknown in the generation, stands for: the other
// spelling of a comparison, or the name that the row has in another generation.
func (t *table) spellings(name string) []candidate {
	base, suffix := name, ""
	for _, s := range [...]string{"_e32", "_e64", "_sdwa", "_dpp"} {
		if b, ok := strings.CutSuffix(name, s); ok {
			base, suffix = b, s
		}
	}
	if other, ok := sameMeaning[base]; ok {
		return t.candidates(other + suffix)
	}
	if strings.HasPrefix(name, "v_cmp") || strings.HasPrefix(name, "s_cmp") {
		for _, p := range predicateNames {
			if list := t.candidates(strings.Replace(base, p[0], p[1], 1) + suffix); strings.Contains(base, p[0]) &&
				len(list) > 0 {
				return list
			}
		}
	}
	found := ""
	for _, d := range t.rows {
		here, named := "", d.Name == base
		for i := range d.Enc {
			x := &d.Enc[i]
			named = named || x.Name == base
			if x.on(t.has) {
				if here = x.Name; here == "" {
					here = d.Name
				}
			}
		}
		if !named || here == "" || here == found {
			continue
		}
		if found != "" {
			return nil // two rows: not clear which
		}
		found = here
	}
	if found == "" {
		return nil
	}
	return t.candidates(found + suffix)
}

// laterNames rewrite names that instructions got after GCN, in the order that they apply (LLVM: the
// aliases of gfx10 and gfx11).
var laterNames = [...][2]string{{"ds_load_", "ds_read_"}, {"ds_store_", "ds_write_"}, {"_nc_u32", "_u32"}, {"v_add_co_ci_", "v_addc_co_"}, {"v_sub_co_ci_", "v_subb_co_"},
	{"v_subrev_co_ci_", "v_subbrev_co_"}, {"_not1_b", "n2_b"},
	{"load_b32", "load_dword"}, {"load_b64", "load_dwordx2"}, {"load_b96", "load_dwordx3"}, {"load_b128", "load_dwordx4"}, {"load_b256", "load_dwordx8"},
	{"load_b512", "load_dwordx16"}, {"store_b32", "store_dword"}, {"store_b64", "store_dwordx2"}, {"store_b96", "store_dwordx3"},
	{"store_b128", "store_dwordx4"}, {"store_b8", "store_byte"}, {"store_b16", "store_short"}, {"load_u8", "load_ubyte"}, {"load_i8", "load_sbyte"},
	{"load_u16", "load_ushort"}, {"load_i16", "load_sshort"}}

// earlier is the name on this generation of an instruction of RDNA, or empty.
func (t *table) earlier(name string) string {
	for _, x := range laterNames {
		if other := strings.Replace(name, x[0], x[1], 1); other != name {
			if len(t.candidates(other)) > 0 {
				return other
			}
			if list := t.spellings(other); len(list) > 0 {
				return list[0].f.Base()
			}
		}
	}
	return ""
}

// lacks says that there is no instruction of a name, and which targets of the generation have one.
func (t *table) lacks(name string) string {
	g := t.has.Gen()
	msg := fmt.Sprintf("%v has no instruction %s", g, name)
	var have []string
	for i := range targets {
		if o := &targets[i]; o.Gen == g && len(o.table().candidates(strings.ToLower(name))) > 0 {
			have = append(have, o.Name)
		}
	}
	if len(have) > 0 {
		return fmt.Sprintf("%s is an instruction of %s, and not of this target", name, strings.Join(have, ", "))
	}
	var others []string
	for _, o := range gens {
		if len(o.Target().table().candidates(strings.ToLower(name))) > 0 {
			others = append(others, o.String())
		}
	}
	if n := len(others); n > 0 {
		if last := gens[len(gens)-1].String(); others[n-1] == last {
			return fmt.Sprintf("%s: it exists from %s on", msg, others[0])
		}
		return fmt.Sprintf("%s: it exists on %s only", msg, strings.Join(others, ", "))
	}
	if n := t.earlier(strings.ToLower(name)); n != "" {
		return fmt.Sprintf("%s: that is a name of RDNA, it is called %s here", msg, n)
	}
	if n := nearest(strings.ToLower(name), maps.Keys(t.byName)); n != "" {
		msg += ": did you mean " + strings.TrimSuffix(strings.TrimSuffix(n, "_e32"), "_e64") + "?"
	}
	return msg
}

// named finds the forms of a mnemonic, also by another spelling of it.
func (t *table) named(name string) []candidate {
	list := t.candidates(name)
	if len(list) == 0 {
		list = t.spellings(name)
	}
	if len(list) == 0 {
		list = t.candidates(withCarry[name])
	}
	return list
}

// withCarry are additions and subtractions under a name that, where it is another instruction's,
// has no carry: where the text has a register for the carry it means the one that GCN 1.4 has under
// another name.
var withCarry = map[string]string{"v_add_i32": "v_add_co_u32", "v_sub_i32": "v_sub_co_u32", "v_add_u32": "v_add_co_u32", "v_sub_u32": "v_sub_co_u32",
	"v_subrev_u32": "v_subrev_co_u32", "v_add_i32_e64": "v_add_co_u32_e64", "v_sub_i32_e64": "v_sub_co_u32_e64",
	"v_add_i32_e32": "v_add_co_u32_e32", "v_sub_i32_e32": "v_sub_co_u32_e32", "v_add_u32_e64": "v_add_co_u32_e64",
	"v_sub_u32_e64": "v_sub_co_u32_e64", "v_subrev_u32_e64": "v_subrev_co_u32_e64", "v_add_u32_e32": "v_add_co_u32_e32",
	"v_sub_u32_e32": "v_sub_co_u32_e32", "v_subrev_u32_e32": "v_subrev_co_u32_e32", "v_add_u32_sdwa": "v_add_co_u32_sdwa",
	"v_sub_u32_sdwa": "v_sub_co_u32_sdwa", "v_subrev_u32_sdwa": "v_subrev_co_u32_sdwa", "v_add_u32_dpp": "v_add_co_u32_dpp",
	"v_sub_u32_dpp": "v_sub_co_u32_dpp", "v_subrev_u32_dpp": "v_subrev_co_u32_dpp"}
