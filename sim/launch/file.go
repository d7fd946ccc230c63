package launch

import (
	_ "embed" // schema.json
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/gcnsim/gcnsim/isa/asm"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/launch/files"
)

// Schema is the JSON schema (draft 2020-12) of launch files.
//
//go:embed schema.json
var Schema string

const (
	// MaxBuffer is the most bytes of a buffer, 16 TiB: memory is taken only where it is written.
	MaxBuffer  = 1 << 44
	maxBuffers = 4096
)

// File is a launch file.
type File struct {
	Schema   string   `json:"$schema"`  // for editors, not used
	Code     string   `json:"code"`     // path of a code object, raw binary or assembly text; empty: given elsewhere
	GPU      string   `json:"gpu"`      // generation, target or chip; empty if the code tells
	Buffers  []Buffer `json:"buffers"`  // global memory for the launches
	Launches []Launch `json:"launches"` // run in order; at least one

	Path  string `json:"-"` // where the file is; other paths are relative to its directory
	Trust Trust  `json:"-"` // which files it may name
	Text  Text   `json:"-"` // how its code is assembled, where that is text
}

// Text is what code is read with, most of it assembly text.
type Text struct {
	Include []string     // folders that .include and .incbin look in, behind the text's own
	Define  []asm.Define // symbols that have a value before the first line
	Syntax  isa.Syntax   // how it is written
	Bundle  string       // not of text: which code object of a bundle is taken (codeobj.Choose)
}

// Buffer is a piece of global memory.
type Buffer struct {
	Name   string   `json:"name"`              // unique
	Size   uint64   `json:"size" unit:"bytes"` // bytes, 1 to MaxBuffer
	Addr   *uint64  `json:"addr"`              // exact address; nil: anywhere
	Init   Contents `json:"init"`              // what it begins with
	Fill   uint8    `json:"fill"`              // value of all other bytes
	Save   string   `json:"save"`              // path to write the buffer to when all launches are done, or empty
	Expect Expects  `json:"expect"`            // what it must hold then
}

// Launch is one dispatch.
type Launch struct {
	Kernel     string     `json:"kernel"`                   // name; empty: the only kernel, unless Entry is given
	Entry      *uint64    `json:"entry"`                    // address in a raw binary, instead of a kernel
	Grid       []uint32   `json:"grid"`                     // work-items, one to three dimensions
	Group      []uint32   `json:"group"`                    // work-items of a work-group, as many dimensions
	ABI        string     `json:"abi"`                      // abi.Preset that waves of code without a kernel start with, or empty
	DynamicLDS uint32     `json:"dynamic_lds" unit:"bytes"` // LDS bytes behind the static ones and the local arguments
	Scratch    uint32     `json:"scratch" unit:"bytes"`     // least private bytes of a work-item
	Args       []ArgValue `json:"args"`                     // declared arguments, in order
	Kernarg    string     `json:"kernarg"`                  // buffer that is the kernarg segment, of its own size, instead of Args
	Registers  Registers  `json:"registers"`                // what waves start with, on top of what the ABI sets
	LDS        Contents   `json:"lds"`                      // what the LDS of each work-group begins with: values, no file

	// Expect is what waves and work-groups must hold when they have ended.
	Expect StateExpects `json:"expect"`

	// AllowOversize launches work-groups of more work-items than the kernel was compiled for, as
	// drivers that do not check do.
	AllowOversize bool `json:"allow_oversize"`
}

// Parse reads a launch file. Errors are *Error.
func Parse(r io.Reader) (*File, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	switch {
	case err != nil:
		return nil, &Error{Msg: "cannot be read", Err: err}
	case len(data) > maxFile:
		return nil, &Error{Msg: fmt.Sprintf("it has more than %d bytes", maxFile)}
	}
	n, err := parseTree(data)
	if err != nil {
		return nil, err
	}
	f := &File{}
	if err := bind("", n, reflect.ValueOf(f).Elem()); err != nil {
		return nil, err
	}
	if err := f.validate(); err != nil {
		if e := err.(*Error); e.Line == 0 {
			e.Line = n.lineOf(e.Field)
		}
		return nil, err
	}
	return f, nil
}

