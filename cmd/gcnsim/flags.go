package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/gcnsim/gcnsim/benchmarks"
	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// program says what to run: a launch file, or code and the flags that stand for one.
type program struct {
	File   string `arg:"" optional:"" help:"ELF code object, raw binary (needs --gpu) or assembly text (.s, needs --gpu)."`
	Launch string `placeholder:"FILE.json" help:"Take everything from a launch file, and compare buffers with what it expects."`
	GPU    string `name:"gpu" placeholder:"GPU" help:"Generation (gcn1.2), target (gfx803) or chip (fiji)."`

	Kernel  string   `group:"What to run:" placeholder:"NAME" help:"Kernel of the code object; not needed if it has only one. Of text without kernels, a label."`
	Grid    string   `group:"What to run:" placeholder:"X[,Y[,Z]]" help:"Work-items in all. Default: one work-group."`
	Group   string   `group:"What to run:" placeholder:"X[,Y[,Z]]" help:"Work-items of a work-group. Default: 64."`
	Arg     []string `group:"What to run:" sep:"none" placeholder:"KIND:VALUE" help:"Argument of the kernel, in order: buffer:NAME[+OFFSET], i8 u8 i16 u16 i32 u32 i64 u64 f16 f32 f64:NUMBER, bytes:HEX, local:SIZE. Repeatable."`
	Buffer  []string `group:"What to run:" sep:"none" placeholder:"NAME:SIZE[:FILE]" help:"Piece of global memory, filled from the file if there is one, else with 0. Repeatable."`
	Reg     []string `group:"What to run:" sep:"none" placeholder:"NAME=VALUE" help:"Initial register: s0=16, s[0:1]=buffer:NAME, s[4:7]=buffer:NAME (a resource), v1=[1,2,3], exec, vcc, m0, scc, mode; what each lane has: v0=lane, local_id (x; local_id_y, _z), global_id; what each wave has: s6=group_x, s[4:5]=kernarg, wave and others (docs/launch.md). Repeatable."`
	ABI     string   `name:"abi" group:"What to run:" placeholder:"NAME" help:"Start the waves of code without a kernel as a driver does: ${abis}. --reg changes what it sets."`
	LDS     byteSize `name:"lds" group:"What to run:" placeholder:"SIZE" help:"LDS of a work-group, as in 4K; of a code object: dynamic LDS, behind what its kernel declares and --arg local:SIZE."`
	Scratch byteSize `group:"What to run:" placeholder:"SIZE" help:"Least private memory of a work-item."`
	Entry   string   `group:"What to run:" placeholder:"ADDRESS" help:"Address of the first instruction, instead of a kernel."`
	Kernarg string   `group:"What to run:" placeholder:"NAME" help:"Buffer that is the kernarg segment, instead of --arg."`

	text
	bundle

	AllowOversize bool `group:"What to run:" help:"Launch work-groups of more work-items than the kernel was compiled for, as drivers that do not check do."`
	trust
}

// byteSize is a number of bytes on the command line: 4096, 0x1000, 4K, 2MiB.
type byteSize uint64

// UnmarshalText reads it.
func (b *byteSize) UnmarshalText(text []byte) error {
	v, err := launch.ParseSize(string(text))
	*b = byteSize(v)
	return err
}

// trust says which files a launch file may name.
type trust struct {
	AllowDir []string `group:"Files of a launch file:" sep:"none" placeholder:"DIR" help:"Folder that \"save\" may write to, besides the launch file's own. Repeatable."`
	Confine  bool     `group:"Files of a launch file:" help:"Also read only in the launch file's folder, and those of --allow-dir."`
}

// load loads a launch file that may name these files.
func (t *trust) load(path string) (*launch.File, error) {
	f, err := launch.Load(path)
	if err != nil {
		return nil, err
	}
	f.Trust = launch.Trust{Confine: t.Confine, AllowDirs: t.AllowDir}
	return f, nil
}

