package codeobj

import (
	"bytes"
	"compress/zlib"
	"debug/elf"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
)

// Bundles of code objects for several GPUs, as clang-offload-bundler makes them, and host programs
// that contain such bundles. All numbers are little endian:
//
//	__CLANG_OFFLOAD_BUNDLE__, number of entries (64 bits), and for each: offset from the magic, size,
//	   length of the id (64 bits each), id: "hipv4-amdgcn-amd-amdhsa--gfx906:sramecc+"
//	CCOB, version and method (16 bits each: 0 zlib, 1 zstd), [size of all,] size when unpacked (32 bits, version
//	   3: 64), hash (64 bits), a packed bundle
//	ELF file of another machine: section .hip_fatbin has bundles, one behind the other
//
// Source: LLVM, ClangOffloadBundler ("Bundled Code Object File Layout", "Compressed Offload Bundle").

const bundleMagic, packedMagic = "__CLANG_OFFLOAD_BUNDLE__", "CCOB"

// Limits of what a bundle may claim: code objects for each processor with each setting, a few times.
const (
	maxEntries  = 1 << 12
	maxUnpacked = 1 << 30
	maxID       = 1 << 12
)

// Entry is a part of a bundle.
type Entry struct {
	ID     string // what the bundle calls it: kind, triple and target
	Target string // target id, "gfx906:sramecc+:xnack-"; empty where it is not for a GPU of AMD's
	Data   []byte // the code object, a part of the bundle's bytes
}

// IsBundle reports whether data is a bundle of code objects, or a program of the host with some.
func IsBundle(data []byte) bool {
	return bytes.HasPrefix(data, []byte(bundleMagic)) || bytes.HasPrefix(data, []byte(packedMagic)) ||
		fatBinary(data) != nil
}

// fatBinary is section .hip_fatbin of a host's ELF file, or nil.
func fatBinary(data []byte) []byte {
	f, err := readHeader(data)
	if err != nil || f.machine == machineGPU {
		return nil
	}
	sections, err := f.sections()
	if err != nil {
		return nil
	}
	s := sectionNamed(sections, ".hip_fatbin")
	if s == nil {
		return nil
	}
	b, err := f.contents(s)
	if err != nil || elf.SectionType(s.typ) == elf.SHT_NOBITS {
		return nil
	}
	return b
}

// Entries lists the parts of a bundle or of a host program's bundles; those for the host, which are
// empty, are left out.
func Entries(data []byte) (list []Entry, err error) {
	const where = "offload bundle"
	fat := fatBinary(data)
	if fat != nil {
		data = fat
	}
	budget := uint64(maxUnpacked)
	for at := uint64(0); at < uint64(len(data)); {
		rest := data[at:]
		switch {
		case bytes.HasPrefix(rest, []byte(bundleMagic)):
			more, size, err := readBundle(rest, at)
			if err != nil {
				return nil, err
			}
			list = append(list, more...)
			at += size
		case bytes.HasPrefix(rest, []byte(packedMagic)):
			b, size, err := unpack(rest, at, budget)
			if err != nil {
				return nil, err
			}
			budget -= uint64(len(b))
			more, _, err := readBundle(b, 0)
			if err != nil {
				return nil, inPacked(err, at)
			}
			list = append(list, more...)
			at += size
		case fat == nil && at == 0:
			return nil, errAt(where, 0, "this is no bundle of code objects")
		default: // bundles of a program are aligned, other bytes may follow the last one
			next := nextBundle(rest)
			if next < 0 {
				next = len(rest)
			}
			at += uint64(next)
		}
		if len(list) > maxEntries {
			return nil, errAt(where, at, "there are more than %d code objects", maxEntries)
		}
		if fat == nil {
			break
		}
	}
	return list, nil
}

// nextBundle is where the next bundle begins, behind at least a byte; -1 where there is none.
func nextBundle(b []byte) int {
	next := -1
	for _, magic := range []string{bundleMagic, packedMagic} {
		if i := bytes.Index(b[1:], []byte(magic)); i >= 0 && (next < 0 || i+1 < next) {
			next = i + 1
		}
	}
	return next
}

func inPacked(err error, at uint64) error {
	if e, ok := err.(*Error); ok {
		e.Section = fmt.Sprintf("compressed offload bundle at %#x: %s", at, e.Section)
	}
	return err
}

