package mem

import "unsafe"

// What host code that accesses memory itself has to know.

// Mapping is a state of what is mapped where: another memory, and each change, has another one.
type Mapping struct{ ranges *[]*Range }

// Mapping is the present state.
func (g *Global) Mapping() Mapping { return Mapping{g.ranges.Load()} }

// PageDirty is the state of a page that may be written at once.
const PageDirty = pageDirty

// Block is the memory in one piece in which what Reach has found lies: the address of the first byte, the
// bytes, and the states of its pages where it may be written, each counted from the first byte. It stays so
// as long as [Global.Mapping] does.
func (q *Access) Block() (base uint64, data []byte, pages []uint32) {
	b := q.in
	if b == nil {
		return 0, nil, nil
	}
	if !b.r.readOnly {
		pages = b.pages
	}
	return b.base, b.data, pages
}

// Block is the memory in one piece that has an address, as of [Access.Block].
func (c *Cache) Block(addr uint64) (base uint64, data []byte) {
	b := c.below.find(c.g, addr, 0)
	if b == nil {
		return 0, nil
	}
	return b.base, b.data
}

// Where in a [Cache], and in one of its lines, host code finds what it needs for a [Cache.Hit], and to fill a line
// as [Cache.Read] does.
const (
	CacheHits   = int(unsafe.Offsetof(Cache{}.Stats) + unsafe.Offsetof(CacheStats{}.Hits))
	CacheMisses = int(unsafe.Offsetof(Cache{}.Stats) + unsafe.Offsetof(CacheStats{}.Misses))
	CacheWays   = int(unsafe.Offsetof(Cache{}.ways))
	CacheSets   = int(unsafe.Offsetof(Cache{}.sets))
	CacheLines  = int(unsafe.Offsetof(Cache{}.lines)) // the address of the first one
	CacheClock  = int(unsafe.Offsetof(Cache{}.clock))
	CacheBorn   = int(unsafe.Offsetof(Cache{}.born))

	LineSize  = int(unsafe.Sizeof(line{}))
	LineAddr  = int(unsafe.Offsetof(line{}.CacheLine) + unsafe.Offsetof(CacheLine{}.Addr))
	LineValid = int(unsafe.Offsetof(line{}.CacheLine) + unsafe.Offsetof(CacheLine{}.Valid))
	LineDirty = int(unsafe.Offsetof(line{}.CacheLine) + unsafe.Offsetof(CacheLine{}.Dirty))
	LineNV    = int(unsafe.Offsetof(line{}.CacheLine) + unsafe.Offsetof(CacheLine{}.NV))
	LineData  = int(unsafe.Offsetof(line{}.CacheLine) + unsafe.Offsetof(CacheLine{}.Data))
	LineUsed  = int(unsafe.Offsetof(line{}.used))
)
