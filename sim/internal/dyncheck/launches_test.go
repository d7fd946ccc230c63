//go:build !race

package dyncheck_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/cpu"

	"github.com/gcnsim/gcnsim/isa"
	"github.com/gcnsim/gcnsim/isa/asm"
	"github.com/gcnsim/gcnsim/mem"
	"github.com/gcnsim/gcnsim/sim"
	"github.com/gcnsim/gcnsim/sim/abi"
	"github.com/gcnsim/gcnsim/sim/internal/dyncheck"
	"github.com/gcnsim/gcnsim/waitcnt"
)

const (
	storesSize  = 0x10000
	storesWait  = "s_waitcnt vmcnt(0)\n"
	storeDwords = "buffer_store_dword v4, v0, s[4:7], 0 offen\n"
)

// pollAt waits until the dwords at an offset in the buffer are not 0.
func pollAt(offset int) string {
	return fmt.Sprintf(`
again%[1]d:
	buffer_load_dword v5, v0, s[4:7], 0 offen offset:%[1]d
	s_waitcnt vmcnt(0)
	v_cmp_eq_u32 vcc, 0, v5
	s_cbranch_vccnz again%[1]d
`, offset)
}

// tellAt makes the dwords at an offset 1, when all that was stored before is there.
func tellAt(offset int) string {
	return fmt.Sprintf(storesWait+"v_mov_b32 v6, 1\nbuffer_store_dword v6, v0, s[4:7], 0 offen offset:%d\n"+storesWait, offset)
}

// storeProgram loads a program, in which s9 is the number of the work-group. Work-group 0 executes the first text, the
// others the second one.
func storeProgram(t *testing.T, d *sim.Device, first, others string) *sim.Program {
	p, err := asm.Code(isa.GCN12, "s_cmp_eq_u32 s9, 0\ns_cbranch_scc0 other\n"+first+"s_endpgm\nother:\n"+others+"s_endpgm")
	require.NoError(t, err)
	prog, err := d.Load(p.Code)
	require.NoError(t, err)
	return prog
}

// storeLaunch is a launch of such a program.
func storeLaunch(p *sim.Program, groups uint32, o sim.Options) *sim.Launch {
	res := mem.RawBuffer(checkedBuffer, storesSize)
	rows := make([][isa.Lanes]uint32, 1)
	for l := range uint32(isa.Lanes) {
		rows[0][l] = 4 * l
	}
	group := abi.WorkGroupIDX
	return &sim.Launch{Prog: p, Grid: [3]uint32{groups * isa.Lanes, 1, 1}, Group: [3]uint32{isa.Lanes, 1, 1}, Options: o,
		Registers: []sim.RegInit{{Code: 4, Scalar: res[:]}, {Code: 9, Role: &group}, {Code: isa.CodeVGPR, Vector: rows}}}
}

