package clock

// Series is what a launch did over time, in samples of equal length that cover all of it.
type Series struct {
	Clocks  uint64   `json:"clocks"` // of a sample
	Samples []Sample `json:"samples"`
}

// Sample is what happened in some clocks of a launch.
type Sample struct {
	Waves uint64 `json:"waves"` // clocks of waves: by those of the sample, the waves that were there
	L1    uint64 `json:"l1"`    // bytes that lanes moved through L1, loads and stores
	L2    uint64 `json:"l2"`    // bytes of lines that went between L2 and compute units
	DRAM  uint64 `json:"dram"`  // bytes of lines that went between L2 and memory
}

func (s *Sample) add(x *Sample) {
	s.Waves += x.Waves
	s.L1 += x.L1
	s.L2 += x.L2
	s.DRAM += x.DRAM
}

// series collects samples: where a launch takes longer than there is room for, two become one.
type series struct {
	shift   uint // log2 of the clocks of a sample
	samples []Sample
	most    int
}

// firstShift is that of the shortest samples: 16 clocks.
const firstShift = 4

// newSeries returns nil where nobody asks for one.
func newSeries(most int) *series {
	if most <= 0 {
		return nil
	}
	return &series{shift: firstShift, most: max(most, 2)}
}

// at is the sample of a clock.
func (s *series) at(clock uint64) *Sample {
	for clock>>s.shift >= uint64(s.most) {
		s.halve()
	}
	i := int(clock >> s.shift)
	for len(s.samples) <= i {
		s.samples = append(s.samples, Sample{})
	}
	return &s.samples[i]
}

// halve makes two samples one.
func (s *series) halve() {
	s.shift++
	for i := range s.samples {
		if x := s.samples[i]; i%2 == 0 {
			s.samples[i/2] = x
		} else {
			s.samples[i/2].add(&x)
		}
	}
	s.samples = s.samples[:(len(s.samples)+1)/2]
}

// wave adds a wave that was there from one clock to another.
func (s *series) wave(from, to uint64) {
	for from < to {
		x := s.at(from)
		end := min(to, (from>>s.shift+1)<<s.shift)
		x.Waves += end - from
		from = end
	}
}

// join adds the samples of another series.
func (s *series) join(x *series) {
	for s.shift < x.shift {
		s.halve()
	}
	for x.shift < s.shift {
		x.halve()
	}
	for i := range x.samples {
		s.at(uint64(i) << s.shift).add(&x.samples[i])
	}
}

// vector adds what a vector memory operation has moved.
func (s *series) vector(clock, bytes uint64) {
	if s != nil {
		s.at(clock).L1 += bytes
	}
}

// dram adds what memory has moved, at the clock at which it had its turn.
func (s *series) dram(clock, bytes uint64) {
	if s != nil {
		s.at(clock).DRAM += bytes
	}
}

// series is that of the launch, up to its last clock. What memory does later is in the last sample.
func (k *Clock) series() *Series {
	s := k.l2.series
	if s == nil {
		return nil
	}
	for _, cl := range k.clusters {
		s.join(cl.series)
	}
	end := max(k.end, 1) - 1
	s.at(end)
	last := int(end >> s.shift)
	for i := last + 1; i < len(s.samples); i++ {
		s.samples[last].add(&s.samples[i])
	}
	s.samples = s.samples[:last+1]
	return &Series{Clocks: 1 << s.shift, Samples: s.samples}
}
