package clock

import "github.com/gcnsim/gcnsim/sim/chip"

// dram is memory: channels, each with a bus and with banks that have one row open. A line of L2
// takes a slot of its channel's bus. Times are 1/256 clocks of the engine.
//
// Requests of a channel are served as they come, but a bus slot that is free before is taken by a
// later request: as by a controller that lets others go ahead while a bank opens a row. Reads of an
// open row go before older ones of another row of its bank, up to a limit. Reads come
// before writes, which wait until there are enough of them to turn the bus around for. Then they go row
// by row, and the bus has nothing else to do while their banks open rows.
type dram struct {
	channels          []dramChannel
	interleave, line  uint64
	row               uint64 // bytes
	slot              uint64 // of the bus: one line
	rcd, rp, ras, rrd uint64
	wr                uint64       // from the end of a write to closing its row, at least
	ccdl              uint64       // between accesses in the same group of banks
	grouped           bool         // that is longer than a slot, or there are several groups: else the bus says it all
	latency           uint64       // clocks from L1's answer to memory's, where the row is open and nothing else to do
	turn              int          // slots that are lost where the bus turns around and back
	batch             int          // writes that are done at a time
	passes            int          // accesses to an open row that go before the first one to another row of its bank
	rows              uint64       // that were opened
	read, written     uint64       // bytes
	tables            uint64       // bytes of page tables that were read
	pieces            [2]dramPiece // that were read and written last

	pieceOf, blocks, inRow, inGroups power   // piece, interleave, row, groups of a channel's banks
	spread, inBanks                  divisor // channels, banks of one
	slots, groupSlots, activations   divisor // slot, ccdl and rrd
}

type dramChannel struct {
	bus, activates calendar // slots of dram.slot and of dram.rrd
	banks          []dramBank
	groups         []calendar // slots of dram.ccdl, of each group of banks
	queue          []uint64   // when what was let in last has been done: as many as can wait at a time
	next           int        // place in queue
	writes         []uint64   // where lines that wait are written to, how many: the row as in dramPiece, bank and lines
	waiting        int        // how many lines these are
	done           [2]uint64  // when the batch of writes before the last one is done, and the last one
}

// dramPiece is a piece of memory in one row of one bank: lines that follow each other mostly lie in one.
type dramPiece struct {
	number uint64 // plus 1; 0: none
	row    uint64 // plus 1
	of     uint64 // number of the bank in the channel
	ch     *dramChannel
	bank   *dramBank
	group  *calendar
}

// How many bits the number of a bank has, by what [chip.DRAMBanks] allows, and one of lines that wait to be written, by
// what [chip.DRAMBatch] allows.
const (
	dramBankBits = 8
	dramLineBits = 11
)

// dramBank is a bank with its open row.
type dramBank struct {
	row   uint64 // number plus 1; 0: none
	ready uint64 // when columns of it can be accessed
	close uint64 // when it can be closed
	// The row before, and when it is closed: until then it is accessed as the open one is.
	old, until uint64
	passed     int // accesses to it for which it was kept open longer
}

// keep keeps the row before open until a time. What needs the row behind it comes as much later.
// approximate: when those are accessed that have asked for it already is not put off.
func (b *dramBank) keep(to uint64) {
	later := to - b.until
	b.until, b.ready, b.close = to, b.ready+later, b.close+later
	b.passed++
}

