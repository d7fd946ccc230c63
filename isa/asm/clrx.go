package asm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// CLRX's dialect: what its texts have beside the directives of GNU as, which are the same. The
// instruction line is isa's (isa/clrx.go). Sources: CLRX documentation, ClrxAsmSyntax,
// ClrxAsmPseudoOps, ClrxAsmRocm, ClrxAsmAmdCl2, ClrxAsmGallium.
//
//	lines        ";" separates statements, "#" begins a comment, "\" at the end continues a line
//	names        "name = %v[0:3]" stands for registers; .scope and "a::b"
//	formats      .rocm, .amd, .amdcl2, .gallium, .rawcode: what the kernels' configuration becomes
//	kernels      .kernel NAME, .config and .args; 256 bytes for the configuration stand behind the label
//
// The configuration becomes an amd_kernel_code_t, of .amd notes and metadata, as in the binaries
// that CLRX writes.

// clrx is the state of the dialect.
type clrx struct {
	operands map[string]isa.Substitute

	format string // "rocm", "amd", "amdcl2", "gallium", "raw"
	driver int64  // version of AMD's driver, major*100 + minor; 0 where the text names none
	device string // of .gpu
	// What containers of OpenCL say of the compiler.
	driverInfo, options, acl string
	wide                     bool  // 64-bit pointers
	llvm                     int64 // version, of .gallium
	hsaLayout                bool  // the code of .amdcl2 is in one section
	started                  bool  // a kernel is declared
	// metadataBytes holds the metadata of .rocm where the text gives them as bytes.
	metadataBytes *section
	samplers      cl20Samplers

	kernels []*clrxKernel
	kernel  *clrxKernel // the one that is configured
	part    string      // ".config" or ".args" of it, or empty
	code    []*clrxKernel
	codes   [][]*clrxKernel // of .kcode

	scopes []*clrxScope
	enums  map[string]int64 // the counters of .enum by scope
	temps  int              // temporary scopes
	rounds int              // of all loops
}

// clrxScope is an open scope.
type clrxScope struct {
	path  string // "a::b", empty for the global one
	using []string
}

func newCLRX() *clrx {
	return &clrx{operands: map[string]isa.Substitute{}, wide: true, enums: map[string]int64{}, scopes: []*clrxScope{{}}}
}

// Substitute implements [isa.RegisterEnv].
func (a *assembler) Substitute(name string) (isa.Substitute, bool) {
	if a.clrx == nil {
		return isa.Substitute{}, false
	}
	for _, full := range a.clrx.names(name) {
		if s, ok := a.clrx.operands[full]; ok {
			return s, true
		}
	}
	return isa.Substitute{}, false
}

// names are the full names that a name may mean, the nearest scope first.
func (c *clrx) names(name string) (list []string) {
	if full, ok := strings.CutPrefix(name, "::"); ok {
		return []string{full}
	}
	if name == "" || name == "." || name[0] >= '0' && name[0] <= '9' {
		return []string{name}
	}
	for i := len(c.scopes) - 1; i >= 0; i-- {
		s := c.scopes[i]
		list = append(list, joinScope(s.path, name))
		for j := len(s.using) - 1; j >= 0; j-- {
			list = append(list, joinScope(s.using[j], name))
		}
	}
	return list
}

// own is the full name of what a statement defines.
func (c *clrx) own(name string) string {
	if full, ok := strings.CutPrefix(name, "::"); ok {
		return full
	}
	if name == "" || name == "." || name[0] >= '0' && name[0] <= '9' || strings.Contains(name, "::") {
		return name
	}
	return joinScope(c.scopes[len(c.scopes)-1].path, name)
}

func joinScope(path, name string) string {
	if path == "" {
		return name
	}
	return path + "::" + name
}

// fullName is the name of the symbol that a name in an expression means: one that is defined, or
// what the current scope may define yet.
func (a *assembler) fullName(name string) string {
	if a.clrx == nil || len(a.clrx.scopes) == 1 && len(a.clrx.scopes[0].using) == 0 && !strings.HasPrefix(name, "::") {
		return name
	}
	for _, full := range a.clrx.names(name) {
		if s := a.symbols[full]; s != nil && s.kind != undefined {
			return full
		}
	}
	return a.clrx.own(name)
}