// readBundle reads one bundle at an offset of the file, and says where it ends.
func readBundle(b []byte, off uint64) (list []Entry, size uint64, err error) {
	const where = "offload bundle"
	at := uint64(len(bundleMagic))
	short := false
	u64 := func() uint64 {
		if uint64(len(b)) < at+8 {
			short = true
			return 0
		}
		at += 8
		return le.Uint64(b[at-8:])
	}
	if !bytes.HasPrefix(b, []byte(bundleMagic)) {
		return nil, 0, errAt(where, off, "it does not begin with %s", bundleMagic)
	}
	n := u64()
	if n > maxEntries {
		return nil, 0, errAt(where, off+at-8, "it has %d entries; at most %d are supported", n, maxEntries)
	}
	taken := uint64(0)
	for i := uint64(0); i < n && !short; i++ {
		from, length, id := u64(), u64(), u64()
		if id > maxID || uint64(len(b))-min(at, uint64(len(b))) < id {
			return nil, 0, errAt(where, off+at, "entry %d: its id has %d bytes", i, id)
		}
		e := Entry{ID: string(b[at : at+id])}
		at += id
		if from > uint64(len(b)) || length > uint64(len(b))-from {
			return nil, 0, errAt(where, off+from, "entry %d, %q: its %d bytes are beyond the end of the bundle's %d", i, e.ID,
				length, len(b))
		}
		if taken += length; taken > 4*uint64(len(b)) {
			return nil, 0, errAt(where, off, "the entries have more bytes than the bundle: they overlap")
		}
		e.Data = b[from : from+length : from+length]
		size = max(size, from+length)
		if i := strings.Index(e.ID, "amdgcn"); i >= 0 && length > 0 {
			e.Target = bundleTarget(e.ID[i:])
			list = append(list, e)
		} else if length > 0 && !strings.HasPrefix(e.ID, "host-") {
			list = append(list, e)
		}
	}
	if short {
		return nil, 0, errAt(where, off+uint64(len(b)), "it ends inside its table of entries")
	}
	return list, max(size, at), nil
}

// bundleTarget is the target of an id from its triple on: "amdgcn-amd-amdhsa--gfx906:xnack+", or with
// one "-" less, as old tools wrote it.
func bundleTarget(id string) string {
	i := strings.LastIndex(id, "gfx")
	if i < 0 {
		return ""
	}
	return id[i:]
}

// unpack unpacks a packed bundle of at most budget bytes and says how many bytes of the file it takes.
func unpack(b []byte, off, budget uint64) (out []byte, size uint64, err error) {
	const where = "compressed offload bundle"
	if len(b) < 8 {
		return nil, 0, errAt(where, off, "the file ends inside its header")
	}
	version, method := le.Uint16(b[4:]), le.Uint16(b[6:])
	words := map[uint16]int{1: 4, 2: 8, 3: 16}[version] // bytes of the sizes
	switch {
	case words == 0:
		return nil, 0, errAt(where, off+4, "its version is %d; 1 to 3 are known", version)
	case len(b) < 8+words+8:
		return nil, 0, errAt(where, off, "the file ends inside its header")
	}
	size, whole := uint64(len(b)), uint64(0)
	switch version {
	case 1:
		whole = uint64(le.Uint32(b[8:]))
	case 2:
		size, whole = uint64(le.Uint32(b[8:])), uint64(le.Uint32(b[12:]))
	case 3:
		size, whole = le.Uint64(b[8:]), le.Uint64(b[16:])
	}
	header := uint64(8 + words + 8)
	if size < header || size > uint64(len(b)) {
		return nil, 0, errAt(where, off+8, "its size is %d, of %d bytes", size, len(b))
	}
	if whole > budget {
		return nil, 0, errAt(where, off, "it has %d bytes when unpacked; at most %d are supported", whole, budget)
	}
	var in io.Reader
	switch method {
	case 0:
		in, err = zlib.NewReader(bytes.NewReader(b[header:size]))
	case 1:
		var done func()
		if in, done, err = unpackZstd(b[header:size], whole); err == nil {
			defer done()
		}
	default:
		return nil, 0, errAt(where, off+6, "its method is %d; known are 0 (zlib) and 1 (zstd)", method)
	}
	if err == nil { // what is unpacked grows as it comes: a header alone takes no memory
		out, err = io.ReadAll(io.LimitReader(in, int64(whole)+1))
	}
	switch {
	case err != nil:
		return nil, 0, &Error{Section: where, Offset: int64(off), Msg: "it cannot be unpacked", Err: err}
	case uint64(len(out)) != whole:
		return nil, 0, errAt(where, off, "it does not have the %d bytes that its header says", whole)
	}
	return out, size, nil
}