func newDRAM(c *chip.Chip, line uint64) dram {
	mhz := c.Figures[chip.EngineMHz].Value
	ns := func(f chip.Field) uint64 { return max(1, uint64(256*c.Figures[f].Value*mhz/1000+0.5)) }
	n := c.Int(chip.DRAMChannels)
	d := dram{channels: make([]dramChannel, n), interleave: uint64(c.Int(chip.L2Interleave)), line: line,
		row:  uint64(c.Int(chip.DRAMRow)),
		slot: max(1, uint64(256*float64(line)*float64(n)*mhz/(c.Figures[chip.DRAMGBs].Value*1000)+0.5)),
		rcd:  ns(chip.DRAMRCD), rp: ns(chip.DRAMRP), ras: ns(chip.DRAMRAS), rrd: ns(chip.DRAMRRD), wr: ns(chip.DRAMWR),
		latency: (ns(chip.DRAMLatency) + 128) / 256, passes: c.Int(chip.DRAMPasses), batch: c.Int(chip.DRAMBatch)}
	d.ccdl = uint64(float64(d.slot) * c.Figures[chip.DRAMCCDL].Value)
	d.grouped = d.ccdl != d.slot || c.Int(chip.DRAMGroups) > 1
	turn := 256 * c.Figures[chip.DRAMTurn].Value * mhz / c.Figures[chip.MemoryMHz].Value
	d.turn = int(turn/float64(d.slot) + 0.5)
	d.blocks, d.inRow, d.pieceOf = newPower(d.interleave), newPower(d.row), newPower(min(d.interleave, d.row))
	d.spread, d.inBanks, d.inGroups = newDivisor(uint64(n)), newDivisor(uint64(c.Int(chip.DRAMBanks))),
		newPower(uint64(c.Int(chip.DRAMGroups)))
	d.slots, d.groupSlots, d.activations = newDivisor(d.slot), newDivisor(d.ccdl), newDivisor(d.rrd)
	// All rows are closed before a refresh, and opened again after it.
	every, takes := ns(chip.DRAMREFI), ns(chip.DRAMRFC)+d.rp+d.rcd
	var known [calendarWords]calendarWord // of the last words: channels ask for the same ones
	never := func(word uint64) uint64 {
		x := &known[word%calendarWords]
		if x.number != word+1 {
			*x = calendarWord{word + 1, refreshing(word*64*d.slot, d.slot, every, takes)}
		}
		return x.used
	}
	for i := range d.channels {
		ch := &d.channels[i]
		ch.queue = make([]uint64, c.Int(chip.DRAMQueue))
		ch.writes = make([]uint64, 0, d.batch)
		ch.groups = make([]calendar, c.Int(chip.DRAMGroups))
		ch.banks = make([]dramBank, c.Int(chip.DRAMBanks))
		if takes < every { // all channels at the same time
			ch.bus.never = never
		}
	}
	return d
}

// refreshing are the slots, of 64 from a time on, in which a channel refreshes: so long at the end of
// each interval.
func refreshing(from, slot, every, takes uint64) (mask uint64) {
	at := from % every
	for i := range 64 {
		if at >= every-takes {
			mask |= 1 << i
		}
		if at += slot; at >= every {
			at %= every
		}
	}
	return mask
}

// find makes it the piece of an address.
func (p *dramPiece) find(d *dram, addr uint64) {
	block, within := d.blocks.split(addr)
	blocks, channel := d.spread.split(block)
	ch := &d.channels[channel]
	row := d.inRow.over(blocks*d.interleave + within)
	fold := row ^ row>>16
	fold ^= fold >> 8
	_, bank := d.inBanks.split(fold ^ fold>>4) // strides of powers of two spread, too
	_, group := d.inGroups.split(bank)
	p.row, p.of, p.ch, p.bank, p.group = row+1, bank, ch, &ch.banks[bank], &ch.groups[group]
}

// load reads a line at clock t. It returns by how many clocks that is late, compared with an open row and a free bus.
func (d *dram) load(addr, t uint64) uint64 {
	d.read += d.line
	return d.fetch(d.last(addr, 0), t)
}

// store writes a line at clock t. It returns by how many clocks that is late, compared with one that is taken at once.
// A batch of writes can wait while another one is written.
func (d *dram) store(addr, t uint64) uint64 {
	d.written += d.line
	return d.write(d.last(addr, 1), t)
}

// table reads a line of page tables at clock t. It returns by how many clocks the line is late, compared with one whose
// row is closed, where there is nothing else to do: what was measured of page tables has that in it.
func (d *dram) table(addr, t uint64) uint64 {
	d.tables += d.line
	p := dramPiece{}
	p.find(d, addr)
	late, alone := d.fetch(&p, t), (d.rrd+d.rcd+d.ccdl+d.slot)/256+1
	return late - min(late, alone)
}

// last is the piece of an address, and the one that is read or written last from now on.
func (d *dram) last(addr uint64, which int) *dramPiece {
	p := &d.pieces[which]
	if number := d.pieceOf.over(addr) + 1; p.number != number {
		p.number = number
		p.find(d, addr)
	}
	return p
}

// lets is when the channel lets in what comes at t: one of those among which it chooses has been done then.
func (ch *dramChannel) lets(t uint64) uint64 { return max(t, ch.queue[ch.next]) }