// splitStatements divides a line at semicolons. The offsets say where the parts begin.
func splitStatements(line string) (parts []string, at []int) {
	from := 0
	for i := 0; i <= len(line); i++ {
		switch {
		case i == len(line) || line[i] == ';':
			parts, at = append(parts, line[from:i]), append(at, from)
			from = i + 1
		case line[i] == '"' || line[i] == '\'':
			q := line[i]
			j := i + 1
			for j < len(line) && line[j] != q {
				if line[j] == '\\' {
					j++
				}
				j++
			}
			if j < len(line) {
				i = j
			}
		}
	}
	return parts, at
}

// clrxBlank replaces the comments of a logical line from start on by spaces: from "#" to the end,
// from "/*" to "*/". A backslash at the end of a line joins the next one to it.
func clrxBlank(text string, start int) (line string, next int, msg string) {
	var b []byte
	i := start
	for i < len(text) && text[i] != '\n' {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && text[i+1] == '\n':
			b = append(b, ' ')
			i += 2
			continue
		case c == '\\' && strings.HasPrefix(text[i+1:], "\r\n"):
			b = append(b, ' ')
			i += 3
			continue
		case c == '"' || c == '\'':
			j := i + 1
			for j < len(text) && text[j] != c && text[j] != '\n' {
				if text[j] == '\\' && j+1 < len(text) && text[j+1] != '\n' {
					j++
				}
				j++
			}
			if j < len(text) && text[j] == c && (c == '"' || j <= i+5) {
				b = append(b, text[i:j+1]...)
				i = j + 1
				continue
			}
		case c == '#':
			for i < len(text) && text[i] != '\n' {
				i++
			}
			continue
		case c == '/' && strings.HasPrefix(text[i:], "/*"):
			n := strings.Index(text[i+2:], "*/")
			if n < 0 {
				return string(b), len(text), "the comment does not end"
			}
			if !strings.Contains(text[i:i+n+4], "\n") {
				for range n + 4 {
					b = append(b, ' ')
				}
			} else {
				b = append(b, ' ')
			}
			i += n + 4
			continue
		}
		b = append(b, text[i])
		i++
	}
	return string(b), min(i+1, len(text)), ""
}

// clrxGPUs are CLRX's names of devices and architectures that targets do not have themselves.
var clrxGPUs = map[string]string{"capeverde": "gfx601", "pitcairn": "gfx601", "tahiti": "gfx600", "oland": "gfx602", "hainan": "gfx602",
	"bonaire": "gfx704", "spectre": "gfx700", "spooky": "gfx700", "kalindi": "gfx703", "mullins": "gfx703", "hawaii": "gfx701",
	"iceland": "gfx802", "topaz": "gfx802", "tonga": "gfx802", "carrizo": "gfx801", "fiji": "gfx803", "stoney": "gfx810",
	"ellesmere": "gfx803", "baffin": "gfx803", "polaris10": "gfx803", "polaris11": "gfx803", "polaris12": "gfx803", "polaris20": "gfx803",
	"polaris21": "gfx803", "polaris22": "gfx803", "gfx804": "gfx803", "vega10": "gfx900", "gfx901": "gfx900", "vega11": "gfx902", "raven": "gfx902",
	"gfx903": "gfx902", "vega12": "gfx904", "gfx905": "gfx904", "vega20": "gfx906", "gfx907": "gfx906",
	"si": "gcn1.0", "gfx6": "gcn1.0", "ci": "gcn1.1", "gfx7": "gcn1.1", "vi": "gcn1.2", "gfx8": "gcn1.2", "vega": "gcn1.4", "gfx9": "gcn1.4",
	"gcn1.4.1": "gfx906"}

// CLRXTarget finds the target that CLRX's .gpu and .arch name.
func CLRXTarget(name string) (isa.Target, error) {
	name = strings.ToLower(strings.TrimSpace(name))
	if other, ok := clrxGPUs[name]; ok {
		name = other
	}
	return isa.FindTarget(name)
}

// clrxFormats are the formats by their directives and names.
var clrxFormats = map[string]string{".rocm": "rocm", ".amdcl2": "amdcl2", ".gallium": "gallium", ".rawcode": "raw", ".raw": "raw",
	".amd": "amd", ".amd3": "amd3"}

