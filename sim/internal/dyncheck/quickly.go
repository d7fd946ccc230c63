//go:build !wasm

package dyncheck

// quickly says that what is frequent is done in places of its own. The page does without: its simulator is to be small.
const quickly = true
