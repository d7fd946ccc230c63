; gpu: gfx900
s_waitcnt vmcn(0)
