package sweep

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// maxLine is the most bytes of a line of a file of results: records have output of commands, and
// reasons.
const maxLine = 16 << 20

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// The kinds of lines.
const (
	lineRecord = 'r' // a record in JSON
	lineBegun  = 'b' // the name of a task that begins
	lineLeft   = 'l' // the name of a task that its worker has left, as it was told to end
)

// appendLine appends a line: kind, checksum of the rest, text.
func appendLine(b []byte, kind byte, text []byte) []byte {
	b = append(b, kind, ' ')
	b = fmt.Appendf(b, "%08x ", crc32.Checksum(text, castagnoli)^uint32(kind))
	return append(append(b, text...), '\n')
}

// parseLine reads a line without its end; ok is false where it is torn or damaged.
func parseLine(line []byte) (kind byte, text []byte, ok bool) {
	const head = len("r 01234567 ")
	if len(line) < head || line[1] != ' ' || line[head-1] != ' ' ||
		!bytes.Contains([]byte{lineRecord, lineBegun, lineLeft}, line[:1]) {
		return 0, nil, false
	}
	var sum [4]byte
	if _, err := hex.Decode(sum[:], line[2:head-1]); err != nil || bytes.ContainsAny(line[2:head-1], "ABCDEF") {
		return 0, nil, false
	}
	text = line[head:]
	got := uint32(sum[0])<<24 | uint32(sum[1])<<16 | uint32(sum[2])<<8 | uint32(sum[3])
	return line[0], text, got == crc32.Checksum(text, castagnoli)^uint32(line[0])
}

// scan reads the lines of a file of results. Those that are torn or damaged are counted and left out.
func scan(r io.Reader, line func(kind byte, text []byte, at int64) error) (damaged int, err error) {
	b := bufio.NewReaderSize(r, 256<<10)
	at := int64(0)
	var long []byte
	for {
		part, err := b.ReadSlice('\n')
		switch {
		case err == bufio.ErrBufferFull && len(long)+len(part) <= maxLine:
			long = append(long, part...)
			continue
		case err == bufio.ErrBufferFull: // no line of ours: skip to its end
			at += int64(len(long) + len(part))
			long = long[:0]
			continue
		case err != nil && err != io.EOF:
			return damaged, err
		}
		whole := part
		if len(long) > 0 {
			long = append(long, part...)
			whole = long
		}
		if len(whole) > 0 {
			text, ended := bytes.CutSuffix(whole, []byte("\n"))
			if kind, text, ok := parseLine(text); ok && ended {
				if err := line(kind, text, at+int64(len(whole)-len(text)-1)); err != nil {
					return damaged, err
				}
			} else {
				damaged++
			}
		}
		at += int64(len(whole))
		long = long[:0]
		if err == io.EOF {
			return damaged, nil
		}
	}
}

// head is what is read of a record to keep it.
type head struct {
	Task   string `json:"task"`
	Status string `json:"status"`
}

// place is where a record is.
type place struct {
	file   int32
	length int32
	at     int64
	status uint8 // index of Statuses
	begun  uint8 // how often the task has begun without a result since
}

// Results are the records that there are of a sweep.
type Results struct {
	s       *Sweep
	places  []place // by task; length 0: there is none
	files   []string
	open    map[int32]*os.File
	count   map[string]int // tasks with a record, by status
	Damaged int            // lines that were torn or damaged
	Other   int            // records of other tasks: the spec, or the simulator, was another one
}

// ErrDiffer is a task with two results.
var ErrDiffer = errors.New("two results of one task differ")

// resultsFolder is where files of results are.
func (s *Sweep) resultsFolder() string { return filepath.Join(s.folder, "results") }

// Results reads what there is in files of results whose names begin with prefix ("" for all).
// The caller closes it.
func (s *Sweep) Results(prefix string) (*Results, error) {
	r := &Results{s: s, places: make([]place, len(s.names)), open: map[int32]*os.File{}, count: map[string]int{}}
	at := make(map[Name]int32, len(s.names))
	for i, n := range s.names {
		at[n] = int32(i)
	}
	entries, err := os.ReadDir(s.resultsFolder())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		if !e.Type().IsRegular() || ext != partExt && ext != recordsExt || !strings.HasPrefix(e.Name(), prefix) {
			continue
		}
		if err := r.read(e.Name(), at); err != nil && !errors.Is(err, os.ErrNotExist) { // a worker may have ended meanwhile
			return nil, errors.Join(err, r.Close())
		}
	}
	return r, nil
}

// read reads a file of results.
func (r *Results) read(name string, at map[Name]int32) error {
	f, err := os.Open(filepath.Join(r.s.resultsFolder(), name))
	if err != nil {
		return err
	}
	defer f.Close()
	file := int32(len(r.files))
	r.files = append(r.files, name)
	damaged, err := scan(f, func(kind byte, text []byte, off int64) error {
		h := head{Task: string(text)}
		if kind == lineRecord {
			h = head{}
			if err := json.Unmarshal(text, &h); err != nil {
				r.Damaged++
				return nil
			}
		}
		var n Name
		if len(h.Task) != 2*len(n) {
			r.Damaged++
			return nil
		}
		if _, err := hex.Decode(n[:], []byte(h.Task)); err != nil {
			r.Damaged++
			return nil
		}
		i, ours := at[n]
		switch {
		case !ours && kind == lineRecord:
			r.Other++
			return nil
		case !ours:
			return nil
		case kind == lineBegun:
			r.places[i].begun = min(r.places[i].begun, 254) + 1
			return nil
		case kind == lineLeft:
			r.places[i].begun = max(r.places[i].begun, 1) - 1
			return nil
		}
		k := slices.Index(Statuses(), h.Status)
		if k < 0 {
			r.Damaged++
			return nil
		}
		return r.take(int(i), place{file: file, length: int32(len(text)), at: off, status: uint8(k)}, text)
	})
	r.Damaged += damaged
	return err
}

