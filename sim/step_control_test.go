package sim_test

import (
	"testing"

	"github.com/gcnsim/gcnsim/isa"
)

var controlSteps = map[string]func(t *testing.T, f *isa.Form){}