// format is the name of a format as .format and .iffmt take it.
func clrxFormat(name string) (string, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	if name == "catalyst" {
		name = "amd"
	}
	f, ok := clrxFormats["."+name]
	return f, ok
}

// clrxIgnored are directives that say nothing about the code: ways of counting registers and of
// reading numbers, and control flow for CLRX's register allocation.
var clrxIgnored = map[string]bool{".policy": true, ".macrocase": true, ".nomacrocase": true, ".buggyfplit": true, ".nobuggyfplit": true,
	".oldmodparam": true, ".nooldmodparam": true, ".nowave32": true, ".lflags": true, ".sbttl": true, ".title": true, ".tittle": true,
	".arch_minor": true, ".arch_stepping": true, ".eflags": true,
	".newbinfmt": true, ".tripple": true, ".target": true, ".md_version": true, ".nosectdiffs": true, ".cf_call": true, ".cf_cjump": true,
	".cf_end": true, ".cf_jump": true, ".cf_ret": true, ".cf_start": true, ".local": true, ".main": true}

// clrxRefused are directives that are known and not supported, with what they are.
var clrxRefused = map[string]string{".regvar": "register variables, which need CLRX's register allocation",
	".rvlin": "register variables, which need CLRX's register allocation", ".usereg": "register variables, which need CLRX's register allocation",
	".gotsym": "entries of a global offset table", ".offset": "sections of absolute addresses", ".struct": "sections of absolute addresses",
	".amd3": "LLVM 10's format for Navi", ".llvm10binfmt": "LLVM 10's format for Navi", ".metadatav3": "LLVM 10's format for Navi",
	".fkernel": "functions that are called", ".scratchsym": "relocations of scratch", ".inner": "sections of the inner binary", ".use_wave32": "waves of 32 lanes", ".wave32": "waves of 32 lanes"}

// clrxElsewhere are directives of some formats, with what they are.
var clrxElsewhere = map[string]string{".metadata": "metadata as bytes", ".header": "a kernel's header as bytes",
	".calnote": "notes as bytes", ".proginfo": "registers as pairs", ".entry": "registers as pairs",
	".setup": "a kernel's setup as bytes", ".isametadata": "metadata as bytes", ".stub": "a kernel's stub as bytes",
	".sampler": "samplers", ".samplerinit": "samplers", ".samplerreloc": "samplers",
	".rwdata": "data that kernels write", ".bssdata": "data that kernels write"}

