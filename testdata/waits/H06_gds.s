; SALU writes M0, GDS reads it: one wait state.
; source: AMD GCN3 and Vega ISA manuals, manually inserted wait states
; gpu: gfx803 gfx900
; expect: hazard-m0-message error at use producer write

write:
	s_mov_b32 m0, 0x0c600020
use:
	ds_append v6 gds
	s_waitcnt lgkmcnt(0) expcnt(0)
	s_endpgm