// Load reads the launch file at path, a regular file.
func Load(path string) (*File, error) {
	r, err := files.Open(path)
	if err != nil {
		return nil, &Error{File: path, Msg: "cannot be opened", Err: err}
	}
	defer r.Close()
	f, err := Parse(r)
	if err != nil {
		var e *Error
		if errors.As(err, &e) {
			e.File = path
		}
		return nil, err
	}
	f.Path = path
	return f, nil
}

// Resolve is a path of the file as the operating system takes it.
func (f *File) Resolve(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(f.Path), path)
}

// Buffer finds a buffer by name, or returns nil.
func (f *File) Buffer(name string) *Buffer {
	for i := range f.Buffers {
		if f.Buffers[i].Name == name {
			return &f.Buffers[i]
		}
	}
	return nil
}

// lineOf is the line of a field, or of the innermost thing around it that is there.
func (n *node) lineOf(field string) int {
	for field != "" {
		if i, ok := strings.CutPrefix(field, "["); ok {
			num, rest, _ := strings.Cut(i, "]")
			var k int
			if _, err := fmt.Sscan(num, &k); err != nil || n.kind != '[' || k >= len(n.elems) {
				break
			}
			n, field = n.elems[k], strings.TrimPrefix(rest, ".")
			continue
		}
		found := false
		for i, key := range n.keys {
			rest, ok := strings.CutPrefix(field, key)
			if ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
				n, field, found = n.elems[i], strings.TrimPrefix(rest, "."), true
				break
			}
		}
		if !found {
			break
		}
	}
	return n.line
}

func (f *File) validate() error {
	if len(f.Launches) == 0 {
		return Errorf("launches", "there is none; give at least one launch")
	}
	if len(f.Buffers) > maxBuffers {
		return Errorf("buffers", "there are %d; at most %d are supported", len(f.Buffers), maxBuffers)
	}
	names := map[string]bool{}
	for i := range f.Buffers {
		b, at := &f.Buffers[i], fmt.Sprintf("buffers[%d]", i)
		switch {
		case b.Name == "":
			return Errorf(at+".name", "it is missing")
		case names[b.Name]:
			return Errorf(at+".name", "another buffer is called %q too", b.Name)
		case b.Size == 0 || b.Size > MaxBuffer:
			return Errorf(at+".size", "it is %d; a buffer has 1 to %d bytes", b.Size, uint64(MaxBuffer))
		case b.Addr != nil && *b.Addr+(b.Size-1) < *b.Addr:
			return Errorf(at+".addr", "%#x leaves no room for %#x bytes", *b.Addr, b.Size)
		}
		names[b.Name] = true
		for j := range f.Buffers[:i] {
			if o := &f.Buffers[j]; o.Addr != nil && b.Addr != nil && *o.Addr <= *b.Addr+(b.Size-1) &&
				*b.Addr <= *o.Addr+(o.Size-1) {
				return Errorf(at+".addr", "it overlaps buffer %q", o.Name)
			}
		}
		if err := b.validateContents(at); err != nil {
			return err
		}
	}
	for i := range f.Launches {
		if err := f.Launches[i].validate(fmt.Sprintf("launches[%d]", i), names); err != nil {
			return err
		}
	}
	return nil
}

// validateContents checks that what the buffer begins with and must hold lies in it.
func (b *Buffer) validateContents(at string) error {
	inside := func(field string, v *Values) error {
		if v.End() > b.Size {
			return Errorf(at+"."+field, "%d values of %s from byte %#x on end at byte %#x; the buffer has %#x", v.Count,
				v.Type.Name, v.Offset, v.End(), b.Size)
		}
		return nil
	}
	for i := range b.Init.Values {
		if err := inside("init", &b.Init.Values[i]); err != nil {
			return err
		}
	}
	for i := range b.Expect {
		e := &b.Expect[i]
		if e.File != "" && b.Size%uint64(e.Type.Size()) != 0 {
			return Errorf(at+".expect.as", "the buffer's %d bytes are not a whole number of %s", b.Size, e.Type.Name)
		}
		if err := inside("expect", &e.Values); e.File == "" && err != nil {
			return err
		}
	}
	return nil
}