// directive assembles a directive of the dialect; done is false for all others.
func (c *clrx) directive(a *assembler, word string, s *statement, from, at int) (done bool, err error) {
	rest := strings.TrimSpace(s.text[at:])
	if what, ok := clrxRefused[word]; ok {
		return true, errAt(from, "%s is not supported: %s", word, what)
	}
	if c.format == "amd" && c.kernel != nil && c.part == "" {
		if done, err := c.calPart(a, c.kernel, word, s, from, at); done {
			return true, err
		}
	}
	if c.format == "rocm" && word == ".metadata" {
		if err := a.operands(s, at); err != nil {
			return true, err
		}
		c.started, c.part = true, ""
		c.metadataBytes = a.section(".clrx.metadata", progbits, 0, 0)
		a.enter(c.metadataBytes)
		return true, a.scan.End()
	}
	if c.format == "amdcl2" && (c.part == "" || cl20Parts[word]) {
		if done, err := c.cl20Directive(a, word, s, from, at); done {
			return true, err
		}
	}
	if what, ok := clrxElsewhere[word]; ok && c.part == "" {
		return true, errAt(from, "%s is not supported here: %s", word, what)
	}
	if c.part != "" || c.kernel != nil {
		if done, err := c.configured(a, word, s, from, at); done {
			return true, err
		}
	}
	if clrxIgnored[word] {
		return true, nil
	}
	if f, ok := clrxFormats[word]; ok {
		return true, c.setFormat(word, f, from)
	}
	switch word {
	case ".format":
		f, ok := clrxFormat(rest)
		if !ok {
			return true, errAt(at, "there is no format %s: amd, amdcl2, gallium, rocm and raw are", rest)
		}
		return true, c.setFormat(word, f, from)
	case ".32bit", ".64bit":
		c.wide = word == ".64bit"
		return true, nil
	case ".gpu", ".arch":
		return true, a.clrxGPU(word, rest, at)
	case ".kernel":
		return true, c.declare(a, rest, from)
	case ".driver_version":
		if err := a.operands(s, at); err != nil {
			return true, err
		}
		c.driver, err = a.scan.Known()
		if err == nil && (c.driver < 1 || c.driver > 1<<30) {
			err = errAt(at, "a driver's version is major*100 + minor, like 191205")
		}
		return true, err
	case ".driver_info", ".compile_options", ".acl_version":
		if err := a.operands(s, at); err != nil {
			return true, err
		}
		text, err := a.text()
		if err != nil {
			return true, err
		}
		*map[string]*string{".driver_info": &c.driverInfo, ".compile_options": &c.options,
			".acl_version": &c.acl}[word] = text
		if v, ok := CLRXDriver(text); ok && word == ".driver_info" {
			c.driver = v
		}
		return true, nil
	case ".hsalayout":
		c.hsaLayout = true
		return true, nil
	case ".llvm_version":
		if err := a.operands(s, at); err != nil {
			return true, err
		}
		c.llvm, err = a.scan.Known()
		return true, err
	case ".globaldata":
		c.part = ""
		if err := a.operands(s, at); err != nil {
			return true, err
		}
		return true, a.sectionNamed(".rodata", s, from)
	case ".kcode":
		return true, c.kcode(rest, at)
	case ".kcodeend":
		if len(c.codes) == 0 {
			return true, errAt(from, ".kcodeend without .kcode")
		}
		c.code = c.codes[len(c.codes)-1]
		c.codes = c.codes[:len(c.codes)-1]
		return true, nil
	case ".for", ".while":
		return true, a.clrxLoop(word, s, from, at)
	case ".scope", ".ends", ".endscope", ".using", ".unusing":
		return true, c.scope(word, rest, from)
	case ".enum":
		return true, a.clrxEnum(s, at)
	case ".undef":
		if rest == "" {
			return true, errAt(at, ".undef takes the name of a symbol")
		}
		full := a.fullName(rest)
		delete(c.operands, full)
		if sym := a.symbols[full]; sym != nil && sym.kind == variable {
			sym.kind, sym.val = undefined, isa.Value{}
		}
		return true, nil
	case ".fail":
		return true, errAt(from, ".fail is here: %s", rest)
	case ".get_64bit", ".get_arch", ".get_format", ".get_gpu", ".get_version", ".get_policy",
		".get_driver_version", ".get_llvm_version":
		v, ok := a.clrxProperty(word)
		if !ok {
			return true, errAt(from, "%s is not supported", word)
		}
		a.assign(a.symbol(c.own(rest)), isa.Value{Int: v})
		return true, nil
	case ".fillq":
		return true, errAt(from, ".fillq is not supported: .fill and .quad are")
	case ".string16", ".string32", ".string64":
		if err := a.operands(s, at); err != nil {
			return true, err
		}
		size := map[string]int{".string16": 2, ".string32": 4, ".string64": 8}[word]
		return true, a.items(func(int) error {
			text, err := a.text()
			if err != nil {
				return err
			}
			var b []byte
			for _, x := range []byte(text + "\x00") {
				b = append(append(b, x), make([]byte, size-1)...)
			}
			return a.emit(b)
		})
	case ".half":
		return true, a.clrxHalf(s, at)
	case ".section", ".text", ".data", ".rodata":
		c.part = ""
		if k := c.kernel; word == ".text" && k != nil && (c.format == "amd" || c.format == "amdcl2" && !c.hsaLayout) {
			return true, c.enterKernel(a, k, from)
		}
		return false, nil
	case ".endrept":
		return true, errAt(from, ".endrept without .rept")
	}
	return false, nil
}

func (c *clrx) setFormat(word, f string, from int) error {
	switch {
	case f == "amd3":
		return errAt(from, "%s is not supported: it is LLVM 10's format for Navi; .amd, .amdcl2, .gallium, .rocm and "+
			".rawcode are", word)
	case c.started:
		return errAt(from, "%s must stand before the first kernel", word)
	}
	c.format = f
	return nil
}

