package clock

// prefetch asks the host's caches for what will be read.
//
//go:noescape
func prefetch(p *uint64)