// NoArgs says what to do about arguments of code that has no kernel.
const NoArgs = "the code has no kernel that says where it finds its arguments: put their address into " +
	"registers (--reg s[4:5]=kernarg, in a launch file \"registers\": {\"s[4:5]\": \"kernarg\"}), or start " +
	"waves as a driver does (--abi hsa, \"abi\": \"hsa\": the address in s[4:5], the work-group in s6 to s8, " +
	"the place in it in v0 to v2), or declare a kernel in the text (.amdhsa_kernel)"

// FindsArgs reports whether a launch of code without a kernel says where its arguments are.
func (l *Launch) FindsArgs() bool {
	return l.ABI != "" || slices.ContainsFunc(l.Registers,
		func(r Register) bool { return r.Kind == RegRole && r.Role == abi.KernargSegmentPtr })
}

func (l *Launch) validate(at string, buffers map[string]bool) error {
	for _, name := range []string{"grid", "group"} {
		d := l.Grid
		if name == "group" {
			d = l.Group
		}
		if len(d) < 1 || len(d) > 3 {
			return Errorf(at+"."+name, "it has %d numbers; give one to three", len(d))
		}
		for j, v := range d {
			if v == 0 {
				return Errorf(fmt.Sprintf("%s.%s[%d]", at, name, j), "it is 0; it must be at least 1")
			}
		}
	}
	items := uint64(1)
	for j, v := range l.Group {
		if v > isa.MaxGroupItems {
			return Errorf(fmt.Sprintf("%s.group[%d]",
				at, j), "%d is more than %d, the most work-items of a work-group", v, isa.MaxGroupItems)
		}
		items *= uint64(v)
	}
	_, isPreset := abi.FindPreset(l.ABI)
	unknown := func(field, name string) error {
		return Errorf(at+"."+field, "there is no buffer %q", name)
	}
	switch {
	case len(l.Grid) != len(l.Group):
		return Errorf(at+".group",
			"it has %d dimensions and grid has %d; give both the same", len(l.Group), len(l.Grid))
	case items > isa.MaxGroupItems:
		return Errorf(at+".group", "%d work-items are more than %d", items, isa.MaxGroupItems)
	case l.Entry != nil && l.Kernel != "":
		return Errorf(at+".entry", "it has a kernel too; give one of both")
	case l.Entry != nil && len(l.Args) > 0 && !l.FindsArgs():
		return Errorf(at+".args", NoArgs)
	case l.ABI != "" && !isPreset:
		return Errorf(at+".abi", "%q is not one of %s", l.ABI, strings.Join(abi.PresetNames(), ", "))
	case l.ABI != "" && l.Kernel != "":
		return Errorf(at+".abi", "it has a kernel too, whose descriptor says what its registers hold")
	case l.Kernarg != "" && len(l.Args) > 0:
		return Errorf(at+".kernarg", "it has args too; give one of both")
	case l.Kernarg != "" && !buffers[l.Kernarg]:
		return unknown("kernarg", l.Kernarg)
	case l.LDS.File != "":
		return Errorf(at+".lds", "LDS takes values, not a file")
	case l.Scratch > math.MaxInt32:
		return Errorf(at+".scratch", "%d bytes per work-item are too many", l.Scratch)
	}
	for j := range l.Args {
		if a := &l.Args[j]; a.Kind == "buffer" && !buffers[a.Buffer] {
			return unknown(fmt.Sprintf("args[%d].buffer", j), a.Buffer)
		}
	}
	for j := range l.Expect {
		if err := l.Expect[j].validate(fmt.Sprintf("%s.expect[%d]", at, j), l, buffers); err != nil {
			return err
		}
	}
	for _, r := range l.Registers {
		if r.Kind == RegBuffer && !buffers[r.Buffer] {
			return unknown("registers."+r.Name, r.Buffer)
		}
	}
	return nil
}