// machine says how to run it.
type machine struct {
	Order         string `group:"How to run:" placeholder:"POLICY" help:"When outstanding memory operations return: late (when the program waits; the default), asap, random:SEED, order:LIST; for run also all. Those with a seed or a list run work-groups as --deterministic does. Not with --mode timing."`
	Deterministic bool   `group:"How to run:" help:"Run work-groups one after the other, in order, whatever --workers says: a program whose work-groups race ends the same way every time. With a clock it always does."`
	Workers       int    `group:"How to run:" placeholder:"N" help:"Work-groups, or with a clock compute units, that run at the same time. Default: all processors; bench: one."`
	MaxInsts      int64  `group:"How to run:" placeholder:"N" default:"${maxinsts}" help:"Limit of instructions of all waves of a launch."`
	MaxWaves      int64  `group:"How to run:" placeholder:"N" default:"${maxwaves}" help:"Limit of waves of a launch."`
	MaxCycles     uint64 `group:"How to run:" placeholder:"N" help:"Limit of clocks of a wave: four for each instruction and those of s_sleep, or simulated ones with --mode timing."`
	Host          string `group:"How to run:" enum:"auto,go,avx2,avx512" default:"auto" help:"How this host executes instructions: go, or code that is made for the program, of AVX2 or AVX-512. Default: the fastest that there is. The results are the same."`
	timeLimit
	MaxMem byteSize `group:"How to run:" placeholder:"SIZE" help:"Limit of simulated memory: of what is mapped, and of what is in use because it was written. Default: 4 GiB in use, however much is mapped."`
	MaxMap byteSize `group:"How to run:" placeholder:"SIZE" help:"Limit of what is mapped, where it differs from --max-mem: a large buffer takes little memory while little of it is used."`
}

// options are the flags as the simulator takes them. It fills in the default order. Launches that run
// with them say how far they are where the verb is asked.
func (m *machine) options(ctx context.Context) (o sim.Options, err error) {
	if m.Order == "" {
		m.Order = waitcnt.Late{}.String()
	}
	policy, err := waitcnt.ParsePolicy(m.Order)
	if err != nil {
		return o, usage("--order: %w", err)
	}
	if m.MaxInsts <= 0 || m.MaxWaves <= 0 || m.Workers < 0 {
		return o, usage("--max-insts and --max-waves must be at least 1, --workers at least 0")
	}
	o = sim.Options{Policy: policy, MaxInsts: m.MaxInsts, MaxWaves: m.MaxWaves, MaxCycles: m.MaxCycles,
		MaxMem: uint64(m.MaxMem), MaxMap: uint64(m.MaxMap),
		Workers: m.Workers, Deterministic: m.Deterministic, Host: m.Host,
		Context: ctx}
	standingOf(ctx).launch(&o)
	return o, nil
}

// launchFile is the launch file that the user names, or the one that the flags stand for.
func (c *program) launchFile() (*launch.File, error) {
	opts, err := c.text.options()
	if err != nil {
		return nil, err
	}
	f, err := c.fileOrFlags()
	if err == nil {
		f.Text = opts
		f.Text.Bundle = c.Bundle
	}
	return f, err
}

// fileOrFlags is the launch file, but how its text is read.
func (c *program) fileOrFlags() (*launch.File, error) {
	if c.Launch == "" {
		if c.File == "" {
			return nil, usage("what? Name a code object, a raw binary or assembly text, or give --launch FILE.json")
		}
		if c.Confine || len(c.AllowDir) > 0 {
			return nil, usage("--confine and --allow-dir are for the files that a launch file names: give --launch")
		}
		return c.file()
	}
	for name, set := range map[string]bool{"FILE": c.File != "", "--kernel": c.Kernel != "", "--grid": c.Grid != "",
		"--group": c.Group != "", "--arg": len(c.Arg) > 0,
		"--buffer": len(c.Buffer) > 0, "--reg": len(c.Reg) > 0, "--entry": c.Entry != "", "--kernarg": c.Kernarg != "",
		"--abi": c.ABI != "", "--lds": c.LDS != 0, "--scratch": c.Scratch != 0} {
		if set {
			return nil, usage("--launch and %s: the launch file says this already", name)
		}
	}
	f, err := c.load(c.Launch)
	if err != nil {
		return nil, err
	}
	if c.GPU != "" {
		f.GPU = c.GPU
	}
	for i := range f.Launches {
		f.Launches[i].AllowOversize = f.Launches[i].AllowOversize || c.AllowOversize
	}
	return f, nil
}

