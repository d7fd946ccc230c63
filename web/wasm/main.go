//go:build js && wasm

// Command wasm is the simulator inside of the page: it sets the global function gcnsimCall, which
// static/worker.js calls with a method and its parameters, both texts, and which returns JSON:
//
//	{"result": ...}  or  {"messages": [{in, line, col, severity, text}]}
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"syscall/js"

	"github.com/gcnsim/gcnsim/web/machine"
)

// open is the program that is open, nil where none is.
var open *machine.Machine

// opening is the parameters of "open".
type opening struct {
	machine.Program
	Breaks []int        `json:"breaks"`
	Tick   uint64       `json:"tick"`
	Show   machine.Show `json:"show"`
}

// timing is the parameters of "timeline".
type timing struct {
	machine.Program
	Width int `json:"width"`
}

// call executes a method.
func call(method string, params []byte) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the simulator has a defect: %v", p)
		}
	}()
	switch method {
	case "chips":
		return machine.Chips(), nil
	case "open":
		var p opening
		if err := json.Unmarshal(params, &p); err != nil {
			return nil, err
		}
		if open != nil {
			open.Close()
			open = nil
		}
		m, err := machine.Open(&p.Program)
		if err != nil {
			return nil, err
		}
		open = m
		if _, err := m.Do(&machine.Command{Do: "breaks", Lines: p.Breaks}); err != nil {
			return nil, err
		}
		c := machine.Command{Show: p.Show}
		if p.Tick > 0 {
			c.Do, c.Tick = "goto", p.Tick
		}
		return m.Do(&c)
	case "do":
		var c machine.Command
		if err := json.Unmarshal(params, &c); err != nil {
			return nil, err
		}
		if open == nil {
			return nil, errors.New("no program is open")
		}
		return open.Do(&c)
	case "timeline":
		var p timing
		if err := json.Unmarshal(params, &p); err != nil {
			return nil, err
		}
		return machine.Timeline(&p.Program, p.Width)
	}
	return nil, fmt.Errorf("there is no method %q", method)
}

// answer is what a call returns.
func answer(method, params string) string {
	result, err := call(method, []byte(params))
	var a struct {
		Result   any               `json:"result,omitempty"`
		Messages []machine.Message `json:"messages,omitempty"`
	}
	var f *machine.Failure
	switch {
	case errors.As(err, &f):
		a.Messages = f.Messages
	case err != nil:
		a.Messages = []machine.Message{{Severity: "error", Text: err.Error()}}
	default:
		a.Result = result
	}
	b, err := json.Marshal(a)
	if err != nil {
		panic(err) // plain values
	}
	return string(b)
}

func main() {
	js.Global().Set("gcnsimCall", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return answer(args[0].String(), args[1].String())
	}))
	select {}
}
