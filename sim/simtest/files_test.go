package simtest_test

import (
	"testing"

	"github.com/gcnsim/gcnsim/sim/simtest"
)

// Files runs each case as a subtest. Package sim runs all files of the project.
func TestFiles(t *testing.T) {
	simtest.Files(t, "../../testdata/gcn/tour.gcn")
}
