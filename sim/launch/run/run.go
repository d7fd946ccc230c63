package run

import (
	"bufio"
	"bytes"
	"cmp"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/codeobj"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/files"
)

// Module is code and data loaded into a device's memory, ready to be launched.
type Module struct {
	Object *codeobj.Object // what was loaded
	Prog   *sim.Program    // its code, decoded at its address; others that run the same there may share it
	Base   uint64          // where link-time address 0 is
	Raw    bool            // no code object: launches name an entry
}

// LoadModule loads a code object or a raw binary of instructions into the device's memory.
func LoadModule(d *sim.Device, o *codeobj.Object, raw bool) (*Module, error) {
	return load(d, o, raw, nil)
}

// load is LoadModule with programs of earlier runs.
func load(d *sim.Device, o *codeobj.Object, raw bool, p *sim.Programs) (*Module, error) {
	size, align := o.Span()
	rg, err := d.Mem.MapAnywhere("code object", size, align)
	if err != nil {
		return nil, err
	}
	m := &Module{Object: o, Base: rg.Base, Raw: raw}
	code, err := o.Code()
	if err != nil {
		return nil, err
	}
	segs, err := o.Image(rg.Base, scratchWords)
	if err != nil {
		return nil, err
	}
	for _, s := range segs {
		if err := d.Mem.Write(s.Addr, s.Data); err != nil {
			return nil, err
		}
	}
	if m.Prog, err = p.Load(sim.Image{Target: o.ISA(), Base: segs[code].Addr, Bias: rg.Base, XNACK: o.XNACK(),
		Code: segs[code].Data}); err != nil {
		return nil, err
	}
	d.Mem.ResetChanges()
	return m, nil
}

// Done is one launch that was run.
type Done struct {
	Kernel string        // name, or the entry address
	Result *sim.Result   // what it did
	Launch *sim.Launch   // how it was run: with the addresses and registers that the file led to
	Time   time.Duration // the host took for the simulation itself, preparation of buffers and arguments excluded
	CPU    time.Duration // of the process meanwhile; 0 where the host does not tell
}

// Outcome is what running a launch file gave.
type Outcome struct {
	Target   string                // LLVM's name of the code's processor, "gfx803"
	Gen      isa.Gen               // the generation of Target
	Device   *sim.Device           // its memory is as the launches have left it
	Module   *Module               // the code
	Buffers  map[string]*mem.Range // where the buffers of the file are, by name
	Launches []Done                // those that were run, in the order of the file; one that faults is the last
	Fault    *sim.Fault            // the last launch's, nil where all ended
	Unmet    []Unmet               // expectations that do not hold, where all launches ended

	saved uint64 // bytes written for "save"
}

// The most bytes that are read of code: of an object or binary, of what is executable in it, and of
// assembly text.
const (
	MaxCode = 64 << 20 // object or binary
	MaxExec = 16 << 20 // executable segments
	MaxText = 16 << 20 // assembly text
)

// decodedBytes is about how much memory of the host a byte of code takes in a run that is checked.
const decodedBytes = 512

// execBytes is how many bytes of an object are executable.
func execBytes(o *codeobj.Object) (n uint64) {
	for i := range o.Segments {
		if g := &o.Segments[i]; g.Flags&elf.PF_X != 0 {
			n += uint64(len(g.Data))
		}
	}
	return n
}

// ReadCode reads a code object, a raw binary (gpu says for which GPU) or assembly text: a regular
// file of at most MaxCode or MaxText bytes. A text that names its target needs no gpu; if it
// declares kernels it makes a code object.
func ReadCode(path, gpu string, text launch.Text) (o *codeobj.Object, raw bool, err error) {
	return readCode(path, gpu, text, files.Open)
}

// Code reads the code that the launch file names.
func Code(f *launch.File) (o *codeobj.Object, raw bool, err error) {
	if f.Code == "" {
		return nil, false, &launch.Error{File: f.Path, Field: "code",
			Msg: "it is missing: name a code object, a raw binary or assembly text"}
	}
	o, raw, err = readCode(f.Resolve(f.Code), f.GPU, f.Text,
		func(path string) (*os.File, error) { return openResolved(f, path) })
	var e *launch.Error
	switch {
	case err == nil:
	case errors.As(err, &e) && e.File == "":
		e.File = f.Path
	default:
		err = codeError(f, err)
	}
	return o, raw, err
}

