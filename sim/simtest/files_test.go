package simtest_test

import (
	"testing"

	"github.com/gcnsim/gcnsim/sim/simtest"
)

// The project's tests of instructions in the form of .gcn files.
func TestGCNFiles(t *testing.T) {
	simtest.Files(t, "../../testdata/gcn/*.gcn")
}