// clrxGPU is .gpu and .arch.
func (a *assembler) clrxGPU(word, name string, at int) error {
	t, err := CLRXTarget(name)
	switch {
	case err != nil:
		return errAt(at, "%s: %v", word, err)
	case word == ".gpu" && t.Name != a.o.Target.Name &&
		!(t.Gen == a.o.Target.Gen && a.o.Target.Name == t.Gen.Target().Name), t.Gen != a.o.Target.Gen:
		return errAt(at, "the text is for %s (%s), but it is assembled for %s: give --gpu %s", name, t.Name, a.o.Target.Name,
			t.Name)
	}
	if word == ".gpu" {
		a.clrx.device = strings.TrimSpace(name)
	}
	return nil
}

// CLRXDriver is the version of AMD's driver, major*100 + minor, in a text that names it:
// "... AMD-APP (1912.5) ...".
func CLRXDriver(text string) (int64, bool) {
	var major, minor int64
	_, after, ok := strings.Cut(text, "AMD-APP (")
	n, _ := fmt.Sscanf(after, "%d.%d", &major, &minor)
	return major*100 + minor, ok && n == 2 && major > 0 && major < 1<<20 && minor >= 0
}

// clrxProperty is the number that .get_... stores.
func (a *assembler) clrxProperty(word string) (int64, bool) {
	switch word {
	case ".get_64bit":
		if a.clrx.wide {
			return 1, true
		}
		return 0, true
	case ".get_format":
		v, ok := map[string]int64{"amd": 0, "gallium": 1, "raw": 2, "": 2, "amdcl2": 3, "rocm": 4}[a.clrx.format]
		return v, ok
	case ".get_arch":
		v := map[isa.Gen]int64{isa.GCN10: 0, isa.GCN11: 1, isa.GCN12: 2, isa.GCN14: 3}[a.o.Target.Gen]
		if a.o.Target.Name == "gfx906" {
			v = 4
		}
		return v, true
	case ".get_llvm_version":
		return a.clrx.llvm, true
	case ".get_driver_version":
		return a.clrx.driverVersion(), true
	}
	return 0, false
}

// clrxConditions are the conditions that only the dialect has.
var clrxConditions = []string{"32", "64", "arch", "narch", "fmt", "nfmt", "gpu", "ngpu"}

// isCondition reports whether a word is a directive of a condition.
func (a *assembler) isCondition(word string) bool {
	if conditions[word] {
		return true
	}
	if a.clrx == nil {
		return false
	}
	kind, ok := strings.CutPrefix(word, ".elseif")
	if !ok {
		kind, ok = strings.CutPrefix(word, ".if")
	}
	return ok && (slices.Contains(clrxConditions, kind) || conditions[".if"+kind])
}

// holds decides a condition of the dialect.
func (c *clrx) holds(a *assembler, kind, text string, at int) (bool, error) {
	text = strings.TrimSpace(text)
	switch kind {
	case "32":
		return !c.wide, nil
	case "64":
		return c.wide, nil
	case "fmt", "nfmt":
		f, ok := clrxFormat(text)
		if !ok {
			return false, errAt(at, "there is no format %s", text)
		}
		now := c.format
		if now == "" {
			now = "raw"
		}
		return (f == now) == (kind == "fmt"), nil
	case "arch", "narch":
		same := false
		t, err := CLRXTarget(text)
		switch {
		case err == nil && strings.EqualFold(text, "vega20") ||
			strings.EqualFold(text, "gfx906") || strings.EqualFold(text, "gcn1.4.1"):
			same = a.o.Target.Name == "gfx906"
		case err == nil:
			same = t.Gen == a.o.Target.Gen
		case !later(text):
			return false, errAt(at, "there is no architecture %s", text)
		}
		return same == (kind == "arch"), nil
	}
	t, err := CLRXTarget(text)
	if err != nil && !later(text) {
		return false, errAt(at, "there is no GPU %s", text)
	}
	return (err == nil && t.Name == a.o.Target.Name) == (kind == "gpu"), nil
}

// later reports whether a name is of a GPU after these generations.
func later(name string) bool {
	name = strings.ToLower(name)
	return strings.HasPrefix(name, "gfx1") || strings.HasPrefix(name, "navi") || strings.HasPrefix(name, "gcn1.5")
}