// usable reports whether the entry's processor is simulated.
func (e *Entry) usable() bool {
	p := isa.Processor(e.Target)
	_, ok := targetNamed(p)
	return ok || p == isa.GenericGCN14
}

// Choose picks the code object of a bundle or of a host program. want is an entry's number, counted
// from 0, its id or its target; gpu is a target id, for which an entry must be. Either may be empty:
// where only one entry is left, it is that. The error lists what there is.
func Choose(data []byte, want, gpu string) ([]byte, error) {
	list, err := Entries(data)
	if err != nil {
		return nil, err
	}
	fits := func(f func(i int, e *Entry) bool) (found []int) {
		for i := range list {
			if f(i, &list[i]) {
				found = append(found, i)
			}
		}
		return found
	}
	// The processor's own code before that of all.
	serving := func(asked string) (found []int) {
		if found = fits(func(_ int, e *Entry) bool { return e.Target != "" && serves(e.Target, asked) }); len(found) > 0 {
			return found
		}
		return fits(func(_ int, e *Entry) bool { return e.Target != "" && servesAsAny(e.Target, asked) })
	}
	var found []int
	switch number, err := strconv.Atoi(want); {
	case want != "" && err == nil:
		found = fits(func(i int, _ *Entry) bool { return i == number })
	case want != "":
		found = fits(func(_ int, e *Entry) bool { return e.ID == want || e.Target == want })
		if len(found) == 0 {
			found = serving(want)
		}
	case gpu != "":
		found = serving(gpu)
	default:
		found = fits(func(_ int, e *Entry) bool { return e.usable() })
	}
	if len(found) == 1 {
		return list[found[0]].Data, nil
	}
	const where = "offload bundle"
	switch asked := want + gpu; {
	case len(list) == 0:
		return nil, errIn(where, "it has no code for a GPU")
	case len(found) > 1 && (asked == "" || want == "" && gpu != ""):
		return nil, errIn(where, "name one of its code objects, --bundle NUMBER or --gpu TARGET: %s", names(list, found))
	case len(found) > 1:
		return nil, errIn(where, "%q may be several, name one by its number, --bundle NUMBER: %s", want, names(list, found))
	case asked == "":
		return nil, errIn(where, "none of its code objects is for GCN 1.0 to 1.4: %s", names(list, nil))
	default:
		return nil, errIn(where, "none of its code objects is %q: %s", asked, names(list, nil))
	}
}

// names lists entries, all where only is nil.
func names(list []Entry, only []int) string {
	var b []string
	for i := range list {
		if only != nil && !slices.Contains(only, i) {
			continue
		}
		e := &list[i]
		name := e.Target
		if name == "" {
			name = e.ID
		}
		if f := family(isa.Processor(e.Target)); f != "" && !e.usable() {
			name += " (" + f + ")"
		}
		if b = append(b, fmt.Sprintf("%d %s", i, name)); len(b) == 32 {
			b = append(b, fmt.Sprintf("... of %d", len(list)))
			break
		}
	}
	return strings.Join(b, ", ")
}

// serves reports whether code for a target runs where another is asked for: the same processor, and no
// setting that differs. What the code leaves open fits either, and so does what is not asked.
func serves(code, asked string) bool {
	return canonical(isa.Processor(code)) == canonical(isa.Processor(asked)) && agree(code, asked)
}

// servesAsAny reports whether code for all of GCN 1.4 runs where a target is asked for.
func servesAsAny(code, asked string) bool {
	t, err := isa.FindTarget(isa.Processor(asked))
	return isa.Processor(code) == isa.GenericGCN14 && err == nil && t.Gen == isa.GCN14 && agree(code, asked)
}

// agree reports whether no setting of two targets' ids differs.
func agree(code, asked string) bool {
	_, a, _ := strings.Cut(code, ":")
	_, b, _ := strings.Cut(asked, ":")
	for _, x := range strings.Split(a, ":") {
		for _, y := range strings.Split(b, ":") {
			if len(x) > 1 && len(x) == len(y) && x != y && x[:len(x)-1] == y[:len(y)-1] {
				return false
			}
		}
	}
	return true
}

// canonical is a processor's name as isa has it: names of chips too.
func canonical(name string) string {
	if name == isa.GenericGCN14 {
		return name
	}
	if t, err := isa.FindTarget(name); err == nil {
		return t.Name
	}
	return name
}
