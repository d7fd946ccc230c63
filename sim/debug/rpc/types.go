package rpc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/debug"
	"github.com/gcnsim/gcnsim/waitcnt"
)

// Number is an unsigned number: written as a string in hexadecimal, read as that or as a number.
type Number uint64

// MarshalJSON writes it.
func (n Number) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, `"0x%x"`, uint64(n)), nil }

// UnmarshalJSON reads it.
func (n *Number) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseUint(string(bytes.Trim(b, `"`)), 0, 64)
	if err != nil {
		return fmt.Errorf("%s is no unsigned number", b)
	}
	*n = Number(v)
	return nil
}

// Wave names a wave, and says where it stands.
type Wave struct {
	Group uint64 `json:"group" doc:"linear number of the work-group"`
	Wave  int    `json:"wave" doc:"number in its work-group"`
	PC    Number `json:"pc" doc:"address of the next instruction, as disassemblers print it"`
	Insts uint64 `json:"instructions" doc:"that it has executed"`
	Exec  Number `json:"exec" doc:"mask of active lanes"`
	State string `json:"state" doc:"running, barrier, sleeping, halted, waiting, done, fault"`
}

// Stopped says where and why a session has stopped.
type Stopped struct {
	Reason   string            `json:"reason" doc:"step, breakpoint, watch, finding, fault, end, interrupt, start"`
	Tick     uint64            `json:"tick" doc:"instructions of all waves so far: the place in the session's history"`
	Wave     *Wave             `json:"wave,omitempty" doc:"that executes next, or has a fault"`
	Text     string            `json:"text,omitempty" doc:"its next instruction"`
	File     string            `json:"file,omitempty" doc:"source of that instruction"`
	Line     int               `json:"line,omitempty" doc:"line in that source"`
	Points   []int             `json:"points,omitempty" doc:"numbers of the breakpoints"`
	Changes  []Changed         `json:"changes,omitempty" doc:"of watched places"`
	Findings []waitcnt.Finding `json:"findings,omitempty" doc:"made since it went on, as check and run print them"`
	Fault    string            `json:"fault,omitempty" doc:"why the program cannot go on"`
}

// Changed is a watched place that has changed.
type Changed struct {
	Watch int    `json:"watch" doc:"number of the watchpoint"`
	Old   []byte `json:"old" doc:"what it held, base64"`
	New   []byte `json:"new" doc:"what it holds, base64"`
	By    string `json:"by,omitempty" doc:"the instruction that did it"`
}

// Event is what the server says unasked, as the notification "event".
type Event struct {
	Session int              `json:"session"`
	Event   string           `json:"event" doc:"finding"`
	Finding *waitcnt.Finding `json:"finding,omitempty"`
}

func waveOf(w *sim.Wave) *Wave {
	if w == nil {
		return nil
	}
	return &Wave{Group: w.Group().Index, Wave: w.Num, PC: Number(pcOf(w)), Insts: w.Insts, Exec: Number(w.Exec()),
		State: w.State.String()}
}

// pcOf is a wave's program counter as disassemblers print it.
func pcOf(w *sim.Wave) uint64 { return w.PC() - w.Program().Bias }

func stopped(x *debug.Session, stop *debug.Stop) *Stopped {
	r := &Stopped{Reason: string(stop.Reason), Tick: x.Tick(), Wave: waveOf(stop.Wave), Findings: stop.Findings}
	if stop.Wave != nil {
		pc := pcOf(stop.Wave)
		if list := x.Source.Disassemble(pc, 0, 1); len(list) > 0 {
			r.Text, r.File, r.Line = list[0].Text, list[0].File, list[0].Line
		}
	}
	for _, p := range stop.Points {
		r.Points = append(r.Points, p.Number)
	}
	for _, c := range stop.Changes {
		r.Changes = append(r.Changes, Changed{c.Watch.Number, c.Old, c.New, c.By})
	}
	if stop.Fault != nil {
		r.Fault = stop.Fault.Error()
	}
	return r
}

// decode reads parameters, none of which may be unknown.
func decode(raw json.RawMessage, into any) error {
	if len(raw) == 0 || string(raw) == "null" {
		raw = json.RawMessage("{}")
	}
	if raw[0] == '[' {
		return &rpcError{codeParams, "parameters have names: an object, not a list"}
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return &rpcError{codeParams, err.Error()}
	}
	return nil
}
