package simtest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/gcnsim/gcnsim/sim/gcntest"
)

// Files runs .gcn files as subtests: one for each case, named as gcnsim test names it. Each pattern is a
// path as [filepath.Glob] takes it; one that matches nothing fails the test.
func Files(t *testing.T, patterns ...string) {
	t.Helper()
	var cases []*gcntest.Case
	for _, p := range patterns {
		paths, err := filepath.Glob(p)
		if err != nil || len(paths) == 0 {
			t.Fatalf("simtest: no file matches %s", p)
		}
		for _, path := range paths {
			f, err := gcntest.Load(path)
			if err != nil {
				t.Fatalf("%v", err)
			}
			some, err := f.Cases()
			if err != nil {
				t.Fatalf("%v", err)
			}
			cases = append(cases, some...)
		}
	}
	gcntest.Run(cases, gcntest.Options{Context: t.Context()}, func(r *gcntest.Result) {
		t.Run(filepath.Base(r.File)+"/"+r.Name, func(t *testing.T) {
			if r.Status == gcntest.Skipped {
				t.Skip(r.Reason)
			}
			if r.Status != gcntest.Passed {
				var b strings.Builder
				_ = r.WriteText(&b, false) // a builder takes everything
				t.Error(b.String())
			}
		})
	})
}
