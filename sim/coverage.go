package sim

import "github.com/gcnsim/gcnsim/isa"

// Coverage says how far the instructions that were executed are exact: see [isa.Desc.Status].
type Coverage struct {
	Insts, Exact uint64    // executions, and those of exact instructions
	Forms        []Covered // each different instruction, in the order of the code
	index        map[*isa.Form]int
}

// Covered is an instruction that was executed.
type Covered struct {
	Form  *isa.Form // the instruction in its encoding
	Count uint64    // executions
}

// Add counts what a launch executed with [Options.Count]. Words that are no instruction are counted
// in Insts only.
func (c *Coverage) Add(p *Program, counts []uint64) {
	if c.index == nil {
		c.index = map[*isa.Form]int{}
	}
	for slot, n := range counts {
		if n == 0 {
			continue
		}
		c.Insts += n
		in, err := p.Inst(p.Base + uint64(slot)*4)
		if err != nil {
			continue
		}
		i, ok := c.index[in.Form]
		if !ok {
			i = len(c.Forms)
			c.index[in.Form] = i
			c.Forms = append(c.Forms, Covered{Form: in.Form})
		}
		c.Forms[i].Count += n
		if in.Form.Desc.Status() == isa.Exact {
			c.Exact += n
		}
	}
}

// ExactForms is the number of different instructions that are exact.
func (c *Coverage) ExactForms() (n int) {
	for i := range c.Forms {
		if c.Forms[i].Form.Desc.Status() == isa.Exact {
			n++
		}
	}
	return n
}