// Work-group 0 of a launch stores 7, then another launch 9, and then work-group 1 of the first one something to the
// same dwords. Whether the two work-groups store the same is known all the same, whichever launch begins first.
func TestOtherLaunchesStoreInBetween(t *testing.T) {
	orders := []struct {
		name          string
		before, first string // of work-group 0 and of the other launch, before they store
		otherFirst    bool
		seen          int // the flag of the launch that begins first
	}{
		{name: "the other begins behind the first store", seen: 0x100},
		{name: "the other begins before it", before: tellAt(0x500) + pollAt(0x400), first: tellAt(0x400) + pollAt(0x100), seen: 0x500},
		{name: "the other begins first", first: tellAt(0x400) + pollAt(0x100), otherFirst: true, seen: 0x400},
	}
	for _, order := range orders {
		for rest, last := range map[string]string{"has ended": "", "runs": pollAt(0x300)} {
			for value, severity := range map[uint32]waitcnt.Severity{7: waitcnt.Warning, 9: waitcnt.Error} {
				for _, kind := range []string{"checked", "unchecked", "session"} {
					for workers := 1; workers <= 3; workers++ {
						name := fmt.Sprintf("%s, work-group 0 %s, %d, %s, %d workers", order.name, rest, value, kind, workers)
						d := sim.NewDevice(isa.GCN12)
						_, err := d.Mem.Map("buffer", checkedBuffer, storesSize)
						require.NoError(t, err)
						p := storeProgram(t, d, order.before+"v_mov_b32 v4, 7\n"+storeDwords+tellAt(0x100)+last,
							pollAt(0x200)+fmt.Sprintf("v_mov_b32 v4, %d\n", value)+storeDwords+tellAt(0x300))
						between := storeProgram(t, d, order.first+"v_mov_b32 v4, 9\n"+storeDwords+tellAt(0x200), "")
						var list []waitcnt.Finding
						launches := []func() (*sim.Fault, error){
							func() (*sim.Fault, error) {
								r, err := d.Run(storeLaunch(p, 2, sim.Options{Check: true, Workers: workers}))
								if err != nil {
									return nil, err
								}
								list = r.Findings
								return r.Fault, nil
							},
							func() (*sim.Fault, error) { return runBetween(d, between, kind) },
						}
						if order.otherFirst {
							launches[0], launches[1] = launches[1], launches[0]
						}
						var all sync.WaitGroup
						for _, run := range launches {
							all.Go(func() {
								if fault, err := run(); err != nil || fault != nil {
									t.Error(name, err, fault)
								}
							})
							for d.Mem.Slice(checkedBuffer+uint64(order.seen), 1)[0] == 0 {
								runtime.Gosched()
							}
						}
						all.Wait()
						requireStoreRace(t, list, severity, name)
					}
				}
			}
		}
	}
}

// runBetween runs a launch of one work-group.
func runBetween(d *sim.Device, p *sim.Program, kind string) (*sim.Fault, error) {
	l := storeLaunch(p, 1, sim.Options{Check: kind == "checked"})
	if kind != "session" {
		r, err := d.Run(l)
		if err != nil {
			return nil, err
		}
		return r.Fault, nil
	}
	s, err := d.Begin(l)
	if err != nil {
		return nil, err
	}
	for s.Step(0) {
	}
	return s.Group.Waves[0].Fault, nil
}

// requireStoreRace wants a race at the stores to the first dwords, and others at flags only.
func requireStoreRace(t *testing.T, list []waitcnt.Finding, severity waitcnt.Severity, name string) {
	n := 0
	for _, f := range list {
		require.Equal(t, waitcnt.RuleGlobalRace, f.Rule, name)
		if f.Memory.Addr == checkedBuffer {
			require.Equal(t, severity, f.Severity, "%s: %v", name, f)
			n++
		}
	}
	require.Equal(t, 1, n, "%s: %v", name, list)
}

// Work-group 0 stores 7 and waits for work-group 1, which stores to the same dwords meanwhile: in the last of some
// rounds, which host code executes after some launches.
func TestAWorkGroupThatWaitsIsStoredOver(t *testing.T) {
	for last, severity := range map[uint32]waitcnt.Severity{7: waitcnt.Warning, 9: waitcnt.Error} {
		for store, before := range map[string]string{
			"buffer_store_dword v4, v0, s[4:7], s12 offen": "",
			"flat_store_dword v[2:3], v4":                  "v_add_u32 v2, vcc, s4, v0\nv_add_u32 v2, vcc, s12, v2\nv_mov_b32 v3, 0\n",
		} {
			for workers := 1; workers <= 2; workers++ { // as many as there are work-groups
				for _, host := range []string{"go", "auto"} {
					d := sim.NewDevice(isa.GCN12)
					rg, err := d.Mem.Map("buffer", checkedBuffer, storesSize)
					require.NoError(t, err)
					p := storeProgram(t, d, "v_mov_b32 v4, 7\n"+storeDwords+tellAt(0x100)+pollAt(0x300),
						pollAt(0x100)+fmt.Sprintf("v_mov_b32 v4, %d\ns_mov_b32 s12, 0xfc00\n", last)+
							"down:\n"+before+store+"\n"+storesWait+"s_sub_u32 s12, s12, 0x400\ns_cbranch_scc0 down\n"+tellAt(0x300))
					for n := range 4 {
						require.NoError(t, d.Mem.Write(rg.Base, make([]byte, storesSize)))
						r, err := d.Run(storeLaunch(p, 2, sim.Options{Check: true, Workers: workers, Host: host}))
						require.NoError(t, err)
						require.Nil(t, r.Fault)
						requireStoreRace(t, r.Findings, severity, fmt.Sprintf("%d, %s, host %s, %d workers, launch %d", last, store, host, workers, n))
					}
				}
			}
		}
	}
}