// The indexes of statuses.
var (
	doneStatus = uint8(slices.Index(Statuses(), StatusDone))
	lostStatus = uint8(slices.Index(Statuses(), StatusLost))
)

// take keeps a record: the task's own before one that the host has lost, and the first of equal ones.
// Commands are as pure as whoever wrote them has made them: one that has ended well stands.
func (r *Results) take(i int, p place, text []byte) error {
	was := r.places[i]
	switch {
	case was.length == 0:
	case p.status == lostStatus:
		return nil
	case was.status == lostStatus, r.s.Spec.Command != nil && was.status != doneStatus && p.status == doneStatus:
		r.count[Statuses()[was.status]]--
	case r.s.Spec.Command != nil:
		return nil
	default:
		old, err := r.Record(i)
		if err == nil && !bytes.Equal(old, text) {
			err = fmt.Errorf("%w: %s in %s and %s (was it run on files that have changed since, or by a simulator of "+
				"another kind? remove one of the files)", ErrDiffer, r.s.names[i], r.files[was.file], r.files[p.file])
		}
		return err
	}
	p.begun = was.begun
	r.places[i] = p
	r.count[Statuses()[p.status]]++
	return nil
}

// Close closes files.
func (r *Results) Close() error {
	var errs []error
	for _, f := range r.open {
		errs = append(errs, f.Close())
	}
	clear(r.open)
	return errors.Join(errs...)
}

// Has reports whether a task has a record.
func (r *Results) Has(i int) bool { return r.places[i].length > 0 }

// Status is the status of a task, or empty.
func (r *Results) Status(i int) string {
	if !r.Has(i) {
		return ""
	}
	return Statuses()[r.places[i].status]
}

// Count is how many tasks have a record of the status, or of any for "".
func (r *Results) Count(status string) (n int) {
	for s, k := range r.count {
		if status == "" || s == status {
			n += k
		}
	}
	return n
}

// Record is the record of a task in JSON, nil where there is none. It is for one goroutine.
func (r *Results) Record(i int) ([]byte, error) {
	p := r.places[i]
	if p.length == 0 {
		return nil, nil
	}
	f := r.open[p.file]
	if f == nil {
		var err error
		if f, err = os.Open(filepath.Join(r.s.resultsFolder(), r.files[p.file])); err != nil {
			return nil, err
		}
		const most = 200 // open files
		if len(r.open) >= most {
			if err := r.Close(); err != nil {
				return nil, errors.Join(err, f.Close())
			}
		}
		r.open[p.file] = f
	}
	b := make([]byte, p.length)
	if _, err := f.ReadAt(b, p.at); err != nil {
		return nil, fmt.Errorf("%s: %w", r.files[p.file], err)
	}
	return b, nil
}

// The ends of names of files of results.
const (
	partExt    = ".part"
	recordsExt = ".records"
)

// part is a file of results that is being written.
type part struct {
	mu   sync.Mutex
	f    *os.File
	line []byte
	err  error
}

// newPart begins a file of results. Its name is one that nobody else has.
func (s *Sweep) newPart(prefix string) (*part, error) {
	if err := os.MkdirAll(s.resultsFolder(), 0o777); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(s.resultsFolder(), prefix+"*"+partExt)
	if err != nil {
		return nil, err
	}
	return &part{f: f}, f.Chmod(0o666 &^ umask())
}

// put appends a line, by one write: after it the result is there, whatever becomes of the process.
func (p *part) put(kind byte, text []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return p.err
	}
	p.line = appendLine(p.line[:0], kind, text)
	_, p.err = p.f.Write(p.line)
	return p.err
}

func (p *part) close() error { return p.f.Close() }

// finish puts the records of tasks into one file that appears whole, and removes the parts with the
// prefix that they were in.
func (s *Sweep) finish(prefix string, tasks []int) error {
	r, err := s.Results(prefix)
	if err != nil {
		return err
	}
	defer r.Close()
	var parts []string
	for _, name := range r.files {
		if filepath.Ext(name) == partExt {
			parts = append(parts, name)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	tmp, err := os.CreateTemp(s.resultsFolder(), "tmp-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	w := bufio.NewWriterSize(tmp, 256<<10)
	var line []byte
	for _, i := range tasks {
		text, err := r.Record(i)
		if err != nil {
			return errors.Join(err, tmp.Close())
		}
		if text == nil {
			continue
		}
		line = appendLine(line[:0], lineRecord, text)
		if _, err := w.Write(line); err != nil {
			return errors.Join(err, tmp.Close())
		}
	}
	err = errors.Join(w.Flush(), tmp.Chmod(0o666&^umask()), tmp.Sync(), tmp.Close())
	if err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), filepath.Join(s.resultsFolder(), prefix+"all"+recordsExt)); err != nil {
		return err
	}
	for _, name := range parts {
		if err := os.Remove(filepath.Join(s.resultsFolder(), name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// headOf reads the head of a record.
func headOf(text []byte) (h head, err error) {
	err = json.Unmarshal(text, &h)
	return h, err
}
