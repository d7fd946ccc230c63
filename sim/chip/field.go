package chip

// Field names a figure of a chip.
type Field uint8

// The fields. [Field.Info] has the meaning, unit and range of each, from the table below.
const (
	// The chip.
	SEs Field = iota
	Arrays
	CUs
	SIMDs
	EngineMHz
	MemoryMHz

	// What waves share.
	Waves
	VGPRs
	VGPRGranule
	SGPRs
	SGPRGranule
	SGPRMax
	Groups
	GroupWaves

	// Issue.
	IssueWidth
	VALUCycles
	HalfCycles
	QuarterCycles
	Mul32Cycles
	Mul64Cycles
	FMA32Cycles
	DPRatio
	InterpCycles
	SALUCycles
	SALU2Cycles
	BranchCycles
	TakenCycles
	InternalCycles
	WaitStateCycles
	SleepCycles
	MessageCycles
	ExportCycles
	SMEMCycles
	SMEM8Cycles
	SMEM16Cycles
	Load1Cycles
	Load2Cycles
	Load4Cycles
	StoreCycles
	AtomicCycles
	CmpSwapCycles
	VALUToSALU
	ConditionDelay
	BarrierCycles
	LaunchCycles

	// Fetch.
	FetchBytes
	ICacheBanks
	AlignPenalty
	SplitFetch
	PrefetchLines
	ICacheBytes
	ICacheLine
	ICacheWays
	ICacheCUs
	ICacheMiss

	// Local and global data share.
	LDSBytes
	LDSGroup
	LDSGranule
	LDSBanks
	LDSPorts
	LDSPortBytes
	LDSHalf
	LDSLatency
	LDSLatency8
	LDSLatency16
	LDSLatencyWrite
	GDSLatency

	// Caches and memory.
	KCacheBytes
	KCacheLine
	KCacheWays
	KCacheCUs
	KCacheRate
	KCacheBanks
	KCacheLatency
	L1Bytes
	L1Line
	L1Ways
	L1Rate
	L1Banks
	L1Pair
	L1Latency
	L1Misses
	TLBPage
	TLBEntries
	TLB2Entries
	TLB2Ways
	TLB2Page
	TLB2Latency
	TLBWalk
	L2Channels
	L2Bytes
	L2Line
	L2Ways
	L2Rate
	L2Interleave
	L2Latency
	DRAMGBs
	DRAMLatency
	DRAMChannels
	DRAMBanks
	DRAMGroups
	DRAMCCDL
	DRAMRow
	DRAMRCD
	DRAMRP
	DRAMRAS
	DRAMRRD
	DRAMWR
	DRAMRFC
	DRAMREFI
	DRAMTurn
	DRAMBatch
	DRAMQueue
	DRAMPasses

	// NumFields is the number of fields.
	NumFields
)

// FieldInfo describes a field.
type FieldInfo struct {
	Name     string  // in JSON
	Unit     string  // "bytes", "cycles", "ns", ...; empty: a plain number
	Min, Max float64 // both allowed
	Doc      string  // what it means
	real     bool    // need not be a whole number
	pow2     bool    // must be a power of two
}