// object is a JSON object in the order in which its fields were set.
type object struct{ buf bytes.Buffer }

func (o *object) set(key string, v any) error {
	k, err := json.Marshal(key)
	if err != nil {
		return err
	}
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if o.buf.Len() > 0 {
		o.buf.WriteByte(',')
	}
	o.buf.Write(k)
	o.buf.WriteByte(':')
	o.buf.Write(b)
	return nil
}

// MarshalJSON is the object.
func (o *object) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "{%s}", o.buf.Bytes()), nil }

// file writes the flags down as a launch file and reads that: a plain FILE takes the same path, and
// the same checks, as a launch file.
func (c *program) file() (*launch.File, error) {
	root, one, regs := new(object), new(object), new(object)
	buffers, args := []any{}, []any{}
	for _, b := range c.Buffer {
		name, rest, ok := strings.Cut(b, ":")
		size, init, _ := strings.Cut(rest, ":")
		if !ok || size == "" {
			return nil, usage("--buffer %s: want NAME:SIZE or NAME:SIZE:FILE, as in --buffer a:4096:a.bin", b)
		}
		m := map[string]any{"name": name, "size": size}
		if init != "" {
			m["init"] = init
		}
		buffers = append(buffers, m)
	}
	for _, a := range c.Arg {
		m, err := launch.ArgText(a)
		if err != nil {
			return nil, usage("--arg %s: want KIND:VALUE, as in --arg buffer:a, --arg i32:5, --arg f32:1.5", a)
		}
		args = append(args, m)
	}
	for _, r := range c.Reg {
		name, value, ok := strings.Cut(r, "=")
		if !ok {
			return nil, usage("--reg %s: want NAME=VALUE, as in --reg s0=16, --reg v0=lane, --reg s[4:7]=buffer:a", r)
		}
		var v any = value
		if strings.HasPrefix(value, "[") || strings.HasPrefix(value, "{") {
			if !json.Valid([]byte(value)) {
				return nil, usage("--reg %s: want a list like [1,2,3], or an object like {\"f32\": 1.5}", r)
			}
			v = json.RawMessage(value)
		}
		if err := regs.set(name, v); err != nil {
			return nil, err
		}
	}
	grid, err := c.shape()
	if err != nil {
		return nil, err
	}
	set := func(o *object, key string, v any, on bool) {
		if on {
			err = errors.Join(err, o.set(key, v))
		}
	}
	set(one, "kernel", c.Kernel, c.Kernel != "")
	set(one, "entry", c.Entry, c.Entry != "")
	set(one, "grid", grid[0], true)
	set(one, "group", grid[1], true)
	set(one, "args", args, len(args) > 0)
	set(one, "kernarg", c.Kernarg, c.Kernarg != "")
	set(one, "registers", regs, len(c.Reg) > 0)
	set(one, "abi", c.ABI, c.ABI != "")
	set(one, "dynamic_lds", c.LDS, c.LDS != 0)
	set(one, "scratch", c.Scratch, c.Scratch != 0)
	set(one, "allow_oversize", true, c.AllowOversize)
	set(root, "gpu", c.GPU, c.GPU != "")
	set(root, "buffers", buffers, true)
	set(root, "launches", []any{one}, true)
	if err != nil {
		return nil, err
	}
	text, err := root.MarshalJSON()
	if err != nil {
		return nil, err
	}
	f, err := launch.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, c.asFlag(err)
	}
	f.Code = c.File
	return f, nil
}