// write writes a line of a piece at clock t, and returns by how many clocks that is late.
func (d *dram) write(p *dramPiece, t uint64) uint64 {
	ch := p.ch
	asked := 256 * t
	t = ch.lets(asked)
	at := (p.row<<dramBankBits | p.of) << dramLineBits
	if n := len(ch.writes); n > 0 && ch.writes[n-1]>>dramLineBits == at>>dramLineBits {
		ch.writes[n-1]++
	} else {
		ch.writes = append(ch.writes, at|1)
	}
	if ch.waiting++; ch.waiting == d.batch {
		d.drain(ch, t)
	}
	return (max(t, ch.done[0]) - asked) / 256
}

// fetch reads a line of a piece at clock t, and returns by how many clocks that is late.
func (d *dram) fetch(p *dramPiece, t uint64) uint64 {
	ch := p.ch
	asked := 256 * t
	t = ch.lets(asked)
	b, at := p.bank, t
	if b.row == p.row {
		at = max(t, b.ready)
	} else {
		at = max(t, d.open(p, t))
	}
	at = d.transfer(p, at)
	if b.row == p.row {
		b.close = max(b.close, at)
	} else if at > b.until && b.passed < d.passes {
		b.keep(at)
	}
	ch.queue[ch.next] = at
	if ch.next++; ch.next == len(ch.queue) {
		ch.next = 0
	}
	return (at - asked + 128) / 256
}

// open opens a piece's row, which is not the open one, at t, and returns when its columns can be accessed.
// approximate: what is known of the row before is when it is closed. A read that has waited for room in the queue can
// ask for it at a time before it was opened, and has it then.
func (d *dram) open(p *dramPiece, t uint64) uint64 {
	b := p.bank
	if b.old == p.row && t < b.until {
		return t
	}
	at, until := t, uint64(0)
	if b.row != 0 {
		until = max(t, b.close)
		at = until + d.rp
	}
	at = max(at, p.ch.activates.take(d.activations.over(at))*d.rrd)
	ready := at + d.rcd
	*b = dramBank{row: p.row, ready: ready, close: at + d.ras, old: b.row, until: until}
	d.rows++
	return ready
}

// transfer returns when the bus takes a line from or to a piece, from a time on.
func (d *dram) transfer(p *dramPiece, at uint64) uint64 {
	if d.grouped {
		at = max(at, p.group.take(d.groupSlots.over(at))*d.ccdl)
	}
	return max(at, p.ch.bus.take(d.slots.over(at))*d.slot)
}

// transfers returns when the bus takes the last one of several lines to a piece.
func (d *dram) transfers(p *dramPiece, ready uint64, lines int) (at uint64) {
	for range lines {
		at = max(at, d.transfer(p, ready))
	}
	return at
}

// drain writes the lines that wait, row by row. Banks open rows at the same time, from t on.
func (d *dram) drain(ch *dramChannel, t uint64) {
	order := ch.writes
	for i, x := range order {
		for ; i > 0 && x < order[i-1]; i-- {
			order[i] = order[i-1]
		}
		order[i] = x
	}
	last := d.slots.over(t)
	if d.turn > 0 {
		last = ch.bus.takeMany(last, d.turn)
	}
	first := last
	from, to := first*d.slot, first*d.slot // the bus takes the lines
	p := dramPiece{ch: ch}
	for _, x := range order {
		row, bank := x>>(dramBankBits+dramLineBits), x>>dramLineBits&(1<<dramBankBits-1)
		_, group := d.inGroups.split(bank)
		p.row, p.bank, p.group = row, &ch.banks[bank], &ch.groups[group]
		at, lines := p.bank.ready, int(x&(1<<dramLineBits-1))
		if p.bank.row != row {
			at = d.open(&p, t)
		}
		if at = max(at, from); d.grouped {
			at = d.transfers(&p, at, lines)
		} else {
			at = max(at, ch.bus.takeMany(d.slots.over(at), lines)*d.slot)
		}
		p.bank.close = max(p.bank.close, at+d.slot+d.wr)
		to = max(to, at)
	}
	last = d.slots.over(to)
	ch.bus.fill(first, last) // nothing is read meanwhile
	ch.writes, ch.waiting = ch.writes[:0], 0
	ch.done = [2]uint64{ch.done[1], last * d.slot}
}

// renew makes memory ready for another launch.
func (d *dram) renew() {
	d.rows, d.read, d.written, d.tables = 0, 0, 0, 0
	for i := range d.channels {
		ch := &d.channels[i]
		ch.bus.renew()
		ch.activates.renew()
		for g := range ch.groups {
			ch.groups[g].renew()
		}
		clear(ch.banks)
		clear(ch.queue)
		ch.next, ch.writes, ch.waiting, ch.done = 0, ch.writes[:0], 0, [2]uint64{}
	}
}
