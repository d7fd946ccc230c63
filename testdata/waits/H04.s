; VALU writes the lane select of v_readlane: 4 wait states.
; source: AMD ISA manuals, manually inserted wait states
; gpu: gfx600 gfx700 gfx803 gfx900
; expect: hazard-valu-lane error at use producer write

write:
	v_readfirstlane_b32 s12, v1
use:
	v_readlane_b32 s13, v0, s12
	s_endpgm