// scope is .scope, .ends, .using and .unusing.
func (c *clrx) scope(word, name string, from int) error {
	top := c.scopes[len(c.scopes)-1]
	path := func() string {
		if full, ok := strings.CutPrefix(name, "::"); ok {
			return full
		}
		return joinScope(top.path, name)
	}
	switch word {
	case ".scope":
		if len(c.scopes) > maxNesting {
			return errAt(from, "scopes nest more than %d deep", maxNesting)
		}
		if name == "" {
			c.temps++
			name = fmt.Sprintf("%d", c.temps) // no name begins with a digit
		}
		c.scopes = append(c.scopes, &clrxScope{path: path()})
	case ".using":
		if name == "" {
			return errAt(from, ".using takes the name of a scope")
		}
		// A name without a path is looked for from here on outwards; scopes that are not open yet
		// are global ones.
		if !strings.HasPrefix(name, "::") {
			name = "::" + name
		}
		top.using = append(top.using, path())
	case ".unusing":
		if name == "" {
			top.using = nil
			return nil
		}
		name = "::" + strings.TrimPrefix(name, "::")
		top.using = slices.DeleteFunc(top.using, func(s string) bool { return s == path() })
	default:
		if len(c.scopes) == 1 {
			return errAt(from, "%s without .scope", word)
		}
		c.scopes = c.scopes[:len(c.scopes)-1]
	}
	return nil
}

// clrxEnum is .enum [>[START],] NAME, ...
func (a *assembler) clrxEnum(s *statement, at int) error {
	if err := a.operands(s, at); err != nil {
		return err
	}
	c := a.clrx
	path := c.scopes[len(c.scopes)-1].path
	if a.scan.Accept(">") {
		c.enums[path] = 0
		if a.scan.Peek().Text != "," {
			v, err := a.scan.Known()
			if err != nil {
				return err
			}
			c.enums[path] = v
		}
		if !a.scan.Accept(",") {
			return a.scan.End()
		}
	}
	return a.items(func(col int) error {
		name, err := a.name("a symbol's name")
		if err != nil {
			return err
		}
		sym := a.symbol(c.own(name))
		if sym.kind != undefined {
			return errAt(col, "%s is defined already, at %s", name, a.where(sym.pos))
		}
		a.assign(sym, isa.Value{Int: c.enums[path]})
		c.enums[path]++
		return nil
	})
}

// clrxHalf is .half: numbers of half precision.
func (a *assembler) clrxHalf(s *statement, at int) error {
	if err := a.operands(s, at); err != nil {
		return err
	}
	return a.items(func(col int) error {
		v, err := a.scan.Expr()
		if err != nil {
			return err
		}
		text := v.Float
		if text == "" {
			if v.Expr != nil {
				return errAt(col, "expected a number")
			}
			text = fmt.Sprint(v.Int)
		}
		h, ok := isa.ParseF16(text)
		if !ok {
			return errAt(col, "%s is out of the range of f16", text)
		}
		return a.emit([]byte{byte(h), byte(h >> 8)})
	})
}

// loop is what .for and .while do when their text has been read.
type loop struct {
	next, cond string // "name=expression", and an expression
	place      statement
}

// clrxLoop is .for NAME=INIT, CONDITION, NEXT and .while CONDITION.
func (a *assembler) clrxLoop(word string, s *statement, from, at int) error {
	l := &loop{cond: s.text[at:], place: *s}
	if word == ".for" {
		parts := strings.SplitN(s.text[at:], ",", 3)
		name, init, ok := strings.Cut(parts[0], "=")
		if len(parts) != 3 || !ok {
			a.fail(errAt(at, ".for takes name=number, condition, next number"))
			l.cond = "0"
		} else {
			l.cond, l.next = parts[1], strings.TrimSpace(name)+"="+parts[2]
			if err := a.clrxAssign(strings.TrimSpace(name) + "=" + init); err != nil {
				a.fail(errAt(at, "%v", err))
				l.cond = "0"
			}
		}
	}
	here := *s
	body, line, file, ok := a.body(word+" without .endr", a.opensRepeat, a.endsRepeat)
	if !ok {
		return nil
	}
	p := here.place
	p.pos.Col = here.base + from + 1
	f := frame{text: body, line: line, file: file, name: word,
		macro: &macro{name: word, body: body, line: line, file: file}, repeat: true, loop: l}
	f.at = len(f.text) // the condition comes first
	a.push(f, &expansion{"in the " + word + " that begins here", p})
	return nil
}

