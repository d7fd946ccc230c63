package codeobj

import (
	"debug/elf"
	"encoding/hex"
	"slices"

	"github.com/gcnsim/gcnsim/isa/asm"
)

// addLineTable makes .debug_line of the text's .file and .loc, as assemblers do: compilers leave it
// to them. A section with contents of its own stays as it is. The table is of DWARF 5, section
// 6.2.4; the program uses its plain opcodes only.
func (w *writer) addLineTable() {
	if len(w.unit.DebugLines) == 0 {
		return
	}
	i := slices.IndexFunc(w.unit.Sections, func(s asm.Section) bool { return s.Name == ".debug_line" })
	if i < 0 {
		i = len(w.unit.Sections)
		w.unit.Sections = append(w.unit.Sections, asm.Section{Name: ".debug_line", Type: uint32(elf.SHT_PROGBITS),
			Align: 1})
		w.placed.addr = append(w.placed.addr, notLoaded)
	}
	if w.unit.Sections[i].Size == 0 {
		w.resize(i, w.lineTable())
	}
}

// Numbers of DWARF: kinds of contents, forms, opcodes.
const (
	dwPath, dwDirIndex, dwMD5         = 1, 2, 5
	dwString, dwUdata, dwData16       = 0x08, 0x0f, 0x1e
	dwCopy, dwAdvancePC, dwAdvanceRow = 1, 2, 3
	dwSetFile, dwSetColumn, dwNegate  = 4, 5, 6
	dwBasicBlock, dwPrologueEnd       = 7, 10
	dwEpilogueBegin                   = 11
	dwEndSequence, dwSetAddress       = 1, 2
	dwDiscriminator                   = 4

	lineBase, lineRange, firstSpecial = -5, 14, 13
	lineInstBytes                     = 4 // instructions are multiples of it, and so are steps of the address
)

// uleb and sleb append numbers of variable length.
func uleb(b []byte, v uint64) []byte {
	for ; v >= 0x80; v >>= 7 {
		b = append(b, byte(v)|0x80)
	}
	return append(b, byte(v))
}

func sleb(b []byte, v int64) []byte {
	for ; v < -64 || v > 63; v >>= 7 {
		b = append(b, byte(v)|0x80)
	}
	return append(b, byte(v)&0x7f)
}

func (w *writer) lineTable() []byte {
	dirs, files, md5 := w.debugFiles()
	head := []byte{lineInstBytes, 1, 1, 0x100 + lineBase, lineRange, firstSpecial, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1}
	head = append(head, 1, dwPath, dwString)
	head = uleb(head, uint64(len(dirs)))
	for _, d := range dirs {
		head = append(append(head, d...), 0)
	}
	if md5 {
		head = append(head, 3, dwPath, dwString, dwDirIndex, dwUdata, dwMD5, dwData16)
	} else {
		head = append(head, 2, dwPath, dwString, dwDirIndex, dwUdata)
	}
	head = uleb(head, uint64(len(files)))
	for i := range files {
		f := &files[i]
		head = append(append(head, f.Name...), 0)
		head = uleb(head, uint64(slices.Index(dirs, f.Dir)))
		if md5 {
			sum := make([]byte, 16)
			_, _ = hex.Decode(sum, []byte(f.MD5)[:min(len(f.MD5), 32)]) // no digits: zero, which is no file's
			head = append(head, sum...)
		}
	}
	program := w.lineProgram()
	t := le.AppendUint32(nil, uint32(2+2+4+len(head)+len(program)))
	t = append(le.AppendUint16(t, 5), 8, 0)
	t = le.AppendUint32(t, uint32(len(head)))
	return append(append(t, head...), program...)
}

// maxDebugFiles bounds the numbers of .file.
const maxDebugFiles = 1 << 16

// debugFiles lists the files by number, from 0, and their directories. md5 says whether they have
// sums.
func (w *writer) debugFiles() (dirs []string, files []asm.DebugFile, md5 bool) {
	for _, f := range w.unit.DebugFiles {
		for f.Number >= len(files) && f.Number < maxDebugFiles {
			files = append(files, asm.DebugFile{})
		}
		if f.Number < len(files) {
			files[f.Number] = f
			md5 = md5 || f.MD5 != ""
		}
	}
	if len(files) > 1 && files[0].Name == "" { // numbers from 1 on, as before DWARF 5
		files[0] = files[1]
	}
	have := map[string]bool{}
	for _, f := range files {
		if !have[f.Dir] {
			have[f.Dir] = true
			dirs = append(dirs, f.Dir)
		}
	}
	return dirs, files, md5
}

// lineProgram has a sequence for each section.
func (w *writer) lineProgram() (b []byte) {
	type state struct {
		addr            uint64
		file, line, col int
		stmt            bool
	}
	section := -1
	var at state
	end := func() {
		if section >= 0 {
			last := w.placed.addr[section] + w.unit.Sections[section].Size
			b = uleb(append(b, dwAdvancePC), (last-at.addr)/lineInstBytes)
			b = append(b, 0, 1, dwEndSequence)
		}
	}
	for _, l := range w.unit.DebugLines {
		if w.placed.addr[l.Section] == notLoaded {
			continue
		}
		addr := w.placed.addr[l.Section] + l.Offset
		if l.Section != section || addr < at.addr {
			end()
			section = l.Section
			at = state{addr: addr, file: 1, line: 1, stmt: true}
			b = le.AppendUint64(append(b, 0, 9, dwSetAddress), addr)
		}
		if l.File != at.file {
			b = uleb(append(b, dwSetFile), uint64(l.File))
		}
		if l.Col != at.col {
			b = uleb(append(b, dwSetColumn), uint64(l.Col))
		}
		if l.Discriminator != 0 {
			d := uleb(nil, uint64(l.Discriminator))
			b = append(append(b, 0, byte(1+len(d)), dwDiscriminator), d...)
		}
		for _, x := range []struct {
			set bool
			op  byte
		}{{l.IsStmt != at.stmt, dwNegate}, {l.BasicBlock, dwBasicBlock}, {l.PrologueEnd, dwPrologueEnd},
			{l.EpilogueBegin, dwEpilogueBegin}} {
			if x.set {
				b = append(b, x.op)
			}
		}
		b = sleb(append(b, dwAdvanceRow), int64(l.Line-at.line))
		b = uleb(append(b, dwAdvancePC), (addr-at.addr)/lineInstBytes)
		b = append(b, dwCopy)
		at = state{addr, l.File, l.Line, l.Col, l.IsStmt}
	}
	end()
	return b
}
