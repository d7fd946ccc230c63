package explore

import (
	"hash"
	"hash/fnv"
)

// stateHash is of 128 bits in a page, which has no room for crypto/sha256: what it explores has some
// thousand states.
func stateHash() hash.Hash { return fnv.New128a() }
