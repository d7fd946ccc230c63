// Package simtest helps to unit-test shader semantics: what one instruction, or a few, do to
// registers and memory in a given GCN generation.
//
//	m := simtest.New(t, isa.GCN12)           // one wave of 64 lanes, 64 KiB of LDS
//	m.Asm("v_add_f32 v2, v0, v1")            // or Words, Insts, Code, Object
//	m.Set("v0", 1.5).Set("v1", lanes)        // registers by name: s4, s[4:7], v3, exec, vcc, m0, scc, mode
//	require.NoError(t, m.Run())              // or m.Step(), one instruction at a time
//	require.Equal(t, float32(2.5), m.F32("v2", 0))
//
// A [Machine] is one work-group on a device of its own. Code is loaded once and gets an s_endpgm
// behind it, so that a test needs none. Everything runs through the machine itself: words are
// decoded, bound and executed by package sim, and loads return when the policy lets them, which is
// as late as possible unless [Policy] says otherwise: a missing s_waitcnt shows.
//
// Methods of the Machine act on all waves when they set and on wave 0 when they read;
// [Machine.Wave] gives one of several.
//
// Mistakes of the test itself (an unknown register, text that does not assemble) fail it at once.
// With a nil testing.TB, as in examples, they panic. Misdeeds of the simulated program are the
// error that Run and Step return, a *[sim.Fault].
//
// # Where to add things
//
// Kinds of values that Set takes are cases of words in value.go; register names are in reg.go.
package simtest
