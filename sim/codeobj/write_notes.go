package codeobj

import (
	"bytes"
	"debug/elf"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/vmihailenco/msgpack/v5"
	"go.yaml.in/yaml/v3"
)

// notes are the notes of all sorts.
func (w *writer) notes() (data []byte, err error) {
	add := func(name string, typ uint32, desc []byte) {
		data = le.AppendUint32(le.AppendUint32(le.AppendUint32(data, uint32(len(name)+1)), uint32(len(desc))), typ)
		for _, b := range [][]byte{append([]byte(name), 0), desc} {
			data = append(data, b...)
			for len(data)%4 != 0 {
				data = append(data, 0)
			}
		}
	}
	for _, n := range w.unit.Notes {
		add(n.Name, n.Type, n.Desc)
	}
	for _, m := range w.unit.Metadata {
		tree, err := parseYAML([]byte(m.Text))
		if err != nil {
			return nil,
				&Error{Section: "metadata", Offset: -1, Msg: w.position(m.Pos) + "it is not YAML as metadata are",
					Err: err}
		}
		if m.V2 || m.Runtime {
			typ := uint32(noteMetadata)
			if m.Runtime {
				typ = noteRuntime
			}
			add("AMD", typ, []byte(m.Text))
			continue
		}
		b := &bytes.Buffer{}
		if err := encode(msgpack.NewEncoder(b), tree); err != nil {
			return nil,
				&Error{Section: "metadata", Offset: -1,
					Msg: w.position(m.Pos) + "it cannot be written as MessagePack", Err: err}
		}
		add("AMDGPU", noteMsgpack, b.Bytes())
	}
	for i := range w.unit.Sections {
		if s := &w.unit.Sections[i]; elf.SectionType(s.Type) == elf.SHT_NOTE {
			data = append(data, s.Data...)
			s.Flags &^= uint64(elf.SHF_ALLOC)
		}
	}
	return data, nil
}

// encode writes a tree, maps in the order of their keys, as LLVM does.
func encode(e *msgpack.Encoder, v any) error {
	switch v := v.(type) {
	case nil:
		return e.EncodeNil()
	case bool:
		return e.EncodeBool(v)
	case int64:
		return e.EncodeInt(v)
	case uint64:
		return e.EncodeUint(v)
	case float64:
		return e.EncodeFloat64(v)
	case string:
		return e.EncodeString(v)
	case []any:
		if err := e.EncodeArrayLen(len(v)); err != nil {
			return err
		}
		for _, x := range v {
			if err := encode(e, x); err != nil {
				return err
			}
		}
		return nil
	case map[string]any:
		if err := e.EncodeMapLen(len(v)); err != nil {
			return err
		}
		keys := slices.Sorted(maps.Keys(v))
		numbers := make([]uint64, len(keys))
		numeric := true // registers of PAL
		for i, k := range keys {
			n, err := strconv.ParseUint(k, 10, 64)
			numbers[i], numeric = n, numeric && err == nil && strconv.FormatUint(n, 10) == k
		}
		if numeric {
			slices.Sort(numbers)
		}
		for i, k := range keys {
			var err error
			if numeric {
				k = strconv.FormatUint(numbers[i], 10)
				err = e.EncodeUint(numbers[i])
			} else {
				err = e.EncodeString(k)
			}
			if err != nil {
				return err
			}
			if err := encode(e, v[k]); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("%T is no value of metadata", v)
}

// MetadataTextV2 is the text of the metadata of code object version 2 in the contents of a note section, or empty.
func MetadataTextV2(note []byte) (text string) {
	_ = eachNote([]noteBytes{{note, 0}}, func(vendor string, typ uint32, desc []byte, _ uint64) error {
		if vendor == "AMD" && typ == noteMetadata {
			text = strings.TrimRight(string(desc), "\x00")
		}
		return nil
	})
	return text
}

// NotesText is the directives of an assembly text for the contents of a note section: .amdgpu_metadata,
// .amdgpu_pal_metadata, .amd_amdgpu_isa. exact says that [Write] makes the same bytes of them again.
func NotesText(note []byte) (text string, exact bool) {
	u := asm.Unit{}
	var b strings.Builder
	err := eachNote([]noteBytes{{note, 0}}, func(vendor string, typ uint32, desc []byte, _ uint64) error {
		switch {
		case vendor == "AMD" && typ == noteISAName && len(u.Metadata) == 0:
			fmt.Fprintf(&b, "\n\t.amd_amdgpu_isa %q\n", desc)
			u.Notes = append(u.Notes, asm.Note{Name: vendor, Type: typ, Desc: desc})
			return nil
		case vendor != "AMDGPU" || typ != noteMsgpack || len(u.Metadata) > 0:
			return errIn(".note", "there are others")
		}
		tree, err := parseMsgpack(desc)
		if err != nil {
			return err
		}
		out, err := yaml.Marshal(tree)
		if err != nil {
			return err
		}
		name := "amdgpu_metadata"
		if m, ok := tree.(map[string]any); ok && m["amdpal.pipelines"] != nil {
			name = "amdgpu_pal_metadata"
		}
		fmt.Fprintf(&b, "\n\t.%s\n---\n%s...\n\t.end_%s\n", name, out, name)
		u.Metadata = append(u.Metadata, asm.Metadata{Text: string(out)})
		return nil
	})
	if err != nil {
		return "", false
	}
	again, err := (&writer{unit: u}).notes()
	return b.String(), err == nil && bytes.Equal(again, note)
}

// Notes are the contents of the object's note sections.
func (o *Object) Notes() (list [][]byte) {
	if o.unit != nil {
		for _, n := range unitNotes(o.unit) {
			list = append(list, n.data)
		}
		return list
	}
	for _, s := range o.Sections {
		if s.Type != elf.SHT_NOTE {
			continue
		}
		if note, ok := o.Bytes(s.Addr, s.Size); ok {
			list = append(list, note)
		}
	}
	if list != nil {
		return list
	}
	if f, err := readHeader(o.file); err == nil { // they are not loaded
		notes, _ := f.sectionNotes()
		for _, n := range notes {
			list = append(list, n.data)
		}
	}
	return list
}

// Config is the contents of .AMDGPU.config, which is not loaded: registers of kernels of Gallium. It is
// empty where there is none.
func (o *Object) Config() []byte {
	if o.unit != nil {
		for i := range o.unit.Sections {
			if s := &o.unit.Sections[i]; s.Name == configSection {
				return s.Data
			}
		}
		return nil
	}
	f, err := readHeader(o.file)
	if err != nil {
		return nil
	}
	sections, err := f.sections()
	if err != nil {
		return nil
	}
	s := sectionNamed(sections, configSection)
	if s == nil {
		return nil
	}
	data, _ := f.contents(s)
	return data
}
