; gpu: gfx900
a:
s_nop 0
a:
s_endpgm