// Launches that end well, with a fault, and early begin at the same time. None waits for ever for another one, and what
// is found of those that end well is what is found of each alone.
func TestLaunchesBeginWhileOthersEnd(t *testing.T) {
	d := sim.NewDevice(isa.GCN12)
	_, err := d.Mem.Map("buffer", checkedBuffer, storesSize)
	require.NoError(t, err)
	good := storeProgram(t, d, "v_mov_b32 v4, 7\n"+storeDwords+storesWait, "v_mov_b32 v4, 9\n"+storeDwords+storesWait)
	long := storeProgram(t, d, "v_mov_b32 v4, 7\n"+storeDwords+storesWait+"s_mov_b32 s10, 200000\nl:\ns_sub_u32 s10, s10, 1\n"+
		"s_cmp_lg_u32 s10, 0\ns_cbranch_scc1 l\n", "v_mov_b32 v4, 9\n"+storeDwords+storesWait)
	bad := storeProgram(t, d, "v_mov_b32 v4, 7\n"+storeDwords+storesWait+
		"s_load_dword s20, s[30:31], 0x0\ns_waitcnt lgkmcnt(0)\n", storeDwords+storesWait)
	endless := storeProgram(t, d, "v_mov_b32 v4, 7\n"+storeDwords+"m:\ns_branch m\n", storeDwords+storesWait)
	var all sync.WaitGroup
	for g := range 2 {
		all.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), 1))
			for range 150 {
				time.Sleep(time.Duration(r.IntN(1000)) * time.Microsecond) // so that some begin alone
				o := sim.Options{Workers: 1 + r.IntN(3), Check: r.IntN(4) > 0}
				p := []*sim.Program{good, long, bad, endless}[r.IntN(4)]
				if p == endless {
					ctx, stop := context.WithTimeout(context.Background(), time.Duration(r.IntN(4000))*time.Microsecond)
					defer stop()
					o.Context = ctx
				}
				l := storeLaunch(p, 1+uint32(r.IntN(6)), o)
				res, err := d.Run(l)
				if err != nil {
					t.Error(err)
				}
				if (p == good || p == long) && res.Fault != nil {
					t.Error(res.Fault)
				}
				if !o.Check || p == bad || p == endless {
					continue
				}
				var got, want []waitcnt.Severity
				for _, f := range res.Findings {
					got = append(got, f.Severity)
				}
				switch { // work-group 0 and others, and these among themselves
				case l.Grid[0] > 2*isa.Lanes:
					want = []waitcnt.Severity{waitcnt.Error, waitcnt.Warning}
				case l.Grid[0] > isa.Lanes:
					want = []waitcnt.Severity{waitcnt.Error}
				}
				if !slices.Equal(got, want) {
					t.Error(l.Grid, res.Findings)
				}
			}
		})
	}
	all.Wait()
}

// A wave that host code executes uses little of its state, and the next one finds it as if it were new. What looks is
// in all tests of this package.
func TestStatesThatAreNotClearedAreNew(t *testing.T) {
	if runtime.GOOS != "linux" || !cpu.X86.HasAVX2 {
		t.Skip("there is no host code")
	}
	d := sim.NewDevice(isa.GCN12)
	_, err := d.Mem.Map("buffer", checkedBuffer, storesSize)
	require.NoError(t, err)
	p := storeProgram(t, d, "", "v_mov_b32 v4, 7\n"+storeDwords)
	before := dyncheck.Unused.Load()
	for range 50 { // until it is hot
		_, err = d.Run(storeLaunch(p, 256, sim.Options{Check: true, Workers: 1}))
		require.NoError(t, err)
	}
	require.Greater(t, dyncheck.Unused.Load(), before)
}
