// Package mem is the memory of the simulated machine: bytes, addresses and pure functions. It knows
// no wave, no register file and no instruction; package sim brings 64-lane rows of addresses and
// data, and takes back rows or a typed error.
//
//	S_LOAD, S_STORE ──► ScalarAddr, Resource.ScalarDwords ──► Cache ──────────────┐
//	                                                    (kcache, own copy)        │
//	S_ATOMIC ──► ScalarAddr ──► Global.RMW ───────────────────────────────────────┤
//	                                                                              ▼
//	BUFFER_*, TBUFFER_* ──► Resource.Lanes ──► Gather, Scatter, AtomicLanes ──► Global
//	                        (V#: addresses,       │                          (mapped ranges,
//	                         range check)         ▼                           change tracking)
//	                                         FormatLanes                          ▲
//	IMAGE_LOAD, _STORE, _ATOMIC ──► Image.Lanes ──► the same as for buffers       │
//	IMAGE_SAMPLE, _GATHER4 ──► Image (T#), Sampler (S#) ──► Global.Sample ────────┤
//	FLAT_*, GLOBAL_*, SCRATCH_* ──────────► Gather, Scatter, AtomicLanes ─────────┘
//	DS_* ──► DSAccess ──► LDS, GDS (ordered counts, GWS);  DS_SWIZZLE, DS_(B)PERMUTE: functions on rows
//
// global.go has the address space, change tracking and vector access; range.go has the blocks of a
// mapped range, supply.go contents that somebody else brings, snapshot.go copies of memory, and
// direct.go accesses in two steps. atomic.go has the one table of what atomics mean. resource.go
// has buffer resources and scalar addresses; image.go says where linear images have their texels, tile.go
// where tiled ones of GCN 1.4 do, tile_gcn10.go where those before, both by the registers of tilemodes.txt;
// sampler.go has addressing modes, mip levels and filters; format.go has data and number formats.
// lds.go, gds.go and cache.go (kcache) are the other memories.
//
// rows.go has the loops over 64 lanes that all of them share. vec.go does the same by vector code
// where the host has AVX-512 (vec_amd64.s) or AVX2 (vec2_amd64.s). The loops are the reference of
// that code.
//
// # Facts and their sources
//
// "errata X-n" in a comment is an item of docs/errata.md, corrections to the public documents; CI,
// GCN3 and Vega are AMD's ISA manuals of 2013, 2016 and 2017; CLRX is its documentation.
// HW-unverified marks a judgement that no source has measured.
//
// # Where to add things
//
// A new atomic is a case in apply. A new data format is a row of layouts; one of images that is
// refused by name is in otherFormats. A tiling of images is an order of bits in tile.block, and a
// reason less in Image.refuse; a chip's registers are lines of tilemodes.txt. A generation with other
// buffer range rules is a case in Resource.rule. A new width is a case in loadRows and storeRows.
//
// # Why is there no interface for memories?
//
// Every memory instruction of a wave comes through here. A call per lane costs more than the
// access. So the types offer operations on 64 lanes that check the extremes once and then run a
// plain loop. [Access], [DSAccess], [Atomic] and [BufferQuery] hold all scratch space, so that
// nothing is allocated.
//
// # Why does the race detector stay quiet?
//
// Work-groups run in parallel on one [Global]. Plain accesses are plain host accesses, and atomics
// are host atomics. Change tracking publishes a page's old contents before its flag. So the
// detector reports only what the simulated program itself races on. The kcache fills whole lines,
// with bytes that nobody asked for; that is hidden from the detector on purpose.
package mem