// clrxAssign is "name=expression" of a loop.
func (a *assembler) clrxAssign(text string) error {
	name, value, _ := strings.Cut(text, "=")
	if err := a.scan.Reset(a.o.Target, value, a); err != nil {
		return err
	}
	v, err := a.scan.Known()
	if err != nil {
		return err
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	if name == "" || !isNameByte(name[0]) || name[0] >= '0' && name[0] <= '9' {
		return fmt.Errorf("%q is no name", name)
	}
	sym := a.symbol(a.clrx.own(name))
	if sym.kind == label {
		return fmt.Errorf("%s is a label", name)
	}
	a.assign(sym, isa.Value{Int: v})
	return nil
}

// again begins the next round of a loop and reports whether there is one.
func (a *assembler) again(f *frame) bool {
	l := f.loop
	fail := func(err error) bool {
		a.errorAt(l.place.place, fmt.Sprintf("%s: %v", f.name, err))
		return false
	}
	if a.stopped {
		return false
	}
	if a.clrx.rounds++; a.clrx.rounds > a.most.rounds {
		a.errorAt(l.place.place, fmt.Sprintf("loops go more than %d rounds: %s does not end", a.most.rounds, f.name))
		a.stopped = true
		return false
	}
	if f.rounds++; f.rounds > 1 && l.next != "" {
		if err := a.clrxAssign(l.next); err != nil {
			return fail(err)
		}
	}
	if err := a.scan.Reset(a.o.Target, l.cond, a); err != nil {
		return fail(err)
	}
	v, err := a.scan.Known()
	if err == nil {
		err = a.scan.End()
	}
	if err != nil {
		return fail(err)
	}
	if v == 0 {
		return false
	}
	if a.expanded += len(f.text); a.expanded > a.most.expanded {
		a.errorAt(l.place.place, fmt.Sprintf("%s makes more than %d MiB of text", f.name, a.most.expanded>>20))
		a.stopped = true
		return false
	}
	f.at, f.line = 0, f.macro.line
	return true
}

// opensRepeat and endsRepeat recognise the beginning and the end of what is repeated.
func (a *assembler) opensRepeat(w string) bool {
	return opensRepeat(w) || a.clrx != nil && (w == ".for" || w == ".while")
}

func (a *assembler) endsRepeat(w string) bool {
	return endsRepeat(w) || a.clrx != nil && w == ".endrept"
}

// clrxPath is where a name that may have a path of scopes ends.
func clrxPath(text string, i, j int) int {
	for strings.HasPrefix(text[j:], "::") {
		k := j + 2
		for k < len(text) && isNameByte(text[k]) {
			k++
		}
		if k == j+2 {
			break
		}
		j = k
	}
	return j
}

// macroName is the name of a macro in the table: case does not count.
func (a *assembler) macroName(name string) string {
	if a.clrx != nil {
		return strings.ToLower(name)
	}
	return name
}

// clrxOperand is "name = %registers"; the operand begins at at.
func (a *assembler) clrxOperand(name string, from, at int, s *statement) error {
	if err := a.operands(s, at); err != nil {
		return err
	}
	return a.clrxOperandHere(name)
}

// clrxOperandHere makes a name stand for the operand that the scanner is at.
func (a *assembler) clrxOperandHere(name string) error {
	o, err := a.scan.Substitute()
	if err != nil {
		return err
	}
	if err := a.scan.End(); err != nil {
		return err
	}
	full := a.clrx.own(name)
	if sym := a.symbols[full]; sym != nil && sym.kind == label {
		return errAt(0, "%s is a label already, from %s", name, a.where(sym.pos))
	}
	if len(a.clrx.operands) >= a.most.symbols {
		return errAt(0, "too many symbols")
	}
	a.clrx.operands[full] = o
	return nil
}

// clrxDevices are CLRX's names of targets, where it does not know the target's own.
var clrxDevices = map[string]string{"gfx600": "Tahiti", "gfx601": "Pitcairn", "gfx602": "Oland", "gfx703": "Kalindi", "gfx704": "Bonaire",
	"gfx805": "Tonga", "gfx810": "Stoney", "gfx909": "Raven", "gfx90c": "Raven"}

// CLRXDevice is what CLRX's .gpu takes for a target: the target's name, or a device of the same
// generation.
func CLRXDevice(t isa.Target) string {
	if name, ok := clrxDevices[t.Name]; ok {
		return name
	}
	return t.Name
}
