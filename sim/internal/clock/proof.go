//go:build !wasm

package clock

import (
	"slices"

	"github.com/gcnsim/gcnsim/waitcnt"
	"github.com/gcnsim/gcnsim/waitcnt/check"
)

// canRecord says that work-groups may be recorded.
const canRecord = true

// waitsProved reports whether all waits of the kernel are proved to be right.
func (k *Clock) waitsProved() bool {
	p := k.prog
	res, err := check.Run(&check.Input{Gen: p.Gen, Target: p.Target(), Base: p.Base, Code: p.Code(), XNACK: p.XNACK,
		Entries: []check.Entry{{Name: "kernel", Addr: k.r.Entry, Kernel: true, LDS: k.r.LDS > 0}}, Chosen: true}, check.Options{})
	return err == nil && !res.Partial && !slices.ContainsFunc(res.Findings, func(f waitcnt.Finding) bool {
		return f.Kind == waitcnt.Race && f.Severity >= waitcnt.Warning
	})
}
