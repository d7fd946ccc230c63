package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim/chip"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
)

type occupancyCmd struct {
	File string `arg:"" optional:"" help:"ELF code object: a line for each of its kernels."`
	GPU  string `name:"gpu" placeholder:"GPU" help:"Chip (fiji), target (gfx803) or generation (gcn1.2). Default: the first chip of the code object's target."`
	bundle
	Kernel string   `placeholder:"NAME" help:"Only this kernel of the code object."`
	VGPRs  *int     `name:"vgprs" placeholder:"N" help:"Vector registers of a wave. Default: as the kernel's descriptor has it; 0 without FILE."`
	SGPRs  *int     `name:"sgprs" placeholder:"N" help:"Scalar registers of a wave, VCC and the like included. Default: as the kernel's descriptor has it; 0 without FILE."`
	LDS    byteSize `name:"lds" placeholder:"SIZE" help:"LDS of a work-group; with FILE: dynamic LDS, in addition to what the kernel declares."`
	Group  int      `placeholder:"N" help:"Work-items of a work-group. Default: what the kernel demands, else the most that it allows, else 64."`
	Format string   `enum:"text,json" default:"text" help:"text or json."`
	model
}

// Help is shown below the flags.
func (*occupancyCmd) Help() string {
	return `Examples:

    gcnsim occupancy --gpu fiji --vgprs 65 --sgprs 48 --group 256
    gcnsim occupancy k.hsaco
    gcnsim occupancy k.hsaco --gpu polaris10 --group 128 --lds 4096
    gcnsim occupancy k.hsaco --vgprs 64 --format json

How many waves of a kernel a compute unit holds at a time, what limits their number, and what would make room for another work-group. "waves" is that of
the fullest SIMD. 0 waves: not even one work-group fits.

JSON: {"gpu", "target", "kernels": [{"kernel", "need": {"vgprs", "sgprs", "lds", "group"}, "waves", "waves_cu", "groups", "group_waves", "max_waves",
"limits": [{"resource", "groups"}], "limiting": [...], "next": {"vgprs", "sgprs", "lds", "waves", "groups"} or null}]}.`
}

// kernelOccupancy is the occupancy of a kernel.
type kernelOccupancy struct {
	Kernel string    `json:"kernel"` // empty without a file
	Need   chip.Need `json:"need"`
	chip.Occupancy
}

// Run executes the verb.
func (c *occupancyCmd) Run(s streams) error {
	list, gpu, err := c.kernels()
	if err != nil {
		return err
	}
	m, err := c.chip(gpu)
	if err != nil {
		return err
	}
	for i := range list {
		k := &list[i]
		if c.VGPRs != nil {
			k.Need.VGPRs = *c.VGPRs
		}
		if c.SGPRs != nil {
			k.Need.SGPRs = *c.SGPRs
		}
		if c.Group != 0 {
			k.Need.Group = c.Group
		}
		if k.Occupancy, err = m.Occupancy(k.Need); err != nil {
			if k.Kernel != "" {
				err = fmt.Errorf("%s: kernel %s: %w", c.File, k.Kernel, err)
			}
			return usage("%w", err)
		}
	}
	w := bufio.NewWriter(s.out)
	if c.Format == "json" {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		err = e.Encode(struct {
			GPU     string            `json:"gpu"`
			Target  string            `json:"target"`
			Kernels []kernelOccupancy `json:"kernels"`
		}{m.Name, m.Target.Name, list})
	} else {
		err = occupancyText(w, &m, list)
	}
	return errors.Join(err, w.Flush())
}

// kernels are the kernels of the file with what they need, or one that needs what the flags say,
// and the chip.
func (c *occupancyCmd) kernels() ([]kernelOccupancy, string, error) {
	if c.LDS > isa.MaxLDS {
		return nil, "", usage("--lds %d: a compute unit has %d bytes of LDS", c.LDS, isa.MaxLDS)
	}
	if c.File == "" {
		if c.GPU == "" {
			return nil, "", usage("for which GPU? Give --gpu fiji, or name a code object")
		}
		if c.Kernel != "" {
			return nil, "", usage("--kernel %s: of which code object?", c.Kernel)
		}
		return []kernelOccupancy{{Need: chip.Need{LDS: int(c.LDS), Group: 64}}}, c.GPU, nil
	}
	o, raw, err := run.ReadCode(c.File, c.GPU, launch.Text{Bundle: c.Bundle})
	if err != nil {
		return nil, "", err
	}
	if raw {
		return nil, "", usage("%s: this is no code object, so nothing says what registers it needs; give --vgprs and the "+
			"like without a FILE", c.File)
	}
	gpu := c.GPU
	if gpu == "" {
		gpu = o.Target
	}
	var list []kernelOccupancy
	var names []string
	for i := range o.Kernels {
		k := &o.Kernels[i]
		names = append(names, k.Name)
		if c.Kernel != "" && c.Kernel != k.Name {
			continue
		}
		n := chip.Need{VGPRs: k.Desc.VGPRs, SGPRs: k.Desc.SGPRs, LDS: int(k.Desc.LDSBytes) + int(c.LDS), Group: 64}
		if r := k.ReqdGroupSize; r[0] > 0 {
			size := uint64(r[0]) * uint64(max(r[1], 1)) * uint64(max(r[2], 1))
			if n.Group = int(min(size, 1<<20)); c.Group != 0 && c.Group != n.Group {
				return nil, "", usage("--group %d: kernel %s demands work-groups of %d", c.Group, k.Name, n.Group)
			}
		} else if k.MaxFlatGroupSize > 0 {
			n.Group = int(min(k.MaxFlatGroupSize, 1<<20))
		}
		list = append(list, kernelOccupancy{Kernel: k.Name, Need: n})
	}
	if len(list) == 0 {
		if c.Kernel != "" {
			return nil, "", usage("%s has no kernel %s; it has: %s", c.File, c.Kernel, strings.Join(names, ", "))
		}
		return nil, "", usage("%s has no kernels", c.File)
	}
	return list, gpu, nil
}

func occupancyText(w io.Writer, c *chip.Chip, list []kernelOccupancy) error {
	fmt.Fprintf(w, "%s: at most %d waves on a SIMD\n", title(c), c.Int(chip.Waves))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := "VGPRs\tSGPRs\tLDS\twork-items\twaves\twaves/CU\twork-groups/CU\tlimited by\tmore"
	if list[0].Kernel != "" {
		head = "kernel\t" + head
	}
	fmt.Fprintln(t, head)
	for i := range list {
		k := &list[i]
		if k.Kernel != "" {
			fmt.Fprintf(t, "%s\t", k.Kernel)
		}
		more := "no saving gives more"
		if k.Next != nil {
			more = k.Next.String()
		}
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", k.Need.VGPRs, k.Need.SGPRs, k.Need.LDS, k.Need.Group,
			k.Waves, k.WavesPerCU, k.Groups,
			strings.Trim(fmt.Sprint(k.Limiting), "[]"), more)
	}
	return t.Flush()
}