// threeNumbers is the form of --grid and --group: numbers in decimal or hexadecimal with "," or "x" between them.
var threeNumbers = regexp.MustCompile("^" + oneNumber + "(?:[,x]" + oneNumber + ")?(?:[,x]" + oneNumber + ")?$")

const oneNumber = "(0[xX][0-9a-fA-F]+|[0-9]+)"

// shape reads --grid and --group: one wave where nothing is said, one work-group where only its
// size is.
func (c *program) shape() (d [2][]string, err error) {
	for i, s := range [...]string{c.Grid, c.Group} {
		if s == "" {
			continue
		}
		m := threeNumbers.FindStringSubmatch(s)
		if m == nil {
			return d, usage("--%s %s: want one to three numbers, as in 1024 or 64,4,1",
				[...]string{"grid", "group"}[i], s)
		}
		for _, n := range m[1:] {
			if n != "" {
				d[i] = append(d[i], n)
			}
		}
	}
	switch {
	case d[0] == nil && d[1] == nil:
		d[0], d[1] = []string{"64"}, []string{"64"}
	case d[0] == nil:
		d[0] = d[1]
	case d[1] == nil:
		d[1] = []string{"64", "1", "1"}[:len(d[0])]
	}
	return d, nil
}

// fieldOfFlag finds the flag that a field of the launch file came from.
var fieldOfFlag = regexp.MustCompile(`^(?:launches\[0\]\.?)?(arg|buffer|grid|group|entry|kernel|kernarg|register|gpu|abi|dynamic_lds|scratch)s?\b(?:\[(\d+)\])?\.?`)

// asFlag turns an error in the launch file that the flags made into one in a flag.
func (c *program) asFlag(err error) error {
	var e *launch.Error
	if !errors.As(err, &e) || e.File != "" {
		return err
	}
	m := fieldOfFlag.FindStringSubmatch(e.Field)
	if m == nil {
		return err
	}
	where := "--" + strings.NewReplacer("register", "reg", "dynamic_lds", "lds").Replace(m[1])
	given := map[string][]string{"arg": c.Arg, "buffer": c.Buffer}[m[1]]
	rest := strings.TrimSpace(e.Field[len(m[0]):])
	if n, err := strconv.Atoi(m[2]); err == nil && n < len(given) {
		where += " " + given[n]
	} else if rest != "" {
		where += " " + rest
	}
	if e.Err != nil {
		return usage("%s: %s: %w", where, e.Msg, e.Err)
	}
	return usage("%s: %s", where, e.Msg)
}

// runError gives an error of a run its exit status.
func (c *program) runError(err error) error {
	var fault *sim.Fault
	switch {
	case errors.As(err, &fault), errors.Is(err, sim.ErrLimit), errors.Is(err, sim.ErrDefect):
		return &exit{exitFailed, err}
	case errors.Is(err, mem.ErrLimit):
		return usage("%w (--max-mem raises the limit, --max-map that of what is only mapped)", err)
	case errors.Is(err, mem.ErrUse):
		return usage("%w", err)
	case errors.Is(err, benchmarks.ErrResult):
		return &exit{exitUnmet, err}
	case c.Launch == "":
		return c.asFlag(err)
	}
	return err
}

// laneList is lanes on the command line: "0,1,5-7". Empty is all.
type laneList uint64

// UnmarshalText reads it.
func (l *laneList) UnmarshalText(text []byte) error {
	*l = 0
	for part := range strings.SplitSeq(string(text), ",") {
		a, b, two := strings.Cut(part, "-")
		first, err := strconv.ParseUint(a, 10, 8)
		last := first
		if two && err == nil {
			last, err = strconv.ParseUint(b, 10, 8)
		}
		if err != nil || last < first || last >= isa.Lanes {
			return fmt.Errorf("%q: want lanes from 0 to %d, as in 0,1,5-7", part, isa.Lanes-1)
		}
		for i := first; i <= last; i++ {
			*l |= 1 << i
		}
	}
	return nil
}

// mask is the lanes.
func (l laneList) mask() uint64 {
	if l == 0 {
		return ^uint64(0)
	}
	return uint64(l)
}