// codeError names the launch file in an error that names its code.
func codeError(f *launch.File, err error) error {
	if f.Path == "" {
		return err
	}
	return fmt.Errorf("%s: code: %w", f.Path, err)
}

// IsText reports whether a file is assembly text: its name says so.
func IsText(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".s" || ext == ".asm"
}

func readCode(path, gpu string, text launch.Text, open func(string) (*os.File, error)) (o *codeobj.Object, raw bool,
	err error) {
	if o, raw, err = readObject(path, gpu, text, open); err != nil {
		return nil, false, err
	}
	if n := execBytes(o); n > MaxExec {
		return nil, false, &launch.Error{File: path,
			Msg: fmt.Sprintf("it has %d bytes of code; at most %d are taken", n, MaxExec)}
	}
	return o, raw, nil
}

func readObject(path, gpu string, text launch.Text, open func(string) (*os.File, error)) (o *codeobj.Object, raw bool,
	err error) {
	r, err := open(path)
	if err != nil {
		return nil, false, &launch.Error{File: path, Msg: "cannot be read", Err: err}
	}
	defer r.Close()
	most := int64(MaxCode)
	if IsText(path) {
		most = MaxText
	}
	data, err := files.ReadAll(r, path, most)
	if err != nil {
		return nil, false, &launch.Error{File: path, Msg: "cannot be read", Err: err}
	}
	var want *isa.Target
	if gpu != "" {
		t, err := isa.FindTarget(gpu)
		if err != nil {
			return nil, false, &launch.Error{Field: "gpu", Msg: err.Error()}
		}
		want = &t
	}
	switch bundle := codeobj.IsBundle(data); {
	case bundle:
		id := ""
		if want != nil {
			id = want.ID()
		}
		if data, err = codeobj.Choose(data, text.Bundle, id); err != nil {
			return nil, false, fmt.Errorf("%s: %w", path, err)
		}
	case text.Bundle != "":
		return nil, false, &launch.Error{File: path,
			Msg: "it is no bundle of code objects, so that there is nothing to choose (--bundle)"}
	}
	if codeobj.IsObject(data) {
		target := ""
		if want != nil {
			target = want.Name
		}
		o, err := codeobj.LoadFor(data, target)
		if err != nil {
			return nil, false, fmt.Errorf("%s: %w", path, err)
		}
		if want != nil && want.Gen != o.Gen {
			return nil, false, &launch.Error{File: path, Field: "gpu",
				Msg: fmt.Sprintf("the code object is for %s (%v), not for %s (%v)", o.Target, o.Gen, want.Name,
					want.Gen)}
		}
		if want != nil {
			if err := o.Choose(*want); err != nil {
				return nil, false, fmt.Errorf("%s: %w", path, err)
			}
		}
		return o, false, nil
	}
	if IsText(path) && want == nil {
		if t, ok := asm.TargetOf(string(data)); ok {
			want = &t
		}
	}
	switch {
	case len(data) == 0:
		return nil, false, &launch.Error{File: path, Field: "code", Msg: "the file is empty"}
	case want == nil:
		return nil, false, &launch.Error{File: path, Field: "gpu",
			Msg: "this is no code object, so the GPU must be named (--gpu gfx803, or \"gpu\" in the launch file)"}
	}
	if IsText(path) {
		u, _, err := Text(path, data, *want, text, open)
		if err != nil {
			return nil, false, err
		}
		o, raw, err = textObject(u)
		if err != nil {
			return nil, false, fmt.Errorf("%s: %w", path, err)
		}
		return o, raw, nil
	}
	if o, err = codeobj.Raw(data, want.ID()); err != nil {
		return nil, false, fmt.Errorf("%s: %w", path, err)
	}
	return o, true, nil
}