var fields = [NumFields]FieldInfo{
	SEs:       {Name: "ses", Min: 1, Max: 64, Doc: "shader engines"},
	Arrays:    {Name: "arrays", Min: 1, Max: 8, Doc: "shader arrays of an engine; caches are shared inside one"},
	CUs:       {Name: "cus", Min: 1, Max: 1024, Doc: "compute units of the chip that work"},
	SIMDs:     {Name: "simds", Min: 1, Max: 8, Doc: "SIMDs of a compute unit"},
	EngineMHz: {Name: "engine_mhz", Unit: "MHz", Min: 1, Max: 10000, Doc: "engine clock: what all cycles count"},
	MemoryMHz: {Name: "memory_mhz", Unit: "MHz", Min: 1, Max: 10000, Doc: "memory clock: the command clock of GDDR5 (4 bits a pin), DDR3 and HBM (2 bits a pin)"},

	Waves:       {Name: "waves", Unit: "waves", Min: 1, Max: 32, Doc: "waves of a SIMD"},
	VGPRs:       {Name: "vgprs", Min: 4, Max: 1024, Doc: "vector registers of a SIMD, 64 lanes each"},
	VGPRGranule: {Name: "vgpr_granule", Min: 1, Max: 64, Doc: "vector registers are allocated in multiples of this"},
	SGPRs:       {Name: "sgprs", Min: 16, Max: 4096, Doc: "scalar registers of a SIMD"},
	SGPRGranule: {Name: "sgpr_granule", Min: 1, Max: 128, Doc: "scalar registers are allocated in multiples of this"},
	SGPRMax:     {Name: "sgpr_max", Min: 16, Max: 1024, Doc: "scalar registers that a wave can use, VCC included"},
	Groups:      {Name: "groups", Unit: "work-groups", Min: 1, Max: 64, Doc: "work-groups of more than one wave that a compute unit holds: each needs a barrier"},
	GroupWaves:  {Name: "group_waves", Unit: "waves", Min: 1, Max: 64, Doc: "waves of a work-group"},

	IssueWidth:      {Name: "issue_width", Min: 1, Max: 16, Doc: "instructions that a SIMD issues in one turn, each of another wave and kind"},
	VALUCycles:      {Name: "valu_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "vector instruction at full rate; also its latency"},
	HalfCycles:      {Name: "half_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "v_swap_b32"},
	QuarterCycles:   {Name: "quarter_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "transcendental functions, sums of absolute differences of quads, f32 division steps"},
	Mul32Cycles:     {Name: "mul32_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "32-bit integer multiply: v_mul_lo, v_mul_hi"},
	Mul64Cycles:     {Name: "mul64_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "v_mad_u64_u32, v_mad_i64_i32"},
	FMA32Cycles:     {Name: "fma32_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "v_fma_f32"},
	DPRatio:         {Name: "dp_ratio", Min: 1, Max: 64, Doc: "f32 multiply-adds in the time of one of f64; f64 additions and comparisons take half of that time"},
	InterpCycles:    {Name: "interp_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "interpolation"},
	SALUCycles:      {Name: "salu_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "scalar instruction at full rate; also its latency"},
	SALU2Cycles:     {Name: "salu2_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "s_*_saveexec_b64, s_setreg"},
	BranchCycles:    {Name: "branch_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "branch that is not taken"},
	TakenCycles:     {Name: "taken_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "branch that is taken"},
	InternalCycles:  {Name: "internal_cycles", Unit: "cycles", Min: 0, Max: 1024, Doc: "s_waitcnt and others that take no unit"},
	WaitStateCycles: {Name: "wait_state_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "one wait state of s_nop"},
	SleepCycles:     {Name: "sleep_cycles", Unit: "cycles", Min: 1, Max: 4096, Doc: "one unit of s_sleep"},
	MessageCycles:   {Name: "message_cycles", Unit: "cycles", Min: 1, Max: 4096, Doc: "s_sendmsg"},
	ExportCycles:    {Name: "export_cycles", Unit: "cycles", Min: 1, Max: 4096, Doc: "export of one wave"},
	SMEMCycles:      {Name: "smem_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "issue of a scalar memory instruction of up to 4 dwords"},
	SMEM8Cycles:     {Name: "smem8_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "issue of a scalar load of 8 dwords"},
	SMEM16Cycles:    {Name: "smem16_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "issue of a scalar load of 16 dwords"},
	Load1Cycles:     {Name: "load1_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "issue of a vector load of up to 1 dword a lane"},
	Load2Cycles:     {Name: "load2_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "issue of a vector load of 2 dwords a lane"},
	Load4Cycles:     {Name: "load4_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "issue of a vector load of 3 or 4 dwords a lane"},
	StoreCycles:     {Name: "store_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "issue of a vector store"},
	AtomicCycles:    {Name: "atomic_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "issue of a vector memory atomic; each dword returned adds one"},
	CmpSwapCycles:   {Name: "cmpswap_cycles", Unit: "cycles", Min: 1, Max: 1024, Doc: "issue of a vector memory compare-and-swap"},
	VALUToSALU:      {Name: "valu_to_salu", Unit: "cycles", Min: 0, Max: 1024, Doc: "scalar instruction after v_add, v_sub of integers, v_readlane, v_readfirstlane: delay of a lone wave"},
	ConditionDelay:  {Name: "condition_delay", Unit: "cycles", Min: 0, Max: 1024, Doc: "conditional branch right after what writes its condition: delay of a lone wave"},
	BarrierCycles:   {Name: "barrier_cycles", Unit: "cycles", Min: 1, Max: 100000, Doc: "from the last wave's s_barrier to the first wave's next instruction"},
	LaunchCycles:    {Name: "launch_cycles", Unit: "cycles", Min: 0, Max: 100000, Doc: "between two waves that a shader engine starts"},

	FetchBytes:    {Name: "fetch_bytes", Unit: "bytes/cycle", Min: 4, Max: 64, pow2: true, Doc: "a bank of the instruction cache to one wave of one of its compute units"},
	ICacheBanks:   {Name: "icache_banks", Min: 1, Max: 64, pow2: true, Doc: "banks of the instruction cache, by block of 32 bytes: compute units that ask the same one take turns"},
	AlignPenalty:  {Name: "align_penalty", Unit: "cycles", Min: 0, Max: 64, Doc: "8-byte instruction or jump target in the wrong part of a 32-byte block, each"},
	SplitFetch:    {Name: "split_fetch", Unit: "cycles", Min: 0, Max: 64, Doc: "how much later a wave asks for the next block of 32 bytes where an instruction lies in two"},
	PrefetchLines: {Name: "prefetch_lines", Min: 0, Max: 64, Doc: "lines of the instruction cache that are fetched ahead"},
	ICacheBytes:   {Name: "icache_bytes", Unit: "bytes", Min: 64, Max: 1 << 24, Doc: "instruction cache"},
	ICacheLine:    {Name: "icache_line", Unit: "bytes", Min: 16, Max: 256, pow2: true, Doc: "line of the instruction cache"},
	ICacheWays:    {Name: "icache_ways", Min: 1, Max: 64, Doc: "ways of the instruction cache"},
	ICacheCUs:     {Name: "icache_cus", Min: 1, Max: 64, Doc: "compute units of a shader array that share an instruction cache, at most"},
	ICacheMiss:    {Name: "icache_miss", Unit: "cycles", Min: 1, Max: 100000, Doc: "instruction cache miss that hits the L2"},

	LDSBytes:        {Name: "lds_bytes", Unit: "bytes", Min: 1024, Max: 1 << 20, pow2: true, Doc: "local data share of a compute unit"},
	LDSGroup:        {Name: "lds_group", Unit: "bytes", Min: 1024, Max: 1 << 20, Doc: "local data share that a work-group can have"},
	LDSGranule:      {Name: "lds_granule", Unit: "bytes", Min: 4, Max: 4096, pow2: true, Doc: "local data share is allocated in multiples of this"},
	LDSBanks:        {Name: "lds_banks", Min: 1, Max: 128, pow2: true, Doc: "banks of the local data share, 4 bytes wide"},
	LDSPorts:        {Name: "lds_ports", Min: 1, Max: 8, Doc: "ports of the local data share, each of two SIMDs"},
	LDSPortBytes:    {Name: "lds_port_bytes", Unit: "bytes/cycle", Min: 4, Max: 512, Doc: "what goes through such a port, each way; addresses and data share the way in"},
	LDSHalf:         {Name: "lds_half", Unit: "lanes", Min: 1, Max: 64, pow2: true, Doc: "lanes that are checked for bank conflicts at a time"},
	LDSLatency:      {Name: "lds_latency", Unit: "cycles", Min: 1, Max: 10000, Doc: "issue to result of a 4-byte read without conflicts"},
	LDSLatency8:     {Name: "lds_latency_8", Unit: "cycles", Min: 1, Max: 10000, Doc: "the same of an 8-byte read"},
	LDSLatency16:    {Name: "lds_latency_16", Unit: "cycles", Min: 1, Max: 10000, Doc: "the same of a 16-byte read"},
	LDSLatencyWrite: {Name: "lds_latency_write", Unit: "cycles", Min: 1, Max: 10000, Doc: "the same of a 4-byte write, to its acknowledgement"},
	GDSLatency:      {Name: "gds_latency", Unit: "cycles", Min: 1, Max: 100000, Doc: "issue to result of a GDS instruction"},

	KCacheBytes:   {Name: "kcache_bytes", Unit: "bytes", Min: 64, Max: 1 << 24, Doc: "scalar data cache"},
	KCacheLine:    {Name: "kcache_line", Unit: "bytes", Min: 16, Max: 256, pow2: true, Doc: "line of the scalar data cache"},
	KCacheWays:    {Name: "kcache_ways", Min: 1, Max: 64, Doc: "ways of the scalar data cache"},
	KCacheCUs:     {Name: "kcache_cus", Min: 1, Max: 64, Doc: "compute units of a shader array that share a scalar data cache, at most"},
	KCacheRate:    {Name: "kcache_rate", Unit: "bytes/cycle", Min: 1, Max: 1024, Doc: "scalar data cache to a compute unit"},
	KCacheBanks:   {Name: "kcache_banks", Min: 1, Max: 64, pow2: true, Doc: "banks of the scalar data cache, by line: each looks up one line a cycle, for one compute unit"},
	KCacheLatency: {Name: "kcache_latency", Unit: "cycles", Min: 1, Max: 100000, Doc: "issue to result of a scalar load that hits"},
	L1Bytes:       {Name: "l1_bytes", Unit: "bytes", Min: 64, Max: 1 << 24, Doc: "vector L1 cache of a compute unit"},
	L1Line:        {Name: "l1_line", Unit: "bytes", Min: 16, Max: 256, pow2: true, Doc: "line of the vector L1 cache"},
	L1Ways:        {Name: "l1_ways", Min: 1, Max: 256, Doc: "ways of the vector L1 cache"},
	L1Rate:        {Name: "l1_rate", Unit: "bytes/cycle", Min: 1, Max: 1024, Doc: "vector L1 cache to its compute unit"},
	L1Banks:       {Name: "l1_banks", Min: 1, Max: 256, pow2: true, Doc: "banks of the vector L1 cache's tags: each looks up one line a cycle, for four lanes"},
	L1Pair:        {Name: "l1_pair", Unit: "cycles", Min: 0, Max: 64, Doc: "what a wave's load of two components takes longer than one of three or four"},
	L1Latency:     {Name: "l1_latency", Unit: "cycles", Min: 1, Max: 100000, Doc: "issue to result of a vector load that hits L1"},
	L1Misses:      {Name: "l1_misses", Unit: "lines", Min: 1, Max: 65536, Doc: "lines that a compute unit can have on their way to or from L2"},
	TLBPage:       {Name: "tlb_page", Unit: "bytes", Min: 4096, Max: 1 << 30, pow2: true, Doc: "addresses that one translation is for"},
	TLBEntries:    {Name: "tlb_entries", Min: 1, Max: 4096, Doc: "translations that a compute unit keeps"},
	TLB2Entries:   {Name: "tlb2_entries", Min: 1, Max: 1 << 20, Doc: "translations that all compute units share, eight in a line"},
	TLB2Ways:      {Name: "tlb2_ways", Min: 1, Max: 4096, Doc: "ways of these lines"},
	TLB2Page:      {Name: "tlb2_page", Unit: "bytes", Min: 4096, Max: 1 << 30, pow2: true, Doc: "largest page whose translation is shared; others are looked up for each compute unit"},
	TLB2Latency:   {Name: "tlb2_latency", Unit: "cycles", Min: 0, Max: 100000, Doc: "asking for a shared translation"},
	TLBWalk:       {Name: "tlb_walk_ns", Unit: "ns", Min: 0, Max: 100000, real: true, Doc: "finding a translation that nobody keeps"},
	L2Channels:    {Name: "l2_channels", Min: 1, Max: 256, Doc: "channels of the L2 cache"},
	L2Bytes:       {Name: "l2_bytes", Unit: "bytes", Min: 1024, Max: 1 << 28, Doc: "L2 cache, all channels"},
	L2Line:        {Name: "l2_line", Unit: "bytes", Min: 16, Max: 256, pow2: true, Doc: "line of the L2 cache"},
	L2Ways:        {Name: "l2_ways", Min: 1, Max: 64, Doc: "ways of the L2 cache"},
	L2Rate:        {Name: "l2_rate", Unit: "bytes/cycle", Min: 1, Max: 1024, Doc: "what a channel of the L2 cache delivers"},
	L2Interleave:  {Name: "l2_interleave", Unit: "bytes", Min: 16, Max: 65536, pow2: true, Doc: "addresses go to the next channel every so many bytes"},
	L2Latency:     {Name: "l2_latency", Unit: "cycles", Min: 1, Max: 100000, Doc: "issue to result of a vector load that hits L2"},
	DRAMGBs:       {Name: "dram_gbs", Unit: "GB/s", Min: 0.001, Max: 100000, real: true, Doc: "bandwidth of memory, 10^9 bytes a second"},
	DRAMLatency:   {Name: "dram_latency_ns", Unit: "ns", Min: 1, Max: 100000, real: true, Doc: "what a vector load from memory takes longer than one that hits L1, where the row is open and nothing else to do"},
	DRAMChannels:  {Name: "dram_channels", Min: 1, Max: 1024, Doc: "channels of memory that work by themselves; l2_interleave divides addresses among them"},
	DRAMBanks:     {Name: "dram_banks", Min: 1, Max: 256, Doc: "banks of a channel, each with one row open"},
	DRAMGroups:    {Name: "dram_groups", Min: 1, Max: 64, pow2: true, Doc: "groups of a channel's banks"},
	DRAMCCDL:      {Name: "dram_ccdl", Min: 1, Max: 16, real: true, Doc: "time from one access to the next in the same group, as a multiple of that in different ones"},
	DRAMRow:       {Name: "dram_row", Unit: "bytes", Min: 64, Max: 1 << 20, pow2: true, Doc: "row of a bank"},
	DRAMRCD:       {Name: "dram_rcd_ns", Unit: "ns", Min: 0, Max: 1000, real: true, Doc: "from opening a row to accessing it"},
	DRAMRP:        {Name: "dram_rp_ns", Unit: "ns", Min: 0, Max: 1000, real: true, Doc: "closing a row"},
	DRAMRAS:       {Name: "dram_ras_ns", Unit: "ns", Min: 0, Max: 1000, real: true, Doc: "from opening a row to closing it, at least"},
	DRAMRRD:       {Name: "dram_rrd_ns", Unit: "ns", Min: 0.1, Max: 1000, real: true, Doc: "between two openings of rows in a channel"},
	DRAMWR:        {Name: "dram_wr_ns", Unit: "ns", Min: 0, Max: 1000, real: true, Doc: "from a write to closing its row, at least"},
	DRAMRFC:       {Name: "dram_rfc_ns", Unit: "ns", Min: 0.1, Max: 10000, real: true, Doc: "a refresh of a channel"},
	DRAMREFI:      {Name: "dram_refi_ns", Unit: "ns", Min: 1, Max: 1e6, real: true, Doc: "from one refresh to the next"},
	DRAMTurn:      {Name: "dram_turn", Unit: "memory cycles", Min: 0, Max: 1000, Doc: "what a channel loses by going from reads to writes and back, in cycles of memory_mhz"},
	DRAMQueue:     {Name: "dram_queue", Unit: "lines", Min: 1, Max: 65536, Doc: "reads among which a channel can choose the next one"},
	DRAMPasses:    {Name: "dram_passes", Unit: "lines", Min: 0, Max: 65536, Doc: "reads of an open row that go before an older one of another row of its bank"},
	DRAMBatch:     {Name: "dram_batch", Unit: "lines", Min: 1, Max: 1024, Doc: "writes that a channel does at a time"},
}

// Whole reports whether the figure is a whole number.
func (i FieldInfo) Whole() bool { return !i.real }

// Info describes the field.
func (f Field) Info() FieldInfo { return fields[f] }

// String is the field's name in JSON.
func (f Field) String() string { return fields[f].Name }

// fieldOf is the field of that name.
func fieldOf(name string) (Field, bool) {
	for f := range NumFields {
		if fields[f].Name == name {
			return f, true
		}
	}
	return 0, false
}
