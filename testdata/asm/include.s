; gpu: gfx900
.include "defs.inc"
kernel_begin
.include "defs.inc"
s_nop DEFS_SEEN
.incbin "bytes.bin"
.incbin "bytes.bin", 4
.incbin "bytes.bin", 2, 4
.balign 4
s_endpgm
