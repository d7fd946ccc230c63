// Package collector is for tests of packages that make and forget much: the collector of garbage
// had a quarter of their time.
package collector

import (
	"flag"
	"runtime/debug"
	"testing"
)

// Rarely runs the tests of a package, with a collector that waits until memory has grown fivefold
// instead of twofold. Benchmarks have the collector that users have.
func Rarely(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400)
	}
	m.Run()
}
