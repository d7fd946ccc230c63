; gpu: gfx803
s_waitcnt vmcnt(16)
