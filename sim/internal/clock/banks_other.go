//go:build !amd64

package clock

// banksInVectors says that banksVec can be called.
const banksInVectors = false

func banksVec(_ *[vectorHalf]uint32, _, _, _, _, _ uint32, _ bool) uint32 { panic("no vectors") }