// Entries lists the code objects of a bundle or of a program of the host, and is empty where the file
// is neither.
func Entries(path string) ([]codeobj.Entry, error) {
	r, err := files.Open(path)
	if err != nil {
		return nil, &launch.Error{File: path, Msg: "cannot be read", Err: err}
	}
	defer r.Close()
	data, err := files.ReadAll(r, path, MaxCode)
	switch {
	case err != nil:
		return nil, &launch.Error{File: path, Msg: "cannot be read", Err: err}
	case !codeobj.IsBundle(data):
		return nil, nil
	}
	list, err := codeobj.Entries(data)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return list, err
}

// Run runs every launch of a file on a new device and compares the buffers. An error says what is
// wrong with the input; a fault of the simulated program and unmet expectations are in the outcome.
func Run(f *launch.File, opts sim.Options) (*Outcome, error) {
	o, raw, err := Code(f)
	if err != nil {
		return nil, err
	}
	return Object(f, o, raw, opts)
}

// Object is [Run] with other code than the file names: raw says that o is no code object, so that
// launches name an entry.
func Object(f *launch.File, o *codeobj.Object, raw bool, opts sim.Options) (*Outcome, error) {
	out, err := execute(f, o, raw, opts, nil)
	if err != nil || out.Fault != nil {
		return out, err
	}
	for i := range f.Buffers {
		if b := &f.Buffers[i]; b.Save != "" {
			if err := out.save(f, b); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// Watched is [Object] for a caller that looks on; it saves nothing. watch is called before each
// launch, with what is there by then and the launch's number, and says what the launch has to
// watch.
func Watched(f *launch.File, o *codeobj.Object, raw bool, opts sim.Options,
	watch func(out *Outcome, i int) []sim.Place) (*Outcome, error) {
	return execute(f, o, raw, opts, watch)
}

// execute runs the launches and finds what does not hold. watch, if it is not nil, says what each
// launch has to watch.
func execute(f *launch.File, o *codeobj.Object, raw bool, opts sim.Options,
	watch func(out *Outcome, i int) []sim.Place) (*Outcome, error) {
	s := &Sequence{file: f, object: o, raw: raw, opts: opts, watch: watch}
	return s.Run()
}

// Sequence is the launches of a file, one after the other on one device. It can be interrupted:
// [Sequence.Run] goes on from there. It can go back, because it holds all of its state.
type Sequence struct {
	file    *launch.File
	object  *codeobj.Object
	raw     bool
	opts    sim.Options
	watch   func(out *Outcome, i int) []sim.Place
	lasting bool // it may be gone back in

	out     *Outcome // nil: nothing is prepared yet
	next    int      // the launch that runs, or is the next to run
	current *current // nil: none runs
}

// Begin makes a sequence of which nothing has run yet, as [Watched] takes it.
func Begin(f *launch.File, o *codeobj.Object, raw bool, opts sim.Options,
	watch func(out *Outcome, i int) []sim.Place) *Sequence {
	return &Sequence{file: f, object: o, raw: raw, opts: opts, watch: watch, lasting: true}
}

// Run executes what is left, and gives what [Watched] does. The error is also that of
// [sim.Execution.Run] where it has been interrupted.
func (s *Sequence) Run() (*Outcome, error) {
	if s.out == nil {
		out, err := s.prepare()
		if err != nil {
			return nil, err
		}
		s.out = out
	}
	f, out := s.file, s.out
	for s.next < len(f.Launches) {
		done, err := s.launch()
		if err != nil {
			return nil, launchError(f, s.next, err)
		}
		s.next++
		out.Launches = append(out.Launches, *done)
		if out.Fault = done.Result.Fault; out.Fault != nil {
			text := ""
			if IsText(f.Code) {
				text = f.Resolve(f.Code)
			}
			out.Fault.Place = s.object.Source(text).Place(out.Fault.PC)
			out.Unmet = nil
			return out, nil
		}
	}
	if err := out.compareBuffers(f); err != nil {
		return nil, err
	}
	return out, nil
}

// launch runs a launch, or what is left of the one that runs.
func (s *Sequence) launch() (*Done, error) {
	if s.current == nil {
		opts := s.opts
		if s.watch != nil {
			opts.Watch = s.watch(s.out, s.next)
		}
		c, err := s.out.bind(s.file, s.next, opts)
		if err == nil && s.lasting {
			c.execution, err = s.out.Device.Start(c.done.Launch)
		}
		if err != nil {
			c.unbind(s.out.Device)
			return nil, err
		}
		s.current = c
	}
	c := s.current
	err := c.run(s.out.Device)
	if errors.Is(err, sim.ErrInterrupted) {
		return nil, err
	}
	s.current = nil
	c.unbind(s.out.Device)
	if err != nil {
		return nil, err
	}
	s.out.Unmet = append(s.out.Unmet, c.states.unmet()...)
	return c.done, nil
}

// prepare maps the buffers and loads the code.
func (s *Sequence) prepare() (*Outcome, error) {
	f, o, opts := s.file, s.object, &s.opts
	err := checkFiles(f)
	if err != nil {
		return nil, err
	}
	if n, most := execBytes(o)*decodedBytes, max(opts.MaxMem, mem.DefaultLimit); n > most {
		return nil, codeError(f, &launch.Error{File: f.Resolve(f.Code),
			Msg: fmt.Sprintf("its %d bytes of code take about %d bytes of memory to run, "+
				"limit %d (--max-mem raises the limit)", execBytes(o), n, most)})
	}
	d := sim.NewDeviceFor(o.ISA())
	d.Chip = f.GPU
	d.Mem.Limit = cmp.Or(opts.MaxMap, opts.MaxMem, mem.MaxAddress)
	d.Mem.UseLimit = cmp.Or(opts.MaxMem, mem.DefaultLimit)
	d.Mem.NoHistory = opts.NoHistory
	out := &Outcome{Target: o.Target, Gen: o.Gen, Device: d, Buffers: map[string]*mem.Range{}}
	for _, fixed := range []bool{true, false} { // fixed addresses first, so that nothing else takes them
		for i := range f.Buffers {
			if b := &f.Buffers[i]; (b.Addr != nil) == fixed {
				if err := out.mapBuffer(f, b); err != nil {
					return nil, err
				}
			}
		}
	}
	if out.Module, err = load(d, o, s.raw, opts.Programs); err != nil {
		return nil, codeError(f, &launch.Error{File: f.Resolve(f.Code), Msg: "cannot be loaded", Err: err})
	}
	return out, nil
}

// launchError names the launch file and the launch in an error.
func launchError(f *launch.File, i int, err error) error {
	var e *launch.Error
	if !errors.As(err, &e) {
		if f.Path == "" {
			return err
		}
		return &launch.Error{File: f.Path, Field: fmt.Sprintf("launches[%d]", i), Msg: "cannot be run", Err: err}
	}
	if e.File == "" {
		e.File = f.Path
		e.Field = strings.TrimSuffix(fmt.Sprintf("launches[%d].%s", i, e.Field), ".")
	}
	return err
}

// save writes a buffer to its file, piece by piece.
func (out *Outcome) save(f *launch.File, b *launch.Buffer) (err error) {
	w, done, err := fence(f).Create(f.Resolve(b.Save), f.Inputs()...)
	if err != nil {
		return saveError(f, b, err)
	}
	if err = out.write(w, b); err == nil {
		err = w.Commit()
	} else {
		err = errors.Join(err, w.Abort())
	}
	if err = errors.Join(err, done()); err != nil {
		return saveError(f, b, err)
	}
	return nil
}

// write writes a buffer. What nothing has written is left out of the file where it is 0.
func (out *Outcome) write(w *files.Output, b *launch.Buffer) error {
	rg := out.Buffers[b.Name]
	piece := make([]byte, min(chunk, b.Size))
	for at := uint64(0); at < b.Size; {
		lo, hi, ok := rg.Used(at)
		if !ok {
			lo, hi = b.Size, b.Size
		}
		if b.Fill == 0 && lo > at {
			if err := w.Skip(int64(lo - at)); err != nil {
				return err
			}
			at = lo
		}
		if out.saved += hi - at; out.saved > out.Device.Mem.UseLimit {
			return fmt.Errorf("%d bytes would be written, more than what memory may be in use: %w", out.saved,
				mem.ErrUse)
		}
		for at < hi {
			n := min(chunk, hi-at)
			if err := out.Device.Mem.Read(rg.Base+at, piece[:n]); err != nil {
				return err
			}
			if _, err := w.Write(piece[:n]); err != nil {
				return err
			}
			at += n
		}
	}
	return nil
}

func (out *Outcome) mapBuffer(f *launch.File, b *launch.Buffer) error {
	var rg *mem.Range
	var err error
	if b.Addr != nil {
		rg, err = out.Device.Mem.Map(b.Name, *b.Addr, b.Size)
	} else {
		rg, err = out.Device.Mem.MapAnywhere(b.Name, b.Size, 256)
	}
	if err != nil {
		return &launch.Error{File: f.Path, Field: "buffers." + b.Name, Msg: "cannot be mapped", Err: err}
	}
	out.Buffers[b.Name] = rg
	if b.Fill != 0 {
		rg.Fill(b.Fill)
	}
	for i := range b.Init.Values {
		if err := out.writeValues(rg, &b.Init.Values[i]); err != nil {
			return bufferError(f, b, "init", "cannot be written", err)
		}
	}
	if b.Init.Data != nil {
		return out.fillFrom(f, b, rg, bytes.NewReader(b.Init.Data), uint64(len(b.Init.Data)))
	}
	if b.Init.File == "" {
		return nil
	}
	r, size, err := openBuffer(f, b, "init", b.Init.File)
	if err != nil {
		return err
	}
	defer r.Close()
	return out.fillFrom(f, b, rg, bufio.NewReaderSize(r, int(min(chunk, size))), size)
}

// fillFrom writes what a buffer begins with. Pieces that are what the buffer is filled with anyway
// come into use when the program writes them.
func (out *Outcome) fillFrom(f *launch.File, b *launch.Buffer, rg *mem.Range, in io.Reader, size uint64) error {
	piece, same := make([]byte, min(mem.PageBytes, size)), bytes.Repeat([]byte{b.Fill}, mem.PageBytes)
	for at := uint64(0); at < size; at += uint64(len(piece)) {
		piece = piece[:min(mem.PageBytes, size-at)]
		if _, err := io.ReadFull(in, piece); err != nil {
			return bufferError(f, b, "init", "cannot be read", err)
		}
		if bytes.Equal(piece, same[:len(piece)]) {
			continue
		}
		if err := out.Device.Mem.Write(rg.Base+at, piece); err != nil {
			return bufferError(f, b, "init", fmt.Sprintf("%d bytes of %s do not fit", size, b.Init.File), err)
		}
	}
	return nil
}

// buffer finds a mapped buffer.
func (out *Outcome) buffer(name string) (addr, size uint64, ok bool) {
	rg := out.Buffers[name]
	if rg == nil {
		return 0, 0, false
	}
	return rg.Base, rg.Size(), true
}

// kernargGranule is what a kernarg segment is a multiple of, in bytes, and aligned to: a line of
// the scalar cache. Drivers allocate so, and compilers rely on it: clang loads 28 bytes of
// arguments with s_load_dwordx8. What is behind the arguments is 0. A buffer that stands for the
// segment is as the launch says.
const kernargGranule = 64

// Bind makes a launch of a kernel ready. It sets program, entry, descriptor, scratch and LDS. It
// places in memory what the kernel finds through its initial registers: the dispatch packet, the
// queue and the kernarg segment, unless l names a buffer for that, whose address is in s already.
// buffer finds the buffers that arguments name. temp is what was mapped, for the caller to unmap
// after the run, also where there is an error.
func (m *Module) Bind(d *sim.Device, s *sim.Launch, k *codeobj.Kernel, l *launch.Launch,
	buffer func(name string) (addr, size uint64, ok bool)) (temp []*mem.Range, err error) {
	place := func(name string, data []byte, align uint64) (uint64, error) {
		rg, err := d.Mem.MapAnywhere(name, uint64(len(data)), align)
		if err != nil {
			return 0, err
		}
		temp = append(temp, rg)
		return rg.Base, d.Mem.Write(rg.Base, data)
	}
	disp := NewDispatch(l)
	disp.SharedBase, disp.PrivateBase = uint32(sim.SharedBase>>32), uint32(sim.PrivateBase>>32)
	disp.Buffer, disp.Gen = buffer, m.Object.Gen
	disp.Place = func(name string, data []byte, pointer uint32) (uint64, error) {
		if pointer == 8 {
			return place(name, data, 16)
		}
		rg, err := mapLow(d.Mem, name, uint64(len(data)))
		if err != nil {
			return 0, err
		}
		temp = append(temp, rg)
		return rg.Base, d.Mem.Write(rg.Base, data)
	}
	s.Prog, s.Desc, s.Entry = m.Prog, &k.Desc, m.Base+k.Entry
	s.Grid, s.Group = disp.Grid, disp.Group
	s.Scratch = scratchBytes(l, k)
	queue := disp.queue()
	if s.QueuePtr, err = place("queue", queue[:], 64); err != nil {
		return temp, err
	}
	disp.QueuePtr = s.QueuePtr
	if most := uint32(s.Prog.Target().Limits().GroupLDS); k.Desc.LDSBytes > most {
		return temp, launch.Errorf("kernel", "kernel %s has %d bytes of LDS by itself; a work-group has at most %d on %v",
			k.Name, k.Desc.LDSBytes, most, s.Prog.Target().Gen)
	}
	dynamic := l.DynamicLDS
	kernargSize := k.KernargSize
	if l.Kernarg == "" {
		var segment []byte
		if segment, dynamic, err = BuildKernarg(k, l.Args, disp); err != nil {
			return temp, err
		}
		if len(segment) > 0 {
			segment = append(segment, make([]byte, -len(segment)&(kernargGranule-1))...)
			if s.Kernarg, err = place("kernarg segment", segment, max(k.KernargAlign, kernargGranule)); err != nil {
				return temp, err
			}
		}
		kernargSize = uint64(len(segment))
	}
	user := &userData{module: m, kernel: k, disp: disp, args: l.Args, given: l.Registers, place: place}
	if k.UserData != nil || m.Object.ABI == codeobj.Gallium {
		s.ScratchAt = scratchAt
		user.scratch = scratchBuffer(m.Object, s.Scratch)
	}
	regs, err := user.registers(s.Kernarg, kernargSize)
	if err != nil {
		return temp, err
	}
	s.Registers = append(s.Registers, regs...)
	if n := uint64(k.Desc.LDSBytes) + uint64(dynamic); n > uint64(s.Prog.Target().Limits().GroupLDS) {
		return temp, ldsError(n, s.Prog.Target())
	}
	s.LDS = wholeGranules(s.Prog.Target(), k.Desc.LDSBytes+dynamic)
	packet := disp.packet(s.Scratch, k.Desc.LDSBytes+dynamic, m.Base+k.DescAddr, s.Kernarg)
	s.DispatchPtr, err = place("dispatch packet", packet[:], 64)
	return temp, err
}

// mapLow maps memory where pointers of 32 bits reach.
func mapLow(m *mem.Global, name string, size uint64) (rg *mem.Range, err error) {
	const step = 1 << 20
	for at := uint64(1<<32 - step); at > 0; at -= step {
		if at+size > 1<<32 {
			continue
		}
		if rg, err = m.Map(name, at, size); err == nil {
			return rg, nil
		}
	}
	return nil, launch.Errorf("args", "there is no room for %d bytes below 4 GiB, where pointers of 32 bits reach: %v",
		size, err)
}

// ldsError is for a work-group that needs more LDS than there is.
func ldsError(n uint64, t isa.Target) error {
	return launch.Errorf("dynamic_lds", "the work-group would need %d bytes of LDS; it has at most %d on %v", n,
		t.Limits().GroupLDS, t.Gen)
}

// wholeGranules rounds LDS bytes up to what is allocated.
func wholeGranules(t isa.Target, bytes uint32) uint32 {
	n := uint32(t.Limits().LDSGranule)
	return (bytes + n - 1) / n * n
}

// current is a launch that is ready to run, or runs.
type current struct {
	done      *Done
	execution *sim.Execution // where it can be gone back in
	temp      []*mem.Range   // mapped for it
	states    *states
}

// unbind unmaps what was mapped for the launch.
func (c *current) unbind(d *sim.Device) {
	for _, rg := range c.temp {
		_ = d.Mem.Unmap(rg) // it was mapped here
	}
}

// run runs the launch, or what is left of it.
func (c *current) run(d *sim.Device) (err error) {
	start := time.Now()
	used, _ := CPUTime()
	if c.execution != nil {
		c.done.Result, err = c.execution.Run()
	} else {
		c.done.Result, err = d.Run(c.done.Launch)
	}
	after, _ := CPUTime()
	c.done.Time, c.done.CPU = time.Since(start), after-used
	return err
}

// bind makes launch i ready to run. What it has mapped is in its result, also where there is an error.
func (out *Outcome) bind(f *launch.File, i int, opts sim.Options) (*current, error) {
	l := &f.Launches[i]
	d, m := out.Device, out.Module
	s := &sim.Launch{Prog: m.Prog, Grid: dim3(l.Grid), Group: dim3(l.Group), LDS: l.DynamicLDS, Options: opts,
		DispatchID: uint64(i)}
	done := &Done{Launch: s}
	c := &current{done: done}
	if l.Kernarg != "" {
		s.Kernarg, _, _ = out.buffer(l.Kernarg)
	}
	var err error
	switch {
	case m.Raw || l.Entry != nil:
		entry, field := uint64(0), "entry"
		if l.Entry != nil {
			entry = *l.Entry
		}
		done.Kernel = fmt.Sprintf("%#x", entry)
		if l.Kernel != "" { // of code without a kernel, a label is meant
			at, err := m.Object.Label(l.Kernel)
			if err != nil {
				return c, &launch.Error{Field: "kernel", Msg: err.Error()}
			}
			entry, field, done.Kernel = at.Addr, "kernel", at.Name
		}
		if off := m.Base + entry - m.Prog.Base; off >= uint64(m.Prog.Len()) || off%4 != 0 {
			first := m.Prog.Base - m.Base
			return c, launch.Errorf(field,
				"%#x is not the address of an instruction: the code is at %#x to %#x, in steps of 4", entry, first,
				first+uint64(m.Prog.Len())-1)
		}
		if c.temp, err = out.bindRaw(s, l, entry); err != nil {
			return c, err
		}
	default:
		var k *codeobj.Kernel
		if k, err = m.Object.Kernel(l.Kernel); err != nil {
			return c, &launch.Error{Field: "kernel", Msg: err.Error()}
		}
		if l.ABI != "" {
			return c, launch.Errorf("abi", "the code has a kernel (%s), whose descriptor says what its registers hold", k.Name)
		}
		if err := checkKernel(l, k); err != nil {
			return c, err
		}
		done.Kernel = k.Name
		if c.temp, err = m.Bind(d, s, k, l, out.buffer); err != nil {
			return c, err
		}
	}
	if t := m.Prog.Target(); s.LDS > uint32(t.Limits().GroupLDS) {
		return c, ldsError(uint64(s.LDS), t)
	}
	s.LDS = wholeGranules(m.Prog.Target(), s.LDS)
	if s.InitLDS, err = initialLDS(l, s.LDS); err != nil {
		return c, err
	}
	regs, err := out.registers(l.Registers)
	if err != nil {
		return c, err
	}
	s.Registers = append(s.Registers, regs...) // behind what the ABI sets
	c.states, err = out.expectStates(l, i, s)
	return c, err
}

// initialLDS is what a work-group with size bytes of LDS begins with.
func initialLDS(l *launch.Launch, size uint32) ([]byte, error) {
	var b []byte
	for i := range l.LDS.Values {
		v := &l.LDS.Values[i]
		if v.End() > uint64(size) {
			return nil, launch.Errorf("lds", "its values end at byte %#x; a work-group has %#x bytes of LDS "+
				"(\"dynamic_lds\" gives it more)", v.End(), size)
		}
		if n := int(v.End()); n > len(b) {
			b = append(b, make([]byte, n-len(b))...)
		}
		for k := range v.Runs {
			r := &v.Runs[k]
			copy(b[v.Offset+r.First*uint64(v.Type.Size()):], r.Bytes(&v.Type, 0, r.Count))
		}
	}
	return b, nil
}

// bindRaw makes a launch of code without a kernel ready: a preset says what its waves start with,
// or registers alone do. What they point at is placed in memory where they do.
func (out *Outcome) bindRaw(s *sim.Launch, l *launch.Launch, entry uint64) (temp []*mem.Range, err error) {
	m := out.Module
	if len(l.Args) > 0 && !l.FindsArgs() {
		return nil, launch.Errorf("args", launch.NoArgs)
	}
	roles := slices.ContainsFunc(l.Registers, func(r launch.Register) bool { return r.Kind == launch.RegRole })
	if l.ABI == "" && !roles {
		s.Entry, s.Scratch = m.Base+entry, (l.Scratch+3)&^3
		return nil, nil
	}
	k := &codeobj.Kernel{Entry: entry}
	if p, ok := abi.FindPreset(l.ABI); ok {
		k.Desc, k.KernargBase = p.Descriptor(), p.ArgsAt
		for _, h := range p.Hidden {
			k.Args = append(k.Args, codeobj.Arg{ValueKind: codeobj.ValueKind(h.Kind), Offset: h.Offset, Size: h.Size})
		}
	}
	temp, err = m.Bind(out.Device, s, k, l, out.buffer)
	if l.ABI == "" {
		s.Desc = nil
	}
	return temp, err
}

// registers turns the launch file's registers into what sim takes.
func (out *Outcome) registers(list launch.Registers) ([]sim.RegInit, error) {
	var inits []sim.RegInit
	for _, r := range list {
		in, err := out.register(&r)
		if err != nil {
			return nil, err
		}
		inits = append(inits, in)
	}
	return inits, nil
}

func (out *Outcome) register(r *launch.Register) (in sim.RegInit, err error) {
	fail := func(format string, args ...any) (sim.RegInit, error) {
		return in, launch.Errorf("registers."+r.Name, format, args...)
	}
	words := r.Words
	switch r.Kind {
	case launch.RegItem:
		in.Code, in.Lanes = isa.CodeVGPR+uint16(r.First), &r.Item
		return in, nil
	case launch.RegBuffer:
		addr, size, ok := out.buffer(r.Buffer)
		switch {
		case !ok:
			return fail("there is no buffer %q", r.Buffer)
		case r.Count == 2:
			words = []uint32{uint32(addr), uint32(addr >> 32)}
		default:
			desc := mem.RawBuffer(addr, size)
			words = desc[:]
		}
	}
	switch r.Class {
	case launch.SGPR:
		if limit := isa.MaxSGPR(out.Gen); r.First+r.Count > limit {
			return fail("%v has s0 to s%d", out.Gen, limit-1)
		}
		in.Code = uint16(r.First)
		if r.Kind == launch.RegRole {
			in.Role = &r.Role
			return in, nil
		}
	case launch.EXEC:
		in.Code = isa.CodeExecLo
	case launch.VCC:
		in.Code = isa.CodeVCCLo
	case launch.M0:
		in.Code = isa.CodeM0
	case launch.SCC:
		v := words[0] != 0
		in.SCC = &v
		return in, nil
	case launch.MODE:
		in.Mode = &words[0]
		return in, nil
	case launch.VGPR:
		in.Code = isa.CodeVGPR + uint16(r.First)
		if r.Kind == launch.RegRole {
			in.Role = &r.Role
			return in, nil
		}
		in.Vector = make([][isa.Lanes]uint32, r.Count)
		for l := range isa.Lanes {
			lane := words
			if r.Kind == launch.RegLanes {
				if l >= len(r.Lanes) || r.Lanes[l] == nil {
					continue // it keeps its value
				}
				lane = r.Lanes[l]
				in.Mask |= 1 << l
			}
			for j := range in.Vector {
				in.Vector[j][l] = lane[j]
			}
		}
		return in, nil
	}
	in.Scalar = words
	return in, nil
}
