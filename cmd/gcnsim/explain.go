package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/sim/explain"
	"github.com/gcnsim/gcnsim/sim/launch"
	"github.com/gcnsim/gcnsim/sim/launch/run"
	"github.com/gcnsim/gcnsim/waitcnt"
)

type explainCmd struct {
	Inst   []string `arg:"" name:"instruction" help:"Instructions, executed one after the other; one argument may have several lines."`
	GPU    string   `name:"gpu" default:"gfx900" placeholder:"GPU" help:"Generation (gcn1.2), target (gfx803) or chip (fiji). Default: ${default}."`
	Reg    []string `group:"State before:" sep:"none" placeholder:"NAME=VALUE" help:"What a register holds, as of \"gcnsim run\": s0=16, v0=lane, v1=[1,2,3] by lane, v1={\"f32\": [1.5, \"2 x 63\"]}. Repeatable."`
	Exec   string   `group:"State before:" placeholder:"MASK" help:"Active lanes, as in 0xff. Default: all."`
	Mode   string   `group:"State before:" placeholder:"VALUE" help:"The MODE register: rounding, denormals."`
	Buffer []string `group:"State before:" sep:"none" placeholder:"NAME:SIZE[:FILE]" help:"Piece of global memory, as of \"gcnsim run\": --reg s[0:1]=buffer:NAME is its address. Repeatable."`
	LDS    byteSize `name:"lds" group:"State before:" default:"4K" placeholder:"SIZE" help:"LDS. Default: ${default}."`
	Lanes  laneList `group:"Output:" placeholder:"LIST" help:"Show these lanes only, as in 0,1,5-7."`
	JSON   bool     `name:"json" group:"Output:" help:"Write one JSON document instead of text."`
}

// Help is shown below the flags.
func (*explainCmd) Help() string {
	return `Examples:

    gcnsim explain 'v_cmp_lt_f32 vcc, v0, v1' --reg v0=lane --reg 'v1={"f32": [1, "1e-40 x 63"]}'
    gcnsim explain 'v_add_co_u32 v2, vcc, v0, v1' --reg v0=0xffffffff --reg v1=lane --exec 0xff
    gcnsim explain 'v_rcp_f16 v1, v0' --reg 'v0={"f16": [3, "inf", "-0"]}' --lanes 0-2 --gpu fiji
    gcnsim explain 's_add_u32 s0, s0, s2' 's_addc_u32 s1, s1, s3' --reg s0=-1 --reg s2=1
    gcnsim explain 'ds_write_b32 v0, v1' 'ds_read_b32 v2, v0 offset:4' --reg v0=lane --reg v1=7 --json

Each instruction that is executed is shown: what it reads and writes by lane, lanes with the same values as one; scalar registers, flags and memory that
changed; counters of s_waitcnt that it raised and what is in flight; and the formula of the instruction table (gcnsim isa). Values are bits in
hexadecimal, then the number. A load changes its registers when it returns: at the end the program waits for all that is outstanding.

Exit status: 0 done, 2 bad usage or input, 3 an instruction faulted.

JSON: {"gpu": ..., "steps": [{"pc", "text", "encoding", "rule", "note", "status", "mode", "inputs", "columns", "lanes": [{"lanes", "off", "values"}],
"changes", "memory", "counters", "in_flight", "findings", "fault"}]}. "values" are those of "columns".`
}

// maxExplained is how many instructions are shown: a table of each is for people.
const maxExplained = 256

// waitForAll ends the program behind the instructions of the user.
const waitForAll = "s_waitcnt 0\ns_endpgm\n"

// Run executes the verb.
func (c *explainCmd) Run(s streams, ctx context.Context) error {
	t, err := isa.FindTarget(c.GPU)
	if err != nil {
		return usage("--gpu: %w", err)
	}
	p := program{GPU: c.GPU, Reg: c.Reg, Buffer: c.Buffer, LDS: c.LDS}
	for name, value := range map[string]string{"exec": c.Exec, "mode": c.Mode} {
		if value != "" {
			p.Reg = append(p.Reg, name+"="+value)
		}
	}
	f, err := p.file()
	if err != nil {
		return err
	}
	const name = "instruction"
	f.Code = name
	own := strings.Join(c.Inst, "\n") + "\n"
	o, raw, _, err := run.TextObject(name, []byte(own+waitForAll), t, launch.Text{})
	switch {
	case err != nil:
		return err
	case !raw:
		return usage("explain takes instructions; \"gcnsim debug\" steps through kernels")
	}
	x, err := debug.Open(debug.Config{File: f, Object: o, Raw: raw,
		Options: sim.Options{Check: true, Count: true, Policy: waitcnt.Late{}, Context: ctx}})
	if err != nil {
		return p.runError(err)
	}
	defer x.Close()
	x.StopOn(debug.NoFindings)
	behind := 1 + strings.Count(own, "\n") // line of what is not the user's
	steps, err := explained(x, behind)
	if err != nil {
		return err
	}
	if len(steps) == 0 {
		return usage("there is no instruction to explain")
	}
	w := bufio.NewWriter(s.out)
	if c.JSON {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		e.SetEscapeHTML(false)
		err = e.Encode(struct {
			GPU   string          `json:"gpu"`
			Steps []*explain.Step `json:"steps"`
		}{t.Name, steps})
	} else {
		for i, x := range steps {
			if i > 0 {
				err = errors.Join(err, w.WriteByte('\n'))
			}
			err = errors.Join(err, x.Write(w, c.Lanes.mask()))
		}
	}
	if err := errors.Join(err, w.Flush()); err != nil {
		return err
	}
	if steps[len(steps)-1].Fault != "" {
		return &exit{status: exitFailed}
	}
	return nil
}

// explained executes instructions until the one at a line, and that too where something is
// outstanding.
func explained(x *debug.Session, behind int) (steps []*explain.Step, err error) {
	for {
		w := x.Next()
		if w == nil {
			return steps, nil
		}
		line, known := x.Source.Line(w.PC() - w.Program().Bias)
		end := known && line.Line >= behind
		if end && (line.Line > behind || len(w.Counters.Ops()) == 0) {
			return steps, nil
		}
		if len(steps) == maxExplained {
			return nil, usage("more than %d instructions are executed: \"gcnsim debug\" and \"run --trace\" are for that",
				maxExplained)
		}
		before, err := explain.Look(x, w)
		if err != nil {
			return nil, err
		}
		stop, err := x.StepAny()
		if err != nil {
			return nil, err
		}
		step, err := before.Done(x, &stop)
		if err != nil {
			return nil, err
		}
		if end {
			step.Note = "added: it waits for what is in flight"
		}
		steps = append(steps, step)
		if stop.Reason == debug.OnFault || stop.Err != nil {
			return steps, stop.Err
		}
	}
}
