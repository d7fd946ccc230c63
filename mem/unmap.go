package mem

import "slices"

// Unmap removes a range. Nothing may be accessing it. Its addresses are not given out again by
// [Global.MapAnywhere]. The error is a *MapError when the range is not mapped here.
func (g *Global) Unmap(r *Range) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	rs := g.Ranges()
	i := slices.Index(rs, r)
	if i < 0 {
		return &MapError{Name: r.Name, Base: r.Base, Size: r.Size(), Mapped: g.mapped, Limit: g.Limit, Err: ErrUnmapped}
	}
	rs = slices.Delete(slices.Clone(rs), i, i+1)
	g.ranges.Store(&rs)
	g.mapped -= r.Size()
	if r.block != nil {
		g.flat -= r.size
	}
	g.use.Add(-r.inUse())
	return nil
}
