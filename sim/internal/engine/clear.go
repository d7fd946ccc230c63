package engine

import "github.com/gcnsim/gcnsim/isa"

// clearWritten clears the rows that have been written in some lane, and what says so.
func clearWritten(v *[256]isa.Row, written *[256]uint64) {
	if hasClearVec {
		clearVec(v, written)
		return
	}
	clearRows(v, written)
}

// clearRows is clearWritten in Go.
func clearRows(v *[256]isa.Row, written *[256]uint64) {
	for i := 0; i < len(written); i += 8 {
		m := (*[8]uint64)(written[i:])
		if m[0]|m[1]|m[2]|m[3]|m[4]|m[5]|m[6]|m[7] == 0 {
			continue
		}
		for j := range m {
			if m[j] != 0 {
				v[i+j], m[j] = isa.Row{}, 0
			}
		}
	}
}
