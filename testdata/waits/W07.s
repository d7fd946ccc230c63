; FLAT waited for with vmcnt alone: right if the pointer is not LDS. The run knows the address, the static checker does not.
; source: ROCm/rocm-systems#8721
; gpu: gfx700 gfx803 gfx900
; lds: yes
; expect static: race-flat-lds info at use producer load
; quiet run

load:
	flat_load_dword v6, v[2:3]
	s_waitcnt vmcnt(0)
use:
	v_mov_b32 v7, v6
	s_endpgm
